//! Games behind an object.
//!
//! The games of this crate are compiled together with every search. A game from another crate, which is added at run
//! time, is put behind a trait object instead: for the searches [`DynamicGame`] is one more game, and it forwards
//! every call. That costs a call and an allocation for each position, but the searches need not be compiled for the
//! game. Games whose plies are counted ([`Within`](winproof_rules::Within)) are behind it as well, so that there is
//! one more of them and not one for each game.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use winproof_rules::{
    Counted, Dominance, Encoding, Evidence, Game, Guidance, Impartial, InputError, Key, LeafOracle,
    Move, MoveOrdering, Notation, Outcome, Player, Question, Settings, Stage, StopSignal,
};

use crate::RegisteredGame;

/// A position of a game behind an object.
#[derive(Clone, Debug)]
pub struct DynamicPosition(Arc<dyn AnyPosition>);

/// A position whose type is not known.
trait AnyPosition: Any + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn AnyPosition) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl<P: Eq + Hash + Debug + Send + Sync + 'static> AnyPosition for P {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

impl PartialEq for DynamicPosition {
    fn eq(&self, other: &DynamicPosition) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for DynamicPosition {}

impl Hash for DynamicPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl DynamicPosition {
    fn new<P: Eq + Hash + Debug + Send + Sync + 'static>(position: P) -> DynamicPosition {
        DynamicPosition(Arc::new(position))
    }

    fn get<P: 'static>(&self) -> &P {
        self.0.as_any().downcast_ref().expect("a game gets positions of its own")
    }
}

type Hook<'a, T> = Option<&'a T>;
type Oracle<'a, P> = Box<dyn LeafOracle<P> + Send + 'a>;

/// All that a game can do, as an object.
pub(crate) trait AnyGame: Send + Sync {
    fn to_move(&self, position: &DynamicPosition) -> Player;
    fn usual_attacker(&self, position: &DynamicPosition) -> Player;
    fn outcome(&self, position: &DynamicPosition) -> Option<Outcome>;
    fn moves(&self, position: &DynamicPosition, moves: &mut Vec<Move>);
    fn move_count(&self, position: &DynamicPosition, scratch: &mut Vec<Move>) -> usize;
    fn is_legal(&self, position: &DynamicPosition, mv: Move, scratch: &mut Vec<Move>) -> bool;
    fn play(&self, position: &DynamicPosition, mv: Move) -> DynamicPosition;
    fn key(&self, position: &DynamicPosition) -> Key;
    fn endless(&self) -> Outcome;
    fn outcomes(&self) -> Vec<Outcome>;
    fn levels(&self, before: &DynamicPosition, after: &DynamicPosition) -> usize;
    fn ends_ply(&self, before: &DynamicPosition, after: &DynamicPosition) -> bool;
    fn ordering(&self) -> Hook<'_, dyn MoveOrdering<DynamicPosition>>;
    fn guidance(&self) -> Hook<'_, dyn Guidance<DynamicPosition>>;
    fn dominance(&self) -> Hook<'_, dyn Dominance<DynamicPosition>>;
    fn impartial(&self) -> Hook<'_, dyn Impartial<DynamicPosition>>;
    fn evidence(&self) -> Hook<'_, dyn Evidence<DynamicPosition>>;
    fn leaf_oracle(&self, level: u32) -> Option<Oracle<'_, DynamicPosition>>;
    fn within_oracle(&self, level: u32) -> Option<Oracle<'_, Counted<DynamicPosition>>>;
    fn encode(&self, position: &DynamicPosition, bytes: &mut Vec<u8>);
    fn decode(&self, bytes: &[u8]) -> Option<DynamicPosition>;
    fn parse(&self, text: &str) -> Result<DynamicPosition, InputError>;
    fn format(&self, position: &DynamicPosition) -> String;
    fn format_move(&self, position: &DynamicPosition, mv: Move) -> String;
    fn format_turn(&self, position: &DynamicPosition, line: &[Move]) -> Option<String>;
    fn parse_move(&self, position: &DynamicPosition, text: &str) -> Result<Move, InputError>;
    fn draw(&self, position: &DynamicPosition) -> String;
    fn sgf(&self, position: &DynamicPosition) -> Option<String>;
    fn removals(&self, position: &DynamicPosition) -> Vec<(String, DynamicPosition)>;
    fn parse_played(&self, text: &str) -> Result<(DynamicPosition, Vec<Move>), InputError>;
    fn attacked_by(&self, position: &DynamicPosition, attacker: Player) -> Option<DynamicPosition>;
    fn kinds_of_move(&self, position: &DynamicPosition, mv: Move) -> Vec<&'static str>;
    fn stage(&self, position: &DynamicPosition) -> Option<Stage>;
    fn player_name(&self, player: Player) -> &'static str;
}

