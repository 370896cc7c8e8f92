//! Debug information: from metadata nodes to the names, files, positions and C types of a `cairn_ir::Program`.
//!
//! Nodes are parsed when they are asked for, once where that pays. Everything is optional: a module without debug
//! information, or with nodes nobody understands, answers `None` or `Span::NONE`.
//!
//! `index` finds nodes, `node` takes them apart, `ctype` builds C types, `record` finds them by LLVM's type names.
//! Not here: variables' values and where they live (debug records, read with the instructions).

mod ctype;
mod index;
mod node;
mod record;

pub use index::Metadata;
pub use node::{Items, Node, Value};

use crate::ast::MdId;
use cairn_base::{FileId, Name, Span};
use cairn_ir::{CTypeId, Program, SourceFile, Var};
use rustc_hash::FxHashMap;

/// A scope's chain of parents is followed this far for its file.
const MAX_SCOPES: usize = 256;

/// What a `DISubprogram` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FuncDebug {
    pub name: Option<Name>,
    pub span: Span,
    pub ctype: Option<CTypeId>,
}

/// What a `DIGlobalVariable` says; string literals have no name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GlobalDebug {
    pub name: Option<Name>,
    pub span: Span,
    pub ctype: Option<CTypeId>,
}

/// Answers questions about one module's debug information and fills one program's `files`, `names` and `ctypes`.
pub struct DebugInfo<'a> {
    metadata: Metadata<'a>,
    files: FxHashMap<MdId, Option<FileId>>,
    /// Equal files of different nodes are one.
    known_files: FxHashMap<SourceFile, FileId>,
    scopes: FxHashMap<MdId, Option<FileId>>,
    /// Neighbouring instructions often share their location.
    last: Option<(MdId, Span)>,
    types: ctype::TypeMemo,
    by_name: Option<record::RecordNames<'a>>,
}

/// The fields that declarations of all kinds share.
#[derive(Default)]
struct Declared<'a> {
    name: Option<std::borrow::Cow<'a, str>>,
    file: Option<MdId>,
    line: u32,
    ty: Option<MdId>,
    arg: u32,
}

impl<'a> DebugInfo<'a> {
    pub fn new(metadata: Metadata<'a>) -> Self {
        DebugInfo {
            types: ctype::TypeMemo::new(&metadata),
            metadata,
            files: FxHashMap::default(),
            known_files: FxHashMap::default(),
            scopes: FxHashMap::default(),
            last: None,
            by_name: None,
        }
    }

    /// Where a `DILocation` points.
    pub fn span(&mut self, program: &mut Program, location: MdId) -> Span {
        if let Some((last, span)) = self.last
            && last == location
        {
            return span;
        }
        let span = self.location(program, location).unwrap_or(Span::NONE);
        self.last = Some((location, span));
        span
    }

    /// A function's name, position and type from its `DISubprogram`.
    pub fn func(&mut self, program: &mut Program, subprogram: MdId) -> Option<FuncDebug> {
        let declared = self.declared(subprogram, "DISubprogram")?;
        let (name, span, ctype) = self.resolve(program, declared);
        Some(FuncDebug { name, span, ctype })
    }

    /// A variable or parameter from its `DILocalVariable`; `None` if it has no name.
    pub fn var(&mut self, program: &mut Program, var: MdId) -> Option<Var> {
        let declared = self.declared(var, "DILocalVariable")?;
        let param = declared.arg.checked_sub(1);
        let (name, span, ty) = self.resolve(program, declared);
        Some(Var { name: name?, ty, span, param })
    }

    /// A global from its `DIGlobalVariableExpression`.
    pub fn global(&mut self, program: &mut Program, expression: MdId) -> Option<GlobalDebug> {
        let node = self.node(expression)?;
        let var = match node.kind {
            "DIGlobalVariableExpression" => node.fields().find(|(key, _)| *key == "var")?.1.node()?,
            _ => expression,
        };
        let declared = self.declared(var, "DIGlobalVariable")?;
        let (name, span, ctype) = self.resolve(program, declared);
        Some(GlobalDebug { name, span, ctype })
    }

    fn node(&self, id: MdId) -> Option<Node<'a>> {
        Node::new(self.metadata.text(id)?)
    }

    fn location(&mut self, program: &mut Program, location: MdId) -> Option<Span> {
        let node = self.node(location).filter(|node| node.kind == "DILocation")?;
        let (mut line, mut col, mut scope) = (0, 0, None);
        for (key, value) in node.fields() {
            match key {
                "line" => line = value.small(),
                "column" => col = value.small(),
                "scope" => scope = value.node(),
                _ => {}
            }
        }
        let file = self.scope_file(program, scope?)?;
        Some(span_at(file, line, col))
    }

    /// The file of a lexical block or function: its own, or that of the nearest scope around it that has one.
    fn scope_file(&mut self, program: &mut Program, scope: MdId) -> Option<FileId> {
        if let Some(&known) = self.scopes.get(&scope) {
            return known;
        }
        let mut file = None;
        let mut next = Some(scope);
        for _ in 0..MAX_SCOPES {
            let Some(node) = next.take().and_then(|id| self.node(id)) else { break };
            for (key, value) in node.fields() {
                match key {
                    "file" => file = value.node(),
                    "scope" => next = value.node(),
                    _ => {}
                }
            }
            if file.is_some() {
                break;
            }
        }
        let id = file.and_then(|file| self.file(program, file));
        self.scopes.insert(scope, id);
        id
    }

    /// The program's file for a `DIFile`.
    fn file(&mut self, program: &mut Program, id: MdId) -> Option<FileId> {
        if let Some(&known) = self.files.get(&id) {
            return known;
        }
        let file = self.node(id).filter(|node| node.kind == "DIFile").map(source_file);
        let file =
            file.map(|file| *self.known_files.entry(file).or_insert_with_key(|file| program.files.push(file.clone())));
        self.files.insert(id, file);
        file
    }

    fn declared(&self, id: MdId, kind: &str) -> Option<Declared<'a>> {
        let node = self.node(id).filter(|node| node.kind == kind)?;
        let mut declared = Declared::default();
        for (key, value) in node.fields() {
            match key {
                "name" => declared.name = value.string(),
                "file" => declared.file = value.node(),
                "line" => declared.line = value.small(),
                "type" => declared.ty = value.node(),
                "arg" => declared.arg = value.small(),
                _ => {}
            }
        }
        Some(declared)
    }

    fn resolve(&mut self, program: &mut Program, declared: Declared<'a>) -> (Option<Name>, Span, Option<CTypeId>) {
        let name = declared.name.map(|name| program.names.intern(&name));
        let span = self.declaration_span(program, declared.file, declared.line);
        let ctype = declared.ty.and_then(|ty| self.ctype(program, ty));
        (name, span, ctype)
    }

    fn declaration_span(&mut self, program: &mut Program, file: Option<MdId>, line: u32) -> Span {
        file.and_then(|file| self.file(program, file)).map_or(Span::NONE, |file| span_at(file, line, 0))
    }
}

/// A span, or none at all for line 0 (code that the compiler made).
fn span_at(file: FileId, line: u32, col: u32) -> Span {
    if line == 0 { Span::NONE } else { Span::new(file, line, col) }
}

fn source_file(node: Node) -> SourceFile {
    let mut file = SourceFile { name: String::new(), directory: String::new() };
    for (key, value) in node.fields() {
        let text = || value.string().unwrap_or_default().into_owned();
        match key {
            "filename" => file.name = text(),
            "directory" => file.directory = text(),
            _ => {}
        }
    }
    file
}
