//! Calls of functions and of the primitives that library models are made of.

use crate::access::Accessed;
use crate::analysis::{Activation, Analysis, Caller, ObjectKind, Stop, fit};
use crate::facts::{Cond, Reason};
use crate::havoc::Stranger;
use crate::heap::ones;
use crate::modular::Known;
use crate::state::{Arrival, State};
use crate::value::{Scalar, Values};
use cairn_ir::{Callee, Effect, FuncId, HostFn, Inst, Op, Operand, Rule, Type};
use rustc_hash::FxHashSet;

impl<'p> Analysis<'p> {
    pub(crate) fn call(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &'p Inst,
        callee: Callee,
        args: &[Operand],
        area: Option<Operand>,
    ) -> Result<bool, Stop> {
        let values: Vec<Values> = args.iter().map(|&arg| self.value(act, state, arg)).collect();
        let area = area.map(|area| self.value(act, state, area));
        let targets = match callee {
            Callee::Direct(func) => vec![(Some(func), Cond::TRUE)],
            Callee::Indirect(target) => self.call_targets(act, state, target),
        };
        let mut after: Vec<Arrival> = Vec::new();
        for (func, cond) in targets {
            let pc = self.facts.and(state.pc, cond);
            if pc == Cond::FALSE || (cond != Cond::TRUE && self.facts.impossible(pc)) {
                continue;
            }
            let mut branch = State { pc, ..state.clone() };
            if self.call_one(act, &mut branch, inst, func, &values, area.clone())? {
                let results =
                    inst.results.iter().map(|value| self.value(act, &branch, Operand::Value(value))).collect();
                after.push(Arrival { state: branch, args: results });
            }
        }
        let Some(merged) = Arrival::merge_all(&mut self.facts, after) else { return Ok(false) };
        *state = merged.state;
        for (value, values) in inst.results.iter().zip(merged.args) {
            self.define(act, state, value, values);
        }
        Ok(state.pc != Cond::FALSE)
    }

    /// The functions that a pointer may lead to; `None` for code that is not known.
    fn call_targets(&mut self, act: &Activation, state: &mut State, target: Operand) -> Vec<(Option<FuncId>, Cond)> {
        let value = self.value(act, state, target);
        self.check_defined(act, state, &value);
        let (mut null, mut unknown, mut wild) = (Cond::FALSE, Cond::FALSE, Cond::FALSE);
        let mut funcs = Vec::new();
        for (base, offset, cond) in self.targets(act, state, target) {
            match self.kind(base) {
                Some(ObjectKind::Function(func)) if self.facts.as_offset(offset) == Some(0) => {
                    funcs.push((Some(func), cond));
                }
                None if self.is_null(base) => null = self.facts.or(null, cond),
                Some(ObjectKind::Entry(place)) => {
                    self.calls_through(place);
                    unknown = self.facts.or(unknown, cond);
                }
                None => unknown = self.facts.or(unknown, cond),
                Some(_) => wild = self.facts.or(wild, cond),
            }
        }
        self.check_assuming(act, state, Rule::NullDereference, null, unknown);
        self.check_assuming(act, state, Rule::InvalidPointer, wild, unknown);
        if unknown != Cond::FALSE {
            funcs.push((None, unknown));
        }
        funcs
    }

