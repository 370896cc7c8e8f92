//! Random small C programs that work on the heap, with or without memory errors.
//!
//! A program is made from a seed, and the same seed gives the same text. It reads its inputs by
//! `__VERIFIER_nondet_int()`, always ends, and prints a checksum of what it computes. Integer arithmetic is well-defined;
//! errors of memory come only from the places where the generator leaves out, on purpose, what a careful programmer writes:
//! a check for null, a bound, an initialisation, `p = NULL` after `free(p)`.
//!
//! How a program stays free of other errors: the generator knows of each variable what it may be used for (`scope`), and
//! pointers obey an ownership discipline that is described there. Not here: running anything.

mod expr;
mod func;
mod heap;
mod list;
mod loops;
mod place;
mod pointer;
mod random;
mod scope;
mod stmt;
mod text;
mod types;

use func::Program;

pub use random::Random;

/// What kind of program to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// No seeded errors.
    pub valid: bool,
    /// Statements per function, roughly.
    pub size: u32,
    /// Number of inputs that the program reads.
    pub inputs: u32,
    pub errors: ErrorRates,
}

/// How often an error is seeded where it could be, in thousandths. A program has only some of the kinds, chosen by its
/// seed, since otherwise the frequent ones would hide the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErrorRates {
    pub missing_null_check: u32,
    pub off_by_one: u32,
    pub use_after_free: u32,
    pub double_free: u32,
    pub bad_free: u32,
    pub escaped_local: u32,
    pub uninitialized: u32,
    pub leak: u32,
    pub division_by_zero: u32,
}

impl Default for ErrorRates {
    fn default() -> Self {
        ErrorRates {
            missing_null_check: 150,
            off_by_one: 60,
            use_after_free: 150,
            double_free: 100,
            bad_free: 100,
            escaped_local: 400,
            uninitialized: 100,
            leak: 150,
            division_by_zero: 150,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options { valid: false, size: 12, inputs: 3, errors: ErrorRates::default() }
    }
}

/// The C text of the program with this seed.
pub fn program(seed: u64, options: &Options) -> String {
    Program::new(seed, options).generate()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let options = Options::default();
        assert_eq!(program(7, &options), program(7, &options));
        assert_ne!(program(7, &options), program(8, &options));
    }

    #[test]
    fn every_construct_turns_up() {
        let all: String = (0..60).map(|seed| program(seed, &Options::default())).collect();
        for part in [
            "malloc(",
            "calloc(",
            "realloc(",
            "free(",
            "memcpy(",
            "memset(",
            "strlen(",
            "->next",
            "assert(",
            "union view",
            "operations[",
            "return",
            "**",
            "(unsigned char *)",
            "switch (",
            "while (",
            "__VERIFIER_nondet_int()",
            "&&",
        ] {
            assert!(all.contains(part), "no `{part}` in sixty programs");
        }
    }

    #[test]
    fn size_matters() {
        let length =
            |size| -> usize { (0..10).map(|seed| program(seed, &Options { size, ..Options::default() }).len()).sum() };
        assert!(length(30) > 2 * length(6));
    }
}
