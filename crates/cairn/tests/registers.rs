//! What the interpreter takes to be no longer needed in a state is not: executions go on the same without it.

use cairn_cases::seeds;
use cairn_driver::{Input, Loader, Options};
use cairn_interp::{Config, Machine, Output, Stream};
use cairn_ir::Program;

struct Silence;

impl Output for Silence {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

const MOST_STEPS: u64 = 6_000;

fn machine(program: &Program) -> Machine<'_> {
    Machine::new(program, Config::default(), Silence).unwrap_or_else(|end| panic!("{end:?}"))
}

#[test]
fn registers_that_do_not_count_are_not_read() {
    let loader = Loader::new(Options::default());
    let mut ended = 0;
    for seed in seeds(1, 12) {
        let file = std::env::temp_dir().join(format!("cairn-registers-{}-{seed}.c", std::process::id()));
        std::fs::write(&file, cairn_fuzz::program(seed, &cairn_fuzz::Options::default())).expect("written");
        let loaded = loader.load(&[Input::new(&file, &["-w".to_owned()])]);
        std::fs::remove_file(&file).ok();
        let program = loaded.unwrap_or_else(|error| panic!("{seed}: {error}")).program;
        let Some(expected) = machine(&program).advance(MOST_STEPS) else { continue };
        let mut spoilt = machine(&program);
        let end = (0..=MOST_STEPS).find_map(|_| {
            spoilt.spoil_what_is_not_needed();
            spoilt.advance(1)
        });
        assert_eq!(format!("{:?}", Some(expected)), format!("{end:?}"), "seed {seed}");
        ended += 1;
    }
    assert!(ended > 0, "no program ended in time");
}
