//! Reads the reports of AddressSanitizer, LeakSanitizer, UBSan and MemorySanitizer.

use cairn_ir::Rule;
use std::collections::BTreeSet;

/// What the sanitizers of one build said about one run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    pub error: Option<SanitizerError>,
    /// The lines where blocks were allocated that leaked.
    pub leaks: BTreeSet<u32>,
    /// All lines where MemorySanitizer saw a use of undefined bits.
    pub undefined: BTreeSet<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanitizerError {
    /// Our name for it; `None` where there is none.
    pub rule: Option<Rule>,
    /// The innermost line of the program itself.
    pub line: u32,
    /// As the sanitizer says it.
    pub message: String,
}

/// The kinds of AddressSanitizer and the rules that they mean.
const ADDRESS_KINDS: &[(&str, Rule)] = &[
    ("heap-use-after-free", Rule::UseAfterFree),
    ("stack-use-after-return", Rule::UseAfterScope),
    ("stack-use-after-scope", Rule::UseAfterScope),
    ("buffer-overflow", Rule::OutOfBounds),
    ("buffer-underflow", Rule::OutOfBounds),
    ("negative-size-param", Rule::OutOfBounds),
    ("param-overlap", Rule::PreconditionViolation),
    ("attempting double-free", Rule::DoubleFree),
    ("attempting free on address which was not malloc", Rule::InvalidFree),
    ("attempting to call malloc_usable_size", Rule::InvalidFree),
    ("stack-overflow", Rule::StackExhaustion),
    ("SEGV on unknown address 0x00000000", Rule::NullDereference),
    ("SEGV on unknown address 0x000000000000", Rule::NullDereference),
    ("SEGV", Rule::InvalidPointer),
    ("FPE", Rule::DivisionByZero),
    ("use-of-uninitialized-value", Rule::UninitializedRead),
];

/// Parts of UBSan's messages.
const UNDEFINED_KINDS: &[(&str, Rule)] = &[
    ("division by zero", Rule::DivisionByZero),
    ("null pointer", Rule::NullDereference),
    ("out of bounds", Rule::OutOfBounds),
    ("insufficient space", Rule::OutOfBounds),
    ("signed integer overflow", Rule::IntegerOverflow),
    ("shift exponent", Rule::InvalidShift),
    ("left shift of", Rule::InvalidShift),
    ("pointer index expression", Rule::InvalidPointerArithmetic),
    ("unsigned offset to", Rule::InvalidPointerArithmetic),
];

/// What a log says.
pub fn read(log: &str) -> Found {
    let mut found = Found::default();
    let lines: Vec<&str> = log.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        if line.contains("leak of ") && line.contains("allocated from:") {
            found.leaks.extend(frame_line(&lines[index + 1..]));
        }
        if line.contains("use-of-uninitialized-value") {
            found.undefined.extend(frame_line(&lines[index + 1..]));
        }
        if found.error.is_none() {
            found.error = runtime_error(line).or_else(|| sanitizer_error(line, &lines[index + 1..]));
        }
    }
    found
}

/// `random.c:12:3: runtime error: …`
fn runtime_error(line: &str) -> Option<SanitizerError> {
    let (place, message) = line.split_once(": runtime error: ")?;
    Some(SanitizerError {
        rule: kind(UNDEFINED_KINDS, message),
        line: place_line(place).unwrap_or(0),
        message: message.to_owned(),
    })
}

/// `==1==ERROR: AddressSanitizer: …` with the stack below.
fn sanitizer_error(line: &str, below: &[&str]) -> Option<SanitizerError> {
    let (_, message) = line
        .split_once("ERROR: AddressSanitizer: ")
        .or_else(|| line.split_once("WARNING: MemorySanitizer: "))
        .or_else(|| line.split_once("ERROR: MemorySanitizer: "))?;
    let message = message.trim();
    let rule = kind(ADDRESS_KINDS, message);
    let line = frame_line(below).unwrap_or(0);
    Some(SanitizerError { rule, line, message: message.split(" on address").next().unwrap_or(message).to_owned() })
}

fn kind(kinds: &[(&str, Rule)], message: &str) -> Option<Rule> {
    kinds.iter().find(|(part, _)| message.contains(part)).map(|&(_, rule)| rule)
}

/// The line of the first frame in the program; only the first stack below counts.
fn frame_line(below: &[&str]) -> Option<u32> {
    let frames = below.iter().skip_while(|line| !is_frame(line)).take_while(|line| is_frame(line));
    frames.filter(|line| line.contains("random.c:")).find_map(|line| place_line(line))
}

fn is_frame(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// The line in `…random.c:12:3`.
fn place_line(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("random.c:")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_use_after_free() {
        let log = "==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x5020 at pc 0x1\nREAD of size 4 at 0x5020\n    \
                   #0 0x1 in strlen (/x+0x1)\n    #1 0x1 in main /t/random.c:4:15\n\nfreed by thread T0 here:\n    #0 0x2 in free\n    \
                   #1 0x2 in main /t/random.c:3:48\n";
        let error = read(log).error.expect("an error");
        assert_eq!((error.rule, error.line), (Some(Rule::UseAfterFree), 4));
    }

    #[test]
    fn reads_a_runtime_error() {
        let error = read("/t/random.c:12:5: runtime error: division by zero\n").error.expect("an error");
        assert_eq!((error.rule, error.line), (Some(Rule::DivisionByZero), 12));
    }

    #[test]
    fn reads_leaks() {
        let log = "==9==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 8 byte(s) in 1 object(s) allocated from:\n    \
                   #0 0x1 in malloc (/x)\n    #1 0x1 in main /t/random.c:3:31\n\nIndirect leak of 4 byte(s) in 1 object(s) allocated \
                   from:\n    #0 0x1 in malloc (/x)\n    #1 0x1 in f /t/random.c:9:1\n";
        let found = read(log);
        assert_eq!(found.error, None);
        assert_eq!(found.leaks.into_iter().collect::<Vec<_>>(), [3, 9]);
    }
}
