use super::*;
use crate::shogi::text;

fn read_record(text: &str) -> String {
    match read(text) {
        Some(Ok(played)) => text::write(&played.position()),
        Some(Err(error)) => panic!("{error}\n{text}"),
        None => panic!("not a record\n{text}"),
    }
}

fn error(text: &str) -> String {
    read(text).expect("a record").map(drop).expect_err("a wrong one").to_string()
}

const PROBLEM: &str = "\
# KIF version=2.0 encoding=UTF-8
手合割：詰将棋
後手の持駒：残り全部
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・v金|二
| ・ ・ ・ ・ ・ ・ ・ ・ 金|三
| ・ ・ ・ ・ ・ ・ ・ 香 ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
手数----指手---------消費時間--
   1 ２二香成(24)   ( 0:00/00:00:00)
*a comment
   2 同　金(12)     ( 0:00/00:00:00)
   3 詰み
";

#[test]
fn problems_are_read_from_diagrams_and_their_solutions_skipped() {
    let expected = "8k/8g/8G/7L1/9/9/9/9/9 b 2r2b2g4s4n3l18p 1";
    assert_eq!(read_record(PROBLEM), expected);
    let counted = PROBLEM
        .replace("残り全部", "飛二　角二　金二　銀四　桂四　香三　歩十八　")
        .replace("先手の持駒：なし", "先手の持駒：");
    assert_eq!(read_record(&counted), expected);
    // Fewer than there are in a set.
    let literal = PROBLEM.replace("残り全部", "歩十七　金");
    assert_eq!(read_record(&literal), "8k/8g/8G/7L1/9/9/9/9/9 b g17p 1");
    let white = PROBLEM.replace("先手の持駒：なし", "先手の持駒：歩2\n後手番");
    assert_eq!(read_record(&white), "8k/8g/8G/7L1/9/9/9/9/9 w 2P2r2b2g4s4n3l16p 1");
    let promoted =
        PROBLEM.replace("| ・ ・ ・ ・ ・ ・ ・ 香 ・|四", "| ・v成銀v圭 と 杏 竜 馬 全 成香|四");
    assert!(read_record(&promoted).contains("/1+s+n+P+L+R+B+S+L/"), "{}", read_record(&promoted));
}

#[test]
fn games_are_followed_to_their_end() {
    let kif = "\
開始日時：2020/01/01
手合割：平手
先手：a
後手：b
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
   2 ３四歩(33)
   3 ２二角成(88)
   4 同　銀(31)
   5 ４五角打
   6 投了
変化：3手
   3 ２六歩(27)
";
    let expected = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 1";
    assert_eq!(read_record(kif), expected);
    let ki2 = "手合割：平手\n▲７六歩    △３四歩  ▲２二角成    △同　銀\n▲４五角\nまで5手で中断\n";
    assert_eq!(read_record(ki2), expected);
    let csa = "V2.2\nN+a\nPI\n+\n+7776FU,T16\n-3334FU\nT3\n+8822UM\n'comment\n-3122GI\n+0045KA\n%TORYO\n+5756FU\n";
    assert_eq!(read_record(csa), expected);
    let handicap = "手合割：二枚落ち\n手数----\n   1 ６二銀(71)\n";
    let expected = "ln1gkgsnl/3s5/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(read_record(handicap), expected);
    assert_eq!(read_record("PI82HI22KA\n-\n-7162GI\n"), expected);
}

#[test]
fn csa_names_every_square_or_some() {
    let expected = "8k/8g/8G/7L1/9/9/9/9/9 b 2r2b2g4s4n3l18p 1";
    assert_eq!(read_record("P-11OU12KI\nP+13KI24KY\nP-00AL\n+\n+2422NY\n"), expected);
    let mut rows = String::new();
    for (rank, row) in (1..).zip(["-OU", "-KI", "+KI", "   ", "   ", "   ", "   ", "   ", " * "]) {
        let left = if rank == 4 { " *  *  *  *  *  *  * +KY" } else { " *  *  *  *  *  *  *  * " };
        rows += &format!("P{rank}{left}{row}\n");
    }
    assert_eq!(read_record(&format!("{rows}P-00AL\n+\n")), expected);
    let start: String = [
        "-KY-KE-GI-KI-OU-KI-GI-KE-KY",
        " * -HI *  *  *  *  * -KA * ",
        "-FU-FU-FU-FU-FU-FU-FU-FU-FU",
        "",
        "",
        "",
        "+FU+FU+FU+FU+FU+FU+FU+FU+FU",
        " * +KA *  *  *  *  * +HI",
        "+KY+KE+GI+KI+OU+KI+GI+KE+KY",
    ]
    .iter()
    .zip(1..)
    .map(|(row, rank)| format!("P{rank}{}\n", if row.is_empty() { " * " } else { row }))
    .collect();
    let played = read_record(&format!("{start}+\n+2726FU\n"));
    assert_eq!(played, "lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 1");
}

