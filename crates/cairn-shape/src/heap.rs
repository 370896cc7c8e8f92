//! Abstract heaps: objects, numbers and the registers of the active functions. One of them stands for many concrete states.
//!
//! An edge from a cell to an object is sure: every concrete state that the heap stands for has it.
//! Not here: what instructions do (`step`), lists made of segments (`unfold`, `fold`), comparing heaps (`merge`).

use crate::compare::as_number;
use crate::effort::Effort;
use crate::fault::{Fault, broken};
use crate::inputs::Derived;
use crate::linear::Constraint;
use crate::nonempty::NotAllEmpty;
use crate::object::{Cell, Content, Fill, Kind, Life, Obj, Where};
use crate::range::Range;
use crate::sorted::Sorted;
use crate::value::{Addr, Lin, ObjId, Spot, Sym, Val};
use crate::world::World;
use cairn_ir::{BlockId, CmpOp, FuncId, Id, ValueId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is known of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SymInfo {
    pub range: Range,
    /// It belongs to no object: it is not an address as a number.
    pub plain: bool,
    /// The segment in whose every node it is another number.
    pub owner: Option<ObjId>,
}

/// An active function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub func: FuncId,
    pub regs: Sorted<ValueId, Val>,
    pub locals: Vec<ObjId>,
}

/// Registers from here on stand for places that lead somewhere only if some list is not empty.
pub(crate) const UNSURE: usize = 1 << 30;

fn is_sure(value: ValueId) -> bool {
    value.index() < UNSURE
}

/// A fact about two symbols: the first is less than the second (plus constants), or different.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    pub op: CmpOp,
    pub lhs: Lin,
    pub rhs: Lin,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    /// Without globals that still have their initial content.
    pub objs: Sorted<ObjId, Rc<Obj>>,
    pub syms: Sorted<Sym, SymInfo>,
    /// The innermost function last.
    pub frames: Vec<Frame>,
    pub facts: BTreeSet<Fact>,
    pub relations: BTreeSet<Constraint>,
    /// Lists of which one has a node.
    pub(crate) not_all_empty: BTreeSet<NotAllEmpty>,
    /// Allocations of which a block was lost.
    pub lost: BTreeSet<Where>,
    /// Nondeterministic values in the order in which they were asked for; kept only when searching for an execution.
    pub inputs: Vec<Val>,
    /// Numbers that were computed from one other number; kept only when searching, too.
    pub derived: Vec<Derived>,
    /// Iterations of loops by function and head, and the choices made by then; used only when searching.
    pub trips: BTreeMap<(usize, BlockId), (u32, u32)>,
    /// Symbols that gave way to other numbers since the last collection, for numbers held elsewhere.
    pub gone: BTreeMap<Sym, Lin>,
    /// How often one of several ways was taken.
    pub choices: u32,
    pub next_obj: u32,
    pub next_sym: u32,
    pub(crate) effort: Effort,
}

/// Facts that a heap keeps, at most.
const MAX_FACTS: usize = 24;

impl Heap {
    pub fn new(world: &World<'_>) -> Heap {
        Heap {
            objs: Sorted::new(),
            syms: Sorted::new(),
            frames: Vec::new(),
            facts: BTreeSet::new(),
            relations: BTreeSet::new(),
            not_all_empty: BTreeSet::new(),
            lost: BTreeSet::new(),
            inputs: Vec::new(),
            derived: Vec::new(),
            trips: BTreeMap::new(),
            gone: BTreeMap::new(),
            choices: 0,
            next_obj: world.fixed.len() as u32,
            next_sym: 0,
            effort: world.effort.clone(),
        }
    }

    // ---- registers ----

    pub fn frame(&self) -> &Frame {
        self.frames.last().expect("some function is active")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("some function is active")
    }

    pub fn set(&mut self, value: ValueId, val: Val) {
        self.frame_mut().regs.insert(value, val);
    }

    // ---- objects ----

