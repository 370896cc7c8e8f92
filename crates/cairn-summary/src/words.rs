//! Operations on single scalars, exact on bits, with their undefined bits.

use crate::analysis::fit;
use crate::facts::{Cond, Facts, Reason};
use crate::heap::ones;
use crate::value::Scalar;
use cairn_ir::{BinOp, CastKind, CmpOp, FloatKind, Type, UnOp};
use cairn_logic::TermId;

/// Sums with more addends than this are any number.
const MOST_ADDENDS: usize = 24;

pub(crate) fn move_by(facts: &mut Facts, scalar: Scalar, distance: TermId) -> Scalar {
    match scalar {
        Scalar::Ptr { base, offset } => Scalar::Ptr { base, offset: facts.conds.arena.add(offset, distance) },
        Scalar::Word { term, undef } => {
            let term = facts.conds.arena.add(term, distance);
            Scalar::Word { term, undef: if undef == 0 { 0 } else { ones(facts.conds.arena.width(term)) } }
        }
    }
}

pub(crate) fn undefined_like(facts: &mut Facts, scalar: Scalar) -> Scalar {
    let (term, _) = facts.word_of(scalar);
    Scalar::Word { term, undef: ones(facts.conds.arena.width(term)) }
}

pub(crate) fn word_binary(facts: &mut Facts, op: BinOp, width: u32, a: Scalar, b: Scalar) -> Scalar {
    let ((x, ux), (y, uy)) = (facts.word_of(a), facts.word_of(b));
    let arena = &mut facts.conds.arena;
    let term = match op {
        BinOp::Add => arena.add(x, y),
        BinOp::Sub => arena.sub(x, y),
        BinOp::Mul => arena.mul(x, y),
        BinOp::And => arena.and(x, y),
        BinOp::Or => arena.or(x, y),
        BinOp::Xor => arena.xor(x, y),
        BinOp::Shl => arena.shl(x, y),
        BinOp::LShr => arena.lshr(x, y),
        BinOp::AShr => arena.ashr(x, y),
        BinOp::UDiv => arena.udiv(x, y),
        BinOp::URem => arena.urem(x, y),
        BinOp::SDiv => arena.sdiv(x, y),
        BinOp::SRem => arena.srem(x, y),
        _ => facts.operation(op as u32, &[x, y], width),
    };
    // Long sums cost more than they tell.
    let term = if facts.conds.arena.lin_parts(term).1.len() > MOST_ADDENDS {
        facts.unknown(width, Reason::Uninterpreted)
    } else {
        term
    };
    // A shift by the width or more is undefined in C and masked on the machine: any value covers both.
    let bounded = |facts: &Facts| facts.conds.arena.as_const(y).is_some_and(|count| count < u128::from(width));
    let term = match op {
        BinOp::Shl | BinOp::LShr | BinOp::AShr if !bounded(facts) => facts.unknown(width, Reason::Uninterpreted),
        _ => term,
    };
    Scalar::Word { term, undef: undef_of(facts, op, width, (x, ux), (y, uy)) }
}

/// Undefined bits of a result, as the interpreter computes them where a constant decides.
pub(crate) fn undef_of(facts: &Facts, op: BinOp, width: u32, (x, ux): (TermId, u128), (y, uy): (TermId, u128)) -> u128 {
    if ux | uy == 0 {
        return 0;
    }
    let (cx, cy) = (facts.conds.arena.as_const(x), facts.conds.arena.as_const(y));
    match op {
        BinOp::And => match (cx, cy) {
            (_, Some(mask)) if uy == 0 => ux & mask,
            (Some(mask), _) if ux == 0 => uy & mask,
            _ => ux | uy,
        },
        BinOp::Or => match (cx, cy) {
            (_, Some(mask)) if uy == 0 => ux & !mask,
            (Some(mask), _) if ux == 0 => uy & !mask,
            _ => ux | uy,
        },
        BinOp::Xor => ux | uy,
        BinOp::Shl | BinOp::LShr if uy == 0 && cy.is_some_and(|count| count < u128::from(width)) => {
            let count = cy.expect("tested") as u32;
            if op == BinOp::Shl { (ux << count) & ones(width) } else { ux >> count }
        }
        _ => ones(width),
    }
}

