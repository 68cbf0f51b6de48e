//! Documents whose examples are tests.

#[doc = include_str!("../../../docs/ADD_A_GAME.md")]
struct AddAGame;
