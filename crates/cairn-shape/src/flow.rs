//! Functions to a fixpoint: heaps go from block to block, and those that add nothing are dropped.
//!
//! Not here: which heaps of one place are kept (`sets`), what an instruction does (`step`).

use crate::decompose::Parts;
use crate::heap::{Frame, Heap};
use crate::object::{Life, Where};
use crate::run::{Run, Shape, Stop};
use crate::sets::Seen;
use crate::sorted::Sorted;
use crate::value::{Lin, Val};
use cairn_ir::{BlockId, BlockRef, Body, CmpOp, FuncId, FuncOrigin, Id, Operand, Rule, Terminator, ValueId};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::rc::Rc;

pub(crate) type Pending = BTreeMap<usize, VecDeque<Heap>>;

/// A function being analysed.
pub(crate) struct Activation<'p> {
    pub func: FuncId,
    pub body: &'p Body,
    pub shape: Rc<Shape>,
    /// Its place among the active functions.
    pub depth: usize,
    seen: BTreeMap<BlockId, Seen>,
    pub pending: Pending,
    returned: Seen,
    /// Instead of `seen` and `returned`, where heaps are taken apart.
    pub parts: Parts<'p>,
}

impl<'w> Run<'w> {
    /// Runs a function on one heap; the heaps in which it returns, with its results.
    pub(crate) fn call_function(
        &mut self,
        func: FuncId,
        args: Vec<Val>,
        area: Option<Val>,
        heap: Heap,
    ) -> Result<Vec<(Heap, Vec<Val>)>, Stop> {
        let (mut act, heap) = self.activation(func, args, area, heap)?;
        if self.decomposes() {
            return self.call_in_parts(act, heap);
        }
        act.pending.insert(0, VecDeque::from([heap]));
        let end = self.exhaust(&mut act);
        // If it gave up, they are what there was until then: whoever looks for the reason wants to see them.
        for (&block, seen) in &act.seen {
            self.keep_invariant(&act, block, &seen.heaps);
        }
        end.map(|()| act.returned.heaps.into_iter().map(returned).collect())
    }

    /// Goes on until nothing is pending.
    fn exhaust(&mut self, act: &mut Activation<'w>) -> Result<(), Stop> {
        while let Some((&index, _)) = act.pending.first_key_value() {
            let mut queue = act.pending.remove(&index).expect("first");
            let block = act.shape.cfg.rpo()[index];
            while let Some(heap) = queue.pop_front() {
                // What was joined with another heap meanwhile is looked at as a part of that.
                let never_joined = self.searching.is_some() || !self.limits.patience.folds;
                let is_kept = |seen: &Seen| never_joined || seen.heaps.contains(&heap);
                if act.seen.get(&block).is_none_or(is_kept) {
                    self.block(act, block, heap)?;
                }
            }
        }
        Ok(())
    }

    /// A function about to be analysed, and the heap that it starts with.
    pub(crate) fn activation(
        &mut self,
        func: FuncId,
        args: Vec<Val>,
        area: Option<Val>,
        mut heap: Heap,
    ) -> Result<(Activation<'w>, Heap), Stop> {
        let program = self.world.program;
        let Some(body) = &program.funcs[func].body else {
            return Err(Stop::UnknownFunction(program.func_name(func).to_owned()));
        };
        let active = || heap.frames.iter().filter(|frame| frame.func == func).count();
        let too_deep = self.searching.is_some_and(|bounds| active() >= bounds.recursion);
        if heap.frames.len() >= self.limits.depth || too_deep {
            return Err(Stop::Depth);
        }
        let shape = self.shape(func, body);
        if !shape.loops.irreducible.is_empty() {
            return Err(Stop::Unsupported("irreducible control flow".to_owned()));
        }
        let regs = self.parameters(func, body, args, area);
        heap.frames.push(Frame { func, regs, locals: Vec::new() });
        let depth = heap.frames.len();
        heap.trips.retain(|(frame, _), _| *frame < depth);
        let act = Activation {
            func,
            body,
            shape,
            depth: depth - 1,
            seen: BTreeMap::new(),
            pending: Pending::new(),
            returned: Seen::default(),
            parts: Parts::default(),
        };
        Ok((act, heap))
    }

    pub(crate) fn keep_invariant(&mut self, act: &Activation<'w>, block: BlockId, heaps: &[Heap]) {
        if self.world.program.funcs[act.func].origin == FuncOrigin::User && act.shape.loops.is_header(block) {
            let sketches = self.sketches.entry((act.func, block)).or_default();
            heaps.iter().for_each(|heap| sketches.add(self.world, heap));
            self.invariants.insert((act.func, block), heaps.to_vec());
        }
    }

