//! The Grundy value of a position: the size of the heap of Nim beside which it is lost.
//!
//! One certificate shows it, that the player to move cannot win the position with this heap beside it: beside every
//! other heap the position is won, because a position has one Grundy value only. Where the game knows the value, only
//! this heap is asked about; otherwise one after the other, from none on.

use winproof::Verdict;
use winproof_games::{DynamicGame, DynamicPosition};
use winproof_rules::{Game, Impartial, Notation};

use super::finding::Finding;
use super::problem_search::{ProblemSearch, Wanted};
use super::report::Report;
use super::session::{Refuted, Session};
use super::task::{Found, Task, fill, record_proof, refuse};
use crate::board;
use crate::failure::Failure;
use crate::options::Options;
use crate::question::{Ask, Attacker};

/// Why no value was found.
enum Trouble {
    Refuted(Refuted),
    /// The game has no position with a heap of this size.
    TooLarge(u32),
}

/// Finds the Grundy value of the position that the text describes.
pub(super) fn run(task: Task<'_>, text: &str) -> Result<Report, Failure> {
    task.refuse_saving("a search for the Grundy value cannot be saved")?;
    if task.options.moves {
        return Err(Failure::input(
            "moves get no Grundy values; ask about the positions after them",
        ));
    }
    let mut report = task.blank_report(String::new());
    let Task { spec, options, interrupt, observer, proof, .. } = task;
    let opened = board::open_dynamic(spec, text)?;
    let partisan = || {
        let name = spec.info().name;
        Failure::Input(format!(
            "{name} has no Grundy values, because its players have different moves"
        ))
    };
    if opened.is_cyclic() {
        return Err(partisan());
    }
    let (game, position) = (opened.game::<false>(), &opened.position);
    let impartial = game.impartial().ok_or_else(partisan)?;
    let mover = game.to_move(position);
    let certifying = Options { attacker: Attacker::Fixed(mover), ask: Ask::Win, ..options.clone() };
    let searching = Options { certify: false, ..certifying.clone() };
    report.position = game.format(position);
    report.attacker = Some(game.player_name(mover).to_string());
    let mut session = Session::new(&game, spec, &certifying, interrupt, observer);
    match find(&mut session, [&searching, &certifying], impartial, position) {
        Ok(root) => {
            let found = Found { root, moves: None };
            fill(&mut report, &session, position, &found);
            if let Some(facts) = &mut report.facts {
                facts.target = options.ask.in_words(spec.info());
            }
            if let Some(target) = &proof {
                let certificates = &found.root.certificates;
                record_proof(&mut report, options.ask, certificates, target, session.observer);
            }
        }
        Err(Trouble::Refuted(refuted)) => refuse(&mut report, &refuted),
        Err(Trouble::TooLarge(size)) => {
            return Err(Failure::Input(format!(
                "the Grundy value is {size} or more, and the game has no position with such a heap of Nim"
            )));
        }
    }
    Ok(report)
}

/// Asks about one heap after the other, without and then with a certificate.
fn find<'g>(
    session: &mut Session<'g, DynamicGame<false>>,
    [searching, certifying]: [&'g Options; 2],
    impartial: &dyn Impartial<DynamicPosition>,
    position: &DynamicPosition,
) -> Result<Finding, Trouble> {
    let mover = session.game.to_move(position);
    let guess = impartial.grundy_value(position);
    let wanted = Wanted { line: false, implied: &[], before: None };
    let mut search = ProblemSearch::new(session, mover, None);
    for size in guess.into_iter().chain((0..).filter(|&size| Some(size) != guess)) {
        let sum = impartial.beside_nim_heap(position, size).ok_or(Trouble::TooLarge(size))?;
        let mut ask = |session: &mut Session<'g, _>, options| {
            session.options = options;
            search.ask(session, &sum, &wanted, &mut |_, _| {}).map_err(Trouble::Refuted)
        };
        let mut finding = ask(session, searching)?;
        if finding.verdict == Verdict::Disproved {
            // The solver still knows it.
            finding = ask(session, certifying)?;
        }
        match finding.verdict {
            Verdict::Proved => {}
            Verdict::Unknown => {
                return Ok(Finding { numbers: None, promising_move: None, ..finding });
            }
            Verdict::Disproved => {
                let value = size as i32;
                return Ok(Finding {
                    verdict: Verdict::Proved,
                    bounds: Some((value, value)),
                    numbers: None,
                    best_move: None,
                    ..finding
                });
            }
        }
    }
    unreachable!("heaps grow until the game has none of that size")
}
