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
//! shows the part of the board that it needs, and also answers moves elsewhere. Only the moves that no answer
//! covers have to be looked at, until there are none. The record names the answers with the claimant's moves
//! ([`Claim::Replies`]), so that the positions in between need no records.
//!
//! Where the game has evidence of its own ([`Claim::Evidence`]), that is where it ends.
//!
//! This is for games that always end ([`Game::CYCLIC`] is false), so that it ends, too. Games may be long: what
//! is unfinished is on stacks on the heap ([`Frame`], [`Draft`]), not on that of the thread.

use std::collections::hash_map::Entry as Slot;

use winproof_certificate::{
    Claim, MOST_EVIDENCE, MOST_REPLIES, RecordSet, RecordSetBuilder, Reply, ReplyTrial,
};
use winproof_rules::{Dominance, Encoding, Game, Key, Move, Player, Question};

use super::draft::{Weakened, write_weakened};
use super::{CertifyError, Region, finish, form_of};
use crate::key_map::KeyMap;
use crate::search::Search;
use crate::{Condition, Control, Numbers};

/// How many of the last weakened positions are looked at before a position is weakened itself.
const LOOKED_AT: usize = 200;

/// A weakened position.
pub struct Weak<P> {
    /// The position.
    pub position: P,
    /// Why the verdict holds there.
    pub support: Support,
}

/// Why the verdict holds at a weakened position.
pub enum Support {
    /// The game is over, or the verdict is shown elsewhere.
    End,
    /// The claimant's move, and the weakened position that the one behind it dominates.
    Move(Move, u32),
    /// Some moves of the opponent, and weakened positions that the ones behind them dominate. After each other move of
    /// the opponent the position dominates one of these, too.
    Answers(Vec<(Move, u32)>),
    /// Another weakened position, which it dominates.
    Dominates(u32),
    /// The game's evidence.
    Evidence(Vec<u8>),
}

/// A position that waits until another one is weakened.
struct Frame<P> {
    position: P,
    /// The same, or what the position dominates and has fewer moves: [`Dominance::filled`]. It is the one that is
    /// weakened; the search knows the other.
    filled: P,
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
    /// The moves after which none of these is dominated.
    open: Vec<Open<P>>,
}

/// A move of the opponent that is not answered.
#[derive(Clone)]
struct Open<P> {
    mv: Move,
    /// The position behind it, and the same move made in the [filled](Frame::filled) position.
    after: P,
    filled: P,
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
    detail: Detail<P>,
    /// Positions that need records before, with weakened positions that they dominate. The next one is last.
    depends_on: Vec<(P, u32)>,
    /// The least rank above those of the records that it depends on, as far as they are written.
    rank: u64,
}

/// What a claim needs besides.
enum Detail<P> {
    None,
    /// The position that a claim of dominance names.
    Dominated(P),
    Replies(Vec<Reply<P>>),
    Evidence(Vec<u8>),
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
    trial: ReplyTrial<'g, G>,
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
            trial: ReplyTrial::new(game, question, form_of(proved)),
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

