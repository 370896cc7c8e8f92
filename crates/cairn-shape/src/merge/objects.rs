//! Pairs of objects: liveness, segments and bytes, piece by piece.

use super::{Dest, Merger, Side, Work};
use crate::fault::{Fault, broken};
use crate::object::{Cell, Content, Fill, Life, MOST_CUT, Obj, Part, Seg};
use crate::optional::ABSENT;
use crate::value::{ObjId, Val};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Merger<'_> {
    /// The object for a pair of objects; its content is paired later.
    pub(super) fn pair_objects(&mut self, left: ObjId, right: ObjId, ctx: Option<ObjId>) -> Option<ObjId> {
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
        (obj.life, obj.readonly, obj.cut) = (l.life, l.readonly, l.cut);
        obj.sites = l.sites.union(&r.sites).copied().collect();
        obj.stored = l.stored.iter().chain(&r.stored).map(|(&at, &pointer)| (at, pointer)).collect();
        obj.types = l.types.union(&r.types).copied().collect();
        obj.reused = l.reused || r.reused;
        self.lost[0] |= obj.reused != l.reused;
        self.lost[1] |= obj.reused != r.reused;
        self.sites_lost[0] |= obj.sites != l.sites;
        self.sites_lost[1] |= obj.sites != r.sites;
        obj.seg = self.pair_segments(l.seg, r.seg);
        obj.owner = match &self.folding {
            Some(folding) if (left, right) == (folding.first, folding.second) => None,
            _ => self.owner_of(&[(Side::Left, left), (Side::Right, right)], ctx)?,
        };
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

    /// The list whose every node has an object of its own for what the sides have: the innermost one around `ctx` for which that
    /// is so on each side. What all nodes of a list share is not theirs, but that of a list around it, or of none (`Some(None)`).
    pub(super) fn owner_of(&self, sides: &[(Side, ObjId)], ctx: Option<ObjId>) -> Option<Option<ObjId>> {
        if broken(Fault::SharedIsOwn) {
            return Some(ctx);
        }
        let around = std::iter::successors(ctx, |list| self.out.objs[list].owner);
        let has_one_each =
            |list: &ObjId| sides.iter().all(|&(side, id)| self.nodes_of(side, *list) == Some(self.obj(side, id).owner));
        let shared = self.folding.is_none() && sides.iter().all(|&(side, id)| self.obj(side, id).owner.is_none());
        around.into_iter().find(has_one_each).map(Some).or(shared.then_some(None))
    }

    /// Whose what a node of a list of the result has is on one side: that list's, or, if it is a single node there, its owner's.
    fn nodes_of(&self, side: Side, list: ObjId) -> Option<Option<ObjId>> {
        let (&id, _) = self.met[side as usize].iter().find(|(_, out)| **out == list)?;
        let obj = self.obj(side, id);
        Some(if obj.seg.is_some() { Some(id) } else { obj.owner })
    }

    pub(super) fn pair_segments(&mut self, left: Option<Seg>, right: Option<Seg>) -> Option<Seg> {
        let length = |seg: Option<Seg>| seg.map_or(1, |seg| seg.min);
        let links = left.or(right)?.links;
        let mut min = length(left).min(length(right));
        if broken(Fault::JoinedTooLong) {
            min = length(left).max(length(right));
        }
        for (side, seg) in [(Side::Left, left), (Side::Right, right)] {
            if seg.is_none_or(|seg| seg.min != min) {
                self.loses(side);
                self.lengths_lost |= seg.is_some();
                self.shape_lost |= seg.is_none();
            }
        }
        let only = left.is_some_and(|seg| seg.only) && right.is_some_and(|seg| seg.only);
        for (side, seg) in [(Side::Left, left), (Side::Right, right)] {
            if seg.is_some_and(|seg| seg.only && !only) {
                self.loses(side);
                self.lengths_lost = true;
            }
        }
        Some(Seg { links, min, only })
    }

    pub(super) fn contents(&mut self, out: ObjId, left: ObjId, right: ObjId) -> Option<()> {
        let (l, r) = (self.obj(Side::Left, left), self.obj(Side::Right, right));
        let made = &self.out.objs[&out];
        let (rest, owner, is_seg) = (made.rest, made.owner, made.seg.is_some());
        let nodes = self.folding.as_ref().filter(|f| (left, right) == (f.first, f.second)).map(|f| f.links);
        let ctx = if is_seg || nodes.is_some() { Some(out) } else { owner };
        let data_lost = self.data_lost;
        let size = self.pair_num(l.size, r.size, ctx)?;
        let part = match (l.part, r.part) {
            (Some(left), Some(right)) => {
                let at = self.pair_num(left.at, right.at, ctx)?;
                Some(Part { whole: self.pair_objects(left.whole, right.whole, owner)?, at })
            }
            _ => None,
        };
        // Where blocks lie and how long they are is no data.
        self.data_lost = data_lost;
        let made = Rc::make_mut(self.out.objs.get_mut(&out).expect("made"));
        (made.size, made.part) = (size, part);
        if l.life != Life::Live {
            return Some(());
        }
        self.lost[0] |= rest != l.rest;
        self.lost[1] |= rest != r.rest;
        self.data_lost |= rest != l.rest && rest != r.rest;
        // What a list ends in is not its nodes'.
        let home = |merger: &Self, at: u64| if merger.out.objs[&out].is_link(at) { owner } else { ctx };
        let is_end = |at: u64| nodes.is_some_and(|links| links.has(at));
        if same_layout(l, r) {
            for ((&at, left), right) in l.cells.iter().zip(r.cells.values()).filter(|((at, _), _)| !is_end(**at)) {
                match (&left.content, &right.content) {
                    (&Content::Val(left_val), &Content::Val(right_val)) => {
                        let (dest, ctx) = (Dest::Cell(out, at, left.len), home(self, at));
                        self.work.push(Work::Val { dest, left: left_val, right: right_val, ctx });
                    }
                    _ => self.piece(out, l, r, at, left.len, home(self, at))?,
                }
            }
            return Some(());
        }
        let absent = [l, r].map(|obj| obj.instead(self.world));
        for (from, to) in clusters(l, r) {
            for (at, end) in cuts(l, r, from, to) {
                if let Some(side) = self.lone_form(at, [left, right]) {
                    let way = if side == Side::Left { left } else { right };
                    self.adopt_form(side, way, at, out)?;
                } else if let (ABSENT, [Some(instead), None]) = (at, absent) {
                    self.stand_in(Side::Left, instead, out)?;
                } else if let (ABSENT, [None, Some(instead)]) = (at, absent) {
                    self.stand_in(Side::Right, instead, out)?;
                } else if self.may_end_before(Side::Left, l, (at, end))
                    || self.may_end_before(Side::Right, r, (at, end))
                {
                    self.spill(out, [l, r], at, end - at)?;
                } else if !is_end(at) {
                    self.piece(out, l, r, at, end - at, home(self, at))?;
                }
            }
        }
        Some(())
    }

    /// May the object be too short for what the other one has there?
    fn may_end_before(&self, side: Side, obj: &Obj, (at, end): (u64, u64)) -> bool {
        let has = obj.cells.range(..end).next_back().is_some_and(|(&start, cell)| start + cell.len > at);
        !has && at < ABSENT && self.heap(side).range(obj.size).ulo < i128::from(end) && !broken(Fault::AllAsLong)
    }

    /// What only a longer object has belongs to the bytes of which nothing in particular is known.
    fn spill(&mut self, out: ObjId, sides: [&Obj; 2], at: u64, len: u64) -> Option<()> {
        if sides.iter().any(|obj| obj.values().any(|(from, val)| from < at + len && from >= at && val.addr().is_some()))
        {
            return None;
        }
        let made = self.out.obj_mut(self.world, out);
        let rest = sides.iter().map(|obj| obj.blurred(at, len)).fold(made.rest, Fill::join);
        made.rest = rest;
        (self.lost, self.data_lost) = ([true; 2], true);
        Some(())
    }

    pub(super) fn piece(&mut self, out: ObjId, l: &Obj, r: &Obj, at: u64, len: u64, ctx: Option<ObjId>) -> Option<()> {
        let single = |obj: &Obj| obj.pieces(at, len).pop().map(|(_, cell)| cell.content);
        let (mut left, mut right) = (single(l)?, single(r)?);
        if torn(l, at, len) || torn(r, at, len) {
            return None;
        }
        // Of the parts of such a number less is known than of the whole.
        for (side, obj) in [(Side::Left, l), (Side::Right, r)] {
            let is_cut = cuts_number(obj, at, len);
            self.lost[side as usize] |= is_cut;
            self.data_lost |= is_cut;
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
}

/// Have both objects cells in the same places?
pub(super) fn same_layout(l: &Obj, r: &Obj) -> bool {
    l.cells.len() == r.cells.len()
        && l.cells.iter().zip(&r.cells).all(|((at, one), (to, other))| at == to && one.len == other.len)
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
    cell_cut(obj, at, len).is_some_and(|cell| matches!(cell.content, Content::Val(Val::Ptr(_))))
}

/// Does the range hold a part of a number that is not cut as constants are?
fn cuts_number(obj: &Obj, at: u64, len: u64) -> bool {
    cell_cut(obj, at, len).is_some_and(|cell| match cell.content {
        Content::Val(Val::Num(number)) => number.sym.is_some() || cell.len > MOST_CUT,
        _ => false,
    })
}

/// The cell of which the range is a part, if it is not all of it.
fn cell_cut(obj: &Obj, at: u64, len: u64) -> Option<&Cell> {
    let (&start, cell) = obj.cells.range(..at + len).next_back()?;
    let is_whole = start == at && cell.len == len;
    (start + cell.len > at && !is_whole).then_some(cell)
}
