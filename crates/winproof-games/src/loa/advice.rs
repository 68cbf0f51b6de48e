//! What the game advises the searches: how far a position is from a proof or a disproof, and which moves to
//! look at first.
//!
//! Both rest on how scattered a player's pieces are. The estimate is
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

use winproof_game::{Guidance, Move, MoveOrdering, Question};

use super::groups::can_connect;
use super::lines::A_FILE;
use super::{Loa, LoaBoard, MOST_PIECES, from_and_to};

/// How many replies one has to find an answer to, as it were: thirty are legal, but most of them fail for
/// the same reason.
const REPLIES: u32 = 10;

impl Guidance<LoaBoard> for Loa {
    #[inline]
    fn estimate(&self, board: &LoaBoard, question: Question) -> (u32, u32) {
        self.estimate_knowing(board, question, can_connect(board.own, board.enemy, self.squares))
    }
}

impl Loa {
    /// The estimate, for those who know whether the mover can connect.
    #[inline]
    pub(super) fn estimate_knowing(
        &self,
        board: &LoaBoard,
        question: Question,
        connects: bool,
    ) -> (u32, u32) {
        let LoaBoard { own, enemy, to_move } = *board;
        let mut mover = (1 + scatter(own)).pow(2);
        let mut other = REPLIES * (1 + scatter(enemy)).pow(2);
        if connects {
            mover = 1;
            other *= REPLIES;
        }
        if can_connect(enemy, own, self.squares) {
            other /= REPLIES;
        }
        if to_move == question.attacker { (mover, other) } else { (other, mover) }
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
fn scatter(pieces: u64) -> u32 {
    let Sums { count, rows, columns } = sums(pieces);
    let [row, column] = [rows, columns].map(|sum| CENTRES[count][sum]);
    let steps: u32 = (0..3)
        .map(|bit| (pieces & STEPS_TO[usize::from(8 * row + column)][bit]).count_ones() << bit)
        .sum();
    steps.saturating_sub(LEAST_STEPS[count])
}

/// The number of pieces and the sums of their rows and columns, each counted from 0.
struct Sums {
    count: usize,
    rows: usize,
    columns: usize,
}

/// Counts bits in parallel, in fields of 2, 4 and 8 bits, and along with them how far the pieces of each
/// field are from its right end, summed up.
#[inline]
fn sums(pieces: u64) -> Sums {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    /// In the product the highest byte is every byte times the number of its row.
    const ROWS: u64 = 0x0001_0203_0405_0607;

    let left = pieces >> 1 & PAIRS;
    let (counts, columns) = (pieces - left, left);
    let left = counts >> 2 & NIBBLES;
    let columns = (columns & NIBBLES) + (columns >> 2 & NIBBLES) + 2 * left;
    let counts = (counts & NIBBLES) + left;
    let left = counts >> 4 & BYTES;
    let columns = (columns & BYTES) + (columns >> 4 & BYTES) + 4 * left;
    let counts = (counts & BYTES) + left;
    let highest = |product: u64| (product >> 56) as usize;
    Sums {
        count: highest(counts.wrapping_mul(A_FILE)),
        rows: highest(counts.wrapping_mul(ROWS)),
        columns: highest(columns.wrapping_mul(A_FILE)),
    }
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
    use winproof_game::{Game, Notation, Player};

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
