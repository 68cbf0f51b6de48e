//! A server on a port.

use std::future::IntoFuture;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;
use winproof_session::Failure;

use crate::app::{App, router};
use crate::options::{ServeOptions, is_local};

/// Random bytes in a token that the server makes.
const TOKEN_BYTES: usize = 16;

/// The exit status that shells report for a program that was ended by Ctrl-C.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Serves until it is interrupted by Ctrl-C or SIGTERM; jobs are then saved, unless a second signal ends the
/// program at once. `ready` is called with the address of the page when the server listens, and `complain`
/// with what could not be read of the stored jobs.
pub fn serve(
    options: &ServeOptions,
    ready: impl FnOnce(&str),
    complain: impl Fn(&str),
) -> Result<(), Failure> {
    let (app, complaints) = App::open(options)?;
    for complaint in complaints {
        complain(&complaint);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::Other(format!("cannot start the server: {error}")))?;
    let served = runtime.block_on(listen(&app, options, ready));
    runtime.spawn(async {
        interrupted().await;
        std::process::exit(ENDED_BY_INTERRUPT);
    });
    app.close();
    // A check that is still running is not awaited.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn listen(
    app: &App,
    options: &ServeOptions,
    ready: impl FnOnce(&str),
) -> Result<(), Failure> {
    let address = SocketAddr::new(options.bind, options.port);
    let cannot = |error| Failure::Other(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let local = is_local(&address);
    let token = options.token.clone().or_else(|| (!local).then(new_token));
    let router = router(app, local, token.clone());
    ready(&page_address(address, token.as_deref()));
    tokio::select! {
        served = axum::serve(listener, router).into_future() => served.map_err(cannot),
        () = interrupted() => Ok(()),
    }
}

/// Returns the address of the page; the part after `#` stays in the browser.
fn page_address(address: SocketAddr, token: Option<&str>) -> String {
    let address = if address.ip().is_unspecified() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    };
    match token {
        Some(token) => format!("http://{address}/#token={token}"),
        None => format!("http://{address}/"),
    }
}

fn new_token() -> String {
    rand::random::<[u8; TOKEN_BYTES]>().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(unix)]
async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn interrupted() {
    let _ = tokio::signal::ctrl_c().await;
}
