//! The program from outside: files in, lines and exit statuses out.

#[allow(dead_code)]
#[path = "../examples/nim_certificate.rs"]
mod nim_certificate;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use winproof_certificate::{Certificate, Claim, Header, RecordSetBuilder};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Notation, Player, Verdict};

/// Makes a certificate with one record, which lets the checker settle the position itself.
struct Settle(Header);

impl GameVisitor for Settle {
    type Output = Certificate;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Certificate {
        let (_, form) = self.0.obligation(&game);
        let mut records = RecordSetBuilder::new(form);
        let mut bytes = Vec::new();
        game.encode(&position, &mut bytes);
        records.push(&bytes, Claim::Minimax(winproof_certificate::MINIMAX_LIMIT), 0);
        Certificate { header: self.0, records: records.finish().unwrap() }
    }
}

fn certificate(game: &str, position: &str, attacker: Player, verdict: Verdict) -> Certificate {
    let header = Header {
        game: game.to_string(),
        parameters: BTreeMap::new(),
        position: position.to_string(),
        attacker,
        target: 1,
        within: None,
        verdict,
    };
    GameSpec::new(game, []).unwrap().open(position, Settle(header)).unwrap()
}

/// A folder of this test's own, empty at first.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(path: PathBuf, certificate: &Certificate) -> PathBuf {
    certificate.write_to(std::fs::File::create(&path).unwrap()).unwrap();
    path
}

fn run(arguments: &[&Path]) -> (i32, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_winproof-check")).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

#[test]
fn accepted_rejected_unreadable() {
    let folder = folder("outcomes");
    let won = certificate("nim", "1,2", Player::First, Verdict::Proved);
    let won = write(folder.join("won"), &won);
    let held = certificate("tictactoe", "XOX/.O./.X.", Player::First, Verdict::Disproved);
    let held = write(folder.join("held"), &held);
    let wrong = certificate("nim", "2,2", Player::First, Verdict::Proved);
    let wrong = write(folder.join("wrong"), &wrong);
    let mut unknown = certificate("nim", "1,2", Player::First, Verdict::Proved);
    unknown.header.game = "chess\u{1b}[2J".to_string();
    let unknown = write(folder.join("unknown"), &unknown);
    let mut misplaced = certificate("nim", "1,2", Player::First, Verdict::Proved);
    misplaced.header.position = "1,many".to_string();
    let misplaced = write(folder.join("misplaced"), &misplaced);
    let text = folder.join("text");
    std::fs::write(&text, "hello").unwrap();

    for (files, status, expected) in [
        (vec![&won], 0, "won: accepted: nim, 1,2: first can force a win; 1 record"),
        (vec![&won, &held], 0, "held: accepted: tictactoe, XOX/.O./.X.: X cannot force a win"),
        (
            vec![&wrong],
            1,
            "minimax comes to the opposite of the verdict; the position is 2,2 (it claims: nim",
        ),
        (vec![&unknown], 2, "unknown: unreadable: unknown game `chess\\u{1b}[2J`"),
        (vec![&misplaced], 2, "misplaced: unreadable: bad position: "),
        (vec![&text], 2, "text: unreadable: this is not a Winproof certificate"),
        (vec![&folder.join("nothing")], 2, "nothing: unreadable: "),
        (vec![&text, &wrong, &won], 1, "won: accepted"),
        (vec![&text, &won], 2, "won: accepted"),
    ] {
        let (found, text) = run(&files.iter().map(|path| path.as_path()).collect::<Vec<_>>());
        assert!(found == status && text.contains(expected), "{found}: {text}");
    }
}

/// Certificates whose text was made to look like a claim other than the one that is checked.
#[test]
fn what_was_accepted_is_shown() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/display");
    let hex = "accepted: hex:size=3,swap=off,symmetry=off,without=nothing, xx1/ooo/2x x: white can \
               force a win; 0 records";
    let othello = "accepted: othello:h=doubling,size=4,symmetry=off, XXXXXXXXXXXXXXXX X: black can \
                   force a win; 0 records";
    let field = "unreadable: bad header: duplicate field `verdict` at line 1 column 128";
    let name = "unreadable: bad header: parameter `size` occurs twice at line 1 column 50";
    for (name, status, expected) in [
        ("white_wins_from_start", 0, hex),
        ("blanks", 0, hex),
        ("othello_bidi", 0, othello),
        ("othello_no_position_shown", 0, othello),
        ("dup_field", 2, field),
        ("dup_param", 2, name),
        ("plus4", 2, "unreadable: loa: parameter `size` is written `4`, not `+4`"),
    ] {
        let path = folder.join(name).with_extension("wpc");
        assert_eq!(run(&[&path]), (status, format!("{}: {expected}\n", path.display())));
    }
}

