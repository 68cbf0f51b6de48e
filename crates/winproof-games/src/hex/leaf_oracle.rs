//! The leaf oracle of Hex: virtual connections decide who wins, or where a player has to play.
//!
//! The player to move wins with a semi connection of the sides, the other one with a full one. If the other one
//! has semi connections only, each is a threat, and the player to move has to play into all of them: the
//! *must-play region* is their intersection, and every other move loses.
//!
//! A position W wins *within a carrier* if W wins even if all empty cells outside it are the opponent's. That
//! is so for what connections decide, and so positions that were searched also help to decide others:
//! - If W answers the move m by winning within a carrier C, which m is no part of, any other move outside C is
//!   lost as well. So must-play regions shrink with each move that is refuted.
//! - If W wins after a move x within C, W wins before it within C and x. If all moves are refuted, W wins within
//!   the carriers together by which they are: a move is outside at least one of them.
//!
//! Inferior cells do not change this. Cells that are dead, or that the loser captured, are given to the
//! loser: giving away all outside a carrier fills cells only, so they stay dead or captured. Cells that W
//! captured belong to the carrier. A *vulnerable* cell, which W would answer by making it dead, need not be
//! tried: after the answer W has a stone more and the loser none that counts, and what refuted the other
//! moves still does. If in the end only such cells are left, they and the answers belong to the carrier.
//!
//! All of this is about cells. With `symmetry=on`, a board that is its own twin offers only one cell of each two
//! that are the same move, so a cell stands for the move that is offered ([`Hex::offered`]).
//!
//! Connections do not take the swap rule into account, so nothing is decided as long as a swap is possible.

use winproof_rules::{Dominance, Game, LeafOracle, Move, Player, Question, StopSignal};

use super::bits::Bits;
use super::evidence::Term;
use super::inferior::Filled;
use super::links::{Goal, Grid, Links, NEAR};
use super::{Hex, HexBoard, Without};
use crate::splitmix::splitmix;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
enum View<B> {
    /// The player to move wins, beginning with this move, within this carrier.
    Mover { first: Option<u32>, carrier: B, source: Source },
    /// The other player wins within this carrier.
    Other { carrier: B, source: Source },
    /// Not known yet.
    Open(Open<B>),
}

/// How a position was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// By connections.
    Connections,
    /// By what is known about the positions after it.
    Moves,
}

/// What is known about a position that is not decided.
#[derive(Clone, Copy, Debug)]
struct Open<B> {
    /// Moves outside this region lose, or are no better than one in it.
    region: B,
    /// All carriers by which they do, together.
    carrier: B,
    /// The empty cells that matter.
    free: B,
    /// The empty cells that the player who is not to move captured.
    captured: B,
    /// The cells within all these carriers that the player who is not to move would answer by making them
    /// dead, and the answers.
    vulnerable: B,
    killers: B,
}

impl<B: Bits> Open<B> {
    /// Adds a carrier within which the player who is not to move wins after any move outside.
    fn refute(&mut self, carrier: B) {
        let carrier = carrier & (self.free | self.captured);
        if !self.region.within(carrier) {
            self.region &= carrier;
            self.vulnerable &= carrier;
            self.carrier |= carrier;
        }
    }

    /// The carrier within which the player who is not to move wins once the region is empty.
    fn lost(&self) -> Option<B> {
        let killers = if self.vulnerable.is_empty() { B::EMPTY } else { self.killers };
        let carrier = self.carrier | self.captured | self.vulnerable | killers;
        self.region.is_empty().then_some(carrier)
    }
}

/// A view, and of which position it is.
#[derive(Clone, Copy)]
struct Known<B> {
    stones: [B; 2],
    to_move: Player,
    view: View<B>,
}

/// Decides positions by the connections of both players.
pub(super) struct Connections<'g, B> {
    game: &'g Hex,
    grid: &'g Grid<B>,
    links: Links<'g, B>,
    /// Recent results.
    cache: Vec<Option<Known<B>>>,
    visited: u64,
}

