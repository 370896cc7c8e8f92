//! Calls that are operations: the `__cairn_*` primitives of library models, and C's non-local jumps.

use super::func::{FuncLowering, Val};
use crate::ast;
use cairn_ir::{self as ir, CastKind, CmpOp, HostFn, Op, Operand, Rule, Type};

/// A function that is not called but done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    HeapAlloc,
    HeapFree,
    HeapSize,
    Nondet,
    Assume,
    Fail,
    /// `c` for the function of C's library, whose address a program may also take.
    SetJmp {
        c: bool,
    },
    LongJmp {
        c: bool,
    },
    Host(HostFn),
}

impl Primitive {
    /// What a function that has no body in the module means by its name.
    pub fn from_name(name: &str) -> Option<Primitive> {
        match name {
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" => return Some(Primitive::SetJmp { c: true }),
            "longjmp" | "_longjmp" | "siglongjmp" => return Some(Primitive::LongJmp { c: true }),
            _ => {}
        }
        let name = name.strip_prefix("__cairn_")?;
        Some(match name {
            "heap_alloc" => Primitive::HeapAlloc,
            "heap_free" => Primitive::HeapFree,
            "heap_size" => Primitive::HeapSize,
            "assume" => Primitive::Assume,
            "fail" => Primitive::Fail,
            "setjmp" => Primitive::SetJmp { c: false },
            "longjmp" => Primitive::LongJmp { c: false },
            _ if name.starts_with("nondet") => Primitive::Nondet,
            _ => Primitive::Host(HostFn::from_name(name)?),
        })
    }

    /// Whether the function exists in C and stays a symbol of the program.
    pub fn is_c_function(self) -> bool {
        matches!(self, Primitive::SetJmp { c: true } | Primitive::LongJmp { c: true })
    }
}

impl<'m> FuncLowering<'_, 'm> {
    pub fn primitive(&mut self, primitive: Primitive, call: &'m ast::Call<'m>) -> Val {
        let Some(args) = self.scalar_args(call) else {
            return self.unsupported_value("primitive called with an aggregate", call.ret);
        };
        match (primitive, &args[..]) {
            (Primitive::HeapAlloc, &[size, align, zeroed]) => self.heap_alloc(size, align, zeroed),
            (Primitive::HeapFree, &[ptr]) => {
                self.emit_void(Op::HeapFree { ptr });
                Val::None
            }
            (Primitive::HeapSize, &[ptr]) => {
                let word = Type::Int(self.cx.layout.pointer_bits());
                let size = self.emit(Op::HeapSize { ptr }, word);
                self.converted_result(Some(size), call)
            }
            (Primitive::Nondet, []) => self.nondet(call),
            (Primitive::Assume, &[cond]) => {
                let cond = self.is_true(cond);
                self.emit_void(Op::Assume { cond });
                Val::None
            }
            (Primitive::Fail, &[rule, message]) => self.fail(rule, message),
            (Primitive::SetJmp { .. }, &[buf, ..]) => {
                let value = self.emit(Op::SetJmp { buf }, Type::I32);
                self.converted_result(Some(value), call)
            }
            (Primitive::LongJmp { .. }, &[buf, value]) => {
                let value = self.resize(value, 32, true);
                self.emit_void(Op::LongJmp { buf, value });
                Val::None
            }
            (Primitive::Host(func), args) => self.host_call(func, args, call),
            _ => self.unsupported_value("primitive with a wrong number of arguments", call.ret),
        }
    }

    fn heap_alloc(&mut self, size: Operand, align: Operand, zeroed: Operand) -> Val {
        let (size, align) = (self.resize_to_word(size, false), self.resize_to_word(align, false));
        match self.body.as_const(zeroed).and_then(|zeroed| zeroed.as_int()) {
            Some(zeroed) => Val::One(self.emit(Op::HeapAlloc { size, align, zeroed: zeroed != 0 }, Type::Ptr)),
            None => self.unsupported("heap_alloc whose last argument is not a constant", &[Type::Ptr]),
        }
    }

    fn nondet(&mut self, call: &'m ast::Call<'m>) -> Val {
        let types = self.cx.scalar_types(call.ret);
        let values = types.into_iter().map(|ty| self.emit(Op::Nondet { ty }, ty)).collect();
        self.collect(values)
    }

    /// C's truth: not zero.
    fn is_true(&mut self, value: Operand) -> Operand {
        match self.body.operand_type(value) {
            Type::BOOL => value,
            ty => {
                let zero = self.body.constant(super::constants::zero(ty));
                self.compare(CmpOp::Ne, value, zero)
            }
        }
    }

    fn fail(&mut self, rule: Operand, message: Operand) -> Val {
        let name = match self.body.as_const(rule) {
            Some(ir::Const::Global { id, offset }) => self.cx.string_at(*id, *offset),
            _ => None,
        };
        match name.map(Rule::from_name) {
            Some(Some(rule)) => self.emit_void(Op::Fail { rule, message: Some(message) }),
            Some(None) => {
                let reason = format!("fail with the unknown rule `{}`", name.unwrap_or_default());
                self.unsupported(&reason, &[]);
            }
            None => {
                self.unsupported("fail whose rule is not a string literal", &[]);
            }
        }
        Val::None
    }

    fn host_call(&mut self, func: HostFn, args: &[Operand], call: &'m ast::Call<'m>) -> Val {
        let (params, result) = func.signature(Type::Int(self.cx.layout.pointer_bits()));
        if params.len() != args.len() {
            return self.unsupported_value(&format!("`{func}` with a wrong number of arguments"), call.ret);
        }
        let zext: Vec<bool> = call.args.iter().map(|arg| arg.attrs.zext).collect();
        let args = params.iter().enumerate().map(|(i, ty)| self.converted(args[i], *ty, !zext[i])).collect::<Vec<_>>();
        match result {
            Some(ty) => {
                let value = self.emit(Op::Host { func, args }, ty);
                self.converted_result(Some(value), call)
            }
            None => {
                self.emit_void(Op::Host { func, args });
                self.converted_result(None, call)
            }
        }
    }

    /// A primitive's result as the type with which the model declared it.
    fn converted_result(&mut self, value: Option<Operand>, call: &'m ast::Call<'m>) -> Val {
        match (self.cx.layout.info(call.ret).scalar, value) {
            (Some(ty), Some(value)) => Val::One(self.converted(value, ty, true)),
            (None, _) => Val::None,
            (Some(_), None) => self.unsupported_value("result of a primitive that has none", call.ret),
        }
    }

    /// What C's conversions do between the scalar types that a declaration and a signature may differ by.
    pub fn converted(&mut self, value: Operand, to: Type, signed: bool) -> Operand {
        let from = self.body.operand_type(value);
        match (from, to) {
            _ if from == to => value,
            // A `_Bool` is never negative.
            (Type::Int(_), Type::Int(width)) => self.resize(value, width, signed && from != Type::BOOL),
            (Type::Float(a), Type::Float(b)) => {
                let kind = if a.bits() < b.bits() { CastKind::FpExt } else { CastKind::FpTrunc };
                self.cast(kind, value, to)
            }
            (Type::Ptr, Type::Int(_)) => self.cast(CastKind::PtrToInt, value, to),
            (Type::Int(_), Type::Ptr) => self.cast(CastKind::IntToPtr, value, to),
            _ => self.one_unsupported("conversion between an integer and a float for a primitive", to),
        }
    }
}
