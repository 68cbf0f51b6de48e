//! Df-pn and df-pn+ with several threads on one transposition table.
//!
//! Each thread runs the search of one thread, with a path, tentative disproofs and a leaf oracle of its own. They meet
//! in the table, which has what holds on every path, and keep out of each other's way by virtual numbers
//! ([`Team`]). The first one that solves the root ends the search.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use winproof_rules::{Game, Move};

use super::depth_first::{DepthFirst, MOST_THREADS, Team};
use super::{Search, Setup, Stored, df_pn, second_level};
use crate::certify::Region;
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::settings::SearchSettings;
use crate::table::shared::{SearchTable, SharedTable};
use crate::{Condition, Control, Numbers, Silent, StopReason, Threads};

/// How often the clock, the interrupt and the observer are looked at.
const WATCH_EVERY: Duration = Duration::from_millis(20);

/// The stack of a thread, as large as that of the main thread; games that look ahead use it.
const STACK: usize = 8 << 20;

/// A search by several threads.
pub struct Parallel<'g, G: Game> {
    /// One search for each thread. The table is with the first one while none is running.
    threads: Vec<DepthFirst<'g, G>>,
    /// The thread whose result counts.
    winner: usize,
    rules: Threads,
    game: &'g G,
    leaf: u32,
}

impl<'g, G: Game> Parallel<'g, G> {
    /// Makes an empty search.
    ///
    /// # Panics
    ///
    /// If the algorithm is neither df-pn nor df-pn+.
    pub fn new(setup: &Setup<'g, G>) -> Self {
        let thread = || match &setup.search {
            SearchSettings::DfPn(own) => df_pn::new(setup, own),
            SearchSettings::DfPnPlus(own) => df_pn::new_plus(setup, own),
            _ => panic!("this algorithm has no threads"),
        };
        // Only the first one has a table; the others have their share of memory for tentative disproofs.
        let others = (1..setup.threads.count.min(MOST_THREADS)).map(|_| {
            let mut thread = thread();
            drop(thread.take_table());
            thread
        });
        let mut threads: Vec<_> = others.collect();
        threads.insert(0, thread());
        Parallel {
            threads,
            winner: 0,
            rules: setup.threads,
            game: setup.game,
            leaf: setup.search.leaf(),
        }
    }

    /// Gives the threads the table, and a leaf oracle to those that have none.
    fn gather(&mut self) -> (Arc<Team>, SharedTable) {
        let team = Arc::new(Team::new());
        let table = self.threads[0].take_table().into_own().expect("no thread is running");
        let table = SharedTable::new(table);
        let (first, others) = self.threads.split_at_mut(1);
        for thread in others {
            let own = first[0].static_solver();
            if !thread.static_solver().is_there() {
                *thread.static_solver() = own.another(self.game, self.leaf);
            }
        }
        for (index, thread) in self.threads.iter_mut().enumerate() {
            thread.join(&team, SearchTable::shared(table.clone()), index == 0);
        }
        (team, table)
    }

    /// Gives the table back to the first thread.
    fn disperse(&mut self, table: SharedTable) {
        self.threads.iter_mut().for_each(DepthFirst::part);
        let table = table.into_inner().expect("no thread is running");
        *self.threads[0].table() = SearchTable::own(table);
    }

