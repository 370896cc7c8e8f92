//! Conditions as nested conjunctions and disjunctions: for people, for summaries, and for the last simplification.
//!
//! A form is a tree, so it can be exponentially larger than its diagram; the conversion gives up beyond a number of leaves.

use std::fmt;

use crate::arena::Arena;
use crate::atom::Lit;
use crate::diagram::{Cond, Conds};

/// A formula in negation normal form. Built by `and`/`or`, which fold constants and flatten; so a connective has at
/// least two children, none of them constant or of the same connective.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Form {
    Const(bool),
    Lit(Lit),
    And(Vec<Form>),
    Or(Vec<Form>),
}

impl Form {
    pub const TRUE: Form = Form::Const(true);
    pub const FALSE: Form = Form::Const(false);

    pub fn and(children: impl IntoIterator<Item = Form>) -> Form {
        let mut flat = Vec::new();
        for child in children {
            match child {
                Form::Const(true) => {}
                Form::Const(false) => return Form::FALSE,
                Form::And(inner) => inner.into_iter().for_each(|c| push_new(&mut flat, c)),
                other => push_new(&mut flat, other),
            }
        }
        match flat.len() {
            0 => Form::TRUE,
            1 => flat.swap_remove(0),
            _ => Form::And(flat),
        }
    }

    pub fn or(children: impl IntoIterator<Item = Form>) -> Form {
        Form::and(children.into_iter().map(|c| c.negate())).negate()
    }

    pub fn negate(self) -> Form {
        match self {
            Form::Const(value) => Form::Const(!value),
            Form::Lit(lit) => Form::Lit(!lit),
            Form::And(children) => Form::Or(children.into_iter().map(Form::negate).collect()),
            Form::Or(children) => Form::And(children.into_iter().map(Form::negate).collect()),
        }
    }

    /// The number of literals.
    pub fn leaves(&self) -> usize {
        match self {
            Form::Const(_) => 0,
            Form::Lit(_) => 1,
            Form::And(children) | Form::Or(children) => children.iter().map(Form::leaves).sum(),
        }
    }
}

fn push_new(forms: &mut Vec<Form>, form: Form) {
    if !forms.contains(&form) {
        forms.push(form);
    }
}

impl Conds {
    /// The condition as a form of at most `most` leaves.
    pub fn to_form(&mut self, f: Cond, most: usize) -> Option<Form> {
        let mut left = most;
        self.form_below(f, &mut left)
    }

    fn form_below(&mut self, f: Cond, left: &mut usize) -> Option<Form> {
        if f.is_const() {
            return Some(Form::Const(f.is_true()));
        }
        self.steps += 1;
        let (atom, hi, lo) = self.cofactors(f);
        let (yes, no) = (Form::Lit(Lit::new(atom, true)), Form::Lit(Lit::new(atom, false)));
        // Where one branch implies the other, the test guards only the smaller one.
        let (hi_in_lo, lo_in_hi) = (self.and(hi, !lo).is_false(), self.and(lo, !hi).is_false());
        *left = left.checked_sub(if hi_in_lo || lo_in_hi { 1 } else { 2 })?;
        let (h, l) = (self.form_below(hi, left)?, self.form_below(lo, left)?);
        Some(match (hi_in_lo, lo_in_hi) {
            (_, true) if hi.is_true() => Form::or([yes, l]),
            (true, _) if lo.is_true() => Form::or([no, h]),
            (_, true) => Form::or([Form::and([yes, h]), l]),
            (true, _) => Form::or([Form::and([no, l]), h]),
            _ => Form::or([Form::and([yes, h]), Form::and([no, l])]),
        })
    }

    /// The diagram of a form.
    pub fn from_form(&mut self, form: &Form) -> Cond {
        match form {
            Form::Const(true) => Cond::TRUE,
            Form::Const(false) => Cond::FALSE,
            Form::Lit(lit) => self.lit(*lit),
            Form::And(children) => children.iter().fold(Cond::TRUE, |all, c| {
                let c = self.from_form(c);
                self.and(all, c)
            }),
            Form::Or(children) => children.iter().fold(Cond::FALSE, |any, c| {
                let c = self.from_form(c);
                self.or(any, c)
            }),
        }
    }

    /// The condition as text, if it is not too long for people.
    pub fn show(&mut self, f: Cond) -> String {
        match self.to_form(f, 200) {
            Some(form) => self.arena.show(&form).to_string(),
            None => format!("(a condition of {} nodes)", self.size(f)),
        }
    }
}

impl fmt::Display for crate::display::Shown<'_, &Form> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_form(f, self.arena(), self.what(), false)
    }
}

fn write_form(f: &mut fmt::Formatter<'_>, arena: &Arena, form: &Form, nested: bool) -> fmt::Result {
    let (children, sign) = match form {
        Form::Const(value) => return write!(f, "{value}"),
        Form::Lit(lit) => return write!(f, "{}", arena.show(*lit)),
        Form::And(children) => (children, " ∧ "),
        Form::Or(children) => (children, " ∨ "),
    };
    f.write_str(if nested { "(" } else { "" })?;
    for (i, child) in children.iter().enumerate() {
        f.write_str(if i == 0 { "" } else { sign })?;
        write_form(f, arena, child, true)?;
    }
    f.write_str(if nested { ")" } else { "" })
}
