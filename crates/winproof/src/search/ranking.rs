//! Children of a wide node in the order of some number.
//!
//! The searches read all children of a node whenever one of them has changed. For the nodes of most games
//! that is fastest. But with 200,000 successors, all would be read 200,000 times: there the order is kept
//! instead, and a change costs the logarithm. Decisions are the same: of equal children the first one counts.

use std::collections::BTreeSet;

use crate::policy::total::RunningTotal;
use crate::settings::Sum;

/// Nodes with more children than this are wide. If it is smaller, ordinary games have wide nodes, which are
/// searched faster by reading all children. If it is larger, a visit to a node that is not wide takes longer.
pub const WIDE: usize = 1024;

/// Some places of a list, ranked by their values: the least first, and of equals the first.
pub struct Ranking<V> {
    /// The value by which each place is ranked; `None` if it does not take part.
    values: Vec<Option<V>>,
    order: BTreeSet<(V, u32)>,
}

impl<V: Copy + Ord> Ranking<V> {
    /// Ranks the places of a list.
    pub fn new(values: impl Iterator<Item = Option<V>>) -> Ranking<V> {
        let values: Vec<_> = values.collect();
        let order =
            (0..).zip(&values).filter_map(|(place, &value)| Some((value?, place))).collect();
        Ranking { values, order }
    }

    /// Changes the value of a place.
    pub fn set(&mut self, place: usize, value: Option<V>) {
        let old = std::mem::replace(&mut self.values[place], value);
        if old == value {
            return;
        }
        if let Some(old) = old {
            self.order.remove(&(old, place as u32));
        }
        if let Some(value) = value {
            self.order.insert((value, place as u32));
        }
    }

    /// Returns the value of a place that takes part.
    pub fn get(&self, place: usize) -> Option<V> {
        self.values[place]
    }

    /// Returns how many places take part.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns the first place, and its value.
    pub fn first(&self) -> Option<(usize, V)> {
        self.order.first().map(|&(value, place)| (place as usize, value))
    }

    /// Returns the second place.
    pub fn second(&self) -> Option<usize> {
        self.order.iter().nth(1).map(|&(_, place)| place as usize)
    }

    /// Returns the greatest value.
    pub fn greatest(&self) -> Option<V> {
        self.order.last().map(|&(value, _)| value)
    }

    /// Ranks the places that take part by other values.
    pub fn rank_anew(&mut self, mut value: impl FnMut(usize) -> V) {
        let places = std::mem::take(&mut self.order).into_iter();
        let ranked = places.map(|(_, place)| (value(place as usize), place));
        self.order =
            ranked.inspect(|&(value, place)| self.values[place as usize] = Some(value)).collect();
    }
}

/// What a child of a wide node contributes.
#[derive(Clone, Copy)]
pub struct Contribution<C> {
    /// The number that the node minimises.
    pub least: i64,
    /// The number that the node adds up.
    pub total: i64,
    /// The rank by which the search chooses among the children.
    pub choice: C,
}

/// The children of a wide node that count.
pub struct Contenders<C> {
    least: Ranking<i64>,
    totals: Ranking<i64>,
    sum: i64,
    /// In the order in which the search would choose them.
    pub choice: Ranking<C>,
}

impl<C: Copy + Ord> Contenders<C> {
    /// Makes it from the children of a list that count.
    pub fn new(children: &[Option<Contribution<C>>]) -> Contenders<C> {
        let all = || children.iter();
        Contenders {
            least: Ranking::new(all().map(|child| Some(child.as_ref()?.least))),
            totals: Ranking::new(all().map(|child| Some(child.as_ref()?.total))),
            sum: all().flatten().map(|child| child.total).sum(),
            choice: Ranking::new(all().map(|child| Some(child.as_ref()?.choice))),
        }
    }

    /// Returns how many children there are in all.
    pub fn places(&self) -> usize {
        self.least.values.len()
    }

    /// Returns whether a child counts.
    pub fn has(&self, place: usize) -> bool {
        self.least.get(place).is_some()
    }

    /// Changes what a child contributes; `None` if it does not count any more.
    pub fn set(&mut self, place: usize, child: Option<Contribution<C>>) {
        self.sum -= self.totals.get(place).unwrap_or(0);
        self.sum += child.map_or(0, |child| child.total);
        self.least.set(place, child.map(|child| child.least));
        self.totals.set(place, child.map(|child| child.total));
        self.choice.set(place, child.map(|child| child.choice));
    }

    /// Returns the first child of those that contribute the least number, and that number.
    pub fn least(&self) -> Option<(usize, i64)> {
        self.least.first()
    }

    /// Returns the total of all of them.
    pub fn total(&self, rule: Sum) -> RunningTotal {
        rule.of(self.sum, self.totals.greatest().unwrap_or(0), self.totals.len() as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow reference: a scan.
    fn scan(values: &[Option<i32>]) -> Vec<usize> {
        let mut places: Vec<_> =
            (0..values.len()).filter(|&place| values[place].is_some()).collect();
        places.sort_by_key(|&place| values[place]);
        places
    }

    #[test]
    fn finds_what_a_scan_finds() {
        let mut values: Vec<_> =
            (0..50).map(|place| (place % 3 > 0).then_some(place % 7)).collect();
        let mut ranking = Ranking::new(values.iter().copied());
        for step in 0..2000 {
            let place = step * 31 % 50;
            values[place] = (step % 5 > 0).then_some((step * step % 11) as i32);
            ranking.set(place, values[place]);
            if step % 100 == 99 {
                let shifted = |place: usize| values[place].map_or(0, |value| -value);
                ranking.rank_anew(shifted);
                values.iter_mut().for_each(|value| *value = value.map(|value| -value));
            }
            let places = scan(&values);
            assert_eq!(ranking.len(), places.len());
            assert_eq!(ranking.first().map(|(place, _)| place), places.first().copied());
            assert_eq!(ranking.second(), places.get(1).copied());
            assert_eq!(ranking.greatest(), values.iter().copied().max().flatten());
            assert_eq!(ranking.get(place), values[place]);
        }
    }
}
