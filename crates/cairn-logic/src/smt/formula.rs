//! Formulas over the literals of one arena, as they are handed to Z3: and, or, not, if-then-else on an atom.
//!
//! A formula is a shared graph; equal parts have equal ids. Only constants fold here. Not here: conditions as the
//! engines keep them (diagrams), and the canonical form in which a formula leaves the arena (`query`).

use cairn_base::{IdVec, newtype_id};
use rustc_hash::FxHashMap;

use crate::atom::{AtomId, Fact, Lit};
use crate::diagram::{Cond, Conds, DdNode};

newtype_id!(
    /// A formula of one `Formulas`.
    pub FormulaId, "f"
);

/// One node of a formula.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    Const(bool),
    Lit(Lit),
    Not(FormulaId),
    And(Box<[FormulaId]>),
    Or(Box<[FormulaId]>),
    /// A node of a diagram: the first formula where the atom holds, otherwise the second.
    Ite(AtomId, FormulaId, FormulaId),
}

/// Makes and keeps formulas. Subformulas have smaller ids than the formulas they are part of.
#[derive(Default)]
pub struct Formulas {
    nodes: IdVec<FormulaId, Formula>,
    known: FxHashMap<Formula, FormulaId>,
}

impl Formulas {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn get(&self, id: FormulaId) -> &Formula {
        &self.nodes[id]
    }

    fn intern(&mut self, formula: Formula) -> FormulaId {
        if let Some(&id) = self.known.get(&formula) {
            return id;
        }
        let id = self.nodes.push(formula.clone());
        self.known.insert(formula, id);
        id
    }

    pub fn constant(&mut self, value: bool) -> FormulaId {
        self.intern(Formula::Const(value))
    }

    pub fn lit(&mut self, lit: Lit) -> FormulaId {
        self.intern(Formula::Lit(lit))
    }

    pub fn fact(&mut self, fact: Fact) -> FormulaId {
        match fact {
            Fact::Const(value) => self.constant(value),
            Fact::Lit(lit) => self.lit(lit),
        }
    }

    pub fn not(&mut self, a: FormulaId) -> FormulaId {
        match *self.get(a) {
            Formula::Const(value) => self.constant(!value),
            Formula::Lit(lit) => self.lit(!lit),
            Formula::Not(inner) => inner,
            _ => self.intern(Formula::Not(a)),
        }
    }

    pub fn and(&mut self, parts: &[FormulaId]) -> FormulaId {
        match self.without_units(parts, true) {
            None => self.constant(false),
            Some(parts) => match *parts {
                [] => self.constant(true),
                [single] => single,
                _ => self.intern(Formula::And(parts)),
            },
        }
    }

    pub fn or(&mut self, parts: &[FormulaId]) -> FormulaId {
        match self.without_units(parts, false) {
            None => self.constant(true),
            Some(parts) => match *parts {
                [] => self.constant(false),
                [single] => single,
                _ => self.intern(Formula::Or(parts)),
            },
        }
    }

    pub fn implies(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        let not_a = self.not(a);
        self.or(&[not_a, b])
    }

    pub fn ite(&mut self, atom: AtomId, then: FormulaId, otherwise: FormulaId) -> FormulaId {
        if then == otherwise {
            return then;
        }
        let lit = Lit::new(atom, true);
        match (self.get(then), self.get(otherwise)) {
            (&Formula::Const(then), Formula::Const(_)) => self.lit(Lit::new(atom, then)),
            (Formula::Const(true), _) => self.with_lit(lit, otherwise, Formulas::or),
            (Formula::Const(false), _) => self.with_lit(!lit, otherwise, Formulas::and),
            (_, Formula::Const(true)) => self.with_lit(!lit, then, Formulas::or),
            (_, Formula::Const(false)) => self.with_lit(lit, then, Formulas::and),
            _ => self.intern(Formula::Ite(atom, then, otherwise)),
        }
    }

