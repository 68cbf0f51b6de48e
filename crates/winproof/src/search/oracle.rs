//! The oracle, the plain reference search that all others are compared with: slow, and obviously right.
//!
//! In games without cycles it is minimax, a walk over the whole tree that stops at a node as soon as one
//! child decides it. Otherwise it makes the whole graph and works backwards from the ends (retrograde
//! analysis): a position is proved once the attacker has a move to a proved one, or the defender has only
//! such moves; all other positions are disproved, because endless play does not meet the target.

use std::collections::{HashMap, VecDeque};
use std::io;

use winproof_rules::{Game, Move, Question};

use super::{Search, Setup, Stored, follow};
use crate::certify::Region;
use crate::limits::POLL_EVERY_NODE;
use crate::policy::static_solver::StaticSolver;
use crate::save::{LoadError, State, StateReader, StateWriter};
use crate::{Condition, Control, Numbers, StopReason};

/// The oracle as a search.
pub struct Oracle<'g, G: Game> {
    game: &'g G,
    question: Question,
    budget: usize,
    graph: Graph<G::Position>,
    root: Option<G::Position>,
    numbers: Numbers,
    best: Option<Move>,
    memory: usize,
    /// Empty: only the rules decide.
    static_solver: StaticSolver<'g, G>,
}

impl<'g, G: Game> Oracle<'g, G> {
    /// Makes an empty oracle.
    pub fn new(setup: &Setup<'g, G>) -> Self {
        Oracle {
            game: setup.game,
            question: setup.question,
            budget: setup.memory,
            graph: Graph::default(),
            root: None,
            numbers: Numbers::UNIT,
            best: None,
            memory: 0,
            static_solver: StaticSolver::none(setup.question),
        }
    }

    /// Plain minimax, with the stack on the heap.
    fn minimax(
        &mut self,
        root: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        struct Frame<P> {
            position: P,
            moves: Vec<Move>,
            next: usize,
            attacker_moves: bool,
        }
        let mut stack: Vec<Frame<G::Position>> = Vec::new();
        let mut entered = root.clone();
        loop {
            let mut result = self.question.settled(self.game, &entered);
            if result.is_none() {
                control.admit(|| open(self.memory, 0))?;
                let attacker_moves = self.game.to_move(&entered) == self.question.attacker;
                let mut moves = Vec::new();
                self.game.moves(&entered, &mut moves);
                control.expanded(self.game.key(&entered), moves.len(), 1);
                stack.push(Frame { position: entered, moves, next: 0, attacker_moves });
                self.memory = self.memory.max(stack.len() * size_of::<Frame<G::Position>>());
            }
            loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(result.expect("an empty stack means that the root has its result"));
                };
                let decided = result.is_some_and(|met| met == frame.attacker_moves);
                if decided || frame.next == frame.moves.len() {
                    // If no child decided it, a node has the value that all its children have.
                    result = Some(decided == frame.attacker_moves);
                    let frame = stack.pop().expect("it was there just now");
                    if stack.is_empty() {
                        self.best = frame.moves.get(frame.next.saturating_sub(1)).copied();
                    }
                    continue;
                }
                entered = self.game.play(&frame.position, frame.moves[frame.next]);
                frame.next += 1;
                break;
            }
        }
    }

    fn retrograde(
        &mut self,
        root: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        self.graph = Graph::default();
        let explored = self.graph.explore(self.game, self.question, root, self.budget, control);
        self.memory = self.memory.max(self.graph.bytes());
        if let Err(reason) = explored {
            // Values from an incomplete graph are not reliable.
            self.graph = Graph::default();
            return Err(reason);
        }
        if let Err(reason) = self.graph.solve(control) {
            self.graph = Graph::default();
            return Err(reason);
        }
        let start = &self.graph.nodes[0];
        self.best = start.choice.or_else(|| self.graph.best_reply(start));
        Ok(start.rank.is_some())
    }
}

