//! A position for programs: a drawing, the legal moves, how the game ended.

use serde::Serialize;
use utoipa::ToSchema;
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Move, Notation, Outcome, Player};

use crate::board::{self, outcome_in_words};
use crate::failure::Failure;

/// A position and its legal moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Position)]
pub struct Look {
    /// The game with its parameters.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// A drawing, which may have colours for a terminal.
    pub drawing: String,
    /// The name of the player to move.
    pub mover: &'static str,
    /// The same player.
    #[serde(skip)]
    pub to_move: Player,
    /// The name of the player whom a question is about if nobody is named: in most games the player to move.
    pub attacker: &'static str,
    /// The same player.
    #[serde(skip)]
    pub usual_attacker: Player,
    /// The legal moves; none if the game is over.
    pub moves: Vec<String>,
    /// How the game ended; null if it is not over.
    pub outcome: Option<Ending>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Ending {
    /// The value for the first player.
    pub value: i32,
    /// The same in words.
    pub text: String,
}

impl Ending {
    /// The ending of a position with this outcome.
    pub fn new<G: Notation>(game: &G, position: &G::Position, outcome: Outcome) -> Ending {
        let value = outcome.worth_to(Player::First);
        Ending { value, text: outcome_in_words(game, position, outcome) }
    }
}

/// Why a position cannot be shown.
#[derive(Debug)]
pub enum Unseen {
    /// The position cannot be read.
    Position(Failure),
    /// A move cannot be played.
    Moves(Failure),
}

impl Unseen {
    /// Returns what is wrong, in either case.
    pub fn into_failure(self) -> Failure {
        match self {
            Unseen::Position(failure) | Unseen::Moves(failure) => failure,
        }
    }
}

/// Describes the position that is reached from `position` by the moves of these names.
pub fn look(spec: &GameSpec, position: &str, moves: &[String]) -> Result<Look, Unseen> {
    board::open(spec, position, Looking { spec, moves })
        .map_err(Unseen::Position)?
        .map_err(Unseen::Moves)
}

struct Looking<'a> {
    spec: &'a GameSpec,
    moves: &'a [String],
}

impl GameVisitor for Looking<'_> {
    type Output = Result<Look, Failure>;

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> Self::Output {
        let line = read_line(&game, &root, self.moves)?;
        let position = line.iter().fold(root, |position, &mv| game.play(&position, mv));
        let outcome = game.outcome(&position).map(|outcome| Ending::new(&game, &position, outcome));
        let mut moves = Vec::new();
        if outcome.is_none() {
            game.moves(&position, &mut moves);
        }
        Ok(Look {
            game: self.spec.to_string(),
            position: game.format(&position),
            drawing: game.draw(&position),
            mover: game.player_name(game.to_move(&position)),
            to_move: game.to_move(&position),
            attacker: game.player_name(game.usual_attacker(&position)),
            usual_attacker: game.usual_attacker(&position),
            moves: moves.iter().map(|&mv| game.format_move(&position, mv)).collect(),
            outcome,
        })
    }
}

/// Reads the names of moves that are played one after the other.
pub(crate) fn read_line<G: Notation>(
    game: &G,
    root: &G::Position,
    names: &[String],
) -> Result<Vec<Move>, Failure> {
    let mut position = root.clone();
    let mut line = Vec::with_capacity(names.len());
    for (number, name) in names.iter().enumerate() {
        let mv = game
            .parse_move(&position, name)
            .map_err(|error| Failure::Input(format!("move {}: {error}", number + 1)))?;
        position = game.play(&position, mv);
        line.push(mv);
    }
    Ok(line)
}

/// The names of moves that are played one after the other, as far as they are legal.
pub(crate) fn names_of<G: Notation>(game: &G, root: &G::Position, line: &[Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut names = Vec::with_capacity(line.len());
    for &mv in line {
        let mut moves = Vec::new();
        if game.outcome(&position).is_none() {
            game.moves(&position, &mut moves);
        }
        if !moves.contains(&mv) {
            break;
        }
        names.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    names
}
