//! Sorting more requirements than memory holds: they are collected in a buffer, which is sorted and
//! written to a temporary file whenever it is full; the files are merged.

use std::io;

use crate::runs::{Merge, Requirement, Run, RunWriter};
use crate::{Form, Spilled, StreamPlan};

/// A sorter, which takes requirements in any order.
pub(crate) struct Sorter<'a> {
    plan: &'a StreamPlan,
    form: Form,
    buffer: Buffer,
    /// The runs, each with its level: 0 from the buffer, otherwise one more than what it was merged
    /// from. Levels never rise from one to the next.
    runs: Vec<(u32, Run)>,
    spilled: Spilled,
}

impl<'a> Sorter<'a> {
    pub fn new(plan: &'a StreamPlan, form: Form) -> Sorter<'a> {
        let buffer = Buffer::default();
        Sorter { plan, form, buffer, runs: Vec::new(), spilled: Spilled::default() }
    }

    /// Adds a requirement.
    pub fn push(&mut self, requirement: Requirement<'_>) -> io::Result<()> {
        if !self.buffer.has_room_for(requirement.position) {
            let typical = self.buffer.mean_length().unwrap_or(requirement.position.len());
            self.spill()?;
            self.buffer = Buffer::new(self.plan.buffer, typical);
        }
        self.buffer.push(requirement);
        Ok(())
    }

    /// Returns all requirements in ascending order, and what was written to temporary files.
    pub fn finish(mut self) -> io::Result<(Merge, Spilled)> {
        self.spill()?;
        let fan_in = self.fan_in();
        while self.runs.len() > fan_in {
            // As few as necessary, and the last ones, which are the smallest.
            self.merge_last(fan_in.min(self.runs.len() - fan_in + 1))?;
        }
        let merge = Merge::new(self.runs.into_iter().map(|(_, run)| run))?;
        Ok((merge, self.spilled))
    }

    /// One run cannot be merged.
    fn fan_in(&self) -> usize {
        self.plan.fan_in.max(2)
    }

    /// Turns the buffer into a run and frees it. Runs of one level are merged as soon as there are
    /// enough of them: each is an open file, and a process cannot have very many.
    fn spill(&mut self) -> io::Result<()> {
        let buffer = std::mem::take(&mut self.buffer);
        if buffer.entries.is_empty() {
            return Ok(());
        }
        let mut writer = RunWriter::new(&self.plan.folder, self.form)?;
        buffer.into_sorted(|requirement| writer.push(requirement))?;
        self.spilled.runs += 1;
        self.add(0, writer.finish()?);
        let fan_in = self.fan_in();
        while let Some(first) = self.runs.len().checked_sub(fan_in)
            && self.runs[first].0 == self.runs[first + fan_in - 1].0
        {
            self.merge_last(fan_in)?;
        }
        Ok(())
    }

    fn merge_last(&mut self, count: usize) -> io::Result<()> {
        let runs = self.runs.split_off(self.runs.len() - count);
        let level = runs[0].0 + 1;
        let mut merge = Merge::new(runs.into_iter().map(|(_, run)| run))?;
        let mut writer = RunWriter::new(&self.plan.folder, self.form)?;
        while let Some(requirement) = merge.peek() {
            writer.push(requirement)?;
            merge.advance()?;
        }
        self.add(level, writer.finish()?);
        Ok(())
    }

    fn add(&mut self, level: u32, run: Run) {
        self.spilled.bytes += run.bytes;
        self.runs.push((level, run));
    }
}

/// Requirements in memory, in the order in which they came.
#[derive(Default)]
struct Buffer {
    entries: Vec<Entry>,
    bytes: Vec<u8>,
}

struct Entry {
    /// The first eight bytes of the position: most comparisons need no more, and these need no lookup.
    prefix: u64,
    bound: u64,
    /// Where the position lies among the bytes.
    start: u32,
    length: u32,
}

impl Buffer {
    /// Allocates room for as many requirements as fit into `limit` bytes if positions have a typical length.
    fn new(limit: usize, length: usize) -> Buffer {
        let count = limit / (size_of::<Entry>() + length);
        let bytes = (limit - count * size_of::<Entry>()).min(u32::MAX as usize);
        Buffer { entries: Vec::with_capacity(count), bytes: Vec::with_capacity(bytes) }
    }

