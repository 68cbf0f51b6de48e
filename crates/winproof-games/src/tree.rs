//! Random AND/OR trees, as in A. Nagai, "A new depth-first-search algorithm for AND/OR trees",
//! Complex Games Lab Workshop 1998, section 5.
//!
//! *Rules.* Every node has a hidden value v. The children of a node have its v plus a normally
//! distributed step of deviation σ. A node with v ≥ 1 is a win for the first player, one with v ≤ 0 a
//! loss. Any other node has `1 + Poisson(λ − 1)` children, where λ grows with the mover's advantage:
//! at v = 0 it is λ_bfmin for the first player and 2·avg − λ_bfmin for the second, at v = 1 the other
//! way round, and `avg` for both in the middle. The first player is OR and moves at even depths.
//!
//! *Notation.* `start` or `/` is the root, `/3/0/12` the node that those child numbers, counted from
//! 0, lead to. A node does not know how it was reached, so it is written as
//! `node:ID:V:DEPTH`, the first two in hexadecimal (v as the bits of the number). A move is the number
//! of the child.
//!
//! *Choices.* The paper leaves open σ, the root's v, λ_bfmin and a limit to depth. Ours:
//! - σ = 0.15 and v = 0.5: steps small enough that the outcome is open for some plies, and no side is
//!   favoured.
//! - λ_bfmin = 1: a player who is all but lost has one move left. It is the least that keeps the
//!   Poisson mean from becoming negative, and makes advantage matter most.
//! - no limit to depth. The trees are then infinite in expectation, though a solution of one
//!   may be finite; with `depth=D` a node at depth D that is not decided is a win if v ≥ 0.5, else a loss.
//!
//! *Reproducibility.* Trees are generated as they are visited: everything random about a node comes from its
//! 64-bit id, and the id of child i from its parent's id and i. The arithmetic uses only operations that IEEE
//! 754 defines to the last bit, and `libm` in place of the platform's `exp` and `ln`; a test fixes some
//! nodes, so that no tree can change unnoticed. The parameters other than `seed` do not enter the ids.

mod distribution;

use winproof_rules::{
    Encoding, Game, InputError, Key, Kind, Move, Notation, Outcome, Parameter, Player, Settings,
};

use crate::splitmix::{splitmix, uniform};
use crate::{GameInfo, RegisteredGame};

/// One random tree.
#[derive(Clone, Copy, Debug)]
pub struct Tree {
    /// Half of what λ gains as the mover's advantage goes from 0 to 1.
    half_slope: f64,
    least_branching: f64,
    deviation: f64,
    /// Where undecided nodes are ends; the greatest number where there is no limit.
    depth_limit: u32,
    root: TreeNode,
}

/// A node of a random tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeNode {
    id: u64,
    /// The bits of v: they can be compared and hashed.
    value_bits: u64,
    depth: u32,
}

/// No node is read that lies deeper than this: what is played from it must not overflow the depth.
const DEEPEST: u32 = 1_000_000_000;

/// The moves of the widest node. Copying from here makes `moves` a fifth faster than counting: a loop of
/// unpredictable length stalls at its end.
static ALL_MOVES: [Move; distribution::MOST_TERMS] = {
    let mut moves = [Move(0); distribution::MOST_TERMS];
    let mut index = 0;
    while index < moves.len() {
        moves[index] = Move(index as u32);
        index += 1;
    }
    moves
};

const ENCODED_LENGTH: usize = 20;

impl Tree {
    /// The tree with the given parameters.
    pub fn new(settings: &Settings) -> Result<Tree, InputError> {
        let average = settings.real("avg");
        let least_branching = settings.real("min");
        if least_branching > average {
            let message = format!("tree: expected `min` to be at most `avg` ({average})");
            return Err(InputError::new(message).found(&least_branching.to_string()));
        }
        let depth_limit = match settings.integer("depth") {
            0 => u32::MAX,
            depth => depth as u32,
        };
        Ok(Tree {
            half_slope: average - least_branching,
            least_branching,
            deviation: settings.real("sigma"),
            depth_limit,
            root: TreeNode {
                id: splitmix(settings.integer("seed") as u64, 0),
                value_bits: settings.real("v").to_bits(),
                depth: 0,
            },
        })
    }

