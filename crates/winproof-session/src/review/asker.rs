//! Asks about the positions of one game, one after the other, with tables that are kept.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use winproof::{Config, Solver, StopReason, Verdict};
use winproof_rules::{Notation, Outcome, Player, Question, StopSignal};

use super::known::Known;
use crate::work::{Finding, OracleCell, ProblemSearch, Refuted, Session, Share, Wanted};

/// The most questions whose tables are kept at a time in games with scores: who wins, and the two bounds of the value.
const KEPT: usize = 4;

/// The answer to whether the first player reaches a target.
pub(super) struct Answer {
    /// Whether the value is at least the target; `None` if that is not known.
    pub reached: Option<bool>,
    /// What was found out about the question that was asked.
    pub finding: Finding,
}

/// Asks about positions.
pub(super) struct Asker<'g, G: Notation> {
    pub session: Session<'g, G>,
    /// The searches with their tables; the one that was used last is the last.
    searches: Vec<(Question, ProblemSearch<'g, G>)>,
    /// The leaf oracle between two questions: its table is useful for all of them.
    oracle: OracleCell<'g, G>,
    /// How to search, with the memory of one search.
    config: Config,
    kept: usize,
    /// All values that the first player can end up with, least first.
    pub values: Vec<i32>,
    /// When everything has to end.
    end: Option<Instant>,
    stop: StopSignal,
}

impl<'g, G: Notation> Asker<'g, G> {
    /// Makes one without any tables yet. Everything ends at this time, or soon after the flag becomes true.
    pub(super) fn new(
        session: Session<'g, G>,
        end: Option<Instant>,
        interrupt: &Arc<AtomicBool>,
    ) -> Self {
        let mut values: Vec<i32> =
            session.game.outcomes().iter().map(|it| it.worth_to(Player::First)).collect();
        if G::CYCLIC {
            values.push(session.game.endless().worth_to(Player::First));
        }
        values.sort_unstable();
        values.dedup();
        let kept = (values.len() - 1).clamp(1, KEPT);
        let mut config = session.options.config.clone();
        config.memory /= kept;
        let (searches, oracle) = (Vec::new(), Cell::new(None));
        let stop = StopSignal::new(end, Some(Arc::clone(interrupt)));
        Asker { session, searches, oracle, config, kept, values, end, stop }
    }

    /// Returns whether the game has more values than win, draw and loss.
    pub(super) fn is_scored(&self) -> bool {
        self.values.iter().any(|value| value.abs() > 1)
    }

    /// Returns what is known about every position.
    pub(super) fn anything(&self) -> Known {
        Known { least: self.values[0], greatest: self.values[self.values.len() - 1] }
    }

    /// Returns the greatest value less than a target.
    pub(super) fn below(&self, target: i32) -> i32 {
        let place = self.values.partition_point(|&value| value < target);
        self.values[place.saturating_sub(1)]
    }

    /// Returns the least value greater than a value; `None` if there is none.
    pub(super) fn above(&self, value: i32) -> Option<i32> {
        self.values.get(self.values.partition_point(|&other| other <= value)).copied()
    }

    /// Returns the targets whose answers say who wins.
    pub(super) fn verdict_targets(&self) -> Vec<i32> {
        // Without draws both ask the same.
        let draws = self.values.contains(&Outcome::DRAW.worth_to(Player::First));
        if draws { vec![1, 0] } else { vec![1] }
    }

    /// Gives what is asked from now on so much time and so many expansions.
    pub(super) fn set_share(&mut self, time: Option<Duration>, nodes: Option<u64>) {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = match (deadline, self.end) {
            (Some(deadline), Some(end)) => Some(deadline.min(end)),
            (deadline, end) => deadline.or(end),
        };
        let used = self.session.expansions();
        let expansions = nodes.map(|nodes| used.saturating_add(nodes));
        self.session.share = Share { deadline, expansions };
    }

    /// Returns why everything has to stop, if it has to.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        self.stop.poll().map(StopReason::from)
    }

    /// Returns the question that asks whether the first player reaches a target: about a target up to 0 the opponent
    /// asks, so that in games whose positions name an attacker each player attacks in turn.
    pub(super) fn question(target: i32) -> Question {
        let question = Question { attacker: Player::First, target };
        if target > 0 { question } else { question.complement() }
    }

    /// Returns the position as a question sees it.
    pub(super) fn view(&self, position: &G::Position, question: Question) -> Option<G::Position> {
        self.session.game.attacked_by(position, question.attacker)
    }

    /// Asks whether the first player reaches a target from a position.
    pub(super) fn ask(
        &mut self,
        position: &G::Position,
        target: i32,
        line: bool,
    ) -> Result<Answer, Refuted> {
        let question = Self::question(target);
        let turned = question.attacker != Player::First;
        let Some(view) = self.view(position, question) else {
            // A player who cannot attack does not win, by the rules.
            let finding =
                Finding { verdict: Verdict::Disproved, certified: true, ..Finding::default() };
            return Ok(Answer { reached: Some(turned), finding });
        };
        let mut search = self.take_search(question);
        let wanted = Wanted { line, implied: &[], before: None };
        let asked = search.ask(&mut self.session, &view, &wanted, &mut |_, _| {});
        if let ProblemSearch::Target { solver, .. } = &mut search {
            self.oracle.set(Some(solver.give_leaf_oracle()));
        }
        self.searches.push((question, search));
        let finding = asked?;
        let reached = finding.verdict.proved().map(|proved| proved != turned);
        Ok(Answer { reached, finding })
    }

    /// Takes the search for a question out of those that are kept, or makes one.
    fn take_search(&mut self, question: Question) -> ProblemSearch<'g, G> {
        if let Some(place) = self.searches.iter().position(|(kept, _)| *kept == question) {
            let (_, mut search) = self.searches.remove(place);
            if let (ProblemSearch::Target { solver, .. }, Some(oracle)) =
                (&mut search, self.oracle.take())
            {
                solver.take_leaf_oracle(oracle);
            }
            return search;
        }
        if self.searches.len() == self.kept {
            self.searches.remove(0);
        }
        let solver = match self.oracle.take() {
            Some(oracle) => {
                Solver::with_leaf_oracle(self.session.game, question, &self.config, oracle)
            }
            None => Solver::new(self.session.game, question, &self.config),
        };
        ProblemSearch::Target { solver: Box::new(solver), question }
    }
}
