//! A walk through a saved search, from position to position.

use std::collections::HashSet;

use serde::Serialize;
use utoipa::ToSchema;
use winproof::save::Header;
use winproof::{Numbers, ProofNumber, Solver, Stored, Verdict};
use winproof_games::GameVisitor;
use winproof_rules::{Move, Notation, Question, StopSignal};

use crate::amounts::Memory;
use crate::failure::Failure;
use crate::position::names_of;
use crate::question::Role;
use crate::saved::Saved;
use crate::schema;

/// One position of a saved search and what is known about its children.
#[derive(Debug, Serialize, ToSchema)]
pub struct View {
    /// The moves from the root to this position.
    pub line: Vec<String>,
    /// The position in the game's notation.
    pub position: String,
    /// The name of the player to move.
    pub mover: &'static str,
    /// The type of the node: `or` if the attacker is to move, otherwise `and`.
    pub role: Role,
    /// What is known about it.
    #[serde(flatten)]
    pub known: Known,
    /// The moves that the search would follow next from here.
    pub proving: Vec<String>,
    /// The positions after the legal moves.
    pub children: Vec<Child>,
}

/// What a save says about a position.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Known {
    /// The proof number; null if nothing is stored.
    #[schema(value_type = Option<schema::ProofNumber>)]
    pub pn: Option<ProofNumber>,
    /// The disproof number; null if nothing is stored.
    #[schema(value_type = Option<schema::ProofNumber>)]
    pub dn: Option<ProofNumber>,
    /// The work below it, if that is kept: nodes of the tree, or about how many expansions.
    pub effort: Option<u64>,
    /// The verdict so far.
    #[schema(value_type = schema::Verdict)]
    pub verdict: Verdict,
    /// Whether the game is over there.
    pub over: bool,
}

/// A child of a position.
#[derive(Debug, Serialize, ToSchema)]
pub struct Child {
    /// The move that leads there.
    #[serde(rename = "move")]
    pub name: String,
    /// The same as a move.
    #[serde(skip)]
    pub mv: Move,
    /// The type of the node after it: `or` if the attacker is to move there, otherwise `and`.
    pub role: Role,
    /// What is known about it.
    #[serde(flatten)]
    pub known: Known,
    /// Whether it is the one that solves its parent, or the one that the search would go to.
    pub best: bool,
    /// Whether it is on the line that the search would follow from the root.
    pub proving: bool,
}

/// Lines are not followed further than this; in games with cycles they could be endless.
const LONGEST: usize = 200;

/// The most positions that are read to compute one that is not stored; with more, the delay would be
/// noticeable.
const GATHERED: usize = 20_000;

/// A walk through the state of a search.
pub trait Walk {
    /// Returns the view from here.
    fn view(&self) -> View;

    /// Returns the current position, drawn for a terminal.
    fn draw(&self) -> String;

    /// Goes to a child.
    fn descend(&mut self, mv: Move);

    /// Goes to the child that is reached by the move of that name.
    fn follow(&mut self, name: &str) -> Result<(), Failure>;

    /// Goes back to the parent. Returns the move that led from there, or `None` at the root.
    fn ascend(&mut self) -> Option<Move>;
}

/// Loads a save and lets `visit` walk through it, beginning at the root.
pub fn through_save(
    saved: Saved,
    memory: Option<Memory>,
    visit: &mut dyn FnMut(&Header, &mut dyn Walk),
) -> Result<(), Failure> {
    let spec = saved.spec()?;
    let position = saved.header.position.clone();
    let question = Question { attacker: saved.attacker()?, target: saved.target()? };
    let within = saved.ask()?.plies();
    spec.open_for(&position, question, within, ThroughSave { saved, memory, visit })
        .map_err(|error| Failure::Input(format!("bad position in the save: {error}")))?
}

struct ThroughSave<'a> {
    saved: Saved,
    memory: Option<Memory>,
    visit: &'a mut dyn FnMut(&Header, &mut dyn Walk),
}

impl GameVisitor for ThroughSave<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> Self::Output {
        let ThroughSave { mut saved, memory, visit } = self;
        saved.check_root(&game, &root)?;
        let mut config = saved.header.config().map_err(Failure::input)?;
        config.memory = Memory::budget(Some(memory.unwrap_or(Memory(config.memory))))?.bytes;
        let question = Question { attacker: saved.attacker()?, target: saved.target()? };
        let mut solver = Solver::new(&game, question, &config);
        let loaded = saved.load(&mut solver, &root, StopSignal::default())?;
        loaded.map_err(|stop| Failure::Input(format!("the save was not loaded: {stop}")))?;
        let mut walk = SolverWalk::new(&game, question, solver, root);
        visit(&saved.header, &mut walk);
        Ok(())
    }
}

/// A walk through the tables or the tree of a solver.
pub struct SolverWalk<'g, G: Notation> {
    game: &'g G,
    question: Question,
    solver: Solver<'g, G>,
    line: Vec<Move>,
    /// The positions along the line, the root first.
    positions: Vec<G::Position>,
}

