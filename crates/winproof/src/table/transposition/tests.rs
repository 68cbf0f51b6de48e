use std::collections::HashMap;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use winproof_rules::Value;

use super::*;
use crate::ProofNumber;
use crate::policy::static_solver::UNFOLDED;
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

/// Guard bits of hands with two kinds, of which there are up to three each.
const GUARDS: u64 = 1 << 2 | 1 << 5;

fn hand(first: u64, second: u64) -> Hand {
    Hand(first | second << 3)
}

fn with_hands(bytes: usize) -> Table {
    Table::with_layout(bytes, Replacement::Larger, Layout::new(GUARDS))
}

/// What is proved with one hand is proved with more, what is disproved with one is disproved with less, and numbers
/// are for one hand alone.
#[test]
fn solved_entries_are_found_for_the_hands_that_they_decide() {
    let board = Key(77);
    let at = |first, second| SplitKey { board, hand: hand(first, second) };
    let mut table = with_hands(1 << 16);
    let proved = Entry { plies: 5, ..Entry::new(at(1, 2), Numbers::PROVED, Move(3)) };
    let disproved = Entry::new(at(1, 0), Numbers::DISPROVED, UNFOLDED);
    let open = Entry { hand: hand(0, 2), ..entry(9) };
    for entry in [proved, disproved, open] {
        table.put(SplitKey { board, hand: entry.hand }, entry, EFFORT);
    }
    for (first, second) in (0..4).flat_map(|first| (0..4).map(move |second| (first, second))) {
        let expected = match (first, second) {
            (1.., 2..) => Some(proved),
            (..=1, 0) => Some(disproved),
            (0, 2) => Some(open),
            _ => None,
        };
        assert_eq!(table.get(at(first, second)), expected, "{first} {second}");
    }
    assert_eq!(table.get(SplitKey { board: Key(78), hand: hand(1, 2) }), None);
    // A more general proof takes the place of what it implies, but a shorter one stays.
    table.put(at(0, 2), Entry { plies: 7, hand: hand(0, 2), ..proved }, EFFORT);
    assert_eq!((table.len(), table.get(at(0, 2)).unwrap().plies), (3, 7));
    assert_eq!(table.get(at(2, 2)), Some(proved));
    table.put(at(0, 1), Entry { plies: 3, hand: hand(0, 1), ..proved }, EFFORT);
    assert_eq!((table.len(), table.get(at(2, 2)).unwrap().plies), (2, 3));
    table.put(at(0, 0), entry(4), EFFORT);
    assert_eq!(table.get(at(0, 0)), Some(disproved), "an open entry says nothing new");
    // One board has numbers for more hands than fit into a cluster.
    let hands = || (0..4).flat_map(|first| (0..4).map(move |second| (first, second)));
    let board = Key(79);
    let at = |(first, second)| SplitKey { board, hand: hand(first, second) };
    for (number, hand) in hands().enumerate() {
        table.put(at(hand), entry(number as u32 + 1), EFFORT);
    }
    for (number, hand) in hands().enumerate() {
        let expected = Entry { hand: at(hand).hand, ..entry(number as u32 + 1) };
        assert_eq!(table.get(at(hand)), Some(expected));
        table.remove(at(hand));
        assert_eq!(table.get(at(hand)), None);
    }
}

