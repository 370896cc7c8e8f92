//! A concrete valuation of the assumptions: small decisions, each propagated, and a check by evaluation at the end.
//!
//! The search is short and gives up easily; what it hands out is certain, because the evaluator has said so.

use cairn_base::Id;

use super::Ctx;
use super::node::NodeId;
use crate::arena::Arena;
use crate::eval::{self, Evaluator, Valuation};
use crate::term::{Sort, Term, Var};

/// Decisions tried before giving up.
const MAX_TRIES: u32 = 256;
/// Meanings of uninterpreted functions tried for each choice of the variables.
const SEEDS: u64 = 4;

impl Ctx {
    /// A valuation that satisfies all assumptions. `None` if none was found, which says nothing.
    pub fn model(&mut self, arena: &Arena) -> Option<Valuation> {
        if self.contradictory {
            return None;
        }
        let mut vars: Vec<Var> = Vec::new();
        for lit in &self.asserted {
            vars.extend(arena.atom_vars(lit.atom()).into_iter().filter(|var| !vars.contains(var)).collect::<Vec<_>>());
        }
        let nodes = self.variable_nodes(arena, &vars);
        let mut tries = MAX_TRIES;
        self.push();
        let found = self.decide(arena, &nodes, 0, &mut tries);
        self.pop();
        found
    }

    fn variable_nodes(&self, arena: &Arena, vars: &[Var]) -> Vec<(Var, NodeId)> {
        let mut nodes = Vec::with_capacity(vars.len());
        for &lit in &self.asserted {
            let roots: Vec<_> = arena.atom(lit.atom()).terms().collect();
            arena.for_each_subterm(&roots, |term| {
                if let (Some(var), Some(id)) = (arena.as_var(term), self.find_node(term))
                    && vars.contains(&var)
                    && !nodes.contains(&(var, id))
                {
                    nodes.push((var, id));
                }
            });
        }
        nodes
    }

    /// Fixes the variables from `at` on, one by one.
    fn decide(&mut self, arena: &Arena, vars: &[(Var, NodeId)], at: usize, tries: &mut u32) -> Option<Valuation> {
        let open = |&at: &usize| vars[at].0.sort != Sort::Base && self.constant_of(vars[at].1).is_none();
        let Some(at) = (at..vars.len()).find(open) else { return self.check(arena, vars) };
        for value in self.candidates(vars[at].1) {
            if *tries == 0 {
                return None;
            }
            *tries -= 1;
            self.push();
            let found = if self.fix_variable(arena, vars[at].1, value) {
                self.decide(arena, vars, at + 1, tries)
            } else {
                None
            };
            self.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn fix_variable(&mut self, arena: &Arena, id: NodeId, value: u128) -> bool {
        self.refuel();
        let zero = self.zero(self.nodes[id].width);
        self.merges.push((id, zero, value));
        self.propagate(arena).is_ok()
    }

    /// Values to try: the ends of both readings first, small ones among them.
    fn candidates(&self, id: NodeId) -> Vec<u128> {
        let node = &self.nodes[id];
        if !node.is_tracked() {
            return vec![0, 1];
        }
        let dom = &node.dom;
        let word = |v: i128| crate::bits::from_signed(node.width, v);
        let middle = dom.ulo + (dom.uhi - dom.ulo) / 2;
        let all = [0, dom.ulo, dom.slo, dom.shi, dom.uhi, dom.ulo + 1, dom.uhi - 1, 1, 2, middle];
        let mut values: Vec<u128> = Vec::new();
        for value in all.map(word) {
            if dom.contains(node.width, value) && !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    fn check(&self, arena: &Arena, vars: &[(Var, NodeId)]) -> Option<Valuation> {
        let values: Vec<(Var, u128)> = vars.iter().map(|&(var, id)| (var, self.chosen(arena, var, id))).collect();
        (0..SEEDS).find_map(|seed| {
            let mut valuation = Valuation::new(seed);
            values.iter().for_each(|&(var, value)| valuation.set(var, value));
            let mut evaluator = Evaluator::new(arena, &valuation);
            let holds = self.asserted.iter().all(|&lit| evaluator.lit(lit))
                && values.iter().all(|&(var, value)| eval::is_admissible(var, value));
            holds.then_some(valuation)
        })
    }

    fn chosen(&self, arena: &Arena, var: Var, id: NodeId) -> u128 {
        if var.sort != Sort::Base {
            return self.constant_of(id).unwrap_or(0);
        }
        let root = self.nodes[id].root;
        let object = self.nodes[root].object;
        match (object.site, object.exact.map(|term| arena.term(term))) {
            (Some(site), Some(&Term::BaseAt { index, .. })) => {
                let index = self.find_node(index).and_then(|id| self.constant_of(id)).unwrap_or(0);
                eval::base_at_value(site, index)
            }
            (Some(site), _) => eval::base_value(site),
            // An object of its own per class; unnamed ones have small numbers from 1.
            (None, _) => 16 + root.index() as u128,
        }
    }
}
