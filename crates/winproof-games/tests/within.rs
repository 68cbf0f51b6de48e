//! Games whose plies are counted: they pass the suite of all games, mean what they say, and their leaf oracles keep
//! the number of moves.

use std::collections::HashMap;

use winproof_games::conformance::{
    WholeGame, check_game, check_leaf_oracle, check_play, test_questions,
};
use winproof_games::{DynamicGame, DynamicPosition, GameSpec, games};
use winproof_rules::{Counted, Game, Notation, Outcome, Player, Question, Within};

type AnyGame = DynamicGame<true>;

/// Small games, each with positions and the most plies to ask about.
const CASES: &[(&str, &[&str], u16)] = &[
    ("tictactoe", &["X.O/..O/..X", "X../.O./..."], 6),
    ("nim", &["1,2,3", "2,2 second"], 6),
    ("othello:size=4", &["b1a1", "b1c1d1"], 6),
    ("hex:size=3", &["start"], 7),
    ("loa:size=4", &["x2o/4/4/o2x x", "1x1o/4/2x1/o3 o"], 5),
    ("loa:size=4,both=mover", &["x2x/4/4/o2o x"], 5),
    ("arimaa", &["g [                R                      r                        ]"], 3),
    ("arimaa", &["s [          R        R                       r                    ]"], 2),
    // A cat freezes the last rabbit: a win that is no goal.
    ("arimaa", &["g [                   r                C                   R       ]"], 1),
    ("shogi", &["8k/9/8P/9/9/9/9/9/9 b G 1", "9/9/9/9/9/9/p8/9/K8 w g 1"], 7),
    ("tsumego", &["7/7/7/7/ooooo2/XXXXo2/***Xo2 x", "7/7/7/7/ooooo2/XXXXo2/***Xo2 o"], 6),
    ("graph", &[GRAPHS[0], GRAPHS[1]], 6),
];

/// Two with cycles; in the second one endless play is worth more to A than the end.
const GRAPHS: [&str; 2] = [
    "start a\na A b c d\nb B a e\nc B d a\nd A e b\ne = 1",
    "infinite 3\nstart a\na A b c\nb B a c\nc = -2",
];

fn open(game: &str, texts: &[&str]) -> Vec<(AnyGame, DynamicPosition)> {
    let spec: GameSpec = game.parse().unwrap();
    let open = |text: &&str| {
        let opened = spec.open_dynamic(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        (opened.game(), opened.position)
    };
    texts.iter().map(open).collect()
}

fn questions(game: &AnyGame) -> impl Iterator<Item = (Question, Within<AnyGame>)> {
    let questions = test_questions(game).into_iter();
    questions.filter_map(|question| Some((question, Within::new(game.clone(), question)?)))
}

/// Whether the attacker forces an end that meets the target in time, by definition.
struct Definition<'a> {
    game: &'a AnyGame,
    question: Question,
    known: HashMap<(DynamicPosition, u16), bool>,
}

impl Definition<'_> {
    fn in_time(&mut self, position: &DynamicPosition, plies: u16) -> bool {
        if let Some(outcome) = self.game.outcome(position) {
            return self.question.met_by(outcome);
        }
        if plies == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&(position.clone(), plies)) {
            return known;
        }
        let attacks = self.game.to_move(position) == self.question.attacker;
        let is_arimaa = self.game.player_name(Player::First) == "gold";
        let game = self.game;
        let mut children = game.legal_moves(position).into_iter().map(|mv| {
            let child = game.play(position, mv);
            let is_step = is_arimaa && game.to_move(position) == game.to_move(&child);
            (child, if is_step { plies } else { plies - 1 })
        });
        let found = match attacks {
            true => children.any(|(child, plies)| self.in_time(&child, plies)),
            false => children.all(|(child, plies)| self.in_time(&child, plies)),
        };
        self.known.insert((position.clone(), plies), found);
        found
    }
}

#[test]
fn every_game_conforms_with_counted_plies() {
    for info in games() {
        let spec: GameSpec = info.name.parse().unwrap();
        let opened = spec.open_dynamic(info.examples[0].1).unwrap();
        let question = Question::win(opened.game::<true>().to_move(&opened.position));
        let game = Within::new(opened.game::<true>(), question).unwrap();
        let roots = [0, 1, 3].map(|plies| game.root(opened.position.clone(), plies));
        check_game(&game, &roots);
        check_play(&game, &game.root(opened.position, 200), 10_000, 1);
    }
}

