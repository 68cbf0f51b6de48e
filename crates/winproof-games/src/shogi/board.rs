//! A position: the pieces on the board as planes of bits, both hands, who is to move and who attacks.
//!
//! A square's piece is a number of four bits (see [`Kind`]), and each plane holds one bit of all squares. Five
//! planes, with that of White's pieces, are 80 bytes where a set for each kind and colour would be 224, and a
//! position is copied for every move. The set of a kind is a handful of logical operations on whole planes,
//! and the piece on a square is read from the planes bit by bit.

use winproof_rules::{Key, Player, SplitKey};

use super::pieces::{Hand, Kind};
use super::squares::{self, BOARD, COUNT, Each, Squares, bit};
use crate::splitmix::splitmix;

/// A position of shogi, with the player who tries to mate.
///
/// Which moves the attacker may make depends on who attacks, so it is part of the position: the same board
/// with the other attacker is another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShogiBoard {
    /// Bit by bit the kinds of the pieces.
    planes: [Squares; 4],
    /// The pieces that are White's.
    white: Squares,
    /// The key of the position without hands, kept up to date. It also tells which pieces of a set are
    /// missing: no move changes that, and so the pieces of both hands together follow from it.
    board_key: u128,
    hands: [Hand; 2],
    /// The squares of the kings, [`NO_KING`] for a player without.
    kings: [u8; 2],
    to_move: Player,
    attacker: Player,
}

/// No square: the attacker of a problem often has no king.
const NO_KING: u8 = COUNT as u8;

/// A player's pieces by how they move. Pieces that move like golds are together.
pub(super) struct Sets {
    pub(super) pawns: Squares,
    pub(super) lances: Squares,
    pub(super) knights: Squares,
    pub(super) silvers: Squares,
    pub(super) golds: Squares,
    pub(super) bishops: Squares,
    pub(super) rooks: Squares,
    pub(super) horses: Squares,
    pub(super) dragons: Squares,
}

impl Sets {
    /// Each set with a kind that moves so.
    #[inline]
    pub(super) fn by_kind(&self) -> [(Kind, Squares); 9] {
        [
            (Kind::Dragon, self.dragons),
            (Kind::Horse, self.horses),
            (Kind::Rook, self.rooks),
            (Kind::Bishop, self.bishops),
            (Kind::Gold, self.golds),
            (Kind::Silver, self.silvers),
            (Kind::Knight, self.knights),
            (Kind::Lance, self.lances),
            (Kind::Pawn, self.pawns),
        ]
    }
}

impl ShogiBoard {
    /// A board without pieces.
    pub(super) fn empty(to_move: Player, attacker: Player) -> ShogiBoard {
        let mut board_key = 0;
        for (player, part) in [(to_move, WHITE_TO_MOVE), (attacker, WHITE_ATTACKS)] {
            if player == Player::Second {
                board_key ^= part;
            }
        }
        ShogiBoard {
            planes: [0; 4],
            white: 0,
            board_key,
            hands: [Hand::EMPTY; 2],
            kings: [NO_KING; 2],
            to_move,
            attacker,
        }
    }

    /// Who is to move.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Who tries to mate, and has to give check with every move.
    #[inline]
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// The same position with another attacker, if that is one: the defender has a king.
    pub fn attacked_by(mut self, attacker: Player) -> Option<ShogiBoard> {
        self.king(attacker.opponent())?;
        if attacker != self.attacker {
            self.board_key ^= WHITE_ATTACKS;
            self.attacker = attacker;
        }
        Some(self)
    }

    /// Who attacks if nothing is said: a player without a king, since then it cannot be the other one; else who
    /// is to move.
    pub(super) fn usual_attacker(&self) -> Player {
        match [Player::First, Player::Second].map(|player| self.king(player).is_some()) {
            [false, true] => Player::First,
            [true, false] => Player::Second,
            _ => self.to_move,
        }
    }

    /// Squares with a piece.
    #[inline]
    pub(super) fn occupied(&self) -> Squares {
        let [a, b, c, d] = self.planes;
        a | b | c | d
    }

    /// Squares with a piece of a player.
    #[inline]
    pub(super) fn pieces(&self, player: Player) -> Squares {
        match player {
            Player::First => self.occupied() & !self.white,
            Player::Second => self.white,
        }
    }

    /// The square of a player's king.
    #[inline]
    pub(super) fn king(&self, player: Player) -> Option<usize> {
        let square = self.kings[player as usize];
        (square != NO_KING).then_some(usize::from(square))
    }

