//! Tests of the searches as a whole: against the truth, and against each other.

mod arimaa;
mod common;
mod crafted;
mod drafts;
mod equivalence;
mod hands;
mod hex;
mod leaf_oracle;
mod long_games;
mod matrix;
mod othello;
mod saves;
mod shogi;
mod threads;
mod verdicts;
mod within;
