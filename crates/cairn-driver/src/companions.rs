//! Definitions beside headers: C files that were not named, but stand next to a header and define what the program lacks.
//!
//! Whoever checks one file of a project has seldom named the file behind each header. So for what is used and defined
//! neither in the given files nor by a library model, the headers that mention it are looked up, and then the C files in
//! their folders. Such a file is taken if it compiles with the flags of whoever includes the header, defines something
//! that is wanted which no other one there defines, and defines neither `main` nor anything that is defined already. What it lacks itself is looked for in
//! the same way.
//!
//! Not here: linking; telling the user, who must know which files took part.

use crate::front_end::UnitInfo;
use crate::library::Library;
use crate::unit::clang_unit;
use crate::words::{Words, outer_words, words};
use crate::{Input, LoadError, Symbols};
use cairn_ir::DataModel;
use cairn_llvm::clang::{Clang, headers};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// A file that was not named and is part of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Companion {
    pub file: PathBuf,
    /// What the program lacked without it, sorted.
    pub symbols: Vec<String>,
}

/// A file to add, compiled.
pub(crate) type Found = (Input, Companion, UnitInfo);

/// Files that are compiled to see whether they help, over the whole program.
const MOST_TRIED: usize = 32;

/// Files whose headers are asked for: who names more files has named them all.
const MOST_ASKED: usize = 64;

/// C files of one folder that are looked at.
const MOST_IN_FOLDER: usize = 400;

/// How units are compiled, and what needs no definition.
pub(crate) struct Means<'a> {
    pub clang: &'a Clang,
    pub data_model: Option<DataModel>,
    /// What Clang gets besides a unit's own flags.
    pub flags: &'a [String],
    pub library: &'a Library,
    /// Compiles a file; `None` if that does not work.
    pub compile: &'a dyn Fn(&Input) -> Option<UnitInfo>,
}

