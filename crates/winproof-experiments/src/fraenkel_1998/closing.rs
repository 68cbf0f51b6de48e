//! The paper's closing question: is there a game with two heaps and simple rules, independent of the size of either heap,
//! whose lost positions are the pairs of table 4?
//!
//! If a rule is independent of the heaps' sizes, it is a set M of *vectors*: a move takes k from the first heap and l from
//! the second, for any (k, l) in M, as long as the heaps have that much. Two things are necessary and sufficient for the
//! lost positions to be given pairs: no vector of M is the difference of two of them, and from every other position a
//! vector of M leads to one of them. So there is a greatest candidate, all vectors that are no such difference. If
//! another position cannot get to a pair by it, no set M can do.
//!
//! Two positions cannot. (1, 2) is no pair, and the only pair below it is (0, 0), so (1, 2) must be in M. But (8, 21) and
//! (7, 19) are pairs, and (1, 2) leads from one to the other. The same holds for (2, 5), between (4, 11) and (2, 6). So the
//! answer is no, if the rules are independent of sizes in this sense.
//!
//! The next best are rules that fail in few positions. Moves from one heap alone are always allowed here: no pairs have a
//! number in common. For moves from both heaps, families of sets with few parameters are gone through. A set that contains
//! a difference of pairs is excluded; of the others the positions from which no move leads to a pair are counted.

use serde::{Deserialize, Serialize};

use super::sequences::ternary_pairs;

/// All pairs up to a size, and the differences between them.
pub struct Pairs {
    /// The largest heap of the positions that are looked at.
    size: usize,
    /// The pairs with A_n up to that size, (0, 0) first.
    pairs: Vec<(usize, usize)>,
    /// The other number of a pair, for each size.
    partner: Vec<usize>,
    /// Whether (k, l), k ≤ l, is the difference of two pairs, both up to the size.
    forbidden: Vec<bool>,
}

impl Pairs {
    /// Finds them.
    pub fn new(size: usize) -> Pairs {
        let mut pairs = vec![(0, 0)];
        let found = ternary_pairs(size as u64);
        pairs
            .extend(found.into_iter().map(|(lesser, greater)| (lesser as usize, greater as usize)));
        let mut partner = vec![usize::MAX; size + 1];
        let mut forbidden = vec![false; (size + 1) * (size + 1)];
        for (number, &(lesser, greater)) in pairs.iter().enumerate() {
            partner[lesser] = greater;
            if greater <= size {
                partner[greater] = lesser;
            }
            for &(other_lesser, other_greater) in &pairs[..number] {
                let same_order = Some((lesser - other_lesser, greater - other_greater));
                let crossed =
                    lesser.checked_sub(other_greater).map(|k| (k, greater - other_lesser));
                for (one, other) in same_order.into_iter().chain(crossed) {
                    let (k, l) = (one.min(other), one.max(other));
                    if l <= size {
                        forbidden[k * (size + 1) + l] = true;
                    }
                }
            }
        }
        Pairs { size, pairs, partner, forbidden }
    }

    /// Returns whether (k, l), k ≤ l, leads from a pair to a pair.
    fn is_forbidden(&self, k: usize, l: usize) -> bool {
        self.forbidden[k * (self.size + 1) + l]
    }

    /// Returns the first vector of a rule that leads from a pair to a pair.
    fn violation(&self, allows: impl Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
        let vectors = (1..=self.size).flat_map(|l| (1..=l).map(move |k| (k, l)));
        { vectors }.find(|&(k, l)| self.is_forbidden(k, l) && allows(k, l))
    }

    /// Returns the positions that are no pairs and from which no move leads to a pair, `most` at most.
    fn stuck(&self, most: usize, allows: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
        let positions = (1..=self.size).flat_map(|y| (1..=y).map(move |x| (x, y)));
        // By a move from one heap, or because it is a pair.
        let open = positions.filter(|&(x, y)| self.partner[x] > y && self.partner[y] >= x);
        let stuck = open.filter(|&(x, y)| {
            let leads = |left: (usize, usize)| {
                left.0 < x && left.1 < y && {
                    let (one, other) = (x - left.0, y - left.1);
                    allows(one.min(other), one.max(other))
                }
            };
            let below = self.pairs.iter().take_while(|pair| pair.0 < y);
            !{ below }
                .any(|&(lesser, greater)| leads((lesser, greater)) || leads((greater, lesser)))
        });
        stuck.take(most).collect()
    }

