//! Leads each way into a block that only decides where to go on to the place that is decided for it.
//!
//! Clang lets all ways out of a scope meet in one block, where a hidden variable says what comes next. What was known on each way
//! would be merged there, to be told apart again. Here a way on which the answer is a constant takes the ends of scopes with it
//! and goes straight on. Values that such a block defines are used nowhere else, so nothing else changes; a block that no way
//! leads to any more goes with the next pass.
//! Not here: ways on which the answer follows from a test that was made before, and blocks that ways bring a value to, as
//! those that ask for `a && b`: heaps that meet there are better joined before the loop is left.

use super::promote::Slots;
use crate::graph::{Cfg, Dominators, Loops};
use crate::semantic::{
    BinOp, Block, BlockId, BlockRef, Body, CastKind, Const, Inst, MemFlags, Op, Operand, Terminator, Type, ValueId,
};
use cairn_base::{Id, IdVec};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block with more instructions does more than decide.
const MOST_INSTS: usize = 8;
/// So many such blocks are passed in a row.
const MOST_HOPS: usize = 16;
/// A function grows to at most so many times as many blocks.
const GROWTH: usize = 3;

/// Leads ways on which it is known where they go past the blocks that ask.
pub fn thread(body: &mut Body) {
    let slots = Slots::of(body);
    let mut asking = asking_blocks(body, &slots);
    if asking.is_empty() {
        return;
    }
    let cfg = Cfg::new(body);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    // Whoever passed by the head of a loop would come into the middle of it.
    asking.retain(|&id| !loops.is_header(id) && loops.irreducible.is_empty());
    let most_blocks = GROWTH * body.blocks.len();
    let mut contents = Contents::of(body, &slots, &cfg);
    let mut work: Vec<BlockId> = body.blocks.ids().collect();
    while let Some(from) = work.pop() {
        for way in 0..body.blocks[from].term.targets().count() {
            for _ in 0..MOST_HOPS {
                let target = body.blocks[from].term.targets().nth(way).expect("counted").clone();
                if !asking.contains(&target.block) || body.blocks.len() >= most_blocks {
                    break;
                }
                let Some(passed) = pass(body, &slots, contents.at_end(from), &target) else { break };
                let straight = match passed.ends.is_empty() {
                    true => passed.to,
                    false => {
                        let (term, term_span) = (Terminator::Jump(passed.to), body.blocks[target.block].term_span);
                        let block = Block { params: Vec::new(), insts: passed.ends, term, term_span };
                        let block = body.blocks.push(block);
                        contents.add(passed.known);
                        work.push(block);
                        BlockRef::to(block)
                    }
                };
                let place = body.blocks[from].term.targets_mut().nth(way).expect("counted");
                *place = straight;
            }
        }
    }
}

/// What becomes of a way through an asking block.
struct Passed {
    /// The scopes that end there.
    ends: Vec<Inst>,
    to: BlockRef,
    /// What hidden variables hold behind it.
    known: Known,
}

/// The constants that variables are known to hold.
type Known = FxHashMap<ValueId, u128>;

/// A constant of so many bits.
type Number = (u32, u128);

