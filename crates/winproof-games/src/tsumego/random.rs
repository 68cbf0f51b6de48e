//! Small random problems, for tests: every verdict about them can be compared with a search of everything.

use super::area::Area;
use super::setup::Setup;
use super::{Tsumego, text};
use crate::go::{BLACK, Board, Point, PointSet, WHITE};
use crate::splitmix::splitmix;

/// Rows and columns of the boards.
const SIZE: usize = 5;

/// The most points of a region with its stones: three to the power of this is the number of boards.
const MOST_POINTS: usize = 9;

/// The most empty points at the beginning.
const MOST_EMPTY: usize = 7;

impl Tsumego {
    /// A random problem with a region of up to seven empty points, in a corner, at an edge or in the middle, with stones
    /// of both players and points of all kinds around it. Always the same for a seed.
    pub fn random_problem(seed: u64) -> String {
        let mut number = 0;
        let mut random = |below: usize| {
            number += 1;
            (splitmix(seed, number) >> 8) as usize % below
        };
        loop {
            if let Some(setup) = draw_lots(&mut random) {
                return text::write(&setup);
            }
        }
    }
}

/// Tries to make a problem.
fn draw_lots(random: &mut impl FnMut(usize) -> usize) -> Option<Setup> {
    let points: Vec<Point> = Point::all(SIZE).collect();
    let mut inside = PointSet::EMPTY;
    inside.insert(points[random(points.len())]);
    let wanted = 4 + random(MOST_POINTS - 3);
    while inside.len() < wanted {
        let next = points[random(points.len())];
        if next.neighbours().iter().any(|&it| inside.contains(it)) {
            inside.insert(next);
        }
    }
    let [attacker, defender] = if random(2) == 0 { [BLACK, WHITE] } else { [WHITE, BLACK] };
    let mut board = Board::new(SIZE);
    let (mut region, mut open) = (PointSet::EMPTY, PointSet::EMPTY);
    // Some problems are nearly decided, some have hardly any stones; few are open to the outside.
    let crowd = 2 + random(5);
    let leaks = random(3) == 0;
    for point in points {
        let stone = match (inside.contains(point), random(8)) {
            (true, lot) if lot < crowd => Some([attacker, defender, defender][random(3)]),
            (true, _) => {
                region.insert(point);
                None
            }
            (false, 0) if leaks => {
                open.insert(point);
                None
            }
            (false, 1) if leaks => Some(defender),
            (false, lot) => (lot < 6).then_some(attacker),
        };
        board.set(point, stone);
    }
    if board.breathless().is_some() || !(1..=MOST_EMPTY).contains(&region.len()) {
        return None;
    }
    let stones: Vec<Point> = inside.iter().filter(|&it| board.at(it) == defender.into()).collect();
    let first = *stones.get(random(stones.len().max(1)))?;
    let all = random(2) == 0;
    let target =
        stones.into_iter().filter(|&it| all || board.chain_stones(first).any(|stone| stone == it));
    let target = target.collect();
    let to_move = [attacker, defender][random(2)];
    let setup = Setup { board, region, open, target, attacker, to_move, passes: 0, ko: None };
    let (area, _) = Area::new(&setup).ok()?;
    (area.len() <= MOST_POINTS).then_some(setup)
}
