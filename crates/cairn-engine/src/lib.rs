//! The vocabulary in which engines say what they found out, and the rules by which they work together.
//!
//! `Task` is what an engine is given, `Verdict` what it answers for each obligation, `Budget` what it may spend.
//! `proof`, `refutation` and `open` are the three kinds of evidence; a refutation cannot be made without an execution that
//! failed. `host` is what surrounds an engine: it can stop one, and remembers. `kept` reads back words of kept results. `invariant` is what holds at the heads of loops,
//! as data. `portfolio` asks engines one after the other, from cheap to dear, and notices when two contradict each other.
//!
//! Not here: how anything is proved, files, reports, the list of engines.

mod budget;
mod engine;
mod host;
pub mod invariant;
pub mod kept;
mod open;
mod portfolio;
mod proof;
mod refutation;
mod site;
mod verdict;

pub use budget::{Budget, Effort};
pub use engine::{Analysis, Engine, GoalId, Task, Terms};
pub use host::{Alone, Host, SummaryStore};
pub use invariant::LoopInvariant;
pub use open::{Cause, Degraded, Open};
pub use portfolio::{Contradiction, Results, run};
pub use proof::{Assumption, Proof};
pub use refutation::{Execution, NotConfirmed, Refutation};
pub use site::{GoalIndex, Site, user_site};
pub use verdict::Verdict;
