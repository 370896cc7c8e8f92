//! What C the values of small functions turn into.

use super::*;
use crate::format::parse;
use crate::semantic::Terminator;

const TYPES: &str = r#"
type t0 = base "int" signed 4
type t1 = pointer t2
type t2 = record rec0
type t3 = array t0 [4]
type t4 = record rec1
type t5 = array t2 [3]
type t6 = pointer t0
record rec0 = struct "node" size 16 align 8 { 0 t0 "value", 64 t1 "next" }
record rec1 = struct "box" size 80 align 8 { 0 t3 "cells", 128 t5 "nodes", 512 t1 "last" }
global @.str internal const size 6 align 1 = "hello\00"
global @g.count internal size 4 align 4 ctype t0 named "count" = zero
global @store size 80 align 8 ctype t4 = zero
global @table size 16 align 4 ctype t3 = zero
fn @get(%a: ptr) -> ptr
"#;

fn parse_func(func: &str) -> Program {
    parse(&format!("{TYPES}\n{func}")).unwrap_or_else(|error| panic!("{error}\n{func}"))
}

/// The text of the value that `f` returns.
fn value(func: &str) -> String {
    let program = parse_func(func);
    let id = program.func_named("f").unwrap();
    describe(&program, id, returned(&program, id))
}

/// The text of what the address that `f` returns points to.
fn access(func: &str) -> String {
    let program = parse_func(func);
    let id = program.func_named("f").unwrap();
    describe_access(&program, id, returned(&program, id))
}

fn returned(program: &Program, id: FuncId) -> Operand {
    let body = program.funcs[id].body.as_ref().unwrap();
    let mut returns = body.blocks.iter().filter_map(|block| match &block.term {
        Terminator::Return(values) => values.first().copied(),
        _ => None,
    });
    returns.next().unwrap()
}

#[test]
fn members_of_lists_follow_the_arrows() {
    let text = "fn @f(%list: ptr) -> i32 {
        var list: t1 param 0
        bb0:
        %a = field %list, 8 of rec0.1
        %b = load ptr, %a align 8
        %c = field %b, 8 of rec0.1
        %d = load ptr, %c align 8
        %e = field %d, 0 of rec0.0
        %x = load i32, %e align 4
        ret %x }";
    assert_eq!(value(text), "list->next->next->value");
}

#[test]
fn arrays_structs_and_pointers_look_like_c() {
    let local = |address: &str| {
        access(&format!(
            "fn @f(%i: i64, %p: ptr) -> ptr {{
            var i: t0 param 0
            var p: t6 param 1
            var s: t4
            bb0:
            %s = alloca 80 align 8
            {address}
            ret %at }}"
        ))
    };
    assert_eq!(local("%at = field %s, 64 of rec1.2"), "s.last");
    assert_eq!(local("%c = field %s, 0 of rec1.0\n %at = index %c, %i * 4"), "s.cells[i]");
    assert_eq!(
        local("%n = field %s, 16 of rec1.1\n %e = index %n, %i * 16\n %at = field %e, 8 of rec0.1"),
        "s.nodes[i].next"
    );
    assert_eq!(local("%at = index %p, %i * 4"), "p[i]");
    assert_eq!(local("%j = add i64 %i, 1\n %at = index %p, %j * 4"), "p[i + 1]");
    assert_eq!(local("%q = load ptr, %p align 8\n %at = freeze ptr %q"), "**p");
    assert_eq!(local("%at = field %s, 40"), "s.nodes[1].next", "found by its offset");
    assert_eq!(local("%at = field %p, 12"), "*((char *)p + 12)");
    assert_eq!(local("%r: ptr = call @get(%p)\n %at = field %r, 0"), "*get(p)");
}

