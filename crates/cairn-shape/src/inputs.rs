//! Inputs with which an execution may come to a heap: values for the symbols that were asked for, such that what is known of
//! them holds, as far as trying a few values of each finds them.

use crate::heap::{Fact, Heap};
use crate::range::{Range, cut, fold};
use crate::value::{Lin, Sym, Val};
use cairn_ir::BinOp;
use std::collections::{BTreeMap, BTreeSet};

/// A number that was computed from another one: in another width, or by an operation with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Derived {
    pub new: Val,
    pub old: Val,
    pub by: Option<(BinOp, u128)>,
}

impl Derived {
    /// Does this number make the other one?
    fn makes(&self, old: u128, width: u32, value: u128) -> bool {
        match (self.by, self.new) {
            (Some((op, by)), _) => fold(op, width, old, by) == Some(value),
            // As unsigned or as signed numbers: the low bits are the same.
            (None, Val::Num(new)) => cut(old ^ value, new.width.min(width)) == 0,
            _ => false,
        }
    }

    /// Numbers of which this may come.
    fn sources(&self, value: u128, width: u32) -> Vec<u128> {
        let Some((op, by)) = self.by else { return vec![cut(value, width)] };
        let back = match op {
            BinOp::UDiv | BinOp::SDiv => value.wrapping_mul(by),
            BinOp::LShr | BinOp::AShr if by < 128 => value << by,
            BinOp::Xor => value ^ by,
            _ => value,
        };
        vec![cut(back, width), cut(value, width)]
    }
}

/// Which of the values that a path allows to take.
#[derive(Clone, Copy)]
pub(crate) enum Taste {
    Small,
    Large,
    /// Far from each other, so that there is room for what has to be between.
    Spread,
}

impl Taste {
    /// How far from a number to look for one that is less, or more.
    fn steps(self) -> Vec<u128> {
        match self {
            Taste::Small | Taste::Large => vec![0, 1, u128::MAX, 2],
            Taste::Spread => {
                (0..=SPREAD).rev().flat_map(|power| [1u128 << power, 0u128.wrapping_sub(1 << power)]).collect()
            }
        }
    }
}

/// The largest distance, as a power of two: the keys of a tree of this height find their places.
const SPREAD: u32 = 12;

/// Values chosen so far.
struct Choice<'h> {
    heap: &'h Heap,
    taste: Taste,
    chosen: BTreeMap<Sym, u128>,
    /// Symbols for which a value is being chosen. A number that was found to be what was computed of it comes back to itself.
    asked: BTreeSet<Sym>,
}

impl Heap {
    pub(crate) fn example_inputs(&self, taste: Taste) -> Vec<u128> {
        let mut choice = Choice { heap: self, taste, chosen: BTreeMap::new(), asked: BTreeSet::new() };
        let mut inputs = Vec::with_capacity(self.inputs.len());
        for input in &self.inputs {
            inputs.push(match input {
                Val::Num(lin) => choice.value(*lin),
                _ => 0,
            });
        }
        inputs
    }
}

