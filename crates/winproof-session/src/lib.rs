//! The work on one problem from its text to its report, for the command line, the workbench and the
//! experiments.
//!
//! Every game is combined with every algorithm here and only here: the functions take a [`GameSpec`] and
//! text, so that crates that use them are compiled without the searches.
//!
//! What batches and experiments share is here as well: the [`worker_pool`] and the [`results_log`].
//!
//! [`GameSpec`]: winproof_games::GameSpec

pub mod amounts;
pub mod audit;
pub mod auto;
pub mod board;
pub mod catalogue;
mod failure;
pub mod figures;
pub mod file_lock;
pub mod files;
pub mod grundy_list;
pub mod inspection;
pub mod json_schema;
pub mod machine;
pub mod numerate;
pub mod options;
pub mod position;
pub mod question;
pub mod replay;
pub mod results_log;
pub mod review;
pub mod saved;
pub mod schema;
pub mod single;
pub mod sweep;
pub mod walk;
pub mod work;
pub mod worker_pool;

pub use failure::Failure;
