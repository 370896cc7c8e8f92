//! `cairn.toml`: options that a project wants to have always, as the arguments that they stand for.
//!
//! What the file says is put before the arguments of the command line, where later ones win. So both have the same
//! meaning, and there is one place that knows it. Paths are relative to the file. A key that is not known is an error with
//! the nearest name.

use crate::failure::Failure;
use crate::user_models::{self, Allocator};
use serde::Deserialize;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

pub const FILE_NAME: &str = "cairn.toml";

/// A longer file is no configuration.
const LONGEST: u64 = 1 << 20;

#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Config {
    project: ProjectTable,
    program: Vec<ProgramTable>,
    analysis: AnalysisTable,
    models: ModelsTable,
    report: ReportTable,
}

#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ProjectTable {
    database: OneOrMany,
    include: OneOrMany,
    exclude: OneOrMany,
    entry: Option<String>,
    clang: Option<String>,
    clang_args: OneOrMany,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ProgramTable {
    name: String,
    units: Vec<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct AnalysisTable {
    effort: Option<String>,
    max_steps: Option<u64>,
    engine: Option<String>,
    jobs: Option<u32>,
    max_memory: Option<String>,
    timeout: Option<String>,
    alloc_may_fail: Option<bool>,
    data_model: Option<String>,
}

#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ModelsTable {
    files: OneOrMany,
    allocators: Vec<Allocator>,
    noreturn: OneOrMany,
    assume_pure: OneOrMany,
}

#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ReportTable {
    format: OneOrMany,
    baseline: Option<String>,
    fail_on: Option<String>,
}

/// A text or a list of texts.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> OneOrMany {
        OneOrMany::Many(Vec::new())
    }
}

impl OneOrMany {
    fn list(&self) -> &[String] {
        match self {
            OneOrMany::One(text) => std::slice::from_ref(text),
            OneOrMany::Many(texts) => texts,
        }
    }
}

/// The configuration that belongs to a folder: in it, or in one above.
pub fn find(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(FILE_NAME)).find(|file| file.is_file())
}

/// What the configuration says, as arguments of `check`.
pub fn arguments(file: &Path) -> Result<Vec<OsString>, Failure> {
    let file = std::path::absolute(file).map_err(|error| Failure::file("find", file, &error))?;
    let length = std::fs::metadata(&file).map_err(|error| Failure::file("read", &file, &error))?.len();
    if length > LONGEST {
        return Err(Failure::Input(format!("`{}` is too long for a configuration", file.display())));
    }
    let text = std::fs::read_to_string(&file).map_err(|error| Failure::file("read", &file, &error))?;
    let config = parse(&text).map_err(|reason| Failure::Input(format!("`{}`: {reason}", file.display())))?;
    let folder = file.parent().unwrap_or(Path::new("/"));
    let mut arguments = Arguments(vec![join("--config=", &file)]);
    arguments.add_project(&config, folder)?;
    arguments.add_analysis(&config.analysis);
    arguments.add_models(&config.models, folder)?;
    arguments.add_report(&config.report, folder)?;
    Ok(arguments.0)
}

fn parse(text: &str) -> Result<Config, String> {
    toml::from_str(text).map_err(|error| {
        let message = error.message();
        let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("{place}{}", with_suggestion(message))
    })
}

struct Arguments(Vec<OsString>);

impl Arguments {
    fn value(&mut self, name: &str, value: Option<impl ToString>) {
        self.0.extend(value.map(|value| format!("--{name}={}", value.to_string()).into()));
    }

    fn values(&mut self, name: &str, values: &OneOrMany) {
        values.list().iter().for_each(|value| self.value(name, Some(value)));
    }

    fn paths(&mut self, name: &str, folder: &Path, values: &OneOrMany) {
        self.0.extend(values.list().iter().map(|value| join(&format!("--{name}="), &folder.join(value))));
    }

    fn add_project(&mut self, config: &Config, folder: &Path) -> Result<(), Failure> {
        let project = &config.project;
        self.paths("database", folder, &project.database);
        self.values("include", &project.include);
        self.values("exclude", &project.exclude);
        self.value("entry", project.entry.as_ref());
        if let Some(clang) = &project.clang {
            self.value("clang", Some(clang_of(clang)?));
        }
        self.values("clang-arg", &project.clang_args);
        let programs = config.program.iter().map(|program| format!("{}={}", program.name, program.units.join(",")));
        programs.for_each(|program| self.value("program", Some(program)));
        Ok(())
    }

