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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_holds_the_program_and_the_message() {
        let folder = std::env::temp_dir().join(format!("cairn-bundle-{}", std::process::id()));
        let text = "fn @main() -> i32 {\nbb0:\n  ret i32 0\n}";
        let program = cairn_ir::format::parse(text).expect("a program");
        let bundle = write(&folder, &program, "two engines disagree").expect("written");
        let again = std::fs::read_to_string(bundle.join("program.cairn")).expect("written");
        let again = cairn_ir::format::parse(&again).expect("a program");
        assert_eq!(cairn_ir::format::print(&again), cairn_ir::format::print(&program));
        let message = std::fs::read_to_string(bundle.join("message.txt")).expect("written");
        assert!(message.starts_with("two engines disagree") && message.contains("cairn check program.cairn"));
        let a_file = bundle.join("message.txt");
        assert_eq!(write(&a_file, &program, ""), None, "no folder can be made there");
        std::fs::remove_dir_all(&folder).expect("temporary");
    }
}
