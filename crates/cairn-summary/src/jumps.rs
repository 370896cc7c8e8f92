//! `setjmp` and `longjmp`.
//!
//! `setjmp` leaves a number in its buffer, and `longjmp` looks which numbers may lie there: that is how a jump finds its way,
//! whoever wrote the buffer in between. What arrives waits until the function that it goes back to has been followed from
//! there with 0, and is followed then, for as many rounds as `ROUNDS`.
//!
//! A function that is looked at alone follows the jumps that come back to it: as long as one may, whatever it calls that jumps
//! is entered, for no summary says what memory is then (`calls_may_jump`). A jump to a buffer of the caller leaves the function
//! for good: behind a call by summary there was none. Where a function that is left so holds a block that is lost then, its summary
//! says so.

use crate::analysis::{Activation, Analysis, Pending, Stop};
use crate::facts::{Cond, Reason};
use crate::heap::Heap;
use crate::state::{Arrival, State};
use crate::summary::FunctionSummary;
use crate::value::{Scalar, Values};
use cairn_ir::{BlockId, Inst, Operand, Rule, Type, ValueId};
use cairn_logic::TermId;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How often executions may come back to one activation.
const ROUNDS: usize = 6;

/// The points that can be jumped to, and what arrived there.
#[derive(Default)]
pub(crate) struct Jumps {
    /// By the number in the buffer, from 1 on.
    points: Vec<Point>,
    pub arrived: Vec<(usize, Arrival)>,
}

/// A call of `setjmp` that came back with 0.
struct Point {
    /// What it left in the buffer.
    token: TermId,
    /// Functions active at that time; nothing if this one is not any more.
    depth: Option<usize>,
    block: BlockId,
    inst: u32,
    heap: Heap,
    carried: Rc<BTreeMap<ValueId, Values>>,
    /// Values that were computed before it: code in between may be executed again before somebody jumps here.
    env: Vec<Option<Values>>,
    /// Locals of the function that are not volatile.
    locals: Vec<TermId>,
    /// How it was looked at.
    mode: (u32, bool),
}

impl Jumps {
    /// Is there a point that code could jump to?
    pub fn is_possible(&self) -> bool {
        self.points.iter().any(|point| point.depth.is_some())
    }
}

impl<'p> Analysis<'p> {
    pub(crate) fn set_jump(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &'p Inst,
        buf: Operand,
    ) -> Result<bool, Stop> {
        if act.shape.loops.innermost(act.here.0).is_some() {
            return Err(Stop::Unsupported("setjmp in a loop".to_owned()));
        }
        let token = self.new_token();
        self.store(act, state, self.token_type(), buf, &Values::word(token));
        let volatile = self.volatile_locals(act, state);
        let locals = act.locals.iter().copied().filter(|base| !volatile.contains(base)).collect();
        self.jumps.points.push(Point {
            token,
            depth: Some(self.depth),
            block: act.here.0,
            inst: act.here.1,
            heap: state.heap.clone(),
            carried: state.carried.clone(),
            env: act.env.clone(),
            locals,
            mode: (self.verdicts.quiet, self.hunting),
        });
        if let Some(result) = inst.results.single() {
            let zero = Values::word(self.facts.constant(32, 0));
            self.define(act, state, result, zero);
        }
        Ok(state.pc != Cond::FALSE)
    }

    pub(crate) fn long_jump(
        &mut self,
        act: &Activation<'p>,
        state: &mut State,
        buf: Operand,
        value: Operand,
    ) -> Result<bool, Stop> {
        let token = self.load(act, state, self.token_type(), buf);
        self.check_defined(act, state, &token);
        let (mut nowhere, mut unknown, mut there) = (Cond::FALSE, Cond::FALSE, Vec::new());
        for (scalar, cond) in token.iter() {
            match self.point_of(scalar) {
                Some(Some(point)) => there.push((point, cond)),
                Some(None) => nowhere = self.facts.or(nowhere, cond),
                None => unknown = self.facts.or(unknown, cond),
            }
        }
        let doubtful = self.facts.and(state.pc, unknown);
        if !self.facts.impossible(doubtful) {
            if self.modular.is_none() || self.jumps.is_possible() {
                return Err(Stop::Unsupported("longjmp to a place that is not known".to_owned()));
            }
            self.jump_out(act, state, &token, unknown);
        }
        self.check(act, state, Rule::PreconditionViolation, nowhere);
        let value = self.value(act, state, value);
        let value = self.at_least_one(&value);
        for (point, cond) in there {
            let pc = self.facts.and(state.pc, cond);
            if !self.facts.impossible(pc) {
                self.jump(point, State { pc, ..state.clone() }, value.clone());
            }
        }
        Ok(false)
    }

    fn token_type(&self) -> Type {
        Type::Int(self.program.target.pointer_bits)
    }

    /// A number that no other point has. What one function leaves in a buffer must not look like what another one does, so where
    /// functions are looked at alone it is a name.
    fn new_token(&mut self) -> TermId {
        match self.modular {
            Some(_) => self.facts.unknown(self.facts.pointer_bits(), Reason::Input),
            None => self.facts.offset(self.jumps.points.len() as u64 + 1),
        }
    }

    /// The point that a number in a buffer stands for: nothing inside if it is none, or gone.
    fn point_of(&self, token: Scalar) -> Option<Option<usize>> {
        let Scalar::Word { term, .. } = token else { return None };
        let at = self.jumps.points.iter().position(|point| point.token == term);
        let is_known = at.is_some() || self.facts.conds.arena.as_const(term).is_some();
        is_known.then(|| at.filter(|&at| self.jumps.points[at].depth.is_some()))
    }

