//! Everything that could go wrong in a program, with an identity that survives unrelated edits.
//!
//! `obligations` is the one pass that creates them all. `sites` decides which rules an operation can break, `statement`
//! puts the operation into words, and the identity is a hash of rule, function, those words and an ordinal.
//! Not here: whether an obligation holds.

mod hash;
mod library;
mod rule;
mod sites;
mod statement;

pub use library::has_exit_handlers;
pub use rule::Rule;

use crate::describe::Describer;
use crate::graph::CallGraph;
use crate::semantic::{BlockId, Func, FuncId, Linkage, Program};
use cairn_base::Span;
use hash::Fnv128;
use library::ModelRules;
use rustc_hash::FxHashMap;
use std::fmt;

/// A stable name for an obligation: equal between runs and machines, and under edits elsewhere. Prints as 32
/// hexadecimal digits.
///
/// It is the 128-bit FNV-1a hash of the rule's id, the function's name (of `main`, which every program has, and of a `static`
/// function also the name of its source file without the directory), the statement in words, and its ordinal among equal ones. No line, no path, no
/// position in a table enters it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObligationId(u128);

/// One thing that must not happen at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    pub id: ObligationId,
    pub rule: Rule,
    pub func: FuncId,
    pub block: BlockId,
    pub place: Place,
    pub span: Span,
    /// The statement in C-like words.
    pub text: String,
    /// Counts equal statements with equal rules of one function from 0, in the order of blocks.
    pub ordinal: u32,
}

/// Where in a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    Inst(u32),
    Terminator,
}

/// Which obligations to create.
#[derive(Clone, Debug)]
pub struct ObligationOptions {
    /// By rule, in the order of `Rule::ALL`.
    enabled: Vec<bool>,
    /// Also in the bodies of library models, where for instance `strlen(NULL)` goes wrong.
    pub models: bool,
    /// What can go wrong inside a model counts at the call in the user's code.
    pub at_calls: bool,
    /// Indexing outside an array member counts as `out-of-bounds` even where it stays inside the whole object.
    pub inside_objects: bool,
}

/// What C programs do on purpose, or what few users want to see, is off unless asked for.
const OFF_BY_DEFAULT: &[Rule] = &[
    Rule::IntegerOverflow,
    Rule::InvalidShift,
    Rule::InvalidPointerArithmetic,
    Rule::MemoryNotFreedAtExit,
    Rule::StackExhaustion,
];

impl Default for ObligationOptions {
    fn default() -> Self {
        let enabled = Rule::ALL.iter().map(|rule| !OFF_BY_DEFAULT.contains(rule)).collect();
        ObligationOptions { enabled, models: true, at_calls: false, inside_objects: false }
    }
}

impl ObligationOptions {
    /// Every rule.
    pub fn all() -> Self {
        ObligationOptions { enabled: vec![true; Rule::ALL.len()], models: true, at_calls: false, inside_objects: true }
    }

    /// What users see: the default rules in their own code, with library models behind the calls.
    pub fn for_users() -> Self {
        ObligationOptions { models: false, at_calls: true, ..ObligationOptions::default() }
    }

    /// Switches one rule.
    pub fn set(mut self, rule: Rule, on: bool) -> Self {
        self.enabled[rule as usize] = on;
        self
    }

    pub fn is_on(&self, rule: Rule) -> bool {
        self.enabled[rule as usize]
    }
}

/// All obligations of a program with default options, by function, block and position.
pub fn obligations(program: &Program) -> Vec<Obligation> {
    obligations_with(program, &ObligationOptions::default())
}

pub fn obligations_with(program: &Program, options: &ObligationOptions) -> Vec<Obligation> {
    let calls = options.is_on(Rule::StackExhaustion).then(|| CallGraph::new(program));
    let library = options.at_calls.then(|| ModelRules::new(program, options));
    let mut collector = Collector { program, ordinals: FxHashMap::default(), found: Vec::new() };
    for (id, func) in program.funcs.iter_enumerated() {
        if options.models || !func.origin.is_behind_calls() {
            collector.scan(options, (calls.as_ref(), library.as_ref()), id, func);
        }
    }
    collector.found
}

struct Collector<'p> {
    program: &'p Program,
    /// How many obligations there are already by identity without the ordinal. Over the whole program, so that two
    /// `static` namesakes in files of one name do not share identities either.
    ordinals: FxHashMap<u128, u32>,
    found: Vec<Obligation>,
}

impl Collector<'_> {
    fn scan(
        &mut self,
        options: &ObligationOptions,
        (calls, library): (Option<&CallGraph>, Option<&ModelRules>),
        id: FuncId,
        func: &Func,
    ) {
        let Some(describer) = Describer::new(self.program, id) else { return };
        let start = function_hash(self.program, func);
        let mut rules = sites::Rules::new(self.program, id, &describer, options, calls, library);
        for (block, content) in describer.body().blocks.iter_enumerated() {
            for (index, inst) in content.insts.iter().enumerate() {
                let found = rules.of_inst(inst);
                if !found.is_empty() {
                    let text = statement::of_inst(self.program, &describer, inst);
                    self.add(start, found, (id, block, Place::Inst(index as u32), inst.span), &text);
                }
            }
            let found = rules.of_terminator(content);
            if !found.is_empty() {
                let text = statement::of_terminator(&describer, &content.term);
                self.add(start, found, (id, block, Place::Terminator, content.term_span), &text);
            }
        }
    }

    fn add(&mut self, start: Fnv128, rules: &[Rule], at: (FuncId, BlockId, Place, Span), text: &str) {
        let (func, block, place, span) = at;
        for &rule in rules {
            let base = start.field(rule.name()).field(text);
            let count = self.ordinals.entry(base.finish()).or_insert(0);
            let ordinal = std::mem::replace(count, *count + 1);
            let id = ObligationId(base.number(ordinal).finish());
            self.found.push(Obligation { id, rule, func, block, place, span, text: text.to_owned(), ordinal });
        }
    }
}

fn function_hash(program: &Program, func: &Func) -> Fnv128 {
    let name = program.names.text(func.name);
    let has_namesakes = func.linkage == Linkage::Internal || name == "main";
    let unit = program.files.get(func.span.file).filter(|_| has_namesakes && !func.span.is_none());
    let unit = unit.map_or("", |file| file.name.rsplit(['/', '\\']).next().unwrap_or_default());
    Fnv128::new().field(unit).field(name)
}

impl fmt::Display for ObligationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for ObligationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
