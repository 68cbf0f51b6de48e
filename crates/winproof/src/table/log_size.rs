//! The size of a subtree in one byte: four times its binary logarithm, in whole steps. That is fine enough to
//! distinguish sizes, and 2^40 takes less than two thirds of the byte.

/// Returns the logarithm of a size.
pub fn log_size(size: u64) -> u8 {
    let size = size.max(1);
    let bits = size.ilog2();
    let fraction = if bits >= 2 { (size >> (bits - 2)) & 3 } else { 0 };
    (bits * 4) as u8 + fraction as u8
}

/// Returns the least size with this logarithm.
pub fn size_of_log(log: u8) -> u64 {
    let (bits, fraction) = (log / 4, u64::from(log % 4));
    if bits < 2 { 1 << bits } else { (4 + fraction) << (bits - 2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_come_back_within_a_quarter() {
        for size in (0..60).flat_map(|bits| [1_u64 << bits, (1 << bits) * 11 / 8]) {
            let least = size_of_log(log_size(size));
            assert!(least <= size && size - least <= size / 4, "{size}: {least}");
        }
        assert_eq!((log_size(0), size_of_log(0)), (0, 1));
    }
}
