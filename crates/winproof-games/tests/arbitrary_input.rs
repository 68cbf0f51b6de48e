//! Reading arbitrary input never panics.

use proptest::prelude::*;
use proptest::sample::Index;
use winproof_games::{GameSpec, GameVisitor, conformance, games};
use winproof_rules::Notation;

/// Reads the garbage in every way in which a game reads anything.
struct Read<'a> {
    text: &'a str,
    bytes: &'a [u8],
}

impl GameVisitor for Read<'_> {
    type Output = ();

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) {
        if let Ok(read) = game.parse(self.text) {
            assert_eq!(game.parse(&game.format(&read)).as_ref(), Ok(&read));
            assert!(!game.draw(&read).is_empty());
        }
        if let Ok(mv) = game.parse_move(&position, self.text) {
            assert_eq!(game.format_move(&position, mv), self.text);
        }
        conformance::check_garbage(&game, self.bytes);
        let mut encoded = Vec::new();
        game.encode(&position, &mut encoded);
        // Of the right length, most garbage gets past the first checks.
        encoded.iter_mut().zip(self.bytes).for_each(|(byte, garbage)| *byte ^= garbage);
        conformance::check_garbage(&game, &encoded);
    }
}

/// Text that is garbage altogether, or an example with a few characters exchanged.
fn texts() -> impl Strategy<Value = String> {
    let examples: Vec<&str> =
        games().iter().flat_map(|info| info.examples).map(|&(_, position)| position).collect();
    let edit = (any::<Index>(), any::<bool>(), "[ -~\n]?|\\PC");
    let edited = (prop::sample::select(examples), prop::collection::vec(edit, 0..6));
    let damaged = edited.prop_map(|(example, edits)| {
        let mut characters: Vec<char> = example.chars().collect();
        for (index, remove, inserted) in edits {
            let at = index.index(characters.len() + 1);
            let end = (at + usize::from(remove)).min(characters.len());
            characters.splice(at..end, inserted.chars());
        }
        characters.into_iter().collect()
    });
    let likely = "[XO./,_0-9a-f: =AB#\n-]{0,40}";
    let node = "node:[0-9a-f]{1,17}:[0-9a-f]{1,17}:[0-9]{1,11}";
    prop_oneof![any::<String>(), damaged, likely, node, "/[0-9](/[0-9]){0,9}"]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn games_survive_garbage(text in texts(), bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        for info in games() {
            let spec: GameSpec = info.name.parse().unwrap();
            let (_, example) = info.examples[0];
            for position in [example, &text] {
                let _refused_or_read = spec.open(position, Read { text: &text, bytes: &bytes });
            }
        }
    }

    #[test]
    fn specs_survive_garbage(
        text in prop_oneof![any::<String>(), "(tree|nim):[a-z]{0,5}=?-?[0-9a-z.,=]{0,12}"],
    ) {
        if let Ok(spec) = text.parse::<GameSpec>() {
            let again: GameSpec = spec.to_string().parse().unwrap();
            prop_assert_eq!(again.to_string(), spec.to_string());
        }
    }
}
