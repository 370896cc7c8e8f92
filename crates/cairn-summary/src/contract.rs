//! What a recursive function on numbers needs and gives in every call: guessed from what it gives for some arguments.
//!
//! A guess relates the result to the parameters, perhaps only where a comparison holds that the function itself makes.
//! Not here: the induction that decides which guesses stay (`induction`).

use crate::facts::{Cond, Facts};
use crate::value::Scalar;
use crate::words::compare_words;
use cairn_ir::{Body, CmpOp, Const, Op, Operand};
use cairn_logic::TermId;
use cairn_logic::bits::{to_signed, truncate};

/// Guesses for one function.
const MOST: usize = 48;
/// Factors of a parameter in a sum.
const FACTORS: [i128; 3] = [0, 1, -1];
/// Parameters that take part in sums.
const MOST_PARAMS: usize = 3;

/// A parameter compared with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bound {
    pub param: usize,
    pub op: CmpOp,
    pub value: u128,
}

/// How the result relates to the parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// It is this sum.
    Sum(Sum),
    /// It is at least (at most) this sum, as a signed number.
    AtLeast(Sum),
    AtMost(Sum),
    /// Its last bit is that of the sum.
    Parity(Sum),
}

/// A constant and multiples of parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    factors: Vec<i128>,
    constant: i128,
}

/// A relation, perhaps only where a parameter is within a bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Promise {
    pub when: Option<Bound>,
    pub relation: Relation,
}

/// What every call of a function fulfils, and what it gives then.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Contract {
    pub needs: Vec<Bound>,
    pub gives: Vec<Promise>,
    /// The result may be undefined.
    pub undefined: bool,
}

/// Arguments and the result for them.
pub(crate) type Example = (Vec<u128>, u128);

/// The widths of parameters and result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Widths {
    pub params: Vec<u32>,
    pub result: Option<u32>,
}

impl Bound {
    pub fn is_met_by(&self, args: &[u128], widths: &Widths) -> bool {
        self.op.holds(widths.params[self.param], args[self.param], self.value)
    }

    pub fn holds(&self, facts: &mut Facts, args: &[TermId]) -> Cond {
        let a = args[self.param];
        let b = facts.constant(facts.conds.arena.width(a), self.value);
        compare_words(facts, self.op, Scalar::word(a), Scalar::word(b))
    }

    fn negated(self) -> Bound {
        Bound { op: self.op.negated(), ..self }
    }
}

impl Sum {
    /// As a number without bounds.
    fn value(&self, args: &[u128], width: u32) -> i128 {
        let addends = args.iter().zip(&self.factors).map(|(arg, factor)| factor.wrapping_mul(to_signed(width, *arg)));
        addends.fold(self.constant, i128::wrapping_add)
    }

    fn term(&self, facts: &mut Facts, args: &[TermId], width: u32) -> TermId {
        let taking_part = args.iter().zip(&self.factors).filter(|(_, factor)| **factor != 0);
        let addends: Vec<(u128, TermId)> = taking_part.map(|(arg, factor)| (*factor as u128, *arg)).collect();
        facts.conds.arena.lin(width, self.constant as u128, &addends)
    }
}

impl Promise {
    /// Does the promise say exactly what the result is?
    pub fn is_exact(&self) -> bool {
        matches!(self.relation, Relation::Sum(_))
    }

    /// The condition under which it is kept.
    pub fn holds(&self, facts: &mut Facts, args: &[TermId], result: TermId) -> Cond {
        let width = facts.conds.arena.width(result);
        let kept = match &self.relation {
            Relation::Sum(sum) => {
                let sum = sum.term(facts, args, width);
                facts.eq(result, sum)
            }
            Relation::AtLeast(sum) | Relation::AtMost(sum) => {
                let sum = sum.term(facts, args, width);
                let least = matches!(self.relation, Relation::AtLeast(_));
                let (low, high) = if least { (sum, result) } else { (result, sum) };
                let fact = facts.conds.arena.sle(low, high);
                facts.fact(fact)
            }
            Relation::Parity(sum) => {
                let sum = sum.term(facts, args, width);
                let difference = facts.conds.arena.sub(result, sum);
                let fact = facts.conds.arena.mask_eq(difference, 1, 0);
                facts.fact(fact)
            }
        };
        match self.when {
            None => kept,
            Some(bound) => {
                let concerned = bound.holds(facts, args);
                facts.or(!concerned, kept)
            }
        }
    }
}

/// What a function compares its parameters with.
pub(crate) fn comparisons(body: &Body) -> Vec<Bound> {
    let params = &body.blocks[body.entry()].params;
    let mut found: Vec<Bound> = Vec::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        let Op::Compare { op, lhs, rhs } = inst.op else { continue };
        for (value, other, op) in [(lhs, rhs, op), (rhs, lhs, op.mirrored())] {
            let (Operand::Value(value), Operand::Const(constant)) = (value, other) else { continue };
            let position = params.iter().position(|param| *param == value);
            if let (Some(param), Const::Int { value, .. }) = (position, &body.consts[constant]) {
                let bound = Bound { param, op, value: *value };
                if !found.contains(&bound) && !found.contains(&bound.negated()) {
                    found.push(bound);
                }
            }
        }
    }
    found
}

