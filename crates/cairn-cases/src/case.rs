//! What a case says about itself.
//!
//! Header lines, anywhere in the file, one key each:
//!
//! | line | meaning |
//! |---|---|
//! | `//@ stdin: text` | standard input; `\n`, `\t`, `\0`, `\\`, `\xNN` are escapes |
//! | `//@ args: a b` | arguments of the program, separated by blanks |
//! | `//@ flags: -DX -std=c99` | flags for Clang (also `cflags`) |
//! | `//@ only: 64` or `32` | only in this data model |
//! | `//@ exit: 3` | the exit code (a native run says it otherwise) |
//! | `//@ native: no` | is not run natively: what it does is undefined in C, or needs `__VERIFIER_*` |
//! | `//@ expect: none` or a rule | the finding; `none` is the default without marks |
//! | `//@ expect: memory-leak in f` | the finding, in a function |
//! | `//@ check: integer-overflow, inside-object` | optional checks to turn on |
//! | `//@ nondet: 1, -2` · `//@ seed: 7` | nondeterministic values, which random numbers of the library are then, too |
//! | `//@ schedule: 7` · `//@ alloc-fail: 2` · `//@ env: A=b` | as the options of `cairn run` |
//!
//! A mark `//~ rule` at the end of a line says that the finding is on that line. A folder is one program of all its C
//! files; the headers of all of them count.

use cairn_ir::{DataModel, Rule};
use std::path::{Path, PathBuf};

/// A program with what is expected of it.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The file or folder.
    pub path: PathBuf,
    pub sources: Vec<PathBuf>,
    pub stdin: Vec<u8>,
    pub args: Vec<String>,
    pub flags: Vec<String>,
    pub only: Option<DataModel>,
    pub exit: Option<i32>,
    pub native: bool,
    pub expect: Expectation,
    pub checks: Vec<String>,
    pub nondet: Vec<i128>,
    pub seed: Option<u64>,
    pub schedule: Option<u64>,
    pub alloc_fail: Option<u64>,
    pub env: Vec<(String, String)>,
}

/// The findings that a case must have, and no other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Expectation {
    #[default]
    Nothing,
    /// Somewhere.
    Rule(Rule),
    /// Somewhere in this function.
    RuleIn(Rule, String),
    /// On these lines.
    Marks(Vec<Mark>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub file: PathBuf,
    pub line: u32,
    pub rule: Rule,
}

/// Every case below a folder: C files, and folders whose name does not stand for a topic (those that hold a `main.c`).
pub fn find_cases(folder: &Path) -> Result<Vec<Case>, String> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    entries.sort();
    let mut cases = Vec::new();
    for path in entries {
        if path.is_dir() && !path.join("main.c").is_file() {
            cases.extend(find_cases(&path)?);
        } else if path.is_dir() || path.extension().is_some_and(|ending| ending == "c") {
            cases.push(Case::read(&path)?);
        }
    }
    Ok(cases)
}

impl Case {
    pub fn read(path: &Path) -> Result<Case, String> {
        let mut case = Case { path: path.to_owned(), native: true, ..Case::default() };
        case.sources = if path.is_dir() { c_files(path)? } else { vec![path.to_owned()] };
        for source in case.sources.clone() {
            let bytes = std::fs::read(&source).map_err(|error| format!("{}: {error}", source.display()))?;
            case.read_text(&source, &String::from_utf8_lossy(&bytes))?;
        }
        Ok(case)
    }

    fn read_text(&mut self, source: &Path, text: &str) -> Result<(), String> {
        for (index, line) in text.lines().enumerate() {
            let at = |message: String| format!("{}:{}: {message}", source.display(), index + 1);
            if let Some(header) = line.trim_start().strip_prefix("//@") {
                let (key, value) = header.split_once(':').ok_or_else(|| at("a header is `//@ key: value`".into()))?;
                self.set(key.trim(), value.trim()).map_err(at)?;
            } else if let Some((_, mark)) = line.split_once("//~") {
                let rule = rule(mark.trim()).map_err(at)?;
                self.mark(Mark { file: source.to_owned(), line: index as u32 + 1, rule });
            }
        }
        Ok(())
    }

