//! Diagrams, samples and simplification against truth tables.

mod common;

use cairn_logic::random::Generator;
use cairn_logic::table::{Rows, Table, TableTheory};
use cairn_logic::{Cond, Conds, Evaluator, IntervalSet, Literals, Round, Sort, Theory, Var, VarClass};
use common::{Lab, table_of};

#[test]
fn construction_means_what_it_says() {
    for seed in 0..600 {
        let mut lab = Lab::new(seed, 3 + (seed % 3) as u32, 2, 6);
        let (f, rows) = lab.cond(4);
        let (g, others) = lab.cond(3);
        assert_eq!(!!f, f);
        let both = lab.conds.and(f, g);
        assert_eq!(lab.rows(both), rows.and(&others));
        let either = lab.conds.or(f, g);
        assert_eq!(either, !lab.conds.and(!f, !g));
        let again = lab.conds.ite(g, both, f);
        assert_eq!(lab.conds.ite(!g, f, both), again, "one function, one id");
    }
}

#[test]
fn laws_hold_however_a_condition_is_made() {
    for seed in 0..300 {
        let mut lab = Lab::new(seed, 4, 2, 5);
        let ((f, _), (g, _), (h, _)) = (lab.cond(2), lab.cond(2), lab.cond(2));
        let conds = &mut lab.conds;
        let (fg, fh, gh) = (conds.and(f, g), conds.and(f, h), conds.or(g, h));
        let distributed = [conds.or(fg, fh), conds.and(f, gh)];
        let (only_f, only_g) = (conds.and(f, !g), conds.and(!f, g));
        let different = [conds.or(only_f, only_g), !conds.iff(f, g)];
        let split = conds.ite(f, g, h);
        let mut pairs = vec![distributed, different];
        for atom in conds.support(split) {
            let (hi, lo) = (conds.cofactor(split, atom, true), conds.cofactor(split, atom, false));
            let test = conds.atom(atom);
            pairs.push([conds.ite(test, hi, lo), split]);
            assert!(!conds.support(hi).contains(&atom));
        }
        for [one, other] in pairs {
            assert_eq!(lab.rows(one), lab.rows(other), "seed {seed}");
        }
    }
}

/// All pairs of ranges of three bits: whatever is made of two of them means what it says, and where one implies or excludes
/// the other, no node is there for nothing.
#[test]
fn comparisons_of_one_term_that_decide_each_other_are_one() {
    let var = Var::new(Sort::Bv(3), VarClass::Entry, 0);
    let ranges: Vec<(u128, u128)> = (0..8).flat_map(|low| (0..8).map(move |high| (low, high))).collect();
    for &a in &ranges {
        for &b in &ranges {
            let mut conds = Conds::default();
            let x = conds.arena.var(var);
            let sets = [a, b].map(|(low, high)| IntervalSet::range(3, low, high));
            let [f, g] = sets.each_ref().map(|set| {
                let fact = conds.arena.in_set(x, set);
                conds.fact(fact)
            });
            let mut table = Table::over(&[var], &[], 1);
            let [in_a, in_b] = sets.each_ref().map(|set| Rows::from_fn(8, |row| set.contains(row as u128)));
            let (both, either, neither) = (conds.and(f, g), conds.or(f, g), conds.and(!f, !g));
            assert_eq!(table.cond(&conds, both), in_a.and(&in_b));
            assert_eq!(table.cond(&conds, either), in_a.or(&in_b));
            assert_eq!(neither, !either);
            if sets[0].is_subset(&sets[1]) {
                assert_eq!((both, either), (f, g));
            }
            if sets[0].is_disjoint(&sets[1]) {
                assert_eq!(both, Cond::FALSE);
            }
            if sets[0].union(&sets[1]).is_full() {
                assert_eq!(either, Cond::TRUE);
            }
        }
    }
}

#[test]
fn a_condition_is_larger_than_what_its_size_is_above() {
    for seed in 0..100 {
        let mut lab = Lab::new(seed, 4, 2, 6);
        let conditions: Vec<Cond> = (0..4).map(|_| lab.cond(4).0).collect();
        for cap in [3, 3, 8, 1, 3] {
            for &f in &conditions {
                let larger = lab.conds.size(f) > cap;
                assert_eq!((lab.conds.is_larger(f, cap), lab.conds.is_larger(!f, cap)), (larger, larger));
            }
        }
    }
}

#[test]
fn evaluation_agrees_with_the_table() {
    for seed in 0..100 {
        let mut lab = Lab::new(seed, 3, 2, 5);
        let (f, rows) = lab.cond(4);
        for row in 0..lab.table.len() {
            let valuation = lab.table.valuation(row);
            let mut eval = Evaluator::new(&lab.conds.arena, &valuation);
            assert_eq!(lab.conds.eval(f, &mut eval), rows.contains(row));
        }
    }
}

