//! Executes functions symbolically: blocks in order, loops by unrolling and then by what stays the same, calls by
//! entering the callee.
//!
//! Whatever can happen in a concrete execution from `main` is covered by the states here; a check that holds in all of
//! them is proved. When something is met that is not modelled, the whole analysis stops and says so.

use crate::facts::{Answers, Cond, Facts, Reason};
use crate::heap::{Heap, Object, Rest, ones};
use crate::state::{Arrival, State};
use crate::value::{Scalar, Values};
use crate::verdicts::{Check, Verdicts};
use cairn_ir::graph::{Cfg, Dominators, LoopId, Loops};
use cairn_ir::{
    BlockId, Body, Const, FuncId, FuncOrigin, GlobalId, Id, Linkage, Operand, Program, Rule, Span, Symbol, Terminator,
    Type, ValueId,
};
use cairn_logic::{BaseClass, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the analysis may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions executed symbolically.
    pub steps: u64,
    /// Work on conditions.
    pub logic_steps: u64,
    /// Functions active at once.
    pub depth: usize,
    /// Iterations of a loop whose end is not decided, before it is generalised.
    pub unroll: usize,
    /// Iterations of a loop whose end is decided.
    pub iterations: usize,
    /// May allocations fail?
    pub alloc_may_fail: bool,
    /// Does a local of an active function hold a block when the program calls `exit`?
    pub locals_hold_at_exit: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 2_000_000,
            logic_steps: 2_000_000,
            depth: 200,
            unroll: 4,
            iterations: 100_000,
            alloc_may_fail: true,
            locals_hold_at_exit: true,
        }
    }
}

/// Why the analysis gave up as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Steps,
    Depth,
    Unsupported(String),
    UnknownFunction(String),
    FunctionPointer,
    UnknownWrite,
    Concurrency,
    Loop(Span),
}

/// A whole-program analysis from one function.
pub struct Analysis<'p> {
    pub program: &'p Program,
    pub facts: Facts,
    pub verdicts: Verdicts,
    pub limits: Limits,
    pub(crate) sizes: FxHashMap<TermId, TermId>,
    pub(crate) kinds: FxHashMap<TermId, ObjectKind>,
    shapes: FxHashMap<FuncId, Rc<Shape>>,
    next_object: u32,
    pub steps: u64,
    depth: usize,
    /// Inside a generalised loop: allocations stand for many.
    generalised: u32,
    /// Call sites of the active functions.
    path: Vec<Check>,
    /// Objects that stand for many, by where they are made.
    summaries: FxHashMap<(Vec<Check>, Check), TermId>,
    /// Terms that stand for any value at the head of a loop that is being generalised.
    pub(crate) free: FxHashSet<TermId>,
    /// The same for whether an object is alive.
    free_lives: FxHashSet<Cond>,
    visited: FxHashSet<(FuncId, BlockId, u32)>,
    /// States in which the program ended by itself.
    pub(crate) ends: Vec<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Heap(Check),
    Stack,
    Global { constant: bool },
    External,
    Function(FuncId),
}

/// What is known of a function's control flow.
struct Shape {
    cfg: Cfg,
    loops: Loops,
    /// Values that are defined in a loop and used outside of it: their value belongs to the path.
    escaping: FxHashSet<ValueId>,
}

/// An active function.
pub struct Activation<'p> {
    pub func: FuncId,
    pub body: &'p Body,
    env: Vec<Option<Values>>,
    shape: Rc<Shape>,
    pub locals: Vec<TermId>,
    returns: Vec<Arrival>,
    pub here: (BlockId, u32),
}

/// Where control goes, with the state there.
type Exits = Vec<(BlockId, Arrival)>;

pub(crate) type Pending = BTreeMap<usize, (BlockId, Vec<Arrival>)>;

