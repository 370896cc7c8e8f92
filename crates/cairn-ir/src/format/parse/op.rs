//! Reads instructions.

use super::Parser;
use super::body::BodyBuilder;
use crate::format::lex::{Kind, Res, Token, fault};
use crate::format::shape;
use crate::*;

/// A result as it stands before `=`.
struct ResultName<'a> {
    token: Token<'a>,
    ty: Option<Type>,
}

type Builder<'b, 'a> = &'b mut BodyBuilder<'a>;

impl<'a> Parser<'a> {
    pub(super) fn inst(&mut self, builder: Builder<'_, 'a>) -> Res<Inst> {
        let names = self.result_names()?;
        let at = self.cursor.token;
        let (op, written) = self.op(builder)?;
        if let Some(operand) = shape::written_operand(&op) {
            builder.has_type(operand, written, at.start);
        }
        let implied = shape::implied(&op, written, self.word());
        let mut first = None;
        for (index, name) in names.iter().enumerate() {
            let Some(ty) = name.ty.or(implied.get(index)) else {
                let message = format!("`{}` does not say the type of `%{}`", at.text, name.token.text);
                return fault(name.token.start, message);
            };
            let value = builder.define(Some(name.token.text), name.token.start, ty)?;
            first.get_or_insert(value);
        }
        let results = first.map_or(Results::NONE, |first| Results::range(first, names.len()));
        Ok(Inst { op, results, span: self.span()? })
    }

