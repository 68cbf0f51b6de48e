//! A board as programs had it in 1998: an array of squares, and a generator that goes through it.
//!
//! Moves may leave the king in check, and a dropped pawn may mate: such programs found out by looking one ply further.

/// Kinds of pieces: pawn 1, lance 2, knight 3, silver 4, gold 5, bishop 6, rook 7, king 8, and 8 more when promoted.
type Kind = u8;

const PAWN: Kind = 1;
const LANCE: Kind = 2;
const KNIGHT: Kind = 3;
const GOLD: Kind = 5;
const BISHOP: Kind = 6;
const ROOK: Kind = 7;
/// The king.
pub const KING: Kind = 8;
const PROMOTED: Kind = 8;
/// The number of squares.
pub const SQUARES: usize = 81;

/// Values by kind; the king's is larger than all others together.
const VALUES: [i32; 16] =
    [0, 100, 300, 350, 500, 600, 800, 1000, 100_000, 600, 600, 600, 600, 0, 1100, 1300];

/// A move. The order of moves is that of their scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where it starts; from 81 on the kind of a dropped piece.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// Whether the piece promotes.
    pub promotes: bool,
    /// What it gains at once.
    pub score: i32,
}

impl Move {
    /// Returns the kind of a dropped piece.
    pub fn dropped(self) -> Option<Kind> {
        self.from.checked_sub(SQUARES as u8)
    }
}

/// A position. Squares are numbered down the files, from file 1 on; white's pieces are negative.
#[derive(Clone, Debug)]
pub struct Board {
    squares: [i8; SQUARES],
    hands: [[u8; 8]; 2],
    /// 0 for black, 1 for white.
    pub to_move: usize,
    /// The value of black's pieces less that of white's.
    pub material: i32,
}

/// Steps as files to the left and ranks down, seen by black.
fn steps(kind: Kind) -> &'static [(i32, i32)] {
    const GOLD_STEPS: [(i32, i32); 6] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
    match kind {
        PAWN => &[(0, -1)],
        KNIGHT => &[(-1, -2), (1, -2)],
        4 => &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
        GOLD | 9..=12 => &GOLD_STEPS,
        KING => &AROUND,
        14 => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
        15 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        _ => &[],
    }
}

fn slides(kind: Kind) -> &'static [(i32, i32)] {
    match kind {
        LANCE => &[(0, -1)],
        BISHOP | 14 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        ROOK | 15 => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
        _ => &[],
    }
}

const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn offset(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let (file, rank) = (square as i32 / 9 + files, square as i32 % 9 + ranks);
    ((0..9).contains(&file) && (0..9).contains(&rank)).then_some((9 * file + rank) as usize)
}

/// The rank as a player sees it, 0 for the farthest.
fn rank(square: usize, player: usize) -> usize {
    if player == 0 { square % 9 } else { 8 - square % 9 }
}

/// Whether a piece could never move from there.
fn is_dead(kind: Kind, square: usize, player: usize) -> bool {
    match kind {
        PAWN | LANCE => rank(square, player) == 0,
        KNIGHT => rank(square, player) < 2,
        _ => false,
    }
}

impl Board {
    /// The position that games begin with.
    pub fn start() -> Board {
        let mut board =
            Board { squares: [0; SQUARES], hands: [[0; 8]; 2], to_move: 0, material: 0 };
        let last = [LANCE, KNIGHT, 4, GOLD, KING, GOLD, 4, KNIGHT, LANCE];
        for (file, kind) in last.into_iter().enumerate() {
            for (rank, piece) in
                [(0, -(kind as i8)), (2, -(PAWN as i8)), (6, PAWN as i8), (8, kind as i8)]
            {
                board.squares[9 * file + rank] = piece;
            }
        }
        for (file, rank, piece) in [(1, 1, -6), (7, 1, -7), (7, 7, 6), (1, 7, 7)] {
            board.squares[9 * file + rank] = piece;
        }
        board
    }