impl<'p> Analysis<'p> {
    pub fn new(program: &'p Program, limits: Limits) -> Analysis<'p> {
        Analysis {
            program,
            facts: Facts::new(program.target.pointer_bits),
            verdicts: Verdicts::default(),
            limits,
            sizes: FxHashMap::default(),
            kinds: FxHashMap::default(),
            shapes: FxHashMap::default(),
            next_object: 0,
            steps: 0,
            depth: 0,
            generalised: 0,
            path: Vec::new(),
            summaries: FxHashMap::default(),
            free: FxHashSet::default(),
            free_lives: FxHashSet::default(),
            visited: FxHashSet::default(),
            ends: Vec::new(),
        }
    }

    /// Was the instruction (or, behind the last one, the terminator) executed in some state?
    pub fn was_visited(&self, func: FuncId, block: BlockId, inst: u32) -> bool {
        self.visited.contains(&(func, block, inst))
    }

    /// Analyses every execution from `entry`, a function without parameters that matter.
    pub fn run(&mut self, entry: FuncId) -> Result<(), Stop> {
        let mut state = State { pc: Cond::TRUE, heap: Heap::default(), carried: Rc::default() };
        for (id, _) in self.program.globals.iter_enumerated() {
            self.add_global(&mut state, id);
        }
        for (id, _) in self.program.funcs.iter_enumerated() {
            let base = self.facts.object(BaseClass::Function, id.index() as u32);
            self.kinds.insert(base, ObjectKind::Function(id));
        }
        for id in self.program.globals.ids() {
            self.fill_global(&mut state, id);
        }
        let mut args = Vec::new();
        for ty in &self.program.funcs[entry].sig.params {
            if *ty == Type::Ptr {
                return Err(Stop::Unsupported("arguments of main".to_owned()));
            }
            let width = ty.bits(self.program.target.pointer_bits);
            args.push(Values::word(self.facts.unknown(width, Reason::Input)));
        }
        if !self.program.constructors.is_empty() || !self.program.destructors.is_empty() {
            return Err(Stop::Unsupported("constructors and destructors".to_owned()));
        }
        if let Some((end, results)) = self.call_function(entry, args, None, state)? {
            self.leave(end, results)?;
        }
        self.check_leaks();
        Ok(())
    }

    /// `main` returned: what is registered with `atexit` runs.
    fn leave(&mut self, state: State, results: Vec<Values>) -> Result<(), Stop> {
        let exit = self.program.func_named("exit").filter(|&exit| self.program.funcs[exit].is_defined());
        match exit {
            Some(exit) => {
                self.call_function(exit, results, None, state)?;
            }
            None => self.ends.push(state),
        }
        Ok(())
    }

    /// Who answered the questions that folding left.
    pub fn answers(&self) -> Answers {
        self.facts.answers
    }

    // ---- objects ----

    pub(crate) fn new_object(&mut self, state: &mut State, kind: ObjectKind, size: TermId, rest: Rest) -> TermId {
        if let (ObjectKind::Heap(site), true) = (kind, self.generalised > 0) {
            return self.summary_object(state, site, size);
        }
        let class = if kind == ObjectKind::Stack { BaseClass::Stack } else { BaseClass::Fresh };
        let base = self.facts.object(class, self.next_object);
        self.next_object += 1;
        self.sizes.insert(base, size);
        self.kinds.insert(base, kind);
        state.heap.add(base, Object::new(rest, false));
        base
    }

    /// An allocation in a loop that is generalised: one object for all of them. Nothing is known of its content.
    fn summary_object(&mut self, state: &mut State, site: Check, size: TermId) -> TermId {
        let key = (self.path.clone(), site);
        let base = match self.summaries.get(&key) {
            Some(&base) => base,
            None => {
                let base = self.facts.object(BaseClass::Summary, self.next_object);
                self.next_object += 1;
                self.summaries.insert(key, base);
                self.kinds.insert(base, ObjectKind::Heap(site));
                base
            }
        };
        // Different allocations may have different sizes: the smallest counts, and if it is not constant, nothing.
        let known = self.sizes.get(&base).copied();
        let constant = |this: &Self, term: TermId| this.facts.conds.arena.as_const(term);
        let size = match known {
            None => size,
            Some(known) if known == size => size,
            Some(known) => match (constant(self, known), constant(self, size)) {
                (Some(a), Some(b)) => self.facts.offset(a.min(b) as u64),
                _ => self.facts.offset(0),
            },
        };
        self.sizes.insert(base, size);
        match state.heap.get(base) {
            None => state.heap.add(base, Object::new(Rest::Undefined, true)),
            Some(_) => state.heap.reallocate(base),
        }
        base
    }

    fn global_base(&mut self, id: GlobalId) -> TermId {
        self.facts.object(BaseClass::Global, id.index() as u32)
    }

    fn add_global(&mut self, state: &mut State, id: GlobalId) {
        let global = &self.program.globals[id];
        let base = self.global_base(id);
        let size = self.facts.offset(global.size);
        self.sizes.insert(base, size);
        let known = global.init.as_ref().is_some_and(|init| init.unsupported.is_none());
        let kind = if known { ObjectKind::Global { constant: global.constant } } else { ObjectKind::External };
        self.kinds.insert(base, kind);
        state.heap.add(base, Object::new(Rest::Zero, false));
    }

    fn fill_global(&mut self, state: &mut State, id: GlobalId) {
        let Some(init) = &self.program.globals[id].init else { return };
        let base = self.global_base(id);
        if init.bytes.len() > 1 << 16 {
            return state.heap.forget(base, Reason::External);
        }
        for (at, chunk) in init.bytes.chunks(8).enumerate() {
            if chunk.iter().all(|&byte| byte == 0) {
                continue;
            }
            let value = chunk.iter().rev().fold(0u128, |acc, byte| acc << 8 | u128::from(*byte));
            let value = Values::word(self.facts.constant(8 * chunk.len() as u32, value));
            let offset = self.facts.offset(8 * at as u64);
            state.heap.store(&mut self.facts, base, offset, chunk.len() as u64, &value);
        }
        for reloc in &init.relocs {
            let (target, addend) = (self.symbol(reloc.symbol), self.facts.offset(reloc.addend as u64));
            let scalar = Scalar::Ptr { base: target, offset: addend };
            let scalar = self.facts.extract(scalar, 0, 8 * reloc.bytes);
            let offset = self.facts.offset(reloc.offset);
            state.heap.store(&mut self.facts, base, offset, u64::from(reloc.bytes), &Values::one(scalar));
        }
    }

    fn symbol(&mut self, symbol: Symbol) -> TermId {
        match symbol {
            Symbol::Global(id) => self.global_base(id),
            Symbol::Func(id) => self.facts.object(BaseClass::Function, id.index() as u32),
        }
    }

    // ---- functions ----

    fn shape(&mut self, func: FuncId, body: &Body) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(&func) {
            return shape.clone();
        }
        let cfg = Cfg::new(body);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let escaping = escaping_values(body, &loops);
        let shape = Rc::new(Shape { cfg, loops, escaping });
        self.shapes.insert(func, shape.clone());
        shape
    }

