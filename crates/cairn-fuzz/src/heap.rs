//! Statements about heap blocks: owners, slots, and the errors that people make with them.

use crate::func::Program;
use crate::pointer::address;
use crate::scope::{Role, Var};
use crate::types::Ty;

impl Program<'_> {
    pub fn heap_statement(&mut self) {
        match self.random.below(10) {
            0..=2 => self.declare_owner(),
            3 => self.free_owner(),
            4 => self.use_dangling(),
            5 => self.grow_slot(),
            6 => self.empty_slot(),
            7 => self.fill_slot(),
            _ => self.use_slot(),
        }
    }

    /// A local variable with a new block.
    fn declare_owner(&mut self) {
        let (element, len) = match self.random.below(4) {
            0 => (Ty::Struct(self.types.any_struct(&mut self.random)), 1),
            1 => (Ty::BYTE, self.random.between(1, 7)),
            _ => (Ty::WORD, self.random.between(1, 5)),
        };
        let name = self.fresh("h");
        let pointer = element.declare(&format!("*{name}"));
        let zeroed = matches!(element, Ty::Struct(_)) || self.random.one_in(3);
        if zeroed && !self.seed(self.rates.uninitialized) {
            self.text.line(format!("{pointer} = calloc({len}, sizeof *{name});"));
            self.check_allocation(&name);
        } else {
            self.text.line(format!("{pointer} = malloc({len} * sizeof *{name});"));
            self.check_allocation(&name);
            if matches!(element, Ty::Int(_)) {
                self.initialize(&name, len);
            }
        }
        self.scope.declare(Var::new(&name, element, Role::Owner { len }, self.scope.depth));
    }

    /// What a function returns as a block becomes owned.
    pub fn take_block(&mut self, call: &str) {
        let name = self.fresh("h");
        self.text.line(format!("unsigned *{name} = {call};"));
        self.check_allocation(&name);
        let role = Role::Owner { len: self.slot_len };
        self.scope.declare(Var::new(&name, Ty::WORD, role, self.scope.depth));
    }

    /// Leaves the function if an allocation failed.
    fn check_allocation(&mut self, name: &str) {
        if self.seed(self.rates.missing_null_check) {
            return;
        }
        let value = self.default_value();
        self.text.open(format!("if ({name} == NULL)"));
        self.release_below(0);
        self.text.line(format!("return{value};"));
        self.text.close();
    }

    fn initialize(&mut self, name: &str, len: u32) {
        let len = if self.seed(self.rates.uninitialized) { len - 1 } else { len };
        let last = if self.seed(self.rates.off_by_one) { "<=" } else { "<" };
        let value = self.expr(1);
        if self.random.one_in(3) {
            self.text.line(format!("memset({name}, {}, {len} * sizeof *{name});", self.random.below(9)));
            return;
        }
        let counter = self.fresh("i");
        self.text.line(format!("for (unsigned {counter} = 0; {counter} {last} {len}; {counter}++)"));
        self.text.line(format!("    {name}[{counter}] = {value} + {counter};"));
    }

    /// Releases what is owned by blocks deeper than `depth`; a seeded error forgets one.
    pub fn release_below(&mut self, depth: usize) {
        for var in self.scope.owned_below(depth) {
            if self.seed(self.rates.leak) {
                continue;
            }
            match var.role {
                Role::List => self.text.line(format!("list_free(&{});", var.name)),
                _ => self.free_of(&var),
            }
        }
    }

    /// `free(p)`; seeded errors free another address, or twice.
    fn free_of(&mut self, var: &Var) {
        let name = &var.name;
        if self.seed(self.rates.bad_free) {
            let wrong = match self.random.below(3) {
                0 => "words".to_owned(),
                1 => format!("&{name}"),
                _ => format!("{name} + 1"),
            };
            self.text.line(format!("free({wrong});"));
        }
        self.text.line(format!("free({name});"));
        if self.seed(self.rates.double_free) {
            self.text.line(format!("free({name});"));
        }
    }

    /// Frees an owner of this block before its end.
    fn free_owner(&mut self) {
        let depth = self.scope.depth;
        let here = |var: &&Var| matches!(var.role, Role::Owner { .. }) && var.depth == depth;
        let owners: Vec<Var> = self.scope.vars.iter().filter(here).cloned().collect();
        if owners.is_empty() {
            return self.declare_owner();
        }
        let var = self.random.pick(&owners).clone();
        self.free_of(&var);
        self.scope.kill(&var.name);
    }

    /// A seeded error: an access through a pointer whose block is gone, or another `free`.
    fn use_dangling(&mut self) {
        let dangling = |var: &&Var| var.role == Role::Dangling && matches!(var.ty, Ty::Int(_));
        let vars: Vec<Var> = self.scope.vars.iter().filter(dangling).cloned().collect();
        if vars.is_empty() {
            return self.use_slot();
        }
        let name = self.random.pick(&vars).name.clone();
        // There are few places for these errors: they are taken more often.
        if self.seed(self.rates.use_after_free * 4) {
            let value = self.expr(1);
            if self.random.one_in(2) {
                self.text.line(format!("mix(*{name} + {value});"));
            } else {
                self.text.line(format!("*{name} = {value};"));
            }
        } else if self.seed(self.rates.double_free * 4) {
            self.text.line(format!("free({name});"));
        } else {
            self.use_slot();
        }
    }

    fn any_slot(&mut self) -> String {
        let slots: Vec<String> =
            self.scope.vars.iter().filter(|var| var.role == Role::Slot).map(|var| var.name.clone()).collect();
        self.random.pick(&slots).clone()
    }

    /// Puts a block into a slot that is empty; a seeded error does not look.
    fn fill_slot(&mut self) {
        if self.scope.slots_locked > 0 {
            return self.mix();
        }
        self.cx.changes_slots = true;
        let (slot, len) = (self.any_slot(), self.slot_len);
        if self.seed(self.rates.leak) {
            self.text.open("");
        } else {
            self.text.open(format!("if ({slot} == NULL)"));
        }
        self.text.line(format!("{slot} = malloc({len} * sizeof *{slot});"));
        let checked = !self.seed(self.rates.missing_null_check);
        if checked {
            self.text.open(format!("if ({slot} != NULL)"));
        }
        self.scope.slots_hidden = true;
        self.initialize(&slot, len);
        self.scope.slots_hidden = false;
        if checked {
            self.text.close();
        }
        self.text.close();
    }

    /// Makes the block in a slot larger; only the old part is used afterwards.
    fn grow_slot(&mut self) {
        if self.scope.slots_locked > 0 {
            return self.mix();
        }
        self.cx.changes_slots = true;
        let slot = self.any_slot();
        let larger = self.fresh("larger");
        let extra = self.random.between(1, 20);
        self.text.open(format!("if ({slot} != NULL)"));
        self.text.line(format!("unsigned *{larger} = realloc({slot}, {} * sizeof *{larger});", self.slot_len + extra));
        if !self.seed(self.rates.use_after_free) {
            self.text.line(format!("if ({larger} != NULL)"));
            self.text.line(format!("    {slot} = {larger};"));
        }
        self.text.close();
    }

    /// Frees the block in a slot; seeded errors leave the pointer, or use the block afterwards.
    fn empty_slot(&mut self) {
        if self.scope.slots_locked > 0 {
            return self.mix();
        }
        self.cx.changes_slots = true;
        let slot = self.any_slot();
        self.text.line(format!("free({slot});"));
        if self.seed(self.rates.use_after_free) {
            self.text.line(format!("if ({slot} != NULL)"));
            self.text.line(format!("    mix({slot}[0]);"));
        }
        if !self.seed(self.rates.double_free) {
            self.text.line(format!("{slot} = NULL;"));
        }
    }

    /// A block of code that uses what is in a slot.
    fn use_slot(&mut self) {
        let slot = self.any_slot();
        if self.random.one_in(4) && self.scope.slots_locked == 0 {
            return self.swap_slots();
        }
        if self.seed(self.rates.missing_null_check) {
            self.text.open("");
        } else {
            self.text.open(format!("if ({slot} != NULL)"));
        }
        self.scope.slots_locked += 1;
        self.scope.enter();
        let name = self.fresh("view");
        self.text.line(format!("unsigned *{name} = {slot};"));
        let role = Role::Ref { len: self.slot_len };
        self.scope.declare(Var::new(&name, Ty::WORD, role, self.scope.depth));
        let value = self.element(&name, self.slot_len);
        self.text.line(format!("mix({value});"));
        self.block(3);
        self.scope.leave();
        self.scope.slots_locked -= 1;
        self.text.close();
    }

    /// Exchanges two slots through pointers to pointers.
    fn swap_slots(&mut self) {
        self.cx.changes_slots = true;
        let (a, b) = (self.any_slot(), self.any_slot());
        let (p, q, t) = (self.fresh("pp"), self.fresh("pp"), self.fresh("t"));
        self.text.line(format!("unsigned **{p} = {}, **{q} = {}, *{t} = *{p};", address(&a), address(&b)));
        self.text.line(format!("*{p} = *{q};"));
        self.text.line(format!("*{q} = {t};"));
    }

    /// The end of a function that returns a block.
    pub fn finish_block(&mut self) {
        let len = self.slot_len;
        self.text.line(format!("unsigned *result = malloc({len} * sizeof *result);"));
        if self.seed(self.rates.missing_null_check) {
            self.initialize("result", len);
        } else {
            self.text.open("if (result != NULL)");
            self.initialize("result", len);
            self.text.close();
        }
        self.release_below(0);
        self.text.line("return result;");
    }
}
