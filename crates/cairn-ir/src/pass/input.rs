//! Makes input of what is undefined: variables that were not written hold any values, chosen when they come to be, and functions
//! that nobody defines give any.
//!
//! That is how tasks are meant that speak of "any value" and leave a variable as it is. Everything else stays undefined, since it is
//! not said what tasks mean by it: blocks, what a function gives that ends without a value, unions of which a part was written. It changes what a program means, so it is
//! done only where somebody asks for it; what is found of the rewritten program is not told of the one that was written.

use super::promote::Slots;
use super::prune::renumber_values;
use crate::graph::Cfg;
use crate::semantic::{
    Block, Body, CType, CTypeId, CTypes, Const, FuncOrigin, HostFn, Inst, MemFlags, Op, Operand, Program, Results,
    Terminator, Type, ValueId,
};
use cairn_base::{IdVec, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Variables begin with any content: those that can be promoted with any value of their type, others with any bytes.
pub(super) fn fill_locals(body: &mut Body, bits: u32, types: &CTypes) {
    let whole = Slots::of(body);
    let locals = Locals::of(body, bits, types);
    let mut blocks = std::mem::take(&mut body.blocks);
    for block in blocks.iter_mut() {
        for inst in std::mem::take(&mut block.insts) {
            let begun = locals.begun_by(&inst);
            let span = inst.span;
            block.insts.push(inst);
            let Some((local, size)) = begun else { continue };
            match whole.type_of(local) {
                Some(ty) => store_any(body, &mut block.insts, local, ty, span),
                None => {
                    let word = locals.word_of(local);
                    fill(body, &mut block.insts, local, size, word, (bits, span));
                }
            }
        }
    }
    body.blocks = blocks;
}

/// Input that nobody looks at is not asked for.
pub(super) fn drop_unused(body: &mut Body) {
    let mut used = IdVec::<ValueId, bool>::filled(false, body.values.len());
    let mut mark = |operand| {
        if let Operand::Value(value) = operand {
            used[value] = true;
        }
    };
    for block in body.blocks.iter() {
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut mark));
        block.term.for_each_operand(&mut mark);
    }
    for block in body.blocks.iter_mut() {
        block
            .insts
            .retain(|inst| !matches!(inst.op, Op::Nondet { .. }) || inst.results.iter().any(|value| used[value]));
    }
    renumber_values(body, |_| None);
}

/// Functions that nobody defines, and that neither take nor give an address, give any value and do nothing; those of the
/// system, which its headers declare, do what nobody knows.
pub fn answer_for_unknown(program: &mut Program, is_of_system: impl Fn(&str) -> bool) {
    let files = &program.files;
    for func in program.funcs.iter_mut() {
        let of_system = files.get(func.span.file).is_some_and(|file| is_of_system(&file.name));
        let mut types = func.sig.params.iter().chain(&func.sig.results);
        let harmless = !func.sig.variadic && !types.any(|ty| *ty == Type::Ptr) && !func.noreturn;
        // What assembly speaks of may be defined there.
        if func.body.is_none() && !func.exposed && harmless && !of_system && func.origin != FuncOrigin::Model {
            func.body = Some(any_result(&func.sig.params, &func.sig.results, func.span));
        }
    }
}

fn any_result(params: &[Type], results: &[Type], span: Span) -> Body {
    let mut body = Body::default();
    let params = params.iter().map(|&ty| body.new_value(ty)).collect();
    let mut insts = Vec::new();
    let values = results.iter().map(|&ty| any_value(&mut body, &mut insts, ty, span).into()).collect();
    body.blocks.push(Block { params, insts, term: Terminator::Return(values), term_span: span });
    body
}

const USUAL_WORD: u64 = 4;

fn any_value(body: &mut Body, insts: &mut Vec<Inst>, ty: Type, span: Span) -> ValueId {
    let value = body.new_value(ty);
    insts.push(Inst { op: Op::Nondet { ty }, results: Results::one(value), span });
    value
}

fn store_any(body: &mut Body, insts: &mut Vec<Inst>, local: ValueId, ty: Type, span: Span) {
    let value = any_value(body, insts, ty, span).into();
    let op = Op::Store { value, addr: local.into(), align: 1, flags: MemFlags::default() };
    insts.push(Inst { op, results: Results::NONE, span });
}

