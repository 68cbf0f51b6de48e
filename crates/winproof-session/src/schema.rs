//! Schemas for the HTTP interface of types that cannot derive them.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};
use winproof::Verdict as Answer;

use crate::work::verdict_or_error::{self, VERDICTS_AND_ERROR};

/// A string that is one of `words`.
fn one_of_words(words: &[&'static str]) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words.to_vec()))
}

/// Describes [`winproof::Verdict`].
pub struct Verdict;

impl PartialSchema for Verdict {
    fn schema() -> RefOr<Schema> {
        let words = [Answer::Proved, Answer::Disproved, Answer::Unknown].map(Answer::as_str);
        one_of_words(&words).description(Some("The answer to a question.")).into()
    }
}

impl ToSchema for Verdict {
    fn name() -> Cow<'static, str> {
        "Verdict".into()
    }
}

/// Describes a verdict as it is written in a report: see
/// [`verdict_or_error`].
pub struct VerdictOrError;

impl PartialSchema for VerdictOrError {
    fn schema() -> RefOr<Schema> {
        let words = VERDICTS_AND_ERROR.map(verdict_or_error::as_str);
        let meaning = "The answer to a question, or `error` if there was an error instead.";
        one_of_words(&words).description(Some(meaning)).into()
    }
}

impl ToSchema for VerdictOrError {
    fn name() -> Cow<'static, str> {
        "VerdictOrError".into()
    }
}

/// Describes [`winproof::ProofNumber`].
pub struct ProofNumber;

impl PartialSchema for ProofNumber {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)))
            .item(one_of_words(&["inf"]))
            .description(Some("A proof number or a disproof number."))
            .into()
    }
}

impl ToSchema for ProofNumber {
    fn name() -> Cow<'static, str> {
        "ProofNumber".into()
    }
}

/// Describes the value of a parameter.
pub struct ParameterValue;

impl PartialSchema for ParameterValue {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Number, Type::String]))
            .description(Some("The value of a parameter."))
            .into()
    }
}

impl ToSchema for ParameterValue {
    fn name() -> Cow<'static, str> {
        "ParameterValue".into()
    }
}
