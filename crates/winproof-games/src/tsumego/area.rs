//! The region of play with everything around it that never changes: which points can be played on, what is next to
//! what, and where stones are connected to the outside.
//!
//! Points of the region are numbered, and sets of them are bits of a [`Mask`]. What happens in the region never
//! changes the outside, so all that the outside means for a stone is whether it can be captured: a chain with a
//! stone on an *anchor* of its colour has a liberty outside for ever. That is one bit for each point and colour.

use winproof_rules::{InputError, Player};

use super::position::TsumegoPosition;
use super::setup::Setup;
use crate::go::{Board, Point, PointSet};

/// A set of points of the region.
pub(super) type Mask = u128;

/// The most points that a region has, stones included.
pub(super) const MOST_POINTS: usize = Mask::BITS as usize;

/// The number of points that are not in the region.
const OUTSIDE: u8 = u8::MAX;

/// The points of a set, the least first.
#[inline]
pub(super) fn bits(mut set: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(bit as usize)
    })
}

/// A chain of stones, or another connected set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Connected {
    pub points: Mask,
    /// All points next to one of these, some of which may be of the set itself.
    pub around: Mask,
}

/// The region of play, and what does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Area {
    /// The stones outside.
    fixed: Board,
    /// Empty points outside that are liberties of both players.
    open: PointSet,
    points: Vec<Point>,
    numbers: Vec<u8>,
    neighbours: Vec<Mask>,
    /// All points of the region.
    pub all: Mask,
    /// For each player the points where a stone has a liberty outside, or joins a chain that has.
    pub anchors: [Mask; 2],
    /// Points that have a neighbour outside which is not a stone of the defender.
    pub border: Mask,
    pub attacker: Player,
}

impl Area {
    /// Finds the region of a problem: its empty points, the target, and all chains that can be captured.
    pub fn new(setup: &Setup) -> Result<(Area, TsumegoPosition), InputError> {
        let inside = inside(setup);
        let points: Vec<Point> = inside.iter().collect();
        if points.len() > MOST_POINTS {
            let found = format!("{} points", points.len());
            let message = format!("expected a region of at most {MOST_POINTS} points with stones");
            return Err(InputError::new(message).found(&found));
        }
        let mut numbers = vec![OUTSIDE; Point::COUNT];
        let mut fixed = setup.board.clone();
        for (number, &point) in points.iter().enumerate() {
            numbers[point.index()] = number as u8;
            fixed.set(point, None);
        }
        let all = points.iter().enumerate().fold(0, |all, (number, _)| all | 1 << number);
        let mut area = Area {
            fixed,
            open: setup.open - inside,
            neighbours: vec![0; points.len()],
            points,
            numbers,
            all,
            anchors: [0; 2],
            border: 0,
            attacker: setup.attacker,
        };
        for number in 0..area.points.len() {
            area.join(number);
        }
        let position = area.position(setup)?;
        Ok((area, position))
    }

    /// Notes what is next to a point.
    fn join(&mut self, number: usize) {
        let bit = 1 << number;
        let defender = self.attacker.opponent();
        for neighbour in self.points[number].neighbours() {
            if let Some(other) = self.number(neighbour) {
                self.neighbours[number] |= 1 << other;
            } else if self.fixed.is_empty_at(neighbour) {
                self.anchors[self.attacker as usize] |= bit;
                self.border |= bit;
                if self.open.contains(neighbour) {
                    self.anchors[defender as usize] |= bit;
                }
            } else if let Some(owner) = self.fixed.at(neighbour).player() {
                self.anchors[owner as usize] |= bit;
                self.border |= if owner == self.attacker { bit } else { 0 };
            }
        }
    }

    /// The stones of a problem with this region.
    fn position(&self, setup: &Setup) -> Result<TsumegoPosition, InputError> {
        let mut position = TsumegoPosition {
            stones: [0; 2],
            target: 0,
            to_move: setup.to_move,
            passes: setup.passes,
            ko: None,
        };
        for (number, &point) in self.points.iter().enumerate() {
            if let Some(player) = setup.board.at(point).player() {
                position.stones[player as usize] |= 1 << number;
            }
            if setup.target.contains(point) {
                position.target |= 1 << number;
            }
        }
        if let Some(point) = setup.ko {
            let message = "expected ko to forbid an empty point of the region";
            let number = self.number(point).filter(|_| setup.region.contains(point));
            let number =
                number.ok_or_else(|| InputError::new(message).found(&point.to_gtp(self.size())))?;
            position.ko = Some(number as u8);
        }
        if let Some(number) = self.breathless(&position) {
            let name = self.points[number].to_gtp(self.size());
            let message = "expected every chain to have a liberty (points outside the region are no \
                           liberties of the defender, unless they are marked `+`)";
            return Err(InputError::new(message).found(&name));
        }
        Ok(position)
    }

