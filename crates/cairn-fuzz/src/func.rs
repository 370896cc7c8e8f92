//! A whole program: types, globals, helpers, functions that call earlier ones, `main`.

use crate::random::Random;
use crate::scope::{Role, Scope, Var};
use crate::text::Text;
use crate::types::{Int, LINK_LEN, Ty, Types};
use crate::{ErrorRates, Options};

pub struct Program<'a> {
    pub options: &'a Options,
    pub random: Random,
    /// Of the kinds that this program has.
    pub rates: ErrorRates,
    pub text: Text,
    pub types: Types,
    pub scope: Scope,
    pub funcs: Vec<Func>,
    /// Words in a block that a slot holds.
    pub slot_len: u32,
    pub cx: FuncCx,
    names: u32,
}

/// A function that can be called.
#[derive(Clone)]
pub struct Func {
    pub name: String,
    pub params: Vec<Param>,
    pub ret: Ret,
    pub cost: u64,
    pub changes_slots: bool,
    pub changes_lists: bool,
}

#[derive(Clone, PartialEq, Eq)]
pub enum Param {
    Word,
    Ref(Ty, u32),
    Slot,
    List,
    Operation,
    /// How much deeper the recursion may go.
    Depth,
}

#[derive(Clone, PartialEq, Eq)]
pub enum Ret {
    Void,
    Word,
    /// Into what the parameter with this number points to.
    Ref(usize),
    /// A heap block of `slot_len` words that the caller frees, or null.
    Block,
    /// A list that the caller frees.
    List,
    Main,
}

/// What is known of the function that is being written.
pub struct FuncCx {
    pub ret: Ret,
    /// Statements executed by one call, at most, roughly.
    pub cost: u64,
    /// How often the code here is executed in one call.
    pub factor: u64,
    /// For each loop around, the depth outside it.
    pub loops: Vec<usize>,
    pub changes_slots: bool,
    pub changes_lists: bool,
    /// The function itself, if it may call itself.
    pub recursive: Option<Func>,
    /// Pointers to functions that take two words.
    pub operations: Vec<String>,
    /// The call that is being written is to the function itself.
    pub calls_itself: bool,
}

impl FuncCx {
    fn new(ret: Ret) -> FuncCx {
        FuncCx {
            ret,
            cost: 0,
            factor: 1,
            loops: Vec::new(),
            changes_slots: false,
            changes_lists: false,
            recursive: None,
            operations: Vec::new(),
            calls_itself: false,
        }
    }
}

/// `mix` and `show` are exclusive-ors and shifts only: each undefined bit stays one bit, for every tool that follows them, and
/// decides the parity.
const PRELUDE: &str = "#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static unsigned checksum = 1;

static void mix(unsigned value) {
    checksum = (checksum << 7 | checksum >> 25) ^ value;
}

