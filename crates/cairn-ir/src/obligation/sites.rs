//! Which rules an operation can break.
//!
//! An access through a pointer of unknown origin can break all five memory rules. Where the address is visibly inside a
//! local or a global, what cannot happen is left out: such an object is neither null nor heap, and a constant offset
//! inside it is in bounds.
//!
//! `uninitialized-read` belongs to the *use* on which an undefined value has an effect (as in memcheck), not to the load
//! that copies it: conditions of branches and switches, addresses, sizes and lengths, divisors, compare-and-exchange,
//! targets of calls, arguments of primitives, `assume`, and the result of `main`.
//! `stack-exhaustion`: calls that can lead back to their function, and locals of variable size.

use super::library::ModelRules;
use super::{ObligationOptions, Rule};
use crate::describe::Describer;
use crate::graph::CallGraph;
use crate::semantic::{
    BinOp, Block, Body, Callee, Const, Effect, FuncId, HostFn, Inst, Op, Operand, Program, Terminator, Type, ValueId,
    Wrap,
};

/// Collects rules for one function, instruction by instruction.
pub(super) struct Rules<'a> {
    program: &'a Program,
    body: &'a Body,
    describer: &'a Describer<'a>,
    options: &'a ObligationOptions,
    calls: Option<&'a CallGraph>,
    library: Option<&'a ModelRules>,
    func: FuncId,
    found: Vec<Rule>,
}

/// The object that an address is visibly made from.
#[derive(Clone, Copy, PartialEq)]
enum Root {
    Local(ValueId),
    /// A global with a definition: an object that exists.
    Global {
        id: crate::semantic::GlobalId,
        writable: bool,
    },
    Unknown,
}

/// A root, its size if it is known, and the offset from it if it is constant.
#[derive(Clone, Copy)]
struct Address {
    root: Root,
    size: Option<u64>,
    offset: Option<i64>,
    /// Everything that the address is computed from is a constant or the object itself.
    defined: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Access {
    Read,
    Write,
}

impl<'a> Rules<'a> {
    pub fn new(
        program: &'a Program,
        func: FuncId,
        describer: &'a Describer<'a>,
        options: &'a ObligationOptions,
        calls: Option<&'a CallGraph>,
        library: Option<&'a ModelRules>,
    ) -> Self {
        Rules { program, body: describer.body(), describer, options, calls, library, func, found: Vec::new() }
    }

    /// The rules for an instruction, each once, in the order of `Rule`.
    pub fn of_inst(&mut self, inst: &Inst) -> &[Rule] {
        self.found.clear();
        self.scan_op(inst);
        self.sorted()
    }

    pub fn of_terminator(&mut self, block: &Block) -> &[Rule] {
        self.found.clear();
        match &block.term {
            Terminator::Branch { cond, .. } => self.needs_defined(*cond),
            Terminator::Switch(switch) => self.needs_defined(switch.value),
            Terminator::Return(values) if self.program.func_name(self.func) == "main" => {
                values.iter().for_each(|&value| self.needs_defined(value));
                let behind = self.library.map(|library| library.of_end()).unwrap_or_default();
                self.found.extend(behind.iter());
            }
            // The call that does not return may have its scope markers after it.
            Terminator::Unreachable if !block.insts.iter().any(|inst| self.never_returns(inst)) => {
                self.add(Rule::PreconditionViolation);
            }
            Terminator::Return(_) | Terminator::Jump(_) | Terminator::Unreachable => {}
        }
        self.sorted()
    }

    fn sorted(&mut self) -> &[Rule] {
        self.found.sort_unstable();
        self.found.dedup();
        &self.found
    }

    fn add(&mut self, rule: Rule) {
        if self.options.is_on(rule) {
            self.found.push(rule);
        }
    }

    fn add_all(&mut self, rules: &[Rule]) {
        rules.iter().for_each(|&rule| self.add(rule));
    }

