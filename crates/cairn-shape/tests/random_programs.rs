//! Random programs on the heap: what the engine calls proved (or never reached) must not fail in any execution.

mod support;

use support::{Tally, compare, folder, load, loader, seeds};

#[test]
fn what_is_proved_never_fails() {
    let (folder, loader, mut tally) = (folder("programs"), loader(), Tally::default());
    let range = seeds(1, 8);
    for seed in range.clone() {
        let text = cairn_fuzz::program(seed, &cairn_fuzz::Options::default());
        let program = load(&loader, &folder.join(format!("random_{seed}.c")), &text);
        compare(&program, &format!("seed {seed}"), 12, seed % 2 == 0, &mut tally);
    }
    std::fs::remove_dir_all(&folder).ok();
    println!("{range:?}: {} proved, {} refuted, {} open", tally.proved, tally.refuted, tally.open);
    assert!(tally.mismatches.is_empty(), "proved, and yet it fails:\n{}", tally.mismatches.join("\n"));
}
