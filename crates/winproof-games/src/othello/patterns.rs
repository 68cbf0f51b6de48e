//! The patterns of the evaluation function (Nagai & Imai 1999, section 3): rows and columns, diagonals of
//! length 4 to 8, the 3×3 corner and the 2×4 corner.
//!
//! A *kind* of pattern lies on the board in several *places*: the edge in four, the 2×4 corner in eight. What
//! stands there is a *configuration*, a number in base 3: its digits, one for each square, are 0 for an empty
//! square, 1 for a disc of the player to move and 2 for one of the other player. Configurations that are the
//! same but for a reflection of the board share one *parameter*.

use std::sync::OnceLock;

/// A kind of pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Its form.
    pub form: Form,
    /// Squares in it.
    pub squares: u32,
    /// Places on the board.
    pub places: usize,
    /// The first of its configurations among those of all kinds.
    pub first: usize,
}

/// The form of a pattern, by which its reflection is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A row, a column or a diagonal, which can be read from both ends.
    Line,
    /// The 3×3 corner, row by row, which can be read column by column as well.
    Square,
    /// The 2×4 corner, row by row, which has no symmetry of its own.
    Oblong,
}

const fn kind(name: &'static str, form: Form, squares: u32, places: usize, first: usize) -> Kind {
    Kind { name, form, squares, places, first }
}

/// All kinds, in the order in which [`configurations`] lists their places.
pub const KINDS: [Kind; 11] = [
    kind("edge", Form::Line, 8, 4, 0),
    kind("second row", Form::Line, 8, 4, 6561),
    kind("third row", Form::Line, 8, 4, 13122),
    kind("fourth row", Form::Line, 8, 4, 19683),
    kind("diagonal of 8", Form::Line, 8, 2, 26244),
    kind("diagonal of 7", Form::Line, 7, 4, 32805),
    kind("diagonal of 6", Form::Line, 6, 4, 34992),
    kind("diagonal of 5", Form::Line, 5, 4, 35721),
    kind("diagonal of 4", Form::Line, 4, 4, 35964),
    kind("3x3 corner", Form::Square, 9, 4, 36045),
    kind("2x4 corner", Form::Oblong, 8, 8, 55728),
];

/// Configurations of all kinds together. They are numbered in 16 bits.
pub const CONFIGURATIONS: usize = 62_289;

/// Places of all kinds together.
pub const PLACES: usize = 46;

/// Returns what is in all places, each as the number of a configuration among those of all kinds.
#[inline]
pub fn configurations(own: u64, enemy: u64) -> [u16; PLACES] {
    let (own, enemy) = (contents(own), contents(enemy));
    let mut found = FIRST;
    for place in 0..PLACES {
        let (own, enemy) = (usize::from(own[place]), usize::from(enemy[place]));
        found[place] += TERNARY[own] + 2 * TERNARY[enemy];
    }
    found
}

/// The first configuration of the kind that lies in each place.
static FIRST: [u16; PLACES] = {
    let mut first = [0; PLACES];
    let (mut place, mut kind) = (0, 0);
    while kind < KINDS.len() {
        let mut copies = 0;
        while copies < KINDS[kind].places {
            first[place] = KINDS[kind].first as u16;
            place += 1;
            copies += 1;
        }
        kind += 1;
    }
    first
};

