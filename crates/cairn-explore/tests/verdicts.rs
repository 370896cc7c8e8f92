//! What executions prove and refute, on small programs in the IR's text form.

use cairn_engine::{Analysis, Budget, Engine, Task, Terms, Verdict};
use cairn_explore::Explore;
use cairn_ir::obligation::{ObligationOptions, obligations_with};

/// Lines `rule line verdict` for every obligation, in order.
fn verdicts(text: &str, terms: &Terms) -> Vec<String> {
    let program = cairn_ir::format::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    cairn_ir::verify::check(&program).unwrap_or_else(|violations| panic!("{violations:?}\n{text}"));
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let task = Task::new(&program, &goals, terms);
    let open: Vec<usize> = (0..goals.len()).collect();
    let Analysis { mut verdicts, .. } = Explore.analyse(&task, &open, &mut Budget::new(2_000_000));
    verdicts.sort_by_key(|(goal, _)| *goal);
    let line = |(goal, verdict): &(usize, Verdict)| {
        let why = match verdict {
            Verdict::Open(open) => format!(" {}", open.causes[0].cause),
            _ => String::new(),
        };
        format!("{} {} {}{why}", goals[*goal].rule, goals[*goal].span.line, verdict.id())
    };
    verdicts.iter().map(line).collect()
}

fn never_fails() -> Terms {
    Terms { alloc_may_fail: false, ..Terms::default() }
}

fn of_main(body: &str) -> Vec<String> {
    verdicts(&format!("file 0 \"a.c\"\nfn @main() -> i32 !0:1:1 {{\nbb0:\n{body}\n}}"), &Terms::default())
}

const MALLOC: &str = "file 0 \"a.c\"\nfn @malloc(%n: i64) -> ptr model {\nbb0:\n  %f = host alloc_fails()\n  br %f, no, yes\n\
                      no:\n  ret null\nyes:\n  %p = heap_alloc %n align 16\n  ret %p\n}\n\
                      fn @free(%p: ptr) model {\nbb0:\n  heap_free %p\n  ret\n}\n";

#[test]
fn the_only_execution_proves_what_it_reaches_and_calls_the_rest_unreachable() {
    let found = of_main(
        "  %p = alloca 4 align 4\n  store i32 0, %p align 4\n  %x = load i32, %p align 4 !0:2:1\n  %c = eq i32 %x, 0\n  \
         br %c, a, b !0:3:1\na:\n  ret 0\nb:\n  %y = load i32, null align 4 !0:4:1\n  ret %y !0:5:1",
    );
    assert!(found.contains(&"use-after-scope 2 proved".to_owned()), "{found:?}");
    assert!(found.contains(&"uninitialized-read 3 proved".to_owned()), "{found:?}");
    assert!(found.contains(&"null-dereference 4 unreachable".to_owned()), "{found:?}");
    assert!(found.iter().all(|line| !line.contains("open")), "{found:?}");
}

#[test]
fn behind_an_error_nothing_is_claimed() {
    let found = of_main("  %x = load i32, null align 4 !0:2:1\n  %q = load ptr, null align 8 !0:3:1\n  ret 0");
    assert!(found.contains(&"null-dereference 2 refuted".to_owned()), "{found:?}");
    assert!(found.contains(&"null-dereference 3 open unsupported".to_owned()), "{found:?}");
    assert!(!found.iter().any(|line| line.ends_with("unreachable")), "{found:?}");
}

#[test]
fn what_varies_prevents_proofs() {
    let access = "\n  %p = alloca 4 align 4\n  %i = index %p, 0 * 4\n  store i32 1, %i align 4 !0:9:1\n  ret 0";
    let cause = |start: &str| of_main(&format!("{start}{access}")).last().cloned().unwrap_or_default();
    assert_eq!(cause(""), "use-after-scope 9 proved");
    assert_eq!(cause("  %n = nondet i32"), "use-after-scope 9 open step-budget");
    assert_eq!(cause("  %t = host time()"), "use-after-scope 9 open step-budget");
    assert_eq!(cause("  host unspecified()"), "use-after-scope 9 open unsupported");
    assert_eq!(
        cause("  %a = alloca 4 align 4\n  %b = alloca 4 align 4\n  %c = ult ptr %a, %b"),
        "use-after-scope 9 open unsupported"
    );
}

