//! How fast the interpreter is: `cargo bench -p cairn-interp --bench speed`.
//!
//! Each program does one thing many times; printed are millions of IR instructions per second, the best of three runs.

use cairn_interp::{Config, End, Output, Stream, run};
use cairn_ir::Program;
use std::time::Instant;

/// A loop over a list of 1000 nodes: two loads that depend on each other per node.
const LIST: &str = "
fn @main() -> i32 {
bb0:
  jump build(i64 0, ptr null)
build(%i: i64, %head: ptr):
  %node = heap_alloc 16 align 16
  store ptr %head, %node align 8
  %value = field %node, 8
  store i64 %i, %value align 8
  %next = add i64 %i, 1
  %more = ult i64 %next, 1000
  br %more, build(%next, %node), rounds(i64 0, i64 0)
rounds(%r: i64, %sum: i64):
  jump walk(%node, %sum)
walk(%at: ptr, %s: i64):
  %field = field %at, 8
  %v = load i64, %field align 8
  %s2 = add i64 %s, %v
  %after = load ptr, %at align 8
  %end = eq ptr %after, null
  br %end, again, walk(%after, %s2)
again:
  %r2 = add i64 %r, 1
  %go = ult i64 %r2, 5000
  br %go, rounds(%r2, %s2), done
done:
  ret 0
}";

/// `a[i] += i` over 1000 elements.
const ARRAY: &str = "
global @a size 4000 align 16 = zero
fn @main() -> i32 {
bb0:
  jump rounds(i64 0)
rounds(%r: i64):
  jump elements(i64 0)
elements(%i: i64):
  %p = index @a, %i * 4
  %old = load i32, %p align 4
  %n = trunc i64 %i to i32
  %new = add i32 %old, %n
  store i32 %new, %p align 4
  %i2 = add i64 %i, 1
  %more = ult i64 %i2, 1000
  br %more, elements(%i2), again
again:
  %r2 = add i64 %r, 1
  %go = ult i64 %r2, 4000
  br %go, rounds(%r2), done
done:
  ret 0
}";

/// Nothing but calls.
const CALLS: &str = "
fn @fib(%n: i32) -> i32 {
bb0:
  %small = ult i32 %n, 2
  br %small, base, step
base:
  ret %n
step:
  %n1 = sub i32 %n, 1
  %a: i32 = call @fib(%n1)
  %n2 = sub i32 %n, 2
  %b: i32 = call @fib(%n2)
  %sum = add i32 %a, %b
  ret %sum
}
fn @main() -> i32 {
bb0:
  %x: i32 = call @fib(i32 30)
  ret 0
}";

/// A block is made, written to and freed.
const BLOCKS: &str = "
fn @main() -> i32 {
bb0:
  jump loop(i64 0)
loop(%i: i64):
  %p = heap_alloc 32 align 16
  store i64 %i, %p align 8
  heap_free %p
  %i2 = add i64 %i, 1
  %more = ult i64 %i2, 2000000
  br %more, loop(%i2), done
done:
  ret 0
}";

struct Silent;

impl Output for Silent {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

fn main() {
    for (name, text) in [("list", LIST), ("array", ARRAY), ("calls", CALLS), ("blocks", BLOCKS)] {
        let program = cairn_ir::format::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        cairn_ir::verify::check(&program).unwrap_or_else(|violations| panic!("{name}: {violations:?}"));
        let best = (0..3).map(|_| rate(&program)).fold(0.0, f64::max);
        println!("{name:8} {best:7.1} million instructions/s");
    }
}

/// Millions of instructions per second.
fn rate(program: &Program) -> f64 {
    let start = Instant::now();
    let outcome = run(program, Config::default(), Silent);
    assert_eq!(outcome.end, End::Exit(0));
    outcome.steps as f64 / 1e6 / start.elapsed().as_secs_f64()
}
