//! Functions: control-flow graphs in SSA form with block parameters.

use super::{CTypeId, Callee, Const, ConstId, Inst, Linkage, Op, Operand, Terminator, Type};
use cairn_base::{IdVec, Name, Span, newtype_id};
use rustc_hash::FxHashMap;

newtype_id!(pub FuncId, "fn");
newtype_id!(pub BlockId, "bb");
newtype_id!(
    /// An SSA value: a block parameter or a result of an instruction.
    pub ValueId, "%"
);
newtype_id!(
    /// A variable of the source that lives in this function.
    pub VarId, "var"
);

/// A function, defined here or only declared.
#[derive(Clone, Debug)]
pub struct Func {
    pub name: Name,
    pub linkage: Linkage,
    pub sig: Sig,
    pub origin: FuncOrigin,
    /// Declared `noreturn`: the instruction after a call to it is not reached.
    pub noreturn: bool,
    /// Assembly may call it, though it may be `static`.
    pub exposed: bool,
    /// The function's type in C, where debug information gives it.
    pub ctype: Option<CTypeId>,
    pub span: Span,
    /// `None`: declared only, an unknown external function unless linking finds a body.
    pub body: Option<Body>,
}

/// Parameter and result types after the front end split aggregates into scalars.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sig {
    /// Of a variadic function, without the hidden area pointer.
    pub params: Vec<Type>,
    /// Empty for `void`; several when C returns a struct in registers.
    pub results: Vec<Type>,
    /// The function takes more arguments than `params`. Its entry block then has one parameter more, the last: the
    /// address of the *variadic area*, an object of the caller that holds the variable arguments where the target's
    /// calling convention puts them (see `Op::Call`).
    pub variadic: bool,
}

/// Who wrote a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FuncOrigin {
    #[default]
    User,
    /// From a C file of the user's that was not named, but found next to a header and needed: as with a model, what goes
    /// wrong inside is an obligation of the call, but reports show its frames.
    Companion,
    /// A library model that ships with the tool or was given by the user: reports fold its frames.
    Model,
}

impl FuncOrigin {
    /// Does what goes wrong inside count at the call in the user's code?
    pub fn is_behind_calls(self) -> bool {
        self != FuncOrigin::User
    }
}

/// The code of a function.
///
/// Invariants (checked by `verify`): every use is dominated by its definition; the entry block's parameters are the
/// function's parameters (and the variadic area) and no branch goes to the entry; `values` holds each value once,
/// defined exactly once; arguments of a `BlockRef` match the target's parameters in number and type.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Block 0 is the entry.
    pub blocks: IdVec<BlockId, Block>,
    pub values: IdVec<ValueId, Value>,
    pub consts: ConstPool,
    pub vars: IdVec<VarId, Var>,
}

/// Straight-line code with one terminator.
#[derive(Clone, Debug)]
pub struct Block {
    pub params: Vec<ValueId>,
    pub insts: Vec<Inst>,
    pub term: Terminator,
    pub term_span: Span,
}

/// What is known of an SSA value besides its definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    pub ty: Type,
    /// The source variable whose content (or, for an `alloca`, whose storage) this value is.
    pub var: Option<VarId>,
}

/// A variable or parameter of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    pub name: Name,
    pub ty: Option<CTypeId>,
    pub span: Span,
    /// `Some(i)` for the i-th parameter of the C function, from 0.
    pub param: Option<u32>,
}

/// The constants of one function, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct ConstPool {
    consts: IdVec<ConstId, Const>,
    ids: FxHashMap<Const, ConstId>,
}

impl ConstPool {
    pub fn intern(&mut self, value: Const) -> ConstId {
        if let Some(&id) = self.ids.get(&value) {
            return id;
        }
        let id = self.consts.push(value.clone());
        self.ids.insert(value, id);
        id
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ConstId, &Const)> {
        self.consts.iter_enumerated()
    }

    pub fn len(&self) -> usize {
        self.consts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.consts.is_empty()
    }

    /// Rewrites every constant, as linking does with the ids of globals. `rewrite` must keep distinct constants
    /// distinct or equal constants equal ids are no longer guaranteed.
    pub fn rewrite(&mut self, mut rewrite: impl FnMut(&mut Const)) {
        self.ids.clear();
        for (id, value) in self.consts.iter_enumerated_mut() {
            rewrite(value);
            self.ids.entry(value.clone()).or_insert(id);
        }
    }
}

impl std::ops::Index<ConstId> for ConstPool {
    type Output = Const;
    fn index(&self, id: ConstId) -> &Const {
        &self.consts[id]
    }
}

impl Body {
    /// Results of `alloca` through which everything is read and written as volatile.
    pub fn volatile_locals(&self) -> Vec<ValueId> {
        let insts = || self.blocks.iter().flat_map(|block| &block.insts);
        let made = insts().filter(|inst| matches!(inst.op, Op::Alloca { .. })).filter_map(|inst| inst.results.single());
        let accesses = |value: ValueId| {
            insts().filter_map(move |inst| match inst.op {
                Op::Load { addr, flags, .. } | Op::Store { addr, flags, .. } if addr == Operand::Value(value) => {
                    Some(flags.volatile)
                }
                _ => None,
            })
        };
        made.filter(|&value| accesses(value).next().is_some() && accesses(value).all(|volatile| volatile)).collect()
    }

    pub fn entry(&self) -> BlockId {
        cairn_base::Id::new(0)
    }

    /// The block in which the function returns, if there is exactly one.
    pub fn only_return(&self) -> Option<BlockId> {
        let mut returns =
            self.blocks.iter_enumerated().filter(|(_, block)| matches!(block.term, Terminator::Return(_)));
        let (block, _) = returns.next()?;
        returns.next().is_none().then_some(block)
    }

    /// An operand for a constant.
    pub fn constant(&mut self, value: Const) -> Operand {
        Operand::Const(self.consts.intern(value))
    }

    pub fn int(&mut self, width: u32, value: u128) -> Operand {
        self.constant(Const::int(width, value))
    }

    pub fn new_value(&mut self, ty: Type) -> ValueId {
        self.values.push(Value { ty, var: None })
    }

    pub fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            Operand::Value(value) => self.values[value].ty,
            Operand::Const(id) => self.consts[id].ty(),
        }
    }

    /// The constant behind an operand, if it is one.
    pub fn as_const(&self, operand: Operand) -> Option<&Const> {
        match operand {
            Operand::Const(id) => Some(&self.consts[id]),
            Operand::Value(_) => None,
        }
    }

    /// The function that a call is one of, if that is known: by name, or through a pointer that is a constant.
    pub fn known_callee(&self, callee: Callee) -> Option<FuncId> {
        match callee {
            Callee::Direct(func) => Some(func),
            Callee::Indirect(target) => match self.as_const(target) {
                Some(Const::Func(func)) => Some(*func),
                _ => None,
            },
        }
    }

    /// Number of instructions, terminators included.
    pub fn inst_count(&self) -> usize {
        self.blocks.iter().map(|block| block.insts.len() + 1).sum()
    }
}

impl Func {
    pub fn is_defined(&self) -> bool {
        self.body.is_some()
    }
}
