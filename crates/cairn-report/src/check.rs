//! The report over all obligations of a program, ordered by position.

use crate::explain;
use crate::{Finding, Place};
use cairn_engine::{Degraded, Proof, Refutation, Results, Verdict};
use cairn_ir::obligation::Obligation;
use cairn_ir::{Program, Rule};
use std::collections::BTreeSet;

/// Everything that `cairn check` has to say.
#[derive(Debug)]
pub struct CheckReport {
    /// By file, line, column, rule and id.
    pub items: Vec<Item>,
    pub functions: usize,
    pub files: usize,
    /// What a reader must know of the program that was checked.
    pub notes: Vec<String>,
}

/// One obligation with its verdict, in names instead of ids.
#[derive(Debug)]
pub struct Item {
    /// 32 hexadecimal digits.
    pub id: String,
    pub rule: Rule,
    pub function: String,
    pub place: Option<Place>,
    /// The statement in words.
    pub text: String,
    pub verdict: ItemVerdict,
}

#[derive(Debug)]
pub enum ItemVerdict {
    Proved(Proof),
    Unreachable(Proof),
    Refuted { finding: Box<Finding>, engine: &'static str, execution: String, nondet: Vec<String> },
    Open { likely: bool, causes: Vec<OpenCause> },
}

/// Why an obligation is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenCause {
    /// A stable id.
    pub cause: &'static str,
    pub subject: String,
    pub place: Option<Place>,
}

/// How many obligations are open for one cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CauseCount {
    pub cause: &'static str,
    pub count: usize,
    /// What the cause is about, and how often.
    pub subjects: Vec<(String, usize)>,
}

/// How many obligations there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub obligations: usize,
    pub proved: usize,
    /// Of the proved ones.
    pub under_assumptions: usize,
    pub unreachable: usize,
    pub refuted: usize,
    pub open: usize,
    /// Of the open ones.
    pub likely: usize,
}

pub fn check_report(program: &Program, goals: &[Obligation], results: &Results) -> CheckReport {
    let mut items: Vec<Item> =
        goals.iter().zip(&results.verdicts).map(|(goal, verdict)| item(program, goal, verdict)).collect();
    items.sort_by(|a, b| a.order().cmp(&b.order()));
    let functions: BTreeSet<&str> = items.iter().map(|item| item.function.as_str()).collect();
    let files: BTreeSet<&str> = items.iter().filter_map(|item| Some(item.place.as_ref()?.file.as_str())).collect();
    let (functions, files) = (functions.len(), files.len());
    CheckReport { items, functions, files, notes: Vec::new() }
}

fn item(program: &Program, goal: &Obligation, verdict: &Verdict) -> Item {
    let verdict = match verdict {
        Verdict::Proved(proof) => ItemVerdict::Proved(proof.clone()),
        Verdict::Unreachable(proof) => ItemVerdict::Unreachable(proof.clone()),
        Verdict::Refuted(refutation) => refuted(program, goal, refutation),
        Verdict::Open(open) => ItemVerdict::Open {
            likely: open.likely,
            causes: open.causes.iter().map(|degraded| cause(program, degraded)).collect(),
        },
    };
    Item {
        id: goal.id.to_string(),
        rule: goal.rule,
        function: program.func_name(goal.func).to_owned(),
        place: Place::of_span(program, goal.span),
        text: goal.text.clone(),
        verdict,
    }
}

fn refuted(program: &Program, goal: &Obligation, refutation: &Refutation) -> ItemVerdict {
    let mut finding = match (refutation.error(), refutation.leak()) {
        (Some(report), _) => explain::error(program, report),
        (None, Some(leak)) => explain::leak(program, leak),
        (None, None) => unreachable!("a refutation is one of the two"),
    };
    let execution = refutation.execution().to_string();
    if execution.contains(',') {
        finding.remarks.push(("when", format!("execution of {execution}")));
    }
    if refutation.depends_on_layout() {
        finding.remarks.push(("note", "the program looks at addresses as numbers; this depends on them".to_owned()));
    }
    finding.remarks.push(("confirmed", format!("by execution; id {}", &goal.id.to_string()[..8])));
    let nondet = refutation.execution().nondet.iter().map(u128::to_string).collect();
    ItemVerdict::Refuted { finding: Box::new(finding), engine: refutation.engine(), execution, nondet }
}

fn cause(program: &Program, degraded: &Degraded) -> OpenCause {
    OpenCause {
        cause: degraded.cause.id(),
        subject: degraded.subject.clone(),
        place: Place::of_span(program, degraded.at),
    }
}

impl Item {
    fn order(&self) -> impl Ord + '_ {
        let place = self.place.as_ref().map(|place| (place.file.as_str(), place.line, place.col));
        (place.is_none(), place, self.rule, self.id.as_str())
    }

    pub fn is_open(&self) -> bool {
        matches!(self.verdict, ItemVerdict::Open { .. })
    }

    pub fn finding(&self) -> Option<&Finding> {
        match &self.verdict {
            ItemVerdict::Refuted { finding, .. } => Some(finding),
            _ => None,
        }
    }
}

impl CheckReport {
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { obligations: self.items.len(), ..Counts::default() };
        for item in &self.items {
            match &item.verdict {
                ItemVerdict::Proved(proof) => {
                    counts.proved += 1;
                    counts.under_assumptions += usize::from(!proof.assumptions.is_empty());
                }
                ItemVerdict::Unreachable(_) => counts.unreachable += 1,
                ItemVerdict::Refuted { .. } => counts.refuted += 1,
                ItemVerdict::Open { likely, .. } => {
                    counts.open += 1;
                    counts.likely += usize::from(*likely);
                }
            }
        }
        counts
    }

    /// Open obligations by cause, then by what it is about, most first.
    pub fn open_by_cause(&self) -> Vec<CauseCount> {
        let mut groups: Vec<CauseCount> = Vec::new();
        for item in &self.items {
            let ItemVerdict::Open { causes, .. } = &item.verdict else { continue };
            let (cause, subject) =
                causes.first().map_or(("undecided", String::new()), |cause| (cause.cause, cause.subject.clone()));
            let at = groups.iter().position(|group| group.cause == cause).unwrap_or_else(|| {
                groups.push(CauseCount { cause, count: 0, subjects: Vec::new() });
                groups.len() - 1
            });
            let CauseCount { count, subjects, .. } = &mut groups[at];
            *count += 1;
            match subjects.iter_mut().find(|(known, _)| *known == subject) {
                Some((_, count)) => *count += 1,
                None => subjects.push((subject, 1)),
            }
        }
        groups.sort_by(|a, b| b.count.cmp(&a.count).then(a.cause.cmp(b.cause)));
        groups.iter_mut().for_each(|group| group.subjects.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0))));
        groups
    }
}
