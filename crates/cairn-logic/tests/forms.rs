//! Forms and their contextual simplification against truth tables.

mod common;

use cairn_logic::random::Generator;
use cairn_logic::table::{Rows, Table, TableTheory};
use cairn_logic::{Conds, Form, Literals};
use common::{Lab, table_of};

fn rows(conds: &Conds, table: &mut Table, form: &Form) -> Rows {
    match form {
        Form::Const(true) => Rows::all(table.len()),
        Form::Const(false) => Rows::none(table.len()),
        Form::Lit(lit) => table.lit(&conds.arena, *lit),
        Form::And(children) => children.iter().fold(Rows::all(table.len()), |all, c| all.and(&rows(conds, table, c))),
        Form::Or(children) => children.iter().fold(Rows::none(table.len()), |any, c| any.or(&rows(conds, table, c))),
    }
}

#[test]
fn conversion_there_and_back_is_the_same_condition() {
    for seed in 0..500 {
        let mut lab = Lab::new(seed, 3, 2, 6);
        let (f, expected) = lab.cond(4);
        let Some(form) = lab.conds.to_form(f, 1000) else { panic!("seed {seed}: too large") };
        assert_eq!(rows(&lab.conds, &mut lab.table, &form), expected, "seed {seed}");
        assert_eq!(lab.conds.from_form(&form), f, "seed {seed}");
        assert_eq!(form.clone().negate().negate(), form);
    }
}

#[test]
fn simplification_keeps_the_meaning() {
    let (mut before, mut after) = (0, 0);
    for seed in 0..500 {
        let mut lab = Lab::with(Generator::new(seed, 3, 2).with_objects((seed % 2) as u32), 3, 7, 1);
        let (f, expected) = lab.cond(4);
        let Some(plain) = lab.conds.to_form(f, 1000) else { continue };
        let simple = lab.conds.sas(plain.clone(), &mut Literals::new());
        assert_eq!(rows(&lab.conds, &mut lab.table, &simple), expected, "seed {seed}");
        assert!(simple.leaves() <= plain.leaves());
        before += plain.leaves();
        after += simple.leaves();
    }
    assert!(after * 10 < before * 8, "{before} leaves became {after}");
}

/// All forms that arise when one leaf is replaced by a truth value.
fn without_one_leaf(form: &Form) -> Vec<Form> {
    match form {
        Form::Const(_) => Vec::new(),
        Form::Lit(_) => vec![Form::TRUE, Form::FALSE],
        Form::And(children) | Form::Or(children) => {
            let is_and = matches!(form, Form::And(_));
            let mut all = Vec::new();
            for (i, child) in children.iter().enumerate() {
                for other in without_one_leaf(child) {
                    let mut parts = children.clone();
                    parts[i] = other;
                    all.push(if is_and { Form::and(parts) } else { Form::or(parts) });
                }
            }
            all
        }
    }
}

#[test]
fn with_a_complete_theory_no_leaf_is_redundant() {
    for seed in 0..300 {
        let mut lab = Lab::new(seed, 3, 2, 6);
        let (f, expected) = lab.cond(4);
        let Some(plain) = lab.conds.to_form(f, 200) else { continue };
        lab.conds.limits.sas_splits = 100_000;
        let mut complete = TableTheory::new(table_of(&lab.generator));
        let simple = lab.conds.sas(plain, &mut complete);
        assert_eq!(rows(&lab.conds, &mut lab.table, &simple), expected, "seed {seed}");
        for smaller in without_one_leaf(&simple) {
            assert_ne!(rows(&lab.conds, &mut lab.table, &smaller), expected, "seed {seed}: a leaf is redundant");
        }
    }
}

#[test]
fn without_fuel_the_form_stays_equivalent() {
    for seed in 0..300 {
        let mut lab = Lab::new(seed, 3, 2, 6);
        let (f, expected) = lab.cond(4);
        let Some(plain) = lab.conds.to_form(f, 1000) else { continue };
        lab.conds.limits.sas_visits = seed % 20;
        lab.conds.limits.sas_splits = seed % 3;
        let simple = lab.conds.sas(plain, &mut Literals::new());
        assert_eq!(rows(&lab.conds, &mut lab.table, &simple), expected, "seed {seed}");
    }
}
