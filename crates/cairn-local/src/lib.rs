//! The cheapest engine: it proves what the instructions that come before show, for every caller, in one pass over each function.
//!
//! `kinds` says what a value is by the way it is made, `solve` for a whole function, `calls` across calls, `variables` through variables that no
//! pointer leads to; `flow` says which
//! objects are surely still there; `walk` goes along the dominators with what accesses and tests have shown, and decides;
//! `library` decides calls of models that say what they need of their arguments.
//! It knows nothing of what memory contains, refutes nothing, and its time is nearly linear in the size of the program.
//!
//! Not here: contents of memory, loops, paths. Other engines have them.

mod address;
mod calls;
mod flow;
mod format;
mod kinds;
mod library;
mod solve;
mod variables;
mod walk;

use cairn_engine::{Analysis, Assumption, Budget, Engine, GoalId, Proof, Task, Verdict};
use cairn_ir::describe::Defs;
use cairn_ir::graph::{CallGraph, Cfg, Dominators};
use cairn_ir::obligation::{Place, has_exit_handlers};
use cairn_ir::{BlockId, Body, FuncId, FuncOrigin, Id, Program, Rule};
use calls::{Contracts, Effects};
use library::{Allowed, Library};
use rustc_hash::{FxHashMap, FxHashSet};

/// The engine; it has no state.
pub struct Local;

/// Stands with its verdicts.
pub const NAME: &str = "local";

/// Instructions that count as one step of a budget.
const PER_STEP: u64 = 4;

impl Engine for Local {
    fn name(&self) -> &'static str {
        NAME
    }

    fn analyse(&self, task: &Task<'_>, open: &[GoalId], budget: &mut Budget) -> Analysis {
        let size = task.program.inst_count() as u64;
        if budget.left() < size / PER_STEP {
            return Analysis::default();
        }
        budget.spend(size / PER_STEP);
        let judge = Judge::new(task);
        let verdicts = judge.verdicts(open);
        let proved = verdicts.len() as u64;
        Analysis { verdicts, statistics: vec![("proved", proved)] }
    }
}

/// A rule at a place of a function.
type Site = (BlockId, Place, Rule);

struct Judge<'t> {
    task: &'t Task<'t>,
    /// What is known of calls without a look at other functions, and with one.
    alone: (Contracts, Effects),
    together: (Contracts, Effects),
    library: Library,
    /// Behind the return of `main`, functions run that were registered.
    handlers: bool,
    /// The program is linked with models of the library.
    models: bool,
    /// The program calls code that is not there.
    unknown_code: bool,
}

impl<'t> Judge<'t> {
    fn new(task: &'t Task<'t>) -> Judge<'t> {
        let program = task.program;
        let calls = CallGraph::new(program);
        let entry = program.func_named(&task.terms.entry).filter(|_| task.has_entry());
        let effects = Effects::of(program, &calls);
        let alone = (Contracts::none(program), effects.without_callees());
        let together = (Contracts::of(program, &calls, &effects, entry), effects);
        let models = program.funcs.iter().any(|func| func.origin == FuncOrigin::Model);
        let library = Library::of(program, &calls, entry.is_some());
        let (handlers, unknown_code) = (has_exit_handlers(program, &calls), calls_unknown_code(program, &calls));
        Judge { task, alone, together, library, handlers, models, unknown_code }
    }

    fn verdicts(&self, open: &[GoalId]) -> Vec<(GoalId, Verdict)> {
        let mut by_function: FxHashMap<FuncId, Vec<GoalId>> = FxHashMap::default();
        for &goal in open {
            by_function.entry(self.task.goals[goal].func).or_default().push(goal);
        }
        let mut functions: Vec<(FuncId, Vec<GoalId>)> = by_function.into_iter().collect();
        functions.sort_unstable_by_key(|(func, _)| func.index());
        let mut verdicts = Vec::new();
        let total = functions.len() as u64;
        for (done, (func, goals)) in functions.into_iter().enumerate() {
            if self.task.host.stop().is_some() {
                break;
            }
            self.task.host.progress(done as u64, total);
            let Some(body) = &self.task.program.funcs[func].body else { continue };
            let alone = self.holds(func, body, &self.alone, &Library::default());
            let together = self.holds(func, body, &self.together, &self.library);
            for goal in goals {
                let obligation = &self.task.goals[goal];
                let site = (obligation.block, obligation.place, obligation.rule);
                let basis = if alone.sites.contains(&site) {
                    Basis::Alone
                } else if together.sites.contains(&site) {
                    Basis::Together
                } else if together.by_contract(site) {
                    Basis::Contract
                } else {
                    continue;
                };
                verdicts.push((goal, Verdict::Proved(self.proof(basis))));
            }
        }
        verdicts
    }

    /// What holds in a function, given what its parameters and callees promise.
    fn holds(
        &self,
        func: FuncId,
        body: &Body,
        (contracts, effects): &(Contracts, Effects),
        library: &Library,
    ) -> Holds {
        let program = self.task.program;
        let (cfg, defs) = (Cfg::new(body), Defs::new(body));
        let table = solve::solve(program, body, &cfg, contracts.parameters(func), contracts);
        let flow = flow::Flow::new(program, body, &defs, effects);
        let starts = flow.solve(&cfg);
        let mut sites = FxHashSet::default();
        let is_main = program.func_name(func) == "main";
        let mut walk = walk::Walk::new(&flow, &table, contracts, library);
        (walk.ends_program, walk.gives_result) = (is_main, is_main && !self.handlers);
        walk.run(&cfg, &Dominators::new(&cfg), &starts, &mut |block, place, rule| {
            sites.insert((block, place, rule));
        });
        Holds { sites, fine_calls: walk.fine_calls.into_iter().collect() }
    }

    fn proof(&self, basis: Basis) -> Proof {
        let mut assumptions = Vec::new();
        if basis != Basis::Alone {
            assumptions.extend(self.models.then_some(Assumption::LibraryModels));
            assumptions.extend(self.unknown_code.then_some(Assumption::CallbacksByAddress));
        }
        assumptions.extend((basis == Basis::Contract).then_some(Assumption::LibraryObjects));
        let certificate = match basis {
            Basis::Alone => "by the instructions before, for every caller",
            Basis::Together => "by the instructions before, the arguments of all calls and the results of callees",
            Basis::Contract => "by the arguments, which are all that the library function needs",
        };
        Proof::new(NAME, assumptions, certificate.to_owned())
    }
}

/// What holds in a function.
struct Holds {
    sites: FxHashSet<Site>,
    /// Calls of the library that break no rule.
    fine_calls: FxHashMap<(BlockId, Place), Allowed>,
}

impl Holds {
    /// Is the place a call that keeps its contract, and cannot break this rule then?
    fn by_contract(&self, (block, place, rule): Site) -> bool {
        match self.fine_calls.get(&(block, place)) {
            Some(Allowed::Everything) => true,
            Some(Allowed::ButForLeaks) => !matches!(rule, Rule::MemoryLeak | Rule::MemoryNotFreedAtExit),
            None => false,
        }
    }
}

/// What a proof rests on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basis {
    /// The function itself.
    Alone,
    /// What other functions pass and return.
    Together,
    /// What a library function says that it needs.
    Contract,
}

fn calls_unknown_code(program: &Program, calls: &CallGraph) -> bool {
    let is_called = |id: FuncId| !calls.callers(id).is_empty();
    program.funcs.iter_enumerated().any(|(id, func)| func.body.is_none() && is_called(id))
        || program.assembly_texts().next().is_some()
}
