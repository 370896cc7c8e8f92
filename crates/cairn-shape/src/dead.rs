//! Fields that are overwritten before anybody reads them: what they hold is forgotten at the heads of loops and at calls.
//!
//! The last cell of a list that is being put together still leads to where it was before, the cell that is to be inserted
//! to its old successor. Such links tell heaps apart that the program does not, keep nodes from being folded, and make
//! cutpoints of what nobody will look for. To forget is always sound; what is decided here is only whether it does harm.
//!
//! Not here: registers that nobody reads any more (`flow`, `calls`).

use crate::heap::Heap;
use crate::object::{Kind, Life};
use crate::run::{Run, Shape};
use crate::value::{Addr, ObjId, Spot, Val};
use cairn_ir::graph::Cfg;
use cairn_ir::{
    BlockId, BlockRef, Body, Callee, CmpOp, Const, FuncId, Id, Inst, Op, Operand, Terminator, Type, ValueId,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A field, from an instruction on: that of the block that a register points to, by its distance from there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Question {
    func: FuncId,
    block: BlockId,
    inst: usize,
    base: ValueId,
    offset: i64,
}

/// Whatever the program looks at before it overwrites the field.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Looks {
    /// Where it begins: values from before, and others.
    at: BTreeSet<ValueId>,
    globals: bool,
}

/// What is known of questions; `None` if the field may be read.
pub(crate) type Answers = FxHashMap<Question, Option<Rc<Looks>>>;

/// What an instruction does to the field.
enum Effect {
    Nothing,
    Overwrites,
    MayRead,
    /// It does not come to its end.
    Ends,
}

/// The code of a function, and which values are addresses near others.
struct Code<'w> {
    body: &'w Body,
    shape: Rc<Shape>,
}

impl Code<'_> {
    /// The value that an operand is, or is a fixed distance from; nothing of constants.
    fn origin(&self, operand: Operand) -> Option<(ValueId, i64)> {
        match operand {
            Operand::Value(value) => Some(self.shape.origins.get(&value).copied().unwrap_or((value, 0))),
            Operand::Const(_) => None,
        }
    }
}

impl<'w> Code<'w> {
    /// Where a block leads that asks whether a value is null, if it is not.
    fn branch_of_nonnull(&self, block: BlockId, value: ValueId) -> Option<&'w BlockRef> {
        let Terminator::Branch { cond: Operand::Value(cond), then, otherwise } = &self.body.blocks[block].term else {
            return None;
        };
        let test = self.body.blocks[block].insts.iter().find(|inst| inst.results.single() == Some(*cond))?;
        let Op::Compare { op, lhs: Operand::Value(lhs), rhs: Operand::Const(rhs) } = &test.op else { return None };
        if *lhs != value || self.body.consts[*rhs] != Const::Null {
            return None;
        }
        match op {
            CmpOp::Eq => Some(otherwise),
            CmpOp::Ne => Some(then),
            _ => None,
        }
    }
}

/// Addresses of members, by what they are members of and how far from its start.
pub(crate) fn origins(body: &Body, cfg: &Cfg) -> FxHashMap<ValueId, (ValueId, i64)> {
    let mut origins: FxHashMap<ValueId, (ValueId, i64)> = FxHashMap::default();
    for inst in cfg.rpo().iter().flat_map(|&block| &body.blocks[block].insts) {
        if let (Op::Field { base: Operand::Value(base), offset, .. }, Some(result)) = (&inst.op, inst.results.single())
        {
            let (base, start) = origins.get(base).copied().unwrap_or((*base, 0));
            origins.insert(result, (base, start.wrapping_add(*offset)));
        }
    }
    origins
}

/// Rounds in which what a recursive function looks at is found.
const ROUNDS: usize = 4;

