//! Positions and steps as text, and as a drawing.

use anstyle::{AnsiColor, Style};
use winproof_rules::{Game, InputError, Move, Player};

use super::board::{Board, DIRECTIONS, Kind, TRAPS, squares};
use super::steps::{PASS, Step};
use super::{Arimaa, STEPS, Turn};

/// The setup with rabbits behind.
const START: &str = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

/// Starting positions. The second is from the collection of wins in two turns on arimaa.com, by way of the
/// test positions of the thesis.
pub(super) const EXAMPLES: [&str; 3] = [
    "2g
 +-----------------+
8|           r     |
7|       e         |
6|   R x     x     |
5|     H           |
4|                 |
3|     x     x     |
2|     r   E       |
1|                 |
 +-----------------+
   a b c d e f g h",
    "67s
 +-----------------+
8|                 |
7|                 |
6|     x     x     |
5|                 |
4|   m             |
3|     x   e x     |
2| r H     r E   r |
1| R     R R   R R |
 +-----------------+
   a b c d e f g h",
    "5g
 +-----------------+
8| r r       r r r |
7| m   d c   d h   |
6| . H x . c x . . |
5| . h D . E . . . |
4| . . R . e . M . |
3| . C x R . x H . |
2| R   C   D R     |
1| R R         R R |
 +-----------------+
   a b c d e f g h",
];

/// Letters of the kinds, Silver's.
const LETTERS: [char; 7] = ['.', 'r', 'c', 'd', 'h', 'm', 'e'];

const EXPECTED: &str = "expected who is to move and a board, such as `g [rrrrrrrrhdcemcdh … \
                        HDCMECDHRRRRRRRR]` or a diagram, or `start`";

fn letter(player: Player, kind: Kind) -> char {
    match player {
        Player::First => LETTERS[kind].to_ascii_uppercase(),
        Player::Second => LETTERS[kind],
    }
}

fn piece_of(letter: char) -> Option<(Player, Kind)> {
    let kind = LETTERS.iter().skip(1).position(|&other| other == letter.to_ascii_lowercase())? + 1;
    Some((if letter.is_ascii_uppercase() { Player::First } else { Player::Second }, kind))
}

fn square_name(square: u32) -> [char; 2] {
    [b'a' + (square % 8) as u8, b'1' + (square / 8) as u8].map(char::from)
}

/// Writes a piece on its square: `Ra2`.
pub(super) fn write_piece(player: Player, kind: Kind, square: u32) -> String {
    let [file, row] = square_name(square);
    [letter(player, kind), file, row].iter().collect()
}

/// A square by its two letters.
fn square_of(file: char, row: char) -> Option<u32> {
    let file = ('a'..='h').position(|name| name == file)?;
    let row = ('1'..='8').position(|name| name == row)?;
    Some((8 * row + file) as u32)
}

/// The text that is still to be read, and where it begins.
#[derive(Clone)]
struct Reader<'t> {
    rest: &'t str,
    line: usize,
    column: usize,
}

/// A word, and where it stands.
#[derive(Clone, Copy)]
struct Token<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    fn error(self, message: impl Into<String>) -> InputError {
        InputError::new(message).found(self.text).at(self.line, self.column)
    }
}

impl<'t> Reader<'t> {
    fn advance(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(next)
    }

    fn skip_blanks(&mut self) {
        while self.rest.starts_with(char::is_whitespace) {
            self.advance();
        }
    }

    /// The next word, which is then read.
    fn word(&mut self) -> Option<Token<'t>> {
        self.skip_blanks();
        let (text, line, column) = (self.rest, self.line, self.column);
        let mut length = 0;
        while self.rest.starts_with(|next: char| !next.is_whitespace()) {
            length += self.advance()?.len_utf8();
        }
        (length > 0).then(|| Token { text: &text[..length], line, column })
    }

    /// The next word, if it is one that `wanted` accepts; only then it is read.
    fn word_if<T>(&mut self, wanted: impl Fn(&str) -> Option<T>) -> Option<T> {
        let mut ahead = self.clone();
        let found = wanted(ahead.word()?.text)?;
        *self = ahead;
        Some(found)
    }

    fn error(&self, message: impl Into<String>) -> InputError {
        let line: String = self.rest.lines().next().unwrap_or_default().chars().collect();
        InputError::new(message).found(&line).at(self.line, self.column)
    }
}

