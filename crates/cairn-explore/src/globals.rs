//! Which variables a function that is called by unknown code may take for what they were initialised with.
//!
//! A program that calls some other function first may have changed them. So a failure counts only if it does not depend on
//! the initial content of what such a function changes: it must happen with that content undefined, too.
//! What no known function changes is another matter. A `static` variable stays as it is; another one could be changed by
//! unknown code, so that a failure that depends on it is likely, not sure.
//! The library has variables, too, and a program may have called its functions before: `errno`, where `strtok` stands, what is done about
//! signals. Streams are taken to be as they are at the start, unless the function asks how they were used.

use cairn_ir::graph::CallGraph;
use cairn_ir::{
    Body, CType, CTypeId, Const, Func, FuncId, FuncOrigin, GlobalId, Init, Linkage, Op, Operand, Program, Symbol,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Functions of the library that use streams, end the program, or give what may be anything in any case. That others did so before is no matter of
/// theirs.
const ORDINARY: &[&str] = &[
    "printf",
    "fprintf",
    "puts",
    "fputs",
    "putchar",
    "putc",
    "fputc",
    "fwrite",
    "fflush",
    "getchar",
    "getc",
    "fgetc",
    "fgets",
    "fread",
    "scanf",
    "fscanf",
    "fopen",
    "fclose",
    "exit",
    "getenv",
    "rand",
    "random",
    "srand",
    "srandom",
    "localtime",
];

/// Functions that tell what was done with a stream before.
const TELLING: &[&str] = &[
    "feof",
    "feof_unlocked",
    "ferror",
    "ferror_unlocked",
    "ftell",
    "ftello",
    "ftello64",
    "fgetpos",
    "fgetpos64",
    "fileno",
    "fileno_unlocked",
];

/// Nobody sets these to anything else.
const STREAMS: &[&str] = &["stdin", "stdout", "stderr"];

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
    /// Variables of the library that its functions change.
    library: FxHashSet<GlobalId>,
    /// Of those, what is there for `ORDINARY`.
    ordinary: FxHashSet<GlobalId>,
    /// `STREAMS`.
    streams: FxHashSet<GlobalId>,
    /// Its address is in another variable.
    pointed_to: FxHashSet<GlobalId>,
}

