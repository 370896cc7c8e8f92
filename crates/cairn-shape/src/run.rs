//! One analysis of a whole program: what it may spend, what it found, why it gave up.

use crate::dead::{Answers, origins};
use crate::heap::Heap;
use crate::inputs::Taste;
use crate::known::KnownLinks;
use crate::landmarks::landmarks;
use crate::object::{Kind, Where};
use crate::sketch::Sketches;
use crate::tabulate::Table;
use crate::value::Val;
use crate::world::World;
use cairn_engine::{Cause, Host};
use cairn_ir::graph::{CallGraph, Cfg, Dominators, Loops};
use cairn_ir::{BlockId, Body, Const, FuncId, FuncOrigin, Id, Operand, Rule, Span, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What becomes of heaps that meet at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// All are kept that none of the others covers. Bounds of numbers are joined, shapes never.
    Powerset,
    /// Many are joined by partial isomorphism.
    Merge,
    /// They are taken apart; which parts occurred together is forgotten.
    Decompose,
}

/// What the analysis may spend, and what it is to assume.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub join: Join,
    /// Instructions executed on abstract heaps, and objects of heaps that are compared.
    pub steps: u64,
    /// Functions active at once.
    pub depth: usize,
    /// Heaps at the head of a loop, over all its iterations.
    pub visits: u32,
    pub alloc_may_fail: bool,
    pub locals_hold_at_exit: bool,
    /// Objects of a callee's heap that are told apart for the sake of what points to them from outside.
    pub cutpoints: usize,
    pub patience: Patience,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            join: Join::Merge,
            steps: 600_000,
            depth: 60,
            visits: 400,
            alloc_may_fail: true,
            locals_hold_at_exit: true,
            cutpoints: 12,
            patience: Patience::LONG,
        }
    }
}

/// How many heaps of one block are kept apart: little is quick and coarse, much is slow and exact.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub(crate) at_loops: Kept,
    pub(crate) at_joins: Kept,
    /// Functions with loops are called on their local heap only.
    pub(crate) tabulates: bool,
    /// Runs of nodes become segments. Otherwise heaps stay as they are, which ends only if all of them are small.
    pub(crate) folds: bool,
}

/// From so many heaps on, those that differ in numbers only are joined; then nodes with different numbers are folded;
/// then lists of different least lengths, different shapes, and last those in which variables follow each other otherwise, are joined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub numbers: u32,
    pub nodes: u32,
    pub lengths: u32,
    pub shapes: u32,
    pub orders: u32,
}

impl Patience {
    /// Where paths meet, whatever can be joined is joined at once.
    pub const NONE: Patience = Patience {
        at_loops: Kept { numbers: 2, nodes: 10, lengths: 3, shapes: 3, orders: 150 },
        at_joins: Kept { numbers: 1, nodes: 0, lengths: 1, shapes: 1, orders: 150 },
        ..Patience::SHORT
    };
    pub const SHORT: Patience = Patience {
        at_loops: Kept { numbers: 2, nodes: 10, lengths: 3, shapes: 3, orders: 0 },
        at_joins: Kept { numbers: 2, nodes: 0, lengths: 3, shapes: 3, orders: 0 },
        tabulates: true,
        folds: true,
    };
    pub const LONG: Patience = Patience {
        at_loops: Kept { numbers: 10, nodes: 14, lengths: 14, shapes: 40, orders: 0 },
        at_joins: Kept { numbers: 10, nodes: 0, lengths: 20, shapes: 40, orders: 0 },
        tabulates: false,
        folds: true,
    };
    /// Nothing is folded, nothing joined: for loops that end after a few iterations whatever the input is.
    pub const EXACT: Patience = Patience {
        at_loops: Kept { numbers: u32::MAX, nodes: u32::MAX, lengths: u32::MAX, shapes: u32::MAX, orders: u32::MAX },
        at_joins: Kept { numbers: u32::MAX, nodes: u32::MAX, lengths: u32::MAX, shapes: u32::MAX, orders: u32::MAX },
        tabulates: false,
        folds: false,
    };
}

/// Which paths a search follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Iterations of a loop with a choice in them.
    pub trips: u32,
    /// How often one function may be active at once.
    pub recursion: usize,
}

/// Why the analysis gave up as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Steps,
    Depth,
    Unsupported(String),
    UnknownFunction(String),
    FunctionPointer,
    /// A write or a free through a pointer that may point anywhere.
    UnknownWrite(Span),
    Concurrency,
    Loop(Span),
    /// Whoever asked wants no answer any more.
    Host(Cause),
}