/// Who is to move, in the way turns are numbered: `12g`, `w`.
fn side_of(word: &str) -> Option<Player> {
    match word.trim_start_matches(|digit: char| digit.is_ascii_digit()) {
        "g" | "w" => Some(Player::First),
        "s" | "b" => Some(Player::Second),
        _ => None,
    }
}

/// Reads a position and the moves after it: a side and a board, or a setup, or `start`; then any number of steps.
pub(super) fn read(game: &Arimaa, text: &str) -> Result<(Turn, Vec<Move>), InputError> {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { rest, line: 1, column: 1 };
    let mut turn = if reader.word_if(|word| (word == "start").then_some(())).is_some() {
        read(game, START)?.0
    } else {
        reader.skip_blanks();
        let side = reader.word_if(side_of).ok_or_else(|| reader.error(EXPECTED))?;
        read_position(game, &mut reader, side)?
    };
    reader.word_if(|word| (word == "moves").then_some(()));
    let mut words = Vec::new();
    // Games that were given up end with this word.
    while let Some(word) = reader.word().filter(|word| word.text != "resigns") {
        // Moves are also written with commas between their steps.
        words.extend(word.text.split(',').map(|text| Token { text, ..word }));
    }
    let (start, mut line) = (turn, Vec::new());
    let mut rest = &words[..];
    while !rest.is_empty() {
        (turn, rest) = read_step(game, &turn, rest, &mut line)?;
    }
    Ok((start, line))
}

fn read_position(
    game: &Arimaa,
    reader: &mut Reader<'_>,
    mut side: Player,
) -> Result<Turn, InputError> {
    reader.skip_blanks();
    let begins = reader.clone();
    let board = if reader.rest.starts_with('[') {
        read_short(reader)?
    } else if reader.rest.starts_with('+') {
        read_diagram(reader)?
    } else {
        let (board, to_move) = read_setup(reader)?;
        side = to_move;
        board
    };
    let mut left = STEPS;
    let mut start = Board::EMPTY;
    if reader.word_if(|word| (word == "left").then_some(())).is_some() {
        let number = |word: &str| word.parse().ok().filter(|left| (1..STEPS).contains(left));
        reader.skip_blanks();
        left = reader
            .word_if(number)
            .ok_or_else(|| reader.error("expected 1, 2 or 3, the steps that are left"))?;
        if reader.word_if(|word| (word == "since").then_some(())).is_some() {
            reader.skip_blanks();
            start = read_short(reader)?;
        }
    }
    game.turn_of(board, start, side, left)
        .map_err(|flaw| InputError::new(flaw).at(begins.line, begins.column))
}

fn read_piece(reader: &Reader<'_>, found: char) -> Result<Option<(Player, Kind)>, InputError> {
    match found {
        ' ' | '.' | 'x' | 'X' => Ok(None),
        _ => piece_of(found).map(Some).ok_or_else(|| {
            let message = "expected a piece (E M H D C R or e m h d c r) or an empty square (a blank, \
                           `.`, `x`)";
            InputError::new(message).found(&found.to_string()).at(reader.line, reader.column)
        }),
    }
}

/// Reads 64 squares in brackets.
fn read_short(reader: &mut Reader<'_>) -> Result<Board, InputError> {
    const EXPECTED: &str = "expected 64 squares from a8 to h1 in brackets";
    let mut board = Board::EMPTY;
    if !reader.rest.starts_with('[') {
        return Err(reader.error(EXPECTED));
    }
    reader.advance();
    for index in 0..64 {
        match reader.rest.chars().next() {
            None | Some(']' | '\n') => {
                return Err(reader.error(format!("{EXPECTED}, and not only {index}")));
            }
            Some(found) => {
                let square = (7 - index / 8) * 8 + index % 8;
                if let Some((player, kind)) = read_piece(reader, found)? {
                    board.toggle(square, player, kind);
                }
                reader.advance();
            }
        }
    }
    if reader.advance() != Some(']') {
        return Err(reader.error(format!("{EXPECTED}, and `]` after them")));
    }
    Ok(board)
}

