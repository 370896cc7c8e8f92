//! Values of operands, and what becomes of checks.

use crate::analysis::{Activation, Analysis, is_absent};
use crate::facts::{Cond, Reason};
use crate::heap::ones;
use crate::state::State;
use crate::value::{Scalar, Values};
use crate::verdicts::Check;
use cairn_ir::{Const, FuncId, FuncOrigin, Id, Operand, Rule, ValueId};
use cairn_logic::BaseClass;
use std::rc::Rc;

impl Analysis<'_> {
    pub(crate) fn define(&mut self, act: &mut Activation, state: &mut State, value: ValueId, values: Values) {
        if act.shape.escaping.contains(&value) {
            Rc::make_mut(&mut state.carried).insert(value, values);
        } else {
            act.env[value.index()] = Some(values);
        }
    }

    pub(crate) fn value(&mut self, act: &Activation, state: &State, operand: Operand) -> Values {
        match operand {
            Operand::Value(value) => {
                let known = if act.shape.escaping.contains(&value) {
                    state.carried.get(&value).cloned()
                } else {
                    act.env[value.index()].clone()
                };
                known.expect("definitions dominate uses")
            }
            Operand::Const(id) => {
                let constant = act.body.consts[id].clone();
                Values::one(self.constant(&constant))
            }
        }
    }

    pub(crate) fn constant(&mut self, constant: &Const) -> Scalar {
        let bits = self.program.target.pointer_bits;
        match constant {
            Const::Int { width, value } => Scalar::word(self.facts.constant(*width, *value)),
            Const::Float { kind, bits } => Scalar::word(self.facts.constant(kind.bits(), *bits)),
            Const::Null => self.null(),
            Const::Func(id) if is_absent(self.program.funcs[*id].linkage, self.program.funcs[*id].is_defined()) => {
                self.null()
            }
            Const::Global { id, .. }
                if is_absent(self.program.globals[*id].linkage, self.program.globals[*id].init.is_some()) =>
            {
                self.null()
            }
            Const::Global { id, offset } => {
                Scalar::Ptr { base: self.global_base(*id), offset: self.facts.offset(*offset as u64) }
            }
            Const::Func(id) => {
                let base = self.facts.object(BaseClass::Function, id.index() as u32);
                Scalar::Ptr { base, offset: self.facts.offset(0) }
            }
            Const::Undef(ty) if ty.bits(bits) <= 128 => {
                let width = ty.bits(bits);
                Scalar::Word { term: self.facts.unknown(width, Reason::Undefined), undef: ones(width) }
            }
            Const::Undef(_) => Scalar::Word { term: self.facts.unknown(128, Reason::Undefined), undef: ones(128) },
            Const::Wide(_) => Scalar::word(self.facts.unknown(128, Reason::Uninterpreted)),
        }
    }

    pub(crate) fn path_push(&mut self, site: Check) {
        self.path.push(site);
    }

    pub(crate) fn path_pop(&mut self) {
        self.path.pop();
    }

    pub(crate) fn null(&mut self) -> Scalar {
        Scalar::Ptr { base: self.facts.conds.arena.null(), offset: self.facts.offset(0) }
    }

    // ---- checks ----

    /// The place that a check counts for: inside a library model, the call in the user's code.
    pub(crate) fn place(&self, act: &Activation, rule: Rule) -> Check {
        let is_user = |func: FuncId| self.program.funcs[func].origin == FuncOrigin::User;
        let here = Check { func: act.func, block: act.here.0, inst: act.here.1, rule };
        if is_user(act.func) {
            return here;
        }
        let call = self.path.iter().rev().find(|call| is_user(call.func));
        call.map_or(here, |call| Check { rule, ..*call })
    }

    /// Where this is, whoever wrote it.
    pub(crate) fn position(&self, act: &Activation) -> Check {
        Check { func: act.func, block: act.here.0, inst: act.here.1, rule: Rule::MemoryLeak }
    }

    /// Where a block counts as allocated.
    pub(crate) fn site(&self, act: &Activation) -> Check {
        self.place(act, Rule::MemoryLeak)
    }

    /// Records whether `bad` can happen here, and goes on where it does not.
    pub(crate) fn check(&mut self, act: &Activation, state: &mut State, rule: Rule, bad: Cond) {
        self.check_assuming(act, state, rule, bad, Cond::FALSE);
    }

    /// Records whether `bad` or `perhaps` can happen here. `bad` ends the execution, so it goes on without; `perhaps` may
    /// be an effect of looking at things coarsely, so it goes on with it.
    pub(crate) fn check_assuming(&mut self, act: &Activation, state: &mut State, rule: Rule, bad: Cond, perhaps: Cond) {
        if self.verdicts.quiet > 0 {
            // Nothing is recorded, so nothing needs to be decided.
            state.pc = self.facts.and(state.pc, !bad);
            return;
        }
        let place = self.place(act, rule);
        let holds = self.record(place, state, bad, perhaps);
        if !holds && rule == Rule::AssertionFailure {
            self.may_stay();
            self.check_held(act, state, bad);
        }
        // What depends on the caller is asked there; what comes after it only matters where it does not happen.
        if self.modular.is_none() || !self.facts.depends_on_entry(bad) {
            state.pc = self.facts.and(state.pc, !bad);
            self.cut_short |= !holds && bad != Cond::FALSE;
        }
        if !holds && bad != Cond::FALSE && rule != Rule::AssertionFailure {
            self.note_failure(act);
        }
    }

    /// Records whether `bad` or `perhaps` can happen at a place; says whether that is impossible.
    pub(crate) fn record(&mut self, place: Check, state: &State, bad: Cond, perhaps: Cond) -> bool {
        let either = self.facts.or(bad, perhaps);
        let failing = self.facts.and(state.pc, either);
        if self.hunting {
            if !self.facts.impossible(failing) {
                self.suspect(place, failing, false);
            }
            return true;
        }
        // What depends on the caller will be asked again there. What is open stays open: only whether execution goes on
        // matters then.
        let settled = match self.modular {
            Some(_) => self.facts.depends_on_entry(failing),
            None => self.verdicts.is_open(&place),
        };
        let never = if settled { self.facts.impossible(failing) } else { self.facts.surely_impossible(failing) };
        if never {
            self.verdicts.held(place);
            return true;
        }
        let reasons = self.facts.reasons(failing);
        if self.modular.is_none() {
            let surely = self.facts.and(state.pc, bad);
            let believed = reasons.is_empty() && !self.facts.impossible(surely);
            self.suspect(place, if believed { surely } else { failing }, believed);
        }
        self.verdicts.may_fail(place, reasons);
        if self.verdicts.quiet == 0 {
            self.note_sure_failure(place, state, bad, perhaps);
            let (bad, perhaps) = (self.facts.and(state.pc, bad), self.facts.and(state.pc, perhaps));
            self.add_latent(place, bad, perhaps);
        }
        false
    }

    /// Undefined bits are known only from above: nothing is assumed afterwards.
    pub(crate) fn check_defined(&mut self, act: &Activation, state: &mut State, value: &Values) {
        let bad = value.when(&mut self.facts, |_, scalar| if scalar.undef() != 0 { Cond::TRUE } else { Cond::FALSE });
        self.check_assuming(act, state, Rule::UninitializedRead, Cond::FALSE, bad);
    }

    pub(crate) fn condition(&mut self, act: &Activation, state: &mut State, operand: Operand) -> Cond {
        let value = self.value(act, state, operand);
        self.check_defined(act, state, &value);
        value.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            let fact = facts.conds.arena.truth(term);
            facts.fact(fact)
        })
    }
}
