//! Brackets: laws, enclosure, caps.

mod common;

use cairn_logic::table::Rows;
use cairn_logic::{AtomId, Bracket, Cond, Conds};
use common::Lab;
use rustc_hash::FxHashMap;

fn bracket(lab: &mut Lab) -> Bracket {
    let ((f, _), (g, _)) = (lab.cond(3), lab.cond(3));
    let (may, must) = (lab.conds.or(f, g), lab.conds.and(f, g));
    if lab.generator.rng.chance(2) { Bracket::exact(f) } else { Bracket { may, must } }
}

fn check_order(lab: &mut Lab, b: Bracket) -> (Rows, Rows) {
    let (may, must) = (lab.rows(b.may), lab.rows(b.must));
    assert!(must.is_subset(&may), "must does not imply may");
    (may, must)
}

#[test]
fn operations_keep_must_below_may_and_exact_exact() {
    for seed in 0..400 {
        let mut lab = Lab::new(seed, 3, 2, 6);
        let (a, b, c) = (bracket(&mut lab), bracket(&mut lab), bracket(&mut lab));
        assert_eq!(!!a, a);
        let and = lab.conds.bracket_and(a, b);
        let or = lab.conds.bracket_or(a, b);
        let ite = lab.conds.bracket_ite(c, a, b);
        for (result, exact) in [
            (and, a.is_exact() && b.is_exact()),
            (or, a.is_exact() && b.is_exact()),
            (ite, a.is_exact() && b.is_exact() && c.is_exact()),
        ] {
            check_order(&mut lab, result);
            assert!(result.is_exact() || !exact);
        }
        let ((am, au), (bm, bu)) = (check_order(&mut lab, a), check_order(&mut lab, b));
        assert_eq!(check_order(&mut lab, and), (am.and(&bm), au.and(&bu)));
        assert_eq!(check_order(&mut lab, or), (am.or(&bm), au.or(&bu)));
    }
}

#[test]
fn caps_lose_precision_in_the_right_direction_and_say_so() {
    let mut bitten = 0;
    for seed in 0..200 {
        let mut lab = Lab::new(seed, 3, 2, 9);
        let (a, b) = (bracket(&mut lab), bracket(&mut lab));
        let (free_and, free_or) = (lab.conds.bracket_and(a, b), lab.conds.bracket_or(a, b));
        let ((am, au), (om, ou)) = (check_order(&mut lab, free_and), check_order(&mut lab, free_or));
        assert!(lab.conds.take_degraded().is_empty());
        lab.conds.limits.condition_nodes = 4;
        lab.conds.limits.operation_nodes = [2, 3, 100][seed as usize % 3];
        let (and, or) = (lab.conds.bracket_and(a, b), lab.conds.bracket_or(a, b));
        let lost = !lab.conds.take_degraded().is_empty();
        bitten += usize::from(lost);
        let ((may, must), (or_may, or_must)) = (check_order(&mut lab, and), check_order(&mut lab, or));
        assert!(am.is_subset(&may) && must.is_subset(&au));
        assert!(om.is_subset(&or_may) && or_must.is_subset(&ou));
        for side in [and.may, and.must, or.may, or.must] {
            assert!(lab.conds.size(side) <= 4);
        }
        assert!(lost || (and, or) == (free_and, free_or), "seed {seed}: changed without a record");
    }
    assert!(bitten > 50);
}

#[test]
fn behind_the_budget_nothing_is_joined_and_bounds_still_hold() {
    let mut changed = 0;
    for seed in 0..200 {
        let mut lab = Lab::new(seed, 3, 2, 9);
        let (a, b, c) = (bracket(&mut lab), bracket(&mut lab), bracket(&mut lab));
        let free = [lab.conds.bracket_and(a, b), lab.conds.bracket_or(a, b), lab.conds.bracket_ite(a, b, c)];
        let free = free.map(|bracket| check_order(&mut lab, bracket));
        lab.conds.limits.function_steps = 0;
        let nodes = lab.conds.node_count();
        let late = [lab.conds.bracket_and(a, b), lab.conds.bracket_or(a, b), lab.conds.bracket_ite(a, b, c)];
        assert_eq!(lab.conds.node_count(), nodes, "seed {seed}");
        let late = late.map(|bracket| check_order(&mut lab, bracket));
        for ((may, must), (late_may, late_must)) in free.iter().zip(&late) {
            assert!(may.is_subset(late_may) && late_must.is_subset(must), "seed {seed}");
        }
        changed += usize::from(free != late);
    }
    assert!(changed > 50);
}

