//! What numbers have to do with each other: linear relations between symbols, beside bounds (`range`) and orders (`facts`).
//!
//! A relation speaks of signed values as integers, so it is made only where nothing wraps. One about symbols of which each
//! node of a segment has its own holds in every node; since there may be no node, it says nothing about other symbols alone.
//! Parts of an object lie inside of it: that is not written down as a relation, but known here.
//! Not here: solving (`linear`), joining (`merge::relations`).

use crate::fault::{Fault, broken};
use crate::heap::{Fact, Heap};
use crate::linear::{Constraint, Linear, System};
use crate::range::{Range, WIDEST, signed};
use crate::value::{Lin, ObjId, Sym};
use cairn_ir::CmpOp;
use std::collections::BTreeSet;

/// Relations that a heap keeps, and symbols that one question is about, at most.
const MANY: usize = 48;
const AROUND: usize = 20;

impl Heap {
    /// A number as a sum, as the signed value that it has; `None` if adding its constant may wrap.
    pub fn as_sum(&self, lin: Lin) -> Option<Linear> {
        let lin = self.current(lin);
        if lin.width > WIDEST {
            return None;
        }
        let add = signed(lin.add, lin.width);
        let Some(sym) = lin.sym else { return Some(Linear::constant(add)) };
        let (range, full) = (self.syms.get(&sym)?.range, Range::full(lin.width));
        let fits = range.slo + add >= full.slo && range.shi + add <= full.shi;
        (fits || broken(Fault::NeverWraps)).then(|| Linear::symbol(sym).shifted(add))
    }

    /// The number `a * x + b * y + …`, known as such if nothing wraps; otherwise any of the range.
    pub fn combination(&mut self, parts: &[(Lin, i128)], range: Range, plain: bool) -> Lin {
        self.known_combination(parts, range, plain).unwrap_or_else(|| self.new_sym(range, plain))
    }

    fn known_combination(&mut self, parts: &[(Lin, i128)], range: Range, plain: bool) -> Option<Lin> {
        if !plain {
            return None;
        }
        let mut sum = Linear::default();
        for (lin, by) in parts {
            sum = sum.combined(1, &self.as_sum(*lin)?, *by)?;
        }
        let (low, high) = self.interval(&sum);
        let full = Range::full(range.width);
        if low < full.slo || high > full.shi {
            return None;
        }
        if let Some(known) = self.written_as(&sum, range.width) {
            return Some(known);
        }
        let range = Range::signed(range.width, low, high).intersect(&range)?;
        let new = self.new_sym(range, true);
        if let Some(sym) = new.sym {
            let equation = Linear::symbol(sym).minus(&sum)?;
            self.relate(Constraint::equation(equation));
            self.tighten(sym);
            if let Some(value) = self.syms[&sym].range.single() {
                self.replace_sym(sym, Lin::constant(range.width, value));
            }
        }
        Some(self.current(new))
    }

    /// A number that has this value by the form of what is known.
    fn written_as(&self, sum: &Linear, width: u32) -> Option<Lin> {
        let number = |sym: Sym, add: i128| Lin::symbol(width, sym).plus(add as u128);
        match sum.terms[..] {
            [] => return Some(Lin::constant(width, sum.add as u128)),
            [(sym, 1)] if self.syms.get(&sym)?.range.width == width => return Some(number(sym, sum.add)),
            _ => {}
        }
        let public = |constraint: &&Constraint| constraint.is_equation && self.owner_of(&constraint.sum).is_none();
        self.relations.iter().filter(public).find_map(|Constraint { sum: known, .. }| {
            known.terms.iter().filter(|(_, by)| by.abs() == 1).find_map(|&(sym, by)| {
                let solved = known.combined(-by, &Linear::symbol(sym), 1)?;
                let fits = solved.terms == sum.terms && self.syms.get(&sym)?.range.width == width;
                fits.then(|| number(sym, sum.add - solved.add))
            })
        })
    }

    /// Bounds of a sum, from those of its symbols.
    fn interval(&self, sum: &Linear) -> (i128, i128) {
        sum.terms.iter().fold((sum.add, sum.add), |(low, high), &(sym, by)| {
            let range = self.syms[&sym].range;
            let ends = [range.slo.saturating_mul(by), range.shi.saturating_mul(by)];
            (low.saturating_add(ends[0].min(ends[1])), high.saturating_add(ends[0].max(ends[1])))
        })
    }

