//! Certificates for games with a dominance relation ([`Dominance`]).
//!
//! A strategy that was found for one position often works in worse ones: what it does not use may as well be
//! the opponent's. So each position that is solved is *weakened* as far as its support allows, from the ends
//! of the game backwards, and only weakened positions get records with moves. Very many positions have the
//! same weakened one, and it has few moves: the rest of the board is not there any more. A position that is
//! not weakened itself needs a record only where another record depends on it, and that record names the
//! weakened one.
//!
//! At a position of the opponent not all moves have to be answered one by one: the answer to any one of them
//! shows the part of the board that it needs, and also answers moves elsewhere. Only the moves inside have to be
//! looked at, until nothing new comes in.
//!
//! This is for games that always end ([`Game::CYCLIC`] is false), so that it ends, too. Games may be long: what
//! is unfinished is on stacks on the heap ([`Frame`], [`Draft`]), not on that of the thread.

use std::collections::hash_map::Entry as Slot;

use winproof_certificate::{Claim, RecordSet, RecordSetBuilder, settle};
use winproof_rules::{Dominance, Encoding, Game, Key, Move, Player, Question};

use super::draft::{Weakened, write_weakened};
use super::{CertifyError, Region, finish, form_of};
use crate::key_map::KeyMap;
use crate::search::Search;
use crate::{Condition, Control, Numbers};

/// A small subtree becomes one record that the checker settles by itself if that takes it no more than this
/// many positions. There are few weakened positions, so larger attempts can be afforded than elsewhere.
const MINIMAX: u32 = 100;

/// A weakened position.
pub struct Weak<P> {
    /// The position.
    pub position: P,
    /// Why the verdict holds there.
    pub support: Support,
}

/// Why the verdict holds at a weakened position.
pub enum Support {
    /// The game is over.
    End,
    /// The claimant's move, and the weakened position that the one behind it dominates.
    Move(Move, u32),
    /// The same for all moves of the opponent.
    All(Vec<(Move, u32)>),
    /// Another weakened position, which it dominates.
    Dominates(u32),
}

/// A position that waits until another one is weakened.
struct Frame<P> {
    position: P,
    key: Key,
    awaits: Awaited<P>,
}

enum Awaited<P> {
    /// This position, which the static solver weakened.
    Weaker(P),
    /// The position behind this move of the claimant.
    Move(Move),
    /// The position behind this move of the opponent, others of whose moves are answered.
    Reply(Move, Answers<P>),
}

/// Moves of the opponent with the weakened positions that the positions behind them dominate.
struct Answers<P> {
    positions: Vec<(Move, P)>,
    numbers: Vec<(Move, u32)>,
}

/// Where [`Reduced::weaken`] goes next.
enum Step<P> {
    /// To a position that is not weakened yet.
    Down(P),
    /// Back to the last frame, with the number of the weakened position.
    Up(u32),
}

/// A record that waits for the ranks of others.
struct Draft<P> {
    position: P,
    claim: Claim,
    /// The position that a claim of dominance names.
    dominated: Option<P>,
    /// Positions that need records before, with weakened positions that they dominate. The next one is last.
    depends_on: Vec<(P, u32)>,
    /// The least rank above those of the records that it depends on, as far as they are written.
    rank: u64,
}

/// A certificate in the making.
pub struct Reduced<'a, 'g, G: Game> {
    game: &'g G,
    dominance: &'g dyn Dominance<G::Position>,
    question: Question,
    proved: bool,
    claimant: Player,
    budget: usize,
    search: &'a mut (dyn Search<'g, G> + 'g),
    /// What the search remembers of its solution, for its moves.
    region: Region<'g, G>,
    weak: Vec<Weak<G::Position>>,
    /// The positions from the root to the one that is being weakened.
    frames: Vec<Frame<G::Position>>,
    /// By position, weakened or not, the weakened position that it dominates.
    known: KeyMap<u32>,
    /// The weakened positions that only lead from one to another, by position.
    links: KeyMap<u32>,
    /// Ranks of the records that were written.
    ranks: KeyMap<u64>,
    records: RecordSetBuilder,
}