pub(crate) fn overflow_flag(facts: &mut Facts, op: BinOp, signed: bool, width: u32, a: Scalar, b: Scalar) -> Scalar {
    let ((x, ux), (y, uy)) = (facts.word_of(a), facts.word_of(b));
    let wide = 2 * width;
    let arena = &mut facts.conds.arena;
    let extend =
        |arena: &mut cairn_logic::Arena, t: TermId| if signed { arena.sext(t, wide) } else { arena.zext(t, wide) };
    let (wx, wy) = (extend(arena, x), extend(arena, y));
    let exact = match op {
        BinOp::Add => arena.add(wx, wy),
        BinOp::Sub => arena.sub(wx, wy),
        _ => arena.mul(wx, wy),
    };
    let cut = arena.truncate(exact, width);
    let back = extend(arena, cut);
    let fact = arena.eq(back, exact);
    let fits = facts.fact(fact);
    let term = match fits {
        Cond::TRUE => facts.constant(1, 0),
        Cond::FALSE => facts.constant(1, 1),
        _ => facts.operation(520 + op as u32 * 2 + u32::from(signed), &[x, y], 1),
    };
    Scalar::Word { term, undef: if ux | uy != 0 { 1 } else { 0 } }
}

pub(crate) fn compare_words(facts: &mut Facts, op: CmpOp, x: Scalar, y: Scalar) -> Cond {
    let ((a, _), (b, _)) = (facts.word_of(x), facts.word_of(y));
    let arena = &mut facts.conds.arena;
    let fact = match op {
        CmpOp::Eq => arena.eq(a, b),
        CmpOp::Ne => !arena.eq(a, b),
        CmpOp::Ult => arena.ult(a, b),
        CmpOp::Ule => arena.ule(a, b),
        CmpOp::Ugt => arena.ult(b, a),
        CmpOp::Uge => arena.ule(b, a),
        CmpOp::Slt => arena.slt(a, b),
        CmpOp::Sle => arena.sle(a, b),
        CmpOp::Sgt => arena.slt(b, a),
        CmpOp::Sge => arena.sle(b, a),
    };
    facts.fact(fact)
}

/// What tells operations on floats apart besides their widths: there are two formats of 16 bits.
pub(crate) fn format(ty: Type) -> u32 {
    if ty == Type::Float(FloatKind::BFloat) { 1 << 24 } else { 0 }
}

/// `format` is that of the types before and after.
pub(crate) fn cast(facts: &mut Facts, kind: CastKind, from: u32, width: u32, format: u32, scalar: Scalar) -> Scalar {
    if from > 128 || width > 128 {
        let width = width.min(128);
        let undef = if scalar.undef() == 0 { 0 } else { ones(width) };
        return Scalar::Word { term: facts.unknown(width, Reason::Uninterpreted), undef };
    }
    let (term, undef) = facts.word_of(scalar);
    match kind {
        CastKind::Trunc => facts.extract(scalar, 0, width),
        CastKind::ZExt => Scalar::Word { term: facts.conds.arena.zext(term, width), undef },
        CastKind::SExt => {
            let sign = undef >> (from - 1) & 1;
            let undef = if sign == 1 { undef | (ones(width) & !ones(from)) } else { undef };
            Scalar::Word { term: facts.conds.arena.sext(term, width), undef }
        }
        CastKind::PtrToInt => fit(facts, Scalar::Word { term, undef }, width),
        CastKind::IntToPtr => {
            let word = fit(facts, Scalar::Word { term, undef }, width);
            if undef != 0 {
                return word;
            }
            let (base, offset) = facts.pointer_of(word);
            Scalar::Ptr { base, offset }
        }
        CastKind::Bitcast => scalar,
        _ => {
            let undef = if undef != 0 { ones(width) } else { 0 };
            Scalar::Word { term: facts.operation(600 + kind as u32 * 1000 + width + format, &[term], width), undef }
        }
    }
}

pub(crate) fn unary(facts: &mut Facts, op: UnOp, format: u32, scalar: Scalar) -> Scalar {
    let (term, undef) = facts.word_of(scalar);
    let width = facts.conds.arena.width(term);
    let undef = if undef != 0 { ones(width) } else { 0 };
    Scalar::Word { term: facts.operation((200 + op as u32) * 1000 + width + format, &[term], width), undef }
}
