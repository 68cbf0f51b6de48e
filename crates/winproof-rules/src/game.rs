//! The trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{
    Counted, Dominance, Evidence, Guidance, Hand, Hands, Impartial, LeafOracle, MoveOrdering,
    Outcome, Player, SplitKey,
};

/// A move, in a code that the game chooses.
///
/// A plain number keeps tree nodes, table entries and certificates small and alike for all games.
/// The code must mean the same move whenever it is offered in the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u32);

/// The key by which tables identify a position.
///
/// It is either the whole position, where that fits into 128 bits (code that indexes by it must mix the bits
/// first), or a hash of it of which at least 96 bits are random. With 96 bits, a thousand million stored
/// positions meet a false match with a probability of about 10^-11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u128);

/// The rules of a two-player game with perfect information.
///
/// A value of the implementing type holds the game's parameters (board size, the graph …). Positions
/// are plain values that are copied when a move is played, so no move is ever undone.
///
/// A position is everything that the future of the game depends on, including the player to move.
pub trait Game: Sync {
    /// A position.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// Whether some line of play can come back to an earlier position.
    ///
    /// `true` is always safe. `false` saves the searches their bookkeeping about repetitions. Use it only
    /// where every move brings the end nearer (one more stone on the board, a smaller heap).
    const CYCLIC: bool = true;

    /// Whether two lines of play can lead to the same position.
    ///
    /// `true` is always safe. `false`, for games that are trees, saves the searches tables in which nothing
    /// would ever be found.
    const TRANSPOSES: bool = true;

    /// The guard bits of hands, for games in which players hold pieces beside the board ([`Hands`]); 0 for all
    /// others. In such games codes of moves are less than 2^15 - 1.
    const HAND_GUARDS: u64 = 0;

    /// Returns the player to move. The game handles passes and turns of several steps: the searches never
    /// assume that players alternate.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// Returns the player whom a question is about if nobody is named: the player to move, unless the game knows
    /// better. In tsume-shogi it is the player who tries to mate.
    fn usual_attacker(&self, position: &Self::Position) -> Player {
        self.to_move(position)
    }