    fn scan_op(&mut self, inst: &Inst) {
        match &inst.op {
            Op::Load { ty, addr, .. } => self.access(*addr, self.bytes(*ty), Access::Read),
            Op::Store { value, addr, .. } => {
                self.access(*addr, self.bytes(self.body.operand_type(*value)), Access::Write);
            }
            Op::Rmw { addr, value, .. } => {
                self.access(*addr, self.bytes(self.body.operand_type(*value)), Access::Write);
            }
            Op::CmpXchg { addr, expected, .. } => {
                self.access(*addr, self.bytes(self.body.operand_type(*expected)), Access::Write);
                // The comparison decides whether memory changes, and memory itself may be undefined.
                self.add(Rule::UninitializedRead);
            }
            Op::Copy { dst, src, len, overlap, .. } => self.copy(*dst, *src, *len, *overlap),
            Op::Set { dst, len, .. } => self.range(*dst, *len, Access::Write),
            Op::Alloca { size, .. } => self.local_size(*size),
            Op::HeapAlloc { size, align, .. } => {
                self.add_all(&[Rule::MemoryLeak, Rule::MemoryNotFreedAtExit]);
                self.needs_defined(*size);
                self.needs_defined(*align);
            }
            Op::HeapFree { ptr } | Op::HeapSize { ptr } => {
                self.add_all(&[Rule::DoubleFree, Rule::InvalidFree]);
                self.needs_defined(*ptr);
            }
            Op::StackRestore { token } => self.needs_defined(*token),
            Op::Index { index, len, inbounds, .. } => self.index(*index, *len, *inbounds),
            Op::Binary { op, lhs, rhs, wrap } => self.binary(*op, *lhs, *rhs, *wrap),
            Op::Call { callee, .. } => self.call(callee),
            Op::Host { func, args } => self.host(*func, args),
            Op::LongJmp { buf, .. } => {
                // What the buffer holds may be nothing, or the frame of a function that has returned.
                self.add_all(&[Rule::PreconditionViolation, Rule::UninitializedRead]);
                self.access(*buf, None, Access::Read);
            }
            Op::SetJmp { buf } => self.access(*buf, None, Access::Write),
            Op::Assume { cond } => self.needs_defined(*cond),
            // Asked for by the program itself: no option switches it off.
            Op::Fail { rule, .. } => self.found.push(*rule),
            _ => {}
        }
    }

    fn bytes(&self, ty: Type) -> Option<u64> {
        Some(ty.store_bytes(self.program.target.pointer_bits))
    }

    // ---- memory ----

    /// `bytes` is `None` when the length is not known.
    fn access(&mut self, addr: Operand, bytes: Option<u64>, access: Access) {
        let address = self.address(addr);
        if !address.defined {
            self.add(Rule::UninitializedRead);
        }
        match address.root {
            Root::Local(_) => self.add(Rule::UseAfterScope),
            Root::Global { writable, .. } => {
                if access == Access::Write && !writable {
                    self.add(Rule::InvalidPointer);
                }
            }
            Root::Unknown => {
                use Rule::{InvalidPointer, NullDereference, UseAfterFree, UseAfterScope};
                self.add_all(&[NullDereference, UseAfterFree, UseAfterScope, InvalidPointer]);
            }
        }
        if !address.is_inside(bytes) {
            self.add(Rule::OutOfBounds);
        }
    }

    fn range(&mut self, addr: Operand, len: Operand, access: Access) {
        self.needs_defined(len);
        let len = self.body.as_const(len).and_then(Const::as_int);
        // A length of 0 touches nothing.
        if len != Some(0) {
            self.access(addr, len.and_then(|len| u64::try_from(len).ok()), access);
        }
    }

    fn copy(&mut self, dst: Operand, src: Operand, len: Operand, overlap: bool) {
        self.range(dst, len, Access::Write);
        self.range(src, len, Access::Read);
        let (to, from) = (self.address(dst).root, self.address(src).root);
        let apart = to != from && to != Root::Unknown && from != Root::Unknown;
        if !overlap && !apart {
            self.add(Rule::PreconditionViolation);
        }
    }

