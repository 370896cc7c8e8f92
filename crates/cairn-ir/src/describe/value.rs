//! Values as C expressions.

use super::{Def, Describer, Text, prec};
use crate::semantic::{
    BinOp, Callee, CastKind, CmpOp, Const, FCmpOp, FloatKind, Op, Operand, OverflowOp, Type, UnOp, ValueId,
};

/// Arguments that a call shows.
const MAX_ARGS: usize = 6;

impl Describer<'_> {
    pub(super) fn value_text(&self, operand: Operand) -> Text {
        self.deeper(|| self.new_value_text(operand)).unwrap_or_else(Text::unknown)
    }

    fn new_value_text(&self, operand: Operand) -> Text {
        let value = match operand {
            Operand::Const(id) => return self.constant_text(&self.body.consts[id]),
            Operand::Value(value) => value,
        };
        if let Some(name) = self.name_of(value).filter(|_| !self.is_alloca(value)) {
            return Text::atom(name);
        }
        match (self.defs.get(value), self.defs.op(self.body, operand)) {
            (Def::Param { block, index }, _) if block == self.body.entry() => Text::atom(format!("arg{index}")),
            (Def::Inst { result, .. }, Some(op)) => self.op_text(op, operand, result),
            _ => Text::unknown(),
        }
    }

    fn op_text(&self, op: &Op, operand: Operand, result: u32) -> Text {
        match op {
            Op::Alloca { .. } | Op::Field { .. } | Op::Index { .. } => self.address_text(operand),
            Op::Load { ty, addr, .. } => self.place_text(*addr, Some(ty.store_bytes(self.program.target.pointer_bits))),
            Op::Rmw { addr, .. } | Op::CmpXchg { addr, .. } if result == 0 => self.place_text(*addr, None),
            Op::Cast { kind, value, .. } => self.cast_text(*kind, *value),
            Op::Freeze { value } => self.value_text(*value),
            Op::Binary { op, lhs, rhs, .. } => self.binary_text(*op, *lhs, *rhs),
            Op::Overflowing { op, lhs, rhs } if result == 0 => self.binary_text(plain(*op), *lhs, *rhs),
            Op::Unary { op: UnOp::FNeg, value } => {
                Text::new(prec::UNARY, format!("-{}", self.value_text(*value).at(prec::UNARY)))
            }
            Op::Unary { op, value } => self.function(op.name(), &[*value]),
            Op::Bits { op, a, b, c } => {
                let args: Vec<Operand> = [Some(*a), *b, *c].into_iter().flatten().collect();
                self.function(op.name(), &args)
            }
            Op::Fma { a, b, c } => self.function("fma", &[*a, *b, *c]),
            Op::Compare { op, lhs, rhs } => {
                self.truth(*op, *lhs, *rhs).unwrap_or_else(|| self.comparison(compare_symbol(*op), *lhs, *rhs))
            }
            Op::FCompare { op, lhs, rhs } => match float_compare_symbol(*op) {
                Some(symbol) => self.comparison(symbol, *lhs, *rhs),
                None => self.function(op.name(), &[*lhs, *rhs]),
            },
            Op::Select { cond, then, otherwise } => self.conditional(*cond, *then, *otherwise),
            Op::Call { callee, args, .. } => self.call_text(callee, args),
            Op::Host { func, args } => self.function(func.name(), args),
            Op::HeapAlloc { size, .. } => self.function("heap_alloc", &[*size]),
            Op::HeapSize { ptr } => self.function("heap_size", &[*ptr]),
            Op::SetJmp { buf } => self.function("setjmp", &[*buf]),
            Op::Nondet { .. } => self.function("nondet", &[]),
            _ => Text::unknown(),
        }
    }

    /// Conversions are left out, as C mostly does; the test `b != 0` that makes a branch of a `_Bool` shows in place.
    fn cast_text(&self, kind: CastKind, value: Operand) -> Text {
        match kind {
            CastKind::FpToSi | CastKind::FpToUi => {
                Text::new(prec::UNARY, format!("(int){}", self.value_text(value).at(prec::UNARY)))
            }
            _ => self.value_text(value),
        }
    }

    fn binary_text(&self, op: BinOp, lhs: Operand, rhs: Operand) -> Text {
        let (symbol, level) = match op {
            BinOp::Add | BinOp::FAdd => ("+", prec::SUM),
            BinOp::Sub | BinOp::FSub => ("-", prec::SUM),
            BinOp::Mul | BinOp::FMul => ("*", prec::PRODUCT),
            BinOp::UDiv | BinOp::SDiv | BinOp::FDiv => ("/", prec::PRODUCT),
            BinOp::URem | BinOp::SRem | BinOp::FRem => ("%", prec::PRODUCT),
            BinOp::Shl => ("<<", prec::SHIFT),
            BinOp::LShr | BinOp::AShr => (">>", prec::SHIFT),
            BinOp::And => ("&", prec::AND),
            BinOp::Or => ("|", prec::OR),
            BinOp::Xor => ("^", prec::XOR),
            other => return self.function(other.name(), &[lhs, rhs]),
        };
        self.infix(symbol, level, lhs, rhs)
    }

    fn infix(&self, symbol: &str, level: u8, lhs: Operand, rhs: Operand) -> Text {
        let (lhs, rhs) = (self.value_text(lhs).at(level), self.value_text(rhs).at(level + 1));
        Text::new(level, format!("{lhs} {symbol} {rhs}"))
    }

    /// `c != 0` and `c == 0` of a condition, which the compiler adds where C has only `c` or `!c`.
    fn truth(&self, op: CmpOp, lhs: Operand, rhs: Operand) -> Option<Text> {
        let mut condition = lhs;
        while let Some(Op::Cast { kind: CastKind::ZExt | CastKind::SExt, value, .. }) =
            self.defs.op(self.body, condition)
        {
            condition = *value;
        }
        let is_zero = self.body.as_const(rhs).and_then(Const::as_int) == Some(0);
        if !is_zero || self.body.operand_type(condition) != Type::BOOL {
            return None;
        }
        let text = self.value_text(condition);
        match op {
            CmpOp::Ne => Some(text),
            CmpOp::Eq => Some(Text::new(prec::UNARY, format!("!{}", text.at(prec::UNARY)))),
            _ => None,
        }
    }

    fn comparison(&self, symbol: &str, lhs: Operand, rhs: Operand) -> Text {
        let level = if matches!(symbol, "==" | "!=") { prec::EQUAL } else { prec::ORDER };
        self.infix(symbol, level, lhs, rhs)
    }

    fn conditional(&self, cond: Operand, then: Operand, otherwise: Operand) -> Text {
        let [cond, then, otherwise] = [cond, then, otherwise].map(|part| self.value_text(part).at(prec::OR));
        Text::new(prec::CONDITIONAL, format!("{cond} ? {then} : {otherwise}"))
    }

    fn call_text(&self, callee: &Callee, args: &[Operand]) -> Text {
        match callee {
            Callee::Direct(id) => self.function(self.program.func_name(*id), args),
            Callee::Indirect(target) => {
                let target = self.value_text(*target).at(prec::POSTFIX);
                self.function(&target, args)
            }
        }
    }

    fn function(&self, name: &str, args: &[Operand]) -> Text {
        let mut shown: Vec<String> = args.iter().take(MAX_ARGS).map(|&arg| self.value_text(arg).text).collect();
        if args.len() > MAX_ARGS {
            shown.push(super::UNKNOWN.to_owned());
        }
        Text::atom(format!("{name}({})", shown.join(", ")))
    }

    pub(super) fn constant_text(&self, constant: &Const) -> Text {
        match constant {
            Const::Int { width, value } => int_text(*width, *value),
            Const::Float { kind: FloatKind::F64, bits } => Text::atom(format!("{:?}", f64::from_bits(*bits as u64))),
            Const::Float { kind: FloatKind::F32, bits } => Text::atom(format!("{:?}", f32::from_bits(*bits as u32))),
            Const::Float { bits, .. } => Text::atom(format!("{bits:#x}")),
            Const::Null => Text::atom("NULL"),
            Const::Func(id) => Text::atom(self.program.func_name(*id)),
            Const::Undef(_) => Text::atom("uninitialized"),
            Const::Wide(_) => Text::unknown(),
            Const::Global { .. } => self.address_of(self.constant_place(constant)),
        }
    }

    /// The operation that defines a value, even if the value has a name.
    pub fn definition(&self, value: ValueId) -> String {
        self.steps.set(0);
        match (self.defs.get(value), self.defs.inst(self.body, value)) {
            (Def::Inst { result, .. }, Some(inst)) => self.op_text(&inst.op, value.into(), result).text,
            _ => self.value(value.into()),
        }
    }

    /// `f(a, b)` for a call, with a name of ours.
    pub fn call(&self, name: &str, args: &[Operand]) -> String {
        self.steps.set(0);
        self.function(name, args).text
    }
}