/// A game behind the object.
struct Erased<G>(G);

impl<G: Notation + Send + 'static> AnyGame for Erased<G>
where
    G::Position: 'static,
{
    fn to_move(&self, position: &DynamicPosition) -> Player {
        self.0.to_move(position.get())
    }

    fn usual_attacker(&self, position: &DynamicPosition) -> Player {
        self.0.usual_attacker(position.get())
    }

    fn outcome(&self, position: &DynamicPosition) -> Option<Outcome> {
        self.0.outcome(position.get())
    }

    fn moves(&self, position: &DynamicPosition, moves: &mut Vec<Move>) {
        self.0.moves(position.get(), moves);
    }

    fn move_count(&self, position: &DynamicPosition, scratch: &mut Vec<Move>) -> usize {
        self.0.move_count(position.get(), scratch)
    }

    fn is_legal(&self, position: &DynamicPosition, mv: Move, scratch: &mut Vec<Move>) -> bool {
        self.0.is_legal(position.get(), mv, scratch)
    }

    fn play(&self, position: &DynamicPosition, mv: Move) -> DynamicPosition {
        DynamicPosition::new(self.0.play(position.get(), mv))
    }

    fn key(&self, position: &DynamicPosition) -> Key {
        self.0.key(position.get())
    }

    fn endless(&self) -> Outcome {
        self.0.endless()
    }

    fn outcomes(&self) -> Vec<Outcome> {
        self.0.outcomes()
    }

    fn levels(&self, before: &DynamicPosition, after: &DynamicPosition) -> usize {
        self.0.levels(before.get(), after.get())
    }

    fn ends_ply(&self, before: &DynamicPosition, after: &DynamicPosition) -> bool {
        self.0.ends_ply(before.get(), after.get())
    }

    fn ordering(&self) -> Hook<'_, dyn MoveOrdering<DynamicPosition>> {
        self.0.ordering().map(|_| self as &dyn MoveOrdering<_>)
    }

    fn guidance(&self) -> Hook<'_, dyn Guidance<DynamicPosition>> {
        self.0.guidance().map(|_| self as &dyn Guidance<_>)
    }

    fn dominance(&self) -> Hook<'_, dyn Dominance<DynamicPosition>> {
        self.0.dominance().map(|_| self as &dyn Dominance<_>)
    }

    fn evidence(&self) -> Hook<'_, dyn Evidence<DynamicPosition>> {
        self.0.evidence().map(|_| self as &dyn Evidence<_>)
    }

    fn impartial(&self) -> Hook<'_, dyn Impartial<DynamicPosition>> {
        self.0.impartial().map(|_| self as &dyn Impartial<_>)
    }

    fn leaf_oracle(&self, level: u32) -> Option<Oracle<'_, DynamicPosition>> {
        let oracle = self.0.leaf_oracle(level)?;
        Some(Box::new(ErasedOracle(oracle)))
    }

    fn within_oracle(&self, level: u32) -> Option<Oracle<'_, Counted<DynamicPosition>>> {
        let oracle = self.0.within_oracle(level)?;
        Some(Box::new(ErasedOracle(oracle)))
    }

    fn encode(&self, position: &DynamicPosition, bytes: &mut Vec<u8>) {
        self.0.encode(position.get(), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<DynamicPosition> {
        self.0.decode(bytes).map(DynamicPosition::new)
    }

    fn parse(&self, text: &str) -> Result<DynamicPosition, InputError> {
        self.0.parse(text).map(DynamicPosition::new)
    }

    fn format(&self, position: &DynamicPosition) -> String {
        self.0.format(position.get())
    }

    fn format_move(&self, position: &DynamicPosition, mv: Move) -> String {
        self.0.format_move(position.get(), mv)
    }

    fn format_turn(&self, position: &DynamicPosition, line: &[Move]) -> Option<String> {
        self.0.format_turn(position.get(), line)
    }

    fn parse_move(&self, position: &DynamicPosition, text: &str) -> Result<Move, InputError> {
        self.0.parse_move(position.get(), text)
    }

    fn draw(&self, position: &DynamicPosition) -> String {
        self.0.draw(position.get())
    }

    fn sgf(&self, position: &DynamicPosition) -> Option<String> {
        self.0.sgf(position.get())
    }

    fn removals(&self, position: &DynamicPosition) -> Vec<(String, DynamicPosition)> {
        let removals = self.0.removals(position.get()).into_iter();
        removals.map(|(piece, left)| (piece, DynamicPosition::new(left))).collect()
    }

    fn parse_played(&self, text: &str) -> Result<(DynamicPosition, Vec<Move>), InputError> {
        self.0.parse_played(text).map(|(start, moves)| (DynamicPosition::new(start), moves))
    }

    fn attacked_by(&self, position: &DynamicPosition, attacker: Player) -> Option<DynamicPosition> {
        self.0.attacked_by(position.get(), attacker).map(DynamicPosition::new)
    }

    fn kinds_of_move(&self, position: &DynamicPosition, mv: Move) -> Vec<&'static str> {
        self.0.kinds_of_move(position.get(), mv)
    }

    fn stage(&self, position: &DynamicPosition) -> Option<Stage> {
        self.0.stage(position.get())
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.0.player_name(player)
    }
}

