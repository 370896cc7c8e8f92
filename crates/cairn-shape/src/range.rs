//! Sets of integers as bounds, unsigned and signed at once, at a bit width; arithmetic wraps as it does in C's machines.
//!
//! Every operation over-approximates. Integers of more than 64 bits have no bounds.

use cairn_ir::{BinOp, CmpOp};

/// The values of an integer of `width` bits that lie in both intervals. Never empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    pub width: u32,
    pub ulo: i128,
    pub uhi: i128,
    pub slo: i128,
    pub shi: i128,
}

/// The widest integer with bounds.
pub const WIDEST: u32 = 64;

/// The low `width` bits.
pub fn cut(value: u128, width: u32) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

/// The number as a signed one. For at most 64 bits.
pub fn signed(value: u128, width: u32) -> i128 {
    let value = cut(value, width) as i128;
    if width < 128 && value >> (width - 1) & 1 == 1 { value - (1 << width) } else { value }
}

impl Range {
    pub fn full(width: u32) -> Range {
        let bits = width.min(WIDEST);
        Range { width, ulo: 0, uhi: (1 << bits) - 1, slo: -(1 << (bits - 1)), shi: (1 << (bits - 1)) - 1 }
    }

    pub fn constant(width: u32, value: u128) -> Range {
        if width > WIDEST {
            return Range::full(width);
        }
        let (u, s) = (cut(value, width) as i128, signed(value, width));
        Range { width, ulo: u, uhi: u, slo: s, shi: s }
    }

    pub fn unsigned(width: u32, lo: i128, hi: i128) -> Range {
        let full = Range::full(width);
        if lo < full.ulo || hi > full.uhi || lo > hi || width > WIDEST {
            return full;
        }
        Range { ulo: lo, uhi: hi, ..full }.reduced().unwrap_or(full)
    }

    pub fn signed(width: u32, lo: i128, hi: i128) -> Range {
        let full = Range::full(width);
        if lo < full.slo || hi > full.shi || lo > hi || width > WIDEST {
            return full;
        }
        Range { slo: lo, shi: hi, ..full }.reduced().unwrap_or(full)
    }

    /// The only value, if there is one.
    pub fn single(&self) -> Option<u128> {
        (self.width <= WIDEST && self.ulo == self.uhi).then_some(self.ulo as u128)
    }

    /// Makes both intervals agree; `None` if nothing is left.
    fn reduced(mut self) -> Option<Range> {
        let (modulus, half) = (1i128 << self.width.min(WIDEST), 1i128 << (self.width.min(WIDEST) - 1));
        for _ in 0..2 {
            if self.uhi < half {
                self.slo = self.slo.max(self.ulo);
                self.shi = self.shi.min(self.uhi);
            } else if self.ulo >= half {
                self.slo = self.slo.max(self.ulo - modulus);
                self.shi = self.shi.min(self.uhi - modulus);
            }
            if self.slo >= 0 {
                self.ulo = self.ulo.max(self.slo);
                self.uhi = self.uhi.min(self.shi);
            } else if self.shi < 0 {
                self.ulo = self.ulo.max(self.slo + modulus);
                self.uhi = self.uhi.min(self.shi + modulus);
            }
        }
        (self.ulo <= self.uhi && self.slo <= self.shi).then_some(self)
    }

