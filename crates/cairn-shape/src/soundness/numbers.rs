//! Numbers alone: of registers with few bits every state can be tried, also those in which something wraps.
//!
//! A heap of registers stands for a set of states. What instructions and comparisons make of each of them must be in the heap
//! behind; a join must have the states of both sides, and a heap that covers another one must have its states.

use super::recipes::Random;
use super::seeds;
use crate::fault;
use crate::heap::{Frame, Heap};
use crate::known::KnownLinks;
use crate::linear::Constraint;
use crate::merge::{Cover, Style, cover, join};
use crate::range::{Range, cut, signed};
use crate::run::{Limits, Run};
use crate::sorted::Sorted;
use crate::value::{Lin, Sym, Val};
use crate::world::World;
use cairn_ir::{CastKind, CmpOp, FuncId, Id, OverflowOp, Program, Target, Type, ValueId};
use std::collections::BTreeMap;

/// How many bits each register has.
const WIDTHS: [u32; 4] = [3, 3, 3, 4];

type State = [u128; WIDTHS.len()];

/// One instruction on registers.
#[derive(Clone, Copy, Debug)]
enum Step {
    Constant(usize, u128),
    /// Something between two signed bounds.
    Input(usize, [i128; 2]),
    Compute(OverflowOp, usize, [Term; 2]),
    Cast(CastKind, usize, usize),
    /// Goes on only where the comparison holds.
    Assume(CmpOp, [Term; 2]),
}

#[derive(Clone, Copy, Debug)]
enum Term {
    Register(usize),
    Constant(u32, u128),
}

const COMPARISONS: [CmpOp; 7] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Ule, CmpOp::Slt, CmpOp::Sle, CmpOp::Uge];
const OPERATIONS: [OverflowOp; 6] =
    [OverflowOp::UAdd, OverflowOp::UAdd, OverflowOp::SAdd, OverflowOp::USub, OverflowOp::SSub, OverflowOp::UMul];

impl Term {
    fn of_width(random: &mut Random, width: u32) -> Term {
        let own: Vec<usize> = (0..WIDTHS.len()).filter(|&at| WIDTHS[at] == width).collect();
        match random.below(3) {
            0 => Term::Constant(width, random.below(1 << width) as u128),
            _ => Term::Register(own[random.below(own.len())]),
        }
    }

    fn in_heap(self, heap: &Heap) -> Val {
        match self {
            Term::Register(at) => *heap.frame().regs.get(&register(at)).expect("it has a value"),
            Term::Constant(width, value) => Val::int(width, value),
        }
    }

    fn in_state(self, state: &State) -> u128 {
        match self {
            Term::Register(at) => state[at],
            Term::Constant(_, value) => value,
        }
    }
}

impl Step {
    fn any(random: &mut Random) -> Step {
        let at = random.below(WIDTHS.len());
        let width = WIDTHS[at];
        let mut terms = |width| [Term::of_width(random, width), Term::of_width(random, width)];
        match (terms(width), random.below(13)) {
            (_, 0) => Step::Constant(at, random.below(1 << width) as u128),
            (_, 1 | 2) => {
                let low = random.below(1 << width) as i128 - (1 << (width - 1));
                Step::Input(at, [low, low + random.below(3) as i128])
            }
            (_, 3) if width == 4 => Step::Cast([CastKind::ZExt, CastKind::SExt][random.below(2)], random.below(3), at),
            (_, 3) => Step::Cast(CastKind::Trunc, 3, at),
            (terms, 4..=8) => Step::Compute(OPERATIONS[random.below(OPERATIONS.len())], at, terms),
            (terms, _) => Step::Assume(COMPARISONS[random.below(COMPARISONS.len())], terms),
        }
    }

