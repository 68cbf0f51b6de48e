//! Sizes in the form that people write: `256M`.

/// Reads a number of bytes; `K`, `M` and `G` are powers of 1024.
///
/// ```
/// use winproof_verify::parse_size;
/// assert_eq!(parse_size("256M"), Ok(256 << 20));
/// assert_eq!(parse_size("4096"), Ok(4096));
/// assert!(parse_size("many").is_err());
/// ```
pub fn parse_size(text: &str) -> Result<usize, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 1 << 10),
        Some((at, 'M' | 'm')) => (&text[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    digits
        .parse()
        .ok()
        .and_then(|number: usize| number.checked_mul(unit))
        .ok_or_else(|| format!("expected a size such as 512K, 256M or 4G, found `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("0"), Ok(0));
        assert_eq!(parse_size("3k"), Ok(3072));
        for bad in ["", "G", "-1", "1.5G", "1T", "99999999999G", "1é"] {
            assert!(parse_size(bad).unwrap_err().starts_with("expected a size"), "{bad}");
        }
    }
}
