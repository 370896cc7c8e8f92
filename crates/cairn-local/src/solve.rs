//! The kinds of all values of one function: the greatest solution, from what its parameters and callees give.

use crate::calls::Contracts;
use crate::kinds::{Kinds, Table, index, of_op};
use cairn_ir::graph::Cfg;
use cairn_ir::{Body, Callee, Inst, Op, Operand, Program};

/// More rounds than any function of a person's needs; then nothing is claimed.
const ROUNDS: usize = 40;

/// Kinds of the values in the reachable blocks of a body.
pub fn solve<'a>(
    program: &'a Program,
    body: &'a Body,
    cfg: &Cfg,
    parameters: &[Kinds],
    contracts: &Contracts,
) -> Table<'a> {
    let mut table = Table { program, body, values: vec![Kinds::ALL; body.values.len()] };
    for (at, &param) in body.blocks[body.entry()].params.iter().enumerate() {
        table.values[index(param)] = parameters.get(at).copied().unwrap_or(Kinds::NONE);
    }
    for _ in 0..ROUNDS {
        if !round(&mut table, cfg, contracts) {
            return table;
        }
    }
    table.values.fill(Kinds::NONE);
    table
}

/// Takes away what does not follow; says whether anything was.
fn round(table: &mut Table<'_>, cfg: &Cfg, contracts: &Contracts) -> bool {
    let mut changed = false;
    let body = table.body;
    for &block in cfg.rpo() {
        for inst in &body.blocks[block].insts {
            for (at, result) in inst.results.iter().enumerate() {
                let kinds = of_inst(table, inst, at, contracts);
                changed |= lower(&mut table.values[index(result)], kinds);
            }
        }
        for target in body.blocks[block].term.targets() {
            for (&param, &arg) in body.blocks[target.block].params.iter().zip(&target.args) {
                let kinds = table.of(arg);
                changed |= lower(&mut table.values[index(param)], kinds);
            }
        }
    }
    changed
}

fn lower(slot: &mut Kinds, kinds: Kinds) -> bool {
    let before = *slot;
    *slot = slot.and(kinds);
    *slot != before
}

fn of_inst(table: &Table<'_>, inst: &Inst, result: usize, contracts: &Contracts) -> Kinds {
    match &inst.op {
        Op::Call { callee: Callee::Direct(callee), .. } => {
            let value = inst.results.iter().nth(result).expect("a result of the instruction");
            let ty = table.body.values[value].ty;
            let promised = contracts.result(table.program, *callee, result, ty);
            let given_back = contracts.given_back(table.program, table.body, &inst.op);
            match given_back.filter(|&arg| result == 0 && table.body.operand_type(arg) == ty) {
                Some(arg) => promised.or(table.of(arg)),
                None => promised,
            }
        }
        Op::Load { .. } => contracts.variables.read(table.body, &inst.op).unwrap_or(Kinds::NONE),
        op => of_op(table.body, op, &|operand: Operand| table.of(operand)),
    }
}
