//! The report over all obligations for people: findings first, then counts, then one line that sums up.

use crate::check::{CauseCount, CheckReport, Counts, Item, ItemVerdict};
use crate::finding::Finding;
use crate::source::Sources;
use crate::text;
use crate::triage::Standing;
use annotate_snippets::Level;
use std::fmt::Write;

/// Subjects of a cause that are named.
const SHOWN_SUBJECTS: usize = 3;

/// Files that could not be read and are named.
const SHOWN_UNREAD: usize = 20;

/// With colours; `all` lists what is open as well, `quiet` leaves the counts out.
pub fn check_to_text(report: &CheckReport, all: bool, quiet: bool) -> String {
    let mut sources = Sources::default();
    let mut out = String::new();
    for item in &report.items {
        if !item.standing.counts() && !all {
            continue;
        }
        let shown = match &item.verdict {
            ItemVerdict::Refuted { finding, .. } if item.standing.counts() => {
                Some(text::one_finding(finding, &mut sources))
            }
            ItemVerdict::Refuted { finding, .. } => Some(quiet_finding(item, finding)),
            ItemVerdict::Open { likely: true, .. } => Some(open_text(item, Level::WARNING)),
            ItemVerdict::Open { .. } if all => Some(open_text(item, Level::NOTE)),
            _ => None,
        };
        out.extend(shown.map(|text| text + "\n\n"));
    }
    if !quiet {
        report.notes.iter().for_each(|note| _ = writeln!(out, "note: {note}"));
        out.push_str(&counts_text(report));
    }
    out
}

/// A finding that does not count, on one line and why.
fn quiet_finding(item: &Item, finding: &Finding) -> String {
    let why = match &item.standing {
        Standing { suppressed: Some(reason), .. } => format!("suppressed: {reason}"),
        Standing { known: Some(true), .. } => "in the baseline".to_owned(),
        _ => "not in what was changed".to_owned(),
    };
    let title = format!("[{}] {} in {} ({})", item.rule, finding.message, item.function, &item.id[..8]);
    text::message(Level::NOTE, title, finding.place.as_ref(), Some(why))
}

fn open_text(item: &Item, level: Level<'static>) -> String {
    let ItemVerdict::Open { likely, causes } = &item.verdict else { unreachable!("asked of open ones") };
    let why =
        causes.first().map_or_else(|| "undecided".to_owned(), |cause| format!("{}: {}", cause.cause, cause.subject));
    let word = if *likely { "may fail" } else { "is open" };
    let title = format!("[{}] `{}` in {} {word}", item.rule, item.text, item.function);
    text::message(level, title, item.place.as_ref(), Some(why))
}

fn counts_text(report: &CheckReport) -> String {
    let counts = report.counts();
    let mut out = format!(
        "{} in {}, {}\n",
        plural(counts.obligations, "obligation"),
        plural(report.functions, "function"),
        plural(report.files, "file")
    );
    let remark = |count: usize, what: &str| if count > 0 { format!("   {count} {what}") } else { String::new() };
    let mut row = |name: &str, count: usize, remark: String| _ = writeln!(out, "  {name:<11} {count:>6}{remark}");
    row("proved", counts.proved, remark(counts.under_assumptions, "under assumptions"));
    row("unreachable", counts.unreachable, String::new());
    row("refuted", counts.refuted, refuted_remark(&counts));
    let likely =
        if counts.likely > 0 { format!("   {} likely; by cause:", counts.likely) } else { "   by cause:".to_owned() };
    row("open", counts.open, if counts.open > 0 { likely } else { String::new() });
    let causes = report.open_by_cause();
    for CauseCount { cause, count, subjects } in &causes {
        _ = writeln!(out, "  {count:>24} {cause:<18} {}", subjects_text(subjects));
    }
    if let Some(most) = causes.first() {
        _ = writeln!(out, "  {:<20}to do: {} (more: cairn explain)", "", most.advice().action);
    }
    if !report.unread.is_empty() {
        _ = writeln!(out, "  {:<11} {:>6}", "not read", report.unread.len());
        for unread in report.unread.iter().take(SHOWN_UNREAD) {
            _ = writeln!(out, "  {:>18}   {}: {}", "", unread.file, unread.why);
        }
    }
    out.push_str(&last_line(&counts, report.gate().refuted, report.unread.len()));
    out.push('\n');
    out
}

fn refuted_remark(counts: &Counts) -> String {
    if counts.refuted == 0 {
        return String::new();
    }
    let quiet = [(counts.suppressed, "suppressed"), (counts.known, "in the baseline"), (counts.unchanged, "unchanged")];
    let quiet: String =
        quiet.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}")).collect();
    format!("   {} confirmed by execution{quiet}", counts.refuted)
}

fn subjects_text(subjects: &[(String, usize)]) -> String {
    let named = subjects.iter().take(SHOWN_SUBJECTS).filter(|(subject, _)| !subject.is_empty());
    let mut words: Vec<String> = named.map(|(subject, count)| format!("{subject} ({count})")).collect();
    if subjects.len() > SHOWN_SUBJECTS {
        words.push(format!("{} more", subjects.len() - SHOWN_SUBJECTS));
    }
    words.join(", ")
}

fn last_line(counts: &Counts, new: usize, unread: usize) -> String {
    let open = (counts.open > 0).then(|| format!("{} open", counts.open));
    let unread = (unread > 0).then(|| format!("{} not read", plural(unread, "file")));
    let missing: Vec<String> = open.into_iter().chain(unread).collect();
    let missing = if missing.is_empty() { String::new() } else { format!(" Not a proof: {}.", missing.join(", ")) };
    match (counts.refuted, new) {
        (0, _) if missing.is_empty() => {
            format!("PROVED: of {}, none can fail.", plural(counts.obligations, "obligation"))
        }
        (0, _) => format!("Nothing refuted.{missing}"),
        (refuted, 0) => format!("Nothing new refuted, {refuted} known or suppressed.{missing}"),
        (refuted, new) if refuted == new => format!("REFUTED ({refuted}).{missing}"),
        (refuted, new) => format!("REFUTED ({new} of {refuted} count).{missing}"),
    }
}

pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
