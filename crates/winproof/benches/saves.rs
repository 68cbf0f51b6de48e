//! Saving a table of a gigabyte, beside writing as many bytes with `dd`: the save should take at most
//! twice as long. And loading it again.
//!
//! `cargo bench -p winproof --bench saves [-- FOLDER]`

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use winproof::bench::{Effort, Entry, Table};
use winproof::save::{self, Header, LoadError, State, StateReader, StateWriter};
use winproof::settings::Replacement;
use winproof::{Algorithm, Config, Numbers, ProofNumber};
use winproof_rules::{Key, Move};

const BYTES: usize = 1 << 30;
const ROUNDS: usize = 5;

struct Search(Table);

impl State for Search {
    fn save(&mut self, out: &mut StateWriter<'_>) -> io::Result<()> {
        self.0.save(out)
    }

    fn load(&mut self, input: &mut StateReader<'_>) -> Result<(), LoadError> {
        self.0.load(input)
    }
}

/// A table so full that hardly a cluster is empty.
fn full_table() -> Table {
    let mut table = Table::with_bytes(BYTES, Replacement::Larger);
    for number in 0..table.capacity() as u128 {
        let numbers =
            Numbers { pn: ProofNumber::finite(number as usize + 1), dn: ProofNumber::ONE };
        let entry = Entry::new(Key(0), numbers, Move(number as u32));
        table.put(Key(number), entry, Effort { expansions: 1, height: 1 });
    }
    table
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).filter(|it| !it.starts_with("--")).collect();
    let folder = arguments.first().map_or(env!("CARGO_TARGET_TMPDIR"), String::as_str);
    let path = Path::new(folder).join("bench.wps");
    let mut search = Search(full_table());
    println!("{} entries in {} bytes", search.0.len(), search.0.bytes());
    let header = Header::new(&Config::new(Algorithm::DfPn));
    let (mut saving, mut copying, mut loading) = (Vec::new(), Vec::new(), Vec::new());
    let mut written = 0;
    for _ in 0..ROUNDS {
        saving.push(timed(|| {
            let mut file = File::create(&path).unwrap();
            written = save::write(&mut file, &header, &[], &mut search).unwrap();
            file.sync_all().unwrap();
        }));
        loading.push(timed(|| {
            let mut file = File::open(&path).unwrap();
            save::read_header(&mut file).unwrap();
            let mut reader = StateReader::new(&mut file);
            save::read_attachments(&mut reader).unwrap();
            let mut other = Search(Table::with_bytes(BYTES, Replacement::Larger));
            other.load(&mut reader).unwrap();
            reader.finish().unwrap();
            assert_eq!(other.0.len(), search.0.len());
        }));
        std::fs::remove_file(&path).unwrap();
        let target = format!("of={}", path.display());
        let count = format!("count={}", written / (1 << 20));
        copying.push(timed(|| {
            let dd = ["if=/dev/zero", &target, "bs=1M", &count, "conv=fsync", "status=none"];
            assert!(Command::new("dd").args(dd).status().unwrap().success());
        }));
        std::fs::remove_file(&path).unwrap();
    }
    let (save, dd, load) = (median(saving), median(copying), median(loading));
    println!("save {save:.2} s, dd {dd:.2} s, ratio {:.2}; load {load:.2} s", save / dd);
    println!("{written} bytes, medians of {ROUNDS}");
}
