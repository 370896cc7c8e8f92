//! What was changed since a git revision, line by line. Runs `git` and nothing that the repository could name itself.

use crate::failure::Failure;
use cairn_report::Changes;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The lines that differ from the revision in the work tree around the current folder; new files count as a whole.
pub fn changes(revision: &str) -> Result<Changes, Failure> {
    if revision.is_empty() || revision.starts_with('-') {
        return Err(Failure::Input(format!("`{revision}` is no git revision")));
    }
    let root = git(&["rev-parse", "--show-toplevel"])?;
    let root = PathBuf::from(root.trim_end_matches('\n'));
    let root = root.canonicalize().unwrap_or(root);
    let commit = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")])
        .map_err(|_| Failure::Input(format!("git knows no revision `{revision}`")))?;
    let diff = git(&[
        "-c",
        "core.quotePath=false",
        "diff",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--no-renames",
        "--src-prefix=a/",
        "--dst-prefix=b/",
        "--unified=0",
        commit.trim(),
        "--",
        &format!("{}", root.display()),
    ])?;
    let mut changes = parse_diff(&root, &diff);
    let new = git(&[
        "ls-files",
        "--others",
        "--exclude-standard",
        "--full-name",
        "-z",
        "--",
        &format!("{}", root.display()),
    ])?;
    for name in new.split('\0').filter(|name| !name.is_empty()) {
        changes.files.insert(root.join(name), vec![(1, u32::MAX)]);
    }
    Ok(changes)
}

fn git(args: &[&str]) -> Result<String, Failure> {
    let failed = |why: String| Failure::Input(format!("--since needs git: {why}"));
    let mut command = Command::new("git");
    // A hook or a monitor that the repository configures must not run because somebody asked for a report.
    command.args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]).args(args).stdin(Stdio::null());
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Lines of the new side, by file.
fn parse_diff(root: &Path, diff: &str) -> Changes {
    let mut changes = Changes::default();
    let mut file: Option<PathBuf> = None;
    // In a diff without context, lines of content start with `+` or `-`; a header comes before them.
    let mut in_header = false;
    for line in diff.lines() {
        if line.starts_with("diff --git ") {
            (in_header, file) = (true, None);
        } else if in_header && line.starts_with("+++ ") {
            file = line["+++ ".len()..].strip_prefix("b/").map(|name| root.join(name.trim_end_matches('\t')));
        } else if let (Some(hunk), Some(file)) = (line.strip_prefix("@@ "), &file) {
            in_header = false;
            changes.files.entry(file.clone()).or_default().extend(new_lines(hunk));
        }
    }
    changes
}

/// `-1,2 +3,4 @@`: lines 3 to 6. Where lines were only removed, the line before and the one after.
fn new_lines(hunk: &str) -> Option<(u32, u32)> {
    let new = hunk.split(' ').find_map(|word| word.strip_prefix('+'))?;
    let (start, count) = new.split_once(',').unwrap_or((new, "1"));
    let (start, count): (u32, u32) = (start.parse().ok()?, count.parse().ok()?);
    Some(if count == 0 { (start, start.saturating_add(1)) } else { (start, start.saturating_add(count - 1)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_name_the_new_lines() {
        let diff = "diff --git a/x y.c b/x y.c\n--- a/x y.c\n+++ b/x y.c\t\n@@ -1,2 +3,4 @@ int f\n+++ not a header\n@@ -9 +9,0 @@\n\
                    diff --git a/gone.c b/gone.c\n--- a/gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n";
        let changes = parse_diff(Path::new("/r"), diff);
        assert_eq!(changes.files.into_iter().collect::<Vec<_>>(), [("/r/x y.c".into(), vec![(3, 6), (9, 10)])]);
    }
}