/// Places for recent results. They are read for the children of a node whenever one of them was solved: with
/// fewer places, more must be computed again.
const CACHE: usize = 1 << 16;

/// The longest term of a certificate, in bytes. Nearly all are shorter than a hundred.
const LONGEST_TERM: usize = 1000;

impl<'g, B: Bits> Connections<'g, B> {
    pub fn new(game: &'g Hex, grid: &'g Grid<B>, level: u32) -> Connections<'g, B> {
        let cache = vec![None; CACHE];
        let near = if game.without == Without::Cells { 0 } else { NEAR };
        Connections { game, grid, links: Links::new(grid, level as usize, near), cache, visited: 0 }
    }

    /// Returns whether connections can decide the question: it is about who wins, no swap is possible, and there
    /// is time.
    fn applies(&self, board: &HexBoard, question: Question) -> bool {
        question.is_about_winning()
            && !self.game.swap_ahead(board)
            && !self.links.stop.was_noticed()
    }

    /// Where a position is kept.
    fn place(&self, board: &HexBoard) -> usize {
        let key = self.game.key(board).0;
        splitmix(key as u64, (key >> 64) as u64) as usize % CACHE
    }

    fn view(&mut self, board: &HexBoard) -> View<B> {
        let stones = board.stones.map(B::from_wide);
        if let Some(known) = &self.cache[self.place(board)]
            && known.stones == stones
            && known.to_move == board.to_move
        {
            return known.view;
        }
        let view = self.look(board);
        self.note(board, view);
        view
    }

    /// Keeps a result, unless time ran out before it was complete.
    fn note(&mut self, board: &HexBoard, view: View<B>) {
        if self.links.stop.was_noticed() {
            return;
        }
        let place = self.place(board);
        let stones = board.stones.map(B::from_wide);
        self.cache[place] = Some(Known { stones, to_move: board.to_move, view });
    }

    /// Returns what connections and inferior cells say about a position.
    fn look(&mut self, board: &HexBoard) -> View<B> {
        self.visited += 1;
        let mover = board.to_move;
        let shape = &self.grid.shape;
        let sides = shape.sides;
        let source = Source::Connections;
        let plain = board.stones.map(B::from_wide);
        let without = self.game.without;
        let filled = match without {
            Without::Inferior => Filled { stones: plain, captured: [B::EMPTY; 2] },
            _ => self.grid.inferior.fill(plain, shape.board),
        };
        let free = shape.board & !(filled.stones[0] | filled.stones[1]);
        let stones = |player: Player| filled.stones[player as usize];
        let captured = |player: Player| filled.captured[player as usize];
        for player in [mover, mover.opponent()] {
            if shape.joined(stones(player), sides[player as usize]) {
                let carrier = captured(player);
                return match player == mover {
                    true => View::Mover { first: None, carrier, source },
                    false => View::Other { carrier, source },
                };
            }
        }
        self.links.search(stones(mover), free, sides[mover as usize], Goal::Semi);
        let smallest = self.links.threats().iter().min_by_key(|threat| threat.0.count());
        if let Some(&(carrier, first)) = smallest {
            let carrier = carrier | captured(mover);
            return View::Mover { first: Some(first), carrier, source };
        }
        let other = mover.opponent();
        self.links.search(stones(other), free, sides[other as usize], Goal::Full);
        let captured = captured(other);
        if let Some(carrier) = self.links.joined() {
            return View::Other { carrier: carrier | captured, source };
        }
        let (vulnerable, killers) = match without {
            Without::Inferior | Without::Vulnerable => (B::EMPTY, B::EMPTY),
            _ => self.grid.inferior.vulnerable(free, filled.stones, other as usize),
        };
        let region = free & !vulnerable;
        let carrier = B::EMPTY;
        let mut open = Open { region, carrier, free, captured, vulnerable, killers };
        for &(carrier, _) in self.links.threats() {
            open.refute(carrier);
        }
        match open.lost() {
            Some(carrier) => View::Other { carrier, source },
            None => View::Open(open),
        }
    }

    /// Combines what is known about a position with what is known about the positions after it, and the moves
    /// that are no better than others of its region.
    ///
    /// - A move that wins is enough.
    /// - A move that loses does so within a carrier; moves outside it lose, too.
    /// - Cells that a move would capture need not be tried if that one is.
    fn narrowed(&mut self, board: &HexBoard) -> (View<B>, B) {
        let view = self.view(board);
        let mut dominated = B::EMPTY;
        let View::Open(mut open) = view else { return (view, dominated) };
        if self.game.without == Without::Carriers {
            return (view, dominated);
        }
        let source = Source::Moves;
        let mut won = None;
        let mut rest = open.region;
        while won.is_none() && !rest.is_empty() && !self.links.stop.was_noticed() {
            let cell = rest.first();
            rest &= !B::cell(cell);
            let child = self.game.play(board, Move(cell));
            let place = |carrier: B| match child.turned == board.turned {
                true => carrier,
                false => B::from_wide(carrier.to_wide().turned(self.game.cells())),
            };
            let win = |carrier: B| View::Mover { first: Some(cell), carrier, source };
            if child.winner.is_some() {
                won = Some(win(B::cell(cell)));
                break;
            }
            match self.view(&child) {
                View::Open(_) if self.game.without == Without::Dominated => {}
                View::Open(after) => {
                    let captured = place(after.captured) & !B::cell(cell);
                    dominated |= captured;
                    rest &= !captured;
                }
                View::Mover { carrier, .. } => {
                    open.refute(place(carrier));
                    rest &= open.region;
                }
                View::Other { carrier, .. } => won = Some(win(place(carrier) | B::cell(cell))),
            }
        }
        let lost = || Some(View::Other { carrier: open.lost()?, source });
        let view = won.or_else(lost).unwrap_or(View::Open(open));
        self.note(board, view);
        (view, dominated)
    }
}