/// Reads a diagram: a border, eight rows, a border, and the names of the files, which may be left out.
fn read_diagram(reader: &mut Reader<'_>) -> Result<Board, InputError> {
    let mut board = Board::EMPTY;
    read_border(reader)?;
    for row in (0..8).rev() {
        reader.skip_blanks();
        let number = char::from(b'1' + row as u8);
        if !reader.rest.starts_with(&format!("{number}|")) {
            return Err(reader.error(format!("expected row {number}, such as `{number}| r . x |`")));
        }
        reader.advance();
        reader.advance();
        read_row(reader, &mut board, 8 * row)?;
    }
    reader.skip_blanks();
    read_border(reader)?;
    let mut ahead = reader.clone();
    let files = ('a'..='h').all(|file| {
        let found = ahead.word();
        found.is_some_and(|word| word.text.chars().eq([file]))
    });
    if files {
        *reader = ahead;
    }
    Ok(board)
}

fn read_border(reader: &mut Reader<'_>) -> Result<(), InputError> {
    let border = |word: &str| {
        word.strip_prefix('+')?.strip_suffix('+')?.chars().all(|dash| dash == '-').then_some(())
    };
    reader.skip_blanks();
    reader
        .word_if(border)
        .ok_or_else(|| reader.error("expected a border such as `+-----------------+`"))
}

/// Reads the squares of a row, with a blank before each; those that are missing at its end are empty.
fn read_row(reader: &mut Reader<'_>, board: &mut Board, first: u32) -> Result<(), InputError> {
    for place in 0..17 {
        match reader.rest.chars().next() {
            None | Some('|' | '\n' | '\r') => break,
            Some(' ') => {}
            Some(found) if place % 2 == 1 => {
                if let Some((player, kind)) = read_piece(reader, found)? {
                    board.toggle(first + place / 2, player, kind);
                }
            }
            Some(_) => return Err(reader.error("expected a blank between two squares")),
        }
        reader.advance();
    }
    match reader.rest.chars().next() {
        Some('|') => {
            reader.advance();
            Ok(())
        }
        None | Some('\n' | '\r') => Ok(()),
        Some(_) => Err(reader.error("expected the row to end after eight squares")),
    }
}

/// Reads placements such as `Ra1`, with `1g` and `1s` between them. Gold moves first unless another turn
/// is named after them.
fn read_setup(reader: &mut Reader<'_>) -> Result<(Board, Player), InputError> {
    let mut board = Board::EMPTY;
    let mut to_move = Player::First;
    let mut turns = 0;
    loop {
        reader.skip_blanks();
        if let Some((player, kind, square)) = reader.word_if(placement) {
            if board.piece(square).is_some() {
                let name: String = square_name(square).iter().collect();
                let message = format!("expected one piece only on {name}");
                return Err(reader.error(message));
            }
            board.toggle(square, player, kind);
            (to_move, turns) = (Player::First, turns.max(1));
        } else if let Some(side) = reader.word_if(side_of) {
            to_move = side;
        } else if turns == 0 {
            return Err(reader.error(EXPECTED));
        } else {
            return Ok((board, to_move));
        }
    }
}

fn placement(word: &str) -> Option<(Player, Kind, u32)> {
    let mut letters = word.chars();
    let (player, kind) = piece_of(letters.next()?)?;
    let square = square_of(letters.next()?, letters.next()?)?;
    letters.next().is_none().then_some((player, kind, square))
}

