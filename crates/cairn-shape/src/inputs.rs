//! Inputs with which an execution may come to a heap: values for the symbols that were asked for, such that what is known of
//! them holds, as far as trying a few values of each finds them.

use crate::heap::{Fact, Heap};
use crate::range::{Range, cut};
use crate::value::{Lin, Sym, Val};
use std::collections::BTreeMap;

/// Which of the values that a path allows to take.
#[derive(Clone, Copy)]
pub(crate) enum Taste {
    Small,
    Large,
}

/// Values chosen so far.
struct Choice<'h> {
    heap: &'h Heap,
    taste: Taste,
    chosen: BTreeMap<Sym, u128>,
}

impl Heap {
    pub(crate) fn example_inputs(&self, taste: Taste) -> Vec<u128> {
        let mut choice = Choice { heap: self, taste, chosen: BTreeMap::new() };
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
        let value = self.resized(sym).unwrap_or_else(|| self.fitting(sym, width));
        self.chosen.insert(sym, value);
        value
    }

    /// What another width of the same number says.
    fn resized(&mut self, sym: Sym) -> Option<u128> {
        let pair = self.heap.resized.iter().find_map(|&(new, old)| match (new, old) {
            (Val::Num(new), Val::Num(old)) if old.sym == Some(sym) && new.sym != Some(sym) => Some((new, old)),
            _ => None,
        });
        let (new, old) = pair?;
        Some(cut(self.value(new).wrapping_sub(old.add), old.width))
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
            .flat_map(|value| [0, 1, u128::MAX, 2].map(|step: u128| cut(value.wrapping_add(step), width)));
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
        Taste::Small if range.slo <= 0 && range.shi >= 0 && range.ulo == 0 => 0,
        Taste::Small if range.slo > 0 => range.slo,
        Taste::Small if range.shi < 0 => range.shi,
        Taste::Small => range.ulo,
        Taste::Large if range.shi >= 1 && range.slo <= 1 && range.ulo <= 1 => 1,
        Taste::Large => range.shi,
    };
    cut(value as u128, range.width)
}
