//! The kinds of error, by the ids that reports use.

use crate::semantic::named_enum;

named_enum! {
    pub enum Rule {
        NullDereference = "null-dereference",
        UseAfterFree = "use-after-free",
        UseAfterScope = "use-after-scope",
        OutOfBounds = "out-of-bounds",
        /// Access through a pointer to nothing: uninitialised, made from an integer, to code, to read-only data.
        InvalidPointer = "invalid-pointer",
        DoubleFree = "double-free",
        InvalidFree = "invalid-free",
        MemoryLeak = "memory-leak",
        /// Still reachable when the program ends, never freed.
        MemoryNotFreedAtExit = "memory-not-freed-at-exit",
        UninitializedRead = "uninitialized-read",
        AssertionFailure = "assertion-failure",
        PreconditionViolation = "precondition-violation",
        IntegerOverflow = "integer-overflow",
        InvalidShift = "invalid-shift",
        DivisionByZero = "division-by-zero",
        InvalidPointerArithmetic = "invalid-pointer-arithmetic",
        StackExhaustion = "stack-exhaustion",
    }
}

impl Rule {
    /// The property of SV-COMP that an error of this kind violates.
    pub fn svcomp(self) -> Option<&'static str> {
        match self {
            Rule::NullDereference
            | Rule::UseAfterFree
            | Rule::UseAfterScope
            | Rule::OutOfBounds
            | Rule::InvalidPointer => Some("valid-deref"),
            Rule::DoubleFree | Rule::InvalidFree => Some("valid-free"),
            Rule::MemoryLeak => Some("valid-memtrack"),
            Rule::MemoryNotFreedAtExit => Some("valid-memcleanup"),
            Rule::AssertionFailure => Some("unreach-call"),
            Rule::IntegerOverflow | Rule::InvalidShift => Some("no-overflow"),
            _ => None,
        }
    }

    /// Numbers of the Common Weakness Enumeration, the most specific first.
    pub fn cwes(self) -> &'static [u32] {
        match self {
            Rule::NullDereference => &[476, 690],
            Rule::UseAfterFree => &[416],
            Rule::UseAfterScope => &[562, 825],
            Rule::OutOfBounds => &[125, 787, 121, 122, 124, 126, 127],
            Rule::InvalidPointer => &[824, 822],
            Rule::DoubleFree => &[415],
            Rule::InvalidFree => &[590, 761],
            Rule::MemoryLeak => &[401],
            Rule::MemoryNotFreedAtExit => &[404],
            Rule::UninitializedRead => &[457, 908],
            Rule::AssertionFailure => &[617],
            Rule::PreconditionViolation => &[628, 475],
            Rule::IntegerOverflow => &[190],
            Rule::InvalidShift => &[1335],
            Rule::DivisionByZero => &[369],
            Rule::InvalidPointerArithmetic => &[823, 469],
            Rule::StackExhaustion => &[674],
        }
    }
}
