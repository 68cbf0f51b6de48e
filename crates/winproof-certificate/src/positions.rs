//! Many short byte strings in one block of memory.

/// The encoded positions of a record set.
///
/// A `Vec` per position would cost more than the position itself. Most games encode all positions
/// with the same length; then there are no offsets either.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Positions {
    bytes: Vec<u8>,
    count: usize,
    layout: Layout,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Layout {
    /// All positions have this length.
    Fixed(usize),
    /// Where each position ends.
    Varying(Vec<usize>),
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::Fixed(0)
    }
}

impl Positions {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn get(&self, index: usize) -> &[u8] {
        match &self.layout {
            Layout::Fixed(length) => &self.bytes[index * length..][..*length],
            Layout::Varying(ends) => {
                let start = if index == 0 { 0 } else { ends[index - 1] };
                &self.bytes[start..ends[index]]
            }
        }
    }

    pub fn last(&self) -> Option<&[u8]> {
        Some(self.get(self.count.checked_sub(1)?))
    }

    pub fn push(&mut self, position: &[u8]) {
        self.bytes.extend_from_slice(position);
        match &mut self.layout {
            Layout::Fixed(length) if self.count == 0 => *length = position.len(),
            Layout::Fixed(length) if *length == position.len() => {}
            Layout::Fixed(length) => {
                let mut ends: Vec<_> = (1..=self.count).map(|index| index * *length).collect();
                ends.push(self.bytes.len());
                self.layout = Layout::Varying(ends);
            }
            Layout::Varying(ends) => ends.push(self.bytes.len()),
        }
        self.count += 1;
    }

    /// Returns how many bytes this will hold once a position of `length` bytes is added.
    pub fn bytes_with(&self, length: usize) -> usize {
        let stays_fixed = match self.layout {
            Layout::Fixed(fixed) => self.count == 0 || fixed == length,
            Layout::Varying(_) => false,
        };
        let offsets = if stays_fixed { 0 } else { (self.count + 1) * size_of::<usize>() };
        self.bytes.len().saturating_add(length).saturating_add(offsets)
    }

    pub fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        if let Layout::Varying(ends) = &mut self.layout {
            ends.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_one_length_and_of_many_come_back() {
        let cases: [&[&[u8]]; 4] = [
            &[b"ab", b"cd", b"ef"],
            &[b"ab", b"cd", b"e", b"", b"fgh"],
            &[b"", b"a", b"bc"],
            &[b"only"],
        ];
        for case in cases {
            let mut positions = Positions::default();
            for (index, position) in case.iter().enumerate() {
                let foretold = positions.bytes_with(position.len());
                positions.push(position);
                let offsets = match &positions.layout {
                    Layout::Fixed(_) => 0,
                    Layout::Varying(ends) => ends.len() * size_of::<usize>(),
                };
                assert_eq!(foretold, positions.bytes.len() + offsets);
                assert_eq!(positions.last(), Some(*position));
                assert_eq!(positions.len(), index + 1);
            }
            for (index, position) in case.iter().enumerate() {
                assert_eq!(positions.get(index), *position);
            }
        }
    }
}
