//! Constants and constant expressions.

use super::symbol::unescape_bytes;
use super::{Reader, Res, literal};
use crate::ast::{CastOp, Const, ConstExpr, Type, TypeId};

impl<'a> Reader<'a> {
    /// A type and a constant of it.
    pub(super) fn typed_const(&mut self) -> Res<(TypeId, Const<'a>)> {
        let ty = self.ty()?;
        Ok((ty, self.constant(ty)?))
    }

    /// A constant of the given type.
    pub(super) fn constant(&mut self, ty: TypeId) -> Res<Const<'a>> {
        match self.cur.peek() {
            b'0'..=b'9' | b'-' | b'+' => self.number_const(ty),
            b'@' => {
                self.cur.bump();
                Ok(Const::Sym(self.symbol()?))
            }
            b'[' => self.nested(|r| r.elements(b'[', b']')),
            b'{' => self.nested(|r| r.elements(b'{', b'}')),
            b'<' => self.nested(Self::angle_const),
            _ => self.word_const(ty),
        }
    }

    fn number_const(&mut self, ty: TypeId) -> Res<Const<'a>> {
        let start = self.cur;
        let text = self.cur.number_text();
        let constant = match self.module.types[ty] {
            Type::Int(bits) => match small_int(text) {
                Some(value) => Some(Const::Int(value)),
                None => literal::int(text, bits),
            },
            Type::Float(kind) => literal::float(text, kind).map(Const::Float),
            // Formats that Cairn does not know, such as `ppc_fp128`.
            Type::Other(_) => Some(Const::Expr(Box::new(ConstExpr::Unknown(text)))),
            _ => None,
        };
        constant.map_or_else(|| start.fail("not a number of this type"), Ok)
    }

    /// `<…>`: a vector or a packed struct.
    fn angle_const(&mut self) -> Res<Const<'a>> {
        let start = self.cur;
        self.cur.expect(b'<')?;
        if self.cur.peek() == b'{' {
            let value = self.elements(b'{', b'}')?;
            self.cur.expect(b'>')?;
            return Ok(value);
        }
        self.cur = start;
        self.elements(b'<', b'>')
    }

    fn elements(&mut self, open: u8, close: u8) -> Res<Const<'a>> {
        self.cur.expect(open)?;
        let mut elements = Vec::new();
        while !self.cur.eat(close) {
            elements.push(self.typed_const()?);
            if self.cur.peek() != close {
                self.cur.expect(b',')?;
            }
        }
        Ok(Const::Aggregate(elements))
    }

    fn word_const(&mut self, ty: TypeId) -> Res<Const<'a>> {
        let start = self.cur;
        let word = self.cur.word();
        Ok(match word.as_bytes() {
            b"null" => Const::Null,
            b"zeroinitializer" => Const::Zero,
            b"undef" => Const::Undef,
            b"poison" => Const::Poison,
            b"true" => Const::Int(1),
            b"false" => Const::Int(0),
            b"none" => Const::Zero,
            b"c" if self.cur.byte() == b'"' => Const::Bytes(unescape_bytes(self.cur.string()?)),
            b"splat" => {
                self.cur.expect(b'(')?;
                let element = self.nested(Self::typed_const)?;
                self.cur.expect(b')')?;
                Const::Splat(Box::new(element))
            }
            b"blockaddress" => self.block_address()?,
            b"dso_local_equivalent" | b"no_cfi" => {
                self.cur.expect(b'@')?;
                Const::Sym(self.symbol()?)
            }
            [b'u' | b's' | b'f', b'0', b'x', ..] => {
                self.cur = start;
                self.number_const(ty)?
            }
            _ => match self.nested(|r| r.expression(word))? {
                Some(expr) => Const::Expr(Box::new(expr)),
                None => return start.fail("expected a value"),
            },
        })
    }

    fn block_address(&mut self) -> Res<Const<'a>> {
        self.cur.expect(b'(')?;
        self.cur.expect(b'@')?;
        let func = self.symbol()?;
        self.cur.expect(b',')?;
        self.cur.expect(b'%')?;
        let label = self.local_name()?.text();
        self.cur.expect(b')')?;
        Ok(Const::BlockAddress { func, label })
    }

    /// A constant expression by its operator; `None` if the word is no operator.
    fn expression(&mut self, op: &'a str) -> Res<Option<ConstExpr<'a>>> {
        if let Some(cast) = cast_op(op) {
            self.flags();
            return self.in_parens(|r| r.cast_expr(cast)).map(Some);
        }
        match op.as_bytes() {
            b"getelementptr" => {
                let inbounds = self.gep_flags()?;
                self.in_parens(|r| r.gep_expr(inbounds)).map(Some)
            }
            b"icmp" | b"fcmp" => {
                self.flags();
                let pred = self.cur.word();
                self.in_parens(|r| {
                    let (ty, lhs, rhs) = r.const_pair()?;
                    Ok(ConstExpr::Compare { pred, ty, lhs, rhs })
                })
                .map(Some)
            }
            b"select" => self.in_parens(Self::select_expr).map(Some),
            b"extractelement" | b"insertelement" | b"shufflevector" | b"extractvalue" | b"insertvalue" | b"fneg"
            | b"ptrauth" => {
                self.cur.skip_group()?;
                Ok(Some(ConstExpr::Unknown(op)))
            }
            _ if is_binary(op) => {
                self.flags();
                self.in_parens(|r| {
                    let (ty, lhs, rhs) = r.const_pair()?;
                    Ok(ConstExpr::Binary { op, ty, lhs, rhs })
                })
                .map(Some)
            }
            _ => Ok(None),
        }
    }

    fn in_parens<T>(&mut self, parse: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.cur.expect(b'(')?;
        let value = parse(self)?;
        self.cur.expect(b')')?;
        Ok(value)
    }

    fn cast_expr(&mut self, op: CastOp) -> Res<ConstExpr<'a>> {
        let (from, value) = self.typed_const()?;
        self.cur.expect_word("to")?;
        let to = self.ty()?;
        Ok(ConstExpr::Cast { op, from, value, to })
    }

    fn gep_expr(&mut self, inbounds: bool) -> Res<ConstExpr<'a>> {
        let source = self.ty()?;
        self.cur.expect(b',')?;
        let base = self.typed_const()?;
        let mut indices = Vec::new();
        while self.cur.eat(b',') {
            self.cur.eat_word("inrange");
            indices.push(self.typed_const()?);
        }
        Ok(ConstExpr::Gep { source, inbounds, base, indices })
    }

    fn select_expr(&mut self) -> Res<ConstExpr<'a>> {
        let (_, cond) = self.typed_const()?;
        self.cur.expect(b',')?;
        let (ty, then, otherwise) = self.const_pair()?;
        Ok(ConstExpr::Select { cond, ty, then, otherwise })
    }

    /// `T a, T b`.
    fn const_pair(&mut self) -> Res<(TypeId, Const<'a>, Const<'a>)> {
        let (ty, lhs) = self.typed_const()?;
        self.cur.expect(b',')?;
        let (_, rhs) = self.typed_const()?;
        Ok((ty, lhs, rhs))
    }

    /// The words between `getelementptr` and its operands; true if `inbounds` is one of them.
    pub(super) fn gep_flags(&mut self) -> Res<bool> {
        let mut inbounds = false;
        loop {
            match self.cur.peek_word() {
                "inbounds" => inbounds = true,
                "nuw" | "nusw" => {}
                "inrange" => {
                    self.cur.word();
                    self.cur.skip_group()?;
                    continue;
                }
                _ => return Ok(inbounds),
            }
            self.cur.word();
        }
    }
}

