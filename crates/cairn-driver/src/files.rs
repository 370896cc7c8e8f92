//! What files hold now, each read once: hashes of contents, and which names there are in a folder.
//!
//! A unit is compiled again when a file that it read has changed, but also when a file appeared that it would read
//! instead: a header in a folder that is searched earlier, or one that `__has_include` asks for.

use cairn_store::{Key, KeyBuilder};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// What is known of files and folders so far.
#[derive(Debug)]
pub struct Files {
    known: Mutex<Known>,
    started: SystemTime,
}

impl Default for Files {
    fn default() -> Files {
        Files { known: Mutex::default(), started: SystemTime::now() }
    }
}

#[derive(Debug, Default)]
struct Known {
    /// By path, the place in `contents`; `None` if it cannot be read.
    files: HashMap<PathBuf, Option<usize>>,
    contents: Vec<Content>,
    folders: HashMap<PathBuf, usize>,
    folder_paths: Vec<PathBuf>,
    names: HashMap<PathBuf, HashSet<OsString>>,
    /// Which of a file's spellings there are in a folder.
    present: HashMap<(usize, usize), Vec<PathBuf>>,
}

#[derive(Debug)]
struct Content {
    path: PathBuf,
    hash: Key,
    /// What a directive may look for: the names of this file, and those that it asks for.
    spellings: Vec<PathBuf>,
}

/// Parts of a name that a directive may spell: `c.h`, `b/c.h`, `a/b/c.h`.
const SPELLED_PARTS: usize = 3;

/// Headers of the system look for each other in a fixed way; what appears beside them is none of the project's business.
const SYSTEM: &[&str] = &["/usr/include", "/usr/lib", "/usr/local/lib", "/Library", "/Applications"];

/// Is it in a folder where headers and libraries of the system are?
pub(crate) fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

impl Files {
    /// Was none of the files changed since the first look at any?
    pub fn are_older(&self, directory: &Path, files: &[PathBuf]) -> bool {
        let changed = |file: &PathBuf| std::fs::metadata(directory.join(file)).and_then(|metadata| metadata.modified());
        files.iter().all(|file| changed(file).is_ok_and(|changed| changed < self.started))
    }

    /// A hash of everything that a compilation which read `files` depends on. `search` are the folders in which headers
    /// are looked for. `None` if a file cannot be read.
    pub fn state(&self, directory: &Path, files: &[PathBuf], search: &[PathBuf]) -> Option<Key> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let files: BTreeSet<PathBuf> = files.iter().map(|file| directory.join(file)).collect();
        let files = files.iter().map(|file| known.file(file)).collect::<Option<Vec<usize>>>()?;
        let mut folders: BTreeSet<PathBuf> = search.iter().map(|folder| directory.join(folder)).collect();
        let parents = files.iter().filter_map(|&file| known.contents[file].path.parent());
        folders.extend(parents.filter(|folder| !is_of_system(folder)).map(Path::to_owned));
        let folders: Vec<usize> = folders.into_iter().map(|folder| known.folder(folder)).collect();
        let mut key = KeyBuilder::new("files");
        for &file in &files {
            let content = &known.contents[file];
            key = key.bytes(content.path.as_os_str().as_encoded_bytes()).key(&content.hash);
        }
        for &folder in &folders {
            for &file in &files {
                for name in known.present(folder, file) {
                    key = key.number(folder_number(folder, &folders)).bytes(name.as_os_str().as_encoded_bytes());
                }
            }
        }
        Some(key.finish())
    }
}

/// The place of a folder among those of the unit; numbers of the run must not enter a key.
fn folder_number(folder: usize, folders: &[usize]) -> u64 {
    folders.iter().position(|&other| other == folder).unwrap_or(usize::MAX) as u64
}

