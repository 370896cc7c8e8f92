//! One translation unit: from a file, or from LLVM IR text, to its part of the program.

use crate::compiler::normal;
use crate::input::{Kind, read_text};
use crate::library::definitions;
use crate::{Input, LoadError, Warning};
use cairn_ir::pass::Unwritten;
use cairn_ir::{DataModel, FuncOrigin, Program, Target};
use cairn_llvm::clang::{Clang, ClangError, Compiled, Diagnostic, Limits, Unit, compile};
use cairn_llvm::debug::DebugInfo;
use cairn_llvm::lower::{LowerOptions, is_operation};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A unit before linking.
pub(crate) struct LoadedUnit {
    pub(crate) program: Program,
    pub(crate) warnings: Vec<Warning>,
    /// Size of its LLVM IR text.
    pub(crate) text_bytes: usize,
    /// Before any pass.
    pub(crate) instructions: usize,
}

/// LLVM IR text and where it comes from.
pub(crate) struct UnitText {
    pub(crate) text: String,
    pub(crate) warnings: Vec<Warning>,
    /// Flags that Clang did not get.
    pub(crate) left_out: Vec<String>,
    /// What it was made of. Mistakes in what Clang made of a source are ours.
    pub(crate) origin: Kind,
    /// Every file that was read.
    pub(crate) dependencies: Option<Vec<PathBuf>>,
}

impl UnitText {
    /// Text that is in a file already.
    pub(crate) fn of_file(input: &Input, origin: Kind) -> Result<UnitText, LoadError> {
        let path = input.path();
        let text = read_text(&path)?;
        Ok(UnitText { text, warnings: Vec::new(), left_out: Vec::new(), origin, dependencies: Some(vec![path]) })
    }
}

/// Functions that a program defines and for which Clang writes operations.
pub(crate) type Own = Arc<[String]>;

/// Those of a program of these units. Which they are, nobody knows before all units are read; few programs have any.
pub(crate) fn own_operations<'a>(units: impl IntoIterator<Item = &'a Program>) -> Own {
    let defined: BTreeSet<String> = units.into_iter().flat_map(definitions).collect();
    defined.into_iter().filter(|name| is_operation(name)).collect()
}

/// Compiles or reads one input; `passes` are run, if any. `clang` is asked for only if it is needed; it gets `flags`
/// besides the input's own.
pub(crate) fn load_unit<'a>(
    input: &Input,
    data_model: Option<DataModel>,
    passes: Option<Unwritten>,
    clang: impl FnOnce() -> Result<&'a Clang, ClangError>,
    flags: &[String],
    own: &Own,
) -> Result<LoadedUnit, LoadError> {
    let UnitText { text, mut warnings, left_out, origin, .. } = match input.inspect()? {
        origin @ (Kind::Llvm | Kind::Cairn) => UnitText::of_file(input, origin)?,
        Kind::Source => compile_unit(input, flags, data_model, Limits::default(), None, clang()?)?,
    };
    let (program, instructions) = lower_unit(input, &text, origin, data_model, passes, own)?;
    warnings.extend(left_out_warning(&left_out));
    Ok(LoadedUnit { program, warnings, text_bytes: text.len(), instructions })
}

/// Runs Clang on a source file, with `flags` besides the input's own; it notes in `notes` what it reads.
pub(crate) fn compile_unit(
    input: &Input,
    flags: &[String],
    data_model: Option<DataModel>,
    limits: Limits,
    notes: Option<&Path>,
    clang: &Clang,
) -> Result<UnitText, LoadError> {
    let unit = Unit { notes: notes.map(Path::to_owned), limits, ..clang_unit(input, flags, data_model) };
    let Compiled { text, mut warnings, left_out, dependencies } =
        compile(clang, &unit).map_err(|error| placed(input, error))?;
    warnings.iter_mut().for_each(|warning| place(input, warning));
    let warnings = warnings.iter().map(Warning::from).collect();
    Ok(UnitText { text, warnings, left_out, origin: Kind::Source, dependencies })
}

