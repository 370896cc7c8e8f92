//! Tidies up objects that were cut, before heaps are folded: parts that nothing points to are put back into the whole, or
//! belong to the block before them if that says that it is so long now.

use crate::fault::{Fault, broken};
use crate::heap::Heap;
use crate::linear::{Constraint, System};
use crate::object::{Fill, Obj, Part};
use crate::range::Range;
use crate::value::{Addr, Lin, ObjId, Spot, Sym, Val};
use crate::world::World;
use cairn_ir::BinOp;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Parts from which on it does not matter where each of them lies.
const MANY_PARTS: usize = 3;

/// Cuts that are made at once.
const MOST_CUTS: usize = 8;

impl Heap {
    pub fn tidy(&mut self, world: &World<'_>) {
        if self.objs.values().all(|obj| obj.part.is_none()) {
            return;
        }
        self.name_neighbours();
        self.cut_in_view(world);
        while let Some(idle) = self.idle_part() {
            match self.swallower(world, idle) {
                Some(before) => self.swallow(before, idle),
                None => self.dissolve(world, idle),
            }
        }
        for (whole, parts) in self.parts() {
            let first = |obj: &Obj| obj.seg.is_none() && obj.part.is_some_and(|part| part.at.as_const() == Some(0));
            if parts.len() == 1 && first(&self.objs[&parts[0]]) && self.objs[&whole].owner.is_none() {
                self.dissolve(world, parts[0]);
            }
        }
        self.forget_places(world);
        self.drop_symbols();
    }

    /// Where many blocks lie does not matter, and their sizes have to do with one other number each, at most.
    fn forget_places(&mut self, world: &World<'_>) {
        let many = self.parts().into_iter().filter(|(_, parts)| parts.len() >= MANY_PARTS);
        let many: Vec<(ObjId, Vec<ObjId>)> = many.collect();
        if many.is_empty() {
            return;
        }
        for (whole, parts) in many {
            let end = self.range(self.obj(world, whole).size).uhi;
            for id in parts {
                let obj = &self.objs[&id];
                if obj.seg.is_some() || obj.owner.is_some() {
                    continue;
                }
                let at = self.objs[&id].part.expect("a part").at;
                if at.as_const() != Some(0) {
                    let anywhere = self.new_sym(Range::unsigned(world.bits, 0, end), true);
                    let obj = Rc::make_mut(self.objs.get_mut(&id).expect("there"));
                    obj.part = Some(Part { whole, at: anywhere });
                }
            }
        }
        let own = self.numbers_of_parts();
        self.facts.retain(|fact| ![fact.lhs, fact.rhs].iter().any(|lin| lin.sym.is_some_and(|sym| own.contains(&sym))));
        self.loosen(&own);
    }

    /// Symbols that only single parts have.
    fn numbers_of_parts(&self) -> BTreeSet<Sym> {
        let numbers =
            |obj: &Obj| -> Vec<Sym> { obj.values().flat_map(|(_, val)| val.syms()).chain(obj.size.sym).collect() };
        let is_block = |obj: &Obj| obj.part.is_some() && obj.seg.is_none() && obj.owner.is_none();
        let (blocks, others): (Vec<&Rc<Obj>>, Vec<&Rc<Obj>>) = self.objs.values().partition(|obj| is_block(obj));
        let mut own: BTreeSet<Sym> = blocks.into_iter().flat_map(|obj| numbers(obj)).collect();
        let regs = self.frames.iter().flat_map(|frame| frame.regs.values()).flat_map(|val| val.syms());
        for sym in regs.chain(others.into_iter().flat_map(|obj| numbers(obj))) {
            own.remove(&sym);
        }
        own
    }

    /// Forgets how blocks' own numbers are related to several others, but not what follows for these, nor for one of them.
    fn loosen(&mut self, own: &BTreeSet<Sym>) {
        let mut equations = System::new(self.effort.clone());
        let public = |one: &&Constraint| one.is_equation && self.owner_of(&one.sum).is_none();
        self.relations.iter().filter(public).for_each(|one| equations.add(one.clone()));
        let syms: BTreeSet<Sym> = self.relations.iter().filter(public).flat_map(|one| one.sum.syms()).collect();
        let others: BTreeSet<Sym> = syms.difference(own).copied().collect();
        self.relations.retain(|one| one.sum.terms.len() <= 2 || !one.sum.syms().any(|sym| own.contains(&sym)));
        self.relations.extend(equations.projected(&others));
        for &sym in syms.intersection(own) {
            for &other in &others {
                let found = equations.projected(&BTreeSet::from([sym, other]));
                self.relations.extend(found.into_iter().filter(|one| one.sum.terms.len() == 2));
            }
        }
    }

