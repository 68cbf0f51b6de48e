//! The limits of a search, and the one place that checks them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use winproof_rules::{Key, StopCause, StopSignal};

use crate::save::State;
use crate::{Condition, Observer, Progress};

/// Why a search ended without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The allowed number of expansions was used up.
    Expansions,
    /// The allowed time was used up.
    Time,
    /// The memory budget is too small even after everything that can be forgotten was forgotten.
    Memory,
    /// The search was interrupted.
    Interrupted,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Expansions => "the limit of expansions was reached",
            StopReason::Time => "the time limit was reached",
            StopReason::Memory => "the memory budget is too small",
            StopReason::Interrupted => "it was interrupted",
        })
    }
}

impl From<StopCause> for StopReason {
    fn from(cause: StopCause) -> StopReason {
        match cause {
            StopCause::Deadline => StopReason::Time,
            StopCause::Interrupt => StopReason::Interrupted,
        }
    }
}

/// What a search may use. The memory budget is not here: it belongs to the
/// [`Solver`](crate::Solver), which keeps its tables from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most expansions.
    pub expansions: Option<u64>,
    /// Stop at this moment.
    pub deadline: Option<Instant>,
    /// Stop soon after this becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Returns the signal that tells long work under these limits when to stop.
    pub fn stop_signal(&self) -> StopSignal {
        StopSignal::new(self.deadline, self.interrupt.clone())
    }
}

/// How much work was done; the papers count different things, so all are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions whose children were generated.
    pub expansions: u64,
    /// Children generated, the same position as often as it was made.
    pub generated: u64,
    /// Walks from the root (or from where the last one ended) to a leaf.
    pub iterations: u64,
    /// Positions that the game's leaf oracle looked at, in its own count.
    pub leaf_nodes: u64,
    /// Nodes in the count of Winands et al. (2002, 3.4 and 5), which differs from search to search: positions
    /// that a best-first search generated, or that a depth-first search expanded; of alpha-beta those of each
    /// level in the first iteration that reaches it.
    pub nodes: u64,
}

impl Counts {
    /// Adds further work.
    pub fn and(self, more: Counts) -> Counts {
        Counts {
            expansions: self.expansions + more.expansions,
            generated: self.generated + more.generated,
            iterations: self.iterations + more.iterations,
            leaf_nodes: self.leaf_nodes + more.leaf_nodes,
            nodes: self.nodes + more.nodes,
        }
    }
}

/// What several threads did together, and may still do.
#[derive(Debug, Default)]
pub struct SharedWork {
    /// Expansions that no thread has taken yet.
    left: AtomicU64,
    expansions: AtomicU64,
    generated: AtomicU64,
    nodes: AtomicU64,
}

/// Expansions that a thread takes at a time.
const SHARE: u64 = 64;

impl SharedWork {
    /// Takes some of the expansions that are left, and returns how many.
    fn take(&self) -> u64 {
        let mut left = self.left.load(Relaxed);
        loop {
            let share = left.min(SHARE);
            match self.left.compare_exchange_weak(left, left - share, Relaxed, Relaxed) {
                Ok(_) => return share,
                Err(now) => left = now,
            }
        }
    }

    fn add(&self, now: Counts, before: Counts) {
        self.expansions.fetch_add(now.expansions - before.expansions, Relaxed);
        self.generated.fetch_add(now.generated - before.generated, Relaxed);
        self.nodes.fetch_add(now.nodes - before.nodes, Relaxed);
    }

    /// Returns the work that the threads have told.
    pub fn counts(&self) -> Counts {
        Counts {
            expansions: self.expansions.load(Relaxed),
            generated: self.generated.load(Relaxed),
            nodes: self.nodes.load(Relaxed),
            ..Counts::default()
        }
    }
}

/// The clock, the interrupt and the observer are checked once in this many expansions. If it is larger,
/// Ctrl-C and `--time` take effect late in games with slow rules; if it is smaller, reading the clock shows
/// in profiles.
const POLL_EVERY: u64 = 256;

