//! Positions in source files.

use crate::newtype_id;
use serde::{Deserialize, Serialize};

newtype_id!(
    /// A source file of the program's file table.
    pub FileId, "file"
);

/// Where something stands in the source. Line and column count from 1; line 0 means "nowhere".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Span {
    pub file: FileId,
    pub line: u32,
    pub col: u32,
}

impl Span {
    pub const fn new(file: FileId, line: u32, col: u32) -> Self {
        Self { file, line, col }
    }

    /// No position: compiler-made code, or input without debug information.
    pub const NONE: Span = Span { file: FileId::ZERO, line: 0, col: 0 };

    pub const fn is_none(self) -> bool {
        self.line == 0
    }
}

impl FileId {
    const ZERO: FileId = FileId(0);
}

impl Default for Span {
    fn default() -> Self {
        Self::NONE
    }
}
