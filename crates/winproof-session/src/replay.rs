//! Proof replay for people: position by position, or as a tree.

pub mod page;
pub mod tree;
