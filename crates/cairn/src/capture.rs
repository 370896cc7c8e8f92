//! `cairn capture`: runs a build and records which compilers it calls, as a compilation database.
//!
//! The build sees a folder first on its path in which every compiler, archiver and linker is this very program. Called
//! under such a name it writes the call down and becomes the real tool. No flag, no environment of the build changes
//! otherwise, but for caches of compilers, which are off: what they answer is not compiled.

use crate::failure::{Failure, exit};
use crate::output;
use cairn_driver::capture::{Build, RecordedCall, build, read_calls, tool};
use cairn_driver::{database, recorded};
use clap::Args;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// Run a build and record what it compiles, as `compile_commands.json`.
///
/// What is up to date is not compiled, and so not recorded: build from scratch (`make clean` first). Compilers are recorded
/// if the build finds them on the path, not if it calls them as `/usr/bin/gcc`.
#[derive(Args, Debug)]
pub struct CaptureArgs {
    /// Where to write the database; otherwise `.cairn/compile_commands.json`
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The build and its arguments
    #[arg(last = true, required = true, value_name = "BUILD")]
    pub build: Vec<OsString>,
}

/// Where calls are written down; also says that we are called as a tool.
const RECORDS: &str = "CAIRN_CAPTURE_RECORDS";
/// The path of the build without our folder.
const REAL_PATH: &str = "CAIRN_CAPTURE_PATH";

pub fn command(args: &CaptureArgs) -> Result<u8, Failure> {
    let folder = Temporary::new()?;
    let (tools, records) = (folder.0.join("tools"), folder.0.join("records"));
    for path in [&tools, &records] {
        std::fs::create_dir(path).map_err(|error| Failure::file("make", path, &error))?;
    }
    let real_path = std::env::var_os("PATH").unwrap_or_default();
    make_tools(&tools, &real_path)?;
    let status = run_build(&args.build, &tools, &records, &real_path)?;
    let calls = read_calls(&records).map_err(|error| Failure::file("read", &records, &error))?;
    let build = build(&calls);
    if build.compilations.is_empty() {
        return Err(Failure::Input(nothing_compiled(status)));
    }
    let output = args.output.clone().unwrap_or_else(|| Path::new(".cairn").join(database::FILE_NAME));
    write(&output, &build)?;
    let programs = build.links.iter().filter(|link| !link.archive).count();
    anstream::eprintln!(
        "recorded {} compilations and {programs} links in {}",
        build.compilations.len(),
        output.display()
    );
    if !status.success() {
        anstream::eprintln!("warning: the build failed ({status}): what came behind is not recorded");
        return Ok(exit::PARTIAL);
    }
    Ok(0)
}

fn nothing_compiled(status: ExitStatus) -> String {
    let failed = if status.success() { String::new() } else { format!(" (it failed: {status})") };
    format!(
        "the build called no compiler that could be recorded{failed}. Is everything up to date? Clean it first, for example \
         with `make clean`. Does it call a compiler by its full path? Say CC=gcc"
    )
}

fn run_build(build: &[OsString], tools: &Path, records: &Path, real_path: &OsStr) -> Result<ExitStatus, Failure> {
    let (program, arguments) = build.split_first().ok_or(Failure::NothingToCheck)?;
    let folders = std::iter::once(tools.to_owned()).chain(std::env::split_paths(real_path));
    let path =
        std::env::join_paths(folders).map_err(|error| Failure::Input(format!("PATH cannot be used: {error}")))?;
    let mut command = Command::new(program);
    command.args(arguments).env("PATH", path).env(RECORDS, records).env(REAL_PATH, real_path);
    command.env("CCACHE_DISABLE", "1").env("SCCACHE_DISABLE", "1");
    command.status().map_err(|error| Failure::file("run", Path::new(program), &error))
}

