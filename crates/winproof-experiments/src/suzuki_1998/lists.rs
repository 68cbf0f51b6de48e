//! Lists of moves of both players, made anew or from the lists of the position before.

use super::mailbox::{Board, Move, SQUARES, drop_move};

/// The paper's ways to make lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 1: generates all moves of the player to move, and sorts them.
    Plain,
    /// 2: keeps what is still possible, appends what is new, and sorts.
    Append,
    /// 3: the same with what is new in front.
    Prepend,
    /// 4: sorts what is new, and merges both.
    Merge,
}

impl Type {
    /// All of them.
    pub const ALL: [Type; 4] = [Type::Plain, Type::Append, Type::Prepend, Type::Merge];

    /// Its name in the paper.
    pub fn name(self) -> &'static str {
        match self {
            Type::Plain => "type 1",
            Type::Append => "type 2",
            Type::Prepend => "type 3",
            Type::Merge => "type 4",
        }
    }
}

/// The lists of a position, best moves first. Type 1 has only that of the player to move.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Black's and white's moves.
    pub moves: [Vec<Move>; 2],
}

fn sort(moves: &mut [Move]) {
    moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
}

impl Lists {
    /// Makes the lists of a position from nothing.
    pub fn of(board: &Board, kind: Type) -> Lists {
        let mut lists = Lists::default();
        lists.generate(board, kind);
        lists
    }

    fn generate(&mut self, board: &Board, kind: Type) {
        for player in 0..2 {
            let moves = &mut self.moves[player];
            moves.clear();
            if kind != Type::Plain || player == board.to_move {
                board.all_moves(player, &mut |mv| moves.push(mv));
                sort(moves);
            }
        }
    }

    /// Makes the lists of the position after a move, in the place of other ones.
    pub fn follow(
        &mut self,
        before: &Lists,
        board: &Board,
        mv: Move,
        after: &Board,
        kind: Type,
        new: &mut Vec<Move>,
    ) {
        if kind == Type::Plain {
            return self.generate(after, kind);
        }
        let change = Change::new(board, mv, after);
        for player in 0..2 {
            let own = change.of(player);
            let kept = before.moves[player].iter().copied().filter(|&mv| own.keeps(mv));
            new.clear();
            own.new_moves(&mut |mv| new.push(mv));
            let moves = &mut self.moves[player];
            moves.clear();
            match kind {
                Type::Append | Type::Plain => {
                    moves.extend(kept);
                    moves.extend_from_slice(new);
                    sort(moves);
                }
                Type::Prepend => {
                    moves.extend_from_slice(new);
                    moves.extend(kept);
                    sort(moves);
                }
                Type::Merge => {
                    sort(new);
                    let mut added = new.iter().copied().peekable();
                    for mv in kept {
                        while let Some(better) = added.next_if(|new| new.score >= mv.score) {
                            moves.push(better);
                        }
                        moves.push(mv);
                    }
                    moves.extend(added);
                }
            }
        }
    }
}

/// What a move changes.
struct Change<'b> {
    board: &'b Board,
    after: &'b Board,
    to: usize,
    /// Where the piece came from, if it was not dropped.
    from: Option<usize>,
    /// Squares whose pieces get new moves.
    affected: u128,
}

impl<'b> Change<'b> {
    fn new(board: &'b Board, mv: Move, after: &'b Board) -> Change<'b> {
        let to = usize::from(mv.to);
        let from = mv.dropped().is_none().then_some(usize::from(mv.from));
        let affected = after.affected_by(to) | from.map_or(0, |from| after.affected_by(from));
        Change { board, after, to, from, affected }
    }

    fn of(&self, player: usize) -> Own<'_> {
        let files = [Some(self.to), self.from].map(|square| {
            let file = square?;
            let before = self.board.has_pawn_on_file(player, file);
            (before != self.after.has_pawn_on_file(player, file)).then_some(file / 9)
        });
        Own { change: self, player, pawn_files: files }
    }
}

/// What a move changes for one player.
struct Own<'c> {
    change: &'c Change<'c>,
    player: usize,
    /// Files on which the player has got a pawn, or has none any more.
    pawn_files: [Option<usize>; 2],
}

impl Own<'_> {
    fn changes_pawns(&self, square: usize) -> bool {
        self.pawn_files.contains(&Some(square / 9))
    }

    /// Whether a move of the list before is still possible, and worth the same.
    fn keeps(&self, mv: Move) -> bool {
        let Change { after, to, affected, .. } = *self.change;
        match mv.dropped() {
            None => affected & 1 << mv.from == 0,
            Some(kind) => {
                let end = usize::from(mv.to);
                end != to
                    && after.in_hand(self.player, kind) > 0
                    && !(kind == 1 && self.changes_pawns(end))
            }
        }
    }

    fn new_moves(&self, visit: &mut impl FnMut(Move)) {
        let Change { board, after, from, affected, .. } = *self.change;
        let player = self.player;
        let mut squares = affected;
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            if after.piece(square).is_some_and(|(owner, _)| owner == player) {
                after.piece_moves(square, visit);
            }
        }
        for kind in 1..=7 {
            if after.in_hand(player, kind) == 0 {
                continue;
            }
            if board.in_hand(player, kind) == 0 {
                after.drops(player, kind, 0..SQUARES, visit);
                continue;
            }
            if kind == 1 {
                let [first, second] = self.pawn_files;
                for file in [first, second.filter(|_| second != first)].into_iter().flatten() {
                    after.drops(player, kind, 9 * file..9 * file + 9, visit);
                }
            }
            if let Some(from) = from
                && !(kind == 1
                    && (self.changes_pawns(from) || after.has_pawn_on_file(player, from)))
                && after.may_drop(player, kind, from)
            {
                visit(drop_move(kind, from));
            }
        }
    }
}
