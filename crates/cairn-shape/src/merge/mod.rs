//! Joins two heaps by a partial isomorphism: walks both from the registers and globals at once and pairs what it meets.
//!
//! The result covers both. Whether it is more than one of them is noted on the way, so the same walk decides entailment:
//! `left` is covered by `right` if the join exists and `right` lost nothing. A segment that one side has and the other
//! has not is met as a segment that may be empty. With two nodes of one heap instead of two heaps, the same walk finds
//! what their common shape is (`fold`).
//!
//! `glance` sees what cannot be, `numbers` and `objects` pair what is met, `insert` copies what only one side has, `finish` ends the walk.
//!
//! Not here: when to join (`sets`), which nodes to fold (`fold`).

mod finish;
mod forms;
mod glance;
mod insert;
mod nonempty;
mod numbers;
mod objects;
mod optional;
mod outline;
mod relations;
mod skips;

pub use glance::may_keep_shape;
pub use outline::Outline;

use crate::fault::{Fault, broken};
use crate::heap::{Frame, Heap};
use crate::known::KnownLinks;
use crate::object::{Content, Kind, Life, Links, Obj, Seg};
use crate::sorted::Sorted;
use crate::value::{Addr, Lin, ObjId, Spot, Sym, Val};
use crate::world::World;
use cairn_ir::{Id, ValueId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How to join.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    /// Bounds that grow jump to these.
    pub landmarks: Option<&'a [i128]>,
    pub known: &'a KnownLinks,
}

/// A heap that covers two others.
pub struct Merged {
    pub heap: Heap,
    /// It is more than the right one.
    pub right_lost: bool,
    /// It differs from one of them in more than numbers and in the least lengths of lists.
    pub shape_lost: bool,
    /// Lists of different least lengths became one.
    pub lengths_lost: bool,
    /// One of them is covered but for where its blocks were allocated.
    pub only_sites_lost: bool,
}

/// Two nodes of one heap that are to become one segment.
#[derive(Clone)]
pub struct Folding {
    pub first: ObjId,
    pub second: ObjId,
    pub links: Links,
    /// What comes behind the second.
    pub end: Val,
    /// What only the first (second) node leads to.
    pub owned: [BTreeSet<ObjId>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Dest {
    Reg(usize, ValueId),
    Cell(ObjId, u64, u64),
}

#[derive(Clone, Copy, Debug)]
enum Work {
    Val { dest: Dest, left: Val, right: Val, ctx: Option<ObjId> },
    Obj { out: ObjId, left: ObjId, right: ObjId },
}

/// How to go on with a pair of values.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Pair,
    /// The segment of this side is empty on the other.
    Insert(Side, Links),
}

/// A segment that only one side has.
#[derive(Clone, Copy)]
struct Inserted {
    out: ObjId,
    /// What the other side has in place of its first (last) node.
    first: Option<Val>,
    last: Option<Val>,
}

/// Addresses by their objects, and what the other side has in the same places.
type Held = Sorted<ObjId, Vec<(Addr, Val)>>;

/// Left, right and joined numbers by width, symbols and home.
type Numbers = Sorted<(u32, Option<Sym>, Option<Sym>, Option<ObjId>), Vec<(Lin, Lin, Lin)>>;

#[derive(Clone)]
struct Merger<'a> {
    world: &'a World<'a>,
    left: &'a Heap,
    right: &'a Heap,
    style: Style<'a>,
    out: Heap,
    pairs: Sorted<(ObjId, ObjId), ObjId>,
    met: [Sorted<ObjId, ObjId>; 2],
    inserted: Sorted<(Side, ObjId), Inserted>,
    /// Which registers and globals lead to an object of one side, and what they hold on the other.
    held: Rc<[Held; 2]>,
    /// Numbers that were paired, by their symbols and the segment in which they are private.
    nums: Numbers,
    /// Numbers of segments that only one side has, in the result, by their home there.
    copied: Sorted<(Side, Sym, ObjId), Lin>,
    /// What each symbol was paired with.
    partner: [Sorted<Sym, Lin>; 2],
    /// Symbols that were paired with different numbers.
    torn: [BTreeSet<Sym>; 2],
    work: Vec<Work>,
    folding: Option<Folding>,
    lost: [bool; 2],
    /// Blocks were allocated elsewhere, too.
    sites_lost: [bool; 2],
    shape_lost: bool,
    lengths_lost: bool,
    data_lost: bool,
    /// The right heap must not lose anything.
    covering: bool,
}

/// Alternatives that may be tried, over all.
const FUEL: u32 = 100;

