//! The library models that ship with Cairn: the C library, written in C, as text.
//!
//! Not here: which of them a program needs, and compiling them (the driver).

/// Every file of `models/`: name and text, by name.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// The models to compile, by name.
pub fn sources() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().copied().filter(|(name, _)| name.ends_with(".c"))
}

/// Replaces `#include "x.h"` of the headers in `models/` by their text, so that a model needs no folder to compile.
/// `name` is what messages call the text. Includes of other headers stay.
pub fn expand(name: &str, text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    expand_into(name, text, &mut Vec::new(), &mut out);
    out
}

fn expand_into(name: &str, text: &str, open: &mut Vec<&'static str>, out: &mut String) {
    for (index, line) in text.lines().enumerate() {
        match included(line) {
            Some((header, _)) if open.contains(&header) => {}
            Some((header, body)) => {
                open.push(header);
                out.push_str(&format!("#line 1 \"{header}\"\n"));
                expand_into(header, body, open, out);
                out.push_str(&format!("#line {} \"{name}\"\n", index + 2));
                open.pop();
            }
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
}

/// The header of ours that a line includes.
fn included(line: &str) -> Option<(&'static str, &'static str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let quoted = rest.strip_prefix(['"', '<'])?;
    let header = &quoted[..quoted.find(['"', '>'])?];
    FILES.iter().copied().find(|(name, _)| *name == header && name.ends_with(".h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_headers_are_expanded() {
        let text = "#include <stddef.h>\nint x;\n";
        assert_eq!(expand("x.c", text), text);
    }

    #[test]
    fn no_model_keeps_an_include_of_ours() {
        for (name, text) in sources() {
            let expanded = expand(name, text);
            assert!(expanded.lines().all(|line| included(line).is_none()), "{name}");
        }
    }
}
