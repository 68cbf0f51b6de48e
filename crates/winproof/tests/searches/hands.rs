//! Tables that compare hands, on random games with cycles: every entry is held against the truth.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof_rules::{
    Dominance, Encoding, Game, Hand, Hands, Key, Move, Outcome, Player, Question, SplitKey, Within,
};

use crate::common::{Engine, engines, questions, reachable, run};

/// How many kinds of pieces there are, and how many of each.
const SET: [u32; 3] = [2, 1, 3];
/// Where the counts of a packed hand begin; the bits above them are the guards.
const SHIFT: [u32; 3] = [0, 3, 5];
const GUARDS: u64 = 1 << 2 | 1 << 4 | 1 << 7;

/// Pieces of each kind.
type Pieces = [u32; 3];

fn pack(pieces: Pieces) -> Hand {
    Hand((0..3).map(|kind| u64::from(pieces[kind] << SHIFT[kind])).sum())
}

fn unpack(hand: Hand) -> Pieces {
    let widths = [2, 1, 2];
    [0, 1, 2].map(|kind| hand.0 as u32 >> SHIFT[kind] & ((1 << widths[kind]) - 1))
}

/// A board of a random game: who moves, the pieces that are on it, and the boards that can come next.
#[derive(Clone, Debug)]
struct Board {
    mover: Player,
    pieces: Pieces,
    next: Vec<usize>,
}

/// A random game with hands. A move to a board with a piece more needs the piece in the mover's hand; one to
/// a board with a piece less gives it to the mover. A player without a move has lost.
#[derive(Clone, Debug)]
struct HandGraph {
    boards: Vec<Board>,
}

/// A board, and what the first player has in hand; the second player has the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    board: usize,
    first: Pieces,
}

/// What a move does with pieces: it drops one of this kind, or takes one.
enum Step {
    Quiet,
    Drop(usize),
    Take(usize),
}

impl HandGraph {
    fn random(rng: &mut ChaCha8Rng, count: usize) -> HandGraph {
        let ring = rng.random_bool(0.5);
        let boards = (0..count).map(|_| Board {
            mover: if rng.random() { Player::First } else { Player::Second },
            pieces: SET.map(|most| rng.random_range(0..=most)),
            next: Vec::new(),
        });
        let mut graph = HandGraph { boards: boards.collect() };
        for board in 0..count {
            let near = |next: usize| !ring || (next + count - board) % count <= count / 2;
            let possible: Vec<_> = (0..count)
                .filter(|&next| next != board && near(next) && graph.step(board, next).is_some())
                .collect();
            let degree = rng.random_range(1..=4);
            let mut next: Vec<_> = possible.choose_multiple(rng, degree).copied().collect();
            next.sort_unstable();
            graph.boards[board].next = next;
        }
        graph
    }

    fn step(&self, from: usize, to: usize) -> Option<Step> {
        let pieces = |board: usize| self.boards[board].pieces;
        let changed: Vec<_> =
            (0..3).filter(|&kind| pieces(from)[kind] != pieces(to)[kind]).collect();
        match changed[..] {
            [] => Some(Step::Quiet),
            [kind] if pieces(to)[kind] == pieces(from)[kind] + 1 => Some(Step::Drop(kind)),
            [kind] if pieces(to)[kind] + 1 == pieces(from)[kind] => Some(Step::Take(kind)),
            _ => None,
        }
    }

    fn both_hands(&self, board: usize) -> Pieces {
        [0, 1, 2].map(|kind| SET[kind] - self.boards[board].pieces[kind])
    }

    fn hand(&self, position: &Position, player: Player) -> Pieces {
        match player {
            Player::First => position.first,
            Player::Second => {
                [0, 1, 2].map(|kind| self.both_hands(position.board)[kind] - position.first[kind])
            }
        }
    }

    fn all_positions(&self) -> Vec<Position> {
        let mut all = Vec::new();
        for board in 0..self.boards.len() {
            let [a, b, c] = self.both_hands(board);
            let hands =
                (0..=a).flat_map(|x| (0..=b).flat_map(move |y| (0..=c).map(move |z| [x, y, z])));
            all.extend(hands.map(|first| Position { board, first }));
        }
        all
    }

    /// The attacker's hand before a move of the attacker, given that after it.
    fn before(&self, position: &Position, mv: Move, mut after: Pieces) -> Pieces {
        match self.step(position.board, mv.0 as usize).unwrap() {
            Step::Quiet => {}
            Step::Drop(kind) => after[kind] += 1,
            Step::Take(kind) => after[kind] = after[kind].saturating_sub(1),
        }
        after
    }

