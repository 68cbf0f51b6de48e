//! Virtual connections as evidence in certificates. `docs/CERTIFICATES.md` has the terms, their bytes, and why a side
//! that is connected to the other one by them is joined to it in the end.
//!
//! With the swap rule stones change their owner once, and with `symmetry=on` the board may be turned; then there is no
//! evidence.

use winproof_rules::{Evidence, Game, Move, Player};

use super::bits::Bits;
use super::shape::Shape;
use super::{AnyGrid, Hex, HexBoard};

/// Deeper terms are refused, so that none of them uses up the stack.
const DEEPEST: usize = 64;

/// Something that is to be connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Point {
    /// The first or the second side of the player.
    Side(usize),
    /// A cell that is empty or has a stone of the player, which stands for its group.
    Cell(u32),
}

/// Why two points are fully connected: even if the opponent moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// They are neighbours, or the same.
    Near,
    /// Both are fully connected to this stone.
    Through(u32, Box<[Full; 2]>),
    /// There are several semi connections, and no cell that is in all of them.
    Either(Vec<Semi>),
}

/// Why two points are connected if the player moves first: both are fully connected to an empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Semi {
    pub first: u32,
    pub parts: Box<[Full; 2]>,
}

impl Full {
    /// Calls a function with each cell of the carrier, and each stone that the connection goes through.
    pub fn visit(&self, each: &mut impl FnMut(u32)) {
        match self {
            Full::Near => {}
            Full::Through(stone, parts) => {
                each(*stone);
                parts.iter().for_each(|part| part.visit(each));
            }
            Full::Either(semis) => semis.iter().for_each(|semi| semi.visit(each)),
        }
    }

    /// Returns whether a cell is in the carrier. No stone has an empty cell's number.
    fn has(&self, cell: u32) -> bool {
        let mut found = false;
        self.visit(&mut |it| found |= it == cell);
        found
    }

    /// Returns whether the carrier has any cells.
    fn is_open(&self) -> bool {
        match self {
            Full::Near => false,
            Full::Through(_, parts) => parts.iter().any(Full::is_open),
            Full::Either(_) => true,
        }
    }

    /// Returns what is left, with the player to move, after the opponent has played a cell.
    fn intruded(self, cell: u32) -> Option<Semi> {
        match self {
            Full::Near => None,
            Full::Either(semis) => semis.into_iter().find(|semi| !semi.has(cell)),
            Full::Through(stone, parts) => {
                let [one, two] = *parts;
                // If the cell is in none of them, the player may move anywhere.
                if one.has(cell) || !two.has(cell) && one.is_open() {
                    let Semi { first, parts } = one.intruded(cell)?;
                    let [near, far] = *parts;
                    let far = Full::Through(stone, Box::new([far, two]));
                    return Some(Semi { first, parts: Box::new([near, far]) });
                }
                let Semi { first, parts } = two.intruded(cell)?;
                let [near, far] = *parts;
                let near = Full::Through(stone, Box::new([one, near]));
                Some(Semi { first, parts: Box::new([near, far]) })
            }
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Full::Near => bytes.push(0),
            Full::Through(stone, parts) => {
                bytes.extend([1, *stone as u8]);
                parts.iter().for_each(|part| part.write(bytes));
            }
            Full::Either(semis) => {
                bytes.push(semis.len() as u8);
                semis.iter().for_each(|semi| semi.write(bytes));
            }
        }
    }
}

impl Semi {
    /// See [`Full::visit`].
    pub fn visit(&self, each: &mut impl FnMut(u32)) {
        each(self.first);
        self.parts.iter().for_each(|part| part.visit(each));
    }

    fn has(&self, cell: u32) -> bool {
        self.first == cell || self.parts.iter().any(|part| part.has(cell))
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.first as u8);
        self.parts.iter().for_each(|part| part.write(bytes));
    }
}

/// The evidence for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// The opponent is to move.
    Full(Full),
    /// The player is to move.
    Semi(Semi),
}

