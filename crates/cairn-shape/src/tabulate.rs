//! Calls on local heaps: the callee sees only what it can reach, and what it does to such a heap is kept.
//!
//! The heap of the caller is cut in two. The local part is what arguments and globals lead to; with it go *ghosts*, hidden
//! registers that name the objects of that part which the rest, the frame, points to as well (cutpoints). What the function
//! makes of a local heap is tabulated; a call whose local heap is covered by one in the table takes what stands there.
//! Behind the call the frame is put back, with its pointers where the ghosts are now; a function that only looks (`looks`) leaves the
//! heap as it was, so that nobody asks where they are. Recursion goes to a fixpoint: while an entry is being analysed, calls of it
//! take what is known so far; whatever took less than is known by now is repeated.

use crate::fold::fold;
use crate::heap::{Frame, Heap, SymInfo, UNSURE};
use crate::merge::{Cover, Style, cover, join};
use crate::object::{Cell, Content, Kind, Life, Obj, Part};
use crate::run::{Run, Stop};
use crate::sets::Seen;
use crate::unfold::shifted;
use crate::value::{Addr, Lin, ObjId, Spot, Sym, Val};
use cairn_ir::{FuncId, Id, Rule, ValueId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a function does to one local heap.
pub(crate) struct Entry {
    func: FuncId,
    /// Two frames: the ghosts, and the arguments.
    heap: Heap,
    /// Two frames: the ghosts, and the results.
    exits: Seen,
    /// The program may end inside.
    may_end: bool,
    /// Counts what was added to the exits.
    version: u64,
    /// The entries whose exits it took when it was analysed last, and their versions then; `None` before that.
    took: Option<BTreeMap<usize, u64>>,
}

/// All entries of an analysis.
#[derive(Default)]
pub(crate) struct Table {
    entries: Vec<Entry>,
    /// Entries being analysed, the outermost first, and what each took so far.
    active: Vec<(usize, BTreeMap<usize, u64>)>,
    /// How often the program ended inside calls, and how often of that by itself.
    pub ends: u64,
    pub exits: u64,
}

/// The part of a caller's heap that a callee does not see.
struct Cut {
    frame: Heap,
    /// Objects of the local part that the frame points to.
    ghosts: Vec<Ghost>,
}

/// What a hidden register stands for.
struct Ghost {
    obj: ObjId,
    spot: Spot,
    /// The frame surely leads there, whatever lists are empty.
    sure: bool,
}

impl Ghost {
    fn register(&self, index: usize) -> ValueId {
        ValueId::new(if self.sure { index } else { UNSURE + index })
    }
}

/// What a call did on its local heap, as the table has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tabulated {
    pub func: FuncId,
    pub cutpoints: usize,
    pub exits: usize,
}

/// Entries of one function, before they are joined; then, before the analysis gives up.
const ENTRIES: usize = 6;
const MAX_ENTRIES: usize = 240;

impl Table {
    /// The innermost entry that is being analysed takes the exits of another one.
    fn take(&mut self, index: usize) {
        let version = self.entries[index].version;
        if let Some((_, took)) = self.active.last_mut() {
            // If it takes more later, what it made of less is still to be repeated.
            took.entry(index).or_insert(version);
        }
    }

    /// Was the entry analysed with all that is known by now of the entries that it took, and these likewise? Those that are
    /// being analysed are asked when they are done.
    fn is_current(&self, index: usize) -> bool {
        let mut met = BTreeSet::from([index]);
        let mut work = vec![index];
        while let Some(entry) = work.pop() {
            let Some(took) = &self.entries[entry].took else { return false };
            for (&other, &version) in took {
                if self.entries[other].version != version {
                    return false;
                }
                let is_active = self.active.iter().any(|(active, _)| *active == other);
                if !is_active && met.insert(other) {
                    work.push(other);
                }
            }
        }
        true
    }
}