/// Bounds that every call may respect.
pub(crate) fn possible_needs(comparisons: &[Bound], widths: &Widths) -> Vec<Bound> {
    let mut needs = Vec::new();
    for param in 0..widths.params.len() {
        let compared = comparisons.iter().filter(|bound| bound.param == param).map(|bound| bound.value);
        let mut values: Vec<u128> = [0, 1].into_iter().chain(compared).collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            needs.extend([CmpOp::Sge, CmpOp::Sle].map(|op| Bound { param, op, value }));
        }
    }
    needs.truncate(MOST);
    needs
}

/// Arguments that are worth a look: small ones, and those around what the function compares with.
pub(crate) fn interesting_arguments(comparisons: &[Bound], widths: &Widths, most: usize) -> Vec<Vec<u128>> {
    let mut all: Vec<Vec<u128>> = vec![Vec::new()];
    for (param, &width) in widths.params.iter().enumerate() {
        let mut values: Vec<i128> = vec![0, 1, 2, 3, 4, -1, 7, 10, -3];
        for bound in comparisons.iter().filter(|bound| bound.param == param) {
            let value = to_signed(width, bound.value);
            values.extend([value, value - 1, value + 1, value - 9, value + 11]);
        }
        let mut distinct: Vec<u128> = Vec::new();
        for value in values.into_iter().map(|value| truncate(width, value as u128)) {
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        let longer = |args: &Vec<u128>, value: &u128| args.iter().copied().chain([*value]).collect();
        all = distinct.iter().flat_map(|value| all.iter().map(move |args| longer(args, value))).collect();
        if all.len() > most {
            let step = all.len().div_ceil(most);
            all = all.into_iter().step_by(step).collect();
        }
    }
    all
}

/// Promises that every example keeps.
pub(crate) fn possible_promises(comparisons: &[Bound], widths: &Widths, examples: &[Example]) -> Vec<Promise> {
    let Some(width) = widths.result else { return Vec::new() };
    let guards = comparisons.iter().flat_map(|&bound| [Some(bound), Some(bound.negated())]);
    let mut promises: Vec<Promise> = Vec::new();
    for when in [None].into_iter().chain(guards) {
        let concerned = |args: &[u128]| when.is_none_or(|bound| bound.is_met_by(args, widths));
        let cases: Vec<&Example> = examples.iter().filter(|(args, _)| concerned(args)).collect();
        if cases.len() < 2 {
            continue;
        }
        let exact = sums_of(&cases, widths, width);
        let settled = when.is_none() && !exact.is_empty();
        let bounds = if when.is_none() && !settled { bounds_of(&cases, widths, width) } else { Vec::new() };
        promises.extend(exact.into_iter().chain(bounds).map(|relation| Promise { when, relation }));
        if settled {
            break;
        }
    }
    promises.truncate(MOST);
    promises
}

/// The sums that the results are.
fn sums_of(cases: &[&Example], widths: &Widths, width: u32) -> Vec<Relation> {
    let mut sums = Vec::new();
    for factors in factor_combinations(widths, width) {
        let sum = Sum { factors, constant: 0 };
        let rest = |(args, result): &Example| truncate(width, result.wrapping_sub(sum.value(args, width) as u128));
        let first = rest(cases[0]);
        if cases.iter().all(|case| rest(case) == first) {
            sums.push(Relation::Sum(Sum { constant: to_signed(width, first), ..sum }));
        }
    }
    sums
}

/// What the results are not above or below, and how they are even or odd.
fn bounds_of(cases: &[&Example], widths: &Widths, width: u32) -> Vec<Relation> {
    let mut relations = Vec::new();
    for factors in factor_combinations(widths, width) {
        if factors.iter().any(|factor| *factor < 0) {
            continue;
        }
        let sum = Sum { factors, constant: 0 };
        let distances = || cases.iter().map(|(args, result)| to_signed(width, *result) - sum.value(args, width));
        if sum.factors.iter().filter(|factor| **factor != 0).count() <= 1 {
            let (least, most) = (distances().min().unwrap_or(0), distances().max().unwrap_or(0));
            relations.push(Relation::AtLeast(Sum { constant: least, ..sum.clone() }));
            relations.push(Relation::AtMost(Sum { constant: most, ..sum.clone() }));
        }
        let odd = distances().next().is_some_and(|distance| distance & 1 == 1);
        if distances().all(|distance| (distance & 1 == 1) == odd) {
            relations.push(Relation::Parity(Sum { constant: i128::from(odd), ..sum }));
        }
    }
    relations
}

/// Factors for the parameters that are as wide as the result, for few of them.
fn factor_combinations(widths: &Widths, width: u32) -> Vec<Vec<i128>> {
    let mut combinations: Vec<Vec<i128>> = vec![Vec::new()];
    for (param, &own) in widths.params.iter().enumerate() {
        let factors: &[i128] = if own == width && param < MOST_PARAMS { &FACTORS } else { &[0] };
        let longer = |start: &Vec<i128>, factor: &i128| start.iter().copied().chain([*factor]).collect();
        combinations = combinations.iter().flat_map(|start| factors.iter().map(move |f| longer(start, f))).collect();
    }
    combinations
}
