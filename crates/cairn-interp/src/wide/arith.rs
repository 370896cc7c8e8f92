//! Arithmetic and comparison of integers of any width.

use super::{
    WideError, all_ones, from_u128, is_negative, largest, magnitude, natural, negate, sext, small, smallest, to_u128,
    trunc,
};
use cairn_ir::{BinOp, CmpOp, OverflowOp};
use std::cmp::Ordering;

/// An operation on integers. Floating-point operations are not integers' and give 0.
pub fn binary(op: BinOp, width: u32, a: &[u64], b: &[u64]) -> Result<Vec<u64>, WideError> {
    if width <= 128 {
        return small::binary(op, width, to_u128(a), to_u128(b)).map(|value| from_u128(width, value));
    }
    binary_limbs(op, width, a, b)
}

/// `binary` for every width, without the short cut.
pub(super) fn binary_limbs(op: BinOp, width: u32, a: &[u64], b: &[u64]) -> Result<Vec<u64>, WideError> {
    let pick = |first: bool| if first { a.to_vec() } else { b.to_vec() };
    Ok(match op {
        BinOp::Add => add(width, a, b).0,
        BinOp::Sub => sub(width, a, b).0,
        BinOp::Mul => trunc(width, natural::mul(a, b)),
        BinOp::UDiv => trunc(width, divide(a, b)?.0),
        BinOp::URem => trunc(width, divide(a, b)?.1),
        BinOp::SDiv => signed_divide(width, a, b)?.0,
        BinOp::SRem => signed_divide(width, a, b)?.1,
        BinOp::Shl => trunc(width, natural::shl(a, shift_count(width, b)?)),
        BinOp::LShr => trunc(width, natural::shr(a, shift_count(width, b)?)),
        BinOp::AShr => ashr(width, a, shift_count(width, b)?),
        BinOp::And => a.iter().zip(b).map(|(x, y)| x & y).collect(),
        BinOp::Or => a.iter().zip(b).map(|(x, y)| x | y).collect(),
        BinOp::Xor => a.iter().zip(b).map(|(x, y)| x ^ y).collect(),
        BinOp::UMin => pick(natural::cmp(a, b).is_le()),
        BinOp::UMax => pick(natural::cmp(a, b).is_ge()),
        BinOp::SMin => pick(signed_cmp(width, a, b).is_le()),
        BinOp::SMax => pick(signed_cmp(width, a, b).is_ge()),
        BinOp::UAddSat => unless_overflow(overflowing_limbs(OverflowOp::UAdd, width, a, b), || all_ones(width)),
        BinOp::USubSat => unless_overflow(overflowing_limbs(OverflowOp::USub, width, a, b), || trunc(width, vec![])),
        BinOp::SAddSat => unless_overflow(overflowing_limbs(OverflowOp::SAdd, width, a, b), || limit_towards(width, a)),
        BinOp::SSubSat => unless_overflow(overflowing_limbs(OverflowOp::SSub, width, a, b), || limit_towards(width, a)),
        BinOp::UShlSat => {
            let count = shift_count(width, b)?;
            let fits = natural::bit_len(a) + count <= u64::from(width);
            if fits { trunc(width, natural::shl(a, count)) } else { all_ones(width) }
        }
        BinOp::SShlSat => {
            let count = shift_count(width, b)?;
            let shifted = trunc(width, natural::shl(a, count));
            if ashr(width, &shifted, count) == a { shifted } else { limit_towards(width, a) }
        }
        BinOp::FAdd
        | BinOp::FSub
        | BinOp::FMul
        | BinOp::FDiv
        | BinOp::FRem
        | BinOp::FMin
        | BinOp::FMax
        | BinOp::FMinimum
        | BinOp::FMaximum
        | BinOp::CopySign => trunc(width, vec![]),
    })
}

fn unless_overflow((value, overflow): (Vec<u64>, bool), limit: impl FnOnce() -> Vec<u64>) -> Vec<u64> {
    if overflow { limit() } else { value }
}

/// The end of the signed range on the side of the number's sign.
fn limit_towards(width: u32, number: &[u64]) -> Vec<u64> {
    if is_negative(width, number) { smallest(width) } else { largest(width) }
}

/// The sum, and whether it wrapped as an unsigned number.
fn add(width: u32, a: &[u64], b: &[u64]) -> (Vec<u64>, bool) {
    let mut sum = a.to_vec();
    let carry = natural::add_assign(&mut sum, b);
    let cut = trunc(width, sum.clone());
    let wrapped = carry || cut != sum;
    (cut, wrapped)
}

/// The difference, and whether it wrapped as an unsigned number.
fn sub(width: u32, a: &[u64], b: &[u64]) -> (Vec<u64>, bool) {
    let mut difference = a.to_vec();
    let borrow = natural::sub_assign(&mut difference, b);
    (trunc(width, difference), borrow)
}

fn divide(a: &[u64], b: &[u64]) -> Result<(Vec<u64>, Vec<u64>), WideError> {
    if natural::is_zero(b) { Err(WideError::DivisionByZero) } else { Ok(natural::div_rem(a, b)) }
}

