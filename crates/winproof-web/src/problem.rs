//! The response to a request that cannot be served.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
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
        Problem { field: Some(field.into()), ..Problem::bad(error.to_string()) }
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

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
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

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}