/// The search over one program.
pub(crate) struct Search<'a> {
    means: Means<'a>,
    defined: HashSet<String>,
    /// Given or compiled already, by their real paths.
    seen: HashSet<PathBuf>,
    tried: usize,
    asked: usize,
    /// All identifiers of headers.
    declared: HashMap<PathBuf, Words>,
    /// Identifiers outside of functions, of sources.
    outer: HashMap<PathBuf, Words>,
    folders: HashMap<PathBuf, Vec<PathBuf>>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(means: Means<'a>) -> Search<'a> {
        Search {
            means,
            defined: HashSet::new(),
            seen: HashSet::new(),
            tried: 0,
            asked: 0,
            declared: HashMap::new(),
            outer: HashMap::new(),
            folders: HashMap::new(),
        }
    }

    /// The files to add to the units, in the order in which they were needed.
    pub(crate) fn run(mut self, units: &[(Input, UnitInfo)]) -> Result<Vec<Found>, LoadError> {
        self.defined = units.iter().flat_map(|(_, info)| info.symbols.definitions()).cloned().collect();
        self.seen = units.iter().map(|(input, _)| real_path(&input.path())).collect();
        let mut found: Vec<Found> = Vec::new();
        let mut work: Vec<(Input, Vec<String>)> =
            units.iter().map(|(input, info)| (input.clone(), self.lacks(&info.symbols))).rev().collect();
        while let Some((input, lacking)) = work.pop() {
            for (input, companion, info) in self.companions_of(&input, &lacking)? {
                work.push((input.clone(), self.lacks(&info.symbols)));
                found.push((input, companion, info));
            }
        }
        Ok(found)
    }

    /// What a unit uses and nobody defines.
    fn lacks(&self, unit: &Symbols) -> Vec<String> {
        let unknown = |symbol: &&String| !self.defined.contains(*symbol) && !self.means.library.defines(symbol);
        unit.wanted.iter().filter(unknown).cloned().collect()
    }

    fn companions_of(&mut self, input: &Input, lacking: &[String]) -> Result<Vec<Found>, LoadError> {
        let mut found = Vec::new();
        let is_over = self.tried == MOST_TRIED || self.asked == MOST_ASKED;
        if is_over || lacking.iter().all(|symbol| self.defined.contains(symbol)) {
            return Ok(found);
        }
        self.asked += 1;
        for header in headers(self.means.clang, &clang_unit(input, self.means.flags, self.means.data_model))? {
            let header = input.directory.as_ref().map_or(header.clone(), |directory| directory.join(&header));
            for source in self.sources_beside(&header) {
                if self.may_help(&header, &source, lacking) {
                    found.extend(self.only_choice(input, &source, lacking));
                }
            }
        }
        Ok(found)
    }

    /// Is something still lacking that the header mentions and the source may define?
    fn may_help(&mut self, header: &Path, source: &Path, lacking: &[String]) -> bool {
        let mut wanted: Vec<String> =
            lacking.iter().filter(|symbol| !self.defined.contains(*symbol)).cloned().collect();
        let declared = self.declared.entry(header.to_owned()).or_insert_with(|| words(&text_of(header)));
        wanted.retain(|symbol| declared.contains(symbol));
        self.may_define(source, &wanted)
    }

    fn may_define(&mut self, source: &Path, symbols: &[String]) -> bool {
        if symbols.is_empty() || self.seen.contains(&real_path(source)) {
            return false;
        }
        let outer = self.outer.entry(source.to_owned()).or_insert_with(|| outer_words(&text_of(source)));
        symbols.iter().any(|symbol| outer.contains(symbol))
    }

    /// The C files in the folder of a header; its namesake first.
    fn sources_beside(&mut self, header: &Path) -> Vec<PathBuf> {
        let folder = header.parent().map(Path::to_owned).unwrap_or_default();
        let mut sources = self.folders.entry(folder).or_insert_with_key(|folder| c_files(folder)).clone();
        sources.sort_by_key(|source| source.file_stem() != header.file_stem());
        sources
    }

    /// The file if it helps, and if no other one in its folder would do instead: which of them belongs to the program
    /// is then not ours to guess.
    fn only_choice(&mut self, user: &Input, source: &Path, lacking: &[String]) -> Option<Found> {
        let (input, companion, info) = self.examine(user, source, lacking)?;
        let mut rivals = self.sources_beside(source);
        rivals.retain(|rival| self.may_define(rival, &companion.symbols));
        for rival in &rivals {
            // Without looking at it, nobody knows.
            if self.tried == MOST_TRIED || self.examine(user, rival, &companion.symbols).is_some() {
                return None;
            }
        }
        // What it was compared with may still help with something else.
        rivals.iter().for_each(|rival| _ = self.seen.remove(&real_path(rival)));
        self.defined.extend(info.symbols.definitions().cloned());
        Some((input, companion, info))
    }

    /// Compiles a file; does it define what is lacking, and nothing twice?
    fn examine(&mut self, user: &Input, source: &Path, lacking: &[String]) -> Option<Found> {
        if self.tried == MOST_TRIED || !self.seen.insert(real_path(source)) {
            return None;
        }
        self.tried += 1;
        let file = if user.directory.is_some() { real_path(source) } else { source.to_owned() };
        let input = Input { file: file.clone(), companion: true, ..user.clone() };
        let info = (self.means.compile)(&input)?;
        let helps = |symbol: &&String| info.symbols.defines(symbol) && !self.defined.contains(*symbol);
        let symbols: Vec<String> = lacking.iter().filter(helps).cloned().collect();
        let forbidden = |symbol: &String| symbol == "main" || self.defined.contains(symbol);
        if symbols.is_empty() || info.symbols.definitions().any(forbidden) {
            return None;
        }
        Some((input, Companion { file, symbols }, info))
    }
}

/// One spelling for each file; the given one if there is no such file.
fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The C files of a folder, by name.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(place) else { return Vec::new() };
    let mut names: Vec<_> = entries.flatten().map(|entry| folder.join(entry.file_name())).collect();
    names.retain(|name| name.extension().is_some_and(|ending| ending == "c"));
    names.sort();
    names.truncate(MOST_IN_FOLDER);
    names
}

fn text_of(file: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned()
}
