//! Calls of functions: whom they go to, arguments by scalars, private copies of `byval` arguments.
//!
//! Not here: variable arguments (`varargs`), operations in the guise of calls (`primitives`, `intrinsics`), `asm`.

use super::func::{FuncLowering, Val};
use super::module::{Address, CalleeKind};
use crate::ast::{self, CastOp, Const, ConstExpr, SymId, TypeId};
use cairn_ir::{CallSig, Callee, Op, Operand, Symbol};

/// What a call has gathered before it is emitted.
#[derive(Default)]
struct Arguments {
    scalars: Vec<Operand>,
    /// Scalars that the call's type fixes.
    fixed: u32,
    /// Objects that end with the call.
    temporaries: Vec<Operand>,
}

impl<'m> FuncLowering<'_, 'm> {
    pub fn call(&mut self, call: &'m ast::Call<'m>) -> Val {
        if let ast::Operand::Asm(asm) = &call.callee {
            return self.asm(asm, call);
        }
        let symbol = called_symbol(&call.callee);
        match symbol.and_then(|symbol| self.cx.callees.get(symbol).copied()) {
            Some(CalleeKind::Intrinsic(intrinsic)) => self.intrinsic(intrinsic, symbol, call),
            Some(CalleeKind::Primitive(primitive)) => self.primitive(primitive, call),
            Some(CalleeKind::Function) | None => self.function_call(call),
        }
    }

    fn function_call(&mut self, call: &'m ast::Call<'m>) -> Val {
        if let Some(reason) = self.refusal(call) {
            return self.unsupported_value(&reason, call.ret);
        }
        let callee = self.callee(&call.callee);
        let values: Vec<Val> = call.args.iter().map(|arg| self.typed(&arg.value)).collect();
        let mut arguments = Arguments::default();
        let (fixed_args, variadic) = fixed_arguments(call);
        for (position, (arg, value)) in call.args.iter().zip(&values).enumerate() {
            self.argument(arg, *value, &mut arguments);
            if position < fixed_args {
                arguments.fixed = arguments.scalars.len() as u32;
            }
        }
        let area = match (variadic, callee) {
            (true, Callee::Direct(func)) if self.cx.ignores_varargs(func) => None,
            (true, _) => self.variadic_area(call, fixed_args, &values),
            (false, _) => None,
        };
        arguments.temporaries.extend(area);
        self.emit_call(call, callee, area, arguments)
    }

    fn emit_call(
        &mut self,
        call: &ast::Call,
        callee: Callee,
        area: Option<Operand>,
        Arguments { scalars: args, fixed, temporaries }: Arguments,
    ) -> Val {
        let types = self.cx.scalar_types(call.ret);
        let sig = CallSig { fixed, noreturn: call.noreturn };
        let result = self.emit_many(Op::Call { callee, args, area, sig }, &types);
        for object in temporaries {
            self.emit_void(Op::ScopeEnd { object });
        }
        result
    }

    /// Why a call cannot be expressed.
    fn refusal(&self, call: &ast::Call) -> Option<String> {
        let is_value = |ty| self.cx.layout.info(ty).is_value();
        if let Some(what) = call.args.iter().find_map(|arg| arg.attrs.unsupported) {
            return Some(format!("argument attribute `{what}`"));
        }
        if !is_value(call.ret) || !call.args.iter().all(|arg| is_value(arg.value.ty)) {
            return Some("call with values of a type that is not modelled".to_owned());
        }
        if fixed_arguments(call).1 && self.abi().is_none() {
            return Some(format!("variable arguments on `{}`", self.cx.module.triple));
        }
        None
    }

    fn callee(&mut self, callee: &'m ast::Operand<'m>) -> Callee {
        if let ast::Operand::Const(target) = callee
            && let Some(Address { symbol: Symbol::Func(id), offset: 0 }) = self.cx.fold_address(target)
        {
            return Callee::Direct(id);
        }
        Callee::Indirect(self.pointer(callee))
    }

    fn argument(&mut self, arg: &ast::Arg, value: Val, arguments: &mut Arguments) {
        match (arg.attrs.byval, value) {
            (Some(ty), Val::One(original)) => {
                let copy = self.private_copy(original, ty, arg.attrs.align);
                arguments.temporaries.push(copy);
                arguments.scalars.push(copy);
            }
            _ => (0..value.len()).for_each(|i| arguments.scalars.push(self.lane(value, i))),
        }
    }

    /// The callee may change what it gets by value, and must not be able to keep it.
    fn private_copy(&mut self, original: Operand, ty: TypeId, align: u64) -> Operand {
        let info = self.cx.layout.info(ty);
        let object = self.frame_object(info.size, align.max(info.align));
        self.emit_void(Op::ScopeStart { object });
        self.copy_bytes(object, original, info.size);
        object
    }

    pub fn copy_bytes(&mut self, dst: Operand, src: Operand, bytes: u64) {
        let len = self.word(bytes);
        self.emit_void(Op::Copy { dst, src, len, overlap: false, volatile: false });
    }

    /// The scalar arguments of an operation in the guise of a call; `None` if one of them is not a scalar.
    pub fn scalar_args(&mut self, call: &'m ast::Call<'m>) -> Option<Vec<Operand>> {
        call.args
            .iter()
            .filter(|arg| !matches!(arg.value.value, ast::Operand::Metadata(_)))
            .map(|arg| match self.typed(&arg.value) {
                Val::One(value) => Some(value),
                _ => None,
            })
            .collect()
    }
}

/// How many arguments the call's type fixes, and whether more are allowed.
pub fn fixed_arguments(call: &ast::Call) -> (usize, bool) {
    match &call.fixed {
        Some((params, true)) => (params.len().min(call.args.len()), true),
        _ => (call.args.len(), false),
    }
}

/// The symbol that is called, also through casts.
fn called_symbol(callee: &ast::Operand) -> Option<SymId> {
    let ast::Operand::Const(target) = callee else { return None };
    let mut target: &Const = target;
    loop {
        match target {
            Const::Sym(symbol) => return Some(*symbol),
            Const::Expr(expr) => match &**expr {
                ConstExpr::Cast { op: CastOp::Bitcast | CastOp::AddrSpaceCast, value, .. } => target = value,
                _ => return None,
            },
            _ => return None,
        }
    }
}
