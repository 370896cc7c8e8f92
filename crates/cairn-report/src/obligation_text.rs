//! One obligation with all that is known of it, and what is open with what would close it: the text of `cairn explain`.

use crate::causes::advice;
use crate::check::{CheckReport, Item, ItemVerdict, OpenCause};
use crate::check_text::plural;
use crate::snapshot::heap_to_text;
use crate::source::Sources;
use crate::text;
use annotate_snippets::{Group, Level};
use cairn_engine::Proof;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Places named of a group of open obligations.
const SHOWN_PLACES: usize = 4;

/// Everything that is known of one obligation.
pub fn item_to_text(item: &Item) -> String {
    match &item.verdict {
        ItemVerdict::Refuted { finding, engine, .. } => {
            let mut out = text::one_finding(finding, &mut Sources::default());
            if let Some(heap) = finding.path.heaps.last() {
                _ = write!(out, "\n\nThe heap when it fails:\n{}", heap_to_text(heap));
            }
            _ = write!(
                out,
                "\n\nRefuted by {engine} and confirmed by execution. Id {}. More: cairn rule {}\n",
                item.id, item.rule
            );
            out
        }
        ItemVerdict::Proved(proof) => held(item, "proved", proof),
        ItemVerdict::Unreachable(proof) => held(item, "unreachable", proof),
        ItemVerdict::Open { likely, causes } => open(item, *likely, causes),
    }
}

fn held(item: &Item, word: &str, proof: &Proof) -> String {
    let title = format!("[{}] `{}` in {} is {word}", item.rule, item.text, item.function);
    let assumptions: Vec<&str> = proof.assumptions.iter().map(|assumption| assumption.id()).collect();
    let mut out = text::message(Level::NOTE, title, item.place.as_ref(), None);
    _ = write!(out, "\n  by {}: {}", proof.engine, proof.certificate);
    for invariant in &proof.invariants {
        _ = write!(
            out,
            "\n  whenever the loop of line {} of {} is begun or repeated:",
            invariant.line, invariant.function
        );
        for (at, heap) in invariant.heaps.iter().enumerate() {
            _ = write!(out, "\n    {}{heap}", if at == 0 { "" } else { "or " });
        }
        if invariant.more > 0 {
            _ = write!(out, "\n    or one of {} more", invariant.more);
        }
    }
    if !assumptions.is_empty() {
        _ = write!(out, "\n  assuming: {} (docs/assumptions.md)", assumptions.join(", "));
    }
    _ = write!(out, "\n  id {}\n", item.id);
    out
}

fn open(item: &Item, likely: bool, causes: &[OpenCause]) -> String {
    let word = if likely { "may fail" } else { "is open" };
    let title = format!("[{}] `{}` in {} {word}", item.rule, item.text, item.function);
    let mut out =
        text::message(Level::WARNING, title, item.place.as_ref(), Some("neither proved nor refuted".to_owned()));
    for cause in causes {
        let advice = advice(cause.cause, &cause.subject);
        let about = if cause.subject.is_empty() { String::new() } else { format!(": {}", cause.subject) };
        let engine = if cause.engine.is_empty() { String::new() } else { format!("{} says ", cause.engine) };
        let title = format!("{engine}{}{about} ({})", cause.cause, advice.meaning);
        let group = Group::with_title(Level::NOTE.primary_title(title));
        let group = match &cause.place {
            Some(place) => text::at_place(group, place, Some("here".to_owned())),
            None => group,
        };
        _ = write!(out, "\n\n{}", text::render(group.element(Level::HELP.message(advice.action))));
    }
    _ = write!(out, "\n\nId {}. More: cairn rule {}\n", item.id, item.rule);
    out
}

/// What is open by cause and subject, most first, each with the action that would close it; only one cause if asked.
pub fn open_to_text(report: &CheckReport, only: Option<&str>) -> String {
    let mut groups: BTreeMap<(&str, &str), Vec<&Item>> = BTreeMap::new();
    for item in &report.items {
        let ItemVerdict::Open { causes, .. } = &item.verdict else { continue };
        let first = causes.first().map_or(("undecided", ""), |cause| (cause.cause, cause.subject.as_str()));
        groups.entry(first).or_default().push(item);
    }
    let mut groups: Vec<_> =
        groups.into_iter().filter(|((cause, _), _)| only.is_none_or(|only| only == *cause)).collect();
    groups.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.cmp(&b.0)));
    let total: usize = groups.iter().map(|(_, items)| items.len()).sum();
    if total == 0 {
        return "Nothing is open.\n".to_owned();
    }
    let mut out = format!("{} open. What would close most of them:\n", plural(total, "obligation"));
    for (at, ((cause, subject), items)) in groups.iter().enumerate() {
        let advice = advice(cause, subject);
        let about = if subject.is_empty() { String::new() } else { format!(": {subject}") };
        _ = writeln!(out, "\n{:>3}. {} {cause}{about}", at + 1, items.len());
        _ = writeln!(out, "     {}", advice.meaning);
        _ = writeln!(out, "     do: {}", advice.action);
        for item in items.iter().take(SHOWN_PLACES) {
            let place = item.place.as_ref().map(|place| place.to_string()).unwrap_or_default();
            _ = writeln!(out, "       {} {place} [{}] `{}` in {}", &item.id[..8], item.rule, item.text, item.function);
        }
        if items.len() > SHOWN_PLACES {
            _ = writeln!(out, "       … {} more", items.len() - SHOWN_PLACES);
        }
    }
    out
}
