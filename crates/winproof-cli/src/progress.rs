//! The line that shows the progress of a search.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use winproof::{Condition, Progress};
use winproof_session::figures;
use winproof_session::work::TaskObserver;

/// Drawn more often, the line would flicker and cost time; less often, the program would seem to hang.
const REDRAW_EVERY: Duration = Duration::from_millis(100);

/// Shows the progress of one search on standard error, if that is a terminal.
pub struct Spinner {
    bar: ProgressBar,
    drawn: Instant,
}

impl Spinner {
    /// Makes a line that appears with the first report of progress.
    pub fn new(visible: bool) -> Spinner {
        let target =
            if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target).with_style(
            ProgressStyle::with_template("{spinner} {wide_msg}").expect("a constant template"),
        );
        Spinner { bar, drawn: Instant::now() }
    }
}

impl TaskObserver for Spinner {
    fn progress(&mut self, progress: &Progress) {
        if self.bar.is_hidden() || self.drawn.elapsed() < REDRAW_EVERY {
            return;
        }
        self.drawn = Instant::now();
        self.bar.set_message(line(progress));
        self.bar.tick();
    }
}

/// The line is cleared when the search ends, so that only results remain.
impl Drop for Spinner {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(progress: &Progress) -> String {
    let Progress { counts, condition: Condition { numbers, memory, .. }, elapsed } = progress;
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
