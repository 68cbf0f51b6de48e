//! Questions with a number of plies: can the attacker force the target *in time*?
//!
//! The answer comes from another game, in which a position is a position of the first game together with the plies
//! that are left. When none is left and the game is not over, the attacker has failed. The number falls with every
//! ply, so this game has no cycles, whatever the first one has. Every search and the checker take it like any other
//! game. `docs/CERTIFICATES.md` says why a certificate for it shows what it claims.
//!
//! Only an end can meet the target. Endless play never does, even where it is worth enough: it does not come within
//! any number of plies. A question that is disproved within N plies may be proved within more.

mod bounds;
mod hands;
mod look_ahead;
mod oracle;

use crate::{
    Dominance, Encoding, Game, Guidance, Hands, InputError, Key, LeafOracle, Move, MoveOrdering,
    Notation, Outcome, Player, Question, SplitKey,
};

pub use look_ahead::LookAhead;
use oracle::CountedOracle;

/// A position with the plies that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counted<P> {
    /// The position.
    pub position: P,
    /// The plies that are left.
    pub left: u16,
}

/// A game whose plies are counted, for one question: the attacker has to reach the target before they are used up.
///
/// It keeps the rules, the notation, the move ordering and the guidance of the game, which only say where to search
/// first. It does not inherit the leaf oracle, pruning and learning: they preserve outcomes, and not the number of moves.
/// What does preserve it is [`Game::within_oracle`]. The dominance relation is inherited if it
/// [keeps plies](Dominance::keeps_plies), and hands are, with the plies as one more kind of piece ([`Hands`]).
///
/// ```
/// use winproof_rules::{Game, Outcome, Player, Question, Within};
/// # use winproof_rules::{Key, Move};
/// # struct Countdown;
/// # impl Game for Countdown {
/// #     type Position = u8;
/// #     const CYCLIC: bool = false;
/// #     fn to_move(&self, _: &u8) -> Player { Player::First }
/// #     fn outcome(&self, left: &u8) -> Option<Outcome> { (*left == 0).then_some(Outcome::WIN) }
/// #     fn moves(&self, _: &u8, moves: &mut Vec<Move>) { moves.push(Move(0)) }
/// #     fn play(&self, left: &u8, _: Move) -> u8 { left - 1 }
/// #     fn key(&self, left: &u8) -> Key { Key(u128::from(*left)) }
/// # }
/// // In this game every move counts down by one, and at zero the first player has won.
/// let game = Within::new(Countdown, Question::win(Player::First)).unwrap();
/// let after_two = |start| {
///     let after_one = game.play(&game.root(start, 2), Move(0));
///     game.outcome(&game.play(&after_one, Move(0)))
/// };
/// assert_eq!(after_two(2), Some(Outcome::WIN));
/// assert_eq!(after_two(3), Some(Outcome::DRAW), "used up: worth less than the target");
/// ```
#[derive(Clone, Debug)]
pub struct Within<G> {
    game: G,
    question: Question,
    /// The outcome if the plies are used up.
    used_up: Outcome,
}

impl<G: Game> Within<G> {
    /// Counts the plies of a game, for one question. `None` if every outcome there could be meets the target
    /// (`target ≤ −`[`Outcome::LIMIT`]): then there is none for plies that are used up.
    pub fn new(game: G, question: Question) -> Option<Within<G>> {
        let Question { attacker, target } = question;
        let worth = target.checked_sub(1)?;
        let used_up = Outcome::new(if attacker == Player::First { worth } else { -worth })?;
        Some(Within { game, question, used_up })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The question that it is for. About any other question it says nothing of use.
    pub fn question(&self) -> Question {
        self.question
    }

    /// A position of the game with so many plies left.
    pub fn root(&self, position: G::Position, plies: u16) -> Counted<G::Position> {
        Counted { position, left: plies }
    }

    /// Returns the question in the form in which the hooks of the game expect it, and whether it is turned.
    fn normal(&self, question: Question) -> (Question, bool) {
        let normal = question.normal_form(&self.game);
        (normal.question, normal.turned)
    }
}

/// Multiples of this differ in many bits: 2^128 divided by the golden ratio.
const GOLDEN: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

impl<G: Game> Game for Within<G> {
    type Position = Counted<G::Position>;
    const CYCLIC: bool = false;
    const TRANSPOSES: bool = G::TRANSPOSES;
    const HAND_GUARDS: u64 = hands::guards(G::HAND_GUARDS);

