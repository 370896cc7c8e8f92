//! What the reader says about whole modules: Clang's output for `data/sample.c`, and the spellings of `data/tricky.ll`.

use cairn_base::Id;
use cairn_ir::FloatKind;
use cairn_llvm::ast::*;
use cairn_llvm::read;

const SAMPLES: [(&str, &str); 4] = [
    ("clang19", include_str!("data/sample.clang19.ll")),
    ("clang15", include_str!("data/sample.clang15.ll")),
    ("clang15.typed", include_str!("data/sample.clang15.typed.ll")),
    ("clang19.ilp32", include_str!("data/sample.clang19.ilp32.ll")),
];
const TRICKY: &str = include_str!("data/tricky.ll");

fn parse(text: &str) -> Module<'_> {
    read::module(text).unwrap_or_else(|error| panic!("{error}")).0
}

fn func<'m, 'a>(module: &'m Module<'a>, name: &str) -> &'m Func<'a> {
    module.funcs.iter().find(|func| module.symbols[func.sym] == name).unwrap_or_else(|| panic!("no function {name}"))
}

fn global<'m, 'a>(module: &'m Module<'a>, name: &str) -> &'m Global<'a> {
    let found = module.globals.iter().find(|global| module.symbols[global.sym] == name);
    found.unwrap_or_else(|| panic!("no global {name}"))
}

fn init<'m, 'a>(module: &'m Module<'a>, name: &str) -> &'m Const<'a> {
    global(module, name).init.as_ref().unwrap_or_else(|| panic!("{name} has no initialiser"))
}

fn insts<'m, 'a>(func: &'m Func<'a>) -> impl Iterator<Item = &'m Inst<'a>> {
    func.body.iter().flat_map(|body| body.blocks.iter()).flat_map(|block| &block.insts)
}

/// The instruction that defines `%name`.
fn inst<'m, 'a>(func: &'m Func<'a>, name: &str) -> &'m InstKind<'a> {
    let locals = &func.body.as_ref().expect("a body").locals;
    let found = insts(func).find(|inst| inst.result.is_some_and(|result| locals[result] == name));
    &found.unwrap_or_else(|| panic!("no %{name}")).kind
}

fn calls<'m, 'a>(func: &'m Func<'a>) -> impl Iterator<Item = &'m Call<'a>> {
    insts(func).filter_map(|inst| match &inst.kind {
        InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => Some(call),
        _ => None,
    })
}

fn call_of<'m, 'a>(module: &'m Module<'a>, func: &'m Func<'a>, callee: &str) -> &'m Call<'a> {
    let is_callee =
        |call: &&Call| matches!(call.callee, Operand::Const(Const::Sym(sym)) if module.symbols[sym] == callee);
    calls(func).find(is_callee).unwrap_or_else(|| panic!("no call of {callee}"))
}

#[test]
fn every_sample_is_read_without_unknown_instructions() {
    for (name, text) in SAMPLES {
        let module = parse(text);
        assert_eq!(module.source_name, "sample.c", "{name}");
        for func in &module.funcs {
            let unknown = insts(func).filter(|inst| matches!(inst.kind, InstKind::Unknown { .. })).count();
            assert_eq!(unknown, 0, "{name}: {}", module.symbols[func.sym]);
        }
        assert_eq!(func(&module, "main").params.len(), 2, "{name}");
        assert!(func(&module, "sum").variadic, "{name}");
        assert!(func(&module, "main").dbg.is_some() && func(&module, "malloc").body.is_none(), "{name}");
    }
}

#[test]
fn attribute_groups_reach_functions_and_calls() {
    for (name, text) in SAMPLES {
        let module = parse(text);
        assert!(func(&module, "die").attrs.noreturn && !func(&module, "push").attrs.noreturn, "{name}");
        assert!(call_of(&module, func(&module, "push"), "die").noreturn, "{name}");
        assert!(call_of(&module, func(&module, "main"), "_setjmp").returns_twice, "{name}");
        assert!(!call_of(&module, func(&module, "main"), "free").noreturn, "{name}");
    }
}

