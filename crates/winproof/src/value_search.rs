//! The value search: finds the greatest target that the attacker can force, by a series of questions.

use winproof_rules::{Game, Player, Question};

/// A value search. It chooses the next question, and takes the answers.
///
/// It asks about a guess first, then about targets ever farther from it as long as there is no bound on the
/// other side, then about the middle of the remaining range.
#[derive(Clone, Debug)]
pub struct ValueSearch {
    attacker: Player,
    /// All values that the attacker can end up with, least first.
    values: Vec<i32>,
    /// The value is one of `values[low..=high]`.
    low: usize,
    high: usize,
    next: usize,
    step: usize,
}

impl ValueSearch {
    /// Makes a search for the attacker's value. Without a guess it starts in the middle, and with longer
    /// steps: scores are spread widely.
    pub fn new<G: Game>(game: &G, attacker: Player, guess: Option<i32>) -> ValueSearch {
        let mut values: Vec<i32> =
            game.outcomes().iter().map(|outcome| outcome.worth_to(attacker)).collect();
        values.sort_unstable();
        values.dedup();
        let (low, high) = (0, values.len() - 1);
        let guess = guess.and_then(|value| values.binary_search(&value).ok());
        let (next, step) = match guess {
            Some(next) => (next, 1),
            None => (middle(low, high), (values.len() / 16).max(1)),
        };
        ValueSearch { attacker, values, low, high, next, step }
    }

    /// Returns the question to ask next; `None` if the value is known.
    pub fn next(&self) -> Option<Question> {
        (self.low < self.high).then(|| {
            let place = self.next.clamp(self.low + 1, self.high);
            Question { attacker: self.attacker, target: self.values[place] }
        })
    }

    /// Takes the answer to a question: whether the attacker can force that target. Returns whether the answer
    /// is new information.
    pub fn answered(&mut self, target: i32, proved: bool) -> bool {
        let place = self.values.partition_point(|&value| value < target);
        // What contradicts an earlier answer is ignored, too: a save that is trusted could say anything.
        if place <= self.low || place > self.high {
            return false;
        }
        match proved {
            true => self.low = place,
            false => self.high = place - 1,
        }
        self.next = match proved {
            true if self.high + 1 == self.values.len() => place + self.step,
            false if self.low == 0 => place.saturating_sub(self.step),
            _ => middle(self.low, self.high),
        };
        self.step *= 2;
        true
    }

    /// Asks about this target next, if the value can still be there.
    pub fn suggest(&mut self, target: i32) {
        if let Ok(place) = self.values.binary_search(&target) {
            self.next = place;
        }
    }

    /// Returns the least and the greatest value that are still possible.
    pub fn bounds(&self) -> (i32, i32) {
        (self.values[self.low], self.values[self.high])
    }

    /// Returns the value, if it is known.
    pub fn value(&self) -> Option<i32> {
        (self.low == self.high).then(|| self.values[self.low])
    }

    /// Returns the question whose proof shows that the value is not less than the least one possible, and
    /// whether every outcome proves it.
    pub fn least(&self) -> (Question, bool) {
        let question = Question { attacker: self.attacker, target: self.values[self.low] };
        (question, self.low == 0)
    }

    /// Returns the question whose disproof shows that the value is not more than the greatest one possible,
    /// and whether every outcome disproves it.
    pub fn more_than_greatest(&self) -> (Question, bool) {
        let above = self.values.get(self.high + 1);
        let target = above.copied().unwrap_or(self.values[self.high] + 1);
        (Question { attacker: self.attacker, target }, above.is_none())
    }

    /// Returns whether this value is a possible outcome for the attacker.
    pub fn is_possible(&self, value: i32) -> bool {
        self.values.binary_search(&value).is_ok()
    }
}

fn middle(low: usize, high: usize) -> usize {
    (low + high).div_ceil(2)
}

#[cfg(test)]
mod tests {
    use winproof_games::Othello;

    use super::*;

    #[test]
    fn contradictions_change_nothing() {
        let mut search = ValueSearch::new(&Othello::default(), Player::First, None);
        assert!(search.answered(6, true) && search.answered(10, false));
        for (target, proved) in
            [(2, false), (6, false), (6, true), (10, true), (65, true), (-99, false)]
        {
            assert!(!search.answered(target, proved), "{target} {proved}");
            assert_eq!(search.bounds(), (6, 8));
        }
        assert!(search.answered(8, false));
        assert_eq!(search.value(), Some(6));
    }

    /// Whatever the value and the guess, it is found, with few questions.
    #[test]
    fn every_value_is_found() {
        let game = Othello::default();
        for value in (-64..=64).step_by(2) {
            for guess in [None, Some(value), Some(-64), Some(3), Some(1000)] {
                let mut search = ValueSearch::new(&game, Player::Second, guess);
                let mut asked = 0;
                while let Some(question) = search.next() {
                    assert!(search.answered(question.target, question.target <= value));
                    asked += 1;
                }
                assert_eq!((search.value(), search.bounds()), (Some(value), (value, value)));
                assert_eq!(search.least().0.target, value);
                assert_eq!(
                    search.more_than_greatest().0.target,
                    value + 2 - i32::from(value == 64)
                );
                // One question shows that it is not less, one that it is not more.
                let most = match guess {
                    Some(guess) if guess == value => 2,
                    None => 9,
                    Some(_) => 13,
                };
                assert!(asked <= most, "{value} {guess:?}: {asked}");
            }
        }
    }
}