    fn result_names(&mut self) -> Res<Vec<ResultName<'a>>> {
        let mut names = Vec::new();
        if self.cursor.token.kind != Kind::Value {
            return Ok(names);
        }
        loop {
            let token = self.cursor.expect(Kind::Value, "the name of a result")?;
            let ty = if self.cursor.eat(b':')? { Some(self.cursor.ty()?) } else { None };
            names.push(ResultName { token, ty });
            if !self.cursor.eat(b',')? {
                self.cursor.punct(b'=')?;
                return Ok(names);
            }
        }
    }

    pub(super) fn operand(&mut self, builder: Builder<'_, 'a>, implied: Option<Type>) -> Res<Operand> {
        if self.cursor.token.kind == Kind::Value {
            return Ok(builder.mention(self.cursor.bump()?));
        }
        let value = self.literal(implied)?;
        Ok(builder.body.constant(value))
    }

    /// `(a, b, …)` where the place implies no types.
    pub(super) fn operands(&mut self, builder: Builder<'_, 'a>) -> Res<Vec<Operand>> {
        self.operands_of(builder, &[])
    }

    fn operands_of(&mut self, builder: Builder<'_, 'a>, types: &[Type]) -> Res<Vec<Operand>> {
        let mut operands = Vec::new();
        self.cursor.punct(b'(')?;
        while !self.cursor.at(b')') {
            operands.push(self.operand(builder, types.get(operands.len()).copied())?);
            if !self.cursor.eat(b',')? {
                break;
            }
        }
        self.cursor.punct(b')')?;
        Ok(operands)
    }

    /// Operands with commas between them, of these types.
    fn row<const N: usize>(&mut self, builder: Builder<'_, 'a>, types: [Type; N]) -> Res<[Operand; N]> {
        let mut row = [Operand::Value(ValueId::new(0)); N];
        for (index, ty) in types.into_iter().enumerate() {
            if index > 0 {
                self.cursor.punct(b',')?;
            }
            row[index] = self.operand(builder, Some(ty))?;
        }
        Ok(row)
    }

    fn one(&mut self, builder: Builder<'_, 'a>, ty: Type) -> Res<Operand> {
        self.operand(builder, Some(ty))
    }

    /// An operation and the type that it is written with (meaningless where it is written without).
    fn op(&mut self, builder: Builder<'_, 'a>) -> Res<(Op, Type)> {
        let word = self.cursor.word("an instruction")?;
        if let Some(op) = self.untyped_op(builder, word.text)? {
            return Ok((op, Type::Int(0)));
        }
        let Some(op) = TypedOp::from_name(word.text) else {
            return fault(word.start, format!("there is no instruction `{}`", word.text));
        };
        self.typed_op(builder, op)
    }

    fn untyped_op(&mut self, builder: Builder<'_, 'a>, name: &str) -> Res<Option<Op>> {
        let (ptr, word) = (Type::Ptr, self.word());
        Ok(Some(match name {
            "alloca" => {
                let size = self.one(builder, word)?;
                Op::Alloca { size, align: self.align()? }
            }
            "scope_start" => Op::ScopeStart { object: self.one(builder, ptr)? },
            "scope_end" => Op::ScopeEnd { object: self.one(builder, ptr)? },
            "stack_save" => Op::StackSave,
            "stack_restore" => Op::StackRestore { token: self.one(builder, ptr)? },
            "heap_alloc" => {
                let size = self.one(builder, word)?;
                self.cursor.keyword("align")?;
                let align = self.one(builder, word)?;
                Op::HeapAlloc { size, align, zeroed: self.cursor.eat_word("zeroed")? }
            }
            "heap_free" => Op::HeapFree { ptr: self.one(builder, ptr)? },
            "heap_size" => Op::HeapSize { ptr: self.one(builder, ptr)? },
            "load" => {
                let ty = self.cursor.ty()?;
                self.cursor.punct(b',')?;
                let addr = self.one(builder, ptr)?;
                Op::Load { ty, addr, align: self.align()?, flags: self.mem_flags()? }
            }
            "copy" => {
                let [dst, src, len] = self.row(builder, [ptr, ptr, word])?;
                let overlap = self.cursor.eat_word("overlap")?;
                Op::Copy { dst, src, len, overlap, volatile: self.cursor.eat_word("volatile")? }
            }
            "set" => {
                let [dst, byte, len] = self.row(builder, [ptr, Type::I8, word])?;
                Op::Set { dst, byte, len, volatile: self.cursor.eat_word("volatile")? }
            }
            "field" => {
                let base = self.one(builder, ptr)?;
                self.cursor.punct(b',')?;
                let offset = self.cursor.number()?;
                let field = if self.cursor.eat_word("of")? { Some(self.field_ref()?) } else { None };
                Op::Field { base, offset, field }
            }
            "index" => {
                let [base, index] = self.row(builder, [ptr, word])?;
                self.cursor.punct(b'*')?;
                let scale = self.cursor.number()?;
                let len = if self.cursor.eat_word("of")? { Some(self.cursor.number()?) } else { None };
                Op::Index { base, index, scale, len, inbounds: self.cursor.eat_word("inbounds")? }
            }
            "call" => self.call(builder)?,
            "host" => {
                let func = self.cursor.named("the name of a primitive", HostFn::from_name)?;
                Op::Host { func, args: self.operands_of(builder, &func.signature(word).0)? }
            }
            "asm" => self.asm(builder)?,
            "setjmp" => Op::SetJmp { buf: self.one(builder, ptr)? },
            "longjmp" => {
                let [buf, value] = self.row(builder, [ptr, Type::I32])?;
                Op::LongJmp { buf, value }
            }
            "fence" => Op::Fence { ordering: self.ordering()? },
            "nondet" => Op::Nondet { ty: self.cursor.ty()? },
            "assume" => Op::Assume { cond: self.one(builder, Type::BOOL)? },
            "fail" => {
                let rule = self.cursor.named("a rule such as `assertion-failure`", Rule::from_name)?;
                let message = if self.cursor.eat(b',')? { Some(self.one(builder, ptr)?) } else { None };
                Op::Fail { rule, message }
            }
            "unsupported" => Op::Unsupported { reason: self.name()? },
            _ => return Ok(None),
        }))
    }

    /// Operations with a type after their name.
    fn typed_op(&mut self, builder: Builder<'_, 'a>, op: TypedOp) -> Res<(Op, Type)> {
        let ptr = Type::Ptr;
        if let TypedOp::Rmw = op {
            let op = self.cursor.named("an atomic operation", RmwOp::from_name)?;
            let ty = self.cursor.ty()?;
            let [addr, value] = self.row(builder, [ptr, ty])?;
            return Ok((Op::Rmw { op, addr, value, ordering: self.ordering()? }, ty));
        }
        if let TypedOp::Select = op {
            let cond = self.one(builder, Type::BOOL)?;
            self.cursor.punct(b',')?;
            let ty = self.cursor.ty()?;
            let [then, otherwise] = self.row(builder, [ty, ty])?;
            return Ok((Op::Select { cond, then, otherwise }, ty));
        }
        let ty = self.cursor.ty()?;
        let op = match op {
            TypedOp::Store => {
                let [value, addr] = self.row(builder, [ty, ptr])?;
                Op::Store { value, addr, align: self.align()?, flags: self.mem_flags()? }
            }
            TypedOp::Fma => {
                let [a, b, c] = self.row(builder, [ty; 3])?;
                Op::Fma { a, b, c }
            }
            TypedOp::Freeze => Op::Freeze { value: self.one(builder, ty)? },
            TypedOp::CmpXchg => {
                let [addr, expected, new] = self.row(builder, [ptr, ty, ty])?;
                let weak = self.cursor.eat_word("weak")?;
                Op::CmpXchg { addr, expected, new, weak, ordering: self.ordering()? }
            }
            TypedOp::Binary(op) => {
                let [lhs, rhs] = self.row(builder, [ty; 2])?;
                Op::Binary { op, lhs, rhs, wrap: self.wrap()? }
            }
            TypedOp::Unary(op) => Op::Unary { op, value: self.one(builder, ty)? },
            TypedOp::Bits(op) => {
                let a = self.one(builder, ty)?;
                let b = if self.cursor.eat(b',')? { Some(self.one(builder, ty)?) } else { None };
                let c = if b.is_some() && self.cursor.eat(b',')? { Some(self.one(builder, ty)?) } else { None };
                Op::Bits { op, a, b, c }
            }
            TypedOp::Overflowing(op) => {
                let [lhs, rhs] = self.row(builder, [ty; 2])?;
                Op::Overflowing { op, lhs, rhs }
            }
            TypedOp::Compare(op) => {
                let [lhs, rhs] = self.row(builder, [ty; 2])?;
                Op::Compare { op, lhs, rhs }
            }
            TypedOp::FCompare(op) => {
                let [lhs, rhs] = self.row(builder, [ty; 2])?;
                Op::FCompare { op, lhs, rhs }
            }
            TypedOp::Cast(kind) => {
                let value = self.one(builder, ty)?;
                self.cursor.keyword("to")?;
                Op::Cast { kind, value, to: self.cursor.ty()? }
            }
            TypedOp::Rmw | TypedOp::Select => unreachable!("handled above: their type is not the first thing"),
        };
        Ok((op, ty))
    }

    fn call(&mut self, builder: Builder<'_, 'a>) -> Res<Op> {
        let callee = match self.cursor.eat(b'*')? {
            true => Callee::Indirect(self.one(builder, Type::Ptr)?),
            false => Callee::Direct(self.func_symbol()?),
        };
        let args = self.operands(builder)?;
        let area = if self.cursor.eat_word("area")? { Some(self.one(builder, Type::Ptr)?) } else { None };
        let fixed = if self.cursor.eat_word("fixed")? { self.cursor.number()? } else { args.len() as u32 };
        let noreturn = self.cursor.eat_word("noreturn")?;
        Ok(Op::Call { callee, args, area, sig: CallSig { fixed, noreturn } })
    }

    fn asm(&mut self, builder: Builder<'_, 'a>) -> Res<Op> {
        let template = self.name()?;
        self.cursor.punct(b',')?;
        let constraints = self.name()?;
        let args = self.operands(builder)?;
        let side_effects = self.cursor.eat_word("side_effects")?;
        Ok(Op::Asm(Box::new(AsmInst { template, constraints, args, side_effects })))
    }

    fn align(&mut self) -> Res<u64> {
        if self.cursor.eat_word("align")? { self.cursor.number() } else { Ok(1) }
    }

    fn mem_flags(&mut self) -> Res<MemFlags> {
        let volatile = self.cursor.eat_word("volatile")?;
        let atomic = if self.cursor.eat_word("atomic")? { Some(self.ordering()?) } else { None };
        Ok(MemFlags { volatile, atomic })
    }

    fn ordering(&mut self) -> Res<Ordering> {
        self.cursor.named("a memory ordering", Ordering::from_name)
    }

    fn wrap(&mut self) -> Res<Wrap> {
        let mut wrap = Wrap::default();
        loop {
            if self.cursor.eat_word("nsw")? {
                wrap.signed = true;
            } else if self.cursor.eat_word("nuw")? {
                wrap.unsigned = true;
            } else if self.cursor.eat_word("exact")? {
                wrap.exact = true;
            } else {
                return Ok(wrap);
            }
        }
    }
}

