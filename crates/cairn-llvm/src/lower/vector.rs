//! Rearranging of scalars: elements of aggregates and vectors, shuffles, and bit casts between lanes of other widths.

use super::func::{FuncLowering, Val};
use crate::ast::{self, TypeId};
use cairn_ir::{BinOp, CastKind, CmpOp, FCmpOp, FloatKind, Operand, Type, UnOp, Wrap};

impl<'m> FuncLowering<'_, 'm> {
    /// The scalars that an index path selects: their position, and the type.
    fn path(&self, ty: TypeId, indices: &[u32]) -> Option<(usize, TypeId)> {
        indices.iter().try_fold((0, ty), |(before, ty), &index| {
            let (inner, element) = self.cx.element(ty, u64::from(index))?;
            Some((before + inner, element))
        })
    }

    pub fn extract_value(&mut self, aggregate: &'m ast::Typed<'m>, indices: &[u32]) -> Val {
        let value = self.typed(aggregate);
        match self.path(aggregate.ty, indices) {
            Some((first, element)) => self.slice(value, first, self.cx.layout.info(element).scalars as usize),
            None => self.unsupported("element of a value that has no such element", &[]),
        }
    }

    pub fn insert_value(&mut self, aggregate: &'m ast::Typed<'m>, value: &'m ast::Typed<'m>, indices: &[u32]) -> Val {
        let (whole, part) = (self.typed(aggregate), self.typed(value));
        let mut values = self.lanes(whole);
        match self.path(aggregate.ty, indices) {
            Some((first, _)) if first + part.len() <= values.len() => {
                (0..part.len()).for_each(|i| values[first + i] = self.lane(part, i));
                self.collect(values)
            }
            _ => self.unsupported_value("element of a value that has no such element", aggregate.ty),
        }
    }

    /// A variable index selects by comparing with every lane; out of range gives no particular value.
    pub fn extract_element(&mut self, vector: &'m ast::Typed<'m>, index: &'m ast::Typed<'m>) -> Val {
        let (value, index) = (self.typed(vector), self.typed(index));
        let (Val::One(index), Some((_, element))) = (index, self.cx.element(vector.ty, 0)) else {
            return self.unsupported("element of an empty vector", &[]);
        };
        let ty = self.cx.layout.info(element).scalar.unwrap_or(Type::I32);
        if let Some(index) = self.const_index(index) {
            let found = (index < value.len() as u128).then(|| self.lane(value, index as usize));
            return Val::One(found.unwrap_or_else(|| self.undef(ty)));
        }
        let mut chosen = self.undef(ty);
        for i in 0..value.len() {
            let here = self.index_is(index, i);
            chosen = self.choose(here, self.lane(value, i), chosen);
        }
        Val::One(chosen)
    }

    pub fn insert_element(
        &mut self,
        vector: &'m ast::Typed<'m>,
        value: &'m ast::Typed<'m>,
        index: &'m ast::Typed<'m>,
    ) -> Val {
        let (whole, part, index) = (self.typed(vector), self.typed(value), self.typed(index));
        let (Val::One(part), Val::One(index)) = (part, index) else {
            return self.unsupported_value("insertion of a vector into a vector", vector.ty);
        };
        let mut values = self.lanes(whole);
        if let Some(index) = self.const_index(index) {
            match values.get_mut(index as usize) {
                Some(lane) => *lane = part,
                None => return self.unsupported_value("insertion behind the end of a vector", vector.ty),
            }
            return self.collect(values);
        }
        let inside = self.is_below(index, values.len());
        let undefined = self.undef(self.body.operand_type(part));
        for (i, lane) in values.iter_mut().enumerate() {
            let here = self.index_is(index, i);
            let stays = self.choose(inside, *lane, undefined);
            *lane = self.choose(here, part, stays);
        }
        self.collect(values)
    }

    /// `number < bound`, for a number that has no sign.
    fn is_below(&mut self, number: Operand, bound: usize) -> Operand {
        let width = self.body.operand_type(number).bits(self.cx.layout.pointer_bits());
        if width < usize::BITS && bound >> width != 0 {
            return self.int(1, 1);
        }
        let bound = self.wide_int(width, bound as u64);
        self.compare(CmpOp::Ult, number, bound)
    }

    /// A shift of one lane of several. Machines do not cut its count as they do that of a number alone: what is shifted too far is undefined.
    pub fn shift_lane(&mut self, op: BinOp, lhs: Operand, rhs: Operand, wrap: Wrap) -> Operand {
        let ty = self.body.operand_type(lhs);
        let width = ty.bits(0);
        let shifted = self.binary(op, lhs, rhs, wrap);
        match self.const_index(rhs) {
            Some(count) if count < u128::from(width) => shifted,
            Some(_) => self.undef(ty),
            None => {
                let fits = self.is_below(rhs, width as usize);
                let undefined = self.undef(ty);
                self.choose(fits, shifted, undefined)
            }
        }
    }

    /// A conversion of one lane of several. What does not fit is not what it is for a number alone: it is undefined.
    pub fn cast_lane(&mut self, kind: CastKind, value: Operand, to: Type) -> Operand {
        let result = self.cast(kind, value, to);
        let signed = match kind {
            CastKind::FpToSi => true,
            CastKind::FpToUi => false,
            _ => return result,
        };
        let width = to.bits(0);
        if width > 64 {
            return self.one_unsupported("vector of floating-point numbers as integers of more than 64 bits", to);
        }
        let double = Type::Float(FloatKind::F64);
        let value = match self.body.operand_type(value) {
            Type::Float(FloatKind::Half | FloatKind::BFloat | FloatKind::F32) => {
                self.cast(CastKind::FpExt, value, double)
            }
            _ => value,
        };
        let float = self.body.operand_type(value);
        // A power of two: nothing is rounded.
        let half = self.int(width, 1 << (width - 1));
        let half = self.cast(CastKind::UiToFp, half, float);
        let whole = self.unary(UnOp::Trunc, value);
        let (least, limit) = match signed {
            true => (self.unary(UnOp::FNeg, half), half),
            false => {
                let zero = self.body.constant(super::constants::zero(float));
                (zero, self.plain(BinOp::FAdd, half, half))
            }
        };
        let above = self.float_compare(Some(FCmpOp::Oge), whole, least);
        let below = self.float_compare(Some(FCmpOp::Olt), whole, limit);
        let fits = self.plain(BinOp::And, above, below);
        let undefined = self.undef(to);
        self.choose(fits, result, undefined)
    }

    fn const_index(&self, index: Operand) -> Option<u128> {
        self.body.as_const(index)?.as_int()
    }

    fn index_is(&mut self, index: Operand, lane: usize) -> Operand {
        let width = self.body.operand_type(index).bits(self.cx.layout.pointer_bits());
        let lane = self.int(width, lane as u128);
        self.compare(CmpOp::Eq, index, lane)
    }

    pub fn shuffle(&mut self, a: &'m ast::Typed<'m>, b: &'m ast::Typed<'m>, mask: &[Option<u32>]) -> Val {
        let (lhs, rhs) = (self.typed(a), self.typed(b));
        let ty = match self.cx.element(a.ty, 0) {
            Some((_, element)) => self.cx.layout.info(element).scalar.unwrap_or(Type::I32),
            None => return self.unsupported("shuffle of an empty vector", &[]),
        };
        let lanes: Vec<Operand> = self.lanes(lhs).into_iter().chain(self.lanes(rhs)).collect();
        let values = mask
            .iter()
            .map(|lane| match lane.and_then(|lane| lanes.get(lane as usize)) {
                Some(lane) => *lane,
                None => self.undef(ty),
            })
            .collect();
        self.collect(values)
    }

    /// The same bits as another type: scalars, vectors, and between them.
    pub fn bitcast(&mut self, value: Val, from: TypeId, to: TypeId) -> Val {
        let (sources, targets) = (self.cx.scalar_types(from), self.cx.scalar_types(to));
        if sources == targets {
            return value;
        }
        let bits = |types: &[Type], pointer| types.iter().map(|ty| u64::from(ty.bits(pointer))).sum::<u64>();
        let pointer = self.cx.layout.pointer_bits();
        if sources.len() != value.len()
            || targets.is_empty()
            || bits(&sources, pointer) != bits(&targets, pointer)
            || sources.iter().chain(&targets).any(|ty| *ty == Type::Ptr)
        {
            return self.unsupported("bit cast between these types", &targets);
        }
        let pieces = (0..value.len()).map(|i| self.as_int(self.lane(value, i))).collect();
        let pieces = self.regroup(pieces, targets[0].bits(pointer));
        let values = pieces.into_iter().zip(&targets).map(|(piece, ty)| self.int_as(piece, *ty)).collect();
        self.collect(values)
    }

    fn as_int(&mut self, value: Operand) -> Operand {
        match self.body.operand_type(value) {
            Type::Float(kind) => self.cast(CastKind::Bitcast, value, Type::Int(kind.bits())),
            _ => value,
        }
    }

    fn int_as(&mut self, value: Operand, ty: Type) -> Operand {
        match ty {
            Type::Float(_) => self.cast(CastKind::Bitcast, value, ty),
            _ => value,
        }
    }

    /// Integers of equal width as integers of width `to`, lowest first: little-endian.
    fn regroup(&mut self, pieces: Vec<Operand>, to: u32) -> Vec<Operand> {
        let from = self.body.operand_type(pieces[0]).bits(0);
        if from == to {
            pieces
        } else if from.is_multiple_of(to) {
            pieces.into_iter().flat_map(|piece| self.split(piece, from, to)).collect()
        } else if to.is_multiple_of(from) {
            pieces.chunks((to / from) as usize).map(|group| self.join(group, from)).collect()
        } else {
            let whole = self.join(&pieces, from);
            self.split(whole, from * pieces.len() as u32, to)
        }
    }

    fn split(&mut self, whole: Operand, from: u32, to: u32) -> Vec<Operand> {
        (0..from / to)
            .map(|i| {
                let shifted = if i == 0 { whole } else { self.shift(BinOp::LShr, whole, from, i * to) };
                self.cast(CastKind::Trunc, shifted, Type::Int(to))
            })
            .collect()
    }

    fn join(&mut self, pieces: &[Operand], from: u32) -> Operand {
        let width = from * pieces.len() as u32;
        let mut whole = None;
        for (i, piece) in pieces.iter().enumerate() {
            let wide = self.resize(*piece, width, false);
            let placed = if i == 0 { wide } else { self.shift(BinOp::Shl, wide, width, from * i as u32) };
            whole = Some(match whole {
                Some(whole) => self.plain(BinOp::Or, whole, placed),
                None => placed,
            });
        }
        whole.unwrap_or_else(|| self.undef(Type::Int(width.max(1))))
    }

    fn shift(&mut self, op: BinOp, value: Operand, width: u32, count: u32) -> Operand {
        let count = self.wide_int(width, u64::from(count));
        self.plain(op, value, count)
    }

    /// A small number at any width.
    pub fn wide_int(&mut self, width: u32, value: u64) -> Operand {
        if width <= 128 {
            return self.int(width, u128::from(value));
        }
        let mut limbs = vec![0; width.div_ceil(64) as usize];
        limbs[0] = value;
        self.body.constant(cairn_ir::Const::Wide(cairn_ir::WideInt { width, limbs: limbs.into() }))
    }
}
