//! Builds a random program with the sanitizers and runs it.

use super::random_report::{Found, read};
use cairn_cases::{Ended, Native, TempDir, run_program};
use cairn_ir::DataModel;
use cairn_llvm::clang::Clang;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(10);

/// Reads the inputs from the command line, and leaves no pointers behind on the stack that would hide leaks.
const DRIVER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char **values;
int program_main(void);
int __VERIFIER_nondet_int(void) { return *values ? atoi(*values++) : 0; }
// Not in a frame of AddressSanitizer's own.
__attribute__((noinline, no_sanitize("address", "undefined"))) static void scrub(void) {
    volatile char space[16384];
    for (unsigned i = 0; i < sizeof space; i++) space[i] = 0;
}
int main(int argc, char **argv) {
    (void)argc;
    values = argv + 1;
    setvbuf(stdout, NULL, _IONBF, 0);
    int code = program_main();
    scrub();
    return code;
}
"#;

const ADDRESS: &[&str] = &[
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fsanitize-address-use-after-return=always",
    // Arrays at the end of a struct have their declared length.
    "-fstrict-flex-arrays=3",
    // `alignment`: Cairn does not check it, and programs here break it only through pointers that are wrong anyway.
    "-fno-sanitize=alignment",
];
// Passing an undefined value on is no error for Cairn, and neither is a comparison whose result does not depend on it.
const MEMORY: &[&str] =
    &["-fsanitize=memory", "-fno-sanitize-memory-param-retval", "-mllvm", "-msan-handle-icmp-exact=1"];

/// Every comparison with an undefined bit counts, and all of them are reported: an upper bound of what is uninitialised.
const MEMORY_STRICT: &[&str] = &[
    "-fsanitize=memory",
    "-fno-sanitize-memory-param-retval",
    "-fsanitize-recover=memory",
    "-mllvm",
    "-msan-handle-icmp=0",
];

const ADDRESS_OPTIONS: &str = "detect_leaks=1:redzone=64:symbolize=1:allocator_may_return_null=1";

/// The ways to build, with the driver compiled for each.
pub struct Builds {
    clang: Clang,
    symbolizer: String,
    /// Flags and driver object: first with AddressSanitizer, then where there is one with MemorySanitizer, exact and strict.
    ways: Vec<(Vec<&'static str>, PathBuf)>,
    _folder: TempDir,
}

impl Builds {
    pub fn new(clang: Clang, model: DataModel) -> Result<Builds, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let source = folder.path().join("driver.c");
        std::fs::write(&source, DRIVER).map_err(|error| error.to_string())?;
        let size = if model == DataModel::Ilp32 { "-m32" } else { "-m64" };
        let kinds = if model == DataModel::Ilp32 { vec![ADDRESS] } else { vec![ADDRESS, MEMORY, MEMORY_STRICT] };
        let mut ways = Vec::new();
        for (index, kind) in kinds.into_iter().enumerate() {
            let mut flags = vec![size, "-O0", "-gline-tables-only", "-w", "-fno-omit-frame-pointer"];
            flags.extend(kind);
            let object = folder.path().join(format!("driver{index}.o"));
            compile(&clang, &flags, &["-c".as_ref(), source.as_path()], &object)?;
            ways.push((flags, object));
        }
        let symbolizer = symbolizer(&clang)?;
        Ok(Builds { clang, symbolizer, ways, _folder: folder })
    }

    /// Builds a program in each way, in `folder`.
    pub fn build<'a>(&'a self, folder: &'a Path, source: &Path) -> Result<Built<'a>, String> {
        let mut built = Built { builds: self, folder, source: source.to_owned(), programs: Vec::new() };
        for way in 0..self.ways.len().min(STRICT) {
            built.programs.push(built.build_way(way)?);
        }
        Ok(built)
    }
}

