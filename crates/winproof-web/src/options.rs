//! The options and limits of a server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use winproof_session::Failure;
use winproof_session::amounts::Memory;
use winproof_session::figures;

use crate::queue::longest_text;

/// Where to serve, and within what limits. Options that are not set have defaults.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; with 0 the system chooses one.
    pub port: u16,
    /// Where jobs are kept; without it they are lost when the server ends.
    pub data: Option<PathBuf>,
    /// The most bytes of all files of jobs; by default what the disk has.
    pub data_size: Option<Memory>,
    /// Whether the oldest finished jobs are deleted when there is no room for more.
    pub drop_oldest: bool,
    /// How many threads search, for all jobs together; by default as many as the machine has processors.
    pub threads: Option<usize>,
    /// Memory of all jobs together.
    pub memory: Option<Memory>,
    /// The most memory that one job may ask for; by default all of it.
    pub job_memory: Option<Memory>,
    /// The most time that one job may take before it must be resumed.
    pub job_time: Duration,
    /// The most bytes of a request.
    pub request_size: Memory,
    /// Whether clients must send a bearer token, and which.
    pub token: Token,
    /// Where the page is, if not inside the program: for development.
    pub page: Option<PathBuf>,
}

impl Default for ServeOptions {
    fn default() -> ServeOptions {
        ServeOptions {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7878,
            data: None,
            data_size: None,
            drop_oldest: false,
            threads: None,
            memory: None,
            job_memory: None,
            job_time: Duration::from_secs(24 * 60 * 60),
            request_size: Memory(64 << 20),
            token: Token::Needed,
            page: None,
        }
    }
}

/// The bearer token of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// The server makes one if it can be reached from other machines; else it needs none.
    Needed,
    /// The server makes one.
    Made,
    /// This one, which the server does not show.
    Given(String),
}

/// The limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Threads that search, for all jobs together.
    pub threads: usize,
    /// Memory of all jobs together.
    pub memory: usize,
    /// The most memory of one job.
    pub job_memory: usize,
    /// The most time of one job before it must be resumed.
    pub job_time: Duration,
    /// The most bytes of all files of jobs.
    pub disk: Option<u64>,
    /// Whether the oldest finished jobs are deleted when there is no room for more.
    pub drop_oldest: bool,
    /// The most bytes of a request.
    pub request_bytes: u64,
    /// The most bytes of a request in JSON, which is held in memory.
    pub text_bytes: u64,
}

/// The most bytes of a request in JSON, whatever the memory. A graph of a hundred thousand nodes fits.
const LARGEST_TEXT: u64 = 8 << 20;

impl Caps {
    /// Returns the limits of the options, with defaults.
    pub fn new(options: &ServeOptions) -> Result<Caps, Failure> {
        let machine = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = options.threads.unwrap_or_else(machine).max(1);
        let memory = Memory::budget(options.memory)?.bytes;
        let job_memory = match options.job_memory {
            Some(Memory(bytes)) if bytes > memory => {
                let memory = figures::bytes(memory as u64);
                let message = format!("--job-memory is more than the {memory} of --memory");
                return Err(Failure::Input(message));
            }
            Some(asked) => {
                asked.checked().map_err(|error| Failure::Input(format!("--job-memory {error}")))?
            }
            None => memory,
        };
        let request_bytes = options.request_size.0 as u64;
        let text_bytes = LARGEST_TEXT.min(request_bytes).min(longest_text(memory) as u64);
        let disk = options.data_size.map(|Memory(bytes)| bytes as u64);
        let (job_time, drop_oldest) = (options.job_time, options.drop_oldest);
        Ok(Caps {
            threads,
            memory,
            job_memory,
            job_time,
            disk,
            drop_oldest,
            request_bytes,
            text_bytes,
        })
    }

    /// Returns the default memory of a job, so that jobs can fill all threads, with room left to inspect one
    /// of them.
    pub fn default_memory(&self) -> usize {
        (self.memory / (self.threads + 1)).max(1 << 20).min(self.job_memory)
    }
}

/// Returns whether only this machine can reach the address.
pub(crate) fn is_local(address: &SocketAddr) -> bool {
    address.ip().is_loopback()
}
