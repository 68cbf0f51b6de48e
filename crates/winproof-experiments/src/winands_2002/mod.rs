//! Lines of Action: the tables of the PDS-PN paper.

mod sets;

pub use sets::EXPERIMENT as SETS;
