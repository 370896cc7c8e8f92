//! LLVM IR as its text says it, names resolved to indices, borrowed from the text where that is enough.
//!
//! Only what Clang produces for C (and, mostly, C++ and Rust) is here. Attributes and metadata that nothing downstream
//! needs are dropped by the reader. What the reader does not know becomes `InstKind::Unknown` with the opcode, so that
//! one strange instruction does not lose the module.

use cairn_base::{IdVec, newtype_id};
use cairn_ir::FloatKind;

newtype_id!(
    /// A type of the module's table; equal types have equal ids (named structs are themselves).
    pub TypeId, "ty"
);
newtype_id!(
    /// A global name of the module: variable, function or alias, defined, declared or only mentioned.
    pub SymId, "@"
);
newtype_id!(
    /// A local value of one function: argument or instruction result.
    pub LocalId, "%"
);
newtype_id!(
    /// A basic block of one function, in the order of the text.
    pub LabelId, "label"
);
newtype_id!(
    /// Number of a metadata node, `!42`.
    pub MdId, "!"
);

/// One module.
#[derive(Debug, Default)]
pub struct Module<'a> {
    pub source_name: &'a str,
    pub data_layout: &'a str,
    pub triple: &'a str,
    pub types: IdVec<TypeId, Type<'a>>,
    /// Names as in the text after `@`, quotes removed and escapes resolved.
    pub symbols: IdVec<SymId, String>,
    pub globals: Vec<Global<'a>>,
    pub aliases: Vec<Alias<'a>>,
    pub funcs: Vec<Func<'a>>,
    /// `module asm` strings.
    pub module_asm: Vec<&'a str>,
}

/// An LLVM type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type<'a> {
    Void,
    Int(u32),
    Float(FloatKind),
    /// All pointers; a typed pointer of older text is one too.
    Ptr,
    Label,
    Metadata,
    Token,
    Array {
        len: u64,
        elem: TypeId,
    },
    Vector {
        len: u32,
        elem: TypeId,
        scalable: bool,
    },
    Struct {
        packed: bool,
        fields: Vec<TypeId>,
    },
    /// `%struct.node`; `body` is filled when the definition is read, and stays `None` for `opaque`.
    Named {
        name: &'a str,
        body: Option<TypeId>,
    },
    Func {
        ret: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
    /// Anything else (`x86_amx`, `target("…")`), by its text.
    Other(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linkage {
    #[default]
    External,
    /// `internal` and `private`.
    Internal,
    /// `weak`, `weak_odr`, `linkonce`, `linkonce_odr`, `extern_weak`.
    Weak,
    Common,
    AvailableExternally,
    /// `appending`: `llvm.global_ctors` and the like.
    Appending,
}

#[derive(Debug)]
pub struct Global<'a> {
    pub sym: SymId,
    pub linkage: Linkage,
    pub thread_local: bool,
    /// `constant` rather than `global`.
    pub constant: bool,
    /// `unnamed_addr`: where it lies does not matter.
    pub unnamed: bool,
    pub ty: TypeId,
    /// `None`: external declaration.
    pub init: Option<Const<'a>>,
    /// 0: the type's natural alignment.
    pub align: u64,
    /// The section that the source names.
    pub section: Option<&'a str>,
    /// `!dbg` attachment: a `DIGlobalVariableExpression`.
    pub dbg: Option<MdId>,
    pub line: u32,
}

/// `@a = alias T, ptr @b` (also `ifunc`).
#[derive(Debug)]
pub struct Alias<'a> {
    pub sym: SymId,
    pub linkage: Linkage,
    pub ifunc: bool,
    pub target: Const<'a>,
    pub line: u32,
}

#[derive(Debug)]
pub struct Func<'a> {
    pub sym: SymId,
    pub linkage: Linkage,
    pub ret: TypeId,
    pub params: Vec<Param>,
    pub variadic: bool,
    pub attrs: FuncAttrs,
    /// A `DISubprogram`.
    pub dbg: Option<MdId>,
    pub body: Option<Body<'a>>,
    /// Line of the text, for messages about the input.
    pub line: u32,
}

/// A formal parameter; its value is `LocalId` = its position.
#[derive(Clone, Debug)]
pub struct Param {
    pub ty: TypeId,
    pub attrs: ParamAttrs,
}

