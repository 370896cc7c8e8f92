//! Reads which files a compilation read, from the rule for `make` that Clang writes with `-MD`.

use super::os_text;
use std::path::{Path, PathBuf};

/// The files named in the notes, which are removed. `None` if there are none, or if they cannot be read.
pub(super) fn take(notes: &Path) -> Option<Vec<PathBuf>> {
    let bytes = std::fs::read(notes).ok();
    _ = std::fs::remove_file(notes);
    parse(&os_text::bytes_to_text(&bytes?))
}

/// `x: a.c dir/b\ c.h \` and further lines.
fn parse(rule: &str) -> Option<Vec<PathBuf>> {
    let (_, list) = rule.split_once(": ")?;
    let mut files = Vec::new();
    let mut name = String::new();
    let mut chars = list.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => _ = chars.next(),
            ('\\', Some(' ' | '#')) | ('$', Some('$')) => name.extend(chars.next()),
            (' ' | '\n', _) => add(&mut files, &mut name),
            _ => name.push(c),
        }
    }
    add(&mut files, &mut name);
    (!files.is_empty()).then_some(files)
}

fn add(files: &mut Vec<PathBuf>, name: &mut String) {
    if !name.is_empty() {
        files.push(os_text::to_os(&std::mem::take(name)).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_spaces_and_signs_are_read() {
        let files = parse("x: a.c /usr/include/b.h \\\n  my\\ dir/c\\#.h d$$.h\n").expect("a rule");
        assert_eq!(files, ["a.c", "/usr/include/b.h", "my dir/c#.h", "d$.h"].map(PathBuf::from));
        assert_eq!(parse(""), None);
    }
}
