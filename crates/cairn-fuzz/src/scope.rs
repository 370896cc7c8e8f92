//! What is known of each variable: what it may be used for, and until when.
//!
//! The discipline that keeps a program valid:
//! - a `Ref` points to so many initialised elements of something that lives at least as long as itself: a variable of the
//!   same or an outer block, or a heap block with an `Owner`, and then it dies with that block;
//! - an `Owner` is a local variable with a heap block; it is freed in the block that declares it, or on the way out of it;
//! - a `Slot` holds a heap block of `Program::slot_len` words, or null; whoever frees it sets it to null;
//! - a `List` is a list of nodes, possibly empty, and owns them.
//!
//! While a block of code uses what is in a slot (or walks along a list), slots (or lists) are locked: no code in it, nor a
//! function that it calls, frees or replaces any of them.

use crate::types::Ty;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// A variable of type `ty`. `bound`: a loop counter below that number, not to be written.
    Value {
        bound: Option<u32>,
    },
    /// A pointer to `len` elements of type `ty`.
    Ref {
        len: u32,
    },
    Owner {
        len: u32,
    },
    Slot,
    List,
    /// `char` array that holds a string of at most `ty`'s length minus one.
    Text,
    /// A pointer to what is gone: used only by a seeded error.
    Dangling,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Ty,
    pub role: Role,
    /// 0: global; otherwise the number of blocks around the declaration.
    pub depth: usize,
    /// The owner of the heap block that a `Ref` points into.
    pub owner: Option<String>,
    /// Belongs to a list or block of the caller: never released by this function on its way out.
    pub borrowed: bool,
}

impl Var {
    pub fn value(name: &str, ty: Ty, depth: usize) -> Var {
        Var::new(name, ty, Role::Value { bound: None }, depth)
    }

    pub fn new(name: &str, ty: Ty, role: Role, depth: usize) -> Var {
        Var { name: name.to_owned(), ty, role, depth, owner: None, borrowed: false }
    }

    pub fn is_writable(&self) -> bool {
        !matches!(self.role, Role::Value { bound: Some(_) })
    }

    /// Must be released before its block ends.
    pub fn is_owned_local(&self) -> bool {
        self.depth > 0 && !self.borrowed && matches!(self.role, Role::Owner { .. } | Role::List)
    }
}

/// The variables that can be seen, innermost last.
#[derive(Default)]
pub struct Scope {
    pub vars: Vec<Var>,
    pub depth: usize,
    pub slots_locked: u32,
    pub lists_locked: u32,
    /// The block in some slot is new: expressions do not read it.
    pub slots_hidden: bool,
}

impl Scope {
    pub fn declare(&mut self, var: Var) {
        self.vars.push(var);
    }

    pub fn enter(&mut self) {
        self.depth += 1;
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
        let depth = self.depth;
        self.vars.retain(|var| var.depth <= depth);
    }

    /// The variables that must be released when control leaves every block deeper than `depth`.
    pub fn owned_below(&self, depth: usize) -> Vec<Var> {
        self.vars.iter().rev().filter(|var| var.is_owned_local() && var.depth > depth).cloned().collect()
    }

    /// The block of `owner` is gone: so are the pointers into it.
    pub fn kill(&mut self, owner: &str) {
        for var in &mut self.vars {
            if var.name == owner || var.owner.as_deref() == Some(owner) {
                var.role = Role::Dangling;
                var.owner = None;
            }
        }
    }
}
