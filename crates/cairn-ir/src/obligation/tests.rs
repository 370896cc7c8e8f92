//! Which obligations small functions have, and that identities survive edits elsewhere.

use super::*;
use crate::format::parse;
use std::collections::BTreeSet;

const HEAD: &str = r#"
file 0 "/home/me/src/list.c" in "/build"
file 1 "other.c"
type t0 = base "int" signed 4
type t1 = pointer t2
type t2 = record rec0
record rec0 = struct "node" size 16 align 8 { 0 t0 "value", 64 t1 "next" }
global @table size 16 align 4 = zero
global @fixed internal const size 16 align 4 = zero
global @elsewhere size 4 align 4
fn @ext(%a: i32) -> i32
fn @stop() noreturn
"#;

fn program(funcs: &str) -> Program {
    parse(&format!("{HEAD}\n{funcs}")).unwrap_or_else(|error| panic!("{error}\n{funcs}"))
}

/// `rule: text` of all obligations of `f`'s instructions, with every rule on.
fn all_of(body: &str) -> Vec<String> {
    let func = format!("fn @f(%p: ptr, %q: ptr, %n: i64, %x: i32, %y: i32) -> i32 {{\n {VARS}\n bb0:\n {body} }}");
    let found = obligations_with(&program(&func), &ObligationOptions::all());
    found.iter().map(|obligation| format!("{}: {}", obligation.rule, obligation.text)).collect()
}

const VARS: &str = "var p: t1 param 0\n var q: t1 param 1\n var n param 2\n var x: t0 param 3\n var y: t0 param 4";

fn rules_of(body: &str) -> Vec<String> {
    all_of(body).iter().map(|line| line.split(':').next().unwrap().to_owned()).collect()
}

const ANY_POINTER: [&str; 6] =
    ["null-dereference", "use-after-free", "use-after-scope", "out-of-bounds", "invalid-pointer", "uninitialized-read"];

#[test]
fn an_access_through_a_pointer_can_break_every_memory_rule() {
    assert_eq!(rules_of("%v = load i32, %p align 4\n ret 0"), ANY_POINTER);
    assert_eq!(rules_of("store i32 1, %p align 4\n ret 0"), ANY_POINTER);
    assert_eq!(rules_of("%v = rmw add i32 %p, 1 seq_cst\n ret 0"), ANY_POINTER);
    assert_eq!(rules_of("set %p, 0, 16\n ret 0"), ANY_POINTER);
    let lines = all_of("%a = field %p, 8 of rec0.1\n %v = load ptr, %a align 8\n ret 0");
    assert_eq!(lines[0], "null-dereference: p->next");
    assert_eq!(all_of("store i32 %x, %p align 4\n ret 0")[0], "null-dereference: p->value = x");
}

#[test]
fn what_is_visibly_inside_an_object_is_left_out() {
    assert!(rules_of("%v = load i32, @table+12 align 4\n ret 0").is_empty());
    assert_eq!(rules_of("%v = load i32, @table+13 align 4\n ret 0"), ["out-of-bounds"]);
    assert_eq!(rules_of("store i32 1, @fixed align 4\n ret 0"), ["invalid-pointer"]);
    assert_eq!(rules_of("%v = load i32, @elsewhere align 4\n ret 0"), ANY_POINTER, "it may not exist");
    assert_eq!(rules_of("%a = alloca 16 align 4\n %v = load i32, %a align 4\n ret 0"), ["use-after-scope"]);
    let indexed = "%a = alloca 16 align 4\n %i = index %a, %n * 4\n %v = load i32, %i align 4\n ret 0";
    assert_eq!(rules_of(indexed), ["use-after-scope", "out-of-bounds", "uninitialized-read"]);
    let beyond = "%a = alloca 16 align 4\n %i = index %a, 4 * 4\n %v = load i32, %i align 4\n ret 0";
    assert_eq!(rules_of(beyond), ["use-after-scope", "out-of-bounds"]);
    let before = "%a = alloca 16 align 4\n %i = index %a, -1 * 4\n %v = load i32, %i align 4\n ret 0";
    assert_eq!(rules_of(before), ["use-after-scope", "out-of-bounds"]);
    assert!(rules_of("set %p, 0, 0\n ret 0").is_empty(), "nothing is touched");
}

#[test]
fn copies_need_ranges_that_do_not_overlap() {
    let has = |body: &str| rules_of(body).contains(&"precondition-violation".to_owned());
    assert!(has("copy %p, %q, 16\n ret 0"));
    assert!(!has("copy %p, %q, 16 overlap\n ret 0"));
    assert!(!has("copy @table, @fixed, 16\n ret 0"));
    assert!(has("copy @table, @table+8, 8\n ret 0"));
    assert!(rules_of("copy @table, @fixed, %n\n ret 0").contains(&"out-of-bounds".to_owned()));
}

