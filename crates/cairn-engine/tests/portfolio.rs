//! How engines work together, and that nothing is refuted without a failed execution.

use cairn_engine::{
    Analysis, Assumption, Budget, Cause, Degraded, Engine, Execution, GoalId, GoalIndex, NotConfirmed, Open, Proof,
    Refutation, Task, Terms, Verdict, run,
};
use cairn_interp::{Output, Stream};
use cairn_ir::obligation::{Obligation, ObligationOptions, obligations_with};
use cairn_ir::{Program, Rule, Span};

const TEXT: &str = "file 0 \"a.c\"\nfn @main() -> i32 !0:1:1 {\nbb0:\n  %p = heap_alloc 4 align 4 !0:2:3\n  \
                    store i32 1, %p align 4 !0:3:3\n  heap_free %p !0:4:3\n  %x = load i32, %p align 4 !0:5:3\n  ret %x\n}";

struct Silence;

impl Output for Silence {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

fn with_task<R>(test: impl FnOnce(&Task<'_>) -> R) -> R {
    let program = cairn_ir::format::parse(TEXT).expect("valid");
    let goals = obligations_with(&program, &ObligationOptions::for_users());
    let terms = Terms::default();
    test(&Task::new(&program, &goals, &terms))
}

fn goal(task: &Task<'_>, rule: Rule, line: u32) -> GoalId {
    let fits = |goal: &Obligation| goal.rule == rule && goal.span.line == line;
    task.goals.iter().position(fits).expect("there is such an obligation")
}

fn execute(program: &Program, execution: &Execution) -> cairn_interp::Outcome {
    cairn_interp::run(program, execution.config(), Silence)
}

type Answer = fn(&Task<'_>, &[GoalId]) -> Vec<(GoalId, Verdict)>;

/// Says what it is told to say.
struct Says(&'static str, Answer);

impl Engine for Says {
    fn name(&self) -> &'static str {
        self.0
    }
    fn analyse(&self, task: &Task<'_>, open: &[GoalId], _: &mut Budget) -> Analysis {
        Analysis { verdicts: (self.1)(task, open), statistics: vec![("open", open.len() as u64)] }
    }
}

fn proof() -> Proof {
    Proof::new("optimist", vec![Assumption::LibraryModels], "because".to_owned())
}

fn refute(task: &Task<'_>, goal: GoalId) -> Result<Refutation, NotConfirmed> {
    let execution = Execution::new("main", &[], 1000);
    let outcome = execute(task.program, &execution);
    let index = GoalIndex::new(task.program, task.goals);
    Refutation::confirm(task, &index, goal, "realist", &execution, &outcome)
}

#[test]
fn a_refutation_needs_an_execution_that_fails_by_this_rule_at_this_place() {
    with_task(|task| {
        let refutation = refute(task, goal(task, Rule::UseAfterFree, 5)).expect("it fails there");
        assert_eq!(refutation.error().map(|report| report.rule), Some(Rule::UseAfterFree));
        let again = execute(task.program, refutation.execution());
        assert!(matches!(again.end, cairn_interp::End::Error(_)), "the execution can be made again");
        for (rule, line) in [(Rule::UseAfterFree, 3), (Rule::NullDereference, 5), (Rule::MemoryLeak, 2)] {
            assert_eq!(refute(task, goal(task, rule, line)).err(), Some(NotConfirmed), "{rule} in line {line}");
        }
    });
}

#[test]
fn the_reason_that_tells_most_comes_first() {
    let cheap = Says("cheap", |_, open| {
        let cause = || Degraded::new(Cause::StepBudget, Span::NONE, "some inputs only");
        open.iter().map(|&goal| (goal, Verdict::Open(Open::because(cause())))).collect()
    });
    let dear = Says("dear", |task, open| {
        let at = |goal: GoalId| if goal.is_multiple_of(2) { task.goals[goal].span } else { Span::NONE };
        let cause = |goal| Degraded::new(Cause::LoopInvariant, at(goal), "a loop");
        open.iter().map(|&goal| (goal, Verdict::Open(Open::because(cause(goal))))).collect()
    });
    let last = Says("last", |_, open| {
        let cause = || Degraded::new(Cause::Unsupported, Span::NONE, "a word");
        open.iter().map(|&goal| (goal, Verdict::Open(Open::because(cause())))).collect()
    });
    let fact = Says("fact", |task, open| {
        let cause = |goal: GoalId| Degraded::new(Cause::UnknownFunction, task.goals[goal].span, "f");
        open.iter().map(|&goal| (goal, Verdict::Open(Open::because(cause(goal))))).collect()
    });
    with_task(|task| {
        let results = run(task, &[&cheap, &fact, &dear, &last], Budget::new(1)).expect("they agree");
        let engines = |goal: usize| match &results.verdicts[goal] {
            Verdict::Open(open) => open.causes.iter().map(|cause| cause.engine).collect::<Vec<_>>(),
            _ => unreachable!("nobody decided anything"),
        };
        assert_eq!(engines(0), ["fact", "dear", "last", "cheap"], "places first");
        assert_eq!(engines(1), ["fact", "last", "dear", "cheap"], "then who ran last");
    });
}

#[test]
fn engines_see_what_is_open_and_causes_add_up() {
    let first = Says("first", |_, open| {
        let cause = |goal: GoalId| Degraded::new(Cause::LoopInvariant, Span::NONE, format!("loop {}", goal % 2));
        let rest = open[1..].iter().map(|&goal| (goal, Verdict::Open(Open::because(cause(goal)))));
        std::iter::once((open[0], Verdict::Proved(proof()))).chain(rest).collect()
    });
    let second = Says("second", |_, open| {
        let cause = Degraded::new(Cause::Solver, Span::NONE, "");
        vec![(open[0], Verdict::Open(Open { likely: true, causes: vec![cause] }))]
    });
    with_task(|task| {
        let results = run(task, &[&first, &second], Budget::new(10)).expect("no contradiction");
        assert_eq!(results.statistics[1], ("second", vec![("open", task.goals.len() as u64 - 1)]));
        assert!(results.verdicts[0].holds() && results.verdicts[1].is_likely());
        let Verdict::Open(open) = &results.verdicts[1] else { panic!("it is open") };
        assert_eq!(open.causes.len(), 2);
    });
}

#[test]
fn proved_and_refuted_is_a_contradiction_in_either_order() {
    let optimist = Says("optimist", |task, _| vec![(goal(task, Rule::UseAfterFree, 5), Verdict::Proved(proof()))]);
    let dead = Says("dead", |task, _| vec![(goal(task, Rule::UseAfterFree, 5), Verdict::Unreachable(proof()))]);
    let realist = Says("realist", |task, _| {
        let goal = goal(task, Rule::UseAfterFree, 5);
        vec![(goal, Verdict::Refuted(Box::new(refute(task, goal).expect("it fails"))))]
    });
    with_task(|task| {
        for engines in [[&optimist as &dyn Engine, &realist], [&realist, &optimist], [&dead, &realist]] {
            let contradiction = run(task, &engines, Budget::new(10)).expect_err("they disagree");
            let message = contradiction.to_string();
            for part in ["use-after-free", "a.c:5:3", "realist", "because", "main"] {
                assert!(message.contains(part), "no {part} in {message}");
            }
        }
        let results = run(task, &[&realist as &dyn Engine], Budget::new(10)).expect("alone it is right");
        assert_eq!(results.refuted, [goal(task, Rule::UseAfterFree, 5)]);
    });
}

/// Stops engines from the second question on.
struct Impatient(std::sync::atomic::AtomicU32);

impl cairn_engine::Host for Impatient {
    fn stop(&self) -> Option<Cause> {
        let asked = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (asked > 0).then_some(Cause::MemoryBudget)
    }

    fn progress(&self, _: u64, _: u64) {}

    fn summaries(&self) -> &dyn cairn_engine::SummaryStore {
        &cairn_engine::Alone
    }
}

#[test]
fn what_the_host_stops_stays_open_with_the_cause() {
    with_task(|task| {
        let host = Impatient(0.into());
        let task = Task { host: &host, ..*task };
        let some: Answer = |_, open| vec![(open[0], Verdict::Proved(proof()))];
        let never: Answer = |_, _| panic!("stopped before");
        let results =
            run(&task, &[&Says("first", some), &Says("second", never)], Budget::new(10)).expect("no conflict");
        assert_eq!(results.stopped, Some(Cause::MemoryBudget));
        assert!(results.verdicts[0].holds(), "what was found out before stays");
        for verdict in &results.verdicts[1..] {
            let Verdict::Open(open) = verdict else { panic!("{verdict:?}") };
            assert!(open.causes.iter().any(|degraded| degraded.cause == Cause::MemoryBudget));
        }
    });
}
