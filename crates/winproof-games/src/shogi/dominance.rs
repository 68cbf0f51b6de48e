//! Positions that vouch for others: more in one's own hand and less in the opponent's cannot hurt.
//!
//! Position P *dominates* Q for a player if both have the same board, the same player to move and the same attacker,
//! and in P that player has at least as many pieces of every kind in hand as in Q, and the opponent at most as many.
//! Pieces may be missing from a set, so neither hand follows from the other: both are compared.
//!
//! *The attacker A can do in P what A can do in Q, and the defender D in Q what D can do in P.* Let P dominate Q
//! for A.
//! - Moves of pieces on the board are the same in both: whether they are legal, and whether they give check, depends on
//!   the board alone.
//! - A's drops of Q are there in P, since A has the pieces; D's of P are there in Q. Two pawns on a file, pieces
//!   that could not move, and whether a drop gives or ends check are matters of the board.
//! - So is a pawn's drop that mates. The pawn gives check from the next square, so no drop ends the check: whether
//!   it mates depends on pieces on the board, whoever drops it and whatever the hands are.
//! - After the same move P still dominates Q: what is captured or dropped changes the same hand in both by the same
//!   piece.
//! - Ends agree: where D has no move in Q, D has none in P; where A has no check in P, A has none in Q.
//!
//! So if A forces mate from Q, A mates from P with the same moves, in as many plies at most: each reply of D in P is one
//! in Q, and play in Q ends with D having no move there, if not before in P. That is the first promise for A. For D it
//! is the same turned round: if P dominates Q for D, Q dominates P for A, so where D holds out in Q, A cannot
//! force mate there, and not in P either. What A and D can force besides mate, a draw for D or for A at least, is
//! no more than that or is always there.
//!
//! *There are no circles.* Hands that contain each other are the same, and so are the boards.
//!
//! The third promise is for games without cycles.

use winproof_rules::{Dominance, Hands, Move, Player};

use super::{Shogi, ShogiBoard};

impl Dominance<ShogiBoard> for Shogi {
    #[inline]
    fn dominates(&self, board: &ShogiBoard, other: &ShogiBoard, player: Player) -> bool {
        let opponent = player.opponent();
        board.same_board(other)
            && board.hand(player).contains(other.hand(player))
            && other.hand(opponent).contains(board.hand(opponent))
    }

    /// The player keeps what the answers need: in the field's words, proof hands for the attacker and disproof hands
    /// for the defender (`hands.rs`). The opponent gets the rest.
    fn weaken(
        &self,
        board: &ShogiBoard,
        player: Player,
        answers: &[(Move, ShogiBoard)],
    ) -> ShogiBoard {
        let attacker = board.attacker();
        let answers: Vec<_> =
            answers.iter().map(|(mv, after)| (*mv, after.hand(attacker).pack())).collect();
        let hand = self.general_hand(board, attacker, player == attacker, &answers);
        self.with_hand(board, attacker, hand)
    }

