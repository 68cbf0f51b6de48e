//! Why a certificate that could be read is rejected.

use std::fmt;

use thiserror::Error;
use winproof_rules::Move;

use crate::{Form, MINIMAX_LIMIT, NoSolution};

/// Why a certificate does not show its verdict.
///
/// It says nothing about whether the verdict is true.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// The header claims nothing.
    #[error("the header has no verdict")]
    NoVerdict,
    /// The certificate is checked in a game that does not count the plies that it claims, for its question.
    #[error("the plies of the header are not counted")]
    WrongCount,
    /// The records are of the other form than the verdict needs.
    #[error("the verdict needs {needed}, but the records are {found}")]
    WrongForm {
        /// What would show the verdict.
        needed: Form,
        /// What the records are.
        found: Form,
    },
    /// The game is over in the position asked about, and not as the verdict says.
    #[error(
        "the game is over in the position asked about, and its outcome contradicts the verdict"
    )]
    RootEndsOtherwise,
    /// The position asked about has no record.
    #[error("the position asked about has no record")]
    RootMissing,
    /// A record does not hold.
    #[error("record {number} (position {}): {flaw}", hexadecimal(.position))]
    Record {
        /// Which one, counted from 1 in the order of the file.
        number: usize,
        /// Its position's bytes.
        position: Vec<u8>,
        /// What is wrong with it.
        flaw: Flaw,
    },
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// The bytes are not a position of the game.
    #[error("the bytes are not a position of this game")]
    Undecodable,
    /// The bytes are another way to write a position.
    #[error("the bytes are not how this game encodes the position")]
    NotCanonical,
    /// The game is over there.
    #[error("the game is over in this position, so it must not have a record")]
    Ended,
    /// The rules break their contract.
    #[error("the game is not over, but there is no legal move")]
    NoMoves,
    /// A claim about all moves where one move must be named.
    #[error("claims something of all moves where one move has to be named")]
    AllForMove,
    /// One move where all moves must be covered.
    #[error("names one move where all moves have to be covered")]
    MoveForAll,
    /// The named move cannot be played.
    #[error("move {} is not legal", .0.0)]
    IllegalMove(
        /// The move.
        Move,
    ),
    /// A move ends the game with the wrong outcome.
    #[error("move {} ends the game with an outcome that contradicts the verdict", .0.0)]
    WrongEnd(
        /// The move.
        Move,
    ),
    /// A move leads out of the set.
    #[error("move {} leads to a position without a record", .0.0)]
    Outside(
        /// The move.
        Move,
    ),
    /// A move leads to a rank that is not lower.
    #[error("move {} leads from rank {from} to rank {to}, which is not lower", .mv.0)]
    RankNotLower {
        /// The move.
        mv: Move,
        /// The rank of the position.
        from: u64,
        /// The rank after the move.
        to: u64,
    },
    /// The detail of a record with threats is not lines of moves.
    #[error("what should be threats are not lines of moves")]
    NotThreats,
    /// The moves of a record are not those of a solution tree.
    #[error("the moves are not those of a solution tree: {0}")]
    NoSolution(
        /// What is wrong.
        NoSolution,
    ),
    /// The game has no dominance relation.
    #[error("this game has no dominance relation")]
    NoDominance,
    /// The proof could be circular.
    #[error("a closed set of a cyclic game cannot use dominance")]
    DominanceInCycles,
    /// The bytes of the dominated position are not a position.
    #[error("the bytes of the dominated position are not how a position is encoded")]
    DominatedUndecodable,
    /// The relation does not hold.
    #[error("the position does not dominate the one that its record names")]
    DoesNotDominate,
    /// The dominated position has no record.
    #[error("the dominated position has no record")]
    DominatedMissing,
    /// The dominated position has a rank that is not lower.
    #[error("the dominated position has rank {to}, which is not lower than {from}")]
    DominatedRankNotLower {
        /// The rank of the position.
        from: u64,
        /// The rank of the dominated one.
        to: u64,
    },
    /// The detail of a record with replies is not replies.
    #[error("what should be replies are not lines of moves with positions")]
    NotReplies,
    /// The game has no evidence of its own, or none for this question.
    #[error("this game has no evidence for such a question")]
    NoEvidence,
    /// The game does not accept the evidence.
    #[error("the evidence does not show that the position is won")]
    NotEvidence,
    /// Minimax finds the opposite of the verdict.
    #[error("minimax comes to the opposite of the verdict")]
    MinimaxContradicts,
    /// The rules do not settle the position within the claimed number of positions.
    #[error("minimax does not settle the position within {0} positions")]
    MinimaxUnsettled(
        /// The claimed number.
        u32,
    ),
    /// The record asks for more work than the checker does for one record.
    #[error("asks for minimax over {0} positions, more than the {MINIMAX_LIMIT} allowed")]
    MinimaxTooLarge(
        /// The claimed number.
        u32,
    ),
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Strategy => "a strategy with ranks",
            Form::ClosedSet => "a closed set without ranks",
        })
    }
}

/// Writes bytes in hexadecimal for a message; cuts them where they would fill the screen.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let digits: String = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    match bytes.len() {
        0 => "of no bytes".to_string(),
        1..=SHOWN => digits,
        length => format!("{digits}… of {length} bytes"),
    }
}
