//! Code that the tests share: a game that is a graph, an oracle for it, and a maker of certificates; and both
//! ways to check one, always together.

// Each test program uses a part of this.
#![allow(dead_code)]

pub mod arbitrary;
pub mod graph;
pub mod ladder;
pub mod oracle;
pub mod raw;

use std::collections::BTreeMap;
use std::io::Cursor;

use graph::{GraphGame, catalogue};
use winproof_certificate::{
    Certificate, CertificateStream, CheckReport, Checker, Header, Rejection, StreamError,
    StreamPlan,
};
use winproof_rules::{Encoding, Player, Question, Verdict};

/// The memory limit of tests that are not about memory.
pub const AMPLE: usize = 1 << 24;

/// The header of a question about a graph of the catalogue.
pub fn header(graph: &str, endless: i32, start: u16, question: Question, proved: bool) -> Header {
    Header {
        game: "graph".to_string(),
        parameters: BTreeMap::from([
            ("endless".to_string(), endless.to_string()),
            ("graph".to_string(), graph.to_string()),
        ]),
        position: start.to_string(),
        attacker: question.attacker,
        target: question.target,
        within: None,
        verdict: if proved { Verdict::Proved } else { Verdict::Disproved },
    }
}

/// The smallest plan: a few requirements make several runs, which take several levels of merging.
pub fn tiny_plan() -> StreamPlan {
    StreamPlan { buffer: 0, fan_in: 2, longest: 1 << 16, folder: std::env::temp_dir() }
}

/// Verifies bytes as the checker program does: with all records in memory, and streaming, which must give the
/// same result.
pub fn verify(bytes: &[u8], memory: usize) -> Result<CheckReport, String> {
    let held = verify_held(bytes, memory);
    compare(&held, &verify_streamed(bytes, memory));
    held
}

/// The way by memory.
pub fn verify_held(bytes: &[u8], memory: usize) -> Result<CheckReport, String> {
    let certificate =
        Certificate::read_from(bytes, memory).map_err(|error| format!("unreadable: {error}"))?;
    let (game, root) = open(&certificate.header)?;
    let held = winproof_certificate::check(&game, &root, &certificate);
    assert_eq!(held, check_with_threads(&game, &root, &certificate));
    held.map_err(|rejection| format!("rejected: {rejection}"))
}

/// The way by streaming.
pub fn verify_streamed(bytes: &[u8], memory: usize) -> Result<CheckReport, String> {
    let mut stream = CertificateStream::with_plan(Cursor::new(bytes), memory, tiny_plan())
        .map_err(|error| format!("unreadable: {error}"))?;
    let (game, root) = open(stream.header())?;
    stream.check(&game, &root).map_err(|error| describe(&error))
}

/// The same for a game that no header names.
pub fn stream<G: Encoding>(
    game: &G,
    root: &G::Position,
    bytes: &[u8],
) -> Result<CheckReport, StreamError> {
    CertificateStream::with_plan(Cursor::new(bytes), AMPLE, tiny_plan())?.check(game, root)
}

/// What the checker program would say.
pub fn describe(error: &StreamError) -> String {
    match error {
        StreamError::Unreadable(error) => format!("unreadable: {error}"),
        StreamError::Rejected(rejection) => format!("rejected: {rejection}"),
    }
}

/// Both ways must agree, also on what is unreadable. Of several flaws they may name different ones.
fn compare(held: &Result<CheckReport, String>, streamed: &Result<CheckReport, String>) {
    match (held, streamed) {
        (Ok(held), Ok(streamed)) => {
            assert_eq!(*held, CheckReport { spilled: None, ..*streamed });
        }
        (Err(held), Err(streamed)) => {
            let same = held == streamed
                || held.starts_with("rejected: ") && streamed.starts_with("rejected: ");
            assert!(same, "held: {held}; streamed: {streamed}");
        }
        _ => panic!("held: {held:?}; streamed: {streamed:?}"),
    }
}

/// Checks a certificate with several threads, in steps. They find the same flaw first.
fn check_with_threads<G: Encoding>(
    game: &G,
    root: &G::Position,
    certificate: &Certificate,
) -> Result<CheckReport, Rejection> {
    let mut checker = Checker::new(game, root, certificate)?.threads(3);
    loop {
        if let Some(report) = checker.advance(10)? {
            return Ok(report);
        }
    }
}

/// Checks a certificate both ways.
pub fn check<G: Encoding>(
    game: &G,
    root: &G::Position,
    certificate: &Certificate,
) -> Result<CheckReport, Rejection> {
    let held = winproof_certificate::check(game, root, certificate);
    assert_eq!(held, check_with_threads(game, root, certificate));
    match (&held, stream(game, root, &to_bytes(certificate))) {
        (Ok(held), Ok(streamed)) => {
            assert_eq!(*held, CheckReport { spilled: None, ..streamed });
        }
        (Err(_), Err(StreamError::Rejected(_))) => {}
        (held, streamed) => panic!("held: {held:?}; streamed: {streamed:?}"),
    }
    held
}

fn open(header: &Header) -> Result<(GraphGame, u16), String> {
    let find = || {
        let (_, text) =
            catalogue().into_iter().find(|(name, _)| *name == header.parameters["graph"])?;
        let game = GraphGame::new(text, header.parameters["endless"].parse().ok()?);
        let root: u16 = header.position.parse().ok()?;
        (usize::from(root) < game.nodes.len()).then_some((game, root))
    };
    find().ok_or_else(|| "unreadable: no such game".to_string())
}

pub fn to_bytes(certificate: &Certificate) -> Vec<u8> {
    let mut bytes = Vec::new();
    certificate.write_to(&mut bytes).unwrap();
    bytes
}

pub fn question(attacker: Player, target: i32) -> Question {
    Question { attacker, target }
}
