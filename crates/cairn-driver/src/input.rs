//! Looks at an input file before Clang or the reader do, so that the plainest mistakes get the plainest messages.

use crate::LoadError;
use cairn_ir::FuncOrigin;
use cairn_llvm::clang::ClangError;
use std::path::{Path, PathBuf};

/// One file to load.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Input {
    pub file: PathBuf,
    /// Flags for Clang, as the project has them.
    pub flags: Vec<String>,
    /// Where Clang runs, and what a relative `file` is relative to; the current directory if `None`.
    pub directory: Option<PathBuf>,
    /// Nobody named it: it has definitions that the program lacks, and what fails in it belongs to its callers.
    pub companion: bool,
}

/// What a file's ending says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `.c` and `.i`: Clang's business.
    Source,
    /// `.ll`.
    Llvm,
    /// `.cairn`: Cairn's own text form, as `cairn ir` prints it.
    Cairn,
}

impl Input {
    pub fn new(file: impl Into<PathBuf>, flags: &[String]) -> Input {
        Input { file: file.into(), flags: flags.to_vec(), ..Input::default() }
    }

    /// Where the file is.
    pub fn path(&self) -> PathBuf {
        self.directory.as_ref().map_or_else(|| self.file.clone(), |directory| directory.join(&self.file))
    }

    /// Who wrote its functions.
    pub(crate) fn origin(&self) -> FuncOrigin {
        if self.companion { FuncOrigin::Companion } else { FuncOrigin::User }
    }

    /// Is it something to compile, as far as its name tells?
    pub fn needs_clang(&self) -> bool {
        self.file.extension().is_none_or(|ending| ending != "ll" && ending != "cairn")
    }

    /// The kind of file, once it is sure that there is one with something in it.
    pub(crate) fn inspect(&self) -> Result<Kind, LoadError> {
        let path = self.path();
        let metadata = std::fs::metadata(&path).map_err(|error| io(&path, &error))?;
        if metadata.is_dir() {
            return Err(LoadError::Directory { file: path });
        }
        let kind = match path.extension().and_then(|ending| ending.to_str()) {
            Some("c" | "i") => Kind::Source,
            Some("ll") => Kind::Llvm,
            Some("cairn") => Kind::Cairn,
            _ => return Err(ClangError::UnknownKind { file: path }.into()),
        };
        if metadata.is_file() && metadata.len() == 0 {
            return Err(LoadError::Empty { file: path });
        }
        Ok(kind)
    }
}

/// The text of a file that must be UTF-8.
pub(crate) fn read_text(path: &Path) -> Result<String, LoadError> {
    let bytes = std::fs::read(path).map_err(|error| io(path, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count() as u32;
        LoadError::NotUtf8 { file: path.to_owned(), line }
    })
}

fn io(path: &Path, error: &std::io::Error) -> LoadError {
    let reason = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    LoadError::Io { file: path.to_owned(), reason }
}
