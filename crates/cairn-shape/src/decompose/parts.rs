//! Heaps in parts: what is connected by pointers or by numbers that are not known stays together, the rest is told apart.
//!
//! A part says something of some variables only: registers, and globals that can change. Parts that have no variable in
//! common can be put together again. Null and constants connect nothing.

use crate::effort::Effort;
use crate::heap::{Fact, Frame, Heap, SymInfo};
use crate::object::{Cell, Content, Kind, Obj, Part};
use crate::sorted::Sorted;
use crate::value::{Addr, Lin, ObjId, Sym, Val};
use crate::world::World;
use cairn_ir::{Id, ValueId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A variable: a register of an active function, or a global that can change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Var {
    Reg(usize, ValueId),
    Global(ObjId),
}

pub(crate) type Vars = BTreeSet<Var>;

/// The variables that a part speaks of.
pub(crate) fn vars(world: &World<'_>, heap: &Heap) -> Vars {
    let globals = heap.objs.keys().filter(|id| can_change(world, **id)).map(|&id| Var::Global(id));
    let frames = heap.frames.iter().enumerate();
    let regs = frames.flat_map(|(at, frame)| frame.regs.keys().map(move |&value| Var::Reg(at, value)));
    globals.chain(regs).collect()
}

/// A global that the program can write, or through which it gets to one.
pub(crate) fn can_change(world: &World<'_>, id: ObjId) -> bool {
    let is_global = |obj: &Obj| matches!(obj.kind, Kind::Global(_));
    let leads_on =
        |obj: &Obj| obj.values().any(|(_, val)| val.addr().is_some_and(|to| is_global(&world.fixed[to.obj.index()])));
    world.fixed.get(id.index()).is_some_and(|obj| is_global(obj) && (!obj.readonly || leads_on(obj)))
}

/// What is told apart or kept together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Var(Var),
    Obj(ObjId),
    Sym(Sym),
}

/// Sets that grow together.
#[derive(Default)]
struct Groups {
    parent: BTreeMap<Node, Node>,
}

impl Groups {
    fn find(&self, node: Node) -> Node {
        let mut node = node;
        while let Some(&up) = self.parent.get(&node) {
            node = up;
        }
        node
    }

    fn connect(&mut self, a: Node, b: Node) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent.insert(b, a);
        }
    }

    fn connect_val(&mut self, world: &World<'_>, node: Node, val: Val) {
        val.syms().for_each(|sym| self.connect(node, Node::Sym(sym)));
        if let Some(addr) = val.addr().filter(|addr| !is_constant(world, addr.obj)) {
            self.connect(node, Node::Obj(addr.obj));
        }
    }
}

/// Functions and what cannot be written are the same everywhere.
fn is_constant(world: &World<'_>, id: ObjId) -> bool {
    id.index() < world.fixed.len() && !can_change(world, id)
}

