//! Sizes in the form that people write: `256M`.

/// Reads a number of bytes; `K`, `M` and `G` are powers of 1024, with or without a `B` after them.
///
/// ```
/// use winproof_verify::parse_size;
/// assert_eq!(parse_size("256M"), Ok(256 << 20));
/// assert_eq!(parse_size("256MB"), parse_size("256MiB"));
/// assert_eq!(parse_size("4096"), Ok(4096));
/// assert!(parse_size("many").is_err());
/// ```
pub fn parse_size(text: &str) -> Result<usize, String> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let factor = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => Some(1),
        "k" | "kb" | "kib" => Some(1 << 10),
        "m" | "mb" | "mib" => Some(1 << 20),
        "g" | "gb" | "gib" => Some(1 << 30),
        _ => None,
    };
    let number = digits.parse().ok();
    number
        .zip(factor)
        .and_then(|(number, factor): (usize, usize)| number.checked_mul(factor))
        .ok_or_else(|| format!("expected a size such as 512K, 256M or 4G, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("0"), Ok(0));
        assert_eq!(parse_size("3k"), Ok(3072));
        for same in ["256MB", "256mb", "256 MiB", "268435456B", "262144k"] {
            assert_eq!(parse_size(same), Ok(256 << 20), "{same}");
        }
        for bad in ["", "G", "B", "-1", "1MBB", "1M B", "1.5G", "1T", "99999999999G", "1é"] {
            assert!(parse_size(bad).unwrap_err().starts_with("expected a size"), "{bad}");
        }
    }
}