/// What is known of a function's code.
pub struct Shape {
    pub cfg: Cfg,
    pub loops: Loops,
    /// Values that are used in a block or behind it, by block.
    pub live_in: Vec<BTreeSet<ValueId>>,
    pub live_out: Vec<BTreeSet<ValueId>>,
    /// Addresses that are a fixed distance from others.
    pub(crate) origins: FxHashMap<ValueId, (ValueId, i64)>,
}

impl Shape {
    pub(crate) fn of(body: &Body) -> Shape {
        let cfg = Cfg::new(body);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let (live_in, live_out) = liveness(body, &cfg);
        let origins = origins(body, &cfg);
        Shape { cfg, loops, live_in, live_out, origins }
    }
}

pub struct Run<'w> {
    pub world: &'w World<'w>,
    pub limits: Limits,
    pub steps: u64,
    /// Checks that may fail; those that are not here hold.
    pub doubts: BTreeSet<(Where, Rule)>,
    pub visited: FxHashSet<Where>,
    /// Heaps at the heads of loops in the user's functions, as they were found last.
    pub invariants: BTreeMap<(FuncId, BlockId), Vec<Heap>>,
    /// The same over all calls, as data.
    pub(crate) sketches: BTreeMap<(FuncId, BlockId), Sketches>,
    /// Some execution ends in an error, so that what is behind it was not looked at.
    pub cut_short: bool,
    /// Call sites of the active functions.
    pub(crate) path: Vec<Where>,
    pub(crate) here: Where,
    pub(crate) known: KnownLinks,
    pub(crate) landmarks: Vec<i128>,
    /// Who may end the analysis early.
    pub(crate) host: Option<&'w dyn Host>,
    /// Looking for an execution that fails: inputs are remembered, nothing is joined, and paths are bounded.
    pub(crate) searching: Option<Bounds>,
    /// Inputs of paths that fail, when searching; how many paths there are for each check.
    pub(crate) failing: Vec<Vec<u128>>,
    paths: BTreeMap<(Where, Rule), u32>,
    pub(crate) table: Table,
    pub(crate) calls: CallGraph,
    /// Functions that have a loop or call one that has.
    iterating: FxHashMap<FuncId, bool>,
    /// Functions that only look.
    pub(crate) looking: FxHashMap<FuncId, bool>,
    shapes: FxHashMap<FuncId, Rc<Shape>>,
    /// Which fields are overwritten before they are read.
    pub(crate) answers: Answers,
}

/// Steps after which the host is asked whether to go on.
const ASK_HOST: u64 = 2048;

/// Paths that are tried for each check.
const PATHS: u32 = 4;

