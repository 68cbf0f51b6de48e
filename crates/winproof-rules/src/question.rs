//! Questions about positions, and the form in which they are searched.

use crate::{Game, Outcome, Player, Verdict};

/// "Can the attacker force an outcome worth at least the target?" A position and a question are a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The player whom the question is about.
    pub attacker: Player,
    /// The least value, seen by the attacker, that is good enough.
    pub target: i32,
}

/// A question in the form in which endless play does not meet the target; see [`Question::normal_form`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NormalForm {
    /// The question to search.
    pub question: Question,
    /// Whether this is the opponent's question, so that verdicts must be inverted.
    pub turned: bool,
}

impl Question {
    /// The greatest absolute value of a target: one more than [`Outcome::LIMIT`], so that there is a target
    /// that no outcome meets.
    pub const LIMIT: i32 = Outcome::LIMIT + 1;

    /// Can the player force a win?
    pub fn win(attacker: Player) -> Question {
        Question::at_least(attacker, 1)
    }

    /// Can the player force at least a draw?
    pub fn draw(attacker: Player) -> Question {
        Question::at_least(attacker, 0)
    }

    /// Can the player force an outcome worth at least this much?
    pub fn at_least(attacker: Player, target: i32) -> Question {
        Question { attacker, target }
    }

    /// Returns whether the outcome meets the target.
    pub fn met_by(self, outcome: Outcome) -> bool {
        outcome.worth_to(self.attacker) >= self.target
    }

    /// Describes what the attacker wants: `a win`, `at least a draw`, `at least 12`.
    pub fn goal(self) -> String {
        match self.target {
            1 => "a win".to_string(),
            0 => "at least a draw".to_string(),
            target => format!("at least {target}"),
        }
    }

    /// Describes a verdict on this question, with the attacker's name: `X can force a win`.
    pub fn answer_in_words(self, verdict: Verdict, attacker: &str) -> String {
        let can = match verdict {
            Verdict::Proved => "can",
            Verdict::Disproved => "cannot",
            Verdict::Unknown => "may or may not be able to",
        };
        format!("{attacker} {can} force {}", self.goal())
    }

    /// Returns the claimant of a verdict, who can enforce it: the attacker if it is proved, the opponent if it
    /// is disproved. `None` if it is unknown.
    pub fn claimant(self, verdict: Verdict) -> Option<Player> {
        let opponent = self.attacker.opponent();
        verdict.proved().map(|proved| if proved { self.attacker } else { opponent })
    }

    /// Returns the opponent's question: "Can I prevent this?" Exactly those outcomes meet its target that do
    /// not meet this one.
    pub fn complement(self) -> Question {
        Question { attacker: self.attacker.opponent(), target: 1 - self.target }
    }

    /// Returns the same question in the form in which endless play does *not* meet the target.
    ///
    /// In this form a proof never depends on a repetition, so a proved position is proved on every path to
    /// it. Where endless play would meet the target, the opponent's complementary question has this form, and
    /// the inverse of its answer is the answer.
    pub fn normal_form<G: Game>(self, game: &G) -> NormalForm {
        let turned = self.met_by(game.endless());
        NormalForm { question: if turned { self.complement() } else { self }, turned }
    }

    /// Answers a trivial question, which needs no search because the answer is the same for every position:
    /// whether all possible outcomes meet the target, if all or none do. Returns `None` if the answer depends
    /// on the position.
    ///
    /// It depends only on [`Game::outcomes`], to which endless play is added if the game is cyclic.
    pub fn trivial<G: Game>(self, game: &G) -> Option<bool> {
        let endless = G::CYCLIC.then(|| game.endless());
        let mut met = game.outcomes().into_iter().chain(endless).map(|it| self.met_by(it));
        let first = met.next()?;
        met.all(|other| other == first).then_some(first)
    }

    /// Returns whether it matters who wins: a win of the attacker meets the target, a loss does not.
    pub fn is_about_winning(self) -> bool {
        let met_if_won_by = |player| self.met_by(Outcome::won_by(player));
        met_if_won_by(self.attacker) && !met_if_won_by(self.attacker.opponent())
    }

    /// Returns whether the outcome of `position` meets the target, or `None` if the game is not over.
    #[inline]
    pub fn settled<G: Game>(self, game: &G, position: &G::Position) -> Option<bool> {
        game.outcome(position).map(|outcome| self.met_by(outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Key, Move};

    /// A game of which only the outcomes matter; `ENDLESS` says whether it is cyclic.
    struct Outcomes<const ENDLESS: bool>(Vec<i32>);

    impl<const ENDLESS: bool> Game for Outcomes<ENDLESS> {
        type Position = ();
        const CYCLIC: bool = ENDLESS;

        fn to_move(&self, _: &()) -> Player {
            Player::First
        }

        fn outcome(&self, _: &()) -> Option<Outcome> {
            None
        }

        fn moves(&self, _: &(), _: &mut Vec<Move>) {}

        fn play(&self, _: &(), _: Move) {}

        fn key(&self, _: &()) -> Key {
            Key(0)
        }

        fn outcomes(&self) -> Vec<Outcome> {
            self.0.iter().copied().filter_map(Outcome::new).collect()
        }
    }

    #[test]
    fn targets_out_of_reach_and_within_everybodys_are_trivial() {
        let trivial = |outcomes: &[i32], attacker, target| {
            Question { attacker, target }.trivial(&Outcomes::<false>(outcomes.to_vec()))
        };
        let (first, second) = (Player::First, Player::Second);
        for (attacker, target, answer) in [
            (first, -3, Some(true)),
            (first, -2, None),
            (first, 5, None),
            (first, 6, Some(false)),
            (second, -5, Some(true)),
            (second, -4, None),
            (second, 2, None),
            (second, 3, Some(false)),
        ] {
            let reachable = if attacker == first { &[-3, 5][..] } else { &[-2, 5] };
            assert_eq!(trivial(reachable, attacker, target), answer, "{attacker:?} {target}");
        }
        assert_eq!(trivial(&[], first, 1), None, "nothing is known");
        assert_eq!(trivial(&[4], first, 4), Some(true));
    }

    #[test]
    fn endless_play_is_an_outcome_of_cyclic_games_alone() {
        let question = Question { attacker: Player::First, target: 1 };
        assert_eq!(question.trivial(&Outcomes::<false>(vec![1, 2])), Some(true));
        assert_eq!(question.trivial(&Outcomes::<true>(vec![1, 2])), None);
        assert_eq!(question.trivial(&Outcomes::<true>(vec![-1])), Some(false));
    }

    #[test]
    fn complements_are_trivial_the_other_way_round() {
        let game = Outcomes::<true>(vec![-2, 1, 3]);
        for attacker in [Player::First, Player::Second] {
            for target in -5..=5 {
                let question = Question { attacker, target };
                let turned = question.complement().trivial(&game).map(|met| !met);
                assert_eq!(question.trivial(&game), turned);
            }
        }
    }

    #[test]
    fn two_targets_are_about_winning() {
        let about = |target| Question { attacker: Player::Second, target }.is_about_winning();
        assert_eq!([-1, 0, 1, 2].map(about), [false, true, true, false]);
    }

    #[test]
    fn complement_is_met_by_exactly_the_other_outcomes() {
        for attacker in [Player::First, Player::Second] {
            for target in -3..=3 {
                let question = Question { attacker, target };
                assert_eq!(question.complement().complement(), question);
                for value in -4..=4 {
                    let outcome = Outcome::new(value).unwrap();
                    assert_ne!(question.met_by(outcome), question.complement().met_by(outcome));
                }
            }
        }
    }
}
