//! Conditions as ordered decision diagrams over atoms, with complement edges.
//!
//! The order of atoms is `Arena::atom_order`: by subject, then by constant. Neighbours on one subject that imply or
//! exclude each other are made one where that is seen from the two alone (`x > 3 ∧ x > 5` is `x > 5`); `simplify` removes
//! branches that a theory refutes. Conditions that differ in nothing else have equal ids. All operations are exact; those named `try_…` give up when they would make too many nodes.
//! Not here: pairs (may, must) and caps (`bracket`, `weaken`).

use cairn_base::Id;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

use crate::arena::Arena;
use crate::atom::{AtomId, Fact, Lit};
use crate::eval::Evaluator;
use crate::samples::Samples;
use crate::term::{TermId, Var};
use crate::unique::{UniqueTable, mix};
use crate::weaken::{Degraded, Limits, Site};

/// A condition: a node and, in bit 0, whether it is negated. No `Ord`: ids follow creation order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cond(u32);

impl Cond {
    pub const TRUE: Cond = Cond(0);
    pub const FALSE: Cond = Cond(1);

    pub fn is_true(self) -> bool {
        self == Cond::TRUE
    }

    pub fn is_false(self) -> bool {
        self == Cond::FALSE
    }

    pub fn is_const(self) -> bool {
        self.0 < 2
    }

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn flip_if(self, negate: bool) -> Cond {
        Cond(self.0 ^ u32::from(negate))
    }

    pub(crate) fn positive(self) -> Cond {
        Cond(self.0 & !1)
    }
}

impl std::ops::Not for Cond {
    type Output = Cond;
    fn not(self) -> Cond {
        Cond(self.0 ^ 1)
    }
}

/// "If the atom then `hi` else `lo`". `hi` is never negated, so that a function and its negation share a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct DdNode {
    pub(crate) atom: AtomId,
    pub(crate) hi: Cond,
    pub(crate) lo: Cond,
}

/// A remembered operation. Direct-mapped: a newer entry overwrites an older one.
#[derive(Clone, Copy)]
struct CacheEntry {
    key: (Cond, Cond, Cond),
    result: Cond,
}

/// Steps that an operation may take for each node that it may make: of shared nodes there may be many paths, and what was
/// computed is not always remembered.
const STEPS_PER_NODE: u64 = 256;

const EMPTY_ENTRY: CacheEntry = CacheEntry { key: (Cond(u32::MAX), Cond(0), Cond(0)), result: Cond(0) };
const SMALLEST_CACHE: usize = 1 << 8;
const LARGEST_CACHE: usize = 1 << 16;

/// All conditions of one function, with the arena of their atoms.
pub struct Conds {
    pub arena: Arena,
    pub(crate) nodes: Vec<DdNode>,
    table: UniqueTable,
    cache: Vec<CacheEntry>,
    pub(crate) samples: Samples,
    pub limits: Limits,
    /// Work done so far, in units that are the same on every machine.
    pub(crate) steps: u64,
    pub(crate) degraded: Vec<Degraded>,
    pub(crate) said_exhausted: bool,
    pub(crate) site: Site,
    /// The `try_…` operations stop when there are this many nodes.
    pub(crate) node_limit: usize,
    /// And after so many steps.
    step_limit: u64,
    sizes: Sizes,
    /// By node: the variables, where somebody asked for them.
    vars: RefCell<FxHashMap<usize, Vec<Var>>>,
}

/// How large conditions are, found once for each.
#[derive(Default)]
struct Sizes {
    /// By node: its size plus one if that is at most `cap`, `cap` plus two if it is larger, 0 if it is not known.
    known: Vec<u32>,
    cap: usize,
    /// By node: the last walk that came here.
    marks: Vec<u32>,
    walk: u32,
}

impl Default for Conds {
    fn default() -> Self {
        Self::new(Arena::new())
    }
}

