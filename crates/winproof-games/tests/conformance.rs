//! Every registered game, from every one of its examples, passes the same suite.

use winproof_games::{GameInfo, GameSpec, GameVisitor, conformance, games};
use winproof_rules::{Notation, Outcome};

struct Conforms(&'static GameInfo);

impl GameVisitor for Conforms {
    type Output = ();

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) {
        conformance::check_game(&game, &[position]);
        let draws = game.outcomes().contains(&Outcome::DRAW);
        assert!(self.0.draws || !draws, "a game without draws has the outcome of a draw");
        for player in [winproof_rules::Player::First, winproof_rules::Player::Second] {
            assert_eq!(game.player_name(player), self.0.player_name(player));
            assert_eq!(self.0.player_by_name(self.0.player_name(player)), Some(player));
        }
    }
}

fn check(spec: &str, position: &str) {
    let spec: GameSpec = spec.parse().unwrap();
    spec.open(position, Conforms(spec.info())).unwrap();
}

#[test]
fn every_game_conforms() {
    for info in games() {
        assert!(!info.examples.is_empty());
        for (label, position) in info.examples {
            println!("{}: {label}", info.name);
            assert_eq!(info.multiline, position.trim().contains('\n'));
            check(info.name, position);
        }
    }
}

#[test]
fn arimaa_conforms_with_all_parameters() {
    let arimaa = games().iter().find(|info| info.name == "arimaa").unwrap();
    for (_, position) in arimaa.examples {
        for spec in ["arimaa:pass=step", "arimaa:goal=step", "arimaa:pass=step,goal=step"] {
            check(spec, position);
        }
    }
}

#[test]
fn trees_of_other_shapes_conform() {
    for spec in ["tree:depth=4,seed=1", "tree:avg=1,sigma=0.01", "tree:sigma=0,avg=3,min=2,v=0.1"] {
        check(spec, "start");
    }
}

#[test]
fn games_conform_with_all_parameters() {
    for spec in [
        "connect:width=3,height=3,row=3",
        "connect:width=4,height=3,row=3,symmetry=on",
        "connect:width=9,height=6,row=5,symmetry=on",
        "othello:size=4",
        "othello:size=4,symmetry=on",
        "othello:size=6,symmetry=on",
        "hex:size=3,symmetry=on,swap=on",
        "hex:size=4,symmetry=on",
        "loa:size=4,both=mover",
        "loa:size=5,both=draw",
        "wythoff:s=2,t=3",
        "heaps:code=4.07",
        "heaps:code=0.(3)",
    ] {
        check(spec, "start");
    }
}

#[test]
fn graphs_with_strange_names_conform() {
    check("graph", "start =\n= A A B = é\nA B infinite_ =\nB = 0\né = -1000000000\ninfinite_ A A");
}

#[test]
fn names_are_all_different() {
    for (index, info) in games().iter().enumerate() {
        assert!(games()[..index].iter().all(|earlier| earlier.name != info.name));
    }
}