/// The parts of a heap, and what belongs to none: a heap without variables that knows what is lost.
pub(crate) fn split(world: &World<'_>, heap: &Heap) -> (Vec<Heap>, Heap) {
    let groups = groups(world, heap);
    let mut parts: BTreeMap<Node, Heap> = BTreeMap::new();
    let frames = |heap: &Heap| -> Vec<Frame> {
        let bare = |frame: &Frame| Frame { func: frame.func, regs: Sorted::new(), locals: Vec::new() };
        heap.frames.iter().map(bare).collect()
    };
    let empty = || Heap {
        frames: frames(heap),
        choices: heap.choices,
        next_obj: heap.next_obj,
        next_sym: heap.next_sym,
        ..Heap::new(world)
    };
    for (&id, obj) in &heap.objs {
        let part = parts.entry(groups.find(Node::Obj(id))).or_insert_with(empty);
        part.objs.insert(id, obj.clone());
    }
    for (at, frame) in heap.frames.iter().enumerate() {
        for (&value, &val) in &frame.regs {
            let part = parts.entry(groups.find(Node::Var(Var::Reg(at, value)))).or_insert_with(empty);
            part.frames[at].regs.insert(value, val);
        }
        for &local in &frame.locals {
            let part = parts.entry(groups.find(Node::Obj(local))).or_insert_with(empty);
            part.frames[at].locals.push(local);
        }
    }
    for (&sym, &info) in &heap.syms {
        if let Some(part) = parts.get_mut(&groups.find(Node::Sym(sym))) {
            part.syms.insert(sym, info);
        }
    }
    for &fact in &heap.facts {
        if let Some(part) = fact.lhs.sym.and_then(|sym| parts.get_mut(&groups.find(Node::Sym(sym)))) {
            part.facts.insert(fact);
        }
    }
    for relation in &heap.relations {
        let first = relation.sum.syms().next().map(|sym| groups.find(Node::Sym(sym)));
        if let Some(part) = first.and_then(|group| parts.get_mut(&group)) {
            part.relations.insert(relation.clone());
        }
    }
    for part in parts.values_mut() {
        part.not_all_empty.clone_from(&heap.not_all_empty);
        part.drop_not_all_empty();
    }
    let rest = Heap { lost: heap.lost.clone(), ..empty() };
    (parts.into_values().collect(), rest)
}

fn groups(world: &World<'_>, heap: &Heap) -> Groups {
    let mut groups = Groups::default();
    for (at, frame) in heap.frames.iter().enumerate() {
        for (&value, &val) in &frame.regs {
            groups.connect_val(world, Node::Var(Var::Reg(at, value)), val);
        }
    }
    for (&id, obj) in &heap.objs {
        let node = Node::Obj(id);
        obj.size.sym.into_iter().for_each(|sym| groups.connect(node, Node::Sym(sym)));
        obj.owner.into_iter().for_each(|owner| groups.connect(node, Node::Obj(owner)));
        if let Some(part) = obj.part {
            groups.connect(node, Node::Obj(part.whole));
            part.at.sym.into_iter().for_each(|sym| groups.connect(node, Node::Sym(sym)));
        }
        obj.values().for_each(|(_, val)| groups.connect_val(world, node, val));
    }
    for (&sym, info) in &heap.syms {
        info.owner.into_iter().for_each(|owner| groups.connect(Node::Sym(sym), Node::Obj(owner)));
    }
    for fact in &heap.facts {
        if let (Some(a), Some(b)) = (fact.lhs.sym, fact.rhs.sym) {
            groups.connect(Node::Sym(a), Node::Sym(b));
        }
    }
    for relation in &heap.relations {
        let syms: Vec<Sym> = relation.sum.syms().collect();
        syms.windows(2).for_each(|pair| groups.connect(Node::Sym(pair[0]), Node::Sym(pair[1])));
    }
    groups
}

