//! Folding of LLVM's constants to scalars: literals, addresses of symbols, and expressions over them.
//!
//! What does not fold (an address cut to 16 bits, a comparison of two symbols) becomes code in functions (`expr`) and
//! is refused in initialisers (`globals`).

use super::layout::resolve;
use super::module::{Address, ModuleCx};
use super::words;
use crate::ast::{self, CastOp, Const, ConstExpr, TypeId};
use cairn_ir::{self as ir, BinOp, CmpOp, Symbol, Type, WideInt};

/// A constant scalar as far as it is known before the program runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Folded {
    Const(ir::Const),
    /// A pointer that the pool of constants cannot hold: into a function.
    Address(Address),
    /// An address as an integer of pointer width.
    AddressInt(Address),
    /// A pointer that is just a number: `(void *)-1`, the address of a label.
    IntPointer(u64),
}

impl Folded {
    fn int(width: u32, value: u128) -> Folded {
        Folded::Const(ir::Const::int(width, value))
    }

    fn pointer(address: Address) -> Folded {
        match address {
            Address { symbol: Symbol::Global(id), offset } => Folded::Const(ir::Const::Global { id, offset }),
            Address { symbol: Symbol::Func(id), offset: 0 } => Folded::Const(ir::Const::Func(id)),
            inside_code => Folded::Address(inside_code),
        }
    }

    fn number_as_pointer(value: u64) -> Folded {
        if value == 0 { Folded::Const(ir::Const::Null) } else { Folded::IntPointer(value) }
    }

    pub fn as_int(&self) -> Option<u128> {
        match self {
            Folded::Const(value) => value.as_int(),
            _ => None,
        }
    }

    /// Of a pointer: the symbol that it points into.
    fn as_address(&self) -> Option<Address> {
        match *self {
            Folded::Const(ir::Const::Global { id, offset }) => Some(Address { symbol: Symbol::Global(id), offset }),
            Folded::Const(ir::Const::Func(id)) => Some(Address { symbol: Symbol::Func(id), offset: 0 }),
            Folded::Address(address) => Some(address),
            _ => None,
        }
    }

    /// Of a pointer: the number that it is.
    fn as_number(&self) -> Option<u64> {
        match self {
            Folded::Const(ir::Const::Null) => Some(0),
            Folded::IntPointer(value) => Some(*value),
            _ => None,
        }
    }
}

impl<'m> ModuleCx<'m> {
    /// The value of a constant of scalar type, if it can be known.
    pub fn fold(&mut self, value: &Const<'m>, ty: Type) -> Option<Folded> {
        match value {
            Const::Int(value) => int_const(ty, *value),
            Const::BigInt(text) => big_const(ty, text),
            Const::Float(bits) => match ty {
                Type::Float(kind) => Some(Folded::Const(ir::Const::Float { kind, bits: *bits })),
                _ => None,
            },
            Const::Null | Const::Zero => Some(Folded::Const(zero(ty))),
            Const::Undef | Const::Poison => Some(Folded::Const(ir::Const::Undef(ty))),
            Const::Sym(sym) => self.addresses.get(*sym).copied().flatten().map(Folded::pointer),
            Const::BlockAddress { func, label } => Some(Folded::number_as_pointer(self.label_address(*func, label))),
            Const::Expr(expr) => self.fold_expr(expr, ty),
            Const::Aggregate(_) | Const::Splat(_) | Const::Bytes(_) => None,
        }
    }

    /// The symbol that a pointer constant points into.
    pub fn fold_address(&mut self, value: &Const<'m>) -> Option<Address> {
        self.fold(value, Type::Ptr)?.as_address()
    }

    fn fold_typed(&mut self, value: &Const<'m>, ty: TypeId) -> Option<Folded> {
        let scalar = self.layout.info(ty).scalar?;
        self.fold(value, scalar)
    }

