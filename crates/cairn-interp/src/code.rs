//! Functions made ready for execution: values get register slots, constants a table, common operations a short form.
//!
//! Everything that is not common stays in the IR and is executed from there (`Ins::Op`).
//!
//! Not here: what the instructions do (`exec`, `ops`).

use crate::value::{Prov, Slot, mask};
use cairn_ir::{
    BinOp, BlockId, BlockRef, Body, Callee, CastKind, CmpOp, Const, ConstId, FloatKind, FuncId, GlobalId, Id, Inst, Op,
    Operand, Terminator, Type, ValueId,
};
use rustc_hash::FxHashSet;
use std::sync::atomic::AtomicBool;

/// A function ready to run.
#[derive(Debug)]
pub struct Code {
    pub ins: Vec<Ins>,
    /// For each instruction, the place in the IR it comes from.
    origin: Vec<Origin>,
    pub consts: Vec<Slot>,
    /// Register slots that a frame needs.
    pub slots: usize,
    value_slots: Vec<u32>,
    const_sources: Vec<Src>,
    /// Parameters of the entry block: slot and shape.
    pub params: Vec<(u32, Shape)>,
    pub switches: Vec<SwitchTable>,
    pub calls: Vec<CallSite>,
    /// Which instructions ran, if anybody wants to know.
    pub executed: Vec<AtomicBool>,
    /// `Return` operands, by return site.
    pub returns: Vec<Vec<(Src, Shape)>>,
    /// Locals whose scope does not start again once it ended.
    pub fleeting: FxHashSet<ValueId>,
}

/// What of a value's type matters when it is passed to a function or returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// In bits.
    pub width: u32,
    pub float: bool,
    pub pointer: bool,
    /// How many bits arrive: on x86-64, whoever writes 32 bits of a register clears the rest.
    filled: u32,
}

impl Shape {
    pub fn of(ty: Type, pointer_bits: u32) -> Shape {
        let (width, float) = (ty.bits(pointer_bits), matches!(ty, Type::Float(_)));
        let filled = if width == 32 && !float { pointer_bits } else { width };
        Shape { width, float, pointer: ty == Type::Ptr, filled }
    }

    pub fn limbs(self) -> u32 {
        self.width.div_ceil(64).max(1)
    }

    /// A limb of a value of shape `have` where one of this shape is expected. In old C, caller and callee may disagree:
    /// bits that do not arrive are undefined, as is a float taken for an integer or the other way round.
    #[inline]
    pub fn receive(self, have: Shape, limb: u32, value: Slot) -> Slot {
        if self == have {
            return value;
        }
        let keep = mask(self.width - 64 * limb);
        let there = if self.float == have.float { mask(have.filled.saturating_sub(64 * limb)) } else { 0 };
        Slot { bits: value.bits & keep, undef: (value.undef | !there) & keep, prov: value.prov }
    }
}

/// A block and the index of an instruction in it; the terminator's index is the number of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    pub block: BlockId,
    pub inst: u32,
}

/// Where an operand is read: a register slot of the frame, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Src(u32);

const CONST_BIT: u32 = 1 << 31;
/// Marks a jump target that still is a block number.
const BLOCK_BIT: u32 = 1 << 31;

impl Src {
    pub fn slot(slot: u32) -> Src {
        Src(slot)
    }

    fn constant(index: usize) -> Src {
        Src(index as u32 | CONST_BIT)
    }

    /// The constant's index, or the register's slot.
    #[inline]
    pub fn resolve(self) -> Result<usize, usize> {
        if self.0 & CONST_BIT == 0 { Ok(self.0 as usize) } else { Err((self.0 & !CONST_BIT) as usize) }
    }

