//! Names files as they are seen from a folder. The compiler names them relative to where it ran, or to a folder above; a
//! report that was kept must not depend on where it is read.

use crate::check::{CheckReport, Item, ItemVerdict};
use crate::finding::Finding;
use crate::source::Place;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

impl CheckReport {
    /// Names all files as they are seen from this folder, and sorts by these names.
    pub fn seen_from(&mut self, here: &Path) {
        let mut names: HashMap<PathBuf, String> = HashMap::new();
        let mut rename = |place: &mut Place| {
            let name = names.entry(place.path.clone()).or_insert_with(|| shown_name(here, &place.file, &place.path));
            place.file.clone_from(name);
        };
        self.items.iter_mut().for_each(|item| of_item(item, &mut rename));
        self.unread.iter_mut().filter_map(|unread| unread.place.as_mut()).for_each(&mut rename);
        self.items.sort_by(|a, b| a.order().cmp(&b.order()));
    }
}

fn of_item(item: &mut Item, rename: &mut impl FnMut(&mut Place)) {
    item.place.iter_mut().for_each(&mut *rename);
    match &mut item.verdict {
        ItemVerdict::Refuted { finding, .. } => of_finding(finding, rename),
        ItemVerdict::Open { causes, .. } => causes.iter_mut().filter_map(|cause| cause.place.as_mut()).for_each(rename),
        ItemVerdict::Proved(_) | ItemVerdict::Unreachable(_) => {}
    }
}

fn of_finding(finding: &mut Finding, rename: &mut impl FnMut(&mut Place)) {
    finding.place.iter_mut().for_each(&mut *rename);
    finding.notes.iter_mut().filter_map(|note| note.place.as_mut()).for_each(&mut *rename);
    finding.stack.iter_mut().filter_map(|frame| frame.place.as_mut()).for_each(&mut *rename);
    finding.path.steps.iter_mut().filter_map(|step| step.place.as_mut()).for_each(rename);
}

/// A file as seen from a folder.
fn shown_name(here: &Path, name: &str, path: &Path) -> String {
    if !path.is_absolute() || path == here.join(name) {
        return name.to_owned();
    }
    let plain = without_detours(path);
    match plain.strip_prefix(here) {
        Ok(inside) => inside.display().to_string(),
        // Text that was compiled elsewhere names files that are not here.
        Err(_) if !path.exists() => name.to_owned(),
        Err(_) => plain.display().to_string(),
    }
}

/// `a/../b` is `b`, and `./b`, too.
fn without_detours(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => _ = out.pop(),
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_seen_from_here() {
        let here = Path::new("/home/me/project");
        let shown = |directory: &str, name: &str| shown_name(here, name, &Path::new(directory).join(name));
        assert_eq!(shown("/home/me/project", "src/a.c"), "src/a.c");
        assert_eq!(shown("/home/me/project/build", "../src/a.c"), "src/a.c");
        assert_eq!(shown("/home/me", "project/a.c"), "a.c");
        assert_eq!(shown("/home/other", "a.c"), "a.c", "not on this machine");
        assert_eq!(shown("/", "proc/self/status"), "/proc/self/status");
    }
}
