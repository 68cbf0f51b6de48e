//! The memory of the searches: the tree of the best-first searches, and hash tables of fixed size beside it.

pub mod arena;
pub mod hashed;
mod log_size;
pub mod numbers;
mod pages;
pub mod shared;
pub mod solved;
pub mod tentative;
pub mod transposition;
