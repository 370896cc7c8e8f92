//! States as values: kept, restored, and compared up to a renaming of addresses.

use cairn_interp::{Config, End, Machine, NondetSource, Output, Stream};
use cairn_ir::Program;
use std::sync::Arc;

struct Discard;

impl Output for Discard {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

fn program(text: &str) -> Program {
    cairn_ir::format::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn machine(program: &Program, choice: u128) -> Machine<'_> {
    let config = Config { nondet: NondetSource::Vector(Arc::new([choice])), ..Config::default() };
    Machine::new(program, config, Discard).unwrap_or_else(|end| panic!("{end:?}"))
}

/// Builds a list of two nodes, either one allocated first; then loops.
const TWO_ORDERS: &str = "
    fn @main() -> i32 {
    bb0:
      %c = nondet i1
      br %c, a, b
    a:
      %x = heap_alloc 16 align 16
      %y = heap_alloc 16 align 16
      jump link(%x, %y)
    b:
      %v = heap_alloc 16 align 16
      %waste = heap_alloc 400 align 16
      heap_free %waste
      %w = heap_alloc 16 align 16
      jump link(%w, %v)
    link(%head: ptr, %tail: ptr):
      store ptr %tail, %head align 8
      %d = field %head, 8
      store i64 EIGHT, %d align 8
      store ptr null, %tail align 8
      jump spin
    spin:
      %k = field %head, 8
      jump spin
    }";

#[test]
fn the_order_of_allocation_does_not_matter() {
    let text = TWO_ORDERS.replace("EIGHT", "8");
    let (program, other) = (program(&text), program(&text.replace("i64 8", "i64 9")));
    let state = |program: &Program, choice| {
        let mut machine = machine(program, choice);
        // Both ways are in the loop by then, and `spin` starts at an even distance from here.
        let mut seen = Vec::new();
        for _ in 0..40 {
            assert_eq!(machine.advance(1), None);
            seen.push(machine.canonical());
        }
        (seen, machine.fingerprint())
    };
    let ((first, _), (second, _), (third, _)) = (state(&program, 0), state(&program, 1), state(&other, 0));
    let spinning = first.last().unwrap();
    assert!(second.contains(spinning), "the same list, made in another order, is the same state");
    assert!(!third.contains(spinning), "other data is another state");
    assert_ne!(first[3], *spinning);
}

#[test]
fn a_snapshot_is_not_touched_by_what_comes_after_it() {
    let program = program(
        "global @n size 4 align 4 = zero
         fn @main() -> i32 {
         bb0:
           %p = heap_alloc 4 align 16
           store i32 1, %p align 4
           jump l(i32 0)
         l(%i: i32):
           %x = load i32, @n align 4
           %y = add i32 %x, 1
           store i32 %y, @n align 4
           %v = load i32, %p align 4
           %w = add i32 %v, %y
           store i32 %w, %p align 4
           %j = add i32 %i, 1
           %c = slt i32 %j, 50
           br %c, l(%j), done
         done:
           %r = load i32, %p align 4
           ret %r
         }",
    );
    let mut machine = machine(&program, 0);
    assert_eq!(machine.advance(100), None);
    let (kept, canonical) = (machine.state.snapshot(), machine.canonical());
    let end = machine.advance(u64::MAX).expect("it ends");
    assert_eq!(end, End::Exit(1 + 50 * 51 / 2));
    machine.state = kept;
    assert_eq!(machine.canonical(), canonical);
    assert_eq!(machine.advance(u64::MAX), Some(end), "the rest happens again in the same way");
}
