//! The principal line of a position: each player makes the moves that a certificate or the tables of a search
//! have for this player.
//!
//! The verdict on one question has moves for its claimant only; the opponent resists as long as possible. A value
//! has moves for both: the proof that it is not less, and the disproof that it is more. If both are followed, the
//! result of the line is the value.

use std::cell::Cell;
use std::collections::HashSet;

use winproof_certificate::Certificate;
use winproof_rules::{Encoding, Game, Move, Player, StopSignal};

use crate::certify::form_of;
use crate::replay::{Place, Replay};
use crate::{Numbers, SharedLeafOracle, Solver};

/// A line of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrincipalLine {
    /// The moves.
    pub moves: Vec<Move>,
    /// How it ends.
    pub end: LineEnd,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    GameOver,
    /// The last position was there before: from here on play is endless.
    Repetition,
    /// The rest is not known.
    Open,
}

/// Knows moves for one of the players, the claimant, from the current position of a line.
pub trait Adviser {
    /// Returns the player for whom it has moves.
    fn claimant(&self) -> Player;

    /// Returns its move for the claimant, who is to move.
    fn chosen(&mut self) -> Option<Move>;

    /// Returns the move by which the opponent, who is to move, resists longest.
    fn longest(&mut self) -> Option<Move>;

    /// Goes on to the position after a legal move.
    fn follow(&mut self, mv: Move);
}

/// Returns the line in which each player follows the adviser that has this player as its claimant. If there is none,
/// the opponent's adviser says what resists longest. The line ends with the game, at the first repetition, where
/// an adviser knows no more, after `longest` moves, or when the signal says so.
pub fn principal_line<G: Game>(
    game: &G,
    root: &G::Position,
    advisers: &mut [Box<dyn Adviser + '_>],
    longest: usize,
    stop: &StopSignal,
) -> PrincipalLine {
    let mut moves = Vec::new();
    let mut visited = HashSet::new();
    let mut position = root.clone();
    let end = loop {
        if game.outcome(&position).is_some() {
            break LineEnd::GameOver;
        }
        if !visited.insert(position.clone()) {
            break LineEnd::Repetition;
        }
        if moves.len() == longest || stop.poll().is_some() {
            break LineEnd::Open;
        }
        let mover = game.to_move(&position);
        let own = advisers.iter_mut().find(|adviser| adviser.claimant() == mover);
        let mv = match own {
            Some(own) => own.chosen(),
            None => advisers.first_mut().and_then(|other| other.longest()),
        };
        let Some(mv) = mv else { break LineEnd::Open };
        advisers.iter_mut().for_each(|adviser| adviser.follow(mv));
        moves.push(mv);
        position = game.play(&position, mv);
    };
    PrincipalLine { moves, end }
}

/// Follows a certificate.
pub struct CertificateAdviser<'a, G: Game> {
    replay: Replay<'a, G>,
    place: Option<Place<G::Position>>,
}

impl<'a, G: Encoding> CertificateAdviser<'a, G> {
    /// Makes an adviser for the position that the certificate is about.
    pub fn new(
        game: &'a G,
        certificate: &'a Certificate,
        root: &G::Position,
        stop: &StopSignal,
    ) -> Self {
        let replay = Replay::new(game, certificate).with_stop(stop);
        let place = replay.begin(root);
        CertificateAdviser { replay, place }
    }
}

impl<G: Encoding> Adviser for CertificateAdviser<'_, G> {
    fn claimant(&self) -> Player {
        self.replay.claimant()
    }

    fn chosen(&mut self) -> Option<Move> {
        self.replay.chosen(self.place.as_ref()?)
    }

    fn longest(&mut self) -> Option<Move> {
        self.replay.longest(self.place.as_ref()?)
    }

    fn follow(&mut self, mv: Move) {
        self.place = self.place.take().and_then(|place| self.replay.follow(&place, mv));
    }
}

