//! What the tests of lowering share: Clang in its variants, lowering of text, and a look at what was not supported.

#![allow(dead_code, reason = "every test binary uses its own part")]

use cairn_interp::{Output, Stream};
use cairn_ir::{Op, Program};
use cairn_llvm::debug::DebugInfo;
use cairn_llvm::lower::{self, LowerOptions};
use cairn_llvm::read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One compiler for one data model.
#[derive(Clone, Copy, Debug)]
pub struct Clang {
    pub command: &'static str,
    pub model: &'static str,
}

impl Clang {
    /// The installed versions, each for 32 and 64 bits.
    pub fn all() -> Vec<Clang> {
        let installed = |command: &&&str| {
            Command::new(command).arg("--version").output().is_ok_and(|output| output.status.success())
        };
        let mut commands: Vec<&'static str> = ["clang-19", "clang-15"].iter().filter(installed).copied().collect();
        if commands.is_empty() {
            commands.push("clang");
        }
        commands.iter().flat_map(|command| ["-m32", "-m64"].map(|model| Clang { command, model })).collect()
    }

    /// The module as the front end gets it: not optimised.
    pub fn llvm_text(self, source: &Path) -> String {
        self.text_with(source, &["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-fno-discard-value-names"])
    }

    /// The module after all of LLVM's passes: vectors, intrinsics and shapes that Clang itself never writes.
    pub fn optimised_text(self, source: &Path) -> String {
        self.text_with(source, &["-O3", "-mavx2"])
    }

    fn text_with(self, source: &Path, flags: &[&str]) -> String {
        let output = Command::new(self.command)
            .args([self.model, "-S", "-emit-llvm", "-w", "-fno-math-errno", "-o", "-"])
            .args(flags)
            .arg(source)
            .output()
            .expect("clang runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("LLVM's text is UTF-8")
    }

    /// Compiles a snippet.
    pub fn llvm_text_of(self, code: &str) -> String {
        let source = temporary("c");
        std::fs::write(&source, code).expect("a temporary file");
        let text = self.llvm_text(&source);
        std::fs::remove_file(source).expect("the temporary file is there");
        text
    }

    /// The exit code of the program as the machine runs it.
    pub fn run_natively(self, source: &Path) -> i32 {
        let program = temporary("exe");
        let status = Command::new(self.command)
            .args([self.model, "-w", "-fno-math-errno", "-o"])
            .args([&program, source])
            .arg("-lm")
            .status();
        assert!(status.expect("clang runs").success());
        let status = Command::new(&program).status().expect("the program runs");
        std::fs::remove_file(program).expect("the program is there");
        status.code().unwrap_or(-1)
    }
}

/// A path that nobody else uses.
pub fn temporary(extension: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("cairn-llvm-{}-{}.{extension}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    std::env::temp_dir().join(name)
}

/// Lowers a module and verifies the result.
pub fn lower(text: &str, options: &LowerOptions) -> Program {
    let (module, metadata) = read::module(text).expect("the module reads");
    let program = lower::program(&module, &mut DebugInfo::new(metadata), options);
    if let Err(errors) = cairn_ir::verify::check(&program) {
        panic!("{errors:?}\n{}", cairn_ir::format::print(&program));
    }
    program
}

/// Every reason for which something is unsupported.
pub fn unsupported(program: &Program) -> Vec<String> {
    let in_code = program.funcs.iter().filter_map(|func| func.body.as_ref()).flat_map(|body| body.blocks.iter());
    let in_code = in_code.flat_map(|block| &block.insts).filter_map(|inst| match inst.op {
        Op::Unsupported { reason } => Some(reason),
        _ => None,
    });
    let in_data = program.globals.iter().filter_map(|global| global.init.as_ref()?.unsupported);
    in_code.chain(in_data).map(|reason| program.names.text(reason).to_owned()).collect()
}

/// Drops what a program writes.
pub struct NoOutput;

impl Output for NoOutput {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}