    /// Runs a function; `None` if it never returns.
    pub(crate) fn call_function(
        &mut self,
        func: FuncId,
        args: Vec<Values>,
        area: Option<Values>,
        state: State,
    ) -> Result<Option<(State, Vec<Values>)>, Stop> {
        let program = self.program;
        let Some(body) = &program.funcs[func].body else {
            return Err(Stop::UnknownFunction(program.func_name(func).to_owned()));
        };
        if self.depth >= self.limits.depth {
            return Err(Stop::Depth);
        }
        let shape = self.shape(func, body);
        if !shape.loops.irreducible.is_empty() {
            return Err(Stop::Unsupported("irreducible control flow".to_owned()));
        }
        let here = (body.entry(), 0);
        let env = vec![None; body.values.len()];
        let mut act = Activation { func, body, env, shape, locals: Vec::new(), returns: Vec::new(), here };
        let caller_carried = state.carried.clone();
        let state = State { carried: Rc::default(), ..state };
        let params = self.parameters(&act, args, area);
        self.depth += 1;
        let blocks = act.shape.cfg.rpo().to_vec();
        let start = Arrival { state, args: params };
        let escaped = self.run_region(&mut act, &blocks, None, body.entry(), vec![start]);
        self.depth -= 1;
        debug_assert!(escaped.as_ref().map_or(true, |(back, exits)| back.is_empty() && exits.is_empty()));
        escaped?;
        let returns = std::mem::take(&mut act.returns);
        let Some(merged) = Arrival::merge_all(&mut self.facts, returns) else { return Ok(None) };
        let mut state = State { carried: caller_carried, ..merged.state };
        for base in act.locals {
            state.heap.set_live(base, Cond::FALSE);
        }
        Ok(Some((state, merged.args)))
    }

