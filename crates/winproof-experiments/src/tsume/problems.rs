//! The problems of the experiments on tsume-shogi.

use std::{fs, io};

use winproof_games::{Shogi, ShogiBoard};
use winproof_rules::Notation;

use crate::{Failure, Lab};

/// A problem of a set.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// The file that it is from.
    pub(super) set: String,
    pub(super) name: String,
    /// The plies of its solution, if the file tells them.
    pub(super) plies: Option<u16>,
    pub(super) board: ShogiBoard,
}

/// Reads the problems of one file.
pub(super) fn read_problems(set: &str, text: &str) -> Result<Vec<Problem>, Failure> {
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<_> = line.split('\t').collect();
        let [name, plies, sfen, ..] = fields[..] else {
            let message = format!("{set}, line {number}: expected a name, plies and an SFEN");
            return Err(Failure::Input(message));
        };
        let board = Shogi
            .parse(sfen)
            .map_err(|error| Failure::Input(format!("{set}, line {number}: {error}")))?;
        let plies = plies.parse().ok();
        problems.push(Problem { set: set.to_string(), name: name.to_string(), plies, board });
    }
    Ok(problems)
}

pub(super) fn problems(lab: &Lab) -> Result<Vec<Problem>, Failure> {
    let Some(folder) = lab.games() else {
        let mates = include_str!("../../../winproof-games/tests/data/shogi/mates.tsv");
        let zuko = include_str!("../../../winproof-games/tests/data/shogi/zuko.tsv");
        return Ok([read_problems("mates", mates)?, read_problems("zuko", zuko)?].concat());
    };
    let read = || -> io::Result<Vec<_>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
        paths.sort();
        Ok(paths)
    };
    let mut problems = Vec::new();
    for path in read().map_err(Failure::file(folder))? {
        let set = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_none_or(|it| it != "tsv") || set == PEERS {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(Failure::file(&path))?;
        problems.extend(read_problems(&set, &text)?);
    }
    match problems.is_empty() {
        true => Err(Failure::Input(format!("{} has no problems", folder.display()))),
        false => Ok(problems),
    }
}

/// The file with the results of another solver.
pub(super) const PEERS: &str = "peers";
