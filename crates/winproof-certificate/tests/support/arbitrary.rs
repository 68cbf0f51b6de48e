//! Random graphs and questions.

use proptest::prelude::*;
use winproof_rules::{Player, Question};

use super::graph::{GraphGame, Node};

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![Just(Player::First), Just(Player::Second)]
}

pub fn node(size: u16) -> impl Strategy<Value = Node> {
    let targets = prop::collection::btree_set(0..size, 1..4);
    let inner = (player(), targets)
        .prop_map(|(player, targets)| Node::Inner(player, targets.into_iter().collect()));
    prop_oneof![3 => inner, 1 => (-1..=1).prop_map(Node::End)]
}

pub fn graph() -> impl Strategy<Value = GraphGame> {
    (2..10_u16, -1..=1).prop_flat_map(|(size, endless)| {
        prop::collection::vec(node(size), usize::from(size))
            .prop_map(move |nodes| GraphGame { nodes, endless })
    })
}

pub fn question() -> impl Strategy<Value = Question> {
    (player(), -1..=2).prop_map(|(attacker, target)| Question { attacker, target })
}
