//! The skeleton of a function: blocks, phis as block parameters, and the table of lowered values.
//!
//! Blocks are lowered in reverse post-order, so that every definition comes before its uses whatever the order of the
//! text. Blocks that cannot be reached are left out. Invariant: `locals` holds as many scalars for a local as its type
//! splits into, or `Val::None` before its definition and for types that cannot be values.
//!
//! Not here: how blocks end, and their order (`flow`).

use super::flow::reverse_post_order;
use super::module::ModuleCx;
use crate::ast::{self, InstKind, LabelId, LocalId, MdId, TypeId};
use cairn_base::{Id, IdVec, Span};
use cairn_ir::{Block, BlockId, Body, Const, Inst, Op, Operand, Results, Terminator, Type, ValueId, VarId};

/// The scalars of one LLVM value.
#[derive(Clone, Copy, Debug)]
pub enum Val {
    None,
    One(Operand),
    /// A range of `FuncLowering::pool`.
    Many {
        start: u32,
        len: u32,
    },
}

impl Val {
    pub fn len(self) -> usize {
        match self {
            Val::None => 0,
            Val::One(_) => 1,
            Val::Many { len, .. } => len as usize,
        }
    }
}

/// One function on its way.
pub struct FuncLowering<'c, 'm> {
    pub cx: &'c mut ModuleCx<'m>,
    pub func: &'m ast::Func<'m>,
    pub code: &'m ast::Body<'m>,
    pub body: Body,
    locals: IdVec<LocalId, Val>,
    pub pool: Vec<Operand>,
    pub blocks: IdVec<LabelId, Option<BlockId>>,
    /// The block that is being lowered.
    pub label: LabelId,
    params: Vec<ValueId>,
    pub insts: Vec<Inst>,
    /// Storage that lowering itself needs (copies of arguments, variadic areas): at the head of the entry block, so
    /// that loops do not grow the frame.
    frame: Vec<Inst>,
    pub span: Span,
    /// The variadic area, in a variadic function.
    pub area: Option<Operand>,
    vars: Vec<(MdId, VarId)>,
}

impl<'c, 'm> FuncLowering<'c, 'm> {
    pub fn new(cx: &'c mut ModuleCx<'m>, func: &'m ast::Func<'m>, code: &'m ast::Body<'m>) -> Self {
        FuncLowering {
            cx,
            func,
            code,
            body: Body::default(),
            locals: IdVec::filled(Val::None, code.locals.len().max(func.params.len())),
            pool: Vec::new(),
            blocks: IdVec::filled(None, code.blocks.len()),
            label: Id::new(0),
            params: Vec::new(),
            insts: Vec::new(),
            frame: Vec::new(),
            span: Span::NONE,
            area: None,
            vars: Vec::new(),
        }
    }

    pub fn lower(mut self) -> Body {
        let order = reverse_post_order(self.code);
        self.place_blocks(&order);
        self.lower_params();
        for &label in &order {
            self.lower_block(label);
        }
        if order.is_empty() {
            // A definition without blocks is not valid text; the program must still be well-formed.
            self.body.blocks.push(empty_block());
            self.body.blocks[BlockId::new(0)].params = std::mem::take(&mut self.params);
        }
        self.head_of_entry();
        self.body
    }

    /// Gives the reachable blocks their ids, in the order of the text.
    fn place_blocks(&mut self, order: &[LabelId]) {
        let mut reachable = vec![false; self.code.blocks.len()];
        order.iter().for_each(|label| reachable[label.index()] = true);
        for label in self.code.blocks.ids().filter(|label| reachable[label.index()]) {
            self.blocks[label] = Some(self.body.blocks.push(empty_block()));
        }
    }

    fn lower_params(&mut self) {
        for (index, param) in self.func.params.iter().enumerate() {
            let value = self.block_param(param.ty);
            self.locals[LocalId::new(index)] = value;
            if let Some(what) = param.attrs.unsupported {
                self.unsupported(&format!("parameter attribute `{what}`"), &[]);
            } else if !self.cx.layout.info(param.ty).is_value() {
                self.unsupported("parameter of a type that is not modelled", &[]);
            }
        }
        if self.func.variadic {
            let area = self.body.new_value(Type::Ptr);
            self.params.push(area);
            self.area = Some(area.into());
        }
    }

