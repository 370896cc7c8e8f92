//! What each cause of *open* means, and what the user can do about it.

/// The words for one cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice {
    pub meaning: &'static str,
    pub action: &'static str,
}

/// Advice for a cause by its id; what it is about may say more.
pub fn advice(cause: &str, subject: &str) -> Advice {
    const ALL_AT_ONCE: &str = "ask an engine that looks at all of them at once: --engine NAME (cairn doctor lists them), on one program at a time";
    let (meaning, action) = match (cause, subject) {
        (_, "input from outside the program" | "more inputs than could be tried") => {
            ("the program reads what can be anything, and executions can try only some of it", ALL_AT_ONCE)
        }
        (_, "addresses are used as numbers") => {
            ("results could depend on where objects lie in memory, and executions see one place only", ALL_AT_ONCE)
        }
        (_, "C leaves open what happens") => {
            ("C leaves a choice to implementations here, and executions see one choice only", ALL_AT_ONCE)
        }
        ("unsupported", "code behind an error") => BEHIND_ERROR,
        ("unsupported", subject) if subject.starts_with("an execution ends in ") => BEHIND_ERROR,
        _ => by_cause(cause),
    };
    Advice { meaning, action }
}

const BEHIND_ERROR: (&str, &str) = (
    "every execution that comes here has met an error before",
    "repair the errors that are reported first: what comes after them is looked at then",
);

fn by_cause(cause: &str) -> (&'static str, &'static str) {
    match cause {
        "unknown-function" => (
            "a function is called whose body was not given and which has no model",
            "name the file that defines it, or give it a body in a model: --model FILE.c",
        ),
        "function-pointer" => (
            "it is not known which function a pointer calls",
            "check the program together with the code that sets the pointer",
        ),
        "loop-invariant" => (
            "no statement was found that holds at every turn of a loop",
            "bound the loop, or try harder: --effort deep",
        ),
        "alias-class" => (
            "too many pointers may or may not be equal",
            "test whether the pointers are equal, or pass fewer of them; --effort deep looks at more",
        ),
        "imprecise-join" => {
            ("what is known on two paths was merged, and the difference mattered", "try harder: --effort deep")
        }
        "nonlinear" => (
            "products, divisions or bit operations on unknown values",
            "bound the operands by a test before the operation",
        ),
        "step-budget" => (
            "the steps that the engine may take were spent before everything was looked at",
            "give it more: --effort deep, or --max-steps N; or make inputs smaller by a test on them",
        ),
        "memory-budget" => {
            ("the analysis needs more memory than it may use", "give it more memory, or check fewer files at once")
        }
        "wall-clock" => ("the time limit was reached", "raise the limit; such results are never stored"),
        "solver" => ("the solver gave up on a condition", "try harder: --effort deep"),
        "behind-error" => BEHIND_ERROR,
        "unsupported" => (
            "something that this engine does not model",
            "put it into a function of its own, and give that a body in a model: --model FILE.c",
        ),
        "inline-assembly" => (
            "what inline assembly does is not known",
            "put it into a function of its own, and give that a body in a model: --model FILE.c",
        ),
        "concurrency" => (
            "other orders of the threads could make a difference",
            "nothing yet: only single orders of threads are executed",
        ),
        "missing-contract" => (
            "the function fails for some arguments, and nothing says which ones callers may pass",
            "check it together with its callers, or test the arguments",
        ),
        "not-replayed" => (
            "a path to a failure was found, but it did not fail when it was executed",
            "nothing; if the path looks right to you, please report it",
        ),
        _ => ("no engine decided it", "try harder: --effort deep"),
    }
}

#[cfg(test)]
mod tests {
    use super::advice;
    use cairn_engine::Cause;

    #[test]
    fn every_cause_has_words_of_its_own() {
        use Cause::*;
        let fallback = advice("", "");
        for cause in [
            UnknownFunction,
            FunctionPointer,
            LoopInvariant,
            AliasClass,
            ImpreciseJoin,
            Nonlinear,
            StepBudget,
            MemoryBudget,
            WallClock,
            Solver,
            Unsupported,
            InlineAssembly,
            Concurrency,
            MissingContract,
            BehindError,
            NotReplayed,
        ] {
            assert_ne!(advice(cause.id(), "").meaning, fallback.meaning, "{cause}");
        }
    }
}
