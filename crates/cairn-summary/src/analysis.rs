//! Executes functions symbolically: blocks in order, loops by unrolling and then by what stays the same, calls by
//! entering the callee.
//!
//! Whatever can happen in a concrete execution from `main` is covered by the states here; a check that holds in all of
//! them is proved. A path on which something is met that is not modelled ends there (`abandoned`).

use crate::abandoned::Abandoned;
use crate::entry::PlaceId;
use crate::facts::{Answers, Cond, Facts, Reason};
use crate::heap::ones;
use crate::jumps::Jumps;
use crate::live::Live;
use crate::modular::{COARSELY, Modular};
use crate::recursive_calls::Recursion;
use crate::refute::Suspect;
use crate::rules::Rules;
use crate::state::{Arrival, State};
use crate::value::{Scalar, Values};
use crate::verdicts::{Check, Verdicts};
use cairn_ir::graph::{Cfg, Dominators, LoopId, Loops};
use cairn_ir::{
    BlockId, BlockRef, Body, FuncId, Id, Linkage, Operand, Program, Rule, Span, Switch, Terminator, ValueId,
};
use cairn_logic::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the analysis may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many times as much as usual each function may take.
    pub effort: u64,
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
    /// How summaries are made and used.
    pub rules: Rules,
    /// May functions take what they need: are bodies entered where summaries do not hold, is the solver asked? Otherwise
    /// each function takes what its size allows.
    pub thorough: bool,
    /// May the analysis of a function ask for the bodies of callees whose summaries do not hold?
    pub may_ask: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            effort: 1,
            steps: 2_000_000,
            logic_steps: 8_000_000,
            depth: 200,
            unroll: 4,
            iterations: 100_000,
            alloc_may_fail: true,
            locals_hold_at_exit: true,
            rules: Rules::default(),
            thorough: true,
            may_ask: true,
        }
    }
}

/// Why the analysis gave up as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stop {
    Steps,
    Depth,
    Unsupported(String),
    Concurrency,
    Loop(Span),
    /// Objects of the caller may be one in too many ways.
    Aliasing,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Steps => f.write_str("it takes too many steps"),
            Stop::Depth => f.write_str("calls are nested too deeply"),
            Stop::Unsupported(what) => write!(f, "{what} is not modelled"),
            Stop::Concurrency => f.write_str("threads are not modelled"),
            Stop::Loop(_) => f.write_str("what a loop changes does not settle"),
            Stop::Aliasing => f.write_str("arguments may be one object in too many ways"),
        }
    }
}

/// A whole-program analysis from one function.
pub struct Analysis<'p> {
    pub program: &'p Program,
    pub facts: Facts,
    pub verdicts: Verdicts,
    pub limits: Limits,
    pub(crate) sizes: FxHashMap<TermId, TermId>,
    pub(crate) kinds: FxHashMap<TermId, ObjectKind>,
    pub(crate) shapes: FxHashMap<FuncId, Rc<Shape>>,
    pub(crate) next_object: u32,
    pub steps: u64,
    /// So much was spent that the rest is looked at coarsely.
    pub(crate) turned_coarse: bool,
    pub(crate) depth: usize,
    /// Inside a generalised loop: allocations stand for many.
    pub(crate) generalised: u32,
    /// Call sites of the active functions.
    pub(crate) path: Vec<Check>,
    /// Objects that stand for many, by where they are made.
    pub(crate) summaries: FxHashMap<(Vec<Check>, Check), TermId>,
    /// Families of blocks, likewise.
    pub(crate) families: FxHashMap<(Vec<Check>, Check), TermId>,
    /// Unknowns from here on are made in loops that are generalised, and in the innermost of these.
    pub(crate) first_in_loops: u32,
    pub(crate) first_in_loop: u32,
    /// Terms that stand for any value at the head of a loop that is being generalised.
    pub(crate) free: FxHashSet<TermId>,
    /// Pointers that change in a loop are not followed: it would not come to an end otherwise.
    pub(crate) coarse: bool,
    /// The same for whether an object is alive.
    pub(crate) free_lives: FxHashSet<Cond>,
    /// How many instructions of each block were executed in some state.
    pub(crate) visited: BTreeMap<(FuncId, BlockId), u32>,
    /// Some execution may end in an error: what comes behind it was not looked at.
    pub(crate) cut_short: bool,
    /// States in which the program ended by itself.
    pub(crate) ends: Vec<State>,
    /// What the function needs of its callers, if it is looked at alone.
    pub(crate) modular: Option<Modular<'p>>,
    /// The functions that run after the end are running.
    pub(crate) ending: bool,
    /// Code without a body that was called, by name.
    pub unknown_code: Vec<String>,
    /// Values that the program asked for, in the order of execution, with the condition under which it did.
    pub(crate) asked: Vec<(TermId, Cond)>,
    /// Conditions under which checks fail.
    pub(crate) suspects: Vec<Suspect>,
    /// Paths that are not followed to their end.
    pub(crate) abandoned: Abandoned,
    /// Paths that may end because something fails there.
    pub(crate) failures: Abandoned,
    /// The active functions but the innermost, with what their values are.
    pub(crate) callers: Vec<Caller<'p>>,
    pub(crate) recursion: Recursion,
    pub(crate) jumps: Jumps,
    /// Only such conditions are looked for: whether checks hold is decided elsewhere.
    pub(crate) hunting: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Heap(Check),
    Stack,
    Global {
        constant: bool,
    },
    External,
    Function(FuncId),
    /// What an address of entry leads to: anything.
    Entry(PlaceId),
}