impl<'a, 'g, G: Encoding> Reduced<'a, 'g, G> {
    /// Nothing yet. `region` is empty, and for the same verdict.
    pub fn new(
        game: &'g G,
        dominance: &'g dyn Dominance<G::Position>,
        question: Question,
        region: Region<'g, G>,
        search: &'a mut (dyn Search<'g, G> + 'g),
        budget: usize,
    ) -> Self {
        let proved = region.proved();
        Reduced {
            game,
            dominance,
            question,
            proved,
            claimant: form_of(proved).claimant(question),
            budget,
            search,
            region,
            weak: Vec::new(),
            frames: Vec::new(),
            known: KeyMap::default(),
            links: KeyMap::default(),
            ranks: KeyMap::default(),
            records: RecordSetBuilder::new(form_of(proved)),
        }
    }

    /// Takes what an earlier attempt found out.
    pub fn set_draft(&mut self, draft: Weakened<G::Position>) {
        (self.weak, self.known, self.links) = (draft.weak, draft.known, draft.links);
    }

    /// Returns what was done so far, for another attempt.
    pub fn draft_words(&self) -> Vec<u64> {
        write_weakened(self.game, &self.weak, [&self.known, &self.links])
    }

    /// Makes the records that show the verdict on `root`, the position that was searched last.
    pub fn certify(
        &mut self,
        root: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<RecordSet, CertifyError> {
        self.region.enter(root);
        self.search.harvest(&mut self.region);
        let weak = self.weaken(root, control)?;
        if self.game.outcome(root).is_none() {
            self.write(root, weak, control)?;
        }
        let records = RecordSetBuilder::new(form_of(self.proved));
        finish(std::mem::replace(&mut self.records, records), control)
    }

    /// Returns the number of the weakened position that a position dominates.
    fn weaken(
        &mut self,
        root: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<u32, CertifyError> {
        let mut step = Step::Down(root.clone());
        loop {
            step = match step {
                Step::Down(position) => self.enter(position, control)?,
                Step::Up(number) => match self.frames.pop() {
                    Some(frame) => self.resume(frame, number),
                    None => return Ok(number),
                },
            };
        }
    }

    fn enter(
        &mut self,
        position: G::Position,
        control: &mut Control<'_>,
    ) -> Result<Step<G::Position>, CertifyError> {
        let key = self.game.key(&position);
        if let Some(&number) = self.known.get(&key) {
            return Ok(Step::Up(number));
        }
        self.poll(control)?;
        match self.question.settled(self.game, &position) {
            Some(met) if met == self.proved => {
                let number = self.note(&position, &[], Support::End);
                Ok(self.leave(key, number))
            }
            Some(_) => Err(CertifyError::Refuted),
            None => self.expand(position, key, control),
        }
    }

    /// Goes back with the weakened position of the one that has this key.
    fn leave(&mut self, key: Key, number: u32) -> Step<G::Position> {
        self.known.insert(key, number);
        Step::Up(number)
    }

    fn poll(&mut self, control: &mut Control<'_>) -> Result<(), CertifyError> {
        control.certify_step(|| self.condition())?;
        if control.save_due() {
            let (draft, condition) = (self.draft_words(), self.condition());
            control.save_certificate(self.search, condition, &draft);
        }
        if self.bytes() > self.budget { Err(CertifyError::Memory) } else { Ok(()) }
    }

    fn bytes(&self) -> usize {
        let entry = size_of::<Weak<G::Position>>() + 2 * size_of::<(u128, u32)>();
        (self.weak.len() + self.known.len()) * entry
    }

    /// Returns what an observer gets to know.
    fn condition(&self) -> Condition {
        let numbers = Numbers::solved(self.proved);
        Condition { numbers, memory: self.bytes(), entries: self.known.len() }
    }

    fn expand(
        &mut self,
        position: G::Position,
        key: Key,
        control: &mut Control<'_>,
    ) -> Result<Step<G::Position>, CertifyError> {
        let decided = self.search.static_solver().decide(&position) == Some(self.proved);
        if decided
            && let Some(weaker) = self.search.static_solver().weaken(&position)
            && weaker != position
            && self.dominance.dominates(&position, &weaker, self.claimant)
        {
            let awaits = Awaited::Weaker(weaker.clone());
            self.frames.push(Frame { position, key, awaits });
            return Ok(Step::Down(weaker));
        }
        if self.game.to_move(&position) == self.claimant {
            let mv = self.choose(&position, decided, control)?;
            let after = self.game.play(&position, mv);
            self.frames.push(Frame { position, key, awaits: Awaited::Move(mv) });
            return Ok(Step::Down(after));
        }
        let answers = Answers { positions: Vec::new(), numbers: Vec::new() };
        Ok(self.answer_next(position, key, answers))
    }

    /// Goes on with a position after the one that it waited for was weakened.
    fn resume(&mut self, frame: Frame<G::Position>, number: u32) -> Step<G::Position> {
        let Frame { position, key, awaits } = frame;
        let weak = &self.weak[number as usize].position;
        match awaits {
            Awaited::Weaker(weaker) => {
                let number = self.link(&position, weaker, number);
                self.leave(key, number)
            }
            Awaited::Move(mv) => {
                let answers = [(mv, weak.clone())];
                let number = self.note(&position, &answers, Support::Move(mv, number));
                self.leave(key, number)
            }
            Awaited::Reply(mv, mut answers) => {
                answers.positions.push((mv, weak.clone()));
                answers.numbers.push((mv, number));
                self.answer_next(position, key, answers)
            }
        }
    }

    /// Returns a move for the claimant.
    fn choose(
        &mut self,
        position: &G::Position,
        decided: bool,
        control: &mut Control<'_>,
    ) -> Result<Move, CertifyError> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let unfolded =
            if decided { self.search.static_solver().unfold(position, self.proved) } else { None };
        let known = unfolded
            .or_else(|| self.search.known_move(position, self.proved))
            .or_else(|| self.region.chosen(position));
        if let Some(mv) = known.filter(|mv| moves.contains(mv)) {
            return Ok(mv);
        }
        if self.search.search(position, control)? != self.proved {
            return Err(CertifyError::Refuted);
        }
        self.region.enter(position);
        self.search.harvest(&mut self.region);
        let known = self.region.chosen(position).or_else(|| self.search.best_move());
        known.filter(|mv| moves.contains(mv)).ok_or(CertifyError::Refuted)
    }

    /// Goes to the next move of the opponent that needs an answer, or back if the weakened position has no
    /// other moves than those that are answered.
    fn answer_next(
        &mut self,
        position: G::Position,
        key: Key,
        mut answers: Answers<G::Position>,
    ) -> Step<G::Position> {
        let weaker = self.weakened(&position, &answers.positions);
        let mut moves = Vec::new();
        self.game.moves(&weaker, &mut moves);
        let is_open = |mv: &&Move| answers.numbers.iter().all(|(answered, _)| answered != *mv);
        if let Some(&mv) = moves.iter().find(is_open) {
            let after = self.game.play(&position, mv);
            self.frames.push(Frame { position, key, awaits: Awaited::Reply(mv, answers) });
            return Step::Down(after);
        }
        answers.numbers.retain(|(mv, _)| moves.contains(mv));
        let number = self.note(&position, &answers.positions, Support::All(answers.numbers));
        self.leave(key, number)
    }

    /// Returns a position as far weakened as its answers allow.
    fn weakened(&self, position: &G::Position, answers: &[(Move, G::Position)]) -> G::Position {
        let weaker = self.dominance.weaken(position, self.claimant, answers);
        if self.game.outcome(&weaker).is_some() {
            return weaker;
        }
        let mut moves = Vec::new();
        self.game.moves(&weaker, &mut moves);
        let holds = |(mv, after): &(Move, G::Position)| {
            !moves.contains(mv)
                || self.dominance.dominates(&self.game.play(&weaker, *mv), after, self.claimant)
        };
        if answers.iter().all(holds) { weaker } else { position.clone() }
    }

    /// Weakens a position by its support. If the result is there already, so is a support for it.
    fn note(
        &mut self,
        position: &G::Position,
        answers: &[(Move, G::Position)],
        support: Support,
    ) -> u32 {
        let weaker = self.weakened(position, answers);
        let next = self.weak.len() as u32;
        match self.known.entry(self.game.key(&weaker)) {
            // What is known of it may be about a still weaker one.
            Slot::Occupied(slot) => {
                let number = *slot.get();
                self.link(position, weaker, number)
            }
            Slot::Vacant(slot) => {
                slot.insert(next);
                self.weak.push(Weak { position: weaker, support });
                next
            }
        }
    }

    /// Returns the weakened position for one that dominates `weaker`, which in turn dominates a weakened one. The
    /// relation need not carry over to the first: then the one between becomes a weakened position, too.
    fn link(&mut self, position: &G::Position, weaker: G::Position, number: u32) -> u32 {
        let last = &self.weak[number as usize].position;
        if weaker == *last || self.dominance.dominates(position, last, self.claimant) {
            return number;
        }
        let next = self.weak.len() as u32;
        match self.links.entry(self.game.key(&weaker)) {
            Slot::Occupied(slot) => *slot.get(),
            Slot::Vacant(slot) => {
                slot.insert(next);
                self.weak.push(Weak { position: weaker, support: Support::Dominates(number) });
                next
            }
        }
    }

    /// Writes the record of a position that dominates a weakened one, after all that it depends on.
    fn write(
        &mut self,
        root: &G::Position,
        weak: u32,
        control: &mut Control<'_>,
    ) -> Result<(), CertifyError> {
        let mut drafts = vec![self.draft(root.clone(), weak)];
        while let Some(draft) = drafts.last_mut() {
            control.certify_step(|| self.condition())?;
            let Some((position, weak)) = draft.depends_on.last() else {
                drafts.pop().into_iter().for_each(|draft| self.finish(&draft));
                continue;
            };
            match self.ranks.get(&self.game.key(position)) {
                Some(&rank) => {
                    draft.rank = draft.rank.max(rank + 1);
                    draft.depends_on.pop();
                }
                // Its rank is looked up again when it is written.
                None => {
                    let (position, weak) = (position.clone(), *weak);
                    drafts.push(self.draft(position, weak));
                }
            }
        }
        Ok(())
    }

    /// Begins the record of a position that dominates a weakened one.
    fn draft(&self, position: G::Position, weak: u32) -> Draft<G::Position> {
        let settled = settle(self.game, self.question, &position, MINIMAX);
        if let Some(settled) = settled.filter(|settled| settled.met == self.proved) {
            let claim = Claim::Minimax(settled.visited);
            return Draft { position, claim, dominated: None, depends_on: Vec::new(), rank: 0 };
        }
        let Weak { position: weaker, support } = &self.weak[weak as usize];
        if *weaker != position {
            return self.draft_dominates(position, weak);
        }
        let (claim, answers) = match support {
            Support::End => unreachable!("a position that is not over has a weakened one that is"),
            Support::Dominates(next) => return self.draft_dominates(position, *next),
            Support::Move(mv, after) => (Claim::Move(*mv), &[(*mv, *after)][..]),
            Support::All(answers) => (Claim::All, &answers[..]),
        };
        let successors = answers.iter().map(|&(mv, after)| (self.game.play(&position, mv), after));
        let mut depends_on: Vec<_> =
            successors.filter(|(successor, _)| self.game.outcome(successor).is_none()).collect();
        depends_on.reverse();
        Draft { position, claim, dominated: None, depends_on, rank: 1 }
    }

    fn draft_dominates(&self, position: G::Position, weak: u32) -> Draft<G::Position> {
        let dominated = self.weak[weak as usize].position.clone();
        let ended = self.game.outcome(&dominated).is_some();
        let depends_on = if ended { Vec::new() } else { vec![(dominated.clone(), weak)] };
        let dominated = Some(dominated);
        Draft { position, claim: Claim::Dominates, dominated, depends_on, rank: 0 }
    }

    fn finish(&mut self, draft: &Draft<G::Position>) {
        let mut bytes = Vec::new();
        self.game.encode(&draft.position, &mut bytes);
        if let Some(dominated) = &draft.dominated {
            let mut dominated_bytes = Vec::new();
            self.game.encode(dominated, &mut dominated_bytes);
            self.records.push_dominates(&bytes, &dominated_bytes, draft.rank);
        } else {
            self.records.push(&bytes, draft.claim, draft.rank);
        }
        self.ranks.insert(self.game.key(&draft.position), draft.rank);
    }
}
