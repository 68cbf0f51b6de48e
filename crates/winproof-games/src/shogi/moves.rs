//! Codes of moves, and all legal moves.
//!
//! One generator makes them all: legal moves, evasions, checks. What the mover's own king allows is worked out
//! first ([`Safety`]): in check only moves to the squares that help, and pinned pieces stay on their line. So no move
//! has to be tried to find out that it is illegal; only a pawn that is dropped in front of the king is.

use winproof_rules::{Move, Player};

use super::board::{ShogiBoard, slide_back};
use super::pieces::{Hand, Kind};
use super::squares::{self, BOARD, COUNT, Each, Squares, bit};

/// A move: seven bits for where it starts (from 81 on the kind of a dropped piece), seven for where it ends,
/// and one for promotion.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Step { from: usize, to: usize, promotes: bool },
    Drop { kind: Kind, to: usize },
}

const TO_SHIFT: u32 = 7;
const PROMOTES: u32 = 1 << 14;
/// What is added to the number of a kind that is dropped.
const DROPS: u32 = COUNT as u32;

impl Action {
    /// The move's code.
    #[inline]
    pub(super) fn code(self) -> Move {
        match self {
            Action::Step { from, to, promotes } => {
                let promotes = if promotes { PROMOTES } else { 0 };
                Move(from as u32 | (to as u32) << TO_SHIFT | promotes)
            }
            Action::Drop { kind, to } => Move((DROPS + kind as u32) | (to as u32) << TO_SHIFT),
        }
    }

    /// The move with a code that [`code`](Action::code) gave.
    #[inline]
    pub(super) fn of(mv: Move) -> Action {
        let from = mv.0 & 127;
        let to = (mv.0 >> TO_SHIFT & 127) as usize;
        match from.checked_sub(DROPS) {
            None => Action::Step { from: from as usize, to, promotes: mv.0 & PROMOTES != 0 },
            Some(number) => {
                let kind = Kind::numbered(number as u8).expect("a code that was made here");
                Action::Drop { kind, to }
            }
        }
    }

    /// Where the move ends.
    #[inline]
    pub(super) fn to(self) -> usize {
        match self {
            Action::Step { to, .. } | Action::Drop { to, .. } => to,
        }
    }
}

/// Which of the legal moves a caller wants. Types instead of flags: each gets a generator of its own.
pub(super) trait Wanted {
    /// Those pieces, which move like `kind`, that may have a wanted move.
    fn movers(&self, kind: Kind, pieces: Squares) -> Squares;
    /// The squares on which a piece that comes from `from` and then is a `kind` is wanted.
    fn arrivals(&self, kind: Kind, from: usize) -> Squares;
    /// The squares on which a dropped piece is wanted.
    fn drops(&self, kind: Kind) -> Squares;
}

/// All legal moves.
pub(super) struct Anything;

impl Wanted for Anything {
    #[inline]
    fn movers(&self, _: Kind, pieces: Squares) -> Squares {
        pieces
    }

    #[inline]
    fn arrivals(&self, _: Kind, _: usize) -> Squares {
        BOARD
    }

    #[inline]
    fn drops(&self, _: Kind) -> Squares {
        BOARD
    }
}

/// What the safety of the mover's king asks of moves.
struct Safety {
    /// Where other pieces may go: anywhere, or between the king and a checking piece or onto it.
    targets: Squares,
    /// Pieces that must stay on their line with the king.
    pinned: Squares,
}

impl Safety {
    #[inline]
    fn of(board: &ShogiBoard) -> Safety {
        let Some(king) = board.king(board.to_move()) else {
            return Safety { targets: BOARD, pinned: 0 };
        };
        let enemy = board.to_move().opponent();
        let checkers = board.attackers(king, enemy, board.occupied());
        let targets = if checkers == 0 {
            BOARD
        } else if checkers.is_power_of_two() {
            checkers | squares::between(king, checkers.trailing_zeros() as usize)
        } else {
            0
        };
        // In a double check only the king moves.
        let pinned = if targets == 0 { 0 } else { board.blockers(king, enemy) };
        Safety { targets, pinned }
    }
}

