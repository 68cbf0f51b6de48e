//! Certificates larger than the memory: accepted if they are true, and refused for the right reason.

mod support;

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use support::ladder::Ladder;
use support::{AMPLE, describe, tiny_plan, to_bytes};
use winproof_certificate::{
    Certificate, CertificateStream, CheckReport, LEAST_MEMORY, ReadError, StreamPlan, check,
};

/// Some megabytes in memory, and some hundred kilobytes in a file.
const LADDER: Ladder = Ladder { top: 60_000, padding: 0 };
const MEMORY: usize = 1 << 20;

fn stream(certificate: &Certificate) -> Result<CheckReport, String> {
    let bytes = to_bytes(certificate);
    let error = Certificate::read_from(&bytes[..], MEMORY).unwrap_err();
    assert!(matches!(error, ReadError::Memory(MEMORY)), "{error}");
    let file = Cursor::new(bytes);
    let mut stream = CertificateStream::open(file, MEMORY, &std::env::temp_dir()).unwrap();
    assert_eq!(*stream.header(), certificate.header);
    stream.check(&LADDER, &LADDER.top).map_err(|error| describe(&error))
}

#[test]
fn large_ones_are_accepted() {
    for strategy in [true, false] {
        let certificate = LADDER.certify(strategy, Some);
        let streamed = stream(&certificate).unwrap();
        let held = check(&LADDER, &LADDER.top, &certificate).unwrap();
        assert_eq!(CheckReport { spilled: None, ..streamed }, held);
        let spilled = streamed.spilled.unwrap();
        assert!(spilled.runs > 5 && spilled.bytes > 1_000_000, "{spilled:?}");
    }
}

#[test]
fn one_flaw_among_many_records_is_found() {
    let outside = |rung| (rung != 34_567).then_some(rung);
    let not_lower = |rung| Some(if rung == 34_567 { 34_569 } else { rung });
    type Edit = dyn Fn(u64) -> Option<u64>;
    let cases: [(bool, &Edit, &str); 4] = [
        (true, &outside, "leads to a position without a record"),
        (false, &outside, "leads to a position without a record"),
        (true, &not_lower, "to rank 34569, which is not lower"),
        (
            true,
            &|rung| (rung < LADDER.top).then_some(rung),
            "the position asked about has no record",
        ),
    ];
    for (strategy, edit, expected) in cases {
        let certificate = LADDER.certify(strategy, edit);
        let error = stream(&certificate).unwrap_err();
        let held = check(&LADDER, &LADDER.top, &certificate).unwrap_err().to_string();
        assert_eq!(error, format!("rejected: {held}"));
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn what_is_required_beyond_the_last_record_is_missed() {
    let last = (1..=LADDER.top).max_by_key(|&rung| LADDER.bytes(rung)).unwrap();
    let error = stream(&LADDER.certify(false, |rung| (rung != last).then_some(0))).unwrap_err();
    assert!(error.ends_with("leads to a position without a record"), "{error}");
}

/// A different file each time it is read from the beginning, as if it were changed meanwhile.
struct Changing {
    files: Vec<Cursor<Vec<u8>>>,
    /// How often it was rewound.
    rewound: usize,
}

impl Changing {
    fn file(&mut self) -> &mut Cursor<Vec<u8>> {
        // The header is read before the first pass.
        let pass = self.rewound.saturating_sub(2).min(self.files.len() - 1);
        &mut self.files[pass]
    }
}

impl Read for Changing {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file().read(bytes)
    }
}

impl Seek for Changing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        assert_eq!(to, SeekFrom::Start(0));
        self.rewound += 1;
        self.file().seek(to)
    }
}