/// It is for small problems: nothing is worth saving, and it starts again.
impl<G: Game> State for Oracle<'_, G> {
    fn save(&mut self, _out: &mut StateWriter<'_>) -> io::Result<()> {
        Ok(())
    }

    fn load(&mut self, _input: &mut StateReader<'_>) -> Result<(), LoadError> {
        Ok(())
    }
}

impl<'g, G: Game> Search<'g, G> for Oracle<'g, G> {
    fn search(
        &mut self,
        position: &G::Position,
        control: &mut Control<'_>,
    ) -> Result<bool, StopReason> {
        self.root = Some(position.clone());
        self.numbers = Numbers::UNIT;
        self.best = None;
        let proved = if G::CYCLIC {
            self.retrograde(position, control)
        } else {
            self.minimax(position, control)
        }?;
        self.numbers = Numbers::solved(proved);
        Ok(proved)
    }

    fn numbers(&self) -> Numbers {
        self.numbers
    }

    fn best_move(&self) -> Option<Move> {
        self.best
    }

    fn harvest(&self, region: &mut Region<'_, G>) {
        let Some(root) = &self.root else { return };
        let start = region.enter(root);
        if let (true, Some(mv)) = (region.wants_choice(start), self.best) {
            region.choose(start, mv);
        }
        let mut seen = vec![false; self.graph.nodes.len()];
        let mut open: Vec<u32> = self.graph.index.get(root).copied().into_iter().collect();
        while let Some(number) = open.pop()
            && !region.has_to_stop()
        {
            if std::mem::replace(&mut seen[number as usize], true) {
                continue;
            }
            let node = &self.graph.nodes[number as usize];
            let place = region.enter(&node.position);
            let choice = if region.proved() { node.choice } else { self.graph.best_reply(node) };
            match choice.filter(|_| region.wants_choice(place)) {
                Some(mv) => {
                    region.choose(place, mv);
                    open.extend(node.moves.iter().filter(|edge| edge.0 == mv).map(|edge| edge.1));
                }
                None => open.extend(node.moves.iter().map(|edge| edge.1)),
            }
        }
    }

    fn known(&self, position: &G::Position) -> Option<bool> {
        let node = *self.graph.index.get(position)?;
        Some(self.graph.nodes[node as usize].rank.is_some())
    }

    fn stored(&self, root: &G::Position, line: &[Move]) -> Option<Stored> {
        let numbers = Numbers::solved(self.known(&follow(self.game, root, line))?);
        Some(Stored { numbers, best: None, effort: None })
    }

    fn static_solver(&mut self) -> &mut StaticSolver<'g, G> {
        &mut self.static_solver
    }

    fn memory(&self) -> usize {
        self.memory
    }

    fn entries(&self) -> usize {
        self.graph.nodes.len()
    }
}

/// The state until the end of the search.
fn open(memory: usize, entries: usize) -> Condition {
    Condition { numbers: Numbers::UNIT, memory, entries }
}

/// All reachable positions, and what is known about them.
struct Graph<P> {
    index: HashMap<P, u32>,
    nodes: Vec<GraphNode<P>>,
    edges: usize,
}

struct GraphNode<P> {
    position: P,
    attacker_moves: bool,
    end: Option<bool>,
    moves: Vec<(Move, u32)>,
    /// The most moves that the attacker needs; `None` unless proved.
    rank: Option<u32>,
    /// The attacker's move that proved it.
    choice: Option<Move>,
}

impl<P> Default for Graph<P> {
    fn default() -> Self {
        Graph { index: HashMap::new(), nodes: Vec::new(), edges: 0 }
    }
}

impl<P: Clone + Eq + std::hash::Hash> Graph<P> {
    fn bytes(&self) -> usize {
        let node = size_of::<GraphNode<P>>() + size_of::<P>() + 16;
        self.nodes.len() * node + self.edges * 16
    }

