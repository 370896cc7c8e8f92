//! Promotes locals to SSA values: variables whose address is never used except to read and write them whole.
//!
//! An `alloca` of constant size is promoted if all its uses are plain loads and stores of one scalar type that fills it,
//! and scope markers. Memory that is allocated, or whose scope begins or ends, is undefined until it is written, so
//! those count as stores of `Const::Undef`; a read that no write reaches gives `Undef`, and stays visible as such.
//!
//! Block parameters go where the iterated dominance frontier of the writes meets a live variable (Cytron et al., pruned),
//! one variable at a time with tables by block that are reused; nothing is hashed per value.
//! A function that calls `setjmp` keeps its locals in memory: `longjmp` must find them changed.
//! Not here: splitting structs, or variables read with two types.

use super::prune::{prune, renumber_values};
use crate::graph::{Cfg, Dominators, Frontiers};
use crate::semantic::{BlockId, Body, Const, FloatKind, MemFlags, Op, Operand, Type, Value, ValueId, VarId};
use cairn_base::{Id, IdVec};

const NONE: u32 = u32::MAX;

/// Promotes what can be promoted and removes the loads, stores and allocas that this makes useless. Also removes
/// unreachable blocks.
pub fn promote(body: &mut Body) {
    prune(body);
    let slots = Slots::of(body);
    if slots.kept.is_empty() {
        return;
    }
    let accesses = slots.by_slot();
    let mut builder = Builder::new(body);
    for (number, slot) in slots.kept.iter().enumerate() {
        builder.build(slot, accesses.get(number));
    }
    let Builder { replaced, params, args, .. } = builder;
    add_params(body, params, &args);
    finish(body, &slots, replaced);
}

/// A local that may be promoted.
#[derive(Clone, Copy)]
struct Slot {
    alloca: ValueId,
    size: u64,
    pointer_bits: u32,
    /// The type of its reads and writes, once one was seen.
    ty: Option<Type>,
    var: Option<VarId>,
    promotable: bool,
}

/// What happens to a slot at one instruction.
#[derive(Clone, Copy)]
struct Access {
    slot: u32,
    block: BlockId,
    kind: AccessKind,
}

#[derive(Clone, Copy)]
enum AccessKind {
    Read(ValueId),
    Write(Content),
}

/// What a slot holds.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Undefined,
    Is(Operand),
}

/// The candidates and their accesses.
pub(super) struct Slots {
    /// By value: the number of the slot that it is the address of.
    slot_of: IdVec<ValueId, u32>,
    all: Vec<Slot>,
    accesses: Vec<Access>,
    /// After `settle`: the slots that are promoted.
    kept: Vec<Slot>,
}

impl Slots {
    /// The locals of a function that are promoted.
    pub(super) fn of(body: &Body) -> Slots {
        let mut slots = Slots {
            slot_of: IdVec::filled(NONE, body.values.len()),
            all: Vec::new(),
            accesses: Vec::new(),
            kept: Vec::new(),
        };
        let insts = || body.blocks.iter().flat_map(|block| &block.insts);
        if insts().any(|inst| matches!(inst.op, Op::SetJmp { .. })) {
            return slots;
        }
        for inst in insts() {
            if let (Op::Alloca { size, .. }, Some(alloca)) = (&inst.op, inst.results.single()) {
                slots.add(body, alloca, *size);
            }
        }
        if !slots.all.is_empty() {
            slots.scan_uses(body);
            slots.settle();
        }
        slots
    }

    /// The type of a local that is promoted, if it is read or written at all.
    pub(super) fn type_of(&self, local: ValueId) -> Option<Type> {
        let slot = self.slot(local.into())?;
        self.kept[slot as usize].ty
    }

    fn add(&mut self, body: &Body, alloca: ValueId, size: Operand) {
        let Some(&Const::Int { width, value }) = body.as_const(size) else { return };
        let Ok(size) = u64::try_from(value) else { return };
        self.slot_of[alloca] = self.all.len() as u32;
        let var = body.values[alloca].var;
        self.all.push(Slot { alloca, size, pointer_bits: width, ty: None, var, promotable: true });
    }

    /// Looks at every use of a candidate; notes accesses in the order of blocks and instructions.
    fn scan_uses(&mut self, body: &Body) {
        for (id, block) in body.blocks.iter_enumerated() {
            for inst in &block.insts {
                self.scan_op(body, id, &inst.op, inst.results.single());
            }
            block.term.for_each_operand(|operand| self.give_up(operand));
        }
    }