    fn fold_expr(&mut self, expr: &ConstExpr<'m>, ty: Type) -> Option<Folded> {
        match expr {
            ConstExpr::Cast { op, from, value, .. } => self.fold_cast(*op, *from, value, ty),
            ConstExpr::Gep { source, base, indices, .. } => {
                let base = self.fold_typed(&base.1, base.0)?;
                let offset = self.fold_offset(*source, indices)?;
                self.moved(base, offset)
            }
            ConstExpr::Binary { op, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.fold_typed(lhs, *ty)?, self.fold_typed(rhs, *ty)?);
                self.fold_binary(words::binary(op)?, lhs, rhs)
            }
            ConstExpr::Compare { pred, ty, lhs, rhs } => {
                let (lhs, rhs) = (self.fold_typed(lhs, *ty)?, self.fold_typed(rhs, *ty)?);
                fold_compare(words::compare(pred)?, &lhs, &rhs)
            }
            ConstExpr::Select { cond, then, otherwise, .. } => {
                let cond = self.fold(cond, Type::BOOL)?.as_int()?;
                self.fold(if cond != 0 { then } else { otherwise }, ty)
            }
            ConstExpr::Unknown(_) => None,
        }
    }

    fn fold_cast(&mut self, op: CastOp, from: TypeId, value: &Const<'m>, to: Type) -> Option<Folded> {
        let from = self.layout.info(from).scalar?;
        let value = self.fold(value, from)?;
        match (op, to) {
            (CastOp::Bitcast | CastOp::AddrSpaceCast, _) if from == to => Some(value),
            (CastOp::Bitcast, _) => rebit(value, to),
            (CastOp::Trunc | CastOp::ZExt, Type::Int(width)) if width <= 128 => {
                Some(Folded::int(width, value.as_int()?))
            }
            (CastOp::SExt, Type::Int(width)) if width <= 128 => {
                Some(Folded::int(width, sign_extend(value.as_int()?, from) as u128))
            }
            (CastOp::PtrToInt, Type::Int(width)) => self.fold_pointer_to_int(value, width),
            (CastOp::IntToPtr, Type::Ptr) => match value {
                Folded::AddressInt(address) => Some(Folded::pointer(address)),
                number => Some(Folded::number_as_pointer(self.at_pointer_width(number.as_int()? as u64))),
            },
            _ => None,
        }
    }

    fn fold_pointer_to_int(&self, value: Folded, width: u32) -> Option<Folded> {
        if let Some(number) = value.as_number() {
            return (width <= 128).then(|| Folded::int(width, u128::from(number)));
        }
        let address = value.as_address()?;
        (width == self.layout.pointer_bits()).then_some(Folded::AddressInt(address))
    }

    fn at_pointer_width(&self, value: u64) -> u64 {
        if self.layout.pointer_bits() == 32 { value & 0xffff_ffff } else { value }
    }

    fn moved(&self, base: Folded, offset: i64) -> Option<Folded> {
        if let Some(address) = base.as_address() {
            return Some(Folded::pointer(self.moved_address(address, offset)));
        }
        let number = base.as_number()?.wrapping_add(offset as u64);
        Some(Folded::number_as_pointer(self.at_pointer_width(number)))
    }

    fn moved_address(&self, address: Address, by: i64) -> Address {
        let offset = address.offset.wrapping_add(by);
        let offset = if self.layout.pointer_bits() == 32 { i64::from(offset as i32) } else { offset };
        Address { offset, ..address }
    }

    /// The bytes that constant `getelementptr` indices add up to.
    fn fold_offset(&mut self, source: TypeId, indices: &[(TypeId, Const<'m>)]) -> Option<i64> {
        let (mut ty, mut offset) = (source, 0_i64);
        for (position, (index_ty, index)) in indices.iter().enumerate() {
            let scalar = self.layout.info(*index_ty).scalar?;
            let index = sign_extend(self.fold(index, scalar)?.as_int()?, scalar) as i64;
            if position == 0 {
                offset = offset.wrapping_add(index.wrapping_mul(self.layout.info(ty).size as i64));
            } else if let Some(members) = self.members(ty) {
                let member = usize::try_from(index).ok()?;
                offset = offset.wrapping_add(*members.offsets.get(member)? as i64);
                ty = members.types[member];
            } else {
                let (ast::Type::Array { elem, .. } | ast::Type::Vector { elem, .. }) = resolve(self.module, ty) else {
                    return None;
                };
                ty = *elem;
                offset = offset.wrapping_add(index.wrapping_mul(self.layout.info(ty).size as i64));
            }
        }
        Some(offset)
    }

    fn fold_binary(&self, op: BinOp, lhs: Folded, rhs: Folded) -> Option<Folded> {
        match (op, &lhs, &rhs) {
            (BinOp::Sub, Folded::AddressInt(a), Folded::AddressInt(b)) if a.symbol == b.symbol => {
                Some(Folded::int(self.layout.pointer_bits(), a.offset.wrapping_sub(b.offset) as u128))
            }
            (BinOp::Add, Folded::AddressInt(a), other) | (BinOp::Add, other, Folded::AddressInt(a)) => {
                Some(Folded::AddressInt(self.moved_address(*a, other.as_int()? as i64)))
            }
            (BinOp::Sub, Folded::AddressInt(a), other) => {
                Some(Folded::AddressInt(self.moved_address(*a, (other.as_int()? as i64).wrapping_neg())))
            }
            (_, Folded::Const(ir::Const::Int { width, value: a }), Folded::Const(ir::Const::Int { value: b, .. })) => {
                fold_ints(op, *width, *a, *b)
            }
            _ => None,
        }
    }
}

fn fold_ints(op: BinOp, width: u32, a: u128, b: u128) -> Option<Folded> {
    let shift = || u32::try_from(b).ok().filter(|count| *count < width);
    let value = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a << shift()?,
        BinOp::LShr => a >> shift()?,
        BinOp::AShr => (sign_extend(a, Type::Int(width)) >> shift()?) as u128,
        _ => return None,
    };
    Some(Folded::int(width, value))
}

