//! The text form of programs: `print` writes it, `parse` reads it back, and the two round-trip.
//!
//! ```text
//! target x86_64-pc-linux-gnu 64                       ; optional, first; this is the default
//! file 0 "list.c" in "/src"
//! type t0 = base "int" signed 4
//! type t1 = pointer t2
//! type t2 = record rec0
//! record rec0 = struct "node" size 16 align 8 { 0 t0 "value", 64 t1 "next" }
//! global @limit internal const size 4 align 4 ctype t0 = "\0a" zero 3
//! global @head size 8 align 8 = zero relocs [0: @limit+0]
//! fn @abort() noreturn                                ; no body: declared only
//! fn @sum(%p: ptr, %n: i64) -> i32 {
//!   var p: t1 param 0
//! bb0:
//!   %q = field %p, 8 of rec0.1                        !0:12:5
//!   %x = load i32, %q align 4
//!   %c = slt i32 %x, 10
//!   br %c, bb1(%x), bb2
//! bb1(%y: i32):
//!   %r: i32 = call @sum(%q, i64 7)
//!   ret %r
//! bb2:
//!   ret 0
//! }
//! ```
//!
//! - Everything that only messages need is optional: files, types, `ctype`, `of`, `var`, spans (`!file:line:col`).
//! - A literal takes its type from its place; where the place has none (arguments of calls and jumps) it says its type:
//!   `i64 7`. `null` and `@symbol+8` are pointers anywhere. Floats are decimal where that is exact for the format
//!   (formats other than f32 and f64 through f64), else their bits in hexadecimal.
//! - A result says its type (`%r: i32`) where the operation does not imply it: calls, assembly, `unsupported`.
//! - Values and blocks may have any name and may be used before they are defined. Ids follow the order of definitions,
//!   unless all values end in numbers (`%x.3`, `%3`) that are ids already; these are kept. The values `%x`, `%x.3` and
//!   `%x.old` belong to the variable that `var x` declares, if there is one.
//! - The parameters of the entry block stand in the function's head; a variadic function names its area there, too:
//!   `fn @f(%p: ptr, ... %area)`.
//! - `@f'fn3` is a symbol that the symbol table does not show under its name (one of several `static`s).
//! - Line ends mean nothing; `;` starts a comment.
//!
//! Not here: whether a program makes sense (`verify`).

mod float;
mod labels;
mod lex;
mod parse;
mod print;
mod shape;
#[cfg(test)]
mod tests;

pub use parse::parse;
pub use print::{PrintOptions, print, print_func, print_func_with, print_inst, print_with};

/// Why a text is not a program, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{col}: {message}")]
pub struct ParseError {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub col: u32,
    pub message: String,
}
