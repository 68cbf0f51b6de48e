//! Checks one record by the rules, and lists the other positions that it depends on.
//!
//! The caller decides whether those have records of their own, and of what rank. A caller that holds all
//! records looks them up; one that streams writes the requirement down.

use winproof_rules::{Dominance, Encoding, Game, Move, Question};

use crate::minimax::{MINIMAX_LIMIT, settle};
use crate::replies::{Reply, ReplyTrial, read_replies};
use crate::solution::walk_solution;
use crate::{CheckReport, Claim, Flaw, Form, Header, Record, Rejection, Threats, Trial};

/// Checks records one by one.
pub(crate) struct LocalCheck<'a, G: Encoding> {
    game: &'a G,
    question: Question,
    form: Form,
    /// The plies that are left in the position asked about, if they are counted.
    within: Option<u16>,
    /// What has been checked so far.
    pub done: CheckReport,
    moves: Vec<Move>,
    bytes: Vec<u8>,
    /// Those of the record being checked; none for most claims.
    threats: Threats,
    trial: Trial<'a, G>,
    /// Those of the record being checked; none for most claims.
    replies: Vec<Reply<G::Position>>,
    reply_trial: ReplyTrial<'a, G>,
}

impl<'a, G: Encoding> LocalCheck<'a, G> {
    /// Compares the form of the records with the one that the header needs.
    pub fn new(game: &'a G, header: &Header, found: Form) -> Result<LocalCheck<'a, G>, Rejection> {
        if !header.verdict.is_known() {
            return Err(Rejection::NoVerdict);
        }
        let (question, form) = header.obligation(game);
        // Where plies are counted, endless play is worth as little as plies that are used up.
        if header.within.is_some() && question != header.question() {
            return Err(Rejection::WrongCount);
        }
        if found != form {
            return Err(Rejection::WrongForm { needed: form, found });
        }
        Ok(LocalCheck::fresh(game, question, form, header.within))
    }

    fn fresh(game: &'a G, question: Question, form: Form, within: Option<u16>) -> Self {
        LocalCheck {
            game,
            question,
            form,
            within,
            done: CheckReport::default(),
            moves: Vec::new(),
            bytes: Vec::new(),
            threats: Threats::default(),
            trial: Trial::new(game, question, form),
            replies: Vec::new(),
            reply_trial: ReplyTrial::new(game, question, form),
        }
    }

    /// Makes another one for the same question, which has checked nothing.
    pub fn another(&self) -> LocalCheck<'a, G> {
        LocalCheck::fresh(self.game, self.question, self.form, self.within)
    }

    /// Returns the bytes of the position asked about, which must have a record; `None` if it needs none: the
    /// game is over there as the verdict says, or the verdict holds for every outcome.
    pub fn root(&self, root: &G::Position) -> Result<Option<Vec<u8>>, Rejection> {
        if self.game.plies_left(root) != self.within {
            return Err(Rejection::WrongCount);
        }
        match self.question.settled(self.game, root) {
            Some(met) if met == (self.form == Form::Strategy) => Ok(None),
            Some(_) => Err(Rejection::RootEndsOtherwise),
            None if self.question.trivial(self.game) == Some(self.form == Form::Strategy) => {
                Ok(None)
            }
            None => {
                let mut bytes = Vec::new();
                self.game.encode(root, &mut bytes);
                Ok(Some(bytes))
            }
        }
    }

