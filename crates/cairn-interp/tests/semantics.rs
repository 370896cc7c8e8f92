//! What the interpreter says of small programs in the IR's text form.

use cairn_interp::{AllocFailures, Checks, Config, End, NondetSource, Output, Schedule, Stream, run};
use cairn_ir::Rule;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Output for Captured {
    fn write(&mut self, _: Stream, bytes: &[u8]) {
        self.0.lock().unwrap().extend_from_slice(bytes);
    }
}

fn execute_with(text: &str, config: Config) -> (cairn_interp::Outcome, Vec<u8>) {
    let program = cairn_ir::format::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(violations) = cairn_ir::verify::check(&program) {
        panic!("{violations:?}\n{text}");
    }
    let output = Captured::default();
    let outcome = run(&program, config, output.clone());
    let bytes = output.0.lock().unwrap().clone();
    (outcome, bytes)
}

fn execute(text: &str) -> cairn_interp::Outcome {
    execute_with(text, Config::default()).0
}

fn main_of(body: &str) -> String {
    format!("fn @main() -> i32 {{\nbb0:\n{body}\n}}")
}

#[track_caller]
fn exits(body: &str, code: i32) {
    let outcome = execute(&main_of(body));
    assert_eq!(outcome.end, End::Exit(code), "{body}");
}

#[track_caller]
fn fails(body: &str, rule: Rule) -> String {
    fails_with(&main_of(body), Config::default(), rule)
}

#[track_caller]
fn fails_with(text: &str, config: Config, rule: Rule) -> String {
    match execute_with(text, config).0.end {
        End::Error(report) => {
            assert_eq!(report.rule, rule, "{}\n{text}", report.message);
            report.message
        }
        other => panic!("expected {rule}, got {other:?}\n{text}"),
    }
}

#[test]
fn accesses_outside_an_object_are_found_on_both_sides() {
    exits("%p = alloca 8 align 8\nstore i64 7, %p align 8\n%x = load i32, %p align 4\nret %x", 7);
    let message = fails("%p = alloca 8 align 8\n%q = field %p, 5\nstore i32 1, %q align 1\nret 0", Rule::OutOfBounds);
    assert_eq!(message, "writes 4 bytes at offset 5 of an object of 8 bytes");
    fails("%p = alloca 8 align 8\n%q = field %p, -1\n%x = load i8, %q align 1\nret 0", Rule::OutOfBounds);
    // Far away, where another object lives: still this object's error.
    fails(
        "%p = alloca 8 align 8\n%r = alloca 8 align 8\nstore i64 0, %r align 8\n\
         %a = ptrtoint ptr %r to i64\n%b = ptrtoint ptr %p to i64\n%d = sub i64 %a, %b\n\
         %q = index %p, %d * 1\n%x = load i8, %q align 1\nret 0",
        Rule::OutOfBounds,
    );
}

#[test]
fn null_and_wild_pointers() {
    fails("%x = load i32, null align 4\nret 0", Rule::NullDereference);
    fails("%q = field null, 8\n%x = load i32, %q align 4\nret 0", Rule::NullDereference);
    fails("%q = index null, 1000000 * 8\n%x = load i32, %q align 4\nret 0", Rule::NullDereference);
    fails("%q = inttoptr i64 0xdeadbeef to ptr\n%x = load i8, %q align 1\nret 0", Rule::InvalidPointer);
    fails("store i8 1, @main align 1\nret 0", Rule::InvalidPointer);
    let constant = "global @c const size 4 align 4 = hex \"01000000\"\n";
    let text = constant.to_owned() + &main_of("store i32 2, @c align 4\nret 0");
    fails_with(&text, Config::default(), Rule::InvalidPointer);
    fails("%p = alloca 8 align 8\n%x = load ptr, %p align 8\n%y = load i8, %x align 1\nret 0", Rule::UninitializedRead);
}

