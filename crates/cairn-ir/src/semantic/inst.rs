//! Instructions and terminators, with their meaning.
//!
//! The reference semantics is the interpreter; the comments here say what it does. *Undefined bits* come from memory
//! that was never written and from `Const::Undef`; arithmetic spreads them as Valgrind's memcheck does (a result bit
//! is undefined if it could depend on an undefined bit), and using one for a branch, an address, a length or output is
//! an `uninitialized-read`.

use super::{BlockId, ConstId, FuncId, HostFn, RecordId, Type, ValueId};
use crate::obligation::Rule;
use cairn_base::{Name, Span};

/// Declares an enum whose variants have names in the text form.
macro_rules! named_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $name { $($(#[$vmeta])* $variant),* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word for it in the text form.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl cairn_base::serde::Serialize for $name {
            fn serialize<S: cairn_base::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8(*self as u8)
            }
        }

        impl<'de> cairn_base::serde::Deserialize<'de> for $name {
            fn deserialize<D: cairn_base::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = u8::deserialize(deserializer)?;
                let unknown = || cairn_base::serde::de::Error::custom("a number that names nothing");
                $name::ALL.get(usize::from(number)).copied().ok_or_else(unknown)
            }
        }
    };
}
pub(crate) use named_enum;

/// A value or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Value(ValueId),
    Const(ConstId),
}

impl From<ValueId> for Operand {
    fn from(value: ValueId) -> Self {
        Operand::Value(value)
    }
}

/// One instruction: an operation, the values that it defines, and where it stands in the source.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    pub op: Op,
    pub results: Results,
    pub span: Span,
}

