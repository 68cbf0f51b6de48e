//! Targets that every outcome meets, or none: they need no records, and every other target needs some.

mod support;

use support::graph::{GraphGame, catalogue};
use support::oracle::{certify, truth};
use support::raw::Raw;
use support::{AMPLE, check, header, question, to_bytes, verify};
use winproof_certificate::{Certificate, Claim, Form, RecordSetBuilder};
use winproof_rules::{Player, Question, Verdict};

fn for_each_problem(mut each: impl FnMut(&str, &GraphGame, u16, Question)) {
    for (name, text) in catalogue() {
        for endless in -1..=1 {
            let game = GraphGame::new(text, endless);
            for start in 0..game.nodes.len() as u16 {
                for attacker in [Player::First, Player::Second] {
                    for target in -4..=4 {
                        each(name, &game, start, question(attacker, target));
                    }
                }
            }
        }
    }
}

fn without_records(header: winproof_certificate::Header, form: Form) -> Certificate {
    Certificate { header, records: RecordSetBuilder::new(form).finish().unwrap() }
}

#[test]
fn exactly_trivial_questions_and_ends_need_no_records() {
    let [mut accepted, mut rejected] = [0, 0];
    for_each_problem(|name, game, start, question| {
        for proved in [false, true] {
            for form in [Form::Strategy, Form::ClosedSet] {
                let header = header(name, game.endless, start, question, proved);
                let right_form = header.obligation(game).1 == form;
                let settled = question
                    .settled(game, &start)
                    .map_or(question.trivial(game) == Some(proved), |met| met == proved);
                let certificate = without_records(header, form);
                let result = check(game, &start, &certificate);
                assert_eq!(result.is_ok(), settled && right_form, "{name} {start} {question:?}");
                assert_eq!(verify(&to_bytes(&certificate), AMPLE).is_ok(), result.is_ok());
                if result.is_ok() {
                    assert_eq!(truth(game, start, question), proved);
                    accepted += 1;
                } else {
                    rejected += 1;
                }
            }
        }
    });
    assert!(accepted > 500 && rejected > 500, "{accepted} accepted, {rejected} rejected");
}

/// The answer is settled, but every record still has to hold.
#[test]
fn records_of_trivial_questions_are_checked_like_all_others() {
    let (name, text) = catalogue()[0];
    let game = GraphGame::new(text, 0);
    let trivial = question(Player::First, -1);
    assert_eq!(trivial.trivial(&game), Some(true));
    let true_records = certify(name, &game, 0, trivial);
    assert!(!true_records.records.is_empty());
    assert!(verify(&to_bytes(&true_records), AMPLE).is_ok());

    let mut left_out = Raw::new(&true_records);
    left_out.remove(1);
    let expected = "leads to a position without a record";
    assert!(verify(&left_out.to_bytes(), AMPLE).unwrap_err().contains(expected));

    let mut ended = Raw::new(&true_records);
    ended.add(&[0, 7], Claim::All, 0);
    assert!(verify(&ended.to_bytes(), AMPLE).unwrap_err().contains("the game is over"));
}

/// Neither header nor form can be changed so that another claim is accepted without records.
#[test]
fn no_claim_about_another_target_follows() {
    let (name, text) = catalogue()[0];
    let game = GraphGame::new(text, 0);
    let accepted = header(name, 0, 0, question(Player::First, 2), false);
    let (_, form) = accepted.obligation(&game);
    let certificate = without_records(accepted, form);
    assert!(verify(&to_bytes(&certificate), AMPLE).is_ok());

    let mut lower = Raw::new(&certificate);
    lower.header.target = 1;
    assert!(verify(&lower.to_bytes(), AMPLE).unwrap_err().contains("has no record"));
    let mut proved = Raw::new(&certificate);
    proved.header.verdict = Verdict::Proved;
    proved.form = 1;
    assert!(verify(&proved.to_bytes(), AMPLE).unwrap_err().contains("has no record"));
    let mut other_form = Raw::new(&certificate);
    other_form.form = 1;
    assert!(verify(&other_form.to_bytes(), AMPLE).unwrap_err().contains("needs a closed set"));
    let bytes = to_bytes(&certificate);
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 1;
        assert!(verify(&damaged, AMPLE).is_err(), "byte {index}");
        assert!(verify(&bytes[..index], AMPLE).is_err(), "cut off at {index}");
    }
}