    /// New parameters of the current block for a value of type `ty`.
    fn block_param(&mut self, ty: TypeId) -> Val {
        let types = self.cx.scalar_types(ty);
        let values: Vec<Operand> = types.iter().map(|ty| self.new_param(*ty)).collect();
        self.collect(values)
    }

    fn new_param(&mut self, ty: Type) -> Operand {
        let value = self.body.new_value(ty);
        self.params.push(value);
        value.into()
    }

    fn lower_block(&mut self, label: LabelId) {
        self.label = label;
        let insts = &self.code.blocks[label].insts;
        for inst in insts {
            if let InstKind::Phi { ty, .. } = &inst.kind {
                let value = self.block_param(*ty);
                self.define(inst.result, value);
            }
        }
        for inst in insts {
            self.span = self.position(inst.dbg);
            if let Some(term) = self.terminator(inst) {
                return self.finish(term);
            }
            self.inst(inst);
        }
        self.unsupported("block without a terminator", &[]);
        self.finish(Terminator::Unreachable);
    }

    fn finish(&mut self, term: Terminator) {
        let Some(id) = self.blocks[self.label] else { return };
        self.body.blocks[id] = Block {
            params: std::mem::take(&mut self.params),
            insts: std::mem::take(&mut self.insts),
            term,
            term_span: self.span,
        };
    }

    fn head_of_entry(&mut self) {
        if !self.frame.is_empty() {
            let entry = self.body.entry();
            let frame = std::mem::take(&mut self.frame);
            self.body.blocks[entry].insts.splice(0..0, frame);
        }
    }

    fn position(&mut self, location: Option<MdId>) -> Span {
        location.map_or(Span::NONE, |location| self.cx.debug.span(&mut self.cx.program, location))
    }

    // ---- values ----

    /// Gives the instruction's result its scalars.
    pub fn define(&mut self, result: Option<LocalId>, value: Val) {
        if let Some(slot) = result.and_then(|local| self.locals.get_mut(local)) {
            *slot = value;
        }
    }

    /// The scalars of an operand of type `ty`; always as many as the type splits into, if it can be a value.
    pub fn value(&mut self, operand: &'m ast::Operand<'m>, ty: TypeId) -> Val {
        match operand {
            ast::Operand::Local(local) => match self.locals.get(*local) {
                Some(value) if value.len() == self.cx.layout.info(ty).scalars as usize => *value,
                _ => self.missing(ty),
            },
            ast::Operand::Const(value) => self.constant(value, ty),
            ast::Operand::Metadata(_) | ast::Operand::Asm(_) => self.missing(ty),
        }
    }

    pub fn typed(&mut self, typed: &'m ast::Typed<'m>) -> Val {
        self.value(&typed.value, typed.ty)
    }

    /// An operand whose type is the scalar `ty`.
    pub fn scalar_of(&mut self, operand: &'m ast::Operand<'m>, ty: Type) -> Operand {
        match operand {
            ast::Operand::Local(local) => match self.locals.get(*local) {
                Some(Val::One(value)) => *value,
                _ => self.undefined_scalar(ty),
            },
            ast::Operand::Const(value) => self.constant_scalar(value, ty),
            ast::Operand::Metadata(_) | ast::Operand::Asm(_) => self.undefined_scalar(ty),
        }
    }

    pub fn pointer(&mut self, operand: &'m ast::Operand<'m>) -> Operand {
        self.scalar_of(operand, Type::Ptr)
    }

    fn undefined_scalar(&mut self, ty: Type) -> Operand {
        let value = self.unsupported("use of a value that has no definition here", &[ty]);
        self.lane(value, 0)
    }

    /// Stands for a value that the text uses and nothing defines.
    pub fn missing(&mut self, ty: TypeId) -> Val {
        self.unsupported_value("use of a value that has no definition here", ty)
    }

