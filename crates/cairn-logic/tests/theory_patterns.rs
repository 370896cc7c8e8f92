//! The patterns of C programs that the theory must decide at full width, and their neighbours that it must not.

use cairn_logic::theory::Ctx;
use cairn_logic::{Arena, BaseClass, BaseConst, Fact, IntervalSet, Lit, Sort, Sym, TermId, Theory, Var, VarClass};

/// An arena, a context, and statements about variables with names.
struct Case {
    arena: Arena,
    cx: Ctx,
}

impl Case {
    fn new() -> Self {
        Self { arena: Arena::new(), cx: Ctx::new() }
    }

    fn word<const N: usize>(&mut self, width: u32) -> [TermId; N] {
        std::array::from_fn(|key| self.arena.var(Var::new(Sort::Bv(width), VarClass::Entry, key as u32)))
    }

    fn k(&mut self, width: u32, value: i128) -> TermId {
        self.arena.constant(width, value as u128)
    }

    fn given(&mut self, facts: &[Fact]) {
        for &fact in facts {
            match fact {
                Fact::Lit(lit) => self.cx.assume(&self.arena, lit).expect("no contradiction"),
                Fact::Const(value) => assert!(value, "an assumption that folds to false"),
            }
        }
    }

    fn implied(&mut self, fact: Fact) -> Option<bool> {
        match fact {
            Fact::Const(value) => Some(value),
            Fact::Lit(lit) => self.cx.implied(&self.arena, lit.atom()).map(|value| value == lit.is_positive()),
        }
    }

    fn proves(&mut self, fact: Fact) {
        let shown = self.arena.show(fact).to_string();
        assert_eq!(self.implied(fact), Some(true), "{shown}");
    }

    fn refutes(&mut self, fact: Fact) {
        self.proves(!fact);
    }

    /// Neither follows, and there is a valuation of what is assumed.
    fn leaves_open(&mut self, fact: Fact) {
        let shown = self.arena.show(fact).to_string();
        assert_eq!(self.implied(fact), None, "{shown}");
        assert!(self.cx.model(&self.arena).is_some(), "no model for {shown}");
    }
}

#[test]
fn return_codes() {
    let mut t = Case::new();
    let [r] = t.word(32);
    let (zero, minus_one) = (t.k(32, 0), t.k(32, -1));
    let failed = t.arena.slt(r, zero);
    let is_minus_one = t.arena.eq(r, minus_one);
    let is_zero = t.arena.eq(r, zero);
    t.cx.push();
    t.given(&[is_minus_one]);
    t.proves(failed);
    t.refutes(is_zero);
    t.cx.pop();
    t.given(&[!failed]);
    t.refutes(is_minus_one);
    t.leaves_open(is_zero);
    let positive = t.arena.slt(zero, r);
    t.given(&[!is_zero]);
    t.proves(positive);
}

#[test]
fn flags() {
    let mut t = Case::new();
    let [f] = t.word(32);
    let (six, two, bit) = (t.arena.mask_eq(f, 6, 6), t.arena.mask_eq(f, 2, 2), t.arena.mask_eq(f, 4, 0));
    t.given(&[six]);
    t.proves(two);
    t.refutes(bit);
    let low = t.arena.mask_eq(f, 7, 6);
    t.leaves_open(low);
    let odd = t.arena.mask_eq(f, 1, 1);
    t.given(&[!odd]);
    t.proves(low);
    // A flag that was set with |: bits survive other operations on the word.
    let eight = t.k(32, 8);
    let set = t.arena.or(f, eight);
    let [still, new] = [t.arena.mask_eq(set, 2, 2), t.arena.mask_eq(set, 8, 8)];
    t.proves(still);
    t.proves(new);
    let ten = t.k(32, 10);
    let alignment = t.arena.eq(f, ten);
    t.refutes(alignment);
}

#[test]
fn switch_defaults_are_interval_sets() {
    let mut t = Case::new();
    let [x] = t.word(32);
    let cases = IntervalSet::from_parts(32, vec![(1, 1), (3, 3), (5, 9), (20, 30)]);
    let taken = t.arena.in_set(x, &cases);
    t.given(&[!taken]);
    for value in [1, 3, 7, 25] {
        let case = t.arena.eq_const(x, value);
        t.refutes(case);
    }
    let between = IntervalSet::range(32, 4, 10);
    let between = t.arena.in_set(x, &between);
    t.leaves_open(between);
    t.given(&[between]);
    let two = IntervalSet::from_parts(32, vec![(4, 4), (10, 10)]);
    let two = t.arena.in_set(x, &two);
    t.proves(two);
}

