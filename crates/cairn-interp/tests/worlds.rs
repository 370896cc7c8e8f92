//! Executions that differ in what is outside of the program, and those that go on where C gives no meaning.

use cairn_interp::{Config, End, NondetSource, Outcome, Output, RandomNumbers, Stream, Tolerance, World};
use cairn_ir::Rule;

struct Nothing;

impl Output for Nothing {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

fn run(text: &str, change: impl Fn(&cairn_ir::Program, &mut Config)) -> Outcome {
    let program = cairn_ir::format::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut config = Config { nondet: NondetSource::Vector([].into()), ..Config::default() };
    change(&program, &mut config);
    cairn_interp::run(&program, config, Nothing)
}

fn rule(outcome: &Outcome) -> Option<Rule> {
    match &outcome.end {
        End::Error(report) => Some(report.rule),
        _ => None,
    }
}

#[test]
fn random_numbers_are_the_usual_ones_or_values_of_the_execution() {
    let text = "fn @main() -> i32 {\nbb0:\n  %r = host random(i64 41)\n  %n = trunc i64 %r to i32\n  ret %n\n}";
    let usual = run(text, |_, _| {});
    assert_eq!((usual.end, usual.observed.unspecified), (End::Exit(41), true));
    let chosen = run(text, |_, config| {
        config.random = RandomNumbers::Nondet;
        config.nondet = NondetSource::Vector([u128::MAX].into());
    });
    assert_eq!((chosen.end, chosen.observed.unspecified), (End::Exit(0x7fff_ffff), false));
    assert_eq!((chosen.nondet, chosen.observed.nondet_widths), (vec![0x7fff_ffff], vec![31]));
}

#[test]
fn every_variable_of_the_environment_has_the_first_line_of_the_worlds_text() {
    let text = "global @name size 2 align 1 const = \"A\\00\"\nfn @main() -> i32 {\nbb0:\n  %p = host getenv(@name)\n  \
                %c = eq ptr %p, null\n  br %c, none, some\nnone:\n  ret 7\nsome:\n  %q = field %p, 1\n  \
                %b = load i8, %q align 1\n  %n = zext i8 %b to i32\n  ret %n\n}";
    assert_eq!(run(text, |_, _| {}).end, End::Exit(7));
    let with = |content: &'static [u8]| run(text, |_, config| config.world = World::Text(content.into())).end;
    assert_eq!((with(b"xyz"), with(b"x\nz")), (End::Exit(i32::from(b'y')), End::Exit(0)));
}

#[test]
fn the_content_of_an_opaque_variable_is_undefined_until_it_is_written() {
    let text = |first: &str| {
        format!(
            "global @g size 4 align 4 = zero\nfn @main() -> i32 {{\nbb0:\n{first}  %x = load i32, @g align 4\n  \
             %c = eq i32 %x, 0\n  br %c, a, b\na:\n  ret 1\nb:\n  ret 2\n}}"
        )
    };
    let opaque = |text: &str| run(text, |program, config| config.opaque = program.globals.ids().collect());
    assert_eq!(run(&text(""), |_, _| {}).end, End::Exit(1));
    assert_eq!(rule(&opaque(&text(""))), Some(Rule::UninitializedRead));
    assert_eq!(opaque(&text("  store i32 3, @g align 4\n")).end, End::Exit(2));
}

#[test]
fn ended_scopes_and_fresh_memory_can_be_tolerated() {
    let text = "fn @main() -> i32 {\nbb0:\n  %p = alloca 8 align 8\n  %q = field %p, 4\n  scope_start %p\n  \
                store i32 5, %p align 4\n  scope_end %p\n  %x = load i32, %p align 4\n  %y = load i32, %q align 4\n  \
                %s = add i32 %x, %y\n  ret %s\n}";
    let tolerate = |tolerance: Tolerance| run(text, |_, config| config.tolerance = tolerance);
    assert_eq!(rule(&tolerate(Tolerance::default())), Some(Rule::UseAfterScope));
    let scopes = Tolerance { ended_scopes: true, ..Tolerance::default() };
    assert_eq!(rule(&tolerate(scopes)), Some(Rule::UninitializedRead));
    let both = Tolerance { uninitialised: Some(100), ..scopes };
    assert_eq!(tolerate(both).end, End::Exit(105));
}

const EXTERNAL: &str = "global @public size 4 align 4 = zero\nglobal @private size 4 align 4 internal = zero\n\
                        fn @ext(%p: ptr) -> i32\n";

/// An execution that goes on behind `ext`.
fn past(body: &str) -> Outcome {
    let text =
        format!("{EXTERNAL}fn @main() -> i32 {{\nbb0:\n  %p = alloca 4 align 4\n  store i32 1, %p align 4\n{body}\n}}");
    run(&text, |_, config| config.tolerance.unknown_functions = true)
}

#[test]
fn behind_an_unknown_function_its_result_and_what_it_could_write_are_undefined() {
    let load = |what: &str| past(&format!("  %r: i32 = call @ext(%p)\n  %x = load i32, {what} align 4\n  ret %x"));
    assert_eq!(load("@private").end, End::Exit(0));
    assert_eq!(rule(&load("@public")), Some(Rule::UninitializedRead));
    assert_eq!(rule(&load("%p")), Some(Rule::UninitializedRead));
    assert_eq!(rule(&past("  %r: i32 = call @ext(%p)\n  ret %r")), Some(Rule::UninitializedRead));
    assert_eq!(past("  %r: i32 = call @ext(null)\n  %x = load i32, %p align 4\n  ret %x").end, End::Exit(1));
}

#[test]
fn an_unknown_function_behind_a_test_may_never_return() {
    let body = "  %x = load i32, %p align 4\n  %c = eq i32 %x, 1\n  br %c, a, b\na:\n  %r: i32 = call @ext(null)\n  jump b\nb:\n  ret 0";
    assert!(matches!(past(body).end, End::UnknownFunction { .. }));
}
