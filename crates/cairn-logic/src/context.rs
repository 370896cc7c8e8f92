//! What the simplifiers ask of a theory, and the simplest answer to it.
//!
//! A context is a conjunction of literals that grows and shrinks like a stack. `Literals` knows which words one subject
//! can still be and nothing that relates two subjects; stronger theories live in `theory`.
//! Not here: what is simplified (`prune`, `sas`, `eliminate`).

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::atom::{Atom, AtomId, Lit};
use crate::bits::{self, KnownBits};
use crate::eval::Valuation;
use crate::interval::IntervalSet;
use crate::term::{Term, TermId};

/// The assumed literals contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// A conjunction of literals that can be asked.
///
/// Soundness: `Err(Conflict)` only if no valuation satisfies what is assumed, `Some(v)` only if every valuation that
/// satisfies it gives the atom the value `v`. Saying less is always allowed. After a conflict, nothing is asked before
/// the matching `pop`.
pub trait Theory {
    /// Marks the state that the matching `pop` restores.
    fn push(&mut self);
    fn pop(&mut self);
    fn assume(&mut self, arena: &mut Arena, lit: Lit) -> Result<(), Conflict>;
    /// The value of the atom in every valuation that satisfies the context, if that is known.
    fn implied(&mut self, arena: &mut Arena, atom: AtomId) -> Option<bool>;
    /// A valuation that may satisfy the context. The caller evaluates before believing it.
    fn model(&mut self, arena: &mut Arena) -> Option<Valuation> {
        let _ = arena;
        None
    }
}

/// Runs `body` with one more literal assumed; `None` if that is contradictory.
pub fn assuming<T: Theory + ?Sized, R>(
    cx: &mut T,
    arena: &mut Arena,
    lit: Lit,
    body: impl FnOnce(&mut T, &mut Arena) -> R,
) -> Option<R> {
    cx.push();
    let result = cx.assume(arena, lit).is_ok().then(|| body(cx, arena));
    cx.pop();
    result
}

/// What a change overwrote.
enum Undo {
    Mark,
    Atom(AtomId),
    Set(TermId, Option<IntervalSet>),
    Bits(TermId, Option<KnownBits>),
    Base(TermId),
}

/// A context that knows literals, the words that a single subject can be, and the constant that an object is.
#[derive(Default)]
pub struct Literals {
    atoms: FxHashMap<AtomId, bool>,
    sets: FxHashMap<TermId, IntervalSet>,
    bits: FxHashMap<TermId, KnownBits>,
    bases: FxHashMap<TermId, TermId>,
    trail: Vec<Undo>,
}

impl Literals {
    pub fn new() -> Self {
        Self::default()
    }

    fn restrict_set(&mut self, subject: TermId, set: &IntervalSet) -> Result<(), Conflict> {
        let old = self.sets.get(&subject).cloned();
        let new = old.as_ref().map_or_else(|| set.clone(), |old| old.intersect(set));
        let empty = new.is_empty();
        self.trail.push(Undo::Set(subject, old));
        self.sets.insert(subject, new);
        if empty { Err(Conflict) } else { Ok(()) }
    }

    fn restrict_bits(&mut self, subject: TermId, mask: u128, value: u128) -> Result<(), Conflict> {
        let old = self.bits.get(&subject).copied();
        let known = old.unwrap_or(KnownBits::NONE);
        let new = KnownBits { zeros: known.zeros | (mask & !value), ones: known.ones | value };
        self.trail.push(Undo::Bits(subject, old));
        self.bits.insert(subject, new);
        if new.zeros & new.ones == 0 { Ok(()) } else { Err(Conflict) }
    }

    fn bits_of(&self, arena: &Arena, subject: TermId) -> KnownBits {
        let known = self.bits.get(&subject).copied().unwrap_or(KnownBits::NONE).or_also(arena.known_bits(subject));
        match self.sets.get(&subject).and_then(IntervalSet::as_single) {
            Some(value) => known.or_also(KnownBits::constant(arena.width(subject), value)),
            None => known,
        }
    }

    fn implied_mask(&self, arena: &Arena, subject: TermId, mask: u128, value: u128) -> Option<bool> {
        let known = self.bits_of(arena, subject);
        if (known.zeros & value) | (known.ones & mask & !value) != 0 {
            return Some(false);
        }
        (mask & !(known.zeros | known.ones) == 0).then_some(true)
    }

