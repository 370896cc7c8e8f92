//! Places: what an expression can read or write, and what a pointer can point to.

use crate::func::Program;
use crate::scope::{Role, Var};
use crate::types::{Int, Ty};

/// Something that a pointer can point to.
pub struct Source {
    pub text: String,
    pub len: u32,
    pub owner: Option<String>,
}

/// Which owners the target of a pointer may have.
pub enum Owners<'a> {
    Any,
    /// None, or this one.
    Only(Option<&'a str>),
}

impl Program<'_> {
    /// An index into `len` elements. A seeded error makes it one too large, at least sometimes.
    pub fn index(&mut self, len: u32) -> String {
        let wrong = self.seed(self.rates.off_by_one);
        let limit = if wrong { len + 1 } else { len };
        let counters: Vec<String> = self.counters(limit);
        match self.random.below(4) {
            0 if !counters.is_empty() => self.random.pick(&counters).clone(),
            1 | 2 => match self.word_variable() {
                Some(name) => format!("{name} % {limit}u"),
                None => self.random.below(len).to_string(),
            },
            // Clang folds constant addresses, so a wrong constant would leave no trace of the array that it is wrong for.
            _ if wrong => format!("total % {limit}u"),
            _ => self.random.below(limit).to_string(),
        }
    }

    fn counters(&self, limit: u32) -> Vec<String> {
        let fits = |var: &&Var| matches!(var.role, Role::Value { bound: Some(bound) } if bound <= limit);
        self.scope.vars.iter().filter(fits).map(|var| var.name.clone()).collect()
    }

    fn word_variable(&mut self) -> Option<String> {
        let is_word = |var: &&Var| matches!(var.role, Role::Value { .. }) && var.ty == Ty::WORD;
        let names: Vec<&Var> = self.scope.vars.iter().filter(is_word).collect();
        if names.is_empty() { None } else { Some(self.random.pick(&names).name.clone()) }
    }

    /// A scalar to read or to write.
    pub fn scalar(&mut self, write: bool) -> Option<(String, Int)> {
        for _ in 0..4 {
            let var = self.random.pick(&self.scope.vars).clone();
            if write && !var.is_writable() {
                continue;
            }
            let scalars: Vec<(String, Int)> = self
                .places(&var)
                .into_iter()
                .filter_map(|(text, ty)| match ty {
                    Ty::Int(int) => Some((text, int)),
                    _ => None,
                })
                .collect();
            if !scalars.is_empty() {
                return Some(self.random.pick(&scalars).clone());
            }
        }
        None
    }

    /// Everything of type `ty`, in some variable.
    pub fn places_of(&mut self, ty: &Ty) -> Vec<String> {
        let vars = self.scope.vars.clone();
        let mut found = Vec::new();
        for var in vars.iter().filter(|var| var.is_writable()) {
            found.extend(self.places(var).into_iter().filter(|(_, t)| t == ty).map(|(text, _)| text));
        }
        found
    }

    /// The parts of a variable, itself included, with an index chosen for each array.
    pub fn places(&mut self, var: &Var) -> Vec<(String, Ty)> {
        let mut out = Vec::new();
        match var.role {
            Role::Value { .. } => self.parts(var.name.clone(), &var.ty, &mut out),
            Role::Ref { len } | Role::Owner { len } => {
                let target = self.element(&var.name, len);
                self.parts(target, &var.ty, &mut out);
            }
            Role::Slot | Role::List | Role::Text | Role::Dangling => {}
        }
        out
    }

    /// `*p`, `p[i]` or `*(p + i)`.
    pub fn element(&mut self, pointer: &str, len: u32) -> String {
        let index = self.index(len);
        match self.random.below(4) {
            0 => format!("(*({pointer} + {index}))"),
            _ if index == "0" => format!("(*{pointer})"),
            _ => format!("{pointer}[{index}]"),
        }
    }

    fn parts(&mut self, text: String, ty: &Ty, out: &mut Vec<(String, Ty)>) {
        match ty {
            Ty::Int(_) | Ty::Link(_) => {}
            Ty::Array(element, len) => {
                let index = self.index(*len);
                self.parts(format!("{text}[{index}]"), element, out);
            }
            Ty::Struct(id) => {
                let fields: Vec<(String, Ty)> =
                    self.types.structs[*id].fields.iter().map(|field| (field.name.clone(), field.ty.clone())).collect();
                for (name, ty) in fields {
                    self.parts(member(&text, &name), &ty, out);
                }
            }
            Ty::Union => {
                out.push((member(&text, "word"), Ty::WORD));
                let (half, byte) = (self.index(2), self.index(4));
                out.push((format!("{}[{half}]", member(&text, "half")), Ty::Int(Int::U16)));
                out.push((format!("{}[{byte}]", member(&text, "byte")), Ty::BYTE));
            }
        }
        out.push((text, ty.clone()));
    }

    /// Something with at least `len` elements of type `element`, declared not deeper than `depth`.
    pub fn source(&mut self, element: &Ty, len: u32, depth: usize, owners: &Owners) -> Option<Source> {
        let wanted = if len > 1 && self.seed(self.rates.off_by_one) { len - 1 } else { len };
        let vars: Vec<Var> =
            self.scope.vars.iter().filter(|var| var.depth <= depth && var.is_writable()).cloned().collect();
        let mut found = Vec::new();
        for var in &vars {
            let owner = if matches!(var.role, Role::Owner { .. }) { Some(var.name.clone()) } else { var.owner.clone() };
            if let Owners::Only(only) = owners
                && owner.is_some()
                && owner.as_deref() != *only
            {
                continue;
            }
            for (text, len) in self.targets(var, element) {
                found.push(Source { text, len, owner: owner.clone() });
            }
        }
        found.retain(|source| source.len >= wanted);
        if found.is_empty() {
            return None;
        }
        let picked = self.random.below(found.len() as u32) as usize;
        Some(self.shifted(found.swap_remove(picked), wanted))
    }

    /// Pointers to elements of this type in a variable, with the number of elements.
    fn targets(&mut self, var: &Var, element: &Ty) -> Vec<(String, u32)> {
        let mut found = Vec::new();
        if let Role::Ref { len } | Role::Owner { len } = var.role
            && var.ty == *element
        {
            found.push((var.name.clone(), len));
        }
        for (text, ty) in self.places(var) {
            match ty {
                ty if ty == *element => found.push((format!("&{text}"), 1)),
                Ty::Array(inner, len) if *inner == *element => found.push((text, len)),
                _ => {}
            }
        }
        found
    }

    /// Sometimes not the first element but a later one.
    fn shifted(&mut self, source: Source, wanted: u32) -> Source {
        let spare = source.len.saturating_sub(wanted.max(1));
        if spare == 0 || self.random.one_in(2) {
            return source;
        }
        let shift = self.random.between(1, spare);
        let text = &source.text;
        let text = if self.random.one_in(2) { format!("{text} + {shift}") } else { format!("&{text}[{shift}]") };
        Source { text, len: source.len - shift, owner: source.owner }
    }
}

/// A member, with the arrow where C people write it.
pub fn member(text: &str, field: &str) -> String {
    match text.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')')) {
        Some(pointer) if pointer.chars().all(|c| c.is_alphanumeric() || c == '_') => format!("{pointer}->{field}"),
        _ => format!("{text}.{field}"),
    }
}
