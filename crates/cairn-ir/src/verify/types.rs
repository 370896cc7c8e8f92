//! Invariants of types: what each operation takes and gives.

use super::{Cx, Report, is_type};
use crate::*;

pub(super) fn check(cx: &Cx<'_>, report: &mut Report) {
    let mut typing = Typing { cx, report };
    for (id, block) in cx.body.blocks.iter_enumerated() {
        for (index, inst) in block.insts.iter().enumerate() {
            typing.report.at_inst(id, index);
            typing.inst(inst);
        }
    }
    typing.report.at_func();
}

struct Typing<'a> {
    cx: &'a Cx<'a>,
    report: &'a mut Report,
}

impl Typing<'_> {
    fn inst(&mut self, inst: &Inst) {
        let (ptr, word) = (Type::Ptr, self.cx.word);
        let results = inst.results;
        match inst.op {
            Op::Alloca { size, align } => {
                self.want("the size", size, word);
                self.alignment(align);
                self.gives(results, &[ptr]);
            }
            Op::ScopeStart { object } | Op::ScopeEnd { object } => {
                self.want("the object", object, ptr);
                self.gives(results, &[]);
            }
            Op::StackSave => self.gives(results, &[ptr]),
            Op::StackRestore { token } => {
                self.want("the token", token, ptr);
                self.gives(results, &[]);
            }
            Op::HeapAlloc { size, align, .. } => {
                self.want("the size", size, word);
                self.want("the alignment", align, word);
                self.gives(results, &[ptr]);
            }
            Op::HeapFree { ptr: object } => {
                self.want("the object", object, ptr);
                self.gives(results, &[]);
            }
            Op::HeapSize { ptr: object } => {
                self.want("the object", object, ptr);
                self.gives(results, &[word]);
            }
            Op::Load { ty, addr, align, flags } => {
                self.access(addr, align);
                self.load_ordering(flags);
                self.gives(results, &[ty]);
            }
            Op::Store { addr, align, flags, .. } => {
                self.access(addr, align);
                self.store_ordering(flags);
                self.gives(results, &[]);
            }
            Op::Copy { dst, src, len, .. } => {
                self.want("the destination", dst, ptr);
                self.want("the source", src, ptr);
                self.want("the length", len, word);
                self.gives(results, &[]);
            }
            Op::Set { dst, byte, len, .. } => {
                self.want("the destination", dst, ptr);
                let ty = self.ty(byte);
                let wide_enough = matches!(ty, Type::Int(width) if width >= 8);
                self.report.require(wide_enough, || format!("the byte is {ty}, must be an integer of 8 bits or more"));
                self.want("the length", len, word);
                self.gives(results, &[]);
            }
            Op::Field { base, .. } => {
                self.want("the base", base, ptr);
                self.gives(results, &[ptr]);
            }
            Op::Index { base, index, .. } => {
                self.want("the base", base, ptr);
                self.want("the index", index, word);
                self.gives(results, &[ptr]);
            }
            Op::Binary { op, lhs, rhs, wrap } => self.binary(results, op, [lhs, rhs], wrap),
            Op::Unary { op: UnOp::Abs, value } => self.uniform(results, &[value], Family::Int),
            Op::Unary { value, .. } => self.uniform(results, &[value], Family::Float),
            Op::Bits { op, a, b, c } => self.bits(results, op, a, b, c),
            Op::Overflowing { lhs, rhs, .. } => {
                let ty = self.family(lhs, Family::Int);
                self.want("the right operand", rhs, ty);
                self.gives(results, &[ty, Type::BOOL]);
            }
            Op::Fma { a, b, c } => self.uniform(results, &[a, b, c], Family::Float),
            Op::Compare { lhs, rhs, .. } => {
                let ty = self.family(lhs, Family::IntOrPtr);
                self.want("the right operand", rhs, ty);
                self.gives(results, &[Type::BOOL]);
            }
            Op::FCompare { lhs, rhs, .. } => {
                let ty = self.family(lhs, Family::Float);
                self.want("the right operand", rhs, ty);
                self.gives(results, &[Type::BOOL]);
            }
            Op::Select { cond, then, otherwise } => {
                self.want("the condition", cond, Type::BOOL);
                self.uniform(results, &[then, otherwise], Family::Any);
            }
            Op::Cast { kind, value, to } => {
                self.cast(kind, self.ty(value), to);
                self.gives(results, &[to]);
            }
            Op::Freeze { value } => self.uniform(results, &[value], Family::Any),
            Op::Call { callee, ref args, area, sig } => self.call(callee, args, area, sig),
            Op::Host { func, ref args } => self.host(results, func, args),
            Op::Asm(_) | Op::Unsupported { .. } => {}
            Op::SetJmp { buf } => {
                self.want("the buffer", buf, ptr);
                self.gives(results, &[Type::I32]);
            }
            Op::LongJmp { buf, value } => {
                self.want("the buffer", buf, ptr);
                self.want("the value", value, Type::I32);
                self.gives(results, &[]);
            }
            Op::Rmw { op, addr, value, ordering } => {
                self.want("the address", addr, ptr);
                self.atomic(ordering);
                self.uniform(results, &[value], rmw_family(op));
            }
            Op::CmpXchg { addr, expected, new, ordering, .. } => {
                self.want("the address", addr, ptr);
                self.atomic(ordering);
                let ty = self.family(expected, Family::IntOrPtr);
                self.want("the new value", new, ty);
                self.gives(results, &[ty, Type::BOOL]);
            }
            Op::Fence { ordering } => {
                let strong = !matches!(ordering, Ordering::Unordered | Ordering::Relaxed);
                self.report.require(strong, || format!("a fence cannot be {ordering}"));
                self.gives(results, &[]);
            }
            Op::Nondet { ty } => self.gives(results, &[ty]),
            Op::Assume { cond } => {
                self.want("the condition", cond, Type::BOOL);
                self.gives(results, &[]);
            }
            Op::Fail { message, .. } => {
                if let Some(message) = message {
                    self.want("the message", message, ptr);
                }
                self.gives(results, &[]);
            }
        }
    }

    fn ty(&self, operand: Operand) -> Type {
        self.cx.body.operand_type(operand)
    }

    fn want(&mut self, what: &str, operand: Operand, wanted: Type) {
        let found = self.ty(operand);
        self.report.require(found == wanted, || format!("{what} is {found}, must be {wanted}"));
    }

    /// The results are exactly of these types.
    fn gives(&mut self, results: Results, wanted: &[Type]) {
        let types = || results.iter().map(|result| self.cx.body.values[result].ty);
        let holds = types().eq(wanted.iter().copied());
        let found = if holds { Vec::new() } else { types().collect() };
        self.report.require(holds, || format!("the results are {found:?}, must be {wanted:?}"));
    }

    /// The type of an operand, which must be of a family.
    fn family(&mut self, operand: Operand, family: Family) -> Type {
        let ty = self.ty(operand);
        self.report.require(family.has(ty), || format!("the operand is {ty}, must be {}", family.name()));
        ty
    }

    /// All operands and the one result have the same type.
    fn uniform(&mut self, results: Results, operands: &[Operand], family: Family) {
        let ty = self.family(operands[0], family);
        for &operand in &operands[1..] {
            self.want("an operand", operand, ty);
        }
        self.gives(results, &[ty]);
    }

    fn alignment(&mut self, align: u64) {
        self.report.require(align.is_power_of_two(), || format!("the alignment is {align}, must be a power of two"));
    }

    fn access(&mut self, addr: Operand, align: u64) {
        self.want("the address", addr, Type::Ptr);
        self.alignment(align);
    }

    fn load_ordering(&mut self, flags: MemFlags) {
        let wrong = matches!(flags.atomic, Some(Ordering::Release | Ordering::AcqRel));
        self.report.require(!wrong, || "a load does not release".to_owned());
    }

    fn store_ordering(&mut self, flags: MemFlags) {
        let wrong = matches!(flags.atomic, Some(Ordering::Acquire | Ordering::AcqRel));
        self.report.require(!wrong, || "a store does not acquire".to_owned());
    }

    fn atomic(&mut self, ordering: Ordering) {
        let holds = ordering != Ordering::Unordered;
        self.report.require(holds, || "a read-modify-write cannot be unordered".to_owned());
    }

    fn binary(&mut self, results: Results, op: BinOp, operands: [Operand; 2], wrap: Wrap) {
        self.uniform(results, &operands, binary_family(op));
        let may_wrap = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
        let may_be_exact = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr);
        let holds = (may_wrap || !(wrap.signed || wrap.unsigned)) && (may_be_exact || !wrap.exact);
        self.report.require(holds, || format!("{op} has a flag that means nothing there"));
    }

    fn bits(&mut self, results: Results, op: BitOp, a: Operand, b: Option<Operand>, c: Option<Operand>) {
        let funnel = matches!(op, BitOp::FshL | BitOp::FshR);
        self.report.require(b.is_some() == funnel && c.is_some() == funnel, || {
            format!("{op} takes {} operands", if funnel { "three" } else { "one" })
        });
        let ty = self.family(a, Family::Int);
        for operand in [b, c].into_iter().flatten() {
            self.want("an operand", operand, ty);
        }
        let whole_bytes = op != BitOp::BSwap || matches!(ty, Type::Int(width) if width % 8 == 0);
        self.report.require(whole_bytes, || format!("bswap of {ty}: no whole bytes"));
        self.gives(results, &[ty]);
    }

    fn cast(&mut self, kind: CastKind, from: Type, to: Type) {
        self.report.require(is_cast(kind, from, to), || format!("{kind} does not go from {from} to {to}"));
    }

    /// Nothing is said about the callee's signature; see `verify`.
    fn call(&mut self, callee: Callee, args: &[Operand], area: Option<Operand>, sig: CallSig) {
        if let Callee::Indirect(target) = callee {
            self.want("the callee", target, Type::Ptr);
        }
        if let Some(area) = area {
            self.want("the variadic area", area, Type::Ptr);
        }
        let fixed = sig.fixed as usize;
        self.report.require(fixed <= args.len(), || format!("{fixed} of {} arguments are fixed", args.len()));
        self.report.require(area.is_some() || fixed >= args.len(), || "variable arguments without an area".to_owned());
    }

    fn host(&mut self, results: Results, func: HostFn, args: &[Operand]) {
        let (params, result) = func.signature(self.cx.word);
        if args.len() != params.len() {
            self.report.say(format!("{func} takes {} arguments, not {}", params.len(), args.len()));
        }
        for (&arg, ty) in args.iter().zip(params) {
            self.want("an argument", arg, ty);
        }
        self.gives(results, result.as_slice());
    }
}

