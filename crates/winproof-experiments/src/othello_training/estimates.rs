//! Fitting h: how far a position is from a proof or a disproof, given its evaluation (Nagai & Imai 1999,
//! section 4).
//!
//! Positions of games that were learned from, with 47 to 62 discs, are solved by the paper's df-pn ("can the player
//! to move win?"). Each solution gives a point: the evaluation, less the difference in discs at which won and not
//! won part, and the threshold that suffices for it. A search returns when a number is not below its threshold, so
//! that is one more than what the solution needs ([`solution`](super::solution)). Points of wins make the curve for
//! φ, those of the others the curve for δ.
//!
//! - *Doubling:* the points of wins, mirrored, are joined with the others, and both curves are one.
//! - *Smoothing:* B and C are replaced by exponential functions of the number of discs.
//!
//! The paper's text has e_i contain the 1 twice; the curve is that of its formulas (5) and (6).

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use winproof::{Algorithm, Config, Limits, Silent, Solver, StopReason, Verdict};
use winproof_games::othello::evaluation::Evaluation;
use winproof_games::othello::weights::{
    Curves, FIRST_STAGE, FITS, STAGES, Sigmoid, UNITS, Weights,
};
use winproof_games::{Othello, OthelloBoard};
use winproof_rules::{Game, Question};

use super::corpus::{Corpus, sides};
use super::curves::{exponential, sigmoid};
use super::games_of;
use super::solution::Solution;
use crate::report::Report;
use crate::table::Table;
use crate::{Failure, Lab, Plan};

/// The name in the results log.
const NAME: &str = "fit-othello";

/// Numbers of discs of the problems.
const DISCS: std::ops::RangeInclusive<u32> = 47..=62;

/// Problems for each number of discs. Those with 17 empty squares take a quarter of a second each, all of them
/// together a quarter of an hour.
const PROBLEMS: usize = 1000;

/// Expansions that a problem may take. Nearly all take less.
const EXPANSIONS: u64 = 5_000_000;
const MEMORY: usize = 512 << 20;
/// The paper's df-pn. Another search finds other solutions, which need more or less.
const THRESHOLDS: &str = "thresholds=plain";

/// The result of a problem.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Solved {
    verdict: Verdict,
    /// What the solution needs.
    need: u32,
}

/// A problem.
struct Task {
    discs: u32,
    board: OthelloBoard,
}

/// Fits h to problems from the games in the plan, with the evaluation that is in the file, and writes both
/// into it. Returns a report, in Markdown.
pub fn fit(plan: Plan, file: &Path) -> Result<String, Failure> {
    let bytes = fs::read(file)
        .map_err(|error| Failure::Input(format!("cannot read {}: {error}", file.display())))?;
    let mut weights = Weights::read(&bytes)
        .map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
    let corpus = Corpus::read(&games_of(&plan)?, plan.seed)?;
    let mut lab = Lab::open(NAME, plan)?;
    let game = Othello::default();
    let tasks: Vec<Task> =
        DISCS.flat_map(|discs| sample(&corpus, &game, discs, lab.seed())).collect();
    let rows: Vec<Solved> = lab.run(
        "solving",
        &tasks,
        |task| {
            let (own, enemy) = sides(&game, &task.board);
            format!("{own:016x}/{enemy:016x}/{THRESHOLDS}/{EXPANSIONS}")
        },
        |task, interrupt| solve(&game, &task.board, interrupt),
    )?;
    let evaluation = Evaluation::new(weights.clone());
    let points = DISCS.map(|discs| Points::new(&game, &evaluation, discs, &tasks, &rows)).collect();
    let fitted = Fitted { points };
    for (fit, curves) in weights.curves.iter_mut().enumerate() {
        *curves = fitted.curves(fit & 1 != 0, fit & 2 != 0);
    }
    fs::write(file, weights.write()).map_err(Failure::file(file))?;
    fitted.report(&lab, &weights)
}

/// Positions with so many discs, of different games that were learned from.
fn sample(corpus: &Corpus, game: &Othello, discs: u32, seed: u64) -> Vec<Task> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(u64::from(discs));
    let mut order: Vec<usize> = (0..corpus.training.len()).collect();
    order.shuffle(&mut rng);
    let position = |game_number: usize| {
        let positions = corpus.training[game_number].positions(game).ok()?;
        positions.into_iter().find(|board| {
            let (own, enemy) = sides(game, board);
            (own | enemy).count_ones() == discs && game.outcome(board).is_none()
        })
    };
    let found = order.into_iter().filter_map(position).take(PROBLEMS);
    found.map(|board| Task { discs, board }).collect()
}

fn solve(game: &Othello, board: &OthelloBoard, interrupt: &Arc<AtomicBool>) -> Option<Solved> {
    let question = Question { attacker: game.to_move(board), target: 1 };
    let mut config = Config { memory: MEMORY, ..Config::new(Algorithm::DfPn) };
    config.set(THRESHOLDS).expect("df-pn has this parameter");
    let limits = Limits {
        expansions: Some(EXPANSIONS),
        deadline: None,
        interrupt: Some(Arc::clone(interrupt)),
    };
    let mut solver = Solver::new(game, question, &config);
    let answer = solver.solve_with(board, &limits, &mut Silent);
    if answer.stop == Some(StopReason::Interrupted) {
        return None;
    }
    let unsolved = Solved { verdict: Verdict::Unknown, need: 0 };
    let Some(proved) = answer.verdict.proved() else { return Some(unsolved) };
    let Ok(records) = solver.certify(board, proved, &limits, &mut Silent) else {
        return Some(unsolved);
    };
    let need = Solution { game, question, proved, records: &records }.need(board);
    Some(Solved { verdict: answer.verdict, need })
}

