//! A hash map by position key.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use winproof_rules::Key;

/// Keys are spread well enough, except in games whose key is the position itself. There the halves may be the
/// stones of the two players, which must not cancel out: if they were added without a multiplication in
/// between, all ways to give the same cells to either player would collide, and certificates of Hex took
/// minutes.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("keys hash as one number");
    }

    fn write_u128(&mut self, bits: u128) {
        let folded = (bits as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (bits >> 64) as u64;
        let mixed = (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// A map from keys. No result depends on its order.
pub type KeyMap<V> = HashMap<Key, V, BuildHasherDefault<KeyHasher>>;