    /// Returns the positions from which no vector at all leads to a pair, except differences of pairs.
    pub fn stuck_in_any_game(&self) -> Vec<(usize, usize)> {
        self.stuck(usize::MAX, |k, l| !self.is_forbidden(k, l))
    }

    /// Returns two pairs of which this vector is the difference.
    pub fn pairs_apart(&self, (k, l): (usize, usize)) -> Option<[(usize, usize); 2]> {
        self.pairs.iter().find_map(|&(lesser, greater)| {
            let other = (lesser.checked_sub(k)?, greater.checked_sub(l)?);
            self.pairs.contains(&other).then_some([(lesser, greater), other])
        })
    }
}

/// A rule for moves that take k from one heap and l from the other, 0 < k ≤ l.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    /// q l < p k + t.
    Linear {
        /// The factor of l.
        q: i64,
        /// The factor of k.
        p: i64,
        /// The term.
        t: i64,
    },
    /// q l < p k + t, unless l - c k leaves the remainder r when divided by m.
    LinearBut {
        /// The factor of l.
        q: i64,
        /// The factor of k.
        p: i64,
        /// The term.
        t: i64,
        /// The divisor.
        m: i64,
        /// The factor in the remainder.
        c: i64,
        /// The remainder.
        r: i64,
    },
    /// l < φ² k + a/4, or φ² k + b/4 ≤ l < φ² k + c/4, where φ is the golden ratio.
    Golden {
        /// The end of the part from 0 on.
        a: i64,
        /// The beginning of the stripe.
        b: i64,
        /// The end of the stripe; there is none if it is not greater than the beginning.
        c: i64,
    },
}

impl Rule {
    /// Returns whether a move may take k and l, k ≤ l.
    fn allows(self, k: usize, l: usize) -> bool {
        let (k, l) = (k as i64, l as i64);
        match self {
            Rule::Linear { q, p, t } => q * l < p * k + t,
            Rule::LinearBut { q, p, t, m, c, r } => {
                q * l < p * k + t && (l - c * k).rem_euclid(m) != r
            }
            Rule::Golden { a, b, c } => {
                below_golden(k, l, a) || (below_golden(k, l, c) && !below_golden(k, l, b))
            }
        }
    }

    /// The rule in words.
    pub fn text(self) -> String {
        let linear = |q: i64, p: i64, t: i64| {
            let sign = if t < 0 { '-' } else { '+' };
            let factor =
                |number: i64| if number == 1 { String::new() } else { format!("{number} ") };
            format!("{}l < {}k {sign} {}", factor(q), factor(p), t.abs())
        };
        match self {
            Rule::Linear { q, p, t } => linear(q, p, t),
            Rule::LinearBut { q, p, t, m, c, r } => {
                format!("{}, l - {c} k ≢ {r} (mod {m})", linear(q, p, t))
            }
            Rule::Golden { a, b, c } if b >= c => format!("l < φ² k + ({a}/4)"),
            Rule::Golden { a, b, c } => {
                format!("l < φ² k + ({a}/4), or from φ² k + ({b}/4) to ({c}/4)")
            }
        }
    }
}

/// Returns whether l < φ² k + a/4, exactly: 4 l - a - 6 k < 2 √5 k.
fn below_golden(k: i64, l: i64, a: i64) -> bool {
    let left = 4 * l - a - 6 * k;
    left < 0 || left * left < 20 * k * k
}