/// The values that an instruction defines: consecutive ids, usually none or one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Results {
    first: Option<ValueId>,
    len: u32,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Op {
    // ---- objects ----
    /// `-> ptr`. A new object of `size` bytes (an integer of pointer width, counted unsigned) in the frame of the
    /// function, undefined content, gone when the function returns.
    Alloca {
        size: Operand,
        align: u64,
    },
    /// The scope of a local begins (again): the object that starts at the pointer is alive and its content undefined.
    ScopeStart {
        object: Operand,
    },
    /// The scope of a local ends: every later access is a `use-after-scope`.
    ScopeEnd {
        object: Operand,
    },
    /// `-> ptr`. All allocas executed since the matching `StackRestore` token was taken are freed by it (VLAs).
    StackSave,
    StackRestore {
        token: Operand,
    },
    /// `-> ptr`. A new heap object; never fails (failing is the allocator model's decision). `zeroed` = `calloc`.
    HeapAlloc {
        size: Operand,
        align: Operand,
        zeroed: bool,
    },
    /// Frees the heap object that starts at `ptr`. Null, not heap, not the start, already freed: errors. (`free(NULL)`
    /// is fine in C; the model tests for it.)
    HeapFree {
        ptr: Operand,
    },
    /// `-> i<pointer width>`. Size of the live heap object that starts at `ptr`; the errors of `HeapFree` otherwise.
    HeapSize {
        ptr: Operand,
    },

    // ---- memory ----
    /// `-> ty`. `align` in bytes is a promise of the compiler's, not checked.
    Load {
        ty: Type,
        addr: Operand,
        align: u64,
        flags: MemFlags,
    },
    Store {
        value: Operand,
        addr: Operand,
        align: u64,
        flags: MemFlags,
    },
    /// Copies `len` bytes with their undefinedness and provenance. With `overlap` false, overlapping ranges that are
    /// not identical are a `precondition-violation`. A length of 0 touches nothing.
    Copy {
        dst: Operand,
        src: Operand,
        len: Operand,
        overlap: bool,
        volatile: bool,
    },
    /// Sets `len` bytes to the low byte of `byte`.
    Set {
        dst: Operand,
        byte: Operand,
        len: Operand,
        volatile: bool,
    },
    /// `-> ptr`. `base + offset`, the address of a member when `field` says so.
    Field {
        base: Operand,
        offset: i64,
        field: Option<FieldRef>,
    },
    /// `-> ptr`. `base + index * scale` (index: a signed integer of pointer width; wraps). `len` is the number of
    /// elements of the array that `base` points to, where its type says so. `inbounds`: C pointer arithmetic, which
    /// must stay in the object or one past its end.
    Index {
        base: Operand,
        index: Operand,
        scale: u64,
        len: Option<u64>,
        inbounds: bool,
    },

    // ---- values ----
    /// Both operands and the result have the same type.
    Binary {
        op: BinOp,
        lhs: Operand,
        rhs: Operand,
        wrap: Wrap,
    },
    Unary {
        op: UnOp,
        value: Operand,
    },
    /// Bit counting and shuffling; `b` and `c` only for the funnel shifts.
    Bits {
        op: BitOp,
        a: Operand,
        b: Option<Operand>,
        c: Option<Operand>,
    },
    /// `-> ty, i1`. The wrapped result, and whether it wrapped.
    Overflowing {
        op: OverflowOp,
        lhs: Operand,
        rhs: Operand,
    },
    /// `-> ty`. `a * b + c`, rounded once.
    Fma {
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// `-> i1`. Integers or pointers. Pointers compare by address.
    Compare {
        op: CmpOp,
        lhs: Operand,
        rhs: Operand,
    },
    /// `-> i1`. Floats.
    FCompare {
        op: FCmpOp,
        lhs: Operand,
        rhs: Operand,
    },
    /// `-> ty`. `cond` is an `i1`.
    Select {
        cond: Operand,
        then: Operand,
        otherwise: Operand,
    },
    Cast {
        kind: CastKind,
        value: Operand,
        to: Type,
    },
    /// `-> ty`. Some fixed value where the operand's bits are undefined.
    Freeze {
        value: Operand,
    },

    // ---- calls ----
    /// `-> the callee's results`. `args` holds every argument, variable ones included (a callee takes as many as it has
    /// parameters). `area` is set when the call's type is variadic: the address of an object (an `alloca` before the
    /// call, ended after it) in which the variable arguments stand as the target's calling convention lays them out:
    /// x86-64: a 176-byte register save area (6 × 8 integer slots, 8 × 16 float slots; slots of fixed arguments are
    /// undefined) followed by the overflow area; i386: the stack area from the first variable argument on.
    Call {
        callee: Callee,
        args: Vec<Operand>,
        area: Option<Operand>,
        sig: CallSig,
    },
    /// Primitives of the library models; see `HostFn` for arguments, results and effects.
    Host {
        func: HostFn,
        args: Vec<Operand>,
    },
    /// Inline assembly, opaque.
    Asm(Box<AsmInst>),
    /// `-> i32`. Saves the point of execution under the buffer's address; 0 when it returns the first time.
    SetJmp {
        buf: Operand,
    },
    /// Continues at the `SetJmp` of `buf`, which returns `value` (1 if it is 0). Does not return.
    LongJmp {
        buf: Operand,
        value: Operand,
    },

    // ---- concurrency ----
    /// `-> ty`. The old value.
    Rmw {
        op: RmwOp,
        addr: Operand,
        value: Operand,
        ordering: Ordering,
    },
    /// `-> ty, i1`. The old value, and whether it was `expected` and replaced.
    CmpXchg {
        addr: Operand,
        expected: Operand,
        new: Operand,
        weak: bool,
        ordering: Ordering,
    },
    Fence {
        ordering: Ordering,
    },

    // ---- verification ----
    /// `-> ty`. Any value; every bit defined.
    Nondet {
        ty: Type,
    },
    /// Executions in which `cond` (an `i1`) is false are not considered.
    Assume {
        cond: Operand,
    },
    /// Reaching this is an error of the given rule: `assert` failed, `reach_error` was called. `message` is a C string.
    /// Does not return.
    Fail {
        rule: Rule,
        message: Option<Operand>,
    },
    /// `-> anything`. A construct that is not modelled. Executing it stops; an engine must treat it as "anything may
    /// happen" and say so with the reason.
    Unsupported {
        reason: Name,
    },
}

/// The call site's view of the callee's type: what it expects back. Parameters are those of `args`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CallSig {
    /// Number of arguments that the call's type fixes; the rest are variable.
    pub fixed: u32,
    /// The call site says that the callee does not return.
    pub noreturn: bool,
}

/// Whom a call goes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MemFlags {
    pub volatile: bool,
    pub atomic: Option<Ordering>,
}

/// Which member of which record an address is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FieldRef {
    pub record: RecordId,
    pub index: u32,
}

/// What C says of wrap-around. Wrapping is always what is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wrap {
    /// Signed overflow is an error (`integer-overflow`).
    pub signed: bool,
    /// Unsigned overflow is an error.
    pub unsigned: bool,
    /// Division or right shift leaves no remainder.
    pub exact: bool,
}

/// Inline assembly as Clang hands it to LLVM.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AsmInst {
    pub template: Name,
    /// LLVM's constraint string, clobbers included (`~{memory}`).
    pub constraints: Name,
    pub args: Vec<Operand>,
    /// Has effects beyond its results, or clobbers memory.
    pub side_effects: bool,
}