/// The hooks are returned only if the game has them.
const THERE: &str = "the game has this hook";

impl<G: Game> MoveOrdering<DynamicPosition> for Erased<G>
where
    G::Position: 'static,
{
    fn score(&self, position: &DynamicPosition, mv: Move) -> i32 {
        self.0.ordering().expect(THERE).score(position.get(), mv)
    }
}

impl<G: Game> Guidance<DynamicPosition> for Erased<G>
where
    G::Position: 'static,
{
    fn estimate(&self, position: &DynamicPosition, question: Question) -> (u32, u32) {
        self.0.guidance().expect(THERE).estimate(position.get(), question)
    }

    fn cost(&self, position: &DynamicPosition, mv: Move, question: Question) -> i32 {
        self.0.guidance().expect(THERE).cost(position.get(), mv, question)
    }

    fn chain(&self, position: &DynamicPosition, mv: Move) -> Option<u32> {
        self.0.guidance().expect(THERE).chain(position.get(), mv)
    }
}

impl<G: Game> Dominance<DynamicPosition> for Erased<G>
where
    G::Position: 'static,
{
    fn dominates(
        &self,
        position: &DynamicPosition,
        other: &DynamicPosition,
        player: Player,
    ) -> bool {
        self.0.dominance().expect(THERE).dominates(position.get(), other.get(), player)
    }

    fn weaken(
        &self,
        position: &DynamicPosition,
        player: Player,
        answers: &[(Move, DynamicPosition)],
    ) -> DynamicPosition {
        let answers: Vec<(Move, G::Position)> =
            answers.iter().map(|(mv, after)| (*mv, after.get::<G::Position>().clone())).collect();
        let dominance = self.0.dominance().expect(THERE);
        DynamicPosition::new(dominance.weaken(position.get(), player, &answers))
    }

    fn keeps_plies(&self) -> bool {
        self.0.dominance().expect(THERE).keeps_plies()
    }

    fn filled(&self, position: &DynamicPosition, player: Player) -> Option<DynamicPosition> {
        let filled = self.0.dominance().expect(THERE).filled(position.get(), player)?;
        Some(DynamicPosition::new(filled))
    }
}

