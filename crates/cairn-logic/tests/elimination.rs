//! Elimination encloses the table's quantifier, and equals it where it claims to.

mod common;

use cairn_logic::random::Generator;
use cairn_logic::table::{Rows, TableTheory};
use cairn_logic::{Bracket, Cond, Conds, Literals, Sort, Sym, TermId, Theory, Var, VarClass};
use common::{Lab, table_of};

/// Checks ∃ and ∀ of one variable; returns whether ∃ was exact.
fn check(lab: &mut Lab, f: Cond, rows: &Rows, var: Var, cx: &mut dyn Theory, label: &str) -> bool {
    let up = lab.conds.exists(f, &[var], cx);
    let expected = lab.table.project(rows, var);
    let result = lab.rows(up.cond);
    assert!(!lab.conds.mentions(up.cond, var), "{label}: the variable is still there");
    assert!(expected.is_subset(&result), "{label}: ∃ misses rows");
    assert!(!up.exact || result == expected, "{label}: ∃ is not exact");
    let down = lab.conds.forall(f, &[var], cx);
    let expected = lab.table.project(&rows.complement(), var).complement();
    let result = lab.rows(down.cond);
    assert!(result.is_subset(&expected), "{label}: ∀ claims rows");
    assert!(!down.exact || result == expected, "{label}: ∀ is not exact");
    up.exact
}

#[test]
fn one_variable_of_random_formulas() {
    let (mut exact, mut all) = (0, 0);
    for seed in 0..1500 {
        let width = 3 + (seed % 3) as u32;
        let depth = (seed / 3 % 3) as u32;
        let mut lab = Lab::with(Generator::new(seed, width, 2), width, 5, depth);
        let (f, rows) = lab.cond(3);
        let var = lab.generator.words()[0];
        let mut complete = TableTheory::new(table_of(&lab.generator));
        exact += usize::from(check(&mut lab, f, &rows, var, &mut Literals::new(), &format!("seed {seed}, literals")));
        check(&mut lab, f, &rows, var, &mut complete, &format!("seed {seed}, table"));
        all += 1;
    }
    assert!(exact * 2 > all, "only {exact} of {all} eliminations are exact");
}

#[test]
fn bounds_are_eliminated_exactly() {
    for seed in 0..1500 {
        let width = 3 + (seed % 2) as u32;
        let mut generator = Generator::new(seed, width, 3);
        let mut conds = Conds::default();
        let terms: Vec<TermId> = generator.words().to_vec().into_iter().map(|v| conds.arena.var(v)).collect();
        let offset = generator.rng.word(width);
        let z = if seed % 3 == 0 { conds.arena.add_const(terms[0], offset) } else { terms[0] };
        let mut facts = Vec::new();
        for _ in 0..2 + seed % 3 {
            let other = terms[1 + generator.rng.below(2)];
            let shift = if generator.rng.chance(2) { generator.rng.word(width) } else { 0 };
            let other = conds.arena.add_const(other, shift);
            let fact = match generator.rng.below(6) {
                0 | 1 => conds.arena.ule(z, other),
                2 => conds.arena.ule(other, z),
                3 => conds.arena.sle(z, other),
                4 => conds.arena.sle(other, z),
                _ => conds.arena.eq(z, other),
            };
            facts.push(if generator.rng.chance(2) { !fact } else { fact });
        }
        let table = table_of(&generator);
        let mut lab = Lab { conds, generator, table, facts: facts.clone(), width };
        let parts: Vec<Cond> = facts.iter().map(|&fact| lab.conds.fact(fact)).collect();
        let f = lab.conds.and_all(parts);
        let rows = lab.rows(f);
        let var = lab.generator.words()[0];
        let exact = check(&mut lab, f, &rows, var, &mut Literals::new(), &format!("seed {seed}"));
        let disequalities = facts.iter().filter(|fact| is_disequality(&lab.conds, **fact)).count();
        assert!(exact || disequalities > 1, "seed {seed}: rounded without need");
    }
}

fn is_disequality(conds: &Conds, fact: cairn_logic::Fact) -> bool {
    let cairn_logic::Fact::Lit(lit) = fact else { return false };
    matches!(conds.arena.atom(lit.atom()), cairn_logic::Atom::Eq { .. }) && !lit.is_positive()
}

#[test]
fn several_variables_and_objects() {
    for seed in 0..400 {
        let mut lab = Lab::with(Generator::new(seed, 3, 2).with_objects(2), 3, 5, 1);
        let (f, rows) = lab.cond(3);
        let vars = [lab.generator.words()[1], lab.generator.objects()[(seed % 2) as usize]];
        let up = lab.conds.exists(f, &vars, &mut Literals::new());
        let expected = vars.iter().fold(rows, |rows, &var| lab.table.project(&rows, var));
        let result = lab.rows(up.cond);
        assert!(expected.is_subset(&result), "seed {seed}");
        assert!(!up.exact || result == expected, "seed {seed}: not exact");
    }
}