/// Kills: a link of x and x + 1 without its guard.
#[test]
fn next_index_stays_in_bounds() {
    for signed in [false, true] {
        let mut t = Case::new();
        let [i, n] = t.word(32);
        let next = t.arena.add_const(i, 1);
        let (less, fits, wraps) = if signed {
            (t.arena.slt(i, n), t.arena.sle(next, n), t.arena.sle(next, i))
        } else {
            (t.arena.ult(i, n), t.arena.ule(next, n), t.arena.ule(next, i))
        };
        t.leaves_open(fits);
        t.cx.push();
        t.given(&[less]);
        t.proves(fits);
        t.refutes(wraps);
        let two = t.arena.add_const(i, 2);
        let past = if signed { t.arena.sle(two, n) } else { t.arena.ule(two, n) };
        t.leaves_open(past);
        t.cx.pop();
        // i ≤ n is not enough: i may be the greatest word.
        let at_most = if signed { t.arena.sle(i, n) } else { t.arena.ule(i, n) };
        t.given(&[at_most]);
        let order = if signed { t.arena.slt(i, next) } else { t.arena.ult(i, next) };
        t.leaves_open(order);
    }
}

/// The variable that holds i + 1, tied to it by an equality only.
#[test]
fn loop_bounds() {
    let mut t = Case::new();
    let [i, j, n, size] = t.word(64);
    let (zero, limit) = (t.k(64, 0), t.k(64, 1000));
    let next = t.arena.add_const(i, 1);
    let facts = [t.arena.sle(zero, i), t.arena.slt(i, n), t.arena.sle(n, limit), t.arena.eq(j, next)];
    t.given(&facts);
    let (fits, positive, unsigned) = (t.arena.sle(j, n), t.arena.slt(zero, j), t.arena.ult(i, n));
    t.proves(fits);
    t.proves(positive);
    t.proves(unsigned);
    // An access of four bytes at 4·i in an object of 4·n bytes.
    let (end, bytes) = (t.arena.mul_const(4, j), t.arena.mul_const(4, n));
    let is_size = t.arena.eq(size, bytes);
    t.given(&[is_size]);
    let inside = t.arena.ule(end, size);
    t.proves(inside);
    let offset = t.arena.mul_const(4, i);
    let below = t.arena.ult(offset, size);
    t.proves(below);
}

/// Kills: u and s of a term linked without its sign.
#[test]
fn signedness() {
    let mut t = Case::new();
    let [x, n] = t.word(32);
    let zero = t.k(32, 0);
    let (nonneg, less, unsigned) = (t.arena.sle(zero, x), t.arena.slt(x, n), t.arena.ult(x, n));
    t.cx.push();
    t.given(&[less]);
    t.leaves_open(unsigned);
    t.given(&[nonneg]);
    t.proves(unsigned);
    t.cx.pop();
    // (unsigned) x < n with a non-negative n gives 0 ≤ x < n.
    let limit = t.arena.sle(zero, n);
    t.given(&[unsigned]);
    t.leaves_open(less);
    t.given(&[limit]);
    t.proves(nonneg);
    t.proves(less);
}

#[test]
fn both_orders_make_equal() {
    let mut t = Case::new();
    let [x, y] = t.word(32);
    let (le, ge, same) = (t.arena.sle(x, y), t.arena.sle(y, x), t.arena.eq(x, y));
    let (fx, fy) = (t.arena.uf(Sym(0), &[x], Sort::Bv(8)), t.arena.uf(Sym(0), &[y], Sort::Bv(8)));
    let images = t.arena.eq(fx, fy);
    t.given(&[le]);
    t.leaves_open(same);
    t.given(&[ge]);
    t.proves(same);
    t.proves(images);
    let mut t = Case::new();
    let [x, y] = t.word(32);
    let (le, differ, less) = (t.arena.ule(x, y), !t.arena.eq(x, y), t.arena.ult(x, y));
    t.given(&[le, differ]);
    t.proves(less);
}

/// Kills: division of a modular equality by 2.
#[test]
fn sizes_are_not_divided_modulo() {
    let mut t = Case::new();
    let [n, m] = t.word(32);
    let (a, b) = (t.arena.mul_const(4, n), t.arena.mul_const(4, m));
    let (equal, same) = (t.arena.eq(a, b), t.arena.eq(n, m));
    t.given(&[equal]);
    t.leaves_open(same);
    // With both counts small the products do not wrap.
    let limit = t.k(32, 1 << 20);
    let facts = [t.arena.ule(n, limit), t.arena.ule(m, limit)];
    t.given(&facts);
    t.proves(same);
}

