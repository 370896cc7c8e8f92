//! Programs, and the heaps at their loops, for tests of single rules.

use crate::heap::Heap;
use crate::known::KnownLinks;
use crate::merge::{Cover, cover};
use crate::run::{Join, Limits, Run};
use crate::world::World;
use cairn_driver::{Input, Loader, Options};
use cairn_ir::Program;

const PRELUDE: &str = "#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#define any __VERIFIER_nondet_int()
struct node { struct node *next; int data; };
static struct node *cell(struct node *next) { struct node *n = malloc(sizeof *n); n->next = next; n->data = 0; return n; }
";

/// A program from its text, behind the prelude; `name` tells the test.
pub(crate) fn program(name: &str, text: &str) -> Program {
    let file = std::env::temp_dir().join(format!("cairn-shape-test-{}-{name}.c", std::process::id()));
    std::fs::write(&file, PRELUDE.to_owned() + text).expect("written");
    let loaded = Loader::new(Options::default()).load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program
}

pub(crate) fn limits(join: Join) -> Limits {
    Limits { join, alloc_may_fail: false, ..Limits::default() }
}

/// The heaps, or parts, at the last loop of `main`.
pub(crate) fn at_the_last_loop(world: &World<'_>, limits: Limits) -> Vec<Heap> {
    let mut run = Run::new(world, limits);
    let main = world.program.func_named("main").expect("main");
    run.run(main).expect("it finishes");
    let mut own = run.invariants.iter().filter(|((func, _), _)| *func == main);
    own.next_back().map(|(_, heaps)| heaps.clone()).expect("a loop")
}

/// Does each of two heaps cover the other?
pub(crate) fn is_same(world: &World<'_>, left: &Heap, right: &Heap) -> bool {
    covers(world, left, right) && covers(world, right, left)
}

/// Does a heap cover another one?
pub(crate) fn covers(world: &World<'_>, heap: &Heap, other: &Heap) -> bool {
    cover(world, other, heap, &KnownLinks::new()) == Some(Cover::Whole)
}
