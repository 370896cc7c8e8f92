//! Cuts text into tokens. Not here: what the tokens mean.

use super::ParseError;

/// What a token is; its text is the source between its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Keywords, type names, block labels, `rec0.1`.
    Word,
    /// `%name`; the text excludes the `%`.
    Value,
    /// `@name`, `@"any text"`, both perhaps with `'tag`; the text excludes the `@`.
    Symbol,
    /// `"…"` with escapes `\xx`, `\"`, `\\`; the text excludes the quotes.
    Text,
    /// Digits with an optional sign and whatever letters follow.
    Number,
    /// `->`
    Arrow,
    /// `...`
    Dots,
    Punct(u8),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    /// Byte offset of its first character in the source.
    pub start: usize,
    pub text: &'a str,
}

/// An error at a byte offset; becomes a `ParseError` at the door.
#[derive(Debug)]
pub(super) struct Fault {
    pub at: usize,
    pub message: String,
}

pub(super) type Res<T> = Result<T, Fault>;

pub(super) fn fault<T>(at: usize, message: impl Into<String>) -> Res<T> {
    Err(Fault { at, message: message.into() })
}

impl Fault {
    pub fn in_source(self, source: &str) -> ParseError {
        let before = source.get(..self.at).unwrap_or(source);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let col = before[line_start..].chars().count() + 1;
        ParseError { line: line as u32, col: col as u32, message: self.message }
    }
}

/// The rest of a source. Cheap to copy, to look ahead.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(source: &'a str) -> Self {
        Lexer { source, at: 0 }
    }

    pub fn next(&mut self) -> Res<Token<'a>> {
        self.skip_blank();
        let start = self.at;
        let Some(first) = self.byte(0) else {
            return Ok(Token { kind: Kind::End, start, text: "" });
        };
        let next = self.byte(1).unwrap_or(0);
        match first {
            b'%' => self.value(),
            b'@' => self.symbol(),
            b'"' => self.text(),
            b'-' if next == b'>' => Ok(self.fixed(Kind::Arrow, 2)),
            b'.' if self.source[start..].starts_with("...") => Ok(self.fixed(Kind::Dots, 3)),
            b'(' | b')' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'=' | b'!' | b'*' => {
                Ok(self.fixed(Kind::Punct(first), 1))
            }
            b'0'..=b'9' => Ok(self.number()),
            b'+' | b'-' if next.is_ascii_digit() => Ok(self.number()),
            _ if is_word_start(first) => Ok(self.word()),
            _ => fault(start, format!("unexpected character {:?}", self.source[start..].chars().next().unwrap_or(' '))),
        }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.source.as_bytes().get(self.at + ahead).copied()
    }

    fn skip_blank(&mut self) {
        while let Some(byte) = self.byte(0) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => {
                    let rest = &self.source[self.at..];
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// A token of known length.
    fn fixed(&mut self, kind: Kind, len: usize) -> Token<'a> {
        let start = self.at;
        self.at += len;
        Token { kind, start, text: &self.source[start..self.at] }
    }

    fn take_name(&mut self) {
        while let Some(byte) = self.byte(0) {
            let arrow = byte == b'-' && self.byte(1) == Some(b'>');
            if !is_name_byte(byte) || arrow {
                return;
            }
            self.at += 1;
        }
    }

    fn word(&mut self) -> Token<'a> {
        let start = self.at;
        self.take_name();
        Token { kind: Kind::Word, start, text: &self.source[start..self.at] }
    }

    fn value(&mut self) -> Res<Token<'a>> {
        let start = self.at;
        self.at += 1;
        self.take_name();
        match &self.source[start + 1..self.at] {
            "" => fault(start, "a name must follow `%`"),
            text => Ok(Token { kind: Kind::Value, start, text }),
        }
    }

    fn symbol(&mut self) -> Res<Token<'a>> {
        let start = self.at;
        self.at += 1;
        if self.byte(0) == Some(b'"') {
            self.text()?;
        } else {
            while self.byte(0).is_some_and(is_symbol_byte) {
                self.at += 1;
            }
        }
        if self.byte(0) == Some(b'\'') {
            self.at += 1;
            while self.byte(0).is_some_and(|byte| byte.is_ascii_alphanumeric()) {
                self.at += 1;
            }
        }
        match &self.source[start + 1..self.at] {
            "" => fault(start, "a name must follow `@`"),
            text => Ok(Token { kind: Kind::Symbol, start, text }),
        }
    }

    fn text(&mut self) -> Res<Token<'a>> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.byte(0) {
                None | Some(b'\n') => return fault(start, "this text has no end"),
                Some(b'"') => break,
                Some(b'\\') => self.at += if matches!(self.byte(1), Some(b'"' | b'\\')) { 2 } else { 1 },
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(Token { kind: Kind::Text, start, text: &self.source[start + 1..self.at - 1] })
    }

    fn number(&mut self) -> Token<'a> {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.byte(0) {
            let last = self.source.as_bytes()[self.at - 1];
            let exponent_sign = matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E');
            if !(byte.is_ascii_alphanumeric() || byte == b'.' || exponent_sign) {
                break;
            }
            self.at += 1;
        }
        Token { kind: Kind::Number, start, text: &self.source[start..self.at] }
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'\'')
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'\'' | b'-')
}

/// Bytes of symbols that need no quotes.
pub(super) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// Whether the text is a word of its own.
pub(super) fn is_word(text: &str) -> bool {
    text.bytes().next().is_some_and(is_word_start) && text.bytes().all(is_name_byte)
}

/// The bytes that a `Text` token stands for.
pub(super) fn unescape(token: Token<'_>) -> Res<Vec<u8>> {
    let raw = token.text.as_bytes();
    let mut bytes = Vec::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        if raw[at] != b'\\' {
            bytes.push(raw[at]);
            at += 1;
            continue;
        }
        let (byte, len) = match (raw.get(at + 1).copied(), raw.get(at + 2).copied()) {
            (Some(plain @ (b'"' | b'\\')), _) => (Some(plain), 2),
            (Some(high), Some(low)) => (hex_pair(high, low), 3),
            _ => (None, 0),
        };
        match byte {
            Some(byte) => bytes.push(byte),
            None => return fault(token.start, "`\\` must come before two hexadecimal digits, a quote or another `\\`"),
        }
        at += len;
    }
    Ok(bytes)
}

pub(super) fn hex_pair(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some((digit(high)? * 16 + digit(low)?) as u8)
}