impl<'w> Run<'w> {
    /// Forgets the links of blocks that registers of the innermost function point to, if they are overwritten anyway.
    pub(crate) fn forget_dead_fields(&mut self, body: &'w Body, heap: &mut Heap, func: FuncId, at: (BlockId, usize)) {
        let word = self.world.word();
        let mut dead: Vec<(ObjId, u64)> = Vec::new();
        let held: Vec<(ValueId, Val)> = heap.frame().regs.iter().map(|(&value, &val)| (value, val)).collect();
        for (base, val) in held {
            let Some((id, start)) = plain_node(heap, val) else { continue };
            let cells: Vec<(u64, Val)> =
                heap.objs[&id].values().filter(|(at, _)| heap.objs[&id].cells[at].len == word).collect();
            for (offset, old) in cells {
                let question = Question { func, block: at.0, inst: at.1, base, offset: offset as i64 - start };
                if let Some(looks) = self.overwritten(body, question)
                    && is_held_elsewhere(heap, (id, offset), old)
                    && !reaches(self.world.fixed.len(), heap, &looks, id)
                {
                    dead.push((id, offset));
                }
            }
        }
        for (id, offset) in dead {
            heap.write(self.world, id, offset, word, Val::Top);
        }
    }

    /// Is the field overwritten before it is read, as far as the block is known to nobody else? Then what is looked at before.
    fn overwritten(&mut self, body: &'w Body, question: Question) -> Option<Rc<Looks>> {
        if let Some(known) = self.answers.get(&question) {
            return known.clone();
        }
        // Whoever comes here again by recursion takes what is known so far.
        let mut looks = Rc::new(Looks::default());
        for _ in 0..ROUNDS {
            self.answers.insert(question, Some(looks.clone()));
            let Some(found) = self.follow_field(body, question) else { break };
            if found == *looks {
                return Some(looks);
            }
            looks = Rc::new(found);
        }
        self.answers.insert(question, None);
        None
    }

    /// Follows all paths up to where the field is overwritten.
    fn follow_field(&mut self, body: &'w Body, question: Question) -> Option<Looks> {
        let code = Code { body, shape: self.shape(question.func, body) };
        let mut looks = Looks::default();
        let mut met = BTreeSet::new();
        let mut work = vec![(question.block, question.inst)];
        'paths: while let Some((block, from)) = work.pop() {
            for inst in &body.blocks[block].insts[from..] {
                match self.effect(&code, question, inst, &mut looks) {
                    Effect::Nothing => {}
                    Effect::Overwrites | Effect::Ends => continue 'paths,
                    Effect::MayRead => return None,
                }
            }
            let term = &body.blocks[block].term;
            let mut read = matches!(term, Terminator::Return(_));
            term.for_each_operand(|operand| read |= looks.note(&code, question.base, operand));
            if read {
                return None;
            }
            let taken = code.branch_of_nonnull(block, question.base);
            for next in term.targets().filter(|target| taken.is_none_or(|taken| taken == *target)) {
                if body.blocks[next.block].params.contains(&question.base) {
                    return None;
                }
                if met.insert(next.block) {
                    work.push((next.block, 0));
                }
            }
        }
        Some(looks)
    }

    fn effect(&mut self, code: &Code<'w>, question: Question, inst: &'w Inst, looks: &mut Looks) -> Effect {
        let word = self.world.word() as i64;
        let own = |operand: Operand| code.origin(operand).filter(|(value, _)| *value == question.base);
        let touches = |at: i64, len: i64| at < question.offset + word && question.offset < at + len;
        if inst.results.iter().any(|result| result == question.base) {
            return Effect::MayRead;
        }
        let mut read = false;
        match &inst.op {
            Op::Field { .. } | Op::Compare { .. } => {}
            Op::Fail { .. } => return Effect::Ends,
            Op::LongJmp { .. } | Op::SetJmp { .. } | Op::Asm(_) | Op::Unsupported { .. } => return Effect::MayRead,
            Op::Load { ty, addr, .. } => match own(*addr) {
                Some((_, at)) => read = touches(at, i64::from(self.width(*ty).div_ceil(8))),
                None => read = looks.note(code, question.base, *addr),
            },
            Op::Store { value, addr, .. } => {
                let len = i64::from(self.width(code.body.operand_type(*value)).div_ceil(8));
                read = looks.note(code, question.base, *value);
                if let Some((_, at)) = own(*addr).filter(|_| !read) {
                    match (at == question.offset && len == word, touches(at, len)) {
                        (true, _) => return Effect::Overwrites,
                        (false, touched) => read = touched,
                    }
                }
            }
            Op::Call { callee: Callee::Direct(func), args, area: None, .. }
                if args.iter().any(|&arg| own(arg).is_some()) =>
            {
                return self.effect_of_call(code, question, (*func, args), looks);
            }
            op => {
                looks.globals |= matches!(op, Op::Call { .. });
                op.for_each_operand(|operand| read |= looks.note(code, question.base, operand));
            }
        }
        if read { Effect::MayRead } else { Effect::Nothing }
    }

    /// The block is passed to a function.
    fn effect_of_call(
        &mut self,
        code: &Code<'w>,
        question: Question,
        (func, args): (FuncId, &[Operand]),
        looks: &mut Looks,
    ) -> Effect {
        let own = |arg: &Operand| code.origin(*arg).filter(|(value, _)| *value == question.base);
        let passed: Vec<(usize, i64)> = args.iter().enumerate().filter_map(|(i, arg)| Some((i, own(arg)?.1))).collect();
        let callee = &self.world.program.funcs[func];
        let (&[(index, start)], Some(inside), false) = (passed.as_slice(), &callee.body, callee.sig.variadic) else {
            return Effect::MayRead;
        };
        let params = &inside.blocks[inside.entry()].params;
        let Some(&base) = params.get(index) else { return Effect::MayRead };
        let offset = question.offset - start;
        let entered = Question { func, block: inside.entry(), inst: 0, base, offset };
        let Some(found) = self.overwritten(inside, entered) else { return Effect::MayRead };
        looks.globals |= found.globals;
        for (_, &arg) in params.iter().zip(args).filter(|(param, _)| found.at.contains(param)) {
            looks.note(code, question.base, arg);
        }
        Effect::Overwrites
    }
}