#[test]
fn products_of_counts_and_sizes() {
    let mut t = Case::new();
    let [n, s, i] = t.word(64);
    let size = t.arena.mul(n, s);
    let eight = t.k(64, 8);
    let facts = [t.arena.eq(s, eight)];
    t.given(&facts);
    let scaled = t.arena.mul_const(8, n);
    let same = t.arena.eq(size, scaled);
    t.proves(same);
    let limit = t.k(64, 1 << 32);
    let facts = [t.arena.ult(i, n), t.arena.ule(n, limit)];
    t.given(&facts);
    let offset = t.arena.mul_const(8, i);
    let last = t.arena.add_const(offset, 8);
    let inside = t.arena.ule(last, size);
    t.proves(inside);
}

/// A checked access: off + 4 ≤ size, both within the range of object sizes.
#[test]
fn pointer_offsets() {
    let mut t = Case::new();
    let [off, size] = t.word(64);
    let most = t.k(64, i64::MAX.into());
    let next = t.arena.add_const(off, 4);
    let facts = [t.arena.ule(size, most), t.arena.ule(off, size), t.arena.ule(next, size)];
    t.given(&facts);
    for field in 0..4 {
        let at = t.arena.add_const(off, field);
        let inside = t.arena.ult(at, size);
        t.proves(inside);
    }
    let beyond = t.arena.add_const(off, 5);
    let beyond = t.arena.ule(beyond, size);
    t.leaves_open(beyond);
    // Different constant fields of one object do not overlap.
    let (a, b) = (t.arena.add_const(off, 0), t.arena.add_const(off, 4));
    let same = t.arena.eq(a, b);
    t.refutes(same);
}

#[test]
fn objects() {
    let mut t = Case::new();
    let [p, q, r] = [0, 1, 2].map(|key| t.arena.var(Var::new(Sort::Base, VarClass::Havoc, key)));
    let entry = t.arena.var(Var::new(Sort::Base, VarClass::Entry, 9));
    let fresh = t.arena.base(BaseConst::new(BaseClass::Fresh, 1));
    let other = t.arena.base(BaseConst::new(BaseClass::Fresh, 2));
    let null = t.arena.null();
    let mut eq = |a, b| t.arena.base_eq(a, b).expect("no summary");
    let (p_fresh, q_p, q_null, q_other, r_entry, r_q) =
        (eq(p, fresh), eq(q, p), eq(q, null), eq(q, other), eq(r, entry), eq(r, q));
    t.given(&[p_fresh, q_p]);
    t.refutes(q_null);
    t.refutes(q_other);
    t.given(&[r_entry]);
    t.refutes(r_q);
}

#[test]
fn members_of_a_family_are_equal_only_by_index() {
    let mut t = Case::new();
    let [i, j] = t.word(32);
    let site = BaseConst::new(BaseClass::Fresh, 7);
    let p = t.arena.var(Var::new(Sort::Base, VarClass::Havoc, 0));
    let (a, b) = (t.arena.base_at(site, i), t.arena.base_at(site, j));
    let (pa, pb) = (t.arena.base_eq(p, a).expect("decided"), t.arena.base_eq(p, b).expect("decided"));
    let same = t.arena.eq(i, j);
    t.given(&[pa]);
    t.leaves_open(same);
    t.given(&[pb]);
    t.proves(same);
}

/// Two objects in one summary may differ.
#[test]
fn a_summary_object_makes_nothing_equal() {
    let mut t = Case::new();
    let [p, q] = [0, 1].map(|key| t.arena.var(Var::new(Sort::Base, VarClass::Havoc, key)));
    let summary = t.arena.base(BaseConst::new(BaseClass::Summary, 0));
    let fresh = t.arena.base(BaseConst::new(BaseClass::Fresh, 0));
    let facts = [p, q].map(|v| t.arena.base_eq(v, summary).expect("one side only"));
    let (same, known) = (t.arena.base_eq(p, q).expect("variables"), t.arena.base_eq(p, fresh).expect("decided"));
    t.given(&facts);
    assert_eq!(t.implied(same), None);
    t.refutes(known);
}

#[test]
fn widths_change_without_losing_bounds() {
    let mut t = Case::new();
    let [i, n] = t.word(32);
    let zero = t.k(32, 0);
    let facts = [t.arena.sle(zero, i), t.arena.slt(i, n)];
    t.given(&facts);
    let (wide_i, wide_n) = (t.arena.sext(i, 64), t.arena.sext(n, 64));
    let next = t.arena.add_const(wide_i, 1);
    let inside = t.arena.ule(next, wide_n);
    t.proves(inside);
    let (zi, zn) = (t.arena.zext(i, 64), t.arena.zext(n, 64));
    let (a, b) = (t.arena.mul_const(16, zi), t.arena.mul_const(16, zn));
    let below = t.arena.ult(a, b);
    t.proves(below);
}

