//! Which stones are the target, and where it is played, if a problem does not say so.
//!
//! *Spheres.* A player's sphere is a set of stones with the empty points up to [`REACH`] steps away that the opponent is
//! not nearer to; spheres that touch are one. A sphere is *enclosed* if it has at most [`GAPS`] points at that distance
//! with the opponent no nearer, and *open* otherwise.
//!
//! *Target.* Candidates are the enclosed spheres next to an open one of the opponent. Enclosed spheres next to none are
//! captives: stones within another group's eyes. Enclosed spheres of one player around the same captive are one
//! group. The target is the group with the most stones in the least room: twice its stones less the empty points of
//! its spheres. If who attacks is known, only the other player's groups count.
//!
//! *Region.* Empty points up to [`NEAR`] steps from the target, and those up to [`REACH`] that the attacker is not
//! nearer to; captives and weaker friends of the target are walked through. Then all liberties of the target, and all
//! of attacker's chains with no more than [`WEAK`] liberties, one of them in the region. What is outside belongs to
//! the attacker, with two exceptions, which are liberties of both players: points next to the region that the target
//! is nearer to, and the liberties of the defender's open spheres next to it.
//!
//! *Doubts.* The rule is a guess. It says itself when another one would be as good.

use std::collections::VecDeque;

use winproof_rules::{InputError, Player};

use super::setup::Setup;
use crate::go::{Board, Point, PointSet};

/// How many steps a sphere reaches. With more, groups across a gap become one; with fewer, eyes fall apart.
const REACH: u8 = 3;

/// How many points an enclosed sphere may have at its full reach: the gaps in the walls of old problems.
const GAPS: usize = 2;

/// How far the region reaches where the attacker is nearer: a hane under the wall and the reply to it.
const NEAR: u8 = 2;

/// The most liberties of attacker's chains that the defender may try to capture.
const WEAK: usize = 2;

/// Farther than any point.
const FAR: u8 = u8::MAX;

/// What is known about a problem.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub board: Board,
    pub region: Option<PointSet>,
    pub open: PointSet,
    pub target: Option<PointSet>,
    pub attacker: Option<Player>,
    pub to_move: Player,
    pub ko: Option<Point>,
}

impl Draft {
    /// Finds what is missing.
    pub fn complete(self) -> Result<Setup, InputError> {
        let Draft { board, region, open, target, attacker, to_move, ko } = self;
        let guess = match (target, attacker) {
            (Some(target), Some(attacker)) => Guess { target, attacker, doubts: Vec::new() },
            (Some(target), None) => {
                let owner = target.first().and_then(|stone| board.at(stone).player());
                let message = "expected who attacks, since no stone is marked as target";
                let owner = owner.ok_or_else(|| InputError::new(message))?;
                Guess { target, attacker: owner.opponent(), doubts: Vec::new() }
            }
            (None, attacker) => Guess::new(&board, attacker).ok_or_else(|| {
                let message = "expected a group that is shut in; mark the stones of the target by \
                               capital letters";
                InputError::new(message)
            })?,
        };
        let Guess { target, attacker, .. } = guess;
        let (region, open) = match region {
            Some(region) => (region, open),
            None => region_of(&board, &target, attacker),
        };
        Ok(Setup { board, region, open, target, attacker, to_move, passes: 0, ko })
    }
}

/// A guess which stones are the target.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The stones of the target.
    pub target: PointSet,
    /// The player who attacks it.
    pub attacker: Player,
    /// What speaks against the guess.
    pub doubts: Vec<&'static str>,
}

impl Guess {
    /// Guesses the target of a problem by the rule of this module. `None` if no group is shut in.
    pub fn new(board: &Board, attacker: Option<Player>) -> Option<Guess> {
        let spheres = spheres(board);
        let mut groups = groups(board, &spheres);
        let is_wanted = |group: &Group| attacker.is_none_or(|it| it != group.player);
        groups.sort_by_key(|group| -group.weakness());
        let chosen = groups.iter().find(|group| is_wanted(group))?;
        let mut doubts = Vec::new();
        let is_rival = |other: &&Group| other.player != chosen.player && other.stones.len() > 2;
        if attacker.is_none() && groups.iter().any(|other| is_rival(&other)) {
            doubts.push("both players have a group that is shut in");
        }
        let (_, open) = region_of(board, &chosen.stones, chosen.player.opponent());
        if !open.is_empty() {
            doubts.push("the group may get out");
        }
        Some(Guess { target: chosen.stones, attacker: chosen.player.opponent(), doubts })
    }
}

