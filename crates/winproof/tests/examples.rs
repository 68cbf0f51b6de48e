//! The examples for embedders are not only compiled but run, with their assertions.

#[path = "../../../examples/certificate.rs"]
mod certificate;
#[path = "../../../examples/own_evaluation.rs"]
mod own_evaluation;
#[path = "../../../examples/own_game.rs"]
mod own_game;
#[path = "../../../examples/solve.rs"]
mod solve;
#[path = "../../../examples/watch.rs"]
mod watch;

#[test]
fn examples_do_what_they_say() -> Result<(), Box<dyn std::error::Error>> {
    solve::main()?;
    own_game::main();
    own_evaluation::main()?;
    certificate::main()?;
    watch::main()
}
