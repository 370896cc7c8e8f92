//! From LLVM's module to Cairn's program.
//!
//! Cairn's IR has only scalars, block parameters and a few operations; LLVM has aggregates, vectors, phis, constant
//! expressions and hundreds of intrinsics. The work by file:
//!
//! - `layout`, `shape`: sizes of types, and how aggregates split into scalars;
//! - `module`, `globals`, `constants`: symbols, initialisers, folding of constant expressions;
//! - `func`, `flow`: the skeleton of a function: blocks, phis, terminators;
//! - `inst`, `memory`, `vector`, `expr`: instructions, and constant expressions that need code;
//! - `call`, `varargs`, `primitives`, `asm`: calls of every kind;
//! - `intrinsic_names`, `intrinsics`, `float_class`, `own`: LLVM's intrinsic functions.
//!
//! Lowering never fails: what cannot be expressed becomes `Op::Unsupported` with its reason.
//!
//! Not here: the text (`read`), debug information (`debug`), linking.

mod asm;
mod call;
mod constants;
mod expr;
mod float_class;
mod flow;
mod func;
mod globals;
mod inst;
mod intrinsic_names;
mod intrinsics;
mod layout;
mod memory;
mod module;
mod own;
mod primitives;
mod shape;
mod source;
mod varargs;
mod vector;
mod words;

pub use own::is_operation;
pub use source::{DebugSource, NoDebug};

use crate::ast::Module;
use cairn_ir::{FuncOrigin, Program};
use std::sync::Arc;

/// What the caller decides about one translation unit.
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// Who wrote the functions of this module.
    pub origin: FuncOrigin,
    /// Addresses of labels (`&&label`) are `label_base + 16`, `label_base + 32`, …: numbers that belong to no object.
    pub label_base: u64,
    /// Functions of the program for which Clang writes operations (`is_operation`): they are called.
    pub own: Arc<[String]>,
}

/// Lowers one module.
pub fn program(module: &Module, debug: &mut impl DebugSource, options: &LowerOptions) -> Program {
    module::ModuleCx::new(module, debug, options.clone()).lower()
}
