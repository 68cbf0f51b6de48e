//! A saved search for programs: the JSON line of `winproof inspect`.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;
use winproof::ProofNumber;
use winproof::save::{self, Header};

use crate::json_schema::SCHEMA_VERSION;
use crate::schema;
use crate::walk::View;

/// A saved search, and one position in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Inspection {
    /// The version of the schema of this object.
    pub schema_version: u32,
    /// The version of the program that wrote the save.
    pub version: String,
    /// The name of the game.
    pub game: String,
    /// All parameters of the game.
    pub parameters: BTreeMap<String, String>,
    /// The position asked about, in the game's notation.
    pub position: String,
    /// The key of that position in the tables.
    pub root_key: String,
    /// The name of the attacker.
    pub attacker: String,
    /// The question: `win`, `draw`, `value`, or `>=N`.
    pub ask: String,
    /// The search for a value so far; null if another question was asked.
    pub value_search: Option<ValueSearch>,
    /// The algorithm's name.
    pub algorithm: String,
    /// All parameters of the algorithm.
    pub settings: BTreeMap<String, String>,
    /// The memory budget in bytes.
    pub memory: u64,
    /// The seed of the random number generators.
    pub seed: u64,
    /// The seconds between two saves.
    pub save_every: f64,
    /// How far the search got, all sessions together.
    pub progress: SavedProgress,
    /// The position that is shown.
    pub view: View,
}

/// A search for a value: one question after the other.
#[derive(Debug, Serialize, ToSchema)]
pub struct ValueSearch {
    /// The target that is searched for.
    pub target: i32,
    /// The least value that is still possible.
    pub least: i32,
    /// The greatest value that is still possible.
    pub greatest: i32,
}

/// How far a saved search got.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedProgress {
    /// The positions expanded.
    pub expansions: u64,
    /// The children generated.
    pub generated: u64,
    /// The descents from the root.
    pub iterations: u64,
    /// The positions that the game's leaf oracle looked at.
    pub leaf_nodes: u64,
    /// The seconds of searching.
    pub seconds: f64,
    /// The root's proof number.
    #[schema(value_type = schema::ProofNumber)]
    pub pn: ProofNumber,
    /// The root's disproof number.
    #[schema(value_type = schema::ProofNumber)]
    pub dn: ProofNumber,
    /// The positions in tables and trees.
    pub entries: u64,
    /// How often it was saved.
    pub saves: u64,
    /// The seconds that saving took.
    pub save_seconds: f64,
}

impl Inspection {
    /// Describes a save, and one position in it.
    pub fn new(header: &Header, view: View) -> Inspection {
        let header = header.clone();
        let save::Progress {
            expansions,
            generated,
            iterations,
            leaf_nodes,
            seconds,
            pn,
            dn,
            entries,
            saves,
            save_seconds,
        } = header.progress;
        Inspection {
            schema_version: SCHEMA_VERSION,
            version: header.version,
            game: header.game,
            parameters: header.parameters,
            position: header.position,
            root_key: header.root_key,
            attacker: header.attacker,
            ask: header.ask,
            value_search: header.value_search.map(|search| {
                let save::ValueProgress { target, least, greatest } = search;
                ValueSearch { target, least, greatest }
            }),
            algorithm: header.algorithm,
            settings: header.settings,
            memory: header.memory,
            seed: header.seed,
            save_every: header.save_every,
            progress: SavedProgress {
                expansions,
                generated,
                iterations,
                leaf_nodes,
                seconds,
                pn,
                dn,
                entries,
                saves,
                save_seconds,
            },
            view,
        }
    }
}
