//! A game with certificates of any size, in which the bytes of neighbouring positions are far apart.

use std::collections::BTreeMap;

use winproof_certificate::{Certificate, Claim, Header, RecordSetBuilder};
use winproof_rules::{Encoding, Game, Key, Move, Outcome, Player, Verdict};

/// The second player climbs down a ladder by one to three rungs at a time. At its foot the first player
/// has won.
pub struct Ladder {
    pub top: u64,
    /// How many bytes each position has beyond the first eight.
    pub padding: usize,
}

/// Odd, so that multiplying by it can be undone.
const SCATTER: u64 = 0x9e37_79b9_7f4a_7c15;
const GATHER: u64 = 0xf1de_83e1_9937_733d;

impl Game for Ladder {
    type Position = u64;
    const CYCLIC: bool = false;

    fn to_move(&self, _: &u64) -> Player {
        Player::Second
    }

    fn outcome(&self, rung: &u64) -> Option<Outcome> {
        (*rung == 0).then_some(Outcome::WIN)
    }

    fn moves(&self, rung: &u64, moves: &mut Vec<Move>) {
        moves.extend((1..=3.min(*rung as u32)).map(Move));
    }

    fn play(&self, rung: &u64, mv: Move) -> u64 {
        rung - u64::from(mv.0)
    }

    fn key(&self, rung: &u64) -> Key {
        Key((*rung).into())
    }
}

impl Encoding for Ladder {
    fn encode(&self, rung: &u64, bytes: &mut Vec<u8>) {
        bytes.extend(rung.wrapping_mul(SCATTER).to_be_bytes());
        bytes.extend(std::iter::repeat_n(*rung as u8, self.padding));
    }

    fn decode(&self, bytes: &[u8]) -> Option<u64> {
        let rung = u64::from_be_bytes(*bytes.first_chunk()?).wrapping_mul(GATHER);
        (rung <= self.top).then_some(rung)
    }
}

impl Ladder {
    pub fn new(top: u64) -> Ladder {
        Ladder { top, padding: 0 }
    }

    pub fn bytes(&self, rung: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode(&rung, &mut bytes);
        bytes
    }

    /// A certificate with a record for every rung: that the first player wins (a strategy), or that the
    /// second does not (a closed set). `edit` may change the rank of a record, or leave it out.
    pub fn certify(&self, strategy: bool, edit: impl Fn(u64) -> Option<u64>) -> Certificate {
        let header = Header {
            game: "ladder".to_string(),
            parameters: BTreeMap::new(),
            position: self.top.to_string(),
            attacker: if strategy { Player::First } else { Player::Second },
            target: 1,
            within: None,
            verdict: if strategy { Verdict::Proved } else { Verdict::Disproved },
        };
        let (_, form) = header.obligation(self);
        let mut records = RecordSetBuilder::new(form);
        for rung in 1..=self.top {
            if let Some(rank) = edit(rung) {
                records.push(&self.bytes(rung), Claim::All, rank);
            }
        }
        Certificate { header, records: records.finish().unwrap() }
    }
}
