//! Atoms: the indivisible statements that conditions are made of, and their place in the order of diagrams.
//!
//! Five kinds only; everything else is a negation, a swap or a conjunction of these. `Arena` makes them in canonical
//! form (`compare`), so equal statements mostly have equal ids, and folds those that are always true or always false.

use std::cmp::Ordering;

use cairn_base::{Id, newtype_id};

use crate::arena::Arena;
use crate::interval::{IntervalSet, Part, is_disjoint, is_everything, is_subset};
use crate::term::{Term, TermId, Var, VarClass};
use crate::unique::{mix, mix128};

newtype_id!(
    /// An atom of one arena.
    pub AtomId, "a"
);

/// An indivisible statement in canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// `subject = value`. The subject has no constant part; if it is a sum, its first odd coefficient is 1.
    Eq { subject: TermId, value: u128 },
    /// `subject & mask = value`, with `value ⊆ mask`, neither full nor the topmost bits only (that is an interval).
    Mask { subject: TermId, mask: u128, value: u128 },
    /// `subject ∈ set`: every comparison with constants, ranges of cases, the default of a switch. Never one word or all
    /// but one; never contains the least word that the subject can be. The subject has no constant part.
    In { subject: TermId, set: IntervalSet },
    /// `a ≤ b` in the unsigned reading; neither side is constant, nor is their difference.
    Ule(TermId, TermId),
    /// `a ≤ b` in the signed reading; neither side is constant, nor is their difference.
    Sle(TermId, TermId),
    /// Identity of two objects, not decided by their classes.
    BaseEq(TermId, TermId),
}

/// An atom or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lit(u32);

impl Lit {
    pub fn new(atom: AtomId, positive: bool) -> Self {
        Self((atom.index() as u32) << 1 | u32::from(!positive))
    }

    pub fn atom(self) -> AtomId {
        AtomId::new((self.0 >> 1) as usize)
    }

    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.is_positive() { "" } else { "¬" }, self.atom())
    }
}

/// What the construction of an atom gives: a literal, or a truth value when it folds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    Const(bool),
    Lit(Lit),
}

impl Fact {
    pub const TRUE: Fact = Fact::Const(true);
    pub const FALSE: Fact = Fact::Const(false);
}

impl std::ops::Not for Fact {
    type Output = Fact;
    fn not(self) -> Fact {
        match self {
            Fact::Const(value) => Fact::Const(!value),
            Fact::Lit(lit) => Fact::Lit(!lit),
        }
    }
}

impl From<bool> for Fact {
    fn from(value: bool) -> Fact {
        Fact::Const(value)
    }
}

/// An atom with its place in the order of diagrams.
pub(crate) struct AtomNode {
    pub(crate) atom: Atom,
    pub(crate) hash: u64,
    /// What the atom is about. Atoms on one subject lie together in a diagram.
    pub(crate) subject: TermId,
    rank: u32,
    constant: u128,
}

impl Atom {
    pub(crate) fn kind(&self) -> u8 {
        match self {
            Atom::Eq { .. } => 0,
            Atom::Mask { .. } => 1,
            Atom::In { .. } => 2,
            Atom::Ule(..) => 3,
            Atom::Sle(..) => 4,
            Atom::BaseEq(..) => 5,
        }
    }

    /// The one or two terms that the atom compares.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + use<> {
        let (first, second) = match *self {
            Atom::Eq { subject, .. } | Atom::Mask { subject, .. } | Atom::In { subject, .. } => (subject, None),
            Atom::Ule(a, b) | Atom::Sle(a, b) | Atom::BaseEq(a, b) => (a, Some(b)),
        };
        std::iter::once(first).chain(second)
    }

    /// The words that the subject may be, if the atom speaks of nothing else; `one` is for a single word.
    fn words<'a>(&'a self, one: &'a mut Part) -> Option<&'a [Part]> {
        match self {
            Atom::Eq { value, .. } => {
                *one = (*value, *value);
                Some(std::slice::from_ref(one))
            }
            Atom::In { set, .. } => Some(set.parts()),
            _ => None,
        }
    }

    fn constant(&self) -> u128 {
        match self {
            Atom::Eq { value, .. } | Atom::Mask { value, .. } => *value,
            Atom::In { set, .. } => set.min().unwrap_or(0),
            Atom::Ule(..) | Atom::Sle(..) | Atom::BaseEq(..) => 0,
        }
    }
}

