//! The learned weights, and the file that holds them.
//!
//! Every parameter of the evaluation is a quartic function of the stage, the number of discs from 13 to 64.
//! It is kept by its values at five Chebyshev nodes: there, unlike in coefficients, rounding to 16 bits does
//! no more harm than rounding the values themselves.
//!
//! The file: `WPOT`, a byte 1 for the version, and a zlib stream of
//!
//! | what                                                              | numbers                   |
//! |-------------------------------------------------------------------|---------------------------|
//! | each of the five nodes: all parameters, then the parity           | 16 bits, in 1/256 disc    |
//! | each way to fit h, each stage, for φ and δ: B and C of the sigmoid | 32 bits, floating point   |
//!
//! all with the least byte first. It is written by `winproof train othello`.

use std::f64::consts::PI;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use winproof_rules::InputError;

use super::patterns::Parameters;

/// Discs at the first stage.
pub const FIRST_STAGE: usize = 13;
/// Stages, each a number of discs.
pub const STAGES: usize = 52;
/// Nodes that a quartic is kept by.
pub const NODES: usize = 5;
/// Units to a disc.
pub const UNITS: f64 = 256.0;
/// Ways to fit h.
pub const FITS: usize = 4;

const MAGIC: &[u8; 5] = b"WPOT\x01";

/// The stage of a position with so many discs. Openings have no stage of their own.
#[inline]
pub fn stage(discs: u32) -> usize {
    (discs as usize).saturating_sub(FIRST_STAGE).min(STAGES - 1)
}

/// The curve B / (1 + e^(-x/C)) + 1 (Nagai & Imai 1999, section 4): how far a position is from a solution if
/// the evaluation is x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sigmoid {
    /// Its height.
    pub b: f32,
    /// Its width; below 0 it falls.
    pub c: f32,
}

impl Sigmoid {
    /// Nothing is known: 1 everywhere.
    pub const UNIT: Sigmoid = Sigmoid { b: 0.0, c: 1.0 };

    /// Its value, at least 1.
    pub fn at(self, x: f64) -> f64 {
        f64::from(self.b) / (1.0 + libm::exp(-x / f64::from(self.c))) + 1.0
    }
}

/// The curves of one stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curves {
    /// For the player to move: how far from reaching what that player wants.
    pub phi: Sigmoid,
    /// For the other player.
    pub delta: Sigmoid,
}

impl Curves {
    /// Nothing is known.
    pub const UNIT: Curves = Curves { phi: Sigmoid::UNIT, delta: Sigmoid::UNIT };
}

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For each node the values of all parameters, and last the parity's, in units.
    nodes: [Vec<i16>; NODES],
    /// For each way to fit h the curves of all stages.
    pub curves: [[Curves; STAGES]; FITS],
}

impl Weights {
    /// From the values that parameters have at the nodes, in discs. The parity comes last.
    pub fn new(values: &[[f64; NODES]]) -> Weights {
        assert_eq!(values.len(), Parameters::get().count + 1);
        let unit = |value: f64| (value * UNITS).round() as i16;
        let nodes =
            std::array::from_fn(|node| values.iter().map(|value| unit(value[node])).collect());
        Weights { nodes, curves: [[Curves::UNIT; STAGES]; FITS] }
    }

    /// The values of all parameters at a stage, and last the parity's, in units.
    pub fn at(&self, stage: usize) -> Vec<i16> {
        let shares = shares(position(stage));
        let value = |parameter: usize| -> i16 {
            let parts = self.nodes.iter().zip(shares);
            let sum: f64 = parts.map(|(values, share)| f64::from(values[parameter]) * share).sum();
            sum.round() as i16
        };
        (0..self.nodes[0].len()).map(value).collect()
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Weights, InputError> {
        let Some(stream) = bytes.strip_prefix(MAGIC) else {
            let start = String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]);
            return Err(InputError::new("expected weights of Othello, version 1").found(&start));
        };
        let count = Parameters::get().count + 1;
        let length = NODES * count * 2 + FITS * STAGES * 4 * 4;
        let mut body = Vec::with_capacity(length);
        // One more than is expected, so that what is too long shows.
        let mut stream = ZlibDecoder::new(stream).take(length as u64 + 1);
        stream
            .read_to_end(&mut body)
            .map_err(|error| InputError::new(format!("the weights are damaged: {error}")))?;
        if body.len() != length {
            return Err(InputError::new(format!("expected {length} bytes of weights"))
                .found(&format!("{} bytes", body.len())));
        }
        let (values, curves) = body.split_at(NODES * count * 2);
        let mut values = values.chunks_exact(2).map(|it| i16::from_le_bytes([it[0], it[1]]));
        let mut curves =
            curves.chunks_exact(4).map(|it| f32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        let nodes = std::array::from_fn(|_| values.by_ref().take(count).collect());
        let mut weights = Weights { nodes, curves: [[Curves::UNIT; STAGES]; FITS] };
        for stage in weights.curves.as_flattened_mut() {
            for sigmoid in [&mut stage.phi, &mut stage.delta] {
                let mut next = || curves.next().expect("the length is right");
                *sigmoid = Sigmoid { b: next(), c: next() };
                let Sigmoid { b, c } = *sigmoid;
                if !(0.0..1e9).contains(&b) || !c.is_finite() || c == 0.0 {
                    let message = "expected curves with B from 0 and C other than 0";
                    return Err(InputError::new(message).found(&format!("B = {b}, C = {c}")));
                }
            }
        }
        Ok(weights)
    }

