//! Source texts for excerpts in reports, and the part of a line to underline.

use cairn_ir::{Program, Span};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A position for readers: a file as the compiler named it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The name to show.
    pub file: String,
    /// Where the text is.
    pub path: PathBuf,
    /// From 1 on; 0 means the whole file.
    pub line: u32,
    /// From 1 on; 0 means the whole line.
    pub col: u32,
}

impl Place {
    pub fn of_span(program: &Program, span: Span) -> Option<Place> {
        if span.is_none() {
            return None;
        }
        let file = program.files.get(span.file)?;
        let path = Path::new(&file.directory).join(&file.name);
        Some(Place { file: file.name.clone(), path, line: span.line, col: span.col })
    }

    pub fn of_file(file: &Path, line: u32, col: u32) -> Place {
        Place { file: file.display().to_string(), path: file.to_owned(), line, col }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.col].into_iter().take_while(|&number| number != 0) {
            write!(f, ":{number}")?;
        }
        Ok(())
    }
}

/// Source texts, read once.
#[derive(Default)]
pub struct Sources {
    texts: HashMap<PathBuf, Option<String>>,
}

impl Sources {
    /// The text of a file, and the bytes of it that the place means. `None` if the file cannot be read or has changed
    /// so much that the line is gone.
    pub fn excerpt(&mut self, place: &Place) -> Option<(&str, Range<usize>)> {
        let text = self.text(place)?;
        Some((text, underlined(text, place.line, place.col)?))
    }
}

impl Sources {
    /// The whole text of the file that a place is in.
    pub fn text(&mut self, place: &Place) -> Option<&str> {
        self.texts.entry(place.path.clone()).or_insert_with(|| read(&place.path)).as_deref()
    }

    /// First column and the one behind the last, in characters from 1 on; `None` without a column or a text.
    pub fn columns(&mut self, place: &Place) -> Option<(usize, usize)> {
        if place.col == 0 {
            return None;
        }
        let (text, range) = self.excerpt(place)?;
        let line_start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let start = 1 + text[line_start..range.start].chars().count();
        Some((start, start + text[range].chars().count()))
    }
}

fn read(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The name or symbol that starts at the column (counted in bytes); without a column, the whole line.
fn underlined(text: &str, line: u32, col: u32) -> Option<Range<usize>> {
    let mut start = 0;
    for _ in 1..line {
        start += text[start..].find('\n')? + 1;
    }
    let content = text[start..].split(['\n', '\r']).next()?;
    if line == 0 || content.is_empty() {
        return None;
    }
    let indent = content.len() - content.trim_start().len();
    let at = (col as usize).checked_sub(1).filter(|&at| at < content.len() && content.is_char_boundary(at));
    Some(match at {
        Some(at) => start + at..start + at + token_len(&content[at..]),
        None => start + indent..start + content.trim_end().len().max(indent),
    })
}

fn token_len(text: &str) -> usize {
    let name = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    if name > 0 { name } else { text.chars().next().map_or(0, char::len_utf8) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_means_the_name_or_symbol_there() {
        let text = "int x;\n    free(node);\n\tp->next = 1;";
        let part = |line, col| underlined(text, line, col).map(|range| &text[range]);
        assert_eq!(part(1, 5), Some("x"));
        assert_eq!(part(2, 5), Some("free"));
        assert_eq!(part(2, 0), Some("free(node);"));
        assert_eq!(part(3, 3), Some("-"));
        assert_eq!(part(3, 99), Some("p->next = 1;"));
        assert_eq!(part(4, 1), None);
    }
}
