//! The runs of an experiment as files of the repository: `runs.csv` has a line for each run, `provenance.json` says
//! what made them. Every table and figure of an experiment is computed from these two, so they can be checked
//! ([`check`](crate::check)) and continued.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::results_log::{Heading, Kept, RunLog};
use crate::table::{Table, parse_csv};
use crate::{Failure, Lab};

/// The names of the files in the folder of results.
pub const RUNS: &str = "runs.csv";
pub const PROVENANCE: &str = "provenance.json";

/// What made the results in a folder.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The name of the experiment.
    pub experiment: String,
    /// Its size.
    pub size: String,
    /// The seed.
    pub seed: u64,
    /// The command that makes them, or continues.
    pub command: String,
    /// What each run was allowed.
    pub limits: String,
    /// Runs that are done, and all of this size.
    pub runs: usize,
    pub planned: usize,
    /// The time that the runs took together.
    pub seconds: f64,
    /// When and with which version they were made. The last column of the runs is a number of this list.
    pub batches: Vec<Batch>,
}

/// Runs of one day and one version.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The date.
    pub date: String,
    /// The version of the program.
    pub version: String,
    /// How many.
    pub runs: usize,
}

impl Provenance {
    /// Reads the file of a folder.
    pub fn read(folder: &Path) -> Result<Provenance, Failure> {
        let path = folder.join(PROVENANCE);
        let text = fs::read_to_string(&path).map_err(Failure::file(&path))?;
        serde_json::from_str(&text)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
    }
}

/// The content of both files: all runs of the lab that are done, in the order in which they were asked for.
pub fn written(lab: &Lab, limits: &str) -> (String, String) {
    let log = lab.log();
    let done: Vec<(&String, &Kept)> =
        lab.asked().iter().filter_map(|key| Some((key, log.kept(key)?))).collect();
    let mut made: Vec<&str> = done.iter().map(|(_, kept)| kept.made.as_str()).collect();
    made.sort_unstable();
    made.dedup();
    let fields: BTreeSet<&str> = done.iter().flat_map(|(_, kept)| names(&kept.row)).collect();
    let mut heading = vec!["run"];
    heading.extend(&fields);
    heading.push("batch");
    let mut table = Table::new(&heading);
    for (key, Kept { made: when, row }) in &done {
        let mut cells = vec![key.to_string()];
        cells.extend(fields.iter().map(|field| cell(field_of(row, field))));
        let batch = made.iter().position(|one| one == when).unwrap_or(0);
        cells.push(batch.to_string());
        table.row(cells);
    }
    let seconds = done.iter().filter_map(|(_, kept)| kept.row.get("seconds")?.as_f64());
    let batches = made.iter().map(|&one| {
        let (date, version) = one.split_once(' ').unwrap_or((one, ""));
        let runs = done.iter().filter(|(_, kept)| kept.made == one).count();
        Batch { date: date.to_string(), version: version.to_string(), runs }
    });
    let provenance = Provenance {
        experiment: lab.name().to_string(),
        size: lab.size().name().to_string(),
        seed: lab.seed(),
        command: lab.command(),
        limits: limits.to_string(),
        runs: done.len(),
        planned: lab.asked().len(),
        seconds: seconds.sum::<f64>().round(),
        batches: batches.collect(),
    };
    let provenance = serde_json::to_string_pretty(&provenance).expect("it has plain values") + "\n";
    (table.csv(), provenance)
}

/// The field of a result that is no record.
const WHOLE: &str = "value";

fn names(row: &Value) -> Vec<&str> {
    row.as_object().map_or(vec![WHOLE], |fields| fields.keys().map(String::as_str).collect())
}

fn field_of<'a>(row: &'a Value, field: &str) -> Option<&'a Value> {
    match row {
        Value::Object(fields) => fields.get(field),
        _ if field == WHOLE => Some(row),
        _ => None,
    }
}

/// A value as a cell: text as it is, unless it reads like something else.
fn cell(value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) if !text.is_empty() && value_of(text) == text.as_str() => {
            text.clone()
        }
        Some(value) => value.to_string(),
    }
}