impl<'p> Globals<'p> {
    pub fn new(program: &'p Program) -> Globals<'p> {
        let changes = |(id, func): (FuncId, &Func)| Some((id, changed_in(func.body.as_ref()?)));
        let (library, own): (Vec<_>, Vec<_>) =
            program.funcs.iter_enumerated().partition(|(_, func)| func.origin == FuncOrigin::Model);
        let changed_by = own.into_iter().filter_map(changes).collect();
        let library = library.into_iter().filter_map(changes).flat_map(|(_, changed)| changed).collect();
        let initial = program.globals.iter().filter_map(|global| global.init.as_ref());
        let pointed_to = initial.flat_map(|init| &init.relocs).filter_map(|reloc| match reloc.symbol {
            Symbol::Global(id) => Some(id),
            Symbol::Func(_) => None,
        });
        let calls = CallGraph::new(program);
        let is_root = |id: &FuncId| program.funcs[*id].linkage != Linkage::Internal || calls.address_taken.contains(id);
        let roots = program.funcs.ids().filter(is_root).collect();
        let pointed_to = pointed_to.collect();
        let streams = STREAMS.iter().filter_map(|name| program.global_named(name)).collect();
        let mut globals =
            Globals { program, calls, changed_by, roots, library, ordinary: FxHashSet::default(), streams, pointed_to };
        globals.ordinary = globals.used_by_library(ORDINARY);
        let errno = globals.used_by_library(&["__errno_location"]);
        globals.ordinary.retain(|id| !errno.contains(id));
        globals
    }

    /// What a call of this function from outside may not rely on.
    pub fn unsure(&self, root: FuncId) -> Unsure {
        let inside = self.reached_from(root);
        let mentioned: FxHashSet<GlobalId> = inside.iter().flat_map(|&func| self.mentions(func)).collect();
        let mut mentioned: Vec<GlobalId> = mentioned.into_iter().collect();
        mentioned.sort_unstable();
        mentioned.retain(|&id| !self.program.globals[id].constant && self.program.globals[id].init.is_some());
        let before = self.reached_before(root);
        let elsewhere = before.iter().filter_map(|func| self.changed_by.get(func));
        let elsewhere: FxHashSet<GlobalId> = elsewhere.flatten().copied().collect();
        let is_changed = |id: &GlobalId| {
            elsewhere.contains(id) || self.pointed_to.contains(id) || (self.is_visible(*id) && self.is_blank(*id))
        };
        let mut changed: Vec<GlobalId> = mentioned.iter().copied().filter(is_changed).collect();
        mentioned.retain(|id| is_changed(id) || (self.is_visible(*id) && !self.is_stream(*id)));
        let library = self.kept_by_library(&inside);
        changed.extend(&library);
        mentioned.extend(&library);
        let blank = changed.iter().copied().filter(|&id| self.says_nothing(id)).collect();
        Unsure { changed: changed.into(), blank, all: mentioned.into() }
    }

    /// Does a call of this function lead to one that is not there?
    pub fn calls_unknown(&self, root: FuncId) -> bool {
        self.calls.reached([root]).iter().any(|&func| !self.program.funcs[func].is_defined())
    }

    /// All that it may execute, what it calls through pointers included, and what runs where it ends the program.
    fn reached_from(&self, root: FuncId) -> FxHashSet<FuncId> {
        let at_the_end = self.program.destructors.iter().map(|&(_, func)| func);
        let mut roots: Vec<FuncId> = at_the_end.chain([root]).collect();
        loop {
            let reached = self.calls.reached(roots.iter().copied());
            let sites = self.calls.indirect.iter().filter(|site| reached.contains(&site.func));
            let called = sites.flat_map(|site| self.calls.candidates(site)).copied();
            let new: FxHashSet<FuncId> = called.filter(|func| !reached.contains(func)).collect();
            if new.is_empty() {
                return reached;
            }
            roots.extend(new);
        }
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

    /// What the library may have kept from calls before, and what is asked for by one of these functions.
    fn kept_by_library(&self, inside: &FxHashSet<FuncId>) -> Vec<GlobalId> {
        let asks = inside.iter().any(|&func| TELLING.contains(&self.program.func_name(func)));
        let mut kept: Vec<GlobalId> = self.mentioned_by_library(inside).collect();
        kept.retain(|id| asks || !self.ordinary.contains(id));
        if asks {
            kept.extend(self.pointed_to.iter().filter(|&&id| !self.program.globals[id].constant));
        }
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    fn used_by_library(&self, names: &[&str]) -> FxHashSet<GlobalId> {
        let funcs = names.iter().filter_map(|name| self.program.func_named(name));
        self.mentioned_by_library(&self.calls.reached(funcs)).collect()
    }

    fn mentioned_by_library(&self, funcs: &FxHashSet<FuncId>) -> impl Iterator<Item = GlobalId> + '_ {
        let funcs: Vec<FuncId> = funcs.iter().copied().filter(|&func| self.is_library(func)).collect();
        let mentioned = funcs.into_iter().flat_map(|func| self.mentioned_in(func));
        mentioned.filter(|id| self.library.contains(id) && self.program.globals[*id].init.is_some())
    }

    fn is_library(&self, func: FuncId) -> bool {
        self.program.funcs[func].origin == FuncOrigin::Model
    }

    /// By functions of the user's. What those of the library change is another matter.
    fn mentions(&self, func: FuncId) -> impl Iterator<Item = GlobalId> + '_ {
        (!self.is_library(func)).then(|| self.mentioned_in(func)).into_iter().flatten()
    }

    fn mentioned_in(&self, func: FuncId) -> impl Iterator<Item = GlobalId> + '_ {
        let body = self.program.funcs[func].body.as_ref();
        body.into_iter().flat_map(|body| body.consts.iter()).filter_map(|(_, value)| match value {
            Const::Global { id, .. } => Some(*id),
            _ => None,
        })
    }

    /// Can code that we do not see change it?
    fn is_visible(&self, id: GlobalId) -> bool {
        self.program.globals[id].linkage != Linkage::Internal || self.program.globals[id].exposed
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

    /// One of the library's own, as `stdout`: nobody sets those.
    fn is_stream(&self, id: GlobalId) -> bool {
        self.streams.contains(&id)
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
