//! The whole way from input files to a linked program.

use crate::files::is_of_system;
use crate::header;
use crate::library::{Library, ROOTS, ROOTS_OF_TASKS};
use crate::unit::{LoadedUnit, Own, load_unit, own_operations};
use crate::{Input, LoadError, Warning, parallel_map};
use cairn_ir::link::{self, LinkError};
use cairn_ir::pass::Unwritten;
use cairn_ir::{DataModel, Func, Linkage, Program};
use cairn_llvm::clang::{self, Clang, ClangError};
use cairn_llvm::models;
use cairn_store::{Key, KeyBuilder};
use std::path::{Path, PathBuf};
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
    /// Functions whose models count even where the program has bodies for them.
    pub always_modelled: &'static [&'static str],
    /// Link with what the library has for tasks of the competition.
    pub competition: bool,
    /// Turn locals into SSA values. Off shows the program as Clang wrote it.
    pub promote: bool,
    /// Is what was not written, and what functions give that nobody defines, any value instead of an error or unknown?
    pub unwritten: Unwritten,
    pub threads: usize,
}

impl Options {
    pub(crate) fn passes(&self) -> Option<Unwritten> {
        self.promote.then_some(self.unwritten)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            clang: None,
            data_model: None,
            models: true,
            extra_models: Vec::new(),
            always_modelled: &[],
            competition: false,
            promote: true,
            unwritten: Unwritten::default(),
            threads: crate::thread_count(),
        }
    }
}

/// A linked program and what was noticed on the way.
#[derive(Debug)]
pub struct Loaded {
    pub program: Program,
    pub warnings: Vec<Warning>,
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
    /// For every unit, besides its own.
    flags: OnceLock<Vec<String>>,
}

impl Loader {
    pub fn new(options: Options) -> Loader {
        Loader {
            options,
            clang: OnceLock::new(),
            libraries: [OnceLock::new(), OnceLock::new()],
            flags: OnceLock::new(),
        }
    }

    /// The Clang that compiles.
    pub fn clang(&self) -> Result<&Clang, ClangError> {
        self.clang.get_or_init(|| clang::find(self.options.clang.as_deref())).as_ref().map_err(Clone::clone)
    }

    /// What Clang gets for every unit besides the unit's own flags.
    pub(crate) fn unit_flags(&self) -> &[String] {
        self.flags.get_or_init(header::flags)
    }

    /// One program of all `inputs`. The first error in the order of the inputs is the result.
    pub fn load(&self, inputs: &[Input]) -> Result<Loaded, LoadError> {
        if inputs.is_empty() {
            return Err(LoadError::NoInput);
        }
        let mut loaded = self.units(inputs, &Own::default())?;
        let own = own_operations(loaded.iter().map(|unit| &unit.program));
        if !own.is_empty() {
            loaded = self.units(inputs, &own)?;
        }
        let mut sizes = Sizes { files: inputs.len(), ..Sizes::default() };
        let (mut units, mut warnings) = (Vec::new(), Vec::new());
        for unit in loaded {
            let LoadedUnit { program, warnings: of_unit, text_bytes, instructions } = unit;
            sizes.text_bytes += text_bytes;
            sizes.instructions += instructions;
            warnings.extend(of_unit);
            units.push(program);
        }
        units.iter_mut().for_each(|unit| self.drop_modelled(unit));
        let mut program = self.link(units)?;
        if has_main(&program) {
            link::call_nobody(&mut program);
        }
        Ok(Loaded { program, warnings, sizes })
    }

    fn units(&self, inputs: &[Input], own: &Own) -> Result<Vec<LoadedUnit>, LoadError> {
        let Options { data_model, threads, .. } = self.options;
        let (passes, flags) = (self.options.passes(), self.unit_flags());
        let load = |input: &Input| load_unit(input, data_model, passes, || self.clang(), flags, own);
        parallel_map(inputs, threads, load).into_iter().collect()
    }

    fn drop_modelled(&self, unit: &mut Program) {
        let names = &unit.names;
        let has_model = |func: &&mut Func| self.options.always_modelled.contains(&names.text(func.name));
        for func in unit.funcs.iter_mut().filter(has_model) {
            (func.body, func.linkage) = (None, Linkage::External);
        }
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Compiles the library models, or finds them compiled; how many files there are.
    pub fn prepare_models(&self, data_model: DataModel) -> Result<usize, LoadError> {
        self.library(data_model).map(Library::len)
    }

    /// Names the models of ours that may be linked.
    pub(crate) fn models_key(&self) -> Key {
        let shipped: Vec<_> = models::sources().filter(|_| self.options.models).collect();
        let key = KeyBuilder::new("models").text(&format!("{:?}", self.options.passes()));
        key.all(&shipped, |key, (name, text)| key.text(name).text(&models::expand(name, text))).finish()
    }

    /// Links units and the models that they need.
    pub(crate) fn link(&self, units: Vec<Program>) -> Result<Program, LoadError> {
        let failed = |error: LinkError| LoadError::Link { message: error.to_string() };
        let mut program = link::link(units).map_err(failed)?;
        if self.options.models || !self.options.extra_models.is_empty() {
            let roots = if self.options.competition { ROOTS_OF_TASKS } else { ROOTS };
            let models = self.library(program.target.data_model())?.needed_by(&program, roots)?;
            program = link::link_missing(program, models, roots).map_err(failed)?;
        }
        // Without a `main`, there are other files.
        if has_main(&program) {
            link::bind_weak_aliases(&mut program);
        }
        link::give_up_second_names(&mut program);
        cairn_ir::pass::alloca_as_locals(&mut program);
        cairn_ir::pass::locals_of_iterations(&mut program);
        cairn_ir::pass::functions_in_one_step(&mut program);
        if self.options.unwritten == Unwritten::Input {
            cairn_ir::pass::answer_for_unknown(&mut program, |file| is_of_system(Path::new(file)));
        }
        debug_assert!(cairn_ir::verify::check(&program).is_ok(), "linking keeps programs valid");
        Ok(program)
    }

    pub(crate) fn library(&self, data_model: DataModel) -> Result<&Library, LoadError> {
        let slot = &self.libraries[usize::from(data_model == DataModel::Lp64)];
        let Options { models, extra_models, .. } = &self.options;
        let passes = self.options.passes();
        slot.get_or_init(|| Library::open(self.clang()?, data_model, *models, extra_models, passes))
            .as_ref()
            .map_err(Clone::clone)
    }
}

fn has_main(program: &Program) -> bool {
    program.func_named("main").is_some_and(|main| program.funcs[main].is_defined())
}
