//! The page of the project: counts, findings, what is open and why, and every obligation by file and function.
//!
//! Findings and files are in the page itself. Single obligations are data in it and become rows when their file is opened, so
//! that a page over a hundred thousand obligations opens at once.

use super::{document, escape, page_name, prose, script_data};
use crate::check::{CheckReport, Item, ItemVerdict};
use crate::check_text::plural;
use crate::triage::Triage;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

const SCRIPT: &str = include_str!("index.js");

/// Verdicts in the order in which bars show them.
const VERDICTS: [&str; 5] = ["refuted", "likely", "open", "unreachable", "proved"];

pub(super) fn page(report: &CheckReport, triage: &Triage) -> String {
    let mut body = String::from("<header><h1>Cairn report</h1>");
    let tally = Tally::of(report.items.iter());
    _ = write!(
        body,
        "<p class=\"soft\">{} in {}, {}</p>",
        plural(tally.total(), "obligation"),
        plural(report.functions, "function"),
        plural(report.files, "file")
    );
    body.push_str(&tally.bar("bar large"));
    body.push_str(&tally.legend());
    body.push_str(&changes(report, triage));
    body.push_str("</header>\n<main>");
    body.push_str(&findings(report));
    body.push_str(&open_causes(report));
    body.push_str(&controls());
    body.push_str("<div id=\"files\">");
    body.push_str(&files(report));
    body.push_str("</div><p class=\"empty\" id=\"none\" hidden>Nothing matches.</p></main>");
    _ = write!(body, "\n<script type=\"application/json\" id=\"data\">{}</script>", script_data(&data(report)));
    document("Cairn report", &body, SCRIPT)
}

fn verdict(item: &Item) -> usize {
    match &item.verdict {
        ItemVerdict::Refuted { .. } => 0,
        ItemVerdict::Open { likely: true, .. } => 1,
        ItemVerdict::Open { .. } => 2,
        ItemVerdict::Unreachable(_) => 3,
        ItemVerdict::Proved(_) => 4,
    }
}

/// How many obligations have each verdict.
#[derive(Default)]
struct Tally([usize; 5]);

impl Tally {
    fn of<'r>(items: impl Iterator<Item = &'r Item>) -> Tally {
        let mut tally = Tally::default();
        items.for_each(|item| tally.0[verdict(item)] += 1);
        tally
    }

    fn total(&self) -> usize {
        self.0.iter().sum()
    }

    fn words(&self) -> String {
        let parts = VERDICTS.iter().zip(self.0).filter(|(_, count)| *count > 0);
        parts.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
    }

    fn bar(&self, class: &str) -> String {
        let total = self.total().max(1) as f64;
        let parts: String = VERDICTS
            .iter()
            .zip(self.0)
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| {
                // A single failure among thousands must still be seen.
                let share = (count as f64 / total * 100.0).max(1.0);
                format!("<span class=\"b-{name}\" style=\"flex:{share:.2} 0 0\"></span>")
            })
            .collect();
        format!("<div class=\"{class}\" role=\"img\" aria-label=\"{}\">{parts}</div>", self.words())
    }

    fn legend(&self) -> String {
        let parts: String = VERDICTS
            .iter()
            .zip(self.0)
            .map(|(name, count)| format!("<li><span class=\"badge {name}\">{name}</span> <b>{count}</b></li>"))
            .collect();
        format!("<ul class=\"legend\">{parts}</ul>")
    }
}

/// The change against the baseline, and what does not count.
fn changes(report: &CheckReport, triage: &Triage) -> String {
    let counts = report.counts();
    let has_baseline = report.items.iter().any(|item| item.standing.known.is_some());
    let mut parts = Vec::new();
    if has_baseline {
        let new = report.items.iter().filter(|item| item.fails() && item.standing.known == Some(false)).count();
        parts.push(format!(
            "against the baseline: <b>{new}</b> new, <b>{}</b> known, <b>{}</b> fixed",
            counts.known, triage.fixed
        ));
    }
    if counts.suppressed > 0 {
        parts.push(format!("<b>{}</b> suppressed", counts.suppressed));
    }
    if counts.unchanged > 0 {
        parts.push(format!("<b>{}</b> outside of what was changed", counts.unchanged));
    }
    if parts.is_empty() { String::new() } else { format!("<p>{}</p>", parts.join(" · ")) }
}

fn findings(report: &CheckReport) -> String {
    let failed: Vec<&Item> = report.items.iter().filter(|item| item.fails()).collect();
    if failed.is_empty() {
        return "<h2>Findings</h2><p class=\"empty\">None.</p>".to_owned();
    }
    let mut out = format!(
        "<h2>Findings ({})</h2><table><thead><tr><th>Verdict</th><th>Rule</th><th>What</th><th>Where</th><th></th></tr></thead><tbody>",
        failed.len()
    );
    for item in failed {
        let place = item.finding().and_then(|finding| finding.place.as_ref()).or(item.place.as_ref());
        let place = place.map(|place| place.to_string()).unwrap_or_default();
        let what = match item.finding() {
            Some(finding) => format!("<a href=\"{}\">{}</a>", page_name(&item.id), prose(&finding.message)),
            None => format!("<code>{}</code> may fail", escape(&item.text)),
        };
        let (quiet, note) = standing(item);
        let name = VERDICTS[verdict(item)];
        _ = write!(
            out,
            "<tr class=\"{quiet}\"><td><span class=\"badge {name}\">{name}</span></td><td>{}</td><td>{what}</td>\
             <td class=\"breakable\"><code>{}</code> in <code>{}</code></td><td>{note}</td></tr>",
            item.rule,
            escape(&place),
            escape(&item.function)
        );
    }
    out.push_str("</tbody></table>");
    out
}