    /// Whether a piece of a kind can be dropped here, if it is in hand.
    fn takes_drops(&self, position: &Position, kind: usize) -> bool {
        self.boards[position.board].next.iter().any(
            |&next| matches!(self.step(position.board, next), Some(Step::Drop(it)) if it == kind),
        )
    }
}

impl Game for HandGraph {
    type Position = Position;
    const HAND_GUARDS: u64 = GUARDS;

    fn to_move(&self, position: &Position) -> Player {
        self.boards[position.board].mover
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.is_empty().then(|| Outcome::won_by(self.to_move(position).opponent()))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let hand = self.hand(position, self.to_move(position));
        for &next in &self.boards[position.board].next {
            let legal = match self.step(position.board, next) {
                Some(Step::Drop(kind)) => hand[kind] > 0,
                _ => true,
            };
            if legal {
                moves.push(Move(next as u32));
            }
        }
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        let board = mv.0 as usize;
        let mut first = position.first;
        if self.to_move(position) == Player::First {
            match self.step(position.board, board).unwrap() {
                Step::Quiet => {}
                Step::Drop(kind) => first[kind] -= 1,
                Step::Take(kind) => first[kind] += 1,
            }
        }
        Position { board, first }
    }

    fn key(&self, position: &Position) -> Key {
        Key((position.board as u128) << 64 | u128::from(pack(position.first).0))
    }

    fn split_key(&self, position: &Position, player: Player) -> SplitKey {
        SplitKey { board: Key(position.board as u128), hand: pack(self.hand(position, player)) }
    }

    fn hands(&self) -> Option<&dyn Hands<Position>> {
        Some(self)
    }

    fn dominance(&self) -> Option<&dyn Dominance<Position>> {
        Some(self)
    }
}

impl Dominance<Position> for HandGraph {
    fn dominates(&self, position: &Position, other: &Position, player: Player) -> bool {
        let [own, others] = [position, other].map(|it| self.split_key(it, player).hand);
        position.board == other.board && own.contains(others, GUARDS)
    }

    fn weaken(
        &self,
        position: &Position,
        player: Player,
        answers: &[(Move, Position)],
    ) -> Position {
        let hands = answers.iter().map(|(mv, after)| (*mv, self.split_key(after, player).hand));
        let hand = self.general_hand(position, player, true, &hands.collect::<Vec<_>>());
        self.with_hand(position, player, hand)
    }

    fn keeps_plies(&self) -> bool {
        true
    }
}

impl Hands<Position> for HandGraph {
    fn general_hand(
        &self,
        position: &Position,
        attacker: Player,
        proved: bool,
        answers: &[(Move, Hand)],
    ) -> Hand {
        let attacks = self.to_move(position) == attacker;
        let all = self.both_hands(position.board);
        let mut hand = if proved { [0; 3] } else { all };
        for &(mv, after) in answers {
            let after = unpack(after);
            let before = if attacks { self.before(position, mv, after) } else { after };
            for kind in 0..3 {
                hand[kind] = match proved {
                    true => hand[kind].max(before[kind]),
                    false => hand[kind].min(before[kind]),
                };
            }
        }
        // Where all moves are answered, no new ones may come up.
        if attacks != proved {
            let own = self.hand(position, attacker);
            for kind in (0..3).filter(|&kind| self.takes_drops(position, kind)) {
                if proved && own[kind] == all[kind] {
                    hand[kind] = own[kind];
                } else if !proved && own[kind] == 0 {
                    hand[kind] = 0;
                }
            }
        }
        pack(hand)
    }

    fn greatest_hand(&self, position: &Position) -> Hand {
        pack(self.both_hands(position.board))
    }

    fn with_hand(&self, position: &Position, player: Player, hand: Hand) -> Position {
        let hand = unpack(hand);
        let first = match player {
            Player::First => hand,
            Player::Second => {
                [0, 1, 2].map(|kind| self.both_hands(position.board)[kind] - hand[kind])
            }
        };
        Position { first, ..*position }
    }
}

impl Encoding for HandGraph {
    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(position.board as u8);
        bytes.extend(position.first.map(|count| count as u8));
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let &[board, a, b, c] = bytes else { return None };
        let board = usize::from(board);
        let first = [a, b, c].map(u32::from);
        let all = self.boards.get(board).map(|_| self.both_hands(board))?;
        (0..3).all(|kind| first[kind] <= all[kind]).then_some(Position { board, first })
    }
}