    fn enter<G: Game<Position = P>>(&mut self, game: &G, question: Question, position: P) -> u32 {
        if let Some(&known) = self.index.get(&position) {
            return known;
        }
        let number = self.nodes.len() as u32;
        self.index.insert(position.clone(), number);
        self.nodes.push(GraphNode {
            attacker_moves: game.to_move(&position) == question.attacker,
            end: question.settled(game, &position),
            position,
            moves: Vec::new(),
            rank: None,
            choice: None,
        });
        number
    }

    fn explore<G: Game<Position = P>>(
        &mut self,
        game: &G,
        question: Question,
        root: &P,
        budget: usize,
        control: &mut Control<'_>,
    ) -> Result<(), StopReason> {
        self.enter(game, question, root.clone());
        let mut moves = Vec::new();
        let mut number = 0;
        while number < self.nodes.len() {
            if self.nodes[number].end.is_none() {
                control.admit(|| open(self.bytes(), self.nodes.len()))?;
                let position = self.nodes[number].position.clone();
                moves.clear();
                game.moves(&position, &mut moves);
                control.expanded(game.key(&position), moves.len(), 1);
                let enter = |&mv: &Move| (mv, self.enter(game, question, game.play(&position, mv)));
                self.nodes[number].moves = moves.iter().map(enter).collect();
                self.edges += moves.len();
                if self.bytes() > budget {
                    return Err(StopReason::Memory);
                }
            }
            number += 1;
        }
        Ok(())
    }

    fn solve(&mut self, control: &Control<'_>) -> Result<(), StopReason> {
        let mut parents: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        let mut unproved: Vec<usize> = self.nodes.iter().map(|node| node.moves.len()).collect();
        let mut queue = VecDeque::new();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if number.is_multiple_of(POLL_EVERY_NODE) {
                control.check()?;
            }
            node.moves.iter().for_each(|&(_, child)| parents[child as usize].push(number as u32));
            if node.end == Some(true) {
                node.rank = Some(0);
                queue.push_back(number as u32);
            }
        }
        let mut solved = 0_usize;
        while let Some(child) = queue.pop_front() {
            solved += 1;
            if solved.is_multiple_of(POLL_EVERY_NODE) {
                control.check()?;
            }
            let rank = self.nodes[child as usize].rank.expect("only proved nodes are queued") + 1;
            for &number in &parents[child as usize] {
                unproved[number as usize] -= 1;
                let node = &mut self.nodes[number as usize];
                if node.rank.is_none() && (node.attacker_moves || unproved[number as usize] == 0) {
                    node.rank = Some(rank);
                    node.choice =
                        node.moves.iter().find(|&&(_, to)| to == child).map(|&(mv, _)| mv);
                    queue.push_back(number);
                }
            }
        }
        Ok(())
    }

    /// Returns the defender's move into an unproved position, or any move if there is none.
    fn best_reply(&self, node: &GraphNode<P>) -> Option<Move> {
        let safe = node.moves.iter().find(|&&(_, to)| self.nodes[to as usize].rank.is_none());
        safe.or(node.moves.first()).map(|&(mv, _)| mv)
    }
}

#[cfg(test)]
mod tests {
    use winproof_games::Graph;
    use winproof_rules::Player;

    use crate::{Algorithm, Config, Limits, Silent, Solver, StopReason, Verdict};

    /// If it was interrupted, it knows nothing, not even about positions that it has visited.
    #[test]
    fn half_a_graph_says_nothing() {
        let (graph, start) = Graph::read("start 0\n0 A 1 2\n1 B 0 2\n2 A 0 3\n3 = 1").unwrap();
        let question = winproof_rules::Question { attacker: Player::First, target: 1 };
        let mut solver = Solver::new(&graph, question, &Config::new(Algorithm::Oracle));
        let limits = Limits { expansions: Some(2), ..Limits::default() };
        let answer = solver.solve_with(&start, &limits, &mut Silent);
        assert_eq!((answer.verdict, answer.stop), (Verdict::Unknown, Some(StopReason::Expansions)));
        assert_eq!(solver.known(&start), None);
        solver.solve_with(&start, &Limits::default(), &mut Silent);
        assert_eq!(solver.known(&start), Some(true));
    }
}
