//! Exact decimal expansions of binary numbers, and rounding them.

use crate::wide::natural;

/// `digits * 10^-fraction`, exactly; zero has no digits, other numbers no leading zeros.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decimal {
    /// ASCII digits, the most significant first.
    pub digits: Vec<u8>,
    pub fraction: usize,
}

/// Largest power of ten in a limb.
const CHUNK: u64 = 10_000_000_000_000_000_000;
const CHUNK_DIGITS: usize = 19;

impl Decimal {
    pub const ZERO: Decimal = Decimal { digits: Vec::new(), fraction: 0 };

    /// The value of `sig * 2^exp`.
    pub fn exact(sig: u128, exp: i32) -> Decimal {
        if sig == 0 {
            return Decimal::ZERO;
        }
        let zeros = sig.trailing_zeros();
        let (sig, exp) = (natural::from_u128(sig >> zeros), exp.saturating_add(zeros as i32));
        if exp >= 0 {
            return Decimal { digits: to_digits(natural::shl(&sig, exp as u64)), fraction: 0 };
        }
        // 2^-k = 5^k * 10^-k.
        let fraction = exp.unsigned_abs();
        Decimal { digits: to_digits(natural::mul(&sig, &natural::pow(5, fraction))), fraction: fraction as usize }
    }

    /// The exponent of the first digit: 3 for 1234.5. Zero has 0.
    pub fn exponent(&self) -> i64 {
        if self.digits.is_empty() { 0 } else { self.digits.len() as i64 - self.fraction as i64 - 1 }
    }

    /// `self * 10^places` rounded to an integer, ties to even: its digits, without leading zeros.
    pub fn scaled(&self, places: i64) -> Vec<u8> {
        let keep = self.digits.len() as i64 - self.fraction as i64 + places;
        if keep < 0 || self.digits.is_empty() {
            return Vec::new();
        }
        let keep = keep as usize;
        let mut kept: Vec<u8> = self.digits.iter().copied().take(keep).collect();
        kept.resize(keep, b'0');
        if rounds_up(&kept, self.digits.get(keep..).unwrap_or(&[])) {
            increment(&mut kept);
        }
        kept
    }
}

fn rounds_up(kept: &[u8], dropped: &[u8]) -> bool {
    let Some((&first, rest)) = dropped.split_first() else { return false };
    let odd = kept.last().is_some_and(|digit| digit % 2 == 1);
    first > b'5' || first == b'5' && (odd || rest.iter().any(|&digit| digit != b'0'))
}

fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit != b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

/// The decimal digits of a natural number; none for zero.
fn to_digits(mut number: Vec<u64>) -> Vec<u8> {
    let mut reversed = Vec::new();
    natural::trim(&mut number);
    while !number.is_empty() {
        let mut chunk = natural::div_small(&mut number, CHUNK);
        natural::trim(&mut number);
        for _ in 0..CHUNK_DIGITS {
            reversed.push(b'0' + (chunk % 10) as u8);
            chunk /= 10;
        }
    }
    while reversed.last() == Some(&b'0') {
        reversed.pop();
    }
    reversed.reverse();
    reversed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(digits: Vec<u8>) -> String {
        String::from_utf8(digits).expect("digits")
    }

    #[test]
    fn expansions_are_exact() {
        let tenth = Decimal::exact(0x1999999999999a, -56);
        assert_eq!(text(tenth.digits.clone()), "1000000000000000055511151231257827021181583404541015625");
        assert_eq!((tenth.fraction, tenth.exponent()), (55, -1));
        assert_eq!(text(Decimal::exact(1, 70).digits), "1180591620717411303424");
        assert_eq!(Decimal::exact(80, -3), Decimal { digits: b"10".to_vec(), fraction: 0 });
        assert_eq!(Decimal::exact(0, 5), Decimal::ZERO);
        assert_eq!(Decimal::exact(1, -16445).exponent(), -4951);
    }

    #[test]
    fn rounding_ties_go_to_even() {
        let scaled = |sig, exp, places| text(Decimal::exact(sig, exp).scaled(places));
        assert_eq!(scaled(5, -1, 0), "2");
        assert_eq!(scaled(7, -1, 0), "4");
        assert_eq!(scaled(1, -1, 0), "");
        assert_eq!(scaled(3, -2, 0), "1");
        assert_eq!(scaled(1, -4, 2), "6");
        assert_eq!(scaled(9995, 0, -1), "1000");
        assert_eq!(scaled(96, 0, -2), "1");
        assert_eq!(scaled(4, 0, -2), "");
        assert_eq!(scaled(3, 0, 2), "300");
    }
}