/// What is known of a function's control flow.
pub(crate) struct Shape {
    pub(crate) cfg: Cfg,
    pub(crate) loops: Loops,
    /// Values that are defined in a loop and used outside of it: their value belongs to the path.
    pub(crate) escaping: FxHashSet<ValueId>,
    live: OnceCell<Live>,
}

impl Shape {
    pub(crate) fn live(&self, body: &Body) -> &Live {
        self.live.get_or_init(|| Live::new(body, &self.cfg))
    }
}

/// An active function.
pub struct Activation<'p> {
    pub func: FuncId,
    pub body: &'p Body,
    pub(crate) env: Vec<Option<Values>>,
    pub(crate) shape: Rc<Shape>,
    pub locals: Vec<TermId>,
    /// How many locals there were when a token of the stack was taken.
    pub(crate) saves: FxHashMap<ValueId, usize>,
    pub(crate) returns: Vec<Arrival>,
    /// Loops in which nothing but numbers changed when they were looked at last: the parameters of the head that did.
    pub(crate) moving: FxHashMap<LoopId, Vec<usize>>,
    pub here: (BlockId, u32),
}

/// An active function that waits for one that it calls.
pub(crate) struct Caller<'p> {
    pub body: &'p Body,
    pub shape: Rc<Shape>,
    pub env: Vec<Option<Values>>,
    pub carried: Rc<BTreeMap<ValueId, Values>>,
    /// Where the call is.
    pub at: (BlockId, u32),
}

/// Where control goes, with the state there.
pub(crate) type Exits = Vec<(BlockId, Arrival)>;

pub(crate) type Pending = BTreeMap<usize, (BlockId, Vec<Arrival>)>;

