use super::*;

/// The first player counts down, in steps of one or half a step; at zero the game is won.
struct Countdown;

impl Game for Countdown {
    type Position = u8;
    const CYCLIC: bool = false;

    fn to_move(&self, _: &u8) -> Player {
        Player::First
    }

    fn outcome(&self, halves: &u8) -> Option<Outcome> {
        (*halves == 0).then_some(Outcome::WIN)
    }

    fn moves(&self, _: &u8, moves: &mut Vec<Move>) {
        moves.push(Move(1));
    }

    fn play(&self, halves: &u8, mv: Move) -> u8 {
        halves - mv.0 as u8
    }

    fn key(&self, halves: &u8) -> Key {
        Key(u128::from(*halves))
    }

    fn ends_ply(&self, _: &u8, halves: &u8) -> bool {
        halves.is_multiple_of(2)
    }
}

fn within(attacker: Player, target: i32) -> Within<Countdown> {
    Within::new(Countdown, Question { attacker, target }).unwrap()
}

#[test]
fn used_up_plies_fail_the_attacker_whatever_the_target() {
    for attacker in [Player::First, Player::Second] {
        for target in [-Outcome::LIMIT + 1, -3, 0, 1, 2, Question::LIMIT] {
            let game = within(attacker, target);
            let question = Question { attacker, target };
            let used_up = game.outcome(&game.root(6, 0)).unwrap();
            assert_eq!(used_up.worth_to(attacker), target - 1);
            assert!(!question.met_by(game.endless()));
            let normal = question.normal_form(&game);
            assert!(!normal.turned && normal.question == question);
            assert!(game.outcomes().contains(&used_up) && game.outcomes().is_sorted());
            assert_ne!(question.trivial(&game), Some(true), "the game may not be over in time");
        }
        for target in [-Outcome::LIMIT, -Question::LIMIT, i32::MIN] {
            assert!(Within::new(Countdown, Question { attacker, target }).is_none());
        }
    }
    assert_eq!(
        Question::at_least(Player::First, 2).trivial(&within(Player::First, 2)),
        Some(false)
    );
}

#[test]
fn an_end_of_the_game_counts_even_with_the_last_ply() {
    let game = within(Player::First, 1);
    assert_eq!(game.outcome(&game.root(0, 0)), Some(Outcome::WIN));
    assert_eq!(game.outcome(&game.root(2, 1)), None);
    let mut at = game.root(2, 1);
    at = game.play(&at, Move(1));
    assert_eq!(at.left, 1, "half a ply");
    at = game.play(&at, Move(1));
    assert_eq!((at.left, game.outcome(&at)), (0, Some(Outcome::WIN)));
}

#[test]
fn counts_are_in_the_key() {
    let game = within(Player::First, 1);
    let keys = (0..200).flat_map(|halves| (0..200).map(move |left| (halves, left)));
    let keys: std::collections::HashSet<_> =
        keys.map(|(halves, left)| game.key(&game.root(halves, left))).collect();
    assert_eq!(keys.len(), 200 * 200);
}
