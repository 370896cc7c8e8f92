//! Whole programs: globals, functions, symbols, target, source files.

use super::{CTypeId, CTypes, Func, FuncId};
use cairn_base::{FileId, IdVec, Name, Names, Span, newtype_id};
use rustc_hash::FxHashMap;

newtype_id!(pub GlobalId, "g");

/// A whole program, or one translation unit before linking.
#[derive(Clone, Debug)]
pub struct Program {
    pub target: Target,
    pub names: Names,
    pub files: IdVec<FileId, SourceFile>,
    pub ctypes: CTypes,
    pub globals: IdVec<GlobalId, Global>,
    pub funcs: IdVec<FuncId, Func>,
    /// Symbols visible by name. Of `static` symbols the first of each name only; those of the other units are
    /// reached by id.
    pub symbols: FxHashMap<Name, Symbol>,
    /// Second names that a definition in another file takes over (`weak, alias`): a declaration that bears the name, and what it
    /// stands for if there is no such file.
    pub weak_aliases: Vec<(Symbol, Symbol)>,
    /// Functions to run before `main` (constructors) and after it (destructors), by priority.
    pub constructors: Vec<(u32, FuncId)>,
    pub destructors: Vec<(u32, FuncId)>,
    /// Assembly that stands outside of functions, as Clang hands it to LLVM.
    pub assembly: Vec<Name>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    Global(GlobalId),
    Func(FuncId),
}

/// What the machine that the program was compiled for looks like. Always little-endian.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// 32 or 64.
    pub pointer_bits: u32,
    /// LLVM's triple, `x86_64-pc-linux-gnu`.
    pub triple: String,
}

/// The sizes of C's integer types, as SV-COMP names them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    Ilp32,
    Lp64,
}

/// A source file by the name that the compiler used.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceFile {
    pub name: String,
    pub directory: String,
}

/// A variable with static storage.
#[derive(Clone, Debug)]
pub struct Global {
    pub name: Name,
    pub linkage: Linkage,
    pub size: u64,
    pub align: u64,
    /// Writing to it is an error.
    pub constant: bool,
    /// A string literal: it may lie in another constant that has the same bytes.
    pub shares: bool,
    pub thread_local: bool,
    /// What is not C may lead here, though it may be `static`: a section that the linker gathers, or assembly.
    pub exposed: bool,
    /// `None`: defined elsewhere.
    pub init: Option<Init>,
    pub ctype: Option<CTypeId>,
    /// The name in the source, where it differs from the symbol (`static` locals: `f.count` is `count`).
    pub source_name: Option<Name>,
    pub span: Span,
}

impl Global {
    /// Has another one the same bytes somewhere, as far as is known?
    fn may_be_part_of(&self, other: &Global) -> bool {
        let (Some(own), Some(others)) = (&self.init, &other.init) else { return true };
        let exact = [own, others].iter().all(|init| init.relocs.is_empty() && init.unsupported.is_none());
        let byte = |init: &Init, at: u64| init.bytes.get(at as usize).copied().unwrap_or(0);
        let lies_at = |start: u64| (0..self.size).all(|at| byte(own, at) == byte(others, start + at));
        let fits = || (0..=other.size - self.size).any(lies_at);
        self.size <= other.size && (!exact || fits())
    }
}

/// Initial content: bytes, with addresses written over some of them when the program starts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Init {
    /// Shorter than the global when the rest is zero.
    pub bytes: Vec<u8>,
    /// Sorted by offset, not overlapping.
    pub relocs: Vec<Reloc>,
    /// What the initialiser asked for and we cannot express; reading such a global is not to be trusted.
    pub unsupported: Option<Name>,
}

/// The address of `symbol` plus `addend`, stored as `bytes` bytes at `offset`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reloc {
    pub offset: u64,
    pub bytes: u32,
    pub symbol: Symbol,
    pub addend: i64,
}

/// How a symbol meets symbols of the same name in other translation units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// One strong definition in the whole program.
    External,
    /// `static`, string literals: private to its translation unit.
    Internal,
    /// Overridden by a strong definition; otherwise the first one counts. Weak declarations may stay undefined (null).
    Weak,
    /// A tentative definition: all of one name are one object, the largest.
    Common,
    /// An inline copy of what is defined elsewhere: used when nothing else defines it.
    AvailableExternally,
}

impl Program {
    pub fn new(target: Target) -> Program {
        Program {
            target,
            names: Names::default(),
            files: IdVec::new(),
            ctypes: CTypes::default(),
            globals: IdVec::new(),
            funcs: IdVec::new(),
            symbols: FxHashMap::default(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            weak_aliases: Vec::new(),
            assembly: Vec::new(),
        }
    }

    /// May two different variables have a byte in common? A string literal may be a part of another constant.
    pub fn may_meet(&self, a: GlobalId, b: GlobalId) -> bool {
        let (a, b) = (&self.globals[a], &self.globals[b]);
        let may_share = a.constant && b.constant && (a.shares || b.shares);
        may_share && (a.may_be_part_of(b) || b.may_be_part_of(a))
    }

    pub fn func_named(&self, name: &str) -> Option<FuncId> {
        match self.symbols.get(&self.names.get(name)?)? {
            Symbol::Func(id) => Some(*id),
            Symbol::Global(_) => None,
        }
    }

    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        match self.symbols.get(&self.names.get(name)?)? {
            Symbol::Global(id) => Some(*id),
            Symbol::Func(_) => None,
        }
    }

    pub fn func_name(&self, id: FuncId) -> &str {
        self.names.text(self.funcs[id].name)
    }

    pub fn global_name(&self, id: GlobalId) -> &str {
        self.names.text(self.globals[id].name)
    }

    /// Instructions of all defined functions, terminators included.
    pub fn inst_count(&self) -> usize {
        self.funcs.iter().filter_map(|func| func.body.as_ref()).map(|body| body.inst_count()).sum()
    }

    /// `file:line:col`, or `None` for code without a position.
    pub fn describe_span(&self, span: Span) -> Option<String> {
        if span.is_none() {
            return None;
        }
        let file = &self.files.get(span.file)?.name;
        Some(if span.col == 0 { format!("{file}:{}", span.line) } else { format!("{file}:{}:{}", span.line, span.col) })
    }
}

impl Target {
    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }

    pub fn data_model(&self) -> DataModel {
        if self.pointer_bits == 32 { DataModel::Ilp32 } else { DataModel::Lp64 }
    }

    pub fn x86_64() -> Target {
        Target { pointer_bits: 64, triple: "x86_64-pc-linux-gnu".to_owned() }
    }

    pub fn i386() -> Target {
        Target { pointer_bits: 32, triple: "i386-pc-linux-gnu".to_owned() }
    }
}
