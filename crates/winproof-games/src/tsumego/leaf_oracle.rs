//! The leaf oracle of tsumego: captures, unconditional life and its opposite (see [`life`](super::life)), and forced
//! moves.
//!
//! *Level 1*: an attacker who can capture the target with one move wins, and so does a defender who can end the game by
//! passing. A target that is unconditionally alive is alive.
//!
//! *Level 2*: a target without room for two eyes is dead.
//!
//! *Unfolding.* A defender who is unconditionally alive could always pass. The attacker then fills the points that are
//! left in any order, and each set of filled points is a position of the certificate. So the defender plays too, where
//! the stone is alive and leaves the attacker fewer moves; such stones stay, so this comes to an end. The attacker
//! of a dead target goes on as the proof says.

use winproof_rules::{LeafOracle, Move, Outcome, Player, Question};

use super::area::{Mask, bits};
use super::position::TsumegoPosition;
use super::{Tsumego, Without};

/// Decides what needs no search.
pub(super) struct LifeOracle<'g> {
    game: &'g Tsumego,
    /// Whether targets without room for two eyes are dead.
    rooms: bool,
    visited: u64,
}

/// What the target's liberties are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Liberties {
    /// Some stone of it is connected to the outside.
    Outside,
    /// Those that some chain of it has, and those that all its chains have.
    Points { all: Mask, shared: Mask },
}

impl Tsumego {
    /// The liberties of the target.
    pub(super) fn target_liberties(&self, position: &TsumegoPosition) -> Liberties {
        let empty = position.empty(&self.area);
        let stones = position.stones(self.area.defender());
        let (mut all, mut shared) = (0, Mask::MAX);
        let mut seeds = position.target;
        while seeds != 0 {
            let chain = self.area.connected(seeds.trailing_zeros() as usize, stones);
            if self.area.is_anchored(&chain, self.area.defender()) {
                return Liberties::Outside;
            }
            all |= chain.around & empty;
            shared &= chain.around & empty;
            seeds &= !chain.points;
        }
        Liberties::Points { all, shared }
    }

    /// The point where the attacker captures the whole target with one move, if all its chains have only that liberty.
    fn last_liberty(&self, position: &TsumegoPosition) -> Option<usize> {
        match self.target_liberties(position) {
            Liberties::Points { all, shared } if all == shared && all.is_power_of_two() => {
                Some(all.trailing_zeros() as usize)
            }
            _ => None,
        }
    }

    /// Where the attacker, to move, captures the target at once.
    fn killing_point(&self, position: &TsumegoPosition) -> Option<usize> {
        let number = self.last_liberty(position)?;
        position.ko.is_none_or(|ko| usize::from(ko) != number).then_some(number)
    }

    /// Whether the defender, to move, ends the game by passing: the attacker just did.
    fn ends_by_pass(&self, position: &TsumegoPosition) -> bool {
        position.passes == 1 && !self.unconditional && position.to_move == self.area.defender()
    }

    fn is_alive(&self, position: &TsumegoPosition) -> bool {
        self.area.alive_for_good(position) & position.target != 0
    }

    /// A move of the defender that keeps unconditional life and leaves the attacker as few moves as possible; a pass if
    /// none does.
    fn quietest_move(&self, position: &TsumegoPosition) -> Move {
        let choices =
            |after: &TsumegoPosition| after.legal(&self.area, self.area.attacker).count_ones();
        let pass = (choices(&position.after_pass()), self.pass());
        let quiet = bits(position.legal(&self.area, position.to_move)).filter_map(|number| {
            let after = position.after(&self.area, number, self.simple_ko);
            let alive = self.area.alive_for_good(&after);
            let stays = alive >> number & 1 == 1 && alive & after.target != 0;
            stays.then(|| (choices(&after), self.code(number)))
        });
        std::iter::once(pass)
            .chain(quiet)
            .min_by_key(|&(choices, _)| choices)
            .map_or(self.pass(), |(_, mv)| mv)
    }

