//! Linking, rule by rule, on small units.

use super::*;
use crate::semantic::*;
use crate::testing::{FuncBuilder, add_func, add_global, program};
use Linkage::*;
use cairn_base::{Id, Span};

/// A body that returns a number, so that a test can see which one was chosen.
fn returning(number: i64) -> Option<Body> {
    let mut f = FuncBuilder::new(&[]);
    let value = f.int(32, number);
    f.ret(&[value]);
    Some(f.body)
}

fn calling(callee: FuncId) -> Option<Body> {
    let mut f = FuncBuilder::new(&[]);
    f.line = 7;
    f.call(callee, &[], &[]);
    f.ret(&[]);
    Some(f.body)
}

fn unit(file: &str, funcs: &[(&str, Linkage, Option<i64>)]) -> Program {
    let mut unit = program(file);
    for &(name, linkage, number) in funcs {
        add_func(&mut unit, name, linkage, Sig::default(), number.and_then(returning));
    }
    unit
}

/// A unit whose function `caller` calls the declared function `callee`.
fn caller_unit(file: &str, caller: &str, callee: &str) -> Program {
    let mut unit = program(file);
    let callee = add_func(&mut unit, callee, External, Sig::default(), None);
    add_func(&mut unit, caller, External, Sig::default(), calling(callee));
    unit
}

fn as_model(mut unit: Program) -> Program {
    unit.funcs.iter_mut().for_each(|func| func.origin = FuncOrigin::Model);
    unit
}

fn number_of(program: &Program, id: FuncId) -> Option<u128> {
    let body = program.funcs[id].body.as_ref()?;
    let Terminator::Return(values) = &body.blocks[body.entry()].term else { return None };
    body.as_const(*values.first()?)?.as_int()
}

fn chosen(program: &Program, name: &str) -> Option<u128> {
    number_of(program, program.func_named(name)?)
}