    fn has_room_for(&self, position: &[u8]) -> bool {
        self.entries.len() < self.entries.capacity()
            && position.len() <= self.bytes.capacity() - self.bytes.len()
    }

    fn mean_length(&self) -> Option<usize> {
        self.bytes.len().checked_div(self.entries.len())
    }

    /// Adds a requirement, if necessary beyond the limit: the first one must always fit.
    fn push(&mut self, requirement: Requirement<'_>) {
        let Requirement { position, bound } = requirement;
        let mut prefix = [0; 8];
        let shown = position.len().min(prefix.len());
        prefix[..shown].copy_from_slice(&position[..shown]);
        self.entries.push(Entry {
            prefix: u64::from_be_bytes(prefix),
            bound,
            start: self.bytes.len().try_into().expect("a buffer has less than 4 GiB"),
            length: position.len().try_into().expect("a position has less than 4 GiB"),
        });
        self.bytes.extend(position);
    }

    /// Calls `each` with the requirements in ascending order.
    fn into_sorted(
        self,
        mut each: impl FnMut(Requirement<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Buffer { mut entries, bytes } = self;
        let requirement = |entry: &Entry| Requirement {
            position: &bytes[entry.start as usize..][..entry.length as usize],
            bound: entry.bound,
        };
        entries.sort_unstable_by(|a, b| {
            a.prefix.cmp(&b.prefix).then_with(|| requirement(a).cmp(&requirement(b)))
        });
        entries.iter().try_for_each(|entry| each(requirement(entry)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Positions of up to three bytes, some often, with ranks: from a small generator, so that runs
    /// and levels are always the same.
    fn requirements(count: usize) -> Vec<(Vec<u8>, u64)> {
        let mut state = 1_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let position = |next: &mut dyn FnMut(u64) -> u64| {
            (0..next(4)).map(|_| next(7) as u8 * 41).collect::<Vec<_>>()
        };
        (0..count).map(|_| (position(&mut next), next(100))).collect()
    }

    fn sorted(
        requirements: &[(Vec<u8>, u64)],
        form: Form,
        plan: &StreamPlan,
    ) -> (Vec<(Vec<u8>, u64)>, Spilled) {
        let mut sorter = Sorter::new(plan, form);
        for (position, bound) in requirements {
            sorter.push(Requirement { position, bound: *bound }).unwrap();
            assert!(sorter.runs.is_sorted_by(|a, b| a.0 >= b.0));
            let levels = sorter.runs.first().map_or(0, |(level, _)| *level as usize + 1);
            assert!(sorter.runs.len() < levels * plan.fan_in.max(2) + 1);
        }
        let (mut merge, spilled) = sorter.finish().unwrap();
        let mut found: Vec<(Vec<u8>, u64)> = Vec::new();
        while let Some(Requirement { position, bound }) = merge.peek() {
            if found.last().is_none_or(|(last, _)| last != position) {
                found.push((position.to_vec(), bound));
            }
            merge.advance().unwrap();
        }
        (found, spilled)
    }

    #[test]
    fn the_strictest_requirements_come_out_in_order() {
        for count in [0, 1, 2, 5, 300] {
            let requirements = requirements(count);
            for form in [Form::Strategy, Form::ClosedSet] {
                let mut expected: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
                for (position, bound) in &requirements {
                    let bound = if form == Form::Strategy { *bound } else { 0 };
                    let least = expected.entry(position.clone()).or_insert(bound);
                    *least = bound.min(*least);
                }
                let expected: Vec<_> = expected.into_iter().collect();
                for (buffer, fan_in) in [(0, 0), (0, 2), (100, 3), (500, 4), (1 << 20, 2)] {
                    let folder = std::env::temp_dir();
                    let plan = StreamPlan { buffer, fan_in, longest: 3, folder };
                    let (found, spilled) = sorted(&requirements, form, &plan);
                    assert_eq!(found, expected, "{count} with {buffer} and {fan_in}");
                    match (count, buffer) {
                        (300, 0..=500) => assert!(spilled.runs > 10, "{spilled:?}"),
                        (_, 501..) => assert!(spilled.runs <= 1, "{spilled:?}"),
                        _ => {}
                    }
                }
            }
        }
    }
}
