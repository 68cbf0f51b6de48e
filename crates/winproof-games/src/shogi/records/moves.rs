//! Moves as people write them: where the piece goes, which piece it is, and what tells it from others.

use winproof_rules::{Move, Player};

use super::kakinoki::kind;
use super::square;
use crate::shogi::board::ShogiBoard;
use crate::shogi::moves::Action;
use crate::shogi::pieces::Kind;

/// A digit: as in ASCII, wide, or as a word.
pub(super) fn digit(character: char) -> Option<u32> {
    let words = "一二三四五六七八九".chars();
    let wide = "１２３４５６７８９".chars();
    character
        .to_digit(10)
        .or_else(|| (1..).zip(words).find(|(_, it)| *it == character).map(|(digit, _)| digit))
        .or_else(|| (1..).zip(wide).find(|(_, it)| *it == character).map(|(digit, _)| digit))
}

/// How many pieces: nothing for one, a digit, or a number from 十 on.
pub(super) fn count(text: &str) -> Option<u32> {
    let (tens, ones) = match text.strip_prefix('十') {
        Some(rest) => (10, rest),
        None => (0, text),
    };
    let mut digits = ones.chars().map(digit);
    let ones = match digits.next() {
        None => u32::from(tens == 0),
        Some(first) => {
            let first = first?;
            // Two digits as in 17.
            digits.next().map_or(Some(first), |second| Some(10 * first + second?))?
        }
    };
    (digits.next().is_none() && ones <= 18).then_some(tens + ones)
}

/// A move by its name.
pub(super) struct Named {
    pub(super) to: usize,
    kind: Kind,
    promotes: bool,
    /// Whether it must be a drop.
    drops: bool,
    /// Where it starts, as KIF says it.
    from: Option<usize>,
    /// The signs by which KI2 tells pieces apart.
    signs: Vec<char>,
}

impl Named {
    /// Reads a move; `last` is where the move before ended, which 同 means.
    pub(super) fn read(text: &str, last: Option<usize>) -> Option<Named> {
        let mut characters = text.chars().peekable();
        let to = match characters.next()? {
            '同' => last?,
            file => square(digit(file)?, digit(characters.next()?)?)?,
        };
        while characters.next_if(|it| it.is_whitespace()).is_some() {}
        let promoted = characters.next_if_eq(&'成').is_some();
        let kind = kind(characters.next()?, promoted)?;
        let mut named =
            Named { to, kind, promotes: false, drops: false, from: None, signs: Vec::new() };
        let mut declined = false;
        while let Some(sign) = characters.next() {
            match sign {
                '成' => named.promotes = !declined,
                '不' | '生' => declined = true,
                '打' => named.drops = true,
                '左' | '右' | '直' | '上' | '行' | '入' | '寄' | '引' => {
                    named.signs.push(sign)
                }
                '(' => {
                    let (file, rank) = (characters.next()?, characters.next()?);
                    named.from = Some(square(file.to_digit(10)?, rank.to_digit(10)?)?);
                    break;
                }
                _ if sign.is_whitespace() => break,
                _ => return None,
            }
        }
        Some(named)
    }

    /// The one legal move that it can mean.
    pub(super) fn action(&self, board: &ShogiBoard) -> Option<Action> {
        let Named { to, kind, promotes, .. } = *self;
        if let Some(from) = self.from {
            return Some(Action::Step { from, to, promotes });
        }
        let mut legal: Vec<Move> = Vec::new();
        board.legal_moves(&mut legal);
        let starts: Vec<usize> = legal
            .into_iter()
            .filter_map(|mv| match Action::of(mv) {
                Action::Step { from, to: end, promotes: does } => {
                    let same = end == to && does == promotes && board.kind_at(from) == Some(kind);
                    same.then_some(from)
                }
                Action::Drop { .. } => None,
            })
            .collect();
        if self.drops || starts.is_empty() {
            return Some(Action::Drop { kind, to });
        }
        match self.told_apart(starts, board.to_move())[..] {
            [from] => Some(Action::Step { from, to, promotes }),
            _ => None,
        }
    }

    /// Those squares that the signs mean, seen by the player who moves.
    fn told_apart(&self, mut starts: Vec<usize>, player: Player) -> Vec<usize> {
        let side = if player == Player::First { 1 } else { -1 };
        let file = |at: usize| side * (at / 9) as i32;
        let rank = |at: usize| side * (at % 9) as i32;
        let to = self.to;
        // How a piece moves comes before on which side of others it stands.
        for sign in &self.signs {
            starts.retain(|&from| match sign {
                '上' | '行' | '入' => rank(to) < rank(from),
                '寄' => rank(to) == rank(from),
                '引' => rank(to) > rank(from),
                '直' => rank(to) < rank(from) && file(to) == file(from),
                _ => true,
            });
        }
        for sign in &self.signs {
            // Files are counted from the right.
            let end = match sign {
                '右' => starts.iter().map(|&from| file(from)).min(),
                '左' => starts.iter().map(|&from| file(from)).max(),
                _ => None,
            };
            if let Some(end) = end {
                starts.retain(|&from| file(from) == end);
            }
        }
        starts
    }
}
