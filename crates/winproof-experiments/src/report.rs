//! The report of an experiment: a text, and files next to it.

use std::fs;
use std::path::PathBuf;

use crate::plot::{Plot, Scale};
use crate::table::Table;
use crate::{Failure, Lab, records};

/// A report that is being written, in Markdown.
pub struct Report {
    folder: PathBuf,
    text: String,
}

/// What there is to compare with the paper: a row for each of its figures and tables. `experiments/README.md` has
/// all of these rows, and says what to think of them.
pub struct Summary {
    paper: &'static str,
    table: Table,
}

impl Summary {
    /// An empty comparison with a paper.
    pub fn with(paper: &'static str) -> Summary {
        Summary { paper, table: Table::new(&["in the papers", "paper", "ours", "size"]) }
    }

    /// Adds a row: what the paper found, what we found, and how large our experiment is beside the paper's.
    pub fn add(
        &mut self,
        item: &str,
        paper: impl Into<String>,
        ours: impl Into<String>,
        size: &str,
    ) {
        let item = format!("{}, {item}", self.paper);
        self.table.row(vec![item, paper.into(), ours.into(), size.to_string()]);
    }
}

/// How many of the planned runs or positions are done, in words.
pub fn so_far(done: usize, planned: usize, what: &str) -> String {
    match done < planned {
        true => format!("{done} of {planned} {what} so far"),
        false => format!("{done} {what}"),
    }
}

impl Report {
    /// An empty report.
    pub fn new(lab: &Lab) -> Report {
        Report { folder: lab.folder().to_path_buf(), text: String::new() }
    }

    /// Adds a paragraph.
    pub fn say(&mut self, paragraph: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text += paragraph.trim_end();
        self.text.push('\n');
    }

    /// Adds a heading and a table, which also becomes a file `NAME.csv`.
    pub fn table(&mut self, heading: &str, name: &str, table: &Table) -> Result<(), Failure> {
        self.say(&format!("## {heading}"));
        self.say(&table.markdown());
        self.file(&format!("{name}.csv"), &table.csv())
    }

    /// Makes a file `NAME.svg`, on logarithmic axes.
    pub fn plot(&mut self, name: &str, plot: &Plot) -> Result<(), Failure> {
        self.plot_on(name, plot, Scale::Logarithmic, Scale::Logarithmic)
    }

    /// Makes a file `NAME.svg`, on axes that run like this.
    pub fn plot_on(&self, name: &str, plot: &Plot, x: Scale, y: Scale) -> Result<(), Failure> {
        self.file(&format!("{name}.svg"), &plot.svg(x, y))
    }

    /// Makes a file.
    pub fn file(&self, name: &str, content: &str) -> Result<(), Failure> {
        let path = self.folder.join(name);
        fs::write(&path, content).map_err(Failure::file(&path))
    }

    /// Adds the comparison with the paper, which also becomes a file `summary.csv`.
    pub fn summary(&mut self, summary: &Summary) -> Result<(), Failure> {
        self.table("Compared with the paper", "summary", &summary.table)
    }

    /// Makes the files of all runs, and says what each run was allowed.
    pub fn runs(&self, lab: &Lab, limits: &str) -> Result<(), Failure> {
        let (runs, provenance) = records::written(lab, limits);
        self.file(records::RUNS, &runs)?;
        self.file(records::PROVENANCE, &provenance)
    }

    /// Writes the text as `report.md` and returns it.
    pub fn finish(self) -> Result<String, Failure> {
        self.file("report.md", &self.text)?;
        Ok(self.text)
    }
}
