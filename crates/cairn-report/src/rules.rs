//! What there is to say of each rule, for readers that meet it for the first time.

use cairn_ir::Rule;
use serde_json::{Value, json};

/// The words for one rule.
pub struct RuleText {
    /// One line.
    pub short: &'static str,
    /// What it means and why it matters.
    pub full: &'static str,
    /// How to repair it.
    pub help: &'static str,
    /// As GitHub ranks it: a number from 0 to 10, as text.
    pub severity: &'static str,
}

pub fn rule_text(rule: Rule) -> RuleText {
    let (short, full, help, severity) = match rule {
        Rule::NullDereference => (
            "Access through a null pointer",
            "The program reads, writes or calls through a pointer that is null. It crashes, or worse.",
            "Test the pointer before using it, also the result of every allocation.",
            "5.5",
        ),
        Rule::UseAfterFree => (
            "Access to a block that was freed",
            "The block may belong to somebody else by now: data is corrupted or disclosed.",
            "Use the block before freeing it, or free it later.",
            "8.8",
        ),
        Rule::UseAfterScope => (
            "Access to a local whose scope has ended",
            "The memory of the local is used for something else by now.",
            "Give the variable a scope that contains every use, or allocate it.",
            "7.5",
        ),
        Rule::OutOfBounds => (
            "Access before or after an object",
            "The program reads or writes memory that is not part of the object: data is corrupted or disclosed.",
            "Compare the index or length with the size before the access.",
            "8.8",
        ),
        Rule::InvalidPointer => (
            "Access through a pointer to no object",
            "The pointer was made from a number, points to code, or the object must not be written to.",
            "Let pointers point to objects of the program, and write only to objects that may be written to.",
            "7.5",
        ),
        Rule::DoubleFree => (
            "A block is freed twice",
            "Freeing a block again corrupts the allocator's data.",
            "Free the block once; set the pointer to NULL after freeing it.",
            "8.1",
        ),
        Rule::InvalidFree => (
            "Something is freed that no allocation returned",
            "The pointer is not the start of a heap block; freeing it corrupts the allocator's data.",
            "Pass to free only what an allocation function returned, unchanged.",
            "8.1",
        ),
        Rule::MemoryLeak => (
            "The last pointer to a live block is lost",
            "Nobody can free the block any more; a program that runs long runs out of memory.",
            "Free the block before its last pointer is lost.",
            "4.0",
        ),
        Rule::MemoryNotFreedAtExit => (
            "A block is never freed",
            "The program could still reach the block when it ended.",
            "Free the block before the program ends.",
            "2.0",
        ),
        Rule::UninitializedRead => (
            "Something depends on memory that was never written",
            "A branch, an address or output depends on whatever was in that memory before.",
            "Write the variable or block before reading it.",
            "6.5",
        ),
        Rule::AssertionFailure => (
            "An assertion fails",
            "The program states that this cannot happen, and it does.",
            "Correct the program or the assertion.",
            "4.0",
        ),
        Rule::PreconditionViolation => (
            "A call breaks a rule of the callee",
            "The function says nothing about what it does in this case: overlapping copies, code that cannot be reached.",
            "Call the function as its manual demands.",
            "5.0",
        ),
        Rule::IntegerOverflow => (
            "A signed result does not fit",
            "Overflow of signed integers has no meaning in C.",
            "Compute in a wider type, or test the operands before.",
            "5.0",
        ),
        Rule::InvalidShift => (
            "A shift count is out of range",
            "Shifting by a negative count or by the width or more has no meaning in C.",
            "Test the count before shifting.",
            "4.0",
        ),
        Rule::DivisionByZero => (
            "Division by zero",
            "The divisor is zero, or the quotient does not fit.",
            "Test the divisor before dividing.",
            "5.0",
        ),
        Rule::InvalidPointerArithmetic => (
            "Pointer arithmetic leaves its object",
            "A pointer may point into an object or one past its end, nowhere else.",
            "Compute with indices, and make the pointer last.",
            "5.0",
        ),
        Rule::StackExhaustion => (
            "The stack is exhausted",
            "Calls nest too deeply, or locals are too large.",
            "Bound the recursion, or allocate large objects on the heap.",
            "5.0",
        ),
    };
    RuleText { short, full, help, severity }
}

