//! Loops with small bounds, and ways out of them.

use crate::func::Program;
use crate::scope::{Role, Var};
use crate::types::Ty;

impl Program<'_> {
    pub fn any_loop(&mut self) {
        let bound = self.random.between(1, 5);
        if self.cx.factor * u64::from(bound) > 200 {
            return self.mix();
        }
        match self.random.below(4) {
            0 => self.while_loop(bound),
            1 => self.do_loop(bound),
            _ => self.for_loop(bound),
        }
    }

    fn for_loop(&mut self, bound: u32) {
        let counter = self.fresh("i");
        self.text.open(format!("for (unsigned {counter} = 0; {counter} < {bound}; {counter}++)"));
        self.loop_body(&counter, bound);
        self.text.close();
    }

    /// Counts down; also ends on a condition.
    fn while_loop(&mut self, bound: u32) {
        let counter = self.fresh("i");
        let condition = self.condition(1);
        self.text.line(format!("unsigned {counter} = {bound};"));
        self.text.open(format!("while ({counter}-- > 0 && {condition})"));
        self.loop_body(&counter, bound);
        self.text.close();
    }

    fn do_loop(&mut self, bound: u32) {
        let counter = self.fresh("i");
        self.text.line(format!("unsigned {counter} = 0;"));
        self.text.open("do");
        self.loop_body(&counter, bound);
        self.text.close_with(&format!(" while (++{counter} < {bound});"));
    }

    fn loop_body(&mut self, counter: &str, bound: u32) {
        let factor = self.cx.factor;
        self.cx.factor *= u64::from(bound);
        self.cx.loops.push(self.scope.depth);
        self.scope.enter();
        let role = Role::Value { bound: Some(bound) };
        self.scope.declare(Var::new(counter, Ty::WORD, role, self.scope.depth));
        self.block(4);
        self.scope.leave();
        self.cx.loops.pop();
        self.cx.factor = factor;
    }

    /// `break` or `continue` under a condition.
    pub fn leave_loop(&mut self) {
        let Some(&outside) = self.cx.loops.last() else { return self.mix() };
        let condition = self.condition(1);
        let word = *self.random.pick(&["break", "continue"]);
        self.text.open(format!("if ({condition})"));
        self.release_below(outside);
        self.text.line(format!("{word};"));
        self.text.close();
    }
}
