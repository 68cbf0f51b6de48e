use std::collections::HashMap;

use winproof_rules::{Game, Impartial, Notation};

use super::*;
use crate::GameSpec;
use crate::conformance::perft;

fn game(code: &str) -> HeapGame {
    HeapGame::of_code(code.parse().unwrap())
}

#[test]
fn perft_numbers() {
    // Counted by hand for Kayles with a heap of three: take one (2, or 1 and 1), take two (1). Then from 2: take one or
    // two; from 1,1: take either (the same move); from 1: take it.
    let kayles = game("0.77");
    let heaps = kayles.parse("3").unwrap();
    let counts: Vec<_> = (0..=4).map(|depth| perft(&kayles, &heaps, depth)).collect();
    assert_eq!(counts, [1, 3, 4, 2, 0]);
}

/// Whether the player to move wins, by the rules alone.
fn mover_wins(game: &HeapGame, heaps: &HeapSum, known: &mut HashMap<HeapSum, bool>) -> bool {
    if let Some(&wins) = known.get(heaps) {
        return wins;
    }
    let wins =
        game.legal_moves(heaps).iter().any(|&mv| !mover_wins(game, &game.play(heaps, mv), known));
    known.insert(heaps.clone(), wins);
    wins
}

#[test]
fn the_mover_loses_exactly_if_the_values_cancel_out() {
    for (code, root) in [
        ("0.77", "7,5,*3"),
        ("0.137", "9,6,3"),
        ("0.007", "16,9"),
        ("4.7", "7"),
        ("0.(3)", "3,4,5"),
        ("0.(20)", "9,4"),
    ] {
        let game = game(code);
        let mut known = HashMap::new();
        mover_wins(&game, &game.parse(root).unwrap(), &mut known);
        assert!(known.len() > 20, "{code}: {}", known.len());
        for (heaps, wins) in known {
            assert_eq!(wins, game.grundy_value(&heaps) != Some(0), "{code}, {heaps:?}");
        }
    }
}

#[test]
fn dead_heaps_are_left_out() {
    let treblecross = game("0.007");
    assert_eq!(treblecross.format(&treblecross.parse("2,5,1,3 second").unwrap()), "5,3 second");
    let heaps = treblecross.parse("5").unwrap();
    let after = treblecross.play(&heaps, treblecross.parse_move(&heaps, "5-3").unwrap());
    assert_eq!(treblecross.format(&after), "0 second");
    assert!(treblecross.outcome(&after).is_some());
}

#[test]
fn large_positions_are_answered_by_theorems() {
    let spec: GameSpec = "heaps:code=0.77".parse().unwrap();
    assert_eq!(spec.by_theorem("50,50").unwrap(), None);
    // The period of Kayles is 12 from 71 on.
    let answer = spec
        .by_theorem("1000000000000000000000000000012,1000000000000000000000000000000")
        .unwrap()
        .unwrap();
    assert_eq!((answer.grundy_value, answer.winning_move), (Some(0), None));
    assert!(answer.theorem.contains("the period 12 from 71 on"), "{}", answer.theorem);
    let large = "9".repeat(1_000);
    let answer = spec.by_theorem(&format!("{large},101,*3 second")).unwrap().unwrap();
    let winning = answer.winning_move.unwrap();
    assert!(
        winning.starts_with("999") || winning.starts_with("101") || winning.starts_with('*'),
        "{winning}"
    );
    // Without a period, up to a size.
    let treblecross: GameSpec = "heaps:code=0.007".parse().unwrap();
    let answer = treblecross.by_theorem("400,77").unwrap().unwrap();
    assert_eq!(answer.theorem, "the theorem of Sprague and Grundy");
    let error = treblecross.by_theorem("100000").unwrap_err().to_string();
    assert!(error.contains("no period of 0.007 is proved"), "{error}");
}

/// What the theorems say of positions just beyond those that are searched is what the definition says.
#[test]
fn answers_by_theorems_are_those_of_the_definition() {
    for code in ["0.77", "0.137", "0.07", "4.7", "0.333"] {
        let spec: GameSpec = format!("heaps:code={code}").parse().unwrap();
        let mut values = GrundyValues::new(code.parse().unwrap());
        values.extend_to(3_000);
        for (first, second) in [(101, 3), (700, 901), (1_234, 2_345), (2_999, 2_999), (150, 2_000)]
        {
            let answer = spec.by_theorem(&format!("{first},{second},*2")).unwrap().unwrap();
            let value = values.values()[first] ^ values.values()[second] ^ 2;
            assert_eq!(answer.grundy_value, Some(value), "{code}: {first},{second}");
            assert_eq!(answer.winning_move.is_some(), value != 0);
        }
    }
}

#[test]
fn bad_heaps_say_what_was_expected() {
    let game = game("0.77");
    let list = "expected heaps such as `3,4,5`, and perhaps one of Nim as in `3,4,*2`";
    for (text, error) in [
        ("", format!("line 1, column 1: {list}, found ``")),
        ("3,-4", format!("line 1, column 3: {list}, found `-4`")),
        ("3,*2,4", "line 1, column 6: expected no heap after that of Nim, found `4`".to_string()),
        ("60,60", {
            "expected at most 100 objects (`winproof solve` answers more by a theorem), found `60,60`".to_string()
        }),
    ] {
        assert_eq!(game.parse(text).unwrap_err().to_string(), error);
    }
    let error = "heaps:code=0.8".parse::<GameSpec>().unwrap_err().to_string();
    assert!(error.starts_with("heaps: parameter `code` is the code of an octal game"), "{error}");
    assert_eq!("heaps:code=.1370".parse::<GameSpec>().unwrap().to_string(), "heaps");
    assert_eq!("heaps:code=.770".parse::<GameSpec>().unwrap().to_string(), "heaps:code=0.77");
}
