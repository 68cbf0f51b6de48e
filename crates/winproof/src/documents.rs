//! Documents whose examples are tests.

#[doc = include_str!("../../../docs/ADD_A_GAME.md")]
struct AddAGame;

#[doc = include_str!("../../../README.md")]
struct Readme;