/// Graphs are shown too, in one line; large ones are cut.
#[test]
fn positions_of_many_lines() {
    let folder = folder("lines");
    let graph = "start a\n# not seen\na A  b\nb\u{202e} = 1\nb = 1\n";
    let path =
        write(folder.join("graph"), &certificate("graph", graph, Player::First, Verdict::Proved));
    let (status, text) = run(&[&path]);
    let expected =
        "accepted: graph, start a\\na A b\\nb\\u{202e} = 1\\nb = 1: A can force a win; 1 record\n";
    assert!(status == 0 && text.ends_with(expected), "{text}");

    let ends = (0..1000).map(|end| format!("end{end} = 1\n")).collect::<String>();
    let graph = format!("start a\na A end7\n{ends}");
    let path =
        write(folder.join("large"), &certificate("graph", &graph, Player::First, Verdict::Proved));
    let (status, text) = run(&[&path]);
    let expected = "… (the first 4000 of 11907 characters; `winproof show` prints them all): A can";
    assert!(status == 0 && text.contains(expected), "{text}");
}

#[test]
fn larger_than_the_memory() {
    let folder = folder("streaming");
    let large = nim_certificate::nim_certificate("150,149");
    let path = write(folder.join("large"), &large);
    let temp = folder.join("temp");
    std::fs::create_dir(&temp).unwrap();
    let run = |memory: &str, temp: &Path, path: &Path| {
        let [memory_option, temp_option] = ["--memory", "--temp"].map(Path::new);
        run(&[memory_option, Path::new(memory), temp_option, temp, path])
    };
    let (status, text) = run("4M", &temp, &path);
    assert!(status == 0 && text.trim_end().ends_with("; 22649 records"), "{text}");
    let (status, text) = run("1M", &temp, &path);
    assert!(status == 0 && text.contains("; 22649 records, streamed ("), "{text}");
    let (status, text) = run("700K", &temp, &path);
    assert!(status == 2 && text.contains("memory, and to stream it takes 7"), "{text}");
    let (status, text) = run("1M", &folder.join("nowhere"), &path);
    assert!(status == 2 && text.contains("unreadable: cannot use temporary files: "), "{text}");
    assert_eq!(std::fs::read_dir(&temp).unwrap().count(), 0);

    let mut records = RecordSetBuilder::new(large.records.form());
    for (number, record) in large.records.iter().enumerate() {
        if number != 12_345 {
            records.push(record.position, record.claim, record.rank);
        }
    }
    let lacking = Certificate { records: records.finish().unwrap(), ..large };
    let path = write(folder.join("lacking"), &lacking);
    let (status, text) = run("1M", &temp, &path);
    assert!(status == 1 && text.contains("leads to a position without a record"), "{text}");
    assert_eq!((status, text), run("4M", &temp, &path));
}

#[test]
fn the_command_line() {
    let folder = folder("command-line");
    let won = certificate("nim", "1,2", Player::First, Verdict::Proved);
    let won = write(folder.join("won"), &won);
    let memory = |size| run(&[Path::new("--memory"), Path::new(size), &won]);
    assert_eq!(memory("1M").0, 0);
    let (status, text) = memory("1K");
    assert!(status == 2 && text.contains("needs more than 1024 bytes of memory"), "{text}");
    assert_eq!(memory("much").0, 2);
    assert_eq!(run(&[]).0, 2);
}
