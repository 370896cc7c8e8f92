//! The programs that a project's recorded links make, with what they take from archives.

use super::read_programs::ProgramFiles;
use cairn_driver::{CheckOptions, Control, Loader, Project, Together, Workspace};
use cairn_engine::{Budget, Terms};
use cairn_llvm::clang::Limits;
use cairn_store::Store;
use std::path::{Path, PathBuf};

/// The programs of a compilation database with these names, or all if none is named.
pub fn find(loader: &Loader, database: &Path, names: &[String]) -> Result<Vec<ProgramFiles>, String> {
    let project = Project::of_databases(&[database.to_owned()]).map_err(|error| error.to_string())?;
    let options = CheckOptions {
        terms: Terms::default(),
        budget: Budget::new(0),
        engine: None,
        form: String::new(),
        root: database.parent().map(Path::to_owned).unwrap_or_default(),
        folder: PathBuf::new(),
        limits: Limits::default(),
        programs: Vec::new(),
        together: Together::Programs,
        companions: false,
    };
    let (store, control) = (Store::none(), Control::default());
    let workspace = Workspace { loader, project: &project, options: &options, store: &store, control: &control };
    let plan = workspace.plan().map_err(|error| error.to_string())?;
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| name.rsplit('/').next() == Some(wanted));
    let wanted = plan.programs.iter().filter(|program| is_wanted(&program.group.name));
    Ok(wanted.map(|program| ProgramFiles { name: program.group.name.clone(), inputs: plan.inputs(program) }).collect())
}
