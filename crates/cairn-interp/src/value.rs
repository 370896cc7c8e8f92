//! Values in registers: 64 bits each, with the bits that are undefined and the object that an address belongs to.
//!
//! A value wider than 64 bits (a 128-bit integer, a `long double`) occupies consecutive slots, lowest first.
//! The rules by which undefined bits spread are those of Valgrind's memcheck: a result bit is undefined if it could
//! depend on an undefined bit.
//!
//! Not here: integers wider than 64 bits (`wide`), floats (`float`), memory.

use cairn_ir::{BinOp, BitOp, CmpOp, OverflowOp};
use std::fmt;

/// One 64-bit register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Slot {
    /// The value, zero-extended from its width.
    pub bits: u64,
    /// Ones where the value is undefined.
    pub undef: u64,
    /// Of an address: the object it belongs to. Of a value with undefined bits: the object they came from.
    pub prov: Prov,
}

/// Which object an address belongs to: a place in the object table and the generation of that place, so that an object
/// that is gone is told apart from one that took its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Prov {
    pub index: u32,
    /// 0 in `NONE` and `NULL` only.
    pub generation: u32,
}

impl Prov {
    /// No object known: a plain integer.
    pub const NONE: Prov = Prov { index: 0, generation: 0 };
    /// Made by arithmetic on a null pointer.
    pub const NULL: Prov = Prov { index: 1, generation: 0 };

    pub fn is_none(self) -> bool {
        self == Prov::NONE
    }

    pub fn is_object(self) -> bool {
        self.generation != 0
    }
}

impl fmt::Debug for Prov {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Prov::NONE => f.write_str("-"),
            Prov::NULL => f.write_str("null"),
            Prov { index, generation } => write!(f, "#{index}.{generation}"),
        }
    }
}

impl Slot {
    /// A plain, fully defined number.
    #[inline]
    pub const fn int(bits: u64) -> Slot {
        Slot { bits, undef: 0, prov: Prov::NONE }
    }

    #[inline]
    pub const fn ptr(bits: u64, prov: Prov) -> Slot {
        Slot { bits, undef: 0, prov }
    }

    #[inline]
    pub fn bool(value: bool) -> Slot {
        Slot::int(u64::from(value))
    }

    pub fn undefined(width: u32) -> Slot {
        Slot { bits: 0, undef: mask(width), prov: Prov::NONE }
    }

    #[inline]
    pub fn is_defined(self) -> bool {
        self.undef == 0
    }
}

/// Ones in the low `width` bits; all ones from 64 on.
#[inline]
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The value of `bits` as a signed number of `width` bits (1 to 64).
#[inline]
pub fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.min(64);
    ((bits << shift) as i64) >> shift
}

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithmeticFault {
    DivisionByZero,
    /// `INT_MIN / -1`.
    QuotientOverflow,
    /// The divisor has undefined bits.
    UndefinedDivisor,
}

/// Divisions and remainders of integers.
pub fn is_division(op: BinOp) -> bool {
    matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem)
}

/// Provenance (or the origin of undefined bits) of a result made from two values.
#[inline]
fn merge_prov(a: Slot, b: Slot) -> Prov {
    if a.undef != 0 {
        a.prov
    } else if b.undef != 0 || a.prov.is_none() {
        b.prov
    } else if b.prov.is_none() {
        a.prov
    } else {
        Prov::NONE
    }
}

/// `a op b` on integers of at most 64 bits; wraps. Shift counts are taken modulo 64 rounded as x86 does it (the checks
/// for bad shifts come before).
#[inline]
pub fn binary(op: BinOp, width: u32, a: Slot, b: Slot) -> Result<Slot, ArithmeticFault> {
    let bits = binary_bits(op, width, a.bits, b.bits)?;
    if a.undef | b.undef == 0 && a.prov.is_none() && b.prov.is_none() {
        return Ok(Slot::int(bits));
    }
    if b.undef != 0 && is_division(op) {
        return Err(ArithmeticFault::UndefinedDivisor);
    }
    let undef = if a.undef | b.undef == 0 { 0 } else { binary_undef(op, width, a, b) };
    Ok(Slot { bits, undef, prov: merge_prov(a, b) })
}

