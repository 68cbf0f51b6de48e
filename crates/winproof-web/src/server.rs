//! A server on a port.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::sleep;
use winproof_session::Failure;

use crate::app::{App, router};
use crate::connections;
use crate::options::{ServeOptions, Token, is_local};

/// Random bytes in a token that the server makes.
const TOKEN_BYTES: usize = 16;

/// The threads for what takes long, such as reading positions; more would not make it faster.
const BLOCKING_THREADS: usize = 16;

/// How often what could not be written to the disk is tried again.
const WRITE_AGAIN: Duration = Duration::from_secs(10);

/// The exit status that shells report for a program that was ended by Ctrl-C.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Where a server is.
pub struct Address {
    /// The address of the page, with the token if the server made it.
    pub page: String,
    /// Whether every user of the machine can use it.
    pub everybody: bool,
}

/// Serves until it is interrupted by Ctrl-C or SIGTERM; jobs are then saved, unless a second signal ends the
/// program at once. `ready` is called when the server listens, and `complain`
/// with what could not be read of the stored jobs.
pub fn serve(
    options: &ServeOptions,
    ready: impl FnOnce(&Address),
    complain: impl Fn(&str),
) -> Result<(), Failure> {
    // Files of jobs are for nobody else.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    let (app, complaints) = App::open(options)?;
    for complaint in complaints {
        complain(&complaint);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(BLOCKING_THREADS)
        .enable_all()
        .build()
        .map_err(|error| Failure::Other(format!("cannot start the server: {error}")))?;
    // Whoever is told that the server is ready may end it at once, and finds it listening to signals.
    let mut signals = {
        let _runtime = runtime.enter();
        Signals::catch()?
    };
    let served = runtime.block_on(listen(&app, options, ready, &mut signals));
    runtime.spawn(async move {
        signals.next().await;
        std::process::exit(ENDED_BY_INTERRUPT);
    });
    for complaint in app.close() {
        complain(&complaint);
    }
    // A check that is still running is not awaited.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn listen(
    app: &App,
    options: &ServeOptions,
    ready: impl FnOnce(&Address),
    signals: &mut Signals,
) -> Result<(), Failure> {
    let address = SocketAddr::new(options.bind, options.port);
    let cannot = |error| Failure::Other(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let local = is_local(&address);
    let (token, shown) = match &options.token {
        Token::Given(token) => (Some(token.clone()), None),
        Token::Needed if local => (None, None),
        Token::Needed | Token::Made => {
            let token = new_token();
            (Some(token.clone()), Some(token))
        }
    };
    let router = router(app, local, token.clone());
    let everybody = token.is_none();
    ready(&Address { page: page_address(address, shown.as_deref()), everybody });
    tokio::select! {
        () = connections::serve(listener, router, connections::USUAL) => {}
        () = write_again(app) => {}
        () = signals.next() => {}
    }
    Ok(())
}

/// Tries again and again to write what could not be written before.
async fn write_again(app: &App) {
    loop {
        sleep(WRITE_AGAIN).await;
        let queue = Arc::clone(&app.queue);
        // If it broke down, the next one may not.
        let _ = tokio::task::spawn_blocking(move || queue.write_again()).await;
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

/// The signals that end the server. From the moment when this is made, they do not end the program by themselves.
#[cfg(unix)]
struct Signals(tokio::signal::unix::Signal, tokio::signal::unix::Signal);

#[cfg(unix)]
impl Signals {
    fn catch() -> Result<Signals, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let catch = |kind| {
            let cannot = |error| Failure::Other(format!("cannot listen to signals: {error}"));
            signal(kind).map_err(cannot)
        };
        Ok(Signals(catch(SignalKind::interrupt())?, catch(SignalKind::terminate())?))
    }

    /// Waits for one of them.
    async fn next(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
        }
    }
}

/// The signal that ends the server.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn catch() -> Result<Signals, Failure> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
