//! The JSON Schema of everything that the command line prints with `--json`. It is generated from the types
//! that are printed.

use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::audit::AuditReport;
use crate::catalogue::{AlgorithmLine, GameLine};
use crate::grundy_list::GrundyList;
use crate::inspection::Inspection;
use crate::numerate::Representation;
use crate::review::ReviewReport;
use crate::sweep::SweepRow;
use crate::work::{Report, SaveReport};

/// The version of the schema. It changes if a key is removed, or gets another type or meaning; new keys do
/// not change it.
pub const SCHEMA_VERSION: u32 = 1;

/// Returns the schema, in the dialect of 2020-12. It is that of a result; `$defs` has the others, such as
/// `Game`.
pub fn json_schema() -> Value {
    let mut definitions = Map::new();
    define::<Report>(&mut definitions);
    define::<GameLine>(&mut definitions);
    define::<AlgorithmLine>(&mut definitions);
    define::<Inspection>(&mut definitions);
    define::<SweepRow>(&mut definitions);
    define::<AuditReport>(&mut definitions);
    define::<ReviewReport>(&mut definitions);
    define::<Representation>(&mut definitions);
    define::<GrundyList>(&mut definitions);
    add_save(&mut definitions);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Winproof",
        "description": "What winproof prints with --json: solve and batch print a Report for each problem, \
                        games, algorithms, inspect, audit, review, sweep, numerate and grundy the definitions \
                        Game, Algorithm, Inspection, Audit, Review, SweepRow, Representation and GrundyList.",
        "$ref": format!("#/$defs/{}", Report::name()),
        "$defs": definitions,
    })
}

/// Adds the schema of a type and of all types in it.
fn define<T: ToSchema>(definitions: &mut Map<String, Value>) {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    for (name, mut schema) in schemas {
        if let RefOr::T(schema) = &mut schema {
            require_nullable(schema);
        }
        let mut schema = serde_json::to_value(schema).expect("a schema has nothing but JSON");
        localize(&mut schema);
        definitions.entry(name).or_insert(schema);
    }
}

/// References point into this document.
fn localize(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            if let Some(Value::String(place)) = keys.get_mut("$ref") {
                *place = place.replace("#/components/schemas/", "#/$defs/");
            }
            keys.values_mut().for_each(localize);
        }
        Value::Array(items) => items.iter_mut().for_each(localize),
        _ => {}
    }
}

/// The keys about a save are among the others, if there is a save.
fn add_save(definitions: &mut Map<String, Value>) {
    let save = serde_json::to_value(SaveReport::schema()).expect("a schema has nothing but JSON");
    let report = &mut definitions[Report::name().as_ref()]["properties"];
    let (Some(report), Value::Object(mut save)) = (report.as_object_mut(), save) else {
        unreachable!("both are objects");
    };
    if let Some(Value::Object(keys)) = save.remove("properties") {
        report.extend(keys);
    }
}

/// Optional values are always sent, as null if there are none, but the derived schemas allow leaving them
/// out. That is right only for requests.
pub fn require_nullable(schema: &mut Schema) {
    match schema {
        Schema::Object(object) => {
            let nullable = object.properties.iter().filter(|(_, schema)| is_nullable(schema));
            let names: Vec<_> = nullable.map(|(name, _)| name.clone()).collect();
            object.required.extend(names);
            object.required.sort_by_key(|name| object.properties.get_index_of(name));
            object.required.dedup();
        }
        Schema::AllOf(all) => {
            for item in &mut all.items {
                if let RefOr::T(schema) = item {
                    require_nullable(schema);
                }
            }
        }
        _ => {}
    }
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    let RefOr::T(schema) = schema else { return false };
    match schema {
        Schema::Object(Object { schema_type, .. }) => allows_null(schema_type),
        Schema::Array(array) => allows_null(&array.schema_type),
        Schema::OneOf(choice) => choice.items.iter().any(is_nullable),
        _ => false,
    }
}

fn allows_null(schema_type: &SchemaType) -> bool {
    match schema_type {
        SchemaType::Type(one) => *one == Type::Null,
        SchemaType::Array(all) => all.contains(&Type::Null),
        SchemaType::AnyValue => false,
    }
}
