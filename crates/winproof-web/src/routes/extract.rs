//! The parts of a request as typed values. What is wrong is said in the words of the interface, with the
//! field that it is about.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde_path_to_error::{Error, Path, Segment};

use axum::body::Bytes;

use crate::problem::Problem;

/// A request in JSON.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Problem> {
        if !is_json(request.headers()) {
            let error = "expected the header `content-type: application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error));
        }
        let bytes = Bytes::from_request(request, state).await?;
        let mut reader = serde_json::Deserializer::from_slice(&bytes);
        let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let status = match error.inner().classify() {
                serde_json::error::Category::Data => StatusCode::UNPROCESSABLE_ENTITY,
                _ => StatusCode::BAD_REQUEST,
            };
            problem(status, &error)
        })?;
        reader.end().map_err(|error| Problem::bad(in_words(&error.to_string())))?;
        Ok(Json(value))
    }
}

/// Returns whether the body of a request is sent as JSON.
pub fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// The query of a request.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Query<T>, Problem> {
        let query = parts.uri.query().unwrap_or_default().as_bytes();
        let reader = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query));
        let value = serde_path_to_error::deserialize(reader);
        value.map(Query).map_err(|error| problem(StatusCode::BAD_REQUEST, &error))
    }
}

fn problem<E: std::fmt::Display>(status: StatusCode, error: &Error<E>) -> Problem {
    let message = error.inner().to_string();
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    let field = missing.map(str::to_string).or_else(|| field(error.path()));
    let problem = Problem::new(status, in_words(&message));
    match field {
        Some(field) => problem.about(field),
        None => problem,
    }
}

/// Names of fields are not deeper than this.
const DEEPEST: usize = 2;

/// Returns the name of a field, such as `settings.epsilon`; `None` for the request as a whole.
fn field(path: &Path) -> Option<String> {
    let known =
        path.iter().take_while(|segment| !matches!(segment, Segment::Unknown)).take(DEEPEST);
    let names: Vec<_> = known.map(ToString::to_string).collect();
    (!names.is_empty()).then(|| names.join(".").replace(".[", "["))
}

/// What the reader of JSON expects, and how people call that.
const WORDS: [(&str, &str); 12] = [
    ("u64", "a whole number, 0 or more"),
    ("usize", "a whole number, 0 or more"),
    ("i32", "a whole number"),
    ("f64", "a number"),
    ("null", "nothing"),
    ("unit", "nothing"),
    ("a boolean", "true or false"),
    ("a string", "a text"),
    ("a borrowed string", "a text"),
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("variant identifier", "one of the known words"),
];

/// Replaces names of types of the program by words.
fn in_words(message: &str) -> String {
    let Some((found, expected)) = message.split_once("expected ") else {
        return message.to_string();
    };
    let word = WORDS.iter().find_map(|(name, word)| {
        let rest = expected.strip_prefix(name)?;
        let whole = rest.is_empty() || rest.starts_with(' ');
        whole.then(|| format!("{word}{rest}"))
    });
    let found = found.replace("sequence", "list").replace("map", "object");
    format!("{found}expected {}", word.as_deref().unwrap_or(expected))
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn types_of_the_program_are_not_named() {
        for (message, words) in [
            (
                "invalid value: integer `-1`, expected u64 at line 1 column 4",
                "a whole number, 0 or more at",
            ),
            ("invalid type: map, expected a sequence", "object, expected a list"),
            ("unknown field `a`, expected one of `b`, `c`", "expected one of `b`, `c`"),
            ("trailing characters at line 1 column 3", "trailing characters at line 1 column 3"),
        ] {
            assert!(in_words(message).contains(words), "{}", in_words(message));
        }
    }
}
