//! A tree as a graph for Graphviz.

use winproof_session::replay::tree::ProofTree;

/// The graph. A repeated position is drawn as an arrow to its first occurrence.
pub fn render(tree: &ProofTree) -> String {
    let facts: Vec<_> = tree.facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let title = facts.join("\n");
    let mut text = String::from("digraph certificate {\n  node [shape=box];\n");
    text += &format!("  label={};\n", quoted(&title));
    for (index, node) in tree.nodes.iter().enumerate() {
        if node.same_as.is_none() {
            text += &format!("  n{index} [label={}];\n", quoted(&node.note));
        }
        if let (Some(parent), Some(mv)) = (node.parent, &node.mv) {
            let target = node.same_as.unwrap_or(index);
            text += &format!("  n{parent} -> n{target} [label={}];\n", quoted(mv));
        }
    }
    if tree.cut {
        text += "  more [label=\"…\", shape=none];\n";
    }
    text + "}\n"
}

/// A string of the DOT language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("a \"b\" \\ c\nd"), "\"a \\\"b\\\" \\\\ c\\nd\"");
    }
}