    /// The heap behind, if any state gets there.
    fn of_heap(self, run: &Run<'_>, mut heap: Heap) -> Option<Heap> {
        let set = |heap: &mut Heap, at: usize, val: Val| heap.set(register(at), val);
        match self {
            Step::Constant(at, value) => set(&mut heap, at, Val::int(WIDTHS[at], value)),
            Step::Input(at, [low, high]) => {
                let input = heap.new_sym(Range::signed(WIDTHS[at], low, high), true);
                set(&mut heap, at, Val::Num(input));
            }
            Step::Compute(op, at, [a, b]) => {
                let (a, b) = (a.in_heap(&heap), b.in_heap(&heap));
                let (value, _) = run.overflowing(&mut heap, op, a, b, WIDTHS[at]);
                set(&mut heap, at, value);
            }
            Step::Cast(kind, from, to) => {
                let value = Term::Register(from).in_heap(&heap);
                let value = run.cast(&mut heap, kind, value, Type::Int(WIDTHS[from]), Type::Int(WIDTHS[to]));
                set(&mut heap, to, value);
            }
            Step::Assume(op, [a, b]) => {
                if !heap.assume(op, number(a.in_heap(&heap)), number(b.in_heap(&heap))) {
                    return None;
                }
            }
        }
        heap.collect();
        Some(heap)
    }

    /// The states behind one.
    fn of_state(self, mut state: State) -> Vec<State> {
        match self {
            Step::Constant(at, value) => state[at] = value,
            Step::Input(at, [low, high]) => {
                let range = Range::signed(WIDTHS[at], low, high);
                let with = |value| {
                    state[at] = cut(value as u128, WIDTHS[at]);
                    state
                };
                return (range.slo..=range.shi).map(with).collect();
            }
            Step::Compute(op, at, [a, b]) => {
                let (a, b) = (a.in_state(&state), b.in_state(&state));
                let value = match op {
                    OverflowOp::UAdd | OverflowOp::SAdd => a.wrapping_add(b),
                    OverflowOp::USub | OverflowOp::SSub => a.wrapping_sub(b),
                    OverflowOp::UMul | OverflowOp::SMul => a * b,
                };
                state[at] = cut(value, WIDTHS[at]);
            }
            Step::Cast(CastKind::SExt, from, to) => {
                state[to] = cut(signed(state[from], WIDTHS[from]) as u128, WIDTHS[to]);
            }
            Step::Cast(_, from, to) => state[to] = cut(state[from], WIDTHS[to]),
            Step::Assume(op, [a, b]) => {
                let width = match a {
                    Term::Register(at) => WIDTHS[at],
                    Term::Constant(width, _) => width,
                };
                if !op.holds(width, a.in_state(&state), b.in_state(&state)) {
                    return Vec::new();
                }
            }
        }
        vec![state]
    }
}

fn register(at: usize) -> ValueId {
    ValueId::new(at)
}

fn number(val: Val) -> Lin {
    match val {
        Val::Num(lin) => lin,
        other => unreachable!("{other:?} in a register of numbers"),
    }
}

/// All registers may hold anything.
fn anything(world: &World<'_>) -> Heap {
    let mut heap = Heap::new(world);
    heap.frames.push(Frame { func: FuncId::new(0), regs: Sorted::new(), locals: Vec::new() });
    for (at, &width) in WIDTHS.iter().enumerate() {
        let any = heap.unknown(width, true);
        heap.set(register(at), any);
    }
    heap
}

/// Every state that a heap stands for.
fn states(heap: &Heap) -> Vec<State> {
    let mut all = vec![State::default()];
    for (at, &width) in WIDTHS.iter().enumerate() {
        let with = |state: State, value: u128| {
            let mut state = state;
            state[at] = value;
            state
        };
        all = all.into_iter().flat_map(|state| (0..1 << width).map(move |value| with(state, value))).collect();
    }
    all.retain(|state| has(heap, state));
    all
}

/// Does a heap stand for a state? Registers have all of its symbols.
fn has(heap: &Heap, state: &State) -> bool {
    let mut syms: BTreeMap<Sym, u128> = BTreeMap::new();
    for (at, value) in state.iter().enumerate() {
        let lin = number(Term::Register(at).in_heap(heap));
        let base = cut(value.wrapping_sub(lin.add), lin.width);
        let known = lin.sym.map_or(0, |sym| *syms.entry(sym).or_insert(base));
        let range = lin.sym.map(|sym| heap.syms[&sym].range);
        if known != base || !range.is_none_or(|range| range.contains(&Range::constant(lin.width, base))) {
            return false;
        }
    }
    let value = |lin: Lin| cut(lin.sym.map_or(0, |sym| syms[&sym]).wrapping_add(lin.add), lin.width);
    let relates = |Constraint { sum, is_equation }: &Constraint| {
        let addend = |&(sym, by): &(Sym, i128)| by * signed(syms[&sym], heap.syms[&sym].range.width);
        let sum = sum.terms.iter().map(addend).sum::<i128>() + sum.add;
        if *is_equation { sum == 0 } else { sum >= 0 }
    };
    heap.facts.iter().all(|fact| fact.op.holds(fact.lhs.width, value(fact.lhs), value(fact.rhs)))
        && heap.relations.iter().all(relates)
}

