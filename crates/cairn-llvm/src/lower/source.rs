//! What lowering asks debug information for.

use crate::ast::MdId;
use crate::debug::{DebugInfo, FuncDebug, GlobalDebug};
use cairn_base::Span;
use cairn_ir::{Program, RecordId, Var};

/// Answers about metadata nodes. Names, files and C types that an answer mentions are added to the program.
pub trait DebugSource {
    /// The position that a `DILocation` says.
    fn span(&mut self, program: &mut Program, location: MdId) -> Span;
    /// What a `DISubprogram` says.
    fn func(&mut self, program: &mut Program, subprogram: MdId) -> Option<FuncDebug>;
    /// The variable that a `DILocalVariable` describes.
    fn var(&mut self, program: &mut Program, variable: MdId) -> Option<Var>;
    /// What a `DIGlobalVariableExpression` says.
    fn global(&mut self, program: &mut Program, expression: MdId) -> Option<GlobalDebug>;
    /// The C record behind an LLVM struct type, by LLVM's name for it (`struct.node`).
    fn record_by_name(&mut self, program: &mut Program, llvm_name: &str) -> Option<RecordId>;
}

impl DebugSource for DebugInfo<'_> {
    fn span(&mut self, program: &mut Program, location: MdId) -> Span {
        DebugInfo::span(self, program, location)
    }

    fn func(&mut self, program: &mut Program, subprogram: MdId) -> Option<FuncDebug> {
        DebugInfo::func(self, program, subprogram)
    }

    fn var(&mut self, program: &mut Program, variable: MdId) -> Option<Var> {
        DebugInfo::var(self, program, variable)
    }

    fn global(&mut self, program: &mut Program, expression: MdId) -> Option<GlobalDebug> {
        DebugInfo::global(self, program, expression)
    }

    fn record_by_name(&mut self, program: &mut Program, llvm_name: &str) -> Option<RecordId> {
        DebugInfo::record_by_name(self, program, llvm_name)
    }
}

/// Knows nothing: for modules without debug information.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDebug;

impl DebugSource for NoDebug {
    fn span(&mut self, _: &mut Program, _: MdId) -> Span {
        Span::NONE
    }

    fn func(&mut self, _: &mut Program, _: MdId) -> Option<FuncDebug> {
        None
    }

    fn var(&mut self, _: &mut Program, _: MdId) -> Option<Var> {
        None
    }

    fn global(&mut self, _: &mut Program, _: MdId) -> Option<GlobalDebug> {
        None
    }

    fn record_by_name(&mut self, _: &mut Program, _: &str) -> Option<RecordId> {
        None
    }
}
