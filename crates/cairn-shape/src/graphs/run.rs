//! One analysis with graphs: structures go from place to place until nothing is new.
//!
//! Here is what an analysis knows, spends and finds. `places` has what becomes of structures that meet, `flow` how they go on.

use super::held::Holders;
use super::places::{Order, Place, Slot};
use super::seen::Join;
use super::structure::{Structure, Value};
use super::walks::Walks;
use crate::object::Where;
use crate::run::{Shape, Stop};
use crate::world::World;
use cairn_engine::Host;
use cairn_ir::{Body, FuncId, FuncOrigin, Id, RecordId, Rule, Span, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What an analysis may spend, and what it is to assume.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub join: Join,
    /// Instructions executed on structures, and nodes of structures that are compared.
    pub steps: u64,
    pub alloc_may_fail: bool,
    pub locals_hold_at_exit: bool,
}

/// Steps after which the host is asked whether to go on.
const ASK_HOST: u64 = 2048;

/// Why an analysis ended before its end.
pub(super) enum Break {
    Stop(Stop),
    /// This link makes no lists: start again without.
    NoList(u64),
}

impl From<Stop> for Break {
    fn from(stop: Stop) -> Break {
        Break::Stop(stop)
    }
}

pub struct Graphs<'w> {
    pub(super) world: &'w World<'w>,
    pub(super) limits: Limits,
    pub steps: u64,
    /// Checks that may fail; those that are not here hold.
    pub doubts: BTreeSet<(Where, Rule)>,
    pub visited: FxHashSet<Where>,
    /// Some execution ends in an error, so that what is behind it was not looked at.
    pub cut_short: bool,
    /// Structures that were new somewhere, or grew.
    pub structures: u64,
    host: Option<&'w dyn Host>,
    /// Links that lists are known along.
    pub(super) links: BTreeSet<u64>,
    pub(super) walks: Walks,
    /// The cells of blocks, by size.
    pub(super) layouts: BTreeMap<u64, BTreeMap<u64, u64>>,
    pub(super) values: FxHashMap<Slot, BTreeSet<u128>>,
    pub(super) places: BTreeMap<Order, Place>,
    pub(super) pending: BTreeSet<Order>,
    pub(super) shapes: FxHashMap<FuncId, Rc<Shape>>,
    /// Records that blocks of some size were seen to be.
    pub(super) records: BTreeMap<u64, RecordId>,
    pub(super) path: Rc<[Where]>,
    here: Where,
    /// Where to put structures in which the entry function returns, instead of ending the program.
    #[cfg(test)]
    pub(super) exits: Option<Vec<Structure>>,
}

/// What is being executed.
#[derive(Clone, Copy)]
pub(super) struct Code<'w> {
    pub func: FuncId,
    pub body: &'w Body,
    pub depth: u32,
}

impl<'w> Graphs<'w> {
    pub fn new(world: &'w World<'w>, limits: Limits, host: Option<&'w dyn Host>, entry: FuncId) -> Graphs<'w> {
        let walks = Walks::new(world, entry);
        let start = Where { func: entry, block: Id::new(0), inst: 0 };
        Graphs {
            world,
            limits,
            steps: 0,
            doubts: BTreeSet::new(),
            visited: FxHashSet::default(),
            cut_short: false,
            structures: 0,
            host,
            links: walks.all.clone(),
            walks,
            layouts: BTreeMap::new(),
            values: FxHashMap::default(),
            places: BTreeMap::new(),
            pending: BTreeSet::new(),
            shapes: FxHashMap::default(),
            records: BTreeMap::new(),
            path: Rc::from([]),
            here: start,
            #[cfg(test)]
            exits: None,
        }
    }

    /// Does the program follow links from records to others of their kind?
    pub fn has_links(&self) -> bool {
        !self.walks.all.is_empty()
    }

    /// Analyses every execution from `entry`.
    pub fn run(&mut self, entry: FuncId) -> Result<(), Stop> {
        let program = self.world.program;
        if !program.constructors.is_empty() || !program.destructors.is_empty() {
            return Err(Stop::Unsupported("constructors and destructors".to_owned()));
        }
        if program.funcs[entry].sig.params.contains(&Type::Ptr) && program.func_name(entry) != "main" {
            return Err(Stop::Unsupported("arguments of the entry function".to_owned()));
        }
        self.run_on(entry, &Structure::default())
    }

    /// The same, from states of one structure.
    fn run_on(&mut self, entry: FuncId, start: &Structure) -> Result<(), Stop> {
        loop {
            match self.attempt(entry, start.clone()) {
                Ok(()) => return Ok(()),
                Err(Break::Stop(stop)) => return Err(stop),
                Err(Break::NoList(link)) => self.start_again_without(link),
            }
        }
    }

    fn start_again_without(&mut self, link: u64) {
        self.links.remove(&link);
        self.doubts.clear();
        self.visited.clear();
        self.cut_short = false;
        self.structures = 0;
        self.values.clear();
        self.places.clear();
        self.pending.clear();
        self.path = Rc::from([]);
        #[cfg(test)]
        self.exits.iter_mut().for_each(Vec::clear);
    }

    /// The structures in which a function returns.
    #[cfg(test)]
    pub(super) fn call(&mut self, func: FuncId, start: &Structure) -> Result<Vec<Structure>, Stop> {
        self.exits = Some(Vec::new());
        self.run_on(func, start)?;
        Ok(self.exits.take().unwrap_or_default())
    }

    fn attempt(&mut self, entry: FuncId, mut s: Structure) -> Result<(), Break> {
        let body = self.body(entry)?;
        for &param in &body.blocks[body.entry()].params {
            s.regs.insert((0, param), Value::Number);
        }
        self.arrive(Rc::from([]), Where { func: entry, block: body.entry(), inst: 0 }, s)?;
        while let Some(order) = self.pending.first().cloned() {
            let place = self.places.get_mut(&order).expect("a place");
            let (path, at) = (place.path.clone(), place.at);
            match place.seen.next() {
                Some(s) => self.go_on(path, at, s)?,
                None => drop(self.pending.remove(&order)),
            }
        }
        Ok(())
    }

    pub(super) fn body(&self, func: FuncId) -> Result<&'w Body, Stop> {
        let program = self.world.program;
        program.funcs[func].body.as_ref().ok_or_else(|| Stop::UnknownFunction(program.func_name(func).to_owned()))
    }

