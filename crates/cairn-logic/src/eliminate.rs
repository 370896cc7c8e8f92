//! Elimination of variables with directed rounding.
//!
//! One procedure: `exists` gives a condition without the variables that is implied by ∃ variables. f. The rest follows by
//! negation: strongest necessary conditions for may, weakest sufficient ones for must. It says whether the result is
//! exact and records what it had to drop.
//! Not here: what a conjunction of literals says about a variable (`cover`).

use rustc_hash::FxHashMap;

use crate::atom::{Atom, AtomId, Lit};
use crate::bits;
use crate::bracket::Bracket;
use crate::context::Theory;
use crate::diagram::{Cond, Conds};
use crate::subst::Subst;
use crate::term::{Sort, Term, TermId, Var};
use crate::weaken::{Round, Why};

/// A condition without the variables, and whether it is equivalent to the quantified one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eliminated {
    pub cond: Cond,
    pub exact: bool,
}

/// The elimination of one variable from one condition.
struct Elimination {
    var: Var,
    mentions: FxHashMap<Cond, bool>,
    done: FxHashMap<(Cond, Vec<Lit>), Cond>,
    fuel: u64,
    exact: bool,
}

impl Conds {
    /// What `∃ vars. f` implies, rounded up. The assumptions of the context must not mention the variables; the result is
    /// meant under them.
    pub fn exists<T: Theory + ?Sized>(&mut self, f: Cond, vars: &[Var], cx: &mut T) -> Eliminated {
        let mut result = Eliminated { cond: self.prune(f, cx), exact: true };
        while let Some(var) = self.next_victim(result.cond, vars) {
            let step = self.exists_one(result.cond, var, cx);
            result = Eliminated { cond: step.cond, exact: result.exact && step.exact };
        }
        let weakened = self.weaken(result.cond, self.limits.condition_nodes, Round::Up);
        Eliminated { cond: weakened, exact: result.exact && weakened == result.cond }
    }

    /// What implies `∀ vars. f`, rounded down.
    pub fn forall<T: Theory + ?Sized>(&mut self, f: Cond, vars: &[Var], cx: &mut T) -> Eliminated {
        let Eliminated { cond, exact } = self.exists(!f, vars, cx);
        Eliminated { cond: !cond, exact }
    }

    /// May by its strongest necessary condition, must by its weakest sufficient one.
    pub fn eliminate<T: Theory + ?Sized>(&mut self, f: Bracket, vars: &[Var], cx: &mut T) -> Bracket {
        let may = self.exists(f.may, vars, cx).cond;
        let must = self.forall(f.must, vars, cx).cond;
        // Rounded apart, the two sides meet no more by id than the theory lets them; must stays below may.
        self.bracket(may, must)
    }

    /// The variable in the fewest atoms; `None` when none is left.
    fn next_victim(&self, f: Cond, vars: &[Var]) -> Option<Var> {
        let support = self.support(f);
        let count = |var: Var| support.iter().filter(|&&atom| self.arena.atom_mentions(atom, var)).count();
        let counted = vars.iter().map(|&var| (count(var), var)).filter(|(count, _)| *count > 0);
        counted.min().map(|(_, var)| var)
    }

    fn exists_one<T: Theory + ?Sized>(&mut self, f: Cond, var: Var, cx: &mut T) -> Eliminated {
        if self.is_exhausted() {
            return Eliminated { cond: self.forget_atoms_of(f, var), exact: false };
        }
        if var.sort == Sort::Bv(1) {
            return self.exists_bit(f, var);
        }
        if let Some(cond) = self.substitute_unit_equality(f, var) {
            return Eliminated { cond, exact: true };
        }
        let fuel = self.limits.eliminate_visits;
        let mut state =
            Elimination { var, mentions: FxHashMap::default(), done: FxHashMap::default(), fuel, exact: true };
        let cond = self.walk(f, &mut Vec::new(), &mut state, cx);
        Eliminated { cond, exact: state.exact }
    }

    /// A bit is 0 or 1.
    fn exists_bit(&mut self, f: Cond, var: Var) -> Eliminated {
        let sides = [0, 1].map(|value| {
            let value = self.arena.constant(1, value);
            self.substitute(f, &mut Subst::new().var(var, value))
        });
        let cond = self.or(sides[0].may, sides[1].may);
        // Inexact sides are recorded where the cap bit, or are summary objects that met themselves.
        Eliminated { cond, exact: sides.iter().all(|side| side.is_exact()) }
    }

    /// If f implies `var = t`, then ∃ var. f is f with t for var.
    fn substitute_unit_equality(&mut self, f: Cond, var: Var) -> Option<Cond> {
        for atom in self.support(f) {
            let Some(term) = self.solve(atom, var) else { continue };
            if self.cofactor(f, atom, false).is_false() {
                let rest = self.cofactor(f, atom, true);
                let result = self.substitute(rest, &mut Subst::new().var(var, term));
                return result.is_exact().then_some(result.may);
            }
        }
        None
    }