    /// What a player has in hand.
    #[inline]
    pub(super) fn hand(&self, player: Player) -> Hand {
        self.hands[player as usize]
    }

    /// The pieces of both hands together.
    #[inline]
    pub(super) fn both_hands(&self) -> Hand {
        self.hands[0].and(self.hands[1])
    }

    /// Exchanges what a player has in hand.
    pub(super) fn set_hand(&mut self, player: Player, hand: Hand) {
        self.hands[player as usize] = hand;
    }

    /// The kind of the piece on a square.
    #[inline]
    pub(super) fn kind_at(&self, square: usize) -> Option<Kind> {
        let plane = |index: usize| (self.planes[index] >> square) as u8 & 1;
        Kind::numbered(plane(0) | plane(1) << 1 | plane(2) << 2 | plane(3) << 3)
    }

    /// The piece on a square and its owner.
    pub(super) fn piece_at(&self, square: usize) -> Option<(Player, Kind)> {
        let owner = if self.white & bit(square) == 0 { Player::First } else { Player::Second };
        Some((owner, self.kind_at(square)?))
    }

    /// A player's pieces by how they move.
    #[inline]
    pub(super) fn sets(&self, player: Player) -> Sets {
        let own = self.pieces(player);
        let [a, b, c, promoted] = self.planes;
        let plain = own & !promoted;
        let (neither, high) = (plain & !c, plain & c);
        let diagonal = own & a & c & !b;
        let straight = own & b & c & !a;
        Sets {
            pawns: neither & a & !b,
            lances: neither & b & !a,
            knights: neither & a & b,
            silvers: high & !(a | b),
            // Promoted pieces with the numbers 1 to 4, and golds themselves.
            golds: own & promoted & (c ^ (a | b)) | high & a & b,
            bishops: diagonal & !promoted,
            rooks: straight & !promoted,
            horses: diagonal & promoted,
            dragons: straight & promoted,
        }
    }

    /// Puts a piece on an empty square, or takes it off again.
    #[inline]
    fn toggle(&mut self, player: Player, kind: Kind, square: usize) {
        let square_bit = bit(square);
        for (index, plane) in self.planes.iter_mut().enumerate() {
            // All bits or none, where a shift of the kind's bit would be another 128-bit shift for each plane.
            *plane ^= square_bit & Squares::from(kind as u8 >> index & 1).wrapping_neg();
        }
        if player == Player::Second {
            self.white ^= square_bit;
        }
        self.board_key ^= ZOBRIST[player as usize][kind as usize - 1][square];
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, player: Player, kind: Kind, square: usize) {
        self.toggle(player, kind, square);
        if kind == Kind::King {
            self.kings[player as usize] = square as u8;
        }
    }

    /// The board without the piece on a square, if there is one.
    pub(super) fn without(mut self, square: usize) -> ShogiBoard {
        if let Some((player, kind)) = self.piece_at(square) {
            self.toggle(player, kind, square);
            if kind == Kind::King {
                self.kings[player as usize] = NO_KING;
            }
        }
        self
    }

    /// The position after a piece was moved: a step, a capture, a promotion.
    #[inline]
    pub(super) fn after_step(&self, from: usize, to: usize, promotes: bool) -> ShogiBoard {
        let mut board = *self;
        let mover = self.to_move;
        if let Some(taken) = self.kind_at(to) {
            board.toggle(mover.opponent(), taken, to);
            let hand = &mut board.hands[mover as usize];
            *hand = hand.plus(taken.in_hand());
        }
        let kind = self.kind_at(from).expect("a move starts from a piece");
        board.toggle(mover, kind, from);
        let kind = if promotes { kind.promoted().expect("the piece can promote") } else { kind };
        board.put(mover, kind, to);
        board.pass_turn();
        board
    }

    /// The position after a piece was dropped.
    #[inline]
    pub(super) fn after_drop(&self, kind: Kind, to: usize) -> ShogiBoard {
        let mut board = self.with_dropped(kind, to);
        let hand = &mut board.hands[self.to_move as usize];
        *hand = hand.minus(kind);
        board
    }

    /// The board after a piece was dropped that need not have been in hand.
    #[inline]
    pub(super) fn with_dropped(&self, kind: Kind, to: usize) -> ShogiBoard {
        let mut board = *self;
        board.toggle(self.to_move, kind, to);
        board.pass_turn();
        board
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.board_key ^= WHITE_TO_MOVE;
    }

