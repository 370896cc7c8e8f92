//! The report over all obligations for people: findings first, then counts, then one line that sums up.

use crate::check::{CauseCount, CheckReport, Counts, Item, ItemVerdict};
use crate::source::Sources;
use crate::text;
use annotate_snippets::Level;
use std::fmt::Write;

/// Subjects of a cause that are named.
const SHOWN_SUBJECTS: usize = 3;

/// With colours; `all` lists what is open as well, `quiet` leaves the counts out.
pub fn check_to_text(report: &CheckReport, all: bool, quiet: bool) -> String {
    let mut sources = Sources::default();
    let mut out = String::new();
    for item in &report.items {
        let shown = match &item.verdict {
            ItemVerdict::Refuted { finding, .. } => Some(text::one_finding(finding, &mut sources)),
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
    row("refuted", counts.refuted, remark(counts.refuted, "confirmed by execution"));
    let likely =
        if counts.likely > 0 { format!("   {} likely; by cause:", counts.likely) } else { "   by cause:".to_owned() };
    row("open", counts.open, if counts.open > 0 { likely } else { String::new() });
    for CauseCount { cause, count, subjects } in report.open_by_cause() {
        _ = writeln!(out, "  {count:>24} {cause:<18} {}", subjects_text(&subjects));
    }
    out.push_str(&last_line(&counts));
    out.push('\n');
    out
}

fn subjects_text(subjects: &[(String, usize)]) -> String {
    let named = subjects.iter().take(SHOWN_SUBJECTS).filter(|(subject, _)| !subject.is_empty());
    let mut words: Vec<String> = named.map(|(subject, count)| format!("{subject} ({count})")).collect();
    if subjects.len() > SHOWN_SUBJECTS {
        words.push(format!("{} more", subjects.len() - SHOWN_SUBJECTS));
    }
    words.join(", ")
}

fn last_line(counts: &Counts) -> String {
    match (counts.refuted, counts.open) {
        (0, 0) => format!("PROVED: of {}, none can fail.", plural(counts.obligations, "obligation")),
        (0, open) => format!("Nothing refuted. Not a proof: {open} open."),
        (refuted, 0) => format!("REFUTED ({refuted})."),
        (refuted, open) => format!("REFUTED ({refuted}). Not a proof: {open} open."),
    }
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
