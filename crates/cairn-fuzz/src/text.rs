//! Lines of C with indentation.

#[derive(Default)]
pub struct Text {
    out: String,
    indent: usize,
}

impl Text {
    pub fn line(&mut self, line: impl AsRef<str>) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(line.as_ref());
        self.out.push('\n');
    }

    /// A line that opens a block.
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(format!("{} {{", line.as_ref()));
        self.indent += 1;
    }

    pub fn close(&mut self) {
        self.close_with("");
    }

    /// Closes a block, with text after the brace.
    pub fn close_with(&mut self, tail: &str) {
        self.indent -= 1;
        self.line(format!("}}{tail}"));
    }

    /// Closes a block and opens the next: `} else {`.
    pub fn reopen(&mut self, middle: &str) {
        self.indent -= 1;
        self.line(format!("}} {middle} {{"));
        self.indent += 1;
    }

    /// Lines that are there already, such as a fixed function.
    pub fn verbatim(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub fn finish(self) -> String {
        self.out
    }
}
