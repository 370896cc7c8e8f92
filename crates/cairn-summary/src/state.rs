//! A state of the analysis: under which condition it is reached, and the heap there.

use crate::facts::{Cond, Facts, Reason};
use crate::heap::Heap;
use crate::value::{Scalar, Values};
use cairn_ir::ValueId;
use cairn_logic::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct State {
    /// Path condition.
    pub pc: Cond,
    pub heap: Heap,
    /// Values that are defined in a loop and used behind it: they belong to the path.
    pub carried: Rc<BTreeMap<ValueId, Values>>,
}

impl Default for State {
    fn default() -> Self {
        State { pc: Cond::TRUE, heap: Heap::default(), carried: Rc::default() }
    }
}

/// A state on its way into a block, with the values of the block's parameters.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub state: State,
    pub args: Vec<Values>,
}

impl Arrival {
    /// One state for both ways of arriving.
    pub fn merge(self, facts: &mut Facts, other: Arrival) -> Arrival {
        let (mut pc, mine) = either_way(facts, self.state.pc, other.state.pc);
        let mut heap = self.state.heap;
        heap.merge(facts, mine, &other.state.heap);
        let pairs = self.args.iter().zip(&other.args);
        let args = pairs.map(|(a, b)| join(facts, &mut pc, mine, a, b)).collect();
        let mut carried = self.state.carried;
        for (value, theirs) in &*other.state.carried {
            let merged = match carried.get(value) {
                Some(ours) => join(facts, &mut pc, mine, ours, theirs),
                None => theirs.clone(),
            };
            Rc::make_mut(&mut carried).insert(*value, merged);
        }
        Arrival { state: State { pc, heap, carried }, args }
    }

    /// One state for all ways of arriving: two by two, so that none is carried along for each of the others.
    pub fn merge_all(facts: &mut Facts, mut arrivals: Vec<Arrival>) -> Option<Arrival> {
        while arrivals.len() > 1 {
            let mut left = arrivals.into_iter();
            let mut merged = Vec::new();
            while let Some(one) = left.next() {
                merged.push(match left.next() {
                    Some(other) => one.merge(facts, other),
                    None => one,
                });
            }
            arrivals = merged;
        }
        arrivals.pop()
    }
}

/// The condition under which either holds, and one that tells, where it does, that it is `a`. Where both may hold, nothing but
/// a choice tells them apart: conditions of paths that exclude each other may have given way to larger ones. So do large
/// ones here.
fn either_way(facts: &mut Facts, a: Cond, b: Cond) -> (Cond, Cond) {
    let either = facts.or(a, b);
    if !facts.is_large(either) && facts.and(a, b) == Cond::FALSE {
        let a = facts.path(a);
        return (either, facts.simplify(a, either));
    }
    let first = facts.choice();
    let exact = facts.ite(first, a, b);
    if !facts.is_large(exact) {
        return (exact, first);
    }
    let (a, b) = (facts.weaker(a), facts.weaker(b));
    (facts.ite(first, a, b), first)
}

fn join(facts: &mut Facts, pc: &mut Cond, mine: Cond, a: &Values, b: &Values) -> Values {
    let values = Values::choose(facts, mine, a, b);
    let too_many = values.iter().len() > facts.care.most_cases;
    let values = if too_many { values.anything(facts, values.width(facts)) } else { values.tamed(facts) };
    // What a caller is told of a function says nothing of such words.
    if a == b || facts.entry.is_some() { values } else { named(facts, pc, values) }
}

/// Words that are not all constants become one word; the path condition says which of them it is.
fn named(facts: &mut Facts, pc: &mut Cond, values: Values) -> Values {
    let words: Vec<(TermId, Cond)> = values
        .iter()
        .filter_map(|(scalar, cond)| match scalar {
            Scalar::Word { term, undef: 0 } => Some((term, cond)),
            _ => None,
        })
        .collect();
    let constants = words.iter().filter(|(term, _)| facts.conds.arena.as_const(*term).is_some()).count();
    if words.len() < 2 || constants == words.len() {
        return values;
    }
    let name = facts.unknown(facts.conds.arena.width(words[0].0), Reason::Named);
    let mut cases: Vec<(Scalar, Cond)> = Vec::new();
    for (scalar, cond) in values.iter() {
        match scalar {
            Scalar::Word { term, undef: 0 } => {
                let same = facts.eq(name, term);
                let holds = facts.or(!cond, same);
                *pc = facts.and(*pc, holds);
                cases.push((Scalar::word(name), cond));
            }
            other => cases.push((other, cond)),
        }
    }
    Values::of(facts, cases)
}