/// The operations that are written with a type, by their names.
enum TypedOp {
    Store,
    Fma,
    Select,
    Freeze,
    Rmw,
    CmpXchg,
    Binary(BinOp),
    Unary(UnOp),
    Bits(BitOp),
    Overflowing(OverflowOp),
    Compare(CmpOp),
    FCompare(FCmpOp),
    Cast(CastKind),
}

impl TypedOp {
    fn from_name(name: &str) -> Option<TypedOp> {
        Some(match name {
            "store" => TypedOp::Store,
            "fma" => TypedOp::Fma,
            "select" => TypedOp::Select,
            "freeze" => TypedOp::Freeze,
            "rmw" => TypedOp::Rmw,
            "cmpxchg" => TypedOp::CmpXchg,
            _ => return TypedOp::arithmetic(name),
        })
    }

    fn arithmetic(name: &str) -> Option<TypedOp> {
        let binary = BinOp::from_name(name).map(TypedOp::Binary);
        binary
            .or_else(|| CmpOp::from_name(name).map(TypedOp::Compare))
            .or_else(|| CastKind::from_name(name).map(TypedOp::Cast))
            .or_else(|| UnOp::from_name(name).map(TypedOp::Unary))
            .or_else(|| FCmpOp::from_name(name).map(TypedOp::FCompare))
            .or_else(|| BitOp::from_name(name).map(TypedOp::Bits))
            .or_else(|| OverflowOp::from_name(name).map(TypedOp::Overflowing))
    }
}
