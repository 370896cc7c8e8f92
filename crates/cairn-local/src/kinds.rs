//! What is known of an SSA value wherever it can be seen: a set of kinds, found from how the value is made.
//!
//! Every kind is a claim about each execution. Fewer kinds are always right, so anything that is not looked at has none.
//!
//! Not here: what tests and accesses on the way add (`walk`), arguments and results of calls (`calls`).

use cairn_ir::{BinOp, Body, CastKind, Const, Op, Operand, Program, Type, ValueId};

/// A set of claims about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u16);

impl Kinds {
    pub const NONE: Kinds = Kinds(0);
    pub const ALL: Kinds = Kinds(0x1ff);
    /// No bit is undefined.
    pub const DEFINED: Kinds = Kinds(1);
    /// An integer or address that is not 0.
    pub const NONZERO: Kinds = Kinds(2);
    /// The null pointer, or a pointer that was derived from an object.
    pub const CLEAN: Kinds = Kinds(4);
    /// Derived from an object, which need not be there any more.
    pub const OBJECT: Kinds = Kinds(8);
    /// If it was derived from an object, then not from a heap block.
    pub const NOT_HEAP: Kinds = Kinds(16);
    /// If it was derived from an object, then from one that has no scope. So that one lasts, too.
    pub const NOT_SCOPED: Kinds = Kinds(32 | 256);
    /// If it was derived from an object, then from data (not from a function or from something defined elsewhere).
    pub const DATA: Kinds = Kinds(64);
    /// If it was derived from an object, then from one that may be written.
    pub const WRITABLE: Kinds = Kinds(128);
    /// If it was derived from an object that has a scope, then the scope does not end while the function runs.
    pub const LASTING: Kinds = Kinds(256);

    const OF_OBJECTS: Kinds = Kinds(4 | 8 | 16 | 32 | 64 | 128 | 256);

    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub const fn has(self, wanted: Kinds) -> bool {
        self.0 & wanted.0 == wanted.0
    }

    const fn only_if(self, condition: bool) -> Kinds {
        if condition { self } else { Kinds::NONE }
    }

    /// What remains true when the function has returned.
    pub const fn behind_return(self) -> Kinds {
        if self.has(Kinds::NOT_SCOPED) { self } else { self.without(Kinds::LASTING) }
    }

    const fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    /// A pointer that is not null and clean was derived from an object.
    pub const fn closed(self) -> Kinds {
        if self.has(Kinds::CLEAN.or(Kinds::NONZERO)) { self.or(Kinds::OBJECT) } else { self }
    }
}

/// The kinds of a constant.
pub fn of_const(program: &Program, value: &Const) -> Kinds {
    use Kinds as K;
    let number = |nonzero: bool| K::DEFINED.or(K::NONZERO.only_if(nonzero));
    match value {
        Const::Int { value, .. } => number(*value != 0),
        Const::Wide(wide) => number(wide.limbs.iter().any(|&limb| limb != 0)),
        Const::Float { .. } => K::DEFINED,
        // Of a null pointer everything is true that begins with "if it was derived from an object".
        Const::Null => K::ALL.without(K::NONZERO.or(K::OBJECT)),
        Const::Global { id, .. } if program.globals[*id].init.is_some() => {
            let global = &program.globals[*id];
            let scoped = K::NOT_SCOPED.only_if(!global.thread_local);
            let writable = K::WRITABLE.only_if(!global.constant);
            K::DEFINED.or(K::CLEAN).or(K::OBJECT).or(K::NOT_HEAP).or(K::DATA).or(scoped).or(writable)
        }
        Const::Global { .. } | Const::Func(_) => K::DEFINED,
        Const::Undef(_) => K::NONE,
    }
}

/// The kinds of the results of an operation whose operands have these kinds. Calls are somebody else's.
pub fn of_op(body: &Body, op: &Op, of: &dyn Fn(Operand) -> Kinds) -> Kinds {
    use Kinds as K;
    let all_defined = || {
        let mut kinds = K::DEFINED;
        op.for_each_operand(|operand| kinds = kinds.and(of(operand)));
        kinds
    };
    let new_object = K::DEFINED.or(K::CLEAN).or(K::OBJECT).or(K::DATA).or(K::WRITABLE);
    match op {
        Op::Alloca { .. } => new_object.or(K::NOT_HEAP),
        Op::HeapAlloc { .. } => new_object.or(K::NOT_SCOPED),
        Op::Field { base, .. } | Op::Index { base, .. } => all_defined().or(of_address(of(*base))),
        Op::Binary { op: BinOp::Shl | BinOp::LShr | BinOp::AShr, rhs, .. } => {
            all_defined().only_if(is_small_count(body, *rhs))
        }
        Op::Binary { op: BinOp::UShlSat | BinOp::SShlSat, .. } => K::NONE,
        Op::Binary { .. } | Op::Unary { .. } | Op::Bits { .. } | Op::Overflowing { .. } | Op::Fma { .. } => {
            all_defined()
        }
        Op::Compare { .. } | Op::FCompare { .. } => all_defined(),
        Op::Select { cond, then, otherwise } => of(*then).and(of(*otherwise)).only_if(of(*cond).has(K::DEFINED)),
        Op::Cast { kind: CastKind::ZExt | CastKind::SExt, value, .. } => of(*value).and(K::DEFINED.or(K::NONZERO)),
        Op::Cast { kind: CastKind::FpToSi | CastKind::FpToUi, .. } => K::NONE,
        Op::Cast { .. } => all_defined(),
        Op::Freeze { .. } | Op::Nondet { .. } | Op::SetJmp { .. } | Op::HeapSize { .. } => K::DEFINED,
        _ => K::NONE,
    }
}

/// An address inside (or outside) of an object is derived from it; what comes from a null pointer is not null any more, but
/// still from no object.
pub fn of_address(base: Kinds) -> Kinds {
    base.and(Kinds::OF_OBJECTS).only_if(base.has(Kinds::OBJECT))
}

fn is_small_count(body: &Body, count: Operand) -> bool {
    let Type::Int(width) = body.operand_type(count) else { return false };
    body.as_const(count).and_then(Const::as_int).is_some_and(|count| count < u128::from(width))
}

/// Kinds by value.
pub struct Table<'a> {
    pub program: &'a Program,
    pub body: &'a Body,
    pub values: Vec<Kinds>,
}

impl Table<'_> {
    pub fn of(&self, operand: Operand) -> Kinds {
        match operand {
            Operand::Value(value) => self.values[index(value)],
            Operand::Const(_) => of_const(self.program, self.body.as_const(operand).expect("a constant")),
        }
    }
}

pub fn index(value: ValueId) -> usize {
    use cairn_ir::Id;
    value.index()
}