impl Term {
    /// Reads a term. The bytes are not trusted.
    fn read(bytes: &[u8], player_moves: bool) -> Option<Term> {
        let mut reader = Reader { bytes };
        let term = match player_moves {
            true => Term::Semi(reader.semi(DEEPEST)?),
            false => Term::Full(reader.full(DEEPEST)?),
        };
        reader.bytes.is_empty().then_some(term)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Term::Full(full) => full.write(&mut bytes),
            Term::Semi(semi) => semi.write(&mut bytes),
        }
        bytes
    }

    /// See [`Full::visit`].
    pub fn visit(&self, each: &mut impl FnMut(u32)) {
        match self {
            Term::Full(full) => full.visit(each),
            Term::Semi(semi) => semi.visit(each),
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(byte)
    }

    fn parts(&mut self, depth: usize) -> Option<Box<[Full; 2]>> {
        let one = self.full(depth)?;
        Some(Box::new([one, self.full(depth)?]))
    }

    fn full(&mut self, depth: usize) -> Option<Full> {
        let depth = depth.checked_sub(1)?;
        Some(match self.byte()? {
            0 => Full::Near,
            1 => Full::Through(self.byte()?.into(), self.parts(depth)?),
            count => Full::Either((0..count).map(|_| self.semi(depth)).collect::<Option<_>>()?),
        })
    }

    fn semi(&mut self, depth: usize) -> Option<Semi> {
        let first = self.byte()?.into();
        Some(Semi { first, parts: self.parts(depth)? })
    }
}

/// A board as one of the players sees it.
struct Check<'a, B> {
    shape: &'a Shape<B>,
    sides: [B; 2],
    own: B,
    empty: B,
}

impl<B: Bits> Check<'_, B> {
    /// Returns whether a term connects the two sides.
    fn shows(&self, term: &Term) -> bool {
        let [one, two] = [Point::Side(0), Point::Side(1)];
        match term {
            Term::Full(full) => self.full(full, one, two).is_some(),
            Term::Semi(semi) => self.semi(semi, one, two).is_some(),
        }
    }

    /// Returns the carrier of a full connection of two points, if it is one.
    fn full(&self, full: &Full, one: Point, two: Point) -> Option<B> {
        match full {
            Full::Near => (self.reaches(one, two) || self.reaches(two, one)).then_some(B::EMPTY),
            Full::Through(stone, parts) => {
                self.stone(*stone)?;
                self.both(parts, one, *stone, two)
            }
            Full::Either(semis) => {
                let (mut common, mut together) = (self.empty, B::EMPTY);
                for semi in semis {
                    let carrier = self.semi(semi, one, two)?;
                    common &= carrier;
                    together |= carrier;
                }
                common.is_empty().then_some(together)
            }
        }
    }

    /// Returns the carrier of a semi connection of two points, if it is one.
    fn semi(&self, semi: &Semi, one: Point, two: Point) -> Option<B> {
        let first = self.cell(semi.first)?;
        let ends = [one, two].contains(&Point::Cell(semi.first));
        if !first.within(self.empty) || ends {
            return None;
        }
        Some(self.both(&semi.parts, one, semi.first, two)? | first)
    }

    /// Returns the carrier of two full connections by way of a cell, if they are independent.
    fn both(&self, parts: &[Full; 2], one: Point, through: u32, two: Point) -> Option<B> {
        let near = self.full(&parts[0], one, Point::Cell(through))?;
        let far = self.full(&parts[1], Point::Cell(through), two)?;
        let independent = !near.meets(far | self.place(two)) && !far.meets(self.place(one));
        independent.then_some(near | far)
    }

    /// Returns the cell of this number as a set, if there is such a cell.
    fn cell(&self, cell: u32) -> Option<B> {
        self.shape.has(cell).then(|| B::cell(cell))
    }

    fn stone(&self, cell: u32) -> Option<B> {
        self.cell(cell).filter(|it| it.within(self.own))
    }

    /// The cell of a point, which is on the board; no cell for a side.
    fn place(&self, point: Point) -> B {
        match point {
            Point::Side(_) => B::EMPTY,
            Point::Cell(cell) => B::cell(cell),
        }
    }

    /// Returns whether one point, with the stones that are joined to it, is another point or next to it.
    fn reaches(&self, one: Point, two: Point) -> bool {
        let (seed, edge) = match one {
            Point::Side(side) => (self.sides[side] & self.own, self.sides[side]),
            Point::Cell(cell) => (B::cell(cell), B::EMPTY),
        };
        // An empty cell has no group; the stones next to it are found from the other side.
        let group = if seed.within(self.own) { self.shape.group(seed, self.own) } else { seed };
        match two {
            Point::Side(side) => group.meets(self.sides[side]),
            Point::Cell(cell) => (group | self.shape.neighbours(group) | edge).has(cell),
        }
    }
}

