//! The limb algorithms against `u128` up to 128 bits, and against identities above.

use super::arith::{abs_limbs, binary_limbs, compare_limbs, overflowing_limbs};
use super::bits::bits_limbs;
use super::*;
use cairn_ir::{BinOp, BitOp, CmpOp, FloatKind, OverflowOp};

const INTEGER_OPS: &[BinOp] = &[
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::UDiv,
    BinOp::SDiv,
    BinOp::URem,
    BinOp::SRem,
    BinOp::Shl,
    BinOp::LShr,
    BinOp::AShr,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::UMin,
    BinOp::UMax,
    BinOp::SMin,
    BinOp::SMax,
    BinOp::UAddSat,
    BinOp::SAddSat,
    BinOp::USubSat,
    BinOp::SSubSat,
    BinOp::UShlSat,
    BinOp::SShlSat,
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 ^ self.0 >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3 | self.0 << 61
    }

    /// Numbers of every length, with runs of ones and zeros.
    fn number(&mut self, width: u32) -> Vec<u64> {
        let number = (0..limbs(width)).map(|_| match self.next() % 5 {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << (self.next() % 64),
            _ => self.next(),
        });
        let number: Vec<u64> = number.collect();
        let len = 1 + self.next() as u32 % width;
        let short = trunc(width, trunc(len, number));
        if self.next().is_multiple_of(3) { negate(width, &short) } else { short }
    }
}

#[test]
fn limbs_agree_with_u128() {
    let mut random = Random(1);
    for width in [1, 7, 63, 64, 65, 100, 127, 128] {
        for _ in 0..400 {
            let (a, b) = (random.number(width), random.number(width));
            let (x, y) = (to_u128(&a), to_u128(&b));
            for &op in INTEGER_OPS {
                let by_u128 = small::binary(op, width, x, y).map(|value| from_u128(width, value));
                assert_eq!(binary_limbs(op, width, &a, &b), by_u128, "{op} {width} {x:x} {y:x}");
            }
            for &op in OverflowOp::ALL {
                let (value, wrapped) = small::overflowing(op, width, x, y);
                let expected = (from_u128(width, value), wrapped);
                assert_eq!(overflowing_limbs(op, width, &a, &b), expected, "{op} {width} {x:x} {y:x}");
            }
            for &op in CmpOp::ALL {
                assert_eq!(compare_limbs(op, width, &a, &b), op.holds(width, x, y), "{op} {width} {x:x} {y:x}");
            }
            for &op in BitOp::ALL.iter().filter(|&&op| op != BitOp::BSwap || width % 8 == 0) {
                let c = random.number(width);
                let expected = from_u128(width, small::bits(op, width, x, y, to_u128(&c)));
                assert_eq!(bits_limbs(op, width, &a, &b, &c), expected, "{op} {width} {x:x} {y:x} {c:x?}");
            }
            assert_eq!(to_u128(&abs_limbs(width, &a)), small::abs(width, x));
        }
    }
}

fn get(op: BinOp, width: u32, a: &[u64], b: &[u64]) -> Vec<u64> {
    binary(op, width, a, b).expect("a defined operation")
}

#[test]
fn division_and_multiplication_undo_each_other() {
    let mut random = Random(2);
    for width in [129, 192, 255, 1000, 4096] {
        for _ in 0..60 {
            let (a, b) = (random.number(width), random.number(width));
            if natural::is_zero(&b) || b == all_ones(width) {
                continue;
            }
            for (div, rem) in [(BinOp::UDiv, BinOp::URem), (BinOp::SDiv, BinOp::SRem)] {
                let (quotient, rest) = (get(div, width, &a, &b), get(rem, width, &a, &b));
                let back = get(BinOp::Add, width, &get(BinOp::Mul, width, &quotient, &b), &rest);
                assert_eq!(back, a, "{div} {width} {a:x?} {b:x?}");
                if div == BinOp::UDiv {
                    assert!(compare(CmpOp::Ult, width, &rest, &b));
                } else {
                    assert!(natural::cmp(&abs(width, &rest), &abs(width, &b)).is_lt());
                    assert!(natural::is_zero(&rest) || is_negative(width, &rest) == is_negative(width, &a));
                }
            }
            let (product, wrapped) = overflowing(OverflowOp::UMul, width, &a, &b);
            assert_eq!(wrapped, get(BinOp::UDiv, width, &product, &b) != a, "{width} {a:x?} {b:x?}");
        }
    }
}

