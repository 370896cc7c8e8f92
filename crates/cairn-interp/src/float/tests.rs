//! Software formats against tables that a processor made (`testdata/native.c`), and small formats exhaustively.

use super::*;
use FloatKind::{BFloat, F32, F64, Fp128, Half, X86Fp80};

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().map(|line| line.split_whitespace().collect())
}

fn hex(text: &str) -> u128 {
    u128::from_str_radix(text, 16).expect("the table holds hexadecimal numbers")
}

/// Equal bits; any two NaNs are equal.
fn assert_same(kind: FloatKind, ours: u128, native: u128, what: &str) {
    let both_nan = is_nan(kind, ours) && is_nan(kind, native);
    assert!(both_nan || ours == native, "{what}: {ours:x}, but natively {native:x}");
}

#[test]
fn x87_arithmetic_is_the_processors() {
    let mut count = 0;
    for row in rows(include_str!("../../testdata/x87_arithmetic.txt")) {
        let (a, b, c) = (hex(row[0]), hex(row[1]), hex(row[2]));
        let ops = [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv, BinOp::FRem];
        for (op, native) in ops.into_iter().zip(&row[3..8]) {
            assert_same(X86Fp80, binary(op, X86Fp80, a, b), hex(native), &format!("{op} {a:x} {b:x}"));
        }
        assert_same(X86Fp80, fma(X86Fp80, a, b, c), hex(row[8]), &format!("fma {a:x} {b:x} {c:x}"));
        let native_order = match row[9] {
            "-1" => Some(Ordering::Less),
            "0" => Some(Ordering::Equal),
            "1" => Some(Ordering::Greater),
            _ => None,
        };
        assert_eq!(order(X86Fp80, a, b), native_order, "{a:x} {b:x}");
        count += 1;
    }
    assert!(count >= 400);
}

#[test]
fn x87_roots_and_roundings_are_the_processors() {
    let mut count = 0;
    for row in rows(include_str!("../../testdata/x87_unary.txt")) {
        let a = hex(row[0]);
        let ops = [UnOp::Sqrt, UnOp::Floor, UnOp::Ceil, UnOp::Trunc, UnOp::Rint, UnOp::Round];
        for (op, native) in ops.into_iter().zip(&row[1..7]) {
            assert_same(X86Fp80, unary(op, X86Fp80, a), hex(native), &format!("{op} {a:x}"));
        }
        assert_same(F64, convert(X86Fp80, F64, a), hex(row[7]), &format!("to f64 {a:x}"));
        assert_same(F32, convert(X86Fp80, F32, a), hex(row[8]), &format!("to f32 {a:x}"));
        let integers = [(32, true), (64, true), (64, false), (128, false)];
        for ((width, signed), native) in integers.into_iter().zip(&row[9..13]) {
            let native = (*native != "-").then(|| hex(native));
            assert_eq!(to_int(X86Fp80, a, width, signed), native, "{a:x} to {width} {signed}");
        }
        count += 1;
    }
    assert!(count >= 160);
}

#[test]
fn conversions_are_the_processors() {
    for row in rows(include_str!("../../testdata/x87_convert.txt")) {
        let value = hex(row[0]);
        let kinds = [X86Fp80, F64, F32];
        for (i, (width, signed)) in [(128, true), (128, false), (64, true), (64, false)].into_iter().enumerate() {
            for (kind, native) in kinds.into_iter().zip(&row[1 + 3 * i..]) {
                let what = format!("{value:x} of {width} {signed} to {kind}");
                assert_same(kind, from_int(kind, value, width, signed), hex(native), &what);
            }
        }
        let (double, single) = (value & u128::from(u64::MAX), value & u128::from(u32::MAX));
        assert_same(X86Fp80, convert(F64, X86Fp80, double), hex(row[13]), &format!("{double:x} to f80"));
        assert_same(F32, convert(F64, F32, double), hex(row[14]), &format!("{double:x} to f32"));
        assert_same(X86Fp80, convert(F32, X86Fp80, single), hex(row[15]), &format!("{single:x} to f80"));
        assert_same(F64, convert(F32, F64, single), hex(row[16]), &format!("{single:x} to f64"));
    }
}

/// Deterministic patterns that meet every exponent.
fn patterns(count: u32) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state ^ state >> 29
    })
}

