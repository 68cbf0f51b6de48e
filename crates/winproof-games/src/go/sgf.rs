//! Game records of Go in the Smart Game Format, read and written by the crate `sgf-parse`.
//!
//! A [`Record`] is a tree of nodes with stones that are set up, moves, marks, labels and comments. Properties that are
//! not about the board are not kept.
//!
//! The crate's trees are nested, and it drops and writes them by recursion. So a record that is deeper than
//! [`MOST_DEPTH`] is refused before it is read; otherwise a file of a few megabytes could exhaust the stack.

use std::collections::HashSet;

use sgf_parse::go::{Move, Point as Place, Prop};
use sgf_parse::{Color, SgfNode};
use winproof_rules::{InputError, Player};

use super::board::Board;
use super::point::{Point, PointSet};
use super::{BLACK, LEAST_SIZE, MOST_SIZE, WHITE};

/// The most nodes on one line of a record: several times the longest game of professionals.
pub const MOST_DEPTH: usize = 2_000;

/// A game record: the size of the board, and nodes of which the first is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Rows and columns of the board.
    pub size: usize,
    /// The nodes, each after the one that it follows.
    pub nodes: Vec<RecordNode>,
}

/// A node of a [`Record`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordNode {
    /// The node before it; `None` for the root.
    pub parent: Option<usize>,
    /// The nodes after it, the main line first.
    pub children: Vec<usize>,
    /// Stones that are put (`AB`, `AW`) or taken away (`AE`).
    pub changes: Vec<(Point, Option<Player>)>,
    /// Who is to move, if the record says so (`PL`).
    pub to_move: Option<Player>,
    /// A move (`B`, `W`): who plays, and where, or a pass.
    pub played: Option<(Player, Option<Point>)>,
    /// Texts on the board (`LB`).
    pub labels: Vec<(Point, String)>,
    /// Points with a triangle (`TR`).
    pub triangles: PointSet,
    /// Points with a circle (`CR`).
    pub circles: PointSet,
    /// Selected points (`SL`).
    pub selected: PointSet,
    /// A comment (`C`).
    pub comment: Option<String>,
}

impl Record {
    /// A record with a root alone.
    pub fn new(size: usize, root: RecordNode) -> Record {
        Record { size, nodes: vec![root] }
    }

    /// Adds a node after another one. Returns its number.
    pub fn add(&mut self, parent: usize, node: RecordNode) -> usize {
        let number = self.nodes.len();
        self.nodes.push(RecordNode { parent: Some(parent), children: Vec::new(), ..node });
        self.nodes[parent].children.push(number);
        number
    }

    /// Reads a record; of a collection the first one.
    pub fn parse(text: &str) -> Result<Record, InputError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        check_depth(text)?;
        let trees = sgf_parse::parse(text)
            .map_err(|error| InputError::new(format!("expected a record in SGF: {error}")))?;
        let root = trees.into_iter().next().and_then(|tree| tree.into_go_node().ok());
        let root = root.ok_or_else(|| InputError::new("expected a record of Go, GM[1]"))?;
        let size = size(&root)?;
        let mut record = Record { size, nodes: Vec::new() };
        // A stack of our own, the main line on top, so that nodes come in the order of the file.
        let mut open = vec![(None, &root)];
        while let Some((parent, node)) = open.pop() {
            let number = record.nodes.len();
            let read = RecordNode { parent, ..read_node(node, size)? };
            record.nodes.push(read);
            if let Some(parent) = parent {
                record.nodes[parent].children.push(number);
            }
            open.extend(node.children.iter().rev().map(|child| (Some(number), child)));
        }
        Ok(record)
    }

    /// Writes the record.
    pub fn to_sgf(&self) -> String {
        let mut written: Vec<Option<SgfNode<Prop>>> = self.nodes.iter().map(|_| None).collect();
        for (number, node) in self.nodes.iter().enumerate().rev() {
            // Children come after their parent, so they are there.
            let children = node.children.iter().filter_map(|&child| written[child].take());
            let children = children.collect();
            let mut properties = Vec::new();
            if number == 0 {
                let size = self.size as u8;
                let program = ["winproof"].map(String::from).to_vec();
                properties.extend([Prop::FF(4), Prop::GM(1), Prop::Unknown("AP".into(), program)]);
                properties.push(Prop::Unknown("SZ".into(), vec![size.to_string()]));
            }
            write_node(node, &mut properties);
            written[number] = Some(SgfNode::new(properties, children, number == 0));
        }
        written[0].take().map(|root| root.serialize()).unwrap_or_default()
    }

    /// The board at a node, with the moves up to it, and who is to move there if that is known.
    pub fn board_at(&self, node: usize) -> Result<(Board, Option<Player>), InputError> {
        let mut line = vec![node];
        while let Some(parent) = self.nodes[line[line.len() - 1]].parent {
            line.push(parent);
        }
        let mut board = Board::new(self.size);
        let mut to_move = None;
        for &number in line.iter().rev() {
            let node = &self.nodes[number];
            for &(point, player) in &node.changes {
                board.set(point, player);
            }
            if let Some((player, point)) = node.played {
                if let Some(point) = point {
                    board.play(player, point).map_err(|error| {
                        let name = point.to_gtp(self.size);
                        InputError::new(format!("expected a legal move: {error}")).found(&name)
                    })?;
                }
                to_move = Some(player.opponent());
            }
            to_move = node.to_move.or(to_move);
        }
        Ok((board, to_move))
    }
}