impl<'w> Run<'w> {
    /// Calls a function on its local heap only.
    pub(crate) fn call_tabulated(
        &mut self,
        func: FuncId,
        args: Vec<Val>,
        heap: Heap,
    ) -> Result<Vec<(Heap, Vec<Val>)>, Stop> {
        let unchanged = (self.only_looks(func) && is_held(&heap)).then(|| heap.clone());
        let (local, cut) = self.cut(func, heap, &args, unchanged.is_some());
        let mut waiting = cut.frame.clone();
        waiting.collect();
        self.doubt_lost(&waiting);
        let index = self.entry(func, local)?;
        self.complete(index)?;
        self.table.take(index);
        if self.table.entries[index].may_end {
            self.doubt_frame(&cut.frame);
        }
        let exits = self.table.entries[index].exits.heaps.clone();
        if let Some(heap) = unchanged {
            let returned = !exits.is_empty();
            return Ok(returned
                .then(|| (Heap { choices: heap.choices + 1, ..heap }, Vec::new()))
                .into_iter()
                .collect());
        }
        Ok(exits.into_iter().map(|exit| self.put_back(&cut, exit)).collect())
    }

    /// The table of calls on local heaps, in the order in which they were met.
    pub fn tabulated(&self) -> Vec<Tabulated> {
        let entry = |entry: &Entry| Tabulated {
            func: entry.func,
            cutpoints: entry.heap.frames[0].regs.len(),
            exits: entry.exits.heaps.len(),
        };
        self.table.entries.iter().map(entry).collect()
    }

    // ---- the table ----

    /// The entry that covers a local heap; a new one if there is none.
    fn entry(&mut self, func: FuncId, mut local: Heap) -> Result<usize, Stop> {
        local.collect();
        let count = self.table.entries.iter().filter(|entry| entry.func == func).count();
        if count > MAX_ENTRIES {
            return Err(Stop::Depth);
        }
        let folds = self.folds(count >= ENTRIES);
        fold(self.world, &mut local, &mut self.known, folds);
        let known = self.known.clone();
        let landmarks = (count >= ENTRIES).then_some(&self.landmarks[..]);
        let fixed = self.world.fixed.len();
        let globals =
            |heap: &Heap| -> Vec<ObjId> { heap.objs.keys().copied().filter(|id| id.index() < fixed).collect() };
        let mut wider = None;
        for (index, entry) in self.table.entries.iter().enumerate().filter(|(_, entry)| entry.func == func) {
            // A part that does not speak of a global says nothing of its content.
            if self.decomposes() && globals(&local) != globals(&entry.heap) {
                continue;
            }
            if cover(self.world, &local, &entry.heap, &known) == Some(Cover::Whole) {
                return Ok(index);
            }
            if landmarks.is_some() && wider.is_none() {
                wider = join(self.world, &local, &entry.heap, Style { landmarks, known: &known });
            }
        }
        let heap = wider.map_or(local, |merged| merged.heap);
        let exits = Seen::default();
        self.table.entries.push(Entry { func, heap, exits, may_end: false, version: 0, took: None });
        Ok(self.table.entries.len() - 1)
    }

    /// Analyses an entry until its exits do not change any more, unless that is being done already.
    fn complete(&mut self, index: usize) -> Result<(), Stop> {
        let is_recursive = |(entry, _): &(usize, _)| self.is_recursive(self.table.entries[*entry].func);
        if let Some(at) = self.table.active.iter().position(|(active, _)| *active == index) {
            // A recursion that the call graph does not know goes through a pointer of another type.
            return if self.table.active[at..].iter().all(is_recursive) { Ok(()) } else { Err(Stop::FunctionPointer) };
        }
        while !self.table.is_current(index) {
            self.table.active.push((index, BTreeMap::new()));
            let outcome = self.analyse_entry(index);
            let (_, took) = self.table.active.pop().expect("pushed");
            outcome?;
            self.table.entries[index].took = Some(took);
        }
        Ok(())
    }

