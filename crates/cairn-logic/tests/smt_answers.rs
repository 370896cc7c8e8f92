//! Answers of Z3 as values: the same from every thread and in every order, small, with cores that suffice, within
//! limits.

use std::sync::Arc;

use cairn_logic::random::Generator;
use cairn_logic::smt::{
    Answer, Cache, Encoding, Encodings, FormulaId, Formulas, Gate, Kind, Problem, Reason, Solver, Stats, version,
};
use cairn_logic::{Arena, BinOp, Conds, Fact, Sort, TermId, Var, VarClass};

fn word(arena: &mut Arena, width: u32, key: u32) -> TermId {
    arena.var(Var::new(Sort::Bv(width), VarClass::Entry, key))
}

fn fresh() -> Solver {
    Solver::new(Arc::new(Cache::new()))
}

/// Random questions, each with an arena of its own; variables have other names in each arena.
struct Question {
    arena: Arena,
    formulas: Formulas,
    parts: Vec<FormulaId>,
}

impl Question {
    fn random(seed: u64) -> Self {
        let (mut conds, mut generator) = (Conds::default(), Generator::new(seed, 16, 3).with_objects(2));
        let facts = generator.facts(&mut conds.arena, 16, 1, 6);
        let mut formulas = Formulas::new();
        let parts = (0..3)
            .map(|_| {
                let cond = generator.plan(&facts, 2).build(&mut conds);
                formulas.cond(&conds, cond)
            })
            .collect();
        Self { arena: conds.arena, formulas, parts }
    }

    fn problem(&self) -> Problem<'_> {
        Problem::new(&self.arena, &self.formulas, &self.parts)
    }
}

fn ask_all(questions: &[Question], solver: &mut Solver, order: &[usize]) -> Vec<(usize, Answer)> {
    let mut answers: Vec<_> = order.iter().map(|&i| (i, solver.decide(&questions[i].problem(), Kind::Dead))).collect();
    answers.sort_by_key(|answer| answer.0);
    answers
}

fn without_hits(mut stats: Stats) -> Stats {
    stats.hits = 0;
    stats
}

#[test]
fn answers_and_costs_do_not_depend_on_order_threads_or_cache() {
    let questions: Vec<Question> = (0..40).map(Question::random).collect();
    let forwards: Vec<usize> = (0..questions.len()).collect();
    let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
    let mut alone = fresh();
    let expected = ask_all(&questions, &mut alone, &forwards);
    let cache = Arc::new(Cache::new());
    std::thread::scope(|scope| {
        for order in [&forwards, &backwards] {
            let (questions, expected, alone, cache) = (&questions, &expected, &alone, cache.clone());
            scope.spawn(move || {
                let mut solver = Solver::new(cache);
                assert_eq!(ask_all(questions, &mut solver, order), *expected);
                assert_eq!(without_hits(solver.stats), without_hits(alone.stats));
            });
        }
    });
    let mut warm = Solver::new(cache);
    assert_eq!(ask_all(&questions, &mut warm, &forwards), expected);
    assert_eq!(warm.stats.hits, warm.stats.slices, "everything was known");
    assert_eq!(without_hits(warm.stats), without_hits(alone.stats));
    assert!(alone.stats.spent > 0 && alone.stats.defects == 0);
}

/// Other names, other ids, another order of conjuncts: the same bytes, so that the cache can answer.
#[test]
fn the_same_question_has_the_same_bytes() {
    let build = |first: u32, other_way: bool| {
        let mut arena = Arena::new();
        if other_way {
            word(&mut arena, 16, 77);
        }
        let (x, y) = (word(&mut arena, 32, first), word(&mut arena, 32, first + 1));
        let sum = arena.add(x, y);
        let square = arena.mul(x, x);
        let mut facts = vec![arena.ule(x, y), arena.eq_const(sum, 10), arena.ule(square, y)];
        if other_way {
            facts.reverse();
        }
        let mut formulas = Formulas::new();
        let parts: Vec<FormulaId> = facts.into_iter().map(|fact| formulas.fact(fact)).collect();
        let problem = Problem::new(&arena, &formulas, &parts);
        assert_eq!(problem.slices().len(), 1);
        (problem.slices()[0].bytes().to_vec(), problem.slices()[0].content_hash())
    };
    let expected = build(0, false);
    assert_eq!(build(5, false), expected);
    assert_eq!(build(0, true), expected);
    assert_eq!(build(9, true), expected);
}