#[test]
fn samples_are_models() {
    let mut found = 0;
    for seed in 0..400 {
        let width = [3, 8, 32, 64][seed as usize % 4];
        let mut lab = Lab::with(Generator::new(seed, 3, 2).with_objects(2), 3, 6, 2);
        let (f, rows) = lab.cond(4);
        assert!(!lab.conds.has_sample(f) || !rows.is_empty());
        // At other widths there is no table, but a witness can be evaluated.
        let mut generator = Generator::new(seed, width, 3).with_objects(2);
        let mut conds = cairn_logic::Conds::default();
        let facts = generator.facts(&mut conds.arena, width, 1, 4);
        let g = generator.plan(&facts, 3).build(&mut conds);
        if let Some(model) = conds.witness(g) {
            found += 1;
            assert!(conds.eval(g, &mut Evaluator::new(&conds.arena, &model)), "seed {seed}");
            assert!(!conds.sample_refutes(g, Cond::TRUE) && conds.sample_refutes(Cond::TRUE, !g));
        }
    }
    assert!(found > 250, "samples satisfy only {found} of 400 random conditions");
}

#[test]
fn a_remembered_model_becomes_a_sample() {
    use cairn_logic::{Sort, Valuation, Var, VarClass};
    let mut conds = cairn_logic::Conds::default();
    let x = Var::new(Sort::Bv(64), VarClass::Entry, 0);
    let term = conds.arena.var(x);
    let fact = conds.arena.eq_const(term, 0x1234_5678_9abc);
    let f = conds.fact(fact);
    assert!(!conds.has_sample(f));
    conds.add_sample(Valuation::new(1).with(x, 0x1234_5678_9abc));
    assert!(conds.has_sample(f));
}

fn check_prune(lab: &mut Lab, cx: &mut dyn Theory, context: &Rows, f: Cond, rows: &Rows) -> Cond {
    let pruned = lab.conds.prune(f, cx);
    let after = lab.rows(pruned);
    assert_eq!(after.and(context), rows.and(context), "not equivalent under the context");
    pruned
}

#[test]
fn pruning_keeps_the_meaning_under_the_context() {
    for seed in 0..600 {
        let mut lab = Lab::with(Generator::new(seed, 3, 2).with_objects((seed % 2) as u32), 3, 7, 1);
        let (f, rows) = lab.cond(4);
        let mut context = Rows::all(lab.table.len());
        let mut literals = Literals::new();
        let mut complete = TableTheory::new(table_of(&lab.generator));
        for fact in lab.facts.clone().into_iter().take((seed % 3) as usize) {
            let cairn_logic::Fact::Lit(lit) = fact else { continue };
            let conflict = complete.assume(&mut lab.conds.arena, lit).is_err();
            let noticed = literals.assume(&mut lab.conds.arena, lit).is_err();
            assert!(conflict || !noticed);
            context = context.and(&lab.table.lit(&lab.conds.arena, lit));
            if conflict {
                break;
            }
        }
        if context.is_empty() {
            continue;
        }
        check_prune(&mut lab, &mut literals, &context, f, &rows);
        let best = check_prune(&mut lab, &mut complete, &context, f, &rows);
        assert_eq!(best.is_false(), rows.and(&context).is_empty(), "a complete theory decides");
        let refuted = lab.conds.is_refuted(f, &mut literals);
        assert!(!refuted || rows.and(&context).is_empty());
    }
}

#[test]
fn restriction_keeps_the_meaning_where_it_matters() {
    let mut smaller = 0;
    for seed in 0..500 {
        let mut lab = Lab::new(seed, 3, 2, 6);
        let ((f, rows), (care, cared)) = (lab.cond(4), lab.cond(3));
        let restricted = lab.conds.restrict(f, care);
        assert_eq!(lab.rows(restricted).and(&cared), rows.and(&cared));
        assert!(lab.conds.size(restricted) <= lab.conds.size(f));
        smaller += usize::from(lab.conds.size(restricted) < lab.conds.size(f));
        let both = lab.conds.and(f, care);
        if !care.is_false() {
            assert_eq!(lab.conds.restrict(care, care), Cond::TRUE);
            let back = lab.conds.restrict(both, care);
            assert_eq!(lab.rows(back).and(&cared), rows.and(&cared));
        }
    }
    assert!(smaller > 100);
}

