//! Damaged modules: the reader and the debug information must answer, never panic, hang or run out of memory.
//!
//! Everything is derived from fixed seeds, so a failure repeats.

use cairn_base::Id;
use cairn_ir::{CType, Program, Target};
use cairn_llvm::ast::{InstKind, MdId, Module, Type};
use cairn_llvm::debug::{DebugInfo, Metadata};
use cairn_llvm::read;

const SEEDS: [&str; 5] = [
    include_str!("data/tricky.ll"),
    include_str!("data/sample.clang19.ll"),
    include_str!("data/sample.clang15.ll"),
    include_str!("data/sample.clang15.typed.ll"),
    include_str!("data/sample.clang19.ilp32.ll"),
];

const PUNCTUATION: &[u8] = b"(){}[]<>\"!%@#,=:;*0x-\n ";

/// xorshift64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Reads a text and, if it is a module, asks for everything.
fn exercise(text: &str) -> bool {
    match read::module(text) {
        Ok((module, metadata)) => {
            check_references(&module);
            ask_everything(&module, metadata);
            true
        }
        Err(error) => {
            let lines = text.split('\n').count() as u32;
            assert!(error.line >= 1 && error.line <= lines && error.col >= 1, "{error} in {lines} lines");
            false
        }
    }
}

/// What later parts index without asking.
fn check_references(module: &Module) {
    for func in &module.funcs {
        let Some(body) = &func.body else { continue };
        assert!(body.locals.len() >= func.params.len() && !body.blocks.is_empty());
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            assert!(inst.result.is_none_or(|result| result.index() < body.locals.len()));
            if let InstKind::CondBr { then, otherwise, .. } = inst.kind {
                assert!(then.index().max(otherwise.index()) < body.blocks.len());
            }
        }
    }
}

fn ask_everything(module: &Module, metadata: Metadata) {
    let mut program = Program::new(Target::x86_64());
    let nodes: Vec<MdId> = metadata.nodes().map(|(id, _)| id).collect();
    let mut debug = DebugInfo::new(metadata);
    for id in nodes {
        debug.span(&mut program, id);
        debug.func(&mut program, id);
        debug.var(&mut program, id);
        debug.global(&mut program, id);
        debug.ctype(&mut program, id);
    }
    for ty in module.types.iter() {
        if let Type::Named { name, .. } = ty {
            debug.record_by_name(&mut program, name);
        }
    }
    for id in program.ctypes.types.ids() {
        assert!(!matches!(program.ctypes.resolve(id), CType::Typedef { .. }));
        program.ctypes.size_of(id, 8);
    }
}

fn mutate(random: &mut Random, text: &mut Vec<u8>) {
    let at = random.below(text.len());
    match random.below(8) {
        0 => text[at] = random.next() as u8,
        1 => text[at] = PUNCTUATION[random.below(PUNCTUATION.len())],
        2 => drop(text.drain(at..(at + random.below(40)).min(text.len()))),
        3 => text.truncate(at),
        4 => {
            let from = random.below(text.len());
            let piece = text[from..(from + random.below(60)).min(text.len())].to_vec();
            text.splice(at..at, piece);
        }
        5 => {
            let number = random.next().to_string().into_bytes();
            let digit = text[at..].iter().position(u8::is_ascii_digit).map_or(at, |offset| at + offset);
            text.splice(digit..digit, number);
        }
        6 => swap_lines(random, text),
        _ => {
            let digit = text[at..].iter().position(u8::is_ascii_digit).map_or(at, |offset| at + offset);
            if let Some(byte) = text.get_mut(digit) {
                *byte = b'0' + random.below(10) as u8;
            }
        }
    }
}

fn swap_lines(random: &mut Random, text: &mut Vec<u8>) {
    let mut lines: Vec<&[u8]> = text.split(|&b| b == b'\n').collect();
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(a, b);
    *text = lines.join(&b'\n');
}

#[test]
fn undamaged_modules_are_read() {
    assert!(SEEDS.iter().all(|text| exercise(text)));
}

#[test]
fn mutated_modules_never_break_the_reader() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut read, rounds) = (0, 4000);
    for round in 0..rounds {
        let mut text = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            if !text.is_empty() {
                mutate(&mut random, &mut text);
            }
        }
        read += usize::from(exercise(&String::from_utf8_lossy(&text)));
    }
    // Otherwise the mutations would test error messages only.
    assert!(read > rounds / 10 && read < rounds, "{read} of {rounds} still were modules");
}

#[test]
fn every_prefix_of_a_module_is_answered() {
    let text = SEEDS[0];
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let _ = read::module(&text[..end]);
    }
}

#[test]
fn random_bytes_are_refused() {
    let mut random = Random(42);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.next() as u8).collect();
        let _ = exercise(&String::from_utf8_lossy(&bytes));
    }
}
