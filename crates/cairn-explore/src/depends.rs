//! What may depend on what a function was given: its parameters, and memory of its caller.
//!
//! Two things are told apart. A pointer that was *given*, or found in given memory, is one that every caller passes: which one it is does not
//! matter to what the function does with it. What is *chosen* is one of several, by what was given: every given number, what lies where a
//! given number leads to, what is done or merged behind a jump that a given number decides. What is not chosen is the same in all calls.
//!
//! All functions that are called by name count, in any order; what they say to each other goes through memory as well. That an allocation may
//! fail is not taken for a matter of its size. Of what is not followed (assembly, calls through pointers), nothing is said: `is_open`.
//!
//! Not here: executions, blocks that are lost (`lost`).

use cairn_ir::describe::Defs;
use cairn_ir::graph::{Cfg, PostDominators};
use cairn_ir::obligation::Place;
use cairn_ir::{
    BlockId, Body, CType, CTypeId, Callee, Const, FuncId, FuncOrigin, GlobalId, Inst, Op, Operand, Program, Rule,
    Terminator, Type, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions of the library that give a new block, or null if there is no memory.
const ALLOCATORS: &[&str] = &["malloc", "calloc", "aligned_alloc", "strdup", "strndup"];

/// Functions of the library that write to nothing that they are passed.
pub const LOOKING: &[&str] = &[
    "strlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "memcmp",
    "strchr",
    "strrchr",
    "strstr",
    "printf",
    "fprintf",
    "puts",
    "fputs",
    "putchar",
    "atoi",
    "free",
    "strdup",
    "strndup",
    "malloc",
    "calloc",
    "exit",
    "abort",
];

/// Functions of the library that write text, and no addresses.
const WRITING_TEXT: &[&str] = &["strcpy", "strncpy", "strcat", "strncat", "stpcpy", "sprintf", "snprintf", "fgets"];

/// Functions of the library that access whatever each of their arguments points to, whatever that is.
const ACCESSING: &[&str] =
    &["strcpy", "stpcpy", "strcat", "strlen", "strcmp", "strdup", "strchr", "strrchr", "puts", "atoi", "free"];

/// More functions than this are not looked at.
const MOST_FUNCS: usize = 300;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    #[default]
    No,
    Given,
    Chosen,
}
use Level::{Chosen, Given, No};

/// An object that the function has not been given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// A local, or a new block.
    Made(FuncId, ValueId),
    Global(GlobalId),
}

/// One of the functions.
pub struct Part<'p> {
    pub id: FuncId,
    pub body: &'p Body,
    defs: Defs,
    cfg: Cfg,
    post: PostDominators,
}

/// Of a function and all that it calls.
pub struct Depends<'p> {
    program: &'p Program,
    pub parts: Vec<Part<'p>>,
    values: FxHashMap<(FuncId, ValueId), Level>,
    /// What own objects hold.
    objects: FxHashMap<Root, Level>,
    /// Own objects that may be accessed through pointers whose start is not known.
    escaped: FxHashSet<Root>,
    /// What the caller's memory holds, of pointers.
    outside: Level,
    /// Were numbers written to memory that is not the function's own, and not the same in all calls?
    numbers: bool,
    /// Where pointers in the caller's memory were written, each time through this one.
    written: FxHashSet<(FuncId, Operand)>,
    /// Executed or not, by what was given.
    blocks: FxHashSet<(FuncId, BlockId)>,
    /// Jumps of which that is known.
    decided: FxHashSet<(FuncId, BlockId)>,
    results: FxHashMap<FuncId, Level>,
    /// Is there something that is not followed?
    pub is_open: bool,
    has_changed: bool,
}

