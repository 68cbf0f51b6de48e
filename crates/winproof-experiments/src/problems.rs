//! Generated problems: random trees that are neither trivial nor endless, random graphs, and random games of
//! Othello.

use std::ops::RangeInclusive;

use rand::seq::index;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::Algorithm;
use winproof_games::othello::wthor::Transcript;
use winproof_games::{Othello, OthelloBoard};
use winproof_rules::{Game, Verdict};

use crate::measure::{Budget, Measurement, Problem, SOLVED, Search, measure_within};
use crate::{Failure, Lab};

/// Allis's search as Nagai had it. His program looks whether a node is an end when it comes to it, and makes all
/// children of one that is not.
pub const ALLIS: (Algorithm, &str) = (Algorithm::Pn, "update=not-grown evaluation=delayed");

/// Which random trees are wanted.
pub struct Screening {
    /// Their average branching factor.
    pub branching: u32,
    /// As many of each verdict.
    pub of_each: usize,
    /// Nodes that PN search generates before it solves them.
    pub effort: RangeInclusive<u64>,
    /// Bytes for PN search.
    pub memory: usize,
}

/// A random tree whose solution is known.
pub struct Tree {
    /// Average branching factor.
    pub branching: u32,
    /// The seed it grew from.
    pub seed: u64,
    /// The tree.
    pub problem: Problem,
    /// What PN search found, and what it cost.
    pub allis: Measurement,
}

/// Trees from neighbouring seeds, and how many were looked at.
pub struct Screened {
    /// The trees, in the order of their seeds.
    pub trees: Vec<Tree>,
    /// Seeds that were tried.
    pub tried: usize,
    /// How many of them PN search did not solve within the range of effort.
    pub too_hard: usize,
}

/// σ of the trees; the paper does not say. Of the trees of branching 8, PN search solves three quarters with
/// fewer than 13,000 generations at 0.15, and fails at a fifth within a million expansions at 0.07.
const SIGMA: f64 = 0.1;
/// v of the root. At 0.5 the first player wins nine of ten, because of the first move; at 0.3 the first
/// player loses nine of ten.
const ROOT: f64 = 0.4;
/// Seeds that are tried at once, so that they can run in parallel.
const BATCH: u64 = 40;
/// The most seeds; if they do not give enough trees, something is wrong.
const MOST_SEEDS: usize = 20_000;

impl Screening {
    fn problem(&self, seed: u64) -> Problem {
        let game = format!("tree:avg={},sigma={SIGMA},v={ROOT},seed={seed}", self.branching);
        Problem { game, position: "start".to_string() }
    }

    /// Takes the first trees, from the lab's seed on, that PN search solves with an effort in the range.
    pub fn carry_out(&self, lab: &mut Lab) -> Result<Screened, Failure> {
        let (algorithm, settings) = ALLIS;
        let search = Search { algorithm, settings: settings.to_string(), memory: self.memory };
        // Each expanded node but the root was generated; of a search in a tree the nodes are those.
        let most = *self.effort.end();
        let budget = Budget { nodes: most, ..Budget::expansions(most) };
        let title = format!("branching {:>2}, choosing", self.branching);
        let mut screened = Screened { trees: Vec::new(), tried: 0, too_hard: 0 };
        let mut wanted = SOLVED.map(|ending| (ending, self.of_each));
        let mut first = lab.seed();
        while wanted.iter().any(|&(_, wanted)| wanted > 0) {
            let seeds: Vec<u64> = (first..first + BATCH).collect();
            first += BATCH;
            let rows: Vec<Measurement> = lab.run(
                &title,
                &seeds,
                |seed| format!("tree/{}/{seed}/allis", self.branching),
                |&seed, interrupt| measure_within(&self.problem(seed), &search, budget, interrupt),
            )?;
            screened.tried += rows.len();
            for (seed, allis) in seeds.into_iter().zip(rows) {
                let out_of_range = allis.generated > *self.effort.end();
                screened.too_hard += usize::from(allis.verdict == Verdict::Unknown || out_of_range);
                let place = wanted.iter_mut().find(|(ending, _)| *ending == allis.verdict);
                if let Some((_, wanted)) = place
                    && *wanted > 0
                    && self.effort.contains(&allis.generated)
                {
                    *wanted -= 1;
                    let (branching, problem) = (self.branching, self.problem(seed));
                    screened.trees.push(Tree { branching, seed, problem, allis });
                }
            }
            if screened.tried > MOST_SEEDS {
                return Err(Failure::Input(format!(
                    "among {MOST_SEEDS} trees of branching {} there are not {} of each verdict",
                    self.branching, self.of_each
                )));
            }
        }
        Ok(screened)
    }
}

/// A random game without cycles in which lines of play meet again and again: `layers` of `width` nodes,
/// each with four successors in the next layer, whose last layer is won or lost by chance.
pub fn layered_graph(seed: u64, layers: usize, width: usize, won: f64) -> Problem {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = "start 0.0\n".to_string();
    for layer in 0..layers {
        let player = if layer % 2 == 0 { 'A' } else { 'B' };
        for node in 0..width {
            text += &format!("{layer}.{node} {player}");
            for successor in index::sample(&mut rng, width, 4) {
                text += &format!(" {}.{successor}", layer + 1);
            }
            text.push('\n');
        }
    }
    for node in 0..width {
        let value = if rng.random_bool(won) { 1 } else { -1 };
        text += &format!("{layers}.{node} = {value}\n");
    }
    Problem { game: "graph".to_string(), position: text }
}

/// The position of Othello after so many random moves from the start; the first one, among random games from
/// the seed on, that is not over by then.
pub fn random_othello(seed: u64, moves: usize) -> OthelloBoard {
    let game = Othello::default();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let positions = random_game(&game, &mut rng);
        if let Some(&(_, board)) = positions.get(moves)
            && game.outcome(&board).is_none()
        {
            return board;
        }
    }
}

/// Random games of Othello.
pub fn random_othello_games(count: usize, seed: u64) -> Vec<Transcript> {
    let game = Othello::default();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let one = |_| {
        let positions = random_game(&game, &mut rng);
        Transcript::new(positions.iter().skip(1).map(|&(square, _)| square).collect())
    };
    (0..count).map(one).collect()
}

/// The positions of a random game, except those in which a player has to pass, with the squares that were
/// played on to reach them.
fn random_game(game: &Othello, rng: &mut ChaCha8Rng) -> Vec<(u8, OthelloBoard)> {
    let mut positions = vec![(0, game.start())];
    let mut board = game.start();
    let mut moves = Vec::new();
    while game.outcome(&board).is_none() {
        moves.clear();
        game.moves(&board, &mut moves);
        let mv = moves[rng.random_range(0..moves.len())];
        board = game.play(&board, mv);
        match u8::try_from(mv.0).ok().filter(|&square| square < 64) {
            Some(square) => positions.push((square, board)),
            None => positions.last_mut().expect("there is the start").1 = board,
        }
    }
    positions
}