    /// Makes the records that show the verdict on each of `roots`, all of which were solved, one of them last.
    pub fn certify(
        &mut self,
        roots: &[G::Position],
        control: &mut Control<'_>,
    ) -> Result<RecordSet, CertifyError> {
        for root in roots {
            self.region.enter(root);
        }
        self.search.harvest(&mut self.region);
        for root in roots {
            let weak = self.weaken(root, control)?;
            if self.needs_record(root) && !self.ranks.contains_key(&self.game.key(root)) {
                self.write(root, weak, control)?;
            }
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
        if let Some(number) = self.dominated(&position) {
            return Ok(self.leave(key, number));
        }
        match self.question.settled(self.game, &position) {
            Some(met) if met == self.proved => {
                let number = self.note(&position, &[], Support::End);
                Ok(self.leave(key, number))
            }
            Some(_) => Err(CertifyError::Refuted),
            // It is not weakened: this very position is the one that is shown elsewhere.
            None if self.region.is_assumed(key) => {
                let number = self.weak.len() as u32;
                self.weak.push(Weak { position, support: Support::End });
                Ok(self.leave(key, number))
            }
            None => self.expand(position, key, control),
        }
    }

    /// Returns whether a position that others depend on needs a record: the game is not over, and the verdict is not
    /// shown elsewhere.
    fn needs_record(&self, position: &G::Position) -> bool {
        self.game.outcome(position).is_none() && !self.region.is_assumed(self.game.key(position))
    }

    /// Returns one of the last weakened positions that this one dominates, if there is one.
    fn dominated(&self, position: &G::Position) -> Option<u32> {
        let first = self.weak.len().saturating_sub(LOOKED_AT);
        let mut recent = (first..self.weak.len()).rev();
        recent.find(|&it| self.dominates(position, &self.weak[it].position)).map(|it| it as u32)
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
        if decided && let Some((weaker, evidence)) = self.shown(&position) {
            let number = self.add(&position, weaker, Support::Evidence(evidence));
            return Ok(self.leave(key, number));
        }
        if decided
            && let Some(weaker) = self.search.static_solver().weaken(&position)
            && weaker != position
            && self.dominance.dominates(&position, &weaker, self.claimant)
        {
            let awaits = Awaited::Weaker(weaker.clone());
            self.frames.push(Frame { filled: position.clone(), position, key, awaits });
            return Ok(Step::Down(weaker));
        }
        let mut filled = self.filled(&position);
        if self.question.settled(self.game, &filled) == Some(self.proved) {
            let number = self.note(&filled, &[], Support::End);
            let number = self.link(&position, filled, number);
            return Ok(self.leave(key, number));
        }
        if self.game.to_move(&position) == self.claimant {
            let mv = self.choose(&position, decided, control)?;
            if !self.game.legal_moves(&filled).contains(&mv) {
                filled = position.clone();
            }
            let after = self.game.play(&position, mv);
            self.frames.push(Frame { position, filled, key, awaits: Awaited::Move(mv) });
            return Ok(Step::Down(after));
        }
        Ok(self.answer_all(position, filled, key))
    }

    /// Returns the position with as many moves less as it dominates.
    fn filled(&self, position: &G::Position) -> G::Position {
        let filled = self.dominance.filled(position, self.claimant);
        filled.filter(|it| self.dominates(position, it)).unwrap_or_else(|| position.clone())
    }

    /// Begins to answer the moves of the opponent.
    fn answer_all(
        &mut self,
        position: G::Position,
        filled: G::Position,
        key: Key,
    ) -> Step<G::Position> {
        let open = |mv: Move| Open {
            mv,
            after: self.game.play(&position, mv),
            filled: self.game.play(&filled, mv),
        };
        let open = self.game.legal_moves(&filled).into_iter().map(open).collect();
        let answers = Answers { positions: Vec::new(), numbers: Vec::new(), open };
        self.answer_next(position, filled, key, answers)
    }

    /// Returns a position that a decided one dominates, or the same one, with evidence that holds.
    fn shown(&mut self, position: &G::Position) -> Option<(G::Position, Vec<u8>)> {
        let evidence = self.game.evidence().filter(|_| self.question.is_about_winning())?;
        let (weaker, bytes) = self.search.static_solver().evidence(position)?;
        let fits = (weaker == *position || self.dominates(position, &weaker))
            && bytes.len() <= MOST_EVIDENCE
            && self.game.outcome(&weaker).is_none()
            && evidence.shows(&weaker, self.claimant, &bytes);
        fits.then_some((weaker, bytes))
    }

    fn dominates(&self, position: &G::Position, other: &G::Position) -> bool {
        self.dominance.dominates(position, other, self.claimant)
    }

    /// Goes on with a position after the one that it waited for was weakened.
    fn resume(&mut self, frame: Frame<G::Position>, number: u32) -> Step<G::Position> {
        let Frame { position, mut filled, key, awaits } = frame;
        let weak = &self.weak[number as usize].position;
        match awaits {
            Awaited::Weaker(weaker) => {
                let number = self.link(&position, weaker, number);
                self.leave(key, number)
            }
            Awaited::Move(mv) => {
                let answers = [(mv, weak.clone())];
                if filled != position && !self.dominates(&self.game.play(&filled, mv), weak) {
                    filled = position.clone();
                }
                let number = self.note(&filled, &answers, Support::Move(mv, number));
                let number = self.link(&position, filled, number);
                self.leave(key, number)
            }
            Awaited::Reply(mv, mut answers) => {
                let weak = weak.clone();
                answers.open.retain(|it| !self.dominates(&it.filled, &weak));
                if filled != position && answers.open.iter().any(|it| it.mv == mv) {
                    // What the position dominates, the filled one need not.
                    return self.answer_all(position.clone(), position, key);
                }
                answers.open.retain(|it| it.mv != mv);
                answers.positions.push((mv, weak));
                answers.numbers.push((mv, number));
                self.answer_next(position, filled, key, answers)
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

    /// Goes to the next move of the opponent that needs an answer, or back if there is none.
    fn answer_next(
        &mut self,
        position: G::Position,
        filled: G::Position,
        key: Key,
        mut answers: Answers<G::Position>,
    ) -> Step<G::Position> {
        if answers.open.is_empty() {
            self.drop_superfluous(&filled, &mut answers);
            let Answers { positions, numbers, .. } = answers;
            let number = self.note(&filled, &positions, Support::Answers(numbers));
            let number = self.link(&position, filled, number);
            return self.leave(key, number);
        }
        let next = self.next_answer(&answers);
        let Open { mv, after, .. } = next;
        self.frames.push(Frame { position, filled, key, awaits: Awaited::Reply(mv, answers) });
        Step::Down(after)
    }

    /// Returns the move to answer next, with the position behind it. What the search has answered itself is known; what
    /// the game decides costs little; for others there has to be a search, and often the answers to those moves cover
    /// them.
    fn next_answer(&mut self, answers: &Answers<G::Position>) -> Open<G::Position> {
        let known = answers.open.iter().find(|Open { after, .. }| {
            self.known.contains_key(&self.game.key(after))
                || self.search.known_move(after, self.proved).is_some()
                || self.region.chosen(after).is_some()
        });
        let solver = self.search.static_solver();
        let decided = || {
            answers.open.iter().find(|Open { after, .. }| {
                self.game.outcome(after).is_none() && solver.decide(after) == Some(self.proved)
            })
        };
        if let Some(next) = known.or_else(decided) {
            return next.clone();
        }
        answers.open[0].clone()
    }

    /// Removes answers without which the others still cover all moves: then less of the position is needed.
    fn drop_superfluous(&self, position: &G::Position, answers: &mut Answers<G::Position>) {
        if answers.positions.len() < 2 {
            return;
        }
        let moves = self.game.legal_moves(position);
        let covers = |(answered, weak): &(Move, G::Position)| -> Vec<bool> {
            let covered =
                |&mv: &Move| mv == *answered || self.dominates(&self.game.play(position, mv), weak);
            moves.iter().map(covered).collect()
        };
        let covered: Vec<Vec<bool>> = answers.positions.iter().map(covers).collect();
        let mut counts: Vec<usize> = (0..moves.len())
            .map(|mv| covered.iter().filter(|covered| covered[mv]).count())
            .collect();
        let mut kept = vec![true; covered.len()];
        for (index, covered) in covered.iter().enumerate() {
            if covered.iter().zip(&counts).all(|(&covered, &count)| !covered || count > 1) {
                kept[index] = false;
                counts.iter_mut().zip(covered).for_each(|(count, &it)| *count -= usize::from(it));
            }
        }
        let mut keep = kept.iter();
        answers.positions.retain(|_| *keep.next().unwrap_or(&true));
        let mut keep = kept.iter();
        answers.numbers.retain(|_| *keep.next().unwrap_or(&true));
    }

    /// Returns a position as far weakened as its answers allow.
    fn weakened(&self, position: &G::Position, answers: &[(Move, G::Position)]) -> G::Position {
        let weaker = self.dominance.weaken(position, self.claimant, answers);
        if self.game.outcome(&weaker).is_some() {
            return weaker;
        }
        let moves = self.game.legal_moves(&weaker);
        let answered = |mv: &Move, (_, weak): &(Move, G::Position)| {
            self.dominates(&self.game.play(&weaker, *mv), weak)
        };
        let holds = match self.game.to_move(&weaker) == self.claimant {
            true => answers
                .iter()
                .all(|(mv, weak)| moves.contains(mv) && answered(mv, &(*mv, weak.clone()))),
            false => moves.iter().all(|mv| answers.iter().any(|answer| answered(mv, answer))),
        };
        if holds { weaker } else { position.clone() }
    }

    /// Weakens a position by its support. If the result is there already, so is a support for it.
    fn note(
        &mut self,
        position: &G::Position,
        answers: &[(Move, G::Position)],
        support: Support,
    ) -> u32 {
        let weaker = self.weakened(position, answers);
        self.add(position, weaker, support)
    }

    /// Adds a weakened position that a position dominates, unless it is there.
    fn add(&mut self, position: &G::Position, weaker: G::Position, support: Support) -> u32 {
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

    /// Returns the weakened position for one that dominates `weaker` or is it, which in turn dominates a weakened one or
    /// is it. The relation need not carry over to the first: then the one between becomes a weakened position, too.
    fn link(&mut self, position: &G::Position, weaker: G::Position, number: u32) -> u32 {
        let last = &self.weak[number as usize].position;
        if weaker == *last
            || weaker == *position
            || self.dominance.dominates(position, last, self.claimant)
        {
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
    fn draft(&mut self, position: G::Position, weak: u32) -> Draft<G::Position> {
        if *self.weak_position(weak) != position {
            return self.draft_dominates(position, weak);
        }
        let (claim, detail, mut depends_on) = match &self.weak[weak as usize].support {
            Support::End => unreachable!("a position that is not over has a weakened one that is"),
            Support::Dominates(next) => {
                let next = *next;
                return self.draft_dominates(position, next);
            }
            Support::Evidence(bytes) => {
                (Claim::Evidence, Detail::Evidence(bytes.clone()), Vec::new())
            }
            Support::Move(mv, after) => {
                let (mv, after) = (*mv, *after);
                let successor = self.game.play(&position, mv);
                (Claim::Move(mv), Detail::None, vec![(successor, after)])
            }
            Support::Answers(answers) => {
                let answers = answers.clone();
                self.replies(&position, &answers)
            }
        };
        depends_on.retain(|(position, _)| self.needs_record(position));
        depends_on.reverse();
        Draft { position, claim, detail, depends_on, rank: u64::from(claim != Claim::Evidence) }
    }

    fn weak_position(&self, number: u32) -> &G::Position {
        &self.weak[number as usize].position
    }

    fn draft_dominates(&self, position: G::Position, weak: u32) -> Draft<G::Position> {
        let dominated = self.weak_position(weak).clone();
        let needed = self.needs_record(&dominated);
        let depends_on = if needed { vec![(dominated.clone(), weak)] } else { Vec::new() };
        let detail = Detail::Dominated(dominated);
        Draft { position, claim: Claim::Dominates, detail, depends_on, rank: 0 }
    }

    /// Returns the claim that answers to some moves of the opponent answer all of them, with the positions that it
    /// depends on.
    fn replies(&mut self, position: &G::Position, answers: &[(Move, u32)]) -> Claimed<G::Position> {
        let mut replies: Vec<Reply<G::Position>> = Vec::new();
        let mut depends_on = Vec::new();
        for mv in self.game.legal_moves(position) {
            let after = self.game.play(position, mv);
            if self.question.settled(self.game, &after) == Some(self.proved)
                || replies.iter().any(|reply| self.trial.works(reply, &after))
            {
                continue;
            }
            let new = answers.iter().find_map(|&(_, number)| self.reply(number, &after));
            let Some((reply, number)) = new.filter(|_| replies.len() < MOST_REPLIES) else {
                return self.all(position, answers);
            };
            depends_on.push((reply.dominated.clone(), number));
            replies.push(reply);
        }
        match replies.is_empty() {
            true => (Claim::All, Detail::None, depends_on),
            false => (Claim::Replies, Detail::Replies(replies), depends_on),
        }
    }

    /// Returns the reply that a weakened position of the claimant stands for, if it works after a move of the opponent,
    /// with the number of the weakened position that it leads to.
    fn reply(&mut self, number: u32, after: &G::Position) -> Option<(Reply<G::Position>, u32)> {
        let mut works = |line: &[Move], dominated: &G::Position, number: u32| {
            self.trial
                .follow(line, dominated, after)
                .then(|| (Reply { line: line.to_vec(), dominated: dominated.clone() }, number))
        };
        let weak = &self.weak[number as usize];
        let moved = match &weak.support {
            Support::Move(mv, next) => works(&[*mv], &self.weak[*next as usize].position, *next),
            _ => None,
        };
        moved.or_else(|| works(&[], &weak.position, number))
    }

    /// Returns the claim that all moves of the opponent are answered, each by a record of its own: where there would be
    /// too many replies.
    fn all(&self, position: &G::Position, answers: &[(Move, u32)]) -> Claimed<G::Position> {
        let successors = self.game.legal_moves(position).into_iter().filter_map(|mv| {
            let after = self.game.play(position, mv);
            let answer = answers.iter().find(|&&(answered, number)| {
                answered == mv || self.dominates(&after, self.weak_position(number))
            })?;
            Some((after, answer.1))
        });
        (Claim::All, Detail::None, successors.collect())
    }

    fn finish(&mut self, draft: &Draft<G::Position>) {
        let encode = |position: &G::Position| {
            let mut bytes = Vec::new();
            self.game.encode(position, &mut bytes);
            bytes
        };
        let (bytes, rank) = (encode(&draft.position), draft.rank);
        match &draft.detail {
            Detail::None => self.records.push(&bytes, draft.claim, rank),
            Detail::Dominated(dominated) => {
                self.records.push_dominates(&bytes, &encode(dominated), rank);
            }
            Detail::Evidence(evidence) => self.records.push_evidence(&bytes, evidence, rank),
            Detail::Replies(replies) => {
                let encoded = |reply: &Reply<G::Position>| Reply {
                    line: reply.line.clone(),
                    dominated: encode(&reply.dominated),
                };
                let replies: Vec<_> = replies.iter().map(encoded).collect();
                self.records.push_replies(&bytes, &replies, rank);
            }
        }
        self.ranks.insert(self.game.key(&draft.position), draft.rank);
    }
}

/// A claim with what it needs, and the positions that it depends on with weakened positions that they dominate.
type Claimed<P> = (Claim, Detail<P>, Vec<(P, u32)>);
