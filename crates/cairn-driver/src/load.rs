//! The whole way from input files to a linked program.

use crate::companions::{Companion, Search};
use crate::library::{Library, ROOTS};
use crate::unit::{LoadedUnit, load_unit};
use crate::{Input, LoadError, Warning, parallel_map};
use cairn_ir::link::{self, LinkError};
use cairn_ir::{DataModel, FuncOrigin, Program};
use cairn_llvm::clang::{self, Clang, ClangError};
use std::path::PathBuf;
use std::sync::OnceLock;

/// How to load; the same for every program that a `Loader` loads.
#[derive(Clone, Debug)]
pub struct Options {
    /// The Clang to use, if the user names one.
    pub clang: Option<PathBuf>,
    /// `None`: what Clang or the `.ll` file says.
    pub data_model: Option<DataModel>,
    /// Add the library models that the program needs.
    pub models: bool,
    /// C files with bodies for functions that have none; looked at before our own models.
    pub extra_models: Vec<PathBuf>,
    /// Take what is not defined from C files next to the headers that declare it.
    pub companions: bool,
    /// Turn locals into SSA values. Off shows the program as Clang wrote it.
    pub promote: bool,
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            clang: None,
            data_model: None,
            models: true,
            extra_models: Vec::new(),
            companions: false,
            promote: true,
            threads: crate::thread_count(),
        }
    }
}

/// A linked program and what was noticed on the way.
#[derive(Debug)]
pub struct Loaded {
    pub program: Program,
    pub warnings: Vec<Warning>,
    /// Files that were not named and are part of the program.
    pub companions: Vec<Companion>,
    pub sizes: Sizes,
}

/// How much was read, the library models not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    pub files: usize,
    /// Bytes of LLVM IR text.
    pub text_bytes: usize,
    pub instructions: usize,
}

/// Loads programs; finds Clang and compiles the library models once.
pub struct Loader {
    options: Options,
    clang: OnceLock<Result<Clang, ClangError>>,
    libraries: [OnceLock<Result<Library, LoadError>>; 2],
}

impl Loader {
    pub fn new(options: Options) -> Loader {
        Loader { options, clang: OnceLock::new(), libraries: [OnceLock::new(), OnceLock::new()] }
    }

    /// The Clang that compiles.
    pub fn clang(&self) -> Result<&Clang, ClangError> {
        self.clang.get_or_init(|| clang::find(self.options.clang.as_deref())).as_ref().map_err(Clone::clone)
    }

    /// One program of all `inputs`. The first error in the order of the inputs is the result.
    pub fn load(&self, inputs: &[Input]) -> Result<Loaded, LoadError> {
        if inputs.is_empty() {
            return Err(LoadError::NoInput);
        }
        let loaded = parallel_map(inputs, self.options.threads, |input| {
            load_unit(input, FuncOrigin::User, self.options.data_model, self.options.promote, || self.clang())
        });
        let mut sizes = Sizes { files: inputs.len(), ..Sizes::default() };
        let (mut units, mut warnings) = (Vec::new(), Vec::new());
        for unit in loaded {
            let LoadedUnit { program, warnings: of_unit, text_bytes, instructions } = unit?;
            sizes.text_bytes += text_bytes;
            sizes.instructions += instructions;
            warnings.extend(of_unit);
            units.push(program);
        }
        let companions = match self.options.companions {
            true => self.add_companions(inputs, &mut units)?,
            false => Vec::new(),
        };
        let program = self.link(units)?;
        Ok(Loaded { program, warnings, companions, sizes })
    }

    fn add_companions(&self, inputs: &[Input], units: &mut Vec<Program>) -> Result<Vec<Companion>, LoadError> {
        let Some(data_model) = units.first().map(|unit| unit.target.data_model()) else { return Ok(Vec::new()) };
        let library = self.library(data_model)?;
        let found = Search::new(self.clang()?, &self.options, library).run(inputs, units)?;
        Ok(found
            .into_iter()
            .map(|(companion, program)| {
                units.push(program);
                companion
            })
            .collect())
    }

    fn link(&self, units: Vec<Program>) -> Result<Program, LoadError> {
        let failed = |error: LinkError| LoadError::Link { message: error.to_string() };
        let mut program = link::link(units).map_err(failed)?;
        if self.options.models || !self.options.extra_models.is_empty() {
            let models = self.library(program.target.data_model())?.needed_by(&program)?;
            program = link::link_missing(program, models, ROOTS).map_err(failed)?;
        }
        debug_assert!(cairn_ir::verify::check(&program).is_ok(), "linking keeps programs valid");
        Ok(program)
    }

    fn library(&self, data_model: DataModel) -> Result<&Library, LoadError> {
        let slot = &self.libraries[usize::from(data_model == DataModel::Lp64)];
        let Options { models, extra_models, promote, .. } = &self.options;
        slot.get_or_init(|| Library::open(self.clang()?, data_model, *models, extra_models, *promote))
            .as_ref()
            .map_err(Clone::clone)
    }
}
