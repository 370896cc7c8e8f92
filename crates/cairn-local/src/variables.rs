//! Variables that are read and written by name only, each part with one type: what they hold is what was stored there.
//!
//! No pointer leads to such a variable, so nothing else can change it. What is claimed of a part holds of its first content and of
//! everything that is stored; like the contracts of functions it is assumed while the stores are looked at, an induction over the
//! length of executions. Not here: in which order things are stored.

use crate::kinds::{Kinds, of_const};
use cairn_ir::{Body, Const, FuncId, Global, GlobalId, Linkage, MemFlags, Op, Operand, Program, Symbol, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// A part of a variable: its start.
type Part = (GlobalId, i64);

/// What parts of variables hold, whenever they are read.
#[derive(Default)]
pub struct Variables {
    parts: FxHashMap<Part, Content>,
}

struct Content {
    ty: Type,
    kinds: Kinds,
    /// Functions that read it.
    readers: Vec<FuncId>,
}

impl Variables {
    /// `all_seen`: nothing that is not in the program knows the names of its variables.
    pub fn of(program: &Program, all_seen: bool) -> Variables {
        let mut found = Found { program, parts: FxHashMap::default(), left: FxHashSet::default() };
        let bodies = || program.funcs.iter().filter_map(|func| func.body.as_ref());
        // Assembly may name whatever it likes.
        if bodies().any(|body| insts(body).any(|op| matches!(op, Op::Asm(_)))) {
            return Variables::default();
        }
        let is_ours = |global: &Global| {
            let hidden = all_seen || global.linkage == Linkage::Internal;
            hidden
                && !global.exposed
                && !global.thread_local
                && global.init.as_ref().is_some_and(|init| init.unsupported.is_none())
        };
        found.left.extend(program.globals.iter_enumerated().filter(|(_, global)| is_ours(global)).map(|(id, _)| id));
        for init in program.globals.iter().filter_map(|global| global.init.as_ref()) {
            for reloc in &init.relocs {
                if let Symbol::Global(id) = reloc.symbol {
                    found.left.remove(&id);
                }
            }
        }
        for (func, declared) in program.funcs.iter_enumerated() {
            declared.body.iter().for_each(|body| found.look(func, body));
        }
        found.settle()
    }

    /// What is read, if it is such a part.
    pub fn read(&self, body: &Body, op: &Op) -> Option<Kinds> {
        let Op::Load { addr, .. } = op else { return None };
        self.parts.get(&part(body, *addr)?).map(|content| content.kinds)
    }

    /// A store of such a value; gives those who read it if less is known of the part now.
    pub fn store(&mut self, body: &Body, op: &Op, of: impl FnOnce(Operand) -> Kinds) -> &[FuncId] {
        let Op::Store { value, addr, .. } = op else { return &[] };
        let Some(content) = part(body, *addr).and_then(|part| self.parts.get_mut(&part)) else { return &[] };
        let before = content.kinds;
        content.kinds = before.and(of(*value).behind_return());
        if content.kinds == before { &[] } else { &content.readers }
    }
}

struct Found<'a> {
    program: &'a Program,
    parts: FxHashMap<Part, Content>,
    /// Variables of which nothing was seen but plain accesses.
    left: FxHashSet<GlobalId>,
}

impl Found<'_> {
    fn look(&mut self, func: FuncId, body: &Body) {
        for block in body.blocks.iter() {
            for inst in &block.insts {
                match inst.op {
                    Op::Load { ty, addr, flags, .. } => self.access(body, addr, ty, flags, Some(func)),
                    Op::Store { value, addr, flags, .. } => {
                        self.other_use(body, value);
                        self.access(body, addr, body.operand_type(value), flags, None);
                    }
                    ref op => op.for_each_operand(|operand| self.other_use(body, operand)),
                }
            }
            block.term.for_each_operand(|operand| self.other_use(body, operand));
        }
    }

    fn other_use(&mut self, body: &Body, operand: Operand) {
        if let Some((id, _)) = part(body, operand) {
            self.left.remove(&id);
        }
    }

    fn access(&mut self, body: &Body, addr: Operand, ty: Type, flags: MemFlags, reader: Option<FuncId>) {
        let Some(part) = part(body, addr) else { return };
        let content = self.parts.entry(part).or_insert(Content { ty, kinds: Kinds::ALL, readers: Vec::new() });
        if content.ty != ty || flags != MemFlags::default() {
            self.left.remove(&part.0);
        }
        content.readers.extend(reader.filter(|func| content.readers.last() != Some(func)));
    }

    fn settle(mut self) -> Variables {
        let bits = self.program.target.pointer_bits;
        let mut spans: Vec<(Part, i64)> =
            self.parts.iter().map(|(&part, content)| (part, part.1 + content.ty.store_bytes(bits) as i64)).collect();
        spans.sort_unstable_by_key(|(part, _)| *part);
        for pair in spans.windows(2) {
            let [((id, _), end), ((next, start), _)] = pair else { unreachable!() };
            if id == next && start < end {
                self.left.remove(id);
            }
        }
        for ((id, start), end) in spans {
            if start < 0 || end as u64 > self.program.globals[id].size {
                self.left.remove(&id);
            }
        }
        self.parts.retain(|(id, _), _| self.left.contains(id));
        for (&part, content) in &mut self.parts {
            content.kinds = first_content(self.program, part, content.ty);
        }
        Variables { parts: self.parts }
    }
}

/// What a part holds before anything is stored.
fn first_content(program: &Program, (id, start): Part, ty: Type) -> Kinds {
    let Some(init) = &program.globals[id].init else { return Kinds::NONE };
    let (from, bytes) = (start as u64, ty.store_bytes(program.target.pointer_bits));
    let mut relocs =
        init.relocs.iter().filter(|reloc| reloc.offset < from + bytes && from < reloc.offset + u64::from(reloc.bytes));
    if let Some(reloc) = relocs.next() {
        let whole =
            ty == Type::Ptr && reloc.offset == from && u64::from(reloc.bytes) == bytes && relocs.next().is_none();
        return match reloc.symbol {
            Symbol::Global(target) if whole => of_const(program, &Const::Global { id: target, offset: reloc.addend }),
            _ => Kinds::NONE,
        };
    }
    let given = init.bytes.iter().skip(from as usize).take(bytes as usize);
    match (ty, given.into_iter().all(|&byte| byte == 0)) {
        (Type::Ptr, true) => of_const(program, &Const::Null),
        (Type::Int(_), false) => Kinds::DEFINED.or(Kinds::NONZERO),
        _ => Kinds::DEFINED,
    }
}

fn part(body: &Body, operand: Operand) -> Option<Part> {
    match body.as_const(operand)? {
        Const::Global { id, offset } => Some((*id, *offset)),
        _ => None,
    }
}

fn insts(body: &Body) -> impl Iterator<Item = &Op> {
    body.blocks.iter().flat_map(|block| block.insts.iter().map(|inst| &inst.op))
}
