//! All experiments, in their smallest size: they are reproducible with any number of threads, and resume
//! where they stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use winproof_experiments::table::parse_csv;
use winproof_experiments::{
    EXPERIMENTS, Experiment, Failure, Lab, Plan, RESULTS_LOG, Size, check, check_text, experiment,
    has_runs, recompute,
};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("experiments").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

fn run(experiment: &Experiment, plan: Plan) -> Result<String, Failure> {
    (experiment.run)(&mut Lab::open(experiment.name, plan)?)
}

/// A table of runs without what differs from one time to the next.
fn timeless_runs(text: &str) -> String {
    let rows = parse_csv(text).unwrap();
    let kept = |column: &usize| !["seconds", "batch"].contains(&rows[0][*column].as_str());
    let columns: Vec<usize> = (0..rows[0].len()).filter(kept).collect();
    let line =
        |row: &Vec<String>| columns.iter().map(|&column| row[column].clone() + ",").collect();
    rows.iter().map(line).collect::<Vec<String>>().join("\n")
}

/// What results say, by file, without what differs from one time to the next: dates, times, and the results log, whose
/// order is that in which threads finished. Where there is a table of runs, all other files are computed from it.
fn files(folder: &Path) -> Vec<(String, String)> {
    let runs = "runs.csv".to_string();
    if has_runs(folder) {
        let text = fs::read_to_string(folder.join(&runs)).unwrap();
        return vec![(runs, timeless_runs(&text))];
    }
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            (name, fs::read_to_string(&path).unwrap())
        })
        .filter(|(name, _)| name != RESULTS_LOG && name != "times.csv")
        .map(|(name, text)| {
            let timeless = match name.as_str() {
                "runs.csv" => text.lines().map(|line| line.rsplit_once(',').unwrap().0).collect(),
                "report.md" => text.split("## Time").take(1).collect(),
                _ => vec![text.as_str()],
            };
            let timeless = timeless.join("\n");
            (name, timeless)
        })
        .collect();
    files.sort();
    files
}

/// The results of a run that nothing disturbed; several tests compare with them.
fn undisturbed(experiment: &Experiment) -> PathBuf {
    static MAKING: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut made = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let name = format!("{}-undisturbed", experiment.name);
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("experiments").join(&name);
    if !made.contains(&experiment.name) {
        run(experiment, Plan::new(folder(&name), Size::Test)).unwrap();
        made.push(experiment.name);
    }
    place
}

#[test]
fn results_repeat_whatever_the_number_of_threads() {
    for experiment in EXPERIMENTS {
        let again = folder(&format!("{}-threads", experiment.name));
        run(experiment, Plan { threads: 3, ..Plan::new(&again, Size::Test) }).unwrap();
        assert_eq!(files(&undisturbed(experiment)), files(&again), "{}", experiment.name);
    }
}

#[test]
fn a_torn_results_log_is_completed() {
    for experiment in EXPERIMENTS {
        let whole = undisturbed(experiment);
        let log = fs::read_to_string(whole.join(RESULTS_LOG)).unwrap();
        let torn = folder(&format!("{}-torn", experiment.name));
        // In the middle of the first line, of one further down, and of the last.
        for share in [0.0001, 0.6, 0.9999] {
            let length = ((log.len() as f64 * share) as usize).max(1);
            fs::create_dir_all(&torn).unwrap();
            fs::write(torn.join(RESULTS_LOG), &log[..log.floor_char_boundary(length)]).unwrap();
            run(experiment, Plan::new(&torn, Size::Test)).unwrap();
            assert_eq!(files(&whole), files(&torn), "{}, {share}", experiment.name);
        }
    }
}

#[test]
fn an_interrupted_experiment_says_so_and_goes_on() {
    let experiment = experiment("nagai-1998").unwrap();
    let place = folder("interrupted");
    let interrupt = Arc::new(AtomicBool::new(true));
    let plan = Plan { interrupt: Arc::clone(&interrupt), ..Plan::new(&place, Size::Test) };
    match run(experiment, plan.clone()) {
        Err(Failure::Interrupted { done: 0, path }) => assert!(path.exists()),
        other => panic!("{other:?}"),
    }
    interrupt.store(false, Ordering::Relaxed);
    run(experiment, plan).unwrap();
    assert_eq!(files(&undisturbed(experiment)), files(&place));
}

