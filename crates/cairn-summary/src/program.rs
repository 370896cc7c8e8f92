//! Start and end of a program: globals, constructors, arguments; handlers, destructors, lost blocks.

use crate::analysis::{Analysis, ObjectKind, Stop};
use crate::facts::Reason;
use crate::heap::Rest;
use crate::state::State;
use crate::value::{Scalar, Values};
use crate::verdicts::Check;
use cairn_ir::{FuncId, Id, Linkage, Rule, Type};
use cairn_logic::{BaseClass, TermId};

impl Analysis<'_> {
    /// Analyses every execution from `entry`. An error says that some of them were not followed to their end.
    pub fn run(&mut self, entry: FuncId) -> Result<(), Stop> {
        let followed = self.follow(entry);
        if let (Err(stop), None) = (&followed, &self.modular) {
            self.abandoned.stops.push(stop.clone());
            self.abandon_program(entry);
        }
        followed?;
        self.abandoned.stops.first().map_or(Ok(()), |stop| Err(stop.clone()))
    }

    fn follow(&mut self, entry: FuncId) -> Result<(), Stop> {
        let mut state = self.initial_state();
        for &(_, constructor) in &self.program.constructors {
            if self.program.funcs[constructor].is_defined() {
                let args = self.constructor_arguments(constructor);
                let after = self.call_function(constructor, args, None, state)?;
                if !self.abandoned.is_empty() {
                    self.abandon_program(entry);
                }
                let Some((after, _)) = after else { return Ok(()) };
                state = after;
            }
        }
        let args = self.entry_arguments(&mut state, entry);
        if let Some((end, results)) = self.call_function(entry, args, None, state)? {
            self.leave(entry, end, results)?;
        }
        self.check_leaks();
        Ok(())
    }

    pub(crate) fn initial_state(&mut self) -> State {
        let mut state = State::default();
        for id in self.program.globals.ids() {
            self.add_global(&mut state, id);
        }
        for id in self.program.funcs.ids() {
            let base = self.facts.object(BaseClass::Function, id.index() as u32);
            self.kinds.insert(base, ObjectKind::Function(id));
        }
        for id in self.program.globals.ids() {
            self.fill_global(&mut state, id);
        }
        if self.kinds.values().any(|kind| *kind == ObjectKind::External) {
            self.expose_to_others();
        }
        state
    }

    /// Code that is not there knows, and keeps in its variables, the addresses of whatever is not `static`; of what
    /// stands in initialisers that are not understood; and of what assembly and the linker may lead to.
    pub(crate) fn expose_to_others(&mut self) {
        let program = self.program;
        for (id, global) in program.globals.iter_enumerated() {
            if global.linkage != Linkage::Internal || global.exposed {
                let base = self.global_base(id);
                self.facts.expose_object(base);
            }
            for reloc in global.init.iter().filter(|init| init.unsupported.is_some()).flat_map(|init| &init.relocs) {
                let target = self.symbol(reloc.symbol);
                self.facts.expose_object(target);
            }
        }
        for (id, _) in program.funcs.iter_enumerated().filter(|(_, func)| func.exposed) {
            let base = self.facts.object(BaseClass::Function, id.index() as u32);
            self.facts.expose_object(base);
        }
    }

    /// On Linux, the three things that `main` is given, too: nothing is known of them here. More is not passed.
    fn constructor_arguments(&mut self, constructor: FuncId) -> Vec<Values> {
        let params = self.program.funcs[constructor].sig.params.clone();
        if !params.is_empty() {
            self.expose_to_others();
        }
        let widths: Vec<u32> = params.into_iter().take(3).map(|ty| self.width_of(ty).min(128)).collect();
        widths.into_iter().map(|width| Values::word(self.facts.unknown(width, Reason::External))).collect()
    }

    /// What `main` is given: a count, and arrays of strings of which nothing is known; the first one has so many. Another entry may get
    /// anything.
    pub(crate) fn entry_arguments(&mut self, state: &mut State, entry: FuncId) -> Vec<Values> {
        let params = self.program.funcs[entry].sig.params.clone();
        if self.program.func_name(entry) != "main" {
            self.expose_to_others();
            return params.iter().map(|ty| self.any_argument(state, *ty)).collect();
        }
        let bits = self.program.target.pointer_bits;
        let (mut count, mut arrays) = (None, 0);
        let mut args = Vec::new();
        for ty in params {
            let width = ty.bits(bits).min(128);
            args.push(match ty {
                Type::Ptr => {
                    arrays += 1;
                    self.string_array(state, count.filter(|_| arrays == 1))
                }
                _ => {
                    let term = self.facts.unknown(width, Reason::External);
                    let zero = self.facts.constant(width, 0);
                    let fact = self.facts.conds.arena.sle(zero, term);
                    let counts = self.facts.fact(fact);
                    state.pc = self.facts.and(state.pc, counts);
                    count = count.or(Some(term));
                    Values::word(term)
                }
            });
        }
        args
    }

    fn any_argument(&mut self, state: &State, ty: Type) -> Values {
        let width = self.width_of(ty).min(128);
        match ty {
            Type::Ptr => Values::word(self.facts.unknown(width, Reason::External)),
            _ => Values::word(self.ask(state, width)),
        }
    }

    /// An array of pointers with room for `count` of them and one more; of unknown length without a count.
    fn string_array(&mut self, state: &mut State, count: Option<TermId>) -> Values {
        let bits = self.program.target.pointer_bits;
        let size = match count {
            Some(count) => {
                let count = self.facts.conds.arena.sext(count, bits);
                let one = self.facts.offset(1);
                let entries = self.facts.conds.arena.add(count, one);
                self.facts.conds.arena.mul_const(u128::from(bits / 8), entries)
            }
            None => self.facts.offset(u64::from(bits / 8)),
        };
        let base = self.new_object(state, ObjectKind::External, size, Rest::Unknown(Reason::External));
        self.facts.expose_object(base);
        Values::one(Scalar::Ptr { base, offset: self.facts.offset(0) })
    }

    /// A value that the program asks for.
    pub(crate) fn ask(&mut self, state: &State, width: u32) -> TermId {
        let term = self.facts.unknown(width.min(128), Reason::Input);
        if self.verdicts.quiet == 0 {
            self.asked.push((term, state.pc));
        }
        term
    }

    /// `main` returned: what is registered with `atexit` runs. What goes wrong there counts at the return.
    pub(crate) fn leave(&mut self, entry: FuncId, state: State, results: Vec<Values>) -> Result<(), Stop> {
        let body = self.program.funcs[entry].body.as_ref();
        let end = body.and_then(|body| Some((body, body.only_return()?)));
        self.path.extend(end.map(|(body, block)| {
            let inst = body.blocks[block].insts.len() as u32;
            Check { func: entry, block, inst, rule: Rule::MemoryLeak }
        }));
        let left = self.run_to_end(state, results);
        self.path.clear();
        left
    }

    fn run_to_end(&mut self, state: State, results: Vec<Values>) -> Result<(), Stop> {
        let exit = self.program.func_named("exit").filter(|&exit| self.program.funcs[exit].is_defined());
        match exit {
            Some(exit) => {
                self.call_function(exit, results, None, state)?;
                Ok(())
            }
            None => self.end_program(state),
        }
    }

    /// The program ends: destructors run, in the opposite order of constructors.
    pub(crate) fn end_program(&mut self, mut state: State) -> Result<(), Stop> {
        if !std::mem::replace(&mut self.ending, true) {
            for &(_, destructor) in self.program.destructors.iter().rev() {
                if self.program.funcs[destructor].is_defined() {
                    match self.call_function(destructor, Vec::new(), None, state.clone()) {
                        Ok(Some((after, _))) => state = after,
                        Ok(None) => {
                            self.ending = false;
                            return Ok(());
                        }
                        Err(stop) => {
                            self.ending = false;
                            return Err(stop);
                        }
                    }
                }
            }
            self.ending = false;
        }
        if self.verdicts.quiet == 0 {
            self.ends.push(state);
        }
        Ok(())
    }
}
