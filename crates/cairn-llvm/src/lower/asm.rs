//! Inline assembly: kept as it is, opaque, with its results split into scalars.

use super::func::{FuncLowering, Val};
use crate::ast;
use cairn_ir::{AsmInst, Op, Operand};

impl<'m> FuncLowering<'_, 'm> {
    /// Memory operands (`*m`) are among the arguments, as addresses.
    pub fn asm(&mut self, asm: &ast::Asm, call: &'m ast::Call<'m>) -> Val {
        let mut args: Vec<Operand> = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            let value = self.typed(&arg.value);
            args.extend((0..value.len()).map(|i| self.lane(value, i)));
        }
        let inst = AsmInst {
            template: self.cx.intern(&asm.template),
            constraints: self.cx.intern(asm.constraints),
            args,
            side_effects: asm.side_effects || asm.constraints.contains("~{memory}"),
        };
        let types = self.cx.scalar_types(call.ret);
        self.emit_many(Op::Asm(Box::new(inst)), &types)
    }
}