    /// Checks the next record. `require` is called for each position that must have a record too, with its
    /// bytes and the move that leads there, or no move for the dominated position.
    pub fn check<E: From<Flaw>>(
        &mut self,
        record: Record<'_>,
        mut require: impl FnMut(&[u8], Option<Move>) -> Result<(), E>,
    ) -> Result<(), E> {
        let position = self.game.decode(record.position).ok_or(Flaw::Undecodable)?;
        self.bytes.clear();
        self.game.encode(&position, &mut self.bytes);
        if self.bytes != record.position {
            return Err(Flaw::NotCanonical.into());
        }
        if self.game.outcome(&position).is_some() {
            return Err(Flaw::Ended.into());
        }
        // The claimant is the attacker for a strategy and the defender for a closed set.
        let attacker_moves = self.game.to_move(&position) == self.question.attacker;
        let one_move_suffices = attacker_moves == (self.form == Form::Strategy);
        self.threats.clear();
        self.replies.clear();
        match record.claim {
            Claim::Minimax(limit) => self.check_minimax(&position, limit)?,
            Claim::Solution => {
                let visited =
                    walk_solution(self.game, self.question, self.form, &position, record.detail)
                        .map_err(Flaw::NoSolution)?;
                self.done.solution_positions += u64::from(visited);
            }
            Claim::Evidence => self.check_evidence(&position, record.detail)?,
            Claim::Dominates => {
                if !self.check_dominates(&position, record.detail)? {
                    require(record.detail, None)?;
                }
            }
            Claim::Move(mv) if one_move_suffices => {
                if !self.game.is_legal(&position, mv, &mut self.moves) {
                    return Err(Flaw::IllegalMove(mv).into());
                }
                self.check_move(&position, mv, &mut require)?;
            }
            Claim::All | Claim::Threats | Claim::Replies if !one_move_suffices => {
                if record.claim == Claim::Threats && !self.threats.read(record.detail) {
                    return Err(Flaw::NotThreats.into());
                }
                if record.claim == Claim::Replies {
                    self.read_replies(record.detail, &mut require)?;
                }
                self.generate_moves(&position)?;
                for index in 0..self.moves.len() {
                    self.check_move(&position, self.moves[index], &mut require)?;
                }
            }
            Claim::Move(_) => return Err(Flaw::MoveForAll.into()),
            Claim::All | Claim::Threats | Claim::Replies => return Err(Flaw::AllForMove.into()),
        }
        self.done.records += 1;
        Ok(())
    }

    /// Lists the legal moves. There must be some: a claim about all of no moves would always hold.
    fn generate_moves(&mut self, position: &G::Position) -> Result<(), Flaw> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        if self.moves.is_empty() { Err(Flaw::NoMoves) } else { Ok(()) }
    }

    /// Plays a legal move: the game must end as the verdict says, then or after a threat, or the position
    /// after the move must have a record.
    fn check_move<E: From<Flaw>>(
        &mut self,
        position: &G::Position,
        mv: Move,
        require: &mut impl FnMut(&[u8], Option<Move>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.done.moves += 1;
        let successor = self.game.play(position, mv);
        match self.question.settled(self.game, &successor) {
            Some(met) if met == (self.form == Form::Strategy) => Ok(()),
            Some(_) => Err(Flaw::WrongEnd(mv).into()),
            None if self.is_threatened(&successor) || self.is_replied_to(&successor) => Ok(()),
            None => {
                self.bytes.clear();
                self.game.encode(&successor, &mut self.bytes);
                require(&self.bytes, Some(mv))
            }
        }
    }

    /// Returns whether the claimant can carry out a threat of the record.
    fn is_threatened(&mut self, successor: &G::Position) -> bool {
        let found = self.trial.first(&self.threats, successor).is_some();
        self.done.moves += std::mem::take(&mut self.trial.tried);
        found
    }

    /// Reads the replies of a record. Each dominated position must be an end as the verdict says or have a record.
    fn read_replies<E: From<Flaw>>(
        &mut self,
        detail: &[u8],
        require: &mut impl FnMut(&[u8], Option<Move>) -> Result<(), E>,
    ) -> Result<(), E> {
        usable_dominance(self.game, self.form)?;
        for Reply { line, dominated: bytes } in read_replies(detail).ok_or(Flaw::NotReplies)? {
            let dominated = self.decode_dominated(bytes)?;
            if !self.is_right_end(&dominated) {
                require(bytes, None)?;
            }
            self.replies.push(Reply { line, dominated });
        }
        Ok(())
    }

    /// Returns whether a reply of the record works. The one that worked last is tried first: it often serves the next
    /// move, too.
    fn is_replied_to(&mut self, successor: &G::Position) -> bool {
        let trial = &mut self.reply_trial;
        let found = self.replies.iter().position(|reply| trial.works(reply, successor));
        self.done.moves += std::mem::take(&mut trial.tried);
        if let Some(found) = found {
            self.replies.swap(0, found);
        }
        found.is_some()
    }

    /// Asks the game about its evidence, which is about winning.
    fn check_evidence(&mut self, position: &G::Position, bytes: &[u8]) -> Result<(), Flaw> {
        let evidence = self.game.evidence().filter(|_| self.question.is_about_winning());
        let evidence = evidence.ok_or(Flaw::NoEvidence)?;
        let shown = evidence.shows(position, self.form.claimant(self.question), bytes);
        if shown { Ok(()) } else { Err(Flaw::NotEvidence) }
    }

    fn is_right_end(&self, position: &G::Position) -> bool {
        self.question.settled(self.game, position) == Some(self.form == Form::Strategy)
    }

    /// Reads a position that a record names.
    fn decode_dominated(&mut self, bytes: &[u8]) -> Result<G::Position, Flaw> {
        let position = self.game.decode(bytes).ok_or(Flaw::DominatedUndecodable)?;
        self.bytes.clear();
        self.game.encode(&position, &mut self.bytes);
        if self.bytes == bytes { Ok(position) } else { Err(Flaw::DominatedUndecodable) }
    }

    /// Checks that the position dominates the one of the record. Returns whether the dominated one is an end
    /// as the verdict says; otherwise it needs a record.
    fn check_dominates(&mut self, position: &G::Position, dominated: &[u8]) -> Result<bool, Flaw> {
        let dominance = usable_dominance(self.game, self.form)?;
        let other = self.decode_dominated(dominated)?;
        let claimant = self.form.claimant(self.question);
        if other == *position || !dominance.dominates(position, &other, claimant) {
            return Err(Flaw::DoesNotDominate);
        }
        Ok(self.is_right_end(&other))
    }

    fn check_minimax(&mut self, position: &G::Position, limit: u32) -> Result<(), Flaw> {
        if limit > MINIMAX_LIMIT {
            return Err(Flaw::MinimaxTooLarge(limit));
        }
        let settled = settle(self.game, self.question, position, limit)
            .ok_or(Flaw::MinimaxUnsettled(limit))?;
        self.done.minimax_positions += u64::from(settled.visited);
        let fine = settled.met == (self.form == Form::Strategy);
        if fine { Ok(()) } else { Err(Flaw::MinimaxContradicts) }
    }
}