    /// The slot `n` behind this one, of a wide value.
    pub fn offset(self, n: usize) -> Src {
        Src(self.0 + n as u32)
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Ins {
    Move {
        dst: u32,
        src: Src,
    },
    Int {
        op: BinOp,
        width: u8,
        checked: Checked,
        dst: u32,
        a: Src,
        b: Src,
    },
    Compare {
        op: CmpOp,
        width: u8,
        dst: u32,
        a: Src,
        b: Src,
    },
    /// Of two pointers of which neither is the constant null.
    ComparePtr {
        op: CmpOp,
        dst: u32,
        a: Src,
        b: Src,
    },
    /// The difference of two addresses that are used for nothing else.
    Distance {
        dst: u32,
        a: Src,
        b: Src,
    },
    CompareJump {
        op: CmpOp,
        width: u8,
        a: Src,
        b: Src,
        then: u32,
        otherwise: u32,
    },
    Branch {
        cond: Src,
        then: u32,
        otherwise: u32,
    },
    Jump {
        to: u32,
    },
    Switch {
        value: Src,
        table: u32,
    },
    Field {
        dst: u32,
        base: Src,
        offset: i64,
    },
    Index {
        dst: u32,
        base: Src,
        index: Src,
        scale: u32,
    },
    Load {
        dst: u32,
        addr: Src,
        bytes: u8,
        width: u8,
        /// Of the width of a pointer, but not a pointer.
        number: bool,
    },
    Store {
        src: Src,
        addr: Src,
        bytes: u8,
    },
    Select {
        dst: u32,
        cond: Src,
        then: Src,
        otherwise: Src,
    },
    Trunc {
        dst: u32,
        src: Src,
        width: u8,
    },
    SExt {
        dst: u32,
        src: Src,
        from: u8,
        to: u8,
    },
    Float {
        op: BinOp,
        kind: FloatKind,
        dst: u32,
        a: Src,
        b: Src,
    },
    Call {
        site: u32,
    },
    Return {
        site: u32,
    },
    /// The address of a thread-local variable, at the start of a function.
    ThreadLocal {
        dst: u32,
        global: GlobalId,
        offset: i64,
    },
    Unreachable,
    /// Executed from the IR.
    Op,
}

/// Which errors an integer operation is checked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    pub signed: bool,
    pub unsigned: bool,
    pub shift: bool,
}

#[derive(Clone, Debug)]
pub struct SwitchTable {
    /// Sorted by value.
    pub cases: Vec<(u128, u32)>,
    pub default: u32,
    pub width: u32,
}

/// A call with its operands resolved.
#[derive(Clone, Debug)]
pub struct CallSite {
    pub callee: CallTarget,
    pub args: Vec<(Src, Shape)>,
    pub area: Option<Src>,
    /// Slot and shape of each result.
    pub results: Vec<(u32, Shape)>,
}

#[derive(Clone, Copy, Debug)]
pub enum CallTarget {
    Direct(FuncId),
    Indirect(Src),
}

/// What compiling needs to know of the running program.
pub trait Environment {
    fn pointer_bits(&self) -> u32;
    /// Address of a global that is not thread-local.
    fn global_address(&self, id: GlobalId) -> Option<Slot>;
    fn func_address(&self, id: FuncId) -> Slot;
    /// Which optional checks apply.
    fn check_overflow(&self) -> bool;
    fn check_shift(&self) -> bool;
    fn check_pointers(&self) -> bool;
}

/// Slots that a value of this type occupies.
pub fn slots_of(ty: Type, pointer_bits: u32) -> usize {
    ty.bits(pointer_bits).div_ceil(64).max(1) as usize
}

/// Makes a function ready.
pub fn compile(body: &Body, env: &impl Environment) -> Code {
    let mut compiler = Compiler::new(body, env);
    compiler.constants();
    compiler.thread_locals();
    for id in body.blocks.ids() {
        compiler.block(id);
    }
    compiler.patch_jumps();
    compiler.code.executed = compiler.code.ins.iter().map(|_| AtomicBool::new(false)).collect();
    compiler.code
}

/// None, if it is not visible of which locals scopes start.
fn fleeting_locals(body: &Body) -> FxHashSet<ValueId> {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let made = insts().filter(|inst| matches!(inst.op, Op::Alloca { .. }));
    let mut fleeting: FxHashSet<ValueId> = made.filter_map(|inst| inst.results.single()).collect();
    let all = fleeting.clone();
    for inst in insts() {
        match inst.op {
            Op::ScopeStart { object: Operand::Value(local) } if all.contains(&local) => drop(fleeting.remove(&local)),
            Op::ScopeStart { .. } => return FxHashSet::default(),
            _ => {}
        }
    }
    fleeting
}

struct Compiler<'a, E> {
    body: &'a Body,
    env: &'a E,
    code: Code,
    uses: Vec<u32>,
    distances: Distances,
    block_starts: Vec<u32>,
    here: Origin,
}

