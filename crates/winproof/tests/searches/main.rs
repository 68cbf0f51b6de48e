//! Tests of the searches as a whole: against the truth, and against each other.

mod arimaa;
mod assumed;
mod common;
mod crafted;
mod drafts;
mod equivalence;
mod hands;
mod heap_games;
mod hex;
mod leaf_oracle;
mod long_games;
mod matrix;
mod othello;
mod programs;
mod saves;
mod shogi;
mod threads;
mod tsumego;
mod verdicts;
mod within;
