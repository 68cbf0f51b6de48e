//! Optional abilities of games. Each ability is a separate trait, and [`Game`](crate::Game) has a method that
//! returns it, or `None`.

use crate::{Move, Player, Question, StopSignal};

/// Move ordering: which moves to search first, judged without a search.
pub trait MoveOrdering<P> {
    /// Returns how promising the move is for the player who makes it; greater is better. Moves of the same
    /// score keep the order in which the game generates them.
    fn score(&self, position: &P, mv: Move) -> i32;
}

/// Guidance for df-pn+ (Nagai & Imai 1999): how far leaves are from being solved, and what moves cost.
pub trait Guidance<P> {
    /// Estimates how far the position is from a proof and from a disproof of the question; 1 is the nearest.
    /// The question is in normal form.
    fn estimate(&self, position: &P, question: Question) -> (u32, u32);

    /// Returns the edge cost of a move. It is added to the proof number (at the attacker's positions) or the
    /// disproof number (at the defender's) of the position after the move when that position is compared with
    /// its siblings. A negative cost makes the search stay with it longer.
    fn cost(&self, _position: &P, _mv: Move, _question: Question) -> i32 {
        0
    }

    /// Returns the chain of a delayed move, if it is one: of the moves of a position with the same number here only the
    /// first unsolved one is searched, and counts, and the others wait. It is for moves that fail or succeed for the
    /// same reason, where counting each of them would exaggerate how much is to be done. Verdicts do not depend on
    /// it.
    fn chain(&self, _position: &P, _mv: Move) -> Option<u32> {
        None
    }
}

/// A relation between positions: one dominates another if whatever a player can force in the other can be
/// forced in the first one too. In Hex this holds if that player has more stones there and the opponent
/// fewer.
///
/// Certificates depend on [`dominates`](Dominance::dominates), so a game documents why it keeps its promises
/// and tests them exhaustively on small boards. The other method only helps to make certificates.
pub trait Dominance<P> {
    /// Returns whether `position` is at least as good for `player` as `other` is.
    ///
    /// It promises three things. If `player` can force an outcome worth at least some value in `other`, so
    /// can `player` in `position`. There are no cycles: a walk from each position to one that it dominates
    /// never comes back, except from a position to itself. And if the game is not cyclic, there is a whole
    /// number that falls with every move, such as the number of empty cells, and is not greater in `other`
    /// than in `position`.
    fn dominates(&self, position: &P, other: &P, player: Player) -> bool;

    /// Returns a position that `position` dominates for `player`, as bad for `player` as the same proof
    /// allows.
    ///
    /// Where the game is over, it is over in the result too, with the same outcome. Otherwise `answers` are
    /// moves with positions that are dominated by the positions after those moves, and they still are if the
    /// move is made from the result. If `player` is to move there is one answer, and its move is legal in the
    /// result. If the opponent is to move there may be fewer answers than moves; the fewer other moves the
    /// result has, the better.
    fn weaken(&self, position: &P, player: Player, answers: &[(Move, P)]) -> P;

    /// Returns whether the promise holds for every number of plies as well: what `player` can force in the other
    /// position within some plies, `player` can force in the first one within as many, if it is a win. Then the relation
    /// also serves questions about a win within a number of plies ([`Within`](crate::Within)).
    fn keeps_plies(&self) -> bool {
        false
    }

    /// Returns a position that `position` dominates for `player` and that has fewer moves, if it sees one: moves that
    /// make no difference, whoever makes them, such as those on captured cells in Hex. All its moves are moves of
    /// `position`, with the same codes.
    fn filled(&self, _position: &P, _player: Player) -> Option<P> {
        None
    }
}

/// A way of the game's own to show that a player wins a position: bytes that a certificate holds and that only the
/// game understands. In Hex they describe a virtual connection.
///
/// Certificates depend on [`shows`](Evidence::shows), so a game documents why it keeps its promise and tests it
/// exhaustively on small boards. The other methods only help to follow certificates.
pub trait Evidence<P> {
    /// Returns whether the bytes show that `player` can force an outcome worth at least 1 to that player. The bytes
    /// come from files that are not trusted, and there are at most some thousand of them; the game is not over in the
    /// position. The work must be bounded by the number of bytes times the size of a position.
    fn shows(&self, position: &P, player: Player, bytes: &[u8]) -> bool;

    /// Returns the move of `player`, who is to move, by which the evidence wins.
    fn chosen(&self, position: &P, player: Player, bytes: &[u8]) -> Option<Move>;

    /// Returns evidence for the position after a move: any move of the opponent, or the [`chosen`](Evidence::chosen)
    /// one. `None` if there is none, which can only be if the bytes show nothing.
    fn after(&self, position: &P, player: Player, bytes: &[u8], mv: Move) -> Option<Vec<u8>>;
}

/// A game in which both players have the same moves, and who cannot move has lost.
///
/// Every position of such a game is worth a heap of Nim: its *Grundy value* is the size of that heap. A position and
/// a heap of Nim beside it are lost for the player to move exactly if the heap has the size of the Grundy value, so
/// one certificate shows the value.
pub trait Impartial<P> {
    /// Returns the position with one more heap of Nim beside it, from which either player may take any number
    /// instead of another move; `None` if the game has no such position.
    fn beside_nim_heap(&self, position: &P, size: u32) -> Option<P>;

