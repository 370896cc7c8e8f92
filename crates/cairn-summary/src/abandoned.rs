//! Where the whole-program analysis gave up, and what may come after that.
//!
//! A path that takes too much or meets what is not modelled is not followed any further, while all others are. Nothing that
//! an execution could still reach from there may be called proved. Everything else may: whoever gets there does so on
//! paths that were followed all the way.

use crate::analysis::{Activation, Analysis, Stop};
use crate::verdicts::Check;
use cairn_ir::graph::{CallGraph, Cfg};
use cairn_ir::{BlockId, Body, Effect, FuncId, Op, Program, Rule};
use rustc_hash::{FxHashMap, FxHashSet};

/// The places at which paths were given up, with the calls that led there, and why.
#[derive(Debug, Default)]
pub(crate) struct Abandoned {
    points: FxHashSet<Point>,
    pub stops: Vec<Stop>,
}

type Point = (FuncId, BlockId, u32);

/// What executions may still do behind the places where they were given up.
#[derive(Default)]
pub(crate) struct Behind {
    /// By block: the first instruction.
    from: FxHashMap<(FuncId, BlockId), u32>,
    /// Other threads may be anywhere.
    everything: bool,
}

impl Abandoned {
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    fn add(&mut self, func: FuncId, block: BlockId, inst: u32) {
        self.points.insert((func, block, inst));
    }

    /// Adds what was given up elsewhere.
    pub fn extend(&mut self, other: Abandoned) {
        self.points.extend(other.points);
        for stop in other.stops {
            if !self.stops.contains(&stop) {
                self.stops.push(stop);
            }
        }
    }
}

impl<'p> Analysis<'p> {
    /// Does not follow the current path any further. A function that is looked at alone is given up as a whole.
    pub(crate) fn abandon(&mut self, act: &Activation<'p>, stop: Stop) -> Result<(), Stop> {
        if self.modular.is_some() {
            return Err(stop);
        }
        self.abandoned.add(act.func, act.here.0, act.here.1);
        for call in &self.path {
            self.abandoned.add(call.func, call.block, call.inst);
        }
        if !self.abandoned.stops.contains(&stop) {
            self.abandoned.stops.push(stop);
        }
        Ok(())
    }

    /// An execution may fail here. That it does not reach what lies behind is nothing to rely on.
    pub(crate) fn note_failure(&mut self, act: &Activation) {
        self.failures.add(act.func, act.here.0, act.here.1);
        for call in &self.path {
            self.failures.add(call.func, call.block, call.inst);
        }
    }

    /// All that may come after the places at which paths were given up; nothing if none was.
    pub(crate) fn behind(&self, abandoned: &Abandoned) -> Behind {
        let mut behind = Behind::default();
        if abandoned.is_empty() {
            return behind;
        }
        behind.everything = abandoned.stops.contains(&Stop::Concurrency);
        let mut work = Work { program: self.program, calls: CallGraph::new(self.program), entered: Vec::new() };
        for &(func, block, inst) in &abandoned.points {
            work.reach(&mut behind, func, block, inst);
        }
        work.reach_jumps(&mut behind);
        // Whatever comes, the program may end.
        work.entered.extend(self.program.func_named("exit"));
        work.entered.extend(self.program.destructors.iter().map(|(_, func)| *func));
        work.enter_all(&mut behind);
        behind
    }

    /// The same for a function that was not entered; the calls that lead there are on the path.
    pub(crate) fn abandon_call(&mut self, func: FuncId, stop: Stop) {
        if let Some(body) = &self.program.funcs[func].body {
            self.abandoned.add(func, body.entry(), 0);
        }
        for call in &self.path {
            self.abandoned.add(call.func, call.block, call.inst);
        }
        if !self.abandoned.stops.contains(&stop) {
            self.abandoned.stops.push(stop);
        }
    }

    /// What was given up runs before the whole program does, or is all of it.
    pub(crate) fn abandon_program(&mut self, entry: FuncId) {
        let constructors = self.program.constructors.iter().map(|(_, func)| *func);
        for func in constructors.chain([entry]) {
            if let Some(body) = &self.program.funcs[func].body {
                self.abandoned.add(func, body.entry(), 0);
            }
        }
    }
}

impl Behind {
    /// May an execution that was given up still come to this check? Blocks are lost at the end, which it may.
    pub fn covers(&self, check: &Check) -> bool {
        self.everything
            || self.from.get(&(check.func, check.block)).is_some_and(|first| *first <= check.inst)
            || (check.rule == Rule::MemoryLeak && !self.from.is_empty())
    }

    /// Adds a block from an instruction on; tells whether that is new.
    fn add(&mut self, func: FuncId, block: BlockId, inst: u32) -> bool {
        let first = self.from.entry((func, block)).or_insert(u32::MAX);
        let new = inst < *first;
        *first = inst.min(*first);
        new
    }
}

struct Work<'p> {
    program: &'p Program,
    calls: CallGraph,
    /// Functions that are called from somewhere behind.
    entered: Vec<FuncId>,
}

impl Work<'_> {
    /// Everything in one function that may be executed from a place on.
    fn reach(&mut self, behind: &mut Behind, func: FuncId, block: BlockId, inst: u32) {
        let program = self.program;
        let Some(body) = &program.funcs[func].body else { return };
        let cfg = Cfg::new(body);
        let mut blocks = vec![(block, inst)];
        while let Some((block, inst)) = blocks.pop() {
            if !behind.add(func, block, inst) {
                continue;
            }
            for inst in body.blocks[block].insts.iter().skip(inst as usize) {
                self.note_calls(body, &inst.op);
            }
            blocks.extend(cfg.succs(block).map(|next| (next, 0)));
        }
    }

    /// Wherever an execution is, it may jump back to where a point was set.
    fn reach_jumps(&mut self, behind: &mut Behind) {
        for (func, declared) in self.program.funcs.iter_enumerated() {
            for (block, code) in declared.body.iter().flat_map(|body| body.blocks.iter_enumerated()) {
                let points = (0..).zip(&code.insts).filter(|(_, inst)| matches!(inst.op, Op::SetJmp { .. }));
                points.for_each(|(inst, _)| self.reach(behind, func, block, inst));
            }
        }
    }

    fn note_calls(&mut self, body: &Body, op: &Op) {
        match op {
            Op::Call { callee, .. } => {
                let callee = body.known_callee(*callee);
                self.entered.extend(callee);
                // Code that is not there may call whatever it was told of.
                if callee.is_none_or(|callee| !self.program.funcs[callee].is_defined()) {
                    self.entered.extend(&self.calls.address_taken);
                }
            }
            Op::Host { func, .. } if func.effect() == Effect::Thread => {
                self.entered.extend(&self.calls.address_taken);
            }
            _ => {}
        }
    }

    fn enter_all(&mut self, behind: &mut Behind) {
        let mut seen = FxHashSet::default();
        while let Some(func) = self.entered.pop() {
            if seen.insert(func)
                && let Some(body) = &self.program.funcs[func].body
            {
                self.reach(behind, func, body.entry(), 0);
            }
        }
    }
}
