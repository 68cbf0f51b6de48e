//! Certificates for games with a dominance relation ([`Dominance`]).
//!
//! A strategy that was found for one position often works in worse ones: what it does not use may as well be
//! the opponent's. So each position that is solved is *weakened* as far as its argument allows, from the ends
//! of the game backwards, and only weakened positions get records with moves. Very many positions have the
//! same weakened one, and it has few moves: the rest of the board is not there any more. A position that is
//! not weakened itself needs a record only where somebody leans on it, and that one names the weakened one.
//!
//! At a position of the opponent not all moves have to be answered one by one: the answer to any one of them
//! shows a part of the board within which the argument lives, and moves elsewhere are answered by the same
//! argument. Only what is inside has to be looked at, until nothing new comes in.
//!
//! This is for games that always end ([`Game::CYCLIC`] is false), so that it ends, too.

use std::collections::hash_map::Entry as Slot;

use winproof_certificate::{Claim, RecordSet, RecordSetBuilder, settle};
use winproof_rules::{Dominance, Encoding, Game, Move, Player, Question};

use super::{CertifyError, Region, form_of};
use crate::Control;
use crate::key_map::KeyMap;
use crate::search::Search;

/// A small subtree becomes one record that the checker settles by itself if that takes it no more than this
/// many positions. There are few weakened positions, so larger attempts can be afforded than elsewhere.
const MINIMAX: u32 = 100;

/// A weakened position.
struct Weak<P> {
    position: P,
    argument: Argument,
}

