//! Round trips, places of errors, and inputs that nobody would write.

use super::*;
use crate::*;
use rustc_hash::FxHashSet;

const SAMPLE: &str = include_str!("testdata/every_op.cairn");

fn read(source: &str) -> Program {
    parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

/// Where two texts differ first, to keep failures readable.
fn assert_same(left: &str, right: &str) {
    for (number, (left, right)) in left.lines().zip(right.lines()).enumerate() {
        assert_eq!(left, right, "line {}", number + 1);
    }
    assert_eq!(left.lines().count(), right.lines().count());
}

#[test]
fn what_is_printed_is_read_back() {
    let text = print(&read(SAMPLE));
    assert_same(&print(&read(&text)), &text);
}

/// Everything but the numbering of constants and names, which the text does not show.
fn dump(program: &Program) -> String {
    let name = |name: Name| program.names.text(name).to_owned();
    let mut symbols: Vec<_> = program.symbols.iter().map(|(key, symbol)| (name(*key), *symbol)).collect();
    symbols.sort_by(|left, right| left.0.cmp(&right.0));
    let bodies: Vec<_> = program
        .funcs
        .iter()
        .map(|func| (name(func.name), func.linkage, func.sig.clone(), func.noreturn, func.origin, &func.body))
        .collect();
    format!(
        "{:?}{:?}{:?}{:?}{:?}{bodies:#?}{symbols:?}{:?}{:?}",
        program.target,
        program.files,
        program.ctypes,
        program.names,
        program.globals,
        program.constructors,
        program.destructors
    )
}

#[test]
fn reading_the_printed_text_gives_the_same_program() {
    // The first reading brings constants and names into the order of the text.
    let first = read(&print(&read(SAMPLE)));
    assert_same(&dump(&read(&print(&first))), &dump(&first));
}

#[test]
fn the_sample_keeps_every_invariant() {
    let program = read(SAMPLE);
    if let Err(violations) = crate::verify::check(&program) {
        panic!("{:#?}", violations.iter().map(|violation| violation.describe(&program)).collect::<Vec<_>>());
    }
}

#[test]
fn the_sample_says_what_its_text_says() {
    let program = read(SAMPLE);
    let sum = &program.funcs[program.func_named("sum").unwrap()];
    let body = sum.body.as_ref().unwrap();
    assert_eq!(program.func_named("total"), program.func_named("sum"));
    assert_eq!(sum.sig, Sig { params: vec![Type::Ptr, Type::I64], results: vec![Type::I32], variadic: false });
    assert_eq!(body.blocks[body.entry()].params.len(), 2);
    assert_eq!((program.constructors[0].0, program.destructors[0].0), (65535, 1));
    let head = &program.globals[program.global_named("head").unwrap()];
    let relocs: Vec<_> = head.init.as_ref().unwrap().relocs.iter().map(|r| (r.offset, r.bytes, r.addend)).collect();
    assert_eq!(relocs, [(0, 8, 0), (8, 8, 7), (16, 4, 0)]);
    let greeting = &program.globals[program.global_named("greeting").unwrap()];
    assert_eq!(greeting.init.as_ref().unwrap().bytes, *b"hello, \"world\"\n\0\0\0\0\0\0\0\0\0\0\0\0\0!");
    let limits: Vec<_> = program.globals.iter().filter(|g| program.names.text(g.name) == "limit").collect();
    assert_eq!(limits.len(), 2);
    let log = &program.funcs[program.func_named("log").unwrap()];
    assert!(log.sig.variadic && log.body.as_ref().unwrap().blocks.as_slice()[0].params.len() == 2);
    let storage = |name: &str, index: usize| {
        let var = body.values[ValueId::new(index)].var.unwrap();
        assert_eq!(program.names.text(body.vars[var].name), name);
        var.index()
    };
    assert_eq!((storage("p", 0), storage("n", 1), storage("i", 2), storage("i", 3)), (0, 1, 2, 3));
}

/// A number for each kind of operation. Someone who adds one gets an error here, and then adds it to the sample.
fn kind_of(op: &Op) -> usize {
    match op {
        Op::Alloca { .. } => 0,
        Op::ScopeStart { .. } => 1,
        Op::ScopeEnd { .. } => 2,
        Op::StackSave => 3,
        Op::StackRestore { .. } => 4,
        Op::HeapAlloc { .. } => 5,
        Op::HeapFree { .. } => 6,
        Op::HeapSize { .. } => 7,
        Op::Load { .. } => 8,
        Op::Store { .. } => 9,
        Op::Copy { .. } => 10,
        Op::Set { .. } => 11,
        Op::Field { .. } => 12,
        Op::Index { .. } => 13,
        Op::Binary { .. } => 14,
        Op::Unary { .. } => 15,
        Op::Bits { .. } => 16,
        Op::Overflowing { .. } => 17,
        Op::Fma { .. } => 18,
        Op::Compare { .. } => 19,
        Op::FCompare { .. } => 20,
        Op::Select { .. } => 21,
        Op::Cast { .. } => 22,
        Op::Freeze { .. } => 23,
        Op::Call { .. } => 24,
        Op::Host { .. } => 25,
        Op::Asm(_) => 26,
        Op::SetJmp { .. } => 27,
        Op::LongJmp { .. } => 28,
        Op::Rmw { .. } => 29,
        Op::CmpXchg { .. } => 30,
        Op::Fence { .. } => 31,
        Op::Nondet { .. } => 32,
        Op::Assume { .. } => 33,
        Op::Fail { .. } => 34,
        Op::Unsupported { .. } => 35,
    }
}

#[test]
fn the_sample_has_every_operation() {
    let program = read(SAMPLE);
    let bodies = program.funcs.iter().filter_map(|func| func.body.as_ref());
    let kinds: FxHashSet<_> = bodies
        .flat_map(|body| body.blocks.iter())
        .flat_map(|block| &block.insts)
        .map(|inst| kind_of(&inst.op))
        .collect();
    let missing: Vec<_> = (0..36).filter(|kind| !kinds.contains(kind)).collect();
    assert_eq!(missing, [0usize; 0], "operations that the sample lacks, by number of `kind_of`");
    assert_eq!(kinds.len(), 36, "a new operation needs a new number");
}

/// One instruction for every variant of every operator.
fn instructions_with_every_operator() -> Vec<String> {
    let mut lines = Vec::new();
    for op in BinOp::ALL {
        let float = op.name().starts_with('f') || *op == BinOp::CopySign;
        lines.push(format!("{op} {}", if float { "f64 1.0, 2.0" } else { "i32 1, 2" }));
    }
    lines.extend(UnOp::ALL.iter().map(|op| format!("{op} {}", if *op == UnOp::Abs { "i32 1" } else { "f32 1.0" })));
    let funnel = |op: &BitOp| if matches!(op, BitOp::FshL | BitOp::FshR) { ", 2, 3" } else { "" };
    lines.extend(BitOp::ALL.iter().map(|op| format!("{op} i32 1{}", funnel(op))));
    lines.extend(CmpOp::ALL.iter().map(|op| format!("{op} i32 1, 2")));
    lines.extend(FCmpOp::ALL.iter().map(|op| format!("{op} f64 1.0, 2.0")));
    lines.extend(CastKind::ALL.iter().map(|kind| format!("{kind} i32 1 to f32")));
    lines.extend(RmwOp::ALL.iter().map(|op| format!("rmw {op} i32 null, 2 seq_cst")));
    lines.extend(Ordering::ALL.iter().map(|ordering| format!("rmw add i32 null, 2 {ordering}")));
    lines.extend(FloatKind::ALL.iter().map(|kind| format!("freeze {kind} 1.0")));
    let mut text: Vec<String> =
        lines.iter().enumerate().map(|(index, line)| format!("  %{index} = {line}\n")).collect();
    for op in OverflowOp::ALL {
        let first = lines.len() + 2 * (text.len() - lines.len());
        text.push(format!("  %{}, %{} = {op} i32 1, 2\n", first, first + 1));
    }
    text.extend(Rule::ALL.iter().map(|rule| format!("  fail {rule}\n")));
    text
}

#[test]
fn every_operator_reads_and_prints_as_written() {
    let body: String = instructions_with_every_operator().concat();
    let text = format!("target x86_64-pc-linux-gnu 64\nfn @f() {{\nbb0:\n{body}  ret\n}}\n");
    assert_same(&print(&read(&text)), &text);
}

#[test]
fn every_primitive_reads_and_prints_as_written() {
    for &func in HostFn::ALL {
        let (params, result) = func.signature(Type::I64);
        let args = vec!["undef"; params.len()].join(", ");
        let result = result.map_or("", |_| "%0 = ");
        let text = format!("target t 64\nfn @f() {{\nbb0:\n  {result}host {func}({args})\n  ret\n}}\n");
        assert_same(&print(&read(&text)), &text);
    }
}

#[test]
fn no_two_operations_share_a_word() {
    let words = BinOp::ALL.iter().map(|op| op.name()).chain(UnOp::ALL.iter().map(|op| op.name()));
    let words = words.chain(BitOp::ALL.iter().map(|op| op.name())).chain(OverflowOp::ALL.iter().map(|op| op.name()));
    let words = words.chain(CmpOp::ALL.iter().map(|op| op.name())).chain(FCmpOp::ALL.iter().map(|op| op.name()));
    let words: Vec<_> = words.chain(CastKind::ALL.iter().map(|kind| kind.name())).collect();
    let distinct: FxHashSet<_> = words.iter().collect();
    assert_eq!(distinct.len(), words.len());
}

#[test]
fn small_tests_need_little_text() {
    let program = read("fn @f(%x: i32) -> i32 { bb0: %y = add i32 %x, 1 ret %y }");
    let func = program.func_named("f").unwrap();
    assert_eq!(print_func(&program, func), "fn @f(%0: i32) -> i32 {\nbb0:\n  %1 = add i32 %0, 1\n  ret %1\n}\n");
}

#[test]
fn details_can_be_left_out() {
    let program = read(SAMPLE);
    let text = print_with(&program, &PrintOptions::BARE);
    for detail in ["!0:", "file ", "var ", "type t", "rec0", " ; "] {
        assert!(!text.contains(detail), "{detail}");
    }
    assert_same(&print_with(&read(&text), &PrintOptions::BARE), &text);
}

#[test]
fn one_instruction_can_be_shown() {
    let program = read("fn @f(%x: i32) { bb0: %y = add i32 %x, 1 nsw ret }");
    let inst = &program.funcs.as_slice()[0].body.as_ref().unwrap().blocks.as_slice()[0].insts[0];
    assert_eq!(print_inst(&program, FuncId::new(0), inst, &PrintOptions::BARE), "%1 = add i32 %0, 1 nsw");
}

#[test]
fn numbers_that_are_ids_are_kept() {
    let text = "target t 64\nfn @f(%2: i32) {\nbb0:\n  jump bb1\nbb1:\n  %0, %1 = uadd.overflow i32 %2, 1\n  ret\n}\n";
    assert_same(&print(&read(text)), text);
    // Not consecutive: numbered anew.
    let program = read("fn @f(%2: i32) { bb0: %1, %0 = uadd.overflow i32 %2, 1 ret }");
    assert!(print(&program).contains("%1, %2 = uadd.overflow i32 %0, 1"));
}

#[test]
fn a_broken_program_can_be_printed() {
    let mut program = read("fn @f(%x: i32) -> i32 { bb0: %y = add i32 %x, 1 ret %y }");
    let func = &mut program.funcs[FuncId::new(0)];
    func.ctype = Some(CTypeId::new(7));
    let body = func.body.as_mut().unwrap();
    let block = &mut body.blocks[BlockId::new(0)];
    block.insts[0].op.for_each_operand_mut(|operand| *operand = Operand::Value(ValueId::new(99)));
    block.insts[0].results = Results::one(ValueId::new(55));
    block.term = Terminator::Return(vec![Operand::Const(ConstId::new(44))]);
    block.params.clear();
    program.constructors.push((1, FuncId::new(9)));
    let text = print(&program);
    assert!(text.contains("%55 = add i0 %99, %99") && text.contains("ret ?c44"), "{text}");
}

#[test]
fn errors_say_where() {
    let cases: &[(&str, u32, u32, &str)] = &[
        ("bogus", 1, 1, "expected an item (`global`, `fn`, …), found `bogus`"),
        ("fn @f() {\n}\ntarget x 64", 3, 1, "`target` must come first"),
        ("target x 16", 1, 10, "pointers have 32 or 64 bits"),
        ("file 1 \"x\"", 1, 6, "the next file is number 0"),
        ("type t0 = pointer t5", 1, 19, "there is no type t5"),
        ("type t0 = record rec0", 1, 18, "there is no record rec0"),
        ("type t1 = void", 1, 6, "the next type is t0"),
        ("type t0 = banana", 1, 11, "`banana` is not a kind of type"),
        ("global @x size 4 !3:1:1", 1, 19, "there is no file 3"),
        ("global @x size 4 = \"abc", 1, 20, "this text has no end"),
        ("global @x size 4 = \"\\q1\"", 1, 20, "`\\` must come before two hexadecimal digits"),
        ("global @x size 4 = hex \"123\"", 1, 24, "expected pairs of hexadecimal digits"),
        ("global @x size 4 = zero 99999999999", 1, 25, "more than 67108864 zero bytes"),
        ("global @x size 4 = zero relocs [0: @y]", 1, 36, "`@y` is not declared"),
        ("global @x size 4\nglobal @x size 4", 2, 8, "`@x` is declared twice"),
        ("global @x size -4", 1, 16, "`-4` is not a number that fits here"),
        ("fn @f(i0)", 1, 7, "integers have 1 to 8388608 bits"),
        ("fn @f(i99999999999)", 1, 7, "integers have 1 to 8388608 bits"),
        ("fn @f(%x: i32, i32) {}", 1, 19, "either all parameters have names or none"),
        ("fn @f(%x: i32) { bb0(%y: i32): ret }", 1, 21, "the function's head names the parameters"),
        ("fn @f() { bb0: ret", 1, 19, "expected a block label or `}`, the text ends"),
        ("fn @f() {\nbb0:\n  %x = bogus 1\n  ret }", 3, 8, "there is no instruction `bogus`"),
        ("fn @f() {\nbb0:\n  %x = add i32 1\n  ret }", 4, 3, "expected `,`, found `ret`"),
        ("fn @f() { bb0: %x = add i32 %y, 1 ret }", 1, 29, "`%y` is not defined"),
        ("fn @f() { bb0: %x = nondet i8 %x = nondet i8 ret }", 1, 31, "`%x` is defined twice"),
        ("fn @f() { bb0: jump bb7 }", 1, 21, "`bb7` is not defined"),
        ("fn @f() { bb0: ret bb0: ret }", 1, 20, "`bb0` is defined twice"),
        ("fn @f() { var x var x bb0: ret }", 1, 21, "variable `x` is declared twice"),
        ("fn @f() { bb0: %x = call @f() ret }", 1, 16, "`call` does not say the type of `%x`"),
        ("fn @f() { bb0: call @f(5) ret }", 1, 24, "this number needs its type before it"),
        ("fn @f() { bb0: %x = add i8 256, 1 ret }", 1, 28, "`256` is not a number of 8 bits"),
        ("fn @f() { bb0: %x = add i8 -129, 1 ret }", 1, 28, "`-129` is not a number of 8 bits"),
        ("fn @f() { bb0: %x = add i200 -1, 1 ret }", 1, 30, "`-1` is not a number of 200 bits"),
        ("fn @f() { bb0: %x = freeze i8388608 1 ret }", 1, 37, "must be written with all its hexadecimal digits"),
        ("fn @f() { bb0: %x = freeze f16 0.1 ret }", 1, 32, "`0.1` is not an f16 exactly"),
        ("fn @f() { bb0: %x = load i32, 5 ret }", 1, 31, "a number is not a pointer"),
        ("fn @f() { bb0: %x = add i32 null, 1 ret }", 1, 29, "expected an operand of type i32, found `null`"),
        ("fn @f() { bb0: %x = freeze ptr @f+1 ret }", 1, 34, "the address of a function has no offset"),
        ("fn @f() { bb0: fence sometimes ret }", 1, 22, "expected a memory ordering, found `sometimes`"),
        ("fn @f() { bb0: %x = field null, 0 of rec3.0 ret }", 1, 38, "there is no record rec3"),
        ("fn @f() { bb0: switch ptr null, bb0 [] }", 1, 23, "`switch` needs an integer"),
        ("fn @f() { bb0: switch i8 0, bb0 [300: bb0] }", 1, 34, "`300` is not a number of 8 bits"),
        ("fn @f(%x: i8) { bb0: %y = add i32 %x, 1 ret }", 1, 27, "`%x` is i8, not i32"),
        ("fn @f(%x: i8) { bb0: switch i32 %x, bb1 [] bb1: ret }", 1, 29, "`%x` is i8, not i32"),
        ("global @g size 1\nfn @f() { bb0: call @g() ret }", 2, 21, "`@g` is not a function"),
        ("fn @f() { bb0: % ret }", 1, 16, "a name must follow `%`"),
        ("ü", 1, 1, "unexpected character 'ü'"),
        ("file 0 \"ü\" ü", 1, 12, "unexpected character 'ü'"),
        ("file 0 \"\\ff\"", 1, 8, "not valid UTF-8"),
    ];
    for &(source, line, col, message) in cases {
        let error = parse(source).expect_err(source);
        assert!(error.message.contains(message), "{source}\n{error}");
        assert_eq!((error.line, error.col), (line, col), "{source}\n{error}");
    }
}

#[test]
fn wide_constants_keep_their_digits() {
    let digits = "f".repeat(1000);
    let text = format!("target t 64\nfn @f() {{\nbb0:\n  %0 = freeze i4000 0x{digits}\n  ret\n}}\n");
    let printed = print(&read(&text));
    assert!(printed.contains(&format!("0x{}{digits}", "0".repeat(8))));
    assert_same(&print(&read(&printed)), &printed);
}

/// Marsaglia's xorshift: the same inputs on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Any answer is fine, as long as there is one, and what was accepted can be checked, printed and read again.
fn survives(source: &str) {
    if let Ok(program) = parse(source) {
        let text = print(&program);
        let _ = crate::verify::check(&program);
        match parse(&text) {
            Ok(again) => assert_same(&print(&again), &text),
            Err(error) => panic!("{error}\n{text}"),
        }
    }
}

#[test]
fn mutated_bytes_never_panic() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..3000 {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b" \"%@!'.-+0129axi{}()[],:=*;\\"[random.below(28)]),
                _ => bytes.truncate(at),
            }
            if bytes.is_empty() {
                break;
            }
        }
        survives(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn mutated_tokens_never_panic() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let tokens: Vec<&str> = SAMPLE.split_inclusive([' ', '\n', ',']).collect();
    for _ in 0..3000 {
        let mut mutant = tokens.clone();
        for _ in 0..=random.below(3) {
            let (at, other) = (random.below(mutant.len()), random.below(tokens.len()));
            match random.below(4) {
                0 => mutant[at] = tokens[other],
                1 => drop(mutant.remove(at)),
                2 => mutant.insert(at, tokens[other]),
                _ => {
                    mutant[at] =
                        ["99999999999999999999 ", "-1 ", "0 ", "i8388608 ", "4294967295 ", "} "][random.below(6)]
                }
            }
        }
        survives(&mutant.concat());
    }
}

#[test]
fn arbitrary_bytes_never_panic() {
    let mut random = Random(77);
    for _ in 0..3000 {
        let bytes: Vec<u8> = (0..random.below(120)).map(|_| random.below(256) as u8).collect();
        survives(&String::from_utf8_lossy(&bytes));
        let words =
            ["fn ", "@f", "(", ")", "{", "}", "bb0", ":", "ret ", "global ", "%x", "=", " i32 ", "0 ", "\"", ","];
        let soup: String = (0..random.below(40)).map(|_| words[random.below(words.len())]).collect();
        survives(&soup);
    }
}
