//! Simplification of diagrams: branches that a theory refutes, and parts that a care set makes irrelevant.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::Arena;
use crate::atom::{AtomId, Lit};
use crate::context::{Literals, Theory};
use crate::diagram::{Cond, Conds};
use crate::term::TermId;

impl Conds {
    /// A condition equivalent to `f` under the context, without the branches that the context refutes.
    /// Out of fuel, what is not visited stays as it is.
    pub fn prune<T: Theory + ?Sized>(&mut self, f: Cond, cx: &mut T) -> Cond {
        let fuel = self.limits.prune_visits;
        self.prune_within(f, cx, fuel)
    }

    /// As `prune`, with this many visits.
    pub fn prune_within<T: Theory + ?Sized>(&mut self, f: Cond, cx: &mut T, fuel: u64) -> Cond {
        if self.is_exhausted() {
            return f;
        }
        let mut fuel = fuel;
        let f = self.prune_subjects(f, &mut fuel);
        self.prune_below(f, cx, &mut fuel)
    }

    /// `prune` with no assumptions, by what single subjects can be: nearly linear in the size of the diagram.
    pub fn prune_alone(&mut self, f: Cond, fuel: u64) -> Cond {
        let mut fuel = fuel;
        self.prune_subjects(f, &mut fuel)
    }

    /// Atoms on one subject lie together. Where the subject changes, what was assumed above has no influence below (as
    /// `Literals` sees it), so each such place is pruned once, the lowest first, in an empty context.
    fn prune_subjects(&mut self, f: Cond, fuel: &mut u64) -> Cond {
        if f.is_const() {
            return f;
        }
        let mut done = FxHashMap::default();
        for entry in self.subject_entries(f) {
            let pruned = self.prune_group(entry, self.subject_of_top(entry), &mut Literals::new(), &done, fuel);
            done.insert(entry, pruned);
        }
        if f.is_negated() { !done[&!f] } else { done[&f] }
    }

    fn subject_of_top(&self, f: Cond) -> Option<TermId> {
        self.top(f).map(|atom| self.arena.subject(atom))
    }

    /// The root and every node below an atom on another subject, the lowest in the order first.
    fn subject_entries(&self, f: Cond) -> Vec<Cond> {
        let mut entries = vec![f.positive()];
        let mut seen: FxHashSet<Cond> = entries.iter().copied().collect();
        self.for_each_node(&[f], |_, node| {
            for child in [node.hi.positive(), node.lo.positive()] {
                let changes =
                    self.subject_of_top(child).is_some_and(|subject| subject != self.arena.subject(node.atom));
                if changes && seen.insert(child) {
                    entries.push(child);
                }
            }
        });
        let atom = |f: &Cond| self.nodes[f.node()].atom;
        entries.sort_by(|a, b| self.arena.atom_order(atom(b), atom(a)));
        entries
    }

    /// As `prune_below` as long as the subject is the same; below, what was found before.
    fn prune_group(
        &mut self,
        f: Cond,
        subject: Option<TermId>,
        cx: &mut Literals,
        done: &FxHashMap<Cond, Cond>,
        fuel: &mut u64,
    ) -> Cond {
        if f.is_const() || *fuel == 0 {
            return f;
        }
        if self.subject_of_top(f) != subject {
            return if f.is_negated() { !done[&!f] } else { done[&f] };
        }
        *fuel -= 1;
        self.steps += 1;
        let (atom, hi, lo) = self.cofactors(f);
        match cx.implied(&mut self.arena, atom) {
            Some(true) => return self.prune_group(hi, subject, cx, done, fuel),
            Some(false) => return self.prune_group(lo, subject, cx, done, fuel),
            None => {}
        }
        let [hi, lo] = [(hi, true), (lo, false)].map(|(side, value)| {
            cx.push();
            let open = cx.assume(&mut self.arena, Lit::new(atom, value)).is_ok();
            let side = open.then(|| self.prune_group(side, subject, cx, done, fuel));
            cx.pop();
            side
        });
        match (hi, lo) {
            (None, None) => Cond::FALSE,
            (None, Some(only)) | (Some(only), None) => only,
            (Some(hi), Some(lo)) => self.node_anywhere(atom, hi, lo),
        }
    }

    fn prune_below<T: Theory + ?Sized>(&mut self, f: Cond, cx: &mut T, fuel: &mut u64) -> Cond {
        if f.is_const() || *fuel == 0 {
            return f;
        }
        *fuel -= 1;
        self.steps += 1;
        let (atom, hi, lo) = self.cofactors(f);
        match cx.implied(&mut self.arena, atom) {
            Some(true) => return self.prune_below(hi, cx, fuel),
            Some(false) => return self.prune_below(lo, cx, fuel),
            None => {}
        }
        let new_hi = self.prune_assuming(hi, Lit::new(atom, true), cx, fuel);
        let new_lo = self.prune_assuming(lo, Lit::new(atom, false), cx, fuel);
        match (new_hi, new_lo) {
            (None, None) => Cond::FALSE,
            (None, Some(only)) | (Some(only), None) => only,
            (Some(new_hi), Some(new_lo)) if (new_hi, new_lo) == (hi, lo) => f,
            (Some(new_hi), Some(new_lo)) => self.node_anywhere(atom, new_hi, new_lo),
        }
    }