impl<'w> Run<'w> {
    pub fn new(world: &'w World<'w>, limits: Limits) -> Run<'w> {
        let nowhere = Where { func: FuncId::new(0), block: BlockId::new(0), inst: 0 };
        Run {
            world,
            limits,
            steps: 0,
            doubts: BTreeSet::new(),
            visited: FxHashSet::default(),
            invariants: BTreeMap::new(),
            sketches: BTreeMap::new(),
            cut_short: false,
            path: Vec::new(),
            here: nowhere,
            known: KnownLinks::new(),
            landmarks: landmarks(world),
            host: None,
            searching: None,
            failing: Vec::new(),
            paths: BTreeMap::new(),
            table: Table::default(),
            calls: CallGraph::new(world.program),
            iterating: FxHashMap::default(),
            looking: FxHashMap::default(),
            shapes: FxHashMap::default(),
            answers: Answers::default(),
        }
    }

    /// Forgets everything but the code, for another analysis of the same program.
    #[cfg(test)]
    pub(crate) fn forget(&mut self) {
        self.steps = 0;
        self.doubts.clear();
        self.visited.clear();
        self.invariants.clear();
        self.sketches.clear();
        self.path.clear();
        self.known.clear();
        self.table = Table::default();
    }

    /// Analyses every execution from `entry`.
    pub fn run(&mut self, entry: FuncId) -> Result<(), Stop> {
        let program = self.world.program;
        if !program.constructors.is_empty() || !program.destructors.is_empty() {
            return Err(Stop::Unsupported("constructors and destructors".to_owned()));
        }
        let mut heap = Heap::new(self.world);
        let params = &program.funcs[entry].sig.params;
        if params.contains(&Type::Ptr) && program.func_name(entry) != "main" {
            return Err(Stop::Unsupported("arguments of the entry function".to_owned()));
        }
        // What `argv` leads to is not known: reading there gives anything, and a write there ends the analysis.
        let args: Vec<Val> = params.iter().map(|ty| heap.unknown(ty.bits(self.world.bits), *ty != Type::Ptr)).collect();
        if self.decomposes() {
            return self.run_in_parts(entry, args, heap);
        }
        for (heap, results) in self.call_function(entry, args, None, heap)? {
            self.leave(entry, heap, results)?;
        }
        Ok(())
    }

    /// `main` returned: what is registered with `atexit` runs. What goes wrong there counts at the return.
    pub(crate) fn leave(&mut self, entry: FuncId, heap: Heap, results: Vec<Val>) -> Result<(), Stop> {
        let program = self.world.program;
        let body = program.funcs[entry].body.as_ref();
        let end = body.and_then(|body| Some((body, body.only_return()?)));
        self.path.extend(end.map(|(body, block)| {
            let inst = body.blocks[block].insts.len() as u32;
            Where { func: entry, block, inst }
        }));
        match program.func_named("exit").filter(|&exit| program.funcs[exit].is_defined()) {
            Some(exit) => {
                self.call_function(exit, results, None, heap)?;
            }
            None => self.end(heap),
        }
        self.path.clear();
        Ok(())
    }

    /// The program ends by itself: what is alive and not held is lost.
    pub(crate) fn end(&mut self, mut heap: Heap) {
        self.table.ends += 1;
        self.table.exits += 1;
        if !self.limits.locals_hold_at_exit {
            heap.frames.clear();
            heap.objs.retain(|_, obj| obj.kind != Kind::Stack);
        }
        heap.collect();
        heap.lost.extend(heap.perhaps_lost());
        for site in std::mem::take(&mut heap.lost) {
            self.note(&heap, (site, Rule::MemoryLeak));
        }
    }

    /// Heaps, or parts of heaps that have a block, at the heads of loops.
    pub(crate) fn heaps_at_loops(&self) -> u64 {
        let heaps = self.invariants.values().flatten();
        let has_block = |heap: &&Heap| heap.objs.values().any(|obj| obj.kind == Kind::Heap);
        heaps.filter(|heap| self.limits.join != Join::Decompose || has_block(heap)).count() as u64
    }

    // ---- code ----

    pub(crate) fn shape(&mut self, func: FuncId, body: &Body) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(&func) {
            return shape.clone();
        }
        let shape = Rc::new(Shape::of(body));
        self.shapes.insert(func, shape.clone());
        shape
    }

    /// Is the function called on its local heap? Those that call themselves are, and if there is little patience, those
    /// that walk something.
    pub(crate) fn is_tabulated(&mut self, func: FuncId) -> bool {
        let func_info = &self.world.program.funcs[func];
        let plain = func_info.origin == FuncOrigin::User && func_info.is_defined() && !func_info.sig.variadic;
        let follows = self.searching.is_some() || !self.limits.patience.folds;
        plain && !follows && (self.is_recursive(func) || (self.limits.patience.tabulates && self.iterates(func)))
    }

    pub(crate) fn is_recursive(&self, func: FuncId) -> bool {
        self.calls.is_recursive(func)
    }

    /// Has the function a loop, or one that it calls?
    pub(crate) fn iterates(&mut self, func: FuncId) -> bool {
        if let Some(&known) = self.iterating.get(&func) {
            return known;
        }
        // Whoever comes here again by recursion learns nothing new.
        self.iterating.insert(func, false);
        let program = self.world.program;
        let answer = program.funcs[func].origin == FuncOrigin::User
            && program.funcs[func].body.as_ref().is_some_and(|body| {
                let callees = self.calls.callees(func).to_vec();
                !self.shape(func, body).loops.loops.is_empty()
                    || callees.into_iter().any(|callee| self.iterates(callee))
            });
        self.iterating.insert(func, answer);
        answer
    }

    /// Are whole heaps made simpler? Not when executions are searched for.
    pub(crate) fn abstracts(&self) -> bool {
        self.searching.is_none() && self.limits.patience.folds && !self.decomposes()
    }

    /// Are heaps taken apart? Not when executions are searched for.
    pub(crate) fn decomposes(&self) -> bool {
        self.limits.join == Join::Decompose && self.searching.is_none()
    }

    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        let before = self.steps;
        self.steps += steps + self.world.effort.take_steps();
        let asks = before / ASK_HOST != self.steps / ASK_HOST;
        if let Some(cause) = self.host.filter(|_| asks).and_then(|host| host.stop()) {
            return Err(Stop::Host(cause));
        }
        if self.steps > self.limits.steps { Err(Stop::Steps) } else { Ok(()) }
    }

    pub(crate) fn width(&self, ty: Type) -> u32 {
        ty.bits(self.world.bits)
    }

    // ---- checks ----

    /// The place that a check counts for: inside a library model, the call in the user's code.
    pub(crate) fn place(&self) -> Where {
        let is_user = |at: &Where| self.world.program.funcs[at.func].origin == FuncOrigin::User;
        if is_user(&self.here) {
            return self.here;
        }
        self.path.iter().rev().copied().find(is_user).unwrap_or(self.here)
    }

    /// A check may fail here.
    pub(crate) fn doubt(&mut self, heap: &Heap, rule: Rule) {
        let place = self.place();
        self.note(heap, (place, rule));
    }

    fn note(&mut self, heap: &Heap, check: (Where, Rule)) {
        self.doubts.insert(check);
        if self.searching.is_some() {
            self.note_path(heap, check);
        }
    }

    /// Keeps the inputs of a path that fails, of a few paths for each check.
    fn note_path(&mut self, heap: &Heap, check: (Where, Rule)) {
        let paths = self.paths.entry(check).or_default();
        *paths += 1;
        if *paths > PATHS {
            return;
        }
        for taste in [Taste::Small, Taste::Large, Taste::Spread] {
            let inputs = heap.example_inputs(taste);
            if !self.failing.contains(&inputs) {
                self.failing.push(inputs);
            }
        }
    }

    /// A check fails here, and the execution ends.
    pub(crate) fn fail(&mut self, heap: &Heap, rule: Rule) {
        let place = self.place();
        self.note(heap, (place, rule));
        match rule {
            Rule::AssertionFailure => self.abandon(heap.clone()),
            _ => self.cut_short = true,
        }
    }

    /// The program ends, and not by itself: nobody sees what is lost by then, so that stays in doubt.
    pub(crate) fn abandon(&mut self, mut heap: Heap) {
        self.table.ends += 1;
        heap.collect();
        self.doubt_lost(&heap);
    }

    /// The program may never end: what was lost on the way to a loop or to a recursive call is not seen at an end.
    pub(crate) fn doubt_lost(&mut self, heap: &Heap) {
        let lost = heap.perhaps_lost().into_iter().chain(heap.lost.iter().copied());
        self.doubts.extend(lost.map(|site| (site, Rule::MemoryLeak)));
    }

    pub(crate) fn span(&self) -> Span {
        let at = self.place();
        let body = self.world.program.funcs[at.func].body.as_ref();
        body.map_or(Span::NONE, |body| {
            let block = &body.blocks[at.block];
            block.insts.get(at.inst as usize).map_or(block.term_span, |inst| inst.span)
        })
    }

    // ---- operands ----

    pub(crate) fn value(&self, body: &Body, heap: &Heap, operand: Operand) -> Val {
        match operand {
            Operand::Value(value) => *heap.frame().regs.get(&value).expect("definitions dominate uses"),
            Operand::Const(id) => self.constant(&body.consts[id]),
        }
    }

    fn constant(&self, constant: &Const) -> Val {
        match constant {
            Const::Int { width, value } => Val::int(*width, *value),
            Const::Float { kind, bits } => Val::int(kind.bits(), *bits),
            Const::Null => self.world.null(),
            Const::Global { id, offset } => self.world.global_address(*id, *offset),
            Const::Func(id) => self.world.func_address(*id),
            Const::Undef(_) => Val::Undef,
            Const::Wide(_) => Val::Top,
        }
    }
}

