//! How long the theory takes: push, six literals, pop. Run with `cargo run --release -p cairn-logic --example theory_speed`.

use std::hint::black_box;
use std::time::Instant;

use cairn_logic::theory::Ctx;
use cairn_logic::{Arena, BaseClass, BaseConst, Fact, Lit, Sort, TermId, Var, VarClass};

fn lit(fact: Fact) -> Lit {
    match fact {
        Fact::Lit(lit) => lit,
        Fact::Const(value) => panic!("folds to {value}"),
    }
}

fn words(arena: &mut Arena, width: u32) -> [TermId; 4] {
    [0, 1, 2, 3].map(|key| arena.var(Var::new(Sort::Bv(width), VarClass::Entry, key)))
}

/// Null tests, flags and return codes.
fn flags(arena: &mut Arena) -> Vec<Lit> {
    let [r, f, n, _] = words(arena, 32);
    let [p, q] = [10, 11].map(|key| arena.var(Var::new(Sort::Base, VarClass::Entry, key)));
    let (null, global) = (arena.null(), arena.base(BaseConst::new(BaseClass::Global, 0)));
    vec![
        !lit(arena.base_eq(p, null).expect("decided")),
        lit(arena.base_eq(q, global).expect("decided")),
        lit(arena.eq_const(r, 0)),
        lit(arena.mask_eq(f, 6, 2)),
        !lit(arena.eq_const(n, 7)),
        lit(arena.mask_eq(f, 1, 1)),
    ]
}

/// Bounds of a loop: 0 ≤ i < n ≤ 100, the next index, a second index below.
fn bounds(arena: &mut Arena) -> Vec<Lit> {
    let [i, j, n, m] = words(arena, 64);
    let (zero, hundred) = (arena.constant(64, 0), arena.constant(64, 100));
    let next = arena.add_const(i, 1);
    vec![
        lit(arena.sle(zero, i)),
        lit(arena.slt(i, n)),
        lit(arena.sle(n, hundred)),
        lit(arena.ule(j, i)),
        lit(arena.eq(m, next)),
        !lit(arena.eq(j, i)),
    ]
}

/// Bounds only: six comparisons of variables and constants.
fn intervals(arena: &mut Arena) -> Vec<Lit> {
    let [a, b, c, d] = words(arena, 32);
    let [one, two, many] = [1, 2, 1000].map(|v| arena.constant(32, v));
    vec![
        lit(arena.ule(one, a)),
        lit(arena.ule(a, many)),
        lit(arena.ule(two, b)),
        lit(arena.ule(b, many)),
        lit(arena.ule(c, many)),
        lit(arena.ule(d, two)),
    ]
}

fn measure(name: &str, make: fn(&mut Arena) -> Vec<Lit>) {
    let mut arena = Arena::new();
    let lits = make(&mut arena);
    let mut cx = Ctx::new();
    let rounds = 1_000u32;
    let mut best = f64::MAX;
    for _ in 0..400 {
        let start = Instant::now();
        for _ in 0..rounds {
            cx.push();
            for &lit in &lits {
                black_box(cx.assume(&arena, black_box(lit))).expect("no contradiction");
            }
            cx.pop();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(rounds));
    }
    let before = cx.steps();
    cx.push();
    lits.iter().for_each(|&lit| cx.assume(&arena, lit).expect("no contradiction"));
    println!("{name}: {best:.0} ns for push, {} literals, pop; {} steps", lits.len(), cx.steps() - before);
}

fn main() {
    measure("flags    ", flags);
    measure("intervals", intervals);
    measure("loop     ", bounds);
}