impl Hex {
    fn check_term(&self, board: &HexBoard, player: Player, term: &Term) -> bool {
        fn check<B: Bits>(
            shape: &Shape<B>,
            game: &Hex,
            board: &HexBoard,
            player: Player,
            term: &Term,
        ) -> bool {
            let check = Check {
                shape,
                sides: shape.sides[player as usize],
                own: B::from_wide(board.stones_of(player)),
                empty: B::from_wide(game.empty(board)),
            };
            check.shows(term)
        }
        match &self.grid {
            AnyGrid::One(grid) => check(&grid.shape, self, board, player, term),
            AnyGrid::Two(grid) => check(&grid.shape, self, board, player, term),
            AnyGrid::Three(grid) => check(&grid.shape, self, board, player, term),
        }
    }
}

impl Evidence<HexBoard> for Hex {
    fn shows(&self, board: &HexBoard, player: Player, bytes: &[u8]) -> bool {
        Term::read(bytes, board.to_move == player)
            .is_some_and(|term| self.check_term(board, player, &term))
    }

    fn chosen(&self, board: &HexBoard, player: Player, bytes: &[u8]) -> Option<Move> {
        match Term::read(bytes, board.to_move == player)? {
            Term::Semi(semi) => Some(Move(semi.first)),
            Term::Full(_) => None,
        }
    }