/// Says once which flags are left out.
pub(crate) fn left_out_warning<S: AsRef<str>>(flags: &[S]) -> Option<Warning> {
    let names: Vec<String> = flags.iter().map(|flag| format!("`{}`", flag.as_ref())).collect();
    let message = format!("not passed on to Clang: {}", names.join(" "));
    (!names.is_empty()).then_some(Warning { place: None, message })
}

/// Clang names files as seen from where it runs; messages name them as seen from here.
fn place(input: &Input, diagnostic: &mut Diagnostic) {
    if let (Some(directory), Some(place)) = (&input.directory, &mut diagnostic.place) {
        place.file = seen_from_here(&directory.join(&place.file)).display().to_string();
    }
}

fn placed(input: &Input, error: ClangError) -> ClangError {
    match error {
        ClangError::Compile { mut diagnostics, .. } => {
            diagnostics.iter_mut().for_each(|diagnostic| place(input, diagnostic));
            ClangError::Compile { file: seen_from_here(&input.path()), diagnostics }
        }
        ClangError::Limit { reason, .. } => ClangError::Limit { file: seen_from_here(&input.path()), reason },
        other => other,
    }
}

fn seen_from_here(path: &Path) -> PathBuf {
    let path = normal(path);
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).map_or(path.clone(), Path::to_owned)
}

/// Text to a unit of a program, and the number of its instructions before any pass.
pub(crate) fn lower_unit(
    input: &Input,
    text: &str,
    origin: Kind,
    data_model: Option<DataModel>,
    passes: Option<Unwritten>,
    own: &Own,
) -> Result<(Program, usize), LoadError> {
    let compiled = origin == Kind::Source;
    let mut program = match origin {
        Kind::Cairn => parse_text(&input.path(), text)?,
        Kind::Source | Kind::Llvm => lower_text(&input.path(), text, compiled, input.origin(), own)?,
    };
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
    if let Some(unwritten) = passes {
        cairn_ir::pass::run(&mut program, unwritten);
    }
    Ok((program, instructions))
}

/// Names source files as seen from `root`, if they lie below it. Units are compiled in folders of their own.
pub(crate) fn relative_to(root: &Path, program: &mut Program) {
    for file in program.files.iter_mut() {
        let path = normal(&Path::new(&file.directory).join(&file.name));
        if let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str)
            && let Some(folder) = root.to_str()
        {
            (file.name, file.directory) = (name.to_owned(), folder.to_owned());
        }
    }
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

/// Reads Cairn's own text.
fn parse_text(file: &Path, text: &str) -> Result<Program, LoadError> {
    cairn_ir::format::parse(text).map_err(|error| LoadError::BadIr {
        file: file.to_owned(),
        line: error.line,
        col: error.col,
        message: error.message,
        compiled: false,
    })
}

/// A source file with its flags and `flags` besides.
pub(crate) fn clang_unit(input: &Input, flags: &[String], data_model: Option<DataModel>) -> Unit {
    Unit {
        file: input.file.clone(),
        flags: [&input.flags, flags].concat(),
        directory: input.directory.clone(),
        data_model,
        ..Unit::default()
    }
}

/// Reads LLVM IR text and lowers it; `origin` says who wrote the functions.
pub(crate) fn lower_text(
    file: &Path,
    text: &str,
    compiled: bool,
    origin: FuncOrigin,
    own: &Own,
) -> Result<Program, LoadError> {
    let (module, metadata) = cairn_llvm::read::module(text).map_err(|error| LoadError::BadIr {
        file: file.to_owned(),
        line: error.line,
        col: error.col,
        message: error.message,
        compiled,
    })?;
    let mut debug = DebugInfo::new(metadata);
    let options = LowerOptions { origin, own: own.clone(), ..LowerOptions::default() };
    Ok(cairn_llvm::lower::program(&module, &mut debug, &options))
}
