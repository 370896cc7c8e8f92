//! Random programs: what the engine calls proved must not fail in any execution.

use cairn_cases::{Claims, random_inputs, seeds};
use cairn_engine::Terms;
use cairn_local::Local;

#[test]
fn what_is_proved_never_fails() {
    let mut claims = Claims::of(&Local, 1 << 30);
    for seed in seeds(1, 40) {
        let text = cairn_fuzz::program(seed, &cairn_fuzz::Options::default());
        claims.try_on(&format!("seed_{seed}"), &text, &Terms::default(), random_inputs(12, 3_000_000, false));
    }
    claims.confirm();
    assert!(claims.proved > claims.obligations / 4, "{} of {}", claims.proved, claims.obligations);
    assert!(claims.failures > 0, "no execution failed, so none could have shown a mistake");
}
