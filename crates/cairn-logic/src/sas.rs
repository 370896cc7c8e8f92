//! Contextual simplification of forms (Dillig, Dillig, Aiken, SAS 2010): no leaf is left that its context decides.
//!
//! The context of a part is what its siblings assert: themselves in a conjunction, their negations in a disjunction.
//! Literals of the context are assumed in the theory; compound parts take part by bounded case splits. Samples refute
//! most implications before anything is tried. Out of fuel, the rest stays as it is, which is still equivalent.
//! Used at the exit of functions and for display, not at every merge.

use crate::atom::{AtomId, Lit};
use crate::context::Theory;
use crate::diagram::{Cond, Conds};
use crate::form::Form;
use crate::samples::{SAMPLES, Signature};

/// Rounds over the children of one connective.
const ROUNDS: usize = 3;

/// The simplification of one form.
struct Sas<'a, T: ?Sized> {
    conds: &'a mut Conds,
    cx: &'a mut T,
    /// Compound parts of the context, all true.
    compounds: Vec<Form>,
    visits: u64,
}

impl Conds {
    /// The smaller of the condition's plain form and its contextually simplified one, equivalent under the context.
    /// `None` if the condition has no form of at most `most` leaves.
    pub fn simplified_form<T: Theory + ?Sized>(&mut self, f: Cond, most: usize, cx: &mut T) -> Option<Form> {
        let plain = self.to_form(f, most)?;
        let simple = self.sas(plain.clone(), cx);
        Some(if simple.leaves() <= plain.leaves() { simple } else { plain })
    }

    /// The form without the leaves that their context decides; equivalent under the context.
    pub fn sas<T: Theory + ?Sized>(&mut self, form: Form, cx: &mut T) -> Form {
        if self.is_exhausted() {
            return form;
        }
        let visits = self.limits.sas_visits;
        let everywhere = [u64::MAX; SAMPLES / 64];
        Sas { conds: self, cx, compounds: Vec::new(), visits }.part(form, &everywhere)
    }

    /// The samples in which a form holds.
    fn form_signature(&mut self, form: &Form) -> Signature {
        match form {
            Form::Const(value) => [if *value { u64::MAX } else { 0 }; SAMPLES / 64],
            Form::Lit(lit) => {
                let signature = self.atom_signature(lit.atom());
                if lit.is_positive() { signature } else { signature.map(|word| !word) }
            }
            Form::And(children) => {
                let parts: Vec<Signature> = children.iter().map(|c| self.form_signature(c)).collect();
                std::array::from_fn(|i| parts.iter().fold(u64::MAX, |all, part| all & part[i]))
            }
            Form::Or(children) => {
                let parts: Vec<Signature> = children.iter().map(|c| self.form_signature(c)).collect();
                std::array::from_fn(|i| parts.iter().fold(0, |any, part| any | part[i]))
            }
        }
    }
}