impl<'a, E: Environment> Compiler<'a, E> {
    fn new(body: &'a Body, env: &'a E) -> Self {
        let bits = env.pointer_bits();
        let mut slots = 0u32;
        let value_slots: Vec<u32> = body
            .values
            .iter()
            .map(|value| {
                let slot = slots;
                slots += slots_of(value.ty, bits) as u32;
                slot
            })
            .collect();
        let entry = &body.blocks[body.entry()];
        let params =
            entry.params.iter().map(|&p| (value_slots[p.index()], Shape::of(body.values[p].ty, bits))).collect();
        let code = Code {
            ins: Vec::with_capacity(body.inst_count()),
            origin: Vec::with_capacity(body.inst_count()),
            consts: Vec::new(),
            slots: slots as usize,
            value_slots,
            const_sources: Vec::new(),
            params,
            switches: Vec::new(),
            calls: Vec::new(),
            executed: Vec::new(),
            returns: Vec::new(),
            fleeting: fleeting_locals(body),
        };
        let here = Origin { block: body.entry(), inst: 0 };
        Compiler {
            body,
            env,
            code,
            uses: count_uses(body),
            distances: Distances::new(body, env.pointer_bits()),
            block_starts: Vec::new(),
            here,
        }
    }

    fn constants(&mut self) {
        let bits = self.env.pointer_bits();
        for (_, value) in self.body.consts.iter() {
            let source = Src::constant(self.code.consts.len());
            self.code.const_sources.push(source);
            match value {
                Const::Int { width, value } => push_wide(&mut self.code.consts, *value, *width),
                Const::Wide(wide) => self.code.consts.extend(wide.limbs.iter().map(|&limb| Slot::int(limb))),
                Const::Float { kind, bits } => push_wide(&mut self.code.consts, *bits, kind.bits()),
                Const::Null => self.code.consts.push(Slot::int(0)),
                Const::Global { id, offset } => {
                    let base = self.env.global_address(*id).unwrap_or(Slot::int(0));
                    let bits = base.bits.wrapping_add(*offset as u64) & mask(self.env.pointer_bits());
                    self.code.consts.push(Slot { bits, ..base });
                }
                Const::Func(id) => self.code.consts.push(self.env.func_address(*id)),
                Const::Undef(ty) => {
                    let width = ty.bits(bits);
                    let limbs = (0..slots_of(*ty, bits) as u32).map(|i| Slot::undefined(width - 64 * i));
                    self.code.consts.extend(limbs);
                }
            }
        }
    }

    /// A constant address of a thread-local variable becomes a register that is set when the function starts.
    fn thread_locals(&mut self) {
        for (id, value) in self.body.consts.iter() {
            let Const::Global { id: global, offset } = value else { continue };
            if self.env.global_address(*global).is_none() {
                let dst = self.new_slots(1);
                self.code.const_sources[id.index()] = Src::slot(dst);
                self.emit(Ins::ThreadLocal { dst, global: *global, offset: *offset });
            }
        }
    }

