//! The workbench's server: jobs, a queue and an HTTP interface, with the page inside.
//!
//! A job is a problem that is solved in its own thread, within one budget of threads and memory for all jobs;
//! the rest wait in a queue. Jobs are kept as files, so that neither a closed browser nor a restart of the
//! server loses one. The interface is described at `/api`, in OpenAPI: the description is generated from the
//! types and functions of this crate.
//!
//! No part of a request reaches the file system as a path: jobs are looked up by their ids in a list, and
//! every upload gets a name that is made here.

mod admission;
mod app;
mod connections;
mod description;
mod guard;
mod held;
mod options;
mod page;
mod problem;
mod queue;
mod routes;
mod server;

pub use app::{App, router};
pub use description::description;
pub use options::{ServeOptions, Token};
pub use server::{Address, serve};
