//! The order in which a node's children stand. Ties are broken by it, so it is part of the search.

use std::cmp::Reverse;

use winproof_game::{Game, Move};

/// How the children of a node are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the game generates them.
    Generated,
    /// As the game's own [`MoveOrdering`](winproof_game::MoveOrdering) says, if it has one.
    Static,
    /// In an order of chance that depends on the seed and the position alone.
    Shuffled(u64),
}

impl Order {
    /// Reads the value of the parameter `order`.
    pub fn named(name: &str, seed: u64) -> Order {
        match name {
            "static" => Order::Static,
            "shuffled" => Order::Shuffled(seed),
            _ => Order::Generated,
        }
    }

    /// Orders the moves of a position.
    #[inline]
    pub fn apply<G: Game>(self, game: &G, position: &G::Position, moves: &mut [Move]) {
        match self {
            Order::Generated => {}
            Order::Static => {
                if let Some(ordering) = game.ordering() {
                    moves.sort_by_cached_key(|&mv| Reverse(ordering.score(position, mv)));
                }
            }
            Order::Shuffled(seed) => {
                let key = game.key(position).0;
                let salt = seed ^ key as u64 ^ (key >> 64) as u64;
                moves.sort_by_cached_key(|&mv| (scramble(salt ^ scramble(u64::from(mv.0))), mv));
            }
        }
    }
}

/// One step of the splitmix64 generator.
fn scramble(value: u64) -> u64 {
    let mut bits = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
