//! Uploaded files: certificates to check or read, and saves to resume from.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use serde::Serialize;
use tempfile::NamedTempFile;
use utoipa::ToSchema;
use winproof_certificate::{CertificateFile, Header};
use winproof_games::games;
use winproof_rules::{Verdict, printable};
use winproof_session::amounts::Memory;
use winproof_session::files::{make_folder, write_file};
use winproof_session::saved::Saved;
use winproof_session::walk::through_save;
use winproof_session::work::{Report, ValueBounds};
use winproof_session::{Failure, schema};
use winproof_verify::{FileVerification, Verification, answer_in_words, verify_file};

use super::blocking;
use super::jobs::{NewJob, created};
use super::upload::{keep, receive};
use crate::app::App;
use crate::description::{FileContent, Refused};
use crate::problem::Problem;
use crate::queue::job::{JobSummary, State as JobState};
use crate::queue::plan::Plan;
use crate::queue::progress::JobProgress;
use crate::queue::store::{Certificate, JobFiles};
use crate::queue::{JobQueue, Origin, SPARE, without_path};

/// The result of checking a certificate.
#[derive(Serialize, ToSchema)]
pub struct Checked {
    /// Whether it was accepted.
    accepted: bool,
    /// The game with its parameters.
    game: String,
    /// The position in the game's notation.
    position: String,
    /// The name of the attacker.
    attacker: &'static str,
    /// What it claims, in words, such as: black can force a win.
    claim: String,
    /// The verdict that it is about: `proved` or `disproved`.
    #[schema(value_type = schema::Verdict)]
    verdict: Verdict,
    /// How many records it has, if it was accepted.
    records: Option<u64>,
    /// Why it was rejected, if it was.
    reason: Option<String>,
    /// The time of the check in seconds.
    seconds: f64,
}

/// Checks a certificate by the rules of the game alone.
#[utoipa::path(
    post,
    path = "/api/verify",
    operation_id = "verify",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "Whether it was accepted.", body = Checked),
        Refused<400>, Refused<413>, Refused<503>, Refused<507>,
    )
)]
pub async fn verify(State(app): State<App>, body: Body) -> Result<Json<Checked>, Problem> {
    let file = receive(&app, body).await?;
    let (_, _, checked) = check(&app, file).await?;
    Ok(Json(checked))
}

/// Checks a certificate, and makes a job of it, to be walked through, if it is accepted.
#[utoipa::path(
    post,
    path = "/api/proofs",
    operation_id = "upload_certificate",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    responses(
        (
            status = 201,
            description = "The new job, which is done.",
            body = JobSummary,
            headers(("location" = String, description = "The path of the job."))
        ),
        Refused<400>, Refused<413>, Refused<422>, Refused<503>, Refused<507>,
    )
)]
pub async fn add_proof(State(app): State<App>, body: Body) -> Result<NewJob, Problem> {
    let file = receive(&app, body).await?;
    let (file, verification, checked) = check(&app, file).await?;
    if let Some(reason) = checked.reason {
        return Err(Problem::unusable(format!("rejected: {reason}")));
    }
    let headers: Vec<_> =
        verification.certificates.iter().flat_map(Verification::accepted).collect();
    let value = verification.values.filter(|(least, greatest)| least == greatest);
    let (header, value) = match (&headers[..], value) {
        (&[header], _) => (header.clone(), None),
        (&[header, _], Some((value, _))) if header.verdict == Verdict::Proved => {
            (header.clone(), Some(value))
        }
        _ => return Err(Problem::unusable("the certificates of the file do not show a value")),
    };
    blocking(move || {
        let new = Plan::of_certificate(&header, value.is_some())?;
        let report = Report {
            verdict: Some(header.verdict),
            value,
            value_bounds: value.map(|value| ValueBounds { least: value, greatest: value }),
            certified: Some(true),
            ..new.plan.blank_report()
        };
        let label = "a proof from elsewhere".to_string();
        let origin = Origin { label, key: None, report: Some(report) };
        let id = app.queue.add(&new, origin, JobState::Done, |files, _| match value {
            None => keep(file, &files.certificate(Certificate::Only)),
            Some(_) => keep_both(&file, files),
        })?;
        created(&app.queue, &id)
    })
    .await
}