    /// What points into the middle of a part, at no fixed place, points to another block.
    fn cut_in_view(&mut self, world: &World<'_>) {
        for _ in 0..MOST_CUTS {
            let parts = self.parts().into_values().flatten();
            let moved = |addr: &Addr| addr.off.sym.is_some() && addr.spot == Spot::First;
            let all: Vec<Addr> = parts.flat_map(|id| self.addresses_into(id)).filter(moved).collect();
            let before = self.next_obj;
            for addr in all {
                self.cut(world, addr, true);
                if self.next_obj > before {
                    break;
                }
            }
            if self.next_obj == before {
                return;
            }
        }
    }

    /// A part that no pointer leads to.
    fn idle_part(&self) -> Option<ObjId> {
        let mut pointed: BTreeSet<ObjId> = BTreeSet::new();
        let mut work: Vec<ObjId> = self.roots();
        while let Some(id) = work.pop() {
            let Some(obj) = self.objs.get(&id).filter(|_| pointed.insert(id)) else { continue };
            work.extend(obj.values().filter_map(|(_, val)| val.addr()).map(|addr| addr.obj));
            work.extend(obj.part.map(|part| part.whole));
        }
        let idle = |(id, obj): &(&ObjId, &Rc<Obj>)| obj.part.is_some() && obj.owner.is_none() && !pointed.contains(id);
        self.objs.iter().find(idle).map(|(&id, _)| id)
    }

    /// The part just in front of another one, if one of its numbers says that it goes on to the end of that: as bytes, or
    /// counted in words or in blocks.
    fn swallower(&self, world: &World<'_>, idle: ObjId) -> Option<ObjId> {
        let obj = self.objs[&idle].clone();
        let (at, whole) = obj.part.filter(|_| obj.seg.is_none()).map(|part| (self.as_sum(part.at), part.whole))?;
        let (at, more) = (at?, self.as_sum(obj.size)?);
        self.parts_of(whole).into_iter().find(|&id| {
            let before = &self.objs[&id];
            let adjacent = || {
                let start = self.as_sum(before.part.filter(|_| before.seg.is_none())?.at)?;
                let size = self.as_sum(before.size)?;
                let gap = at.minus(&start)?.minus(&size)?;
                let both = size.plus(&more)?;
                let touches = (self.proves(&gap) && self.proves(&gap.times(-1)?)) || broken(Fault::SwallowedAnyway);
                let says = |lin: Lin, unit: i128| {
                    let end = self.as_sum(lin).and_then(|end| end.times(unit));
                    let covers = end
                        .as_ref()
                        .and_then(|end| end.minus(&size))
                        .is_some_and(|beyond| self.proves(&beyond.shifted(-1)));
                    let inside = || end.as_ref().and_then(|end| both.minus(end)).is_some_and(|rest| self.proves(&rest));
                    covers && inside()
                };
                let units = [1, i128::from(world.word()), 2 * i128::from(world.word())];
                let numbers = before.values().filter_map(|(_, val)| match val {
                    Val::Num(lin) if lin.width == world.bits => Some(lin),
                    _ => None,
                });
                Some(touches && numbers.into_iter().any(|lin| units.iter().any(|&unit| says(lin, unit))))
            };
            id != idle && adjacent() == Some(true)
        })
    }

    /// A part becomes the end of the one in front of it.
    fn swallow(&mut self, before: ObjId, idle: ObjId) {
        self.write_in_whole(idle);
        let gone = self.objs.remove(&idle).expect("there");
        let obj = self.objs[&before].clone();
        let range = self.range(obj.size).binary(BinOp::Add, &self.range(gone.size));
        let size = self.combination(&[(obj.size, 1), (gone.size, 1)], range, true);
        let fill = gone.cells.values().map(|cell| cell.content.blurred()).fold(gone.rest, Fill::join);
        let obj = Rc::make_mut(self.objs.get_mut(&before).expect("there"));
        obj.size = size;
        obj.rest = obj.rest.join(fill);
    }

    /// Parts lie inside of their objects, whatever else is known of the numbers.
    pub fn clamp_parts(&mut self) {
        let mut most: BTreeMap<Sym, i128> = BTreeMap::new();
        for obj in self.objs.values() {
            let Some(part) = obj.part else { continue };
            let Some(whole) = self.objs.get(&part.whole) else { continue };
            let end = self.range(whole.size).uhi;
            for sym in [part.at, obj.size].into_iter().filter(|lin| lin.add == 0).filter_map(|lin| lin.sym) {
                most.insert(sym, end);
            }
        }
        for (sym, end) in most {
            let info = self.syms.get_mut(&sym).expect("known");
            if let Some(range) = info.range.intersect(&Range::unsigned(info.range.width, 0, end)) {
                info.range = range;
            }
        }
    }
}
