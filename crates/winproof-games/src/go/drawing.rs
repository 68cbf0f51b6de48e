//! Drawing boards for a terminal.

use anstyle::{AnsiColor, Style};

use super::board::{Board, Cell};
use super::coordinates::column_letter;
use super::point::Point;

/// Draws a board, with `X` for black stones, `O` for white ones, `.` for empty points and `+` for stars. What `mark`
/// returns for a point, if anything, is drawn in place of these.
pub fn draw(board: &Board, mut mark: impl FnMut(Point) -> Option<(char, Style)>) -> String {
    let size = board.size();
    let mut letters = "   ".to_string();
    (0..size).for_each(|column| letters.extend([' ', column_letter(column)]));
    let mut drawing = letters.clone() + "\n";
    for row in 0..size {
        drawing += &format!("{:3}", size - row);
        for column in 0..size {
            let point = Point::new(column, row);
            let (symbol, style) = mark(point).unwrap_or_else(|| plain(board, point));
            drawing += &format!(" {style}{symbol}{style:#}");
        }
        drawing += &format!(" {}\n", size - row);
    }
    drawing + &letters
}

/// How a point is drawn if nothing marks it.
fn plain(board: &Board, point: Point) -> (char, Style) {
    match board.at(point) {
        Cell::Black => ('X', AnsiColor::Red.on_default().bold()),
        Cell::White => ('O', AnsiColor::Blue.on_default().bold()),
        _ if point.is_star(board.size()) => ('+', Style::new().dimmed()),
        _ => ('.', Style::new().dimmed()),
    }
}