    /// The root.
    pub fn root(&self) -> TreeNode {
        self.root
    }

    /// The number of children of a node that is not an end.
    #[inline]
    fn branching(&self, node: &TreeNode) -> u32 {
        let advantage = match self.to_move(node) {
            Player::First => node.value(),
            Player::Second => 1.0 - node.value(),
        };
        let lambda = 2.0 * self.half_slope * advantage + self.least_branching;
        1 + distribution::poisson(lambda - 1.0, uniform(splitmix(node.id, 0)))
    }

    /// A node read from somewhere, if this tree could have it.
    fn checked(&self, node: TreeNode) -> Option<TreeNode> {
        let in_depth = node.depth <= self.depth_limit.min(DEEPEST);
        (in_depth && node.value().is_finite()).then_some(node)
    }

    fn parse_node(&self, text: &str) -> Option<TreeNode> {
        let hexadecimal = |digits| u64::from_str_radix(digits, 16).ok();
        let mut parts = text.split(':');
        let node = TreeNode {
            id: hexadecimal(parts.next()?)?,
            value_bits: hexadecimal(parts.next()?)?,
            depth: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(node).and_then(|node| self.checked(node))
    }

    /// Follows the child numbers in `path`, which begins in the second column.
    fn parse_path(&self, path: &str) -> Result<TreeNode, InputError> {
        let mut node = self.root;
        let mut column = 2;
        for child in path.split('/') {
            let wrong = |message: String| InputError::new(message).found(child).at(1, column);
            if self.outcome(&node).is_some() {
                return Err(wrong("expected the path to end here, where the game is over".into()));
            }
            let branching = self.branching(&node);
            let index =
                child.parse().ok().filter(|&index| index < branching).ok_or_else(|| {
                    wrong(format!("expected a child from 0 to {}", branching - 1))
                })?;
            node = self.play(&node, Move(index));
            column += child.chars().count() + 1;
        }
        Ok(node)
    }
}

impl TreeNode {
    #[inline]
    fn value(&self) -> f64 {
        f64::from_bits(self.value_bits)
    }
}

impl Game for Tree {
    type Position = TreeNode;
    const CYCLIC: bool = false;
    const TRANSPOSES: bool = false;