fn fill(body: &mut Body, insts: &mut Vec<Inst>, object: ValueId, size: Operand, word: u64, (bits, span): (u32, Span)) {
    let word = body.int(bits, u128::from(word));
    let op = Op::Host { func: HostFn::Fill, args: vec![object.into(), size, word] };
    insts.push(Inst { op, results: Results::NONE, span });
}

fn has_union(types: &CTypes, ty: CTypeId) -> bool {
    match &types.types[ty] {
        CType::Array { elem: of, .. }
        | CType::Typedef { of, .. }
        | CType::Const(of)
        | CType::Volatile(of)
        | CType::Qualified { of, .. } => has_union(types, *of),
        CType::Record(id) => {
            let record = &types.records[*id];
            record.is_union || record.fields.iter().any(|field| has_union(types, field.ty))
        }
        _ => false,
    }
}

/// What is to be known of a function's locals.
struct Locals {
    sizes: BTreeMap<ValueId, Operand>,
    /// They begin where their scope does.
    scoped: BTreeSet<ValueId>,
    /// How many bytes are read and written at once.
    words: BTreeMap<ValueId, u64>,
}

impl Locals {
    fn of(body: &Body, bits: u32, types: &CTypes) -> Locals {
        let mut locals = Locals { sizes: BTreeMap::new(), scoped: BTreeSet::new(), words: BTreeMap::new() };
        let cfg = Cfg::new(body);
        // What is computed of the address of a local, by the order of definitions.
        let mut inside: BTreeMap<ValueId, ValueId> = BTreeMap::new();
        let local_at = |inside: &BTreeMap<ValueId, ValueId>, operand: Operand| match operand {
            Operand::Value(value) => inside.get(&value).copied(),
            Operand::Const(_) => None,
        };
        for inst in cfg.rpo().iter().flat_map(|&block| &body.blocks[block].insts) {
            let result = inst.results.single();
            match &inst.op {
                Op::Alloca { size, .. } => {
                    let local = result.expect("an address");
                    locals.sizes.insert(local, *size);
                    inside.insert(local, local);
                }
                Op::ScopeStart { object: Operand::Value(local) } => drop(locals.scoped.insert(*local)),
                Op::Field { base, .. } | Op::Index { base, .. } => {
                    if let (Some(result), Some(local)) = (result, local_at(&inside, *base)) {
                        inside.insert(result, local);
                    }
                }
                Op::Load { ty, addr, .. } => locals.accessed(local_at(&inside, *addr), ty.store_bytes(bits)),
                Op::Store { value, addr, .. } => {
                    let bytes = body.operand_type(*value).store_bytes(bits);
                    locals.accessed(local_at(&inside, *addr), bytes);
                }
                _ => {}
            }
        }
        // What the compiler keeps for itself has no name.
        locals.sizes.retain(|local, _| {
            let var = body.values[*local].var.map(|var| &body.vars[var]);
            var.and_then(|var| var.ty).is_some_and(|ty| !has_union(types, ty))
        });
        locals.adjust_words(body);
        locals
    }

    fn accessed(&mut self, local: Option<ValueId>, bytes: u64) {
        if let Some(local) = local {
            let known = self.words.entry(local).or_insert(bytes);
            *known = (*known).min(bytes);
        }
    }

    /// Words are of 1, 2, 4 or 8 bytes and make up the whole object.
    fn adjust_words(&mut self, body: &Body) {
        for (local, size) in &self.sizes {
            let size = match body.as_const(*size) {
                Some(&Const::Int { value, .. }) => value,
                _ => 0,
            };
            let word = self.words.entry(*local).or_insert(USUAL_WORD);
            if !matches!(*word, 1 | 2 | 4 | 8) || !size.is_multiple_of(u128::from(*word)) {
                *word = 1;
            }
        }
    }

    /// The local that comes to be behind an instruction, and its size.
    fn begun_by(&self, inst: &Inst) -> Option<(ValueId, Operand)> {
        let local = match inst.op {
            Op::Alloca { .. } => inst.results.single().filter(|local| !self.scoped.contains(local)),
            Op::ScopeStart { object: Operand::Value(local) } => Some(local),
            _ => None,
        }?;
        self.sizes.get(&local).map(|&size| (local, size))
    }

    fn word_of(&self, local: ValueId) -> u64 {
        self.words.get(&local).copied().unwrap_or(1)
    }
}