#[test]
fn a_file_that_changes_between_the_passes_is_unreadable() {
    let ladder = Ladder::new(100);
    let right = ladder.certify(true, Some);
    let other_ranks = ladder.certify(true, |rung| Some(2 * rung));
    let fewer = ladder.certify(true, |rung| (rung != 7).then_some(rung));
    // Neither is a strategy, but the second has what the first requires.
    let [fives, zeros] = [5, 0].map(|rank| to_bytes(&ladder.certify(true, |_| Some(rank))));
    let mut other_header = right.clone();
    other_header.header.parameters.insert("size".to_string(), "1".to_string());
    let mut damaged = to_bytes(&right);
    *damaged.last_mut().unwrap() ^= 1;
    let [right, other_ranks, fewer, other_header] =
        [right, other_ranks, fewer, other_header].map(|certificate| to_bytes(&certificate));
    let cut = right[..right.len() / 2].to_vec();
    let changed = "unreadable: the file was changed while it was being checked";
    let cases: [(&[&Vec<u8>], &str); 9] = [
        (&[&right, &right], ""),
        (&[&fives, &zeros], changed),
        (&[&right, &other_ranks], changed),
        (&[&right, &fewer], changed),
        (&[&fewer, &right], changed),
        (&[&right, &other_header], changed),
        (&[&fewer, &fewer, &right], changed),
        (&[&right, &damaged], "unreadable: the file is damaged: the checksum of the records"),
        (&[&right, &cut], "unreadable: the file is cut off in the records"),
    ];
    for (files, expected) in cases {
        let files = files.iter().map(|&bytes| Cursor::new(bytes.clone())).collect();
        let file = Changing { files, rewound: 0 };
        let checked = CertificateStream::with_plan(file, AMPLE, tiny_plan())
            .map_err(winproof_certificate::StreamError::from)
            .and_then(|mut stream| stream.check(&ladder, &ladder.top));
        let found = checked.map_or_else(|error| describe(&error), |_| String::new());
        assert!(found.starts_with(expected) && found.is_empty() == expected.is_empty(), "{found}");
    }
}

#[test]
fn damage_counts_more_than_a_flaw() {
    let ladder = Ladder::new(100);
    let lost = ladder.certify(true, |rung| (rung != 7).then_some(rung));
    let mut wrong_form = ladder.certify(true, Some);
    wrong_form.header.verdict = winproof_rules::Verdict::Disproved;
    let stray = ladder.certify(true, |rung| (rung != ladder.top).then_some(rung));
    for certificate in [lost, wrong_form, stray] {
        let mut bytes = to_bytes(&certificate);
        let error = support::stream(&ladder, &ladder.top, &bytes).unwrap_err();
        assert!(describe(&error).starts_with("rejected: "), "{error}");
        *bytes.last_mut().unwrap() ^= 1;
        let error = support::stream(&ladder, &ladder.top, &bytes).unwrap_err();
        assert!(describe(&error).starts_with("unreadable: "), "{error}");
    }
}

#[test]
fn the_least_memory() {
    let certificate = LADDER.certify(true, Some);
    let bytes = to_bytes(&certificate);
    let header = 16 * serde_json::to_vec(&certificate.header).unwrap().len();
    let open = |memory| {
        CertificateStream::open(Cursor::new(&bytes), memory, &std::env::temp_dir())
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(open(LEAST_MEMORY + header), Ok(()));
    let error = open(LEAST_MEMORY + header - 1).unwrap_err();
    let numbers = [LEAST_MEMORY + header - 1, LEAST_MEMORY + header];
    assert_eq!(
        error,
        format!(
            "the certificate does not fit into {} bytes of memory, and to stream it takes {}",
            numbers[0], numbers[1]
        )
    );
    assert_eq!(StreamPlan::within(LEAST_MEMORY - 1, Path::new("")), None);
}

struct Pipe;

impl Read for Pipe {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

impl Seek for Pipe {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::NotSeekable.into())
    }
}

#[test]
fn means_that_are_lacking() {
    let error = CertificateStream::open(Pipe, MEMORY, Path::new("")).err().unwrap();
    assert!(error.to_string().ends_with("only a plain file can be streamed"), "{error}");

    let ladder = Ladder::new(100);
    let file = Cursor::new(to_bytes(&ladder.certify(true, Some)));
    let plan = StreamPlan { folder: "/nowhere/at all".into(), ..tiny_plan() };
    let mut stream = CertificateStream::with_plan(file, AMPLE, plan).unwrap();
    let error = describe(&stream.check(&ladder, &ladder.top).unwrap_err());
    assert!(error.starts_with("unreadable: cannot use temporary files: "), "{error}");
}

#[test]
fn positions_longer_than_planned() {
    let ladder = Ladder::new(100);
    let bytes = to_bytes(&ladder.certify(true, Some));
    for (longest, fits) in [(8, true), (7, false)] {
        let plan = StreamPlan { longest, ..tiny_plan() };
        let mut stream = CertificateStream::with_plan(Cursor::new(&bytes), AMPLE, plan).unwrap();
        let checked = stream.check(&ladder, &ladder.top);
        assert_eq!(checked.is_ok(), fits, "{checked:?}");
    }
}