    /// Calls one function and defines the results; `false` if it does not return.
    fn call_one(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &'p Inst,
        func: Option<FuncId>,
        values: &[Values],
        area: Option<Values>,
    ) -> Result<bool, Stop> {
        let program = self.program;
        let known = func.map_or(Known::Enter, |func| self.known(func));
        let is_there = |func: &FuncId| program.funcs[*func].is_defined() || !matches!(known, Known::Enter);
        let Some(func) = func.filter(is_there) else {
            let name = func.map_or("a call through a pointer", |func| program.func_name(func));
            let returns = !matches!(&inst.op, Op::Call { sig, .. } if sig.noreturn);
            let mut given = values.to_vec();
            given.extend(area);
            return self.call_unknown(act, state, inst, &given, Stranger { name, returns, is_own: func.is_none() });
        };
        let values = &self.received_by(act, inst, func, values)[..];
        let unknown = match known {
            Known::Enter => false,
            Known::Never => return Ok(false),
            Known::Unknown => true,
            Known::Summary(summary) => {
                let enters = self.would_enter(func);
                let args = self.named_arguments(func, values, &area);
                match self.call_by_summary(act, state, func, &summary, args, !enters) {
                    Some(Some(results)) => return Ok(self.define_results(act, state, inst, func, &results)),
                    Some(None) => return Ok(false),
                    None if !enters => true,
                    None if program.funcs[func].is_defined() => false,
                    None => return Err(self.want(func)),
                }
            }
        };
        if unknown {
            self.not_followed(func);
            let mut given = values.to_vec();
            given.extend(area);
            let stranger = Stranger { name: program.func_name(func), returns: true, is_own: true };
            return self.call_unknown(act, state, inst, &given, stranger);
        }
        let position = self.position(act);
        self.path_push(position);
        let covered = self.call_recursive(state, func, values);
        if let Some(results) = covered {
            self.path_pop();
            self.check_held_in_call(act, state, Cond::TRUE, &FxHashSet::default(), true);
            return Ok(self.define_results(act, state, inst, func, &results));
        }
        self.callers.push(Caller {
            body: act.body,
            shape: act.shape.clone(),
            env: std::mem::take(&mut act.env),
            carried: state.carried.clone(),
            at: act.here,
        });
        let returned = self.call_function(func, values.to_vec(), area, state.clone());
        act.env = self.callers.pop().expect("just put there").env;
        self.path_pop();
        let Some((after, results)) = returned? else { return Ok(false) };
        self.remember_call(func, values, state.pc, after.pc, &results);
        *state = after;
        Ok(self.define_results(act, state, inst, func, &results))
    }

    /// Gives a call's results to the values that it defines.
    fn define_results(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &Inst,
        func: FuncId,
        results: &[Values],
    ) -> bool {
        let program = self.program;
        for (i, value) in inst.results.iter().enumerate() {
            let expected = act.body.values[value].ty;
            let values = match results.get(i).zip(program.funcs[func].sig.results.get(i)) {
                Some((values, &given)) => self.received(values, given, expected),
                None => self.nothing(expected),
            };
            self.define(act, state, value, values);
        }
        state.pc != Cond::FALSE
    }

    /// The arguments of a call as the callee takes them.
    fn received_by(&mut self, act: &Activation, inst: &Inst, func: FuncId, values: &[Values]) -> Vec<Values> {
        let Op::Call { args, .. } = &inst.op else { return values.to_vec() };
        let params = &self.program.funcs[func].sig.params;
        let mut received = Vec::new();
        for (i, (values, &arg)) in values.iter().zip(args).enumerate() {
            let given = act.body.operand_type(arg);
            received.push(self.received(values, given, params.get(i).copied().unwrap_or(given)));
        }
        received
    }

    /// A value of one type where another one is expected, as in old C: what does not arrive is undefined, and so is a float
    /// that is taken for an integer or the other way round.
    fn received(&mut self, values: &Values, given: Type, expected: Type) -> Values {
        let is_float = |ty: Type| matches!(ty, Type::Float(_));
        let (have, width) = (self.width_of(given), self.width_of(expected));
        if given == expected {
            return values.clone();
        }
        if is_float(given) != is_float(expected) || have.max(width) > 128 {
            return self.nothing(expected);
        }
        // Whoever writes 32 bits of a register clears the rest.
        let bits = self.facts.pointer_bits();
        let filled = if have == 32 && !is_float(given) { bits } else { have };
        values.map(&mut self.facts, |facts, scalar| {
            if matches!(scalar, Scalar::Ptr { .. }) && width == bits {
                return scalar;
            }
            let (term, undef) = facts.word_of(scalar);
            let word = fit(facts, Scalar::Word { term, undef }, width);
            let (term, undef) = facts.word_of(word);
            Scalar::Word { term, undef: (undef | !ones(filled)) & ones(width) }
        })
    }

    fn nothing(&mut self, ty: Type) -> Values {
        let width = self.width_of(ty).min(128);
        Values::one(Scalar::Word { term: self.facts.unknown(width, Reason::Undefined), undef: ones(width) })
    }

