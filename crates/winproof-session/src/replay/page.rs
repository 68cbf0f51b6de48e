//! A certificate, position by position, for somebody who plays against it.

use serde::Serialize;
use utoipa::ToSchema;
use winproof::replay::{Place, Replay, Resistance};
use winproof_certificate::{Certificate, Claim};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Move, Notation};

use crate::board;
use crate::failure::Failure;
use crate::figures::count;
use crate::position::{Ending, names_of, read_line};
use crate::question::Role;

/// A position, and what a certificate says about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ProofNode)]
pub struct Page {
    /// The moves from the root to this position.
    pub line: Vec<String>,
    /// The position in the game's notation.
    pub position: String,
    /// A drawing, which may have colours for a terminal.
    pub drawing: String,
    /// The name of the player to move.
    pub mover: &'static str,
    /// The name of the claimant: the attacker of a proof, the opponent
    /// in a disproof.
    pub claimant: &'static str,
    /// The type of the node: `or` if the attacker is to move, otherwise `and`.
    pub role: Role,
    /// How the game ended; null if it is not over.
    pub outcome: Option<Ending>,
    /// What the certificate says about the position.
    pub claim: ClaimWord,
    /// The same in words.
    pub note: String,
    /// The rank of the position, which falls along every line of a strategy.
    pub rank: Option<u64>,
    /// The legal moves.
    pub moves: Vec<PageMove>,
    /// How many records the certificate has.
    pub records: usize,
}

/// The claim about a position, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Claim)]
pub enum ClaimWord {
    /// One move is enough.
    Move,
    /// There is an answer to every move.
    All,
    /// The rules settle it within a few positions.
    Minimax,
    /// The game is over.
    End,
    /// No claim: play has left the certificate.
    None,
}

/// A move, and what a certificate says about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ProofMove)]
pub struct PageMove {
    /// Its name.
    #[serde(rename = "move")]
    pub name: String,
    /// Whether it is the one that the certificate plays.
    pub chosen: bool,
    /// Whether it resists the certificate longest.
    pub longest: bool,
    /// The rank of the position after it.
    pub rank: Option<u64>,
    /// Whether the certificate covers the position after it.
    pub covered: bool,
}

/// Opens a certificate at the position that is reached from its root by the moves of these names.
pub fn page(certificate: &Certificate, spec: &GameSpec, moves: &[String]) -> Result<Page, Failure> {
    let header = &certificate.header;
    let visitor = Reading { certificate, moves };
    board::open_for(spec, &header.position, header.question(), header.within, visitor)?
}

struct Reading<'a> {
    certificate: &'a Certificate,
    moves: &'a [String],
}

impl GameVisitor for Reading<'_> {
    type Output = Result<Page, Failure>;

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> Self::Output {
        let line = read_line(&game, &root, self.moves)?;
        let argument = Replay::new(&game, self.certificate);
        let mut place = argument.begin(&root);
        let mut position = root.clone();
        for &mv in &line {
            place = place.and_then(|place| argument.follow(&place, mv));
            position = game.play(&position, mv);
        }
        let mover = game.to_move(&position);
        let outcome = game.outcome(&position);
        let mut moves = Vec::new();
        if outcome.is_none() {
            game.moves(&position, &mut moves);
        }
        let (claim, note) = say(&argument, &position, place.as_ref());
        let chosen = place.as_ref().and_then(|place| argument.chosen(place));
        Ok(Page {
            line: names_of(&game, &root, &line),
            drawing: game.draw(&position),
            mover: game.player_name(mover),
            claimant: game.player_name(argument.claimant()),
            role: Role::of(mover, self.certificate.header.attacker),
            outcome: outcome.map(|outcome| Ending::new(&game, &position, outcome)),
            claim,
            note,
            rank: place.as_ref().and_then(|place| argument.rank(place)),
            moves: page_moves(&argument, &position, place.as_ref(), &moves, chosen),
            records: self.certificate.records.len(),
            position: game.format(&position),
        })
    }
}

fn page_moves<G: Notation>(
    argument: &Replay<'_, G>,
    position: &G::Position,
    place: Option<&Place<G::Position>>,
    moves: &[Move],
    chosen: Option<Move>,
) -> Vec<PageMove> {
    let replies = argument.game.to_move(position) != argument.claimant();
    let behind: Vec<_> = moves
        .iter()
        .map(|&mv| argument.follow(place?, mv).map(|place| (argument.resistance(&place), place)))
        .collect();
    // The first of those that resist longest, unless the length of the resistance is unknown.
    let mut longest: Option<(usize, Resistance)> = None;
    for (index, resistance) in
        behind.iter().enumerate().filter_map(|(index, it)| Some((index, it.as_ref()?.0)))
    {
        if replies && longest.is_none_or(|(_, most)| resistance > most) {
            longest = Some((index, resistance));
        }
    }
    let rows = moves.iter().zip(&behind).enumerate();
    rows.map(|(index, (&mv, behind))| PageMove {
        name: argument.game.format_move(position, mv),
        chosen: chosen == Some(mv),
        longest: longest.is_some_and(|(place, _)| place == index),
        rank: behind.as_ref().and_then(|(_, place)| argument.rank(place)),
        covered: behind.is_some(),
    })
    .collect()
}

/// Returns the claim about a position, in one word and as a sentence.
fn say<G: Notation>(
    argument: &Replay<'_, G>,
    position: &G::Position,
    place: Option<&Place<G::Position>>,
) -> (ClaimWord, String) {
    let game = argument.game;
    if let Some(outcome) = game.outcome(position) {
        return (ClaimWord::End, board::outcome_in_words(game, position, outcome));
    }
    let mover = game.player_name(game.to_move(position));
    let Some(place) = place else {
        return (ClaimWord::None, format!("{mover} to move; the certificate says nothing of this"));
    };
    let chosen = argument.chosen(place).map(|mv| game.format_move(position, mv));
    let plays = chosen.map(|name| format!("{mover} plays {name}"));
    match argument.claim(place) {
        Some(Claim::Move(_)) => (ClaimWord::Move, plays.unwrap_or_default()),
        Some(Claim::All | Claim::Threats | Claim::Replies) => {
            (ClaimWord::All, format!("{mover} to move, and nothing helps"))
        }
        // The game is over in the recorded position: no move can change that.
        _ if game.outcome(&place.argued).is_some() => {
            (ClaimWord::All, format!("{mover} to move, but it is decided already"))
        }
        claim => {
            let plays = plays.unwrap_or_else(|| format!("{mover} to move, and nothing helps"));
            let limit = match claim {
                Some(Claim::Minimax(limit)) => {
                    format!("; the rules settle it in {}", count(limit.into(), "position"))
                }
                Some(Claim::Solution) => "; the record has all moves to the end".to_string(),
                Some(Claim::Evidence) => "; the game has evidence that it is won".to_string(),
                _ => String::new(),
            };
            (ClaimWord::Minimax, plays + &limit)
        }
    }
}