#[test]
fn software_and_processor_agree_on_f32() {
    for bits in patterns(20_000) {
        let (a, b) = (u128::from(bits as u32), u128::from((bits >> 32) as u32));
        for op in [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv] {
            if !is_nan(F32, a) && !is_nan(F32, b) {
                let soft = soft::arithmetic(op, F32, a, b).expect("an arithmetic operation");
                assert_same(F32, soft, binary(op, F32, a, b), &format!("{op} {a:x} {b:x}"));
            }
        }
        assert_same(F32, soft::remainder(F32, a, b), binary(BinOp::FRem, F32, a, b), &format!("frem {a:x} {b:x}"));
        assert_same(F32, soft::sqrt(F32, a), unary(UnOp::Sqrt, F32, a), &format!("sqrt {a:x}"));
        for op in [UnOp::Floor, UnOp::Ceil, UnOp::Trunc, UnOp::Rint, UnOp::Round] {
            let soft = soft::to_integral(op, F32, a).expect("a rounding");
            assert_same(F32, soft, unary(op, F32, a), &format!("{op} {a:x}"));
        }
        assert_eq!(pack(F32, unpack(F64, from_f64(F64, to_f64(F32, a)))), convert(F64, F32, convert(F32, F64, a)));
    }
}

#[test]
fn software_and_processor_agree_on_f64() {
    let values: Vec<u64> = patterns(4_000).collect();
    for pair in values.windows(2) {
        // Exponents near each other, so that remainders and sums are interesting.
        let (a, b) = (u128::from(pair[0] & !(0x3f0 << 52) | 0x3f0 << 52), u128::from(pair[1] & !(0x3e0 << 52)));
        assert_same(F64, soft::remainder(F64, a, b), binary(BinOp::FRem, F64, a, b), &format!("frem {a:x} {b:x}"));
        assert_same(F64, soft::sqrt(F64, a), unary(UnOp::Sqrt, F64, a), &format!("sqrt {a:x}"));
        assert_same(F64, soft::fma(F64, a, b, a), fma(F64, a, b, a), &format!("fma {a:x} {b:x}"));
        for op in [UnOp::Floor, UnOp::Ceil, UnOp::Trunc, UnOp::Rint, UnOp::Round] {
            let soft = soft::to_integral(op, F64, a).expect("a rounding");
            assert_same(F64, soft, unary(op, F64, a), &format!("{op} {a:x}"));
        }
    }
}

#[test]
fn small_formats_convert_exactly_and_back() {
    for kind in [Half, BFloat] {
        for bits in 0..=u128::from(u16::MAX) {
            for through in [F64, X86Fp80, Fp128, F32] {
                let back = convert(through, kind, convert(kind, through, bits));
                assert_same(kind, back, bits, &format!("{kind} {bits:x} through {through}"));
            }
        }
    }
    assert_eq!(to_f64(Half, 0x3c00), 1.0);
    assert_eq!(to_f64(BFloat, 0x3f80), 1.0);
    assert_eq!(to_f64(Half, 0x7bff), 65504.0);
    assert_eq!(from_f64(Half, 65520.0), 0x7c00, "rounds up to infinity");
    assert_eq!(from_f64(Fp128, 1.0), 0x3fff << 112);
}

#[test]
fn square_roots_of_half_are_nearest() {
    for bits in 0..0x7c00u128 {
        let exact = to_f64(Half, bits).sqrt();
        assert_eq!(unary(UnOp::Sqrt, Half, bits), from_f64(Half, exact), "{bits:x}");
    }
}

#[test]
fn quad_roots_square_back() {
    for bits in patterns(500) {
        let a = from_f64(Fp128, f64::from(bits as u32) + 0.5);
        let square = binary(BinOp::FMul, Fp128, a, a);
        assert_eq!(unary(UnOp::Sqrt, Fp128, square), a, "the square is exact");
    }
}

#[test]
fn nans_follow_the_first_operand_or_are_the_default() {
    let (signaling, quiet) = (0x7ff0_0000_0000_0001u128, 0xfff8_0000_0000_0002u128);
    let one = u128::from(1f64.to_bits());
    for op in [BinOp::FAdd, BinOp::FMul, BinOp::FRem, BinOp::FMinimum] {
        assert_eq!(binary(op, F64, signaling, quiet), 0x7ff8_0000_0000_0001, "{op}");
        assert_eq!(binary(op, F64, one, quiet), quiet, "{op}");
    }
    assert_eq!(binary(BinOp::FDiv, F64, 0, 0), 0xfff8 << 48);
    assert_eq!(binary(BinOp::FDiv, F32, 0, 0), 0xffc0 << 16);
    assert_eq!(binary(BinOp::FDiv, X86Fp80, 0, 0), 0xffff_c000 << 48);
    assert_eq!(unary(UnOp::Sqrt, F64, u128::from((-1f64).to_bits())), 0xfff8 << 48);
    assert_eq!(unary(UnOp::Sqrt, F64, 1 << 63), 1 << 63, "the root of -0 is -0");
    assert_eq!(fma(F64, 0, u128::from(f64::INFINITY.to_bits()), one), 0xfff8 << 48);
}

