//! Problems as records in SGF: stones that are set up, triangles for the target, selected points for the region, circles
//! for open points outside.
//!
//! The problem is what the record sets up before its first move. Moves are solutions, not part of it; the first of them
//! says who is to move if nothing else does.

use winproof_rules::InputError;

use super::inference::Draft;
use super::setup::Setup;
use crate::go::{BLACK, Point, PointSet, Record, RecordNode};

/// Whether a text is meant as a record.
pub(super) fn is_record(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('(')
}

/// Reads the problem of a record.
pub(super) fn read(text: &str) -> Result<Setup, InputError> {
    let record = Record::parse(text)?;
    // Some programs set stones up in several nodes.
    let mut last = 0;
    let next = |number: usize| record.nodes[number].children.first().copied();
    while let Some(child) = next(last).filter(|&child| record.nodes[child].played.is_none()) {
        last = child;
    }
    let (board, to_move) = record.board_at(last)?;
    if let Some(stone) = board.breathless() {
        let message = "expected every chain to have a liberty";
        return Err(InputError::new(message).found(&stone.to_gtp(board.size())));
    }
    let reply = || next(last).and_then(|child| record.nodes[child].played);
    let to_move = to_move.or_else(|| reply().map(|(player, _)| player)).unwrap_or(BLACK);
    let node = &record.nodes[last];
    let is_empty = |point: &Point| board.is_empty_at(*point);
    let empty = |set: &PointSet| -> PointSet { set.iter().filter(is_empty).collect() };
    let region = empty(&node.selected);
    let target: PointSet = node.triangles - empty(&node.triangles);
    let mut owners = target.iter().map(|stone| board.at(stone));
    let owner = owners.next();
    if owners.any(|other| Some(other) != owner) {
        return Err(InputError::new("expected triangles on stones of one player, the target"));
    }
    let draft = Draft {
        region: (!region.is_empty()).then_some(region),
        open: empty(&node.circles) - region,
        target: (!target.is_empty()).then_some(target),
        attacker: None,
        to_move,
        ko: None,
        board,
    };
    draft.complete()
}

/// Writes a problem as a record. What a record has no mark for, a ko that must not be taken and passes, is lost.
pub(super) fn write(setup: &Setup) -> String {
    let board = &setup.board;
    let stones = board.points().filter(|&point| board.at(point).player().is_some());
    let root = RecordNode {
        changes: stones.map(|point| (point, board.at(point).player())).collect(),
        to_move: Some(setup.to_move),
        triangles: setup.target,
        circles: setup.open,
        selected: setup.region,
        ..RecordNode::default()
    };
    Record::new(board.size(), root).to_sgf()
}