#[test]
fn few_choices_are_all_tried() {
    let text = |divisor: &str| {
        format!(
            "  %a = nondet i1\n  %b = nondet i1\n  %x = zext i1 %a to i32\n  %y = zext i1 %b to i32\n  %s = add i32 %x, %y\n  \
             %d = {divisor}\n  %q = sdiv i32 6, %d !0:2:1\n  ret %q !0:3:1"
        )
    };
    let found = of_main(&text("add i32 %s, 1"));
    assert!(found.contains(&"division-by-zero 2 proved".to_owned()), "{found:?}");
    let found = of_main(&text("sub i32 %s, 2"));
    assert!(found.contains(&"division-by-zero 2 refuted".to_owned()), "{found:?}");
}

#[test]
fn wide_values_are_searched_for_failures() {
    let found = of_main("  %a = nondet i32\n  %d = sub i32 %a, 5\n  %q = sdiv i32 6, %d !0:2:1\n  ret %q !0:3:1");
    assert!(found.contains(&"division-by-zero 2 refuted".to_owned()), "{found:?}");
    assert!(found.contains(&"uninitialized-read 3 open step-budget".to_owned()), "{found:?}");
}

#[test]
fn allocations_fail_unless_the_user_says_otherwise() {
    let unchecked = format!(
        "{MALLOC}fn @main() -> i32 !0:1:1 {{\nbb0:\n  %p: ptr = call @malloc(i64 4) !0:2:1\n  store i32 1, %p align 4 !0:3:1\n  \
         call @free(%p) !0:4:1\n  ret 0\n}}"
    );
    let found = verdicts(&unchecked, &Terms::default());
    assert!(found.contains(&"null-dereference 3 refuted".to_owned()), "{found:?}");
    let found = verdicts(&unchecked, &never_fails());
    assert!(found.iter().all(|line| line.ends_with("proved")), "{found:?}");
    let checked = unchecked.replace(
        "  store i32 1, %p align 4 !0:3:1\n",
        "  %c = eq ptr %p, null\n  br %c, out, on\nout:\n  ret 0\non:\n  store i32 1, %p align 4 !0:3:1\n",
    );
    let found = verdicts(&checked, &Terms::default());
    assert!(found.iter().all(|line| line.ends_with("proved")), "both ways are tried: {found:?}");
}

#[test]
fn a_lost_block_is_found_at_the_call_that_allocates() {
    let text =
        format!("{MALLOC}fn @main() -> i32 !0:1:1 {{\nbb0:\n  %p: ptr = call @malloc(i64 4) !0:2:1\n  ret 0\n}}");
    let found = verdicts(&text, &never_fails());
    assert!(found.contains(&"memory-leak 2 refuted".to_owned()), "{found:?}");
}

#[test]
fn a_failed_assertion_ends_the_program_and_says_nothing_of_blocks_in_use() {
    let text = format!(
        "{MALLOC}fn @main() -> i32 !0:1:1 {{\nbb0:\n  %p: ptr = call @malloc(i64 4) !0:2:1\n  \
         fail assertion-failure !0:3:1\n  unreachable\n}}"
    );
    let found = verdicts(&text, &never_fails());
    assert!(found.contains(&"assertion-failure 3 refuted".to_owned()), "{found:?}");
    assert!(found.contains(&"memory-leak 2 open unsupported".to_owned()), "{found:?}");
}

#[test]
fn without_a_main_only_what_no_caller_can_prevent_is_refuted() {
    let text = "file 0 \"a.c\"\nglobal @state size 8 align 8 = zero\n\
        fn @bad() !0:1:1 {\nbb0:\n  %x = load i32, null align 4 !0:2:1\n  ret\n}\n\
        fn @takes_pointer(%p: ptr) !0:3:1 {\nbb0:\n  %x = load i32, %p align 4 !0:4:1\n  ret\n}\n\
        fn @takes_number(%n: i32) -> i32 !0:5:1 {\nbb0:\n  %q = sdiv i32 1, %n !0:6:1\n  ret %q\n}\n\
        fn @reads_state() !0:7:1 {\nbb0:\n  %p = load ptr, @state align 8\n  %x = load i32, %p align 4 !0:8:1\n  ret\n}\n\
        fn @sets_state(%p: ptr) !0:9:1 {\nbb0:\n  store ptr %p, @state align 8\n  ret\n}\n\
        fn @always(%n: i32) -> i32 !0:10:1 {\nbb0:\n  %q = sdiv i32 %n, 0 !0:11:1\n  ret %q\n}";
    let found = verdicts(text, &Terms::default());
    let refuted: Vec<&String> = found.iter().filter(|line| line.ends_with("refuted")).collect();
    assert_eq!(refuted, ["null-dereference 2 refuted", "division-by-zero 11 refuted"]);
    assert!(found.contains(&"null-dereference 4 open missing-contract".to_owned()), "{found:?}");
}

