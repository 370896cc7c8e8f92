//! From recorded calls of compilers, archivers and linkers to a compilation database and link commands.
//!
//! Each call lies in a file of its own, so that calls at the same time cannot mix. Files that are gone when the build ends,
//! such as those that `configure` compiles to find something out, are left out.
//!
//! Not here: how calls are recorded (the command line does that, under the names of the tools).

use crate::compiler::{self, Call};
use crate::recorded::LinkCommand;
use cairn_llvm::clang::os_text;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// One call of a tool.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct RecordedCall {
    pub directory: String,
    /// With the name of the tool in front.
    pub arguments: Vec<String>,
}

/// An entry of `compile_commands.json`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Compilation {
    pub directory: String,
    pub file: String,
    pub arguments: Vec<String>,
    pub output: String,
}

/// What a build did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Build {
    pub compilations: Vec<Compilation>,
    pub links: Vec<LinkCommand>,
}

/// What a tool does, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    Compiler,
    Archiver,
    Linker,
}

/// The tool of a name such as `gcc-12` or `aarch64-linux-gnu-ar`; `None` if it is none that we record.
pub fn tool(name: &str) -> Option<Tool> {
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    let last = name.rsplit('-').next().unwrap_or(name);
    match last {
        "cc" | "gcc" | "clang" | "c89" | "c99" | "c17" | "tcc" | "icx" => Some(Tool::Compiler),
        "ar" => Some(Tool::Archiver),
        "ld" => Some(Tool::Linker),
        _ => None,
    }
}

/// All recorded calls of a folder, in an order that does not depend on when they were made.
pub fn read_calls(folder: &Path) -> std::io::Result<Vec<RecordedCall>> {
    let mut calls = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let bytes = std::fs::read(entry?.path())?;
        // A call that was killed while it was written down compiled nothing.
        calls.extend(serde_json::from_slice::<RecordedCall>(&bytes));
    }
    calls.sort();
    calls.dedup();
    Ok(calls)
}

/// What the calls come to.
pub fn build(calls: &[RecordedCall]) -> Build {
    let mut build = Build::default();
    for call in calls {
        let Some(name) = call.arguments.first() else { continue };
        match tool(name.rsplit('/').next().unwrap_or(name)) {
            Some(Tool::Compiler) => add_compiler(&mut build, call),
            Some(Tool::Archiver) => build.links.extend(archive(call)),
            Some(Tool::Linker) => build.links.extend(link(call, &compiler::split(&call.arguments[1..]), Vec::new())),
            None => {}
        }
    }
    build.compilations.sort();
    build.compilations.dedup();
    build.links.sort();
    build.links.dedup();
    build
}

const SOURCES: &[&str] = &["c", "i", "cc", "cpp", "cxx", "C", "m", "s", "S"];

fn add_compiler(build: &mut Build, recorded: &RecordedCall) {
    let directory = PathBuf::from(os_text::to_os(&recorded.directory));
    let Ok(call) = compiler::read(&directory, &recorded.arguments) else { return };
    let has = |flags: &[&str]| call.flags.iter().any(|flag| flags.contains(&flag.as_str()));
    if has(&["-E", "-M", "-MM", "-fsyntax-only", "-dM"]) {
        return;
    }
    let links = !has(&["-c", "-S"]);
    let mut objects = Vec::new();
    for source in call.inputs.iter().filter(|input| is_source(input)) {
        let object = object_name(&call, source, links);
        if directory.join(source).is_file() {
            build.compilations.push(Compilation {
                directory: recorded.directory.clone(),
                file: os_text::to_text(source.as_os_str()),
                arguments: arguments_for(recorded, &call, source),
                output: object.clone(),
            });
            objects.push(object);
        }
    }
    if links {
        build.links.extend(link(recorded, &call, objects));
    }
}

fn is_source(path: &Path) -> bool {
    path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| SOURCES.contains(&ending))
}

/// The object that a source becomes; one that is linked at once gets a name that tells programs apart.
fn object_name(call: &Call, source: &Path, links: bool) -> String {
    let stem = os_text::to_text(source.file_stem().unwrap_or_default());
    match &call.output {
        Some(output) if links => format!("{}-{stem}.o", os_text::to_text(output.as_os_str())),
        Some(output) => os_text::to_text(output.as_os_str()),
        None if links => format!("a.out-{stem}.o"),
        None => format!("{stem}.o"),
    }
}