    /// The same moves lead to mate.
    fn keeps_plies(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use winproof_rules::Game;

    use super::*;
    use crate::shogi::pieces::{Hand, Kind};
    use crate::shogi::tests::{Random, moves, positions};

    const PLAYERS: [Player; 2] = [Player::First, Player::Second];

    /// The position with some of the player's hand in the opponent's, at random.
    fn worse(board: &ShogiBoard, player: Player, random: &mut Random) -> ShogiBoard {
        let hand = Kind::IN_HAND.into_iter().fold(Hand::EMPTY, |hand, kind| {
            let own = board.hand(player).count(kind);
            hand.with(kind, random.below(own as usize + 1) as u32)
        });
        Shogi.with_hand(board, player, hand.pack())
    }

    /// The same, with more or fewer pieces of the set missing.
    fn worse_set(board: &ShogiBoard, player: Player, random: &mut Random) -> ShogiBoard {
        let mut other = worse(board, player, random);
        for kind in Kind::IN_HAND {
            let theirs = other.hand(player.opponent());
            let least = board.hand(player.opponent()).count(kind);
            let most = theirs.count(kind) + other.missing(kind).unwrap();
            let given = least + random.below((most - least) as usize + 1) as u32;
            other.set_hand(player.opponent(), theirs.with(kind, given));
        }
        other.checked().expect("hands do not make a position illegal")
    }

    /// The argument above, step by step, over every position of random games and many pairs of hands.
    #[test]
    fn what_can_be_done_in_the_worse_position_can_be_done_in_the_better_one() {
        let mut random = Random::new(25);
        let mut pairs = [0, 0];
        for board in positions() {
            for player in PLAYERS {
                let other = worse_set(&board, player, &mut random);
                assert!(Shogi.dominates(&board, &other, player));
                assert!(other == board || !Shogi.dominates(&other, &board, player));
                assert!(Shogi.dominates(&other, &board, player.opponent()));
                let has_more = board.to_move() == player;
                let (more, fewer) = if has_more { (board, other) } else { (other, board) };
                let (more, fewer) = (moves(&more), moves(&fewer));
                for mv in fewer {
                    assert!(more.contains(&mv), "{board:?} {other:?} {mv:?}");
                    let [after, after_other] = [board, other].map(|it| Shogi.play(&it, mv));
                    assert!(Shogi.dominates(&after, &after_other, player));
                }
                pairs[usize::from(has_more)] += usize::from(other != board);
            }
        }
        assert!(pairs[0] > 2_000 && pairs[1] > 2_000, "{pairs:?}");
    }

    /// Whether the attacker mates within so many plies.
    fn mates(board: &ShogiBoard, plies: u32) -> bool {
        match Shogi.outcome(board) {
            Some(outcome) => outcome.worth_to(board.attacker()) > 0,
            None if plies == 0 => false,
            None => {
                let mut after = moves(board).into_iter().map(|mv| Shogi.play(board, mv));
                match board.to_move() == board.attacker() {
                    true => after.any(|board| mates(&board, plies - 1)),
                    false => after.all(|board| mates(&board, plies - 1)),
                }
            }
        }
    }

    /// All boards with a king in the corner or at the edge and a gold or a knight of the attacker's near it, and all
    /// hands of up to one gold, silver, knight and pawn for each player: who mates in three plies with less mates
    /// with more.
    #[test]
    fn mates_are_kept_with_more_in_hand() {
        let kinds = [Kind::Gold, Kind::Silver, Kind::Knight, Kind::Pawn];
        let hand = |code: usize| {
            let chosen = kinds.iter().enumerate().filter(|(index, _)| code >> index & 1 == 1);
            chosen.fold(Hand::EMPTY, |hand, (_, &kind)| hand.plus(kind))
        };
        let mut mating = 0;
        for (king, kind) in [(0, Kind::Gold), (0, Kind::Knight), (36, Kind::Gold)] {
            for square in (king..king + 22).filter(|&square| square % 9 > 1 && square % 9 < 5) {
                let mut known = [[false; 16]; 16];
                for (attackers, row) in known.iter_mut().enumerate() {
                    for (defenders, mates_here) in row.iter_mut().enumerate() {
                        let mut board = ShogiBoard::empty(Player::First, Player::First);
                        board.put(Player::Second, Kind::King, king);
                        board.put(Player::First, kind, square);
                        board.set_hand(Player::First, hand(attackers));
                        board.set_hand(Player::Second, hand(defenders));
                        let Ok(board) = board.checked() else { continue };
                        *mates_here = mates(&board, 3);
                        mating += usize::from(*mates_here);
                    }
                }
                // Hands that differ in one piece are enough: longer ways are made of those.
                for (attackers, defenders) in (0..16).flat_map(|a| (0..16).map(move |d| (a, d))) {
                    for piece in 0..kinds.len() {
                        let holds = known[attackers][defenders];
                        assert!(!holds || known[attackers | 1 << piece][defenders]);
                        assert!(!holds || known[attackers][defenders & !(1 << piece)]);
                    }
                }
            }
        }
        assert!(mating > 500, "only {mating} mates");
    }

    /// A position that could have been read, and has the key that it would have then.
    fn checked(board: ShogiBoard) -> ShogiBoard {
        assert_eq!(board.checked(), Ok(board));
        board
    }

    #[test]
    fn weaker_positions_keep_the_answers_and_get_few_new_moves() {
        let mut random = Random::new(26);
        let (mut ends, mut weaker_ones) = (0, 0);
        for board in positions().step_by(3) {
            for player in PLAYERS {
                if let Some(outcome) = Shogi.outcome(&board) {
                    if (outcome.worth_to(board.attacker()) > 0) != (player == board.attacker()) {
                        continue;
                    }
                    let weaker = checked(Shogi.weaken(&board, player, &[]));
                    assert!(Shogi.dominates(&board, &weaker, player));
                    assert_eq!(Shogi.outcome(&weaker), Some(outcome), "{board:?}");
                    ends += usize::from(weaker != board);
                    continue;
                }
                let all = moves(&board);
                let kept = if board.to_move() == player { 1 } else { all.len() };
                let first = random.below(all.len() - kept + 1);
                let answers: Vec<_> = all[first..first + kept]
                    .iter()
                    .map(|&mv| (mv, worse(&Shogi.play(&board, mv), player, &mut random)))
                    .collect();
                let weaker = checked(Shogi.weaken(&board, player, &answers));
                assert!(Shogi.dominates(&board, &weaker, player));
                let left = moves(&weaker);
                for (mv, after) in &answers {
                    if left.contains(mv) {
                        assert!(Shogi.dominates(&Shogi.play(&weaker, *mv), after, player));
                    } else {
                        assert!(board.to_move() != player, "the player's own move is gone");
                    }
                }
                if board.to_move() != player {
                    assert!(left.iter().all(|mv| all.contains(mv)), "{board:?} {weaker:?}");
                }
                weaker_ones += usize::from(weaker != board);
            }
        }
        assert!(ends > 100 && weaker_ones > 1_000, "{ends} ends, {weaker_ones} others");
    }
}