/// Quotient rounded towards zero, and remainder with the sign of `a`.
fn signed_divide(width: u32, a: &[u64], b: &[u64]) -> Result<(Vec<u64>, Vec<u64>), WideError> {
    if b == all_ones(width) && a == smallest(width) {
        return Err(WideError::SignedDivOverflow);
    }
    let ((a_negative, a), (b_negative, b)) = (magnitude(width, a), magnitude(width, b));
    let (quotient, rest) = divide(&a, &b)?;
    let signed = |negative: bool, value: Vec<u64>| {
        let value = trunc(width, value);
        if negative { negate(width, &value) } else { value }
    };
    Ok((signed(a_negative != b_negative, quotient), signed(a_negative, rest)))
}

fn shift_count(width: u32, count: &[u64]) -> Result<u64, WideError> {
    let (low, high) = (count.first().copied().unwrap_or(0), count.get(1..).unwrap_or(&[]));
    if low < u64::from(width) && natural::is_zero(high) { Ok(low) } else { Err(WideError::BadShift) }
}

fn ashr(width: u32, a: &[u64], count: u64) -> Vec<u64> {
    let left = width - count as u32;
    sext(left, width, &trunc(left, natural::shr(a, count)))
}

pub fn compare(op: CmpOp, width: u32, a: &[u64], b: &[u64]) -> bool {
    if width <= 128 {
        return op.holds(width, to_u128(a), to_u128(b));
    }
    compare_limbs(op, width, a, b)
}

/// `compare` for every width, without the short cut.
pub(super) fn compare_limbs(op: CmpOp, width: u32, a: &[u64], b: &[u64]) -> bool {
    let (unsigned, signed) = (|| natural::cmp(a, b), || signed_cmp(width, a, b));
    match op {
        CmpOp::Eq => unsigned().is_eq(),
        CmpOp::Ne => unsigned().is_ne(),
        CmpOp::Ult => unsigned().is_lt(),
        CmpOp::Ule => unsigned().is_le(),
        CmpOp::Ugt => unsigned().is_gt(),
        CmpOp::Uge => unsigned().is_ge(),
        CmpOp::Slt => signed().is_lt(),
        CmpOp::Sle => signed().is_le(),
        CmpOp::Sgt => signed().is_gt(),
        CmpOp::Sge => signed().is_ge(),
    }
}

fn signed_cmp(width: u32, a: &[u64], b: &[u64]) -> Ordering {
    // In two's complement, numbers of one sign compare as unsigned ones.
    let signs = is_negative(width, b).cmp(&is_negative(width, a));
    signs.then_with(|| natural::cmp(a, b))
}

/// Absolute value of a signed integer; the smallest one stays.
pub fn abs(width: u32, a: &[u64]) -> Vec<u64> {
    if width <= 128 {
        return from_u128(width, small::abs(width, to_u128(a)));
    }
    abs_limbs(width, a)
}

/// `abs` for every width, without the short cut.
pub(super) fn abs_limbs(width: u32, a: &[u64]) -> Vec<u64> {
    magnitude(width, a).1
}

/// The wrapped result, and whether it wrapped.
pub fn overflowing(op: OverflowOp, width: u32, a: &[u64], b: &[u64]) -> (Vec<u64>, bool) {
    if width <= 128 {
        let (value, wrapped) = small::overflowing(op, width, to_u128(a), to_u128(b));
        return (from_u128(width, value), wrapped);
    }
    overflowing_limbs(op, width, a, b)
}

/// `overflowing` for every width, without the short cut.
pub(super) fn overflowing_limbs(op: OverflowOp, width: u32, a: &[u64], b: &[u64]) -> (Vec<u64>, bool) {
    let (a_negative, b_negative) = (is_negative(width, a), is_negative(width, b));
    match op {
        OverflowOp::UAdd => add(width, a, b),
        OverflowOp::USub => sub(width, a, b),
        OverflowOp::UMul => {
            let product = natural::mul(a, b);
            let fits = natural::bit_len(&product) <= u64::from(width);
            (trunc(width, product), !fits)
        }
        OverflowOp::SAdd => {
            let sum = add(width, a, b).0;
            let wrapped = a_negative == b_negative && is_negative(width, &sum) != a_negative;
            (sum, wrapped)
        }
        OverflowOp::SSub => {
            let difference = sub(width, a, b).0;
            let wrapped = a_negative != b_negative && is_negative(width, &difference) != a_negative;
            (difference, wrapped)
        }
        OverflowOp::SMul => {
            let ((_, x), (_, y)) = (magnitude(width, a), magnitude(width, b));
            let product = natural::mul(&x, &y);
            let negative = a_negative != b_negative;
            let limit = if negative { smallest(width) } else { largest(width) };
            let wrapped = natural::cmp(&product, &limit).is_gt();
            let product = trunc(width, product);
            (if negative { negate(width, &product) } else { product }, wrapped)
        }
    }
}
