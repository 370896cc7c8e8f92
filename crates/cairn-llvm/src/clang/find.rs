//! Finds a Clang that is new enough.
//!
//! Order: the one that the user names (`--clang`), the variable `CAIRN_CLANG`, then `clang` and `clang-N` on `PATH`.
//! One that the user names is used or refused, never replaced by another.

use super::ClangError;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest Clang whose IR text has opaque pointers, which the reader relies on.
pub const OLDEST: u32 = 15;

/// Tried in this order after plain `clang`.
const NEWEST: u32 = 22;

/// A Clang that runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clang {
    pub path: PathBuf,
    pub version: Version,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Version {
    pub major: u32,
    /// The whole first line of `clang --version`.
    pub text: String,
}

/// The Clang to use; `explicit` is what the user asked for.
pub fn find(explicit: Option<&Path>) -> Result<Clang, ClangError> {
    if let Some(path) = explicit {
        return named("--clang", path);
    }
    match env::var_os("CAIRN_CLANG") {
        Some(path) if !path.is_empty() => named("CAIRN_CLANG", Path::new(&path)),
        _ => on_path(env::var_os("PATH").unwrap_or_default()),
    }
}

fn named(by: &'static str, path: &Path) -> Result<Clang, ClangError> {
    match probe(path) {
        Some(version) if version.major >= OLDEST => Ok(Clang { path: path.to_owned(), version }),
        Some(version) => Err(ClangError::TooOld { by, path: path.to_owned(), version: version.text }),
        None => Err(ClangError::NotClang { by, path: path.to_owned() }),
    }
}

fn on_path(path: OsString) -> Result<Clang, ClangError> {
    let mut too_old = Vec::new();
    let numbered = (OLDEST..=NEWEST).rev().map(|major| format!("clang-{major}"));
    for name in std::iter::once("clang".to_owned()).chain(numbered) {
        let Some(program) = lookup(&path, &name) else { continue };
        match probe(&program) {
            Some(version) if version.major >= OLDEST => return Ok(Clang { path: program, version }),
            Some(version) => too_old.push((program, version.text)),
            None => {}
        }
    }
    Err(ClangError::NotFound { too_old })
}

fn lookup(path: &OsString, name: &str) -> Option<PathBuf> {
    let program = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(path).map(|dir| dir.join(&program)).find(|candidate| candidate.is_file())
}

/// Asks the program for its version; `None` if it does not run or is no Clang.
fn probe(program: &Path) -> Option<Version> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    version_of(&String::from_utf8_lossy(&output.stdout))
}

/// Reads `Debian clang version 19.1.7 (3)` or `Apple clang version 17.0.0 (clang-1700.0.13.3)`.
fn version_of(output: &str) -> Option<Version> {
    let text = output.lines().next()?.trim();
    let (_, number) = text.split_once("clang version ")?;
    let major = number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
    Some(Version { major, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_what_vendors_print() {
        let major = |text: &str| version_of(text).map(|version| version.major);
        assert_eq!(major("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64\n"), Some(19));
        assert_eq!(major("clang version 15.0.6"), Some(15));
        assert_eq!(major("Apple clang version 17.0.0 (clang-1700.0.13.3)"), Some(17));
        assert_eq!(major("gcc (Debian 12.2.0) 12.2.0"), None);
        assert_eq!(major(""), None);
    }

    #[test]
    fn a_path_without_clang_says_what_to_install() {
        let error = on_path("/nonexistent".into()).expect_err("there is nothing");
        assert!(error.to_string().contains("install Clang 15 or newer"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn an_old_clang_is_skipped_and_a_newer_one_taken() {
        let dir = env::temp_dir().join(format!("cairn-find-{}", std::process::id()));
        fake_clang(&dir, "clang", "clang version 14.0.6");
        let error = on_path(dir.clone().into()).expect_err("14 is too old");
        assert!(error.to_string().contains("14.0.6"), "{error}");
        fake_clang(&dir, "clang-17", "clang version 17.0.1");
        assert_eq!(on_path(dir.clone().into()).expect("there is one").version.major, 17);
        let named = named("--clang", &dir.join("clang")).expect_err("named ones are not replaced");
        assert!(named.to_string().contains("--clang"), "{named}");
        std::fs::remove_dir_all(&dir).expect("temporary");
    }

    #[cfg(unix)]
    fn fake_clang(dir: &Path, name: &str, version: &str) {
        use std::os::unix::fs::PermissionsExt;
        std::fs::create_dir_all(dir).expect("temporary");
        let program = dir.join(name);
        std::fs::write(&program, format!("#!/bin/sh\necho '{version}'\n")).expect("temporary");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("temporary");
    }
}
