//! The checker: does every record hold under the rules of the game?

use winproof_game::{Game, Move, Question};

use crate::index::Index;
use crate::minimax::{MINIMAX_LIMIT, settle};
use crate::{Certificate, Claim, Flaw, Form, Record, RecordSet, Rejection};

/// What an accepted certificate took to check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Records checked: all there are.
    pub records: u64,
    /// Moves played from their positions.
    pub moves: u64,
    /// Positions visited by minimax.
    pub minimax_positions: u64,
}

/// Checks a certificate from beginning to end.
///
/// `game` and `root` must be the game and the position that the header names; to read those is the
/// business of whoever knows the games.
pub fn check<G: Game>(
    game: &G,
    root: &G::Position,
    certificate: &Certificate,
) -> Result<CheckReport, Rejection> {
    let mut checker = Checker::new(game, root, certificate)?;
    loop {
        if let Some(report) = checker.advance(u64::MAX)? {
            return Ok(report);
        }
    }
}

/// A check that can be done piece by piece, to show progress or to give up in between.
pub struct Checker<'a, G: Game> {
    game: &'a G,
    records: &'a RecordSet,
    index: Index,
    question: Question,
    form: Form,
    /// What has been checked so far.
    done: CheckReport,
    moves: Vec<Move>,
    bytes: Vec<u8>,
}

impl<'a, G: Game> Checker<'a, G> {
    /// Looks at the position asked about; the records come with [`advance`](Checker::advance).
    pub fn new(
        game: &'a G,
        root: &G::Position,
        certificate: &'a Certificate,
    ) -> Result<Checker<'a, G>, Rejection> {
        let records = &certificate.records;
        let (question, form) = certificate.header.obligation(game);
        if records.form() != form {
            return Err(Rejection::WrongForm { needed: form, found: records.form() });
        }
        let mut bytes = Vec::new();
        match question.settled(game, root) {
            Some(met) if met == (form == Form::Strategy) => {}
            Some(_) => return Err(Rejection::RootEndsOtherwise),
            None => {
                game.encode(root, &mut bytes);
                records.find(&bytes).ok_or(Rejection::RootMissing)?;
            }
        }
        let index = Index::new(records);
        let done = CheckReport::default();
        Ok(Checker { game, records, index, question, form, done, moves: Vec::new(), bytes })
    }

    /// How many records have been checked so far.
    pub fn checked(&self) -> u64 {
        self.done.records
    }

    /// Goes on for about `work` positions, but at least for one record. Only the report, which comes
    /// when all records hold, means that the certificate is accepted.
    pub fn advance(&mut self, work: u64) -> Result<Option<CheckReport>, Rejection> {
        let enough = self.work_done().saturating_add(work);
        loop {
            let number = self.done.records as usize;
            if number == self.records.len() {
                return Ok(Some(self.done));
            }
            let record = self.records.get(number);
            self.check_record(record).map_err(|flaw| Rejection::Record {
                number: number + 1,
                position: record.position.to_vec(),
                flaw,
            })?;
            self.done.records += 1;
            if self.work_done() >= enough {
                return Ok(None);
            }
        }
    }

    fn work_done(&self) -> u64 {
        self.done.records + self.done.moves + self.done.minimax_positions
    }

    fn check_record(&mut self, record: Record<'_>) -> Result<(), Flaw> {
        let position = self.game.decode(record.position).ok_or(Flaw::Undecodable)?;
        self.bytes.clear();
        self.game.encode(&position, &mut self.bytes);
        if self.bytes != record.position {
            return Err(Flaw::NotCanonical);
        }
        if self.game.outcome(&position).is_some() {
            return Err(Flaw::Ended);
        }
        // The one whose case is made is the attacker for a strategy and the defender for a closed set.
        let attacker_moves = self.game.to_move(&position) == self.question.attacker;
        let one_move_suffices = attacker_moves == (self.form == Form::Strategy);
        match record.claim {
            Claim::Minimax(limit) => self.check_minimax(&position, limit),
            Claim::Move(mv) if one_move_suffices => {
                self.generate_moves(&position)?;
                if !self.moves.contains(&mv) {
                    return Err(Flaw::IllegalMove(mv));
                }
                self.check_move(&position, record.rank, mv)
            }
            Claim::All if !one_move_suffices => {
                self.generate_moves(&position)?;
                for index in 0..self.moves.len() {
                    self.check_move(&position, record.rank, self.moves[index])?;
                }
                Ok(())
            }
            Claim::Move(_) => Err(Flaw::MoveForAll),
            Claim::All => Err(Flaw::AllForMove),
        }
    }

    /// Lists the legal moves. "All of no moves" would hold of anything, so there must be some.
    fn generate_moves(&mut self, position: &G::Position) -> Result<(), Flaw> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        if self.moves.is_empty() { Err(Flaw::NoMoves) } else { Ok(()) }
    }

    /// Whether the position after a legal move is fine: an end as the verdict says, or in the set and,
    /// in a strategy, of a lower rank.
    fn check_move(&mut self, position: &G::Position, rank: u64, mv: Move) -> Result<(), Flaw> {
        self.done.moves += 1;
        let successor = self.game.play(position, mv);
        if let Some(met) = self.question.settled(self.game, &successor) {
            let fine = met == (self.form == Form::Strategy);
            return if fine { Ok(()) } else { Err(Flaw::WrongEnd(mv)) };
        }
        self.bytes.clear();
        self.game.encode(&successor, &mut self.bytes);
        let number = self.index.find(self.records, &self.bytes).ok_or(Flaw::Outside(mv))?;
        let to = self.records.get(number).rank;
        match self.form {
            Form::Strategy if to >= rank => Err(Flaw::RankNotLower { mv, from: rank, to }),
            _ => Ok(()),
        }
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
