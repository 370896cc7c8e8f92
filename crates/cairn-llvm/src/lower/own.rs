//! Library functions of which Clang makes operations, where the program defines them itself.
//!
//! Whoever defines `memset` or `floor`, Clang takes a call for the library's and writes `llvm.memset` or `llvm.floor`; the
//! machine code then calls the function of that name, which is the program's. So does a `struct` that is copied as a
//! whole. Only a few bytes of a fixed number are moved without a call, and so are they here: `memcpy` itself may be made
//! of such moves.
//! Not here: who defines what; the operations (`intrinsics`).

use super::func::{FuncLowering, Val};
use super::intrinsic_names::library_name;
use crate::ast::{self, SymId};
use cairn_ir::{CallSig, Callee, FloatKind, FuncId, Op, Operand, Sig, Type};

/// Words that are moved without a call.
const MOVED_WORDS: u64 = 4;

/// Those on memory.
const ON_MEMORY: &[&str] = &["memcpy", "memmove", "memset"];

/// Those on numbers; with `f` and `l` behind them for the other types. (`fabs`, `sqrt` and `copysign` are instructions of the machine.)
const ON_NUMBERS: &[&str] = &[
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "fmin",
    "fmax",
    "fma",
    "lround",
    "llround",
    "lrint",
    "llrint",
    "pow",
    "exp",
    "exp2",
    "exp10",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
];

/// Is a function of this name one of them?
pub fn is_operation(name: &str) -> bool {
    let shorter = name.strip_suffix(['f', 'l']).unwrap_or(name);
    ON_MEMORY.contains(&name) || ON_NUMBERS.contains(&name) || ON_NUMBERS.contains(&shorter)
}

impl FuncLowering<'_, '_> {
    /// The intrinsic as a call of the program's function; `None` if it is none.
    pub fn own_function(&mut self, symbol: Option<SymId>, args: &[Val], call: &ast::Call) -> Option<Val> {
        if self.cx.options.own.is_empty() {
            return None;
        }
        let name = library_name(self.cx.symbol_text(symbol?))?;
        if ON_MEMORY.contains(&name) {
            return self.own_memory_function(name, args);
        }
        ON_NUMBERS.contains(&name).then(|| self.own_numeric_function(name, args, call))?
    }

    fn own_memory_function(&mut self, name: &str, args: &[Val]) -> Option<Val> {
        let &[Val::One(to), Val::One(what), Val::One(len), ..] = args else { return None };
        let sets = name == "memset";
        let moved = u128::from(MOVED_WORDS * self.cx.layout.data.pointer_bytes);
        let fixed = self.body.as_const(len).and_then(|len| len.as_int());
        if !sets && fixed.is_some_and(|len| len <= moved) {
            return None;
        }
        let word = Type::Int(self.cx.layout.pointer_bits());
        let params = vec![Type::Ptr, if sets { Type::I32 } else { Type::Ptr }, word];
        let func = self.own(name, params, Type::Ptr)?;
        let second = if sets { self.resize(what, 32, false) } else { what };
        let len = self.resize_to_word(len, false);
        self.emit_own(func, vec![to, second, len], Type::Ptr);
        if !sets {
            self.leave_unset(to, what, len);
        }
        Some(Val::None)
    }

    fn own_numeric_function(&mut self, name: &str, args: &[Val], call: &ast::Call) -> Option<Val> {
        let lanes = args.first()?.len();
        let result = *self.cx.scalar_types(call.ret).first()?;
        let types: Vec<Type> = args
            .iter()
            .map(|arg| (arg.len() == lanes && lanes > 0).then(|| self.lane(*arg, 0)))
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .map(|lane| self.body.operand_type(lane))
            .collect();
        let suffix = match types.first()? {
            Type::Float(FloatKind::F64) => "",
            Type::Float(FloatKind::F32) => "f",
            Type::Float(FloatKind::X86Fp80) => "l",
            _ => return None,
        };
        let func = self.own(&format!("{name}{suffix}"), types, result)?;
        let values = (0..lanes)
            .map(|i| {
                let args = args.iter().map(|arg| self.lane(*arg, i)).collect();
                self.emit_own(func, args, result)
            })
            .collect();
        Some(self.collect(values))
    }

    fn own(&mut self, name: &str, params: Vec<Type>, result: Type) -> Option<FuncId> {
        let is_own = self.cx.options.own.iter().any(|own| own == name);
        is_own.then(|| self.cx.function_named(name, Sig { params, results: vec![result], variadic: false }))?
    }

    fn emit_own(&mut self, func: FuncId, args: Vec<Operand>, result: Type) -> Operand {
        let sig = CallSig { fixed: args.len() as u32, noreturn: false };
        self.emit(Op::Call { callee: Callee::Direct(func), args, area: None, sig }, result)
    }
}