    /// Where `unknown` holds, the jump goes to a point that a caller has set, if there is one: that is for callers to say. No
    /// function that is active here is.
    fn jump_out(&mut self, act: &Activation<'p>, state: &mut State, token: &Values, unknown: Cond) {
        let leaves = token.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            facts.is_set_by_caller(term)
        });
        let leaves = self.facts.and(leaves, unknown);
        self.check_assuming(act, state, Rule::PreconditionViolation, Cond::FALSE, leaves);
        self.may_jump_out(state, leaves);
        self.check_held_by_jump(state, leaves, &FxHashSet::default());
    }

    /// May something jump back to a function that is active while one is called of which this is known?
    pub(crate) fn calls_may_jump(&self, summary: &FunctionSummary) -> bool {
        self.jumps.is_possible() && !summary.never_jumps
    }

    /// `setjmp` does not give 0 a second time.
    fn at_least_one(&mut self, value: &Values) -> Values {
        let zero = value.when(&mut self.facts, |facts, scalar| {
            let (term, undef) = facts.word_of(scalar);
            let fact = facts.conds.arena.eq_const(term, 0);
            if undef == 0 { facts.fact(fact) } else { Cond::FALSE }
        });
        let one = Values::word(self.facts.constant(32, 1));
        Values::choose(&mut self.facts, zero, &one, value)
    }

    /// Goes back to a point: what was put on the stack since then is gone, and C says nothing of what locals of the
    /// function hold if they were changed.
    fn jump(&mut self, at: usize, mut state: State, value: Values) {
        let point = &self.jumps.points[at];
        // What is only explored, or looked at once more, is executed again where it counts.
        if point.mode != (self.verdicts.quiet, self.hunting) {
            return;
        }
        for base in state.heap.bases() {
            let is_local = self.kinds.get(&base) == Some(&crate::analysis::ObjectKind::Stack);
            if is_local && point.heap.get(base).is_none() {
                state.heap.set_live(base, Cond::FALSE);
            } else if point.locals.contains(&base) && is_changed(&point.heap, &state.heap, base) {
                state.heap.scramble(base);
            }
        }
        state.carried = point.carried.clone();
        self.jumps.arrived.push((at, Arrival { state, args: vec![value] }));
    }

    /// Follows what came back to this activation, whose blocks have been executed otherwise.
    pub(crate) fn land(&mut self, act: &mut Activation<'p>) -> Result<(), Stop> {
        for _ in 0..ROUNDS {
            let landed = self.landed();
            if landed.is_empty() {
                break;
            }
            for (at, arrival) in landed {
                self.go_on_from(act, at, arrival)?;
            }
        }
        for (at, _) in self.landed() {
            act.here = (self.jumps.points[at].block, self.jumps.points[at].inst);
            let span = act.body.blocks[act.here.0].insts[act.here.1 as usize].span;
            self.abandon(act, Stop::Loop(span))?;
        }
        let depth = Some(self.depth);
        self.jumps.points.iter_mut().filter(|point| point.depth == depth).for_each(|point| point.depth = None);
        Ok(())
    }

    /// What arrived at points of the innermost function, in one state for each of them.
    fn landed(&mut self) -> Vec<(usize, Arrival)> {
        let depth = Some(self.depth);
        let points = &self.jumps.points;
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.jumps.arrived).into_iter().partition(|(at, _)| points[*at].depth == depth);
        self.jumps.arrived = elsewhere;
        let mut by_point: BTreeMap<usize, Vec<Arrival>> = BTreeMap::new();
        here.into_iter().for_each(|(at, arrival)| by_point.entry(at).or_default().push(arrival));
        let merged = by_point.into_iter().filter_map(|(at, all)| Some((at, Arrival::merge_all(&mut self.facts, all)?)));
        merged.collect()
    }

    fn go_on_from(&mut self, act: &mut Activation<'p>, at: usize, arrival: Arrival) -> Result<(), Stop> {
        let (block, inst) = (self.jumps.points[at].block, self.jumps.points[at].inst);
        act.env = self.jumps.points[at].env.clone();
        let mut state = arrival.state;
        let body = act.body;
        let results = &body.blocks[block].insts[inst as usize].results;
        for (result, value) in results.iter().zip(arrival.args) {
            self.define(act, &mut state, result, value);
        }
        let leaving = self.run_rest(act, block, inst as usize + 1, state)?;
        let shape = act.shape.clone();
        let mut pending = Pending::new();
        for (to, arrival) in leaving {
            let position = shape.cfg.rpo_index(to).expect("reachable");
            pending.entry(position).or_insert_with(|| (to, Vec::new())).1.push(arrival);
        }
        self.run_pending(act, shape.cfg.rpo(), None, body.entry(), pending)?;
        Ok(())
    }

    /// The locals that are only accessed as volatile ones: they keep what was written.
    fn volatile_locals(&mut self, act: &Activation<'p>, state: &mut State) -> Vec<TermId> {
        let mut found = Vec::new();
        for value in act.body.volatile_locals() {
            for (base, _, _) in self.targets(act, state, Operand::Value(value)) {
                found.push(base);
            }
        }
        found
    }
}

fn is_changed(before: &Heap, now: &Heap, base: TermId) -> bool {
    before.difference(now, base).is_some()
}
