//! The configurations of a sweep: every algorithm with every combination of the values of its parameters.

use std::collections::BTreeMap;

use winproof_games::GameSpec;
use winproof_rules::each_parameter_once;
use winproof_session::Failure;
use winproof_session::options::{self, Options, Wishes};

/// One way to search all problems.
#[derive(Debug)]
pub struct Configuration {
    /// The options.
    pub options: Options,
    /// The parameters that have several values in the sweep, as far as the algorithm has them.
    pub varied: BTreeMap<String, String>,
}

impl Configuration {
    /// The algorithm and what is varied, in one line.
    pub fn name(&self) -> String {
        let algorithm = self.options.config.algorithm().info().name.to_string();
        let varied = self.varied.iter().map(|(name, value)| format!("{name}={value}"));
        [algorithm].into_iter().chain(varied).collect::<Vec<_>>().join(" ")
    }
}

/// A parameter with the values that it takes in turn.
struct Axis<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

/// Makes the configurations. `algorithms` is a list with commas, and each of `sets` is `name=value,value…`. A
/// parameter that an algorithm does not have leaves that algorithm alone; one of them must have it.
pub fn configurations(
    spec: &GameSpec,
    wishes: &Wishes,
    algorithms: &str,
    sets: &[String],
) -> Result<Vec<Configuration>, Failure> {
    let algorithms: Vec<_> = algorithms.split(',').map(str::trim).collect();
    each_once(&algorithms)?;
    each_parameter_once("sweep", sets.iter().map(String::as_str)).map_err(Failure::input)?;
    let axes = sets.iter().map(|set| axis(set)).collect::<Result<Vec<_>, _>>()?;
    let mut configurations = Vec::new();
    let mut used = vec![false; axes.len()];
    for algorithm in &algorithms {
        let config = options::named(spec, algorithm)?;
        let has = |name: &str| {
            config.algorithm().info().parameters.iter().any(|parameter| parameter.name == name)
        };
        let own: Vec<usize> = (0..axes.len()).filter(|&axis| has(axes[axis].name)).collect();
        own.iter().for_each(|&axis| used[axis] = true);
        let own: Vec<&Axis<'_>> = own.into_iter().map(|axis| &axes[axis]).collect();
        for chosen in combinations(&own) {
            let settings = chosen.iter().map(|(axis, value)| format!("{}={value}", axis.name));
            let wishes = Wishes {
                algorithm: Some(algorithm.to_string()),
                settings: settings.collect(),
                ..wishes.clone()
            };
            let varied = chosen.iter().filter(|(axis, _)| axis.values.len() > 1);
            configurations.push(Configuration {
                options: Options::new(spec, &wishes, None)?,
                varied: varied
                    .map(|(axis, value)| (axis.name.to_string(), value.to_string()))
                    .collect(),
            });
        }
    }
    match used.iter().position(|used| !used) {
        Some(axis) => {
            let name = axes[axis].name;
            let algorithms = algorithms.join(", ");
            Err(Failure::Input(format!("unknown parameter `{name}` for {algorithms}")))
        }
        None => Ok(configurations),
    }
}

fn axis(set: &str) -> Result<Axis<'_>, Failure> {
    let Some((name, values)) = set.split_once('=') else {
        return Err(Failure::Input(format!(
            "expected a parameter as name=value,value…, found `{set}`"
        )));
    };
    let values: Vec<_> = values.split(',').map(str::trim).collect();
    each_once(&values)?;
    Ok(Axis { name: name.trim(), values })
}

/// Refuses a list in which something occurs twice: it would be measured twice.
fn each_once(list: &[&str]) -> Result<(), Failure> {
    let twice = (1..list.len()).find(|&index| list[..index].contains(&list[index]));
    match twice {
        Some(index) => Err(Failure::Input(format!("`{}` is given twice", list[index]))),
        None => Ok(()),
    }
}

/// All combinations of one value of each axis; the last axis varies fastest.
fn combinations<'a>(axes: &[&'a Axis<'a>]) -> Vec<Vec<(&'a Axis<'a>, &'a str)>> {
    let mut all = vec![Vec::new()];
    for &axis in axes {
        let longer = |chosen: Vec<(&'a Axis<'a>, &'a str)>| {
            let with = move |&value: &&'a str| [&chosen[..], &[(axis, value)]].concat();
            axis.values.iter().map(with).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(algorithms: &str, sets: &[&str]) -> Result<Vec<String>, String> {
        let spec = "nim".parse().unwrap();
        let sets: Vec<_> = sets.iter().map(|set| set.to_string()).collect();
        configurations(&spec, &Wishes::default(), algorithms, &sets)
            .map(|all| all.iter().map(Configuration::name).collect())
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn every_combination_occurs_once() {
        let found = names("df-pn,pn-star", &["epsilon=0, 0.25", "init=unit,moves", "killers=1"]);
        let expected = [
            "df-pn epsilon=0 init=unit",
            "df-pn epsilon=0 init=moves",
            "df-pn epsilon=0.25 init=unit",
            "df-pn epsilon=0.25 init=moves",
            // It has no ε.
            "pn-star init=unit",
            "pn-star init=moves",
        ];
        assert_eq!(found.unwrap(), expected);
        assert_eq!(names("auto", &[]).unwrap(), ["df-pn"]);
    }

    #[test]
    fn what_cannot_be_varied_is_refused() {
        for (algorithms, sets, expected) in [
            ("df-pn,df-pn", &[][..], "`df-pn` is given twice"),
            ("df-pn", &["epsilon=1,1"], "`1` is given twice"),
            ("df-pn", &["epsilon=1", "epsilon=2"], "sweep: parameter `epsilon` is given twice"),
            ("df-pn", &["epsilon"], "expected a parameter as name=value,value…, found `epsilon`"),
            ("pn-star,oracle", &["epsilon=1"], "unknown parameter `epsilon` for pn-star, oracle"),
            (
                "df-pn",
                &["epsilon=x"],
                "df-pn: parameter `epsilon` is a number from 0 to 100, not `x`",
            ),
            ("magic", &[], "unknown algorithm `magic` (there are: auto, oracle, pn, elkan, pn2, "),
        ] {
            let error = names(algorithms, sets).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
