//! The server as its users see it, without a port.

mod answers;
mod budget;
mod client;
mod description;
mod disk;
mod events;
mod files;
mod life;
mod lists;
mod news;
mod refusals;
mod restart;
mod threads;
mod unsaved;
mod within;
