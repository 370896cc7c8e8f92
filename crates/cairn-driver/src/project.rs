//! Everything that one run is about: translation units from compilation databases and from the command line.

use crate::Input;
use crate::database::{self, Database, DatabaseError, DatabaseUnit, Skipped};
use crate::recorded::{self, LinkCommand};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A set of translation units, in an order that does not depend on where they were named.
#[derive(Clone, Debug, Default)]
pub struct Project {
    pub units: Vec<DatabaseUnit>,
    pub skipped: Vec<Skipped>,
    /// What the build linked, if it was recorded.
    pub links: Vec<LinkCommand>,
    /// The databases that were read.
    pub databases: Vec<PathBuf>,
}

/// In the folder itself, in `build`, or as recorded.
fn database_in(folder: &Path) -> Option<PathBuf> {
    let places = [folder.to_owned(), folder.join("build"), folder.join(".cairn")];
    places.into_iter().map(|place| place.join(database::FILE_NAME)).find(|file| file.is_file())
}

impl Project {
    /// Files that the user names, all with the same flags.
    pub fn of_files(files: &[PathBuf], flags: &[String]) -> Project {
        let unit = |file: &PathBuf| DatabaseUnit { input: Input::new(file, flags), output: None };
        Project { units: files.iter().map(unit).collect(), ..Project::default() }.sorted()
    }

    /// What compilation databases say.
    pub fn of_databases(paths: &[PathBuf]) -> Result<Project, DatabaseError> {
        let mut project = Project::default();
        for path in paths {
            let file = match path.is_dir() {
                true => database_in(path).unwrap_or_else(|| path.join(database::FILE_NAME)),
                false => path.clone(),
            };
            let Database { units, skipped } = database::read(&file)?;
            project.units.extend(units);
            project.skipped.extend(skipped);
            project.links.extend(recorded::links_beside(&file));
            project.databases.push(file);
        }
        Ok(project.sorted())
    }

    /// A database that belongs to a folder: in it, in `build`, as recorded, or in a folder above.
    pub fn find_database(folder: &Path) -> Option<PathBuf> {
        let mut folder = Some(folder);
        while let Some(here) = folder {
            if let Some(found) = database_in(here) {
                return Some(found);
            }
            folder = here.parent();
        }
        None
    }

    /// Only the units of these files, with their flags. A file that the project does not compile is given back.
    pub fn restrict(&mut self, files: &[PathBuf]) -> Result<(), PathBuf> {
        let wanted: BTreeSet<PathBuf> = files.iter().map(|file| real(file)).collect();
        let known: BTreeSet<PathBuf> = self.units.iter().map(|unit| real(&unit.input.path())).collect();
        if let Some(missing) = files.iter().find(|file| !known.contains(&real(file))) {
            return Err(missing.clone());
        }
        self.units.retain(|unit| wanted.contains(&real(&unit.input.path())));
        Ok(())
    }

    /// The same unit twice is one; the order is that of paths and flags.
    fn sorted(mut self) -> Project {
        self.units.sort();
        self.units.dedup_by(|a, b| a.input == b.input);
        self.skipped.sort();
        self.skipped.dedup();
        self
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
