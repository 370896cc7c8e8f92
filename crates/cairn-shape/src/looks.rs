//! Functions that only look: they leave memory as it is and give nothing back. Behind a call of one the heap is what it was.

use crate::run::Run;
use cairn_ir::{Body, Effect, FuncId, Op};
use std::collections::BTreeSet;

impl Run<'_> {
    /// Does a function, with all that it calls, only look?
    pub(crate) fn only_looks(&mut self, func: FuncId) -> bool {
        if let Some(&known) = self.looking.get(&func) {
            return known;
        }
        let answer = self.world.program.funcs[func].sig.results.is_empty() && self.leaves_memory(func);
        self.looking.insert(func, answer);
        answer
    }

    fn leaves_memory(&self, func: FuncId) -> bool {
        let (mut met, mut work) = (BTreeSet::new(), vec![func]);
        while let Some(func) = work.pop() {
            if !met.insert(func) {
                continue;
            }
            let calls_anything = || self.calls.indirect.iter().any(|site| site.func == func);
            let body = self.world.program.funcs[func].body.as_ref();
            if !body.is_some_and(does_not_write) || calls_anything() {
                return false;
            }
            work.extend(self.calls.callees(func));
        }
        true
    }
}

fn does_not_write(body: &Body) -> bool {
    body.blocks.iter().flat_map(|block| &block.insts).all(|inst| match &inst.op {
        Op::Host { func, .. } => {
            matches!(func.effect(), Effect::Pure | Effect::Unknown | Effect::Reads | Effect::NoReturn)
        }
        Op::Load { flags, .. } => !flags.volatile,
        Op::Field { .. }
        | Op::Index { .. }
        | Op::Binary { .. }
        | Op::Unary { .. }
        | Op::Bits { .. }
        | Op::Overflowing { .. }
        | Op::Fma { .. }
        | Op::Compare { .. }
        | Op::FCompare { .. }
        | Op::Select { .. }
        | Op::Cast { .. }
        | Op::Freeze { .. }
        | Op::Call { .. }
        | Op::Nondet { .. }
        | Op::Assume { .. }
        | Op::Fail { .. } => true,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use crate::run::{Join, Run};
    use crate::testing::{limits, program};
    use crate::world::World;

    #[test]
    fn who_writes_somewhere_does_not_only_look() {
        let text = "struct node *g; volatile int v; void (*p)(struct node *); void unknown(struct node *);
            void walks(struct node *n) { for (; n; n = n->next) if (n->data < 0) abort(); }
            void walks_on(struct node *n) { if (n) { walks(n); walks_on(n->next); } }
            int counts(struct node *n) { int i = 0; for (; n; n = n->next) i++; return i; }
            void writes(struct node *n) { for (; n; n = n->next) n->data = 0; }
            void lets_write(struct node *n) { if (n) { writes(n); lets_write(n->next); } }
            void keeps(struct node *n) { g = n; }
            void frees(struct node *n) { free(n); }
            void makes(struct node *n) { while (n) n = cell(n); }
            void asks(struct node *n) { while (n && v) n = n->next; }
            void calls(struct node *n) { p(n); }
            void goes_out(struct node *n) { unknown(n); }
            int main(void) { p = walks; walks_on(0); lets_write(0); keeps(0); frees(0); makes(0); asks(0); calls(0);
                goes_out(0); return counts(0); }";
        let program = program("looks", text);
        let world = World::new(&program);
        let mut run = Run::new(&world, limits(Join::Merge));
        let mut looks = |name: &str| run.only_looks(program.func_named(name).expect("a function"));
        assert!(looks("walks") && looks("walks_on"));
        for name in ["counts", "writes", "lets_write", "keeps", "frees", "makes", "asks", "calls", "goes_out", "main"] {
            assert!(!looks(name), "{name}");
        }
    }
}
