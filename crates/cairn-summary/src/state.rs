//! A state of the analysis: under which condition it is reached, and the heap there.

use crate::facts::{Cond, Facts};
use crate::heap::Heap;
use crate::value::Values;
use cairn_ir::ValueId;
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
        let pc = facts.or(self.state.pc, other.state.pc);
        // The condition that tells the two apart, where either holds.
        let mine = facts.simplify(self.state.pc, pc);
        let mine = facts.or_either(mine);
        let pc = facts.or_more(pc);
        let mut heap = self.state.heap;
        heap.merge(facts, mine, &other.state.heap);
        let pairs = self.args.iter().zip(&other.args);
        let args = pairs.map(|(a, b)| Values::choose(facts, mine, a, b)).collect();
        let mut carried = self.state.carried;
        for (value, theirs) in &*other.state.carried {
            let merged = match carried.get(value) {
                Some(ours) => Values::choose(facts, mine, ours, theirs),
                None => theirs.clone(),
            };
            Rc::make_mut(&mut carried).insert(*value, merged);
        }
        Arrival { state: State { pc, heap, carried }, args }
    }

    pub fn merge_all(facts: &mut Facts, arrivals: Vec<Arrival>) -> Option<Arrival> {
        let mut arrivals = arrivals.into_iter();
        let first = arrivals.next()?;
        Some(arrivals.fold(first, |merged, next| merged.merge(facts, next)))
    }
}
