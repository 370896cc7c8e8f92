//! Arithmetic, comparisons and choices on value sets.

use crate::analysis::{Activation, Analysis, ObjectKind};
use crate::entry::Quality;
use crate::facts::{Cond, Reason};
use crate::heap::ones;
use crate::state::State;
use crate::value::{Scalar, Values};
use crate::words::{compare_words, format, overflow_flag, undefined_like, word_binary};
use cairn_ir::{BinOp, Body, CmpOp, Const, Inst, Operand, OverflowOp, Rule, ValueId};
use cairn_logic::{Term, TermId};

/// No object lies before this address.
pub(crate) const FIRST_PAGE: u64 = 4096;
/// No object of a machine with addresses of 64 bits is larger, and none lies so high that an address so far behind would wrap.
const LARGEST_OBJECT: u64 = 1 << 46;
/// The machine masks the counts of shifts of words up to this width.
const WIDEST_MASKED: u32 = 64;

fn is_shift(op: BinOp) -> bool {
    matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr)
}

/// Is an operand a constant that is smaller than the width?
fn is_count_below(body: &Body, operand: Operand, width: u32) -> bool {
    let Operand::Const(id) = operand else { return false };
    match &body.consts[id] {
        Const::Int { value, .. } => *value < u128::from(width),
        Const::Wide(wide) => wide.limbs[0] < u64::from(width) && wide.limbs[1..].iter().all(|limb| *limb == 0),
        _ => false,
    }
}