/// The digits of a binary number read as those of a number in base 3.
static TERNARY: [u16; 512] = {
    let mut table = [0; 512];
    let mut bits = 1;
    while bits < 512 {
        table[bits] = 3 * table[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    table
};

/// The squares of a diagonal: those whose row is their column and this many more, or whose row and column
/// add up to this.
const fn diagonal(rising: bool, number: i32) -> u64 {
    let mut squares = 0;
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let along = if rising { row + column } else { row - column };
        if along == number {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// The diagonals with the column that each begins in: two of length 8, then four each of 7, 6, 5 and 4.
static DIAGONALS: [(u64, u32); 18] = {
    let mut all = [(0, 0); 18];
    all[0] = (diagonal(false, 0), 0);
    all[1] = (diagonal(true, 7), 0);
    let mut short = 1;
    while short <= 4 {
        let first = 4 * short as usize - 2;
        all[first] = (diagonal(false, short), 0);
        all[first + 1] = (diagonal(false, -short), short as u32);
        all[first + 2] = (diagonal(true, 7 - short), 0);
        all[first + 3] = (diagonal(true, 7 + short), short as u32);
        short += 1;
    }
    all
};

/// The squares of every place that are occupied, as bits in the order of its digits.
#[inline]
fn contents(discs: u64) -> [u16; PLACES] {
    let turned = transpose(discs);
    let mut found = [0; PLACES];
    for row in 0..4 {
        let (low, high) = (8 * row, 56 - 8 * row);
        let places = [discs >> low, discs >> high, turned >> low, turned >> high];
        for (place, bits) in places.into_iter().enumerate() {
            found[4 * row + place] = (bits & 0xff) as u16;
        }
    }
    for (place, (squares, column)) in DIAGONALS.iter().enumerate() {
        // A diagonal has one square in every column: the product adds up all rows in the last one.
        let rows = (discs & squares).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        found[16 + place] = (rows >> column) as u16;
    }
    for (place, board) in flips(discs).into_iter().enumerate() {
        found[34 + place] = (board & 7 | board >> 5 & 0o70 | board >> 10 & 0o700) as u16;
        found[38 + place] = (board & 15 | board >> 4 & 0xf0) as u16;
    }
    for (place, board) in flips(turned).into_iter().enumerate() {
        found[42 + place] = (board & 15 | board >> 4 & 0xf0) as u16;
    }
    found
}

/// The board with each of its corners in turn in the place of a1, without turning rows into columns.
#[inline]
fn flips(board: u64) -> [u64; 4] {
    let upside_down = board.swap_bytes();
    [board, upside_down, upside_down.reverse_bits(), board.reverse_bits()]
}

/// Turns rows into columns.
#[inline]
fn transpose(board: u64) -> u64 {
    let swap = |board: u64, mask: u64, distance: u32| {
        let change = (board ^ board >> distance) & mask;
        board ^ change ^ change << distance
    };
    let board = swap(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = swap(board, 0x0000_cccc_0000_cccc, 14);
    swap(board, 0x0000_0000_f0f0_f0f0, 28)
}

impl Kind {
    /// How many configurations it has.
    pub fn configurations(&self) -> usize {
        3_usize.pow(self.squares)
    }

    /// The digits of a configuration, which is numbered among those of this kind.
    pub fn digits(&self, mut configuration: usize) -> Vec<u8> {
        let next = |_| {
            let digit = (configuration % 3) as u8;
            configuration /= 3;
            digit
        };
        (0..self.squares).map(next).collect()
    }

    /// The configuration that has these digits.
    pub fn configuration(&self, digits: &[u8]) -> usize {
        digits.iter().rev().fold(0, |number, &digit| 3 * number + usize::from(digit))
    }

    /// Returns the mirror image of the configuration in the same place. It is computed for all configurations
    /// when the first position is evaluated, so it takes no memory.
    pub fn reflected(&self, configuration: usize) -> usize {
        let digit = |place: u32| configuration / 3_usize.pow(place) % 3;
        let squares = 0..self.squares;
        match self.form {
            Form::Line => squares.fold(0, |number, place| 3 * number + digit(place)),
            Form::Square => {
                let turned = squares.rev().map(|place| place % 3 * 3 + place / 3);
                turned.fold(0, |number, place| 3 * number + digit(place))
            }
            Form::Oblong => configuration,
        }
    }
}

/// Which configurations share a parameter.
#[derive(Debug)]
pub struct Parameters {
    /// The parameter of every configuration.
    pub of: Vec<u16>,
    /// How many parameters there are.
    pub count: usize,
}

impl Parameters {
    /// Returns the numbering, of which there is only one.
    pub fn get() -> &'static Parameters {
        static PARAMETERS: OnceLock<Parameters> = OnceLock::new();
        PARAMETERS.get_or_init(|| {
            let mut of = Vec::with_capacity(CONFIGURATIONS);
            let mut count = 0;
            for kind in &KINDS {
                for configuration in 0..kind.configurations() {
                    let reflected = kind.reflected(configuration);
                    if reflected < configuration {
                        of.push(of[kind.first + reflected]);
                    } else {
                        of.push(count);
                        count += 1;
                    }
                }
            }
            Parameters { of, count: usize::from(count) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares of every place in the order of digits, from the definition.
    fn squares() -> Vec<Vec<(i32, i32)>> {
        let line = |length: i32, from: (i32, i32), step: (i32, i32)| -> Vec<_> {
            (0..length).map(|i| (from.0 + i * step.0, from.1 + i * step.1)).collect()
        };
        let mut places = Vec::new();
        for row in 0..4 {
            places.push(line(8, (row, 0), (0, 1)));
            places.push(line(8, (7 - row, 0), (0, 1)));
            places.push(line(8, (0, row), (1, 0)));
            places.push(line(8, (0, 7 - row), (1, 0)));
        }
        for short in 0..5 {
            places.push(line(8 - short, (short, 0), (1, 1)));
            if short > 0 {
                places.push(line(8 - short, (0, short), (1, 1)));
            }
            places.push(line(8 - short, (7 - short, 0), (-1, 1)));
            if short > 0 {
                places.push(line(8 - short, (7, short), (-1, 1)));
            }
        }
        let flipped = |(row, column): (i32, i32), corner: i32| match corner {
            0 => (row, column),
            1 => (7 - row, column),
            2 => (row, 7 - column),
            _ => (7 - row, 7 - column),
        };
        for corner in 0..4 {
            places.push((0..9).map(|i| flipped((i / 3, i % 3), corner)).collect());
        }
        for turned in [false, true] {
            for corner in 0..4 {
                let square = |i: i32| {
                    let (row, column) = flipped((i / 4, i % 4), corner);
                    if turned { (column, row) } else { (row, column) }
                };
                places.push((0..8).map(square).collect());
            }
        }
        places
    }

    fn random_board(state: &mut u64) -> (u64, u64) {
        let mut next = || {
            *state += 1;
            crate::splitmix::splitmix(7, *state)
        };
        let own = next() & next();
        (own, next() & !own)
    }

    #[test]
    fn places_hold_what_the_board_holds() {
        let places = squares();
        let kinds: Vec<_> =
            KINDS.iter().flat_map(|kind| std::iter::repeat_n(kind, kind.places)).collect();
        assert_eq!((places.len(), kinds.len()), (PLACES, PLACES));
        let mut state = 1;
        for _ in 0..1000 {
            let (own, enemy) = random_board(&mut state);
            let found = configurations(own, enemy);
            for (place, (squares, kind)) in places.iter().zip(&kinds).enumerate() {
                let digits: Vec<u8> = squares
                    .iter()
                    .map(|&(row, column)| {
                        let square = 1 << (8 * row + column);
                        u8::from(own & square != 0) + 2 * u8::from(enemy & square != 0)
                    })
                    .collect();
                let expected = kind.first + kind.configuration(&digits);
                assert_eq!(usize::from(found[place]), expected, "{} in {place}", kind.name);
            }
        }
    }

    #[test]
    fn reflections_of_the_board_have_the_same_parameters() {
        let parameters = Parameters::get();
        assert_eq!(parameters.of.len(), CONFIGURATIONS);
        assert_eq!(parameters.count, 35_064);
        let sorted = |own, enemy| {
            let mut found = configurations(own, enemy).map(|it| parameters.of[usize::from(it)]);
            found.sort_unstable();
            found
        };
        let mut state = 2;
        for _ in 0..200 {
            let (own, enemy) = random_board(&mut state);
            let expected = sorted(own, enemy);
            for turned in [false, true] {
                let [own, enemy] = [own, enemy].map(|it| if turned { transpose(it) } else { it });
                for (own, enemy) in flips(own).into_iter().zip(flips(enemy)) {
                    assert_eq!(sorted(own, enemy), expected);
                }
            }
        }
    }

    #[test]
    fn kinds_follow_each_other_without_gaps() {
        let mut first = 0;
        for kind in &KINDS {
            assert_eq!(kind.first, first, "{}", kind.name);
            first += kind.configurations();
            for configuration in 0..kind.configurations() {
                assert_eq!(kind.configuration(&kind.digits(configuration)), configuration);
                assert_eq!(kind.reflected(kind.reflected(configuration)), configuration);
            }
        }
        assert_eq!(first, CONFIGURATIONS);
    }
}
