//! The tools: how each is called, and how its findings are read.

use super::measure::{self, Usage};
use cairn_ir::Rule;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A finding of a tool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub file: String,
    pub line: u32,
    pub kind: Kind,
    /// The tool's own word.
    pub id: String,
}

/// What a finding is about, in words that all tools share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Null,
    UseAfterFree,
    Scope,
    DoubleFree,
    BadFree,
    Leak,
    Bounds,
    Uninitialized,
    Division,
    Assertion,
    Other,
}

pub struct Tool {
    pub name: String,
    pub version: String,
    kind: ToolKind,
}

enum ToolKind {
    Cairn(PathBuf),
    Gcc,
    Clang(String),
    Cppcheck,
    /// Words of a command; `{files}` and `{include}` are replaced.
    Other(Vec<String>),
}

/// The tools to run: those asked for, or all that are installed.
pub fn find(names: &[String], extra: &[String], cairn: Option<&Path>) -> Result<Vec<Tool>, String> {
    let all = ["cairn", "gcc", "clang", "cppcheck"];
    let mut tools = Vec::new();
    for name in names.iter().map(String::as_str) {
        if !all.contains(&name) {
            return Err(format!("`{name}` is none of {}; another tool is given by --tool", all.join(", ")));
        }
    }
    for name in all.into_iter().filter(|name| names.is_empty() || names.iter().any(|asked| asked == name)) {
        match known(name, cairn) {
            Some(tool) => tools.push(tool),
            None if !names.is_empty() || name == "cairn" => return Err(format!("`{name}` cannot be run")),
            None => eprintln!("{name} is not installed and left out"),
        }
    }
    for text in extra {
        let (name, command) = text.split_once('=').ok_or(format!("`{text}` is not NAME=COMMAND"))?;
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let program = words.first().ok_or(format!("`{text}` has no command"))?;
        let version = version(Command::new(program)).ok_or(format!("`{program}` cannot be run"))?;
        tools.push(Tool { name: name.to_owned(), version, kind: ToolKind::Other(words) });
    }
    Ok(tools)
}

fn known(name: &str, cairn: Option<&Path>) -> Option<Tool> {
    let kind = match name {
        "cairn" => ToolKind::Cairn(cairn.map_or_else(beside_us, Path::to_owned)),
        "gcc" => ToolKind::Gcc,
        "clang" => ToolKind::Clang(clang()?),
        _ => ToolKind::Cppcheck,
    };
    let program = match &kind {
        ToolKind::Cairn(path) => path.display().to_string(),
        ToolKind::Clang(path) => path.clone(),
        _ => name.to_owned(),
    };
    let version = version(Command::new(program))?;
    Some(Tool { name: name.to_owned(), version, kind })
}

fn beside_us() -> PathBuf {
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name("cairn")).filter(|path| path.is_file());
    let release = PathBuf::from("target/release/cairn");
    if release.is_file() { release } else { beside.unwrap_or_else(|| PathBuf::from("cairn")) }
}

fn clang() -> Option<String> {
    let names = std::iter::once("clang".to_owned()).chain((15..40).rev().map(|number| format!("clang-{number}")));
    names.into_iter().find(|name| version(Command::new(name)).is_some())
}

/// The first line of `--version`; `None` if the program cannot be run.
fn version(mut program: Command) -> Option<String> {
    let output = program.arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text.lines().next().unwrap_or_default().to_owned())
}

impl Tool {
    /// Runs it on the files of a task. Tools that take one file at a time are run on each.
    pub fn run(&self, files: &[PathBuf], include: &[PathBuf], limit: Duration) -> (Usage, Vec<Report>) {
        let (usage, mut reports) = match &self.kind {
            ToolKind::Cairn(path) => cairn(path, files, include, limit),
            ToolKind::Gcc => one_by_one(files, include, limit, gcc_command, gcc_line),
            ToolKind::Clang(path) => one_by_one(files, include, limit, || clang_command(path), clang_line),
            ToolKind::Cppcheck => {
                let mut command = Command::new("cppcheck");
                command.args(["--quiet", "--enable=warning", "--inconclusive", "--template={file}:{line}: {id}"]);
                with_includes(&mut command, include).args(files);
                let (usage, text) = measure::run(&mut command, limit);
                (usage, text.lines().filter_map(cppcheck_line).collect())
            }
            ToolKind::Other(words) => other(words, files, include, limit),
        };
        reports.retain(|report| report.is_in(files));
        reports.dedup();
        (usage, reports)
    }
}

fn with_includes<'c>(command: &'c mut Command, include: &[PathBuf]) -> &'c mut Command {
    for folder in include {
        command.arg("-I").arg(folder);
    }
    command
}