    fn scan_op(&mut self, body: &Body, block: BlockId, op: &Op, result: Option<ValueId>) {
        match *op {
            Op::Load { ty, addr, flags, .. } => {
                if let Some(result) = result {
                    self.access(block, addr, ty, flags, AccessKind::Read(result));
                }
            }
            Op::Store { value, addr, flags, .. } => {
                self.give_up(value);
                if self.slot(addr).is_some() {
                    let ty = body.operand_type(value);
                    self.access(block, addr, ty, flags, AccessKind::Write(Content::Is(value)));
                }
            }
            Op::ScopeStart { object } | Op::ScopeEnd { object } => self.undefine(block, object),
            Op::Alloca { size, .. } => {
                self.give_up(size);
                if let Some(result) = result {
                    self.undefine(block, result.into());
                }
            }
            _ => op.for_each_operand(|operand| self.give_up(operand)),
        }
    }

    fn slot(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Value(value) => Some(self.slot_of[value]).filter(|&slot| slot != NONE),
            Operand::Const(_) => None,
        }
    }

    fn give_up(&mut self, operand: Operand) {
        if let Some(slot) = self.slot(operand) {
            self.all[slot as usize].promotable = false;
        }
    }

    fn undefine(&mut self, block: BlockId, object: Operand) {
        if let Some(slot) = self.slot(object) {
            self.accesses.push(Access { slot, block, kind: AccessKind::Write(Content::Undefined) });
        }
    }

    fn access(&mut self, block: BlockId, addr: Operand, ty: Type, flags: MemFlags, kind: AccessKind) {
        let Some(number) = self.slot(addr) else { return };
        let slot = &mut self.all[number as usize];
        if slot.accepts(ty, flags) {
            slot.ty = Some(ty);
            self.accesses.push(Access { slot: number, block, kind });
        } else {
            slot.promotable = false;
        }
    }

    /// Fixes which slots are promoted: `kept`, and only they in `slot_of`.
    fn settle(&mut self) {
        let mut renumber = vec![NONE; self.all.len()];
        for (old, slot) in self.all.iter().enumerate() {
            if slot.promotable {
                renumber[old] = self.kept.len() as u32;
                self.kept.push(*slot);
            }
            self.slot_of[slot.alloca] = renumber[old];
        }
        self.accesses.retain_mut(|access| {
            access.slot = renumber[access.slot as usize];
            access.slot != NONE
        });
    }

    /// The accesses of each kept slot, in the order of blocks and instructions: a counting sort.
    fn by_slot(&self) -> BySlot {
        let mut start = vec![0u32; self.kept.len() + 1];
        for access in &self.accesses {
            start[access.slot as usize + 1] += 1;
        }
        for slot in 0..self.kept.len() {
            start[slot + 1] += start[slot];
        }
        let mut cursor = start.clone();
        let mut accesses = self.accesses.clone();
        for access in &self.accesses {
            let place = &mut cursor[access.slot as usize];
            accesses[*place as usize] = *access;
            *place += 1;
        }
        BySlot { start, accesses }
    }
}

/// Accesses sorted by slot.
struct BySlot {
    start: Vec<u32>,
    accesses: Vec<Access>,
}

impl BySlot {
    fn get(&self, slot: usize) -> &[Access] {
        &self.accesses[self.start[slot] as usize..self.start[slot + 1] as usize]
    }
}

impl Slot {
    fn accepts(&self, ty: Type, flags: MemFlags) -> bool {
        let fills = ty.store_bytes(self.pointer_bits) == self.size
            // `long double` has padding that no access of its type touches.
            || ty == Type::Float(FloatKind::X86Fp80) && (10..=16).contains(&self.size);
        fills && self.ty.is_none_or(|seen| seen == ty) && !flags.volatile && flags.atomic.is_none()
    }
}

/// A block parameter to be: its arguments are `args[first + i]` for the i-th edge into the block.
struct NewParam {
    value: ValueId,
    first: u32,
}

