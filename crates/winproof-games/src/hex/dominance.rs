//! The dominance relation of Hex: more own stones and fewer enemy stones cannot hurt.
//!
//! Position P *dominates* Q for a player A, whose opponent is D, if the same player is to move in both, A's
//! stones of Q are A's in P, D's stones of P are D's in Q, and Q has no more empty cells than P.
//!
//! *If A wins from Q, A wins from P.* A plays in P and follows the winning strategy in Q on a second board,
//! keeping this true: the same player is to move on both, A's stones of the second board are A's on the first, D's
//! of the first are D's on the second.
//! - A to move, and the strategy plays y. On the first board y is not D's, since it is empty on the second. If it is
//!   empty there, A plays it; if it is A's already, A plays any empty cell instead, which is a stone more.
//! - D to move, and plays x on the first board. On the second x is not A's. If it is empty there, D plays it; if
//!   it is D's already, D plays any empty cell there instead, which is an enemy more on the second board.
//!
//! The play on the second board ends with a chain of A's, all of whose stones are A's on the first board. Until
//! then the first board cannot be full without such a chain: else D has a chain on it, which D has on the second,
//! too. Nor can the second be full first: a full board has a winner, and there it is A.
//!
//! *Captured pairs.* Besides, A may have stones in Q on cells that are empty in P if A captures them there. Give the
//! opponent in P all that the opponent has in Q, except for some pairs of cells, which stay empty; P dominates
//! the result. If A captures the first pair in it (`inferior.rs`: whichever of the two D takes, A makes it dead by
//! taking the other), A wins if A wins with stones on both, and so on with the next pair on the board with
//! the first one filled. If in the end all stones that A has in Q are there, the proof above applies to Q.
//! Bridges are such pairs once nothing around them is empty, and without this each way to intrude on each of
//! them would be a position more. `pairs` looks for the pairs and then tests them from the beginning.
//!
//! *There are no cycles.* The number of empty cells, which falls with each move, does not grow from P to Q,
//! and with captured pairs it has to fall. Among positions with the same number only stones are compared, and
//! stones of P and Q that contain each other are the same.
//!
//! With the swap rule, stones change their owner once; then there is no such relation. With `symmetry=on` moves
//! are about boards that may be turned, so there is none either.
//!
//! A virtual connection is one record by this: the position in which all cells outside its carrier are the
//! opponent's, with the answer to each intrusion.

use winproof_rules::{Dominance, Game, Move, Player};

use super::bits::{Bits, Wide};
use super::inferior::Filled;
use super::{Hex, HexBoard};

impl Hex {
    /// The position in which `own` is the player's, `empty` is empty and all else is the opponent's.
    pub(super) fn reduced(
        &self,
        player: Player,
        own: Wide,
        empty: Wide,
        to_move: Player,
    ) -> HexBoard {
        let rest = self.wide.board & !own & !empty;
        let stones = if player == Player::First { [own, rest] } else { [rest, own] };
        self.judged(stones, to_move)
    }

    /// Pairs of empty cells that the player captures on the first board once the opponent has all that the
    /// opponent has on the second, so that the player may have all stones there that are missing on the first.
    /// `None` if that cannot be.
    fn pairs(&self, board: &HexBoard, other: &HexBoard, player: Player) -> Option<Wide> {
        let (us, them) = (player as usize, player.opponent() as usize);
        let empty = self.empty(board);
        let missing = other.stones[us] & !board.stones[us];
        if !missing.within(empty) {
            return None;
        }
        let mut stones = [Wide::EMPTY; 2];
        stones[us] = board.stones[us];
        stones[them] = other.stones[them] & !board.stones[us];
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut rest = missing;
        while !rest.is_empty() {
            let inferior = self.inferior();
            let (cell, partner) = rest
                .cells()
                .find_map(|cell| Some((cell, inferior.partner(cell, stones, empty, us)?)))?;
            let both = Wide::cell(cell) | Wide::cell(partner);
            stones[us] |= both;
            stones[them] &= !both;
            rest &= !both;
            found.push((cell, partner));
        }
        // Cells that turned out to be partners only later counted as the opponent's before. Now all of them
        // are empty from the beginning.
        let pairs = found
            .iter()
            .fold(Wide::EMPTY, |set, &(one, two)| set | Wide::cell(one) | Wide::cell(two));
        stones[us] = board.stones[us];
        stones[them] = other.stones[them] & !board.stones[us] & !pairs;
        for (one, two) in found {
            let both = Wide::cell(one) | Wide::cell(two);
            if !self.inferior().captures([one, two], stones, us) {
                return None;
            }
            stones[us] |= both;
        }
        Some(pairs)
    }

    /// A chain of the player's stones that joins the sides and from which none can be missing.
    fn chain(&self, board: &HexBoard, player: Player) -> Wide {
        let sides = self.wide.sides[player as usize];
        let mut chain = board.stones_of(player);
        for cell in chain.cells() {
            let without = chain & !Wide::cell(cell);
            if self.wide.joined(without, sides) {
                chain = without;
            }
        }
        chain
    }
}

