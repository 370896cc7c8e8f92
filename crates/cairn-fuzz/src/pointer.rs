//! Statements about pointers that own nothing: references, links inside structs, calls, copies of bytes.

use crate::func::{Func, Param, Program, Ret};
use crate::place::Owners;
use crate::scope::{Role, Var};
use crate::types::{Int, LINK_LEN, Ty};

/// Statements that one execution may have, roughly.
const MAX_COST: u64 = 30_000;

impl Program<'_> {
    pub fn pointer_statement(&mut self) {
        match self.random.below(8) {
            0..=2 => self.declare_ref(),
            3 | 4 => self.move_ref(),
            5 => self.compare_refs(),
            6 => self.set_link(),
            _ => self.use_link(),
        }
    }

    fn any_element(&mut self) -> Ty {
        match self.random.below(9) {
            0..=3 => Ty::WORD,
            4 | 5 => Ty::BYTE,
            6 => Ty::Int(Int::any(&mut self.random)),
            _ => Ty::Struct(self.types.any_struct(&mut self.random)),
        }
    }

    fn declare_ref(&mut self) {
        let element = self.any_element();
        let least = self.random.between(1, 2);
        let Some(source) = self.source(&element, least, self.scope.depth, &Owners::Any) else { return self.mix() };
        let name = self.fresh("p");
        self.text.line(format!("{} = {};", element.declare(&format!("*{name}")), source.text));
        let role = Role::Ref { len: source.len.max(least) };
        self.scope.declare(Var { owner: source.owner, ..Var::new(&name, element, role, self.scope.depth) });
    }

    /// Another target of a reference, under a condition or not. A seeded error takes a local of an inner block.
    fn move_ref(&mut self) {
        let movable = |var: &&Var| matches!(var.role, Role::Ref { .. }) && !var.name.contains('*') && !var.borrowed;
        let refs: Vec<Var> = self.scope.vars.iter().filter(movable).cloned().collect();
        if refs.is_empty() {
            return self.declare_ref();
        }
        let var = self.random.pick(&refs).clone();
        let Role::Ref { len } = var.role else { return };
        let escape = self.seed(self.rates.escaped_local);
        let depth = if escape { self.scope.depth } else { var.depth };
        let owners = if escape { Owners::Any } else { Owners::Only(var.owner.as_deref()) };
        let Some(source) = self.source(&var.ty, len, depth, &owners) else { return self.mix() };
        self.text.line(format!("{} = {};", var.name, source.text));
    }

    fn compare_refs(&mut self) {
        let words = |var: &&Var| matches!(var.role, Role::Ref { .. } | Role::Owner { .. }) && var.ty == Ty::WORD;
        let names: Vec<String> = self.scope.vars.iter().filter(words).map(|var| var.name.clone()).collect();
        if names.is_empty() {
            return self.declare_ref();
        }
        let (a, b) = (self.random.pick(&names).clone(), self.random.pick(&names).clone());
        let value = self.expr(1);
        self.text.line(format!("mix({a} == {b} ? 3u : {value});"));
    }

    /// A link points to global words, or is null. A seeded error lets it point to something that will be gone.
    fn set_link(&mut self) {
        let links = self.places_of(&Ty::Link(LINK_LEN));
        let link = self.random.pick(&links).clone();
        let escape = self.seed(self.rates.escaped_local);
        let depth = if escape { self.scope.depth } else { 0 };
        let target = if self.random.one_in(4) {
            None
        } else {
            self.source(&Ty::WORD, LINK_LEN, depth, if escape { &Owners::Any } else { &Owners::Only(None) })
        };
        let target = target.map_or("NULL".to_owned(), |source| source.text);
        self.text.line(format!("{link} = {target};"));
    }

    fn use_link(&mut self) {
        let links = self.places_of(&Ty::Link(LINK_LEN));
        let link = self.random.pick(&links).clone();
        let element = self.element(&link, LINK_LEN);
        let value = self.expr(1);
        let action =
            if self.random.one_in(3) { format!("{element} = {value};") } else { format!("mix({element} ^ {value});") };
        if self.seed(self.rates.missing_null_check) {
            return self.text.line(action);
        }
        self.text.line(format!("if ({link} != NULL)"));
        self.text.line(format!("    {action}"));
    }

    pub fn any_call(&mut self) {
        if let Some(func) = self.cx.recursive.clone()
            && self.cx.factor == 1
            && self.unlocked()
        {
            self.cx.recursive = None;
            self.cx.calls_itself = true;
            self.call_function(&func);
            self.cx.calls_itself = false;
            return;
        }
        let fits = |func: &&Func| self.may_call(func);
        let funcs: Vec<Func> = self.funcs.iter().filter(fits).cloned().collect();
        if funcs.is_empty() {
            return self.mix();
        }
        let func = self.random.pick(&funcs).clone();
        self.call_function(&func);
    }

    fn unlocked(&self) -> bool {
        self.scope.slots_locked == 0 && self.scope.lists_locked == 0
    }

    fn may_call(&self, func: &Func) -> bool {
        self.cx.cost + func.cost * self.cx.factor <= MAX_COST
            && !(func.changes_slots && self.scope.slots_locked > 0)
            && !(func.changes_lists && self.scope.lists_locked > 0)
    }

    pub fn call_function(&mut self, func: &Func) {
        let mut owner = None;
        let mut args = Vec::new();
        for (index, param) in func.params.iter().enumerate() {
            let Some((text, of)) = self.argument(param) else { return self.mix() };
            if func.ret == Ret::Ref(index) {
                owner = of;
            }
            args.push(text);
        }
        self.cx.cost += func.cost * self.cx.factor;
        self.cx.changes_slots |= func.changes_slots;
        self.cx.changes_lists |= func.changes_lists;
        let call = format!("{}({})", func.name, args.join(", "));
        match func.ret {
            Ret::Void | Ret::Main => self.text.line(format!("{call};")),
            Ret::Word => self.take_word(&call),
            Ret::Ref(_) => {
                let name = self.fresh("p");
                self.text.line(format!("unsigned *{name} = {call};"));
                let depth = self.scope.depth;
                self.scope.declare(Var { owner, ..Var::new(&name, Ty::WORD, Role::Ref { len: 1 }, depth) });
            }
            Ret::Block => self.take_block(&call),
            Ret::List => self.take_list(&call),
        }
    }

    fn take_word(&mut self, call: &str) {
        let target = self.scalar(true);
        match target {
            Some((place, int)) if self.random.one_in(3) => {
                self.text.line(format!("{place} = {};", int.convert(call)));
            }
            _ => self.text.line(format!("mix({call});")),
        }
    }

    /// The text of an argument, and the owner of what it points to.
    fn argument(&mut self, param: &Param) -> Option<(String, Option<String>)> {
        let text = match param {
            Param::Word => self.expr(2),
            Param::Ref(ty, len) => {
                let source = self.source(ty, *len, self.scope.depth, &Owners::Any)?;
                return Some((source.text, source.owner));
            }
            Param::Slot => self.address_of_role(&Role::Slot)?,
            Param::List => self.address_of_role(&Role::List)?,
            Param::Operation => self.random.pick(&["add", "merge", "larger", "operations[1]"]).to_string(),
            Param::Depth if self.cx.calls_itself => "depth - 1u".to_owned(),
            Param::Depth => self.random.below(5).to_string(),
        };
        Some((text, None))
    }

    /// `&x` of some variable of this role; just `x` where the variable is `*x`.
    pub fn address_of_role(&mut self, role: &Role) -> Option<String> {
        let names: Vec<String> =
            self.scope.vars.iter().filter(|var| var.role == *role).map(|var| var.name.clone()).collect();
        if names.is_empty() {
            return None;
        }
        let name: &String = self.random.pick(&names);
        Some(address(name))
    }

    /// Copies, comparisons and other views of bytes.
    pub fn bytes_statement(&mut self) {
        match self.random.below(5) {
            0 => self.byte_view(),
            1 => self.copy("memmove"),
            2 => self.fill(),
            3 => self.text_copy(),
            _ => self.copy("memcpy"),
        }
    }

    /// Reads or writes one byte of a word.
    fn byte_view(&mut self) {
        let Some(source) = self.source(&Ty::WORD, 1, self.scope.depth, &Owners::Any) else { return self.mix() };
        let at = self.element(&format!("((unsigned char *)({}))", source.text), 4);
        if self.random.one_in(2) {
            self.text.line(format!("mix({at});"));
        } else {
            let value = self.expr(1);
            self.text.line(format!("{at} = {};", Int::U8.convert(&value)));
        }
    }

    /// Copies into a new array, so that nothing overlaps.
    fn copy(&mut self, function: &str) {
        let len = self.random.between(1, 3);
        let element = if self.random.one_in(3) { Ty::BYTE } else { Ty::WORD };
        let Some(source) = self.source(&element, len, self.scope.depth, &Owners::Any) else { return self.mix() };
        let name = self.fresh("copy");
        let ty = Ty::Array(Box::new(element), len);
        let count = if self.seed(self.rates.off_by_one) { len + 1 } else { len };
        self.text.line(format!("{};", ty.declare(&name)));
        self.text.line(format!("{function}({name}, {}, {count} * sizeof {name}[0]);", source.text));
        self.scope.declare(Var::value(&name, ty, self.scope.depth));
    }

    fn fill(&mut self) {
        let len = self.random.between(1, 3);
        let Some(source) = self.source(&Ty::WORD, len, self.scope.depth, &Owners::Any) else { return self.mix() };
        let count = if self.seed(self.rates.off_by_one) { source.len + 1 } else { len };
        let byte = self.random.below(200);
        self.text.line(format!("memset({}, {byte}, {count} * sizeof(unsigned));", source.text));
    }

    fn text_copy(&mut self) {
        let texts: Vec<Var> = self.scope.vars.iter().filter(|var| var.role == Role::Text).cloned().collect();
        let Some(from) = texts.first() else { return self.mix() };
        let name = self.fresh("text");
        let Ty::Array(_, len) = from.ty else { return };
        let room = if self.seed(self.rates.off_by_one) { len - 1 } else { len };
        self.text.line(format!("char {name}[{room}];"));
        self.text.line(format!("strcpy({name}, {});", from.name));
        let ty = Ty::Array(Box::new(Ty::BYTE), len);
        self.scope.declare(Var::new(&name, ty, Role::Text, self.scope.depth));
    }
}

/// `&x`, or `x` for `(*x)`.
pub fn address(name: &str) -> String {
    match name.strip_prefix("(*") {
        Some(rest) => rest.trim_end_matches(')').to_owned(),
        None => format!("&{name}"),
    }
}
