//! Saves a search while it runs.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use winproof::save::{self, Header, State, ValueProgress};
use winproof::{Algorithm, Condition, Keeps, Progress};
use winproof_certificate::Accepted;
use winproof_games::GameSpec;
use winproof_rules::{Notation, Player};

use super::observer::TaskObserver;
use super::report::SaveReport;
use crate::failure::Failure;
use crate::file_lock::FileLock;
use crate::files;
use crate::options::Options;
use crate::saved::root_key;

/// The bytes of a node of a tree in a save; entries of tables have fewer.
const BYTES_PER_ENTRY: usize = 32;

/// Where and how often to save.
pub struct Saving {
    /// The file.
    pub path: PathBuf,
    /// The time between two saves.
    pub every: Duration,
    /// The time before the first save. After each save it doubles, until it is the time between two.
    pub first: Duration,
    /// Keeps other processes from writing it.
    pub lock: FileLock,
}

/// Writes the saves of one problem.
pub struct Checkpointer {
    saving: Saving,
    /// The header of every save; the progress is that of the last one.
    header: Header,
    /// Certificates of questions that were answered.
    attachments: Vec<Vec<u8>>,
    last: Instant,
    /// The time from the last save to the next.
    next: Duration,
    bytes: u64,
    last_seconds: f64,
    /// Why the last save could not be written.
    failure: Option<Failure>,
}

impl Checkpointer {
    /// Makes the checkpointer of a problem.
    pub fn new<G: Notation>(
        saving: Saving,
        game: &G,
        spec: &GameSpec,
        options: &Options,
        position: &G::Position,
        attacker: Player,
    ) -> Checkpointer {
        let header = Header {
            game: spec.info().name.to_string(),
            parameters: spec.parameters(),
            position: game.format_without_count(position),
            root_key: root_key(game, position),
            attacker: game.player_name(attacker).to_string(),
            ask: options.ask.to_string(),
            save_every: saving.every.as_secs_f64(),
            ..Header::new(&options.config)
        };
        Checkpointer {
            next: saving.first.min(saving.every),
            saving,
            header,
            attachments: Vec::new(),
            last: Instant::now(),
            bytes: 0,
            last_seconds: 0.0,
            failure: None,
        }
    }

    /// Continues the counts of an earlier session.
    pub fn go_on_from(&mut self, progress: &save::Progress) {
        self.header.progress = *progress;
    }

    /// From now on the search is for this target, one of several that lead to the value.
    pub fn set_question(&mut self, search: ValueProgress, known: &[&Accepted]) {
        self.header.value_search = Some(search);
        let bytes = |accepted: &&Accepted| {
            let mut bytes = Vec::new();
            accepted.certificate().write_to(&mut bytes).expect("a vector takes everything");
            bytes
        };
        self.attachments = known.iter().map(bytes).collect();
    }

    /// Returns whether a search can be saved while its certificate is made. That may search other positions: a
    /// table has room for all of them, but a tree has only one root.
    pub fn takes_drafts(&self) -> bool {
        Algorithm::named(&self.header.algorithm).is_some_and(|it| it.keeps() != Keeps::Tree)
    }

    /// Writes the save of a search that ends here. If that fails, it is tried again as long as the observer
    /// wants it, for nothing else has the search any more.
    pub fn save_last(
        &mut self,
        standing: &Progress,
        state: &mut dyn State,
        draft: Option<&[u64]>,
        observer: &mut dyn TaskObserver,
    ) {
        loop {
            self.save(standing, state, draft, observer);
            if !self.failure.as_ref().is_some_and(|failure| observer.unsaved(failure)) {
                break;
            }
        }
    }

    /// Writes a save, with what was done of the certificate. If that fails, the search continues, and the next
    /// save may succeed. It fails if it has more bytes than the observer has room for.
    ///
    /// `standing` counts from the beginning of all sessions.
    pub fn save(
        &mut self,
        standing: &Progress,
        state: &mut dyn State,
        draft: Option<&[u64]>,
        observer: &mut dyn TaskObserver,
    ) {
        let started = Instant::now();
        let Progress { counts, condition, elapsed, .. } = *standing;
        let Condition { numbers, entries, .. } = condition;
        let progress = &mut self.header.progress;
        progress.expansions = counts.expansions;
        progress.generated = counts.generated;
        progress.iterations = counts.iterations;
        progress.leaf_nodes = counts.leaf_nodes;
        progress.seconds = elapsed.as_secs_f64();
        (progress.pn, progress.dn) = (numbers.pn, numbers.dn);
        progress.entries = entries as u64;
        progress.saves += 1;
        self.header.certificate_draft = draft.is_some();
        let draft = draft.map(|words| words.iter().flat_map(|word| word.to_le_bytes()).collect());
        let attached = self.attachments.len();
        self.attachments.extend(draft);
        let room = observer.room(self.expected_bytes(standing));
        let mut bytes = 0;
        let written = files::write_file(&self.saving.path, |file| {
            let mut file = files::Bounded::new(file, room);
            bytes = save::write(&mut file, &self.header, &self.attachments, state)?;
            Ok(())
        });
        self.attachments.truncate(attached);
        self.last_seconds = started.elapsed().as_secs_f64();
        self.header.progress.save_seconds += self.last_seconds;
        self.failure = written.err();
        match self.failure {
            Some(_) => self.header.progress.saves -= 1,
            None => self.bytes = bytes,
        }
        self.last = Instant::now();
        self.next = self.next.saturating_mul(2).min(self.saving.every);
    }

    /// Returns about how many bytes the next save will have.
    fn expected_bytes(&self, standing: &Progress) -> u64 {
        let attached: usize = self.attachments.iter().map(Vec::len).sum();
        (BYTES_PER_ENTRY * standing.condition.entries + attached) as u64
    }

    /// Returns whether the next save is due.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.next
    }

    /// Returns what was written, or why it could not be.
    pub fn report(self) -> Result<SaveReport, Failure> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(SaveReport {
                path: self.saving.path.display().to_string(),
                saves: self.header.progress.saves,
                save_seconds: self.header.progress.save_seconds,
                save_bytes: self.bytes,
                last_save_seconds: self.last_seconds,
            }),
        }
    }
}
