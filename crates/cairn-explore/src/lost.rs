//! Is a block lost in every call of a function, whatever it is given?
//!
//! It is if everything that is done with the block is done in every call: it is freed, returned, or stored where somebody finds it, only
//! where what was given decides neither whether nor with which pointer (`depends`). Pointers to it are followed through the function and all
//! that it calls, regardless of order.
//!
//! Not here: whether it is lost in some call, which an execution shows.

use crate::depends::{Depends, LOOKING, Part, Root};
use cairn_ir::obligation::Place;
use cairn_ir::{BlockId, FuncId, Op, Operand, Terminator, Type, ValueId};
use rustc_hash::FxHashSet;

/// Of a block that an instruction makes.
pub fn is_lost_in_all_calls(depends: &Depends<'_>, func: FuncId, block: BlockId, place: Place) -> bool {
    let Place::Inst(inst) = place else { return false };
    let Some(part) = depends.parts.iter().find(|part| part.id == func) else { return false };
    let Some(made) = part.body.blocks[block].insts.get(inst as usize) else { return false };
    let pointers = made.results.iter().filter(|&result| part.body.values[result].ty == Type::Ptr);
    let values: FxHashSet<(FuncId, ValueId)> = pointers.map(|result| (func, result)).collect();
    if values.is_empty() || depends.is_chosen(func, block) || !depends.makes_the_same(part, &made.op) {
        return false;
    }
    let mut holders = Holders { depends, values, objects: FxHashSet::default(), is_outside: false };
    holders.follow();
    depends.parts.iter().all(|part| holders.is_the_same(part))
}

/// What may lead to the block.
struct Holders<'d, 'p> {
    depends: &'d Depends<'p>,
    values: FxHashSet<(FuncId, ValueId)>,
    objects: FxHashSet<Root>,
    /// Memory that is not known to be anywhere.
    is_outside: bool,
}

impl<'p> Holders<'_, 'p> {
    fn follow(&mut self) {
        loop {
            let before = self.size();
            for part in &self.depends.parts {
                self.part(part);
            }
            if self.size() == before {
                return;
            }
        }
    }

    fn size(&self) -> (usize, usize, bool) {
        (self.values.len(), self.objects.len(), self.is_outside)
    }

    fn leads(&self, part: &Part<'p>, operand: Operand) -> bool {
        let is_value = matches!(operand, Operand::Value(value) if self.values.contains(&(part.id, value)));
        is_value || self.depends.root(part, operand).is_some_and(|root| self.objects.contains(&root))
    }

    /// Is a pointer to the block there?
    fn holds(&self, part: &Part<'p>, address: Operand) -> bool {
        match self.depends.root(part, address) {
            Some(root) => self.objects.contains(&root),
            None => self.is_outside,
        }
    }

    fn part(&mut self, part: &Part<'p>) {
        for block in part.body.blocks.iter() {
            for inst in &block.insts {
                if self.gives(part, &inst.op) {
                    self.values.extend(inst.results.iter().map(|result| (part.id, result)));
                }
            }
            for target in block.term.targets() {
                for (&param, &arg) in part.body.blocks[target.block].params.iter().zip(&target.args) {
                    if self.leads(part, arg) {
                        self.values.insert((part.id, param));
                    }
                }
            }
        }
    }

    /// Do the results lead there? Takes note of where the instruction puts what does.
    fn gives(&mut self, part: &Part<'p>, op: &Op) -> bool {
        let mut any = false;
        op.for_each_operand(|operand| any |= self.leads(part, operand));
        match op {
            Op::Load { addr, .. } => self.holds(part, *addr),
            Op::Store { value, addr, .. } => {
                if self.leads(part, *value) {
                    self.put(part, *addr);
                }
                false
            }
            Op::Copy { dst, src, .. } => {
                if self.holds(part, *src) || self.leads(part, *src) {
                    self.put(part, *dst);
                }
                false
            }
            Op::Compare { .. } => false,
            Op::Call { callee, args, area, .. } => match part.body.known_callee(*callee) {
                Some(func) if !self.depends.is_library(func) => self.passes(part, func, args),
                Some(func) if self.depends.is_one_of(func, LOOKING) => any,
                _ => {
                    if any {
                        args.iter().chain(area).for_each(|&arg| self.put(part, arg));
                    }
                    any
                }
            },
            _ => any,
        }
    }

    fn passes(&mut self, part: &Part<'p>, func: FuncId, args: &[Operand]) -> bool {
        let Some(callee) = self.depends.parts.iter().find(|part| part.id == func) else { return true };
        for (&param, &arg) in callee.body.blocks[callee.body.entry()].params.iter().zip(args) {
            if self.leads(part, arg) {
                self.values.insert((func, param));
            }
        }
        callee.body.blocks.iter().any(|block| match &block.term {
            Terminator::Return(values) => values.iter().any(|&value| self.leads(callee, value)),
            _ => false,
        })
    }

    fn put(&mut self, part: &Part<'p>, address: Operand) {
        match self.depends.root(part, address) {
            Some(root) => {
                self.is_outside |= self.depends.has_escaped(root);
                self.objects.insert(root);
            }
            None => self.is_outside = true,
        }
    }

    /// Is all that is done with the block here done in every call?
    fn is_the_same(&self, part: &Part<'p>) -> bool {
        part.body.blocks.iter_enumerated().all(|(id, block)| {
            let is_chosen = self.depends.is_chosen(part.id, id);
            let is_fixed = |operand: Operand| !is_chosen && self.depends.is_fixed(part, operand);
            let returned = match &block.term {
                Terminator::Return(values) => values.as_slice(),
                _ => &[],
            };
            returned.iter().all(|&value| is_fixed(value) || !self.leads(part, value))
                && block.insts.iter().all(|inst| {
                    let mut all_fixed = !is_chosen;
                    inst.op.for_each_operand(|operand| all_fixed &= self.depends.is_fixed(part, operand));
                    all_fixed || !self.acts(part, &inst.op)
                })
        })
    }

    /// May it free the block, or change who holds it at the end? Locals do not; what is read from them is followed.
    fn acts(&self, part: &Part<'p>, op: &Op) -> bool {
        let mut any = false;
        op.for_each_operand(|operand| any |= self.leads(part, operand));
        match op {
            Op::Store { addr: to, .. } | Op::Copy { dst: to, .. } | Op::Set { dst: to, .. }
                if self.depends.is_local(part, *to) =>
            {
                false
            }
            Op::Store { value, addr, .. } => self.leads(part, *value) || self.holds(part, *addr),
            Op::Copy { dst, src, .. } => self.holds(part, *src) || self.leads(part, *src) || self.holds(part, *dst),
            Op::Set { dst, .. } => self.holds(part, *dst),
            Op::Rmw { .. } | Op::CmpXchg { .. } => true,
            Op::Call { callee, .. } => match part.body.known_callee(*callee) {
                Some(func) if self.depends.is_one_of(func, &["free"]) => any || self.is_outside,
                Some(func) => any && self.depends.is_library(func) && !self.depends.is_one_of(func, LOOKING),
                None => true,
            },
            _ => false,
        }
    }
}