    /// A move of the attacker against a target without room for two eyes.
    fn closing_move(&self, position: &TsumegoPosition) -> Option<Move> {
        if let Some(number) = self.killing_point(position) {
            return Some(self.code(number));
        }
        let enclosure = self.area.enclosure(position).filter(|it| it.is_dead(&self.area))?;
        let empty = position.empty(&self.area) & enclosure.space;
        let outer = empty & !enclosure.inner;
        let choices = |number: usize| {
            let after = position.after(&self.area, number, self.simple_ko);
            after.legal(&self.area, self.area.defender()).count_ones()
        };
        let legal = position.legal(&self.area, position.to_move);
        let among = if outer != 0 { outer } else { empty } & legal;
        bits(among).min_by_key(|&number| choices(number)).map(|number| self.code(number))
    }
}

impl<'g> LifeOracle<'g> {
    pub(super) fn new(game: &'g Tsumego, level: u32) -> Self {
        LifeOracle { game, rooms: level > 1 && game.without != Without::Death, visited: 0 }
    }

    /// Who wins, if that can be seen.
    fn winner(&mut self, position: &TsumegoPosition) -> Option<Player> {
        let game = self.game;
        let (attacker, defender) = (game.area.attacker, game.area.defender());
        self.visited += 1;
        if position.to_move == attacker {
            if game.killing_point(position).is_some() {
                return Some(attacker);
            }
        } else if game.ends_by_pass(position) {
            return Some(defender);
        }
        if self.rooms {
            match game.area.enclosure(position) {
                Some(enclosure) if enclosure.is_dead(&game.area) => return Some(attacker),
                _ => {}
            }
        }
        (game.without != Without::Life && game.is_alive(position)).then_some(defender)
    }
}

impl LeafOracle<TsumegoPosition> for LifeOracle<'_> {
    fn decide(&mut self, position: &TsumegoPosition, question: Question) -> Option<bool> {
        // Who wins settles every question but those that a draw would settle otherwise; and nobody who can win has to
        // be content with a draw.
        self.winner(position).map(|winner| question.met_by(Outcome::won_by(winner)))
    }

    fn unfold(
        &mut self,
        position: &TsumegoPosition,
        _question: Question,
        _proved: bool,
    ) -> Option<Move> {
        let game = self.game;
        if position.to_move == game.area.attacker {
            game.closing_move(position)
        } else if game.ends_by_pass(position) {
            Some(game.pass())
        } else {
            Some(game.quietest_move(position))
        }
    }

    fn finish(
        &mut self,
        position: &TsumegoPosition,
        question: Question,
        line: &mut Vec<Move>,
    ) -> bool {
        let game = self.game;
        if !question.is_about_winning() {
            return false;
        }
        if position.to_move == game.area.attacker {
            line.extend(game.killing_point(position).map(|number| game.code(number)));
        } else if game.ends_by_pass(position) {
            line.push(game.pass());
        }
        !line.is_empty()
    }

    /// Forced moves. An attacker who passes lets the defender end the game. A defender whose whole target has one
    /// liberty left takes it, or captures.
    fn prune(&mut self, position: &TsumegoPosition, question: Question, moves: &mut Vec<Move>) {
        let game = self.game;
        if !question.is_about_winning() || game.without == Without::Forced {
            return;
        }
        if position.to_move == game.area.attacker {
            if !game.unconditional {
                moves.retain(|&mv| mv != game.pass());
            }
        } else if let Some(number) = game.last_liberty(position)
            && !game.ends_by_pass(position)
        {
            let empty = position.empty(&game.area);
            let mut saving: Mask = 1 << number;
            for chain in game.area.parts(position.stones(game.area.attacker)) {
                let liberties = chain.around & empty;
                let is_capturable = liberties.is_power_of_two();
                if is_capturable && !game.area.is_anchored(&chain, game.area.attacker) {
                    saving |= liberties;
                }
            }
            moves.retain(|&mv| game.number(mv).is_some_and(|number| saving >> number & 1 == 1));
        }
    }

    fn is_quick(&self) -> bool {
        true
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}