/// A heap that covers both, if they are alike enough.
pub fn join(world: &World<'_>, left: &Heap, right: &Heap, style: Style<'_>) -> Option<Merged> {
    walk(world, left, right, style, false)
}

/// How a heap covers another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    Whole,
    /// But for where blocks were allocated.
    ExceptSites,
}

/// Does the right heap cover the left one?
pub fn cover(world: &World<'_>, left: &Heap, right: &Heap, known: &KnownLinks) -> Option<Cover> {
    glance::may_cover(world, left, right).then(|| cover_by_walk(world, left, right, known)).flatten()
}

/// The same without a glance. The walk ends where the right heap would have to be more than it is.
pub(crate) fn cover_by_walk(world: &World<'_>, left: &Heap, right: &Heap, known: &KnownLinks) -> Option<Cover> {
    let merged = walk(world, left, right, Style { landmarks: None, known }, true)?;
    match (merged.right_lost, merged.only_sites_lost) {
        (false, _) => Some(Cover::Whole),
        (true, true) => Some(Cover::ExceptSites),
        (true, false) => None,
    }
}

fn walk(world: &World<'_>, left: &Heap, right: &Heap, style: Style<'_>, covering: bool) -> Option<Merged> {
    if left.frames.len() != right.frames.len() {
        return None;
    }
    let mut out = Heap::new(world);
    out.lost = left.lost.union(&right.lost).copied().collect();
    for (l, r) in left.frames.iter().zip(&right.frames) {
        if l.func != r.func || !l.regs.keys().eq(r.regs.keys()) {
            return None;
        }
        out.frames.push(Frame { func: l.func, regs: Sorted::new(), locals: Vec::new() });
    }
    let mut merger = Merger::new(world, left, right, style, out);
    merger.covering = covering;
    merger.held = Rc::new(merger.held_by_both());
    merger.lost = [!right.lost.is_subset(&left.lost), !left.lost.is_subset(&right.lost)];
    merger.start()?;
    if merger.is_stuck() {
        return None;
    }
    world.effort.objects(left.objs.len() + right.objs.len());
    let mut fuel = FUEL;
    let mut done = merger.solve(&mut fuel)?;
    done.pair_locals()?;
    let mut done = done.solve(&mut fuel)?;
    done.finish_locals();
    done.finish_facts();
    done.finish_relations();
    done.finish_nonempty();
    if !done.met_all() || !done.leads_on() || !done.no_link_to_itself() {
        return None;
    }
    if !covering && done.tears_blocks() {
        return None;
    }
    let only_sites_lost = (0..2).any(|side| !done.lost[side] && done.sites_lost[side]);
    let right_lost = done.lost[1] || done.sites_lost[1];
    let mut heap = done.out;
    let lost = heap.lost.clone();
    heap.clamp_parts();
    heap.collect();
    // Both sides lead to all that they have; what the result does not lead to was paired badly.
    if heap.lost != lost || !heap.keeps_private() {
        return None;
    }
    let (shape_lost, lengths_lost) = (done.shape_lost, done.lengths_lost);
    Some(Merged { heap, right_lost, shape_lost, lengths_lost, only_sites_lost })
}

/// Makes one segment of two neighbours; says also whether numbers that both had in common were lost.
pub fn fold(world: &World<'_>, heap: &Heap, folding: Folding, known: &KnownLinks) -> Option<(Heap, bool)> {
    let (first, second, links, end) = (folding.first, folding.second, folding.links, folding.end);
    world.effort.objects(heap.objs.len());
    let mut merger = Merger::new(world, heap, heap, Style { landmarks: None, known }, heap.clone());
    merger.folding = Some(folding);
    let seg = merger.pair_objects(first, second, None)?;
    let mut fuel = FUEL;
    let mut done = merger.solve(&mut fuel)?;
    if !done.leads_on() {
        return None;
    }
    done.fold_relations(seg);
    let lossy = done.data_lost;
    let Merger { mut out, folding, .. } = done;
    let folding = folding.expect("still folding");
    let word = world.word();
    let length = |id: ObjId| heap.objs[&id].seg.map_or(1, |seg| seg.min);
    let more = u32::from(broken(Fault::FoldedTooLong));
    let most = if links.fork.is_some() { 1 } else { MAX_MIN };
    let min = (length(first) + length(second) + more).min(most + more);
    {
        let a = &heap.objs[&first];
        let obj = Rc::make_mut(out.objs.get_mut(&seg).expect("made"));
        obj.seg = Some(Seg::of(links, min));
        let end = if broken(Fault::FoldedWrongEnd) { a.exact(links.next, word)? } else { end };
        obj.store(links.next, word, Content::Val(end));
        if let Some(fork) = links.fork {
            obj.store(fork, word, Content::Val(world.null()));
        }
        if let Some((prev, _)) = links.back {
            obj.store(prev, word, Content::Val(a.exact(prev, word)?));
        }
    }
    for gone in folding.owned.iter().flatten().chain([&first, &second]) {
        out.objs.remove(gone);
    }
    out.rewrite(
        |val| match val {
            Val::Ptr(addr) if addr.obj == first => Val::Ptr(Addr { obj: seg, ..addr }),
            Val::Ptr(addr) if addr.obj == second => Val::Ptr(Addr { obj: seg, spot: Spot::Last, ..addr }),
            other => other,
        },
        |lin| lin,
    );
    out.note_folded([first, second], seg);
    out.clamp_parts();
    out.collect();
    (out.keeps_private() && out.has_wholes()).then_some((out, lossy))
}