/// The same for positions of a certificate, which can take a search of some thousand positions each.
const POLL_EVERY_STEP: u64 = 64;

/// The same for positions that a game's leaf oracle looks at: some hundredths of a second.
const POLL_EVERY_LEAF: u64 = 1 << 20;

/// The same for walks over trees and graphs that are in memory.
pub(crate) const POLL_EVERY_NODE: usize = 1 << 12;

/// Counts the work of one search and decides when it must stop.
pub struct Control<'a> {
    /// Expansions until which it may go on.
    allowed: u64,
    stop: StopSignal,
    /// The work of all threads, if this is the control of one of several.
    shared: Option<Arc<SharedWork>>,
    /// What of this thread's work is in there.
    shared_counts: Counts,
    observer: &'a mut dyn Observer,
    traced: bool,
    started: Instant,
    next_poll: u64,
    /// How many positions the game had looked at when the clock was last read because of them.
    leaf_nodes_polled: u64,
    save_due: bool,
    /// The work so far.
    pub counts: Counts,
    /// Steps of making a certificate so far.
    certificate_steps: u64,
}

impl<'a> Control<'a> {
    /// Makes the control of a search that starts now.
    pub fn new(limits: &Limits, observer: &'a mut dyn Observer) -> Control<'a> {
        let traced = observer.wants_expansions();
        Control {
            allowed: limits.expansions.unwrap_or(u64::MAX),
            stop: limits.stop_signal(),
            shared: None,
            shared_counts: Counts::default(),
            observer,
            traced,
            started: Instant::now(),
            next_poll: 0,
            leaf_nodes_polled: 0,
            save_due: false,
            counts: Counts::default(),
            certificate_steps: 0,
        }
    }

    /// Makes the control of one of several threads that search together. The control of the whole search has the
    /// observer and decides when to stop; this one follows `interrupt`.
    pub fn of_thread(
        work: &Arc<SharedWork>,
        interrupt: &Arc<AtomicBool>,
        observer: &'a mut dyn Observer,
    ) -> Control<'a> {
        let interrupt = Some(Arc::clone(interrupt));
        let limits = Limits { expansions: Some(0), interrupt, ..Limits::default() };
        Control { shared: Some(Arc::clone(work)), ..Control::new(&limits, observer) }
    }

    /// Returns what several threads may do together under this control.
    pub fn shared_work(&self) -> SharedWork {
        SharedWork {
            left: AtomicU64::new(self.allowed - self.counts.expansions.min(self.allowed)),
            ..SharedWork::default()
        }
    }

    #[cold]
    fn allow_more(&mut self) -> Result<(), StopReason> {
        self.tell_counts();
        let more = self.shared.as_ref().map_or(0, |shared| shared.take());
        self.allowed += more;
        if more > 0 { Ok(()) } else { Err(StopReason::Expansions) }
    }

    /// Adds the work of this thread to that of all.
    pub fn tell_counts(&mut self) {
        if let Some(shared) = &self.shared {
            shared.add(self.counts, self.shared_counts);
            self.shared_counts = self.counts;
        }
    }

    /// Lets a search do only so many expansions. Returns its result, unless it reached that limit.
    pub fn up_to<R>(
        &mut self,
        expansions: u64,
        search: impl FnOnce(&mut Self) -> Result<R, StopReason>,
    ) -> Option<Result<R, StopReason>> {
        let allowed = self.allowed;
        self.allowed = allowed.min(self.counts.expansions + expansions);
        let result = search(self);
        let more = self.allowed < allowed;
        self.allowed = allowed;
        (!more || !matches!(result, Err(StopReason::Expansions))).then_some(result)
    }

    /// Checks the clock and the interrupt for all threads, and tells the observer how far they are. `counts` is all
    /// their work.
    pub fn watch(&mut self, counts: Counts, condition: Condition) -> Result<(), StopReason> {
        self.counts = counts;
        self.poll(|| condition)
    }

