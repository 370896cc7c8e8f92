//! Joins two heaps by a partial isomorphism: walks both from the registers and globals at once and pairs what it meets.
//!
//! The result covers both. Whether it is more than one of them is noted on the way, so the same walk decides entailment:
//! `left` is covered by `right` if the join exists and `right` lost nothing. A segment that one side has and the other
//! has not is met as a segment that may be empty. With two nodes of one heap instead of two heaps, the same walk finds
//! what their common shape is (`fold`).
//!
//! Not here: when to join (`flow`), which nodes to fold (`fold`).

use crate::heap::{Fact, Frame, Heap, SymInfo};
use crate::object::{Cell, Content, Kind, Life, Links, Obj, Seg};
use crate::range::Range;
use crate::value::{Addr, Lin, ObjId, Spot, Sym, Val};
use crate::world::World;
use cairn_ir::{Id, ValueId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Links of nodes by their size, as found so far.
pub type KnownLinks = BTreeSet<(u64, Links)>;

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
    /// It is more than the left (right) one.
    pub left_lost: bool,
    pub right_lost: bool,
    /// It differs from one of them in more than numbers.
    pub shape_lost: bool,
}

/// Two nodes of one heap that are to become one segment.
#[derive(Clone)]
pub struct Folding {
    pub first: ObjId,
    pub second: ObjId,
    pub links: Links,
    /// What only the first (second) node leads to.
    pub owned: [BTreeSet<ObjId>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    Left,
    Right,
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

/// Left, right and joined numbers by width, symbols and home.
type Numbers = BTreeMap<(u32, Option<Sym>, Option<Sym>, Option<ObjId>), Vec<(Lin, Lin, Lin)>>;

#[derive(Clone)]
struct Merger<'a> {
    world: &'a World<'a>,
    left: &'a Heap,
    right: &'a Heap,
    style: Style<'a>,
    out: Heap,
    pairs: BTreeMap<(ObjId, ObjId), ObjId>,
    met: [BTreeMap<ObjId, ObjId>; 2],
    inserted: BTreeMap<(Side, ObjId), Inserted>,
    /// Numbers that were paired, by their symbols and the segment in which they are private.
    nums: Numbers,
    /// What each symbol was paired with.
    partner: [BTreeMap<Sym, Lin>; 2],
    work: Vec<Work>,
    folding: Option<Folding>,
    lost: [bool; 2],
    shape_lost: bool,
    data_lost: bool,
}

/// Alternatives that may be tried, over all.
const FUEL: u32 = 200;

/// A heap that covers both, if they are alike enough.
pub fn join(world: &World<'_>, left: &Heap, right: &Heap, style: Style<'_>) -> Option<Merged> {
    if left.frames.len() != right.frames.len() {
        return None;
    }
    let mut out = Heap::new(world);
    out.lost = left.lost.union(&right.lost).copied().collect();
    for (l, r) in left.frames.iter().zip(&right.frames) {
        if l.func != r.func || !l.regs.keys().eq(r.regs.keys()) {
            return None;
        }
        out.frames.push(Frame { func: l.func, regs: BTreeMap::new(), locals: Vec::new() });
    }
    let mut merger = Merger::new(world, left, right, style, out);
    merger.lost = [!right.lost.is_subset(&left.lost), !left.lost.is_subset(&right.lost)];
    merger.start()?;
    let mut fuel = FUEL;
    let mut done = merger.solve(&mut fuel)?;
    done.pair_locals()?;
    let mut done = done.solve(&mut fuel)?;
    done.finish_locals();
    done.finish_facts();
    if !done.met_all() || !done.is_well_formed() {
        return None;
    }
    let [left_lost, right_lost] = done.lost;
    let mut heap = done.out;
    heap.collect();
    Some(Merged { heap, left_lost, right_lost, shape_lost: done.shape_lost })
}

/// Makes one segment of two neighbours; says also whether numbers that both had in common were lost.
pub fn fold(world: &World<'_>, heap: &Heap, folding: Folding, known: &KnownLinks) -> Option<(Heap, bool)> {
    let (first, second, links) = (folding.first, folding.second, folding.links);
    let mut merger = Merger::new(world, heap, heap, Style { landmarks: None, known }, heap.clone());
    merger.folding = Some(folding);
    let seg = merger.pair_objects(first, second, None)?;
    let mut fuel = FUEL;
    let done = merger.solve(&mut fuel)?;
    let lossy = done.data_lost;
    let Merger { mut out, folding, .. } = done;
    let folding = folding.expect("still folding");
    let word = world.word();
    let length = |id: ObjId| heap.objs[&id].seg.map_or(1, |seg| seg.min);
    let min = (length(first) + length(second)).min(MAX_MIN);
    {
        let (a, b) = (&heap.objs[&first], &heap.objs[&second]);
        let obj = Rc::make_mut(out.objs.get_mut(&seg).expect("made"));
        obj.seg = Some(Seg { links, min });
        obj.store(links.next, word, Content::Val(b.exact(links.next, word)?));
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
    out.collect();
    Some((out, lossy))
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
            pairs: BTreeMap::new(),
            met: Default::default(),
            inserted: BTreeMap::new(),
            nums: BTreeMap::new(),
            partner: Default::default(),
            work: Vec::new(),
            folding: None,
            lost: [false; 2],
            shape_lost: false,
            data_lost: false,
        }
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

    fn solve(mut self, fuel: &mut u32) -> Option<Merger<'a>> {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Obj { out, left, right } => self.contents(out, left, right)?,
                Work::Val { dest, left, right, ctx } => {
                    let choices = self.choices(left, right);
                    let (&last, before) = choices.split_last()?;
                    for &choice in before {
                        *fuel = fuel.checked_sub(1)?;
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

    /// Ways to see two values as one, the most promising first.
    fn choices(&self, left: Val, right: Val) -> Vec<Choice> {
        let mut choices = Vec::new();
        match (left, right) {
            (Val::Ptr(l), Val::Ptr(r)) => {
                let paired = self.pairs.contains_key(&(l.obj, r.obj));
                let inserted = self.inserted.contains_key(&(Side::Left, l.obj))
                    || self.inserted.contains_key(&(Side::Right, r.obj));
                if !inserted && (paired || self.may_pair(l.obj, r.obj)) {
                    choices.push(Choice::Pair);
                }
                if !paired {
                    self.insertions(&mut choices, Side::Right, r);
                    self.insertions(&mut choices, Side::Left, l);
                }
            }
            (_, Val::Ptr(r)) => self.insertions(&mut choices, Side::Right, r),
            (Val::Ptr(l), _) => self.insertions(&mut choices, Side::Left, l),
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
            _ => true,
        };
        l.kind == r.kind
            && l.life == r.life
            && links
            && (l.kind != Kind::Heap || l.is_like(r))
            && (l.life == Life::Freed || l.size.as_const() == r.size.as_const())
    }

    fn insertions(&self, choices: &mut Vec<Choice>, side: Side, addr: Addr) {
        if self.is_fixed(addr.obj) || addr.spot == Spot::Own {
            return;
        }
        let obj = self.obj(side, addr.obj);
        if obj.kind != Kind::Heap || obj.life != Life::Live || self.met[side as usize].contains_key(&addr.obj) {
            return;
        }
        if self.folding.as_ref().is_some_and(|folding| !folding.owned[side as usize].contains(&addr.obj)) {
            return;
        }
        if let Some(seg) = obj.seg {
            return choices.push(Choice::Insert(side, seg.links));
        }
        let Some(size) = obj.size.as_const() else { return };
        for (known, links) in self.style.known {
            if u128::from(*known) == size {
                choices.push(Choice::Insert(side, *links));
            }
        }
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
        match (left, right) {
            (Val::Num(l), Val::Num(r)) => Some(Val::Num(self.pair_num(l, r, ctx)?)),
            (Val::Ptr(l), Val::Ptr(r)) => self.pair_addr(l, r, ctx),
            (Val::Undef, Val::Undef) => Some(Val::Undef),
            (Val::Top, Val::Top) => Some(Val::Top),
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
            let linked = |side: Side, id: ObjId| self.obj(side, id).values().any(|(_, val)| val.addr().is_some());
            if linked(Side::Left, left.obj) || linked(Side::Right, right.obj) {
                return None;
            }
        }
        let out = self.pair_objects(left.obj, right.obj, ctx)?;
        let off = self.pair_num(left.off, right.off, ctx)?;
        let single = |side: Side, id: ObjId| self.obj(side, id).seg.is_none();
        let nodes = self.folding.as_ref().is_some_and(|f| (left.obj, right.obj) == (f.first, f.second));
        let spot = match (left.spot, right.spot) {
            _ if nodes => {
                // Each node's pointer to itself.
                let own =
                    |side, addr: Addr| addr.spot == Spot::Own || (addr.spot == Spot::First && single(side, addr.obj));
                (own(Side::Left, left) && own(Side::Right, right)).then_some(Spot::Own)?
            }
            (l, r) if l == r => l,
            (Spot::First, spot) if single(Side::Left, left.obj) => spot,
            (spot, Spot::First) if single(Side::Right, right.obj) => spot,
            _ => return None,
        };
        Some(Val::Ptr(Addr { obj: out, spot, off }))
    }

    fn info(&self, side: Side, lin: Lin) -> Option<SymInfo> {
        lin.sym.map(|sym| self.heap(side).syms[&sym])
    }

    fn pair_num(&mut self, l: Lin, r: Lin, ctx: Option<ObjId>) -> Option<Lin> {
        if l.width != r.width {
            return None;
        }
        if l.sym.is_none() && l == r {
            return Some(l);
        }
        let (li, ri) = (self.info(Side::Left, l), self.info(Side::Right, r));
        let owned = |info: Option<SymInfo>| info.is_some_and(|info| info.owner.is_some());
        if self.folding.is_some() && l == r && !owned(li) {
            return Some(l);
        }
        let private = self.folding.is_some() || owned(li) || owned(ri);
        let home = if private { Some(ctx?) } else { None };
        let key = (l.width, l.sym, r.sym, home);
        let known = self.nums.get(&key).and_then(|entries| {
            let same = |(x, y, _): &&(Lin, Lin, Lin)| l.minus(x.add).add == r.minus(y.add).add;
            entries.iter().find(same).map(|(x, _, out)| out.plus(l.minus(x.add).add))
        });
        if let Some(out) = known {
            return Some(out);
        }
        let (lr, rr) = (self.left.range(l), self.right.range(r));
        let plain = self.left.is_plain(l) && self.right.is_plain(r);
        self.note_numbers(l, r, plain);
        if private {
            // The same number in all nodes is more than one for each.
            self.lost[0] |= l.sym.is_some() && !owned(li);
            self.lost[1] |= r.sym.is_some() && !owned(ri);
        }
        let range = match self.style.landmarks {
            Some(landmarks) => rr.widen(&lr, landmarks),
            None => rr.hull(&lr),
        };
        self.data_lost |= !lr.contains(&rr) && !rr.contains(&lr);
        let out = self.out_sym(range, plain, home);
        self.nums.entry(key).or_default().push((l, r, out));
        Some(out)
    }

    /// Is the paired number more than one of the two?
    fn note_numbers(&mut self, l: Lin, r: Lin, plain: bool) {
        let (lr, rr) = (self.left.range(l), self.right.range(r));
        let mut note = |side: Side, own: Lin, other: Lin, range: Range, others: Range, own_plain: bool| {
            let fits = match own.sym {
                None => false,
                Some(sym) => {
                    let base = other.minus(own.add);
                    let partner = *self.partner[side as usize].entry(sym).or_insert(base);
                    partner == base && range.contains(&others) && own_plain == plain
                }
            };
            self.lost[side as usize] |= !fits;
        };
        note(Side::Left, l, r, lr, rr, self.left.is_plain(l));
        note(Side::Right, r, l, rr, lr, self.right.is_plain(r));
    }

    fn out_sym(&mut self, range: Range, plain: bool, owner: Option<ObjId>) -> Lin {
        let sym = Sym::new(self.out.next_sym as usize);
        self.out.next_sym += 1;
        self.out.syms.insert(sym, SymInfo { range, plain, owner });
        Lin::symbol(range.width, sym)
    }

    // ---- objects ----

    /// The object for a pair of objects; its content is paired later.
    fn pair_objects(&mut self, left: ObjId, right: ObjId, ctx: Option<ObjId>) -> Option<ObjId> {
        if let Some(&out) = self.pairs.get(&(left, right)) {
            return Some(out);
        }
        if !self.may_pair(left, right) {
            return None;
        }
        if self.folding.is_some() && left == right {
            return Some(left);
        }
        let (l, r) = (self.obj(Side::Left, left), self.obj(Side::Right, right));
        let mut obj = Obj::new(l.kind, l.size, l.rest.join(r.rest));
        (obj.life, obj.readonly) = (l.life, l.readonly);
        obj.sites = l.sites.union(&r.sites).copied().collect();
        obj.stored = l.stored.iter().chain(&r.stored).map(|(&at, &pointer)| (at, pointer)).collect();
        self.lost[0] |= obj.sites != l.sites;
        self.lost[1] |= obj.sites != r.sites;
        obj.seg = self.pair_segments(l.seg, r.seg);
        let nested = l.owner.is_some() || r.owner.is_some();
        let inside = self.folding.as_ref().is_some_and(|f| (left, right) != (f.first, f.second));
        obj.owner = if nested || inside { Some(ctx?) } else { None };
        let out = if self.is_fixed(left) {
            self.out.objs.insert(left, Rc::new(obj));
            left
        } else {
            self.out.add(obj)
        };
        self.pairs.insert((left, right), out);
        self.met[0].insert(left, out);
        self.met[1].insert(right, out);
        self.work.push(Work::Obj { out, left, right });
        Some(out)
    }

    fn pair_segments(&mut self, left: Option<Seg>, right: Option<Seg>) -> Option<Seg> {
        let length = |seg: Option<Seg>| seg.map_or(1, |seg| seg.min);
        let links = left.or(right)?.links;
        let min = length(left).min(length(right));
        for (side, seg) in [(Side::Left, left), (Side::Right, right)] {
            if seg.is_none_or(|seg| seg.min != min) {
                self.loses(side);
                self.shape_lost = true;
            }
        }
        Some(Seg { links, min })
    }

    fn contents(&mut self, out: ObjId, left: ObjId, right: ObjId) -> Option<()> {
        let (l, r) = (self.obj(Side::Left, left), self.obj(Side::Right, right));
        let made = &self.out.objs[&out];
        let (rest, owner, is_seg) = (made.rest, made.owner, made.seg.is_some());
        let nodes = self.folding.as_ref().filter(|f| (left, right) == (f.first, f.second)).map(|f| f.links);
        let ctx = if is_seg || nodes.is_some() { Some(out) } else { owner };
        let size = self.pair_num(l.size, r.size, ctx)?;
        Rc::make_mut(self.out.objs.get_mut(&out).expect("made")).size = size;
        if l.life != Life::Live {
            return Some(());
        }
        self.lost[0] |= rest != l.rest;
        self.lost[1] |= rest != r.rest;
        self.data_lost |= rest != l.rest && rest != r.rest;
        for (from, to) in clusters(l, r) {
            for (at, end) in cuts(l, r, from, to) {
                let is_link =
                    |at: u64| nodes.is_some_and(|n| n.next == at || n.back.is_some_and(|(prev, _)| prev == at));
                if !is_link(at) {
                    // What a list ends in is not its nodes'.
                    let ctx = if self.out.objs[&out].is_link(at) { owner } else { ctx };
                    self.piece(out, l, r, at, end - at, ctx)?;
                }
            }
        }
        Some(())
    }

    fn piece(&mut self, out: ObjId, l: &Obj, r: &Obj, at: u64, len: u64, ctx: Option<ObjId>) -> Option<()> {
        let single = |obj: &Obj| obj.pieces(at, len).pop().map(|(_, cell)| cell.content);
        let (mut left, mut right) = (single(l)?, single(r)?);
        if torn(l, at, len) || torn(r, at, len) {
            return None;
        }
        if matches!(left, Content::Val(_)) != matches!(right, Content::Val(_)) {
            // One side has a value: bytes that are known may be one, too.
            let as_value = |obj: &Obj, content: Content| match obj.exact(at, len) {
                Some(val) if len <= 16 => Content::Val(val),
                _ => content,
            };
            (left, right) = (as_value(l, left), as_value(r, right));
        }
        match (left, right) {
            (Content::Val(left), Content::Val(right)) => {
                self.work.push(Work::Val { dest: Dest::Cell(out, at, len), left, right, ctx });
            }
            (left, right) if left == right && !matches!(left, Content::Val(_)) => {
                self.out.obj_mut(self.world, out).store(at, len, left);
            }
            (left, right) => {
                let address = |content: &Content| matches!(content, Content::Val(Val::Ptr(_)));
                if address(&left) || address(&right) {
                    return None;
                }
                let fill = left.blurred().join(right.blurred());
                self.lost[0] |= left != Content::Fill(fill);
                self.lost[1] |= right != Content::Fill(fill);
                self.data_lost = true;
                self.out.obj_mut(self.world, out).store(at, len, Content::Fill(fill));
            }
        }
        Some(())
    }

    // ---- segments that only one side has ----

    /// Makes a segment that may be empty of what `side` has at `addr` and the other side has not: there, `instead` stands.
    fn insert(
        &mut self,
        side: Side,
        links: Links,
        addr: Addr,
        instead: Val,
        dest: Dest,
        ctx: Option<ObjId>,
    ) -> Option<Val> {
        let off = addr.off.as_signed()?;
        let obj = self.obj(side, addr.obj);
        // The backward link of the node behind points to the only node as the last one.
        let backward = links.back.is_some_and(|(prev, _)| matches!(dest, Dest::Cell(_, at, _) if at == prev));
        let spot = match addr.spot {
            Spot::First if obj.seg.is_none() && backward => Spot::Last,
            spot => spot,
        };
        let entry = match self.inserted.get(&(side, addr.obj)) {
            Some(&entry) => entry,
            None => Inserted { out: self.copy_segment(side, links, addr.obj, ctx)?, first: None, last: None },
        };
        let other = match side {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        };
        self.loses(other);
        self.shape_lost = true;
        let (head, slot) = match spot {
            Spot::Last => (links.back?.1, entry.last),
            _ => (links.head, entry.first),
        };
        let instead = match instead {
            Val::Num(_) | Val::Ptr(_) => instead.moved(head.wrapping_sub(off)),
            _ => return None,
        };
        if obj.seg.is_none() && !self.continues(side, obj, obj.exact(links.next, self.world.word())?, instead) {
            return None;
        }
        if slot.is_some_and(|known| known != instead) {
            return None;
        }
        let mut entry = entry;
        if slot.is_none() {
            let at = if spot == Spot::Last { links.back?.0 } else { links.next };
            let behind = obj.exact(at, self.world.word())?;
            let (left, right) = if side == Side::Left { (behind, instead) } else { (instead, behind) };
            let owner = self.out.objs[&entry.out].owner;
            let dest = Dest::Cell(entry.out, at, self.world.word());
            self.work.push(Work::Val { dest, left, right, ctx: owner });
            *(if spot == Spot::Last { &mut entry.last } else { &mut entry.first }) = Some(instead);
        }
        self.inserted.insert((side, addr.obj), entry);
        Some(Val::Ptr(Addr { obj: entry.out, spot, off: addr.off }))
    }

    /// Could a node that leads to `behind` be left out, so that `instead` comes next? A single node is taken for a list
    /// only if what follows is one, too, or nothing, or something that is no node.
    fn continues(&self, side: Side, node: &Obj, behind: Val, instead: Val) -> bool {
        let other = if side == Side::Left { Side::Right } else { Side::Left };
        let listed = |side: Side, val: Val| match val {
            Val::Ptr(addr) => {
                let obj = self.obj(side, addr.obj);
                obj.kind != Kind::Heap || obj.size == node.size
            }
            _ => false,
        };
        (behind == instead && behind.as_const().is_some()) || (listed(side, behind) && listed(other, instead))
    }

    /// A copy of one side's segment (or node) without its links.
    fn copy_segment(&mut self, side: Side, links: Links, id: ObjId, ctx: Option<ObjId>) -> Option<ObjId> {
        let obj = self.obj(side, id);
        if obj.seg.is_none_or(|seg| seg.min > 0) {
            self.loses(side);
        }
        let out = self.copy_object(side, id, ctx)?;
        let copy = Rc::make_mut(self.out.objs.get_mut(&out).expect("made"));
        copy.seg = Some(Seg { links, min: 0 });
        let mut owned: Vec<ObjId> = self.heap(side).owned_by(id).into_iter().collect();
        let mut copies = BTreeMap::from([(id, out)]);
        // Owners come before what they own.
        while !owned.is_empty() {
            let ready = owned.iter().position(|o| self.obj(side, *o).owner.is_some_and(|o| copies.contains_key(&o)))?;
            let nested = owned.remove(ready);
            let owner = copies[&self.obj(side, nested).owner?];
            let copy = self.copy_object(side, nested, Some(owner))?;
            copies.insert(nested, copy);
        }
        for (&from, &to) in &copies {
            self.copy_cells(side, from, to, &copies, (from == id).then_some(links))?;
        }
        Some(out)
    }

    fn copy_object(&mut self, side: Side, id: ObjId, owner: Option<ObjId>) -> Option<ObjId> {
        let obj = self.obj(side, id);
        obj.size.as_const()?;
        let folding = self.folding.is_some();
        let owner = if obj.owner.is_some() || folding { Some(owner?) } else { None };
        let copy = Obj { cells: BTreeMap::new(), owner, ..obj.clone() };
        let out = self.out.add(copy);
        self.met[side as usize].insert(id, out);
        Some(out)
    }

    fn copy_cells(
        &mut self,
        side: Side,
        from: ObjId,
        to: ObjId,
        copies: &BTreeMap<ObjId, ObjId>,
        links: Option<Links>,
    ) -> Option<()> {
        let obj = self.obj(side, from);
        let home = if obj.seg.is_some() || links.is_some() { to } else { self.out.objs[&to].owner? };
        let mut syms: BTreeMap<Sym, Lin> = BTreeMap::new();
        for (&at, cell) in &obj.cells {
            if links.is_some_and(|links| links.next == at || links.back.is_some_and(|(prev, _)| prev == at)) {
                continue;
            }
            let content = match &cell.content {
                Content::Val(Val::Num(lin)) if lin.sym.is_some() => {
                    let sym = lin.sym?;
                    let info = self.heap(side).syms[&sym];
                    if info.owner.is_none() {
                        self.loses(side);
                    }
                    let out = match syms.get(&sym) {
                        Some(&out) => out,
                        None => self.out_sym(info.range, info.plain, Some(home)),
                    };
                    syms.insert(sym, out);
                    Content::Val(Val::Num(out.plus(lin.add)))
                }
                Content::Val(Val::Ptr(addr)) => {
                    let obj = match copies.get(&addr.obj) {
                        Some(&copy) => copy,
                        None if self.is_fixed(addr.obj) => addr.obj,
                        None => *self.met[side as usize].get(&addr.obj)?,
                    };
                    addr.off.as_const()?;
                    let own = copies.contains_key(&addr.obj) && links.is_some() && addr.obj == from;
                    let spot = if own && self.obj(side, from).seg.is_none() { Spot::Own } else { addr.spot };
                    Content::Val(Val::Ptr(Addr { obj, spot, ..*addr }))
                }
                other => other.clone(),
            };
            self.out.obj_mut(self.world, to).store(at, cell.len, content);
        }
        Some(())
    }

    /// A segment whose last node nobody points to still has the link of its first node backwards, and the other way.
    fn finish_inserted(&mut self) -> Option<()> {
        for ((side, id), entry) in self.inserted.clone() {
            let links = self.out.objs[&entry.out].seg?.links;
            if entry.first.is_none() {
                self.finish_link(side, id, entry.out, links.next)?;
            }
            if let Some((prev, _)) = links.back.filter(|_| entry.last.is_none()) {
                self.finish_link(side, id, entry.out, prev)?;
            }
        }
        Some(())
    }

    fn finish_link(&mut self, side: Side, id: ObjId, out: ObjId, at: u64) -> Option<()> {
        let word = self.world.word();
        let val = match self.obj(side, id).exact(at, word)? {
            Val::Num(lin) if lin.sym.is_none() => Val::Num(lin),
            Val::Ptr(addr) => {
                addr.off.as_const()?;
                let obj = if self.is_fixed(addr.obj) { addr.obj } else { *self.met[side as usize].get(&addr.obj)? };
                let links = self.out.objs[&out].seg?.links;
                let single = self.obj(side, addr.obj).seg.is_none() && self.out.obj(self.world, obj).seg.is_some();
                let spot = if single && at != links.next { Spot::Last } else { addr.spot };
                Val::Ptr(Addr { obj, spot, ..addr })
            }
            _ => return None,
        };
        self.out.write(self.world, out, at, word, val);
        Some(())
    }

    // ---- the rest ----

    /// Locals that no register leads to are paired by their order.
    fn pair_locals(&mut self) -> Option<()> {
        for (l, r) in self.left.frames.iter().zip(&self.right.frames) {
            if l.locals.len() != r.locals.len() {
                continue;
            }
            for (&left, &right) in l.locals.iter().zip(&r.locals) {
                if !self.met[0].contains_key(&left) && !self.met[1].contains_key(&right) {
                    self.pair_objects(left, right, None)?;
                }
            }
        }
        Some(())
    }

    /// Was everything that the two heaps have looked at?
    fn met_all(&self) -> bool {
        let all = |side: Side| {
            let mut ids = self.heap(side).objs.keys();
            ids.all(|id| self.is_fixed(*id) || self.met[side as usize].contains_key(id))
        };
        all(Side::Left) && all(Side::Right)
    }

    /// The links of a segment lead out of it, and from segments that one side does not have to something that it has.
    fn is_well_formed(&self) -> bool {
        let absent = |side: Side| -> BTreeSet<ObjId> {
            self.inserted.iter().filter(|((of, _), _)| *of == side).map(|(_, entry)| entry.out).collect()
        };
        let ends = |side: Side| {
            let absent = absent(side);
            absent.iter().all(|&from| self.leads_out(&absent, from, false) && self.leads_out(&absent, from, true))
        };
        ends(Side::Left) && ends(Side::Right) && self.no_link_to_itself()
    }

    fn leads_out(&self, absent: &BTreeSet<ObjId>, from: ObjId, backwards: bool) -> bool {
        let mut at = from;
        for _ in 0..=absent.len() {
            let Some(obj) = self.out.objs.get(&at) else { return false };
            let Some(links) = obj.seg.map(|seg| seg.links) else { return true };
            let link = if backwards { links.back.map(|(prev, _)| prev) } else { Some(links.next) };
            let Some(link) = link else { return true };
            match obj.exact(link, self.world.word()).and_then(Val::addr) {
                Some(addr) if absent.contains(&addr.obj) => at = addr.obj,
                _ => return true,
            }
        }
        false
    }

    fn no_link_to_itself(&self) -> bool {
        self.out.objs.iter().all(|(id, obj)| {
            let mut links = obj.values().filter(|(at, _)| obj.is_link(*at));
            links.all(|(_, val)| val.addr().is_none_or(|addr| addr.obj != *id))
        })
    }

    fn finish_locals(&mut self) {
        for at in 0..self.out.frames.len() {
            let locals = self.left.frames[at].locals.iter().filter_map(|local| self.met[0].get(local).copied());
            let locals: Vec<ObjId> = locals.collect();
            self.out.frames[at].locals = locals;
        }
    }

    /// Facts that hold on both sides.
    fn finish_facts(&mut self) {
        let entries: Vec<(Lin, Lin, Lin)> =
            self.nums.iter().filter(|(key, _)| key.3.is_none()).flat_map(|(_, entries)| entries.clone()).collect();
        for side in [Side::Left, Side::Right] {
            for fact in &self.heap(side).facts {
                let kept = self.keep_fact(side, *fact, &entries);
                self.lost[side as usize] |= !kept;
            }
        }
    }

    fn keep_fact(&mut self, side: Side, fact: Fact, entries: &[(Lin, Lin, Lin)]) -> bool {
        let mut kept = false;
        let matching = |lin: Lin| {
            entries.iter().filter_map(move |&(l, r, out)| {
                let (own, other) = if side == Side::Left { (l, r) } else { (r, l) };
                let by = lin.minus(own.add).add;
                (own.sym == lin.sym).then(|| (other.plus(by), out.plus(by)))
            })
        };
        let other = match side {
            Side::Left => self.right,
            Side::Right => self.left,
        };
        for (a, out_a) in matching(fact.lhs) {
            for (b, out_b) in matching(fact.rhs) {
                if other.decide(fact.op, a, b) == Some(true) && out_a.sym.is_some() && out_b.sym.is_some() {
                    self.out.facts.insert(Fact { op: fact.op, lhs: out_a, rhs: out_b });
                    kept = true;
                }
            }
        }
        kept
    }
}

/// Byte ranges in which at least one of two objects has cells, as large as they overlap.
fn clusters(l: &Obj, r: &Obj) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = l.cells.iter().chain(&r.cells).map(|(&at, cell)| (at, at + cell.len)).collect();
    ranges.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (from, to) in ranges {
        match merged.last_mut() {
            Some(last) if from < last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// The range cut at every boundary of a cell.
fn cuts(l: &Obj, r: &Obj, from: u64, to: u64) -> Vec<(u64, u64)> {
    let ends = l.cells.range(from..to).chain(r.cells.range(from..to));
    let mut points: BTreeSet<u64> = ends.flat_map(|(&at, cell)| [at, at + cell.len]).collect();
    points.extend([from, to]);
    let points: Vec<u64> = points.into_iter().collect();
    points.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Does the range hold a part of an address?
fn torn(obj: &Obj, at: u64, len: u64) -> bool {
    let near = obj.cells.range(..at + len).next_back();
    near.is_some_and(|(&start, cell): (&u64, &Cell)| {
        let overlaps = start + cell.len > at;
        let whole = start == at && cell.len == len;
        overlaps && !whole && matches!(cell.content, Content::Val(Val::Ptr(_)))
    })
}