    /// The content of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
        let mut body: Vec<u8> =
            self.nodes.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        for Curves { phi, delta } in self.curves.as_flattened() {
            let numbers = [phi.b, phi.c, delta.b, delta.c];
            body.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
        }
        let written = encoder.write_all(&body).and_then(|()| encoder.finish());
        written.expect("a vector takes everything")
    }
}

/// A stage as a number from -1 to 1.
pub fn position(stage: usize) -> f64 {
    2.0 * stage as f64 / (STAGES - 1) as f64 - 1.0
}

/// Where the nodes are, between -1 and 1.
pub fn nodes() -> [f64; NODES] {
    std::array::from_fn(|node| libm::cos((2 * node + 1) as f64 * PI / (2 * NODES) as f64))
}

/// With which factor the value at each node goes into the value of a quartic at x.
pub fn shares(x: f64) -> [f64; NODES] {
    let nodes = nodes();
    std::array::from_fn(|node| {
        let others = (0..NODES).filter(|&other| other != node);
        others.map(|other| (x - nodes[other]) / (nodes[node] - nodes[other])).product()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Weights {
        let count = Parameters::get().count + 1;
        let quartic = |parameter: usize, x: f64| {
            let size = (parameter % 100) as f64 / 10.0;
            size * (0.5 + x - x * x * x * x)
        };
        let values: Vec<_> =
            (0..count).map(|parameter| nodes().map(|x| quartic(parameter, x))).collect();
        let mut weights = Weights::new(&values);
        for stage in 0..STAGES {
            let at = weights.at(stage);
            for parameter in [0, 1, 57, 99, count - 1] {
                let expected = quartic(parameter, position(stage)) * UNITS;
                assert!((f64::from(at[parameter]) - expected).abs() < 2.0);
            }
        }
        weights.curves[2][7].phi = Sigmoid { b: 12.5, c: -3.0 };
        weights
    }

    #[test]
    fn files_read_back_as_written() {
        let weights = sample();
        assert_eq!(Weights::read(&weights.write()).unwrap(), weights);
    }

    #[test]
    fn bad_files_are_refused() {
        let good = sample().write();
        let refusal = |bytes: &[u8]| Weights::read(bytes).unwrap_err().to_string();
        assert!(refusal(b"").contains("expected weights of Othello"));
        assert!(refusal(b"WPOT\x02abc").contains("version 1"));
        assert!(refusal(&good[..good.len() / 2]).contains("damaged"));
        let mut encoder = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
        encoder.write_all(&[0; 100]).unwrap();
        assert!(refusal(&encoder.finish().unwrap()).contains("found `100 bytes`"));
        let mut encoder = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
        encoder.write_all(&vec![0; 353_978]).unwrap();
        let zeros = refusal(&encoder.finish().unwrap());
        assert!(zeros.contains("C other than 0"), "{zeros}");
    }

    #[test]
    fn stages_are_numbers_of_discs() {
        assert_eq!([0, 4, 13, 14, 64].map(stage), [0, 0, 0, 1, 51]);
    }

    #[test]
    fn the_sigmoid_is_that_of_the_paper() {
        let falling = Sigmoid { b: 10.0, c: -2.0 };
        assert_eq!(falling.at(0.0), 6.0);
        assert!(falling.at(1000.0) < 1.001 && falling.at(-1000.0) > 10.999);
        assert_eq!(Sigmoid::UNIT.at(3.0), 1.0);
    }
}
