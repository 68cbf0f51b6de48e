//! The 81 squares as bits of a number, and what can be said of them without looking at pieces.
//!
//! Square 0 is 1a, the right end of White's first rank; squares go down the file and then on to the next one on
//! the left, so that 81 bits hold nine files of nine ranks and a step forward or back is a shift by one.
//!
//! Sliding pieces are found ray by ray: the first piece on a ray is its lowest or its highest bit, and what lies
//! behind that piece is the ray of its own square. The rays from the two ends of the numbering are empty in just
//! those directions, so the end can stand in where there is no piece, and there is nothing to branch on.

use winproof_rules::Player;

/// A set of squares.
pub(super) type Squares = u128;

/// Number of squares.
pub(super) const COUNT: usize = 81;
/// All squares.
pub(super) const BOARD: Squares = (1 << COUNT) - 1;
/// The first rank, from the top.
const TOP: Squares = {
    let mut squares = 0;
    let mut file = 0;
    while file < 9 {
        squares |= 1 << (9 * file);
        file += 1;
    }
    squares
};

/// One square as a set.
#[inline]
pub(super) const fn bit(square: usize) -> Squares {
    1 << square
}

/// The squares of a set, in increasing order.
#[derive(Clone)]
pub(super) struct Each(pub(super) Squares);

impl Iterator for Each {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// File and rank of a step in each direction. The first four go up in the numbering, and a direction's opposite
/// is four further on; those with even numbers are straight, those with odd ones diagonal.
const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
/// The straight directions.
pub(super) const STRAIGHT: [usize; 4] = [0, 2, 4, 6];
/// The diagonal directions.
pub(super) const DIAGONAL: [usize; 4] = [1, 3, 5, 7];
/// Stands for no direction in [`DIRECTION`].
const NO_DIRECTION: u8 = 8;

/// The opposite direction.
#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 4
}

/// The direction in which a player's pieces go forward.
#[inline]
pub(super) const fn forward(player: Player) -> usize {
    match player {
        Player::First => 4,
        Player::Second => 0,
    }
}

/// The square so many files and ranks away, if there is one.
const fn offset(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let file = (square / 9) as i32 + files;
    let rank = (square % 9) as i32 + ranks;
    if file < 0 || file > 8 || rank < 0 || rank > 8 {
        return None;
    }
    Some((9 * file + rank) as usize)
}

