//! The part of a game that a certificate is about, while the certificate is being made.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use winproof_certificate::{Claim, Form, RecordSet, RecordSetBuilder, Threats, Trial, settle};
use winproof_rules::{Encoding, Game, Key, Move, Question, StopSignal};

use super::draft::{Hint, write_hints};
use super::{CertifyError, finish};
use crate::key_map::KeyMap;
use crate::limits::POLL_EVERY_NODE;
use crate::policy::static_solver::StaticSolver;
use crate::search::Search;
use crate::{Condition, Control, Numbers};

/// A position's place in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaceId(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The game is over.
    End,
    /// It is covered by the records of others.
    Assumed,
    /// One move is enough: the claimant is to move.
    Choice,
    /// All moves must be answered.
    Cover,
    /// All moves must be answered, and threats answer all but those of the edges. A number in
    /// `Region::threats`.
    Threatened(u32),
    /// The game decided it, and it is small: the checker settles it, visiting this many positions.
    Settled(u32),
    /// The game decided it and has a solution tree. A number in `Region::solutions`.
    Solved(u32),
}

struct Place<P> {
    position: P,
    kind: Kind,
    /// Whether the game decided the position before it, so that it need not be asked again.
    decided: bool,
    /// The first edge in `Region::edges`, or `NONE`.
    edges: u32,
    rank: u32,
}

struct Edge {
    mv: Move,
    to: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;

/// A small subtree becomes one record that the checker settles itself if that takes at most this many
/// positions. A larger limit makes smaller files, but more failed attempts while they are made.
const MINIMAX: u32 = 64;

/// The same for positions that the game decided without a search, as long as enough attempts succeed: records
/// for such positions would make up most of the file.
const MINIMAX_DECIDED: u32 = 1000;

/// Attempts to leave places to the checker.
#[derive(Clone, Copy, Default)]
struct Attempts {
    made: u32,
    successful: u32,
}

impl Attempts {
    /// Returns whether enough of them succeed. Where one turn has thousands of continuations, nearly none
    /// does, and failed attempts took two thirds of the time to make a certificate, or nine tenths.
    fn pay(self) -> bool {
        self.made < 30 || self.successful >= self.made / 4
    }

    fn note(&mut self, success: bool) {
        self.made += 1;
        self.successful += u32::from(success);
    }
}

/// A growing set of positions with the moves that solve them.
pub struct Region<'g, G: Game> {
    game: &'g G,
    question: Question,
    proved: bool,
    budget: usize,
    stop: StopSignal,
    index: KeyMap<u32>,
    places: Vec<Place<G::Position>>,
    edges: Vec<Edge>,
    threats: Vec<Threats>,
    /// The moves of solution trees, one after the other, and where each tree ends.
    solution_moves: Vec<Move>,
    solutions: Vec<usize>,
    /// Places whose moves are still to be followed.
    open: Vec<u32>,
    /// Moves that were tried to break cycles.
    tried: HashSet<(u32, Move)>,
    /// Attempts to leave places that the game decided to the checker.
    decided: Attempts,
    /// Attempts to leave other places to the checker.
    small: Attempts,
    moves: Vec<Move>,
    line: Vec<Move>,
    trial: Trial<'g, G>,
    /// What an earlier attempt found out.
    hints: KeyMap<Hint>,
    /// Positions whose verdicts are shown elsewhere.
    assumed: Arc<KeyMap<bool>>,
}

impl<'g, G: Game> Region<'g, G> {
    /// Makes an empty region for a verdict on a question in normal form, within a memory budget. The signal
    /// tells when to stop.
    pub fn new(
        game: &'g G,
        question: Question,
        proved: bool,
        budget: usize,
        stop: &StopSignal,
    ) -> Self {
        Region {
            stop: stop.clone(),
            game,
            question,
            proved,
            budget,
            index: KeyMap::default(),
            places: Vec::new(),
            edges: Vec::new(),
            threats: Vec::new(),
            solution_moves: Vec::new(),
            solutions: Vec::new(),
            open: Vec::new(),
            tried: HashSet::new(),
            decided: Attempts::default(),
            small: Attempts::default(),
            moves: Vec::new(),
            line: Vec::new(),
            trial: Trial::new(game, question, form_of(proved)),
            hints: KeyMap::default(),
            assumed: Arc::default(),
        }
    }

