//! The list of games: adding one is a module and a line at the end of this file.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use winproof_rules::{InputError, Notation, Parameter, Player, Settings};

use crate::dynamic::{self, Opened};
use crate::record::{self, RecordEntry};
use crate::{
    Arimaa, Connect, Graph, HeapGame, Hex, Loa, Nim, Othello, Shogi, TicTacToe, Tree, Tsumego,
    Wythoff,
};

/// The description of a game: the text of help pages and menus.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name on the command line and in certificates.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// The names of the first and the second player.
    pub players: [&'static str; 2],
    /// Whether a game can end without a winner.
    pub draws: bool,
    /// What a position looks like as text.
    pub position_help: &'static str,
    /// Whether a position takes several lines, so that a batch is a folder and not a file.
    pub multiline: bool,
    /// What questions with a number of plies count ([`Game::ends_ply`](winproof_rules::Game::ends_ply)): `ply`, or
    /// `turn`.
    pub ply: &'static str,
    /// Positions to try, each with a label; the first is a good starting point.
    pub examples: &'static [(&'static str, &'static str)],
}

impl GameInfo {
    /// Returns the name of a player.
    pub fn player_name(&self, player: Player) -> &'static str {
        match player {
            Player::First => self.players[0],
            Player::Second => self.players[1],
        }
    }

    /// Returns a number of plies, in words: `1 ply`, `7 plies`, `2 turns`.
    pub fn plies(&self, number: u16) -> String {
        match (number, self.ply) {
            (1, ply) => format!("1 {ply}"),
            (_, "ply") => format!("{number} plies"),
            (_, ply) => format!("{number} {ply}s"),
        }
    }

    /// Returns the player of that name. Black and White may also be named by their pieces, `x` and `o`.
    pub fn player_by_name(&self, name: &str) -> Option<Player> {
        let name = match (self.players, name) {
            (["black", "white"], "x" | "X") => "black",
            (["black", "white"], "o" | "O") => "white",
            _ => name,
        };
        [Player::First, Player::Second].into_iter().find(|&player| self.player_name(player) == name)
    }
}

/// A game that can be in the registry.
pub trait RegisteredGame: Notation + Sized + 'static {
    /// Its entry.
    const INFO: GameInfo;

    /// The game with these parameters, and the position that the text describes.
    ///
    /// Both at once, because in [`Graph`] the text of the position is also the game.
    fn open(settings: &Settings, position: &str) -> Result<(Self, Self::Position), InputError>;

    /// Returns the parameters that the text of a position itself gives, as `name=value`: the size of the board
    /// in a game record. They count unless they are given otherwise.
    fn parameters_in(_position: &str) -> Vec<String> {
        Vec::new()
    }

    /// Returns the games of a file of game records. By default it is a text: games in [PGN](crate::record::pgn), or one
    /// game in the notation of this one.
    fn record_entries(file: &[u8]) -> Result<Vec<RecordEntry>, InputError> {
        record::entries_of_text(file)
    }

    /// Answers by a theorem who wins a position that is too large to be searched. `None` for positions that
    /// [`open`](RegisteredGame::open) reads.
    fn by_theorem(
        _settings: &Settings,
        _position: &str,
    ) -> Result<Option<TheoremAnswer>, InputError> {
        Ok(None)
    }
}

/// Who wins a position that is too large to be searched. No certificate shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoremAnswer {
    /// The position in the game's notation.
    pub position: String,
    /// The player to move.
    pub to_move: Player,
    /// The name of a move that wins, after which the position was found to be lost; `None` if the player to move
    /// loses.
    pub winning_move: Option<String>,
    /// The Grundy value, if it is known.
    pub grundy_value: Option<u32>,
    /// What the answer rests on: `theorem 1 of Fraenkel 1998`.
    pub theorem: String,
}

/// A function of a game whose type is known only at run time; see [`GameSpec::open`](crate::GameSpec::open).
pub trait GameVisitor {
    /// Its result.
    type Output;

    /// Calls it.
    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Self::Output;
}

/// A function of a game whose plies may be counted, too; see
/// [`GameSpec::open_countable`](crate::GameSpec::open_countable).
pub trait CountableVisitor {
    /// Its result.
    type Output;

    /// Calls it with the game, and with the game to count the plies of ([`Within`](winproof_rules::Within)). These may
    /// be different types, since searches are not compiled with counted plies for every game.
    fn visit<G, C>(self, game: G, to_count: C, position: G::Position) -> Self::Output
    where
        G: Notation + 'static,
        C: Notation<Position = G::Position> + 'static;
}

/// A game that was added at run time.
struct Added {
    info: GameInfo,
    open: fn(&Settings, &str) -> Result<Opened, InputError>,
    parameters_in: fn(&str) -> Vec<String>,
    record_entries: fn(&[u8]) -> Result<Vec<RecordEntry>, InputError>,
    by_theorem: ByTheorem,
}

type ByTheorem = fn(&Settings, &str) -> Result<Option<TheoremAnswer>, InputError>;

/// The games that were added so far.
static ADDED: Mutex<Vec<Added>> = Mutex::new(Vec::new());

/// All games, after the first use of the list.
static GAMES: OnceLock<Vec<GameInfo>> = OnceLock::new();

