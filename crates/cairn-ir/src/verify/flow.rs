//! Invariants of control flow: the entry block, arguments of jumps, switches, returns.

use super::ids::fits;
use super::{Cx, Report};
use crate::{BlockRef, Operand, Switch, Terminator, Type};
use rustc_hash::FxHashSet;

pub(super) fn check(cx: &Cx<'_>, report: &mut Report) {
    entry(cx, report);
    for (id, block) in cx.body.blocks.iter_enumerated() {
        report.at_inst(id, block.insts.len());
        for target in block.term.targets() {
            jump(cx, target, report);
        }
        match &block.term {
            Terminator::Branch { cond, .. } => {
                let ty = cx.body.operand_type(*cond);
                report.require(ty == Type::BOOL, || format!("the condition is {ty}, must be i1"));
            }
            Terminator::Switch(switch) => cases(cx, switch, report),
            Terminator::Return(values) => returned(cx, values, report),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }
    report.at_func();
}

/// The entry block has the parameters of the function, then the address of the variadic area.
fn entry(cx: &Cx<'_>, report: &mut Report) {
    let Some(entry) = cx.body.blocks.get(cx.body.entry()) else {
        return report.say("the body has no entry block");
    };
    let area = cx.func.sig.variadic.then_some(Type::Ptr);
    let wanted: Vec<Type> = cx.func.sig.params.iter().copied().chain(area).collect();
    let found: Vec<Type> = entry.params.iter().map(|&param| cx.body.values[param].ty).collect();
    report.at_block(cx.body.entry());
    report.require(found == wanted, || format!("the entry block has parameters {found:?}, the function {wanted:?}"));
}

fn jump(cx: &Cx<'_>, target: &BlockRef, report: &mut Report) {
    let block = target.block;
    report.require(block != cx.body.entry(), || "a jump goes to the entry block".to_owned());
    let params = &cx.body.blocks[block].params;
    let (given, wanted) = (target.args.len(), params.len());
    if given != wanted {
        return report.say(format!("the jump to {block} has {given} arguments, must have {wanted}"));
    }
    for (&arg, &param) in target.args.iter().zip(params) {
        let (given, wanted) = (cx.body.operand_type(arg), cx.body.values[param].ty);
        report.require(given == wanted, || format!("an argument for {param} of {block} is {given}, must be {wanted}"));
    }
}

fn cases(cx: &Cx<'_>, switch: &Switch, report: &mut Report) {
    let Type::Int(width) = cx.body.operand_type(switch.value) else {
        return report.say("the value of a switch must be an integer");
    };
    let mut seen = FxHashSet::default();
    for &(case, _) in &switch.cases {
        report.require(fits(case, width), || format!("case {case} does not fit in {width} bits"));
        report.require(seen.insert(case), || format!("case {case} comes twice"));
    }
}

fn returned(cx: &Cx<'_>, values: &[Operand], report: &mut Report) {
    let wanted = &cx.func.sig.results;
    let types = || values.iter().map(|&value| cx.body.operand_type(value));
    report.require(types().eq(wanted.iter().copied()), || {
        format!("the function returns {:?}, must return {wanted:?}", types().collect::<Vec<_>>())
    });
}