fn callee_of(program: &Program, name: &str) -> FuncId {
    let body = program.funcs[program.func_named(name).unwrap()].body.as_ref().unwrap();
    match body.blocks[body.entry()].insts[0].op {
        Op::Call { callee: Callee::Direct(id), .. } => id,
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn a_call_reaches_the_definition_of_another_unit_whatever_the_order() {
    for swap in [false, true] {
        let mut units = vec![caller_unit("a.c", "main", "f"), unit("b.c", &[("f", External, Some(5))])];
        if swap {
            units.reverse();
        }
        let linked = link(units).unwrap();
        assert_eq!(number_of(&linked, callee_of(&linked, "main")), Some(5));
        assert_eq!(linked.funcs.len(), 2);
    }
}

#[test]
fn two_strong_definitions_are_an_error_that_names_all_of_them_and_their_files() {
    let error = link(vec![
        unit("a.c", &[("f", External, Some(1)), ("g", External, Some(1)), ("h", Weak, Some(1))]),
        unit("b.c", &[("f", External, Some(2)), ("g", External, Some(2)), ("h", External, Some(2))]),
    ]);
    let message = error.unwrap_err().to_string();
    assert_eq!(
        message,
        "`f` is defined twice: in a.c:1:1 and in b.c:1:1\n`g` is defined twice: in a.c:1:1 and in b.c:1:1"
    );
}

#[test]
fn the_strongest_definition_wins_in_every_order() {
    let order = [(External, 4), (Weak, 3), (AvailableExternally, 2)];
    for (i, &(strong, strong_number)) in order.iter().enumerate() {
        for &(weak, weak_number) in &order[i + 1..] {
            for swap in [false, true] {
                let mut units = vec![
                    unit("a.c", &[("f", strong, Some(strong_number))]),
                    unit("b.c", &[("f", weak, Some(weak_number))]),
                    unit("c.c", &[("f", External, None)]),
                ];
                if swap {
                    units.reverse();
                }
                let linked = link(units).unwrap();
                assert_eq!(chosen(&linked, "f"), Some(strong_number as u128), "{strong:?} against {weak:?}");
                assert_eq!(linked.funcs[linked.func_named("f").unwrap()].linkage, strong);
            }
        }
    }
    let first = link(vec![unit("a.c", &[("f", Weak, Some(1))]), unit("b.c", &[("f", Weak, Some(2))])]).unwrap();
    assert_eq!(chosen(&first, "f"), Some(1));
}

#[test]
fn weak_definitions_of_files_by_themselves_are_known_to_nobody() {
    let mut unit = program("a.c");
    let weak = add_func(&mut unit, "f", Weak, Sig::default(), returning(1));
    let strong = add_func(&mut unit, "g", External, Sig::default(), returning(2));
    add_func(&mut unit, "asks_weak", External, Sig::default(), calling(weak));
    add_func(&mut unit, "asks_strong", External, Sig::default(), calling(strong));
    let limit = add_global(&mut unit, "limit", Weak, 4, Some(Init { bytes: vec![7], ..Init::default() }));
    let reloc = Reloc { offset: 0, bytes: 8, symbol: Symbol::Func(weak), addend: 0 };
    let table = add_global(&mut unit, "table", External, 8, Some(Init { relocs: vec![reloc], ..Init::default() }));
    leave_weak_definitions_open(&mut unit);
    let called = callee_of(&unit, "asks_weak");
    assert!(!unit.funcs[called].is_defined() && unit.func_name(called) == "f");
    assert_eq!(chosen(&unit, "f"), Some(1), "the body stays, to be looked at");
    assert_eq!(callee_of(&unit, "asks_strong"), strong);
    assert!(unit.globals[limit].init.is_none());
    assert_eq!(unit.globals[table].init.as_ref().unwrap().relocs[0].symbol, Symbol::Func(called));
}

#[test]
fn static_functions_of_one_name_stay_apart_and_hide_no_external_one() {
    let mut a = program("a.c");
    let own = add_func(&mut a, "f", Internal, Sig::default(), returning(1));
    add_func(&mut a, "in_a", External, Sig::default(), calling(own));
    let mut b = program("b.c");
    let own = add_func(&mut b, "f", Internal, Sig::default(), returning(2));
    add_func(&mut b, "in_b", External, Sig::default(), calling(own));
    let linked = link(vec![a, b, unit("c.c", &[("f", External, Some(3))])]).unwrap();
    assert_eq!(number_of(&linked, callee_of(&linked, "in_a")), Some(1));
    assert_eq!(number_of(&linked, callee_of(&linked, "in_b")), Some(2));
    assert_eq!(chosen(&linked, "f"), Some(3));
}

#[test]
fn tentative_definitions_are_one_object_of_the_largest_size_unless_a_strong_one_exists() {
    let zero = || Some(Init::default());
    let with = |linkage, size, init| {
        let mut unit = program("a.c");
        add_global(&mut unit, "x", linkage, size, init);
        unit
    };
    let linked = link(vec![with(Common, 4, zero()), with(Common, 16, zero()), with(Common, 8, zero())]).unwrap();
    assert_eq!((linked.globals.len(), linked.globals[GlobalId::new(0)].size), (1, 16));
    let five = Some(Init { bytes: vec![5], ..Init::default() });
    let linked =
        link(vec![with(Common, 16, zero()), with(External, 4, five.clone()), with(External, 8, None)]).unwrap();
    let global = &linked.globals[GlobalId::new(0)];
    assert_eq!((linked.globals.len(), global.size, global.init.clone()), (1, 4, five.clone()));
    assert!(link(vec![with(External, 4, five.clone()), with(External, 4, five)]).is_err());
}

#[test]
fn undefined_symbols_are_weak_only_if_every_reference_is() {
    let linkage = |a, b| {
        let linked = link(vec![unit("a.c", &[("f", a, None)]), unit("b.c", &[("f", b, None)])]).unwrap();
        linked.funcs[linked.func_named("f").unwrap()].linkage
    };
    assert_eq!((linkage(Weak, Weak), linkage(Weak, External)), (Weak, External));
}

#[test]
fn a_function_and_a_variable_of_one_name_conflict() {
    let mut b = program("b.c");
    add_global(&mut b, "f", External, 4, None);
    let error = link(vec![unit("a.c", &[("f", External, Some(1))]), b]).unwrap_err();
    assert_eq!(error.to_string(), "`f` is a function in a.c:1:1 and a variable in b.c:1:1");
}

#[test]
fn another_target_is_an_error_and_another_vendor_is_not() {
    let mut small = unit("small.c", &[]);
    small.target = Target::i386();
    let error = link(vec![unit("a.c", &[]), small.clone()]).unwrap_err();
    assert_eq!(error.to_string(), "a.c is compiled for x86_64-pc-linux-gnu and small.c for i386-pc-linux-gnu");
    let mut other = unit("b.c", &[]);
    other.target.triple = "x86_64-unknown-linux-gnu".to_owned();
    assert!(link(vec![unit("a.c", &[]), other]).is_ok());
    small.target.triple = "i686-pc-linux-gnu".to_owned();
    let mut tiny = unit("tiny.c", &[]);
    tiny.target = Target::i386();
    assert!(link(vec![small, tiny]).is_ok());
    assert_eq!(link(vec![]).unwrap_err(), LinkError::Empty);
}

#[test]
fn a_users_definition_wins_over_a_model_and_models_among_themselves_are_first_come() {
    for swap in [false, true] {
        let model = as_model(unit("model.c", &[("malloc", External, Some(1)), ("free", External, Some(1))]));
        let mut units = vec![unit("user.c", &[("malloc", Weak, Some(2))]), model];
        if swap {
            units.reverse();
        }
        let linked = link(units).unwrap();
        assert_eq!((chosen(&linked, "malloc"), chosen(&linked, "free")), (Some(2), Some(1)));
    }
    let models = [1, 2].map(|n| as_model(unit("model.c", &[("malloc", External, Some(n))]))).to_vec();
    assert_eq!(chosen(&link(models).unwrap(), "malloc"), Some(1));
    let inline = unit("user.c", &[("atoi", AvailableExternally, Some(2))]);
    let linked = link(vec![inline, as_model(unit("model.c", &[("atoi", External, Some(1))]))]).unwrap();
    assert_eq!(chosen(&linked, "atoi"), Some(1));
}

#[test]
fn a_users_variable_named_like_a_model_function_leaves_the_model_its_own() {
    let mut user = caller_unit("user.c", "main", "strchr");
    add_global(&mut user, "index", External, 4, Some(Init::default()));
    let mut model = unit("model.c", &[("index", External, Some(1))]);
    let index = model.func_named("index").unwrap();
    add_func(&mut model, "strchr", External, Sig::default(), calling(index));
    let linked = link_missing(user, vec![as_model(model)], &[]).unwrap();
    assert!(linked.global_named("index").is_some());
    assert_eq!(number_of(&linked, callee_of(&linked, "strchr")), Some(1));
}

#[test]
fn only_needed_models_are_linked_and_those_that_they_need() {
    let models = vec![
        as_model(unit("unused.c", &[("unused", External, Some(0))])),
        as_model(caller_unit("calloc.c", "calloc", "malloc")),
        as_model(unit("malloc.c", &[("malloc", External, Some(1))])),
        as_model(unit("start.c", &[("start", External, Some(3))])),
    ];
    let linked = link_missing(caller_unit("user.c", "main", "calloc"), models, &["start"]).unwrap();
    assert_eq!((linked.func_named("unused"), chosen(&linked, "malloc")), (None, Some(1)));
    assert_eq!(chosen(&linked, "start"), Some(3));
    assert!(linked.funcs[callee_of(&linked, "main")].is_defined());
}

#[test]
fn positions_relocations_constants_and_constructors_follow_their_symbols() {
    let mut a = program("shared.h");
    add_func(&mut a, "pad", External, Sig::default(), returning(0));
    add_global(&mut a, "pad_global", Internal, 4, Some(Init::default()));
    let mut b = program("b.c");
    b.files = vec![b.files.as_slice()[0].clone(), a.files.as_slice()[0].clone()].into();
    let callee = add_func(&mut b, "callee", External, Sig::default(), returning(1));
    let mut body = calling(callee).unwrap();
    let entry = body.entry();
    let shared = FileId::new(1);
    body.blocks[entry].insts[0].span = Span::new(shared, 9, 1);
    body.constant(Const::Func(callee));
    add_func(&mut b, "init", Internal, Sig::default(), Some(body));
    let reloc = Reloc { offset: 0, bytes: 8, symbol: Symbol::Func(callee), addend: 0 };
    let table = add_global(&mut b, "table", External, 8, Some(Init { relocs: vec![reloc], ..Init::default() }));
    b.constructors.push((65535, FuncId::new(1)));
    let linked = link(vec![a, b]).unwrap();

    let callee = linked.func_named("callee").unwrap();
    assert_eq!(linked.files.len(), 2, "a header of two units is one file");
    let init = linked.func_named("init").unwrap();
    assert_eq!(linked.constructors, [(65535, init)]);
    let body = linked.funcs[init].body.as_ref().unwrap();
    assert_eq!(linked.describe_span(body.blocks[entry].insts[0].span).unwrap(), "shared.h:9:1");
    assert_eq!(body.consts.iter().next().unwrap().1, &Const::Func(callee));
    let table = linked.global_named("table").unwrap_or(table);
    assert_eq!(linked.globals[table].init.as_ref().unwrap().relocs[0].symbol, Symbol::Func(callee));
}

/// A unit with `struct node { int value; struct node *next; }` (or only its declaration) and a pointer to it.
fn with_node(file: &str, complete: bool, value_bytes: u64, pad_types: usize) -> Program {
    let mut unit = program(file);
    for i in 0..pad_types {
        let name = unit.names.intern(&format!("pad{i}"));
        unit.ctypes.types.push(CType::Other { name, bytes: 1 });
    }
    let (node, value, next) = (unit.names.intern("node"), unit.names.intern("value"), unit.names.intern("next"));
    let (int, record) = (unit.names.intern("int"), RecordId::new(0));
    let ty = unit.ctypes.types.push(CType::Record(record));
    let pointer = unit.ctypes.types.push(CType::Pointer(ty));
    let int = unit.ctypes.types.push(CType::Base { name: int, kind: BaseKind::Signed, bytes: value_bytes });
    let field = |name, ty, bit_offset| CField { name: Some(name), ty, bit_offset, bit_width: None };
    unit.ctypes.records.push(Record {
        name: Some(node),
        is_union: false,
        bytes: if complete { 16 } else { 0 },
        align: 0,
        fields: if complete { vec![field(value, int, 0), field(next, pointer, 64)] } else { vec![] },
        incomplete: !complete,
        span: Span::new(FileId::new(0), 3, 1),
    });
    let global = add_global(&mut unit, file, External, 8, None);
    unit.globals[global].ctype = Some(pointer);
    unit
}

fn pointee(program: &Program, global: &str) -> RecordId {
    let ty = program.globals[program.global_named(global).unwrap()].ctype.unwrap();
    let CType::Pointer(to) = program.ctypes.types[ty] else { panic!() };
    let CType::Record(record) = program.ctypes.types[to] else { panic!() };
    record
}

#[test]
fn one_struct_of_several_units_becomes_one_and_declarations_find_it() {
    let linked = link(vec![
        with_node("a.c", false, 4, 1),
        with_node("b.c", true, 4, 0),
        with_node("c.c", true, 4, 3),
        with_node("d.c", false, 4, 2),
    ])
    .unwrap();
    assert_eq!(linked.ctypes.records.len(), 1);
    let record = &linked.ctypes.records[RecordId::new(0)];
    assert_eq!((record.incomplete, record.fields.len()), (false, 2));
    let CType::Pointer(next) = linked.ctypes.types[record.fields[1].ty] else { panic!() };
    assert_eq!(linked.ctypes.types[next], CType::Record(RecordId::new(0)));
    assert_eq!(pointee(&linked, "a.c"), pointee(&linked, "c.c"));
    let pointers = linked.ctypes.types.iter().filter(|ty| matches!(ty, CType::Pointer(_))).count();
    assert_eq!(pointers, 1, "equal types are one");
}

#[test]
fn namesakes_with_another_layout_stay_apart_and_a_declaration_of_two_stays_incomplete() {
    let linked =
        link(vec![with_node("a.c", true, 4, 0), with_node("b.c", true, 8, 0), with_node("c.c", false, 4, 0)]).unwrap();
    assert_eq!(linked.ctypes.records.len(), 3);
    assert_ne!(pointee(&linked, "a.c"), pointee(&linked, "b.c"));
    assert!(linked.ctypes.records[pointee(&linked, "c.c")].incomplete);
}

#[test]
fn types_that_contain_themselves_do_not_hang() {
    let mut unit = program("odd.c");
    let id = CTypeId::new(0);
    unit.ctypes.types.push(CType::Const(CTypeId::new(1)));
    unit.ctypes.types.push(CType::Const(id));
    unit.ctypes.types.push(CType::Record(RecordId::new(0)));
    let fields = vec![CField { name: None, ty: CTypeId::new(2), bit_offset: 0, bit_width: None }];
    let span = Span::NONE;
    unit.ctypes.records.push(Record {
        name: None,
        is_union: true,
        bytes: 1,
        align: 1,
        fields,
        incomplete: false,
        span,
    });
    let linked = link(vec![unit.clone(), unit]).unwrap();
    assert_eq!(linked.ctypes.records.len(), 1);
}

/// A unit in which `alias` is a second name of the function `target`.
fn alias_unit(file: &str, alias: &str, target: &str, number: i64) -> Program {
    let mut unit = unit(file, &[(target, External, Some(number))]);
    let name = unit.names.intern(alias);
    unit.symbols.insert(name, Symbol::Func(FuncId::new(0)));
    unit
}

#[test]
fn a_declaration_of_an_alias_is_its_target() {
    for swap in [false, true] {
        let mut units = vec![caller_unit("a.c", "main", "f"), alias_unit("b.c", "f", "g", 5)];
        if swap {
            units.reverse();
        }
        let linked = link(units).unwrap();
        assert_eq!(number_of(&linked, callee_of(&linked, "main")), Some(5));
        assert_eq!(linked.func_named("f"), linked.func_named("g"));
        assert_eq!(linked.funcs.len(), 2, "the declaration is gone");
    }
}

#[test]
fn an_alias_gives_way_to_a_users_definition_and_wins_over_a_model() {
    let linked = link(vec![alias_unit("a.c", "f", "g", 5), unit("b.c", &[("f", External, Some(6))])]).unwrap();
    assert_eq!((chosen(&linked, "f"), chosen(&linked, "g")), (Some(6), Some(5)));
    let user = || link(vec![alias_unit("a.c", "malloc", "mine", 5), caller_unit("b.c", "main", "malloc")]).unwrap();
    let model = as_model(unit("model.c", &[("malloc", External, Some(1)), ("free", External, Some(1))]));
    let linked = link_missing(user(), vec![model], &["free"]).unwrap();
    assert_eq!((chosen(&linked, "malloc"), number_of(&linked, callee_of(&linked, "main"))), (Some(5), Some(5)));
    let model = as_model(alias_unit("model.c", "index", "strchr", 3));
    let linked = link_missing(caller_unit("b.c", "main", "index"), vec![model], &[]).unwrap();
    assert_eq!(number_of(&linked, callee_of(&linked, "main")), Some(3), "models have aliases, too");
}

/// A unit in which `alias` stands for the function `target` unless another file defines it.
fn weak_alias_unit(file: &str, alias: &str, target: &str, number: i64) -> Program {
    let mut unit = unit(file, &[(target, External, Some(number)), (alias, External, None)]);
    let (target, alias) = (unit.func_named(target).unwrap(), unit.func_named(alias).unwrap());
    unit.weak_aliases.push((Symbol::Func(alias), Symbol::Func(target)));
    unit
}

#[test]
fn a_weak_alias_gives_way_to_a_definition_and_wins_over_a_model() {
    let number = |others: Vec<Program>, models: Vec<Program>| {
        let units = [vec![caller_unit("a.c", "main", "f"), weak_alias_unit("b.c", "f", "g", 5)], others].concat();
        let mut linked = link_missing(link(units).unwrap(), models, &["free"]).unwrap();
        bind_weak_aliases(&mut linked);
        number_of(&linked, callee_of(&linked, "main"))
    };
    let defined = |file: &str| unit(file, &[("f", External, Some(6))]);
    assert_eq!(number(vec![], vec![]), Some(5));
    assert_eq!(number(vec![defined("c.c")], vec![]), Some(6));
    assert_eq!(number(vec![alias_unit("c.c", "f", "h", 7)], vec![]), Some(7));
    let model = as_model(unit("model.c", &[("f", External, Some(1)), ("free", External, Some(1))]));
    assert_eq!(number(vec![], vec![model]), Some(5));
}

#[test]
fn what_a_weak_alias_stands_for_is_open_where_there_may_be_other_files() {
    let linked = link(vec![caller_unit("a.c", "main", "f"), weak_alias_unit("b.c", "f", "g", 5)]).unwrap();
    let callee = callee_of(&linked, "main");
    assert_eq!(number_of(&linked, callee), None);
    assert_eq!(linked.weak_aliases, [(Symbol::Func(callee), Symbol::Func(linked.func_named("g").unwrap()))]);
    let printed = crate::format::print(&linked);
    assert_eq!(crate::format::parse(&printed).unwrap().weak_aliases, linked.weak_aliases, "{printed}");
}

#[test]
fn what_may_be_missing_is_given_up_where_there_may_be_other_files() {
    let mut unit = program("a.c");
    let missing = add_func(&mut unit, "f", Weak, Sig::default(), None);
    let mut asks = FuncBuilder::new(&[]);
    let address = asks.body.constant(Const::Func(missing));
    asks.ret(&[address]);
    let asks = add_func(&mut unit, "g", External, Sig::default(), Some(asks.body));
    leave_weak_definitions_open(&mut unit);
    let body = unit.funcs[asks].body.as_ref().unwrap();
    assert!(matches!(body.blocks[body.entry()].insts.last().unwrap().op, Op::Unsupported { .. }));
}

#[test]
fn what_assembly_names_is_marked_and_what_it_may_name_is_given_up() {
    let mut unit = program("a.c");
    let text = unit.names.intern(".set al, v\n");
    unit.assembly.push(text);
    let named = add_global(&mut unit, "v", Internal, 4, Some(Init::default()));
    let apart = add_global(&mut unit, "w", Internal, 4, Some(Init::default()));
    let alias = add_global(&mut unit, "al", External, 4, None);
    let reloc = Reloc { offset: 0, bytes: 8, symbol: Symbol::Global(alias), addend: 0 };
    let table = add_global(&mut unit, "table", External, 8, Some(Init { relocs: vec![reloc], ..Init::default() }));
    let mut f = FuncBuilder::new(&[]);
    let address = f.body.constant(Const::Global { id: alias, offset: 0 });
    f.ret(&[address]);
    let func = add_func(&mut unit, "f", External, Sig::default(), Some(f.body));
    let mut linked = link(vec![unit, program("b.c")]).unwrap();
    give_up_second_names(&mut linked);
    assert!(linked.globals[named].exposed && linked.globals[apart].exposed, "what `al` is, nobody knows");
    assert!(linked.globals[table].init.as_ref().unwrap().unsupported.is_some());
    let body = linked.funcs[func].body.as_ref().unwrap();
    assert!(matches!(body.blocks[body.entry()].insts.last().unwrap().op, Op::Unsupported { .. }));
}

#[test]
fn what_assembly_does_not_name_is_not_marked() {
    let mut unit = program("a.c");
    let text = unit.names.intern("f: movl $5, v");
    unit.assembly.push(text);
    let named = add_global(&mut unit, "v", Internal, 4, Some(Init::default()));
    let apart = add_global(&mut unit, "w", Internal, 4, Some(Init::default()));
    let called = add_func(&mut unit, "f", External, Sig::default(), None);
    let caller = add_func(&mut unit, "g", External, Sig::default(), calling(called));
    give_up_second_names(&mut unit);
    assert!(unit.globals[named].exposed && !unit.globals[apart].exposed);
    assert!(unit.funcs[called].exposed && !unit.funcs[caller].exposed);
    assert_eq!(callee_of(&unit, "g"), called, "a call of code that is not there");
}
