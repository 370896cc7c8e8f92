//! Lowering seen as text: from C or LLVM's text to the operations that must come out.

mod support;

use cairn_interp::{Config, End};
use cairn_ir::{Op, Program, Rule, format};
use cairn_llvm::lower::LowerOptions;
use support::{Clang, unsupported};

const X86_64: &str = r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
"#;

fn from_llvm(text: &str) -> Program {
    support::lower(&format!("{X86_64}{text}"), &LowerOptions { label_base: 0x1000, ..LowerOptions::default() })
}

/// The module whose text this is must return 0 from `main`.
fn returns_zero(text: &str) {
    let program = from_llvm(text);
    assert_eq!(unsupported(&program), Vec::<String>::new());
    let outcome = cairn_interp::run(&program, Config::default(), support::NoOutput);
    assert_eq!(outcome.end, End::Exit(0), "{}", format::print(&program));
}

fn from_c(code: &str) -> Program {
    let clang = *Clang::all().iter().find(|clang| clang.model == "-m64").expect("a compiler");
    support::lower(&clang.llvm_text_of(code), &LowerOptions::default())
}

fn run_c(code: &str) -> End {
    cairn_interp::run(&from_c(code), Config::default(), support::NoOutput).end
}

fn rule_of(end: End) -> Option<Rule> {
    match end {
        End::Error(report) => Some(report.rule),
        _ => None,
    }
}

#[track_caller]
fn assert_has(program: &Program, lines: &[&str]) {
    let text = format::print(program);
    for line in lines {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}

#[test]
fn definitions_may_follow_uses_in_the_text() {
    returns_zero(
        "define i32 @main() {
entry:
  br label %start
late:
  %twice = add i32 %value, %value
  br label %join
join:
  %result = phi i32 [ %twice, %late ]
  %minus = sub i32 %result, 10
  ret i32 %minus
start:
  %value = add i32 2, 3
  br label %late
dead:
  %never = add i32 %never, 1
  br label %join
}",
    );
}

#[test]
fn phis_exchange_values_at_once() {
    returns_zero(
        "define i32 @main() {
entry:
  br label %loop
loop:
  %pair = phi { i32, i8 } [ { i32 1, i8 2 }, %entry ], [ %next, %loop ]
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %m = add i32 %n, 1
  %old = extractvalue { i32, i8 } %pair, 0
  %sum = add i32 %old, %a
  %next = insertvalue { i32, i8 } %pair, i32 %sum, 0
  %more = icmp slt i32 %m, 3
  br i1 %more, label %loop, label %done
done:
  %last = extractvalue { i32, i8 } %pair, 0
  %kept = extractvalue { i32, i8 } %pair, 1
  %wide = zext i8 %kept to i32
  ; 1, then 1+1, then 2+2: the pair's first, the last value of a is 1, of b is 2
  %x = mul i32 %last, %wide
  %y = add i32 %x, %a
  %z = sub i32 %y, 9
  ret i32 %z
}",
    );
}

#[test]
fn nested_aggregates_in_memory_and_as_values() {
    returns_zero(
        "%pair = type { i8, i64 }
@data = global [2 x %pair] [%pair { i8 1, i64 2 }, %pair { i8 3, i64 4 }]
define [2 x %pair] @swap([2 x %pair] %v) {
  %first = extractvalue [2 x %pair] %v, 0
  %second = extractvalue [2 x %pair] %v, 1
  %w = insertvalue [2 x %pair] %v, %pair %second, 0
  %r = insertvalue [2 x %pair] %w, %pair %first, 1
  ret [2 x %pair] %r
}
define i32 @main() {
  %v = load [2 x %pair], ptr @data
  %s = call [2 x %pair] @swap([2 x %pair] %v)
  store [2 x %pair] %s, ptr @data
  %p = getelementptr [2 x %pair], ptr @data, i64 0, i64 1, i32 1
  %n = load i64, ptr %p
  %chosen = select i1 true, [2 x %pair] %s, [2 x %pair] zeroinitializer
  %m = extractvalue [2 x %pair] %chosen, 0, 1
  %sum = add i64 %n, %m
  %t = trunc i64 %sum to i32
  %z = sub i32 %t, 6
  ret i32 %z
}",
    );
}