impl<G: Game> Evidence<DynamicPosition> for Erased<G>
where
    G::Position: 'static,
{
    fn shows(&self, position: &DynamicPosition, player: Player, bytes: &[u8]) -> bool {
        self.0.evidence().expect(THERE).shows(position.get(), player, bytes)
    }

    fn chosen(&self, position: &DynamicPosition, player: Player, bytes: &[u8]) -> Option<Move> {
        self.0.evidence().expect(THERE).chosen(position.get(), player, bytes)
    }

    fn after(
        &self,
        position: &DynamicPosition,
        player: Player,
        bytes: &[u8],
        mv: Move,
    ) -> Option<Vec<u8>> {
        self.0.evidence().expect(THERE).after(position.get(), player, bytes, mv)
    }
}

impl<G: Game> Impartial<DynamicPosition> for Erased<G>
where
    G::Position: 'static,
{
    fn beside_nim_heap(&self, position: &DynamicPosition, size: u32) -> Option<DynamicPosition> {
        let sum = self.0.impartial().expect(THERE).beside_nim_heap(position.get(), size);
        sum.map(DynamicPosition::new)
    }

    fn grundy_value(&self, position: &DynamicPosition) -> Option<u32> {
        self.0.impartial().expect(THERE).grundy_value(position.get())
    }
}

/// A position, with or without a count, whose type is not known.
trait Hidden<P> {
    /// Calls a function with the position in its own type.
    fn with<R>(&self, call: impl FnOnce(&P) -> R) -> R;

    /// Hides a position.
    fn hide(position: P) -> Self;
}

impl<P: Eq + Hash + Debug + Send + Sync + 'static> Hidden<P> for DynamicPosition {
    fn with<R>(&self, call: impl FnOnce(&P) -> R) -> R {
        call(self.get())
    }

    fn hide(position: P) -> Self {
        DynamicPosition::new(position)
    }
}

impl<P: Clone + Eq + Hash + Debug + Send + Sync + 'static> Hidden<Counted<P>>
    for Counted<DynamicPosition>
{
    fn with<R>(&self, call: impl FnOnce(&Counted<P>) -> R) -> R {
        call(&Counted { position: self.position.get::<P>().clone(), left: self.left })
    }

    fn hide(Counted { position, left }: Counted<P>) -> Self {
        Counted { position: DynamicPosition::new(position), left }
    }
}

struct ErasedOracle<'a, P>(Oracle<'a, P>);

impl<P, D: Hidden<P>> LeafOracle<D> for ErasedOracle<'_, P> {
    fn decide(&mut self, position: &D, question: Question) -> Option<bool> {
        position.with(|position| self.0.decide(position, question))
    }

    fn unfold(&mut self, position: &D, question: Question, proved: bool) -> Option<Move> {
        position.with(|position| self.0.unfold(position, question, proved))
    }

    fn finish(&mut self, position: &D, question: Question, line: &mut Vec<Move>) -> bool {
        position.with(|position| self.0.finish(position, question, line))
    }

    fn solution(
        &mut self,
        position: &D,
        question: Question,
        proved: bool,
        moves: &mut Vec<Move>,
    ) -> Option<bool> {
        position.with(|position| self.0.solution(position, question, proved, moves))
    }

    fn prune(&mut self, position: &D, question: Question, moves: &mut Vec<Move>) {
        position.with(|position| self.0.prune(position, question, moves));
    }

    fn learn(&mut self, position: &D, question: Question, proved: bool, mv: Option<Move>) -> bool {
        position.with(|position| self.0.learn(position, question, proved, mv))
    }

    fn weaken(&mut self, position: &D, question: Question) -> Option<D> {
        position.with(|position| self.0.weaken(position, question)).map(D::hide)
    }

    fn evidence(&mut self, position: &D, question: Question) -> Option<(D, Vec<u8>)> {
        let (position, bytes) = position.with(|position| self.0.evidence(position, question))?;
        Some((D::hide(position), bytes))
    }

    fn estimate(&mut self, position: &D, question: Question) -> Option<(u32, u32)> {
        position.with(|position| self.0.estimate(position, question))
    }

    fn is_quick(&self) -> bool {
        self.0.is_quick()
    }

    fn visited(&self) -> u64 {
        self.0.visited()
    }

    fn set_stop(&mut self, stop: &StopSignal) {
        self.0.set_stop(stop);
    }

    fn memory(&self) -> usize {
        self.0.memory()
    }
}

