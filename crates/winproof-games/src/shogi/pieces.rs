//! Kinds of pieces, and what a player has in hand.

use winproof_rules::Hand as PackedHand;

/// A kind of piece. Its number has the promotion in bit 3; a king takes the number of a promoted nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Pawn = 1,
    Lance = 2,
    Knight = 3,
    Silver = 4,
    Bishop = 5,
    Rook = 6,
    Gold = 7,
    King = 8,
    ProPawn = 9,
    ProLance = 10,
    ProKnight = 11,
    ProSilver = 12,
    Horse = 13,
    Dragon = 14,
}

/// Set in the number of a promoted kind.
const PROMOTED: u8 = 8;

impl Kind {
    /// All kinds, in the order of their numbers.
    pub(super) const ALL: [Kind; 14] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Bishop,
        Kind::Rook,
        Kind::Gold,
        Kind::King,
        Kind::ProPawn,
        Kind::ProLance,
        Kind::ProKnight,
        Kind::ProSilver,
        Kind::Horse,
        Kind::Dragon,
    ];

    /// The kinds that can be in hand, most valuable first, as SFEN lists them.
    pub(super) const IN_HAND: [Kind; 7] =
        [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn];

    /// The kind with a number, if there is one.
    #[inline]
    pub(super) fn numbered(number: u8) -> Option<Kind> {
        Kind::ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }

    /// What it becomes when it promotes, if it can.
    #[inline]
    pub(super) const fn promoted(self) -> Option<Kind> {
        match self {
            Kind::Pawn => Some(Kind::ProPawn),
            Kind::Lance => Some(Kind::ProLance),
            Kind::Knight => Some(Kind::ProKnight),
            Kind::Silver => Some(Kind::ProSilver),
            Kind::Bishop => Some(Kind::Horse),
            Kind::Rook => Some(Kind::Dragon),
            _ => None,
        }
    }

    /// Whether it is promoted.
    pub(super) fn is_promoted(self) -> bool {
        self as u8 > PROMOTED
    }

    /// What it is in the hand of the player who takes it. A king stays what it is.
    #[inline]
    pub(super) fn in_hand(self) -> Kind {
        Kind::numbered(self as u8 & !PROMOTED).unwrap_or(Kind::King)
    }

    /// Its letter in SFEN, without the sign of promotion.
    pub(super) fn letter(self) -> char {
        match self.in_hand() {
            Kind::Pawn => 'P',
            Kind::Lance => 'L',
            Kind::Knight => 'N',
            Kind::Silver => 'S',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Gold => 'G',
            _ => 'K',
        }
    }

    /// The unpromoted kind with a capital letter.
    pub(super) fn lettered(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| !kind.is_promoted() && kind.letter() == letter)
    }

    /// Its name in one character.
    pub(super) fn kanji(self) -> char {
        match self {
            Kind::Pawn => '歩',
            Kind::Lance => '香',
            Kind::Knight => '桂',
            Kind::Silver => '銀',
            Kind::Bishop => '角',
            Kind::Rook => '飛',
            Kind::Gold => '金',
            Kind::King => '玉',
            Kind::ProPawn => 'と',
            Kind::ProLance => '杏',
            Kind::ProKnight => '圭',
            Kind::ProSilver => '全',
            Kind::Horse => '馬',
            Kind::Dragon => '龍',
        }
    }

    /// What several of its kind are called, promoted or not.
    pub(super) fn plural(self) -> &'static str {
        match self.in_hand() {
            Kind::Pawn => "pawns",
            Kind::Lance => "lances",
            Kind::Knight => "knights",
            Kind::Silver => "silvers",
            Kind::Bishop => "bishops",
            Kind::Rook => "rooks",
            Kind::Gold => "golds",
            _ => "kings",
        }
    }

    /// How many of a kind that can be in hand there are in a set.
    pub(super) const fn in_set(self) -> u32 {
        match self {
            Kind::Pawn => 18,
            Kind::Bishop | Kind::Rook => 2,
            _ => 4,
        }
    }
}

/// The pieces in one player's hand: a count for each kind, with a bit between the counts that is 0, so that two
/// hands are compared in all kinds by one subtraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Hand(u32);

/// Where the count of a kind begins, by the kind's number.
const SHIFT: [u32; 8] = [0, 0, 6, 10, 14, 18, 21, 24];
/// How many bits the count of a kind has.
const WIDTH: [u32; 8] = [0, 5, 3, 3, 3, 2, 2, 3];
/// The bits above the counts.
pub(super) const GUARDS: u32 = {
    let mut guards = 0;
    let mut number = 1;
    while number < 8 {
        guards |= 1 << (SHIFT[number] + WIDTH[number]);
        number += 1;
    }
    guards
};
const _: () = assert!(SHIFT[7] + WIDTH[7] <= PackedHand::BITS);

