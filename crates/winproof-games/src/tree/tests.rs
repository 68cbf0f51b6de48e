use super::*;
use crate::GameSpec;

fn tree(spec: &str) -> Tree {
    Tree::new(spec.parse::<GameSpec>().unwrap().settings()).unwrap()
}

#[test]
fn trees_never_change() {
    let limited = "tree:seed=7,avg=20,min=5,sigma=0.01,depth=4";
    for (spec, path, expected, branching) in [
        ("tree", "/0", "node:f4abd143feb24055:3fe82d0ce31de65a:1", 2),
        ("tree", "/1/0", "node:d657d3e5edc82de6:3fe48e435bebb608:2", 7),
        ("tree", "/1/0/0/0/0/0", "node:1aff18ff78d70ff5:3fe18d7abb13d156:6", 11),
        ("tree:seed=0", "/0", "node:b382a305f4414f5e:3fe288abcbfdc94d:1", 5),
        (limited, "/9/9/9/9", "node:690e159d00cdcd2f:3fe07fca4e1557d8:4", 29),
    ] {
        let tree = tree(spec);
        let node = tree.parse(path).unwrap();
        assert_eq!((tree.format(&node).as_str(), tree.branching(&node)), (expected, branching));
    }
}

/// Every bit of some ten thousand nodes, the tails of the distributions among them.
#[test]
fn no_node_ever_changes() {
    let tree = tree("tree");
    let mut sum = 0u64;
    for node in nodes(0.5, 0).take(1 << 13) {
        for mv in 0..tree.branching(&node) {
            sum = splitmix(sum ^ tree.play(&node, Move(mv)).value_bits, 0);
        }
    }
    assert_eq!(sum, 3_333_343_111_730_166_699);
}

/// Mean and variance of a sample.
fn moments(sample: &[f64]) -> (f64, f64) {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / count;
    let variance = sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
    (mean, variance)
}

const SAMPLE: u64 = 200_000;

/// Nodes of consecutive ids: they also show that neighbouring ids have nothing in common.
fn nodes(value: f64, depth: u32) -> impl Iterator<Item = TreeNode> {
    (0..SAMPLE).map(move |id| TreeNode { id, value_bits: value.to_bits(), depth })
}

#[test]
fn branching_follows_the_advantage_of_the_mover() {
    let tree = tree("tree:avg=8,min=2");
    for (value, depth, lambda) in
        [(0.5, 0, 8.0), (0.5, 1, 8.0), (0.9, 0, 12.8), (0.9, 1, 3.2), (0.1, 0, 3.2), (0.1, 1, 12.8)]
    {
        let sample: Vec<_> =
            nodes(value, depth).map(|node| f64::from(tree.branching(&node))).collect();
        let (mean, variance) = moments(&sample);
        assert!((mean - lambda).abs() < 0.03, "mean {mean}, expected {lambda}");
        assert!((variance - (lambda - 1.0)).abs() < 0.2, "variance {variance}");
        assert!(sample.iter().all(|&branching| branching >= 1.0));
    }
}

#[test]
fn steps_are_normally_distributed() {
    let tree = tree("tree:sigma=0.2");
    for child in [0, 7] {
        let steps: Vec<_> =
            nodes(0.5, 0).map(|node| tree.play(&node, Move(child)).value() - 0.5).collect();
        let (mean, variance) = moments(&steps);
        assert!(mean.abs() < 0.002, "mean {mean}");
        assert!((variance - 0.04).abs() < 0.000_5, "variance {variance}");
        let beyond_two = steps.iter().filter(|step| step.abs() > 0.4).count() as f64;
        assert!((beyond_two / SAMPLE as f64 - 0.0455).abs() < 0.002);
    }
}

#[test]
fn a_depth_limit_decides_by_the_greater_half() {
    let tree = tree("tree:depth=3");
    for (value, depth, outcome) in [
        (0.7, 2, None),
        (0.5, 3, Some(Outcome::WIN)),
        (0.49, 3, Some(Outcome::LOSS)),
        (1.0, 1, Some(Outcome::WIN)),
        (0.0, 1, Some(Outcome::LOSS)),
    ] {
        let node = TreeNode { id: 1, value_bits: f64::to_bits(value), depth };
        assert_eq!(tree.outcome(&node), outcome);
    }
}

#[test]
fn paths_and_nodes_are_read_alike() {
    let tree = tree("tree");
    let node = tree.parse("/1/0").unwrap();
    assert_eq!(tree.parse(&tree.format(&node)), Ok(node));
    assert_eq!(tree.parse("/"), Ok(tree.root()));
    assert_eq!(tree.format(&tree.root()), "start");
}

#[test]
fn bad_positions_say_what_was_expected() {
    let expected = "expected `start`, a path such as `/3/0/12`, or `node:ID:V:DEPTH`";
    let tree = tree("tree:depth=3");
    for text in [
        "",
        "root",
        "node:1:2",
        "node:1:2:3:4",
        "node:1:7ff8000000000000:1",
        "node:1:3fe0000000000000:4",
        "node:+1:x:1",
    ] {
        let error = tree.parse(text).unwrap_err().to_string();
        assert_eq!(error, format!("{expected}, found `{text}`"));
    }
    for (text, error) in [
        ("/x", "line 1, column 2: expected a child from 0 to 6, found `x`"),
        ("/0/", "line 1, column 4: expected a child from 0 to 1, found ``"),
        ("/1/0/7", "line 1, column 6: expected a child from 0 to 6, found `7`"),
        (
            "/1/0/0/0",
            "line 1, column 8: expected the path to end here, where the game is over, found `0`",
        ),
    ] {
        assert_eq!(tree.parse(text).unwrap_err().to_string(), error);
    }
}

#[test]
fn parameters_that_contradict_each_other_are_refused() {
    let spec: GameSpec = "tree:avg=3,min=4".parse().unwrap();
    let error = Tree::new(spec.settings()).unwrap_err();
    assert_eq!(error.to_string(), "tree: expected `min` to be at most `avg` (3), found `4`");
}