impl Heap {
    /// Takes in a part that has no variable in common with this one.
    pub(crate) fn absorb(&mut self, world: &World<'_>, part: &Heap) {
        // What is freed in one part was not seen when blocks of the other were allocated.
        let reused = self.has_freed();
        if part.has_freed() {
            self.mark_reused(|_| true);
        }
        let fixed = world.fixed.len();
        let mut objs: BTreeMap<ObjId, ObjId> = BTreeMap::new();
        for &id in part.objs.keys().filter(|id| id.index() >= fixed) {
            objs.insert(id, ObjId::new(self.next_obj as usize));
            self.next_obj += 1;
        }
        let mut syms: BTreeMap<Sym, Sym> = BTreeMap::new();
        for (&sym, info) in &part.syms {
            let new = Sym::new(self.next_sym as usize);
            self.next_sym += 1;
            let owner = info.owner.map(|owner| objs.get(&owner).copied().unwrap_or(owner));
            self.syms.insert(new, SymInfo { owner, ..*info });
            syms.insert(sym, new);
        }
        let obj = |id: ObjId| objs.get(&id).copied().unwrap_or(id);
        let lin = |lin: Lin| Lin { sym: lin.sym.map(|sym| syms[&sym]), ..lin };
        let val = |val: Val| match val {
            Val::Num(number) => Val::Num(lin(number)),
            Val::Ptr(addr) => Val::Ptr(Addr { obj: obj(addr.obj), off: lin(addr.off), ..addr }),
            other => other,
        };
        for (&id, old) in &part.objs {
            let cells = old.cells.iter().map(|(&at, cell)| match &cell.content {
                Content::Val(old) => (at, Cell { len: cell.len, content: Content::Val(val(*old)) }),
                _ => (at, cell.clone()),
            });
            let new = Obj {
                size: lin(old.size),
                part: old.part.map(|part| Part { whole: obj(part.whole), at: lin(part.at) }),
                cells: cells.collect(),
                owner: old.owner.map(obj),
                reused: old.reused || (reused && old.kind == Kind::Heap),
                ..Obj::clone(old)
            };
            self.objs.insert(obj(id), Rc::new(new));
        }
        for (frame, more) in self.frames.iter_mut().zip(&part.frames) {
            frame.regs.extend(more.regs.iter().map(|(&value, &old)| (value, val(old))));
            frame.locals.extend(more.locals.iter().map(|&local| obj(local)));
        }
        self.facts.extend(part.facts.iter().map(|fact| Fact { lhs: lin(fact.lhs), rhs: lin(fact.rhs), ..*fact }));
        self.relations.extend(part.renamed_relations(|sym| syms.get(&sym).copied()));
        self.not_all_empty.extend(part.not_all_empty.iter().filter_map(|one| one.renamed(|id| objs.get(id).copied())));
        self.lost.extend(part.lost.iter().copied());
        self.choices = self.choices.max(part.choices);
    }
}

/// All ways to choose parts, one for each of the wanted variables, that have no variable in common; `with` is chosen.
pub(crate) fn choices<'a>(
    parts: &[(&'a Vars, &'a Heap)],
    with: Option<(&'a Vars, &'a Heap)>,
    wanted: &Vars,
    most: usize,
) -> Option<Vec<Vec<&'a Heap>>> {
    let mut done = Vec::new();
    let taken: Vars = with.map(|(vars, _)| vars.clone()).unwrap_or_default();
    let mut work: Vec<(Vars, Vec<&'a Heap>)> = vec![(taken, with.into_iter().map(|(_, heap)| heap).collect())];
    while let Some((taken, chosen)) = work.pop() {
        let Some(next) = wanted.iter().find(|var| !taken.contains(var)) else {
            done.push(chosen);
            if done.len() > most {
                return None;
            }
            continue;
        };
        for (vars, heap) in parts.iter().filter(|(vars, _)| vars.contains(next) && vars.is_disjoint(&taken)) {
            let taken: Vars = taken.union(vars).copied().collect();
            let chosen = chosen.iter().copied().chain([*heap]).collect();
            work.push((taken, chosen));
        }
    }
    Some(done)
}

/// Steps of the search for a whole; behind them it is taken to exist. (To find out is as hard as an exact cover.)
const SEARCH: usize = 2_000;

/// Do parts with the given variables, besides those taken, make up everything, none of them twice, if some parts do? What has
/// no variable in common with those taken, not even by other parts, is then made up by whatever makes it up there.
pub(crate) fn is_part_of_a_whole(taken: &Vars, parts: &[&Vars], everything: &Vars, effort: &Effort) -> bool {
    let mut work = vec![taken.clone()];
    for _ in 0..SEARCH {
        let Some(taken) = work.pop() else { return false };
        effort.parts_seen(parts.len());
        let excluded = parts.iter().filter(|vars| !vars.is_disjoint(&taken));
        let mut missing = excluded.flat_map(|vars| vars.difference(&taken)).filter(|var| everything.contains(var));
        let Some(next) = missing.next() else { return true };
        let fitting = parts.iter().filter(|vars| vars.contains(next) && vars.is_disjoint(&taken));
        work.extend(fitting.map(|vars| taken.union(vars).copied().collect()));
    }
    true
}
