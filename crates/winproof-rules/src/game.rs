//! The trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Dominance, Guidance, LeafOracle, MoveOrdering, Outcome, Player};

/// A move, in a code of the game's own choosing.
///
/// A plain number keeps tree nodes, table entries and certificates small and alike for all games.
/// The code must mean the same move whenever it is offered in the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u32);

/// What tables know a position by.
///
/// Either the whole position, where it fits into 128 bits (whoever indexes by it has to mix the bits
/// first), or a hash of it of which at least 96 bits are random: with 96 bits a thousand million stored positions meet a false match with a probability
/// of about 10^-11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u128);

/// The rules of a two-player game with perfect information.
///
/// A value of the implementing type holds the game's parameters (board size, the graph …). Positions
/// are plain values that are copied when a move is played, so there is nothing to undo.
///
/// A position stands for everything the rules of the future depend on, whose turn it is included.
pub trait Game: Sync {
    /// A position.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// Whether some line of play can come back to an earlier position.
    ///
    /// `true` is always safe. `false` spares the searches their bookkeeping about repetitions: say it
    /// only where every move brings the end nearer (a stone more on the board, a heap smaller).
    const CYCLIC: bool = true;

    /// Whether two lines of play can lead to the same position.
    ///
    /// `true` is always safe. `false`, for games that are trees, spares the searches tables in which
    /// nothing would ever be found.
    const TRANSPOSES: bool = true;

    /// Who is to move. Passes and turns of several steps are the game's business: the searches never
    /// assume that players alternate.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves, each leading to a different position, always in the same order.
    ///
    /// There is at least one unless the game is over; where the rules let a player pass, the pass is a
    /// move. Is not called for positions that have an [`outcome`](Game::outcome).
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Move>);

    /// How many moves there are. For games that can tell without writing them down, which is worth a good
    /// deal to searches whose leaves start with this number; others write them into `scratch`.
    fn move_count(&self, position: &Self::Position, scratch: &mut Vec<Move>) -> usize {
        scratch.clear();
        self.moves(position, scratch);
        scratch.len()
    }

    /// Whether a move is among the legal ones, whatever its code. For games that can tell without listing
    /// them all, which is worth a good deal to whoever checks long lines of moves. Like
    /// [`moves`](Game::moves) it is not called for positions that have an outcome.
    fn is_legal(&self, position: &Self::Position, mv: Move, scratch: &mut Vec<Move>) -> bool {
        scratch.clear();
        self.moves(position, scratch);
        scratch.contains(&mv)
    }

    /// The legal moves as a list; none if the game is over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.outcome(position).is_none() {
            self.moves(position, &mut moves);
        }
        moves
    }

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Move) -> Self::Position;

    /// The key of a position: equal for equal positions, different (for all practical purposes) for
    /// different ones.
    fn key(&self, position: &Self::Position) -> Key;

    /// What play that never ends is worth.
    fn endless(&self) -> Outcome {
        Outcome::DRAW
    }

    /// All outcomes that can occur, worst for the first player first; with the worth of endless play, if
    /// the game is cyclic. It may list some that never occur, but must not lack one: a target that all
    /// of them meet, or none, is settled by this list ([`Question::trivial`](crate::Question::trivial)),
    /// in searches and in the checker.
    fn outcomes(&self) -> Vec<Outcome> {
        vec![Outcome::LOSS, Outcome::DRAW, Outcome::WIN]
    }

    /// How many levels of the tree lie between a position and the one after a move. Heuristics that learn by
    /// level look here: where turns consist of steps, moves of the same turn are then on the same level
    /// whatever the way to them.
    fn levels(&self, _before: &Self::Position, _after: &Self::Position) -> usize {
        1
    }

    /// The game's own opinion on which moves to look at first, if it has one.
    fn ordering(&self) -> Option<&dyn MoveOrdering<Self::Position>> {
        None
    }

    /// The game's own opinion on how hard positions are, if it has one.
    fn guidance(&self) -> Option<&dyn Guidance<Self::Position>> {
        None
    }

    /// Which positions are at least as good as others, for certificates, if the game knows.
    fn dominance(&self) -> Option<&dyn Dominance<Self::Position>> {
        None
    }

    /// Something that decides positions without searching them, if the game has it. `level` is the
    /// parameter `leaf` of the search, greater than 0: how much it may undertake, in a measure of the
    /// game's own (Othello: empty squares).
    fn leaf_oracle(&self, _level: u32) -> Option<Box<dyn LeafOracle<Self::Position> + Send + '_>> {
        None
    }
}

/// Positions as bytes. Certificates consist of these; searches do not need them.
pub trait Encoding: Game {
    /// Appends the whole position as bytes, the same bytes for equal positions and different ones for
    /// different positions.
    fn encode(&self, position: &Self::Position, bytes: &mut Vec<u8>);

    /// Reads back what [`encode`](Encoding::encode) wrote; `None` for anything that is not exactly the
    /// encoding of a position. The bytes come from files that are not trusted.
    fn decode(&self, bytes: &[u8]) -> Option<Self::Position>;
}
