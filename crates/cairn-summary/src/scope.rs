//! What the analysis of functions that call each other can see, and a key for all of it.
//!
//! Functions are looked at in a little program of their own. It holds their bodies, the bodies of what they enter, the
//! summaries of what lies below, and the variables that all these speak of, with what variables hold if that never changes.
//! Its ids follow the order in which things are first mentioned. So the analysis can read nothing that is not in the key,
//! and cannot tell in which program it is: the same key gives the same result, in every program and in every run.
//!
//! The body of a function with a summary is not a part at first. An analysis that finds that a summary does not hold asks for the body
//! (`Outcome::wants`), and starts again with it.
//! Not here: what is kept under the key (`kept`), in which order functions are looked at (`bottom_up`).

use crate::analysis::Limits;
use crate::fixed::{never_pointed_to, never_written};
use crate::modular::{Callees, Known};
use crate::rename::Names;
use crate::summary::FunctionSummary;
use cairn_base::{Digest, Digester};
use cairn_ir::excerpt::{Content, Parts, declaration_content, initial_content, position};
use cairn_ir::{Func, FuncId, GlobalId, Id, Program, Span, Symbol};
use cairn_logic::smt::Cache;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// A program, and what its parts consist of as far as that was asked.
pub(crate) struct World<'p> {
    pub program: &'p Program,
    pub fixed: FxHashSet<GlobalId>,
    /// Variables that no pointer leads to.
    pub private: FxHashSet<GlobalId>,
    /// Library models with summaries; the others are entered.
    pub summarised: FxHashSet<FuncId>,
    bodies: Vec<OnceLock<Content>>,
    globals: Vec<OnceLock<Content>>,
    /// What the solver has answered.
    pub answers: Arc<Cache>,
}

/// A summary in the ids of the whole program, and what it consists of.
#[derive(Clone)]
pub(crate) struct Described {
    pub summary: Arc<FunctionSummary>,
    digest: Digest,
    refs: Vec<Ref>,
}

/// Something that a summary speaks of.
#[derive(Clone, Copy)]
struct Ref {
    symbol: Symbol,
    /// It is a function that may be called, or a variable; not only a place where something goes wrong.
    counts: bool,
}

/// What is known of functions outside of a scope.
pub(crate) trait Outside {
    fn role(&self, func: FuncId) -> Role;
}

/// What a function is in a scope.
#[derive(Clone)]
pub(crate) enum Role {
    Summary(Described),
    /// Its body is entered, if it has one.
    Enter,
    Unknown,
}

/// All that functions see.
pub(crate) struct Scope {
    parts: Parts,
    /// By their ids in the scope; nothing for functions of which only places are mentioned.
    roles: Vec<Option<Role>>,
    fixed: Vec<bool>,
    private: Vec<bool>,
    pub key: Digest,
}

impl<'p> World<'p> {
    pub fn new(program: &'p Program, summarised: FxHashSet<FuncId>) -> World<'p> {
        let (fixed, private) = (never_written(program), never_pointed_to(program));
        let cells = |count: usize| -> Vec<OnceLock<Content>> { (0..count).map(|_| OnceLock::new()).collect() };
        let (bodies, globals) = (cells(program.funcs.len()), cells(program.globals.len()));
        World { program, fixed, private, summarised, bodies, globals, answers: Arc::default() }
    }

    /// What a function does, if it is defined.
    pub fn body(&self, func: FuncId) -> Option<&Content> {
        let body = self.program.funcs[func].body.as_ref()?;
        Some(self.bodies[func.index()].get_or_init(|| Content::of_body(&self.program.names, body)))
    }

    /// Does the variable always hold what it holds at first?
    fn is_known(&self, global: GlobalId) -> bool {
        self.program.globals[global].constant || self.fixed.contains(&global)
    }

    fn global(&self, id: GlobalId) -> &Content {
        let content = || initial_content(self.program, &self.program.globals[id], self.is_known(id));
        self.globals[id.index()].get_or_init(content)
    }
}

impl Described {
    /// A summary in the ids of the whole program.
    pub fn new(summary: FunctionSummary) -> Described {
        let mut numbers = Numbers::default();
        let local = summary.clone().renamed(&mut numbers);
        let bytes = postcard::to_stdvec(&local).expect("plain data");
        Described { summary: Arc::new(summary), digest: Digest::of(&bytes), refs: numbers.refs }
    }
}

/// Numbers in the order of first mention.
#[derive(Default)]
struct Numbers {
    refs: Vec<Ref>,
    numbers: FxHashMap<Symbol, usize>,
}

impl Numbers {
    fn number<I: Id>(&mut self, symbol: Symbol, counts: bool) -> I {
        let next = self.refs.len();
        let number = *self.numbers.entry(symbol).or_insert(next);
        if number == next {
            self.refs.push(Ref { symbol, counts });
        }
        self.refs[number].counts |= counts;
        I::new(number)
    }
}

impl Names for Numbers {
    fn func(&mut self, id: FuncId) -> FuncId {
        self.number(Symbol::Func(id), true)
    }

