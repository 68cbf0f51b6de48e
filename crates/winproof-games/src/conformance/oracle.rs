//! Checks leaf oracles against the truth.

use winproof_rules::{Game, LeafOracle, Move, Question};

use super::whole::{WholeGame, test_questions};
use crate::splitmix::splitmix;

/// Checks every contract of a game's leaf oracle for all positions that are reachable from some positions,
/// with targets in and out of range. The game must be small enough to solve completely:
/// - what is decided is true, and unfolds by moves that keep it;
/// - of the moves that keep what the player to move wants, pruning leaves one;
/// - lines that end the game do;
/// - and all of this also after the oracle has received what a search found.
///
/// At most `most` positions are asked about. Returns how many of them were decided for some question.
pub fn check_leaf_oracle<G: Game>(
    game: &G,
    level: u32,
    roots: &[G::Position],
    most: usize,
) -> usize {
    let whole = WholeGame::new(game, roots);
    let step = whole.positions().len().div_ceil(most);
    let open = |number: &usize| whole.outcome(*number).is_none();
    let numbers: Vec<usize> = (0..whole.positions().len()).step_by(step).filter(open).collect();
    let mut decided = vec![false; numbers.len()];
    // One oracle for all questions: it must not mix them up.
    let mut oracle = game.leaf_oracle(level).expect("the game has a leaf oracle");
    let mut questions: Vec<Question> = Vec::new();
    for question in test_questions(game).into_iter().map(|it| it.normal_form(game).question) {
        if questions.contains(&question) {
            continue;
        }
        questions.push(question);
        let truth = whole.truth(game, question);
        let asked = Asked { game, whole: &whole, truth: &truth, question };
        for (&number, decided) in numbers.iter().zip(&mut decided) {
            *decided |= asked.check(oracle.as_mut(), number);
        }
        // In the order of a search, which reports positions after those that follow them.
        for &number in numbers.iter().rev() {
            asked.tell(oracle.as_mut(), number);
            asked.check(oracle.as_mut(), number);
        }
    }
    decided.into_iter().filter(|&decided| decided).count()
}

/// A question about a game, with its answers.
struct Asked<'a, G: Game> {
    game: &'a G,
    whole: &'a WholeGame<G::Position>,
    truth: &'a [bool],
    question: Question,
}

impl<G: Game> Asked<'_, G> {
    fn position(&self, number: usize) -> &G::Position {
        &self.whole.positions()[number]
    }

    fn attacker_moves(&self, number: usize) -> bool {
        self.whole.mover(number) == self.question.attacker
    }

    /// Returns whether the question is decided for the player to move.
    fn mover_wins(&self, number: usize) -> bool {
        self.truth[number] == self.attacker_moves(number)
    }

    /// Returns whether that is still so after a move.
    fn keeps(&self, number: usize, mv: Move) -> bool {
        let after = self.whole.moves(number).iter().find(|(legal, _)| *legal == mv);
        let &(_, after) = after.unwrap_or_else(|| panic!("{mv:?} is not legal"));
        self.truth[after] == self.attacker_moves(number)
    }

    fn describe(&self, number: usize) -> String {
        format!("{:?}\n{:?}", self.position(number), self.question)
    }

    /// Checks what the oracle says about a position. Returns whether it decides it.
    fn check(&self, oracle: &mut dyn LeafOracle<G::Position>, number: usize) -> bool {
        let position = self.position(number);
        let decided = oracle.decide(position, self.question);
        if let Some(proved) = decided {
            assert_eq!(proved, self.truth[number], "wrongly decided: {}", self.describe(number));
            self.check_unfolding(oracle, number);
        } else if let Some((proof, disproof)) = oracle.estimate(position, self.question) {
            assert!(proof > 0 && disproof > 0, "estimated as solved: {}", self.describe(number));
        }
        self.check_pruning(oracle, number);
        self.check_finish(oracle, number);
        decided.is_some()
    }

    fn check_unfolding(&self, oracle: &mut dyn LeafOracle<G::Position>, number: usize) {
        let (position, proved) = (self.position(number), self.truth[number]);
        if self.mover_wins(number)
            && let Some(mv) = oracle.unfold(position, self.question, proved)
        {
            let keeps = self.keeps(number, mv);
            assert!(keeps, "unfolded by {mv:?}, which loses it: {}", self.describe(number));
        }
        if let Some(weaker) = oracle.weaken(position, self.question) {
            let winner =
                if proved { self.question.attacker } else { self.question.attacker.opponent() };
            let dominance = self.game.dominance().expect("weakened, but there is no dominance");
            let dominates = dominance.dominates(position, &weaker, winner);
            assert!(dominates, "weakened to {weaker:?}: {}", self.describe(number));
        }
    }

    fn check_pruning(&self, oracle: &mut dyn LeafOracle<G::Position>, number: usize) {
        let moves: Vec<Move> = self.whole.moves(number).iter().map(|&(mv, _)| mv).collect();
        let mut left = moves.clone();
        oracle.prune(self.position(number), self.question, &mut left);
        let mut rest = moves.iter();
        let some_of = left.iter().all(|mv| rest.any(|other| other == mv));
        assert!(some_of, "pruning adds or reorders: {}", self.describe(number));
        let keeps = left.iter().any(|&mv| self.keeps(number, mv));
        assert_eq!(
            keeps,
            self.mover_wins(number),
            "pruned to {left:?}, which changes the verdict: {}",
            self.describe(number)
        );
        if G::CYCLIC {
            let lost = |mv: &Move| left.contains(mv) || !self.keeps(number, *mv);
            assert!(moves.iter().all(lost), "a good move is pruned: {}", self.describe(number));
        }
    }

    fn check_finish(&self, oracle: &mut dyn LeafOracle<G::Position>, number: usize) {
        let mut line = Vec::new();
        if !oracle.finish(self.position(number), self.question, &mut line) {
            return;
        }
        let mut at = number;
        for &mv in &line {
            assert_eq!(self.whole.mover(at), self.whole.mover(number), "{}", self.describe(number));
            let after = self.whole.moves(at).iter().find(|(legal, _)| *legal == mv);
            at = after.unwrap_or_else(|| panic!("{line:?}: {}", self.describe(number))).1;
        }
        let met = self.whole.outcome(at).map(|outcome| self.question.met_by(outcome));
        let wanted = self.attacker_moves(number);
        assert_eq!(met, Some(wanted), "finished by {line:?}: {}", self.describe(number));
    }

    /// Tells the oracle the truth about a position, with one of the moves that keep it, as a search would.
    fn tell(&self, oracle: &mut dyn LeafOracle<G::Position>, number: usize) {
        let moves = self.whole.moves(number);
        let mut keeping: Vec<Move> = moves.iter().map(|&(mv, _)| mv).collect();
        keeping.retain(|&mv| self.keeps(number, mv));
        let wins = self.mover_wins(number);
        let mv = wins.then(|| keeping[splitmix(number as u64, 0) as usize % keeping.len()]);
        oracle.learn(self.position(number), self.question, self.truth[number], mv);
    }
}
