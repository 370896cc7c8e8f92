//! Runs Clang on one translation unit and gives back its LLVM IR as text.
//!
//! Clang does no optimisation (`-disable-llvm-passes`), but marks where scopes end and which inline copies exist, as
//! it does from `-O1` on. The macros are those of `-O0`: glibc's headers would otherwise replace library functions by
//! inline code. C of older dialects is accepted with a warning.
//!
//! Not here: which of the file's own flags are used (`flags`), reading the text (`crate::read`).

use super::{Clang, ClangError, Diagnostic, Limits, dependencies, flags, os_text};
use cairn_ir::DataModel;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// One translation unit to compile.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub file: PathBuf,
    /// The flags that the file is compiled with in its project.
    pub flags: Vec<String>,
    /// Where the compiler runs; the current directory if `None`.
    pub directory: Option<PathBuf>,
    /// Wins over what `flags` say.
    pub data_model: Option<DataModel>,
    /// The source text if it is not in `file`, which then is only a name.
    pub text: Option<String>,
    /// Where Clang may note for a moment which files it read; without a place they are not known.
    pub notes: Option<PathBuf>,
    pub limits: Limits,
}

/// What Clang made of a unit.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// LLVM IR as text.
    pub text: String,
    /// What the user should know: errors of today's C that were let pass.
    pub warnings: Vec<Diagnostic>,
    /// Flags that might have mattered and that Clang did not get: those that it does not know, those that it must not get.
    pub left_out: Vec<String>,
    /// Every file that was read, the source itself first, as Clang names them. `None` if that is not known.
    pub dependencies: Option<Vec<PathBuf>>,
}

/// Output, and what `flags` must not turn off. After the user's flags, so that these count.
#[rustfmt::skip]
pub const FIXED_FLAGS: &[&str] = &[
    "-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-gdwarf-4", "-fno-discard-value-names",
    // The macros of -O0: see the head of this file.
    "-U__OPTIMIZE__", "-D__NO_INLINE__=1",
    // A distribution's configuration of Clang may harden by default.
    "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-ftrivial-auto-var-init=uninitialized", "-fno-sanitize=all",
    // Messages: one line each, in plain text.
    "-fno-caret-diagnostics", "-fno-color-diagnostics", "-fno-diagnostics-show-note-include-stack", "-ferror-limit=5",
    "-Qunused-arguments", "-Wno-unknown-warning-option", "-Wno-error",
];

/// What older C allowed and newer Clangs reject by default: an error there becomes a warning here.
const OLD_C: &[&str] = &[
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
    "return-type",
    "return-mismatch",
];

/// Compiles a `.c` or `.i` file. Flags that Clang does not know are left out and named.
pub fn compile(clang: &Clang, unit: &Unit) -> Result<Compiled, ClangError> {
    let flags::Sorted { kept: mut user_flags, refused: mut left_out } = flags::sort(&unit.flags);
    let mut output = run(clang, unit, &user_flags)?;
    if !output.status.success() {
        let unknown = unknown_arguments(&String::from_utf8_lossy(&output.stderr));
        let before = user_flags.len();
        user_flags.retain(|flag| !unknown.contains(flag));
        if user_flags.len() < before {
            left_out.extend(unknown);
            output = run(clang, unit, &user_flags)?;
        }
    }
    finish(clang, unit, output, left_out)
}

/// The complete command line without the program.
fn arguments(unit: &Unit, user_flags: &[String]) -> Result<Vec<String>, ClangError> {
    let mut args = user_flags.to_vec();
    args.extend(FIXED_FLAGS.iter().map(|&arg| arg.to_owned()));
    args.extend(OLD_C.iter().map(|group| format!("-Wno-error={group}")));
    args.extend(unit.data_model.map(|model| match model {
        DataModel::Ilp32 => "-m32".to_owned(),
        DataModel::Lp64 => "-m64".to_owned(),
    }));
    args.extend(["-o".to_owned(), "-".to_owned(), "-x".to_owned(), language(&unit.file)?.to_owned()]);
    Ok(args)
}

fn language(file: &Path) -> Result<&'static str, ClangError> {
    match file.extension().and_then(|ending| ending.to_str()) {
        // A header may hold models, or a whole library.
        Some("c" | "h") => Ok("c"),
        Some("i") => Ok("cpp-output"),
        _ => Err(ClangError::UnknownKind { file: file.to_owned() }),
    }
}