    /// The key of the position.
    ///
    /// Hands are mixed in afresh: that costs less than a table for each count of each kind, and the rest is
    /// the key of what positions share that differ in hands alone.
    #[inline]
    pub(super) fn key(&self) -> Key {
        let [black, white] = self.hands.map(|hand| u64::from(hand.bits()));
        Key(self.board_key ^ spread(HAND_SEED, black << 32 | white))
    }

    /// The key of the position without hands, and the hand of a player.
    #[inline]
    pub(super) fn split_key(&self, player: Player) -> SplitKey {
        SplitKey { board: Key(self.board_key), hand: self.hand(player).pack() }
    }

    /// Whether two positions differ in hands at most.
    #[inline]
    pub(super) fn same_board(&self, other: &ShogiBoard) -> bool {
        self.planes == other.planes
            && self.white == other.white
            && self.to_move == other.to_move
            && self.attacker == other.attacker
    }

    /// How many pieces of a kind are neither on the board nor in a hand.
    pub(super) fn missing(&self, kind: Kind) -> Result<u32, String> {
        let on_board = (0..COUNT)
            .filter(|&square| self.kind_at(square).is_some_and(|it| it.in_hand() == kind))
            .count();
        let there = on_board as u32 + self.hands.map(|hand| hand.count(kind)).iter().sum::<u32>();
        kind.in_set().checked_sub(there).ok_or_else(|| {
            let most = kind.in_set();
            format!("expected at most {most} {}, and not {there}", kind.plural())
        })
    }

    /// The position, if play can go on from it; else what is wrong.
    ///
    /// Most of what no play leads to is refused, so that slips in typing are noticed and generators need not cope
    /// with it. Two pawns on a file are harmless, and some composed problems have them.
    pub(super) fn checked(self) -> Result<ShogiBoard, String> {
        let kings = (0..COUNT).filter(|&square| self.kind_at(square) == Some(Kind::King));
        let placed = self.kings.iter().filter(|&&king| king != NO_KING).count();
        if kings.count() != placed {
            return Err("expected at most one king of each colour".to_string());
        }
        if self.king(self.attacker.opponent()).is_none() {
            return Err("expected the defender to have a king".to_string());
        }
        let mut missing = Hand::EMPTY;
        for kind in Kind::IN_HAND {
            missing = missing.with(kind, self.missing(kind)?);
        }
        for player in [Player::First, Player::Second] {
            self.check_dead_pieces(player)?;
        }
        if self.is_in_check(self.to_move.opponent()) {
            return Err("expected the player who has just moved not to be in check".to_string());
        }
        Ok(ShogiBoard { board_key: self.whole_board_key(missing), ..self })
    }

    /// The key of the position without hands, from scratch.
    fn whole_board_key(&self, missing: Hand) -> u128 {
        let mut key = ShogiBoard::empty(self.to_move, self.attacker).board_key;
        for square in Each(self.occupied()) {
            let (player, kind) = self.piece_at(square).expect("an occupied square has a piece");
            key ^= ZOBRIST[player as usize][kind as usize - 1][square];
        }
        if !missing.is_empty() {
            key ^= spread(MISSING_SEED, u64::from(missing.bits()));
        }
        key
    }

    fn check_dead_pieces(&self, player: Player) -> Result<(), String> {
        let sets = self.sets(player);
        let stuck = (sets.pawns | sets.lances) & squares::last_ranks(player, 1)
            | sets.knights & squares::last_ranks(player, 2);
        if stuck != 0 {
            return Err("expected every piece to have a move on an empty board".to_string());
        }
        Ok(())
    }

    /// The pieces of `player` that attack a square, on a board with these squares occupied.
    #[inline]
    pub(super) fn attackers(&self, square: usize, player: Player, occupied: Squares) -> Squares {
        let sets = self.sets(player);
        let back = player.opponent() as usize;
        let lances = slide_back(square, player, occupied) & sets.lances;
        let steps = squares::PAWN_STEPS[back][square] & sets.pawns
            | squares::KNIGHT_STEPS[back][square] & sets.knights
            | squares::SILVER_STEPS[back][square] & sets.silvers
            | squares::GOLD_STEPS[back][square] & sets.golds
            | squares::KING_STEPS[square] & (sets.horses | sets.dragons | self.king_set(player));
        let (across, along) = (sets.bishops | sets.horses, sets.rooks | sets.dragons);
        let mut attackers = lances | steps;
        if across != 0 {
            attackers |= squares::diagonal(square, occupied) & across;
        }
        if along != 0 {
            attackers |= squares::straight(square, occupied) & along;
        }
        attackers
    }

