//! Certificates larger than the memory.

use std::collections::BTreeMap;

use winproof_certificate::{Certificate, Claim, Form, Header, RecordSetBuilder};
use winproof_games::Nim;
use winproof_rules::{Encoding, Move, Notation, Player, Verdict};

use crate::support::{command, file, folder, run};

/// A certificate that the first player wins with two different heaps, with a record for all positions below.
fn certificate(most: u32) -> Certificate {
    let header = Header {
        game: "nim".to_string(),
        parameters: BTreeMap::new(),
        position: format!("{most},{}", most - 1),
        attacker: Player::First,
        target: 1,
        within: None,
        verdict: Verdict::Proved,
    };
    let mut records = RecordSetBuilder::new(Form::Strategy);
    for (a, b) in (0..=most).flat_map(|a| (0..most).map(move |b| (a, b))).skip(1) {
        let (who, claim) = match (a.checked_sub(b), b.checked_sub(a)) {
            (Some(0), _) => (" second", Claim::All),
            (Some(more), _) => ("", Claim::Move(Move(more))),
            (_, more) => ("", Claim::Move(Move(1 << 8 | more.unwrap()))),
        };
        let mut bytes = Vec::new();
        Nim.encode(&Nim.parse(&format!("{a},{b}{who}")).unwrap(), &mut bytes);
        records.push(&bytes, claim, (a + b).into());
    }
    Certificate { header, records: records.finish().unwrap() }
}

#[test]
fn a_certificate_larger_than_the_memory_is_checked() {
    let folder = folder("streaming");
    let mut bytes = Vec::new();
    certificate(150).write_to(&mut bytes).unwrap();
    let proof = file(&folder, "nim.wpc", &bytes);

    let held = run(&["verify", &proof, "--memory", "8M"]);
    assert_eq!(held.status, 0, "{}", held.stderr);
    assert!(held.stdout.ends_with("; 22649 records\n"), "{}", held.stdout);
    let streamed = run(&["verify", &proof, "--memory", "1M"]);
    assert_eq!(streamed.status, 0, "{}", streamed.stderr);
    assert!(streamed.stdout.contains("; 22649 records, streamed ("), "{}", streamed.stdout);

    // Nothing is accepted without the means to check it.
    let output =
        command(&["verify", &proof, "--memory", "1M"]).env("TMPDIR", "/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("cannot use temporary files: "), "{error}");

    // The last byte of the file belongs to its checksum.
    *bytes.last_mut().unwrap() ^= 1;
    let damaged = file(&folder, "damaged.wpc", &bytes);
    assert_eq!(run(&["verify", &damaged, "--memory", "1M"]).status, 2);
}
