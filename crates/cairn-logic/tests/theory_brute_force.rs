//! The theory against truth tables: random conjunctions at widths 3 to 5, all operators, all valuations.
//!
//! Checked after every assumption: a conflict is unsatisfiable, an implied atom is implied, an explanation suffices,
//! `pop` restores the state bit for bit, a model evaluates to true. How much is found is measured and printed
//! (`cargo test -p cairn-logic --test theory_brute_force -- --nocapture`), with floors so that it cannot fall unnoticed.
//! `THEORY_ROUNDS=50` makes all of it fifty times as long.

use cairn_logic::random::Generator;
use cairn_logic::table::{Column, Rows, Table};
use cairn_logic::theory::Ctx;
use cairn_logic::{Arena, Evaluator, Fact, Lit, TermId, Valuation, eval};

#[derive(Default, Debug)]
struct Score {
    unsat: usize,
    unsat_found: usize,
    implied: usize,
    implied_found: usize,
    sat: usize,
    models: usize,
}

struct Family {
    width: u32,
    words: u32,
    objects: u32,
    /// Nested operators of random terms; 0 for terms as C programs have them.
    depth: u32,
    literals: usize,
}

fn table_of(generator: &Generator) -> Table {
    let mut columns: Vec<Column> = generator.words().iter().map(|&var| Column::words(var)).collect();
    let mut objects: Vec<u128> = generator.bases().iter().map(|&base| eval::base_value(base)).collect();
    objects.extend([1, 2, 3]);
    columns.extend(generator.objects().iter().map(|&var| Column::objects(var, &objects)));
    Table::new(columns, 1)
}

fn literal(generator: &mut Generator, arena: &mut Arena, family: &Family) -> Lit {
    loop {
        let fact = if family.depth == 0 {
            plain_fact(generator, arena, family.width)
        } else {
            generator.fact(arena, family.width, family.depth)
        };
        if let Fact::Lit(lit) = fact {
            return lit;
        }
    }
}

/// x, x + k, x − y, x + y, c·x, a field of bits, a quotient or remainder by a constant.
fn plain_term(generator: &mut Generator, arena: &mut Arena, width: u32) -> TermId {
    let vars = generator.words().to_vec();
    let [x, y] = [(); 2].map(|()| arena.var(*generator.rng.pick(&vars)));
    let rng = &mut generator.rng;
    let small = 1 + rng.below(3) as u128;
    match rng.below(12) {
        0..=3 => x,
        4 | 5 => arena.add_const(x, small.wrapping_sub(2)),
        6 => arena.sub(x, y),
        7 => arena.add(x, y),
        8 => arena.mul_const(small, x),
        9 => {
            let mask = arena.constant(width, small);
            arena.and(x, mask)
        }
        10 => {
            let divisor = arena.constant(width, small + 1);
            if rng.chance(2) { arena.udiv(x, divisor) } else { arena.urem(x, divisor) }
        }
        _ => {
            let low = arena.truncate(x, width - 1);
            if rng.chance(2) { arena.zext(low, width) } else { arena.sext(low, width) }
        }
    }
}

fn plain_fact(generator: &mut Generator, arena: &mut Arena, width: u32) -> Fact {
    let (a, b) = (plain_term(generator, arena, width), plain_term(generator, arena, width));
    let value = generator.rng.below(4) as u128;
    let constant = arena.constant(width, value);
    let fact = match generator.rng.below(9) {
        0 => arena.eq(a, b),
        1 => arena.eq(a, constant),
        2 => arena.ule(a, b),
        3 => arena.ult(a, b),
        4 => arena.sle(a, b),
        5 => arena.slt(a, b),
        6 => arena.ule(a, constant),
        7 => arena.sle(constant, a),
        _ => arena.mask_eq(a, 1 + value, 1),
    };
    if generator.rng.chance(3) { !fact } else { fact }
}

fn rows_of(arena: &Arena, table: &mut Table, lits: &[Lit]) -> Rows {
    let all = Rows::all(table.len());
    lits.iter().fold(all, |rows, &lit| rows.and(&table.lit(arena, lit)))
}

fn show(arena: &Arena, lits: &[Lit]) -> String {
    lits.iter().map(|&lit| arena.show(lit).to_string()).collect::<Vec<_>>().join("  ∧  ")
}