#[test]
fn shifts_are_multiplications_and_divisions() {
    let mut random = Random(3);
    let width = 300;
    for count in [0, 1, 63, 64, 65, 128, 255, 299] {
        let a = random.number(width);
        let by = from_u128(width, count);
        let power = get(BinOp::Shl, width, &from_u128(width, 1), &by);
        assert_eq!(get(BinOp::Shl, width, &a, &by), get(BinOp::Mul, width, &a, &power));
        assert_eq!(get(BinOp::LShr, width, &a, &by), get(BinOp::UDiv, width, &a, &power));
        let rotated = bits(BitOp::FshL, width, &a, Some(&a), Some(&by));
        assert_eq!(bits(BitOp::FshR, width, &rotated, Some(&rotated), Some(&by)), a);
    }
    assert_eq!(binary(BinOp::Shl, width, &smallest(width), &from_u128(width, 300)), Err(WideError::BadShift));
    assert_eq!(binary(BinOp::AShr, width, &smallest(width), &smallest(width)), Err(WideError::BadShift));
    assert_eq!(get(BinOp::AShr, width, &smallest(width), &from_u128(width, 299)), all_ones(width));
}

#[test]
fn signed_edges() {
    let width = 200;
    let (one, minus_one) = (from_u128(width, 1), all_ones(width));
    assert_eq!(binary(BinOp::SDiv, width, &smallest(width), &minus_one), Err(WideError::SignedDivOverflow));
    assert_eq!(binary(BinOp::SRem, width, &one, &[0; 4]), Err(WideError::DivisionByZero));
    assert_eq!(overflowing(OverflowOp::SMul, width, &smallest(width), &minus_one), (smallest(width), true));
    assert_eq!(overflowing(OverflowOp::SMul, width, &smallest(width), &one), (smallest(width), false));
    assert_eq!(get(BinOp::SAddSat, width, &largest(width), &one), largest(width));
    assert_eq!(get(BinOp::SSubSat, width, &smallest(width), &one), smallest(width));
    assert_eq!(get(BinOp::UShlSat, width, &smallest(width), &one), all_ones(width));
    assert_eq!(abs(width, &minus_one), one);
}

#[test]
fn casts_keep_the_number() {
    let mut random = Random(4);
    for from in [1, 64, 70, 128, 190] {
        let a = random.number(from);
        for to in [from, 192, 200, 1001] {
            assert_eq!(trunc(from, sext(from, to, &a)), a);
            assert_eq!(trunc(from, trunc(to, a.clone())), a);
            assert_eq!(is_negative(to, &sext(from, to, &a)), is_negative(from, &a));
            assert_eq!(sext(from, to, &a).len(), limbs(to));
        }
    }
    assert_eq!(sext(64, 130, &[u64::MAX - 1]), [u64::MAX - 1, u64::MAX, 3]);
}

#[test]
fn byte_and_bit_reversal_are_their_own_inverses() {
    let mut random = Random(5);
    for width in [136, 144, 256, 1000] {
        let a = random.number(width);
        for op in [BitOp::BSwap, BitOp::BitReverse] {
            let swapped = bits(op, width, &a, None, None);
            assert_eq!(bits(op, width, &swapped, None, None), a, "{op} {width}");
        }
        let one = bits(BitOp::BitReverse, width, &from_u128(width, 1), None, None);
        assert_eq!(one, smallest(width));
        assert_eq!(bits(BitOp::CtTz, width, &one, None, None), from_u128(width, u128::from(width) - 1));
        assert_eq!(bits(BitOp::CtLz, width, &one, None, None), from_u128(width, 0));
    }
}

#[test]
fn floats_convert_exactly() {
    let bits = |x: f64| u128::from(x.to_bits());
    let width = 300;
    for value in [0.0, 1.5, -1.5, 2f64.powi(200), -(2f64.powi(299)), 1e60, -3e80] {
        let integer = from_float(FloatKind::F64, bits(value), width, true).expect("in range");
        assert_eq!(to_float(FloatKind::F64, &integer, width, true), bits(value.trunc() + 0.0), "{value}");
    }
    assert_eq!(from_float(FloatKind::F64, bits(2f64.powi(299)), width, true), None);
    assert_eq!(from_float(FloatKind::F64, bits(-1.0), width, false), None);
    assert_eq!(from_float(FloatKind::F64, bits(f64::NAN), width, true), None);
    assert_eq!(from_float_sat(FloatKind::F64, bits(f64::INFINITY), width, true), largest(width));
    assert_eq!(from_float_sat(FloatKind::F64, bits(-1e300), width, true), smallest(width));
    assert_eq!(from_float_sat(FloatKind::F64, bits(f64::NAN), width, false), trunc(width, vec![]));
    let float = |number: &[u64]| f64::from_bits(to_float(FloatKind::F64, number, width, false) as u64);
    // A tie that only the last bit of 200 breaks.
    let tie = get(BinOp::Shl, width, &from_u128(width, (1 << 53) + 1), &from_u128(width, 147));
    let above = get(BinOp::Or, width, &tie, &from_u128(width, 1));
    assert_eq!(float(&tie), 2f64.powi(200));
    assert_eq!(float(&above), 2f64.powi(200) + 2f64.powi(148));
}
