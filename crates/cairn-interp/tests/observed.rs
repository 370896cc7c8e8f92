//! What an execution says of its own uniqueness: flags for everything that could have gone differently, and coverage.

use cairn_interp::{Config, End, Machine, Observed, Origin, Output, Reach, Stream};
use cairn_ir::{BlockId, FuncId, Id};

struct Nothing;

impl Output for Nothing {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

fn observed(text: &str) -> Observed {
    let program = cairn_ir::format::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let outcome = cairn_interp::run(&program, Config::default(), Nothing);
    assert!(matches!(outcome.end, End::Exit(_)), "{:?}\n{text}", outcome.end);
    outcome.observed
}

fn main_of(body: &str) -> String {
    format!("global @g size 8 align 8 = zero\nfn @main() -> i32 {{\nbb0:\n{body}\nret 0\n}}")
}

const TWO: &str = "%p = alloca 8 align 8\n%q = alloca 8 align 8\n";

#[test]
fn addresses_as_numbers_are_noticed() {
    let seen = |body: &str| observed(&main_of(&format!("{TWO}{body}"))).addresses;
    for body in [
        "%c = ult ptr %p, %q",
        "%n = ptrtoint ptr %p to i64\n%m = xor i64 %n, 1",
        "%e = field %p, 8\n%c = eq ptr %e, %q",
        "%n = ptrtoint ptr %p to i64\n%m = ptrtoint ptr %q to i64\n%c = ult i64 %n, %m",
        "%n = ptrtoint ptr %p to i64\n%c = slt i64 %n, 0",
        "%n = ptrtoint ptr %p to i64\n%c = ne i64 %n, 8",
        "%e = field %p, -4096\n%n = ptrtoint ptr %e to i64\n%c = ne i64 %n, 0",
        "%n = ptrtoint ptr %p to i64\n%c = ne i64 %n, 0\n%m = add i64 %n, 1",
        "%n = ptrtoint ptr %p to i32\n%c = ne i32 %n, 0",
        "store ptr %p, %q align 8\n%n = load i64, %q align 8",
        "store ptr %p, %q align 8\n%n = load i8, %q align 1",
        "store ptr %p, %q align 8\nstore i8 1, %q align 1\n%n = load i8, %q align 1",
        "%n = ptrtoint ptr %p to i64\n%m = ptrtoint ptr %q to i64\n%d = sub i64 %n, %m",
        "%h = heap_alloc 8 align 8\nheap_free %h\n%i = heap_alloc 8 align 8\n%c = eq ptr %h, %i\nheap_free %i",
    ] {
        assert!(seen(body), "{body}");
    }
}

#[test]
fn a_pointer_that_arrives_as_a_number_is_noticed() {
    let program = |expects: &str, gives: &str| {
        format!(
            "fn @f(%x: {expects}) -> {expects} {{\nbb0:\nret %x\n}}\n\
             fn @main() -> i32 {{\nbb0:\n%p = alloca 8 align 8\n%r: {gives} = call @f(%p)\nret 0\n}}"
        )
    };
    assert!(!observed(&program("ptr", "ptr")).addresses, "as it should be");
    assert!(observed(&program("i64", "i64")).addresses, "an argument");
    assert!(observed(&program("ptr", "i64")).addresses, "a result");
}

#[test]
fn what_holds_for_every_layout_is_no_observation() {
    let seen = |body: &str| observed(&main_of(&format!("{TWO}{body}"))).addresses;
    for body in [
        "%c = eq ptr %p, %q",
        "%c = ne ptr %p, null",
        "%f = field %p, 4\n%c = ult ptr %p, %f",
        "store ptr %p, %q align 8\n%r = load ptr, %q align 8\nstore i32 1, %r align 4",
        "%f = field %p, 4\n%n = ptrtoint ptr %f to i64\n%m = ptrtoint ptr %p to i64\n%d = sub i64 %n, %m",
        "%c = eq ptr @g, %q",
        "%n = ptrtoint ptr %p to i64\n%c = ne i64 %n, 0",
        "%h = heap_alloc 8 align 8\nheap_free %h\n%n = ptrtoint ptr %h to i64\n%c = ne i64 %n, 0",
        "%n = ptrtoint ptr %p to i64\n%m = ptrtoint ptr %q to i64\n%c = eq i64 %n, %m\n%d = eq i64 0, %m",
    ] {
        assert!(!seen(body), "{body}");
    }
}

#[test]
fn choices_are_counted_with_their_widths() {
    let seen = observed(&main_of("%a = nondet i1\n%b = nondet i32\n%f = host alloc_fails()"));
    assert_eq!((seen.nondet_widths.as_slice(), seen.alloc_choices), (&[1, 32][..], 1));
    assert!(!seen.addresses && !seen.world && !seen.unspecified && !seen.threads);
    assert!(observed(&main_of("%t = host time()")).world);
    assert!(observed(&main_of("%v = load i8, @g align 1 volatile")).world);
    assert!(observed(&main_of("host unspecified()")).unspecified);
    assert!(observed(&main_of("%p = alloca 4 align 4\n%x = load i32, %p align 4\n%y = freeze i32 %x")).unspecified);
}

/// No two libraries agree on the last bits of a sine.
#[test]
fn rounding_is_the_librarys_choice_unless_there_is_nothing_to_round() {
    for rounded in ["cbrt(f64 27.1)", "exp(f64 100.0)", "pow(f64 2.0, f64 0.5)"] {
        assert!(observed(&main_of(&format!("%x = host {rounded}"))).unspecified, "{rounded}");
    }
    for exact in
        ["pow(f64 2.0, f64 10.0)", "sin(f64 0.0)", "exp(f64 1000.0)", "log(f64 -1.0)", "hypot(f64 3.0, f64 4.0)"]
    {
        assert!(!observed(&main_of(&format!("%x = host {exact}"))).unspecified, "{exact}");
    }
}

#[test]
fn coverage_holds_what_was_executed_and_nothing_else() {
    let text = "fn @main() -> i32 {\nbb0:\n  %p = alloca 4 align 4\n  store i32 1, %p align 4\n  %x = load i32, %p align 4\n  \
                %c = eq i32 %x, 1\n  br %c, a, b\na:\n  ret 0\nb:\n  store i32 2, %p align 4\n  ret 1\n}";
    let program = cairn_ir::format::parse(text).expect("valid");
    let mut machine = Machine::new(&program, Config { coverage: true, ..Config::default() }, Nothing)
        .unwrap_or_else(|end| panic!("{end:?}"));
    assert_eq!(machine.run().end, End::Exit(0));
    let covered = machine.coverage();
    let has = |block, inst| covered.contains(FuncId::new(0), Origin { block: BlockId::new(block), inst });
    assert!(has(0, 1) && has(0, 2) && has(0, 4) && has(1, 0));
    assert!(!has(2, 0) && !has(2, 1));
}

#[test]
fn a_block_is_held_by_statics_or_by_locals_or_lost() {
    let text = main_of(
        "%a = heap_alloc 8 align 8\n%b = heap_alloc 8 align 8\n%c = heap_alloc 8 align 8\nstore ptr %a, @g align 8\n\
         %p = alloca 8 align 8\nstore ptr %b, %p align 8\n%x = load i8, %p align 1\nhost exit(0)",
    );
    let program = cairn_ir::format::parse(&text).expect("valid");
    let outcome = cairn_interp::run(&program, Config::default(), Nothing);
    let mut reach: Vec<Reach> = outcome.leaks.iter().map(|leak| leak.reach).collect();
    reach.sort();
    // `exit` is called with all three still in registers.
    assert_eq!(reach, [Reach::FromLocals, Reach::FromLocals, Reach::FromStatics]);
    assert_eq!(outcome.live_blocks, 3);
}