/// A game behind an object. Whether it is cyclic is part of the type, because certificates and searches depend on
/// it. Clones are the same game.
#[derive(Clone)]
pub struct DynamicGame<const CYCLIC: bool>(Arc<dyn AnyGame>);

/// A game behind an object that was opened, and its position.
pub struct Opened {
    game: Arc<dyn AnyGame>,
    cyclic: bool,
    /// The position.
    pub position: DynamicPosition,
}

impl Opened {
    /// Returns whether the game is cyclic.
    pub fn is_cyclic(&self) -> bool {
        self.cyclic
    }

    /// Returns the game. `CYCLIC` may be true for every game; it must be if the game [is](Opened::is_cyclic).
    pub fn game<const CYCLIC: bool>(&self) -> DynamicGame<CYCLIC> {
        assert!(CYCLIC || !self.cyclic, "the game is cyclic");
        DynamicGame(Arc::clone(&self.game))
    }
}

/// Opens a game behind the object.
pub(crate) fn open<G: RegisteredGame + Send>(
    settings: &Settings,
    position: &str,
) -> Result<Opened, InputError>
where
    G::Position: 'static,
{
    let (game, position) = G::open(settings, position)?;
    let position = DynamicPosition::new(position);
    Ok(Opened { game: Arc::new(Erased(game)), cyclic: G::CYCLIC, position })
}

impl<const CYCLES: bool> Game for DynamicGame<CYCLES> {
    type Position = DynamicPosition;
    const CYCLIC: bool = CYCLES;

    fn to_move(&self, position: &DynamicPosition) -> Player {
        self.0.to_move(position)
    }

    fn usual_attacker(&self, position: &DynamicPosition) -> Player {
        self.0.usual_attacker(position)
    }

    fn outcome(&self, position: &DynamicPosition) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &DynamicPosition, moves: &mut Vec<Move>) {
        self.0.moves(position, moves);
    }

    fn move_count(&self, position: &DynamicPosition, scratch: &mut Vec<Move>) -> usize {
        self.0.move_count(position, scratch)
    }

    fn is_legal(&self, position: &DynamicPosition, mv: Move, scratch: &mut Vec<Move>) -> bool {
        self.0.is_legal(position, mv, scratch)
    }

    fn play(&self, position: &DynamicPosition, mv: Move) -> DynamicPosition {
        self.0.play(position, mv)
    }

    fn key(&self, position: &DynamicPosition) -> Key {
        self.0.key(position)
    }

    fn endless(&self) -> Outcome {
        self.0.endless()
    }

    fn outcomes(&self) -> Vec<Outcome> {
        self.0.outcomes()
    }

    fn levels(&self, before: &DynamicPosition, after: &DynamicPosition) -> usize {
        self.0.levels(before, after)
    }

    fn ends_ply(&self, before: &DynamicPosition, after: &DynamicPosition) -> bool {
        self.0.ends_ply(before, after)
    }

    fn ordering(&self) -> Option<&dyn MoveOrdering<DynamicPosition>> {
        self.0.ordering()
    }

    fn guidance(&self) -> Option<&dyn Guidance<DynamicPosition>> {
        self.0.guidance()
    }

    fn dominance(&self) -> Option<&dyn Dominance<DynamicPosition>> {
        self.0.dominance()
    }

    fn evidence(&self) -> Option<&dyn Evidence<DynamicPosition>> {
        self.0.evidence()
    }

    fn impartial(&self) -> Option<&dyn Impartial<DynamicPosition>> {
        self.0.impartial()
    }

    fn leaf_oracle(&self, level: u32) -> Option<Oracle<'_, DynamicPosition>> {
        self.0.leaf_oracle(level)
    }

    fn within_oracle(&self, level: u32) -> Option<Oracle<'_, Counted<DynamicPosition>>> {
        self.0.within_oracle(level)
    }
}