impl AsmInst {
    /// For each result the argument that it begins as, if the constraints tie it to one.
    pub fn ties(constraints: &str) -> Vec<Option<usize>> {
        let parts: Vec<&str> = constraints.split(',').collect();
        let outputs = parts.iter().filter(|part| part.starts_with('=') && !part.starts_with("=*")).count();
        let mut ties = vec![None; outputs];
        let inputs =
            parts.iter().filter(|part| !part.starts_with('~') && (!part.starts_with('=') || part.starts_with("=*")));
        for (arg, part) in inputs.enumerate() {
            if let Some(tie) = part.parse::<usize>().ok().and_then(|output| ties.get_mut(output)) {
                *tie = Some(arg);
            }
        }
        ties
    }
}

named_enum! {
    pub enum BinOp {
        Add = "add", Sub = "sub", Mul = "mul",
        /// Division by zero is an error, and so is `INT_MIN / -1` for the signed ones (both `division-by-zero`).
        UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        /// A count of at least the width is an `invalid-shift`; the result is then undefined.
        Shl = "shl", LShr = "lshr", AShr = "ashr",
        And = "and", Or = "or", Xor = "xor",
        UMin = "umin", UMax = "umax", SMin = "smin", SMax = "smax",
        UAddSat = "uadd.sat", SAddSat = "sadd.sat", USubSat = "usub.sat", SSubSat = "ssub.sat",
        UShlSat = "ushl.sat", SShlSat = "sshl.sat",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
        /// `fmin`/`fmax` of C: a NaN gives way to the other operand.
        FMin = "fmin", FMax = "fmax",
        /// IEEE minimum/maximum: a NaN wins.
        FMinimum = "fminimum", FMaximum = "fmaximum",
        CopySign = "copysign",
    }
}

named_enum! {
    pub enum UnOp {
        FNeg = "fneg", FAbs = "fabs", Sqrt = "sqrt",
        Floor = "floor", Ceil = "ceil", Trunc = "ftrunc",
        /// To the nearest integer: ties to even / ties away from zero.
        Rint = "rint", Round = "round",
        /// Absolute value of a signed integer; the smallest one stays.
        Abs = "abs",
    }
}

named_enum! {
    pub enum BitOp {
        /// Number of one bits, leading zeros, trailing zeros (the width for 0); the result has the operand's type.
        CtPop = "ctpop", CtLz = "ctlz", CtTz = "cttz",
        BSwap = "bswap", BitReverse = "bitreverse",
        /// Funnel shifts: of the concatenation `a:b` shifted by `c` modulo the width, the high (low) half.
        FshL = "fshl", FshR = "fshr",
    }
}

named_enum! {
    pub enum OverflowOp {
        UAdd = "uadd.overflow", SAdd = "sadd.overflow", USub = "usub.overflow", SSub = "ssub.overflow",
        UMul = "umul.overflow", SMul = "smul.overflow",
    }
}

named_enum! {
    pub enum CmpOp {
        Eq = "eq", Ne = "ne", Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge",
        Slt = "slt", Sle = "sle", Sgt = "sgt", Sge = "sge",
    }
}

impl CmpOp {
    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> CmpOp {
        match self {
            CmpOp::Eq => CmpOp::Ne,
            CmpOp::Ne => CmpOp::Eq,
            CmpOp::Ult => CmpOp::Uge,
            CmpOp::Ule => CmpOp::Ugt,
            CmpOp::Ugt => CmpOp::Ule,
            CmpOp::Uge => CmpOp::Ult,
            CmpOp::Slt => CmpOp::Sge,
            CmpOp::Sle => CmpOp::Sgt,
            CmpOp::Sgt => CmpOp::Sle,
            CmpOp::Sge => CmpOp::Slt,
        }
    }

    /// The same comparison with its operands exchanged.
    pub fn mirrored(self) -> CmpOp {
        match self {
            CmpOp::Eq => CmpOp::Eq,
            CmpOp::Ne => CmpOp::Ne,
            CmpOp::Ult => CmpOp::Ugt,
            CmpOp::Ule => CmpOp::Uge,
            CmpOp::Ugt => CmpOp::Ult,
            CmpOp::Uge => CmpOp::Ule,
            CmpOp::Slt => CmpOp::Sgt,
            CmpOp::Sle => CmpOp::Sge,
            CmpOp::Sgt => CmpOp::Slt,
            CmpOp::Sge => CmpOp::Sle,
        }
    }

