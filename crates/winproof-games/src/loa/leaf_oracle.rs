//! The leaf oracle of Lines of Action.
//!
//! *Level 1*: a player who can connect all pieces with one move wins.
//!
//! *Level 2*: a player who cannot, and has no move that keeps the opponent from doing so, has lost. This is
//! checked only where the opponent threatens it. The number of such moves is the best measure of how hard the
//! position is to defend.

use winproof_rules::{LeafOracle, Move, Outcome, Question};

use super::groups::{Gathering, can_connect, connected};
use super::guidance::{Seen, Threat, scatter};
use super::threats::Threats;
use super::{Loa, LoaBoard};

impl Loa {
    /// Returns a move that wins at once. A move that connects, which is also reported, may not be enough: its
    /// capture may connect the opponent too.
    #[inline]
    pub(super) fn winning_move(
        &self,
        mover: &Gathering,
        enemy: u64,
        mut connects: impl FnMut(),
    ) -> Option<Move> {
        mover.connecting_move(enemy, |_, to| {
            connects();
            enemy >> to & 1 == 0 || self.mover_wins || !connected(enemy ^ 1 << to)
        })
    }
}

/// Looks one or two moves ahead.
pub(super) struct ThreatOracle<'g> {
    game: &'g Loa,
    /// Whether replies to threats are looked for.
    replies: bool,
    visited: u64,
    /// The position that was asked about last.
    last: Option<(LoaBoard, Last)>,
    /// The analysis of the mover's pieces, and their scatter. The positions after the moves of one position
    /// are asked about one after the other, and unless a piece is captured the analysis is always the same.
    mover: Option<(Gathering, u32)>,
    moves: Vec<Move>,
}

/// The analysis of a position.
#[derive(Clone, Copy)]
struct Last {
    /// Whether some move connects, even if only for a draw.
    connects: bool,
    /// The moves against a threat; none if there is no threat, or if it was not checked.
    threat: Option<Threat>,
}

impl<'g> ThreatOracle<'g> {
    pub(super) fn new(game: &'g Loa, level: u32) -> Self {
        let moves = Vec::new();
        ThreatOracle { game, replies: level > 1, visited: 0, last: None, mover: None, moves }
    }

    #[inline]
    fn mover(&mut self, own: u64) -> (Gathering, u32) {
        match self.mover {
            Some(seen) if seen.0.own == own => seen,
            _ => *self.mover.insert((Gathering::of(own, self.game.squares), scatter(own))),
        }
    }

    /// Whether the player to move has a move against all threats, where none of them connects.
    fn threat(&mut self, board: &LoaBoard) -> Threat {
        let threats = Threats::of(self.game, board);
        if !threats.any() {
            return Threat::None;
        }
        let defences = threats.defences(self.game, board, &mut self.moves);
        self.visited += self.moves.len() as u64;
        Threat::Defences(defences)
    }
}

