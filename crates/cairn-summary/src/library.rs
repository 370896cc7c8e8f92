//! Library models: which of them have summaries, and what went on inside of those that were entered, for obligations at calls
//! that no check was recorded for.
//!
//! What can go wrong inside a model is an obligation of the user's call, for every instruction of the model. If none of the
//! instructions that could break a rule is ever executed, the call does not break it.

use crate::analysis::Analysis;
use crate::verdicts::Check;
use cairn_ir::graph::CallGraph;
use cairn_ir::obligation::{Place, obligations};
use cairn_ir::{Body, Callee, FuncId, HostFn, Op, Program, Rule};
use rustc_hash::{FxHashMap, FxHashSet};

/// Library models that do the same whatever is known of their arguments: they neither ask whether something is constant, as
/// those do that read formats, nor call what they are given.
pub(crate) fn with_one_behaviour(program: &Program) -> FxHashSet<FuncId> {
    let asks =
        |op: &Op| matches!(op, Op::Host { func: HostFn::Known, .. } | Op::Call { callee: Callee::Indirect(_), .. });
    let is_plain = |body: &Body| !body.blocks.iter().any(|block| block.insts.iter().any(|inst| asks(&inst.op)));
    let models = program.funcs.iter_enumerated().filter(|(_, func)| func.origin.is_behind_calls());
    let plain = models.filter(|(_, func)| !func.sig.variadic && func.body.as_ref().is_some_and(is_plain));
    plain.map(|(id, _)| id).collect()
}

/// The rules that instructions of models could have broken, by function.
pub(crate) struct Inside<'p> {
    program: &'p Program,
    calls: CallGraph,
    executed: FxHashMap<FuncId, FxHashSet<Rule>>,
    /// Functions that call through pointers: these may lead to any model.
    indirect: FxHashSet<FuncId>,
}

impl<'p> Inside<'p> {
    pub fn new(run: &Analysis<'p>) -> Inside<'p> {
        let program = run.program;
        let mut executed: FxHashMap<FuncId, FxHashSet<Rule>> = FxHashMap::default();
        for site in obligations(program) {
            if !program.funcs[site.func].origin.is_behind_calls() {
                continue;
            }
            let inst = match site.place {
                Place::Inst(inst) => inst,
                Place::Terminator => terminator(program, site.func, site.block),
            };
            if run.was_visited(site.func, site.block, inst) {
                executed.entry(site.func).or_default().insert(site.rule);
            }
        }
        let calls = CallGraph::new(program);
        let indirect = calls.indirect.iter().map(|site| site.func).collect();
        Inside { program, calls, executed, indirect }
    }

    /// Is this a call of a model in which nothing was executed that could break the rule?
    pub fn keeps(&self, check: &Check) -> bool {
        let body = self.program.funcs[check.func].body.as_ref();
        let inst = body.and_then(|body| body.blocks[check.block].insts.get(check.inst as usize));
        let Some(Op::Call { callee: Callee::Direct(callee), .. }) = inst.map(|inst| &inst.op) else { return false };
        let called = &self.program.funcs[*callee];
        called.origin.is_behind_calls()
            && called.is_defined()
            && self.reached(*callee).iter().all(|func| !self.may_break(*func, check.rule))
    }

    fn may_break(&self, func: FuncId, rule: Rule) -> bool {
        let executed = |rules: &FxHashSet<Rule>| rules.contains(&rule);
        self.executed.get(&func).is_some_and(executed)
            || (self.indirect.contains(&func) && self.executed.values().any(executed))
    }

    /// A model and the models that it calls.
    fn reached(&self, func: FuncId) -> FxHashSet<FuncId> {
        let (mut seen, mut work) = (FxHashSet::default(), vec![func]);
        while let Some(func) = work.pop() {
            if self.program.funcs[func].origin.is_behind_calls() && seen.insert(func) {
                work.extend(self.calls.callees(func));
            }
        }
        seen
    }
}

fn terminator(program: &Program, func: FuncId, block: cairn_ir::BlockId) -> u32 {
    program.funcs[func].body.as_ref().map_or(0, |body| body.blocks[block].insts.len() as u32)
}
