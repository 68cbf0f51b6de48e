//! Lists of jobs: pages of those that fit a filter.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::job::{JobSummary, Record, State};
use super::{Entry, JobQueue};
use crate::problem::Problem;

/// The jobs of a page by default, and at most.
const USUAL: usize = 50;
const MOST: usize = 500;

/// Which jobs a list has.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// States with commas between them, such as `running,waiting`; by default all.
    state: Option<String>,
    /// The name of a game, without parameters; by default all.
    game: Option<String>,
    /// Ids with commas between them; by default all.
    ids: Option<String>,
}

/// Which part of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// The most jobs, up to 500; by default 50.
    limit: Option<usize>,
    /// Where to go on: `next` of the page before.
    cursor: Option<u64>,
}

/// A page of a list of jobs.
#[derive(Serialize, ToSchema)]
pub struct JobList {
    /// The jobs, the newest first.
    jobs: Vec<JobSummary>,
    /// The cursor of the next page; null if this is the last one.
    next: Option<u64>,
    /// How many jobs fit the filter, on all pages together.
    fitting: usize,
    /// How many jobs there are in each state, whatever the filter; states without jobs are missing.
    states: BTreeMap<State, usize>,
}

/// How many jobs were deleted.
#[derive(Serialize, ToSchema)]
pub struct Deleted {
    /// How many jobs were deleted.
    deleted: usize,
}

/// A filter that has been read.
struct Selection {
    states: Option<HashSet<State>>,
    game: Option<String>,
    ids: Option<HashSet<String>>,
}

impl Filter {
    /// Returns whether every job fits.
    fn is_empty(&self) -> bool {
        self.state.is_none() && self.game.is_none() && self.ids.is_none()
    }

    fn read(&self) -> Result<Selection, Problem> {
        let words = |text: &Option<String>| {
            let text = text.as_deref()?;
            let words = text.split(',').map(|word| word.trim().to_string());
            Some(words.filter(|word| !word.is_empty()).collect::<Vec<_>>())
        };
        let states = words(&self.state).map(|words| {
            let words = words.into_iter();
            words.map(|word| state(&word)).collect::<Result<HashSet<_>, Problem>>()
        });
        Ok(Selection {
            states: states.transpose()?,
            game: self.game.clone(),
            ids: words(&self.ids).map(HashSet::from_iter),
        })
    }
}

fn state(word: &str) -> Result<State, Problem> {
    serde_json::from_value(word.into()).map_err(|_| {
        let error =
            format!("unknown state `{word}` (there are: waiting, running, paused, done, failed)");
        Problem::field("state", error)
    })
}

impl Selection {
    fn fits(&self, record: &Record) -> bool {
        let state = self.states.as_ref().is_none_or(|states| states.contains(&record.state));
        let game = self.game.as_ref().is_none_or(|name| record.plan.game.info().name == name);
        state && game && self.ids.as_ref().is_none_or(|ids| ids.contains(&record.id))
    }
}

impl JobQueue {
    /// Returns a page of the jobs that fit the filter, the newest first.
    pub fn list(&self, filter: &Filter, part: &Part) -> Result<JobList, Problem> {
        let selection = filter.read()?;
        let limit = part.limit.unwrap_or(USUAL);
        if limit == 0 || limit > MOST {
            return Err(Problem::field("limit", format!("expected a number from 1 to {MOST}")));
        }
        let inner = self.lock();
        let mut fitting: Vec<&Entry> =
            inner.jobs.values().filter(|entry| selection.fits(&entry.record)).collect();
        fitting.sort_unstable_by_key(|entry| Reverse(entry.record.number));
        let begin = part
            .cursor
            .map_or(0, |cursor| fitting.partition_point(|entry| entry.record.number >= cursor));
        let page = &fitting[begin..fitting.len().min(begin + limit)];
        let last = page.last().map(|entry| entry.record.number);
        let places: HashMap<&str, usize> =
            inner.waiting.iter().enumerate().map(|(at, id)| (id.as_str(), at + 1)).collect();
        let jobs = page.iter().map(|entry| {
            let place = places.get(entry.record.id.as_str()).copied();
            JobSummary::new(&entry.record, entry.circumstances(place))
        });
        Ok(JobList {
            jobs: jobs.collect(),
            next: last.filter(|_| begin + page.len() < fitting.len()),
            fitting: fitting.len(),
            states: inner.states(),
        })
    }

    /// Deletes all jobs that fit the filter.
    pub fn delete_all(&self, filter: &Filter) -> Result<Deleted, Problem> {
        if filter.is_empty() {
            let error = "expected a filter: `state`, `game` or `ids`";
            return Err(Problem::field("state", error));
        }
        let selection = filter.read()?;
        let ids: Vec<_> = {
            let inner = self.lock();
            let fitting = inner.jobs.values().filter(|entry| selection.fits(&entry.record));
            fitting.map(|entry| entry.record.id.clone()).collect()
        };
        // One that somebody else deletes at the same time is not counted.
        let deleted = ids.iter().filter(|id| self.delete(id).is_ok()).count();
        Ok(Deleted { deleted })
    }
}