/// Keeps the two certificates of a file as two files.
fn keep_both(file: &NamedTempFile, files: &JobFiles) -> Result<(), Failure> {
    let unreadable = |error: &dyn Display| Failure::Other(format!("cannot read the file: {error}"));
    let reopened = file.reopen().map_err(|error| unreadable(&error))?;
    let mut parts = CertificateFile::open(reopened).map_err(|error| unreadable(&error))?;
    make_folder(&files.proof(true))?;
    for which in [Certificate::AtLeast, Certificate::AtMost] {
        let (_, mut part) = parts.next_part().ok_or_else(|| unreadable(&"it has changed"))?;
        write_file(&files.certificate(which), |writer| io::copy(&mut part, writer).map(drop))?;
    }
    Ok(())
}

/// Checks a certificate within the budget of the server.
async fn check(
    app: &App,
    file: NamedTempFile,
) -> Result<(NamedTempFile, FileVerification, Checked), Problem> {
    let permit = Arc::clone(&app.checks).acquire_owned().await.map_err(Problem::internal)?;
    // Certificates are compressed; what does not fit is streamed.
    let lease = app.queue.lease(memory(&app.queue, &file, 32)).await?;
    let queue = Arc::clone(&app.queue);
    blocking(move || {
        let started = Instant::now();
        let verification = verify_file(file.path(), lease.bytes, queue.store.folder());
        drop((lease, permit));
        let (header, records, reason) = match verification.decisive() {
            Verification::Accepted { header, .. } => (header, Some(verification.records()), None),
            Verification::Rejected { header, reason } => (header, None, Some(reason.clone())),
            Verification::Unreadable(reason) => {
                return Err(Problem::bad(format!("unreadable: {reason}")));
            }
        };
        let seconds = started.elapsed().as_secs_f64();
        let mut checked = Checked::new(header, records, reason, seconds);
        if let Some(claim) = verification.values_in_words() {
            checked.claim = claim;
        }
        Ok((file, verification, checked))
    })
    .await
}

fn memory(queue: &JobQueue, file: &NamedTempFile, times: usize) -> usize {
    let length = file.as_file().metadata().map_or(0, |file| file.len() as usize);
    queue.caps.job_memory.min(SPARE + times * length)
}

impl Checked {
    /// Makes the result for a certificate with this header.
    fn new(header: &Header, records: Option<u64>, reason: Option<String>, seconds: f64) -> Checked {
        let game = games().iter().find(|info| info.name == header.game);
        let attacker = game.map_or("the attacker", |info| info.player_name(header.attacker));
        let parameters: Vec<_> =
            header.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let colon = if parameters.is_empty() { "" } else { ":" };
        Checked {
            accepted: reason.is_none(),
            game: format!("{}{colon}{}", header.game, parameters.join(",")),
            position: header.position.lines().map(printable).collect::<Vec<_>>().join("\n"),
            attacker,
            claim: answer_in_words(header),
            verdict: header.verdict,
            records,
            reason,
            seconds,
        }
    }
}

/// Makes a job of a saved search, which is paused.
#[utoipa::path(
    post,
    path = "/api/saves",
    operation_id = "upload_save",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    responses(
        (
            status = 201,
            description = "The new job, which is paused.",
            body = JobSummary,
            headers(("location" = String, description = "The path of the job."))
        ),
        Refused<400>, Refused<413>, Refused<503>, Refused<507>,
    )
)]
pub async fn add_save(State(app): State<App>, body: Body) -> Result<NewJob, Problem> {
    let file = receive(&app, body).await?;
    let queue = app.queue;
    let lease = queue.lease(memory(&queue, &file, 8)).await?;
    blocking(move || {
        let path = file.path().to_path_buf();
        let unusable = |failure| Problem::bad(without_path(&failure, &path));
        let saved = Saved::open(&path).map_err(unusable)?;
        let new = Plan::of_save(&saved, &queue.caps).map_err(unusable)?;
        let progress_now = JobProgress::of_save(&saved.header.progress);
        // Damage should be found now, not when the search is resumed.
        through_save(saved, Some(Memory(lease.bytes)), &mut |_, _| {}).map_err(unusable)?;
        drop(lease);
        let label = "a search from elsewhere".to_string();
        let origin = Origin { label, ..Origin::default() };
        let id = queue.add(&new, origin, JobState::Paused, |files, record| {
            record.progress = Some(progress_now);
            keep(file, &files.save())
        })?;
        created(&queue, &id)
    })
    .await
}
