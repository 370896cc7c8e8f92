//! Stages: runs of instructions of a block that have to do with each other, and the variables that they use.
//!
//! Instructions on different lists, one after the other, need not be executed on all combinations of what is known of
//! these lists. A stage ends where the next instruction has nothing to do with it, and behind a call. A condition does
//! not leave the stage where it was computed: what it says of other values would be forgotten.

use super::parts::{Var, Vars, can_change};
use crate::flow::Activation;
use crate::run::{Run, live_before};
use crate::value::ObjId;
use cairn_ir::{BlockId, Body, Const, FuncId, Id, Inst, Op, Operand, Terminator, ValueId};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// A stage by its block and its first instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Stage {
    pub block: BlockId,
    pub from: usize,
}

/// What is fixed about a stage.
pub(crate) struct Plan {
    /// Its instructions; the terminator follows if they are the last of the block.
    pub range: Range<usize>,
    pub is_last: bool,
    /// Variables that the instructions read; those that jumps only hand on do not count.
    pub uses: Vars,
    /// Those that every state has when it gets there: whatever is read from there on was written before.
    pub variables: Vars,
    /// It calls a function that may stay in a loop, or in a recursion.
    pub may_stay: bool,
    /// Registers that are read behind it, if it is not the last one.
    pub live_behind: BTreeSet<ValueId>,
}

impl Stage {
    pub fn start_of(block: BlockId) -> Stage {
        Stage { block, from: 0 }
    }
}

impl<'w> Run<'w> {
    pub(crate) fn plan(&mut self, act: &mut Activation<'w>, stage: Stage) -> Rc<Plan> {
        if let Some(plan) = act.parts.plans.get(&stage) {
            return plan.clone();
        }
        let (body, block) = (act.body, stage.block);
        let count = body.blocks[block].insts.len();
        let next = bounds(body, block).into_iter().find(|&bound| bound > stage.from);
        let range = stage.from..next.unwrap_or(count);
        let live_out = act.shape.live_out[block.index()].clone();
        let plan = Rc::new(Plan {
            is_last: next.is_none(),
            variables: self.variables_at(act, stage),
            uses: self.uses(act, block, range.clone(), next.is_none()),
            may_stay: body.blocks[block].insts[range.clone()].iter().any(|inst| self.calls_endless(body, inst)),
            live_behind: live_before(body, block, range.end, live_out),
            range,
        });
        act.parts.plans.insert(stage, plan.clone());
        plan
    }

    fn calls_endless(&mut self, body: &Body, inst: &Inst) -> bool {
        let Op::Call { callee, .. } = inst.op else { return false };
        let Some(func) = body.known_callee(callee) else { return true };
        let (mut met, mut work) = (BTreeSet::new(), vec![func]);
        while let Some(func) = work.pop() {
            let is_indirect = || self.calls.indirect.iter().any(|site| site.func == func);
            if self.is_recursive(func) || is_indirect() || self.iterates(func) {
                return true;
            }
            if met.insert(func) {
                work.extend(self.calls.callees(func));
            }
        }
        false
    }

    fn variables_at(&self, act: &Activation<'w>, stage: Stage) -> Vars {
        let (body, block) = (act.body, stage.block);
        let mut live = live_before(body, block, stage.from, act.shape.live_out[block.index()].clone());
        if stage.from == 0 {
            live.extend(&body.blocks[block].params);
        }
        let own = live.into_iter().map(|value| Var::Reg(act.depth, value));
        act.parts.lasting.iter().copied().chain(own).collect()
    }

