//! Proof replay: follows a certificate move by move from its root. It gives the claimant's moves, the
//! opponent's moves that have a reply, and the longest resistance.
//!
//! Nothing is checked here, but the file is not trusted either: a move is played only if it is legal.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use winproof_certificate::{
    Certificate, Claim, Form, MINIMAX_LIMIT, Record, Reply, ReplyTrial, Threats, Trial,
    read_replies, read_solution, settle, walk_solution,
};
use winproof_rules::{Encoding, Game, LeafOracle, Move, Player, Question, StopSignal};

/// The level of the game's leaf oracle, which decides how play continues from a position that dominates a
/// recorded one.
const ORACLE_LEVEL: u32 = 6;

/// The replay of a certificate.
pub struct Replay<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    certificate: &'a Certificate,
    question: Question,
    form: Form,
    /// With dominance, the game can be over in the dominated position before it is over on the board:
    /// captured cells count as stones. The leaf oracle plays the rest.
    oracle: RefCell<Option<Box<dyn LeafOracle<G::Position> + Send + 'a>>>,
    stop: StopSignal,
}

/// A position on the board, and what the certificate says about it.
#[derive(Clone)]
pub struct Place<P> {
    /// The position on the board.
    pub position: P,
    /// The recorded position: the same, or one that it dominates.
    pub argued: P,
    rest: Rest<P>,
    /// The rest of a threat that is being carried out.
    threat: Vec<Move>,
}

/// What a record says about positions after its own, which have none.
#[derive(Clone)]
struct Rest<P> {
    /// Where the rest is left to minimax: how many positions are enough.
    minimax: Option<u32>,
    /// Where the rest is in a solution tree: that tree.
    solution: Option<Arc<SolutionTree<P>>>,
    /// Where the game has evidence: that evidence, for the recorded position.
    evidence: Option<Vec<u8>>,
    /// The reply that is being carried out, as far as it is still to be made.
    reply: Option<Reply<P>>,
}

impl<P> Default for Rest<P> {
    fn default() -> Self {
        Rest { minimax: None, solution: None, evidence: None, reply: None }
    }
}

/// The positions of a solution tree, each with the claimant's move and the number of positions below it. A position
/// that occurs several times has the smallest tree, so that following the moves comes to an end.
type SolutionTree<P> = HashMap<P, (Option<Move>, u32)>;

/// A position of a solution tree on the path that is being walked.
struct Visit<P> {
    position: P,
    /// The claimant's move.
    mv: Option<Move>,
    /// The moves that are not yet walked.
    rest: Vec<Move>,
    /// The positions of the tree from here on, as far as it is walked.
    size: u32,
}

/// How hard it is to refute a move; greater is harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resistance {
    /// It ends the game.
    End,
    /// This many moves of a threat end the game.
    Threat(usize),
    /// Minimax visits this many positions to settle it, or a solution tree has so many.
    Minimax(u32),
    /// The strategy takes at most this many steps, in its own count.
    Rank(u64),
}

impl<P> Place<P> {
    fn new(position: P, argued: P, rest: Rest<P>) -> Place<P> {
        Place { position, argued, rest, threat: Vec::new() }
    }
}

/// Returns the threat of a record, if it has any, that can be carried out after a move.
pub fn threat_after<G: Encoding>(
    game: &G,
    question: Question,
    form: Form,
    record: Record<'_>,
    after: &G::Position,
) -> Option<Vec<Move>> {
    let mut threats = Threats::default();
    if record.claim != Claim::Threats || game.outcome(after).is_some() {
        return None;
    }
    threats.read(record.detail);
    Trial::new(game, question, form).first(&threats, after).map(<[Move]>::to_vec)
}

/// Returns the reply of a record, if it has any, that works after a move.
pub fn reply_after<G: Encoding>(
    game: &G,
    question: Question,
    form: Form,
    record: Record<'_>,
    after: &G::Position,
) -> Option<Reply<G::Position>> {
    if record.claim != Claim::Replies || game.outcome(after).is_some() {
        return None;
    }
    let mut trial = ReplyTrial::new(game, question, form);
    read_replies(record.detail)?.into_iter().find_map(|Reply { line, dominated }| {
        let reply = Reply { line, dominated: game.decode(dominated)? };
        trial.works(&reply, after).then_some(reply)
    })
}

impl<'a, G: Encoding> Replay<'a, G> {
    /// Makes the replay of a certificate.
    pub fn new(game: &'a G, certificate: &'a Certificate) -> Self {
        let (question, form) = certificate.header.obligation(game);
        let oracle = game.dominance().and_then(|_| game.leaf_oracle(ORACLE_LEVEL));
        let stop = StopSignal::default();
        Replay { game, certificate, question, form, oracle: RefCell::new(oracle), stop }
    }