/// Follows one way through an asking block; nothing if the answer is not known there.
fn pass(body: &mut Body, slots: &Slots, known: &Known, way: &BlockRef) -> Option<Passed> {
    let block = &body.blocks[way.block];
    let mut known = known.clone();
    let mut numbers: FxHashMap<ValueId, Number> = FxHashMap::default();
    let mut ends = Vec::new();
    for inst in &block.insts {
        let read = |operand: Operand| match operand {
            Operand::Value(value) => numbers.get(&value).copied(),
            Operand::Const(_) => number(body, operand),
        };
        let result = match inst.op {
            Op::ScopeEnd { object } => {
                if let Operand::Value(value) = object {
                    known.remove(&value);
                }
                ends.push(inst.clone());
                None
            }
            Op::Load { ty, addr: Operand::Value(slot), .. } if slots.type_of(slot) == Some(ty) => {
                known.get(&slot).and_then(|&value| Some((width(ty)?, value)))
            }
            Op::Cast { kind, value, to } => read(value).and_then(|number| cast(kind, number, width(to)?)),
            Op::Compare { op, lhs, rhs } => {
                read(lhs).zip(read(rhs)).map(|((width, a), (_, b))| (1, u128::from(op.holds(width, a, b))))
            }
            Op::Binary { op, lhs, rhs, .. } => read(lhs).zip(read(rhs)).and_then(|(a, b)| combine(op, a, b)),
            _ => None,
        };
        numbers.extend(inst.results.single().zip(result));
    }
    let answer = |operand: Operand| match operand {
        Operand::Value(value) => numbers.get(&value).map(|&(_, value)| value),
        Operand::Const(_) => None,
    };
    let chosen = match &block.term {
        Terminator::Branch { cond, then, otherwise } => if answer(*cond)? == 1 { then } else { otherwise }.clone(),
        Terminator::Switch(switch) => {
            let value = answer(switch.value)?;
            let case = switch.cases.iter().find(|(case, _)| *case == value);
            case.map_or(&switch.default, |(_, to)| to).clone()
        }
        _ => return None,
    };
    let own = |value: ValueId| block.insts.iter().any(|inst| inst.results.iter().any(|result| result == value));
    let mut args = Vec::new();
    for &arg in &chosen.args {
        args.push(match arg {
            Operand::Value(value) if own(value) => Err(*numbers.get(&value)?),
            _ => Ok(arg),
        });
    }
    let args = args.into_iter().map(|arg| arg.unwrap_or_else(|(width, value)| body.int(width, value))).collect();
    Some(Passed { ends, to: BlockRef { block: chosen.block, args }, known })
}

fn width(ty: Type) -> Option<u32> {
    match ty {
        Type::Int(width) if width <= 128 => Some(width),
        _ => None,
    }
}

fn number(body: &Body, operand: Operand) -> Option<Number> {
    match body.as_const(operand) {
        Some(&Const::Int { width, value }) => Some((width, value)),
        _ => None,
    }
}

fn cut(width: u32, value: u128) -> Number {
    (width, if width < 128 { value & ((1 << width) - 1) } else { value })
}

fn cast(kind: CastKind, (from, value): Number, to: u32) -> Option<Number> {
    let shift = 128 - from;
    match kind {
        CastKind::Trunc | CastKind::ZExt => Some(cut(to, value)),
        CastKind::SExt => Some(cut(to, ((value << shift) as i128 >> shift) as u128)),
        _ => None,
    }
}

fn combine(op: BinOp, (width, a): Number, (_, b): Number) -> Option<Number> {
    match op {
        BinOp::And => Some((width, a & b)),
        BinOp::Or => Some((width, a | b)),
        BinOp::Xor => Some((width, a ^ b)),
        _ => None,
    }
}

/// Blocks that do nothing but end scopes and decide where to go, by a value that nobody else needs.
fn asking_blocks(body: &Body, slots: &Slots) -> FxHashSet<BlockId> {
    let decides = |block: &Block| {
        let by = match &block.term {
            Terminator::Branch { cond, .. } => *cond,
            Terminator::Switch(switch) => switch.value,
            _ => return false,
        };
        let own = |value: ValueId| block.insts.iter().any(|inst| inst.results.iter().any(|own| own == value));
        matches!(by, Operand::Value(value) if own(value))
    };
    // Nothing that could go wrong.
    let is_light = |op: &Op| match *op {
        Op::ScopeEnd { .. } | Op::Cast { kind: CastKind::Trunc | CastKind::ZExt | CastKind::SExt, .. } => true,
        Op::Binary { op: BinOp::And | BinOp::Or | BinOp::Xor, .. } => true,
        Op::Compare { lhs, .. } => width(body.operand_type(lhs)).is_some(),
        Op::Load { ty, addr: Operand::Value(slot), flags, .. } => {
            flags == MemFlags::default() && slots.type_of(slot) == Some(ty)
        }
        _ => false,
    };
    let light = |block: &Block| {
        block.params.is_empty() && block.insts.len() <= MOST_INSTS && block.insts.iter().all(|inst| is_light(&inst.op))
    };
    let candidates =
        body.blocks.iter_enumerated().filter(|(id, block)| *id != body.entry() && decides(block) && light(block));
    let mut found: FxHashSet<BlockId> = candidates.map(|(id, _)| id).collect();
    for shared in blocks_of_shared_values(body, &found) {
        found.remove(&shared);
    }
    found
}