impl Looks {
    /// Something may be looked at by way of an operand; says whether that is the block itself.
    fn note(&mut self, code: &Code<'_>, base: ValueId, operand: Operand) -> bool {
        match code.origin(operand) {
            Some((value, _)) if value == base => return true,
            Some((value, _)) => {
                self.at.insert(value);
            }
            None => self.globals |= code.body.operand_type(operand) == Type::Ptr,
        }
        false
    }
}

/// A single block that a register points to, and where in it.
fn plain_node(heap: &Heap, val: Val) -> Option<(ObjId, i64)> {
    let Val::Ptr(Addr { obj, spot: Spot::First, off }) = val else { return None };
    let node = heap.objs.get(&obj)?;
    let plain = node.kind == Kind::Heap && node.life == Life::Live && node.seg.is_none() && node.owner.is_none();
    (plain && node.part.is_none() && !node.cut).then_some((obj, off.as_signed()?))
}

/// Is what the field leads to known to others, too? Otherwise it would be lost.
fn is_held_elsewhere(heap: &Heap, (holder, offset): (ObjId, u64), val: Val) -> bool {
    let Some(to) = val.addr() else { return matches!(val, Val::Num(_)) };
    let regs = heap.frames.iter().flat_map(|frame| frame.regs.values());
    let mut cells = heap.objs.iter().flat_map(|(&id, obj)| obj.values().map(move |(at, val)| (id, at, val)));
    let there = |val: Val| val.addr().is_some_and(|addr| addr.obj == to.obj);
    regs.copied().any(there) || cells.any(|(id, at, val)| (id, at) != (holder, offset) && there(val))
}

/// Do values that are looked at lead to the object?
fn reaches(fixed: usize, heap: &Heap, looks: &Looks, id: ObjId) -> bool {
    let regs = heap.frame().regs.iter().filter(|(value, _)| looks.at.contains(value));
    let mut from: Vec<ObjId> = regs.filter_map(|(_, val)| val.addr()).map(|addr| addr.obj).collect();
    if looks.globals {
        from.extend(heap.objs.keys().copied().filter(|id| id.index() < fixed));
    }
    heap.reachable(from).contains(&id)
}