    pub(super) fn shape(&mut self, func: FuncId) -> Result<Rc<Shape>, Stop> {
        if let Some(shape) = self.shapes.get(&func) {
            return Ok(shape.clone());
        }
        let shape = Rc::new(Shape::of(self.body(func)?));
        if !shape.loops.irreducible.is_empty() {
            return Err(Stop::Unsupported("irreducible control flow".to_owned()));
        }
        self.shapes.insert(func, shape.clone());
        Ok(shape)
    }

    pub(super) fn at(&mut self, here: Where) -> Result<(), Stop> {
        self.here = here;
        self.visited.insert(here);
        self.spend(1)
    }

    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        let asks = self.steps / ASK_HOST != (self.steps + steps) / ASK_HOST;
        self.steps += steps;
        if let Some(cause) = self.host.filter(|_| asks).and_then(|host| host.stop()) {
            return Err(Stop::Host(cause));
        }
        if self.steps > self.limits.steps { Err(Stop::Steps) } else { Ok(()) }
    }

    // ---- ends ----

    /// The program ends by itself: what is alive and not held is lost.
    pub(super) fn end(&mut self, s: Structure) {
        let holders = if self.limits.locals_hold_at_exit { Holders::Everybody } else { Holders::Globals };
        let lost = s.perhaps_lost(holders);
        self.doubts.extend(lost.into_iter().map(|site| (site, Rule::MemoryLeak)));
    }

    /// The program ends, and not by itself: nobody sees what is lost by then, so that stays in doubt.
    pub(super) fn abandon(&mut self, s: &Structure) {
        let lost = s.perhaps_lost(Holders::Everybody);
        self.doubts.extend(lost.into_iter().map(|site| (site, Rule::MemoryLeak)));
    }

    // ---- checks ----

    /// The place that a check counts for: inside a library model, the call in the user's code.
    pub(super) fn place(&self) -> Where {
        let is_user = |at: &Where| self.world.program.funcs[at.func].origin == FuncOrigin::User;
        let calls = self.path.iter().rev().copied();
        std::iter::once(self.here).chain(calls).find(is_user).unwrap_or(self.here)
    }

    /// A check may fail here.
    pub(super) fn doubt(&mut self, rule: Rule) {
        self.doubts.insert((self.place(), rule));
    }

    /// A check fails here, and the execution ends.
    pub(super) fn fail(&mut self, s: &Structure, rule: Rule) {
        self.doubt(rule);
        match rule {
            Rule::AssertionFailure => self.abandon(s),
            _ => self.cut_short = true,
        }
    }

    /// An undefined value has an effect. Whoever takes it for some number goes on.
    pub(super) fn doubt_defined(&mut self, value: Value) {
        if matches!(value, Value::Undef | Value::Any) {
            self.doubt(Rule::UninitializedRead);
            self.cut_short = true;
        }
    }

    pub(super) fn span(&self) -> Span {
        let at = self.place();
        let body = self.world.program.funcs[at.func].body.as_ref();
        body.map_or(Span::NONE, |body| {
            let block = &body.blocks[at.block];
            block.insts.get(at.inst as usize).map_or(block.term_span, |inst| inst.span)
        })
    }
}
