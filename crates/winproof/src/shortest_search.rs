//! Finding the least number of plies by questions.

use winproof_rules::{Game, Within};

/// A search for the least number of plies within which the attacker reaches the target: which number to ask about next,
/// by what is known so far. What answers the questions is a [`Solver`](crate::Solver) for the game in which plies are
/// counted ([`Within`](winproof_rules::Within)).
///
/// Numbers are tried from below, so that the question before the last is not much harder than the one that has to be
/// disproved in any case; and in steps of two, because nearly always it is the attacker who ends the game.
///
/// It does not end by itself if no number suffices.
///
/// ```
/// use winproof::rules::{Notation, Player, Within};
/// use winproof::{Question, ShortestSearch, Solver, Verdict};
/// use winproof_games::TicTacToe;
///
/// let position = TicTacToe.parse("XO./.../...")?;
/// let question = Question::win(Player::First);
/// let game = Within::new(TicTacToe, question).expect("a win can be missed");
/// let mut solver = Solver::builder(&game).question(question).build();
/// let mut search = ShortestSearch::new(&game, &position);
/// while let Some(plies) = search.next() {
///     let verdict = solver.solve(&game.root(position, plies)).verdict;
///     search.answered(plies, verdict == Verdict::Proved);
/// }
/// assert_eq!(search.least(), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortestSearch {
    first: u16,
    /// The greatest number of plies that is known not to suffice.
    not_within: Option<u16>,
    /// The least number of plies that is known to suffice.
    enough: Option<u16>,
}

impl ShortestSearch {
    /// Begins with the first number for a position: with that ply the attacker may end the game, if it is not over.
    pub fn new<G: Game>(game: &Within<G>, position: &G::Position) -> ShortestSearch {
        let first = match game.game().outcome(position) {
            Some(_) => 0,
            None if game.game().to_move(position) == game.question().attacker => 1,
            None => 2,
        };
        ShortestSearch { first, not_within: None, enough: None }
    }

    /// Returns the number to ask about next; `None` if the least one is known, or if not even the greatest number that
    /// can be asked about suffices.
    pub fn next(&self) -> Option<u16> {
        match (self.not_within, self.enough) {
            (None, None) => Some(self.first),
            (Some(u16::MAX), None) => None,
            (Some(fails), None) => Some(fails.saturating_add(2)),
            (fails, Some(enough)) => {
                let below = enough.checked_sub(1)?;
                (fails < Some(below)).then_some(below)
            }
        }
    }

    /// Takes an answer. An answer that contradicts an earlier one is ignored.
    pub fn answered(&mut self, plies: u16, proved: bool) {
        if proved && self.not_within.is_none_or(|fails| fails < plies) {
            self.enough = Some(self.enough.map_or(plies, |enough| enough.min(plies)));
        } else if !proved && self.enough.is_none_or(|enough| plies < enough) {
            self.not_within = self.not_within.max(Some(plies));
        }
    }

    /// Returns the least number of plies that suffices, if it is known.
    pub fn least(&self) -> Option<u16> {
        self.enough.filter(|&enough| enough == 0 || self.not_within == Some(enough - 1))
    }

    /// Returns the greatest number of plies that is known not to suffice.
    pub fn not_within(&self) -> Option<u16> {
        self.not_within
    }

    /// Returns the least number of plies that is known to suffice; one less may, too.
    pub fn enough(&self) -> Option<u16> {
        self.enough
    }
}

#[cfg(test)]
mod tests {
    use winproof_games::TicTacToe;
    use winproof_rules::{Notation, Player, Question};

    use super::*;

    /// The numbers that are asked about if the least one is this, and what is found.
    fn asked(position: &str, least: u16) -> (Vec<u16>, Option<u16>) {
        let game = Within::new(TicTacToe, Question::win(Player::First)).unwrap();
        let mut search = ShortestSearch::new(&game, &TicTacToe.parse(position).unwrap());
        let mut asked = Vec::new();
        while let Some(plies) = search.next() {
            asked.push(plies);
            search.answered(plies, plies >= least);
        }
        (asked, search.least())
    }

    #[test]
    fn the_least_number_is_found_with_the_one_below_it() {
        assert_eq!(asked("start", 5), (vec![1, 3, 5, 4], Some(5)));
        assert_eq!(asked("start", 4), (vec![1, 3, 5, 4], Some(4)));
        assert_eq!(asked("start", 1), (vec![1, 0], Some(1)));
        assert_eq!(asked("X../.../...", 4), (vec![2, 4, 3], Some(4)));
        assert_eq!(asked("X../.../...", 1), (vec![2, 1, 0], Some(1)));
        assert_eq!(asked("XXX/OO./...", 0), (vec![0], Some(0)));
        let (asked, least) = asked("start", u16::MAX);
        assert_eq!((asked.last(), least), (Some(&(u16::MAX - 1)), Some(u16::MAX)));
    }

    #[test]
    fn nothing_is_found_if_no_number_suffices_or_answers_contradict_each_other() {
        let game = Within::new(TicTacToe, Question::win(Player::First)).unwrap();
        let mut search = ShortestSearch::new(&game, &TicTacToe.parse("start").unwrap());
        while let Some(plies) = search.next() {
            search.answered(plies, false);
        }
        assert_eq!((search.least(), search.not_within()), (None, Some(u16::MAX)));
        search.answered(7, true);
        assert_eq!(search.enough(), None);
        let mut search = ShortestSearch::new(&game, &TicTacToe.parse("start").unwrap());
        search.answered(5, true);
        search.answered(6, false);
        assert_eq!((search.enough(), search.not_within()), (Some(5), None));
    }
}
