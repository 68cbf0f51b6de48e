//! Games that are small enough to solve completely.

use std::collections::HashMap;

use winproof_rules::{Game, Move, Outcome, Player, Question};

/// All positions that can be reached from some, and how moves connect them.
pub struct WholeGame<P> {
    positions: Vec<P>,
    places: Vec<Place>,
}

struct Place {
    mover: Player,
    outcome: Option<Outcome>,
    /// The legal moves, and the numbers of the positions after them.
    moves: Vec<(Move, usize)>,
}

impl<P> WholeGame<P> {
    /// Explores a game from some positions, which come first.
    pub fn new<G: Game<Position = P>>(game: &G, roots: &[P]) -> WholeGame<P>
    where
        P: Clone + Eq + std::hash::Hash,
    {
        let mut numbers: HashMap<P, usize> = HashMap::new();
        let mut positions: Vec<P> = Vec::new();
        let mut number = |position: P, positions: &mut Vec<P>| {
            *numbers.entry(position).or_insert_with_key(|position| {
                positions.push(position.clone());
                positions.len() - 1
            })
        };
        for root in roots {
            number(root.clone(), &mut positions);
        }
        let mut places = Vec::new();
        while let Some(position) = positions.get(places.len()).cloned() {
            let outcome = game.outcome(&position);
            let mut moves = Vec::new();
            if outcome.is_none() {
                game.moves(&position, &mut moves);
            }
            let after = |mv: Move| (mv, number(game.play(&position, mv), &mut positions));
            let moves = moves.into_iter().map(after).collect();
            places.push(Place { mover: game.to_move(&position), outcome, moves });
        }
        WholeGame { positions, places }
    }

    /// Returns all positions; other methods identify them by their places here.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// The legal moves of a position, none if the game is over, and the positions after them.
    pub fn moves(&self, number: usize) -> &[(Move, usize)] {
        &self.places[number].moves
    }

    /// Who is to move in a position.
    pub fn mover(&self, number: usize) -> Player {
        self.places[number].mover
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self, number: usize) -> Option<Outcome> {
        self.places[number].outcome
    }

    /// Answers a question about all positions by the simplest method: a set of positions that grows, in
    /// rounds over all positions, until it grows no more.
    ///
    /// It is the set in which play reaches an end that decides against endless play.
    pub fn truth<G: Game<Position = P>>(&self, game: &G, question: Question) -> Vec<bool> {
        let endless_meets = question.met_by(game.endless());
        let grower = if endless_meets { question.attacker.opponent() } else { question.attacker };
        let mut inside = vec![false; self.places.len()];
        let mut grows = true;
        while grows {
            grows = false;
            // Most moves lead to later places.
            for number in (0..self.places.len()).rev() {
                if inside[number] {
                    continue;
                }
                let Place { mover, outcome, moves } = &self.places[number];
                let holds = match outcome {
                    Some(outcome) => question.met_by(*outcome) != endless_meets,
                    None if *mover == grower => moves.iter().any(|&(_, to)| inside[to]),
                    None => moves.iter().all(|&(_, to)| inside[to]),
                };
                inside[number] = holds;
                grows |= holds;
            }
        }
        inside.into_iter().map(|inside| inside != endless_meets).collect()
    }
}

/// Questions about a game for tests: for both attackers all targets from below to above what can be reached, if
/// they are few, else some of them, and the greatest and least targets there are.
pub fn test_questions<G: Game>(game: &G) -> Vec<Question> {
    let outcomes = game.outcomes();
    let mut questions = Vec::new();
    for attacker in [Player::First, Player::Second] {
        let mut worths: Vec<i32> =
            outcomes.iter().map(|outcome| outcome.worth_to(attacker)).collect();
        worths.sort_unstable();
        let (least, most) = (worths[0], worths[worths.len() - 1]);
        let step = ((most - least) / 6).max(1) as usize;
        let inner = (least - 1..=most + 2).step_by(step);
        let targets = inner.chain([most + 1, Outcome::LIMIT, -Outcome::LIMIT]);
        questions.extend(targets.map(|target| Question { attacker, target }));
    }
    questions
}