    fn place(&mut self, id: FuncId) -> FuncId {
        self.number(Symbol::Func(id), false)
    }

    fn global(&mut self, id: GlobalId) -> GlobalId {
        self.number(Symbol::Global(id), true)
    }

    fn span(&mut self, span: Span) -> Span {
        span
    }
}

/// A scope under construction.
struct Builder<'a, 'p> {
    world: &'a World<'p>,
    outside: &'a dyn Outside,
    roots: &'a [FuncId],
    /// Functions with summaries whose bodies are parts, too.
    opened: &'a BTreeSet<FuncId>,
    parts: Parts,
    roles: Vec<Option<Role>>,
    work: Vec<Symbol>,
}

impl Builder<'_, '_> {
    fn number(&mut self, symbol: Symbol, counts: bool) -> u32 {
        let (number, new) = self.parts.number(symbol);
        match symbol {
            Symbol::Func(func) => {
                self.roles.resize(self.parts.funcs.len(), None);
                if counts && self.roles[number as usize].is_none() {
                    let is_root = self.roots.contains(&func);
                    self.roles[number as usize] = Some(if is_root { Role::Unknown } else { self.outside.role(func) });
                    self.work.push(symbol);
                }
            }
            Symbol::Global(_) if new => self.work.push(symbol),
            Symbol::Global(_) => {}
        }
        number
    }

    /// Everything that is mentioned, the nearest first.
    fn collect(&mut self) {
        let mut next = 0;
        while let Some(&symbol) = self.work.get(next) {
            next += 1;
            match symbol {
                Symbol::Func(func) => self.open(func),
                Symbol::Global(global) => {
                    let number = self.parts.number(symbol).0 as usize;
                    self.parts.globals[number].1 = self.world.is_known(global);
                    let world = self.world;
                    world.global(global).refs.iter().for_each(|&symbol| _ = self.number(symbol, true));
                }
            }
        }
    }

    fn open(&mut self, func: FuncId) {
        let number = self.parts.number(Symbol::Func(func)).0 as usize;
        let role = self.roles[number].clone();
        let world = self.world;
        let enters = self.roots.contains(&func)
            || matches!(role, Some(Role::Enter))
            || self.opened.contains(&func)
            || world.program.destructors.iter().any(|(_, destructor)| *destructor == func);
        if let Some(body) = world.body(func).filter(|_| enters) {
            self.parts.funcs[number].1 = true;
            body.refs.iter().for_each(|&symbol| _ = self.number(symbol, true));
        }
        if let Some(Role::Summary(described)) = role {
            described.refs.iter().for_each(|part| _ = self.number(part.symbol, part.counts));
        }
    }

    fn key(&mut self, limits: Limits) -> Digest {
        let mut all = Digester::new();
        let target = &self.world.program.target;
        all.add(&format!("{limits:?}")).add(&target.pointer_bits).add(&target.triple);
        for func in self.roots.iter().chain(self.world.program.destructors.iter().map(|(_, func)| func)) {
            all.add(&self.parts.func(*func));
        }
        for number in 0..self.parts.funcs.len() {
            self.add_func(&mut all, number);
        }
        all.add("variables");
        for number in 0..self.parts.globals.len() {
            let content = self.world.global(self.parts.globals[number].0);
            all.add(&content.digest).add(&self.world.private.contains(&self.parts.globals[number].0));
            content.refs.iter().for_each(|&symbol| _ = all.add(&self.parts.number(symbol).0));
        }
        all.digest()
    }

