//! Hashes of terms, atoms and formulas that do not depend on the names of variables, objects and functions.
//!
//! They order the parts of conjunctions and disjunctions before names are given by first occurrence, so that the same
//! question asked with other names, or in another order, mostly becomes the same query. Ties are broken by the
//! structural hashes of the arena. A collision costs a cache hit, never an answer.

use rustc_hash::FxHashMap;

use super::formula::{Formula, FormulaId, Formulas};
use crate::arena::Arena;
use crate::atom::{Atom, AtomId};
use crate::term::{BaseClass, BinOp, Sort, Term, TermId, VarClass};
use crate::unique::{mix, mix128};

/// A place in the canonical order: by shape, then by structure.
pub(super) type Rank = (u64, u64);

/// Computes ranks, each once.
pub(super) struct Shapes<'a> {
    arena: &'a Arena,
    formulas: &'a Formulas,
    terms: FxHashMap<TermId, u64>,
    ranks: FxHashMap<FormulaId, Rank>,
}

impl<'a> Shapes<'a> {
    pub(super) fn new(arena: &'a Arena, formulas: &'a Formulas) -> Self {
        Self { arena, formulas, terms: FxHashMap::default(), ranks: FxHashMap::default() }
    }

    pub(super) fn rank(&mut self, root: FormulaId) -> Rank {
        if let Some(&rank) = self.ranks.get(&root) {
            return rank;
        }
        for id in self.formulas.subformulas(root) {
            if !self.ranks.contains_key(&id) {
                let rank = self.compute(id);
                self.ranks.insert(id, rank);
            }
        }
        self.ranks[&root]
    }

    fn compute(&mut self, id: FormulaId) -> Rank {
        let both = |rank: Rank, tag: u64| (mix(rank.0, tag), mix(rank.1, tag));
        match self.formulas.get(id) {
            Formula::Const(value) => (u64::from(*value), u64::from(*value)),
            Formula::Lit(lit) => both(self.atom(lit.atom()), 2 + u64::from(lit.is_positive())),
            Formula::Not(a) => both(self.ranks[a], 4),
            Formula::And(parts) => both(self.unordered(parts), 5),
            Formula::Or(parts) => both(self.unordered(parts), 6),
            Formula::Ite(atom, a, b) => {
                let (atom, a, b) = (self.atom(*atom), self.ranks[a], self.ranks[b]);
                both((mix(mix(atom.0, a.0), b.0), mix(mix(atom.1, a.1), b.1)), 7)
            }
        }
    }

    fn unordered(&self, parts: &[FormulaId]) -> Rank {
        let ranks = parts.iter().map(|part| self.ranks[part]);
        ranks.fold((0, 0), |sum, rank| (sum.0.wrapping_add(mix(rank.0, 8)), sum.1.wrapping_add(mix(rank.1, 8))))
    }

    fn atom(&mut self, id: AtomId) -> Rank {
        let atom = self.arena.atom(id);
        let tag = u64::from(atom.kind());
        let tag = match atom {
            Atom::Eq { value, .. } => mix128(tag, *value),
            Atom::Mask { mask, value, .. } => mix128(mix128(tag, *mask), *value),
            Atom::In { set, .. } => set.parts().iter().fold(tag, |tag, part| mix128(mix128(tag, part.0), part.1)),
            Atom::Ule(..) | Atom::Sle(..) | Atom::BaseEq(..) => tag,
        };
        let terms: Vec<TermId> = atom.terms().collect();
        let shape = terms.into_iter().fold(tag, |shape, term| mix(shape, self.term(term)));
        (shape, self.arena.atom_hash(id))
    }

    fn term(&mut self, root: TermId) -> u64 {
        if !self.terms.contains_key(&root) {
            let (arena, terms) = (self.arena, &mut self.terms);
            arena.for_each_subterm(&[root], |id| {
                let shape = shape_of(arena, id, terms);
                terms.insert(id, shape);
            });
        }
        self.terms[&root]
    }
}

fn shape_of(arena: &Arena, id: TermId, known: &FxHashMap<TermId, u64>) -> u64 {
    let term = arena.term(id);
    let width = match arena.sort(id) {
        Sort::Bv(width) => u64::from(width),
        Sort::Base => 0,
    };
    let own = mix(u64::from(term.kind()), width);
    let ordered = |own: u64| {
        let mut shape = own;
        term.for_each_child(|child| shape = mix(shape, known[&child]));
        shape
    };
    match term {
        Term::Const(value) => mix128(own, *value),
        Term::Var(var) => mix(own, u64::from(var.class == VarClass::Entry)),
        Term::BaseConst(base) => mix(own, canonical_class(base.class) as u64),
        Term::BaseAt { site, .. } => ordered(mix(own, canonical_class(site.class) as u64)),
        Term::Lin { konst, addends } => {
            let addend = |&(c, t): &(u128, TermId)| mix128(known[&t], c);
            mix128(own, *konst).wrapping_add(addends.iter().map(addend).fold(0, u64::wrapping_add))
        }
        Term::Bin(op, a, b) if op.is_commutative() => {
            mix(own, *op as u64).wrapping_add(known[a]).wrapping_add(known[b])
        }
        Term::Bin(op, ..) => ordered(mix(own, *op as u64 + BinOp::ALL.len() as u64)),
        Term::Extract { lo, .. } => ordered(mix(own, u64::from(*lo))),
        Term::Zext(_) | Term::Sext(_) | Term::Uf { .. } | Term::Address(_) => ordered(own),
    }
}

/// The class of an object as far as queries tell classes apart.
pub(super) fn canonical_class(class: BaseClass) -> BaseClass {
    match class {
        BaseClass::Null | BaseClass::Summary => class,
        BaseClass::Global | BaseClass::Function => BaseClass::Global,
        BaseClass::Fresh | BaseClass::Stack => BaseClass::Fresh,
    }
}