    /// Takes positions whose verdicts are shown elsewhere, and need no records here.
    pub fn set_assumed(&mut self, assumed: &Arc<KeyMap<bool>>) {
        self.assumed = Arc::clone(assumed);
    }

    /// Returns whether this verdict on a position is shown elsewhere.
    pub fn is_assumed(&self, key: Key) -> bool {
        self.assumed.get(&key) == Some(&self.proved)
    }

    /// Takes what an earlier attempt found out.
    pub fn set_hints(&mut self, hints: KeyMap<Hint>) {
        self.hints = hints;
    }

    /// Returns what was done so far, for another attempt: moves, and places that are left to the checker.
    pub fn draft(&self) -> Vec<u64> {
        let hint = |number: usize| {
            let place = &self.places[number];
            let hint = match place.kind {
                Kind::Settled(visited) => Hint::Settled(visited),
                Kind::Choice => Hint::Move(self.edges_of(number as u32).next()?.mv),
                Kind::End | Kind::Assumed | Kind::Cover | Kind::Threatened(_) | Kind::Solved(_) => {
                    return None;
                }
            };
            Some((self.game.key(&place.position), hint))
        };
        let hints: Vec<_> = (0..self.places.len()).filter_map(hint).collect();
        write_hints(hints.into_iter())
    }

    /// Returns whether an earlier attempt says how a place is solved, and it holds as far as that can be seen.
    fn use_hint(&mut self, place: u32) -> bool {
        if self.hints.is_empty() {
            return false;
        }
        let position = self.places[place as usize].position.clone();
        match self.hints.get(&self.game.key(&position)) {
            Some(&Hint::Move(mv)) if self.places[place as usize].kind == Kind::Choice => {
                let legal = self.game.is_legal(&position, mv, &mut self.moves);
                if legal {
                    self.choose(PlaceId(place), mv);
                }
                legal
            }
            Some(&Hint::Settled(visited)) => {
                let settled = settle(self.game, self.question, &position, visited)
                    .filter(|settled| settled.met == self.proved);
                if let Some(settled) = settled {
                    self.places[place as usize].kind = Kind::Settled(settled.visited);
                }
                settled.is_some()
            }
            _ => false,
        }
    }

    /// Returns whether this is about a proof, not a disproof.
    pub fn proved(&self) -> bool {
        self.proved
    }

    /// Returns the place of a position, and adds it if it is new.
    pub fn enter(&mut self, position: &G::Position) -> PlaceId {
        let number = self.places.len() as u32;
        let key = self.game.key(position);
        let entry = *self.index.entry(key).or_insert(number);
        if entry == number {
            let kind = match self.question.settled(self.game, position) {
                Some(_) => Kind::End,
                None if self.is_assumed(key) => Kind::Assumed,
                None => {
                    let attacker_moves = self.game.to_move(position) == self.question.attacker;
                    if attacker_moves == self.proved { Kind::Choice } else { Kind::Cover }
                }
            };
            let position = position.clone();
            self.places.push(Place { position, kind, decided: false, edges: NONE, rank: NONE });
            self.open.push(number);
        }
        PlaceId(entry)
    }

    /// Returns the place of a position, if it is there.
    pub fn find(&self, position: &G::Position) -> Option<PlaceId> {
        self.index.get(&self.game.key(position)).map(|&number| PlaceId(number))
    }

    /// Returns whether one move is enough at this place, so that one can be chosen.
    pub fn wants_choice(&self, place: PlaceId) -> bool {
        self.places[place.0 as usize].kind == Kind::Choice
    }

    /// Adds a move that solves the place, and the position after it.
    pub fn choose(&mut self, place: PlaceId, mv: Move) {
        let position = self.game.play(&self.places[place.0 as usize].position, mv);
        let to = self.enter(&position).0;
        self.places[to as usize].decided |= self.places[place.0 as usize].decided;
        if !self.edges_of(place.0).any(|edge| edge.to == to) {
            self.connect(place.0, mv, to);
        }
    }