#[test]
fn weakening_moves_in_one_direction_and_further_with_a_smaller_cap() {
    for seed in 0..300 {
        let mut lab = Lab::new(seed, 3, 2, 8);
        let (f, rows) = lab.cond(5);
        let (mut last_up, mut last_down) = (rows.clone(), rows);
        for cap in [40, 12, 6, 3, 1, 0] {
            let up = lab.conds.weaken(f, cap, Round::Up);
            let down = lab.conds.weaken(f, cap, Round::Down);
            assert!(lab.conds.size(up) <= cap && lab.conds.size(down) <= cap);
            let (up, down) = (lab.rows(up), lab.rows(down));
            assert!(last_up.is_subset(&up) && down.is_subset(&last_down), "seed {seed}, cap {cap}");
            (last_up, last_down) = (up, down);
        }
    }
}

#[test]
fn weakening_does_not_grow_on_its_way() {
    use cairn_logic::{Sort, Var, VarClass};
    let mut conds = cairn_logic::Conds::default();
    let mut bit = |class, key| {
        let term = conds.arena.var(Var::new(Sort::Bv(1), class, key));
        let fact = conds.arena.eq_const(term, 1);
        conds.fact(fact)
    };
    let choices: Vec<Cond> = (0..5).map(|key| bit(VarClass::Choice, key)).collect();
    let left: Vec<Cond> = (0..32).map(|key| bit(VarClass::Entry, key)).collect();
    let right: Vec<Cond> = (32..64).map(|key| bit(VarClass::Entry, key)).collect();
    // Five choices pick one of 32 comparisons; without the choices it is any of them, which takes 2^32 nodes.
    let mut picked: Vec<Cond> = left.iter().zip(&right).map(|(&a, &b)| conds.ite(a, !b, b)).collect();
    for &choice in &choices {
        picked = picked.chunks(2).map(|pair| conds.ite(choice, pair[0], pair[1])).collect();
    }
    let before = conds.node_count();
    let up = conds.weaken(picked[0], 40, Round::Up);
    assert!(conds.size(up) <= 40);
    assert!(conds.implies(picked[0], up).is_true());
    assert!(conds.node_count() < 100 * before, "{} nodes from {before}", conds.node_count());
}

#[test]
fn choices_are_forgotten_before_facts_of_the_program() {
    use cairn_logic::{Sort, Var, VarClass, Why};
    let mut conds = cairn_logic::Conds::default();
    let literal = |conds: &mut cairn_logic::Conds, class, width, key| {
        let term = conds.arena.var(Var::new(Sort::Bv(width), class, key));
        let fact = conds.arena.eq_const(term, 1);
        conds.fact(fact)
    };
    let parts = [
        literal(&mut conds, VarClass::Entry, 8, 0),
        literal(&mut conds, VarClass::LoopVariant, 8, 1),
        literal(&mut conds, VarClass::Choice, 1, 2),
        literal(&mut conds, VarClass::Havoc, 8, 3),
    ];
    let f = conds.and_all(parts);
    let up = conds.weaken(f, 1, Round::Up);
    assert_eq!(up, parts[0]);
    let forgotten: Vec<_> = conds.take_degraded().into_iter().map(|d| d.why).collect();
    let expected = [parts[2], parts[3], parts[1]].map(|f| conds.top(f));
    for (why, atom) in forgotten.iter().zip(expected) {
        assert!(matches!(why, Why::CondTooLarge { weakened, .. } if Some(*weakened) == atom), "{why:?}");
    }
    assert_eq!(forgotten.len(), 3);
}

#[test]
fn pruning_by_single_subjects_keeps_the_meaning_and_decides_ranges() {
    for seed in 0..600 {
        let mut lab = Lab::with(Generator::new(seed, 3, 2).with_objects((seed % 3) as u32), 3, 8, (seed % 2) as u32);
        let (f, rows) = lab.cond(5);
        for fuel in [2000, seed % 9] {
            let pruned = lab.conds.prune_alone(f, fuel);
            assert_eq!(lab.rows(pruned), rows, "seed {seed}, fuel {fuel}");
        }
    }
    // All atoms on one variable: what single subjects can be is all there is to know.
    for seed in 0..300 {
        let mut lab = Lab::with(Generator::new(seed, 4, 1), 4, 6, 0);
        let (f, rows) = lab.cond(4);
        let pruned = lab.conds.prune_alone(f, 2000);
        assert!(!rows.is_empty() || pruned.is_false() || has_mask(&lab, f), "seed {seed}: not refuted");
    }
}

fn has_mask(lab: &Lab, f: Cond) -> bool {
    lab.conds.support(f).iter().any(|&atom| matches!(lab.conds.arena.atom(atom), cairn_logic::Atom::Mask { .. }))
}
