//! One Juliet case: which files it has, whether it needs input, what its weakness looks like in a report.

use super::read_programs::juliet_stem;
use cairn_ir::{DataModel, Rule};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub struct JulietCase {
    pub cwe: u32,
    /// File name without letter and ending.
    pub name: String,
    pub files: Vec<PathBuf>,
}

/// Parts of names of cases whose data comes from outside, or from a random number: whether the weakness shows then
/// depends on that. They are counted apart.
const NEEDS_INPUT: &[&str] =
    &["fgets", "fscanf", "connect_socket", "listen_socket", "environment", "_file_", "console", "_rand_", "getenv"];

/// Shows only if a file cannot be created.
const NEEDS_FAILING_FILE: &str = "_fopen_";

/// Parts of names of cases for Windows only.
const WINDOWS: &[&str] = &["w32", "wspawn", "_wopen", "_w_"];

impl JulietCase {
    /// `strict`: only by what the name says of input, not by what else must happen outside.
    pub fn needs_input(&self, strict: bool) -> bool {
        let failing_file = !strict && self.name.contains(NEEDS_FAILING_FILE);
        failing_file || NEEDS_INPUT.iter().any(|part| self.name.contains(part))
    }

    /// Variant 12 decides by a random number which of two ways it takes, in `bad` as well.
    pub fn is_random(&self) -> bool {
        self.name.ends_with("_12")
    }

    /// The number of the allocation that must fail for the weakness to show: its result is used without a test, or
    /// `realloc` loses the old block.
    pub fn failing_allocation(&self) -> Option<u64> {
        if self.name.contains("malloc_realloc") {
            return Some(2);
        }
        (self.cwe == 690).then_some(1)
    }

    /// There is nothing to report where we run it. `%s` in `swprintf` takes a `char *` here, so the wide string that is
    /// meant to overflow the buffer has length 1; the size of a pointer, taken for that of a `double` or an `int64_t`,
    /// is right where pointers have 8 bytes (a struct of two `int`s, too); a null check after a dereference (`null_check_after_deref`) is only
    /// superfluous, and the good part dereferences without any.
    pub fn is_harmless_here(&self, model: DataModel) -> bool {
        let wide_printf = self.name.contains("wchar_t") && self.name.contains("snprintf");
        let size_fits = ["sizeof_double", "sizeof_int64", "sizeof_struct"].iter().any(|part| self.name.contains(part));
        let superfluous = self.name.contains("null_check_after_deref");
        wide_printf || superfluous || (size_fits && model == DataModel::Lp64)
    }

    /// The rules that are this weakness.
    pub fn rules(&self) -> &'static [Rule] {
        match self.cwe {
            121 | 122 | 124 | 126 | 127 => &[Rule::OutOfBounds],
            401 => &[Rule::MemoryLeak],
            415 => &[Rule::DoubleFree],
            416 => &[Rule::UseAfterFree],
            457 => &[Rule::UninitializedRead],
            476 | 690 => &[Rule::NullDereference],
            590 | 761 => &[Rule::InvalidFree],
            562 => &[Rule::UseAfterScope],
            369 => &[Rule::DivisionByZero],
            190 | 191 => &[Rule::IntegerOverflow],
            _ => &[],
        }
    }

    /// Rules under which some cases of this weakness are rightly reported:
    ///
    /// - an overflow inside a struct (`type_overrun`) overwrites a pointer beside the array, and shows when it is used;
    /// - a string without its end (`CWE170`) is read on into bytes never written before it is read beyond its object;
    /// - a block that a global variable still points to is not lost, only never freed;
    /// - of a local that must not be freed, the content is used after its scope, before it is freed;
    /// - a local of a function that has returned is used (`return_freed_ptr`, `struct` variants).
    pub fn also(&self) -> &'static [Rule] {
        match self.cwe {
            121 | 122 => &[Rule::InvalidPointer],
            126 => &[Rule::UninitializedRead],
            401 => &[Rule::MemoryNotFreedAtExit],
            416 | 590 => &[Rule::UseAfterScope],
            _ => &[],
        }
    }
}

/// All cases of the given weaknesses below `testcases`, without those in C++ and for Windows.
pub fn find(testcases: &Path, cwes: &[u32]) -> Result<Vec<JulietCase>, String> {
    let mut files = Vec::new();
    for folder in entries(testcases)? {
        if cwe_of(&folder).is_some_and(|cwe| cwes.contains(&cwe)) {
            collect(&folder, &mut files)?;
        }
    }
    let mut groups: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let mut cpp = BTreeSet::new();
    for file in files {
        let path = file.display().to_string();
        if let Some(stem) = juliet_stem(&path) {
            groups.entry(stem.to_owned()).or_default().push(file);
        } else if let Some(stem) = path.strip_suffix(".cpp").and_then(juliet_stem_of) {
            cpp.insert(stem);
        }
    }
    groups.retain(|stem, _| !cpp.contains(stem));
    Ok(groups.into_iter().filter_map(|(stem, files)| case(&stem, files)).collect())
}

fn juliet_stem_of(stem: &str) -> Option<String> {
    juliet_stem(&format!("{stem}.c")).map(str::to_owned)
}

fn case(stem: &str, mut files: Vec<PathBuf>) -> Option<JulietCase> {
    let name = stem.rsplit('/').next()?.to_owned();
    let cwe = cwe_of(Path::new(&name))?;
    files.sort();
    let windows = WINDOWS.iter().any(|part| name.contains(part));
    (!windows).then_some(JulietCase { cwe, name, files })
}

fn cwe_of(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?.strip_prefix("CWE")?;
    name.split('_').next()?.parse().ok()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in entries(folder)? {
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_classified_by_name() {
        let case = |name: &str| case(&format!("s01/{name}"), Vec::new());
        assert!(case("CWE121_Stack__CWE129_fgets_01").expect("C").needs_input(false));
        assert!(!case("CWE121_Stack__CWE805_char_alloca_loop_01").expect("C").needs_input(false));
        assert!(case("CWE122_Heap__c_w32CreateFile_01").is_none());
        assert!(case("CWE415_Double_Free__malloc_free_char_12").expect("C").is_random());
        assert_eq!(case("CWE415_Double_Free__malloc_free_char_12").expect("C").rules(), [Rule::DoubleFree]);
    }
}
