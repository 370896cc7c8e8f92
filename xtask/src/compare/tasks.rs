//! Tasks: which files belong together, and what the suite says of them.

use super::truth::Truth;
use crate::suite::juliet_cases;
use std::path::{Path, PathBuf};

/// Files that are checked together.
pub struct Task {
    pub name: String,
    /// The row of the table that it counts in.
    pub group: String,
    pub files: Vec<PathBuf>,
    pub truth: Truth,
}

/// All tasks below the paths. A Juliet checkout gives its own folder for `#include`.
pub fn find(paths: &[PathBuf], cwes: &[u32], include: &mut Vec<PathBuf>) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    for path in paths {
        let path = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        let testcases = path.join("testcases");
        if testcases.is_dir() {
            include.push(path.join("testcasesupport"));
            tasks.extend(juliet(&testcases, cwes)?);
        } else {
            tasks.extend(plain(&path)?);
        }
    }
    Ok(tasks)
}

fn juliet(testcases: &Path, cwes: &[u32]) -> Result<Vec<Task>, String> {
    let cases = juliet_cases(testcases, cwes)?;
    Ok(cases
        .into_iter()
        .map(|(cwe, name, files)| Task { name, group: format!("Juliet CWE-{cwe}"), files, truth: Truth::juliet(cwe) })
        .collect())
}

fn plain(path: &Path) -> Result<Vec<Task>, String> {
    let mut files = Vec::new();
    collect(path, &mut files)?;
    files.sort();
    let preprocessed: Vec<PathBuf> =
        files.iter().filter(|file| ends_with(file, "i")).map(|file| file.with_extension("")).collect();
    // Of a preprocessed file and its source, one is enough.
    files.retain(|file| !(ends_with(file, "c") && preprocessed.contains(&file.with_extension(""))));
    let group = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(files
        .into_iter()
        .map(|file| {
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            Task { truth: Truth::of_name(&name), name, group: group.clone(), files: vec![file] }
        })
        .collect())
}

fn ends_with(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|found| found == extension)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(fail)? {
        let entry = entry.map_err(fail)?.path();
        if entry.is_dir() {
            collect(&entry, files)?;
        } else if ends_with(&entry, "c") || ends_with(&entry, "i") {
            files.push(entry);
        }
    }
    Ok(())
}
