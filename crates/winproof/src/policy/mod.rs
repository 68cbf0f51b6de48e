//! What several searches share and a parameter chooses.

pub mod guide;
pub mod insight;
pub mod leaf;
pub mod order;
pub mod threshold;
pub mod total;