/// Are these offsets in one record of which the program stored members?
fn are_members(world: &World<'_>, obj: &Obj, offsets: [u128; 2]) -> bool {
    obj.types.iter().any(|&(start, record)| {
        let end = u128::from(start) + u128::from(world.program.ctypes.records[record].bytes);
        offsets.iter().all(|at| (u128::from(start)..end).contains(at))
    })
}

/// Lengths from here on are not told apart.
pub const MAX_MIN: u32 = 2;

impl<'a> Merger<'a> {
    fn new(world: &'a World<'a>, left: &'a Heap, right: &'a Heap, style: Style<'a>, out: Heap) -> Merger<'a> {
        Merger {
            world,
            left,
            right,
            style,
            out,
            pairs: Sorted::new(),
            met: Default::default(),
            inserted: Sorted::new(),
            held: Rc::default(),
            nums: Sorted::new(),
            copied: Sorted::new(),
            partner: Default::default(),
            torn: Default::default(),
            work: Vec::new(),
            folding: None,
            lost: [false; 2],
            sites_lost: [false; 2],
            shape_lost: false,
            lengths_lost: false,
            data_lost: false,
            covering: false,
        }
    }

    /// Numbers that were equal tell where blocks lie: what is left is as large as what is handed out, or it is not. Heaps that
    /// differ in that are not alike.
    fn tears_blocks(&self) -> bool {
        [Side::Left, Side::Right].into_iter().any(|side| {
            let torn = &self.torn[side as usize];
            !torn.is_empty() && !self.heap(side).places().is_disjoint(torn)
        })
    }

    fn heap(&self, side: Side) -> &'a Heap {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    fn obj(&self, side: Side, id: ObjId) -> &'a Obj {
        self.heap(side).obj(self.world, id)
    }

    fn is_fixed(&self, id: ObjId) -> bool {
        id.index() < self.world.fixed.len()
    }

    fn loses(&mut self, side: Side) {
        self.lost[side as usize] = true;
    }

    // ---- the walk ----

    fn start(&mut self) -> Option<()> {
        let fixed =
            |heap: &Heap| -> BTreeSet<ObjId> { heap.objs.keys().copied().filter(|id| self.is_fixed(*id)).collect() };
        for id in fixed(self.left).union(&fixed(self.right)) {
            self.pair_objects(*id, *id, None)?;
        }
        for (at, (l, r)) in self.left.frames.iter().zip(&self.right.frames).enumerate() {
            for ((&value, &left), &right) in l.regs.iter().zip(r.regs.values()) {
                self.work.push(Work::Val { dest: Dest::Reg(at, value), left, right, ctx: None });
            }
        }
        self.work.reverse();
        Some(())
    }

    /// Is there something that cannot be paired in any way?
    fn is_stuck(&self) -> bool {
        let hopeless = |work: &Work| match *work {
            Work::Obj { .. } => false,
            Work::Val { .. } => self.choices_of(work).is_empty(),
        };
        self.work.iter().any(hopeless)
    }

    fn solve(mut self, fuel: &mut u32) -> Option<Merger<'a>> {
        while let Some((work, choices)) = self.next_work() {
            if self.covering && self.lost[Side::Right as usize] {
                return None;
            }
            match work {
                Work::Obj { out, left, right } => self.contents(out, left, right)?,
                Work::Val { dest, left, right, ctx } => {
                    let (&last, before) = choices.split_last()?;
                    for &choice in before {
                        *fuel = fuel.checked_sub(1)?;
                        self.world.effort.objects(self.out.objs.len());
                        let mut attempt = self.clone();
                        if attempt.apply(choice, dest, left, right, ctx).is_some()
                            && let Some(done) = attempt.solve(fuel)
                        {
                            return Some(done);
                        }
                    }
                    self.apply(last, dest, left, right, ctx)?;
                }
            }
        }
        self.finish_inserted()?;
        match self.work.is_empty() {
            true => Some(self),
            false => self.solve(fuel),
        }
    }