#[test]
fn addresses_as_values_are_pointers_again() {
    let local = |address: &str| {
        value(&format!(
            "fn @f(%i: i64, %p: ptr) -> ptr {{
            var i: t0 param 0
            var p: t6 param 1
            var x: t0
            var s: t4
            bb0:
            %x = alloca 4 align 4
            %s = alloca 80 align 8
            {address}
            }}"
        ))
    };
    assert_eq!(local("ret %x"), "&x");
    assert_eq!(local("%a = field %s, 64 of rec1.2 ret %a"), "&s.last");
    assert_eq!(local("%a = field %s, 0 of rec1.0 ret %a"), "s.cells");
    assert_eq!(local("%a = index %p, %i * 4 ret %a"), "p + i");
    assert_eq!(local("ret null"), "NULL");
    assert_eq!(local("ret @.str"), "\"hello\"");
    assert_eq!(local("ret @g.count"), "&count");
    assert_eq!(local("ret @table+8"), "&table[2]");
    assert_eq!(local("ret @store+72"), "(char *)&store.last + 8".replace(".last + 8", " + 72"));
    assert_eq!(local("ret @get"), "get");
    assert_eq!(local("ret undef"), "uninitialized");
}

#[test]
fn a_small_access_to_a_large_object_is_its_first_member() {
    let text = "fn @f(%p: ptr) -> i32 {
        var p: t1 param 0
        bb0:
        %x = load i32, %p align 4
        %y = load i32, @store align 4
        %z = load i32, @g.count align 4
        %a = add i32 %x, %y
        %b = mul i32 %a, %z
        ret %b }";
    assert_eq!(value(text), "(p->value + store.cells[0]) * count");
}

#[test]
fn conditions_keep_their_operators_and_parentheses() {
    let text = "fn @f(%a: i32, %b: i32) -> i1 {
        var a: t0 param 0
        bb0:
        %sum = add i32 %a, %b
        %twice = shl i32 %sum, 1
        %less = sub i32 %twice, -3
        %c = slt i32 %less, 10
        ret %c }";
    assert_eq!(value(text), "(a + arg1 << 1) - -3 < 10");
}

#[test]
fn a_variable_that_was_promoted_keeps_its_name() {
    let text = "fn @f(%c: i1) -> i32 {
        var x: t0
        bb0:
        br %c, bb1(i32 1), bb1(i32 2)
        bb1(%x: i32):
        %y = add i32 %x, 1
        ret %y }";
    assert_eq!(value(text), "x + 1");
}

#[test]
fn long_chains_end_in_an_ellipsis() {
    let mut text = "fn @f(%a: i32) -> i32 {\n bb0:\n %v0 = add i32 %a, %a\n".to_owned();
    for i in 0..40 {
        text += &format!(" %v{} = add i32 %v{i}, %v{i}\n", i + 1);
    }
    let shown = value(&(text + "ret %v40 }"));
    assert!(shown.contains('…') && shown.len() < 400, "{shown}");
}

#[test]
fn definitions_are_found_by_value() {
    let program = parse_func("fn @f(%a: i32) -> i32 {\n bb0:\n %b = add i32 %a, 1\n ret %b }");
    let id = program.func_named("f").unwrap();
    let body = program.funcs[id].body.as_ref().unwrap();
    let defs = Defs::new(body);
    let Operand::Value(sum) = returned(&program, id) else { panic!() };
    assert_eq!(defs.get(sum), Def::Inst { block: body.entry(), inst: 0, result: 0 });
    assert_eq!(defs.get(body.blocks[body.entry()].params[0]), Def::Param { block: body.entry(), index: 0 });
}

#[test]
fn tests_for_zero_that_only_the_compiler_wrote_do_not_show() {
    let text = |op: &str| {
        value(&format!(
            "fn @f(%a: i32) -> i1 {{
            var a: t0 param 0
            bb0:
            %c = slt i32 %a, 3
            %z = zext i1 %c to i64
            %t = {op} i64 %z, 0
            ret %t }}"
        ))
    };
    assert_eq!((text("ne"), text("eq")), ("a < 3".to_owned(), "!(a < 3)".to_owned()));
}
