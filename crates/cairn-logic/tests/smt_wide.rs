//! Z3 at the widths of C: the two encodings never contradict each other, and models are models.

use std::sync::Arc;

use cairn_logic::random::Generator;
use cairn_logic::smt::{Answer, Cache, Encoding, Encodings, FormulaId, Formulas, Kind, Problem, Reason, Solver};
use cairn_logic::{Arena, BinOp, Evaluator, Fact, Sort, TermId, Var, VarClass};

fn solver(encoding: Encoding) -> Solver {
    let mut solver = Solver::new(Arc::new(Cache::new()));
    solver.encodings = Encodings::Only(encoding);
    solver
}

fn word(arena: &mut Arena, width: u32, key: u32) -> TermId {
    arena.var(Var::new(Sort::Bv(width), VarClass::Entry, key))
}

fn formulas_of(facts: &[Fact]) -> (Formulas, Vec<FormulaId>) {
    let mut formulas = Formulas::new();
    let parts = facts.iter().map(|fact| formulas.fact(*fact)).collect();
    (formulas, parts)
}

fn certain(arena: &Arena, answer: &Answer, facts: &[Fact], label: &str) -> Option<bool> {
    match answer {
        Answer::Unsat(_) => Some(false),
        Answer::Sat(valuation) => {
            let mut eval = Evaluator::new(arena, valuation);
            let holds = |fact: &Fact| match fact {
                Fact::Const(value) => *value,
                Fact::Lit(lit) => eval.lit(*lit),
            };
            assert!(facts.iter().all(holds), "{label}");
            Some(true)
        }
        Answer::Unknown(Reason::Defect(defect)) => panic!("{label}: {defect:?}"),
        Answer::Unknown(_) => None,
    }
}

/// A linear term: what integers can say.
fn linear(generator: &mut Generator, arena: &mut Arena, width: u32, depth: u32) -> TermId {
    let words = generator.words().to_vec();
    let leaf = arena.var(*generator.rng.pick(&words));
    if depth == 0 {
        return leaf;
    }
    let a = linear(generator, arena, width, depth - 1);
    let small = 1 + generator.rng.below(12) as u128;
    match generator.rng.below(11) {
        0 | 1 => arena.add(a, leaf),
        2 | 3 => arena.sub(a, leaf),
        4 => arena.mul_const(small, a),
        5 => arena.add_const(a, small),
        6 => binary_const(arena, *generator.rng.pick(&[BinOp::UDiv, BinOp::URem, BinOp::And]), a, small),
        7 => binary_const(arena, *generator.rng.pick(&[BinOp::SDiv, BinOp::SRem, BinOp::Xor, BinOp::Or]), a, small),
        8 => binary_const(arena, *generator.rng.pick(&[BinOp::LShr, BinOp::AShr]), a, small % u128::from(width)),
        9 => {
            let half = arena.truncate(a, width / 2);
            arena.zext(half, width)
        }
        _ => {
            let half = arena.truncate(a, width / 2);
            arena.sext(half, width)
        }
    }
}

fn binary_const(arena: &mut Arena, op: BinOp, a: TermId, constant: u128) -> TermId {
    let constant = arena.constant(arena.width(a), constant);
    arena.bin(op, a, constant)
}

fn linear_fact(generator: &mut Generator, arena: &mut Arena, width: u32) -> Fact {
    let a = linear(generator, arena, width, 2);
    let b = linear(generator, arena, width, 1);
    let fact = match generator.rng.below(6) {
        0 => arena.eq(a, b),
        1 => arena.ule(a, b),
        2 => arena.sle(a, b),
        3 => {
            let bound = arena.constant(width, 1 + generator.rng.below(20) as u128);
            arena.ult(a, bound)
        }
        4 => {
            let value = generator.rng.below(20) as u128;
            arena.eq_const(a, value)
        }
        _ => {
            let zero = arena.constant(width, 0);
            arena.slt(a, zero)
        }
    };
    if generator.rng.chance(3) { !fact } else { fact }
}

