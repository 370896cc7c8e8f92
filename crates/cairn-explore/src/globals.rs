//! Which variables a function that is called by unknown code may take for what they were initialised with.
//!
//! A program that calls some other function first may have changed them. So a failure counts only if it does not depend on
//! the initial content of what such a function changes: it must happen with that content undefined, too.
//! What no known function changes is another matter. A `static` variable stays as it is; another one could be changed by
//! unknown code, so that a failure that depends on it is likely, not sure.

use cairn_ir::graph::CallGraph;
use cairn_ir::{
    Body, CType, CTypeId, Const, FuncId, FuncOrigin, GlobalId, Init, Linkage, Op, Operand, Program, Symbol,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Of one function.
pub struct Unsure {
    /// Changed by known code before, or set up by unknown code.
    pub changed: Arc<[GlobalId]>,
    /// Of those, what has no content of its own at the start: a function that sets it up may have to be called first.
    pub blank: Arc<[GlobalId]>,
    /// All that is changed, and what unknown code could change.
    pub all: Arc<[GlobalId]>,
}

/// Who changes what.
pub struct Globals<'p> {
    program: &'p Program,
    calls: CallGraph,
    /// Stored to, or its address goes somewhere.
    changed_by: FxHashMap<FuncId, FxHashSet<GlobalId>>,
    /// Functions that unknown code can call: by name, or by an address that was taken.
    roots: Vec<FuncId>,
    /// Its address is in another variable.
    pointed_to: FxHashSet<GlobalId>,
}

impl<'p> Globals<'p> {
    pub fn new(program: &'p Program) -> Globals<'p> {
        let own = program.funcs.iter_enumerated().filter(|(_, func)| func.origin != FuncOrigin::Model);
        let changed_by = own.filter_map(|(id, func)| Some((id, changed_in(func.body.as_ref()?)))).collect();
        let initial = program.globals.iter().filter_map(|global| global.init.as_ref());
        let pointed_to = initial.flat_map(|init| &init.relocs).filter_map(|reloc| match reloc.symbol {
            Symbol::Global(id) => Some(id),
            Symbol::Func(_) => None,
        });
        let calls = CallGraph::new(program);
        let is_root = |id: &FuncId| program.funcs[*id].linkage != Linkage::Internal || calls.address_taken.contains(id);
        let roots = program.funcs.ids().filter(is_root).collect();
        Globals { program, calls, changed_by, roots, pointed_to: pointed_to.collect() }
    }

    /// What a call of this function from outside may not rely on.
    pub fn unsure(&self, root: FuncId) -> Unsure {
        let inside = self.calls.reached([root]);
        let mut mentioned: Vec<GlobalId> = inside.iter().flat_map(|&func| self.mentions(func)).collect();
        mentioned.sort_unstable();
        mentioned.dedup();
        mentioned.retain(|&id| !self.program.globals[id].constant && self.program.globals[id].init.is_some());
        let before = self.reached_before(root);
        let elsewhere = before.iter().filter_map(|func| self.changed_by.get(func));
        let elsewhere: FxHashSet<GlobalId> = elsewhere.flatten().copied().collect();
        let is_changed = |id: &GlobalId| {
            elsewhere.contains(id) || self.pointed_to.contains(id) || (self.is_visible(*id) && self.is_blank(*id))
        };
        let changed: Vec<GlobalId> = mentioned.iter().copied().filter(is_changed).collect();
        mentioned.retain(|id| is_changed(id) || (self.is_visible(*id) && !self.holds_addresses(*id)));
        let blank = changed.iter().copied().filter(|&id| self.says_nothing(id)).collect();
        Unsure { changed: changed.into(), blank, all: mentioned.into() }
    }

    /// Does a call of this function lead to one that is not there?
    pub fn calls_unknown(&self, root: FuncId) -> bool {
        self.calls.reached([root]).iter().any(|&func| !self.program.funcs[func].is_defined())
    }

    /// What can have been executed when this function is called for the first time. What it calls itself may be among that.
    fn reached_before(&self, root: FuncId) -> FxHashSet<FuncId> {
        let mut reached = FxHashSet::default();
        let mut work: Vec<FuncId> = self.roots.clone();
        while let Some(func) = work.pop() {
            if func != root && reached.insert(func) {
                work.extend(self.calls.callees(func));
            }
        }
        reached
    }

    /// By functions of the user's, not by those of the library, which knows its own variables.
    fn mentions(&self, func: FuncId) -> impl Iterator<Item = GlobalId> + '_ {
        let func = &self.program.funcs[func];
        let body = func.body.as_ref().filter(|_| func.origin != FuncOrigin::Model);
        body.into_iter().flat_map(|body| body.consts.iter()).filter_map(|(_, value)| match value {
            Const::Global { id, .. } => Some(*id),
            _ => None,
        })
    }

    /// Can code that we do not see change it?
    fn is_visible(&self, id: GlobalId) -> bool {
        self.program.globals[id].linkage != Linkage::Internal
    }

    /// Nothing in it, and made for more than a number: somebody has to set it up before it is of use.
    fn is_blank(&self, id: GlobalId) -> bool {
        let global = &self.program.globals[id];
        let zero =
            global.init.as_ref().is_some_and(|init| init.relocs.is_empty() && init.bytes.iter().all(|b| *b == 0));
        zero && !global.ctype.is_some_and(|ctype| self.is_number(ctype))
    }

    /// Nothing but zeros, or a number that means "none".
    fn says_nothing(&self, id: GlobalId) -> bool {
        let is_all = |value: u8| move |init: &Init| init.bytes.iter().all(|byte| *byte == value);
        let init = self.program.globals[id].init.as_ref().filter(|init| init.relocs.is_empty());
        init.is_some_and(|init| is_all(0)(init) || is_all(0xff)(init))
    }

    fn holds_addresses(&self, id: GlobalId) -> bool {
        self.program.globals[id].init.as_ref().is_some_and(|init| !init.relocs.is_empty())
    }

    fn is_number(&self, ctype: CTypeId) -> bool {
        match &self.program.ctypes.types[ctype] {
            CType::Base { .. } | CType::Enum { .. } => true,
            CType::Typedef { of, .. } | CType::Qualified { of, .. } => self.is_number(*of),
            CType::Const(of) | CType::Volatile(of) => self.is_number(*of),
            _ => false,
        }
    }
}

fn changed_in(body: &Body) -> FxHashSet<GlobalId> {
    let mut changed = FxHashSet::default();
    let mut visit = |operand: Operand| {
        if let Some(Const::Global { id, .. }) = body.as_const(operand) {
            changed.insert(*id);
        }
    };
    for block in body.blocks.iter() {
        block
            .insts
            .iter()
            .filter(|inst| !matches!(inst.op, Op::Load { .. }))
            .for_each(|inst| inst.op.for_each_operand(&mut visit));
        block.term.for_each_operand(&mut visit);
    }
    changed
}
