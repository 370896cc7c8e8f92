//! Expressions. All of them have type `unsigned`, so no arithmetic overflows; conditions are apart.

use crate::func::Program;
use crate::scope::{Role, Var};

impl Program<'_> {
    /// An expression without side effects, of type `unsigned`, in parentheses where needed.
    pub fn expr(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf();
        }
        match self.random.below(16) {
            0..=4 => self.leaf(),
            5..=8 => self.binary(depth),
            9 => self.shift(depth),
            10 => self.division(depth),
            11 => format!("({} ? {} : {})", self.condition(depth - 1), self.expr(depth - 1), self.expr(depth - 1)),
            12 => format!("(unsigned){}", self.comparison(depth)),
            13 => self.signed_detour(depth),
            14 => self.narrowed(depth),
            _ => self.library_call(),
        }
    }

    fn leaf(&mut self) -> String {
        if self.random.one_in(4) {
            return format!("{}u", self.random.below(40));
        }
        match self.scalar(false) {
            Some((text, crate::types::Int::U32)) => text,
            Some((text, _)) => format!("(unsigned){text}"),
            None => format!("{}u", self.random.below(9)),
        }
    }

    fn binary(&mut self, depth: u32) -> String {
        let operator = *self.random.pick(&["+", "-", "*", "^", "|", "&"]);
        format!("({} {operator} {})", self.expr(depth - 1), self.expr(depth - 1))
    }

    fn shift(&mut self, depth: u32) -> String {
        let operator = *self.random.pick(&["<<", ">>"]);
        format!("({} {operator} ({} & 15u))", self.expr(depth - 1), self.expr(depth - 1))
    }

    fn division(&mut self, depth: u32) -> String {
        let operator = *self.random.pick(&["/", "%"]);
        let (a, b) = (self.expr(depth - 1), self.leaf());
        if self.seed(self.rates.division_by_zero) {
            // Not of constants: Clang folds those, and nothing is left of the division.
            return format!("(({a} ^ total) {operator} ({b} % 4u))");
        }
        match self.random.below(3) {
            0 => format!("({a} {operator} ({b} | 1u))"),
            1 => format!("({b} != 0u ? {a} {operator} {b} : 1u)"),
            _ => format!("((unsigned)((int)({a} & 255u) {operator} -3))"),
        }
    }

    fn signed_detour(&mut self, depth: u32) -> String {
        let inner = self.expr(depth - 1);
        match self.random.below(3) {
            0 => format!("(unsigned)((int)({inner} & 1023u) - 512)"),
            1 => format!("(unsigned)-(int)({inner} & 127u)"),
            _ => format!("(unsigned)((int)({inner} & 63u) * -3 / 2)"),
        }
    }

    fn narrowed(&mut self, depth: u32) -> String {
        let kind = *self.random.pick(&["unsigned char", "unsigned short", "unsigned long long", "_Bool"]);
        format!("(unsigned)({kind})({})", self.expr(depth - 1))
    }

    fn library_call(&mut self) -> String {
        let texts: Vec<Var> = self.scope.vars.iter().filter(|var| var.role == Role::Text).cloned().collect();
        if texts.is_empty() {
            return self.leaf();
        }
        let (a, b) = (self.random.pick(&texts).name.clone(), self.random.pick(&texts).name.clone());
        match self.random.below(3) {
            0 => format!("(unsigned)(strcmp({a}, {b}) == 0)"),
            _ => format!("(unsigned)strlen({a})"),
        }
    }

    fn comparison(&mut self, depth: u32) -> String {
        let operator = *self.random.pick(&["<", ">", "==", "!=", "<=", ">="]);
        format!("({} {operator} {})", self.expr(depth - 1), self.expr(depth - 1))
    }

    /// A condition, in parentheses where needed.
    pub fn condition(&mut self, depth: u32) -> String {
        match self.random.below(8) {
            0 if depth > 0 => format!("({} && {})", self.condition(depth - 1), self.condition(depth - 1)),
            1 if depth > 0 => format!("({} || {})", self.condition(depth - 1), self.condition(depth - 1)),
            2 => format!("({} & 1u)", self.expr(depth.min(1))),
            3 => self.guarded_use().unwrap_or_else(|| self.comparison(1)),
            4 => format!("!{}", self.comparison(1)),
            _ => self.comparison(depth.max(1)),
        }
    }

    /// A use of something that may be null, behind `&&`. A seeded error leaves out the check.
    fn guarded_use(&mut self) -> Option<String> {
        let hidden = self.scope.slots_hidden;
        let usable = |var: &&Var| var.role == Role::List || (var.role == Role::Slot && !hidden);
        let maybe: Vec<Var> = self.scope.vars.iter().filter(usable).cloned().collect();
        if maybe.is_empty() {
            return None;
        }
        let var = self.random.pick(&maybe).clone();
        let used = match var.role {
            Role::List => format!("{}->value > {}u", var.name, self.random.below(20)),
            _ => format!("{} != {}u", self.element(&var.name, self.slot_len), self.random.below(20)),
        };
        if self.seed(self.rates.missing_null_check) {
            return Some(format!("({used})"));
        }
        Some(match self.random.below(3) {
            0 => format!("({} && {used})", var.name),
            1 => format!("({} == NULL || {used})", var.name),
            _ => format!("({} != NULL && {used})", var.name),
        })
    }
}