    fn mark(&mut self, mark: Mark) {
        match &mut self.expect {
            Expectation::Marks(marks) => marks.push(mark),
            other => *other = Expectation::Marks(vec![mark]),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let words = || value.split_whitespace().map(str::to_owned).collect();
        let listed = || value.split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty());
        match key {
            "stdin" => self.stdin.extend(unescape(value)?),
            "args" => self.args = words(),
            "flags" | "cflags" => self.flags = words(),
            // The only one that there is, so far.
            "compiler" if value == "clang" => {}
            "only" => self.only = Some(data_model(value)?),
            "exit" => self.exit = Some(number(value)?),
            "native" => self.native = value != "no",
            "expect" if value == "none" => self.expect = Expectation::Nothing,
            "expect" => {
                self.expect = match value.split_once(" in ") {
                    Some((name, function)) => Expectation::RuleIn(rule(name)?, function.trim().to_owned()),
                    None => Expectation::Rule(rule(value)?),
                }
            }
            "check" => self.checks = listed().collect(),
            "nondet" => self.nondet = listed().map(|item| number(&item)).collect::<Result<_, _>>()?,
            "seed" => self.seed = Some(number(value)?),
            "schedule" => self.schedule = Some(number(value)?),
            "alloc-fail" => self.alloc_fail = Some(number(value)?),
            "env" => {
                let (name, value) = value.split_once('=').ok_or("an environment variable is NAME=VALUE")?;
                self.env.push((name.to_owned(), value.to_owned()));
            }
            _ => return Err(format!("unknown header `{key}`")),
        }
        Ok(())
    }
}

fn c_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    files.sort();
    Ok(files)
}

fn rule(name: &str) -> Result<Rule, String> {
    Rule::from_name(name).ok_or_else(|| format!("there is no rule `{name}`"))
}

fn data_model(value: &str) -> Result<DataModel, String> {
    match value {
        "32" => Ok(DataModel::Ilp32),
        "64" => Ok(DataModel::Lp64),
        _ => Err(format!("`{value}` is neither 32 nor 64")),
    }
}

fn number<T: std::str::FromStr>(value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("`{value}` is not a number of the right size"))
}

fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.extend(c.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        out.push(match chars.next() {
            Some('n') => b'\n',
            Some('t') => b'\t',
            Some('r') => b'\r',
            Some('0') => 0,
            Some('\\') => b'\\',
            Some('x') => {
                let digits: String = chars.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).map_err(|_| format!("`\\x{digits}` is not a byte"))?
            }
            other => return Err(format!("unknown escape `\\{}`", other.map_or(String::new(), String::from))),
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Case, String> {
        let mut case = Case::default();
        case.read_text(Path::new("x.c"), text).map(|()| case)
    }

    #[test]
    fn headers_and_marks_are_read() {
        let case = parse(
            "//@ stdin: 1 2\\n\\x41\n//@ args: a b\n//@ only: 32\n//@ exit: 3\n//@ nondet: 1, -2\n\
             int x; //~ double-free\n",
        )
        .expect("well-formed");
        assert_eq!(case.stdin, b"1 2\nA");
        assert_eq!((case.args.len(), case.only, case.exit), (2, Some(DataModel::Ilp32), Some(3)));
        assert_eq!(case.nondet, [1, -2]);
        let Expectation::Marks(marks) = &case.expect else { panic!("a mark") };
        assert_eq!((marks[0].line, marks[0].rule), (6, Rule::DoubleFree));
    }

    #[test]
    fn mistakes_name_the_line() {
        assert_eq!(parse("\n//@ stdni: x\n").expect_err("a typing error"), "x.c:2: unknown header `stdni`");
        assert_eq!(parse("int x; //~ no-rule").expect_err("no such rule"), "x.c:1: there is no rule `no-rule`");
    }
}