/// Refuses texts whose trees are too deep, before anything is built.
fn check_depth(text: &str) -> Result<(), InputError> {
    let (mut depth, mut starts) = (0, Vec::new());
    let (mut in_value, mut escaped) = (false, false);
    for character in text.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' if in_value => escaped = true,
            ']' => in_value = false,
            _ if in_value => {}
            '[' => in_value = true,
            '(' => starts.push(depth),
            ')' => depth = starts.pop().unwrap_or(0),
            ';' => depth += 1,
            _ => {}
        }
        if depth.max(starts.len()) > MOST_DEPTH {
            let message = format!("expected at most {MOST_DEPTH} nodes on one line of the record");
            return Err(InputError::new(message));
        }
    }
    Ok(())
}

fn size(root: &SgfNode<Prop>) -> Result<usize, InputError> {
    match root.get_property("SZ") {
        None => Ok(MOST_SIZE),
        Some(&Prop::SZ((columns, rows)))
            if columns == rows && (LEAST_SIZE..=MOST_SIZE).contains(&usize::from(rows)) =>
        {
            Ok(usize::from(rows))
        }
        Some(other) => {
            let message = format!("expected a square board of {LEAST_SIZE} to {MOST_SIZE} rows");
            Err(InputError::new(message).found(&other.to_string()))
        }
    }
}

fn read_node(node: &SgfNode<Prop>, size: usize) -> Result<RecordNode, InputError> {
    let mut read = RecordNode::default();
    let point = |place: &Place| {
        let (column, row) = (usize::from(place.x), usize::from(place.y));
        let message = "expected points of the board";
        let is_there = column < size && row < size;
        is_there.then(|| Point::new(column, row)).ok_or_else(|| {
            InputError::new(message).found(&format!("column {}, row {}", column + 1, row + 1))
        })
    };
    let points =
        |places: &HashSet<Place>| places.iter().map(point).collect::<Result<PointSet, _>>();
    let moved = |mv: &Move| match mv {
        Move::Pass => Ok(None),
        // How a pass was written up to the third version of the format.
        Move::Move(Place { x: 19, y: 19 }) => Ok(None),
        Move::Move(place) => point(place).map(Some),
    };
    for property in &node.properties {
        let mut change = |places, player| {
            points(places).map(|set| read.changes.extend(set.iter().map(|it| (it, player))))
        };
        match property {
            Prop::AB(places) => change(places, Some(BLACK))?,
            Prop::AW(places) => change(places, Some(WHITE))?,
            Prop::AE(places) => change(places, None)?,
            Prop::PL(colour) => {
                read.to_move = Some(if *colour == Color::Black { BLACK } else { WHITE });
            }
            Prop::B(mv) => read.played = Some((BLACK, moved(mv)?)),
            Prop::W(mv) => read.played = Some((WHITE, moved(mv)?)),
            Prop::TR(places) => read.triangles = points(places)?,
            Prop::CR(places) => read.circles = points(places)?,
            Prop::SL(places) => read.selected = points(places)?,
            Prop::LB(labels) => {
                for (place, text) in labels {
                    read.labels.push((point(place)?, text.to_string()));
                }
                read.labels.sort();
            }
            Prop::C(text) => read.comment = Some(text.to_string()),
            Prop::Invalid(name, values)
                if ["AB", "AW", "AE", "PL", "B", "W"].contains(&name.as_str()) =>
            {
                let message = format!("expected a valid value of {name}");
                return Err(InputError::new(message).found(&values.join("][")));
            }
            _ => {}
        }
    }
    Ok(read)
}

/// Writes lists in order: the crate's own sets have none.
fn write_node(node: &RecordNode, properties: &mut Vec<Prop>) {
    let mut list = |name: &str, values: Vec<String>| {
        if !values.is_empty() {
            properties.push(Prop::Unknown(name.to_string(), values));
        }
    };
    for (name, player) in [("AB", Some(BLACK)), ("AW", Some(WHITE)), ("AE", None)] {
        let changes = node.changes.iter().filter(|(_, changed)| *changed == player);
        list(name, changes.map(|(point, _)| point.to_sgf()).collect());
    }
    let of = |set: &PointSet| set.iter().map(Point::to_sgf).collect();
    list("TR", of(&node.triangles));
    list("CR", of(&node.circles));
    list("SL", of(&node.selected));
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:");
    let labels = node.labels.iter();
    list(
        "LB",
        labels.map(|(point, text)| format!("{}:{}", point.to_sgf(), escaped(text))).collect(),
    );
    if let Some((player, point)) = node.played {
        let name = if player == BLACK { "B" } else { "W" };
        properties.push(Prop::Unknown(
            name.to_string(),
            vec![point.map(Point::to_sgf).unwrap_or_default()],
        ));
    }
    if let Some(player) = node.to_move {
        properties.push(Prop::PL(if player == BLACK { Color::Black } else { Color::White }));
    }
    if let Some(comment) = &node.comment {
        properties.push(Prop::C(comment.as_str().into()));
    }
}
