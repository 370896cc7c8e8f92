//! Linear constraints over integers: sums of symbols with coefficients that are zero, or at least zero, and what follows.
//!
//! A symbol stands for its value as a signed number. What follows is found by elimination (equations by substitution,
//! inequalities pair by pair, bounds rounded to integers). It is incomplete, always ends, and says yes only if it is so.
//! Not here: where constraints come from and when they hold (`relations`).

use crate::effort::Effort;
use crate::value::Sym;
use std::collections::BTreeSet;

/// A sum of symbols with coefficients that are not zero, in the order of the symbols, plus a constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Linear {
    pub terms: Vec<(Sym, i128)>,
    pub add: i128,
}

/// The sum is zero, or at least zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Constraint {
    pub sum: Linear,
    pub is_equation: bool,
}

/// Inequalities that one elimination may have at once, and the largest coefficient.
const MANY: usize = 60;
const LARGE: i128 = 1 << 80;

impl Linear {
    pub fn constant(add: i128) -> Linear {
        Linear { terms: Vec::new(), add }
    }

    pub fn symbol(sym: Sym) -> Linear {
        Linear { terms: vec![(sym, 1)], add: 0 }
    }

    pub fn coefficient(&self, sym: Sym) -> i128 {
        self.terms.iter().find(|(of, _)| *of == sym).map_or(0, |(_, by)| *by)
    }

    pub fn syms(&self) -> impl Iterator<Item = Sym> + '_ {
        self.terms.iter().map(|(sym, _)| *sym)
    }

    /// `self * a + other * b`; `None` if numbers get too large.
    pub fn combined(&self, a: i128, other: &Linear, b: i128) -> Option<Linear> {
        let product = |x: i128, y: i128| x.checked_mul(y).filter(|value| value.abs() < LARGE);
        let mut terms: Vec<(Sym, i128)> = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(l), None) => (l.0, true, false),
                (None, Some(r)) => (r.0, false, true),
                (Some(l), Some(r)) => (l.0.min(r.0), l.0 <= r.0, r.0 <= l.0),
            };
            let mut sum = 0;
            if next.1 {
                sum += product(left.next()?.1, a)?;
            }
            if next.2 {
                sum += product(right.next()?.1, b)?;
            }
            if sum != 0 {
                terms.push((next.0, sum));
            }
        }
        Some(Linear { terms, add: product(self.add, a)? + product(other.add, b)? })
    }

    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        self.combined(1, other, 1)
    }

    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.combined(1, other, -1)
    }

    pub fn times(&self, by: i128) -> Option<Linear> {
        self.combined(by, &Linear::default(), 0)
    }

    pub fn shifted(mut self, by: i128) -> Linear {
        self.add += by;
        self
    }

    /// Every symbol replaced by a sum.
    pub fn replaced(&self, by: impl Fn(Sym) -> Option<Linear>) -> Option<Linear> {
        let mut out = Linear::constant(self.add);
        for &(sym, coefficient) in &self.terms {
            out = out.combined(1, &by(sym)?, coefficient)?;
        }
        Some(out)
    }

    fn divisor(&self) -> i128 {
        self.terms.iter().fold(0, |divisor, (_, by)| gcd(divisor, *by))
    }
}

impl Constraint {
    pub fn equation(sum: Linear) -> Constraint {
        Constraint { sum, is_equation: true }
    }

    pub fn at_least_zero(sum: Linear) -> Constraint {
        Constraint { sum, is_equation: false }
    }

    /// The same with the smallest coefficients; `None` if it holds for no integers. An equation begins with a positive one.
    fn reduced(mut self) -> Option<Constraint> {
        let divisor = self.sum.divisor();
        if divisor == 0 {
            let holds = if self.is_equation { self.sum.add == 0 } else { self.sum.add >= 0 };
            return holds.then_some(self);
        }
        if self.is_equation && self.sum.add % divisor != 0 {
            return None;
        }
        let sign = if self.is_equation { self.sum.terms[0].1.signum() } else { 1 };
        self.sum.terms.iter_mut().for_each(|(_, by)| *by /= divisor * sign);
        self.sum.add = self.sum.add.div_euclid(divisor) * sign;
        Some(self)
    }