    /// Returns a move that was chosen for a position.
    pub fn chosen(&self, position: &G::Position) -> Option<Move> {
        let place = self.find(position).filter(|&place| self.wants_choice(place))?;
        self.edges_of(place.0).next().map(|edge| edge.mv)
    }

    fn connect(&mut self, from: u32, mv: Move, to: u32) {
        let next =
            std::mem::replace(&mut self.places[from as usize].edges, self.edges.len() as u32);
        self.edges.push(Edge { mv, to, next });
    }

    fn edges_of(&self, place: u32) -> impl Iterator<Item = &Edge> {
        let mut next = self.places[place as usize].edges;
        std::iter::from_fn(move || {
            let edge = self.edges.get(next as usize)?;
            next = edge.next;
            Some(edge)
        })
    }

    fn bytes(&self) -> usize {
        // The index is a hash map that is at least half full.
        let place = size_of::<Place<G::Position>>() + 2 * size_of::<(u128, u32)>();
        // Few threats have more moves than this.
        let threats = size_of::<Threats>() + 16 * size_of::<Move>();
        self.places.len() * place
            + self.edges.len() * size_of::<Edge>()
            + self.threats.len() * threats
            + self.solution_moves.len() * size_of::<Move>()
            + self.solutions.len() * size_of::<usize>()
    }

    fn legal_moves(&mut self, place: u32) -> (G::Position, Vec<Move>) {
        let position = self.places[place as usize].position.clone();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.game.moves(&position, &mut moves);
        (position, moves)
    }

    /// Follows all moves from all places until nothing is missing; where no choice is known, the position is
    /// searched again.
    pub fn complete(
        &mut self,
        search: &mut (dyn Search<'g, G> + 'g),
        control: &mut Control<'_>,
    ) -> Result<(), CertifyError> {
        while let Some(place) = self.open.pop() {
            let kind = self.places[place as usize].kind;
            match kind {
                Kind::End
                | Kind::Assumed
                | Kind::Settled(_)
                | Kind::Threatened(_)
                | Kind::Solved(_) => {}
                Kind::Choice | Kind::Cover if self.use_hint(place) => {}
                Kind::Cover => self.cover(place, search.static_solver()),
                Kind::Choice => self.find_choice(place, search, control)?,
            }
            if self.bytes() > self.budget {
                return Err(CertifyError::Memory);
            }
            control.certify_step(|| self.condition())?;
            if control.save_due() {
                control.save_certificate(search, self.condition(), &self.draft());
            }
        }
        Ok(())
    }

    /// Returns what an observer gets to know.
    fn condition(&self) -> Condition {
        let numbers = Numbers::solved(self.proved);
        Condition { numbers, memory: self.bytes(), entries: self.places.len() }
    }

    /// Returns whether it is time to stop copying a solution into the region: what is missing can be searched
    /// again.
    pub fn has_to_stop(&self) -> bool {
        if self.places.len().is_multiple_of(POLL_EVERY_NODE) {
            self.stop.poll();
        }
        self.stop.was_noticed()
    }

    fn cover(&mut self, place: u32, solver: &StaticSolver<'g, G>) {
        let (position, moves) = self.legal_moves(place);
        let mut threats = Threats::default();
        let children = moves.iter().map(|&mv| (mv, self.game.play(&position, mv)));
        let children: Vec<_> = children
            .filter(|(_, child)| !self.is_threatened(child, &mut threats, solver))
            .collect();
        self.moves = moves;
        if !threats.is_empty() {
            self.places[place as usize].kind = Kind::Threatened(self.threats.len() as u32);
            self.threats.push(threats);
        } else if !solver.is_quick() && self.is_decided(place, solver) {
            let left = match self.take_solution(place, solver) {
                None => self.may_settle(solver) && self.settle(place),
                Some(found) => found,
            };
            if left {
                return;
            }
        }
        for (mv, child) in children {
            let to = self.enter(&child).0;
            self.places[to as usize].decided |= self.places[place as usize].decided;
            self.connect(place, mv, to);
        }
    }