struct Bench<'w> {
    run: Run<'w>,
    known: KnownLinks,
    /// How many comparisons were made.
    count: usize,
    /// Heaps that were covered by others.
    covered: usize,
}

impl<'w> Bench<'w> {
    fn new(world: &'w World<'w>) -> Bench<'w> {
        Bench { run: Run::new(world, Limits::default()), known: KnownLinks::new(), count: 0, covered: 0 }
    }

    /// The heap has these states.
    fn check(&mut self, heap: &Heap, states: impl IntoIterator<Item = State>, what: impl Fn() -> String) {
        self.count += 1;
        for state in states {
            assert!(has(heap, &state), "{}: {state:?} is not in\n{heap:?}", what());
        }
    }

    fn step(&mut self, step: Step, heap: &Heap) -> Option<Heap> {
        let after = step.of_heap(&self.run, heap.clone());
        let behind: Vec<State> = states(heap).into_iter().flat_map(|state| step.of_state(state)).collect();
        match &after {
            Some(after) => self.check(after, behind, || format!("{step:?} behind\n{heap:?}")),
            None => assert!(behind.is_empty(), "{step:?} goes on behind\n{heap:?}"),
        }
        after
    }

    fn steps(&mut self, steps: &[Step], heap: &Heap) -> Option<Heap> {
        steps.iter().try_fold(heap.clone(), |heap, &step| self.step(step, &heap))
    }

    fn joined(&mut self, left: &Heap, right: &Heap, landmarks: Option<&[i128]>) -> Option<Heap> {
        let merged = join(self.run.world, left, right, Style { landmarks, known: &self.known })?.heap;
        for side in [left, right] {
            self.check(&merged, states(side), || format!("a join of\n{left:?}\n{right:?}"));
        }
        Some(merged)
    }

    fn covers(&mut self, heap: &Heap, other: &Heap) -> bool {
        let covers = cover(self.run.world, other, heap, &self.known) == Some(Cover::Whole);
        if covers {
            self.covered += 1;
            self.check(heap, states(other), || format!("said to cover\n{other:?}"));
        }
        covers
    }

    /// Two ways behind the same start meet; one of them is taken again and again.
    fn seed(&mut self, seed: u64) {
        let mut random = Random(seed);
        let mut any =
            |count: usize| -> Vec<Step> { (0..random.below(count) + 1).map(|_| Step::any(&mut random)).collect() };
        let (start, ways) = (any(6), [any(3), any(3)]);
        let wide = random.one_in(2).then_some(&[-3, -1, 0, 1, 2, 5][..]);
        let Some(start) = self.steps(&start, &anything(self.run.world)) else { return };
        let [left, right] = ways.each_ref().map(|way| self.steps(way, &start));
        let Some(mut head) = right else { return };
        let mut next = left;
        for _ in 0..8 {
            let Some(back) = next.filter(|back| !self.covers(&head, back)) else { return };
            self.covers(&back, &head);
            let Some(merged) = self.joined(&back, &head, wide) else { return };
            head = merged;
            next = self.steps(&ways[0], &head);
        }
    }
}

#[test]
fn numbers_have_all_their_states() {
    let program = Program::new(Target::x86_64());
    let world = World::new(&program);
    let mut bench = Bench::new(&world);
    seeds(200).for_each(|seed| bench.seed(seed));
    println!("{} comparisons, {} covered", bench.count, bench.covered);
    assert!(bench.count > 1200 && bench.covered > 80);
}

#[test]
fn a_broken_rule_of_numbers_is_noticed() {
    let program = Program::new(Target::x86_64());
    let world = World::new(&program);
    for fault in fault::OF_NUMBERS {
        let noticed = (1..400).any(|seed| {
            let attempt = || fault::with(fault, || Bench::new(&world).seed(seed));
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(attempt)).is_err()
        });
        assert!(noticed, "nobody notices {fault:?}");
    }
}
