//! Joins by decomposition: at each block stand parts of heaps, and which of them occurred together is forgotten. With k lists
//! of three states each that makes 3k parts instead of 3^k heaps.
//!
//! A stage, a run of instructions that have to do with each other, is executed on parts that have the variables that it
//! uses, in every combination that is part of a whole: that has no variable twice, and that other parts of that place complete
//! to all variables. Other parts pass by, to wherever a combination gets with which they are part of a whole. Since parts only
//! become more, what is part of no whole yet waits. What a part says of a variable, no other part of the same state says; so a
//! global that can change is a variable from the start, and goes with whatever points to it.
//!
//! Not here: what a part is (`parts`), what a stage is and what it uses (`stages`), sets of parts that speak of the same
//! variables (`sets::Seen`).

pub(crate) mod parts;
mod stages;
#[cfg(test)]
mod tests;

use crate::calls::Returned;
use crate::flow::{Activation, returned};
use crate::heap::Heap;
use crate::object::Life;
use crate::run::{Run, Stop};
use crate::sets::Seen;
use crate::value::{ObjId, Val};
use cairn_ir::{BlockId, BlockRef, Body, Const, FuncId, Id, Inst, Op, Operand, Terminator, ValueId};
use parts::{Var, Vars, can_change, choices, is_part_of_a_whole, split, vars};
use stages::{Plan, Stage};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// Parts that speak of the same variables, by these.
pub(crate) type Sets = BTreeMap<Vars, Seen>;

/// Where parts that a stage does not use go on.
#[derive(Clone, PartialEq)]
pub(crate) enum Exit<'p> {
    /// With the next stage of the block.
    Next,
    /// Through blocks that only branch, if there are several.
    Jump(Vec<&'p BlockRef>),
    Return(&'p [Operand]),
    /// The program may end inside, by itself or not.
    End {
        by_itself: bool,
    },
}

/// An exit, and the variables of each combination that gets there.
#[derive(Clone)]
struct Taken<'p> {
    exit: Exit<'p>,
    by: BTreeSet<Vars>,
}

/// The parts at the stages of one function.
#[derive(Default)]
pub(crate) struct Parts<'p> {
    seen: BTreeMap<Stage, Sets>,
    /// Parts that nobody executed yet, by the block's place in the order and the stage.
    pending: BTreeMap<(usize, Stage), VecDeque<Heap>>,
    /// Parts that were combined with each other already.
    done: BTreeMap<Stage, Vec<(Vars, Heap)>>,
    /// Combinations that are part of no whole yet.
    waiting: BTreeMap<Stage, Vec<Heap>>,
    /// How many sets of variables there were when it was last looked which combinations are part of a whole.
    looked: BTreeMap<Stage, usize>,
    exits: BTreeMap<Stage, Vec<Taken<'p>>>,
    /// Exits that the execution of a stage found.
    found: Vec<Exit<'p>>,
    /// Jumps made just now to blocks that only branch.
    through: Vec<&'p BlockRef>,
    entered: BTreeSet<Stage>,
    plans: BTreeMap<Stage, Rc<Plan>>,
    returned: Sets,
    /// Variables that every state inside the function has, besides registers of its own.
    lasting: Vars,
}

/// Combinations at one place, before the analysis gives up.
const COMBINATIONS: usize = 3_000;

impl<'w> Run<'w> {
    /// Globals that can change, written out, so that each is a variable of some part.
    pub(crate) fn with_globals(&self, mut heap: Heap) -> Heap {
        for id in (0..self.world.fixed.len()).map(ObjId::new).filter(|&id| can_change(self.world, id)) {
            heap.obj_mut(self.world, id);
        }
        heap
    }

    /// Analyses every execution from the entry function. When it returns, only what the end needs is put together.
    pub(crate) fn run_in_parts(&mut self, entry: FuncId, args: Vec<Val>, heap: Heap) -> Result<(), Stop> {
        let heap = self.with_globals(heap);
        let (act, heap) = self.activation(entry, args, None, heap)?;
        let sets = self.follow(act, heap)?;
        let mut wanted = self.results(entry, 0);
        wanted.extend(self.world.program.func_named("exit").map(|exit| self.globals_of(exit)).unwrap_or_default());
        for heap in self.whole(&sets, &wanted)? {
            let (heap, results) = returned(heap);
            self.leave(entry, heap, results)?;
        }
        let others = sets.iter().filter(|(key, _)| key.is_disjoint(&wanted));
        for heap in others.flat_map(|(_, seen)| &seen.heaps) {
            self.end(returned(heap.clone()).0);
        }
        Ok(())
    }

