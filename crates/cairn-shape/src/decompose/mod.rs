//! Joins by decomposition: at each block stand parts of heaps, and which of them occurred together is forgotten. With k lists
//! of three states each that makes 3k parts instead of 3^k heaps.
//!
//! A block is executed on parts that have the variables that it uses, in every combination that has no variable twice;
//! other parts pass by, to wherever some combination gets. What a part says of a variable, no other part of the same
//! state says; so a global that can change is a variable from the start, and goes with whatever points to it.
//!
//! Not here: what a part is (`parts`), sets of parts that speak of the same variables (`flow::Seen`).

pub(crate) mod parts;
#[cfg(test)]
mod tests;

use crate::flow::{Activation, Seen, returned};
use crate::heap::Heap;
use crate::object::Life;
use crate::run::{Run, Stop};
use crate::value::{ObjId, Val};
use cairn_ir::{BlockId, BlockRef, Body, Callee, Const, FuncId, Id, Op, Operand, Terminator, ValueId};
use parts::{Var, Vars, can_change, choices, split, vars};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Parts that speak of the same variables, by these.
pub(crate) type Sets = BTreeMap<Vars, Seen>;

/// Where parts that a block does not use go on.
#[derive(Clone, PartialEq)]
pub(crate) enum Exit<'p> {
    Jump(&'p BlockRef),
    Return(&'p [Operand]),
    /// The program may end inside, by itself or not.
    End {
        by_itself: bool,
    },
}

/// The parts at the blocks of one function.
#[derive(Default)]
pub(crate) struct Parts<'p> {
    pub seen: BTreeMap<BlockId, Sets>,
    /// Parts that were combined with each other already.
    done: BTreeMap<BlockId, Vec<(Vars, Heap)>>,
    exits: BTreeMap<BlockId, Vec<Exit<'p>>>,
    /// Exits that the execution of a block found.
    found: Vec<Exit<'p>>,
    entered: BTreeSet<BlockId>,
    uses: BTreeMap<BlockId, Rc<Vars>>,
    pub returned: Sets,
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
            self.leave(heap, results)?;
        }
        let others = sets.iter().filter(|(key, _)| key.is_disjoint(&wanted));
        for heap in others.flat_map(|(_, seen)| &seen.heaps) {
            self.end(returned(heap.clone()).0);
        }
        Ok(())
    }

    /// Runs a function; its callers get whole heaps, as far as they gave them.
    pub(crate) fn call_in_parts(&mut self, act: Activation<'w>, heap: Heap) -> Result<Vec<(Heap, Vec<Val>)>, Stop> {
        let (func, depth) = (act.func, act.depth);
        let mut wanted = vars(self.world, &heap);
        wanted.retain(|var| !matches!(var, Var::Reg(frame, _) if *frame == depth));
        wanted.extend(self.results(func, depth));
        let sets = self.follow(act, heap)?;
        Ok(self.whole(&sets, &wanted)?.into_iter().map(returned).collect())
    }

    fn results(&self, func: FuncId, depth: usize) -> Vars {
        let count = self.world.program.funcs[func].sig.results.len();
        (0..count).map(|i| Var::Reg(depth, ValueId::new(i))).collect()
    }

    /// The parts in which a function returns.
    fn follow(&mut self, mut act: Activation<'w>, heap: Heap) -> Result<Sets, Stop> {
        let entry = act.body.entry();
        self.arrive(&mut act, entry, heap, false)?;
        while let Some((&index, _)) = act.pending.first_key_value() {
            let mut queue = act.pending.remove(&index).expect("first");
            let block = act.shape.cfg.rpo()[index];
            while let Some(part) = queue.pop_front() {
                self.part(&mut act, block, part)?;
            }
        }
        for (&block, sets) in &act.parts.seen {
            let heaps: Vec<Heap> = sets.values().flat_map(|seen| seen.heaps.iter().cloned()).collect();
            self.keep_invariant(&act, block, &heaps);
        }
        Ok(act.parts.returned)
    }

    /// Brings the parts of a heap to a block.
    pub(crate) fn arrive(
        &mut self,
        act: &mut Activation<'w>,
        block: BlockId,
        mut heap: Heap,
        bystander: bool,
    ) -> Result<(), Stop> {
        heap.collect();
        let (mut parts, rest) = split(self.world, &heap);
        if !bystander || !rest.lost.is_empty() {
            parts.push(rest);
        }
        let is_loop = act.shape.loops.is_header(block);
        let index = act.shape.cfg.rpo_index(block);
        for part in parts {
            let key = vars(self.world, &part);
            let sets = act.parts.seen.entry(block).or_default();
            let mut seen = sets.remove(&key).unwrap_or_default();
            let admitted = self.admit(&mut seen, part, is_loop);
            act.parts.seen.entry(block).or_default().insert(key, seen);
            if let (Some(part), Some(index)) = (admitted?, index) {
                act.pending.entry(index).or_default().push_back(part);
            }
        }
        Ok(())
    }

    /// Executes a block on a part that is new there, together with others where the block uses it.
    pub(crate) fn part(&mut self, act: &mut Activation<'w>, block: BlockId, part: Heap) -> Result<(), Stop> {
        let key = vars(self.world, &part);
        let is_current = |key: &Vars, part: &Heap, act: &Activation<'w>| {
            act.parts.seen.get(&block).and_then(|sets| sets.get(key)).is_some_and(|seen| seen.heaps.contains(part))
        };
        if !is_current(&key, &part, act) {
            return Ok(());
        }
        let uses = self.uses(act, block);
        let first = uses.is_empty() && act.parts.entered.insert(block);
        if key.is_disjoint(&uses) && !first {
            for exit in act.parts.exits.get(&block).cloned().unwrap_or_default() {
                self.pass(act, &part, &exit)?;
            }
            return Ok(());
        }
        let mut done = act.parts.done.remove(&block).unwrap_or_default();
        done.retain(|(key, part)| is_current(key, part, act));
        let with = (!first).then_some((&key, &part));
        let others: Vec<(&Vars, &Heap)> = done.iter().map(|(key, part)| (key, part)).collect();
        let Some(combinations) = choices(&others, with, &uses, COMBINATIONS) else { return Err(Stop::Steps) };
        let heaps: Vec<Heap> = combinations.iter().map(|chosen| self.together(&part, chosen)).collect();
        if !first {
            done.push((key, part));
        }
        act.parts.done.insert(block, done);
        for heap in heaps {
            self.spend(1 + heap.objs.len() as u64)?;
            self.combination(act, block, heap)?;
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

    fn combination(&mut self, act: &mut Activation<'w>, block: BlockId, heap: Heap) -> Result<(), Stop> {
        let (ends, exits) = (self.table.ends, self.table.exits);
        self.block(act, block, heap)?;
        let mut found = std::mem::take(&mut act.parts.found);
        if self.table.ends > ends {
            found.push(Exit::End { by_itself: self.table.exits > exits });
        }
        for exit in found {
            let known = act.parts.exits.entry(block).or_default();
            if known.contains(&exit) {
                continue;
            }
            known.push(exit.clone());
            let uses = self.uses(act, block);
            let sets = act.parts.seen.get(&block).into_iter().flatten();
            let passing = sets.filter(|(key, _)| key.is_disjoint(&uses)).flat_map(|(_, seen)| seen.heaps.clone());
            for part in passing.collect::<Vec<_>>() {
                self.pass(act, &part, &exit)?;
            }
        }
        Ok(())
    }

    /// A part that the block does not use goes on.
    fn pass(&mut self, act: &mut Activation<'w>, part: &Heap, exit: &Exit<'w>) -> Result<(), Stop> {
        match exit {
            Exit::Jump(to) => self.jump_in_parts(act, part.clone(), to, true),
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

    /// A jump with the registers that the heap has.
    pub(crate) fn jump_in_parts(
        &mut self,
        act: &mut Activation<'w>,
        mut heap: Heap,
        to: &'w BlockRef,
        bystander: bool,
    ) -> Result<(), Stop> {
        if !bystander {
            act.parts.found.push(Exit::Jump(to));
        }
        let args: Vec<Option<Val>> = to.args.iter().map(|&arg| self.known(act.body, &heap, arg, bystander)).collect();
        let live = &act.shape.live_in[to.block.index()];
        heap.frame_mut().regs.retain(|value, _| live.contains(value));
        for (&param, arg) in act.body.blocks[to.block].params.iter().zip(args) {
            arg.into_iter().for_each(|arg| heap.set(param, arg));
        }
        self.arrive(act, to.block, heap, bystander)
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
    pub(crate) fn whole(&mut self, returned: &Sets, wanted: &Vars) -> Result<Vec<Heap>, Stop> {
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

    // ---- what code uses ----

    /// Variables that the instructions of a block read; those that jumps only hand on do not count.
    fn uses(&self, act: &mut Activation<'w>, block: BlockId) -> Rc<Vars> {
        if let Some(uses) = act.parts.uses.get(&block) {
            return uses.clone();
        }
        let code = &act.body.blocks[block];
        let mut uses = Vars::new();
        let mut own: BTreeSet<ValueId> = BTreeSet::new();
        let depth = act.depth;
        let add = |uses: &mut Vars, own: &BTreeSet<ValueId>, operand: Operand| match operand {
            Operand::Value(value) if !own.contains(&value) => {
                uses.insert(Var::Reg(depth, value));
            }
            Operand::Value(_) => {}
            Operand::Const(id) => self.add_global(uses, &act.body.consts[id]),
        };
        for inst in &code.insts {
            inst.op.for_each_operand(|operand| add(&mut uses, &own, operand));
            if let Op::Call { callee, .. } = &inst.op {
                self.add_callee(&mut uses, *callee);
            }
            own.extend(inst.results.iter());
        }
        match &code.term {
            Terminator::Branch { cond, .. } => add(&mut uses, &own, *cond),
            Terminator::Switch(switch) => add(&mut uses, &own, switch.value),
            Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => {}
        }
        let uses = Rc::new(uses);
        act.parts.uses.insert(block, uses.clone());
        uses
    }

    fn add_global(&self, uses: &mut Vars, constant: &Const) {
        if let Const::Global { id, .. } = constant
            && can_change(self.world, ObjId::new(id.index()))
        {
            uses.insert(Var::Global(ObjId::new(id.index())));
        }
    }

    /// Globals that a function, or one that it calls, names.
    fn add_callee(&self, uses: &mut Vars, callee: Callee) {
        match callee {
            Callee::Direct(func) => uses.extend(self.globals_of(func)),
            Callee::Indirect(_) => {
                let all = (0..self.world.fixed.len()).map(ObjId::new).filter(|&id| can_change(self.world, id));
                uses.extend(all.map(Var::Global));
            }
        }
    }

    pub(crate) fn globals_of(&self, func: FuncId) -> Vars {
        let (mut globals, mut met, mut work) = (Vars::new(), BTreeSet::new(), vec![func]);
        while let Some(func) = work.pop() {
            if met.insert(func)
                && let Some(body) = &self.world.program.funcs[func].body
            {
                body.consts.iter().for_each(|(_, constant)| self.add_global(&mut globals, constant));
                work.extend(self.calls.callees(func));
            }
        }
        globals
    }
}