/// Those of these blocks that define values which are used elsewhere.
fn blocks_of_shared_values(body: &Body, among: &FxHashSet<BlockId>) -> FxHashSet<BlockId> {
    let mut home: IdVec<ValueId, Option<BlockId>> = IdVec::filled(None, body.values.len());
    for &id in among {
        let block = &body.blocks[id];
        let results = block.insts.iter().flat_map(|inst| inst.results.iter());
        results.for_each(|value| home[value] = Some(id));
    }
    let mut shared = FxHashSet::default();
    for (id, block) in body.blocks.iter_enumerated() {
        let mut look = |operand: Operand| {
            if let Operand::Value(value) = operand
                && let Some(home) = home[value]
                && home != id
            {
                shared.insert(home);
            }
        };
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut look));
        block.term.for_each_operand(&mut look);
    }
    shared
}

/// What promotable locals are known to hold at the end of each block. It stays true of blocks that were there before: every
/// way that is led straight on does what it did.
struct Contents(Vec<Known>);

impl Contents {
    fn of(body: &Body, slots: &Slots, cfg: &Cfg) -> Contents {
        // Nothing is known yet of blocks that were not reached.
        let mut ends: Vec<Option<Known>> = vec![None; body.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for &id in cfg.rpo() {
                let mut at_start: Option<Known> = (id == body.entry()).then(Known::default);
                for pred in cfg.preds(id) {
                    let Some(end) = &ends[pred.index()] else { continue };
                    match &mut at_start {
                        Some(known) => known.retain(|slot, value| end.get(slot) == Some(value)),
                        None => at_start = Some(end.clone()),
                    }
                }
                let mut known = at_start.unwrap_or_default();
                body.blocks[id].insts.iter().for_each(|inst| step(body, slots, inst, &mut known));
                let end = &mut ends[id.index()];
                changed |= end.as_ref() != Some(&known);
                *end = Some(known);
            }
        }
        Contents(ends.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn at_end(&self, block: BlockId) -> &Known {
        &self.0[block.index()]
    }

    fn add(&mut self, known: Known) {
        self.0.push(known);
    }
}

/// What one instruction does to what is known.
fn step(body: &Body, slots: &Slots, inst: &Inst, known: &mut Known) {
    if let Some(made) = inst.results.single() {
        known.remove(&made);
    }
    match inst.op {
        Op::Store { value, addr: Operand::Value(slot), .. } if slots.type_of(slot).is_some() => {
            match number(body, value) {
                Some((_, value)) => _ = known.insert(slot, value),
                None => _ = known.remove(&slot),
            }
        }
        Op::ScopeStart { object: Operand::Value(slot) } | Op::ScopeEnd { object: Operand::Value(slot) } => {
            known.remove(&slot);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{parse, print};
    use crate::pass::{Unwritten, run};

    /// The whole pipeline, so that what is left over is gone.
    fn after_all(text: &str) -> String {
        let mut program = parse(text).unwrap();
        run(&mut program, Unwritten::Undefined);
        assert_eq!(crate::verify::check(&program), Ok(()));
        print(&program)
    }

    /// `{ int a[2]; use(a); if (c) return 1; } return 2;`
    #[test]
    fn each_way_out_of_a_scope_goes_where_it_leads() {
        let printed = after_all(
            "fn @use(ptr)
            fn @f(%c: i1) -> i32 {
            bb0:
            %result = alloca 4 align 4
            %a = alloca 8 align 4
            %next = alloca 4 align 4
            call @use(%a)
            br %c, bb1, bb2
            bb1:
            store i32 1, %result align 4
            store i32 1, %next align 4
            jump bb3
            bb2:
            store i32 0, %next align 4
            jump bb3
            bb3:
            scope_end %a
            %n = load i32, %next align 4
            switch i32 %n, bb5 [0: bb4]
            bb4:
            store i32 2, %result align 4
            jump bb5
            bb5:
            %r = load i32, %result align 4
            ret %r }",
        );
        assert!(!printed.contains("switch"), "{printed}");
        assert_eq!(printed.matches("scope_end").count(), 2, "{printed}");
        assert!(printed.contains("(i32 1)") && printed.contains("(i32 2)"), "{printed}");
    }

    /// The hidden variable holds the same behind two scopes that end one after the other.
    #[test]
    fn a_way_out_of_two_scopes_passes_both() {
        let printed = after_all(
            "fn @use(ptr)
            fn @f(%c: i1) -> i32 {
            bb0:
            %a = alloca 8 align 4
            %b = alloca 8 align 4
            %next = alloca 4 align 4
            call @use(%a)
            call @use(%b)
            br %c, bb1, bb2
            bb1:
            store i32 3, %next align 4
            jump bb3
            bb2:
            store i32 0, %next align 4
            jump bb3
            bb3:
            scope_end %b
            %n = load i32, %next align 4
            switch i32 %n, bb5 [0: bb4]
            bb4:
            call @use(%a)
            store i32 0, %next align 4
            jump bb5
            bb5:
            scope_end %a
            %m = load i32, %next align 4
            switch i32 %m, bb6 [0: bb7, 3: bb8]
            bb6:
            unreachable
            bb7:
            ret i32 7
            bb8:
            ret i32 8 }",
        );
        assert!(!printed.contains("switch") && !printed.contains("unreachable"), "{printed}");
    }

    /// What was chosen comes from there, and is needed later.
    #[test]
    fn a_block_that_is_brought_a_value_stays() {
        let text = "fn @f(%a: i1, %b: i1) -> i1 {
            bb0:
            br %a, bb1, bb2(i1 0)
            bb1:
            jump bb2(%b)
            bb2(%both: i1):
            br %both, bb3, bb4
            bb3:
            ret i1 1
            bb4:
            ret %both }";
        assert!(after_all(text).contains("bb1(false)"), "{}", after_all(text));
    }

    /// The head of a loop asks what was stored before it.
    #[test]
    fn a_loop_is_entered_at_its_head() {
        let text = "fn @f(%a: i1) {
            bb0:
            %go = alloca 1 align 1
            store i1 true, %go align 1
            jump bb1
            bb1:
            %g = load i1, %go align 1
            br %g, bb2, bb3
            bb2:
            store i1 %a, %go align 1
            jump bb1
            bb3:
            ret }";
        let mut program = parse(text).unwrap();
        run(&mut program, Unwritten::Undefined);
        let body = program.funcs.iter().find_map(|func| func.body.as_ref()).unwrap();
        let cfg = crate::graph::Cfg::new(body);
        let loops = crate::graph::Loops::new(&cfg, &crate::graph::Dominators::new(&cfg));
        assert!(loops.irreducible.is_empty() && loops.loops.len() == 1, "{}", print(&program));
    }

    /// A variable that is written between holds something else.
    #[test]
    fn what_a_loop_changes_is_not_known() {
        let text = "fn @f(%a: i1) {
            bb0:
            %go = alloca 4 align 4
            store i32 1, %go align 4
            jump bb1
            bb1:
            %g = load i32, %go align 4
            switch i32 %g, bb3 [1: bb2]
            bb2:
            %z = zext i1 %a to i32
            store i32 %z, %go align 4
            jump bb1
            bb3:
            ret }";
        assert!(after_all(text).contains("switch"), "{}", after_all(text));
    }
}
