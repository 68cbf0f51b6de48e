//! Watching a search: its numbers while it runs, and a limit that ends it.

use winproof::rules::{Notation, Player};
use winproof::settings::Pn;
use winproof::{Config, Limits, Observer, Progress, Question, Solver, StopReason};
use winproof_games::{GameSpec, Tree};

struct Print;

impl Observer for Print {
    fn progress(&mut self, progress: &Progress) {
        let numbers = progress.condition.numbers;
        println!(
            "{:>8} expansions, pn {}, dn {}",
            progress.counts.expansions, numbers.pn, numbers.dn
        );
    }
}

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec: GameSpec = "tree:sigma=0.01".parse()?;
    let game = Tree::new(spec.settings())?;
    let start = game.parse("start")?;
    let question = Question::win(Player::First);
    let mut solver = Solver::new(&game, question, &Config::new(Pn::default()));
    let limits = Limits { expansions: Some(10_000), ..Limits::default() };
    let answer = solver.solve_with(&start, &limits, &mut Print);
    println!("{}: {:?}", answer.verdict, answer.stop);
    assert_eq!(answer.stop, Some(StopReason::Expansions));
    Ok(())
}