#[test]
fn minima_and_maxima_know_nans_and_zeros() {
    let bits = |x: f64| u128::from(x.to_bits());
    let check = |op, a: f64, b: f64| f64::from_bits(binary(op, F64, bits(a), bits(b)) as u64);
    assert_eq!(check(BinOp::FMin, f64::NAN, 2.0), 2.0);
    assert_eq!(check(BinOp::FMax, 2.0, f64::NAN), 2.0);
    assert!(check(BinOp::FMinimum, f64::NAN, 2.0).is_nan());
    assert!(check(BinOp::FMaximum, 2.0, f64::NAN).is_nan());
    assert_eq!(check(BinOp::FMin, -1.0, 2.0), -1.0);
    assert_eq!(check(BinOp::FMaximum, -1.0, 2.0), 2.0);
    assert!(check(BinOp::FMin, 0.0, -0.0).is_sign_negative());
    assert!(check(BinOp::FMax, -0.0, 0.0).is_sign_positive());
    assert_eq!(check(BinOp::CopySign, 3.0, -0.0), -3.0);
}

#[test]
fn comparisons_know_unordered() {
    let (one, two, nan) = (from_f64(X86Fp80, 1.0), from_f64(X86Fp80, 2.0), from_f64(X86Fp80, f64::NAN));
    let table = [(one, two, "olt ole one ord fult fule une ftrue"), (two, one, "ogt oge one ord fugt fuge une ftrue")];
    let equal = (one, one, "oeq oge ole ord ueq fuge fule ftrue");
    let unordered = (one, nan, "ueq fugt fuge fult fule une uno ftrue");
    for (a, b, expected) in table.into_iter().chain([equal, unordered]) {
        let holds: Vec<&str> =
            FCmpOp::ALL.iter().filter(|op| compare(**op, X86Fp80, a, b)).map(|op| op.name()).collect();
        let mut expected: Vec<&str> = expected.split(' ').collect();
        expected.sort_by_key(|name| FCmpOp::from_name(name));
        assert_eq!(holds, expected);
    }
}

#[test]
fn integers_out_of_range_are_refused_or_saturated() {
    let bits = |x: f64| u128::from(x.to_bits());
    assert_eq!(to_int(F64, bits(255.9), 8, false), Some(255));
    assert_eq!(to_int(F64, bits(256.0), 8, false), None);
    assert_eq!(to_int(F64, bits(-0.9), 8, false), Some(0));
    assert_eq!(to_int(F64, bits(-1.0), 8, false), None);
    assert_eq!(to_int(F64, bits(-128.9), 8, true), Some(0x80));
    assert_eq!(to_int(F64, bits(-129.0), 8, true), None);
    assert_eq!(to_int(F64, bits(128.0), 8, true), None);
    assert_eq!(to_int(F64, bits(f64::NAN), 32, true), None);
    assert_eq!(to_int(F64, bits(-9.3e18), 64, true), None);
    assert_eq!(to_int(F64, bits(-(2f64.powi(127))), 128, true), Some(1 << 127));
    assert_eq!(to_int(F64, bits(2f64.powi(127)), 128, true), None);
    assert_eq!(to_int_sat(F64, bits(1e300), 128, true), (1 << 127) - 1);
    assert_eq!(to_int_sat(F64, bits(f64::NEG_INFINITY), 16, true), 0x8000);
    assert_eq!(to_int_sat(F64, bits(-5.0), 16, false), 0);
    assert_eq!(to_int_sat(F64, bits(70000.0), 16, false), 0xffff);
    assert_eq!(to_int_sat(F64, bits(f64::NAN), 16, false), 0);
    assert_eq!(from_int(F64, 0xff, 8, true), bits(-1.0));
    assert_eq!(from_int(F32, 0xff, 8, false), u128::from(255f32.to_bits()));
    assert_eq!(from_int(Half, 1 << 40, 64, false), 0x7c00);
}
