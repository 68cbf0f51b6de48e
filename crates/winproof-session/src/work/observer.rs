//! Observing the work on a problem: moves have names here, and searches, saves and certificates are parts of
//! one task.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use winproof::save::State;
use winproof::{Condition, Numbers, Observer, Progress, Silent};
use winproof_rules::{Move, Notation};

use super::checkpointer::Checkpointer;
use super::report::{MoveReport, Report};
use super::session::Cost;
use crate::failure::Failure;
use crate::position::names_of;

/// What a search for the least number of plies knows, and what it asks now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PlyBounds {
    /// The greatest number of plies that is known not to suffice.
    pub not_within: Option<u16>,
    /// The least number of plies that is known to suffice; one less may, too.
    pub within: Option<u16>,
    /// The number of plies that it asks about now.
    pub asking: u16,
}

/// An observer of the work on a problem. It is called in the thread that works, so its methods must be quick.
pub trait TaskObserver {
    /// Receives the progress of the work, counted from the beginning of all sessions.
    fn progress(&mut self, _progress: &Progress) {}

    /// A verdict was reached, and its certificate is being made. If more is searched after that,
    /// [`searching`](TaskObserver::searching) is called.
    fn certifying(&mut self) {}

    /// A search begins.
    fn searching(&mut self) {}

    /// So many records of a certificate were checked, of so many.
    fn checking(&mut self, _checked: u64, _records: u64) {}

    /// A search for the least number of plies asks about another number.
    fn plies(&mut self, _bounds: PlyBounds) {}

    /// An audit has answered so many of its questions about other moves and about pieces, of so many.
    fn audited(&mut self, _answered: usize, _questions: usize) {}

    /// The result for the position is known. The report has it; what comes after it, certificates above all, is
    /// missing there.
    fn verdict(&mut self, _report: &Report) {}

    /// Another move has its result: all moves in the order of the report, as far as they are known.
    fn moves(&mut self, _moves: &[MoveReport]) {}

    /// Returns whether to report the line that is being searched, as soon as possible; called after each
    /// progress.
    fn wants_line(&self) -> bool {
        false
    }

    /// Receives the moves from the root to the node that is being searched.
    fn line(&mut self, _line: Vec<String>) {}

    /// Returns whether the search should be saved now, if it is saved at all; called after each progress.
    fn wants_save(&self) -> bool {
        false
    }

    /// The search was saved, or should have been: a failure is not reported here.
    fn saved(&mut self) {}

    /// Makes room for a file of about so many bytes. Returns how many may be written.
    fn room(&mut self, _wanted: u64) -> u64 {
        u64::MAX
    }

    /// A file could not be written whose content is lost when this returns false; with true it is tried
    /// again. This may wait: nothing else happens in the meantime.
    fn unsaved(&mut self, _failure: &Failure) -> bool {
        false
    }
}

impl TaskObserver for Silent {}

/// An observer that several parts of the work share.
pub(crate) struct SharedObserver<'a, 'o, T: TaskObserver + ?Sized>(pub &'a RefCell<&'o mut T>);

impl<T: TaskObserver + ?Sized> TaskObserver for SharedObserver<'_, '_, T> {
    fn progress(&mut self, progress: &Progress) {
        self.0.borrow_mut().progress(progress);
    }

    fn certifying(&mut self) {
        self.0.borrow_mut().certifying();
    }

    fn searching(&mut self) {
        self.0.borrow_mut().searching();
    }

    fn checking(&mut self, checked: u64, records: u64) {
        self.0.borrow_mut().checking(checked, records);
    }

    fn plies(&mut self, bounds: PlyBounds) {
        self.0.borrow_mut().plies(bounds);
    }

    fn audited(&mut self, answered: usize, questions: usize) {
        self.0.borrow_mut().audited(answered, questions);
    }
}

/// Passes the events of a search to the observer, and has the search saved.
pub struct Watch<'a, G: Notation> {
    /// The rules, for the names of moves.
    pub game: &'a G,
    /// The position that is searched.
    pub root: &'a G::Position,
    /// The observer.
    pub observer: &'a mut dyn TaskObserver,
    /// The checkpointer, if the search is saved.
    pub checkpointer: Option<&'a mut Checkpointer>,
    /// The work before this search.
    pub before: Cost,
}

impl<G: Notation> Watch<'_, G> {
    /// Adds the work before this search.
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
            checkpointer.save(&standing, state, None, self.observer);
            self.observer.saved();
        }
    }
}

/// Tells the observer that a certificate is being made, and has that saved. What is searched again for it has
/// separate numbers and lines, and does not count as search.
pub struct WatchCertifying<'a> {
    /// The observer.
    pub observer: &'a mut dyn TaskObserver,
    /// The checkpointer, if the search is saved.
    pub checkpointer: Option<&'a mut Checkpointer>,
    /// The verdict.
    pub proved: bool,
    /// The work before.
    pub before: Cost,
}

impl WatchCertifying<'_> {
    /// Returns the progress of the search alone, which is over.
    fn searched(&self, progress: &Progress) -> Progress {
        let numbers = Numbers::solved(self.proved);
        Progress {
            counts: self.before.counts,
            condition: Condition { numbers, ..progress.condition },
            elapsed: self.before.searching,
            certificate_steps: progress.certificate_steps,
        }
    }
}

impl Observer for WatchCertifying<'_> {
    fn progress(&mut self, progress: &Progress) {
        let searched = self.searched(progress);
        let elapsed = searched.elapsed + self.before.making + progress.elapsed;
        self.observer.progress(&Progress { elapsed, ..searched });
    }

    fn wants_save(&self) -> bool {
        let due = |checkpointer: &&mut Checkpointer| {
            checkpointer.takes_drafts() && (checkpointer.is_due() || self.observer.wants_save())
        };
        self.checkpointer.as_ref().is_some_and(due)
    }

    fn save_certificate(&mut self, progress: &Progress, state: &mut dyn State, draft: &[u64]) {
        let searched = self.searched(progress);
        if let Some(checkpointer) = &mut self.checkpointer {
            checkpointer.save(&searched, state, Some(draft), self.observer);
            self.observer.saved();
        }
    }
}
