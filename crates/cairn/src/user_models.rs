//! Models for allocators and other functions that a line of `cairn.toml` describes, written as C.
//!
//! A function is given by its prototype, `void *pool_get(struct pool *p, size_t n)`, or by its name alone, if its
//! parameters are pointers but for the size. More than that is a model file of the user's own.

use crate::failure::Failure;
use crate::output;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// One allocator and what releases its blocks.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Allocator {
    alloc: String,
    free: Option<String>,
    /// Which argument is the size, from 1 on.
    #[serde(default = "first")]
    size: usize,
    /// May it return null? Otherwise the program ends when there is no memory.
    #[serde(default = "yes")]
    may_fail: bool,
    /// Is the block full of zeros?
    #[serde(default)]
    zeroed: bool,
}

fn first() -> usize {
    1
}

fn yes() -> bool {
    true
}

/// The models as one C file; `None` if there are none.
pub fn text(
    allocators: &[Allocator],
    noreturn: &[String],
    pure_functions: &[String],
) -> Result<Option<String>, String> {
    let mut text = String::new();
    for allocator in allocators {
        text += &alloc_text(allocator)?;
        if let Some(free) = &allocator.free {
            text += &free_text(free)?;
        }
    }
    for function in noreturn {
        let prototype = Prototype::parse(function, "void", &[])?;
        text += &format!("{} {{ exit(1); }}\n", prototype.text());
    }
    for function in pure_functions {
        let prototype = Prototype::parse(function, "int", &[])?;
        text += &pure_text(&prototype);
    }
    Ok((!text.is_empty()).then(|| format!("{HEAD}{text}")))
}

const HEAD: &str = "/* Written by Cairn from cairn.toml. */\n#include \"cairn_model.h\"\n\
                    void *malloc(size_t);\nvoid *calloc(size_t, size_t);\nvoid free(void *);\nvoid exit(int);\n";

fn alloc_text(allocator: &Allocator) -> Result<String, String> {
    let Allocator { alloc, size, may_fail, zeroed, .. } = allocator;
    let position = size.checked_sub(1).filter(|&at| at < 32).ok_or("`size` counts arguments from 1 on")?;
    let mut parameters = vec!["void *"; position];
    parameters.push("size_t");
    let prototype = Prototype::parse(alloc, "void *", &parameters)?;
    let size = prototype.names.get(position).ok_or_else(|| format!("`{alloc}` has no argument {}", position + 1))?;
    let make = if *zeroed { format!("calloc(1, {size})") } else { format!("malloc({size})") };
    let or_end = if *may_fail { "" } else { " if (!block) exit(1);" };
    Ok(format!("{} {{ void *block = {make};{or_end} return block; }}\n", prototype.text()))
}

/// The last argument is the block.
fn free_text(free: &str) -> Result<String, String> {
    let prototype = Prototype::parse(free, "void", &["void *"])?;
    let block = prototype.names.last().ok_or_else(|| format!("`{free}` has no argument"))?;
    Ok(format!("{} {{ free({block}); }}\n", prototype.text()))
}

/// Any value, and nothing changes.
fn pure_text(prototype: &Prototype) -> String {
    let body = match prototype.result.as_str() {
        "void" => String::new(),
        "int" => "return __cairn_nondet_int();".to_owned(),
        result => format!("{result} value = ({result}) __cairn_nondet_longlong(); return value;"),
    };
    format!("{} {{ {body} }}\n", prototype.text())
}

/// A function's head, with names for its parameters.
struct Prototype {
    result: String,
    name: String,
    /// Types, each with a place for the name.
    parameters: Vec<String>,
    names: Vec<String>,
    variadic: bool,
}

