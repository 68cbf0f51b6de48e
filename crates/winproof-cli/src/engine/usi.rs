//! The Universal Shogi Interface, as far as a solver of mates needs it.
//!
//! An engine must not fail because of what an interface sends: unknown commands are ignored, as the protocol demands,
//! and what is wrong with a known one is told in a line that begins with `info string`.

use std::io::{BufRead, Read};
use std::time::Duration;

use winproof_games::GameSpec;
use winproof_session::Failure;

use super::options::EngineOptions;
use super::search::{Running, print_lines};
use crate::status::Status;

/// No command is longer; a game of some thousand moves is much shorter.
const LONGEST: u64 = 1 << 20;

/// Obeys commands until `quit` or the end of the input.
pub fn run(input: &mut dyn BufRead) -> Result<Status, Failure> {
    let mut engine = Engine::new()?;
    while let Some(line) = next_line(input)? {
        if engine.obey(&line).is_break() {
            break;
        }
    }
    engine.stop();
    Ok(Status::Done)
}

/// Reads a line of any bytes; of one that is too long the beginning.
fn next_line(input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
    let failed = |error| Failure::Other(format!("cannot read standard input: {error}"));
    let mut line = Vec::new();
    let mut limited = (&mut *input).take(LONGEST);
    if limited.read_until(b'\n', &mut line).map_err(failed)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        input.skip_until(b'\n').map_err(failed)?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

struct Engine {
    spec: GameSpec,
    options: EngineOptions,
    /// The last position as it was sent.
    position: Option<String>,
    running: Option<Running>,
}

type Flow = std::ops::ControlFlow<()>;

impl Engine {
    fn new() -> Result<Engine, Failure> {
        let spec = winproof_session::options::game("shogi")?;
        Ok(Engine { spec, options: EngineOptions::default(), position: None, running: None })
    }

    fn obey(&mut self, line: &str) -> Flow {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "usi" => self.introduce(),
            "isready" => say("readyok"),
            "setoption" => self.set_option(rest),
            "position" => self.position = Some(rest.to_string()),
            "go" => self.go(rest),
            "stop" | "gameover" => self.stop(),
            "quit" => return Flow::Break(()),
            _ => {}
        }
        Flow::Continue(())
    }

    fn introduce(&self) {
        let mut lines = vec![
            format!("id name Winproof {}", env!("CARGO_PKG_VERSION")),
            "id author the Winproof contributors".to_string(),
        ];
        lines.extend(self.options.describe());
        lines.push("usiok".to_string());
        print_lines(&lines);
    }

    /// `name NAME value VALUE`; names have no spaces.
    fn set_option(&mut self, rest: &str) {
        let words: Vec<_> = rest.split_whitespace().collect();
        let set = match words[..] {
            ["name", name, "value", value] => self.options.set(name, value),
            _ => Err("expected `setoption name NAME value VALUE`".to_string()),
        };
        if let Err(error) = set {
            complain(&error);
        }
    }

    fn go(&mut self, rest: &str) {
        // An interface that did not wait for the answer gets it now.
        self.stop();
        let words: Vec<_> = rest.split_whitespace().collect();
        let time = match words[..] {
            ["mate"] | ["mate", "infinite"] => None,
            ["mate", time] => match time.parse() {
                Ok(milliseconds) => Some(Duration::from_millis(milliseconds)),
                Err(_) => return refuse("expected milliseconds or `infinite` after `go mate`"),
            },
            ["mate", ..] => return refuse("expected `go mate` with one time"),
            _ => {
                complain("only `go mate` is searched");
                return say("bestmove resign");
            }
        };
        let Some(position) = self.position.clone() else {
            return refuse("expected a position before `go`");
        };
        match self.options.search_options(&self.spec, time) {
            Ok(options) => self.running = Some(Running::start(&self.spec, options, position)),
            Err(failure) => refuse(&failure.to_string()),
        }
    }

    /// Ends the search, if there is one.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
        }
    }
}

fn say(line: &str) {
    print_lines(&[line.to_string()]);
}

fn complain(reason: &str) {
    say(&format!("info string {reason}"));
}

/// Answers a search that cannot be made.
fn refuse(reason: &str) {
    complain(reason);
    say("checkmate notimplemented");
}
