//! Which values walk along which links: found in the code, before anything is analysed.
//!
//! It only decides which lists are worth knowing, and which variables hold what is soon forgotten. Nothing depends on it for
//! soundness.

use crate::world::World;
use cairn_ir::graph::CallGraph;
use cairn_ir::{
    BlockRef, Body, CType, Callee, Const, FieldRef, FuncId, GlobalId, Inst, Op, Operand, Program, Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A value, or a cell of a global that is accessed by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
    Value(FuncId, ValueId),
    Cell(GlobalId, i64),
}

#[derive(Default)]
pub struct Walks {
    links: FxHashMap<(FuncId, ValueId), BTreeSet<u64>>,
    /// Locals that are filled in and copied, and never looked at otherwise.
    drafts: FxHashSet<(FuncId, ValueId)>,
    /// All links that something walks along.
    pub all: BTreeSet<u64>,
}

/// From where to where values go as they are, or as addresses in the same object.
#[derive(Default)]
struct Flow {
    edges: Vec<(Holder, Holder)>,
    /// Values that walk along a link, and addresses of links that go elsewhere.
    walkers: Vec<(Holder, u64)>,
    inner: Vec<(Holder, u64)>,
}

impl Walks {
    pub fn new(world: &World<'_>, entry: FuncId) -> Walks {
        let program = world.program;
        let (mut flow, mut walks) = (Flow::default(), Walks::default());
        for func in CallGraph::new(program).reached([entry]) {
            if let Some(body) = &program.funcs[func].body {
                let uses = Uses::of(body);
                walks.drafts.extend(uses.drafts(body).map(|value| (func, value)));
                flow.add(program, func, body, &uses);
            }
        }
        let back = flow.edges.iter().map(|&(from, to)| (to, from)).collect::<Vec<_>>();
        spread(&back, &flow.walkers, &mut walks.links);
        spread(&flow.edges, &flow.inner, &mut walks.links);
        walks.all = walks.links.values().flatten().copied().collect();
        walks
    }

    pub fn links(&self, func: FuncId, value: ValueId) -> impl Iterator<Item = u64> + '_ {
        self.links.get(&(func, value)).into_iter().flatten().copied()
    }

    pub fn is_draft(&self, func: FuncId, value: ValueId) -> bool {
        self.drafts.contains(&(func, value))
    }
}

/// Carries links along edges, from where they are.
fn spread(edges: &[(Holder, Holder)], from: &[(Holder, u64)], links: &mut FxHashMap<(FuncId, ValueId), BTreeSet<u64>>) {
    let mut next: FxHashMap<Holder, Vec<Holder>> = FxHashMap::default();
    edges.iter().for_each(|&(from, to)| next.entry(from).or_default().push(to));
    let mut seen: FxHashSet<(Holder, u64)> = from.iter().copied().collect();
    let mut work = from.to_vec();
    while let Some((holder, link)) = work.pop() {
        if let Holder::Value(func, value) = holder {
            links.entry((func, value)).or_default().insert(link);
        }
        let onward = next.get(&holder).into_iter().flatten().map(|&to| (to, link));
        work.extend(onward.filter(|&new| seen.insert(new)));
    }
}

/// What is done with the values of a function.
struct Uses {
    /// Something else than to be the address of a load or a store.
    other: FxHashSet<ValueId>,
    loaded: FxHashSet<ValueId>,
    fields: Vec<(ValueId, ValueId)>,
}

impl Uses {
    fn of(body: &Body) -> Uses {
        let mut uses = Uses { other: FxHashSet::default(), loaded: FxHashSet::default(), fields: Vec::new() };
        for block in body.blocks.iter() {
            block.insts.iter().for_each(|inst| uses.add(inst));
            block.term.for_each_operand(|operand| uses.otherwise(operand));
        }
        uses
    }

    fn add(&mut self, inst: &Inst) {
        match &inst.op {
            Op::Load { addr: Operand::Value(addr), .. } => drop(self.loaded.insert(*addr)),
            Op::Store { value, addr: Operand::Value(_), .. } => self.otherwise(*value),
            Op::Field { base: Operand::Value(base), .. } => {
                self.fields.extend(inst.results.single().map(|result| (*base, result)));
            }
            Op::Copy { .. } | Op::ScopeStart { .. } | Op::ScopeEnd { .. } => {}
            op => op.for_each_operand(|operand| self.otherwise(operand)),
        }
    }

    fn otherwise(&mut self, operand: Operand) {
        if let Operand::Value(value) = operand {
            self.other.insert(value);
        }
    }