enum Argument {
    /// The game is over.
    End,
    /// The claimant's move, and the weakened position that the one behind it dominates.
    Move(Move, u32),
    /// The same for all moves of the opponent.
    All(Vec<(Move, u32)>),
    /// Another weakened position, which it dominates.
    Dominates(u32),
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
    /// By position, weakened or not, the weakened position that it dominates.
    known: KeyMap<u32>,
    /// The weakened positions that only lead from one to another, by position.
    links: KeyMap<u32>,
    /// Ranks of the records that were written.
    ranks: KeyMap<u64>,
    records: RecordSetBuilder,
    steps: u32,
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
            known: KeyMap::default(),
            links: KeyMap::default(),
            ranks: KeyMap::default(),
            records: RecordSetBuilder::new(form_of(proved)),
            steps: 0,
        }
    }

    /// Makes the records that show the verdict on `root`, the position that was searched last.
    pub fn certify(
        mut self,
        root: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<RecordSet, CertifyError> {
        self.region.enter(root);
        self.search.harvest(&mut self.region);
        let weak = self.weaken(root, control)?;
        if self.game.outcome(root).is_none() {
            self.write(root, weak);
        }
        Ok(self.records.finish()?)
    }

    /// The number of the weakened position that a position dominates.
    fn weaken(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<u32, CertifyError> {
        let key = self.game.key(position);
        if let Some(&number) = self.known.get(&key) {
            return Ok(number);
        }
        self.step(control)?;
        let number = match self.question.settled(self.game, position) {
            Some(met) if met == self.proved => self.note(position, &[], Argument::End),
            Some(_) => return Err(CertifyError::Refuted),
            None => self.argue(position, control)?,
        };
        self.known.insert(key, number);
        Ok(number)
    }

    fn step(&mut self, control: &mut Control<'_>) -> Result<(), CertifyError> {
        self.steps += 1;
        if self.steps.is_multiple_of(64) {
            control.check()?;
        }
        let entry = size_of::<Weak<G::Position>>() + 2 * size_of::<(u128, u32)>();
        let bytes = (self.weak.len() + self.known.len()) * entry;
        if bytes > self.budget { Err(CertifyError::Memory) } else { Ok(()) }
    }

    fn argue(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<u32, CertifyError> {
        let decided = self.search.static_solver().decide(position) == Some(self.proved);
        if decided
            && let Some(weaker) = self.search.static_solver().weaken(position)
            && weaker != *position
            && self.dominance.dominates(position, &weaker, self.claimant)
        {
            let number = self.weaken(&weaker, control)?;
            return Ok(self.link(position, weaker, number));
        }
        if self.game.to_move(position) == self.claimant {
            let mv = self.choose(position, decided, control)?;
            let after = self.weaken(&self.game.play(position, mv), control)?;
            let answers = [(mv, self.weak[after as usize].position.clone())];
            return Ok(self.note(position, &answers, Argument::Move(mv, after)));
        }
        self.answer_all(position, control)
    }

    /// A move for the claimant.
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

    /// Answers moves of the opponent until the weakened position has no others.
    fn answer_all(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<u32, CertifyError> {
        let mut answers: Vec<(Move, G::Position)> = Vec::new();
        let mut numbers = Vec::new();
        let mut moves = Vec::new();
        loop {
            let weaker = self.weakened(position, &answers);
            moves.clear();
            self.game.moves(&weaker, &mut moves);
            let open = moves.iter().find(|mv| answers.iter().all(|(answered, _)| answered != *mv));
            let Some(&mv) = open else { break };
            let after = self.weaken(&self.game.play(position, mv), control)?;
            answers.push((mv, self.weak[after as usize].position.clone()));
            numbers.push((mv, after));
        }
        numbers.retain(|(mv, _)| moves.contains(mv));
        Ok(self.note(position, &answers, Argument::All(numbers)))
    }

    /// A position as far weakened as its answers allow.
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

    /// Weakens a position by its argument. If the result is there already, so is an argument for it.
    fn note(
        &mut self,
        position: &G::Position,
        answers: &[(Move, G::Position)],
        argument: Argument,
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
                self.weak.push(Weak { position: weaker, argument });
                next
            }
        }
    }

    /// The weakened position for one that dominates `weaker`, which in turn dominates a weakened one. The
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
                self.weak.push(Weak { position: weaker, argument: Argument::Dominates(number) });
                next
            }
        }
    }

    /// Writes the record of a position that dominates a weakened one, and all that it leans on. Answers with
    /// its rank.
    fn write(&mut self, position: &G::Position, weak: u32) -> u64 {
        let key = self.game.key(position);
        if let Some(&rank) = self.ranks.get(&key) {
            return rank;
        }
        let mut bytes = Vec::new();
        self.game.encode(position, &mut bytes);
        let settled = settle(self.game, self.question, position, MINIMAX);
        let rank = if let Some(settled) = settled.filter(|settled| settled.met == self.proved) {
            self.records.push(&bytes, Claim::Minimax(settled.visited), 0);
            0
        } else if let Weak { position: dominated, argument } = &self.weak[weak as usize]
            && *dominated == *position
            && !matches!(argument, Argument::Dominates(_))
        {
            let (claim, rank) = self.write_argument(position, weak);
            self.records.push(&bytes, claim, rank);
            rank
        } else {
            let mut weak = weak;
            if let Weak { position: link, argument: Argument::Dominates(next) } =
                &self.weak[weak as usize]
                && *link == *position
            {
                weak = *next;
            }
            let dominated = self.weak[weak as usize].position.clone();
            let ended = self.game.outcome(&dominated).is_some();
            let rank = if ended { 0 } else { self.write(&dominated, weak) + 1 };
            let mut dominated_bytes = Vec::new();
            self.game.encode(&dominated, &mut dominated_bytes);
            self.records.push_dominates(&bytes, &dominated_bytes, rank);
            rank
        };
        self.ranks.insert(key, rank);
        rank
    }

    /// What is said of a weakened position, and with which rank, after what it leans on was written.
    fn write_argument(&mut self, position: &G::Position, weak: u32) -> (Claim, u64) {
        let (claim, leaning) = match &self.weak[weak as usize].argument {
            Argument::End => unreachable!("a position that is not over has a weakened one that is"),
            &Argument::Move(mv, after) => (Claim::Move(mv), vec![(mv, after)]),
            Argument::All(answers) => (Claim::All, answers.clone()),
            Argument::Dominates(_) => unreachable!("its record names the dominated one"),
        };
        let mut rank = 0;
        for (mv, after) in leaning {
            let successor = self.game.play(position, mv);
            if self.game.outcome(&successor).is_none() {
                rank = rank.max(self.write(&successor, after));
            }
        }
        (claim, rank + 1)
    }
}