    /// Returns whether the claimant ends the game at once, by one of the threats or by another one that the
    /// game knows.
    fn is_threatened(
        &mut self,
        child: &G::Position,
        threats: &mut Threats,
        solver: &StaticSolver<'g, G>,
    ) -> bool {
        if !solver.is_there()
            || self.game.to_move(child) != self.form().claimant(self.question)
            || self.game.outcome(child).is_some()
        {
            return false;
        }
        self.trial.first(threats, child).is_some()
            || solver.finish(child, &mut self.line)
                && self.trial.succeeds(&self.line, child)
                && threats.push(&self.line)
    }

    fn form(&self) -> Form {
        form_of(self.proved)
    }

    fn find_choice(
        &mut self,
        place: u32,
        search: &mut (dyn Search<'g, G> + 'g),
        control: &mut Control<'_>,
    ) -> Result<(), CertifyError> {
        if self.places[place as usize].edges != NONE {
            return Ok(());
        }
        let (position, moves) = self.legal_moves(place);
        // A table may confuse two positions: an illegal move shows it.
        let known = search.known_move(&position, self.proved).filter(|mv| moves.contains(mv));
        let chosen = match known {
            None if self.is_decided(place, search.static_solver()) => {
                let solver = search.static_solver();
                let found = self.take_solution(place, solver);
                if found == Some(true) {
                    self.moves = moves;
                    return Ok(());
                }
                let unfolded = solver.unfold(&position, self.proved);
                let unfolded = unfolded.filter(|mv| moves.contains(mv));
                // If the move wins at once, no more is needed.
                let ends = |mv: Move| self.game.outcome(&self.game.play(&position, mv)).is_some();
                if found.is_none()
                    && !unfolded.is_some_and(ends)
                    && self.may_settle(solver)
                    && self.settle(place)
                {
                    self.moves = moves;
                    return Ok(());
                }
                unfolded
            }
            known => known,
        };
        self.moves = moves;
        if let Some(mv) = chosen {
            self.choose(PlaceId(place), mv);
            return Ok(());
        }
        if !self.proved && self.stay_inside(place) {
            return Ok(());
        }
        if search.search(&position, control)? != self.proved {
            return Err(CertifyError::Refuted);
        }
        search.harvest(self);
        if self.places[place as usize].edges == NONE {
            let mv = search.best_move().ok_or(CertifyError::Refuted)?;
            self.choose(PlaceId(place), mv);
        }
        Ok(())
    }

    /// Returns whether the game decides this place as the certificate says. If it decided the position before, it
    /// does so here, or this place is searched again.
    fn is_decided(&mut self, place: u32, solver: &StaticSolver<'g, G>) -> bool {
        let place = &mut self.places[place as usize];
        place.decided = place.decided || solver.decide(&place.position) == Some(self.proved);
        place.decided
    }

    /// Leaves a place that the game decided to the checker, with a solution tree. Returns whether there is one that
    /// is small enough; `None` if the game does not make such trees.
    fn take_solution(&mut self, place: u32, solver: &StaticSolver<'g, G>) -> Option<bool> {
        let position = &self.places[place as usize].position;
        let found = solver.solution(position, self.proved, &mut self.line)?;
        if found {
            self.places[place as usize].kind = Kind::Solved(self.solutions.len() as u32);
            self.solution_moves.extend(&self.line);
            self.solutions.push(self.solution_moves.len());
        }
        Some(found)
    }

    /// Returns whether it pays to leave places that the game decided to minimax. What the game decides at little cost
    /// needs few records: in Lines of Action the files did not get smaller, and took twice the time.
    fn may_settle(&self, solver: &StaticSolver<'g, G>) -> bool {
        !solver.is_quick() && self.decided.pay()
    }

