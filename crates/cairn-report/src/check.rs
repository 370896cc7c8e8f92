//! The report over all obligations of a program, ordered by position.

use crate::causes::{Advice, advice};
use crate::triage::Standing;
use crate::{Finding, Place};
use crate::{explain, path};
use cairn_engine::kept::Word;
use cairn_engine::{Degraded, Proof, Refutation, Results, Verdict};
use cairn_ir::obligation::Obligation;
use cairn_ir::{FuncId, Program, Rule};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

/// Everything that `cairn check` has to say.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct CheckReport {
    /// By file, line, column, rule and id.
    pub items: Vec<Item>,
    pub functions: usize,
    pub files: usize,
    /// What a reader must know of the program that was checked.
    pub notes: Vec<String>,
    /// What could not be read: without it, nothing is a proof.
    pub unread: Vec<Unread>,
}

/// A file, or a whole program, that is not part of the result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unread {
    pub file: String,
    pub why: String,
    pub place: Option<Place>,
}

/// One obligation with its verdict, in names instead of ids.
#[derive(Debug, Serialize, Deserialize)]
pub struct Item {
    /// 32 hexadecimal digits.
    pub id: String,
    #[serde(with = "crate::kept::rule")]
    pub rule: Rule,
    pub function: String,
    pub place: Option<Place>,
    /// The statement in words.
    pub text: String,
    /// First and last line of the function, where they are known.
    pub function_lines: Option<(u32, u32)>,
    pub verdict: ItemVerdict,
    /// Whether a failure counts; see `triage`.
    pub standing: Standing,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum ItemVerdict {
    Proved(Proof),
    Unreachable(Proof),
    Refuted {
        finding: Box<Finding>,
        #[serde(deserialize_with = "cairn_engine::kept::word")]
        engine: Word,
        execution: String,
        nondet: Vec<String>,
    },
    Open {
        likely: bool,
        causes: Vec<OpenCause>,
    },
}

/// Why an obligation is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenCause {
    /// A stable id.
    #[serde(deserialize_with = "cairn_engine::kept::word")]
    pub cause: Word,
    pub subject: String,
    pub place: Option<Place>,
    /// Who says it; empty for what stopped all engines.
    #[serde(deserialize_with = "cairn_engine::kept::word")]
    pub engine: Word,
}

/// How many obligations are open for one cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CauseCount {
    pub cause: &'static str,
    pub count: usize,
    /// What the cause is about, and how often.
    pub subjects: Vec<(String, usize)>,
}

impl CauseCount {
    /// What to do about most of them.
    pub fn advice(&self) -> Advice {
        advice(self.cause, self.subjects.first().map_or("", |(subject, _)| subject.as_str()))
    }
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
    /// Of the refuted and likely ones: allowed by a comment, known to the baseline, outside of what was changed.
    pub suppressed: usize,
    pub known: usize,
    pub unchanged: usize,
}

/// How many obligations count for the gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gate {
    pub refuted: usize,
    pub likely: usize,
    pub open: usize,
}

/// How much to find out about each finding, by executing it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Detail {
    /// The heap at each step.
    pub heaps: bool,
}

pub fn check_report(program: &Program, goals: &[Obligation], results: &Results, detail: Detail) -> CheckReport {
    // There are as many obligations as instructions: a function's lines are looked up once.
    let mut lines: HashMap<FuncId, Option<(u32, u32)>> = HashMap::new();
    let mut item = |(goal, verdict): (&Obligation, &Verdict)| {
        let lines = *lines.entry(goal.func).or_insert_with(|| function_lines(program, goal.func));
        Item { function_lines: lines, ..item(program, goal, verdict, detail) }
    };
    CheckReport::of_items(goals.iter().zip(&results.verdicts).map(&mut item).collect())
}

fn item(program: &Program, goal: &Obligation, verdict: &Verdict, detail: Detail) -> Item {
    let verdict = match verdict {
        Verdict::Proved(proof) => ItemVerdict::Proved(proof.clone()),
        Verdict::Unreachable(proof) => ItemVerdict::Unreachable(proof.clone()),
        Verdict::Refuted(refutation) => refuted(program, goal, refutation, detail),
        Verdict::Open(open) => ItemVerdict::Open {
            likely: open.likely,
            causes: open.causes.iter().map(|degraded| cause(program, degraded)).collect(),
        },
    };
    // What a compiler adds by itself stands nowhere in the source; it belongs to its function.
    let span = if goal.span.is_none() { program.funcs[goal.func].span } else { goal.span };
    Item {
        id: goal.id.to_string(),
        rule: goal.rule,
        function: program.func_name(goal.func).to_owned(),
        place: Place::of_span(program, span),
        text: goal.text.clone(),
        function_lines: None,
        verdict,
        standing: Standing::default(),
    }
}

/// The lines from the function's name to the last statement, in the file of its name.
fn function_lines(program: &Program, func: FuncId) -> Option<(u32, u32)> {
    let func = &program.funcs[func];
    let first = func.span;
    let blocks = func.body.as_ref()?.blocks.iter();
    let spans = blocks.flat_map(|block| block.insts.iter().map(|inst| inst.span).chain([block.term_span]));
    let of_file = spans.filter(|span| !span.is_none() && span.file == first.file);
    let last = of_file.map(|span| span.line).max().unwrap_or(first.line);
    (!first.is_none()).then_some((first.line, last.max(first.line)))
}

