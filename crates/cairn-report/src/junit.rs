//! The report over all obligations as JUnit XML: a suite per file, a case per function. Refuted is a failure, open is
//! skipped with its causes; what does not count (suppressed, known) is skipped, too.

use crate::check::{CheckReport, Item, ItemVerdict};
use std::collections::BTreeMap;
use std::fmt::Write;

pub fn check_to_junit(report: &CheckReport) -> String {
    let mut suites: BTreeMap<&str, BTreeMap<&str, Vec<&Item>>> = BTreeMap::new();
    for item in &report.items {
        let file = item.place.as_ref().map_or("(no file)", |place| place.file.as_str());
        suites.entry(file).or_default().entry(&item.function).or_default().push(item);
    }
    let mut body = String::new();
    let mut total = Tally::default();
    for (file, functions) in &suites {
        let mut cases = String::new();
        let mut tally = Tally::default();
        for (function, items) in functions {
            cases.push_str(&case(file, function, items, &mut tally));
        }
        _ = writeln!(body, "  <testsuite name=\"{}\" {}>\n{cases}  </testsuite>", escape(file), tally.attributes());
        total.add(&tally);
    }
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    format!("{head}\n<testsuites name=\"cairn\" {}>\n{body}</testsuites>\n", total.attributes())
}

#[derive(Default)]
struct Tally {
    tests: usize,
    failures: usize,
    skipped: usize,
}

impl Tally {
    fn attributes(&self) -> String {
        format!("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"", self.tests, self.failures, self.skipped)
    }

    fn add(&mut self, other: &Tally) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.skipped += other.skipped;
    }
}

fn case(file: &str, function: &str, items: &[&Item], tally: &mut Tally) -> String {
    let failures: Vec<&&Item> =
        items.iter().filter(|item| item.finding().is_some() && item.standing.counts()).collect();
    let quiet: Vec<&&Item> = items.iter().filter(|item| item.is_open() || item.finding().is_some()).collect();
    tally.tests += 1;
    let open = format!("    <testcase classname=\"{}\" name=\"{}\"", escape(file), escape(function));
    if !failures.is_empty() {
        tally.failures += 1;
        let parts: String = failures.iter().map(|item| failure(item)).collect();
        return format!("{open}>\n{parts}    </testcase>\n");
    }
    if !quiet.is_empty() {
        tally.skipped += 1;
        return format!("{open}>\n      <skipped message=\"{}\"/>\n    </testcase>\n", escape(&why_skipped(&quiet)));
    }
    format!("{open}/>\n")
}

fn failure(item: &Item) -> String {
    let Some(finding) = item.finding() else { return String::new() };
    let mut text = finding.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
    text.push_str(&finding.message);
    for (at, step) in finding.path.steps.iter().enumerate() {
        let place = step.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        _ = write!(text, "\n{}. {place}{}", at + 1, step.text);
    }
    let (rule, message) = (item.rule.name(), escape(&finding.message));
    format!("      <failure type=\"{rule}\" message=\"{message}\">{}</failure>\n", escape(&text))
}

fn why_skipped(items: &[&&Item]) -> String {
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    for item in items {
        let cause = match &item.verdict {
            _ if item.standing.suppressed.is_some() => "suppressed".to_owned(),
            _ if item.finding().is_some() => "known or unchanged".to_owned(),
            ItemVerdict::Open { causes, .. } => causes.first().map_or("undecided", |cause| cause.cause).to_owned(),
            _ => continue,
        };
        *causes.entry(cause).or_default() += 1;
    }
    let parts: Vec<String> = causes.iter().map(|(cause, count)| format!("{count} {cause}")).collect();
    format!("open: {}", parts.join(", "))
}

/// Text for XML; characters that XML cannot hold become `�`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c < ' ' || c == '\u{fffe}' || c == '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn hostile_text_stays_text() {
        assert_eq!(escape("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
