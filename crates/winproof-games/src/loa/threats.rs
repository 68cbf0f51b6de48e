//! The threats of the player who is not to move, and the moves that prevent them.

use winproof_rules::Move;

use super::groups::{Gathering, connected};
use super::lines::{append_moves, line_of};
use super::{Loa, LoaBoard, from_and_to};

/// The most threats that are looked for: a move that stops four stops all, most of the time.
const MOST_THREATS: usize = 4;

/// The moves by which the player who is not to move would connect, if nothing changed.
pub(super) struct Threats {
    /// Where that player's pieces have to go.
    gathering: Gathering,
    /// The lines along which they go without a capture.
    lines: [u64; MOST_THREATS],
    count: usize,
    /// Whether there is any such move, including captures.
    any: bool,
}

impl Threats {
    pub(super) fn of(game: &Loa, board: &LoaBoard) -> Threats {
        let LoaBoard { own, enemy, .. } = *board;
        let gathering = Gathering::of(enemy, game.squares);
        let mut threats = Threats { gathering, lines: [0; MOST_THREATS], count: 0, any: false };
        gathering.connecting_move(own, |from, to| {
            threats.any = true;
            if own >> to & 1 == 0 {
                threats.lines[threats.count] = line_of(from, to);
                threats.count += 1;
            }
            threats.count == MOST_THREATS
        });
        threats
    }

    pub(super) fn any(&self) -> bool {
        self.any
    }

    /// Returns whether a move leaves one of the threats as it is, so that it loses unless it connects. A
    /// threat without a capture still works if its line is unchanged and no piece was captured.
    #[inline]
    pub(super) fn ignored_by(&self, mv: Move) -> bool {
        let (from, to) = from_and_to(mv);
        let touched = 1 << from | 1 << to;
        self.gathering.own >> to & 1 == 0
            && self.lines[..self.count].iter().any(|line| line & touched == 0)
    }

    /// How many moves, or passes, keep the other player from winning with the next one, where no move connects.
    pub(super) fn defences(&self, game: &Loa, board: &LoaBoard, moves: &mut Vec<Move>) -> u32 {
        let LoaBoard { own, enemy, .. } = *board;
        moves.clear();
        append_moves(own, enemy, game.squares & !own, moves);
        if moves.is_empty() {
            // A threat with a capture may only draw.
            return u32::from(game.winning_move(&self.gathering, own, || {}).is_none());
        }
        let replies = moves.iter().filter(|&&mv| !self.ignored_by(mv));
        let defends = |mv: Move| {
            let (from, to) = from_and_to(mv);
            let own = own ^ 1 << from ^ 1 << to;
            let enemy = enemy & !(1 << to);
            if enemy == self.gathering.own {
                return game.winning_move(&self.gathering, own, || {}).is_none();
            }
            let gathering = Gathering::of(enemy, game.squares);
            !connected(enemy) && game.winning_move(&gathering, own, || {}).is_none()
        };
        replies.filter(|&&mv| defends(mv)).count() as u32
    }
}
