//! The principal line, by certificates or by the tables of searches.

use std::cell::Cell;

use winproof::line::{
    Adviser, CertificateAdviser, LineEnd, PrincipalLine, TableAdviser, principal_line,
};
use winproof::{SharedLeafOracle, Solver, Verdict};
use winproof_certificate::Accepted;
use winproof_rules::{Move, Notation, Outcome, StopSignal};

use super::finding::Evidence;

/// A line is not followed further than this. The longest mates of composed problems take 1,525 moves.
pub const LONGEST_LINE: usize = 10_000;

/// Where the leaf oracle is while no solver uses it.
pub type OracleCell<'g, G> = Cell<Option<SharedLeafOracle<'g, G>>>;

/// The position before the one that a line begins at, the move between them, and certificates of that position.
pub struct Before<'a, G: Notation> {
    /// The position.
    pub position: &'a G::Position,
    /// The move.
    pub mv: Move,
    /// Certificates of the position before.
    pub certificates: &'a [Accepted],
}

/// Whose moves are followed, and from where.
pub struct LineSources<'a, 'g, G: Notation> {
    /// The rules.
    pub game: &'g G,
    /// Where the line begins.
    pub root: &'a G::Position,
    /// The position before it, if there are certificates of it.
    pub before: Option<&'a Before<'a, G>>,
    /// The leaf oracle.
    pub oracle: &'a OracleCell<'g, G>,
    /// Tells when to stop.
    pub stop: &'a StopSignal,
}

impl<'a, 'g, G: Notation> LineSources<'a, 'g, G> {
    /// Returns an adviser for a verdict, if something has moves for it: its certificate, the solver that found it,
    /// or the certificate of the same verdict on the position before.
    pub fn adviser(
        &self,
        verdict: Verdict,
        evidence: &'a Evidence,
        solver: Option<&'a mut Solver<'g, G>>,
    ) -> Option<Box<dyn Adviser + 'a>> {
        match (evidence, solver) {
            (Evidence::Certificate(accepted), _) => {
                let has_records = accepted.report().records > 0;
                has_records.then(|| self.certificate_adviser(accepted, self.root))
            }
            (Evidence::Implied { .. }, _) => {
                let Before { position, mv, certificates } = *self.before?;
                let is_same = |one: &&Accepted| one.certificate().header.verdict == verdict;
                let mut adviser =
                    self.certificate_adviser(certificates.iter().find(is_same)?, position);
                adviser.follow(mv);
                Some(adviser)
            }
            (_, Some(solver)) => {
                let proved = verdict == Verdict::Proved;
                Some(Box::new(TableAdviser::new(solver, self.oracle, self.root, proved)))
            }
            (_, None) => None,
        }
    }

    fn certificate_adviser(
        &self,
        accepted: &'a Accepted,
        position: &G::Position,
    ) -> Box<dyn Adviser + 'a> {
        let certificate = accepted.certificate();
        Box::new(CertificateAdviser::new(self.game, certificate, position, self.stop))
    }

    /// Follows the advisers. `fits` says whether an outcome, or endless play, is the result that the line has to
    /// end with; a line that ends with another one is not returned.
    pub fn line(
        &self,
        mut advisers: Vec<Box<dyn Adviser + '_>>,
        fits: impl Fn(Outcome) -> bool,
    ) -> Option<PrincipalLine> {
        if advisers.is_empty() {
            return None;
        }
        let (game, root) = (self.game, self.root);
        let line = principal_line(game, root, &mut advisers, LONGEST_LINE, self.stop);
        if line.moves.is_empty() && line.end == LineEnd::Open {
            return None;
        }
        let last = line.moves.iter().fold(root.clone(), |at, &mv| game.play(&at, mv));
        let result = match line.end {
            LineEnd::GameOver => game.outcome(&last),
            LineEnd::Repetition => Some(game.endless()),
            LineEnd::Open => None,
        };
        result.is_none_or(fits).then_some(line)
    }
}