impl LeafOracle<LoaBoard> for ThreatOracle<'_> {
    #[inline]
    fn decide(&mut self, board: &LoaBoard, question: Question) -> Option<bool> {
        self.visited += 1;
        let (gathering, _) = self.mover(board.own);
        let mut connects = false;
        let wins = self.game.winning_move(&gathering, board.enemy, || connects = true).is_some();
        if wins {
            // A player who can win can do no better, so the value of a win is the value of the position.
            return Some(question.met_by(Outcome::won_by(board.to_move)));
        }
        let threat = (self.replies && !connects).then(|| self.threat(board));
        self.last = Some((*board, Last { connects, threat }));
        let lost = threat == Some(Threat::Defences(0));
        lost.then(|| question.met_by(Outcome::won_by(board.to_move.opponent())))
    }

    /// The estimate of the game, without a second search for the moves that [`decide`](LeafOracle::decide)
    /// looked for.
    #[inline]
    fn estimate(&mut self, board: &LoaBoard, question: Question) -> Option<(u32, u32)> {
        let (_, Last { connects, threat }) = self.last.filter(|(last, _)| last == board)?;
        let (_, scatter) = self.mover(board.own);
        let threat = threat.unwrap_or_else(|| Threat::seen(self.game, board));
        Some(self.game.estimate_knowing(board, question, Seen { connects, scatter, threat }))
    }

    fn unfold(&mut self, board: &LoaBoard, _question: Question, _proved: bool) -> Option<Move> {
        let (gathering, _) = self.mover(board.own);
        self.game.winning_move(&gathering, board.enemy, || {})
    }

    fn finish(&mut self, board: &LoaBoard, question: Question, line: &mut Vec<Move>) -> bool {
        if !question.is_about_winning() {
            return false;
        }
        let (gathering, _) = self.mover(board.own);
        line.extend(self.game.winning_move(&gathering, board.enemy, || {}));
        !line.is_empty()
    }

    /// Where the opponent threatens to win, most moves do not prevent it. A move that connects ends the game.
    fn prune(&mut self, board: &LoaBoard, question: Question, moves: &mut Vec<Move>) {
        // For other targets, a lost game need not decide the question.
        if !question.is_about_winning() {
            return;
        }
        let threats = Threats::of(self.game, board);
        if threats.any() && !can_connect(board.own, board.enemy, self.game.squares) {
            moves.retain(|&mv| !threats.ignored_by(mv));
        }
    }

    /// Its decisions were five of six entries of a table, most of them about moves that lose at once.
    fn is_quick(&self) -> bool {
        true
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::{Game, Guidance, Notation, Player, Settings};

    use super::*;
    use crate::RegisteredGame;
    use crate::loa::PASS;
    use crate::loa::tests::random_boards;

    const QUESTION: Question = Question { attacker: Player::First, target: 1 };

    fn moves(game: &Loa, board: &LoaBoard) -> Vec<Move> {
        let mut moves = Vec::new();
        game.moves(board, &mut moves);
        moves
    }

    /// Whether the player to move wins at once, by trying all moves.
    fn wins(game: &Loa, board: &LoaBoard) -> bool {
        let win = Some(Outcome::won_by(board.to_move));
        moves(game, board).iter().any(|&mv| game.outcome(&game.play(board, mv)) == win)
    }

    /// Whether the opponent has won after a move, or does so with the next one, by trying all moves.
    fn loses(game: &Loa, board: &LoaBoard, mv: Move) -> bool {
        let after = game.play(board, mv);
        let lost = Outcome::won_by(after.to_move);
        game.outcome(&after).map_or_else(|| wins(game, &after), |outcome| outcome == lost)
    }

    fn games() -> Vec<Loa> {
        let sized = |size: &str| {
            let mut settings = Settings::defaults(Loa::INFO.name, Loa::INFO.parameters);
            settings.set_value("size", size).unwrap();
            [false, true].map(|mover_wins| Loa { mover_wins, ..Loa::new(&settings) })
        };
        ["8", "4"].into_iter().flat_map(sized).collect()
    }

    /// Boards on which the game is not over.
    fn open_boards(game: &Loa) -> impl Iterator<Item = LoaBoard> {
        random_boards(game).filter(|board| game.outcome(board).is_none())
    }

    #[test]
    fn whoever_wins_at_once_is_found_and_nobody_else() {
        for game in games() {
            let mut oracle = ThreatOracle::new(&game, 1);
            let mut found = 0;
            for board in open_boards(&game).take(20_000) {
                let wins = wins(&game, &board);
                let attacks = board.to_move == QUESTION.attacker;
                assert_eq!(oracle.estimate(&board, QUESTION), None, "nobody asked about it yet");
                assert_eq!(oracle.decide(&board, QUESTION), wins.then_some(attacks), "{board:?}");
                if wins {
                    let mv = oracle.unfold(&board, QUESTION, attacks).unwrap();
                    let outcome = game.outcome(&game.play(&board, mv));
                    assert_eq!(outcome, Some(Outcome::won_by(board.to_move)));
                    found += 1;
                } else {
                    let estimate = game.estimate(&board, QUESTION);
                    assert_eq!(oracle.estimate(&board, QUESTION), Some(estimate), "{board:?}");
                }
            }
            assert!(found > 1_000, "only {found} wins");
        }
    }

    #[test]
    fn whoever_cannot_meet_a_threat_has_lost_and_nobody_else() {
        for game in games() {
            let mut oracle = ThreatOracle::new(&game, 2);
            let (mut threatened, mut lost) = (0, 0);
            for board in open_boards(&game).filter(|board| !wins(&game, board)).take(10_000) {
                let attacks = board.to_move == QUESTION.attacker;
                let defences =
                    moves(&game, &board).iter().filter(|&&mv| !loses(&game, &board, mv)).count();
                let decided = oracle.decide(&board, QUESTION);
                let threat = oracle.last.and_then(|(_, last)| last.threat);
                match threat {
                    Some(Threat::Defences(count)) => {
                        assert_eq!(count as usize, defences, "{board:?}");
                        assert_eq!(decided, (defences == 0).then_some(!attacks), "{board:?}");
                        threatened += 1;
                        lost += u32::from(defences == 0);
                    }
                    _ => assert_eq!(decided, None, "{board:?}"),
                }
            }
            assert!(threatened > 500 && lost > 50, "only {threatened} threats, {lost} too many");
        }
    }

    /// Black cannot move, and White can connect only by taking a piece, which connects Black's too.
    #[test]
    fn a_threat_to_draw_is_none_to_a_player_who_has_to_pass() {
        let boards = [
            "8/8/8/8/8/8/4oooo/o3oxox x",
            "8/8/7o/8/8/2ooo3/oooxo3/oxooo3 x",
            "8/6oo/6ox/5oo1/5oxo/5ooo/8/3o4 x",
        ];
        for board in boards {
            for game in games().into_iter().filter(|game| game.size == 8) {
                let board = game.parse(board).unwrap();
                assert_eq!(moves(&game, &board), [PASS]);
                assert!(can_connect(board.enemy, board.own, game.squares));
                assert_eq!(loses(&game, &board, PASS), game.mover_wins);
                let lost = game.mover_wins.then_some(false);
                assert_eq!(ThreatOracle::new(&game, 2).decide(&board, QUESTION), lost, "{board:?}");
            }
        }
    }

    #[test]
    fn moves_that_are_taken_out_lose() {
        for game in games() {
            let mut oracle = ThreatOracle::new(&game, 1);
            let mut taken = 0;
            for board in open_boards(&game).take(10_000) {
                let all = moves(&game, &board);
                let mut left = all.clone();
                oracle.prune(&board, QUESTION, &mut left);
                for &mv in all.iter().filter(|mv| !left.contains(mv)) {
                    assert!(loses(&game, &board, mv), "{board:?} {mv:?}");
                    taken += 1;
                }
                assert!(left.is_sorted_by_key(|mv| all.iter().position(|it| it == mv)));
            }
            assert!(taken > 1_000, "only {taken} moves were taken out");
        }
    }
}