impl<'g, G: Notation> SolverWalk<'g, G> {
    /// Makes a walk at the root of a search that `solver` made or loaded.
    pub fn new(
        game: &'g G,
        question: Question,
        solver: Solver<'g, G>,
        root: G::Position,
    ) -> SolverWalk<'g, G> {
        SolverWalk { game, question, solver, line: Vec::new(), positions: vec![root] }
    }

    fn position(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the moves that lead here, as text.
    fn line_text(&self) -> String {
        if self.line.is_empty() {
            "the root".to_string()
        } else {
            self.names(0, &self.line).join(" ")
        }
    }

    /// Returns the names of moves that are played one after the other from the position at `depth` of the
    /// line.
    fn names(&self, depth: usize, line: &[Move]) -> Vec<String> {
        names_of(self.game, &self.positions[depth], line)
    }

    /// Returns what is stored about the end of `line`, or follows from what is stored about its successors.
    fn stored(&self, line: &[Move], position: &G::Position) -> Option<Stored> {
        let stored = self.solver.stored(&self.positions[0], line);
        stored.or_else(|| self.gathered(line, position, &mut { GATHERED }))
    }

    /// Computes the end of `line` from its successors: a search that was saved while it ran has stored
    /// nothing yet about the positions on its path. At most `left` of them are read.
    fn gathered(&self, line: &[Move], position: &G::Position, left: &mut usize) -> Option<Stored> {
        if line.len() > self.line.len() + LONGEST {
            return None;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        *left = left.checked_sub(moves.len())?;
        let mut line = line.to_vec();
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            line.push(mv);
            let child = self.game.play(position, mv);
            let outcome = self.game.outcome(&child);
            let settled = outcome.map(|outcome| Numbers::solved(self.question.met_by(outcome)));
            let stored = || self.solver.stored(&self.positions[0], &line);
            let numbers = settled.or_else(|| Some(stored()?.numbers));
            children.push((mv, child, numbers));
            line.pop();
        }
        // Where nothing is stored, the search has never been.
        children.iter().find(|(_, _, numbers)| numbers.is_some())?;
        let attacks = self.game.to_move(position) == self.question.attacker;
        let (mut least, mut sum, mut best) = (ProofNumber::INFINITY, ProofNumber::ZERO, None);
        for (mv, child, numbers) in children {
            line.push(mv);
            let numbers = numbers.or_else(|| Some(self.gathered(&line, &child, left)?.numbers));
            line.pop();
            let numbers = numbers.unwrap_or(Numbers::UNIT);
            let numbers = if attacks { numbers } else { numbers.turned() };
            if best.is_none() || numbers.pn < least {
                (least, best) = (numbers.pn, Some(mv));
            }
            sum = sum.plus(numbers.dn);
        }
        let numbers = Numbers { pn: least, dn: sum };
        let numbers = if attacks { numbers } else { numbers.turned() };
        Some(Stored { numbers, best, effort: None })
    }

    fn role(&self, position: &G::Position) -> Role {
        Role::of(self.game.to_move(position), self.question.attacker)
    }

    fn known(&self, line: &[Move], position: &G::Position) -> Known {
        if let Some(outcome) = self.game.outcome(position) {
            let numbers = Numbers::solved(self.question.met_by(outcome));
            return Known::new(Some(numbers), None, true);
        }
        let stored = self.stored(line, position);
        Known::new(stored.map(|it| it.numbers), stored.and_then(|it| it.effort), false)
    }

    /// Returns the line that the search would follow next from the end of `line`.
    fn proving(&self, line: &[Move], from: &G::Position) -> Vec<Move> {
        let mut line = line.to_vec();
        let start = line.len();
        let mut position = from.clone();
        let mut seen = HashSet::new();
        while line.len() - start < LONGEST
            && self.game.outcome(&position).is_none()
            && seen.insert(position.clone())
            && let Some(mv) = self.stored(&line, &position).and_then(|stored| stored.best)
        {
            // A false match in a table could name a move of another position.
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            if !moves.contains(&mv) {
                break;
            }
            position = self.game.play(&position, mv);
            line.push(mv);
        }
        line.split_off(start)
    }
}

impl<G: Notation> Walk for SolverWalk<'_, G> {
    fn draw(&self) -> String {
        self.game.draw(self.position())
    }

    fn descend(&mut self, mv: Move) {
        let child = self.game.play(self.position(), mv);
        self.positions.push(child);
        self.line.push(mv);
    }

    fn follow(&mut self, name: &str) -> Result<(), Failure> {
        let mv = self
            .game
            .parse_move(self.position(), name)
            .map_err(|error| Failure::Input(format!("after {}: {error}", self.line_text())))?;
        self.descend(mv);
        Ok(())
    }

    fn ascend(&mut self) -> Option<Move> {
        let mv = self.line.pop()?;
        self.positions.pop();
        Some(mv)
    }

    fn view(&self) -> View {
        let position = self.position();
        let mover = self.game.to_move(position);
        let proving = self.proving(&self.line, position);
        let from_root = self.proving(&[], &self.positions[0]);
        let on_the_way = from_root.starts_with(&self.line);
        let mut moves = Vec::new();
        if self.game.outcome(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        let mut line = self.line.clone();
        let children = moves
            .into_iter()
            .map(|mv| {
                line.push(mv);
                let child = self.game.play(position, mv);
                let known = self.known(&line, &child);
                line.pop();
                Child {
                    name: self.game.format_move(position, mv),
                    mv,
                    role: self.role(&child),
                    known,
                    best: proving.first() == Some(&mv),
                    proving: on_the_way && from_root.get(line.len()) == Some(&mv),
                }
            })
            .collect();
        View {
            line: self.names(0, &self.line),
            position: self.game.format(position),
            mover: self.game.player_name(mover),
            role: self.role(position),
            known: self.known(&self.line, position),
            proving: self.names(self.line.len(), &proving),
            children,
        }
    }
}

impl Known {
    fn new(numbers: Option<Numbers>, effort: Option<u64>, over: bool) -> Known {
        let verdict = numbers.and_then(Numbers::verdict).map_or(Verdict::Unknown, Verdict::of);
        Known {
            pn: numbers.map(|numbers| numbers.pn),
            dn: numbers.map(|numbers| numbers.dn),
            effort,
            verdict,
            over,
        }
    }
}
