//! Named parameters with default, range and help: one description that the command line, the web page
//! and the documentation all read, for games and algorithms alike.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use thiserror::Error;

use crate::Word;

/// One parameter of a game or an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name on the command line.
    pub name: &'static str,
    /// What values it takes, and the default.
    pub kind: Kind,
    /// What it does, in one line.
    pub help: &'static str,
}

/// The values a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number.
    Integer {
        /// Least allowed value.
        min: i64,
        /// Greatest allowed value.
        max: i64,
        /// Default value.
        default: i64,
    },
    /// A decimal number.
    Real {
        /// Least allowed value.
        min: f64,
        /// Greatest allowed value.
        max: f64,
        /// Default value.
        default: f64,
    },
    /// One of several words.
    Choice {
        /// The words.
        options: &'static [&'static str],
        /// Default value.
        default: &'static str,
    },
    /// A word of a form of its own, such as the code of an octal game.
    Word {
        /// What the words look like, for messages.
        expected: &'static str,
        /// Returns the word as it is always written, if the text is one.
        read: fn(&str) -> Option<Word>,
        /// Default value, as `read` returns it.
        default: &'static str,
    },
}

/// A value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A decimal number.
    Real(f64),
    /// One of the words of a choice.
    Choice(&'static str),
    /// A word of a form of its own.
    Word(Word),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => value.fmt(f),
            Value::Real(value) => value.fmt(f),
            Value::Choice(word) => f.write_str(word),
            Value::Word(word) => word.fmt(f),
        }
    }
}

impl Kind {
    /// Returns the default value.
    pub fn default(&self) -> Value {
        match *self {
            Kind::Integer { default, .. } => Value::Integer(default),
            Kind::Real { default, .. } => Value::Real(default),
            Kind::Choice { default, .. } => Value::Choice(default),
            Kind::Word { default, .. } => {
                Value::Word(Word::new(default).expect("a default is a word"))
            }
        }
    }

    fn parse(&self, text: &str) -> Option<Value> {
        match *self {
            Kind::Integer { min, max, .. } => {
                let value = text.parse().ok()?;
                (min..=max).contains(&value).then_some(Value::Integer(value))
            }
            Kind::Real { min, max, .. } => {
                let value: f64 = text.parse().ok()?;
                // There is only one zero: adding 0 removes the sign of negative zero.
                (min..=max).contains(&value).then_some(Value::Real(value + 0.0))
            }
            Kind::Choice { options, .. } => {
                options.iter().find(|&&word| word == text).map(|&word| Value::Choice(word))
            }
            Kind::Word { read, .. } => read(text).map(Value::Word),
        }
    }
}

/// Describes the allowed values: `a whole number from 1 to 9`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Integer { min, max: i64::MAX, .. } => write!(f, "a whole number from {min}"),
            Kind::Integer { min, max, .. } => write!(f, "a whole number from {min} to {max}"),
            Kind::Real { min, max, .. } => write!(f, "a number from {min} to {max}"),
            Kind::Choice { options, .. } => write!(f, "one of {}", options.join(", ")),
            Kind::Word { expected, .. } => f.write_str(expected),
        }
    }
}

/// Refuses assignments `name=value` of which two have the same name: only one of them would count.
pub fn each_parameter_once<'a>(
    owner: &str,
    assignments: impl IntoIterator<Item = &'a str>,
) -> Result<(), ParameterError> {
    let mut seen = BTreeSet::new();
    for assignment in assignments {
        let (name, _) = assignment.split_once('=').unwrap_or((assignment, ""));
        if !seen.insert(name.trim()) {
            let (owner, name) = (owner.to_string(), name.trim().to_string());
            return Err(ParameterError::Repeated { owner, name });
        }
    }
    Ok(())
}

/// Why a parameter could not be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParameterError {
    /// A parameter is set twice.
    #[error("{owner}: parameter `{name}` is given twice")]
    Repeated {
        /// The game or algorithm.
        owner: String,
        /// The name that was given.
        name: String,
    },
    /// There is no parameter of that name.
    #[error("unknown parameter `{name}` for {owner} (it has: {known})")]
    Unknown {
        /// The game or algorithm.
        owner: String,
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The parameter does not take this value.
    #[error("{owner}: parameter `{name}` is {expected}, not `{value}`")]
    Value {
        /// The game or algorithm.
        owner: String,
        /// The parameter.
        name: String,
        /// What it takes.
        expected: String,
        /// The value that was given.
        value: String,
    },
    /// The value is not in the one form in which this program writes it.
    #[error("{owner}: parameter `{name}` is written `{canonical}`, not `{value}`")]
    Spelling {
        /// The game or algorithm.
        owner: String,
        /// The parameter.
        name: String,
        /// How its value is written.
        canonical: String,
        /// The value that was given.
        value: String,
    },
    /// Something other than `name=value`.
    #[error("{owner}: expected a parameter as name=value, found `{found}`")]
    Shape {
        /// The game or algorithm.
        owner: String,
        /// What was given.
        found: String,
    },
}

/// The values of all parameters of one game or algorithm.
///
/// ```
/// use winproof_rules::{Kind, Parameter, Settings};
/// static TABLE: &[Parameter] = &[Parameter {
///     name: "size",
///     kind: Kind::Integer { min: 1, max: 13, default: 11 },
///     help: "cells along one side",
/// }];
/// let mut settings = Settings::defaults("hex", TABLE);
/// assert_eq!(settings.integer("size"), 11);
/// settings.set("size=5").unwrap();
/// assert_eq!(settings.integer("size"), 5);
/// assert_eq!(
///     settings.set("size=99").unwrap_err().to_string(),
///     "hex: parameter `size` is a whole number from 1 to 13, not `99`"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    owner: &'static str,
    table: &'static [Parameter],
    values: Vec<Value>,
}

