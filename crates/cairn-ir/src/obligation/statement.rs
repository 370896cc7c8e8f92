//! The words for an operation: what stands in reports, and what identities are made of.

use crate::describe::Describer;
use crate::semantic::{Callee, Inst, Op, Program, Terminator, Type};

pub(super) fn of_inst(program: &Program, describer: &Describer<'_>, inst: &Inst) -> String {
    let bytes = |ty: Type| Some(ty.store_bytes(program.target.pointer_bits));
    let value = |operand| describer.value(operand);
    match &inst.op {
        Op::Load { ty, addr, .. } => describer.access(*addr, bytes(*ty)),
        Op::Store { value: stored, addr, .. } => {
            let place = describer.access(*addr, bytes(describer.body().operand_type(*stored)));
            format!("{place} = {}", value(*stored))
        }
        Op::Copy { dst, src, len, .. } => describer.call("copy", &[*dst, *src, *len]),
        Op::Set { dst, byte, len, .. } => describer.call("set", &[*dst, *byte, *len]),
        Op::Rmw { op, addr, value: operand, .. } => describer.call(&format!("atomic_{op}"), &[*addr, *operand]),
        Op::CmpXchg { addr, expected, new, .. } => describer.call("compare_exchange", &[*addr, *expected, *new]),
        Op::HeapFree { ptr } => describer.call("free", &[*ptr]),
        Op::Alloca { size, .. } => describer.call("alloca", &[*size]),
        Op::Call { callee: Callee::Direct(id), args, .. } => describer.call(program.func_name(*id), args),
        Op::Call { callee: Callee::Indirect(target), args, .. } => describer.call(&value(*target), args),
        Op::LongJmp { buf, value } => describer.call("longjmp", &[*buf, *value]),
        Op::Assume { cond } => describer.call("assume", &[*cond]),
        Op::Fail { rule, message } => match message {
            Some(message) => format!("{rule}: {}", value(*message)),
            None => rule.to_string(),
        },
        Op::Host { func, args } => describer.call(func.name(), args),
        // The definition, not the name of the variable that it was stored in.
        _ => inst.results.iter().next().map_or_else(String::new, |result| describer.definition(result)),
    }
}

pub(super) fn of_terminator(describer: &Describer<'_>, term: &Terminator) -> String {
    match term {
        Terminator::Branch { cond, .. } => format!("if ({})", describer.value(*cond)),
        Terminator::Switch(switch) => format!("switch ({})", describer.value(switch.value)),
        Terminator::Return(values) => {
            let values: Vec<String> = values.iter().map(|&value| describer.value(value)).collect();
            format!("return {}", values.join(", "))
        }
        Terminator::Jump(_) => "goto".to_owned(),
        Terminator::Unreachable => "unreachable".to_owned(),
    }
}
