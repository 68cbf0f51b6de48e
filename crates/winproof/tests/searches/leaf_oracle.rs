//! Games that decide positions without a search: every search uses the decisions, and still has a certificate
//! for everything.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof_games::conformance::check_leaf_oracle;
use winproof_games::{Graph, TicTacToe};
use winproof_rules::{Encoding, Game, Key, LeafOracle, Move, Outcome, Player, Question};

use crate::common::{Engine, engines, questions, random_graph, reachable, run};

/// A game that looks some moves ahead by itself: as many as the level says.
struct Farsighted<G> {
    game: G,
    /// Whether it claims to end the game at once only where it can.
    honest: bool,
}

impl<G: Game> Game for Farsighted<G> {
    type Position = G::Position;
    const CYCLIC: bool = G::CYCLIC;
    const TRANSPOSES: bool = G::TRANSPOSES;

    fn to_move(&self, position: &G::Position) -> Player {
        self.game.to_move(position)
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.game.outcome(position)
    }

    fn moves(&self, position: &G::Position, moves: &mut Vec<Move>) {
        self.game.moves(position, moves);
    }

    fn play(&self, position: &G::Position, mv: Move) -> G::Position {
        self.game.play(position, mv)
    }

    fn key(&self, position: &G::Position) -> Key {
        self.game.key(position)
    }

    fn endless(&self) -> Outcome {
        self.game.endless()
    }

    fn outcomes(&self) -> Vec<Outcome> {
        self.game.outcomes()
    }

    fn leaf_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<G::Position> + Send + '_>> {
        Some(Box::new(Lookahead { game: &self.game, level, honest: self.honest, visited: 0 }))
    }
}

impl<G: Encoding> Encoding for Farsighted<G> {
    fn encode(&self, position: &G::Position, bytes: &mut Vec<u8>) {
        self.game.encode(position, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<G::Position> {
        self.game.decode(bytes)
    }
}

struct Lookahead<'a, G> {
    game: &'a G,
    level: u32,
    honest: bool,
    visited: u64,
}

impl<G: Game> Lookahead<'_, G> {
    fn ahead(&mut self, position: &G::Position, question: Question, depth: u32) -> Option<bool> {
        self.visited += 1;
        let settled = question.settled(self.game, position);
        if settled.is_some() || depth == 0 {
            return settled;
        }
        let decisive = self.game.to_move(position) == question.attacker;
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut all = true;
        for mv in moves {
            match self.ahead(&self.game.play(position, mv), question, depth - 1) {
                Some(proved) if proved == decisive => return Some(decisive),
                Some(_) => {}
                None => all = false,
            }
        }
        all.then_some(!decisive)
    }

    /// Moves of `player` alone that end the game as that player wants it.
    fn alone(&mut self, position: &G::Position, question: Question, line: &mut Vec<Move>) -> bool {
        let player = self.game.to_move(position);
        if line.len() == self.level as usize {
            return false;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        for mv in moves {
            line.push(mv);
            let child = self.game.play(position, mv);
            let found = match question.settled(self.game, &child) {
                Some(met) => met == (player == question.attacker),
                None => self.game.to_move(&child) == player && self.alone(&child, question, line),
            };
            if found {
                return true;
            }
            line.pop();
        }
        false
    }

    fn behind(&mut self, position: &G::Position, mv: Move, question: Question) -> Option<bool> {
        self.ahead(&self.game.play(position, mv), question, self.level - 1)
    }
}

impl<G: Game> LeafOracle<G::Position> for Lookahead<'_, G> {
    fn decide(&mut self, position: &G::Position, question: Question) -> Option<bool> {
        self.ahead(position, question, self.level)
    }

    fn unfold(&mut self, position: &G::Position, question: Question, proved: bool) -> Option<Move> {
        assert_eq!(
            self.decide(position, question),
            Some(proved),
            "only what it decides is unfolded"
        );
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves.into_iter().find(|&mv| self.behind(position, mv, question) == Some(proved))
    }

    /// Makes false claims at times, unless it is honest: no code may rely on it.
    fn finish(&mut self, position: &G::Position, question: Question, line: &mut Vec<Move>) -> bool {
        let found = self.alone(position, question, line);
        if !found && !self.honest && self.visited.is_multiple_of(3) {
            self.game.moves(position, line);
        }
        !line.is_empty()
    }

    fn prune(&mut self, position: &G::Position, question: Question, moves: &mut Vec<Move>) {
        let lost = self.game.to_move(position) != question.attacker;
        moves.retain(|&mv| self.behind(position, mv, question) != Some(lost));
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}

fn asking(level: u32) -> Vec<Engine> {
    let mut engines = engines();
    engines.retain(|engine| engine.label != "oracle");
    for engine in &mut engines {
        engine.config.set(&format!("leaf={level}")).unwrap();
    }
    engines
}

/// What the tests below rely on.
#[test]
fn looking_ahead_keeps_the_promises_of_oracles() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut decided = 0;
    for round in 0..400 {
        let text = random_graph(&mut rng, 2 + round % 20);
        let (graph, start) = Graph::read(&text).unwrap();
        let game = Farsighted { game: graph, honest: true };
        decided += check_leaf_oracle(&game, 1 + round as u32 % 4, &[start], usize::MAX);
    }
    assert!(decided > 1_000, "only {decided} positions were decided");
}

#[test]
fn random_cyclic_graphs() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let levels = [1, 2, 4].map(asking);
    let (mut asked, mut unknown) = (0, 0);
    for round in 0..300 {
        let inner = rng.random_range(2..=25);
        let text = random_graph(&mut rng, inner);
        let (graph, start) = Graph::read(&text).unwrap();
        let game = Farsighted { game: graph, honest: false };
        let all = reachable(&game, &start);
        let roots = [start, all[rng.random_range(0..all.len())], start];
        for question in questions().skip(round % 4).step_by(4) {
            for engine in &levels[round % levels.len()] {
                asked += roots.len();
                unknown += run(engine, &game, question, &roots, &all, &|| text.clone());
            }
        }
    }
    assert!(unknown * 100 < asked, "{unknown} of {asked} unknown");
}

#[test]
fn tic_tac_toe() {
    let game = Farsighted { game: TicTacToe, honest: false };
    let position = winproof_rules::Notation::parse(&TicTacToe, "X../.O./...").unwrap();
    let all = reachable(&game, &position);
    let roots = [position, all[all.len() / 3], all[all.len() / 2]];
    for question in [(Player::First, 1), (Player::Second, 0), (Player::First, 0)] {
        let question = Question { attacker: question.0, target: question.1 };
        for engine in asking(3) {
            assert_eq!(run(&engine, &game, question, &roots, &all, &String::new), 0);
        }
    }
}
