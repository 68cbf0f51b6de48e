use std::collections::HashMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof_rules::Value;

use super::*;
use crate::ProofNumber;
use crate::save::{StateReader, StateWriter};
use crate::settings::Setting;

fn replacement(name: &'static str) -> Replacement {
    Replacement::from_value(Value::Choice(name))
}

fn entry(number: u32) -> Entry {
    let pn = ProofNumber::finite(1 + number as usize);
    Entry::new(Key(0), Numbers { pn, dn: ProofNumber::ONE }, Move(number))
}

const EFFORT: Effort = Effort { expansions: 1, height: 1 };

/// Whatever is replaced: what is found is what was known of the key after the last store.
#[test]
fn behaves_like_a_forgetful_map_under_every_scheme() {
    for (index, &name) in Replacement::NAMES.iter().enumerate() {
        let replacement = replacement(name);
        let mut rng = ChaCha8Rng::seed_from_u64(index as u64);
        for bytes in [64, 1 << 10, 1 << 16] {
            let mut table = Table::with_bytes(bytes, replacement);
            let mut twin: HashMap<Key, Entry> = HashMap::new();
            for step in 0..20_000 {
                let key = Key(rng.random_range(0..4000));
                if rng.random_ratio(1, 10) {
                    table.remove(key);
                    twin.remove(&key);
                    continue;
                }
                let new = if rng.random_ratio(1, 20) {
                    Entry::new(key, Numbers::solved(key.0.is_multiple_of(2)), Move(u32::MAX))
                } else {
                    entry(step)
                };
                let effort = Effort { expansions: rng.random_range(1..1 << 40), height: step };
                let before = table.get(key);
                assert!(before.is_none_or(|before| before == twin[&key]), "{name} {key:?}");
                table.put(key, new, effort);
                // An entry that is there is updated; another one may be refused.
                let expected = match before {
                    Some(known) => Some(successor(known, new).unwrap_or(known)),
                    None => table.get(key).map(|_| new),
                };
                assert_eq!(table.get(key), expected, "{name} {key:?}");
                twin.insert(key, expected.unwrap_or(new));
                assert!(table.len() <= table.capacity());
            }
            let mut found = 0;
            for key in (0..4000).map(Key) {
                if let Some(entry) = table.get(key) {
                    found += 1;
                    assert_eq!(entry, twin[&key], "{name} {key:?}");
                }
            }
            assert_eq!(found, table.len(), "{name}");
            assert!(table.bytes() <= bytes.max(64).next_multiple_of(4096));
        }
    }
}

/// Saves a table and loads it into another.
fn reload(table: &Table, bytes: usize) -> Table {
    let mut file = Vec::new();
    let mut writer = StateWriter::new(&mut file);
    table.save(&mut writer).unwrap();
    writer.finish().unwrap();
    let mut file = &file[..];
    let mut reader = StateReader::new(&mut file);
    let mut other = Table::with_bytes(bytes, table.replacement);
    other.load(&mut reader).unwrap();
    reader.finish().unwrap();
    other
}

#[test]
fn a_saved_table_is_the_same_in_any_size_that_holds_it() {
    for (bytes, count) in
        [(64 << 10, 900), (1 << 20, 20_000), (SMALL_MAP_FROM, 1000), (SMALL_MAP_FROM, 90_000)]
    {
        let mut table = Table::with_bytes(bytes, Replacement::Larger);
        for i in 0..count {
            table.put(Key(u128::from(i) << 40), entry(i), Effort { expansions: 7, height: 1 });
        }
        let stored: Vec<_> =
            (0..count).filter(|&i| table.get(Key(u128::from(i) << 40)).is_some()).collect();
        for size in [bytes, bytes * 3 / 2, bytes * 2 + 64, bytes * 9] {
            let mut other = reload(&table, size);
            assert_eq!(other.len(), table.len());
            for &i in &stored {
                let key = Key(u128::from(i) << 40);
                assert_eq!(other.stored(key.into()), table.stored(key.into()));
                assert_eq!(other.expansions_below(key), Some(7));
            }
            // It works like any other: what is stored is found, and not stored twice.
            let before = other.len();
            stored.iter().for_each(|&i| other.put(Key(u128::from(i) << 40), entry(i), EFFORT));
            assert_eq!(other.len(), before);
        }
        let smaller = reload(&table, bytes / 3);
        assert!(
            smaller.len() <= table.len()
                && smaller.len() * 2 >= smaller.capacity().min(count as usize)
        );
        for i in 0..count {
            let key = Key(u128::from(i) << 40);
            assert!(smaller.get(key).is_none_or(|found| Some(found) == table.get(key)));
        }
    }
}

