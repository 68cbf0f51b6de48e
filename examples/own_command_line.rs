//! The whole command line and the workbench, with a custom game: `cargo run --release -p winproof-cli
//! --example own_command_line -- solve takeaway 7`.

use winproof_cli::winproof_games::{GameInfo, RegisteredGame, register};
use winproof_rules::{Encoding, Game, InputError, Key, Move, Notation, Outcome, Player, Settings};

/// Two players take one, two or three stones in turn; the player who takes the last stone wins.
struct TakeAway;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stones {
    left: u8,
    to_move: Player,
}

impl Game for TakeAway {
    type Position = Stones;
    const CYCLIC: bool = false;

    fn to_move(&self, stones: &Stones) -> Player {
        stones.to_move
    }

    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        (stones.left == 0).then(|| Outcome::won_by(stones.to_move.opponent()))
    }

    fn moves(&self, stones: &Stones, moves: &mut Vec<Move>) {
        moves.extend((1..=stones.left.min(3)).map(|count| Move(count.into())));
    }

    fn play(&self, stones: &Stones, mv: Move) -> Stones {
        Stones { left: stones.left - mv.0 as u8, to_move: stones.to_move.opponent() }
    }

    fn key(&self, stones: &Stones) -> Key {
        Key(u128::from(stones.left) << 1 | u128::from(stones.to_move == Player::Second))
    }

    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::LOSS, Outcome::WIN]
    }
}

impl Encoding for TakeAway {
    fn encode(&self, stones: &Stones, bytes: &mut Vec<u8>) {
        bytes.extend([stones.left, u8::from(stones.to_move == Player::Second)]);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Stones> {
        let &[left, to_move] = bytes else { return None };
        let to_move = *[Player::First, Player::Second].get(usize::from(to_move))?;
        Some(Stones { left, to_move })
    }
}

impl Notation for TakeAway {
    fn parse(&self, text: &str) -> Result<Stones, InputError> {
        let (number, to_move) = match text.trim().strip_suffix(" second") {
            Some(number) => (number, Player::Second),
            None => (text.trim(), Player::First),
        };
        let left = if number == "start" { Ok(21) } else { number.parse() };
        let left =
            left.map_err(|_| InputError::new("expected a number of stones").found(number))?;
        Ok(Stones { left, to_move })
    }

    fn format(&self, stones: &Stones) -> String {
        let second = if stones.to_move == Player::Second { " second" } else { "" };
        format!("{}{second}", stones.left)
    }

    fn format_move(&self, _stones: &Stones, mv: Move) -> String {
        mv.0.to_string()
    }
}

impl RegisteredGame for TakeAway {
    const INFO: GameInfo = GameInfo {
        name: "takeaway",
        summary: "take one, two or three stones; whoever takes the last one wins",
        parameters: &[],
        players: ["first", "second"],
        draws: false,
        position_help: "the number of stones, and `second` if the second player is to move",
        multiline: false,
        ply: "ply",
        examples: &[("21 stones", "start")],
    };

    fn open(_settings: &Settings, position: &str) -> Result<(Self, Stones), InputError> {
        Ok((TakeAway, TakeAway.parse(position)?))
    }
}

fn main() -> std::process::ExitCode {
    winproof_cli::main_with(register::<TakeAway>)
}
