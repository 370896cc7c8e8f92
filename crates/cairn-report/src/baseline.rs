//! Baselines: the failures that a project already knows of, by fingerprint, in a file that is meant to be committed.
//!
//! A fingerprint is the identity of an obligation: it survives edits elsewhere. Rule, function, file and statement stand
//! beside it for the people who review the file; nothing reads them.

use crate::check::{CheckReport, Item};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SCHEMA: &str = "cairn-baseline/1";

/// The failures that are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Baseline {
    ids: BTreeSet<String>,
}

impl Baseline {
    /// Reads a baseline file; the error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match value["schema"].as_str() {
            Some(SCHEMA) => {}
            Some(other) => return Err(format!("schema `{other}` is not `{SCHEMA}`")),
            None => return Err(format!("it has no `\"schema\": \"{SCHEMA}\"`")),
        }
        let findings = value["findings"].as_array().ok_or("it has no list `findings`")?;
        let id = |finding: &Value| match finding["id"].as_str() {
            Some(id) if id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()) => Ok(id.to_owned()),
            _ => Err("a finding has no `id` of 32 hexadecimal digits".to_owned()),
        };
        Ok(Baseline { ids: findings.iter().map(id).collect::<Result<_, _>>()? })
    }

    pub fn contains(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Entries that do not fail any more.
    pub(crate) fn fixed(&self, report: &CheckReport) -> usize {
        self.ids.len() - self.still_failing(report).count()
    }

    fn still_failing<'r>(&'r self, report: &'r CheckReport) -> impl Iterator<Item = &'r Item> {
        report.items.iter().filter(|item| (item.fails() || item.is_open()) && self.contains(&item.id))
    }

    /// Only the entries that still fail.
    pub fn pruned(&self, report: &CheckReport) -> String {
        to_text(self.still_failing(report))
    }
}

/// A baseline of everything that fails and is not suppressed; with `all`, of everything that is open, too.
pub fn write_baseline(report: &CheckReport, all: bool) -> String {
    let wanted = |item: &&Item| (item.fails() || (all && item.is_open())) && item.standing.suppressed.is_none();
    to_text(report.items.iter().filter(wanted))
}

fn to_text<'r>(items: impl Iterator<Item = &'r Item>) -> String {
    let mut items: Vec<&Item> = items.collect();
    items.sort_by(|a, b| a.id.cmp(&b.id));
    let findings: Vec<Value> = items
        .into_iter()
        .map(|item| {
            json!({
                "id": item.id,
                "rule": item.rule.name(),
                "function": item.function,
                "file": item.place.as_ref().map(|place| &place.file),
                "statement": item.text,
            })
        })
        .collect();
    format!("{:#}\n", json!({ "schema": SCHEMA, "findings": findings }))
}

#[cfg(test)]
mod tests {
    use super::Baseline;

    #[test]
    fn damaged_files_are_refused() {
        let id = "0123456789abcdef0123456789abcdef";
        let good = format!(r#"{{"schema": "cairn-baseline/1", "findings": [{{"id": "{id}"}}]}}"#);
        assert!(Baseline::parse(&good).expect("a baseline").contains(id));
        for bad in ["", "[]", r#"{"schema": "x", "findings": []}"#, r#"{"schema": "cairn-baseline/1"}"#] {
            assert!(Baseline::parse(bad).is_err(), "{bad}");
        }
        assert!(Baseline::parse(&good.replace(id, "zz")).is_err());
    }
}