impl Known {
    fn file(&mut self, path: &Path) -> Option<usize> {
        if let Some(&known) = self.files.get(path) {
            return known;
        }
        let file = std::fs::read(path).ok().map(|bytes| {
            let spellings = spellings(path).chain(asked_for(&bytes).into_iter().map(PathBuf::from)).collect();
            self.contents.push(Content { path: path.to_owned(), hash: Key::of(&bytes), spellings });
            self.contents.len() - 1
        });
        self.files.insert(path.to_owned(), file);
        file
    }

    fn folder(&mut self, path: PathBuf) -> usize {
        *self.folders.entry(path).or_insert_with_key(|path| {
            self.folder_paths.push(path.clone());
            self.folder_paths.len() - 1
        })
    }

    /// The spellings of a file that there are in a folder.
    fn present(&mut self, folder: usize, file: usize) -> &[PathBuf] {
        let Known { contents, folder_paths, names, present, .. } = self;
        present.entry((folder, file)).or_insert_with(|| {
            let spellings = contents[file].spellings.iter();
            spellings.filter(|name| exists(names, &folder_paths[folder], name)).cloned().collect()
        })
    }
}

fn exists(names: &mut HashMap<PathBuf, HashSet<OsString>>, folder: &Path, name: &Path) -> bool {
    let Some(last) = name.file_name() else { return false };
    let folder = name.parent().map_or_else(|| folder.to_owned(), |parent| folder.join(parent));
    let list = |folder: &PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name()).collect()
    };
    names.entry(folder).or_insert_with_key(list).contains(last)
}

fn spellings(file: &Path) -> impl Iterator<Item = PathBuf> + '_ {
    let parts: Vec<&OsStr> = file.iter().collect();
    let longest = parts.len().min(SPELLED_PARTS + 1);
    (1..longest).map(move |count| parts[parts.len() - count..].iter().collect())
}

/// `x.h` of `__has_include(<x.h>)` and of `__has_include("x.h")`.
fn asked_for(source: &[u8]) -> Vec<String> {
    const WORD: &[u8] = b"__has_include";
    let mut names = Vec::new();
    let mut rest = source;
    while let Some(at) = find(rest, WORD) {
        rest = &rest[at + WORD.len()..];
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let mut parts = line.splitn(3, |byte| b"<>\"".contains(byte));
        let name = parts.nth(1).and_then(|name| std::str::from_utf8(name).ok());
        names.extend(name.filter(|_| parts.next().is_some()).map(str::to_owned));
    }
    names
}

fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|&byte| byte == word[0]) {
        if bytes[from + at..].starts_with(word) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_asked_for_are_found() {
        let source = b"#if __has_include(<a/b.h>) && defined __has_include \n#if __has_include ( \"c.h\" )\n#if __has_include(X)\n";
        assert_eq!(asked_for(source), ["a/b.h", "c.h"]);
    }

    #[test]
    fn a_header_that_would_be_read_instead_changes_the_state() {
        let folder = std::env::temp_dir().join(format!("cairn-files-{}", std::process::id()));
        let (first, second) = (folder.join("first"), folder.join("second"));
        std::fs::create_dir_all(first.join("sub")).expect("temporary");
        std::fs::create_dir_all(second.join("sub")).expect("temporary");
        std::fs::write(folder.join("a.c"), "#include <sub/x.h>\n#if __has_include(<y.h>)\n#endif\n")
            .expect("temporary");
        std::fs::write(second.join("sub/x.h"), "int x;\n").expect("temporary");
        let state = || {
            let files = [PathBuf::from("a.c"), PathBuf::from("second/sub/x.h")];
            Files::default().state(&folder, &files, &[PathBuf::from("first"), second.clone()]).expect("readable")
        };
        let start = state();
        std::fs::write(folder.join("unrelated.h"), "").expect("temporary");
        assert_eq!(state(), start);
        std::fs::write(first.join("sub/x.h"), "int y;\n").expect("temporary");
        let shadowed = state();
        assert_ne!(shadowed, start);
        std::fs::write(second.join("y.h"), "").expect("temporary");
        assert_ne!(state(), shadowed);
        std::fs::remove_dir_all(&folder).expect("temporary");
    }
}
