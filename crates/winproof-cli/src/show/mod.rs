//! `winproof show`: shows positions and certificates.

mod dot;
mod html;
mod text;

use std::fs::File;
use std::path::Path;

use winproof_certificate::{Certificate, read_certificates};
use winproof_games::GameSpec;
use winproof_rules::printable;
use winproof_session::amounts::Memory;
use winproof_session::replay::tree::{self, Extent, ProofTree};
use winproof_session::{Failure, board, figures, files, options};

use crate::arguments::{Format, ShowArguments};
use crate::status::Status;
use crate::{input, output};

/// Runs the command.
pub fn run(arguments: &ShowArguments) -> Result<Status, Failure> {
    let text = match &arguments.position {
        Some(position) => match arguments.format {
            Format::Text => board(&arguments.subject, position, board::draw)?,
            Format::Sgf => board(&arguments.subject, position, board::record)?,
            Format::Dot | Format::Html => {
                return Err(Failure::input(
                    "a position is shown as text or sgf; --format dot and html are for certificates",
                ));
            }
        },
        None => {
            let trees = trees(arguments)?;
            match (arguments.format, &trees[..]) {
                (Format::Text, _) => trees.iter().map(text::render).collect::<Vec<_>>().join("\n"),
                (Format::Dot, [tree]) => dot::render(tree),
                (Format::Html, [tree]) => html::render(tree),
                (Format::Dot | Format::Html, _) => {
                    let count = trees.len();
                    return Err(Failure::Input(format!(
                        "the file has {count} certificates: choose one by --number N"
                    )));
                }
                (Format::Sgf, _) => {
                    return Err(Failure::input("--format sgf is for positions"));
                }
            }
        }
    };
    match &arguments.output {
        Some(path) => {
            files::check_file(path)?;
            let plain = anstream::adapter::strip_str(&text).to_string();
            files::write_file(path, |writer| writer.write_all(plain.as_bytes()))?;
            Ok(Status::Done)
        }
        None => output::finish(&text, Status::Done),
    }
}

fn board(
    game: &str,
    position: &str,
    render: fn(&GameSpec, &str) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let text = input::position(position)?.text;
    let spec = options::game(game)?.for_position(&text).map_err(Failure::input)?;
    render(&spec, &text)
}

/// Returns the certificates of a file, or the one that was chosen, as trees.
fn trees(arguments: &ShowArguments) -> Result<Vec<ProofTree>, Failure> {
    let path = Path::new(&arguments.subject);
    let unreadable = |reason: String| {
        let reason = printable(&reason);
        Failure::Input(format!("cannot read the certificate {}: {reason}", path.display()))
    };
    if !path.exists() && options::game(&arguments.subject).is_ok() {
        let game = &arguments.subject;
        return Err(Failure::Input(format!(
            "there is no certificate `{game}`; to draw a position: winproof show {game} start"
        )));
    }
    let file = File::open(path).map_err(|error| Failure::reading(path, &error))?;
    let memory = Memory::budget(arguments.memory)?.bytes;
    let mut certificates =
        read_certificates(file, memory).map_err(|error| unreadable(error.to_string()))?;
    if let Some(number) = arguments.number {
        let count = certificates.len();
        let index = usize::from(number) - 1;
        if index >= count {
            return Err(unreadable(format!(
                "it has {}",
                figures::count(count as u64, "certificate")
            )));
        }
        certificates = vec![certificates.swap_remove(index)];
    }
    let extent = Extent { depth: arguments.depth, most: arguments.most };
    certificates.iter().map(|certificate| tree(certificate, extent).map_err(unreadable)).collect()
}

fn tree(certificate: &Certificate, extent: Extent) -> Result<ProofTree, String> {
    let header = &certificate.header;
    let parameters = header.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let spec = GameSpec::new(&header.game, parameters).map_err(|error| error.to_string())?;
    tree::proof_tree(certificate, &spec, extent).map_err(|error| format!("bad position: {error}"))
}
