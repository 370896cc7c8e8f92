//! Executes programs on concrete, byte-precise memory with provenance.

pub mod float;
pub mod host;
pub mod wide;