/// Answers "what does this slot hold here?" for one slot after the other.
///
/// Tables by block are stamped with the number of the slot that they speak of, so that none is cleared.
struct Builder<'b> {
    body: &'b mut Body,
    flow: Option<Flow>,
    stamp: u32,
    /// What the slot holds at the end of a block that writes it.
    at_end: IdVec<BlockId, (u32, Content)>,
    /// What it holds at the start of a block, where that is known.
    at_start: IdVec<BlockId, (u32, Content)>,
    live: IdVec<BlockId, u32>,
    /// By old value: what to use instead.
    replaced: IdVec<ValueId, Option<Operand>>,
    params: IdVec<BlockId, Vec<NewParam>>,
    args: Vec<Operand>,
    work: Vec<BlockId>,
    /// Reads that their own block does not answer, and blocks that write: lists of the current slot.
    pending: Vec<(BlockId, ValueId)>,
    writers: Vec<BlockId>,
}

/// Control-flow facts, computed when the first slot needs them.
struct Flow {
    cfg: Cfg,
    dom: Dominators,
    frontiers: Frontiers,
}

impl<'b> Builder<'b> {
    fn new(body: &'b mut Body) -> Self {
        let (blocks, values) = (body.blocks.len(), body.values.len());
        Builder {
            body,
            flow: None,
            stamp: 0,
            at_end: IdVec::filled((0, Content::Undefined), blocks),
            at_start: IdVec::filled((0, Content::Undefined), blocks),
            live: IdVec::filled(0, blocks),
            replaced: IdVec::filled(None, values),
            params: (0..blocks).map(|_| Vec::new()).collect(),
            args: Vec::new(),
            work: Vec::new(),
            pending: Vec::new(),
            writers: Vec::new(),
        }
    }

    fn build(&mut self, slot: &Slot, accesses: &[Access]) {
        let Some(ty) = slot.ty else { return };
        self.stamp += 1;
        self.resolve_within_blocks(ty, accesses);
        if self.pending.is_empty() {
            return;
        }
        let flow = self.flow.take().unwrap_or_else(|| Flow::new(self.body));
        let joins = self.place_params(&flow, slot, ty);
        for index in 0..self.pending.len() {
            let (block, read) = self.pending[index];
            let content = self.content_at_start(&flow, block);
            self.replaced[read] = Some(self.operand(content, ty));
        }
        for join in joins {
            self.collect_args(&flow, join, ty);
        }
        self.flow = Some(flow);
    }

    /// Resolves reads after a write of the same block; notes the other reads, and the blocks that write.
    fn resolve_within_blocks(&mut self, ty: Type, accesses: &[Access]) {
        self.pending.clear();
        self.writers.clear();
        for group in accesses.chunk_by(|a, b| a.block == b.block) {
            let block = group[0].block;
            let mut holds = None;
            for access in group {
                match (access.kind, holds) {
                    (AccessKind::Write(content), _) => holds = Some(content),
                    (AccessKind::Read(read), Some(content)) => self.replaced[read] = Some(self.operand(content, ty)),
                    (AccessKind::Read(read), None) => self.pending.push((block, read)),
                }
            }
            if let Some(content) = holds {
                self.at_end[block] = (self.stamp, content);
                self.writers.push(block);
            }
        }
    }

    fn operand(&mut self, content: Content, ty: Type) -> Operand {
        match content {
            Content::Is(operand) => operand,
            Content::Undefined => self.body.constant(Const::Undef(ty)),
        }
    }

    fn writes(&self, block: BlockId) -> bool {
        self.at_end[block].0 == self.stamp
    }

    /// Gives a parameter to each live block in the iterated dominance frontier of the writers.
    fn place_params(&mut self, flow: &Flow, slot: &Slot, ty: Type) -> Vec<BlockId> {
        let mut work = std::mem::take(&mut self.writers);
        if work.iter().all(|writer| flow.frontiers.of(writer.index()).is_empty()) {
            return Vec::new();
        }
        self.mark_live(flow);
        let mut joins = Vec::new();
        while let Some(writer) = work.pop() {
            for &join in flow.frontiers.of(writer.index()) {
                let join = BlockId::new(join as usize);
                if self.live[join] == self.stamp && self.at_start[join].0 != self.stamp {
                    let value = self.body.values.push(Value { ty, var: slot.var });
                    self.at_start[join] = (self.stamp, Content::Is(value.into()));
                    self.params[join].push(NewParam { value, first: 0 });
                    joins.push(join);
                    work.push(join);
                }
            }
        }
        self.writers = work;
        joins
    }

