//! A game that is not in the list when the crate is compiled.

use winproof_games::{
    GameInfo, GameSpec, GameVisitor, Heaps, Nim, RegisteredGame, games, register,
};
use winproof_rules::{
    Encoding, Game, InputError, Key, Move, Notation, Outcome, Parameter, Player, Settings,
};

/// Nim under another name, in which the player who takes the last object loses.
struct Misere;

impl Game for Misere {
    type Position = Heaps;
    const CYCLIC: bool = false;

    fn to_move(&self, heaps: &Heaps) -> Player {
        Nim.to_move(heaps)
    }

    fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        Nim.outcome(heaps).map(|_| Outcome::won_by(self.to_move(heaps)))
    }

    fn moves(&self, heaps: &Heaps, moves: &mut Vec<Move>) {
        Nim.moves(heaps, moves);
    }

    fn play(&self, heaps: &Heaps, mv: Move) -> Heaps {
        Nim.play(heaps, mv)
    }

    fn key(&self, heaps: &Heaps) -> Key {
        Nim.key(heaps)
    }
}

impl Encoding for Misere {
    fn encode(&self, heaps: &Heaps, bytes: &mut Vec<u8>) {
        Nim.encode(heaps, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Heaps> {
        Nim.decode(bytes)
    }
}

impl Notation for Misere {
    fn parse(&self, text: &str) -> Result<Heaps, InputError> {
        Nim.parse(text)
    }

    fn format(&self, heaps: &Heaps) -> String {
        Nim.format(heaps)
    }

    fn format_move(&self, heaps: &Heaps, mv: Move) -> String {
        Nim.format_move(heaps, mv)
    }
}

impl RegisteredGame for Misere {
    const INFO: GameInfo = GameInfo {
        name: "misere",
        summary: "Nim, whoever takes last loses",
        parameters: &[] as &[Parameter],
        ..Nim::INFO
    };

    fn open(_: &Settings, position: &str) -> Result<(Self, Heaps), InputError> {
        Ok((Misere, Misere.parse(position)?))
    }
}

struct Winner;

impl GameVisitor for Winner {
    type Output = Option<Outcome>;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Option<Outcome> {
        let mv = game.legal_moves(&position)[0];
        game.outcome(&game.play(&position, mv))
    }
}

#[test]
fn a_registered_game_is_found_by_name() {
    register::<Misere>();
    assert_eq!(games().last().map(|info| info.name), Some("misere"));
    let winner = |game: &str| game.parse::<GameSpec>().unwrap().open("1", Winner).unwrap();
    assert_eq!(winner("nim"), Some(Outcome::won_by(Player::First)));
    assert_eq!(winner("misere"), Some(Outcome::won_by(Player::Second)));
}
