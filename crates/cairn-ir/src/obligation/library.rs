//! What can go wrong inside library models, seen from the calls in the user's code.
//!
//! Nobody wants to read that `strlen` of the models has a bad pointer: the call is to blame. So a call of a model gets
//! every rule that the model's own body, or a model that it calls, can break; the same for functions of companion files. Functions of the user that a model calls
//! back answer for themselves. What runs behind the return of `main` counts there, as at a call of `exit`.

use super::{ObligationOptions, Rule, sites};
use crate::describe::Describer;
use crate::graph::CallGraph;
use crate::semantic::{FuncId, FuncOrigin, Program};
use cairn_base::IdVec;
use rustc_hash::FxHashSet;

/// What the library runs when `main` has returned.
const END: &str = "exit";
/// Every function of the library that takes a handler for the end of the program calls this one.
const ADD_HANDLER: &str = "cairn_lib_add_exit_handler";

/// May a function of the program's choice run when `main` has returned?
pub fn has_exit_handlers(program: &Program, calls: &CallGraph) -> bool {
    let own = program.funcs.iter_enumerated().filter(|(_, func)| func.origin != FuncOrigin::Model).map(|(id, _)| id);
    let add = program.func_named(ADD_HANDLER);
    add.is_some_and(|add| calls.reached(own.chain(calls.address_taken.iter().copied())).contains(&add))
}

/// A set of rules, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct RuleSet(u32);

/// The rules that calls of models can break.
pub(super) struct ModelRules {
    of: IdVec<FuncId, RuleSet>,
    /// Of a call through a pointer: any model whose address is taken.
    indirect: RuleSet,
    /// Of what runs when `main` has returned.
    end: RuleSet,
}

impl RuleSet {
    fn of(rules: &[Rule]) -> RuleSet {
        RuleSet(rules.iter().fold(0, |bits, &rule| bits | 1 << rule as u32))
    }

    fn union(self, other: RuleSet) -> RuleSet {
        RuleSet(self.0 | other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.iter().copied().filter(move |&rule| self.0 & 1 << rule as u32 != 0)
    }
}

impl ModelRules {
    pub fn new(program: &Program, options: &ObligationOptions) -> ModelRules {
        let calls = CallGraph::new(program);
        let is_model = |func: FuncId| program.funcs[func].origin.is_behind_calls();
        let mut of: IdVec<FuncId, RuleSet> = IdVec::new();
        for func in program.funcs.ids() {
            of.push(if is_model(func) { own_rules(program, options, func) } else { RuleSet::default() });
        }
        let calls_given: FxHashSet<FuncId> = calls.indirect.iter().map(|site| site.func).collect();
        // Callees come first, so that a second round is only needed for recursion, and for models that call what they are given.
        let mut indirect = RuleSet::default();
        loop {
            let before: Vec<RuleSet> = of.iter().copied().collect();
            for &func in calls.sccs.iter().flatten().filter(|&&func| is_model(func)) {
                let callees = calls.callees(func).iter().map(|&callee| of[callee]);
                of[func] = callees.fold(of[func], RuleSet::union);
                if calls_given.contains(&func) {
                    of[func] = of[func].union(indirect);
                }
            }
            let taken = calls.address_taken.iter().map(|&func| of[func]);
            indirect = taken.fold(RuleSet::default(), RuleSet::union);
            if before.iter().eq(of.iter()) {
                break;
            }
        }
        let end = program.func_named(END).filter(|_| has_exit_handlers(program, &calls));
        let end = end.map(|end| of[end]).unwrap_or_default();
        ModelRules { of, indirect, end }
    }

    pub fn of_end(&self) -> RuleSet {
        self.end
    }

    /// Of a call by name; nothing for a function of the user's.
    pub fn of_call(&self, callee: FuncId) -> RuleSet {
        self.of.get(callee).copied().unwrap_or_default()
    }

    pub fn of_indirect_call(&self) -> RuleSet {
        self.indirect
    }
}

fn own_rules(program: &Program, options: &ObligationOptions, func: FuncId) -> RuleSet {
    let Some(describer) = Describer::new(program, func) else { return RuleSet::default() };
    let mut rules = sites::Rules::new(program, func, &describer, options, None, None);
    let mut found = RuleSet::default();
    for block in describer.body().blocks.iter() {
        for inst in &block.insts {
            found = found.union(RuleSet::of(rules.of_inst(inst)));
        }
        found = found.union(RuleSet::of(rules.of_terminator(block)));
    }
    found
}