    /// Adds what one look at an entry finds.
    fn analyse_entry(&mut self, index: usize) -> Result<(), Stop> {
        let ends = self.table.ends;
        let Entry { func, heap, .. } = &self.table.entries[index];
        let (func, mut heap) = (*func, heap.clone());
        let args = heap.frames.pop().expect("arguments").regs.into_values().collect();
        for (mut heap, results) in self.call_function(func, args, None, heap)? {
            let regs = results.into_iter().enumerate().map(|(i, val)| (ValueId::new(i), val)).collect();
            heap.frames.push(Frame { func, regs, locals: Vec::new() });
            let mut exits = std::mem::take(&mut self.table.entries[index].exits);
            let added = self.admit_exit(&mut exits, heap);
            let entry = &mut self.table.entries[index];
            entry.exits = exits;
            entry.version += u64::from(added?);
        }
        let entry = &mut self.table.entries[index];
        if self.table.ends > ends && !entry.may_end {
            entry.may_end = true;
            entry.version += 1;
        }
        Ok(())
    }

    fn admit_exit(&mut self, exits: &mut Seen, mut heap: Heap) -> Result<bool, Stop> {
        heap.collect();
        let folds = self.folds(exits.heaps.len() >= ENTRIES);
        fold(self.world, &mut heap, &mut self.known, folds);
        Ok(self.admit_at_exit(exits, heap)?.is_some())
    }

    /// The program may end while the frame is set aside.
    fn doubt_frame(&mut self, frame: &Heap) {
        self.table.ends += 1;
        self.table.exits += 1;
        let mut sites: BTreeSet<_> = frame.lost.clone();
        if !self.limits.locals_hold_at_exit {
            let blocks = frame.objs.values().filter(|obj| obj.kind == Kind::Heap && obj.life == Life::Live);
            sites.extend(blocks.flat_map(|obj| obj.sites.iter().copied()));
        }
        for site in sites {
            self.doubts.insert((site, Rule::MemoryLeak));
        }
    }

    // ---- cutting and putting together ----

    /// The local part and the rest. Of what is the same behind the call, the ghosts only hold it meanwhile.
    fn cut(&self, func: FuncId, heap: Heap, args: &[Val], unchanged: bool) -> (Heap, Cut) {
        let fixed = self.world.fixed.len();
        let is_fixed = |id: &ObjId| id.index() < fixed;
        let globals = heap.objs.keys().copied().filter(is_fixed);
        let roots: Vec<ObjId> = args.iter().filter_map(|val| val.addr()).map(|addr| addr.obj).chain(globals).collect();
        let order = discovery(&heap, &roots);
        let local: BTreeSet<ObjId> = order.iter().copied().collect();
        let mut frame = heap.clone();
        frame.objs.retain(|id, _| !local.contains(id));
        frame.drop_not_all_empty();
        let own: Vec<ObjId> = order.into_iter().filter(|id| !is_fixed(id)).collect();
        let is_local = |id: ObjId| heap.objs.get(&id).is_some_and(|obj| obj.kind == Kind::Stack);
        let ghosts = match unchanged {
            true => holders(&own, args),
            false => ghosts(&frame, &own, is_local, self.limits.cutpoints),
        };
        let named = |(i, ghost): (usize, &Ghost)| {
            (ghost.register(i), Val::Ptr(Addr::at(ghost.obj, ghost.spot, self.world.bits, 0)))
        };
        let ghost_regs = ghosts.iter().enumerate().map(named).collect();
        let arg_regs = args.iter().enumerate().map(|(i, val)| (ValueId::new(i), *val)).collect();
        let mut inside = heap;
        inside.objs.retain(|id, _| local.contains(id));
        inside.drop_not_all_empty();
        inside.frames = vec![
            Frame { func, regs: ghost_regs, locals: Vec::new() },
            Frame { func, regs: arg_regs, locals: Vec::new() },
        ];
        inside.lost.clear();
        (inside, Cut { frame, ghosts })
    }

