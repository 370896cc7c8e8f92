//! Goes through a function from dominator to dominated, with what accesses and tests on the way have shown, and decides.
//!
//! What was shown of an SSA value before stays true of it: whoever comes to the later place has passed the earlier one with the
//! same value. Only whether an object is still there can change; that is in `flow`.

use crate::address::{Access, Address, accesses, address, local_of};
use crate::calls::Contracts;
use crate::flow::{Accessed, Alive, Flow};
use crate::kinds::{Kinds, Table, of_address, of_op};
use crate::library::{Allowed, Library};
use cairn_ir::graph::{Cfg, Dominators};
use cairn_ir::obligation::Place;
use cairn_ir::{
    BinOp, Block, BlockId, Callee, CmpOp, Const, GlobalId, Id, Inst, Op, Operand, Rule, Terminator, ValueId,
};
use rustc_hash::FxHashMap;

/// How many operations back a value is followed.
const DEPTH: u32 = 8;
/// Objects lie at least so far from null, and so near to an address that works is no null.
const NEAR: i64 = 4096;

/// What the way here has shown of a value.
#[derive(Clone, Copy, Default)]
struct Shown {
    kinds: Option<Kinds>,
    /// An access worked at this distance from it.
    worked: Option<i64>,
    /// These bytes from it are inside of its object.
    inside: Option<(i64, i64)>,
}

/// Rules that are decided at a place.
pub type Decide<'d> = dyn FnMut(BlockId, Place, Rule) + 'd;

pub struct Walk<'a> {
    pub flow: &'a Flow<'a>,
    pub table: &'a Table<'a>,
    contracts: &'a Contracts,
    /// The program ends behind this function.
    pub ends_program: bool,
    /// Nothing but that its results are defined matters there.
    pub gives_result: bool,
    library: &'a Library,
    /// Calls of the library that break no rule.
    pub fine_calls: Vec<((BlockId, Place), Allowed)>,
    shown: FxHashMap<ValueId, Shown>,
    /// What to put back when the walk leaves a block.
    undo: Vec<(ValueId, Option<Shown>)>,
    alive: Alive,
}

