//! Moves that give check, and mates in one.
//!
//! A move gives check directly if the piece, as what it is after the move, attacks the king from where it ends; or
//! it uncovers a sliding piece behind it. For the first, the squares from which each kind attacks the king are
//! looked up once. The square that a piece leaves need not be thought of as empty: if it is on the
//! way from where the piece goes to the king, the piece attacked the king already.

use winproof_rules::Move;

use super::board::ShogiBoard;
use super::moves::{Action, Wanted, droppable, reach, reach_back, visit_moves};
use super::pieces::Kind;
use super::squares::{self, Squares};

/// The moves that give check.
struct Checks {
    king: usize,
    /// By the number of a kind, the squares from which it attacks the king.
    squares: [Squares; 15],
    /// The mover's pieces that keep others of the mover's from attacking the king.
    covering: Squares,
}

impl Checks {
    #[inline]
    fn of(board: &ShogiBoard) -> Option<Checks> {
        let player = board.to_move();
        let king = board.king(player.opponent())?;
        let occupied = board.occupied();
        let mut squares = [0; 15];
        let gold = reach_back(Kind::Gold, player, king, occupied);
        let across = squares::diagonal(king, occupied);
        let along = squares::straight(king, occupied);
        for kind in [Kind::Pawn, Kind::Lance, Kind::Knight, Kind::Silver] {
            squares[kind as usize] = reach_back(kind, player, king, occupied);
        }
        for kind in [Kind::Gold, Kind::ProPawn, Kind::ProLance, Kind::ProKnight, Kind::ProSilver] {
            squares[kind as usize] = gold;
        }
        squares[Kind::Bishop as usize] = across;
        squares[Kind::Rook as usize] = along;
        squares[Kind::Horse as usize] = across | squares::KING_STEPS[king];
        squares[Kind::Dragon as usize] = along | squares::KING_STEPS[king];
        let covering = board.blockers(king, player) & board.pieces(player);
        Some(Checks { king, squares, covering })
    }
}

impl Wanted for Checks {
    #[inline]
    fn movers(&self, kind: Kind, pieces: Squares) -> Squares {
        match kind {
            Kind::King => pieces & self.covering,
            // They end next to the king, after one step.
            Kind::Pawn | Kind::Silver | Kind::Gold => {
                pieces & (squares::NEAR[self.king] | self.covering)
            }
            _ => pieces,
        }
    }

    #[inline]
    fn arrivals(&self, kind: Kind, from: usize) -> Squares {
        let squares = self.squares[kind as usize];
        if self.covering & squares::bit(from) == 0 {
            squares
        } else {
            squares | !squares::ray_through(self.king, from)
        }
    }

    #[inline]
    fn drops(&self, kind: Kind) -> Squares {
        self.squares[kind as usize]
    }
}

/// Those of some kinds that the player to move could drop with check, if they were in hand, as a set of bits by
/// their numbers.
pub(super) fn droppable_with_check(board: &ShogiBoard, kinds: impl Fn(Kind) -> bool) -> u8 {
    Checks::of(board).map_or(0, |checks| droppable(board, &checks, kinds))
}

impl ShogiBoard {
    /// Shows each legal move that gives check to `visit` until that returns `true`. Returns whether it did.
    #[inline]
    pub(super) fn visit_checks(&self, visit: impl FnMut(Action) -> bool) -> bool {
        Checks::of(self).is_some_and(|checks| visit_moves(self, &checks, visit))
    }

    /// Whether the player to move can give check.
    #[inline]
    pub(super) fn has_check(&self) -> bool {
        self.visit_checks(|_| true)
    }

    /// Looks for a move of the player to move that mates at once.
    #[inline]
    pub(super) fn look_for_mate(&self) -> Look {
        let Some(flight) = Flight::of(self) else { return Look::default() };
        let mut look = Look { flight: flight.free.count_ones(), ..Look::default() };
        self.visit_checks(|action| {
            look.checks += 1;
            if flight.may_end(self, action) && !self.after(action).has_legal_move() {
                look.mate = Some(action.code());
            }
            look.mate.is_some()
        });
        look
    }
}

/// What was seen while looking for a mate in one.
#[derive(Clone, Copy, Default)]
pub(super) struct Look {
    pub(super) mate: Option<Move>,
    /// How many checks there are, if none of them mates.
    pub(super) checks: u32,
    /// How many squares the king can go to before it is in check.
    pub(super) flight: u32,
}

/// Where the king that is to be mated can go before the move, by which most checks are seen not to mate: all of
/// these squares have to be attacked by the piece that moves, or be where it ends.
struct Flight {
    /// The squares around the king that are neither attacked nor taken by its own side.
    free: Squares,
    /// Those of them that are still not attacked if pieces of the mover's get out of each other's way.
    surely_free: Squares,
    king: usize,
}

impl Flight {
    #[inline]
    fn of(board: &ShogiBoard) -> Option<Flight> {
        let player = board.to_move();
        let king = board.king(player.opponent())?;
        let free = board.flight(player.opponent(), king);
        let surely_free = match free {
            0 => 0,
            _ => {
                let others = board.pieces(player.opponent()) & !squares::bit(king);
                free & !board.attacked(player, others)
            }
        };
        Some(Flight { free, surely_free, king })
    }

    /// Whether a check leaves none of the squares, as far as can be told without playing it.
    #[inline]
    fn may_end(&self, board: &ShogiBoard, action: Action) -> bool {
        let empty = squares::bit(self.king);
        let (kind, to, empty, free) = match action {
            // A piece that is dropped attacks some squares and at most hides others.
            Action::Drop { kind, to } => (kind, to, empty, self.free),
            Action::Step { from, to, promotes } => {
                let kind = board.kind_at(from).expect("a move starts from a piece");
                let promoted = if promotes { kind.promoted() } else { None };
                (promoted.unwrap_or(kind), to, empty | squares::bit(from), self.surely_free)
            }
        };
        let left = free & !squares::bit(to);
        left == 0 || left & !reach(kind, board.to_move(), to, board.occupied() & !empty) == 0
    }
}
