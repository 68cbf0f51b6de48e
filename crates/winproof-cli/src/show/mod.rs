//! `winproof show`: shows positions and certificates.

mod dot;
mod html;
mod text;

use std::fs::File;
use std::path::Path;

use winproof_certificate::Certificate;
use winproof_games::GameSpec;
use winproof_rules::printable;
use winproof_session::amounts::Memory;
use winproof_session::replay::tree::{self, Extent, ProofTree};
use winproof_session::{Failure, board, files, options};

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
            let tree = tree(arguments)?;
            match arguments.format {
                Format::Text => text::render(&tree),
                Format::Dot => dot::render(&tree),
                Format::Html => html::render(&tree),
                Format::Sgf => {
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
    let spec = options::game(game)?;
    render(&spec, &input::position(position)?.text)
}

fn tree(arguments: &ShowArguments) -> Result<ProofTree, Failure> {
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
    let certificate =
        Certificate::read_from(file, memory).map_err(|error| unreadable(error.to_string()))?;
    let header = &certificate.header;
    let parameters = header.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let spec =
        GameSpec::new(&header.game, parameters).map_err(|error| unreadable(error.to_string()))?;
    let extent = Extent { depth: arguments.depth, most: arguments.most };
    tree::proof_tree(&certificate, &spec, extent)
        .map_err(|error| unreadable(format!("bad position: {error}")))
}
