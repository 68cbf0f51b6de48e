//! Decides positions by the table of lost pairs or, with a heap of Nim beside them, by Grundy values.

use winproof_rules::{Game, LeafOracle, Move, Question};

use super::{Taken, TwoHeaps, Wythoff};

/// The Grundy values of all pairs of heaps up to two sizes.
pub(super) struct Grundy {
    sizes: [usize; 2],
    values: Vec<u16>,
}

impl Grundy {
    /// Computes them by their definition: the least number that no move leads to.
    pub fn new(game: &Wythoff, sizes: [u8; 2]) -> Grundy {
        let sizes = sizes.map(usize::from);
        let mut grundy =
            Grundy { sizes, values: Vec::with_capacity((sizes[0] + 1) * (sizes[1] + 1)) };
        let mut reached: Vec<bool> = Vec::new();
        for first in 0..=sizes[0] as u8 {
            for second in 0..=sizes[1] as u8 {
                reached.clear();
                let mut reach = |left: [u8; 2]| {
                    let value = usize::from(grundy.of(left));
                    if reached.len() <= value {
                        reached.resize(value + 1, false);
                    }
                    reached[value] = true;
                };
                (0..first).for_each(|left| reach([left, second]));
                (0..second).for_each(|left| reach([first, left]));
                for count in 1..=first {
                    for other in game.range(count, second) {
                        reach([first - count, second - other as u8]);
                    }
                }
                let value = reached.iter().position(|&there| !there).unwrap_or(reached.len());
                grundy.values.push(value as u16);
            }
        }
        grundy
    }

    /// Returns the value of a pair.
    pub fn of(&self, [first, second]: [u8; 2]) -> u16 {
        self.values[usize::from(first) * (self.sizes[1] + 1) + usize::from(second)]
    }

    fn covers(&self, sizes: [u8; 2]) -> bool {
        sizes.into_iter().zip(self.sizes).all(|(size, most)| usize::from(size) <= most)
    }
}

/// Decides every position.
pub(super) struct PairOracle<'g> {
    game: &'g Wythoff,
    /// For the largest heaps so far that had a heap of Nim beside them.
    grundy: Option<Grundy>,
    visited: u64,
}

impl<'g> PairOracle<'g> {
    pub fn new(game: &'g Wythoff) -> PairOracle<'g> {
        PairOracle { game, grundy: None, visited: 0 }
    }

    fn is_lost(&mut self, heaps: &TwoHeaps) -> bool {
        let [first, second] = heaps.sizes;
        if heaps.nim == 0 {
            return self.game.partners[usize::from(first)] == u32::from(second);
        }
        let game = self.game;
        let grundy = match self.grundy.take() {
            Some(grundy) if grundy.covers(heaps.sizes) => grundy,
            Some(Grundy { sizes: [one, other], .. }) => {
                Grundy::new(game, [first.max(one as u8), second.max(other as u8)])
            }
            None => Grundy::new(game, heaps.sizes),
        };
        let lost = grundy.of(heaps.sizes) == u16::from(heaps.nim);
        self.grundy = Some(grundy);
        lost
    }

    /// Returns a move after which the other player loses.
    fn winning_move(&mut self, heaps: &TwoHeaps) -> Option<Move> {
        let mut moves = Vec::new();
        if heaps.nim == 0 {
            // Five moves at most come into question: to the partner of either heap, to the pair by the difference of
            // the strategy, and taking everything. Trying all is simpler, and quick enough for 255 objects.
            let pairs = (0..=heaps.sizes[0]).filter_map(|left| {
                let partner = u8::try_from(self.game.partners[usize::from(left)]).ok()?;
                let other = heaps.sizes[1].checked_sub(partner)?;
                Some(Taken::Heaps([heaps.sizes[0] - left, other]).code())
            });
            return { pairs }.find(|&mv| self.game.is_legal(heaps, mv, &mut moves));
        }
        self.game.moves(heaps, &mut moves);
        moves.into_iter().find(|&mv| self.is_lost(&self.game.play(heaps, mv)))
    }
}

impl LeafOracle<TwoHeaps> for PairOracle<'_> {
    fn decide(&mut self, heaps: &TwoHeaps, question: Question) -> Option<bool> {
        if !question.is_about_winning() {
            return None;
        }
        self.visited += 1;
        Some(self.is_lost(heaps) != (heaps.to_move == question.attacker))
    }

    fn unfold(&mut self, heaps: &TwoHeaps, question: Question, _: bool) -> Option<Move> {
        question.is_about_winning().then(|| self.winning_move(heaps)).flatten()
    }

    fn is_quick(&self) -> bool {
        true
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn memory(&self) -> usize {
        self.grundy.as_ref().map_or(0, |grundy| grundy.values.capacity() * size_of::<u16>())
    }
}
