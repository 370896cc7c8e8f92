//! One translation unit: from a file, or from LLVM IR text, to its part of the program.

use crate::input::{Kind, read_text};
use crate::{Input, LoadError, Warning};
use cairn_ir::{DataModel, FuncOrigin, Program};
use cairn_llvm::clang::{Clang, ClangError, Unit, compile};
use cairn_llvm::debug::DebugInfo;
use cairn_llvm::lower::LowerOptions;
use std::path::Path;

/// A unit before linking.
pub(crate) struct LoadedUnit {
    pub(crate) program: Program,
    pub(crate) warnings: Vec<Warning>,
    /// Size of its LLVM IR text.
    pub(crate) text_bytes: usize,
}

/// Compiles or reads one input. `clang` is asked for only if it is needed.
pub(crate) fn load_unit<'a>(
    input: &Input,
    data_model: Option<DataModel>,
    clang: impl FnOnce() -> Result<&'a Clang, ClangError>,
) -> Result<LoadedUnit, LoadError> {
    let (text, warnings, compiled) = match input.inspect()? {
        Kind::Llvm => (read_text(&input.path())?, Vec::new(), false),
        Kind::Source => {
            let compiled = compile(clang()?, &clang_unit(input, data_model))?;
            (compiled.text, compiled.warnings.iter().map(Warning::from).collect(), true)
        }
    };
    let program = lower_text(&input.path(), &text, compiled, FuncOrigin::User)?;
    match data_model {
        Some(wanted) if wanted != program.target.data_model() => {
            Err(LoadError::DataModel { file: input.path(), wanted })
        }
        _ => Ok(LoadedUnit { program, warnings, text_bytes: text.len() }),
    }
}

fn clang_unit(input: &Input, data_model: Option<DataModel>) -> Unit {
    Unit {
        file: input.file.clone(),
        flags: input.flags.clone(),
        directory: input.directory.clone(),
        data_model,
        text: None,
    }
}

/// Reads LLVM IR text and lowers it; `origin` says who wrote the functions.
pub(crate) fn lower_text(file: &Path, text: &str, compiled: bool, origin: FuncOrigin) -> Result<Program, LoadError> {
    let (module, metadata) = cairn_llvm::read::module(text).map_err(|error| LoadError::BadIr {
        file: file.to_owned(),
        line: error.line,
        col: error.col,
        message: error.message,
        compiled,
    })?;
    let mut debug = DebugInfo::new(metadata);
    let options = LowerOptions { origin, ..LowerOptions::default() };
    Ok(cairn_llvm::lower::program(&module, &mut debug, &options))
}