    fn prune_assuming<T: Theory + ?Sized>(&mut self, f: Cond, lit: Lit, cx: &mut T, fuel: &mut u64) -> Option<Cond> {
        cx.push();
        let result = match cx.assume(&mut self.arena, lit) {
            Ok(()) => Some(self.prune_below(f, cx, fuel)),
            Err(_) => None,
        };
        cx.pop();
        result
    }

    /// Pruning only removes nodes, so the children still lie below the atom.
    fn node_anywhere(&mut self, atom: AtomId, hi: Cond, lo: Cond) -> Cond {
        debug_assert!([hi, lo].into_iter().all(|f| self.is_below(atom, f)));
        self.node(atom, hi, lo)
    }

    fn is_below(&self, atom: AtomId, f: Cond) -> bool {
        self.top(f).is_none_or(|top| self.arena.atom_order(atom, top).is_lt())
    }

    /// A condition that agrees with `f` wherever `care` holds, and is not larger than `f` (Coudert and Madre).
    pub fn restrict(&mut self, f: Cond, care: Cond) -> Cond {
        if care.is_false() {
            return f;
        }
        let restricted = self.restrict_below(f, care, &mut FxHashMap::default());
        if self.size(restricted) <= self.size(f) { restricted } else { f }
    }

    fn restrict_below(&mut self, f: Cond, care: Cond, done: &mut FxHashMap<(Cond, Cond), Cond>) -> Cond {
        if f.is_const() || care.is_true() {
            return f;
        }
        if f == care {
            return Cond::TRUE;
        }
        if f == !care {
            return Cond::FALSE;
        }
        if let Some(&known) = done.get(&(f, care)) {
            return known;
        }
        self.steps += 1;
        let (atom, hi, lo) = self.cofactors(f);
        let (care_atom, care_hi, care_lo) = self.cofactors(care);
        let result = if self.arena.atom_order(care_atom, atom).is_lt() {
            let either = self.or(care_hi, care_lo);
            self.restrict_below(f, either, done)
        } else {
            let (care_hi, care_lo) = if care_atom == atom { (care_hi, care_lo) } else { (care, care) };
            if care_hi.is_false() {
                self.restrict_below(lo, care_lo, done)
            } else if care_lo.is_false() {
                self.restrict_below(hi, care_hi, done)
            } else {
                let hi = self.restrict_below(hi, care_hi, done);
                let lo = self.restrict_below(lo, care_lo, done);
                self.node(atom, hi, lo)
            }
        };
        done.insert((f, care), result);
        result
    }

    /// Whether the context refutes the condition: every path of it contradicts the theory. `false` says nothing.
    pub fn is_refuted<T: Theory + ?Sized>(&mut self, f: Cond, cx: &mut T) -> bool {
        let mut fuel = self.limits.prune_visits;
        let f = if self.is_exhausted() { f } else { self.prune_subjects(f, &mut fuel) };
        let mut fuel = self.limits.prune_visits;
        !self.has_open_path(f, cx, &mut fuel)
    }

    /// Is there a path to truth that the theory does not contradict? Out of fuel: perhaps.
    fn has_open_path<T: Theory + ?Sized>(&mut self, f: Cond, cx: &mut T, fuel: &mut u64) -> bool {
        if f.is_const() || *fuel == 0 {
            return !f.is_false();
        }
        *fuel -= 1;
        self.steps += 1;
        let (atom, hi, lo) = self.cofactors(f);
        [(lo, false), (hi, true)].into_iter().any(|(side, value)| {
            if side.is_false() {
                return false;
            }
            cx.push();
            let open = cx.assume(&mut self.arena, Lit::new(atom, value)).is_ok() && self.has_open_path(side, cx, fuel);
            cx.pop();
            open
        })
    }

    /// Whether `f ⇒ g` in the context: by id, then by samples, then by the theory. `false` says nothing.
    pub fn is_implied<T: Theory + ?Sized>(&mut self, f: Cond, g: Cond, cx: &mut T) -> bool {
        if f == g || f.is_false() || g.is_true() {
            return true;
        }
        let gap = self.and(f, !g);
        self.is_refuted(gap, cx)
    }

    /// Assumes every literal that the condition implies on the surface: its conjuncts.
    pub fn assume_units<T: Theory + ?Sized>(&mut self, f: Cond, cx: &mut T) -> Result<(), crate::context::Conflict> {
        let mut f = f;
        while !f.is_const() {
            let (atom, hi, lo) = self.cofactors(f);
            if lo.is_false() {
                cx.assume(&mut self.arena, Lit::new(atom, true))?;
                f = hi;
            } else if hi.is_false() {
                cx.assume(&mut self.arena, Lit::new(atom, false))?;
                f = lo;
            } else {
                return Ok(());
            }
        }
        if f.is_false() { Err(crate::context::Conflict) } else { Ok(()) }
    }

    /// Access for a theory that was made outside.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }
}