    /// Adds a relation, unless there are many.
    pub fn relate(&mut self, constraint: Constraint) -> bool {
        let mut system = System::new(self.effort.clone());
        system.add(constraint);
        let has_room = self.relations.len() < MANY;
        if has_room {
            self.relations.extend(system.into_constraints());
        }
        has_room
    }

    /// The bounds of a new number as all that is known of others says.
    fn tighten(&mut self, sym: Sym) {
        let info = self.syms[&sym];
        let (low, high) = self.system(&Linear::symbol(sym)).bounds(sym);
        let (low, high) = (low.map_or(info.range.slo, |low| low.max(info.range.slo)), high.unwrap_or(info.range.shi));
        let high = high.min(info.range.shi);
        if low <= high
            && let Some(range) = Range::signed(info.range.width, low, high).intersect(&info.range)
        {
            self.syms.get_mut(&sym).expect("known").range = range;
        }
    }

    /// The segment whose nodes' own numbers a sum speaks of.
    pub(crate) fn owner_of(&self, sum: &Linear) -> Option<ObjId> {
        sum.syms().find_map(|sym| self.syms.get(&sym).and_then(|info| info.owner))
    }

    // ---- questions ----

    /// Is a sum at least zero?
    pub fn proves(&self, sum: &Linear) -> bool {
        self.interval(sum).0 >= 0 || self.system(sum).implies(sum)
    }

    /// Is it known that `lhs + by <= rhs`, as signed numbers?
    pub fn at_most(&self, lhs: Lin, by: i128, rhs: Lin) -> bool {
        let room = self.as_sum(rhs).zip(self.as_sum(lhs)).and_then(|(rhs, lhs)| rhs.minus(&lhs));
        room.is_some_and(|room| self.proves(&room.shifted(-by)))
    }

    /// Does a range lie inside of an object of that size?
    pub fn fits(&self, off: Lin, bytes: Lin, size: Lin) -> bool {
        let zero = Lin::constant(off.width, 0);
        let end = self.as_sum(off).zip(self.as_sum(bytes)).and_then(|(off, bytes)| off.plus(&bytes));
        let room = end.zip(self.as_sum(size)).and_then(|(end, size)| size.minus(&end));
        self.at_most(zero, 0, off) && self.at_most(zero, 0, bytes) && room.is_some_and(|room| self.proves(&room))
    }

    pub fn same(&self, lhs: Lin, rhs: Lin) -> bool {
        self.current(lhs) == self.current(rhs) || (self.at_most(lhs, 0, rhs) && self.at_most(rhs, 0, lhs))
    }

    /// What relations say about a comparison.
    pub(crate) fn decide_by_relations(&self, op: CmpOp, lhs: Lin, rhs: Lin) -> Option<bool> {
        let related = |lin: Lin| {
            lin.sym.is_some_and(|sym| self.relations.iter().any(|constraint| constraint.sum.coefficient(sym) != 0))
        };
        if !related(lhs) && !related(rhs) {
            return None;
        }
        let natural = |lin: Lin| self.range(lin).slo >= 0;
        match op {
            CmpOp::Eq | CmpOp::Ne => {
                if self.at_most(lhs, 1, rhs) || self.at_most(rhs, 1, lhs) {
                    return Some(op == CmpOp::Ne);
                }
                self.same(lhs, rhs).then_some(op == CmpOp::Eq)
            }
            CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge if !natural(lhs) || !natural(rhs) => None,
            CmpOp::Ugt | CmpOp::Uge | CmpOp::Sgt | CmpOp::Sge => self.decide_by_relations(op.mirrored(), rhs, lhs),
            CmpOp::Ult | CmpOp::Slt => self.is_less(lhs, 1, rhs),
            CmpOp::Ule | CmpOp::Sle => self.is_less(lhs, 0, rhs),
        }
    }

    fn is_less(&self, lhs: Lin, by: i128, rhs: Lin) -> Option<bool> {
        match () {
            () if self.at_most(lhs, by, rhs) => Some(true),
            () if self.at_most(rhs, 1 - by, lhs) => Some(false),
            () => None,
        }
    }