/// Adds a game to the list, so that it is found wherever games are found by name: see
/// `winproof_cli::main_with`. Must be called before the list is used for the first time.
///
/// # Panics
///
/// If the list was used before, or has a game of that name.
pub fn register<G: RegisteredGame + Send>()
where
    G::Position: 'static,
{
    let name = G::INFO.name;
    assert!(GAMES.get().is_none(), "`{name}` is added after the list of games was used");
    let mut added = added();
    let mut names = BUILT_IN.iter().chain(added.iter().map(|game| &game.info));
    assert!(names.all(|info| info.name != name), "there are two games called `{name}`");
    added.push(Added {
        info: G::INFO,
        open: dynamic::open::<G>,
        parameters_in: G::parameters_in,
        record_entries: G::record_entries,
        by_theorem: G::by_theorem,
    });
}

fn added() -> MutexGuard<'static, Vec<Added>> {
    ADDED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All games, in the order in which help pages list them.
pub fn games() -> &'static [GameInfo] {
    GAMES.get_or_init(|| {
        let added = added();
        BUILT_IN.iter().chain(added.iter().map(|game| &game.info)).copied().collect()
    })
}

/// Opens a game that was added at run time.
fn open_added(info: &GameInfo, settings: &Settings, position: &str) -> Result<Opened, InputError> {
    let open = {
        let added = added();
        let found = added.iter().find(|game| game.info.name == info.name);
        found.expect("a spec names a game of the list").open
    };
    open(settings, position)
}

/// Opens the game that `settings` belong to, for questions with a number of plies. Shogi, in which such questions are
/// usual, has searches of its own for them; all other games are behind an object.
pub(crate) fn open_countable<V: CountableVisitor>(
    info: &GameInfo,
    settings: &Settings,
    position: &str,
    visitor: V,
) -> Result<V::Output, InputError> {
    if info.name == Shogi::INFO.name {
        let (game, position) = Shogi::open(settings, position)?;
        return Ok(visitor.visit(game, game, position));
    }
    let opened = open_dynamic(info, settings, position)?;
    let to_count = opened.game::<true>();
    Ok(match opened.is_cyclic() {
        true => visitor.visit(opened.game::<true>(), to_count, opened.position),
        false => visitor.visit(opened.game::<false>(), to_count, opened.position),
    })
}

// Games behind an object are searched more slowly, but no search is compiled for them: for games whose leaf oracle
// knows everything, or that are small.
macro_rules! built_in {
    (compiled: $($game:ty),+; behind an object: $($object:ty),+ $(,)?) => {
        /// The games of this crate.
        static BUILT_IN: &[GameInfo] = &[$(<$game>::INFO,)+ $(<$object>::INFO),+];

        /// Opens the game that `settings` belong to.
        pub(crate) fn open<V: GameVisitor>(
            info: &GameInfo,
            settings: &Settings,
            position: &str,
            visitor: V,
        ) -> Result<V::Output, InputError> {
            $(
                if info.name == <$game>::INFO.name {
                    let (game, position) = <$game>::open(settings, position)?;
                    return Ok(visitor.visit(game, position));
                }
            )+
            let opened = open_dynamic(info, settings, position)?;
            Ok(match opened.is_cyclic() {
                true => visitor.visit(opened.game::<true>(), opened.position),
                false => visitor.visit(opened.game::<false>(), opened.position),
            })
        }

        /// Returns the parameters that the text of a position itself gives.
        pub(crate) fn parameters_in(info: &GameInfo, position: &str) -> Vec<String> {
            $(
                if info.name == <$game>::INFO.name {
                    return <$game>::parameters_in(position);
                }
            )+
            $(
                if info.name == <$object>::INFO.name {
                    return <$object>::parameters_in(position);
                }
            )+
            let found = added().iter().find(|game| game.info.name == info.name).map(|it| it.parameters_in);
            found.map_or_else(Vec::new, |parameters_in| parameters_in(position))
        }

        /// Returns the games of a file of game records.
        pub(crate) fn record_entries(
            info: &GameInfo,
            file: &[u8],
        ) -> Result<Vec<RecordEntry>, InputError> {
            $(
                if info.name == <$game>::INFO.name {
                    return <$game>::record_entries(file);
                }
            )+
            $(
                if info.name == <$object>::INFO.name {
                    return <$object>::record_entries(file);
                }
            )+
            let found = added().iter().find(|game| game.info.name == info.name).map(|it| it.record_entries);
            found.map_or_else(|| record::entries_of_text(file), |entries| entries(file))
        }

        /// Answers by a theorem who wins a position that is too large to be searched.
        pub(crate) fn by_theorem(
            info: &GameInfo,
            settings: &Settings,
            position: &str,
        ) -> Result<Option<TheoremAnswer>, InputError> {
            $(
                if info.name == <$object>::INFO.name {
                    return <$object>::by_theorem(settings, position);
                }
            )+
            let found = added().iter().find(|game| game.info.name == info.name).map(|it| it.by_theorem);
            found.map_or(Ok(None), |by_theorem| by_theorem(settings, position))
        }

        /// Opens the game that `settings` belong to, behind an object.
        pub(crate) fn open_dynamic(
            info: &GameInfo,
            settings: &Settings,
            position: &str,
        ) -> Result<Opened, InputError> {
            $(
                if info.name == <$game>::INFO.name {
                    return dynamic::open::<$game>(settings, position);
                }
            )+
            $(
                if info.name == <$object>::INFO.name {
                    return dynamic::open::<$object>(settings, position);
                }
            )+
            open_added(info, settings, position)
        }
    };
}

built_in! {
    compiled:
    Tree,
    Graph,
    TicTacToe,
    Nim,
    Othello,
    Hex,
    Loa,
    Arimaa,
    Shogi,
    Tsumego;
    behind an object:
    Connect,
    Wythoff,
    HeapGame,
}