    fn after(&self, board: &HexBoard, player: Player, bytes: &[u8], mv: Move) -> Option<Vec<u8>> {
        let term = match Term::read(bytes, board.to_move == player)? {
            Term::Full(full) => Term::Semi(full.intruded(mv.0)?),
            Term::Semi(Semi { first, parts }) if first == mv.0 => {
                Term::Full(Full::Through(first, parts))
            }
            Term::Semi(_) => return None,
        };
        // Whoever follows it wants to know that it still holds, or the game is over.
        let after = self.play(board, mv);
        let holds = after.winner.is_some() || self.check_term(&after, player, &term);
        holds.then(|| term.to_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use winproof_rules::{Dominance, LeafOracle, Notation, Question};

    use super::*;
    use crate::hex::tests::{all_boards, game, random_boards, winner};

    const PLAYERS: [Player; 2] = [Player::First, Player::Second];

    /// Boards that are not over: all small ones, and some larger ones with few empty cells.
    fn boards(size: u32, most_empty: u32) -> Vec<HexBoard> {
        let game = game(size, &[]);
        let boards: Vec<_> = match size {
            ..=3 => all_boards(&game).collect(),
            _ => random_boards(&game, 100).collect(),
        };
        let open =
            |board: &HexBoard| board.winner.is_none() && game.empty(board).count() <= most_empty;
        boards.into_iter().filter(open).collect()
    }

    /// The evidence that the leaf oracle has for a board, with the board that it is about and the player.
    fn evidence(
        oracle: &mut dyn LeafOracle<HexBoard>,
        board: &HexBoard,
    ) -> Option<(HexBoard, Vec<u8>, Player)> {
        let question = Question::win(Player::First);
        let proved = oracle.decide(board, question)?;
        let (weaker, bytes) = oracle.evidence(board, question)?;
        Some((weaker, bytes, PLAYERS[usize::from(!proved)]))
    }

    /// Whether the player wins by following the evidence, whatever the opponent does.
    fn wins_by(game: &Hex, board: &HexBoard, player: Player, bytes: &[u8]) -> bool {
        if let Some(winner) = board.winner {
            return winner == player;
        }
        let follow = |mv: Move| {
            let after = game.after(board, player, bytes, mv);
            after.is_some_and(|after| wins_by(game, &game.play(board, mv), player, &after))
        };
        match game.chosen(board, player, bytes) {
            Some(mv) => board.to_move == player && game.empty(board).has(mv.0) && follow(mv),
            None => game.legal_moves(board).into_iter().all(follow),
        }
    }

    #[test]
    fn evidence_of_the_oracle_holds_and_can_be_followed() {
        for (size, most) in [(2, 4), (3, 9), (4, 9), (5, 8)] {
            let game = game(size, &[]);
            let mut oracle = game.leaf_oracle(6).unwrap();
            let mut known = HashMap::new();
            let [mut decided, mut shown] = [0, 0];
            for board in boards(size, most) {
                decided += u32::from(oracle.decide(&board, Question::win(Player::First)).is_some());
                let Some((weaker, bytes, player)) = evidence(oracle.as_mut(), &board) else {
                    continue;
                };
                shown += 1;
                let text = || format!("{} {bytes:?}", game.format(&weaker));
                assert!(board == weaker || game.dominates(&board, &weaker, player), "{}", text());
                assert!(game.shows(&weaker, player, &bytes), "{}", text());
                assert_eq!(winner(&game, &weaker, &mut known), player, "{}", text());
                assert!(wins_by(&game, &weaker, player, &bytes), "{}", text());
            }
            println!("{size}: {shown} shown of {decided} decided");
            assert!(shown > 10);
        }
    }

    /// True evidence for one board is tried on others, and changed at random: whatever is accepted is true.
    #[test]
    fn whatever_is_shown_is_won() {
        let mut state = 1_u64;
        let mut dice = |sides: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % sides
        };
        for (size, most) in [(3, 9), (4, 9)] {
            let game = game(size, &[]);
            let mut oracle = game.leaf_oracle(6).unwrap();
            let mut known = HashMap::new();
            let boards = boards(size, most);
            let mut terms = vec![vec![0], vec![2, 0, 0, 0, 1, 0, 0]];
            terms.extend(
                boards
                    .iter()
                    .filter_map(|board| Some(evidence(oracle.as_mut(), board)?.1))
                    .take(5000),
            );
            let [mut accepted, mut changed] = [0, 0];
            for round in 0..150_000 {
                let board = &boards[dice(boards.len())];
                let mut bytes = terms[dice(terms.len())].clone();
                for _ in 0..round % 3 {
                    let place = dice(bytes.len());
                    match dice(4) {
                        0 => bytes[place] = dice(4) as u8,
                        1 => bytes.insert(place, dice(size as usize * size as usize) as u8),
                        _ => bytes[place] = dice(size as usize * size as usize) as u8,
                    }
                }
                for player in PLAYERS {
                    if game.shows(board, player, &bytes) {
                        accepted += 1;
                        changed += u32::from(round % 3 > 0);
                        let text = || game.format(board);
                        let truth = winner(&game, board, &mut known);
                        assert_eq!(truth, player, "{} {bytes:?}", text());
                    }
                }
            }
            println!("{size}: {accepted} accepted, {changed} of them changed");
            assert!(accepted > 100 && changed > 20, "{accepted} {changed}");
        }
    }

    #[test]
    fn malformed_terms_are_refused() {
        assert!(game(3, &["swap=on"]).evidence().is_none());
        let game = game(3, &[]);
        let board = game.start();
        let deep = [[1, 0].repeat(1000), vec![0; 1001]].concat();
        let cases: [&[u8]; 7] =
            [&[], &[1], &[4, 0], &[200, 0, 0], &[4, 0, 0, 0], &[255; 100], &deep];
        for bytes in cases {
            for player in PLAYERS {
                assert!(!game.shows(&board, player, bytes), "{bytes:?}");
                let _ = game.after(&board, player, bytes, Move(4));
            }
        }
    }
}
