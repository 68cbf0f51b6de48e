//! What is found out about one position: who wins, and by how much.

use std::time::Duration;

use winproof::line::{Adviser, CertificateAdviser, PrincipalLine, principal_line};
use winproof::{StopReason, ValueSearch};
use winproof_certificate::Accepted;
use winproof_rules::{Move, Notation, Player};

use super::asker::{Answer, Asker};
use super::known::{Known, Standing};
use crate::audit::turns::split;
use crate::work::{LONGEST_LINE, Refuted};

/// One end of the range of a value.
#[derive(Default)]
pub(super) struct Bound {
    /// The certificate that shows it.
    pub certificate: Option<Accepted>,
    /// Whether it is shown: by the certificate, or by the rules.
    pub certified: bool,
    /// The turn by which the player to move keeps it, if that is up to this player.
    pub turn: Option<Vec<Move>>,
    /// How the game goes on if it is kept.
    pub line: Option<PrincipalLine>,
}

/// What was found out about a position.
pub(super) struct Investigation {
    /// The value, seen by the first player.
    pub known: Known,
    /// Shows that it is not less.
    pub least: Bound,
    /// Shows that it is not more.
    pub greatest: Bound,
    /// Why there is not more, if a limit was reached.
    pub stop: Option<StopReason>,
}

/// What is to be found out, beside who wins.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    /// What is known about a similar position: the next one of the game.
    pub guess: Option<Known>,
    /// Whether the exact value is wanted.
    pub value: bool,
    /// The time for all of it.
    pub time: Option<Duration>,
    /// The expansions for each question.
    pub nodes: Option<u64>,
}

impl Investigation {
    /// Nothing is known but what the rules say.
    pub(super) fn new(known: Known) -> Investigation {
        let [least, greatest] = [(); 2].map(|()| Bound { certified: true, ..Bound::default() });
        Investigation { known, least, greatest, stop: None }
    }

    /// Returns whether certificates or the rules show all of it.
    pub(super) fn is_certified(&self) -> bool {
        self.least.certified && self.greatest.certified
    }

    /// Returns the bound that is up to a player: the first one keeps the least value, the second one the greatest.
    pub(super) fn bound_of(&self, player: Player) -> &Bound {
        match player {
            Player::First => &self.least,
            Player::Second => &self.greatest,
        }
    }

    /// Returns whether the answer to this target is new.
    fn is_open(&self, target: i32) -> bool {
        self.known.least < target && target <= self.known.greatest
    }

    /// Asks whether the first player reaches a target, and takes the answer. Returns it.
    pub(super) fn ask<G: Notation>(
        &mut self,
        asker: &mut Asker<'_, G>,
        position: &G::Position,
        target: i32,
    ) -> Result<Option<bool>, Refuted> {
        let Answer { reached, mut finding } = asker.ask(position, target, true)?;
        let Some(reached) = reached else {
            self.stop = finding.stop;
            return Ok(None);
        };
        let game = asker.session.game;
        let line = finding.line.take();
        let moves = line.as_ref().map_or(&[][..], |line| &line.moves);
        // The view from which the question is asked differs in who attacks, which does not change turns.
        let view = asker.view(position, Asker::<G>::question(target));
        let turn = match finding.best_move {
            Some(mv) if moves.first() == Some(&mv) => {
                let turns = view.map(|view| split(game, &view, moves)).unwrap_or_default();
                turns.into_iter().next().map(|turn| turn.moves)
            }
            best_move => best_move.map(|mv| vec![mv]),
        };
        let bound = Bound {
            certificate: finding.certificates.pop(),
            certified: finding.certified,
            turn,
            line,
        };
        *(if reached { &mut self.least } else { &mut self.greatest }) = bound;
        self.known.learn(target, asker.below(target), reached);
        Ok(Some(reached))
    }

    /// Finds out who wins a position and, if that is wanted, by how much.
    pub(super) fn run<G: Notation>(
        asker: &mut Asker<'_, G>,
        position: &G::Position,
        goal: Goal,
        by_attack: bool,
    ) -> Result<Investigation, Refuted> {
        let mut found = Investigation::new(asker.anything());
        if let Some(outcome) = asker.session.game.outcome(position).filter(|_| !by_attack) {
            found.known = Known::exactly(outcome.worth_to(Player::First));
            return Ok(found);
        }
        let half = goal.time.map(|time| time / 2);
        if goal.value {
            asker.set_share(half, goal.nodes);
            found.find_value(asker, position, goal.guess)?;
        }
        if !found.known.standing().is_known() {
            let time = if goal.value { half } else { goal.time };
            found.find_winner(asker, position, Goal { time, ..goal })?;
        }
        if found.known.standing().is_known() {
            found.stop = None;
        }
        Ok(found)
    }

    /// Asks the questions whose answers say who wins. What is so in the next position of the game is asked first. Time
    /// that one question does not need is for the other.
    fn find_winner<G: Notation>(
        &mut self,
        asker: &mut Asker<'_, G>,
        position: &G::Position,
        goal: Goal,
    ) -> Result<(), Refuted> {
        let mut targets = asker.verdict_targets();
        if goal.guess.is_some_and(|known| known.standing() == Standing::SecondWins) {
            targets.reverse();
        }
        let start = std::time::Instant::now();
        let number = targets.len();
        for (done, target) in targets.into_iter().enumerate() {
            if self.known.standing().is_known() || !self.is_open(target) {
                continue;
            }
            let left = goal.time.map(|time| time.saturating_sub(start.elapsed()));
            asker.set_share(left.map(|left| left / (number - done) as u32), goal.nodes);
            self.ask(asker, position, target)?;
        }
        Ok(())
    }

    /// Asks about targets until only one value is left.
    pub(super) fn find_value<G: Notation>(
        &mut self,
        asker: &mut Asker<'_, G>,
        position: &G::Position,
        guess: Option<Known>,
    ) -> Result<(), Refuted> {
        let guess = guess.and_then(Known::value);
        let mut search = ValueSearch::new(asker.session.game, Player::First, guess);
        search.answered(self.known.least, true);
        if let Some(above) = asker.above(self.known.greatest) {
            search.answered(above, false);
        }
        if let Some(guess) = guess {
            search.suggest(guess);
        }
        while let Some(question) = search.next() {
            let Some(reached) = self.ask(asker, position, question.target)? else { break };
            search.answered(question.target, reached);
        }
        if self.known.value().is_some()
            && let Some(line) = self.value_line(asker, position)
        {
            (self.least.line, self.greatest.line) = (Some(line.clone()), Some(line));
        }
        Ok(())
    }

    /// Returns the line in which both players keep the value, by the certificates of both bounds. The line of one bound
    /// alone lets the other player give away points.
    fn value_line<G: Notation>(
        &self,
        asker: &Asker<'_, G>,
        position: &G::Position,
    ) -> Option<PrincipalLine> {
        let game = asker.session.game;
        let stop = asker.session.line_stop_signal();
        let mut advisers: Vec<Box<dyn Adviser + '_>> = Vec::new();
        for accepted in [&self.least.certificate, &self.greatest.certificate].into_iter().flatten()
        {
            if accepted.report().records > 0 {
                let certificate = accepted.certificate();
                advisers.push(Box::new(CertificateAdviser::new(
                    game,
                    certificate,
                    position,
                    &stop,
                )));
            }
        }
        if advisers.len() < 2 {
            return None;
        }
        let line = principal_line(game, position, &mut advisers, LONGEST_LINE, &stop);
        (!line.moves.is_empty()).then_some(line)
    }
}