    fn new_slots(&mut self, count: usize) -> u32 {
        let first = self.code.slots as u32;
        self.code.slots += count;
        first
    }

    fn emit(&mut self, ins: Ins) {
        self.code.ins.push(ins);
        self.code.origin.push(self.here);
    }

    fn src(&self, operand: Operand) -> Src {
        self.code.src(operand)
    }

    fn width(&self, operand: Operand) -> u32 {
        self.body.operand_type(operand).bits(self.env.pointer_bits())
    }

    fn shape(&self, operand: Operand) -> Shape {
        Shape::of(self.body.operand_type(operand), self.env.pointer_bits())
    }

    fn block(&mut self, id: BlockId) {
        let body = self.body;
        let block = &body.blocks[id];
        self.block_starts.push(self.code.ins.len() as u32);
        let fused = self.fused_compare(id);
        for (index, inst) in block.insts.iter().enumerate() {
            self.here = Origin { block: id, inst: index as u32 };
            if fused.is_some() && index + 1 == block.insts.len() {
                continue;
            }
            self.inst(inst);
        }
        self.here = Origin { block: id, inst: block.insts.len() as u32 };
        self.terminator(&block.term, fused);
    }

    /// The comparison at the end of a block that only its branch uses.
    fn fused_compare(&self, id: BlockId) -> Option<(CmpOp, u8, Src, Src)> {
        let block = &self.body.blocks[id];
        let Terminator::Branch { cond: Operand::Value(cond), .. } = &block.term else { return None };
        let last = block.insts.last()?;
        let Op::Compare { op, lhs, rhs } = &last.op else { return None };
        if self.compares_pointers(*lhs, *rhs) {
            return None;
        }
        let width = self.width(*lhs);
        let alone = last.results.single() == Some(*cond) && self.uses[cond.index()] == 1 && width <= 64;
        alone.then(|| (*op, width as u8, self.src(*lhs), self.src(*rhs)))
    }

    fn inst(&mut self, inst: &Inst) {
        let ins = self.short_form(inst).unwrap_or(Ins::Op);
        self.emit(ins);
    }

