//! Puts the page into the program.
//!
//! A release build makes the page first, if npm is there. Any other build takes what is in `web/dist`.
//! Nothing here is an error: without the page, the server shows a line that says how to get it, and the build
//! prints a warning.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The sources of the page. To scan `web/node_modules` would take long.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

fn main() -> io::Result<()> {
    let variable = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    let web = variable("CARGO_MANIFEST_DIR").join("../../web");
    let dist = web.join("dist");
    let page = variable("OUT_DIR").join("page");
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        watch(SOURCES.iter().map(|source| web.join(source)));
        if let Err(reason) = make(&web) {
            let instead = if dist.is_dir() { "an older one" } else { "none" };
            println!(
                "cargo::warning=the workbench's page was not made, so the program has {instead}: {reason}"
            );
            println!(
                "cargo::warning=to have it, install Node.js 20.19 or newer, run `npm ci` in the folder \
                 web, and build again"
            );
            // Tries again after that.
            watch([web]);
        }
    } else {
        // If there is no page yet, any change next to it may mean that it is being made.
        watch([if dist.is_dir() { dist.clone() } else { web }]);
    }
    if page.exists() {
        fs::remove_dir_all(&page)?;
    }
    fs::create_dir_all(&page)?;
    if dist.is_dir() { copy(&dist, &page) } else { Ok(()) }
}

/// Runs this script again when one of these changes. A missing file would make it run every time.
fn watch(paths: impl IntoIterator<Item = PathBuf>) {
    for path in paths.into_iter().filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// Makes the page in `web/dist`.
fn make(web: &Path) -> Result<(), String> {
    if !web.join("package.json").is_file() {
        return Err("its source, the folder web, is not there".to_string());
    }
    if npm(web, &["--version"]).is_err() {
        return Err("npm was not found".to_string());
    }
    // npm writes there what it has installed.
    let installed = modified(&web.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < modified(&web.join("package-lock.json")) {
        // Without a network, npm should fail at once, not after minutes.
        npm(web, &["ci", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0"])?;
    }
    npm(web, &["run", "build"])
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let what = format!("npm {}", arguments.join(" "));
    let output = Command::new(program).args(arguments).current_dir(web).output();
    let output = output.map_err(|error| format!("`{what}` in web could not be run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    // A warning is one line: the first one with a reason.
    let text = [output.stderr, output.stdout].concat();
    let text = String::from_utf8_lossy(&text);
    let said = text.lines().map(|line| line.trim().trim_start_matches("npm error").trim());
    let idle = ["npm warn", "code ", "syscall ", "errno "];
    let mut said =
        said.filter(|line| !line.is_empty() && !idle.iter().any(|idle| line.starts_with(idle)));
    Err(format!("`{what}` in web failed: {}", said.next().unwrap_or("no reason given")))
}

fn modified(path: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