    fn is_trivial(&self) -> bool {
        self.sum.terms.is_empty()
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Constraints that hold together.
#[derive(Clone)]
pub struct System {
    constraints: BTreeSet<Constraint>,
    /// No integers satisfy them.
    contradictory: bool,
    effort: Effort,
}

impl System {
    pub fn new(effort: Effort) -> System {
        System { constraints: BTreeSet::new(), contradictory: false, effort }
    }

    pub fn add(&mut self, constraint: Constraint) {
        match constraint.reduced() {
            None => self.contradictory = true,
            Some(constraint) if constraint.is_trivial() => {}
            Some(constraint) => {
                self.constraints.insert(constraint);
            }
        }
    }

    pub fn into_constraints(self) -> BTreeSet<Constraint> {
        self.constraints
    }

    /// Is `sum >= 0` in every solution?
    pub fn implies(&self, sum: &Linear) -> bool {
        let Some(below) = sum.times(-1) else { return false };
        let mut system = self.clone();
        system.add(Constraint::at_least_zero(below.shifted(-1)));
        system.has_no_solution()
    }

    fn has_no_solution(mut self) -> bool {
        self.eliminate_all(None);
        self.contradictory
    }

    /// Bounds of a symbol in every solution; `None` on a side without one that was found.
    pub fn bounds(&self, sym: Sym) -> (Option<i128>, Option<i128>) {
        let mut system = self.clone();
        system.eliminate_all(Some(sym));
        let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
        let alone = |one: &&Constraint| matches!(one.sum.terms[..], [(of, _)] if of == sym);
        for Constraint { sum, is_equation } in system.constraints.iter().filter(alone) {
            let by = sum.coefficient(sym);
            if by > 0 || *is_equation {
                let bound = -sum.add.div_euclid(by.abs());
                low = Some(low.map_or(bound, |low| low.max(bound)));
            }
            if by < 0 || *is_equation {
                let bound = if *is_equation { -sum.add } else { sum.add.div_euclid(-by) };
                high = Some(high.map_or(bound, |high| high.min(bound)));
            }
        }
        (low, high)
    }

    /// What follows for some symbols alone.
    pub fn projected(&self, onto: &BTreeSet<Sym>) -> BTreeSet<Constraint> {
        let mut system = self.clone();
        let others: BTreeSet<Sym> = self.constraints.iter().flat_map(|one| one.sum.syms()).collect();
        others.difference(onto).for_each(|sym| system.eliminate(*sym));
        system.constraints
    }

    fn eliminate_all(&mut self, but: Option<Sym>) {
        while !self.contradictory {
            let syms: BTreeSet<Sym> = self.constraints.iter().flat_map(|one| one.sum.syms()).collect();
            let cheapest = syms.into_iter().filter(|sym| Some(*sym) != but).min_by_key(|sym| self.cost(*sym));
            let Some(sym) = cheapest else { return };
            self.eliminate(sym);
        }
    }

    /// How many constraints it takes to do without a symbol.
    fn cost(&self, sym: Sym) -> usize {
        self.effort.constraints_seen(self.constraints.len());
        let with = |is: fn(&Constraint, i128) -> bool| {
            self.constraints.iter().filter(|one| is(one, one.sum.coefficient(sym))).count()
        };
        match with(|one, by| one.is_equation && by != 0) {
            0 => 1 + with(|_, by| by > 0) * with(|_, by| by < 0),
            _ => 0,
        }
    }

    /// What the others say without one symbol. Where there is too much to say, less is said.
    pub fn eliminate(&mut self, sym: Sym) {
        self.effort.constraints_made(self.constraints.len());
        let (with, without): (BTreeSet<Constraint>, BTreeSet<Constraint>) =
            std::mem::take(&mut self.constraints).into_iter().partition(|one| one.sum.coefficient(sym) != 0);
        self.constraints = without;
        let equations = with.iter().filter(|one| one.is_equation);
        let pivot = equations.min_by_key(|one| (one.sum.coefficient(sym).abs(), one.sum.terms.len())).cloned();
        if let Some(pivot) = pivot {
            for one in with.iter().filter(|one| **one != pivot) {
                self.add_without(sym, one, &pivot);
            }
            return;
        }
        for low in with.iter().filter(|one| one.sum.coefficient(sym) > 0) {
            for high in with.iter().filter(|one| one.sum.coefficient(sym) < 0) {
                if self.constraints.len() < MANY {
                    self.add_without(sym, low, high);
                }
            }
        }
    }

    /// Adds what follows from two constraints without a symbol: the second is an equation, or has it with another sign.
    fn add_without(&mut self, sym: Sym, one: &Constraint, other: &Constraint) {
        self.effort.constraints_made(1);
        let (a, b) = (one.sum.coefficient(sym), other.sum.coefficient(sym));
        let Some(sum) = one.sum.combined(b.abs(), &other.sum, -a * b.signum()) else { return };
        self.add(Constraint { sum, is_equation: one.is_equation && other.is_equation });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::Id;

    /// A generator of numbers; the seed decides.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> i128 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            i128::from((self.0 >> 33) % n)
        }
    }

    fn value(sum: &Linear, at: &[i128]) -> i128 {
        sum.terms.iter().map(|(sym, by)| by * at[sym.index()]).sum::<i128>() + sum.add
    }

    fn sum(random: &mut Random) -> Linear {
        let terms = (0..3).map(|i| (Sym::new(i), random.below(7) - 3)).filter(|(_, by)| *by != 0);
        Linear { terms: terms.collect(), add: random.below(13) - 6 }
    }

    /// Against all points of a small cube: what is said to follow does, and bounds leave no solution out.
    #[test]
    fn what_follows_holds_in_every_solution() {
        let (mut random, mut proved) = (Random(7), 0);
        for _ in 0..800 {
            let mut system = System::new(Effort::default());
            let mut all = Vec::new();
            for i in 0..3 {
                let sym = Linear::symbol(Sym::new(i));
                all.push(Constraint::at_least_zero(sym.clone().shifted(4)));
                all.push(Constraint::at_least_zero(sym.times(-1).expect("small").shifted(4)));
            }
            for _ in 0..1 + random.below(3) {
                all.push(Constraint { sum: sum(&mut random), is_equation: random.below(3) == 0 });
            }
            all.iter().cloned().for_each(|one| system.add(one));
            let goal = sum(&mut random);
            let points = (0..729).map(|n| [n / 81 - 4, n / 9 % 9 - 4, n % 9 - 4]);
            let holds = |one: &Constraint, at: &[i128]| match one.is_equation {
                true => value(&one.sum, at) == 0,
                false => value(&one.sum, at) >= 0,
            };
            let solutions: Vec<[i128; 3]> = points.filter(|at| all.iter().all(|one| holds(one, at))).collect();
            if system.implies(&goal) {
                proved += 1;
                assert!(solutions.iter().all(|at| value(&goal, at) >= 0), "{all:?} {goal:?}");
            }
            let (low, high) = system.bounds(Sym::new(0));
            assert!(solutions.iter().all(|at| low.is_none_or(|low| low <= at[0])), "{all:?} {low:?}");
            assert!(solutions.iter().all(|at| high.is_none_or(|high| high >= at[0])), "{all:?} {high:?}");
            let mut less = system.clone();
            less.eliminate(Sym::new(1));
            let left = less.into_constraints();
            assert!(
                solutions
                    .iter()
                    .all(|at| left.iter().all(|one| holds(one, at) && one.sum.coefficient(Sym::new(1)) == 0))
            );
        }
        assert!(proved > 150, "{proved}");
    }

    /// What a question takes counts as work, so that budgets end it.
    #[test]
    fn elimination_counts_as_work() {
        let effort = Effort::default();
        let mut system = System::new(effort.clone());
        for i in 0..12 {
            for j in 0..i {
                let sum = Linear::symbol(Sym::new(i)).minus(&Linear::symbol(Sym::new(j))).expect("small");
                system.add(Constraint::at_least_zero(sum.shifted(3)));
            }
        }
        assert!(!system.implies(&Linear::symbol(Sym::new(0))));
        assert!(effort.take_steps() > 0);
    }

    /// 8n + 16 <= 8n + 8m if m >= 2, and no such thing if m >= 1.
    #[test]
    fn a_header_fits_behind_a_block() {
        let (n, m) = (Linear::symbol(Sym::new(0)), Linear::symbol(Sym::new(1)));
        for (least, fits) in [(2, true), (1, false)] {
            let mut system = System::new(Effort::default());
            system.add(Constraint::at_least_zero(m.clone().shifted(-least)));
            let room =
                n.plus(&m).and_then(|both| both.times(8)).and_then(|size| size.minus(&n.times(8)?)).expect("small");
            assert_eq!(system.implies(&room.shifted(-16)), fits);
        }
    }
}