/// Every atom gets a bracket; the result must enclose the condition under every choice in between.
#[test]
fn instantiation_encloses_every_resolution_of_the_atoms() {
    for seed in 0..300 {
        let mut lab = Lab::new(seed, 3, 2, 4);
        let (f, _) = lab.cond(4);
        let map: FxHashMap<AtomId, Bracket> =
            lab.conds.support(f).into_iter().map(|atom| (atom, bracket(&mut lab))).collect();
        let result = lab.conds.instantiate(f, &mut |_, atom| map[&atom]);
        let (may, must) = check_order(&mut lab, result);
        let exact = map.values().all(|b| b.is_exact());
        assert!(result.is_exact() || !exact);
        // In each row every atom is true, false, or free; walk all paths that remain open.
        for row in 0..lab.table.len() {
            let outcomes = open_outcomes(&mut lab, f, &map, row);
            if outcomes.0 {
                assert!(may.contains(row), "seed {seed}: may misses row {row}");
            }
            if outcomes.1 {
                assert!(!must.contains(row), "seed {seed}: must claims row {row}");
            }
            // Read once per path, so the bounds are the best possible ones.
            assert_eq!((may.contains(row), !must.contains(row)), outcomes, "seed {seed}");
        }
    }
}

/// Whether `f` can be true and can be false in a row, when atoms take any value that their bracket leaves open.
fn open_outcomes(lab: &mut Lab, f: Cond, map: &FxHashMap<AtomId, Bracket>, row: usize) -> (bool, bool) {
    if f.is_const() {
        return (f.is_true(), f.is_false());
    }
    let (atom, hi, lo) = lab.conds.cofactors(f);
    let b = map[&atom];
    let (can, surely) = (lab.rows(b.may).contains(row), lab.rows(b.must).contains(row));
    let mut outcomes = (false, false);
    for (open, below) in [(can, hi), (!surely, lo)] {
        if open {
            let (yes, no) = open_outcomes(lab, below, map, row);
            outcomes = (outcomes.0 | yes, outcomes.1 | no);
        }
    }
    outcomes
}

#[test]
fn perhaps_leaves_what_both_branches_share() {
    let mut lab = Lab::new(1, 4, 3, 3);
    let facts = lab.facts.clone();
    let [a, h, l] = [0, 1, 2].map(|i| lab.conds.fact(facts[i]));
    let f = lab.conds.ite(a, h, l);
    let Some(atom) = lab.conds.top(a) else { panic!("not constant") };
    let result = lab.conds.instantiate(f, &mut |conds: &mut Conds, other| {
        if other == atom { Bracket::PERHAPS } else { Bracket::exact(conds.atom(other)) }
    });
    assert_eq!(result, Bracket { may: lab.conds.or(h, l), must: lab.conds.and(h, l) });
}

#[test]
fn substitution_is_exact_and_commutes_with_the_table() {
    for seed in 0..300 {
        let mut lab = Lab::new(seed, 3, 2, 5);
        let (f, _) = lab.cond(4);
        let width = lab.width;
        let by = lab.generator.term(&mut lab.conds.arena, width, 2);
        let var = lab.generator.words()[0];
        let mut subst = cairn_logic::Subst::new().var(var, by);
        let result = lab.conds.substitute(f, &mut subst);
        assert!(result.is_exact());
        let (rows, values) = (lab.rows(result.may), lab.table.term(&lab.conds.arena, by));
        for row in 0..lab.table.len() {
            let valuation = lab.table.valuation(row).with(var, values[row]);
            let mut eval = cairn_logic::Evaluator::new(&lab.conds.arena, &valuation);
            assert_eq!(lab.conds.eval(f, &mut eval), rows.contains(row), "seed {seed}");
        }
    }
}

#[test]
fn pointers_compare_by_base_and_offset() {
    use cairn_logic::{BaseClass, BaseConst};
    let mut conds = Conds::default();
    let summary = conds.arena.base(BaseConst::new(BaseClass::Summary, 0));
    let fresh = conds.arena.base(BaseConst::new(BaseClass::Fresh, 0));
    let (zero, four) = (conds.arena.constant(64, 0), conds.arena.constant(64, 4));
    assert_eq!(conds.same_pointer((summary, zero), (summary, zero)), Bracket::PERHAPS);
    assert_eq!(conds.same_pointer((summary, zero), (summary, four)), Bracket::FALSE);
    assert_eq!(conds.same_pointer((fresh, zero), (fresh, zero)), Bracket::TRUE);
    assert_eq!(conds.same_pointer((fresh, zero), (summary, zero)), Bracket::FALSE);
}