impl<'p> Depends<'p> {
    pub fn of(program: &'p Program, func: FuncId) -> Depends<'p> {
        let parts = parts(program, func);
        let mut depends = Depends {
            program,
            is_open: parts.len() > MOST_FUNCS,
            parts: Vec::new(),
            values: FxHashMap::default(),
            objects: FxHashMap::default(),
            escaped: FxHashSet::default(),
            outside: No,
            numbers: false,
            written: FxHashSet::default(),
            blocks: FxHashSet::default(),
            decided: FxHashSet::default(),
            results: FxHashMap::default(),
            has_changed: true,
        };
        if let Some(body) = &program.funcs[func].body {
            let params = body.blocks[body.entry()].params.iter();
            params.for_each(|&param| depends.raise(func, body, param, Given));
        }
        while depends.has_changed && !depends.is_open {
            depends.has_changed = false;
            parts.iter().for_each(|part| depends.part(part));
        }
        depends.parts = parts;
        depends
    }

    /// Does a jump go one way or the other by what was given?
    pub fn decides(&self, func: FuncId, block: BlockId) -> bool {
        self.decided.contains(&(func, block))
    }

    pub fn is_chosen(&self, func: FuncId, block: BlockId) -> bool {
        self.blocks.contains(&(func, block))
    }

    /// Is this executed in every call, with what is the same in all of them, as far as it matters to this rule?
    pub fn is_the_same(&self, func: FuncId, block: BlockId, place: Place, rule: Rule) -> bool {
        let Some(part) = self.parts.iter().find(|part| part.id == func) else { return false };
        let content = &part.body.blocks[block];
        let is_fine = match place {
            Place::Inst(inst) => {
                content.insts.get(inst as usize).is_some_and(|inst| self.works_the_same(part, &inst.op, rule))
            }
            Place::Terminator => {
                let mut same = true;
                content.term.for_each_operand(|operand| same &= self.is_fixed(part, operand));
                same
            }
        };
        is_fine && !self.is_chosen(func, block)
    }

    /// Is a block made here whatever was given, if there is memory? Then how large it is, is not taken from a table.
    pub fn makes_the_same(&self, part: &Part<'p>, op: &Op) -> bool {
        match op {
            Op::Call { callee, args, .. } if self.allocates(part, *callee) => {
                args.iter().all(|&arg| self.is_fixed(part, arg) || self.is_computed(part, arg))
            }
            op => self.works_the_same(part, op, Rule::MemoryLeak),
        }
    }

    /// From numbers that were given, or that the library gives, by arithmetic alone.
    fn is_computed(&self, part: &Part<'p>, number: Operand) -> bool {
        match part.defs.op(part.body, number) {
            Some(Op::Binary { lhs, rhs, .. }) => self.is_computed(part, *lhs) && self.is_computed(part, *rhs),
            Some(Op::Cast { value, .. }) => self.is_computed(part, *value),
            Some(Op::Call { callee, .. }) => {
                part.body.known_callee(*callee).is_some_and(|func| self.is_one_of(func, LOOKING))
            }
            Some(Op::Load { addr, .. }) => self.is_fixed(part, *addr),
            Some(_) => false,
            None => {
                self.is_fixed(part, number)
                    || part.body.blocks[part.body.entry()].params.iter().any(|&param| number == param.into())
            }
        }
    }

    fn works_the_same(&self, part: &Part<'p>, op: &Op, rule: Rule) -> bool {
        let fits = |address| rule != Rule::OutOfBounds || self.has_fixed_size(part, address);
        match op {
            Op::Binary { rhs, .. } if rule == Rule::DivisionByZero => self.is_fixed(part, *rhs),
            Op::Load { addr, .. } | Op::Store { addr, .. } => self.is_fixed(part, *addr) && fits(*addr),
            Op::Call { callee, args, area, .. } => {
                let Some(func) = part.body.known_callee(*callee).filter(|&func| self.is_library(func)) else {
                    return false;
                };
                let mut pointers = args.iter().chain(area).filter(|arg| part.body.operand_type(**arg) == Type::Ptr);
                let fixed = args.iter().all(|&arg| self.is_fixed(part, arg));
                let accesses = !matches!(rule, Rule::OutOfBounds | Rule::UninitializedRead)
                    && ACCESSING.contains(&self.program.func_name(func));
                fixed && (accesses || pointers.all(|&arg| self.content(part, arg, Type::Ptr) == No && fits(arg)))
            }
            _ => {
                let mut same = true;
                op.for_each_operand(|operand| {
                    same &=
                        self.is_fixed(part, operand) && (part.body.operand_type(operand) != Type::Ptr || fits(operand));
                });
                same
            }
        }
    }

    /// The same in all calls, or a pointer that was given.
    pub fn is_fixed(&self, part: &Part<'p>, operand: Operand) -> bool {
        self.level(part, operand) < Chosen
    }

    /// Is it an object of the function's own, of the same size in all calls?
    fn has_fixed_size(&self, part: &Part<'p>, address: Operand) -> bool {
        match self.root(part, address) {
            None => false,
            Some(Root::Global(_)) => true,
            Some(Root::Made(_, made)) => {
                let Some(op) = part.defs.op(part.body, Operand::Value(made)) else { return false };
                let mut same = true;
                op.for_each_operand(|operand| same &= self.level(part, operand) == No);
                same
            }
        }
    }

    fn level(&self, part: &Part<'p>, operand: Operand) -> Level {
        match operand {
            Operand::Value(value) => self.values.get(&(part.id, value)).copied().unwrap_or(No),
            Operand::Const(_) => No,
        }
    }

    fn raise(&mut self, func: FuncId, body: &Body, value: ValueId, level: Level) {
        // Of pointers, one that was given is as good as another; of numbers, it is not.
        let level = if level == Given && body.values[value].ty != Type::Ptr { Chosen } else { level };
        let known = self.values.entry((func, value)).or_default();
        self.has_changed |= level > *known;
        *known = level.max(*known);
    }

    /// Where an address starts, through members and elements.
    fn base(&self, part: &Part<'p>, mut address: Operand) -> Operand {
        while let Some(Op::Field { base, .. } | Op::Index { base, .. }) = part.defs.op(part.body, address) {
            address = *base;
        }
        address
    }

    pub fn root(&self, part: &Part<'p>, address: Operand) -> Option<Root> {
        let base = self.base(part, address);
        match (part.defs.op(part.body, base), base) {
            (Some(Op::Alloca { .. }), Operand::Value(value)) => return Some(Root::Made(part.id, value)),
            (Some(Op::Call { callee, .. }), Operand::Value(value)) if self.allocates(part, *callee) => {
                return Some(Root::Made(part.id, value));
            }
            _ => {}
        }
        match part.body.as_const(base)? {
            Const::Global { id, .. } => Some(Root::Global(*id)),
            _ => None,
        }
    }

    /// Is it in a local of the function?
    pub fn is_local(&self, part: &Part<'p>, address: Operand) -> bool {
        matches!(part.defs.op(part.body, self.base(part, address)), Some(Op::Alloca { .. }))
    }

    fn allocates(&self, part: &Part<'p>, callee: Callee) -> bool {
        part.body.known_callee(callee).is_some_and(|func| self.is_one_of(func, ALLOCATORS))
    }

    pub fn is_one_of(&self, func: FuncId, names: &[&str]) -> bool {
        self.is_library(func) && names.contains(&self.program.func_name(func))
    }

    pub fn is_library(&self, func: FuncId) -> bool {
        let func = &self.program.funcs[func];
        func.origin == FuncOrigin::Model && func.is_defined()
    }

    /// What lies there.
    fn content(&self, part: &Part<'p>, address: Operand, ty: Type) -> Level {
        let own = |root: &Root| self.objects.get(root).copied().unwrap_or(No);
        let level = match (self.level(part, address), self.root(part, address)) {
            (Chosen, _) => Chosen,
            (_, Some(root)) => own(&root),
            (level, None) => {
                let base = (part.id, self.base(part, address));
                let is_other = |written: &(FuncId, Operand)| *written != base;
                let may_be_other = level == Given && ty == Type::Ptr && self.written.iter().any(is_other);
                let found = self.escaped.iter().map(own).max().unwrap_or(No).max(self.outside);
                let is_number = self.numbers && ty != Type::Ptr;
                if may_be_other || is_number { Chosen } else { level.max(found) }
            }
        };
        if level == Given && ty != Type::Ptr { Chosen } else { level }
    }

    fn part(&mut self, part: &Part<'p>) {
        for (id, block) in part.body.blocks.iter_enumerated() {
            let is_chosen = self.is_chosen(part.id, id);
            if is_chosen {
                block.params.iter().for_each(|&param| self.raise(part.id, part.body, param, Chosen));
            }
            block.insts.iter().for_each(|inst| self.inst(part, inst, is_chosen));
            self.term(part, id, &block.term, is_chosen);
        }
    }

    fn inst(&mut self, part: &Part<'p>, inst: &Inst, is_chosen: bool) {
        let level = self.gives(part, &inst.op, is_chosen);
        let level = if is_chosen { Chosen } else { level };
        inst.results.iter().for_each(|result| self.raise(part.id, part.body, result, level));
    }

    fn term(&mut self, part: &Part<'p>, block: BlockId, term: &Terminator, is_chosen: bool) {
        for target in term.targets() {
            for (&param, &arg) in part.body.blocks[target.block].params.iter().zip(&target.args) {
                self.escapes(part, arg);
                self.raise(part.id, part.body, param, self.level(part, arg));
            }
        }
        let by = match term {
            Terminator::Branch { cond, .. } => *cond,
            Terminator::Switch(switch) => switch.value,
            Terminator::Return(values) => {
                values.iter().for_each(|&value| self.escapes(part, value));
                let level = values.iter().map(|&value| self.level(part, value)).max().unwrap_or(No);
                let known = self.results.entry(part.id).or_default();
                let level = if is_chosen { Chosen } else { level.max(*known) };
                self.has_changed |= level > *known;
                *known = level;
                return;
            }
            _ => return,
        };
        if self.level(part, by) > No && self.decided.insert((part.id, block)) {
            self.has_changed = true;
            self.region(part, block);
        }
    }

    /// What is executed or not by a jump, up to where its ways meet, and what they bring there.
    fn region(&mut self, part: &Part<'p>, block: BlockId) {
        let join = part.post.ipdom(block);
        let mut inside: FxHashSet<BlockId> = FxHashSet::default();
        let mut work: Vec<BlockId> = part.cfg.succs(block).collect();
        while let Some(next) = work.pop() {
            if Some(next) != join && inside.insert(next) {
                work.extend(part.cfg.succs(next));
            }
        }
        self.blocks.extend(inside.iter().map(|&inside| (part.id, inside)));
        let Some(join) = join else { return };
        inside.insert(block);
        for (at, &param) in part.body.blocks[join].params.iter().enumerate() {
            let targets = inside.iter().flat_map(|&from| part.body.blocks[from].term.targets());
            let args: FxHashSet<Operand> = targets.filter(|to| to.block == join).map(|to| to.args[at]).collect();
            if args.len() > 1 {
                self.raise(part.id, part.body, param, Chosen);
            }
        }
    }

    /// What the results are. Takes note of what the instruction writes.
    fn gives(&mut self, part: &Part<'p>, op: &Op, is_chosen: bool) -> Level {
        let mut any = No;
        op.for_each_operand(|operand| any = any.max(self.level(part, operand)));
        let level = |this: &Self, operand| this.level(part, operand);
        match op {
            Op::Load { ty, addr, .. } => self.content(part, *addr, *ty),
            Op::Store { value, addr, .. } => {
                self.escapes(part, *value);
                let wide = !matches!(part.body.operand_type(*value), Type::Int(1..=32));
                self.writes(part, *addr, if is_chosen { Chosen } else { level(self, *value) }, wide);
                No
            }
            Op::Rmw { addr, .. } | Op::CmpXchg { addr, .. } => {
                let held = any.max(self.content(part, *addr, Type::Ptr));
                self.writes(part, *addr, if is_chosen { Chosen } else { held }, true);
                held
            }
            Op::Copy { dst, src, len, .. } => {
                let held = level(self, *len).max(self.content(part, *src, Type::Ptr));
                self.writes(part, *dst, if is_chosen { Chosen } else { held }, true);
                No
            }
            Op::Set { dst, byte, len, .. } => {
                let held = level(self, *len).max(level(self, *byte));
                self.writes(part, *dst, if is_chosen { Chosen } else { held }, true);
                No
            }
            Op::Call { callee, args, area, .. } => self.call(part, *callee, args, *area, is_chosen),
            Op::Select { cond, then, otherwise } => {
                self.escapes(part, *then);
                self.escapes(part, *otherwise);
                if level(self, *cond) > No { Chosen } else { any }
            }
            Op::Cast { value, .. } | Op::Freeze { value } => {
                self.escapes(part, *value);
                any
            }
            Op::Asm(_) | Op::SetJmp { .. } | Op::LongJmp { .. } | Op::Unsupported { .. } | Op::Host { .. } => {
                self.is_open = true;
                Chosen
            }
            Op::HeapAlloc { .. } | Op::HeapFree { .. } | Op::HeapSize { .. } | Op::StackRestore { .. } => {
                self.is_open = true;
                Chosen
            }
            Op::Nondet { .. } => No,
            _ => any,
        }
    }

    fn call(
        &mut self,
        part: &Part<'p>,
        callee: Callee,
        args: &[Operand],
        area: Option<Operand>,
        is_chosen: bool,
    ) -> Level {
        args.iter().chain(&area).for_each(|&arg| self.escapes(part, arg));
        let is_func = |&arg: &Operand| matches!(part.body.as_const(arg), Some(Const::Func(_)));
        let takes_func =
            part.body.known_callee(callee).is_some_and(|func| self.is_library(func) && self.takes_functions(func));
        let calls_back = takes_func || args.iter().any(is_func);
        match part.body.known_callee(callee) {
            Some(func) if self.is_library(func) && !calls_back => self.library(part, func, args, area, is_chosen),
            Some(func) if !self.is_library(func) && area.is_none() => self.own(part, func, args, is_chosen),
            _ => {
                self.is_open = true;
                Chosen
            }
        }
    }

    fn takes_functions(&self, func: FuncId) -> bool {
        let ctypes = &self.program.ctypes;
        let is_function = |ctype: &CTypeId| match ctypes.resolve(*ctype) {
            CType::Pointer(to) => matches!(ctypes.resolve(*to), CType::Function { .. }),
            _ => false,
        };
        match self.program.funcs[func].ctype.map(|ctype| ctypes.resolve(ctype)) {
            Some(CType::Function { params, .. }) => params.iter().any(is_function),
            _ => true,
        }
    }

    fn own(&mut self, part: &Part<'p>, func: FuncId, args: &[Operand], is_chosen: bool) -> Level {
        let Some(body) = &self.program.funcs[func].body else {
            self.is_open = true;
            return Chosen;
        };
        for (&param, &arg) in body.blocks[body.entry()].params.iter().zip(args) {
            let level = if is_chosen { Chosen } else { self.level(part, arg) };
            self.raise(func, body, param, level);
        }
        if is_chosen {
            let before = self.blocks.len();
            self.blocks.extend(body.blocks.ids().map(|block| (func, block)));
            self.has_changed |= self.blocks.len() > before;
        }
        self.results.get(&func).copied().unwrap_or(No)
    }

    fn library(
        &mut self,
        part: &Part<'p>,
        func: FuncId,
        args: &[Operand],
        area: Option<Operand>,
        is_chosen: bool,
    ) -> Level {
        let pointers = args.iter().chain(&area).copied();
        let pointers: Vec<Operand> = pointers.filter(|&arg| part.body.operand_type(arg) == Type::Ptr).collect();
        let is_told = args.iter().any(|&arg| self.level(part, arg) > No)
            || pointers.iter().any(|&arg| self.content(part, arg, Type::Ptr) > No);
        let level = if is_told || is_chosen { Chosen } else { No };
        if !self.is_one_of(func, LOOKING) {
            let wide = !self.is_one_of(func, WRITING_TEXT);
            pointers.iter().for_each(|&arg| self.writes(part, arg, level, wide));
        }
        match level {
            _ if self.is_one_of(func, ALLOCATORS) => No,
            Chosen if self.is_one_of(func, &["realloc"]) && args.iter().all(|&arg| self.is_fixed(part, arg)) => Given,
            level => level,
        }
    }

    /// Can it be a pointer that is written, or a part of one?
    fn writes(&mut self, part: &Part<'p>, address: Operand, level: Level, wide: bool) {
        let level = if self.level(part, address) == Chosen { Chosen } else { level };
        match self.root(part, address) {
            Some(root) => self.raise_object(root, level),
            None => {
                let escaped: Vec<Root> = self.escaped.iter().copied().collect();
                escaped.into_iter().for_each(|root| self.raise_object(root, level));
                self.has_changed |= level > No && !self.numbers;
                self.numbers |= level > No;
                if wide {
                    self.has_changed |= level > self.outside;
                    self.outside = level.max(self.outside);
                    self.has_changed |= self.written.insert((part.id, self.base(part, address)));
                }
            }
        }
    }

    fn raise_object(&mut self, root: Root, level: Level) {
        let known = self.objects.entry(root).or_default();
        self.has_changed |= level > *known;
        *known = level.max(*known);
    }

    fn escapes(&mut self, part: &Part<'p>, address: Operand) {
        if let Some(root) = self.root(part, address) {
            self.has_changed |= self.escaped.insert(root);
        }
    }

    pub fn has_escaped(&self, root: Root) -> bool {
        self.escaped.contains(&root)
    }
}

/// A function and all of the user's that it calls by name.
fn parts(program: &Program, func: FuncId) -> Vec<Part<'_>> {
    let (mut parts, mut seen, mut work) = (Vec::new(), FxHashSet::default(), vec![func]);
    while let Some(id) = work.pop() {
        let content = &program.funcs[id];
        let Some(body) = content.body.as_ref().filter(|_| content.origin != FuncOrigin::Model) else { continue };
        if !seen.insert(id) || parts.len() > MOST_FUNCS {
            continue;
        }
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        work.extend(insts.filter_map(|inst| match inst.op {
            Op::Call { callee, .. } => body.known_callee(callee),
            _ => None,
        }));
        let cfg = Cfg::new(body);
        let post = PostDominators::new(&cfg);
        parts.push(Part { id, body, defs: Defs::new(body), cfg, post });
    }
    parts
}
