//! A position in the text and the small steps that move it.
//!
//! Every method that looks for something skips white space and comments first, unless its name says otherwise.

use super::{ReadError, Res};
use memchr::{memchr, memchr_iter, memchr2};

/// A byte position with the line it is on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
    line: u32,
}

/// The bytes of names, keywords and numbers.
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_');
        byte += 1;
    }
    table
};

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Cursor { text, bytes: text.as_bytes(), pos: 0, line: 1 }
    }

    /// The byte position; texts are shorter than 4 GiB.
    pub fn pos(&self) -> u32 {
        self.pos as u32
    }

    /// The current line, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    pub fn at_end(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    /// The byte under the cursor, 0 at the end.
    #[inline]
    pub fn byte(&self) -> u8 {
        self.byte_at(0)
    }

    /// The byte `ahead` bytes further on, 0 beyond the end.
    #[inline]
    pub fn byte_at(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// The first byte after white space.
    #[inline]
    pub fn peek(&mut self) -> u8 {
        self.skip_ws();
        self.byte()
    }

    /// Steps over one byte that the caller has looked at and that is not a line end.
    #[inline]
    pub fn bump(&mut self) {
        self.pos += 1;
    }

    /// The text from `start` to the cursor; both are at ASCII bytes or string ends, hence character boundaries.
    pub fn since(&self, start: u32) -> &'a str {
        self.text.get(start as usize..self.pos).unwrap_or("")
    }

    /// Skips white space, line ends and comments.
    #[inline]
    pub fn skip_ws(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\t' | b'\r' => self.pos += 1,
                b'\n' => {
                    self.pos += 1;
                    self.line += 1;
                }
                b';' => self.pos += memchr(b'\n', &self.bytes[self.pos..]).unwrap_or(self.bytes.len() - self.pos),
                _ => return,
            }
        }
    }

    /// Skips spaces within the line.
    #[inline]
    pub fn skip_blanks(&mut self) {
        while matches!(self.byte(), b' ' | b'\t' | b'\r') {
            self.pos += 1;
        }
    }

    /// Whether nothing more stands on this line.
    pub fn at_line_end(&mut self) -> bool {
        self.skip_blanks();
        matches!(self.byte(), b'\n' | b';') || self.at_end()
    }

    #[inline]
    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.pos += usize::from(found);
        found
    }

    #[inline]
    pub fn expect(&mut self, byte: u8) -> Res<()> {
        if self.eat(byte) { Ok(()) } else { self.fail(format!("expected `{}`", byte as char)) }
    }

    /// Eats a comma unless metadata attachments follow it: those belong to the end of every instruction.
    #[inline]
    pub fn eat_comma(&mut self) -> bool {
        let mut ahead = *self;
        if !ahead.eat(b',') || ahead.peek() == b'!' {
            return false;
        }
        *self = ahead;
        true
    }

    /// A name, keyword or number; empty if none stands here.
    #[inline]
    pub fn word(&mut self) -> &'a str {
        self.skip_ws();
        self.word_here()
    }

    /// Like `word`, without skipping white space.
    #[inline]
    pub fn word_here(&mut self) -> &'a str {
        let start = self.pos;
        while WORD[self.byte() as usize] {
            self.pos += 1;
        }
        &self.text[start..self.pos]
    }

    /// The word that stands here, without moving past it.
    #[inline]
    pub fn peek_word(&mut self) -> &'a str {
        self.skip_ws();
        let mut ahead = *self;
        ahead.word_here()
    }

    #[inline]
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        self.pos += if found { word.len() } else { 0 };
        found
    }

    pub fn expect_word(&mut self, word: &str) -> Res<()> {
        if self.eat_word(word) { Ok(()) } else { self.fail(format!("expected `{word}`")) }
    }

    /// Eats `literal` if the text goes on with exactly it, without skipping white space.
    #[inline]
    pub fn eat_here(&mut self, literal: &str) -> bool {
        let found = self.bytes[self.pos.min(self.bytes.len())..].starts_with(literal.as_bytes());
        self.pos += if found { literal.len() } else { 0 };
        found
    }

    /// The characters of a numeric literal, with sign, exponent, base prefix.
    pub fn number_text(&mut self) -> &'a str {
        self.skip_ws();
        let start = self.pos;
        while self.byte().is_ascii_alphanumeric() || matches!(self.byte(), b'.' | b'+' | b'-') {
            self.pos += 1;
        }
        &self.text[start..self.pos]
    }

    /// A plain decimal number without sign.
    #[inline]
    pub fn number(&mut self) -> Res<u64> {
        self.skip_ws();
        let start = self.pos;
        let mut value = 0u64;
        while self.byte().is_ascii_digit() {
            value = value.wrapping_mul(10).wrapping_add(u64::from(self.byte() - b'0'));
            self.pos += 1;
        }
        match self.pos - start {
            0 => self.fail("expected a number"),
            // So many digits cannot have wrapped.
            1..=19 => Ok(value),
            _ => self.since(start as u32).parse().or_else(|_| self.fail("number too large")),
        }
    }

    /// A number that must fit 32 bits, leaving room for ids.
    #[inline]
    pub fn number_u32(&mut self) -> Res<u32> {
        match u32::try_from(self.number()?) {
            Ok(value) if value < u32::MAX => Ok(value),
            _ => self.fail("number too large"),
        }
    }

    /// The content of a quoted string, escapes as they stand.
    pub fn string(&mut self) -> Res<&'a str> {
        if self.peek() != b'"' {
            return self.fail("expected a string");
        }
        let start = self.pos + 1;
        let Some(len) = memchr(b'"', &self.bytes[start..]) else { return self.fail("unterminated string") };
        self.pos = start + len + 1;
        let content = &self.text[start..start + len];
        if let Some(first) = memchr(b'\n', content.as_bytes()) {
            self.line += memchr_iter(b'\n', &content.as_bytes()[first..]).count() as u32;
        }
        Ok(content)
    }

    /// Skips a bracketed group that starts here, with all that is nested in it.
    pub fn skip_group(&mut self) -> Res<()> {
        if !matches!(self.peek(), b'(' | b'[' | b'{') {
            return self.fail("expected a bracket");
        }
        let start = *self;
        let mut depth = 0u32;
        loop {
            match self.peek() {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                b'"' => {
                    self.string()?;
                    continue;
                }
                _ if self.at_end() => return start.fail("bracket is never closed"),
                _ => {}
            }
            self.pos += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Skips what is left of a line; a bracket that opens on it is followed to its end.
    pub fn skip_rest(&mut self) -> Res<()> {
        loop {
            match self.byte() {
                b'\n' | b';' | b'}' => return Ok(()),
                b'(' | b'[' | b'{' => self.skip_group()?,
                b'"' => drop(self.string()?),
                _ if self.at_end() => return Ok(()),
                _ => self.pos += 1,
            }
        }
    }

    /// Skips to the end of a metadata line; what does not look complete there is followed bracket by bracket.
    pub fn skip_metadata(&mut self) -> Res<()> {
        let start = *self;
        self.pos += memchr2(b'\n', b'\r', &self.bytes[self.pos..]).unwrap_or(self.bytes.len() - self.pos);
        if matches!(self.bytes[self.pos - 1], b')' | b'}') {
            return Ok(());
        }
        *self = start;
        self.skip_rest()
    }

    /// An error at the cursor.
    #[cold]
    pub fn fail<T>(&self, message: impl Into<String>) -> Res<T> {
        Err(self.error_at(self.pos, message))
    }

    /// An error at a position that was passed before.
    #[cold]
    pub fn fail_at<T>(&self, pos: u32, message: impl Into<String>) -> Res<T> {
        Err(self.error_at(pos as usize, message))
    }

    fn error_at(&self, pos: usize, message: impl Into<String>) -> Box<ReadError> {
        let before = &self.bytes[..pos.min(self.bytes.len())];
        let line = 1 + memchr_iter(b'\n', before).count();
        let col = 1 + before.iter().rev().take_while(|&&b| b != b'\n').count();
        Box::new(ReadError { line: line as u32, col: col as u32, message: message.into() })
    }
}
