//! The identifiers of C files, found without a preprocessor: enough to tell which files are worth compiling.

use std::collections::HashSet;

/// The identifiers of a text.
pub(crate) type Words = HashSet<String>;

/// All identifiers, those in comments included.
pub(crate) fn words(text: &str) -> Words {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The identifiers outside of braces, comments, literals and directives: what a file may define is among them, what its
/// functions merely use is not.
pub(crate) fn outer_words(text: &str) -> Words {
    let mut scan = Scan { rest: text, depth: 0, branches: Vec::new(), found: Words::new(), line_start: true };
    while scan.step() {}
    scan.found
}

struct Scan<'t> {
    rest: &'t str,
    /// Braces that are open.
    depth: usize,
    /// The depth at each `#if` that is open, since its branches may each open the same brace.
    branches: Vec<usize>,
    found: Words,
    line_start: bool,
}

impl Scan<'_> {
    fn step(&mut self) -> bool {
        let Some(c) = self.rest.chars().next() else { return false };
        match c {
            '\n' => self.line_start = true,
            '#' if self.line_start => return self.directive(),
            '/' if self.rest.starts_with("//") => return self.skip_to("\n", 0),
            '/' if self.rest.starts_with("/*") => return self.skip_to("*/", 2),
            '"' | '\'' => return self.literal(c),
            '{' => self.depth += 1,
            '}' => self.depth = self.depth.saturating_sub(1),
            _ if is_word(c) => return self.word(),
            _ => {}
        }
        self.line_start &= c.is_whitespace();
        self.advance(c.len_utf8())
    }

    fn advance(&mut self, bytes: usize) -> bool {
        self.rest = &self.rest[bytes..];
        true
    }

    /// Goes on at the end mark, or behind it.
    fn skip_to(&mut self, end: &str, behind: usize) -> bool {
        let at = self.rest[1..].find(end).map_or(self.rest.len(), |at| 1 + at + behind);
        self.advance(at)
    }

    fn literal(&mut self, quote: char) -> bool {
        let mut escaped = false;
        let end = self.rest[1..].find(|c| {
            let ends = (c == quote && !escaped) || c == '\n';
            escaped = c == '\\' && !escaped;
            ends
        });
        self.line_start = false;
        self.advance(end.map_or(self.rest.len(), |at| at + 2))
    }

    fn word(&mut self) -> bool {
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        if self.depth == 0 {
            self.found.insert(self.rest[..end].to_owned());
        }
        self.line_start = false;
        self.advance(end)
    }

    /// A line, and those that it is continued on.
    fn directive(&mut self) -> bool {
        let name = self.rest[1..].trim_start();
        if name.starts_with("if") {
            self.branches.push(self.depth);
        } else if name.starts_with("el") {
            self.depth = self.branches.last().copied().unwrap_or(self.depth);
        } else if name.starts_with("endif") {
            self.branches.pop();
        }
        let mut end = 0;
        for line in self.rest.split_inclusive('\n') {
            end += line.len();
            if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
                break;
            }
        }
        self.line_start = true;
        self.advance(end)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_functions_use_is_not_what_a_file_defines() {
        let text = "#include \"a.h\"\n#define M(x) \\\n  hidden(x)\n/* old() */ int table[] = { first, second };\n\
                    static char *text = \"quoted { \\\" \"; // comment\nint f(int a) {\n#if A\n  if (used(a)) {\n#else\n  \
                    if (also(a)) {\n#endif\n    return '{';\n  }\n}\nvoid g(void) { f(1); }\nMAKE(made)\n";
        let words = outer_words(text);
        for word in ["table", "text", "f", "g", "made", "MAKE"] {
            assert!(words.contains(word), "{word} in {words:?}");
        }
        for word in ["hidden", "old", "first", "quoted", "comment", "used", "also", "include"] {
            assert!(!words.contains(word), "{word} in {words:?}");
        }
    }

    #[test]
    fn damaged_text_ends_the_scan_and_nothing_else() {
        for text in ["\"", "'", "/*", "//", "#if", "}}}x", "{{{", "#define A \\", "\"\\", "é\"é"] {
            outer_words(text);
        }
        assert!(outer_words("}}}x").contains("x"));
    }
}
