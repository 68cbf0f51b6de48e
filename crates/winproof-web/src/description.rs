//! The description of the HTTP interface in OpenAPI. It is generated from the types that are sent and from
//! the attributes of the route functions; what holds for all of them is added here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{IntoResponses, Modify, OpenApi, PartialSchema, ToSchema};
use winproof_session::json_schema::require_nullable;

use crate::problem::Problem;
use crate::queue::News;
use crate::routes::{self, AuditProgress, ProgressNews};

/// Returns the description as it is served.
pub fn description() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let (_, mut description) = routes::all().split_for_parts();
        Access.modify(&mut description);
        AlwaysSent.modify(&mut description);
        let text = description.to_pretty_json();
        text.expect("a description has nothing that JSON has not") + "\n"
    });
    &TEXT
}

/// The parts of the description that do not belong to a route.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Winproof",
        description = "The interface of the workbench: jobs that prove who wins. If the server was started \
                       with a token, every request needs it, as a bearer token or as the parameter `token`.",
        license(name = "MIT OR Apache-2.0")
    ),
    security((), ("bearer" = []), ("query" = [])),
    components(schemas(Problem, News, ProgressNews, AuditProgress))
)]
pub struct Base;

/// Why requests are refused, by status.
const REFUSALS: [(u16, &str); 12] = [
    (400, "The request is not valid; `field` names the part that is wrong."),
    (401, "The token is missing or wrong."),
    (403, "The request was sent to another host name or by a page of another site."),
    (404, "There is no such job."),
    (408, "The request came too slowly."),
    (409, "This cannot be done in the current state of the job."),
    (413, "The request is too large."),
    (415, "The request is not sent as JSON."),
    (422, "The content of the request cannot be used."),
    (500, "The server failed."),
    (503, "The server is busy; try again later."),
    (507, "The server cannot store it: the disk is full, or what it may use of it."),
];

/// A refusal with this status, for lists of responses.
pub struct Refused<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for Refused<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from([(STATUS.to_string(), reference(STATUS))])
    }
}

/// The place where a refusal is described.
fn reference(status: u16) -> RefOr<Response> {
    Ref::from_response_name(status.to_string()).into()
}

/// The content of a file, for requests and responses.
pub struct FileContent;

impl PartialSchema for FileContent {
    fn schema() -> RefOr<Schema> {
        let binary = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new().schema_type(Type::String).format(Some(binary)).into()
    }
}

impl ToSchema for FileContent {}

/// Every request can be refused before it reaches its route: see the module `guard`.
struct Access;

impl Modify for Access {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        for operation in description.paths.paths.values_mut().flat_map(operations) {
            for status in [401, 403, 408, 500] {
                operation.responses.responses.insert(status.to_string(), reference(status));
            }
        }
        let components = description.components.get_or_insert_default();
        for (status, reason) in REFUSALS {
            let problem = Ref::from_schema_name(Problem::name());
            let content = ContentBuilder::new().schema(Some(problem)).build();
            let refusal = ResponseBuilder::new().description(reason);
            let refusal = refusal.content("application/json", content).build();
            components.responses.insert(status.to_string(), refusal.into());
        }
        let query = ApiKey::Query(ApiKeyValue::new("token"));
        let bearer = Http::new(HttpAuthScheme::Bearer);
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        components.add_security_scheme("query", SecurityScheme::ApiKey(query));
    }
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut path.get, &mut path.post, &mut path.delete].into_iter().flatten()
}

/// What the server sends has all keys; see [`require_nullable`].
struct AlwaysSent;

impl Modify for AlwaysSent {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let operations = description.paths.paths.values_mut().flat_map(operations);
        let requests: BTreeSet<_> = operations.filter_map(|it| request_schema(it)).collect();
        let components = description.components.get_or_insert_default();
        for (name, schema) in &mut components.schemas {
            if let RefOr::T(schema) = schema
                && !requests.contains(name)
            {
                require_nullable(schema);
            }
        }
    }
}

/// Returns the name of the schema of a request body.
fn request_schema(operation: &Operation) -> Option<String> {
    let RefOr::T(body) = operation.request_body.as_ref()? else { return None };
    let RefOr::T(content) = body.content.get("application/json")? else { return None };
    let RefOr::Ref(schema) = content.schema.as_ref()? else { return None };
    schema.ref_location.rsplit('/').next().map(str::to_string)
}