impl<T: Theory + ?Sized> Sas<'_, T> {
    /// `live`: the samples that satisfy the context.
    fn part(&mut self, form: Form, live: &Signature) -> Form {
        if self.visits == 0 {
            return form;
        }
        match form {
            Form::Const(_) => form,
            Form::Lit(lit) => self.leaf(lit, live),
            // A disjunction is the negation of a conjunction, and so is its context.
            Form::Or(_) => self.conjunction(children_of(form.negate()), live).negate(),
            Form::And(children) => self.conjunction(children, live),
        }
    }

    /// Leaves visited, literals assumed and cases split all count.
    fn work(&mut self, amount: u64) {
        self.visits = self.visits.saturating_sub(amount);
        self.conds.steps += amount;
    }

    fn leaf(&mut self, lit: Lit, live: &Signature) -> Form {
        self.work(1);
        match self.decided(lit.atom(), live) {
            Some(value) => Form::Const(value == lit.is_positive()),
            None => Form::Lit(lit),
        }
    }

    /// The value of the atom in every valuation that satisfies the context.
    fn decided(&mut self, atom: AtomId, live: &Signature) -> Option<bool> {
        let signature = self.conds.atom_signature(atom);
        let can_be = live.iter().zip(&signature).any(|(l, s)| l & s != 0);
        let can_fail = live.iter().zip(&signature).any(|(l, s)| l & !s != 0);
        if can_be && can_fail {
            return None;
        }
        if let Some(value) = self.cx.implied(&mut self.conds.arena, atom) {
            return Some(value);
        }
        if self.compounds.is_empty() {
            return None;
        }
        let candidates = [(true, can_fail), (false, can_be)];
        candidates
            .into_iter()
            .find(|&(value, denied)| !denied && self.splits_refute(Lit::new(atom, !value)))
            .map(|c| c.0)
    }

    /// Whether the literal contradicts the context, by case splits over its compound parts.
    fn splits_refute(&mut self, lit: Lit) -> bool {
        let mut splits = self.conds.limits.sas_splits;
        let compounds = std::mem::take(&mut self.compounds);
        let todo: Vec<&Form> = compounds.iter().collect();
        self.cx.push();
        let refuted = self.cx.assume(&mut self.conds.arena, lit).is_err() || self.refute(&todo, &mut splits);
        self.cx.pop();
        self.compounds = compounds;
        refuted
    }

    /// Whether all of the forms together contradict the theory. Literals first, then disjunctions by cases.
    fn refute(&mut self, todo: &[&Form], splits: &mut u64) -> bool {
        let mut cases = Vec::new();
        let mut stack: Vec<&Form> = todo.iter().rev().copied().collect();
        while let Some(form) = stack.pop() {
            match form {
                Form::Const(true) => {}
                Form::Const(false) => return true,
                Form::Lit(lit) => {
                    self.work(1);
                    if self.cx.assume(&mut self.conds.arena, *lit).is_err() {
                        return true;
                    }
                }
                Form::And(children) => stack.extend(children.iter().rev()),
                Form::Or(children) => cases.push(children),
            }
        }
        let Some((first, others)) = cases.split_first() else { return false };
        let rest: Vec<Form> = others.iter().map(|children| Form::Or((*children).clone())).collect();
        first.iter().all(|case| {
            if *splits == 0 || self.visits == 0 {
                return false;
            }
            *splits -= 1;
            self.work(1);
            let mut todo = vec![case];
            todo.extend(&rest);
            self.cx.push();
            let refuted = self.refute(&todo, splits);
            self.cx.pop();
            refuted
        })
    }

    fn conjunction(&mut self, children: Vec<Form>, live: &Signature) -> Form {
        let mut form = Form::And(children);
        for _ in 0..ROUNDS {
            let Form::And(children) = form else { return self.part(form, live) };
            let old = children.clone();
            form = self.round(children, live);
            if form == Form::And(old) {
                break;
            }
        }
        form
    }

    /// Each child once, in the context of the newest versions of its siblings: literals first.
    fn round(&mut self, mut children: Vec<Form>, live: &Signature) -> Form {
        children.sort_by_key(|child| !matches!(child, Form::Lit(_)));
        let mut signatures: Vec<Signature> = children.iter().map(|c| self.conds.form_signature(c)).collect();
        for i in 0..children.len() {
            let child = std::mem::replace(&mut children[i], Form::TRUE);
            signatures[i] = [u64::MAX; SAMPLES / 64];
            let live = std::array::from_fn(|w| signatures.iter().fold(live[w], |live, s| live & s[w]));
            match self.among(&children, child, &live) {
                None | Some(Form::FALSE) => return Form::FALSE,
                Some(result) => children[i] = result,
            }
            signatures[i] = self.conds.form_signature(&children[i]);
        }
        Form::and(children)
    }

    /// One child in the context of the others; `None` if those contradict each other.
    fn among(&mut self, siblings: &[Form], child: Form, live: &Signature) -> Option<Form> {
        let depth = self.compounds.len();
        self.cx.push();
        let result = self.assume_all(siblings).then(|| self.part(child, live));
        self.cx.pop();
        self.compounds.truncate(depth);
        result
    }

    /// `false` if the siblings contradict each other.
    fn assume_all(&mut self, siblings: &[Form]) -> bool {
        siblings.iter().all(|sibling| {
            self.work(1);
            match sibling {
                Form::Lit(lit) => self.cx.assume(&mut self.conds.arena, *lit).is_ok(),
                Form::Const(value) => *value,
                Form::And(children) => self.assume_all(children),
                Form::Or(_) => {
                    self.compounds.push(sibling.clone());
                    true
                }
            }
        })
    }
}

fn children_of(form: Form) -> Vec<Form> {
    match form {
        Form::And(children) => children,
        other => vec![other],
    }
}
