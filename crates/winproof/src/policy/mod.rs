//! What several searches share and a parameter chooses.

pub mod leaf;
pub mod order;
