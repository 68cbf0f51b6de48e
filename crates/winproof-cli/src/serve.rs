//! `winproof serve`: the workbench.

use std::{env, fs};

use winproof_session::Failure;
use winproof_session::amounts::Seconds;
use winproof_web::{Address, ServeOptions, Token};

use crate::arguments::ServeArguments;
use crate::output;
use crate::status::Status;

/// The variable with the bearer token, which other users cannot see as they see options.
const TOKEN: &str = "WINPROOF_TOKEN";

/// Runs the command.
pub fn run(arguments: &ServeArguments) -> Result<Status, Failure> {
    let Seconds(job_time) = arguments.job_time;
    let options = ServeOptions {
        bind: arguments.bind,
        port: arguments.port,
        data: arguments.data.clone(),
        data_size: arguments.data_size,
        drop_oldest: arguments.drop_oldest,
        threads: arguments.threads.map(usize::from),
        memory: arguments.memory,
        job_memory: arguments.job_memory,
        job_time,
        request_size: arguments.request_size,
        token: token(arguments)?,
        page: arguments.page.clone(),
    };
    let ready = |address: &Address| {
        let page = &address.page;
        let mut text = format!("The workbench is at {page} (Ctrl-C ends it)\n");
        if address.everybody {
            text += "Every user of this machine can use it; --token asks for a token\n";
        }
        // The server works even if this cannot be printed.
        let _ = output::print(&text);
    };
    winproof_web::serve(&options, ready, output::complain)?;
    Ok(Status::Done)
}

/// Returns the token: that of the option, of the file, or of the environment.
fn token(arguments: &ServeArguments) -> Result<Token, Failure> {
    let given = match (&arguments.token, &arguments.token_file) {
        (Some(None), _) => return Ok(Token::Made),
        (Some(Some(token)), _) => token.clone(),
        (None, Some(path)) => {
            fs::read_to_string(path).map_err(|error| Failure::reading(path, &error))?
        }
        (None, None) => match env::var(TOKEN) {
            Ok(token) => token,
            Err(env::VarError::NotPresent) => return Ok(Token::Needed),
            Err(error) => return Err(Failure::Input(format!("{TOKEN}: {error}"))),
        },
    };
    match given.trim() {
        "" => Err(Failure::Input("the token is empty".to_string())),
        token => Ok(Token::Given(token.to_string())),
    }
}
