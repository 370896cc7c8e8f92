//! Variable arguments: the caller lays them out as the target's calling convention does, `va_start` and `va_arg` walk
//! over that layout.
//!
//! Known conventions: System V x86-64 and i386. On x86-64 the area is a register save area of 176 bytes followed by
//! the overflow area; on i386 it is the stack from the first variable argument on. The area is exactly as large as the
//! arguments need, so that reading one too many is out of bounds.

use super::call::fixed_arguments;
use super::func::{FuncLowering, Val};
use super::layout::{resolve, round_up};
use super::memory::align_at;
use super::module::ModuleCx;
use crate::ast::{self, TypeId};
use cairn_ir::{BinOp, CmpOp, FloatKind, MemFlags, Op, Operand, Type};

/// A calling convention, as far as variable arguments go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abi {
    SystemV64,
    I386,
}

const GP_REGISTERS: u32 = 6;
const FP_REGISTERS: u32 = 8;
/// Where the float registers and the overflow area begin in the area of x86-64.
const FP_START: u64 = 48;
const REGISTER_SAVE: u64 = 176;

impl Abi {
    pub fn of_triple(triple: &str) -> Option<Abi> {
        let mut parts = triple.split('-');
        let arch = parts.next()?;
        if triple.contains("windows") || triple.contains("gnux32") {
            return None;
        }
        match arch {
            "x86_64" | "amd64" => Some(Abi::SystemV64),
            "i386" | "i486" | "i586" | "i686" => Some(Abi::I386),
            _ => None,
        }
    }

    fn list_bytes(self) -> u64 {
        match self {
            Abi::SystemV64 => 24,
            Abi::I386 => 4,
        }
    }
}

/// Hands out places to arguments in order.
#[derive(Clone, Copy, Debug)]
struct Placer {
    abi: Abi,
    gp: u32,
    fp: u32,
    /// Bytes used in the overflow area.
    stack: u64,
}

impl Placer {
    fn new(abi: Abi) -> Placer {
        Placer { abi, gp: 0, fp: 0, stack: 0 }
    }

    fn base(&self) -> u64 {
        match self.abi {
            Abi::SystemV64 => REGISTER_SAVE,
            Abi::I386 => 0,
        }
    }

    fn total(&self) -> u64 {
        self.base() + self.stack
    }

    fn in_memory(&mut self, bytes: u64, align: u64) -> u64 {
        let slot = match self.abi {
            Abi::SystemV64 => 8,
            Abi::I386 => 4,
        };
        let start = round_up(self.stack, align.max(slot));
        self.stack = start + round_up(bytes, slot);
        self.base() + start
    }

    fn in_gp(&mut self, registers: u32, align: u64) -> u64 {
        if self.gp + registers > GP_REGISTERS {
            return self.in_memory(u64::from(registers) * 8, align);
        }
        self.gp += registers;
        u64::from(self.gp - registers) * 8
    }

    fn in_fp(&mut self, bytes: u64, align: u64) -> u64 {
        if self.fp == FP_REGISTERS {
            return self.in_memory(bytes, align);
        }
        self.fp += 1;
        FP_START + u64::from(self.fp - 1) * 16
    }

    fn scalar(&mut self, ty: Type) -> u64 {
        match (self.abi, ty) {
            (Abi::SystemV64, Type::Ptr) => self.in_gp(1, 8),
            (Abi::SystemV64, Type::Int(width)) if width <= 64 => self.in_gp(1, 8),
            (Abi::SystemV64, Type::Int(width)) if width <= 128 => self.in_gp(2, 16),
            (Abi::SystemV64, Type::Int(width)) => self.in_memory(u64::from(width.div_ceil(8)), 8),
            (Abi::SystemV64, Type::Float(FloatKind::X86Fp80)) => self.in_memory(16, 16),
            (Abi::SystemV64, Type::Float(FloatKind::Fp128)) => self.in_fp(16, 16),
            (Abi::SystemV64, Type::Float(_)) => self.in_fp(8, 8),
            (Abi::I386, Type::Float(FloatKind::X86Fp80)) => self.in_memory(12, 4),
            (Abi::I386, Type::Float(FloatKind::Fp128)) => self.in_memory(16, 16),
            (Abi::I386, ty) => self.in_memory(ty.store_bytes(32), 4),
        }
    }

    /// The offsets in the area of the scalars of an argument.
    fn place(&mut self, cx: &mut ModuleCx, ty: TypeId, offsets: &mut Vec<u64>) {
        let info = cx.layout.info(ty);
        if let Some(scalar) = info.scalar {
            return offsets.push(self.scalar(scalar));
        }
        match resolve(cx.module, ty) {
            ast::Type::Vector { .. } => {
                let start = match self.abi {
                    Abi::SystemV64 if info.size <= 16 => self.in_fp(info.size, info.align),
                    Abi::SystemV64 => self.in_memory(info.size, info.align),
                    Abi::I386 => self.in_memory(info.size, if info.size >= 16 { info.align } else { 4 }),
                };
                offsets.extend(cx.shape(ty).scalars.iter().map(|(_, lane)| start + lane));
            }
            ast::Type::Struct { fields, .. } => fields.iter().for_each(|field| self.place(cx, *field, offsets)),
            ast::Type::Array { len, elem } => (0..*len).for_each(|_| self.place(cx, *elem, offsets)),
            _ => {}
        }
    }