    fn with_lit(&mut self, lit: Lit, other: FormulaId, join: fn(&mut Self, &[FormulaId]) -> FormulaId) -> FormulaId {
        let lit = self.lit(lit);
        join(self, &[lit, other])
    }

    /// A condition, node by node: the parts that diagrams share stay shared.
    pub fn cond(&mut self, conds: &Conds, root: Cond) -> FormulaId {
        let mut done: FxHashMap<Cond, FormulaId> = FxHashMap::default();
        done.insert(Cond::TRUE, self.constant(true));
        let mut order: Vec<(Cond, DdNode)> = Vec::new();
        conds.for_each_node(&[root], |id, node| order.push((id, node)));
        // Children lie below their parents in the order of atoms.
        order.sort_by(|a, b| conds.arena.atom_order(b.1.atom, a.1.atom));
        for (id, node) in order {
            let (then, otherwise) = (self.edge(&done, node.hi), self.edge(&done, node.lo));
            let formula = self.ite(node.atom, then, otherwise);
            done.insert(id, formula);
        }
        self.edge(&done, root)
    }

    fn edge(&mut self, done: &FxHashMap<Cond, FormulaId>, edge: Cond) -> FormulaId {
        let formula = done[&edge.positive()];
        if edge.is_negated() { self.not(formula) } else { formula }
    }

    /// The parts without the neutral constant and repetitions; `None` if the other constant occurs.
    fn without_units(&self, parts: &[FormulaId], unit: bool) -> Option<Box<[FormulaId]>> {
        let mut kept = Vec::with_capacity(parts.len());
        for &part in parts {
            match self.get(part) {
                Formula::Const(value) if *value == unit => {}
                Formula::Const(_) => return None,
                _ if kept.contains(&part) => {}
                _ => kept.push(part),
            }
        }
        Some(kept.into())
    }

    /// The direct subformulas.
    pub(super) fn children(&self, id: FormulaId) -> Vec<FormulaId> {
        match self.get(id) {
            Formula::Const(_) | Formula::Lit(_) => Vec::new(),
            Formula::Not(a) => vec![*a],
            Formula::And(parts) | Formula::Or(parts) => parts.to_vec(),
            Formula::Ite(_, a, b) => vec![*a, *b],
        }
    }

    /// The atom that the node itself mentions.
    pub(super) fn own_atom(&self, id: FormulaId) -> Option<AtomId> {
        match self.get(id) {
            Formula::Lit(lit) => Some(lit.atom()),
            Formula::Ite(atom, ..) => Some(*atom),
            _ => None,
        }
    }

    /// Each distinct subformula of the root once, a formula after its parts.
    pub(super) fn subformulas(&self, root: FormulaId) -> Vec<FormulaId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if seen.insert(id) {
                stack.extend(self.children(id));
            }
        }
        let mut all: Vec<FormulaId> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_base::Id;

    #[test]
    fn constants_fold_and_equal_parts_are_shared() {
        let mut f = Formulas::new();
        let (yes, no) = (f.constant(true), f.constant(false));
        let lit = Lit::new(AtomId::new(0), true);
        let (a, b) = (f.lit(lit), f.lit(Lit::new(AtomId::new(1), true)));
        assert_eq!(f.and(&[yes, a, a]), a);
        assert_eq!(f.and(&[no, a]), no);
        assert_eq!(f.or(&[yes, a]), yes);
        assert_eq!(f.or(&[]), no);
        let not_a = f.not(a);
        assert_eq!(f.get(not_a), &Formula::Lit(!lit));
        assert_eq!(f.ite(AtomId::new(0), no, yes), not_a);
        assert_eq!(f.ite(AtomId::new(0), b, b), b);
        let both = f.and(&[a, b]);
        assert_eq!(f.and(&[a, b]), both);
        let neither = f.not(both);
        assert_eq!(f.not(neither), both);
    }
}
