//! Natural numbers of any size as little-endian 64-bit limbs: the schoolbook algorithms.
//!
//! Not here: widths and signs (`wide`), decimal text (`host::decimal`).

use std::cmp::Ordering;

/// Removes leading zero limbs; zero has none.
pub fn trim(number: &mut Vec<u64>) {
    while number.last() == Some(&0) {
        number.pop();
    }
}

pub fn from_u128(value: u128) -> Vec<u64> {
    let mut number = vec![value as u64, (value >> 64) as u64];
    trim(&mut number);
    number
}

pub fn is_zero(number: &[u64]) -> bool {
    number.iter().all(|&limb| limb == 0)
}

/// Position of the highest one bit plus one; 0 for zero.
pub fn bit_len(number: &[u64]) -> u64 {
    match number.iter().rposition(|&limb| limb != 0) {
        Some(top) => 64 * top as u64 + 64 - u64::from(number[top].leading_zeros()),
        None => 0,
    }
}

/// Compares numbers, whatever their count of leading zero limbs.
pub fn cmp(a: &[u64], b: &[u64]) -> Ordering {
    let limb = |number: &[u64], i: usize| number.get(i).copied().unwrap_or(0);
    let differing = (0..a.len().max(b.len())).rev().find(|&i| limb(a, i) != limb(b, i));
    differing.map_or(Ordering::Equal, |i| limb(a, i).cmp(&limb(b, i)))
}

/// `a += b` within the limbs of `a`; the carry out of them. `b` is not longer than `a`.
pub fn add_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut carry = false;
    for (i, limb) in a.iter_mut().enumerate() {
        if i >= b.len() && !carry {
            break;
        }
        let (sum, first) = limb.overflowing_add(b.get(i).copied().unwrap_or(0));
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        *limb = sum;
        carry = first || second;
    }
    carry
}

/// `a -= b` within the limbs of `a`; the borrow out of them. `b` is not longer than `a`.
pub fn sub_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut borrow = false;
    for (i, limb) in a.iter_mut().enumerate() {
        if i >= b.len() && !borrow {
            break;
        }
        let (rest, first) = limb.overflowing_sub(b.get(i).copied().unwrap_or(0));
        let (rest, second) = rest.overflowing_sub(u64::from(borrow));
        *limb = rest;
        borrow = first || second;
    }
    borrow
}

/// `number = number * factor + add`.
pub fn mul_add_small(number: &mut Vec<u64>, factor: u64, add: u64) {
    let mut carry = add;
    for limb in number.iter_mut() {
        let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
        *limb = product as u64;
        carry = (product >> 64) as u64;
    }
    if carry != 0 {
        number.push(carry);
    }
}

/// The product, with as many limbs as both factors together.
pub fn mul(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0u64; a.len() + b.len()];
    for (i, &x) in a.iter().enumerate().filter(|&(_, &x)| x != 0) {
        let mut carry = 0u128;
        for (slot, &y) in product[i..].iter_mut().zip(b) {
            carry += u128::from(x) * u128::from(y) + u128::from(*slot);
            *slot = carry as u64;
            carry >>= 64;
        }
        product[i + b.len()] = carry as u64;
    }
    product
}

/// `base^exponent` by repeated squaring.
pub fn pow(base: u64, exponent: u32) -> Vec<u64> {
    let mut result = vec![1];
    for bit in (0..32 - exponent.leading_zeros()).rev() {
        result = mul(&result, &result);
        if exponent >> bit & 1 == 1 {
            mul_add_small(&mut result, base, 0);
        }
        trim(&mut result);
    }
    result
}

/// `number << by`, as long as needed.
pub fn shl(number: &[u64], by: u64) -> Vec<u64> {
    let (limbs, bits) = ((by / 64) as usize, (by % 64) as u32);
    let mut result = vec![0; limbs];
    let mut carry = 0;
    for &limb in number {
        result.push(limb << bits | carry);
        carry = limb.checked_shr(64 - bits).unwrap_or(0);
    }
    result.push(carry);
    result
}

/// `number >> by`.
pub fn shr(number: &[u64], by: u64) -> Vec<u64> {
    let (limbs, bits) = ((by / 64) as usize, (by % 64) as u32);
    let rest = number.get(limbs..).unwrap_or(&[]);
    let next = rest.iter().skip(1).chain([&0]);
    rest.iter().zip(next).map(|(&low, &high)| low >> bits | high.checked_shl(64 - bits).unwrap_or(0)).collect()
}

/// Is a bit below position `end` set?
pub fn any_bit_below(number: &[u64], end: u64) -> bool {
    let limbs = (end / 64) as usize;
    match number.get(limbs) {
        Some(&limb) => !is_zero(&number[..limbs]) || limb & ((1 << (end % 64)) - 1) != 0,
        None => !is_zero(number),
    }
}

