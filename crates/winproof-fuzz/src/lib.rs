//! The functions of the fuzz targets.
//!
//! Everything that reads a file or a word from outside is here: none of it may panic, hang, or take more
//! memory than its input justifies. `fuzz/` passes these functions to `cargo fuzz`; the tests of this crate
//! feed them a bounded number of mutated examples.

mod examples;
mod forge;
mod resume;

use std::collections::BTreeMap;
use std::io::Cursor;

use winproof::save::{self, StateReader};
use winproof::{ALGORITHMS, Config, Solver};
use winproof_certificate::{
    Certificate, CertificateFile, CertificateStream, Section, StreamPlan, read_certificates,
    write_container,
};
use winproof_experiments::{Heading, Rows, won_games};
use winproof_games::conformance::check_garbage;
use winproof_games::othello::weights::Weights;
use winproof_games::othello::wthor;
use winproof_games::{GameSpec, GameVisitor, Othello, TicTacToe, games};
use winproof_rules::{Game, Notation, Player, Question};
use winproof_verify::verify;

pub use examples::examples;

/// A reader of untrusted input.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name of the fuzz target.
    pub name: &'static str,
    /// Reads the input.
    pub read: fn(&[u8]),
    /// Bytes that it may take whatever the input, for buffers and tables.
    pub base: usize,
    /// Bytes that it may take for each byte of the input.
    pub factor: usize,
}

/// All targets.
pub static TARGETS: &[Target] = &[
    Target { name: "certificate", read: certificate, base: 4 << 20, factor: 256 },
    Target { name: "container", read: container, base: 4 << 20, factor: 256 },
    Target { name: "records", read: records, base: 4 << 20, factor: 256 },
    Target { name: "save", read: saved, base: 6 << 20, factor: 16 },
    Target { name: "state", read: state, base: 8 << 20, factor: 32 },
    Target { name: "resume", read: resume::resume, base: 16 << 20, factor: 64 },
    Target { name: "position", read: position, base: 1 << 20, factor: 512 },
    Target { name: "moves", read: moves, base: 1 << 20, factor: 512 },
    Target { name: "game", read: game, base: 1 << 16, factor: 64 },
    Target { name: "parameters", read: parameters, base: 1 << 16, factor: 64 },
    Target { name: "batch", read: batch, base: 1 << 16, factor: 256 },
    Target { name: "results", read: results, base: 1 << 16, factor: 256 },
    Target { name: "ledger", read: ledger, base: 1 << 16, factor: 256 },
    Target { name: "games", read: loa_games, base: 1 << 16, factor: 64 },
    Target { name: "wthor", read: wthor_games, base: 1 << 16, factor: 64 },
    Target { name: "weights", read: weights, base: 2 << 20, factor: 16 },
    Target { name: "word", read: word, base: 1 << 16, factor: 16 },
];

/// The target of that name.
pub fn target(name: &str) -> &'static Target {
    TARGETS
        .iter()
        .find(|target| target.name == name)
        .expect("a fuzz target has a name from the list")
}

/// Memory for certificates and searches: little, so that any excess shows.
const MEMORY: usize = 1 << 20;

/// A certificate file: read, and checked if it can be, in memory and streamed.
fn certificate(input: &[u8]) {
    if let Ok(certificate) = Certificate::read_from(input, MEMORY) {
        let mut again = Vec::new();
        certificate.write_to(&mut again).expect("a vector takes everything");
        assert_eq!(Certificate::read_from(&again[..], MEMORY).ok().as_ref(), Some(&certificate));
        verify(certificate);
    }
    // A small buffer, so that requirements go to files.
    let plan =
        StreamPlan { buffer: 1 << 10, fan_in: 2, longest: 1 << 10, folder: std::env::temp_dir() };
    if let Ok(mut stream) = CertificateStream::with_plan(Cursor::new(input), MEMORY, plan) {
        let start = TicTacToe.parse("start").expect("every game has a start");
        let _ = stream.check(&TicTacToe, &start);
    }
}

/// A file with several certificates.
fn container(input: &[u8]) {
    if let Ok(certificates) = read_certificates(input, MEMORY) {
        let all: Vec<_> = certificates.iter().collect();
        let mut again = Vec::new();
        write_container(&all, &mut again).expect("a vector takes everything");
        assert_eq!(read_certificates(&again[..], MEMORY).ok().as_ref(), Some(&certificates));
    }
    // As parts of a file, whatever is in them.
    let mut file = Cursor::new(input);
    let mut places = Vec::new();
    if let Ok(mut parts) = CertificateFile::open(&mut file) {
        while let Some((place, _)) = parts.next_part() {
            places.push(place);
        }
    }
    for place in places {
        let _ =
            CertificateStream::open(Section::new(&mut file, place), MEMORY, &std::env::temp_dir());
    }
}

