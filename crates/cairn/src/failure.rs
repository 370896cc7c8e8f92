//! Why a command stops without doing its job, and the exit codes that say so.

use cairn_driver::LoadError;
use cairn_engine::Contradiction;
use std::fmt;
use std::path::Path;

/// Exit codes; the same for every command.
pub mod exit {
    /// A finding.
    pub const FINDING: u8 = 1;
    /// Usage, or input that cannot be used.
    pub const INPUT: u8 = 2;
    /// Nothing found, but not everything done.
    pub const OPEN: u8 = 3;
    /// Our own mistake.
    pub const INTERNAL: u8 = 5;
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
    /// Whoever reads our output went away.
    ClosedPipe,
}

impl Failure {
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Load(error) if error.is_internal() => exit::INTERNAL,
            Failure::Contradiction(_) => exit::INTERNAL,
            Failure::Load(_) | Failure::Input(_) => exit::INPUT,
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
            Failure::ClosedPipe => f.write_str("the reader of the output is gone"),
        }
    }
}