    /// Runs a function; its caller gets whole heaps, as far as it gave them.
    pub(crate) fn call_in_parts(&mut self, act: Activation<'w>, heap: Heap) -> Result<Vec<(Heap, Vec<Val>)>, Stop> {
        let (func, depth) = (act.func, act.depth);
        let mut wanted = vars(self.world, &heap);
        wanted.retain(|var| !matches!(var, Var::Reg(frame, _) if *frame == depth));
        wanted.extend(self.results(func, depth));
        let sets = self.follow(act, heap)?;
        Ok(self.whole(&sets, &wanted)?.into_iter().map(returned).collect())
    }

    /// Runs a function at the end of a stage; its caller gets parts, each with the results that it speaks of.
    pub(crate) fn call_into_parts(
        &mut self,
        func: FuncId,
        args: Vec<Val>,
        area: Option<Val>,
        heap: Heap,
    ) -> Result<Vec<Returned>, Stop> {
        let (act, heap) = self.activation(func, args, area, heap)?;
        let sets = self.follow(act, heap)?;
        let parts = sets.into_values().flat_map(|seen| seen.heaps);
        let without_frame = |mut heap: Heap| {
            let frame = heap.frames.pop().expect("its own");
            (heap, frame.regs.into_iter().map(|(value, val)| (value.index(), val)).collect())
        };
        Ok(parts.map(without_frame).collect())
    }

    fn results(&self, func: FuncId, depth: usize) -> Vars {
        let count = self.world.program.funcs[func].sig.results.len();
        (0..count).map(|i| Var::Reg(depth, ValueId::new(i))).collect()
    }

    /// The parts in which a function returns.
    fn follow(&mut self, mut act: Activation<'w>, heap: Heap) -> Result<Sets, Stop> {
        let entry = act.body.entry();
        act.parts.lasting = vars(self.world, &heap);
        act.parts.lasting.retain(|var| !matches!(var, Var::Reg(frame, _) if *frame == act.depth));
        self.arrive(&mut act, Stage::start_of(entry), heap, false)?;
        while let Some((&(index, stage), _)) = act.parts.pending.first_key_value() {
            let mut queue = act.parts.pending.remove(&(index, stage)).expect("first");
            while let Some(part) = queue.pop_front() {
                self.part(&mut act, stage, part)?;
            }
        }
        for (stage, sets) in act.parts.seen.iter().filter(|(stage, _)| stage.from == 0) {
            let heaps: Vec<Heap> = sets.values().flat_map(|seen| seen.heaps.iter().cloned()).collect();
            self.keep_invariant(&act, stage.block, &heaps);
        }
        Ok(act.parts.returned)
    }

    /// Do parts of a stage complete a combination with these variables to all that there are?
    fn is_feasible(&mut self, act: &mut Activation<'w>, stage: Stage, own: &Vars) -> bool {
        let plan = self.plan(act, stage);
        let parts: Vec<&Vars> = act.parts.seen.get(&stage).into_iter().flat_map(Sets::keys).collect();
        is_part_of_a_whole(own, &parts, &plan.variables, &self.world.effort)
    }

    /// Brings the parts of a heap to a stage.
    fn arrive(&mut self, act: &mut Activation<'w>, stage: Stage, mut heap: Heap, bystander: bool) -> Result<(), Stop> {
        heap.collect();
        let (mut parts, rest) = split(self.world, &heap);
        if !bystander || !rest.lost.is_empty() {
            parts.push(rest);
        }
        let is_loop = stage.from == 0 && act.shape.loops.is_header(stage.block);
        let index = act.shape.cfg.rpo_index(stage.block);
        if self.plan(act, stage).may_stay {
            // A call that never comes back has only the parts that it uses.
            parts.iter().for_each(|part| self.doubt_lost(part));
        }
        for part in parts {
            let key = vars(self.world, &part);
            let sets = act.parts.seen.entry(stage).or_default();
            let mut seen = sets.remove(&key).unwrap_or_default();
            let admitted = self.admit(&mut seen, part, is_loop);
            act.parts.seen.entry(stage).or_default().insert(key, seen);
            if let (Some(part), Some(index)) = (admitted?, index) {
                act.parts.pending.entry((index, stage)).or_default().push_back(part);
            }
        }
        Ok(())
    }

