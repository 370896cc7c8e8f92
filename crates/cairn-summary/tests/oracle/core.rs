//! The core language: loads, stores, allocations, calls, comparisons and choices over numbers and pointers of depth two; random
//! programs in it, and how they look in C.

use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int,
    /// To a number.
    Ptr,
    /// To a pointer.
    PtrPtr,
}

/// A parameter or a local by its place in `Func::vars`.
pub type Var = usize;

#[derive(Clone, Debug)]
pub enum Stmt {
    Load { to: Var, from: Var },
    Store { to: Var, from: Var },
    Set { to: Var, number: i64 },
    Copy { to: Var, from: Var },
    Alloc { to: Var },
    Call { to: Option<Var>, func: usize, args: Vec<Var> },
    If { a: Var, b: Var, then: Vec<Stmt>, otherwise: Vec<Stmt> },
    Choose { one: Vec<Stmt>, other: Vec<Stmt> },
    Assert { a: Var, b: Var },
}

#[derive(Clone, Debug)]
pub struct Func {
    /// Parameters first.
    pub vars: Vec<Ty>,
    pub params: usize,
    pub body: Vec<Stmt>,
    pub result: Var,
}

#[derive(Clone, Debug)]
pub struct Core {
    /// Each calls those before it; with recursion, itself and those after it, too.
    pub funcs: Vec<Func>,
}

/// Which programs are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    pub choices: bool,
    pub recursion: bool,
}

/// Random numbers that are the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

impl Core {
    pub fn random(seed: u64, style: Style) -> Core {
        let mut random = Random::new(seed);
        let count = 1 + random.below(4);
        let signatures: Vec<Vec<Ty>> = (0..count).map(|_| parameters(&mut random)).collect();
        let results: Vec<Ty> = (0..count).map(|_| if random.below(3) == 0 { Ty::Ptr } else { Ty::Int }).collect();
        let funcs = (0..count).map(|index| {
            let mut vars = signatures[index].clone();
            vars.extend([Ty::Int, Ty::Int, Ty::Ptr, Ty::Ptr, Ty::PtrPtr]);
            let mut maker =
                Maker { random: &mut random, style, index, vars, signatures: &signatures, results: &results };
            maker.func()
        });
        Core { funcs: funcs.collect() }
    }
}

fn parameters(random: &mut Random) -> Vec<Ty> {
    let count = 1 + random.below(3);
    let ty = |random: &mut Random| match random.below(7) {
        0 => Ty::Int,
        1..=3 => Ty::Ptr,
        _ => Ty::PtrPtr,
    };
    (0..count).map(|_| ty(random)).collect()
}

struct Maker<'a> {
    random: &'a mut Random,
    style: Style,
    index: usize,
    vars: Vec<Ty>,
    signatures: &'a [Vec<Ty>],
    results: &'a [Ty],
}

impl Maker<'_> {
    fn func(&mut self) -> Func {
        let statements = 2 + self.random.below(5);
        let mut body = self.prologue();
        body.extend(self.block(statements, 2));
        let result = self.var(self.results[self.index]);
        Func { vars: self.vars.clone(), params: self.signatures[self.index].len(), body, result }
    }

    /// Most pointers lead somewhere.
    fn prologue(&mut self) -> Vec<Stmt> {
        let params = self.signatures[self.index].len();
        let mut block = Vec::new();
        for to in (params..self.vars.len()).filter(|&var| self.vars[var] != Ty::Int).collect::<Vec<_>>() {
            let alike: Vec<Var> = (0..params).filter(|&param| self.vars[param] == self.vars[to]).collect();
            match self.random.of(&alike) {
                _ if self.random.below(5) == 0 => {}
                Some(from) => block.push(Stmt::Copy { to, from }),
                None => block.push(Stmt::Alloc { to }),
            }
        }
        block
    }

    fn block(&mut self, statements: usize, depth: usize) -> Vec<Stmt> {
        (0..statements).map(|_| self.stmt(depth)).collect()
    }

    /// A variable of a type: parameters are preferred.
    fn var(&mut self, ty: Ty) -> Var {
        let params = self.signatures[self.index].len();
        let all: Vec<Var> = (0..self.vars.len()).filter(|&var| self.vars[var] == ty).collect();
        let of_params: Vec<Var> = all.iter().copied().filter(|&var| var < params).collect();
        let preferred = if self.random.below(3) > 0 { self.random.of(&of_params) } else { None };
        preferred.or_else(|| self.random.of(&all)).expect("there is a local of each type")
    }

    fn local(&mut self, ty: Ty) -> Var {
        let params = self.signatures[self.index].len();
        let locals: Vec<Var> = (params..self.vars.len()).filter(|&var| self.vars[var] == ty).collect();
        self.random.of(&locals).expect("there is a local of each type")
    }

    fn stmt(&mut self, depth: usize) -> Stmt {
        match self.random.below(20) {
            0..=3 => {
                let through = if self.random.below(2) == 0 { Ty::Ptr } else { Ty::PtrPtr };
                let target = if through == Ty::Ptr { Ty::Int } else { Ty::Ptr };
                Stmt::Load { to: self.local(target), from: self.var(through) }
            }
            4..=6 => Stmt::Store { to: self.var(Ty::PtrPtr), from: self.var(Ty::Ptr) },
            7..=8 => Stmt::Store { to: self.var(Ty::Ptr), from: self.var(Ty::Int) },
            9..=11 => Stmt::Set { to: self.var(Ty::Ptr), number: 1 + self.random.below(9) as i64 },
            12 => {
                let ty = [Ty::Int, Ty::Ptr, Ty::PtrPtr][self.random.below(3)];
                Stmt::Copy { to: self.local(ty), from: self.var(ty) }
            }
            13 => {
                let ty = [Ty::Ptr, Ty::PtrPtr][self.random.below(2)];
                Stmt::Alloc { to: self.local(ty) }
            }
            14..=16 => self.call(),
            17..=18 if depth > 0 => self.branch(depth),
            19 if self.random.below(3) == 0 => {
                let ty = [Ty::Int, Ty::Ptr][self.random.below(2)];
                Stmt::Assert { a: self.var(ty), b: self.var(ty) }
            }
            _ => Stmt::Set { to: self.var(Ty::Ptr), number: 1 + self.random.below(9) as i64 },
        }
    }

    fn call(&mut self) -> Stmt {
        let callees = if self.style.recursion { self.signatures.len() } else { self.index };
        if callees == 0 {
            return Stmt::Set { to: self.var(Ty::Ptr), number: 1 + self.random.below(9) as i64 };
        }
        let func = self.random.below(callees);
        let args = self.signatures[func].clone().into_iter().map(|ty| self.var(ty)).collect();
        let to = if self.random.below(2) == 0 { Some(self.local(self.results[func])) } else { None };
        Stmt::Call { to, func, args }
    }

    fn branch(&mut self, depth: usize) -> Stmt {
        let (one, other) = (1 + self.random.below(2), self.random.below(2));
        let (one, other) = (self.block(one, depth - 1), self.block(other, depth - 1));
        if self.style.choices && self.random.below(2) == 0 {
            return Stmt::Choose { one, other };
        }
        let ty = [Ty::Int, Ty::Ptr, Ty::PtrPtr][self.random.below(3)];
        Stmt::If { a: self.var(ty), b: self.var(ty), then: one, otherwise: other }
    }
}

