//! Calls of functions that nobody defines, for executions that go on after them.
//!
//! Such a function may do anything. What it could write is undefined afterwards, and so is its result: whatever the
//! execution then comes to without depending on undefined values does not depend on the function either, if it returns.
//! Whether it does is not known of calls such as `die()` behind a test. So only a call that every way through the active
//! functions takes is skipped: had it never returned, they would be of no use.

use crate::code::{CallSite, Src};
use crate::exec::{Cx, Machine};
use crate::memory::StackEntry;
use crate::value::{Prov, Slot};
use cairn_ir::{BlockId, Body, FuncId, Linkage, Terminator};
use rustc_hash::FxHashSet;

impl Machine<'_> {
    /// May a call of `callee` from where `cx` stands be skipped?
    pub(crate) fn can_skip(&self, cx: &Cx, callee: FuncId) -> bool {
        if !self.config.tolerance.unknown_functions || self.program.funcs[callee].noreturn {
            return false;
        }
        let active = self.state.threads[self.state.current].frames.len();
        let stack = self.current_stack(cx);
        let entries = stack.as_deref().unwrap_or_default();
        entries.len() == active && entries.iter().all(|entry| self.is_sure_to_get_here(entry))
    }

    fn is_sure_to_get_here(&self, entry: &StackEntry) -> bool {
        let body = self.program.funcs[entry.func].body.as_ref();
        body.zip(entry.at).is_some_and(|(body, at)| is_on_every_path(body, at.block))
    }

    /// Goes on behind a call of an unknown function.
    pub(crate) fn skip_call(&mut self, cx: &mut Cx, site: &CallSite) {
        let given = site.args.iter().flat_map(|&(src, shape)| (0..shape.limbs()).map(move |limb| (src, limb)));
        let given = given.chain(site.area.map(|area| (area, 0)));
        let value = |(src, limb): (Src, u32)| cx.get(src.offset(limb as usize)).prov;
        let mut roots: Vec<Prov> = given.map(value).collect();
        roots.extend(self.public_variables());
        self.state.memory.forget_reachable(roots);
        for &(dst, shape) in &site.results {
            for limb in 0..shape.limbs() {
                cx.regs[cx.base + (dst + limb) as usize] = Slot::undefined(shape.width - 64 * limb);
            }
        }
    }

    /// The variables that code elsewhere can name.
    fn public_variables(&self) -> Vec<Prov> {
        let public = self.program.globals.iter_enumerated().filter(|(_, global)| global.linkage != Linkage::Internal);
        public.filter_map(|(id, _)| self.addresses.globals[cairn_ir::Id::index(id)]).map(|slot| slot.prov).collect()
    }
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
