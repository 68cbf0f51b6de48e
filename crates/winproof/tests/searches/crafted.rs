//! Graphs that were made to deceive a search or to exhaust it.

use std::fmt::Write;

use winproof::{ALGORITHMS, Config, Limits, Silent, Solver, Verdict};
use winproof_games::Graph;
use winproof_rules::{Player, Question};

const WIN: Question = Question { attacker: Player::First, target: 1 };

/// The inner nodes of a graph of 262,166 nodes in which two paths, 0 6130 67866 185610 200452 and
/// 0 7772 95012 134294 199454, had the same hash when that had 64 bits and no random key. Made for this
/// project, in a review that attacked it; the collision took 43 seconds to find. All other nodes are ends.
const COLLIDING_PATHS: &str = "\
0 B 6130 7772
6130 A 67866
7772 A 262150 262151 262152 262153 262154 262155 262156 262157 95012
67866 A 185610
95012 A 134294
134294 A 199454
185610 A 200452
199454 A 262145
200452 A 262145 262146
262145 A 200452
262146 A 262147
262147 A 262148
262148 = 1
262149 = -1
262150 B 262158
262151 B 262159
262152 B 262160
262153 B 262161
262154 B 262162
262155 B 262163
262156 B 262164
262157 B 262165
262158 A 262149
262159 A 262149
262160 A 262149
262161 A 262149
262162 A 262149
262163 A 262149
262164 A 262149
262165 A 262149
";

/// B has two ways, and A wins on both: on the one by leaving a cycle, on the other by entering it from its
/// other side. The disproof of the cycle that depends on the first path was used on the second.
#[test]
fn paths_whose_hashes_collided() {
    let mut text = "start 0\n".to_string();
    let mut next = 0;
    for line in COLLIDING_PATHS.lines() {
        // A node is identified by its place in the file.
        let node: u32 = line.split(' ').next().unwrap().parse().unwrap();
        (next..node).for_each(|end| writeln!(text, "{end} = 0").unwrap());
        writeln!(text, "{line}").unwrap();
        next = node + 1;
    }
    let (graph, start) = Graph::read(&text).unwrap();
    for info in ALGORITHMS {
        let config = Config::new(info.algorithm);
        let answer =
            Solver::new(&graph, WIN, &config).solve_with(&start, &Limits::default(), &mut Silent);
        assert_eq!(answer.verdict, Verdict::Proved, "{}", info.name);
    }
}

/// A node with 200,000 successors, of which only the last wins, two moves later. A search that reads all of
/// them after each visit to one does not finish in minutes.
#[test]
fn a_node_with_200_000_successors() {
    const WIDTH: u64 = 200_000;
    let mut text = "start root\nroot A".to_string();
    (0..WIDTH).for_each(|child| write!(text, " b{child}").unwrap());
    text.push('\n');
    for child in 0..WIDTH {
        let end = if child == WIDTH - 1 { "win" } else { "loss" };
        write!(text, "b{child} B a{child}\na{child} A {end}\n").unwrap();
    }
    text += "win = 1\nloss = -1\n";
    let (graph, start) = Graph::read(&text).unwrap();
    // Where it is the opponent's question, the root adds up what it minimises otherwise.
    let lost = Question { attacker: Player::Second, target: 0 };
    for (question, verdict) in [(WIN, Verdict::Proved), (lost, Verdict::Disproved)] {
        for info in ALGORITHMS {
            let config = Config { memory: 1 << 30, ..Config::new(info.algorithm) };
            let limits = Limits { expansions: Some(4 * WIDTH), ..Limits::default() };
            let answer =
                Solver::new(&graph, question, &config).solve_with(&start, &limits, &mut Silent);
            assert_eq!(answer.verdict, verdict, "{}", info.name);
        }
    }
}