#[test]
fn heap_blocks_live_until_freed() {
    exits("%p = heap_alloc 4 align 16\nstore i32 3, %p align 4\n%x = load i32, %p align 4\nheap_free %p\nret %x", 3);
    fails("%p = heap_alloc 4 align 16\nheap_free %p\n%x = load i32, %p align 4\nret 0", Rule::UseAfterFree);
    fails("%p = heap_alloc 4 align 16\nheap_free %p\nheap_free %p\nret 0", Rule::DoubleFree);
    fails("%p = heap_alloc 4 align 16\n%q = field %p, 1\nheap_free %q\nret 0", Rule::InvalidFree);
    fails("%p = alloca 4 align 4\nheap_free %p\nret 0", Rule::InvalidFree);
    fails("heap_free @main\nret 0", Rule::InvalidFree);
    fails("heap_free null\nret 0", Rule::InvalidFree);
    exits("%p = heap_alloc 12 align 16 zeroed\n%n = heap_size %p\n%x = trunc i64 %n to i32\nheap_free %p\nret %x", 12);
}

#[test]
fn scopes_end_objects_and_begin_them_anew() {
    fails(
        "%p = alloca 4 align 4\nstore i32 1, %p align 4\nscope_end %p\n%x = load i32, %p align 4\nret 0",
        Rule::UseAfterScope,
    );
    fails(
        "%p = alloca 4 align 4\nstore i32 1, %p align 4\nscope_end %p\nscope_start %p\n%x = load i32, %p align 4\nret %x",
        Rule::UninitializedRead,
    );
    let callee = "fn @f() -> ptr {\nbb0:\n%p = alloca 4 align 4\nstore i32 5, %p align 4\nret %p\n}\n";
    let text =
        callee.to_owned() + &main_of("%p: ptr = call @f()\n%q: ptr = call @f()\n%x = load i32, %p align 4\nret %x");
    fails_with(&text, Config::default(), Rule::UseAfterScope);
}

#[test]
fn undefined_bits_may_be_copied_but_not_used() {
    exits("%p = alloca 4 align 4\n%x = load i32, %p align 4\n%y = and i32 %x, 0\nret %y", 0);
    fails("%p = alloca 4 align 4\n%x = load i32, %p align 4\nret %x", Rule::UninitializedRead);
    fails(
        "%p = alloca 4 align 4\n%x = load i32, %p align 4\n%c = eq i32 %x, 0\nbr %c, a, b\na:\nret 0\nb:\nret 1",
        Rule::UninitializedRead,
    );
    // A bit-field of which only some bits are written and only those are read.
    exits(
        "%p = alloca 4 align 4\n%x = load i32, %p align 4\n%k = and i32 %x, -8\n%s = or i32 %k, 5\n\
         store i32 %s, %p align 4\n%y = load i32, %p align 4\n%z = and i32 %y, 7\nret %z",
        5,
    );
    exits("%f = freeze i32 undef\n%c = eq i32 %f, 0\nbr %c, a, b\na:\nret 0\nb:\nret 0", 0);
    fails("%p = alloca 4 align 4\n%n = host write(1, %p, 4)\nret 0", Rule::UninitializedRead);
}

#[test]
fn leaks_are_told_from_blocks_still_reachable() {
    let text = "global @keep size 8 align 8 = zero\n".to_owned()
        + &main_of("%a = heap_alloc 4 align 16\n%b = heap_alloc 8 align 16\nstore ptr %b, @keep align 8\nret 0");
    let leaks = execute(&text).leaks;
    let found: Vec<_> = leaks.iter().map(|leak| (leak.rule, leak.object.size)).collect();
    assert_eq!(found, [(Rule::MemoryLeak, 4), (Rule::MemoryNotFreedAtExit, 8)]);
    // A local that is still there when `exit` is called keeps its block.
    let text = main_of(
        "%p = alloca 8 align 8\n%a = heap_alloc 4 align 16\nstore ptr %a, %p align 8\nhost exit(0)\nunreachable",
    );
    assert_eq!(execute(&text).leaks[0].rule, Rule::MemoryNotFreedAtExit);
    let text = main_of("%p = alloca 8 align 8\n%a = heap_alloc 4 align 16\nstore ptr %a, %p align 8\nret 0");
    assert_eq!(execute(&text).leaks[0].rule, Rule::MemoryLeak);
}

