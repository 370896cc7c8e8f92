//! Arithmetic, casts and address arithmetic.

use crate::heap::Heap;
use crate::inputs::Derived;
use crate::range::{Range, WIDEST, cut, signed};
use crate::run::Run;
use crate::value::{Addr, Lin, Val};
use cairn_ir::{BinOp, Body, CastKind, CmpOp, Operand, OverflowOp, Rule, Type, UnOp};

impl Run<'_> {
    /// `None` ends the path.
    pub(crate) fn binary(
        &mut self,
        body: &Body,
        heap: &mut Heap,
        op: BinOp,
        lhs: Operand,
        rhs: Operand,
    ) -> Option<Val> {
        let (a, b) = (self.value(body, heap, lhs), self.value(body, heap, rhs));
        let ty = body.operand_type(lhs);
        let width = self.width(ty);
        if ty.is_float() {
            return Some(self.blind(heap, &[a, b], width, true));
        }
        if matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem)
            && !self.check_division(heap, op, a, b, width)
        {
            return None;
        }
        Some(match (a, b) {
            (Val::Num(a), Val::Num(b)) => self.arithmetic(heap, op, a, b),
            (Val::Ptr(_), _) | (_, Val::Ptr(_)) if width == self.world.bits => self.address_arithmetic(heap, op, a, b),
            _ => Val::Top,
        })
    }

    fn arithmetic(&self, heap: &mut Heap, op: BinOp, a: Lin, b: Lin) -> Val {
        let width = a.width;
        let plain = heap.is_plain(a) && heap.is_plain(b);
        match (op, a.as_const(), b.as_const()) {
            (BinOp::Add, _, Some(value)) => return Val::Num(a.plus(value)),
            (BinOp::Add, Some(value), _) => return Val::Num(b.plus(value)),
            (BinOp::Sub, _, Some(value)) => return Val::Num(a.minus(value)),
            (BinOp::Sub, None, None) if a.sym == b.sym && plain => return Val::int(width, a.minus(b.add).add),
            (BinOp::Mul | BinOp::UDiv | BinOp::SDiv, _, Some(1)) => return Val::Num(a),
            (BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::LShr | BinOp::AShr, _, Some(0)) => return Val::Num(a),
            _ => {}
        }
        let wide_shift = width > WIDEST && matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
        if wide_shift && b.as_const().is_none_or(|count| count >= u128::from(width)) {
            return Val::Top;
        }
        let range = heap.range(a).binary(op, &heap.range(b));
        let parts = match (op, a.as_const(), b.as_const()) {
            (BinOp::Add, ..) => &[(a, 1), (b, 1)][..],
            (BinOp::Sub, ..) => &[(a, 1), (b, -1)],
            (BinOp::Mul, _, Some(by)) => &[(a, signed(by, width))],
            (BinOp::Mul, Some(by), _) => &[(b, signed(by, width))],
            (BinOp::Shl, _, Some(by)) if by < 32 => &[(a, 1 << by)],
            _ => {
                let new = Val::Num(heap.new_sym(range, plain));
                if let Some(by) = b.as_const() {
                    self.derive(heap, new, a, Some((op, by)));
                }
                return new;
            }
        };
        Val::Num(heap.combination(parts, range, plain))
    }

    /// Whoever searches for inputs wants to know what a number was made of.
    pub(crate) fn derive(&self, heap: &mut Heap, new: Val, old: Lin, by: Option<(BinOp, u128)>) {
        if self.searching.is_some() {
            heap.derived.push(Derived { new, old: Val::Num(old), by });
        }
    }

    /// Division by zero, and the one quotient that does not fit. Goes on where it is defined.
    fn check_division(&mut self, heap: &mut Heap, op: BinOp, a: Val, b: Val, width: u32) -> bool {
        let divisor = match b {
            Val::Num(divisor) => divisor,
            other => {
                self.doubt_defined(heap, other);
                self.doubt(heap, Rule::DivisionByZero);
                return true;
            }
        };
        let zero = Lin::constant(width, 0);
        match heap.decide(CmpOp::Eq, divisor, zero) {
            Some(true) if width <= WIDEST => {
                self.fail(heap, Rule::DivisionByZero);
                return false;
            }
            Some(false) if width <= WIDEST => {}
            _ => {
                self.doubt(heap, Rule::DivisionByZero);
                if !heap.assume(CmpOp::Ne, divisor, zero) {
                    return false;
                }
            }
        }
        if matches!(op, BinOp::SDiv | BinOp::SRem) {
            self.check_quotient(heap, a, divisor, width);
        }
        true
    }

    fn check_quotient(&mut self, heap: &mut Heap, a: Val, divisor: Lin, width: u32) {
        let minus_one = heap.range(divisor).compare(CmpOp::Eq, &Range::constant(width, cut(u128::MAX, width)));
        if minus_one == Some(false) {
            return;
        }
        match a {
            Val::Num(a) => {
                let least = Range::full(width).slo;
                if width > WIDEST || heap.range(a).slo == least {
                    self.doubt(heap, Rule::DivisionByZero);
                }
            }
            Val::Ptr(_) => self.doubt(heap, Rule::DivisionByZero),
            Val::Undef | Val::Top => {
                self.doubt(heap, Rule::UninitializedRead);
                self.doubt(heap, Rule::DivisionByZero);
            }
        }
    }

    fn address_arithmetic(&self, heap: &mut Heap, op: BinOp, a: Val, b: Val) -> Val {
        match (op, a, b) {
            (_, Val::Undef | Val::Top, _) | (_, _, Val::Undef | Val::Top) => Val::Top,
            (BinOp::Add, Val::Ptr(addr), Val::Num(by)) | (BinOp::Add, Val::Num(by), Val::Ptr(addr)) => {
                self.move_by(heap, addr, by)
            }
            (BinOp::Sub, Val::Ptr(addr), Val::Num(by)) if by.sym.is_none() => {
                Val::Ptr(Addr { off: addr.off.minus(by.add), ..addr })
            }
            (BinOp::Sub, Val::Ptr(a), Val::Ptr(b)) if (a.obj, a.spot) == (b.obj, b.spot) => {
                match self.arithmetic(heap, BinOp::Sub, a.off, b.off) {
                    Val::Num(distance) => Val::Num(distance),
                    _ => heap.unknown(self.world.bits, false),
                }
            }
            _ => heap.unknown(self.world.bits, false),
        }
    }

    /// An address plus a distance. The distance must not be an address itself.
    pub(crate) fn move_by(&self, heap: &mut Heap, addr: Addr, by: Lin) -> Val {
        if !heap.is_plain(by) {
            return heap.unknown(self.world.bits, false);
        }
        let off = match (addr.off.sym, by.sym) {
            (_, None) => addr.off.plus(by.add),
            (None, Some(_)) => by.plus(addr.off.add),
            _ => {
                let range = heap.range(addr.off).binary(BinOp::Add, &heap.range(by));
                heap.combination(&[(addr.off, 1), (by, 1)], range, true)
            }
        };
        Val::Ptr(Addr { off, ..addr })
    }

    pub(crate) fn index(&self, heap: &mut Heap, base: Val, index: Val, scale: u64) -> Val {
        let bits = self.world.bits;
        match (base, index) {
            (Val::Undef, Val::Num(_) | Val::Undef) | (Val::Num(_) | Val::Ptr(_), Val::Undef) => Val::Undef,
            (Val::Top | Val::Undef, _) | (_, Val::Top) => Val::Top,
            (_, Val::Num(index)) => {
                let by = match index.as_const() {
                    Some(value) => Lin::constant(bits, value.wrapping_mul(u128::from(scale))),
                    None if scale == 1 => index,
                    None => {
                        let range = heap.range(index).binary(BinOp::Mul, &Range::constant(bits, u128::from(scale)));
                        let plain = heap.is_plain(index);
                        heap.combination(&[(index, i128::from(scale))], range, plain)
                    }
                };
                match base {
                    Val::Ptr(addr) => self.move_by(heap, addr, by),
                    Val::Num(number) if by.sym.is_none() => Val::Num(number.plus(by.add)),
                    _ => heap.unknown(bits, false),
                }
            }
            // A null pointer plus an address as a number.
            (Val::Num(base), Val::Ptr(addr)) if base.as_const() == Some(0) && scale == 1 => Val::Ptr(addr),
            (_, Val::Ptr(_)) => heap.unknown(bits, false),
        }
    }

    /// Some number that depends on the given values.
    pub(crate) fn blind(&self, heap: &mut Heap, from: &[Val], width: u32, plain: bool) -> Val {
        match from.iter().any(|val| matches!(val, Val::Undef | Val::Top)) {
            true => Val::Top,
            false => heap.unknown(width, plain),
        }
    }

    pub(crate) fn unary(&self, heap: &mut Heap, op: UnOp, val: Val, width: u32) -> Val {
        match (op, val) {
            (UnOp::Abs, Val::Num(lin)) if lin.as_const().is_some() && width <= WIDEST => {
                let value = signed(lin.add, width);
                Val::int(width, value.unsigned_abs())
            }
            _ => self.blind(heap, &[val], width, false),
        }
    }

    pub(crate) fn cast(&self, heap: &mut Heap, kind: CastKind, val: Val, from: Type, to: Type) -> Val {
        let (have, want) = (self.width(from), self.width(to));
        match (kind, val) {
            (CastKind::Bitcast, val) => val,
            (CastKind::PtrToInt | CastKind::Trunc | CastKind::ZExt, val) if have == want => val,
            (CastKind::IntToPtr, val) => self.number_to_address(heap, val, have),
            (_, Val::Undef) => match kind {
                CastKind::Trunc | CastKind::PtrToInt if want <= have => Val::Undef,
                _ => Val::Top,
            },
            (_, Val::Top) => Val::Top,
            (CastKind::Trunc | CastKind::ZExt | CastKind::SExt | CastKind::PtrToInt, Val::Num(lin)) => {
                self.resize(heap, kind, lin, want)
            }
            (CastKind::Trunc | CastKind::ZExt | CastKind::SExt | CastKind::PtrToInt, Val::Ptr(_)) => {
                heap.unknown(want, false)
            }
            // Out of range, the result is undefined.
            (CastKind::FpToSi | CastKind::FpToUi, _) => Val::Top,
            _ => heap.unknown(want, true),
        }
    }

    fn resize(&self, heap: &mut Heap, kind: CastKind, lin: Lin, want: u32) -> Val {
        let have = lin.width;
        if let Some(value) = lin.as_const() {
            let value = match kind {
                CastKind::SExt if have <= WIDEST => signed(value, have) as u128,
                CastKind::SExt => return heap.unknown(want, true),
                _ => value,
            };
            return Val::int(want, value);
        }
        let plain = heap.is_plain(lin);
        let range = heap.range(lin);
        let range = match (have > WIDEST, want < have) {
            (true, _) => Range::full(want),
            (false, true) => range.truncate(want),
            (false, false) => range.extend(want, kind == CastKind::SExt),
        };
        let new = Val::Num(heap.new_sym(range, plain));
        self.derive(heap, new, lin, None);
        new
    }

    fn number_to_address(&self, heap: &mut Heap, val: Val, have: u32) -> Val {
        let bits = self.world.bits;
        match val {
            Val::Undef | Val::Top => val,
            Val::Num(lin) => match lin.as_const() {
                Some(value) if cut(value, bits) < crate::access::NULL_PAGE => Val::int(bits, value),
                // It may be where some object lies.
                _ => heap.unknown(bits, false),
            },
            Val::Ptr(addr) => {
                let obj = heap.obj(self.world, addr.obj);
                let within = heap.range(addr.off).uhi <= heap.range(obj.size).ulo;
                if within && have == bits { val } else { heap.unknown(bits, false) }
            }
        }
    }

    /// The wrapped result, and whether it wrapped.
    pub(crate) fn overflowing(&self, heap: &mut Heap, op: OverflowOp, a: Val, b: Val, width: u32) -> (Val, Val) {
        let (Val::Num(a), Val::Num(b)) = (a, b) else {
            let value = self.blind(heap, &[a, b], width, false);
            return (value, if value == Val::Top { Val::Top } else { heap.unknown(1, true) });
        };
        let (plain_op, as_signed) = match op {
            OverflowOp::UAdd => (BinOp::Add, false),
            OverflowOp::SAdd => (BinOp::Add, true),
            OverflowOp::USub => (BinOp::Sub, false),
            OverflowOp::SSub => (BinOp::Sub, true),
            OverflowOp::UMul => (BinOp::Mul, false),
            OverflowOp::SMul => (BinOp::Mul, true),
        };
        let flag = self.wraps(heap, plain_op, as_signed, a, b);
        let value = self.arithmetic(heap, plain_op, a, b);
        (value, flag.map_or_else(|| heap.unknown(1, true), |wraps| Val::int(1, u128::from(wraps))))
    }

    fn wraps(&self, heap: &Heap, op: BinOp, as_signed: bool, a: Lin, b: Lin) -> Option<bool> {
        if a.width > WIDEST {
            return None;
        }
        let bounds = |range: Range| if as_signed { (range.slo, range.shi) } else { (range.ulo, range.uhi) };
        let (x, y) = (bounds(heap.range(a)), bounds(heap.range(b)));
        let ends = match op {
            BinOp::Add => [x.0 + y.0, x.1 + y.1, x.0 + y.0, x.1 + y.1],
            BinOp::Sub => [x.0 - y.1, x.1 - y.0, x.0 - y.1, x.1 - y.0],
            _ => [x.0.checked_mul(y.0)?, x.0.checked_mul(y.1)?, x.1.checked_mul(y.0)?, x.1.checked_mul(y.1)?],
        };
        let (low, high) = (ends.into_iter().min()?, ends.into_iter().max()?);
        let (least, most) = bounds(Range::full(a.width));
        match () {
            () if least <= low && high <= most => Some(false),
            () if high < least || low > most => Some(true),
            () => None,
        }
    }
}