impl Dominance<HexBoard> for Hex {
    fn dominates(&self, board: &HexBoard, other: &HexBoard, player: Player) -> bool {
        board.to_move == other.to_move
            && board.stones_of(player.opponent()).within(other.stones_of(player.opponent()))
            && self.empty(other).count() <= self.empty(board).count()
            && (other.stones_of(player).within(board.stones_of(player))
                || self.empty(other).count() < self.empty(board).count()
                    && self.pairs(board, other, player).is_some())
    }

    fn weaken(&self, board: &HexBoard, player: Player, answers: &[(Move, HexBoard)]) -> HexBoard {
        if board.winner.is_some() {
            return self.reduced(player, self.chain(board, player), Wide::EMPTY, board.to_move);
        }
        if answers.is_empty() {
            return *board;
        }
        let (mut own, mut empty) = (Wide::EMPTY, Wide::EMPTY);
        for (mv, after) in answers {
            // What is empty there must not be the opponent's here, and may be the player's own.
            own |= after.stones_of(player) | self.empty(after);
            empty |= self.empty(after);
            if board.to_move == player {
                empty |= Wide::cell(mv.0);
            }
            // Pairs that were captured have to stay so: empty, with the stones around them.
            let pairs = self.pairs(&self.play(board, *mv), after, player).unwrap_or(Wide::EMPTY);
            own |= self.wide.neighbours(pairs);
            empty |= pairs;
        }
        let own = own & board.stones_of(player);
        self.reduced(player, own, empty & self.empty(board), board.to_move)
    }

    /// Captured cells are stones of who captured them, and dead ones are the opponent's.
    fn filled(&self, board: &HexBoard, player: Player) -> Option<HexBoard> {
        let Filled { stones, captured } = self.inferior().fill(board.stones, self.wide.board);
        let own = board.stones_of(player) | captured[player as usize];
        let empty = self.wide.board & !(stones[0] | stones[1]);
        (empty != self.empty(board)).then(|| self.reduced(player, own, empty, board.to_move))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::tests::{all_boards, game, winner};

    #[test]
    fn what_dominates_is_at_least_as_good() {
        for size in [2, 3] {
            let game = game(size, &[]);
            let mut known = std::collections::HashMap::new();
            let boards: Vec<_> = all_boards(&game).collect();
            let mut related = 0;
            // Pairs that differ in one cell are enough: longer ways down are made of those, if also the step from an
            // own stone to an empty cell is looked at, which the condition on empty cells excludes alone.
            for board in &boards {
                for cell in 0..game.cells() {
                    for stones in [[true, false], [false, true], [false, false]] {
                        let place = |index: usize| {
                            let without = board.stones[index] & !Wide::cell(cell);
                            if stones[index] { without | Wide::cell(cell) } else { without }
                        };
                        let other = game.judged([place(0), place(1)], board.to_move);
                        for player in [Player::First, Player::Second] {
                            let opponent = player.opponent();
                            let holds = game.dominates(board, &other, player);
                            let better = other.stones_of(player).within(board.stones_of(player))
                                && board.stones_of(opponent).within(other.stones_of(opponent));
                            if (better || holds) && winner(&game, &other, &mut known) == player {
                                related += 1;
                                assert_eq!(winner(&game, board, &mut known), player);
                            }
                            let back = game.dominates(&other, board, player);
                            assert!(!holds || !back || other == *board);
                        }
                    }
                }
            }
            assert!(related > 10, "{related}");
            assert!(game.dominance().is_some());
        }
    }

    /// Positions that differ by one captured pair, with all other stones that the opponent can have: a player
    /// who wins the second one wins the first.
    #[test]
    fn captured_pairs_are_as_good_as_stones() {
        let game = game(3, &[]);
        let mut known = std::collections::HashMap::new();
        let mut related = 0;
        for board in all_boards(&game).filter(|board| board.winner.is_none()) {
            let empty = game.empty(&board);
            for cell in empty.cells() {
                for player in [Player::First, Player::Second] {
                    // All sets of other empty cells that the opponent may have.
                    let others = empty & !Wide::cell(cell);
                    let mut given = others;
                    loop {
                        let own = board.stones_of(player) | Wide::cell(cell);
                        let other = game.reduced(player, own, others & !given, board.to_move);
                        let enemies = board.stones_of(player.opponent());
                        if enemies.within(other.stones_of(player.opponent()))
                            && game.dominates(&board, &other, player)
                        {
                            related += 1;
                            if winner(&game, &other, &mut known) == player {
                                assert_eq!(winner(&game, &board, &mut known), player);
                            }
                            assert!(!game.dominates(&other, &board, player));
                        }
                        if given.is_empty() {
                            break;
                        }
                        given = Wide([given.0[0] - 1, 0, 0]) & others;
                    }
                }
            }
        }
        println!("{related} pairs of positions");
        assert!(related > 1000, "{related}");
    }
}