/// A save: its header, and its state as that of every kind of search.
fn saved(input: &[u8]) {
    for info in ALGORITHMS {
        let mut rest = input;
        let header = save::read_header(&mut rest);
        if let Ok(header) = &header
            && let Ok(config) = header.config()
        {
            let _ = header.check(&config);
        }
        if header.is_err() {
            // The state is still read: a checksum is easily forged.
            rest = input;
        }
        let mut reader = StateReader::new(&mut rest);
        let Ok(_) = save::read_attachments(&mut reader) else { continue };
        let config = Config { memory: MEMORY, ..Config::new(info.algorithm) };
        let question = Question { attacker: Player::First, target: 1 };
        let mut solver = Solver::new(&TicTacToe, question, &config);
        let root = TicTacToe.parse("start").expect("every game has a start");
        if solver.load(&root, &mut reader).is_ok() {
            solver.stored(&root, &[]);
            solver.known(&root);
        }
    }
}

/// The records of a certificate, with checksums in order: the first byte says what form they have and how
/// many they are.
fn records(input: &[u8]) {
    if let Some((&first, body)) = input.split_first() {
        certificate(&forge::certificate(first & 1, u64::from(first >> 1), body));
    }
}

/// The state of a search, with checksums in order.
fn state(input: &[u8]) {
    saved(&forge::save(input));
}

/// The first byte chooses the game, the rest is text.
fn split(input: &[u8]) -> Option<(GameSpec, &str)> {
    let (&first, rest) = input.split_first()?;
    let info = games()[usize::from(first) % games().len()];
    let spec = GameSpec::new(info.name, []).expect("a registered game has defaults");
    Some((spec, std::str::from_utf8(rest).ok()?))
}

/// A position of some game: if it can be read, it is written so that it reads back the same.
fn position(input: &[u8]) {
    struct ReadBack;
    impl GameVisitor for ReadBack {
        type Output = ();

        fn visit<G: Notation + 'static>(self, game: G, position: G::Position) {
            let text = game.format(&position);
            assert_eq!(game.parse(&text).as_ref(), Ok(&position), "{text}");
            let mut bytes = Vec::new();
            game.encode(&position, &mut bytes);
            assert_eq!(game.decode(&bytes).as_ref(), Some(&position), "{text}");
            game.draw(&position);
            game.outcome(&position);
            game.key(&position);
        }
    }
    if let Some((spec, text)) = split(input) {
        let _ = spec.open(text, ReadBack);
        if let Ok(Some(answer)) = spec.by_theorem(text) {
            assert_eq!(spec.by_theorem(&answer.position), Ok(Some(answer)));
        }
    }
}

/// A position, and in the lines after it moves; and all of it as the bytes of a position.
fn moves(input: &[u8]) {
    struct Play<'a>(&'a str, &'a [u8]);
    impl GameVisitor for Play<'_> {
        type Output = ();

        fn visit<G: Notation + 'static>(self, game: G, mut position: G::Position) {
            for text in self.0.lines() {
                match game.parse_move(&position, text) {
                    Ok(mv) => position = game.play(&position, mv),
                    Err(_) => break,
                }
            }
            check_garbage(&game, self.1);
        }
    }
    let Some((spec, text)) = split(input) else { return };
    let info = spec.info();
    let start = if info.multiline { info.examples[0].1 } else { "start" };
    let _ = spec.open(start, Play(text, &input[1..]));
}

/// A game with its parameters.
fn game(input: &[u8]) {
    if let Ok(text) = std::str::from_utf8(input)
        && let Ok(spec) = text.parse::<GameSpec>()
    {
        let again: GameSpec = spec.to_string().parse().expect("what is written can be read");
        assert_eq!(again.to_string(), spec.to_string());
    }
}

/// Parameters of every algorithm, one a line.
fn parameters(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    for info in ALGORITHMS {
        let mut settings = info.algorithm.defaults();
        for line in text.lines() {
            let _ = settings.set(line);
        }
        let values: BTreeMap<_, _> =
            settings.iter().map(|(parameter, value)| (parameter.name, value.to_string())).collect();
        for (name, value) in values {
            settings.set_value(name, &value).expect("a value can be set again");
        }
    }
}

/// A file of positions.
fn batch(input: &[u8]) {
    winproof_cli::parsers::batch_file(input);
}

/// The results of an earlier batch.
fn results(input: &[u8]) {
    let _ = winproof_cli::parsers::results_file(input);
}

/// The results of an earlier experiment.
fn ledger(input: &[u8]) {
    let heading = Heading {
        experiment: "nagai-1998".to_string(),
        size: "quick".to_string(),
        seed: 1,
        version: "0.1.0".to_string(),
    };
    let _ = Rows::read(input, &heading);
}

/// Records of Lines of Action games.
fn loa_games(input: &[u8]) {
    if let Ok(text) = std::str::from_utf8(input) {
        let _ = won_games(text);
    }
}

/// Records of Othello games: what can be read can be played, or is reported as broken.
fn wthor_games(input: &[u8]) {
    let game = Othello::default();
    for transcript in wthor::read(input).unwrap_or_default() {
        if let Ok(positions) = transcript.positions(&game) {
            assert!(positions.last().is_some_and(|last| game.outcome(last).is_some()));
        }
    }
}

/// Weights of Othello: what can be read is written the same.
fn weights(input: &[u8]) {
    if let Ok(weights) = Weights::read(input) {
        assert_eq!(Weights::read(&weights.write()).as_ref(), Ok(&weights));
    }
}

/// Amounts and questions of the command line.
fn word(input: &[u8]) {
    if let Ok(text) = std::str::from_utf8(input) {
        winproof_cli::parsers::word(text);
    }
}