const FAILS: &str = "bad:\n  %z = load i32, null align 4 !0:9:1\n  ret 0\nend:\n  ret 0";

fn is_found(body: &str) -> bool {
    of_main(&format!("{body}\n{FAILS}")).contains(&"null-dereference 9 refuted".to_owned())
}

#[test]
fn input_from_outside_is_searched_for() {
    let reads = |byte: u8| {
        is_found(&format!(
            "  %b = alloca 1 align 1\n  %n = host read(i32 0, %b, i64 1)\n  %c = eq i64 %n, 1\n  br %c, got, end\ngot:\n  \
             %x = load i8, %b align 1\n  %d = eq i8 %x, {byte}\n  br %d, bad, end"
        ))
    };
    assert!(reads(b'-') && reads(b'1') && reads(b'A'));
    assert!(!reads(b'~'), "no candidate has it");
    let opens = "  %b = alloca 2 align 1\n  store i8 97, %b align 1\n  %e = field %b, 1\n  store i8 0, %e align 1\n  ";
    for (how, failed) in [(0, false), (1, true)] {
        let (yes, no) = if failed { ("bad", "end") } else { ("end", "bad") };
        assert!(is_found(&format!("{opens}%f = host open(%b, i32 {how})\n  %c = slt i32 %f, 0\n  br %c, {yes}, {no}")));
    }
    assert!(is_found("  %f = host connect()\n  %c = sge i32 %f, 0\n  br %c, bad, end"));
}

#[test]
fn random_numbers_are_searched_for() {
    assert!(is_found("  %r = host random(i64 5)\n  %c = eq i64 %r, 2147483647\n  br %c, bad, end"));
    assert!(!is_found("  %r = host random(i64 5)\n  %c = slt i64 %r, 0\n  br %c, bad, end"), "never negative");
}

#[test]
fn one_value_at_a_time_leads_behind_several_tests() {
    let text = "  %a = nondet i32\n  %c = eq i32 %a, 4040\n  br %c, one, end\none:\n  %b = nondet i32\n  \
                %d = eq i32 %b, 5151\n  br %d, two, end\ntwo:\n  %e = nondet i32\n  %f = eq i32 %e, -6262\n  br %f, bad, end";
    assert!(is_found(text));
}

#[test]
fn what_values_are_compared_with_comes_before_other_constants() {
    let sums: String = (2..60).map(|n| format!("  %s{n} = add i32 %a, {n}\n")).collect();
    assert!(is_found(&format!("  %a = nondet i32\n{sums}  %c = eq i32 %a, 987654\n  br %c, bad, end")));
    let switch = "  %a = nondet i32\n  switch i32 %a, end [ 987654: bad ]";
    assert!(is_found(switch), "cases of a switch");
}

#[test]
fn a_library_function_is_not_blamed_for_what_others_set_up() {
    let text = |other: &str, linkage: &str| {
        format!(
            "file 0 \"a.c\"\nglobal @g size 8 align 8{linkage} = zero\n{other}fn @f() -> i32 !0:1:1 {{\nbb0:\n  \
             %p = load ptr, @g align 8\n  %x = load i32, %p align 4 !0:2:1\n  ret 0\n}}"
        )
    };
    let sets = "fn @init(%p: ptr) !0:5:1 {\nbb0:\n  store ptr %p, @g align 8\n  ret\n}\n";
    let fails = |text: String| verdicts(&text, &Terms::default()).contains(&"null-dereference 2 refuted".to_owned());
    assert!(fails(text("", " internal")));
    assert!(!fails(text(sets, " internal")), "`init` may have been called");
    assert!(!fails(text("", "")), "unknown code may have set it");
}