    /// The frame together with what became of the local part, and the results.
    fn put_back(&self, cut: &Cut, mut exit: Heap) -> (Heap, Vec<Val>) {
        let mut heap = cut.frame.clone();
        if heap.has_freed() {
            // Nobody saw that inside of the call.
            exit.mark_reused(|_| true);
        }
        let results = exit.frames.pop().expect("results").regs;
        let ghosts = exit.frames.pop().expect("ghosts").regs;
        let fixed = self.world.fixed.len();
        let mut objs: BTreeMap<ObjId, ObjId> = BTreeMap::new();
        for &id in exit.objs.keys() {
            let new = if id.index() < fixed { id } else { ObjId::new(heap.next_obj as usize) };
            heap.next_obj += u32::from(new != id || id.index() >= fixed);
            objs.insert(id, new);
        }
        let mut syms: BTreeMap<Sym, Sym> = BTreeMap::new();
        for (&sym, info) in &exit.syms {
            let new = Sym::new(heap.next_sym as usize);
            heap.next_sym += 1;
            heap.syms.insert(new, SymInfo { owner: info.owner.map(|owner| objs[&owner]), ..*info });
            syms.insert(sym, new);
        }
        let lin = |lin: Lin| Lin { sym: lin.sym.map(|sym| syms[&sym]), ..lin };
        let val = |val: Val| match val {
            Val::Num(number) => Val::Num(lin(number)),
            // Globals that still have their initial content are not in the heap.
            Val::Ptr(addr) => {
                Val::Ptr(Addr { obj: *objs.get(&addr.obj).unwrap_or(&addr.obj), off: lin(addr.off), ..addr })
            }
            other => other,
        };
        self.forget_old(cut, &mut heap, |register| val(ghosts[&register]));
        for (id, obj) in &exit.objs {
            let cells = obj.cells.iter().map(|(&at, cell)| (at, renamed(cell, &val)));
            let new = Obj {
                size: lin(obj.size),
                part: obj.part.map(|part| Part { whole: objs[&part.whole], at: lin(part.at) }),
                cells: cells.collect(),
                owner: obj.owner.map(|owner| objs[&owner]),
                ..Obj::clone(obj)
            };
            heap.objs.insert(objs[id], Rc::new(new));
        }
        heap.facts.extend(exit.facts.iter().map(|fact| crate::heap::Fact {
            lhs: lin(fact.lhs),
            rhs: lin(fact.rhs),
            ..*fact
        }));
        heap.relations.extend(exit.renamed_relations(|sym| syms.get(&sym).copied()));
        heap.not_all_empty.extend(exit.not_all_empty.iter().filter_map(|one| one.renamed(|id| objs.get(id).copied())));
        heap.lost.extend(exit.lost.iter().copied());
        heap.choices = heap.choices.max(exit.choices) + 1;
        (heap, results.into_values().map(val).collect())
    }

    /// Writes what the ghosts are now where the frame points into the local part.
    fn forget_old(&self, cut: &Cut, heap: &mut Heap, ghost: impl Fn(ValueId) -> Val) {
        let fixed = self.world.fixed.len();
        let inside = |id: ObjId| id.index() < fixed || cut.frame.objs.contains_key(&id);
        let now = |obj: ObjId, spot: Spot| {
            let found = cut.ghosts.iter().position(|ghost| (ghost.obj, ghost.spot) == (obj, spot))?;
            Some(ghost(cut.ghosts[found].register(found)))
        };
        heap.rewrite(
            |val| match val {
                Val::Ptr(addr) if !inside(addr.obj) => {
                    now(addr.obj, addr.spot).map_or(Val::Top, |val| shifted(val, addr.off, 0))
                }
                other => other,
            },
            |lin| lin,
        );
        for frame in &mut heap.frames {
            let locals = frame.locals.iter().filter_map(|&local| match inside(local) {
                true => Some(local),
                false => now(local, Spot::First).and_then(Val::addr).map(|addr| addr.obj),
            });
            frame.locals = locals.collect();
        }
    }
}

fn renamed(cell: &Cell, val: &impl Fn(Val) -> Val) -> Cell {
    let content = match &cell.content {
        Content::Val(old) => Content::Val(val(*old)),
        other => other.clone(),
    };
    Cell { len: cell.len, content }
}

/// What the roots lead to, in the order of a walk that does not depend on ids.
fn discovery(heap: &Heap, roots: &[ObjId]) -> Vec<ObjId> {
    let parts = heap.parts();
    let mut order = Vec::new();
    let mut met = BTreeSet::new();
    let mut work: Vec<ObjId> = roots.iter().rev().copied().collect();
    while let Some(id) = work.pop() {
        let Some(obj) = heap.objs.get(&id) else { continue };
        if met.insert(id) {
            order.push(id);
            let mut targets: Vec<ObjId> = obj.values().filter_map(|(_, val)| val.addr()).map(|addr| addr.obj).collect();
            targets.extend(obj.part.map(|part| part.whole));
            targets.extend(parts.get(&id).into_iter().flatten());
            targets.reverse();
            work.extend(targets);
        }
    }
    order
}

