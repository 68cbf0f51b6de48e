//! A bounded run of the fuzz targets: mutated examples, the same ones every time.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof_certificate::{Certificate, check};
use winproof_fuzz::{TARGETS, Target, examples};
use winproof_games::TicTacToe;
use winproof_rules::{Notation, Within};

/// Counts the bytes that are in use, and the most that ever were.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all work is left to the system's allocator; counting changes nothing about it.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Only one at a time, so that the bytes are those of one target.
static ALONE: Mutex<()> = Mutex::new(());

/// Words that parsers look for, and numbers that often cause errors.
const TOKENS: &[&[u8]] = &[
    b"start",
    b"\n",
    b"\t",
    b"=",
    b":",
    b",",
    b"/",
    b"-1",
    b"0",
    b"99999999999999999999",
    b"1e999",
    b"NaN",
    b"inf",
    b"{",
    b"\"",
    b"\xff\xfe",
    "é".as_bytes(),
    "\u{202e}".as_bytes(),
    b"\0",
    b"\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\x89WPC\r\n\x1a\n",
    b"\x89WPS\r\n\x1a\n",
    b"node:",
    b"infinite",
];

fn mutate(input: &mut Vec<u8>, others: &[Vec<u8>], rng: &mut ChaCha8Rng) {
    for _ in 0..rng.random_range(1..=4) {
        let at = rng.random_range(0..=input.len());
        match rng.random_range(0..7) {
            0 if at < input.len() => input[at] ^= 1 << rng.random_range(0..8),
            1 if at < input.len() => input[at] = rng.random(),
            2 => input.truncate(at),
            3 => {
                let token = TOKENS.choose(rng).unwrap();
                input.splice(at..at, token.iter().copied());
            }
            4 => {
                let end = (at + rng.random_range(0..9)).min(input.len());
                input.drain(at..end);
            }
            5 => {
                let other = others.choose(rng).unwrap();
                let from = rng.random_range(0..=other.len());
                input.truncate(at);
                input.extend(&other[from..]);
            }
            _ => {
                let end = (at + rng.random_range(0..40)).min(input.len());
                let piece = input[at..end].repeat(rng.random_range(1..20));
                input.splice(at..at, piece);
            }
        }
    }
}

fn feed(target: &Target, input: &[u8]) {
    let before = IN_USE.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let started = Instant::now();
    (target.read)(input);
    let taken = MOST.load(Ordering::Relaxed).saturating_sub(before);
    let allowed = target.base + target.factor * input.len();
    let name = target.name;
    assert!(taken <= allowed, "{name}: {taken} bytes for {} of input: {input:?}", input.len());
    // Far more than anything takes, on a machine far slower than any.
    assert!(started.elapsed() < Duration::from_secs(20), "{name} hangs: {input:?}");
}

#[test]
fn mutated_examples_are_read_or_refused() {
    let _alone = ALONE.lock().unwrap();
    for target in TARGETS {
        let examples = examples(target.name);
        assert!(!examples.is_empty(), "{} has no examples", target.name);
        let mut rng = ChaCha8Rng::seed_from_u64(target.name.len() as u64);
        examples.iter().for_each(|example| feed(target, example));
        let slow = matches!(target.name, "certificate" | "records" | "save" | "state" | "resume");
        let rounds = if slow { 5_000 } else { 30_000 };
        for _ in 0..rounds {
            let mut input = examples.choose(&mut rng).unwrap().clone();
            mutate(&mut input, &examples, &mut rng);
            input.truncate(1 << 16);
            feed(target, &input);
        }
    }
}

/// What `cargo fuzz` runs is what is tested here.
#[test]
fn every_target_has_its_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/fuzz_targets");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    files.sort();
    let mut names: Vec<_> = TARGETS.iter().map(|target| target.name.to_string()).collect();
    names.sort();
    assert_eq!(files, names);
    let manifest = std::fs::read_to_string(format!("{folder}/../Cargo.toml")).unwrap();
    for name in names {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name}");
        let file = std::fs::read_to_string(format!("{folder}/{name}.rs")).unwrap();
        assert!(file.contains(&format!("target(\"{name}\")")), "{name}");
    }
}

#[test]
fn examples_of_certificates_are_accepted() {
    let _alone = ALONE.lock().unwrap();
    for file in examples("certificate") {
        let certificate = Certificate::read_from(&file[..], 1 << 20).unwrap();
        let root = TicTacToe.parse(&certificate.header.position).unwrap();
        match certificate.header.within {
            None => check(&TicTacToe, &root, &certificate).unwrap(),
            Some(plies) => {
                let game = Within::new(TicTacToe, certificate.header.question()).unwrap();
                check(&game, &game.root(root, plies), &certificate).unwrap()
            }
        };
    }
}
