//! What lowering asks debug information for.

use crate::ast::MdId;
use cairn_base::{Name, Span};
use cairn_ir::{CTypeId, Program, RecordId, Var};

/// Answers about metadata nodes. Names, files and C types that an answer mentions are added to the program.
pub trait DebugSource {
    /// The position that a `DILocation` says.
    fn span(&mut self, program: &mut Program, location: MdId) -> Span;
    /// What a `DISubprogram` says.
    fn func(&mut self, program: &mut Program, subprogram: MdId) -> FuncSource;
    /// The variable that a `DILocalVariable` describes.
    fn var(&mut self, program: &mut Program, variable: MdId) -> Option<Var>;
    /// What a `DIGlobalVariableExpression` says.
    fn global(&mut self, program: &mut Program, expression: MdId) -> GlobalSource;
    /// The C record behind an LLVM struct type, by LLVM's name for it (`struct.node`).
    fn record_by_name(&mut self, program: &mut Program, llvm_name: &str) -> Option<RecordId>;
}

/// A function as the source has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct FuncSource {
    pub ctype: Option<CTypeId>,
    pub span: Span,
}

/// A global variable as the source has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlobalSource {
    /// The name in the source.
    pub name: Option<Name>,
    pub ctype: Option<CTypeId>,
    pub span: Span,
}

/// Knows nothing: for modules without debug information.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDebug;

impl DebugSource for NoDebug {
    fn span(&mut self, _: &mut Program, _: MdId) -> Span {
        Span::NONE
    }

    fn func(&mut self, _: &mut Program, _: MdId) -> FuncSource {
        FuncSource::default()
    }

    fn var(&mut self, _: &mut Program, _: MdId) -> Option<Var> {
        None
    }

    fn global(&mut self, _: &mut Program, _: MdId) -> GlobalSource {
        GlobalSource::default()
    }

    fn record_by_name(&mut self, _: &mut Program, _: &str) -> Option<RecordId> {
        None
    }
}
