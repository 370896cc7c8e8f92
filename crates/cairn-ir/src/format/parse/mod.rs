//! Reads programs from text. Any input gives a program or an error with its place; work and memory are in proportion
//! to the length of the input.
//!
//! Two passes: the first finds the symbols, so that the second knows what `@x` is wherever it stands.
//! Not here: the syntax as a whole (`format`), whether the program makes sense (`verify`).

mod body;
mod cursor;
mod func;
mod items;
mod literal;
mod op;

use super::ParseError;
use super::lex::{Fault, Kind, Lexer, Res, Token, fault, unescape};
use crate::{FuncId, GlobalId, Id, Program, Symbol, Target, Type};
use cursor::Cursor;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Bytes that `zero n` may add to initialisers in one text: the only syntax whose meaning is larger than its text.
const ZERO_BUDGET: u64 = 64 << 20;

/// Reads a program.
pub fn parse(source: &str) -> Result<Program, ParseError> {
    // Ids are 32 bits wide, and every id takes at least one byte of text.
    if source.len() >= u32::MAX as usize {
        return Err(ParseError { line: 1, col: 1, message: "more than 4 GiB of text".to_owned() });
    }
    read(source).map_err(|fault| fault.in_source(source))
}

fn read(source: &str) -> Res<Program> {
    let symbols = collect_symbols(source)?;
    let mut parser = Parser {
        cursor: Cursor::new(source)?,
        program: Program::new(Target::x86_64()),
        symbols,
        used: Used::default(),
        zeros_left: ZERO_BUDGET,
    };
    parser.items()?;
    parser.check_references()?;
    Ok(parser.program)
}

/// How a text refers to a symbol: its name, and the tag that tells symbols of one name apart.
type SymbolKey<'a> = (String, &'a str);

/// The state of the second pass.
struct Parser<'a> {
    cursor: Cursor<'a>,
    program: Program,
    symbols: FxHashMap<SymbolKey<'a>, Symbol>,
    used: Used,
    zeros_left: u64,
}

/// The largest ids that the text refers to, and where, to be checked when all is read.
#[derive(Default)]
struct Used {
    file: Option<(usize, usize)>,
    ctype: Option<(usize, usize)>,
    record: Option<(usize, usize)>,
}

fn note(largest: &mut Option<(usize, usize)>, index: usize, at: usize) {
    if largest.is_none_or(|(known, _)| known < index) {
        *largest = Some((index, at));
    }
}

impl<'a> Parser<'a> {
    fn check_references(&self) -> Res<()> {
        let program = &self.program;
        let tables = [
            ("file ", self.used.file, program.files.len()),
            ("type t", self.used.ctype, program.ctypes.types.len()),
            ("record rec", self.used.record, program.ctypes.records.len()),
        ];
        for (what, used, len) in tables {
            if let Some((index, at)) = used.filter(|&(index, _)| index >= len) {
                return fault(at, format!("there is no {what}{index}"));
            }
        }
        Ok(())
    }

    /// The integer type of pointer width.
    fn word(&self) -> Type {
        Type::Int(self.program.target.pointer_bits)
    }

    fn symbol(&mut self) -> Res<Symbol> {
        let token = self.cursor.expect(Kind::Symbol, "a symbol")?;
        match self.symbols.get(&symbol_key(token)?) {
            Some(symbol) => Ok(*symbol),
            None => fault(token.start, format!("`@{}` is not declared", token.text)),
        }
    }

    fn func_symbol(&mut self) -> Res<FuncId> {
        let token = self.cursor.token;
        match self.symbol()? {
            Symbol::Func(id) => Ok(id),
            Symbol::Global(_) => fault(token.start, format!("`@{}` is not a function", token.text)),
        }
    }
}

/// The first pass: gives every symbol its id, in the order of declaration.
fn collect_symbols(source: &str) -> Res<FxHashMap<SymbolKey<'_>, Symbol>> {
    let mut symbols = FxHashMap::default();
    let mut lexer = Lexer::new(source);
    let (mut depth, mut globals, mut funcs) = (0usize, 0, 0);
    loop {
        let token = lexer.next()?;
        match token.kind {
            Kind::End => return Ok(symbols),
            Kind::Punct(b'{') => depth += 1,
            Kind::Punct(b'}') => depth = depth.saturating_sub(1),
            Kind::Word if depth == 0 && token.text == "global" => {
                declare(&mut symbols, lexer.next()?, Symbol::Global(GlobalId::new(globals)))?;
                globals += 1;
            }
            Kind::Word if depth == 0 && token.text == "fn" => {
                declare(&mut symbols, lexer.next()?, Symbol::Func(FuncId::new(funcs)))?;
                funcs += 1;
            }
            _ => {}
        }
    }
}

fn declare<'a>(symbols: &mut FxHashMap<SymbolKey<'a>, Symbol>, token: Token<'a>, symbol: Symbol) -> Res<()> {
    if token.kind != Kind::Symbol {
        return fault(token.start, "expected a symbol");
    }
    match symbols.entry(symbol_key(token)?) {
        Entry::Vacant(entry) => {
            entry.insert(symbol);
            Ok(())
        }
        Entry::Occupied(_) => fault(token.start, format!("`@{}` is declared twice", token.text)),
    }
}

/// The name and the tag in a symbol token.
fn symbol_key(token: Token<'_>) -> Res<SymbolKey<'_>> {
    let (name, tag) = match token.text.strip_prefix('"') {
        Some(rest) => {
            let end = rest.rfind('"').unwrap_or(rest.len());
            let name = utf8(Token { text: &rest[..end], ..token })?;
            (name, rest.get(end + 1..).unwrap_or_default())
        }
        None => {
            let end = token.text.find('\'').unwrap_or(token.text.len());
            (token.text[..end].to_owned(), &token.text[end..])
        }
    };
    Ok((name, tag.strip_prefix('\'').unwrap_or(tag)))
}

/// The text of a `Text` token that must be a string.
fn utf8(token: Token<'_>) -> Res<String> {
    String::from_utf8(unescape(token)?).map_err(|_| Fault { at: token.start, message: "not valid UTF-8".to_owned() })
}