    fn parameters(&self, func: FuncId, body: &Body, args: Vec<Val>, area: Option<Val>) -> Sorted<ValueId, Val> {
        let params = &body.blocks[body.entry()].params;
        let variadic = self.world.program.funcs[func].sig.variadic;
        let fixed = params.len() - usize::from(variadic);
        let mut regs = Sorted::new();
        for (i, &param) in params.iter().enumerate() {
            let given = if variadic && i == fixed { area } else { args.get(i).copied() };
            regs.insert(param, given.unwrap_or(Val::Undef));
        }
        regs
    }

    fn block(&mut self, act: &mut Activation<'w>, block: BlockId, heap: Heap) -> Result<(), Stop> {
        let heaps = self.instructions(act, block, 0..act.body.blocks[block].insts.len(), heap)?;
        self.leave_block(act, block, heaps)
    }

    /// Executes some instructions of a block.
    pub(crate) fn instructions(
        &mut self,
        act: &Activation<'w>,
        block: BlockId,
        range: Range<usize>,
        heap: Heap,
    ) -> Result<Vec<Heap>, Stop> {
        let body = act.body;
        let mut heaps = vec![heap];
        for index in range {
            let inst = &body.blocks[block].insts[index];
            let mut after = Vec::with_capacity(heaps.len());
            for heap in heaps {
                self.at(act.func, block, index as u32)?;
                let before = after.len();
                match self.step(body, heap, inst, &mut after) {
                    // Another path may still fail.
                    Err(stop) if self.searching.is_some() && !matches!(stop, Stop::Steps | Stop::Host(_)) => {
                        after.truncate(before)
                    }
                    outcome => outcome?,
                }
                for heap in &after[before..] {
                    debug_assert!(heap.is_whole(self.world), "{:?}\n{}", inst.op, crate::show::show(self.world, heap));
                }
                if after.len() > before + 1 {
                    after[before..].iter_mut().for_each(|heap| heap.choices += 1);
                }
            }
            heaps = after;
        }
        Ok(heaps)
    }

    /// What follows the instructions of a block.
    pub(crate) fn leave_block(
        &mut self,
        act: &mut Activation<'w>,
        block: BlockId,
        heaps: Vec<Heap>,
    ) -> Result<(), Stop> {
        for heap in heaps {
            self.at(act.func, block, act.body.blocks[block].insts.len() as u32)?;
            self.terminator(act, block, heap)?;
        }
        Ok(())
    }

    fn at(&mut self, func: FuncId, block: BlockId, inst: u32) -> Result<(), Stop> {
        self.here = Where { func, block, inst };
        self.visited.insert(self.here);
        self.spend(1)
    }

