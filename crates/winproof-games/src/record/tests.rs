use super::*;
use crate::{Arimaa, GameSpec, Hex, Loa, Othello, RegisteredGame, Shogi, TicTacToe};

/// Plays the only game of a file. Returns the turns as they are named, and the last position.
fn play<G: RegisteredGame>(spec: &str, file: &str) -> (Vec<String>, String) {
    let spec: GameSpec = spec.parse().unwrap();
    let entries = spec.record_entries(file.as_bytes()).unwrap();
    assert_eq!(entries.len(), 1, "{file}");
    let (game, _) = G::open(spec.settings(), &entries[0].position).unwrap();
    let played = Played::read(&game, &entries[0].text).unwrap();
    let mut names = Vec::new();
    for (index, turn) in played.turns.iter().enumerate() {
        let before = played.position(index);
        assert_eq!(game.to_move(before), turn.player);
        names.push(game.format_turn(before, &turn.moves).unwrap());
    }
    (names, game.format(played.position(played.turns.len())))
}

#[test]
fn every_game_has_its_records() {
    let (names, end) = play::<Othello>("othello", "F5d6 c3");
    assert_eq!(names, ["f5", "d6", "c3"]);
    assert_eq!(end, "------------------X--------XX------OXX-----O-------------------- O");
    let (names, end) =
        play::<Hex>("hex:size=3", "(;FF[4]GM[11]SZ[3]PB[a];B[b2](;W[a1];B[resign])(;W[c3]))");
    assert_eq!((names.join(" ").as_str(), end.as_str()), ("b2 a1", "o2/1x1/3 x"));
    let (names, _) = play::<Loa>("loa", "c1c3 a2-c4");
    assert_eq!(names, ["c1c3", "a2c4"]);
    let (names, _) = play::<Shogi>(
        "shogi",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 投了\n",
    );
    assert_eq!(names, ["7g7f", "3c3d", "8h2b+"]);
    let (names, _) = play::<Shogi>("shogi", "start moves 7g7f 3c3d");
    assert_eq!(names, ["7g7f", "3c3d"]);
    let arimaa = "2g\n +-----------------+\n8|           r     |\n7|       e         |\n6|   R x     x     |\n5|     H           |\n\
                  4|                 |\n3|     x     x     |\n2|     r   E       |\n1|                 |\n +-----------------+\n\
                  2g Hc5w Hb5s\n2s ed7w\n3g resigns";
    let (names, _) = play::<Arimaa>("arimaa", arimaa);
    assert_eq!(names, ["Hc5w Hb5s", "ed7w"]);
}

#[test]
fn a_text_like_that_of_chess_is_for_every_game() {
    let text = "[Game \"tictactoe\"]\n[Black \"A \\\"B\\\"\"]\n\n1. b2 {no [Tag \"here\"]} a1!? (1... a2 {x} (1... c3)) 2. c1 $4 *\n";
    let (names, end) = play::<TicTacToe>("tictactoe", text);
    assert_eq!((names.join(" ").as_str(), end.as_str()), ("b2 a1 c1", ".../.X./O.X"));
    let spec: GameSpec = "tictactoe".parse().unwrap();
    let entry = &spec.record_entries(text.as_bytes()).unwrap()[0];
    assert_eq!(entry.tags[1], ("Black".to_string(), "A \"B\"".to_string()));
    let (names, _) = play::<TicTacToe>("tictactoe", "X.O/.../... moves b2 a1");
    assert_eq!(names, ["b2", "a1"]);
    let (names, end) =
        play::<TicTacToe>("tictactoe", "[Start \"X.O/.../...\"]\n1.b2 ; the rest\n1...a1\n");
    assert_eq!((names.len(), end.as_str()), (2, "X.O/.X./O.."));
    for (game, moves, number) in [
        ("arimaa", "1. Db2n Ee2n", 1),
        ("othello", "1. f5 d6 2. c3", 3),
        ("hex:size=4", "1. b2 c3", 2),
        ("loa", "1. c1c3 a2c4", 2),
        ("shogi", "1. 7g7f 3c3d", 2),
        ("nim", "1. h1-1 h2-1", 2),
        ("tree:seed=3", "1. 0 1", 2),
    ] {
        let spec: GameSpec = game.parse().unwrap();
        let entries = spec.record_entries(format!("[Event \"\"]\n\n{moves}").as_bytes()).unwrap();
        let turns = spec.open(&entries[0].position, Turns(&entries[0].text)).unwrap();
        assert_eq!(turns, number, "{game}");
    }
}

struct Turns<'t>(&'t str);

impl crate::GameVisitor for Turns<'_> {
    type Output = usize;

    fn visit<G: Notation + 'static>(self, game: G, _: G::Position) -> usize {
        Played::read(&game, self.0).unwrap().turns.len()
    }
}

#[test]
fn files_may_have_several_games() {
    let spec: GameSpec = "hex".parse().unwrap();
    let file = b"(;SZ[3]PW[Eve \\] x]RE[W+];B[a1])\n(;SZ[4];B[b2])";
    let entries = spec.record_entries(file).unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(
        entries[0].tags,
        [("White".into(), "Eve ] x".into()), ("Result".into(), "W+".into())]
    );
    let spec: GameSpec = "nim".parse().unwrap();
    let file = "[White \"a\"]\n\n1. h1-2 *\n\n[White \"b\"]\n\n1. h1-1 h2-1\n";
    let entries = spec.record_entries(file.as_bytes()).unwrap();
    let texts: Vec<_> = entries.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(texts, ["start\nmoves h1-2", "start\nmoves h1-1 h2-1"]);
    let spec: GameSpec = "loa".parse().unwrap();
    let file = "# a comment\nLOA\t2-18 8-26\t1-0\nScrambled-Eggs\t1-19\t0-1\n";
    let entries = spec.record_entries(file.as_bytes()).unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!((entries[0].text.as_str(), entries[0].line), ("start moves c1c3 a2c4", 2));
    assert_eq!(entries[1].tags, [("Result".to_string(), "0-1".to_string())]);
    let spec: GameSpec = "othello".parse().unwrap();
    let entries = spec.record_entries(b"f5d6c3\n# skipped\nf5f6 won by a\n").unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!((entries[1].text.as_str(), entries[1].line), ("f5f6", 3));
}

#[test]
fn bad_files_say_what_is_wrong() {
    let error = |game: &str, file: &[u8]| {
        let spec: GameSpec = game.parse().unwrap();
        spec.record_entries(file).unwrap_err().to_string()
    };
    assert_eq!(error("nim", b""), "expected a game record in the file, which is empty");
    assert_eq!(error("nim", b"\xff"), "expected UTF-8 text");
    let text = b"[White \"a\"]\n[oops\n";
    assert!(error("nim", text).starts_with("line 2, column 1: expected a tag"));
    assert!(
        error("loa", b"LOA\t1-99\t1-0\n").starts_with("line 1, column 1: expected a move such as")
    );
    assert!(error("loa", b"LOA\t1-19\n").contains("tabs"));
    let game = TicTacToe;
    let played = Played::read(&game, "start moves b2 b2").unwrap_err().to_string();
    assert!(played.starts_with("move 2: expected a legal move"), "{played}");
}
