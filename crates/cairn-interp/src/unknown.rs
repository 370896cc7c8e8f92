//! Calls of functions that nobody defines, for executions that go on after them.
//!
//! Such a function may do anything. What it could write is undefined afterwards, and so is its result: whatever the
//! execution then comes to without depending on undefined values does not depend on the function either, if it returns.
//! Whether it does is not known of calls such as `die()` behind a test. So only a call that every way through the active
//! functions takes is skipped: had it never returned, they would be of no use.

use crate::code::{CallSite, Src};
use crate::exec::{Access, Cx, Machine, Trap};
use crate::memory::StackEntry;
use crate::value::{Prov, Slot};
use cairn_ir::{
    BlockId, Body, Callee, Const, FuncId, FuncOrigin, GlobalId, Id, Inst, Linkage, Op, Operand, Results, Terminator,
    ValueId,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

impl Machine<'_> {
    /// May a call of `callee` from where `cx` stands be skipped?
    pub(crate) fn can_skip(&self, cx: &Cx, callee: FuncId) -> bool {
        self.config.tolerance.unknown_functions && self.is_sure_to_return(cx, callee)
    }

    /// May its result be made up? If somebody looks at it, then it returns, too.
    pub(crate) fn can_make_up(&self, cx: &Cx, callee: FuncId) -> bool {
        self.config.given.is_some() && (self.is_result_used(cx) || self.is_sure_to_return(cx, callee))
    }

    fn is_sure_to_return(&self, cx: &Cx, callee: FuncId) -> bool {
        if self.program.funcs[callee].noreturn {
            return false;
        }
        let active = self.state.threads[self.state.current].frames.len();
        let stack = self.current_stack(cx);
        let entries = stack.as_deref().unwrap_or_default();
        entries.len() == active && entries.iter().all(|entry| self.is_sure_to_get_here(entry))
    }

    fn is_result_used(&self, cx: &Cx) -> bool {
        let Some((body, results)) = self.current_results(cx) else { return false };
        let is_result =
            |operand: Operand| matches!(operand, Operand::Value(value) if results.iter().any(|result| result == value));
        let mut used = false;
        for block in body.blocks.iter() {
            block.insts.iter().for_each(|inst| inst.op.for_each_operand(|operand| used |= is_result(operand)));
            block.term.for_each_operand(|operand| used |= is_result(operand));
        }
        used
    }

    /// May somebody ask whether the result is null? Who never does believes that it is not.
    fn may_be_tested_for_null(&self, cx: &Cx) -> bool {
        let Some((body, results)) = self.current_results(cx) else { return true };
        let insts = || body.blocks.iter().flat_map(|block| block.insts.iter());
        let mut results: FxHashSet<ValueId> = results.iter().collect();
        let mut known = 0;
        while results.len() > known {
            known = results.len();
            for to in body.blocks.iter().flat_map(|block| block.term.targets()) {
                let handed = to.args.iter().zip(&body.blocks[to.block].params);
                let handed: Vec<ValueId> =
                    handed.filter(|(arg, _)| is_one_of(&results, **arg)).map(|(_, param)| *param).collect();
                results.extend(handed);
            }
        }
        let is_local = |to: Operand| {
            let mut locals = insts().filter(|inst| matches!(inst.op, Op::Alloca { .. }));
            locals.any(|inst| inst.results.iter().any(|made| to == Operand::Value(made)))
        };
        let shows = |inst: &Inst| match &inst.op {
            Op::Compare { lhs, rhs, .. } => is_one_of(&results, *lhs) || is_one_of(&results, *rhs),
            // Others see it, too.
            Op::Store { value, addr, .. } => is_one_of(&results, *value) && !is_local(*addr),
            Op::Call { callee: Callee::Direct(func), args, .. } => {
                let callee = &self.program.funcs[*func];
                let sees = callee.origin == FuncOrigin::User && callee.is_defined();
                sees && args.iter().any(|arg| is_one_of(&results, *arg))
            }
            _ => false,
        };
        let returns = |term: &Terminator| matches!(term, Terminator::Return(values) if values.iter().any(|value| is_one_of(&results, *value)));
        insts().any(shows) || body.blocks.iter().any(|block| returns(&block.term))
    }

    /// The values that the current call gives, and where.
    fn current_results(&self, cx: &Cx) -> Option<(&Body, Results)> {
        let stack = self.current_stack(cx);
        let Some(StackEntry { func, at: Some(at), .. }) = stack.as_deref().and_then(<[_]>::first) else { return None };
        let body = self.program.funcs[*func].body.as_ref()?;
        let results = body.blocks[at.block].insts.get(at.inst as usize).map_or(Results::NONE, |inst| inst.results);
        Some((body, results))
    }

    fn is_sure_to_get_here(&self, entry: &StackEntry) -> bool {
        let body = self.program.funcs[entry.func].body.as_ref();
        body.zip(entry.at).is_some_and(|(body, at)| is_on_every_path(body, at.block))
    }

    /// Goes on behind a call of an unknown function.
    pub(crate) fn skip_call(&mut self, cx: &mut Cx, site: &CallSite) {
        let mut roots = passed(cx, site);
        if self.public.is_none() {
            self.public = Some(self.public_variables());
        }
        roots.extend(self.public.iter().flatten());
        self.state.memory.forget_reachable(roots);
        for &(dst, shape) in &site.results {
            for limb in 0..shape.limbs() {
                cx.regs[cx.base + (dst + limb) as usize] = Slot::undefined(shape.width - 64 * limb);
            }
        }
    }

    /// The same where objects are made up, too: then the result is like their content. What was passed may be kept.
    pub(crate) fn make_up_call(&mut self, cx: &mut Cx, callee: FuncId, site: &CallSite) -> Result<(), Trap> {
        self.state.observed.made_up = true;
        self.state.held_outside.extend(passed(cx, site));
        self.skip_call(cx, site);
        if let [(dst, shape)] = site.results[..]
            && shape.limbs() == 1
        {
            let may_be_null = self.may_be_tested_for_null(cx);
            let result =
                self.given_result(callee, shape, may_be_null).map_err(|fault| Trap::Fault(fault, Access::Allocate))?;
            cx.regs[cx.base + dst as usize] = result;
        }
        Ok(())
    }

    /// The variables of the user's that code elsewhere can name; the library minds its own.
    fn public_variables(&self) -> Vec<Prov> {
        let program = self.program;
        let own =
            program.funcs.iter().filter(|func| func.origin == FuncOrigin::User).filter_map(|func| func.body.as_ref());
        let named = own.flat_map(|body| body.consts.iter()).filter_map(|(_, value)| match value {
            Const::Global { id, .. } if program.globals[*id].linkage != Linkage::Internal => Some(*id),
            _ => None,
        });
        let named: BTreeSet<GlobalId> = named.collect();
        named.into_iter().filter_map(|id| self.addresses.globals[id.index()]).map(|slot| slot.prov).collect()
    }
}

/// What the arguments of a call lead to.
fn passed(cx: &Cx, site: &CallSite) -> Vec<Prov> {
    let given = site.args.iter().flat_map(|&(src, shape)| (0..shape.limbs()).map(move |limb| (src, limb)));
    let given = given.chain(site.area.map(|area| (area, 0)));
    given.map(|(src, limb): (Src, u32)| cx.get(src.offset(limb as usize)).prov).collect()
}

fn is_one_of(values: &FxHashSet<ValueId>, operand: Operand) -> bool {
    matches!(operand, Operand::Value(value) if values.contains(&value))
}

/// Does every way from the entry to a return go through the block?
fn is_on_every_path(body: &Body, block: BlockId) -> bool {
    let mut seen = FxHashSet::from_iter([block]);
    let mut work = vec![body.entry()];
    while let Some(at) = work.pop() {
        if seen.insert(at) {
            if matches!(body.blocks[at].term, Terminator::Return(_)) {
                return false;
            }
            work.extend(body.blocks[at].term.targets().map(|to| to.block));
        }
    }
    true
}