/// Certificates.
impl<B: Bits> Connections<'_, B> {
    /// Returns a term that shows that a player wins a position in which only the cells of a carrier are empty.
    fn term(&mut self, board: &HexBoard, player: Player) -> Option<Term> {
        let own = B::from_wide(board.stones_of(player));
        let empty = B::from_wide(self.game.empty(board));
        let sides = self.grid.shape.sides[player as usize];
        let first = board.to_move == player;
        let goal = if first { Goal::Semi } else { Goal::Full };
        let derivation = self.links.derive(own, empty, sides, goal);
        if first {
            let smallest = self.links.threats().iter().min_by_key(|threat| threat.0.count());
            return derivation.threatened(smallest?.0, LONGEST_TERM);
        }
        match self.links.joined() {
            Some(carrier) => derivation.joined(carrier, LONGEST_TERM),
            None => derivation.refuted(LONGEST_TERM),
        }
    }

    /// Returns the position in which the player has only what a term needs.
    fn supported(&self, board: &HexBoard, player: Player, term: &Term) -> HexBoard {
        let shape = &self.grid.shape;
        let all = B::from_wide(board.stones_of(player));
        let mut cells = B::EMPTY;
        term.visit(&mut |cell| cells |= B::cell(cell));
        let [one, two] = shape.sides[player as usize];
        let own = shape.group((cells | one | two) & all, all);
        self.game.reduced(player, own.to_wide(), (cells & !all).to_wide(), board.to_move)
    }
}