impl Choice<'_> {
    fn value(&mut self, lin: Lin) -> u128 {
        let lin = self.heap.current(lin);
        let base = lin.sym.map_or(0, |sym| self.symbol(sym, lin.width));
        cut(base.wrapping_add(lin.add), lin.width)
    }

    fn symbol(&mut self, sym: Sym, width: u32) -> u128 {
        if let Some(&known) = self.chosen.get(&sym) {
            return known;
        }
        let source = if self.asked.insert(sym) { self.underived(sym) } else { None };
        let value = source.unwrap_or_else(|| self.fitting(sym, width));
        *self.chosen.entry(sym).or_insert(value)
    }

    /// A value from which what was computed of the number comes out as it is on the path.
    fn underived(&mut self, sym: Sym) -> Option<u128> {
        let of_it = |one: &&Derived| {
            matches!(one.old, Val::Num(old) if old.sym == Some(sym)) && !one.new.syms().any(|new| new == sym)
        };
        let derived: Vec<Derived> = self.heap.derived.iter().filter(of_it).copied().collect();
        let wanted: Vec<(Derived, Lin, u128)> = derived
            .into_iter()
            .filter_map(|one| match (one.new, one.old) {
                (Val::Num(new), Val::Num(old)) => Some((one, old, self.value(new))),
                _ => None,
            })
            .collect();
        let fits = |base: u128, (one, old, value): &(Derived, Lin, u128)| {
            one.makes(cut(base.wrapping_add(old.add), old.width), old.width, *value)
        };
        let bases = wanted.iter().flat_map(|(one, old, value)| {
            let sources = one.sources(*value, old.width);
            sources.into_iter().map(|source| cut(source.wrapping_sub(old.add), old.width))
        });
        let bases: Vec<u128> = bases.collect();
        let all = |base: &&u128| wanted.iter().all(|one| fits(**base, one));
        let some = |base: &&u128| wanted.iter().any(|one| fits(**base, one));
        bases.iter().find(all).or_else(|| bases.iter().find(some)).copied()
    }

    /// The value that tastes best among those that agree with what was chosen before.
    fn fitting(&self, sym: Sym, width: u32) -> u128 {
        let range = self.heap.syms.get(&sym).map_or(Range::full(width), |info| info.range);
        let best = pick(&range, self.taste);
        let own = |fact: &&Fact| fact.lhs.sym == Some(sym) || fact.rhs.sym == Some(sym);
        let facts: Vec<&Fact> = self.heap.facts.iter().filter(own).collect();
        let ends = [range.ulo, range.uhi, range.slo, range.shi].map(|end| cut(end as u128, width));
        let near = facts
            .iter()
            .filter_map(|fact| self.near(sym, fact))
            .flat_map(|value| self.taste.steps().into_iter().map(move |step| cut(value.wrapping_add(step), width)));
        let fits = |value: &u128| {
            let inside = Range::constant(width, *value).intersect(&range).is_some();
            inside && facts.iter().all(|fact| self.agrees(sym, *value, fact))
        };
        [best].into_iter().chain(near).chain([1, 2, 3]).chain(ends).find(fits).unwrap_or(best)
    }

    /// The value at which both sides of a fact are the same, if that of the other side is known.
    fn near(&self, sym: Sym, fact: &Fact) -> Option<u128> {
        let (own, other) = if fact.lhs.sym == Some(sym) { (fact.lhs, fact.rhs) } else { (fact.rhs, fact.lhs) };
        let value = self.chosen.get(&other.sym?)?.wrapping_add(other.add);
        Some(cut(value.wrapping_sub(own.add), own.width))
    }

    fn agrees(&self, sym: Sym, value: u128, fact: &Fact) -> bool {
        let side = |lin: Lin| {
            let of = lin.sym?;
            let base = if of == sym { value } else { *self.chosen.get(&of)? };
            Some(Range::constant(lin.width, cut(base.wrapping_add(lin.add), lin.width)))
        };
        match (side(fact.lhs), side(fact.rhs)) {
            (Some(left), Some(right)) => left.compare(fact.op, &right) != Some(false),
            _ => true,
        }
    }
}

fn pick(range: &Range, taste: Taste) -> u128 {
    let value = match taste {
        Taste::Small | Taste::Spread if range.slo <= 0 && range.shi >= 0 && range.ulo == 0 => 0,
        Taste::Small | Taste::Spread if range.slo > 0 => range.slo,
        Taste::Small | Taste::Spread if range.shi < 0 => range.shi,
        Taste::Small | Taste::Spread => range.ulo,
        Taste::Large if range.shi >= 1 && range.slo <= 1 && range.ulo <= 1 => 1,
        Taste::Large => range.shi,
    };
    cut(value as u128, range.width)
}
