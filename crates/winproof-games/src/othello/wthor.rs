//! Files of the WTHOR data base of tournament games (`.wtb`).
//!
//! A header of 16 bytes: century, year, month and day of the file, the number of games (4 bytes, the least
//! one first), a number that is used in other files (2 bytes), the year of the games (2 bytes), the size of
//! the board (8, or 0 for 8), whether they are problems and not games, the depth of the theoretical scores,
//! and one more byte. Then 68 bytes for each game: tournament and players (6 bytes), Black's discs at the end,
//! Black's discs by perfect play from a certain move on, and 60 moves of 10 · row + column. 0 ends a game;
//! passes are left out.

use winproof_rules::{Game, InputError, Move};

use super::{Othello, OthelloBoard, PASS};

/// Bytes of the header.
const HEADER: usize = 16;
/// Bytes of a game.
const RECORD: usize = 68;
/// Bytes of a game before its moves.
const NAMES: usize = 8;

/// The moves of a game as they were recorded; they may be illegal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transcript {
    /// Squares, as bit numbers of a board.
    squares: Vec<u8>,
}

/// Why a transcript cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A move is not legal. Counted from 1.
    Illegal(usize),
    /// The game was not played to its end.
    Unfinished,
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<Vec<Transcript>, InputError> {
    let Some((header, body)) = bytes.split_at_checked(HEADER) else {
        return Err(InputError::new(format!("expected a header of {HEADER} bytes"))
            .found(&format!("{} bytes", bytes.len())));
    };
    let games = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let expected = u64::from(games) * RECORD as u64;
    if body.len() as u64 != expected {
        return Err(InputError::new(format!(
            "expected {games} games of {RECORD} bytes after the header, as it says"
        ))
        .found(&format!("{} bytes", body.len())));
    }
    if !matches!(header[12], 0 | 8) {
        return Err(InputError::new("expected games on a board of size 8 (byte 13 of the header)")
            .found(&header[12].to_string()));
    }
    if header[13] != 0 {
        return Err(InputError::new("expected whole games (byte 14 of the header is 0)")
            .found(&header[13].to_string()));
    }
    body.chunks_exact(RECORD).enumerate().map(|(game, record)| transcript(game, record)).collect()
}

/// Returns Black's discs at the end of each game of a file that [`read`] reads, as they were recorded.
pub(super) fn black_discs(bytes: &[u8]) -> impl Iterator<Item = u8> {
    const PLACE: usize = 6;
    let games = bytes.get(HEADER..).unwrap_or_default();
    games.chunks_exact(RECORD).map(|record| record[PLACE])
}

fn transcript(game: usize, record: &[u8]) -> Result<Transcript, InputError> {
    let moves = record[NAMES..].iter().take_while(|&&code| code != 0);
    let square = |(ply, &code): (usize, &u8)| {
        let (row, column) = (code / 10, code % 10);
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            let (game, ply) = (game + 1, ply + 1);
            let message = format!("game {game}, move {ply}: expected 10 · row + column");
            return Err(InputError::new(message).found(&code.to_string()));
        }
        Ok(8 * (row - 1) + column - 1)
    };
    Ok(Transcript { squares: moves.enumerate().map(square).collect::<Result<_, _>>()? })
}

impl Transcript {
    /// A game in which these squares were played on, as bit numbers of a board.
    pub fn new(squares: Vec<u8>) -> Transcript {
        Transcript { squares }
    }

    /// The squares that were played on, as bit numbers of a board.
    pub fn squares(&self) -> &[u8] {
        &self.squares
    }

    /// Plays the game. Returns all its positions except those in which a player had to pass, from the start
    /// to the end.
    pub fn positions(&self, game: &Othello) -> Result<Vec<OthelloBoard>, Broken> {
        let mut board = game.start();
        let mut positions = vec![board];
        let mut moves = Vec::new();
        let legal = |board: &OthelloBoard, moves: &mut Vec<Move>| {
            moves.clear();
            if game.outcome(board).is_none() {
                game.moves(board, moves);
            }
        };
        for (ply, &square) in self.squares.iter().enumerate() {
            legal(&board, &mut moves);
            if moves[..] == [PASS] {
                board = game.play(&board, PASS);
                // Where both have to pass the game is over, and nothing is legal.
                *positions.last_mut().expect("there is the start") = board;
                legal(&board, &mut moves);
            }
            let mv = Move(u32::from(square));
            if !moves.contains(&mv) {
                return Err(Broken::Illegal(ply + 1));
            }
            board = game.play(&board, mv);
            positions.push(board);
        }
        if game.outcome(&board).is_none() {
            return Err(Broken::Unfinished);
        }
        Ok(positions)
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::{Notation, Outcome};

    use super::*;

    /// A file of one game.
    fn file(moves: &[u8]) -> Vec<u8> {
        let mut bytes = vec![20, 7, 5, 22, 1, 0, 0, 0, 0, 0, 185, 7, 8, 0, 24, 0];
        bytes.extend([0; NAMES]);
        bytes.extend(moves);
        bytes.resize(HEADER + RECORD, 0);
        bytes
    }

    /// The shortest game, in which White loses all discs.
    const SHORT: [u8; 9] = [65, 46, 35, 66, 57, 64, 75, 56, 53];

    #[test]
    fn a_game_is_read_and_played() {
        let games = read(&file(&SHORT)).unwrap();
        assert_eq!(games.len(), 1);
        let game = Othello::default();
        let positions = games[0].positions(&game).unwrap();
        assert_eq!(positions.len(), SHORT.len() + 1);
        let last = positions[SHORT.len()];
        assert_eq!(game.outcome(&last), Outcome::new(64), "{}", game.format(&last));
    }

    #[test]
    fn bad_files_say_what_is_wrong() {
        let good = file(&SHORT);
        let with = |place: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[place] = byte;
            read(&bytes).unwrap_err().to_string()
        };
        assert_eq!(
            read(&good[..9]).unwrap_err().to_string(),
            "expected a header of 16 bytes, found `9 bytes`"
        );
        assert_eq!(
            with(4, 2),
            "expected 2 games of 68 bytes after the header, as it says, found `68 bytes`"
        );
        assert!(with(12, 10).contains("size 8"));
        assert!(with(13, 1).contains("whole games"));
        assert_eq!(with(25, 90), "game 1, move 2: expected 10 · row + column, found `90`");
    }

    #[test]
    fn broken_games_are_told_apart() {
        let game = Othello::default();
        let positions = |moves: &[u8]| read(&file(moves)).unwrap()[0].positions(&game);
        assert_eq!(positions(&SHORT[..8]), Err(Broken::Unfinished));
        assert_eq!(positions(&[56, 56]), Err(Broken::Illegal(2)));
        let mut longer = SHORT.to_vec();
        longer.push(11);
        assert_eq!(positions(&longer), Err(Broken::Illegal(10)));
    }
}