fn compile(clang: &Clang, flags: &[&str], inputs: &[&Path], output: &Path) -> Result<(), String> {
    let result = Command::new(&clang.path).args(flags).args(inputs).arg("-o").arg(output).stdin(Stdio::null()).output();
    let result = result.map_err(|error| error.to_string())?;
    if result.status.success() {
        return Ok(());
    }
    Err(format!(
        "build with sanitizers failed (are their libraries installed?): {}",
        String::from_utf8_lossy(&result.stderr).trim()
    ))
}

/// Sanitizers need it to say lines.
fn symbolizer(clang: &Clang) -> Result<String, String> {
    let output = Command::new(&clang.path).arg("--print-prog-name=llvm-symbolizer").output();
    let path = String::from_utf8_lossy(&output.map_err(|error| error.to_string())?.stdout).trim().to_owned();
    if Path::new(&path).is_absolute() {
        Ok(path)
    } else {
        Err("llvm-symbolizer not found: install LLVM's tools".into())
    }
}

/// The way to build that is needed only to confirm something.
const STRICT: usize = 2;

/// A program, built.
pub struct Built<'a> {
    builds: &'a Builds,
    folder: &'a Path,
    source: PathBuf,
    programs: Vec<PathBuf>,
}

/// One native run.
pub struct Run {
    pub native: Native,
    pub found: Found,
}

/// The same inputs in each build.
pub struct Runs {
    pub address: Run,
    pub memory: Option<Run>,
}

impl Built<'_> {
    fn build_way(&self, way: usize) -> Result<PathBuf, String> {
        let (flags, driver) = &self.builds.ways[way];
        let program = self.folder.join(format!("program{way}"));
        let rename = Path::new("-Dmain=program_main");
        compile(&self.builds.clang, flags, &[rename, &self.source, driver], &program)?;
        Ok(program)
    }

    /// The lines where MemorySanitizer sees a use of undefined bits if it takes every comparison for one; none where there is
    /// no MemorySanitizer.
    pub fn strict_lines(&self, inputs: &[i32]) -> Result<BTreeSet<u32>, String> {
        if self.builds.ways.len() <= STRICT {
            return Ok(BTreeSet::new());
        }
        let program = self.build_way(STRICT)?;
        Ok(self.run_one(&program, inputs)?.found.undefined)
    }

    pub fn run(&self, inputs: &[i32]) -> Result<Runs, String> {
        let mut runs =
            self.programs.iter().map(|program| self.run_one(program, inputs)).collect::<Result<Vec<_>, _>>()?;
        let memory = if runs.len() > 1 { runs.pop() } else { None };
        let address = runs.pop().ok_or("no build")?;
        Ok(Runs { address, memory })
    }

    fn run_one(&self, program: &Path, inputs: &[i32]) -> Result<Run, String> {
        let args: Vec<String> = inputs.iter().map(i32::to_string).collect();
        let log = self.folder.join("log");
        let to_log = |options: &str| format!("{options}:log_path={}", log.display());
        let env: Vec<(String, String)> = [
            ("ASAN_OPTIONS", to_log(ADDRESS_OPTIONS)),
            ("UBSAN_OPTIONS", to_log("print_stacktrace=1")),
            ("MSAN_OPTIONS", to_log("symbolize=1")),
            ("LSAN_OPTIONS", to_log("max_leaks=0")),
            ("ASAN_SYMBOLIZER_PATH", self.builds.symbolizer.clone()),
            ("MSAN_SYMBOLIZER_PATH", self.builds.symbolizer.clone()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
        let native = run_program(program, self.folder, &args, &env, &[], LIMIT).map_err(|error| error.to_string())?;
        if native.ended == Ended::Timeout {
            return Ok(Run { native, found: Found::default() });
        }
        let found = read(&take_log(self.folder)?);
        Ok(Run { native, found })
    }
}

/// What the sanitizers wrote: files named `log.PID`, which go away.
fn take_log(folder: &Path) -> Result<String, String> {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        if entry.file_name().to_string_lossy().starts_with("log.") {
            text += &String::from_utf8_lossy(&std::fs::read(entry.path()).map_err(|error| error.to_string())?);
            std::fs::remove_file(entry.path()).map_err(|error| error.to_string())?;
        }
    }
    Ok(text)
}
