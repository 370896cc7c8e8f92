//! Graphs of any shape: heaps as three-valued structures, in which a pointer leads to one of several sets of objects.
//!
//! What the rest of the engine cannot say, since its edges are sure. A structure (`structure`) has nodes that stand for one object or
//! for many; `focus` takes an object out of many before it is accessed, `lists` keeps track of which nodes lie on lists, `coerce` draws
//! conclusions from that, `blur` puts nodes together that cannot be told apart, and structures that then have the same nodes
//! are joined (`places`, `seen`). `flow`, `step`, `memory` and `numbers` are what instructions do, `walks` chooses the lists, `held` finds what may be lost;
//! `prove` and `sketch` answer for obligations.
//!
//! Nothing is refuted here. Recursion, pointers to functions, objects of unknown size and the insides of objects that are no members
//! end the analysis, and then it says nothing.

mod blur;
mod coerce;
mod flow;
mod focus;
mod held;
mod lists;
mod memory;
mod numbers;
mod places;
mod prove;
mod run;
mod seen;
mod set;
mod sketch;
#[cfg(test)]
mod soundness;
mod step;
mod structure;
mod walks;

pub use prove::GraphsAlone;
pub(crate) use prove::prove;
pub use run::{Graphs, Limits};
pub use seen::Join;
pub use structure::Structure;
