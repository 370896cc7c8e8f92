//! Programs, and one analysis of each with chosen limits.

use cairn_cases::shape_cases;
use cairn_driver::{Input, Loader, Options};
use cairn_ir::{DataModel, Program, Rule};
use cairn_shape::{Limits, Patience, Run, Stop, Tabulated, World};
use std::collections::BTreeSet;

pub fn loader() -> Loader {
    Loader::new(Options { data_model: Some(DataModel::Lp64), ..Options::default() })
}

/// A case by `group/name[.kind]`.
pub fn case(id: &str) -> Program {
    let cases = shape_cases().expect("cases");
    let case = cases.iter().find(|case| case.id() == id).unwrap_or_else(|| panic!("no case {id}"));
    case.load(&loader()).expect("it compiles")
}

/// A program from its text; `name` tells the test.
pub fn program(name: &str, text: &str) -> Program {
    let file = std::env::temp_dir().join(format!("cairn-acceptance-{}-{name}.c", std::process::id()));
    std::fs::write(&file, text).expect("written");
    let loaded = loader().load(&[Input::new(&file, &["-w".to_owned()])]);
    std::fs::remove_file(&file).ok();
    loaded.unwrap_or_else(|error| panic!("{name}: {error}")).program
}

/// What one analysis says.
pub struct Outcome {
    /// What may fail, with its line.
    pub doubts: BTreeSet<(u32, &'static str)>,
    pub stopped: Option<Stop>,
    pub table: Vec<Tabulated>,
    /// Heaps at the heads of loops, by function and line.
    pub loops: Vec<(String, u32, usize)>,
    pub steps: u64,
}

impl Outcome {
    pub fn is_safe(&self) -> bool {
        self.stopped.is_none() && self.doubts.is_empty()
    }

    pub fn doubts(&self, rule: Rule) -> bool {
        self.doubts.iter().any(|(_, doubt)| *doubt == rule.name())
    }

    /// Heaps at the loops of a function, over all.
    pub fn heaps_in(&self, func: &str) -> usize {
        self.loops.iter().filter(|(name, ..)| name == func).map(|(.., count)| count).sum()
    }
}

pub fn limits() -> Limits {
    Limits { alloc_may_fail: false, locals_hold_at_exit: false, patience: Patience::SHORT, ..Limits::default() }
}

pub fn analyse(program: &Program, limits: Limits) -> Outcome {
    let world = World::new(program);
    let mut run = Run::new(&world, limits);
    let main = program.func_named("main").expect("main");
    let stopped = run.run(main).err();
    let line = |func, block, inst: u32| {
        let body = program.funcs[func].body.as_ref().expect("a body");
        let block = &body.blocks[block];
        block.insts.get(inst as usize).map_or(block.term_span, |inst| inst.span).line
    };
    Outcome {
        steps: run.steps,
        doubts: run.doubts.iter().map(|(at, rule)| (line(at.func, at.block, at.inst), rule.name())).collect(),
        stopped,
        table: run.tabulated(),
        loops: run
            .invariants
            .iter()
            .map(|((func, block), heaps)| (program.func_name(*func).to_owned(), line(*func, *block, 0), heaps.len()))
            .collect(),
    }
}
