//! Why a program could not be loaded, with the place in the input where that is known.

use cairn_ir::DataModel;
use cairn_llvm::clang::{ClangError, Diagnostic};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub enum LoadError {
    Clang(ClangError),
    /// The operating system refused; `reason` is its message.
    Io {
        file: PathBuf,
        reason: String,
    },
    Directory {
        file: PathBuf,
    },
    Empty {
        file: PathBuf,
    },
    NotUtf8 {
        file: PathBuf,
        line: u32,
    },
    /// LLVM IR text that cannot be read. `compiled` is set when Clang wrote it just now, so that the mistake is ours.
    BadIr {
        file: PathBuf,
        line: u32,
        col: u32,
        message: String,
        compiled: bool,
    },
    /// LLVM IR text that can be read and makes no valid program.
    Invalid {
        file: PathBuf,
        message: String,
    },
    Link {
        message: String,
    },
    DataModel {
        file: PathBuf,
        wanted: DataModel,
    },
    NoInput,
    /// We broke down on this file.
    Broken {
        file: PathBuf,
        message: String,
    },
}

/// Something that the user should know and that stops nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Warning {
    pub place: Option<Place>,
    pub message: String,
}

/// A position in an input file; line 0: the whole file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Place {
    pub file: PathBuf,
    pub line: u32,
    pub col: u32,
}

impl LoadError {
    /// Is this our mistake, not the user's?
    pub fn is_internal(&self) -> bool {
        matches!(self, LoadError::BadIr { compiled: true, .. } | LoadError::Broken { .. })
    }

    /// Where the input is wrong.
    pub fn place(&self) -> Option<Place> {
        let at = |file: &Path, line: u32| Some(Place { file: file.to_owned(), line, col: 0 });
        match self {
            LoadError::Clang(ClangError::Compile { file, diagnostics }) => {
                diagnostics.iter().find_map(place_of).or_else(|| at(file, 0))
            }
            LoadError::NotUtf8 { file, line } => at(file, *line),
            LoadError::BadIr { file, line, col, compiled: false, .. } => {
                Some(Place { file: file.clone(), line: *line, col: *col })
            }
            LoadError::Io { file, .. }
            | LoadError::Directory { file }
            | LoadError::Empty { file }
            | LoadError::BadIr { file, .. }
            | LoadError::Invalid { file, .. }
            | LoadError::Broken { file, .. }
            | LoadError::DataModel { file, .. } => at(file, 0),
            LoadError::Clang(_) | LoadError::Link { .. } | LoadError::NoInput => None,
        }
    }

    /// What is wrong at that place, if the message itself is about the file as a whole.
    pub fn detail(&self) -> Option<String> {
        match self {
            LoadError::Clang(ClangError::Compile { diagnostics, .. }) => {
                diagnostics.iter().find(|d| d.error).map(|d| d.message.clone())
            }
            _ => None,
        }
    }
}

fn place_of(diagnostic: &Diagnostic) -> Option<Place> {
    let place = diagnostic.place.as_ref()?;
    Some(Place { file: place.file.clone().into(), line: place.line, col: place.col })
}

impl From<ClangError> for LoadError {
    fn from(error: ClangError) -> LoadError {
        LoadError::Clang(error)
    }
}

impl From<&Diagnostic> for Warning {
    fn from(diagnostic: &Diagnostic) -> Warning {
        Warning { place: place_of(diagnostic), message: diagnostic.message.clone() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Clang(ClangError::Compile { file, .. }) => write!(f, "`{}` does not compile", file.display()),
            LoadError::Clang(error) => error.fmt(f),
            LoadError::Io { file, reason } => write!(f, "cannot read `{}`: {reason}", file.display()),
            LoadError::Directory { file } => write!(f, "`{}` is a directory, not a file", file.display()),
            LoadError::Empty { file } => write!(f, "`{}` is empty", file.display()),
            LoadError::NotUtf8 { file, line } => write!(f, "`{}` is not valid UTF-8 (line {line})", file.display()),
            LoadError::BadIr { file, message, compiled: false, .. } => {
                write!(f, "`{}` is damaged: {message}", file.display())
            }
            LoadError::BadIr { file, line, message, compiled: true, .. } => {
                write!(f, "cannot read Clang's output for `{}` (line {line} of it): {message}", file.display())
            }
            LoadError::Invalid { file, message } => write!(f, "`{}` is not valid: {message}", file.display()),
            LoadError::Link { message } => write!(f, "cannot link: {message}"),
            LoadError::DataModel { file, wanted } => {
                write!(f, "`{}` was compiled for another data model than {}", file.display(), model_name(*wanted))
            }
            LoadError::Broken { file, message } => {
                write!(f, "internal error while reading `{}`: {message}", file.display())
            }
            LoadError::NoInput => f.write_str("no input: name at least one FILE (.c, .i or .ll)"),
        }
    }
}

fn model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    }
}

impl std::error::Error for LoadError {}