    /// Returns the moves of a solution tree.
    fn solution(&self, number: u32) -> &[Move] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.solutions[before]);
        &self.solution_moves[start..self.solutions[number]]
    }

    /// Returns whether a place that the game decided can be left to the checker.
    fn settle(&mut self, place: u32) -> bool {
        let position = &self.places[place as usize].position;
        let settled = settle(self.game, self.question, position, MINIMAX_DECIDED)
            .filter(|settled| settled.met == self.proved);
        self.decided.note(settled.is_some());
        if let Some(settled) = settled {
            self.places[place as usize].kind = Kind::Settled(settled.visited);
        }
        settled.is_some()
    }

    /// In a closed set, a move that stays in the set is enough.
    fn stay_inside(&mut self, place: u32) -> bool {
        let (position, moves) = self.legal_moves(place);
        let inside = moves.iter().find_map(|&mv| {
            let to = self.find(&self.game.play(&position, mv))?.0;
            let end = self.places[to as usize].kind == Kind::End;
            // An end that is in the set does not meet the target, like all ends in the set.
            (!end || self.end_is_right(to)).then_some((mv, to))
        });
        self.moves = moves;
        if let Some((mv, to)) = inside {
            self.connect(place, mv, to);
        }
        inside.is_some()
    }

    fn end_is_right(&self, place: u32) -> bool {
        self.question.settled(self.game, &self.places[place as usize].position) == Some(self.proved)
    }

    /// Ranks the places of a proof, backwards from the ends. Returns whether the roots got ranks; disproofs
    /// need none.
    pub fn rank_all(
        &mut self,
        roots: &[PlaceId],
        control: &Control<'_>,
    ) -> Result<bool, CertifyError> {
        if !self.proved {
            return Ok(true);
        }
        let parents = Parents::new(&self.places, &self.edges);
        let mut missing: Vec<u32> = vec![0; self.places.len()];
        parents.from.iter().for_each(|&from| missing[from as usize] += 1);
        let mut queue = VecDeque::new();
        for (number, place) in self.places.iter_mut().enumerate() {
            place.rank = NONE;
            let done = match place.kind {
                Kind::End => self.question.settled(self.game, &place.position) == Some(true),
                Kind::Assumed | Kind::Settled(_) | Kind::Solved(_) => true,
                Kind::Threatened(_) => place.edges == NONE,
                Kind::Choice | Kind::Cover => false,
            };
            if done {
                place.rank = 0;
                queue.push_back(number as u32);
            }
        }
        let mut ranked = 0_usize;
        while let Some(number) = queue.pop_front() {
            ranked += 1;
            if ranked.is_multiple_of(POLL_EVERY_NODE) {
                control.check()?;
            }
            let rank = self.places[number as usize].rank + 1;
            for &from in parents.of(number) {
                missing[from as usize] -= 1;
                let place = &mut self.places[from as usize];
                let ready = place.kind == Kind::Choice || missing[from as usize] == 0;
                if place.rank == NONE && ready {
                    place.rank = rank;
                    queue.push_back(from);
                }
            }
        }
        Ok(roots.iter().all(|root| self.places[root.0 as usize].rank != NONE))
    }

    /// Breaks cycles: gives each place without a rank one more proved move.
    ///
    /// In the end every such place has all its proved moves, and then all ranks exist: so this ends. If
    /// no move is left to add, the verdict was wrong.
    pub fn widen(
        &mut self,
        search: &mut (dyn Search<'g, G> + 'g),
        control: &mut Control<'_>,
    ) -> Result<(), CertifyError> {
        let mut added = false;
        for place in 0..self.places.len() as u32 {
            let Place { kind, rank, .. } = self.places[place as usize];
            if kind == Kind::Choice && rank == NONE {
                added |= self.add_move(place, search, control)?;
            }
        }
        if added { Ok(()) } else { Err(CertifyError::Refuted) }
    }

    fn add_move(
        &mut self,
        place: u32,
        search: &mut (dyn Search<'g, G> + 'g),
        control: &mut Control<'_>,
    ) -> Result<bool, CertifyError> {
        let (position, moves) = self.legal_moves(place);
        let used: Vec<u32> = self.edges_of(place).map(|edge| edge.to).collect();
        let mut added = false;
        for &mv in &moves {
            let child = self.game.play(&position, mv);
            let known = self.find(&child).is_some_and(|to| used.contains(&to.0));
            if known || !self.tried.insert((place, mv)) {
                continue;
            }
            let ranked = |to: PlaceId| self.places[to.0 as usize].rank != NONE;
            if self.find(&child).is_some_and(ranked) || search.search(&child, control)? {
                self.choose(PlaceId(place), mv);
                added = true;
                break;
            }
        }
        self.moves = moves;
        Ok(added)
    }
}

