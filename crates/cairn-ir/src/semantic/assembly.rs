//! What assembly speaks of, as far as its text shows.
//!
//! Not here: what it does.

use super::{AsmInst, Op, Program};

/// Words in front of an instruction that say how it is executed.
const PREFIXES: [&str; 9] = ["lock", "rep", "repe", "repz", "repne", "repnz", "data16", "xacquire", "xrelease"];
/// Instructions that go elsewhere, whatever their operands; what begins with a `j` or `call` does so, too.
const WAYS_OUT: [&str; 10] = ["int", "syscall", "sysenter", "sysret", "ret", "retq", "retl", "iret", "iretq", "lcall"];

impl Program {
    /// The texts of assembly that may speak of symbols: outside of functions and inside.
    pub fn assembly_texts(&self) -> impl Iterator<Item = &str> {
        let outside = self.assembly.iter().map(|&text| self.names.text(text));
        let bodies = self.funcs.iter().filter_map(|func| func.body.as_ref());
        let insts = bodies.flat_map(|body| body.blocks.iter()).flat_map(|block| &block.insts);
        let inside = insts.filter_map(|inst| match &inst.op {
            Op::Asm(asm) => Some(self.names.text(asm.template)),
            _ => None,
        });
        outside.chain(inside.filter(|template| !AsmInst::keeps_to_operands(template)))
    }
}

/// Everything in a text that may be the name of a symbol.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let names = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let whole = text.split(move |c| !is_part(c));
    whole.chain(text.split(names)).filter(|word| !word.is_empty())
}

impl AsmInst {
    /// Does a template lead to nothing but its operands: it names no symbol, and calls nobody?
    pub fn keeps_to_operands(template: &str) -> bool {
        template.split(['\n', ';']).all(is_plain)
    }
}

/// One instruction that has its operands from registers, numbers and `$0`, and goes nowhere but to a label of its own.
fn is_plain(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.peek() {
        let is_label = word.strip_suffix(':').is_some_and(|label| label.bytes().all(|byte| byte.is_ascii_digit()));
        if !is_label && !PREFIXES.contains(word) {
            break;
        }
        words.next();
    }
    let Some(mnemonic) = words.next() else { return true };
    let operands: Vec<&str> = words.collect();
    let operands = operands.join(" ");
    let jumps = mnemonic.starts_with('j') || mnemonic.starts_with("loop");
    let known = mnemonic.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match jumps {
        true => is_own_label(&operands),
        false => known && !mnemonic.starts_with("call") && !WAYS_OUT.contains(&mnemonic) && names_nothing(&operands),
    }
}

/// `1b`, `2f`.
fn is_own_label(operand: &str) -> bool {
    let number = operand.strip_suffix(['b', 'f']).unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Are all words registers (`%eax`), numbers (`$$16`, `0x10`) or operands (`$0`, `${0:b}`)?
fn names_nothing(operands: &str) -> bool {
    let mut rest = operands;
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        rest = match c {
            '%' => behind.trim_start_matches(|c: char| c.is_ascii_alphanumeric()),
            '$' => match behind.strip_prefix('{') {
                Some(inside) if inside.starts_with(|c: char| c.is_ascii_digit()) => {
                    let Some((_, behind)) = inside.split_once('}') else { return false };
                    behind
                }
                Some(_) => return false,
                None if behind.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '$' | '-')) => behind,
                None => return false,
            },
            '0'..='9' => match behind.strip_prefix(['x', 'X']).filter(|_| c == '0') {
                Some(hex) => hex.trim_start_matches(|c: char| c.is_ascii_hexdigit()),
                None => behind.trim_start_matches(|c: char| c.is_ascii_digit()),
            },
            ' ' | ',' | '(' | ')' | '-' | '+' | '*' | ':' => behind,
            _ => return false,
        };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_on_operands_and_registers_keep_to_them() {
        for template in [
            "",
            "bswap $0",
            "lock; xaddl $0, $1",
            "lock xaddl ${0:k}, $1",
            "rdtsc\n\tshl $$32, %rdx",
            "1: pause\n\tjne 1b",
            "movl 0x10(%rax,%rbx,4), $0",
            "mfence",
        ] {
            assert!(AsmInst::keeps_to_operands(template), "{template}");
        }
    }

    #[test]
    fn names_calls_and_the_system_lead_elsewhere() {
        for template in [
            "movl $$5, v(%rip)",
            "movl v, $0",
            "movl $$v, $0",
            "call *%rax",
            "jmp *$0",
            "jmp f",
            "syscall",
            "int $$0x80",
            ".pushsection .data",
            "mov eax, ebx",
            "1: 2: call f",
            "nop # and\n what",
            "ret",
            "nop $( a $| b $)",
        ] {
            assert!(!AsmInst::keeps_to_operands(template), "{template}");
        }
    }

    #[test]
    fn words_are_whatever_may_be_a_name() {
        let found: Vec<&str> = words(".set al, f.v+4").collect();
        assert!([".set", "set", "al", "f.v", "v"].iter().all(|word| found.contains(word)), "{found:?}");
    }
}