/// Each sign that tells pieces apart, for both players.
#[test]
fn ki2_tells_pieces_apart() {
    let golds = "P+14KI34KI25KI59OU\nP-51OU\n+\n";
    let board = match read(golds) {
        Some(Ok(played)) => played.position(),
        _ => panic!("a position"),
    };
    let from = |name: &str| {
        let action = moves::Named::read(name, None).unwrap().action(&board);
        action.map(|action| text::write_move(action.code()))
    };
    assert_eq!(from("２四金右").as_deref(), Some("1d2d"));
    assert_eq!(from("２四金左").as_deref(), Some("3d2d"));
    assert_eq!(from("２四金直").as_deref(), Some("2e2d"));
    assert_eq!(from("２四金上").as_deref(), Some("2e2d"));
    assert_eq!(from("２四金右寄").as_deref(), Some("1d2d"));
    assert_eq!(from("２四金"), None, "three can go there");
    assert_eq!(from("６四金打").as_deref(), Some("G*6d"));
    let dragons = "P-14RY32RY51OU\nP+59OU\n-\n";
    let board = read(dragons).unwrap().map(|played| played.position()).unwrap();
    let from = |name: &str| {
        let action = moves::Named::read(name, None).unwrap().action(&board);
        action.map(|action| text::write_move(action.code()))
    };
    // White looks the other way.
    assert_eq!(from("３四龍上").as_deref(), Some("3b3d"));
    assert_eq!(from("３四龍寄").as_deref(), Some("1d3d"));
    assert_eq!(from("３四龍左").as_deref(), Some("1d3d"));
    assert_eq!(from("３四龍右").as_deref(), Some("3b3d"));
}

/// Whatever is cut off, doubled or exchanged in a record: it is read, refused or no record, and nothing panics.
#[test]
fn damaged_records() {
    let csa = "V2.2\nPI82HI\nP-00AL\n+\n-7162GI,T16\n+7776FU\n";
    let ki2 = "手合割：平手\n後手の持駒：飛二　歩十七\n▲７六歩 △３四歩 ▲２二角成 △同　銀\n";
    for record in [PROBLEM, csa, ki2] {
        let characters: Vec<char> = record.chars().collect();
        for at in 0..characters.len() {
            let (before, after) = characters.split_at(at);
            let text = |parts: [&[char]; 3]| parts.concat().into_iter().collect::<String>();
            for damaged in [
                text([before, &[], &[]]),
                text([before, &after[1..], &[]]),
                text([before, &after[..1], after]),
                text([before, &['成'], &after[1..]]),
                text([before, &['9'], &after[1..]]),
            ] {
                if let Some(Ok(played)) = read(&damaged) {
                    assert!(text::read(&text::write(&played.position())).is_ok(), "{damaged}");
                }
            }
        }
    }
}

#[test]
fn errors_say_where() {
    let wrong = PROBLEM.replace("v玉|一", "v王様|一");
    assert!(
        error(&wrong).starts_with("line 6, column 1: expected nine squares"),
        "{}",
        error(&wrong)
    );
    let wrong = PROBLEM.replace("残り全部", "歩十九");
    assert!(error(&wrong).contains("line 3") && error(&wrong).contains("pieces in hand"));
    let wrong = PROBLEM.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n", "");
    assert!(error(&wrong).contains("nine ranks"));
    let wrong = "手合割：平手\n   1 ７五歩(77)\n";
    assert!(
        error(wrong).starts_with("line 2, column 1: expected one legal move"),
        "{}",
        error(wrong)
    );
    assert!(error("PI\n+\n+7775FU\n").starts_with("line 3, column 1: expected a legal move"));
    assert!(error("P1-KY-XX\n+\n").contains("nine squares"));
    assert!(error("P+11\n+\n").contains("a square and a piece"));
    assert!(error("P+00AL11\n+\n").contains("a square and a piece"));
    assert!(error("手合割：百枚落ち\n").contains("handicap"));
    assert!(error("P+59KI\n+\n").contains("king"));
    assert!(error("P+59OU\nP-51OU61OU\n+\n").contains("at most one king"));
    assert!(error("P-51OU11KI12KI13KI14KI15KI\n+\n").contains("gold"), "five golds");
    // A move whose number or square does not exist, and words that are no moves.
    for wrong in ["   1 ７六歩(00)", "   1 同　歩(77)", "   1 ７六玉打"] {
        assert!(error(&format!("手合割：平手\n{wrong}\n")).contains("one legal move"), "{wrong}");
    }
    assert!(read("8k/9/8G/9/9/9/9/9/9 b G 1").is_none());
}