    fn add_func(&mut self, all: &mut Digester, number: usize) {
        let (func, with_body) = self.parts.funcs[number];
        let Func { origin, .. } = self.world.program.funcs[func];
        let Some(role) = &self.roles[number] else {
            // Nothing but whose code it is can be asked.
            all.add("a place").add(&origin);
            return;
        };
        all.add(&declaration_content(self.world.program, &self.world.program.funcs[func]));
        match role {
            Role::Summary(described) => {
                all.add("a summary").add(&described.digest);
                described.refs.iter().for_each(|part| _ = all.add(&self.parts.number(part.symbol).0));
            }
            Role::Enter => _ = all.add("entered"),
            Role::Unknown => _ = all.add("unknown"),
        }
        if let Some(body) = self.world.body(func).filter(|_| with_body) {
            all.add("a body").add(&body.digest);
            body.refs.iter().for_each(|&symbol| _ = all.add(&self.parts.number(symbol).0));
        }
    }
}

impl Scope {
    /// What `roots` see, with the bodies of those in `opened`.
    pub fn new(
        world: &World<'_>,
        outside: &dyn Outside,
        roots: &[FuncId],
        opened: &BTreeSet<FuncId>,
        limits: Limits,
    ) -> Scope {
        let (parts, roles, work) = (Parts::default(), Vec::new(), Vec::new());
        let mut builder = Builder { world, outside, roots, opened, parts, roles, work };
        roots.iter().for_each(|&func| _ = builder.number(Symbol::Func(func), true));
        // The program may end everywhere, and then the bodies of these are entered.
        world.program.destructors.iter().for_each(|&(_, func)| _ = builder.number(Symbol::Func(func), true));
        builder.collect();
        let key = builder.key(limits);
        let among = |set: &FxHashSet<GlobalId>| builder.parts.globals.iter().map(|(id, _)| set.contains(id)).collect();
        let (fixed, private) = (among(&world.fixed), among(&world.private));
        Scope { parts: builder.parts, roles: builder.roles, fixed, private, key }
    }

    /// The scope as a program.
    pub fn program(&self, program: &Program) -> Program {
        self.parts.cut(program)
    }

    /// A function of the scope in the whole program.
    pub fn original(&self, func: FuncId) -> Option<FuncId> {
        self.parts.funcs.get(func.index()).map(|(original, _)| *original)
    }

    /// What members of the scope see of each other.
    pub fn seen(&self) -> Seen {
        let known = |role: &Option<Role>| match role {
            Some(Role::Summary(described)) => {
                let summary = FunctionSummary::clone(&described.summary).renamed(&mut Inwards(self));
                Known::Summary(Arc::new(summary))
            }
            Some(Role::Enter) => Known::Enter,
            Some(Role::Unknown) | None => Known::Unknown,
        };
        let known = self.roles.iter().map(known).collect();
        Seen { known, fixed: self.fixed.clone(), private: self.private.clone() }
    }

    /// From ids of the scope to those of the whole program.
    pub fn outwards<'a>(&'a self, program: &'a Program) -> impl Names + 'a {
        Outwards { scope: self, program }
    }
}

/// What functions of a scope know of each other, by their ids there.
pub(crate) struct Seen {
    known: Vec<Known>,
    fixed: Vec<bool>,
    private: Vec<bool>,
}

impl Callees for Seen {
    fn known(&self, func: FuncId) -> Known {
        self.known[func.index()].clone()
    }

    fn is_fixed(&self, global: GlobalId) -> bool {
        self.fixed[global.index()]
    }

    fn is_private(&self, global: GlobalId) -> bool {
        self.private[global.index()]
    }

    fn is_recursive(&self, _: FuncId) -> bool {
        false
    }
}

/// From ids of the whole program to those of a scope.
struct Inwards<'a>(&'a Scope);

impl Names for Inwards<'_> {
    fn func(&mut self, id: FuncId) -> FuncId {
        self.0.parts.func(id)
    }

    fn place(&mut self, id: FuncId) -> FuncId {
        self.0.parts.func(id)
    }

    fn global(&mut self, id: GlobalId) -> GlobalId {
        self.0.parts.global(id)
    }

    fn span(&mut self, span: Span) -> Span {
        span
    }
}

struct Outwards<'a> {
    scope: &'a Scope,
    program: &'a Program,
}

impl Names for Outwards<'_> {
    fn func(&mut self, id: FuncId) -> FuncId {
        self.scope.parts.funcs[id.index()].0
    }

    fn place(&mut self, id: FuncId) -> FuncId {
        self.func(id)
    }

    fn global(&mut self, id: GlobalId) -> GlobalId {
        self.scope.parts.globals[id.index()].0
    }

    fn span(&mut self, span: Span) -> Span {
        let place = position(span).map(|(func, block)| (self.func(func), block));
        let block = place.and_then(|(func, block)| self.program.funcs[func].body.as_ref()?.blocks.get(block));
        block.map_or(Span::NONE, |block| block.term_span)
    }
}