    /// What is known of the symbols of a sum and of those that they have to do with.
    fn system(&self, about: &Linear) -> System {
        let home = self.owner_of(about);
        let mut all: Vec<Constraint> = self.relations.iter().cloned().collect();
        all.extend(self.facts.iter().filter_map(|fact| self.order(fact)));
        all.extend(self.inside());
        all.retain(|one| self.owner_of(&one.sum).is_none_or(|owner| Some(owner) == home));
        let mut syms: BTreeSet<Sym> = about.syms().collect();
        let mut system = System::new(self.effort.clone());
        self.effort.constraints_made(all.len());
        while let Some(at) = all.iter().position(|one| one.sum.syms().any(|sym| syms.contains(&sym))) {
            self.effort.constraints_seen(at + 1);
            let one = all.swap_remove(at);
            if syms.len() <= AROUND {
                syms.extend(one.sum.syms());
                system.add(one);
            }
        }
        for &sym in &syms {
            let (range, full) = (self.syms[&sym].range, Range::full(self.syms[&sym].range.width));
            let symbol = Linear::symbol(sym);
            if range.slo > full.slo {
                system.add(Constraint::at_least_zero(symbol.clone().shifted(-range.slo)));
            }
            if let Some(below) = symbol.times(-1).filter(|_| range.shi < full.shi) {
                system.add(Constraint::at_least_zero(below.shifted(range.shi)));
            }
        }
        system
    }

    /// An order of two numbers as a constraint.
    fn order(&self, fact: &Fact) -> Option<Constraint> {
        let natural = |lin: Lin| self.range(lin).slo >= 0;
        let by = match fact.op {
            CmpOp::Slt => 1,
            CmpOp::Sle => 0,
            CmpOp::Ult if natural(fact.lhs) && natural(fact.rhs) => 1,
            CmpOp::Ule if natural(fact.lhs) && natural(fact.rhs) => 0,
            _ => return None,
        };
        let room = self.as_sum(fact.rhs)?.minus(&self.as_sum(fact.lhs)?)?;
        Some(Constraint::at_least_zero(room.shifted(-by)))
    }

    /// Parts lie inside of their objects.
    fn inside(&self) -> Vec<Constraint> {
        let mut all = Vec::new();
        for obj in self.objs.values() {
            let Some(part) = obj.part else { continue };
            let whole = self.objs.get(&part.whole).and_then(|whole| self.as_sum(whole.size));
            let (Some(at), Some(size)) = (self.as_sum(part.at), self.as_sum(obj.size)) else { continue };
            let behind = at.plus(&size).and_then(|end| whole?.minus(&end));
            all.extend([Some(at), Some(size), behind].into_iter().flatten().map(Constraint::at_least_zero));
        }
        all
    }

    /// Symbols that have to do with where parts lie and how large they are, or blocks of which variables know that.
    pub fn places(&self) -> BTreeSet<Sym> {
        let cut = self.objs.values().filter(|obj| obj.seg.is_none());
        let numbers = cut.filter_map(|obj| Some([obj.part?.at, obj.size])).flatten();
        let measured = self.objs.iter().filter(|(id, _)| self.is_measured(**id)).map(|(_, obj)| obj.size);
        let mut places: BTreeSet<Sym> = numbers.chain(measured).filter_map(|lin| lin.sym).collect();
        loop {
            let before = places.len();
            let equations = self.relations.iter().filter(|one| one.is_equation);
            let more: Vec<Sym> = equations
                .filter(|one| one.sum.syms().any(|sym| places.contains(&sym)))
                .flat_map(|one| one.sum.syms())
                .collect();
            places.extend(more);
            if places.len() == before {
                return places;
            }
        }
    }

    // ---- changes ----

    /// A symbol gives way to a number.
    pub(crate) fn relations_with(&mut self, sym: Sym, by: Lin) {
        let by = self.as_sum(by);
        let old = std::mem::take(&mut self.relations);
        for constraint in old {
            if constraint.sum.coefficient(sym) == 0 {
                self.relations.insert(constraint);
                continue;
            }
            let new = |of: Sym| if of == sym { by.clone() } else { Some(Linear::symbol(of)) };
            if let Some(sum) = constraint.sum.replaced(new) {
                self.relate(Constraint { sum, ..constraint });
            }
        }
    }

    /// Keeps what relations say without the symbols that are not used any more.
    pub(crate) fn eliminate_unused(&mut self, used: &BTreeSet<Sym>) {
        let unused: BTreeSet<Sym> =
            self.relations.iter().flat_map(|one| one.sum.syms()).filter(|sym| !used.contains(sym)).collect();
        for sym in unused {
            let (with, without): (BTreeSet<Constraint>, BTreeSet<Constraint>) =
                std::mem::take(&mut self.relations).into_iter().partition(|one| one.sum.coefficient(sym) != 0);
            self.relations = without;
            let owners: BTreeSet<Option<ObjId>> = with.iter().map(|one| self.owner_of(&one.sum)).collect();
            // What holds in each node of a segment says nothing if there is none.
            for owner in owners {
                let mut system = System::new(self.effort.clone());
                let usable = |one: &&Constraint| {
                    let of = self.owner_of(&one.sum);
                    of.is_none() || of == owner
                };
                with.iter().filter(usable).for_each(|one| system.add(one.clone()));
                system.eliminate(sym);
                let mut left = system.into_constraints();
                left.retain(|one| self.owner_of(&one.sum) == owner);
                let room = MANY.saturating_sub(self.relations.len());
                self.relations.extend(left.into_iter().take(room));
            }
        }
    }

