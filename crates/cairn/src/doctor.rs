//! `cairn doctor`: says what Cairn would work with here, and what stands in its way. Analyses nothing.

use crate::args::DataModelArg;
use crate::failure::{Failure, exit};
use crate::{config, storage};
use cairn_driver::{Loader, Options, Project};
use cairn_engine::Effort;
use cairn_ir::DataModel;
use clap::Args;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Show which Clang, compilation database, configuration, models and store are used here, and what is wrong with them.
#[derive(Args, Debug)]
pub struct DoctorArgs {
    /// A compilation database, or the folder in which it lies; repeatable
    #[arg(short = 'p', long = "database", value_name = "DIR|FILE")]
    pub databases: Vec<PathBuf>,
    /// The Clang to use; otherwise CAIRN_CLANG, then clang and clang-N on PATH
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,
    /// Sizes of C's types
    #[arg(long, value_enum, ignore_case = true, value_name = "MODEL")]
    pub data_model: Option<DataModelArg>,
}

/// Entries of a list that are named.
const SHOWN: usize = 10;

pub fn command(args: &DoctorArgs) -> Result<u8, Failure> {
    let mut report = Report::default();
    let loader = Loader::new(Options { clang: args.clang.clone(), ..Options::default() });
    report.add("cairn", Ok(version()));
    report.add("clang", clang(&loader));
    report.add("headers", headers(&loader));
    let model = args.data_model.map_or(DataModel::Lp64, DataModelArg::model);
    report.add("models", models(&loader, model));
    report.add("config", configuration());
    report.add("database", databases(args));
    report.add("store", store());
    crate::output::write_result(None, &report.text)?;
    Ok(if report.wrong { exit::INPUT } else { 0 })
}

#[derive(Default)]
struct Report {
    text: String,
    wrong: bool,
}

impl Report {
    /// The first line stands beside the name, the others below.
    fn add(&mut self, name: &str, what: Result<String, String>) {
        self.wrong |= what.is_err();
        let (mark, text) = match &what {
            Ok(text) => ("ok   ", text),
            Err(text) => ("WRONG", text),
        };
        let mut lines = text.lines();
        _ = writeln!(self.text, "{mark} {name:<9} {}", lines.next().unwrap_or_default());
        lines.for_each(|line| _ = writeln!(self.text, "{:16}{line}", ""));
    }
}

fn version() -> String {
    let engines = cairn_driver::engine_names().join(", ");
    format!("{}; engines: {engines}; {} steps by default", env!("CARGO_PKG_VERSION"), Effort::default().steps())
}

fn clang(loader: &Loader) -> Result<String, String> {
    let clang = loader.clang().map_err(|error| error.to_string())?;
    Ok(format!("{} at {}", clang.version.text, clang.path.display()))
}

/// The folders in which Clang looks for the headers of the system.
fn headers(loader: &Loader) -> Result<String, String> {
    let clang = loader.clang().map_err(|_| "not known without Clang".to_owned())?;
    let output = Command::new(&clang.path)
        .args(["-E", "-v", "-x", "c", "-"])
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stderr);
    let lines =
        text.lines().skip_while(|line| !line.contains("search starts here")).filter(|line| line.starts_with(' '));
    let folders: Vec<&str> = lines.map(str::trim).collect();
    let has_libc = folders.iter().any(|folder| Path::new(folder).join("stdlib.h").is_file());
    let list = folders.join("\n");
    if has_libc {
        Ok(list)
    } else {
        Err(format!("stdlib.h is not found: install the headers of the C library\n{list}"))
    }
}

fn models(loader: &Loader, model: DataModel) -> Result<String, String> {
    let count = loader.prepare_models(model).map_err(|error| error.to_string())?;
    Ok(format!("{count} files of library models compile"))
}

fn configuration() -> Result<String, String> {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    match config::find(&here) {
        None => Ok("no cairn.toml: defaults".to_owned()),
        Some(file) => {
            let count = config::arguments(&file).map_err(|failure| failure.to_string())?.len();
            Ok(format!("{} ({} options)", file.display(), count - 1))
        }
    }
}

fn databases(args: &DoctorArgs) -> Result<String, String> {
    let mut paths = args.databases.clone();
    if paths.is_empty() {
        let here = std::env::current_dir().map_err(|error| error.to_string())?;
        match Project::find_database(&here) {
            Some(file) => paths.push(file),
            None => return Ok("none here: name files, or record your build: cairn capture -- make".to_owned()),
        }
    }
    let project = Project::of_databases(&paths).map_err(|error| error.to_string())?;
    let files: Vec<String> = project.databases.iter().map(|file| file.display().to_string()).collect();
    let links = project.links.iter().filter(|link| !link.archive).count();
    let mut text = format!("{}\n{} units, {links} recorded links", files.join(", "), project.units.len());
    for skipped in project.skipped.iter().take(SHOWN) {
        _ = write!(text, "\nskipped {}: {}", skipped.file, skipped.why);
    }
    if project.skipped.len() > SHOWN {
        _ = write!(text, "\nskipped {} more", project.skipped.len() - SHOWN);
    }
    let missing: Vec<PathBuf> =
        project.units.iter().map(|unit| unit.input.path()).filter(|file| !file.is_file()).collect();
    missing.iter().take(SHOWN).for_each(|file| _ = write!(text, "\nmissing {}", file.display()));
    match (project.units.len(), missing.len()) {
        (0, _) => Err(format!("{text}\nthere is no C file in it")),
        (units, missing) if units == missing => Err(format!("{text}\nno file of it exists: was the project moved?")),
        _ => Ok(text),
    }
}

fn store() -> Result<String, String> {
    let folder = storage::folder_here();
    if !folder.is_dir() {
        return Ok(format!("{} does not exist yet", folder.display()));
    }
    let store = storage::inspect(&folder).ok_or("there is no folder for the user's own files")?;
    let statistics = store.statistics();
    let mut text = format!("{}: {} entries, {} KiB", folder.display(), statistics.entries, statistics.bytes >> 10);
    store.take_notices().iter().for_each(|notice| _ = write!(text, "\n{notice}"));
    Ok(text)
}
