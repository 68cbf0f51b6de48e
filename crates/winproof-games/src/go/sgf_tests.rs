//! Records: what is read and written, and what is refused.

use super::*;

const PROBLEM: &str = "(;GM[1]FF[4]SZ[9]AB[aa][bb:cb]AW[dd]PL[W]TR[bb][cb]SL[ee]CR[ii]LB[dd:1][ab:x y]C[say \\] so]\n\
                       (;W[ff];B[];W[tt](;B[ab])(;B[ac]))(;W[gg]N[other]))";

#[test]
fn records_are_read_with_variations() {
    let record = Record::parse(PROBLEM).unwrap();
    let root = &record.nodes[0];
    let at = |name| Point::from_sgf(name, 9).unwrap();
    assert_eq!((record.size, record.nodes.len()), (9, 7));
    let black = Some(BLACK);
    let stones = [("aa", black), ("bb", black), ("cb", black), ("dd", Some(WHITE))];
    assert_eq!(root.changes, stones.map(|(name, player)| (at(name), player)));
    assert_eq!((root.to_move, root.comment.as_deref()), (Some(WHITE), Some("say ] so")));
    assert_eq!(root.triangles, [at("bb"), at("cb")].into_iter().collect());
    assert_eq!((root.selected.first(), root.circles.first()), (Some(at("ee")), Some(at("ii"))));
    assert_eq!(root.labels, [(at("ab"), "x y".to_string()), (at("dd"), "1".to_string())]);
    assert_eq!(root.children, [1, 6]);
    assert_eq!(record.nodes[1].played, Some((WHITE, Some(at("ff")))));
    assert_eq!(record.nodes[2].played, Some((BLACK, None)));
    assert_eq!(record.nodes[3].played, Some((WHITE, None)), "an old pass");
    assert_eq!(record.nodes[3].children, [4, 5]);
    let (board, to_move) = record.board_at(5).unwrap();
    assert_eq!((board.stones(BLACK), board.stones(WHITE), to_move), (4, 2, Some(WHITE)));
    assert_eq!(record.board_at(0).unwrap().1, Some(WHITE));
}

#[test]
fn what_is_written_is_read_again() {
    let record = Record::parse(PROBLEM).unwrap();
    let text = record.to_sgf();
    assert_eq!(Record::parse(&text).unwrap(), record);
    assert_eq!(Record::parse(&text).unwrap().to_sgf(), text, "always in the same order");
    let mut built = Record::new(5, RecordNode::default());
    let mv = RecordNode { played: Some((BLACK, Some(Point::new(1, 2)))), ..Default::default() };
    let first = built.add(0, mv.clone());
    let label = RecordNode { labels: vec![(Point::new(0, 0), "a:]b\\".into())], ..mv };
    built.add(first, label);
    assert_eq!(built.to_sgf(), "(;FF[4]GM[1]AP[winproof]SZ[5];B[bc];LB[aa:a\\:\\]b\\\\]B[bc])");
    assert!(built.board_at(2).is_err(), "occupied");
}

#[test]
fn bad_records_are_refused() {
    for bad in [
        "",
        "(",
        ")",
        "(;",
        "hello",
        "(;GM[11]SZ[9])",
        "(;SZ[20])",
        "(;SZ[1])",
        "(;SZ[9:7])",
        "(;SZ[x])",
        "(;SZ[9]AB[jj])",
        "(;SZ[9]AB[a])",
        "(;SZ[9]B[zz])",
        "(;SZ[9]PL[green])",
        "(;SZ[9]TR[ss])",
        "(;SZ[9]LB[ss:1])",
        "(;B[aa",
        "(;é[aa])",
    ] {
        assert!(Record::parse(bad).is_err(), "{bad}");
    }
}

/// Trees that would exhaust the stack when they are dropped.
#[test]
fn deep_records_are_refused() {
    for deep in [";B[aa]".repeat(1_000_000), "(;".repeat(1_000_000), "(".repeat(1_000_000)] {
        assert!(Record::parse(&format!("({deep})")).is_err());
    }
    let (open, close) = ("(;B[aa]".repeat(5_000), ")".repeat(5_000));
    assert!(Record::parse(&(open + &close)).is_err());
    let long = format!("({})", ";C[a;b(]".repeat(MOST_DEPTH));
    assert_eq!(Record::parse(&long).unwrap().nodes.len(), MOST_DEPTH);
    // Many short variations are no trouble.
    let wide = format!("(;{})", "(;B[aa])".repeat(20_000));
    assert_eq!(Record::parse(&wide).unwrap().nodes.len(), 20_001);
}