    /// Returns the Grundy value, if the game knows it without a search. It only says which heap to ask about first,
    /// so it need not be trusted.
    fn grundy_value(&self, position: &P) -> Option<u32>;
}

/// Decides some positions without a search, by knowledge of the game: the last squares of an Othello board, a
/// goal within this turn, a chain of virtual connections.
///
/// It can unfold each decision move by move down to the ends of the game, or give [`Evidence`] of it, so that no
/// certificate depends on the oracle. Questions are in normal form, and positions have no outcome yet. Any target may be asked
/// about: an oracle that only knows who wins declines the others ([`Question::is_about_winning`]). It may
/// keep a small table of its own, but that table must not mix up questions: one oracle serves several.
pub trait LeafOracle<P> {
    /// Returns whether the attacker reaches the target from here, or `None` if the oracle cannot decide.
    fn decide(&mut self, position: &P, question: Question) -> Option<bool>;

    /// Returns a move that keeps the verdict that [`decide`](LeafOracle::decide) gives here. Called where one
    /// move is enough: the attacker is to move and the position is proved, or the defender is to move and it
    /// is disproved. The position after the move is an end, or is decided in the same way.
    fn unfold(&mut self, position: &P, question: Question, proved: bool) -> Option<Move>;

    /// Appends a line of moves, all by the player to move, that ends the game as this player wants it, such
    /// as a goal within this turn. Returns whether there is one. [`unfold`](LeafOracle::unfold) would give
    /// these moves too, one by one, but a certificate can name them all at once. The result is not trusted: a
    /// line that does not end the game in this way is not used.
    fn finish(&mut self, _position: &P, _question: Question, _line: &mut Vec<Move>) -> bool {
        false
    }

    /// Appends the moves of a solution tree for the player for whom a position is decided, the *claimant*: one move
    /// where the claimant is to move, and all moves of the opponent, in the order in which the game generates them,
    /// down to ends of the game. The claimant's moves are listed in the order of a walk through the tree. Returns
    /// whether it did, or `None` if it never does; it should not if the tree has more than some hundred
    /// positions. [`unfold`](LeafOracle::unfold) would give these moves too, one by one, but a certificate needs
    /// only one record for all of them. The result is not trusted.
    fn solution(
        &mut self,
        _position: &P,
        _question: Question,
        _proved: bool,
        _moves: &mut Vec<Move>,
    ) -> Option<bool> {
        None
    }

    /// Removes moves after which the question is certainly decided against the player who makes them. If all
    /// legal moves were given and none is left, the position is decided for the opponent, and searches treat
    /// it as decided. So if some move keeps the verdict that the player to move wants, one such move stays.
    /// Each move that stays is one of the moves given, also where a game offers only one of two moves that
    /// symmetry makes the same.
    ///
    /// In games without cycles, moves that are no better than one that stays may be removed as well. Where
    /// positions can repeat, that would be wrong: a disproof is a closed set there, and a move out of it that
    /// is merely no better than one within it may still be the one that makes progress.
    fn prune(&mut self, _position: &P, _question: Question, _moves: &mut Vec<Move>) {}

    /// Receives what a search found out about a position, and the move that decides it where one is enough.
    /// Returns whether [`prune`](LeafOracle::prune) may now know more about the position before it.
    fn learn(
        &mut self,
        _position: &P,
        _question: Question,
        _proved: bool,
        _mv: Option<Move>,
    ) -> bool {
        false
    }

    /// Returns a position that this one dominates and that is decided in the same way, by the same proof; see
    /// [`Dominance`]. Called when certificates are made, for positions that [`decide`](LeafOracle::decide)
    /// decides.
    fn weaken(&mut self, _position: &P, _question: Question) -> Option<P> {
        None
    }

    /// Returns a position that this one dominates or is, and that is decided in the same way, with the game's
    /// [`Evidence`] for it. Called when certificates are made, for positions that [`decide`](LeafOracle::decide)
    /// decides. The result is not trusted.
    fn evidence(&mut self, _position: &P, _question: Question) -> Option<(P, Vec<u8>)> {
        None
    }

    /// Estimates how far a position that it cannot decide is from a proof and from a disproof, as in
    /// [`Guidance::estimate`]; `None` if it learned nothing about that.
    fn estimate(&mut self, _position: &P, _question: Question) -> Option<(u32, u32)> {
        None
    }

    /// Returns whether asking again costs less than storing its decisions, so that tables need not hold them.
    fn is_quick(&self) -> bool {
        false
    }

    /// Receives the signal that tells when to stop, before a search and before a certificate is made. An
    /// oracle whose answers can take more than some milliseconds polls it. When it is time, the oracle
    /// decides, unfolds and prunes nothing more, and keeps nothing that it has not finished.
    fn set_stop(&mut self, _stop: &StopSignal) {}

    /// Returns how many positions it has looked at so far, in its own count.
    fn visited(&self) -> u64;

    /// Returns how many bytes it holds.
    fn memory(&self) -> usize {
        0
    }
}