    /// A player's king as a set.
    #[inline]
    pub(super) fn king_set(&self, player: Player) -> Squares {
        // One beyond the board if there is none.
        bit(usize::from(self.kings[player as usize])) & BOARD
    }

    /// Every square that a player's pieces attack, their own pieces' squares among them.
    #[inline]
    pub(super) fn attacked(&self, player: Player, occupied: Squares) -> Squares {
        let sets = self.sets(player);
        let mut squares = squares::pawn_attacks(sets.pawns, player)
            | squares::knight_attacks(sets.knights, player)
            | squares::silver_attacks(sets.silvers, player)
            | squares::gold_attacks(sets.golds, player)
            | squares::king_attacks(sets.horses | sets.dragons | self.king_set(player));
        for square in Each(sets.lances) {
            squares |= squares::slide(squares::forward(player), square, occupied);
        }
        for square in Each(sets.bishops | sets.horses) {
            squares |= squares::diagonal(square, occupied);
        }
        for square in Each(sets.rooks | sets.dragons) {
            squares |= squares::straight(square, occupied);
        }
        squares
    }

    /// The squares that a player's king can go to. Nothing hides behind the king itself when it runs away.
    #[inline]
    pub(super) fn flight(&self, player: Player, king: usize) -> Squares {
        let occupied = self.occupied() & !bit(king);
        let around = squares::KING_STEPS[king] & !self.pieces(player);
        around & !self.attacked(player.opponent(), occupied)
    }

    /// How many squares the defender's king could go to.
    pub(super) fn flight_squares(&self) -> u32 {
        let defender = self.attacker.opponent();
        self.king(defender).map_or(0, |king| self.flight(defender, king).count_ones())
    }

    /// Whether a player's king is attacked.
    #[inline]
    pub(super) fn is_in_check(&self, player: Player) -> bool {
        self.king(player)
            .is_some_and(|king| self.attackers(king, player.opponent(), self.occupied()) != 0)
    }

    /// The pieces of either player that alone keep a sliding piece of `slider` from attacking `square`.
    #[inline]
    pub(super) fn blockers(&self, square: usize, slider: Player) -> Squares {
        let sets = self.sets(slider);
        let occupied = self.occupied();
        let lines = squares::straight(square, 0) & (sets.rooks | sets.dragons)
            | squares::diagonal(square, 0) & (sets.bishops | sets.horses)
            | slide_back(square, slider, 0) & sets.lances;
        let mut blockers = 0;
        for from in Each(lines) {
            let between = squares::between(square, from) & occupied;
            if between.is_power_of_two() {
                blockers |= between;
            }
        }
        blockers
    }
}

/// From where a player's lances attack a square.
#[inline]
pub(super) fn slide_back(square: usize, player: Player, occupied: Squares) -> Squares {
    squares::slide(squares::forward(player.opponent()), square, occupied)
}

/// Where the random numbers of boards begin.
const BOARD_SEED: u64 = 0x7368_6f67_692d_6264;
/// Where the random numbers of hands begin.
const HAND_SEED: u64 = 0x7368_6f67_692d_6864;
/// Where the random numbers of missing pieces begin.
const MISSING_SEED: u64 = 0x7368_6f67_692d_6d73;

/// A number mixed into 128 bits.
#[inline]
fn spread(seed: u64, number: u64) -> u128 {
    u128::from(splitmix(seed, number)) << 64 | u128::from(splitmix(!seed, number))
}

const fn random(index: u64) -> u128 {
    (splitmix(BOARD_SEED, 2 * index) as u128) << 64 | splitmix(BOARD_SEED, 2 * index + 1) as u128
}

/// The parts of keys: for each player, kind and square (Zobrist 1970).
static ZOBRIST: [[[u128; COUNT]; 14]; 2] = {
    let mut table = [[[0; COUNT]; 14]; 2];
    let mut index = 0;
    while index < 2 * 14 * COUNT {
        table[index / (14 * COUNT)][index / COUNT % 14][index % COUNT] = random(index as u64);
        index += 1;
    }
    table
};
const WHITE_TO_MOVE: u128 = random(2 * 14 * COUNT as u64);
const WHITE_ATTACKS: u128 = random(2 * 14 * COUNT as u64 + 1);
