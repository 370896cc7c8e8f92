//! What a program is: types, constants, instructions, functions, globals, and the source map.

mod assembly;
mod constant;
mod ctype;
mod func;
mod host;
pub(crate) mod inst;
mod program;
mod types;

pub(crate) use assembly::words;
pub use constant::{Const, ConstId, WideInt};
pub use ctype::{BaseKind, CField, CType, CTypeId, CTypes, Record, RecordId};
pub use func::{Block, BlockId, Body, ConstPool, Func, FuncId, FuncOrigin, Sig, Value, ValueId, Var, VarId};
pub use host::{Effect, FILLED_ONE_BY_ONE, HostFn};
pub(crate) use inst::named_enum;
pub use inst::{
    AsmInst, BinOp, BitOp, BlockRef, CallSig, Callee, CastKind, CmpOp, FCmpOp, FieldRef, Inst, MemFlags, Op, Operand,
    Ordering, OverflowOp, Results, RmwOp, Switch, Terminator, UnOp, Wrap,
};
pub use program::{DataModel, Global, GlobalId, Init, Linkage, Program, Reloc, SourceFile, Symbol, Target};
pub use types::{FloatKind, Type};
