//! Reads constants.

use super::Parser;
use super::cursor::Cursor;
use crate::format::float;
use crate::format::lex::{Kind, Res, Token, fault};
use crate::{Const, Symbol, Type, WideInt};

/// Limbs of a wide constant that need no digits in the text.
const FREE_LIMBS: usize = 16;

impl Parser<'_> {
    /// A literal, with its type before it or of the type that the place implies.
    pub(super) fn literal(&mut self, implied: Option<Type>) -> Res<Const> {
        let explicit = self.cursor.peek_type()?;
        if explicit.is_some() {
            self.cursor.bump()?;
        }
        let ty = explicit.or(implied);
        match self.cursor.token.kind {
            Kind::Symbol if ty.is_none_or(|ty| ty == Type::Ptr) => self.address(),
            Kind::Word => self.word_literal(ty),
            Kind::Number => {
                let token = self.cursor.bump()?;
                match ty {
                    Some(Type::Int(width)) => int(token, width),
                    Some(Type::Float(kind)) => match float::read(kind, token.text) {
                        Some(bits) => Ok(Const::Float { kind, bits }),
                        None => fault(token.start, format!("`{}` is not an {kind} exactly", token.text)),
                    },
                    Some(Type::Ptr) => fault(token.start, "a number is not a pointer"),
                    None => fault(token.start, "this number needs its type before it, as in `i32 5`"),
                }
            }
            _ => unexpected(&self.cursor, ty),
        }
    }

    fn word_literal(&mut self, ty: Option<Type>) -> Res<Const> {
        let value = match (self.cursor.token.text, ty) {
            ("null", None | Some(Type::Ptr)) => Const::Null,
            ("true", None | Some(Type::BOOL)) => Const::int(1, 1),
            ("false", None | Some(Type::BOOL)) => Const::int(1, 0),
            ("undef", Some(ty)) => Const::Undef(ty),
            ("undef", None) => return self.cursor.unexpected("a type before `undef`"),
            _ => return unexpected(&self.cursor, ty),
        };
        self.cursor.bump()?;
        Ok(value)
    }

    /// `@f`, `@g`, `@g+8`.
    fn address(&mut self) -> Res<Const> {
        let symbol = self.symbol()?;
        let token = self.cursor.token;
        let has_offset = token.kind == Kind::Number && token.text.starts_with(['+', '-']);
        let offset = if has_offset { self.cursor.number()? } else { 0 };
        match symbol {
            Symbol::Global(id) => Ok(Const::Global { id, offset }),
            Symbol::Func(id) if !has_offset => Ok(Const::Func(id)),
            Symbol::Func(_) => fault(token.start, "the address of a function has no offset"),
        }
    }
}

fn unexpected<T>(cursor: &Cursor<'_>, ty: Option<Type>) -> Res<T> {
    match ty {
        Some(ty) => cursor.unexpected(&format!("an operand of type {ty}")),
        None => cursor.unexpected("an operand"),
    }
}

/// An integer constant of a width.
fn int(token: Token<'_>, width: u32) -> Res<Const> {
    if width > 128 {
        return wide(token, width);
    }
    Ok(Const::int(width, int_bits(token, width)?))
}

/// The bits of a decimal or hexadecimal number, which must fit as signed or as unsigned.
pub(super) fn int_bits(token: Token<'_>, width: u32) -> Res<u128> {
    let negative = token.text.starts_with('-');
    let digits = token.text.trim_start_matches(['+', '-']);
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16),
        None => digits.parse::<u128>(),
    };
    let all_ones = u128::MAX >> (128 - width.clamp(1, 128));
    match magnitude {
        Ok(value) if !negative && value <= all_ones => Ok(value),
        Ok(value) if negative && value <= all_ones / 2 + 1 => Ok(value.wrapping_neg() & all_ones),
        _ => fault(token.start, format!("`{}` is not a number of {width} bits", token.text)),
    }
}

/// A constant of more than 128 bits. Large ones must be written with all their digits: what is allocated stays in
/// proportion to the text.
fn wide(token: Token<'_>, width: u32) -> Res<Const> {
    let limb_count = width.div_ceil(64) as usize;
    let not_a_number = || fault(token.start, format!("`{}` is not a number of {width} bits", token.text));
    if limb_count > FREE_LIMBS + token.text.len() / 16 {
        return fault(token.start, "a constant of this width must be written with all its hexadecimal digits");
    }
    let mut limbs = vec![0u64; limb_count];
    match token.text.strip_prefix("0x") {
        None => {
            let Ok(value) = token.text.parse::<u128>() else { return not_a_number() };
            (limbs[0], limbs[1]) = (value as u64, (value >> 64) as u64);
        }
        Some("") => return not_a_number(),
        Some(digits) => {
            for (index, digit) in digits.bytes().rev().enumerate() {
                let Some(value) = char::from(digit).to_digit(16) else { return not_a_number() };
                match limbs.get_mut(index / 16) {
                    Some(limb) => *limb |= u64::from(value) << (index % 16 * 4),
                    None if value != 0 => return not_a_number(),
                    None => {}
                }
            }
        }
    }
    let used = width % 64;
    if used != 0 && limbs[limb_count - 1] >> used != 0 {
        return not_a_number();
    }
    Ok(Const::Wide(WideInt { width, limbs: limbs.into() }))
}
