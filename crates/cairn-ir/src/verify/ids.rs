//! Invariants of ids: everything that is named by an id exists, types exist, and constants are in their one form.

use super::program::has_file;
use super::{Cx, Report, in_range, is_type};
use crate::{Callee, Const, Func, Id, Inst, Name, Op, Operand, Program, Sig, Span, WideInt};
use rustc_hash::FxHashSet;

/// The head of a function, with or without a body.
pub(super) fn head(program: &Program, func: &Func, report: &mut Report) {
    report.require(in_range(func.name, program.names.len()), || "the function's name does not exist".to_owned());
    let ctype = func.ctype.is_none_or(|ctype| in_range(ctype, program.ctypes.types.len()));
    report.require(ctype, || "the function's C type does not exist".to_owned());
    report.require(has_file(program, func.span), || "the function stands in a file that does not exist".to_owned());
    let Sig { params, results, .. } = &func.sig;
    for ty in params.iter().chain(results).filter(|ty| !is_type(**ty)) {
        report.say(format!("the signature has a type that does not exist: {ty}"));
    }
}

/// Constants are in range, in their one form, and distinct.
pub(super) fn constants(cx: &Cx<'_>, report: &mut Report) {
    let mut seen = FxHashSet::default();
    for (id, value) in cx.body.consts.iter() {
        report.require(seen.insert(value), || format!("{id} equals another constant of the pool"));
        let holds = match value {
            Const::Int { width, value } => (1..=128).contains(width) && fits(*value, *width),
            Const::Wide(wide) => is_normal_wide(wide),
            Const::Float { kind, bits } => fits(*bits, kind.bits()),
            Const::Null => true,
            Const::Global { id, .. } => in_range(*id, cx.program.globals.len()),
            Const::Func(id) => in_range(*id, cx.program.funcs.len()),
            Const::Undef(ty) => is_type(*ty),
        };
        report.require(holds, || format!("{id} is not a constant: {value:?}"));
    }
}

/// Whether all bits above `width` are 0.
pub(super) fn fits(value: u128, width: u32) -> bool {
    width >= 128 || value >> width == 0
}

fn is_normal_wide(wide: &WideInt) -> bool {
    let width = wide.width;
    let used = width % 64;
    (129..=super::MAX_INT_BITS).contains(&width)
        && wide.limbs.len() == width.div_ceil(64) as usize
        && (used == 0 || wide.limbs.last().is_some_and(|last| last >> used == 0))
}

/// Everything that the body refers to exists.
pub(super) fn references(cx: &Cx<'_>, report: &mut Report) {
    variables(cx, report);
    values(cx, report);
    for (id, block) in cx.body.blocks.iter_enumerated() {
        report.at_block(id);
        for &param in &block.params {
            report.require(in_range(param, cx.body.values.len()), || format!("parameter {param} does not exist"));
        }
        for (index, inst) in block.insts.iter().enumerate() {
            report.at_inst(id, index);
            inst.op.for_each_operand(|operand| has_operand(cx, operand, report));
            inst_references(cx, inst, report);
            position(cx, inst.span, report);
        }
        report.at_inst(id, block.insts.len());
        block.term.for_each_operand(|operand| has_operand(cx, operand, report));
        for target in block.term.targets().filter(|target| !in_range(target.block, cx.body.blocks.len())) {
            report.say(format!("{} does not exist", target.block));
        }
        position(cx, block.term_span, report);
    }
    report.at_func();
}

fn variables(cx: &Cx<'_>, report: &mut Report) {
    for (id, var) in cx.body.vars.iter_enumerated() {
        report.require(in_range(var.name, cx.program.names.len()), || format!("{id} has a name that does not exist"));
        let ctype = var.ty.is_none_or(|ctype| in_range(ctype, cx.program.ctypes.types.len()));
        report.require(ctype, || format!("{id} has a C type that does not exist"));
        position(cx, var.span, report);
    }
}

fn values(cx: &Cx<'_>, report: &mut Report) {
    for (id, value) in cx.body.values.iter_enumerated() {
        report.require(is_type(value.ty), || format!("{id} has a type that does not exist: {}", value.ty));
        let var = value.var.is_none_or(|var| in_range(var, cx.body.vars.len()));
        report.require(var, || format!("{id} belongs to a variable that does not exist"));
    }
}

fn position(cx: &Cx<'_>, span: Span, report: &mut Report) {
    report.require(has_file(cx.program, span), || format!("{} does not exist", span.file));
}

fn has_operand(cx: &Cx<'_>, operand: Operand, report: &mut Report) {
    match operand {
        Operand::Value(id) => {
            report.require(in_range(id, cx.body.values.len()), || format!("operand {id} does not exist"));
        }
        Operand::Const(id) => {
            report.require(in_range(id, cx.body.consts.len()), || format!("operand {id} does not exist"));
        }
    }
}

/// What an instruction refers to besides operands.
fn inst_references(cx: &Cx<'_>, inst: &Inst, report: &mut Report) {
    for result in inst.results.iter().filter(|result| result.index() >= cx.body.values.len()).take(1) {
        report.say(format!("result {result} does not exist"));
    }
    let mut name = |name: Name| {
        report.require(in_range(name, cx.program.names.len()), || format!("{name} does not exist"));
    };
    match &inst.op {
        Op::Asm(asm) => [asm.template, asm.constraints].into_iter().for_each(name),
        Op::Unsupported { reason } => name(*reason),
        Op::Call { callee: Callee::Direct(id), .. } => {
            report.require(in_range(*id, cx.program.funcs.len()), || format!("callee {id} does not exist"));
        }
        Op::Field { field: Some(field), .. } => {
            let record = cx.program.ctypes.records.get(field.record);
            let found = record.is_some_and(|record| (field.index as usize) < record.fields.len());
            report.require(found, || format!("member {} of {} does not exist", field.index, field.record));
        }
        _ => {}
    }
}