fn int_text(width: u32, value: u128) -> Text {
    if width == 1 {
        return Text::atom(value.to_string());
    }
    let unused = 128 - width.min(128);
    let signed = ((value << unused) as i128) >> unused;
    Text::new(if signed < 0 { prec::UNARY } else { prec::POSTFIX }, signed.to_string())
}

fn plain(op: OverflowOp) -> BinOp {
    match op {
        OverflowOp::UAdd | OverflowOp::SAdd => BinOp::Add,
        OverflowOp::USub | OverflowOp::SSub => BinOp::Sub,
        OverflowOp::UMul | OverflowOp::SMul => BinOp::Mul,
    }
}

fn compare_symbol(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Ult | CmpOp::Slt => "<",
        CmpOp::Ule | CmpOp::Sle => "<=",
        CmpOp::Ugt | CmpOp::Sgt => ">",
        CmpOp::Uge | CmpOp::Sge => ">=",
    }
}

fn float_compare_symbol(op: FCmpOp) -> Option<&'static str> {
    Some(match op {
        FCmpOp::Oeq | FCmpOp::Ueq => "==",
        FCmpOp::One | FCmpOp::Une => "!=",
        FCmpOp::Olt | FCmpOp::Ult => "<",
        FCmpOp::Ole | FCmpOp::Ule => "<=",
        FCmpOp::Ogt | FCmpOp::Ugt => ">",
        FCmpOp::Oge | FCmpOp::Uge => ">=",
        FCmpOp::False | FCmpOp::True | FCmpOp::Ord | FCmpOp::Uno => return None,
    })
}
