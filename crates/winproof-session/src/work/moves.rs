//! The results of all legal moves of a position, best first.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use winproof::{StopReason, Verdict};
use winproof_rules::{Move, Notation, Player, Question};

use super::finding::{Evidence, Finding};
use super::lines::{Before, LineSources};
use super::problem_search::{ProblemSearch, Wanted};
use super::session::{Refuted, Session, Share};

/// A move with what was found out about the position after it.
pub struct FoundMove {
    /// The move.
    pub mv: Move,
    /// The result for the position after it.
    pub finding: Finding,
    /// The expansions for it.
    pub nodes: u64,
    /// Its place in the order of the game.
    place: usize,
}

/// If less than this is left for each open move, there is no further round.
const LEAST_TIME: Duration = Duration::from_millis(20);
const LEAST_EXPANSIONS: u64 = 16;

/// Finds the results of all legal moves. What follows from the result for the position itself is not searched; time
/// and expansions that are left are shared among the others. `tell` gets what is known after each of them.
pub fn find_moves<'g, G: Notation>(
    session: &mut Session<'g, G>,
    search: &mut ProblemSearch<'g, G>,
    position: &G::Position,
    attacker: Player,
    root: &Finding,
    tell: &mut dyn FnMut(&mut Session<'g, G>, &[FoundMove]),
) -> Result<Vec<FoundMove>, Refuted> {
    let moves = session.game.legal_moves(position);
    let mut all = MoveSearch { session, search, position, attacker, root, found: Vec::new() };
    for (place, mv) in moves.into_iter().enumerate() {
        let finding = all.without_search(mv);
        all.found.push(FoundMove { mv, finding, nodes: 0, place });
    }
    all.sort();
    // The order of `found` changes whenever a result comes in, so moves are identified by themselves.
    let mut open = all.open();
    let whole = all.session.share;
    while root.stop.is_none() && !open.is_empty() {
        for (done, &mv) in open.iter().enumerate() {
            all.session.share = share(whole, all.session.expansions(), open.len() - done);
            all.ask(mv)?;
            all.sort();
            tell(all.session, &all.found);
        }
        all.session.share = whole;
        open = all.open();
        if !is_worth_another_round(whole, all.session.expansions(), open.len() as u64) {
            break;
        }
    }
    let found = all.found;
    tell(session, &found);
    Ok(found)
}

/// Returns the share of one of `left` moves.
fn share(whole: Share, used: u64, left: usize) -> Share {
    let now = Instant::now();
    Share {
        deadline: whole.deadline.map(|end| now + end.saturating_duration_since(now) / left as u32),
        expansions: whole.expansions.map(|most| used + most.saturating_sub(used) / left as u64),
    }
}

/// Returns whether so much is left that open moves may profit from it. Without limits nothing is left open.
fn is_worth_another_round(whole: Share, used: u64, open: u64) -> bool {
    let time = whole.deadline.map(|end| end.saturating_duration_since(Instant::now()));
    let expansions = whole.expansions.map(|most| most.saturating_sub(used));
    (time.is_some() || expansions.is_some())
        && time.is_none_or(|time| time > LEAST_TIME * open as u32)
        && expansions.is_none_or(|expansions| expansions > LEAST_EXPANSIONS * open)
}

struct MoveSearch<'a, 'g, G: Notation> {
    session: &'a mut Session<'g, G>,
    search: &'a mut ProblemSearch<'g, G>,
    position: &'a G::Position,
    attacker: Player,
    root: &'a Finding,
    found: Vec<FoundMove>,
}

