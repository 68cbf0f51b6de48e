//! A certificate that was interrupted is finished later from what was done of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use winproof::{Algorithm, CertifyError, Config, Limits, Observer, Progress, Solver, StopReason};
use winproof_certificate::{Certificate, Header, check};
use winproof_games::{Hex, Loa, Othello, RegisteredGame};
use winproof_rules::{Notation, Question, Settings};

/// Interrupts after some reports of progress.
struct Interrupting {
    after: Option<usize>,
    reports: usize,
    flag: Arc<AtomicBool>,
}

impl Observer for Interrupting {
    fn progress(&mut self, _: &Progress) {
        self.reports += 1;
        if self.after.is_some_and(|after| self.reports >= after) {
            self.flag.store(true, Ordering::Relaxed);
        }
    }
}

/// Solves a position.
fn solved<'g, G: Notation>(
    game: &'g G,
    position: &G::Position,
    leaf: u32,
) -> (Solver<'g, G>, Question, bool) {
    let question = Question::win(game.to_move(position));
    let mut config = Config::new(Algorithm::DfPn);
    config.set(&format!("leaf={leaf}")).unwrap();
    let mut solver = Solver::new(game, question, &config);
    let proved = solver.solve(position).verdict.proved().unwrap();
    (solver, question, proved)
}

/// Makes a certificate, perhaps with a draft and an interrupt. Returns how much progress was reported, too.
fn certify<G: Notation>(
    game: &G,
    position: &G::Position,
    leaf: u32,
    draft: Option<Vec<u64>>,
    after: Option<usize>,
) -> (Result<Certificate, CertifyError>, Option<Vec<u64>>, usize) {
    let (mut solver, question, proved) = solved(game, position, leaf);
    if let Some(draft) = draft {
        solver.set_draft(draft);
    }
    let flag = Arc::new(AtomicBool::new(false));
    let mut observer = Interrupting { after, reports: 0, flag: Arc::clone(&flag) };
    let limits = Limits { interrupt: Some(flag), ..Limits::default() };
    let records = solver.certify(position, proved, &limits, &mut observer);
    let header = Header {
        game: "test".to_string(),
        parameters: Default::default(),
        position: game.format(position),
        attacker: question.attacker,
        target: question.target,
        verdict: winproof::Verdict::of(proved),
        within: None,
    };
    let made = records.map(|records| Certificate { header, records });
    (made, solver.take_draft(), observer.reports)
}

fn interrupt_and_finish<G: Notation>(game: &G, text: &str, leaf: u32) {
    let position = &game.parse(text).unwrap();
    let (whole, draft, reports) = certify(game, position, leaf, None, None);
    check(game, position, &whole.unwrap()).unwrap();
    assert_eq!(draft, None, "nothing is left to do");
    assert!(reports > 2, "{text}: {reports} reports are too few to interrupt it");
    let (unfinished, draft, _) =
        certify(game, position, leaf, None, Some((3 * reports / 4).max(1)));
    assert_eq!(unfinished.unwrap_err(), CertifyError::Stopped(StopReason::Interrupted));
    let draft = draft.expect("there is a draft");
    let (finished, _, rest) = certify(game, position, leaf, Some(draft.clone()), None);
    check(game, position, &finished.unwrap()).unwrap();
    assert!(rest <= reports, "{text}: {rest} reports with a draft, {reports} without");
    damage(game, position, leaf, &draft);
}

/// Whatever is in a draft, nothing breaks, and what is accepted is true.
fn damage<G: Notation>(game: &G, position: &G::Position, leaf: u32, draft: &[u64]) {
    for round in 0..12_usize {
        let mut words = draft.to_vec();
        let place = (round * 7919 + 1) % words.len();
        match round % 4 {
            0 => words[place] ^= 1 << (round % 60),
            1 => words.truncate(place),
            2 => words[place] = words[(place * 31 + 7) % words.len()],
            _ => words.swap(place, round % draft.len()),
        }
        let (made, ..) = certify(game, position, leaf, Some(words), None);
        if let Ok(made) = made {
            // Only a draft that says something false can make it fail.
            let _ = check(game, position, &made);
        }
    }
}

fn game<G: RegisteredGame>(parameters: &[&str]) -> G {
    let mut settings = Settings::defaults(G::INFO.name, G::INFO.parameters);
    parameters.iter().for_each(|parameter| settings.set(parameter).unwrap());
    G::open(&settings, "start").unwrap().0
}

#[test]
fn certificates_of_hex() {
    interrupt_and_finish(&game::<Hex>(&["size=6"]), "b4", 3);
}

#[test]
fn certificates_of_othello() {
    // The second endgame of the FFO suite.
    let position = "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O";
    interrupt_and_finish(&game::<Othello>(&[]), position, 10);
}

#[test]
fn certificates_of_lines_of_action() {
    let position = "o5x1/5x2/7x/1o5x/6x1/4xo2/7x/5oo1 x";
    interrupt_and_finish(&game::<Loa>(&[]), position, 0);
}
