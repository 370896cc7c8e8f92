//! Statements that work on values: declarations, assignments, branches, output; and the choice among all statements.

use crate::func::{Program, Ret};
use crate::scope::{Role, Var};
use crate::types::{Int, Ty};

#[derive(Clone, Copy)]
enum Kind {
    DeclareScalar,
    DeclareArray,
    DeclareStruct,
    DeclareText,
    Assign,
    StructCopy,
    If,
    Switch,
    Loop,
    Leave,
    Return,
    Assert,
    Mix,
    Call,
    Operation,
    Pointer,
    Heap,
    List,
    Bytes,
}

const WEIGHTS: &[(u32, Kind)] = &[
    (6, Kind::DeclareScalar),
    (4, Kind::DeclareArray),
    (3, Kind::DeclareStruct),
    (2, Kind::DeclareText),
    (14, Kind::Assign),
    (2, Kind::StructCopy),
    (8, Kind::If),
    (2, Kind::Switch),
    (6, Kind::Loop),
    (2, Kind::Leave),
    (2, Kind::Return),
    (1, Kind::Assert),
    (8, Kind::Mix),
    (6, Kind::Call),
    (2, Kind::Operation),
    (12, Kind::Pointer),
    (14, Kind::Heap),
    (10, Kind::List),
    (6, Kind::Bytes),
];

const MAX_DEPTH: usize = 5;

