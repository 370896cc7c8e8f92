//! Asks Clang which headers of the user's a unit includes, directly or not.
//!
//! Not here: what to do with them.

use super::compile::{Unit, output_of, prepare};
use super::{Clang, ClangError, flags};
use std::path::PathBuf;

/// The headers of a unit in the order of their first inclusion, those of the system left out. Relative paths are
/// relative to where the compiler runs. A unit that Clang cannot read has none.
pub fn headers(clang: &Clang, unit: &Unit) -> Result<Vec<PathBuf>, ClangError> {
    let mut args = flags::kept(&unit.flags);
    args.extend(["-MM", "-MT", "unit", "-w"].map(str::to_owned));
    let output = output_of(prepare(clang, unit, &args), None, &unit.limits)
        .map_err(|error| ClangError::Run { path: clang.path.clone(), reason: error.to_string() })?;
    // The first one is the unit itself.
    let rule = output.stdout.unwrap_or_default();
    Ok(prerequisites(&String::from_utf8_lossy(&rule)).into_iter().skip(1).map(PathBuf::from).collect())
}

/// The names after the colon of a rule for `make`.
fn prerequisites(rule: &str) -> Vec<String> {
    let Some((_, list)) = rule.split_once(':') else { return Vec::new() };
    let (mut names, mut name) = (Vec::new(), String::new());
    let mut rest = list.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('\\', Some('\n' | '\r')) => {}
            ('\\', Some(' ' | '#' | '\\')) | ('$', Some('$')) => name.extend(rest.next()),
            _ if c.is_whitespace() => names.extend(take_name(&mut name)),
            _ => name.push(c),
        }
    }
    names.extend(take_name(&mut name));
    names
}

fn take_name(name: &mut String) -> Option<String> {
    (!name.is_empty()).then(|| std::mem::take(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clang::find;

    #[test]
    fn names_are_read_as_make_reads_them() {
        let names = prerequisites("unit: a.c inc/b.h \\\n  with\\ space.h money$$.h \\\n  c.h\n");
        assert_eq!(names, ["a.c", "inc/b.h", "with space.h", "money$.h", "c.h"]);
    }

    #[test]
    fn headers_of_the_system_are_left_out() {
        let folder = std::env::temp_dir().join(format!("cairn-headers-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inc")).expect("a folder");
        std::fs::write(folder.join("inc/b.h"), "int b(void);\n").expect("written");
        std::fs::write(folder.join("a.c"), "#include <stdio.h>\n#include \"b.h\"\nint a;\n").expect("written");
        let unit = Unit {
            file: "a.c".into(),
            flags: vec!["-Iinc".to_owned()],
            directory: Some(folder.clone()),
            ..Unit::default()
        };
        let found = headers(&find(None).expect("the tests need Clang"), &unit).expect("Clang runs");
        std::fs::remove_dir_all(folder).expect("removed");
        assert_eq!(found, [PathBuf::from("inc/b.h")]);
    }
}
