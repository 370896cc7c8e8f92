//! Reads LLVM IR files and prints what is in them and how fast that went: `read_speed FILE.ll…`.

use cairn_llvm::ast::{InstKind, Module};
use cairn_llvm::read;
use std::sync::LazyLock;
use std::time::Instant;

/// A file is read again until this many seconds have passed.
const ENOUGH: f64 = 1.0;

fn main() {
    let mut failed = 0;
    let paths: Vec<String> = std::env::args().skip(1).collect();
    for path in &paths {
        match std::fs::read_to_string(path) {
            Ok(text) => failed += u32::from(!report(path, &text, paths.len() == 1)),
            Err(error) => println!("{path}: {error}"),
        }
    }
    println!("{} files, {failed} failed", paths.len());
}

fn report(path: &str, text: &str, measure: bool) -> bool {
    match read::module(text) {
        Ok((module, _)) => describe(path, &module),
        Err(error) => {
            println!("{path}:{error}");
            return false;
        }
    }
    if measure {
        let (mut rounds, start) = (0u32, cpu_seconds());
        while cpu_seconds() - start < ENOUGH {
            std::hint::black_box(read::module(text).is_ok());
            rounds += 1;
        }
        let bytes = text.len() as f64 * f64::from(rounds);
        println!("{:.0} MB/s", bytes / 1e6 / (cpu_seconds() - start));
    }
    true
}

fn describe(path: &str, module: &Module) {
    let bodies = module.funcs.iter().filter_map(|func| func.body.as_ref());
    let insts = bodies.flat_map(|body| body.blocks.iter()).flat_map(|block| &block.insts);
    let (mut count, mut unknown) = (0usize, Vec::new());
    for inst in insts {
        count += 1;
        if let InstKind::Unknown { opcode } = inst.kind {
            unknown.push(opcode);
        }
    }
    let (funcs, globals) = (module.funcs.len(), module.globals.len());
    println!("{path}: {funcs} functions, {globals} globals, {count} instructions, unknown {unknown:?}");
}

/// Seconds that this process has computed, where the system tells; otherwise seconds since the first call.
fn cpu_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    match stat.split_whitespace().next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()) {
        Some(nanoseconds) => nanoseconds / 1e9,
        None => START.elapsed().as_secs_f64(),
    }
}