/// The command without the other sources.
fn arguments_for(recorded: &RecordedCall, call: &Call, source: &Path) -> Vec<String> {
    let others: Vec<String> = call
        .inputs
        .iter()
        .filter(|input| input.as_path() != source && is_source(input))
        .map(|input| os_text::to_text(input.as_os_str()))
        .collect();
    recorded.arguments.iter().filter(|argument| !others.contains(argument)).cloned().collect()
}

fn link(recorded: &RecordedCall, call: &Call, objects: Vec<String>) -> Option<LinkCommand> {
    let partial = call.flags.iter().any(|flag| flag == "-r" || flag == "--version" || flag == "-v");
    let mut inputs: Vec<String> =
        call.inputs.iter().filter(|input| !is_source(input)).map(|input| os_text::to_text(input.as_os_str())).collect();
    inputs.extend(objects);
    let mut search = Vec::new();
    let mut flags = call.flags.iter();
    while let Some(flag) = flags.next() {
        for (name, list) in [("-l", &mut inputs), ("-L", &mut search)] {
            let value = match flag.strip_prefix(name) {
                Some("") => flags.next().cloned(),
                value => value.map(str::to_owned),
            };
            let value = value.map(|value| if name == "-l" { format!("-l{value}") } else { value });
            list.extend(value);
        }
    }
    let output = call.output.as_ref().map_or_else(|| "a.out".to_owned(), |output| os_text::to_text(output.as_os_str()));
    let directory = recorded.directory.clone();
    (!partial && !inputs.is_empty()).then_some(LinkCommand { directory, output, inputs, search, archive: false })
}

/// `ar rcs libx.a a.o b.o`.
fn archive(recorded: &RecordedCall) -> Option<LinkCommand> {
    let mut words = recorded.arguments.iter().skip(1).filter(|word| !word.starts_with("--"));
    let operation = words.next()?.trim_start_matches('-');
    if !operation.contains(['r', 'q']) {
        return None;
    }
    let output = words.next()?.clone();
    let inputs: Vec<String> = words.cloned().collect();
    let directory = recorded.directory.clone();
    Some(LinkCommand { directory, output, inputs, search: Vec::new(), archive: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(folder: &Path, command: &str) -> RecordedCall {
        let arguments = command.split_whitespace().map(str::to_owned).collect();
        RecordedCall { directory: os_text::to_text(folder.as_os_str()), arguments }
    }

    #[test]
    fn compilations_archives_and_programs_are_told_apart() {
        let folder = std::env::temp_dir().join(format!("cairn-capture-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("temporary");
        for name in ["a.c", "b.c", "c.c"] {
            std::fs::write(folder.join(name), "").expect("temporary");
        }
        let commands = [
            "gcc -O2 -c a.c -o out/a.o",
            "gcc -E a.c",
            "cc -c conftest.c",
            "ar rcs libx.a out/a.o",
            "cc b.c c.c -L . -lx -lm -o prog",
            "/usr/bin/gcc-12 --version",
        ];
        let calls: Vec<RecordedCall> = commands.iter().map(|command| call(&folder, command)).collect();
        let build = build(&calls);
        let files: Vec<(&str, &str)> =
            build.compilations.iter().map(|one| (one.file.as_str(), one.output.as_str())).collect();
        assert_eq!(files, [("a.c", "out/a.o"), ("b.c", "prog-b.o"), ("c.c", "prog-c.o")]);
        assert!(!build.compilations[1].arguments.contains(&"c.c".to_owned()));
        let links: Vec<(&str, String, bool)> =
            build.links.iter().map(|link| (link.output.as_str(), link.inputs.join(" "), link.archive)).collect();
        assert_eq!(
            links,
            [("libx.a", "out/a.o".to_owned(), true), ("prog", "prog-b.o prog-c.o -lx -lm".to_owned(), false)]
        );
        std::fs::remove_dir_all(&folder).expect("temporary");
    }

    #[test]
    fn tools_are_known_by_their_names() {
        assert_eq!(tool("gcc-12"), Some(Tool::Compiler));
        assert_eq!(tool("x86_64-linux-gnu-gcc"), Some(Tool::Compiler));
        assert_eq!(tool("clang-19"), Some(Tool::Compiler));
        assert_eq!(tool("llvm-ar"), Some(Tool::Archiver));
        assert_eq!((tool("g++"), tool("cmake"), tool("tar")), (None, None, None));
    }
}
