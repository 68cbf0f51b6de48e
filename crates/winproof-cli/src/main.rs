//! The `winproof` program.

fn main() -> std::process::ExitCode {
    winproof_cli::main()
}
