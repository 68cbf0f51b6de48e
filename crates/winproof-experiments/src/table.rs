//! Tables, for people and for programs.

/// A table of text.
#[derive(Clone, Debug)]
pub struct Table {
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(heading: &[&str]) -> Table {
        Table { heading: heading.iter().map(|cell| cell.to_string()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.heading.len(), "a row of another table: {cells:?}");
        self.rows.push(cells);
    }

    /// In Markdown, with its columns aligned, so that it reads well on a terminal too. Numbers stand on
    /// the right.
    pub fn markdown(&self) -> String {
        let columns = self.heading.len();
        let right: Vec<bool> = (0..columns)
            .map(|column| self.rows.iter().all(|row| is_number(&row[column])))
            .collect();
        let width: Vec<usize> = (0..columns)
            .map(|column| {
                self.lines().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3)
            })
            .collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().enumerate().map(|(column, cell)| {
                let width = width[column];
                if right[column] { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let rule = (0..columns).map(|column| {
            let dashes = "-".repeat(width[column] - 1);
            if right[column] { dashes + ":" } else { dashes + "-" }
        });
        let rule = format!("| {} |\n", rule.collect::<Vec<_>>().join(" | "));
        line(&self.heading) + &rule + &self.rows.iter().map(line).collect::<String>()
    }

    /// As comma-separated values.
    pub fn csv(&self) -> String {
        let line = |row: &Vec<String>| {
            row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n"
        };
        self.lines().map(line).collect()
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.heading).chain(&self.rows)
    }
}

/// Reads comma-separated values: the cells of each line.
pub fn parse_csv(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut lines = Vec::new();
    let mut cells = vec![String::new()];
    let mut characters = text.chars().peekable();
    let mut within = false;
    while let Some(character) = characters.next() {
        let cell = cells.last_mut().expect("a line has a cell");
        match character {
            '"' if !within && cell.is_empty() => within = true,
            '"' if within && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' if within => within = false,
            ',' if !within => cells.push(String::new()),
            '\n' if !within => lines.push(std::mem::replace(&mut cells, vec![String::new()])),
            other => cell.push(other),
        }
    }
    match (within, cells.as_slice()) {
        (true, _) => Err("a quotation has no end".to_string()),
        (false, [last]) if last.is_empty() => Ok(lines),
        (false, _) => Err("the last line has no end".to_string()),
    }
}

/// Whether a cell goes to the right: a number, or something in the place of one.
fn is_number(cell: &str) -> bool {
    cell.starts_with(|first: char| first.is_ascii_digit() || "-–>".contains(first))
        || cell.is_empty()
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_string()
    }
}

/// A ratio with three significant digits; a dash where there is none.
pub fn ratio(value: f64) -> String {
    match value {
        _ if !value.is_finite() => "–".to_string(),
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ if value >= 0.1 || value == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_aligned_and_quoted() {
        let mut table = Table::new(&["name", "n"]);
        table.row(vec!["a, b".into(), "10".into()]);
        table.row(vec!["say \"c\"".into(), "–".into()]);
        let markdown = "\
| name    |   n |
| ------- | --: |
| a, b    |  10 |
| say \"c\" |   – |
";
        assert_eq!(table.markdown(), markdown);
        assert_eq!(table.csv(), "name,n\n\"a, b\",10\n\"say \"\"c\"\"\",–\n");
        let read = [["name", "n"], ["a, b", "10"], ["say \"c\"", "–"]];
        assert_eq!(parse_csv(&table.csv()).unwrap(), read);
        assert!(parse_csv("a,\"b\n").is_err() && parse_csv("a,b").is_err());
    }

    #[test]
    fn ratios_have_three_digits() {
        let shown = [123.4, 12.34, 1.234, 0.0123, f64::NAN].map(ratio);
        assert_eq!(shown, ["123", "12.3", "1.23", "0.012", "–"]);
    }
}