fn run(seed: u64, family: &Family, score: &mut Score) {
    let mut arena = Arena::new();
    let mut generator = Generator::new(seed, family.width, family.words).with_objects(family.objects);
    if family.objects == 0 {
        generator = Generator::new(seed, family.width, family.words);
    }
    let mut table = table_of(&generator);
    let mut cx = Ctx::new();
    let (mut lits, mut hashes) = (Vec::new(), Vec::new());
    for _ in 0..family.literals {
        let lit = literal(&mut generator, &mut arena, family);
        hashes.push(cx.state_hash());
        cx.push();
        lits.push(lit);
        let result = cx.assume(&arena, lit);
        let rows = rows_of(&arena, &mut table, &lits);
        let text = || format!("seed {seed}, width {}: {}", family.width, show(&arena, &lits));
        score.unsat += usize::from(rows.is_empty());
        if result.is_err() {
            score.unsat_found += 1;
            assert!(rows.is_empty(), "not a contradiction: {}", text());
            let why = cx.explain_conflict(&arena).expect("a conflict");
            assert!(rows_of(&arena, &mut table, &why).is_empty(), "{} is no reason in {}", show(&arena, &why), text());
            break;
        }
        if rows.is_empty() {
            break;
        }
        for _ in 0..3 {
            let asked = literal(&mut generator, &mut arena, family);
            check_implied(&arena, &mut cx, &mut table, (&lits, &rows), asked, score);
        }
        score.sat += 1;
        let before = cx.state_hash();
        if let Some(model) = cx.model(&arena) {
            score.models += 1;
            let mut evaluator = Evaluator::new(&arena, &model);
            assert!(lits.iter().all(|&lit| evaluator.lit(lit)));
        }
        assert_eq!(cx.state_hash(), before, "a model leaves a trace");
    }
    for expected in hashes.into_iter().rev() {
        cx.pop();
        assert_eq!(cx.state_hash(), expected, "seed {seed}: pop does not restore the state");
    }
}

fn check_implied(
    arena: &Arena,
    cx: &mut Ctx,
    table: &mut Table,
    (lits, rows): (&[Lit], &Rows),
    asked: Lit,
    score: &mut Score,
) {
    let holds = table.atom(arena, asked.atom());
    let truth = match (rows.is_subset(&holds), rows.and(&holds).is_empty()) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let before = cx.state_hash();
    let found = cx.implied(arena, asked.atom());
    assert_eq!(cx.state_hash(), before, "a question leaves a trace");
    score.implied += usize::from(truth.is_some());
    if found.is_some() {
        score.implied_found += 1;
        let text = format!("{} from {}", arena.show(asked), show(arena, lits));
        assert_eq!(found, truth, "not implied: {text}");
        let why = cx.explain_implied(arena, asked.atom()).expect("implied");
        let rows = rows_of(arena, table, &why);
        let follows = if truth == Some(true) { rows.is_subset(&holds) } else { rows.and(&holds).is_empty() };
        assert!(follows, "{} is no reason for {text}", show(arena, &why));
    }
}