/// Stones and the points near them.
struct Sphere {
    player: Player,
    stones: PointSet,
    /// With the stones.
    points: PointSet,
    is_enclosed: bool,
}

/// What may be the target.
struct Group {
    player: Player,
    stones: PointSet,
    room: usize,
}

impl Group {
    fn weakness(&self) -> i64 {
        2 * self.stones.len() as i64 - self.room as i64
    }
}

/// How many steps points are from stones, over empty points.
fn distances(board: &Board, stones: impl Iterator<Item = Point>) -> Vec<u8> {
    let mut distances = vec![FAR; Point::COUNT];
    let mut open: VecDeque<Point> = stones.collect();
    open.iter().for_each(|stone| distances[stone.index()] = 0);
    while let Some(point) = open.pop_front() {
        let distance = distances[point.index()] + 1;
        for neighbour in point.neighbours() {
            if board.is_empty_at(neighbour) && distances[neighbour.index()] == FAR {
                distances[neighbour.index()] = distance;
                open.push_back(neighbour);
            }
        }
    }
    distances
}

fn stones_of(board: &Board, player: Player) -> impl Iterator<Item = Point> + '_ {
    board.points().filter(move |&point| board.at(point).player() == Some(player))
}

fn spheres(board: &Board) -> Vec<Sphere> {
    let players = [Player::First, Player::Second];
    let steps = players.map(|player| distances(board, stones_of(board, player)));
    let mut spheres: Vec<Sphere> = Vec::new();
    for player in players {
        let [own, other] = [player, player.opponent()].map(|it| &steps[it as usize]);
        let is_near = |point: Point| {
            board.is_empty_at(point)
                && own[point.index()] <= REACH
                && own[point.index()] <= other[point.index()]
        };
        let mut seen = PointSet::EMPTY;
        for stone in stones_of(board, player) {
            if seen.contains(stone) {
                continue;
            }
            let mut points = PointSet::EMPTY;
            points.insert(stone);
            let mut open = vec![stone];
            while let Some(point) = open.pop() {
                for neighbour in point.neighbours() {
                    let belongs =
                        board.at(neighbour).player() == Some(player) || is_near(neighbour);
                    if belongs && !points.contains(neighbour) {
                        points.insert(neighbour);
                        open.push(neighbour);
                    }
                }
            }
            seen |= points;
            let is_gap =
                |point: &Point| own[point.index()] == REACH && other[point.index()] >= REACH;
            let gaps = points.iter().filter(is_gap).count();
            let stones = points.iter().filter(|&it| !board.is_empty_at(it)).collect();
            spheres.push(Sphere { player, stones, points, is_enclosed: gaps <= GAPS });
        }
    }
    spheres
}

/// Whether a point of one sphere is next to a stone of the other.
fn touch(one: &Sphere, other: &Sphere) -> bool {
    let is_stone = |point: Point| point.neighbours().iter().any(|&it| other.stones.contains(it));
    one.points.iter().any(is_stone)
}

/// The groups that may be the target.
fn groups(board: &Board, spheres: &[Sphere]) -> Vec<Group> {
    let enemies = |sphere: &Sphere| -> Vec<usize> {
        let is_enemy = |&number: &usize| {
            spheres[number].player != sphere.player && touch(sphere, &spheres[number])
        };
        (0..spheres.len()).filter(is_enemy).collect()
    };
    let enemies: Vec<Vec<usize>> = spheres.iter().map(enemies).collect();
    let is_candidate = |number: usize| {
        spheres[number].is_enclosed && enemies[number].iter().any(|&it| !spheres[it].is_enclosed)
    };
    let is_captive = |number: usize| spheres[number].is_enclosed && !is_candidate(number);
    let mut taken = vec![false; spheres.len()];
    let mut groups = Vec::new();
    for first in (0..spheres.len()).filter(|&number| is_candidate(number)) {
        if std::mem::replace(&mut taken[first], true) {
            continue;
        }
        let mut members = vec![first];
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            next += 1;
            for &captive in enemies[member].iter().filter(|&&it| is_captive(it)) {
                for &other in enemies[captive].iter().filter(|&&it| spheres[it].is_enclosed) {
                    if !std::mem::replace(&mut taken[other], true) {
                        members.push(other);
                    }
                }
            }
        }
        let (mut stones, mut points) = (PointSet::EMPTY, PointSet::EMPTY);
        for member in members {
            stones |= spheres[member].stones;
            points |= spheres[member].points;
        }
        let room = points.iter().filter(|&point| board.is_empty_at(point)).count();
        groups.push(Group { player: spheres[first].player, stones, room });
    }
    groups
}