/// The common case of `literal::int`: up to 18 decimal digits.
#[inline]
fn small_int(text: &str) -> Option<i128> {
    let (digits, negative) = match text.as_bytes() {
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value = 0i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    Some(i128::from(if negative { -value } else { value }))
}

/// Whether a word in front of a value starts the value, and is not one more attribute.
#[inline]
pub(super) fn starts_constant(word: &str) -> bool {
    match word.as_bytes() {
        b"null"
        | b"undef"
        | b"poison"
        | b"true"
        | b"false"
        | b"none"
        | b"zeroinitializer"
        | b"c"
        | b"splat"
        | b"asm"
        | b"blockaddress"
        | b"dso_local_equivalent"
        | b"no_cfi"
        | b"getelementptr"
        | b"icmp"
        | b"fcmp"
        | b"select"
        | b"extractelement"
        | b"insertelement"
        | b"shufflevector"
        | b"extractvalue"
        | b"insertvalue"
        | b"fneg"
        | b"ptrauth" => true,
        [b'u' | b's' | b'f', b'0', b'x', ..] => true,
        _ => cast_op(word).is_some() || is_binary(word),
    }
}

pub(super) fn cast_op(word: &str) -> Option<CastOp> {
    Some(match word.as_bytes() {
        b"trunc" => CastOp::Trunc,
        b"zext" => CastOp::ZExt,
        b"sext" => CastOp::SExt,
        b"fptrunc" => CastOp::FpTrunc,
        b"fpext" => CastOp::FpExt,
        b"fptoui" => CastOp::FpToUi,
        b"fptosi" => CastOp::FpToSi,
        b"uitofp" => CastOp::UiToFp,
        b"sitofp" => CastOp::SiToFp,
        b"ptrtoint" | b"ptrtoaddr" => CastOp::PtrToInt,
        b"inttoptr" => CastOp::IntToPtr,
        b"bitcast" => CastOp::Bitcast,
        b"addrspacecast" => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

pub(super) fn is_binary(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        b"add"
            | b"sub"
            | b"mul"
            | b"udiv"
            | b"sdiv"
            | b"urem"
            | b"srem"
            | b"shl"
            | b"lshr"
            | b"ashr"
            | b"and"
            | b"or"
            | b"xor"
            | b"fadd"
            | b"fsub"
            | b"fmul"
            | b"fdiv"
            | b"frem"
    )
}
