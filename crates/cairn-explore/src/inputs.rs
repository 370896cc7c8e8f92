//! The values and texts that are tried when not all can be: the same list on every machine.
//!
//! A program compares its input with numbers and words that stand in the program itself. So besides values that go wrong
//! often (nothing, one, minus one, the ends of the range, very long lines), its own constants and their neighbours are
//! tried, and its own strings.

use crate::session::Run;
use cairn_interp::Given;
use cairn_ir::{Body, Const, FuncOrigin, Op, Operand, Program, Terminator};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Each of these for every nondeterministic value of an execution.
pub const EVERYWHERE: &[u128] = &[1, u128::MAX, 2, 3, 4, 5, 10, 0x7fff_ffff, 0x8000_0000, 100, 7, 8];

/// Numbers that inputs are made of in any program.
const NUMBERS: &[i128] = &[-1, 0x7fff_ffff, 1, -0x8000_0000, 0, 10, 100, 1000];

/// Values that one execution is given; zeros after that.
const LENGTH: usize = 4096;

/// Bytes of a line that is longer than programs expect.
const LONG_LINE: usize = 4000;

/// How often a line stands in an input, for programs that read more than one.
const LINES: usize = 16;

/// Values or lines of an input that are replaced, one at a time.
const PLACES: usize = 4;

/// Constants of the program that are tried, and strings.
const OWN_NUMBERS: usize = 32;
const OWN_WORDS: usize = 12;

/// Seeds of a generator that likes small numbers.
pub const SEEDS: std::ops::Range<u64> = 1..400;

/// Depth, first number and step, strings of the objects that functions are given, and whether lists end; the most telling first.
const GIVEN: &[(u32, i64, i64, &[u8], bool)] = &[
    (2, 1, 0, b"a", false),
    (3, 2, 1, b"ab", false),
    (2, 0, 0, b"", false),
    (2, -1, 0, b"-1", false),
    (4, 5, -1, b"A=bc d", false),
    (2, 1, 0, b"a", true),
];

/// Pointers that are null one at a time, and numbers that are others.
const POINTERS: u32 = 12;
pub const FEW_NUMBERS: u32 = 8;

/// What a function may be given.
pub fn givens() -> impl Iterator<Item = Given> {
    let given = |&(depth, number, step, text, ends): &(u32, i64, i64, &[u8], bool)| Given {
        depth,
        number,
        step,
        text: text.into(),
        null: None,
        odd: None,
        ends,
    };
    GIVEN.iter().map(given)
}

/// What an execution was given, but for one thing. The first numbers are those that the code compares with, too.
pub fn objects(run: &Run, numbers: u32, compared: &BTreeSet<i128>, words: &[Vec<u8>]) -> Vec<Given> {
    let Some(given) = &run.execution.given else { return Vec::new() };
    let made = run.outcome.observed.made;
    let null = (1..=made.pointers.min(POINTERS)).map(|at| Given { null: Some(at), ..given.clone() });
    let odd = |at, number| Given { odd: Some((at, number)), ..given.clone() };
    let near = (1..=made.numbers.min(numbers)).flat_map(|at| {
        let usual = given.number + given.step * (i64::from(at) - 1);
        [usual + 1, usual - 1, 0, 1000].map(|number| odd(at, number))
    });
    let compared: Vec<i64> = compared.iter().filter_map(|&number| i64::try_from(number).ok()).collect();
    let first = 1..=made.numbers.min(FEW_NUMBERS);
    let compared = first.flat_map(|at| compared.iter().map(move |&number| odd(at, number)));
    let mut all: Vec<Given> = null.chain(near).chain(compared).collect();
    all.extend(words.iter().map(|word| Given { text: word.as_slice().into(), ..given.clone() }));
    all.push(Given { text: [&given.text, &b"x"[..]].concat().into(), ..given.clone() });
    all.push(Given { null: None, ..given.clone() });
    all.push(Given { odd: None, ..given.clone() });
    all.retain(|other| other != given);
    all
}

pub fn constant(value: u128) -> Vec<u128> {
    vec![value; LENGTH]
}

/// `value` first and then zeros, for loops that ask whether to go on.
pub fn first(count: usize, value: u128) -> Vec<u128> {
    vec![value; count]
}

/// Candidates that a program suggests.
pub struct Candidates {
    /// Numbers for nondeterministic values, besides `EVERYWHERE`.
    pub numbers: Vec<i128>,
    /// Lines of input from outside, their ends included.
    lines: Vec<Vec<u8>>,
    /// Texts that stand in the program.
    pub words: Vec<Vec<u8>>,
}

