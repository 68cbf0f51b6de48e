//! The README's examples are real: every command in a `console` block is run, and prints what it says
//! there, times apart. `WINPROOF_BLESS=1` writes what they print now.

use std::fs;
use std::path::Path;

use super::support::{command, folder};

/// Seconds differ from run to run.
fn timeless(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for i in 1..words.len() {
        if words[i].starts_with('s') && words[i - 1].parse::<f64>().is_ok() {
            words[i - 1] = "#";
        }
    }
    words.join(" ")
}

/// Runs one command line in `folder` and gives it as the README would show it.
fn shown(line: &str, folder: &Path) -> String {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("winproof"), "{line}");
    let arguments: Vec<&str> = words.collect();
    let output = command(&arguments).current_dir(folder).output().unwrap();
    // An example may end without a verdict.
    assert!(matches!(output.status.code(), Some(0 | 3)), "{line}: {output:?}");
    format!("$ {line}\n{}", String::from_utf8(output.stdout).unwrap())
}

#[test]
fn examples_print_what_the_readme_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = folder("readme");
    fs::create_dir_all(folder.join("docs/examples")).unwrap();
    for file in fs::read_dir(root.join("docs/examples")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.join("docs/examples").join(file.file_name())).unwrap();
    }
    let mut now = String::new();
    let mut commands = 0;
    let mut rest = readme.as_str();
    while let Some((before, block)) = rest.split_once("```console\n") {
        let (block, after) = block.split_once("```").unwrap();
        now += before;
        now += "```console\n";
        for line in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            now += &shown(line, &folder);
            commands += 1;
        }
        now += "```";
        rest = after;
    }
    now += rest;
    assert!(commands >= 3, "the README has examples");
    if std::env::var_os("WINPROOF_BLESS").is_some() {
        fs::write(root.join("README.md"), now).unwrap();
    } else {
        assert_eq!(timeless(&readme), timeless(&now));
    }
}
