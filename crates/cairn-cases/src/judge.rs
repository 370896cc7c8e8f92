//! Verdicts of engines held against what a shape case says about itself.

use crate::case::Expectation;
use crate::shape::ShapeCase;
use cairn_engine::Verdict;
use cairn_ir::Program;
use cairn_ir::obligation::Obligation;
use std::path::Path;

/// How verdicts on one case compare with the truth.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// Proved, or never reached.
    pub holds: usize,
    pub refuted: usize,
    pub open: usize,
    /// Verdicts that are wrong, in words. There must be none.
    pub wrong: Vec<String>,
}

impl Judgement {
    /// All that there is to say was said: a right program is proved, the error of a wrong one is found.
    pub fn is_complete(&self, case: &ShapeCase) -> bool {
        if case.is_right() { self.open == 0 } else { self.refuted > 0 }
    }
}

/// Counts verdicts and looks for wrong ones. An obligation is expected to fail if it has the rule and the line, or the
/// function, that the case names; if there are several, at least one of them must not be proved.
pub fn judge<'a>(
    case: &ShapeCase,
    program: &Program,
    verdicts: impl Iterator<Item = (&'a Obligation, &'a Verdict)>,
) -> Judgement {
    let mut judgement = Judgement::default();
    let (mut expected, mut expected_but_proved) = (0, 0);
    for (goal, verdict) in verdicts {
        let fails = is_expected(case, program, goal);
        judgement.holds += usize::from(verdict.holds());
        judgement.refuted += usize::from(verdict.is_refuted());
        judgement.open += usize::from(verdict.is_open());
        expected += usize::from(fails);
        expected_but_proved += usize::from(fails && verdict.holds());
        if verdict.is_refuted() && !fails {
            judgement.wrong.push(format!("{} refuted on line {}: {}", goal.rule, goal.span.line, goal.text));
        }
    }
    if expected > 0 && expected == expected_but_proved {
        judgement.wrong.push(format!("all of {:?} proved", case.case.expect));
    }
    if expected == 0 && !case.is_right() {
        judgement.wrong.push(format!("no obligation stands for {:?}", case.case.expect));
    }
    judgement
}

fn is_expected(case: &ShapeCase, program: &Program, goal: &Obligation) -> bool {
    let file = program.files.get(goal.span.file).map(|file| Path::new(&file.name).file_name().map(ToOwned::to_owned));
    match &case.case.expect {
        Expectation::Nothing => false,
        Expectation::Rule(rule) => goal.rule == *rule,
        Expectation::RuleIn(rule, function) => goal.rule == *rule && program.func_name(goal.func) == function,
        Expectation::Marks(marks) => marks.iter().any(|mark| {
            let same_file = file.as_ref().is_some_and(|file| file.as_deref() == mark.file.file_name());
            mark.rule == goal.rule && mark.line == goal.span.line && same_file
        }),
    }
}
