//! The meaning of terms and atoms: their values under a concrete valuation, bit by bit.
//!
//! Every other part of the crate is tested against this file. What a valuation does not mention has a value all the
//! same, derived from its seed: missing variables, uninterpreted functions and addresses are hashes of their content,
//! so that equal arguments give equal results.

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::atom::{Atom, AtomId, Lit};
use crate::bits;
use crate::term::{BaseConst, BinOp, Sort, Sym, Term, TermId, Var, VarClass};
use crate::unique::{mix, mix128};

/// A concrete value for every variable.
///
/// Values of sort `Base` are numbers for objects: 0 is null, `base_value` gives those of constants, and numbers from 1 to
/// 2^64 − 1 are objects without a name.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Valuation {
    pub vars: FxHashMap<Var, u128>,
    /// Results of functions for some arguments.
    pub calls: FxHashMap<Call, u128>,
    /// Determines everything that `vars` and `calls` leave open.
    pub seed: u64,
}

/// A function with concrete arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// An uninterpreted function, its arguments with their sorts, and the sort of the result.
    Uf(Sym, Box<[(Sort, u128)]>, Sort),
    /// The address of an object other than null, as a word of this width.
    Address(u128, u32),
}

/// How many unnamed objects the default values of object variables range over, null included.
const DEFAULT_OBJECTS: u64 = 4;

impl Valuation {
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    pub fn set(&mut self, var: Var, value: u128) {
        self.vars.insert(var, value);
    }

    pub fn with(mut self, var: Var, value: u128) -> Self {
        self.set(var, value);
        self
    }

    pub fn var(&self, var: Var) -> u128 {
        self.vars.get(&var).copied().unwrap_or_else(|| {
            let hash = mix(mix(self.seed, var.class as u64 + 1), u64::from(var.key));
            self.value_from_hash(hash, var.sort)
        })
    }

    fn value_from_hash(&self, hash: u64, sort: Sort) -> u128 {
        match sort {
            Sort::Bv(width) => bits::truncate(width, u128::from(hash) | u128::from(mix(hash, 1)) << 64),
            Sort::Base => u128::from(hash % DEFAULT_OBJECTS),
        }
    }

    fn function(&self, sym: Sym, args: impl Iterator<Item = (Sort, u128)> + Clone, sort: Sort) -> u128 {
        if !self.calls.is_empty()
            && let Some(&value) = self.calls.get(&Call::Uf(sym, args.clone().collect(), sort))
        {
            return value;
        }
        let hash = args.map(|arg| arg.1).fold(mix(self.seed, u64::from(sym.0) + 0x1_0000_0000), mix128);
        self.value_from_hash(mix(hash, 7), sort)
    }

    fn address(&self, base: u128, width: u32) -> u128 {
        if base == 0 {
            return 0;
        }
        let given = self.calls.get(&Call::Address(base, width)).copied();
        given.unwrap_or_else(|| self.value_from_hash(mix128(mix(self.seed, 11), base), Sort::Bv(width)))
    }
}

/// The number of a constant object.
pub fn base_value(base: BaseConst) -> u128 {
    if base == BaseConst::NULL {
        return 0;
    }
    1 << 127 | (base.class as u128) << 96 | u128::from(base.key) << 64
}

/// The constant object that has this number.
pub fn constant_base(value: u128) -> Option<BaseConst> {
    let class = crate::term::BaseClass::ALL.get(((value >> 96) & 0xff) as usize)?;
    let base = BaseConst::new(*class, (value >> 64) as u32);
    (base_value(base) == value).then_some(base)
}

/// The number of the `index`-th object made at `site`.
pub fn base_at_value(site: BaseConst, index: u128) -> u128 {
    base_value(site) | 1 << 126 | index
}

/// Whether a valuation may give this value to the variable: an entry variable is no object made since entry.
pub fn is_admissible(var: Var, value: u128) -> bool {
    match var.sort {
        Sort::Bv(width) => value <= bits::ones(width),
        Sort::Base => {
            let class = (value >> 96) & 0xff;
            let is_new = value >> 127 == 1 && crate::term::BaseClass::ALL[class as usize].is_new();
            !(is_new && var.class == VarClass::Entry)
        }
    }
}