/// The attributes of a parameter or argument that change meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParamAttrs {
    /// Passed by value in memory: the callee gets a copy of this type.
    pub byval: Option<TypeId>,
    pub sret: Option<TypeId>,
    /// `inalloca`, `preallocated`, `swiftself`, … which we do not handle.
    pub unsupported: Option<&'static str>,
    /// 0: none given.
    pub align: u64,
    pub sext: bool,
    pub zext: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FuncAttrs {
    pub noreturn: bool,
    pub returns_twice: bool,
    /// The machine has instructions that multiply and add with one rounding.
    pub fuses: bool,
}

#[derive(Debug, Default)]
pub struct Body<'a> {
    pub blocks: IdVec<LabelId, Block<'a>>,
    /// Names of locals as in the text after `%` (numbers included), parameters first.
    pub locals: IdVec<LocalId, &'a str>,
}

#[derive(Debug, Default)]
pub struct Block<'a> {
    pub name: &'a str,
    pub insts: Vec<Inst<'a>>,
}

/// One instruction; the last of a block is its terminator.
#[derive(Debug)]
pub struct Inst<'a> {
    pub result: Option<LocalId>,
    pub kind: InstKind<'a>,
    /// `!dbg` attachment: a `DILocation`.
    pub dbg: Option<MdId>,
    /// Line of the text.
    pub line: u32,
}

/// A value with its type.
#[derive(Clone, Debug)]
pub struct Typed<'a> {
    pub ty: TypeId,
    pub value: Operand<'a>,
}

#[derive(Clone, Debug)]
pub enum Operand<'a> {
    Local(LocalId),
    Const(Const<'a>),
    /// An operand of type `metadata`, as of `llvm.dbg.declare`: a node, or a local wrapped in metadata.
    Metadata(MdOperand),
    /// `asm` as a callee.
    Asm(Box<Asm<'a>>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MdOperand {
    Node(MdId),
    Local(LocalId),
    /// Anything else: an inline `!DIExpression(…)`, a constant, an argument list.
    Other,
}

#[derive(Clone, Debug)]
pub struct Asm<'a> {
    /// As in the text, escapes resolved.
    pub template: String,
    pub constraints: &'a str,
    pub side_effects: bool,
}