impl<'p> Analysis<'p> {
    pub(crate) fn binary(
        &mut self,
        act: &Activation,
        state: &mut State,
        op: BinOp,
        lhs: Operand,
        rhs: Operand,
    ) -> Values {
        let ty = act.body.operand_type(lhs);
        let (a, b) = (self.value(act, state, lhs), self.value(act, state, rhs));
        if a.has_pointer() || b.has_pointer() {
            self.steers();
        }
        let width = self.width_of(ty);
        if ty.is_float() || width > 128 {
            let result = self.uninterpreted(op as u32 + format(ty), &[a, b], width.min(128));
            let may_be_far = is_shift(op) && !is_count_below(act.body, rhs, width);
            return if may_be_far { self.undefined(&result) } else { result };
        }
        if matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem) {
            self.check_division(act, state, op, width, &a, &b);
        }
        let result = a.map2(&b, &mut self.facts, |facts, a, b| word_binary(facts, op, width, a, b));
        if is_shift(op) && width > WIDEST_MASKED { self.unless_shifted_far(&b, width, &result) } else { result }
    }

    /// No machine says what a shift of a wide word by its width or more gives.
    fn unless_shifted_far(&mut self, count: &Values, width: u32, result: &Values) -> Values {
        let near = count.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            let most = facts.constant(width, u128::from(width - 1));
            let fact = facts.conds.arena.ule(term, most);
            facts.fact(fact)
        });
        let undefined = self.undefined(result);
        Values::choose(&mut self.facts, near, result, &undefined)
    }

    /// The same, of which no bit is defined.
    fn undefined(&mut self, values: &Values) -> Values {
        values.map(&mut self.facts, undefined_like)
    }

    pub(crate) fn check_division(
        &mut self,
        act: &Activation,
        state: &mut State,
        op: BinOp,
        width: u32,
        a: &Values,
        b: &Values,
    ) {
        self.check_defined(act, state, b);
        let mut bad = b.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            let fact = facts.conds.arena.eq_const(term, 0);
            facts.fact(fact)
        });
        if matches!(op, BinOp::SDiv | BinOp::SRem) {
            let least = 1u128 << (width - 1);
            let smallest = a.when(&mut self.facts, |facts, scalar| {
                let (term, _) = facts.word_of(scalar);
                let fact = facts.conds.arena.eq_const(term, least);
                facts.fact(fact)
            });
            let minus_one = b.when(&mut self.facts, |facts, scalar| {
                let (term, _) = facts.word_of(scalar);
                let fact = facts.conds.arena.eq_const(term, ones(width));
                facts.fact(fact)
            });
            let both = self.facts.and(smallest, minus_one);
            bad = self.facts.or(bad, both);
        }
        self.check(act, state, Rule::DivisionByZero, bad);
    }

    /// The result of an operation that is only known to be a function of its arguments.
    pub(crate) fn uninterpreted(&mut self, number: u32, operands: &[Values], width: u32) -> Values {
        let scalars: Option<Vec<Scalar>> = operands.iter().map(Values::single).collect();
        let undef =
            operands.iter().flat_map(|v| v.iter().collect::<Vec<_>>()).fold(0, |undef, (s, _)| undef | s.undef());
        let undef = if undef != 0 { ones(width) } else { 0 };
        let term = match scalars {
            Some(scalars) if undef == 0 => {
                let terms: Vec<TermId> = scalars.into_iter().map(|scalar| self.facts.word_of(scalar).0).collect();
                self.facts.operation(number, &terms, width)
            }
            _ => {
                operands.iter().for_each(|values| self.facts.expose(values));
                self.facts.unknown(width, Reason::Uninterpreted)
            }
        };
        Values::one(Scalar::Word { term, undef })
    }

    pub(crate) fn overflowing(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &Inst,
        op: OverflowOp,
        lhs: Operand,
        rhs: Operand,
    ) {
        let width = self.width_of(act.body.operand_type(lhs));
        let (a, b) = (self.value(act, state, lhs), self.value(act, state, rhs));
        let (base, signed) = match op {
            OverflowOp::UAdd => (BinOp::Add, false),
            OverflowOp::SAdd => (BinOp::Add, true),
            OverflowOp::USub => (BinOp::Sub, false),
            OverflowOp::SSub => (BinOp::Sub, true),
            OverflowOp::UMul => (BinOp::Mul, false),
            OverflowOp::SMul => (BinOp::Mul, true),
        };
        let value = a.map2(&b, &mut self.facts, |facts, a, b| word_binary(facts, base, width, a, b));
        let flag = if 2 * width <= 128 {
            a.map2(&b, &mut self.facts, |facts, a, b| overflow_flag(facts, base, signed, width, a, b))
        } else {
            self.uninterpreted(500 + op as u32, &[a, b], 1)
        };
        let results: Vec<ValueId> = inst.results.iter().collect();
        self.define(act, state, results[0], value);
        self.define(act, state, results[1], flag);
    }

    pub(crate) fn select(&mut self, cond: &Values, then: &Values, otherwise: &Values, width: u32) -> Values {
        if cond.iter().any(|(scalar, _)| scalar.undef() != 0) {
            self.facts.expose(then);
            self.facts.expose(otherwise);
            return Values::one(Scalar::Word {
                term: self.facts.unknown(width.min(128), Reason::Undefined),
                undef: ones(width),
            });
        }
        let truth = cond.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            let fact = facts.conds.arena.truth(term);
            facts.fact(fact)
        });
        Values::choose(&mut self.facts, truth, then, otherwise)
    }

    pub(crate) fn compare(&mut self, state: &State, op: CmpOp, is_ptr: bool, a: &Values, b: &Values) -> Values {
        let mut truth = Cond::FALSE;
        let mut undefined = Cond::FALSE;
        let any_undefined = a.iter().chain(b.iter()).any(|(scalar, _)| scalar.undef() != 0);
        for (x, when_x) in a.iter() {
            for (y, when_y) in b.iter() {
                let both = self.facts.and(when_x, when_y);
                if both == Cond::FALSE {
                    continue;
                }
                if x.undef() | y.undef() != 0 {
                    undefined = self.facts.or(undefined, both);
                }
                let holds = if is_ptr || self.are_addresses(op, x, y) {
                    self.compare_addresses(state, op, x, y)
                } else {
                    compare_words(&mut self.facts, op, x, y)
                };
                let case = self.facts.and(both, holds);
                truth = self.facts.or(truth, case);
                if self.facts.is_large(truth) {
                    // Too many cases to tell them apart: the comparison may be either.
                    let truth = self.facts.choice();
                    let undefined = if any_undefined { Cond::TRUE } else { Cond::FALSE };
                    return self.truth_value(truth, undefined);
                }
            }
        }
        self.truth_value(truth, undefined)
    }

    /// Are two numbers that are asked to be equal addresses of known objects?
    fn are_addresses(&self, op: CmpOp, x: Scalar, y: Scalar) -> bool {
        let arena = &self.facts.conds.arena;
        let whole = |scalar: Scalar| match scalar {
            Scalar::Ptr { .. } => true,
            Scalar::Word { term, .. } => {
                let address = |term: &TermId| matches!(arena.term(*term), Term::Address(_));
                arena.width(term) == self.facts.pointer_bits()
                    && matches!(&arena.lin_parts(term).1[..], [(1, only)] if address(only))
            }
        };
        let null = |scalar: Scalar| matches!(scalar, Scalar::Word { term, .. } if arena.as_const(term) == Some(0));
        let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        equality && (whole(x) || whole(y)) && [x, y].into_iter().all(|scalar| whole(scalar) || null(scalar))
    }

    /// A condition as a value of one bit.
    pub(crate) fn truth_value(&mut self, truth: Cond, undefined: Cond) -> Values {
        let (one, zero) = (self.facts.constant(1, 1), self.facts.constant(1, 0));
        let decided = Values::choose(&mut self.facts, truth, &Values::word(one), &Values::word(zero));
        if undefined == Cond::FALSE {
            return decided;
        }
        // Undefined bits have some value; that it must not matter is told by the mask.
        let [one, zero] = [one, zero].map(|term| Values::one(Scalar::Word { term, undef: 1 }));
        let doubtful = Values::choose(&mut self.facts, truth, &one, &zero);
        Values::choose(&mut self.facts, undefined, &doubtful, &decided)
    }

    pub(crate) fn compare_addresses(&mut self, state: &State, op: CmpOp, x: Scalar, y: Scalar) -> Cond {
        let ((a, at), (b, there)) = (self.facts.pointer_of(x), self.facts.pointer_of(y));
        let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
        let known = |this: &Self, base: TermId| this.is_null(base) || this.kind(base).is_some();
        if !known(self, a) || !known(self, b) {
            return compare_words(&mut self.facts, op, x, y);
        }
        if a == b && !state.heap.get(a).is_some_and(|object| object.summary) {
            return if equality {
                compare_words(&mut self.facts, op, Scalar::word(at), Scalar::word(there))
            } else {
                self.compare_places(op, a, at, there)
            };
        }
        if let (Some((family, i)), Some((other, j))) = (self.facts.member(a), self.facts.member(b))
            && equality
            && family == other
        {
            let equal = self.equal_members((i, at), (j, there));
            return if op == CmpOp::Ne { !equal } else { equal };
        }
        if a != b && self.may_be_shared(a, b) {
            return self.facts.choice();
        }
        let against_null =
            (self.is_null(a) && self.is_offset_of(b, there)) || (self.is_null(b) && self.is_offset_of(a, at));
        let nulls_are_plain =
            [(a, at), (b, there)].iter().all(|&(x, o)| !self.is_null(x) || self.facts.as_offset(o) == Some(0));
        if equality && a != b && against_null && nulls_are_plain {
            return if op == CmpOp::Ne { Cond::TRUE } else { Cond::FALSE };
        }
        let of_entry = |this: &Self, base: TermId| matches!(this.kind(base), Some(ObjectKind::Entry(_)));
        if equality && a != b && (of_entry(self, a) || of_entry(self, b)) {
            self.compares();
            let equal = self.equal_on_entry(state, (a, at), (b, there));
            return if op == CmpOp::Ne { !equal } else { equal };
        }
        if equality && a != b {
            let apart = self.in_different(state, (a, at), (b, there));
            let meet = self.facts.perhaps(!apart);
            return if op == CmpOp::Ne { !meet } else { meet };
        }
        self.facts.choice()
    }

    /// When two addresses lie in different live objects, one in each: then they are not equal.
    fn in_different(&mut self, state: &State, (a, at): (TermId, TermId), (b, there): (TermId, TermId)) -> Cond {
        let (one, other) = (self.surely_inside(state, a, at), self.surely_inside(state, b, there));
        self.facts.and(one, other)
    }

    /// The order of two addresses of one object: that of their offsets, unless one is so far outside that the address wraps.
    fn compare_places(&mut self, op: CmpOp, base: TermId, at: TermId, there: TermId) -> Cond {
        let of_entry = matches!(self.kind(base), Some(ObjectKind::Entry(_)));
        let room = match (self.known_size(base), self.facts.pointer_bits()) {
            (size, 64) => size.filter(|_| !of_entry).unwrap_or_else(|| self.facts.offset(LARGEST_OBJECT)),
            (Some(size), _) => size,
            (None, _) => return self.facts.choice(),
        };
        if matches!(op, CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge) {
            return self.facts.choice();
        }
        // Nothing lies in the first page, so addresses a little before an object do not wrap either.
        let [at, there, room] =
            [at, there, room].map(|place| self.facts.conds.arena.add_const(place, FIRST_PAGE.into()));
        let [near, others] = [at, there].map(|place| {
            let fact = self.facts.conds.arena.ule(place, room);
            self.facts.fact(fact)
        });
        let mut near = self.facts.and(near, others);
        if let Some(ObjectKind::Entry(place)) = self.kind(base) {
            // A number may be so high that the address wraps.
            let wild = self.facts.quality(place, Quality::Wild);
            near = self.facts.and(near, !wild);
        }
        let ordered = compare_words(&mut self.facts, op, Scalar::word(at), Scalar::word(there));
        if near == Cond::TRUE {
            return ordered;
        }
        let either = self.facts.choice();
        self.facts.ite(near, ordered, either)
    }

    /// Is one of two objects a constant that may lie in the other one? Objects of entry may be string literals.
    pub(crate) fn may_be_shared(&self, a: TermId, b: TermId) -> bool {
        let constant = |base: TermId| self.global_of(base).filter(|&id| self.program.globals[id].constant);
        let of_entry = |base: TermId| matches!(self.kind(base), Some(ObjectKind::Entry(_)));
        match (constant(a), constant(b)) {
            (Some(a), Some(b)) => self.program.may_meet(a, b),
            (Some(_), None) => of_entry(b),
            (None, Some(_)) => of_entry(a),
            (None, None) => false,
        }
    }

    /// Are addresses into members of one family equal? Those into different ones may be, if one is gone.
    fn equal_members(&mut self, (i, at): (TermId, TermId), (j, there): (TermId, TermId)) -> Cond {
        let (same_member, same_offset) = (self.facts.eq(i, j), self.facts.eq(at, there));
        let same = self.facts.and(same_member, same_offset);
        let meet = self.facts.choice();
        let meet = self.facts.and(meet, !same_member);
        self.facts.or(same, meet)
    }

    /// Are two addresses equal, of which at least one was there on entry? The end of one object may be the start of another.
    fn equal_on_entry(&mut self, state: &State, (a, at): (TermId, TermId), (b, there): (TermId, TermId)) -> Cond {
        let bases = self.facts.eq_base(a, b);
        let offsets = self.facts.eq(at, there);
        let same = self.facts.and(bases, offsets);
        let apart = self.in_different(state, (a, at), (b, there));
        let doubtful = self.facts.and(!bases, !apart);
        let meet = self.facts.perhaps(doubtful);
        self.facts.or(same, meet)
    }

    /// The condition under which an address lies inside a live object (null: where nothing else lies).
    fn surely_inside(&mut self, state: &State, base: TermId, offset: TermId) -> Cond {
        let Some(ObjectKind::Entry(place)) = self.kind(base) else {
            return self.inside(state, base, offset);
        };
        if self.facts.entry.as_ref().is_some_and(|entry| entry.places[place as usize].offset == offset) {
            // Against null: the address itself is not null, whatever it leads to.
            let wild = self.facts.quality(place, Quality::Wild);
            let live = state.heap.get(base).map_or_else(|| self.facts.live_on_entry(base), |object| object.live);
            let size = self.size(base);
            let fact = self.facts.conds.arena.ult(offset, size);
            let inside = self.facts.fact(fact);
            let inside = self.facts.and(inside, live);
            return self.facts.and(inside, !wild);
        }
        Cond::FALSE
    }

    /// Surely in an object or just behind it: no such address is null, whether the object is alive or not.
    fn is_offset_of(&self, base: TermId, offset: TermId) -> bool {
        if let Some(ObjectKind::Entry(place)) = self.kind(base) {
            return self.facts.entry.as_ref().is_some_and(|entry| entry.places[place as usize].offset == offset);
        }
        let Some(offset) = self.facts.as_offset(offset) else { return false };
        let size = self.known_size(base).and_then(|size| self.facts.as_offset(size));
        offset == 0 || size.is_some_and(|size| offset <= size)
    }

    /// When it is null, or inside a live object: then no other object has this address.
    fn inside(&mut self, state: &State, base: TermId, offset: TermId) -> Cond {
        let Some(offset) = self.facts.as_offset(offset) else { return Cond::FALSE };
        let may_be_empty = |this: &Self| this.global_of(base).is_some_and(|id| this.program.globals[id].size == 0);
        match self.kind(base) {
            _ if self.is_null(base) => return if offset == 0 { Cond::TRUE } else { Cond::FALSE },
            Some(ObjectKind::Function(_)) if offset == 0 => return Cond::TRUE,
            Some(ObjectKind::Global { .. } | ObjectKind::External) if offset == 0 => {
                return if may_be_empty(self) { Cond::FALSE } else { Cond::TRUE };
            }
            _ => {}
        }
        // Blocks of no bytes have addresses of their own, variables have not.
        let least = u64::from(matches!(self.kind(base), Some(ObjectKind::Heap(_))));
        let size = self.known_size(base).and_then(|size| self.facts.as_offset(size));
        let holder = self.facts.holder(base);
        match state.heap.get(holder).filter(|_| size.is_some_and(|size| offset < size.max(least))) {
            // Of several objects, one may be gone while others are not.
            Some(object) if object.live == Cond::TRUE || (holder == base && !object.summary) => object.live,
            _ => Cond::FALSE,
        }
    }
}
