//! Why a command stops without doing its job, and the exit codes that say so.

use cairn_driver::{DatabaseError, LoadError};
use cairn_engine::Contradiction;
use std::fmt;
use std::path::{Path, PathBuf};

/// Exit codes; the same for every command.
pub mod exit {
    /// A finding.
    pub const FINDING: u8 = 1;
    /// Usage, or input that cannot be used.
    pub const INPUT: u8 = 2;
    /// Nothing found, but not everything done.
    pub const OPEN: u8 = 3;
    /// Some of the input could not be used.
    pub const PARTIAL: u8 = 4;
    /// Our own mistake.
    pub const INTERNAL: u8 = 5;
    /// Ended by a signal, whose number is added, as shells do it.
    pub const SIGNAL: u8 = 128;
    /// What a shell says of a program that `abort()` ended: 128 + SIGABRT.
    pub const ABORT: u8 = 134;
}

/// A command cannot do its job.
#[derive(Debug)]
pub enum Failure {
    Load(LoadError),
    /// A wrong value on the command line, a file that cannot be read or written.
    Input(String),
    /// Two engines disagree: one of them is wrong.
    Contradiction(Contradiction),
    /// Our own mistake, written down in a folder if that was possible.
    Internal {
        message: String,
        bundle: Option<PathBuf>,
    },
    /// No file was named, and there is no compilation database.
    NothingToCheck,
    /// By a signal, when so many programs were done.
    Interrupted {
        done: usize,
        signal: u8,
    },
    /// Whoever reads our output went away.
    ClosedPipe,
}

impl Failure {
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Load(error) if error.is_internal() => exit::INTERNAL,
            Failure::Contradiction(_) | Failure::Internal { .. } => exit::INTERNAL,
            Failure::Load(_) | Failure::Input(_) | Failure::NothingToCheck => exit::INPUT,
            Failure::Interrupted { signal, .. } => exit::SIGNAL + signal,
            Failure::ClosedPipe => 0,
        }
    }

    /// A file that the command itself reads or writes.
    pub fn file(what: &str, path: &Path, error: &std::io::Error) -> Failure {
        Failure::Input(format!("cannot {what} `{}`: {error}", path.display()))
    }
}

impl From<Contradiction> for Failure {
    fn from(contradiction: Contradiction) -> Failure {
        Failure::Contradiction(contradiction)
    }
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Failure {
        Failure::Load(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Load(error) => error.fmt(f),
            Failure::Input(message) => f.write_str(message),
            Failure::Contradiction(contradiction) => {
                let version = env!("CARGO_PKG_VERSION");
                write!(
                    f,
                    "internal error: {contradiction}. This is a mistake in Cairn {version}; please report it with the input"
                )
            }
            Failure::Internal { message, bundle } => {
                let version = env!("CARGO_PKG_VERSION");
                write!(f, "internal error: {message}. This is a mistake in Cairn {version}; please report it with ")?;
                match bundle {
                    Some(folder) => write!(f, "the folder `{}`", folder.display()),
                    None => f.write_str("the input"),
                }
            }
            Failure::NothingToCheck => f.write_str(
                "nothing to check: name C files, name a compilation database with -p, or record your build: cairn capture -- make",
            ),
            Failure::Interrupted { done, .. } => {
                write!(f, "interrupted; what is done is kept ({done} programs), and the next run goes on from there")
            }
            Failure::ClosedPipe => f.write_str("the reader of the output is gone"),
        }
    }
}