/// A constant; its type is known from where it stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Const<'a> {
    /// Two's complement of the literal, when it fits 128 bits (`true` is 1).
    Int(i128),
    /// A decimal literal that does not fit.
    BigInt(&'a str),
    /// Bits in the format of the constant's type (LLVM prints `float` as a double: already converted).
    Float(u128),
    Null,
    Undef,
    Poison,
    /// `zeroinitializer`.
    Zero,
    /// Array, struct or vector by elements.
    Aggregate(Vec<(TypeId, Const<'a>)>),
    /// `splat (T c)` of newer versions.
    Splat(Box<(TypeId, Const<'a>)>),
    /// `c"…"`, escapes resolved.
    Bytes(Vec<u8>),
    Sym(SymId),
    BlockAddress {
        func: SymId,
        label: &'a str,
    },
    Expr(Box<ConstExpr<'a>>),
}

#[derive(Clone, PartialEq, Debug)]
pub enum ConstExpr<'a> {
    Cast {
        op: CastOp,
        from: TypeId,
        value: Const<'a>,
        to: TypeId,
    },
    Gep {
        source: TypeId,
        inbounds: bool,
        base: (TypeId, Const<'a>),
        indices: Vec<(TypeId, Const<'a>)>,
    },
    Binary {
        op: &'a str,
        ty: TypeId,
        lhs: Const<'a>,
        rhs: Const<'a>,
    },
    /// `icmp`/`fcmp` by predicate word.
    Compare {
        pred: &'a str,
        ty: TypeId,
        lhs: Const<'a>,
        rhs: Const<'a>,
    },
    Select {
        cond: Const<'a>,
        ty: TypeId,
        then: Const<'a>,
        otherwise: Const<'a>,
    },
    /// `dso_local_equivalent @f`, `no_cfi @f`: the symbol.
    Unknown(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    /// `ptrtoaddr` counts as `PtrToInt`.
    IntToPtr,
    Bitcast,
    AddrSpaceCast,
}

/// Flags of arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    pub nsw: bool,
    pub nuw: bool,
    pub exact: bool,
}

#[derive(Debug)]
pub enum InstKind<'a> {
    // terminators
    Ret(Option<Typed<'a>>),
    Br(LabelId),
    CondBr {
        cond: Operand<'a>,
        then: LabelId,
        otherwise: LabelId,
    },
    Switch {
        value: Typed<'a>,
        default: LabelId,
        cases: Vec<(Const<'a>, LabelId)>,
    },
    IndirectBr {
        addr: Operand<'a>,
        targets: Vec<LabelId>,
    },
    Unreachable,
    /// `callbr`: inline assembly that may jump; `invoke` (C++): `normal` and `unwind`.
    CallBr {
        call: Call<'a>,
        normal: LabelId,
        others: Vec<LabelId>,
    },
    Invoke {
        call: Call<'a>,
        normal: LabelId,
        unwind: LabelId,
    },

    // memory
    Alloca {
        ty: TypeId,
        count: Option<Typed<'a>>,
        align: u64,
    },
    Load {
        ty: TypeId,
        addr: Operand<'a>,
        align: u64,
        volatile: bool,
        atomic: Option<&'a str>,
    },
    Store {
        value: Typed<'a>,
        addr: Operand<'a>,
        align: u64,
        volatile: bool,
        atomic: Option<&'a str>,
    },
    Gep {
        source: TypeId,
        base: Typed<'a>,
        indices: Vec<Typed<'a>>,
        inbounds: bool,
    },
    CmpXchg {
        addr: Operand<'a>,
        expected: Typed<'a>,
        new: Typed<'a>,
        weak: bool,
        volatile: bool,
        ordering: &'a str,
    },
    /// `op` by LLVM's word: `add`, `xchg`, `nand`, …
    AtomicRmw {
        op: &'a str,
        addr: Operand<'a>,
        value: Typed<'a>,
        volatile: bool,
        ordering: &'a str,
    },
    Fence {
        ordering: &'a str,
    },

    // values; `op` by LLVM's word: `add`, `fsub`, …
    Binary {
        op: &'a str,
        flags: Flags,
        ty: TypeId,
        lhs: Operand<'a>,
        rhs: Operand<'a>,
    },
    FNeg(Typed<'a>),
    /// `pred` by LLVM's word.
    ICmp {
        pred: &'a str,
        ty: TypeId,
        lhs: Operand<'a>,
        rhs: Operand<'a>,
    },
    FCmp {
        pred: &'a str,
        ty: TypeId,
        lhs: Operand<'a>,
        rhs: Operand<'a>,
    },
    Cast {
        op: CastOp,
        value: Typed<'a>,
        to: TypeId,
    },
    Select {
        cond: Typed<'a>,
        then: Typed<'a>,
        otherwise: Typed<'a>,
    },
    Phi {
        ty: TypeId,
        incoming: Vec<(Operand<'a>, LabelId)>,
    },
    Freeze(Typed<'a>),
    ExtractValue {
        aggregate: Typed<'a>,
        indices: Vec<u32>,
    },
    InsertValue {
        aggregate: Typed<'a>,
        value: Typed<'a>,
        indices: Vec<u32>,
    },
    ExtractElement {
        vector: Typed<'a>,
        index: Typed<'a>,
    },
    InsertElement {
        vector: Typed<'a>,
        value: Typed<'a>,
        index: Typed<'a>,
    },
    /// Mask lanes; `None` is undefined.
    ShuffleVector {
        a: Typed<'a>,
        b: Typed<'a>,
        mask: Vec<Option<u32>>,
    },
    VaArg {
        list: Operand<'a>,
        ty: TypeId,
    },
    Call(Call<'a>),

    // debug records; `llvm.dbg.declare`/`llvm.dbg.value` calls of older versions are read as these
    DbgDeclare {
        addr: Operand<'a>,
        var: MdId,
    },
    DbgValue {
        value: Operand<'a>,
        var: MdId,
    },

    /// Not known to the reader: the opcode, and the type of the result if the text showed it.
    Unknown {
        opcode: &'a str,
    },
}

#[derive(Debug)]
pub struct Call<'a> {
    pub callee: Operand<'a>,
    pub ret: TypeId,
    /// Parameter types that the call's function type fixes, and whether it is variadic; `None` if the text gives only
    /// the return type (then the arguments are the parameters).
    pub fixed: Option<(Vec<TypeId>, bool)>,
    pub args: Vec<Arg<'a>>,
    pub noreturn: bool,
    pub returns_twice: bool,
}

#[derive(Debug)]
pub struct Arg<'a> {
    pub value: Typed<'a>,
    pub attrs: ParamAttrs,
}
