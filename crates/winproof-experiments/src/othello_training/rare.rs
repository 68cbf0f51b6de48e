//! Rare configurations (Nagai & Imai 1999, figure 1).
//!
//! What occurs a few times cannot be learned. A rare line with three or more empty squares in a row between
//! discs is divided there into two configurations, each with the discs of one side alone; a rare corner is
//! reduced to a smaller one. The figure itself is not in our copy of the paper. Where it leaves a choice:
//!
//! - The paper divides edges; we divide any row, column or diagonal.
//! - The 3×3 corner is reduced to the six squares nearest to the corner (a1 b1 c1 a2 b2 a3), the 2×4 corner
//!   to the six of its three columns nearest to it.
//! - What can neither be divided nor reduced keeps its own value, however rare.
//!
//! Whether a configuration is rare is decided once for all stages, since its values are smoothed over them.

use std::collections::BTreeMap;

use winproof_games::othello::patterns::{Form, KINDS, Kind, Parameters};

/// Configurations with fewer occurrences, at all stages together, are rare. Some three in each stage.
pub const RARE: u64 = 150;

/// A digit for a square that a reduced configuration does not look at.
const ANY: u8 = 3;

/// What is learned in place of parameters: every parameter is the sum of one or two columns.
pub struct Columns {
    /// The columns of each parameter. One past the last stands for none.
    parts: Vec<[u32; 2]>,
    /// How many columns there are.
    pub count: usize,
    /// Parameters that were divided, and that were reduced.
    pub divided: usize,
    /// Parameters that were reduced.
    pub reduced: usize,
}

impl Columns {
    /// Every parameter is a column.
    #[cfg(test)]
    pub fn plain(count: usize) -> Columns {
        let parts = (0..count as u32).map(|column| [column, count as u32]).collect();
        Columns { parts, count, divided: 0, reduced: 0 }
    }

    /// Divides and reduces what is rare, given how often each parameter occurs.
    pub fn new(occurrences: &[u64]) -> Columns {
        let parameters = Parameters::get();
        let mut parts = Vec::with_capacity(parameters.count);
        let mut smaller: BTreeMap<(&str, Vec<u8>), u32> = BTreeMap::new();
        let mut divided = 0;
        let mut next = parameters.count as u32;
        // 65,535 is more than there are columns; it is replaced when their number is known.
        const NONE: u32 = u32::MAX;
        for kind in &KINDS {
            for configuration in 0..kind.configurations() {
                let parameter = usize::from(parameters.of[kind.first + configuration]);
                if parameter < parts.len() {
                    continue;
                }
                let mut part = [parameter as u32, NONE];
                if occurrences[parameter] < RARE {
                    let digits = kind.digits(configuration);
                    if let Some(sides) = division(kind, &digits) {
                        let side = |digits: &Vec<u8>| {
                            let place = kind.first + kind.configuration(digits);
                            u32::from(parameters.of[place])
                        };
                        part = [side(&sides[0]), side(&sides[1])];
                        divided += 1;
                    } else if let Some(reduced) = reduction(kind, &digits) {
                        let column = smaller.entry((kind.name, reduced)).or_insert_with(|| {
                            next += 1;
                            next - 1
                        });
                        part = [*column, NONE];
                    }
                }
                parts.push(part);
            }
        }
        let count = next as usize;
        for part in parts.iter_mut().flatten().filter(|part| **part == NONE) {
            *part = next;
        }
        let reduced = parts.iter().filter(|part| part[0] as usize >= parameters.count).count();
        Columns { parts, count, divided, reduced }
    }

    /// How many parameters there are.
    pub fn parameters(&self) -> usize {
        self.parts.len()
    }

    /// The values of parameters from those of columns.
    pub fn spread(&self, columns: &[f64]) -> Vec<f64> {
        let value =
            |column: u32| columns[..self.count].get(column as usize).copied().unwrap_or(0.0);
        self.parts.iter().map(|&[a, b]| value(a) + value(b)).collect()
    }

    /// What was counted for parameters, added up for columns.
    pub fn gather(&self, parameters: &[f64]) -> Vec<f64> {
        let mut columns = vec![0.0; self.count + 1];
        for (part, value) in self.parts.iter().zip(parameters) {
            for &column in part {
                columns[column as usize] += value;
            }
        }
        columns.truncate(self.count);
        columns
    }
}

