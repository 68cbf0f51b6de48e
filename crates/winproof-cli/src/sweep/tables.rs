//! A sweep as a table and as a plot.

use std::collections::{BTreeMap, BTreeSet};

use winproof::Verdict;
use winproof_experiments::plot::{Plot, Scale, Series};
use winproof_experiments::table::{Table, ratio};
use winproof_session::figures::{bytes, seconds};
use winproof_session::sweep::SweepRow;
use winproof_session::work::Report;

use super::configurations::Configuration;

/// One row for each configuration.
pub fn table(configurations: &[Configuration], rows: &[SweepRow]) -> Table {
    let varied: BTreeSet<&str> = configurations
        .iter()
        .flat_map(|configuration| configuration.varied.keys().map(String::as_str))
        .collect();
    let common = rows.first().map_or(0, |row| row.solved_by_all);
    let mean = format!("mean of {common} solved by all");
    let mut heading = vec!["algorithm"];
    heading.extend(&varied);
    heading.extend(["proved", "disproved", "unknown", "expansions", &mean, "time", "memory"]);
    let mut table = Table::new(&heading);
    for row in rows {
        let value = |name: &&str| row.varied.get(*name).cloned().unwrap_or("–".to_string());
        let mut cells = vec![row.algorithm.clone()];
        cells.extend(varied.iter().map(value));
        cells.extend([
            row.proved.to_string(),
            row.disproved.to_string(),
            (row.problems - row.proved - row.disproved - row.errors).to_string(),
            row.nodes.to_string(),
            ratio(row.mean_nodes.unwrap_or(f64::NAN)),
            seconds(row.seconds),
            bytes(row.memory_bytes as u64),
        ]);
        table.row(cells);
    }
    table
}

/// The mean of the expansions over the values of a number, if one is varied; else how many problems each
/// configuration solves within how many expansions.
pub fn plot(
    title: &str,
    configurations: &[Configuration],
    rows: &[SweepRow],
    reports: &[Vec<Report>],
) -> String {
    let numbers = |name: &str| -> Option<Vec<f64>> {
        let values = rows.iter().filter_map(|row| row.varied.get(name));
        values.map(|value| value.parse().ok()).collect()
    };
    let parameters = configurations
        .iter()
        .flat_map(|configuration| configuration.options.config.algorithm().info().parameters);
    let is_varied = |name: &str| rows.iter().any(|row| row.varied.contains_key(name));
    let mut names = parameters.map(|parameter| parameter.name).filter(|name| is_varied(name));
    let across = names.find_map(|name| Some((name, numbers(name)?)));
    let has_means = rows.iter().any(|row| row.mean_nodes.is_some());
    match across.filter(|_| has_means) {
        Some((name, values)) => over_values(title, name, &values, rows),
        None => solved_within(title, configurations, reports),
    }
}

fn over_values(title: &str, name: &'static str, values: &[f64], rows: &[SweepRow]) -> String {
    let (least, most) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &value| {
            (value.min(least), value.max(most))
        });
    let mut series: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    for row in rows {
        let Some(mean) = row.mean_nodes else { continue };
        let others = row.varied.iter().filter(|(other, _)| *other != name);
        let label = others
            .fold(row.algorithm.clone(), |label, (name, value)| format!("{label} {name}={value}"));
        let points = series.entry(label).or_default();
        match row.varied.get(name).and_then(|value| value.parse().ok()) {
            Some(value) => points.push((value, mean)),
            // An algorithm without the parameter is a level to compare with.
            None => points.extend([(least, mean), (most, mean)]),
        }
    }
    let series = series.into_iter().map(|(name, mut points)| {
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        Series { name, points, labels: Vec::new(), line: true }
    });
    let plot = Plot {
        title: title.to_string(),
        x: name,
        y: "expansions (geometric mean)",
        series: series.collect(),
    };
    plot.svg(Scale::Linear, Scale::Logarithmic)
}

fn solved_within(title: &str, configurations: &[Configuration], reports: &[Vec<Report>]) -> String {
    let series = configurations.iter().zip(reports).map(|(configuration, reports)| {
        let solved = reports.iter().filter(|report| report.verdict.is_some_and(Verdict::is_known));
        let mut nodes: Vec<_> = solved.filter_map(|report| report.nodes).collect();
        nodes.sort_unstable();
        let points = (1..).zip(nodes).map(|(count, nodes)| (nodes.max(1) as f64, f64::from(count)));
        Series {
            name: configuration.name(),
            points: points.collect(),
            labels: Vec::new(),
            line: true,
        }
    });
    let plot = Plot {
        title: title.to_string(),
        x: "expansions",
        y: "problems solved",
        series: series.collect(),
    };
    plot.svg(Scale::Logarithmic, Scale::Linear)
}