    pub fn obj<'a>(&'a self, world: &'a World<'_>, id: ObjId) -> &'a Obj {
        self.objs.get(&id).map(Rc::as_ref).or_else(|| world.fixed.get(id.index())).expect("addresses lead to objects")
    }

    /// The frame that a variable ends with, counted from outside.
    pub fn frame_of(&self, local: ObjId) -> Option<usize> {
        self.frames.iter().position(|frame| frame.locals.contains(&local))
    }

    pub fn obj_mut(&mut self, world: &World<'_>, id: ObjId) -> &mut Obj {
        let fixed = || world.fixed.get(id.index()).expect("addresses lead to objects");
        Rc::make_mut(self.objs.get_or_insert_with(id, || Rc::new(fixed().clone())))
    }

    pub fn add(&mut self, obj: Obj) -> ObjId {
        let id = ObjId::new(self.next_obj as usize);
        self.next_obj += 1;
        self.objs.insert(id, Rc::new(obj));
        id
    }

    /// How much there is to be kept: objects, their cells (or what was stored where it is not known any more), and numbers.
    pub fn size(&self) -> u64 {
        let cells: usize = self.objs.values().map(|obj| 1 + obj.cells.len().max(obj.stored.len())).sum();
        (cells + self.syms.len()) as u64
    }

    /// Is there a block that is gone, and to which something still points?
    pub fn has_freed(&self) -> bool {
        self.objs.values().any(|obj| obj.kind == Kind::Heap && obj.life == Life::Freed)
    }

    /// Notes that blocks may lie where others were.
    pub fn mark_reused(&mut self, which: impl Fn(&Obj) -> bool) {
        for obj in self.objs.values_mut().filter(|obj| obj.kind == Kind::Heap && !obj.reused && which(obj)) {
            Rc::make_mut(obj).reused = true;
        }
    }

    // ---- numbers ----

    pub fn new_sym(&mut self, range: Range, plain: bool) -> Lin {
        if let Some(value) = range.single().filter(|_| plain) {
            return Lin::constant(range.width, value);
        }
        let sym = Sym::new(self.next_sym as usize);
        self.next_sym += 1;
        self.syms.insert(sym, SymInfo { range, plain, owner: None });
        Lin::symbol(range.width, sym)
    }

    /// A number of which nothing is known.
    pub fn unknown(&mut self, width: u32, plain: bool) -> Val {
        Val::Num(self.new_sym(Range::full(width), plain))
    }

    /// A number as it is written now: its symbol may have given way to another number.
    pub fn current(&self, lin: Lin) -> Lin {
        match lin.sym.and_then(|sym| self.gone.get(&sym)) {
            Some(by) => self.current(by.plus(lin.add)),
            None => lin,
        }
    }

    pub fn range(&self, lin: Lin) -> Range {
        let lin = self.current(lin);
        match lin.sym {
            None => Range::constant(lin.width, lin.add),
            Some(sym) => self.syms[&sym].range.shift(lin.add),
        }
    }

    /// Has a number each of these values? Not a question for its range, which is more than its values where the addition
    /// wraps.
    pub fn takes(&self, lin: Lin, values: &Range) -> bool {
        let lin = self.current(lin);
        match lin.sym {
            None => *values == Range::constant(lin.width, lin.add),
            Some(_) if broken(Fault::WrapsEverywhere) => self.range(lin).contains(values),
            Some(sym) => self.syms[&sym].range.contains(&values.shift(0u128.wrapping_sub(lin.add))),
        }
    }

    pub fn is_plain(&self, lin: Lin) -> bool {
        self.current(lin).sym.is_none_or(|sym| self.syms[&sym].plain)
    }

    /// Is `lhs op rhs` known?
    pub fn decide(&self, op: CmpOp, lhs: Lin, rhs: Lin) -> Option<bool> {
        let (lhs, rhs) = (self.current(lhs), self.current(rhs));
        if lhs.sym == rhs.sym && lhs.add == rhs.add {
            return Some(matches!(op, CmpOp::Eq | CmpOp::Ule | CmpOp::Uge | CmpOp::Sle | CmpOp::Sge));
        }
        if lhs.sym == rhs.sym && matches!(op, CmpOp::Eq | CmpOp::Ne) {
            return Some(op == CmpOp::Ne);
        }
        if let Some(known) = self.range(lhs).compare(op, &self.range(rhs)) {
            return Some(known);
        }
        if lhs.sym.is_none() || rhs.sym.is_none() {
            return self.decide_by_relations(op, lhs, rhs);
        }
        let implied = |op: CmpOp| {
            let (op, lhs, rhs) = forward(op, lhs, rhs);
            match op {
                CmpOp::Ult | CmpOp::Ule | CmpOp::Slt | CmpOp::Sle => self.is_ordered(op, lhs, rhs),
                CmpOp::Ne => {
                    let differ = |lhs: Lin, rhs: Lin| self.facts.contains(&Fact { op, lhs, rhs });
                    let less = |op: CmpOp| self.is_ordered(op, lhs, rhs) || self.is_ordered(op, rhs, lhs);
                    differ(lhs, rhs) || differ(rhs, lhs) || less(CmpOp::Slt) || less(CmpOp::Ult)
                }
                _ => false,
            }
        };
        if implied(op) {
            return Some(true);
        }
        implied(op.negated()).then_some(false).or_else(|| self.decide_by_relations(op, lhs, rhs))
    }

    /// Do facts lead from one number to another that is more, or at least as much?
    fn is_ordered(&self, op: CmpOp, from: Lin, to: Lin) -> bool {
        let (less, at_most) = match op {
            CmpOp::Ult | CmpOp::Ule => (CmpOp::Ult, CmpOp::Ule),
            _ => (CmpOp::Slt, CmpOp::Sle),
        };
        let mut met: BTreeSet<(Lin, bool)> = BTreeSet::new();
        let mut work = vec![(from, op == at_most)];
        while let Some((at, enough)) = work.pop() {
            for fact in self.facts.iter().filter(|fact| fact.lhs == at && (fact.op == less || fact.op == at_most)) {
                let enough = enough || fact.op == less;
                if fact.rhs == to && enough {
                    return true;
                }
                if met.insert((fact.rhs, enough)) {
                    work.push((fact.rhs, enough));
                }
            }
        }
        false
    }

    /// Goes on where `lhs op rhs` holds; `false` if that is nowhere.
    pub fn assume(&mut self, op: CmpOp, lhs: Lin, rhs: Lin) -> bool {
        let (lhs, rhs) = (self.current(lhs), self.current(rhs));
        if let Some(known) = self.decide(op, lhs, rhs) {
            return known;
        }
        let (left, right) = (self.range(lhs), self.range(rhs));
        if !self.restrict(lhs, left.assume(op, &right)) || !self.restrict(rhs, right.assume(op.mirrored(), &left)) {
            return false;
        }
        let (lhs, rhs) = (self.current(lhs), self.current(rhs));
        if op == CmpOp::Eq {
            self.equate(lhs, rhs);
        } else if lhs.sym.is_some() && rhs.sym.is_some() && self.facts.len() < MAX_FACTS {
            if lhs.sym == rhs.sym {
                return true;
            }
            let (op, lhs, rhs) = forward(op, lhs, rhs);
            self.facts.insert(Fact { op, lhs, rhs });
        }
        true
    }

    fn restrict(&mut self, lin: Lin, to: Option<Range>) -> bool {
        let Some(to) = to else { return false };
        let Some(sym) = lin.sym else { return true };
        // It may have given way to a constant just now.
        let Some(info) = self.syms.get(&sym) else { return to.intersect(&self.range(lin)).is_some() };
        let back = to.shift(0u128.wrapping_sub(lin.add));
        let Some(range) = info.range.intersect(&back) else { return false };
        let plain = info.plain;
        self.syms.get_mut(&sym).expect("known").range = range;
        if plain && let Some(value) = range.single() {
            self.replace_sym(sym, Lin::constant(lin.width, value));
        }
        true
    }

    /// Two numbers are the same: one symbol gives way to the other. Addresses as numbers stay what they are.
    fn equate(&mut self, lhs: Lin, rhs: Lin) {
        if lhs == rhs || !self.is_plain(lhs) || !self.is_plain(rhs) {
            return;
        }
        match (lhs.sym, rhs.sym) {
            (Some(sym), _) => self.replace_sym(sym, rhs.minus(lhs.add)),
            (None, Some(sym)) => self.replace_sym(sym, lhs.minus(rhs.add)),
            (None, None) => {}
        }
    }

    /// Writes `by` wherever `sym` is. Only for numbers that belong to no object.
    pub(crate) fn replace_sym(&mut self, sym: Sym, by: Lin) {
        let new = |lin: Lin| if lin.sym == Some(sym) { by.plus(lin.add) } else { lin };
        self.rewrite(
            |val| match val {
                Val::Num(lin) => Val::Num(new(lin)),
                Val::Ptr(addr) => Val::Ptr(Addr { off: new(addr.off), ..addr }),
                other => other,
            },
            new,
        );
        self.relations_with(sym, by);
        self.syms.remove(&sym);
        self.gone.insert(sym, by);
    }

    /// Writes other values everywhere, and other numbers where sizes and facts are.
    pub fn rewrite(&mut self, val: impl Fn(Val) -> Val, lin: impl Fn(Lin) -> Lin) {
        for frame in &mut self.frames {
            frame.regs.values_mut().for_each(|reg| *reg = val(*reg));
        }
        self.inputs.iter_mut().for_each(|input| *input = val(*input));
        self.derived.iter_mut().for_each(|one| (one.new, one.old) = (val(one.new), val(one.old)));
        for obj in self.objs.values_mut() {
            let moved = obj.part.is_some_and(|part| lin(part.at) != part.at);
            let changes = moved || lin(obj.size) != obj.size || obj.values().any(|(_, old)| val(old) != old);
            if !changes {
                continue;
            }
            let obj = Rc::make_mut(obj);
            obj.size = lin(obj.size);
            if let Some(part) = &mut obj.part {
                part.at = lin(part.at);
            }
            for cell in obj.cells.values_mut() {
                if let Content::Val(old) = &mut cell.content {
                    *old = val(*old);
                }
            }
        }
        let facts = std::mem::take(&mut self.facts);
        let moved = facts.into_iter().map(|fact| Fact { lhs: lin(fact.lhs), rhs: lin(fact.rhs), ..fact });
        self.facts = moved
            .filter(|fact| fact.lhs.sym.is_some() && fact.rhs.sym.is_some() && fact.lhs.sym != fact.rhs.sym)
            .collect();
    }

    // ---- garbage ----

    /// Drops what nothing leads to. A heap block that is alive then is lost for good.
    pub fn collect(&mut self) {
        self.gone.clear();
        let reached = self.reachable(self.roots());
        let unreached: Vec<ObjId> = self.objs.keys().copied().filter(|id| !reached.contains(id)).collect();
        for id in unreached {
            let obj = self.objs.remove(&id).expect("a key");
            if obj.kind == Kind::Heap && obj.life == Life::Live {
                self.lost.extend(obj.sites.iter().copied());
            }
        }
        for frame in &mut self.frames {
            let objs = &self.objs;
            frame.locals.retain(|local| objs.contains_key(local));
        }
        self.note_cuts();
        self.drop_not_all_empty();
        self.drop_symbols();
    }

    /// Objects that stay whatever happens, and those that registers hold.
    pub(crate) fn roots(&self) -> Vec<ObjId> {
        let regs = self.frames.iter().flat_map(|frame| frame.regs.values());
        self.variables().chain(regs.filter_map(|val| val.addr()).map(|addr| addr.obj)).collect()
    }

    /// Objects that need nothing to lead to them.
    fn variables(&self) -> impl Iterator<Item = ObjId> + '_ {
        let stays = |obj: &Obj| match obj.kind {
            Kind::Heap => false,
            Kind::Stack => obj.life == Life::Live,
            Kind::Global(_) | Kind::External(_) | Kind::Function(_) => true,
        };
        self.objs.iter().filter(move |(_, obj)| stays(obj)).map(|(&id, _)| id)
    }

    /// Variables, and the places that registers lead to, where it is sure that they are there.
    fn sure_starts(&self) -> Vec<(ObjId, Spot)> {
        let regs = self.frames.iter().flat_map(|frame| frame.regs.iter()).filter(|(value, _)| is_sure(**value));
        let places = regs.filter_map(|(_, val)| val.addr()).map(|addr| (addr.obj, addr.spot));
        places.chain(self.variables().map(|id| (id, Spot::First))).collect()
    }

    /// The places to which something surely leads, even if every list that may be empty is, also of objects that are elsewhere.
    pub(crate) fn surely_held(&self) -> BTreeSet<(ObjId, Spot)> {
        self.surely_reached(self.sure_starts(), |_| true)
    }

    /// Everything that the given objects lead to, themselves included, as far as it is in the heap.
    pub fn reachable(&self, from: Vec<ObjId>) -> BTreeSet<ObjId> {
        let parts = self.parts();
        let mut reached = BTreeSet::new();
        let mut work = from;
        while let Some(id) = work.pop() {
            let Some(obj) = self.objs.get(&id) else { continue };
            if reached.insert(id) {
                work.extend(obj.values().filter_map(|(_, val)| val.addr()).map(|addr| addr.obj));
                work.extend(obj.part.map(|part| part.whole));
                work.extend(parts.get(&id).into_iter().flatten());
            }
        }
        reached
    }

    /// Allocations of blocks to which something leads only if a list is not empty: it may be, and then they are lost.
    pub fn perhaps_lost(&self) -> BTreeSet<Where> {
        let ids = |places: BTreeSet<(ObjId, Spot)>| places.into_iter().map(|(id, _)| id).collect::<BTreeSet<_>>();
        let held = ids(self.surely_held());
        // What each node of a list has is there if the node is: it must lead there, and something to the list.
        let mut held_by: BTreeMap<Option<ObjId>, BTreeSet<ObjId>> = BTreeMap::from([(None, held)]);
        for owner in self.objs.values().filter_map(|obj| obj.owner) {
            held_by.entry(Some(owner)).or_insert_with(|| {
                let own = self.owned_by(owner);
                let cells = self.objs[&owner].values().filter_map(|(_, val)| val.addr());
                let starts = cells.filter(|addr| own.contains(&addr.obj)).map(|addr| (addr.obj, addr.spot)).collect();
                ids(self.surely_reached(starts, |id| own.contains(&id)))
            });
        }
        let is_held = |id: ObjId| {
            std::iter::successors(Some(id), |id| self.objs[id].owner)
                .all(|id| held_by[&self.objs[&id].owner].contains(&id))
        };
        let block = |obj: &Obj| obj.kind == Kind::Heap && obj.life == Life::Live;
        let rest = self.objs.iter().filter(|(id, obj)| block(obj) && !is_held(**id));
        rest.flat_map(|(_, obj)| obj.sites.iter().copied()).collect()
    }

    /// What the given places lead to even if every list that may be empty is, among certain objects.
    fn surely_reached(&self, starts: Vec<(ObjId, Spot)>, among: impl Fn(ObjId) -> bool) -> BTreeSet<(ObjId, Spot)> {
        let parts = self.parts();
        let mut arrived = BTreeSet::new();
        let mut work = starts;
        while let Some((id, spot)) = work.pop() {
            if !among(id) || !arrived.insert((id, spot)) {
                continue;
            }
            let Some(obj) = self.objs.get(&id) else { continue };
            let through = |at: u64| match obj.seg {
                Some(seg) if seg.min == 0 && spot == Spot::First => at == seg.links.next,
                Some(seg) if seg.min == 0 => seg.links.back.is_some_and(|(prev, _)| prev == at),
                _ => true,
            };
            let onward = obj.values().filter(|(at, _)| through(*at)).filter_map(|(_, val)| val.addr());
            work.extend(onward.map(|addr| (addr.obj, addr.spot)));
            if obj.seg.is_none_or(|seg| seg.min > 0) {
                work.extend(obj.part.map(|part| (part.whole, Spot::First)));
                work.extend(parts.get(&id).into_iter().flatten().map(|&part| (part, Spot::First)));
            }
        }
        arrived
    }

    pub(crate) fn drop_symbols(&mut self) {
        let mut used: BTreeSet<Sym> = BTreeSet::new();
        for frame in &self.frames {
            used.extend(frame.regs.values().flat_map(|val| val.syms()));
        }
        used.extend(self.inputs.iter().flat_map(|val| val.syms()));
        used.extend(self.derived.iter().flat_map(|one| [one.new, one.old]).flat_map(|val| val.syms()));
        for obj in self.objs.values() {
            used.extend(obj.size.sym);
            used.extend(obj.part.and_then(|part| part.at.sym));
            used.extend(obj.values().flat_map(|(_, val)| val.syms()));
        }
        self.eliminate_unused(&used);
        self.syms.retain(|sym, _| used.contains(sym));
        let known = |lin: &Lin| lin.sym.is_some_and(|sym| used.contains(&sym));
        self.facts.retain(|fact| known(&fact.lhs) && known(&fact.rhs));
    }

    // ---- pointers ----

    /// Every address leads to an object, and what a list ends in is not its own.
    pub fn is_whole(&self, world: &World<'_>) -> bool {
        let there = |id: ObjId| id.index() < world.fixed.len() || self.objs.contains_key(&id);
        let regs = self.frames.iter().flat_map(|frame| frame.regs.values().copied());
        let cells = self.objs.values().flat_map(|obj| obj.values().map(|(_, val)| val));
        let mut owners = self.objs.values().filter_map(|obj| obj.owner);
        let ends = self.objs.iter().flat_map(|(&id, obj)| {
            obj.values().filter(|(at, _)| obj.is_link(*at)).filter_map(move |(_, val)| Some((id, val.addr()?.obj)))
        });
        let own_end = |(id, end): (ObjId, ObjId)| self.objs.get(&end).is_some_and(|obj| obj.owner == Some(id));
        regs.chain(cells).filter_map(Val::addr).all(|addr| there(addr.obj))
            && owners.all(there)
            && self.has_wholes()
            && !ends.into_iter().any(own_end)
            && self.keeps_private()
    }

    /// What each node of a segment has one of is known only to that node and to what it has besides; and only there, the
    /// node itself is known.
    pub fn keeps_private(&self) -> bool {
        let owner = |id: ObjId| self.objs.get(&id).and_then(|obj| obj.owner);
        let within = |holder: ObjId, of: ObjId| {
            std::iter::successors(Some(holder), |&id| owner(id)).take(self.objs.len() + 1).any(|id| id == of)
        };
        let mut regs = self.frames.iter().flat_map(|frame| frame.regs.values()).filter_map(|val| val.addr());
        let cells = self.objs.iter().flat_map(|(&id, obj)| obj.values().map(move |(_, val)| (id, val)));
        let mut pointers = cells.filter_map(|(holder, val)| Some((holder, val.addr()?)));
        let is_own = |spot: Spot| matches!(spot, Spot::Own | Spot::Next);
        regs.all(|to| owner(to.obj).is_none() && !is_own(to.spot))
            && pointers.all(|(holder, to)| {
                let is_private = owner(to.obj).is_none_or(|of| within(holder, of));
                is_private && (!is_own(to.spot) || within(holder, to.obj))
            })
    }

    /// Forgets which freed blocks memory points to, if they are several: from now on these are numbers that may be
    /// addresses. What variables point to stays known.
    pub fn forget_freed(&mut self, world: &World<'_>) {
        let regs = self.frames.iter().flat_map(|frame| frame.regs.values());
        let held: BTreeSet<ObjId> = regs.filter_map(|val| val.addr()).map(|addr| addr.obj).collect();
        let is_freed = |id: ObjId| self.objs.get(&id).is_some_and(|obj| obj.life == Life::Freed) && !held.contains(&id);
        let dangling: Vec<(ObjId, u64, Option<ObjId>)> = self
            .objs
            .iter()
            .flat_map(|(&id, obj)| {
                let cells = obj.values().filter(|(_, val)| val.addr().is_some_and(|to| is_freed(to.obj)));
                cells.map(move |(at, _)| {
                    (id, at, if obj.seg.is_some() && !obj.is_link(at) { Some(id) } else { obj.owner })
                })
            })
            .collect();
        let target = |&(id, at, _): &(ObjId, u64, Option<ObjId>)| self.objs[&id].exact(at, world.word());
        let targets: BTreeSet<Option<Val>> = dangling.iter().map(target).collect();
        if targets.len() < 2 {
            return;
        }
        for (id, at, owner) in dangling {
            let addr = self.objs[&id].exact(at, world.word()).and_then(Val::addr);
            let range = addr.map_or(Range::full(world.bits), |addr| as_number(world.bits, addr));
            let number = self.new_sym(range, false);
            if let Some(sym) = number.sym {
                self.syms.get_mut(&sym).expect("made").owner = owner;
            }
            self.write(world, id, at, world.word(), Val::Num(number));
        }
        self.collect();
    }

    /// How often each object is pointed to, and from which objects (`None`: a register).
    pub fn references(&self) -> BTreeMap<ObjId, Vec<(Option<ObjId>, u64, Addr)>> {
        let mut all: BTreeMap<ObjId, Vec<(Option<ObjId>, u64, Addr)>> = BTreeMap::new();
        for frame in &self.frames {
            for addr in frame.regs.values().filter_map(|val| val.addr()) {
                all.entry(addr.obj).or_default().push((None, 0, addr));
            }
        }
        for (&id, obj) in &self.objs {
            for (at, val) in obj.values() {
                if let Some(addr) = val.addr() {
                    all.entry(addr.obj).or_default().push((Some(id), at, addr));
                }
            }
        }
        all
    }

    /// Objects that each node of a segment has, also through segments in it.
    pub fn owned_by(&self, seg: ObjId) -> BTreeSet<ObjId> {
        let mut owned = BTreeSet::new();
        loop {
            let more: Vec<ObjId> = self
                .objs
                .iter()
                .filter(|(id, obj)| !owned.contains(*id) && obj.owner.is_some_and(|o| o == seg || owned.contains(&o)))
                .map(|(&id, _)| id)
                .collect();
            if more.is_empty() {
                return owned;
            }
            owned.extend(more);
        }
    }

    /// Writes a value into an object that is known to have room for it.
    pub fn write(&mut self, world: &World<'_>, id: ObjId, at: u64, len: u64, val: Val) {
        let content = match val {
            Val::Undef => Content::Fill(Fill::Undef),
            Val::Top => Content::Fill(Fill::Top),
            val => Content::Val(val),
        };
        self.obj_mut(world, id).store(at, len, content);
    }
}