    #[inline]
    fn to_move(&self, node: &TreeNode) -> Player {
        if node.depth.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn outcome(&self, node: &TreeNode) -> Option<Outcome> {
        let value = node.value();
        if value >= 1.0 {
            Some(Outcome::WIN)
        } else if value <= 0.0 {
            Some(Outcome::LOSS)
        } else if node.depth >= self.depth_limit {
            Some(if value >= 0.5 { Outcome::WIN } else { Outcome::LOSS })
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, node: &TreeNode, moves: &mut Vec<Move>) {
        moves.extend_from_slice(&ALL_MOVES[..self.branching(node) as usize]);
    }

    #[inline]
    fn play(&self, node: &TreeNode, mv: Move) -> TreeNode {
        // The number before those of the children is the one that `branching` draws.
        let id = splitmix(node.id, u64::from(mv.0) + 1);
        let value = node.value() + self.deviation * distribution::normal(uniform(id));
        TreeNode { id, value_bits: value.to_bits(), depth: node.depth + 1 }
    }

    /// The id is random already; v adds some fifty bits that come from all ancestors.
    #[inline]
    fn key(&self, node: &TreeNode) -> Key {
        const ODD: u64 = 0xd6e8_feb8_6659_fd93;
        let rest = node.value_bits.wrapping_add(u64::from(node.depth)).wrapping_mul(ODD);
        Key(u128::from(rest) << 64 | u128::from(node.id))
    }

    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::LOSS, Outcome::WIN]
    }
}

impl Encoding for Tree {
    fn encode(&self, node: &TreeNode, bytes: &mut Vec<u8>) {
        bytes.extend(node.id.to_le_bytes());
        bytes.extend(node.value_bits.to_le_bytes());
        bytes.extend(node.depth.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<TreeNode> {
        let bytes: &[u8; ENCODED_LENGTH] = bytes.try_into().ok()?;
        let (id, rest) = bytes.split_first_chunk()?;
        let (value, depth) = rest.split_first_chunk()?;
        self.checked(TreeNode {
            id: u64::from_le_bytes(*id),
            value_bits: u64::from_le_bytes(*value),
            depth: u32::from_le_bytes(depth.try_into().ok()?),
        })
    }
}

impl Notation for Tree {
    fn parse(&self, text: &str) -> Result<TreeNode, InputError> {
        let text = text.trim();
        if text == "start" || text == "/" {
            return Ok(self.root);
        }
        if let Some(path) = text.strip_prefix('/') {
            return self.parse_path(path);
        }
        text.strip_prefix("node:").and_then(|node| self.parse_node(node)).ok_or_else(|| {
            let expected = "expected `start`, a path such as `/3/0/12`, or `node:ID:V:DEPTH`";
            InputError::new(expected).found(text)
        })
    }

    fn format(&self, node: &TreeNode) -> String {
        if *node == self.root {
            return "start".to_string();
        }
        format!("node:{:016x}:{:016x}:{}", node.id, node.value_bits, node.depth)
    }

    fn format_move(&self, _: &TreeNode, mv: Move) -> String {
        mv.0.to_string()
    }

    fn draw(&self, node: &TreeNode) -> String {
        let state = match self.outcome(node) {
            Some(Outcome::WIN) => "over: true, the first player has won".to_string(),
            Some(_) => "over: false, the first player has lost".to_string(),
            None => {
                let kind = if self.to_move(node) == Player::First { "OR" } else { "AND" };
                let player = self.player_name(self.to_move(node));
                format!("{player} to move ({kind}), children: {}", self.branching(node))
            }
        };
        format!("depth {}, hidden value {:.6}\n{state}", node.depth, node.value())
    }

    fn player_name(&self, player: Player) -> &'static str {
        Self::INFO.player_name(player)
    }
}

impl RegisteredGame for Tree {
    const INFO: GameInfo = GameInfo {
        name: "tree",
        summary: "Random AND/OR trees (Nagai 1998) in which advantage gives more moves",
        parameters: &[
            Parameter {
                name: "avg",
                kind: Kind::Real { min: 1.0, max: 100.0, default: 8.0 },
                help: "average number of moves",
            },
            Parameter {
                name: "sigma",
                kind: Kind::Real { min: 0.0, max: 10.0, default: 0.15 },
                help: "standard deviation of the change of v in one move; small makes deep trees",
            },
            Parameter {
                name: "v",
                kind: Kind::Real { min: 0.0, max: 1.0, default: 0.5 },
                help: "value of the root: near 1 the first player wins more often, near 0 the second",
            },
            Parameter {
                name: "min",
                kind: Kind::Real { min: 1.0, max: 100.0, default: 1.0 },
                help: "average number of moves of a player who is all but lost; at most avg",
            },
            Parameter {
                name: "depth",
                kind: Kind::Integer { min: 0, max: DEEPEST as i64, default: 0 },
                help: "depth at which undecided nodes count as won if v >= 0.5; 0 for no limit",
            },
            Parameter {
                name: "seed",
                kind: Kind::Integer { min: 0, max: i64::MAX, default: 42 },
                help: "which tree",
            },
        ],
        players: ["first", "second"],
        draws: false,
        position_help: "`start`, or a path of child numbers from the root such as /3/0/12",
        multiline: false,
        ply: "ply",
        examples: &[("the root", "start"), ("two moves on", "/1/0")],
    };

    fn open(settings: &Settings, position: &str) -> Result<(Tree, TreeNode), InputError> {
        let tree = Tree::new(settings)?;
        let node = tree.parse(position)?;
        Ok((tree, node))
    }
}

#[cfg(test)]
mod tests;
