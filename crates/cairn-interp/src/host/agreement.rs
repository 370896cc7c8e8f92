//! Of which results of mathematical functions every library gives the same.
//!
//! The C standard says nothing of their accuracy; libraries, and builds of one library for several processors, differ in the last bits,
//! also where the right result is a whole number: `exp10(3)` is 1000 in some only, and `cbrt(27)` 3.
//! Not here: the results (`math`).

use super::math::call as math;
use cairn_ir::HostFn;

/// Relative distance in which a result that is infinite or zero must stay what it is.
const NEAR: f64 = 1.0 / (1u64 << 40) as f64;
/// Larger exponents are not looked at.
const LARGEST_POWER: f64 = 2048.0;

pub fn is_same_everywhere(func: HostFn, args: &[f64], result: f64) -> bool {
    let is_plain = [0.0, 1.0, f64::INFINITY].contains(&result.abs());
    let is_special = |x: &f64| *x == 0.0 || !x.is_finite();
    result.is_nan()
        || (is_plain && args.iter().any(is_special))
        || (is_plain && result.abs() != 1.0 && args.iter().all(|x| x.abs() == 1.0))
        || is_far_out(func, args, result)
        || is_exact(func, args)
}

/// Too large or too small by far, not just at the border.
fn is_far_out(func: HostFn, args: &[f64], result: f64) -> bool {
    if result != 0.0 && result.is_finite() {
        return false;
    }
    let near = |factor: f64| match (func, args) {
        (HostFn::Pow, &[x, y]) => vec![x, y * factor],
        _ => args.iter().map(|x| x * factor).collect(),
    };
    [1.0 - NEAR, 1.0 + NEAR].iter().all(|&factor| math(func, &near(factor)) == Some(result))
}

/// Is the right result a number that is found without rounding, in a way that every library follows?
fn is_exact(func: HostFn, args: &[f64]) -> bool {
    match (func, args) {
        (HostFn::Exp2, &[x]) => x.fract() == 0.0,
        (HostFn::Log2, &[x]) => is_power_of_two(x),
        (HostFn::Pow, &[x, y]) => x == 1.0 || is_exact_power(x, y),
        (HostFn::Hypot, &[x, y]) => is_exact_distance(x, y),
        _ => false,
    }
}

fn is_exact_distance(x: f64, y: f64) -> bool {
    let sum = x.mul_add(x, y * y);
    let root = sum.sqrt();
    let is_square = |x: f64, square: f64| x.mul_add(x, -square) == 0.0;
    sum.is_finite() && is_square(x, x * x) && is_square(y, y * y) && sum - x * x == y * y && is_square(root, sum)
}

fn is_power_of_two(x: f64) -> bool {
    x.is_normal() && x.to_bits().trailing_zeros() >= 52
}

fn is_exact_power(x: f64, y: f64) -> bool {
    if y.fract() != 0.0 || y.abs() > LARGEST_POWER {
        return false;
    }
    let mut power: f64 = 1.0;
    for _ in 0..y.abs() as u32 {
        let next = power * x;
        if !next.is_normal() || power.mul_add(x, -next) != 0.0 {
            return false;
        }
        power = next;
    }
    y >= 0.0 || (is_power_of_two(power.abs()) && (1.0 / power).is_normal())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees(func: HostFn, args: &[f64]) -> bool {
        is_same_everywhere(func, args, math(func, args).expect("a mathematical function"))
    }

    #[test]
    fn libraries_agree_on_what_the_standard_says() {
        assert!(agrees(HostFn::Sin, &[-0.0]) && agrees(HostFn::Cos, &[0.0]) && agrees(HostFn::Exp, &[0.0]));
        assert!(agrees(HostFn::Log, &[1.0]) && agrees(HostFn::Log, &[0.0]) && agrees(HostFn::Log, &[-1.0]));
        assert!(agrees(HostFn::Pow, &[7.5, 0.0]) && agrees(HostFn::Pow, &[1.0, 0.3]) && agrees(HostFn::Atanh, &[-1.0]));
        assert!(
            agrees(HostFn::Exp, &[1000.0]) && agrees(HostFn::Exp, &[-1000.0]) && agrees(HostFn::Pow, &[10.0, 400.0])
        );
    }

    #[test]
    fn powers_that_fit_are_exact() {
        assert!(
            agrees(HostFn::Pow, &[2.0, 10.0])
                && agrees(HostFn::Pow, &[10.0, 22.0])
                && agrees(HostFn::Pow, &[-1.5, 3.0])
        );
        assert!(agrees(HostFn::Pow, &[2.0, -3.0]) && agrees(HostFn::Exp2, &[-4.0]) && agrees(HostFn::Log2, &[1024.0]));
        assert!(
            !agrees(HostFn::Pow, &[10.0, 23.0])
                && !agrees(HostFn::Pow, &[10.0, -1.0])
                && !agrees(HostFn::Pow, &[4.0, 0.5])
        );
    }

    #[test]
    fn whole_numbers_may_be_missed_where_something_is_rounded_on_the_way() {
        assert!(
            !agrees(HostFn::Cbrt, &[27.0])
                && agrees(HostFn::Hypot, &[3.0, 4.0])
                && !agrees(HostFn::Hypot, &[1.0, 1.0])
                && !agrees(HostFn::Tgamma, &[3.0])
        );
        assert!(!agrees(HostFn::Log10, &[1000.0]) && !agrees(HostFn::Sin, &[1.0]) && !agrees(HostFn::Erf, &[10.0]));
        assert!(!agrees(HostFn::Acos, &[0.0]) && !agrees(HostFn::Exp, &[709.782712893384]));
    }
}
