//! Suppressions: comments in the source that allow a finding, with a reason.
//!
//! `// cairn: allow RULE reason` or `// cairn: allow(RULE, "reason")`, on the line of the finding or on a line of its own
//! before it. Before a function, it holds for the whole function. Without a reason it allows nothing; one that is not needed
//! is reported. It hides a finding, it never proves anything.

use crate::check::{CheckReport, Item};
use crate::source::{Place, Sources};
use cairn_ir::Rule;
use std::collections::{BTreeMap, BTreeSet};

/// What starts a suppression inside a comment.
const MARK: &str = "cairn: allow";

/// A comment that is wrong or not needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// `bad-suppression` or `unused-suppression`.
    pub id: &'static str,
    pub message: String,
    pub place: Place,
}

/// One comment that allows one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Allow {
    rule: Rule,
    reason: String,
    /// Where the comment stands.
    line: u32,
    /// The first line of code that it is about.
    target: u32,
}

/// Marks the items that comments allow.
pub(crate) fn apply(report: &mut CheckReport) -> Vec<Notice> {
    let mut sources = Sources::default();
    let mut notices = Vec::new();
    let mut used: BTreeSet<(String, u32, Rule)> = BTreeSet::new();
    let mut by_file: BTreeMap<String, (Place, Vec<Allow>)> = BTreeMap::new();
    for item in report.items.iter_mut() {
        let Some(place) = item.place.clone() else { continue };
        let (_, allows) = by_file.entry(place.file.clone()).or_insert_with(|| {
            let text = sources.text(&place).unwrap_or_default().to_owned();
            let (allows, bad) = scan(&text);
            let at = |line| Place { line, col: 0, ..place.clone() };
            notices.extend(bad.into_iter().map(|(line, message)| Notice {
                id: "bad-suppression",
                message,
                place: at(line),
            }));
            (place.clone(), allows)
        });
        let allow = allows.iter().find(|allow| allow.covers(item, &place));
        if let Some(allow) = allow.filter(|_| item.fails() || item.is_open()) {
            used.insert((place.file.clone(), allow.line, allow.rule));
            item.standing.suppressed = Some(allow.reason.clone());
        }
    }
    for (file, (place, allows)) in by_file {
        for allow in allows.iter().filter(|allow| !used.contains(&(file.clone(), allow.line, allow.rule))) {
            notices.push(Notice {
                id: "unused-suppression",
                message: format!("this allows `{}`, which does not fail here", allow.rule),
                place: Place { line: allow.line, col: 0, ..place.clone() },
            });
        }
    }
    notices.sort_by(|a, b| (&a.place.file, a.place.line, &a.message).cmp(&(&b.place.file, b.place.line, &b.message)));
    notices
}

impl Allow {
    fn covers(&self, item: &Item, place: &Place) -> bool {
        let starts_function = item.function_lines.is_some_and(|(first, last)| {
            // The name may stand on the line behind the type.
            (first == self.target || first == self.target + 1) && first <= place.line && place.line <= last
        });
        item.rule == self.rule && (self.target == place.line || self.line == place.line || starts_function)
    }
}

/// All suppressions of a source text, and what is wrong with the others.
fn scan(text: &str) -> (Vec<Allow>, Vec<(u32, String)>) {
    let (mut allows, mut bad) = (Vec::new(), Vec::new());
    if !text.contains(MARK) {
        return (allows, bad);
    }
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let Some((before, content)) = comment(line) else { continue };
        let number = index as u32 + 1;
        let target = if before.trim().is_empty() { next_code_line(&lines, index) } else { number };
        match parse(content) {
            Ok((rules, reason)) => {
                let allow = |rule| Allow { rule, reason: reason.clone(), line: number, target };
                allows.extend(rules.into_iter().map(allow));
            }
            Err(message) => bad.push((number, message)),
        }
    }
    (allows, bad)
}

/// What stands before a suppression on its line, and what follows its mark.
fn comment(line: &str) -> Option<(&str, &str)> {
    let mark = line.find(MARK)?;
    let start = [line[..mark].rfind("//"), line[..mark].rfind("/*")].into_iter().flatten().max()?;
    if !line[start + 2..mark].trim_matches(['*', '!', '/', ' ', '\t']).is_empty() {
        return None;
    }
    let content = line[mark + MARK.len()..].trim_end();
    Some((&line[..start], content.strip_suffix("*/").unwrap_or(content).trim()))
}

fn next_code_line(lines: &[&str], index: usize) -> u32 {
    let is_code = |line: &&str| {
        let line = line.trim();
        let comment = line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"));
        !line.is_empty() && !comment
    };
    let next = lines.iter().enumerate().skip(index + 1).find(|(_, line)| is_code(line));
    next.map_or(index, |(at, _)| at) as u32 + 1
}

/// `RULE[,RULE] reason` or `(RULE, "reason")`.
fn parse(content: &str) -> Result<(Vec<Rule>, String), String> {
    let inside = content.strip_prefix('(').and_then(|rest| rest.rsplit_once(')')).map(|(inside, _)| inside.trim());
    let (rules, reason) = match inside {
        Some(inside) => inside.split_once(", \"").or(inside.split_once(",\"")).unwrap_or((inside, "")),
        None => content.split_once(char::is_whitespace).unwrap_or((content, "")),
    };
    let reason = reason.trim().trim_end_matches('"').trim_start_matches([':', '-', ' ']).trim();
    let rules = rules.split(',').map(|name| rule_named(name.trim())).collect::<Result<Vec<_>, _>>()?;
    if reason.is_empty() {
        return Err("a suppression needs a reason: `cairn: allow RULE reason`".to_owned());
    }
    Ok((rules, reason.to_owned()))
}

fn rule_named(name: &str) -> Result<Rule, String> {
    Rule::from_name(name).ok_or_else(|| match crate::rules::nearest_rule(name) {
        Some(near) => format!("there is no rule `{name}`; did you mean `{near}`?"),
        None => format!("there is no rule `{name}`; `cairn rule` lists them"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let text = "int f(void) {\n    *p = 1; // cairn: allow null-dereference checked by the caller\n\
                    /* cairn: allow(double-free, \"test, of the allocator\") */\n\n    free(p);\n}\n";
        let (allows, bad) = scan(text);
        assert_eq!(bad, []);
        assert_eq!((allows[0].rule, allows[0].line, allows[0].target), (Rule::NullDereference, 2, 2));
        assert_eq!(allows[0].reason, "checked by the caller");
        assert_eq!((allows[1].rule, allows[1].line, allows[1].target), (Rule::DoubleFree, 3, 5));
        assert_eq!(allows[1].reason, "test, of the allocator");
    }

    #[test]
    fn a_reason_and_a_known_rule_are_required() {
        let errors = |text: &str| scan(text).1.into_iter().map(|(_, message)| message).collect::<Vec<_>>();
        assert!(errors("// cairn: allow null-dereference\n")[0].contains("reason"));
        assert!(errors("// cairn: allow(null-dereference)\n")[0].contains("reason"));
        assert!(errors("x; // cairn: allow null-deref it is fine\n")[0].contains("`null-dereference`"));
        assert_eq!(errors("char *s = \"cairn: allow x y\";\n"), Vec::<String>::new());
        assert_eq!(errors("// the words cairn: allow something in a sentence\n"), Vec::<String>::new());
    }
}
