//! How fast LLVM IR text becomes a program, on one core: `cargo bench --bench front_end -- DIR`.
//!
//! DIR holds `.ll` files (those of a whole project are best). Each phase is timed over all files and the best of three
//! rounds is printed, in MB of text per second.

use cairn_ir::{Linkage, Program, link, pass};
use cairn_llvm::debug::DebugInfo;
use cairn_llvm::{lower, read};
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Default)]
struct Times {
    read: Duration,
    lower: Duration,
    passes: Duration,
    link: Duration,
}

impl Times {
    fn total(&self) -> Duration {
        self.read + self.lower + self.passes + self.link
    }
}

fn main() {
    let Some(dir) = std::env::args().skip(1).find(|arg| !arg.starts_with('-')) else {
        println!("front_end: give a folder of .ll files: cargo bench --bench front_end -- DIR");
        return;
    };
    let texts = texts_of(Path::new(&dir));
    let bytes: usize = texts.iter().map(String::len).sum();
    let best = (0..3).map(|_| round(&texts)).min_by_key(Times::total).expect("three rounds");
    let rate = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{} files, {:.1} MB of LLVM IR text", texts.len(), bytes as f64 / 1e6);
    for (name, time) in [("read", best.read), ("lower", best.lower), ("passes", best.passes), ("link", best.link)] {
        println!("{name:8} {:8.1} MB/s {:9.1} ms", rate(time), time.as_secs_f64() * 1e3);
    }
    println!("{:8} {:8.1} MB/s {:9.1} ms", "total", rate(best.total()), best.total().as_secs_f64() * 1e3);
}

fn texts_of(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "ll"));
    paths.iter().map(|path| std::fs::read_to_string(path).expect("readable")).collect()
}

fn round(texts: &[String]) -> Times {
    let mut times = Times::default();
    let mut units = Vec::new();
    for text in texts {
        let start = Instant::now();
        let (module, metadata) = read::module(text).expect("Clang's text is readable");
        times.read += start.elapsed();
        let start = Instant::now();
        let mut unit = lower::program(&module, &mut DebugInfo::new(metadata), &lower::LowerOptions::default());
        times.lower += start.elapsed();
        let start = Instant::now();
        pass::run(&mut unit, pass::Unwritten::Undefined);
        times.passes += start.elapsed();
        units.push(unit);
    }
    let linkable = consistent(units);
    let start = Instant::now();
    link::link(linkable).expect("no symbol is defined twice");
    times.link = start.elapsed();
    times
}

/// A project has several programs; what is linked here are all units that define nothing that an earlier one defines.
fn consistent(units: Vec<Program>) -> Vec<Program> {
    let mut defined = HashSet::new();
    let mut kept = Vec::new();
    for unit in units {
        let names: Vec<String> = definitions(&unit);
        if names.iter().all(|name| !defined.contains(name)) {
            defined.extend(names);
            kept.push(unit);
        }
    }
    kept
}

fn definitions(unit: &Program) -> Vec<String> {
    let funcs = unit.funcs.iter().filter(|func| func.is_defined()).map(|func| (func.linkage, func.name));
    let globals =
        unit.globals.iter().filter(|global| global.init.is_some()).map(|global| (global.linkage, global.name));
    let external = funcs.chain(globals).filter(|(linkage, _)| *linkage == Linkage::External);
    external.map(|(_, name)| unit.names.text(name).to_owned()).collect()
}