    /// Follows an address back to the object that it is made from.
    fn address(&self, addr: Operand) -> Address {
        let mut at = addr;
        let (mut offset, mut defined) = (Some(0i64), true);
        loop {
            match self.describer.defs().op(self.body, at) {
                Some(Op::Field { base, offset: step, .. }) => {
                    offset = offset.and_then(|offset| offset.checked_add(*step));
                    at = *base;
                }
                Some(Op::Index { base, index, scale, .. }) => {
                    let step = self.const_index(*index).zip(i64::try_from(*scale).ok());
                    let step = step.and_then(|(index, scale)| index.checked_mul(scale));
                    offset = offset.zip(step).and_then(|(offset, step)| offset.checked_add(step));
                    defined &= self.const_index(*index).is_some();
                    at = *base;
                }
                _ => break,
            }
        }
        let (root, size, start) = self.root(at);
        let offset = offset.and_then(|offset| offset.checked_add(start));
        Address { root, size, offset, defined: defined && root != Root::Unknown }
    }

    fn const_index(&self, index: Operand) -> Option<i64> {
        match self.body.as_const(index)? {
            Const::Int { width, value } if *width <= 64 => {
                let unused = 64 - width;
                Some(((*value as u64) << unused) as i64 >> unused)
            }
            _ => None,
        }
    }

    /// The object behind an address, its size, and where in it the address starts.
    fn root(&self, at: Operand) -> (Root, Option<u64>, i64) {
        match (at, self.body.as_const(at), self.describer.defs().op(self.body, at)) {
            (Operand::Value(value), _, Some(Op::Alloca { size, .. })) => {
                let size = self.body.as_const(*size).and_then(Const::as_int);
                (Root::Local(value), size.and_then(|size| u64::try_from(size).ok()), 0)
            }
            (_, Some(Const::Global { id, offset }), _) if self.program.globals[*id].init.is_some() => {
                let global = &self.program.globals[*id];
                (Root::Global { id: *id, writable: !global.constant }, Some(global.size), *offset)
            }
            _ => (Root::Unknown, None, 0),
        }
    }

    // ---- the rest ----

    /// The value has an effect here, so no bit of it may be undefined.
    fn needs_defined(&mut self, operand: Operand) {
        if !matches!(self.body.as_const(operand), Some(constant) if !matches!(constant, Const::Undef(_))) {
            self.add(Rule::UninitializedRead);
        }
    }

    fn local_size(&mut self, size: Operand) {
        if self.body.as_const(size).is_none() {
            self.needs_defined(size);
            self.add(Rule::StackExhaustion);
        }
    }

    fn index(&mut self, index: Operand, len: Option<u64>, inbounds: bool) {
        let constant = self.const_index(index);
        if inbounds && constant != Some(0) {
            self.add(Rule::InvalidPointerArithmetic);
        }
        let inside = |len: u64| constant.is_some_and(|index| u64::try_from(index).is_ok_and(|index| index < len));
        // A trailing array of one element is the old way to write a flexible one.
        if self.options.inside_objects && len.is_some_and(|len| len > 1 && !inside(len)) {
            self.add(Rule::OutOfBounds);
        }
    }

