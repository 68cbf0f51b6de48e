//! The line that shows the progress of a search.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use winproof::{Condition, Progress};
use winproof_session::figures;
use winproof_session::work::{Report, TaskObserver};

use crate::solve::verdict_in_words;

/// Drawn more often, the line would flicker and cost time; less often, the program would seem to hang.
const REDRAW_EVERY: Duration = Duration::from_millis(100);

/// Shows the progress of one search on standard error, if that is a terminal.
pub struct Spinner {
    bar: ProgressBar,
    drawn: Instant,
    certifying: bool,
}

impl Spinner {
    /// Makes a line that appears with the first report of progress.
    pub fn new(visible: bool) -> Spinner {
        let target =
            if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target).with_style(
            ProgressStyle::with_template("{spinner} {wide_msg}").expect("a constant template"),
        );
        Spinner { bar, drawn: Instant::now(), certifying: false }
    }

    /// Prints a line above the one that shows progress.
    pub fn say(&self, text: &str) {
        self.bar.println(text);
    }
}

impl TaskObserver for Spinner {
    fn progress(&mut self, progress: &Progress) {
        if self.bar.is_hidden() || self.drawn.elapsed() < REDRAW_EVERY {
            return;
        }
        self.drawn = Instant::now();
        let message = match self.certifying {
            true => certificate_line(progress),
            false => line(progress),
        };
        self.bar.set_message(message);
        self.bar.tick();
    }

    fn searching(&mut self) {
        self.certifying = false;
    }

    fn certifying(&mut self) {
        self.certifying = true;
    }

    fn checking(&mut self, checked: u64, records: u64) {
        if self.bar.is_hidden() || self.drawn.elapsed() < REDRAW_EVERY {
            return;
        }
        self.drawn = Instant::now();
        let [checked, records] = [checked, records].map(figures::grouped);
        self.bar.set_message(format!("checking the certificate: {checked} of {records} records"));
        self.bar.tick();
    }

    fn verdict(&mut self, report: &Report) {
        self.bar.println(verdict_in_words(report) + ".");
    }
}

/// The line is cleared when the search ends, so that only results remain.
impl Drop for Spinner {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The line while a certificate is being made.
fn certificate_line(progress: &Progress) -> String {
    let Progress { condition, elapsed, certificate_steps, .. } = progress;
    format!(
        "making the certificate: {} positions  {}  {:.1} s",
        figures::grouped(*certificate_steps),
        figures::bytes(condition.memory as u64),
        elapsed.as_secs_f64(),
    )
}

fn line(progress: &Progress) -> String {
    let Progress { counts, condition: Condition { numbers, memory, .. }, elapsed, .. } = progress;
    let seconds = elapsed.as_secs_f64();
    let rate = (counts.expansions as f64 / seconds.max(1e-3)) as u64;
    format!(
        "pn {} dn {}  {} nodes  {}/s  {}  {seconds:.1} s",
        numbers.pn,
        numbers.dn,
        figures::grouped(counts.expansions),
        figures::grouped(rate),
        figures::bytes(*memory as u64),
    )
}

/// A bar over the problems of a batch, on standard error, if that is a terminal.
pub fn batch_bar(problems: usize, visible: bool) -> ProgressBar {
    let target = if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} problems  {elapsed_precise}")
        .expect("a constant template");
    let bar = ProgressBar::with_draw_target(Some(problems as u64), target).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
