//! A folder with files in which the command runs.
#![allow(dead_code, reason = "not every test needs everything")]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Goes away with the value.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cairn-check-{}-{serial}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("inside the folder")).expect("a temporary folder");
        std::fs::write(path, content).expect("a temporary file");
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn cairn(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("cairn runs")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        command.current_dir(&self.0).args(args).stdin(Stdio::null());
        command
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The Clang that the command would use.
pub fn clang() -> String {
    if let Ok(named) = std::env::var("CAIRN_CLANG") {
        return named;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = std::iter::once("clang".to_owned()).chain((15..23).rev().map(|number| format!("clang-{number}")));
    let find = |name: String| std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file());
    names.into_iter().find_map(find).expect("the tests need Clang").display().to_string()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Lines `level rule line` of the findings in a file.
pub fn findings(source: &str) -> Vec<String> {
    let folder = Folder::new().with("t.c", source);
    let text = stdout(&folder.cairn(&["check", "--format", "sarif", "t.c"]));
    let log: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let results = log["runs"][0]["results"].as_array().expect("a list").iter();
    let line = |result: &serde_json::Value| {
        let region = &result["locations"][0]["physicalLocation"]["region"];
        let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        format!("{} {} {}", word(&result["level"]), word(&result["ruleId"]), region["startLine"])
    };
    results.map(line).collect()
}
