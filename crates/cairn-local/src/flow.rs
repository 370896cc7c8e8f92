//! What is alive at the start of each block: objects that were accessed on every way here and that nothing can have ended since,
//! and locals whose scope has begun.
//!
//! Both are greatest solutions of equations along the control flow. A function that is too large for them, or takes too many
//! rounds, is looked at block by block.

use crate::address::{accesses, address};
use crate::calls::Effects;
use crate::kinds::index;
use cairn_ir::describe::Defs;
use cairn_ir::graph::Cfg;
use cairn_ir::{Block, Body, Id, Inst, Op, Operand, Program, ValueId};
use rustc_hash::FxHashMap;

/// So many accesses are remembered at a time.
const REMEMBERED: usize = 48;
const ROUNDS: usize = 12;
/// Blocks times locals.
const LARGEST: usize = 1 << 26;

/// `root + from .. root + to` was accessed, and is still there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Accessed {
    pub root: ValueId,
    pub from: i64,
    pub to: i64,
    pub written: bool,
}

/// What is alive at a point.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Alive {
    /// Sorted.
    pub accessed: Vec<Accessed>,
    /// A bit for each local of the function.
    locals: Vec<u64>,
}

/// What the equations of a function need.
pub struct Flow<'a> {
    pub program: &'a Program,
    pub body: &'a Body,
    pub defs: &'a Defs,
    pub effects: &'a Effects,
    /// The number of each local.
    locals: FxHashMap<ValueId, usize>,
    /// Locals that restoring the stack cannot end.
    lasting: Vec<u64>,
}

impl<'a> Flow<'a> {
    pub fn new(program: &'a Program, body: &'a Body, defs: &'a Defs, effects: &'a Effects) -> Flow<'a> {
        let mut flow = Flow { program, body, defs, effects, locals: FxHashMap::default(), lasting: Vec::new() };
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts.filter(|inst| matches!(inst.op, Op::Alloca { .. })) {
            let number = flow.locals.len();
            flow.locals.extend(inst.results.single().map(|local| (local, number)));
        }
        let words = if flow.locals.len() * body.blocks.len() > LARGEST { 0 } else { flow.locals.len().div_ceil(64) };
        flow.lasting = vec![0; words];
        let first = body.blocks[body.entry()].insts.iter().take_while(|inst| !matches!(inst.op, Op::StackSave));
        for local in first.filter(|inst| matches!(inst.op, Op::Alloca { .. })).filter_map(|inst| inst.results.single())
        {
            let number = flow.locals[&local];
            if let Some(word) = flow.lasting.get_mut(number / 64) {
                *word |= 1 << (number % 64);
            }
        }
        flow
    }

    /// What is alive where each block starts; nothing for blocks that no way leads to.
    pub fn solve(&self, cfg: &Cfg) -> Vec<Alive> {
        let nothing = || Alive { accessed: Vec::new(), locals: vec![0; self.lasting.len()] };
        let mut starts: Vec<Option<Alive>> = vec![None; self.body.blocks.len()];
        starts[self.body.entry().index()] = Some(nothing());
        for _ in 0..ROUNDS {
            let mut changed = false;
            for &block in cfg.rpo() {
                let Some(mut alive) = starts[block.index()].clone() else { continue };
                self.pass_block(&self.body.blocks[block], &mut alive);
                for next in cfg.succs(block) {
                    changed |= meet(&mut starts[next.index()], &alive);
                }
            }
            if !changed {
                return starts.into_iter().map(|start| start.unwrap_or_else(nothing)).collect();
            }
        }
        starts.iter().map(|_| nothing()).collect()
    }

    fn pass_block(&self, block: &Block, alive: &mut Alive) {
        block.insts.iter().for_each(|inst| self.pass(inst, alive));
    }

    /// What an instruction does to it, given that the instruction did not fail.
    pub fn pass(&self, inst: &Inst, alive: &mut Alive) {
        match &inst.op {
            Op::Alloca { .. } => self.set_local(alive, inst.results.single(), true),
            Op::ScopeStart { object } => self.set_local(alive, value(*object), true),
            Op::ScopeEnd { object } => {
                alive.accessed.clear();
                match value(*object).filter(|local| self.locals.contains_key(local)) {
                    Some(local) => self.set_local(alive, Some(local), false),
                    None => alive.locals.fill(0),
                }
            }
            // Restoring ends locals of variable size; a jump comes here from anywhere.
            Op::StackRestore { .. } => {
                alive.locals.iter_mut().zip(&self.lasting).for_each(|(word, keep)| *word &= keep)
            }
            Op::SetJmp { .. } => alive.locals.fill(0),
            Op::Call { .. } | Op::Asm(_) | Op::Unsupported { .. } if self.effects.odd_scopes => alive.locals.fill(0),
            _ => {}
        }
        if self.effects.may_end_objects(&inst.op) {
            alive.accessed.clear();
        }
        // A value that is made again is another one.
        for result in inst.results.iter() {
            alive.accessed.retain(|accessed| accessed.root != result);
        }
        if !self.effects.interrupted {
            self.remember(inst, alive);
        }
    }

    fn remember(&self, inst: &Inst, alive: &mut Alive) {
        if let (Op::HeapAlloc { .. }, Some(root)) = (&inst.op, inst.results.single()) {
            insert(alive, Accessed { root, from: 0, to: 0, written: true });
        }
        for access in accesses(self.program, self.body, &inst.op) {
            let Some(bytes) = access.bytes.filter(|&bytes| bytes > 0).and_then(|bytes| i64::try_from(bytes).ok())
            else {
                continue;
            };
            let Some(address) = address(self.body, self.defs, access.addr) else { continue };
            let Some(to) = address.offset.checked_add(bytes) else { continue };
            insert(alive, Accessed { root: address.root, from: address.offset, to, written: access.writes });
        }
    }

    fn set_local(&self, alive: &mut Alive, local: Option<ValueId>, on: bool) {
        let Some(&number) = local.and_then(|local| self.locals.get(&local)) else { return };
        if let Some(word) = alive.locals.get_mut(number / 64) {
            let bit = 1 << (number % 64);
            *word = if on { *word | bit } else { *word & !bit };
        }
    }

    /// Is it a local that is surely in scope?
    pub fn in_scope(&self, alive: &Alive, local: ValueId) -> bool {
        let number = self.locals.get(&local).copied();
        number.is_some_and(|number| alive.locals.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0))
    }
}

fn value(operand: Operand) -> Option<ValueId> {
    match operand {
        Operand::Value(value) => Some(value),
        Operand::Const(_) => None,
    }
}

fn insert(alive: &mut Alive, new: Accessed) {
    let key = |accessed: &Accessed| (index(accessed.root), accessed.from, accessed.to, accessed.written);
    if let Err(at) = alive.accessed.binary_search_by_key(&key(&new), key)
        && alive.accessed.len() < REMEMBERED
    {
        alive.accessed.insert(at, new);
    }
}

/// Keeps what both ways have; says whether that is less than before.
fn meet(start: &mut Option<Alive>, end: &Alive) -> bool {
    let Some(start) = start else {
        *start = Some(end.clone());
        return true;
    };
    let before = start.clone();
    start.accessed.retain(|accessed| end.accessed.contains(accessed));
    start.locals.iter_mut().zip(&end.locals).for_each(|(word, other)| *word &= other);
    *start != before
}
