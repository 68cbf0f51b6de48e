//! What the tests share: a game that is a graph, an oracle for it, and a maker of certificates.

// Each test program uses a part of this.
#![allow(dead_code)]

pub mod graph;
pub mod oracle;
pub mod raw;

use std::collections::BTreeMap;

use graph::{GraphGame, catalogue};
use winproof_check::{Certificate, CheckReport, Header, Verdict, check};
use winproof_game::{Player, Question};

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
        verdict: if proved { Verdict::Proved } else { Verdict::Disproved },
    }
}

/// The whole way from bytes to an answer, as the checker program goes it.
pub fn verify(bytes: &[u8], memory: usize) -> Result<CheckReport, String> {
    let certificate =
        Certificate::read_from(bytes, memory).map_err(|error| format!("unreadable: {error}"))?;
    let (game, root) =
        open(&certificate.header).ok_or_else(|| "unreadable: no such game".to_string())?;
    check(&game, &root, &certificate).map_err(|rejection| format!("rejected: {rejection}"))
}

fn open(header: &Header) -> Option<(GraphGame, u16)> {
    let (_, text) =
        catalogue().into_iter().find(|(name, _)| *name == header.parameters["graph"])?;
    let game = GraphGame::new(text, header.parameters["endless"].parse().ok()?);
    let root: u16 = header.position.parse().ok()?;
    (usize::from(root) < game.nodes.len()).then_some((game, root))
}

pub fn to_bytes(certificate: &Certificate) -> Vec<u8> {
    let mut bytes = Vec::new();
    certificate.write_to(&mut bytes).unwrap();
    bytes
}

pub fn question(attacker: Player, target: i32) -> Question {
    Question { attacker, target }
}