/// The points of one number of discs.
struct Points {
    discs: u32,
    won: Vec<(f64, f64)>,
    lost: Vec<(f64, f64)>,
    unsolved: usize,
}

impl Points {
    fn new(
        game: &Othello,
        evaluation: &Evaluation,
        discs: u32,
        tasks: &[Task],
        rows: &[Solved],
    ) -> Points {
        let mut points = Points { discs, won: Vec::new(), lost: Vec::new(), unsolved: 0 };
        for (task, row) in tasks.iter().zip(rows).filter(|(task, _)| task.discs == discs) {
            let (own, enemy) = sides(game, &task.board);
            // Differences are even: a win and what is not a win part at 1.
            let x = f64::from(evaluation.evaluate(own, enemy)) / UNITS - 1.0;
            let threshold = f64::from(row.need) + 1.0;
            match row.verdict {
                Verdict::Proved => points.won.push((x, threshold)),
                Verdict::Disproved => points.lost.push((x, threshold)),
                Verdict::Unknown => points.unsolved += 1,
            }
        }
        points
    }

    /// The curves through these points alone.
    fn curves(&self, doubling: bool) -> Curves {
        let falling = |rising: Sigmoid| Sigmoid { b: rising.b, c: -rising.c };
        let mirrored: Vec<(f64, f64)> = self.won.iter().map(|&(x, y)| (-x, y)).collect();
        if doubling {
            let all = sigmoid(&[&mirrored[..], &self.lost[..]].concat());
            return Curves { phi: falling(all), delta: all };
        }
        Curves { phi: falling(sigmoid(&mirrored)), delta: sigmoid(&self.lost) }
    }
}

struct Fitted {
    points: Vec<Points>,
}

impl Fitted {
    /// The curves of all stages. Those without problems have the curves of the nearest that has, or lie on
    /// the exponential.
    fn curves(&self, doubling: bool, smoothing: bool) -> [Curves; STAGES] {
        let fitted: Vec<Curves> =
            self.points.iter().map(|points| points.curves(doubling)).collect();
        let (first, last) = (*DISCS.start() as usize, *DISCS.end() as usize);
        if !smoothing {
            return std::array::from_fn(|stage| {
                fitted[(stage + FIRST_STAGE).clamp(first, last) - first]
            });
        }
        let smooth = |value: &dyn Fn(&Curves) -> f32| {
            // Counted from the first stage, so that F stays readable.
            let points: Vec<(f64, f64)> = (0..)
                .map(f64::from)
                .zip(fitted.iter().map(|curves| f64::from(value(curves))))
                .collect();
            let (f, d) = exponential(&points);
            move |stage: usize| {
                let x = (stage + FIRST_STAGE) as f64 - first as f64;
                (f * libm::exp(-d * x)) as f32
            }
        };
        let phi = (smooth(&|curves| curves.phi.b), smooth(&|curves| -curves.phi.c));
        let delta = (smooth(&|curves| curves.delta.b), smooth(&|curves| curves.delta.c));
        std::array::from_fn(|stage| Curves {
            phi: Sigmoid { b: phi.0(stage), c: -phi.1(stage) },
            delta: Sigmoid { b: delta.0(stage), c: delta.1(stage) },
        })
    }

    fn report(&self, lab: &Lab, weights: &Weights) -> Result<String, Failure> {
        let mut report = Report::new(lab);
        let count = |count: fn(&Points) -> usize| self.points.iter().map(count).sum::<usize>();
        report.say(&format!(
            "# Othello: h from solved problems\n\n{} wins and {} others were solved; {} problems were not, \
             within {EXPANSIONS} expansions, and are left out.",
            count(|points| points.won.len()),
            count(|points| points.lost.len()),
            count(|points| points.unsolved),
        ));
        let mut table =
            Table::new(&["discs", "won", "not won", "mean threshold", "B φ", "C φ", "B δ", "C δ"]);
        for points in &self.points {
            let all: Vec<f64> =
                points.won.iter().chain(&points.lost).map(|point| point.1).collect();
            let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
            table.row(row(
                points.discs,
                &[
                    points.won.len().to_string(),
                    points.lost.len().to_string(),
                    format!("{mean:.1}"),
                ],
                &weights.curves[0][points.discs as usize - FIRST_STAGE],
            ));
        }
        report.table("Naively", "naive", &table)?;
        for (fit, name) in NAMES.iter().enumerate().skip(1) {
            let mut table = Table::new(&["discs", "B φ", "C φ", "B δ", "C δ"]);
            for points in &self.points {
                let stage = points.discs as usize - FIRST_STAGE;
                table.row(row(points.discs, &[], &weights.curves[fit][stage]));
            }
            report.table(&format!("With {name}"), &name.replace(' ', "-"), &table)?;
        }
        report.finish()
    }
}

/// The names of the ways to fit, in the order in which they are stored.
const NAMES: [&str; FITS] = ["naive", "doubling", "smoothing", "doubling and smoothing"];

fn row(discs: u32, columns: &[String], curves: &Curves) -> Vec<String> {
    let mut row = vec![discs.to_string()];
    row.extend_from_slice(columns);
    let Curves { phi, delta } = curves;
    row.extend([phi.b, phi.c, delta.b, delta.c].map(|value| format!("{value:.2}")));
    row
}