/// Follows the tables of a search, as far as they still have the solution. The game's leaf oracle is shared with
/// other advisers of the same line.
pub struct TableAdviser<'a, 'g, G: Game> {
    solver: &'a mut Solver<'g, G>,
    oracle: &'a Cell<Option<SharedLeafOracle<'g, G>>>,
    root: G::Position,
    line: Vec<Move>,
    position: G::Position,
    /// Whether the question in normal form is proved.
    proved: bool,
}

impl<'a, 'g, G: Game> TableAdviser<'a, 'g, G> {
    /// Makes an adviser for the position that the solver solved last, with this answer.
    pub fn new(
        solver: &'a mut Solver<'g, G>,
        oracle: &'a Cell<Option<SharedLeafOracle<'g, G>>>,
        root: &G::Position,
        proved: bool,
    ) -> Self {
        let proved = proved != solver.normal_form().turned;
        let (root, position) = (root.clone(), root.clone());
        TableAdviser { solver, oracle, root, line: Vec::new(), position, proved }
    }

    /// Does something with the leaf oracle.
    fn with_oracle<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(oracle) = self.oracle.take() {
            self.solver.take_leaf_oracle(oracle);
        }
        let result = act(self);
        self.oracle.set(Some(self.solver.give_leaf_oracle()));
        result
    }

    /// Returns the move that keeps the verdict.
    fn keeping_move(&mut self) -> Option<Move> {
        let legal = self.solver.game().legal_moves(&self.position);
        let is_legal = |mv: &Move| legal.contains(mv);
        let search = self.solver.search();
        let stored = search.stored(&self.root, &self.line);
        let solved = stored.filter(|stored| stored.numbers == Numbers::solved(self.proved));
        let known = solved.and_then(|stored| stored.best).filter(is_legal);
        let known =
            known.or_else(|| search.known_move(&self.position, self.proved).filter(is_legal));
        if known.is_some() {
            return known;
        }
        let solver = search.static_solver();
        let decided = solver.decide(&self.position) == Some(self.proved);
        let unfolded = if decided { solver.unfold(&self.position, self.proved) } else { None };
        unfolded.filter(is_legal)
    }

    /// Returns the opponent's move behind which there was most work.
    fn hardest_move(&mut self) -> Option<Move> {
        let moves = self.solver.game().legal_moves(&self.position);
        let known: Vec<_> =
            moves.into_iter().filter_map(|mv| Some((self.effort(mv)?, mv))).collect();
        // The first of equals.
        known.into_iter().rev().max_by_key(|&(effort, _)| effort).map(|(_, mv)| mv)
    }

    /// Returns the work below the position after a move of the opponent, if the position is known to be solved.
    fn effort(&mut self, mv: Move) -> Option<u64> {
        let game = self.solver.game();
        let child = game.play(&self.position, mv);
        if game.outcome(&child).is_some() {
            return Some(0);
        }
        self.line.push(mv);
        let stored = self.solver.search().stored(&self.root, &self.line);
        self.line.pop();
        let known = stored.filter(|stored| stored.numbers == Numbers::solved(self.proved));
        let decided = || {
            let search = self.solver.search();
            let decided = search.static_solver().decide(&child) == Some(self.proved);
            (decided || search.known(&child) == Some(self.proved)).then_some(0)
        };
        known.map_or_else(decided, |stored| Some(stored.effort.unwrap_or(0)))
    }
}

impl<G: Game> Adviser for TableAdviser<'_, '_, G> {
    fn claimant(&self) -> Player {
        form_of(self.proved).claimant(self.solver.normal_form().question)
    }

    fn chosen(&mut self) -> Option<Move> {
        self.with_oracle(Self::keeping_move)
    }

    fn longest(&mut self) -> Option<Move> {
        self.with_oracle(Self::hardest_move)
    }

    fn follow(&mut self, mv: Move) {
        self.position = self.solver.game().play(&self.position, mv);
        self.line.push(mv);
    }
}
