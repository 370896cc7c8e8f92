//! The mathematics primitives: what the platform's C library computes.
//!
//! Every function here is called by name in the C library, not through `f64`'s methods: some of those (`asinh` and the
//! like) are computed by Rust's library itself, with other results in the last bits. Even so the linker may choose Rust's
//! (`cbrt`), and no two versions of a C library agree on all bits.

use cairn_ir::HostFn;

// SAFETY: these are C's `<math.h>` functions on values; they touch no memory of ours but `errno` and floating-point
// flags. `lgamma_r` writes the sign of the result through its pointer.
unsafe extern "C" {
    safe fn sin(x: f64) -> f64;
    safe fn cos(x: f64) -> f64;
    safe fn tan(x: f64) -> f64;
    safe fn asin(x: f64) -> f64;
    safe fn acos(x: f64) -> f64;
    safe fn atan(x: f64) -> f64;
    safe fn atan2(y: f64, x: f64) -> f64;
    safe fn sinh(x: f64) -> f64;
    safe fn cosh(x: f64) -> f64;
    safe fn tanh(x: f64) -> f64;
    safe fn asinh(x: f64) -> f64;
    safe fn acosh(x: f64) -> f64;
    safe fn atanh(x: f64) -> f64;
    safe fn exp(x: f64) -> f64;
    safe fn exp2(x: f64) -> f64;
    safe fn expm1(x: f64) -> f64;
    safe fn log(x: f64) -> f64;
    safe fn log2(x: f64) -> f64;
    safe fn log10(x: f64) -> f64;
    safe fn log1p(x: f64) -> f64;
    safe fn pow(x: f64, y: f64) -> f64;
    safe fn cbrt(x: f64) -> f64;
    safe fn hypot(x: f64, y: f64) -> f64;
    safe fn erf(x: f64) -> f64;
    safe fn erfc(x: f64) -> f64;
    safe fn tgamma(x: f64) -> f64;
    fn lgamma_r(x: f64, sign: *mut std::ffi::c_int) -> f64;
}

/// The value of a mathematics primitive; `None` if `func` is not one or the number of arguments is wrong.
pub fn call(func: HostFn, args: &[f64]) -> Option<f64> {
    match *args {
        [x] => unary(func).map(|function| function(x)),
        [x, y] => binary(func).map(|function| function(x, y)),
        _ => None,
    }
}

fn unary(func: HostFn) -> Option<fn(f64) -> f64> {
    Some(match func {
        HostFn::Sin => |x| sin(x),
        HostFn::Cos => |x| cos(x),
        HostFn::Tan => |x| tan(x),
        HostFn::Asin => |x| asin(x),
        HostFn::Acos => |x| acos(x),
        HostFn::Atan => |x| atan(x),
        HostFn::Sinh => |x| sinh(x),
        HostFn::Cosh => |x| cosh(x),
        HostFn::Tanh => |x| tanh(x),
        HostFn::Asinh => |x| asinh(x),
        HostFn::Acosh => |x| acosh(x),
        HostFn::Atanh => |x| atanh(x),
        HostFn::Exp => |x| exp(x),
        HostFn::Exp2 => |x| exp2(x),
        HostFn::Expm1 => |x| expm1(x),
        HostFn::Log => |x| log(x),
        HostFn::Log2 => |x| log2(x),
        HostFn::Log10 => |x| log10(x),
        HostFn::Log1p => |x| log1p(x),
        HostFn::Cbrt => |x| cbrt(x),
        HostFn::Erf => |x| erf(x),
        HostFn::Erfc => |x| erfc(x),
        HostFn::Tgamma => |x| tgamma(x),
        HostFn::Lgamma => lgamma,
        _ => return None,
    })
}

fn binary(func: HostFn) -> Option<fn(f64, f64) -> f64> {
    Some(match func {
        HostFn::Atan2 => |y, x| atan2(y, x),
        HostFn::Pow => |x, y| pow(x, y),
        HostFn::Hypot => |x, y| hypot(x, y),
        _ => return None,
    })
}

/// Without the global variable `signgam` that C's `lgamma` writes.
fn lgamma(x: f64) -> f64 {
    let mut sign = 0;
    // SAFETY: the pointer is to a live local of the right type.
    unsafe { lgamma_r(x, &mut sign) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::{Effect, FloatKind, Type};

    #[test]
    fn every_pure_primitive_is_computed() {
        let mathematics = HostFn::ALL.iter().filter(|func| func.effect() == Effect::Pure);
        let mut count = 0;
        for &func in mathematics {
            let (params, result) = func.signature(Type::I64);
            assert_eq!(result, Some(Type::Float(FloatKind::F64)));
            let args = [0.75, 0.5];
            let value = call(func, &args[..params.len()]).unwrap_or_else(|| panic!("{func} is missing"));
            assert!(value.is_finite() || func == HostFn::Acosh, "{func}: {value}");
            assert!(call(func, &[]).is_none());
            count += 1;
        }
        assert_eq!(count, 27);
        assert_eq!(call(HostFn::Open, &[1.0]), None);
    }

    #[test]
    fn known_values() {
        let close = |func, args: &[f64], expected: f64| {
            let value = call(func, args).expect("a mathematics function");
            assert!((value - expected).abs() <= 2.0 * f64::EPSILON * expected.abs(), "{func}{args:?}: {value}");
        };
        close(HostFn::Sin, &[1.0], 0.8414709848078965);
        close(HostFn::Atan2, &[-1.0, -1.0], -2.356194490192345);
        close(HostFn::Pow, &[2.0, 0.5], std::f64::consts::SQRT_2);
        close(HostFn::Hypot, &[3.0, 4.0], 5.0);
        close(HostFn::Exp2, &[10.0], 1024.0);
        close(HostFn::Expm1, &[1e-10], 1.00000000005e-10);
        close(HostFn::Log10, &[1000.0], 3.0);
        close(HostFn::Cbrt, &[-27.0], -3.0);
        close(HostFn::Erf, &[0.5], 0.5204998778130465);
        close(HostFn::Erfc, &[0.5], 0.4795001221869535);
        close(HostFn::Tgamma, &[5.0], 24.0);
        close(HostFn::Lgamma, &[10.0], 12.801827480081469);
        close(HostFn::Acosh, &[2.0], 1.3169578969248166);
        close(HostFn::Asinh, &[-2.0], -1.4436354751788103);
        assert!(call(HostFn::Log, &[-1.0]).is_some_and(f64::is_nan));
        assert_eq!(call(HostFn::Log, &[0.0]), Some(f64::NEG_INFINITY));
    }
}
