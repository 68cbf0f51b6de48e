//! Graphs as text: reading in two passes, the first over the lines, the second over the successors,
//! which may be defined further down; and writing.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::num::IntErrorKind;

use winproof_rules::{Game, InputError, Notation, Outcome, Player};

use super::{Content, Graph, Node};

/// No graph has more nodes than this: it would hardly fit into memory.
pub(super) const MOST_NODES: usize = 1 << 24;

/// A word of the text, with its place.
#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    line: Line<'t>,
    offset: usize,
}

#[derive(Clone, Copy)]
struct Line<'t> {
    text: &'t str,
    number: usize,
}

impl<'t> Line<'t> {
    /// The words of the line from the given offset on, up to a comment.
    fn tokens(self, from: usize) -> impl Iterator<Item = Token<'t>> {
        let mut end = from;
        let words = std::iter::from_fn(move || {
            let offset = end + self.text[end..].find(|c: char| !c.is_whitespace())?;
            let rest = &self.text[offset..];
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            end = offset + length;
            Some(Token { text: &rest[..length], line: self, offset })
        });
        words.take_while(|word| !word.text.starts_with('#'))
    }

    /// An error at a byte of the line.
    fn error(self, offset: usize, message: impl Into<String>) -> InputError {
        let column = self.text[..offset].chars().count() + 1;
        InputError::new(message).at(self.number, column)
    }
}

impl<'t> Token<'t> {
    /// An error at this word.
    fn error(self, message: impl Into<String>) -> InputError {
        self.line.error(self.offset, message)
    }

    fn end(self) -> usize {
        self.offset + self.text.len()
    }

    /// Returns the next word of the line; `expected` makes the error if there is none.
    fn next(self, expected: impl FnOnce() -> String) -> Result<Token<'t>, InputError> {
        let next = self.line.tokens(self.end()).next();
        next.ok_or_else(|| self.line.error(self.end(), expected()))
    }

    /// Makes sure that this is the last word of its line.
    fn is_last(self, of: &str) -> Result<(), InputError> {
        match self.line.tokens(self.end()).next() {
            Some(more) => {
                Err(more.error(format!("expected the line to end after {of}")).found(more.text))
            }
            None => Ok(()),
        }
    }

    /// The value that follows this word and ends the line.
    fn value_after(self, of: &str) -> Result<Outcome, InputError> {
        let word = self.next(|| format!("expected {of}, found no value"))?;
        word.is_last(of)?;
        let limit = Outcome::LIMIT;
        let out_of_range =
            || word.error(format!("expected a value from {} to {limit}", -limit)).found(word.text);
        match word.text.parse::<i32>() {
            Ok(value) => Outcome::new(value).ok_or_else(out_of_range),
            Err(error) => Err(match error.kind() {
                IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => out_of_range(),
                _ => word.error("expected an integer").found(word.text),
            }),
        }
    }
}

/// A line that defines a node.
struct Definition<'t> {
    name: Token<'t>,
    kind: DefinitionKind<'t>,
}

enum DefinitionKind<'t> {
    /// Who moves; the successors follow.
    Inner(Player, Token<'t>),
    End(Outcome),
}

/// What the first pass finds.
#[derive(Default)]
struct Lines<'t> {
    start: Option<Token<'t>>,
    infinite: Option<(Token<'t>, Outcome)>,
    definitions: Vec<Definition<'t>>,
    indices: HashMap<&'t str, u32>,
}

