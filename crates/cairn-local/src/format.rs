//! Formats of `printf`, as far as it is plain what they do: no numbered arguments, no `*`, no `%n`, widths that are small.

/// Widths and precisions beyond this are not looked at.
const WIDEST: u64 = 200;

/// A piece of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// One byte as it is.
    Literal,
    /// An argument, on at least so many places.
    Takes { what: Taken, width: u64 },
}

/// What a conversion takes from the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// An integer of so many bits, with at least so many digits.
    Number {
        bits: u32,
        digits: u64,
    },
    Real,
    Text,
    Pointer,
}

impl Taken {
    /// The longest that it can be without padding; of a text its length is.
    pub fn longest(self) -> u64 {
        match self {
            // Octal digits, a sign or a prefix.
            Taken::Number { bits, digits } => u64::from(bits / 3 + 1).max(digits) + 3,
            // The largest number before the point, and what the precision allows after it.
            Taken::Real => 330 + WIDEST,
            Taken::Pointer => 24,
            Taken::Text => u64::MAX,
        }
    }
}

/// The pieces of a format; `None` if something is not plain.
pub fn conversions(format: &[u8], pointer_bits: u32) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            found.push(Conversion::Literal);
        } else if let Some((b'%', after)) = rest.split_first() {
            found.push(Conversion::Literal);
            rest = after;
        } else {
            let (conversion, after) = conversion(rest, pointer_bits)?;
            found.push(conversion);
            rest = after;
        }
    }
    Some(found)
}

/// What comes after the `%`.
fn conversion(text: &[u8], pointer_bits: u32) -> Option<(Conversion, &[u8])> {
    let flags = text.iter().take_while(|byte| b"-+ #0".contains(byte)).count();
    let (width, text) = digits(&text[flags..])?;
    let (precision, text) = match text.strip_prefix(b".") {
        Some(text) => digits(text)?,
        None => (0, text),
    };
    let (length, text) = length(text);
    let (&kind, text) = text.split_first()?;
    let long = match length {
        b"" | b"h" | b"hh" => 32,
        b"l" | b"z" | b"t" => pointer_bits,
        b"ll" | b"j" => 64,
        _ => return None,
    };
    let what = match (kind, length) {
        (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', _) => Taken::Number { bits: long, digits: precision },
        // For others, a precision has no meaning, or another one.
        (b'c' | b'p', _) if precision > 0 => return None,
        (b'c', b"") => Taken::Number { bits: 32, digits: 0 },
        (b'e' | b'E' | b'f' | b'F' | b'g' | b'G', b"" | b"l") => Taken::Real,
        (b's', b"") => Taken::Text,
        (b'p', b"") => Taken::Pointer,
        _ => return None,
    };
    Some((Conversion::Takes { what, width }, text))
}

/// A number, 0 if there is none; `None` if it is large.
fn digits(text: &[u8]) -> Option<(u64, &[u8])> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = text[..count].iter().fold(0u64, |number, digit| number.saturating_mul(10) + u64::from(digit - b'0'));
    (number <= WIDEST).then_some((number, &text[count..]))
}

fn length(text: &[u8]) -> (&[u8], &[u8]) {
    let lengths: [&[u8]; 7] = [b"hh", b"ll", b"h", b"l", b"j", b"z", b"t"];
    let found = lengths.into_iter().find(|length| text.starts_with(length)).unwrap_or_default();
    text.split_at(found.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(format: &str) -> Option<Conversion> {
        let all = conversions(format.as_bytes(), 64)?;
        (all.len() == 1).then(|| all[0])
    }

    fn number(bits: u32, digits: u64, width: u64) -> Option<Conversion> {
        Some(Conversion::Takes { what: Taken::Number { bits, digits }, width })
    }

    #[test]
    fn plain_formats_are_taken_apart() {
        assert_eq!(one("%d"), number(32, 0, 0));
        assert_eq!(one("%-08.3lx"), number(64, 3, 8));
        assert_eq!(one("%hhu"), number(32, 0, 0));
        assert_eq!(conversions(b"%zu", 32).map(|all| all[0]), number(32, 0, 0));
        assert_eq!(one("%c"), number(32, 0, 0));
        assert_eq!(one("%%"), Some(Conversion::Literal));
        assert_eq!(one("%20s"), Some(Conversion::Takes { what: Taken::Text, width: 20 }));
        assert_eq!(conversions(b"a%sb%dc", 64).map(|all| all.len()), Some(5));
    }

    #[test]
    fn what_is_not_plain_is_refused() {
        for format in
            ["%n", "%*d", "%.*s", "%1$d", "%Lf", "%ls", "%lc", "%", "%5", "%y", "%1000d", "%m", "%a", "%.9p", "%.2c"]
        {
            assert_eq!(conversions(format.as_bytes(), 64), None, "{format}");
        }
    }

    #[test]
    fn lengths_are_enough() {
        let longest = |bits| Taken::Number { bits, digits: 0 }.longest() as usize;
        assert!(longest(32) >= format!("{}", i32::MIN).len() && longest(32) >= format!("{:#o}", u32::MAX).len());
        assert!(longest(64) >= format!("{}", i64::MIN).len() && longest(64) >= format!("{:#o}", u64::MAX).len());
        assert!(Taken::Real.longest() as usize > format!("{:.200}", f64::MIN).len());
    }
}