impl<const CYCLIC: bool> Encoding for DynamicGame<CYCLIC> {
    fn encode(&self, position: &DynamicPosition, bytes: &mut Vec<u8>) {
        self.0.encode(position, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<DynamicPosition> {
        self.0.decode(bytes)
    }
}

impl<const CYCLIC: bool> Notation for DynamicGame<CYCLIC> {
    fn parse(&self, text: &str) -> Result<DynamicPosition, InputError> {
        self.0.parse(text)
    }

    fn format(&self, position: &DynamicPosition) -> String {
        self.0.format(position)
    }

    fn format_move(&self, position: &DynamicPosition, mv: Move) -> String {
        self.0.format_move(position, mv)
    }

    fn format_turn(&self, position: &DynamicPosition, line: &[Move]) -> Option<String> {
        self.0.format_turn(position, line)
    }

    fn parse_move(&self, position: &DynamicPosition, text: &str) -> Result<Move, InputError> {
        self.0.parse_move(position, text)
    }

    fn draw(&self, position: &DynamicPosition) -> String {
        self.0.draw(position)
    }

    fn sgf(&self, position: &DynamicPosition) -> Option<String> {
        self.0.sgf(position)
    }

    fn removals(&self, position: &DynamicPosition) -> Vec<(String, DynamicPosition)> {
        self.0.removals(position)
    }

    fn parse_played(&self, text: &str) -> Result<(DynamicPosition, Vec<Move>), InputError> {
        self.0.parse_played(text)
    }

    fn attacked_by(&self, position: &DynamicPosition, attacker: Player) -> Option<DynamicPosition> {
        self.0.attacked_by(position, attacker)
    }

    fn kinds_of_move(&self, position: &DynamicPosition, mv: Move) -> Vec<&'static str> {
        self.0.kinds_of_move(position, mv)
    }

    fn stage(&self, position: &DynamicPosition) -> Option<Stage> {
        self.0.stage(position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.0.player_name(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::check_game;
    use crate::{GameSpec, Hex, Loa, Nim};

    /// The game behind the object passes the suite of all games, and has the same hooks as without the
    /// object.
    fn check<G: RegisteredGame + Send, const CYCLIC: bool>(spec: &str, position: &str)
    where
        G::Position: 'static,
    {
        let spec: GameSpec = spec.parse().unwrap();
        let (plain, _) = G::open(spec.settings(), position).unwrap();
        let opened = open::<G>(spec.settings(), position).unwrap();
        let game = opened.game::<CYCLIC>();
        assert_eq!((opened.is_cyclic(), plain.outcomes()), (CYCLIC, game.outcomes()));
        assert_eq!(plain.ordering().is_some(), game.ordering().is_some());
        assert_eq!(plain.guidance().is_some(), game.guidance().is_some());
        assert_eq!(plain.dominance().is_some(), game.dominance().is_some());
        assert_eq!(plain.impartial().is_some(), game.impartial().is_some());
        assert_eq!(plain.leaf_oracle(1).is_some(), game.leaf_oracle(1).is_some());
        assert_eq!(plain.within_oracle(1).is_some(), game.within_oracle(1).is_some());
        check_game(&game, &[opened.position]);
    }

    #[test]
    fn a_game_behind_the_object_is_the_same_game() {
        check::<Nim, false>("nim", "2,3");
        check::<Hex, false>("hex:size=3", "start");
        check::<Loa, true>("loa:size=4", "start");
    }
}
