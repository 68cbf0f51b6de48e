//! A server that is ended. This is a program of its own: signals are for all of it.
#![cfg(unix)]

use rustix::process::{Signal, getpid, kill_process};
use winproof_session::amounts::Memory;
use winproof_web::{ServeOptions, serve};

/// Whoever reads the address may end the server before it has served anybody.
#[test]
fn a_server_can_be_ended_as_soon_as_it_is_ready() {
    let options =
        ServeOptions { port: 0, memory: Some(Memory(8 << 20)), ..ServeOptions::default() };
    let mut was_ready = false;
    let end = |_: &winproof_web::Address| {
        was_ready = true;
        kill_process(getpid(), Signal::TERM).unwrap();
    };
    serve(&options, end, |complaint| panic!("{complaint}")).unwrap();
    assert!(was_ready);
}