    /// Values for the parameters of the entry block: those that are missing are undefined, widths may differ.
    fn parameters(&mut self, act: &Activation, args: Vec<Values>, area: Option<Values>) -> Vec<Values> {
        let bits = self.program.target.pointer_bits;
        let params = &act.body.blocks[act.body.entry()].params;
        let variadic = self.program.funcs[act.func].sig.variadic;
        let fixed = params.len() - usize::from(variadic);
        let mut values = Vec::new();
        for (i, &param) in params.iter().enumerate() {
            let width = act.body.values[param].ty.bits(bits);
            let given = if i < fixed { args.get(i).cloned() } else { area.clone() };
            let value = match given {
                Some(value) => value.map(&mut self.facts, |facts, scalar| fit(facts, scalar, width)),
                None => {
                    Values::one(Scalar::Word { term: self.facts.unknown(width, Reason::Undefined), undef: ones(width) })
                }
            };
            values.push(value);
        }
        values
    }

    // ---- control flow ----

    /// Runs blocks of a region from its start. Gives what goes back to the header, and what leaves the region.
    fn run_region(
        &mut self,
        act: &mut Activation<'p>,
        blocks: &[BlockId],
        around: Option<LoopId>,
        start: BlockId,
        arrivals: Vec<Arrival>,
    ) -> Result<(Vec<Arrival>, Exits), Stop> {
        let shape = act.shape.clone();
        let inside: FxHashSet<BlockId> = blocks.iter().copied().collect();
        let position = |block: BlockId| shape.cfg.rpo_index(block).expect("reachable");
        let mut pending: Pending = BTreeMap::from([(position(start), (start, arrivals))]);
        let (mut back, mut exits) = (Vec::new(), Vec::new());
        let mut first = true;
        while let Some((_, (block, arrivals))) = pending.pop_first() {
            let inner =
                shape.loops.innermost(block).filter(|_| shape.loops.is_header(block) && !(first && around.is_some()));
            first = false;
            let leaving = match inner.filter(|id| shape.loops.loops[*id].header == block && Some(*id) != around) {
                Some(id) => self.run_loop(act, id, arrivals)?,
                None => {
                    let Some(merged) = Arrival::merge_all(&mut self.facts, arrivals) else { continue };
                    self.run_block(act, block, merged)?
                }
            };
            for (to, arrival) in leaving {
                if arrival.state.pc == Cond::FALSE {
                    continue;
                }
                if around.is_some() && to == start {
                    back.push(arrival);
                } else if inside.contains(&to) {
                    pending.entry(position(to)).or_insert_with(|| (to, Vec::new())).1.push(arrival);
                } else {
                    exits.push((to, arrival));
                }
            }
        }
        Ok((back, exits))
    }

    fn run_loop(&mut self, act: &mut Activation<'p>, id: LoopId, arrivals: Vec<Arrival>) -> Result<Exits, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let (mut current, mut exits, mut undecided) = (arrivals, Vec::new(), 0);
        for _ in 0..self.limits.iterations {
            let (back, out) = self.run_region(act, &this.blocks, Some(id), this.header, current)?;
            let back: Vec<Arrival> = back.into_iter().filter(|a| !self.facts.impossible(a.state.pc)).collect();
            let out: Vec<_> = out.into_iter().filter(|(_, a)| !self.facts.impossible(a.state.pc)).collect();
            if back.is_empty() {
                exits.extend(out);
                return Ok(exits);
            }
            undecided += usize::from(!out.is_empty());
            exits.extend(out);
            current = back;
            if undecided > self.limits.unroll {
                let rest = self.generalise(act, id, current)?;
                exits.extend(rest);
                return Ok(exits);
            }
        }
        Err(Stop::Loop(act.body.blocks[this.header].term_span))
    }

    /// All further iterations at once: what changes in the loop is unknown at its head.
    fn generalise(&mut self, act: &mut Activation<'p>, id: LoopId, arrivals: Vec<Arrival>) -> Result<Exits, Stop> {
        // What is free at the head of a loop around this one is a fixed value here.
        let (free, lives) = (std::mem::take(&mut self.free), std::mem::take(&mut self.free_lives));
        let exits = self.generalise_afresh(act, id, arrivals);
        (self.free, self.free_lives) = (free, lives);
        exits
    }

