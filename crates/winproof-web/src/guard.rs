//! Checks of every request: host, origin, token and size.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::problem::Problem;

/// The settings that requests are checked against.
pub struct Guard {
    /// Only this machine can reach the server.
    pub local: bool,
    /// The token that requests must carry.
    pub token: Option<String>,
    /// The most bytes of a request.
    pub request_bytes: u64,
}

/// Headers of every response. The page loads nothing from other sites, and must not be shown in a frame.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // A link could reveal the token to another site.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Passes a request on, or refuses it.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.refusal(request.uri(), request.headers()) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

impl Guard {
    fn refusal(&self, uri: &Uri, headers: &HeaderMap) -> Option<Problem> {
        let host = text(headers, &header::HOST).or(uri.authority().map(|it| it.as_str()));
        // Another site could point its name to this machine, and its page could then send requests as if it
        // were ours.
        if self.local && !host.is_none_or(is_this_machine) {
            let error = "this server accepts only requests to the names of its own machine, \
                         such as localhost";
            return Some(Problem::new(StatusCode::FORBIDDEN, error));
        }
        if !is_api(uri) {
            return None;
        }
        // Pages of other sites can send requests, although they cannot read the responses.
        let origin = text(headers, &header::ORIGIN);
        let own = |origin: &str| origin.split_once("://").map(|(_, origin)| origin) == host;
        if !origin.is_none_or(own) {
            let error = "this server does not accept requests from pages of other sites";
            return Some(Problem::new(StatusCode::FORBIDDEN, error));
        }
        if let Some(token) = &self.token
            && !given_token(uri, headers).is_some_and(|given| same(&given, token))
        {
            let error = "the server requires the token that it was started with";
            return Some(Problem::new(StatusCode::UNAUTHORIZED, error));
        }
        let length = text(headers, &header::CONTENT_LENGTH);
        let too_large =
            |length: &str| length.parse().is_ok_and(|bytes: u64| bytes > self.request_bytes);
        length.is_some_and(too_large).then(|| Problem::too_large(self.request_bytes))
    }
}

/// Returns whether a path belongs to the interface for programs.
pub fn is_api(uri: &Uri) -> bool {
    uri.path() == "/api" || uri.path().starts_with("/api/")
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    // A header that is not text counts as wrong.
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Returns whether a host, which may have a port, is a name of the machine itself.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Returns the token of a request: from a header, or from the address where headers cannot be set.
fn given_token(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let header = text(headers, &header::AUTHORIZATION);
    if let Some(token) = header.and_then(|header| header.strip_prefix("Bearer ")) {
        return Some(token.to_string());
    }
    let query = axum::extract::Query::<TokenQuery>::try_from_uri(uri).ok()?;
    query.0.token
}

#[derive(serde::Deserialize)]
struct TokenQuery {
    token: Option<String>,
}

/// Compares tokens in constant time.
fn same(given: &str, token: &str) -> bool {
    given.as_bytes().ct_eq(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_machines_own_names_are_let_in() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:7878", "[::1]:7878", "127.8.8.8"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example", "192.168.0.1:80", "[::2]", "x:y"]
        {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
