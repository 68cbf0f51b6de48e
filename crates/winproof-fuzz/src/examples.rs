//! Valid inputs to begin with.

use std::collections::BTreeMap;

use winproof::save::{self, Header};
use winproof::{ALGORITHMS, Config, Limits, Silent, Solver, Verdict};
use winproof_certificate::{
    Certificate, Claim, Form, RecordSet, RecordSetBuilder, Threats, write_container,
};
use winproof_games::othello::weights::{NODES, Weights};
use winproof_games::{TicTacToe, games};
use winproof_rules::{Encoding, Game, Move, Notation, Player, Question, Within};

use crate::{forge, resume};

/// Valid inputs for a target.
pub fn examples(target: &str) -> Vec<Vec<u8>> {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    match target {
        "certificate" => certificates(),
        "container" => containers(),
        "records" => certificates().iter().map(|file| forge::body(file)).collect(),
        "save" => saves(),
        "state" => saves().iter().map(|file| forge::state(file)).collect(),
        "resume" => resume::examples(),
        "position" => positions(),
        "moves" => (0..games().len() as u8)
            .flat_map(|game| {
                [&b"1\nb2\na1"[..], b"0\n1\n0", b"d3\nc5", b"f5\nd6\npass"]
                    .map(|it| [&[game], it].concat())
            })
            .collect(),
        "game" => texts(&[
            "nim",
            "tree:seed=7,avg=6.5,sigma=0.1",
            "graph",
            "tictactoe",
            "heaps:code=4.07(13)",
        ]),
        "parameters" => texts(&["epsilon=0.25\ninit=moves\ncost=-3\nr=0.5\nsum=weak", "a=1\nb=2"]),
        "batch" => texts(&[
            "# a comment\n3,4,5\tlabel\n1,2;other\n\n7\n",
            "\u{feff}X.O/..O/..X",
            "(;SZ[3];B[a1]C[\\])])(;W[b2])",
        ]),
        "results" => texts(&[concat!(
            r#"{"source":"a:1","game":"nim","position":"1","attacker":"first","ask":"win","#,
            r#""verdict":"proved","algorithm":"df-pn","settings":{},"seed":0}"#,
            "\n",
            r#"{"source":"a:2","game":"nim","ask":"win","verdict":"unk"#
        )]),
        "ledger" => texts(&[concat!(
            r#"{"experiment":"nagai-1998","size":"quick","seed":1,"version":"0.1.0"}"#,
            "\n",
            r#"{"key":"pn 3","row":{"nodes":17}}"#,
            "\n"
        )]),
        "games" => texts(&["# games\nLOA\t2-18 8-26\t1-0\nScrambled-Eggs\t1-19\t1/2-1/2\n"]),
        "wthor" => vec![wthor_file()],
        "weights" => vec![weights_file()],
        "word" => {
            texts(&["256M", "1.5M", "2h30m", "0.5", ">=-12", "value", "1e300", "99999999999G"])
        }
        _ => Vec::new(),
    }
}

fn positions() -> Vec<Vec<u8>> {
    let of_game = |(number, info): (usize, &winproof_games::GameInfo)| {
        let examples = info.examples.iter().map(|(_, position)| position.as_bytes());
        let all: Vec<_> = examples
            .chain([&b"start"[..], b"987654321,1234567890"])
            .map(|text| [&[number as u8], text].concat())
            .collect();
        all
    };
    games().iter().enumerate().flat_map(of_game).collect()
}

/// A file of two Othello games, the first of which is played to its end.
fn wthor_file() -> Vec<u8> {
    let mut file = vec![20, 7, 5, 22, 2, 0, 0, 0, 0, 0, 185, 7, 8, 0, 24, 0];
    for moves in [&[65, 46, 35, 66, 57, 64, 75, 56, 53][..], &[56, 64, 33, 34]] {
        file.extend([1, 0, 90, 1, 75, 3, 34, 41]);
        file.extend(moves);
        file.resize(file.len() + 60 - moves.len(), 0);
    }
    file
}

/// Weights that are all 0.
fn weights_file() -> Vec<u8> {
    let parameters = winproof_games::othello::patterns::Parameters::get().count + 1;
    Weights::new(&vec![[0.0; NODES]; parameters]).write()
}

const QUESTION: Question = Question { attacker: Player::First, target: 0 };