#[inline]
fn binary_bits(op: BinOp, width: u32, a: u64, b: u64) -> Result<u64, ArithmeticFault> {
    let m = mask(width);
    let (sa, sb) = (sign_extend(a, width), sign_extend(b, width));
    let result = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a.wrapping_shl(shift_count(b, width)),
        BinOp::LShr => a.wrapping_shr(shift_count(b, width)),
        BinOp::AShr => sa.wrapping_shr(shift_count(b, width)) as u64,
        BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => return divide(op, width, a, b),
        BinOp::UMin => a.min(b),
        BinOp::UMax => a.max(b),
        BinOp::SMin => sa.min(sb) as u64,
        BinOp::SMax => sa.max(sb) as u64,
        BinOp::UAddSat => (u128::from(a) + u128::from(b)).min(u128::from(m)) as u64,
        BinOp::USubSat => a.saturating_sub(b),
        BinOp::SAddSat => saturate(i128::from(sa) + i128::from(sb), width),
        BinOp::SSubSat => saturate(i128::from(sa) - i128::from(sb), width),
        BinOp::UShlSat => (u128::from(a) << shift_count(b, width)).min(u128::from(m)) as u64,
        BinOp::SShlSat => saturate(i128::from(sa) << shift_count(b, width), width),
        BinOp::FAdd
        | BinOp::FSub
        | BinOp::FMul
        | BinOp::FDiv
        | BinOp::FRem
        | BinOp::FMin
        | BinOp::FMax
        | BinOp::FMinimum
        | BinOp::FMaximum
        | BinOp::CopySign => unreachable!("floats are not integers"),
    };
    Ok(result & m)
}

/// The count that x86 uses: modulo 64 for 64-bit operands, modulo 32 for smaller ones.
fn shift_count(count: u64, width: u32) -> u32 {
    (count & if width > 32 { 63 } else { 31 }) as u32
}

#[cold]
fn divide(op: BinOp, width: u32, a: u64, b: u64) -> Result<u64, ArithmeticFault> {
    if b == 0 {
        return Err(ArithmeticFault::DivisionByZero);
    }
    let (sa, sb) = (sign_extend(a, width), sign_extend(b, width));
    let smallest = sign_extend(1 << (width - 1), width);
    let result = match op {
        BinOp::UDiv => a / b,
        BinOp::URem => a % b,
        _ if sb == -1 && sa == smallest => return Err(ArithmeticFault::QuotientOverflow),
        BinOp::SDiv => (sa / sb) as u64,
        _ => (sa % sb) as u64,
    };
    Ok(result & mask(width))
}

fn saturate(value: i128, width: u32) -> u64 {
    let top = (1i128 << (width - 1)) - 1;
    value.clamp(-top - 1, top) as u64
}

/// Does the mathematical result of a signed (unsigned) operation not fit the width?
pub fn overflows(op: BinOp, width: u32, signed: bool, a: u64, b: u64) -> bool {
    let (wide_a, wide_b) = if signed {
        (i128::from(sign_extend(a, width)), i128::from(sign_extend(b, width)))
    } else {
        (i128::from(a), i128::from(b))
    };
    let exact = match op {
        BinOp::Add => wide_a + wide_b,
        BinOp::Sub => wide_a - wide_b,
        BinOp::Mul => match wide_a.checked_mul(wide_b) {
            Some(product) => product,
            None => return true,
        },
        BinOp::Shl if wide_b < i128::from(width) => wide_a << wide_b,
        _ => return false,
    };
    let (low, high) =
        if signed { (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1) } else { (0, i128::from(mask(width))) };
    exact < low || exact > high
}

/// The wrapped result and whether it wrapped.
pub fn overflowing(op: OverflowOp, width: u32, a: u64, b: u64) -> (u64, bool) {
    let (op, signed) = match op {
        OverflowOp::UAdd => (BinOp::Add, false),
        OverflowOp::SAdd => (BinOp::Add, true),
        OverflowOp::USub => (BinOp::Sub, false),
        OverflowOp::SSub => (BinOp::Sub, true),
        OverflowOp::UMul => (BinOp::Mul, false),
        OverflowOp::SMul => (BinOp::Mul, true),
    };
    let bits = binary_bits(op, width, a, b).expect("no division");
    (bits, overflows(op, width, signed, a, b))
}