/// The two sides of a line with a gap of three or more empty squares between discs.
fn division(kind: &Kind, digits: &[u8]) -> Option<[Vec<u8>; 2]> {
    if kind.form != Form::Line {
        return None;
    }
    let discs: Vec<usize> = (0..digits.len()).filter(|&place| digits[place] != 0).collect();
    let gap = discs.windows(2).find(|pair| pair[1] - pair[0] > 3)?;
    let side = |from: usize, to: usize| -> Vec<u8> {
        let place = |place: usize| if (from..=to).contains(&place) { digits[place] } else { 0 };
        (0..digits.len()).map(place).collect()
    };
    Some([side(0, gap[0]), side(gap[1], digits.len())])
}

/// A corner without the squares that matter least; the same for both ways to look at it.
fn reduction(kind: &Kind, digits: &[u8]) -> Option<Vec<u8>> {
    let dropped: &[usize] = match kind.form {
        Form::Line => return None,
        Form::Square => &[5, 7, 8],
        Form::Oblong => &[3, 7],
    };
    let without = |mut digits: Vec<u8>| {
        dropped.iter().for_each(|&place| digits[place] = ANY);
        digits
    };
    let reflected = kind.digits(kind.reflected(kind.configuration(digits)));
    Some(without(digits.to_vec()).min(without(reflected)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_divided_at_gaps_of_three() {
        let edge = &KINDS[0];
        assert_eq!(
            division(edge, &[1, 2, 0, 0, 0, 1, 1, 2]),
            Some([vec![1, 2, 0, 0, 0, 0, 0, 0], vec![0, 0, 0, 0, 0, 1, 1, 2]])
        );
        assert_eq!(division(edge, &[1, 2, 0, 0, 1, 1, 1, 2]), None);
        assert_eq!(division(edge, &[0, 0, 0, 0, 0, 1, 1, 2]), None);
        assert_eq!(division(&KINDS[9], &[1, 0, 0, 0, 0, 1, 1, 2, 1]), None);
    }

    #[test]
    fn corners_are_reduced_alike_from_both_sides() {
        let corner = &KINDS[9];
        let reduced = reduction(corner, &[1, 2, 0, 0, 1, 1, 2, 2, 2]).unwrap();
        assert_eq!(reduced, [1, 0, 2, 2, 1, 3, 0, 3, 3]);
        assert_eq!(reduction(corner, &[1, 0, 2, 2, 1, 1, 0, 1, 1]), Some(reduced));
        assert_eq!(
            reduction(&KINDS[10], &[1, 2, 0, 2, 2, 2, 2, 2]),
            Some(vec![1, 2, 0, 3, 2, 2, 2, 3])
        );
    }

    #[test]
    fn what_is_common_stays_and_what_is_rare_is_made_of_others() {
        let parameters = Parameters::get();
        let mut occurrences = vec![RARE; parameters.count];
        let all = Columns::new(&occurrences);
        assert_eq!((all.count, all.divided, all.reduced), (parameters.count, 0, 0));
        let edge = &KINDS[0];
        let parameter = |digits: &[u8]| usize::from(parameters.of[edge.configuration(digits)]);
        let rare = parameter(&[1, 2, 0, 0, 0, 1, 1, 2]);
        occurrences[rare] = 3;
        occurrences[usize::from(parameters.of[KINDS[10].first + 5])] = 3;
        let some = Columns::new(&occurrences);
        assert_eq!((some.count, some.divided, some.reduced), (parameters.count + 1, 1, 1));
        let values: Vec<f64> = (0..some.count).map(|column| column as f64).collect();
        let sides = [&[1, 2, 0, 0, 0, 0, 0, 0], &[0, 0, 0, 0, 0, 1, 1, 2]];
        let sum: usize = sides.map(|digits| parameter(digits)).iter().sum();
        assert_eq!(some.spread(&values)[rare], sum as f64);
        let mut counts = vec![0.0; parameters.count];
        counts[rare] = 2.0;
        let gathered = some.gather(&counts);
        assert_eq!(gathered[rare], 0.0);
        for digits in sides {
            assert_eq!(gathered[parameter(digits)], 2.0);
        }
    }
}