impl<'g, G: Notation> MoveSearch<'_, 'g, G> {
    /// Returns the moves that another search may decide.
    fn open(&self) -> Vec<Move> {
        let is_open = |found: &&FoundMove| {
            let Finding { verdict, stop, .. } = found.finding;
            let hopeless = matches!(stop, Some(StopReason::Memory | StopReason::Interrupted));
            verdict == Verdict::Unknown && !hopeless
        };
        self.found.iter().filter(is_open).map(|found| found.mv).collect()
    }

    /// Returns what the result for the position says about a move: targets that are proved or disproved after it.
    fn implied(&self, mv: Move) -> Vec<(i32, bool, bool)> {
        let (target, certified) = (self.session.options.ask.target(), self.root.certified);
        let attacker_moves = self.session.game.to_move(self.position) == self.attacker;
        let best = self.root.best_move == Some(mv);
        match (target, self.root.verdict.proved(), self.root.value()) {
            (Some(target), Some(proved), _) => {
                let claimant_moves = proved == attacker_moves;
                let implied = (target, proved, certified);
                if best || !claimant_moves { vec![implied] } else { Vec::new() }
            }
            (None, _, Some(value)) => {
                let at_least = (value, true, certified);
                let at_most = (value + 1, false, certified);
                match (best, attacker_moves) {
                    (true, _) => vec![at_least, at_most],
                    (false, true) => vec![at_most],
                    (false, false) => vec![at_least],
                }
            }
            _ => Vec::new(),
        }
    }

    fn before(&self, mv: Move) -> Before<'_, G> {
        Before { position: self.position, mv, certificates: &self.root.certificates }
    }

    /// Returns what is known about a move without a search.
    fn without_search(&mut self, mv: Move) -> Finding {
        let after = self.session.game.play(self.position, mv);
        let unknown = Finding::unknown(self.root.stop);
        let Some(target) = self.session.options.ask.target() else {
            return unknown;
        };
        let implied = self.implied(mv);
        let Some(&(_, proved, certified)) = implied.first() else {
            let question = Question { attacker: self.attacker, target };
            let known = question.settled(self.session.game, &after);
            let known = known.or_else(|| self.search.known(&after));
            return match known.filter(|_| self.root.stop.is_some()) {
                Some(proved) => Finding { verdict: Verdict::of(proved), stop: None, ..unknown },
                None => unknown,
            };
        };
        let verdict = Verdict::of(proved);
        let mut finding = Finding { verdict, certified, ..Finding::unknown(None) };
        if self.session.options.lines {
            let stop = self.session.line_stop_signal();
            let before = self.before(mv);
            let sources = LineSources {
                game: self.session.game,
                root: &after,
                before: Some(&before),
                oracle: &Default::default(),
                stop: &stop,
            };
            let question = Question { attacker: self.attacker, target };
            let evidence = Evidence::Implied { certified };
            let adviser = sources.adviser(verdict, &evidence, None);
            finding.line =
                sources.line(adviser.into_iter().collect(), |it| question.met_by(it) == proved);
        }
        finding
    }

    /// Searches the position after a move.
    fn ask(&mut self, mv: Move) -> Result<(), Refuted> {
        let before = self.session.expansions();
        let after = self.session.game.play(self.position, mv);
        let implied = self.implied(mv);
        let root = Before { position: self.position, mv, certificates: &self.root.certificates };
        let wanted =
            Wanted { line: self.session.options.lines, implied: &implied, before: Some(&root) };
        let mut finding = self.search.ask(self.session, &after, &wanted, &mut |_, _| {})?;
        // They have been checked. If they were kept, they could fill the memory.
        finding.certificates.clear();
        let nodes = self.session.expansions() - before;
        if let Some(found) = self.found.iter_mut().find(|found| found.mv == mv) {
            found.finding = finding;
            found.nodes += nodes;
        }
        Ok(())
    }

    /// Puts the best moves for the player to move first. Of equal ones, the order is that of the game.
    fn sort(&mut self) {
        let attacker_moves = self.session.game.to_move(self.position) == self.attacker;
        let best = self.root.best_move;
        self.found.sort_by_key(|found| {
            let Finding { verdict, bounds, .. } = &found.finding;
            let sign = if attacker_moves { 1 } else { -1 };
            // What the player to move has for certain, then what is possible.
            let (certain, possible) = match (bounds, verdict) {
                (Some((least, greatest)), _) if attacker_moves => (*least, *greatest),
                (Some((least, greatest)), _) => (-greatest, -least),
                (None, Verdict::Proved) => (sign, sign),
                (None, Verdict::Disproved) => (-sign, -sign),
                (None, Verdict::Unknown) => (-1, 1),
            };
            (Reverse(certain), Reverse(possible), best != Some(found.mv), found.place)
        });
    }
}