/// The empty points where a target is attacked and defended, and those outside that are liberties of both players.
pub(super) fn region_of(
    board: &Board,
    target: &PointSet,
    attacker: Player,
) -> (PointSet, PointSet) {
    let spheres = spheres(board);
    let is_open = |sphere: &&Sphere| !sphere.is_enclosed;
    let open_friends: Vec<&Sphere> =
        spheres.iter().filter(is_open).filter(|it| it.player != attacker).collect();
    let is_captive = |sphere: &&Sphere| {
        sphere.player == attacker
            && sphere.is_enclosed
            && sphere.stones.len() < target.len()
            && !open_friends.iter().any(|friend| touch(sphere, friend))
    };
    let mut captives = PointSet::EMPTY;
    spheres.iter().filter(is_captive).for_each(|sphere| captives |= sphere.stones);
    let mut friends = *target;
    for sphere in spheres.iter().filter(|it| it.player != attacker && it.is_enclosed) {
        friends |= sphere.stones;
    }
    let own = walks(board, target, &friends, &captives);
    let walls = stones_of(board, attacker).filter(|&stone| !captives.contains(stone));
    let other = distances(board, walls);
    let is_near = |point: &Point| {
        let (own, other) = (own[point.index()], other[point.index()]);
        board.is_empty_at(*point) && (own <= NEAR || own <= REACH && own <= other)
    };
    let mut region: PointSet = board.points().filter(is_near).collect();
    for stone in target.iter() {
        board.chain(stone).iter().for_each(|chain| region |= *chain.liberties());
    }
    for stone in stones_of(board, attacker) {
        let chain = board
            .chain(stone)
            .filter(|chain| chain.liberties().len() <= WEAK && chain.liberties().meets(&region));
        chain.iter().for_each(|chain| region |= *chain.liberties());
    }
    let next_to_region = |point: &Point| point.neighbours().iter().any(|&it| region.contains(it));
    let is_exit = |point: &Point| {
        board.is_empty_at(*point)
            && !region.contains(*point)
            && own[point.index()] != FAR
            && own[point.index()] <= other[point.index()]
            && next_to_region(point)
    };
    let mut open: PointSet = board.points().filter(is_exit).collect();
    for sphere in open_friends {
        for stone in sphere.stones.iter().filter(|stone| !target.contains(*stone)) {
            let touches = board.chain_stones(stone).any(|stone| next_to_region(&stone));
            if let Some(chain) = board.chain(stone).filter(|_| touches) {
                open |= *chain.liberties() - region;
            }
        }
    }
    (region, open)
}

/// How many steps points are from the target, where its friends are no obstacle and captives take a step each.
fn walks(board: &Board, target: &PointSet, friends: &PointSet, captives: &PointSet) -> Vec<u8> {
    let mut distances = vec![FAR; Point::COUNT];
    let mut open: VecDeque<Point> = target.iter().collect();
    open.iter().for_each(|stone| distances[stone.index()] = 0);
    while let Some(point) = open.pop_front() {
        for neighbour in point.neighbours() {
            let is_friend = friends.contains(neighbour);
            if !is_friend && !board.is_empty_at(neighbour) && !captives.contains(neighbour) {
                continue;
            }
            let distance = distances[point.index()] + u8::from(!is_friend);
            if distance < distances[neighbour.index()] {
                distances[neighbour.index()] = distance;
                if is_friend { open.push_front(neighbour) } else { open.push_back(neighbour) }
            }
        }
    }
    distances
}
