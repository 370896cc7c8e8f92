//! Questions about the shape of a program: control flow, dominance, loops, calls.
//!
//! Everything here only reads. Each algorithm is tested against a naive twin on random graphs.
//! Not here: rewriting (`pass`), dataflow and fixpoints (the engines).

pub mod calls;
pub mod cfg;
pub mod digraph;
pub mod dom;
pub mod loops;
#[cfg(test)]
pub(crate) mod random;

pub use calls::{CallGraph, IndirectSite};
pub use cfg::Cfg;
pub use digraph::Digraph;
pub use dom::{DomTree, Dominators, Frontiers, PostDominators};
pub use loops::{Loop, LoopId, Loops};
