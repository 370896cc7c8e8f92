//! Prints operations: one arm each, in the order of `Op`.

use super::func::FuncView;
use super::put;
use crate::format::labels;
use crate::*;

impl FuncView<'_> {
    /// `ty` is the type that the operation is written with, where it is.
    pub(super) fn op(&self, out: &mut String, op: &Op, ty: Type) {
        let word = self.word;
        let ptr = |operand: Operand| self.at(operand, Type::Ptr);
        let size = |operand: Operand| self.at(operand, word);
        let val = |operand: Operand| self.at(operand, ty);
        match *op {
            Op::Alloca { size: bytes, align } => put!(out, "alloca {} align {align}", size(bytes)),
            Op::ScopeStart { object } => put!(out, "scope_start {}", ptr(object)),
            Op::ScopeEnd { object } => put!(out, "scope_end {}", ptr(object)),
            Op::StackSave => out.push_str("stack_save"),
            Op::StackRestore { token } => put!(out, "stack_restore {}", ptr(token)),
            Op::HeapAlloc { size: bytes, align, zeroed } => {
                put!(out, "heap_alloc {} align {}{}", size(bytes), size(align), word_if(zeroed, " zeroed"));
            }
            Op::HeapFree { ptr: object } => put!(out, "heap_free {}", ptr(object)),
            Op::HeapSize { ptr: object } => put!(out, "heap_size {}", ptr(object)),
            Op::Load { ty, addr, align, flags } => {
                put!(out, "load {ty}, {} align {align}{}", ptr(addr), mem_flags(flags));
            }
            Op::Store { value, addr, align, flags } => {
                put!(out, "store {ty} {}, {} align {align}{}", val(value), ptr(addr), mem_flags(flags));
            }
            Op::Copy { dst, src, len, overlap, volatile } => {
                put!(out, "copy {}, {}, {}", ptr(dst), ptr(src), size(len));
                put!(out, "{}{}", word_if(overlap, " overlap"), word_if(volatile, " volatile"));
            }
            Op::Set { dst, byte, len, volatile } => {
                let byte = self.at(byte, Type::I8);
                put!(out, "set {}, {byte}, {}{}", ptr(dst), size(len), word_if(volatile, " volatile"));
            }
            Op::Field { base, offset, field } => {
                put!(out, "field {}, {offset}", ptr(base));
                if let Some(field) = field.filter(|_| self.printer.options.ctypes) {
                    put!(out, " of {}.{}", field.record, field.index);
                }
            }
            Op::Index { base, index, scale, len, inbounds } => {
                put!(out, "index {}, {} * {scale}", ptr(base), size(index));
                if let Some(len) = len {
                    put!(out, " of {len}");
                }
                out.push_str(word_if(inbounds, " inbounds"));
            }
            Op::Binary { op, lhs, rhs, wrap } => {
                put!(out, "{op} {ty} {}, {}{}", val(lhs), val(rhs), word_if(wrap.signed, " nsw"));
                put!(out, "{}{}", word_if(wrap.unsigned, " nuw"), word_if(wrap.exact, " exact"));
            }
            Op::Unary { op, value } => put!(out, "{op} {ty} {}", val(value)),
            Op::Bits { op, a, b, c } => {
                put!(out, "{op} {ty} {}", val(a));
                for operand in [b, c].into_iter().flatten() {
                    put!(out, ", {}", val(operand));
                }
            }
            Op::Overflowing { op, lhs, rhs } => put!(out, "{op} {ty} {}, {}", val(lhs), val(rhs)),
            Op::Fma { a, b, c } => put!(out, "fma {ty} {}, {}, {}", val(a), val(b), val(c)),
            Op::Compare { op, lhs, rhs } => put!(out, "{op} {ty} {}, {}", val(lhs), val(rhs)),
            Op::FCompare { op, lhs, rhs } => put!(out, "{op} {ty} {}, {}", val(lhs), val(rhs)),
            Op::Select { cond, then, otherwise } => {
                put!(out, "select {}, {ty} {}, {}", self.at(cond, Type::BOOL), val(then), val(otherwise));
            }
            Op::Cast { kind, value, to } => put!(out, "{kind} {ty} {} to {to}", val(value)),
            Op::Freeze { value } => put!(out, "freeze {ty} {}", val(value)),
            Op::Call { callee, ref args, area, sig } => self.call(out, callee, args, area, sig),
            Op::Host { func, ref args } => self.host(out, func, args),
            Op::Asm(ref asm) => self.asm(out, asm),
            Op::SetJmp { buf } => put!(out, "setjmp {}", ptr(buf)),
            Op::LongJmp { buf, value } => put!(out, "longjmp {}, {}", ptr(buf), self.at(value, Type::I32)),
            Op::Rmw { op, addr, value, ordering } => {
                put!(out, "rmw {op} {ty} {}, {} {ordering}", ptr(addr), val(value));
            }
            Op::CmpXchg { addr, expected, new, weak, ordering } => {
                put!(out, "cmpxchg {ty} {}, {}, {}", ptr(addr), val(expected), val(new));
                put!(out, "{} {ordering}", word_if(weak, " weak"));
            }
            Op::Fence { ordering } => put!(out, "fence {ordering}"),
            Op::Nondet { ty } => put!(out, "nondet {ty}"),
            Op::Assume { cond } => put!(out, "assume {}", self.at(cond, Type::BOOL)),
            Op::Fail { rule, message } => {
                put!(out, "fail {rule}");
                if let Some(message) = message {
                    put!(out, ", {}", ptr(message));
                }
            }
            Op::Unsupported { reason } => put!(out, "unsupported {}", self.printer.quoted(reason)),
        }
    }

    fn call(&self, out: &mut String, callee: Callee, args: &[Operand], area: Option<Operand>, sig: CallSig) {
        match callee {
            Callee::Direct(id) => put!(out, "call {}", labels::symbol(self.printer.program, Symbol::Func(id))),
            Callee::Indirect(target) => put!(out, "call *{}", self.at(target, Type::Ptr)),
        }
        put!(out, "({})", self.list(args));
        if let Some(area) = area {
            put!(out, " area {}", self.at(area, Type::Ptr));
        }
        if sig.fixed as usize != args.len() {
            put!(out, " fixed {}", sig.fixed);
        }
        out.push_str(word_if(sig.noreturn, " noreturn"));
    }

    fn host(&self, out: &mut String, func: HostFn, args: &[Operand]) {
        let (params, _) = func.signature(self.word);
        put!(out, "host {func}(");
        for (index, &arg) in args.iter().enumerate() {
            let arg = params.get(index).map_or_else(|| self.any(arg), |&ty| self.at(arg, ty));
            put!(out, "{}{arg}", if index == 0 { "" } else { ", " });
        }
        out.push(')');
    }

    fn asm(&self, out: &mut String, asm: &AsmInst) {
        let (template, constraints) = (self.printer.quoted(asm.template), self.printer.quoted(asm.constraints));
        put!(out, "asm {template}, {constraints} ({})", self.list(&asm.args));
        out.push_str(word_if(asm.side_effects, " side_effects"));
    }
}

fn word_if(condition: bool, word: &'static str) -> &'static str {
    if condition { word } else { "" }
}

fn mem_flags(flags: MemFlags) -> String {
    let atomic = flags.atomic.map_or(String::new(), |ordering| format!(" atomic {ordering}"));
    format!("{}{atomic}", word_if(flags.volatile, " volatile"))
}