/// One operator on two words.
pub fn apply(op: BinOp, width: u32, a: u128, b: u128) -> u128 {
    match op {
        BinOp::Mul => bits::mul(width, a, b),
        BinOp::UDiv => bits::udiv(width, a, b),
        BinOp::URem => bits::urem(a, b),
        BinOp::SDiv => bits::sdiv(width, a, b),
        BinOp::SRem => bits::srem(width, a, b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => bits::shl(width, a, b),
        BinOp::LShr => bits::lshr(width, a, b),
        BinOp::AShr => bits::ashr(width, a, b),
    }
}

/// The value of one term, given those of its subterms.
pub fn step(arena: &Arena, id: TermId, valuation: &Valuation, value: impl Fn(TermId) -> u128) -> u128 {
    let sort = arena.sort(id);
    match arena.term(id) {
        Term::Const(constant) => *constant,
        Term::Var(var) => valuation.var(*var),
        Term::Lin { konst, addends } => {
            let sum = addends.iter().fold(*konst, |sum, &(c, t)| sum.wrapping_add(c.wrapping_mul(value(t))));
            bits::truncate(sort.width(), sum)
        }
        Term::Bin(op, a, b) => apply(*op, sort.width(), value(*a), value(*b)),
        Term::Extract { of, lo } => bits::truncate(sort.width(), value(*of) >> lo),
        Term::Zext(of) => value(*of),
        Term::Sext(of) => bits::sext(arena.width(*of), sort.width(), value(*of)),
        Term::Uf { sym, args } => valuation.function(*sym, args.iter().map(|&t| (arena.sort(t), value(t))), sort),
        Term::Address(of) => valuation.address(value(*of), sort.width()),
        Term::BaseConst(base) => base_value(*base),
        Term::BaseAt { site, index } => base_at_value(*site, value(*index)),
    }
}

/// The truth of an atom, given the values of its terms.
pub fn holds(arena: &Arena, atom: AtomId, value: impl Fn(TermId) -> u128) -> bool {
    match arena.atom(atom) {
        Atom::Eq { subject, value: expected } => value(*subject) == *expected,
        Atom::Mask { subject, mask, value: expected } => value(*subject) & mask == *expected,
        Atom::In { subject, set } => set.contains(value(*subject)),
        Atom::Ule(a, b) => value(*a) <= value(*b),
        Atom::Sle(a, b) => {
            let width = arena.width(*a);
            bits::to_signed(width, value(*a)) <= bits::to_signed(width, value(*b))
        }
        Atom::BaseEq(a, b) => value(*a) == value(*b),
    }
}

/// Evaluates many terms and atoms under one valuation, each subterm once.
pub struct Evaluator<'a> {
    arena: &'a Arena,
    valuation: &'a Valuation,
    values: FxHashMap<TermId, u128>,
}

impl<'a> Evaluator<'a> {
    pub fn new(arena: &'a Arena, valuation: &'a Valuation) -> Self {
        Self { arena, valuation, values: FxHashMap::default() }
    }

    pub fn term(&mut self, id: TermId) -> u128 {
        if let Some(&value) = self.values.get(&id) {
            return value;
        }
        let (arena, valuation, values) = (self.arena, self.valuation, &mut self.values);
        arena.for_each_subterm(&[id], |t| {
            if !values.contains_key(&t) {
                let value = step(arena, t, valuation, |child| values[&child]);
                values.insert(t, value);
            }
        });
        self.values[&id]
    }

    pub fn atom(&mut self, atom: AtomId) -> bool {
        for term in self.arena.atom(atom).terms() {
            self.term(term);
        }
        holds(self.arena, atom, |t| self.values[&t])
    }

    pub fn lit(&mut self, lit: Lit) -> bool {
        self.atom(lit.atom()) == lit.is_positive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{BaseClass, Sym};

    #[test]
    fn equal_arguments_give_equal_results_and_null_has_address_zero() {
        let mut arena = Arena::new();
        let x = Var::new(Sort::Bv(8), VarClass::Entry, 0);
        let y = Var::new(Sort::Bv(8), VarClass::Entry, 1);
        let p = Var::new(Sort::Base, VarClass::Entry, 2);
        let (tx, ty, tp) = (arena.var(x), arena.var(y), arena.var(p));
        let (fx, fy) = (arena.uf(Sym(0), &[tx], Sort::Bv(8)), arena.uf(Sym(0), &[ty], Sort::Bv(8)));
        let address = arena.address(tp, 64);
        let valuation = Valuation::new(5).with(x, 3).with(y, 3).with(p, 0);
        let mut eval = Evaluator::new(&arena, &valuation);
        assert_eq!(eval.term(fx), eval.term(fy));
        assert_eq!(eval.term(address), 0);
    }

    #[test]
    fn constant_objects_have_different_numbers() {
        let mut seen = std::collections::BTreeSet::new();
        for class in BaseClass::ALL.into_iter().filter(|c| *c != BaseClass::Null) {
            for key in [0, 1, u32::MAX] {
                let base = BaseConst::new(class, key);
                assert!(seen.insert(base_value(base)));
                assert!(seen.insert(base_at_value(base, 0)) && seen.insert(base_at_value(base, u64::MAX.into())));
                let entry = Var::new(Sort::Base, VarClass::Entry, 0);
                assert_eq!(is_admissible(entry, base_value(base)), !class.is_new());
            }
        }
        assert!(!seen.contains(&base_value(BaseConst::NULL)));
    }
}
