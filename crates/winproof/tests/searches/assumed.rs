//! Verdicts that are shown elsewhere: searches use them, and records that stop at them are fragments of certificates.

use std::collections::{BTreeMap, HashMap};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::{Config, Limits, Silent, Solver};
use winproof_certificate::{
    Certificate, Form, FragmentChecker, Header, RecordSet, check, merge_fragments,
};
use winproof_games::{GameSpec, Graph, Hex};
use winproof_rules::{Encoding, Game, Notation, Player, Question, StopSignal, Verdict};

use super::common::{Engine, questions, random_graph, reachable, truth};

fn header(question: Question, proved: bool) -> Header {
    let Question { attacker, target } = question;
    let (game, position) = (String::new(), String::new());
    let parameters = BTreeMap::new();
    let verdict = Verdict::of(proved);
    Header { game, parameters, position, attacker, target, within: None, verdict }
}

/// Solves some positions one after the other, each with a solver of its own that assumes what was solved before, and
/// makes a certificate of all that for each of them. Returns how many assumptions the fragments name.
fn solve_in_fragments<G: Encoding>(
    game: &G,
    question: Question,
    config: &Config,
    groups: &[Vec<G::Position>],
    truth: &HashMap<G::Position, bool>,
) -> usize {
    let mut accepted: HashMap<bool, Vec<RecordSet>> = HashMap::new();
    let mut covered: HashMap<Vec<u8>, bool> = HashMap::new();
    let mut named = 0;
    for group in groups {
        let mut solver = Solver::new(game, question, config);
        for (bytes, &proved) in &covered {
            solver.assume(&game.decode(bytes).unwrap(), proved);
        }
        let limits = Limits::default();
        for position in group {
            let verdict = solver.solve_with(position, &limits, &mut Silent).verdict;
            assert_eq!(verdict.proved(), Some(truth[position]));
        }
        for proved in [false, true] {
            let encoded = |position: &G::Position| {
                let mut bytes = Vec::new();
                game.encode(position, &mut bytes);
                bytes
            };
            let open = |it: &&G::Position| {
                truth[*it] == proved
                    && game.outcome(it).is_none()
                    && !covered.contains_key(&encoded(it))
            };
            let roots: Vec<_> = group.iter().filter(open).cloned().collect();
            let records = solver.certify_all(&roots, proved, &limits, &mut Silent).unwrap();
            assert!(roots.iter().all(|root| records.find(&encoded(root)).is_some()));
            let header = header(question, proved);
            let used = std::sync::Mutex::new(0);
            let assumed = |bytes: &[u8]| {
                *used.lock().unwrap() += 1;
                covered.get(bytes) == Some(&proved)
            };
            let mut checker = FragmentChecker::new(game, &header, &records, &assumed).unwrap();
            while checker.advance(u64::MAX).unwrap().is_none() {}
            named += *used.lock().unwrap();
            // Only the positions that were asked about, as a cluster does.
            let asked = roots.iter().map(|root| (encoded(root), proved));
            covered.extend(asked.collect::<Vec<_>>());
            let fragments = accepted.entry(proved).or_default();
            fragments.push(records);
            for root in &roots {
                let merged =
                    merge_fragments(game, root, &header, fragments, &StopSignal::default());
                let certificate = Certificate { header: header.clone(), records: merged.unwrap() };
                check(game, root, &certificate).unwrap();
            }
        }
    }
    named
}

#[test]
fn fragments_of_random_graphs_make_certificates() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut named = 0;
    for round in 0..150 {
        let text = random_graph(&mut rng, 2 + round % 12);
        let (game, root) = Graph::read(&text).unwrap();
        let all = reachable(&game, &root);
        let groups: Vec<Vec<_>> =
            (0..5).map(|_| (0..3).map(|_| all[rng.random_range(0..all.len())]).collect()).collect();
        let engine = Engine::new("df-pn", ["", "threads=2", "entries=64"][round % 3], 1 << 20);
        for question in questions() {
            if question.trivial(&game).is_none() {
                let truth = truth(&game, question, &all);
                named += solve_in_fragments(&game, question, &engine.config, &groups, &truth);
            }
        }
    }
    assert!(named > 100, "only {named} assumptions were used");
}

/// Hex has a dominance relation, a leaf oracle, and another way to make certificates.
#[test]
fn fragments_of_hex_make_certificates() {
    let spec: GameSpec = "hex:size=4".parse().unwrap();
    let game = Hex::new(spec.settings());
    let root = game.parse("start").unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut named = 0;
    for (name, settings) in [("df-pn", "leaf=0"), ("df-pn+", "leaf=1")] {
        let engine = Engine::new(name, settings, 1 << 20);
        for attacker in [Player::First, Player::Second] {
            let question = Question::win(attacker);
            // From some moves on back to the root: what comes later assumes what came before.
            let line = |rng: &mut ChaCha8Rng| {
                let mut line = vec![root];
                for _ in 0..4 {
                    let moves = game.legal_moves(&line[line.len() - 1]);
                    let mv = moves[rng.random_range(0..moves.len())];
                    line.push(game.play(&line[line.len() - 1], mv));
                }
                line.into_iter().rev().map(|position| vec![position])
            };
            let groups: Vec<Vec<_>> = (0..3).flat_map(|_| line(&mut rng)).collect();
            let mut alone = Solver::new(&game, question, &engine.config);
            let mut solve = |position: &_| {
                let verdict = alone.solve_with(position, &Limits::default(), &mut Silent).verdict;
                verdict.proved().unwrap()
            };
            let truth = groups.iter().map(|group| (group[0], solve(&group[0]))).collect();
            named += solve_in_fragments(&game, question, &engine.config, &groups, &truth);
        }
    }
    assert!(named > 0);
}

/// A verdict that is assumed ends the search.
#[test]
fn an_assumed_verdict_is_used() {
    let (game, root) = Graph::read("start a\ninfinite 0\na A b c\nb B d\nc B d\nd = 1").unwrap();
    let question = Question::win(Player::First);
    let mut solver = Solver::new(&game, question, &Engine::new("df-pn", "", 1 << 20).config);
    let b = reachable(&game, &root)[1];
    solver.assume(&b, true);
    let answer = solver.solve_with(&root, &Limits::default(), &mut Silent);
    assert_eq!((answer.verdict, answer.counts.expansions), (Verdict::Proved, 1));
    let records = solver.certify(&root, true, &Limits::default(), &mut Silent).unwrap();
    assert_eq!((records.form(), records.len()), (Form::Strategy, 1));
}
