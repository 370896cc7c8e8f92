//! Makes locals of what `alloca` is called for.
//!
//! Clang does that itself where the declaration is the usual one, which takes a `size_t`. With another type of the same width
//! it leaves a call, of a function that no library has.

use crate::semantic::{Callee, FuncId, Op, Program, Type};

/// The stack's alignment on our targets.
const ALIGN: u64 = 16;

/// Calls of an `alloca` that nobody defines become locals of their functions.
pub fn alloca_as_locals(program: &mut Program) {
    let word = Type::Int(program.target.pointer_bits);
    let is_alloca = |id: &FuncId| {
        let func = &program.funcs[*id];
        func.body.is_none() && func.sig.params == [word] && func.sig.results == [Type::Ptr] && !func.sig.variadic
    };
    let Some(alloca) = program.func_named("alloca").filter(is_alloca) else { return };
    for body in program.funcs.iter_mut().filter_map(|func| func.body.as_mut()) {
        for inst in body.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            if let Op::Call { callee: Callee::Direct(callee), args, .. } = &inst.op
                && *callee == alloca
                && let [size] = args[..]
            {
                inst.op = Op::Alloca { size, align: ALIGN };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{parse, print};

    #[test]
    fn only_an_alloca_that_nobody_defines_makes_locals() {
        let caller = "fn @f(%n: i64) -> ptr {
            bb0:
            %p: ptr = call @alloca(%n)
            ret %p }\n";
        let lowered = |alloca: &str| {
            let mut program = parse(&format!("{caller}{alloca}")).expect("a program");
            alloca_as_locals(&mut program);
            crate::verify::check(&program).expect("a valid program");
            print(&program).contains("= alloca %")
        };
        assert!(lowered("fn @alloca(i64) -> ptr"));
        assert!(!lowered("fn @alloca(%n: i64) -> ptr {\n bb0:\n ret null }"));
    }
}