/// Values that are live at the start and at the end of each block.
fn liveness(body: &Body, cfg: &Cfg) -> (Vec<BTreeSet<ValueId>>, Vec<BTreeSet<ValueId>>) {
    let count = body.blocks.len();
    let (mut live_in, mut live_out) = (vec![BTreeSet::new(); count], vec![BTreeSet::new(); count]);
    let mut changed = true;
    while changed {
        changed = false;
        for &id in cfg.rpo().iter().rev() {
            let mut out = BTreeSet::new();
            for succ in cfg.succs(id) {
                out.extend(live_in[succ.index()].iter().copied());
            }
            let before = live_before(body, id, 0, out.clone());
            if before != live_in[id.index()] || out != live_out[id.index()] {
                (live_in[id.index()], live_out[id.index()]) = (before, out);
                changed = true;
            }
        }
    }
    (live_in, live_out)
}

/// Values that are live before the given instruction, if those of `out` are live behind the block.
pub(crate) fn live_before(body: &Body, id: BlockId, inst: usize, out: BTreeSet<ValueId>) -> BTreeSet<ValueId> {
    let block = &body.blocks[id];
    let mut live = out;
    let add = |live: &mut BTreeSet<ValueId>, operand: Operand| {
        if let Operand::Value(value) = operand {
            live.insert(value);
        }
    };
    block.term.for_each_operand(|operand| add(&mut live, operand));
    for inst in block.insts[inst..].iter().rev() {
        for result in inst.results.iter() {
            live.remove(&result);
        }
        inst.op.for_each_operand(|operand| add(&mut live, operand));
    }
    if inst == 0 {
        for param in &block.params {
            live.remove(param);
        }
    }
    live
}
