//! Makes `#include <cairn.h>` work: the header that is part of Cairn, put where Clang can read it.
//!
//! The folder is looked at after all others, so that a file of that name in the user's project wins.

use crate::cache::{hash128, user_folder, write};
use cairn_llvm::HEADER;
use std::path::{Path, PathBuf};

/// The flags by which a unit finds the header and knows that Cairn reads it.
pub(crate) fn flags() -> Vec<String> {
    let mut flags = vec!["-D__CAIRN__=1".to_owned()];
    // Without a place to write, Clang says that there is no such header if one is asked for.
    if let Some(folder) = folder() {
        flags.extend(["-idirafter".to_owned(), folder.display().to_string()]);
    }
    flags
}

/// A folder that holds the header of this version: the user's cache, else one for temporary files.
fn folder() -> Option<PathBuf> {
    let name = Path::new("include").join(hash128(&HEADER));
    let temporary = std::env::temp_dir().join(format!("cairn-{}", std::process::id()));
    let mut candidates = user_folder().into_iter().chain([temporary]).map(|base| base.join(&name));
    candidates.find(|folder| holds_header(&folder.join("cairn.h")))
}

/// Whatever is there must be ours, byte for byte.
fn holds_header(file: &Path) -> bool {
    let same = || std::fs::read(file).is_ok_and(|content| content == HEADER.as_bytes());
    same() || (write(file, HEADER).is_ok() && same())
}