/// This program under the name of every tool on the path.
fn make_tools(folder: &Path, path: &OsStr) -> Result<(), Failure> {
    let ourselves = std::env::current_exe().map_err(|error| Failure::Input(format!("cannot find myself: {error}")))?;
    for name in tools_on(path) {
        let link = folder.join(&name);
        make_link(&ourselves, &link).map_err(|error| Failure::file("make", &link, &error))?;
    }
    Ok(())
}

fn tools_on(path: &OsStr) -> BTreeSet<OsString> {
    let folders = std::env::split_paths(path).filter_map(|folder| std::fs::read_dir(folder).ok());
    let names = folders.flatten().flatten().map(|entry| entry.file_name());
    names.filter(|name| name.to_str().and_then(tool).is_some()).collect()
}

#[cfg(unix)]
fn make_link(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn make_link(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::Error::new(std::io::ErrorKind::Unsupported, "builds cannot be recorded on this system"))
}

fn write(database: &Path, build: &Build) -> Result<(), Failure> {
    if let Some(folder) = database.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, &error))?;
    }
    let links = database.with_file_name(recorded::FILE_NAME);
    let texts = [serde_json::to_string_pretty(&build.compilations), serde_json::to_string_pretty(&build.links)];
    for (file, text) in [database, links.as_path()].into_iter().zip(texts) {
        let text = text.map_err(|error| Failure::Input(format!("cannot write `{}`: {error}", file.display())))?;
        output::replace_file(file, &text)?;
    }
    Ok(())
}

/// Are we called as a tool of a build that is recorded? Then this does not return: it becomes the tool, or says why not.
pub fn run_as_tool() -> Option<u8> {
    let records = std::env::var_os(RECORDS)?;
    let mut arguments = std::env::args_os();
    let name = PathBuf::from(arguments.next()?).file_name()?.to_owned();
    name.to_str().and_then(tool)?;
    let arguments: Vec<OsString> = arguments.collect();
    record(Path::new(&records), &name, &arguments);
    Some(become_tool(&name, &arguments))
}

/// Writes the call down. A call that cannot be written down is still made.
fn record(records: &Path, name: &OsStr, arguments: &[OsString]) {
    use cairn_llvm::clang::os_text::to_text;
    let Ok(directory) = std::env::current_dir() else { return };
    let words = std::iter::once(name).chain(arguments.iter().map(OsString::as_os_str));
    let call = RecordedCall { directory: to_text(directory.as_os_str()), arguments: words.map(to_text).collect() };
    // The process ends before its number is used again, and its start tells it from an earlier one.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let file = records.join(format!("{}-{now}.json", std::process::id()));
    if let Ok(text) = serde_json::to_string(&call) {
        _ = std::fs::write(file, text);
    }
}

fn become_tool(name: &OsStr, arguments: &[OsString]) -> u8 {
    let path = std::env::var_os(REAL_PATH).unwrap_or_default();
    let real = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    let Some(real) = real else {
        eprintln!("cairn capture: there is no `{}` on the path", name.display());
        return 127;
    };
    let mut command = Command::new(&real);
    // What the tool calls itself is its own business.
    command.args(arguments).env("PATH", path).env_remove(RECORDS).env_remove(REAL_PATH);
    run_instead(command, &real)
}

#[cfg(unix)]
fn run_instead(mut command: Command, real: &Path) -> u8 {
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    eprintln!("cairn capture: cannot run `{}`: {error}", real.display());
    126
}

#[cfg(not(unix))]
fn run_instead(mut command: Command, _: &Path) -> u8 {
    command.status().ok().and_then(|status| status.code()).map_or(126, |code| code as u8)
}

/// A folder that goes away with the value.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Result<Temporary, Failure> {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let path = std::env::temp_dir().join(format!("cairn-capture-{}-{now}", std::process::id()));
        // It fails if there is something already, so nobody else can have prepared it.
        std::fs::create_dir(&path).map_err(|error| Failure::file("make", &path, &error))?;
        Ok(Temporary(path))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}
