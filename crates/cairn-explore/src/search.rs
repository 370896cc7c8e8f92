//! Looks for failures with some inputs of many: allocations that fail, what comes from outside, values.
//!
//! Variations of an execution are tried in each dimension that it met: the plain one gets inputs that are all alike, others
//! get one value or line replaced at a time. One of them that comes to code that none came to
//! before is varied in turn, so that what is read behind a first decision is found as well. The order is from cheap and
//! frequent to dear and rare, since the budget may end the search anywhere.

use crate::inputs;
use crate::session::{Run, Session};
use cairn_engine::Execution;
use cairn_interp::{AllocFailures, Coverage, World};
use cairn_ir::FuncOrigin;
use std::collections::{BTreeSet, VecDeque};

/// Allocations of one execution that are made to fail, one at a time.
const FAILING: u64 = 200;

/// As above, with inputs other than the plain ones.
const FAILING_WITH_INPUT: u64 = 4;

/// Executions that are varied.
const BASES: usize = 12;

/// What to do with each execution.
pub type Keep<'k, 's, 'p> = &'k mut dyn FnMut(&mut Session<'s, 'p>, &Run);

/// What a search may spend and do.
#[derive(Clone, Copy)]
pub struct Allowance {
    /// Steps in all.
    pub all: u64,
    /// Steps of one execution.
    pub one: u64,
    /// May nondeterministic values be other than those of the first execution?
    pub values: bool,
}

/// Tries variations of `first`.
pub fn search<'s, 'p>(session: &mut Session<'s, 'p>, first: Run, allowance: Allowance, keep: Keep<'_, 's, 'p>) {
    let stop_at = session.budget.left().saturating_sub(allowance.all);
    let plain = first.execution.clone();
    let asks_for_values = allowance.values && !first.outcome.observed.nondet_widths.is_empty();
    let covered = first.coverage.clone();
    let mut search = Search {
        session,
        keep,
        stop_at,
        share: allowance.one,
        values: allowance.values,
        covered,
        bases: VecDeque::from([first]),
        found: 1,
    };
    while let Some(base) = search.bases.pop_front() {
        search.vary(&base);
    }
    if asks_for_values {
        search.at_random(&plain);
    }
}

struct Search<'k, 'a, 's, 'p> {
    session: &'a mut Session<'s, 'p>,
    keep: Keep<'k, 's, 'p>,
    /// No more when this little is left.
    stop_at: u64,
    /// Steps of one execution.
    share: u64,
    values: bool,
    covered: Coverage,
    bases: VecDeque<Run>,
    /// How many bases there were.
    found: usize,
}

impl Search<'_, '_, '_, '_> {
    fn vary(&mut self, base: &Run) {
        let plain = base.execution.nondet.is_empty() && base.execution.world == World::Empty;
        self.fail_allocations(base, if plain { FAILING } else { FAILING_WITH_INPUT });
        self.objects(base);
        if base.outcome.observed.world {
            self.worlds(&base.execution);
        }
        if self.values && !base.outcome.observed.nondet_widths.is_empty() {
            self.values(&base.execution, base.outcome.observed.nondet_widths.len());
        }
    }

    /// The same inputs, with the first allocations failing one at a time.
    fn fail_allocations(&mut self, base: &Run, most: u64) {
        if !self.session.task.terms.alloc_may_fail || base.execution.alloc_failures != AllocFailures::Never {
            return;
        }
        for nth in 1..=base.outcome.observed.alloc_choices.min(most) {
            self.try_out(Execution { alloc_failures: AllocFailures::Nth(nth), ..base.execution.clone() });
        }
    }

    /// One pointer of what the function is given is null, or one number another one.
    fn objects(&mut self, base: &Run) {
        for given in inputs::objects(base, inputs::FEW_NUMBERS, &BTreeSet::new(), &[]) {
            self.try_out(Execution { given: Some(given), ..base.execution.clone() });
        }
    }

    fn worlds(&mut self, base: &Execution) {
        let candidates = self.session.candidates();
        match &base.world {
            World::Empty => {
                self.try_out(Execution { world: World::Refusing, ..base.clone() });
                candidates
                    .texts()
                    .for_each(|text| self.try_out(Execution { world: World::Text(text), ..base.clone() }));
            }
            World::Text(text) => {
                for text in candidates.variations(text) {
                    self.try_out(Execution { world: World::Text(text), ..base.clone() });
                }
            }
            World::Refusing => {}
        }
    }

    fn values(&mut self, base: &Execution, asked: usize) {
        let candidates = self.session.candidates();
        let with = |values: Vec<u128>| Execution { nondet: values.into(), ..base.clone() };
        if !base.nondet.is_empty() {
            candidates.neighbours(&base.nondet, asked).into_iter().for_each(|values| self.try_out(with(values)));
            return;
        }
        for &value in inputs::EVERYWHERE {
            self.try_out(with(inputs::constant(value)));
        }
        for count in 1..8 {
            self.try_out(with(inputs::first(count, 1)));
        }
        for &number in &candidates.numbers {
            self.try_out(with(inputs::constant(number as u128)));
        }
    }

    fn at_random(&mut self, plain: &Execution) {
        for seed in inputs::SEEDS {
            if self.is_over() {
                return;
            }
            let run = self.session.execute_seeded(plain.clone(), seed, self.share);
            (self.keep)(self.session, &run);
        }
    }

    fn try_out(&mut self, execution: Execution) {
        if self.is_over() {
            return;
        }
        let run = self.session.execute(execution, self.share);
        (self.keep)(self.session, &run);
        if self.found < BASES && self.comes_to_new_code(&run) {
            self.found += 1;
            self.bases.push_back(run);
        }
    }

    /// Of the user's: in the library, every input goes another way.
    fn comes_to_new_code(&mut self, run: &Run) -> bool {
        let program = self.session.task.program;
        self.covered.add_new(&run.coverage, |func| program.funcs[func].origin != FuncOrigin::Model)
    }

    fn is_over(&self) -> bool {
        self.session.budget.left() <= self.stop_at || self.session.budget.is_spent()
    }
}
