//! The response to a request that cannot be served.

use axum::Json;
use axum::extract::rejection::BytesRejection;
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use winproof_session::Failure;

/// Why a request was refused.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    #[serde(skip)]
    status: StatusCode,
    /// What is wrong, in a sentence.
    error: String,
    /// The part of the request that is wrong, such as `settings.epsilon`.
    field: Option<String>,
}

impl Problem {
    /// Makes a problem with any status.
    pub fn new(status: StatusCode, error: impl Into<String>) -> Problem {
        Problem { status, error: error.into(), field: None }
    }

    /// The request is not valid.
    pub fn bad(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, error)
    }

    /// This part of the request cannot be used.
    pub fn field(field: impl Into<String>, error: impl ToString) -> Problem {
        Problem::bad(error.to_string()).about(field)
    }

    /// Names the part of the request that is wrong.
    pub fn about(self, field: impl Into<String>) -> Problem {
        Problem { field: Some(field.into()), ..self }
    }

    /// What was asked for does not exist.
    pub fn not_found(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, error)
    }

    /// The request is not possible in the current state.
    pub fn conflict(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, error)
    }

    /// The request is not possible at the moment.
    pub fn busy(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// The content of the request cannot be used.
    pub fn unusable(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// The server cannot store what it should.
    pub fn storage(error: impl Into<String>) -> Problem {
        Problem::new(StatusCode::INSUFFICIENT_STORAGE, error)
    }

    /// The request is larger than the server takes.
    pub fn too_large(limit: u64) -> Problem {
        let limit = winproof_session::figures::bytes(limit);
        let error = format!("the request is larger than the {limit} that this server allows");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    }

    /// An error of the server's machine, or a bug.
    pub fn internal(error: impl ToString) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

/// When a client may try again, in seconds: memory and threads are often free again by then.
const LATER: HeaderValue = HeaderValue::from_static("5");

/// How clients identify themselves.
const BEARER: HeaderValue = HeaderValue::from_static("Bearer realm=\"winproof\"");

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(self)).into_response();
        match status {
            StatusCode::UNAUTHORIZED => response.headers_mut().insert(WWW_AUTHENTICATE, BEARER),
            StatusCode::SERVICE_UNAVAILABLE => response.headers_mut().insert(RETRY_AFTER, LATER),
            _ => None,
        };
        response
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Input(error) => Problem::bad(error),
            failure => Problem::internal(failure),
        }
    }
}

impl From<BytesRejection> for Problem {
    fn from(rejection: BytesRejection) -> Problem {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "the request is larger than this server allows",
            ),
            status => Problem::new(status, "the request broke off"),
        }
    }
}
