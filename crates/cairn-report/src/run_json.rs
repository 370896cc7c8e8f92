//! Reports for programs. Changes to this form only add to it; `schema` names it.

use crate::finding::{End, Finding, RunReport};
use crate::source::Place;
use serde_json::{Value, json};

pub const SCHEMA: &str = "cairn-run/1";

pub fn to_json(report: &RunReport) -> String {
    let (end, exit_code, reason) = match &report.end {
        End::Exit(code) => ("exit", Some(*code), None),
        End::Abort => ("abort", None, None),
        End::Error => ("error", None, None),
        End::Stopped(stop) => (stop.id, None, Some(stop)),
    };
    let value = json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "end": end,
        "exit_code": exit_code,
        "reason": reason.map(|stop| &stop.why),
        "place": reason.and_then(|stop| stop.place.as_ref()).map(place),
        "steps": report.steps,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

pub(crate) fn finding(finding: &Finding) -> Value {
    json!({
        "rule": finding.rule.name(),
        "cwe": finding.rule.cwes(),
        "message": finding.message,
        "place": finding.place.as_ref().map(place),
        "notes": finding.notes.iter().map(|note| json!({
            "message": note.message,
            "place": note.place.as_ref().map(place),
        })).collect::<Vec<_>>(),
        "stack": finding.stack.iter().map(|frame| json!({
            "function": frame.function,
            "place": frame.place.as_ref().map(place),
            "library": frame.model,
        })).collect::<Vec<_>>(),
        "path": finding.path.steps.iter().map(|step| json!({
            "kind": step.kind.id(),
            "text": step.text,
            "function": step.function,
            "depth": step.depth,
            "place": step.place.as_ref().map(place),
        })).collect::<Vec<_>>(),
        "values": finding.path.values,
        "help": finding.help(),
    })
}

pub(crate) fn place(place: &Place) -> Value {
    json!({ "file": place.file, "line": place.line, "column": place.col })
}
