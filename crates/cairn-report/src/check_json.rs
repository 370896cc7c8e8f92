//! The report over all obligations for programs. Changes to this form only add to it; `schema` names it.

use crate::check::{CheckReport, Item, ItemVerdict};
use crate::run_json::{finding, place};
use cairn_engine::{LoopInvariant, Proof};
use serde_json::{Map, Value, json};

const SCHEMA: &str = "cairn-report/1";

pub fn check_to_json(report: &CheckReport) -> String {
    let counts = report.counts();
    let by_cause = report.open_by_cause();
    let loops = Loops::of(report);
    let value = json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "counts": {
            "obligations": counts.obligations,
            "proved": counts.proved,
            "under_assumptions": counts.under_assumptions,
            "unreachable": counts.unreachable,
            "refuted": counts.refuted,
            "open": counts.open,
            "likely": counts.likely,
            "suppressed": counts.suppressed,
            "known": counts.known,
            "unchanged": counts.unchanged,
            "open_by_cause": by_cause.iter().map(|group| (group.cause.to_owned(), json!(group.count))).collect::<Map<_, _>>(),
        },
        "functions": report.functions,
        "files": report.files,
        "unread": report.unread.iter().map(|unread| json!({
            "file": unread.file,
            "why": unread.why,
            "place": unread.place.as_ref().map(place),
        })).collect::<Vec<_>>(),
        "notes": report.notes,
        "obligations": report.items.iter().map(|one| item(one, &loops)).collect::<Vec<_>>(),
        "loop_invariants": loops.0.iter().map(|known| invariant(known)).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

/// Invariants that proofs rest on, each once: many obligations share them.
struct Loops<'r>(Vec<&'r LoopInvariant>);

impl<'r> Loops<'r> {
    fn of(report: &'r CheckReport) -> Loops<'r> {
        let mut loops = Loops(Vec::new());
        for invariant in report.items.iter().filter_map(proof_of).flat_map(|proof| &proof.invariants) {
            if loops.position(invariant).is_none() {
                loops.0.push(invariant);
            }
        }
        loops
    }

    fn position(&self, invariant: &LoopInvariant) -> Option<usize> {
        self.0.iter().position(|known| *known == invariant)
    }
}

fn proof_of(item: &Item) -> Option<&Proof> {
    match &item.verdict {
        ItemVerdict::Proved(proof) | ItemVerdict::Unreachable(proof) => Some(proof),
        _ => None,
    }
}

/// An invariant as it is, and each of its heaps in words, too.
fn invariant(known: &LoopInvariant) -> Value {
    let heaps = known.heaps.iter().map(|heap| {
        let mut value = json!(heap);
        value["words"] = json!(heap.to_string());
        value
    });
    json!({ "function": known.function, "line": known.line, "heaps": heaps.collect::<Vec<_>>(), "more": known.more })
}

fn item(item: &Item, loops: &Loops<'_>) -> Value {
    let mut value = json!({
        "id": item.id,
        "rule": item.rule.name(),
        "function": item.function,
        "place": item.place.as_ref().map(place),
        "statement": item.text,
    });
    let fields = value.as_object_mut().expect("just made");
    fields.extend(verdict(&item.verdict, loops));
    fields.extend(item.standing.suppressed.as_ref().map(|reason| ("suppressed".to_owned(), json!(reason))));
    fields.extend(item.standing.known.map(|known| ("known".to_owned(), json!(known))));
    fields.extend(item.standing.unchanged.then(|| ("unchanged".to_owned(), json!(true))));
    value
}

fn verdict(verdict: &ItemVerdict, loops: &Loops<'_>) -> Map<String, Value> {
    let value = match verdict {
        ItemVerdict::Proved(proof) | ItemVerdict::Unreachable(proof) => json!({
            "verdict": if matches!(verdict, ItemVerdict::Proved(_)) { "proved" } else { "unreachable" },
            "engine": proof.engine,
            "assumptions": proof.assumptions.iter().map(|assumption| assumption.id()).collect::<Vec<_>>(),
            "certificate": proof.certificate,
            "invariants": proof.invariants.iter().map(|invariant| loops.position(invariant)).collect::<Vec<_>>(),
        }),
        ItemVerdict::Refuted { finding: found, engine, execution, nondet } => json!({
            "verdict": "refuted",
            "engine": engine,
            "execution": { "text": execution, "nondet": nondet },
            "finding": finding(found),
        }),
        ItemVerdict::Open { likely, causes } => json!({
            "verdict": "open",
            "likely": likely,
            "causes": causes.iter().map(|cause| json!({
                "cause": cause.cause,
                "engine": (!cause.engine.is_empty()).then_some(cause.engine),
                "subject": cause.subject,
                "place": cause.place.as_ref().map(place),
            })).collect::<Vec<_>>(),
        }),
    };
    match value {
        Value::Object(fields) => fields,
        _ => unreachable!("an object above"),
    }
}
