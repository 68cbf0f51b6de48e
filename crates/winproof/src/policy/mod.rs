//! Policies that several searches share and a parameter chooses.

pub mod edge_costs;
pub mod leaf;
pub mod order;
pub mod static_solver;
pub mod threshold;
pub mod total;
