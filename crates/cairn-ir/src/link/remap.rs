//! Moves what was chosen into the linked program, with every id translated: each instruction is touched once.

use super::symbols::{Choice, Resolution};
use super::{Unit, weak_aliases};
use crate::semantic::{
    Body, CTypeId, Callee, Const, Func, FuncId, Global, GlobalId, Init, Linkage, Op, Program, RecordId, Symbol,
};
use cairn_base::{FileId, Id, IdVec, Name, Span};

/// Where the ids of one unit went.
#[derive(Default)]
pub(super) struct Maps {
    /// The unit's own number.
    pub unit: usize,
    pub names: Vec<Name>,
    pub files: IdVec<FileId, FileId>,
    pub records: IdVec<RecordId, RecordId>,
    pub types: IdVec<CTypeId, CTypeId>,
    pub globals: IdVec<GlobalId, GlobalId>,
    pub funcs: IdVec<FuncId, FuncId>,
}

impl Maps {
    pub fn name(&self, name: Name) -> Name {
        self.names[name.index()]
    }

    pub fn span(&self, span: Span) -> Span {
        match self.files.get(span.file) {
            Some(&file) if !span.is_none() => Span { file, ..span },
            _ => Span::NONE,
        }
    }

    pub fn symbol(&self, symbol: Symbol) -> Symbol {
        match symbol {
            Symbol::Global(id) => Symbol::Global(self.globals[id]),
            Symbol::Func(id) => Symbol::Func(self.funcs[id]),
        }
    }
}

/// Fills `program`, whose names, files and types are there already.
pub(super) fn assemble(program: &mut Program, units: Vec<Unit>, maps: &[Maps], resolution: Resolution) {
    let mut funcs = Vec::with_capacity(units.len());
    let mut globals = Vec::with_capacity(units.len());
    for (index, unit) in units.into_iter().enumerate() {
        add_run_lists(program, &unit.program, &maps[index], index, &resolution);
        weak_aliases::keep(program, &unit.program, &maps[index], &resolution);
        program.assembly.extend(unit.program.assembly.iter().map(|&text| maps[index].name(text)));
        funcs.push(unit.program.funcs.into_vec().into_iter().map(Some).collect::<Vec<_>>());
        globals.push(unit.program.globals.into_vec().into_iter().map(Some).collect::<Vec<_>>());
    }
    for choice in resolution.globals.iter() {
        let global = globals[choice.unit][choice.id.index()].take().expect("chosen once");
        program.globals.push(chosen_global(global, choice, &maps[choice.unit]));
    }
    for choice in resolution.funcs.iter() {
        let func = funcs[choice.unit][choice.id.index()].take().expect("chosen once");
        program.funcs.push(chosen_func(func, choice, &maps[choice.unit]));
    }
    program.constructors.sort_by_key(|(priority, _)| *priority);
    program.destructors.sort_by_key(|(priority, _)| *priority);
    for &(name, unit, symbol) in &resolution.aliases.list {
        program.symbols.insert(name, maps[unit].symbol(symbol));
    }
    name_symbols(program, &resolution);
}

/// Constructors and destructors of a unit, unless the function was replaced by another unit's.
fn add_run_lists(program: &mut Program, unit: &Program, maps: &Maps, index: usize, resolution: &Resolution) {
    let wins = |id: FuncId| {
        let choice = &resolution.funcs[maps.funcs[id]];
        choice.unit == index && choice.id == id
    };
    let lists = [(&unit.constructors, &mut program.constructors), (&unit.destructors, &mut program.destructors)];
    for (from, to) in lists {
        to.extend(from.iter().filter(|(_, id)| wins(*id)).map(|&(priority, id)| (priority, maps.funcs[id])));
    }
}

/// External symbols first, so that a `static` never hides one.
fn name_symbols(program: &mut Program, resolution: &Resolution) {
    for private in [false, true] {
        for (id, _) in resolution.globals.iter_enumerated().filter(|(_, choice)| choice.private == private) {
            program.symbols.entry(program.globals[id].name).or_insert(Symbol::Global(id));
        }
        for (id, _) in resolution.funcs.iter_enumerated().filter(|(_, choice)| choice.private == private) {
            program.symbols.entry(program.funcs[id].name).or_insert(Symbol::Func(id));
        }
    }
}

fn chosen_linkage<I>(linkage: Linkage, choice: &Choice<I>) -> Linkage {
    match (choice.private, choice.is_defined(), choice.strong_reference) {
        (true, ..) => Linkage::Internal,
        (_, true, _) => linkage,
        (_, false, true) => Linkage::External,
        (_, false, false) => Linkage::Weak,
    }
}

fn chosen_global(mut global: Global, choice: &Choice<GlobalId>, maps: &Maps) -> Global {
    global.linkage = chosen_linkage(global.linkage, choice);
    if !choice.is_defined() || global.linkage == Linkage::Common {
        global.size = choice.size;
        global.align = choice.align;
    }
    global.name = maps.name(global.name);
    global.source_name = global.source_name.map(|name| maps.name(name));
    global.ctype = global.ctype.map(|ty| maps.types[ty]);
    global.span = maps.span(global.span);
    if let Some(init) = &mut global.init {
        remap_init(init, maps);
    }
    global
}

fn remap_init(init: &mut Init, maps: &Maps) {
    init.unsupported = init.unsupported.map(|reason| maps.name(reason));
    for reloc in &mut init.relocs {
        reloc.symbol = maps.symbol(reloc.symbol);
    }
}

fn chosen_func(mut func: Func, choice: &Choice<FuncId>, maps: &Maps) -> Func {
    func.linkage = chosen_linkage(func.linkage, choice);
    func.noreturn |= !choice.is_defined() && choice.noreturn;
    func.name = maps.name(func.name);
    func.ctype = func.ctype.map(|ty| maps.types[ty]);
    func.span = maps.span(func.span);
    if let Some(body) = &mut func.body {
        remap_body(body, maps);
    }
    func
}

fn remap_body(body: &mut Body, maps: &Maps) {
    for var in body.vars.iter_mut() {
        var.name = maps.name(var.name);
        var.ty = var.ty.map(|ty| maps.types[ty]);
        var.span = maps.span(var.span);
    }
    for block in body.blocks.iter_mut() {
        for inst in &mut block.insts {
            inst.span = maps.span(inst.span);
            remap_op(&mut inst.op, maps);
        }
        block.term_span = maps.span(block.term_span);
    }
    if body.consts.iter().any(|(_, value)| matches!(value, Const::Global { .. } | Const::Func(_))) {
        body.consts.rewrite(|value| match value {
            Const::Global { id, .. } => *id = maps.globals[*id],
            Const::Func(id) => *id = maps.funcs[*id],
            _ => {}
        });
    }
}

fn remap_op(op: &mut Op, maps: &Maps) {
    match op {
        Op::Call { callee: Callee::Direct(id), .. } => *id = maps.funcs[*id],
        Op::Field { field: Some(field), .. } => field.record = maps.records[field.record],
        Op::Asm(asm) => {
            asm.template = maps.name(asm.template);
            asm.constraints = maps.name(asm.constraints);
        }
        Op::Unsupported { reason } => *reason = maps.name(*reason),
        _ => {}
    }
}
