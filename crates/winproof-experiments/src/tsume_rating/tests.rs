//! Weights that were planted come back.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// Problems with random factors, rated by weights and an error of up to so much.
fn planted(weights: &[f64; FACTOR_COUNT], count: usize, noise: f64) -> Vec<Rated> {
    let mut rng = ChaCha8Rng::seed_from_u64(1998);
    let mut problem = || {
        let mut factors = [0; FACTOR_COUNT];
        factors.iter_mut().for_each(|factor| *factor = rng.random_range(0..8));
        factors[0] = 1;
        let error = noise * rng.random_range(-1.0..1.0);
        Rated { factors, rating: rating(&factors, weights) + error }
    };
    (0..count).map(|_| problem()).collect()
}

#[test]
fn planted_weights_are_recovered() {
    let exact = fit(planted(&PUBLISHED_WEIGHTS, 80, 0.0)).unwrap();
    for (found, planted) in exact.weights().into_iter().zip(PUBLISHED_WEIGHTS) {
        assert!((found - planted).abs() < 1e-9, "{found} {planted}");
    }
    // With noise the weights are within a few standard errors, and those are neither 0 nor huge.
    let mut weights = PUBLISHED_WEIGHTS;
    weights[3] = -0.2;
    let noisy = fit(planted(&weights, 300, 0.2)).unwrap();
    for (place, (weight, planted)) in noisy.weights.into_iter().zip(weights).enumerate() {
        let error = weight.error.unwrap();
        assert!((weight.value - planted).abs() < 4.0 * error, "{place}: {weight:?} {planted}");
        assert!((1e-4..0.1).contains(&error), "{place}: {error}");
    }
    let signs: Vec<_> = noisy
        .weights
        .into_iter()
        .zip(PUBLISHED_WEIGHTS)
        .map(|(it, paper)| sign(paper, it))
        .collect();
    assert_eq!((signs[0], signs[3], signs[11]), ("confirmed", "contradicted", "confirmed"));
    // Uniform noise of up to 0.2 has a standard deviation of 0.115; predictions from other problems are a bit worse.
    let squares: f64 =
        noisy.held_out.iter().map(|(rating, predicted)| (rating - predicted).powi(2)).sum();
    let error = (squares / 300.0).sqrt();
    assert!((0.1..0.14).contains(&error), "{error}");
}

/// A factor that never occurs, or always comes with another one, has no weight of its own.
#[test]
fn what_the_problems_do_not_determine() {
    let mut problems = planted(&PUBLISHED_WEIGHTS, 100, 0.0);
    for problem in &mut problems {
        problem.factors[13] = 0;
        problem.factors[5] = problem.factors[4];
        problem.rating = rating(&problem.factors, &PUBLISHED_WEIGHTS);
    }
    let fitted = fit(problems).unwrap();
    let undetermined: Vec<_> =
        (0..FACTOR_COUNT).filter(|&place| fitted.weights[place].error.is_none()).collect();
    assert_eq!(undetermined, [4, 5, 13]);
    assert!((fitted.weights()[10] - PUBLISHED_WEIGHTS[10]).abs() < 1e-9);
    assert!(matches!(fit(planted(&PUBLISHED_WEIGHTS, 19, 0.0)), Err(Failure::Input(_))));
}

#[test]
fn files_of_ratings() {
    let text =
        "# ours\nposition,rating,solution\n8k/9/8G/9/9/9/9/9/9 b G 1, 2.5\n\nx,1,G*1b 1a1b\n";
    let lines = read_ratings(text).unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[0].number, lines[0].rating, &lines[0].solution), (3, 2.5, &None));
    assert_eq!(lines[1].solution, Some(vec!["G*1b".to_string(), "1a1b".to_string()]));
    for wrong in ["x", "x,4", "x,NaN", "x,1,y,z", ",,"] {
        assert!(read_ratings(wrong).unwrap_err().starts_with("line 1: expected"), "{wrong}");
    }
}

#[test]
fn factors_from_text() {
    let solution = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
    let mate = "8k/9/8P/9/9/9/9/9/9 b G 1";
    let found = factors(mate, &solution("G*1b")).unwrap();
    assert_eq!((found[0], found[7], found[9]), (1, 1, 0));
    assert!(factors(mate, &solution("G*2b")).unwrap_err().contains("ends with mate"));
    assert!(factors(mate, &solution("G*9i")).unwrap_err().contains("G*9i"));
    assert!(factors("8k", &[]).is_err());
    let published = rating(&found, &PUBLISHED_WEIGHTS);
    assert!((1.0..3.0).contains(&published), "{published}");
}