/// Options that are longer are not shown.
const LONGEST_OPTIONS: usize = 200;

fn refuted(program: &Program, goal: &Obligation, refutation: &Refutation, detail: Detail) -> ItemVerdict {
    let mut finding = match (refutation.error(), refutation.leak()) {
        (Some(report), _) => explain::error(program, report),
        (None, Some(leak)) => explain::leak(program, leak),
        (None, None) => unreachable!("a refutation is one of the two"),
    };
    let about =
        refutation.error().and_then(|report| report.object.as_ref()).or(refutation.leak().map(|leak| &leak.object));
    let about = about.map(|object| object.key);
    let config = refutation.execution().config();
    if let Some(trace) = path::replay(program, &config, &[]) {
        // Behind a call of a file that was not named, the path goes on to the very place.
        let place = finding.stack.iter().filter(|frame| !frame.model).find_map(|frame| frame.place.clone());
        let place = place.or_else(|| finding.place.clone());
        let lost = refutation.leak().and(about);
        let loss = lost.and_then(|block| path::loss(program, &config, block, &trace));
        finding.notes.extend(loss.as_ref().and_then(|loss| loss.place.clone()).map(explain::lost_note));
        finding.path = path::path(program, &trace, about, (&finding.message, place), loss);
        if detail.heaps {
            path::add_heaps(program, &config, &mut finding.path);
        }
    }
    let execution = refutation.execution().to_string();
    if execution.contains(',') {
        finding.remarks.push(("when", format!("execution of {execution}")));
    }
    if let Some(options) = refutation.execution().options().filter(|options| options.len() < LONGEST_OPTIONS) {
        finding.remarks.push(("again", format!("cairn run {options} FILES")));
    }
    if refutation.depends_on_layout() {
        finding.remarks.push(("note", "the program looks at addresses as numbers; this depends on them".to_owned()));
    }
    finding.remarks.push(("confirmed", "by execution".to_owned()));
    let cwe = match goal.rule {
        Rule::OutOfBounds if finding.message.starts_with("writes") => Some(&787),
        rule => rule.cwes().first(),
    };
    let cwe = cwe.map(|number| format!(" · CWE-{number}")).unwrap_or_default();
    finding
        .remarks
        .push(("more", format!("cairn explain {} · cairn rule {}{cwe}", &goal.id.to_string()[..8], goal.rule)));
    let nondet = refutation.execution().nondet.iter().map(u128::to_string).collect();
    ItemVerdict::Refuted { finding: Box::new(finding), engine: refutation.engine(), execution, nondet }
}

fn cause(program: &Program, degraded: &Degraded) -> OpenCause {
    OpenCause {
        cause: degraded.cause.id(),
        subject: degraded.subject.clone(),
        place: Place::of_span(program, degraded.at),
        engine: degraded.engine,
    }
}

impl Item {
    pub(crate) fn order(&self) -> impl Ord + '_ {
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
    /// A report of these items, in order.
    pub(crate) fn of_items(mut items: Vec<Item>) -> CheckReport {
        items.sort_by(|a, b| a.order().cmp(&b.order()));
        let functions: BTreeSet<&str> = items.iter().map(|item| item.function.as_str()).collect();
        let files: BTreeSet<&str> = items.iter().filter_map(|item| Some(item.place.as_ref()?.file.as_str())).collect();
        let (functions, files) = (functions.len(), files.len());
        CheckReport { items, functions, files, notes: Vec::new(), unread: Vec::new() }
    }

    /// Only what lies in files that are wanted; what has no place stays.
    pub fn retain_files(&mut self, wanted: impl Fn(&str) -> bool) {
        let before = self.items.len();
        self.items.retain(|item| item.place.as_ref().is_none_or(|place| wanted(&place.file)));
        if self.items.len() < before {
            let unread = std::mem::take(&mut self.unread);
            *self = CheckReport { unread, ..CheckReport::of_items(std::mem::take(&mut self.items)) };
        }
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts { obligations: self.items.len(), ..Counts::default() };
        for item in &self.items {
            if item.fails() {
                let Standing { suppressed, known, unchanged } = &item.standing;
                counts.suppressed += usize::from(suppressed.is_some());
                counts.known += usize::from(suppressed.is_none() && *known == Some(true));
                counts.unchanged += usize::from(suppressed.is_none() && *known != Some(true) && *unchanged);
            }
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

    /// What a gate looks at.
    pub fn gate(&self) -> Gate {
        let mut gate = Gate::default();
        for item in self.items.iter().filter(|item| item.standing.counts()) {
            match &item.verdict {
                ItemVerdict::Refuted { .. } => gate.refuted += 1,
                ItemVerdict::Open { likely, .. } => {
                    gate.open += 1;
                    gate.likely += usize::from(*likely);
                }
                ItemVerdict::Proved(_) | ItemVerdict::Unreachable(_) => {}
            }
        }
        gate
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
