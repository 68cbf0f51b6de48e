//! How a node adds up the numbers of its children.

use crate::settings::Sum;

impl Sum {
    /// Makes the running total of `count` numbers from their sum and the greatest of them.
    pub fn of(self, sum: i64, greatest: i64, count: i64) -> RunningTotal {
        RunningTotal { rule: self, sum, greatest, count }
    }

    /// Makes a running total of no numbers.
    pub fn start(self) -> RunningTotal {
        self.of(0, 0, 0)
    }
}

/// A total that is being added up.
#[derive(Clone, Copy)]
pub struct RunningTotal {
    rule: Sum,
    sum: i64,
    greatest: i64,
    count: i64,
}

impl RunningTotal {
    /// Adds an unsolved child's number.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.sum += value;
        self.greatest = self.greatest.max(value);
        self.count += 1;
    }

    /// Returns the total.
    pub fn value(&self) -> i64 {
        match self.rule {
            Sum::Plain => self.sum,
            Sum::Weak => self.greatest + (self.count - 1).max(0),
        }
    }

    /// Returns the contribution of all children but one, which has the number `own`.
    pub fn others(&self, own: i64) -> i64 {
        match self.rule {
            Sum::Plain => self.sum - own,
            Sum::Weak => (self.count - 1).max(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_numbers_do_not_count_leaves_twice() {
        let mut weak = Sum::Weak.start();
        let mut sum = Sum::Plain.start();
        for value in [5, 5, 3] {
            weak.add(value);
            sum.add(value);
        }
        assert_eq!((weak.value(), weak.others(5)), (7, 2));
        assert_eq!((sum.value(), sum.others(5)), (13, 8));
    }
}