    fn short_form(&mut self, inst: &Inst) -> Option<Ins> {
        let bits = self.env.pointer_bits();
        let dst = inst.results.single().map(|value| self.code.value_slots[value.index()]);
        let narrow = |operand: Operand, this: &Self| this.width(operand) <= 64;
        match &inst.op {
            Op::Binary { op: BinOp::Sub, lhs, rhs, wrap } if !wrap.signed && self.distances.is_one(*lhs, *rhs) => {
                Some(Ins::Distance { dst: dst?, a: self.src(*lhs), b: self.src(*rhs) })
            }
            Op::Binary { op, lhs, rhs, wrap } if narrow(*lhs, self) => {
                let (a, b) = (self.src(*lhs), self.src(*rhs));
                match self.body.operand_type(*lhs) {
                    Type::Float(kind @ (FloatKind::F32 | FloatKind::F64)) => {
                        Some(Ins::Float { op: *op, kind, dst: dst?, a, b })
                    }
                    Type::Int(width) => {
                        let overflow = self.env.check_overflow();
                        let shifts = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
                        let checked = Checked {
                            signed: overflow && wrap.signed,
                            unsigned: overflow && wrap.unsigned && !wrap.signed && !shifts,
                            shift: self.env.check_shift() && shifts,
                        };
                        Some(Ins::Int { op: *op, width: width as u8, checked, dst: dst?, a, b })
                    }
                    _ => None,
                }
            }
            Op::Compare { op, lhs, rhs } if self.compares_pointers(*lhs, *rhs) => {
                Some(Ins::ComparePtr { op: *op, dst: dst?, a: self.src(*lhs), b: self.src(*rhs) })
            }
            Op::Compare { op, lhs, rhs } if narrow(*lhs, self) => {
                let width = self.width(*lhs) as u8;
                Some(Ins::Compare { op: *op, width, dst: dst?, a: self.src(*lhs), b: self.src(*rhs) })
            }
            Op::Field { base, offset, .. } => Some(Ins::Field { dst: dst?, base: self.src(*base), offset: *offset }),
            Op::Index { base, index, scale, .. } if !self.env.check_pointers() => {
                let scale = u32::try_from(*scale).ok()?;
                Some(Ins::Index { dst: dst?, base: self.src(*base), index: self.src(*index), scale })
            }
            Op::Load { ty, addr, flags, .. } if ty.bits(bits) <= 64 && !flags.volatile => Some(Ins::Load {
                dst: dst?,
                addr: self.src(*addr),
                bytes: ty.store_bytes(bits) as u8,
                width: ty.bits(bits) as u8,
                number: *ty != Type::Ptr && ty.bits(bits) == bits,
            }),
            Op::Store { value, addr, .. } if narrow(*value, self) => {
                let bytes = self.body.operand_type(*value).store_bytes(bits) as u8;
                Some(Ins::Store { src: self.src(*value), addr: self.src(*addr), bytes })
            }
            Op::Select { cond, then, otherwise } if narrow(*then, self) => Some(Ins::Select {
                dst: dst?,
                cond: self.src(*cond),
                then: self.src(*then),
                otherwise: self.src(*otherwise),
            }),
            Op::Cast { kind, value, to } if narrow(*value, self) && to.bits(bits) <= 64 => {
                let (src, to) = (self.src(*value), to.bits(bits));
                let from = self.width(*value);
                match kind {
                    CastKind::ZExt | CastKind::Bitcast => Some(Ins::Move { dst: dst?, src }),
                    CastKind::PtrToInt if to == from && self.distances.only(inst.results.single()?, &self.uses) => {
                        Some(Ins::Move { dst: dst?, src })
                    }
                    CastKind::Trunc => Some(Ins::Trunc { dst: dst?, src, width: to as u8 }),
                    CastKind::SExt => Some(Ins::SExt { dst: dst?, src, from: from as u8, to: to as u8 }),
                    _ => None,
                }
            }
            Op::Call { callee, args, area, .. } => Some(self.call(inst, *callee, args, *area)),
            _ => None,
        }
    }

    /// Null is told from every object without looking at addresses.
    fn compares_pointers(&self, lhs: Operand, rhs: Operand) -> bool {
        let null = |operand| matches!(self.body.as_const(operand), Some(Const::Null));
        let pointers = self.body.operand_type(lhs) == Type::Ptr && !null(lhs) && !null(rhs);
        pointers || self.distances.are_compared(self.body, lhs, rhs)
    }

    fn call(&mut self, inst: &Inst, callee: Callee, args: &[Operand], area: Option<Operand>) -> Ins {
        let bits = self.env.pointer_bits();
        let callee = match callee {
            Callee::Direct(id) => CallTarget::Direct(id),
            Callee::Indirect(target) => CallTarget::Indirect(self.src(target)),
        };
        let args = args.iter().map(|&arg| (self.src(arg), self.shape(arg))).collect();
        let result =
            |value: ValueId| (self.code.value_slots[value.index()], Shape::of(self.body.values[value].ty, bits));
        let results = inst.results.iter().map(result).collect();
        self.code.calls.push(CallSite { callee, args, area: area.map(|area| self.src(area)), results });
        Ins::Call { site: self.code.calls.len() as u32 - 1 }
    }