fn fold_compare(op: CmpOp, lhs: &Folded, rhs: &Folded) -> Option<Folded> {
    let (a, b, width) = match (lhs, rhs) {
        (Folded::Const(ir::Const::Int { width, value: a }), Folded::Const(ir::Const::Int { value: b, .. })) => {
            (*a, *b, *width)
        }
        _ => (u128::from(lhs.as_number()?), u128::from(rhs.as_number()?), 64),
    };
    Some(Folded::int(1, u128::from(op.holds(width, a, b))))
}

/// The same bits as another scalar type of the same width.
fn rebit(value: Folded, to: Type) -> Option<Folded> {
    match (value, to) {
        (Folded::Const(ir::Const::Int { value, .. }), Type::Float(kind)) => {
            Some(Folded::Const(ir::Const::Float { kind, bits: value }))
        }
        (Folded::Const(ir::Const::Float { bits, .. }), Type::Int(width)) => Some(Folded::int(width, bits)),
        (Folded::Const(ir::Const::Undef(_)), _) => Some(Folded::Const(ir::Const::Undef(to))),
        _ => None,
    }
}

pub fn sign_extend(value: u128, ty: Type) -> i128 {
    match ty {
        Type::Int(width) if width < 128 => ((value << (128 - width)) as i128) >> (128 - width),
        _ => value as i128,
    }
}

/// The constant whose bits are all zero.
pub fn zero(ty: Type) -> ir::Const {
    match ty {
        Type::Int(width) if width <= 128 => ir::Const::int(width, 0),
        Type::Int(width) => ir::Const::Wide(WideInt { width, limbs: vec![0; limbs(width)].into() }),
        Type::Float(kind) => ir::Const::Float { kind, bits: 0 },
        Type::Ptr => ir::Const::Null,
    }
}

fn limbs(width: u32) -> usize {
    width.div_ceil(64) as usize
}

fn int_const(ty: Type, value: i128) -> Option<Folded> {
    match ty {
        Type::Int(width) if width <= 128 => Some(Folded::int(width, value as u128)),
        Type::Int(width) => {
            let fill = if value < 0 { u64::MAX } else { 0 };
            let mut digits = vec![fill; limbs(width)];
            digits[0] = value as u64;
            digits[1] = (value >> 64) as u64;
            Some(wide(width, digits))
        }
        // `0` for a pointer is how very old text spells null.
        Type::Ptr if value == 0 => Some(Folded::Const(ir::Const::Null)),
        _ => None,
    }
}

/// A decimal literal of any length, with an optional sign.
fn big_const(ty: Type, text: &str) -> Option<Folded> {
    let Type::Int(width) = ty else { return None };
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let mut value = vec![0_u64; limbs(width).max(2)];
    for digit in digits.bytes() {
        let mut carry = u128::from(digit.checked_sub(b'0').filter(|d| *d < 10)?);
        for limb in &mut value {
            carry += u128::from(*limb) * 10;
            *limb = carry as u64;
            carry >>= 64;
        }
    }
    if negative {
        negate(&mut value);
    }
    if width <= 128 {
        return Some(Folded::int(width, u128::from(value[0]) | u128::from(value[1]) << 64));
    }
    Some(wide(width, value))
}

fn negate(limbs: &mut [u64]) {
    let mut carry = true;
    for limb in limbs {
        (*limb, carry) = (!*limb).overflowing_add(u64::from(carry));
    }
}

fn wide(width: u32, mut digits: Vec<u64>) -> Folded {
    let spare = digits.len() as u32 * 64 - width;
    if let Some(last) = digits.last_mut() {
        *last &= u64::MAX >> spare;
    }
    Folded::Const(ir::Const::Wide(WideInt { width, limbs: digits.into() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_literals_keep_every_bit() {
        let folded = big_const(Type::Int(128), "340282366920938463463374607431768211455");
        assert_eq!(folded, Some(Folded::int(128, u128::MAX)));
        let folded = big_const(Type::Int(192), "-1");
        assert_eq!(folded, Some(wide(192, vec![u64::MAX; 3])));
        let folded = big_const(Type::Int(130), "680564733841876926926749214863536422912");
        assert_eq!(folded, Some(wide(130, vec![0, 0, 2])));
        assert_eq!(int_const(Type::Int(130), -1), Some(wide(130, vec![u64::MAX, u64::MAX, 3])));
    }

    #[test]
    fn narrow_signs_extend() {
        assert_eq!(sign_extend(0xff, Type::I8), -1);
        assert_eq!(sign_extend(0x7f, Type::I8), 127);
        assert_eq!(fold_ints(BinOp::AShr, 8, 0x80, 7), Some(Folded::int(8, 0xff)));
        assert_eq!(fold_ints(BinOp::Shl, 8, 1, 8), None);
    }
}
