//! What other files may define anew: weak definitions of a program that is not whole.
//!
//! A call of a weak function runs another body where another file has a strong definition; a weak variable then begins
//! with another content. In a program that is all there is, the linker has chosen; in files by themselves nobody has.

use super::second_names::give_up_missing;
use crate::semantic::{Callee, Const, Func, FuncId, Linkage, Op, Program, Symbol};
use rustc_hash::FxHashMap;

/// Makes references to weak definitions lead to declarations, and gives up at names that nobody here defines and perhaps nobody at all. Weak functions keep their bodies, which are code like any
/// other, but nobody here is known to call them; weak variables hold what somebody else gives them.
pub fn leave_weak_definitions_open(program: &mut Program) {
    give_up_missing(program);
    for global in program.globals.iter_mut().filter(|global| global.linkage == Linkage::Weak && global.init.is_some()) {
        global.init = None;
        global.linkage = Linkage::External;
    }
    let weak = |func: &Func| func.linkage == Linkage::Weak && func.is_defined();
    let declare = |func: &Func| Func { linkage: Linkage::External, body: None, ..func.clone() };
    let found: Vec<(FuncId, Func)> =
        program.funcs.iter_enumerated().filter(|(_, func)| weak(func)).map(|(id, func)| (id, declare(func))).collect();
    let open: FxHashMap<FuncId, FuncId> =
        found.into_iter().map(|(id, declared)| (id, program.funcs.push(declared))).collect();
    if !open.is_empty() {
        redirect(program, &|symbol| match symbol {
            Symbol::Func(id) => Symbol::Func(open.get(&id).copied().unwrap_or(id)),
            global => global,
        });
    }
}

/// Makes all references to symbols lead to others of the same kind.
pub(super) fn redirect(program: &mut Program, lead: &dyn Fn(Symbol) -> Symbol) {
    let func = |id: &mut FuncId| {
        if let Symbol::Func(other) = lead(Symbol::Func(*id)) {
            *id = other;
        }
    };
    let relocs = program.globals.iter_mut().filter_map(|global| global.init.as_mut()).flat_map(|init| &mut init.relocs);
    relocs.for_each(|reloc| reloc.symbol = lead(reloc.symbol));
    for body in program.funcs.iter_mut().filter_map(|func| func.body.as_mut()) {
        body.consts.rewrite(|value| match value {
            Const::Func(id) => func(id),
            Const::Global { id, .. } => {
                if let Symbol::Global(other) = lead(Symbol::Global(*id)) {
                    *id = other;
                }
            }
            _ => {}
        });
        for inst in body.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            if let Op::Call { callee: Callee::Direct(id), .. } = &mut inst.op {
                func(id);
            }
        }
    }
}
