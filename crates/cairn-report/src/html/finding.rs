//! The page of one finding: its steps, the source beside them, and the heap at each step.

use super::{document, draw, escape, prose};
use crate::check::{Item, ItemVerdict};
use crate::finding::Finding;
use crate::path::{Step, StepKind};
use crate::rules::rule_text;
use crate::source::{Place, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const SCRIPT: &str = include_str!("finding.js");
/// Lines shown around a step.
const CONTEXT: u32 = 9;
/// A file of at most so many lines is shown whole.
const WHOLE_FILE: usize = 120;

pub(super) fn page(item: &Item, finding: &Finding, sources: &mut Sources) -> String {
    let title = format!("{}: {}", item.rule, finding.message);
    let place = finding.place.as_ref().map(|place| place.to_string()).unwrap_or_default();
    let mut body = format!(
        "<header><p><a href=\"index.html\">← All obligations</a></p>\
         <h1><span class=\"badge refuted\">{}</span> {}</h1>\
         <p class=\"soft\"><code>{}</code> in <code>{}</code> · statement <code>{}</code></p>{}</header>\n<main>",
        item.rule,
        prose(&finding.message),
        escape(&place),
        escape(&item.function),
        escape(&item.text),
        standing(item)
    );
    body.push_str("<div class=\"finding\">\n");
    body.push_str(&steps(&finding.path.steps));
    body.push_str(&source_panel(finding, sources));
    body.push_str(&heap_panel(item, finding));
    body.push_str("</div></main>");
    document(&title, &body, SCRIPT)
}

fn standing(item: &Item) -> String {
    let mut out = String::new();
    if let Some(reason) = &item.standing.suppressed {
        _ = write!(out, "<p><span class=\"badge open\">suppressed</span> {}</p>", escape(reason));
    }
    if item.standing.known == Some(true) {
        out.push_str("<p><span class=\"badge open\">known</span> in the baseline</p>");
    }
    out
}

fn steps(steps: &[Step]) -> String {
    let mut out = String::from(
        "<section class=\"panel sticky\" aria-label=\"Steps\"><h2>Steps · <kbd>j</kbd> <kbd>k</kbd> or arrow keys</h2><ol class=\"steps\">",
    );
    for (at, step) in steps.iter().enumerate() {
        let place = step.place.as_ref().map(|place| place.to_string()).unwrap_or_default();
        let line = step.place.as_ref().map_or(String::new(), line_id);
        _ = write!(
            out,
            "<li data-line=\"{line}\"><button type=\"button\" class=\"k-{}\"><span class=\"nr\">{}</span>\
             <span style=\"padding-left:{}px\"><span class=\"what\">{}</span><span class=\"where\">{}</span></span></button></li>",
            step.kind.id(),
            at + 1,
            14 * step.depth.min(8),
            prose(&step.text),
            escape(&place)
        );
    }
    out.push_str("</ol></section>\n");
    out
}

/// An id for a line of a file, from numbers only.
fn line_id(place: &Place) -> String {
    let file = place
        .file
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("L{file:x}-{}", place.line)
}

/// The lines of the steps, by file, with what happens there.
fn source_panel(finding: &Finding, sources: &mut Sources) -> String {
    let mut order: Vec<&Place> = Vec::new();
    let mut lines: BTreeMap<&str, BTreeMap<u32, (Vec<usize>, bool)>> = BTreeMap::new();
    for (at, step) in finding.path.steps.iter().enumerate() {
        let Some(place) = step.place.as_ref().filter(|place| place.line > 0) else { continue };
        if !lines.contains_key(place.file.as_str()) {
            order.push(place);
        }
        let entry = lines.entry(&place.file).or_default().entry(place.line).or_default();
        entry.0.push(at + 1);
        entry.1 |= step.kind == StepKind::Error;
    }
    let mut out = String::from("<section class=\"panel sticky\" aria-label=\"Source\">");
    for place in order {
        _ = write!(out, "<h2><code>{}</code></h2>", escape(&place.file));
        match sources.text(place) {
            Some(text) => out.push_str(&file_lines(place, text, &lines[place.file.as_str()])),
            None => out.push_str("<p class=\"empty\">The source cannot be read.</p>"),
        }
    }
    out.push_str("</section>\n");
    out
}

fn file_lines(place: &Place, text: &str, marked: &BTreeMap<u32, (Vec<usize>, bool)>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let shown: BTreeSet<u32> = if lines.len() <= WHOLE_FILE {
        (1..=lines.len() as u32).collect()
    } else {
        marked.keys().flat_map(|&line| line.saturating_sub(CONTEXT).max(1)..=line.saturating_add(CONTEXT)).collect()
    };
    let mut out = String::from("<pre class=\"source code\">");
    let mut last = 0;
    for number in shown {
        let Some(line) = lines.get(number as usize - 1) else { continue };
        if number > last + 1 {
            out.push_str("<span class=\"gap\">⋯</span>");
        }
        last = number;
        let (class, tag) = match marked.get(&number) {
            Some((steps, error)) => {
                let numbers: Vec<String> = steps.iter().map(usize::to_string).collect();
                let class = if *error { " step error" } else { " step" };
                (class, format!("<span class=\"tag\">step {}</span>", numbers.join(", ")))
            }
            None => ("", String::new()),
        };
        let id = line_id(&Place { line: number, ..place.clone() });
        _ = write!(
            out,
            "<span class=\"l{class}\" id=\"{id}\"><span class=\"n\">{number}</span>{}{tag}</span>",
            escape(&line.replace('\t', "    "))
        );
    }
    out.push_str("</pre>");
    out
}

fn heap_panel(item: &Item, finding: &Finding) -> String {
    let mut out = String::from(
        "<div class=\"sticky\"><section class=\"panel\" aria-label=\"Heap\"><h2>The heap after step <span id=\"nr\"></span></h2>",
    );
    for (at, heap) in finding.path.heaps.iter().enumerate() {
        let picture = draw::drawing(heap, &format!("The heap after step {}", at + 1));
        _ = write!(out, "<div class=\"heap\" data-step=\"{at}\">{picture}</div>");
    }
    if finding.path.heaps.is_empty() {
        out.push_str("<p class=\"empty\">Not drawn.</p>");
    }
    out.push_str("</section>\n<section class=\"panel\" style=\"margin-top:18px\" aria-label=\"Facts\"><h2>Facts</h2><dl class=\"facts\">");
    let mut fact = |name: &str, text: &str| _ = write!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), prose(text));
    if !finding.path.values.is_empty() {
        fact("values", &finding.path.values.join(", "));
    }
    for (name, text) in finding.remarks.iter().filter(|(name, _)| *name != "more") {
        fact(name, text);
    }
    if let ItemVerdict::Refuted { engine, .. } = &item.verdict {
        fact("found by", engine);
    }
    let rule = rule_text(item.rule);
    fact("rule", &format!("{}: {}", item.rule, rule.full));
    let cwes: Vec<String> = item.rule.cwes().iter().map(|number| format!("CWE-{number}")).collect();
    fact("weakness", &cwes.join(", "));
    fact("to do", finding.help().unwrap_or(rule.help));
    fact("id", &item.id);
    out.push_str("</dl></section></div>\n");
    out
}