impl<B: Bits> LeafOracle<HexBoard> for Connections<'_, B> {
    fn decide(&mut self, board: &HexBoard, question: Question) -> Option<bool> {
        if !self.applies(board, question) {
            return None;
        }
        let attacker_moves = board.to_move == question.attacker;
        match self.view(board) {
            View::Mover { .. } => Some(attacker_moves),
            View::Other { .. } => Some(!attacker_moves),
            View::Open(_) => None,
        }
    }

    fn unfold(&mut self, board: &HexBoard, question: Question, _: bool) -> Option<Move> {
        match self.view(board) {
            View::Mover { first, .. } if self.applies(board, question) => {
                first.map(|cell| self.game.offered(board, cell))
            }
            _ => None,
        }
    }

    fn prune(&mut self, board: &HexBoard, question: Question, moves: &mut Vec<Move>) {
        if !self.applies(board, question) {
            return;
        }
        let (view, dominated) = self.narrowed(board);
        match view {
            View::Open(open) => {
                let region = (open.region & !dominated).to_wide();
                let region = region | self.game.twins(board, region);
                moves.retain(|mv| region.has(mv.0));
            }
            View::Mover { first: Some(first), .. } => {
                let first = self.game.offered(board, first);
                moves.retain(|&mv| mv == first);
            }
            View::Mover { first: None, .. } => {}
            View::Other { .. } => moves.clear(),
        }
    }

    fn learn(&mut self, board: &HexBoard, question: Question, _: bool, _: Option<Move>) -> bool {
        let applies = self.applies(board, question);
        if applies {
            self.narrowed(board);
        }
        applies
    }

    fn weaken(&mut self, board: &HexBoard, question: Question) -> Option<HexBoard> {
        // Without dominance it would be of no use; and with symmetry the result might be turned.
        if self.game.dominance().is_none() || !self.applies(board, question) {
            return None;
        }
        let mover = board.to_move;
        let source = Source::Connections;
        let (player, carrier) = match self.view(board) {
            View::Mover { carrier, source: from, .. } if from == source => (mover, carrier),
            View::Other { carrier, source: from } if from == source => (mover.opponent(), carrier),
            _ => return None,
        };
        let empty = carrier.to_wide() & self.game.empty(board);
        let weaker = self.game.reduced(player, board.stones_of(player), empty, mover);
        // Much more is captured once all around the carrier is the opponent's: bridges, above all.
        let stones = weaker.stones.map(B::from_wide);
        let filled = self.grid.inferior.fill(stones, self.grid.shape.board);
        let captured = filled.captured[player as usize].to_wide();
        let own = board.stones_of(player) | captured;
        let filled = self.game.reduced(player, own, empty & !captured, mover);
        Some(if self.game.dominates(board, &filled, player) { filled } else { weaker })
    }

    fn evidence(&mut self, board: &HexBoard, question: Question) -> Option<(HexBoard, Vec<u8>)> {
        self.game.evidence()?;
        let weaker = LeafOracle::weaken(self, board, question)?;
        if weaker.winner.is_some() {
            return None;
        }
        let mover = board.to_move;
        let player = match self.view(board) {
            View::Mover { .. } => mover,
            _ => mover.opponent(),
        };
        let term = self.term(&weaker, player)?;
        let weakest = self.supported(&weaker, player, &term);
        let dominated = self.game.dominates(board, &weakest, player);
        Some((if dominated { weakest } else { weaker }, term.to_bytes()))
    }

    fn estimate(&mut self, board: &HexBoard, question: Question) -> Option<(u32, u32)> {
        let View::Open(open) = self.view(board) else { return None };
        // The one to move has to find one move, the other one has to answer all of the region.
        let (one, all) = (1, open.region.count());
        Some(if board.to_move == question.attacker { (one, all) } else { (all, one) })
    }

    fn set_stop(&mut self, stop: &StopSignal) {
        self.links.stop = stop.clone();
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn memory(&self) -> usize {
        self.cache.len() * size_of::<Option<Known<B>>>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::hex::AnyGrid;
    use crate::hex::tests::{all_boards, game, random_boards, winner};

    /// Compares what is decided, unfolded and pruned with the truth. Returns whether something was decided.
    fn is_right(
        game: &Hex,
        board: &HexBoard,
        oracle: &mut dyn LeafOracle<HexBoard>,
        known: &mut HashMap<HexBoard, Player>,
    ) -> bool {
        let truth = winner(game, board, known);
        let text = || winproof_rules::Notation::format(game, board);
        let mut decided = false;
        for attacker in [Player::First, Player::Second] {
            let question = Question { attacker, target: 1 };
            let proved = oracle.decide(board, question);
            decided = proved.is_some();
            if let Some(proved) = proved {
                assert_eq!(proved, truth == attacker, "{}", text());
                if let Some(weaker) = oracle.weaken(board, question) {
                    assert!(game.dominates(board, &weaker, truth), "{}", text());
                    assert_eq!(winner(game, &weaker, known), truth, "{}", text());
                }
                if truth == board.to_move
                    && let Some(mv) = oracle.unfold(board, question, proved)
                {
                    let after = game.play(board, mv);
                    assert_eq!(winner(game, &after, known), truth, "{} {mv:?}", text());
                }
            }
            let mut moves = Vec::new();
            game.moves(board, &mut moves);
            oracle.prune(board, question, &mut moves);
            let wins = |mv: Move| winner(game, &game.play(board, mv), known) == board.to_move;
            assert_eq!(moves.into_iter().any(wins), truth == board.to_move, "{}", text());
        }
        decided
    }

    #[test]
    fn connections_are_right_on_all_small_boards() {
        for size in [2, 3] {
            let game = game(size, &[]);
            let mut known = HashMap::new();
            for level in [1, 6] {
                let mut oracle = game.leaf_oracle(level).unwrap();
                let boards: Vec<_> = all_boards(&game).collect();
                let decided = boards
                    .iter()
                    .filter(|board| is_right(&game, board, oracle.as_mut(), &mut known))
                    .count();
                println!("{size}: {decided} of {} decided", boards.len());
                assert!(decided * 10 > boards.len() * 9);
            }
        }
    }

    #[test]
    fn connections_are_right_on_larger_boards() {
        let game = game(4, &[]);
        let mut known = HashMap::new();
        let mut oracle = game.leaf_oracle(6).unwrap();
        let boards = random_boards(&game, 600);
        let open = boards.filter(|board| game.outcome(board).is_none());
        let [mut all, mut decided] = [0, 0];
        for board in open.filter(|board| game.empty(board).count() <= 12) {
            all += 1;
            decided += usize::from(is_right(&game, &board, oracle.as_mut(), &mut known));
        }
        println!("{decided} of {all} decided");
        assert!(decided * 10 > all * 9);
    }

    /// Whether the position in which all outside the carrier of a decided one is the loser's is won as well. It
    /// holds for nothing if nothing is decided.
    fn carrier_holds<B: Bits>(
        game: &Hex,
        board: &HexBoard,
        view: View<B>,
        known: &mut HashMap<HexBoard, Player>,
    ) -> bool {
        let mover = board.to_move;
        let (player, carrier) = match view {
            View::Mover { carrier, .. } => (mover, carrier.to_wide()),
            View::Other { carrier, .. } => (mover.opponent(), carrier.to_wide()),
            View::Open(_) => return true,
        };
        let reduced = game.reduced(player, board.stones_of(player), carrier, mover);
        carrier.within(game.empty(board)) && winner(game, &reduced, known) == player
    }

    #[test]
    fn what_is_won_is_won_within_its_carrier() {
        for (size, most, games) in [(3, 9, 0), (4, 11, 150), (5, 10, 40)] {
            let game = game(size, &[]);
            let AnyGrid::One(grid) = &game.grid else { panic!("a small board takes one word") };
            let mut known = HashMap::new();
            let mut oracle = Connections::new(&game, grid, 6);
            let boards: Vec<_> = match games {
                0 => all_boards(&game).collect(),
                _ => random_boards(&game, games).collect(),
            };
            let mut by_moves = 0;
            // Small positions first, so that larger ones can be decided by their moves.
            for board in boards.iter().rev().filter(|it| game.empty(it).count() <= most) {
                if game.outcome(board).is_some() {
                    continue;
                }
                let text = || winproof_rules::Notation::format(&game, board);
                let view = oracle.view(board);
                assert!(carrier_holds(&game, board, view, &mut known), "{} {view:?}", text());
                if !matches!(view, View::Open(_)) {
                    continue;
                }
                let (view, _) = oracle.narrowed(board);
                by_moves += usize::from(!matches!(view, View::Open(_)));
                assert!(carrier_holds(&game, board, view, &mut known), "{} {view:?}", text());
            }
            println!("{size}: {by_moves} decided by moves");
        }
    }
}