/// The test for overflow of a sum decides whether it wraps.
#[test]
fn overflow_tests() {
    let mut t = Case::new();
    let [a, b, c] = t.word(32);
    let sum = t.arena.add(a, b);
    let wraps = t.arena.ult(sum, a);
    let (small_a, small_b) = (t.k(32, 1000), t.k(32, 2000));
    let facts = [t.arena.ule(a, small_a), t.arena.ule(b, small_b)];
    t.cx.push();
    t.given(&facts);
    t.refutes(wraps);
    t.cx.pop();
    t.leaves_open(wraps);
    let facts = [!wraps, t.arena.ule(sum, c)];
    t.given(&facts);
    let inside = t.arena.ule(b, c);
    t.proves(inside);
}

#[test]
fn division_and_remainder() {
    let mut t = Case::new();
    let [x, n] = t.word(32);
    let (ten, zero) = (t.k(32, 10), t.k(32, 0));
    let (q, r) = (t.arena.udiv(x, ten), t.arena.urem(x, n));
    let nonzero = !t.arena.eq(n, zero);
    let below = t.arena.ult(r, n);
    t.leaves_open(below);
    t.given(&[nonzero]);
    t.proves(below);
    let hundred = t.k(32, 100);
    let facts = [t.arena.ult(x, hundred)];
    t.given(&facts);
    let small = t.arena.ult(q, ten);
    t.proves(small);
    let rest = t.arena.urem(x, ten);
    let tens = t.arena.mul_const(10, q);
    let whole = t.arena.add(tens, rest);
    let again = t.arena.eq(whole, x);
    t.proves(again);
}

#[test]
fn congruence_through_memory() {
    let mut t = Case::new();
    let [p, q] = [0, 1].map(|key| t.arena.var(Var::new(Sort::Base, VarClass::Entry, key)));
    let [i, j] = t.word(64);
    let (at_i, at_j) = (t.arena.uf(Sym(3), &[p, i], Sort::Bv(32)), t.arena.uf(Sym(3), &[q, j], Sort::Bv(32)));
    let (bases, indices, contents) =
        (t.arena.base_eq(p, q).expect("decided"), t.arena.eq(i, j), t.arena.eq(at_i, at_j));
    t.given(&[indices, !contents]);
    t.refutes(bases);
}

#[test]
fn wide_words_are_compared_as_words_only() {
    let mut t = Case::new();
    let [x, y] = t.word(128);
    let (five, next) = (t.k(128, 5), t.arena.add_const(x, 1));
    let facts = [t.arena.eq(x, five), t.arena.eq(y, next)];
    t.given(&facts);
    let six = t.arena.eq_const(y, 6);
    t.proves(six);
    let mut t = Case::new();
    let [x, y] = t.word(128);
    let (le, lt) = (t.arena.ule(x, y), t.arena.ult(y, x));
    t.given(&[le]);
    t.refutes(lt);
}

/// No fuel, no answer: but never a wrong one, and the state is still restored.
#[test]
fn without_fuel_nothing_is_claimed() {
    let mut arena = Arena::new();
    let [i, n] = [0, 1].map(|key| arena.var(Var::new(Sort::Bv(32), VarClass::Entry, key)));
    let lit = |fact: Fact| match fact {
        Fact::Lit(lit) => lit,
        Fact::Const(_) => panic!("not decided"),
    };
    let next = arena.add_const(i, 1);
    let (less, fits): (Lit, Lit) = (lit(arena.ult(i, n)), lit(arena.ule(next, n)));
    for fuel in 0..40 {
        let mut cx = Ctx::with_fuel(fuel);
        let before = cx.state_hash();
        cx.push();
        cx.assume(&arena, less).expect("no contradiction");
        assert_ne!(cx.implied(&arena, fits.atom()), Some(!fits.is_positive()));
        cx.pop();
        assert_eq!(cx.state_hash(), before);
    }
}

/// The context serves wherever a theory is asked for.
#[test]
fn is_a_theory() {
    fn ask(theory: &mut dyn Theory, arena: &mut Arena, lit: Lit) -> Option<bool> {
        theory.push();
        let known = theory.assume(arena, lit).ok().and_then(|()| theory.implied(arena, lit.atom()));
        theory.pop();
        known
    }
    let mut t = Case::new();
    let [x, y] = t.word(8);
    let Fact::Lit(lit) = t.arena.ule(x, y) else { panic!("not decided") };
    assert_eq!(ask(&mut t.cx, &mut t.arena, lit), Some(lit.is_positive()));
}
