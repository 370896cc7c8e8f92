//! Random programs on the heap: what the engine calls proved (or never reached) must not fail in any execution.

mod support;

#[test]
fn what_is_proved_never_fails() {
    support::what_is_proved_never_fails(8, 12, 2, |seed| cairn_fuzz::program(seed, &cairn_fuzz::Options::default()));
}
