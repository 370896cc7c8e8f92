//! Arithmetic, casts, comparisons. Numbers are known exactly or not at all.

use super::run::Graphs;
use super::structure::{Node, Origin, Structure, Value};
use crate::range::{Range, WIDEST, cut, signed};
use cairn_ir::{BinOp, CastKind, CmpOp, OverflowOp, Rule, Type};

/// Some number that is computed from these.
pub fn blind(from: &[Value]) -> Value {
    match from.iter().any(|value| matches!(value, Value::Undef | Value::Any)) {
        true => Value::Any,
        false => Value::Number,
    }
}

/// The address some bytes further on.
pub fn moved(value: Value, by: i64) -> Value {
    match value {
        // Far away it may be anywhere.
        Value::At(id, offset) => match offset.checked_add(by) {
            Some(offset) if offset.unsigned_abs() < 1 << 30 => Value::At(id, offset),
            _ => Value::Number,
        },
        Value::Null if by == 0 => Value::Null,
        Value::Null if by > 0 => Value::Num(by as u128),
        Value::Null | Value::Num(_) | Value::Number => Value::Number,
        Value::Gone | Value::Undef | Value::Any => value,
    }
}

pub fn index(base: Value, index: Value, scale: u64, bits: u32) -> Value {
    match index {
        Value::Num(index) => {
            let by = signed(index, bits).checked_mul(i128::from(scale)).and_then(|by| i64::try_from(by).ok());
            by.map_or_else(|| blind(&[base]), |by| moved(base, by))
        }
        _ => blind(&[base, index]),
    }
}

pub fn cast(kind: CastKind, value: Value, from: u32, to: u32) -> Value {
    match (kind, value) {
        (CastKind::Bitcast, value) => value,
        (CastKind::IntToPtr, Value::Num(0)) => Value::Null,
        (CastKind::PtrToInt, Value::Null) => Value::Num(0),
        (CastKind::FpToSi | CastKind::FpToUi, _) => Value::Any,
        (CastKind::Trunc, Value::Undef) => Value::Undef,
        (CastKind::Trunc | CastKind::ZExt, Value::Num(number)) => Value::Num(cut(number, to)),
        (CastKind::SExt, Value::Num(number)) if from <= WIDEST => Value::Num(cut(signed(number, from) as u128, to)),
        _ => blind(&[value]),
    }
}

/// The wrapped result, and whether it wrapped.
pub fn overflowing(op: OverflowOp, [a, b]: [Value; 2], width: u32) -> [Value; 2] {
    let (Value::Num(x), Value::Num(y)) = (a, b) else { return [blind(&[a, b]); 2] };
    if width > WIDEST {
        return [Value::Number; 2];
    }
    let as_signed = matches!(op, OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul);
    let whole = |number: u128| if as_signed { signed(number, width) } else { cut(number, width) as i128 };
    let exact = match op {
        OverflowOp::UAdd | OverflowOp::SAdd => whole(x) + whole(y),
        OverflowOp::USub | OverflowOp::SSub => whole(x) - whole(y),
        OverflowOp::UMul | OverflowOp::SMul => match whole(x).checked_mul(whole(y)) {
            Some(product) => product,
            None => return [Value::Number; 2],
        },
    };
    let wrapped = cut(exact as u128, width);
    [Value::Num(wrapped), Value::Num(u128::from(whole(wrapped) != exact))]
}

impl Graphs<'_> {
    /// `None` ends the path.
    pub(super) fn binary(&mut self, s: &Structure, op: BinOp, [a, b]: [Value; 2], ty: Type) -> Option<Value> {
        let width = ty.bits(self.world.bits);
        let divides = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem);
        if divides && !self.can_divide(s, op, [a, b], width) {
            return None;
        }
        let shifts = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
        match (a, b) {
            _ if shifts && !matches!(b, Value::Num(count) if count < u128::from(width)) => Some(Value::Any),
            (Value::Num(a), Value::Num(b)) if width <= WIDEST && !ty.is_float() => {
                let result = Range::constant(width, a).binary(op, &Range::constant(width, b));
                Some(result.single().map_or(Value::Number, Value::Num))
            }
            _ => Some(blind(&[a, b])),
        }
    }

    fn can_divide(&mut self, s: &Structure, op: BinOp, [a, b]: [Value; 2], width: u32) -> bool {
        let least = 1u128 << (width.min(WIDEST) - 1);
        match (a, b) {
            (_, Value::Num(0)) => {
                self.fail(s, Rule::DivisionByZero);
                return false;
            }
            (_, Value::Num(divisor)) if width <= WIDEST => {
                let overflows =
                    cut(divisor, width) == cut(u128::MAX, width) && !matches!(a, Value::Num(a) if a != least);
                if overflows && matches!(op, BinOp::SDiv | BinOp::SRem) {
                    self.doubt(Rule::DivisionByZero);
                    self.doubt_defined(a);
                }
            }
            _ => {
                self.doubt(Rule::DivisionByZero);
                self.doubt_defined(a);
                self.doubt_defined(b);
            }
        }
        true
    }

    pub(super) fn compare(&self, s: &Structure, op: CmpOp, [a, b]: [Value; 2], ty: Type) -> Value {
        let width = ty.bits(self.world.bits);
        let known = match (a, b) {
            (Value::Undef | Value::Any, _) | (_, Value::Undef | Value::Any) => return Value::Any,
            (Value::Num(a), Value::Num(b)) if width <= WIDEST && !ty.is_float() => Some(op.holds(width, a, b)),
            (Value::Null, Value::Null) => Some(op.holds(width, 0, 0)),
            (Value::At(a, x), Value::At(b, y)) if a == b => compare_offsets(s.node(a).size, op, x, y),
            (Value::At(x, _), Value::At(y, _)) if self.is_inside(s, a) && self.is_inside(s, b) => {
                unequal(op).filter(|_| !self.may_meet(s.node(x), s.node(y)))
            }
            (Value::At(id, offset), Value::Null) | (Value::Null, Value::At(id, offset)) => {
                let within = (0..=s.node(id).size as i64).contains(&offset);
                unequal(op).filter(|_| within)
            }
            _ => None,
        };
        known.map_or(Value::Number, |known| Value::Num(u128::from(known)))
    }

    /// May two variables have a byte in common?
    fn may_meet(&self, a: &Node, b: &Node) -> bool {
        match (a.origin, b.origin) {
            (Origin::Global(a), Origin::Global(b)) => self.world.program.may_meet(a, b),
            _ => false,
        }
    }

    /// Points to a byte of a live object, so that no other object can have the same address; blocks of no bytes have one, too.
    fn is_inside(&self, s: &Structure, value: Value) -> bool {
        match value {
            Value::At(id, offset) => {
                let node = s.node(id);
                let whole = offset == 0 && node.origin == Origin::Heap;
                node.in_scope && (whole || (0..node.size as i64).contains(&offset))
            }
            _ => false,
        }
    }
}

fn unequal(op: CmpOp) -> Option<bool> {
    match op {
        CmpOp::Eq => Some(false),
        CmpOp::Ne => Some(true),
        _ => None,
    }
}

fn compare_offsets(size: u64, op: CmpOp, a: i64, b: i64) -> Option<bool> {
    let within = |offset: i64| (0..=size as i64).contains(&offset);
    match op {
        CmpOp::Eq | CmpOp::Ne => Some(op.holds(64, a as u64 as u128, b as u64 as u128)),
        CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge if within(a) && within(b) => {
            Some(op.holds(64, a as u128, b as u128))
        }
        _ => None,
    }
}
