//! Reads `compile_commands.json`: which files a project compiles, where, with which flags.
//!
//! A database may come from anywhere, so nothing in it is executed, and one bad entry costs that entry only: it is
//! skipped and named. What of the flags reaches Clang is decided in `cairn_llvm::clang::flags`.

use crate::Input;
use crate::compiler;
use cairn_llvm::clang::os_text;
use serde_json::Value;
use std::fmt;
use std::path::{Path, PathBuf};

/// The name that every tool gives to the file.
pub const FILE_NAME: &str = "compile_commands.json";

/// What a database says.
#[derive(Clone, Debug, Default)]
pub struct Database {
    pub units: Vec<DatabaseUnit>,
    pub skipped: Vec<Skipped>,
}

/// One compilation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DatabaseUnit {
    pub input: Input,
    /// The object file, by which link commands name the unit.
    pub output: Option<PathBuf>,
}

/// An entry that is not analysed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skipped {
    pub file: String,
    pub why: String,
}

/// The whole file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseError {
    pub file: PathBuf,
    pub reason: String,
}

/// The database at `path`, a file or the folder in which it lies.
pub fn read(path: &Path) -> Result<Database, DatabaseError> {
    let file = if path.is_dir() { path.join(FILE_NAME) } else { path.to_owned() };
    let failed = |reason: String| DatabaseError { file: file.clone(), reason };
    let bytes = std::fs::read(&file).map_err(|error| failed(error.to_string()))?;
    // Paths that are not UTF-8 stand in some databases as they are.
    let text = os_text::bytes_to_text(&bytes);
    let entries: Vec<Value> =
        serde_json::from_str(&text).map_err(|error| failed(format!("not a list in JSON: {error}")))?;
    let folder = std::path::absolute(&file).unwrap_or(file);
    let folder = folder.parent().unwrap_or(Path::new("/"));
    let mut database = Database::default();
    for entry in &entries {
        match unit(folder, entry) {
            Ok(unit) => database.units.push(unit),
            Err(skipped) => database.skipped.push(skipped),
        }
    }
    Ok(database)
}

fn unit(folder: &Path, entry: &Value) -> Result<DatabaseUnit, Skipped> {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let skipped =
        |why: &str| Skipped { file: text("file").unwrap_or("an entry without a file").to_owned(), why: why.to_owned() };
    let file = text("file").ok_or_else(|| skipped("it names no file"))?;
    let directory = folder.join(os_text::to_os(text("directory").unwrap_or(".")));
    let arguments = match (entry.get("arguments"), text("command")) {
        (Some(Value::Array(list)), _) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        (_, Some(command)) => shlex::split(command).ok_or_else(|| skipped("its command has an open quote"))?,
        _ => return Err(skipped("it has no command")),
    };
    let call = compiler::read(&directory, &arguments).map_err(|why| skipped(&why))?;
    let file = PathBuf::from(os_text::to_os(file));
    if let Some(why) = compiler::not_c(&file, call.language.as_deref()) {
        return Err(skipped(&why));
    }
    let output = text("output").map(|output| PathBuf::from(os_text::to_os(output))).or(call.output);
    let output = output.map(|output| compiler::normal(&directory.join(output)));
    let directory = Some(compiler::normal(&directory));
    Ok(DatabaseUnit { input: Input { file, flags: call.flags, directory, companion: false }, output })
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use the compilation database `{}`: {}", self.file.display(), self.reason)
    }
}

impl std::error::Error for DatabaseError {}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read_entry(entry: Value) -> Result<DatabaseUnit, Skipped> {
        unit(Path::new("/p"), &entry)
    }

    #[test]
    fn both_forms_of_an_entry_are_read() {
        let flags = |unit: &DatabaseUnit| unit.input.flags.join(" ");
        let one = read_entry(
            json!({"directory": "/p/b", "file": "../a.c", "command": "gcc -DX='a b' -I\"q d\" -c ../a.c -o a.o"}),
        );
        let one = one.expect("a unit");
        assert_eq!(flags(&one), "-DX=a b -Iq d -c");
        assert_eq!(
            (one.input.directory.as_deref(), one.output.as_deref()),
            (Some(Path::new("/p/b")), Some(Path::new("/p/b/a.o")))
        );
        let two =
            read_entry(json!({"directory": "b", "file": "a.c", "arguments": ["ccache", "cc", "-c", "a.c", "-O2"]}))
                .expect("a unit");
        assert_eq!((flags(&two).as_str(), two.input.directory.as_deref()), ("-c -O2", Some(Path::new("/p/b"))));
    }

    #[test]
    fn what_is_not_c_is_skipped_and_named() {
        for (entry, why) in [
            (json!({"file": "a.S", "command": "cc -c a.S"}), "assembly"),
            (json!({"file": "a.cc", "command": "c++ -c a.cc"}), "C++"),
            (json!({"file": "a.c", "command": "cc -x c++ -c a.c"}), "C++"),
            (json!({"file": "", "command": "cc"}), "names no file"),
            (json!({"file": "a.c"}), "no command"),
            (json!({"file": "a.c", "command": "cc 'x"}), "open quote"),
            (json!([]), "names no file"),
            (json!(7), "names no file"),
        ] {
            let skipped = read_entry(entry).expect_err("not C");
            assert!(skipped.why.contains(why), "{skipped:?}");
        }
    }
}