impl Hand {
    /// Nothing in hand.
    pub(super) const EMPTY: Hand = Hand(0);

    /// How many pieces of a kind there are.
    #[inline]
    pub(super) fn count(self, kind: Kind) -> u32 {
        let number = kind as usize;
        self.0 >> SHIFT[number] & ((1 << WIDTH[number]) - 1)
    }

    /// The same hand with another number of pieces of a kind.
    #[inline]
    pub(super) fn with(self, kind: Kind, count: u32) -> Hand {
        let number = kind as usize;
        debug_assert!(count <= kind.in_set());
        Hand(self.0 & !(((1 << WIDTH[number]) - 1) << SHIFT[number]) | count << SHIFT[number])
    }

    /// The hand with a piece more.
    #[inline]
    pub(super) fn plus(self, kind: Kind) -> Hand {
        Hand(self.0 + (1 << SHIFT[kind as usize]))
    }

    /// The hand with a piece less, of which there is one.
    #[inline]
    pub(super) fn minus(self, kind: Kind) -> Hand {
        Hand(self.0 - (1 << SHIFT[kind as usize]))
    }

    /// Whether there is nothing in hand.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self == Hand::EMPTY
    }

    /// Whether there are at least as many pieces of every kind as in another hand.
    #[inline]
    pub(super) fn contains(self, other: Hand) -> bool {
        (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS == GUARDS
    }

    /// Of each kind the greater count of two hands.
    #[inline]
    pub(super) fn union(self, other: Hand) -> Hand {
        if self.contains(other) {
            return self;
        }
        Kind::IN_HAND
            .into_iter()
            .fold(self, |hand, kind| hand.with(kind, hand.count(kind).max(other.count(kind))))
    }

    /// Of each kind the lesser count of two hands.
    #[inline]
    pub(super) fn intersection(self, other: Hand) -> Hand {
        if other.contains(self) {
            return self;
        }
        Kind::IN_HAND
            .into_iter()
            .fold(self, |hand, kind| hand.with(kind, hand.count(kind).min(other.count(kind))))
    }

    /// The pieces of two hands together, of which there are no more than a set has.
    #[inline]
    pub(super) fn and(self, other: Hand) -> Hand {
        Hand(self.0 + other.0)
    }

    /// The hand without the pieces of another one, which it contains.
    #[inline]
    pub(super) fn without(self, other: Hand) -> Hand {
        debug_assert!(self.contains(other));
        Hand(self.0 - other.0)
    }

    /// The hand as tables keep it.
    #[inline]
    pub(super) fn pack(self) -> PackedHand {
        PackedHand(u64::from(self.0))
    }

    /// The hand that was [packed](Hand::pack).
    #[inline]
    pub(super) fn packed(hand: PackedHand) -> Hand {
        Hand(hand.0 as u32)
    }

    /// The hand as a number, different for different hands.
    #[inline]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// The hand of a number, if it is one. Counts may still be more than a set has.
    pub(super) fn from_bits(bits: u32) -> Option<Hand> {
        let end = SHIFT[7] + WIDTH[7];
        (bits & GUARDS == 0 && bits >> end == 0).then_some(Hand(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_compared_in_all_kinds() {
        let hands: Vec<Hand> = (0..3_u32.pow(7))
            .map(|code| {
                let digits = (0..7).map(|digit| code / 3_u32.pow(digit) % 3);
                let few = Kind::IN_HAND.into_iter().zip(digits);
                few.fold(Hand::EMPTY, |hand, (kind, digit)| {
                    hand.with(kind, [0, 1, kind.in_set()][digit as usize])
                })
            })
            .collect();
        for &one in hands.iter().step_by(7) {
            for &other in &hands {
                let all = Kind::IN_HAND.iter().all(|&kind| one.count(kind) >= other.count(kind));
                assert_eq!(one.contains(other), all, "{one:?} {other:?}");
            }
            assert_eq!(Hand::from_bits(one.bits()), Some(one));
        }
    }

    #[test]
    fn pieces_come_and_go() {
        for kind in Kind::IN_HAND {
            let one = Hand::EMPTY.plus(kind);
            assert_eq!((one.count(kind), one.minus(kind)), (1, Hand::EMPTY));
            assert_eq!(one.with(kind, 0), Hand::EMPTY);
            assert_eq!(kind.promoted().map_or(kind, Kind::in_hand), kind);
        }
        assert_eq!(Hand::from_bits(1 << 5), None);
        assert_eq!(Hand::from_bits(1 << 31), None);
    }
}