/// Undefined bits of a result, given that some operand has some.
#[cold]
fn binary_undef(op: BinOp, width: u32, a: Slot, b: Slot) -> u64 {
    let either = a.undef | b.undef;
    let undef = match op {
        // A defined 0 (1) decides the bit.
        BinOp::And => (a.undef & b.undef) | (a.undef & b.bits) | (b.undef & a.bits),
        BinOp::Or => (a.undef & b.undef) | (a.undef & !b.bits) | (b.undef & !a.bits),
        BinOp::Xor => either,
        // A carry moves upwards only.
        BinOp::Add | BinOp::Sub | BinOp::Mul => either | either.wrapping_neg(),
        BinOp::Shl if b.undef == 0 => a.undef << shift_count(b.bits, width),
        BinOp::LShr if b.undef == 0 => a.undef >> shift_count(b.bits, width),
        BinOp::AShr if b.undef == 0 => (sign_extend(a.undef, width) >> shift_count(b.bits, width)) as u64,
        _ => u64::MAX,
    };
    undef & mask(width)
}

/// `a op b` on integers or addresses of at most 64 bits.
#[inline]
pub fn compare(op: CmpOp, width: u32, a: Slot, b: Slot) -> Slot {
    if a.undef | b.undef != 0 {
        return compare_undef(op, width, a, b);
    }
    Slot::bool(compare_bits(op, width, a.bits, b.bits))
}

#[inline]
pub fn compare_bits(op: CmpOp, width: u32, a: u64, b: u64) -> bool {
    let (sa, sb) = (sign_extend(a, width), sign_extend(b, width));
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Ult => a < b,
        CmpOp::Ule => a <= b,
        CmpOp::Ugt => a > b,
        CmpOp::Uge => a >= b,
        CmpOp::Slt => sa < sb,
        CmpOp::Sle => sa <= sb,
        CmpOp::Sgt => sa > sb,
        CmpOp::Sge => sa >= sb,
    }
}

/// A comparison is defined if every choice of the undefined bits gives the same answer.
#[cold]
fn compare_undef(op: CmpOp, width: u32, a: Slot, b: Slot) -> Slot {
    let prov = merge_prov(a, b);
    let outcome = match op {
        CmpOp::Eq | CmpOp::Ne => {
            let both_defined = !(a.undef | b.undef);
            ((a.bits ^ b.bits) & both_defined & mask(width) != 0).then_some(op == CmpOp::Ne)
        }
        _ => {
            let ((a_low, a_high), (b_low, b_high)) = (extremes(op, width, a), extremes(op, width, b));
            let at_ends = [compare_bits(op, width, a_low, b_high), compare_bits(op, width, a_high, b_low)];
            (at_ends[0] == at_ends[1]).then_some(at_ends[0])
        }
    };
    match outcome {
        Some(value) => Slot::bool(value),
        None => Slot { bits: u64::from(compare_bits(op, width, a.bits, b.bits)), undef: 1, prov },
    }
}

/// Smallest and largest value that a partly undefined one can have, in the order that `op` compares by.
fn extremes(op: CmpOp, width: u32, value: Slot) -> (u64, u64) {
    let signed = matches!(op, CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge);
    let sign = 1 << (width - 1);
    let (zeros, ones) = (value.bits & !value.undef, value.bits | value.undef);
    if signed && value.undef & sign != 0 { (zeros | sign, ones & !sign) } else { (zeros, ones) }
}

/// `cond ? then : otherwise`, also with an undefined condition.
#[inline]
pub fn select(cond: Slot, then: Slot, otherwise: Slot) -> Slot {
    if cond.undef == 0 {
        return if cond.bits & 1 != 0 { then } else { otherwise };
    }
    let undef = then.undef | otherwise.undef | (then.bits ^ otherwise.bits);
    let bits = if cond.bits & 1 != 0 { then.bits } else { otherwise.bits };
    Slot { bits, undef, prov: if undef == 0 { then.prov } else { cond.prov } }
}

/// Bit counting and shuffling on at most 64 bits.
pub fn bit_op(op: BitOp, width: u32, a: u64, b: u64, c: u64) -> u64 {
    let unused = 64 - width;
    let result = match op {
        BitOp::CtPop => u64::from(a.count_ones()),
        BitOp::CtLz => u64::from(a.leading_zeros() - unused),
        BitOp::CtTz => u64::from(a.trailing_zeros().min(width)),
        BitOp::BSwap => a.swap_bytes() >> unused,
        BitOp::BitReverse => a.reverse_bits() >> unused,
        BitOp::FshL | BitOp::FshR => {
            let count = (c % u64::from(width)) as u32;
            let pair = (u128::from(a) << width) | u128::from(b);
            if op == BitOp::FshL { ((pair << count) >> width) as u64 } else { (pair >> count) as u64 }
        }
    };
    result & mask(width)
}

