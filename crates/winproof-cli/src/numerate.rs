//! `winproof numerate`: integers in exotic numeration systems. `winproof grundy`: the values of single heaps.

use clap::Args;
use winproof_games::numeration::System;
use winproof_session::Failure;
use winproof_session::figures::count;
use winproof_session::grundy_list::{GrundyList, PeriodReport, grundy_list};
use winproof_session::numerate::{Representation, number, number_of_digits, represent};
use winproof_session::results_log::line;

use crate::output;
use crate::status::Status;

/// The arguments of `numerate`.
#[derive(Debug, Args)]
pub struct NumerateArguments {
    /// The number, in decimal, of up to 10,000 digits
    pub number: String,

    /// Choose a system (repeatable): s=S,t=T is that of the game wythoff:s=S,t=T; ternary has the even-indexed Fibonacci
    /// numbers as bases; f1=F has bases 1, F, … with f(n+1) = 6 f(n) - f(n-1) [default: s=1,t=1 and ternary]
    #[arg(long, value_name = "SYSTEM", value_parser = read_system)]
    pub system: Vec<System>,

    /// Read the number as digits in the system
    #[arg(long, requires = "system")]
    pub digits: bool,

    /// Print one JSON object per system
    #[arg(long)]
    pub json: bool,
}

fn read_system(text: &str) -> Result<System, String> {
    text.parse().map_err(|error: winproof_rules::InputError| error.to_string())
}

/// Writes a number in some systems.
pub fn run(arguments: &NumerateArguments) -> Result<Status, Failure> {
    let systems = match arguments.system.as_slice() {
        [] => &[System::HeapGame { s: 1, t: 1 }, System::EvenFibonacci],
        systems => systems,
    };
    let mut text = String::new();
    for &system in systems {
        let number = match arguments.digits {
            true => number_of_digits(&arguments.number, system)?,
            false => number(&arguments.number)?,
        };
        let found = represent(&number, system);
        text += &if arguments.json { line(&found) } else { in_words(&found) };
    }
    output::finish(&text, Status::Done)
}

fn in_words(found: &Representation) -> String {
    let Representation { number, system, digits, zeros, pair: [lesser, greater], index } = found;
    let letter = if zeros % 2 == 0 { "A" } else { "B" };
    let index = index.as_ref().map(|index| format!("{letter}({index}), ")).unwrap_or_default();
    let zeros = count(*zeros as u64, "zero");
    format!(
        "{number}\n  {system:<9} {digits}\n            ends in {zeros}: {index}in the pair ({lesser}, {greater})\n"
    )
}

/// The arguments of `grundy`.
#[derive(Debug, Args)]
pub struct GrundyArguments {
    /// The code of the game, such as 0.137, 4.07, or 0.(3), in which the 3 repeats
    pub code: String,

    /// Find the values of heaps of up to N objects
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub heaps: u32,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Lists the Grundy values of heaps.
pub fn grundy(arguments: &GrundyArguments) -> Result<Status, Failure> {
    let list = grundy_list(&arguments.code, arguments.heaps)?;
    let text = if arguments.json { line(&list) } else { list_in_words(&list) };
    output::finish(&text, Status::Done)
}

/// Values in a row of the list.
const ROW: usize = 20;

fn list_in_words(GrundyList { code, values, period }: &GrundyList) -> String {
    let largest = values.len() - 1;
    let width = |number: usize| number.to_string().len();
    let (size_width, value_width) =
        (width(largest), values.iter().map(|&value| width(value as usize)).max().unwrap_or(1));
    let mut text = format!("Grundy values of {code}, heaps of 0 to {largest}\n");
    for (row, values) in values.chunks(ROW).enumerate() {
        let values: Vec<String> =
            values.iter().map(|value| format!("{value:>value_width$}")).collect();
        text += &format!("  {:>size_width$}  {}\n", row * ROW, values.join(" "));
    }
    text + &match period {
        None => format!("no period up to {largest}\n"),
        Some(PeriodReport { length, start, proved: true }) => {
            format!("period {length} from {start} on, for all heaps (theorem of Guy and Smith)\n")
        }
        Some(PeriodReport { length, start, proved: false }) => {
            format!("period {length} from {start} on, observed up to {largest}\n")
        }
    }
}
