//! Life and death without a search.
//!
//! *Unconditional life* (Benson, *Life in the game of Go*, 1976). A chain of the defender cannot be captured, even if
//! the defender always passes, if it has a liberty outside, or two *vital* spaces of its own. A space is a connected set
//! of points without stones of the defender. It is vital to a chain if all its empty points are liberties of that
//! chain: then the attacker cannot fill it without filling the last liberty of a stone of their own. A space counts only
//! if all chains around it are alive, and if it has no way to the outside.
//!
//! *The opposite.* The target is dead if it cannot get two eyes, whoever moves. The attacker's chains with a liberty
//! outside, call them the *wall*, cannot be captured. Let C be what the target reaches without crossing the wall. An eye
//! of the defender is at points of C that are not next to the wall or the outside, the *inner* points: elsewhere the
//! attacker can always play, since the stone is then part of the wall. If C has no point where the defender is
//! connected to the outside, and there is at most one inner point, or two next to each other, the attacker wins as
//! follows: play on empty points next to the wall until there are none. Then the only empty points are inner ones, and
//! all chains of the defender in C have all their liberties there. If there is one, a move there captures them all. If
//! there are two, play on one of them; the defender can only capture that stone from the other one, after which one is
//! left. The attacker's stones that are not part of the wall are on inner points, too, so capturing them gives the
//! defender nothing else.

use super::area::{Area, Connected, Mask};
use super::position::TsumegoPosition;

/// What has to be looked at again and again for unconditional life.
struct Space {
    empty: Mask,
    /// The stones of the defender next to it.
    stones: Mask,
}

impl Area {
    /// The defender's stones that are unconditionally alive.
    pub fn alive_for_good(&self, position: &TsumegoPosition) -> Mask {
        let defender = self.defender();
        let stones = position.stones(defender);
        let chains: Vec<Connected> = self.parts(stones).collect();
        let empty = position.empty(self);
        let spaces: Vec<Space> = self
            .parts(self.all & !stones)
            .filter(|space| space.points & self.border == 0)
            .map(|space| Space { empty: space.points & empty, stones: space.around & stones })
            .collect();
        let mut alive = stones;
        loop {
            let is_vital = |space: &&Space, chain: &Connected| {
                space.empty & !chain.around == 0 && space.stones & !alive == 0
            };
            let lives = |chain: &&Connected| {
                self.is_anchored(chain, defender)
                    || spaces.iter().filter(|space| is_vital(space, chain)).nth(1).is_some()
            };
            let still = chains.iter().filter(|chain| chain.points & alive != 0).filter(lives);
            let still = still.fold(0, |still, chain| still | chain.points);
            if still == alive {
                return alive;
            }
            alive = still;
        }
    }

    /// The attacker's stones that have a liberty outside.
    pub fn wall(&self, position: &TsumegoPosition) -> Mask {
        let attacker = self.attacker;
        let stones = position.stones(attacker);
        let mut wall = 0;
        let mut seeds = stones & self.anchors[attacker as usize];
        while seeds != 0 {
            wall |= self.connected(seeds.trailing_zeros() as usize, stones).points;
            seeds &= !wall;
        }
        wall
    }

    /// The points that the target reaches without crossing the wall, and the inner ones of these; `None` if the
    /// defender may get out.
    pub fn enclosure(&self, position: &TsumegoPosition) -> Option<Enclosure> {
        let wall = self.wall(position);
        let mut space = 0;
        let mut seeds = position.target;
        while seeds != 0 {
            space |= self.connected(seeds.trailing_zeros() as usize, self.all & !wall).points;
            seeds &= !space;
        }
        let is_closed = space & self.anchors[self.defender() as usize] == 0;
        let outer = self.around(wall) | self.anchors[self.attacker as usize];
        is_closed.then_some(Enclosure { space, inner: space & !outer })
    }
}

/// Where the target is shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Enclosure {
    /// What the target reaches without crossing the wall.
    pub space: Mask,
    /// The points of it where the defender may have an eye.
    pub inner: Mask,
}

impl Enclosure {
    /// Whether there is no room for two eyes.
    pub fn is_dead(&self, area: &Area) -> bool {
        match self.inner.count_ones() {
            0 | 1 => true,
            2 => {
                let one = self.inner.trailing_zeros() as usize;
                area.neighbours(one) & self.inner != 0
            }
            _ => false,
        }
    }
}
