//! Random programs against the interpreter: what the engine says must be what executions do.

use cairn_cases::{Claims, random_inputs, seeds};
use cairn_engine::{Engine, Terms};
use cairn_shape::Shape;

/// A generator of numbers; the seed decides.
#[allow(dead_code)] // Not every test draws programs of its own.
pub struct Random(pub u64);

#[allow(dead_code)]
impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Enough for a few ten thousand instructions on abstract heaps.
const BUDGET: u64 = 400_000;

/// What is proved of programs must not fail in any of so many executions; in every so many programs allocations may fail.
#[allow(dead_code)]
pub fn what_is_proved_never_fails(count: u64, inputs: u64, failing_every: u64, program: impl Fn(u64) -> String) {
    never_fails(&Shape, seeds(1, count), inputs, failing_every, program);
}

/// The same for one engine and certain programs.
#[allow(dead_code)]
pub fn never_fails(
    engine: &dyn Engine,
    seeds: impl IntoIterator<Item = u64>,
    inputs: u64,
    failing_every: u64,
    program: impl Fn(u64) -> String,
) {
    let mut claims = Claims::of(engine, BUDGET);
    for seed in seeds {
        let alloc_may_fail = seed.is_multiple_of(failing_every);
        let terms = Terms { alloc_may_fail, ..Terms::default() };
        claims.try_on(&format!("seed_{seed}"), &program(seed), &terms, random_inputs(inputs, 300_000, alloc_may_fail));
    }
    claims.confirm();
}
