//! One token of look-ahead over the text, and what is common to all of the grammar: words, numbers, names, lists.

use crate::format::lex::{Fault, Kind, Lexer, Res, Token, fault};
use crate::verify::MAX_INT_BITS;
use crate::{FloatKind, Type};
use std::str::FromStr;

pub(super) struct Cursor<'a> {
    lexer: Lexer<'a>,
    /// The next token.
    pub token: Token<'a>,
}

impl<'a> Cursor<'a> {
    pub fn new(source: &'a str) -> Res<Self> {
        let mut lexer = Lexer::new(source);
        let token = lexer.next()?;
        Ok(Cursor { lexer, token })
    }

    /// The next token, which is left behind.
    pub fn bump(&mut self) -> Res<Token<'a>> {
        let token = self.token;
        self.token = self.lexer.next()?;
        Ok(token)
    }

    /// The token after the next.
    pub fn second(&self) -> Option<Kind> {
        let mut ahead = self.lexer;
        ahead.next().ok().map(|token| token.kind)
    }

    pub fn unexpected<T>(&self, wanted: &str) -> Res<T> {
        let found = match self.token.kind {
            Kind::End => "the text ends".to_owned(),
            Kind::Value => format!("found `%{}`", self.token.text),
            Kind::Symbol => format!("found `@{}`", self.token.text),
            Kind::Text => "found a text".to_owned(),
            _ => format!("found `{}`", self.token.text),
        };
        fault(self.token.start, format!("expected {wanted}, {found}"))
    }

    pub fn at(&self, punct: u8) -> bool {
        self.token.kind == Kind::Punct(punct)
    }

    pub fn eat(&mut self, punct: u8) -> Res<bool> {
        let found = self.at(punct);
        if found {
            self.bump()?;
        }
        Ok(found)
    }

    pub fn punct(&mut self, punct: u8) -> Res<()> {
        match self.eat(punct)? {
            true => Ok(()),
            false => self.unexpected(&format!("`{}`", char::from(punct))),
        }
    }

    pub fn expect(&mut self, kind: Kind, wanted: &str) -> Res<Token<'a>> {
        if self.token.kind == kind { self.bump() } else { self.unexpected(wanted) }
    }

    pub fn at_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Word && self.token.text == word
    }

    pub fn eat_word(&mut self, word: &str) -> Res<bool> {
        let found = self.at_word(word);
        if found {
            self.bump()?;
        }
        Ok(found)
    }

    pub fn word(&mut self, wanted: &str) -> Res<Token<'a>> {
        self.expect(Kind::Word, wanted)
    }

    pub fn keyword(&mut self, word: &str) -> Res<()> {
        match self.eat_word(word)? {
            true => Ok(()),
            false => self.unexpected(&format!("`{word}`")),
        }
    }

    /// A word that must be one of a `named_enum`'s.
    pub fn named<T>(&mut self, wanted: &str, from_name: impl Fn(&str) -> Option<T>) -> Res<T> {
        match from_name(self.token.text).filter(|_| self.token.kind == Kind::Word) {
            Some(found) => {
                self.bump()?;
                Ok(found)
            }
            None => self.unexpected(wanted),
        }
    }

    /// A decimal number of a Rust integer type.
    pub fn number<T: FromStr>(&mut self) -> Res<T> {
        let token = self.expect(Kind::Number, "a number")?;
        let bad = |_| Fault { at: token.start, message: format!("`{}` is not a number that fits here", token.text) };
        token.text.parse().map_err(bad)
    }

    /// The number in a word such as `t12`.
    pub fn numbered(&mut self, prefix: &str, wanted: &str) -> Res<usize> {
        let number = self.token.text.strip_prefix(prefix).and_then(|digits| digits.parse::<u32>().ok());
        match number.filter(|_| self.token.kind == Kind::Word) {
            Some(number) => {
                self.bump()?;
                Ok(number as usize)
            }
            None => self.unexpected(wanted),
        }
    }

    /// The type at the cursor, if it is one; an error if it is one that does not exist.
    pub fn peek_type(&self) -> Res<Option<Type>> {
        let text = self.token.text;
        if self.token.kind != Kind::Word {
            return Ok(None);
        }
        if text == "ptr" {
            return Ok(Some(Type::Ptr));
        }
        let Some(digits) = text.strip_prefix('i').filter(|digits| is_digits(digits)) else {
            return Ok(FloatKind::from_name(text).map(Type::Float));
        };
        match digits.parse() {
            Ok(width @ 1..=MAX_INT_BITS) => Ok(Some(Type::Int(width))),
            _ => fault(self.token.start, format!("integers have 1 to {MAX_INT_BITS} bits")),
        }
    }

    pub fn ty(&mut self) -> Res<Type> {
        match self.peek_type()? {
            Some(ty) => {
                self.bump()?;
                Ok(ty)
            }
            None => self.unexpected("a type"),
        }
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