impl<'t> Lines<'t> {
    fn read_line(&mut self, line: Line<'t>, most_nodes: usize) -> Result<(), InputError> {
        let Some(first) = line.tokens(0).next() else {
            return Ok(());
        };
        let once = |earlier: Option<Token<'t>>| match earlier {
            Some(earlier) => Err(first.error(format!(
                "expected only one line with `{}`; the first is line {}",
                first.text, earlier.line.number
            ))),
            None => Ok(()),
        };
        match first.text {
            "start" => {
                once(self.start)?;
                let name = first.next(|| "expected `start NAME`, found no name".to_string())?;
                name.is_last("`start NAME`")?;
                self.start = Some(name);
            }
            "infinite" => {
                once(self.infinite.map(|(earlier, _)| earlier))?;
                self.infinite = Some((first, first.value_after("`infinite VALUE`")?));
            }
            _ => self.define(first, most_nodes)?,
        }
        Ok(())
    }

    fn define(&mut self, name: Token<'t>, most_nodes: usize) -> Result<(), InputError> {
        let expected =
            || format!("expected `A`, `B` or `=` after the name of node {}", quoted(name));
        let sign = name.next(expected)?;
        let kind = match sign.text {
            "A" => DefinitionKind::Inner(Player::First, sign),
            "B" => DefinitionKind::Inner(Player::Second, sign),
            "=" => DefinitionKind::End(sign.value_after("`NAME = VALUE`")?),
            other => return Err(sign.error(expected()).found(other)),
        };
        if self.definitions.len() == most_nodes {
            return Err(name.error(format!("expected at most {most_nodes} nodes")));
        }
        match self.indices.entry(name.text) {
            Entry::Occupied(entry) => {
                let earlier = self.definitions[*entry.get() as usize].name.line.number;
                let message =
                    format!("node {} is defined twice, first in line {earlier}", quoted(name));
                return Err(name.error(message));
            }
            Entry::Vacant(entry) => {
                entry.insert(self.definitions.len() as u32);
            }
        }
        self.definitions.push(Definition { name, kind });
        Ok(())
    }

    fn node(&self, word: Token<'t>, user: impl FnOnce() -> String) -> Result<Node, InputError> {
        self.indices.get(word.text).map(|&index| Node(index)).ok_or_else(|| {
            word.error(format!("{} leads to {}, which is not defined", user(), quoted(word)))
        })
    }

    fn link(&self) -> Result<Graph, InputError> {
        let endless = self.infinite.map_or(Outcome::DRAW, |(_, outcome)| outcome);
        let mut outcomes = vec![endless];
        let mut nodes = Vec::with_capacity(self.definitions.len());
        let mut successors = Vec::new();
        // For every node the number of the last line that led to it: finds repeated successors
        // without comparing all pairs.
        let mut last_line = vec![0; self.definitions.len()];
        for Definition { name, kind } in &self.definitions {
            nodes.push(match *kind {
                DefinitionKind::Inner(mover, sign) => {
                    let first = successors.len();
                    for word in sign.line.tokens(sign.end()) {
                        let node = self.node(word, || format!("node {}", quoted(*name)))?;
                        let seen = &mut last_line[node.0 as usize];
                        if *seen != name.line.number {
                            *seen = name.line.number;
                            successors.push(node);
                        }
                    }
                    if first == successors.len() {
                        let message =
                            format!("node {} has no moves: expected successors", quoted(*name));
                        return Err(sign.line.error(sign.end(), message));
                    }
                    Content::Inner { mover, successors: first..successors.len() }
                }
                DefinitionKind::End(outcome) => {
                    outcomes.push(outcome);
                    Content::End(outcome)
                }
            });
        }
        outcomes.sort_unstable();
        outcomes.dedup();
        let names = self.definitions.iter().map(|definition| definition.name.text.into()).collect();
        Ok(Graph { names, nodes, successors, endless, outcomes })
    }
}

/// A name in a message: cut off if it is very long.
fn quoted(name: Token<'_>) -> String {
    const LONGEST: usize = 40;
    let more = if name.text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("`{}{more}`", name.text.chars().take(LONGEST).collect::<String>())
}

/// Reads a graph of at most `most_nodes` nodes, and the node at which it starts.
pub(super) fn read(text: &str, most_nodes: usize) -> Result<(Graph, Node), InputError> {
    // Editors on Windows often put a byte order mark before the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(InputError::new("expected a graph, found an empty text").at(1, 1));
    }
    if !trimmed.contains(char::is_whitespace) {
        let message = "expected a graph, either as its whole text or as @FILE";
        return Err(InputError::new(message).found(trimmed).at(1, 1));
    }
    let mut lines = Lines::default();
    let mut last = 0;
    for (number, text) in (1..).zip(text.lines()) {
        let line = Line { text, number };
        if let Some(offset) = text.find(|c: char| c.is_control() && !c.is_whitespace()) {
            let control: String = text[offset..].chars().take(1).collect();
            return Err(line.error(offset, "expected a graph as plain text").found(&control));
        }
        lines.read_line(line, most_nodes)?;
        last = number;
    }
    let Some(start) = lines.start else {
        return Err(InputError::new("expected a line `start NAME`, found none").at(last + 1, 1));
    };
    let graph = lines.link()?;
    let start = lines.node(start, || "`start`".to_string())?;
    Ok((graph, start))
}

/// Writes a graph that starts at the given node.
pub(super) fn write(graph: &Graph, start: Node) -> String {
    let mut text = format!("start {}\n", graph.name(start));
    let mut line = |arguments: std::fmt::Arguments<'_>| {
        text.write_fmt(arguments).expect("a string takes all that is written to it");
    };
    if graph.endless != Outcome::DRAW {
        line(format_args!("infinite {}\n", graph.endless.worth_to(Player::First)));
    }
    for node in (0..graph.nodes.len() as u32).map(Node) {
        line(format_args!("{}", graph.name(node)));
        match graph.content(node) {
            Content::Inner { .. } => {
                line(format_args!(" {}", graph.player_name(graph.to_move(&node))));
                for successor in graph.successors(node) {
                    line(format_args!(" {}", graph.name(*successor)));
                }
                line(format_args!("\n"));
            }
            Content::End(outcome) => line(format_args!(" = {}\n", outcome.worth_to(Player::First))),
        }
    }
    text
}

#[cfg(test)]
mod tests;
