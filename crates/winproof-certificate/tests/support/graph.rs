//! A game that is an explicit graph, with any cycles, passes and values.

use winproof_rules::{Encoding, Game, Key, Move, Outcome, Player};

#[derive(Clone, Debug)]
pub enum Node {
    /// Who moves, and where to; the code of a move is the node that it leads to.
    Inner(Player, Vec<u16>),
    End(i32),
}

#[derive(Clone, Debug)]
pub struct GraphGame {
    pub nodes: Vec<Node>,
    pub endless: i32,
}

impl GraphGame {
    /// Reads nodes in order: `A1,2` (first moves to 1 or 2), `B…` (second moves), `=-1` (an end).
    pub fn new(text: &str, endless: i32) -> GraphGame {
        let node = |word: &str| {
            let (kind, rest) = word.split_at(1);
            let moves = || rest.split(',').map(|target| target.parse().unwrap()).collect();
            match kind {
                "A" => Node::Inner(Player::First, moves()),
                "B" => Node::Inner(Player::Second, moves()),
                _ => Node::End(rest.parse().unwrap()),
            }
        };
        GraphGame { nodes: text.split_whitespace().map(node).collect(), endless }
    }

    pub fn moves_of(&self, position: u16) -> &[u16] {
        match &self.nodes[usize::from(position)] {
            Node::Inner(_, moves) => moves,
            Node::End(_) => &[],
        }
    }
}

impl Game for GraphGame {
    type Position = u16;

    fn to_move(&self, position: &u16) -> Player {
        match self.nodes[usize::from(*position)] {
            Node::Inner(player, _) => player,
            Node::End(_) => Player::First,
        }
    }

    fn outcome(&self, position: &u16) -> Option<Outcome> {
        match self.nodes[usize::from(*position)] {
            Node::Inner(..) => None,
            Node::End(value) => Outcome::new(value),
        }
    }

    fn moves(&self, position: &u16, moves: &mut Vec<Move>) {
        moves.extend(self.moves_of(*position).iter().map(|&target| Move(target.into())));
    }

    fn play(&self, position: &u16, mv: Move) -> u16 {
        assert!(self.moves_of(*position).contains(&(mv.0 as u16)), "an illegal move was played");
        mv.0 as u16
    }

    fn key(&self, position: &u16) -> Key {
        Key((*position).into())
    }

    fn endless(&self) -> Outcome {
        Outcome::new(self.endless).unwrap()
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let value = |node: &Node| match node {
            Node::Inner(..) => None,
            Node::End(value) => Some(*value),
        };
        let mut values: Vec<_> = self.nodes.iter().filter_map(value).collect();
        values.push(self.endless);
        values.sort_unstable();
        values.dedup();
        values.into_iter().filter_map(Outcome::new).collect()
    }
}

impl Encoding for GraphGame {
    fn encode(&self, position: &u16, bytes: &mut Vec<u8>) {
        bytes.extend(position.to_be_bytes());
    }

    /// Laxer than the contract of `Game` allows, on purpose: the top bit does not matter here. The checker
    /// itself must ensure that each position has one encoding.
    fn decode(&self, bytes: &[u8]) -> Option<u16> {
        let position = u16::from_be_bytes(bytes.try_into().ok()?) & 0x7fff;
        (usize::from(position) < self.nodes.len()).then_some(position)
    }
}

/// Graphs for certificates, by name.
pub fn catalogue() -> Vec<(&'static str, &'static str)> {
    vec![
        // The attacker A wins from 0 by way of 1; loops back to 0 and 1 are on offer everywhere.
        ("strategy", "A1,4 B2,3 A5,0 A6,1 B7,0 =1 =1 =-1"),
        // B holds from 0 by returning from 1 to 0 for ever; from 2 there is a draw.
        ("fortress", "A1,2 B0,3 B4,5 =1 =0 A3"),
        // One player moves round a cycle alone; leaving it loses for that player.
        ("attackers", "A1,2 A0,2 =-1"),
        ("defenders", "B1 B0,2 =1"),
        // No cycles; players do not alternate; scores.
        ("scores", "A1,2 A3,4 B4,5 =3 B6,7 B7,8 =-2 =2 =0"),
        // Nothing but an end.
        ("end", "=0"),
        // The two graphs on which incorrect searches of cyclic graphs failed.
        ("naive", "B2,1 A3 B3 A1,2,4 =1"),
        ("live-lock", "B1,2 A2,3 A1,3 A0"),
    ]
}
