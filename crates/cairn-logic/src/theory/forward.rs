//! From what is known of the operands to what is known of the result, for every operator but sums.
//!
//! Each function over-approximates: it may forget, but every word that the operator gives is in the result. Integer
//! arithmetic on bounds is used only where the exact result fits into the reading.

use super::dom::{Dom, modulus};
use crate::bits;
use crate::term::BinOp;

/// The result of a binary operator. A constant operand pair is evaluated exactly by the caller.
pub(super) fn binary(op: BinOp, width: u32, a: &Dom, b: &Dom) -> Dom {
    match op {
        BinOp::And => {
            let dom = Dom::with_bits(width, a.zeros | b.zeros, a.ones & b.ones);
            dom.meet(&Dom::unsigned(width, 0, a.uhi.min(b.uhi)))
        }
        BinOp::Or => {
            let dom = Dom::with_bits(width, a.zeros & b.zeros, a.ones | b.ones);
            dom.meet(&Dom::unsigned(width, a.ulo.max(b.ulo), i128::MAX))
        }
        BinOp::Xor => {
            let known = (a.zeros | a.ones) & (b.zeros | b.ones);
            let value = (a.ones ^ b.ones) & known;
            Dom::with_bits(width, known & !value, value)
        }
        BinOp::Mul => product(width, a, b),
        BinOp::UDiv => {
            let hi = if b.ulo > 0 { a.uhi / b.ulo } else { modulus(width) - 1 };
            let lo = if b.uhi > 0 { a.ulo / b.uhi } else { modulus(width) - 1 };
            Dom::unsigned(width, lo, hi)
        }
        BinOp::URem => remainder(width, a, b),
        BinOp::SDiv => signed_quotient(width, a, b),
        BinOp::SRem => signed_remainder(width, a, b),
        BinOp::Shl => shift_left(width, a, b),
        BinOp::LShr => shift_right(width, a, b),
        BinOp::AShr => shift_right_signed(width, a, b),
    }
}

/// a·b, where it cannot overflow; and the low bits, which never depend on higher ones.
fn product(width: u32, a: &Dom, b: &Dom) -> Dom {
    let mut dom = Dom::top(width);
    if let (Some(lo), Some(hi)) = (a.ulo.checked_mul(b.ulo), a.uhi.checked_mul(b.uhi))
        && hi < modulus(width)
    {
        dom = dom.meet(&Dom::unsigned(width, lo, hi));
    }
    if let Some((lo, hi)) = corners(a, b)
        && lo >= dom.slo
        && hi <= dom.shi
    {
        dom = dom.meet(&Dom::signed(width, lo, hi));
    }
    let known = |d: &Dom| (d.zeros | d.ones).trailing_ones();
    let low = bits::low_ones(known(a).min(known(b)).min(width));
    let value = a.ones.wrapping_mul(b.ones) & low;
    let factor_zeros = a.zeros.trailing_ones() + b.zeros.trailing_ones();
    dom.ones |= value;
    dom.zeros |= (low & !value) | bits::low_ones(factor_zeros.min(width));
    dom
}

fn corners(a: &Dom, b: &Dom) -> Option<(i128, i128)> {
    let all =
        [a.slo.checked_mul(b.slo)?, a.slo.checked_mul(b.shi)?, a.shi.checked_mul(b.slo)?, a.shi.checked_mul(b.shi)?];
    Some((all.into_iter().min()?, all.into_iter().max()?))
}

fn remainder(width: u32, a: &Dom, b: &Dom) -> Dom {
    if a.uhi < b.ulo || b.uhi == 0 {
        return *a;
    }
    // By zero the remainder is the dividend, so the divisor bounds it only if it is not zero.
    let hi = if b.ulo > 0 { a.uhi.min(b.uhi - 1) } else { a.uhi };
    Dom::unsigned(width, 0, hi)
}

fn signed_quotient(width: u32, a: &Dom, b: &Dom) -> Dom {
    if b.slo > 0 {
        // Towards zero, monotone in the dividend; for a fixed dividend the quotient shrinks as the divisor grows.
        let lo = if a.slo >= 0 { a.slo / b.shi } else { a.slo / b.slo };
        let hi = if a.shi >= 0 { a.shi / b.slo } else { a.shi / b.shi };
        return Dom::signed(width, lo, hi);
    }
    // |a / b| ≤ |a|, and a division by zero gives 1 or −1. The one overflow, least / −1, gives the least word.
    let magnitude = a.slo.abs().max(a.shi.abs()).max(1);
    Dom::signed(width, -magnitude, magnitude)
}

