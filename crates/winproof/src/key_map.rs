//! A hash map by position key.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use winproof_game::Key;

/// Keys are spread well enough by themselves, save for games whose key is the bare position: one
/// multiplication mends that.
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
        let folded = bits as u64 ^ (bits >> 64) as u64;
        self.0 = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

/// A map from keys that never decides anything by its order.
pub type KeyMap<V> = HashMap<Key, V, BuildHasherDefault<KeyHasher>>;
