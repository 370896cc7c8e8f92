//! Lists the library models in `models/`, so that adding a file there is all that it takes to ship it.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("models");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = fs::read_dir(&folder).map_or_else(
        |_| Vec::new(),
        |entries| entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect(),
    );
    names.retain(|name| name.ends_with(".c") || name.ends_with(".h"));
    names.sort();
    let mut table = String::from("&[\n");
    for name in names {
        writeln!(table, "    ({name:?}, include_str!({:?})),", folder.join(&name)).expect("a string");
    }
    table.push_str("]\n");
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("models.rs");
    fs::write(out, table).expect("cargo's own folder is writable");
}
