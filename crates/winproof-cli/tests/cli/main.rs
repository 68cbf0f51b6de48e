//! The program as its users see it: arguments in, text and exit status out.

mod batch;
mod certificates;
mod engine;
mod errors;
mod experiment;
mod heap_games;
mod interrupt;
mod json;
mod lists;
#[cfg(target_os = "linux")]
mod load;
mod memory;
mod rate;
mod readme;
mod review;
mod saves;
mod serve;
mod solve;
mod streaming;
mod support;
mod sweep;
mod train;
mod within;