    /// Searches with threads of the system.
    fn run(
        &mut self,
        position: &G::Position,
        team: &Arc<Team>,
        table: &SharedTable,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        let before = control.counts;
        let work = Arc::new(control.shared_work());
        let over = Arc::new(AtomicBool::new(false));
        let oracles: usize = self.threads.iter_mut().map(|it| it.static_solver().memory()).sum();
        let mut result = None;
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for (index, search) in self.threads.iter_mut().enumerate() {
                let (work, over, sender) = (Arc::clone(&work), Arc::clone(&over), sender.clone());
                let begun =
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                        let _ending = Ending(&over);
                        let mut observer = Silent;
                        let mut control = Control::of_thread(&work, &over, &mut observer);
                        search.static_solver().set_stop(control.stop_signal());
                        search.table().claim();
                        let found = search.search(position, &mut control);
                        search.table().release();
                        control.tell_counts();
                        // The search waits for it, or has ended.
                        let _ = sender.send((index, found));
                    });
                // Without memory for all threads those that are there do the work.
                if begun.is_err() && index > 0 {
                    break;
                }
            }
            drop(sender);
            loop {
                match results.recv_timeout(WATCH_EVERY) {
                    Ok((index, found)) => {
                        let stopped = matches!(found, Err(StopReason::Interrupted));
                        if result.is_none() && !stopped {
                            self.winner = index;
                            result = Some(found);
                        }
                        over.store(true, Relaxed);
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        let held = table.look(|table| (table.bytes() + oracles, table.peak()));
                        let (memory, entries) = held.unwrap_or_default();
                        let condition = Condition { numbers: team.numbers(), memory, entries };
                        let counts = before.and(work.counts());
                        if result.is_none()
                            && let Err(reason) = control.watch(counts, condition)
                        {
                            result = Some(Err(reason));
                            over.store(true, Relaxed);
                        } else if control.save_due() {
                            control.save(&mut Running { table, team }, condition);
                        }
                    }
                }
            }
        });
        control.counts = before.and(work.counts());
        result.unwrap_or(Err(StopReason::Interrupted))
    }

    /// Searches with threads that take turns.
    fn take_turns(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        let before = control.counts;
        let work = Arc::new(control.shared_work());
        let over = Arc::new(AtomicBool::new(false));
        let mut observers: Vec<_> = self.threads.iter().map(|_| Silent).collect();
        let mut controls: Vec<_> = observers
            .iter_mut()
            .map(|observer| Control::of_thread(&work, &over, observer))
            .collect();
        let mut result = None;
        for search in &mut self.threads {
            search.start(position);
        }
        while result.is_none() {
            for (index, search) in self.threads.iter_mut().enumerate() {
                let own = &mut controls[index];
                search.table().claim();
                let until = own.counts.expansions + 1;
                let turn = search.advance(position, own, until);
                search.table().release();
                own.tell_counts();
                if let Some(found) = turn.transpose() {
                    (self.winner, result) = (index, Some(found));
                    break;
                }
            }
            if result.is_none()
                && let Err(reason) = control.check()
            {
                result = Some(Err(reason));
            }
        }
        for (search, own) in self.threads.iter_mut().zip(&mut controls) {
            search.table().claim();
            search.unwind(own);
            search.table().release();
        }
        control.counts = before.and(work.counts());
        result.unwrap_or(Err(StopReason::Interrupted))
    }
}

/// Tells all threads to stop when one ends, however it ends.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// What can be saved while threads are running.
struct Running<'a> {
    table: &'a SharedTable,
    team: &'a Team,
}

impl State for Running<'_> {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.table.alone(|table| table.save(out))?;
        second_level::save_none(out)
    }

    fn load(&mut self, _input: &mut StateReader<'_>) -> Result<(), LoadError> {
        unreachable!("saves are loaded before the threads run")
    }

    fn line(&self) -> Vec<Move> {
        self.team.ask_for_line()
    }
}

impl<G: Game> State for Parallel<'_, G> {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.threads[0].save(out)
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        self.threads[0].load(input)
    }

    fn line(&self) -> Vec<Move> {
        self.threads[0].line()
    }
}

impl<'g, G: Game> Search<'g, G> for Parallel<'g, G> {
    fn search(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        self.winner = 0;
        let first = &mut self.threads[0];
        // Whoever wants to see every expansion wants to see them in their order.
        if control.traced() {
            return first.search(position, control);
        }
        if let Some(result) =
            control.up_to(self.rules.alone, |control| first.search(position, control))
        {
            return result;
        }
        let (team, table) = self.gather();
        let result = match self.rules.turns {
            false => self.run(position, &team, &table, control),
            true => self.take_turns(position, control),
        };
        self.disperse(table);
        self.threads[0].static_solver().set_stop(control.stop_signal());
        result
    }

    fn numbers(&self) -> Numbers {
        self.threads[self.winner].numbers()
    }

    fn best_move(&self) -> Option<Move> {
        self.threads[self.winner].best_move()
    }

    fn harvest(&self, region: &mut Region<'_, G>) {
        self.threads[0].harvest(region);
    }

    fn known_move(&self, position: &G::Position, proved: bool) -> Option<Move> {
        self.threads[0].known_move(position, proved)
    }

    fn known(&self, position: &G::Position) -> Option<bool> {
        self.threads[0].known(position)
    }

    fn remember(&mut self, position: &G::Position, proved: bool) {
        self.threads[0].remember(position, proved);
    }

    fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        self.threads[0].stored(root, line)
    }

    fn static_solver(&mut self) -> &mut StaticSolver<'g, G> {
        self.threads[0].static_solver()
    }

    fn leaf_nodes(&self) -> u64 {
        self.threads.iter().map(DepthFirst::leaf_nodes).sum()
    }

    fn memory(&self) -> usize {
        self.threads.iter().map(DepthFirst::memory).sum()
    }

    fn entries(&self) -> usize {
        self.threads[0].entries()
    }
}
