//! The meaning of `auto`: the best known way to search each game.
//!
//! Games and searches meet only in the trait `Game`, so the choice is made here, where both are known.

use winproof::{Algorithm, Config};

/// The algorithm for a game, and those of its parameters that are not at their defaults.
const CHOICES: &[(&str, &[&str])] = &[
    ("tree", &["df-pn"]),
    ("graph", &["df-pn"]),
    ("tictactoe", &["df-pn"]),
    ("nim", &["df-pn"]),
    ("connect", &["df-pn", "leaf=24"]),
    ("othello", &["df-pn", "leaf=22"]),
    ("hex", &["df-pn+", "init=game", "leaf=6"]),
    ("loa", &["df-pn+", "init=game", "leaf=2"]),
    ("arimaa", &["df-pn+", "init=game", "leaf=2"]),
    ("shogi", &["df-pn+", "init=game", "leaf=1", "epsilon=0.5"]),
    ("tsumego", &["df-pn+", "init=game", "leaf=2", "order=static"]),
    ("wythoff", &["df-pn", "leaf=1"]),
    ("heaps", &["df-pn", "leaf=1"]),
];

/// The choice for a game that is not in the list: uses all hooks that the game has.
const OTHER: &[&str] = &["df-pn+", "init=game", "leaf=1"];

/// The algorithm for a game of that name, followed by the parameters that are not at their defaults.
pub fn choice(game: &str) -> &'static [&'static str] {
    CHOICES.iter().find(|(name, _)| *name == game).map_or(OTHER, |(_, choice)| choice)
}

/// The best known way to search a game.
pub fn config(game: &str) -> Config {
    let (name, settings) = choice(game).split_first().expect("a choice names an algorithm");
    let algorithm = Algorithm::named(name).expect("the list knows the algorithms");
    let mut config = Config::new(algorithm);
    for assignment in settings {
        config.set(assignment).expect("the list knows the parameters");
    }
    config
}
