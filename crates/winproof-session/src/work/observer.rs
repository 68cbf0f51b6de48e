//! Watching the work on a problem, in its own words: moves have names here, and searches, saves and
//! certificates are parts of one whole.

use winproof::save::State;
use winproof::{Condition, Numbers, Observer, Progress, Silent};
use winproof_rules::{Move, Notation};

use super::checkpointer::Checkpointer;
use super::session::Cost;
use crate::position::names_of;

/// Somebody who watches the work on a problem, in the thread that works: be quick.
pub trait TaskObserver {
    /// The work is going on; what is told counts from the beginning of all sessions.
    fn progress(&mut self, _progress: &Progress) {}

    /// A verdict was reached, and its certificate is being made. If more is to be searched after that,
    /// there will be [`searching`](TaskObserver::searching).
    fn certifying(&mut self) {}

    /// A search begins.
    fn searching(&mut self) {}

    /// Whether to tell where the search is at work, as soon as possible; asked after each progress.
    fn wants_line(&self) -> bool {
        false
    }

    /// The moves from the root to where the search is at work.
    fn line(&mut self, _line: Vec<String>) {}

    /// Whether the search should be saved now, if it is saved at all; asked after each progress.
    fn wants_save(&self) -> bool {
        false
    }

    /// The search was saved, or should have been: it is not told here if that failed.
    fn saved(&mut self) {}
}

impl TaskObserver for Silent {}

/// Tells the observer of a search, and has it saved.
pub struct Watch<'a, G: Notation> {
    /// The rules, for the names of moves.
    pub game: &'a G,
    /// The position that is searched.
    pub root: &'a G::Position,
    /// Who watches.
    pub observer: &'a mut dyn TaskObserver,
    /// Who saves, if anybody.
    pub checkpointer: Option<&'a mut Checkpointer>,
    /// What was done before this search.
    pub before: Cost,
}

impl<G: Notation> Watch<'_, G> {
    /// With what was done before.
    fn in_all(&self, progress: &Progress) -> Progress {
        Progress {
            counts: self.before.counts.and(progress.counts),
            elapsed: self.before.searching + progress.elapsed,
            ..*progress
        }
    }
}

impl<G: Notation> Observer for Watch<'_, G> {
    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(&self.in_all(progress));
    }

    fn wants_line(&self) -> bool {
        self.observer.wants_line()
    }

    fn line(&mut self, line: &[Move]) {
        self.observer.line(names_of(self.game, self.root, line));
    }

    fn wants_save(&self) -> bool {
        let due =
            |checkpointer: &&mut Checkpointer| checkpointer.is_due() || self.observer.wants_save();
        self.checkpointer.as_ref().is_some_and(due)
    }

    fn save(&mut self, progress: &Progress, state: &mut dyn State) {
        let standing = self.in_all(progress);
        if let Some(checkpointer) = &mut self.checkpointer {
            checkpointer.save(&standing, state);
            self.observer.saved();
        }
    }
}

/// Tells the observer that a certificate is being made. What is searched again for it has numbers and lines
/// of its own, and is not counted as search.
pub struct WatchCertifying<'a> {
    /// Who watches.
    pub observer: &'a mut dyn TaskObserver,
    /// The verdict.
    pub proved: bool,
    /// What was done before.
    pub before: Cost,
}

impl Observer for WatchCertifying<'_> {
    fn progress(&mut self, progress: &Progress) {
        let numbers = Numbers::solved(self.proved);
        self.observer.progress(&Progress {
            counts: self.before.counts,
            condition: Condition { numbers, ..progress.condition },
            elapsed: self.before.searching + self.before.making + progress.elapsed,
        });
    }
}