impl Program<'_> {
    pub fn statements(&mut self, count: u32) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        self.cx.cost += self.cx.factor;
        let nested = self.scope.depth < MAX_DEPTH;
        match self.random.weighted(WEIGHTS) {
            Kind::DeclareScalar => self.declare_scalar(),
            Kind::DeclareArray => self.declare_array(),
            Kind::DeclareStruct => self.declare_struct(),
            Kind::DeclareText => self.declare_text(),
            Kind::StructCopy => self.struct_copy(),
            Kind::If if nested => self.branch(),
            Kind::Switch if nested => self.switch(),
            Kind::Loop if nested => self.any_loop(),
            Kind::Leave => self.leave_loop(),
            Kind::Return => self.early_return(),
            Kind::Assert => self.assertion(),
            Kind::Mix => self.mix(),
            Kind::Call => self.any_call(),
            Kind::Operation => self.operation(),
            Kind::Pointer => self.pointer_statement(),
            Kind::Heap => self.heap_statement(),
            Kind::List => self.list_statement(),
            Kind::Bytes => self.bytes_statement(),
            Kind::Assign | Kind::If | Kind::Switch | Kind::Loop => self.assign(),
        }
    }

    /// A block with a few statements; what it owns is released at its end.
    pub fn block(&mut self, most: u32) {
        let count = self.random.between(1, most);
        self.statements(count);
        let outside = self.scope.depth - 1;
        self.release_below(outside);
    }

    fn declare_scalar(&mut self) {
        let name = self.fresh("x");
        let int = Int::any(&mut self.random);
        if self.seed(self.rates.uninitialized) {
            self.text.line(format!("{} {name};", int.c()));
            if self.random.one_in(2) {
                let (condition, value) = (self.condition(1), self.expr(1));
                self.text.line(format!("if ({condition})"));
                self.text.line(format!("    {name} = {};", int.convert(&value)));
            }
        } else {
            let value = self.expr(2);
            self.text.line(format!("{} {name} = {};", int.c(), int.convert(&value)));
        }
        self.scope.declare(Var::value(&name, Ty::Int(int), self.scope.depth));
    }

    fn declare_array(&mut self) {
        let name = self.fresh("arr");
        let int = if self.random.one_in(2) { Int::U32 } else { Int::any(&mut self.random) };
        let len = self.random.between(2, 6);
        let ty = Ty::Array(Box::new(Ty::Int(int)), len);
        let declared = ty.declare(&name);
        let value = self.expr(1);
        if self.random.one_in(2) {
            self.text.line(format!("{declared} = {{{}}};", int.convert(&value)));
        } else {
            self.text.line(format!("{declared};"));
            let filled = if self.seed(self.rates.uninitialized) { len - 1 } else { len };
            if self.random.one_in(3) {
                let bytes = self.random.below(4);
                self.text.line(format!("memset({name}, {bytes}, {filled} * sizeof {name}[0]);"));
            } else {
                let counter = self.fresh("i");
                self.text.line(format!("for (unsigned {counter} = 0; {counter} < {filled}; {counter}++)"));
                let value = format!("({value} + {counter})");
                self.text.line(format!("    {name}[{counter}] = {};", int.convert(&value)));
            }
        }
        self.scope.declare(Var::value(&name, ty, self.scope.depth));
    }

    fn declare_struct(&mut self) {
        let name = self.fresh("s");
        let ty = if self.random.one_in(5) { Ty::Union } else { Ty::Struct(self.types.any_struct(&mut self.random)) };
        let init = if self.seed(self.rates.uninitialized) { "" } else { " = {0}" };
        self.text.line(format!("{}{init};", ty.declare(&name)));
        self.scope.declare(Var::value(&name, ty, self.scope.depth));
    }

    fn declare_text(&mut self) {
        let name = self.fresh("text");
        let len = self.random.between(3, 8);
        let word = &"cairnstone"[..self.random.between(1, len - 1) as usize];
        if self.random.one_in(2) {
            self.text.line(format!("char {name}[{len}] = \"{word}\";"));
        } else {
            let long = self.seed(self.rates.off_by_one);
            let word = if long { &"cairnstones"[..len as usize] } else { word };
            self.text.line(format!("char {name}[{len}];"));
            self.text.line(format!("strcpy({name}, \"{word}\");"));
        }
        self.scope.declare(Var::new(&name, Ty::Array(Box::new(Ty::BYTE), len), Role::Text, self.scope.depth));
    }

    fn assign(&mut self) {
        let Some((place, int)) = self.scalar(true) else { return self.mix() };
        let value = self.expr(3);
        let plain = matches!(int, Int::U32 | Int::U64);
        if plain && self.random.one_in(3) {
            let operator = *self.random.pick(&["+=", "^=", "-=", "|="]);
            self.text.line(format!("{place} {operator} {value};"));
        } else if plain && self.random.one_in(6) {
            self.text.line(format!("{place}++;"));
        } else {
            self.text.line(format!("{place} = {};", int.convert(&value)));
        }
    }

    fn struct_copy(&mut self) {
        let ty = Ty::Struct(self.types.any_struct(&mut self.random));
        let places = self.places_of(&ty);
        if places.len() < 2 {
            return self.declare_struct();
        }
        let (to, from) = (self.random.pick(&places).clone(), self.random.pick(&places).clone());
        self.text.line(format!("{to} = {from};"));
    }

    fn branch(&mut self) {
        let condition = self.condition(2);
        self.text.open(format!("if ({condition})"));
        self.inner_block(4);
        if self.random.one_in(2) {
            self.text.reopen("else");
            self.inner_block(3);
        }
        self.text.close();
    }

    /// The inside of braces that are open already.
    pub fn inner_block(&mut self, most: u32) {
        self.scope.enter();
        self.block(most);
        self.scope.leave();
    }

    fn switch(&mut self) {
        let value = self.expr(1);
        self.text.open(format!("switch ({value} % 4u)"));
        for label in ["case 0:", "case 2:", "default:"] {
            self.text.open(label);
            // `break` would mean the switch: no loop is known inside.
            let loops = std::mem::take(&mut self.cx.loops);
            self.inner_block(2);
            self.cx.loops = loops;
            if self.random.one_in(2) {
                self.text.line("break;");
            }
            self.text.close();
        }
        self.text.close();
    }

    fn early_return(&mut self) {
        if matches!(self.cx.ret, Ret::Main) {
            return self.mix();
        }
        let condition = self.condition(1);
        let value = self.default_value();
        self.text.open(format!("if ({condition})"));
        self.release_below(0);
        self.text.line(format!("return{value};"));
        self.text.close();
    }

    fn assertion(&mut self) {
        if self.options.valid {
            let value = self.expr(1);
            return self.text.line(format!("assert(({value} & 7u) < 8u);"));
        }
        let (value, hit) = (self.expr(1), self.random.below(23));
        self.text.line(format!("assert({value} % 23u != {hit}u);"));
    }

    pub fn mix(&mut self) {
        if self.random.one_in(5) {
            return self.text.line("show();");
        }
        let value = self.expr(3);
        self.text.line(format!("mix({value});"));
    }

    fn operation(&mut self) {
        let (a, b) = (self.expr(1), self.expr(1));
        let function = match self.cx.operations.first() {
            Some(name) if self.random.one_in(2) => name.clone(),
            _ => format!("operations[{}]", self.index(3)),
        };
        self.text.line(format!("total += {function}({a}, {b});"));
    }
}