    /// Returns the player and the kind of the piece on a square.
    #[inline]
    pub fn piece(&self, square: usize) -> Option<(usize, Kind)> {
        let piece = self.squares[square];
        (piece != 0).then_some((usize::from(piece < 0), piece.unsigned_abs()))
    }

    /// Returns how many pieces of a kind a player has in hand.
    #[inline]
    pub fn in_hand(&self, player: usize, kind: Kind) -> u8 {
        self.hands[player][usize::from(kind)]
    }

    /// Returns whether a player has an unpromoted pawn on the file of a square.
    pub fn has_pawn_on_file(&self, player: usize, square: usize) -> bool {
        let pawn = if player == 0 { PAWN as i8 } else { -(PAWN as i8) };
        self.squares[square / 9 * 9..][..9].contains(&pawn)
    }

    /// Shows all moves of the piece on a square.
    pub fn piece_moves(&self, square: usize, visit: &mut impl FnMut(Move)) {
        let Some((player, kind)) = self.piece(square) else { return };
        let forward = if player == 0 { 1 } else { -1 };
        for &(files, ranks) in steps(kind) {
            if let Some(to) = offset(square, forward * files, forward * ranks) {
                self.visit_step(square, to, player, kind, visit);
            }
        }
        for &(files, ranks) in slides(kind) {
            let mut at = square;
            while let Some(to) = offset(at, forward * files, forward * ranks) {
                self.visit_step(square, to, player, kind, visit);
                if self.squares[to] != 0 {
                    break;
                }
                at = to;
            }
        }
    }

    fn visit_step(
        &self,
        from: usize,
        to: usize,
        player: usize,
        kind: Kind,
        visit: &mut impl FnMut(Move),
    ) {
        let taken = match self.piece(to) {
            Some((owner, _)) if owner == player => return,
            Some((_, taken)) => taken,
            None => 0,
        };
        let gain = VALUES[usize::from(taken)];
        let promotes =
            kind < KING && kind != GOLD && (rank(from, player) < 3 || rank(to, player) < 3);
        let mut push = |promotes: bool, score: i32| {
            visit(Move { from: from as u8, to: to as u8, promotes, score });
        };
        if promotes {
            let better = VALUES[usize::from(kind + PROMOTED)] - VALUES[usize::from(kind)];
            push(true, gain + better);
        }
        if !is_dead(kind, to, player) {
            push(false, gain);
        }
    }

    /// Returns whether a player may drop a kind on an empty square, if it is in hand. Whether there is another pawn on the
    /// file is not looked at.
    pub fn may_drop(&self, player: usize, kind: Kind, to: usize) -> bool {
        self.squares[to] == 0 && !is_dead(kind, to, player)
    }

    /// Shows all drops of a kind on a range of squares.
    pub fn drops(
        &self,
        player: usize,
        kind: Kind,
        squares: std::ops::Range<usize>,
        visit: &mut impl FnMut(Move),
    ) {
        for to in squares {
            let second = kind == PAWN && self.has_pawn_on_file(player, to);
            if !second && self.may_drop(player, kind, to) {
                visit(drop_move(kind, to));
            }
        }
    }

    /// Shows all moves of a player: the plain generator.
    pub fn all_moves(&self, player: usize, visit: &mut impl FnMut(Move)) {
        for square in 0..SQUARES {
            if self.piece(square).is_some_and(|(owner, _)| owner == player) {
                self.piece_moves(square, visit);
            }
        }
        for kind in PAWN..=ROOK {
            if self.in_hand(player, kind) > 0 {
                self.drops(player, kind, 0..SQUARES, visit);
            }
        }
    }