#[test]
fn globals_have_their_linkage_and_initialiser() {
    for (name, text) in SAMPLES {
        let module = parse(text);
        let linkage = |global_name| global(&module, global_name).linkage;
        assert_eq!(
            (linkage("table"), linkage("ratio"), linkage("maybe")),
            (Linkage::Internal, Linkage::External, Linkage::Weak)
        );
        assert!(global(&module, "maybe").init.is_none() && global(&module, "per_thread").thread_local, "{name}");
        assert_eq!(*init(&module, "ratio"), Const::Float(0x3dcc_cccd), "{name}");
        assert_eq!(*init(&module, "precise"), Const::Float(0x3fff_c000_0000_0000_0000), "{name}");
        assert_eq!(*init(&module, ".str"), Const::Bytes(b"hello, \"world\"\n\0".to_vec()), "{name}");
        let alias = &module.aliases[0];
        assert_eq!(
            (module.symbols[alias.sym].as_str(), alias.linkage, alias.ifunc),
            ("alias_of", Linkage::Weak, false)
        );
        assert!(matches!(alias.target, Const::Sym(sym) if module.symbols[sym] == "weak_target"), "{name}");
    }
}

#[test]
fn parameters_passed_in_memory_are_marked() {
    let module = parse(SAMPLES[0].1);
    let by_value = func(&module, "by_value");
    let is_big =
        |ty: Option<TypeId>| matches!(module.types[ty.expect("a type")], Type::Named { name: "struct.big", .. });
    assert!(is_big(by_value.params[0].attrs.sret) && is_big(by_value.params[1].attrs.byval));
    assert_eq!(by_value.params[1].attrs.align, 8);
    let call = call_of(&module, func(&module, "main"), "by_value");
    assert!(is_big(call.args[0].attrs.sret) && is_big(call.args[1].attrs.byval));
}

#[test]
fn assembly_is_unescaped() {
    for (name, text) in SAMPLES {
        let module = parse(text);
        let asm = calls(func(&module, "low_level")).find_map(|call| match &call.callee {
            Operand::Asm(asm) => Some(asm),
            _ => None,
        });
        let asm = asm.expect("an asm call");
        assert_eq!(asm.template, "bswap $0\n\t# \"done\"", "{name}");
        assert!(asm.side_effects && asm.constraints.starts_with("=r,0,~{memory}"), "{name}");
    }
}

#[test]
fn debug_records_and_intrinsics_read_the_same() {
    let declares = |text| {
        let module = parse(text);
        let declares = insts(func(&module, "main")).filter(|inst| {
            let is_declare = matches!(inst.kind, InstKind::DbgDeclare { addr: Operand::Local(_), .. });
            assert!(!is_declare || inst.dbg.is_some());
            is_declare
        });
        declares.count()
    };
    for (name, text) in SAMPLES {
        assert_eq!(declares(text), 7, "{name}");
    }
}

#[test]
fn block_addresses_name_blocks_of_the_function() {
    for (name, text) in SAMPLES {
        let module = parse(text);
        let Const::Aggregate(targets) = init(&module, "__const.jumps.targets") else { panic!("{name}") };
        let body = func(&module, "jumps").body.as_ref().unwrap();
        for (_, target) in targets {
            let Const::BlockAddress { func, label } = target else { panic!("{name}: {target:?}") };
            assert_eq!(module.symbols[*func], "jumps");
            assert!(body.blocks.iter().any(|block| block.name == *label), "{name}: {label}");
        }
    }
}

#[test]
fn labels_count_blocks_in_the_order_of_the_text() {
    let module = parse(TRICKY);
    let names = func(&module, "names").body.as_ref().unwrap();
    let order: Vec<_> = names.blocks.iter().map(|block| block.name).collect();
    assert_eq!(order, ["entry block", "cont", "block 2", "end"]);
    let InstKind::Switch { default, cases, .. } = &names.blocks[LabelId::new(0)].insts[2].kind else { panic!() };
    assert_eq!(default.index(), 2);
    assert_eq!(
        cases.iter().map(|case| (case.0.clone(), case.1.index())).collect::<Vec<_>>(),
        [(Const::Int(-1), 1), (Const::Int(2), 1)]
    );
    let InstKind::Phi { incoming, .. } = inst(func(&module, "names"), "v") else { panic!() };
    assert_eq!(incoming.iter().map(|(_, label)| label.index()).collect::<Vec<_>>(), [2, 0, 0]);
    assert_eq!(names.locals.as_slice(), ["a b", "\"7\"", "4x", "x", "-dash$.1", "v", "later"]);
}

