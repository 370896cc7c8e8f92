//! From where an execution was to the obligation that it broke.
//!
//! An error inside a library model belongs to the call in the user's code: the innermost frame that is not a model.

use crate::GoalId;
use cairn_interp::{Leak, Report, StackEntry};
use cairn_ir::obligation::{Obligation, Place};
use cairn_ir::{BlockId, FuncId, FuncOrigin, Program, Rule};
use rustc_hash::FxHashMap;

/// An instruction or a terminator in the user's code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    pub func: FuncId,
    pub block: BlockId,
    pub place: Place,
}

/// The instruction in the user's code that a call stack stands at.
pub fn user_site(program: &Program, stack: &[StackEntry]) -> Option<Site> {
    let entry = stack.iter().find(|entry| program.funcs[entry.func].origin == FuncOrigin::User)?;
    let at = entry.at?;
    let body = program.funcs[entry.func].body.as_ref()?;
    let is_inst = (at.inst as usize) < body.blocks.get(at.block)?.insts.len();
    let place = if is_inst { Place::Inst(at.inst) } else { Place::Terminator };
    Some(Site { func: entry.func, block: at.block, place })
}

/// Finds obligations by rule and place.
pub struct GoalIndex<'p> {
    program: &'p Program,
    by_site: FxHashMap<(Site, Rule), GoalId>,
}

impl<'p> GoalIndex<'p> {
    pub fn new(program: &'p Program, goals: &[Obligation]) -> GoalIndex<'p> {
        let by_site =
            goals.iter().enumerate().map(|(goal, obligation)| ((Site::of(obligation), obligation.rule), goal));
        GoalIndex { program, by_site: by_site.collect() }
    }

    pub fn at(&self, site: Site, rule: Rule) -> Option<GoalId> {
        self.by_site.get(&(site, rule)).copied()
    }

    /// The obligation that an error broke.
    pub fn of_error(&self, report: &Report) -> Option<GoalId> {
        self.at(user_site(self.program, &report.stack)?, report.rule)
    }

    /// The allocation that a block comes from, if it is lost.
    pub fn of_leak(&self, leak: &Leak) -> Option<GoalId> {
        if leak.rule != Rule::MemoryLeak {
            return None;
        }
        self.at(user_site(self.program, &leak.object.made)?, leak.rule)
    }
}

impl Site {
    pub fn of(obligation: &Obligation) -> Site {
        Site { func: obligation.func, block: obligation.block, place: obligation.place }
    }
}
