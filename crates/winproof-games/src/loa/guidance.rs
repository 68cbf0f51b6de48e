//! The guidance and the move ordering of the game: how far a position is from a proof or a disproof, and
//! which moves to try first.
//!
//! Both depend on how scattered a player's pieces are. The estimate is
//!
//! |                                 | the mover's number | the other player's number |
//! |---------------------------------|--------------------|---------------------------|
//! | in general                      | (1 + scatter)²     | 10 · (1 + scatter)²       |
//! | if the mover can connect        | 1                  | ten times that            |
//! | if the other player threatens to|                    | a tenth of that           |
//!
//! where each number counts what that player still has to do, so the attacker's is for the proof. Df-pn+
//! was measured on 120 forced wins out of real games (thousands of expansions in all, and the geometric
//! mean of expansions):
//!
//! | numbers of a leaf                                      | in all | mean  |
//! |--------------------------------------------------------|--------|-------|
//! | 1 and 1                                                |  3,204 | 1,219 |
//! | 1 and the number of moves (Winands et al. 2002)        |    767 |   312 |
//! | these, times 1 + pieces outside the largest group      |    734 |   218 |
//! | times the number of groups                             |    750 |   221 |
//! | times the Euler number, from quads                     |    761 |   223 |
//! | times 1 + pieces - quads of three or four pieces       |    788 |   293 |
//! | times 1 + scatter                                      |    314 |   186 |
//! | times its square                                       |    212 |   167 |
//! | and knowing who can connect with one move              |     99 |   114 |
//! | the same with 10 in place of the number of moves: ours |     98 |   113 |
//!
//! Adding the distances instead of multiplying was worse than doing without them, the third power was worse
//! than the square, and anything from 5 to 20 does instead of 10. Knowing who can connect helps
//! little without the scatter (776). On 200 other positions out of such games the order was the same.
//!
//! Where a threat was looked into (level 2 of the leaf oracle), the number of moves that do something about it
//! takes the place of the ten, and the mover's number is eight times as large.

use winproof_rules::{Guidance, Move, MoveOrdering, Question};

use super::groups::can_connect;
use super::lines::A_FILE;
use super::{Loa, LoaBoard, MOST_PIECES, from_and_to};

/// The effective number of replies to answer: thirty are legal, but most of them fail for the same reason.
const REPLIES: u32 = 10;

/// How much farther from winning a player is who has to answer a threat first.
const BUSY: u32 = 8;

/// What is known about a position that is to be estimated.
pub(super) struct Seen {
    /// Whether the player to move can connect with one move, even if only for a draw.
    pub(super) connects: bool,
    /// The scatter of that player's pieces.
    pub(super) scatter: u32,
    pub(super) threat: Threat,
}

/// Whether the other player threatens to connect.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Threat {
    None,
    /// Yes.
    Some,
    /// Yes, and this many moves prevent it.
    Defences(u32),
}

impl Threat {
    /// Returns whether there is a threat.
    #[inline]
    pub(super) fn seen(game: &Loa, board: &LoaBoard) -> Threat {
        let threatens = can_connect(board.enemy, board.own, game.squares);
        if threatens { Threat::Some } else { Threat::None }
    }
}

impl Guidance<LoaBoard> for Loa {
    #[inline]
    fn estimate(&self, board: &LoaBoard, question: Question) -> (u32, u32) {
        let connects = can_connect(board.own, board.enemy, self.squares);
        let (scatter, threat) = (scatter(board.own), Threat::seen(self, board));
        self.estimate_knowing(board, question, Seen { connects, scatter, threat })
    }
}

impl Loa {
    /// Returns the estimate from what is known about the position.
    #[inline]
    pub(super) fn estimate_knowing(
        &self,
        board: &LoaBoard,
        question: Question,
        seen: Seen,
    ) -> (u32, u32) {
        let mut mover = (1 + seen.scatter).pow(2);
        let mut other = (1 + scatter(board.enemy)).pow(2);
        let mut replies = REPLIES;
        if seen.connects {
            mover = 1;
            replies *= REPLIES;
        }
        match seen.threat {
            Threat::None => {}
            Threat::Some => replies /= REPLIES,
            Threat::Defences(defences) => (mover, replies) = (BUSY * mover, defences),
        }
        other *= replies;
        if board.to_move == question.attacker { (mover, other) } else { (other, mover) }
    }
}

/// Moves that draw the pieces together come first. On the forced wins alpha-beta then needs three quarters
/// of the expansions that it needs with moves as generated; to the proof-number searches, which break ties
/// by the order, it makes no difference worth mentioning. Captures, neighbours, the largest group and the
/// centre of the board were tried as well, and helped less.
impl MoveOrdering<LoaBoard> for Loa {
    #[inline]
    fn score(&self, board: &LoaBoard, mv: Move) -> i32 {
        let (from, to) = from_and_to(mv);
        -(scatter(board.own ^ 1 << from ^ 1 << to) as i32)
    }
}