/// Plies are part of the hand: a proof holds with as many or more, a disproof with as many or fewer.
#[test]
fn plies_are_compared_like_pieces() {
    let plies_at = Hand::BITS + 1;
    let guards = GUARDS | 1 << Hand::BITS_WITH_PLIES;
    let mut table = Table::with_layout(1 << 16, Replacement::Larger, Layout::new(guards));
    let board = Key(77);
    let at = |pieces: u64, plies: u64| SplitKey { board, hand: Hand(pieces | plies << plies_at) };
    let proved = Entry { plies: 6, ..Entry::new(at(1, 7), Numbers::PROVED, Move(3)) };
    let disproved = Entry::new(at(2, 4), Numbers::DISPROVED, Move(5));
    let never = Entry::new(at(0, 0xffff), Numbers::DISPROVED, Move(6));
    for (entry, expansions) in [(proved, 1), (disproved, 2), (never, 3)] {
        table.put(SplitKey { board, hand: entry.hand }, entry, Effort { expansions, height: 1 });
    }
    for (pieces, plies) in [0, 1, 2, 3, 6, 7, 8, 0xffff]
        .into_iter()
        .flat_map(|plies| (0..4).map(move |pieces| (pieces, plies)))
    {
        let expected = match (pieces, plies) {
            (1.., 7..) => Some(proved),
            (0, 5..) => Some(never),
            (0, ..=4) => {
                Some(table.get(at(0, plies)).filter(|&it| it == never || it == disproved).unwrap())
            }
            (..=2, ..=4) => Some(disproved),
            _ => None,
        };
        assert_eq!(table.get(at(pieces, plies)), expected, "{pieces} {plies}");
    }
    let longest = Entry { plies: u32::MAX, ..Entry::new(at(0, 0xffff), Numbers::PROVED, Move(1)) };
    table.put(SplitKey { board: Key(5), hand: longest.hand }, longest, EFFORT);
    let found = table.get(SplitKey { board: Key(5), hand: at(0, 0xffff).hand }).unwrap();
    assert_eq!((found.numbers, found.hand), (longest.numbers, longest.hand));
}

/// Random facts that follow from a limit, stored in tables of many sizes: what is found is true and was stored, and a
/// table with room enough forgets little that does not follow from something else.
#[test]
fn tables_with_hands_never_lie() {
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    for bytes in [64, 1 << 10, 1 << 20, SMALL_MAP_FROM] {
        let mut table = with_hands(bytes);
        let truth = |board: u128, hand: Hand| (hand.0 & 3) + (hand.0 >> 3 & 3) >= board as u64 % 6;
        let mut stored: HashMap<SplitKey, bool> = HashMap::new();
        let boards = if bytes > 1 << 16 { 20_000 } else { 300 };
        for step in 0..60_000 {
            let board = rng.random_range(0..boards);
            let hand = hand(rng.random_range(0..4), rng.random_range(0..4));
            let key = SplitKey { board: Key(board), hand };
            let solved = rng.random_ratio(1, 3);
            let numbers = match solved {
                true => Numbers::solved(truth(board, hand)),
                false => Numbers { pn: ProofNumber::finite(1 + step), dn: ProofNumber::ONE },
            };
            let new = Entry {
                plies: step as u32 % 9,
                ..Entry::new(key, numbers, Move(step as u32 % 999))
            };
            table.put(key, new, Effort { expansions: rng.random_range(1..100), height: 1 });
            *stored.entry(key).or_default() |= solved;
        }
        let all = stored.values().filter(|solved| **solved).count();
        let mut missing = 0;
        for (key, solved) in stored {
            let found = table.get(key);
            if let Some(proved) = found.and_then(|entry| entry.numbers.verdict()) {
                assert_eq!(proved, truth(key.board.0, key.hand), "{key:?}");
            } else {
                missing += usize::from(solved);
            }
            let exact = found.filter(|entry| entry.numbers.verdict().is_none());
            assert!(exact.is_none_or(|entry| entry.hand == key.hand));
        }
        let roomy = bytes > 1 << 16;
        // A cluster takes three of a board's hands, and shares its places with other boards.
        assert!(!roomy || missing * 5 < all, "{missing} of {all} solved entries are missing");
        let copy = reload_hands(&table, bytes * 2 + 64);
        assert_eq!(copy.len(), table.len());
    }
}

fn reload_hands(table: &Table, bytes: usize) -> Table {
    let mut file = Vec::new();
    let mut writer = StateWriter::new(&mut file);
    table.save(&mut writer).unwrap();
    writer.finish().unwrap();
    let mut other = with_hands(bytes);
    other.load(&mut StateReader::new(&mut &file[..])).unwrap();
    // A table that does not compare hands refuses it.
    let mut plain = Table::with_bytes(bytes, Replacement::Larger);
    assert!(plain.load(&mut StateReader::new(&mut &file[..])).is_err());
    other
}