    fn binary(&mut self, op: BinOp, lhs: Operand, rhs: Operand, wrap: Wrap) {
        let constant = self.body.as_const(rhs).and_then(Const::as_int);
        let Type::Int(width) = self.body.operand_type(rhs) else { return };
        let all_ones = Const::int(width.min(128), u128::MAX).as_int();
        match op {
            BinOp::UDiv | BinOp::URem if constant.is_none_or(|divisor| divisor == 0) => self.division(rhs),
            BinOp::SDiv | BinOp::SRem if constant.is_none_or(|divisor| divisor == 0) => {
                self.division(rhs);
                self.needs_defined(lhs);
            }
            // INT_MIN / -1
            BinOp::SDiv | BinOp::SRem if constant == all_ones => {
                self.add(Rule::DivisionByZero);
                self.needs_defined(lhs);
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr if constant.is_none_or(|count| count >= u128::from(width)) => {
                self.add(Rule::InvalidShift);
            }
            _ => {}
        }
        if wrap.signed || wrap.unsigned {
            self.add(Rule::IntegerOverflow);
        }
    }

    fn division(&mut self, divisor: Operand) {
        self.add(Rule::DivisionByZero);
        self.needs_defined(divisor);
    }

    fn call(&mut self, callee: &Callee) {
        match self.body.known_callee(*callee) {
            Some(callee) => {
                let inside = self.library.map(|library| library.of_call(callee)).unwrap_or_default();
                self.found.extend(inside.iter());
                let back = self
                    .calls
                    .is_some_and(|calls| calls.scc(callee) == calls.scc(self.func) && calls.is_recursive(self.func));
                if back {
                    self.add(Rule::StackExhaustion);
                }
            }
            None => {
                let inside = self.library.map(|library| library.of_indirect_call()).unwrap_or_default();
                self.found.extend(inside.iter());
                self.add_all(&[Rule::NullDereference, Rule::InvalidPointer]);
                if let Callee::Indirect(target) = *callee {
                    self.needs_defined(target);
                }
                if self.calls.is_some_and(|calls| calls.is_recursive(self.func)) {
                    self.add(Rule::StackExhaustion);
                }
            }
        }
    }

    fn host(&mut self, func: HostFn, args: &[Operand]) {
        args.iter().for_each(|&arg| self.needs_defined(arg));
        let access = match func.effect() {
            Effect::Pure | Effect::Unknown | Effect::NoReturn => None,
            Effect::Reads => Some(Access::Read),
            Effect::WritesArgs => Some(Access::Write),
            Effect::Thread => {
                Some(Access::Write).filter(|_| matches!(func, HostFn::Lock | HostFn::Unlock | HostFn::WaitWhile))
            }
        };
        let pointers = args.iter().copied().filter(|&arg| self.body.operand_type(arg) == Type::Ptr);
        for pointer in pointers.collect::<Vec<_>>() {
            if let Some(access) = access {
                self.access(pointer, None, access);
            }
        }
        match func {
            // Undefined bytes must not leave the program.
            HostFn::Write => self.add(Rule::UninitializedRead),
            HostFn::Getenv => args.iter().for_each(|&name| self.access(name, None, Access::Read)),
            HostFn::ThreadStart => self.add_all(&[Rule::NullDereference, Rule::InvalidPointer]),
            HostFn::ThreadJoin | HostFn::FormatDouble | HostFn::FormatLongDouble => {
                self.add(Rule::PreconditionViolation)
            }
            _ => {}
        }
    }

    fn never_returns(&self, inst: &Inst) -> bool {
        match &inst.op {
            Op::Fail { .. } | Op::LongJmp { .. } => true,
            Op::Host { func, .. } => func.effect() == Effect::NoReturn,
            // Whoever declares that a function does not return may be wrong; a definition answers for itself.
            Op::Call { sig, callee: Callee::Direct(id), .. } => match &self.program.funcs[*id].body {
                Some(body) => !body.blocks.iter().any(|block| matches!(block.term, Terminator::Return(_))),
                None => sig.noreturn || self.program.funcs[*id].noreturn,
            },
            _ => false,
        }
    }
}

impl Address {
    fn is_inside(&self, bytes: Option<u64>) -> bool {
        let (Some(size), Some(offset), Some(bytes)) = (self.size, self.offset, bytes) else { return false };
        u64::try_from(offset).is_ok_and(|offset| offset.checked_add(bytes).is_some_and(|end| end <= size))
    }
}