    /// Marks the blocks at whose start the slot's content is still needed.
    fn mark_live(&mut self, flow: &Flow) {
        let mut work = std::mem::take(&mut self.work);
        work.extend(self.pending.iter().map(|(block, _)| *block));
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut self.live[block], self.stamp) != self.stamp {
                work.extend(flow.cfg.preds(block).filter(|&pred| !self.writes(pred)));
            }
        }
        self.work = work;
    }

    /// Climbs the dominator tree to the nearest parameter or write, and remembers the answer along the way.
    fn content_at_start(&mut self, flow: &Flow, block: BlockId) -> Content {
        let mut climbed = std::mem::take(&mut self.work);
        let mut at = block;
        let content = loop {
            if self.at_start[at].0 == self.stamp {
                break self.at_start[at].1;
            }
            climbed.push(at);
            match flow.dom.idom(at) {
                Some(above) if self.writes(above) => break self.at_end[above].1,
                Some(above) => at = above,
                None => break Content::Undefined,
            }
        };
        for block in climbed.drain(..) {
            self.at_start[block] = (self.stamp, content);
        }
        self.work = climbed;
        content
    }

    fn collect_args(&mut self, flow: &Flow, join: BlockId, ty: Type) {
        let first = self.args.len() as u32;
        for pred in flow.cfg.preds(join) {
            let content = if self.writes(pred) { self.at_end[pred].1 } else { self.content_at_start(flow, pred) };
            let operand = self.operand(content, ty);
            self.args.push(operand);
        }
        let param = self.params[join].last_mut().expect("placed for this slot");
        param.first = first;
    }
}

impl Flow {
    fn new(body: &Body) -> Flow {
        let cfg = Cfg::new(body);
        let dom = Dominators::new(&cfg);
        let frontiers = dom.frontiers(&cfg);
        Flow { cfg, dom, frontiers }
    }
}

/// Adds the new parameters to blocks and their arguments to jumps. Visits edges in the order of `Cfg::preds`.
fn add_params(body: &mut Body, params: IdVec<BlockId, Vec<NewParam>>, args: &[Operand]) {
    if args.is_empty() {
        return;
    }
    let mut edges_seen: IdVec<BlockId, u32> = IdVec::filled(0, body.blocks.len());
    for (id, block) in body.blocks.iter_enumerated_mut() {
        block.params.extend(params[id].iter().map(|param| param.value));
        for target in block.term.targets_mut() {
            let edge = edges_seen[target.block];
            edges_seen[target.block] += 1;
            target.args.extend(params[target.block].iter().map(|param| args[(param.first + edge) as usize]));
        }
    }
}

/// Removes the promoted memory operations, names values after the variables that they were stored in, and renumbers.
fn finish(body: &mut Body, slots: &Slots, mut replaced: IdVec<ValueId, Option<Operand>>) {
    let Body { blocks, values, .. } = body;
    for block in blocks.iter_mut() {
        block.insts.retain(|inst| {
            let address = match inst.op {
                Op::Load { addr, .. } | Op::Store { addr, .. } => Some(addr),
                Op::ScopeStart { object } | Op::ScopeEnd { object } => Some(object),
                Op::Alloca { .. } => inst.results.single().map(Operand::Value),
                _ => None,
            };
            let Some(slot) = address.and_then(|address| slots.slot(address)) else { return true };
            if let Op::Store { value, .. } = inst.op {
                name_after(values, &mut replaced, value, slots.kept[slot as usize].var);
            }
            false
        });
    }
    for value in replaced.ids() {
        resolve(&mut replaced, value.into());
    }
    renumber_values(body, |value| replaced.get(value).copied().flatten());
}

fn name_after(
    values: &mut IdVec<ValueId, Value>,
    replaced: &mut IdVec<ValueId, Option<Operand>>,
    stored: Operand,
    var: Option<VarId>,
) {
    if let Operand::Value(value) = resolve(replaced, stored) {
        let known = &mut values[value].var;
        *known = known.or(var);
    }
}

/// Follows replacements to their end. A read's replacement is defined before it, so chains end; they are shortened on
/// the way.
fn resolve(replaced: &mut IdVec<ValueId, Option<Operand>>, operand: Operand) -> Operand {
    let next = |replaced: &IdVec<ValueId, Option<Operand>>, operand| match operand {
        Operand::Value(value) => replaced.get(value).copied().flatten(),
        Operand::Const(_) => None,
    };
    let mut end = operand;
    while let Some(further) = next(replaced, end) {
        end = further;
    }
    let mut at = operand;
    while let (Operand::Value(value), Some(further)) = (at, next(replaced, at)) {
        replaced[value] = Some(end);
        at = further;
    }
    end
}

#[cfg(test)]
mod tests;