static void show(void) {
    unsigned parity = checksum ^ checksum >> 16;
    parity ^= parity >> 8;
    parity ^= parity >> 4;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    if (parity & 1u)
        puts(\"odd\");
    printf(\"%u\\n\", checksum);
}

static unsigned add(unsigned a, unsigned b) {
    return a + b;
}

static unsigned merge(unsigned a, unsigned b) {
    return a ^ (b << 3);
}

static unsigned larger(unsigned a, unsigned b) {
    return a > b ? a : b;
}

static unsigned (*const operations[3])(unsigned, unsigned) = {add, merge, larger};

";

impl<'a> Program<'a> {
    pub fn new(seed: u64, options: &'a Options) -> Program<'a> {
        let mut random = Random::new(seed);
        let rates = active(&mut random, options);
        let types = Types::generate(&mut random);
        let slot_len = random.between(2, 5);
        Program {
            options,
            random,
            rates,
            text: Text::default(),
            types,
            scope: Scope::default(),
            funcs: Vec::new(),
            slot_len,
            cx: FuncCx::new(Ret::Void),
            names: 0,
        }
    }

    pub fn generate(mut self) -> String {
        self.text.verbatim(PRELUDE);
        for line in self.types.lines() {
            self.text.line(line);
        }
        self.text.line("");
        self.globals();
        self.list_helpers();
        for index in 0..self.random.between(1, 5) {
            self.function(index);
        }
        self.main();
        self.text.finish()
    }

    /// A name that is new in the program.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Whether to seed an error of this rate here.
    pub fn seed(&mut self, rate: u32) -> bool {
        rate > 0 && self.random.per_mille(rate)
    }

    fn globals(&mut self) {
        for index in 0..self.options.inputs {
            self.global(&format!("in{index}"), Ty::WORD, "");
        }
        self.global("words", Ty::Array(Box::new(Ty::WORD), LINK_LEN.max(4)), " = {3, 1, 4, 1}");
        self.global("bytes", Ty::Array(Box::new(Ty::BYTE), 6), " = {2, 7, 1, 8}");
        self.global("total", Ty::WORD, "");
        self.global("cursor", Ty::Link(LINK_LEN), "");
        let id = self.types.any_struct(&mut self.random);
        self.global("thing", Ty::Struct(id), "");
        self.text.line("static unsigned *block;");
        self.scope.declare(Var::new("block", Ty::WORD, Role::Slot, 0));
        if self.random.one_in(2) {
            self.text.line("static unsigned *spare;");
            self.scope.declare(Var::new("spare", Ty::WORD, Role::Slot, 0));
        }
        self.text.line("static struct node *chain;");
        self.scope.declare(Var::new("chain", Ty::WORD, Role::List, 0));
        self.text.line("");
    }

    fn global(&mut self, name: &str, ty: Ty, init: &str) {
        self.text.line(format!("static {}{init};", ty.declare(name)));
        self.scope.declare(Var::value(name, ty, 0));
    }

    fn function(&mut self, index: u32) {
        let params = self.params();
        let ret = self.ret(&params);
        let func = Func {
            name: format!("f{index}"),
            params,
            ret: ret.clone(),
            cost: 0,
            changes_slots: true,
            changes_lists: true,
        };
        self.cx = FuncCx::new(ret);
        self.scope.enter();
        let header = self.header(&func);
        self.text.open(header);
        if func.params.contains(&Param::Depth) {
            let value = self.default_value();
            self.text.line("if (depth == 0)");
            self.text.line(format!("    return{value};"));
            self.cx.recursive = Some(func.clone());
        }
        let size = self.options.size;
        let count = self.random.between(size / 2 + 1, size + 1);
        self.statements(count);
        self.finish_function();
        self.text.close();
        self.text.line("");
        self.scope.leave();
        let cost = if func.params.contains(&Param::Depth) { self.cx.cost * 5 } else { self.cx.cost };
        let (changes_slots, changes_lists) = (self.cx.changes_slots, self.cx.changes_lists);
        self.funcs.push(Func { cost: cost + 1, changes_slots, changes_lists, ..func });
    }

    fn params(&mut self) -> Vec<Param> {
        let count = self.random.between(1, 4);
        let mut params: Vec<Param> = (0..count).map(|_| self.param()).collect();
        if self.random.one_in(3) {
            params.push(Param::Depth);
        }
        params
    }

    fn param(&mut self) -> Param {
        match self.random.below(9) {
            0 | 1 => Param::Word,
            2 | 3 => Param::Ref(Ty::WORD, self.random.between(1, 3)),
            4 => Param::Ref(Ty::BYTE, self.random.between(1, 4)),
            5 => Param::Ref(Ty::Struct(self.types.any_struct(&mut self.random)), 1),
            6 => Param::Slot,
            7 => Param::List,
            _ => Param::Operation,
        }
    }

    fn ret(&mut self, params: &[Param]) -> Ret {
        let words = params.iter().position(|param| matches!(param, Param::Ref(Ty::Int(Int::U32), _)));
        match (self.random.below(7), words) {
            (0, _) => Ret::Void,
            (1 | 2, Some(index)) => Ret::Ref(index),
            // At the end of a recursion they are null, so a function that starts with a call would do nothing else.
            (3, _) if !params.contains(&Param::Depth) => Ret::Block,
            (4, _) => Ret::List,
            _ => Ret::Word,
        }
    }

    /// Declares the parameters and says how the function begins.
    fn header(&mut self, func: &Func) -> String {
        let mut parts = Vec::new();
        for (index, param) in func.params.iter().enumerate() {
            let name = format!("a{index}");
            let (part, var) = match param {
                Param::Word => (format!("unsigned {name}"), Some(Var::value(&name, Ty::WORD, 1))),
                Param::Ref(ty, len) => {
                    (ty.declare(&format!("*{name}")), Some(Var::new(&name, ty.clone(), Role::Ref { len: *len }, 1)))
                }
                Param::Slot => {
                    (format!("unsigned **{name}"), Some(Var::new(&format!("(*{name})"), Ty::WORD, Role::Slot, 1)))
                }
                Param::List => {
                    (format!("struct node **{name}"), Some(Var::new(&format!("(*{name})"), Ty::WORD, Role::List, 1)))
                }
                Param::Operation => (format!("unsigned (*{name})(unsigned, unsigned)"), None),
                Param::Depth => ("unsigned depth".to_owned(), None),
            };
            parts.push(part);
            if *param == Param::Operation {
                self.cx.operations.push(name);
            }
            if let Some(var) = var {
                self.scope.declare(Var { borrowed: true, ..var });
            }
        }
        let ret = match func.ret {
            Ret::Void => "void ",
            Ret::Word => "unsigned ",
            Ret::Ref(_) | Ret::Block => "unsigned *",
            Ret::List => "struct node *",
            Ret::Main => unreachable!("main is written apart"),
        };
        format!("static {ret}{}({})", func.name, parts.join(", "))
    }

    /// The value for a `return` that gives up, with a blank before it.
    pub fn default_value(&self) -> String {
        match self.cx.ret {
            Ret::Void => String::new(),
            Ret::Word => " 1u".to_owned(),
            Ret::Main => " 0".to_owned(),
            Ret::Ref(index) => format!(" a{index}"),
            Ret::Block | Ret::List => " NULL".to_owned(),
        }
    }

    fn finish_function(&mut self) {
        match self.cx.ret.clone() {
            Ret::Void => self.release_below(0),
            Ret::Word => {
                let value = self.expr(2);
                self.text.line(format!("unsigned result = {value};"));
                self.release_below(0);
                self.text.line("return result;");
            }
            Ret::Ref(index) => self.finish_ref(index),
            Ret::Block => self.finish_block(),
            Ret::List => self.finish_list(),
            Ret::Main => unreachable!("main is written apart"),
        }
    }

    fn finish_ref(&mut self, param: usize) {
        self.release_below(0);
        if self.seed(self.rates.escaped_local) {
            let value = self.expr(1);
            self.text.line(format!("unsigned escaping[2] = {{{value}, 5u}};"));
            self.text.line("unsigned *result = escaping;");
            self.text.line("return result;");
            return;
        }
        let Some(Var { role: Role::Ref { len }, .. }) =
            self.scope.vars.iter().find(|var| var.name == format!("a{param}"))
        else {
            return self.text.line(format!("return a{param};"));
        };
        let index = self.index(*len);
        self.text.line(format!("return &a{param}[{index}];"));
    }

    fn main(&mut self) {
        self.cx = FuncCx::new(Ret::Main);
        self.scope.enter();
        self.text.open("int main(void)");
        for index in 0..self.options.inputs {
            self.text.line(format!("in{index} = (unsigned)__VERIFIER_nondet_int();"));
        }
        let count = self.options.size;
        for index in 0..self.funcs.len() {
            let func = self.funcs[index].clone();
            self.statements(count / 6 + 1);
            self.call_function(&func);
        }
        self.statements(count / 2);
        self.release_below(0);
        if !self.seed(self.rates.leak) {
            self.text.line("free(block);");
            self.text.line("list_free(&chain);");
            if self.scope.vars.iter().any(|var| var.name == "spare") {
                self.text.line("free(spare);");
            }
        }
        self.text.line("show();");
        self.text.line("return 0;");
        self.text.close();
        self.scope.leave();
    }
}

/// Each kind of error is in a program or not.
fn active(random: &mut Random, options: &Options) -> ErrorRates {
    let mut some = |rate: u32| if !options.valid && random.one_in(3) { rate } else { 0 };
    let errors = &options.errors;
    ErrorRates {
        missing_null_check: some(errors.missing_null_check),
        off_by_one: some(errors.off_by_one),
        use_after_free: some(errors.use_after_free),
        double_free: some(errors.double_free),
        bad_free: some(errors.bad_free),
        escaped_local: some(errors.escaped_local),
        uninitialized: some(errors.uninitialized),
        leak: some(errors.leak),
        division_by_zero: some(errors.division_by_zero),
    }
}
