use num_bigint::BigUint;
use winproof_rules::{Game, Impartial, LeafOracle, Notation, Player, Question};

use super::leaf_oracle::{Grundy, PairOracle};
use super::strategy::Strategy;
use super::*;
use crate::conformance::perft;
use crate::splitmix::splitmix;
use crate::{GameSpec, RegisteredGame};

fn game(s: u32, t: u32) -> Wythoff {
    let spec: GameSpec = format!("wythoff:s={s},t={t}").parse().unwrap();
    Wythoff::new(spec.settings())
}

#[test]
fn perft_numbers() {
    // Counted by hand for 2,2 with s = t = 1: four moves from one heap and two from both; then 1,2 or 2,1 (three and one
    // from both), 0,2 or 2,0 (two each), 1,1 (two and one), 0,0.
    let game = game(1, 1);
    let heaps = game.parse("2,2").unwrap();
    let counts: Vec<_> = (0..=5).map(|depth| perft(&game, &heaps, depth)).collect();
    assert_eq!(counts, [1, 6, 15, 18, 6, 0]);
}

#[test]
fn moves_from_both_heaps_are_those_of_the_rule() {
    for (s, t) in [(1, 1), (1, 4), (2, 1), (3, 2), (4, 7)] {
        let game = game(s, t);
        for text in ["9,30", "31,8", "20,20"] {
            let heaps = game.parse(text).unwrap();
            let mut moves = Vec::new();
            game.moves(&heaps, &mut moves);
            let mut expected = Vec::new();
            for first in 0..=heaps.sizes[0] {
                for second in 0..=heaps.sizes[1] {
                    let (k, l) = (first.min(second), first.max(second));
                    let both = u32::from(l) < s * u32::from(k) + t;
                    if l > 0 && (k == 0 || both) {
                        expected.push(Taken::Heaps([first, second]).code());
                    }
                }
            }
            moves.sort();
            assert_eq!(moves, expected, "s={s},t={t}, {text}");
        }
    }
}

/// Who wins by the rules alone: every position up to a size, smaller ones first.
fn lost_by_the_rules(s: u32, t: u32, size: usize) -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; size + 1]; size + 1];
    let mut all: Vec<[usize; 2]> = Vec::new();
    for (x, row) in lost.iter_mut().enumerate() {
        for (y, entry) in row.iter_mut().enumerate() {
            let wins = all.iter().any(|&[left, right]| {
                let (Some(k), Some(l)) = (x.checked_sub(left), y.checked_sub(right)) else {
                    return false;
                };
                let (less, more) = (k.min(l) as u32, k.max(l) as u32);
                less == 0 || more < s * less + t
            });
            if !wins {
                *entry = true;
                all.push([x, y]);
            }
        }
    }
    lost
}

/// A thousand pairs of heaps up to 200: the rules, the leaf oracle by theorem 1 and the numeration system agree, and the
/// moves that both name win. (`crates/winproof/tests/searches/heaps.rs` has the searches.)
#[test]
fn rules_oracle_and_numeration_system_agree() {
    for (s, t) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 5), (5, 1)] {
        let (game, strategy) = (game(s, t), Strategy::new(s, t));
        let lost = lost_by_the_rules(s, t, 200);
        let mut oracle = PairOracle::new(&game);
        for number in 0..1_000_u64 {
            let random = |place| splitmix(u64::from(s * 10 + t), 2 * number + place) % 201;
            let sizes = match number % 3 {
                // Few random pairs are lost.
                0 => {
                    let (lesser, greater) = strategy.pair(&(random(0) / 3).into());
                    let greater = u64::try_from(greater).unwrap();
                    if greater > 200 { continue } else { [u64::try_from(lesser).unwrap(), greater] }
                }
                _ => [random(0), random(1)],
            };
            let heaps = game.parse(&format!("{},{}", sizes[0], sizes[1])).unwrap();
            let is_lost = lost[sizes[0] as usize][sizes[1] as usize];
            let large = sizes.map(BigUint::from);
            assert_eq!(strategy.is_lost(&large), is_lost, "s={s},t={t}, {sizes:?}");
            let leaves_lost = |taken: [u64; 2]| {
                lost[(sizes[0] - taken[0]) as usize][(sizes[1] - taken[1]) as usize]
            };
            match strategy.winning_move(&large) {
                Some(taken) => {
                    let taken = taken.map(|count| u64::try_from(count).unwrap());
                    assert!(leaves_lost(taken), "s={s},t={t}, {sizes:?}, {taken:?}");
                }
                None => assert!(is_lost),
            }
            if game.outcome(&heaps).is_some() {
                continue;
            }
            let question = Question::win(Player::First);
            assert_eq!(oracle.decide(&heaps, question), Some(!is_lost));
            if !is_lost {
                let mv = oracle.unfold(&heaps, question, true).unwrap();
                assert!(game.is_legal(&heaps, mv, &mut Vec::new()));
                let Some(Taken::Heaps(taken)) = Taken::decode(mv) else { panic!("{mv:?}") };
                assert!(leaves_lost(taken.map(u64::from)));
            }
        }
    }
}

