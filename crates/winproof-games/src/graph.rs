//! Any finite game, written down as a graph.
//!
//! *Rules.* Players A and B. Every node either belongs to one of them, who moves to one of its
//! successors, or is an end with a value for A. Play may be endless.
//!
//! *Notation.* One line per node, in any order:
//!
//! ```text
//! # Comments stand at the start of a line or after blanks.
//! start a
//! a A b c          # A moves from a to b or to c
//! b B a c          # B moves from b to a or to c
//! c = 1            # an end worth 1 to A
//! infinite 0       # what endless play is worth to A: 0 unless said otherwise
//! ```
//!
//! A name is any run of characters without blanks that does not begin with `#`. A line that begins
//! with `start` or `infinite` is not about a node of that name. A successor that is named twice in a
//! line counts once. A move has the name of the node that it leads to.
//!
//! *Choices.* The text of a position is the whole graph: what `start` names is the position, the rest
//! is the game. So it is written out again in full, with `start` set to the position, the nodes in the
//! order in which they were defined. A node is identified by its place in that order, which is why reading
//! the text back gives the same bytes in certificates.

mod text;

use std::ops::Range;

use winproof_rules::{Encoding, Game, InputError, Key, Move, Notation, Outcome, Player, Settings};

use crate::{GameInfo, RegisteredGame};

/// A finite game given as a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    names: Vec<Box<str>>,
    nodes: Vec<Content>,
    /// The successors of all nodes, one node after the other.
    successors: Vec<Node>,
    endless: Outcome,
    /// All values that occur, in increasing order.
    outcomes: Vec<Outcome>,
}

/// A node of a [`Graph`]: its place in the order of definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Inner { mover: Player, successors: Range<usize> },
    End(Outcome),
}

/// As many moves as this are shown when a node is drawn.
const DRAWN_MOVES: usize = 20;

impl Graph {
    /// Reads a graph, and the node at which it starts.
    pub fn read(text: &str) -> Result<(Graph, Node), InputError> {
        text::read(text, text::MOST_NODES)
    }

    /// What a node is called.
    pub fn name(&self, node: Node) -> &str {
        &self.names[node.0 as usize]
    }

    fn content(&self, node: Node) -> &Content {
        &self.nodes[node.0 as usize]
    }

    /// Where a node's moves lead to: nowhere if it is an end.
    fn successors(&self, node: Node) -> &[Node] {
        match self.content(node) {
            Content::Inner { successors, .. } => &self.successors[successors.clone()],
            Content::End(_) => &[],
        }
    }
}

impl Game for Graph {
    type Position = Node;

    /// Ends belong to A, although nobody moves there.
    fn to_move(&self, node: &Node) -> Player {
        match *self.content(*node) {
            Content::Inner { mover, .. } => mover,
            Content::End(_) => Player::First,
        }
    }

    fn outcome(&self, node: &Node) -> Option<Outcome> {
        match *self.content(*node) {
            Content::Inner { .. } => None,
            Content::End(outcome) => Some(outcome),
        }
    }

    fn moves(&self, node: &Node, moves: &mut Vec<Move>) {
        moves.extend(self.successors(*node).iter().map(|successor| Move(successor.0)));
    }

    fn play(&self, _: &Node, mv: Move) -> Node {
        Node(mv.0)
    }

    fn key(&self, node: &Node) -> Key {
        Key(node.0.into())
    }

    fn endless(&self) -> Outcome {
        self.endless
    }

    fn outcomes(&self) -> Vec<Outcome> {
        self.outcomes.clone()
    }
}

impl Encoding for Graph {
    fn encode(&self, node: &Node, bytes: &mut Vec<u8>) {
        bytes.extend(node.0.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Node> {
        let index = u32::from_le_bytes(bytes.try_into().ok()?);
        ((index as usize) < self.nodes.len()).then_some(Node(index))
    }
}

impl Notation for Graph {
    fn parse(&self, text: &str) -> Result<Node, InputError> {
        let (graph, start) = Graph::read(text)?;
        if graph != *self {
            return Err(InputError::new("expected the same graph, found another one"));
        }
        Ok(start)
    }

    fn format(&self, node: &Node) -> String {
        text::write(self, *node)
    }

    fn format_move(&self, _: &Node, mv: Move) -> String {
        self.name(Node(mv.0)).to_string()
    }

    fn draw(&self, node: &Node) -> String {
        let name = self.name(*node);
        if let Some(outcome) = self.outcome(node) {
            return format!("{name}: an end, worth {} to A", outcome.worth_to(Player::First));
        }
        let player = self.player_name(self.to_move(node));
        let mut drawing = format!("{name}: {player} moves to");
        let successors = self.successors(*node);
        for successor in successors.iter().take(DRAWN_MOVES) {
            drawing += " ";
            drawing += self.name(*successor);
        }
        drawing + if successors.len() > DRAWN_MOVES { " …" } else { "" }
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Graph {
    const INFO: GameInfo = GameInfo {
        name: "graph",
        summary: "Any finite game, cycles included, written down node by node",
        parameters: &[],
        players: ["A", "B"],
        draws: true,
        position_help: "one line per node: `NAME A SUCCESSOR…` or `NAME B SUCCESSOR…` (who moves, \
                        and where to) or `NAME = VALUE` (an end, seen by A); `start NAME`; and \
                        perhaps `infinite VALUE` (endless play, 0 by default); `#` for comments",
        multiline: true,
        ply: "ply",
        examples: &[
            (
                "A must leave the circle in time",
                "start n0\nn0 B n2 n1\nn1 A n3\nn2 B n3\nn3 A n1 n2 n5\nn5 = 1\n",
            ),
            ("nothing but circles", "start n0\nn0 B n1 n2\nn1 A n2 n3\nn2 A n1 n3\nn3 A n0\n"),
            (
                "scores, and endless play that B dislikes",
                "start a\na A b c\nb B a low\nc B high a\nlow = -3\nhigh = 7\ninfinite 2\n",
            ),
        ],
    };

    fn open(_: &Settings, position: &str) -> Result<(Graph, Node), InputError> {
        Graph::read(position)
    }
}
