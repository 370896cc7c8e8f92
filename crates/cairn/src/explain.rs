//! `cairn explain`: one finding or one open obligation with all that is known of it, or what is open and why.

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::{check, output};
use cairn_driver::Project;
use cairn_report::{CheckReport, Detail, Item, item_to_text, open_to_text, triage};
use clap::Args;
use std::path::{Path, PathBuf};

/// Digits of an id that are enough to mean one.
const MIN_ID: usize = 6;

/// Explain a finding or an open obligation, or what is open and what would close most of it.
///
/// Give the id of a finding (its first digits are enough) or FILE:LINE besides the files to check. A file alone, as in
/// `cairn explain list.c:28`, is checked by itself, unless it belongs to the project here. Without either, all open obligations are
/// grouped by cause.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// Only what is open for this cause, such as `unknown-function`
    #[arg(long, value_name = "CAUSE")]
    pub cause: Option<String>,
    #[command(flatten)]
    pub check: CheckArgs,
}

/// What to explain.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Selector {
    Id(String),
    Line(PathBuf, u32),
}

pub fn command(args: &ExplainArgs) -> Result<u8, Failure> {
    let mut wanted = args.check.clone();
    let selectors: Vec<Selector> = args.check.inputs.files.iter().filter_map(|file| selector(file)).collect();
    wanted.inputs.files.retain(|file| selector(file).is_none());
    for selector in &selectors {
        if let (Selector::Line(file, _), true) = (selector, wanted.inputs.files.is_empty())
            && !belongs_to_project(&wanted, file)
        {
            wanted.inputs.files.push(file.clone());
        }
    }
    let mut report = check::analyse(&wanted, Detail { heaps: !selectors.is_empty() })?;
    triage(&mut report, None, None);
    let text = match selectors.as_slice() {
        [] => open_to_text(&report, args.cause.as_deref()),
        selectors => explain(&report, selectors)?,
    };
    output::write_styled(wanted.report.output.as_deref(), &text)?;
    Ok(0)
}

/// Is it one of the files that are checked when none is named?
fn belongs_to_project(wanted: &CheckArgs, file: &Path) -> bool {
    let found = || Project::find_database(&std::env::current_dir().ok()?);
    let databases = match wanted.project.databases.is_empty() {
        true => found().into_iter().collect(),
        false => wanted.project.databases.clone(),
    };
    let project = Project::of_databases(&databases).ok();
    project.is_some_and(|mut project| project.restrict(&[file.to_owned()]).is_ok())
}

/// An id or FILE:LINE; `None` for a file.
fn selector(argument: &Path) -> Option<Selector> {
    if argument.exists() {
        return None;
    }
    let text = argument.to_str()?;
    if text.len() >= MIN_ID && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(Selector::Id(text.to_ascii_lowercase()));
    }
    let (file, line) = text.rsplit_once(':')?;
    // FILE:LINE:COLUMN, as compilers print it.
    let (file, line) = match file.rsplit_once(':') {
        Some((shorter, number)) if !Path::new(file).exists() && number.parse::<u32>().is_ok() => (shorter, number),
        _ => (file, line),
    };
    Some(Selector::Line(PathBuf::from(file), line.parse().ok()?))
}

fn explain(report: &CheckReport, selectors: &[Selector]) -> Result<String, Failure> {
    let mut texts = Vec::new();
    for selector in selectors {
        let chosen: Vec<&Item> = report.items.iter().filter(|item| selector.selects(item)).collect();
        if chosen.is_empty() {
            return Err(Failure::Input(selector.nothing()));
        }
        texts.extend(most_interesting(&chosen).into_iter().map(item_to_text));
    }
    Ok(texts.join("\n"))
}

/// What failed; if nothing did, what is open; if nothing is, what holds.
fn most_interesting<'r>(items: &[&'r Item]) -> Vec<&'r Item> {
    let failed: Vec<&Item> = items.iter().copied().filter(|item| item.fails()).collect();
    let open: Vec<&Item> = items.iter().copied().filter(|item| item.is_open()).collect();
    match (failed.is_empty(), open.is_empty()) {
        (false, _) => failed,
        (true, false) => open,
        _ => items.to_vec(),
    }
}

impl Selector {
    fn selects(&self, item: &Item) -> bool {
        match self {
            Selector::Id(id) => item.id.starts_with(id),
            Selector::Line(file, line) => {
                let place = item.finding().and_then(|finding| finding.place.as_ref()).or(item.place.as_ref());
                place.is_some_and(|place| place.line == *line && same_file(&place.path, file))
            }
        }
    }

    fn nothing(&self) -> String {
        match self {
            Selector::Id(id) => format!("no obligation has an id that starts with `{id}`"),
            Selector::Line(file, line) => format!("there is no obligation at {}:{line}", file.display()),
        }
    }
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_lines_are_told_from_files() {
        assert_eq!(selector(Path::new("3F2cb1a5")), Some(Selector::Id("3f2cb1a5".to_owned())));
        assert_eq!(selector(Path::new("no/such.c:28")), Some(Selector::Line("no/such.c".into(), 28)));
        assert_eq!(selector(Path::new("no/such.c:28:3")), Some(Selector::Line("no/such.c".into(), 28)));
        assert_eq!(selector(Path::new("no/such.c")), None);
        assert_eq!(selector(Path::new("abc")), None);
    }
}
