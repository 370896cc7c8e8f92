//! Writes results and reports: to a file, or to a standard stream whose reader may have gone away.

use crate::failure::Failure;
use cairn_report::{Page, is_page_name};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes `text` to the file, or to standard output if there is none.
pub fn write_result(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    match file {
        Some(path) => write_file(path, text),
        None => {
            let mut stdout = std::io::stdout().lock();
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
                ErrorKind::BrokenPipe => Failure::ClosedPipe,
                _ => Failure::Input(format!("cannot write to standard output: {error}")),
            })
        }
    }
}

/// Writes text with colours to the file (without them), or to standard output: in colour if that is a terminal.
pub fn write_styled(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    if file.is_some() || anstream::AutoStream::choice(&std::io::stdout()) == anstream::ColorChoice::Never {
        return write_result(file, &anstream::adapter::strip_str(text).to_string());
    }
    write_result(None, text)
}

/// Writes `text` to the file, or to standard error: in colour if that is a terminal.
pub fn write_report(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    match file {
        Some(path) => write_file(path, &anstream::adapter::strip_str(text).to_string()),
        None => {
            // Nobody is left to be told if standard error is closed.
            _ = anstream::stderr().lock().write_all(text.as_bytes());
            Ok(())
        }
    }
}

/// Puts a file in its place at once: readers see all of it or what was there, and a link is replaced, not followed.
pub fn replace_file(path: &Path, text: &str) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}", std::process::id()));
    let temporary = path.with_file_name(name);
    std::fs::write(&temporary, text)
        .and_then(|()| std::fs::rename(&temporary, path))
        .map_err(|error| Failure::file("write", path, &error))
}

/// Writes pages into a folder, and removes those of an earlier report that are not among them.
pub fn write_pages(folder: &Path, pages: &[Page]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
    for page in pages {
        write_file(&folder.join(&page.name), &page.content)?;
    }
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::file("read", folder, &error))?;
    for entry in entries.flatten() {
        let old = entry
            .file_name()
            .to_str()
            .is_some_and(|name| is_page_name(name) && !pages.iter().any(|page| page.name == name));
        if old {
            // A page that cannot be removed is only stale: nothing links to it.
            _ = std::fs::remove_file(entry.path());
        }
    }
    Ok(())
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::file("write", path, &error))
}