#[test]
fn the_va_arg_instruction_walks_registers_and_overflow() {
    returns_zero(
        "declare void @llvm.va_start(ptr)
define i32 @sum(i32 %n, ...) {
entry:
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi i32 [ 0, %entry ], [ %u, %loop ]
  %x = va_arg ptr %list, i32
  %d = va_arg ptr %list, double
  %di = fptosi double %d to i32
  %t = add i32 %s, %x
  %u = add i32 %t, %di
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %done
done:
  %big = va_arg ptr %list, x86_fp80
  %bi = fptosi x86_fp80 %big to i32
  %r = add i32 %u, %bi
  ret i32 %r
}
define i32 @main() {
  %r = call i32 (i32, ...) @sum(i32 9, i32 1, double 1.0, i32 1, double 1.0, i32 1, double 1.0, i32 1, double 1.0,
    i32 1, double 1.0, i32 1, double 1.0, i32 1, double 1.0, i32 1, double 1.0, i32 1, double 1.0, x86_fp80 0xK40018000000000000000)
  %z = sub i32 %r, 22
  ret i32 %z
}",
    );
}

#[test]
fn what_is_not_modelled_says_so_and_the_rest_goes_on() {
    let program = from_llvm(
        "declare <4 x i32> @llvm.x86.sse41.pmuldq(<2 x i64>)
declare i64 @llvm.made.up.i64(i64)
define i64 @f(ptr %p, i64 %n) {
  %huge = load [100000000 x i8], ptr %p
  store [100000000 x i8] %huge, ptr %p
  %v = call <4 x i32> @llvm.x86.sse41.pmuldq(<2 x i64> zeroinitializer)
  %x = extractelement <4 x i32> %v, i32 1
  %y = call i64 @llvm.made.up.i64(i64 %n)
  %m = load <8 x i1>, ptr %p
  ret i64 %y
}",
    );
    let reasons = unsupported(&program);
    assert!(reasons.iter().any(|reason| reason.contains("llvm.x86.sse41.pmuldq")), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("llvm.made.up.i64")), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("load of a value of this size")), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason.contains("not whole bytes")), "{reasons:?}");
    let body = program.funcs[program.func_named("f").expect("f")].body.as_ref().expect("a body");
    assert!(body.inst_count() < 30);
}

#[test]
fn variable_arguments_need_a_known_convention() {
    let program = support::lower(
        "target datalayout = \"e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128\"
target triple = \"aarch64-unknown-linux-gnu\"
declare i32 @printf(ptr, ...)
define i32 @f(ptr %p) {
  %r = call i32 (ptr, ...) @printf(ptr %p, i32 1)
  ret i32 %r
}",
        &LowerOptions::default(),
    );
    assert_eq!(unsupported(&program), ["variable arguments on `aarch64-unknown-linux-gnu`"]);
}

#[test]
fn one_argument_too_many_is_out_of_bounds() {
    let code = "
#include <stdarg.h>
static int last(int n, ...) {
    va_list list;
    va_start(list, n);
    int x = 0;
    for (int i = 0; i < n; i++) x = va_arg(list, int);
    va_end(list);
    return x;
}
int main(void) { return last(COUNT, 1, 2, 3, 4, 5, 6, 7); }";
    assert_eq!(run_c(&code.replace("COUNT", "7")), End::Exit(7));
    assert_eq!(rule_of(run_c(&code.replace("COUNT", "8"))), Some(Rule::OutOfBounds));
}

#[test]
fn a_copied_argument_ends_with_the_call() {
    let code = "
struct big { int n[20]; };
static int *kept;
static void keep(struct big b) { kept = &b.n[3]; }
int main(void) { struct big b = {{0}}; keep(b); return *kept; }";
    assert_eq!(rule_of(run_c(code)), Some(Rule::UseAfterScope));
}

#[test]
fn members_and_array_steps_keep_their_source_names() {
    let program = from_c(
        "struct node { int value; struct node *next; int table[10]; };
int get(struct node *n, int i) { return n->next->table[i] + n->value; }",
    );
    let records = &program.ctypes.records;
    let body = program.funcs[program.func_named("get").expect("get")].body.as_ref().expect("a body");
    let mut names = Vec::new();
    let mut lens = Vec::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        match &inst.op {
            Op::Field { field: Some(field), .. } => {
                let name = records[field.record].fields[field.index as usize].name.expect("a name");
                names.push(program.names.text(name));
            }
            Op::Index { len, scale: 4, inbounds: true, .. } => lens.push(*len),
            _ => {}
        }
    }
    names.sort_unstable();
    assert_eq!(names, ["next", "table", "value"]);
    assert_eq!(lens, [Some(10)]);
}

