//! Everything that could go wrong in a program, with an identity that survives unrelated edits.

mod rule;

pub use rule::Rule;
