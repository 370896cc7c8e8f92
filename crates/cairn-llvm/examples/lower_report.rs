//! Lowers modules of LLVM IR text and says how fast, and what could not be expressed: `lower_report FILE.ll…`.

use cairn_ir::{Op, Program};
use cairn_llvm::debug::DebugInfo;
use cairn_llvm::{lower, read};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn main() {
    let (mut bytes, mut reading, mut lowering) = (0, Duration::ZERO, Duration::ZERO);
    let mut reasons: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut files = 0;
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let (module, metadata) = match read::module(&text) {
            Ok(read) => read,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        let mut debug = DebugInfo::new(metadata);
        reading += start.elapsed();
        let start = Instant::now();
        let program = lower::program(&module, &mut debug, &lower::LowerOptions::default());
        lowering += start.elapsed();
        bytes += text.len();
        files += 1;
        count_unsupported(&program, &path, &mut reasons);
        if let Err(error) = cairn_ir::verify::check(&program) {
            eprintln!("{path}: does not verify: {error:?}");
        }
    }
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{files} files, {bytes} bytes: read {:.0} MB/s, lower {:.0} MB/s", speed(reading), speed(lowering));
    for (reason, (count, first)) in reasons {
        println!("{count:6}  {reason}  ({first})");
    }
}

fn count_unsupported(program: &Program, path: &str, reasons: &mut BTreeMap<String, (usize, String)>) {
    let mut note = |reason: &str| reasons.entry(reason.to_owned()).or_insert((0, path.to_owned())).0 += 1;
    for global in program.globals.iter() {
        if let Some(reason) = global.init.as_ref().and_then(|init| init.unsupported) {
            note(program.names.text(reason));
        }
    }
    let bodies = program.funcs.iter().filter_map(|func| func.body.as_ref());
    for inst in bodies.flat_map(|body| body.blocks.iter()).flat_map(|block| &block.insts) {
        if let Op::Unsupported { reason } = inst.op {
            note(program.names.text(reason));
        }
    }
}
