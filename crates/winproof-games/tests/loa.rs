//! Lines of Action against positions whose moves another program has listed.

use winproof_games::Loa;
use winproof_rules::{Game, Notation};

#[test]
fn moves_are_those_of_another_program() {
    let game = Loa::default();
    let lines = include_str!("data/loa/legal-moves.tsv").lines();
    let mut positions = 0;
    for line in lines {
        let (text, listed) = line.split_once('\t').unwrap();
        let board = game.parse(text).unwrap();
        assert_eq!(game.format(&board), text);
        assert_eq!(game.outcome(&board), None, "{text} is not over");
        let mut moves = Vec::new();
        game.moves(&board, &mut moves);
        let mut names: Vec<_> = moves.iter().map(|&mv| game.format_move(&board, mv)).collect();
        names.sort();
        assert_eq!(names.join(" "), listed, "{text}");
        positions += 1;
    }
    assert!(positions > 200, "only {positions} positions");
}