    pub fn intersect(&self, other: &Range) -> Option<Range> {
        if self.width > WIDEST {
            return Some(*self);
        }
        Range {
            width: self.width,
            ulo: self.ulo.max(other.ulo),
            uhi: self.uhi.min(other.uhi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
        }
        .reduced()
    }

    pub fn hull(&self, other: &Range) -> Range {
        Range {
            width: self.width,
            ulo: self.ulo.min(other.ulo),
            uhi: self.uhi.max(other.uhi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
        }
    }

    pub fn contains(&self, other: &Range) -> bool {
        self.ulo <= other.ulo && self.uhi >= other.uhi && self.slo <= other.slo && self.shi >= other.shi
    }

    /// The hull, with bounds that moved pushed out to the next of the given landmarks (sorted), so that bounds move
    /// only finitely often.
    pub fn widen(&self, other: &Range, landmarks: &[i128]) -> Range {
        let (hull, full) = (self.hull(other), Range::full(self.width));
        let down = |old: i128, new: i128, least: i128| match new < old {
            false => old,
            true => landmarks.iter().rev().copied().find(|mark| *mark <= new).unwrap_or(least).max(least),
        };
        let up = |old: i128, new: i128, most: i128| match new > old {
            false => old,
            true => landmarks.iter().copied().find(|mark| *mark >= new).unwrap_or(most).min(most),
        };
        Range {
            width: self.width,
            ulo: down(self.ulo, hull.ulo, full.ulo),
            uhi: up(self.uhi, hull.uhi, full.uhi),
            slo: down(self.slo, hull.slo, full.slo),
            shi: up(self.shi, hull.shi, full.shi),
        }
    }

    /// The values plus a constant, modulo 2^width.
    pub fn shift(&self, add: u128) -> Range {
        if self.width > WIDEST || cut(add, self.width) == 0 {
            return *self;
        }
        self.binary(BinOp::Add, &Range::constant(self.width, add))
    }

    /// From exact bounds of the result as unsigned and as signed numbers; those that do not fit say nothing, unless both
    /// ends wrap by the same amount.
    fn wrapped(width: u32, unsigned: (i128, i128), signed: (i128, i128)) -> Range {
        let full = Range::full(width);
        let modulus = 1i128 << width;
        let turn = unsigned.0.div_euclid(modulus);
        let mut result = full;
        if turn == unsigned.1.div_euclid(modulus) {
            (result.ulo, result.uhi) = (unsigned.0 - turn * modulus, unsigned.1 - turn * modulus);
        }
        let turn = (signed.0 - full.slo).div_euclid(modulus);
        if turn == (signed.1 - full.slo).div_euclid(modulus) {
            (result.slo, result.shi) = (signed.0 - turn * modulus, signed.1 - turn * modulus);
        }
        result.reduced().unwrap_or(full)
    }

    pub fn binary(&self, op: BinOp, other: &Range) -> Range {
        let width = self.width;
        if width > WIDEST {
            return Range::full(width);
        }
        if let (Some(a), Some(b)) = (self.single(), other.single()) {
            return fold(op, width, a, b).map_or(Range::full(width), |value| Range::constant(width, value));
        }
        match op {
            BinOp::Add => Range::wrapped(
                width,
                (self.ulo + other.ulo, self.uhi + other.uhi),
                (self.slo + other.slo, self.shi + other.shi),
            ),
            BinOp::Sub => Range::wrapped(
                width,
                (self.ulo - other.uhi, self.uhi - other.ulo),
                (self.slo - other.shi, self.shi - other.slo),
            ),
            BinOp::Mul => self.product(other),
            BinOp::Shl => match other.single().filter(|&count| count < u128::from(width)) {
                Some(count) if count < 63 => self.product(&Range::constant(width, 1 << count)),
                _ => Range::full(width),
            },
            BinOp::And => Range::unsigned(width, 0, self.uhi.min(other.uhi)),
            BinOp::Or => Range::unsigned(width, self.ulo.max(other.ulo), ones_above(self.uhi.max(other.uhi))),
            BinOp::Xor => Range::unsigned(width, 0, ones_above(self.uhi.max(other.uhi))),
            BinOp::UDiv if other.ulo > 0 => Range::unsigned(width, self.ulo / other.uhi, self.uhi / other.ulo),
            BinOp::URem if other.ulo > 0 => Range::unsigned(width, 0, self.uhi.min(other.uhi - 1)),
            BinOp::SDiv if other.slo > 0 => {
                let ends = [self.slo / other.slo, self.slo / other.shi, self.shi / other.slo, self.shi / other.shi];
                Range::signed(width, ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0))
            }
            BinOp::SRem if other.slo > 0 => {
                let most = other.shi - 1;
                let low = if self.slo >= 0 { 0 } else { (-most).max(self.slo) };
                Range::signed(width, low, if self.shi <= 0 { 0 } else { most.min(self.shi) })
            }
            BinOp::LShr => match other.single().filter(|&count| count < u128::from(width)) {
                Some(count) => Range::unsigned(width, self.ulo >> count, self.uhi >> count),
                None => Range::unsigned(width, 0, self.uhi),
            },
            BinOp::AShr => match other.single().filter(|&count| count < u128::from(width)) {
                Some(count) => Range::signed(width, self.slo >> count, self.shi >> count),
                None => Range::full(width),
            },
            BinOp::UMin => Range::unsigned(width, self.ulo.min(other.ulo), self.uhi.min(other.uhi)),
            BinOp::UMax => Range::unsigned(width, self.ulo.max(other.ulo), self.uhi.max(other.uhi)),
            BinOp::SMin => Range::signed(width, self.slo.min(other.slo), self.shi.min(other.shi)),
            BinOp::SMax => Range::signed(width, self.slo.max(other.slo), self.shi.max(other.shi)),
            _ => Range::full(width),
        }
    }

    fn product(&self, other: &Range) -> Range {
        let corners = |a: (i128, i128), b: (i128, i128)| -> Option<(i128, i128)> {
            let mut all = Vec::with_capacity(4);
            for (x, y) in [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)] {
                all.push(x.checked_mul(y)?);
            }
            Some((all.iter().copied().min()?, all.iter().copied().max()?))
        };
        let unsigned = corners((self.ulo, self.uhi), (other.ulo, other.uhi));
        let signed = corners((self.slo, self.shi), (other.slo, other.shi));
        match (unsigned, signed) {
            (Some(unsigned), Some(signed)) => Range::wrapped(self.width, unsigned, signed),
            _ => Range::full(self.width),
        }
    }

