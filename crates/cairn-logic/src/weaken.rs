//! Caps on the size of conditions, and the graded loss of precision when one bites.
//!
//! An atom that has to go is treated as a free Boolean: `f|a ∨ f|¬a` on the may side, `f|a ∧ f|¬a` on the must side. Both
//! round in the right direction whatever the atom means. Every atom that went is recorded.

use crate::atom::AtomId;
use crate::diagram::{Cond, Conds};
use crate::term::{Sort, Var, VarClass};
use rustc_hash::FxHashMap;

/// Where in the client's program something happened; the client chooses the number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Site(pub u32);

/// A loss of precision, to be shown next to whatever stays open because of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Degraded {
    pub at: Site,
    pub why: Why,
}

/// What was lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// A condition of so many nodes was too large; this atom was forgotten.
    CondTooLarge { nodes: usize, weakened: AtomId },
    /// A variable could not be eliminated exactly from this atom.
    ElimRounded { var: Var, atom: AtomId },
    /// The function used up its budget of logic steps.
    LogicBudget,
}

/// Deterministic limits. The defaults suit a function of ordinary size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// New nodes that one operation may make.
    pub operation_nodes: usize,
    /// Nodes of one condition.
    pub condition_nodes: usize,
    /// Visits of one `prune`.
    pub prune_visits: u64,
    /// Visits of one elimination.
    pub eliminate_visits: u64,
    /// Literals on the variable, on one path of an elimination.
    pub eliminate_literals: usize,
    /// Work of one `sas`: leaves visited, literals assumed, cases split.
    pub sas_visits: u64,
    /// Branches that one implication of `sas` may split into.
    pub sas_splits: u64,
    /// Steps of the whole function. Behind them, no two conditions are joined any more: what would be is "perhaps".
    pub function_steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            operation_nodes: 4096,
            condition_nodes: 512,
            prune_visits: 2000,
            eliminate_visits: 2000,
            eliminate_literals: 16,
            sas_visits: 20_000,
            sas_splits: 64,
            function_steps: 20_000_000,
        }
    }
}

/// The direction in which precision may be lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// The result is implied by the original: for may.
    Up,
    /// The result implies the original: for must.
    Down,
}

impl Conds {
    /// Says where the next losses of precision happen.
    pub fn set_site(&mut self, site: Site) {
        self.site = site;
    }

    /// The losses since the last call, in order.
    pub fn take_degraded(&mut self) -> Vec<Degraded> {
        std::mem::take(&mut self.degraded)
    }

    pub(crate) fn degrade(&mut self, why: Why) {
        let entry = Degraded { at: self.site, why };
        if self.degraded.last() != Some(&entry) {
            self.degraded.push(entry);
        }
    }

    /// Whether the function's budget is spent. Recorded once.
    pub fn is_exhausted(&mut self) -> bool {
        let exhausted = self.steps > self.limits.function_steps;
        if exhausted && !self.said_exhausted {
            self.said_exhausted = true;
            self.degrade(Why::LogicBudget);
        }
        exhausted
    }

    /// `f` without the atom, rounded.
    pub fn forget(&mut self, f: Cond, atom: AtomId, round: Round) -> Cond {
        match round {
            Round::Up => self.forget_up(f, atom),
            Round::Down => !self.forget_up(!f, atom),
        }
    }

    /// Forgets one atom after the other until at most `cap` nodes are left.
    pub fn weaken(&mut self, f: Cond, cap: usize, round: Round) -> Cond {
        let mut f = f;
        loop {
            let nodes = self.size(f);
            if nodes <= cap {
                return f;
            }
            f = self.forget_one(f, nodes, round);
        }
    }

    fn forget_one(&mut self, f: Cond, nodes: usize, round: Round) -> Cond {
        let victim = self.victim(f);
        self.degrade(Why::CondTooLarge { nodes, weakened: victim });
        match round {
            Round::Up => self.forget_within(f, victim, nodes),
            Round::Down => !self.forget_within(!f, victim, nodes),
        }
    }

    /// `f` without the atom, rounded up: the best such condition if that is smaller, else one that has no more paths.
    fn forget_within(&mut self, f: Cond, atom: AtomId, nodes: usize) -> Cond {
        let (hi, lo) = (self.cofactor(f, atom, true), self.cofactor(f, atom, false));
        let best = self.ite_within(hi, Cond::TRUE, lo, nodes).filter(|&best| self.size(best) < nodes);
        best.unwrap_or_else(|| self.give_up(f, atom, &mut FxHashMap::default()))
    }

    /// `f`, and whatever depends on the atom.
    fn give_up(&mut self, f: Cond, atom: AtomId, done: &mut FxHashMap<Cond, Cond>) -> Cond {
        if f.is_const() {
            return f;
        }
        if let Some(&known) = done.get(&f) {
            return known;
        }
        self.count_steps(1);
        let (top, hi, lo) = self.cofactors(f);
        let result = if top == atom {
            Cond::TRUE
        } else {
            let (hi, lo) = (self.give_up(hi, atom, done), self.give_up(lo, atom, done));
            self.node(top, hi, lo)
        };
        done.insert(f, result);
        result
    }

    /// The atom to forget first: the least determined class, then the one with most nodes, then the lowest in the order.
    fn victim(&self, f: Cond) -> AtomId {
        let mut counts = FxHashMap::default();
        self.for_each_node(&[f], |_, node| *counts.entry(node.atom).or_insert(0usize) += 1);
        let support = self.support(f);
        let worth = |atom: &AtomId| (self.vagueness(*atom), counts[atom]);
        *support.iter().max_by_key(|atom| worth(atom)).expect("a condition above the cap has atoms")
    }

    /// How little an atom says about the program: choices most, then havoc, then values that change in a loop.
    fn vagueness(&self, atom: AtomId) -> u8 {
        let vars = self.arena.atom_vars(atom);
        let has = |class| vars.iter().any(|var| var.class == class);
        match &vars[..] {
            [var] if var.class == VarClass::Choice && var.sort == Sort::Bv(1) => 3,
            _ if has(VarClass::Havoc) || has(VarClass::Choice) => 2,
            _ if has(VarClass::LoopVariant) => 1,
            _ => 0,
        }
    }

    /// Conjunction within the caps, rounded if they bite.
    pub fn and_rounded(&mut self, f: Cond, g: Cond, round: Round) -> Cond {
        if self.is_exhausted() && !f.is_const() && !g.is_const() {
            return if round == Round::Up { f } else { Cond::FALSE };
        }
        let (mut f, mut g) = (f, g);
        let mut pruned = false;
        loop {
            self.node_limit = self.nodes.len() + self.limits.operation_nodes;
            let result = self.try_and(f, g);
            self.node_limit = usize::MAX;
            if let Some(result) = result {
                return self.weaken(result, self.limits.condition_nodes, round);
            }
            if pruned {
                let nodes = self.size(f).max(self.size(g));
                if self.size(f) >= self.size(g) {
                    f = self.forget_one(f, nodes, round);
                } else {
                    g = self.forget_one(g, nodes, round);
                }
            } else {
                let fuel = self.limits.prune_visits * 10;
                f = self.prune_alone(f, fuel);
                g = self.prune_alone(g, fuel);
                pruned = true;
            }
        }
    }

    /// Disjunction within the caps, rounded if they bite.
    pub fn or_rounded(&mut self, f: Cond, g: Cond, round: Round) -> Cond {
        let opposite = match round {
            Round::Up => Round::Down,
            Round::Down => Round::Up,
        };
        !self.and_rounded(!f, !g, opposite)
    }
}
