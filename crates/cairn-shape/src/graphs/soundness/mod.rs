//! Is each rule about graphs sound? Random small heaps, structures that stand for them, random statements: what comes out stands for
//! what the interpreter has. `CAIRN_RANDOM=FIRST,COUNT` chooses other seeds.

mod lift;
mod stands;

use super::structure::{Origin, Structure};
use super::{Graphs, Join, Limits};
use crate::fault::{self, Fault, OF_GRAPHS};
use crate::soundness::laboratory::{After, Laboratory, PRELUDE, Recipe};
use crate::soundness::recipes::{KINDS, Random, recipe};
use crate::soundness::seeds;
use crate::world::World;
use cairn_interp::MemoryView;
use lift::{LINKS, lift, weaken};
use stands::{show, stands_for};

/// Walks through lists and graphs that change them; the first one does nothing.
const WALKS: &[&str] = &[
    ";",
    "struct node **l = &x; while (*l) { struct node *o = *l; if (o->data == 5) l = &o->next; else { *l = o->next; free(o); } }",
    "struct node **l = &x; while (*l) { struct node *o = *l; if (o->data > 2) l = &o->next; else { *l = o->next; o->next = y; y = o; } }",
    "struct node **l = &x; while (*l && *l != y) l = &(*l)->next; *l = z;",
    "struct node **l = &x; while (*l && any() % 2) l = &(*l)->next; if (*l) { struct node *o = *l; *l = o->next; free(o); }",
    "struct node *w = 0; if (x) { x->data = 7; x->down = w; w = x; } while (w) { struct node *o = w; w = o->down;
      if (o->next && o->next->data != 7) { o->next->data = 7; o->next->down = w; w = o->next; }
      if (o->prev && o->prev->data != 7) { o->prev->data = 7; o->prev->down = w; w = o->prev; } }",
    "struct node *o = x; while (o && any() % 2) o = o->next; y = o;",
    "struct node *o = x; while (o && any() % 2) o = o->next; if (o) o->prev = y;",
    "struct node *o = x; while (o && any() % 2) o = o->next; if (o) o->next = z;",
    "struct node *o = x; while (o && any() % 2) o = o->next; if (o) free(o);",
    "struct node *o = x; while (o && o->next) o = o->next; if (o) o->next = y;",
    "struct node *m = malloc(sizeof *m); *m = (struct node){.next = x, .prev = y, .data = 3, .down = z}; x = m;",
    "if (x && x->next) { struct node *o = x->next; x->next = o->next; free(o); }",
    "if (x && x->next) { struct node *o = x->next; x->next = o->next; o->next = x; x = o; }",
    "while (x) { struct node *o = x; x = o->next; o->next = y; y = o; }",
    "if (x) { struct node *o = x->prev; while (o && o != x) { struct node *t = o->prev; o->prev = 0; o = t; } }",
    "for (struct node *o = x; o; o = o->next) if (o->down) o->down->data = 1;",
    "for (struct node *o = x; o; o = o->next) o->down = any() % 2 ? y : o->prev;",
    "if (x && y) { struct node *t = x->next; x->next = y->next; y->next = t; }",
    "struct node *keep = x; x = 0; while (keep) { struct node *o = keep; keep = o->next; if (any() % 2) { o->next = x; x = o; } else free(o); }",
    "n = x && x->next ? x->next->data : 0;",
    "pp = &x; while (*pp && any() % 2) pp = &(*pp)->next;",
    "struct node *a = x, *b = x; while (b && b->next) { a = a->next; b = b->next->next; } y = a;",
];

/// A concrete heap and a structure that stands for it, among others.
struct Sample {
    recipe: Recipe,
    memory: MemoryView,
    structure: Structure,
}

/// What one seed shows: an error in words, or how many comparisons were made.
type Finding = Result<usize, String>;

struct Bench {
    laboratory: Laboratory,
}

fn check(world: &World<'_>, all: &[&Structure], memory: &MemoryView, what: impl Fn() -> String) -> Result<(), String> {
    if all.iter().any(|s| stands_for(world, s, memory)) {
        return Ok(());
    }
    let shown: Vec<String> = all.iter().map(|s| show(s)).collect();
    Err(format!("not covered: {}\n==> {} structures\n{}", what(), all.len(), shown.join("----\n")))
}

impl Bench {
    fn of_statements() -> Bench {
        Bench { laboratory: Laboratory::of_nodes() }
    }

    fn of_walks() -> Bench {
        Bench { laboratory: Laboratory::new(PRELUDE, WALKS) }
    }

    fn graphs<'w>(&self, world: &'w World<'w>, statement: usize) -> Graphs<'w> {
        let join = Join::PartialIsomorphism;
        let limits = Limits { join, steps: 12_000, alloc_may_fail: false, locals_hold_at_exit: true };
        let mut graphs = Graphs::new(world, limits, None, self.laboratory.statement(statement));
        graphs.links = LINKS.into();
        graphs
    }

