//! Positions of a problem, and the rules: legal moves, captures, passes and ends.

use winproof_rules::{Key, Outcome, Player};

use super::area::{Area, Connected, Mask};

/// A position of a problem: what is in the region, and whose turn it is. What is outside is part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TsumegoPosition {
    /// The stones of each player in the region.
    pub(super) stones: [Mask; 2],
    /// Those of the defender's stones that the attacker has to capture.
    pub(super) target: Mask,
    pub(super) to_move: Player,
    /// How many of the last moves were passes, up to two.
    pub(super) passes: u8,
    /// Where the rule of ko forbids to play, with simple ko.
    pub(super) ko: Option<u8>,
}

impl TsumegoPosition {
    /// The empty points of the region.
    #[inline]
    pub(super) fn empty(&self, area: &Area) -> Mask {
        area.all & !(self.stones[0] | self.stones[1])
    }

    /// A player's stones in the region.
    #[inline]
    pub(super) fn stones(&self, player: Player) -> Mask {
        self.stones[player as usize]
    }

    /// The points where a player may play: not suicide, and not forbidden by ko if it is this player's turn.
    pub(super) fn legal(&self, area: &Area, player: Player) -> Mask {
        let empty = self.empty(area);
        // A move is legal if it has a liberty of its own, joins a chain that has another one, or captures. All points
        // are looked at together: chain by chain, not point by point.
        let mut legal = area.anchors[player as usize] | area.around(empty);
        if legal & empty != empty {
            for chain in area.parts(self.stones(player)) {
                let liberties = chain.around & empty;
                if liberties & liberties.wrapping_sub(1) != 0 || area.is_anchored(&chain, player) {
                    legal |= liberties;
                }
            }
            for chain in area.parts(self.stones(player.opponent())) {
                let liberties = chain.around & empty;
                if liberties & liberties.wrapping_sub(1) == 0
                    && !area.is_anchored(&chain, player.opponent())
                {
                    legal |= liberties;
                }
            }
        }
        let forbidden = match self.ko {
            Some(number) if player == self.to_move => 1 << number,
            _ => 0,
        };
        legal & empty & !forbidden
    }

    /// The position after a pass.
    #[inline]
    pub(super) fn after_pass(&self) -> TsumegoPosition {
        TsumegoPosition {
            to_move: self.to_move.opponent(),
            passes: (self.passes + 1).min(2),
            ko: None,
            ..*self
        }
    }

    /// The position after a legal move at a point. `simple_ko` says whether taking a ko back at once is forbidden.
    pub(super) fn after(&self, area: &Area, number: usize, simple_ko: bool) -> TsumegoPosition {
        let (player, opponent) = (self.to_move, self.to_move.opponent());
        let bit: Mask = 1 << number;
        let own = self.stones(player) | bit;
        let captured = self.captures(area, number);
        let mut stones = [0; 2];
        stones[player as usize] = own;
        stones[opponent as usize] = self.stones(opponent) & !captured;
        let mut after = TsumegoPosition {
            stones,
            target: self.target & !captured,
            to_move: opponent,
            passes: 0,
            ko: None,
        };
        if simple_ko && captured.is_power_of_two() {
            let chain = area.connected(number, own);
            let is_alone = chain.points == bit && !area.is_anchored(&chain, player);
            if is_alone && chain.around & after.empty(area) == captured {
                after.ko = Some(captured.trailing_zeros() as u8);
            }
        }
        after
    }

    /// The stones that a move of the player to move at an empty point captures.
    #[inline]
    pub(super) fn captures(&self, area: &Area, number: usize) -> Mask {
        let opponent = self.to_move.opponent();
        let enemy = self.stones(opponent);
        let left = self.empty(area) & !(1 << number);
        let mut next_to = area.neighbours(number) & enemy;
        let mut captured = 0;
        while next_to != 0 {
            let chain: Connected = area.connected(next_to.trailing_zeros() as usize, enemy);
            next_to &= !chain.points;
            if chain.around & left == 0 && !area.is_anchored(&chain, opponent) {
                captured |= chain.points;
            }
        }
        captured
    }

    /// How the game ended, if it is over: the target is captured, or both players passed. `unconditional` says whether
    /// the target must then be alive without any further move.
    #[inline]
    pub(super) fn outcome(&self, area: &Area, unconditional: bool) -> Option<Outcome> {
        if self.target == 0 {
            Some(Outcome::won_by(area.attacker))
        } else if self.passes >= 2 {
            let lives = !unconditional || area.alive_for_good(self) & self.target != 0;
            Some(Outcome::won_by(if lives { area.defender() } else { area.attacker }))
        } else {
            None
        }
    }

    /// A hash of everything.
    pub(super) fn key(&self) -> Key {
        let halves = |mask: Mask| [mask as u64, (mask >> 64) as u64];
        let [a, b] = halves(self.stones[0]);
        let [c, d] = halves(self.stones[1]);
        let [e, f] = halves(self.target);
        let ko = self.ko.map_or(0, |number| u64::from(number) + 1);
        let rest = ko << 3 | u64::from(self.passes) << 1 | self.to_move as u64;
        let words = [a, b, c, d, e, f, rest, 0];
        let lane = |seed: usize| {
            let pairs = words.chunks_exact(2).zip(CONSTANTS[seed].chunks_exact(2));
            pairs.fold(CONSTANTS[seed][8], |hash, (words, constants)| {
                multiplied(hash ^ words[0] ^ constants[0], words[1] ^ constants[1])
            })
        };
        Key(u128::from(lane(0)) << 64 | u128::from(lane(1)))
    }
}

/// The product of two numbers, folded so that all bits depend on all.
#[inline]
fn multiplied(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    (product ^ product >> 64) as u64
}

/// Numbers for hashes.
const CONSTANTS: [[u64; 9]; 2] = {
    let mut constants = [[0; 9]; 2];
    let mut index = 0;
    while index < 18 {
        constants[index / 9][index % 9] = crate::splitmix::splitmix(0x7530, index as u64);
        index += 1;
    }
    constants
};