/// The first Grundy values of Wythoff's game, as in Winning Ways.
#[test]
fn grundy_values_of_wythoffs_game() {
    let game = game(1, 1);
    let values = Grundy::new(&game, [5, 5]);
    let row = |first| (0..=5).map(|second| values.of([first, second])).collect::<Vec<_>>();
    assert_eq!(row(0), [0, 1, 2, 3, 4, 5]);
    assert_eq!(row(1), [1, 2, 0, 4, 5, 3]);
    assert_eq!(row(2), [2, 0, 1, 5, 3, 4]);
    assert_eq!(row(3), [3, 4, 5, 6, 2, 0]);
}

#[test]
fn a_sum_with_a_heap_of_nim_is_lost_exactly_at_the_grundy_value() {
    for (s, t) in [(1, 1), (2, 2), (3, 1)] {
        let game = game(s, t);
        let mut lost = std::collections::HashMap::new();
        for (x, y, nim) in
            (0..6_u8).flat_map(|x| (0..6).flat_map(move |y| (0..9).map(move |nim| (x, y, nim))))
        {
            let heaps = TwoHeaps { sizes: [x, y], nim, to_move: Player::First };
            let mut moves = Vec::new();
            game.moves(&heaps, &mut moves);
            let wins = moves.iter().any(|&mv| {
                let after = game.play(&heaps, mv);
                lost[&(after.sizes, after.nim)]
            });
            lost.insert(([x, y], nim), !wins);
            let value = game.grundy_value(&TwoHeaps { nim: 0, ..heaps }).unwrap();
            assert_eq!(!wins, value == u32::from(nim), "{heaps:?}");
            assert_eq!(game.grundy_value(&heaps), Some(value ^ u32::from(nim)));
        }
    }
}

#[test]
fn large_heaps_are_answered_by_the_theorem() {
    let spec: GameSpec = "wythoff:s=2,t=2".parse().unwrap();
    assert_eq!(spec.by_theorem("13,46").unwrap(), None);
    let lost = spec.by_theorem("1000000,3732052 second").unwrap();
    let lesser: BigUint = 1_000_000_u32.into();
    let (_, greater) = Strategy::new(2, 2).pair(&lesser);
    let answer = spec.by_theorem(&format!("{greater}, 1000000 second")).unwrap().unwrap();
    assert_eq!(answer.winning_move, None);
    assert_eq!((answer.to_move, answer.grundy_value), (Player::Second, Some(0)));
    assert_eq!(answer.position, format!("{greater},1000000 second"));
    assert!(lost.is_some());
    // A thousand digits.
    let [first, second] = ["3", "7"].map(|digit| digit.repeat(1_000));
    let answer = spec.by_theorem(&format!("{first},{second}")).unwrap().unwrap();
    assert!(answer.winning_move.unwrap().starts_with("h1-"));
}

#[test]
fn bad_heaps_say_what_was_expected() {
    let game = game(1, 1);
    let list = "expected two heaps such as `3,5`, and perhaps one of Nim as in `3,5,*2`";
    for (text, error) in [
        ("", format!("line 1, column 1: {list}, found ``")),
        ("3", "line 1, column 1: expected two heaps such as `3,5`, found `3`".to_string()),
        ("3, x", format!("line 1, column 3: {list}, found `x`")),
        ("3,+5", format!("line 1, column 3: {list}, found `+5`")),
        ("3,5,2", format!("line 1, column 5: {list}, found `2`")),
        ("3,5,*2,1", {
            "line 1, column 8: expected two heaps, and perhaps a third one of Nim, found `1`"
                .to_string()
        }),
        ("256,1", {
            "expected heaps of at most 255 objects (`winproof solve` answers larger ones by a theorem), found \
             `256,1`"
                .to_string()
        }),
    ] {
        assert_eq!(game.parse(text).unwrap_err().to_string(), error);
    }
    let spec: GameSpec = "wythoff".parse().unwrap();
    for text in ["3", "300,400,*2", &format!("1,{}", "9".repeat(10_001))] {
        assert!(spec.by_theorem(text).is_err(), "{text}");
    }
    assert_eq!(Wythoff::INFO.name, "wythoff");
}
