//! `winproof serve`: the workbench.

use winproof_session::Failure;
use winproof_session::amounts::Seconds;
use winproof_web::ServeOptions;

use crate::arguments::ServeArguments;
use crate::output;
use crate::status::Status;

/// Runs the command.
pub fn run(arguments: &ServeArguments) -> Result<Status, Failure> {
    let Seconds(job_time) = arguments.job_time;
    let options = ServeOptions {
        bind: arguments.bind,
        port: arguments.port,
        data: arguments.data.clone(),
        threads: arguments.threads.map(usize::from),
        memory: arguments.memory,
        job_memory: arguments.job_memory,
        job_time,
        request_size: arguments.request_size,
        token: arguments.token.clone(),
        page: arguments.page.clone(),
    };
    let ready = |address: &str| {
        // The server works even if this cannot be printed.
        let _ = output::print(&format!("The workbench is at {address} (Ctrl-C ends it)\n"));
    };
    winproof_web::serve(&options, ready, output::complain)?;
    Ok(Status::Done)
}
