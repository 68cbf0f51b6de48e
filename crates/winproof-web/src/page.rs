//! The page and what belongs to it.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::problem::Problem;

static PAGE: Dir<'_> = include_dir!("$OUT_DIR/page");

/// What is served where the page should be.
const MISSING: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><title>Winproof</title>
<h1>The page is missing</h1>
<p>This winproof was built without the page of its workbench. With Node.js 20 or newer installed, build it again:
<pre>cargo build --release</pre>
<p>The interface for programs is there all the same: <a href=\"/api\">/api</a> describes it.
";

/// Serves a file of the page, and the page itself for all paths that can be places in it.
pub async fn serve(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "here is only something to get")
            .into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = PAGE.get_file(path) {
        // Their names change with what is in them.
        let cache =
            if path.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
        return ([(CONTENT_TYPE, content_type(path)), (CACHE_CONTROL, cache)], file.contents())
            .into_response();
    }
    if path.contains('.') {
        return Problem::not_found(format!("there is no {path}")).into_response();
    }
    match PAGE.get_file("index.html") {
        Some(page) => ([(CACHE_CONTROL, "no-cache")], Html(page.contents())).into_response(),
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
