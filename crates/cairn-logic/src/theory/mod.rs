//! The fast theory tier: what follows from a conjunction of literals, bit-precisely and within bounded effort.
//!
//! ```
//! use cairn_logic::{Arena, Fact, Sort, Var, VarClass, theory::Ctx};
//!
//! let mut arena = Arena::new();
//! let [i, n] = [0, 1].map(|key| arena.var(Var::new(Sort::Bv(32), VarClass::Entry, key)));
//! let Fact::Lit(below) = arena.ult(i, n) else { panic!("not decided") };
//! let next = arena.add_const(i, 1);
//! let Fact::Lit(next_fits) = arena.ule(next, n) else { panic!("not decided") };
//! let mut cx = Ctx::new();
//! cx.push();
//! cx.assume(&arena, below).expect("no contradiction");
//! assert_eq!(cx.implied(&arena, next_fits.atom()), Some(next_fits.is_positive()));   // i < n, so i + 1 cannot wrap
//! cx.pop();
//! assert_eq!(cx.implied(&arena, next_fits.atom()), None);
//! ```
//! A `Ctx` is a reduced product with one trail:
//! - `classes`: congruence closure over terms and objects; words that differ by a constant are in one class;
//! - `rows`: linear equalities modulo 2^w;
//! - `dom`, `forward`, `backward`: bounds of both readings and known bits, through all operators;
//! - `matrix`, `links`, `sums`: differences of integer readings, derived from words only where nothing can wrap;
//! - `unary`, `different`: holes, interval sets, masks, disequalities, objects of different constants.
//!
//! **The one rule:** whatever `implied`, or an `Err` of `assume`, says holds in every valuation. "No contradiction
//! found" says nothing: only `model` certifies that a context can be satisfied, by evaluation.
//! Everything is deterministic; effort is counted in steps, and out of steps means less is known, never more.

mod backward;
mod classes;
mod different;
mod dom;
mod explain;
mod forward;
mod linear;
mod links;
mod literal;
mod matrix;
mod model;
mod node;
mod propagate;
mod rows;
mod sums;
mod unary;

use std::collections::VecDeque;

use cairn_base::{Id, IdVec};
use rustc_hash::FxHashMap;

use self::different::Pair;
use self::dom::Dom;
use self::matrix::Matrix;
use self::node::{Kind, Node, NodeId, Object, Unary, Undo};
use self::rows::Row;
use crate::arena::Arena;
use crate::atom::{AtomId, Lit};
use crate::context::{Conflict, Theory};
use crate::eval::Valuation;
use crate::unique::{mix, mix128};

/// Within the components: no valuation is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Contradiction;

/// Steps per assumption.
const DEFAULT_FUEL: u32 = 600;

/// Assumptions with everything that was found to follow from them.
#[derive(Default)]
pub struct Ctx {
    // Kept for good: what depends on terms alone.
    nodes: IdVec<NodeId, Node>,
    node_by_term: Vec<u32>,
    zeros: Vec<u32>,
    addends: Vec<(u128, NodeId)>,
    extra_sums: FxHashMap<Box<[(u128, NodeId)]>, NodeId>,
    // Undone by the trail.
    trail: Vec<Undo>,
    saved_doms: Vec<Dom>,
    saved_objects: Vec<Object>,
    uses: Vec<(NodeId, u32)>,
    unary: Vec<Unary>,
    different: Vec<Pair>,
    sums: Vec<NodeId>,
    rows: Vec<Row>,
    signatures: FxHashMap<u64, NodeId>,
    matrix: Matrix,
    /// Per atom: 0 not assumed, 1 assumed, 2 its negation assumed.
    truth: Vec<u8>,
    asserted: Vec<Lit>,
    contradictory: bool,
    levels: Vec<usize>,
    // Work of the propagation under way.
    queue: VecDeque<NodeId>,
    merges: Vec<(NodeId, NodeId, u128)>,
    resign: Vec<NodeId>,
    changed_pairs: Vec<(usize, usize)>,
    found_bounds: Vec<(NodeId, Dom)>,
    sums_changed: bool,
    different_changed: bool,
    // Effort.
    fuel: u32,
    fuel_per_assumption: Option<u32>,
    epoch: u64,
    steps: u64,
    gave_up: u64,
}

impl Ctx {
    pub fn new() -> Self {
        Self::default()
    }

    /// A context with another bound on the steps per assumption. Fewer steps mean fewer answers, not other ones.
    pub fn with_fuel(steps: u32) -> Self {
        Self { fuel_per_assumption: Some(steps), ..Self::default() }
    }

    /// Marks the state that the matching `pop` restores.
    pub fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// # Panics
    /// Without a matching `push`.
    pub fn pop(&mut self) {
        let length = self.levels.pop().expect("a pop without push");
        self.undo_to(length);
    }

    /// Adds a literal. After a conflict everything is implied until the matching `pop`.
    pub fn assume(&mut self, arena: &Arena, lit: Lit) -> Result<(), Conflict> {
        if self.contradictory {
            return Err(Conflict);
        }
        match self.asserted_value(lit.atom()) {
            Some(value) if value == lit.is_positive() => return Ok(()),
            Some(_) => {
                self.note(lit);
                return self.fail();
            }
            None => {}
        }
        self.note(lit);
        self.refuel();
        let posted = self.post(arena, lit);
        let result = if posted.is_ok() { self.propagate(arena) } else { posted };
        if result.is_err() {
            self.clear_work();
            return self.fail();
        }
        Ok(())
    }

