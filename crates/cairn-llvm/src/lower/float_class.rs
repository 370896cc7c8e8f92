//! `llvm.is.fpclass`: is a float of one of the classes of a mask (what `isinf`, `isnormal`, … become)?

use super::func::FuncLowering;
use cairn_ir::{self as ir, BinOp, CastKind, CmpOp, FCmpOp, FloatKind, Op, Operand, Type, UnOp};

// The bits of the mask.
const SIGNALING: u32 = 1 << 0;
const QUIET: u32 = 1 << 1;
const NAN: u32 = SIGNALING | QUIET;
/// (negative, positive, what)
const SIGNED_CLASSES: [(u32, u32, Class); 4] = [
    (1 << 2, 1 << 9, Class::Infinite),
    (1 << 3, 1 << 8, Class::Normal),
    (1 << 4, 1 << 7, Class::Subnormal),
    (1 << 5, 1 << 6, Class::Zero),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

impl FuncLowering<'_, '_> {
    pub fn is_float_class(&mut self, value: Operand, mask: u32) -> Operand {
        let Type::Float(kind) = self.body.operand_type(value) else {
            return self.one_unsupported("float class of something else", Type::BOOL);
        };
        let mut any = self.int(1, 0);
        if mask & NAN != 0 {
            any = self.is_nan(value, kind, mask & NAN);
        }
        let magnitude = self.unary(UnOp::FAbs, value);
        for (negative, positive, class) in SIGNED_CLASSES {
            let (negative, positive) = (mask & negative != 0, mask & positive != 0);
            if negative || positive {
                let mut holds = self.has_magnitude(magnitude, kind, class);
                if negative != positive {
                    let sign = self.has_sign(value, kind, negative);
                    holds = self.plain(BinOp::And, holds, sign);
                }
                any = self.plain(BinOp::Or, any, holds);
            }
        }
        any
    }

    fn is_nan(&mut self, value: Operand, kind: FloatKind, which: u32) -> Operand {
        let nan = self.float_test(FCmpOp::Uno, value, value);
        if which == NAN {
            return nan;
        }
        let bits = self.cast(CastKind::Bitcast, value, Type::Int(kind.bits()));
        let quiet_bit = self.int(kind.bits(), 1 << (mantissa_bits(kind) - 1));
        let quiet = self.plain(BinOp::And, bits, quiet_bit);
        let zero = self.int(kind.bits(), 0);
        let right = self.compare(if which == QUIET { CmpOp::Ne } else { CmpOp::Eq }, quiet, zero);
        self.plain(BinOp::And, nan, right)
    }

    fn has_magnitude(&mut self, magnitude: Operand, kind: FloatKind, class: Class) -> Operand {
        let infinity = self.body.constant(ir::Const::Float { kind, bits: infinity(kind) });
        let least_normal = self.body.constant(ir::Const::Float { kind, bits: least_normal(kind) });
        let zero = self.body.constant(ir::Const::Float { kind, bits: 0 });
        let (low, high) = match class {
            Class::Infinite => return self.float_test(FCmpOp::Oeq, magnitude, infinity),
            Class::Zero => return self.float_test(FCmpOp::Oeq, magnitude, zero),
            Class::Normal => (
                self.float_test(FCmpOp::Oge, magnitude, least_normal),
                self.float_test(FCmpOp::Olt, magnitude, infinity),
            ),
            Class::Subnormal => {
                (self.float_test(FCmpOp::Ogt, magnitude, zero), self.float_test(FCmpOp::Olt, magnitude, least_normal))
            }
        };
        self.plain(BinOp::And, low, high)
    }

    fn has_sign(&mut self, value: Operand, kind: FloatKind, negative: bool) -> Operand {
        let bits = self.cast(CastKind::Bitcast, value, Type::Int(kind.bits()));
        let zero = self.int(kind.bits(), 0);
        self.compare(if negative { CmpOp::Slt } else { CmpOp::Sge }, bits, zero)
    }

    fn float_test(&mut self, op: FCmpOp, lhs: Operand, rhs: Operand) -> Operand {
        self.emit(Op::FCompare { op, lhs, rhs }, Type::BOOL)
    }
}

/// Bits below the exponent, without an integer bit that is stored.
fn mantissa_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 10,
        FloatKind::BFloat => 7,
        FloatKind::F32 => 23,
        FloatKind::F64 => 52,
        FloatKind::X86Fp80 => 63,
        FloatKind::Fp128 => 112,
    }
}

/// Where the exponent begins; x87 stores the integer bit in between.
fn exponent_start(kind: FloatKind) -> u32 {
    if kind == FloatKind::X86Fp80 { 64 } else { mantissa_bits(kind) }
}

fn integer_bit(kind: FloatKind) -> u128 {
    if kind == FloatKind::X86Fp80 { 1 << 63 } else { 0 }
}

fn infinity(kind: FloatKind) -> u128 {
    let exponent_bits = kind.bits() - 1 - exponent_start(kind);
    ((1 << exponent_bits) - 1) << exponent_start(kind) | integer_bit(kind)
}

fn least_normal(kind: FloatKind) -> u128 {
    1 << exponent_start(kind) | integer_bit(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_the_formats() {
        assert_eq!(infinity(FloatKind::F64), u128::from(f64::INFINITY.to_bits()));
        assert_eq!(least_normal(FloatKind::F64), u128::from(f64::MIN_POSITIVE.to_bits()));
        assert_eq!(infinity(FloatKind::F32), u128::from(f32::INFINITY.to_bits()));
        assert_eq!(infinity(FloatKind::X86Fp80), 0x7fff_8000_0000_0000_0000);
    }
}