    fn terminator(&mut self, term: &Terminator, fused: Option<(CmpOp, u8, Src, Src)>) {
        match term {
            Terminator::Jump(target) => {
                self.pass_arguments(target);
                self.emit(Ins::Jump { to: target.block.index() as u32 | BLOCK_BIT });
            }
            Terminator::Branch { cond, then, otherwise } => {
                let at = self.code.ins.len();
                let ins = match fused {
                    Some((op, width, a, b)) => Ins::CompareJump { op, width, a, b, then: 0, otherwise: 0 },
                    None => Ins::Branch { cond: self.src(*cond), then: 0, otherwise: 0 },
                };
                self.emit(ins);
                let (to_then, to_otherwise) = (self.edge(then), self.edge(otherwise));
                match &mut self.code.ins[at] {
                    Ins::CompareJump { then, otherwise, .. } | Ins::Branch { then, otherwise, .. } => {
                        (*then, *otherwise) = (to_then, to_otherwise);
                    }
                    _ => unreachable!("emitted above"),
                }
            }
            Terminator::Switch(switch) => {
                let table = self.code.switches.len() as u32;
                self.emit(Ins::Switch { value: self.src(switch.value), table });
                let default = self.edge(&switch.default);
                let mut cases: Vec<_> = switch.cases.iter().map(|(value, to)| (*value, self.edge(to))).collect();
                cases.sort_unstable_by_key(|(value, _)| *value);
                self.code.switches.push(SwitchTable { cases, default, width: self.width(switch.value) });
            }
            Terminator::Return(values) => {
                let values = values.iter().map(|&value| (self.src(value), self.shape(value))).collect();
                self.code.returns.push(values);
                self.emit(Ins::Return { site: self.code.returns.len() as u32 - 1 });
            }
            Terminator::Unreachable => self.emit(Ins::Unreachable),
        }
    }

    /// Code for a jump out of a branch: straight to the block, or to a few moves before it.
    fn edge(&mut self, target: &BlockRef) -> u32 {
        let to = target.block.index() as u32 | BLOCK_BIT;
        if target.args.is_empty() {
            return to;
        }
        let start = self.code.ins.len() as u32;
        self.pass_arguments(target);
        self.emit(Ins::Jump { to });
        start
    }

    /// Moves arguments into block parameters as if all at once.
    fn pass_arguments(&mut self, target: &BlockRef) {
        let bits = self.env.pointer_bits();
        let params = &self.body.blocks[target.block].params;
        let mut moves: Vec<(u32, Src)> = Vec::new();
        for (&param, &arg) in params.iter().zip(&target.args) {
            let (dst, src) = (self.code.value_slots[param.index()], self.src(arg));
            let limbs = slots_of(self.body.values[param].ty, bits);
            moves.extend(
                (0..limbs).map(|i| (dst + i as u32, src.offset(i))).filter(|(dst, src)| Src::slot(*dst) != *src),
            );
        }
        let clobbers = moves.iter().enumerate().any(|(i, (dst, _))| {
            let dst = Src::slot(*dst);
            moves[i + 1..].iter().any(|(_, src)| *src == dst)
        });
        if clobbers {
            let temporaries = self.new_slots(moves.len());
            for (i, (_, src)) in moves.iter().enumerate() {
                self.emit(Ins::Move { dst: temporaries + i as u32, src: *src });
            }
            for (i, (_, src)) in moves.iter_mut().enumerate() {
                *src = Src::slot(temporaries + i as u32);
            }
        }
        for (dst, src) in moves {
            self.emit(Ins::Move { dst, src });
        }
    }

    fn patch_jumps(&mut self) {
        let starts = std::mem::take(&mut self.block_starts);
        let patch = |to: &mut u32| {
            if *to & BLOCK_BIT != 0 {
                *to = starts[(*to & !BLOCK_BIT) as usize];
            }
        };
        for ins in &mut self.code.ins {
            match ins {
                Ins::Jump { to } => patch(to),
                Ins::Branch { then, otherwise, .. } | Ins::CompareJump { then, otherwise, .. } => {
                    patch(then);
                    patch(otherwise);
                }
                _ => {}
            }
        }
        for table in &mut self.code.switches {
            patch(&mut table.default);
            table.cases.iter_mut().for_each(|(_, to)| patch(to));
        }
    }
}