    fn terminator(&mut self, act: &mut Activation<'w>, block: BlockId, mut heap: Heap) -> Result<(), Stop> {
        let body = act.body;
        match &body.blocks[block].term {
            Terminator::Jump(to) => self.jump(act, heap, to),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.value(body, &heap, *cond);
                for (heap, truth) in self.truth(heap, cond) {
                    self.jump(act, heap, if truth { then } else { otherwise })?;
                }
                Ok(())
            }
            Terminator::Switch(switch) => {
                let val = self.value(body, &heap, switch.value);
                let lin = match val {
                    Val::Num(lin) => lin,
                    Val::Undef | Val::Top | Val::Ptr(_) => {
                        self.doubt_defined(&heap, val);
                        heap.choices += 1;
                        for (_, to) in &switch.cases {
                            self.jump(act, heap.clone(), to)?;
                        }
                        return self.jump(act, heap, &switch.default);
                    }
                };
                heap.choices += u32::from(lin.sym.is_some());
                for (case, to) in &switch.cases {
                    let case = Lin::constant(lin.width, *case);
                    let mut taken = heap.clone();
                    if taken.assume(CmpOp::Eq, lin, case) {
                        self.jump(act, taken, to)?;
                    }
                    if !heap.assume(CmpOp::Ne, lin, case) {
                        return Ok(());
                    }
                }
                self.jump(act, heap, &switch.default)
            }
            Terminator::Return(values) if self.decomposes() => self.return_in_parts(act, heap, values, false),
            Terminator::Return(values) => {
                let results: Vec<Val> = values.iter().map(|&value| self.value(body, &heap, value)).collect();
                self.return_with(act, heap, results)
            }
            Terminator::Unreachable => {
                self.fail(&heap, Rule::PreconditionViolation);
                Ok(())
            }
        }
    }

    /// The truths that a condition may have, each with the heap in which it has it.
    pub(crate) fn truth(&mut self, mut heap: Heap, cond: Val) -> Vec<(Heap, bool)> {
        match cond {
            Val::Num(lin) => match lin.as_const() {
                Some(value) => vec![(heap, value & 1 == 1)],
                None => {
                    heap.choices += 1;
                    let one = Lin::constant(lin.width, 1);
                    let mut no = heap.clone();
                    let mut both = Vec::new();
                    if heap.assume(CmpOp::Eq, lin, one) {
                        both.push((heap, true));
                    }
                    if no.assume(CmpOp::Ne, lin, one) {
                        both.push((no, false));
                    }
                    both
                }
            },
            Val::Undef | Val::Top | Val::Ptr(_) => {
                self.doubt_defined(&heap, cond);
                heap.choices += 1;
                vec![(heap.clone(), true), (heap, false)]
            }
        }
    }

    /// An undefined value has an effect. The execution ends, but whoever takes it for some number goes on.
    pub(crate) fn doubt_defined(&mut self, heap: &Heap, val: Val) {
        match val {
            Val::Undef => self.fail(heap, Rule::UninitializedRead),
            Val::Top => self.doubt(heap, Rule::UninitializedRead),
            Val::Num(_) | Val::Ptr(_) => {}
        }
    }

    fn jump(&mut self, act: &mut Activation<'w>, mut heap: Heap, to: &'w BlockRef) -> Result<(), Stop> {
        if self.decomposes() {
            return self.jump_in_parts(act, heap, to);
        }
        let body = act.body;
        let args: Vec<Val> = to.args.iter().map(|&arg| self.value(body, &heap, arg)).collect();
        let live = &act.shape.live_in[to.block.index()];
        heap.frame_mut().regs.retain(|value, _| live.contains(value));
        for (&param, arg) in body.blocks[to.block].params.iter().zip(args) {
            heap.set(param, arg);
        }
        let shape = act.shape.clone();
        let is_loop = shape.loops.is_header(to.block);
        if !is_loop && let Some(onward) = self.passed(body, &heap, to.block) {
            self.at(act.func, to.block, 0)?;
            return self.jump(act, heap, onward);
        }
        if is_loop && self.abstracts() {
            self.forget_dead_fields(body, &mut heap, act.func, (to.block, 0));
        }
        let several = shape.cfg.preds(to.block).len() > 1;
        let heap = match is_loop || (several && self.searching.is_none()) {
            true => {
                let mut seen = act.seen.remove(&to.block).unwrap_or_default();
                let admitted = match self.searching {
                    Some(bounds) => self.try_again(&mut seen, to.block, heap, bounds.trips),
                    None => self.admit(&mut seen, heap, is_loop),
                };
                act.seen.insert(to.block, seen);
                admitted?
            }
            false => Some(heap),
        };
        if let (Some(heap), Some(index)) = (heap, shape.cfg.rpo_index(to.block)) {
            act.pending.entry(index).or_default().push_back(heap);
        }
        Ok(())
    }

    /// Where a block leads that only branches on what it was told. What is known of `a` in `a && b` is lost if the heaps in
    /// which it does not hold are joined with the others first; so is what a function returns from inside a loop, if they
    /// are joined with those that go on.
    fn passed(&self, body: &'w Body, heap: &Heap, block: BlockId) -> Option<&'w BlockRef> {
        let block = &body.blocks[block];
        if !block.insts.is_empty() || self.searching.is_some() {
            return None;
        }
        let told = |operand: Operand| self.value(body, heap, operand).as_const();
        match &block.term {
            Terminator::Branch { cond, then, otherwise } => Some(if told(*cond)? & 1 == 1 { then } else { otherwise }),
            Terminator::Switch(switch) => {
                let value = told(switch.value)?;
                let case = switch.cases.iter().find(|(case, _)| *case == value);
                Some(case.map_or(&switch.default, |(_, to)| to))
            }
            _ => None,
        }
    }

    fn return_with(&mut self, act: &mut Activation<'w>, mut heap: Heap, results: Vec<Val>) -> Result<(), Stop> {
        if heap.frames.len() == 1 && self.path.is_empty() {
            self.check_exit_code(&heap, act.func, &results);
        }
        for local in std::mem::take(&mut heap.frame_mut().locals) {
            if heap.objs.contains_key(&local) {
                heap.obj_mut(self.world, local).end(Life::ScopeEnded);
            }
        }
        let regs = &mut heap.frame_mut().regs;
        regs.clear();
        regs.extend(results.into_iter().enumerate().map(|(i, val)| (ValueId::new(i), val)));
        if self.searching.is_some() {
            heap.collect();
            act.returned.heaps.push(heap);
            return Ok(());
        }
        let mut seen = std::mem::take(&mut act.returned);
        let admitted = self.admit(&mut seen, heap, false);
        act.returned = seen;
        admitted.map(|_| ())
    }

    /// The result of the entry function is the exit code.
    pub(crate) fn check_exit_code(&mut self, heap: &Heap, func: FuncId, results: &[Val]) {
        let returns_int = matches!(self.world.program.funcs[func].sig.results.as_slice(), [cairn_ir::Type::Int(_)]);
        if returns_int && let Some(&result) = results.first() {
            self.doubt_defined(heap, result);
        }
    }
}

/// A heap of a function that returned, without its frame.
pub(crate) fn returned(mut heap: Heap) -> (Heap, Vec<Val>) {
    let frame = heap.frames.pop().expect("its own");
    (heap, frame.regs.into_values().collect())
}