impl Conds {
    pub fn new(arena: Arena) -> Self {
        let terminal = DdNode { atom: AtomId::new(0), hi: Cond::TRUE, lo: Cond::TRUE };
        Self {
            arena,
            nodes: vec![terminal],
            table: UniqueTable::default(),
            cache: vec![EMPTY_ENTRY; SMALLEST_CACHE],
            samples: Samples::default(),
            limits: Limits::default(),
            steps: 0,
            degraded: Vec::new(),
            said_exhausted: false,
            site: Site::default(),
            node_limit: usize::MAX,
            step_limit: u64::MAX,
            sizes: Sizes::default(),
            vars: RefCell::default(),
        }
    }

    /// Work done so far. Deterministic: the same calls give the same count everywhere.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Adds the work of a theory or a solver to the count.
    pub fn count_steps(&mut self, steps: u64) {
        self.steps += steps;
    }

    /// How many nodes exist in all.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn lit(&mut self, lit: Lit) -> Cond {
        self.node(lit.atom(), Cond::TRUE, Cond::FALSE).flip_if(!lit.is_positive())
    }

    pub fn atom(&mut self, atom: AtomId) -> Cond {
        self.lit(Lit::new(atom, true))
    }

    pub fn fact(&mut self, fact: Fact) -> Cond {
        match fact {
            Fact::Const(true) => Cond::TRUE,
            Fact::Const(false) => Cond::FALSE,
            Fact::Lit(lit) => self.lit(lit),
        }
    }

    /// The node of a reduced diagram; both children lie below the atom.
    pub(crate) fn node(&mut self, atom: AtomId, hi: Cond, lo: Cond) -> Cond {
        let (hi, lo) = (self.decided(atom, true, hi), self.decided(atom, false, lo));
        if hi == lo {
            return hi;
        }
        if self.decides(hi, atom, false, lo) {
            return hi;
        }
        if self.decides(lo, atom, true, hi) {
            return lo;
        }
        self.unique_node(atom, hi, lo)
    }

    /// What is left of `f` where an atom above it has a value: its top may be decided by that.
    fn decided(&mut self, atom: AtomId, value: bool, mut f: Cond) -> Cond {
        while let Some(top) = self.top(f)
            && let Some(known) = self.arena.decided_by(atom, value, top)
        {
            let (_, hi, lo) = self.cofactors(f);
            f = if known { hi } else { lo };
        }
        f
    }

    /// Does `f` alone say what "if the atom has the value then `other` else `f`" does?
    fn decides(&mut self, f: Cond, atom: AtomId, value: bool, other: Cond) -> bool {
        let Some(top) = self.top(f) else { return false };
        let (_, hi, lo) = self.cofactors(f);
        (hi == other || lo == other)
            && self.arena.decided_by(atom, value, top).is_some_and(|known| other == if known { hi } else { lo })
    }

    fn unique_node(&mut self, atom: AtomId, hi: Cond, lo: Cond) -> Cond {
        let negated = hi.is_negated();
        let node = DdNode { atom, hi: hi.flip_if(negated), lo: lo.flip_if(negated) };
        let hash = hash_node(node);
        let nodes = &self.nodes;
        if let Some(found) = self.table.find(hash, |id| nodes[id as usize] == node) {
            return Cond(found << 1).flip_if(negated);
        }
        let id = u32::try_from(self.nodes.len()).ok().filter(|id| *id < 1 << 31).expect("too many nodes");
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.table.insert(hash, id, |other| hash_node(nodes[other as usize]));
        Cond(id << 1).flip_if(negated)
    }

    /// The topmost atom and the condition with it true and with it false. Not for constants.
    pub fn cofactors(&self, f: Cond) -> (AtomId, Cond, Cond) {
        debug_assert!(!f.is_const());
        let DdNode { atom, hi, lo } = self.nodes[f.node()];
        (atom, hi.flip_if(f.is_negated()), lo.flip_if(f.is_negated()))
    }

    pub fn top(&self, f: Cond) -> Option<AtomId> {
        (!f.is_const()).then(|| self.nodes[f.node()].atom)
    }

    fn first_top(&self, conditions: [Cond; 3]) -> AtomId {
        let tops = conditions.into_iter().filter_map(|f| self.top(f));
        tops.min_by(|a, b| self.arena.atom_order(*a, *b)).expect("one of the conditions is not constant")
    }

    /// The cofactors of `f` with regard to an atom at or above its top.
    fn split(&self, f: Cond, atom: AtomId) -> (Cond, Cond) {
        match self.top(f) {
            Some(top) if top == atom => {
                let (_, hi, lo) = self.cofactors(f);
                (hi, lo)
            }
            _ => (f, f),
        }
    }

    pub fn and(&mut self, f: Cond, g: Cond) -> Cond {
        self.unlimited(|conds| conds.try_and(f, g))
    }

    pub fn or(&mut self, f: Cond, g: Cond) -> Cond {
        !self.and(!f, !g)
    }

    pub fn implies(&mut self, f: Cond, g: Cond) -> Cond {
        !self.and(f, !g)
    }

    pub fn iff(&mut self, f: Cond, g: Cond) -> Cond {
        self.ite(f, g, !g)
    }

    pub fn ite(&mut self, f: Cond, g: Cond, h: Cond) -> Cond {
        self.unlimited(|conds| conds.try_ite(f, g, h))
    }

    /// `ite`, unless that takes more than so many new nodes, or far more steps than these would.
    pub fn ite_within(&mut self, f: Cond, g: Cond, h: Cond, nodes: usize) -> Option<Cond> {
        let limit = std::mem::replace(&mut self.node_limit, self.nodes.len() + nodes);
        let steps = std::mem::replace(&mut self.step_limit, self.steps + STEPS_PER_NODE * nodes as u64);
        let result = self.try_ite(f, g, h);
        (self.node_limit, self.step_limit) = (limit, steps);
        result
    }

    pub fn and_all(&mut self, conditions: impl IntoIterator<Item = Cond>) -> Cond {
        conditions.into_iter().fold(Cond::TRUE, |all, f| self.and(all, f))
    }

    pub fn or_all(&mut self, conditions: impl IntoIterator<Item = Cond>) -> Cond {
        conditions.into_iter().fold(Cond::FALSE, |any, f| self.or(any, f))
    }

    fn unlimited(&mut self, operation: impl FnOnce(&mut Self) -> Option<Cond>) -> Cond {
        let limit = std::mem::replace(&mut self.node_limit, usize::MAX);
        let steps = std::mem::replace(&mut self.step_limit, u64::MAX);
        let result = operation(self).expect("no limit, no failure");
        (self.node_limit, self.step_limit) = (limit, steps);
        result
    }

    /// Conjunction; `None` if the node limit is reached.
    pub(crate) fn try_and(&mut self, f: Cond, g: Cond) -> Option<Cond> {
        self.try_ite(f, g, Cond::FALSE)
    }

    pub(crate) fn try_ite(&mut self, f: Cond, g: Cond, h: Cond) -> Option<Cond> {
        let (f, g, h, negated) = match standard_triple(f, g, h) {
            Triple::Done(result) => return Some(result),
            Triple::Open(f, g, h, negated) => (f, g, h, negated),
        };
        let slot = hash_triple(f, g, h) as usize & (self.cache.len() - 1);
        if self.cache[slot].key == (f, g, h) {
            return Some(self.cache[slot].result.flip_if(negated));
        }
        self.steps += 1;
        let atom = self.first_top([f, g, h]);
        let ((f1, f0), (g1, g0), (h1, h0)) = (self.split(f, atom), self.split(g, atom), self.split(h, atom));
        let hi = self.try_ite(f1, g1, h1)?;
        let lo = self.try_ite(f0, g0, h0)?;
        if self.nodes.len() >= self.node_limit || self.steps >= self.step_limit {
            return None;
        }
        let result = self.node(atom, hi, lo);
        self.remember(f, g, h, result);
        Some(result.flip_if(negated))
    }

    fn remember(&mut self, f: Cond, g: Cond, h: Cond, result: Cond) {
        if self.nodes.len() > self.cache.len() && self.cache.len() < LARGEST_CACHE {
            self.cache = vec![EMPTY_ENTRY; self.cache.len() * 4];
        }
        let slot = hash_triple(f, g, h) as usize & (self.cache.len() - 1);
        self.cache[slot] = CacheEntry { key: (f, g, h), result };
    }

    /// `f` with one atom, anywhere in it, replaced by a truth value.
    pub fn cofactor(&mut self, f: Cond, atom: AtomId, value: bool) -> Cond {
        let mut done = FxHashMap::default();
        self.cofactor_below(f, atom, value, &mut done)
    }

    fn cofactor_below(&mut self, f: Cond, atom: AtomId, value: bool, done: &mut FxHashMap<Cond, Cond>) -> Cond {
        let Some(top) = self.top(f) else { return f };
        if self.arena.atom_order(top, atom).is_gt() {
            return f;
        }
        let (_, hi, lo) = self.cofactors(f);
        if top == atom {
            return if value { hi } else { lo };
        }
        if let Some(&known) = done.get(&f.positive()) {
            return known.flip_if(f.is_negated());
        }
        self.steps += 1;
        let hi = self.cofactor_below(hi, atom, value, done);
        let lo = self.cofactor_below(lo, atom, value, done);
        let result = self.node(top, hi, lo);
        done.insert(f.positive(), result.flip_if(f.is_negated()));
        result
    }

    /// f with the atom true, or f with it false: what is left of `f` when the atom is forgotten, rounded up.
    pub fn forget_up(&mut self, f: Cond, atom: AtomId) -> Cond {
        let (hi, lo) = (self.cofactor(f, atom, true), self.cofactor(f, atom, false));
        self.or(hi, lo)
    }

    /// Every distinct node of the conditions, parents before children.
    pub(crate) fn for_each_node(&self, roots: &[Cond], mut visit: impl FnMut(Cond, DdNode)) {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<Cond> = roots.iter().rev().map(|f| f.positive()).collect();
        while let Some(f) = stack.pop() {
            if !f.is_const() && seen.insert(f) {
                let node = self.nodes[f.node()];
                visit(f, node);
                stack.push(node.lo.positive());
                stack.push(node.hi.positive());
            }
        }
    }

    /// Has it more than so many inner nodes? No more are counted.
    pub fn is_larger_than(&self, f: Cond, nodes: usize) -> bool {
        let mut seen: Vec<Cond> = Vec::with_capacity(nodes + 1);
        let mut stack = vec![f.positive()];
        while let Some(f) = stack.pop() {
            if f.is_const() || seen.contains(&f) {
                continue;
            }
            if seen.len() == nodes {
                return true;
            }
            seen.push(f);
            let node = self.nodes[f.node()];
            stack.extend([node.lo.positive(), node.hi.positive()]);
        }
        false
    }

    /// The number of inner nodes.
    pub fn size(&self, f: Cond) -> usize {
        let mut size = 0;
        self.for_each_node(&[f], |_, _| size += 1);
        size
    }

    /// Has the condition more than so many inner nodes? Looks at no more than that.
    pub fn is_larger(&mut self, f: Cond, cap: usize) -> bool {
        let cap = cap.min(u32::MAX as usize - 2);
        if self.sizes.cap != cap {
            self.sizes = Sizes { cap, ..Sizes::default() };
        }
        self.sizes.known.resize(self.nodes.len(), 0);
        if self.sizes.known[f.node()] == 0 {
            self.sizes.known[f.node()] = self.size_within(f, cap) as u32 + 1;
        }
        self.sizes.known[f.node()] as usize > cap + 1
    }

    /// The number of inner nodes; one more than `cap` if there are more.
    fn size_within(&mut self, f: Cond, cap: usize) -> usize {
        let Sizes { marks, walk, .. } = &mut self.sizes;
        marks.resize(self.nodes.len(), 0);
        *walk += 1;
        let (mut size, mut stack) = (0, vec![f]);
        while let Some(f) = stack.pop() {
            if f.is_const() || std::mem::replace(&mut marks[f.node()], *walk) == *walk {
                continue;
            }
            size += 1;
            if size > cap {
                break;
            }
            let node = self.nodes[f.node()];
            stack.extend([node.hi, node.lo]);
        }
        self.steps += size as u64 / 8;
        size
    }

    /// The atoms of the condition in diagram order.
    pub fn support(&self, f: Cond) -> Vec<AtomId> {
        let mut atoms = FxHashSet::default();
        self.for_each_node(&[f], |_, node| _ = atoms.insert(node.atom));
        let mut atoms: Vec<AtomId> = atoms.into_iter().collect();
        atoms.sort_by(|a, b| self.arena.atom_order(*a, *b));
        atoms
    }

    /// The variables of the condition, each once, in order of class and key.
    pub fn vars(&self, f: Cond) -> Vec<Var> {
        if f.is_const() {
            return Vec::new();
        }
        self.vars.borrow_mut().entry(f.node()).or_insert_with(|| self.find_vars(f)).clone()
    }

    fn find_vars(&self, f: Cond) -> Vec<Var> {
        let terms: Vec<TermId> = self.support(f).iter().flat_map(|&a| self.arena.atom(a).terms()).collect();
        let mut vars = Vec::new();
        self.arena.for_each_subterm(&terms, |t| vars.extend(self.arena.as_var(t)));
        vars.sort_unstable();
        vars
    }

    pub fn mentions(&self, f: Cond, var: Var) -> bool {
        self.support(f).iter().any(|&atom| self.arena.atom_mentions(atom, var))
    }

    /// The truth of the condition under a valuation.
    pub fn eval(&self, f: Cond, eval: &mut Evaluator<'_>) -> bool {
        let mut f = f;
        while !f.is_const() {
            let (atom, hi, lo) = self.cofactors(f);
            f = if eval.atom(atom) { hi } else { lo };
        }
        f.is_true()
    }
}