/// Small proofs and disproofs. The first has the newest kind of record.
fn certificates() -> Vec<Vec<u8>> {
    let start = TicTacToe.parse("start").expect("every game has a start");
    let certificate = |target| {
        let question = Question { target, ..QUESTION };
        let config = Config { memory: 1 << 20, ..Config::new(winproof::Algorithm::DfPn) };
        let mut solver = Solver::new(&TicTacToe, question, &config);
        let answer = solver.solve_with(&start, &Limits::default(), &mut Silent);
        let proved = answer.verdict == Verdict::Proved;
        let records = solver
            .certify(&start, proved, &Limits::default(), &mut Silent)
            .expect("there are no limits");
        certificate_file(&TicTacToe.format(&start), question, None, proved, records)
    };
    vec![with_threats(), certificate(0), certificate(1), within_one_ply()]
}

/// Files with one to three certificates.
fn containers() -> Vec<Vec<u8>> {
    let all: Vec<_> = certificates()
        .iter()
        .map(|file| Certificate::read_from(&file[..], 1 << 20).expect("a certificate"))
        .collect();
    (1..=3)
        .map(|count| {
            let mut bytes = Vec::new();
            let some: Vec<_> = all.iter().take(count).collect();
            write_container(&some, &mut bytes).expect("a vector takes everything");
            bytes
        })
        .collect()
}

/// O cannot do anything about both a2 and b2.
fn with_threats() -> Vec<u8> {
    const TEXT: &str = "XOX/.../X.O";
    let mut bytes = Vec::new();
    TicTacToe.encode(&TicTacToe.parse(TEXT).expect("a position"), &mut bytes);
    let mut threats = Threats::default();
    assert!(threats.push(&[Move(3)]) && threats.push(&[Move(4)]));
    let mut records = RecordSetBuilder::new(Form::Strategy);
    records.push_threats(&bytes, &threats, 0);
    let records = records.finish().expect("one record");
    certificate_file(TEXT, Question { target: 1, ..QUESTION }, None, true, records)
}

/// X wins at once.
fn within_one_ply() -> Vec<u8> {
    const TEXT: &str = "XX./OO./...";
    let question = Question { target: 1, ..QUESTION };
    let game = Within::new(TicTacToe, question).expect("a win can be missed");
    let root = game.root(TicTacToe.parse(TEXT).expect("a position"), 1);
    let mut bytes = Vec::new();
    game.encode(&root, &mut bytes);
    let mut records = RecordSetBuilder::new(Form::Strategy);
    records.push(&bytes, Claim::Move(Move(2)), 0);
    let records = records.finish().expect("one record");
    certificate_file(TEXT, question, game.plies_left(&root), true, records)
}

fn certificate_file(
    position: &str,
    question: Question,
    within: Option<u16>,
    proved: bool,
    records: RecordSet,
) -> Vec<u8> {
    let header = winproof_certificate::Header {
        game: "tictactoe".to_string(),
        parameters: BTreeMap::new(),
        position: position.to_string(),
        attacker: question.attacker,
        target: question.target,
        within,
        verdict: match proved {
            true => winproof_rules::Verdict::Proved,
            false => winproof_rules::Verdict::Disproved,
        },
    };
    let mut file = Vec::new();
    Certificate { header, records }.write_to(&mut file).expect("a vector takes everything");
    file
}

/// Searches of every kind that were interrupted early.
fn saves() -> Vec<Vec<u8>> {
    let start = TicTacToe.parse("start").expect("every game has a start");
    let save = |info: &winproof::AlgorithmInfo| {
        let config = Config { memory: 1 << 20, ..Config::new(info.algorithm) };
        let mut solver = Solver::new(&TicTacToe, QUESTION, &config);
        let limits = Limits { expansions: Some(12), ..Limits::default() };
        solver.solve_with(&start, &limits, &mut Silent);
        let mut file = Vec::new();
        save::write(&mut file, &header(&config), &[b"attached".to_vec()], solver.state())
            .expect("a vector takes everything");
        file
    };
    ALGORITHMS.iter().map(save).collect()
}

/// The header of a save of a search for the draw in tic-tac-toe.
pub fn header(config: &Config) -> Header {
    Header {
        game: "tictactoe".to_string(),
        position: ".../.../...".to_string(),
        attacker: "X".to_string(),
        ask: "draw".to_string(),
        ..Header::new(config)
    }
}
