use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// A slow reference: the tree as nested vectors.
#[derive(Debug, PartialEq)]
struct Twin {
    mv: Move,
    children: Vec<Twin>,
}

impl Twin {
    fn of(arena: &Arena, node: NodeId) -> Twin {
        let children = arena[node].children().map(|child| Twin::of(arena, child)).collect();
        Twin { mv: arena[node].mv, children }
    }

    fn size(&self) -> usize {
        1 + self.children.iter().map(Twin::size).sum::<usize>()
    }

    fn at(&mut self, path: &[usize]) -> &mut Twin {
        path.iter().fold(self, |twin, &i| &mut twin.children[i])
    }
}

/// A random walk down; ends anywhere.
fn walk(arena: &Arena, rng: &mut impl Rng) -> (NodeId, Vec<usize>) {
    let (mut node, mut path) = (Arena::ROOT, Vec::new());
    while !arena[node].is_leaf() && rng.random_ratio(4, 5) {
        let children: Vec<_> = arena[node].children().collect();
        path.push(rng.random_range(0..children.len()));
        node = children[path[path.len() - 1]];
    }
    (node, path)
}

fn save(arena: &mut Arena) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = StateWriter::new(&mut file);
    arena.save(&mut writer).unwrap();
    writer.finish().unwrap();
    file
}

fn load(arena: &mut Arena, mut file: &[u8]) -> Result<(), LoadError> {
    arena.load(&mut StateReader::new(&mut file))
}

/// Whatever links are wrong, the tree is refused; links that are accepted lead nowhere else.
#[test]
fn a_tree_with_wrong_links_is_refused() {
    let mut arena = Arena::with_bytes(1 << 12);
    let moves: Vec<_> = (0..3).map(Move).collect();
    assert!(arena.expand(Arena::ROOT, Role::Or, &moves));
    assert!(arena.expand(NodeId(2), Role::And, &moves[..2]));
    let nodes = arena.nodes.clone();
    let mut refused = 0;
    for id in 0..nodes.len() {
        for value in [0, 1, 2, 3, 4, 5, 6, COUNT, FREE | 1, u32::MAX] {
            let links: [fn(&mut Node) -> &mut u32; 4] = [
                |node| &mut node.parent,
                |node| &mut node.children,
                |node| &mut node.best,
                |node| &mut node.packed,
            ];
            for link in links {
                let mut broken = Arena::with_bytes(1 << 12);
                broken.nodes.clone_from(&nodes);
                *link(&mut broken.nodes[id]) = value;
                match broken.is_tree() {
                    true => assert_eq!(broken.size(Arena::ROOT), nodes.len()),
                    false => refused += 1,
                }
            }
        }
    }
    assert!(refused > 100, "{refused}");
    // Two that are each other's parents, and not connected to the root.
    let mut ring = arena.nodes.clone();
    let lone = Node { parent: 7, children: 7, best: 7, packed: 1, ..Node::new(Move(0), 7) };
    ring.extend([
        Node { parent: 7, children: 7, ..lone },
        Node { parent: 6, children: 6, best: 6, ..lone },
    ]);
    ring[6].parent = 7;
    arena.nodes = ring;
    assert!(!arena.is_tree());
    let mut small = Arena::with_bytes(32 * 3);
    let mut large = Arena::with_bytes(1 << 12);
    assert!(large.expand(Arena::ROOT, Role::Or, &moves));
    assert!(matches!(load(&mut small, &save(&mut large)), Err(LoadError::Memory { needed: 128 })));
}

#[test]
fn behaves_like_nested_vectors_and_stays_within_its_budget() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut refused = 0;
    for round in 0..30 {
        let mut arena = Arena::with_bytes(32 * 700);
        let mut twin = Twin::of(&arena, Arena::ROOT);
        for step in 0..2000 {
            let (node, path) = walk(&arena, &mut rng);
            match rng.random_range(0..20) {
                0 => {
                    arena.remove_children(node);
                    twin.at(&path).children.clear();
                }
                1 if !arena[node].is_leaf() => {
                    let children: Vec<_> = arena[node].children().collect();
                    let kept = rng.random_range(0..children.len());
                    arena.keep_only(node, children[kept]);
                    let twin = twin.at(&path);
                    twin.children.swap(0, kept);
                    twin.children.truncate(1);
                }
                2 if round % 2 == 0 => arena.compact(),
                _ if arena[node].is_leaf() => {
                    let count = if rng.random_ratio(1, 50) { 300 } else { rng.random_range(1..9) };
                    let moves: Vec<_> = (0..count).map(|i| Move(step * 1000 + i)).collect();
                    if arena.expand(node, Role::And, &moves) {
                        let leaf = |&mv: &Move| Twin { mv, children: Vec::new() };
                        twin.at(&path).children = moves.iter().map(leaf).collect();
                    } else {
                        refused += 1;
                        arena.compact();
                        let room = arena.capacity() - arena.len();
                        let (node, _) = walk(&arena, &mut rng);
                        if arena[node].is_leaf() && count as usize <= room {
                            assert!(arena.expand(node, Role::Or, &moves), "room {room}");
                            arena.remove_children(node);
                        }
                    }
                }
                _ => {}
            }
            assert_eq!(arena.len(), twin.size());
            assert!(arena.bytes() <= 32 * 700);
        }
        assert_eq!(Twin::of(&arena, Arena::ROOT), twin);
        let mut other = Arena::with_bytes(32 * 700);
        load(&mut other, &save(&mut arena)).unwrap();
        assert_eq!(Twin::of(&other, Arena::ROOT), twin);
        assert_eq!(other.len(), arena.len());
    }
    assert!(refused > 100, "the budget was meant to be felt: {refused}");
}

#[test]
fn best_child_survives_compaction() {
    let mut arena = Arena::with_bytes(1 << 12);
    let moves: Vec<_> = (0..4).map(Move).collect();
    assert!(arena.expand(Arena::ROOT, Role::Or, &moves));
    let children: Vec<_> = arena[Arena::ROOT].children().collect();
    for &child in &children {
        assert!(arena.expand(child, Role::And, &moves));
    }
    arena.remove_children(children[0]);
    arena[children[3]].best = arena[children[3]].children + 2;
    arena[Arena::ROOT].set_best(children[3]);
    arena.compact();
    let best = arena[Arena::ROOT].best();
    assert_eq!(arena[best].mv, Move(3));
    assert_eq!(arena[arena[best].best()].mv, Move(2));
}