/// The page of a rule in Markdown: what it means, a bad and a good program, how to repair it, what is not seen.
pub fn rule_page(rule: Rule) -> &'static str {
    match rule {
        Rule::NullDereference => include_str!("../rules/null-dereference.md"),
        Rule::UseAfterFree => include_str!("../rules/use-after-free.md"),
        Rule::UseAfterScope => include_str!("../rules/use-after-scope.md"),
        Rule::OutOfBounds => include_str!("../rules/out-of-bounds.md"),
        Rule::InvalidPointer => include_str!("../rules/invalid-pointer.md"),
        Rule::DoubleFree => include_str!("../rules/double-free.md"),
        Rule::InvalidFree => include_str!("../rules/invalid-free.md"),
        Rule::MemoryLeak => include_str!("../rules/memory-leak.md"),
        Rule::MemoryNotFreedAtExit => include_str!("../rules/memory-not-freed-at-exit.md"),
        Rule::UninitializedRead => include_str!("../rules/uninitialized-read.md"),
        Rule::AssertionFailure => include_str!("../rules/assertion-failure.md"),
        Rule::PreconditionViolation => include_str!("../rules/precondition-violation.md"),
        Rule::IntegerOverflow => include_str!("../rules/integer-overflow.md"),
        Rule::InvalidShift => include_str!("../rules/invalid-shift.md"),
        Rule::DivisionByZero => include_str!("../rules/division-by-zero.md"),
        Rule::InvalidPointerArithmetic => include_str!("../rules/invalid-pointer-arithmetic.md"),
        Rule::StackExhaustion => include_str!("../rules/stack-exhaustion.md"),
    }
}

/// One rule, or all of them, for programs.
pub fn rules_to_json(rule: Option<Rule>) -> String {
    let rules = Rule::ALL.iter().filter(|&&known| rule.is_none_or(|rule| rule == known));
    let values: Vec<Value> = rules
        .map(|&rule| {
            let text = rule_text(rule);
            json!({
                "id": rule.name(),
                "short": text.short,
                "full": text.full,
                "help": text.help,
                "security_severity": text.severity,
                "cwe": rule.cwes(),
                "svcomp": rule.svcomp(),
                "page": rule_page(rule),
            })
        })
        .collect();
    format!("{:#}\n", json!({ "schema": "cairn-rules/1", "rules": values }))
}

/// The program under a heading of a rule's page: `Bad` or `Good`.
pub fn rule_example(rule: Rule, heading: &str) -> Option<&'static str> {
    let (_, rest) = rule_page(rule).split_once(&format!("## {heading}\n"))?;
    let (_, code) = rest.split_once("```c\n")?;
    Some(code.split_once("```")?.0)
}

/// The rule whose name is most like this one, if one is.
pub fn nearest_rule(name: &str) -> Option<&'static str> {
    let distance = |rule: &Rule| (edit_distance(name, rule.name()), rule.name());
    let near = Rule::ALL.iter().map(distance).min()?;
    let prefix = Rule::ALL.iter().map(|rule| rule.name()).find(|rule| name.len() >= 4 && rule.starts_with(name));
    prefix.or((near.0 <= name.len() / 2).then_some(near.1))
}

/// Insertions, deletions and replacements of bytes that make one text the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let replace = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest_rule;

    #[test]
    fn wrong_names_are_close_to_right_ones() {
        assert_eq!(nearest_rule("null-deref"), Some("null-dereference"));
        assert_eq!(nearest_rule("doublefree"), Some("double-free"));
        assert_eq!(nearest_rule("use_after_free"), Some("use-after-free"));
        assert_eq!(nearest_rule("xyz"), None);
    }
}