    /// Executes a stage on a part that is new there, together with others where the stage uses it.
    fn part(&mut self, act: &mut Activation<'w>, stage: Stage, part: Heap) -> Result<(), Stop> {
        self.look_again(act, stage)?;
        let key = vars(self.world, &part);
        let is_current = |key: &Vars, part: &Heap, act: &Activation<'w>| {
            act.parts.seen.get(&stage).and_then(|sets| sets.get(key)).is_some_and(|seen| seen.heaps.contains(part))
        };
        if !is_current(&key, &part, act) {
            return Ok(());
        }
        let plan = self.plan(act, stage);
        let first = plan.uses.is_empty() && act.parts.entered.insert(stage);
        if key.is_disjoint(&plan.uses) && !first {
            for taken in act.parts.exits.get(&stage).cloned().unwrap_or_default() {
                self.pass_along(act, stage, &key, std::slice::from_ref(&part), &taken)?;
            }
            return Ok(());
        }
        let mut done = act.parts.done.remove(&stage).unwrap_or_default();
        done.retain(|(key, part)| is_current(key, part, act));
        let with = (!first).then_some((&key, &part));
        let others: Vec<(&Vars, &Heap)> = done.iter().map(|(key, part)| (key, part)).collect();
        let Some(combinations) = choices(&others, with, &plan.uses, COMBINATIONS) else { return Err(Stop::Steps) };
        let heaps: Vec<Heap> = combinations.iter().map(|chosen| self.together(&part, chosen)).collect();
        if !first {
            done.push((key, part));
        }
        act.parts.done.insert(stage, done);
        heaps.into_iter().try_for_each(|heap| self.combination(act, stage, heap))
    }

    /// With parts of other variables, more combinations are part of a whole.
    fn look_again(&mut self, act: &mut Activation<'w>, stage: Stage) -> Result<(), Stop> {
        let count = act.parts.seen.get(&stage).map_or(0, Sets::len);
        if act.parts.looked.insert(stage, count) == Some(count) {
            return Ok(());
        }
        for taken in act.parts.exits.get(&stage).cloned().unwrap_or_default() {
            self.pass_all_along(act, stage, &taken)?;
        }
        let waiting = act.parts.waiting.remove(&stage).unwrap_or_default();
        waiting.into_iter().try_for_each(|heap| self.combination(act, stage, heap))
    }

    /// Parts as one heap; `like` tells which functions are active.
    fn together(&self, like: &Heap, parts: &[&Heap]) -> Heap {
        let mut heap = split(self.world, like).1;
        heap.lost.clear();
        for part in parts {
            heap.absorb(self.world, part);
        }
        heap
    }

    fn combination(&mut self, act: &mut Activation<'w>, stage: Stage, heap: Heap) -> Result<(), Stop> {
        let (plan, own) = (self.plan(act, stage), vars(self.world, &heap));
        if !self.is_feasible(act, stage, &own) {
            act.parts.waiting.entry(stage).or_default().push(heap);
            return Ok(());
        }
        self.spend(1 + heap.objs.len() as u64)?;
        let (ends, exits) = (self.table.ends, self.table.exits);
        let heaps = self.instructions(act, stage.block, plan.range.clone(), heap)?;
        match plan.is_last {
            true => self.leave_block(act, stage.block, heaps)?,
            false => heaps.into_iter().try_for_each(|heap| self.go_on(act, stage, heap, false))?,
        }
        let mut found = std::mem::take(&mut act.parts.found);
        if self.table.ends > ends {
            found.push(Exit::End { by_itself: self.table.exits > exits });
        }
        for exit in found {
            let exits = act.parts.exits.entry(stage).or_default();
            let at = exits.iter().position(|taken| taken.exit == exit).unwrap_or(exits.len());
            if at == exits.len() {
                exits.push(Taken { exit: exit.clone(), by: BTreeSet::new() });
            }
            if exits[at].by.insert(own.clone()) {
                self.pass_all_along(act, stage, &Taken { exit, by: BTreeSet::from([own.clone()]) })?;
            }
        }
        Ok(())
    }

    /// Parts that the stage does not use go where combinations get.
    fn pass_all_along(&mut self, act: &mut Activation<'w>, stage: Stage, taken: &Taken<'w>) -> Result<(), Stop> {
        let plan = self.plan(act, stage);
        let sets = act.parts.seen.get(&stage).into_iter().flatten();
        let passing = sets.filter(|(key, _)| key.is_disjoint(&plan.uses));
        let passing: Vec<(Vars, Vec<Heap>)> = passing.map(|(key, seen)| (key.clone(), seen.heaps.clone())).collect();
        passing.iter().try_for_each(|(key, parts)| self.pass_along(act, stage, key, parts, taken))
    }

    /// Parts with the same variables go where a combination gets, if they are part of a whole together with it.
    fn pass_along(
        &mut self,
        act: &mut Activation<'w>,
        stage: Stage,
        key: &Vars,
        parts: &[Heap],
        taken: &Taken<'w>,
    ) -> Result<(), Stop> {
        let mut others = taken.by.iter().filter(|own| own.is_disjoint(key));
        match others.any(|own| self.is_feasible(act, stage, &own.union(key).copied().collect())) {
            true => parts.iter().try_for_each(|part| self.pass(act, stage, part, &taken.exit)),
            false => Ok(()),
        }
    }

    /// A part that the stage does not use goes on.
    fn pass(&mut self, act: &mut Activation<'w>, stage: Stage, part: &Heap, exit: &Exit<'w>) -> Result<(), Stop> {
        match exit {
            Exit::Next => self.go_on(act, stage, part.clone(), true),
            Exit::Jump(jumps) => {
                let part = jumps.iter().fold(part.clone(), |part, to| self.jumped(act, part, to, true));
                let to = jumps.last().expect("somewhere").block;
                self.arrive(act, Stage::start_of(to), part, true)
            }
            Exit::Return(values) => self.return_in_parts(act, part.clone(), values, true),
            Exit::End { by_itself: true } => {
                self.end(part.clone());
                Ok(())
            }
            Exit::End { by_itself: false } => {
                self.abandon(part.clone());
                Ok(())
            }
        }
    }

    /// To the next stage of the block.
    fn go_on(&mut self, act: &mut Activation<'w>, stage: Stage, mut heap: Heap, bystander: bool) -> Result<(), Stop> {
        if !bystander {
            act.parts.found.push(Exit::Next);
        }
        let plan = self.plan(act, stage);
        heap.frame_mut().regs.retain(|value, _| plan.live_behind.contains(value));
        self.arrive(act, Stage { from: plan.range.end, ..stage }, heap, bystander)
    }

    /// A jump of a combination. A block that only branches, on something that it was just told or that follows from this
    /// heap alone, is passed at once: which way it goes would not be known any more to a heap that was taken apart before.
    pub(crate) fn jump_in_parts(&mut self, act: &mut Activation<'w>, heap: Heap, to: &'w BlockRef) -> Result<(), Stop> {
        let heap = self.jumped(act, heap, to, false);
        act.parts.through.push(to);
        let passed = match act.shape.loops.is_header(to.block) {
            true => None,
            false => self.decided(act, to.block, &heap)?,
        };
        let done = match passed {
            Some(heap) => self.leave_block(act, to.block, vec![heap]),
            None => {
                act.parts.found.push(Exit::Jump(act.parts.through.clone()));
                self.arrive(act, Stage::start_of(to.block), heap, false)
            }
        };
        act.parts.through.pop();
        done
    }

    /// The heap at the end of a block that only branches, if it tells which way.
    fn decided(&mut self, act: &Activation<'w>, block: BlockId, heap: &Heap) -> Result<Option<Heap>, Stop> {
        let code = &act.body.blocks[block];
        let on = match &code.term {
            Terminator::Branch { cond, .. } => *cond,
            Terminator::Switch(switch) => switch.value,
            _ => return Ok(None),
        };
        let Operand::Value(on) = on else { return Ok(None) };
        // What a global holds is known where it is a part only.
        let mut is_there = true;
        code.term.for_each_operand(|operand| {
            if let Operand::Const(id) = operand
                && let Const::Global { id, .. } = act.body.consts[id]
            {
                let id = ObjId::new(id.index());
                is_there &= !can_change(self.world, id) || heap.objs.contains_key(&id);
            }
        });
        if !is_there {
            return Ok(None);
        }
        if code.insts.is_empty() {
            let is_told = code.params.contains(&on) && heap.frame().regs.contains_key(&on);
            return Ok(is_told.then(|| heap.clone()));
        }
        let speaks_of = |operand: Operand| match operand {
            Operand::Value(value) => heap.frame().regs.contains_key(&value),
            Operand::Const(id) => !matches!(act.body.consts[id], Const::Global { .. }),
        };
        let compares =
            |inst: &Inst| matches!(inst.op, Op::Compare { lhs, rhs, .. } if speaks_of(lhs) && speaks_of(rhs));
        if !code.insts.iter().all(compares) {
            return Ok(None);
        }
        let heaps = self.instructions(act, block, 0..code.insts.len(), heap.clone())?;
        let [heap] = &heaps[..] else { return Ok(None) };
        let is_decided = heap.frame().regs.get(&on).is_some_and(|val| val.as_const().is_some());
        Ok(is_decided.then(|| heap.clone()))
    }

    /// A heap behind a jump, with the registers that it speaks of.
    fn jumped(&self, act: &Activation<'w>, mut heap: Heap, to: &BlockRef, bystander: bool) -> Heap {
        let args: Vec<Option<Val>> = to.args.iter().map(|&arg| self.known(act.body, &heap, arg, bystander)).collect();
        let live = &act.shape.live_in[to.block.index()];
        heap.frame_mut().regs.retain(|value, _| live.contains(value));
        for (&param, arg) in act.body.blocks[to.block].params.iter().zip(args) {
            arg.into_iter().for_each(|arg| heap.set(param, arg));
        }
        heap
    }

    /// A value that the heap speaks of. Constants are brought by whoever executed the block.
    fn known(&self, body: &Body, heap: &Heap, operand: Operand, bystander: bool) -> Option<Val> {
        match operand {
            Operand::Value(value) => heap.frame().regs.get(&value).copied(),
            Operand::Const(_) if bystander => None,
            Operand::Const(_) => Some(self.value(body, heap, operand)),
        }
    }

    pub(crate) fn return_in_parts(
        &mut self,
        act: &mut Activation<'w>,
        mut heap: Heap,
        values: &'w [Operand],
        bystander: bool,
    ) -> Result<(), Stop> {
        if !bystander {
            act.parts.found.push(Exit::Return(values));
        }
        let results: Vec<Option<Val>> =
            values.iter().map(|&value| self.known(act.body, &heap, value, bystander)).collect();
        if heap.frames.len() == 1 && self.path.is_empty() {
            let known: Vec<Val> = results.iter().copied().flatten().collect();
            self.check_exit_code(&heap, act.func, &known);
        }
        for local in std::mem::take(&mut heap.frame_mut().locals) {
            if heap.objs.contains_key(&local) {
                heap.obj_mut(self.world, local).end(Life::ScopeEnded);
            }
        }
        let regs = &mut heap.frame_mut().regs;
        regs.clear();
        regs.extend(results.into_iter().enumerate().filter_map(|(i, val)| Some((ValueId::new(i), val?))));
        heap.collect();
        let (mut parts, rest) = split(self.world, &heap);
        if !bystander || !rest.lost.is_empty() {
            parts.push(rest);
        }
        for part in parts {
            let key = vars(self.world, &part);
            let mut seen = act.parts.returned.remove(&key).unwrap_or_default();
            let admitted = self.admit(&mut seen, part, false);
            act.parts.returned.insert(key, seen);
            admitted?;
        }
        Ok(())
    }

    /// The parts in which a function returns, put together to heaps that speak of all the given variables. All are
    /// of functions that call this one, and its results.
    fn whole(&mut self, returned: &Sets, wanted: &Vars) -> Result<Vec<Heap>, Stop> {
        let parts: Vec<(&Vars, &Heap)> =
            returned.iter().flat_map(|(key, seen)| seen.heaps.iter().map(move |heap| (key, heap))).collect();
        let Some((_, like)) = parts.first() else { return Ok(Vec::new()) };
        let Some(combinations) = choices(&parts, None, wanted, COMBINATIONS) else { return Err(Stop::Steps) };
        let lost: BTreeSet<_> = parts.iter().flat_map(|(_, heap)| heap.lost.iter().copied()).collect();
        let mut heaps = Vec::new();
        for chosen in combinations {
            let mut heap = self.together(like, &chosen);
            self.spend(1 + heap.objs.len() as u64)?;
            heap.lost.extend(lost.iter().copied());
            heaps.push(heap);
        }
        Ok(heaps)
    }
}
