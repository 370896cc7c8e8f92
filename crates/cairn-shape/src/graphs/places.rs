//! Places, and what becomes of a structure that comes to one.
//!
//! Not here: which structures of one place are kept (`seen`).

use super::held::Holders;
use super::run::{Break, Graphs};
use super::seen::Seen;
use super::structure::{Cell, Content, List, Node, Origin, Reg, Rest, Root, Structure, Value};
use crate::object::Where;
use crate::run::Stop;
use cairn_ir::{FuncId, FuncOrigin, Rule};
use std::rc::Rc;

/// Positions of calls, and of a place in the last function: earlier code comes first.
pub type Order = Vec<(u32, u32)>;

/// A point of the code, with the calls that led there.
pub struct Place {
    /// Call sites, outermost first.
    pub path: Rc<[Where]>,
    pub at: Where,
    pub seen: Seen,
}

/// A number that may become unknown when it takes many values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Slot {
    Reg(Order, Reg),
    Variable(Order, Origin, u64),
    /// In blocks of some size.
    Block(u64, u64),
}

/// Different numbers of one register or cell that are told apart.
const FEW: usize = 4;

impl Graphs<'_> {
    fn order(&mut self, path: &[Where], at: Where) -> Result<Order, Stop> {
        let points = path.iter().copied().chain([at]);
        let position = |point: Where| {
            let rpo = self.shape(point.func)?.cfg.rpo_index(point.block);
            Ok((rpo.map_or(u32::MAX, |rpo| rpo as u32), point.inst))
        };
        points.map(position).collect()
    }

    /// A structure comes to a place where others may be already.
    pub(super) fn arrive(&mut self, path: Rc<[Where]>, at: Where, mut s: Structure) -> Result<(), Break> {
        self.spend(s.ids().count() as u64)?;
        if !s.coerce() {
            return Ok(());
        }
        let order = self.order(&path, at)?;
        let shape = self.shape(at.func)?;
        if at.inst == 0 && shape.loops.is_header(at.block) {
            let lost = s.perhaps_lost(Holders::Everybody);
            self.doubts.extend(lost.into_iter().map(|site| (site, Rule::MemoryLeak)));
            self.demand_lists(&s, at.func, path.len() as u32)?;
            self.forget_counters(&mut s, &order);
        }
        self.align(&mut s);
        let key = s.blur();
        let place = self.places.entry(order.clone()).or_insert_with(|| Place { path, at, seen: Seen::default() });
        if place.seen.add(self.limits.join, key, s) {
            self.structures += 1;
            self.pending.insert(order);
        }
        Ok(())
    }

    /// Whoever walks along a link at the head of a loop does so along a list, or there are none.
    fn demand_lists(&self, s: &Structure, func: FuncId, depth: u32) -> Result<(), Break> {
        for (&reg, value) in s.regs.iter().filter(|(reg, _)| reg.0 == depth) {
            let Value::At(id, _) = *value else { continue };
            for link in self.walks.links(func, reg.1).filter(|link| self.links.contains(link)) {
                let list = List { root: Root::Reg(reg), link };
                if link < s.node(id).size && !s.lists.contains_key(&list) {
                    return Err(Break::NoList(link));
                }
            }
        }
        Ok(())
    }

    /// Numbers that take many values at the head of a loop are not known.
    fn forget_counters(&mut self, s: &mut Structure, order: &Order) {
        for (&reg, value) in s.regs.iter_mut() {
            if let Value::Num(number) = *value
                && self.takes_many(Slot::Reg(order.clone(), reg), number)
            {
                *value = Value::Number;
            }
        }
        let ids: Vec<_> = s.nodes().filter(|(_, node)| node.origin != Origin::Heap).map(|(id, _)| id).collect();
        for id in ids {
            let origin = s.node(id).origin;
            let numbers = s.node(id).cells.iter().filter_map(|(&at, cell)| Some((at, known(cell)?)));
            for (at, number) in numbers.collect::<Vec<_>>() {
                if self.takes_many(Slot::Variable(order.clone(), origin, at), number) {
                    s.node_mut(id).cells.get_mut(&at).expect("a cell").content = Content::Number;
                }
            }
        }
    }

    fn takes_many(&mut self, slot: Slot, number: u128) -> bool {
        let values = self.values.entry(slot).or_default();
        values.insert(number);
        values.len() > FEW
    }

    /// Blocks of one size get the same cells, and numbers with many values become unknown.
    fn align(&mut self, s: &mut Structure) {
        let ids: Vec<_> = s.nodes().filter(|(_, node)| node.origin == Origin::Heap).map(|(id, _)| id).collect();
        let word = self.world.word();
        for id in ids {
            let size = s.node(id).size;
            let layout = self.layouts.get(&size).into_iter().flatten();
            let missing: Vec<(u64, u64)> =
                layout.map(|(&at, &len)| (at, len)).filter(|(at, _)| !s.node(id).cells.contains_key(at)).collect();
            if let Rest::Fill(fill) = s.node(id).rest {
                for (at, len) in missing {
                    s.node_mut(id).cells.insert(at, Cell { len, content: Content::fill(fill, len == word) });
                }
            }
            let numbers = s.node(id).cells.iter().filter_map(|(&at, cell)| Some((at, known(cell)?)));
            for (at, number) in numbers.collect::<Vec<_>>() {
                if self.takes_many(Slot::Block(size, at), number) {
                    s.node_mut(id).cells.get_mut(&at).expect("a cell").content = Content::Number;
                }
            }
        }
    }

    /// A block has a cell there, and so have all others of its size.
    pub(super) fn note_layout(&mut self, node: &Node, at: u64, len: u64) -> Result<(), Stop> {
        if node.origin != Origin::Heap {
            return Ok(());
        }
        let layout = self.layouts.entry(node.size).or_default();
        let fits =
            |(&start, &length): (&u64, &u64)| (start, length) == (at, len) || start + length <= at || at + len <= start;
        if !layout.iter().all(fits) {
            return Err(Stop::Unsupported("blocks of one size with different members".to_owned()));
        }
        layout.insert(at, len);
        Ok(())
    }

    /// Structures at the heads of loops in the user's functions.
    pub fn at_loops(&self) -> impl Iterator<Item = (Where, u32, &[Structure])> + '_ {
        self.places.values().filter_map(|place| {
            let is_user = self.world.program.funcs[place.at.func].origin == FuncOrigin::User;
            let is_loop = self.shapes.get(&place.at.func).is_some_and(|shape| shape.loops.is_header(place.at.block));
            let depth = place.path.len() as u32;
            (is_user && is_loop && place.at.inst == 0).then(|| (place.at, depth, place.seen.all()))
        })
    }
}

/// The number in a cell, if it is known.
fn known(cell: &Cell) -> Option<u128> {
    match cell.content {
        Content::Num(number) => Some(number.into()),
        _ => None,
    }
}
