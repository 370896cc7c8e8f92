//! The library models: which of them a program needs, compiled and ready to link.
//!
//! A model is used for what the program declares and does not define; the program's own definitions win. Models given
//! by the user come before those that ship with Cairn.
//!
//! Not here: the models themselves (`cairn_llvm::models`).

use crate::cache::Cache;
use crate::input::read_text;
use crate::unit::{Own, lower_text};
use crate::{LoadError, parallel_map, thread_count};
use cairn_base::Name;
use cairn_ir::pass::Unwritten;
use cairn_ir::{DataModel, FuncOrigin, Linkage, Program, Symbol};
use cairn_llvm::clang::{Clang, Unit, compile, os_text};
use cairn_llvm::models;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// All models for one data model.
pub(crate) struct Library {
    files: Vec<ModelFile>,
    /// Models go through the same passes as programs.
    passes: Option<Unwritten>,
}

/// One compiled model file.
struct ModelFile {
    name: PathBuf,
    /// One of ours.
    shipped: bool,
    text: String,
    defines: HashSet<String>,
    /// Read when first needed.
    program: OnceLock<Result<Program, LoadError>>,
}

/// Models are C without a C library beneath.
const FLAGS: &[&str] = &[
    "-ffreestanding",
    "-fno-builtin",
    "-fno-math-errno",
    "-fno-strict-aliasing",
    "-fdebug-compilation-dir=cairn-models",
];

/// Returning from `main` means `exit`, whether or not the program mentions it.
pub(crate) const ROOTS: &[&str] = &["exit"];

/// The same in tasks of the competition, which are linked with a model of their own.
pub(crate) const ROOTS_OF_TASKS: &[&str] = &["exit", "cairn_lib_competition"];

/// What a program replaces for the library, too: glibc allocates by the program's `malloc` if there is one, and so does
/// whoever frees. Returning from `main` looks for `exit` by its name.
const REPLACED_FOR_ALL: &[&str] = &["malloc", "calloc", "realloc", "free", "exit"];

/// Before the name of a function of the library where a program took the name; no identifier of C.
const OWN: &str = "library.";

impl Library {
    /// Compiles every model, or takes it from the cache.
    /// Without `shipped`, only those of the user.
    pub(crate) fn open(
        clang: &Clang,
        data_model: DataModel,
        shipped: bool,
        extra: &[PathBuf],
        passes: Option<Unwritten>,
    ) -> Result<Library, LoadError> {
        let mut files = Vec::new();
        for file in extra {
            files.push(ModelFile::new(file.clone(), false, compile_extra(clang, data_model, file)?));
        }
        let cache = Cache::of_user();
        let sources: Vec<_> = models::sources().filter(|_| shipped).collect();
        let compiled = parallel_map(&sources, thread_count(), |&(name, text)| {
            compile_shipped(clang, data_model, &cache, name, &models::expand(name, text))
        });
        for ((name, _), text) in sources.iter().zip(compiled) {
            files.push(ModelFile::new(name.into(), true, text?));
        }
        Ok(Library { files, passes })
    }

    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// Is there a model that defines the symbol?
    pub(crate) fn defines(&self, symbol: &str) -> bool {
        self.files.iter().any(|file| file.defines.contains(symbol))
    }

    /// Functions of ours that a program defines for itself.
    fn replaced_by(&self, defined: &HashSet<String>) -> HashSet<String> {
        let ours = |name: &&String| self.files.iter().any(|file| file.shipped && file.defines.contains(*name));
        let stays = |name: &&String| !REPLACED_FOR_ALL.contains(&name.as_str());
        defined.iter().filter(ours).filter(stays).cloned().collect()
    }

