//! The strategy or the closed set of a certificate as a tree from its root, as far as it is shown.
//!
//! Nothing is checked here, but the file is not trusted either: a move is played only if it is legal, and
//! characters in names that do not show as what they are are escaped.

use std::collections::HashMap;

use winproof_certificate::{Certificate, Claim, Record, Reply, read_replies, read_solution};
use winproof_games::{GameSpec, GameVisitor};
use winproof_rules::{InputError, Move, Notation, printable};

use crate::board::outcome_in_words;
use crate::figures::count;
use winproof::replay::{reply_after, threat_after};

/// How much is shown.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The greatest number of moves from the root.
    pub depth: usize,
    /// The most positions.
    pub most: usize,
}

/// The part of a certificate that is shown.
#[derive(Debug, Default)]
pub struct ProofTree {
    /// What the certificate claims, and its size.
    pub facts: Vec<(&'static str, String)>,
    /// The positions in depth-first order: each comes after its parent, followed by its own subtree.
    pub nodes: Vec<Node>,
    /// Whether there were more positions than are shown.
    pub cut: bool,
}

/// A position of the tree.
#[derive(Debug)]
pub struct Node {
    /// The place in the tree of the position before the move.
    pub parent: Option<usize>,
    /// How many moves it is from the root.
    pub depth: usize,
    /// The move that leads to it.
    pub mv: Option<String>,
    /// What the certificate says about it.
    pub note: String,
    /// The place of the same position, where it was shown before.
    pub same_as: Option<usize>,
}

/// Unfolds a certificate of a game.
pub fn proof_tree(
    certificate: &Certificate,
    spec: &GameSpec,
    extent: Extent,
) -> Result<ProofTree, InputError> {
    let header = &certificate.header;
    let visitor = MakeTree { certificate, spec, extent };
    spec.open_for(&header.position, header.question(), header.within, visitor)
}

struct MakeTree<'a> {
    certificate: &'a Certificate,
    spec: &'a GameSpec,
    extent: Extent,
}

impl GameVisitor for MakeTree<'_> {
    type Output = ProofTree;

    fn visit<G: Notation + 'static>(self, game: G, position: G::Position) -> ProofTree {
        let facts = self.facts(&game, &position);
        let unfolding = Unfolding {
            game: &game,
            certificate: self.certificate,
            extent: self.extent,
            shown: HashMap::new(),
            pending: vec![Pending {
                parent: None,
                depth: 0,
                mv: None,
                position,
                threat: Vec::new(),
                dominated: None,
            }],
            tree: ProofTree { facts, ..ProofTree::default() },
        };
        unfolding.run()
    }
}

impl MakeTree<'_> {
    fn facts<G: Notation>(&self, game: &G, position: &G::Position) -> Vec<(&'static str, String)> {
        let Certificate { header, records } = self.certificate;
        let claims = |wanted: fn(Claim) -> bool| {
            records.iter().filter(|record| wanted(record.claim)).count() as u64
        };
        let mut sizes = vec![
            count(claims(|claim| matches!(claim, Claim::Move(_))), "chosen move"),
            format!("{} with all replies", claims(|claim| matches!(claim, Claim::All))),
            format!("{} left to minimax", claims(|claim| matches!(claim, Claim::Minimax(_)))),
        ];
        for (number, what) in [
            (claims(|claim| claim == Claim::Dominates), "dominated"),
            (claims(|claim| claim == Claim::Threats), "with threats"),
            (claims(|claim| claim == Claim::Solution), "with solution trees"),
            (claims(|claim| claim == Claim::Replies), "with answers to all replies"),
            (claims(|claim| claim == Claim::Evidence), "with evidence of the game"),
        ] {
            if number > 0 {
                sizes.push(format!("{number} {what}"));
            }
        }
        vec![
            ("game", self.spec.to_string()),
            ("position", printable(game.format_without_count(position).trim_end())),
            ("verdict", header.verdict.to_string()),
            ("claim", winproof_verify::answer_in_words(header)),
            ("form", records.form().to_string()),
            (
                "records",
                format!("{} ({})", count(records.len() as u64, "record"), sizes.join(", ")),
            ),
        ]
    }
}

/// A position that is still to be shown.
struct Pending<P> {
    parent: Option<usize>,
    depth: usize,
    mv: Option<String>,
    position: P,
    /// The rest of a threat or of a reply that is being carried out.
    threat: Vec<Move>,
    /// What the position after the reply dominates.
    dominated: Option<P>,
}

struct Unfolding<'a, G: Notation> {
    game: &'a G,
    certificate: &'a Certificate,
    extent: Extent,
    shown: HashMap<G::Position, usize>,
    /// The next one last.
    pending: Vec<Pending<G::Position>>,
    tree: ProofTree,
}

