//! Files that are brought along: certificates to be checked or read, saves to go on from.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use tempfile::NamedTempFile;
use winproof_check::{Header, Verdict};
use winproof_checker::{Verification, verify_file};
use winproof_game::printable;
use winproof_games::games;
use winproof_session::amounts::Memory;
use winproof_session::saved::Saved;
use winproof_session::walk::through_save;

use super::aside;
use super::upload::{keep, receive};
use crate::app::App;
use crate::desk::Desk;
use crate::desk::job::{JobView, State as JobState};
use crate::desk::plan::Plan;
use crate::desk::progress::Standing;
use crate::desk::store::Certificate;
use crate::desk::{SPARE, without_path};
use crate::problem::Problem;

/// What became of a certificate.
#[derive(Serialize)]
pub struct Checked {
    accepted: bool,
    #[serde(flatten)]
    claim: Claim,
    /// How many records it has, if it was accepted.
    records: Option<u64>,
    /// Why it was not.
    reason: Option<String>,
    seconds: f64,
}

/// What a certificate claims.
#[derive(Serialize)]
struct Claim {
    game: String,
    position: String,
    attacker: String,
    claim: String,
    verdict: Verdict,
}

pub async fn verify(State(app): State<App>, body: Body) -> Result<Json<Checked>, Problem> {
    let file = receive(&app.desk, body).await?;
    let (_, _, checked) = check(&app, file).await?;
    Ok(Json(checked))
}

pub async fn add_proof(
    State(app): State<App>,
    body: Body,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    let file = receive(&app.desk, body).await?;
    let (file, header, checked) = check(&app, file).await?;
    if let Some(reason) = checked.reason {
        let error = format!("rejected: {reason}");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error));
    }
    aside(move || {
        let plan = Plan::of_certificate(&header)?;
        let report = report(&plan, header.verdict);
        let label = "a proof from elsewhere".to_string();
        let id = app.desk.add(plan, label, JobState::Done, |files, record| {
            record.report = Some(report);
            keep(file, &files.certificate(Certificate::Only))
        })?;
        Ok((StatusCode::CREATED, Json(app.desk.job(&id)?)))
    })
    .await
}

/// Checks a certificate within the budget of the server.
async fn check(
    app: &App,
    file: NamedTempFile,
) -> Result<(NamedTempFile, Header, Checked), Problem> {
    let permit = Arc::clone(&app.checks).acquire_owned().await.map_err(Problem::internal)?;
    // They are packed; what does not fit is streamed.
    let lease = app.desk.lease(memory(&app.desk, &file, 32)).await?;
    let desk = Arc::clone(&app.desk);
    aside(move || {
        let started = Instant::now();
        let verification = verify_file(file.path(), lease.bytes, desk.store.folder());
        drop((lease, permit));
        let (header, records, reason) = match verification {
            Verification::Accepted { header, report } => (header, Some(report.records), None),
            Verification::Rejected { header, reason } => (header, None, Some(reason)),
            Verification::Unreadable(reason) => {
                return Err(Problem::bad(format!("unreadable: {reason}")));
            }
        };
        let accepted = reason.is_none();
        let seconds = started.elapsed().as_secs_f64();
        let checked = Checked { accepted, claim: claim(&header), records, reason, seconds };
        Ok((file, header, checked))
    })
    .await
}

fn memory(desk: &Desk, file: &NamedTempFile, times: usize) -> usize {
    let length = file.as_file().metadata().map_or(0, |file| file.len() as usize);
    desk.caps.job_memory.min(SPARE + times * length)
}

fn claim(header: &Header) -> Claim {
    let game = games().iter().find(|info| info.name == header.game);
    let attacker = game.map_or("the attacker", |info| info.player_name(header.attacker));
    let can = match header.verdict {
        Verdict::Proved => "can",
        Verdict::Disproved => "cannot",
    };
    let parameters: Vec<_> =
        header.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let colon = if parameters.is_empty() { "" } else { ":" };
    Claim {
        game: format!("{}{colon}{}", header.game, parameters.join(",")),
        position: header.position.lines().map(printable).collect::<Vec<_>>().join("\n"),
        attacker: attacker.to_string(),
        claim: format!("{attacker} {can} force {}", header.question().goal()),
        verdict: header.verdict,
    }
}

/// What a report would say if the verdict had been found here, as far as that is known.
fn report(plan: &Plan, verdict: Verdict) -> Value {
    json!({
        "game": plan.game,
        "position": plan.position,
        "attacker": plan.attacker,
        "ask": plan.ask,
        "verdict": verdict,
        "stop": null,
        "value": null,
        "move": null,
        "line": null,
        "moves": null,
        "algorithm": null,
        "nodes": null,
        "generated": null,
        "iterations": null,
        "seconds": null,
        "certify_seconds": null,
        "memory_bytes": null,
        "table_entries": null,
        "pn": null,
        "dn": null,
        "certified": true,
        "error": null,
    })
}

pub async fn add_save(
    State(desk): State<Arc<Desk>>,
    body: Body,
) -> Result<(StatusCode, Json<JobView>), Problem> {
    let file = receive(&desk, body).await?;
    let lease = desk.lease(memory(&desk, &file, 8)).await?;
    aside(move || {
        let path = file.path().to_path_buf();
        let unusable = |failure| Problem::bad(without_path(&failure, &path));
        let saved = Saved::open(&path).map_err(unusable)?;
        let spec = saved.spec().map_err(unusable)?;
        let plan = Plan::of_save(&saved.header, &spec, &desk.caps)?;
        let standing = Standing::of_save(&saved.header.progress);
        // Damage should show now, not when somebody wants to go on from it.
        through_save(saved, Some(Memory(lease.bytes)), &mut |_, _| {}).map_err(unusable)?;
        drop(lease);
        let label = "a search from elsewhere".to_string();
        let id = desk.add(plan, label, JobState::Paused, |files, record| {
            record.progress = Some(standing);
            keep(file, &files.save())
        })?;
        Ok((StatusCode::CREATED, Json(desk.job(&id)?)))
    })
    .await
}
