//! What a suite says of its tasks, and whether a tool's findings agree.
//!
//! - Juliet: a finding of the right kind in a function whose name has `bad` is right, in one with `good` it is a false alarm.
//! - SV-COMP: the file's name has the verdict: `true-valid-memsafety`, `false-valid-free`, …
//! - This project's cases: `double-free_plain.c` fails by its rule, `double-free_plain_ok.c` does not fail; only rules that
//!   are looked for by default.

use super::tools::{Kind, Report};
use cairn_ir::Rule;
use cairn_ir::obligation::ObligationOptions;
use std::path::Path;

pub enum Truth {
    /// The kinds that are this weakness, in functions with `bad` in their names.
    Juliet(Vec<Kind>),
    /// Something of these kinds is wrong with the program.
    Wrong(Vec<Kind>),
    /// Nothing of these kinds is wrong.
    Right(Vec<Kind>),
    Unknown,
}

/// Accesses and releases of memory.
const MEMORY: [Kind; 7] =
    [Kind::Null, Kind::UseAfterFree, Kind::DoubleFree, Kind::BadFree, Kind::Bounds, Kind::Leak, Kind::Scope];

impl Truth {
    pub fn juliet(cwe: u32) -> Truth {
        Truth::Juliet(match cwe {
            476 | 690 => vec![Kind::Null],
            415 | 416 => vec![Kind::DoubleFree, Kind::UseAfterFree],
            401 => vec![Kind::Leak],
            121 | 122 | 124 | 126 | 127 => vec![Kind::Bounds],
            457 => vec![Kind::Uninitialized],
            590 | 761 => vec![Kind::BadFree],
            _ => Vec::new(),
        })
    }

    pub fn of_name(name: &str) -> Truth {
        let says = |part: &str| name.contains(part);
        if says("true-valid-memsafety") {
            return Truth::Right(MEMORY.to_vec());
        }
        if says("false-valid-deref") {
            return Truth::Wrong(vec![Kind::Null, Kind::UseAfterFree, Kind::Bounds, Kind::Scope]);
        }
        if says("false-valid-free") {
            return Truth::Wrong(vec![Kind::DoubleFree, Kind::BadFree, Kind::UseAfterFree]);
        }
        if says("false-valid-memtrack") {
            return Truth::Wrong(vec![Kind::Leak]);
        }
        let rule = name.split('_').next().unwrap_or_default();
        let looked_for = ObligationOptions::for_users();
        match Rule::from_name(rule).filter(|rule| looked_for.is_on(*rule)).map(Kind::of_rule) {
            Some(kind) if name.ends_with("_ok.c") => Truth::Right(vec![kind]),
            Some(kind) => Truth::Wrong(vec![kind]),
            None => Truth::Unknown,
        }
    }

    /// Found what is there; found what is not. `None` where that cannot happen or is not known.
    pub fn judge(&self, reports: &[Report]) -> (Option<bool>, Option<bool>) {
        let any = |kinds: &[Kind]| reports.iter().any(|report| kinds.contains(&report.kind));
        match self {
            Truth::Juliet(kinds) => {
                let in_function = |word: &str| {
                    let of_kind = reports.iter().filter(|report| kinds.contains(&report.kind));
                    of_kind.map(function_at).any(|name| name.to_lowercase().contains(word))
                };
                (Some(in_function("bad")), Some(in_function("good")))
            }
            Truth::Wrong(kinds) => (Some(any(kinds)), None),
            Truth::Right(kinds) => (None, Some(any(kinds))),
            Truth::Unknown => (None, None),
        }
    }
}

/// The function that the line of a report is in, by the layout of the source: definitions start in the first column.
fn function_at(report: &Report) -> String {
    let text = std::fs::read(&report.file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let before: Vec<&str> = text.lines().take(report.line as usize).collect();
    before.iter().rev().find_map(|line| defined_here(line)).unwrap_or_default()
}

fn defined_here(line: &str) -> Option<String> {
    let starts = line.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let (head, _) = line.split_once('(').filter(|_| starts && !line.trim_end().ends_with(';'))?;
    let name = head.rsplit(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty())?;
    let is_call_or_keyword = !head.trim().contains([' ', '*']) || ["if", "while", "for", "switch"].contains(&name);
    (!is_call_or_keyword).then(|| name.to_owned())
}

impl Report {
    /// Does the report name one of these files? Tools print paths as they were given.
    pub fn is_in(&self, files: &[std::path::PathBuf]) -> bool {
        files.iter().any(|file| file == Path::new(&self.file) || file.ends_with(&self.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_right() {
        assert!(matches!(Truth::of_name("lockfree_true-valid-memsafety.i"), Truth::Right(_)));
        assert!(matches!(Truth::of_name("test_false-valid-free.c"), Truth::Wrong(_)));
        assert!(matches!(Truth::of_name("double-free_plain.c"), Truth::Wrong(_)));
        assert!(matches!(Truth::of_name("double-free_plain_ok.c"), Truth::Right(_)));
        assert!(matches!(Truth::of_name("main.c"), Truth::Unknown));
    }

    #[test]
    fn functions_start_in_the_first_column() {
        assert_eq!(defined_here("static void goodG2B()").as_deref(), Some("goodG2B"));
        assert_eq!(defined_here("char *CWE401_bad(int x)").as_deref(), Some("CWE401_bad"));
        assert_eq!(defined_here("    free(p);"), None);
        assert_eq!(defined_here("int f(void);"), None);
        assert_eq!(defined_here("free(p)"), None);
    }
}
