//! The engine for shogi interfaces, as an interface talks to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::support::{command, run};

/// A mate in five, one in one, and a position without a mate.
const MATE: &str = "8k/8g/8G/7L1/9/9/9/9/9 b r2b2g4s4n3l18p 1";
const MATE_IN_ONE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";
const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b G 1";
/// One that takes much longer than a test.
const HARD: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

/// An interface with its engine.
struct Interface {
    engine: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Interface {
    fn start() -> Interface {
        let mut command = command(&["engine", "usi"]);
        let mut engine = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (engine.stdin.take().unwrap(), engine.stdout.take().unwrap());
        Interface { engine, input, output: BufReader::new(output) }
    }

    fn send(&mut self, line: impl AsRef<[u8]>) {
        self.input.write_all(line.as_ref()).unwrap();
        self.input.write_all(b"\n").unwrap();
        self.input.flush().unwrap();
    }

    /// Reads lines up to the first that begins with a word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the engine ended: {lines:?}");
            lines.push(line.trim_end().to_string());
            if line.split_whitespace().next() == Some(word) {
                return lines;
            }
        }
    }

    /// Asks about a position, and returns the last two lines of the answer.
    fn ask(&mut self, position: &str, go: &str) -> (String, String) {
        self.send(format!("position {position}"));
        self.send(go);
        let mut lines = self.until("checkmate");
        let answer = lines.pop().unwrap();
        (lines.pop().unwrap_or_default(), answer)
    }

    fn quit(mut self) {
        self.send("quit");
        let output = self.engine.wait_with_output().unwrap();
        assert!(output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn a_session_with_an_interface() {
    let mut interface = Interface::start();
    interface.send("usi");
    let lines = interface.until("usiok");
    assert!(lines[0].starts_with("id name Winproof "), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("option name USI_Hash type spin default ")));
    assert!(lines.contains(&"option name Certify type check default true".to_string()));
    for line in ["setoption name USI_Hash value 64", "isready"] {
        interface.send(line);
    }
    assert_eq!(interface.until("readyok"), ["readyok"]);
    interface.send("usinewgame");
    let (info, answer) = interface.ask(&format!("sfen {MATE}"), "go mate infinite");
    let line: Vec<_> = answer.split(' ').skip(1).collect();
    assert_eq!(line.len(), 5, "{answer}");
    assert!(info.starts_with("info depth 5 time ") && info.ends_with(&line.join(" ")), "{info}");
    for word in [" nodes ", " nps ", " hashfull ", " pv "] {
        assert!(info.contains(word), "{info}");
    }
    // The line is what it says: played on the board, there are one ply fewer each time, and mate at the end.
    let played = format!("sfen {MATE} moves {} {}", line[0], line[1]);
    let (_, rest) = interface.ask(&played, "go mate 600000");
    assert_eq!(rest.split(' ').count(), 1 + 3, "{rest}");
    let (_, answer) = interface.ask(&format!("sfen {MATE_IN_ONE}"), "go mate");
    assert!(["checkmate G*1b", "checkmate G*2b"].contains(&answer.as_str()), "{answer}");
    assert_eq!(interface.ask(&format!("sfen {NO_MATE}"), "go mate 600000").1, "checkmate nomate");
    assert_eq!(interface.ask("startpos", "go mate infinite").1, "checkmate nomate");
    interface.quit();
}

#[test]
fn searches_are_stopped() {
    let mut interface = Interface::start();
    interface.send("setoption name USI_Hash value 16");
    interface.send(format!("position sfen {HARD}"));
    interface.send("go mate infinite");
    // It answers while it searches.
    interface.send("isready");
    interface.until("readyok");
    interface.send("stop");
    assert_eq!(interface.until("checkmate").pop().unwrap(), "checkmate timeout");
    // No time at all.
    assert_eq!(interface.ask(&format!("sfen {HARD}"), "go mate 1").1, "checkmate timeout");
    // A second search ends the first, and both are answered.
    interface.send("go mate infinite");
    assert_eq!(
        interface.ask(&format!("sfen {MATE_IN_ONE}"), "go mate infinite").1,
        "checkmate timeout"
    );
    assert!(interface.until("checkmate").pop().unwrap().starts_with("checkmate G*"));
    interface.send(format!("position sfen {HARD}"));
    interface.send("go mate infinite");
    interface.quit();
}

#[test]
fn nonsense_is_survived() {
    let mut interface = Interface::start();
    interface.send("go mate infinite");
    let lines = interface.until("checkmate");
    assert_eq!(lines, ["info string expected a position before `go`", "checkmate notimplemented"]);
    for nonsense in [
        &b""[..],
        b"   \t ",
        b"xyzzy 1 2 3",
        b"\xff\xfe\x00go",
        b"position",
        b"position sfen",
        b"setoption",
        b"setoption name",
        b"setoption name USI_Hash value many",
        b"setoption name USI_Hash value 999999999999999999999999",
        b"setoption name USI_Hash value 0",
        b"setoption name Certify value perhaps",
        b"setoption name Unknown value 1",
        b"stop",
        b"gameover win",
        b"ponderhit",
    ] {
        interface.send(nonsense);
    }
    interface.send(vec![b'x'; 3 << 20]);
    interface.send("isready");
    let told = interface.until("readyok");
    assert_eq!(told.iter().filter(|line| line.starts_with("info string ")).count(), 7, "{told:?}");
    for (position, go) in [
        ("sfen nothing", "go mate infinite"),
        ("sfen 9/9/9/9/9/9/9/9/9 b - 1", "go mate infinite"),
        ("startpos moves 1a1a", "go mate 100"),
        (&format!("sfen {MATE_IN_ONE}"), "go mate soon"),
        (&format!("sfen {MATE_IN_ONE}"), "go mate 1 2"),
        (&format!("sfen {MATE_IN_ONE}"), "go mate -5"),
    ] {
        let (reason, answer) = interface.ask(position, go);
        assert_eq!(answer, "checkmate notimplemented", "{position}");
        assert!(reason.starts_with("info string "), "{reason}");
    }
    interface.send("go btime 1000 wtime 1000");
    assert_eq!(interface.until("bestmove").pop().unwrap(), "bestmove resign");
    interface.quit();
}

#[test]
fn the_end_of_the_input_ends_the_engine() {
    let mut interface = Interface::start();
    interface.send(format!("position sfen {HARD}"));
    interface.send("go mate infinite");
    drop(interface.input);
    assert!(interface.engine.wait().unwrap().success());
    assert_eq!(run(&["engine", "uci"]).status, 2);
}
