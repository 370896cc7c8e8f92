//! Memory: storage, loads and stores by scalars, address arithmetic, atomics.

use super::func::{FuncLowering, Val};
use super::layout::resolve;
use super::words;
use crate::ast::{self, TypeId};
use cairn_ir::{BinOp, MemFlags, Op, Operand, Ordering, Type};

/// Where address arithmetic has got to.
struct Steps {
    at: Operand,
    ty: TypeId,
    inbounds: bool,
}

impl<'m> FuncLowering<'_, 'm> {
    pub fn alloca(&mut self, ty: TypeId, count: Option<&'m ast::Typed<'m>>, align: u64) -> Val {
        let info = self.cx.layout.info(ty);
        if !info.sized {
            return self.unsupported("local of a type without a size", &[Type::Ptr]);
        }
        let size = match count {
            None => self.word(info.size),
            Some(count) => {
                let count = match self.typed(count) {
                    Val::One(count) => self.resize_to_word(count, false),
                    _ => return self.unsupported("alloca of a vector of sizes", &[Type::Ptr]),
                };
                self.scaled(count, info.size)
            }
        };
        let align = if align == 0 { info.align } else { align };
        Val::One(self.emit(Op::Alloca { size, align }, Type::Ptr))
    }

    fn scaled(&mut self, count: Operand, size: u64) -> Operand {
        if size == 1 {
            return count;
        }
        if let Some(count) = self.body.as_const(count).and_then(|count| count.as_int()) {
            return self.word((count as u64).wrapping_mul(size));
        }
        let size = self.word(size);
        self.plain(BinOp::Mul, count, size)
    }

    pub fn load(&mut self, ty: TypeId, addr: Operand, align: u64, flags: MemFlags) -> Val {
        let info = self.cx.layout.info(ty);
        let align = if align == 0 { info.align } else { align };
        if let Some(ty) = info.scalar {
            return Val::One(self.emit(Op::Load { ty, addr, align, flags }, ty));
        }
        if !info.is_value() {
            return self.unsupported("load of a value of this size", &[]);
        }
        let shape = self.cx.shape(ty);
        if !shape.in_memory {
            return self.unsupported_value("load of lanes that are not whole bytes", ty);
        }
        let mut values = Vec::with_capacity(shape.scalars.len());
        for &(ty, offset) in &shape.scalars {
            let addr = self.offset(addr, offset as i64);
            values.push(self.emit(Op::Load { ty, addr, align: align_at(align, offset), flags }, ty));
        }
        self.collect(values)
    }

    pub fn store(&mut self, value: Val, ty: TypeId, addr: Operand, align: u64, flags: MemFlags) {
        let info = self.cx.layout.info(ty);
        let align = if align == 0 { info.align } else { align };
        if let (Some(_), Val::One(value)) = (info.scalar, value) {
            return self.emit_void(Op::Store { value, addr, align, flags });
        }
        let shape = self.cx.shape(ty);
        if !info.is_value() || !shape.in_memory {
            self.unsupported("store of a value of this type", &[]);
            return;
        }
        for (i, &(_, offset)) in shape.scalars.iter().enumerate().take(value.len()) {
            let addr = self.offset(addr, offset as i64);
            let op = Op::Store { value: self.lane(value, i), addr, align: align_at(align, offset), flags };
            self.emit_void(op);
        }
    }

    /// `base + offset`, without a member's name.
    pub fn offset(&mut self, base: Operand, offset: i64) -> Operand {
        if offset == 0 {
            return base;
        }
        self.emit(Op::Field { base, offset, field: None }, Type::Ptr)
    }

    pub fn gep(
        &mut self,
        source: TypeId,
        base: &'m ast::Typed<'m>,
        indices: &'m [ast::Typed<'m>],
        inbounds: bool,
    ) -> Val {
        let base = self.typed(base);
        let indices: Vec<Val> = indices.iter().map(|index| self.typed(index)).collect();
        self.gep_values(source, base, &indices, inbounds)
    }

    /// With vectors among base and indices, scalars count for every lane.
    pub fn gep_values(&mut self, source: TypeId, base: Val, indices: &[Val], inbounds: bool) -> Val {
        let lanes = indices.iter().chain([&base]).map(|value| value.len()).max().unwrap_or(1);
        if indices.iter().chain([&base]).any(|value| value.len() != 1 && value.len() != lanes) {
            return self.unsupported("address arithmetic on vectors of different lengths", &vec![Type::Ptr; lanes]);
        }
        let values = (0..lanes)
            .map(|lane| {
                let base = self.lane(base, if base.len() == 1 { 0 } else { lane });
                self.address(source, base, indices, lane, inbounds)
            })
            .collect();
        self.collect(values)
    }

    fn address(&mut self, source: TypeId, base: Operand, indices: &[Val], lane: usize, inbounds: bool) -> Operand {
        let mut steps = Steps { at: base, ty: source, inbounds };
        for (position, index) in indices.iter().enumerate() {
            let index = self.lane(*index, if index.len() == 1 { 0 } else { lane });
            let done = if position == 0 {
                let scale = self.cx.layout.info(source);
                scale.sized.then(|| self.step_over(&mut steps, index, scale.size, None))
            } else {
                self.step_into(&mut steps, index)
            };
            if done.is_none() {
                return self.one_unsupported("address arithmetic over a type without a layout", Type::Ptr);
            }
        }
        steps.at
    }

    fn step_into(&mut self, steps: &mut Steps, index: Operand) -> Option<()> {
        if let Some(members) = self.cx.members(steps.ty) {
            let index = usize::try_from(self.body.as_const(index)?.as_int()?).ok()?;
            let offset = *members.offsets.get(index)? as i64;
            let field = members.fields[index];
            if offset != 0 || field.is_some() {
                steps.at = self.emit(Op::Field { base: steps.at, offset, field }, Type::Ptr);
            }
            steps.ty = members.types[index];
            return Some(());
        }
        let (elem, len) = match resolve(self.cx.module, steps.ty) {
            // `[0 x T]` is how C's flexible arrays look: nothing is known of their length.
            ast::Type::Array { len, elem } => (*elem, (*len != 0).then_some(*len)),
            ast::Type::Vector { len, elem, .. } => (*elem, Some(u64::from(*len))),
            _ => return None,
        };
        let scale = self.cx.layout.info(elem).size;
        steps.ty = elem;
        self.step_over(steps, index, scale, len);
        Some(())
    }

    fn step_over(&mut self, steps: &mut Steps, index: Operand, scale: u64, len: Option<u64>) {
        if self.body.as_const(index).and_then(|index| index.as_int()) == Some(0) {
            return;
        }
        let index = self.resize_to_word(index, true);
        let op = Op::Index { base: steps.at, index, scale, len, inbounds: steps.inbounds };
        steps.at = self.emit(op, Type::Ptr);
    }

    // ---- atomics ----

    pub fn compare_exchange(
        &mut self,
        addr: &'m ast::Operand<'m>,
        expected: &'m ast::Typed<'m>,
        new: &'m ast::Typed<'m>,
        weak: bool,
        ordering: Ordering,
    ) -> Val {
        let Some(ty) = self.cx.layout.info(expected.ty).scalar else {
            return self.unsupported("compare-and-exchange of an aggregate", &[]);
        };
        let addr = self.pointer(addr);
        let (expected, new) = (self.scalar_of(&expected.value, ty), self.scalar_of(&new.value, ty));
        self.emit_many(Op::CmpXchg { addr, expected, new, weak, ordering }, &[ty, Type::BOOL])
    }

    pub fn read_modify_write(
        &mut self,
        op: &str,
        addr: &'m ast::Operand<'m>,
        value: &'m ast::Typed<'m>,
        ordering: &str,
    ) -> Val {
        let (Some(op), Some(ty)) = (words::read_modify_write(op), self.cx.layout.info(value.ty).scalar) else {
            return self.unsupported_value(&format!("atomicrmw `{op}`"), value.ty);
        };
        let (addr, value) = (self.pointer(addr), self.scalar_of(&value.value, ty));
        Val::One(self.emit(Op::Rmw { op, addr, value, ordering: words::ordering(ordering) }, ty))
    }
}

/// The alignment known at `offset` from an address aligned to `align`.
pub fn align_at(align: u64, offset: u64) -> u64 {
    match offset {
        0 => align.max(1),
        _ => align.max(1).min(1 << offset.trailing_zeros()),
    }
}