    /// Returns the outcome, or `None` if the game is not over.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves, each leading to a different position, always in the same order.
    ///
    /// There is at least one unless the game is over; where the rules let a player pass, the pass is a move.
    /// Not called for positions that have an [`outcome`](Game::outcome).
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Move>);

    /// Returns the number of legal moves. Games that can count without listing them override this, which
    /// helps searches whose leaves start with this number; the default lists them in `scratch`.
    fn move_count(&self, position: &Self::Position, scratch: &mut Vec<Move>) -> usize {
        scratch.clear();
        self.moves(position, scratch);
        scratch.len()
    }

    /// Returns whether a move is legal, whatever its code. Games that can decide this without listing all
    /// moves override it, which helps where long lines of moves are checked. Like [`moves`](Game::moves) this
    /// is not called for positions that have an outcome.
    fn is_legal(&self, position: &Self::Position, mv: Move, scratch: &mut Vec<Move>) -> bool {
        scratch.clear();
        self.moves(position, scratch);
        scratch.contains(&mv)
    }

    /// Returns the legal moves as a list; none if the game is over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.outcome(position).is_none() {
            self.moves(position, &mut moves);
        }
        moves
    }

    /// Returns the position after a legal move.
    fn play(&self, position: &Self::Position, mv: Move) -> Self::Position;

    /// Returns the key of a position: equal for equal positions, different (for all practical purposes) for
    /// different ones.
    fn key(&self, position: &Self::Position) -> Key;

    /// Returns the key of a position in two parts: everything but the hands, and the hand of `player`. Positions
    /// with the same first part have the same pieces in all. For games without hands the first part is the
    /// [`key`](Game::key).
    #[inline]
    fn split_key(&self, position: &Self::Position, _player: Player) -> SplitKey {
        SplitKey { board: self.key(position), hand: Hand::EMPTY }
    }

    /// Returns the value of endless play.
    fn endless(&self) -> Outcome {
        Outcome::DRAW
    }

    /// Returns all outcomes that can occur, worst for the first player first, including the value of endless
    /// play if the game is cyclic. The list may contain outcomes that never occur, but must not lack one: a
    /// target that all of them meet, or none, is settled by this list
    /// ([`Question::trivial`](crate::Question::trivial)), in searches and in the checker.
    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::LOSS, Outcome::DRAW, Outcome::WIN]
    }

    /// Returns how many levels of the tree lie between a position and the one after a move. Heuristics that
    /// learn by level use this: where turns consist of steps, moves of the same turn are then on the same
    /// level, whichever steps lead to them.
    fn levels(&self, _before: &Self::Position, _after: &Self::Position) -> usize {
        1
    }

    /// Returns whether the move between two positions ends a ply, for questions with a number of plies
    /// ([`Within`](crate::Within)). Where turns consist of steps, only the last step of a turn does. Moves that do
    /// not end a ply must never come back to an earlier position.
    fn ends_ply(&self, _before: &Self::Position, _after: &Self::Position) -> bool {
        true
    }

    /// Returns the plies that are left, if the game counts them ([`Within`](crate::Within)). No other game does.
    fn plies_left(&self, _position: &Self::Position) -> Option<u16> {
        None
    }

    /// Returns the game's move ordering, if it has one.
    fn ordering(&self) -> Option<&dyn MoveOrdering<Self::Position>> {
        None
    }

    /// Returns the game's guidance (estimates and edge costs), if it has one.
    fn guidance(&self) -> Option<&dyn Guidance<Self::Position>> {
        None
    }

    /// Returns the game's dominance relation, for certificates, if it has one.
    fn dominance(&self) -> Option<&dyn Dominance<Self::Position>> {
        None
    }

    /// Returns the game's own way to show in certificates that a position is won, if it has one.
    fn evidence(&self) -> Option<&dyn Evidence<Self::Position>> {
        None
    }

    /// Returns what the game knows of Grundy values, if it is impartial.
    fn impartial(&self) -> Option<&dyn Impartial<Self::Position>> {
        None
    }

    /// Returns what follows from one hand for another, if the game has [hands](Game::HAND_GUARDS). If it is `None`,
    /// searches do not compare hands.
    fn hands(&self) -> Option<&dyn Hands<Self::Position>> {
        None
    }

    /// Returns the game's leaf oracle, which decides positions without a search, if it has one. `level` is
    /// the parameter `leaf` of the search, greater than 0: how much work the oracle may do, in units that the
    /// game chooses (Othello: empty squares).
    fn leaf_oracle(&self, _level: u32) -> Option<Box<dyn LeafOracle<Self::Position> + Send + '_>> {
        None
    }

    /// Returns a leaf oracle for questions with a number of plies, if the game has one: it decides the positions of
    /// [`Within`](crate::Within), and prunes their moves.
    ///
    /// This is a promise of its own. [`leaf_oracle`](Game::leaf_oracle) promises outcomes and not how many moves
    /// they take, so it is not used there. An oracle that only looks ahead some plies keeps this promise too:
    /// [`LookAhead`](crate::LookAhead) makes one of it.
    fn within_oracle(
        &self,
        _level: u32,
    ) -> Option<Box<dyn LeafOracle<Counted<Self::Position>> + Send + '_>> {
        None
    }
}

/// Positions as bytes. Certificates consist of these; searches do not need them.
pub trait Encoding: Game {
    /// Appends the whole position as bytes: the same bytes for equal positions, different bytes for different
    /// ones.
    fn encode(&self, position: &Self::Position, bytes: &mut Vec<u8>);

    /// Reads back what [`encode`](Encoding::encode) wrote; `None` for anything that is not exactly the
    /// encoding of a position. The bytes come from files that are not trusted.
    fn decode(&self, bytes: &[u8]) -> Option<Self::Position>;
}
