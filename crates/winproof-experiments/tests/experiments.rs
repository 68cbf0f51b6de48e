//! All experiments, in their smallest size: they are reproducible with any number of threads, and resume
//! where they stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use winproof_experiments::{
    EXPERIMENTS, Experiment, Failure, Lab, Plan, RESULTS_LOG, Size, experiment,
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

/// All files of results, by name, without what differs from run to run: the results log, whose order is
/// that in which threads finished, and times.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
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
    // Where one search is all there is, nothing can.
    for experiment in EXPERIMENTS.iter().filter(|experiment| !experiment.name.ends_with("-sets")) {
        let report = fs::read_to_string(undisturbed(experiment).join("report.md")).unwrap();
        assert!(report.contains("All verdicts agree."), "{report}");
    }
}