    fn implied_set(&self, arena: &Arena, subject: TermId, set: &IntervalSet) -> Option<bool> {
        let known = self.bits_of(arena, subject);
        let width = set.width();
        let range = IntervalSet::range(width, known.ones, known.possible(width));
        let can_be = self.sets.get(&subject).map_or_else(|| range.clone(), |old| old.intersect(&range));
        if can_be.is_disjoint(set) {
            return Some(false);
        }
        can_be.is_subset(set).then_some(true)
    }

    /// Two constant objects are never the same one; an object known to be one of them is not the other.
    fn implied_base(&self, arena: &mut Arena, a: TermId, b: TermId) -> Option<bool> {
        let (x, y) = (self.bases.get(&a).copied().unwrap_or(a), self.bases.get(&b).copied().unwrap_or(b));
        let (Term::BaseConst(x), Term::BaseConst(y)) = (arena.term(x), arena.term(y)) else { return None };
        if x != y {
            return Some(false);
        }
        (x.class != crate::term::BaseClass::Summary).then_some(true)
    }

    fn bind_base(&mut self, arena: &Arena, a: TermId, b: TermId) {
        let is_constant = |t| matches!(arena.term(t), Term::BaseConst(_));
        let (name, constant) = if is_constant(a) { (b, a) } else { (a, b) };
        if is_constant(constant) && !self.bases.contains_key(&name) {
            self.trail.push(Undo::Base(name));
            self.bases.insert(name, constant);
        }
    }
}

impl Theory for Literals {
    fn push(&mut self) {
        self.trail.push(Undo::Mark);
    }

    fn pop(&mut self) {
        while let Some(undo) = self.trail.pop() {
            match undo {
                Undo::Mark => return,
                Undo::Atom(atom) => drop(self.atoms.remove(&atom)),
                Undo::Set(subject, Some(old)) => drop(self.sets.insert(subject, old)),
                Undo::Set(subject, None) => drop(self.sets.remove(&subject)),
                Undo::Bits(subject, Some(old)) => drop(self.bits.insert(subject, old)),
                Undo::Bits(subject, None) => drop(self.bits.remove(&subject)),
                Undo::Base(base) => drop(self.bases.remove(&base)),
            }
        }
    }

    fn assume(&mut self, arena: &mut Arena, lit: Lit) -> Result<(), Conflict> {
        let (atom, positive) = (lit.atom(), lit.is_positive());
        match self.implied(arena, atom) {
            Some(value) if value == positive => return Ok(()),
            Some(_) => return Err(Conflict),
            None => {}
        }
        self.trail.push(Undo::Atom(atom));
        self.atoms.insert(atom, positive);
        match *arena.atom(atom) {
            Atom::Eq { subject, value } => {
                let set = IntervalSet::single(arena.width(subject), value);
                self.restrict_set(subject, &if positive { set } else { set.complement() })
            }
            Atom::In { subject, ref set } => {
                self.restrict_set(subject, &if positive { set.clone() } else { set.complement() })
            }
            Atom::Mask { subject, mask, value } if positive => self.restrict_bits(subject, mask, value),
            Atom::Mask { subject, mask, value } if mask.is_power_of_two() => {
                self.restrict_bits(subject, mask, mask & !value)
            }
            Atom::BaseEq(a, b) if positive => {
                self.bind_base(arena, a, b);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn implied(&mut self, arena: &mut Arena, atom: AtomId) -> Option<bool> {
        if let Some(&value) = self.atoms.get(&atom) {
            return Some(value);
        }
        match *arena.atom(atom) {
            Atom::Eq { subject, value } => {
                let whole = bits::ones(arena.width(subject));
                let by_bits = self.implied_mask(arena, subject, whole, value);
                let set = IntervalSet::single(arena.width(subject), value);
                by_bits.or_else(|| self.implied_set(arena, subject, &set))
            }
            Atom::In { subject, ref set } => self.implied_set(arena, subject, set),
            Atom::Mask { subject, mask, value } => self.implied_mask(arena, subject, mask, value),
            Atom::BaseEq(a, b) => self.implied_base(arena, a, b),
            Atom::Ule(..) | Atom::Sle(..) => None,
        }
    }
}