    /// Returns the position after a move, and the kind that was captured, as it is in hand.
    pub fn after(&self, mv: Move) -> (Board, Option<Kind>) {
        let mut board = self.clone();
        let mover = self.to_move;
        let sign = if mover == 0 { 1 } else { -1 };
        let to = usize::from(mv.to);
        board.to_move = 1 - mover;
        board.material += sign * mv.score;
        if let Some(kind) = mv.dropped() {
            board.hands[mover][usize::from(kind)] -= 1;
            board.squares[to] = sign as i8 * kind as i8;
            return (board, None);
        }
        let taken = self.piece(to).map(|(_, kind)| kind);
        let piece = std::mem::take(&mut board.squares[usize::from(mv.from)]);
        board.squares[to] = if mv.promotes { piece + sign as i8 * PROMOTED as i8 } else { piece };
        let taken = taken.filter(|&kind| kind != KING);
        let taken = taken.map(|kind| if kind > KING { kind - PROMOTED } else { kind });
        if let Some(kind) = taken {
            board.hands[mover][usize::from(kind)] += 1;
        }
        (board, taken)
    }

    /// Returns the pieces that a change of a square can matter to, and the square itself, as a set of bits: what is seen
    /// from it along files, ranks and diagonals, and knights that could go there.
    pub fn affected_by(&self, square: usize) -> u128 {
        let mut set = 1 << square;
        for (files, ranks) in AROUND {
            let mut at = square;
            while let Some(next) = offset(at, files, ranks) {
                if self.squares[next] != 0 {
                    set |= 1 << next;
                    break;
                }
                at = next;
            }
        }
        for ranks in [-2, 2] {
            for files in [-1, 1] {
                let from = offset(square, files, ranks);
                let knight = from.filter(|&from| self.squares[from].unsigned_abs() == KNIGHT);
                set |= knight.map_or(0, |from| 1 << from);
            }
        }
        set
    }

    /// Returns whether a move leaves the mover's king where it can be taken.
    pub fn leaves_check(&self, mv: Move) -> bool {
        let (after, _) = self.after(mv);
        let mut taken = false;
        after.all_moves(after.to_move, &mut |reply| {
            taken |= after.piece(usize::from(reply.to)).is_some_and(|(_, kind)| kind == KING);
        });
        taken
    }

    /// Returns the position in SFEN.
    pub fn sfen(&self) -> String {
        let letter = |player: usize, kind: Kind| {
            let plain = if kind > KING { kind - PROMOTED } else { kind };
            let letter = b"?PLNSGBRK"[usize::from(plain)] as char;
            let letter = if player == 0 { letter } else { letter.to_ascii_lowercase() };
            if kind > KING { format!("+{letter}") } else { letter.to_string() }
        };
        let row = |rank: usize| {
            let (mut row, mut empty) = (String::new(), 0);
            for file in (0..9).rev() {
                match self.piece(9 * file + rank) {
                    None => empty += 1,
                    Some((player, kind)) => {
                        if empty > 0 {
                            row += &empty.to_string();
                        }
                        row += &letter(player, kind);
                        empty = 0;
                    }
                }
            }
            if empty > 0 { row + &empty.to_string() } else { row }
        };
        let rows: Vec<_> = (0..9).map(row).collect();
        let mut hands = String::new();
        for player in 0..2 {
            for kind in (PAWN..=ROOK).rev() {
                match self.in_hand(player, kind) {
                    0 => {}
                    1 => hands += &letter(player, kind),
                    count => hands += &format!("{count}{}", letter(player, kind)),
                }
            }
        }
        let side = if self.to_move == 0 { 'b' } else { 'w' };
        let hands = if hands.is_empty() { "-".to_string() } else { hands };
        format!("{} {side} {hands} 1", rows.join("/"))
    }

    /// Returns the name of a move as in USI.
    pub fn name(&self, mv: Move) -> String {
        let square = |at: u8| format!("{}{}", at / 9 + 1, (b'a' + at % 9) as char);
        match mv.dropped() {
            Some(kind) => {
                format!("{}*{}", b"?PLNSGBR"[usize::from(kind)] as char, square(mv.to))
            }
            None => {
                let sign = if mv.promotes { "+" } else { "" };
                format!("{}{}{sign}", square(mv.from), square(mv.to))
            }
        }
    }
}

/// The drop of a kind.
pub fn drop_move(kind: Kind, to: usize) -> Move {
    Move { from: SQUARES as u8 + kind, to: to as u8, promotes: false, score: 0 }
}
