//! Calls: `call`, `invoke`, `callbr`, their callees and arguments.

use super::attr::note_func_attr;
use super::symbol::unescape;
use super::{Reader, Res};
use crate::ast::{Arg, Asm, Call, Const, FuncAttrs, InstKind, Operand, Typed};

impl<'a> Reader<'a> {
    /// `call …` or `tail call …`; `None` for a debug intrinsic that nobody needs.
    pub(super) fn call_inst(&mut self, opcode: &str) -> Res<Option<InstKind<'a>>> {
        if opcode != "call" {
            self.cur.expect_word("call")?;
        }
        let mut call = self.call_head()?;
        if let Operand::Const(Const::Sym(callee)) = call.callee
            && let Some(name) = self.module.symbols[callee].strip_prefix("llvm.dbg.")
        {
            let kind = super::dbg_record::RecordKind::of_word(name);
            return self.dbg_call(kind);
        }
        self.call_tail(&mut call)?;
        Ok(Some(InstKind::Call(call)))
    }

    pub(super) fn invoke(&mut self) -> Res<InstKind<'a>> {
        let mut call = self.call_head()?;
        self.call_tail(&mut call)?;
        self.cur.expect_word("to")?;
        let normal = self.label_ref()?;
        self.cur.expect_word("unwind")?;
        Ok(InstKind::Invoke { call, normal, unwind: self.label_ref()? })
    }

    pub(super) fn call_br(&mut self) -> Res<InstKind<'a>> {
        let mut call = self.call_head()?;
        self.call_tail(&mut call)?;
        self.cur.expect_word("to")?;
        let normal = self.label_ref()?;
        Ok(InstKind::CallBr { call, normal, others: self.label_list()? })
    }

    /// Everything in front of the arguments.
    fn call_head(&mut self) -> Res<Call<'a>> {
        self.skip_to_type(|_| false)?;
        let (ty, func) = self.call_ty()?;
        let (ret, fixed) = match func {
            None => (ty, None),
            Some((ret, params, variadic)) => (ret, Some((params, variadic))),
        };
        let callee = match self.cur.peek() {
            b'a' if self.cur.eat_word("asm") => Operand::Asm(Box::new(self.asm()?)),
            _ => self.operand(self.types.ptr)?,
        };
        Ok(Call { callee, ret, fixed, args: Vec::new(), noreturn: false, returns_twice: false })
    }

    /// Arguments, attributes and operand bundles.
    fn call_tail(&mut self, call: &mut Call<'a>) -> Res<()> {
        call.args = self.args()?;
        let mut attrs = FuncAttrs::default();
        loop {
            self.cur.skip_blanks();
            match self.cur.byte() {
                b'#' => {
                    let group = self.group_ref()?;
                    self.groups.of_inst.push(group);
                }
                b'"' => self.string_attr()?,
                b'[' => self.cur.skip_group()?,
                b'a'..=b'z' => {
                    let before = self.cur;
                    let word = self.cur.word();
                    if word == "to" {
                        self.cur = before;
                        break;
                    }
                    note_func_attr(word, &mut attrs);
                    self.attr_argument(word)?;
                }
                _ => break,
            }
        }
        call.noreturn = attrs.noreturn;
        call.returns_twice = attrs.returns_twice;
        Ok(())
    }

    fn args(&mut self) -> Res<Vec<Arg<'a>>> {
        self.cur.expect(b'(')?;
        let mut args = Vec::new();
        while !self.cur.eat(b')') {
            // The variable arguments that a `musttail` thunk passes on.
            if self.cur.byte() == b'.' && self.cur.eat_here("...") {
                continue;
            }
            args.push(self.arg()?);
            if self.cur.peek() != b')' {
                self.cur.expect(b',')?;
            }
        }
        Ok(args)
    }

    #[inline]
    fn arg(&mut self) -> Res<Arg<'a>> {
        let ty = self.ty()?;
        if ty == self.types.metadata {
            let value = Operand::Metadata(self.metadata_operand()?);
            return Ok(Arg { value: Typed { ty, value }, attrs: Default::default() });
        }
        let attrs = self.param_attrs()?;
        let value = self.operand(ty)?;
        Ok(Arg { value: Typed { ty, value }, attrs })
    }

    /// `sideeffect "template", "constraints"`, the keyword `asm` already read.
    fn asm(&mut self) -> Res<Asm<'a>> {
        let mut side_effects = false;
        loop {
            match self.cur.peek_word() {
                "sideeffect" => side_effects = true,
                "alignstack" | "inteldialect" | "unwind" => {}
                _ => break,
            }
            self.cur.word();
        }
        let template = unescape(self.cur.string()?).into_owned();
        self.cur.expect(b',')?;
        Ok(Asm { template, constraints: self.cur.string()?, side_effects })
    }
}