/// Undefined bits of a `bit_op`.
pub fn bit_op_undef(op: BitOp, width: u32, a: Slot, b: Slot, c: Slot) -> u64 {
    if a.undef | b.undef | c.undef == 0 {
        return 0;
    }
    match op {
        BitOp::BSwap | BitOp::BitReverse => bit_op(op, width, a.undef, 0, 0),
        BitOp::FshL | BitOp::FshR if c.undef == 0 => bit_op(op, width, a.undef, b.undef, c.bits),
        _ => mask(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partly(bits: u64, undef: u64) -> Slot {
        Slot { bits, undef, prov: Prov::NONE }
    }

    /// Every operation on 3-bit values with undefined bits, against running it on every choice of those bits.
    #[test]
    fn undefined_bits_are_never_missed() {
        let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor, BinOp::UMax];
        let choices = |s: Slot| (0..8u64).filter(move |v| (v ^ s.bits) & !s.undef & 7 == 0);
        for op in ops {
            for n in 0..8 * 8 * 8 * 8u64 {
                let (a, b) = (partly(n & 7, (n >> 3) & 7), partly((n >> 6) & 7, (n >> 9) & 7));
                let result = binary(op, 3, a, b).unwrap();
                for (x, y) in choices(a).flat_map(|x| choices(b).map(move |y| (x, y))) {
                    let exact = binary(op, 3, Slot::int(x), Slot::int(y)).unwrap().bits;
                    assert_eq!((exact ^ result.bits) & !result.undef & 7, 0, "{op} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_comparison_is_undefined_exactly_when_the_choice_matters() {
        for &op in CmpOp::ALL {
            for n in 0..8 * 8 * 8 * 8u64 {
                let (a, b) = (partly(n & 7, (n >> 3) & 7), partly((n >> 6) & 7, (n >> 9) & 7));
                let (mut yes, mut no) = (false, false);
                for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
                    if (x ^ a.bits) & !a.undef & 7 == 0 && (y ^ b.bits) & !b.undef & 7 == 0 {
                        if compare_bits(op, 3, x, y) { yes = true } else { no = true }
                    }
                }
                let result = compare(op, 3, a, b);
                assert_eq!(result.is_defined(), yes != no, "{op} {a:?} {b:?}");
                assert!(!result.is_defined() || (result.bits == 1) == yes, "{op} {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn signed_overflow_is_told_by_the_exact_result() {
        for n in 0..256u64 * 256 {
            let (a, b) = (n & 255, n >> 8);
            let (sa, sb) = (a as u8 as i8, b as u8 as i8);
            assert_eq!(overflows(BinOp::Add, 8, true, a, b), sa.checked_add(sb).is_none());
            assert_eq!(overflows(BinOp::Sub, 8, true, a, b), sa.checked_sub(sb).is_none());
            assert_eq!(overflowing(OverflowOp::SMul, 8, a, b).1, sa.checked_mul(sb).is_none());
            assert_eq!(overflowing(OverflowOp::UMul, 8, a, b).1, (a as u8).checked_mul(b as u8).is_none());
        }
    }

    #[test]
    fn funnel_shifts_concatenate() {
        assert_eq!(bit_op(BitOp::FshL, 8, 0x12, 0x34, 4), 0x23);
        assert_eq!(bit_op(BitOp::FshR, 8, 0x12, 0x34, 4), 0x23);
        assert_eq!(bit_op(BitOp::FshL, 64, 1, u64::MAX, 0), 1);
        assert_eq!(bit_op(BitOp::BSwap, 16, 0x1234, 0, 0), 0x3412);
        assert_eq!(bit_op(BitOp::CtTz, 16, 0, 0, 0), 16);
    }

    #[test]
    fn division_faults() {
        let min = Slot::int(0x80);
        assert_eq!(binary(BinOp::SDiv, 8, min, Slot::int(0xff)), Err(ArithmeticFault::QuotientOverflow));
        assert_eq!(binary(BinOp::URem, 8, min, Slot::int(0)), Err(ArithmeticFault::DivisionByZero));
        assert_eq!(binary(BinOp::SRem, 8, Slot::int(0xf9), Slot::int(4)).unwrap().bits, 0xfd);
    }
}
