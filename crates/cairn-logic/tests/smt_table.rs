//! Z3 against truth tables: at small widths both encodings give exactly the answer of the table, or none.

mod common;

use std::sync::Arc;

use cairn_logic::random::{Generator, Plan};
use cairn_logic::smt::{Answer, Cache, Encoding, Encodings, FormulaId, Formulas, Kind, Problem, Reason, Solver};
use cairn_logic::table::{Rows, Table};
use cairn_logic::{Arena, BaseClass, BaseConst, Conds, Evaluator, Fact, Sort, Sym, Var, VarClass};
use common::Lab;

fn formula(formulas: &mut Formulas, plan: &Plan) -> FormulaId {
    match plan {
        Plan::Fact(fact) => formulas.fact(*fact),
        Plan::Not(a) => {
            let a = formula(formulas, a);
            formulas.not(a)
        }
        Plan::And(a, b) => {
            let parts = [formula(formulas, a), formula(formulas, b)];
            formulas.and(&parts)
        }
        Plan::Or(a, b) => {
            let parts = [formula(formulas, a), formula(formulas, b)];
            formulas.or(&parts)
        }
        Plan::Ite(a, b, c) => {
            let (a, b, c) = (formula(formulas, a), formula(formulas, b), formula(formulas, c));
            let not_a = formulas.not(a);
            let (then, otherwise) = (formulas.implies(a, b), formulas.implies(not_a, c));
            formulas.and(&[then, otherwise])
        }
    }
}

fn solver(encoding: Encoding) -> Solver {
    let mut solver = Solver::new(Arc::new(Cache::new()));
    solver.encodings = Encodings::Only(encoding);
    solver
}

/// Answers per encoding: unsatisfiable, satisfiable, not answered.
#[derive(Default, Debug)]
struct Tally([usize; 3]);

impl Tally {
    /// The answer is that of the table; a model is one in the arena, too.
    fn check(&mut self, arena: &Arena, answer: &Answer, plans: &[Plan], satisfiable: bool, label: &str) {
        match answer {
            Answer::Unsat(_) => {
                assert!(!satisfiable, "{label}: unsatisfiable, but the table has rows");
                self.0[0] += 1;
            }
            Answer::Sat(valuation) => {
                assert!(satisfiable, "{label}: satisfiable, but the table is empty");
                let mut eval = Evaluator::new(arena, valuation);
                assert!(plans.iter().all(|plan| holds(plan, &mut eval)), "{label}: {valuation:?}");
                self.0[1] += 1;
            }
            Answer::Unknown(Reason::Defect(defect)) => panic!("{label}: {defect:?}"),
            Answer::Unknown(_) => self.0[2] += 1,
        }
    }
}

fn holds(plan: &Plan, eval: &mut Evaluator<'_>) -> bool {
    match plan {
        Plan::Fact(Fact::Const(value)) => *value,
        Plan::Fact(Fact::Lit(lit)) => eval.lit(*lit),
        Plan::Not(a) => !holds(a, eval),
        Plan::And(a, b) => holds(a, eval) && holds(b, eval),
        Plan::Or(a, b) => holds(a, eval) || holds(b, eval),
        Plan::Ite(a, b, c) => {
            if holds(a, eval) {
                holds(b, eval)
            } else {
                holds(c, eval)
            }
        }
    }
}

fn conjunction(arena: &Arena, plans: &[Plan], table: &mut Table) -> Rows {
    let all = Rows::all(table.len());
    plans.iter().fold(all, |rows, plan| rows.and(&plan.rows(arena, table)))
}

/// Some conjuncts: mostly plain facts, as path conditions have them, so that about half are contradictory.
fn conjuncts(lab: &mut Lab) -> Vec<Plan> {
    let count = 1 + lab.generator.rng.below(5);
    (0..count)
        .map(|_| {
            let depth = lab.generator.rng.below(3) as u32;
            lab.plan(depth)
        })
        .collect()
}

fn compare(seeds: std::ops::Range<u64>, make: impl Fn(u64) -> Lab) -> [Tally; 2] {
    let mut solvers = [solver(Encoding::Int), solver(Encoding::Bv)];
    let mut tallies = [Tally::default(), Tally::default()];
    for seed in seeds {
        let mut lab = make(seed);
        let plans = conjuncts(&mut lab);
        let rows = conjunction(&lab.conds.arena, &plans, &mut lab.table);
        let mut formulas = Formulas::new();
        let parts: Vec<FormulaId> = plans.iter().map(|plan| formula(&mut formulas, plan)).collect();
        let problem = Problem::new(&lab.conds.arena, &formulas, &parts);
        for (solver, tally) in solvers.iter_mut().zip(&mut tallies) {
            let answer = solver.decide(&problem, Kind::Verdict);
            let label = format!("seed {seed}, {:?}", solver.encodings);
            tally.check(&lab.conds.arena, &answer, &plans, !rows.is_empty(), &label);
        }
    }
    tallies
}