    /// The value of the atom in every valuation of the assumptions, if that was found out.
    pub fn implied(&mut self, arena: &Arena, atom: AtomId) -> Option<bool> {
        if self.contradictory {
            return None;
        }
        if let Some(value) = self.asserted_value(atom).or_else(|| self.read_off(arena, atom)) {
            return Some(value);
        }
        [true, false].into_iter().find(|&value| self.contradicts(arena, Lit::new(atom, !value)))
    }

    /// Whether the literal contradicts the assumptions.
    pub fn contradicts(&mut self, arena: &Arena, lit: Lit) -> bool {
        self.push();
        let result = self.assume(arena, lit);
        self.pop();
        result.is_err()
    }

    /// Whether the assumptions were found to be contradictory.
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// The literals in force, in the order in which they were assumed.
    pub fn assumptions(&self) -> &[Lit] {
        &self.asserted
    }

    /// Steps taken so far: the same on every machine.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How often the fuel of an assumption was used up, so that more might have been found.
    pub fn gave_up(&self) -> u64 {
        self.gave_up
    }

    fn refuel(&mut self) {
        self.fuel = self.fuel_per_assumption.unwrap_or(DEFAULT_FUEL);
        self.epoch += 1;
    }

    fn asserted_value(&self, atom: AtomId) -> Option<bool> {
        match self.truth.get(atom.index()) {
            Some(1) => Some(true),
            Some(2) => Some(false),
            _ => None,
        }
    }

    fn note(&mut self, lit: Lit) {
        let at = lit.atom().index();
        if self.truth.len() <= at {
            self.truth.resize(at + 64, 0);
        }
        if self.truth[at] == 0 {
            self.truth[at] = if lit.is_positive() { 1 } else { 2 };
            self.asserted.push(lit);
            self.trail.push(Undo::Asserted(lit.atom()));
        } else {
            // Both polarities: the second is kept for explanations only.
            self.asserted.push(lit);
            self.trail.push(Undo::AssertedTwice);
        }
    }

    fn fail(&mut self) -> Result<(), Conflict> {
        self.contradictory = true;
        self.trail.push(Undo::Contradiction);
        Err(Conflict)
    }

    /// A hash of everything that `pop` restores.
    #[doc(hidden)]
    pub fn state_hash(&self) -> u64 {
        let mut hash = 0x5747;
        // The zeros are made once and stay, so alone in their class they are no part of the state.
        let counts = |node: &Node| node.active && (node.kind != Kind::Zero || node.size > 1);
        for (id, node) in self.nodes.iter_enumerated().filter(|(_, node)| counts(node)) {
            for number in [id.index(), node.root.index(), node.next.index(), node.size as usize] {
                hash = mix(hash, number as u64);
            }
            for number in [node.uses, node.unary, node.row, node.slot] {
                hash = mix(hash, u64::from(number));
            }
            hash = mix128(hash, node.offset);
            let dom = &node.dom;
            for bound in [dom.ulo, dom.uhi, dom.slo, dom.shi, dom.zeros as i128, dom.ones as i128] {
                hash = mix128(hash, bound as u128);
            }
            hash = mix(hash, fx(&node.object.exact.map(|t| t.index())) ^ fx(&(node.object.site, node.object.entry)));
        }
        for pair in &self.different {
            hash = pair.state().iter().fold(hash, |hash, &number| mix128(hash, number as u128));
        }
        hash = self.matrix.state().iter().fold(hash, |hash, &entry| mix128(hash, entry as u128));
        hash = self.rows.iter().fold(hash, |hash, row| mix(hash, fx(row)));
        hash = self.sums.iter().fold(hash, |hash, id| mix(hash, id.index() as u64));
        hash = self.uses.iter().fold(hash, |hash, edge| mix(mix(hash, edge.0.index() as u64), u64::from(edge.1)));
        let signatures = self.signatures.iter().map(|(key, id)| mix(*key, id.index() as u64));
        hash = mix(hash, signatures.fold(0, u64::wrapping_add));
        hash = self.asserted.iter().fold(hash, |hash, lit| mix(hash, fx(lit)));
        hash = self
            .truth
            .iter()
            .enumerate()
            .filter(|t| *t.1 != 0)
            .fold(hash, |h, (i, v)| mix(mix(h, i as u64), u64::from(*v)));
        mix(hash, self.unary.len() as u64 ^ u64::from(self.contradictory) << 32)
    }
}

impl Theory for Ctx {
    fn push(&mut self) {
        Ctx::push(self);
    }

    fn pop(&mut self) {
        Ctx::pop(self);
    }

    fn assume(&mut self, arena: &mut Arena, lit: Lit) -> Result<(), Conflict> {
        Ctx::assume(self, arena, lit)
    }

    fn implied(&mut self, arena: &mut Arena, atom: AtomId) -> Option<bool> {
        Ctx::implied(self, arena, atom)
    }

    fn model(&mut self, arena: &mut Arena) -> Option<Valuation> {
        Ctx::model(self, arena)
    }
}

fn fx(value: &impl std::hash::Hash) -> u64 {
    use std::hash::BuildHasher;
    rustc_hash::FxBuildHasher.hash_one(value)
}