/// A family of rules.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// q l < p k + t.
    Linear,
    /// The same, without one class of remainders.
    LinearBut,
    /// With the golden ratio, and perhaps a stripe.
    Golden,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 3] = [Family::Linear, Family::LinearBut, Family::Golden];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Family::Linear => "q l < p k + t",
            Family::LinearBut => "q l < p k + t, l - c k ≢ r (mod m)",
            Family::Golden => "l < φ² k + a/4, or in a stripe",
        }
    }

    /// All its rules with parameters up to some bounds, which grow with `width`.
    pub fn rules(self, width: i64) -> Vec<Rule> {
        let linear = |most: i64| {
            let rules = (1..=most).flat_map(move |q| {
                (0..=3 * q).flat_map(move |p| (-2 * q..=4 * q).map(move |t| (q, p, t)))
            });
            // Each rule once.
            rules.filter(|&(q, p, t)| gcd(gcd(q, p), t.abs()) == 1)
        };
        match self {
            Family::Linear => linear(width).map(|(q, p, t)| Rule::Linear { q, p, t }).collect(),
            Family::LinearBut => {
                let classes =
                    (2..=5).flat_map(|m| (0..m).flat_map(move |c| (0..m).map(move |r| (m, c, r))));
                let classes: Vec<_> = classes.collect();
                let with = |(q, p, t)| {
                    classes.iter().map(move |&(m, c, r)| Rule::LinearBut { q, p, t, m, c, r })
                };
                linear(width / 2).flat_map(with).collect()
            }
            Family::Golden => {
                let stripes =
                    (0..=3 * width).flat_map(|b| (b + 1..=3 * width).map(move |c| (b, c)));
                let stripes: Vec<_> = [(0, 0)].into_iter().chain(stripes).collect();
                let with = |a| stripes.iter().map(move |&(b, c)| Rule::Golden { a, b, c });
                (-2 * width..=width).flat_map(with).collect()
            }
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What became of the rules of a family.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// The rules.
    pub rules: u64,
    /// Those that lead from a pair to a pair.
    pub violating: u64,
    /// The rules that fail in the fewest positions, and these positions.
    pub best: Vec<(Rule, Vec<(usize, usize)>)>,
}

/// Rules are given up when so many positions are stuck.
const MOST_STUCK: usize = 200;

/// The rules of which the positions are listed.
const BEST: usize = 5;

/// Tries all rules of a family; `None` if it was interrupted.
pub fn try_family(pairs: &Pairs, rules: &[Rule], interrupted: impl Fn() -> bool) -> Option<Tried> {
    let mut tried = Tried { rules: rules.len() as u64, violating: 0, best: Vec::new() };
    let mut most = MOST_STUCK;
    for &rule in rules {
        if interrupted() {
            return None;
        }
        if pairs.violation(|k, l| rule.allows(k, l)).is_some() {
            tried.violating += 1;
            continue;
        }
        // One more than the worst of the best says that it is no better.
        let stuck = pairs.stuck(most, |k, l| rule.allows(k, l));
        if stuck.len() < most {
            let place = tried.best.partition_point(|(_, other)| other.len() <= stuck.len());
            tried.best.insert(place, (rule, stuck));
            tried.best.truncate(BEST);
            if tried.best.len() == BEST {
                most = tried.best[BEST - 1].1.len().max(1);
            }
        }
    }
    Some(tried)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who loses by the rule alone.
    fn lost(rule: Rule, size: usize) -> Vec<(usize, usize)> {
        let mut lost: Vec<(usize, usize)> = Vec::new();
        for y in 0..=size {
            for x in 0..=y {
                let wins = lost.iter().any(|&(lesser, greater)| {
                    [(lesser, greater), (greater, lesser)].into_iter().any(|(left, right)| {
                        let (Some(k), Some(l)) = (x.checked_sub(left), y.checked_sub(right)) else {
                            return false;
                        };
                        k.min(l) == 0 || rule.allows(k.min(l), k.max(l))
                    })
                });
                if !wins {
                    lost.push((x, y));
                }
            }
        }
        lost
    }

    /// A rule that violates nothing has the pairs as lost positions exactly up to the first that is stuck.
    #[test]
    fn stuck_positions_are_the_first_mistakes_of_a_rule() {
        let pairs = Pairs::new(60);
        for rule in Family::Linear.rules(6) {
            if pairs.violation(|k, l| rule.allows(k, l)).is_some() {
                continue;
            }
            let first = pairs.stuck(1, |k, l| rule.allows(k, l))[0];
            let found = lost(rule, first.1);
            let is_pair = |&(x, y): &(usize, usize)| pairs.partner[x] == y;
            assert!(found.contains(&first), "{rule:?}");
            let before = |position: &&(usize, usize)| (position.1, position.0) < (first.1, first.0);
            assert!(found.iter().filter(before).all(is_pair), "{rule:?}, {found:?}");
        }
    }

    #[test]
    fn no_set_of_vectors_will_do() {
        let pairs = Pairs::new(60);
        assert_eq!(pairs.stuck_in_any_game(), [(1, 2), (2, 5)]);
        assert_eq!(pairs.pairs_apart((1, 2)), Some([(8, 21), (7, 19)]));
        assert_eq!(pairs.pairs_apart((2, 5)), Some([(4, 11), (2, 6)]));
        assert_eq!(pairs.pairs_apart((1, 1)), None);
    }

    #[test]
    fn the_golden_ratio_is_compared_exactly() {
        for (k, l, below) in [
            (1, 2, true),
            (1, 3, false),
            (13, 34, true),
            (13, 35, false),
            (34, 89, true),
            (34, 90, false),
        ] {
            assert_eq!(below_golden(k, l, 0), below, "{k}, {l}");
        }
        assert!(below_golden(1, 3, 2) && !below_golden(1, 3, 1));
    }
}