impl<'p> Analysis<'p> {
    pub fn new(program: &'p Program, limits: Limits) -> Analysis<'p> {
        let mut facts = Facts::new(program.target.pointer_bits);
        facts.rules = limits.rules;
        facts.conds.limits.function_steps = limits.logic_steps;
        Analysis {
            program,
            facts,
            verdicts: Verdicts::default(),
            limits,
            sizes: FxHashMap::default(),
            kinds: FxHashMap::default(),
            shapes: FxHashMap::default(),
            next_object: 0,
            steps: 0,
            turned_coarse: false,
            depth: 0,
            generalised: 0,
            path: Vec::new(),
            summaries: FxHashMap::default(),
            families: FxHashMap::default(),
            first_in_loops: u32::MAX,
            first_in_loop: u32::MAX,
            free: FxHashSet::default(),
            coarse: false,
            free_lives: FxHashSet::default(),
            visited: BTreeMap::new(),
            cut_short: false,
            ends: Vec::new(),
            modular: None,
            ending: false,
            unknown_code: Vec::new(),
            asked: Vec::new(),
            suspects: Vec::new(),
            abandoned: Abandoned::default(),
            failures: Abandoned::default(),
            callers: Vec::new(),
            recursion: Recursion::default(),
            jumps: Jumps::default(),
            hunting: false,
        }
    }

    /// Was the instruction (or, behind the last one, the terminator) executed in some state?
    pub fn was_visited(&self, func: FuncId, block: BlockId, inst: u32) -> bool {
        self.visited.get(&(func, block)).is_some_and(|&end| inst < end)
    }

    /// Who answered the questions that folding left.
    pub fn answers(&self) -> Answers {
        self.facts.answers
    }

    // ---- functions ----

    fn shape(&mut self, func: FuncId, body: &Body) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(&func) {
            return shape.clone();
        }
        let cfg = Cfg::new(body);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let escaping = escaping_values(body, &loops);
        let shape = Rc::new(Shape { cfg, loops, escaping, live: OnceCell::new() });
        self.shapes.insert(func, shape.clone());
        shape
    }