    /// t, if the atom says `var = t` with t free of var.
    pub(crate) fn solve(&mut self, atom: AtomId, var: Var) -> Option<TermId> {
        if !self.arena.atom_mentions(atom, var) {
            return None;
        }
        match *self.arena.atom(atom) {
            Atom::Eq { subject, value } => {
                let (coefficient, rest) = self.isolate(subject, var)?;
                if coefficient & 1 == 0 {
                    return None;
                }
                let width = self.arena.width(subject);
                let inverse = bits::inverse(width, coefficient);
                let (scaled, minus) = (bits::mul(width, value, inverse), bits::neg(width, inverse));
                Some(self.arena.lin(width, scaled, &[(minus, rest)]))
            }
            Atom::BaseEq(a, b) => {
                let (own, other) = if self.arena.as_var(a) == Some(var) { (a, b) } else { (b, a) };
                let solved = self.arena.as_var(own) == Some(var) && !self.arena.mentions(other, var);
                (solved && self.may_replace_object(var, other)).then_some(other)
            }
            _ => None,
        }
    }

    /// An entry variable is no new object. A term that could be one would lose that when it takes its place.
    fn may_replace_object(&self, var: Var, by: TermId) -> bool {
        use crate::term::VarClass::Entry;
        match self.arena.term(by) {
            Term::BaseConst(_) => true,
            Term::Var(other) => var.class != Entry || other.class == Entry,
            _ => var.class != Entry,
        }
    }

    /// c and r, if the word is c·var + r with r free of var.
    pub(crate) fn isolate(&mut self, word: TermId, var: Var) -> Option<(u128, TermId)> {
        let width = self.arena.width(word);
        let (konst, addends) = self.arena.lin_parts(word);
        let mut coefficient = None;
        let mut rest = Vec::new();
        for (c, t) in addends {
            if self.arena.as_var(t) == Some(var) {
                coefficient = Some(c);
            } else if self.arena.mentions(t, var) {
                return None;
            } else {
                rest.push((c, t));
            }
        }
        Some((coefficient?, self.arena.lin(width, konst, &rest)))
    }

    /// ∃ var. (f ∧ the literals of the path), for a path whose literals all mention the variable.
    fn walk<T: Theory + ?Sized>(&mut self, f: Cond, path: &mut Vec<Lit>, state: &mut Elimination, cx: &mut T) -> Cond {
        if f.is_false() {
            return f;
        }
        if !self.mentions_memo(f, state) {
            let cover = self.cover_of(path, state, cx);
            return self.and(f, cover);
        }
        if let Some(&known) = state.done.get(&(f, path.clone())) {
            return known;
        }
        if state.fuel == 0 || path.len() >= self.limits.eliminate_literals {
            state.exact = false;
            let free = self.forget_atoms_of(f, state.var);
            let cover = self.cover_of(path, state, cx);
            return self.and(free, cover);
        }
        state.fuel -= 1;
        self.steps += 1;
        let (atom, hi, lo) = self.cofactors(f);
        let own = self.arena.atom_mentions(atom, state.var);
        let hi = self.walk_branch(hi, Lit::new(atom, true), own, path, state, cx);
        let lo = self.walk_branch(lo, Lit::new(atom, false), own, path, state, cx);
        let result = if own {
            self.or(hi, lo)
        } else {
            let test = self.atom(atom);
            self.ite(test, hi, lo)
        };
        state.done.insert((f, path.clone()), result);
        result
    }

    /// One side of an atom. Literals on the variable stay assumed below; others are only tested, so that the result
    /// depends on the condition and the path alone.
    fn walk_branch<T: Theory + ?Sized>(
        &mut self,
        f: Cond,
        lit: Lit,
        own: bool,
        path: &mut Vec<Lit>,
        state: &mut Elimination,
        cx: &mut T,
    ) -> Cond {
        if f.is_false() {
            return f;
        }
        cx.push();
        if cx.assume(&mut self.arena, lit).is_err() {
            cx.pop();
            return Cond::FALSE;
        }
        if !own {
            cx.pop();
            return self.walk(f, path, state, cx);
        }
        path.push(lit);
        let result = self.walk(f, path, state, cx);
        path.pop();
        cx.pop();
        result
    }

    fn cover_of<T: Theory + ?Sized>(&mut self, path: &[Lit], state: &mut Elimination, cx: &mut T) -> Cond {
        let Eliminated { cond, exact } = self.cover(state.var, path, cx);
        state.exact &= exact;
        cond
    }

    fn mentions_memo(&mut self, f: Cond, state: &mut Elimination) -> bool {
        if f.is_const() {
            return false;
        }
        if let Some(&known) = state.mentions.get(&f.positive()) {
            return known;
        }
        let (atom, hi, lo) = self.cofactors(f);
        let found =
            self.arena.atom_mentions(atom, state.var) || self.mentions_memo(hi, state) || self.mentions_memo(lo, state);
        state.mentions.insert(f.positive(), found);
        found
    }

    /// Every atom on the variable becomes a free Boolean.
    fn forget_atoms_of(&mut self, f: Cond, var: Var) -> Cond {
        let atoms: Vec<AtomId> =
            self.support(f).into_iter().filter(|&atom| self.arena.atom_mentions(atom, var)).collect();
        let mut f = f;
        for atom in atoms {
            self.degrade(Why::ElimRounded { var, atom });
            f = self.forget_up(f, atom);
        }
        f
    }
}
