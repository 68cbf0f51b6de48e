//! The report of an experiment: a text, and files next to it.

use std::fs;
use std::path::PathBuf;

use crate::plot::{Plot, Scale};
use crate::table::Table;
use crate::{Failure, Lab};

/// A report that is being written, in Markdown.
pub struct Report {
    folder: PathBuf,
    text: String,
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

    /// Writes the text as `report.md` and returns it.
    pub fn finish(self) -> Result<String, Failure> {
        self.file("report.md", &self.text)?;
        Ok(self.text)
    }
}
