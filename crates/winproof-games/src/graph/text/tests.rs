use winproof_rules::Move;

use super::*;

fn moves(graph: &Graph, node: Node) -> Vec<&str> {
    let mut moves = Vec::new();
    graph.moves(&node, &mut moves);
    moves.into_iter().map(|Move(index)| graph.name(Node(index))).collect()
}

#[test]
fn reads_lines_in_any_order() {
    let text = "\u{feff}# a graph\r\n\r\nend = -5 # bad for A\r\n  a\tB a end  end a #end\r\n\
                infinite 3\r\n#\r\n= A =\r\nstart a";
    let (graph, start) = Graph::read(text).unwrap();
    assert_eq!(graph.name(start), "a");
    assert_eq!(graph.to_move(&start), Player::Second);
    assert_eq!(moves(&graph, start), ["a", "end"]);
    let values: Vec<_> = graph.outcomes().iter().map(|o| o.worth_to(Player::First)).collect();
    assert_eq!(values, [-5, 3]);
    assert_eq!(graph.endless(), Outcome::new(3).unwrap());
    let written = graph.format(&start);
    assert_eq!(written, "start a\ninfinite 3\nend = -5\na B a end\n= A =\n");
    assert_eq!(Graph::read(&written), Ok((graph, start)));
}

#[test]
fn another_graph_is_not_a_position_of_this_one() {
    let (graph, start) = Graph::read("start a\na A b\nb = 1").unwrap();
    assert_eq!(graph.parse("start b\na A b\nb = 1"), Ok(Node(1)));
    assert!(graph.parse("start a\na A b\nb = 2").is_err());
    assert_eq!(graph.draw(&start), "a: A moves to b");
}

#[test]
fn bad_graphs_say_what_was_expected_and_where() {
    for (text, expected) in [
        ("", "line 1, column 1: expected a graph, found an empty text"),
        (" \n \n", "line 1, column 1: expected a graph, found an empty text"),
        (
            "start",
            "line 1, column 1: expected a graph, either as its whole text or as @FILE, found \
             `start`",
        ),
        (
            "game.txt\n",
            "line 1, column 1: expected a graph, either as its whole text or as @FILE, found \
             `game.txt`",
        ),
        ("# nothing\n", "line 2, column 1: expected a line `start NAME`, found none"),
        ("a = 1\n", "line 2, column 1: expected a line `start NAME`, found none"),
        (
            "start a\nstart b\na = 1",
            "line 2, column 1: expected only one line with `start`; the first is line 1",
        ),
        (
            "infinite 1\n\ninfinite 1\n",
            "line 3, column 1: expected only one line with `infinite`; the first is line 1",
        ),
        ("a = 1\nstart b", "line 2, column 7: `start` leads to `b`, which is not defined"),
        ("start # a\n", "line 1, column 6: expected `start NAME`, found no name"),
        ("start A b\n", "line 1, column 9: expected the line to end after `start NAME`, found `b`"),
        ("start ä\nä A x ä", "line 2, column 5: node `ä` leads to `x`, which is not defined"),
        ("start a\na A", "line 2, column 4: node `a` has no moves: expected successors"),
        ("start a\na A # b", "line 2, column 4: node `a` has no moves: expected successors"),
        ("a = 1\nb = 1\na = 2", "line 3, column 1: node `a` is defined twice, first in line 1"),
        ("a\nb = 1", "line 1, column 2: expected `A`, `B` or `=` after the name of node `a`"),
        (
            "a C b",
            "line 1, column 3: expected `A`, `B` or `=` after the name of node `a`, found `C`",
        ),
        ("a = x", "line 1, column 5: expected an integer, found `x`"),
        ("a = 1.5", "line 1, column 5: expected an integer, found `1.5`"),
        ("a =", "line 1, column 4: expected `NAME = VALUE`, found no value"),
        ("a = 1 2", "line 1, column 7: expected the line to end after `NAME = VALUE`, found `2`"),
        (
            "a = 1000000001",
            "line 1, column 5: expected a value from -1000000000 to 1000000000, found `1000000001`",
        ),
        (
            "infinite -99999999999999999999",
            "line 1, column 10: expected a value from -1000000000 to 1000000000, found \
             `-99999999999999999999`",
        ),
        ("\u{7f}ELF \0\u{1}", "line 1, column 1: expected a graph as plain text, found `\\u{7f}`"),
    ] {
        assert_eq!(Graph::read(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn there_is_a_limit_to_nodes() {
    let text = "start a\na A b\nb A a\nc A a\n";
    assert!(read(text, 3).is_ok());
    let error = read(text, 2).unwrap_err();
    assert_eq!(error.to_string(), "line 4, column 1: expected at most 2 nodes");
}

#[test]
fn long_names_are_cut_in_messages() {
    let error = Graph::read(&format!("start {} ", "x".repeat(1000))).unwrap_err().to_string();
    assert!(error.len() < 200, "{error}");
}

/// A line with very many successors, and very many lines: both take time in proportion.
#[test]
fn large_graphs_are_read_in_linear_time() {
    const NODES: usize = 100_000;
    let names: Vec<_> = (0..NODES).map(|index| format!("n{index}")).collect();
    let mut text = format!("start n0\nn0 A {0} {0}\n", names.join(" "));
    for pair in names.windows(2) {
        writeln!(text, "{} B {} n0", pair[1], pair[0]).unwrap();
    }
    let (graph, start) = Graph::read(&text).unwrap();
    assert_eq!(moves(&graph, start).len(), NODES);
}
