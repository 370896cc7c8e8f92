//! Brackets ⟨may | must⟩: a condition known between two bounds.
//!
//! The truth lies between: must ⇒ truth ⇒ may. Negation swaps; conjunction and disjunction act on each side, within the
//! caps of `weaken`. An exact condition has equal sides and stays exact as long as no cap bites.

use rustc_hash::FxHashMap;

use crate::atom::AtomId;
use crate::diagram::{Cond, Conds};
use crate::subst::Subst;
use crate::term::TermId;
use crate::weaken::Round;

/// A condition between two bounds. Invariant: must ⇒ may.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bracket {
    pub may: Cond,
    pub must: Cond,
}

impl Bracket {
    pub const TRUE: Bracket = Bracket::exact(Cond::TRUE);
    pub const FALSE: Bracket = Bracket::exact(Cond::FALSE);
    /// Nothing is known.
    pub const PERHAPS: Bracket = Bracket { may: Cond::TRUE, must: Cond::FALSE };

    pub const fn exact(condition: Cond) -> Self {
        Self { may: condition, must: condition }
    }

    pub fn is_exact(self) -> bool {
        self.may == self.must
    }
}

impl std::ops::Not for Bracket {
    type Output = Bracket;
    fn not(self) -> Bracket {
        Bracket { may: !self.must, must: !self.may }
    }
}

impl Conds {
    /// A bracket from its sides. In debug builds the samples are asked whether must ⇒ may.
    pub fn bracket(&mut self, may: Cond, must: Cond) -> Bracket {
        debug_assert!(!self.sample_refutes(must, may), "must does not imply may");
        Bracket { may, must }
    }

    pub fn bracket_and(&mut self, a: Bracket, b: Bracket) -> Bracket {
        if a.is_exact() && b.is_exact() && !self.is_exhausted() {
            return self.exact_and(a.may, b.may);
        }
        let may = self.and_rounded(a.may, b.may, Round::Up);
        let must = self.and_rounded(a.must, b.must, Round::Down);
        self.bracket(may, must)
    }

    /// Both sides with one operation, if no cap bites.
    fn exact_and(&mut self, f: Cond, g: Cond) -> Bracket {
        self.node_limit = self.nodes.len() + self.limits.operation_nodes;
        let result = self.try_and(f, g);
        self.node_limit = usize::MAX;
        if let Some(both) = result
            && self.size(both) <= self.limits.condition_nodes
        {
            return Bracket::exact(both);
        }
        let may = self.and_rounded(f, g, Round::Up);
        let must = self.and_rounded(f, g, Round::Down);
        self.bracket(may, must)
    }

    pub fn bracket_or(&mut self, a: Bracket, b: Bracket) -> Bracket {
        !self.bracket_and(!a, !b)
    }

    /// A case split: `a` where the condition surely holds, `b` where it surely does not, both bounds in between.
    pub fn bracket_ite(&mut self, condition: Bracket, a: Bracket, b: Bracket) -> Bracket {
        let Bracket { may, must } = condition;
        if may.is_false() || must.is_true() || a == b {
            return if must.is_true() { a } else { b };
        }
        if self.is_exhausted() {
            return Bracket::PERHAPS;
        }
        if condition.is_exact() && a.is_exact() && b.is_exact() {
            self.node_limit = self.nodes.len() + self.limits.operation_nodes;
            let result = self.try_ite(may, a.may, b.may);
            self.node_limit = usize::MAX;
            if let Some(both) = result.filter(|f| self.size(*f) <= self.limits.condition_nodes) {
                return Bracket::exact(both);
            }
        }
        let may = self.case_split(may, must, a.may, b.may, Round::Up);
        let must = !self.case_split(condition.may, condition.must, !a.must, !b.must, Round::Up);
        self.bracket(may, must)
    }

    /// (may ∧ a) ∨ (¬must ∧ b).
    fn case_split(&mut self, may: Cond, must: Cond, a: Cond, b: Cond, round: Round) -> Cond {
        let yes = self.and_rounded(may, a, round);
        let no = self.and_rounded(!must, b, round);
        self.or_rounded(yes, no, round)
    }

    /// The condition with each atom replaced by a bracket. Each atom is read once per path, so "perhaps" for an atom
    /// leaves what both of its branches have in common.
    pub fn instantiate(&mut self, f: Cond, atoms: &mut dyn FnMut(&mut Conds, AtomId) -> Bracket) -> Bracket {
        let mut done = FxHashMap::default();
        self.instantiate_below(f, atoms, &mut done)
    }

    /// Both sides of a bracket, each rounded its own way.
    pub fn instantiate_bracket(&mut self, f: Bracket, atoms: &mut dyn FnMut(&mut Conds, AtomId) -> Bracket) -> Bracket {
        let mut done = FxHashMap::default();
        let may = self.instantiate_below(f.may, atoms, &mut done).may;
        let must = self.instantiate_below(f.must, atoms, &mut done).must;
        self.bracket(may, must)
    }

    fn instantiate_below(
        &mut self,
        f: Cond,
        atoms: &mut dyn FnMut(&mut Conds, AtomId) -> Bracket,
        done: &mut FxHashMap<Cond, Bracket>,
    ) -> Bracket {
        if f.is_const() {
            return Bracket::exact(f);
        }
        if f.is_negated() {
            return !self.instantiate_below(!f, atoms, done);
        }
        if let Some(&known) = done.get(&f) {
            return known;
        }
        let (atom, hi, lo) = self.cofactors(f);
        let condition = atoms(self, atom);
        let hi = self.instantiate_below(hi, atoms, done);
        let lo = self.instantiate_below(lo, atoms, done);
        let result = self.bracket_ite(condition, hi, lo);
        done.insert(f, result);
        result
    }

    /// The condition after a substitution. Exact unless a summary object meets itself or a cap bites.
    pub fn substitute(&mut self, f: Cond, subst: &mut Subst) -> Bracket {
        self.instantiate(f, &mut |conds, atom| conds.substituted_atom(atom, subst))
    }

    pub fn substitute_bracket(&mut self, f: Bracket, subst: &mut Subst) -> Bracket {
        self.instantiate_bracket(f, &mut |conds, atom| conds.substituted_atom(atom, subst))
    }

    fn substituted_atom(&mut self, atom: AtomId, subst: &mut Subst) -> Bracket {
        match self.arena.substitute_atom(atom, subst) {
            Some(fact) => Bracket::exact(self.fact(fact)),
            None => Bracket::PERHAPS,
        }
    }

    /// Identity of two objects; "perhaps" if both are the same summary object.
    pub fn same_base(&mut self, a: TermId, b: TermId) -> Bracket {
        match self.arena.base_eq(a, b) {
            Some(fact) => Bracket::exact(self.fact(fact)),
            None => Bracket::PERHAPS,
        }
    }

    /// Identity of two pointers, each a base and an offset.
    pub fn same_pointer(&mut self, a: (TermId, TermId), b: (TermId, TermId)) -> Bracket {
        let bases = self.same_base(a.0, b.0);
        let offsets = self.arena.eq(a.1, b.1);
        let offsets = Bracket::exact(self.fact(offsets));
        self.bracket_and(bases, offsets)
    }
}
