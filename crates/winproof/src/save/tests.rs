use winproof_games::TicTacToe;
use winproof_rules::{Notation, Player, Question};

use super::*;
use crate::{ALGORITHMS, Algorithm, Config, Limits, ProofNumber, Silent, Solver};

fn header(config: &Config) -> Header {
    Header {
        game: "tictactoe".to_string(),
        position: ".../.../...".to_string(),
        value_search: Some(ValueProgress { target: 0, least: -1, greatest: 1 }),
        save_every: 60.0,
        progress: Progress {
            pn: ProofNumber::finite(7),
            dn: ProofNumber::INFINITY,
            seconds: 1.25,
            ..Progress::default()
        },
        ..Header::new(config)
    }
}

fn solver(config: &Config) -> Solver<'static, TicTacToe> {
    Solver::new(&TicTacToe, Question { attacker: Player::First, target: 1 }, config)
}

/// A save of a search that was interrupted.
fn example(config: &Config) -> Vec<u8> {
    let mut solver = solver(config);
    let limits = Limits { expansions: Some(20), ..Limits::default() };
    solver.solve_with(&TicTacToe.parse("start").unwrap(), &limits, &mut Silent);
    let mut file = Vec::new();
    let attachments = [b"a certificate".to_vec(), Vec::new()];
    let written = write(&mut file, &header(config), &attachments, solver.state()).unwrap();
    assert_eq!(written, file.len() as u64);
    file
}

fn load(mut file: &[u8], config: &Config) -> Result<(Header, Vec<Vec<u8>>), LoadError> {
    let header = read_header(&mut file)?;
    let mut reader = StateReader::new(&mut file);
    let attachments = read_attachments(&mut reader)?;
    solver(config).state().load(&mut reader)?;
    reader.finish()?;
    Ok((header, attachments))
}

fn configs() -> impl Iterator<Item = Config> {
    ALGORITHMS.iter().map(|info| Config { memory: 1 << 20, ..Config::new(info.algorithm) })
}

#[test]
fn what_was_written_is_read() {
    for config in configs() {
        let (read, attachments) = load(&example(&config), &config).unwrap();
        assert_eq!(read, header(&config));
        assert_eq!(attachments, [b"a certificate".to_vec(), Vec::new()]);
        let again = read.config().unwrap();
        assert_eq!((again.algorithm(), again.memory, again.seed), (config.algorithm(), 1 << 20, 0));
    }
}

#[test]
fn every_damage_is_noticed() {
    for config in configs() {
        let file = example(&config);
        for at in 0..file.len() {
            assert!(load(&file[..at], &config).is_err(), "cut off at {at}");
            let mut damaged = file.clone();
            for bit in [0, 3, 7] {
                damaged[at] ^= 1 << bit;
                assert!(load(&damaged, &config).is_err(), "bit {bit} of byte {at}");
                damaged[at] ^= 1 << bit;
            }
        }
        let longer = [&file[..], b"x"].concat();
        assert!(matches!(load(&longer, &config), Err(LoadError::Damaged(_))));
    }
    let config = Config::new(Algorithm::Pn);
    assert!(matches!(load(b"not a save, but a text", &config), Err(LoadError::Foreign)));
    let mut newer = example(&Config { memory: 1 << 20, ..config.clone() });
    newer[8] = 9;
    assert!(matches!(load(&newer, &config), Err(LoadError::Version { found: 9 })));
}

/// To load the state of another kind of search is an error, or at worst harmless; never a panic.
#[test]
fn the_state_of_another_kind_of_search_is_no_state() {
    for saved in configs() {
        let file = example(&saved);
        for config in configs() {
            let refused = header(&saved).check(&config).is_err();
            assert_eq!(refused, saved.algorithm().keeps() != config.algorithm().keeps());
            assert_eq!(load(&file, &config).is_err(), refused);
        }
    }
}

#[test]
fn what_numbers_mean_must_not_change() {
    let config = |name, assignments: &[&str]| {
        let mut config = Config::new(Algorithm::named(name).unwrap());
        assignments.iter().for_each(|assignment| config.set(assignment).unwrap());
        config
    };
    let check = |saved: &Config, now: &Config| {
        header(saved).check(now).map_err(|mismatch| mismatch.to_string())
    };
    let plain = config("df-pn", &[]);
    let free = config("pds", &["order=static", "killers=3", "entries=100", "replacement=oldest"]);
    assert_eq!(check(&plain, &free), Ok(()));
    assert_eq!(check(&config("pn", &[]), &config("deep-pn", &["r=0.3", "gc-high=99"])), Ok(()));
    assert_eq!(
        check(&plain, &config("df-pn+", &["cost=-2"])).unwrap_err(),
        "the saved numbers were made with cost=0 and mean nothing with cost=-2; the search must be started again"
    );
    assert_eq!(
        check(&config("pds", &["init=moves"]), &plain).unwrap_err(),
        "the saved numbers were made with init=moves and mean nothing with init=unit; the search \
         must be started again"
    );
    assert_eq!(
        check(&plain, &config("pn", &[])).unwrap_err(),
        "pn cannot resume from a save of df-pn: it keeps a tree, not a table of proof and disproof \
         numbers"
    );
    // Another algorithm takes over what the numbers mean, as far as it knows the parameters.
    let guided = header(&config("df-pn+", &["cost=-2", "sum=weak"]));
    let pds = guided.config_for(Algorithm::Pds).unwrap();
    assert_eq!((pds.settings().integer("cost"), pds.settings().choice("sum")), (-2, "weak"));
    assert_eq!(guided.check(&pds), Ok(()));
    assert!(guided.check(&guided.config_for(Algorithm::DfPn).unwrap()).is_err());
    let mut unknown = header(&plain);
    unknown.algorithm = "df-pn-2030".to_string();
    assert!(matches!(unknown.config(), Err(Mismatch::Unknown(_))));
}
