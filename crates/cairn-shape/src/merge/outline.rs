//! The outline of a heap: which registers follow which others along lists. Heaps of other outlines are not joined.
//!
//! Whatever leads from one register to another in a heap does so in every heap that covers it, and so on the other side of a
//! join, too, where lists between them may be empty. Most heaps of one place differ in that, if several pointers lead into a
//! list, so that the walk over both need not begin.

use crate::heap::Heap;
use crate::known::KnownLinks;
use crate::object::{Kind, Life, Links, Obj};
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;

/// Registers as bits of a row, the first ones of a heap.
const MOST: usize = 64;

/// Lists with several registers, from which on they are not told apart in all combinations.
const MANY_LISTS: usize = 4;

/// What registers have to do with each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline(Vec<Row>);

/// Of one register: the registers of which it is true.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Row {
    /// They hold the same node as it does.
    same: u64,
    /// They hold the same, or neither holds an address.
    may_be_same: u64,
    /// They hold nodes behind the one that it holds.
    behind: u64,
    /// They hold one of its nodes, or what may be its end.
    reached: u64,
    /// Both lead to some node.
    meet: u64,
    /// Both lead to some node, or to ends that may be the same.
    may_meet: u64,
}

impl Outline {
    pub fn of(world: &World<'_>, heap: &Heap, known: &KnownLinks) -> Outline {
        let regs = heap.frames.iter().flat_map(|frame| frame.regs.values().copied()).take(MOST);
        let lists: Vec<List> = regs.map(|reg| List::of(world, heap, known, reg)).collect();
        let row = |one: &List| {
            let mut row = Row::default();
            for (at, other) in lists.iter().enumerate() {
                let bit = |holds: bool| u64::from(holds) << at;
                let meets = one.meets(other);
                row.same |= bit(one.is_same(other));
                row.may_be_same |= bit(one.may_be_same(other));
                row.behind |= bit(meets && one.has_behind(other));
                row.reached |= bit(one.may_reach(other));
                row.meet |= bit(meets);
                row.may_meet |= bit(meets || one.may_meet(other));
            }
            row
        };
        Outline(lists.iter().map(row).collect())
    }

    fn pairs<'a>(&'a self, other: &'a Outline) -> impl Iterator<Item = (&'a Row, &'a Row)> {
        self.0.iter().zip(&other.0)
    }

    /// Might a heap with this outline cover one with the other?
    pub fn may_cover(&self, other: &Outline) -> bool {
        self.pairs(other).all(|(own, other)| own.is_kept_in(other) && other.meet & !own.may_meet == 0)
    }

    /// Might there be a join of two heaps with these outlines?
    pub fn may_join(&self, other: &Outline) -> bool {
        self.pairs(other).all(|(own, other)| own.meet & !other.may_meet == 0 && other.meet & !own.may_meet == 0)
    }

    /// Does a join of two heaps with these outlines keep which register follows which?
    pub fn agrees(&self, other: &Outline) -> bool {
        self.pairs(other).all(|(own, other)| own.is_kept_in(other) && other.is_kept_in(own))
    }

    /// Do they differ in one of many lists that have nothing to do with each other? How all of them are at once need not be known.
    pub fn differs_in_one_of_many(&self, other: &Outline) -> bool {
        let begins = |(at, row): &(usize, &Row)| row.meet.count_ones() > 1 && row.meet.trailing_zeros() as usize == *at;
        let lists = || self.0.iter().enumerate().filter(begins);
        if lists().count() < MANY_LISTS {
            return false;
        }
        let list = self.connected(self.differing(other));
        list == other.connected(list) && lists().filter(|(_, row)| row.meet & list == 0).count() + 1 >= MANY_LISTS
    }

    /// Registers of which the two say something else.
    fn differing(&self, other: &Outline) -> u64 {
        let rows = self.pairs(other).map(|(own, other)| own.lost_in(other) | other.lost_in(own)).enumerate();
        rows.fold(0, |all, (at, row)| all | row | u64::from(row != 0) << at)
    }

    /// The registers, and those that lead to nodes to which one of them leads.
    fn connected(&self, regs: u64) -> u64 {
        let rows = self.0.iter().enumerate().filter(|(at, _)| regs >> at & 1 == 1);
        rows.fold(regs, |all, (_, row)| all | row.meet)
    }
}

impl Row {
    fn lost_in(&self, other: &Row) -> u64 {
        (self.behind & !other.reached) | (self.same & !other.may_be_same)
    }

    fn is_kept_in(&self, other: &Row) -> bool {
        self.lost_in(other) == 0
    }
}

/// The list that a register holds by its first node, as far as it is known.
struct List {
    nodes: Vec<ObjId>,
    end: End,
}

impl List {
    fn of(world: &World<'_>, heap: &Heap, known: &KnownLinks, reg: Val) -> List {
        let mut nodes = Vec::new();
        let mut at = Some(reg);
        loop {
            let obj = match at {
                Some(Val::Num(_)) => return List { nodes, end: End::Number },
                Some(Val::Ptr(Addr { obj, spot: Spot::First, .. })) => obj,
                _ => return List { nodes, end: End::Unknown },
            };
            let content = heap.obj(world, obj);
            if content.kind != Kind::Heap || content.life != Life::Live || nodes.contains(&obj) {
                return List { nodes, end: End::Object(obj) };
            }
            nodes.push(obj);
            at = next(world, known, content);
        }
    }

    fn is_same(&self, other: &List) -> bool {
        self.nodes.first().is_some_and(|node| other.nodes.first() == Some(node))
    }

    fn may_be_same(&self, other: &List) -> bool {
        match (self.nodes.first(), other.nodes.first()) {
            (Some(one), Some(other)) => one == other,
            (None, None) => self.end == other.end || self.end == End::Unknown || other.end == End::Unknown,
            (None, _) => self.end == End::Unknown,
            (_, None) => other.end == End::Unknown,
        }
    }

    fn has_behind(&self, other: &List) -> bool {
        let held = other.nodes.first();
        held.is_some_and(|held| self.nodes.iter().skip(1).any(|node| node == held))
    }

    fn may_reach(&self, other: &List) -> bool {
        match (other.nodes.first(), self.end) {
            (_, End::Unknown) => true,
            (Some(node), end) => self.nodes.contains(node) || end == End::Object(*node),
            (None, end) => other.end == end || other.end == End::Unknown,
        }
    }

    fn meets(&self, other: &List) -> bool {
        self.nodes.iter().any(|node| other.nodes.contains(node))
    }

    /// Or do they meet at the end?
    fn may_meet(&self, other: &List) -> bool {
        self.end == End::Unknown || other.end == End::Unknown || self.end == other.end
    }
}

/// What follows the last node of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Object(ObjId),
    Number,
    Unknown,
}

/// What a node leads to by the only link that a list of such nodes can have.
fn next(world: &World<'_>, known: &KnownLinks, obj: &Obj) -> Option<Val> {
    let links = match obj.seg {
        Some(seg) => seg.links,
        None => {
            let mut all = known.of(obj);
            all.next().filter(|_| all.next().is_none())?
        }
    };
    obj.exact(links.next, world.word())
        .filter(|_| links.fork.is_none() && links.other.is_none() && links != Links::OPTIONAL)
}
