//! Asks about positions, with and without a number of plies, within shared limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use winproof::{ShortestSearch, Verdict};
use winproof_games::GameSpec;
use winproof_rules::{Notation, Player, StopSignal, Within};

use crate::options::Options;
use crate::work::{
    Cost, Finding, Lengths, ProblemSearch, Refuted, Session, Share, SharedObserver, TaskObserver,
    Wanted,
};

/// What all questions have in common.
pub(super) struct Common<'g> {
    pub spec: &'g GameSpec,
    pub options: &'g Options,
    pub interrupt: &'g Arc<AtomicBool>,
}

/// Asks about positions of one game, for one attacker and one target.
pub(super) struct Examiner<'g, G: Notation, C: Notation> {
    session: Session<'g, G>,
    search: ProblemSearch<'g, G>,
    lengths: Lengths<'g, C>,
    /// The player whom the questions are about.
    pub attacker: Player,
    /// The cost of all questions so far.
    pub cost: Cost,
    end: Option<Instant>,
    /// The end of the share of the next question.
    deadline: Option<Instant>,
}

impl<'g, G: Notation, C: Notation<Position = G::Position>> Examiner<'g, G, C> {
    /// Begins now.
    pub(super) fn new<'o>(
        common: &Common<'g>,
        game: &'g G,
        counted: &'g Within<C>,
        [first, second]: &'g mut [SharedObserver<'g, 'o, dyn TaskObserver + 'o>; 2],
    ) -> Self {
        let &Common { spec, options, interrupt } = common;
        let session = Session::new(game, spec, options, interrupt, first);
        let counting = Session::new(counted, spec, options, interrupt, second);
        let attacker = counted.question().attacker;
        let search = ProblemSearch::new(&session, attacker, None);
        let (end, cost) = (session.share.deadline, session.cost);
        let lengths = Lengths::new(counting);
        Examiner { session, search, lengths, attacker, cost, end, deadline: end }
    }

    /// Gives the next question one of so many shares of the time that is left.
    pub(super) fn take_share(&mut self, of: usize) {
        let now = Instant::now();
        let share = |end: Instant| now + end.saturating_duration_since(now) / of.max(1) as u32;
        self.deadline = self.end.map(share);
    }

    /// Tells how many of the questions about moves and pieces are answered.
    pub(super) fn tell(&mut self, answered: usize, questions: usize) {
        self.session.observer.audited(answered, questions);
    }

    /// Returns the signal that tells when everything has to stop.
    pub(super) fn stop_signal(&self) -> StopSignal {
        self.session.stop_signal()
    }

    fn share(&self) -> Share {
        let used = self.cost.counts.expansions;
        let nodes = self.session.options.nodes;
        let expansions = nodes.map(|nodes| used.saturating_add(nodes));
        Share { deadline: self.deadline, expansions }
    }

    /// Asks whether the attacker reaches the target at all.
    pub(super) fn ask(&mut self, position: &G::Position) -> Result<Finding, Refuted> {
        (self.session.cost, self.session.share) = (self.cost, self.share());
        let wanted = Wanted { line: true, implied: &[], before: None };
        let asked = self.search.ask(&mut self.session, position, &wanted, &mut |_, _| {});
        self.cost = self.session.cost;
        let mut finding = asked?;
        // They have been checked. If they were kept, they could fill the memory.
        finding.certificates.clear();
        Ok(finding)
    }

    /// Finds the least number of plies, and the line with both sides at their best.
    pub(super) fn least(
        &mut self,
        position: &G::Position,
    ) -> Result<(ShortestSearch, Finding), Refuted> {
        (self.lengths.session.cost, self.lengths.session.share) = (self.cost, self.share());
        let (search, mut finding) = self.lengths.least(position);
        let certified = match search.least() {
            Some(plies) => self.lengths.certify_least(position, plies, &mut finding),
            None => Ok(()),
        };
        self.cost = self.lengths.session.cost;
        finding.certificates.clear();
        certified.map(|()| (search, finding))
    }

    /// Asks whether the attacker reaches the target at all, and whether within so many plies. A proof of that shows the
    /// first as well, and the line is then the faster one.
    pub(super) fn ask_with_length(
        &mut self,
        position: &G::Position,
        plies: Option<u16>,
    ) -> Result<(Finding, Option<bool>), Refuted> {
        let mut finding = self.ask(position)?;
        let Some(plies) = plies.filter(|_| finding.verdict != Verdict::Disproved) else {
            let too_late = finding.verdict == Verdict::Disproved;
            return Ok((finding, too_late.then_some(false)));
        };
        (self.lengths.session.cost, self.lengths.session.share) = (self.cost, self.share());
        let asked = self.lengths.ask_and_certify(position, plies);
        self.cost = self.lengths.session.cost;
        let mut in_time = asked?;
        match in_time.verdict.proved() {
            Some(true) => {
                let certificates = std::mem::take(&mut in_time.certificates);
                let line = self.lengths.certified_line(position, plies, &certificates);
                in_time.line = finding.line.take();
                if in_time.certified {
                    in_time.line = Some(line);
                }
                Ok((in_time, Some(true)))
            }
            Some(false) => {
                finding.certified |= finding.verdict == Verdict::Unknown;
                finding.certified &= in_time.certified;
                Ok((finding, Some(false)))
            }
            None => Ok((finding, None)),
        }
    }
}