impl Prototype {
    /// Reads a prototype, or makes one of a name.
    fn parse(text: &str, result: &str, parameters: &[&str]) -> Result<Prototype, String> {
        // It becomes a part of a C file: nothing but a prototype may pass.
        let allowed = |c: char| c.is_ascii_alphanumeric() || "_ *(),.".contains(c);
        if text.is_empty() || !text.chars().all(allowed) {
            return Err(format!("`{text}` is neither the name of a function nor a prototype"));
        }
        let Some((head, rest)) = text.split_once('(') else {
            return Prototype::new(result, text.trim(), parameters.iter().map(|&one| one.to_owned()).collect());
        };
        let inside = rest.trim_end().strip_suffix(')').filter(|inside| !inside.contains(['(', ')']));
        let inside = inside.ok_or_else(|| format!("`{text}` is not a prototype"))?;
        let at = head.trim_end().rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        let (result, name) = head.trim_end().split_at(at);
        let list = inside.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty() && one != "void");
        Prototype::new(result.trim(), name, list.collect())
    }

    fn new(result: &str, name: &str, mut parameters: Vec<String>) -> Result<Prototype, String> {
        let is_name =
            !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && !name.contains([' ', '*', ',', '.']);
        if !is_name || result.is_empty() {
            return Err(format!("`{name}` is not the name of a function"));
        }
        let variadic = parameters.last().is_some_and(|last| last == "...");
        if variadic {
            parameters.pop();
        }
        let names = (1..=parameters.len()).map(|number| format!("argument_{number}")).collect();
        let parameters = parameters.iter().map(|parameter| erased(parameter)).collect();
        Ok(Prototype { result: erased(result), name: name.to_owned(), parameters, names, variadic })
    }

    fn text(&self) -> String {
        let mut list: Vec<String> =
            self.parameters.iter().zip(&self.names).map(|(kind, name)| format!("{kind} {name}")).collect();
        if self.variadic {
            list.push("...".to_owned());
        }
        let list = if list.is_empty() { "void".to_owned() } else { list.join(", ") };
        format!("{} {}({list})", self.result, self.name)
    }
}

/// A type without the parameter's name; all pointers are alike to the machine.
fn erased(text: &str) -> String {
    const WORDS: &[&str] = &[
        "void",
        "char",
        "short",
        "int",
        "long",
        "signed",
        "unsigned",
        "float",
        "double",
        "size_t",
        "ssize_t",
        "_Bool",
        "const",
        "uintptr_t",
        "intptr_t",
        "ptrdiff_t",
        "off_t",
        "time_t",
        "wchar_t",
    ];
    if text.contains('*') {
        return "void *".to_owned();
    }
    let words: Vec<&str> = text.split_whitespace().filter(|word| WORDS.contains(word)).collect();
    if words.is_empty() { "int".to_owned() } else { words.join(" ") }
}

/// Where the models lie: beside the store, under a name that tells their content, so that runs do not disturb each other.
pub fn write(folder: &Path, text: &str) -> Result<PathBuf, Failure> {
    let folder = folder.join(".cairn").join("models");
    let file = folder.join(format!("{}.c", &cairn_store::Key::of(text.as_bytes()).to_string()[..16]));
    if std::fs::read_to_string(&file).is_ok_and(|known| known == text) {
        return Ok(file);
    }
    std::fs::create_dir_all(&folder).map_err(|error| Failure::file("make", &folder, &error))?;
    output::replace_file(&file, text)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allocator(alloc: &str, free: &str, size: usize, may_fail: bool) -> Allocator {
        Allocator { alloc: alloc.to_owned(), free: Some(free.to_owned()), size, may_fail, zeroed: false }
    }

    #[test]
    fn names_and_prototypes_become_c() {
        let text = text(
            &[
                allocator("xmalloc", "xfree", 1, false),
                allocator("void *pool_get(struct pool *p, size_t n)", "void pool_put(struct pool *, void *x)", 2, true),
            ],
            &["void die(const char *format, ...)".to_owned()],
            &["log_level".to_owned()],
        );
        let text = text.expect("valid").expect("some");
        for line in [
            "void * xmalloc(size_t argument_1) { void *block = malloc(argument_1); if (!block) exit(1); return block; }",
            "void xfree(void * argument_1) { free(argument_1); }",
            "void * pool_get(void * argument_1, size_t argument_2) { void *block = malloc(argument_2); return block; }",
            "void pool_put(void * argument_1, void * argument_2) { free(argument_2); }",
            "void die(void * argument_1, ...) { exit(1); }",
            "int log_level(void) { return __cairn_nondet_int(); }",
        ] {
            assert!(text.contains(line), "no {line:?} in {text}");
        }
    }

    #[test]
    fn nothing_but_a_prototype_passes() {
        for wrong in [
            "",
            "x;",
            "int f(void) { return 1; }",
            "#include \"/etc/passwd\"",
            "f(g(int))",
            "1f",
            "a b",
            "f\n",
            "asm(\"x\")",
        ] {
            assert!(text(&[], &[wrong.to_owned()], &[]).is_err(), "{wrong:?}");
        }
    }
}