    /// The models that a program needs, and those that these need.
    pub(crate) fn needed_by(&self, program: &Program, roots: &[&str]) -> Result<Vec<Program>, LoadError> {
        let mut defined: HashSet<String> = definitions(program).into_iter().collect();
        let replaced = self.replaced_by(&defined);
        let mut wanted = undefined(program);
        wanted.extend(roots.iter().map(|&root| root.to_owned()));
        let mut used = BTreeSet::new();
        let mut result = Vec::new();
        while let Some(symbol) = wanted.pop() {
            if defined.contains(&symbol) {
                continue;
            }
            let Some(index) = self.files.iter().position(|file| file.has(&symbol)) else { continue };
            if used.insert(index) {
                let mut model = self.files[index].program(self.passes)?.clone();
                if self.files[index].shipped {
                    keep_own_calls(&mut model, &replaced);
                }
                defined.extend(definitions(&model));
                wanted.extend(undefined(&model));
                result.push((index, model));
            }
        }
        result.sort_by_key(|(index, _)| *index);
        Ok(result.into_iter().map(|(_, model)| model).collect())
    }
}

impl ModelFile {
    fn new(name: PathBuf, shipped: bool, text: String) -> ModelFile {
        let defines = defined_in_text(&text);
        ModelFile { name, shipped, text, defines, program: OnceLock::new() }
    }

    /// Does the file define a symbol, or the library's own of a name that the program took?
    fn has(&self, symbol: &str) -> bool {
        match symbol.strip_prefix(OWN) {
            Some(name) => self.shipped && self.defines.contains(name),
            None => self.defines.contains(symbol),
        }
    }

    fn program(&self, passes: Option<Unwritten>) -> Result<&Program, LoadError> {
        let made = self.program.get_or_init(|| {
            let mut program = lower_text(&self.name, &self.text, true, FuncOrigin::Model, &Own::default())?;
            if let Some(unwritten) = passes {
                cairn_ir::pass::run(&mut program, unwritten);
            }
            Ok(program)
        });
        made.as_ref().map_err(Clone::clone)
    }
}

/// Functions of the library call each other whatever the program defines, as those of glibc do by internal names: where
/// the program took a name, the library's own function goes by another one. (Variables are one for all.)
fn keep_own_calls(model: &mut Program, replaced: &HashSet<String>) {
    if replaced.is_empty() {
        return;
    }
    let is_func = |symbol: &Symbol| matches!(symbol, Symbol::Func(_));
    let names: Vec<Name> = model.symbols.iter().filter(|(_, symbol)| is_func(symbol)).map(|(name, _)| *name).collect();
    for name in names {
        let text = model.names.text(name);
        if !replaced.contains(text) {
            continue;
        }
        let own = format!("{OWN}{text}");
        let own = model.names.intern(&own);
        let Some(symbol) = model.symbols.remove(&name) else { continue };
        model.symbols.insert(own, symbol);
        if let Symbol::Func(id) = symbol
            && model.funcs[id].name == name
        {
            model.funcs[id].name = own;
        }
    }
}

fn compile_shipped(
    clang: &Clang,
    data_model: DataModel,
    cache: &Cache,
    name: &str,
    source: &str,
) -> Result<String, LoadError> {
    let version = (env!("CARGO_PKG_VERSION"), &clang.version.text, &clang.path);
    let key = (version, data_model, FLAGS, name, source);
    let unit = Unit {
        file: name.into(),
        flags: FLAGS.iter().map(|&flag| flag.to_owned()).collect(),
        data_model: Some(data_model),
        text: Some(source.to_owned()),
        ..Unit::default()
    };
    cache.get_or_make(&format!("{name}.ll"), &key, || Ok(compile(clang, &unit)?.text))
}

fn compile_extra(clang: &Clang, data_model: DataModel, file: &Path) -> Result<String, LoadError> {
    Ok(compile(clang, &extra_unit(Some(data_model), file)?)?.text)
}