fn value_of(cell: &str) -> Value {
    serde_json::from_str(cell).unwrap_or_else(|_| Value::String(cell.to_string()))
}

/// Reads the runs of a folder.
pub fn read(folder: &Path) -> Result<(Provenance, HashMap<String, Kept>), Failure> {
    let provenance = Provenance::read(folder)?;
    let path = folder.join(RUNS);
    let text = fs::read_to_string(&path).map_err(Failure::file(&path))?;
    let rows = parse(&text, &provenance.batches)
        .map_err(|reason| Failure::Input(format!("{}: {reason}", path.display())))?;
    Ok((provenance, rows))
}

fn parse(text: &str, batches: &[Batch]) -> Result<HashMap<String, Kept>, String> {
    let mut lines = parse_csv(text)?.into_iter();
    let heading = lines.next().ok_or("it is empty")?;
    let [first, fields @ .., last] = heading.as_slice() else { return Err("no columns".into()) };
    if first != "run" || last != "batch" {
        return Err("expected columns from `run` to `batch`".into());
    }
    let mut rows = HashMap::new();
    for cells in lines {
        let [key, values @ .., batch] = cells.as_slice() else { return Err("a short line".into()) };
        if values.len() != fields.len() {
            return Err(format!("run `{key}`: expected {} columns", heading.len()));
        }
        let batch = batch.parse().ok().and_then(|batch: usize| batches.get(batch));
        let batch = batch.ok_or(format!("run `{key}`: {PROVENANCE} does not have its batch"))?;
        let values = fields.iter().zip(values).filter(|(_, cell)| !cell.is_empty());
        let mut row: Map<String, Value> =
            values.map(|(field, cell)| (field.clone(), value_of(cell))).collect();
        let row = match row.remove(WHOLE) {
            Some(value) if row.is_empty() => value,
            _ => Value::Object(row),
        };
        let made = format!("{} {}", batch.date, batch.version);
        rows.insert(key.clone(), Kept { made, row });
    }
    Ok(rows)
}

/// Reads the runs of a folder, if they are those of this heading. The program's version may be another one: each
/// run keeps its own.
pub fn read_if_there(folder: &Path, heading: &Heading) -> Result<Vec<(String, Kept)>, Failure> {
    if !folder.join(PROVENANCE).exists() || !folder.join(RUNS).exists() {
        return Ok(Vec::new());
    }
    let (provenance, rows) = read(folder)?;
    let Provenance { experiment, size, seed, .. } = &provenance;
    if (experiment, size, seed) != (&heading.experiment, &heading.size, &heading.seed) {
        return Ok(Vec::new());
    }
    let mut rows: Vec<(String, Kept)> = rows.into_iter().collect();
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(rows)
}

/// A log that holds the runs of a folder and takes no others.
pub fn replay(folder: &Path) -> Result<(Provenance, RunLog), Failure> {
    let (provenance, rows) = read(folder)?;
    Ok((provenance, RunLog::only(rows, folder.join(RUNS))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_what_they_hold() {
        for value in [
            Value::from("proved"),
            Value::from("01788"),
            Value::from("12"),
            Value::from("true"),
            Value::from(""),
            Value::from(12),
            Value::from(0.25),
            Value::Null,
            serde_json::json!([1, "two"]),
        ] {
            assert_eq!(value_of(&cell(Some(&value))), value);
        }
    }

    #[test]
    fn damaged_tables_are_rejected() {
        let batches = [Batch { date: "2026-11-18".into(), version: "0.1.0".into(), runs: 1 }];
        let good = "run,nodes,batch\na/1,5,0\n";
        let rows = parse(good, &batches).unwrap();
        assert_eq!(rows["a/1"].row["nodes"], 5);
        for bad in
            ["", "run\n", "a,b,c\n", "run,nodes,batch\na/1,5\n", "run,nodes,batch\na/1,5,7\n"]
        {
            assert!(parse(bad, &batches).is_err(), "{bad:?}");
        }
    }
}