#[test]
fn unnamed_values_and_blocks_share_one_count() {
    let module = parse(TRICKY);
    let numbers = func(&module, "numbers");
    let body = numbers.body.as_ref().unwrap();
    assert_eq!(body.blocks.iter().map(|block| block.name).collect::<Vec<_>>(), ["2", "4", "9"]);
    assert_eq!(body.locals.as_slice(), ["0", "p", "1", "3", "5", "6", "7", "8"]);
    let InstKind::Phi { incoming, .. } = inst(numbers, "5") else { panic!() };
    assert_eq!(incoming.iter().map(|(_, label)| label.index()).collect::<Vec<_>>(), [0, 1]);
    assert!(matches!(inst(numbers, "7"), InstKind::Call(_)));
    let InstKind::Binary { flags, .. } = inst(numbers, "3") else { panic!() };
    assert!(flags.nsw && flags.nuw && !flags.exact);
}

#[test]
fn constants_of_every_spelling() {
    let module = parse(TRICKY);
    assert_eq!(module.module_asm, [".globl foo\\0A", "second"]);
    assert_eq!(global(&module, "with space").section, Some(".mine"));
    assert_eq!(*init(&module, "\u{1}raw"), Const::Int(7));
    assert_eq!(*init(&module, "0"), Const::Bytes(b"a\"\\\0".to_vec()));
    assert_eq!(*init(&module, "wide"), Const::Int(i128::MIN));
    assert!(matches!(init(&module, "wider"), Const::BigInt(text) if text.len() == 78));
    let ints = |name| match init(&module, name) {
        Const::Aggregate(elements) => elements.iter().map(|element| element.1.clone()).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(ints("truth"), [Const::Int(1), Const::Int(0)]);
    assert_eq!(ints("hexes"), [Const::Int(255), Const::Int(-1)]);
    assert_eq!(ints("packed"), [Const::Int(1), Const::Int(2)]);
    assert_eq!(ints("vector"), [Const::Int(1), Const::Poison]);
    let floats = [0x3c00, 0x3f80, 0x3dcc_cccd, 0x3fc0_0000_0000_0000, 0x3fff_8000_0000_0000_0000, 0x3fff << 112];
    assert_eq!(ints("floats"), floats.map(Const::Float));
    assert!(matches!(init(&module, "cfi"), Const::Sym(sym) if module.symbols[*sym] == "plain"));
    assert!(matches!(init(&module, "equivalent"), Const::Sym(_)));
    assert!(matches!(init(&module, "label"), Const::BlockAddress { label: "block 2", .. }));
    assert!(matches!(module.types[global(&module, "shared").ty], Type::Array { len: 9_999_999_999, .. }));
    let spaced = global(&module, "with space");
    assert_eq!((spaced.align, spaced.linkage, spaced.thread_local), (16, Linkage::Internal, true));
    assert!(global(&module, "tentative").dbg.is_some());
}

#[test]
fn constant_expressions() {
    let module = parse(TRICKY);
    let expr = |name| match init(&module, name) {
        Const::Expr(expr) => &**expr,
        other => panic!("{other:?}"),
    };
    assert!(matches!(expr("gep"), ConstExpr::Gep { inbounds: true, indices, .. } if indices.len() == 1));
    assert!(matches!(expr("gep_range"), ConstExpr::Gep { inbounds: true, indices, .. } if indices.len() == 2));
    let ConstExpr::Binary { op: "sub", lhs: Const::Expr(lhs), .. } = expr("expr") else { panic!() };
    assert!(matches!(**lhs, ConstExpr::Cast { op: CastOp::PtrToInt, .. }));
    assert!(matches!(expr("truncated"), ConstExpr::Cast { op: CastOp::Trunc, .. }));
    assert!(matches!(expr("cast"), ConstExpr::Cast { op: CastOp::AddrSpaceCast, .. }));
    assert!(matches!(module.aliases[1].target, Const::Expr(_)) && module.aliases[2].ifunc);
}

#[test]
fn operations_keep_what_changes_their_meaning() {
    let module = parse(TRICKY);
    let operations = func(&module, "operations");
    let of = |name| inst(operations, name);
    assert!(matches!(of("div"), InstKind::Binary { op: "sdiv", flags: Flags { exact: true, .. }, .. }));
    assert!(matches!(of("fmul"), InstKind::Binary { rhs: Operand::Const(Const::Float(1)), .. }));
    assert!(matches!(of("fcmp"), InstKind::FCmp { pred: "une", .. }));
    assert!(matches!(of("gep2"), InstKind::Gep { inbounds: false, indices, .. } if indices.len() == 3));
    assert!(matches!(of("sv"), InstKind::ShuffleVector { mask, .. } if *mask == [Some(3), None]));
    assert!(matches!(of("sz"), InstKind::ShuffleVector { mask, .. } if *mask == [Some(0); 4]));
    assert!(matches!(of("ld"), InstKind::Load { volatile: true, atomic: Some("seq_cst"), align: 4, .. }));
    assert!(matches!(of("cx"), InstKind::CmpXchg { weak: true, volatile: true, ordering: "acq_rel", .. }));
    assert!(matches!(of("rmw"), InstKind::AtomicRmw { op: "umax", ordering: "seq_cst", .. }));
    assert!(matches!(of("ev"), InstKind::ExtractValue { indices, .. } if *indices == [0]));
    assert!(matches!(of("sel"), InstKind::Select { otherwise: Typed { value: Operand::Const(Const::Undef), .. }, .. }));
}

#[test]
fn calls_of_every_shape() {
    let module = parse(TRICKY);
    let calls_func = func(&module, "calls");
    let InstKind::Call(first) = inst(calls_func, "r") else { panic!() };
    assert!(matches!(&first.fixed, Some((params, true)) if params.len() == 1) && first.args.len() == 4);
    assert!(first.args[1].attrs.sext && first.args[0].attrs.align == 8);
    assert!(matches!(first.args[3].value.value, Operand::Const(Const::Null)));
    assert!(call_of(&module, calls_func, "stop").noreturn && func(&module, "stop").attrs.noreturn);
    assert!(call_of(&module, calls_func, "setjmp").returns_twice && func(&module, "plain").attrs.noreturn);
    let records =
        insts(calls_func).filter(|inst| matches!(inst.kind, InstKind::DbgValue { .. } | InstKind::DbgDeclare { .. }));
    // The one with an expression does not say what the variable holds.
    assert_eq!(records.count(), 2);
    let unknown: Vec<_> = insts(calls_func).filter(|inst| matches!(inst.kind, InstKind::Unknown { .. })).collect();
    assert!(unknown.len() == 2 && unknown[0].result.is_some() && unknown[1].result.is_none());
    assert!(insts(calls_func).any(|inst| matches!(&inst.kind, InstKind::CallBr { others, .. } if others.len() == 2)));
}

#[test]
fn types_are_shared_and_named_types_filled() {
    let module = parse(TRICKY);
    let named = |wanted: &str| {
        module.types.iter().find_map(|ty| match ty {
            Type::Named { name, body } if *name == wanted => Some(*body),
            _ => None,
        })
    };
    let body = |name| &module.types[named(name).flatten().expect("a body")];
    assert!(matches!(body("later"), Type::Struct { packed: true, .. }));
    assert!(matches!(body("0"), Type::Struct { fields, .. } if fields.len() == 2));
    assert_eq!(named("never"), Some(None));
    let floats = module.types.iter().filter(|ty| **ty == Type::Float(FloatKind::F32)).count();
    assert_eq!((floats, module.types.iter().filter(|ty| **ty == Type::Int(32)).count()), (1, 1));
}
