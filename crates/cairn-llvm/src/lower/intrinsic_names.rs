//! LLVM's intrinsic functions by name: which operation each one is.
//!
//! Asked once per symbol. Intrinsics of one processor (`llvm.x86.…`) are not known.

use cairn_ir::{BinOp, BitOp, CastKind, HostFn, OverflowOp, UnOp};

/// What an intrinsic does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intrinsic {
    /// A hint: no effect, no result.
    Nothing,
    /// The result is the first argument.
    First,
    Copy {
        overlap: bool,
    },
    Set,
    ScopeStart,
    ScopeEnd,
    StackSave,
    StackRestore,
    VaStart,
    VaCopy,
    Binary(BinOp),
    Unary(UnOp),
    Bits(BitOp),
    /// `ctlz`, `cttz`: the second argument says that 0 has no result.
    CountZeros(BitOp),
    Funnel(BitOp),
    /// The second argument says that the smallest integer has no absolute value.
    Abs,
    /// Three-way comparison, signed or not.
    ThreeWay {
        signed: bool,
    },
    Overflow(OverflowOp),
    Cast(CastKind),
    /// To an integer by rounding.
    RoundTo(UnOp),
    Fma,
    MulAdd,
    /// A function of mathematics on doubles.
    Math(HostFn),
    PowI,
    Exp10,
    IsFpClass,
    ObjectSize,
    /// Always this number.
    Number(u64),
    Nondet,
    Trap,
    FrameAddress,
    PtrMask,
    LoadRelative,
    Reduce(BinOp),
    /// A reduction in order, from the value of the first argument on.
    ReduceFrom(BinOp),
    Unknown,
}

impl Intrinsic {
    /// `name` without `llvm.`, with the types that overloading appends.
    pub fn from_name(name: &str) -> Intrinsic {
        use Intrinsic::*;
        if name.starts_with("dbg.") {
            return Nothing;
        }
        let name = base_name(name);
        if let Some(name) = name.strip_prefix("experimental.constrained.") {
            return constrained(name);
        }
        match name {
            "memcpy" | "memcpy.inline" => Copy { overlap: false },
            "memmove" => Copy { overlap: true },
            "memset" | "memset.inline" => Set,
            "lifetime.start" => ScopeStart,
            "lifetime.end" => ScopeEnd,
            "stacksave" => StackSave,
            "stackrestore" => StackRestore,
            "va_start" => VaStart,
            "va_copy" => VaCopy,
            "va_end"
            | "prefetch"
            | "var.annotation"
            | "donothing"
            | "sideeffect"
            | "assume"
            | "pseudoprobe"
            | "experimental.noalias.scope.decl"
            | "invariant.end"
            | "clear_cache" => Nothing,
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "ssa.copy"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "threadlocal.address"
            | "canonicalize"
            | "arithmetic.fence"
            | "preserve.array.access.index" => First,
            "invariant.start" => Number(0),
            "trap" | "debugtrap" | "ubsantrap" => Trap,
            "frameaddress" => FrameAddress,
            "objectsize" => ObjectSize,
            "is.constant" => Number(0),
            // Rounding to nearest is all that there is.
            "get.rounding" | "flt.rounds" => Number(1),
            "readcyclecounter" | "readsteadycounter" => Nondet,
            "ptrmask" => PtrMask,
            "load.relative" => LoadRelative,
            other => arithmetic(other),
        }
    }
}

/// The library function that an intrinsic is written for; of those on numbers, the one on `double`.
pub fn library_name(symbol: &str) -> Option<&str> {
    let name = base_name(symbol.strip_prefix("llvm.")?);
    Some(match name.strip_prefix("experimental.constrained.").unwrap_or(name) {
        "minnum" => "fmin",
        "maxnum" => "fmax",
        other => other,
    })
}

fn arithmetic(name: &str) -> Intrinsic {
    use Intrinsic::*;
    match name {
        "bswap" => Bits(BitOp::BSwap),
        "bitreverse" => Bits(BitOp::BitReverse),
        "ctpop" => Bits(BitOp::CtPop),
        "ctlz" => CountZeros(BitOp::CtLz),
        "cttz" => CountZeros(BitOp::CtTz),
        "fshl" => Funnel(BitOp::FshL),
        "fshr" => Funnel(BitOp::FshR),
        "abs" => Abs,
        "scmp" => ThreeWay { signed: true },
        "ucmp" => ThreeWay { signed: false },
        "smin" => Binary(BinOp::SMin),
        "smax" => Binary(BinOp::SMax),
        "umin" => Binary(BinOp::UMin),
        "umax" => Binary(BinOp::UMax),
        "sadd.sat" => Binary(BinOp::SAddSat),
        "uadd.sat" => Binary(BinOp::UAddSat),
        "ssub.sat" => Binary(BinOp::SSubSat),
        "usub.sat" => Binary(BinOp::USubSat),
        "sshl.sat" => Binary(BinOp::SShlSat),
        "ushl.sat" => Binary(BinOp::UShlSat),
        "sadd.with.overflow" => Overflow(OverflowOp::SAdd),
        "uadd.with.overflow" => Overflow(OverflowOp::UAdd),
        "ssub.with.overflow" => Overflow(OverflowOp::SSub),
        "usub.with.overflow" => Overflow(OverflowOp::USub),
        "smul.with.overflow" => Overflow(OverflowOp::SMul),
        "umul.with.overflow" => Overflow(OverflowOp::UMul),
        "is.fpclass" => IsFpClass,
        other => match other.strip_prefix("vector.reduce.") {
            Some(reduction) => reduce(reduction),
            None => floating(other),
        },
    }
}

