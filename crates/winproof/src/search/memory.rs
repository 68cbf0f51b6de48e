//! Search memory: what the searches that walk along one path know about positions. It holds what is
//! unconditional, tentative disproofs, which depend on the path, and the path itself.
//!
//! A position that is already on the path is disproved, because endless play does not meet the target.
//! Disproofs that depend on this are kept apart from the others ([`tentative`]), with their supporting move,
//! and are used on another path only if their set is closed there too (`SearchMemory::closed`). A set without
//! exits is disproved on every path.
//!
//! In games with hands ([`Hands`](winproof_rules::Hands)) all this holds up to hands: a position is disproved, too, if
//! the path has the same board with as much in the attacker's hand, or more; for if the attacker could force the target
//! here, the same moves would do it there, sooner. A set is closed if it leads into positions that its members
//! simulate. Solved positions are stored with general hands (`SearchMemory::general`), but not if their
//! disproof depends on the path: the position that comes back would have another hand.
//!
//! [`tentative`]: crate::table::tentative

use winproof_rules::{Game, Hand, Move, Question, SplitKey};

use super::path_hash::PathHash;
use super::{Setup, Stored, follow};
use crate::Numbers;
use crate::key_map::KeyMap;
use crate::policy::static_solver::{StaticSolver, UNFOLDED};
use crate::settings;
use crate::table::arena::Role;
use crate::table::shared::SearchTable;
use crate::table::tentative::{Deps, Tentative, TentativeTable};
use crate::table::transposition::{Effort, Entry, Layout, Table};

/// Tables and path of a search.
pub struct SearchMemory<'g, G: Game> {
    game: &'g G,
    question: Question,
    /// What is unconditional.
    pub table: SearchTable,
    tentative: TentativeTable,
    path_hash: PathHash,
    /// `prefix[i]` is the hash of the path from the root to depth i.
    prefix: Vec<u128>,
    /// The last depth on the path at which each board is.
    on_path: KeyMap<u32>,
    /// For each depth the hand there, and the last depth above it with the same board.
    hands_on_path: Vec<(Hand, Option<u32>)>,
    /// Guard bits of hands; 0 if hands are not compared.
    guards: u64,
    /// The static solver, for positions that were never stored.
    pub static_solver: StaticSolver<'g, G>,
    moves: Vec<Move>,
}

/// What is known about a position on the current path.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its numbers.
    pub numbers: Numbers,
    /// The path positions that they depend on.
    pub deps: Deps,
    /// Where that is known: how general its solution is.
    pub solution: Option<Solution>,
}

/// How general the solution of a position is, in games with hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The hand of the attacker that it is about.
    pub hand: Hand,
    /// The most moves to the end of the game, if it is proved.
    pub plies: u32,
}

impl Known {
    /// These numbers, of whose solution no more is known.
    pub fn that(numbers: Numbers, deps: Deps) -> Known {
        Known { numbers, deps, solution: None }
    }

    /// What an entry says.
    pub fn of(entry: Entry) -> Known {
        let Entry { numbers, hand, plies, .. } = entry;
        Known { numbers, deps: Deps::NONE, solution: Some(Solution { hand, plies }) }
    }
}

/// `closed` gives up on sets larger than this. If it is larger, there are long walks without success; if it
/// is smaller, more is searched again.
const CLOSED_LIMIT: usize = 4096;

impl<'g, G: Game> SearchMemory<'g, G> {
    /// Makes an empty search memory within a budget.
    pub fn new(setup: &Setup<'g, G>, settings: &settings::Table, memory: usize) -> Self {
        let settings::Table { replacement, entries, hands } = *settings;
        // Disproofs that depend on the path are few in most games; an eighth is plenty.
        let share = |whole: usize| if G::CYCLIC { whole / 8 } else { 0 };
        let (mut tentative, mut bytes) = (share(memory), memory - share(memory));
        if entries > 0 {
            tentative = TentativeTable::bytes_for(share(entries)).min(tentative);
            bytes = Table::bytes_for(entries - share(entries), replacement).min(bytes);
        }
        let guards = if hands && setup.game.hands().is_some() { G::HAND_GUARDS } else { 0 };
        SearchMemory {
            game: setup.game,
            question: setup.question,
            table: SearchTable::own(Table::with_layout(bytes, replacement, Layout::new(guards))),
            // Each thread has its own path.
            tentative: TentativeTable::with_bytes(tentative / setup.threads.count.max(1)),
            path_hash: PathHash::random(),
            prefix: Vec::new(),
            on_path: KeyMap::default(),
            hands_on_path: Vec::new(),
            guards,
            static_solver: StaticSolver::none(setup.question),
            moves: Vec::new(),
        }
    }

