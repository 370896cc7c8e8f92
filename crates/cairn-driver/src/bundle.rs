//! Writes down what is needed to see one of our own mistakes again: the program and what went wrong.

use cairn_ir::Program;
use cairn_store::Key;
use std::path::{Path, PathBuf};

/// A folder below `folder` with the linked program as text, which Cairn reads, and the message. `None` if it cannot be
/// written: the message itself has been shown.
pub fn write(folder: &Path, program: &Program, message: &str) -> Option<PathBuf> {
    let text = cairn_ir::format::print(program);
    let name = Key::of(text.as_bytes()).to_string();
    let bundle = folder.join("bundles").join(&name[..16]);
    std::fs::create_dir_all(&bundle).ok()?;
    let version = env!("CARGO_PKG_VERSION");
    let message = format!("{message}\n\nCairn {version}; to see it again: cairn check program.cairn\n");
    std::fs::write(bundle.join("program.cairn"), text).ok()?;
    std::fs::write(bundle.join("message.txt"), message).ok()?;
    Some(bundle)
}
