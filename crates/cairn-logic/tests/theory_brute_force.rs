//! The theory against truth tables: random conjunctions at widths 3 to 5, all operators, all valuations.
//!
//! Checked after every assumption: a conflict is unsatisfiable, an implied atom is implied, an explanation suffices,
//! `pop` restores the state bit for bit, a model evaluates to true. How much is found is measured and printed
//! (`cargo test -p cairn-logic --test theory_brute_force -- --nocapture`), with floors so that it cannot fall unnoticed.

use cairn_logic::random::Generator;
use cairn_logic::table::{Column, Rows, Table};
use cairn_logic::theory::Ctx;
use cairn_logic::{Arena, Evaluator, Fact, Lit, eval};

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
        if let Fact::Lit(lit) = generator.fact(arena, family.width, family.depth) {
            return lit;
        }
    }
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
            if std::env::var("SHOW").is_ok() {
                let mut core = lits.clone();
                let mut at = 0;
                while at < core.len() {
                    let mut rest = core.clone();
                    rest.remove(at);
                    if rows_of(&arena, &mut table, &rest).is_empty() { core = rest } else { at += 1 }
                }
                println!("MISSED w{} {}", family.width, show(&arena, &core));
            }
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

fn percent(part: usize, whole: usize) -> usize {
    if whole == 0 { 100 } else { part * 100 / whole }
}

/// Runs a family and demands that at least so many per cent of unsat, implied and sat are found.
fn measure(name: &str, rounds: u64, families: &[Family], floors: [usize; 3]) {
    let mut score = Score::default();
    for (i, family) in families.iter().enumerate() {
        for seed in 0..rounds {
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
    measure("simple terms", 400, &families, [0, 0, 0]);
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
    measure("nested terms", 400, &families, [0, 0, 0]);
}

/// Kills: an entry variable equal to a new object, a class with two constants, a lost disequality.
#[test]
fn objects_and_words_together() {
    let families = [
        Family { width: 2, words: 2, objects: 3, depth: 1, literals: 12 },
        Family { width: 3, words: 1, objects: 3, depth: 1, literals: 12 },
    ];
    measure("objects", 300, &families, [0, 0, 0]);
}