    /// The same values in more bits, as unsigned or signed numbers.
    pub fn extend(&self, width: u32, as_signed: bool) -> Range {
        match (width > WIDEST, as_signed) {
            (true, _) => Range::full(width),
            (_, true) => Range::signed(width, self.slo, self.shi),
            (_, false) => Range::unsigned(width, self.ulo, self.uhi),
        }
    }

    /// The values in fewer bits.
    pub fn truncate(&self, width: u32) -> Range {
        if self.width > WIDEST {
            return Range::full(width);
        }
        Range::wrapped(width, (self.ulo, self.uhi), (self.slo, self.shi))
    }

    /// Is `self op other` decided by the bounds?
    pub fn compare(&self, op: CmpOp, other: &Range) -> Option<bool> {
        if self.width > WIDEST {
            return None;
        }
        let less = |a: (i128, i128), b: (i128, i128)| match () {
            () if a.1 < b.0 => Some(true),
            () if a.0 >= b.1 => Some(false),
            () => None,
        };
        let (au, bu) = ((self.ulo, self.uhi), (other.ulo, other.uhi));
        let (asg, bsg) = ((self.slo, self.shi), (other.slo, other.shi));
        match op {
            CmpOp::Eq => match (self.single(), other.single()) {
                (Some(a), Some(b)) => Some(a == b),
                _ => self.intersect(other).is_none().then_some(false),
            },
            CmpOp::Ne => self.compare(CmpOp::Eq, other).map(|equal| !equal),
            CmpOp::Ult => less(au, bu),
            CmpOp::Uge => less(au, bu).map(|less| !less),
            CmpOp::Ugt => less(bu, au),
            CmpOp::Ule => less(bu, au).map(|less| !less),
            CmpOp::Slt => less(asg, bsg),
            CmpOp::Sge => less(asg, bsg).map(|less| !less),
            CmpOp::Sgt => less(bsg, asg),
            CmpOp::Sle => less(bsg, asg).map(|less| !less),
        }
    }

    /// What is left of `self` if `self op other` holds; `None` if nothing is.
    pub fn assume(&self, op: CmpOp, other: &Range) -> Option<Range> {
        if self.width > WIDEST {
            return Some(*self);
        }
        let mut result = *self;
        match op {
            CmpOp::Eq => return self.intersect(other),
            CmpOp::Ne => {
                if let Some(value) = other.single() {
                    let (u, s) = (value as i128, signed(value, self.width));
                    result.ulo += i128::from(result.ulo == u);
                    result.uhi -= i128::from(result.uhi == u);
                    result.slo += i128::from(result.slo == s);
                    result.shi -= i128::from(result.shi == s);
                }
            }
            CmpOp::Ult => result.uhi = result.uhi.min(other.uhi - 1),
            CmpOp::Ule => result.uhi = result.uhi.min(other.uhi),
            CmpOp::Ugt => result.ulo = result.ulo.max(other.ulo + 1),
            CmpOp::Uge => result.ulo = result.ulo.max(other.ulo),
            CmpOp::Slt => result.shi = result.shi.min(other.shi - 1),
            CmpOp::Sle => result.shi = result.shi.min(other.shi),
            CmpOp::Sgt => result.slo = result.slo.max(other.slo + 1),
            CmpOp::Sge => result.slo = result.slo.max(other.slo),
        }
        if result.ulo > result.uhi || result.slo > result.shi {
            return None;
        }
        result.reduced()
    }
}

/// The smallest number of only ones that is at least `value`.
fn ones_above(value: i128) -> i128 {
    let bits = 128 - value.max(0).leading_zeros();
    (1i128 << bits) - 1
}