/// What a process left behind.
pub(super) struct Output {
    status: ExitStatus,
    /// `None`: more than the limit.
    pub(super) stdout: Option<Vec<u8>>,
    stderr: Vec<u8>,
    dependencies: Option<Vec<PathBuf>>,
}

fn run(clang: &Clang, unit: &Unit, user_flags: &[String]) -> Result<Output, ClangError> {
    let command = prepare(clang, unit, &arguments(unit, user_flags)?);
    let input = unit.text.as_ref().map(|text| [line_marker(&unit.file), text.clone().into_bytes()].concat());
    let output = output_of(command, input.as_deref(), &unit.limits);
    let dependencies = unit.notes.as_deref().and_then(dependencies::take);
    let failed = |error: std::io::Error| ClangError::Run { path: clang.path.clone(), reason: error.to_string() };
    output.map(|output| Output { dependencies, ..output }).map_err(failed)
}

/// Clang with these arguments on the unit's file, or on its standard input.
pub(super) fn prepare(clang: &Clang, unit: &Unit, args: &[String]) -> Command {
    let mut command = Command::new(&clang.path);
    command.args(args.iter().map(|arg| os_text::to_os(arg)));
    // Clang's own switches in the environment would change what is compiled (CCC_OVERRIDE_OPTIONS) or printed.
    command.env_remove("CCC_OVERRIDE_OPTIONS").env("LC_ALL", "C");
    if let Some(directory) = &unit.directory {
        command.current_dir(directory);
    }
    if let Some(notes) = &unit.notes {
        command.args(["-MD", "-MT", "x", "-MF"]).arg(notes);
    }
    match &unit.text {
        None => command.arg(source_argument(&unit.file)).stdin(Stdio::null()),
        Some(_) => command.arg("-").stdin(Stdio::piped()),
    };
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Names the text that follows; a name may hold anything.
fn line_marker(file: &Path) -> Vec<u8> {
    let mut marker = b"#line 1 \"".to_vec();
    for &byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'"' | b'\\' => marker.extend([b'\\', byte]),
            b'\n' => marker.extend(b"\\n"),
            _ => marker.push(byte),
        }
    }
    marker.extend(b"\"\n");
    marker
}

/// A name that cannot be taken for a flag.
fn source_argument(file: &Path) -> PathBuf {
    if file.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(file) } else { file.to_owned() }
}

pub(super) fn output_of(mut command: Command, input: Option<&[u8]>, limits: &Limits) -> std::io::Result<Output> {
    let mut child = command.spawn()?;
    limits.impose(&child);
    let stdin = child.stdin.take();
    let (stdout, stderr) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    std::thread::scope(|scope| {
        if let (Some(mut stdin), Some(text)) = (stdin, input) {
            // A Clang that stops early closes the pipe: its own message says more than ours would.
            scope.spawn(move || _ = stdin.write_all(text));
        }
        let messages = scope.spawn(move || limits.read(stderr));
        let stdout = limits.read(stdout);
        if !matches!(stdout, Ok(Some(_))) {
            // Nobody reads on: it must not wait for us.
            _ = child.kill();
        }
        let status = child.wait()?;
        let stderr = messages.join().expect("reading does not panic")?.unwrap_or_default();
        Ok(Output { status, stdout: stdout?, stderr, dependencies: None })
    })
}

/// The arguments that Clang says it cannot use.
fn unknown_arguments(stderr: &str) -> Vec<String> {
    let complaints = ["unknown argument", "unsupported option"];
    stderr
        .lines()
        .filter_map(Diagnostic::parse)
        .filter(|d| d.error && d.place.is_none())
        .filter_map(|d| {
            let about_flag = complaints.iter().any(|start| d.message.starts_with(start));
            about_flag.then(|| d.message.split('\'').nth(1).map(str::to_owned)).flatten()
        })
        .collect()
}