    /// Returns the time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns whether the observer wants to be called for every expansion, and so needs every key.
    pub fn traced(&self) -> bool {
        self.traced
    }

    /// Must be called before each expansion. `condition` is called only when the observer is about to get it.
    #[inline]
    pub fn admit(&mut self, condition: impl FnOnce() -> Condition) -> Result<(), StopReason> {
        if self.counts.expansions >= self.allowed {
            self.allow_more()?;
        }
        if self.counts.expansions >= self.next_poll || self.stop.was_noticed() {
            self.poll(condition)
        } else {
            Ok(())
        }
    }

    /// Must be called with the number of positions that the game's leaf oracle has looked at since it was
    /// made: expansions may be few and long.
    #[inline]
    pub fn looked_at(&mut self, leaf_nodes: u64) {
        if leaf_nodes >= self.leaf_nodes_polled + POLL_EVERY_LEAF {
            self.leaf_nodes_polled = leaf_nodes;
            self.next_poll = 0;
        }
    }

    /// Checks the clock and the interrupt now, for long stretches of work without expansions.
    pub fn check(&self) -> Result<(), StopReason> {
        self.stop.poll().map_or(Ok(()), |cause| Err(cause.into()))
    }

    /// Must be called for each position that is worked on while a certificate is made. `condition` is called
    /// only when the observer is about to get it.
    #[inline]
    pub fn certify_step(
        &mut self,
        condition: impl FnOnce() -> Condition,
    ) -> Result<(), StopReason> {
        self.certificate_steps += 1;
        if self.certificate_steps.is_multiple_of(POLL_EVERY_STEP) || self.stop.was_noticed() {
            self.check()?;
            self.observer.progress(&self.progress(condition()));
            self.save_due = self.observer.wants_save();
        }
        Ok(())
    }

    /// Lets the observer save the search with what was done of its certificate.
    #[cold]
    pub fn save_certificate(&mut self, state: &mut dyn State, condition: Condition, draft: &[u64]) {
        self.save_due = false;
        self.observer.save_certificate(&self.progress(condition), state, draft);
    }

    /// Returns the signal that tells the game's leaf oracle when to stop. The search stops before its next
    /// expansion then.
    pub fn stop_signal(&self) -> &StopSignal {
        &self.stop
    }

    #[cold]
    fn poll(&mut self, condition: impl FnOnce() -> Condition) -> Result<(), StopReason> {
        self.next_poll = self.counts.expansions + POLL_EVERY;
        self.check()?;
        self.observer.progress(&self.progress(condition()));
        self.save_due = self.observer.wants_save() || self.observer.wants_line();
        Ok(())
    }

    /// Returns whether the search should call [`save`](Control::save) as soon as its state is consistent.
    #[inline]
    pub fn save_due(&self) -> bool {
        self.save_due
    }

    /// Lets the observer save the search, or see the line that is being searched.
    #[cold]
    pub fn save(&mut self, state: &mut dyn State, condition: Condition) {
        self.save_due = false;
        if self.observer.wants_line() {
            self.observer.line(&state.line());
        }
        if self.observer.wants_save() {
            self.observer.save(&self.progress(condition), state);
        }
    }

    fn progress(&self, condition: Condition) -> Progress {
        let certificate_steps = self.certificate_steps;
        Progress { counts: self.counts, condition, elapsed: self.elapsed(), certificate_steps }
    }

    /// Counts an expansion that made `children` children and counts as so many [nodes](Counts::nodes).
    #[inline]
    pub fn expanded(&mut self, key: Key, children: usize, nodes: usize) {
        self.counts.expansions += 1;
        self.counts.generated += children as u64;
        self.counts.nodes += nodes as u64;
        if self.traced {
            self.observer.expanded(key);
        }
    }
}
