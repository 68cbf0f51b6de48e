//! The page and its files.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use include_dir::{Dir, include_dir};
use winproof_session::Failure;

use crate::problem::Problem;

static PAGE: Dir<'_> = include_dir!("$OUT_DIR/page");

/// The files of the page by their paths. All are in memory: no request reaches the file system.
pub struct Page(HashMap<String, Cow<'static, [u8]>>);

impl Page {
    /// Opens the page inside the program, or the one in a folder.
    pub fn open(folder: Option<&Path>) -> Result<Page, Failure> {
        let mut files = HashMap::new();
        match folder {
            Some(folder) => read(folder, "", &mut files)?,
            None => embedded(&PAGE, &mut files),
        }
        Ok(Page(files))
    }
}

type Files = HashMap<String, Cow<'static, [u8]>>;

fn embedded(folder: &'static Dir<'_>, files: &mut Files) {
    for file in folder.files() {
        files.insert(file.path().to_string_lossy().into_owned(), file.contents().into());
    }
    folder.dirs().for_each(|folder| embedded(folder, files));
}

fn read(folder: &Path, prefix: &str, files: &mut Files) -> Result<(), Failure> {
    let unreadable = |error| Failure::reading(folder, &error);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            read(&path, &format!("{prefix}{name}/"), files)?;
        } else {
            let bytes = fs::read(&path).map_err(|error| Failure::reading(&path, &error))?;
            files.insert(format!("{prefix}{name}"), bytes.into());
        }
    }
    Ok(())
}

/// What is served in place of a missing page.
const MISSING: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><title>Winproof</title>
<h1>The page is missing</h1>
<p>This winproof was built without the page of its workbench. With Node.js 20 or newer installed, build it again:
<pre>cargo build --release</pre>
<p>The interface for programs is there all the same: <a href=\"/api\">/api</a> describes it.
";

/// Serves a file of the page, and the page itself for all paths that can be views of it.
pub async fn serve(State(page): State<Arc<Page>>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "only GET is allowed here")
            .into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = page.0.get(path) {
        // Their names change with their contents.
        let cache =
            if path.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
        return ([(CONTENT_TYPE, content_type(path)), (CACHE_CONTROL, cache)], file.clone())
            .into_response();
    }
    if path.contains('.') {
        return Problem::not_found(format!("there is no {path}")).into_response();
    }
    match page.0.get("index.html") {
        Some(index) => ([(CACHE_CONTROL, "no-cache")], Html(index.clone())).into_response(),
        None => ([(CACHE_CONTROL, "no-cache")], Html(MISSING)).into_response(),
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