#[test]
fn words_agree_with_the_table_in_both_encodings() {
    let make = |seed| {
        let width = 3 + (seed % 3) as u32;
        Lab::with(Generator::new(seed, width, 3), width, 5, 1 + (seed % 2) as u32)
    };
    let [int, bv] = compare(0..500, make);
    assert_eq!(bv.0[2], 0, "small bit-vectors are always decided");
    assert!(bv.0[0] > 60 && bv.0[1] > 60, "both answers occur: {bv:?}");
    assert!(int.0[0] > 20 && int.0[1] > 60, "both answers occur: {int:?}");
}

#[test]
fn objects_agree_with_the_table() {
    let make = |seed| Lab::with(Generator::new(seed + 9000, 3, 1).with_objects(4), 3, 8, 1);
    let [int, bv] = compare(0..300, make);
    assert_eq!(bv.0[2], 0);
    assert!(bv.0[0] > 30 && bv.0[1] > 30 && int.0[0] > 20, "{bv:?} {int:?}");
}

/// A diagram and the formula that it was built from are the same question for Z3.
#[test]
fn diagrams_become_equivalent_formulas() {
    let mut solver = solver(Encoding::Bv);
    for seed in 0..40 {
        let mut lab = Lab::new(seed + 500, 4, 3, 6);
        let (plan, mut formulas) = (lab.plan(4), Formulas::new());
        let cond = plan.build(&mut lab.conds);
        let (direct, diagram) = (formula(&mut formulas, &plan), formulas.cond(&lab.conds, cond));
        let answer = solver.decide(&Problem::of_conds(&lab.conds, &[cond]), Kind::Verdict);
        assert_eq!(matches!(answer, Answer::Sat(_)), !lab.rows(cond).is_empty(), "seed {seed}");
        let not_direct = formulas.not(direct);
        let not_diagram = formulas.cond(&lab.conds, !cond);
        for difference in [[direct, not_diagram], [diagram, not_direct], [diagram, not_diagram]] {
            let problem = Problem::new(&lab.conds.arena, &formulas, &difference);
            assert!(matches!(solver.decide(&problem, Kind::Verdict), Answer::Unsat(_)), "seed {seed}");
        }
    }
}

/// The table knows one meaning of each function, Z3 tries all: contradictions hold in the table, models are certified.
#[test]
fn functions_and_addresses_respect_equality() {
    let (mut unsat, mut sat) = (0, 0);
    for seed in 0..300 {
        let mut generator = Generator::new(seed + 700, 3, 2).with_objects(2);
        let mut arena = Arena::new();
        let objects = generator.objects().to_vec();
        let mut plans = Vec::new();
        for _ in 0..6 {
            let fact = match generator.rng.below(3) {
                0 => generator.fact(&mut arena, 3, 1),
                1 => {
                    let (a, b) = (generator.uf(&mut arena, 3, 1), generator.uf(&mut arena, 3, 1));
                    arena.eq(a, b)
                }
                _ => {
                    let object = arena.var(*generator.rng.pick(&objects));
                    let address = arena.address(object, 3);
                    let other = generator.uf(&mut arena, 3, 0);
                    arena.eq(address, other)
                }
            };
            plans.push(Plan::Fact(if generator.rng.chance(3) { !fact } else { fact }));
        }
        let mut table = common::table_of(&generator);
        let rows = conjunction(&arena, &plans, &mut table);
        let mut formulas = Formulas::new();
        let parts: Vec<FormulaId> = plans.iter().map(|plan| formula(&mut formulas, plan)).collect();
        let problem = Problem::new(&arena, &formulas, &parts);
        for encoding in [Encoding::Int, Encoding::Bv] {
            match solver(encoding).decide(&problem, Kind::Verdict) {
                Answer::Unsat(_) => {
                    assert!(rows.is_empty(), "seed {seed} {encoding:?}");
                    unsat += 1;
                }
                Answer::Sat(valuation) => {
                    let mut eval = Evaluator::new(&arena, &valuation);
                    assert!(plans.iter().all(|plan| holds(plan, &mut eval)));
                    sat += 1;
                }
                Answer::Unknown(Reason::Defect(defect)) => panic!("seed {seed} {encoding:?}: {defect:?}"),
                Answer::Unknown(_) => {}
            }
        }
    }
    assert!(unsat > 40 && sat > 40, "{unsat} {sat}");
}

