//! Values in registers and cells: numbers up to a constant, addresses, and two kinds of not knowing.

use crate::range::{cut, signed};
use cairn_base::newtype_id;

newtype_id!(
    /// A number that is not known exactly. It means something only inside the heap that has it.
    pub Sym, "s"
);
newtype_id!(
    /// An object. Globals and functions have the same id in all heaps; others mean something only inside theirs.
    pub ObjId, "o"
);

/// A number: a symbol plus a constant, modulo 2^width.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lin {
    pub width: u32,
    pub sym: Option<Sym>,
    pub add: u128,
}

/// Which of the nodes that a segment stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// The first one; also the only one of an object that is no segment.
    First,
    /// The last one of a doubly linked segment.
    Last,
    /// In what a node owns: the node itself.
    Own,
    /// In a node of a list, or in what it owns: where the link of the node leads.
    Next,
}

/// A byte address: an object and an offset into it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Addr {
    pub obj: ObjId,
    pub spot: Spot,
    pub off: Lin,
}

/// What a register or a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Val {
    /// Every bit is defined. If it is a constant, it belongs to no object.
    Num(Lin),
    Ptr(Addr),
    /// No bit is defined.
    Undef,
    /// Anything, defined or not, an address or not.
    Top,
}

impl Lin {
    pub fn constant(width: u32, value: u128) -> Lin {
        Lin { width, sym: None, add: cut(value, width) }
    }

    pub fn symbol(width: u32, sym: Sym) -> Lin {
        Lin { width, sym: Some(sym), add: 0 }
    }

    pub fn plus(self, value: u128) -> Lin {
        Lin { add: cut(self.add.wrapping_add(value), self.width), ..self }
    }

    pub fn minus(self, value: u128) -> Lin {
        Lin { add: cut(self.add.wrapping_sub(value), self.width), ..self }
    }

    pub fn as_const(self) -> Option<u128> {
        match self.sym {
            None => Some(self.add),
            Some(_) => None,
        }
    }

    /// A constant as a signed number.
    pub fn as_signed(self) -> Option<i64> {
        let value = self.as_const().filter(|_| self.width <= 64)?;
        i64::try_from(signed(value, self.width)).ok()
    }
}

impl Addr {
    /// The start of an object.
    pub fn start(obj: ObjId, width: u32) -> Addr {
        Addr { obj, spot: Spot::First, off: Lin::constant(width, 0) }
    }

    pub fn at(obj: ObjId, spot: Spot, width: u32, off: i64) -> Addr {
        Addr { obj, spot, off: Lin::constant(width, off as u128) }
    }
}

impl Val {
    pub fn int(width: u32, value: u128) -> Val {
        Val::Num(Lin::constant(width, value))
    }

    pub fn addr(self) -> Option<Addr> {
        match self {
            Val::Ptr(addr) => Some(addr),
            _ => None,
        }
    }

    pub fn as_const(self) -> Option<u128> {
        match self {
            Val::Num(lin) => lin.as_const(),
            _ => None,
        }
    }

    /// A value moved by a constant: an address in its object, a number as a number.
    pub fn moved(self, by: i64) -> Val {
        match self {
            Val::Num(lin) => Val::Num(lin.plus(by as u128)),
            Val::Ptr(addr) => Val::Ptr(Addr { off: addr.off.plus(by as u128), ..addr }),
            other => other,
        }
    }

    pub fn syms(self) -> impl Iterator<Item = Sym> {
        let sym = match self {
            Val::Num(lin) => lin.sym,
            Val::Ptr(addr) => addr.off.sym,
            Val::Undef | Val::Top => None,
        };
        sym.into_iter()
    }
}
