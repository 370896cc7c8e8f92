//! How blocks end: jumps with the values of phis, switches, returns; and the order in which blocks are lowered.

use super::func::{FuncLowering, empty_block};
use crate::ast::{self, InstKind, LabelId, TypeId};
use cairn_base::Id;
use cairn_ir::{Block, BlockId, BlockRef, CastKind, Op, Operand, Switch, Terminator, Type};

impl<'m> FuncLowering<'_, 'm> {
    /// `None` if the instruction is not a terminator.
    pub fn terminator(&mut self, inst: &'m ast::Inst<'m>) -> Option<Terminator> {
        Some(match &inst.kind {
            InstKind::Ret(value) => self.ret(value.as_ref()),
            InstKind::Br(target) => Terminator::Jump(self.jump(*target)),
            InstKind::CondBr { cond, then, otherwise } => {
                let cond = self.scalar_of(cond, Type::BOOL);
                Terminator::Branch { cond, then: self.jump(*then), otherwise: self.jump(*otherwise) }
            }
            InstKind::Switch { value, default, cases } => self.switch(value, *default, cases),
            InstKind::IndirectBr { addr, targets } => self.indirect_jump(addr, targets),
            InstKind::Unreachable => Terminator::Unreachable,
            InstKind::Invoke { call, normal, .. } => {
                let value = self.call(call);
                self.define(inst.result, value);
                Terminator::Jump(self.jump(*normal))
            }
            InstKind::CallBr { call, normal, others } => {
                let value = self.call(call);
                self.define(inst.result, value);
                self.jump_from_asm(*normal, others)
            }
            _ => return None,
        })
    }

    fn ret(&mut self, value: Option<&'m ast::Typed<'m>>) -> Terminator {
        let values = match value {
            Some(value) => {
                let value = self.typed(value);
                self.lanes(value)
            }
            None => Vec::new(),
        };
        Terminator::Return(values)
    }

    /// A jump to `label` with the values that its phis take from the current block.
    fn jump(&mut self, label: LabelId) -> BlockRef {
        let Some(Some(block)) = self.blocks.get(label).copied() else {
            return BlockRef::to(self.new_dead_end());
        };
        let mut args = Vec::new();
        for inst in &self.code.blocks[label].insts {
            match &inst.kind {
                InstKind::Phi { ty, incoming } => self.phi_args(*ty, incoming, &mut args),
                InstKind::DbgValue { .. } | InstKind::DbgDeclare { .. } => {}
                _ => break,
            }
        }
        BlockRef { block, args }
    }

    fn phi_args(&mut self, ty: TypeId, incoming: &'m [(ast::Operand<'m>, LabelId)], args: &mut Vec<Operand>) {
        let value = match incoming.iter().find(|(_, from)| *from == self.label) {
            Some((value, _)) => self.value(value, ty),
            None => self.missing(ty),
        };
        (0..value.len()).for_each(|i| args.push(self.lane(value, i)));
    }

    fn new_dead_end(&mut self) -> BlockId {
        self.body.blocks.push(Block { term_span: self.span, ..empty_block() })
    }

    fn switch(
        &mut self,
        value: &'m ast::Typed<'m>,
        default: LabelId,
        cases: &'m [(ast::Const<'m>, LabelId)],
    ) -> Terminator {
        let width = match self.cx.layout.info(value.ty).scalar {
            Some(Type::Int(width)) if width <= 128 => width,
            _ => {
                self.unsupported("switch over a type that is not modelled", &[]);
                return Terminator::Unreachable;
            }
        };
        let value = self.scalar_of(&value.value, Type::Int(width));
        let default = self.jump(default);
        let mut targets = Vec::with_capacity(cases.len());
        let mut last: Option<(LabelId, BlockRef)> = None;
        for (case, label) in cases {
            let Some(number) = self.cx.fold(case, Type::Int(width)).and_then(|f| f.as_int()) else { continue };
            let target = match &last {
                Some((same, target)) if same == label => target.clone(),
                _ => self.jump(*label),
            };
            last = Some((*label, target.clone()));
            targets.push((number, target));
        }
        Terminator::Switch(Box::new(Switch { value, cases: targets, default }))
    }

    /// A jump to a label address: a switch over the numbers of the labels that it may go to.
    fn indirect_jump(&mut self, addr: &'m ast::Operand<'m>, targets: &'m [LabelId]) -> Terminator {
        let width = self.cx.layout.pointer_bits();
        let addr = self.scalar_of(addr, Type::Ptr);
        let value = self.cast(CastKind::PtrToInt, addr, Type::Int(width));
        let mut cases: Vec<(u128, BlockRef)> = Vec::with_capacity(targets.len());
        for &label in targets {
            let Some(block) = self.code.blocks.get(label) else { continue };
            let number = u128::from(self.cx.label_address(self.func.sym, block.name));
            if cases.iter().all(|(taken, _)| *taken != number) {
                cases.push((number, self.jump(label)));
            }
        }
        let default = BlockRef::to(self.new_dead_end());
        Terminator::Switch(Box::new(Switch { value, cases, default }))
    }

    /// After assembly that may jump. Where it goes is not modelled; the code behind it stays visible.
    fn jump_from_asm(&mut self, normal: LabelId, others: &'m [LabelId]) -> Terminator {
        if others.is_empty() {
            return Terminator::Jump(self.jump(normal));
        }
        self.unsupported("assembly that jumps (asm goto)", &[]);
        let value = self.emit(Op::Nondet { ty: Type::I32 }, Type::I32);
        let cases = others.iter().enumerate().map(|(i, label)| (i as u128, self.jump(*label))).collect();
        let default = self.jump(normal);
        Terminator::Switch(Box::new(Switch { value, cases, default }))
    }
}

/// Reachable blocks, each before everything that it dominates.
pub fn reverse_post_order(code: &ast::Body) -> Vec<LabelId> {
    if code.blocks.is_empty() {
        return Vec::new();
    }
    let mut seen = vec![false; code.blocks.len()];
    let mut order = Vec::with_capacity(code.blocks.len());
    let entry = LabelId::new(0);
    seen[0] = true;
    let mut stack = vec![(entry, successors(&code.blocks[entry]))];
    while let Some((label, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if next.index() < seen.len() && !seen[next.index()] => {
                seen[next.index()] = true;
                stack.push((next, successors(&code.blocks[next])));
            }
            Some(_) => {}
            None => {
                order.push(*label);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn successors(block: &ast::Block) -> Vec<LabelId> {
    match block.insts.last().map(|inst| &inst.kind) {
        Some(InstKind::Br(target)) => vec![*target],
        Some(InstKind::CondBr { then, otherwise, .. }) => vec![*then, *otherwise],
        Some(InstKind::Switch { default, cases, .. }) => {
            cases.iter().map(|(_, label)| *label).chain([*default]).collect()
        }
        Some(InstKind::IndirectBr { targets, .. }) => targets.clone(),
        Some(InstKind::CallBr { normal, others, .. }) => others.iter().copied().chain([*normal]).collect(),
        Some(InstKind::Invoke { normal, .. }) => vec![*normal],
        _ => Vec::new(),
    }
}