#[test]
fn arithmetic_errors() {
    fails("%x = sdiv i32 1, 0\nret %x", Rule::DivisionByZero);
    fails("%x = srem i32 -2147483648, -1\nret %x", Rule::DivisionByZero);
    let checks = Checks { integer_overflow: true, invalid_shift: true, ..Checks::default() };
    let config = || Config { checks, ..Config::default() };
    fails_with(&main_of("%x = add i32 2147483647, 1 nsw\nret 0"), config(), Rule::IntegerOverflow);
    fails_with(&main_of("%x = shl i32 1, 32\nret 0"), config(), Rule::InvalidShift);
    fails_with(&main_of("%x = shl i32 1, -1\nret 0"), config(), Rule::InvalidShift);
    fails_with(&main_of("%x = mul i100 0x7ffffffffffffffffffffffff, 2 nsw\nret 0"), config(), Rule::IntegerOverflow);
    exits("%x = add i32 2147483647, 1 nsw\n%c = slt i32 %x, 0\n%y = zext i1 %c to i32\nret %y", 1);
}

#[test]
fn an_index_inside_an_object_can_leave_its_array() {
    let text = main_of("%p = alloca 40 align 8\n%q = index %p, 5 * 4 of 5 inbounds\nstore i32 0, %q align 4\nret 0");
    assert_eq!(execute(&text).end, End::Exit(0));
    let inside = Config { checks: Checks { inside_object: true, ..Checks::default() }, ..Config::default() };
    fails_with(&text, inside.clone(), Rule::OutOfBounds);
    let text = main_of("%p = alloca 40 align 8\n%q = index %p, 5 * 4 of 5 inbounds\nret 0");
    assert_eq!(execute_with(&text, inside).0.end, End::Exit(0), "one past the end may be computed");
    let arithmetic = Config { checks: Checks { pointer_arithmetic: true, ..Checks::default() }, ..Config::default() };
    let text = main_of("%p = alloca 4 align 4\n%q = index %p, 2 * 4 inbounds\nret 0");
    fails_with(&text, arithmetic, Rule::InvalidPointerArithmetic);
}

#[test]
fn pointers_survive_integers_and_bytes() {
    exits(
        "%p = alloca 4 align 4\nstore i32 9, %p align 4\n%n = ptrtoint ptr %p to i64\n%m = xor i64 %n, 12345\n\
         %k = xor i64 %m, 12345\n%q = inttoptr i64 %k to ptr\n%x = load i32, %q align 4\nret %x",
        9,
    );
    // Byte by byte into another cell.
    exits(
        "%p = alloca 4 align 4\nstore i32 8, %p align 4\n%c = alloca 8 align 8\nstore ptr %p, %c align 8\n\
         %d = alloca 8 align 8\n%lo = load i32, %c align 4\nstore i32 %lo, %d align 4\n%c4 = field %c, 4\n%d4 = field %d, 4\n\
         %hi = load i32, %c4 align 4\nstore i32 %hi, %d4 align 4\n%q = load ptr, %d align 8\n%x = load i32, %q align 4\nret %x",
        8,
    );
    // The exclusive-or of two addresses and one of them give the other.
    exits(
        "%p = alloca 4 align 4\n%q = alloca 4 align 4\nstore i32 6, %q align 4\n%a = ptrtoint ptr %p to i64\n\
         %b = ptrtoint ptr %q to i64\n%m = xor i64 %a, %b\n%k = xor i64 %m, %a\n%r = inttoptr i64 %k to ptr\n\
         %x = load i32, %r align 4\nret %x",
        6,
    );
}

#[test]
fn copies_must_not_overlap_unless_they_may() {
    fails(
        "%p = alloca 16 align 8\nset %p, 1, 16\n%q = field %p, 4\ncopy %q, %p, 8\nret 0",
        Rule::PreconditionViolation,
    );
    exits("%p = alloca 16 align 8\nset %p, 1, 16\n%q = field %p, 4\ncopy %q, %p, 8 overlap\nret 0", 0);
    // Too long for both objects, which lie side by side: the length is the error, not the overlap.
    fails("%p = alloca 8 align 8\n%q = alloca 8 align 8\nset %p, 1, 8\ncopy %q, %p, 64\nret 0", Rule::OutOfBounds);
    exits("copy null, null, 0\nret 0", 0);
    fails("%p = alloca 16 align 8\ncopy %p, null, 1\nret 0", Rule::NullDereference);
}

#[test]
fn block_parameters_change_places_at_once() {
    exits(
        "jump l(i32 1, i32 2, i32 0)\nl(%a: i32, %b: i32, %i: i32):\n%n = add i32 %i, 1\n%c = slt i32 %n, 4\n\
         br %c, l(%b, %a, %n), done\ndone:\n%t = mul i32 %a, 10\n%r = add i32 %t, %b\nret %r",
        21,
    );
}