/// Is every block held by what the functions that wait have, whatever the arguments of a call lead to?
fn is_held(heap: &Heap) -> bool {
    let mut waiting = heap.clone();
    waiting.collect();
    waiting.lost == heap.lost && waiting.perhaps_lost().is_empty()
}

/// What the arguments lead to, held as long as the call lasts.
fn holders(own: &[ObjId], args: &[Val]) -> Vec<Ghost> {
    let places: BTreeSet<(ObjId, Spot)> =
        args.iter().filter_map(|val| val.addr()).map(|to| (to.obj, to.spot)).collect();
    let held = own.iter().flat_map(|&id| places.iter().filter(move |(obj, _)| *obj == id));
    held.map(|&(obj, spot)| Ghost { obj, spot, sure: true }).collect()
}

/// Objects of the local part that the frame points to, at most so many; and all variables of functions that wait, which must
/// end with these, however far out they are.
fn ghosts(frame: &Heap, own: &[ObjId], is_local: impl Fn(ObjId) -> bool, most: usize) -> Vec<Ghost> {
    let regs = frame.frames.iter().flat_map(|frame| frame.regs.values().copied());
    let cells = frame.objs.values().flat_map(|obj| obj.values().map(|(_, val)| val));
    let pointed: BTreeSet<(ObjId, Spot)> =
        regs.chain(cells).filter_map(Val::addr).map(|addr| (addr.obj, addr.spot)).collect();
    let spots = [Spot::First, Spot::Last];
    let mut named = 0;
    let mut is_named = |ghost: &(ObjId, Spot)| {
        if ghost.1 == Spot::First && is_local(ghost.0) {
            return true;
        }
        named += usize::from(pointed.contains(ghost));
        pointed.contains(ghost) && named <= most
    };
    let own = own.iter().flat_map(|&id| spots.map(|spot| (id, spot)));
    let held = frame.surely_held();
    let ghost = |(obj, spot)| Ghost { obj, spot, sure: held.contains(&(obj, spot)) || is_local(obj) };
    own.filter(|ghost| is_named(ghost)).map(ghost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use cairn_ir::{Program, Target};

    /// Entries by what they took, all of version 1.
    fn table(took: &[&[(usize, u64)]]) -> Table {
        let heap = Heap::new(&World::new(&Program::new(Target::x86_64())));
        let entry = |took: &&[(usize, u64)]| Entry {
            func: FuncId::new(0),
            heap: heap.clone(),
            exits: Seen::default(),
            may_end: false,
            version: 1,
            took: Some(took.iter().copied().collect()),
        };
        Table { entries: took.iter().map(entry).collect(), ..Table::default() }
    }

    /// Two that call each other, one that calls them, one that has nothing to do with them.
    #[test]
    fn what_took_less_than_is_known_is_not_current() {
        let mut table = table(&[&[(1, 1)], &[(0, 1)], &[(0, 1)], &[]]);
        assert!((0..4).all(|entry| table.is_current(entry)));
        table.entries[1].version = 2;
        assert!(!table.is_current(0));
        assert!(!table.is_current(2), "through another one");
        assert!(!table.is_current(1), "what it took is not current");
        assert!(table.is_current(3));
        table.entries[0].took = None;
        assert!(!table.is_current(0), "it was never analysed");
        table.active.push((0, BTreeMap::new()));
        assert!(table.is_current(1), "whoever is being analysed is asked later");
        table.entries[0].version = 2;
        assert!(!table.is_current(1), "but not if there is more by now");
    }

    /// What was taken first counts.
    #[test]
    fn taking_more_later_does_not_hide_that_it_was_less() {
        let mut table = table(&[&[], &[]]);
        table.active.push((0, BTreeMap::new()));
        table.take(1);
        table.entries[1].version = 2;
        table.take(1);
        assert_eq!(table.active[0].1, BTreeMap::from([(1, 1)]));
    }
}