#[test]
fn the_heap_leaks_and_is_freed_wrongly() {
    assert_eq!(rules_of("%h = heap_alloc 8 align 8\n ret 0"), ["memory-leak", "memory-not-freed-at-exit"]);
    assert_eq!(all_of("heap_free %p\n ret 0")[..2], ["double-free: free(p)", "invalid-free: free(p)"]);
    assert_eq!(rules_of("%s = heap_size %p\n ret 0"), ["double-free", "invalid-free", "uninitialized-read"]);
}

#[test]
fn arithmetic_goes_wrong_only_where_constants_do_not_rule_it_out() {
    let undefined_and_zero = ["uninitialized-read", "division-by-zero"];
    assert_eq!(rules_of("%d = sdiv i32 %x, %y\n ret 0"), undefined_and_zero);
    assert_eq!(rules_of("%d = urem i32 1, %y\n ret 0"), undefined_and_zero);
    assert!(rules_of("%d = sdiv i32 %x, 2\n ret 0").is_empty());
    assert_eq!(rules_of("%d = srem i32 %x, -1\n ret 0"), undefined_and_zero, "INT_MIN % -1");
    assert!(rules_of("%d = udiv i32 %x, -1\n ret 0").is_empty());
    assert_eq!(rules_of("%d = udiv i32 %x, 0\n ret 0"), ["division-by-zero"]);
    assert!(rules_of("%d = shl i32 %x, 31\n ret 0").is_empty());
    assert_eq!(all_of("%d = shl i32 %x, 32\n ret 0"), ["invalid-shift: x << 32"]);
    assert_eq!(rules_of("%d = ashr i32 %x, %y\n ret 0"), ["invalid-shift"]);
    assert_eq!(all_of("%d = add i32 %x, %y nsw\n ret 0"), ["integer-overflow: x + y"]);
    assert!(rules_of("%d = add i32 %x, %y\n ret 0").is_empty());
}

#[test]
fn calls_indices_and_failures() {
    let indirect = rules_of("call *%p(i32 1)\n ret 0");
    assert_eq!(indirect, ["null-dereference", "invalid-pointer", "uninitialized-read"]);
    assert!(rules_of("%v: i32 = call @ext(i32 1)\n ret 0").is_empty());
    assert_eq!(rules_of("%i = index %p, %n * 4 inbounds\n ret 0"), ["invalid-pointer-arithmetic"]);
    assert_eq!(
        rules_of("%i = index %p, %n * 4 of 10 inbounds\n ret 0"),
        ["out-of-bounds", "invalid-pointer-arithmetic"]
    );
    assert!(rules_of("%i = index %p, 9 * 4 of 10\n ret 0").is_empty());
    assert_eq!(all_of("fail assertion-failure\n unreachable"), ["assertion-failure: assertion-failure"]);
    assert!(rules_of("call @stop()\n unreachable").is_empty());
    assert!(rules_of("%a = alloca 8 align 8\n call @stop()\n scope_end %a\n unreachable").is_empty());
    assert_eq!(rules_of("unreachable"), ["precondition-violation"]);
    assert!(rules_of("%w = host write(1, @table, 16)\n ret 0").contains(&"uninitialized-read".to_owned()));
    let again = "%v: i32 = call @f(%p, %q, %n, %x, %y)\n ret 0";
    assert_eq!(all_of(again), ["stack-exhaustion: f(p, q, n, x, y)"]);
}

#[test]
fn undefined_values_matter_where_they_have_an_effect() {
    let branch = "%c = slt i32 %x, 3\n br %c, bb1, bb1\n bb1:\n ret 0";
    assert_eq!(all_of(branch), ["uninitialized-read: if (x < 3)"]);
    assert_eq!(all_of("switch i32 %x, bb1 [1: bb1]\n bb1:\n ret 0"), ["uninitialized-read: switch (x)"]);
    assert!(rules_of("%c = add i32 %x, 3\n ret %c").is_empty(), "copies and sums have no effect yet");
    let main = program("fn @main(%x: i32) -> i32 {\n bb0:\n ret %x }");
    let found = obligations(&main);
    assert_eq!((found.len(), found[0].place, found[0].rule), (1, Place::Terminator, Rule::UninitializedRead));
}

#[test]
fn options_choose_rules_and_models() {
    let text = "fn @f(%x: i32, %p: ptr) -> i32 {\n bb0:\n %d = add i32 %x, 1 nsw\n %e = shl i32 %x, %d\n ret %d }
        fn @m(%p: ptr) model {\n bb0:\n heap_free %p\n ret }";
    let program = program(text);
    let count = |options| obligations_with(&program, &options).len();
    assert_eq!(count(ObligationOptions::default()), 3);
    assert_eq!(count(ObligationOptions { models: false, ..ObligationOptions::default() }), 0);
    assert_eq!(count(ObligationOptions::default().set(Rule::IntegerOverflow, true)), 4);
    assert_eq!(count(ObligationOptions::default().set(Rule::DoubleFree, false)), 2);
    assert_eq!(count(ObligationOptions::all()), 5);
}