/// What a piece reaches, also where a piece of its own player stands.
#[inline]
pub(super) fn reach(kind: Kind, player: Player, square: usize, occupied: Squares) -> Squares {
    let side = player as usize;
    match kind {
        Kind::Pawn => squares::PAWN_STEPS[side][square],
        Kind::Lance => squares::slide(squares::forward(player), square, occupied),
        Kind::Knight => squares::KNIGHT_STEPS[side][square],
        Kind::Silver => squares::SILVER_STEPS[side][square],
        Kind::Bishop => squares::diagonal(square, occupied),
        Kind::Rook => squares::straight(square, occupied),
        Kind::King => squares::KING_STEPS[square],
        Kind::Horse => squares::diagonal(square, occupied) | squares::KING_STEPS[square],
        Kind::Dragon => squares::straight(square, occupied) | squares::KING_STEPS[square],
        _ => squares::GOLD_STEPS[side][square],
    }
}

/// From where a player's piece of a kind attacks a square.
#[inline]
pub(super) fn reach_back(kind: Kind, player: Player, square: usize, occupied: Squares) -> Squares {
    match kind {
        Kind::Lance => slide_back(square, player, occupied),
        _ => reach(kind, player.opponent(), square, occupied),
    }
}

/// The squares from which a piece of a kind could never move again.
#[inline]
fn dead(kind: Kind, player: Player) -> Squares {
    match kind {
        Kind::Pawn | Kind::Lance => squares::last_ranks(player, 1),
        Kind::Knight => squares::last_ranks(player, 2),
        _ => 0,
    }
}

/// Shows each wanted legal move to `visit` until that returns `true`. Returns whether it did.
///
/// The order: the king, the other pieces from the strongest to pawns, then drops in the same order, or in the
/// opposite one for the defender; each by square.
#[inline]
pub(super) fn visit_moves(
    board: &ShogiBoard,
    wanted: &impl Wanted,
    mut visit: impl FnMut(Action) -> bool,
) -> bool {
    let player = board.to_move();
    if let Some(king) = board.king(player)
        && wanted.movers(Kind::King, bit(king)) != 0
        && visit_king(board, king, wanted, &mut visit)
    {
        return true;
    }
    let safety = Safety::of(board);
    if safety.targets == 0 {
        return false;
    }
    visit_steps(board, &safety, wanted, &mut visit) || {
        let squares = safety.targets & !board.occupied();
        squares != 0 && visit_drops(board, squares, wanted, &mut visit)
    }
}

#[inline]
fn visit_king(
    board: &ShogiBoard,
    king: usize,
    wanted: &impl Wanted,
    visit: &mut impl FnMut(Action) -> bool,
) -> bool {
    let squares = board.flight(board.to_move(), king) & wanted.arrivals(Kind::King, king);
    Each(squares).any(|to| visit(Action::Step { from: king, to, promotes: false }))
}

#[inline]
fn visit_steps(
    board: &ShogiBoard,
    safety: &Safety,
    wanted: &impl Wanted,
    visit: &mut impl FnMut(Action) -> bool,
) -> bool {
    let player = board.to_move();
    let occupied = board.occupied();
    let allowed = safety.targets & !board.pieces(player);
    let zone = squares::ZONE[player as usize];
    for (kind, pieces) in board.sets(player).by_kind() {
        for from in Each(wanted.movers(kind, pieces)) {
            let mut squares = reach(kind, player, from, occupied) & allowed;
            if safety.pinned & bit(from) != 0 {
                let king = board.king(player).expect("a piece is pinned to a king");
                squares &= squares::ray_through(king, from);
            }
            if squares == 0 {
                continue;
            }
            let step = |promotes| move |to| Action::Step { from, to, promotes };
            if let Some(promoted) = kind.promoted() {
                let entering = if zone & bit(from) != 0 { squares } else { squares & zone };
                let promoting = Each(entering & wanted.arrivals(promoted, from));
                if promoting.map(step(true)).any(&mut *visit) {
                    return true;
                }
            }
            let staying = Each(squares & !dead(kind, player) & wanted.arrivals(kind, from));
            if staying.map(step(false)).any(&mut *visit) {
                return true;
            }
        }
    }
    false
}

