//! Simultaneous substitution of variables and constant objects in terms and atoms.
//!
//! The result is canonical again: an atom may become a truth value, or, for summary objects, "perhaps".

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::atom::{Atom, AtomId, Fact};
use crate::bits;
use crate::term::{Addend, BaseConst, Sort, Term, TermId, Var};

/// What to put in the place of what, with the terms already rewritten. Valid for one arena.
#[derive(Default, Clone)]
pub struct Subst {
    vars: FxHashMap<Var, TermId>,
    bases: FxHashMap<BaseConst, TermId>,
    done: FxHashMap<TermId, TermId>,
}

impl Subst {
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces a variable by a term of its sort.
    pub fn var(mut self, var: Var, by: TermId) -> Self {
        self.set_var(var, by);
        self
    }

    pub fn set_var(&mut self, var: Var, by: TermId) {
        self.vars.insert(var, by);
        self.done.clear();
    }

    /// Replaces a constant object; if it is the site of a family, by another constant object.
    pub fn set_base(&mut self, base: BaseConst, by: TermId) {
        self.bases.insert(base, by);
        self.done.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.vars.is_empty() && self.bases.is_empty()
    }
}

impl Arena {
    pub fn substitute(&mut self, root: TermId, subst: &mut Subst) -> TermId {
        if let Some(&done) = subst.done.get(&root) {
            return done;
        }
        let mut todo = Vec::new();
        self.for_each_subterm(&[root], |t| todo.push(t));
        for term in todo {
            if !subst.done.contains_key(&term) {
                let replaced = self.rebuild(term, subst);
                subst.done.insert(term, replaced);
            }
        }
        subst.done[&root]
    }

    /// A term over the replacements of its subterms.
    fn rebuild(&mut self, id: TermId, subst: &Subst) -> TermId {
        let sort = self.sort(id);
        let new = |t: TermId| subst.done[&t];
        match self.term(id).clone() {
            Term::Const(_) => id,
            Term::Var(var) => {
                subst.vars.get(&var).copied().inspect(|by| assert_eq!(self.sort(*by), sort)).unwrap_or(id)
            }
            Term::BaseConst(base) => subst.bases.get(&base).copied().unwrap_or(id),
            Term::Lin { konst, addends } => {
                let parts: Vec<Addend> = addends.iter().map(|&(c, t)| (c, new(t))).collect();
                self.lin(sort.width(), konst, &parts)
            }
            Term::Bin(op, a, b) => self.bin(op, new(a), new(b)),
            Term::Extract { of, lo } => self.extract(new(of), lo, sort.width()),
            Term::Zext(of) => self.zext(new(of), sort.width()),
            Term::Sext(of) => self.sext(new(of), sort.width()),
            Term::Uf { sym, args } => {
                let args: Vec<TermId> = args.iter().map(|&t| new(t)).collect();
                self.uf(sym, &args, sort)
            }
            Term::Address(of) => self.address(new(of), sort.width()),
            Term::BaseAt { site, index } => {
                let site = match subst.bases.get(&site).map(|&by| self.term(by)) {
                    Some(Term::BaseConst(by)) => *by,
                    Some(other) => panic!("the site of a family became {other:?}"),
                    None => site,
                };
                self.base_at(site, new(index))
            }
        }
    }

    /// The atom over the replacements. `None` if it became the identity of a summary object with itself.
    pub fn substitute_atom(&mut self, atom: AtomId, subst: &mut Subst) -> Option<Fact> {
        let atom = self.atom(atom).clone();
        let terms: Vec<TermId> = atom.terms().collect();
        let terms: Vec<TermId> = terms.into_iter().map(|t| self.substitute(t, subst)).collect();
        self.atom_like(&atom, &terms)
    }

    /// An atom of the same kind and constants over other terms of the same sorts.
    pub(crate) fn atom_like(&mut self, atom: &Atom, terms: &[TermId]) -> Option<Fact> {
        debug_assert!(matches!(self.sort(terms[0]), Sort::Base | Sort::Bv(1..=bits::MAX_WIDTH)));
        Some(match atom {
            Atom::Eq { value, .. } => self.eq_const(terms[0], *value),
            Atom::Mask { mask, value, .. } => self.mask_eq(terms[0], *mask, *value),
            Atom::In { set, .. } => self.in_set(terms[0], set),
            Atom::Ule(..) => self.ule(terms[0], terms[1]),
            Atom::Sle(..) => self.sle(terms[0], terms[1]),
            Atom::BaseEq(..) => return self.base_eq(terms[0], terms[1]),
        })
    }
}