/// A model of the user's: ordinary C that may include `cairn_model.h`.
pub(crate) fn extra_unit(data_model: Option<DataModel>, file: &Path) -> Result<Unit, LoadError> {
    // The name stands in `#line`, as a string of C.
    let name = file.display().to_string().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let source = models::expand(&name, &read_text(file)?);
    let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let flags = vec![format!("-I{}", os_text::to_text(folder.as_os_str())), "-fno-builtin".to_owned()];
    Ok(Unit { file: file.to_owned(), flags, data_model, text: Some(source), ..Unit::default() })
}

/// Symbols that other units can refer to. An inline copy is no definition: the model may know better.
pub(crate) fn definitions(program: &Program) -> Vec<String> {
    let named = symbols(program, |linkage, has_content| {
        has_content && !matches!(linkage, Linkage::Internal | Linkage::AvailableExternally)
    });
    named.into_iter().chain(second_names(program)).collect()
}

/// Aliases of what is defined here.
fn second_names(program: &Program) -> impl Iterator<Item = String> {
    let is_alias = |name: Name, symbol: Symbol| match symbol {
        Symbol::Func(id) => program.funcs[id].name != name && program.funcs[id].is_defined(),
        Symbol::Global(id) => program.globals[id].name != name && program.globals[id].init.is_some(),
    };
    let aliases = program.symbols.iter().filter(move |(name, symbol)| is_alias(**name, **symbol));
    aliases.map(|(name, _)| program.names.text(*name).to_owned())
}

/// Symbols that are declared, and defined elsewhere if at all.
pub(crate) fn undefined(program: &Program) -> Vec<String> {
    symbols(program, |linkage, has_content| !has_content || linkage == Linkage::AvailableExternally)
}

fn symbols(program: &Program, accept: impl Fn(Linkage, bool) -> bool) -> Vec<String> {
    let funcs = program.funcs.iter().map(|func| (func.name, func.linkage, func.body.is_some()));
    let globals = program.globals.iter().map(|global| (global.name, global.linkage, global.init.is_some()));
    funcs
        .chain(globals)
        .filter(|&(_, linkage, content)| accept(linkage, content))
        .map(|(name, ..)| program.names.text(name).to_owned())
        .collect()
}

/// The symbols that LLVM IR text defines for others, without reading the rest of it.
fn defined_in_text(text: &str) -> HashSet<String> {
    text.lines().filter_map(defined_by_line).map(str::to_owned).collect()
}

fn defined_by_line(line: &str) -> Option<&str> {
    const NOT_FOR_OTHERS: [&str; 4] = ["internal", "private", "available_externally", "external"];
    let (before, name, after) = if let Some(rest) = line.strip_prefix("define ") {
        let (before, rest) = rest.split_once('@')?;
        (before, symbol_name(rest)?, "")
    } else {
        let name = symbol_name(line.strip_prefix('@')?)?;
        ("", name, line.split_once(" = ")?.1)
    };
    let words = before.split(' ').chain(after.split(' ').take(2));
    words.into_iter().all(|word| !NOT_FOR_OTHERS.contains(&word)).then_some(name)
}

/// The symbol that text after `@` starts with.
fn symbol_name(text: &str) -> Option<&str> {
    match text.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => text.split(|c: char| !c.is_ascii_alphanumeric() && !"._$-".contains(c)).next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_seen_in_the_text() {
        let text = "@a = dso_local global i32 0\n@b = external global i32\n@.str = private unnamed_addr constant [1 x i8]\n\
                    @c = internal global i32 1\n@d = dso_local thread_local global i32 0\n@e = common global i32 0\n\
                    define dso_local i32 @f(i32 noundef %x) #0 {\ndefine internal void @g() {\ndeclare void @h()\n\
                    define available_externally i32 @k() {\ndefine weak i32 @\"odd name\"() {\n";
        let mut defined: Vec<String> = defined_in_text(text).into_iter().collect();
        defined.sort();
        assert_eq!(defined, ["a", "d", "e", "f", "odd name"]);
    }
}
