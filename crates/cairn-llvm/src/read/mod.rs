//! Reads LLVM IR text, as Clang 14 and later print it, into `ast::Module`.
//!
//! One pass over the bytes without a token stream: each part of the grammar is a method of `Reader` that leaves the
//! cursor behind what it read. Metadata nodes are only indexed (`debug::Metadata`) and parsed when somebody asks.
//! Attributes that nothing needs are skipped. What remains is checked as far as this crate relies on it: locals and
//! labels are defined exactly once, blocks end in terminators, types do not contain themselves.
//!
//! Not here: the meaning of metadata (`debug`), type checking of operands, Cairn's IR (`lower`).

mod attr;
mod call;
mod constant;
mod cursor;
mod dbg_record;
mod func;
mod inst;
mod literal;
mod locals;
mod memory;
mod symbol;
mod top;
mod types;

pub(crate) use symbol::unescape;

use crate::ast::{Module, Type, TypeId};
use crate::debug::Metadata;
use cursor::Cursor;
use rustc_hash::FxHashMap;
use std::fmt;

/// Why a text is not a module, and where. Line and column count from 1, columns in bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ReadError {
    pub line: u32,
    pub col: u32,
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.col, self.message)
    }
}

/// Internal result: the error is boxed to keep the good path small.
type Res<T> = Result<T, Box<ReadError>>;

/// Nesting of types, constants and metadata that is accepted; Clang's own output stays far below.
const MAX_DEPTH: u32 = 200;

/// Parses a whole module.
pub fn module(text: &str) -> Result<(Module<'_>, Metadata<'_>), ReadError> {
    if u32::try_from(text.len()).is_err() {
        return Err(ReadError { line: 1, col: 1, message: "modules of 4 GiB and more are not supported".to_owned() });
    }
    let mut reader = Reader::new(text);
    match reader.read_module() {
        Ok(()) => Ok((reader.module, reader.metadata)),
        Err(error) => Err(*error),
    }
}

/// The state of reading one module.
struct Reader<'a> {
    cur: Cursor<'a>,
    module: Module<'a>,
    metadata: Metadata<'a>,
    types: types::TypeNames<'a>,
    symbols: symbol::SymbolNames<'a>,
    groups: attr::Groups,
    /// The function being read; its tables are reused by the next one.
    func: func::FuncState<'a>,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut module = Module::default();
        let types = types::TypeNames::new(&mut module.types);
        Reader {
            cur: Cursor::new(text),
            module,
            metadata: Metadata::new(text),
            types,
            symbols: symbol::SymbolNames::default(),
            groups: attr::Groups::default(),
            func: func::FuncState::default(),
            depth: 0,
        }
    }

    /// Runs `parse` one level deeper, or fails when the text nests too deeply.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        if self.depth >= MAX_DEPTH {
            return self.cur.fail("nested too deeply");
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn intern(&mut self, ty: Type<'a>) -> TypeId {
        self.types.intern(&mut self.module.types, ty)
    }
}

/// A map with the fast hash used throughout the reader.
type Map<K, V> = FxHashMap<K, V>;