    /// What to look at next, and the ways to pair it: something that leaves no choice, if there is such a thing. So what cannot be
    /// paired is found before alternatives are tried in vain.
    fn next_work(&mut self) -> Option<(Work, Vec<Choice>)> {
        let forced = |(at, work): (usize, &Work)| {
            let choices = self.choices_of(work);
            (choices.len() <= 1).then_some((at, choices))
        };
        let last = || Some((self.work.len().checked_sub(1)?, self.choices_of(self.work.last()?)));
        let (at, choices) = self.work.iter().enumerate().rev().find_map(forced).or_else(last)?;
        Some((self.work.remove(at), choices))
    }

    /// Ways to pair what is to be looked at; objects are a pair already.
    fn choices_of(&self, work: &Work) -> Vec<Choice> {
        match *work {
            Work::Obj { .. } => Vec::new(),
            Work::Val { dest, left, right, .. } => self.choices(left, right, dest),
        }
    }

    /// Ways to see two values as one, the most promising first.
    fn choices(&self, left: Val, right: Val, dest: Dest) -> Vec<Choice> {
        let mut choices = Vec::new();
        if self.both_next(left, right).is_some() {
            return vec![Choice::Pair];
        }
        match (left, right) {
            (Val::Ptr(l), Val::Ptr(r)) => {
                let paired = self.pairs.contains_key(&(l.obj, r.obj));
                let inserted = self.inserted.contains_key(&(Side::Left, l.obj))
                    || self.inserted.contains_key(&(Side::Right, r.obj));
                if !inserted && (paired || self.may_pair(l.obj, r.obj)) {
                    choices.push(Choice::Pair);
                }
                if !paired {
                    self.insertions(&mut choices, Side::Right, r, left, dest);
                    self.insertions(&mut choices, Side::Left, l, right, dest);
                }
            }
            (Val::Num(l), Val::Ptr(r)) if self.is_dangling(l, Side::Right, r) => choices.push(Choice::Pair),
            (Val::Ptr(l), Val::Num(r)) if self.is_dangling(r, Side::Left, l) => choices.push(Choice::Pair),
            (_, Val::Ptr(r)) => self.insertions(&mut choices, Side::Right, r, left, dest),
            (Val::Ptr(l), _) => self.insertions(&mut choices, Side::Left, l, right, dest),
            _ => choices.push(Choice::Pair),
        }
        choices
    }

    fn may_pair(&self, left: ObjId, right: ObjId) -> bool {
        if self.is_fixed(left) || self.is_fixed(right) {
            return left == right;
        }
        if let Some(folding) = &self.folding
            && left == right
        {
            return left != folding.second && !folding.owned.iter().any(|owned| owned.contains(&left));
        }
        if self.met[0].contains_key(&left) || self.met[1].contains_key(&right) {
            return false;
        }
        if let Some(folding) = &self.folding {
            let whole = (left, right) == (folding.first, folding.second);
            let owned = folding.owned[0].contains(&left) && folding.owned[1].contains(&right);
            if !whole && !owned {
                return false;
            }
        }
        let (l, r) = (self.obj(Side::Left, left), self.obj(Side::Right, right));
        let links = match (l.seg, r.seg) {
            (Some(l), Some(r)) => l.links == r.links,
            // A single node is no tree before it is made one: its children tell where the hole is.
            (Some(seg), None) | (None, Some(seg)) => seg.links.fork.is_none() && seg.links.other.is_none(),
            _ => true,
        };
        let told_apart =
            |side: Side, id: ObjId| self.folding.is_none() && !self.covering && self.heap(side).is_measured(id);
        let one_of_many = match (l.seg, r.seg) {
            (Some(_), None) => told_apart(Side::Right, right),
            (None, Some(_)) => told_apart(Side::Left, left),
            _ => false,
        };
        if self.covering && !r.seg.map_or(l.seg.is_none(), |seg| l.seg.map_or(1, |seg| seg.min) >= seg.min) {
            return false;
        }
        let same_owner = l.kind != Kind::Stack || self.left.frame_of(left) == self.right.frame_of(right);
        l.kind == r.kind
            && l.life == r.life
            && same_owner
            && links
            && !one_of_many
            && (l.kind != Kind::Heap || l.is_like(r))
            && l.part.is_some() == r.part.is_some()
            // What is left when all is handed out is not like what is left before.
            && (l.part.is_none() || (l.size.as_const() == Some(0)) == (r.size.as_const() == Some(0)))
            && l.cut == r.cut
            && l.is_start() == r.is_start()
            && (l.life == Life::Freed || l.part.is_some() || l.size.as_const() == r.size.as_const())
    }