    pub fn lane(&self, value: Val, index: usize) -> Operand {
        match value {
            Val::One(operand) => operand,
            Val::Many { start, .. } => self.pool[start as usize + index],
            Val::None => unreachable!("a value without scalars has no lanes to ask for"),
        }
    }

    pub fn lanes(&self, value: Val) -> Vec<Operand> {
        (0..value.len()).map(|i| self.lane(value, i)).collect()
    }

    pub fn collect(&mut self, values: Vec<Operand>) -> Val {
        if let [one] = values[..] {
            return Val::One(one);
        }
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(&values);
        Val::Many { start, len: values.len() as u32 }
    }

    /// A part of a value.
    pub fn slice(&self, value: Val, first: usize, len: usize) -> Val {
        match value {
            Val::Many { start, len: whole } if first + len <= whole as usize => match len {
                1 => Val::One(self.pool[start as usize + first]),
                _ => Val::Many { start: start + first as u32, len: len as u32 },
            },
            Val::One(_) if (first, len) == (0, 1) => value,
            _ => Val::Many { start: 0, len: 0 },
        }
    }

    // ---- emission ----

    pub fn emit(&mut self, op: Op, ty: Type) -> Operand {
        let value = self.body.new_value(ty);
        self.insts.push(Inst { op, results: Results::one(value), span: self.span });
        value.into()
    }

    pub fn emit_void(&mut self, op: Op) {
        self.insts.push(Inst { op, results: Results::NONE, span: self.span });
    }

    pub fn emit_many(&mut self, op: Op, types: &[Type]) -> Val {
        let first = self.body.values.next_id();
        let values: Vec<Operand> = types.iter().map(|ty| self.body.new_value(*ty).into()).collect();
        self.insts.push(Inst { op, results: Results::range(first, types.len()), span: self.span });
        self.collect(values)
    }

    pub fn unsupported(&mut self, reason: &str, types: &[Type]) -> Val {
        let reason = self.cx.intern(reason);
        self.emit_many(Op::Unsupported { reason }, types)
    }

    pub fn unsupported_value(&mut self, reason: &str, ty: TypeId) -> Val {
        let types = self.cx.scalar_types(ty);
        self.unsupported(reason, &types)
    }

    pub fn int(&mut self, width: u32, value: u128) -> Operand {
        self.body.int(width, value)
    }

    /// An integer constant of pointer width.
    pub fn word(&mut self, value: u64) -> Operand {
        self.body.int(self.cx.layout.pointer_bits(), u128::from(value))
    }

    pub fn undef(&mut self, ty: Type) -> Operand {
        self.body.constant(Const::Undef(ty))
    }

    /// Storage of `bytes` in the frame of the function, made once however often the current code runs.
    pub fn frame_object(&mut self, bytes: u64, align: u64) -> Operand {
        let size = self.word(bytes);
        let value = self.body.new_value(Type::Ptr);
        let op = Op::Alloca { size, align: align.max(1) };
        self.frame.push(Inst { op, results: Results::one(value), span: self.span });
        value.into()
    }

    // ---- variables of the source ----

    /// Notes that `operand` is the storage or the content of a source variable.
    pub fn name_value(&mut self, operand: &'m ast::Operand<'m>, variable: MdId, is_storage: bool) {
        let ast::Operand::Local(local) = operand else { return };
        let Some(Val::One(Operand::Value(value))) = self.locals.get(*local).copied() else { return };
        if self.body.values[value].var.is_none() || is_storage {
            let var = self.variable(variable);
            self.body.values[value].var = var;
        }
    }

    fn variable(&mut self, variable: MdId) -> Option<VarId> {
        if let Some((_, var)) = self.vars.iter().rev().find(|(known, _)| *known == variable) {
            return Some(*var);
        }
        let var = self.cx.debug.var(&mut self.cx.program, variable)?;
        let id = self.body.vars.push(var);
        self.vars.push((variable, id));
        Some(id)
    }
}

pub fn empty_block() -> Block {
    Block { params: vec![], insts: vec![], term: Terminator::Unreachable, term_span: Span::NONE }
}