    /// Does it hold of two integers of at most 128 bits?
    #[inline]
    pub fn holds(self, width: u32, a: u128, b: u128) -> bool {
        let signed = |value: u128| (value << (128 - width)) as i128 >> (128 - width);
        match self {
            CmpOp::Eq => a == b,
            CmpOp::Ne => a != b,
            CmpOp::Ult => a < b,
            CmpOp::Ule => a <= b,
            CmpOp::Ugt => a > b,
            CmpOp::Uge => a >= b,
            CmpOp::Slt => signed(a) < signed(b),
            CmpOp::Sle => signed(a) <= signed(b),
            CmpOp::Sgt => signed(a) > signed(b),
            CmpOp::Sge => signed(a) >= signed(b),
        }
    }
}

named_enum! {
    /// `o…`: false if an operand is NaN; `u…`: true then.
    pub enum FCmpOp {
        False = "ffalse", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Ueq = "ueq", Ugt = "fugt", Uge = "fuge", Ult = "fult", Ule = "fule", Une = "une", Uno = "uno", True = "ftrue",
    }
}

named_enum! {
    pub enum CastKind {
        Trunc = "trunc", ZExt = "zext", SExt = "sext",
        FpTrunc = "fptrunc", FpExt = "fpext",
        /// Out of range: the result is undefined.
        FpToUi = "fptoui", FpToSi = "fptosi",
        FpToUiSat = "fptoui.sat", FpToSiSat = "fptosi.sat",
        UiToFp = "uitofp", SiToFp = "sitofp",
        /// The address as a number (zero-extended or cut to the width).
        PtrToInt = "ptrtoint",
        /// The number as an address (zero-extended or cut to pointer width), with the provenance that the number
        /// carries, else that of the object that the address lies in.
        IntToPtr = "inttoptr",
        /// Same bits, other type of the same width; none of the two is a pointer.
        Bitcast = "bitcast",
    }
}

named_enum! {
    pub enum RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor",
        Max = "max", Min = "min", UMax = "umax", UMin = "umin",
        FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin",
        UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap",
    }
}

named_enum! {
    pub enum Ordering {
        Unordered = "unordered", Relaxed = "relaxed", Acquire = "acquire", Release = "release",
        AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
}

/// A jump: the block and the values for its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BlockRef {
    pub block: BlockId,
    pub args: Vec<Operand>,
}

/// How a block ends.
#[derive(Clone, PartialEq, Hash, Debug)]
pub enum Terminator {
    Jump(BlockRef),
    /// `cond` is an `i1`.
    Branch {
        cond: Operand,
        then: BlockRef,
        otherwise: BlockRef,
    },
    Switch(Box<Switch>),
    /// One operand per result of the function.
    Return(Vec<Operand>),
    /// After a call that does not return, or where C says that control cannot come: arriving here is undefined
    /// behaviour.
    Unreachable,
}

/// A jump by the value of an integer.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Switch {
    pub value: Operand,
    /// Distinct values, zero-extended.
    pub cases: Vec<(u128, BlockRef)>,
    pub default: BlockRef,
}

impl BlockRef {
    pub fn to(block: BlockId) -> BlockRef {
        BlockRef { block, args: Vec::new() }
    }
}

impl Terminator {
    pub fn targets(&self) -> impl Iterator<Item = &BlockRef> {
        let (one, two, switch) = match self {
            Terminator::Jump(target) => (Some(target), None, None),
            Terminator::Branch { then, otherwise, .. } => (Some(then), Some(otherwise), None),
            Terminator::Switch(switch) => (Some(&switch.default), None, Some(switch)),
            Terminator::Return(_) | Terminator::Unreachable => (None, None, None),
        };
        one.into_iter().chain(two).chain(switch.into_iter().flat_map(|s| s.cases.iter().map(|(_, target)| target)))
    }

    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut BlockRef> {
        let (one, two, cases) = match self {
            Terminator::Jump(target) => (Some(target), None, None),
            Terminator::Branch { then, otherwise, .. } => (Some(then), Some(otherwise), None),
            Terminator::Switch(switch) => {
                let Switch { cases, default, .. } = &mut **switch;
                (Some(default), None, Some(cases))
            }
            Terminator::Return(_) | Terminator::Unreachable => (None, None, None),
        };
        one.into_iter().chain(two).chain(cases.into_iter().flatten().map(|(_, target)| target))
    }

    /// Calls `visit` on every operand, those of jumps included.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            Terminator::Branch { cond, .. } => visit(*cond),
            Terminator::Switch(switch) => visit(switch.value),
            Terminator::Return(values) => values.iter().copied().for_each(&mut visit),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
        self.targets().flat_map(|target| &target.args).copied().for_each(visit);
    }

    /// Like `for_each_operand`, to rewrite them.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Terminator::Branch { cond, .. } => visit(cond),
            Terminator::Switch(switch) => visit(&mut switch.value),
            Terminator::Return(values) => values.iter_mut().for_each(&mut visit),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
        self.targets_mut().flat_map(|target| &mut target.args).for_each(visit);
    }
}