impl<G: Encoding> Region<'_, G> {
    /// Writes the records: of each place one move, and only what can be reached by them from the roots.
    pub fn emit(
        &mut self,
        roots: &[PlaceId],
        control: &mut Control<'_>,
    ) -> Result<RecordSet, CertifyError> {
        let mut builder = RecordSetBuilder::new(self.form());
        let mut reached = vec![false; self.places.len()];
        let mut open: Vec<u32> = roots.iter().map(|root| root.0).collect();
        open.retain(|&root| !std::mem::replace(&mut reached[root as usize], true));
        let mut bytes = Vec::new();
        while let Some(number) = open.pop() {
            let place = &self.places[number as usize];
            if matches!(place.kind, Kind::End | Kind::Assumed) {
                continue;
            }
            control.certify_step(|| self.condition())?;
            let rank = u64::from(place.rank);
            bytes.clear();
            self.game.encode(&place.position, &mut bytes);
            let (claim, followed) = self.claim(number);
            match self.places[number as usize].kind {
                Kind::Threatened(threats) if claim == Claim::Threats => {
                    builder.push_threats(&bytes, &self.threats[threats as usize], rank);
                }
                Kind::Solved(number) => builder.push_solution(&bytes, self.solution(number), rank),
                _ => builder.push(&bytes, claim, rank),
            }
            for to in followed {
                if !std::mem::replace(&mut reached[to as usize], true) {
                    open.push(to);
                }
            }
        }
        finish(builder, control)
    }

    /// Returns the claim about a place, and the places that it depends on.
    fn claim(&mut self, number: u32) -> (Claim, Vec<u32>) {
        let place = &self.places[number as usize];
        match place.kind {
            Kind::Settled(visited) => return (Claim::Minimax(visited), Vec::new()),
            Kind::Solved(_) => return (Claim::Solution, Vec::new()),
            _ => {}
        }
        // The rank of a proof is a lower bound of the number of positions that the checker would have to
        // visit. With a rank of 1 there is hardly anything to save.
        let small = place.rank == NONE || (2..MINIMAX).contains(&place.rank);
        if small && self.small.pay() {
            let settled = settle(self.game, self.question, &place.position, MINIMAX)
                .filter(|settled| settled.met == self.proved);
            self.small.note(settled.is_some());
            if let Some(settled) = settled {
                return (Claim::Minimax(settled.visited), Vec::new());
            }
        }
        let all = match self.places[number as usize].kind {
            Kind::Cover => Some(Claim::All),
            Kind::Threatened(_) => Some(Claim::Threats),
            _ => None,
        };
        if let Some(claim) = all {
            return (claim, self.edges_of(number).map(|edge| edge.to).collect());
        }
        let best = self.edges_of(number).min_by_key(|edge| self.places[edge.to as usize].rank);
        let edge = best.expect("a complete region has a choice for every place");
        (Claim::Move(edge.mv), vec![edge.to])
    }
}

/// Returns the form that shows a verdict on a question in normal form.
pub fn form_of(proved: bool) -> Form {
    if proved { Form::Strategy } else { Form::ClosedSet }
}

/// The edges of a region, reversed.
struct Parents {
    start: Vec<u32>,
    from: Vec<u32>,
}

impl Parents {
    fn new<P>(places: &[Place<P>], edges: &[Edge]) -> Parents {
        let mut start = vec![0; places.len() + 1];
        edges.iter().for_each(|edge| start[edge.to as usize + 1] += 1);
        (0..places.len()).for_each(|i| start[i + 1] += start[i]);
        let mut next = start.clone();
        let mut from = vec![0; edges.len()];
        for (number, place) in places.iter().enumerate() {
            let mut edge = place.edges;
            while let Some(Edge { to, next: following, .. }) = edges.get(edge as usize) {
                from[next[*to as usize] as usize] = number as u32;
                next[*to as usize] += 1;
                edge = *following;
            }
        }
        Parents { start, from }
    }

    fn of(&self, place: u32) -> &[u32] {
        let place = place as usize;
        &self.from[self.start[place] as usize..self.start[place + 1] as usize]
    }
}
