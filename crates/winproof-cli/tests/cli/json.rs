//! What is printed with `--json` is as the JSON Schema says, and docs/JSON.md has every key of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::support::{file, folder, path, run};

fn document(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

/// Compares a document with what it should be, or writes it.
fn assert_current(path: &Path, expected: &str) {
    if std::env::var_os("WINPROOF_BLESS").is_some() {
        fs::write(path, expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    let path = path.display();
    assert!(found == expected, "{path} is stale: write it anew with WINPROOF_BLESS=1");
}

fn schema() -> Value {
    run(&["schema"]).json_document()
}

/// Makes a validator of one definition that accepts no keys beside those of the schema.
pub fn strict(definition: &str) -> Validator {
    let mut schema = schema();
    schema["$ref"] = json!(format!("#/$defs/{definition}"));
    let definitions = schema["$defs"].as_object_mut().unwrap();
    // Keys of these are seen by the definitions that they are a part of.
    let parts: BTreeSet<String> = definitions
        .values()
        .flat_map(|one| one["allOf"].as_array().into_iter().flatten())
        .filter_map(|part| Some(part["$ref"].as_str()?.rsplit('/').next()?.to_string()))
        .collect();
    for (name, definition) in definitions {
        let is_object = definition.get("allOf").is_some() || definition.get("properties").is_some();
        if is_object && !parts.contains(name) {
            definition["unevaluatedProperties"] = json!(false);
        }
    }
    jsonschema::draft202012::new(&schema).unwrap()
}

#[track_caller]
pub fn assert_valid(validator: &Validator, line: &Value) {
    let errors: Vec<_> = validator
        .iter_errors(line)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?} in {line}");
}

#[test]
fn results_are_as_the_schema_says() {
    let folder = folder("json-results");
    let [save, proof] = ["save.wps", "proof.wpc"].map(|name| path(&folder, name));
    let positions = file(&folder, "positions.txt", "1\n3,4,5\tlabel\nnonsense\n");
    let validator = strict("Report");
    for (arguments, lines) in [
        (&["solve", "nim", "3,4,5"][..], 1),
        (&["solve", "nim", "3,4,5", "--no-certify", "--moves"], 1),
        (&["solve", "nim", "3,4,5", "--proof", &proof, "--save", &save], 1),
        (&["solve", "tictactoe", "start", "--ask", "value", "--lines"], 1),
        (&["solve", "tictactoe", "start", "--ask", "value", "--nodes", "1000"], 1),
        (&["solve", "othello:size=4", "start", "--ask", "draw"], 1),
        (&["solve", "tictactoe", "XO./.../...", "--shortest"], 1),
        (&["solve", "tictactoe", "XO./.../...", "--within", "4"], 1),
        (&["solve", "tree:sigma=0.02", "start", "--nodes", "500", "--time", "60"], 1),
        (&["solve", "hex:size=3", "start", "--algorithm", "pn", "--set", "leaf=1"], 1),
        (&["batch", "nim", &positions, "--nodes", "20"], 3),
        (&["solve", "wythoff", "1000,1618"], 1),
        (&["solve", "nim", "3,4,5", "--ask", "grundy"], 1),
    ] {
        let found = run(&[arguments, &["--json"]].concat()).json_lines();
        assert_eq!(found.len(), lines, "{arguments:?}");
        found.iter().for_each(|line| assert_valid(&validator, line));
    }
    let mut line = run(&["solve", "nim", "3,4,5", "--json"]).json();
    line["verdict"] = json!("maybe");
    assert!(!validator.is_valid(&line), "it can fail");
    line["verdict"] = json!("proved");
    line["another"] = json!(1);
    assert!(!validator.is_valid(&line), "it can fail");
}

#[test]
fn lists_and_inspections_are_as_the_schema_says() {
    let folder = folder("json-others");
    let save = path(&folder, "save.wps");
    let solve = ["solve", "tictactoe", "start", "--ask", "value", "--nodes", "1000"];
    assert_eq!(run(&[&solve[..], &["--save", &save]].concat()).status, 3);
    for (definition, arguments) in [
        ("Game", &["games"][..]),
        ("Algorithm", &["algorithms"]),
        ("Audit", &["audit", "tictactoe", "XO./.../..."]),
        ("Audit", &["audit", "shogi", "8k/9/8P/9/9/9/9/9/9 b G 1", "--economy"]),
        ("Audit", &["audit", "loa", "start", "--nodes", "10"]),
        ("Review", &["review", "tictactoe", "start moves b2 a2 c3 a1"]),
        ("Review", &["review", "othello", "f5d6c3", "--nodes", "10"]),
        ("Representation", &["numerate", "1000"]),
        ("GrundyList", &["grundy", "0.77"]),
        ("Inspection", &["inspect", &save]),
        ("Inspection", &["inspect", &save, "b2"]),
        ("Inspection", &["inspect", "--json", &save, "b2", "a1"]),
        ("Inspection", &["inspect", &save, "--json", "b2", "a1"]),
        ("Inspection", &["inspect", &save, "b2", "a1", "--json"]),
    ] {
        let json = if arguments.contains(&"--json") { &[][..] } else { &["--json"] };
        let lines = run(&[arguments, json].concat()).json_lines();
        assert!(!lines.is_empty());
        let validator = strict(definition);
        lines.iter().for_each(|line| assert_valid(&validator, line));
    }
}

/// A result says everything that made it.
#[test]
fn a_result_names_program_settings_limits_and_bounds() {
    let value = ["solve", "tictactoe", "start", "--ask", "value", "--nodes", "1000", "--json"];
    let more = ["--time", "60", "--memory", "64M", "--seed", "7"];
    let line = run(&[&value[..], &more].concat()).json();
    assert_eq!(line["schema_version"], 1);
    assert_eq!(line["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&line["algorithm"], &line["seed"]), (&json!("df-pn"), &json!(7)));
    assert_eq!(line["settings"]["epsilon"], "0.25");
    let memory = 64 << 20;
    let limits = json!({
        "nodes": 1000, "seconds": 60.0, "certify_seconds": null, "memory_bytes": memory
    });
    assert_eq!((&line["limits"], &line["certify"]), (&limits, &json!(true)));
    assert_eq!(line["value_bounds"], json!({"least": 0, "greatest": 1}));
    let known = run(&["solve", "tictactoe", "start", "--ask", "value", "--json"]).json();
    assert_eq!(known["value_bounds"], json!({"least": 0, "greatest": 0}));
    assert_eq!(known["limits"]["nodes"], Value::Null);
    let win = run(&["solve", "hex:size=3", "start", "--no-certify", "--json"]).json();
    assert_eq!((&win["value_bounds"], &win["certify"]), (&Value::Null, &json!(false)));
    assert_eq!((&win["algorithm"], &win["settings"]["leaf"]), (&json!("df-pn+"), &json!("6")));
}

/// Whoever does without the certificate still gets the move and the line.
#[test]
fn without_a_certificate_there_are_a_move_and_a_line() {
    for problem in [
        &["nim", "3,4,5"][..],
        &["nim", "3,4,5", "--ask", "value"],
        &["nim", "3,4,5", "--algorithm", "pn"],
        &["hex:size=3", "start"],
        &["tictactoe", "X.O/..O/..X", "--ask", "value"],
        &["othello:size=4", "start", "--attacker", "opponent"],
    ] {
        let solve = |more: &[&str]| run(&[&["solve"], problem, &["--json"], more].concat()).json();
        let [certified, quick] = [solve(&[]), solve(&["--no-certify"])];
        assert_eq!(quick["certified"], false, "{problem:?}");
        assert_eq!(quick["verdict"], certified["verdict"], "{problem:?}");
        let line = quick["line"].as_array().unwrap_or_else(|| panic!("{problem:?}: {quick}"));
        assert!(!line.is_empty(), "{problem:?}");
        assert_eq!(quick["move"].is_null(), certified["move"].is_null(), "{problem:?}: {quick}");
        if !quick["move"].is_null() {
            assert_eq!(quick["move"], line[0], "{problem:?}");
        }
    }
}

#[test]
fn the_shipped_schema_is_up_to_date() {
    assert_current(&document("winproof.schema.json"), &run(&["schema"]).stdout);
}

/// Begins the part of docs/JSON.md that is made from the schema.
const GENERATED: &str = "<!-- The rest is generated from winproof.schema.json. -->\n";

#[test]
fn every_key_is_documented() {
    let path = document("JSON.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, _) = text.split_once(GENERATED).expect("there is a generated part");
    let schema = schema();
    let mut expected = format!("{before}{GENERATED}");
    let definitions = schema["$defs"].as_object().unwrap();
    // What is printed comes before its parts.
    let printed = [
        "Report",
        "Audit",
        "Review",
        "SweepRow",
        "Inspection",
        "Game",
        "Algorithm",
        "Representation",
        "GrundyList",
    ];
    let parts = definitions.keys().map(String::as_str).filter(|name| !printed.contains(name));
    for name in printed.into_iter().chain(parts) {
        expected += &section(name, &definitions[name]);
    }
    assert_current(&path, &expected);
}

/// The section of a definition.
fn section(name: &str, definition: &Value) -> String {
    let description = definition["description"].as_str().unwrap_or_default();
    let mut text = format!("\n## {name}\n\n{description}\n\n");
    let keys = keys(definition);
    if keys.is_empty() {
        return text + &format!("Type: {}.\n", type_of(definition));
    }
    text += "| key | type | |\n|---|---|---|\n";
    for (key, (property, required)) in keys {
        let missing = if required { "" } else { ", or missing" };
        // What may be null is one of two, and the first has the description.
        let meaning = [&property, &property["oneOf"][0]].map(|it| it["description"].as_str());
        let meaning = meaning.into_iter().flatten().next();
        let meaning = meaning.unwrap_or_else(|| panic!("{name}: {key} has no description"));
        let meaning = meaning.replace('\n', " ");
        text += &format!("| `{key}` | {}{missing} | {meaning} |\n", type_of(&property));
    }
    text
}

/// The keys of an object, with whether they are required; keys of other definitions in it are theirs.
fn keys(definition: &Value) -> Vec<(String, (Value, bool))> {
    let empty = Map::new();
    let mut found = Vec::new();
    let parts = definition["allOf"].as_array().into_iter().flatten();
    for part in parts.chain([definition]) {
        if let Some(place) = part["$ref"].as_str() {
            let name = place.rsplit('/').next().unwrap();
            let property = json!({"$ref": place, "description": "Its keys are among these."});
            found.push((format!("{} …", name.to_lowercase()), (property, true)));
        }
        // They are listed in the order in which they are printed, the others at the end.
        let properties = part["properties"].as_object().unwrap_or(&empty);
        let required = part["required"].as_array().into_iter().flatten();
        let required: Vec<_> = required.map(|key| key.as_str().unwrap()).collect();
        let others = properties.keys().map(String::as_str).filter(|key| !required.contains(key));
        for key in required.iter().copied().chain(others) {
            let property = properties[key].clone();
            found.push((key.to_string(), (property, required.contains(&key))));
        }
    }
    found
}

/// A type in words.
fn type_of(schema: &Value) -> String {
    if let Some(place) = schema["$ref"].as_str() {
        let name = place.rsplit('/').next().unwrap();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let mut words: Vec<_> = choices.iter().map(type_of).collect();
        // What it is comes first.
        words.sort_by_key(|word| word == "null");
        return words.join(" or ");
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(|kind| kind.as_str().unwrap()).collect(),
        kind => vec![kind.as_str().unwrap_or_else(|| panic!("no type in {schema}"))],
    };
    let words = kinds.iter().map(|&kind| match kind {
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => {
                let items: Vec<_> = items.iter().map(type_of).collect();
                format!("array of {}", items.join(" and "))
            }
            None => format!("array of {}", type_of(&schema["items"])),
        },
        "object" => match &schema["additionalProperties"] {
            Value::Null => "object".to_string(),
            values => format!("object with values of type {}", type_of(values)),
        },
        kind => kind.to_string(),
    });
    words.collect::<Vec<_>>().join(" or ")
}