    #[inline]
    fn to_move(&self, at: &Self::Position) -> Player {
        self.game.to_move(&at.position)
    }

    fn usual_attacker(&self, _: &Self::Position) -> Player {
        self.question.attacker
    }

    #[inline]
    fn outcome(&self, at: &Self::Position) -> Option<Outcome> {
        let ended = self.game.outcome(&at.position);
        ended.or_else(|| (at.left == 0).then_some(self.used_up))
    }

    #[inline]
    fn moves(&self, at: &Self::Position, moves: &mut Vec<Move>) {
        self.game.moves(&at.position, moves);
    }

    #[inline]
    fn move_count(&self, at: &Self::Position, scratch: &mut Vec<Move>) -> usize {
        self.game.move_count(&at.position, scratch)
    }

    #[inline]
    fn is_legal(&self, at: &Self::Position, mv: Move, scratch: &mut Vec<Move>) -> bool {
        self.game.is_legal(&at.position, mv, scratch)
    }

    #[inline]
    fn play(&self, at: &Self::Position, mv: Move) -> Self::Position {
        let position = self.game.play(&at.position, mv);
        let ends = self.game.ends_ply(&at.position, &position);
        Counted { position, left: at.left.saturating_sub(u16::from(ends)) }
    }

    #[inline]
    fn key(&self, at: &Self::Position) -> Key {
        let Key(key) = self.game.key(&at.position);
        Key(key ^ (u128::from(at.left) + 1).wrapping_mul(GOLDEN))
    }

    #[inline]
    fn split_key(&self, at: &Self::Position, player: Player) -> SplitKey {
        if Self::HAND_GUARDS == 0 {
            return self.key(at).into();
        }
        let SplitKey { board, hand } = self.game.split_key(&at.position, player);
        SplitKey { board, hand: self.counted_hand(hand, at.left, player) }
    }

    /// Never occurs. It fails the attacker like plies that are used up, so that questions are in normal form.
    fn endless(&self) -> Outcome {
        self.used_up
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let mut outcomes = self.game.outcomes();
        outcomes.push(self.used_up);
        outcomes.sort_unstable();
        outcomes.dedup();
        outcomes
    }

    fn levels(&self, before: &Self::Position, after: &Self::Position) -> usize {
        self.game.levels(&before.position, &after.position)
    }

    fn ends_ply(&self, before: &Self::Position, after: &Self::Position) -> bool {
        self.game.ends_ply(&before.position, &after.position)
    }

    fn plies_left(&self, at: &Self::Position) -> Option<u16> {
        Some(at.left)
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<Self::Position>> {
        self.game.ordering().map(|_| self as &dyn MoveOrdering<_>)
    }

    fn guidance(&self) -> Option<&dyn Guidance<Self::Position>> {
        self.game.guidance().map(|_| self as &dyn Guidance<_>)
    }

    fn dominance(&self) -> Option<&dyn Dominance<Self::Position>> {
        let kept = self.game.dominance().is_some_and(|dominance| dominance.keeps_plies());
        (kept && self.is_for_a_win()).then_some(self as &dyn Dominance<_>)
    }

    fn hands(&self) -> Option<&dyn Hands<Self::Position>> {
        self.game.hands().filter(|_| self.is_for_a_win()).map(|_| self as &dyn Hands<_>)
    }

    fn leaf_oracle(&self, level: u32) -> Option<Box<dyn LeafOracle<Self::Position> + Send + '_>> {
        Some(Box::new(CountedOracle::new(self, level)))
    }
}

impl<G: Game> MoveOrdering<Counted<G::Position>> for Within<G> {
    fn score(&self, at: &Counted<G::Position>, mv: Move) -> i32 {
        self.game.ordering().map_or(0, |ordering| ordering.score(&at.position, mv))
    }
}

impl<G: Game> Guidance<Counted<G::Position>> for Within<G> {
    fn estimate(&self, at: &Counted<G::Position>, question: Question) -> (u32, u32) {
        let (normal, turned) = self.normal(question);
        let Some(guidance) = self.game.guidance() else { return (1, 1) };
        let (proof, disproof) = guidance.estimate(&at.position, normal);
        if turned { (disproof, proof) } else { (proof, disproof) }
    }