fn signed_remainder(width: u32, a: &Dom, b: &Dom) -> Dom {
    let divisor_least = if b.slo > 0 {
        b.slo
    } else if b.shi < 0 {
        -b.shi
    } else {
        0
    };
    if a.slo.abs().max(a.shi.abs()) < divisor_least {
        return *a;
    }
    // The sign of the dividend; by zero the remainder is the dividend itself.
    let bound = if divisor_least > 0 { b.slo.abs().max(b.shi.abs()) - 1 } else { i128::MAX };
    Dom::signed(width, a.slo.min(0).max(-bound), a.shi.max(0).min(bound))
}

fn shift_left(width: u32, a: &Dom, b: &Dom) -> Dom {
    if b.ulo >= i128::from(width) {
        return Dom::constant(width, 0);
    }
    let (least, most) = (b.ulo as u32, b.uhi.min(i128::from(width)) as u32);
    let low = (a.zeros.trailing_ones() + least).min(width);
    let mut dom = Dom::with_bits(width, bits::low_ones(low), 0);
    if most < width && a.uhi.leading_zeros() > most && a.uhi << most < modulus(width) {
        dom = dom.meet(&Dom::unsigned(width, a.ulo << least, a.uhi << most));
    }
    if least == most {
        let full = bits::ones(width);
        dom.zeros |= (a.zeros << least) & full;
        dom.ones |= (a.ones << least) & full;
    }
    dom
}

fn shift_right(width: u32, a: &Dom, b: &Dom) -> Dom {
    if b.ulo >= i128::from(width) {
        return Dom::constant(width, 0);
    }
    let (least, most) = (b.ulo as u32, b.uhi.min(i128::from(width)) as u32);
    let mut dom = Dom::unsigned(width, a.ulo >> most, a.uhi >> least);
    if least == most {
        dom.zeros = (a.zeros >> least) | (bits::ones(width) & !(bits::ones(width) >> least));
        dom.ones = a.ones >> least;
    }
    dom
}

fn shift_right_signed(width: u32, a: &Dom, b: &Dom) -> Dom {
    let clamp = |v: i128| v.min(i128::from(width - 1)) as u32;
    let (least, most) = (clamp(b.ulo), clamp(b.uhi));
    let lo = if a.slo >= 0 { a.slo >> most } else { a.slo >> least };
    let hi = if a.shi >= 0 { a.shi >> least } else { a.shi >> most };
    let mut dom = Dom::signed(width, lo, hi);
    if least == most {
        dom.zeros = bits::ashr(width, a.zeros, u128::from(least));
        dom.ones = bits::ashr(width, a.ones, u128::from(least));
    }
    dom
}

/// Zero extension of a word of `narrow` bits.
pub(super) fn zext(narrow: u32, width: u32, a: &Dom) -> Dom {
    let high = bits::ones(width) & !bits::ones(narrow);
    Dom::with_bits(width, a.zeros | high, a.ones).meet(&Dom::unsigned(width, a.ulo, a.uhi))
}

/// Sign extension of a word of `narrow` bits.
pub(super) fn sext(narrow: u32, width: u32, a: &Dom) -> Dom {
    let bits = Dom::with_bits(width, bits::sext(narrow, width, a.zeros), bits::sext(narrow, width, a.ones));
    bits.meet(&Dom::signed(width, a.slo, a.shi))
}

/// Bits `lo ..` of a word, as many as `width`.
pub(super) fn extract(width: u32, lo: u32, a: &Dom) -> Dom {
    let full = bits::ones(width);
    let dom = Dom::with_bits(width, (a.zeros >> lo) & full, (a.ones >> lo) & full);
    let (least, most) = (a.ulo >> lo, a.uhi >> lo);
    if least >> width == most >> width {
        return dom.meet(&Dom::unsigned(width, least & full as i128, most & full as i128));
    }
    if lo == 0 && a.slo >= Dom::top(width).slo && a.shi <= Dom::top(width).shi {
        return dom.meet(&Dom::signed(width, a.slo, a.shi));
    }
    dom
}