/// `a op b` on constants of at most 64 bits; `None` where the result is not a plain number or an error.
pub fn fold(op: BinOp, width: u32, a: u128, b: u128) -> Option<u128> {
    if width > WIDEST {
        return None;
    }
    let (sa, sb) = (signed(a, width), signed(b, width));
    let shift = u32::try_from(b).ok().filter(|&count| count < width);
    let result = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::UDiv if b != 0 => a / b,
        BinOp::URem if b != 0 => a % b,
        BinOp::SDiv if b != 0 => (sa / sb) as u128,
        BinOp::SRem if b != 0 => (sa % sb) as u128,
        BinOp::Shl => a << shift?,
        BinOp::LShr => a >> shift?,
        BinOp::AShr => (sa >> shift?) as u128,
        BinOp::UMin => a.min(b),
        BinOp::UMax => a.max(b),
        BinOp::SMin => sa.min(sb) as u128,
        BinOp::SMax => sa.max(sb) as u128,
        _ => return None,
    };
    Some(cut(result, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;

    fn ranges() -> Vec<Range> {
        let mut all = vec![Range::full(WIDTH)];
        for lo in 0..16 {
            for hi in lo..16 {
                all.push(Range::unsigned(WIDTH, lo, hi));
                all.push(Range::signed(WIDTH, lo - 8, hi - 8));
            }
        }
        all.sort();
        all.dedup();
        all
    }

    fn members(range: &Range) -> Vec<u128> {
        let inside = |v: &u128| range.contains(&Range::constant(WIDTH, *v));
        (0..16).filter(inside).collect()
    }

    /// Every operation on every pair of small ranges covers every concrete result.
    #[test]
    fn operations_cover_their_results() {
        let ops = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::And,
            BinOp::Or,
            BinOp::Xor,
            BinOp::UDiv,
            BinOp::SDiv,
            BinOp::URem,
            BinOp::SRem,
            BinOp::Shl,
            BinOp::LShr,
            BinOp::AShr,
            BinOp::UMin,
            BinOp::UMax,
            BinOp::SMin,
            BinOp::SMax,
        ];
        let all = ranges();
        for (i, a) in all.iter().enumerate() {
            for b in all.iter().skip(i % 3).step_by(3) {
                for op in ops {
                    let result = a.binary(op, b);
                    for (x, y) in members(a).into_iter().flat_map(|x| members(b).into_iter().map(move |y| (x, y))) {
                        let Some(exact) = fold(op, WIDTH, x, y) else { continue };
                        assert!(result.contains(&Range::constant(WIDTH, exact)), "{x} {op} {y} = {exact}: {result:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_are_decided_only_when_all_agree_and_assumptions_lose_nothing() {
        let holds = |op: CmpOp, x: u128, y: u128| {
            Range::constant(WIDTH, x).compare(op, &Range::constant(WIDTH, y)).expect("constants")
        };
        let all = ranges();
        for (i, a) in all.iter().enumerate() {
            for b in all.iter().skip(i % 3).step_by(3) {
                for &op in CmpOp::ALL {
                    let (decided, left) = (a.compare(op, b), a.assume(op, b));
                    for (x, y) in members(a).into_iter().flat_map(|x| members(b).into_iter().map(move |y| (x, y))) {
                        assert!(decided.is_none_or(|d| d == holds(op, x, y)), "{x} {op} {y}");
                        if holds(op, x, y) {
                            let kept = left.is_some_and(|left| left.contains(&Range::constant(WIDTH, x)));
                            assert!(kept, "{x} {op} {y}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn signed_comparison_of_constants_is_that_of_the_machine() {
        for (x, y) in (0..16u128).flat_map(|x| (0..16u128).map(move |y| (x, y))) {
            let less = Range::constant(WIDTH, x).compare(CmpOp::Slt, &Range::constant(WIDTH, y));
            assert_eq!(less, Some(signed(x, WIDTH) < signed(y, WIDTH)));
        }
    }

    #[test]
    fn casts_and_widening_cover() {
        for a in ranges() {
            for v in members(&a) {
                assert!(a.extend(8, true).contains(&Range::constant(8, signed(v, WIDTH) as u128)));
                assert!(a.extend(8, false).contains(&Range::constant(8, v)));
                assert!(a.truncate(2).contains(&Range::constant(2, v)));
                assert!(a.shift(5).contains(&Range::constant(WIDTH, v + 5)));
            }
            for b in ranges() {
                let wide = a.widen(&b, &[0, 3]);
                assert!(wide.contains(&a) && wide.contains(&b));
            }
        }
    }
}
