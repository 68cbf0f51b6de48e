//! Writes a certificate of any size, to measure what checking takes:
//!
//! ```sh
//! cargo run --release -p winproof-check --example nim_certificate -- 20,20,20,20,20 nim.wpc
//! ```
//!
//! It claims that the first player wins at Nim, and has a record for every position with no heap larger
//! than at the start: where the second player has to move and the heaps' sizes have the exclusive or 0,
//! and where the first player has a move that makes it so.

use std::collections::BTreeMap;
use std::fs::File;

use winproof_certificate::{Certificate, Claim, Header, RecordSetBuilder};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Move, Notation, Player, Verdict};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [heaps, path] = &arguments[..] else {
        panic!("expected heaps such as 3,4,5 and a file to write");
    };
    let certificate = nim_certificate(heaps);
    println!("{} records", certificate.records.len());
    certificate.write_to(File::create(path).expect("cannot create the file")).unwrap();
}

/// The certificate for these heaps, at which the first player must win.
pub fn nim_certificate(heaps: &str) -> Certificate {
    GameSpec::new("nim", []).unwrap().open(heaps, Winning(heaps)).unwrap()
}

struct Winning<'a>(&'a str);

impl GameVisitor for Winning<'_> {
    type Output = Certificate;

    fn visit<G: Notation + 'static>(self, game: G, _: G::Position) -> Certificate {
        let header = Header {
            game: "nim".to_string(),
            parameters: BTreeMap::new(),
            position: self.0.to_string(),
            attacker: Player::First,
            target: 1,
            within: None,
            verdict: Verdict::Proved,
        };
        let most: Vec<u32> = self.0.split(',').map(|heap| heap.parse().unwrap()).collect();
        let (_, form) = header.obligation(&game);
        let mut records = RecordSetBuilder::new(form);
        let mut heaps = vec![0; most.len()];
        let mut bytes = Vec::new();
        while step(&mut heaps, &most) {
            let text: Vec<String> = heaps.iter().map(u32::to_string).collect();
            let (text, claim) = match winning_move(&heaps) {
                Some(mv) => (text.join(","), Claim::Move(mv)),
                None => (format!("{} second", text.join(",")), Claim::All),
            };
            bytes.clear();
            game.encode(&game.parse(&text).unwrap(), &mut bytes);
            records.push(&bytes, claim, heaps.iter().map(|&heap| u64::from(heap)).sum());
        }
        Certificate { header, records: records.finish().unwrap() }
    }
}

/// Counts up to the greatest heaps.
fn step(heaps: &mut [u32], most: &[u32]) -> bool {
    for (heap, most) in heaps.iter_mut().zip(most) {
        if *heap < *most {
            *heap += 1;
            return true;
        }
        *heap = 0;
    }
    false
}

/// The move after which the exclusive or of the heaps is 0, if it is not 0 already.
fn winning_move(heaps: &[u32]) -> Option<Move> {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let index = heaps.iter().position(|heap| heap ^ sum < *heap)?;
    Some(Move((index as u32) << 8 | (heaps[index] - (heaps[index] ^ sum))))
}