impl<G: Notation> Unfolding<'_, G> {
    fn run(mut self) -> ProofTree {
        while let Some(pending) = self.pending.pop() {
            if self.tree.nodes.len() >= self.extent.most {
                self.tree.cut = true;
                break;
            }
            self.show(pending);
        }
        self.tree
    }

    fn show(&mut self, pending: Pending<G::Position>) {
        let Pending { parent, depth, mv, position, threat, dominated } = pending;
        let index = self.tree.nodes.len();
        let same_as = self.shown.get(&position).copied();
        let (note, follow) = match (self.game.outcome(&position), same_as) {
            (Some(outcome), _) => (outcome_in_words(self.game, &position, outcome), Vec::new()),
            (None, Some(_)) => ("shown above".to_string(), Vec::new()),
            (None, None) if threat.is_empty() && dominated.is_some() => {
                self.describe_dominated(dominated.as_ref(), depth)
            }
            (None, None) => self.describe(&position, depth, &threat),
        };
        // The record may be that of a dominated position; play continues from there. A threat is about
        // the position itself.
        let records = &self.certificate.records;
        let named = dominated.as_ref().unwrap_or(&position);
        let argued = records.argued(self.game, named).filter(|_| threat.is_empty());
        let from = argued.as_ref().unwrap_or(&position);
        for &mv in follow.iter().rev() {
            let after = self.game.play(from, mv);
            let reply = match threat.is_empty() {
                true => self.reply(from, &after),
                false => None,
            };
            let (threat, dominated) = match (reply, &dominated) {
                (Some(Reply { line, dominated }), _) => (line, Some(dominated)),
                (None, dominated) if !threat.is_empty() => {
                    (self.threat(from, &threat, &after), dominated.clone())
                }
                _ => (self.threat(from, &threat, &after), None),
            };
            self.pending.push(Pending {
                parent: Some(index),
                depth: depth + 1,
                mv: Some(printable(&self.game.format_move(from, mv))),
                threat,
                dominated,
                position: after,
            });
        }
        // Ends are short enough to be shown again.
        let same_as = same_as.filter(|_| self.game.outcome(&position).is_none());
        self.shown.entry(position).or_insert(index);
        self.tree.nodes.push(Node { parent, depth, mv, note, same_as });
    }

    fn record(&self, position: &G::Position) -> Option<Record<'_>> {
        let mut bytes = Vec::new();
        self.game.encode(position, &mut bytes);
        self.certificate.records.find(&bytes)
    }

    /// Returns the rest of the threat that is being carried out, or the one that begins here.
    fn threat(&self, from: &G::Position, threat: &[Move], after: &G::Position) -> Vec<Move> {
        if let Some((_, rest)) = threat.split_first() {
            return rest.to_vec();
        }
        let (question, form) = self.certificate.header.obligation(self.game);
        let record = self.record(from);
        let found =
            record.and_then(|record| threat_after(self.game, question, form, record, after));
        found.unwrap_or_default()
    }

    /// Returns the reply of the certificate that works after a move.
    fn reply(&self, from: &G::Position, after: &G::Position) -> Option<Reply<G::Position>> {
        let (question, form) = self.certificate.header.obligation(self.game);
        reply_after(self.game, question, form, self.record(from)?, after)
    }

    /// Returns what the certificate says about a position that dominates this one.
    fn describe_dominated(
        &self,
        dominated: Option<&G::Position>,
        depth: usize,
    ) -> (String, Vec<Move>) {
        let argued = dominated.and_then(|it| self.certificate.records.argued(self.game, it));
        let Some(argued) = argued else {
            return ("dominates what is no position".to_string(), Vec::new());
        };
        let text = printable(&self.game.format(&argued));
        let (note, follow) = match self.game.outcome(&argued) {
            Some(outcome) => (outcome_in_words(self.game, &argued, outcome), Vec::new()),
            None => self.describe(&argued, depth, &[]),
        };
        (format!("at least as good as {text}: {note}"), follow)
    }

    /// Returns what the certificate says about a position, and the moves to follow.
    fn describe(
        &self,
        position: &G::Position,
        depth: usize,
        threat: &[Move],
    ) -> (String, Vec<Move>) {
        let mover = self.game.player_name(self.game.to_move(position));
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        // A position may have its own record too, because other records may depend on it.
        let claim = match threat.first() {
            Some(&mv) => Some(Claim::Move(mv)),
            None => self.record(position).map(|record| record.claim),
        };
        let Some(claim) = claim else {
            return (format!("{mover} to move, but there is no record"), Vec::new());
        };
        let (note, follow) = match claim {
            Claim::Dominates => {
                let argued = self.certificate.records.argued(self.game, position);
                let argued = argued.filter(|argued| argued != position);
                return self.describe_dominated(argued.as_ref(), depth);
            }
            Claim::Evidence => {
                return (format!("{mover} to move; the game has evidence"), Vec::new());
            }
            Claim::Replies => {
                let detail = self.record(position).map_or(&[][..], |record| record.detail);
                let answers = read_replies(detail).map_or(0, |replies| replies.len());
                let answers = match answers {
                    1 => "1 answer".to_string(),
                    number => format!("{number} answers"),
                };
                (format!("{mover} to move, {}, {answers}", replies(moves.len())), moves)
            }
            Claim::Minimax(limit) => {
                let positions = count(limit.into(), "position");
                return (format!("{mover} to move; minimax settles it in {positions}"), Vec::new());
            }
            Claim::Solution => {
                let detail = self.record(position).map_or(&[][..], |record| record.detail);
                let moves = read_solution(detail);
                let moves = count(moves.count() as u64, "move");
                return (format!("{mover} to move; a solution tree with {moves}"), Vec::new());
            }
            Claim::All | Claim::Threats => {
                (format!("{mover} to move, {}", replies(moves.len())), moves)
            }
            Claim::Move(mv) if moves.contains(&mv) => {
                let name = printable(&self.game.format_move(position, mv));
                (format!("{mover} plays {name}"), vec![mv])
            }
            Claim::Move(_) => {
                return (format!("{mover} to move; the recorded move is not legal"), Vec::new());
            }
        };
        match depth < self.extent.depth {
            true => (note, follow),
            false => (format!("{note} …"), Vec::new()),
        }
    }
}

fn replies(number: usize) -> String {
    if number == 1 { "1 reply".to_string() } else { format!("{number} replies") }
}