impl<'a> Walk<'a> {
    pub fn new(flow: &'a Flow<'a>, table: &'a Table<'a>, contracts: &'a Contracts, library: &'a Library) -> Walk<'a> {
        let (shown, undo, fine_calls) = (FxHashMap::default(), Vec::new(), Vec::new());
        let (ends_program, gives_result, alive) = (false, false, Alive::default());
        Walk { flow, table, contracts, ends_program, gives_result, library, fine_calls, shown, undo, alive }
    }

    /// Calls `decide` for every rule that holds at a place.
    pub fn run(&mut self, cfg: &Cfg, dominators: &Dominators, starts: &[Alive], decide: &mut Decide<'_>) {
        let mut children: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.block_count()];
        for &block in cfg.rpo() {
            if let Some(parent) = dominators.idom(block) {
                children[parent.index()].push(block);
            }
        }
        enum Step {
            Enter(BlockId),
            Leave(usize),
        }
        let mut work = vec![Step::Enter(self.flow.body.entry())];
        while let Some(step) = work.pop() {
            match step {
                Step::Leave(height) => self.take_back(height),
                Step::Enter(block) => {
                    work.push(Step::Leave(self.undo.len()));
                    self.arrive(cfg, block);
                    self.alive = starts[block.index()].clone();
                    self.block(block, decide);
                    work.extend(children[block.index()].iter().map(|&child| Step::Enter(child)));
                }
            }
        }
    }

    fn take_back(&mut self, height: usize) {
        for (value, before) in self.undo.drain(height..).rev() {
            match before {
                Some(shown) => self.shown.insert(value, shown),
                None => self.shown.remove(&value),
            };
        }
    }

    fn note(&mut self, value: ValueId, change: impl FnOnce(&mut Shown)) {
        let before = self.shown.get(&value).copied();
        let mut shown = before.unwrap_or_default();
        change(&mut shown);
        self.undo.push((value, before));
        self.shown.insert(value, shown);
    }

    fn note_kinds(&mut self, operand: Operand, kinds: Kinds) {
        if let Operand::Value(value) = operand {
            self.note(value, |shown| shown.kinds = Some(shown.kinds.unwrap_or(Kinds::NONE).or(kinds)));
        }
    }

    // ---- going along ----

    /// What the one way into a block says.
    fn arrive(&mut self, cfg: &Cfg, block: BlockId) {
        let mut preds = cfg.preds(block);
        let (Some(pred), None) = (preds.next(), preds.next()) else { return };
        let Terminator::Branch { cond, then, otherwise } = &self.flow.body.blocks[pred].term else { return };
        if then.block != otherwise.block {
            self.condition(*cond, then.block == block, DEPTH);
        }
    }

    /// `cond` is known to be true or false here.
    fn condition(&mut self, cond: Operand, holds: bool, depth: u32) {
        let body = self.flow.body;
        let Some(Op::Compare { op: op @ (CmpOp::Eq | CmpOp::Ne), lhs, rhs }) = self.flow.defs.op(body, cond) else {
            return;
        };
        let zero = |operand| match body.as_const(operand) {
            Some(Const::Null) => true,
            Some(constant) => constant.as_int() == Some(0),
            None => false,
        };
        let other = if zero(*rhs) {
            *lhs
        } else if zero(*lhs) {
            *rhs
        } else {
            return;
        };
        if (*op == CmpOp::Ne) == holds {
            self.note_kinds(other, Kinds::NONZERO);
            if let Some(Op::Cast { kind: cairn_ir::CastKind::ZExt, value, .. }) = self.flow.defs.op(body, other) {
                self.note_kinds(*value, Kinds::NONZERO);
                if depth > 0 {
                    self.condition(*value, true, depth - 1);
                }
            }
        }
    }

    fn block(&mut self, id: BlockId, decide: &mut Decide<'_>) {
        let block: &'a Block = &self.flow.body.blocks[id];
        for (at, inst) in block.insts.iter().enumerate() {
            let place = Place::Inst(at as u32);
            if let Some(allowed) = self.library.allows(self, &inst.op) {
                self.fine_calls.push(((id, place), allowed));
            }
            self.rules(inst, &mut |rule| decide(id, place, rule));
            self.pass(inst);
        }
        if let Terminator::Return(values) = &block.term
            && self.ends_program
            && self.library.ends_well(self, values)
        {
            self.fine_calls.push(((id, Place::Terminator), Allowed::Everything));
        }
        self.terminator(&block.term, &mut |rule| decide(id, Place::Terminator, rule));
    }

    /// What is shown by an instruction that did not fail.
    fn pass(&mut self, inst: &Inst) {
        match &inst.op {
            Op::Binary { op: BinOp::UDiv | BinOp::URem, rhs, .. } => {
                self.note_kinds(*rhs, Kinds::DEFINED.or(Kinds::NONZERO));
            }
            Op::Binary { op: BinOp::SDiv | BinOp::SRem, rhs, .. } => {
                self.note_kinds(*rhs, Kinds::DEFINED.or(Kinds::NONZERO));
            }
            Op::Copy { len, .. } | Op::Set { len, .. } => self.note_kinds(*len, Kinds::DEFINED),
            Op::Assume { cond } => {
                self.note_kinds(*cond, Kinds::DEFINED);
                self.condition(*cond, true, DEPTH);
            }
            _ => {}
        }
        for access in accesses(self.flow.program, self.flow.body, &inst.op) {
            self.accessed(access);
        }
        self.flow.pass(inst, &mut self.alive);
    }

    fn accessed(&mut self, access: Access) {
        let Some(bytes) = access.bytes.filter(|&bytes| bytes > 0).and_then(|bytes| i64::try_from(bytes).ok()) else {
            return;
        };
        self.note_kinds(access.addr, Kinds::DEFINED);
        let Some(Address { root, offset }) = address(self.flow.body, self.flow.defs, access.addr) else { return };
        let object = self.kinds(Operand::Value(root), DEPTH).has(Kinds::OBJECT);
        let mut shown_now = Kinds::DEFINED;
        if object {
            shown_now = shown_now.or(Kinds::DATA).or(if access.writes { Kinds::WRITABLE } else { Kinds::NONE });
        }
        self.note(root, |shown| {
            shown.kinds = Some(shown.kinds.unwrap_or(Kinds::NONE).or(shown_now));
            shown.worked = shown.worked.or(Some(offset));
            if object {
                let (from, to) = shown.inside.unwrap_or((offset, offset));
                shown.inside = Some((from.min(offset), to.max(offset.saturating_add(bytes))));
            }
        });
    }

    // ---- what is known ----

    fn kinds(&self, operand: Operand, depth: u32) -> Kinds {
        let mut kinds = self.table.of(operand);
        if let Operand::Value(value) = operand {
            let shown = self.shown.get(&value).and_then(|shown| shown.kinds);
            kinds = kinds.or(shown.unwrap_or(Kinds::NONE)).closed();
        }
        let complete = kinds.has(Kinds::DEFINED) && (kinds.has(Kinds::OBJECT) || !self.is_pointer(operand));
        if complete || depth == 0 {
            return kinds;
        }
        match self.flow.defs.op(self.flow.body, operand) {
            Some(op @ (Op::Field { base, .. } | Op::Index { base, .. })) => {
                let base = self.kinds(*base, depth - 1);
                kinds.or(of_address(base)).or(self.of_op(op, depth))
            }
            Some(Op::Call { .. } | Op::Load { .. }) | None => kinds,
            Some(op) => kinds.or(self.of_op(op, depth)),
        }
    }

    fn of_op(&self, op: &Op, depth: u32) -> Kinds {
        of_op(self.flow.body, op, &|operand| self.kinds(operand, depth.saturating_sub(2)))
    }

    fn is_pointer(&self, operand: Operand) -> bool {
        self.flow.body.operand_type(operand) == cairn_ir::Type::Ptr
    }

    /// What an operand was before functions that only hand it on gave it back.
    pub fn handed_in(&self, mut operand: Operand) -> Operand {
        for _ in 0..DEPTH {
            let given = self.flow.defs.op(self.flow.body, operand);
            match given.and_then(|op| self.contracts.given_back(self.flow.program, self.flow.body, op)) {
                Some(arg) if self.flow.body.operand_type(arg) == self.flow.body.operand_type(operand) => operand = arg,
                _ => break,
            }
        }
        operand
    }

    pub fn is_defined(&self, operand: Operand) -> bool {
        self.kinds(operand, DEPTH).has(Kinds::DEFINED)
    }

    pub fn is_local_in_scope(&self, local: ValueId) -> bool {
        self.flow.in_scope(&self.alive, local)
    }

    // ---- deciding ----

    fn terminator(&mut self, terminator: &Terminator, holds: &mut dyn FnMut(Rule)) {
        let needed: Vec<Operand> = match terminator {
            Terminator::Branch { cond, .. } => vec![*cond],
            Terminator::Switch(switch) => vec![switch.value],
            Terminator::Return(values) if self.gives_result => values.clone(),
            _ => return,
        };
        if needed.iter().all(|&operand| self.is_defined(operand)) {
            holds(Rule::UninitializedRead);
        }
        needed.iter().for_each(|&operand| self.note_kinds(operand, Kinds::DEFINED));
    }

    /// The rules that an instruction cannot break here.
    fn rules(&self, inst: &Inst, holds: &mut dyn FnMut(Rule)) {
        match &inst.op {
            Op::Binary { op: BinOp::UDiv | BinOp::URem, rhs, .. } => {
                if self.kinds(*rhs, DEPTH).has(Kinds::NONZERO) {
                    holds(Rule::DivisionByZero);
                }
                if self.is_defined(*rhs) {
                    holds(Rule::UninitializedRead);
                }
            }
            Op::Binary { op: BinOp::SDiv | BinOp::SRem, lhs, rhs, .. } => {
                if self.is_defined(*lhs) && self.is_defined(*rhs) {
                    holds(Rule::UninitializedRead);
                }
            }
            Op::Alloca { size, .. } if self.is_defined(*size) => holds(Rule::UninitializedRead),
            op => self.memory_rules(op, holds),
        }
    }

    fn memory_rules(&self, op: &Op, holds: &mut dyn FnMut(Rule)) {
        let accesses = accesses(self.flow.program, self.flow.body, op);
        if accesses.is_empty() {
            return;
        }
        let length_defined = match op {
            Op::Copy { len, .. } | Op::Set { len, .. } => self.is_defined(*len),
            _ => true,
        };
        if length_defined && accesses.iter().all(|access| self.is_defined(access.addr)) {
            holds(Rule::UninitializedRead);
        }
        let mut each = |rule: Rule, good: &dyn Fn(&Access) -> bool| {
            if accesses.iter().all(good) {
                holds(rule);
            }
        };
        each(Rule::NullDereference, &|access| self.is_not_null(access));
        each(Rule::InvalidPointer, &|access| self.is_valid(access));
        each(Rule::UseAfterFree, &|access| self.is_there(access, Kinds::NOT_HEAP));
        each(Rule::UseAfterScope, &|access| {
            // A variable of this thread lives as long as it runs.
            self.is_there(access, Kinds::LASTING) || self.is_in_scope(access) || self.returned(access.addr).is_some()
        });
        each(Rule::OutOfBounds, &|access| self.is_inside(access));
    }

    fn is_not_null(&self, access: &Access) -> bool {
        if self.kinds(access.addr, DEPTH).has(Kinds::OBJECT) {
            return true;
        }
        let Some(Address { root, offset }) = address(self.flow.body, self.flow.defs, access.addr) else { return false };
        let worked = self.shown.get(&root).and_then(|shown| shown.worked);
        worked.is_some_and(|worked| (worked - offset).abs() < NEAR)
    }

    fn is_valid(&self, access: &Access) -> bool {
        let kinds = self.kinds(access.addr, DEPTH);
        let enough = if access.writes { Kinds::DATA.or(Kinds::WRITABLE) } else { Kinds::DATA };
        kinds.has(Kinds::OBJECT.or(enough)) || self.is_accessed(access, access.writes)
    }

    /// The object cannot be gone, because of its kind or because it was there and nothing ended it since.
    fn is_there(&self, access: &Access, kind: Kinds) -> bool {
        let kinds = self.kinds(access.addr, DEPTH);
        let by_kind = kinds.has(Kinds::OBJECT.or(kind));
        by_kind || self.is_accessed(access, false) || kinds.has(Kinds::OBJECT) && self.is_object_alive(access.addr)
    }

    /// The variable that a call in this function returned the address of, and where in it.
    fn returned(&self, addr: Operand) -> Option<(GlobalId, i64)> {
        let (body, defs) = (self.flow.body, self.flow.defs);
        let Address { root, offset } = address(body, defs, addr)?;
        let Some(Op::Call { callee: Callee::Direct(func), .. }) = defs.op(body, Operand::Value(root)) else {
            return None;
        };
        let (global, start) = self.library.returned(*func)?;
        Some((global, start.checked_add(offset)?))
    }

    fn is_inside(&self, access: &Access) -> bool {
        if self.is_accessed(access, false) {
            return true;
        }
        if let (Some((global, start)), Some(bytes)) = (self.returned(access.addr), access.bytes) {
            let size = self.flow.program.globals[global].size;
            return u64::try_from(start).is_ok_and(|start| start.checked_add(bytes).is_some_and(|end| end <= size));
        }
        let Some(Address { root, offset }) = address(self.flow.body, self.flow.defs, access.addr) else { return false };
        let inside = self.shown.get(&root).and_then(|shown| shown.inside);
        let (Some((from, to)), Some(bytes)) = (inside, access.bytes.and_then(|bytes| i64::try_from(bytes).ok())) else {
            return false;
        };
        from <= offset && offset.checked_add(bytes).is_some_and(|end| end <= to)
    }

    /// The same bytes were accessed (written, if that matters), and nothing can have ended their object since.
    fn is_accessed(&self, access: &Access, written: bool) -> bool {
        let Some(Address { root, offset }) = address(self.flow.body, self.flow.defs, access.addr) else { return false };
        let Some(end) = access.bytes.and_then(|bytes| offset.checked_add(i64::try_from(bytes).ok()?)) else {
            return false;
        };
        let covers = |a: &Accessed| a.from <= offset && end <= a.to && (a.written || !written);
        self.alive.accessed.iter().any(|accessed| accessed.root == root && covers(accessed))
    }

    /// Some other part of the object was accessed, and nothing can have ended it since.
    fn is_object_alive(&self, addr: Operand) -> bool {
        let mut at = addr;
        for _ in 0..DEPTH {
            let Operand::Value(value) = at else { return false };
            if self.alive.accessed.iter().any(|accessed| accessed.root == value) {
                return true;
            }
            match self.flow.defs.op(self.flow.body, at) {
                Some(Op::Field { base, .. } | Op::Index { base, .. })
                    if self.kinds(*base, DEPTH).has(Kinds::OBJECT) =>
                {
                    at = *base;
                }
                _ => return false,
            }
        }
        false
    }

    /// An access to a local of this function, inside or outside of it, while its scope lasts.
    fn is_in_scope(&self, access: &Access) -> bool {
        let local = local_of(self.flow.body, self.flow.defs, access.addr);
        local.is_some_and(|local| self.flow.in_scope(&self.alive, local))
    }
}
