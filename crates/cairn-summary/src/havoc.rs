//! Effects that are not known exactly: writes through unknown pointers, code without a body, inline assembly.
//!
//! A pointer that is not known leads only to objects whose address was put somewhere where it is not followed any more
//! (`Facts::expose`). These lose their content, and blocks among them may be freed; locals and blocks that only registers
//! lead to stay as they are.

use crate::analysis::{Activation, Analysis, ObjectKind, Stop};
use crate::facts::{Cond, Reason};
use crate::heap::ones;
use crate::state::State;
use crate::value::{Scalar, Values};
use cairn_ir::graph::CallGraph;
use cairn_ir::{AsmInst, FuncId, Id, Inst};
use cairn_logic::{BaseClass, TermId};
use rustc_hash::FxHashSet;

/// Code that is called without being looked at.
pub(crate) struct Stranger<'a> {
    pub name: &'a str,
    pub returns: bool,
    /// It is, or may be, a function of the program.
    pub is_own: bool,
}

impl<'p> Analysis<'p> {
    /// Something is written at an address that is not known.
    pub(crate) fn write_anywhere(&mut self, state: &mut State, undefined: bool, reason: Reason) {
        self.note_scramble(state, undefined);
        state.heap.forget_elsewhere();
        for base in self.writable(state) {
            if self.facts.is_exposed(base) {
                self.overwrite(state, base, undefined, reason);
            }
        }
    }

    fn overwrite(&mut self, state: &mut State, base: TermId, undefined: bool, reason: Reason) {
        if undefined { state.heap.scramble(base) } else { state.heap.forget(base, reason) }
    }

    /// Some block is freed where `cond` holds, if it is one that an unknown pointer may lead to.
    pub(crate) fn free_anything(&mut self, state: &mut State, cond: Cond) {
        // Objects of entry that were not met yet may be the ones, and a caller must know.
        self.note_scramble(state, false);
        for base in state.heap.bases() {
            if !self.facts.is_exposed(base)
                || !matches!(self.kind(base), Some(ObjectKind::Heap(_) | ObjectKind::Entry(_)))
            {
                continue;
            }
            let live = state.heap.get(base).map_or(Cond::FALSE, |object| object.live);
            let spared = self.facts.choice();
            let spared = self.facts.or(spared, !cond);
            let live = self.facts.and(live, spared);
            state.heap.set_live(base, live);
        }
    }

    fn writable(&self, state: &State) -> Vec<TermId> {
        let may_change = |base: &TermId| {
            !matches!(self.kind(*base), None | Some(ObjectKind::Function(_) | ObjectKind::Global { constant: true }))
        };
        state.heap.bases().into_iter().filter(may_change).collect()
    }

    /// A call of code that is not there, or not looked at: it may do anything with what it can reach, and it may end the
    /// program. What comes from elsewhere is taken to be defined; our own code may also give and write what is not.
    /// Gives `false` if it surely does not come back.
    pub(crate) fn call_unknown(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &Inst,
        args: &[Values],
        Stranger { name, returns, is_own }: Stranger<'_>,
    ) -> Result<bool, Stop> {
        if self.jumps.is_possible() {
            return Err(Stop::Unsupported(format!("`{name}`, which may use longjmp,")));
        }
        self.calls_what_may_jump();
        args.iter().for_each(|values| self.facts.expose(values));
        if self.verdicts.quiet == 0 && !self.unknown_code.iter().any(|known| known == name) {
            self.unknown_code.push(name.to_owned());
        }
        // Alone, everything that was there on entry is known outside anyway.
        let alone = self.modular.is_some();
        if !alone {
            self.expose_to_others();
        }
        let called_back = !alone && self.defined_functions().any(|func| self.is_function_exposed(func));
        for id in self.program.globals.ids().filter(|_| called_back) {
            let base = self.global_base(id);
            self.facts.expose_object(base);
        }
        if let Some(modular) = &mut self.modular {
            modular.hides |= is_own;
        }
        self.write_anywhere(state, is_own, Reason::External);
        self.free_anything(state, Cond::TRUE);
        self.end_program(state.clone())?;
        if !returns {
            return Ok(false);
        }
        for value in inst.results.iter() {
            let width = self.width_of(act.body.values[value].ty).min(128);
            let any = self.facts.unknown(width, Reason::External);
            let any = Scalar::Word { term: any, undef: if is_own { ones(width) } else { 0 } };
            self.define(act, state, value, Values::one(any));
        }
        Ok(true)
    }

    fn defined_functions(&self) -> impl Iterator<Item = FuncId> + use<'p> {
        self.program.funcs.iter_enumerated().filter(|(_, func)| func.is_defined()).map(|(id, _)| id)
    }

    pub(crate) fn is_function_exposed(&mut self, func: FuncId) -> bool {
        let base = self.facts.object(BaseClass::Function, func.index() as u32);
        self.facts.is_exposed(base)
    }

    /// The functions that code without a body may have called, and those that they call.
    pub fn called_from_outside(&mut self) -> FxHashSet<FuncId> {
        let mut found: FxHashSet<FuncId> = FxHashSet::default();
        if self.unknown_code.is_empty() {
            return found;
        }
        let calls = CallGraph::new(self.program);
        let mut work: Vec<FuncId> = self.defined_functions().collect();
        work.retain(|&func| self.is_function_exposed(func));
        while let Some(func) = work.pop() {
            if !found.insert(func) {
                continue;
            }
            work.extend(calls.callees(func));
            let sites = calls.indirect.iter().filter(|site| site.func == func);
            sites.for_each(|site| work.extend(calls.candidates(site)));
        }
        found
    }

    /// Inline assembly: its results are anything, and so is what its operands lead to. If it speaks of more than those, it
    /// is code that nobody knows.
    pub(crate) fn assembly(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &Inst,
        asm: &AsmInst,
    ) -> Result<(), Stop> {
        if AsmInst::keeps_to_operands(self.program.names.text(asm.template)) {
            self.plain_assembly(act, state, inst, asm);
            return Ok(());
        }
        let args: Vec<Values> = asm.args.iter().map(|&arg| self.value(act, state, arg)).collect();
        let is_own = self.program.funcs.iter().any(|func| func.exposed && func.is_defined());
        self.call_unknown(act, state, inst, &args, Stranger { name: "inline assembly", returns: true, is_own })?;
        Ok(())
    }

    /// Of an empty template, results that are tied to no argument are what was there before: nothing.
    fn plain_assembly(&mut self, act: &mut Activation<'p>, state: &mut State, inst: &Inst, asm: &AsmInst) {
        let is_empty = self.program.names.text(asm.template).trim().is_empty();
        let ties = AsmInst::ties(self.program.names.text(asm.constraints));
        for &arg in &asm.args {
            let values = self.value(act, state, arg);
            self.facts.expose(&values);
        }
        self.write_anywhere(state, false, Reason::External);
        for (i, value) in inst.results.iter().enumerate() {
            let width = self.width_of(act.body.values[value].ty).min(128);
            let tied = ties.get(i).copied().flatten().and_then(|arg| asm.args.get(arg)).copied();
            let begins_as = tied.filter(|&arg| self.width_of(act.body.operand_type(arg)) == width);
            let result = match begins_as {
                Some(arg) if is_empty => self.value(act, state, arg),
                _ => {
                    let term = self.facts.unknown(width, Reason::External);
                    Values::one(Scalar::Word { term, undef: if is_empty { ones(width) } else { 0 } })
                }
            };
            self.define(act, state, value, result);
        }
    }
}
