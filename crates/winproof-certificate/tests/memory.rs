//! Streaming stays within its memory limit, whatever the file contains. Every allocated byte is counted, so
//! this must be the only test of its program.

#![allow(unsafe_code)]

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs::File;
use std::io::{Seek, Write};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use support::ladder::Ladder;
use support::raw::{file, growing_records, many_records, put_number};
use support::{describe, to_bytes};
use winproof_certificate::{Certificate, CertificateStream, LEAST_MEMORY, ReadError, StreamError};

/// Counts what is allocated now, and the most there was.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all work is left to the system's allocator, on the caller's terms.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        MOST.fetch_max(now, Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The result of checking a file, and the most bytes that it took.
fn measure(bytes: &[u8], ladder: &Ladder, memory: usize) -> (Result<u64, String>, usize) {
    // On disk, where it does not count.
    let mut file: File = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    let streamed = CertificateStream::open(file, memory, &std::env::temp_dir())
        .map_err(StreamError::from)
        .and_then(|mut stream| stream.check(ladder, &ladder.top));
    let most = MOST.load(Relaxed) - before;
    (streamed.map(|report| report.records).map_err(|error| describe(&error)), most)
}

fn a_true_certificate(ladder: &Ladder, memory: usize) {
    for strategy in [true, false] {
        let certificate = ladder.certify(strategy, Some);
        let bytes = to_bytes(&certificate);
        drop(certificate);
        let held = Certificate::read_from(&bytes[..], memory).map(drop);
        assert!(matches!(held, Err(ReadError::Memory(_))), "{held:?}");
        let (answer, most) = measure(&bytes, ladder, memory);
        assert_eq!(answer, Ok(ladder.top));
        assert!(most <= memory, "{most} bytes instead of {memory}");
        // A plan that left most of the memory unused would be slow for nothing.
        assert!(most >= memory / 2, "{most} bytes of {memory}");
    }
}

/// Bodies that are small when packed, each with the expected error.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    // One position of 16 megabytes.
    let mut long = vec![0];
    put_number(&mut long, 16 << 20);
    long.resize(16 << 20, 0);
    // One that announces as many bytes as possible, which do not follow.
    let mut announced = vec![0];
    put_number(&mut announced, u64::MAX);
    let (growing, many) = (growing_records(50_000), many_records());
    vec![
        ("needs more than", long),
        ("needs more than", announced),
        ("needs more than", growing),
        ("the records end too early, in number 100001", many),
    ]
}

#[test]
fn the_budget_is_kept() {
    // Five megabytes in memory, and one in a file.
    let ladder = Ladder::new(100_000);
    let header = ladder.certify(false, |_| None).header;
    let header = serde_json::to_vec(&header).unwrap();
    for memory in [LEAST_MEMORY + 16 * header.len(), 1 << 20, 2 << 20] {
        a_true_certificate(&ladder, memory);
    }
    let memory = 1 << 20;
    // Positions of almost the greatest length that is allowed.
    a_true_certificate(&Ladder { top: 2_000, padding: memory / 256 - 50 }, memory);
    for (expected, body) in bombs() {
        let (answer, most) = measure(&file(&header, 0, 1 << 31, &body), &ladder, memory);
        let error = answer.unwrap_err();
        assert!(error.starts_with("unreadable: ") && error.contains(expected), "{error}");
        assert!(most <= memory, "{most} bytes instead of {memory}");
    }
}
