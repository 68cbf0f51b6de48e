//! The sequences of the paper in machine words: pairs by the recursion of theorem 1, and representations of integers. Not
//! a line is shared with the games' own numeration systems, so that both check each other.

/// The bases of a numeration system, from 1 on, up to the first that exceeds some number, and one more.
pub struct Bases(Vec<u64>);

/// The end of a representation, and what becomes of it with one more zero.
pub struct Represented {
    /// How many zeros it ends in.
    pub zeros: u32,
    /// The integer with one more zero.
    pub shifted: u64,
}

impl Bases {
    /// u_{n+1} = factor · u_n + back · u_{n-1}, with u_0 = 1 and u_1 given.
    pub fn new(factor: i64, back: i64, second: i64, largest: u64) -> Bases {
        let mut bases = vec![1, second];
        while (bases[bases.len() - 2] as u64) <= largest {
            let next = factor * bases[bases.len() - 1] + back * bases[bases.len() - 2];
            bases.push(next);
        }
        Bases(bases.into_iter().map(|base| base as u64).collect())
    }

    /// The system of s and t.
    pub fn of_heap_game(s: u64, t: u64, largest: u64) -> Bases {
        let (s, t) = (s as i64, t as i64);
        Bases::new(s + t - 1, s, s + t, largest)
    }

    /// That of the even-indexed Fibonacci numbers.
    pub fn even_fibonacci(largest: u64) -> Bases {
        Bases::new(3, -1, 3, largest)
    }

    /// The bases.
    pub fn all(&self) -> &[u64] {
        &self.0
    }

    /// The digits of an integer from 0 on, from that of u_0 on, without leading zeros.
    pub fn digits(&self, number: u64, digits: &mut Vec<u64>) {
        digits.clear();
        let length = self.0.partition_point(|&base| base <= number);
        digits.resize(length, 0);
        let mut rest = number;
        for place in (0..length).rev() {
            digits[place] = rest / self.0[place];
            rest %= self.0[place];
        }
    }

    /// The end of the representation of a positive integer.
    pub fn represent(&self, number: u64) -> Represented {
        let (mut rest, mut shifted, mut zeros) = (number, 0, 0);
        let length = self.0.partition_point(|&base| base <= number);
        for place in (0..length).rev() {
            let digit = rest / self.0[place];
            rest -= digit * self.0[place];
            shifted += digit * self.0[place + 1];
            if digit > 0 {
                zeros = place as u32;
            }
        }
        Represented { zeros, shifted }
    }
}

/// Returns the pairs (A_n, B_n) by theorem 1, n from 1 on, with A_n up to some number.
pub fn pairs(s: u64, t: u64, largest: u64) -> Vec<(u64, u64)> {
    let mut is_greater = vec![false; largest as usize + 1];
    let mut pairs = Vec::new();
    for lesser in 1..=largest {
        if is_greater[lesser as usize] {
            continue;
        }
        let greater = s * lesser + t * (pairs.len() as u64 + 1);
        if let Some(entry) = is_greater.get_mut(greater as usize) {
            *entry = true;
        }
        pairs.push((lesser, greater));
    }
    pairs
}

/// Returns the pairs of table 4 with A_n up to some number, n from 1 on: those whose representations in the ternary system
/// end in an even number of zeros, and the same with one more zero.
pub fn ternary_pairs(largest: u64) -> Vec<(u64, u64)> {
    let bases = Bases::even_fibonacci(largest);
    let pair = |number: u64| {
        let Represented { zeros, shifted } = bases.represent(number);
        (zeros % 2 == 0).then_some((number, shifted))
    };
    (1..=largest).filter_map(pair).collect()
}