#[test]
fn independent_parts_are_asked_apart() {
    let mut arena = Arena::new();
    let mut formulas = Formulas::new();
    let mut parts = Vec::new();
    for key in 0..4 {
        let (x, y) = (word(&mut arena, 32, 2 * key), word(&mut arena, 32, 2 * key + 1));
        let fact = arena.ult(x, y);
        parts.push(formulas.fact(fact));
    }
    let both = formulas.and(&parts[..2]);
    let conjuncts = [both, parts[2], parts[3]];
    let problem = Problem::new(&arena, &formulas, &conjuncts);
    assert_eq!(problem.slices().len(), 4, "a conjunction is taken apart");
    let mut solver = fresh();
    assert!(matches!(solver.decide(&problem, Kind::Dead), Answer::Sat(_)));
    assert_eq!((solver.stats.slices, solver.stats.hits), (4, 3), "and all parts are the same question");
}

#[test]
fn cores_suffice_and_leave_out_the_rest() {
    let mut checked = 0;
    for seed in 0..120 {
        let (mut arena, mut generator) = (Arena::new(), Generator::new(seed + 300, 8, 2));
        let facts = generator.facts(&mut arena, 8, 1, 7);
        let mut formulas = Formulas::new();
        let parts: Vec<FormulaId> = facts.iter().map(|fact| formulas.fact(*fact)).collect();
        let problem = Problem::new(&arena, &formulas, &parts);
        let mut solver = fresh();
        let Some(core) = solver.core(&problem, Kind::Verdict) else { continue };
        let kept: Vec<FormulaId> = core.iter().map(|&position| parts[position]).collect();
        let again = Problem::new(&arena, &formulas, &kept);
        assert!(matches!(solver.decide(&again, Kind::Verdict), Answer::Unsat(_)), "seed {seed}: {core:?}");
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn a_core_names_the_formulas_that_matter() {
    let mut arena = Arena::new();
    let words: Vec<TermId> = (0..5).map(|key| word(&mut arena, 32, key)).collect();
    // x0 < x1 < x2 < x3 < x4 < x0, and some company.
    let mut facts: Vec<Fact> = (0..5).map(|i| arena.ult(words[i], words[(i + 1) % 5])).collect();
    facts.insert(2, arena.ule(words[0], words[3]));
    facts.push(arena.ule(words[1], words[4]));
    let mut formulas = Formulas::new();
    let parts: Vec<FormulaId> = facts.iter().map(|fact| formulas.fact(*fact)).collect();
    let problem = Problem::new(&arena, &formulas, &parts);
    let mut solver = fresh();
    let core = solver.core(&problem, Kind::Verdict).expect("a cycle");
    assert!(core.contains(&5), "the cycle closes at x4 < x0: {core:?}");
    assert!(core.len() < facts.len(), "{core:?}");
    assert_eq!((solver.stats.cores, solver.stats.confirmed_cores), (1, 1));
    let satisfiable = Problem::new(&arena, &formulas, &parts[..4]);
    assert_eq!(solver.core(&satisfiable, Kind::Verdict), None);
    let falsehood = formulas.constant(false);
    let with_false = [parts[0], falsehood];
    let trivial = Problem::new(&arena, &formulas, &with_false);
    assert_eq!(solver.core(&trivial, Kind::Verdict), Some(vec![1]));
}

#[test]
fn models_are_small() {
    let mut arena = Arena::new();
    let (x, y, z) = (word(&mut arena, 32, 0), word(&mut arena, 32, 1), word(&mut arena, 32, 2));
    let hundred = arena.constant(32, 100);
    let product = arena.mul(x, y);
    let facts = [arena.ult(hundred, x), arena.ule(x, y), arena.ult(product, z)];
    let mut formulas = Formulas::new();
    let parts: Vec<FormulaId> = facts.iter().map(|fact| formulas.fact(*fact)).collect();
    for encoding in [Encodings::Best, Encodings::Only(Encoding::Bv)] {
        let mut solver = fresh();
        solver.encodings = encoding;
        let Answer::Sat(valuation) = solver.decide(&Problem::new(&arena, &formulas, &parts), Kind::Model) else {
            panic!("satisfiable")
        };
        let values: Vec<u128> = (0..3).map(|key| valuation.var(Var::new(Sort::Bv(32), VarClass::Entry, key))).collect();
        assert!(values[0] < 1000, "{values:?}");
    }
}

#[test]
fn large_questions_and_many_products_are_not_asked() {
    let mut arena = Arena::new();
    let mut formulas = Formulas::new();
    let products: Vec<FormulaId> = (0..3)
        .map(|key| {
            let (x, y) = (word(&mut arena, 64, key), word(&mut arena, 64, key + 1));
            let fact = arena.mul(x, y);
            let fact = arena.eq_const(fact, 0x1234_5677);
            formulas.fact(fact)
        })
        .collect();
    let refused = |problem: &Problem<'_>| match fresh().decide(problem, Kind::Verdict) {
        Answer::Unknown(Reason::Gate(gate)) => Some(gate),
        _ => None,
    };
    let problem = Problem::new(&arena, &formulas, &products);
    assert_eq!(refused(&problem), Some(Gate::Products(3)));
    let x = word(&mut arena, 32, 50);
    let many: Vec<FormulaId> = (0..1200)
        .map(|i| {
            let other = word(&mut arena, 32, 100 + i);
            let fact = arena.ule(x, other);
            formulas.fact(fact)
        })
        .collect();
    let problem = Problem::new(&arena, &formulas, &many);
    assert!(matches!(refused(&problem), Some(Gate::Nodes(3601))), "{:?}", refused(&problem));
}

/// A contradiction in one part decides, although another part was refused.
#[test]
fn a_refused_part_does_not_hide_a_contradiction() {
    let mut arena = Arena::new();
    let words: Vec<TermId> = (0..5).map(|key| word(&mut arena, 64, key)).collect();
    let cube = (0..4).fold(words[0], |product, i| arena.mul(product, words[i % 3]));
    let (a, b, c) = (arena.eq_const(cube, 17), arena.ult(words[3], words[4]), arena.ult(words[4], words[3]));
    let mut formulas = Formulas::new();
    let parts = [a, b, c].map(|fact| formulas.fact(fact));
    let all = Problem::new(&arena, &formulas, &parts);
    assert!(matches!(fresh().decide(&all, Kind::Verdict), Answer::Unsat(_)));
    let some = Problem::new(&arena, &formulas, &parts[..2]);
    assert!(matches!(fresh().decide(&some, Kind::Verdict), Answer::Unknown(Reason::Gate(_))));
}

#[test]
fn the_resource_limit_ends_hard_questions() {
    let mut arena = Arena::new();
    let (x, y) = (word(&mut arena, 48, 0), word(&mut arena, 48, 1));
    let one = arena.constant(48, 1);
    let product = arena.bin(BinOp::Mul, x, y);
    // The product of two primes, both factors to be found.
    let facts =
        [arena.eq_const(product, 15_485_863 * 12_582_917), arena.ult(one, x), arena.ult(one, y), arena.ule(x, y)];
    let mut formulas = Formulas::new();
    let parts: Vec<FormulaId> = facts.iter().map(|fact| formulas.fact(*fact)).collect();
    let problem = Problem::new(&arena, &formulas, &parts);
    let mut solver = fresh();
    let answer = solver.decide(&problem, Kind::Dead);
    assert_eq!(answer, Answer::Unknown(Reason::Limit { rlimit: Kind::Dead.rlimit() }));
    assert_eq!((solver.stats.limited, solver.stats.of(Kind::Dead).unknown), (1, 1));
}

#[test]
fn queries_print_as_smtlib() {
    let mut arena = Arena::new();
    let (x, y) = (word(&mut arena, 32, 0), word(&mut arena, 32, 1));
    let sum = arena.add(x, y);
    let fact = arena.ult(sum, x);
    let mut formulas = Formulas::new();
    let part = [formulas.fact(fact)];
    let problem = Problem::new(&arena, &formulas, &part);
    let [query] = problem.slices() else { panic!("one part") };
    let text = query.to_smtlib(Encoding::Bv);
    assert!(text.contains("(declare-fun v0 () (_ BitVec 32))") && text.contains("bvule"), "{text}");
    assert!(text.trim_end().ends_with("(check-sat)"), "{text}");
    assert!(query.to_smtlib(Encoding::Int).contains("(declare-fun q0 () Int)"));
    assert!(version().starts_with(|c: char| c.is_ascii_digit()));
}