/// The searches that have such tables, also short of memory.
fn hand_engines() -> Vec<Engine> {
    let tables = ["pn-star", "pds", "df-pn", "df-pn+", "pds-pn", "alpha-beta"];
    let mut engines = engines();
    engines.retain(|engine| tables.iter().any(|name| engine.label.starts_with(name)));
    engines.push(Engine::new("df-pn", "hands=off", 8 << 20));
    engines.push(Engine::new("df-pn", "entries=12", 8 << 20));
    engines.push(Engine::new("df-pn", "entries=12 replacement=two-big", 8 << 20));
    engines
}

#[test]
fn random_graphs_with_hands() {
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    let engines = hand_engines();
    let mut unknown = vec![0; engines.len()];
    let mut asked = 0;
    for round in 0..200 {
        let count =
            if round % 4 == 0 { rng.random_range(20..=50) } else { rng.random_range(4..=20) };
        let graph = HandGraph::random(&mut rng, count);
        let everything = graph.all_positions();
        // Positions that cannot be reached from each other, too: entries are about all of them.
        let roots = [0; 3].map(|_| everything[rng.random_range(0..everything.len())]);
        for question in questions().skip(round % 4).step_by(4) {
            asked += roots.len();
            for (engine, unknown) in engines.iter().zip(&mut unknown) {
                *unknown += run(engine, &graph, question, &roots, &everything, &|| {
                    format!("{graph:?} {roots:?}")
                });
            }
        }
    }
    for (engine, unknown) in engines.iter().zip(&unknown) {
        println!("{:60} {unknown:6} of {asked} unknown", engine.label);
    }
    for (engine, unknown) in engines.iter().zip(&unknown) {
        assert!(unknown * 50 < asked, "{}: {unknown} of {asked} unknown", engine.label);
    }
}

/// The same with counted plies, which tables compare like pieces, and certificates that name dominated positions.
#[test]
fn random_graphs_with_hands_and_counted_plies() {
    let mut rng = ChaCha8Rng::seed_from_u64(27);
    let engines = hand_engines();
    let mut asked = 0;
    for round in 0..60 {
        let count = rng.random_range(4..=14);
        let graph = HandGraph::random(&mut rng, count);
        for question in questions().skip(round % 4).step_by(4) {
            let Some(within) = Within::new(graph.clone(), question) else { continue };
            let everything: Vec<_> = graph
                .all_positions()
                .into_iter()
                .flat_map(|position| (0..=9).map(move |plies| (position, plies)))
                .map(|(position, plies)| within.root(position, plies))
                .collect();
            let roots = [0; 5].map(|_| everything[rng.random_range(0..everything.len())]);
            for engine in engines.iter().skip(round % 3).step_by(3) {
                asked += 1;
                let name = || format!("{graph:?} {roots:?}");
                let unknown = run(engine, &within, question, &roots, &everything, &name);
                assert!(unknown == 0 || engine.label.contains("entries"), "{}", engine.label);
            }
        }
    }
    assert!(asked > 100, "{asked}");
}

/// What the game promises about hands holds for the games of these tests.
#[test]
fn more_in_hand_simulates_less() {
    let mut rng = ChaCha8Rng::seed_from_u64(23);
    for _ in 0..50 {
        let graph = HandGraph::random(&mut rng, 12);
        for question in questions() {
            let truth = crate::common::truth(&graph, question, &graph.all_positions());
            for (position, proved) in &truth {
                let own = graph.split_key(position, question.attacker);
                for other in truth.keys().filter(|other| other.board == position.board) {
                    let hand = graph.split_key(other, question.attacker).hand;
                    assert!(!proved || !hand.contains(own.hand, GUARDS) || truth[other]);
                }
            }
        }
        assert!(reachable(&graph, &graph.all_positions()[0]).len() <= graph.all_positions().len());
    }
}

/// Hands save work: with them fewer positions are searched.
#[test]
fn hands_save_expansions() {
    let mut rng = ChaCha8Rng::seed_from_u64(24);
    let mut expansions = [0, 0];
    for _ in 0..100 {
        let graph = HandGraph::random(&mut rng, 40);
        let root = graph.all_positions()[0];
        let question = Question { attacker: Player::First, target: 1 };
        for (settings, sum) in ["hands=off", "hands=on"].into_iter().zip(&mut expansions) {
            let engine = Engine::new("df-pn", settings, 8 << 20);
            let mut solver = winproof::Solver::new(&graph, question, &engine.config);
            let limits = winproof::Limits::default();
            *sum += solver.solve_with(&root, &limits, &mut winproof::Silent).counts.expansions;
        }
    }
    assert!(expansions[1] * 20 < expansions[0] * 19, "{expansions:?}");
}
