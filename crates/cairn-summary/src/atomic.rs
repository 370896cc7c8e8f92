//! Atomic operations of a program with one thread, and arrays of variable length.

use crate::analysis::{Activation, Analysis, ObjectKind};
use crate::heap::Rest;
use crate::state::State;
use crate::value::Values;
use crate::words::word_binary;
use cairn_ir::{BinOp, CmpOp, Inst, Operand, RmwOp, Type, ValueId};
use cairn_logic::TermId;

impl<'p> Analysis<'p> {
    pub(crate) fn read_modify_write(
        &mut self,
        act: &Activation,
        state: &mut State,
        op: RmwOp,
        addr: Operand,
        value: Operand,
    ) -> Values {
        let ty = act.body.operand_type(value);
        let width = self.width_of(ty).min(128);
        let old = self.load(act, state, ty, addr);
        let operand = self.value(act, state, value);
        let plain = match op {
            RmwOp::Xchg => None,
            RmwOp::Add => Some(BinOp::Add),
            RmwOp::Sub => Some(BinOp::Sub),
            RmwOp::And => Some(BinOp::And),
            RmwOp::Or => Some(BinOp::Or),
            RmwOp::Xor => Some(BinOp::Xor),
            _ => {
                self.facts.expose(&old);
                self.facts.expose(&operand);
                let any = self.uninterpreted(700 + op as u32, &[old.clone(), operand], width);
                self.store(act, state, ty, addr, &any);
                return old;
            }
        };
        let new = match plain {
            None => operand,
            Some(op) => old.map2(&operand, &mut self.facts, |facts, a, b| word_binary(facts, op, width, a, b)),
        };
        self.store(act, state, ty, addr, &new);
        old
    }

    pub(crate) fn compare_exchange(
        &mut self,
        act: &mut Activation<'p>,
        state: &mut State,
        inst: &Inst,
        addr: Operand,
        expected: Operand,
        new: Operand,
    ) {
        let ty = act.body.operand_type(new);
        let old = self.load(act, state, ty, addr);
        let (expected, new) = (self.value(act, state, expected), self.value(act, state, new));
        let same = self.compare(state, CmpOp::Eq, ty == Type::Ptr, &old, &expected);
        self.check_defined(act, state, &same);
        let equal = same.when(&mut self.facts, |facts, scalar| {
            let (term, _) = facts.word_of(scalar);
            let fact = facts.conds.arena.truth(term);
            facts.fact(fact)
        });
        let stored = Values::choose(&mut self.facts, equal, &new, &old);
        self.store(act, state, ty, addr, &stored);
        let results: Vec<ValueId> = inst.results.iter().collect();
        self.define(act, state, results[0], old);
        self.define(act, state, results[1], same);
    }

    /// A local. One that is made again and again in a loop that is looked at as a whole stands for many.
    pub(crate) fn new_local(&mut self, act: &mut Activation<'p>, state: &mut State, size: TermId) -> TermId {
        let base = if self.generalised > 0 && act.shape.loops.innermost(act.here.0).is_some() {
            let site = self.position(act);
            self.summary_object(state, ObjectKind::Stack, site, size)
        } else {
            self.new_object(state, ObjectKind::Stack, size, Rest::Undefined)
        };
        act.locals.push(base);
        base
    }

    /// What was put on the stack since the token was taken is gone.
    pub(crate) fn restore_stack(&mut self, act: &Activation<'p>, state: &mut State, token: Operand) {
        let Operand::Value(token) = token else { return };
        let Some(&kept) = act.saves.get(&token) else { return };
        for &base in act.locals.get(kept..).unwrap_or_default() {
            match state.heap.get(base).map(|object| object.summary) {
                Some(true) => {
                    let live = self.facts.choice();
                    state.heap.set_live(base, live);
                }
                Some(false) => state.heap.end_scope(base),
                None => {}
            }
        }
    }
}
