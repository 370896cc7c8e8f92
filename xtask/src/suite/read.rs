//! Every program that Clang accepts must be read, linked and valid; what is not supported is counted by reason.

use super::read_programs::{ProgramFiles, find};
use super::{loader, percent, run_all, spread};
use crate::ReadArgs;
use cairn_driver::{LoadError, Loader};
use cairn_ir::{Op, Program};
use std::collections::BTreeMap;

/// What became of one program.
enum Verdict {
    /// Clang itself refuses it.
    Rejected,
    Read(Counts),
}

#[derive(Default)]
struct Counts {
    text_bytes: usize,
    instructions: usize,
    /// Number of `unsupported` instructions and initialisers by reason.
    unsupported: BTreeMap<String, usize>,
}

pub fn run(args: &ReadArgs) -> Result<bool, String> {
    let mut flags: Vec<String> = args.include.iter().map(|folder| format!("-I{}", folder.display())).collect();
    flags.extend(args.flags.iter().cloned());
    let mut programs = Vec::new();
    for path in &args.paths {
        programs.extend(find(path, &flags)?);
    }
    let programs = spread(programs, args.limit);
    let loader = loader(&args.common, args.data_model.map(Into::into), false);
    let results = run_all(&programs, args.common.jobs, |program| one(&loader, program));
    Ok(print(&programs, &results))
}

fn one(loader: &Loader, program: &ProgramFiles) -> Result<Verdict, String> {
    let loaded = match loader.load(&program.inputs) {
        Ok(loaded) => loaded,
        Err(LoadError::Clang(_)) => return Ok(Verdict::Rejected),
        Err(error) => return Err(error.to_string()),
    };
    cairn_ir::verify::check(&loaded.program).map_err(|violations| {
        let first = violations.first().map(|violation| violation.describe(&loaded.program)).unwrap_or_default();
        format!("not valid: {first} ({} in all)", violations.len())
    })?;
    let mut counts = Counts {
        text_bytes: loaded.sizes.text_bytes,
        instructions: loaded.sizes.instructions,
        unsupported: BTreeMap::new(),
    };
    count_unsupported(&loaded.program, &mut counts.unsupported);
    Ok(Verdict::Read(counts))
}

fn count_unsupported(program: &Program, reasons: &mut BTreeMap<String, usize>) {
    let mut add = |reason| *reasons.entry(program.names.text(reason).to_owned()).or_default() += 1;
    for body in program.funcs.iter().filter_map(|func| func.body.as_ref()) {
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let Op::Unsupported { reason } = &inst.op {
                add(*reason);
            }
        }
    }
    program.globals.iter().filter_map(|global| global.init.as_ref()?.unsupported).for_each(add);
}

fn print(programs: &[ProgramFiles], results: &[Result<Verdict, String>]) -> bool {
    let mut total = Counts::default();
    let (mut read, mut rejected, mut failed, mut files) = (0, 0, 0, 0);
    for (program, result) in programs.iter().zip(results) {
        files += program.inputs.len();
        match result {
            Ok(Verdict::Rejected) => rejected += 1,
            Ok(Verdict::Read(counts)) => {
                read += 1;
                total.text_bytes += counts.text_bytes;
                total.instructions += counts.instructions;
                for (reason, count) in &counts.unsupported {
                    *total.unsupported.entry(reason.clone()).or_default() += count;
                }
            }
            Err(message) => {
                failed += 1;
                println!("FAILED {}: {message}", program.name);
            }
        }
    }
    let accepted = programs.len() - rejected;
    println!("programs           {:>10}  ({files} files)", programs.len());
    println!("accepted by Clang  {accepted:>10}");
    println!("read, linked, valid{read:>10}  ({:.2} % of the accepted)", percent(read, accepted));
    println!("failed             {failed:>10}");
    println!("LLVM IR            {:>10.1} MB", total.text_bytes as f64 / 1e6);
    println!("instructions       {:>10}", total.instructions);
    let unsupported: usize = total.unsupported.values().sum();
    println!("unsupported        {unsupported:>10}  ({:.5} %)", percent(unsupported, total.instructions));
    let mut reasons: Vec<_> = total.unsupported.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    for (reason, count) in reasons {
        println!("  {count:>8}  {reason}");
    }
    failed == 0
}
