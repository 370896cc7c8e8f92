//! Code: blocks, jumps, calls and returns.
//!
//! Not here: what an instruction does (`step`).

use super::run::{Break, Code, Graphs};
use super::structure::{List, Node, Origin, Reg, Root, Structure, Value};
use crate::object::Where;
use crate::run::{Stop, live_before};
use cairn_ir::{BlockRef, Callee, FuncId, Id, Op, Operand, Rule, Terminator, Type, ValueId};
use std::rc::Rc;

/// Functions active at once.
const DEEPEST: usize = 24;

impl<'w> Graphs<'w> {
    /// Goes on from a place, through blocks to which there is only one way.
    pub(super) fn go_on(&mut self, path: Rc<[Where]>, at: Where, s: Structure) -> Result<(), Break> {
        self.path = path;
        let code = Code { func: at.func, body: self.body(at.func)?, depth: self.path.len() as u32 };
        let mut work = vec![(at, s)];
        while let Some((at, s)) = work.pop() {
            self.block(code, at, s, &mut work)?;
        }
        Ok(())
    }

    fn block(
        &mut self,
        code: Code<'w>,
        at: Where,
        s: Structure,
        work: &mut Vec<(Where, Structure)>,
    ) -> Result<(), Break> {
        let block = &code.body.blocks[at.block];
        let mut all = vec![s];
        for index in at.inst..block.insts.len() as u32 {
            let (inst, here) = (&block.insts[index as usize], Where { inst: index, ..at });
            if let Op::Call { callee, args, .. } = &inst.op {
                for s in all {
                    self.at(here)?;
                    self.follow(code, here, s, *callee, args)?;
                }
                return Ok(());
            }
            let mut after = Vec::with_capacity(all.len());
            for s in all {
                self.at(here)?;
                self.step(code, s, inst, &mut after)?;
            }
            all = after;
        }
        let end = Where { inst: block.insts.len() as u32, ..at };
        for s in all {
            self.at(end)?;
            self.terminator(code, end, s, &block.term, work)?;
        }
        Ok(())
    }

