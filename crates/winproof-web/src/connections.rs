//! Connections: how many there are, and how long they may do nothing.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Sleep, sleep, timeout};
use tower::ServiceExt;

use crate::held::hold;

/// Limits of connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// The most connections.
    pub all: usize,
    /// The most connections of one address.
    pub each: usize,
    /// How long the head of a request may take, from the moment when it could be sent.
    pub head: Duration,
    /// How long a client may take nothing of an answer.
    pub stall: Duration,
}

/// What usual clients need: a browser has six connections. All together they take less memory than the
/// program, and fewer files than systems allow.
pub const USUAL: ConnectionLimits = ConnectionLimits {
    all: 400,
    each: 100,
    head: Duration::from_secs(15),
    stall: Duration::from_secs(60),
};

/// The bytes for the head of a request.
const HEAD_BYTES: usize = 32 << 10;

/// How long to wait when the system has no more files for connections.
const NO_FILES: Duration = Duration::from_millis(100);

/// What a client gets for which there is no room.
const REFUSAL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Serves connections for ever.
pub async fn serve(listener: TcpListener, router: Router, limits: ConnectionLimits) {
    let seats = Arc::new(Seats { limits, taken: Mutex::default() });
    loop {
        let (stream, client) = match listener.accept().await {
            Ok((stream, address)) => (stream, address.ip()),
            Err(_) => {
                sleep(NO_FILES).await;
                continue;
            }
        };
        match seats.take(client) {
            Some(seat) => drop(tokio::spawn(connection(stream, router.clone(), seat, limits))),
            None => drop(tokio::spawn(refuse(stream))),
        }
    }
}

/// Serves a connection until it ends or its seat is needed.
async fn connection(stream: TcpStream, router: Router, seat: Seat, limits: ConnectionLimits) {
    let state = Arc::clone(&seat.state);
    let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
        let (router, busy) = (router.clone(), Busy::new(&state));
        async move {
            let response = router.oneshot(request.map(Body::new)).await;
            // The request has been served when the last byte of the answer is sent.
            response.map(|response| hold(response, busy))
        }
    });
    let stream = TokioIo::new(Patient { stream, limit: limits.stall, stalled: None });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(HEAD_BYTES);
    tokio::select! {
        // Whether it ends well or not is the client's business.
        _ = builder.serve_connection(stream, service) => {}
        () = state.unseated.notified() => {}
    }
    drop(seat);
}

async fn refuse(mut stream: TcpStream) {
    let _ = timeout(NO_FILES, stream.write_all(REFUSAL)).await;
}

/// The places for connections.
struct Seats {
    limits: ConnectionLimits,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    /// By age: the oldest first.
    seats: BTreeMap<u64, (IpAddr, Arc<SeatState>)>,
    next: u64,
}

struct SeatState {
    /// How many of its requests are being served.
    busy: AtomicUsize,
    /// The place is needed for somebody else.
    unseated: Notify,
}

/// A connection's place, until this is dropped.
struct Seat {
    seats: Arc<Seats>,
    number: u64,
    state: Arc<SeatState>,
}

impl Seats {
    /// Gives a place to a client. If there is none, the oldest connection that asks for nothing has to go:
    /// first of the same client, then of any other.
    fn take(self: &Arc<Self>, client: IpAddr) -> Option<Seat> {
        let mut taken = self.taken.lock().expect("nobody panics there");
        let same = |(ip, _): &&(IpAddr, Arc<SeatState>)| *ip == client;
        if taken.seats.values().filter(same).count() >= self.limits.each {
            taken.unseat(|ip| ip == client)?;
        } else if taken.seats.len() >= self.limits.all {
            taken.unseat(|_| true)?;
        }
        let number = taken.next;
        taken.next += 1;
        let state = Arc::new(SeatState { busy: AtomicUsize::new(0), unseated: Notify::new() });
        taken.seats.insert(number, (client, Arc::clone(&state)));
        Some(Seat { seats: Arc::clone(self), number, state })
    }
}