#[test]
fn a_number_inside_of_an_object_identity() {
    let mut conds = Conds::default();
    let word = Var::new(Sort::Bv(8), VarClass::Havoc, 0);
    let number = conds.arena.var(word);
    let object = conds.arena.uf(Sym(0), &[number], Sort::Base);
    let other = conds.arena.var(Var::new(Sort::Base, VarClass::Entry, 1));
    let same = conds.arena.base_eq(object, other).expect("no object stands for several");
    let same = conds.fact(same);
    let zero = conds.arena.eq_const(number, 0);
    let zero = conds.fact(zero);
    let both = conds.and(same, zero);
    let up = conds.exists(both, &[word], &mut Literals::new());
    assert!(!conds.mentions(up.cond, word) && !up.cond.is_false());
}

#[test]
fn without_fuel_it_rounds_and_says_so() {
    let mut rounded = 0;
    for seed in 0..300 {
        let mut lab = Lab::new(seed, 3, 2, 6);
        lab.conds.limits.eliminate_visits = seed % 4;
        lab.conds.limits.eliminate_literals = 1 + (seed % 2) as usize;
        let (f, rows) = lab.cond(4);
        let var = lab.generator.words()[0];
        lab.conds.take_degraded();
        let exact = check(&mut lab, f, &rows, var, &mut Literals::new(), &format!("seed {seed}"));
        rounded += usize::from(!exact);
        assert!(exact || !lab.conds.take_degraded().is_empty(), "seed {seed}: rounded without a record");
    }
    assert!(rounded > 50);
}

#[test]
fn brackets_stay_in_order() {
    for seed in 0..400 {
        let mut lab = Lab::new(seed, 3, 2, 5);
        let ((f, _), (g, _)) = (lab.cond(3), lab.cond(3));
        let b = Bracket { may: lab.conds.or(f, g), must: lab.conds.and(f, g) };
        let var = lab.generator.words()[seed as usize % 2];
        let (may, must) = (lab.rows(b.may), lab.rows(b.must));
        let result = lab.conds.eliminate(b, &[var], &mut Literals::new());
        let (up, down) = (lab.rows(result.may), lab.rows(result.must));
        assert!(down.is_subset(&up) && may.is_subset(&up) && down.is_subset(&must), "seed {seed}");
    }
}

/// The cells that a loop writes: i = a·k + b for some k below n.
#[test]
fn written_indices_of_a_loop() {
    let width = 8;
    for scale in [1u128, 2, 3, 4] {
        let mut conds = Conds::default();
        let var = |class, key| Var::new(Sort::Bv(width), class, key);
        let (k, n, i) = (var(VarClass::LoopVariant, 0), var(VarClass::Entry, 1), var(VarClass::Index, 2));
        let (tk, tn, ti) = (conds.arena.var(k), conds.arena.var(n), conds.arena.var(i));
        let below = conds.arena.ult(tk, tn);
        let cell = conds.arena.mul_const(scale, tk);
        let hits = conds.arena.eq(ti, cell);
        let small = conds.arena.constant(width, 64);
        let bounded = conds.arena.ule(tn, small);
        let parts = [below, hits, bounded].map(|fact| conds.fact(fact));
        let f = conds.and_all(parts);
        let written = conds.exists(f, &[k], &mut Literals::new());
        assert!(written.exact);
        let mut table = cairn_logic::table::Table::over(&[n, i], &[], 0);
        let rows = table.cond(&conds, written.cond);
        for row in 0..table.len() {
            let valuation = table.valuation(row);
            let (n, i) = (valuation.var(n), valuation.var(i));
            let hit = n <= 64 && (0..n).any(|k| scale * k % 256 == i);
            assert_eq!(rows.contains(row), hit, "scale {scale}, n {n}, i {i}");
        }
    }
}

/// As many disequalities as there are values: nothing is left, and exactness must not be claimed lightly.
#[test]
fn disequalities_can_use_up_all_values() {
    let mut conds = Conds::default();
    let (z, y) = (Var::new(Sort::Bv(3), VarClass::Havoc, 0), Var::new(Sort::Bv(3), VarClass::Entry, 1));
    let (tz, ty) = (conds.arena.var(z), conds.arena.var(y));
    let mut f = Cond::TRUE;
    for offset in 0..8 {
        let other = conds.arena.add_const(ty, offset);
        let fact = !conds.arena.eq(tz, other);
        let part = conds.fact(fact);
        f = conds.and(f, part);
        let up = conds.exists(f, &[z], &mut Literals::new());
        assert!(up.cond == Cond::TRUE || offset == 7);
        assert_eq!(up.exact, offset < 7 || up.cond == Cond::FALSE);
    }
}
