//! Compares the claims of the paper's text with our numbers. Its figures are pictures without values.

use super::Findings;
use super::analysis::Summary;
use winproof_rules::Verdict;

use crate::measure::SOLVED;
use crate::report::Summary as Comparison;
use crate::table::{Table, ratio};

/// One claim after the other.
pub fn table(findings: &Findings) -> Table {
    let mut table = Table::new(&["the paper", "ours", "agreement"]);
    let mut claim = |says: &str, ours: String, agrees: bool| {
        let agreement = if agrees { "agrees" } else { "DISAGREES" };
        table.row(vec![says.to_string(), ours, agreement.to_string()]);
    };
    let summary = |name, condition, verdict| {
        findings.summary(findings.method(name, condition), verdict, None)
    };
    let recorded = |name, condition, verdict| summary(name, condition, verdict).recorded.mean();
    let generated = |name, condition, verdict| summary(name, condition, verdict).generated.mean();
    let (proved, disproved) = (Verdict::Proved, Verdict::Disproved);

    let pds = recorded("PDS", Some(2), proved);
    let [elkan, seo] =
        [("Elkan", None), ("Seo", Some(5))].map(|(name, least)| recorded(name, least, proved));
    claim(
        "PDS (≥2) records fewer positions than the other three (proofs, figure 3)",
        format!("PDS {}, Seo ≥5 {}, Elkan {}, Allis 1", ratio(pds), ratio(seo), ratio(elkan)),
        pds < seo && pds < elkan && pds < 1.0,
    );
    let pds = recorded("PDS", Some(2), disproved);
    claim(
        "PDS (≥2) records fewer positions than Allis (disproofs, figure 4)",
        format!("PDS {}, Allis 1", ratio(pds)),
        pds < 1.0,
    );
    let to_inner = SOLVED.map(|verdict| summary("PDS", Some(2), verdict).recorded_to_inner.mean());
    claim(
        "(our question) the same, if only inner nodes of Allis's tree count as recorded",
        format!("PDS ≥2 {} (proofs), {} (disproofs)", ratio(to_inner[0]), ratio(to_inner[1])),
        to_inner.iter().all(|&value| value < 1.0),
    );
    let hopeless =
        [("Elkan", None), ("Seo", Some(1))].map(|(name, least)| summary(name, least, disproved));
    let [elkan, seo] = &hopeless;
    claim(
        "many disproofs cannot be solved by Elkan's and Seo's searches in practice",
        format!("unsolved: Elkan {}, Seo {}", share(elkan), share(seo)),
        hopeless.iter().all(|summary| 3 * summary.unsolved >= summary.tried),
    );
    let all: Vec<Summary> = (1..=5)
        .flat_map(|least| SOLVED.map(|verdict| summary("PDS", Some(least), verdict)))
        .collect();
    let unsolved: usize = all.iter().map(|summary| summary.unsolved).sum();
    claim(
        "PDS solves proofs and disproofs even under restricted memory",
        format!(
            "{unsolved} of {} unsolved",
            all.iter().map(|summary| summary.tried).sum::<usize>()
        ),
        unsolved == 0,
    );
    for (name, conditions) in [("Seo", &[1, 3, 4, 5, 6, 7][..]), ("PDS", &[1, 2, 3, 4, 5])] {
        let means: Vec<f64> =
            conditions.iter().map(|&least| recorded(name, Some(least), proved)).collect();
        claim(
            &format!("the stricter the surviving condition, the fewer positions {name} records"),
            means.iter().map(|&mean| ratio(mean)).collect::<Vec<_>>().join(", "),
            means.is_sorted_by(|looser, stricter| looser >= stricter),
        );
    }
    let seo = generated("Seo", Some(1), proved) / generated("Elkan", None, proved);
    let pds = generated("PDS", Some(1), proved);
    claim(
        "deepening costs Seo's search and PDS generations (proofs, no elimination)",
        format!("Seo {} × Elkan, PDS {} × Allis", ratio(seo), ratio(pds)),
        seo > 1.0 && pds > 1.0,
    );
    claim(
        "it costs PDS more, which deepens at all nodes, than Seo's search",
        format!("{} against {}", ratio(pds), ratio(seo)),
        pds > seo,
    );
    let medians = SOLVED.map(|verdict| summary("PDS", Some(1), verdict).generated.median());
    claim(
        "PDS behaves nearly best-first (our measure: within twice Allis's generations)",
        format!("medians {} (proofs), {} (disproofs)", ratio(medians[0]), ratio(medians[1])),
        medians.iter().all(|&median| median <= 2.0),
    );
    table
}

fn share(summary: &Summary) -> String {
    format!("{} of {}", summary.unsolved, summary.tried)
}

/// The figures of the paper, which are pictures without values, and ours.
pub fn summary(findings: &Findings) -> Comparison {
    let mut summary = Comparison::with("Nagai 1998");
    let (proved, disproved) = (Verdict::Proved, Verdict::Disproved);
    let means = |verdict, shown: &[(&str, Option<u32>)]| {
        let one = |&(name, condition): &(&str, Option<u32>)| {
            let method = findings.method(name, condition);
            let found = findings.summary(method, verdict, None);
            let (recorded, generated) = (found.recorded.mean(), found.generated.mean());
            let label = findings.methods[method].label();
            format!("{label} {}/{}", ratio(recorded), ratio(generated))
        };
        shown.iter().map(one).collect::<Vec<_>>().join("; ")
    };
    // Trees on which PDS ≥2 records less than all others that solve it.
    let least = |verdict| {
        let cells = |name, condition| findings.cells_of(findings.method(name, condition), verdict);
        let others = [("Allis", None), ("Elkan", None), ("Seo", Some(5))];
        let wins = cells("PDS", Some(2)).filter(|pds| {
            others.iter().all(|&(name, condition)| {
                cells(name, condition).filter(|cell| cell.tree == pds.tree).all(|other| {
                    other.row.verdict == Verdict::Unknown || pds.row.entries < other.row.entries
                })
            })
        });
        (wins.count(), cells("PDS", Some(2)).count())
    };
    let trees =
        |verdict| findings.trees.iter().filter(|tree| tree.allis.verdict == verdict).count();
    let size = |verdict| format!("{} of 60 trees", trees(verdict));
    let pds = [("PDS", Some(1)), ("PDS", Some(2)), ("PDS", Some(5))];
    let all = [("Elkan", None), ("Seo", Some(1)), ("Seo", Some(7))];
    summary.add(
        "figure 1, proofs: recorded/generated relative to Allis",
        "a picture; PDS records least, and the stricter the condition the less and the slower",
        means(proved, &[&all[..], &pds[..]].concat()),
        &size(proved),
    );
    let unsolved = |name, condition| {
        share(&findings.summary(findings.method(name, condition), disproved, None))
    };
    summary.add(
        "figure 2, disproofs: the same",
        "a picture; Elkan and Seo cannot solve many of them, PDS solves all",
        format!(
            "unsolved: Elkan {}, Seo {}, PDS {}; {}",
            unsolved("Elkan", None),
            unsolved("Seo", Some(1)),
            unsolved("PDS", Some(2)),
            means(disproved, &pds)
        ),
        &size(disproved),
    );
    for (verdict, item) in
        [(proved, "figure 3, single proofs"), (disproved, "figure 4, single disproofs")]
    {
        let (wins, tried) = least(verdict);
        summary.add(
            item,
            "a picture; PDS ≥2 needs less memory than the others",
            format!("PDS ≥2 records least on {wins} of {tried} trees"),
            &size(verdict),
        );
    }
    summary
}
