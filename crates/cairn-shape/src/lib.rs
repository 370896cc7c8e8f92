//! The shape engine: heaps of unbounded size as graphs in which runs of alike nodes are list segments.
//!
//! Every execution from the entry function is covered. `heap`, `object`, `value` and `range` are what is known of a state;
//! `step`, `access`, `compute`, `compare` and `calls` are what instructions do to it; `unfold` takes nodes out of segments,
//! `fold` makes segments, `branches` and `trees` do so with trees, `paths` with ways back through them, `skips` with lists that run side
//! by side; `merge` joins and compares; `relations` and `linear` are what numbers have to do with each other,
//! `blocks` and `tidy` objects that are cut up by pointer arithmetic; `dead` forgets what nobody reads any more; `flow` iterates to a fixpoint; `engine` answers for obligations, and
//! `search` looks for executions that fail, with inputs from `inputs`. `graphs` is another analysis, with edges that are not sure.
//!
//! Not here: files, the command line, other engines.

mod access;
mod blocks;
mod branches;
mod calls;
mod compare;
mod compute;
mod dead;
mod decompose;
mod effort;
mod engine;
mod fault;
mod flow;
mod fold;
pub mod graphs;
mod heap;
mod inputs;
mod known;
mod landmarks;
mod linear;
mod looks;
mod memory;
mod merge;
mod nonempty;
mod object;
mod optional;
mod paths;
mod predicates;
mod range;
mod relations;
mod run;
mod search;
mod sets;
mod show;
mod sketch;
mod skips;
mod sorted;
#[cfg(test)]
mod soundness;
mod step;
mod tabulate;
#[cfg(test)]
mod testing;
mod tidy;
mod trees;
mod unfold;
mod value;
mod world;

pub use engine::{Shape, ShapeWith};
pub use heap::Heap;
pub use run::{Join, Limits, Patience, Run, Stop};
pub use show::show;
pub use sketch::sketch;
pub use tabulate::Tabulated;
pub use world::World;