#[test]
fn calls_with_the_wrong_number_of_arguments() {
    let callee = "fn @f(%a: i32, %b: i32) -> i32 {\nbb0:\nret %b\n}\n";
    let text = callee.to_owned() + &main_of("%x: i32 = call @f(i32 1)\nret %x");
    fails_with(&text, Config::default(), Rule::UninitializedRead);
    let text = callee.to_owned() + &main_of("%x: i32 = call @f(i32 1, i32 4, i32 3)\nret %x");
    assert_eq!(execute(&text).end, End::Exit(4));
    fails("%f = inttoptr i64 12345678 to ptr\ncall *%f()\nret 0", Rule::InvalidPointer);
    fails("call *null()\nret 0", Rule::NullDereference);
    fails("%p = alloca 4 align 4\ncall *%p()\nret 0", Rule::InvalidPointer);
}

#[test]
fn a_weak_function_that_nobody_defines_is_null() {
    let text = "fn @maybe() weak\n".to_owned() + &main_of("%c = eq ptr @maybe, null\n%x = zext i1 %c to i32\nret %x");
    assert_eq!(execute(&text).end, End::Exit(1));
    let text = "fn @maybe() weak\n".to_owned() + &main_of("call @maybe()\nret 0");
    fails_with(&text, Config::default(), Rule::NullDereference);
}

#[test]
fn unknown_things_stop_with_their_name() {
    let unknown = "fn @mystery() -> i32\n".to_owned() + &main_of("%x: i32 = call @mystery()\nret 0");
    assert!(matches!(execute(&unknown).end, End::UnknownFunction { name, .. } if name == "mystery"));
    let variable =
        "global @elsewhere size 4 align 4\n".to_owned() + &main_of("%x = load i32, @elsewhere align 4\nret 0");
    assert!(matches!(execute(&variable).end, End::UnknownVariable { name, .. } if name == "elsewhere"));
    let unsupported = main_of("unsupported \"llvm.weird\"\nret 0");
    assert!(matches!(execute(&unsupported).end, End::Unsupported { reason, .. } if reason == "llvm.weird"));
    let config = Config { entry: "start".to_owned(), ..Config::default() };
    assert_eq!(execute_with(&main_of("ret 0"), config).0.end, End::NoEntry("start".to_owned()));
}

#[test]
fn budgets_end_what_does_not_end() {
    let config = Config { max_steps: 10_000, ..Config::default() };
    assert_eq!(execute_with(&main_of("jump l\nl:\njump l"), config).0.end, End::StepBudget);
    let recursive = "fn @f() {\nbb0:\ncall @f()\nret\n}\n".to_owned() + &main_of("call @f()\nret 0");
    fails_with(&recursive, Config::default(), Rule::StackExhaustion);
    fails("%p = alloca 100000000 align 8\nret 0", Rule::StackExhaustion);
    let config = Config { max_memory: 1 << 20, ..Config::default() };
    let greedy = main_of("jump l\nl:\n%p = heap_alloc 65536 align 16\njump l");
    assert!(matches!(execute_with(&greedy, config).0.end, End::MemoryBudget { .. }));
}

#[test]
fn nondeterministic_values_come_from_the_vector_and_are_recorded() {
    let text = main_of("%x = nondet i32\n%y = nondet i8\n%z = zext i8 %y to i32\n%s = add i32 %x, %z\nret %s");
    let config = Config { nondet: NondetSource::Vector(Arc::new([40, 0x102])), ..Config::default() };
    let outcome = execute_with(&text, config).0;
    assert_eq!((outcome.end, outcome.nondet), (End::Exit(42), vec![40, 2]));
    let config = Config { nondet: NondetSource::Vector(Arc::new([0])), ..Config::default() };
    assert_eq!(execute_with(&main_of("%c = nondet i1\nassume %c\nret 0"), config).0.end, End::AssumeFalse);
    let seeded = |seed| {
        let config = Config { nondet: NondetSource::Seed(seed), ..Config::default() };
        execute_with(&text, config).0.nondet
    };
    assert_eq!(seeded(1), seeded(1));
    assert_ne!(seeded(1), seeded(2));
}

