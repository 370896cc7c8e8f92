//! Functions to a fixpoint: heaps go from block to block, and those that add nothing are dropped.
//!
//! At the head of a loop heaps are folded, compared with those that came before, and joined when there are many.

use crate::decompose::Parts;
use crate::fold::{Folds, fold};
use crate::heap::{Frame, Heap};
use crate::known::KnownLinks;
use crate::merge::{Cover, Style, cover, join};
use crate::object::{Life, Where};
use crate::run::{Join, Kept, Run, Shape, Stop};
use crate::value::{Lin, Val};
use cairn_ir::{BlockId, BlockRef, Body, CmpOp, FuncId, FuncOrigin, Id, Rule, Terminator, ValueId};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::{BTreeMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

/// Heaps that were seen at one block.
#[derive(Default)]
pub(crate) struct Seen {
    pub heaps: Vec<Heap>,
    visits: u32,
    /// How many choices the last heap had made, and how often in a row that did not change.
    choices: Option<u32>,
    decided: u32,
    /// Where nothing is folded: positions of heaps by what is quickly seen of them.
    by_key: FxHashMap<u64, Vec<usize>>,
}

/// Steps that comparing two heaps costs, besides one for each object that is looked at.
const COST_OF_JOINS: u64 = 10;
/// Iterations of a loop in which nothing was left to choose.
const DECIDED: u32 = 64;

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
                let is_kept = |seen: &Seen| self.searching.is_some() || seen.heaps.contains(&heap);
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

    fn parameters(&self, func: FuncId, body: &Body, args: Vec<Val>, area: Option<Val>) -> BTreeMap<ValueId, Val> {
        let params = &body.blocks[body.entry()].params;
        let variadic = self.world.program.funcs[func].sig.variadic;
        let fixed = params.len() - usize::from(variadic);
        let mut regs = BTreeMap::new();
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
    /// which it does not hold are joined with the others first.
    fn passed(&self, body: &'w Body, heap: &Heap, block: BlockId) -> Option<&'w BlockRef> {
        let block = &body.blocks[block];
        match &block.term {
            Terminator::Branch { cond, then, otherwise } if block.insts.is_empty() && self.searching.is_none() => {
                let truth = self.value(body, heap, *cond).as_const()?;
                Some(if truth & 1 == 1 { then } else { otherwise })
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

    // ---- sets of heaps ----

    /// Adds a heap to the exits of a recursive function, which grow as those of a loop do.
    pub(crate) fn admit_at_exit(&mut self, seen: &mut Seen, heap: Heap) -> Result<Option<Heap>, Stop> {
        self.admit(seen, heap, true)
    }

    /// Adds a heap to those seen at a block. Gives the heap to go on with, if it adds something.
    pub(crate) fn admit(&mut self, seen: &mut Seen, mut heap: Heap, is_loop: bool) -> Result<Option<Heap>, Stop> {
        heap.collect();
        if is_loop {
            self.doubt_lost(&heap);
        }
        if !self.limits.patience.folds {
            return self.admit_as_it_is(seen, heap);
        }
        let mut patience = if is_loop { self.limits.patience.at_loops } else { self.limits.patience.at_joins };
        if self.limits.join == Join::Powerset {
            (patience.shapes, patience.lengths) = (u32::MAX, u32::MAX);
        }
        if is_loop {
            seen.decided = if seen.choices == Some(heap.choices) { seen.decided + 1 } else { 0 };
            seen.choices = Some(heap.choices);
            debug_assert!(heap.is_whole(self.world), "before folding");
            let folds = self.folds(seen.visits >= patience.nodes);
            fold(self.world, &mut heap, &mut self.known, folds);
            debug_assert!(heap.is_whole(self.world), "folding");
        } else {
            seen.visits = seen.heaps.len() as u32;
        }
        if seen.visits > self.limits.visits {
            return Err(Stop::Loop(self.span()));
        }
        if self.joined_with_seen(seen, &mut heap, patience, is_loop)? {
            return Ok(None);
        }
        if seen.decided == 0 || seen.decided > DECIDED {
            seen.visits += 1;
        }
        seen.heaps.push(heap.clone());
        Ok(Some(heap))
    }

    /// Compares a heap with those seen before: it is joined with some, and those that it covers are dropped. Says whether it
    /// adds nothing. What could not be joined with it is not tried again when it grew.
    fn joined_with_seen(
        &mut self,
        seen: &mut Seen,
        heap: &mut Heap,
        patience: Kept,
        is_loop: bool,
    ) -> Result<bool, Stop> {
        let known = self.known.clone();
        let joins = seen.visits >= patience.numbers.min(patience.lengths).min(patience.shapes);
        let (mut at, mut grown) = (0, false);
        let mut covered = Vec::new();
        while let Some(old) = seen.heaps.get(at) {
            self.spend(COST_OF_JOINS)?;
            let by_old = cover(self.world, heap, old, &known);
            if by_old == Some(Cover::Whole) {
                return Ok(true);
            }
            let by_new = cover(self.world, old, heap, &known);
            if by_new == Some(Cover::Whole) {
                covered.push(at);
            } else if (joins || by_old.is_some() || by_new.is_some())
                && let Some(wide) = self.joined(heap, old, (seen.visits, patience, is_loop), &known)
            {
                debug_assert!(wide.is_whole(self.world), "a join");
                *heap = wide;
                if is_loop {
                    let folds = self.folds(true);
                    fold(self.world, heap, &mut self.known, folds);
                    // Once its nodes are folded, too, it may be what was there before.
                    if cover(self.world, heap, old, &self.known) == Some(Cover::Whole) {
                        return Ok(true);
                    }
                }
                seen.heaps.remove(at);
                grown = true;
                continue;
            }
            at += 1;
        }
        for at in covered.into_iter().rev() {
            seen.heaps.remove(at);
        }
        if grown {
            let (world, known) = (self.world, &self.known);
            seen.heaps.retain(|old| cover(world, old, heap, known) != Some(Cover::Whole));
        }
        Ok(false)
    }

    /// A heap that covers two, if it is time to join such heaps.
    fn joined(
        &self,
        heap: &Heap,
        old: &Heap,
        (visits, patience, is_loop): (u32, Kept, bool),
        known: &KnownLinks,
    ) -> Option<Heap> {
        let merged = join(self.world, heap, old, Style { landmarks: None, known })?;
        let wanted = match (merged.shape_lost, merged.lengths_lost) {
            (true, _) => patience.shapes,
            (false, true) => patience.lengths,
            (false, false) => patience.numbers,
        };
        if visits < wanted && !merged.only_sites_lost {
            return None;
        }
        let wide = match is_loop && visits >= wanted {
            true => join(self.world, heap, old, Style { landmarks: Some(&self.landmarks[..]), known })?,
            false => merged,
        };
        Some(Heap { choices: heap.choices.max(old.choices), ..wide.heap })
    }
}

impl Run<'_> {
    /// Who has little patience folds more.
    pub(crate) fn folds(&self, lossy: bool) -> Folds {
        Folds { lossy, held: self.limits.patience.tabulates }
    }

    /// Another iteration on the way to an execution that fails. What an earlier heap covers fails there, too.
    fn try_again(&mut self, seen: &mut Seen, block: BlockId, mut heap: Heap, most: u32) -> Result<Option<Heap>, Stop> {
        heap.collect();
        let (depth, choices) = (heap.frames.len(), heap.choices);
        let (trips, before) = heap.trips.entry((depth, block)).or_insert((0, choices));
        *trips += u32::from(*before != choices);
        *before = choices;
        if *trips > most || seen.visits > TRIES {
            return Ok(None);
        }
        let admitted = self.admit_as_it_is(seen, heap)?;
        seen.visits += u32::from(admitted.is_some());
        Ok(admitted)
    }

    /// Adds a heap that none of the others covers, without changing it.
    fn admit_as_it_is(&mut self, seen: &mut Seen, heap: Heap) -> Result<Option<Heap>, Stop> {
        self.spend(1)?;
        if heap.objs.len() > MANY_OBJECTS {
            return Err(Stop::Loop(self.span()));
        }
        let known = KnownLinks::new();
        let key = key(&heap);
        for &at in seen.by_key.get(&key).into_iter().flatten() {
            self.spend(COST_OF_JOINS)?;
            if cover(self.world, &heap, &seen.heaps[at], &known) == Some(Cover::Whole) {
                return Ok(None);
            }
        }
        seen.by_key.entry(key).or_default().push(seen.heaps.len());
        seen.heaps.push(heap.clone());
        Ok(Some(heap))
    }
}

/// Objects that a heap may have where nothing is folded.
const MANY_OBJECTS: usize = 80;

/// Heaps with other keys are not compared where nothing is folded: most of them differ in what a register holds.
fn key(heap: &Heap) -> u64 {
    let mut hasher = FxHasher::default();
    heap.objs.len().hash(&mut hasher);
    for val in heap.frames.iter().flat_map(|frame| frame.regs.values()) {
        match val {
            Val::Num(lin) => (0, lin.as_const()).hash(&mut hasher),
            Val::Ptr(addr) => (1, addr.off.as_const()).hash(&mut hasher),
            Val::Undef | Val::Top => 2.hash(&mut hasher),
        }
    }
    hasher.finish()
}

/// Heaps at the head of a loop that a search follows.
const TRIES: u32 = 300;

/// A heap of a function that returned, without its frame.
pub(crate) fn returned(mut heap: Heap) -> (Heap, Vec<Val>) {
    let frame = heap.frames.pop().expect("its own");
    (heap, frame.regs.into_values().collect())
}