    fn terminator(
        &mut self,
        code: Code<'w>,
        here: Where,
        mut s: Structure,
        term: &'w Terminator,
        work: &mut Vec<(Where, Structure)>,
    ) -> Result<(), Break> {
        match term {
            Terminator::Jump(to) => self.jump(code, s, to, work),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.operand(code, &mut s, *cond)?;
                self.doubt_defined(cond);
                if !matches!(cond, Value::Num(truth) if truth & 1 == 0) {
                    self.jump(code, s.clone(), then, work)?;
                }
                if !matches!(cond, Value::Num(truth) if truth & 1 == 1) {
                    self.jump(code, s, otherwise, work)?;
                }
                Ok(())
            }
            Terminator::Switch(switch) => {
                let value = self.operand(code, &mut s, switch.value)?;
                self.doubt_defined(value);
                if let Value::Num(number) = value {
                    let case = switch.cases.iter().find(|(case, _)| *case == number);
                    return self.jump(code, s, case.map_or(&switch.default, |(_, to)| to), work);
                }
                for (_, to) in &switch.cases {
                    self.jump(code, s.clone(), to, work)?;
                }
                self.jump(code, s, &switch.default, work)
            }
            Terminator::Return(values) => self.give_back(code, here, s, values),
            Terminator::Unreachable => {
                self.fail(&s, Rule::PreconditionViolation);
                Ok(())
            }
        }
    }

    fn jump(
        &mut self,
        code: Code<'w>,
        mut s: Structure,
        to: &'w BlockRef,
        work: &mut Vec<(Where, Structure)>,
    ) -> Result<(), Break> {
        let mut given = Vec::with_capacity(to.args.len());
        for (&param, &arg) in code.body.blocks[to.block].params.iter().zip(&to.args) {
            given.push((param, self.operand(code, &mut s, arg)?));
        }
        let shape = self.shape(code.func)?;
        let live = &shape.live_in[to.block.index()];
        self.hand_over(&mut s, code.func, code.depth, &given, |reg| reg.0 != code.depth || live.contains(&reg.1));
        let at = Where { func: code.func, block: to.block, inst: 0 };
        if shape.loops.is_header(to.block) || shape.cfg.preds(to.block).len() > 1 {
            return self.arrive(self.path.clone(), at, s);
        }
        work.push((at, s));
        Ok(())
    }

    /// Registers get values all at once, with the lists that start there; others than those that are kept are forgotten.
    fn hand_over(
        &self,
        s: &mut Structure,
        func: FuncId,
        depth: u32,
        given: &[(ValueId, Value)],
        keep: impl Fn(&Reg) -> bool,
    ) {
        let lists = given.iter().flat_map(|&(register, value)| {
            let links = self.walks.links(func, register).filter(|link| self.links.contains(link));
            let list = |link| List { root: Root::Reg((depth, register)), link };
            links.filter_map(|link| Some((list(link), s.list_at(value, link)?))).collect::<Vec<_>>()
        });
        let lists: Vec<_> = lists.collect();
        s.regs.retain(|reg, _| keep(reg));
        s.lists.retain(|list, _| match list.root {
            Root::Reg(reg) => keep(&reg) && given.iter().all(|(register, _)| reg != (depth, *register)),
            Root::Cell(..) => true,
        });
        s.regs.extend(given.iter().map(|&(register, value)| ((depth, register), value)));
        s.lists.extend(lists);
    }

    /// A register gets a value.
    pub(super) fn define(&self, s: &mut Structure, code: Code<'w>, register: ValueId, value: Value) {
        self.hand_over(s, code.func, code.depth, &[(register, value)], |_| true);
    }

    // ---- calls ----

    fn follow(
        &mut self,
        code: Code<'w>,
        here: Where,
        mut s: Structure,
        callee: Callee,
        args: &[Operand],
    ) -> Result<(), Break> {
        let Callee::Direct(func) = callee else { return Err(Stop::FunctionPointer.into()) };
        let mut given = Vec::with_capacity(args.len());
        for &arg in args {
            given.push((self.operand(code, &mut s, arg)?, code.body.operand_type(arg)));
        }
        let shape = self.shape(code.func)?;
        let out = shape.live_out[here.block.index()].clone();
        let mut live = live_before(code.body, here.block, here.inst as usize + 1, out);
        for result in code.body.blocks[here.block].insts[here.inst as usize].results.iter() {
            live.remove(&result);
        }
        self.enter(here, s, func, &given, |reg| reg.0 != code.depth || live.contains(&reg.1))
    }

    /// A function begins.
    fn enter(
        &mut self,
        site: Where,
        mut s: Structure,
        func: FuncId,
        given: &[(Value, Type)],
        keep: impl Fn(&Reg) -> bool,
    ) -> Result<(), Break> {
        let body = self.body(func)?;
        let sig = &self.world.program.funcs[func].sig;
        let recursive = site.func == func || self.path.iter().any(|call| call.func == func);
        if recursive || self.path.len() >= DEEPEST {
            return Err(Stop::Unsupported("recursion".to_owned()).into());
        }
        if sig.variadic {
            return Err(Stop::Unsupported("functions of any number of arguments".to_owned()).into());
        }
        let params = body.blocks[body.entry()].params.iter().enumerate();
        let received = |(i, &param): (usize, &ValueId)| {
            let value =
                given.get(i).map_or(Value::Undef, |&(value, ty)| received(value, ty, sig.params.get(i).copied()));
            (param, value)
        };
        let params: Vec<(ValueId, Value)> = params.map(received).collect();
        let path: Rc<[Where]> = self.path.iter().copied().chain([site]).collect();
        self.hand_over(&mut s, func, path.len() as u32, &params, keep);
        self.arrive(path, Where { func, block: body.entry(), inst: 0 }, s)
    }

    fn give_back(&mut self, code: Code<'w>, here: Where, mut s: Structure, values: &[Operand]) -> Result<(), Break> {
        let mut results = Vec::with_capacity(values.len());
        for &value in values {
            results.push((self.operand(code, &mut s, value)?, code.body.operand_type(value)));
        }
        let Some((&site, path)) = self.path.clone().split_last().map(|(site, path)| (site, Rc::from(path))) else {
            return self.leave(here, s, &results);
        };
        let caller = self.body(site.func)?;
        let inst = &caller.blocks[site.block].insts.get(site.inst as usize);
        let Some(inst) = inst else { return Ok(()) };
        let depth = code.depth - 1;
        let given = inst.results.iter().enumerate().map(|(i, register)| {
            let expected = Some(caller.values[register].ty);
            (register, results.get(i).map_or(Value::Undef, |&(value, ty)| received(value, ty, expected)))
        });
        let given: Vec<(ValueId, Value)> = given.collect();
        self.hand_over(&mut s, site.func, depth, &given, |reg| reg.0 <= depth);
        lose_locals(&mut s, code.depth);
        self.arrive(path, Where { inst: site.inst + 1, ..site }, s)
    }

    /// `main` returned: what is registered with `atexit` runs.
    fn leave(&mut self, here: Where, mut s: Structure, results: &[(Value, Type)]) -> Result<(), Break> {
        if let [(value, Type::Int(_)), ..] = results {
            self.doubt_defined(*value);
        }
        self.hand_over(&mut s, here.func, 0, &[], |_| false);
        lose_locals(&mut s, 0);
        #[cfg(test)]
        if let Some(exits) = &mut self.exits {
            exits.push(s);
            return Ok(());
        }
        let program = self.world.program;
        match program.func_named("exit").filter(|&exit| program.funcs[exit].is_defined()) {
            Some(exit) => self.enter(here, s, exit, results, |_| false),
            None => {
                self.end(s);
                Ok(())
            }
        }
    }
}

/// A function returns.
fn lose_locals(s: &mut Structure, depth: u32) {
    let is_local = |node: &Node| matches!(node.origin, Origin::Stack(of, _) if of == depth);
    let locals: Vec<_> = s.nodes().filter(|(_, node)| is_local(node)).map(|(id, _)| id).collect();
    locals.into_iter().for_each(|id| s.lose(id));
}

/// A value of one type where another one is expected: parts of it may not arrive.
fn received(value: Value, ty: Type, expected: Option<Type>) -> Value {
    match expected {
        Some(expected) if expected != ty && value != Value::Undef => Value::Any,
        _ => value,
    }
}