fn cairn(path: &Path, files: &[PathBuf], include: &[PathBuf], limit: Duration) -> (Usage, Vec<Report>) {
    let mut command = Command::new(path);
    command.args(["check", "--quiet", "--no-baseline", "--format", "sarif"]).args(files).arg("--");
    with_includes(&mut command, include);
    let (usage, text) = measure::run(&mut command, limit);
    (usage, sarif_reports(&text))
}

/// Errors and warnings of a SARIF log.
fn sarif_reports(text: &str) -> Vec<Report> {
    let start = text.find('{').unwrap_or(0);
    let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
    let Some(Ok(log)) = values.next() else { return Vec::new() };
    let results =
        log["runs"].as_array().into_iter().flatten().flat_map(|run| run["results"].as_array().into_iter().flatten());
    results.filter(|result| result["level"] != "note").filter_map(sarif_report).collect()
}

fn sarif_report(result: &Value) -> Option<Report> {
    let place = result.pointer("/locations/0/physicalLocation")?;
    let file = place.pointer("/artifactLocation/uri")?.as_str()?;
    let id = result["ruleId"].as_str()?;
    Some(Report {
        file: percent_decoded(file.strip_prefix("file://").unwrap_or(file)),
        line: place.pointer("/region/startLine")?.as_u64()? as u32,
        kind: Rule::from_name(id).map_or(Kind::Other, Kind::of_rule),
        id: id.to_owned(),
    })
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let number = after
            .get(..2)
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match number.filter(|_| byte == b'%') {
            Some(number) => {
                bytes.push(number);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn gcc_command() -> Command {
    let mut command = Command::new("gcc");
    command.args(["-O0", "-fanalyzer", "-fno-diagnostics-show-caret", "-fdiagnostics-path-format=none"]);
    command.args(["-c", "-o", "/dev/null"]).env("LC_ALL", "C");
    command
}

fn clang_command(path: &str) -> Command {
    let mut command = Command::new(path);
    command.args(["--analyze", "-Xclang", "-analyzer-output=text", "-o", "/dev/null"]);
    command.args(["-Xclang", "-analyzer-checker=core,unix,alpha.security.ArrayBoundV2"]);
    command
}

/// Runs a compiler on each file; times add up, the memory is that of the largest.
fn one_by_one(
    files: &[PathBuf],
    include: &[PathBuf],
    limit: Duration,
    command: impl Fn() -> Command,
    line: fn(&str) -> Option<Report>,
) -> (Usage, Vec<Report>) {
    let mut total = Usage { code: Some(0), ..Usage::default() };
    let mut reports = Vec::new();
    for file in files {
        let mut command = command();
        with_includes(&mut command, include).arg(file);
        let (usage, text) = measure::run(&mut command, limit);
        total.seconds += usage.seconds;
        total.peak_kib = total.peak_kib.max(usage.peak_kib);
        total.timed_out |= usage.timed_out;
        total.code = total.code.and(usage.code);
        reports.extend(text.lines().filter_map(line));
    }
    (total, reports)
}

fn other(words: &[String], files: &[PathBuf], include: &[PathBuf], limit: Duration) -> (Usage, Vec<Report>) {
    let mut command = Command::new(&words[0]);
    for word in &words[1..] {
        match word.as_str() {
            "{files}" => _ = command.args(files),
            "{include}" => _ = with_includes(&mut command, include),
            word => _ = command.arg(word),
        }
    }
    let (usage, text) = measure::run(&mut command, limit);
    (usage, text.lines().filter_map(plain_line).collect())
}

/// `file:line:col: warning: text [-Wanalyzer-id]`
fn gcc_line(line: &str) -> Option<Report> {
    let (place, text) = line.split_once(": warning: ")?;
    let id = text.rsplit_once("[-Wanalyzer-")?.1.split([']', '=']).next()?;
    let has = |part: &str| id.contains(part);
    let kind = match id {
        _ if has("null") => Kind::Null,
        _ if has("double-free") => Kind::DoubleFree,
        _ if has("use-after-free") => Kind::UseAfterFree,
        _ if has("leak") => Kind::Leak,
        _ if has("bounds") || has("buffer") || has("overread") || has("overflow") => Kind::Bounds,
        _ if has("uninit") => Kind::Uninitialized,
        _ if has("free-of-non") || has("mismatching") => Kind::BadFree,
        _ if has("stale") => Kind::Scope,
        _ => Kind::Other,
    };
    report(place, kind, id)
}

/// `file:line:col: warning: text [checker]`
fn clang_line(line: &str) -> Option<Report> {
    let (place, text) = line.split_once(": warning: ")?;
    let (words, checker) = text.rsplit_once(" [")?;
    let checker = checker.trim_end_matches(']');
    let lower = words.to_lowercase();
    let has = |part: &str| lower.contains(part);
    let kind = match checker {
        _ if checker.contains("Null") || has("null pointer") => Kind::Null,
        _ if has("leak") => Kind::Leak,
        _ if has("free released") => Kind::DoubleFree,
        _ if has("after it is freed") || has("after it is released") => Kind::UseAfterFree,
        _ if checker.contains("Bound") || has("bound") || has("overflow") => Kind::Bounds,
        _ if checker.contains("StackAddress") => Kind::Scope,
        _ if has("garbage") || has("uninit") || has("undefined") => Kind::Uninitialized,
        _ if has("free()") || has("not memory allocated") || has("offset by") => Kind::BadFree,
        _ if checker.contains("DivideZero") => Kind::Division,
        _ => Kind::Other,
    };
    report(place, kind, checker)
}

/// `file:line: id`
fn cppcheck_line(line: &str) -> Option<Report> {
    let (place, id) = line.rsplit_once(": ")?;
    let lower = id.to_lowercase();
    let has = |part: &str| lower.contains(part);
    let kind = match id {
        "doubleFree" => Kind::DoubleFree,
        "deallocuse" | "useAfterFree" => Kind::UseAfterFree,
        _ if has("null") => Kind::Null,
        _ if has("leak") => Kind::Leak,
        _ if has("outofbounds") || has("buffer") || has("negativeindex") => Kind::Bounds,
        _ if has("uninit") => Kind::Uninitialized,
        _ if has("dealloc") || has("free") => Kind::BadFree,
        _ if has("lifetime") || has("danglin") => Kind::Scope,
        _ if has("zerodiv") => Kind::Division,
        _ => Kind::Other,
    };
    report(place, kind, id)
}

/// `file:line[:col]: text` of a tool that is not known: its words decide.
fn plain_line(line: &str) -> Option<Report> {
    let (place, text) = line.split_once(": ")?;
    let known = clang_line(&format!("{place}: warning: {text} [?]"))?;
    Some(Report { id: text.to_owned(), ..known })
}

/// A report at `file:line[:col]`.
fn report(place: &str, kind: Kind, id: &str) -> Option<Report> {
    let mut parts = place.rsplitn(3, ':');
    let (last, second, rest) = (parts.next()?, parts.next()?, parts.next());
    let (file, line) = match (rest, second.parse()) {
        (Some(file), Ok(line)) => (file.to_owned(), line),
        (Some(file), Err(_)) => (format!("{file}:{second}"), last.parse().ok()?),
        (None, _) => (second.to_owned(), last.parse().ok()?),
    };
    Some(Report { file, line, kind, id: id.to_owned() })
}

impl Kind {
    pub fn of_rule(rule: Rule) -> Kind {
        match rule {
            Rule::NullDereference => Kind::Null,
            Rule::UseAfterFree => Kind::UseAfterFree,
            Rule::UseAfterScope => Kind::Scope,
            Rule::OutOfBounds => Kind::Bounds,
            Rule::DoubleFree => Kind::DoubleFree,
            Rule::InvalidFree => Kind::BadFree,
            Rule::MemoryLeak | Rule::MemoryNotFreedAtExit => Kind::Leak,
            Rule::UninitializedRead => Kind::Uninitialized,
            Rule::DivisionByZero => Kind::Division,
            Rule::AssertionFailure => Kind::Assertion,
            _ => Kind::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_read() {
        let gcc = gcc_line("/a b/x.c:12:5: warning: double-'free' of 'p' [CWE-415] [-Wanalyzer-double-free]");
        assert_eq!(gcc, report("/a b/x.c:12:5", Kind::DoubleFree, "double-free"));
        assert_eq!(gcc_line("x.c:1:2: warning: unused variable [-Wunused]"), None);
        let clang = clang_line(
            "x.c:7:3: warning: Dereference of null pointer (loaded from variable 'p') [core.NullDereference]",
        );
        assert_eq!(clang.map(|found| (found.line, found.kind)), Some((7, Kind::Null)));
        assert_eq!(cppcheck_line("x.c:9: memleak").map(|found| (found.line, found.kind)), Some((9, Kind::Leak)));
        let log = r#"{"runs":[{"results":[{"ruleId":"memory-leak","level":"error","locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///a%20b.c"},"region":{"startLine":4}}}]}]}]} error: more"#;
        assert_eq!(
            sarif_reports(log),
            [Report { file: "/a b.c".into(), line: 4, kind: Kind::Leak, id: "memory-leak".into() }]
        );
    }
}
