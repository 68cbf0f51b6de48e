//! The server as its users see it, without a port.

mod budget;
mod client;
mod description;
mod files;
mod life;
mod news;
mod refusals;
mod restart;
