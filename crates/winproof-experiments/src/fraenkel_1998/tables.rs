//! The paper's tables, entry by entry, and ours beside them.

use winproof_games::numeration::System;

use super::sequences::{Bases, pairs, ternary_pairs};
use crate::Failure;
use crate::report::Report;
use crate::table::Table;

/// Table 1: B_n for s = t = 2 and the A_n of the same places, n from 0 to 13.
const TABLE_1: [(u64, u64); 14] = [
    (0, 0),
    (1, 4),
    (2, 8),
    (3, 12),
    (5, 18),
    (6, 22),
    (7, 26),
    (9, 32),
    (10, 36),
    (11, 40),
    (13, 46),
    (14, 50),
    (15, 54),
    (16, 58),
];

/// Table 2: the representations of 1 to 60 for s = t = 2.
const TABLE_2: &str = "1 2 3 10 11 12 13 20 21 22 23 30 31 100 101 102 103 110 111 112 113 120 121 122 123 130 131 200 \
                       201 202 203 210 211 212 213 220 221 222 223 230 231 300 301 302 303 310 311 312 313 1000 1001 \
                       1002 1003 1010 1011 1012 1013 1020 1021 1022";

/// Table 3: the representations of 1 to 56 in the ternary system.
const TABLE_3: &str = "1 2 10 11 12 20 21 100 101 102 110 111 112 120 121 200 201 202 210 211 1000 1001 1002 1010 1011 \
                       1012 1020 1021 1100 1101 1102 1110 1111 1112 1120 1121 1200 1201 1202 1210 1211 2000 2001 2002 \
                       2010 2011 2012 2020 2021 2100 2101 2102 2110 2111 10000 10001";

/// Table 4, n from 1 to 14.
const TABLE_4: [(u64, u64); 14] = [
    (1, 3),
    (2, 6),
    (4, 11),
    (5, 14),
    (7, 19),
    (8, 21),
    (9, 24),
    (10, 27),
    (12, 32),
    (13, 35),
    (15, 40),
    (16, 42),
    (17, 45),
    (18, 48),
];

/// Puts the tables into a report, and says how many entries differ.
pub fn report(report: &mut Report) -> Result<u64, Failure> {
    let mut summary = Table::new(&["table", "entries", "different"]);
    let mut differences = 0;
    let mut count = |name: &str, different: Vec<bool>| {
        let wrong = different.iter().filter(|&&it| it).count();
        differences += wrong as u64;
        summary.row(vec![name.to_string(), different.len().to_string(), wrong.to_string()]);
    };
    let ours: Vec<(u64, u64)> = [(0, 0)].into_iter().chain(pairs(2, 2, 16)).collect();
    count("1", pairs_differ(&ours, &TABLE_1, System::HeapGame { s: 2, t: 2 }));
    let quaternary =
        representations(&Bases::of_heap_game(2, 2, 60), System::HeapGame { s: 2, t: 2 }, 60);
    count("2", representations_differ(&quaternary, TABLE_2));
    let ternary = representations(&Bases::even_fibonacci(56), System::EvenFibonacci, 56);
    count("3", representations_differ(&ternary, TABLE_3));
    let fourth = ternary_pairs(18);
    count("4", pairs_differ(&fourth, &TABLE_4, System::EvenFibonacci));
    report.table("The tables of the paper and ours", "tables", &summary)?;
    let columns = |first: u64, pairs: &[(u64, u64)]| {
        let mut table = Table::new(&["n", "A", "B"]);
        for (n, (lesser, greater)) in (first..).zip(pairs) {
            table.row(vec![n.to_string(), lesser.to_string(), greater.to_string()]);
        }
        table
    };
    let texts = |texts: &[[String; 2]]| {
        let mut table = Table::new(&["n", "representation"]);
        for (n, text) in (1..).zip(texts) {
            table.row(vec![n.to_string(), text[0].clone()]);
        }
        table
    };
    report.file("table-1.csv", &columns(0, &ours).csv())?;
    report.file("table-2.csv", &texts(&quaternary).csv())?;
    report.file("table-3.csv", &texts(&ternary).csv())?;
    report.file("table-4.csv", &columns(1, &fourth).csv())?;
    Ok(differences)
}

/// Which entries differ from the paper's, or from those of the games' numeration systems.
fn pairs_differ(ours: &[(u64, u64)], paper: &[(u64, u64)], system: System) -> Vec<bool> {
    assert_eq!(ours.len(), paper.len(), "as many entries as in the paper");
    let differs = |(&ours, &paper): (&(u64, u64), &(u64, u64))| {
        let (lesser, greater) = system.pair(&ours.0.into());
        ours != paper || (lesser, greater) != (ours.0.into(), ours.1.into())
    };
    ours.iter().zip(paper).map(differs).collect()
}

/// The representations of 1, 2, … by the machine words here, and by the games' numeration systems.
fn representations(bases: &Bases, system: System, largest: u64) -> Vec<[String; 2]> {
    let mut digits = Vec::new();
    let both = |number: u64| {
        bases.digits(number, &mut digits);
        let text: String = digits.iter().rev().map(u64::to_string).collect();
        [text, system.write(&system.digits(&number.into()))]
    };
    (1..=largest).map(both).collect()
}

fn representations_differ(ours: &[[String; 2]], paper: &str) -> Vec<bool> {
    let paper: Vec<&str> = paper.split_whitespace().collect();
    assert_eq!(ours.len(), paper.len(), "as many entries as in the paper");
    ours.iter().zip(paper).map(|(ours, paper)| ours.iter().any(|text| text != paper)).collect()
}