impl Cell {
    pub fn of(len: u64, val: Val) -> Cell {
        Cell { len, content: Content::Val(val) }
    }
}

/// The comparison written with "less" only.
fn forward(op: CmpOp, lhs: Lin, rhs: Lin) -> (CmpOp, Lin, Lin) {
    match op {
        CmpOp::Ugt | CmpOp::Uge | CmpOp::Sgt | CmpOp::Sge => (op.mirrored(), rhs, lhs),
        _ => (op, lhs, rhs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::{Program, Target};

    /// A number plus a constant has the values that its sums are, no others, also where these wrap.
    #[test]
    fn a_sum_takes_only_what_it_can_be() {
        const WIDTH: u32 = 3;
        let ranges = || (0..8).flat_map(|low| (low..8).map(move |high| Range::unsigned(WIDTH, low, high)));
        let holds = |range: &Range, value: u128| range.contains(&Range::constant(WIDTH, value));
        let mut heap = Heap::new(&World::new(&Program::new(Target::x86_64())));
        for (own, add) in ranges().flat_map(|own| (0..8).map(move |add| (own, add))) {
            let sum = heap.new_sym(own, false).plus(add);
            let is_sum = |value: u128| (0..8).any(|start| holds(&own, start) && (start + add) % 8 == value);
            for values in ranges() {
                let all = (0..8).filter(|value| holds(&values, *value)).all(is_sum);
                assert!(all || !heap.takes(sum, &values), "{own:?} + {add} is not each of {values:?}");
                assert!(add != 0 || all == heap.takes(sum, &values), "{own:?} is each of {values:?}");
            }
        }
    }
}