    /// Sets the signal that ends long work of the leaf oracle early: fewer positions are decided then.
    pub fn with_stop(self, stop: &StopSignal) -> Self {
        self.oracle.borrow_mut().iter_mut().for_each(|oracle| oracle.set_stop(stop));
        Replay { stop: stop.clone(), ..self }
    }

    /// Returns the claimant.
    pub fn claimant(&self) -> Player {
        self.form.claimant(self.question)
    }

    /// Returns where the replay begins; `None` if the certificate is not about this position.
    pub fn begin(&self, root: &G::Position) -> Option<Place<G::Position>> {
        self.place(root.clone(), root.clone(), Rest::default())
    }

    /// Returns the claim of the certificate about a place; `None` where the game is over, or the rest is left
    /// to minimax.
    pub fn claim(&self, place: &Place<G::Position>) -> Option<Claim> {
        let reply = place.rest.reply.as_ref().and_then(|reply| reply.line.first());
        match place.threat.first().or(reply) {
            Some(&mv) => Some(Claim::Move(mv)),
            None => self.record(&place.argued).map(|record| record.claim),
        }
    }

    /// Returns the rank of a place, if it has one.
    pub fn rank(&self, place: &Place<G::Position>) -> Option<u64> {
        let record = self.record(&place.argued).filter(|_| self.form == Form::Strategy)?;
        Some(record.rank)
    }

