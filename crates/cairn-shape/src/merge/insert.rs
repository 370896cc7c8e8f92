//! Segments that only one side has: they are copied as segments that may be empty.

use super::{Choice, Dest, Held, Inserted, Merger, Side, Work};
use crate::fault::{Fault, broken};
use crate::fold::{node_size, varies};
use crate::object::{Content, Kind, Life, Links, Obj, Part, Seg};
use crate::trees;
use crate::value::{Addr, Lin, ObjId, Spot, Val};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl Merger<'_> {
    /// Behind a segment of one side comes what follows it there, or what the other side has instead; not both.
    fn is_behind_other(&self, side: Side, dest: Dest) -> bool {
        let Dest::Cell(holder, ..) = dest else { return false };
        self.inserted.iter().any(|((of, _), entry)| *of != side && entry.out == holder)
    }

    pub(super) fn insertions(&self, choices: &mut Vec<Choice>, side: Side, addr: Addr, instead: Val, dest: Dest) {
        if self.is_behind_other(side, dest) || (self.covering && side == Side::Left) {
            return;
        }
        if self.is_fixed(addr.obj) || matches!(addr.spot, Spot::Own | Spot::Next) {
            return;
        }
        // What is inserted already may be known to others, too: the other end of a list that is linked both ways.
        if let Some(seg) = self.inserted.get(&(side, addr.obj)).and_then(|known| self.out.objs[&known.out].seg) {
            return choices.push(Choice::Insert(side, seg.links));
        }
        let obj = self.obj(side, addr.obj);
        if self.covering && obj.seg.is_none_or(|seg| seg.min > 0) {
            return;
        }
        if obj.kind != Kind::Heap || obj.life != Life::Live || self.met[side as usize].contains_key(&addr.obj) {
            return;
        }
        if self.folding.as_ref().is_some_and(|folding| !folding.owned[side as usize].contains(&addr.obj)) {
            return;
        }
        let measured = self.folding.is_none() && self.heap(side).is_measured(addr.obj);
        if measured || self.is_child_of_all(obj, dest) || !self.is_held_likewise(side, addr, instead, dest) {
            return;
        }
        if let Some(seg) = obj.seg {
            return choices.push(Choice::Insert(side, seg.links));
        }
        let may = if obj.owner.is_some() { obj.size.as_const().is_some() } else { node_size(obj).is_some() };
        if !may {
            return;
        }
        // Where there are trees, a node with one child is a tree and no list; nor is one with two children anywhere.
        let known = self.style.known;
        if self.folding.is_none() && trees::has_two_children(self.heap(side), addr.obj) {
            return;
        }
        // Nor is one whose link leads past others one of those.
        let skips = |way: u64| {
            let past = known.skips_of(obj).filter(|(_, along)| *along == way);
            past.filter_map(|(links, _)| obj.exact(links.next, self.world.word())).any(|val| val.addr().is_some())
        };
        let is_list = |links: &Links| links.fork.is_none() && !known.is_in_tree(obj, links.next) && !skips(links.next);
        let lists = known.of(obj).filter(is_list);
        choices.extend(lists.map(|links| Choice::Insert(side, links)));
        if self.may_be_absent(side, obj, instead) {
            choices.push(Choice::Insert(side, Links::OPTIONAL));
        }
    }

    /// Would every node of a list lead to this node of the same kind, not by its links? One node with a child is no such list.
    fn is_child_of_all(&self, obj: &Obj, dest: Dest) -> bool {
        let Dest::Cell(holder, at, _) = dest else { return false };
        let holder = self.out.obj(self.world, holder);
        let is_list = holder.seg.is_some_and(|seg| !seg.links.has(at));
        self.folding.is_none() && is_list && node_size(obj).is_some() && node_size(obj) == node_size(holder)
    }

    /// What registers and globals have on one side, with what they have on the other.
    pub(super) fn held_by_both(&self) -> [Held; 2] {
        let mut held: [Held; 2] = Default::default();
        let mut note = |left: Val, right: Val| {
            for (side, own, other) in [(0, left, right), (1, right, left)] {
                if let Val::Ptr(addr) = own {
                    held[side].get_or_insert_with(addr.obj, Vec::new).push((addr, other));
                }
            }
        };
        for (l, r) in self.left.frames.iter().zip(&self.right.frames) {
            l.regs.values().zip(r.regs.values()).for_each(|(&left, &right)| note(left, right));
        }
        let globals = self.left.objs.keys().chain(self.right.objs.keys()).filter(|id| self.is_fixed(**id));
        for id in globals.collect::<BTreeSet<_>>() {
            let (l, r) = (self.obj(Side::Left, *id), self.obj(Side::Right, *id));
            let offsets: BTreeSet<u64> = l.values().chain(r.values()).map(|(at, _)| at).collect();
            for at in offsets {
                if let (Some(left), Some(right)) = (l.exact(at, self.world.word()), r.exact(at, self.world.word())) {
                    note(left, right);
                }
            }
        }
        held
    }

    /// If a segment is empty on the other side, whatever leads to it has the same there. What is known from the start to
    /// have something else need not be tried.
    fn is_held_likewise(&self, side: Side, addr: Addr, instead: Val, dest: Dest) -> bool {
        let obj = self.obj(side, addr.obj);
        // To the node behind it, a single node is the last one.
        let backward = |at: u64| self.style.known.of(obj).any(|links| links.back.is_some_and(|(prev, _)| prev == at));
        let as_last = matches!(dest, Dest::Cell(_, at, _) if obj.seg.is_none() && backward(at));
        if self.folding.is_some() || as_last {
            return true;
        }
        let start = |addr: Addr, val: Val| match val {
            Val::Num(_) | Val::Ptr(_) => Some(val.moved(addr.off.as_signed()?.wrapping_neg())),
            Val::Undef | Val::Top => None,
        };
        let mut held = self.held[side as usize].get(&addr.obj).into_iter().flatten();
        held.all(|&(own, other)| own.spot != addr.spot || start(own, other) == start(addr, instead))
    }

    /// Makes a segment that may be empty of what `side` has at `addr` and the other side has not: there, `instead` stands.
    pub(super) fn insert(
        &mut self,
        side: Side,
        links: Links,
        addr: Addr,
        instead: Val,
        dest: Dest,
        ctx: Option<ObjId>,
    ) -> Option<Val> {
        if links == Links::OPTIONAL {
            return self.insert_optional(side, addr, instead, ctx);
        }
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
        self.loses(side.other());
        self.shape_lost = true;
        let (head, slot) = match spot {
            Spot::Last => (links.back?.1, entry.last),
            _ => (links.head, entry.first),
        };
        let instead = match instead {
            // What may be the address of something that is gone is not the end of a list.
            Val::Num(lin) if !self.heap(side.other()).is_plain(lin) => return None,
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
    pub(super) fn continues(&self, side: Side, node: &Obj, behind: Val, instead: Val) -> bool {
        let listed = |side: Side, val: Val| match val {
            Val::Ptr(addr) => {
                let obj = self.obj(side, addr.obj);
                obj.kind != Kind::Heap || obj.size == node.size || (varies(obj) && varies(node))
            }
            _ => false,
        };
        let (left, right) = if side == Side::Left { (behind, instead) } else { (instead, behind) };
        // Both lead to one place, as in a ring through something that is no node.
        let same = match (left, right) {
            (Val::Ptr(l), Val::Ptr(r)) => l.off == r.off && self.pairs.contains_key(&(l.obj, r.obj)),
            _ => left == right && left.as_const().is_some(),
        };
        same || self.both_next(left, right).is_some() || (listed(side, behind) && listed(side.other(), instead))
    }

    /// A copy of one side's segment (or node) without its links.
    pub(super) fn copy_segment(&mut self, side: Side, links: Links, id: ObjId, ctx: Option<ObjId>) -> Option<ObjId> {
        let obj = self.obj(side, id);
        if obj.seg.is_none_or(|seg| seg.min > 0) {
            self.loses(side);
        }
        let owner = self.owner_of(&[(side, id)], ctx)?;
        let out = self.copy_object(side, id, owner)?;
        let copy = Rc::make_mut(self.out.objs.get_mut(&out).expect("made"));
        copy.seg = Some(Seg::of(links, u32::from(broken(Fault::InsertedNotEmpty))));
        if let Some(fork) = links.fork {
            copy.store(fork, self.world.word(), Content::Val(self.world.null()));
        }
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

    pub(super) fn copy_object(&mut self, side: Side, id: ObjId, owner: Option<ObjId>) -> Option<ObjId> {
        let obj = self.obj(side, id);
        if obj.size.as_const().is_none() && !varies(obj) {
            return None;
        }
        let copy = Obj { cells: BTreeMap::new(), owner, ..obj.clone() };
        let out = self.out.add(copy);
        self.met[side as usize].insert(id, out);
        Some(out)
    }

    pub(super) fn copy_cells(
        &mut self,
        side: Side,
        from: ObjId,
        to: ObjId,
        copies: &BTreeMap<ObjId, ObjId>,
        links: Option<Links>,
    ) -> Option<()> {
        let obj = self.obj(side, from);
        let home = if obj.seg.is_some() || links.is_some() { to } else { self.out.objs[&to].owner? };
        let size = self.copy_number(side, obj.size, home);
        let part = match obj.part {
            Some(part) => {
                let whole = *copies.get(&part.whole).or_else(|| self.met[side as usize].get(&part.whole))?;
                Some(Part { whole, at: self.copy_number(side, part.at, home) })
            }
            None => None,
        };
        let made = self.out.obj_mut(self.world, to);
        (made.size, made.part) = (size, part);
        for (&at, cell) in &obj.cells {
            if links.is_some_and(|links| links.has(at)) {
                continue;
            }
            let content = match &cell.content {
                Content::Val(Val::Num(lin)) => Content::Val(Val::Num(self.copy_number(side, *lin, home))),
                Content::Val(Val::Ptr(addr)) if self.is_folded(addr.obj) => {
                    Content::Val(Val::Ptr(self.own_node(side, *addr)?))
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

    /// A number of a node that only one side has, which is each node's own now.
    fn copy_number(&mut self, side: Side, lin: Lin, home: ObjId) -> Lin {
        let Some(sym) = lin.sym else { return lin };
        let info = self.heap(side).syms[&sym];
        if info.owner.is_none() {
            self.loses(side);
        }
        let out = match self.copied.get(&(side, sym, home)) {
            Some(&out) => out,
            None => self.out_sym(info.range, info.plain, Some(home)),
        };
        self.copied.insert((side, sym, home), out);
        out.plus(lin.add)
    }

    pub(super) fn is_folded(&self, id: ObjId) -> bool {
        self.folding.as_ref().is_some_and(|folding| id == folding.first || id == folding.second)
    }

    /// In what a node owns, a pointer to that node is one to each node's own.
    pub(super) fn own_node(&self, side: Side, addr: Addr) -> Option<Addr> {
        let folding = self.folding.as_ref()?;
        let node = if side == Side::Left { folding.first } else { folding.second };
        let own = addr.spot == Spot::Own || (addr.spot == Spot::First && self.obj(side, addr.obj).seg.is_none());
        let made = self.pairs.get(&(folding.first, folding.second)).copied();
        if let Some((obj, off)) = made.zip(self.next_of(side, node, folding.links, Val::Ptr(addr))) {
            return Some(Addr { obj, spot: Spot::Next, off });
        }
        let obj = made.filter(|_| addr.obj == node && own)?;
        let spot = if broken(Fault::OwnIsFirst) { Spot::First } else { Spot::Own };
        addr.off.as_const().map(|_| Addr { obj, spot, ..addr })
    }

    /// A segment whose last node nobody points to still has the link of its first node backwards, and the other way.
    pub(super) fn finish_inserted(&mut self) -> Option<()> {
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

    pub(super) fn finish_link(&mut self, side: Side, id: ObjId, out: ObjId, at: u64) -> Option<()> {
        let word = self.world.word();
        let val = match self.obj(side, id).exact(at, word)? {
            Val::Num(lin) if lin.sym.is_none() => Val::Num(lin),
            Val::Ptr(addr) if self.is_folded(addr.obj) => Val::Ptr(self.own_node(side, addr)?),
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
}