fn finish(clang: &Clang, unit: &Unit, output: Output, left_out: Vec<String>) -> Result<Compiled, ClangError> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let mut diagnostics: Vec<Diagnostic> = stderr.lines().filter_map(Diagnostic::parse).collect();
    let broken = |reason: String| ClangError::Run { path: clang.path.clone(), reason };
    let limited = |reason: String| ClangError::Limit { file: unit.file.clone(), reason };
    let Some(stdout) = output.stdout else {
        return Err(limited(format!("Clang writes more than {} MiB of LLVM IR", unit.limits.output >> 20)));
    };
    if output.status.success() {
        diagnostics.retain(|d| d.group().is_some_and(|group| OLD_C.contains(&group)));
        let text = String::from_utf8(stdout).map_err(|_| broken("its output is not UTF-8".to_owned()))?;
        return Ok(Compiled { text, warnings: diagnostics, left_out, dependencies: output.dependencies });
    }
    if let Some(reason) = unit.limits.hint(output.status, &stderr) {
        return Err(limited(reason));
    }
    diagnostics.retain(|d| d.error);
    if diagnostics.is_empty() {
        let said = stderr.lines().next().unwrap_or("no message");
        return Err(broken(format!("{}: {said}", output.status)));
    }
    Err(ClangError::Compile { file: unit.file.clone(), diagnostics })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clang::find;

    fn unit(text: &str, flags: &[&str]) -> Unit {
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        Unit { file: "test.c".into(), flags, text: Some(text.to_owned()), ..Unit::default() }
    }

    fn compile_text(text: &str, flags: &[&str]) -> Result<Compiled, ClangError> {
        compile(&find(None).expect("the tests need Clang"), &unit(text, flags))
    }

    #[test]
    fn the_text_is_unoptimised_with_scopes_and_names() {
        let text = compile_text("int f(int count) { { int inner = count; return inner; } }", &["-O3"]).expect("C").text;
        for part in ["llvm.lifetime.end", "%inner = alloca i32", "!dbg", "i32 %count"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn the_macros_are_those_of_o0() {
        let source = "#if defined __OPTIMIZE__ || !defined __NO_INLINE__\n#error optimised\n#endif\nint x;";
        compile_text(source, &["-O2"]).expect("as at -O0");
    }

    #[test]
    fn hardening_does_not_reach_the_code() {
        let source = "int f(void) { int x; int a[9]; return x + a[x]; }";
        let plain = compile_text(source, &[]).expect("C").text;
        let flags = ["-ftrivial-auto-var-init=zero", "-fsanitize=undefined", "-fstack-protector-all", "-ftrapv"];
        assert_eq!(compile_text(source, &flags).expect("C").text, plain);
    }

    #[test]
    fn old_c_is_accepted_with_warnings() {
        let source = "f(a) char *a; { int *p = 5; return g(a) + *p; }";
        let compiled = compile_text(source, &["-Werror", "-pedantic-errors"]).expect("old C");
        let groups: Vec<_> = compiled.warnings.iter().filter_map(Diagnostic::group).collect();
        assert!(groups.contains(&"implicit-function-declaration"), "{groups:?}");
        assert!(groups.contains(&"int-conversion"), "{groups:?}");
    }

    #[test]
    fn flags_that_clang_does_not_know_are_left_out_and_named() {
        let compiled = compile_text("int x;", &["-fconserve-stak", "-mno-fancy-thing", "-DX"]).expect("C");
        assert_eq!(compiled.left_out, ["-fconserve-stak", "-mno-fancy-thing"]);
    }

    #[test]
    fn an_error_names_file_and_line() {
        let Err(ClangError::Compile { diagnostics, .. }) = compile_text("int x;\nint y = z;\n", &[]) else {
            panic!("z is not declared");
        };
        let place = diagnostics[0].place.clone().expect("a place");
        assert_eq!((place.line, place.col), (2, 9));
    }

    #[test]
    fn the_data_model_wins_over_the_flags() {
        let mut unit = unit("long x;", &["-m64"]);
        unit.data_model = Some(DataModel::Ilp32);
        let compiled = compile(&find(None).expect("the tests need Clang"), &unit).expect("C");
        assert!(compiled.text.contains("global i32 0"), "{}", compiled.text);
    }

    #[test]
    fn other_endings_are_refused() {
        let unit = Unit { file: "x.cpp".into(), ..Unit::default() };
        let error = compile(&find(None).expect("the tests need Clang"), &unit).expect_err("not C");
        assert!(error.to_string().contains("x.cpp"), "{error}");
    }
}
