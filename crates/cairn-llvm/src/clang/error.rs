//! What can go wrong between a source file and its IR text.

use super::OLDEST;
use std::fmt;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub enum ClangError {
    /// No usable Clang on `PATH`; those that are too old, with their versions.
    NotFound {
        too_old: Vec<(PathBuf, String)>,
    },
    /// The program named by `by` does not run, or is something else.
    NotClang {
        by: &'static str,
        path: PathBuf,
    },
    TooOld {
        by: &'static str,
        path: PathBuf,
        version: String,
    },
    /// The program could not be started or ended without a word.
    Run {
        path: PathBuf,
        reason: String,
    },
    /// The file does not compile. `diagnostics` holds at least one error.
    Compile {
        file: PathBuf,
        diagnostics: Vec<Diagnostic>,
    },
    /// Clang was stopped on this file, because it used too much.
    Limit {
        file: PathBuf,
        reason: String,
    },
    /// The ending says neither C nor LLVM IR.
    UnknownKind {
        file: PathBuf,
    },
}

/// One line that Clang prints about the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// `None` for errors that concern no place, such as an unknown flag.
    pub place: Option<Place>,
    pub error: bool,
    pub message: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub col: u32,
}

impl Diagnostic {
    /// Reads `file:line:col: error: message`, `clang: error: message` and the like; `None` for other lines.
    pub fn parse(line: &str) -> Option<Diagnostic> {
        let (head, message, error) = split_severity(line)?;
        Some(Diagnostic { place: Place::parse(head), error, message: message.trim().to_owned() })
    }

    /// The warning group that Clang names at the end: `implicit-int` of `… [-Wimplicit-int]`.
    pub fn group(&self) -> Option<&str> {
        self.message.strip_suffix(']')?.rsplit_once("[-W").map(|(_, group)| group)
    }
}

fn split_severity(line: &str) -> Option<(&str, &str, bool)> {
    let markers = [("fatal error: ", true), ("error: ", true), ("warning: ", false)];
    markers.iter().find_map(|&(marker, error)| {
        let at = line.find(marker)?;
        let head = &line[..at];
        (head.is_empty() || head.ends_with(": ")).then(|| (head, &line[at + marker.len()..], error))
    })
}

impl Place {
    /// Reads `dir/x.c:3:14: `.
    fn parse(head: &str) -> Option<Place> {
        let mut parts = head.trim_end().trim_end_matches(':').rsplitn(3, ':');
        let col = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        Some(Place { file: parts.next()?.to_owned(), line, col })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}:{}: ", place.file, place.line, place.col)?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for ClangError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClangError::NotFound { too_old } => {
                write!(f, "no usable Clang found: install Clang {OLDEST} or newer (for example the package clang-19)")?;
                f.write_str(", or name one with --clang or CAIRN_CLANG")?;
                for (path, version) in too_old {
                    write!(f, "; {} is too old ({version})", path.display())?;
                }
                Ok(())
            }
            ClangError::NotClang { by, path } => {
                write!(f, "{by}: `{}` does not run or is not Clang", path.display())
            }
            ClangError::TooOld { by, path, version } => {
                write!(f, "{by}: `{}` is too old ({version}); Clang {OLDEST} or newer is needed", path.display())
            }
            ClangError::Run { path, reason } => write!(f, "`{}` failed: {reason}", path.display()),
            ClangError::Compile { file, diagnostics } => {
                write!(f, "{} does not compile", file.display())?;
                diagnostics.iter().find(|d| d.error).map_or(Ok(()), |first| write!(f, ": {first}"))
            }
            ClangError::Limit { file, reason } => write!(f, "{}: {reason}", file.display()),
            ClangError::UnknownKind { file } => {
                write!(f, "{}: what kind of file is this? Cairn reads `.c`, `.h`, `.i` and `.ll`", file.display())
            }
        }
    }
}

impl std::error::Error for ClangError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_are_read_with_their_place() {
        let parsed =
            Diagnostic::parse("a:b/x.c:3:14: error: use of undeclared identifier 'error: y'").expect("an error");
        assert_eq!(parsed.place, Some(Place { file: "a:b/x.c".to_owned(), line: 3, col: 14 }));
        assert_eq!((parsed.error, parsed.message.as_str()), (true, "use of undeclared identifier 'error: y'"));
        let flag = Diagnostic::parse("clang-19: error: unknown argument: '-fxx'").expect("an error");
        assert_eq!((flag.place, flag.message.as_str()), (None, "unknown argument: '-fxx'"));
        let warning =
            Diagnostic::parse("x.c:1:1: warning: type specifier missing [-Wimplicit-int]").expect("a warning");
        assert_eq!((warning.error, warning.group()), (false, Some("implicit-int")));
        assert_eq!(Diagnostic::parse("2 errors generated."), None);
        assert_eq!(Diagnostic::parse("x.c:1:1: note: declared here"), None);
        let fatal = Diagnostic::parse("x.c:1:10: fatal error: 'no.h' file not found").expect("an error");
        assert_eq!((fatal.error, fatal.message.as_str()), (true, "'no.h' file not found"));
    }
}
