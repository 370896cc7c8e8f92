//! For each invariant a small program that breaks it.

use super::*;
use crate::format::parse;
use crate::*;

fn read(text: &str) -> Program {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn messages(program: &Program) -> Vec<String> {
    check(program).err().unwrap_or_default().iter().map(|violation| violation.describe(program)).collect()
}

/// The program must be rejected, and for this reason only.
fn rejected(program: &Program, message: &str, context: &str) {
    let found = messages(program);
    assert!(found.len() == 1 && found[0].contains(message), "wanted: {message}\nfound: {found:#?}\nin: {context}");
}

/// Wraps instructions into a function with some values of each type.
fn with_insts(insts: &str) -> String {
    format!(
        "fn @f(%a: i32, %b: i64, %p: ptr, %d: f64, %c: i1) {{\n\
         start:\n  {insts}\n  ret\n}}\n\
         fn @g(ptr, ...) -> i32\n"
    )
}

#[test]
fn operations_take_and_give_what_they_should() {
    let cases: &[(&str, &str)] = &[
        ("%x = alloca %a align 4", "the size is i32, must be i64"),
        ("%x = alloca 4 align 3", "the alignment is 3, must be a power of two"),
        ("%x: i64 = alloca 4 align 4", "the results are [i64], must be [ptr]"),
        ("alloca 4 align 4", "the results are [], must be [ptr]"),
        ("scope_start %b", "the object is i64, must be ptr"),
        ("scope_end %b", "the object is i64, must be ptr"),
        ("%x: i32 = scope_end %p", "the results are [i32], must be []"),
        ("%x: i8 = stack_save", "the results are [i8], must be [ptr]"),
        ("stack_restore %a", "the token is i32, must be ptr"),
        ("%x = heap_alloc %a align 1", "the size is i32, must be i64"),
        ("%x = heap_alloc 8 align %a", "the alignment is i32, must be i64"),
        ("heap_free %b", "the object is i64, must be ptr"),
        ("%x: i32 = heap_size %p", "the results are [i32], must be [i64]"),
        ("%x = load i32, %b align 4", "the address is i64, must be ptr"),
        ("%x = load i32, %p align 0", "the alignment is 0, must be a power of two"),
        ("%x: i64 = load i32, %p align 4", "the results are [i64], must be [i32]"),
        ("%x = load i32, %p align 4 atomic release", "a load does not release"),
        ("store i32 %a, %b align 4", "the address is i64, must be ptr"),
        ("store i32 %a, %p align 4 atomic acq_rel", "a store does not acquire"),
        ("copy %b, %p, 1", "the destination is i64, must be ptr"),
        ("copy %p, %b, 1", "the source is i64, must be ptr"),
        ("copy %p, %p, %a", "the length is i32, must be i64"),
        ("set %b, 0, 1", "the destination is i64, must be ptr"),
        ("set %p, %c, 1", "the byte is i1, must be an integer of 8 bits or more"),
        ("set %p, 0, %a", "the length is i32, must be i64"),
        ("%x = field %b, 8", "the base is i64, must be ptr"),
        ("%x = index %b, 1 * 4", "the base is i64, must be ptr"),
        ("%x = index %p, %a * 4", "the index is i32, must be i64"),
        ("%x = add i32 %a, %b", "an operand is i64, must be i32"),
        ("%x: i64 = add i32 %a, 1", "the results are [i64], must be [i32]"),
        ("%x = add f64 %d, %d", "the operand is f64, must be an integer"),
        ("%x = add ptr %p, %p", "the operand is ptr, must be an integer"),
        ("%x = fadd i32 %a, %a", "the operand is i32, must be a float"),
        ("%x = xor i32 %a, 1 nsw", "xor has a flag that means nothing there"),
        ("%x = add i32 %a, 1 exact", "add has a flag that means nothing there"),
        ("%x = fneg i32 %a", "the operand is i32, must be a float"),
        ("%x = abs f64 %d", "the operand is f64, must be an integer"),
        ("%x = ctpop i32 %a, 1, 2", "ctpop takes one operands"),
        ("%x = fshl i32 %a, 1", "fshl takes three operands"),
        ("%x = fshl i32 %a, %b, 1", "an operand is i64, must be i32"),
        ("%x = bswap i12 5", "bswap of i12: no whole bytes"),
        ("%x, %y = uadd.overflow i32 %a, %b", "the right operand is i64, must be i32"),
        ("%x = uadd.overflow i32 %a, 1", "the results are [i32], must be [i32, i1]"),
        ("%x = fma i32 1, 2, 3", "the operand is i32, must be a float"),
        ("%x = eq i32 %a, %b", "the right operand is i64, must be i32"),
        ("%x = eq f64 %d, %d", "the operand is f64, must be an integer or a pointer"),
        ("%x: i32 = eq i32 %a, 1", "the results are [i32], must be [i1]"),
        ("%x = oeq i32 %a, %a", "the operand is i32, must be a float"),
        ("%x = select %a, i32 1, 2", "the condition is i32, must be i1"),
        ("%x = select %c, i32 %a, %b", "an operand is i64, must be i32"),
        ("%x = trunc i32 %a to i32", "trunc does not go from i32 to i32"),
        ("%x = zext i64 %b to i32", "zext does not go from i64 to i32"),
        ("%x = sext ptr %p to i128", "sext does not go from ptr to i128"),
        ("%x = fptrunc f64 %d to f80", "fptrunc does not go from f64 to f80"),
        ("%x = fpext f64 %d to f64", "fpext does not go from f64 to f64"),
        ("%x = fptosi i32 %a to i32", "fptosi does not go from i32 to i32"),
        ("%x = uitofp f64 %d to f32", "uitofp does not go from f64 to f32"),
        ("%x = ptrtoint i64 %b to i64", "ptrtoint does not go from i64 to i64"),
        ("%x = inttoptr ptr %p to ptr", "inttoptr does not go from ptr to ptr"),
        ("%x = bitcast i32 %a to f64", "bitcast does not go from i32 to f64"),
        ("%x = bitcast i64 %b to ptr", "bitcast does not go from i64 to ptr"),
        ("%x: i64 = freeze i32 %a", "the results are [i64], must be [i32]"),
        ("call *%b()", "the callee is i64, must be ptr"),
        ("call @g(%p) area %b", "the variadic area is i64, must be ptr"),
        ("call @g(%p) fixed 2", "2 of 1 arguments are fixed"),
        ("call @g(%p, %a) fixed 1", "variable arguments without an area"),
        ("%x = host write(%b, %p, %b)", "an argument is i64, must be i32"),
        ("%x = host write(1, %p)", "write takes 3 arguments, not 2"),
        ("host write(1, %p, 2)", "the results are [], must be [i64]"),
        ("%x = setjmp %b", "the buffer is i64, must be ptr"),
        ("longjmp %p, %b", "the value is i64, must be i32"),
        ("%x = rmw add i32 %b, 1 seq_cst", "the address is i64, must be ptr"),
        ("%x = rmw add f64 %p, %d seq_cst", "the operand is f64, must be an integer"),
        ("%x = rmw fadd i32 %p, 1 seq_cst", "the operand is i32, must be a float"),
        ("%x = rmw add i32 %p, 1 unordered", "a read-modify-write cannot be unordered"),
        ("%x, %y = cmpxchg i32 %p, 1, %b seq_cst", "the new value is i64, must be i32"),
        ("%x, %y = cmpxchg f64 %p, %d, %d seq_cst", "the operand is f64, must be an integer or a pointer"),
        ("fence relaxed", "a fence cannot be relaxed"),
        ("%x: i16 = nondet i8", "the results are [i16], must be [i8]"),
        ("assume %a", "the condition is i32, must be i1"),
        ("fail assertion-failure, %a", "the message is i32, must be ptr"),
    ];
    for (insts, message) in cases {
        rejected(&read(&with_insts(insts)), message, insts);
    }
}

#[test]
fn what_c_allows_is_accepted() {
    let cases = [
        "%x: i64 = call @g(%a)",
        "call @f()",
        "%x: i32 = call @g(%p, %a) area %p fixed 1",
        "%x: i8, %y: ptr = unsupported \"thing\"",
        "%x = ptrtoint ptr %p to i8",
        "%x = inttoptr i8 3 to ptr",
        "%x = rmw xchg ptr %p, null relaxed",
        "%x = slt ptr %p, null",
        "%x = bitcast f64 %d to i64",
    ];
    for insts in cases {
        assert_eq!(messages(&read(&with_insts(insts))), [""; 0], "{insts}");
    }
}

#[test]
fn control_flow_is_well_formed() {
    let cases: &[(&str, &str)] = &[
        ("fn @f() {}", "the body has no entry block"),
        ("fn @f(i32) { bb0: ret }", "the entry block has parameters [], the function [i32]"),
        ("fn @f(i32) { bb0(%x: i64): ret }", "the entry block has parameters [i64], the function [i32]"),
        ("fn @f(i32, ...) { bb0(%x: i32): ret }", "the entry block has parameters [i32], the function [i32, ptr]"),
        ("fn @f() { bb0: jump bb0 }", "a jump goes to the entry block"),
        ("fn @f() { bb0: jump bb1 bb1(%x: i32): ret }", "the jump to bb1 has 0 arguments, must have 1"),
        ("fn @f() { bb0: jump bb1(i64 1) bb1(%x: i32): ret }", "an argument for %0 of bb1 is i64, must be i32"),
        ("fn @f(%x: i32) { bb0: br %x, bb1, bb1 bb1: ret }", "the condition is i32, must be i1"),
        ("fn @f() -> i32 { bb0: ret }", "the function returns [], must return [i32]"),
        ("fn @f() -> i32 { bb0: ret i64 1 }", "the function returns [i64], must return [i32]"),
        ("fn @f() { bb0: ret i64 1 }", "the function returns [i64], must return []"),
        ("fn @f() { bb0: switch i8 0, bb1 [1: bb1, 1: bb1] bb1: ret }", "case 1 comes twice"),
        ("fn @f() { bb0: switch i8 null, bb1 [] bb1: ret }", "expected an operand of type i8"),
    ];
    for (text, message) in cases {
        match parse(text) {
            Ok(program) => rejected(&program, message, text),
            Err(error) => assert!(error.message.contains(message), "{error}\n{text}"),
        }
    }
}

#[test]
fn definitions_dominate_uses() {
    let undominated = "does not dominate this use";
    let bad = [
        "fn @f() { bb0: %y = add i32 %x, 1 %x = add i32 1, 1 ret }",
        "fn @f() { bb0: %x = add i32 %x, 1 ret }",
        "fn @f(%c: i1) { bb0: br %c, bb1, bb2 bb1: %x = nondet i8 jump bb3 bb2: jump bb3 bb3: %y = freeze i8 %x ret }",
        "fn @f(%c: i1) { bb0: br %c, bb1(i8 1), bb2 bb1(%x: i8): jump bb2 bb2: %y = freeze i8 %x ret }",
        // The argument of a jump is used where the jump is.
        "fn @f() { bb0: jump bb1(%x) bb1(%x: i8): ret }",
        // A loop body does not dominate the head.
        "fn @f(%c: i1) { bb0: jump bb1 bb1: %y = freeze i8 %x br %c, bb2, bb3 bb2: %x = nondet i8 jump bb1 bb3: ret }",
        // An unreachable block dominates nothing.
        "fn @f() { bb0: %y = freeze i8 %x ret bb1: %x = nondet i8 ret }",
        "fn @f() { bb0: jump bb2 bb1: %x = nondet i8 jump bb2 bb2: %y = freeze i8 %x ret }",
        "fn @f(%c: i1) -> i8 { bb0: br %c, bb1, bb2 bb1: %x = nondet i8 ret %x bb2: ret %x }",
    ];
    for text in bad {
        rejected(&read(text), undominated, text);
    }
    let good = [
        "fn @f(%c: i1) { bb0: jump bb2 bb1: %y = freeze i8 %x ret bb2: %x = nondet i8 br %c, bb1, bb3 bb3: jump bb1 }",
        "fn @f(%c: i1) { bb0: %x = nondet i8 jump bb1(%x) bb1(%i: i8): %j = add i8 %i, 1 br %c, bb1(%j), bb2 bb2: %z = freeze i8 %j ret }",
        // Uses in unreachable blocks.
        "fn @f() { bb0: ret bb1: %y = freeze i8 %x %x = nondet i8 jump bb1 }",
        // Irreducible: two entries into a loop.
        "fn @f(%c: i1) { bb0: %x = nondet i8 br %c, bb1, bb2 bb1: br %c, bb2, bb3 bb2: br %c, bb1, bb3 bb3: %y = freeze i8 %x ret }",
    ];
    for text in good {
        assert_eq!(messages(&read(text)), [""; 0], "{text}");
    }
}

/// Dominance by definition, as a check of the check: `above` dominates `block` if `block` cannot be reached without it.
fn dominates_by_definition(successors: &[Vec<usize>], above: usize, block: usize) -> bool {
    let mut seen = vec![false; successors.len()];
    let mut stack = if above == 0 { vec![] } else { vec![0] };
    while let Some(next) = stack.pop() {
        if !std::mem::replace(&mut seen[next], true) {
            stack.extend(successors[next].iter().copied().filter(|&to| to != above));
        }
    }
    !seen[block]
}

#[test]
fn dominators_of_random_graphs_are_those_of_the_definition() {
    let mut state = 0x1234_5678_9abc_def1_u64;
    let mut random = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    for _ in 0..1000 {
        let count = 2 + random(9);
        let successors: Vec<Vec<usize>> =
            (0..count).map(|_| (0..random(3)).map(|_| 1 + random(count - 1)).collect()).collect();
        let mut text = "fn @f(%c: i1) {\n".to_owned();
        for (block, targets) in successors.iter().enumerate() {
            text += &match targets.as_slice() {
                [] => format!("bb{block}: %v{block} = nondet i8 ret\n"),
                [to] => format!("bb{block}: %v{block} = nondet i8 jump bb{to}\n"),
                [to, other, ..] => format!("bb{block}: %v{block} = nondet i8 br %c, bb{to}, bb{other}\n"),
            };
        }
        let reachable = |block: usize| !dominates_by_definition(&successors, usize::MAX, block);
        let program = read(&(text + "}"));
        let tree = dominance::tree_for_tests(program.funcs.as_slice()[0].body.as_ref().unwrap());
        for block in (0..count).filter(|&block| reachable(block)) {
            for above in 0..count {
                let wanted = reachable(above) && dominates_by_definition(&successors, above, block);
                assert_eq!(tree(above, block), wanted, "bb{above} over bb{block} in {successors:?}");
            }
        }
    }
}

#[test]
fn globals_and_types_are_well_formed() {
    let cases: &[(&str, &str)] = &[
        ("global @x size 2 = \"abc\"", "global `x` of 2 bytes has an initialiser of 3 bytes"),
        ("global @x size 4 align 3", "global `x` has alignment 3: no power of two"),
        ("global @x size 8 = zero relocs [4: @x]", "the address at 4 in global `x` lies outside its 8 bytes"),
        ("global @x size 8 = zero relocs [0: @x bytes 0]", "the address at 0 in global `x` has no bytes"),
        ("global @x size 16 = zero relocs [0: @x, 4: @x]", "the address at 4 in global `x` overlaps one before it"),
        ("global @x size 16 = zero relocs [8: @x, 0: @x]", "the address at 0 in global `x` overlaps one before it"),
        ("global @x size 8 = zero relocs [18446744073709551615: @x]", "lies outside its 8 bytes"),
        ("type t0 = typedef \"x\" t0", "t0 is made of itself"),
        ("type t0 = const t1 type t1 = array t0 [2] type t2 = pointer t0", "t0 is made of itself"),
        ("global @x size 1 global @x'g1 size 1", "the symbol table shows Some(Global(g0)) under `x`, not Global(g1)"),
        ("global @x'g0 internal size 1", "the symbol table shows None under `x`, not Global(g0)"),
        ("fn @f() alias @g = @f fn @g'fn1()", "the symbol table shows Some(Func(fn0)) under `g`, not Func(fn1)"),
        (
            "fn @f() alias @g = @f fn @g'fn1() internal",
            "the symbol table shows Some(Func(fn0)) under `g`, not Func(fn1)",
        ),
    ];
    for (text, message) in cases {
        rejected(&read(text), message, text);
    }
    assert_eq!(messages(&read("fn @f() alias @g = @f type t0 = pointer t0")), [""; 0]);
}

fn body(program: &mut Program) -> &mut Body {
    program.funcs[FuncId::new(0)].body.as_mut().unwrap()
}

fn first_block(program: &mut Program) -> &mut Block {
    &mut body(program).blocks[BlockId::new(0)]
}

fn constant(program: &mut Program, value: Const) {
    body(program).consts.intern(value);
}

type Break = fn(&mut Program);

/// What the text form cannot say.
#[test]
fn ids_exist_and_constants_are_normal() {
    let text = "file 0 \"a.c\" type t0 = record rec0 record rec0 = struct size 4 { 0 t0 \"m\" } global @g size 8 = zero
        fn @f(%p: ptr) { var x: t0 bb0: %x = field %p, 0 of rec0.0 jump bb1(%x) bb1(%y: ptr): ret }";
    assert_eq!(messages(&read(text)), [""; 0]);
    let cases: &[(Break, &str)] = &[
        (|p| p.target.pointer_bits = 16, "pointers of 16 bits: must be 32 or 64"),
        (|p| p.constructors.push((0, FuncId::new(3))), "constructor fn3 does not exist"),
        (|p| p.destructors.push((0, FuncId::new(3))), "destructor fn3 does not exist"),
        (
            |p| p.symbols.extend([(Name::new(99), Symbol::Func(FuncId::new(0)))]),
            "has a name that does not exist: name99",
        ),
        (
            |p| {
                let name = p.names.intern("nothing");
                p.symbols.insert(name, Symbol::Func(FuncId::new(5)));
            },
            "the symbol table leads from `nothing` to nothing: Func(fn5)",
        ),
        (
            |p| p.globals[GlobalId::new(0)].source_name = Some(Name::new(99)),
            "Global(g0) has a name that does not exist",
        ),
        (|p| p.globals[GlobalId::new(0)].ctype = Some(CTypeId::new(9)), "global `g` has a C type that does not exist"),
        (|p| p.globals[GlobalId::new(0)].span = Span::new(FileId::new(9), 1, 1), "global `g` stands in a file"),
        (
            |p| {
                let reloc = Reloc { offset: 0, bytes: 8, symbol: Symbol::Global(GlobalId::new(7)), addend: 0 };
                p.globals[GlobalId::new(0)].init.as_mut().unwrap().relocs.push(reloc);
            },
            "the address at 0 in global `g` is of nothing: Global(g7)",
        ),
        (
            |p| p.ctypes.types[CTypeId::new(0)] = CType::Pointer(CTypeId::new(5)),
            "t0 refers to a type, a record or a name",
        ),
        (
            |p| p.ctypes.types[CTypeId::new(0)] = CType::Record(RecordId::new(5)),
            "t0 refers to a type, a record or a name",
        ),
        (|p| p.ctypes.records[RecordId::new(0)].name = Some(Name::new(77)), "rec0 refers to a type, a name or a file"),
        (
            |p| p.ctypes.records[RecordId::new(0)].fields[0].ty = CTypeId::new(7),
            "rec0 refers to a type, a name or a file",
        ),
        (|p| p.funcs[FuncId::new(0)].ctype = Some(CTypeId::new(9)), "the function's C type does not exist"),
        (|p| p.funcs[FuncId::new(0)].span = Span::new(FileId::new(9), 1, 1), "the function stands in a file"),
        (
            |p| p.funcs[FuncId::new(0)].sig.results.push(Type::Int(0)),
            "the signature has a type that does not exist: i0",
        ),
        (|p| body(p).vars[VarId::new(0)].name = Name::new(99), "var0 has a name that does not exist"),
        (|p| body(p).vars[VarId::new(0)].ty = Some(CTypeId::new(9)), "var0 has a C type that does not exist"),
        (|p| body(p).vars[VarId::new(0)].span = Span::new(FileId::new(9), 1, 1), "file9 does not exist"),
        (|p| body(p).values[ValueId::new(0)].var = Some(VarId::new(9)), "%0 belongs to a variable that does not exist"),
        (|p| body(p).values[ValueId::new(0)].ty = Type::Int(MAX_INT_BITS + 1), "%0 has a type that does not exist"),
        (|p| first_block(p).params[0] = ValueId::new(50), "parameter %50 does not exist"),
        (|p| first_block(p).insts[0].span = Span::new(FileId::new(9), 1, 1), "file9 does not exist"),
        (|p| first_block(p).term_span = Span::new(FileId::new(9), 1, 1), "file9 does not exist"),
        (|p| first_block(p).insts[0].results = Results::one(ValueId::new(50)), "result %50 does not exist"),
        (
            |p| first_block(p).insts[0].op.for_each_operand_mut(|o| *o = Operand::Value(ValueId::new(50))),
            "operand %50 does not exist",
        ),
        (
            |p| first_block(p).insts[0].op.for_each_operand_mut(|o| *o = Operand::Const(ConstId::new(50))),
            "operand c50 does not exist",
        ),
        (
            |p| {
                let field = FieldRef { record: RecordId::new(0), index: 1 };
                let base = Operand::Value(ValueId::new(0));
                first_block(p).insts[0].op = Op::Field { base, offset: 0, field: Some(field) };
            },
            "member 1 of rec0 does not exist",
        ),
        (
            |p| {
                let op = Op::Unsupported { reason: Name::new(99) };
                first_block(p).insts[0].op = op;
            },
            "name99 does not exist",
        ),
        (
            |p| {
                let callee = Callee::Direct(FuncId::new(9));
                let op = Op::Call { callee, args: vec![], area: None, sig: CallSig::default() };
                first_block(p).insts[0].op = op;
            },
            "callee fn9 does not exist",
        ),
        (|p| first_block(p).term.targets_mut().for_each(|to| to.block = BlockId::new(9)), "bb9 does not exist"),
        (|p| constant(p, Const::Int { width: 8, value: 256 }), "c0 is not a constant"),
        (|p| constant(p, Const::Int { width: 0, value: 0 }), "c0 is not a constant"),
        (|p| constant(p, Const::Int { width: 129, value: 0 }), "c0 is not a constant"),
        (|p| constant(p, Const::Wide(WideInt { width: 128, limbs: [0, 0].into() })), "c0 is not a constant"),
        (|p| constant(p, Const::Wide(WideInt { width: 130, limbs: [0, 0].into() })), "c0 is not a constant"),
        (|p| constant(p, Const::Wide(WideInt { width: 130, limbs: [0, 0, 4].into() })), "c0 is not a constant"),
        (|p| constant(p, Const::Float { kind: FloatKind::F32, bits: 1 << 32 }), "c0 is not a constant"),
        (|p| constant(p, Const::Global { id: GlobalId::new(4), offset: 0 }), "c0 is not a constant"),
        (|p| constant(p, Const::Func(FuncId::new(4))), "c0 is not a constant"),
        (|p| constant(p, Const::Undef(Type::Int(0))), "c0 is not a constant"),
        (
            |p| {
                constant(p, Const::int(8, 1));
                constant(p, Const::int(8, 2));
                body(p).consts.rewrite(|value| *value = Const::int(8, 3));
            },
            "c1 equals another constant of the pool",
        ),
        (
            |p| body(p).values = body(p).values.iter().copied().chain([Value { ty: Type::I32, var: None }]).collect(),
            "%3 is never defined",
        ),
        (
            |p| {
                let copy = first_block(p).insts[0].clone();
                first_block(p).insts.push(copy);
            },
            "%1 is defined twice",
        ),
        (
            |p| {
                let value = Operand::Const(body(p).consts.intern(Const::int(8, 0)));
                let target = BlockRef { block: BlockId::new(1), args: vec![Operand::Value(ValueId::new(0))] };
                let switch = Switch { value, cases: vec![(256, target.clone())], default: target };
                first_block(p).term = Terminator::Switch(Box::new(switch));
            },
            "case 256 does not fit in 8 bits",
        ),
        (
            |p| {
                let target = BlockRef { block: BlockId::new(1), args: vec![Operand::Value(ValueId::new(0))] };
                let switch = Switch { value: ValueId::new(0).into(), cases: vec![], default: target };
                first_block(p).term = Terminator::Switch(Box::new(switch));
            },
            "the value of a switch must be an integer",
        ),
    ];
    for (index, (break_it, message)) in cases.iter().enumerate() {
        let mut program = read(text);
        break_it(&mut program);
        rejected(&program, message, &format!("case {index}"));
    }
}

#[test]
fn a_violation_says_where() {
    let program = read("fn @f(%x: i32) { bb0: %y = add i32 %x, 1 %z = load i8, null align 3 ret }");
    let violations = check(&program).unwrap_err();
    let place = (violations[0].func, violations[0].block, violations[0].inst);
    assert_eq!(place, (Some(FuncId::new(0)), Some(BlockId::new(0)), Some(1)));
    assert_eq!(
        violations[0].describe(&program),
        "@f bb0:1 (%2 = load i8, null align 3): the alignment is 3, must be a power of two"
    );
    assert_eq!(check_func(&program, FuncId::new(0)).unwrap_err(), violations);
}

#[test]
fn the_list_of_violations_has_an_end() {
    let text = format!("fn @f() {{ bb0: {} ret }}", "fence relaxed ".repeat(5000));
    assert_eq!(check(&read(&text)).unwrap_err().len(), 1000);
}

/// Neither recursion nor a walk over the whole function per back edge.
#[test]
fn a_long_chain_with_back_edges_is_checked() {
    let count = 100_000;
    let mut text = "fn @f(%c: i1) {\nbb0: jump b0\n".to_owned();
    for block in 0..count {
        text += &format!("b{block}: br %c, b{}, b0\n", (block + 1).min(count - 1));
    }
    assert_eq!(messages(&read(&(text + "}"))), [""; 0]);
}
