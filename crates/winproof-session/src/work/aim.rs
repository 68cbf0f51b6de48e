//! Closing in on a value.

/// Which value to ask for next, on the way to the true one: first a guess, then ever farther from it as long
/// as there is no bound on the other side, then the middle of what is left.
pub struct Aim {
    next: usize,
    step: usize,
    last: usize,
}

impl Aim {
    /// For a value that is one of the places from `low` to `high`, of `count`. Without a guess it starts in the
    /// middle, and with longer steps: scores are spread widely.
    pub fn new(low: usize, high: usize, count: usize, guess: Option<usize>) -> Aim {
        match guess {
            Some(next) => Aim { next, step: 1, last: count - 1 },
            None => Aim { next: middle(low, high), step: (count / 16).max(1), last: count - 1 },
        }
    }

    /// The place to ask for, above the least one.
    pub fn place(&self, low: usize, high: usize) -> usize {
        self.next.clamp(low + 1, high)
    }

    /// Takes note of an answer about a place, after which the range is from `low` to `high`.
    pub fn answered(&mut self, place: usize, reached: bool, low: usize, high: usize) {
        self.next = match reached {
            true if high == self.last => place + self.step,
            false if low == 0 => place.saturating_sub(self.step),
            _ => middle(low, high),
        };
        self.step *= 2;
    }
}

fn middle(low: usize, high: usize) -> usize {
    (low + high).div_ceil(2)
}