#[test]
fn linear_facts_have_one_answer_in_both_encodings() {
    let (mut sat, mut unsat, mut open) = (0, 0, 0);
    for seed in 0..150 {
        let width = [8, 32, 64][seed as usize % 3];
        let (mut arena, mut generator) = (Arena::new(), Generator::new(seed, width, 3));
        let facts: Vec<Fact> = (0..4).map(|_| linear_fact(&mut generator, &mut arena, width)).collect();
        let (formulas, parts) = formulas_of(&facts);
        let problem = Problem::new(&arena, &formulas, &parts);
        let [int, bv] = [Encoding::Int, Encoding::Bv].map(|encoding| {
            let label = format!("seed {seed}, {encoding:?}");
            certain(&arena, &solver(encoding).decide(&problem, Kind::Dead), &facts, &label)
        });
        if let (Some(int), Some(bv)) = (int, bv) {
            assert_eq!(int, bv, "seed {seed}");
        }
        match int.or(bv) {
            Some(true) => sat += 1,
            Some(false) => unsat += 1,
            None => open += 1,
        }
    }
    assert!(sat > 30 && unsat > 15 && open < 40, "sat {sat}, unsat {unsat}, open {open}");
}

#[test]
fn arbitrary_facts_have_certified_models() {
    let (mut sat, mut decided) = (0, 0);
    for seed in 0..90 {
        let width = [8, 32, 64][seed as usize % 3];
        let (mut arena, mut generator) = (Arena::new(), Generator::new(seed + 40, width, 2).with_objects(2));
        let facts: Vec<Fact> = (0..3).map(|_| generator.fact(&mut arena, width, 2)).collect();
        let (formulas, parts) = formulas_of(&facts);
        let problem = Problem::new(&arena, &formulas, &parts);
        let mut solver = Solver::new(Arc::new(Cache::new()));
        let answer = certain(&arena, &solver.decide(&problem, Kind::Dead), &facts, &format!("seed {seed}"));
        sat += usize::from(answer == Some(true));
        decided += usize::from(answer.is_some());
    }
    assert!(sat > 20 && decided > 50, "sat {sat}, decided {decided}");
}

/// Facts that a verifier of C lives on, with the answer that is right modulo 2^w and wrong over unbounded integers.
#[test]
fn the_classics_are_decided_exactly() {
    let mut arena = Arena::new();
    let (lo, hi) = (word(&mut arena, 64, 0), word(&mut arena, 64, 1));
    let difference = arena.sub(hi, lo);
    let half = binary_const(&mut arena, BinOp::UDiv, difference, 2);
    let middle = arena.add(lo, half);
    let ordered = arena.ult(lo, hi);
    let in_range = (arena.ule(lo, middle), arena.ult(middle, hi));
    let sum = arena.add(lo, hi);
    let naive = binary_const(&mut arena, BinOp::UDiv, sum, 2);
    let naive_in_range = arena.ule(lo, naive);
    let ask = |facts: &[Fact], kind| {
        let (formulas, parts) = formulas_of(facts);
        let problem = Problem::new(&arena, &formulas, &parts);
        certain(&arena, &Solver::new(Arc::new(Cache::new())).decide(&problem, kind), facts, "classic")
    };
    assert_eq!(ask(&[ordered, !in_range.0], Kind::Dead), Some(false), "lo + (hi − lo)/2 is never below lo");
    assert_eq!(ask(&[ordered, !in_range.1], Kind::Dead), Some(false), "lo + (hi − lo)/2 is always below hi");
    assert_eq!(ask(&[ordered, !naive_in_range], Kind::Dead), Some(true), "(lo + hi)/2 wraps");
}

#[test]
fn wrapping_products_of_sizes_are_found() {
    let mut arena = Arena::new();
    let n = word(&mut arena, 64, 0);
    let i = word(&mut arena, 64, 1);
    let (size, offset) = (arena.mul_const(12, n), arena.mul_const(12, i));
    let end = arena.add_const(offset, 12);
    let in_range = arena.ult(i, n);
    let fits = arena.ule(end, size);
    let small = {
        let limit = arena.constant(64, 1 << 60);
        arena.ult(n, limit)
    };
    for (facts, expected) in [(vec![in_range, !fits, small], false), (vec![in_range, !fits], true)] {
        let (formulas, parts) = formulas_of(&facts);
        let problem = Problem::new(&arena, &formulas, &parts);
        let answer = Solver::new(Arc::new(Cache::new())).decide(&problem, Kind::Dead);
        assert_eq!(certain(&arena, &answer, &facts, "sizes"), Some(expected));
    }
}