    /// Returns the bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.tentative.bytes() + self.static_solver.memory()
    }

    /// Returns the role of the player to move.
    pub fn role(&self, position: &G::Position) -> Role {
        if self.game.to_move(position) == self.question.attacker { Role::Or } else { Role::And }
    }

    /// Returns the key by which the tables know a position.
    #[inline]
    pub fn key(&self, position: &G::Position) -> SplitKey {
        match self.guards {
            0 => self.game.key(position).into(),
            _ => self.game.split_key(position, self.question.attacker),
        }
    }

    /// Returns whether positions are compared by hands.
    #[inline]
    pub fn compares_hands(&self) -> bool {
        self.guards != 0
    }

    /// Puts a position at the end of the path.
    pub fn enter(&mut self, key: SplitKey) {
        if G::CYCLIC {
            let depth = self.prefix.len() as u32;
            let above = self.on_path.insert(key.board, depth);
            if self.guards != 0 {
                self.hands_on_path.push((key.hand, above));
            }
            let before = self.prefix.last().copied().unwrap_or(PathHash::EMPTY);
            self.prefix.push(self.path_hash.longer(before, key.whole()));
        }
    }

    /// Takes the position at the end of the path off it.
    pub fn leave(&mut self, key: SplitKey) {
        if G::CYCLIC {
            match self.hands_on_path.pop() {
                Some((_, Some(above))) => drop(self.on_path.insert(key.board, above)),
                _ => drop(self.on_path.remove(&key.board)),
            }
            self.prefix.pop();
        }
    }

    /// Returns the depth of the last position on the path that is the same, or simulates it.
    #[inline]
    fn repeats(&self, key: SplitKey) -> Option<usize> {
        let mut depth = *self.on_path.get(&key.board)?;
        if self.guards == 0 {
            return Some(depth as usize);
        }
        loop {
            let (hand, above) = self.hands_on_path[depth as usize];
            if hand.contains(key.hand, self.guards) {
                return Some(depth as usize);
            }
            depth = above?;
        }
    }

    /// Returns what is known about a position that comes next on the path, and what that depends on; `None`
    /// if it was never stored.
    #[inline]
    pub fn look(&mut self, position: &G::Position, key: SplitKey) -> Option<Known> {
        // Ends are neither on the path nor in the table, and in some games they are costly to recognise: they come last.
        self.recall(position, key).or_else(|| {
            let numbers = self.evaluate(position, key)?;
            Some(Known::that(numbers, Deps::NONE))
        })
    }

    /// Returns what is stored about a position that comes next on the path, or that it repeats one, and what
    /// that depends on. Whether it is an end is not looked at.
    #[inline]
    pub fn recall(&mut self, position: &G::Position, key: SplitKey) -> Option<Known> {
        if G::CYCLIC
            && let Some(depth) = self.repeats(key)
        {
            return Some(Known::that(Numbers::DISPROVED, Deps::on(depth)));
        }
        let entry = self.table.get(key);
        if G::CYCLIC
            && entry.is_none_or(|entry| entry.numbers.verdict().is_none())
            && let Some(tentative) = self.tentative.get(key.whole())
            && let Some(deps) = self.still_disproved(position, key, tentative)
        {
            return Some(Known::that(Numbers::DISPROVED, deps));
        }
        entry.map(Known::of)
    }

    /// Returns the numbers of a position that was never stored, if it is an end or the game decides it.
    pub fn evaluate(&mut self, position: &G::Position, key: SplitKey) -> Option<Numbers> {
        let end = self.question.settled(self.game, position).map(Numbers::solved);
        end.or_else(|| self.ask(position, key))
    }

    /// Asks the game about a position that is not in the table, and stores its decision if that pays.
    #[inline]
    fn ask(&mut self, position: &G::Position, key: SplitKey) -> Option<Numbers> {
        let numbers = Numbers::solved(self.static_solver.decide(position)?);
        if !self.static_solver.is_quick() {
            let effort = Effort { expansions: 1, height: 1 };
            self.table.put(key, Entry::new(key, numbers, UNFOLDED), effort);
        }
        Some(numbers)
    }

    /// Returns how general a solution is that rests on the solutions after some moves: the one that decides it, or
    /// all. They must not depend on the path.
    pub fn general(
        &self,
        position: &G::Position,
        key: SplitKey,
        proved: bool,
        answers: &[(Move, Solution)],
    ) -> Solution {
        let Some(hands) = self.game.hands().filter(|_| self.guards != 0) else {
            return Solution { hand: key.hand, plies: 0 };
        };
        let plies = answers.iter().map(|(_, solution)| solution.plies + 1).max().unwrap_or(0);
        let answers: Vec<_> = answers.iter().map(|(mv, solution)| (*mv, solution.hand)).collect();
        let hand = hands.general_hand(position, self.question.attacker, proved, &answers);
        Solution { hand, plies }
    }

    /// Returns how general the solution of a position is that the rules or the static solver decided.
    pub fn decided(&self, position: &G::Position, proved: bool) -> Solution {
        let key = self.key(position);
        if self.game.outcome(position).is_some() {
            return self.general(position, key, proved, &[]);
        }
        // Moves that end the game at once: the rest is not worth the effort.
        let moves = match (self.role(position) == Role::Or) == proved {
            true => self.static_solver.unfold(position, proved).into_iter().collect(),
            false => self.game.legal_moves(position),
        };
        let ends: Option<Vec<_>> =
            moves.into_iter().map(|mv| self.end(position, mv, proved)).collect();
        match ends.filter(|ends| !ends.is_empty()) {
            Some(ends) => self.general(position, key, proved, &ends),
            None => Solution { hand: key.hand, plies: 0 },
        }
    }

    /// Returns how general the solution after a move is, if it ends the game with this verdict.
    fn end(&self, position: &G::Position, mv: Move, proved: bool) -> Option<(Move, Solution)> {
        let after = self.game.play(position, mv);
        let ended = self.question.settled(self.game, &after) == Some(proved);
        ended.then(|| (mv, self.general(&after, self.key(&after), proved, &[])))
    }

    /// Stores the result of a position that was just taken off the path.
    pub fn store(
        &mut self,
        position: &G::Position,
        key: SplitKey,
        entry: Entry,
        deps: Deps,
        effort: Effort,
    ) {
        if !deps.is_none() {
            let tag = self.prefix[deps.max as usize];
            self.tentative.put(key.whole(), Tentative { mv: entry.mv, deps, tag });
            return;
        }
        self.table.put(key, entry, effort);
        if G::CYCLIC && entry.numbers == Numbers::DISPROVED && !self.tentative.is_empty() {
            self.tentative.remove(key.whole());
            self.closed(position, key, entry.mv);
        }
    }

    /// Stores a verdict from elsewhere, which holds on every path, as the result of much work: it is not to be
    /// replaced soon.
    pub fn remember(&mut self, position: &G::Position, proved: bool) {
        let key = self.key(position);
        let effort = Effort { expansions: 1 << 20, height: 1 };
        self.table.put(key, Entry::new(key, Numbers::solved(proved), UNFOLDED), effort);
    }

    /// Returns what the table says about a position, on any path.
    pub fn verdict(&self, position: &G::Position) -> Option<bool> {
        self.table.get(self.key(position))?.numbers.verdict()
    }

    /// Returns what the table holds about the position at the end of a line.
    pub fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        let position = follow(self.game, root, line);
        let key = self.key(&position);
        let Entry { numbers, mv, .. } = self.table.get(key)?;
        // Where all moves have the same result, none is kept.
        let one_move = Some(self.role(&position) == Role::Or);
        let best = numbers.verdict().is_none() || numbers.verdict() == one_move && mv != UNFOLDED;
        let effort = self.table.expansions_below(key);
        Some(Stored { numbers, best: best.then_some(mv), effort })
    }

    /// Returns the move that the table holds for a position with this verdict.
    pub fn solving_move(&self, position: &G::Position, proved: bool) -> Option<Move> {
        let entry = self.table.get(self.key(position))?;
        (entry.numbers == Numbers::solved(proved) && entry.mv != UNFOLDED).then_some(entry.mv)
    }

    /// Returns whether a disproof that was found on another path holds on this one, and what it depends on
    /// here.
    fn still_disproved(
        &mut self,
        position: &G::Position,
        key: SplitKey,
        tentative: Tentative,
    ) -> Option<Deps> {
        if self.is_valid(&tentative) {
            return Some(tentative.deps);
        }
        let deps = self.closed(position, key, tentative.mv);
        if deps.is_none() {
            self.tentative.remove(key.whole());
        }
        deps
    }

    fn is_valid(&self, tentative: &Tentative) -> bool {
        self.prefix.get(tentative.deps.max as usize) == Some(&tentative.tag)
    }

    /// Walks through the supporting moves of a disproof, from a position whose supporting move is `mv`:
    /// attacker positions need all their moves, defender positions the kept one. If every line ends in a
    /// disproved position, or on the path, then all positions of the walk are disproved, if the path
    /// positions that they depend on are. Without such dependencies they are disproved unconditionally.
    fn closed(&mut self, start: &G::Position, key: SplitKey, mv: Move) -> Option<Deps> {
        let mut deps = Deps::NONE;
        let mut walked: Vec<(SplitKey, Move)> = vec![(key, mv)];
        let mut seen: KeyMap<()> = KeyMap::default();
        seen.insert(key.whole(), ());
        let mut open = vec![(start.clone(), mv)];
        while let Some((position, mv)) = open.pop() {
            self.moves.clear();
            match self.role(&position) {
                // Moves that the game removes lose, and are not only no better: this code is for games with
                // cycles.
                Role::Or => {
                    self.game.moves(&position, &mut self.moves);
                    self.static_solver.prune(&position, &mut self.moves);
                }
                Role::And => self.moves.push(mv),
            }
            for &mv in &self.moves {
                let child = self.game.play(&position, mv);
                match self.question.settled(self.game, &child) {
                    Some(true) => return None,
                    Some(false) => continue,
                    None => {}
                }
                let key = self.key(&child);
                if let Some(depth) = self.repeats(key) {
                    deps = deps.and(Deps::on(depth));
                    continue;
                }
                if seen.contains_key(&key.whole()) {
                    continue;
                }
                match self.table.get(key).and_then(|entry| entry.numbers.verdict()) {
                    Some(true) => return None,
                    Some(false) => continue,
                    None => {}
                }
                if self.static_solver.decide(&child) == Some(false) {
                    continue;
                }
                let tentative = self.tentative.get(key.whole())?;
                if self.is_valid(&tentative) {
                    deps = deps.and(tentative.deps);
                    continue;
                }
                if walked.len() == CLOSED_LIMIT {
                    return None;
                }
                seen.insert(key.whole(), ());
                walked.push((key, tentative.mv));
                open.push((child, tentative.mv));
            }
        }
        for (key, mv) in walked {
            if deps.is_none() {
                self.tentative.remove(key.whole());
                let entry = Entry::new(key, Numbers::DISPROVED, mv);
                self.table.put(key, entry, Effort { expansions: 1, height: 1 });
            } else {
                let tag = self.prefix[deps.max as usize];
                self.tentative.put(key.whole(), Tentative { mv, deps, tag });
            }
        }
        Some(deps)
    }
}
