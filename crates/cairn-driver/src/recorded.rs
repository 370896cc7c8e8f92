//! What a recorded build linked: `link_commands.json`, beside the compilation database.
//!
//! Each entry is a program, or an archive from which programs take what they need. Not here: recording (`capture`).

use crate::compiler::normal;
use crate::database::DatabaseUnit;
use crate::grouping::Link;
use cairn_llvm::clang::os_text;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

pub const FILE_NAME: &str = "link_commands.json";

/// One call of a linker or archiver.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct LinkCommand {
    pub directory: String,
    pub output: String,
    /// Objects, archives and sources, in their order; `-lX` as it stands.
    pub inputs: Vec<String>,
    /// Where `-lX` is looked for.
    #[serde(default)]
    pub search: Vec<String>,
    /// An archive, not a program.
    #[serde(default)]
    pub archive: bool,
}

/// The link commands recorded with a database; none if there is no such file, or if it is damaged.
pub fn links_beside(database: &Path) -> Vec<LinkCommand> {
    let file = database.with_file_name(FILE_NAME);
    let Ok(bytes) = std::fs::read(file) else { return Vec::new() };
    serde_json::from_str(&os_text::bytes_to_text(&bytes)).unwrap_or_default()
}

/// The programs that were linked, by the indices of their units. Commands that use none of the units say nothing.
pub fn programs(commands: &[LinkCommand], units: &[DatabaseUnit]) -> Vec<Link> {
    let outputs: HashMap<&Path, usize> =
        units.iter().enumerate().filter_map(|(index, unit)| Some((unit.output.as_deref()?, index))).collect();
    let mut archives: HashMap<PathBuf, Vec<usize>> = HashMap::new();
    for command in commands.iter().filter(|command| command.archive) {
        let members = command.inputs.iter().filter_map(|input| outputs.get(&*command.path(input)).copied());
        archives.entry(command.path(&command.output)).or_default().extend(members);
    }
    let mut programs: Vec<Link> = Vec::new();
    for command in commands.iter().filter(|command| !command.archive) {
        let mut link = Link { name: file_name(&command.output), ..Link::default() };
        for input in &command.inputs {
            for path in command.candidates(input) {
                link.objects.extend(outputs.get(&*path));
                link.archives.extend(archives.get(&path).into_iter().flatten());
            }
        }
        link.objects.sort_unstable();
        link.objects.dedup();
        // The order of members decides which of them is linked.
        let mut seen = HashSet::new();
        link.archives.retain(|&member| seen.insert(member));
        if !link.objects.is_empty() || !link.archives.is_empty() {
            programs.push(link);
        }
    }
    // A program that was linked twice, such as once to be tested and once to be installed, is one.
    programs.sort_by(|a, b| (&a.name, &a.objects, &a.archives).cmp(&(&b.name, &b.objects, &b.archives)));
    programs.dedup();
    programs
}

impl LinkCommand {
    fn path(&self, name: &str) -> PathBuf {
        normal(&Path::new(&os_text::to_os(&self.directory)).join(os_text::to_os(name)))
    }

    /// The files that an input may mean.
    fn candidates(&self, input: &str) -> Vec<PathBuf> {
        match input.strip_prefix("-l") {
            None => vec![self.path(input)],
            Some(library) => self.search.iter().map(|folder| self.path(&format!("{folder}/lib{library}.a"))).collect(),
        }
    }
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;

    fn command(output: &str, inputs: &str, archive: bool) -> LinkCommand {
        let inputs = inputs.split_whitespace().map(str::to_owned).collect();
        LinkCommand { directory: "/p".into(), output: output.into(), inputs, search: vec!["lib".into()], archive }
    }

    #[test]
    fn objects_and_archives_are_found_by_name() {
        let unit = |name: &str| DatabaseUnit {
            input: Input::new(format!("/p/{name}.c"), &[]),
            output: Some(format!("/p/{name}.o").into()),
        };
        let units = [unit("a"), unit("b"), unit("c")];
        let commands = [
            command("lib/libx.a", "b.o ./c.o", true),
            command("out/prog", "a.o -lx -lm crt.o", false),
            command("conftest", "conftest.o", false),
        ];
        let programs = programs(&commands, &units);
        assert_eq!(programs, [Link { name: "prog".to_owned(), objects: vec![0], archives: vec![1, 2] }]);
    }
}
