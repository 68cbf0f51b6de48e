//! Questions with a number of plies about the positions of one game, by one solver: the plies that are left are in the
//! keys of its tables, and what is found about a position with one number holds for others as well ([`Within`]).

use winproof::line::{Adviser, CertificateAdviser, LineEnd, PrincipalLine, principal_line};
use winproof::{Answer, ShortestSearch, Solver, Verdict};
use winproof_certificate::Accepted;
use winproof_rules::{Game, Move, Notation, Question, Within};

use super::finding::Finding;
use super::lines::LONGEST_LINE;
use super::observer::PlyBounds;
use super::session::{Refuted, Session};

/// Asks about numbers of plies.
pub struct Lengths<'g, G: Notation> {
    /// Limits and costs.
    pub session: Session<'g, Within<G>>,
    solver: Solver<'g, Within<G>>,
    question: Question,
}

impl<'g, G: Notation> Lengths<'g, G> {
    /// Begins to ask.
    pub fn new(session: Session<'g, Within<G>>) -> Self {
        let question = session.game.question();
        let solver = Solver::new(session.game, question, &session.options.config);
        Lengths { session, solver, question }
    }

    /// Asks whether a number of plies suffices.
    pub fn ask(&mut self, position: &G::Position, plies: u16) -> Answer {
        let root = self.session.game.root(position.clone(), plies);
        self.session.search(&mut self.solver, &root)
    }

    /// Asks whether a number of plies suffices, and certifies the answer if that is wanted.
    pub fn ask_and_certify(
        &mut self,
        position: &G::Position,
        plies: u16,
    ) -> Result<Finding, Refuted> {
        let answer = self.ask(position, plies);
        let mut finding = Finding { verdict: answer.verdict, ..Finding::unknown(answer.stop) };
        if answer.verdict.is_known() && self.session.options.certify {
            let root = self.session.game.root(position.clone(), plies);
            let evidence =
                self.session.certify(&mut self.solver, &root, self.question, answer.verdict)?;
            let (certificate, shortfall) = evidence.split();
            finding.certified = certificate.is_some();
            finding.certificates.extend(certificate);
            finding.shortfall = shortfall;
        }
        Ok(finding)
    }

    /// Finds the least number of plies that suffices. The result is that of the last question, and proved if the least
    /// number was found.
    pub fn least(&mut self, position: &G::Position) -> (ShortestSearch, Finding) {
        let mut search = ShortestSearch::new(self.session.game, position);
        let mut finding = Finding::default();
        while let Some(plies) = search.next() {
            self.session.observer.plies(PlyBounds {
                not_within: search.not_within(),
                within: search.enough(),
                asking: plies,
            });
            let answer = self.ask(position, plies);
            finding.numbers = Some(answer.numbers);
            let Some(proved) = answer.verdict.proved() else {
                finding.stop = answer.stop;
                finding.promising_move = answer.best_move;
                break;
            };
            if proved {
                finding.best_move = answer.best_move;
            }
            search.answered(plies, proved);
        }
        let is_found = search.least().is_some();
        finding.verdict = if is_found { Verdict::Proved } else { Verdict::Unknown };
        finding.best_move = finding.best_move.filter(|_| is_found);
        (search, finding)
    }

    /// Makes the certificates for the least number of plies and for one ply less, if certificates are wanted, and the
    /// line with both sides at their best.
    pub fn certify_least(
        &mut self,
        position: &G::Position,
        least: u16,
        finding: &mut Finding,
    ) -> Result<(), Refuted> {
        if self.session.options.certify {
            for plies in [Some(least), least.checked_sub(1)].into_iter().flatten() {
                // The solver knows the answer, or finds it again.
                let again = self.ask_and_certify(position, plies)?;
                finding.certificates.extend(again.certificates);
                let stopped =
                    again.stop.map(|stop| format!("the certificate was not begun: {stop}"));
                finding.shortfall = finding.shortfall.take().or(again.shortfall).or(stopped);
            }
            finding.certified = finding.certificates.len() == 1 + usize::from(least > 0);
        }
        let line = match finding.certified {
            true => self.certified_line(position, least, &finding.certificates),
            false => self.searched_line(position, least),
        };
        finding.best_move = line.moves.first().copied().or(finding.best_move);
        finding.line = Some(line);
        Ok(())
    }

    /// Returns the line that certificates lead to, from a position with so many plies left.
    ///
    /// It has both sides at their best if these are the certificates for the least number N of plies and for one ply
    /// less. Wherever the line has led after k plies, N − k suffice and N − k − 1 do not: the proof covers every move of
    /// the defender, the disproof every move of the attacker. So the line reaches the target with its N-th ply.
    pub fn certified_line(
        &self,
        position: &G::Position,
        plies: u16,
        certificates: &[Accepted],
    ) -> PrincipalLine {
        let game = self.session.game;
        let stop = self.session.line_stop_signal();
        let root = |plies: u16| game.root(position.clone(), plies);
        let mut advisers: Vec<Box<dyn Adviser + '_>> = Vec::new();
        for certificate in certificates.iter().map(Accepted::certificate) {
            let root = root(certificate.header.within.unwrap_or(plies));
            advisers.push(Box::new(CertificateAdviser::new(game, certificate, &root, &stop)));
        }
        principal_line(game, &root(plies), &mut advisers, LONGEST_LINE, &stop)
    }

    /// Returns the same line, by asking about moves, as far as the limits allow.
    fn searched_line(&mut self, position: &G::Position, least: u16) -> PrincipalLine {
        let game = self.session.game;
        let mut at = game.root(position.clone(), least);
        let mut moves = Vec::new();
        while game.outcome(&at).is_none() {
            let attacks = game.to_move(&at) == self.question.attacker;
            let keeps = |mv: &Move| {
                let after = game.play(&at, *mv);
                // The attacker stays in time, and the defender makes one ply less too few.
                let plies = if attacks { Some(after.left) } else { after.left.checked_sub(1) };
                let verdict = plies.map(|plies| self.ask(&after.position, plies).verdict);
                verdict.unwrap_or(Verdict::Disproved) == Verdict::of(attacks)
            };
            let Some(mv) = game.legal_moves(&at).into_iter().find(keeps) else {
                return PrincipalLine { moves, end: LineEnd::Open };
            };
            at = game.play(&at, mv);
            moves.push(mv);
        }
        PrincipalLine { moves, end: LineEnd::GameOver }
    }
}