/// Reads and plays one move, which may be of several words, or the number of the next turn. Appends what it plays to
/// the line.
fn read_step<'w, 't>(
    game: &Arimaa,
    turn: &Turn,
    words: &'w [Token<'t>],
    line: &mut Vec<Move>,
) -> Result<(Turn, &'w [Token<'t>]), InputError> {
    let word = words[0];
    if let Some(side) = side_of(word.text) {
        if side == turn.to_move && turn.left == STEPS {
            return Ok((*turn, &words[1..]));
        }
        if side != turn.to_move && turn.may_end() {
            let mut turn = *turn;
            while turn.to_move != side {
                turn = game.play(&turn, PASS);
                line.push(PASS);
            }
            return Ok((turn, &words[1..]));
        }
        return Err(
            word.error("expected a turn of the other side, or this one to change the board")
        );
    }
    if game.outcome(turn).is_some() {
        return Err(word.error("expected no more steps, since the game is over"));
    }
    let mut moves = Vec::new();
    game.moves(turn, &mut moves);
    let mut longest = None;
    for mv in moves {
        let name = write_move(turn, mv);
        for captures in [true, false] {
            let names = name.split(',').filter(|name| captures || !name.ends_with('x'));
            let length = names.clone().count();
            let given = words.iter().map(|word| word.text).take(length);
            if given.eq(names) && longest.is_none_or(|(_, length_before)| length > length_before) {
                longest = Some((mv, length));
            }
        }
    }
    let (mv, length) =
        longest.ok_or_else(|| word.error("expected a legal step such as `Ra2n`, or `pass`"))?;
    line.push(mv);
    Ok((game.play(turn, mv), &words[length..]))
}

/// Writes a move: the pieces that step and those that traps capture, with commas between them.
pub(super) fn write_move(turn: &Turn, mv: Move) -> String {
    let step = Step::of(mv);
    if step == Step::Pass {
        return "pass".to_string();
    }
    let mut text = String::with_capacity(24);
    let mut board = turn.board;
    for (player, from, to) in step.slides(turn.to_move) {
        let mut name = |kind, square, sign| {
            if !text.is_empty() {
                text.push(',');
            }
            text.push(letter(player, kind));
            text.extend(square_name(square));
            text.push(sign);
        };
        let kind = board.kind(from);
        name(kind, from, DIRECTIONS[direction(from, to)]);
        let mut after = board;
        after.slide(player, from, to);
        let expected = (board.pieces(player) ^ 1 << from) | 1 << to;
        for square in squares(expected & !after.pieces(player)) {
            name(if square == to { kind } else { board.kind(square) }, square, 'x');
        }
        board = after;
    }
    text
}

/// In which direction a neighbour is.
fn direction(from: u32, to: u32) -> usize {
    match to.wrapping_sub(from) as i32 {
        8 => 0,
        1 => 1,
        -8 => 2,
        _ => 3,
    }
}

fn write_board(board: &Board) -> String {
    let order = (0..64).map(|index| (7 - index / 8) * 8 + index % 8);
    let letters =
        order.map(|square| board.piece(square).map_or(' ', |(player, kind)| letter(player, kind)));
    format!("[{}]", letters.collect::<String>())
}

/// Writes a position in the short form.
pub(super) fn write(turn: &Turn) -> String {
    let side = if turn.to_move == Player::First { 'g' } else { 's' };
    let mut text = format!("{side} {}", write_board(&turn.board));
    if turn.left < STEPS {
        text += &format!(" left {}", turn.left);
    }
    if turn.has_start() {
        text += &format!(" since {}", write_board(&turn.start));
    }
    text
}

/// Draws a position for a terminal, as the diagram that can be read.
pub(super) fn draw(turn: &Turn) -> String {
    const BORDER: &str = " +-----------------+\n";
    let side = if turn.to_move == Player::First { 'g' } else { 's' };
    let mut drawing = format!("{side}\n{BORDER}");
    for row in (0..8).rev() {
        drawing += &format!("{}|", row + 1);
        for square in 8 * row..8 * row + 8 {
            let (sign, style) = match turn.board.piece(square) {
                Some((Player::First, kind)) => {
                    (letter(Player::First, kind), AnsiColor::Yellow.on_default().bold())
                }
                Some((player, kind)) => (letter(player, kind), AnsiColor::Cyan.on_default().bold()),
                None if TRAPS >> square & 1 == 1 => ('x', Style::new()),
                None => ('.', Style::new().dimmed()),
            };
            drawing += &format!(" {style}{sign}{style:#}");
        }
        drawing += " |\n";
    }
    drawing += BORDER;
    drawing += "   a b c d e f g h";
    if turn.left < STEPS {
        drawing += &format!("\nleft {}", turn.left);
    }
    if turn.has_start() {
        drawing += &format!(" since {}", write_board(&turn.start));
    }
    drawing
}