#[test]
fn longjmp_leaves_functions_and_ends_their_locals() {
    let text = "global @buf size 64 align 16 = zero\nglobal @esc size 8 align 8 = zero\n\
        fn @deep(%n: i32) {\nbb0:\n%p = alloca 4 align 4\nstore ptr %p, @esc align 8\n%c = eq i32 %n, 0\nbr %c, out, on\n\
        out:\nlongjmp @buf, 0\nunreachable\non:\n%m = sub i32 %n, 1\ncall @deep(%m)\nret\n}\n";
    let once = "%r = setjmp @buf\n%c = eq i32 %r, 0\nbr %c, first, second\nfirst:\ncall @deep(i32 3)\nret 9\nsecond:\n";
    let returns = text.to_owned() + &main_of(&format!("{once}ret %r"));
    assert_eq!(execute(&returns).end, End::Exit(1), "longjmp(buf, 0) makes setjmp return 1");
    let escaped =
        text.to_owned() + &main_of(&format!("{once}%p = load ptr, @esc align 8\n%x = load i32, %p align 4\nret 0"));
    fails_with(&escaped, Config::default(), Rule::UseAfterScope);
    let gone = "global @buf size 64 align 16 = zero\nfn @arm() {\nbb0:\n%r = setjmp @buf\nret\n}\n".to_owned()
        + &main_of("call @arm()\nlongjmp @buf, 1\nunreachable");
    fails_with(&gone, Config::default(), Rule::PreconditionViolation);
}

const TWO_THREADS: &str = "
    global @lock size 4 align 4 = zero
    global @n size 4 align 4 = zero
    fn @work(%arg: ptr) -> ptr {
    bb0:
      jump l(i32 0)
    l(%i: i32):
      LOCK
      %x = load i32, @n align 4
      %y = add i32 %x, 1
      store i32 %y, @n align 4
      UNLOCK
      %j = add i32 %i, 1
      %c = slt i32 %j, 100
      br %c, l(%j), done
    done:
      ret %arg
    }
    fn @main() -> i32 {
    bb0:
      %a = host thread_start(@work, null)
      %b = host thread_start(@work, null)
      %ra = host thread_join(%a)
      %rb = host thread_join(%b)
      %x = load i32, @n align 4
      ret %x
    }";

#[test]
fn threads_interleave_by_schedule_and_locks_keep_them_apart() {
    let locked = TWO_THREADS.replace("UNLOCK", "host unlock(@lock)").replace("LOCK", "host lock(@lock)");
    let racy = TWO_THREADS.replace("UNLOCK", "").replace("LOCK", "");
    let result = |text: &str, seed| {
        let config = Config { schedule: Schedule::Seed(seed), ..Config::default() };
        execute_with(text, config).0.end
    };
    for seed in 0..20 {
        assert_eq!(result(&locked, seed), End::Exit(200));
        assert_eq!(result(&racy, seed), result(&racy, seed), "a schedule is repeatable");
    }
    assert!((0..20).any(|seed| result(&racy, seed) != End::Exit(200)), "a lost update shows up");
    assert_eq!(execute(&racy).end, End::Exit(200), "without a schedule, threads run one after the other");
    let twice =
        "global @lock size 4 align 4 = zero\n".to_owned() + &main_of("host lock(@lock)\nhost lock(@lock)\nret 0");
    assert!(matches!(execute(&twice).end, End::Deadlock { .. }));
}

#[test]
fn thread_local_variables_are_apart() {
    let text = "global @t tls size 4 align 4 = hex \"05000000\"
        fn @work(%arg: ptr) -> ptr {
        bb0:
          store i32 9, @t align 4
          ret %arg
        }
        fn @main() -> i32 {
        bb0:
          %a = host thread_start(@work, null)
          %r = host thread_join(%a)
          %x = load i32, @t align 4
          ret %x
        }";
    assert_eq!(execute(text).end, End::Exit(5));
}

#[test]
fn constructors_and_destructors_surround_main() {
    let say = |name: &str, byte: &str| {
        format!(
            "fn @{name}() {{\nbb0:\n%p = alloca 1 align 1\nstore i8 {byte}, %p align 1\n%n = host write(1, %p, 1)\nret\n}}\n"
        )
    };
    let functions = say("before", "65") + &say("after", "67") + &say("last", "68") + &main_of("ret 3");
    let text = functions + "\nconstructor 1 @before\ndestructor 1 @last\ndestructor 2 @after\n";
    let (outcome, output) = execute_with(&text, Config::default());
    assert_eq!((outcome.end, output), (End::Exit(3), b"ACD".to_vec()));
    let text = text.replace("ret 3", "host exit(4)\nunreachable");
    let (outcome, output) = execute_with(&text, Config::default());
    assert_eq!((outcome.end, output), (End::Exit(4), b"ACD".to_vec()));
}

