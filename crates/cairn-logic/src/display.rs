//! Terms and atoms as text for people: messages, dumps, failing tests.

use std::fmt;

use crate::arena::Arena;
use crate::atom::{Atom, AtomId, Fact, Lit};
use crate::bits;
use crate::interval::IntervalSet;
use crate::term::{BaseClass, BaseConst, BinOp, Term, TermId, Var};

/// Something of an arena, ready to be printed.
pub struct Shown<'a, T> {
    arena: &'a Arena,
    what: T,
}

impl<'a, T: Copy> Shown<'a, T> {
    pub(crate) fn arena(&self) -> &'a Arena {
        self.arena
    }

    pub(crate) fn what(&self) -> T {
        self.what
    }
}

impl Arena {
    /// `format!("{}", arena.show(term))`; works for terms, atoms, literals, facts and forms.
    pub fn show<T>(&self, what: T) -> Shown<'_, T> {
        Shown { arena: self, what }
    }

    fn write_var(&self, f: &mut fmt::Formatter<'_>, var: Var) -> fmt::Result {
        match self.var_name(var) {
            Some(name) => f.write_str(name),
            None => write!(f, "{:?}{}", var.class, var.key),
        }
    }

    fn write_base(&self, f: &mut fmt::Formatter<'_>, base: BaseConst) -> fmt::Result {
        match self.base_name(base) {
            Some(name) => f.write_str(name),
            None if base.class == BaseClass::Null => f.write_str("null"),
            None => write!(f, "{:?}#{}", base.class, base.key),
        }
    }
}

fn write_word(f: &mut fmt::Formatter<'_>, width: u32, value: u128) -> fmt::Result {
    match bits::to_signed(width, value) {
        small @ -4096..0 => write!(f, "{small}"),
        _ if value > 0xffff => write!(f, "{value:#x}"),
        _ => write!(f, "{value}"),
    }
}

fn write_set(f: &mut fmt::Formatter<'_>, set: &IntervalSet) -> fmt::Result {
    f.write_str("{")?;
    for (i, &(lo, hi)) in set.parts().iter().enumerate() {
        f.write_str(if i == 0 { "" } else { ", " })?;
        write_word(f, set.width(), lo)?;
        if lo != hi {
            f.write_str("..")?;
            write_word(f, set.width(), hi)?;
        }
    }
    f.write_str("}")
}

fn symbol(op: BinOp) -> &'static str {
    match op {
        BinOp::Mul => "*",
        BinOp::UDiv => "/u",
        BinOp::URem => "%u",
        BinOp::SDiv => "/s",
        BinOp::SRem => "%s",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Shl => "<<",
        BinOp::LShr => ">>u",
        BinOp::AShr => ">>s",
    }
}

impl fmt::Display for Shown<'_, TermId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (arena, id) = (self.arena, self.what);
        match arena.term(id) {
            Term::Const(value) => write_word(f, arena.width(id), *value),
            Term::Var(var) => arena.write_var(f, *var),
            Term::Lin { konst, addends } => {
                let width = arena.width(id);
                f.write_str("(")?;
                for (i, &(coefficient, term)) in addends.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { " + " })?;
                    if coefficient != 1 {
                        write_word(f, width, coefficient)?;
                        f.write_str("·")?;
                    }
                    write!(f, "{}", arena.show(term))?;
                }
                if *konst != 0 {
                    f.write_str(" + ")?;
                    write_word(f, width, *konst)?;
                }
                f.write_str(")")
            }
            Term::Bin(op, a, b) => write!(f, "({} {} {})", arena.show(*a), symbol(*op), arena.show(*b)),
            Term::Extract { of, lo } => write!(f, "{}[{}..{}]", arena.show(*of), lo, lo + arena.width(id)),
            Term::Zext(of) => write!(f, "zext{}({})", arena.width(id), arena.show(*of)),
            Term::Sext(of) => write!(f, "sext{}({})", arena.width(id), arena.show(*of)),
            Term::Uf { sym, args } => {
                match arena.sym_name(*sym) {
                    Some(name) => f.write_str(name)?,
                    None => write!(f, "f{}", sym.0)?,
                }
                f.write_str("(")?;
                for (i, &arg) in args.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { ", " }, arena.show(arg))?;
                }
                f.write_str(")")
            }
            Term::Address(of) => write!(f, "addr({})", arena.show(*of)),
            Term::BaseConst(base) => arena.write_base(f, *base),
            Term::BaseAt { site, index } => {
                arena.write_base(f, *site)?;
                write!(f, "⟨{}⟩", arena.show(*index))
            }
        }
    }
}

impl fmt::Display for Shown<'_, AtomId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.arena.show(Lit::new(self.what, true)), f)
    }
}

impl fmt::Display for Shown<'_, Lit> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (arena, positive) = (self.arena, self.what.is_positive());
        let equals = if positive { "=" } else { "≠" };
        match arena.atom(self.what.atom()) {
            Atom::Eq { subject, value } => {
                write!(f, "{} {equals} ", arena.show(*subject))?;
                write_word(f, arena.width(*subject), *value)
            }
            Atom::Mask { subject, mask, value } => {
                write!(f, "{} & {mask:#x} {equals} {value:#x}", arena.show(*subject))
            }
            Atom::In { subject, set } => {
                let complement = set.complement();
                write!(f, "{} ∈ ", arena.show(*subject))?;
                write_set(f, if positive { set } else { &complement })
            }
            Atom::Ule(a, b) if positive => write!(f, "{} ≤u {}", arena.show(*a), arena.show(*b)),
            Atom::Ule(a, b) => write!(f, "{} <u {}", arena.show(*b), arena.show(*a)),
            Atom::Sle(a, b) if positive => write!(f, "{} ≤s {}", arena.show(*a), arena.show(*b)),
            Atom::Sle(a, b) => write!(f, "{} <s {}", arena.show(*b), arena.show(*a)),
            Atom::BaseEq(a, b) => write!(f, "{} {equals} {}", arena.show(*a), arena.show(*b)),
        }
    }
}

impl fmt::Display for Shown<'_, Fact> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            Fact::Const(value) => write!(f, "{value}"),
            Fact::Lit(lit) => fmt::Display::fmt(&self.arena.show(lit), f),
        }
    }
}
