//! Checks results that are in a folder: every file is computed again from the runs, and the tables of the texts
//! beside it are compared with the files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::table::parse_csv;
use crate::{Experiment, Failure, Lab, records};

/// Computes all files of a folder of results again, from its runs alone, and compares them with what is there; then
/// compares the tables of the text in the folder above, if there is one. Returns what differs.
pub fn check(experiment: &Experiment, results: &Path) -> Result<Vec<String>, Failure> {
    let scratch = tempfile::tempdir().map_err(Failure::file(results))?;
    let mut lab = Lab::replay(experiment.name, results, scratch.path())?;
    (experiment.run)(&mut lab)?;
    let mut differences = Vec::new();
    let mut names: Vec<PathBuf> = fs::read_dir(scratch.path())
        .and_then(|entries| entries.map(|entry| Ok(entry?.file_name().into())).collect())
        .map_err(Failure::file(scratch.path()))?;
    names.sort();
    for name in names {
        let computed = fs::read(scratch.path().join(&name)).map_err(Failure::file(&name))?;
        let path = results.join(&name);
        match fs::read(&path) {
            Ok(there) if there == computed => {}
            Ok(_) => differences.push(format!("{} is not what its runs give", path.display())),
            Err(error) => differences.push(format!("{}: {error}", path.display())),
        }
    }
    let readme = results.with_file_name("README.md");
    if readme.is_file() {
        differences.extend(check_text(&readme)?);
    }
    Ok(differences)
}

/// Computes all files of a folder of results again, from its runs, in place of those that are there.
pub fn recompute(experiment: &Experiment, results: &Path) -> Result<(), Failure> {
    let mut lab = Lab::replay(experiment.name, results, results)?;
    (experiment.run)(&mut lab).map(|_| ())
}

/// What stands before a table of a text that is a file of results.
const MARK: &str = "<!-- table: ";
/// What stands there too if the table has rows that no file has.
const FURTHER: &str = "<!-- and further rows -->";

/// Compares the tables of a text with the files that they are made of. A table that follows a line such as
/// `<!-- table: results/table-1.csv -->` has the cells of that file. A table that has further columns at its end may
/// say what to think of it, and one that follows several such lines has the rows of all files, one after the other.
/// With `<!-- and further rows -->` there may be others between them. Returns what differs.
pub fn check_text(path: &Path) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(path).map_err(Failure::file(path))?;
    let mut differences = Vec::new();
    let mut files: Vec<&str> = Vec::new();
    let mut further = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" -->")) {
            files.push(name);
        } else if line == FURTHER {
            further = true;
        } else if line.starts_with('|') && !files.is_empty() {
            let mut table = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                table.push(cells(row));
            }
            let named = files.join(", ");
            match expected(path, &files)? {
                expected if has_rows(&table, &expected, further) => {}
                expected => differences.push(format!(
                    "{}: the table of {named} is not what the file says; it should be\n\n{}",
                    path.display(),
                    shown(&expected)
                )),
            }
            files.clear();
            further = false;
        } else if !line.trim().is_empty() && !files.is_empty() {
            differences.push(format!("{}: no table follows {}", path.display(), files.join(", ")));
            files.clear();
        }
    }
    Ok(differences)
}

/// The cells of files of results: the heading of the first, and the rows of all.
fn expected(text: &Path, files: &[&str]) -> Result<Vec<Vec<String>>, Failure> {
    let mut all = Vec::new();
    for name in files {
        let path = text.with_file_name(name);
        let content = fs::read_to_string(&path).map_err(Failure::file(&path))?;
        let rows = parse_csv(&content)
            .map_err(|reason| Failure::Input(format!("{}: {reason}", path.display())))?;
        let skipped = usize::from(!all.is_empty());
        all.extend(rows.into_iter().skip(skipped));
    }
    Ok(all)
}

/// Whether a table of a text, with the line below its heading, has these rows in its first columns, in this order, and
/// no others unless it may have further ones.
fn has_rows(table: &[Vec<String>], expected: &[Vec<String>], further: bool) -> bool {
    let rows = table.iter().enumerate().filter(|&(line, _)| line != 1).map(|(_, row)| row);
    let mut expected = expected.iter().peekable();
    for row in rows {
        if expected.next_if(|expected| row.starts_with(expected)).is_none() && !further {
            return false;
        }
    }
    expected.peek().is_none()
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().to_string()).collect()
}

fn shown(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
    let rule = |row: &Vec<String>| format!("|{}\n", "---|".repeat(row.len()));
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if let Some(heading) = rows.first() {
        lines.insert(1, rule(heading));
    }
    lines.concat()
}

/// Whether a folder has runs that can be checked.
pub fn has_runs(results: &Path) -> bool {
    results.join(records::RUNS).is_file() && results.join(records::PROVENANCE).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(text: &str) -> usize {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("one.csv"), "name,n\nfirst,1\n").unwrap();
        fs::write(folder.path().join("two.csv"), "name,n\nsecond,2\n").unwrap();
        let path = folder.path().join("README.md");
        fs::write(&path, text).unwrap();
        check_text(&path).unwrap().len()
    }

    #[test]
    fn tables_of_a_text_are_those_of_the_files() {
        let one = "<!-- table: one.csv -->\n| name | n |\n|---|---|\n| first | 1 |\n";
        assert_eq!(differences(one), 0);
        assert_eq!(differences(&one.replace("| 1 |", "| 3 |")), 1);
        assert_eq!(differences(&one.replace("| first | 1 |\n", "")), 1);
        assert_eq!(differences(&format!("{one}| second | 2 |\n")), 1);
        let both = "<!-- table: one.csv -->\n<!-- table: two.csv -->\n\n| name | n | why |\n|---|---|---|\n\
                    | first | 1 | so |\n| second | 2 | so |\n";
        assert_eq!(differences(both), 0);
        let more = one.replace(" -->\n", " -->\n<!-- and further rows -->\n") + "| other | 2 |\n";
        assert_eq!(differences(&more), 0);
        assert_eq!(differences(&more.replace("| first | 1 |\n", "")), 1);
        assert_eq!(differences("<!-- table: one.csv -->\n\nNo table.\n"), 1);
        assert_eq!(differences("| other | tables |\n|---|---|\n| are | free |\n"), 0);
    }
}