/// From each square the squares in each direction, to the edge.
pub(super) static RAYS: [[Squares; COUNT]; 8] = {
    let mut rays = [[0; COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut square = 0;
        while square < COUNT {
            let mut at = square;
            while let Some(next) = offset(at, files, ranks) {
                rays[direction][square] |= bit(next);
                at = next;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

/// The direction from one square to another on the same line.
static DIRECTION: [[u8; COUNT]; COUNT] = {
    let mut table = [[NO_DIRECTION; COUNT]; COUNT];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut square = 0;
        while square < COUNT {
            let mut at = square;
            while let Some(next) = offset(at, files, ranks) {
                table[square][next] = direction as u8;
                at = next;
            }
            square += 1;
        }
        direction += 1;
    }
    table
};

/// The ray from one square through another, if they are on a line.
#[inline]
pub(super) fn ray_through(from: usize, to: usize) -> Squares {
    match DIRECTION[from][to] {
        NO_DIRECTION => 0,
        direction => RAYS[usize::from(direction)][from],
    }
}

/// The squares between two squares of a line.
#[inline]
pub(super) fn between(from: usize, to: usize) -> Squares {
    match DIRECTION[from][to] {
        NO_DIRECTION => 0,
        direction => {
            let direction = usize::from(direction);
            RAYS[direction][from] & RAYS[opposite(direction)][to]
        }
    }
}

/// The squares that a sliding piece reaches in one direction, up to and including the first piece.
#[inline]
pub(super) fn slide(direction: usize, square: usize, occupied: Squares) -> Squares {
    let ray = RAYS[direction][square];
    let pieces = ray & occupied;
    let first = if direction < 4 {
        (pieces | bit(COUNT - 1)).trailing_zeros()
    } else {
        127 - (pieces | 1).leading_zeros()
    };
    ray ^ RAYS[direction][first as usize]
}

/// What a rook reaches.
#[inline]
pub(super) fn straight(square: usize, occupied: Squares) -> Squares {
    STRAIGHT.iter().fold(0, |squares, &direction| squares | slide(direction, square, occupied))
}

/// What a bishop reaches.
#[inline]
pub(super) fn diagonal(square: usize, occupied: Squares) -> Squares {
    DIAGONAL.iter().fold(0, |squares, &direction| squares | slide(direction, square, occupied))
}

/// Steps that a piece makes, as files and ranks for Black.
const PAWN: &[(i32, i32)] = &[(0, -1)];
const KNIGHT: &[(i32, i32)] = &[(-1, -2), (1, -2)];
const SILVER: &[(i32, i32)] = &[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
const GOLD: &[(i32, i32)] = &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const KING: &[(i32, i32)] = &DIRECTIONS;

/// The squares that steps lead to from each square; `side` is -1 for White, who looks the other way.
const fn steps(steps: &[(i32, i32)], side: i32) -> [Squares; COUNT] {
    let mut table = [0; COUNT];
    let mut square = 0;
    while square < COUNT {
        let mut index = 0;
        while index < steps.len() {
            let (files, ranks) = steps[index];
            if let Some(to) = offset(square, files, side * ranks) {
                table[square] |= bit(to);
            }
            index += 1;
        }
        square += 1;
    }
    table
}

/// Steps of each player's pawns.
pub(super) static PAWN_STEPS: [[Squares; COUNT]; 2] = [steps(PAWN, 1), steps(PAWN, -1)];
/// Steps of each player's knights.
pub(super) static KNIGHT_STEPS: [[Squares; COUNT]; 2] = [steps(KNIGHT, 1), steps(KNIGHT, -1)];
/// Steps of each player's silvers.
pub(super) static SILVER_STEPS: [[Squares; COUNT]; 2] = [steps(SILVER, 1), steps(SILVER, -1)];
/// Steps of each player's golds.
pub(super) static GOLD_STEPS: [[Squares; COUNT]; 2] = [steps(GOLD, 1), steps(GOLD, -1)];
/// Steps of a king.
pub(super) static KING_STEPS: [Squares; COUNT] = steps(KING, 1);

/// The squares at most two king's steps away.
pub(super) static NEAR: [Squares; COUNT] = {
    let mut table = [0; COUNT];
    let mut square = 0;
    while square < COUNT {
        let mut files = -2;
        while files <= 2 {
            let mut ranks = -2;
            while ranks <= 2 {
                if let Some(near) = offset(square, files, ranks) {
                    table[square] |= bit(near);
                }
                ranks += 1;
            }
            files += 1;
        }
        square += 1;
    }
    table
};

/// The one-step moves of a set of pieces all at once.
#[inline]
pub(super) fn step_all(pieces: Squares, files: i32, ranks: i32) -> Squares {
    // Ranks from which the step stays on the board: a step off the end of a file would land on the next one.
    let kept = match ranks {
        -2 => BOARD & !(TOP | TOP << 1),
        -1 => BOARD & !TOP,
        0 => BOARD,
        1 => BOARD & !(TOP << 8),
        _ => BOARD & !(TOP << 8 | TOP << 7),
    };
    let distance = 9 * files + ranks;
    let pieces = pieces & kept;
    (if distance >= 0 { pieces << distance } else { pieces >> -distance }) & BOARD
}

/// All squares that pieces with these steps attack. The steps are those of Black.
#[inline]
fn attacked_by_steps(pieces: Squares, steps: &[(i32, i32)], player: Player) -> Squares {
    let side = if player == Player::First { 1 } else { -1 };
    steps.iter().fold(0, |squares, &(files, ranks)| squares | step_all(pieces, files, side * ranks))
}

/// The squares that a player's pawns attack.
#[inline]
pub(super) fn pawn_attacks(pieces: Squares, player: Player) -> Squares {
    attacked_by_steps(pieces, PAWN, player)
}

/// The squares that a player's knights attack.
#[inline]
pub(super) fn knight_attacks(pieces: Squares, player: Player) -> Squares {
    attacked_by_steps(pieces, KNIGHT, player)
}

/// The squares that a player's silvers attack.
#[inline]
pub(super) fn silver_attacks(pieces: Squares, player: Player) -> Squares {
    attacked_by_steps(pieces, SILVER, player)
}

/// The squares that a player's golds attack.
#[inline]
pub(super) fn gold_attacks(pieces: Squares, player: Player) -> Squares {
    attacked_by_steps(pieces, GOLD, player)
}

/// The squares around kings, horses and dragons, as far as they are a step away.
#[inline]
pub(super) fn king_attacks(pieces: Squares) -> Squares {
    attacked_by_steps(pieces, KING, Player::First)
}

/// The farthest ranks, seen by a player.
#[inline]
pub(super) const fn last_ranks(player: Player, ranks: usize) -> Squares {
    let mut squares = 0;
    let mut rank = 0;
    while rank < ranks {
        squares |= match player {
            Player::First => TOP << rank,
            Player::Second => TOP << (8 - rank),
        };
        rank += 1;
    }
    squares
}

/// Where a player's pieces promote.
pub(super) static ZONE: [Squares; 2] =
    [last_ranks(Player::First, 3), last_ranks(Player::Second, 3)];

/// The whole file of a square.
#[inline]
pub(super) const fn file(square: usize) -> Squares {
    0x1ff << (square / 9 * 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a sliding piece reaches, square by square.
    fn walk(directions: &[usize], square: usize, occupied: Squares) -> Squares {
        let mut squares = 0;
        for &direction in directions {
            let (files, ranks) = DIRECTIONS[direction];
            let mut at = square;
            while let Some(next) = offset(at, files, ranks) {
                squares |= bit(next);
                if occupied & bit(next) != 0 {
                    break;
                }
                at = next;
            }
        }
        squares
    }

    #[test]
    fn slides_are_what_walking_says() {
        for seed in 0..400 {
            let words = [0, 1].map(|word| u128::from(crate::splitmix::splitmix(seed, word)));
            let thin = u128::from(crate::splitmix::splitmix(seed, 2)) * 0x1_0000_0001;
            let occupied = (words[0] << 64 | words[1]) & thin & BOARD;
            for square in 0..COUNT {
                assert_eq!(straight(square, occupied), walk(&STRAIGHT, square, occupied));
                assert_eq!(diagonal(square, occupied), walk(&DIAGONAL, square, occupied));
            }
        }
    }

    #[test]
    fn steps_of_many_are_the_steps_of_each() {
        for seed in 0..400 {
            let words = [0, 1].map(|word| u128::from(crate::splitmix::splitmix(seed, word)));
            let pieces = (words[0] << 64 | words[1]) & BOARD;
            let all = |table: &[Squares; COUNT]| Each(pieces).fold(0, |set, at| set | table[at]);
            for player in [Player::First, Player::Second] {
                let side = player as usize;
                assert_eq!(pawn_attacks(pieces, player), all(&PAWN_STEPS[side]));
                assert_eq!(knight_attacks(pieces, player), all(&KNIGHT_STEPS[side]));
                assert_eq!(silver_attacks(pieces, player), all(&SILVER_STEPS[side]));
                assert_eq!(gold_attacks(pieces, player), all(&GOLD_STEPS[side]));
            }
            assert_eq!(king_attacks(pieces), all(&KING_STEPS));
        }
    }

    #[test]
    fn squares_between_are_on_the_rays_from_both_ends() {
        for (from, to) in (0..COUNT).flat_map(|from| (0..COUNT).map(move |to| (from, to))) {
            assert_eq!(between(from, to), ray_through(from, to) & ray_through(to, from));
        }
        assert_eq!(between(0, 80).count_ones(), 7);
        assert_eq!(between(0, 1), 0);
        assert_eq!(between(0, 11), 0);
    }
}