const WALK: &str = "fn @walk(%list: ptr) -> i32 internal !0:LINE:1 {
    var list: t1 param 0
    bb0:
    BEFORE
    %a = field %list, 8 of rec0.1 !0:LINE:3
    %b = load ptr, %a align 8 !0:LINE:4
    %c = field %b, 0 of rec0.0
    store i32 7, %c align 4
    store i32 7, %c align 4
    %z = eq ptr %b, null
    br %z, bb1, bb1
    bb1:
    ret 0 }";

fn ids(text: &str, func: &str) -> BTreeSet<ObligationId> {
    let program = program(text);
    let walk = program.func_named(func).unwrap();
    obligations(&program).iter().filter(|o| o.func == walk).map(|o| o.id).collect()
}

#[test]
fn identities_survive_edits_elsewhere_and_are_distinct() {
    let walk = |line: &str, before: &str| WALK.replace("LINE", line).replace("BEFORE", before);
    let original = walk("10", "");
    let first = ids(&original, "walk");
    let program_ = program(&original);
    assert_eq!(first.len(), obligations(&program_).len(), "all differ, the two equal stores included");
    assert_eq!(ids(&original, "walk"), first, "equal between runs");
    assert_eq!(ids(&walk("99", ""), "walk"), first, "lines moved");
    let other = "fn @other(%p: ptr) {\n bb0:\n %v = load ptr, %p align 8\n ret }\n";
    assert_eq!(ids(&format!("{other}{original}"), "walk"), first, "a function above");
    assert_eq!(ids(&format!("global @more size 4 align 4 = zero\n{original}"), "walk"), first, "a global above");
    let edited = ids(&walk("10", "%s = load i32, %list align 4\n heap_free %list"), "walk");
    assert!(edited.is_superset(&first) && edited.len() > first.len(), "statements above");
    let moved = original.replace("!0:10", "!1:10");
    assert!(ids(&moved, "walk").is_disjoint(&first), "a static function of another file is another function");
}

#[test]
fn every_program_has_a_main_of_its_own() {
    let main = WALK.replace("@walk", "@main").replace(" internal", "").replace("LINE", "1").replace("BEFORE", "");
    let of_other_file = main.replace("!0:", "!1:");
    assert!(ids(&main, "main").is_disjoint(&ids(&of_other_file, "main")));
    let (shared, moved) = (main.replace("@main", "@walk"), of_other_file.replace("@main", "@walk"));
    assert_eq!(ids(&shared, "walk"), ids(&moved, "walk"), "other functions may move");
}

#[test]
fn the_directory_of_a_file_is_no_part_of_an_identity() {
    let text = WALK.replace("LINE", "1").replace("BEFORE", "");
    let at_home = ids(&text, "walk");
    let elsewhere = parse(&format!("{HEAD}\n{text}").replace("/home/me/src/list.c", "/ci/list.c")).unwrap();
    assert_eq!(obligations(&elsewhere).iter().map(|o| o.id).collect::<BTreeSet<_>>(), at_home);
}

#[test]
fn static_namesakes_do_not_share_identities() {
    let walk = WALK.replace("LINE", "1").replace("BEFORE", "");
    let twice = format!("{walk}\n{}", walk.replace("@walk", "@walk'fn3"));
    let found = obligations(&program(&twice));
    let distinct: BTreeSet<_> = found.iter().map(|o| o.id).collect();
    assert_eq!(distinct.len(), found.len());
    assert_eq!(format!("{}", found[0].id).len(), 32);
}

#[test]
fn what_can_go_wrong_in_a_model_counts_at_the_call() {
    let text = "fn @inner(%p: ptr) -> i32 model {\n bb0:\n %v = load i32, %p align 4\n ret %v }\n\
                fn @outer(%p: ptr) -> i32 model {\n bb0:\n %v: i32 = call @inner(%p)\n heap_free %p\n ret %v }\n\
                fn @harmless() model {\n bb0:\n ret }\n\
                fn @f(%p: ptr) {\n bb0:\n %v: i32 = call @outer(%p)\n call @harmless()\n ret }";
    let found = obligations_with(&program(text), &ObligationOptions::for_users());
    let lines: Vec<String> = found.iter().map(|o| format!("{} {} {:?}", o.rule, o.text, o.place)).collect();
    assert_eq!(lines.len(), 8, "{lines:?}");
    assert!(lines.iter().all(|line| line.contains("outer(") && line.ends_with("Inst(0)")), "{lines:?}");
    assert!(lines[0].starts_with("null-dereference") && lines.iter().any(|line| line.starts_with("double-free")));
    let companion = program(&text.replace("outer(%p: ptr) -> i32 model", "outer(%p: ptr) -> i32 companion"));
    assert_eq!(obligations_with(&companion, &ObligationOptions::for_users()), found, "the same for companion files");
    let printed = crate::format::print(&companion);
    assert!(printed.contains("i32 companion {") && crate::format::parse(&printed).is_ok(), "{printed}");
}
