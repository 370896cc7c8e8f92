//! One translation unit: from a file, or from LLVM IR text, to its part of the program.

use crate::input::{Kind, read_text};
use crate::{Input, LoadError, Warning};
use cairn_ir::{DataModel, FuncOrigin, Program, Target};
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
    /// Before any pass.
    pub(crate) instructions: usize,
}

/// Compiles or reads one input; `promote` runs the passes. `clang` is asked for only if it is needed.
pub(crate) fn load_unit<'a>(
    input: &Input,
    origin: FuncOrigin,
    data_model: Option<DataModel>,
    promote: bool,
    clang: impl FnOnce() -> Result<&'a Clang, ClangError>,
) -> Result<LoadedUnit, LoadError> {
    let (text, warnings, compiled) = match input.inspect()? {
        Kind::Llvm => (read_text(&input.path())?, Vec::new(), false),
        Kind::Source => {
            let compiled = compile(clang()?, &clang_unit(input, data_model))?;
            (compiled.text, compiled.warnings.iter().map(Warning::from).collect(), true)
        }
    };
    let mut program = lower_text(&input.path(), &text, compiled, origin)?;
    if program.target.triple.is_empty() {
        // Text that names no machine is for ours, as LLVM's own tools see it.
        let default = if program.target.pointer_bits == 32 { Target::i386() } else { Target::x86_64() };
        program.target = default;
    }
    check_data_model(input, data_model, &program)?;
    if compiled {
        name_files(input, &mut program);
    } else {
        check_valid(input, &program)?;
    }
    let instructions = program.inst_count();
    if promote {
        cairn_ir::pass::run(&mut program);
    }
    Ok(LoadedUnit { program, warnings, text_bytes: text.len(), instructions })
}

/// Clang names files relative to what their paths have in common with the directory where it runs. Readers know only that
/// directory: files elsewhere get their whole path, as they were given.
fn name_files(input: &Input, program: &mut Program) {
    let here = input.directory.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_default();
    for file in program.files.iter_mut().filter(|file| !file.directory.is_empty()) {
        if Path::new(&file.directory) != here && here.starts_with(&file.directory) {
            file.name = Path::new(&file.directory).join(&file.name).display().to_string();
        }
    }
}

fn check_data_model(input: &Input, wanted: Option<DataModel>, program: &Program) -> Result<(), LoadError> {
    match wanted {
        Some(wanted) if wanted != program.target.data_model() => {
            Err(LoadError::DataModel { file: input.path(), wanted })
        }
        _ => Ok(()),
    }
}

/// Text from elsewhere may be well-formed and still make no sense, such as an `i32` returned where an `i64` is due.
fn check_valid(input: &Input, program: &Program) -> Result<(), LoadError> {
    cairn_ir::verify::check(program).map_err(|violations| LoadError::Invalid {
        file: input.path(),
        message: violations.first().map(|first| first.describe(program)).unwrap_or_default(),
    })
}

pub(crate) fn clang_unit(input: &Input, data_model: Option<DataModel>) -> Unit {
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
