//! Builds a program with Clang and runs it on the machine itself, under a time limit.

use cairn_ir::DataModel;
use cairn_llvm::clang::Clang;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// What a native run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Native {
    pub stdout: Vec<u8>,
    pub ended: Ended,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    Exit(i32),
    Signal(i32),
    Timeout,
}

#[derive(Clone, Debug)]
pub enum NativeError {
    /// Clang's messages.
    Build(String),
    Run(String),
}

impl std::fmt::Display for NativeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NativeError::Build(message) => write!(f, "native build failed: {message}"),
            NativeError::Run(message) => write!(f, "native run failed: {message}"),
        }
    }
}

/// A folder that goes away with the value.
pub struct TempDir(PathBuf);

impl TempDir {
    pub fn new() -> std::io::Result<TempDir> {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cairn-case-{}-{serial}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(TempDir(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compiles and links without optimisation and without warnings.
pub fn build(
    clang: &Clang,
    sources: &[PathBuf],
    flags: &[String],
    model: DataModel,
    program: &Path,
) -> Result<(), NativeError> {
    let size = if model == DataModel::Ilp32 { "-m32" } else { "-m64" };
    let output = Command::new(&clang.path)
        .args(["-O0", "-w", size])
        .args(flags)
        .args(sources)
        .arg("-o")
        .arg(program)
        .args(["-lm", "-pthread"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| NativeError::Build(error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    Err(NativeError::Build(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

/// Runs a program in `folder` with an environment of nothing but `env`.
pub fn run_program(
    program: &Path,
    folder: &Path,
    args: &[String],
    env: &[(String, String)],
    stdin: &[u8],
    limit: Duration,
) -> Result<Native, NativeError> {
    let failed = |error: std::io::Error| NativeError::Run(error.to_string());
    let mut command = Command::new(program);
    command.args(args).env_clear().envs(env.iter().cloned()).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(failed)?;
    let mut input = child.stdin.take().expect("piped above");
    let mut output = child.stdout.take().expect("piped above");
    std::thread::scope(|scope| {
        // A program that does not read all of its input closes the pipe early.
        scope.spawn(move || _ = input.write_all(stdin));
        let reader = scope.spawn(move || {
            let mut stdout = Vec::new();
            output.read_to_end(&mut stdout).map(|_| stdout)
        });
        let status = wait(&mut child, limit).map_err(failed)?;
        let stdout = reader.join().expect("reading does not panic").map_err(failed)?;
        Ok(Native { stdout, ended: status.map_or(Ended::Timeout, ended) })
    })
}

/// `None` if the time was up and the program had to be ended.
fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn ended(status: ExitStatus) -> Ended {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exit(code),
        (None, signal) => Ended::Signal(signal.unwrap_or(0)),
    }
}

#[cfg(not(unix))]
fn ended(status: ExitStatus) -> Ended {
    Ended::Exit(status.code().unwrap_or(-1))
}