impl Taken {
    /// Takes the place of the oldest idle connection among these clients.
    fn unseat(&mut self, among: impl Fn(IpAddr) -> bool) -> Option<()> {
        let mut seats = self.seats.iter();
        let idle =
            seats.find(|(_, (ip, state))| among(*ip) && state.busy.load(Ordering::Relaxed) == 0);
        let number = *idle?.0;
        let (_, state) = self.seats.remove(&number)?;
        state.unseated.notify_one();
        Some(())
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.taken.lock().expect("nobody panics there").seats.remove(&self.number);
    }
}

/// A request that is being served, until this is dropped.
struct Busy(Arc<SeatState>);

impl Busy {
    fn new(state: &Arc<SeatState>) -> Busy {
        state.busy.fetch_add(1, Ordering::Relaxed);
        Busy(Arc::clone(state))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A stream that breaks off if the other side takes nothing for too long.
struct Patient {
    stream: TcpStream,
    limit: Duration,
    /// Ends the patience; there is none as long as something is taken.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn patiently<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(written) = write(Pin::new(&mut self.stream), context) {
            self.stalled = None;
            return Poll::Ready(written);
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.patiently(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.patiently(context, |stream, context| stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.patiently(context, |stream, context| stream.poll_shutdown(context))
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Instant;

    use axum::routing::get;
    use tokio::io::AsyncReadExt;

    use super::*;

    const LIMITS: ConnectionLimits = ConnectionLimits {
        all: 6,
        each: 4,
        head: Duration::from_secs(1),
        stall: Duration::from_secs(1),
    };

    async fn start(router: Router) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(serve(listener, router, LIMITS));
        address
    }

    async fn ask(address: SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        // A connection that is refused may end before it was read.
        let _ = stream.read_to_string(&mut answer).await;
        answer
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn those_who_hang_make_room() {
        let address = start(Router::new().route("/", get(|| async { "here" }))).await;
        let mut hanging = Vec::new();
        for _ in 0..20 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET / HT").await.unwrap();
            hanging.push(stream);
            assert!(ask(address).await.ends_with("here"));
        }
        // The older ones were closed at once, the others when their time was over.
        for mut stream in hanging {
            let started = Instant::now();
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest).await;
            assert!(started.elapsed() < Duration::from_secs(30));
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn those_who_are_served_keep_their_places() {
        let wait = Arc::new(Notify::new());
        let handler = {
            let wait = Arc::clone(&wait);
            move || async move {
                wait.notified().await;
                "late"
            }
        };
        let address = start(Router::new().route("/", get(handler))).await;
        let served: Vec<_> = (0..4).map(|_| tokio::spawn(ask(address))).collect();
        // As soon as all have their places, there is none for another.
        while !ask_soon(address).await.starts_with("HTTP/1.1 503") {}
        for _ in &served {
            wait.notify_one();
        }
        for task in served {
            assert!(task.await.unwrap().ends_with("late"));
        }
    }

    /// Asks, and does not wait long for the answer.
    async fn ask_soon(address: SocketAddr) -> String {
        timeout(Duration::from_millis(200), ask(address)).await.unwrap_or_default()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn those_who_take_nothing_are_cut_off() {
        /// Tells when what an answer holds is released.
        struct Held(Arc<Notify>);

        impl Drop for Held {
            fn drop(&mut self) {
                self.0.notify_one();
            }
        }

        let released = Arc::new(Notify::new());
        let handler = {
            let released = Arc::clone(&released);
            move || async move {
                let answer = axum::response::IntoResponse::into_response(vec![0; 64 << 20]);
                hold(answer, Held(released))
            }
        };
        let address = start(Router::new().route("/", get(handler))).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").await.unwrap();
        // It is released though nobody reads the answer.
        timeout(Duration::from_secs(60), released.notified()).await.unwrap();
        drop(stream);
    }
}