    fn uses(&self, act: &Activation<'w>, block: BlockId, range: Range<usize>, is_last: bool) -> Vars {
        let code = &act.body.blocks[block];
        let (mut uses, mut own) = (Vars::new(), BTreeSet::new());
        let depth = act.depth;
        let add = |uses: &mut Vars, own: &BTreeSet<ValueId>, operand: Operand| match operand {
            Operand::Value(value) if !own.contains(&value) => {
                uses.insert(Var::Reg(depth, value));
            }
            Operand::Value(_) => {}
            Operand::Const(id) => self.add_global(uses, &act.body.consts[id]),
        };
        for inst in &code.insts[range] {
            inst.op.for_each_operand(|operand| add(&mut uses, &own, operand));
            if let Op::Call { callee, .. } = &inst.op {
                self.add_callee(&mut uses, act.body.known_callee(*callee));
            }
            own.extend(inst.results.iter());
        }
        match &code.term {
            Terminator::Branch { cond, .. } if is_last => add(&mut uses, &own, *cond),
            Terminator::Switch(switch) if is_last => add(&mut uses, &own, switch.value),
            _ => {}
        }
        if is_last {
            // A register gets the address: where it leads is then in the same part.
            code.term.for_each_operand(|operand| {
                if let Operand::Const(id) = operand {
                    self.add_global(&mut uses, &act.body.consts[id]);
                }
            });
        }
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
    fn add_callee(&self, uses: &mut Vars, callee: Option<FuncId>) {
        match callee {
            Some(func) => uses.extend(self.globals_of(func)),
            None => uses.extend(self.all_globals()),
        }
    }

    fn all_globals(&self) -> impl Iterator<Item = Var> {
        (0..self.world.fixed.len()).map(ObjId::new).filter(|&id| can_change(self.world, id)).map(Var::Global)
    }

    /// What is called through a pointer may name any of them.
    pub(crate) fn globals_of(&self, func: FuncId) -> Vars {
        let (mut globals, mut met, mut work) = (Vars::new(), BTreeSet::new(), vec![func]);
        while let Some(func) = work.pop() {
            if met.insert(func)
                && let Some(body) = &self.world.program.funcs[func].body
            {
                if self.calls.indirect.iter().any(|site| site.func == func) {
                    return self.all_globals().collect();
                }
                body.consts.iter().for_each(|(_, constant)| self.add_global(&mut globals, constant));
                work.extend(self.calls.callees(func));
            }
        }
        globals
    }
}

/// Where the stages of a block start, besides its first instruction; behind the last one is the terminator.
fn bounds(body: &Body, block: BlockId) -> Vec<usize> {
    let insts = &body.blocks[block].insts;
    let is_call = |at: usize| at > 0 && matches!(insts[at - 1].op, Op::Call { .. });
    let mut bounds = Vec::new();
    let mut group: BTreeSet<Name> = BTreeSet::new();
    for (at, inst) in insts.iter().enumerate() {
        let names = names(body, inst);
        let apart = !group.is_empty() && !names.is_empty() && group.is_disjoint(&names);
        // What a call gives back is in parts already.
        if is_call(at) || (apart && !crossed_by_condition(body, block, at)) {
            bounds.push(at);
            group.clear();
        }
        group.extend(names);
        group.extend(inst.results.iter().map(Name::Value));
    }
    bounds.extend(Some(insts.len()).filter(|&end| is_call(end)));
    bounds
}

/// Something that tells instructions on different lists apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Value(ValueId),
    Global(usize),
}

fn names(body: &Body, inst: &Inst) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    inst.op.for_each_operand(|operand| match operand {
        Operand::Value(value) => {
            names.insert(Name::Value(value));
        }
        Operand::Const(id) => {
            if let Const::Global { id, .. } = &body.consts[id] {
                names.insert(Name::Global(id.index()));
            }
        }
    });
    names
}

/// Is a condition computed before this instruction and read in it or behind it?
fn crossed_by_condition(body: &Body, block: BlockId, start: usize) -> bool {
    let code = &body.blocks[block];
    let is_condition = |value: &ValueId| body.values[*value].ty == cairn_ir::Type::Int(1);
    let before: BTreeSet<ValueId> =
        code.insts[..start].iter().flat_map(|inst| inst.results.iter()).filter(is_condition).collect();
    let mut read = false;
    let mut look = |operand: Operand| read |= matches!(operand, Operand::Value(value) if before.contains(&value));
    code.insts[start..].iter().for_each(|inst| inst.op.for_each_operand(&mut look));
    code.term.for_each_operand(look);
    read
}