    /// The relations with other names for symbols; those that have a symbol without a new name are left out.
    pub(crate) fn renamed_relations(&self, name: impl Fn(Sym) -> Option<Sym>) -> Vec<Constraint> {
        let renamed = |one: &Constraint| {
            let sum = one.sum.replaced(|sym| name(sym).map(Linear::symbol))?;
            Some(Constraint { sum, ..*one })
        };
        self.relations.iter().filter_map(renamed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::SymInfo;
    use crate::world::World;
    use cairn_ir::{Id, Program, Target};

    fn heap() -> Heap {
        Heap::new(&World::new(&Program::new(Target::x86_64())))
    }

    fn number(heap: &mut Heap, low: i128, high: i128) -> Lin {
        heap.new_sym(Range::signed(64, low, high), true)
    }

    /// The same sum is the same number; a difference takes it apart again.
    #[test]
    fn sums_are_numbers_that_are_known_again() {
        let mut heap = heap();
        let (n, m) = (number(&mut heap, 2, 9), number(&mut heap, 2, 9));
        let full = Range::full(64);
        let both = heap.combination(&[(n, 1), (m, 1)], full, true);
        assert_eq!(heap.combination(&[(m, 1), (n, 1)], full, true), both);
        assert_eq!(heap.combination(&[(both, 1), (m, -1)], full, true), n);
        assert_eq!((heap.range(both).slo, heap.range(both).shi), (4, 18));
        let bytes = heap.combination(&[(both, 8)], full, true);
        let half = heap.combination(&[(n, 8)], full, true);
        assert!(heap.at_most(half, 16, bytes) && !heap.at_most(half, 17, bytes));
        assert_eq!(heap.decide(CmpOp::Ult, half, bytes), Some(true));
    }

    /// What may wrap is no sum of integers.
    #[test]
    fn sums_that_may_wrap_are_any_number() {
        let mut heap = heap();
        let (n, m) = (number(&mut heap, 0, i128::from(i64::MAX)), number(&mut heap, 1, 2));
        let sum = heap.combination(&[(n, 1), (m, 1)], Range::full(64), true);
        assert!(heap.relations.is_empty() && !heap.at_most(n, 0, sum));
        assert_eq!(heap.as_sum(n.plus(1)), None);
    }

    /// Without the number between them, two others are still related.
    #[test]
    fn a_number_that_nobody_holds_any_more_leaves_what_it_related() {
        let mut heap = heap();
        let (s, n) = (number(&mut heap, 4, 9), number(&mut heap, 2, 5));
        let size = heap.combination(&[(s, 8)], Range::full(64), true);
        let rest = heap.combination(&[(s, 1), (n, -1)], Range::full(64), true);
        let kept: BTreeSet<Sym> = [size, rest, n].iter().filter_map(|lin| lin.sym).collect();
        heap.eliminate_unused(&kept);
        heap.syms.retain(|sym, _| kept.contains(sym));
        let end = heap.combination(&[(rest, 8), (n, 8)], Range::full(64), true);
        assert!(heap.same(end, size));
    }

    /// What holds in each node of a list says nothing if there is none.
    #[test]
    fn nodes_that_may_be_absent_say_nothing_about_others() {
        let mut heap = heap();
        let (all, own) = (number(&mut heap, 0, 99), number(&mut heap, 16, 99));
        let sum = |lin: Lin| Linear::symbol(lin.sym.expect("a symbol"));
        heap.relate(Constraint::at_least_zero(sum(all).minus(&sum(own)).expect("small")));
        let sixteen = Lin::constant(64, 16);
        assert!(heap.at_most(sixteen, 0, all));
        let sym = own.sym.expect("a symbol");
        let info = heap.syms[&sym];
        heap.syms.insert(sym, SymInfo { owner: Some(ObjId::new(0)), ..info });
        assert!(!heap.at_most(sixteen, 0, all));
        heap.eliminate_unused(&all.sym.into_iter().collect());
        assert!(heap.relations.is_empty());
    }
}