enum Triple {
    Done(Cond),
    Open(Cond, Cond, Cond, bool),
}

/// Answers the trivial cases and brings equivalent triples into one form: `f` and `g` not negated.
fn standard_triple(f: Cond, g: Cond, h: Cond) -> Triple {
    let (f, g, h) = if f.is_negated() { (!f, h, g) } else { (f, g, h) };
    if f.is_true() {
        return Triple::Done(g);
    }
    let g = if g.positive() == f { Cond::FALSE.flip_if(g == f) } else { g };
    let h = if h.positive() == f { Cond::TRUE.flip_if(h == f) } else { h };
    if g == h {
        return Triple::Done(g);
    }
    if g.is_true() && h.is_false() {
        return Triple::Done(f);
    }
    if g.is_false() && h.is_true() {
        return Triple::Done(!f);
    }
    let (f, g, h) = commute(f, g, h);
    let (f, g, h) = if f.is_negated() { (!f, h, g) } else { (f, g, h) };
    let negated = g.is_negated();
    Triple::Open(f, g.flip_if(negated), h.flip_if(negated), negated)
}

/// Conjunctions and disjunctions are written with the older operand first.
fn commute(f: Cond, g: Cond, h: Cond) -> (Cond, Cond, Cond) {
    match (g, h) {
        (g, Cond::FALSE) if g.0 < f.0 => (g, f, Cond::FALSE),   // f ∧ g
        (Cond::TRUE, h) if h.0 < f.0 => (h, Cond::TRUE, f),     // f ∨ h
        (g, Cond::TRUE) if g.0 < f.0 => (!g, !f, Cond::TRUE),   // ¬f ∨ g
        (Cond::FALSE, h) if h.0 < f.0 => (!h, Cond::FALSE, !f), // ¬f ∧ h
        _ => (f, g, h),
    }
}

fn hash_triple(f: Cond, g: Cond, h: Cond) -> u64 {
    mix(u64::from(f.0) << 32 | u64::from(g.0), u64::from(h.0))
}

fn hash_node(node: DdNode) -> u64 {
    mix(u64::from(node.hi.0) << 32 | u64::from(node.lo.0), node.atom.index() as u64)
}
