//! A tree as indented text.

use winproof_session::replay::tree::ProofTree;

/// The facts, then a line per position.
pub fn render(tree: &ProofTree) -> String {
    let mut text = String::new();
    for (name, value) in &tree.facts {
        text += &format!("{name:<9} {value}\n");
    }
    text += "(shown, not checked: `winproof verify` does that)\n\n";
    for node in &tree.nodes {
        let indent = "  ".repeat(node.depth);
        match &node.mv {
            Some(mv) => text += &format!("{indent}{mv}: {}\n", node.note),
            None => text += &format!("{indent}{}\n", node.note),
        }
    }
    if tree.cut {
        text += "… (more with --most)\n";
    }
    text
}