#[test]
fn wide_integers_and_long_doubles_go_through_memory() {
    exits(
        "%p = alloca 32 align 16\n%w = shl i200 3, 150\nstore i200 %w, %p align 16\n%x = load i200, %p align 16\n\
         %y = lshr i200 %x, 150\n%z = trunc i200 %y to i32\nret %z",
        3,
    );
    exits(
        "%p = alloca 16 align 16\n%a = sitofp i32 7 to f80\n%b = fdiv f80 %a, 2.0\nstore f80 %b, %p align 16\n\
         %c = load f80, %p align 16\n%d = fmul f80 %c, 4.0\n%e = fptosi f80 %d to i32\nret %e",
        14,
    );
}

#[test]
fn atomics() {
    exits(
        "%p = alloca 4 align 4\nstore i32 5, %p align 4\n%o = rmw add i32 %p, 3 seq_cst\n%v, %ok = cmpxchg i32 %p, 8, 20 seq_cst\n\
         %w, %no = cmpxchg i32 %p, 8, 30 seq_cst\n%x = load i32, %p align 4\n%k = zext i1 %no to i32\n\
         %s = add i32 %x, %o\n%t = add i32 %s, %k\nret %t",
        25,
    );
}

#[test]
fn the_nth_allocation_fails_on_request() {
    let text = main_of("%a = host alloc_fails()\n%b = host alloc_fails()\n%x = zext i1 %b to i32\nret %x");
    let config = Config { alloc_failures: AllocFailures::Nth(2), ..Config::default() };
    assert_eq!(execute_with(&text, config).0.end, End::Exit(1));
    assert_eq!(execute(&text).end, End::Exit(0));
}

#[test]
fn locals_that_a_longjmp_leaves_end_where_it_is_called() {
    let text = "file 0 \"a.c\"\nglobal @buf size 64 align 16 = zero\nglobal @esc size 8 align 8 = zero\n\
        fn @inner() !0:1:1 {\nbb0:\n  longjmp @buf, 1 !0:2:3\n  unreachable\n}\n\
        fn @outer() !0:4:1 {\nbb0:\n  %p = alloca 4 align 4 !0:5:7\n  store ptr %p, @esc align 8 !0:6:7\n  \
        call @inner() !0:7:3\n  ret\n}\n\
        fn @main() -> i32 !0:9:1 {\nbb0:\n  %r = setjmp @buf !0:10:3\n  %c = eq i32 %r, 0 !0:10:4\n  br %c, a, b\n\
        a:\n  call @outer() !0:11:3\n  ret 0\n\
        b:\n  %p = load ptr, @esc align 8 !0:12:3\n  %x = load i32, %p align 4 !0:13:9\n  ret %x\n}";
    let End::Error(report) = execute(text).end else { panic!("an error is expected") };
    let gone = report.object.expect("the local").gone;
    assert_eq!(gone.iter().map(|entry| entry.span.line).collect::<Vec<_>>(), [2, 7, 11]);
}

#[test]
fn a_report_names_the_object_and_its_history() {
    let text = "file 0 \"a.c\"\nfn @drop(%p: ptr) !0:1:1 {\nbb0:\n  heap_free %p !0:2:3\n  ret\n}\n\
        fn @main() -> i32 !0:5:1 {\nbb0:\n  %p = heap_alloc 16 align 16 !0:6:7\n  call @drop(%p) !0:7:3\n  \
        %x = load i32, %p align 4 !0:8:9\n  ret %x\n}";
    let End::Error(report) = execute(text).end else { panic!("an error is expected") };
    let lines = |stack: &[cairn_interp::StackEntry]| stack.iter().map(|entry| entry.span.line).collect::<Vec<_>>();
    let object = report.object.expect("the block");
    assert_eq!(lines(&report.stack), [8]);
    assert_eq!((object.size, lines(&object.made), lines(&object.gone)), (16, vec![6], vec![2, 7]));
}