#[test]
fn variables_and_positions_come_from_debug_information() {
    let program = from_c("int f(int first) {\n  int local = first;\n  return local;\n}");
    let func = &program.funcs[program.func_named("f").expect("f")];
    let body = func.body.as_ref().expect("a body");
    let vars: Vec<_> = body.vars.iter().map(|var| (program.names.text(var.name), var.param)).collect();
    assert_eq!(vars, [("first", Some(0)), ("local", None)]);
    assert!(body.values.iter().filter(|value| value.var.is_some()).count() >= 2);
    assert!((3..=4).contains(&body.blocks.iter().next().expect("a block").term_span.line));
    assert_eq!(func.span.line, 1);
}

#[test]
fn primitives_become_operations() {
    let program = from_c(
        "typedef __SIZE_TYPE__ size_t;
void *__cairn_heap_alloc(size_t, size_t, int);
void __cairn_heap_free(void *);
size_t __cairn_heap_size(void *);
_Bool __cairn_nondet_bool(void);
int __cairn_nondet_int(void);
void __cairn_assume(int);
void __cairn_fail(const char *, const char *) __attribute__((noreturn));
int __cairn_setjmp(void *);
void __cairn_longjmp(void *, int) __attribute__((noreturn));
_Bool __cairn_alloc_fails(void);
double __cairn_sin(double);
void __cairn_exit(int) __attribute__((noreturn));
int main(void) {
    void *p = __cairn_heap_alloc(8, 16, 1);
    size_t n = __cairn_heap_size(p);
    __cairn_assume(__cairn_nondet_int() > 3);
    if (__cairn_nondet_bool() || __cairn_alloc_fails()) __cairn_fail(\"assertion-failure\", \"message\");
    long buffer[8];
    if (__cairn_setjmp(buffer)) __cairn_exit((int)__cairn_sin(1.0));
    __cairn_heap_free(p);
    __cairn_longjmp(buffer, (int)n);
}",
    );
    assert_eq!(unsupported(&program), Vec::<String>::new());
    let insts = || program.funcs.iter().filter_map(|func| func.body.as_ref()).flat_map(|body| body.blocks.iter());
    let has = |wanted: fn(&Op) -> bool| insts().flat_map(|block| &block.insts).any(|inst| wanted(&inst.op));
    assert!(has(|op| matches!(op, Op::HeapAlloc { zeroed: true, .. })));
    assert!(has(|op| matches!(op, Op::HeapFree { .. })));
    assert!(has(|op| matches!(op, Op::HeapSize { .. })));
    assert!(has(|op| matches!(op, Op::Nondet { ty: cairn_ir::Type::BOOL })));
    assert!(has(|op| matches!(op, Op::Assume { .. })));
    assert!(has(|op| matches!(op, Op::Fail { rule: Rule::AssertionFailure, message: Some(_) })));
    assert!(has(|op| matches!(op, Op::SetJmp { .. })));
    assert!(has(|op| matches!(op, Op::LongJmp { .. })));
    assert!(has(|op| matches!(op, Op::Host { func: cairn_ir::HostFn::AllocFails, .. })));
    assert!(has(|op| matches!(op, Op::Host { func: cairn_ir::HostFn::Sin, .. })));
    assert!(!has(|op| matches!(op, Op::Call { .. })));
    assert!(program.func_named("__cairn_heap_alloc").is_none());
}

#[test]
fn non_local_jumps_are_operations_unless_the_program_defines_them() {
    let code = "
int setjmp(long *);
void longjmp(long *, int) __attribute__((noreturn));
static long buffer[20];
static void leave(int x) { longjmp(buffer, x); }
int main(void) { int r = setjmp(buffer); if (r == 0) leave(5); return r; }";
    assert_eq!(run_c(code), End::Exit(5));
    let own = from_c("int setjmp(long *b) { return 3; } int main(void) { long b; return setjmp(&b); }");
    assert_has(&own, &["call @setjmp"]);
}

#[test]
fn assembly_stays_opaque_with_its_operands() {
    let program = from_c(
        "int f(int a, int *p) {
    int r, s;
    __asm__ volatile(\"# %0 %1 %2\" : \"=r\"(r), \"=r\"(s), \"+m\"(*p) : \"r\"(a) : \"memory\");
    return r + s;
}",
    );
    assert_eq!(unsupported(&program), Vec::<String>::new());
    let asm = program.funcs.iter().filter_map(|func| func.body.as_ref()).flat_map(|body| body.blocks.iter());
    let mut asm = asm.flat_map(|block| &block.insts).filter_map(|inst| match &inst.op {
        Op::Asm(asm) => Some((asm.args.len(), asm.side_effects, inst.results.len())),
        _ => None,
    });
    assert_eq!(asm.next(), Some((3, true, 2)));
}

#[test]
fn addresses_of_labels_are_numbers() {
    let program = from_c("int f(int x) { static void *t[] = {&&a, &&b}; goto *t[x]; a: return 1; b: return 2; }");
    let table = &program.globals[program.global_named("f.t").expect("the table")];
    let init = table.init.as_ref().expect("content");
    assert_eq!((init.bytes[0], init.bytes[8], init.relocs.len()), (16, 32, 0));
    assert_eq!(table.source_name.map(|name| program.names.text(name)), Some("t"));
}

#[test]
fn invokes_and_jumping_assembly_keep_their_normal_path() {
    let program = from_llvm(
        "declare i32 @callee()
declare i32 @__gxx_personality_v0(...)
define i32 @f() personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @callee() to label %normal unwind label %unwound
normal:
  ret i32 %r
unwound:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
define i32 @g() {
entry:
  callbr void asm sideeffect \"jmp ${0:l}\", \"!i\"() to label %fall [label %away]
fall:
  ret i32 1
away:
  ret i32 2
}",
    );
    assert_has(&program, &["call @callee()", "ret i32 1", "ret i32 2"]);
    assert_eq!(unsupported(&program), ["assembly that jumps (asm goto)"]);
}

#[test]
fn what_has_a_second_name_is_known_elsewhere_and_a_weak_one_may_be_taken_over() {
    let program = from_llvm(
        "@real = internal global i32 1
@other = internal global i32 1
@fake = alias i32, ptr @real
@hook = weak alias i32 (), ptr @one
@again = alias i32 (), ptr @hook
define internal i32 @one() {
  ret i32 1
}
define i32 @main() {
  %x = call i32 @hook()
  %y = call i32 @again()
  ret i32 %x
}",
    );
    assert_has(&program, &["weak_alias @hook = @one", "alias @again = @one", "call @hook()", "call @one()"]);
    let is_exposed = |name: &str| program.global_named(name).map(|id| program.globals[id].exposed);
    assert_eq!((is_exposed("real"), is_exposed("other")), (Some(true), Some(false)));
    assert!(program.func_named("one").is_some_and(|id| program.funcs[id].exposed));
}

#[test]
fn expressions_over_addresses_fold_or_become_code() {
    returns_zero(
        "@array = global [10 x i32] zeroinitializer
@distance = global i64 sub (i64 ptrtoint (ptr getelementptr ([10 x i32], ptr @array, i64 0, i64 7) to i64), i64 ptrtoint (ptr @array to i64))
@alias = alias i32, getelementptr ([10 x i32], ptr @array, i64 0, i64 3)
define i32 @main() {
  store i32 5, ptr getelementptr inbounds ([10 x i32], ptr @array, i64 0, i64 3)
  %x = load i32, ptr @alias
  %d = load i64, ptr @distance
  %dt = trunc i64 %d to i32
  %low = and i8 trunc (i64 ptrtoint (ptr @array to i64) to i8), 3
  %lw = zext i8 %low to i32
  %a = sub i32 %x, 5
  %b = sub i32 %dt, 28
  %s = add i32 %a, %b
  %t = add i32 %s, %lw
  %cmp = icmp eq i64 ptrtoint (ptr @array to i64), 0
  %c = zext i1 %cmp to i32
  %r = add i32 %t, %c
  ret i32 %r
}",
    );
}