impl Code {
    pub fn src(&self, operand: Operand) -> Src {
        match operand {
            Operand::Value(value) => Src::slot(self.value_slots[value.index()]),
            Operand::Const(id) => self.const_source(id),
        }
    }

    fn const_source(&self, id: ConstId) -> Src {
        self.const_sources[id.index()]
    }

    pub fn slot_of(&self, value: ValueId) -> u32 {
        self.value_slots[value.index()]
    }

    /// Slots that hold addresses of thread-local variables.
    pub fn thread_local_slots(&self) -> impl Iterator<Item = usize> + '_ {
        let prologue = self.ins.iter().take_while(|ins| matches!(ins, Ins::ThreadLocal { .. }));
        prologue.map(|ins| if let Ins::ThreadLocal { dst, .. } = ins { *dst as usize } else { unreachable!() })
    }

    pub fn origin(&self, pc: usize) -> Origin {
        self.origin[pc.min(self.origin.len() - 1)]
    }
}

fn push_wide(consts: &mut Vec<Slot>, value: u128, width: u32) {
    consts.push(Slot::int(value as u64));
    if width > 64 {
        consts.push(Slot { bits: (value >> 64) as u64, undef: 0, prov: Prov::NONE });
    }
}

/// Addresses that become numbers only to be subtracted from one another, or to be compared with one another or with 0.
struct Distances {
    /// By value: is it the number of an address?
    numbers: Vec<bool>,
    /// By value: how often it stands in a difference or a comparison of such numbers.
    uses: Vec<u32>,
}

impl Distances {
    fn new(body: &Body, bits: u32) -> Distances {
        let mut numbers = vec![false; body.values.len()];
        let insts = || body.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts() {
            if let (Op::Cast { kind: CastKind::PtrToInt, to, .. }, Some(value)) = (&inst.op, inst.results.single()) {
                numbers[value.index()] = to.bits(bits) == bits;
            }
        }
        let mut distances = Distances { uses: vec![0; numbers.len()], numbers };
        for inst in insts() {
            let (lhs, rhs) = match &inst.op {
                Op::Binary { op: BinOp::Sub, lhs, rhs, wrap } if !wrap.signed && distances.is_one(*lhs, *rhs) => {
                    (lhs, rhs)
                }
                Op::Compare { lhs, rhs, .. } if distances.are_compared(body, *lhs, *rhs) => (lhs, rhs),
                _ => continue,
            };
            for operand in [lhs, rhs] {
                if let Operand::Value(value) = operand {
                    distances.uses[value.index()] += 1;
                }
            }
        }
        distances
    }

    fn is_number(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Value(value) if self.numbers[value.index()])
    }

    /// Is `lhs - rhs` the distance of two addresses?
    fn is_one(&self, lhs: Operand, rhs: Operand) -> bool {
        self.is_number(lhs) && self.is_number(rhs)
    }

    /// Is a comparison of the two one of addresses, perhaps with null?
    fn are_compared(&self, body: &Body, lhs: Operand, rhs: Operand) -> bool {
        let null = |operand| matches!(body.as_const(operand), Some(Const::Int { value: 0, .. }));
        (self.is_number(lhs) && (self.is_number(rhs) || null(rhs))) || (null(lhs) && self.is_number(rhs))
    }

    /// Is the value used in such ways only?
    fn only(&self, value: ValueId, uses: &[u32]) -> bool {
        self.uses[value.index()] == uses[value.index()]
    }
}

fn count_uses(body: &Body) -> Vec<u32> {
    let mut uses = vec![0; body.values.len()];
    let mut count = |operand: Operand| {
        if let Operand::Value(value) = operand {
            uses[value.index()] += 1;
        }
    };
    for block in body.blocks.iter() {
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut count));
        block.term.for_each_operand(&mut count);
    }
    uses
}