impl Results {
    pub const NONE: Results = Results { first: None, len: 0 };

    pub fn one(value: ValueId) -> Results {
        Results { first: Some(value), len: 1 }
    }

    /// `len` consecutive values from `first` on.
    pub fn range(first: ValueId, len: usize) -> Results {
        if len == 0 { Results::NONE } else { Results { first: Some(first), len: len as u32 } }
    }

    pub fn len(self) -> usize {
        self.len as usize
    }

    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    pub fn iter(self) -> impl ExactSizeIterator<Item = ValueId> {
        use cairn_base::Id;
        let base = self.first.map_or(0, |first| first.index());
        (0..self.len()).map(move |i| ValueId::new(base + i))
    }

    /// The value of an instruction that defines exactly one.
    pub fn single(self) -> Option<ValueId> {
        if self.len == 1 { self.first } else { None }
    }
}

/// The one list of each operation's operands, for reading (`&Op`) and rewriting (`&mut Op`).
macro_rules! visit_operands {
    ($op:expr, $visit:ident) => {
        match $op {
            Op::StackSave | Op::Fence { .. } | Op::Nondet { .. } | Op::Unsupported { .. } => {}
            Op::Alloca { size, .. } => $visit(size),
            Op::ScopeStart { object } | Op::ScopeEnd { object } => $visit(object),
            Op::StackRestore { token } => $visit(token),
            Op::HeapAlloc { size, align, .. } => {
                $visit(size);
                $visit(align);
            }
            Op::HeapFree { ptr } | Op::HeapSize { ptr } => $visit(ptr),
            Op::Load { addr, .. } => $visit(addr),
            Op::Store { value, addr, .. } => {
                $visit(value);
                $visit(addr);
            }
            Op::Copy { dst, src, len, .. } => {
                $visit(dst);
                $visit(src);
                $visit(len);
            }
            Op::Set { dst, byte, len, .. } => {
                $visit(dst);
                $visit(byte);
                $visit(len);
            }
            Op::Field { base, .. } => $visit(base),
            Op::Index { base, index, .. } => {
                $visit(base);
                $visit(index);
            }
            Op::Binary { lhs, rhs, .. }
            | Op::Overflowing { lhs, rhs, .. }
            | Op::Compare { lhs, rhs, .. }
            | Op::FCompare { lhs, rhs, .. } => {
                $visit(lhs);
                $visit(rhs);
            }
            Op::Unary { value, .. } | Op::Cast { value, .. } | Op::Freeze { value } => $visit(value),
            Op::Bits { a, b, c, .. } => {
                $visit(a);
                if let Some(b) = b {
                    $visit(b);
                }
                if let Some(c) = c {
                    $visit(c);
                }
            }
            Op::Fma { a, b, c } => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            Op::Select { cond, then, otherwise } => {
                $visit(cond);
                $visit(then);
                $visit(otherwise);
            }
            Op::Call { callee, args, area, .. } => {
                if let Callee::Indirect(target) = callee {
                    $visit(target);
                }
                for arg in args {
                    $visit(arg);
                }
                if let Some(area) = area {
                    $visit(area);
                }
            }
            Op::Host { args, .. } => {
                for arg in args {
                    $visit(arg);
                }
            }
            Op::Asm(asm) => {
                // Both `&asm.args` and `&mut asm.args`, as the match binds it.
                for arg in asm_args!(asm) {
                    $visit(arg);
                }
            }
            Op::SetJmp { buf } => $visit(buf),
            Op::LongJmp { buf, value } => {
                $visit(buf);
                $visit(value);
            }
            Op::Rmw { addr, value, .. } => {
                $visit(addr);
                $visit(value);
            }
            Op::CmpXchg { addr, expected, new, .. } => {
                $visit(addr);
                $visit(expected);
                $visit(new);
            }
            Op::Assume { cond } => $visit(cond),
            Op::Fail { message, .. } => {
                if let Some(message) = message {
                    $visit(message);
                }
            }
        }
    };
}

impl Op {
    /// Calls `visit` on every operand in a fixed order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        macro_rules! asm_args {
            ($asm:ident) => {
                &$asm.args
            };
        }
        let mut visit = |operand: &Operand| visit(*operand);
        visit_operands!(self, visit)
    }

    /// Like `for_each_operand`, to rewrite them.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        macro_rules! asm_args {
            ($asm:ident) => {
                &mut $asm.args
            };
        }
        visit_operands!(self, visit)
    }
}
