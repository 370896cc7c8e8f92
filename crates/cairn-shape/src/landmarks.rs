//! Numbers that bounds are likely to stop at when they grow: the constants of the program and their neighbours, and the limits
//! of narrow numbers that are made wider, also with a constant added.

use crate::range::{Range, signed};
use crate::world::World;
use cairn_ir::{BinOp, Body, CastKind, Const, FuncOrigin, Op, Operand, ValueId};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn landmarks(world: &World<'_>) -> Vec<i128> {
    let mut marks: BTreeSet<i128> = BTreeSet::from([-1, 0, 1]);
    for func in world.program.funcs.iter().filter(|func| func.origin == FuncOrigin::User) {
        let Some(body) = &func.body else { continue };
        for (_, constant) in body.consts.iter() {
            if let Const::Int { width: width @ 2..=64, value } = constant {
                let (u, s) = (*value as i128, signed(*value, *width));
                marks.extend([u - 1, u, u + 1, s - 1, s, s + 1]);
            }
        }
        marks.extend(limits(world, body));
    }
    marks.into_iter().collect()
}

/// Limits of numbers that are made wider, as they are, and where a constant is added to them.
fn limits(world: &World<'_>, body: &Body) -> BTreeSet<i128> {
    let mut wide: BTreeMap<ValueId, [i128; 2]> = BTreeMap::new();
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    for inst in insts() {
        if let (Op::Cast { kind, value, .. }, Some(result)) = (&inst.op, inst.results.single()) {
            let full = Range::full(body.operand_type(*value).bits(world.bits));
            match kind {
                CastKind::ZExt if full.width > 1 => wide.insert(result, [full.ulo, full.uhi]),
                CastKind::SExt if full.width > 1 => wide.insert(result, [full.slo, full.shi]),
                _ => None,
            };
        }
    }
    let constant = |operand: Operand| match body.as_const(operand) {
        Some(Const::Int { width: width @ 2..=64, value }) => Some(signed(*value, *width)),
        _ => None,
    };
    let mut limits: BTreeSet<i128> = wide.values().flatten().copied().collect();
    for inst in insts() {
        let Op::Binary { op: BinOp::Add, lhs, rhs, .. } = &inst.op else { continue };
        for (number, by) in [(*lhs, constant(*rhs)), (*rhs, constant(*lhs))] {
            if let (Operand::Value(value), Some(by)) = (number, by) {
                limits.extend(wide.get(&value).into_iter().flatten().map(|limit| limit + by));
            }
        }
    }
    limits
}