    /// A function about to be executed.
    pub(crate) fn activation(&mut self, func: FuncId, body: &'p Body) -> Activation<'p> {
        let shape = self.shape(func, body);
        let env = vec![None; body.values.len()];
        let (locals, saves, returns) = (Vec::new(), FxHashMap::default(), Vec::new());
        let moving = FxHashMap::default();
        Activation { func, body, env, shape, locals, saves, returns, moving, here: (body.entry(), 0) }
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
            return Err(Stop::Unsupported(program.func_name(func).to_owned()));
        };
        if self.depth >= self.limits.depth {
            return Err(Stop::Depth);
        }
        let mut act = self.activation(func, body);
        if !act.shape.loops.irreducible.is_empty() {
            return Err(Stop::Unsupported("irreducible control flow".to_owned()));
        }
        let caller_carried = state.carried.clone();
        let state = State { carried: Rc::default(), ..state };
        let params = self.parameters(&act, args, area);
        self.depth += 1;
        let blocks = act.shape.cfg.rpo().to_vec();
        let start = Arrival { state, args: params };
        let escaped = self.run_region(&mut act, &blocks, None, body.entry(), vec![start]);
        let landed = self.land(&mut act);
        self.depth -= 1;
        debug_assert!(escaped.as_ref().map_or(true, |(back, exits)| back.is_empty() && exits.is_empty()));
        escaped?;
        landed?;
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
    pub(crate) fn run_region(
        &mut self,
        act: &mut Activation<'p>,
        blocks: &[BlockId],
        around: Option<LoopId>,
        start: BlockId,
        arrivals: Vec<Arrival>,
    ) -> Result<(Vec<Arrival>, Exits), Stop> {
        let position = act.shape.cfg.rpo_index(start).expect("reachable");
        let pending = BTreeMap::from([(position, (start, arrivals))]);
        self.run_pending(act, blocks, around, start, pending)
    }

    /// The same from any of its blocks.
    pub(crate) fn run_pending(
        &mut self,
        act: &mut Activation<'p>,
        blocks: &[BlockId],
        around: Option<LoopId>,
        start: BlockId,
        mut pending: Pending,
    ) -> Result<(Vec<Arrival>, Exits), Stop> {
        let shape = act.shape.clone();
        let inside: FxHashSet<BlockId> = blocks.iter().copied().collect();
        let position = |block: BlockId| shape.cfg.rpo_index(block).expect("reachable");
        let (mut back, mut exits) = (Vec::new(), Vec::new());
        let mut first = true;
        while let Some((_, (block, arrivals))) = pending.pop_first() {
            let inner =
                shape.loops.innermost(block).filter(|_| shape.loops.is_header(block) && !(first && around.is_some()));
            first = false;
            let leaving = match inner.filter(|id| shape.loops.loops[*id].header == block && Some(*id) != around) {
                Some(id) => match self.run_loop(act, id, arrivals) {
                    Ok(exits) => exits,
                    Err(stop) => {
                        act.here = (block, 0);
                        self.abandon(act, stop)?;
                        Vec::new()
                    }
                },
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

    pub(crate) fn run_block(&mut self, act: &mut Activation<'p>, id: BlockId, arrival: Arrival) -> Result<Exits, Stop> {
        let mut state = arrival.state;
        let body = act.body;
        for (&param, value) in body.blocks[id].params.iter().zip(arrival.args) {
            self.define(act, &mut state, param, value);
        }
        self.run_rest(act, id, 0, state)
    }

    /// Runs a block from an instruction on.
    pub(crate) fn run_rest(
        &mut self,
        act: &mut Activation<'p>,
        id: BlockId,
        first: usize,
        mut state: State,
    ) -> Result<Exits, Stop> {
        let body = act.body;
        let block = &body.blocks[id];
        for (index, inst) in block.insts.iter().enumerate().skip(first) {
            if state.pc == Cond::FALSE {
                return Ok(Vec::new());
            }
            act.here = (id, index as u32);
            self.visit(act);
            let goes_on = self.take_step().and_then(|()| self.execute(act, &mut state, inst));
            let goes_on = match goes_on {
                Ok(goes_on) => goes_on,
                Err(stop) => {
                    self.abandon(act, stop)?;
                    false
                }
            };
            if !goes_on {
                return Ok(Vec::new());
            }
        }
        act.here = (id, block.insts.len() as u32);
        self.visit(act);
        self.terminate(act, state, &block.term)
    }

    /// What is only explored will be executed once more if it is possible at all.
    fn visit(&mut self, act: &Activation<'p>) {
        if self.verdicts.quiet == 0 {
            let end = self.visited.entry((act.func, act.here.0)).or_default();
            *end = (*end).max(act.here.1 + 1);
        }
    }

    /// One more instruction, if there is something left to spend.
    fn take_step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if !self.turned_coarse && self.modular.is_some() && self.facts.work() > self.limits.logic_steps / 2 {
            self.turned_coarse = true;
            self.facts.look_coarsely(COARSELY);
        }
        let spent = self.steps > self.limits.steps || self.facts.work() > self.limits.logic_steps;
        if spent || self.wants_more() { Err(Stop::Steps) } else { Ok(()) }
    }

    fn terminate(&mut self, act: &mut Activation<'p>, mut state: State, term: &'p Terminator) -> Result<Exits, Stop> {
        self.facts.spend(state.heap.object_count() / 4);
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
                for (cases, to) in ways_of(switch) {
                    let hit = value.when(&mut self.facts, |facts, scalar| {
                        let (term, _) = facts.word_of(scalar);
                        facts.is_one_of(term, &cases)
                    });
                    rest = self.facts.and(rest, !hit);
                    go(self, act, &state, hit, to);
                }
                go(self, act, &state, rest, &switch.default);
            }
            Terminator::Return(values) => {
                let args: Vec<Values> = values.iter().map(|&value| self.value(act, &state, value)).collect();
                if self.program.func_name(act.func) == "main" {
                    // The system looks at it.
                    args.iter().for_each(|value| self.check_defined(act, &mut state, value));
                }
                act.returns.push(Arrival { state, args });
            }
            Terminator::Unreachable => {
                self.check(act, &mut state, Rule::PreconditionViolation, Cond::TRUE);
            }
        }
        Ok(leaving)
    }
}

/// Where a switch goes but by default, each way once, with the cases that lead there.
fn ways_of(switch: &Switch) -> Vec<(Vec<u128>, &BlockRef)> {
    let mut ways: Vec<(Vec<u128>, &BlockRef)> = Vec::new();
    let mut known: FxHashMap<&BlockRef, usize> = FxHashMap::default();
    for (case, to) in switch.cases.iter().filter(|(_, to)| *to != switch.default) {
        let way = *known.entry(to).or_insert(ways.len());
        if way == ways.len() {
            ways.push((Vec::new(), to));
        }
        ways[way].0.push(*case);
    }
    ways
}

/// A weak symbol that nobody defines is null.
pub(crate) fn is_absent(linkage: Linkage, defined: bool) -> bool {
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