    fn generalise_afresh(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        arrivals: Vec<Arrival>,
    ) -> Result<Exits, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let span = act.body.blocks[this.header].term_span;
        let Some(mut head) = Arrival::merge_all(&mut self.facts, arrivals) else { return Ok(Vec::new()) };
        let entry = head.clone();
        self.generalised += 1;
        self.verdicts.quiet += 1;
        let mut stable = false;
        let widths: Vec<u32> = {
            let params = &act.body.blocks[this.header].params;
            params.iter().map(|&p| act.body.values[p].ty.bits(self.program.target.pointer_bits)).collect()
        };
        // Every parameter may change; what it may be grows until nothing is new.
        let mut seen: Vec<Vec<Values>> = head.args.iter().map(|values| vec![values.clone()]).collect();
        for _ in 0..12 {
            for (i, width) in widths.iter().enumerate() {
                head.args[i] = self.any_of(&seen[i], *width);
            }
            let (back, _) = match self.run_region(act, &this.blocks, Some(id), this.header, vec![head.clone()]) {
                Ok(result) => result,
                Err(stop) => {
                    self.generalised -= 1;
                    self.verdicts.quiet -= 1;
                    return Err(stop);
                }
            };
            let mut changed = false;
            for arrival in &back {
                changed |= self.widen_heap(&mut head.state, &arrival.state);
                for (i, values) in arrival.args.iter().enumerate() {
                    if !self.covers(&head.args[i], values) {
                        seen[i].push(values.clone());
                        changed = true;
                    }
                }
            }
            if !changed {
                stable = true;
                break;
            }
        }
        self.verdicts.quiet -= 1;
        if !stable {
            self.generalised -= 1;
            return Err(Stop::Loop(span));
        }
        // Nothing new comes back: one more run, whose checks count, covers every iteration.
        let last = match self.strengthen(act, id, &entry, head) {
            Ok(head) => self.run_region(act, &this.blocks, Some(id), this.header, vec![head]),
            Err(stop) => Err(stop),
        };
        self.generalised -= 1;
        Ok(last?.1)
    }

    /// Adds to the head what holds there in every iteration.
    fn strengthen(
        &mut self,
        act: &mut Activation<'p>,
        id: LoopId,
        entry: &Arrival,
        head: Arrival,
    ) -> Result<Arrival, Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        self.verdicts.quiet += 1;
        let explored = self.run_region(act, &this.blocks, Some(id), this.header, vec![head.clone()]);
        self.verdicts.quiet -= 1;
        let (back, exits) = explored?;
        let guards: Vec<Cond> = back.iter().map(|a| a.state.pc).chain(exits.iter().map(|(_, a)| a.state.pc)).collect();
        let mut guesses = self.guesses(entry, &head, &guards);
        self.keep_holding(&mut guesses, entry);
        let mut strong = head.clone();
        for _ in 0..16 {
            strong = head.clone();
            for &guess in &guesses {
                let holds = self.guess_holds(guess, &head.args);
                strong.state.pc = self.facts.and(strong.state.pc, holds);
            }
            if guesses.is_empty() {
                break;
            }
            self.verdicts.quiet += 1;
            let explored = self.run_region(act, &this.blocks, Some(id), this.header, vec![strong.clone()]);
            self.verdicts.quiet -= 1;
            let mut dropped = false;
            for arrival in explored?.0 {
                dropped |= self.keep_holding(&mut guesses, &arrival);
            }
            if !dropped {
                return Ok(strong);
            }
        }
        if guesses.is_empty() { Ok(strong) } else { Ok(head) }
    }

    /// A value that may be any of the given ones (of the words: any word).
    fn any_of(&mut self, seen: &[Values], width: u32) -> Values {
        let mut targets: Vec<(TermId, Vec<TermId>)> = Vec::new();
        let mut words = Vec::new();
        let mut undef = 0;
        for (scalar, _) in seen.iter().flat_map(|values| values.iter().collect::<Vec<_>>()) {
            match scalar {
                Scalar::Word { term, undef: bits } => {
                    words.push(term);
                    undef |= bits;
                }
                Scalar::Ptr { base, offset } => match targets.iter_mut().find(|(known, _)| *known == base) {
                    Some((_, offsets)) if offsets.contains(&offset) => {}
                    Some((_, offsets)) => offsets.push(offset),
                    None => targets.push((base, vec![offset])),
                },
            }
        }
        words.dedup();
        let mut scalars: Vec<Scalar> = Vec::new();
        for (base, offsets) in targets {
            let offset = match offsets[..] {
                [only] => only,
                _ => self.any_word(self.program.target.pointer_bits),
            };
            scalars.push(Scalar::Ptr { base, offset });
        }
        match words[..] {
            [] => {}
            [only] if self.facts.conds.arena.as_const(only) == Some(0) => {
                scalars.push(Scalar::Word { term: only, undef })
            }
            _ => scalars.push(Scalar::Word { term: self.any_word(width), undef }),
        }
        let Some((last, others)) = scalars.split_last() else {
            return Values::one(Scalar::Word { term: self.any_word(width), undef: 0 });
        };
        others.iter().fold(Values::one(*last), |values, &scalar| {
            let chosen = self.facts.choice();
            Values::choose(&mut self.facts, chosen, &Values::one(scalar), &values)
        })
    }

    /// Is every case of `values` among those that `head` may be, whatever its free terms are?
    fn covers(&self, head: &Values, values: &Values) -> bool {
        let free = |term: TermId| self.free.contains(&term);
        values.iter().all(|(scalar, _)| {
            head.iter().any(|(known, _)| match (known, scalar) {
                (Scalar::Word { term, undef }, Scalar::Word { term: other, undef: other_undef }) => {
                    (term == other || free(term)) && other_undef & !undef == 0
                }
                (Scalar::Ptr { base, offset }, Scalar::Ptr { base: other, offset: other_offset }) => {
                    base == other && (offset == other_offset || free(offset))
                }
                _ => false,
            })
        })
    }

    fn any_word(&mut self, width: u32) -> TermId {
        let term = self.facts.unknown(width, Reason::Loop);
        self.free.insert(term);
        term
    }

    /// Makes the head's heap cover what came back; tells whether it grew.
    fn widen_heap(&mut self, head: &mut State, back: &State) -> bool {
        let mut grew = false;
        for base in head.heap.bases() {
            let Some(difference) = head.heap.difference(&back.heap, base) else { continue };
            let object = head.heap.get(base).expect("present in both");
            let (live, widened) = (object.live, object.widened);
            if difference.live && !self.free_lives.contains(&live) {
                let live = self.facts.choice();
                self.free_lives.insert(live);
                head.heap.set_live(base, live);
                grew = true;
            }
            if widened {
                continue;
            }
            if difference.rest {
                head.heap.widen(base);
                grew = true;
            } else {
                grew |= self.widen_cells(head, back, base, difference.cells);
            }
        }
        // Objects that the loop makes exist for the next iteration, too.
        for base in back.heap.bases() {
            if head.heap.get(base).is_none() && back.heap.get(base).is_some_and(|object| object.summary) {
                head.heap.add(base, back.heap.get(base).expect("just found").clone());
                grew = true;
            }
        }
        grew
    }

    fn widen_cells(&mut self, head: &mut State, back: &State, base: TermId, cells: Vec<(u64, u64)>) -> bool {
        let mut grew = false;
        let mut theirs = back.heap.clone();
        for (at, bytes) in cells {
            let offset = self.facts.offset(at);
            let old = head.heap.load(&mut self.facts, base, offset, bytes);
            let new = theirs.load(&mut self.facts, base, offset, bytes);
            if self.covers(&old, &new) {
                continue;
            }
            let any = self.any_of(&[old, new], 8 * bytes as u32);
            head.heap.store(&mut self.facts, base, offset, bytes, &any);
            grew = true;
        }
        grew
    }

    fn run_block(&mut self, act: &mut Activation<'p>, id: BlockId, arrival: Arrival) -> Result<Exits, Stop> {
        let body = act.body;
        let block = &body.blocks[id];
        let mut state = arrival.state;
        for (&param, value) in block.params.iter().zip(arrival.args) {
            self.define(act, &mut state, param, value);
        }
        for (index, inst) in block.insts.iter().enumerate() {
            if state.pc == Cond::FALSE {
                return Ok(Vec::new());
            }
            self.steps += 1;
            if self.steps > self.limits.steps || self.facts.conds.steps() > self.limits.logic_steps {
                return Err(Stop::Steps);
            }
            act.here = (id, index as u32);
            self.visited.insert((act.func, id, index as u32));
            if !self.execute(act, &mut state, inst)? {
                return Ok(Vec::new());
            }
        }
        act.here = (id, block.insts.len() as u32);
        self.visited.insert((act.func, id, act.here.1));
        self.terminate(act, state, &block.term)
    }

    fn terminate(&mut self, act: &mut Activation<'p>, mut state: State, term: &'p Terminator) -> Result<Exits, Stop> {
        let mut leaving = Vec::new();
        let mut go = |this: &mut Self, act: &Activation<'p>, state: &State, cond: Cond, to: &cairn_ir::BlockRef| {
            let pc = this.facts.and(state.pc, cond);
            if pc == Cond::FALSE || (cond != Cond::TRUE && this.facts.impossible(pc)) {
                return;
            }
            let args = to.args.iter().map(|&arg| this.value(act, state, arg)).collect();
            leaving.push((to.block, Arrival { state: State { pc, ..state.clone() }, args }));
        };
        match term {
            Terminator::Jump(to) => go(self, act, &state, Cond::TRUE, to),
            Terminator::Branch { cond, then, otherwise } => {
                let truth = self.condition(act, &mut state, *cond);
                go(self, act, &state, truth, then);
                go(self, act, &state, !truth, otherwise);
            }
            Terminator::Switch(switch) => {
                let value = self.value(act, &state, switch.value);
                self.check_defined(act, &mut state, &value);
                let mut rest = Cond::TRUE;
                for (case, to) in &switch.cases {
                    let hit = value.when(&mut self.facts, |facts, scalar| {
                        let (term, _) = facts.word_of(scalar);
                        let fact = facts.conds.arena.eq_const(term, *case);
                        facts.fact(fact)
                    });
                    go(self, act, &state, hit, to);
                    rest = self.facts.and(rest, !hit);
                }
                go(self, act, &state, rest, &switch.default);
            }
            Terminator::Return(values) => {
                let args = values.iter().map(|&value| self.value(act, &state, value)).collect();
                act.returns.push(Arrival { state, args });
            }
            Terminator::Unreachable => {
                self.check(act, &mut state, Rule::PreconditionViolation, Cond::TRUE);
            }
        }
        Ok(leaving)
    }

    // ---- values ----

    pub(crate) fn define(&mut self, act: &mut Activation, state: &mut State, value: ValueId, values: Values) {
        if act.shape.escaping.contains(&value) {
            Rc::make_mut(&mut state.carried).insert(value, values);
        } else {
            act.env[value.index()] = Some(values);
        }
    }

    pub(crate) fn value(&mut self, act: &Activation, state: &State, operand: Operand) -> Values {
        match operand {
            Operand::Value(value) => {
                let known = if act.shape.escaping.contains(&value) {
                    state.carried.get(&value).cloned()
                } else {
                    act.env[value.index()].clone()
                };
                known.expect("definitions dominate uses")
            }
            Operand::Const(id) => {
                let constant = act.body.consts[id].clone();
                Values::one(self.constant(&constant))
            }
        }
    }

    fn constant(&mut self, constant: &Const) -> Scalar {
        let bits = self.program.target.pointer_bits;
        match constant {
            Const::Int { width, value } => Scalar::word(self.facts.constant(*width, *value)),
            Const::Float { kind, bits } => Scalar::word(self.facts.constant(kind.bits(), *bits)),
            Const::Null => self.null(),
            Const::Func(id) if is_absent(self.program.funcs[*id].linkage, self.program.funcs[*id].is_defined()) => {
                self.null()
            }
            Const::Global { id, .. }
                if is_absent(self.program.globals[*id].linkage, self.program.globals[*id].init.is_some()) =>
            {
                self.null()
            }
            Const::Global { id, offset } => {
                Scalar::Ptr { base: self.global_base(*id), offset: self.facts.offset(*offset as u64) }
            }
            Const::Func(id) => {
                let base = self.facts.object(BaseClass::Function, id.index() as u32);
                Scalar::Ptr { base, offset: self.facts.offset(0) }
            }
            Const::Undef(ty) if ty.bits(bits) <= 128 => {
                let width = ty.bits(bits);
                Scalar::Word { term: self.facts.unknown(width, Reason::Undefined), undef: ones(width) }
            }
            Const::Wide(_) | Const::Undef(_) => Scalar::word(self.facts.unknown(128, Reason::Uninterpreted)),
        }
    }

    pub(crate) fn path_push(&mut self, site: Check) {
        self.path.push(site);
    }

    pub(crate) fn path_pop(&mut self) {
        self.path.pop();
    }

    fn null(&mut self) -> Scalar {
        Scalar::Ptr { base: self.facts.conds.arena.null(), offset: self.facts.offset(0) }
    }

    // ---- checks ----

    /// The place that a check counts for: inside a library model, the call in the user's code.
    fn place(&self, act: &Activation, rule: Rule) -> Check {
        let is_user = |func: FuncId| self.program.funcs[func].origin == FuncOrigin::User;
        let here = Check { func: act.func, block: act.here.0, inst: act.here.1, rule };
        if is_user(act.func) {
            return here;
        }
        let call = self.path.iter().rev().find(|call| is_user(call.func));
        call.map_or(here, |call| Check { rule, ..*call })
    }

    /// Where this is, whoever wrote it.
    pub(crate) fn position(&self, act: &Activation) -> Check {
        Check { func: act.func, block: act.here.0, inst: act.here.1, rule: Rule::MemoryLeak }
    }

    /// Where a block counts as allocated.
    pub(crate) fn site(&self, act: &Activation) -> Check {
        self.place(act, Rule::MemoryLeak)
    }

    /// Records whether `bad` can happen here, and goes on where it does not.
    pub(crate) fn check(&mut self, act: &Activation, state: &mut State, rule: Rule, bad: Cond) {
        self.check_assuming(act, state, rule, bad, Cond::FALSE);
    }

    /// Records whether `bad` or `perhaps` can happen here. `bad` ends the execution, so it goes on without; `perhaps` may
    /// be an effect of looking at things coarsely, so it goes on with it.
    pub(crate) fn check_assuming(&mut self, act: &Activation, state: &mut State, rule: Rule, bad: Cond, perhaps: Cond) {
        let place = self.place(act, rule);
        let either = self.facts.or(bad, perhaps);
        let failing = self.facts.and(state.pc, either);
        if self.facts.surely_impossible(failing) {
            self.verdicts.held(place);
            return;
        }
        let reasons = self.facts.reasons(failing);
        self.verdicts.may_fail(place, reasons);
        state.pc = self.facts.and(state.pc, !bad);
    }

    /// Undefined bits are known only from above: nothing is assumed afterwards.
    pub(crate) fn check_defined(&mut self, act: &Activation, state: &mut State, value: &Values) {
        let bad = value.when(&mut self.facts, |_, scalar| if scalar.undef() != 0 { Cond::TRUE } else { Cond::FALSE });
        self.check_assuming(act, state, Rule::UninitializedRead, Cond::FALSE, bad);
    }

    pub(crate) fn condition(&mut self, act: &Activation, state: &mut State, operand: Operand) -> Cond {
        let value = self.value(act, state, operand);
        self.check_defined(act, state, &value);
        value.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            let fact = facts.conds.arena.truth(term);
            facts.fact(fact)
        })
    }
}

