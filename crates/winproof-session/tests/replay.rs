//! Plays against certificates: every move has an answer, and play leads to an end that the verdict promises.

use std::collections::HashSet;
use std::fs::File;
use std::sync::Arc;

use winproof::Silent;
use winproof::replay::{Place, Replay};
use winproof_certificate::Certificate;
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Encoding, Notation};
use winproof_session::options::{Options, Wishes};
use winproof_session::question::Role;
use winproof_session::replay::page::{self, ClaimWord};
use winproof_session::work::{ProofTarget, Task};

/// Solves a problem and returns its certificate.
fn certificate(spec: &GameSpec, position: &str) -> Certificate {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate");
    let wishes = Wishes { certify: true, ..Wishes::default() };
    let task = Task {
        spec,
        options: &Options::new(spec, &wishes, None).unwrap(),
        source: None,
        label: None,
        proof: Some(ProofTarget::File(file.clone())),
        interrupt: &Arc::default(),
        observer: &mut Silent,
        saving: None,
        saved: None,
    };
    assert_eq!(task.run(position).unwrap().certified, Some(true));
    Certificate::read_from(File::open(file).unwrap(), 1 << 26).unwrap()
}

/// Plays all moves against a certificate, up to some number of positions.
struct PlayAgainst<'a>(&'a Certificate);

impl GameVisitor for PlayAgainst<'_> {
    type Output = (usize, usize);

    fn visit<G: Notation + 'static>(self, game: G, root: G::Position) -> Self::Output {
        let argument = Replay::new(&game, self.0);
        let question = self.0.header.question();
        let proved = self.0.header.verdict == winproof_rules::Verdict::Proved;
        let begun = argument.begin(&root).expect("a certificate is about its root");
        let mut pending = vec![begun];
        let mut seen = HashSet::new();
        let mut ends = 0;
        while let Some(place) = pending.pop() {
            if seen.len() == 20_000 {
                break;
            }
            if !seen.insert(place.position.clone()) {
                continue;
            }
            match game.outcome(&place.position) {
                Some(outcome) => {
                    assert_eq!(question.met_by(outcome), proved);
                    ends += 1;
                }
                None => pending.extend(next(&argument, &place)),
            }
        }
        (seen.len(), ends)
    }
}

fn next<G: Encoding>(
    argument: &Replay<'_, G>,
    place: &Place<G::Position>,
) -> Vec<Place<G::Position>> {
    let mut moves = Vec::new();
    argument.game.moves(&place.position, &mut moves);
    if argument.game.to_move(&place.position) == argument.claimant() {
        moves = vec![argument.chosen(place).expect("the claimant knows what to play")];
    } else {
        let longest = argument.longest(place).expect("something holds out longest");
        assert!(moves.contains(&longest));
    }
    let follow = |mv| argument.follow(place, mv).expect("there is an answer to everything");
    moves.into_iter().map(follow).collect()
}

#[test]
fn there_is_an_answer_to_everything() {
    for (game, position) in [
        ("tictactoe", "X.O/..O/..X"),
        ("tictactoe", "X../.../..."),
        ("nim", "3,4,5"),
        ("nim", "1,2,3"),
        ("tree:avg=4,sigma=0.2,seed=3", "start"),
        ("graph", "start n0\nn0 B n2 n1\nn1 A n3\nn2 B n3\nn3 A n1 n2 n5\nn5 = 1\nlow = -1\n"),
        ("graph", "start n0\nn0 B n1 n2\nn1 A n2 n3\nn2 A n1 n3\nn3 A n0\nend = -1\n"),
        ("othello:size=4", "start"),
        ("hex:size=3", "start"),
        ("hex:size=4", "start"),
        ("loa", "8/8/2x5/3x4/8/8/5o2/o6x x"),
        ("loa:size=5", "5/x3x/2o2/x3x/oo3 x"),
        ("arimaa", "s [rr   rrr  r      d rE H h                  e        R           ]"),
        ("shogi", "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1"),
        ("shogi", "8k/9/8P/9/9/9/9/9/9 b Gg 1"),
    ] {
        let spec: GameSpec = game.parse().unwrap();
        let certificate = certificate(&spec, position);
        let (positions, ends) = spec.open(position, PlayAgainst(&certificate)).unwrap();
        assert!(positions > 1, "{game} {position}");
        assert!(ends > 0 || certificate.records.form() == winproof_certificate::Form::ClosedSet);
    }
}

#[test]
fn pages_say_what_to_play_and_when_play_has_left_the_certificate() {
    let spec: GameSpec = "nim".parse().unwrap();
    let certificate = certificate(&spec, "1,2");
    let root = page::page(&certificate, &spec, &[]).unwrap();
    assert_eq!((root.role, root.mover, root.claimant), (Role::Or, "first", "first"));
    let chosen: Vec<_> = root.moves.iter().filter(|mv| mv.chosen).collect();
    assert_eq!(chosen.len(), 1);
    assert!(chosen[0].covered && root.note.contains(&chosen[0].name), "{root:?}");
    let after = page::page(&certificate, &spec, &[chosen[0].name.clone()]).unwrap();
    assert_eq!(after.role, Role::And);
    assert!(after.moves.iter().all(|mv| mv.covered && !mv.chosen), "{after:?}");
    assert_eq!(after.moves.iter().filter(|mv| mv.longest).count(), 1);
    let wrong = root.moves.iter().find(|mv| !mv.covered).unwrap();
    let lost = page::page(&certificate, &spec, std::slice::from_ref(&wrong.name)).unwrap();
    assert_eq!(lost.claim, ClaimWord::None);
    assert!(lost.moves.iter().all(|mv| !mv.covered));
    let failure = page::page(&certificate, &spec, &["zz".to_string()]).unwrap_err();
    assert!(failure.to_string().starts_with("move 1: expected"), "{failure}");
}