    fn sample(&self, world: &World<'_>, random: &mut Random, kind: usize) -> Result<Option<Sample>, String> {
        let alone = random.one_in(2);
        let recipe = recipe(random, kind, alone);
        let Some(After::Memory(memory)) = self.laboratory.execute(&recipe, 0, &[]) else { return Ok(None) };
        let mut structure = lift(world, &memory, random);
        check(world, &[&structure], &memory, || format!("lifting {recipe:?}"))?;
        for _ in 0..random.below(8) {
            weaken(&mut structure, random);
        }
        check(world, &[&structure], &memory, || format!("weakening {recipe:?}"))?;
        if !structure.coerce() {
            return Err(format!("impossible: {recipe:?}\n{}", show(&structure)));
        }
        check(world, &[&structure], &memory, || format!("sharpening {recipe:?}"))?;
        Ok(Some(Sample { recipe, memory, structure }))
    }

    /// Two samples with their nodes put together, and joined if that can be.
    fn joined(&self, world: &World<'_>, random: &mut Random) -> Result<Vec<Sample>, String> {
        let kind = random.below(KINDS);
        let (left, right) = (self.sample(world, random, kind)?, self.sample(world, random, kind)?);
        let (Some(mut left), Some(mut right)) = (left, right) else { return Ok(Vec::new()) };
        let before = show(&left.structure);
        let keys = [left.structure.blur(), right.structure.blur()];
        check(world, &[&left.structure], &left.memory, || format!("blurring {:?}\n{before}", left.recipe))?;
        if keys[0] == keys[1] {
            let (a, b) = (show(&left.structure), show(&right.structure));
            left.structure.absorb(&right.structure);
            right.structure = left.structure.clone();
            check(world, &[&left.structure], &left.memory, || format!("joining, left\n{a}----\n{b}"))?;
            check(world, &[&left.structure], &right.memory, || format!("joining, right\n{a}----\n{b}"))?;
        }
        Ok(vec![left, right])
    }

    /// What is said of a statement stands for what the interpreter does.
    fn statement(&self, world: &World<'_>, random: &mut Random, sample: &Sample) -> Finding {
        let statements = self.laboratory.statements;
        let number = random.below(statements.len());
        let more: Vec<i32> = (0..3).map(|_| random.below(5) as i32).collect();
        let Some(after) = self.laboratory.execute(&sample.recipe, number, &more) else { return Ok(0) };
        let mut graphs = self.graphs(world, number);
        for (_, node) in sample.structure.nodes().filter(|(_, node)| node.origin == Origin::Heap) {
            node.cells.iter().for_each(|(&at, cell)| graphs.note_layout(node, at, cell.len).expect("nodes are alike"));
        }
        let Ok(exits) = graphs.call(self.laboratory.statement(number), &sample.structure) else { return Ok(0) };
        let what = || format!("`{}` {more:?} {:?}\n{}", statements[number], sample.recipe, show(&sample.structure));
        match after {
            After::Memory(memory) => check(world, &exits.iter().collect::<Vec<_>>(), &memory, what)?,
            After::Error(rule) => {
                if !graphs.doubts.iter().any(|(_, doubt)| *doubt == rule) {
                    return Err(format!("{rule} is missed: {}", what()));
                }
            }
        }
        Ok(1)
    }

    fn seed(&self, world: &World<'_>, seed: u64) -> Finding {
        let mut random = Random(seed);
        let mut count = 0;
        for sample in self.joined(world, &mut random)? {
            count += 3;
            for _ in 0..6 {
                count += self.statement(world, &mut random, &sample)?;
            }
        }
        Ok(count)
    }

    /// Whatever is done with these seeds is covered, and that is much.
    fn assert_covers(&self, seeds: impl Iterator<Item = u64>) {
        let world = World::new(&self.laboratory.program);
        let (mut count, mut errors) = (0, Vec::new());
        for seed in seeds {
            match self.seed(&world, seed) {
                Ok(more) => count += more,
                Err(error) => errors.push(format!("seed {seed}: {error}")),
            }
        }
        println!("{count} comparisons");
        assert!(errors.is_empty(), "{} errors\n{}", errors.len(), errors[..errors.len().min(3)].join("\n\n"));
        assert!(count > 800);
    }
}

#[test]
fn statements_are_covered() {
    Bench::of_statements().assert_covers(seeds(250));
}

#[test]
fn walks_are_covered() {
    Bench::of_walks().assert_covers(seeds(250));
}

#[test]
fn each_fault_is_noticed() {
    let benches = [Bench::of_statements(), Bench::of_walks()];
    let worlds = benches.each_ref().map(|bench| World::new(&bench.laboratory.program));
    let noticed = |fault: Fault| {
        (1..1_500).any(|seed| {
            benches.iter().zip(&worlds).any(|(bench, world)| {
                let attempt = std::panic::AssertUnwindSafe(|| fault::with(fault, || bench.seed(world, seed)));
                !matches!(std::panic::catch_unwind(attempt), Ok(Ok(_)))
            })
        })
    };
    let missed: Vec<Fault> = OF_GRAPHS.into_iter().filter(|&fault| !noticed(fault)).collect();
    assert!(missed.is_empty(), "nobody notices {missed:?}");
}