    fn record(&self, position: &G::Position) -> Option<Record<'a>> {
        let mut bytes = Vec::new();
        self.game.encode(position, &mut bytes);
        self.certificate.records.find(&bytes)
    }

    fn moves(&self, position: &G::Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.game.outcome(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        moves
    }

    /// Returns the place of a position that is claimed to dominate `argued`, if that one is recorded.
    fn place(
        &self,
        position: G::Position,
        argued: G::Position,
        rest: Rest<G::Position>,
    ) -> Option<Place<G::Position>> {
        // The positions of a reply need no records.
        if rest.reply.is_some() {
            let fits = self.dominates(&argued, &position);
            return fits.then(|| Place::new(position, argued, rest));
        }
        let argued = self.certificate.records.argued(self.game, &argued)?;
        if !self.dominates(&argued, &position) {
            return None;
        }
        if let Some(outcome) = self.game.outcome(&argued) {
            let met = self.question.met_by(outcome) == (self.form == Form::Strategy);
            return met.then(|| Place::new(position, argued, Rest::default()));
        }
        let none = Rest::default();
        let rest = match self.record(&argued) {
            Some(Record { claim: Claim::Minimax(limit), .. }) => {
                Rest { minimax: Some(limit), ..none }
            }
            Some(Record { claim: Claim::Solution, detail, .. }) => {
                let solution = Some(Arc::new(self.solution_tree(&argued, detail)?));
                Rest { solution, ..none }
            }
            Some(Record { claim: Claim::Evidence, detail, .. }) => {
                Rest { evidence: Some(detail.to_vec()), ..none }
            }
            Some(_) => none,
            None if rest.solution.as_ref().is_some_and(|tree| tree.contains_key(&argued)) => {
                Rest { solution: rest.solution, ..none }
            }
            None if rest.evidence.is_some() => Rest { evidence: rest.evidence, ..none },
            None => {
                let settled = settle(self.game, self.question, &argued, rest.minimax?)?;
                (settled.met == (self.form == Form::Strategy)).then_some(())?;
                Rest { minimax: rest.minimax, ..none }
            }
        };
        Some(Place::new(position, argued, rest))
    }

    /// Returns the positions of a solution tree; `None` if the moves are not those of one.
    fn solution_tree(&self, root: &G::Position, list: &[u8]) -> Option<SolutionTree<G::Position>> {
        walk_solution(self.game, self.question, self.form, root, list).ok()?;
        let mut list = read_solution(list);
        let mut tree = SolutionTree::new();
        let mut path: Vec<Visit<G::Position>> = Vec::new();
        let mut entered = Some(root.clone());
        loop {
            if let Some(position) = entered.take() {
                let claimant_moves = self.game.to_move(&position) == self.claimant();
                let (mv, mut rest) = match self.game.outcome(&position) {
                    Some(_) => (None, Vec::new()),
                    None if claimant_moves => {
                        let mv = list.next()?;
                        (Some(mv), vec![mv])
                    }
                    None => (None, self.moves(&position)),
                };
                rest.reverse();
                path.push(Visit { position, mv, rest, size: 1 });
            }
            let visit = path.last_mut()?;
            if let Some(mv) = visit.rest.pop() {
                entered = Some(self.game.play(&visit.position, mv));
                continue;
            }
            let Visit { position, mv, size, .. } = path.pop()?;
            let known = tree.entry(position).or_insert((mv, size));
            if size < known.1 {
                *known = (mv, size);
            }
            match path.last_mut() {
                Some(below) => below.size += size,
                None => return Some(tree),
            }
        }
    }

    fn dominates(&self, argued: &G::Position, position: &G::Position) -> bool {
        argued == position
            || self
                .game
                .dominance()
                .is_some_and(|dominance| dominance.dominates(position, argued, self.claimant()))
    }

    /// Returns where a move on the board leads; `None` if the certificate does not cover it.
    pub fn follow(&self, place: &Place<G::Position>, mv: Move) -> Option<Place<G::Position>> {
        let position = self.game.play(&place.position, mv);
        // A threat ends the game. Its positions may also have records for other lines, which could lead round
        // a cycle.
        if let Some(threat) = self.threat(place, mv, &position) {
            return Some(Place {
                threat,
                ..Place::new(position.clone(), position, Rest::default())
            });
        }
        // A record of the position itself takes precedence over one of a dominated position.
        let Rest { minimax, solution, .. } = place.rest.clone();
        let own = Rest { minimax, solution, ..Rest::default() };
        if let Some(place) = self.place(position.clone(), position.clone(), own) {
            return Some(place);
        }
        let moves = self.moves(&place.argued);
        let mover = self.game.to_move(&place.position);
        let same = moves.contains(&mv).then_some(mv);
        let others: Vec<_> = match self.claim(place) {
            Some(Claim::Move(chosen)) if mover == self.claimant() => {
                moves.into_iter().filter(|&mv| mv == chosen).collect()
            }
            _ if mover == self.claimant() => self.shown_move(place).into_iter().collect(),
            // A stone that is already in the recorded position: there any other move may stand for it.
            _ => moves,
        };
        let argued = same.into_iter().chain(others).find_map(|mv| {
            let (argued, rest) = self.step(place, mv)?;
            self.place(position.clone(), argued, rest)
        });
        argued.or_else(|| self.decided(position))
    }

    /// Returns the move by which the game's evidence wins.
    fn shown_move(&self, place: &Place<G::Position>) -> Option<Move> {
        let bytes = place.rest.evidence.as_ref()?;
        self.game.evidence()?.chosen(&place.argued, self.claimant(), bytes)
    }

    /// Returns where a move leads in the recorded position, and what is said about that.
    fn step(
        &self,
        place: &Place<G::Position>,
        mv: Move,
    ) -> Option<(G::Position, Rest<G::Position>)> {
        let after = self.game.play(&place.argued, mv);
        let reply = match place.rest.reply.clone() {
            Some(Reply { line, dominated }) => {
                let line = line.strip_prefix(&[mv])?.to_vec();
                Some(Reply { line, dominated })
            }
            None => self.record(&place.argued).and_then(|record| {
                reply_after(self.game, self.question, self.form, record, &after)
            }),
        };
        if let Some(reply) = reply.filter(|_| self.game.outcome(&after).is_none()) {
            return Some(match reply.line.is_empty() {
                true => (reply.dominated, Rest::default()),
                false => (after, Rest { reply: Some(reply), ..Rest::default() }),
            });
        }
        let evidence = place.rest.evidence.as_ref().and_then(|bytes| {
            self.game.evidence()?.after(&place.argued, self.claimant(), bytes, mv)
        });
        Some((after, Rest { evidence, reply: None, ..place.rest.clone() }))
    }

    /// Returns the threat that is carried out after a move, or the rest of it after that move. (Games in
    /// which positions dominate others have none.)
    fn threat(
        &self,
        place: &Place<G::Position>,
        mv: Move,
        after: &G::Position,
    ) -> Option<Vec<Move>> {
        if let Some((first, rest)) = place.threat.split_first() {
            let goes_on = *first == mv && !rest.is_empty() && self.game.outcome(after).is_none();
            return goes_on.then(|| rest.to_vec());
        }
        let record = self.record(&place.position)?;
        threat_after(self.game, self.question, self.form, record, after)
    }

    /// Returns the place of a position that the leaf oracle decides, at once or shortly after.
    fn decided(&self, position: G::Position) -> Option<Place<G::Position>> {
        let argued = position.clone();
        self.holds(&position, 2).then(|| Place::new(position, argued, Rest::default()))
    }

    /// Returns whether the leaf oracle decides, within this many moves, for the claimant.
    fn holds(&self, position: &G::Position, depth: usize) -> bool {
        let wanted = self.form == Form::Strategy;
        if let Some(outcome) = self.game.outcome(position) {
            return self.question.met_by(outcome) == wanted;
        }
        if self.stop.was_noticed() {
            return false;
        }
        let decided = match self.oracle.borrow_mut().as_mut() {
            Some(oracle) => oracle.decide(position, self.question),
            None => return false,
        };
        match decided {
            Some(met) => met == wanted,
            None if depth == 0 => settle(self.game, self.question, position, MINIMAX_LIMIT)
                .is_some_and(|settled| settled.met == wanted),
            None => {
                let holds = |&mv: &Move| self.holds(&self.game.play(position, mv), depth - 1);
                match self.game.to_move(position) == self.claimant() {
                    true => self.moves(position).iter().any(holds),
                    false => self.moves(position).iter().all(holds),
                }
            }
        }
    }

    /// Returns the move by which the leaf oracle keeps its decision.
    fn unfolded(&self, position: &G::Position) -> Option<Move> {
        let mut oracle = self.oracle.borrow_mut();
        oracle.as_mut()?.unfold(position, self.question, self.form == Form::Strategy)
    }

    /// Returns the move on the board that the certificate plays for its claimant.
    pub fn chosen(&self, place: &Place<G::Position>) -> Option<Move> {
        let legal = self.moves(&place.position);
        if self.game.to_move(&place.position) != self.claimant() {
            return None;
        }
        let in_tree = place.rest.solution.as_ref().and_then(|tree| tree.get(&place.argued)?.0);
        let shown = self.shown_move(place);
        let chosen = match (self.claim(place), place.rest.minimax) {
            _ if in_tree.is_some() => in_tree,
            _ if shown.is_some() => shown,
            (Some(Claim::Move(mv)), _) => Some(mv),
            (Some(Claim::Minimax(_)) | None, Some(limit)) => self.shortest(&place.argued, limit),
            (None, None) => self.unfolded(&place.position),
            _ => None,
        };
        // If the move is a stone that is on the board already, any move will do.
        let first = chosen.filter(|mv| legal.contains(mv));
        first.into_iter().chain(legal.iter().copied()).find(|&mv| self.follow(place, mv).is_some())
    }

    /// Returns the move after which minimax needs the fewest positions.
    fn shortest(&self, position: &G::Position, limit: u32) -> Option<Move> {
        let wins = |mv: &Move| {
            let successor = self.game.play(position, *mv);
            let settled = settle(self.game, self.question, &successor, limit)?;
            let met = settled.met == (self.form == Form::Strategy);
            met.then_some((settled.visited, *mv))
        };
        let moves = self.moves(position);
        moves.iter().filter_map(wins).min_by_key(|&(visited, _)| visited).map(|(_, mv)| mv)
    }

    /// Returns how hard it is to refute the player who moved here.
    pub fn resistance(&self, place: &Place<G::Position>) -> Resistance {
        match (self.rank(place), place.rest.minimax) {
            _ if self.game.outcome(&place.argued).is_some() => Resistance::End,
            _ if !place.threat.is_empty() => Resistance::Threat(place.threat.len()),
            _ if place.rest.reply.is_some() => {
                let dominated = place.rest.reply.as_ref().map(|reply| &reply.dominated);
                let record = dominated.and_then(|dominated| self.record(dominated));
                Resistance::Rank(record.map_or(0, |record| record.rank))
            }
            (None, _) if place.rest.evidence.is_some() => {
                let evidence = place.rest.evidence.as_ref();
                Resistance::Minimax(evidence.map_or(0, |bytes| bytes.len() as u32))
            }
            _ if place.rest.solution.is_some() => {
                let tree = place.rest.solution.as_ref().and_then(|tree| tree.get(&place.argued));
                Resistance::Minimax(tree.map_or(0, |&(_, positions)| positions))
            }
            (Some(rank), _) => Resistance::Rank(rank),
            (None, Some(limit)) => {
                let settled = settle(self.game, self.question, &place.argued, limit);
                Resistance::Minimax(settled.map_or(0, |settled| settled.visited))
            }
            (None, None) => Resistance::End,
        }
    }

    /// Returns the move that resists the claimant longest; the first of equals.
    pub fn longest(&self, place: &Place<G::Position>) -> Option<Move> {
        if self.game.to_move(&place.position) == self.claimant() {
            return None;
        }
        let moves = self.moves(&place.position);
        let lasting = moves.iter().filter_map(|&mv| {
            let place = self.follow(place, mv)?;
            Some((Reverse(self.resistance(&place)), mv))
        });
        lasting.min_by_key(|&(resistance, _)| resistance).map(|(_, mv)| mv)
    }
}