    fn place_byval(&mut self, cx: &ModuleCx, ty: TypeId, align: u64) -> u64 {
        let info = cx.layout.info(ty);
        let align = if align == 0 && self.abi == Abi::SystemV64 { info.align } else { align };
        self.in_memory(info.size, align)
    }
}

impl<'m> FuncLowering<'_, 'm> {
    pub fn abi(&self) -> Option<Abi> {
        Abi::of_triple(self.cx.module.triple)
    }

    /// Lays out the variable arguments of a call in an object of the frame.
    pub fn variadic_area(&mut self, call: &'m ast::Call<'m>, fixed_args: usize, values: &[Val]) -> Option<Operand> {
        debug_assert_eq!(fixed_arguments(call), (fixed_args, true));
        let mut placer = self.placer_after(call.args[..fixed_args].iter().map(|arg| (arg.value.ty, arg.attrs)))?;
        let variable = &call.args[fixed_args..];
        let places: Vec<Vec<u64>> = variable
            .iter()
            .map(|arg| {
                let mut offsets = Vec::new();
                match arg.attrs.byval {
                    Some(ty) => offsets.push(placer.place_byval(self.cx, ty, arg.attrs.align)),
                    None => placer.place(self.cx, arg.value.ty, &mut offsets),
                }
                offsets
            })
            .collect();
        let area = self.frame_object(placer.total(), 16);
        self.emit_void(Op::ScopeStart { object: area });
        for ((arg, offsets), value) in variable.iter().zip(&places).zip(&values[fixed_args..]) {
            self.write_argument(area, arg, offsets, *value);
        }
        Some(area)
    }

    fn write_argument(&mut self, area: Operand, arg: &ast::Arg, offsets: &[u64], value: Val) {
        for (i, &offset) in offsets.iter().enumerate().take(value.len()) {
            let slot = self.offset(area, offset as i64);
            let value = self.lane(value, i);
            match arg.attrs.byval {
                Some(ty) => self.copy_bytes(slot, value, self.cx.layout.info(ty).size),
                None => {
                    let align = align_at(16, offset);
                    self.emit_void(Op::Store { value, addr: slot, align, flags: MemFlags::default() });
                }
            }
        }
    }

    /// The registers that named arguments use. Those on the stack are not part of the area.
    fn placer_after(&mut self, named: impl Iterator<Item = (TypeId, ast::ParamAttrs)>) -> Option<Placer> {
        let mut placer = Placer::new(self.abi()?);
        for (ty, attrs) in named {
            if attrs.byval.is_none() {
                placer.place(self.cx, ty, &mut Vec::new());
            }
        }
        placer.stack = 0;
        Some(placer)
    }

    pub fn va_start(&mut self, list: Operand) {
        let params = &self.func.params;
        let placer = self.placer_after(params.iter().map(|param| (param.ty, param.attrs)));
        let (Some(placer), Some(area)) = (placer, self.area) else {
            let reason = match self.area {
                Some(_) => format!("variable arguments on `{}`", self.cx.module.triple),
                None => "va_start in a function without variable arguments".to_owned(),
            };
            self.unsupported(&reason, &[]);
            return;
        };
        if placer.abi == Abi::I386 {
            return self.store_at(list, 0, area);
        }
        let gp_offset = self.int(32, u128::from(placer.gp * 8));
        let fp_offset = self.int(32, u128::from(FP_START) + u128::from(placer.fp * 16));
        let overflow = self.offset(area, REGISTER_SAVE as i64);
        for (offset, value) in [(0, gp_offset), (4, fp_offset), (8, overflow), (16, area)] {
            self.store_at(list, offset, value);
        }
    }

    fn store_at(&mut self, base: Operand, offset: i64, value: Operand) {
        let addr = self.offset(base, offset);
        self.emit_void(Op::Store { value, addr, align: align_at(8, offset as u64), flags: MemFlags::default() });
    }

    fn load_at(&mut self, base: Operand, offset: i64, ty: Type) -> Operand {
        let addr = self.offset(base, offset);
        let align = align_at(8, offset as u64);
        self.emit(Op::Load { ty, addr, align, flags: MemFlags::default() }, ty)
    }

    pub fn va_copy(&mut self, dst: Operand, src: Operand) {
        match self.abi() {
            Some(abi) => self.copy_bytes(dst, src, abi.list_bytes()),
            None => {
                self.unsupported(&format!("variable arguments on `{}`", self.cx.module.triple), &[]);
            }
        }
    }

    /// The `va_arg` instruction; Clang usually writes out these steps itself.
    pub fn va_arg(&mut self, list: &'m ast::Operand<'m>, ty: TypeId) -> Val {
        let list = self.pointer(list);
        match (self.abi(), self.cx.layout.info(ty).scalar) {
            (Some(Abi::I386), Some(scalar)) => Val::One(self.va_arg_on_stack(list, scalar)),
            (Some(Abi::SystemV64), Some(scalar)) => Val::One(self.va_arg_in_registers(list, scalar)),
            (Some(_), None) => self.unsupported_value("va_arg of an aggregate", ty),
            (None, _) => {
                let reason = format!("variable arguments on `{}`", self.cx.module.triple);
                self.unsupported_value(&reason, ty)
            }
        }
    }

    fn va_arg_on_stack(&mut self, list: Operand, ty: Type) -> Operand {
        let mut placer = Placer::new(Abi::I386);
        placer.scalar(ty);
        let at = self.load_at(list, 0, Type::Ptr);
        let next = self.offset(at, placer.stack as i64);
        self.store_at(list, 0, next);
        self.emit(Op::Load { ty, addr: at, align: 4, flags: MemFlags::default() }, ty)
    }

    fn va_arg_in_registers(&mut self, list: Operand, ty: Type) -> Operand {
        let mut used = Placer::new(Abi::SystemV64);
        used.scalar(ty);
        let overflow = self.load_at(list, 8, Type::Ptr);
        let overflow = if used.gp == 2 || used.stack == 16 { self.align_up(overflow, 16) } else { overflow };
        let bytes = round_up(ty.store_bytes(64), 8).max(used.stack);
        let after = self.offset(overflow, bytes as i64);
        let (counter, step, end) = match (used.gp, used.fp) {
            (0, 0) => {
                self.store_at(list, 8, after);
                return self.load_at(overflow, 0, ty);
            }
            (gp, 0) => (0, gp * 8, FP_START),
            _ => (4, 16, REGISTER_SAVE),
        };
        let offset = self.load_at(list, counter, Type::I32);
        let last = self.int(32, u128::from(end) - u128::from(step));
        let fits = self.compare(CmpOp::Ule, offset, last);
        let saved = self.load_at(list, 16, Type::Ptr);
        let index = self.resize(offset, 64, false);
        let op = Op::Index { base: saved, index, scale: 1, len: None, inbounds: false };
        let register = self.emit(op, Type::Ptr);
        let step = self.int(32, u128::from(step));
        let advanced = self.plain(BinOp::Add, offset, step);
        let (offset, overflow_next) = (self.choose(fits, advanced, offset), self.choose(fits, overflow, after));
        self.store_at(list, counter, offset);
        self.store_at(list, 8, overflow_next);
        let addr = self.choose(fits, register, overflow);
        self.load_at(addr, 0, ty)
    }

    fn align_up(&mut self, pointer: Operand, align: u64) -> Operand {
        let beyond = self.offset(pointer, align as i64 - 1);
        let mask = self.word(align.wrapping_neg());
        self.mask_pointer(beyond, mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F64: Type = Type::Float(FloatKind::F64);
    const F80: Type = Type::Float(FloatKind::X86Fp80);

    fn places(abi: Abi, types: &[Type]) -> (Vec<u64>, u64) {
        let mut placer = Placer::new(abi);
        let offsets = types.iter().map(|ty| placer.scalar(*ty)).collect();
        (offsets, placer.total())
    }

    #[test]
    fn x86_64_fills_registers_then_the_overflow_area() {
        let (offsets, total) = places(Abi::SystemV64, &[Type::I32, F64, Type::Ptr, F80, Type::I64]);
        assert_eq!((offsets, total), (vec![0, 48, 8, 176, 16], 192));
        let (offsets, total) = places(Abi::SystemV64, &[Type::I32; 8]);
        assert_eq!((offsets, total), (vec![0, 8, 16, 24, 32, 40, 176, 184], 192));
    }

    #[test]
    fn a_pair_of_registers_is_taken_whole_or_not_at_all() {
        let mut types = vec![Type::I64; 5];
        types.extend([Type::Int(128), Type::I64, Type::I64]);
        let (offsets, total) = places(Abi::SystemV64, &types);
        assert_eq!((offsets, total), (vec![0, 8, 16, 24, 32, 176, 40, 192], 200));
    }

    #[test]
    fn i386_puts_everything_on_the_stack_in_words() {
        let (offsets, total) = places(Abi::I386, &[Type::I8, Type::I64, F64, F80, Type::Ptr]);
        assert_eq!((offsets, total), (vec![0, 4, 12, 20, 32], 36));
    }

    #[test]
    fn only_known_conventions_are_used() {
        assert_eq!(Abi::of_triple("x86_64-pc-linux-gnu"), Some(Abi::SystemV64));
        assert_eq!(Abi::of_triple("i386-pc-linux-gnu"), Some(Abi::I386));
        assert_eq!(Abi::of_triple("x86_64-pc-windows-msvc"), None);
        assert_eq!(Abi::of_triple("aarch64-unknown-linux-gnu"), None);
    }
}
