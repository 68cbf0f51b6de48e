//! A game of Go being played: who is to move, passes, and ko.

use std::collections::HashSet;

use winproof_rules::Player;

use super::board::{Board, Captures, Illegal};
use super::point::Point;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoRule {
    /// To take back a ko at once.
    Simple,
    /// Any stone that makes a board that was there before, whoever was to move then; passes are always allowed.
    PositionalSuperko,
}

/// A game being played. Two passes in a row end it.
#[derive(Clone, Debug)]
pub struct Match {
    board: Board,
    to_move: Player,
    rule: KoRule,
    ko: Option<Point>,
    passes: u8,
    /// The keys of all boards so far; empty if nobody asks.
    before: HashSet<u128>,
}

impl Match {
    /// A game that starts from a board.
    pub fn new(board: Board, to_move: Player, rule: KoRule) -> Match {
        let before = match rule {
            KoRule::Simple => HashSet::new(),
            KoRule::PositionalSuperko => HashSet::from([board.key()]),
        };
        Match { board, to_move, rule, ko: None, passes: 0, before }
    }

    /// The board as it is now.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Lets a player move, whoever's turn it is: records and programs sometimes have one player move twice. A ko may
    /// then be taken.
    pub fn set_to_move(&mut self, player: Player) {
        if player != self.to_move {
            self.to_move = player;
            self.ko = None;
        }
    }

    /// Where the last move took a ko, if it did: the player to move may not play there by the rule of simple ko.
    #[inline]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// How many of the last moves were passes.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Whether the last two moves were passes.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Whether the player to move may play at a point.
    pub fn check(&self, point: Point) -> Result<(), Illegal> {
        self.board.check(self.to_move, point)?;
        match self.rule {
            KoRule::Simple if self.ko == Some(point) => Err(Illegal::Ko),
            KoRule::PositionalSuperko
                if self.before.contains(&self.board.key_after(self.to_move, point)) =>
            {
                Err(if self.ko == Some(point) { Illegal::Ko } else { Illegal::Superko })
            }
            _ => Ok(()),
        }
    }

    /// The points at which the player to move may play, row by row from the top. A pass is legal, too.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.board.points().filter(|&point| self.check(point).is_ok())
    }

    /// Plays at a point, or passes. A move that is not legal changes nothing.
    pub fn play(&mut self, point: Option<Point>) -> Result<Captures, Illegal> {
        let captures = match point {
            None => Captures { stones: 0, ko: None },
            Some(point) => {
                self.check(point)?;
                self.board.play(self.to_move, point)?
            }
        };
        self.passes = if point.is_none() { self.passes.saturating_add(1) } else { 0 };
        self.ko = captures.ko;
        self.to_move = self.to_move.opponent();
        if self.rule == KoRule::PositionalSuperko && point.is_some() {
            self.before.insert(self.board.key());
        }
        Ok(captures)
    }
}
