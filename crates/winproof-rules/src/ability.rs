//! What only some games can do. Each ability is a trait of its own, and [`Game`](crate::Game) has a
//! method that hands it out or answers `None`.

use crate::{Move, Player, Question};

/// A static opinion on moves: which to look at first.
pub trait MoveOrdering<P> {
    /// How promising the move is for the player who makes it; greater is better. Moves of the same
    /// score keep the order in which the game generates them.
    fn score(&self, position: &P, mv: Move) -> i32;
}

/// What df-pn+ likes to know (Nagai & Imai 1999): how far leaves are from being solved, and what moves
/// cost.
pub trait Guidance<P> {
    /// How far the position is from a proof and from a disproof of the question; 1 is the nearest. The
    /// question is in normal form.
    fn estimate(&self, position: &P, question: Question) -> (u32, u32);

    /// What is added to the proof number (at the attacker's positions) or the disproof number (at the
    /// defender's) of the position behind a move when it is compared with its siblings. Negative makes
    /// the search stay with it longer.
    fn cost(&self, _position: &P, _mv: Move, _question: Question) -> i32 {
        0
    }
}

/// A relation between positions: one dominates another if whatever a player can force in the other can be
/// forced in it, too. In Hex that is so if that player has more stones here and the opponent fewer.
///
/// Certificates rest on [`dominates`](Dominance::dominates), so a game documents why it keeps its promises
/// and tests them exhaustively on small boards. The other method only helps to make certificates.
pub trait Dominance<P> {
    /// Whether `position` is at least as good for `player` as `other` is.
    ///
    /// Three promises. If `player` can force an outcome worth at least some value in `other`, so can `player` in
    /// `position`. There are no circles: going from position to position that is dominated never comes back,
    /// but for positions that dominate themselves. And if the game is not cyclic, there is a whole number that
    /// falls with every move, such as that of empty cells, and is not greater in `other` than in `position`.
    fn dominates(&self, position: &P, other: &P, player: Player) -> bool;

    /// A position that `position` dominates for `player`, as bad for `player` as the argument allows.
    ///
    /// Where the game is over, it is over in the result, too, with the same outcome. Else `answers` are moves with
    /// positions that are dominated by the positions behind those moves, and they still are if the move is
    /// made from the result. If `player` is to move there is one answer, and its move is legal in the result.
    /// If the opponent is to move there may be fewer answers than moves; the fewer moves the result has
    /// beside them the better.
    fn weaken(&self, position: &P, player: Player, answers: &[(Move, P)]) -> P;
}

/// Decides some positions by something cleverer than the rules: the last squares of an Othello board, a
/// goal within this turn, a chain of virtual connections.
///
/// Whatever it decides it can unfold move by move down to the ends of the game, so that no certificate
/// rests on its word. Questions are in normal form, and positions have no outcome yet. Targets may be any:
/// where an oracle only knows who wins, it declines the others ([`Question::is_about_winning`]). It may keep a
/// small table of its own, but what it remembers must not mix up questions: one oracle serves several.
pub trait LeafOracle<P> {
    /// Whether the attacker reaches the target from here, if that can be told.
    fn decide(&mut self, position: &P, question: Question) -> Option<bool>;

    /// A move that keeps a verdict that [`decide`](LeafOracle::decide) gives here. Is asked where one move
    /// is enough: the attacker is to move and it is proved, or the defender is and it is disproved. The
    /// position behind the move is an end, or is decided in the same way.
    fn unfold(&mut self, position: &P, question: Question, proved: bool) -> Option<Move>;

    /// Appends moves of the player to move alone that end the game as this player wants it, such as a goal
    /// within this turn, if there are any: one by one [`unfold`](LeafOracle::unfold) would give them too, but
    /// a certificate can name them all at once. Answers whether there are. Nobody relies on it: what does not
    /// end the game so is not used.
    fn finish(&mut self, _position: &P, _question: Question, _line: &mut Vec<Move>) -> bool {
        false
    }

    /// Takes out moves after which the player who makes them has lost the argument for sure. If all legal moves
    /// were given and none is left, the position is decided for the opponent, and searches take it as such. So
    /// if a move keeps the verdict that the player to move wants, one that does stays; what stays is one of the
    /// moves given, also where a game offers only one of two moves that symmetry makes the same.
    ///
    /// In games without cycles, moves that are no better than one that stays may go as well. Where positions
    /// can come back that would not do: a disproof is a closed set there, and a move out of it that is merely
    /// no better than one within it may still be the one that makes progress.
    fn prune(&mut self, _position: &P, _question: Question, _moves: &mut Vec<Move>) {}

    /// Is told what a search found out about a position, and the move that does it where one is enough.
    /// Answers whether [`prune`](LeafOracle::prune) may now know more about the position before it.
    fn learn(
        &mut self,
        _position: &P,
        _question: Question,
        _proved: bool,
        _mv: Option<Move>,
    ) -> bool {
        false
    }

    /// A position that this one dominates and that is decided in the same way, by the same argument; see
    /// [`Dominance`]. Is asked for certificates, of positions that [`decide`](LeafOracle::decide) decides.
    fn weaken(&mut self, _position: &P, _question: Question) -> Option<P> {
        None
    }

    /// How far a position that it cannot decide is from a proof and from a disproof, as in
    /// [`Guidance::estimate`], if looking at it told something about that.
    fn estimate(&mut self, _position: &P, _question: Question) -> Option<(u32, u32)> {
        None
    }

    /// Whether asking again costs less than remembering its answers, so that tables need not be filled with
    /// them.
    fn is_quick(&self) -> bool {
        false
    }

    /// How many positions it has looked at so far, in its own count.
    fn visited(&self) -> u64;

    /// Bytes that it holds.
    fn memory(&self) -> usize {
        0
    }
}