/// How much longer than usual to run.
fn factor() -> u64 {
    std::env::var("THEORY_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(100)
}

/// Runs a family and demands that at least so many per cent of unsat, implied and sat are found.
fn measure(name: &str, rounds: u64, families: &[Family], floors: [usize; 3]) {
    let mut score = Score::default();
    for (i, family) in families.iter().enumerate() {
        for seed in 0..rounds * factor() {
            run(seed * 31 + i as u64 * 7_777, family, &mut score);
        }
    }
    let shares = [
        percent(score.unsat_found, score.unsat),
        percent(score.implied_found, score.implied),
        percent(score.models, score.sat),
    ];
    println!("{name}: unsat {}%, implied {}%, models {}% of {score:?}", shares[0], shares[1], shares[2]);
    for (share, floor) in shares.into_iter().zip(floors) {
        assert!(share >= floor, "{name}: found {shares:?}, expected at least {floors:?}");
    }
}

/// What C programs state, with wrapping everywhere near.
#[test]
fn plain_arithmetic() {
    let families = [
        Family { width: 4, words: 3, objects: 0, depth: 0, literals: 8 },
        Family { width: 5, words: 2, objects: 0, depth: 0, literals: 6 },
        Family { width: 3, words: 4, objects: 0, depth: 0, literals: 8 },
    ];
    measure("plain arithmetic", 120, &families, [94, 94, 98]);
}

/// Kills: a forgotten no-wrap guard (`sums`, `links`), u and s linked without a sign, division by 2 (`rows`),
/// strict for non-strict (`literal`, `different`).
#[test]
fn comparisons_of_simple_terms() {
    let families = [
        Family { width: 3, words: 3, objects: 0, depth: 1, literals: 8 },
        Family { width: 4, words: 3, objects: 0, depth: 1, literals: 8 },
        Family { width: 5, words: 2, objects: 0, depth: 1, literals: 6 },
        Family { width: 3, words: 4, objects: 0, depth: 1, literals: 10 },
    ];
    measure("simple terms", 100, &families, [84, 86, 98]);
}

/// Kills: a wrong rule of an operator (`forward`, `backward`), a wrong signature (`classes`).
#[test]
fn nested_terms_with_every_operator() {
    let families = [
        Family { width: 3, words: 3, objects: 0, depth: 3, literals: 6 },
        Family { width: 4, words: 3, objects: 0, depth: 2, literals: 6 },
        Family { width: 5, words: 2, objects: 0, depth: 3, literals: 6 },
        Family { width: 1, words: 3, objects: 0, depth: 2, literals: 6 },
        Family { width: 2, words: 3, objects: 0, depth: 2, literals: 6 },
    ];
    measure("nested terms", 100, &families, [70, 70, 95]);
}

/// Kills: an entry variable equal to a new object, a class with two constants, a lost disequality.
#[test]
fn objects_and_words_together() {
    let families = [
        Family { width: 2, words: 2, objects: 3, depth: 1, literals: 12 },
        Family { width: 3, words: 1, objects: 3, depth: 1, literals: 12 },
    ];
    measure("objects", 100, &families, [88, 88, 98]);
}

/// At real widths a table is too large, so the valuation comes first: whatever is assumed holds in it, hence nothing may
/// contradict it. Kills: an overflow in our own integer arithmetic, a rule that is right at small widths only.
#[test]
fn a_satisfied_context_at_large_widths_is_never_refuted() {
    for seed in 0..600 * factor() {
        let width = [8, 16, 31, 32, 33, 63, 64, 65, 100, 119, 120, 121, 127, 128][seed as usize % 14];
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, width, 3).with_objects(2);
        let mut valuation = Valuation::new(seed);
        for var in generator.words().to_vec() {
            valuation.set(var, generator.rng.word(width));
        }
        let mut cx = Ctx::new();
        let start = cx.state_hash();
        cx.push();
        for _ in 0..8 {
            let family = Family { width, words: 3, objects: 2, depth: (seed % 4) as u32, literals: 0 };
            let lit = literal(&mut generator, &mut arena, &family);
            let asked = literal(&mut generator, &mut arena, &family);
            let mut evaluator = Evaluator::new(&arena, &valuation);
            let (lit, truth) = (Lit::new(lit.atom(), evaluator.atom(lit.atom())), evaluator.atom(asked.atom()));
            assert!(cx.assume(&arena, lit).is_ok(), "seed {seed}: {}", show(&arena, cx.assumptions()));
            let found = cx.implied(&arena, asked.atom());
            let text = || format!("seed {seed}: {} from {}", arena.show(asked), show(&arena, cx.assumptions()));
            assert!(found.is_none_or(|value| value == truth), "{}", text());
        }
        cx.pop();
        assert_eq!(cx.state_hash(), start);
    }
}

/// Functions of which nothing is known but congruence: what holds in a context holds for every meaning of them.
#[test]
fn uninterpreted_functions_are_only_congruent() {
    let (mut conflicts, mut unsat) = (0, 0);
    for seed in 0..400 * factor() {
        let width = 2 + (seed % 2) as u32;
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, width, 2);
        let columns = |generator: &Generator| generator.words().iter().map(|&var| Column::words(var)).collect();
        let mut tables: Vec<Table> = (0..12).map(|meaning| Table::new(columns(&generator), meaning)).collect();
        let mut cx = Ctx::new();
        let mut lits = Vec::new();
        for _ in 0..8 {
            let (a, b) = (generator.uf(&mut arena, width, 1), generator.term(&mut arena, width, 0));
            let c = if generator.rng.chance(2) { generator.uf(&mut arena, width, 1) } else { b };
            let fact = if generator.rng.chance(2) { arena.eq(a, c) } else { arena.ule(b, a) };
            let plain = generator.fact(&mut arena, width, 0);
            let fact = if generator.rng.chance(3) { plain } else { fact };
            let Fact::Lit(lit) = fact else { continue };
            lits.push(if generator.rng.chance(2) { lit } else { !lit });
            let empty = tables.iter_mut().all(|table| rows_of(&arena, table, &lits).is_empty());
            unsat += usize::from(empty);
            if cx.assume(&arena, lits[lits.len() - 1]).is_err() {
                conflicts += 1;
                assert!(empty, "seed {seed}: {}", show(&arena, &lits));
                break;
            }
        }
    }
    println!("uninterpreted functions: {conflicts} conflicts of at most {unsat}");
    assert!(conflicts > 50);
}