fn reduce(name: &str) -> Intrinsic {
    use Intrinsic::{Reduce, ReduceFrom};
    match name {
        "add" => Reduce(BinOp::Add),
        "mul" => Reduce(BinOp::Mul),
        "and" => Reduce(BinOp::And),
        "or" => Reduce(BinOp::Or),
        "xor" => Reduce(BinOp::Xor),
        "smin" => Reduce(BinOp::SMin),
        "smax" => Reduce(BinOp::SMax),
        "umin" => Reduce(BinOp::UMin),
        "umax" => Reduce(BinOp::UMax),
        "fmin" => Reduce(BinOp::FMin),
        "fmax" => Reduce(BinOp::FMax),
        "fminimum" => Reduce(BinOp::FMinimum),
        "fmaximum" => Reduce(BinOp::FMaximum),
        "fadd" => ReduceFrom(BinOp::FAdd),
        "fmul" => ReduceFrom(BinOp::FMul),
        _ => Intrinsic::Unknown,
    }
}

fn floating(name: &str) -> Intrinsic {
    use Intrinsic::*;
    match name {
        "sqrt" => Unary(UnOp::Sqrt),
        "fabs" => Unary(UnOp::FAbs),
        "floor" => Unary(UnOp::Floor),
        "ceil" => Unary(UnOp::Ceil),
        "trunc" => Unary(UnOp::Trunc),
        "rint" | "nearbyint" | "roundeven" => Unary(UnOp::Rint),
        "round" => Unary(UnOp::Round),
        "copysign" => Binary(BinOp::CopySign),
        "minnum" | "minimumnum" => Binary(BinOp::FMin),
        "maxnum" | "maximumnum" => Binary(BinOp::FMax),
        "minimum" => Binary(BinOp::FMinimum),
        "maximum" => Binary(BinOp::FMaximum),
        "fma" => Fma,
        "fmuladd" => MulAdd,
        "lround" | "llround" => RoundTo(UnOp::Round),
        "lrint" | "llrint" => RoundTo(UnOp::Rint),
        "fptoui.sat" => Cast(CastKind::FpToUiSat),
        "fptosi.sat" => Cast(CastKind::FpToSiSat),
        "powi" => PowI,
        "exp10" => Exp10,
        "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "exp" | "exp2"
        | "log" | "log2" | "log10" | "pow" => HostFn::from_name(name).map_or(Unknown, Math),
        _ => Unknown,
    }
}

/// Arithmetic under `FENV_ACCESS`: rounding is always to nearest here, and floating-point exceptions are not seen.
/// Comparisons keep their predicate in metadata and stay unknown.
fn constrained(name: &str) -> Intrinsic {
    use Intrinsic::{Binary, Cast};
    match name {
        "fadd" => Binary(BinOp::FAdd),
        "fsub" => Binary(BinOp::FSub),
        "fmul" => Binary(BinOp::FMul),
        "fdiv" => Binary(BinOp::FDiv),
        "frem" => Binary(BinOp::FRem),
        "fptosi" => Cast(CastKind::FpToSi),
        "fptoui" => Cast(CastKind::FpToUi),
        "sitofp" => Cast(CastKind::SiToFp),
        "uitofp" => Cast(CastKind::UiToFp),
        "fpext" => Cast(CastKind::FpExt),
        "fptrunc" => Cast(CastKind::FpTrunc),
        other => floating(other),
    }
}

/// Cuts off the types at the end: `memcpy.p0.p0.i64` is `memcpy`.
fn base_name(mut name: &str) -> &str {
    while let Some((rest, last)) = name.rsplit_once('.') {
        if !is_mangled_type(last) {
            break;
        }
        name = rest;
    }
    name
}

fn is_mangled_type(text: &str) -> bool {
    let numbered = |prefix: &str| {
        text.strip_prefix(prefix).is_some_and(|rest| rest.as_bytes().first().is_some_and(u8::is_ascii_digit))
    };
    ["i", "f", "bf", "p", "v", "nxv", "ppcf", "a"].iter().any(|prefix| numbered(prefix))
        || text.starts_with("s_")
        || text.starts_with("sl_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_at_the_end_of_a_name_do_not_matter() {
        for (name, base) in [
            ("memcpy.p0.p0.i64", "memcpy"),
            ("memcpy.p0i8.p0i8.i32", "memcpy"),
            ("fma.v4f32", "fma"),
            ("vector.reduce.add.v4i32", "vector.reduce.add"),
            ("sqrt.f80", "sqrt"),
            ("x86.sse2.pause", "x86.sse2.pause"),
            ("va_start.p0", "va_start"),
            ("exp2.f64", "exp2"),
        ] {
            assert_eq!(base_name(name), base);
        }
        assert_eq!(library_name("llvm.memcpy.p0.p0.i64"), Some("memcpy"));
        assert_eq!(library_name("llvm.minnum.f80"), Some("fmin"));
        assert_eq!(library_name("llvm.memcpy.inline.p0.p0.i64"), Some("memcpy.inline"));
        assert_eq!(library_name("memcpy"), None);
        assert_eq!(Intrinsic::from_name("dbg.declare"), Intrinsic::Nothing);
        let constrained = "experimental.constrained.fadd.f64";
        assert_eq!(Intrinsic::from_name(constrained), Intrinsic::Binary(BinOp::FAdd));
        assert_eq!(Intrinsic::from_name("x86.sse2.pause"), Intrinsic::Unknown);
        assert_eq!(Intrinsic::from_name("sadd.with.overflow.i32"), Intrinsic::Overflow(OverflowOp::SAdd));
    }
}
