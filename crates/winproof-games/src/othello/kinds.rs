//! Kinds of squares, as players name them.

use winproof_rules::Move;

use super::PASS;

/// What kinds of move it is to play on a square of a board with so many rows. Symmetry does not matter: kinds are the
/// same for all its twins.
pub(super) fn of_square(mv: Move, size: u32) -> Vec<&'static str> {
    if mv == PASS {
        return vec!["pass"];
    }
    // How far it is from the nearest edge, along rows and columns.
    let from_edge = |place: u32| place.min((size - 1).saturating_sub(place));
    let (row, column) = (from_edge(mv.0 / 8), from_edge(mv.0 % 8));
    vec![match (row.min(column), row.max(column)) {
        (0, 0) => "corner",
        (0, 1) => "C-square",
        (1, 1) => "X-square",
        (0, _) => "edge",
        _ => "inner square",
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_beside_corners_have_names() {
        let square = |name: &str| {
            let [column, row] = [0, 1].map(|index| u32::from(name.as_bytes()[index]));
            Move(8 * (row - u32::from(b'1')) + column - u32::from(b'a'))
        };
        for (name, kind) in [
            ("a1", "corner"),
            ("h8", "corner"),
            ("b2", "X-square"),
            ("g2", "X-square"),
            ("a2", "C-square"),
            ("g8", "C-square"),
            ("c1", "edge"),
            ("h5", "edge"),
            ("c3", "inner square"),
            ("b4", "inner square"),
        ] {
            assert_eq!(of_square(square(name), 8), [kind], "{name}");
        }
        assert_eq!(of_square(PASS, 8), ["pass"]);
        assert_eq!(of_square(square("d4"), 4), ["corner"]);
    }
}
