//! Makes one block of blocks that always follow each other, and leaves out blocks in which nothing happens and parameters that
//! are always the same.
//!
//! What is left of scopes whose locals were promoted are chains of jumps; every analysis would pay for each of them.
//! Not here: branches on constants; what the source wrote stays reachable.

use super::prune::{prune, renumber_values};
use crate::semantic::{BlockId, BlockRef, Body, Operand, Terminator, ValueId};
use cairn_base::IdVec;

/// Joins blocks with the only block that leads to them, leads ways past blocks that do nothing, and removes what is left over.
pub fn straighten(body: &mut Body) {
    pass_by_empty_blocks(body);
    prune(body);
    let replaced = join(body);
    if replaced.iter().any(Option::is_some) {
        renumber_values(body, |value| replaced[value]);
    }
    prune(body);
}

/// Ways into a block that only jumps go where it does.
fn pass_by_empty_blocks(body: &mut Body) {
    let is_empty = |body: &Body, id: BlockId| {
        let block = &body.blocks[id];
        block.params.is_empty() && block.insts.is_empty() && matches!(block.term, Terminator::Jump(_))
    };
    for id in body.blocks.ids() {
        let ways = body.blocks[id].term.targets().count();
        for way in 0..ways {
            // Blocks that only lead to each other are a loop: it stays.
            for _ in 0..body.blocks.len() {
                let to = body.blocks[id].term.targets().nth(way).expect("counted").block;
                let Terminator::Jump(next) = &body.blocks[to].term else { break };
                if !is_empty(body, to) || next.block == to {
                    break;
                }
                let next = next.clone();
                *body.blocks[id].term.targets_mut().nth(way).expect("counted") = next;
            }
        }
    }
}

/// Gives for each parameter of a block that only one way leads to what it always is.
fn join(body: &mut Body) -> IdVec<ValueId, Option<Operand>> {
    let mut replaced: IdVec<ValueId, Option<Operand>> = IdVec::filled(None, body.values.len());
    let mut ways_to: IdVec<BlockId, u32> = IdVec::filled(0, body.blocks.len());
    ways_to[body.entry()] = 1;
    for block in body.blocks.iter() {
        block.term.targets().for_each(|to| ways_to[to.block] += 1);
    }
    let (mut given, mut arguments) = (Vec::new(), Vec::new());
    for id in body.blocks.ids() {
        while let Terminator::Jump(BlockRef { block: next, .. }) = body.blocks[id].term
            && next != id
            && ways_to[next] == 1
        {
            let (params, insts) = {
                let block = &mut body.blocks[next];
                (std::mem::take(&mut block.params), std::mem::take(&mut block.insts))
            };
            let term = std::mem::replace(&mut body.blocks[next].term, Terminator::Unreachable);
            let term_span = body.blocks[next].term_span;
            let block = &mut body.blocks[id];
            block.insts.extend(insts);
            block.term_span = term_span;
            let Terminator::Jump(way) = std::mem::replace(&mut block.term, term) else { unreachable!() };
            given.extend(params.into_iter().zip(way.args));
            ways_to[next] = 0;
        }
        for way in body.blocks[id].term.targets_mut().filter(|way| ways_to[way.block] == 1) {
            arguments.push((way.block, std::mem::take(&mut way.args)));
        }
        for (to, args) in arguments.drain(..) {
            given.extend(std::mem::take(&mut body.blocks[to].params).into_iter().zip(args));
        }
    }
    for (param, arg) in given {
        replaced[param] = Some(arg);
        name_after(body, arg, param);
    }
    for value in body.values.ids() {
        replaced[value] = replaced[value].map(|operand| last_of(&replaced, operand));
    }
    replaced
}

/// What takes the place of a variable's value is that variable's value.
fn name_after(body: &mut Body, operand: Operand, param: ValueId) {
    if let Operand::Value(value) = operand
        && body.values[value].var.is_none()
    {
        body.values[value].var = body.values[param].var;
    }
}

fn last_of(replaced: &IdVec<ValueId, Option<Operand>>, mut operand: Operand) -> Operand {
    while let Operand::Value(value) = operand
        && let Some(next) = replaced[value]
    {
        operand = next;
    }
    operand
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{parse, print};

    fn straightened(text: &str) -> String {
        let mut program = parse(text).unwrap();
        program.funcs.iter_mut().filter_map(|func| func.body.as_mut()).for_each(straighten);
        assert_eq!(crate::verify::check(&program), Ok(()));
        print(&program)
    }

    #[test]
    fn blocks_that_always_follow_each_other_are_one() {
        let printed = straightened(
            "fn @f(%a: i32) -> i32 {
            bb0:
            jump bb1(%a)
            bb1(%b: i32):
            %c = add i32 %b, 1
            jump bb2(%c, %b)
            bb2(%d: i32, %e: i32):
            jump bb3(%e)
            bb3(%g: i32):
            %h = add i32 %d, %g
            ret %h }",
        );
        assert!(!printed.contains("bb1") && !printed.contains("jump"), "{printed}");
        assert!(printed.contains("= add i32 %0, 1") && printed.contains("add i32 %1, %0"), "{printed}");
    }

    #[test]
    fn ways_lead_past_blocks_that_do_nothing() {
        let printed = straightened(
            "fn @f(%a: i1) -> i32 {
            bb0:
            br %a, bb1, bb2
            bb1:
            jump bb3(i32 1)
            bb2:
            jump bb3(i32 2)
            bb3(%x: i32):
            ret %x }",
        );
        assert!(printed.contains("br %0, bb1(i32 1), bb1(i32 2)"), "{printed}");
    }

    #[test]
    fn loops_that_do_nothing_stay() {
        let text = "fn @f() {
            bb0:
            jump bb1
            bb1:
            jump bb2
            bb2:
            jump bb1 }";
        assert!(straightened(text).contains("jump bb"));
        assert!(straightened("fn @f() {\nbb0:\njump bb1\nbb1:\njump bb1 }").contains("jump bb1"));
    }
}