fn ask(arena: &Arena, facts: &[Fact]) -> Vec<Answer> {
    let mut formulas = Formulas::new();
    let parts: Vec<FormulaId> = facts.iter().map(|fact| formulas.fact(*fact)).collect();
    let problem = Problem::new(arena, &formulas, &parts);
    [Encoding::Int, Encoding::Bv].map(|encoding| solver(encoding).decide(&problem, Kind::Verdict)).to_vec()
}

fn is_unsat(answers: &[Answer]) -> bool {
    answers.iter().all(|answer| matches!(answer, Answer::Unsat(_)))
}

fn is_sat(answers: &[Answer]) -> bool {
    answers.iter().all(|answer| matches!(answer, Answer::Sat(_)))
}

#[test]
fn members_of_families_differ_by_index_and_from_everything_else() {
    let mut arena = Arena::new();
    let object = |key, class| Var::new(Sort::Base, class, key);
    let index = |key| Var::new(Sort::Bv(64), VarClass::Index, key);
    let (x, entry) = (arena.var(object(0, VarClass::Havoc)), arena.var(object(1, VarClass::Entry)));
    let (i, j) = (arena.var(index(2)), arena.var(index(3)));
    let site = BaseConst::new(BaseClass::Fresh, 7);
    let (a, b) = (arena.base_at(site, i), arena.base_at(site, j));
    let other = arena.base(BaseConst::new(BaseClass::Fresh, 8));
    let mut eq = |a, b| arena.base_eq(a, b).expect("no summary objects here");
    let (xa, xb, x_other, x_entry) = (eq(x, a), eq(x, b), eq(x, other), eq(x, entry));
    let (ij, i5) = (arena.eq(i, j), arena.eq_const(i, 5));
    assert!(is_unsat(&ask(&arena, &[xa, xb, !ij])));
    assert!(is_sat(&ask(&arena, &[xa, xb, i5])));
    assert!(is_unsat(&ask(&arena, &[xa, x_other])));
    assert!(is_unsat(&ask(&arena, &[xa, x_entry])));
    assert!(is_sat(&ask(&arena, &[xa, !xb, !x_entry])));
}

/// Two things can both belong to a summary object and still differ: that is never refuted, nor claimed.
#[test]
fn summary_objects_stay_open() {
    let mut arena = Arena::new();
    let object = |key| Var::new(Sort::Base, VarClass::Havoc, key);
    let (x, y) = (arena.var(object(0)), arena.var(object(1)));
    let entry = arena.var(Var::new(Sort::Base, VarClass::Entry, 2));
    let summary = arena.base(BaseConst::new(BaseClass::Summary, 0));
    let second = arena.base(BaseConst::new(BaseClass::Summary, 1));
    let null = arena.null();
    let mut eq = |a, b| arena.base_eq(a, b).expect("different terms");
    let (xs, ys, xy) = (eq(x, summary), eq(y, summary), eq(x, y));
    let (x_second, x_null, x_entry) = (eq(x, second), eq(x, null), eq(x, entry));
    let answers = ask(&arena, &[xs, ys, !xy]);
    assert!(answers.iter().all(|answer| *answer == Answer::Unknown(Reason::OpenIdentity)), "{answers:?}");
    assert!(is_unsat(&ask(&arena, &[xs, !ys, xy])));
    assert!(is_unsat(&ask(&arena, &[xs, x_second])));
    assert!(is_unsat(&ask(&arena, &[xs, x_null])));
    assert!(is_unsat(&ask(&arena, &[xs, x_entry])));
    assert!(is_sat(&ask(&arena, &[xs, xy])));
}

#[test]
fn addresses_of_objects_are_not_zero() {
    let mut conds = Conds::default();
    let arena = &mut conds.arena;
    let p = arena.var(Var::new(Sort::Base, VarClass::Entry, 0));
    let q = arena.uf(Sym(3), &[p], Sort::Base);
    let (null, address) = (arena.null(), arena.address(q, 64));
    let (is_null, is_zero) = (arena.base_eq(q, null).expect("decided"), arena.eq_const(address, 0));
    assert!(is_unsat(&ask(arena, &[is_null, !is_zero])));
    assert!(is_unsat(&ask(arena, &[!is_null, is_zero])));
    assert!(is_sat(&ask(arena, &[!is_null, !is_zero])));
    assert!(is_sat(&ask(arena, &[is_null])));
}