    fn apply(&mut self, choice: Choice, dest: Dest, left: Val, right: Val, ctx: Option<ObjId>) -> Option<()> {
        let val = match choice {
            Choice::Pair => self.pair(left, right, ctx)?,
            Choice::Insert(Side::Right, links) => self.insert(Side::Right, links, right.addr()?, left, dest, ctx)?,
            Choice::Insert(Side::Left, links) => self.insert(Side::Left, links, left.addr()?, right, dest, ctx)?,
        };
        self.deliver(dest, val);
        Some(())
    }

    fn deliver(&mut self, dest: Dest, val: Val) {
        match dest {
            Dest::Reg(frame, value) => {
                self.out.frames[frame].regs.insert(value, val);
            }
            Dest::Cell(obj, at, len) => self.out.write(self.world, obj, at, len, val),
        }
    }

    // ---- values ----

    fn pair(&mut self, left: Val, right: Val, ctx: Option<ObjId>) -> Option<Val> {
        if let Some((obj, off)) = self.both_next(left, right) {
            return Some(Val::Ptr(Addr { obj, spot: Spot::Next, off }));
        }
        match (left, right) {
            (Val::Num(l), Val::Num(r)) => Some(Val::Num(self.pair_num(l, r, ctx)?)),
            (Val::Ptr(l), Val::Ptr(r)) => self.pair_addr(l, r, ctx),
            (Val::Undef, Val::Undef) => Some(Val::Undef),
            (Val::Top, Val::Top) => Some(Val::Top),
            (Val::Num(l), Val::Ptr(r)) if self.is_dangling(l, Side::Right, r) => self.dangling(Side::Left, l, r, ctx),
            (Val::Ptr(l), Val::Num(r)) if self.is_dangling(r, Side::Left, l) => self.dangling(Side::Right, r, l, ctx),
            (Val::Ptr(_), _) | (_, Val::Ptr(_)) => None,
            _ => {
                if left != Val::Top {
                    self.loses(Side::Left);
                }
                if right != Val::Top {
                    self.loses(Side::Right);
                }
                self.data_lost = true;
                Some(Val::Top)
            }
        }
    }

    fn pair_addr(&mut self, left: Addr, right: Addr, ctx: Option<ObjId>) -> Option<Val> {
        if left.off != right.off && left.off.sym.is_none() && right.off.sym.is_none() {
            // Different members of a node are not the same place; different elements of an array may be.
            let offsets = [left.off.add, right.off.add];
            let apart = |side: Side, id: ObjId| {
                let obj = self.obj(side, id);
                obj.values().any(|(_, val)| val.addr().is_some()) || are_members(self.world, obj, offsets)
            };
            if apart(Side::Left, left.obj) || apart(Side::Right, right.obj) {
                return None;
            }
        }
        let out = self.pair_objects(left.obj, right.obj, ctx)?;
        let off = self.pair_num(left.off, right.off, ctx)?;
        let single = |side: Side, id: ObjId| self.obj(side, id).seg.is_none_or(|seg| seg.only);
        let nodes = self.folding.as_ref().is_some_and(|f| (left.obj, right.obj) == (f.first, f.second));
        let spot = match (left.spot, right.spot) {
            _ if nodes => {
                // Each node's pointer to itself.
                let own =
                    |side, addr: Addr| addr.spot == Spot::Own || (addr.spot == Spot::First && single(side, addr.obj));
                (own(Side::Left, left) && own(Side::Right, right)).then_some(Spot::Own)?
            }
            (l, r) if l == r => l,
            // One object that both nodes know is not one of them.
            _ if self.folding.is_some() && left.obj == right.obj => return None,
            (Spot::Next, _) | (_, Spot::Next) => return None,
            (Spot::First, spot) if single(Side::Left, left.obj) => spot,
            (spot, Spot::First) if single(Side::Right, right.obj) => spot,
            _ => return None,
        };
        Some(Val::Ptr(Addr { obj: out, spot, off }))
    }

    /// Is the address of a freed block on one side a number on the other that may be an address?
    fn is_dangling(&self, number: Lin, side: Side, addr: Addr) -> bool {
        let obj = self.obj(side, addr.obj);
        obj.kind == Kind::Heap && obj.life == Life::Freed && !self.heap(side.other()).is_plain(number)
    }
}