    fn cost(&self, at: &Counted<G::Position>, mv: Move, question: Question) -> i32 {
        let (normal, _) = self.normal(question);
        self.game.guidance().map_or(0, |guidance| guidance.cost(&at.position, mv, normal))
    }

    fn chain(&self, at: &Counted<G::Position>, mv: Move) -> Option<u32> {
        self.game.guidance()?.chain(&at.position, mv)
    }
}

/// The position's own bytes, then the plies that are left in two bytes, the higher one first: a position with
/// different counts has neighbouring encodings.
impl<G: Encoding> Encoding for Within<G> {
    fn encode(&self, at: &Self::Position, bytes: &mut Vec<u8>) {
        self.game.encode(&at.position, bytes);
        bytes.extend(at.left.to_be_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Self::Position> {
        let (position, left) = bytes.split_last_chunk()?;
        let position = self.game.decode(position)?;
        Some(Counted { position, left: u16::from_be_bytes(*left) })
    }
}

/// A position is written with its count: `3,4,5 first within 7`.
impl<G: Notation> Notation for Within<G> {
    fn parse(&self, text: &str) -> Result<Self::Position, InputError> {
        let expected = || {
            let end = text.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
            InputError::new("expected `within` and a number of plies at the end").found(end)
        };
        let (position, left) = text.trim_end().rsplit_once(WITHIN).ok_or_else(expected)?;
        let left = left.parse().map_err(|_| expected())?;
        Ok(Counted { position: self.game.parse(position)?, left })
    }

    fn format(&self, at: &Self::Position) -> String {
        format!("{}{WITHIN}{}", self.game.format(&at.position), at.left)
    }

    fn format_without_count(&self, at: &Self::Position) -> String {
        self.game.format(&at.position)
    }

    fn parse_with_count(
        &self,
        text: &str,
        left: Option<u16>,
    ) -> Result<Self::Position, InputError> {
        let left = left.ok_or_else(|| InputError::new("expected a number of plies"))?;
        Ok(Counted { position: self.game.parse(text)?, left })
    }

    fn is_used_up(&self, at: &Self::Position) -> bool {
        at.left == 0 && self.game.outcome(&at.position).is_none()
    }

    fn format_move(&self, at: &Self::Position, mv: Move) -> String {
        self.game.format_move(&at.position, mv)
    }

    fn format_turn(&self, at: &Self::Position, line: &[Move]) -> Option<String> {
        self.game.format_turn(&at.position, line)
    }

    fn parse_move(&self, at: &Self::Position, text: &str) -> Result<Move, InputError> {
        self.game.parse_move(&at.position, text)
    }

    fn draw(&self, at: &Self::Position) -> String {
        format!("{}\nwithin {}", self.game.draw(&at.position).trim_end(), at.left)
    }

    fn sgf(&self, at: &Self::Position) -> Option<String> {
        self.game.sgf(&at.position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.game.player_name(player)
    }
}

/// Between a position and its count.
const WITHIN: &str = " within ";

#[cfg(test)]
mod tests;
