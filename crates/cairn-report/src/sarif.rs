//! The report over all obligations as SARIF 2.1.0, for code scanning services and editors.
//!
//! Only failures by default: refuted is `error`, likely is `warning`; what is merely open is a `note`, on request. URIs are as
//! the compiler was given the files. No `uriBaseId`, one location per result, one flow per result: that is what readers
//! of SARIF agree on.

use crate::check::{CheckReport, Item, ItemVerdict};
use crate::rules::{rule_page, rule_text};
use crate::source::{Place, Sources};
use cairn_ir::Rule;
use serde::Serialize;
use serde_json::{Value, json};

/// Code scanning services show this many steps of a flow.
const MAX_FLOW: usize = 1000;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_flows: Vec<CodeFlow>,
    partial_fingerprints: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    properties: Value,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    thread_flows: Vec<ThreadFlow>,
}

#[derive(Serialize)]
struct ThreadFlow {
    locations: Vec<ThreadFlowLocation>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ThreadFlowLocation {
    execution_order: usize,
    nesting_level: usize,
    importance: &'static str,
    location: Location,
}

/// `all` adds what is open as notes.
pub fn check_to_sarif(report: &CheckReport, all: bool) -> String {
    let mut writer = Writer { sources: Sources::default() };
    let results: Vec<SarifResult> = report.items.iter().filter_map(|item| writer.result(item, all)).collect();
    let counts = report.counts();
    let value = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Cairn",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": Rule::ALL.iter().map(|&rule| rule_descriptor(rule)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": report.notes.iter().map(|note| json!({
                    "level": "note",
                    "message": { "text": note },
                })).collect::<Vec<_>>(),
            }],
            "results": results,
            "properties": {
                "obligations": counts.obligations,
                "proved": counts.proved,
                "unreachable": counts.unreachable,
                "refuted": counts.refuted,
                "open": counts.open,
                "likely": counts.likely,
                "suppressed": counts.suppressed,
                "known": counts.known,
            },
        }],
    });
    format!("{value:#}\n")
}

fn rule_descriptor(rule: Rule) -> Value {
    let text = rule_text(rule);
    let cwes = rule.cwes().iter().take(8).map(|number| format!("external/cwe/cwe-{number:03}"));
    let tags: Vec<String> = std::iter::once("security".to_owned()).chain(cwes).collect();
    json!({
        "id": rule.name(),
        "name": rule.name(),
        "shortDescription": { "text": text.short },
        "fullDescription": { "text": text.full },
        "help": { "text": text.help, "markdown": rule_page(rule) },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": tags, "precision": "very-high", "security-severity": text.severity },
    })
}

struct Writer {
    sources: Sources,
}

impl Writer {
    fn result(&mut self, item: &Item, all: bool) -> Option<SarifResult> {
        let (level, message) = match &item.verdict {
            ItemVerdict::Refuted { finding, .. } => ("error", finding.message.clone()),
            ItemVerdict::Open { likely: true, .. } => ("warning", open_message(item, "may fail")),
            ItemVerdict::Open { .. } if all => ("note", open_message(item, "is open")),
            _ => return None,
        };
        if item.standing.unchanged {
            return None;
        }
        let finding = item.finding();
        let place = finding.and_then(|finding| finding.place.as_ref()).or(item.place.as_ref());
        let notes = finding.map_or(&[][..], |finding| &finding.notes);
        Some(SarifResult {
            rule_id: item.rule.name(),
            rule_index: item.rule as usize,
            level,
            message: Text { text: message },
            locations: vec![self.location(None, place, None, Some(&item.function))],
            related_locations: notes
                .iter()
                .enumerate()
                .map(|(at, note)| self.location(Some(at + 1), note.place.as_ref(), Some(&note.message), None))
                .collect(),
            code_flows: self.flow(item),
            partial_fingerprints: json!({ "cairn/v1": item.id }),
            suppressions: item
                .standing
                .suppressed
                .iter()
                .map(|reason| json!({ "kind": "inSource", "justification": reason }))
                .collect(),
            baseline_state: item.standing.known.map(|known| if known { "unchanged" } else { "new" }),
            properties: json!({
                "verdict": if finding.is_some() { "refuted" } else { "open" },
                "confirmed": finding.is_some(),
                "statement": item.text,
                "svcomp": item.rule.svcomp(),
            }),
        })
    }

    /// The way to the error. Readers drop steps without a place or a message, so such steps are not written.
    fn flow(&mut self, item: &Item) -> Vec<CodeFlow> {
        let Some(finding) = item.finding() else { return Vec::new() };
        let steps = finding.path.steps.iter().filter(|step| step.place.is_some()).take(MAX_FLOW);
        let locations: Vec<ThreadFlowLocation> = steps
            .enumerate()
            .map(|(at, step)| ThreadFlowLocation {
                execution_order: at + 1,
                nesting_level: step.depth,
                importance: if step.kind.is_essential() { "essential" } else { "important" },
                location: self.location(None, step.place.as_ref(), Some(&step.text), None),
            })
            .collect();
        if locations.is_empty() {
            return Vec::new();
        }
        vec![CodeFlow { thread_flows: vec![ThreadFlow { locations }] }]
    }

    fn location(
        &mut self,
        id: Option<usize>,
        place: Option<&Place>,
        message: Option<&str>,
        function: Option<&str>,
    ) -> Location {
        let logical = function.map(|name| json!({ "name": name, "fullyQualifiedName": name, "kind": "function" }));
        Location {
            id,
            physical_location: place.map(|place| self.physical(place)),
            logical_locations: logical.into_iter().collect(),
            message: message.map(|text| Text { text: text.to_owned() }),
        }
    }

    fn physical(&mut self, place: &Place) -> PhysicalLocation {
        let columns = self.sources.columns(place);
        let region = (place.line > 0).then(|| Region {
            start_line: place.line,
            start_column: columns.map(|(start, _)| start),
            end_column: columns.map(|(_, end)| end),
        });
        PhysicalLocation { artifact_location: ArtifactLocation { uri: uri(&place.file) }, region }
    }
}

fn open_message(item: &Item, word: &str) -> String {
    let ItemVerdict::Open { causes, .. } = &item.verdict else { unreachable!("asked of open ones") };
    let why = causes.first().map_or_else(String::new, |cause| format!(" ({}: {})", cause.cause, cause.subject));
    format!("`{}` {word}{why}", item.text)
}

/// A path as a URI reference; absolute ones get a scheme.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encoded: String = path
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    if path.starts_with('/') { format!("file://{encoded}") } else { encoded }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/tmp/ü.c"), "file:///tmp/%C3%BC.c");
    }
}
