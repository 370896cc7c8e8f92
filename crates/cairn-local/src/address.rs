//! Where an access goes: a value and a constant distance from it.

use cairn_ir::describe::Defs;
use cairn_ir::{Body, Const, Op, Operand, Program, Type, ValueId};

/// Steps of this size and number stay far from the ends of the address space: a pointer that works somewhere near is not made
/// null on the way.
const FARTHEST_STEP: i64 = 4096;
const MOST_STEPS: usize = 8;

/// An address that is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    pub root: ValueId,
    pub offset: i64,
}

/// One access of an operation: the address, the number of bytes if it is known, and whether it writes.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub addr: Operand,
    pub bytes: Option<u64>,
    pub writes: bool,
}

/// Follows constant steps back; `None` for a constant address.
pub fn address(body: &Body, defs: &Defs, addr: Operand) -> Option<Address> {
    let (mut at, mut offset) = (addr, 0);
    for _ in 0..MOST_STEPS {
        let (base, step) = match defs.op(body, at) {
            Some(Op::Field { base, offset, .. }) => (*base, Some(*offset)),
            Some(Op::Index { base, index, scale, .. }) => (*base, constant_step(body, *index, *scale)),
            _ => break,
        };
        match step {
            Some(step) if step.abs() < FARTHEST_STEP && matches!(base, Operand::Value(_)) => offset += step,
            _ => break,
        }
        at = base;
    }
    match at {
        Operand::Value(root) => Some(Address { root, offset }),
        Operand::Const(_) => None,
    }
}

/// The local into which an address leads.
pub fn local_of(body: &Body, defs: &Defs, address: Operand) -> Option<ValueId> {
    let mut at = address;
    loop {
        match (defs.op(body, at)?, at) {
            (Op::Field { base, .. } | Op::Index { base, .. }, _) => at = *base,
            (Op::Alloca { .. }, Operand::Value(local)) => return Some(local),
            _ => return None,
        }
    }
}

fn constant_step(body: &Body, index: Operand, scale: u64) -> Option<i64> {
    let Const::Int { width, value } = body.as_const(index)? else { return None };
    let unused = 64u32.checked_sub(*width)?;
    let index = ((*value as u64) << unused) as i64 >> unused;
    index.checked_mul(i64::try_from(scale).ok()?)
}

/// The accesses of an operation, in the order in which they happen. With a length of 0 nothing is touched; where it could be 0,
/// the number of bytes is not known.
pub fn accesses(program: &Program, body: &Body, op: &Op) -> Vec<Access> {
    let size = |ty: Type| Some(ty.store_bytes(program.target.pointer_bits));
    let length = |len: Operand| body.as_const(len).and_then(Const::as_int).and_then(|len| u64::try_from(len).ok());
    let one = |addr: Operand, bytes: Option<u64>, writes: bool| Access { addr, bytes, writes };
    match op {
        Op::Load { ty, addr, .. } => vec![one(*addr, size(*ty), false)],
        Op::Store { value, addr, .. } | Op::Rmw { addr, value, .. } => {
            vec![one(*addr, size(body.operand_type(*value)), true)]
        }
        Op::Copy { dst, src, len, .. } => vec![one(*dst, length(*len), true), one(*src, length(*len), false)],
        Op::Set { dst, len, .. } => vec![one(*dst, length(*len), true)],
        _ => Vec::new(),
    }
}