#[test]
fn a_roomy_table_forgets_nothing() {
    for &name in Replacement::NAMES {
        let mut table = Table::with_bytes(1 << 24, replacement(name));
        (0..3000).for_each(|i| table.put(Key(u128::from(i)), entry(i), EFFORT));
        assert!((0..3000).all(|i| table.get(Key(u128::from(i))) == Some(entry(i))), "{name}");
    }
}

#[test]
fn a_table_that_grows_up_forgets_nothing() {
    let mut table = Table::with_bytes(SMALL_MAP_FROM, Replacement::Larger);
    let count = SMALL_MAP as u32 * 2;
    (0..count).for_each(|i| table.put(Key(u128::from(i)), entry(i), EFFORT));
    assert!(table.small.is_none());
    let left = (0..count).filter(|&i| table.get(Key(u128::from(i))) == Some(entry(i))).count();
    assert!(left == table.len() && left as u32 > count / 100 * 99, "{left} of {count}");
}

/// While it grows to all of its room, almost nothing is lost, and never a large subtree.
#[test]
fn a_table_that_doubles_forgets_next_to_nothing() {
    for name in ["larger", "two-big", "newest"] {
        let mut table = Table::with_bytes(SMALL_MAP_FROM, replacement(name));
        let count = table.capacity() as u32 / 6;
        for i in 0..count {
            let expansions = if i % 8 == 0 { 1 << 20 } else { 1 };
            table.put(Key(u128::from(i)), entry(i), Effort { expansions, height: 1 });
            if i.is_power_of_two() {
                let bytes = table.bytes() as u32;
                assert!(bytes < 300 * i.max(SMALL_MAP as u32), "{bytes} bytes for {i} entries");
            }
        }
        assert_eq!(table.grid.clusters(), table.room >> DOUBLINGS << DOUBLINGS);
        let found = |i: &u32| table.get(Key(u128::from(*i))) == Some(entry(*i));
        let left = (0..count).filter(found).count();
        assert_eq!(left, table.len());
        assert!(left as u32 > count / 100 * 99, "{name}: {left} of {count}");
        let large = (0..count).step_by(8).filter(found).count() as u32;
        assert!(large > count / 8 / 1000 * 998 || name == "newest", "{name}: {large}");
    }
}

/// Puts four entries into a table of one cluster of three, and returns which are left.
fn left(name: &'static str, efforts: [(u64, u32); 4]) -> Vec<u32> {
    let mut table = Table::with_bytes(64, replacement(name));
    for (number, (expansions, height)) in (0..).zip(efforts) {
        table.put(Key(u128::from(number)), entry(number), Effort { expansions, height });
    }
    (0..4).filter(|&i| table.get(Key(u128::from(i))).is_some()).collect()
}

#[test]
fn each_scheme_keeps_what_it_says() {
    let efforts = [(100, 1), (1, 9), (50, 5), (10, 3)];
    assert_eq!(left("oldest", efforts), [0, 1, 2]);
    assert_eq!(left("larger", efforts), [0, 2, 3]);
    assert_eq!(left("deeper", efforts), [1, 2, 3]);
    assert_eq!(left("newest", efforts).len(), 3);
    assert!(left("newest", efforts).contains(&3));
    // The smaller of the first two makes room, and goes to the third place.
    assert_eq!(left("two-big", efforts), [0, 1, 3]);
    assert_eq!(left("two-deep", efforts), [0, 1, 3]);
    assert_eq!(left("small-tree-gc", efforts), [0, 2, 3]);
}

#[test]
fn small_trees_go_in_one_sweep() {
    let mut table = Table::with_bytes(64 << 10, Replacement::SmallTreeGc);
    let capacity = table.capacity();
    for i in 0..capacity * 3 {
        let effort = Effort { expansions: if i % 2 == 0 { 1 } else { 1 << 20 }, height: 0 };
        table.put(Key(i as u128), entry(i as u32), effort);
    }
    assert!(table.peak() >= capacity * 9 / 10 && table.len() <= capacity);
    let large = (0..capacity * 3).filter(|&i| table.get(Key(i as u128)).is_some() && i % 2 == 1);
    assert!(large.count() * 3 > table.len() * 2, "the large ones stay");
}
