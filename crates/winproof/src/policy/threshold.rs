//! Thresholds of the depth-first searches: when the search of a node ends.

use crate::search::depth_first::View;
use crate::settings::Thresholds;
use crate::table::arena::Role;

/// A threshold that only a solved node reaches, and the value of an infinite number.
pub const INFINITE: i64 = 1 << 40;

/// The thresholds of a node, for its proof and its disproof number. Signed, because the costs of df-pn+ are
/// added and subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// For the proof number.
    pub pn: i64,
    /// For the disproof number.
    pub dn: i64,
}

impl Bounds {
    /// Thresholds that were never given.
    pub const ZERO: Bounds = Bounds { pn: 0, dn: 0 };
    /// Thresholds that only a solution reaches.
    pub const INFINITE: Bounds = Bounds { pn: INFINITE, dn: INFINITE };

    /// Makes thresholds from those for the number that a node of this role minimises and for the other one.
    pub fn relative(role: Role, least: i64, total: i64) -> Bounds {
        match role {
            Role::Or => Bounds { pn: least, dn: total },
            Role::And => Bounds { pn: total, dn: least },
        }
    }

    /// Returns the threshold for the number that a node of this role minimises.
    pub fn least(self, role: Role) -> i64 {
        if role == Role::Or { self.pn } else { self.dn }
    }

    /// Returns the threshold for the number that a node of this role adds up.
    pub fn total(self, role: Role) -> i64 {
        if role == Role::Or { self.dn } else { self.pn }
    }

    /// The rule against endless re-search: thresholds that a frame gives a child never fall below those
    /// it gave before, and if neither would rise, or if the frame is `circling`, both grow by half. So
    /// whatever a table forgets, a child that is visited again is searched further than the last time, and
    /// finally solved.
    pub fn raised(self, given: Bounds, circling: bool) -> Bounds {
        let raised = Bounds { pn: self.pn.max(given.pn), dn: self.dn.max(given.dn) };
        if raised != given && !circling {
            return raised;
        }
        let grow = |bound: i64| (bound + bound / 2 + 1).min(INFINITE);
        Bounds { pn: grow(raised.pn), dn: grow(raised.dn) }
    }
}

/// How df-pn gives thresholds to the child it goes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThresholdRule {
    /// As in Nagai & Imai 1999, (1) and (2): go back as soon as the best leaf is elsewhere.
    Plain,
    /// The variant given there for tables that forget.
    LowMemory,
    /// The 1+ε trick (Pawlewicz & Lew; Majerech 2012, 3.5 and 3.6): stay until the second best child is
    /// better by this factor.
    Epsilon(f64),
}

impl ThresholdRule {
    /// Returns the rule of a parameter, with ε.
    pub fn new(thresholds: Thresholds, epsilon: f64) -> ThresholdRule {
        match thresholds {
            Thresholds::Plain => ThresholdRule::Plain,
            Thresholds::LowMemory => ThresholdRule::LowMemory,
            Thresholds::Epsilon => ThresholdRule::Epsilon(epsilon),
        }
    }

    /// Returns the threshold for the minimised number of the best child: `best` and `second` are the least
    /// values among the children, costs included, and `INFINITE` if there are not so many.
    pub fn least(self, view: &View<'_>, best: i64, second: i64) -> i64 {
        let limit = match self {
            ThresholdRule::Plain => second + 1,
            ThresholdRule::LowMemory => second.max(view.floor) + 1,
            ThresholdRule::Epsilon(epsilon) => {
                let second = if second == INFINITE { best } else { second };
                beyond(second, epsilon)
            }
        };
        limit.min(view.bounds.least(view.role))
    }

    /// Returns the threshold for the other number of the best child, which has the value `own` now; `others`
    /// is the contribution of the other children.
    pub fn total(self, view: &View<'_>, own: i64, others: i64) -> i64 {
        let bound = view.bounds.total(view.role);
        match self {
            ThresholdRule::LowMemory => own + 1,
            _ if bound >= INFINITE => INFINITE,
            _ => bound - others,
        }
    }
}

/// Returns 1 + ε times the number of the second best child, but at least one more than that.
pub fn beyond(second: i64, epsilon: f64) -> i64 {
    ((second as f64 * (1.0 + epsilon)).ceil() as i64).max(second + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_never_fall_and_always_rise() {
        let given = Bounds { pn: 5, dn: 9 };
        assert_eq!(Bounds { pn: 7, dn: 2 }.raised(given, false), Bounds { pn: 7, dn: 9 });
        assert_eq!(Bounds { pn: 3, dn: 9 }.raised(given, false), Bounds { pn: 8, dn: 14 });
        assert_eq!(Bounds::INFINITE.raised(Bounds::INFINITE, true), Bounds::INFINITE);
        let mut bounds = Bounds { pn: 1, dn: 1 };
        for _ in 0..100 {
            bounds = Bounds { pn: 1, dn: 1 }.raised(bounds, false);
        }
        assert_eq!(bounds, Bounds::INFINITE);
    }
}