#[inline]
fn visit_drops(
    board: &ShogiBoard,
    squares: Squares,
    wanted: &impl Wanted,
    visit: &mut impl FnMut(Action) -> bool,
) -> bool {
    let player = board.to_move();
    let hand = board.hand(player);
    if hand.is_empty() {
        return false;
    }
    // The defender tries first what is worth least to the attacker.
    let weakest_first = player != board.attacker();
    for place in 0..Kind::IN_HAND.len() {
        let last = Kind::IN_HAND.len() - 1;
        let kind = Kind::IN_HAND[if weakest_first { last - place } else { place }];
        if hand.count(kind) == 0 {
            continue;
        }
        let squares = drop_squares(board, kind, squares, wanted);
        if Each(squares).any(|to| visit(Action::Drop { kind, to })) {
            return true;
        }
    }
    false
}

/// Those of some kinds that the player to move could drop with a wanted move, if they were in hand, as a set of
/// bits by their numbers.
pub(super) fn droppable(
    board: &ShogiBoard,
    wanted: &impl Wanted,
    kinds: impl Fn(Kind) -> bool,
) -> u8 {
    let squares = Safety::of(board).targets & !board.occupied();
    if squares == 0 {
        return 0;
    }
    let there = |kind: &Kind| kinds(*kind) && drop_squares(board, *kind, squares, wanted) != 0;
    Kind::IN_HAND.into_iter().filter(there).fold(0, |set, kind| set | 1 << kind as u8)
}

/// Those squares on which a kind that is in hand may be dropped with a wanted move.
#[inline]
fn drop_squares(board: &ShogiBoard, kind: Kind, squares: Squares, wanted: &impl Wanted) -> Squares {
    let squares = squares & wanted.drops(kind) & !dead(kind, board.to_move());
    if kind == Kind::Pawn && squares != 0 { pawn_drops(board, squares) } else { squares }
}

/// Those squares on which a pawn may be dropped: no second one on a file, and none that mates.
fn pawn_drops(board: &ShogiBoard, squares: Squares) -> Squares {
    let player = board.to_move();
    let pawns = board.sets(player).pawns;
    let mut squares = Each(pawns).fold(squares, |squares, at| squares & !squares::file(at));
    if let Some(king) = board.king(player.opponent()) {
        let checking = squares & squares::PAWN_STEPS[player.opponent() as usize][king];
        if checking != 0 {
            let to = checking.trailing_zeros() as usize;
            if !board.with_dropped(Kind::Pawn, to).has_legal_move() {
                squares &= !checking;
            }
        }
    }
    squares
}

/// What kinds of move this is, for reviews.
pub(super) fn kinds(board: &ShogiBoard, action: Action) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    let player = board.to_move();
    match action {
        Action::Drop { .. } => kinds.push("drop"),
        Action::Step { from, to, promotes } => {
            if board.kind_at(from) == Some(Kind::King) {
                kinds.push("king move");
            }
            if promotes {
                kinds.push("promotion");
            }
            if board.piece_at(to).is_some() {
                kinds.push("capture");
            }
        }
    }
    let checks = board.after(action).is_in_check(player.opponent());
    kinds.push(if checks { "check" } else { "no check" });
    kinds
}

impl ShogiBoard {
    /// Appends all legal moves by the rules of shogi, whether or not they give check.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        visit_moves(self, &Anything, |action| {
            moves.push(action.code());
            false
        });
    }

    /// Whether the player to move has a legal move.
    #[inline]
    pub(super) fn has_legal_move(&self) -> bool {
        visit_moves(self, &Anything, |_| true)
    }

    /// The position after a legal move.
    #[inline]
    pub(super) fn after(&self, action: Action) -> ShogiBoard {
        match action {
            Action::Step { from, to, promotes } => self.after_step(from, to, promotes),
            Action::Drop { kind, to } => self.after_drop(kind, to),
        }
    }

    /// The hand of a player with all pieces added that are missing from the set.
    pub(super) fn hand_with_rest(&self, player: Player) -> Result<Hand, String> {
        Kind::IN_HAND.into_iter().try_fold(self.hand(player), |hand, kind| {
            Ok(hand.with(kind, hand.count(kind) + self.missing(kind)?))
        })
    }
}