// ---- as C ----

pub fn c_type(ty: Ty) -> &'static str {
    match ty {
        Ty::Int => "int ",
        Ty::Ptr => "int *",
        Ty::PtrPtr => "int **",
    }
}

impl Core {
    /// The functions, with names that start with a prefix.
    pub fn to_c(&self, prefix: &str) -> String {
        let mut text = String::new();
        for (index, func) in self.funcs.iter().enumerate() {
            writeln!(text, "{};", self.head(prefix, index, func)).expect("a string");
        }
        for (index, func) in self.funcs.iter().enumerate() {
            write!(text, "{} {{ ", self.head(prefix, index, func)).expect("a string");
            for (var, &ty) in func.vars.iter().enumerate().skip(func.params) {
                write!(text, "{}v{var} = 0; ", c_type(ty)).expect("a string");
            }
            block_to_c(&mut text, prefix, func, &func.body);
            writeln!(text, "return v{}; }}", func.result).expect("a string");
        }
        text
    }

    fn head(&self, prefix: &str, index: usize, func: &Func) -> String {
        let params: Vec<String> =
            (0..func.params).map(|param| format!("{}v{param}", c_type(func.vars[param]))).collect();
        format!("static {}{prefix}f{index}({})", c_type(func.vars[func.result]), params.join(", "))
    }
}

fn block_to_c(text: &mut String, prefix: &str, func: &Func, block: &[Stmt]) {
    for stmt in block {
        let written = match stmt {
            Stmt::Load { to, from } => write!(text, "v{to} = *v{from}; "),
            Stmt::Store { to, from } => write!(text, "*v{to} = v{from}; "),
            Stmt::Set { to, number } => write!(text, "*v{to} = {number}; "),
            Stmt::Copy { to, from } => write!(text, "v{to} = v{from}; "),
            Stmt::Alloc { to } => write!(text, "v{to} = malloc(sizeof *v{to}); *v{to} = 0; "),
            Stmt::Assert { a, b } => write!(text, "assert(v{a} == v{b}); "),
            Stmt::Call { to, func, args } => {
                let args: Vec<String> = args.iter().map(|arg| format!("v{arg}")).collect();
                let to = to.map_or(String::new(), |to| format!("v{to} = "));
                write!(text, "{to}{prefix}f{func}({}); ", args.join(", "))
            }
            Stmt::If { a, b, then, otherwise } => {
                write!(text, "if (v{a} == v{b}) {{ ").expect("a string");
                branches_to_c(text, prefix, func, then, otherwise)
            }
            Stmt::Choose { one, other } => {
                text.push_str("choose { ");
                branches_to_c(text, prefix, func, one, other)
            }
        };
        written.expect("a string");
    }
}

fn branches_to_c(text: &mut String, prefix: &str, func: &Func, one: &[Stmt], other: &[Stmt]) -> std::fmt::Result {
    block_to_c(text, prefix, func, one);
    text.push_str("} else { ");
    block_to_c(text, prefix, func, other);
    write!(text, "}} ")
}
