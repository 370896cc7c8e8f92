//! The project's folder `.cairn`: opens the store in it, and says what there is to say about it.

use crate::config;
use crate::failure::Failure;
use crate::project_args::ProjectArgs;
use cairn_store::{Secret, Store};
use std::path::{Path, PathBuf};

/// The store to use; one that keeps nothing if the user wants none, or if `keeps` is false.
pub fn open(folder: &Path, args: &ProjectArgs, keeps: bool) -> Result<Store, Failure> {
    if args.no_cache || !keeps {
        return Ok(Store::none());
    }
    Ok(open_in(folder).unwrap_or_else(|| {
        anstream::eprintln!("note: there is no folder for the user's own files: results are not kept");
        Store::none()
    }))
}

/// Opens the store in a folder to write to it.
pub fn open_in(folder: &Path) -> Option<Store> {
    let store = Store::open(folder, secret()?);
    hide_from_git(folder);
    Some(store)
}

/// Where results are kept if nobody says otherwise: in the nearest folder that has a `.cairn` or a configuration.
pub fn folder_here() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let is_root = |folder: &&Path| folder.join(".cairn").is_dir() || folder.join(config::FILE_NAME).is_file();
    here.ancestors().find(is_root).unwrap_or(&here).join(".cairn")
}

/// Looks at a store without changing it.
pub fn inspect(folder: &Path) -> Option<Store> {
    secret().map(|secret| Store::inspect(folder, secret))
}

pub fn say_notices(store: &Store) {
    for notice in store.take_notices() {
        anstream::eprintln!("note: {notice}");
    }
}

/// What is kept is nobody else's business.
fn hide_from_git(folder: &Path) {
    let file = folder.join(".gitignore");
    if folder.is_dir() && file.symlink_metadata().is_err() {
        // A file that cannot be written costs nothing but a line in `git status`.
        _ = std::fs::write(file, "*\n");
    }
}

/// The user's own secret, in the user's own folder.
fn secret() -> Option<Secret> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Secret::of_user(&base.join("cairn").join("secret")).ok()
}