impl Candidates {
    pub fn of(program: &Program) -> Candidates {
        let mut numbers = own_numbers(program);
        numbers.retain(|number| !NUMBERS.contains(number));
        let mut lines = vec![[vec![b'A'; LONG_LINE].as_slice(), b"\n"].concat()];
        lines.extend(NUMBERS.iter().chain(&numbers).map(|number| format!("{number}\n").into_bytes()));
        let words = own_words(program);
        lines.extend(words.iter().map(|word| [word.as_slice(), b"\n"].concat()));
        Candidates { numbers, lines, words }
    }

    /// Texts of one line, again and again.
    pub fn texts(&self) -> impl Iterator<Item = Arc<[u8]>> + '_ {
        self.lines
            .iter()
            .map(|line| if line.len() > LONG_LINE { line.as_slice().into() } else { line.repeat(LINES).into() })
    }

    /// A text with one of its first lines replaced.
    pub fn variations(&self, text: &[u8]) -> Vec<Arc<[u8]>> {
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let replaced =
            |at: usize, line: &[u8]| [&lines[..at].concat(), line, &lines[at + 1..].concat()].concat().into();
        let places = 0..lines.len().min(PLACES);
        places.flat_map(|at| self.lines.iter().map(move |line| replaced(at, line))).collect()
    }

    /// Values with one of the first replaced.
    pub fn neighbours(&self, values: &[u128], asked: usize) -> Vec<Vec<u128>> {
        let numbers = || self.numbers.iter().map(|&number| number as u128).chain(EVERYWHERE.iter().copied()).chain([0]);
        let places = 0..asked.min(PLACES);
        let replaced = |at: usize, number: u128| {
            let mut values = values.to_vec();
            values.resize(values.len().max(at + 1), 0);
            values[at] = number;
            values
        };
        places.flat_map(|at| numbers().map(move |number| replaced(at, number))).collect()
    }
}

/// Integers of the user's code: what values are compared with, then their neighbours, then all others; of each, those near
/// zero first.
fn own_numbers(program: &Program) -> Vec<i128> {
    let mut compared: BTreeSet<(u128, i128)> = BTreeSet::new();
    for body in user_bodies(program) {
        compared.extend(compared_in(body).into_iter().map(|number| (number.unsigned_abs(), number)));
    }
    let any = user_bodies(program).flat_map(|body| body.consts.iter()).filter_map(|(_, value)| number(value));
    let any: BTreeSet<(u128, i128)> = any.map(|number| (number.unsigned_abs(), number)).collect();
    let near = compared.iter().flat_map(|(_, number)| [number - 1, number + 1]);
    let mut numbers: Vec<i128> = Vec::new();
    for number in compared.iter().map(|(_, number)| *number).chain(near).chain(any.iter().map(|(_, number)| *number)) {
        if number.abs() > 1 && !numbers.contains(&number) && numbers.len() < OWN_NUMBERS {
            numbers.push(number);
        }
    }
    numbers
}

/// The integer constants on a side of a comparison, and the cases of switches.
pub fn compared_in(body: &Body) -> Vec<i128> {
    let constant = |operand: Operand| body.as_const(operand).and_then(number);
    let mut found = Vec::new();
    for block in body.blocks.iter() {
        for inst in &block.insts {
            if let Op::Compare { lhs, rhs, .. } = &inst.op {
                found.extend(constant(*lhs).into_iter().chain(constant(*rhs)));
            }
        }
        if let Terminator::Switch(switch) = &block.term {
            let width = body.operand_type(switch.value).bits(64);
            found.extend(switch.cases.iter().filter_map(|(case, _)| number(&Const::int(width.min(128), *case))));
        }
    }
    found
}

/// An integer of 8 to 64 bits, as a signed number.
fn number(value: &Const) -> Option<i128> {
    match value {
        Const::Int { width, value } if (8..=64).contains(width) => {
            Some(((*value << (128 - width)) as i128) >> (128 - width))
        }
        _ => None,
    }
}

/// Short strings of the user's code, in the order of the globals that hold them.
fn own_words(program: &Program) -> Vec<Vec<u8>> {
    let mut globals = BTreeSet::new();
    globals.extend(user_bodies(program).flat_map(|body| body.consts.iter()).filter_map(|(_, value)| match value {
        Const::Global { id, .. } => Some(*id),
        _ => None,
    }));
    let strings = globals.into_iter().map(|id| &program.globals[id]).filter(|global| global.constant);
    let texts = strings.filter_map(|global| global.init.as_ref()).map(|init| init.bytes.as_slice());
    let words = texts.filter_map(|bytes| bytes.split(|byte| *byte == 0).next());
    words.filter(|word| (1..=16).contains(&word.len()) && word.is_ascii()).take(OWN_WORDS).map(<[u8]>::to_vec).collect()
}

fn user_bodies(program: &Program) -> impl Iterator<Item = &Body> {
    program.funcs.iter().filter(|func| func.origin == FuncOrigin::User).filter_map(|func| func.body.as_ref())
}