impl Arena {
    pub(crate) fn intern_atom(&mut self, atom: Atom) -> AtomId {
        let hash = self.atom_hash_of(&atom);
        let atoms = &self.atoms;
        let same = |id: u32| {
            let node = &atoms[AtomId::new(id as usize)];
            node.hash == hash && node.atom == atom
        };
        if let Some(id) = self.atom_table.find(hash, same) {
            return AtomId::new(id as usize);
        }
        let subject = self.subject_of(&atom);
        let next = self.subject_ranks.len() as u32;
        let rank = *self.subject_ranks.entry(subject).or_insert(next);
        let constant = atom.constant();
        let id = self.atoms.push(AtomNode { atom, hash, subject, rank, constant });
        let atoms = &self.atoms;
        self.atom_table.insert(hash, id.index() as u32, |other| atoms[AtomId::new(other as usize)].hash);
        id
    }

    fn atom_hash_of(&self, atom: &Atom) -> u64 {
        let mut hash = u64::from(atom.kind()) + 0x100;
        match atom {
            Atom::Eq { value, .. } => hash = mix128(hash, *value),
            Atom::Mask { mask, value, .. } => hash = mix128(mix128(hash, *mask), *value),
            Atom::In { set, .. } => {
                hash = set.parts().iter().fold(hash, |hash, &(lo, hi)| mix128(mix128(hash, lo), hi));
            }
            Atom::Ule(..) | Atom::Sle(..) | Atom::BaseEq(..) => {}
        }
        atom.terms().fold(hash, |hash, term| mix(hash, self.term_hash(term)))
    }

    /// Two-sided comparisons are about the difference of their sides, as the equality of the two sides is.
    fn subject_of(&mut self, atom: &Atom) -> TermId {
        match *atom {
            Atom::Eq { subject, .. } | Atom::Mask { subject, .. } | Atom::In { subject, .. } => subject,
            Atom::Ule(a, b) | Atom::Sle(a, b) => self.equality_subject(a, b),
            Atom::BaseEq(a, b) => match self.term(a) {
                Term::BaseConst(_) => b,
                _ => a,
            },
        }
    }

    /// The structural hash of an atom: equal in every arena.
    pub fn atom_hash(&self, atom: AtomId) -> u64 {
        self.atoms[atom].hash
    }

    /// What the atom is about.
    pub fn subject(&self, atom: AtomId) -> TermId {
        self.atoms[atom].subject
    }

    /// The order of levels in diagrams: by first occurrence of the subject, then by constant.
    pub fn atom_order(&self, a: AtomId, b: AtomId) -> Ordering {
        let key = |id: AtomId| {
            let node = &self.atoms[id];
            (node.rank, node.constant, node.atom.kind(), id)
        };
        key(a).cmp(&key(b))
    }

    /// Whether the variable occurs in the atom.
    pub fn atom_mentions(&self, atom: AtomId, var: Var) -> bool {
        self.atom(atom).terms().any(|t| self.mentions(t, var))
    }

    /// The variables of an atom, each once.
    pub fn atom_vars(&self, atom: AtomId) -> Vec<Var> {
        let roots: Vec<TermId> = self.atom(atom).terms().collect();
        let mut vars = Vec::new();
        self.for_each_subterm(&roots, |t| vars.extend(self.as_var(t)));
        vars
    }

    pub fn atom_has_class(&self, atom: AtomId, class: VarClass) -> bool {
        self.atom_vars(atom).iter().any(|var| var.class == class)
    }

    /// Subject and set of an atom that says nothing but which words one term can be.
    pub fn value_set(&self, atom: AtomId) -> Option<(TermId, IntervalSet)> {
        match self.atom(atom) {
            Atom::Eq { subject, value } => Some((*subject, IntervalSet::single(self.width(*subject), *value))),
            Atom::In { subject, set } => Some((*subject, set.clone())),
            _ => None,
        }
    }

    /// What an atom is where another one on the same subject has a value, if the words that they allow tell.
    pub(crate) fn decided_by(&self, known: AtomId, value: bool, asked: AtomId) -> Option<bool> {
        if self.atoms[known].rank != self.atoms[asked].rank {
            return None;
        }
        let (mut one, mut other) = ((0, 0), (0, 0));
        let (k, a) = (self.atom(known).words(&mut one)?, self.atom(asked).words(&mut other)?);
        match value {
            true if is_subset(k, a) => Some(true),
            true if is_disjoint(k, a) => Some(false),
            false if is_subset(a, k) => Some(false),
            false if is_everything(k, a, crate::bits::ones(self.width(self.subject(known)))) => Some(true),
            _ => None,
        }
    }

    /// The two sides of an equality `x = y + k`, if it has this form: (x, y, k).
    pub fn as_offset_equality(&self, atom: AtomId) -> Option<(TermId, TermId, u128)> {
        let Atom::Eq { subject, value } = *self.atom(atom) else { return None };
        let Term::Lin { konst: 0, addends } = self.term(subject) else { return None };
        match **addends {
            [(1, x), (c, y)] if c == crate::bits::ones(self.width(subject)) => Some((x, y, value)),
            _ => None,
        }
    }
}