    pub(crate) fn host(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &Inst,
        func: HostFn,
        args: &[Operand],
    ) -> Result<bool, Stop> {
        for (i, &arg) in args.iter().enumerate() {
            // An address is looked at where it is used.
            let is_buffer = i == 1 && matches!(func, HostFn::Write | HostFn::Read) || i == 0 && func == HostFn::Fill;
            if !is_buffer {
                let value = self.value(act, state, arg);
                self.check_defined(act, state, &value);
            }
        }
        if func == HostFn::Unspecified {
            return Err(Stop::Unsupported("what the library may do otherwise".to_owned()));
        }
        match func.effect() {
            Effect::NoReturn => {
                if func == HostFn::Exit {
                    self.may_end(state, Cond::TRUE);
                    self.end_program(state.clone())?;
                } else {
                    self.may_stay();
                    self.check_held(act, state, Cond::TRUE);
                }
                return Ok(false);
            }
            Effect::Thread => match func {
                HostFn::AtomicBegin | HostFn::AtomicEnd | HostFn::Yield => return Ok(true),
                _ => return Err(Stop::Concurrency),
            },
            Effect::Pure | Effect::Unknown => {}
            Effect::Reads => self.host_reads(act, state, func, args),
            Effect::WritesArgs => self.host_writes(act, state, func, args),
        }
        let Some(result) = inst.results.single() else { return Ok(true) };
        let ty = act.body.values[result].ty;
        let value = match func {
            HostFn::AllocFails if !self.limits.alloc_may_fail => Values::word(self.facts.constant(1, 0)),
            HostFn::AllocFails => Values::word(self.ask(state, 1)),
            HostFn::Coarse => Values::word(self.facts.constant(1, 1)),
            HostFn::Known => {
                let known = self.is_constant(act, state, args[0]);
                Values::word(self.facts.constant(1, u128::from(known)))
            }
            // That of the environment is null, or leads to a text of any length, of which nothing is known.
            _ => Values::word(self.facts.unknown(self.width_of(ty), Reason::External)),
        };
        self.define(act, state, result, value);
        Ok(true)
    }

    fn is_constant(&mut self, act: &Activation, state: &State, operand: Operand) -> bool {
        let single = self.value(act, state, operand).single();
        matches!(single, Some(Scalar::Word { term, undef: 0 }) if self.facts.conds.arena.as_const(term).is_some())
    }

    /// What is written to the outside must be readable; its bytes are looked at one by one where that is possible.
    pub(crate) fn host_reads(&mut self, act: &Activation, state: &mut State, func: HostFn, args: &[Operand]) {
        if func != HostFn::Write {
            return self.open(act, state);
        }
        let count = self.number(act, state, args[2]);
        if self.facts.as_offset(count) == Some(0) {
            return;
        }
        let Accessed { targets, unknown, .. } = self.access(act, state, args[1], count, false);
        let mut undefined = unknown;
        for (base, offset, cond) in targets {
            self.needs_defined(state, base, offset);
            let bytes = self.facts.as_offset(count);
            let pieces = bytes.and_then(|bytes| state.heap.extract(&mut self.facts, base, offset, bytes));
            let bad = match pieces {
                Some(pieces) => pieces.into_iter().fold(Cond::FALSE, |bad, (_, _, values)| {
                    let here = values
                        .when(&mut self.facts, |_, scalar| if scalar.undef() != 0 { Cond::TRUE } else { Cond::FALSE });
                    self.facts.or(bad, here)
                }),
                None => Cond::TRUE,
            };
            let bad = self.facts.and(bad, cond);
            undefined = self.facts.or(undefined, bad);
        }
        self.check_assuming(act, state, Rule::UninitializedRead, Cond::FALSE, undefined);
    }

    /// Every rule that this primitive could break stays open.
    pub(crate) fn open(&mut self, act: &Activation, state: &mut State) {
        for rule in [
            Rule::NullDereference,
            Rule::InvalidPointer,
            Rule::UseAfterFree,
            Rule::UseAfterScope,
            Rule::OutOfBounds,
            Rule::UninitializedRead,
        ] {
            self.check_assuming(act, state, rule, Cond::FALSE, Cond::TRUE);
        }
    }

    pub(crate) fn host_writes(&mut self, act: &Activation, state: &mut State, func: HostFn, args: &[Operand]) {
        if func == HostFn::Read {
            let count = self.number(act, state, args[2]);
            for (base, _, _) in self.written(act, state, args[1], count, false).targets {
                state.heap.scramble(base);
            }
            return;
        }
        if func == HostFn::Fill {
            return self.fill_with_input(act, state, args);
        }
        self.open(act, state);
        for &arg in args.iter().filter(|arg| act.body.operand_type(**arg) == Type::Ptr) {
            for (base, _, cond) in self.targets(act, state, arg) {
                if self.kind(base).is_some() {
                    let holders = self.holders_of(&state.heap, base, cond);
                    holders.into_iter().for_each(|(holder, _)| state.heap.scramble(holder));
                } else if !self.is_null(base) {
                    self.write_anywhere(state, true, Reason::UnknownObject);
                }
            }
        }
    }
}