    fn drafts<'a>(&'a self, body: &'a Body) -> impl Iterator<Item = ValueId> + 'a {
        let allocas =
            body.blocks.iter().flat_map(|block| &block.insts).filter(|inst| matches!(inst.op, Op::Alloca { .. }));
        let is_read = |value: &ValueId| self.loaded.contains(value) || self.other.contains(value);
        let parts =
            move |value: ValueId| self.fields.iter().filter(move |(base, _)| *base == value).map(|(_, part)| part);
        let is_draft = move |value: &ValueId| {
            !is_read(value) && parts(*value).all(|part| !is_read(part) && parts(*part).next().is_none())
        };
        allocas.filter_map(|inst| inst.results.single()).filter(is_draft)
    }
}

impl Flow {
    fn add(&mut self, program: &Program, func: FuncId, body: &Body, uses: &Uses) {
        for block in body.blocks.iter() {
            block.insts.iter().for_each(|inst| self.instruction(program, func, body, inst, uses));
            block.term.targets().for_each(|to| self.jump(func, body, to));
        }
    }

    fn jump(&mut self, func: FuncId, body: &Body, to: &BlockRef) {
        for (&param, &arg) in body.blocks[to.block].params.iter().zip(&to.args) {
            self.edge(holder(func, arg), Some(Holder::Value(func, param)));
        }
    }

    fn edge(&mut self, from: Option<Holder>, to: Option<Holder>) {
        self.edges.extend(from.zip(to));
    }

    fn instruction(&mut self, program: &Program, func: FuncId, body: &Body, inst: &Inst, uses: &Uses) {
        let of = |operand: Operand| holder(func, operand);
        let result = inst.results.single().map(|value| Holder::Value(func, value));
        match &inst.op {
            Op::Field { base, offset, field } => {
                self.edge(of(*base), result);
                let link = field.is_some_and(|field| is_link(program, field)).then_some(*offset);
                if let (Some(link), Some(value)) =
                    (link.and_then(|link| u64::try_from(link).ok()), inst.results.single())
                {
                    let elsewhere = uses.other.contains(&value);
                    self.walkers.extend(
                        of(*base).filter(|_| elsewhere || uses.loaded.contains(&value)).map(|base| (base, link)),
                    );
                    self.inner.extend(elsewhere.then_some((Holder::Value(func, value), link)));
                }
            }
            Op::Index { base, .. } => self.edge(of(*base), result),
            Op::Freeze { value } => self.edge(of(*value), result),
            Op::Select { then, otherwise, .. } => {
                self.edge(of(*then), result);
                self.edge(of(*otherwise), result);
            }
            Op::Load { addr, .. } => self.edge(cell(body, *addr), result),
            Op::Store { value, addr, .. } => self.edge(of(*value), cell(body, *addr)),
            Op::Call { callee: Callee::Direct(callee), args, .. } => self.call(program, func, inst, *callee, args),
            _ => {}
        }
    }

    fn call(&mut self, program: &Program, func: FuncId, inst: &Inst, callee: FuncId, args: &[Operand]) {
        let Some(inside) = &program.funcs[callee].body else { return };
        for (&param, &arg) in inside.blocks[inside.entry()].params.iter().zip(args) {
            self.edge(holder(func, arg), Some(Holder::Value(callee, param)));
        }
        for block in inside.blocks.iter() {
            if let Terminator::Return(values) = &block.term {
                for (&value, result) in values.iter().zip(inst.results.iter()) {
                    self.edge(holder(callee, value), Some(Holder::Value(func, result)));
                }
            }
        }
    }
}

fn holder(func: FuncId, operand: Operand) -> Option<Holder> {
    match operand {
        Operand::Value(value) => Some(Holder::Value(func, value)),
        Operand::Const(_) => None,
    }
}

fn cell(body: &Body, addr: Operand) -> Option<Holder> {
    match addr {
        Operand::Const(id) => match body.consts[id] {
            Const::Global { id, offset } => Some(Holder::Cell(id, offset)),
            _ => None,
        },
        Operand::Value(_) => None,
    }
}

/// Does a member lead to a record of its own kind?
fn is_link(program: &Program, field: FieldRef) -> bool {
    let ctypes = &program.ctypes;
    let Some(member) = ctypes.records[field.record].fields.get(field.index as usize) else { return false };
    match ctypes.resolve(member.ty) {
        CType::Pointer(to) => *ctypes.resolve(*to) == CType::Record(field.record),
        _ => false,
    }
}
