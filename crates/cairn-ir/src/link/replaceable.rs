//! What other files may define anew: weak definitions of a program that is not whole.
//!
//! A call of a weak function runs another body where another file has a strong definition; a weak variable then begins
//! with another content. In a program that is all there is, the linker has chosen; in files by themselves nobody has.

use crate::semantic::{Callee, Const, Func, FuncId, Linkage, Op, Program, Symbol};
use rustc_hash::FxHashMap;

/// Makes references to weak definitions lead to declarations. Weak functions keep their bodies, which are code like any
/// other, but nobody here is known to call them; weak variables hold what somebody else gives them.
pub fn leave_weak_definitions_open(program: &mut Program) {
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
        redirect(program, &open);
    }
}

fn redirect(program: &mut Program, open: &FxHashMap<FuncId, FuncId>) {
    let lead = |id: &mut FuncId| *id = open.get(id).copied().unwrap_or(*id);
    let relocs = program.globals.iter_mut().filter_map(|global| global.init.as_mut()).flat_map(|init| &mut init.relocs);
    for reloc in relocs {
        if let Symbol::Func(id) = &mut reloc.symbol {
            lead(id);
        }
    }
    for body in program.funcs.iter_mut().filter_map(|func| func.body.as_mut()) {
        body.consts.rewrite(|value| {
            if let Const::Func(id) = value {
                lead(id);
            }
        });
        for inst in body.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            if let Op::Call { callee: Callee::Direct(id), .. } = &mut inst.op {
                lead(id);
            }
        }
    }
}