    fn add_analysis(&mut self, analysis: &AnalysisTable) {
        self.value("effort", analysis.effort.as_ref());
        self.value("max-steps", analysis.max_steps);
        self.value("engine", analysis.engine.as_ref());
        self.value("jobs", analysis.jobs);
        self.value("max-memory", analysis.max_memory.as_ref());
        self.value("timeout", analysis.timeout.as_ref());
        self.value("alloc-may-fail", analysis.alloc_may_fail.map(|may| if may { "yes" } else { "no" }));
        self.value("data-model", analysis.data_model.as_ref());
    }

    fn add_models(&mut self, models: &ModelsTable, folder: &Path) -> Result<(), Failure> {
        self.paths("model", folder, &models.files);
        let text = user_models::text(&models.allocators, models.noreturn.list(), models.assume_pure.list())
            .map_err(|reason| Failure::Input(format!("`{}`: [models] {reason}", folder.join(FILE_NAME).display())))?;
        if let Some(text) = text {
            self.0.push(join("--model=", &user_models::write(folder, &text)?));
        }
        Ok(())
    }

    fn add_report(&mut self, report: &ReportTable, folder: &Path) -> Result<(), Failure> {
        for format in report.format.list() {
            match format.split_once('=') {
                Some((name, file)) => self.0.push(join(&format!("--format={name}="), &inside(folder, file)?)),
                None => self.value("format", Some(format)),
            }
        }
        self.0.extend(report.baseline.iter().map(|file| join("--baseline=", &folder.join(file))));
        self.value("fail-on", report.fail_on.as_ref());
        Ok(())
    }
}

/// A project comes from elsewhere: of the programs on the path its configuration may choose a Clang, and nothing else.
fn clang_of(name: &str) -> Result<&str, Failure> {
    let number = name.strip_prefix("clang").map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    match number {
        Some(number) if number.chars().all(|c| c.is_ascii_digit()) => Ok(name),
        _ => Err(Failure::Input(format!(
            "`{name}` in {FILE_NAME}: only `clang` and `clang-N` are taken from there; say --clang or CAIRN_CLANG for another"
        ))),
    }
}

/// A project's configuration may have files written in the project, and nowhere else.
fn inside(folder: &Path, file: &str) -> Result<PathBuf, Failure> {
    let path = folder.join(file);
    let only_down = Path::new(file).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let real = |path: &Path| path.canonicalize().ok();
    let parent = path.ancestors().skip(1).find_map(real);
    let stays = parent.zip(real(folder)).is_some_and(|(parent, folder)| parent.starts_with(folder));
    if only_down && stays && !path.is_symlink() {
        return Ok(path);
    }
    Err(Failure::Input(format!("`{file}` in {FILE_NAME} does not lie in the project: name it on the command line")))
}

fn join(start: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(start);
    argument.push(path);
    argument
}

/// "unknown field `efort`, expected one of `effort`, …" with the one that was probably meant.
fn with_suggestion(message: &str) -> String {
    let Some(rest) = message.strip_prefix("unknown field `") else { return message.trim().to_owned() };
    let Some((unknown, _)) = rest.split_once('`') else { return message.to_owned() };
    let known = rest.split('`').skip(2).step_by(2);
    let nearest = known.map(|name| (distance(unknown, name), name)).min();
    match nearest {
        Some((far, name)) if far <= 1 + unknown.len() / 3 => format!("unknown key `{unknown}`; did you mean `{name}`?"),
        _ => format!("unknown key `{unknown}`{}", rest.split_once('`').map_or("", |(_, rest)| rest)),
    }
}

/// How many letters must be changed, added or removed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_key_is_an_error_with_the_nearest_name() {
        let error = parse("[analysis]\nefort = \"deep\"\n").expect_err("unknown");
        assert_eq!(error, "line 2: unknown key `efort`; did you mean `effort`?");
        let error = parse("[models]\nallocators = [{ alloc = \"x\", freee = \"y\" }]\n").expect_err("unknown");
        assert!(error.contains("did you mean `free`?"), "{error}");
        let error = parse("[anything]\n").expect_err("unknown");
        assert!(error.contains("unknown key `anything`") && error.contains("`project`"), "{error}");
        assert!(parse("[analysis]\njobs = -1\n").is_err() && parse("[[[").is_err() && parse("jobs = \u{0}").is_err());
    }

    #[test]
    fn distances_are_small_for_slips() {
        assert_eq!((distance("effort", "efort"), distance("jobs", "jobs"), distance("ab", "ba")), (1, 0, 2));
    }

    #[test]
    fn a_deeply_nested_file_is_an_error() {
        assert!(parse(&format!("a = {}", "[".repeat(200_000))).is_err());
        assert!(parse(&format!("a = {}1", "{a=".repeat(100_000))).is_err());
    }
}
