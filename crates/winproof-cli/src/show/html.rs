//! A tree as a page for a browser, in one file.

use winproof_session::replay::tree::{Node, ProofTree};

/// Positions nearer to the root than this are unfolded when the page opens.
const UNFOLDED: usize = 3;

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Winproof certificate</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
th { text-align: left; padding-right: 1rem; }
details, .leaf { margin-left: 1.25rem; }
b { font-family: ui-monospace, monospace; }
</style>
</head>
<body>
<h1>Certificate</h1>
";

/// The page.
pub fn render(tree: &ProofTree) -> String {
    let mut page = String::from(HEAD);
    page += "<table>\n";
    for (name, value) in &tree.facts {
        page += &format!("<tr><th>{}</th><td>{}</td></tr>\n", escaped(name), escaped(value));
    }
    page += "</table>\n<p>Shown, not checked: <code>winproof verify</code> does that.</p>\n";
    // How many <details> are open: one for each position on the path from the root.
    let mut open = 0;
    for (index, node) in tree.nodes.iter().enumerate() {
        while open > node.depth {
            page += "</details>\n";
            open -= 1;
        }
        let has_children = tree.nodes.get(index + 1).is_some_and(|next| next.depth > node.depth);
        if has_children {
            let state = if node.depth < UNFOLDED { " open" } else { "" };
            page +=
                &format!("<details{state} id=\"n{index}\"><summary>{}</summary>\n", label(node));
            open += 1;
        } else {
            page += &format!("<div class=\"leaf\" id=\"n{index}\">{}</div>\n", label(node));
        }
    }
    page += &"</details>\n".repeat(open);
    if tree.cut {
        page += "<p>… (more with --most)</p>\n";
    }
    page + "</body>\n</html>\n"
}

fn label(node: &Node) -> String {
    let note = escaped(&node.note);
    let note = match node.same_as {
        Some(index) => format!("<a href=\"#n{index}\">{note}</a>"),
        None => note,
    };
    match &node.mv {
        Some(mv) => format!("<b>{}</b> {note}", escaped(mv)),
        None => note,
    }
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_tags() {
        let node = |parent, depth, mv: &str| Node {
            parent,
            depth,
            mv: Some(mv.to_string()),
            note: "\"&'".to_string(),
            same_as: None,
        };
        let tree = ProofTree {
            facts: vec![("position", "<script>".to_string())],
            nodes: vec![node(None, 0, "<b>"), node(Some(0), 1, "x"), node(Some(0), 1, "y")],
            cut: false,
        };
        let page = render(&tree);
        assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"), "{page}");
        assert!(page.contains("<b>&lt;b&gt;</b> &quot;&amp;&#39;"), "{page}");
        assert_eq!(page.matches("<details").count(), 1);
        assert_eq!(page.matches("</details>").count(), 1);
    }
}
