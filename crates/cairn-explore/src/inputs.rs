//! The values that are tried when not all can be: the same list on every machine.

/// Each of these for every nondeterministic value of an execution.
pub const EVERYWHERE: &[u128] = &[1, u128::MAX, 2, 3, 4, 5, 10, 0x7fff_ffff, 0x8000_0000, 100, 7, 8];

/// Values that one execution is given; zeros after that.
const LENGTH: usize = 4096;

/// Seeds of a generator that likes small numbers.
pub const SEEDS: std::ops::Range<u64> = 1..400;

pub fn constant(value: u128) -> Vec<u128> {
    vec![value; LENGTH]
}

/// `value` first and then zeros, for loops that ask whether to go on.
pub fn first(count: usize, value: u128) -> Vec<u128> {
    vec![value; count]
}
