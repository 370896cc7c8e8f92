//! Conditions over bit-vectors and object identities: small, canonical, exact.
//!
//! # How to use it
//! ```
//! use cairn_logic::{Arena, Evaluator, Fact, Sort, Valuation, Var, VarClass};
//!
//! let mut arena = Arena::new();                                         // one per function; owns every term and atom
//! let n = Var::new(Sort::Bv(32), VarClass::Entry, 0);                   // the client chooses the key
//! arena.name_var(n, "n");                                               // for display only
//! let tn = arena.var(n);
//! let size = arena.mul_const(4, tn);                                    // terms are canonical: equal terms, equal ids
//! let half = arena.add(tn, tn);
//! assert_eq!(size, arena.add(half, half));
//! let fact = arena.eq_const(size, 8);                                   // atoms fold, or give a literal
//! let Fact::Lit(lit) = fact else { panic!("not decided") };
//! assert_eq!(arena.show(lit).to_string(), "n & 0x3fffffff = 0x2");      // exact modulo 2^32
//! let valuation = Valuation::new(0).with(n, 0x4000_0002);
//! assert!(Evaluator::new(&arena, &valuation).lit(lit));
//! ```
//! - **Terms** (`term`): words of 1 to 128 bits and object identities; `Arena::{var, constant, base, uf, lin, add, sub,
//!   mul, bin, extract, zext, sext, concat, …}` make them, `Arena::{term, sort, width, known_bits}` look at them,
//!   `Arena::{for_each_subterm, vars, mentions}` walk them, `Arena::substitute` rewrites them.
//! - **Atoms** (`atom`): `Arena::{eq, ule, ult, sle, slt, mask_eq, in_set, base_eq, …}` give a `Fact`: a truth value or a
//!   `Lit`. `Arena::{value_set, as_offset_equality}` read the common shapes. Comparisons with constants are always
//!   `Atom::In`, `Atom::Eq` or `Atom::Mask` on a subject without constant part; `Ule` and `Sle` have two variable sides.
//! - **Meaning** (`eval`): `Evaluator` gives the value of any term or atom under a `Valuation`. Division and shifts are
//!   total, as in SMT-LIB. `table` is the brute-force oracle for tests, `random` makes random inputs.
//! - **Conditions** (`Conds`, which owns the arena): `Conds::{fact, and, or, ite, …}` build diagrams, `!` negates;
//!   equal Boolean functions of the atoms have equal ids. `Conds::{prune, restrict, is_refuted, is_implied}` simplify and
//!   decide with a theory, `Conds::{has_sample, sample_refutes, witness}` by concrete valuations.
//! - **Brackets** (`Bracket`): may and must; `Conds::{bracket_and, bracket_or, bracket_ite, instantiate, substitute,
//!   eliminate}` keep must ⇒ may, within `Conds::limits`; `Conds::take_degraded` tells what was lost, `set_site` where.
//! - **Elimination**: `Conds::{exists, forall}` round in one direction and say whether they are exact.
//! - **Forms** (`Form`): conjunctions and disjunctions for people and summaries; `Conds::{simplified_form, show}`.
//! - **Records**: `Exporter` and `Importer` carry terms and conditions from one arena to another, as canonical bytes.
//! - **Context** (`context`): the trait `Theory` is what simplification asks of a theory; `Literals` is the simplest one,
//!   `theory::Ctx` the one to use, `table::TableTheory` the complete one for tests.
//! - **Z3** (`smt`): the last resort for what nothing cheaper decides.
//!
//! # What is deliberately absent
//! No heap, path or C type: variables are opaque. No clock: limits are counted in steps that are the same everywhere. No if-then-else terms: case splits stay in conditions. No static
//! table: an arena is owned and dropped as a whole. Canonical forms never depend on the order of creation; only the order of
//! levels in diagrams does, and that order is the same whenever the same function is analysed.

mod arena;
mod arith;
pub mod atom;
mod bitops;
pub mod bits;
mod bracket;
mod compare;
pub mod context;
mod cover;
mod diagram;
mod display;
mod eliminate;
pub mod eval;
mod form;
mod import;
pub mod interval;
pub mod random;
mod rebase;
mod record;
mod samples;
mod sas;
mod simplify;
pub mod smt;
mod subst;
pub mod table;
pub mod term;
pub mod theory;
mod unique;
mod weaken;

pub use arena::Arena;
pub use atom::{Atom, AtomId, Fact, Lit};
pub use bits::KnownBits;
pub use bracket::Bracket;
pub use context::{Conflict, Literals, Theory};
pub use diagram::{Cond, Conds};
pub use display::Shown;
pub use eliminate::Eliminated;
pub use eval::{Evaluator, Valuation, constant_base};
pub use form::Form;
pub use import::{Importer, Leaves, Malformed, SameLeaves};
pub use interval::IntervalSet;
pub use record::{Exporter, RecordId, Records};
pub use samples::{SAMPLES, Signature};
pub use subst::Subst;
pub use term::{BaseClass, BaseConst, BinOp, Sort, Sym, Term, TermId, Var, VarClass};
pub use weaken::{Degraded, Limits, Round, Site, Why};
