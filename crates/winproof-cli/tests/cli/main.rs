//! The program as its users meet it: arguments in, text and exit status out.

mod batch;
mod certificates;
mod errors;
mod interrupt;
mod lists;
mod solve;
mod support;
