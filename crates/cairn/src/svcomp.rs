//! `cairn svcomp`: one task of the competition on software verification; the last line of output is the verdict.
//!
//! Allocation never fails there (of executions that ask for more than there is, nothing is said), and variables that are not written before they are read hold any value. A verdict is given only where the rules of the competition and ours say the same; anything
//! else is `unknown`, which costs nothing.

use crate::args::{Property, SvcompArgs};
use crate::failure::Failure;
use crate::ir;
use crate::output;
use cairn_driver::{Checked, Loader, Options};
use cairn_engine::{Alone, Budget, Refutation, Terms, Verdict};
use cairn_interp::{InfoKind, StackEntry};
use cairn_ir::obligation::{Obligation, Place};
use cairn_ir::pass::Unwritten;
use cairn_ir::{Callee, Func, Op, Program, Rule};

/// Functions whose call is the error of `unreach-call`.
const ERROR_FUNCTIONS: &[&str] = &["__VERIFIER_error", "reach_error"];

pub fn command(args: &SvcompArgs) -> Result<u8, Failure> {
    let (answer, leaves_open) = decide(args, Unwritten::Undefined)?;
    // Where something may be used that was never written, or nobody defines a function: tasks mean any value then.
    let answer = match answer.as_str() {
        "unknown" if leaves_open => decide(args, Unwritten::Input)?.0,
        _ => answer,
    };
    output::write_result(None, &format!("{answer}\n"))?;
    Ok(0)
}

/// The answer, and whether it would be another one if what was not written were any value.
fn decide(args: &SvcompArgs, unwritten: Unwritten) -> Result<(String, bool), Failure> {
    let options = Options {
        clang: args.inputs.clang.clone(),
        data_model: args.inputs.data_model(),
        // To call one is the error, whatever it does.
        always_modelled: if args.property == Property::UnreachCall { ERROR_FUNCTIONS } else { &[] },
        competition: true,
        unwritten,
        ..Options::default()
    };
    let loaded = Loader::new(options).load(&ir::inputs(&args.inputs, &[]))?;
    let terms = Terms { alloc_may_fail: false, locals_hold_at_exit: false, ..Terms::default() };
    let steps = args.max_steps.unwrap_or_else(|| args.effort.effort().steps());
    let checked =
        cairn_driver::check_with(&loaded.program, &terms, Budget::new(steps), args.engine.as_deref(), &Alone)?;
    let answer = match args.property {
        Property::Memsafety => memory_safety(&checked),
        Property::UnreachCall => error_calls(&loaded.program, &checked),
    };
    let all_written = all_hold(&checked, |goal| goal.rule == Rule::UninitializedRead);
    let is_unknown = |func: &Func| func.body.is_none();
    Ok((answer, !all_written || loaded.program.funcs.iter().any(is_unknown)))
}

fn memory_safety(checked: &Checked) -> String {
    const PROPERTIES: [&str; 3] = ["valid-deref", "valid-free", "valid-memtrack"];
    let counts = |rule: Rule| rule.svcomp().is_some_and(|property| PROPERTIES.contains(&property));
    let refuted = |property: &str| {
        let fits = |goal: usize| checked.goals[goal].rule.svcomp() == Some(property);
        refutations(checked).any(|(goal, refutation)| fits(goal) && is_sure(checked.goals[goal].rule, refutation))
    };
    // An access fails before its execution ends, a block is lost when it ends: the first violation counts.
    if let Some(property) = PROPERTIES.into_iter().find(|property| refuted(property)) {
        return format!("false({property})");
    }
    holds(checked, |goal| counts(goal.rule))
}

fn error_calls(program: &Program, checked: &Checked) -> String {
    let refuted = refutations(checked).any(|(goal, refutation)| {
        let rule = checked.goals[goal].rule;
        let ends_there = refutation.error().is_some_and(|report| calls_error(program, &report.stack));
        rule == Rule::AssertionFailure && ends_there && is_sure(rule, refutation)
    });
    if refuted {
        return "false(unreach-call)".to_owned();
    }
    holds(checked, |goal| goal.rule == Rule::AssertionFailure && may_call_error(program, goal))
}

/// `true` if those obligations hold, and would if executions went on behind an error of another sort: for Cairn they end there, the competition may
/// see that differently.
fn holds(checked: &Checked, counts: impl Fn(&Obligation) -> bool) -> String {
    let ends_early = refutations(checked).any(|(goal, refutation)| {
        let rule = checked.goals[goal].rule;
        refutation.error().is_some() && !matches!(rule, Rule::AssertionFailure | Rule::UninitializedRead)
    });
    let verdicts = checked.goals.iter().zip(&checked.results.verdicts);
    let past_errors = |(_, verdict): (_, &Verdict)| verdict.proof().is_some_and(|proof| proof.past_errors);
    let relies_on_end = ends_early && !verdicts.filter(|(goal, _)| counts(goal)).all(past_errors);
    if all_hold(checked, counts) && !relies_on_end { "true".to_owned() } else { "unknown".to_owned() }
}

fn refutations(checked: &Checked) -> impl Iterator<Item = (usize, &Refutation)> {
    checked.results.refuted.iter().filter_map(|&goal| match &checked.results.verdicts[goal] {
        Verdict::Refuted(refutation) => Some((goal, &**refutation)),
        _ => None,
    })
}

/// The competition does not say where objects lie, so what depends on that is not said either; a number that is no
/// address anywhere is the exception. Whether an allocation of nothing gives a block or null is not said either.
fn is_sure(rule: Rule, refutation: &Refutation) -> bool {
    let object = refutation.error().and_then(|report| report.object.as_ref());
    let is_empty_block = object.is_some_and(|object| object.kind == InfoKind::Heap && object.size == 0);
    let is_no_address = rule == Rule::InvalidPointer || (rule == Rule::InvalidFree && object.is_none());
    (!refutation.depends_on_layout() || is_no_address) && !is_empty_block
}

fn all_hold(checked: &Checked, counts: impl Fn(&Obligation) -> bool) -> bool {
    checked.goals.iter().zip(&checked.results.verdicts).all(|(goal, verdict)| !counts(goal) || verdict.holds())
}

/// Did the execution end in one of the error functions?
fn calls_error(program: &Program, stack: &[StackEntry]) -> bool {
    stack.iter().any(|entry| ERROR_FUNCTIONS.contains(&program.func_name(entry.func)))
}

/// May the obligation's statement call an error function? Only a call of another function by name surely does not.
fn may_call_error(program: &Program, goal: &Obligation) -> bool {
    let body = program.funcs[goal.func].body.as_ref();
    let inst = match (body, goal.place) {
        (Some(body), Place::Inst(at)) => body.blocks[goal.block].insts.get(at as usize),
        _ => None,
    };
    match inst.map(|inst| &inst.op) {
        Some(Op::Call { callee: Callee::Direct(callee), .. }) => {
            let inside = ERROR_FUNCTIONS.contains(&program.func_name(goal.func));
            inside || ERROR_FUNCTIONS.contains(&program.func_name(*callee))
        }
        _ => true,
    }
}
