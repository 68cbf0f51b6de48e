//! What connections are made from: turns what H-search found into the terms of certificates.

use std::collections::HashMap;

use super::bits::Bits;
use super::evidence::{Full, Semi, Term};

/// Two points and a carrier. The lesser point is first.
type Link<B> = (usize, usize, B);

/// A point that two others are fully connected to, and the carriers of the connections of the first and the second one.
#[derive(Clone, Copy)]
struct Parts<B> {
    through: usize,
    carriers: [B; 2],
}

/// The connections of one search, with what they were made from first. So there are no circles: a connection is made
/// from older ones, and a semi connection has one cell more than either of those that it is made from.
pub(super) struct Derivation<B> {
    /// How many points are groups; the others are cells.
    pub groups: usize,
    /// A stone of each group, except for the two sides.
    pub stones: Vec<u32>,
    /// By the AND rule.
    full: HashMap<Link<B>, Parts<B>>,
    semi: HashMap<Link<B>, Parts<B>>,
    /// The carriers of all semi connections, by their points.
    semis: HashMap<(usize, usize), Vec<B>>,
}

impl<B> Default for Derivation<B> {
    fn default() -> Self {
        Derivation {
            groups: 2,
            stones: Vec::new(),
            full: HashMap::new(),
            semi: HashMap::new(),
            semis: HashMap::new(),
        }
    }
}

impl<B: Bits> Derivation<B> {
    /// Notes that the first and the last point are connected by way of the one between.
    pub fn note(&mut self, [from, through, to]: [usize; 3], carriers: [B; 2], full: bool) {
        let both = carriers[0] | carriers[1];
        let (ends, carriers) = match from < to {
            true => ((from, to), carriers),
            false => ((to, from), [carriers[1], carriers[0]]),
        };
        let parts = Parts { through, carriers };
        if full {
            self.full.entry((ends.0, ends.1, both)).or_insert(parts);
            return;
        }
        let carrier = both | self.cell(through);
        self.semi.entry((ends.0, ends.1, carrier)).or_insert_with(|| {
            self.semis.entry(ends).or_default().push(carrier);
            parts
        });
    }

    /// The cell that a point is, if it is none of the groups.
    fn cell(&self, point: usize) -> B {
        if point < self.groups { B::EMPTY } else { B::cell((point - self.groups) as u32) }
    }

    /// Returns the term of a full connection of the sides that H-search found, of at most `room` bytes.
    pub fn joined(&self, carrier: B, room: usize) -> Option<Term> {
        let mut writer = Writer { derivation: self, room };
        writer.full(0, 1, carrier).map(Term::Full)
    }

    /// Returns the term of a full connection made of all semi connections of the sides.
    pub fn refuted(&self, room: usize) -> Option<Term> {
        let mut writer = Writer { derivation: self, room };
        writer.either(0, 1, !B::EMPTY).map(Term::Full)
    }

    /// Returns the term of a semi connection of the sides that H-search found, of at most `room` bytes.
    pub fn threatened(&self, carrier: B, room: usize) -> Option<Term> {
        let mut writer = Writer { derivation: self, room };
        writer.semi(0, 1, carrier).map(Term::Semi)
    }
}

struct Writer<'a, B> {
    derivation: &'a Derivation<B>,
    /// How many bytes may still be written. Terms are trees, in which parts may occur again and again.
    room: usize,
}

impl<B: Bits> Writer<'_, B> {
    fn take(&mut self, bytes: usize) -> Option<()> {
        self.room = self.room.checked_sub(bytes)?;
        Some(())
    }

    fn full(&mut self, one: usize, two: usize, carrier: B) -> Option<Full> {
        let derivation = self.derivation;
        let link = (one.min(two), one.max(two), carrier);
        if let Some(&parts) = derivation.full.get(&link) {
            // The sides are not passed through.
            let stone = *derivation.stones.get(parts.through.checked_sub(2)?)?;
            self.take(2)?;
            return Some(Full::Through(stone, self.parts(one, two, parts)?));
        }
        if carrier.is_empty() {
            self.take(1)?;
            return Some(Full::Near);
        }
        self.either(one, two, carrier)
    }

    fn semi(&mut self, one: usize, two: usize, carrier: B) -> Option<Semi> {
        let link = (one.min(two), one.max(two), carrier);
        let &parts = self.derivation.semi.get(&link)?;
        self.take(1)?;
        let first = (parts.through - self.derivation.groups) as u32;
        Some(Semi { first, parts: self.parts(one, two, parts)? })
    }

    fn parts(&mut self, one: usize, two: usize, parts: Parts<B>) -> Option<Box<[Full; 2]>> {
        let Parts { through, carriers: [mut near, mut far] } = parts;
        if one > two {
            (near, far) = (far, near);
        }
        let near = self.full(one, through, near)?;
        Some(Box::new([near, self.full(through, two, far)?]))
    }

    /// The OR rule: a few semi connections within the carrier that have no cell in common.
    fn either(&mut self, one: usize, two: usize, carrier: B) -> Option<Full> {
        let ends = (one.min(two), one.max(two));
        let mut semis = self.derivation.semis.get(&ends)?.clone();
        semis.retain(|semi| semi.within(carrier));
        // Small ones have short terms.
        semis.sort_by_key(|semi| semi.count());
        let (mut common, mut chosen) = (!B::EMPTY, Vec::new());
        for semi in semis {
            if common & semi != common {
                common &= semi;
                chosen.push(semi);
            }
        }
        if !common.is_empty() || chosen.len() < 2 {
            return None;
        }
        // Later ones may make earlier ones superfluous; the largest go first.
        for index in (0..chosen.len()).rev() {
            let others = (0..chosen.len()).filter(|&other| other != index);
            if others.fold(!B::EMPTY, |common, other| common & chosen[other]).is_empty() {
                chosen.remove(index);
            }
        }
        self.take(1)?;
        let semis: Option<Vec<_>> =
            chosen.into_iter().map(|semi| self.semi(one, two, semi)).collect();
        semis.filter(|semis| semis.len() <= usize::from(u8::MAX)).map(Full::Either)
    }
}
