//! Finds the programs in a folder: one per file, except where files belong together.
//!
//! - Juliet: files that share a name up to the letter after the variant number (`…_51a.c`, `…_51b.c`) are one program.
//! - SV-COMP: where `x.i` and `x.c` stand side by side, the preprocessed one is taken.
//! - `compile_commands.json`: each entry for a C file is one program, compiled with its own flags in its own folder.

use cairn_driver::Input;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Files that are linked together.
pub struct ProgramFiles {
    pub name: String,
    pub inputs: Vec<Input>,
}

pub fn find(path: &Path, flags: &[String]) -> Result<Vec<ProgramFiles>, String> {
    if path.is_dir() {
        let mut files = Vec::new();
        collect(path, &mut files)?;
        return Ok(group(files, flags));
    }
    if path.extension().is_some_and(|ending| ending == "json") {
        return from_database(path, flags);
    }
    Ok(group(vec![path.to_owned()], flags))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "c" || ending == "i") {
            files.push(path);
        }
    }
    Ok(())
}

fn group(mut files: Vec<PathBuf>, flags: &[String]) -> Vec<ProgramFiles> {
    files.sort();
    let preprocessed: std::collections::HashSet<PathBuf> =
        files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "i")).cloned().collect();
    let mut programs: BTreeMap<String, Vec<Input>> = BTreeMap::new();
    for file in files {
        let twin = file.with_extension("i");
        // `x_true.cil.c` pairs with `x_true.cil.i`, `x.c` with `x.i` and with `x.c.i`.
        let has_twin = twin != file && (preprocessed.contains(&twin) || preprocessed.contains(&appended(&file)));
        if !has_twin {
            programs.entry(program_name(&file)).or_default().push(Input::new(&file, flags));
        }
    }
    programs.into_iter().map(|(name, inputs)| ProgramFiles { name, inputs }).collect()
}

fn appended(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".i");
    name.into()
}

/// The path, without the letter of a Juliet file.
fn program_name(file: &Path) -> String {
    let name = file.display().to_string();
    match juliet_stem(&name) {
        Some(stem) => stem.to_owned(),
        None => name,
    }
}

/// `CWE…_51` of `CWE…_51a.c`, `CWE…_01` of `CWE…_01.c`; `None` if it is no Juliet file.
pub fn juliet_stem(path: &str) -> Option<&str> {
    let stem = path.strip_suffix(".c")?;
    let file = stem.rsplit('/').next()?;
    let without_letter = stem.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(stem);
    let digits = without_letter.as_bytes().iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let numbered = digits == 2 && without_letter[..without_letter.len() - 2].ends_with('_');
    (file.starts_with("CWE") && numbered).then_some(without_letter)
}

fn from_database(path: &Path, more_flags: &[String]) -> Result<Vec<ProgramFiles>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let entries = value.as_array().ok_or_else(|| format!("{}: not a list of commands", path.display()))?;
    Ok(entries.iter().filter_map(|entry| from_entry(entry, more_flags)).collect())
}

/// One entry; `None` for what is not C.
fn from_entry(entry: &serde_json::Value, more_flags: &[String]) -> Option<ProgramFiles> {
    let file = entry.get("file")?.as_str()?;
    if !file.ends_with(".c") {
        return None;
    }
    let mut words: Vec<String> = match entry.get("arguments").and_then(|arguments| arguments.as_array()) {
        Some(arguments) => arguments.iter().filter_map(|word| Some(word.as_str()?.to_owned())).collect(),
        None => split_command(entry.get("command")?.as_str()?),
    };
    words.drain(..1.min(words.len()));
    words.retain(|word| word != file);
    words.extend_from_slice(more_flags);
    let directory = entry.get("directory").and_then(|directory| directory.as_str()).map(PathBuf::from);
    let input = Input { file: file.into(), flags: words, directory, companion: false };
    Some(ProgramFiles { name: file.to_owned(), inputs: vec![input] })
}

/// The words of a shell command: blanks separate, quotes and backslashes protect.
fn split_command(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn juliet_files_belong_together() {
        assert_eq!(juliet_stem("s01/CWE121_x__char_51a.c"), Some("s01/CWE121_x__char_51"));
        assert_eq!(juliet_stem("s01/CWE121_x__char_51b.c"), Some("s01/CWE121_x__char_51"));
        assert_eq!(juliet_stem("CWE121_x__char_01.c"), Some("CWE121_x__char_01"));
        assert_eq!(juliet_stem("io.c"), None);
        assert_eq!(juliet_stem("list_51a.c"), None);
    }

    #[test]
    fn commands_are_split_like_a_shell_does() {
        assert_eq!(split_command(r#"cc -DX="a b" -D'Y=\"' \"q  "#), ["cc", "-DX=a b", r#"-DY=\""#, "\"q"]);
    }
}