fn standing(item: &Item) -> (&'static str, String) {
    let standing = &item.standing;
    match (&standing.suppressed, standing.known) {
        (Some(reason), _) => ("quiet", format!("suppressed: {}", escape(reason))),
        (None, Some(true)) => ("quiet", "known".to_owned()),
        (None, Some(false)) => ("", "<b>new</b>".to_owned()),
        (None, None) if standing.unchanged => ("quiet", "unchanged".to_owned()),
        (None, None) => ("", String::new()),
    }
}

fn open_causes(report: &CheckReport) -> String {
    let groups = report.open_by_cause();
    if groups.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<h2>Open, by cause</h2><table class=\"causes\"><thead><tr><th>Cause</th><th class=\"number\">Count</th><th>About</th><th>What would close it</th></tr></thead><tbody>",
    );
    for group in groups {
        let advice = group.advice();
        let subjects: Vec<String> = group
            .subjects
            .iter()
            .take(4)
            .filter(|(subject, _)| !subject.is_empty())
            .map(|(subject, count)| format!("{} ({count})", escape(subject)))
            .collect();
        _ = write!(
            out,
            "<tr><td><b>{}</b></td><td class=\"number\">{}</td><td class=\"breakable\">{}<br><span class=\"soft\">{}</span></td><td>{}</td></tr>",
            escape(group.cause),
            group.count,
            subjects.join(", "),
            escape(advice.meaning),
            escape(advice.action)
        );
    }
    out.push_str("</tbody></table>");
    out
}

fn controls() -> String {
    let boxes: String = VERDICTS
        .iter()
        .enumerate()
        .map(|(at, name)| {
            format!("<label><input type=\"checkbox\" name=\"verdict\" value=\"{at}\" checked> {name}</label>")
        })
        .collect();
    format!(
        "<h2 id=\"all\">All obligations</h2><form class=\"filters\" role=\"search\" aria-label=\"Filter obligations\" onsubmit=\"return false\">\
         <input type=\"search\" id=\"search\" placeholder=\"Search files, functions, statements, rules  ( / )\" aria-label=\"Search\">{boxes}\
         <select id=\"rule\" aria-label=\"Rule\"><option value=\"\">every rule</option></select>\
         <span class=\"soft\" id=\"matching\" role=\"status\"></span></form>\
         <noscript><p>Files and findings are shown; single obligations need scripts.</p></noscript>"
    )
}

/// Items by file, then by function in the order of their lines.
fn by_file(report: &CheckReport) -> BTreeMap<&str, Vec<(&str, Vec<&Item>)>> {
    let mut files: BTreeMap<&str, Vec<(&str, Vec<&Item>)>> = BTreeMap::new();
    for item in &report.items {
        let file = item.place.as_ref().map_or("(no file)", |place| place.file.as_str());
        let functions = files.entry(file).or_default();
        // Items are in the order of their lines, so it is mostly the last one.
        match functions.iter_mut().rev().find(|(name, _)| *name == item.function) {
            Some((_, items)) => items.push(item),
            None => functions.push((&item.function, vec![item])),
        }
    }
    files
}

fn files(report: &CheckReport) -> String {
    let mut out = String::new();
    for (at, (file, functions)) in by_file(report).into_iter().enumerate() {
        let tally = Tally::of(functions.iter().flat_map(|(_, items)| items.iter().copied()));
        _ = write!(
            out,
            "<details data-file=\"{at}\"><summary><span class=\"name code\">{}</span>{}<span class=\"tally\">{}</span></summary></details>",
            escape(file),
            tally.bar("bar"),
            tally.words()
        );
    }
    out
}

/// Obligations for the script: files of functions of rows, with texts in a table.
fn data(report: &CheckReport) -> Value {
    let mut texts = Texts::default();
    let files: Vec<Value> = by_file(report)
        .into_iter()
        .map(|(file, functions)| {
            let functions: Vec<Value> = functions
                .into_iter()
                .map(|(function, items)| {
                    let rows: Vec<Value> = items.iter().map(|item| row(item, &mut texts)).collect();
                    json!([function, rows])
                })
                .collect();
            json!([file, functions])
        })
        .collect();
    json!({ "verdicts": VERDICTS, "texts": texts.list, "files": files })
}

/// Line, verdict, rule, statement, evidence, page, standing.
fn row(item: &Item, texts: &mut Texts) -> Value {
    let evidence = match &item.verdict {
        ItemVerdict::Proved(proof) | ItemVerdict::Unreachable(proof) => {
            let assumptions: Vec<&str> = proof.assumptions.iter().map(|assumption| assumption.id()).collect();
            let under =
                if assumptions.is_empty() { String::new() } else { format!(", assuming {}", assumptions.join(", ")) };
            format!("by {}{under}", proof.engine)
        }
        ItemVerdict::Refuted { finding, .. } => finding.message.clone(),
        ItemVerdict::Open { causes, .. } => causes.first().map_or_else(
            || "undecided".to_owned(),
            |cause| {
                if cause.subject.is_empty() {
                    cause.cause.to_owned()
                } else {
                    format!("{}: {}", cause.cause, cause.subject)
                }
            },
        ),
    };
    let mut row = vec![
        json!(item.place.as_ref().map_or(0, |place| place.line)),
        json!(verdict(item)),
        json!(texts.index(item.rule.name())),
        json!(texts.index(&item.text)),
        json!(texts.index(&evidence)),
    ];
    if item.finding().is_some() {
        row.push(json!(page_name(&item.id)));
    }
    Value::Array(row)
}

/// Each text once.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    index: BTreeMap<String, usize>,
}

impl Texts {
    fn index(&mut self, text: &str) -> usize {
        if let Some(&at) = self.index.get(text) {
            return at;
        }
        self.list.push(text.to_owned());
        self.index.insert(text.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }
}
