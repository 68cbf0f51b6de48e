//! Names with values in files.

use std::collections::BTreeMap;

use serde::Deserializer;
use serde::de::{Error, MapAccess, Visitor};

/// Reads names with values from a file, each name once. JSON leaves open what a name that occurs twice means, so
/// readers could differ.
pub fn each_name_once<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    struct Names;

    impl<'de> Visitor<'de> for Names {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("names with values")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
            let mut map = BTreeMap::new();
            while let Some((name, value)) = access.next_entry::<String, String>()? {
                if map.contains_key(&name) {
                    return Err(A::Error::custom(format!("parameter `{name}` occurs twice")));
                }
                map.insert(name, value);
            }
            Ok(map)
        }
    }

    deserializer.deserialize_map(Names)
}
