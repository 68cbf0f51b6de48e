//! A position as a drawing, or as a game record.

use winproof_games::{CountableVisitor, GameSpec, GameVisitor, Opened, TheoremAnswer};
use winproof_rules::{Game, InputError, Notation, Outcome, Player, Question, Within};

use crate::failure::Failure;
use crate::figures::count;

/// Draws the board, and writes who is to move and the legal moves, or how the game ended.
pub fn draw(spec: &GameSpec, position: &str) -> Result<String, Failure> {
    open(spec, position, Draw)
}

/// Writes the position as a game record.
pub fn record(spec: &GameSpec, position: &str) -> Result<String, Failure> {
    open(spec, position, Record)?
}

/// Opens a position. Errors name the game.
pub(crate) fn open<V: GameVisitor>(
    spec: &GameSpec,
    position: &str,
    visitor: V,
) -> Result<V::Output, Failure> {
    spec.open(position, visitor).map_err(|error| about(spec, &error))
}

/// Opens a position for questions with and without a number of plies. Errors name the game.
pub(crate) fn open_countable<V: CountableVisitor>(
    spec: &GameSpec,
    position: &str,
    visitor: V,
) -> Result<V::Output, Failure> {
    spec.open_countable(position, visitor).map_err(|error| about(spec, &error))
}

/// Opens a position of a game behind an object. Errors name the game.
pub(crate) fn open_dynamic(spec: &GameSpec, position: &str) -> Result<Opened, Failure> {
    spec.open_dynamic(position).map_err(|error| about(spec, &error))
}

/// Answers by a theorem who wins a position that is too large to be searched. Errors name the game.
pub(crate) fn by_theorem(
    spec: &GameSpec,
    position: &str,
) -> Result<Option<TheoremAnswer>, Failure> {
    spec.by_theorem(position).map_err(|error| about(spec, &error))
}

fn about(spec: &GameSpec, error: &InputError) -> Failure {
    Failure::Input(format!("{}: {error}", spec.info().name))
}

/// Counts the plies of a game, for a question.
pub(crate) fn counted<G: Game>(game: G, question: Question) -> Result<Within<G>, Failure> {
    Within::new(game, question).ok_or_else(|| {
        Failure::Input(format!("every outcome meets the target {}", question.target))
    })
}

/// Opens a position for a question, perhaps with a number of plies. Errors name the game.
pub(crate) fn open_for<V: GameVisitor>(
    spec: &GameSpec,
    position: &str,
    question: Question,
    within: Option<u16>,
    visitor: V,
) -> Result<V::Output, Failure> {
    spec.open_for(position, question, within, visitor).map_err(|error| about(spec, &error))
}

struct Draw;

impl GameVisitor for Draw {
    type Output = String;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> String {
        let state = match game.outcome(&position) {
            Some(outcome) => {
                format!("The game is over: {}.", outcome_in_words(&game, &position, outcome))
            }
            None => {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let names: Vec<_> =
                    moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
                let mover = game.player_name(game.to_move(&position));
                let number = count(names.len() as u64, "move");
                format!("{mover} to move, {number}: {}", names.join(" "))
            }
        };
        format!("{}\n\n{state}\n", game.draw(&position).trim_end())
    }
}

struct Record;

impl GameVisitor for Record {
    type Output = Result<String, Failure>;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Self::Output {
        let record = game.sgf(&position);
        let record = record.ok_or_else(|| Failure::input("this game has no records in SGF"))?;
        Ok(record + "\n")
    }
}

/// How a game ended: `X wins`, `a draw`, `black wins by 12`; or that it did not end in time.
pub(crate) fn outcome_in_words<G: Notation>(
    game: &G,
    position: &G::Position,
    outcome: Outcome,
) -> String {
    if game.is_used_up(position) {
        return "not in time".to_string();
    }
    let value = outcome.worth_to(Player::First);
    if value == 0 {
        return "a draw".to_string();
    }
    let winner = game.player_name(if value > 0 { Player::First } else { Player::Second });
    let scored = game.outcomes().iter().any(|outcome| outcome.worth_to(Player::First).abs() > 1);
    if scored { format!("{winner} wins by {}", value.abs()) } else { format!("{winner} wins") }
}