#[test]
fn plies_are_counted_as_the_definition_says() {
    for &(name, texts, most) in CASES {
        let (mut proved, mut disproved) = (0, 0);
        for (game, position) in open(name, texts) {
            for (question, within) in questions(&game) {
                let mut definition = Definition { game: &game, question, known: HashMap::new() };
                let roots: Vec<Counted<_>> =
                    (0..=most).map(|plies| within.root(position.clone(), plies)).collect();
                let whole = WholeGame::new(&within, &roots);
                let truth = whole.truth(&within, question);
                let mut before = false;
                for (number, root) in roots.iter().enumerate() {
                    let in_time = definition.in_time(&root.position, root.left);
                    assert_eq!(truth[number], in_time, "{name} {question:?} {}", root.left);
                    assert!(!before || in_time, "fewer plies were enough");
                    before = in_time;
                    *(if in_time { &mut proved } else { &mut disproved }) += 1;
                }
            }
        }
        assert!(proved > 0 && disproved > 0, "{name}: {proved} proved, {disproved} disproved");
    }
}

/// The oracles that games promise, and what searches learn about the same position with other counts.
#[test]
fn leaf_oracles_keep_the_number_of_moves() {
    for &(name, texts, most) in CASES {
        for (game, position) in open(name, texts) {
            for (question, within) in questions(&game) {
                let roots: Vec<_> =
                    (0..=most).map(|plies| within.root(position.clone(), plies)).collect();
                for level in [1, 2] {
                    let decided = check_leaf_oracle(&within, level, &roots, 4_000);
                    let promises = game.within_oracle(level).is_some();
                    let wins = question == Question::win(game.to_move(&position));
                    assert!(
                        !promises || !wins || decided > 0,
                        "{name} {question:?}: nothing decided"
                    );
                }
            }
        }
    }
}

/// An oracle that only promises outcomes would be wrong here: Black wins, but not with this move.
#[test]
fn outcomes_alone_are_not_inherited() {
    let (game, position) = open("hex:size=3", &["start"]).remove(0);
    let within = Within::new(game.clone(), Question::win(Player::First)).unwrap();
    assert_eq!(game.leaf_oracle(6).unwrap().decide(&position, within.question()), Some(true));
    let root = within.root(position, 1);
    assert_eq!(within.leaf_oracle(6).unwrap().decide(&root, within.question()), None);
    assert!(within.dominance().is_none() && game.dominance().is_some());
    let mut moves = within.legal_moves(&root);
    within.leaf_oracle(6).unwrap().prune(&root, within.question(), &mut moves);
    assert_eq!(moves.len(), 9);
}

#[test]
fn positions_are_written_with_their_count() {
    let (game, position) = open("nim", &["3,4,5"]).remove(0);
    let within = Within::new(game, Question::win(Player::First)).unwrap();
    let root = within.root(position, 7);
    assert_eq!(within.format(&root), "3,4,5 within 7");
    assert_eq!(within.format_without_count(&root), "3,4,5");
    assert_eq!(within.plies_left(&root), Some(7));
    assert_eq!(within.parse_with_count("3,4,5", Some(7)).as_ref(), Ok(&root));
    assert!(within.parse_with_count("3,4,5", None).is_err());
    assert!(within.game().parse_with_count("3,4,5", Some(7)).is_err());
    assert_eq!(within.game().plies_left(&root.position), None);
    for bad in ["3,4,5", "3,4,5 within", "3,4,5 within -1", "3,4,5 within 65536", " within 7", ""] {
        assert!(within.parse(bad).is_err(), "{bad}");
    }
    let expected = "expected `within` and a number of plies at the end, found `x`";
    assert_eq!(within.parse("3,4,5 within x").unwrap_err().to_string(), expected);
    assert!(!within.is_used_up(&root));
    let used_up = Counted { left: 0, ..root };
    assert!(within.is_used_up(&used_up));
    assert_eq!(within.outcome(&used_up), Some(Outcome::DRAW));
}