#[test]
fn results_of_another_seed_are_not_mixed_in() {
    let experiment = experiment("nagai-1998").unwrap();
    let place = folder("seeds");
    drop(Lab::open(experiment.name, Plan::new(&place, Size::Test)).unwrap());
    let other = Plan { seed: 2, ..Plan::new(&place, Size::Test) };
    let Err(Failure::Input(message)) = Lab::open(experiment.name, other) else { panic!() };
    assert!(message.contains("holds other results"), "{message}");
}

#[test]
fn nothing_contradicts_anything() {
    // Where one search is all there is, nothing can; and networks that play games of chance prove nothing.
    let compares = |name: &str| !name.ends_with("-sets") && name != "west-1998";
    for experiment in EXPERIMENTS.iter().filter(|experiment| compares(experiment.name)) {
        let report = fs::read_to_string(undisturbed(experiment).join("report.md")).unwrap();
        assert!(report.contains("All verdicts agree."), "{report}");
    }
}

/// The experiments that keep their runs, so that they can be checked.
fn checked() -> impl Iterator<Item = &'static Experiment> {
    EXPERIMENTS.iter().filter(|experiment| {
        let kept =
            ["nagai-1998", "memory-slowdown", "winands-2002", "nagai-imai-1999", "majerech-2012"];
        kept.contains(&experiment.name) || experiment.name.starts_with("ishitobi")
    })
}

#[test]
fn results_are_computed_again_from_their_runs() {
    for experiment in checked() {
        let results = undisturbed(experiment);
        assert_eq!(check(experiment, &results).unwrap(), Vec::<String>::new());
    }
}

#[test]
fn changed_results_are_noticed() {
    let experiment = experiment("nagai-1998").unwrap();
    let place = folder("changed");
    fs::create_dir_all(&place).unwrap();
    for entry in fs::read_dir(undisturbed(experiment)).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, place.join(path.file_name().unwrap())).unwrap();
    }
    let table = place.join("figure1.csv");
    let text = fs::read_to_string(&table).unwrap();
    fs::write(&table, text.replacen("1.00", "1.01", 1)).unwrap();
    fs::remove_file(place.join("figure2.svg")).unwrap();
    let differences = check(experiment, &place).unwrap();
    let found = |name: &str| differences.iter().any(|difference| difference.contains(name));
    assert!(found("figure1.csv") && found("figure2.svg"), "{differences:?}");
    assert_eq!(differences.len(), 2, "{differences:?}");
}

#[test]
fn interrupted_results_are_those_of_the_runs_that_were_done() {
    let experiment = experiment("winands-2002").unwrap();
    let place = folder("part");
    let whole = undisturbed(experiment);
    let log = fs::read_to_string(whole.join(RESULTS_LOG)).unwrap();
    let half = log.floor_char_boundary(log.len() / 2);
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join(RESULTS_LOG), &log[..half]).unwrap();
    let interrupt = Arc::new(AtomicBool::new(true));
    let plan = Plan { interrupt, ..Plan::new(&place, Size::Test) };
    let mut lab = Lab::open(experiment.name, plan).unwrap();
    let report = (experiment.run)(&mut lab).unwrap();
    assert!(lab.is_incomplete() && report.contains("so far"), "{report}");
    drop(lab);
    assert_eq!(check(experiment, &place).unwrap(), Vec::<String>::new());
    // Without the log, the table of runs is continued.
    fs::remove_file(place.join(RESULTS_LOG)).unwrap();
    let runs = fs::read_to_string(place.join("runs.csv")).unwrap().lines().count() - 1;
    let mut lab = Lab::open(experiment.name, Plan::new(&place, Size::Test)).unwrap();
    assert_eq!(lab.done(), runs);
    (experiment.run)(&mut lab).unwrap();
    assert!(!lab.is_incomplete());
    drop(lab);
    assert_eq!(files(&whole), files(&place));
}

/// The folder with the texts and results of all experiments.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments")
}

/// After a change of what is reported, `WINPROOF_BLESS=1` writes the files of results again. The tables in the texts
/// have to be changed by hand; the test says to what.
#[test]
fn the_results_in_the_repository_are_what_their_runs_give() {
    for experiment in checked() {
        let results = repository().join(experiment.name).join("results");
        if !has_runs(&results) {
            continue;
        }
        if std::env::var_os("WINPROOF_BLESS").is_some() {
            recompute(experiment, &results).unwrap();
        }
        assert_eq!(check(experiment, &results).unwrap(), Vec::<String>::new());
    }
    assert_eq!(check_text(&repository().join("README.md")).unwrap(), Vec::<String>::new());
}