/// `number /= divisor`; the remainder.
pub fn div_small(number: &mut [u64], divisor: u64) -> u64 {
    let mut rest = 0u128;
    for limb in number.iter_mut().rev() {
        rest = rest << 64 | u128::from(*limb);
        *limb = (rest / u128::from(divisor)) as u64;
        rest %= u128::from(divisor);
    }
    rest as u64
}

/// Quotient and remainder, trimmed. The divisor is not zero.
pub fn div_rem(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    trim(&mut a);
    trim(&mut b);
    if cmp(&a, &b) == Ordering::Less {
        return (Vec::new(), a);
    }
    if let [divisor] = b[..] {
        let rest = div_small(&mut a, divisor);
        trim(&mut a);
        return (a, from_u128(u128::from(rest)));
    }
    div_rem_long(&a, &b)
}

/// Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D: divisor of two limbs or more, not above the dividend.
fn div_rem_long(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let n = b.len();
    let shift = u64::from(b[n - 1].leading_zeros());
    let mut divisor = shl(b, shift);
    divisor.truncate(n);
    let mut rest = shl(a, shift);
    let mut quotient = vec![0; a.len() - n + 1];
    for j in (0..quotient.len()).rev() {
        let digit = estimate_digit(&rest[j..=j + n], &divisor);
        quotient[j] = subtract_multiple(&mut rest[j..=j + n], &divisor, digit);
    }
    rest.truncate(n);
    let mut rest = shr(&rest, shift);
    trim(&mut rest);
    trim(&mut quotient);
    (quotient, rest)
}

/// Steps D3: the quotient's next digit, or one more. `window` has one limb more than the divisor.
fn estimate_digit(window: &[u64], divisor: &[u64]) -> u64 {
    let n = divisor.len();
    let top = u128::from(window[n]) << 64 | u128::from(window[n - 1]);
    let (first, second) = (u128::from(divisor[n - 1]), u128::from(divisor[n - 2]));
    let (mut digit, mut rest) = (top / first, top % first);
    while digit >> 64 != 0 || digit * second > (rest << 64 | u128::from(window[n - 2])) {
        digit -= 1;
        rest += first;
        if rest >> 64 != 0 {
            break;
        }
    }
    digit as u64
}

/// Steps D4 to D6: subtracts `digit * divisor`, or one multiple less when that is too much; the right digit.
fn subtract_multiple(window: &mut [u64], divisor: &[u64], digit: u64) -> u64 {
    let mut product = divisor.to_vec();
    product.push(0);
    let mut carry = 0u128;
    for limb in product.iter_mut() {
        carry += u128::from(*limb) * u128::from(digit);
        *limb = carry as u64;
        carry >>= 64;
    }
    if !sub_assign(window, &product) {
        return digit;
    }
    add_assign(window, divisor);
    digit - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(number: &[u64]) -> u128 {
        assert!(number.len() <= 2 || is_zero(&number[2..]));
        u128::from(number.first().copied().unwrap_or(0)) | u128::from(number.get(1).copied().unwrap_or(0)) << 64
    }

    #[test]
    fn powers_and_shifts() {
        assert_eq!(value(&pow(10, 38)), 10u128.pow(38));
        assert_eq!(pow(7, 0), [1]);
        assert_eq!(shr(&shl(&pow(3, 200), 131), 131)[..5], pow(3, 200)[..5]);
        assert_eq!(bit_len(&shl(&[1], 1000)), 1001);
        assert!(any_bit_below(&shl(&[1], 100), 101));
        assert!(!any_bit_below(&shl(&[1], 100), 100));
    }

    #[test]
    fn division_corrects_its_estimate() {
        // The known hard case of algorithm D: the first estimate is one too large even after the check.
        let dividend = [0, 0, 1 << 63, (1 << 63) - 1];
        let divisor = [1, 0, 1 << 63];
        let (quotient, rest) = div_rem(&dividend, &divisor);
        let mut back = mul(&quotient, &divisor);
        back.resize(5, 0);
        assert!(!add_assign(&mut back, &rest));
        assert_eq!(cmp(&back, &dividend), Ordering::Equal);
        assert_eq!(cmp(&rest, &divisor), Ordering::Less);
    }

    #[test]
    fn powers_divide_exactly() {
        let (quotient, rest) = div_rem(&pow(10, 300), &pow(10, 123));
        assert_eq!(quotient, pow(10, 177));
        assert!(rest.is_empty());
        let (quotient, rest) = div_rem(&pow(10, 300), &[7]);
        assert_eq!(value(&rest), 1, "10^6 is 1 modulo 7");
        assert_eq!(bit_len(&quotient), bit_len(&pow(10, 300)) - 3);
    }
}
