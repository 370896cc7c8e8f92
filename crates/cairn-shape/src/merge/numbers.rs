//! Pairs of numbers: what covers both, and which relations between numbers hold on both sides.

use super::{Merger, Side};
use crate::compare::as_number;
use crate::fault::{Fault, broken};
use crate::heap::{Fact, Heap, SymInfo};
use crate::range::Range;
use crate::value::{Addr, Lin, ObjId, Sym, Val};
use cairn_ir::Id;

impl Merger<'_> {
    pub(super) fn info(&self, side: Side, lin: Lin) -> Option<SymInfo> {
        lin.sym.map(|sym| self.heap(side).syms[&sym])
    }

    pub(super) fn pair_num(&mut self, l: Lin, r: Lin, ctx: Option<ObjId>) -> Option<Lin> {
        if l.width != r.width {
            return None;
        }
        if l.sym.is_none() && l == r {
            return Some(l);
        }
        if broken(Fault::FoldedOneNumber) && self.folding.is_some() {
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
            None if broken(Fault::JoinedOneNumber) => rr,
            None => rr.hull(&lr),
        };
        self.data_lost |= !lr.contains(&rr) && !rr.contains(&lr);
        let out = self.out_sym(range, plain, home);
        self.nums.get_or_insert_with(key, Vec::new).push((l, r, out));
        Some(out)
    }

    /// A number, where the other side has the address of a freed block: some number that may be an address.
    pub(super) fn dangling(&mut self, side: Side, number: Lin, gone: Addr, ctx: Option<ObjId>) -> Option<Val> {
        let info = self.info(side, number);
        let private = self.folding.is_some() || info.is_some_and(|info| info.owner.is_some());
        let home = if private { Some(ctx?) } else { None };
        // No number is the partner of one that has such an address on the other side.
        let none = Lin { width: 0, sym: None, add: 0 };
        let fresh = number.sym.is_some_and(|sym| self.partner[side as usize].insert(sym, none).is_none());
        let address = as_number(number.width, gone);
        let range = self.heap(side).range(number).hull(&address);
        self.loses(side.other());
        if !fresh
            || !self.heap(side).takes(number, &address)
            || info.is_none_or(|info| info.plain)
            || (private && info.is_none_or(|info| info.owner.is_none()))
        {
            self.loses(side);
        }
        (self.shape_lost, self.data_lost) = (true, true);
        Some(Val::Num(self.out_sym(range, false, home)))
    }

    /// Is the paired number more than one of the two?
    pub(super) fn note_numbers(&mut self, l: Lin, r: Lin, plain: bool) {
        let torn = &mut self.torn;
        let mut note = |side: Side, (heap, own): (&Heap, Lin), (others, other): (&Heap, Lin)| {
            let fits = match own.sym {
                None => false,
                Some(sym) => {
                    let base = other.minus(own.add);
                    let partner = *self.partner[side as usize].get_or_insert_with(sym, || base);
                    if partner != base {
                        torn[side as usize].insert(sym);
                    }
                    partner == base && heap.takes(own, &others.range(other)) && heap.is_plain(own) == plain
                }
            };
            self.lost[side as usize] |= !fits;
        };
        note(Side::Left, (self.left, l), (self.right, r));
        note(Side::Right, (self.right, r), (self.left, l));
    }

    pub(super) fn out_sym(&mut self, range: Range, plain: bool, owner: Option<ObjId>) -> Lin {
        let sym = Sym::new(self.out.next_sym as usize);
        self.out.next_sym += 1;
        self.out.syms.insert(sym, SymInfo { range, plain, owner });
        Lin::symbol(range.width, sym)
    }

    /// Facts that hold on both sides.
    pub(super) fn finish_facts(&mut self) {
        let entries: Vec<(Lin, Lin, Lin)> =
            self.nums.iter().filter(|(key, _)| key.3.is_none()).flat_map(|(_, entries)| entries.clone()).collect();
        for side in [Side::Left, Side::Right] {
            for fact in &self.heap(side).facts {
                let kept = self.keep_fact(side, *fact, &entries);
                self.lost[side as usize] |= !kept;
            }
        }
    }

    pub(super) fn keep_fact(&mut self, side: Side, fact: Fact, entries: &[(Lin, Lin, Lin)]) -> bool {
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