    /// A stone of a chain that has neither a liberty nor an anchor, if there is one.
    pub fn breathless(&self, position: &TsumegoPosition) -> Option<usize> {
        let empty = self.all & !(position.stones[0] | position.stones[1]);
        [Player::First, Player::Second].into_iter().find_map(|player| {
            let breathless =
                |chain: &Connected| chain.around & empty == 0 && !self.is_anchored(chain, player);
            let chain = self.parts(position.stones[player as usize]).find(breathless)?;
            Some(chain.points.trailing_zeros() as usize)
        })
    }

    /// The problem that a position of this region is.
    pub fn setup(&self, position: &TsumegoPosition) -> Setup {
        let mut board = self.fixed.clone();
        for player in [Player::First, Player::Second] {
            for number in bits(position.stones[player as usize]) {
                board.set(self.points[number], Some(player));
            }
        }
        let empty = self.all & !(position.stones[0] | position.stones[1]);
        let set = |mask| bits(mask).map(|number| self.points[number]).collect();
        Setup {
            board,
            region: set(empty),
            open: self.open,
            target: set(position.target),
            attacker: self.attacker,
            to_move: position.to_move,
            passes: position.passes,
            ko: position.ko.map(|number| self.points[usize::from(number)]),
        }
    }

    /// The position of a problem, if it has this region and this outside.
    pub fn position_of(&self, setup: &Setup) -> Result<TsumegoPosition, InputError> {
        let mut fixed = setup.board.clone();
        for &point in &self.points {
            fixed.set(point, None);
        }
        let is_same = fixed == self.fixed
            && setup.open == self.open
            && setup.attacker == self.attacker
            && setup.region.iter().all(|point| self.number(point).is_some())
            && setup.target.iter().all(|point| self.number(point).is_some())
            // All empty points of this region are in that region too.
            && self.points.iter().all(|&it| !setup.board.is_empty_at(it) || setup.region.contains(it));
        if !is_same {
            let message = "expected a position of the same problem, found another one";
            return Err(InputError::new(message));
        }
        self.position(setup)
    }

    /// Rows and columns of the board.
    #[inline]
    pub fn size(&self) -> usize {
        self.fixed.size()
    }

    /// How many points the region has.
    #[inline]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    #[inline]
    pub fn defender(&self) -> Player {
        self.attacker.opponent()
    }

    /// The number of a point, if it is in the region.
    #[inline]
    pub fn number(&self, point: Point) -> Option<usize> {
        Some(self.numbers[point.index()]).filter(|&it| it != OUTSIDE).map(usize::from)
    }

    /// The point of a number.
    #[inline]
    pub fn point(&self, number: usize) -> Point {
        self.points[number]
    }

    /// The points next to a point.
    #[inline]
    pub fn neighbours(&self, number: usize) -> Mask {
        self.neighbours[number]
    }

    /// All points that are next to some point of a set.
    #[inline]
    pub fn around(&self, set: Mask) -> Mask {
        bits(set).fold(0, |around, number| around | self.neighbours[number])
    }

    /// What is connected with a point within a set that contains the point.
    #[inline]
    pub fn connected(&self, number: usize, set: Mask) -> Connected {
        let mut points = 1 << number;
        let mut around = 0;
        let mut open: Mask = points;
        while open != 0 {
            let next = open.trailing_zeros() as usize;
            open &= open - 1;
            let neighbours = self.neighbours[next];
            around |= neighbours;
            open |= neighbours & set & !points;
            points |= neighbours & set;
        }
        Connected { points, around }
    }

    /// The connected parts of a set: chains, if it consists of stones.
    #[inline]
    pub fn parts(&self, set: Mask) -> impl Iterator<Item = Connected> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let part = self.connected(rest.trailing_zeros() as usize, set);
            rest &= !part.points;
            Some(part)
        })
    }

    /// Whether a player's chain has a liberty outside.
    #[inline]
    pub fn is_anchored(&self, chain: &Connected, player: Player) -> bool {
        chain.points & self.anchors[player as usize] != 0
    }
}

/// The points of the region of a problem, stones included.
fn inside(setup: &Setup) -> PointSet {
    let board = &setup.board;
    let mut inside = setup.region;
    for point in setup.target.iter() {
        board.chain_stones(point).for_each(|stone| inside.insert(stone));
    }
    // A chain belongs to it if it can be captured and is next to what belongs to it. One may lead to another.
    loop {
        let mut grew = false;
        for point in board.points().filter(|&point| board.chain(point).is_some()) {
            let touches = || point.neighbours().into_iter().any(|it| inside.contains(it));
            if !inside.contains(point) && touches() && setup.can_be_captured(point) {
                board.chain_stones(point).for_each(|stone| inside.insert(stone));
                grew = true;
            }
        }
        if !grew {
            return inside;
        }
    }
}
