//! Joins by decomposition: at each block stand parts of heaps, and which of them occurred together is forgotten. With k lists
//! of three states each that makes 3k parts instead of 3^k heaps.
//!
//! A stage, a run of instructions that have to do with each other, is executed on parts that have the variables that it
//! uses, in every combination that has no variable twice; other parts pass by, to wherever a combination gets that has none
//! of their variables. Parts that fit together need not be of one state: a check that fails in a combination is in doubt only
//! if other parts of that place complete it to all variables. What a part says of a variable, no other part of the same state says; so a global that can change is a
//! variable from the start, and goes with whatever points to it.
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
use crate::object::{Life, Where};
use crate::run::{Run, Stop};
use crate::sets::Seen;
use crate::value::{ObjId, Val};
use cairn_ir::{BlockId, BlockRef, Body, Const, FuncId, Id, Inst, Op, Operand, Rule, Terminator, ValueId};
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

/// An exit, and the variables of each combination that gets there: a part that has one of them does not occur with it.
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
    /// Checks that may fail in a combination, by its stage and variables, until it is known whether that is part of a whole.
    doubts: BTreeMap<(Stage, Vars), BTreeSet<(Where, Rule)>>,
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
        self.keep_feasible_doubts(&mut act);
        Ok(act.parts.returned)
    }

    /// Drops doubts of combinations that are part of no whole, or that only such ones lead to. Not before now it is known
    /// which parts get to each stage.
    fn keep_feasible_doubts(&mut self, act: &mut Activation<'w>) {
        let doubts = std::mem::take(&mut act.parts.doubts);
        if doubts.is_empty() {
            return;
        }
        let reached = self.stages_of_wholes(act);
        for ((stage, own), doubts) in doubts {
            if reached.contains(&stage) && self.is_feasible(act, stage, &own) {
                self.doubts.extend(doubts);
            }
        }
    }

    /// Stages to which combinations lead that are part of a whole.
    fn stages_of_wholes(&mut self, act: &mut Activation<'w>) -> BTreeSet<Stage> {
        let mut reached = BTreeSet::new();
        let mut work = vec![Stage::start_of(act.body.entry())];
        while let Some(stage) = work.pop() {
            if !reached.insert(stage) {
                continue;
            }
            let next = Stage { from: self.plan(act, stage).range.end, ..stage };
            for taken in act.parts.exits.get(&stage).into_iter().flatten() {
                if taken.by.iter().any(|own| self.is_feasible(act, stage, own)) {
                    match &taken.exit {
                        Exit::Next => work.push(next),
                        Exit::Jump(jumps) => work.extend(jumps.last().map(|to| Stage::start_of(to.block))),
                        Exit::Return(_) | Exit::End { .. } => {}
                    }
                }
            }
        }
        reached
    }

    /// Do parts of a stage complete a combination with these variables to all that there are?
    fn is_feasible(&self, act: &Activation<'w>, stage: Stage, own: &Vars) -> bool {
        let parts: Vec<&Vars> = act.parts.seen.get(&stage).into_iter().flat_map(Sets::keys).collect();
        is_part_of_a_whole(own, &parts, &self.variables_at(act, stage))
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
                if taken.by.iter().any(|vars| vars.is_disjoint(&key)) {
                    self.pass(act, stage, &part, &taken.exit)?;
                }
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
        for heap in heaps {
            self.spend(1 + heap.objs.len() as u64)?;
            self.combination(act, stage, heap)?;
        }
        Ok(())
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
        let (ends, exits) = (self.table.ends, self.table.exits);
        let others = std::mem::take(&mut self.doubts);
        let heaps = self.instructions(act, stage.block, plan.range.clone(), heap)?;
        match plan.is_last {
            true => self.leave_block(act, stage.block, heaps)?,
            false => heaps.into_iter().try_for_each(|heap| self.go_on(act, stage, heap, false))?,
        }
        let doubts = std::mem::replace(&mut self.doubts, others);
        if !doubts.is_empty() {
            act.parts.doubts.entry((stage, own.clone())).or_default().extend(doubts);
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
            if !exits[at].by.insert(own.clone()) {
                continue;
            }
            let may_pass = |key: &Vars| key.is_disjoint(&plan.uses) && key.is_disjoint(&own);
            let sets = act.parts.seen.get(&stage).into_iter().flatten();
            let passing = sets.filter(|(key, _)| may_pass(key)).flat_map(|(_, seen)| seen.heaps.clone());
            for part in passing.collect::<Vec<_>>() {
                self.pass(act, stage, &part, &exit)?;
            }
        }
        Ok(())
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
