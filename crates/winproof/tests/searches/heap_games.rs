//! Heap games whose winner is known by a theorem: searches with and without the leaf oracle agree with it, and
//! certificates are accepted.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof::{Algorithm, Solver, Verdict, check};
use winproof_games::wythoff::strategy::Strategy;
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{Notation, Player, Question};

/// Solves a position.
struct Solve {
    leaf: u32,
    certify: bool,
}

impl GameVisitor for Solve {
    type Output = Verdict;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> Verdict {
        let mut config = winproof::Config::new(Algorithm::named("df-pn").unwrap());
        config.set(&format!("leaf={}", self.leaf)).unwrap();
        config.memory = 64 << 20;
        let mut solver = Solver::new(&game, Question::win(Player::First), &config);
        let answer = solver.solve(&position);
        if self.leaf > 0 {
            assert!(answer.counts.expansions <= 1, "the leaf oracle knows all positions");
        }
        if self.certify {
            let certificate = solver.certificate("wythoff").unwrap();
            check(&game, &certificate.to_bytes()).unwrap();
        }
        answer.verdict
    }
}

/// A thousand pairs of heaps up to 200 for several s and t: the search and the numeration system agree. The rules alone
/// are compared with both in `wythoff/tests.rs` of the games.
#[test]
fn searches_agree_with_the_numeration_system() {
    let mut rng = ChaCha8Rng::seed_from_u64(24);
    for (s, t) in [(1, 1), (1, 2), (2, 1), (2, 2), (4, 3)] {
        let spec: GameSpec = format!("wythoff:s={s},t={t}").parse().unwrap();
        let strategy = Strategy::new(s, t);
        let mut lost = 0;
        for round in 0..1_000 {
            let largest = if round % 10 == 0 { 12 } else { 200 };
            let mut heaps = [rng.random_range(0..=largest), rng.random_range(0..=largest)];
            if round % 4 == 0 {
                // Few random pairs are lost.
                let (lesser, greater) = strategy.pair(&(heaps[0] / 4).into());
                let pair = [lesser, greater].map(|heap| u32::try_from(heap).unwrap());
                if pair[1] <= largest {
                    heaps = pair;
                }
            }
            let is_lost = strategy.is_lost(&heaps.map(Into::into));
            lost += usize::from(is_lost);
            let expected = if is_lost { Verdict::Disproved } else { Verdict::Proved };
            let text = format!("{},{}", heaps[0], heaps[1]);
            // Without the oracle, and with a certificate, small heaps have to do.
            let levels = if largest == 12 { &[0, 1][..] } else { &[1] };
            for &leaf in levels {
                let certify = largest == 12;
                let verdict = spec.open(&text, Solve { leaf, certify }).unwrap();
                assert_eq!(verdict, expected, "s={s},t={t}: {text}, leaf={leaf}");
            }
        }
        assert!(lost > 50, "s={s},t={t}: {lost}");
    }
}
