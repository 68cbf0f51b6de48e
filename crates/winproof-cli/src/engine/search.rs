//! A search for a mate in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use winproof::{Progress, Verdict};
use winproof_games::GameSpec;
use winproof_session::options::Options;
use winproof_session::work::{LineEndWord, Report, Task, TaskObserver};

use crate::output;

/// The time between two reports of progress.
const INFO_EVERY: Duration = Duration::from_secs(1);

/// A search that runs, or has ended and said so.
pub struct Running {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Running {
    /// Starts a search; it prints its progress and, at the end, its answer.
    pub fn start(spec: &GameSpec, options: Options, position: String) -> Running {
        let stop = Arc::new(AtomicBool::new(false));
        let (spec, flag) = (spec.clone(), Arc::clone(&stop));
        let thread = thread::spawn(move || {
            let answer = answer(&spec, &options, &position, &flag);
            print_lines(&answer);
        });
        Running { stop, thread }
    }

    /// Asks the search to stop, and waits until it has answered.
    pub fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        // A search that panicked has said so, and the next one starts anew.
        let _ = self.thread.join();
    }
}

/// Prints lines at once. An interface that does not listen any more will end the input, too.
pub fn print_lines(lines: &[String]) {
    let text = lines.iter().map(|line| line.replace(['\n', '\r'], " ") + "\n");
    let _ = output::print(&text.collect::<String>());
}

fn answer(
    spec: &GameSpec,
    options: &Options,
    position: &str,
    interrupt: &Arc<AtomicBool>,
) -> Vec<String> {
    let mut info = Info::new(options.config.memory);
    let task = Task {
        spec,
        options,
        source: None,
        label: None,
        proof: None,
        interrupt,
        observer: &mut info,
        saving: None,
        saved: None,
    };
    match task.run(position) {
        Ok(report) => answer_of(&report, &info),
        Err(failure) => {
            vec![format!("info string {failure}"), "checkmate notimplemented".to_string()]
        }
    }
}

/// The last lines of a search.
fn answer_of(report: &Report, info: &Info) -> Vec<String> {
    let line = report.line.as_deref().unwrap_or_default();
    let mut lines = Vec::new();
    if let (Some(nodes), Some(seconds)) = (report.nodes, report.seconds) {
        lines.push(info.line(nodes, Duration::from_secs_f64(seconds), line));
    }
    if let Some(error) = &report.error {
        lines.push(format!("info string {error}"));
    }
    let is_whole = report.line_end == Some(LineEndWord::GameOver);
    lines.push(match report.verdict {
        // What was refuted is no verdict.
        _ if report.failed => "checkmate timeout".to_string(),
        Some(Verdict::Proved) if is_whole => ["checkmate", &line.join(" ")].join(" "),
        Some(Verdict::Disproved) => "checkmate nomate".to_string(),
        _ => "checkmate timeout".to_string(),
    });
    lines
}

/// Prints progress now and then.
struct Info {
    /// The memory budget in bytes.
    budget: usize,
    /// The most bytes in use.
    memory: usize,
    printed: Instant,
    /// Progress to be printed with the line that is searched next.
    due: Option<Progress>,
}

impl Info {
    fn new(budget: usize) -> Info {
        Info { budget, memory: 0, printed: Instant::now(), due: None }
    }

    /// Expansions, speed, memory in thousandths of the budget, and a line with its length.
    fn line(&self, nodes: u64, elapsed: Duration, line: &[String]) -> String {
        let nps = (nodes as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
        let hashfull = (self.memory as u128 * 1000 / self.budget.max(1) as u128).min(1000);
        let (depth, time) = (line.len(), elapsed.as_millis());
        let pv = if line.is_empty() { String::new() } else { format!(" pv {}", line.join(" ")) };
        format!("info depth {depth} time {time} nodes {nodes} nps {nps} hashfull {hashfull}{pv}")
    }
}

impl TaskObserver for Info {
    fn progress(&mut self, progress: &Progress) {
        self.memory = self.memory.max(progress.condition.memory);
        if self.printed.elapsed() >= INFO_EVERY {
            self.printed = Instant::now();
            self.due = Some(*progress);
        }
    }

    fn wants_line(&self) -> bool {
        self.due.is_some()
    }

    fn line(&mut self, line: Vec<String>) {
        if let Some(progress) = self.due.take() {
            print_lines(&[Info::line(self, progress.counts.expansions, progress.elapsed, &line)]);
        }
    }
}