/// Types that an operation accepts.
#[derive(Clone, Copy)]
enum Family {
    Int,
    Float,
    IntOrPtr,
    Any,
}

impl Family {
    fn has(self, ty: Type) -> bool {
        match self {
            Family::Int => ty.is_int(),
            Family::Float => ty.is_float(),
            Family::IntOrPtr => !ty.is_float(),
            Family::Any => true,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Family::Int => "an integer",
            Family::Float => "a float",
            Family::IntOrPtr => "an integer or a pointer",
            Family::Any => "anything",
        }
    }
}

fn binary_family(op: BinOp) -> Family {
    use BinOp::*;
    match op {
        Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor | UMin | UMax | SMin
        | SMax | UAddSat | SAddSat | USubSat | SSubSat | UShlSat | SShlSat => Family::Int,
        FAdd | FSub | FMul | FDiv | FRem | FMin | FMax | FMinimum | FMaximum | CopySign => Family::Float,
    }
}

fn rmw_family(op: RmwOp) -> Family {
    use RmwOp::*;
    match op {
        Xchg => Family::Any,
        Add | Sub | And | Nand | Or | Xor | Max | Min | UMax | UMin | UIncWrap | UDecWrap => Family::Int,
        FAdd | FSub | FMax | FMin => Family::Float,
    }
}

/// Whether a cast of this kind goes between these types.
fn is_cast(kind: CastKind, from: Type, to: Type) -> bool {
    use Type::{Float, Int, Ptr};
    is_type(to)
        && match (kind, from, to) {
            (CastKind::Trunc, Int(from), Int(to)) => from > to,
            (CastKind::ZExt | CastKind::SExt, Int(from), Int(to)) => from < to,
            (CastKind::FpTrunc, Float(from), Float(to)) => from.bits() > to.bits(),
            (CastKind::FpExt, Float(from), Float(to)) => from.bits() < to.bits(),
            (CastKind::FpToUi | CastKind::FpToSi | CastKind::FpToUiSat | CastKind::FpToSiSat, Float(_), Int(_)) => true,
            (CastKind::UiToFp | CastKind::SiToFp, Int(_), Float(_)) => true,
            (CastKind::PtrToInt, Ptr, Int(_)) | (CastKind::IntToPtr, Int(_), Ptr) => true,
            (CastKind::Bitcast, Int(_) | Float(_), Int(_) | Float(_)) => from.bits(0) == to.bits(0),
            _ => false,
        }
}