/// Returns the game's dominance relation, if records may use it.
///
/// A closed set has no ranks that fall from record to record. Such records are allowed there only in games that always
/// end.
fn usable_dominance<G: Game>(game: &G, form: Form) -> Result<&dyn Dominance<G::Position>, Flaw> {
    let dominance = game.dominance().ok_or(Flaw::NoDominance)?;
    match G::CYCLIC && form == Form::ClosedSet {
        true => Err(Flaw::DominanceInCycles),
        false => Ok(dominance),
    }
}

impl Form {
    /// Returns whether a record of rank `from` may depend on a position that has a record of rank `to`, or
    /// none.
    pub(crate) fn fine(self, from: u64, to: Option<u64>) -> bool {
        match self {
            Form::Strategy => to.is_some_and(|to| to < from),
            Form::ClosedSet => to.is_some(),
        }
    }

    /// Does the same, and returns the flaw of the move, or of the dominated position if there is no move.
    pub(crate) fn allows(self, mv: Option<Move>, from: u64, to: Option<u64>) -> Result<(), Flaw> {
        match (mv, to) {
            _ if self.fine(from, to) => Ok(()),
            (Some(mv), None) => Err(Flaw::Outside(mv)),
            (Some(mv), Some(to)) => Err(Flaw::RankNotLower { mv, from, to }),
            (None, None) => Err(Flaw::DominatedMissing),
            (None, Some(to)) => Err(Flaw::DominatedRankNotLower { from, to }),
        }
    }
}

impl Rejection {
    /// Makes the rejection for the record that comes after `before` others.
    pub(crate) fn of(record: Record<'_>, before: u64, flaw: Flaw) -> Rejection {
        let number = before as usize + 1;
        Rejection::Record { number, position: record.position.to_vec(), flaw }
    }
}