/// A weak symbol that nobody defines is null.
fn is_absent(linkage: Linkage, defined: bool) -> bool {
    linkage == Linkage::Weak && !defined
}

/// Cut or extended with zeros to a width.
pub(crate) fn fit(facts: &mut Facts, scalar: Scalar, width: u32) -> Scalar {
    if let Scalar::Ptr { .. } = scalar {
        return scalar;
    }
    let (term, undef) = facts.word_of(scalar);
    let have = facts.conds.arena.width(term);
    match have.cmp(&width) {
        std::cmp::Ordering::Equal => scalar,
        std::cmp::Ordering::Greater => facts.extract(scalar, 0, width),
        std::cmp::Ordering::Less => Scalar::Word { term: facts.conds.arena.zext(term, width), undef },
    }
}

fn escaping_values(body: &Body, loops: &Loops) -> FxHashSet<ValueId> {
    let mut defined_in: Vec<Option<LoopId>> = vec![None; body.values.len()];
    for (id, block) in body.blocks.iter_enumerated() {
        let innermost = loops.innermost(id);
        let results = block.insts.iter().flat_map(|inst| inst.results.iter());
        block.params.iter().copied().chain(results).for_each(|value| defined_in[value.index()] = innermost);
    }
    let mut escaping = FxHashSet::default();
    for (id, block) in body.blocks.iter_enumerated() {
        let mut used = |operand: Operand| {
            if let Operand::Value(value) = operand
                && let Some(home) = defined_in[value.index()]
                && !loops.contains(home, id)
            {
                escaping.insert(value);
            }
        };
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut used));
        block.term.for_each_operand(&mut used);
    }
    escaping
}
