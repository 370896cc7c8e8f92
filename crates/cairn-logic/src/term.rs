//! Terms: bit-vectors of 1 to 128 bits and object identities.
//!
//! The vocabulary only. Terms are made and canonicalised by `Arena` (`arith`, `bitops`), so two equal terms have equal ids.
//! Not here: conditional values (there is no if-then-else term: case splits stay in conditions), heaps, paths, C types.

use cairn_base::newtype_id;
use serde::{Deserialize, Serialize};

newtype_id!(
    /// A term of one arena. Ids follow creation order, so they must not order anything a user can see.
    pub TermId, "t"
);

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sort {
    /// A word of 1 to 128 bits. A Boolean is a word of one bit; a float is a word with uninterpreted operations.
    Bv(u32),
    /// The identity of an object. An address is a pair of a base and an offset, which is a word.
    Base,
}

impl Sort {
    /// The width of a word.
    ///
    /// # Panics
    /// On `Base`, which has no width.
    pub fn width(self) -> u32 {
        match self {
            Sort::Bv(width) => width,
            Sort::Base => panic!("an object identity has no width"),
        }
    }
}

/// What a variable stands for. Weakening and elimination treat the classes differently; the meaning is the client's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum VarClass {
    /// A value on entry of the function, fixed for the whole activation.
    Entry,
    /// The size of an object.
    Size,
    /// Liveness of an object.
    Valid,
    /// The number of an element in a family of cells.
    Index,
    /// A loop counter or another value that changes with the iteration.
    LoopVariant,
    /// A decision that nothing in the program determines.
    Choice,
    /// A value that unknown code produced.
    Havoc,
}

impl VarClass {
    pub const ALL: [VarClass; 7] = [
        VarClass::Entry,
        VarClass::Size,
        VarClass::Valid,
        VarClass::Index,
        VarClass::LoopVariant,
        VarClass::Choice,
        VarClass::Havoc,
    ];
}

/// An opaque variable. The client chooses the key; equal (sort, class, key) is the same variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Var {
    pub class: VarClass,
    pub key: u32,
    pub sort: Sort,
}

impl Var {
    pub fn new(sort: Sort, class: VarClass, key: u32) -> Self {
        Self { class, key, sort }
    }
}

/// What is known of a constant object, for the folding of `base = base`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum BaseClass {
    /// No object. The key is 0.
    Null,
    /// An object with a name for the whole run.
    Global,
    /// A function.
    Function,
    /// Allocated by this activation or below it: differs from every entry variable.
    Fresh,
    /// A local variable of this activation or below it: differs from every entry variable.
    Stack,
    /// Stands for several objects made by this activation: differs from other constants and from entry variables,
    /// but is never known to be equal to itself.
    Summary,
}

impl BaseClass {
    pub const ALL: [BaseClass; 6] = [
        BaseClass::Null,
        BaseClass::Global,
        BaseClass::Function,
        BaseClass::Fresh,
        BaseClass::Stack,
        BaseClass::Summary,
    ];

    /// Whether the object did not exist when the activation began.
    pub fn is_new(self) -> bool {
        matches!(self, BaseClass::Fresh | BaseClass::Stack | BaseClass::Summary)
    }
}

/// A constant object. The client chooses the key; two constants with different (class, key) are different objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BaseConst {
    pub class: BaseClass,
    pub key: u32,
}

impl BaseConst {
    pub const NULL: BaseConst = BaseConst { class: BaseClass::Null, key: 0 };

    pub fn new(class: BaseClass, key: u32) -> Self {
        Self { class, key: if class == BaseClass::Null { 0 } else { key } }
    }
}

/// An uninterpreted function. The client chooses the key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// Binary operators that `lin` does not absorb.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum BinOp {
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

impl BinOp {
    pub const ALL: [BinOp; 11] = [
        BinOp::Mul,
        BinOp::UDiv,
        BinOp::URem,
        BinOp::SDiv,
        BinOp::SRem,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::Shl,
        BinOp::LShr,
        BinOp::AShr,
    ];

    pub fn is_commutative(self) -> bool {
        matches!(self, BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor)
    }
}

/// One addend of a sum: coefficient (never 0) and term.
pub type Addend = (u128, TermId);

/// A term in canonical form. The sort is kept beside it (`Arena::sort`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    Const(u128),
    Var(Var),
    /// Σ cᵢ·tᵢ + k modulo 2^w. Never a single addend with coefficient 1 and k = 0; addends are not themselves sums and
    /// stand in structural order.
    Lin {
        konst: u128,
        addends: Box<[Addend]>,
    },
    /// A constant operand stands on the right; commutative operands are in structural order.
    Bin(BinOp, TermId, TermId),
    /// Bits `lo ..` of `of`, as many as the sort says.
    Extract {
        of: TermId,
        lo: u32,
    },
    Zext(TermId),
    Sext(TermId),
    Uf {
        sym: Sym,
        args: Box<[TermId]>,
    },
    /// The address of an object as an integer; 0 for null, otherwise uninterpreted.
    Address(TermId),
    BaseConst(BaseConst),
    /// The `index`-th object that one allocation made in a loop. Different indices, different objects.
    BaseAt {
        site: BaseConst,
        index: TermId,
    },
}

impl Term {
    /// Calls `f` on each direct subterm, in order.
    pub fn for_each_child(&self, mut f: impl FnMut(TermId)) {
        match self {
            Term::Const(_) | Term::Var(_) | Term::BaseConst(_) => {}
            Term::Lin { addends, .. } => addends.iter().for_each(|&(_, t)| f(t)),
            Term::Bin(_, a, b) => [*a, *b].into_iter().for_each(f),
            Term::Extract { of: t, .. }
            | Term::Zext(t)
            | Term::Sext(t)
            | Term::Address(t)
            | Term::BaseAt { index: t, .. } => f(*t),
            Term::Uf { args, .. } => args.iter().copied().for_each(f),
        }
    }

    /// A number for the kind of term, used in canonical orders and in records.
    pub(crate) fn kind(&self) -> u8 {
        match self {
            Term::Const(_) => 0,
            Term::BaseConst(_) => 1,
            Term::Var(_) => 2,
            Term::Zext(_) => 3,
            Term::Sext(_) => 4,
            Term::Extract { .. } => 5,
            Term::Address(_) => 6,
            Term::BaseAt { .. } => 7,
            Term::Uf { .. } => 8,
            Term::Bin(..) => 9,
            Term::Lin { .. } => 10,
        }
    }
}