/// How far the pieces are from their centre, summed up over the steps that a king would need, above the
/// least that so many pieces can have.
#[inline]
pub(super) fn scatter(pieces: u64) -> u32 {
    const ROWS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
    const COLUMNS: [u64; 3] = [0xaa * A_FILE, 0xcc * A_FILE, 0xf0 * A_FILE];
    let count = pieces.count_ones() as usize;
    let [row, column] = [ROWS, COLUMNS].map(|bits| CENTRES[count][sum(pieces, &bits) as usize]);
    let steps = sum(pieces, &STEPS_TO[usize::from(8 * row + column)]);
    steps.saturating_sub(LEAST_STEPS[count])
}

/// The numbers of some squares added up, given the squares with each of three bits in theirs.
#[inline]
fn sum(squares: u64, bits: &[u64; 3]) -> u32 {
    (0..3).map(|bit| (squares & bits[bit]).count_ones() << bit).sum()
}

/// For each number of pieces and sum of their rows the row of their centre, rounded.
static CENTRES: [[u8; 7 * MOST_PIECES + 1]; MOST_PIECES + 1] = {
    let mut centres = [[0; 7 * MOST_PIECES + 1]; MOST_PIECES + 1];
    let mut count = 1;
    while count <= MOST_PIECES {
        let mut sum = 0;
        while sum <= 7 * count {
            centres[count][sum] = ((2 * sum + count) / (2 * count)) as u8;
            sum += 1;
        }
        count += 1;
    }
    centres
};

/// The least that pieces can be away from their centre: eight of them are next to it, others two steps away.
static LEAST_STEPS: [u32; MOST_PIECES + 1] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];

/// For each square the three bits of the king's steps from everywhere to it.
static STEPS_TO: [[u64; 3]; 64] = {
    let mut steps_to = [[0; 3]; 64];
    let mut pair: usize = 0;
    while pair < 64 * 64 {
        let (square, other) = (pair / 64, pair % 64);
        let rows = (square / 8).abs_diff(other / 8);
        let columns = (square % 8).abs_diff(other % 8);
        let steps = if rows > columns { rows } else { columns };
        let mut bit = 0;
        while bit < 3 {
            steps_to[square][bit] |= (steps as u64 >> bit & 1) << other;
            bit += 1;
        }
        pair += 1;
    }
    steps_to
};

#[cfg(test)]
mod tests {
    use winproof_rules::{Game, Notation, Player};

    use super::*;
    use crate::loa::PASS;
    use crate::loa::groups::connected;
    use crate::loa::tests::{random_boards, random_pieces};

    /// The same, piece by piece.
    fn slow_scatter(pieces: u64) -> u32 {
        let places: Vec<(i32, i32)> =
            (0..64).filter(|square| pieces >> square & 1 == 1).map(|s| (s / 8, s % 8)).collect();
        let count = places.len() as i32;
        let centre = |sum: i32| (2 * sum + count) / (2 * count);
        let row = centre(places.iter().map(|place| place.0).sum());
        let column = centre(places.iter().map(|place| place.1).sum());
        let steps: i32 =
            places.iter().map(|place| (place.0 - row).abs().max((place.1 - column).abs())).sum();
        (steps - (count - 1).max(2 * count - 10)).max(0) as u32
    }

    #[test]
    fn scatter_is_what_it_is_piece_by_piece() {
        for pieces in random_pieces().take(20_000) {
            assert_eq!(scatter(pieces), slow_scatter(pieces), "{pieces:#x}");
        }
    }

    #[test]
    fn who_can_connect_is_what_trying_all_moves_says() {
        let game = Loa::default();
        let mut able = 0;
        for board in random_boards(&game).take(20_000) {
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            let wins = moves.iter().any(|&mv| mv != PASS && connected(game.play(&board, mv).enemy));
            assert_eq!(can_connect(board.own, board.enemy, game.squares), wins, "{board:?}");
            able += u32::from(wins);
        }
        assert!(able > 1_000, "only {able} boards on which the mover can connect");
    }

    #[test]
    fn estimates_tell_who_is_nearer() {
        let game = Loa::default();
        let estimate = |text: &str, attacker| {
            game.estimate(&game.parse(text).unwrap(), Question { attacker, target: 1 })
        };
        // Twelve pieces of either colour, as scattered as those of the other one.
        assert_eq!(estimate("start", Player::First), (841, 8_410));
        assert_eq!(estimate("start", Player::Second), (8_410, 841));
        // Black connects at once.
        let (proof, disproof) = estimate("8/8/8/8/1xxx1x2/8/1oo5/6o1 x", Player::First);
        assert!(proof == 1 && disproof >= 100, "{proof} {disproof}");
    }
}