impl Settings {
    /// All parameters at their defaults. `owner` is named in error messages.
    pub fn defaults(owner: &'static str, table: &'static [Parameter]) -> Settings {
        let values = table.iter().map(|parameter| parameter.kind.default()).collect();
        Settings { owner, table, values }
    }

    /// Sets one parameter from `name=value`.
    pub fn set(&mut self, assignment: &str) -> Result<(), ParameterError> {
        match assignment.split_once('=') {
            Some((name, value)) => self.set_value(name.trim(), value.trim()),
            None => Err(ParameterError::Shape {
                owner: self.owner.to_string(),
                found: assignment.to_string(),
            }),
        }
    }

    /// Sets one parameter.
    pub fn set_value(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        let Some(index) = self.table.iter().position(|parameter| parameter.name == name) else {
            let known: Vec<_> = self.table.iter().map(|parameter| parameter.name).collect();
            return Err(ParameterError::Unknown {
                owner: self.owner.to_string(),
                name: name.to_string(),
                known: if known.is_empty() { "none".to_string() } else { known.join(", ") },
            });
        };
        let kind = &self.table[index].kind;
        self.values[index] = kind.parse(value).ok_or_else(|| ParameterError::Value {
            owner: self.owner.to_string(),
            name: name.to_string(),
            expected: kind.to_string(),
            value: value.to_string(),
        })?;
        Ok(())
    }

    /// Sets one parameter from a file, where a value is written in one way only: `4`, not `+4` or `04`.
    pub fn set_canonical(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        self.set_value(name, value)?;
        let canonical = self.value(name).to_string();
        if canonical == value {
            return Ok(());
        }
        Err(ParameterError::Spelling {
            owner: self.owner.to_string(),
            name: name.to_string(),
            canonical,
            value: value.to_string(),
        })
    }

    /// All parameters with their values, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, Value)> + '_ {
        self.table.iter().zip(self.values.iter().copied())
    }

    /// The values of all parameters as text.
    pub fn by_name(&self) -> BTreeMap<String, String> {
        self.iter().map(|(it, value)| (it.name.to_string(), value.to_string())).collect()
    }

    /// Sets a parameter of the table to a value that it takes. Panics otherwise: names and values from outside
    /// go through [`set_value`](Settings::set_value).
    pub fn put(&mut self, name: &str, value: Value) {
        let set = self.set_value(name, &value.to_string());
        set.unwrap_or_else(|error| panic!("{error}"));
    }

    /// The value of a parameter. Panics if the table has no such parameter.
    pub fn value(&self, name: &str) -> Value {
        let index = self.table.iter().position(|parameter| parameter.name == name);
        self.values[index.unwrap_or_else(|| panic!("{} has no parameter `{name}`", self.owner))]
    }

    /// The value of a whole-number parameter. Panics if the table has no such parameter.
    pub fn integer(&self, name: &str) -> i64 {
        match self.value(name) {
            Value::Integer(value) => value,
            other => panic!("parameter `{name}` is not a whole number: {other}"),
        }
    }

    /// The value of a decimal parameter. Panics if the table has no such parameter.
    pub fn real(&self, name: &str) -> f64 {
        match self.value(name) {
            Value::Real(value) => value,
            other => panic!("parameter `{name}` is not a decimal number: {other}"),
        }
    }

    /// The value of a choice. Panics if the table has no such parameter.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Choice(word) => word,
            other => panic!("parameter `{name}` is not a choice: {other}"),
        }
    }

    /// The value of a word. Panics if the table has no such parameter.
    pub fn word(&self, name: &str) -> Word {
        match self.value(name) {
            Value::Word(word) => word,
            other => panic!("parameter `{name}` is not a word: {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: &[Parameter] = &[
        Parameter { name: "r", kind: Kind::Real { min: 0.0, max: 1.0, default: 0.5 }, help: "" },
        Parameter {
            name: "ties",
            kind: Kind::Choice { options: &["leftmost", "deepest"], default: "leftmost" },
            help: "",
        },
    ];

    #[test]
    fn bad_settings_say_what_was_expected() {
        let mut settings = Settings::defaults("pn", TABLE);
        for (given, expected) in [
            ("r=nan", "pn: parameter `r` is a number from 0 to 1, not `nan`"),
            ("r=2", "pn: parameter `r` is a number from 0 to 1, not `2`"),
            ("ties=x", "pn: parameter `ties` is one of leftmost, deepest, not `x`"),
            ("q=1", "unknown parameter `q` for pn (it has: r, ties)"),
            ("r", "pn: expected a parameter as name=value, found `r`"),
        ] {
            assert_eq!(settings.set(given).unwrap_err().to_string(), expected);
        }
        for given in ["+0.5", "00.5", "0.50", ".5", "5e-1", "-0"] {
            let error = settings.set_canonical("r", given).unwrap_err().to_string();
            let expected = if given == "-0" { "0" } else { "0.5" };
            assert_eq!(error, format!("pn: parameter `r` is written `{expected}`, not `{given}`"));
        }
        settings.set_canonical("r", "0.5").unwrap();
        settings.set(" ties = deepest ").unwrap();
        assert_eq!(settings.choice("ties"), "deepest");
        assert_eq!(settings.real("r"), 0.5);
    }
}
