//! An outline as indented text.

use winproof_session::outline::Outline;

/// The facts, then a line per position.
pub fn render(outline: &Outline) -> String {
    let mut text = String::new();
    for (name, value) in &outline.facts {
        text += &format!("{name:<9} {value}\n");
    }
    text += "(shown, not checked: `winproof verify` does that)\n\n";
    for node in &outline.nodes {
        let indent = "  ".repeat(node.depth);
        match &node.mv {
            Some(mv) => text += &format!("{indent}{mv}: {}\n", node.note),
            None => text += &format!("{indent}{}\n", node.note),
        }
    }
    if outline.cut {
        text += "… (more with --most)\n";
    }
    text
}
