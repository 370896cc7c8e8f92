//! Reads everything outside functions: target, files, types, globals, symbols.

use super::{Parser, note, symbol_key, utf8};
use crate::format::lex::{Kind, Res, fault, hex_pair, unescape};
use crate::*;

impl Parser<'_> {
    pub(super) fn items(&mut self) -> Res<()> {
        let mut first = true;
        while self.cursor.token.kind != Kind::End {
            let start = self.cursor.token.start;
            let word = self.cursor.word("an item (`global`, `fn`, …)")?;
            match word.text {
                "target" if first => self.target()?,
                "target" => return fault(start, "`target` must come first"),
                "file" => self.file()?,
                "type" => self.type_item()?,
                "record" => self.record_item()?,
                "global" => self.global()?,
                "fn" => self.func()?,
                "alias" => self.alias()?,
                "weak_alias" => {
                    let name = self.symbol()?;
                    self.cursor.punct(b'=')?;
                    let target = self.symbol()?;
                    self.program.weak_aliases.push((name, target));
                }
                "constructor" => {
                    let item = (self.cursor.number()?, self.func_symbol()?);
                    self.program.constructors.push(item);
                }
                "destructor" => {
                    let item = (self.cursor.number()?, self.func_symbol()?);
                    self.program.destructors.push(item);
                }
                "assembly" => {
                    let text = self.name()?;
                    self.program.assembly.push(text);
                }
                other => return fault(start, format!("expected an item (`global`, `fn`, …), found `{other}`")),
            }
            first = false;
        }
        Ok(())
    }

    fn target(&mut self) -> Res<()> {
        let token = self.cursor.bump()?;
        let triple = match token.kind {
            Kind::Word => token.text.to_owned(),
            Kind::Text => utf8(token)?,
            _ => return fault(token.start, "expected a target triple"),
        };
        let at = self.cursor.token.start;
        let pointer_bits = self.cursor.number()?;
        if !matches!(pointer_bits, 32 | 64) {
            return fault(at, "pointers have 32 or 64 bits");
        }
        self.program.target = Target { pointer_bits, triple };
        Ok(())
    }

    fn file(&mut self) -> Res<()> {
        let at = self.cursor.token.start;
        let next = self.program.files.len();
        if self.cursor.number::<usize>()? != next {
            return fault(at, format!("the next file is number {next}"));
        }
        let name = self.text()?;
        let directory = if self.cursor.eat_word("in")? { self.text()? } else { String::new() };
        self.program.files.push(SourceFile { name, directory });
        Ok(())
    }

    fn type_item(&mut self) -> Res<()> {
        let at = self.cursor.token.start;
        let next = self.program.ctypes.types.len();
        if self.cursor.numbered("t", "a type name like `t0`")? != next {
            return fault(at, format!("the next type is t{next}"));
        }
        self.cursor.punct(b'=')?;
        let ctype = self.ctype_definition()?;
        self.program.ctypes.types.push(ctype);
        Ok(())
    }

    fn ctype_definition(&mut self) -> Res<CType> {
        let word = self.cursor.word("a kind of type (`pointer`, `base`, …)")?;
        Ok(match word.text {
            "void" => CType::Void,
            "base" => {
                let (name, kind) = (self.name()?, self.base_kind()?);
                CType::Base { name, kind, bytes: self.cursor.number()? }
            }
            "pointer" => CType::Pointer(self.ctype()?),
            "array" => {
                let elem = self.ctype()?;
                self.cursor.punct(b'[')?;
                let len = if self.cursor.at(b']') { None } else { Some(self.cursor.number()?) };
                self.cursor.punct(b']')?;
                CType::Array { elem, len }
            }
            "record" => CType::Record(self.record()?),
            "enum" => {
                let (name, signed) = (self.optional_name()?, self.signedness()?);
                CType::Enum { name, signed, bytes: self.cursor.number()? }
            }
            "typedef" => CType::Typedef { name: self.name()?, of: self.ctype()? },
            "const" => CType::Const(self.ctype()?),
            "volatile" => CType::Volatile(self.ctype()?),
            "qualified" => CType::Qualified { qualifier: self.name()?, of: self.ctype()? },
            "function" => self.function_type()?,
            "other" => CType::Other { name: self.name()?, bytes: self.cursor.number()? },
            other => return fault(word.start, format!("`{other}` is not a kind of type")),
        })
    }

    fn function_type(&mut self) -> Res<CType> {
        let (mut params, mut variadic) = (Vec::new(), false);
        self.cursor.punct(b'(')?;
        while !self.cursor.at(b')') && !variadic {
            if self.cursor.token.kind == Kind::Dots {
                self.cursor.bump()?;
                variadic = true;
            } else {
                params.push(self.ctype()?);
            }
            if !self.cursor.eat(b',')? {
                break;
            }
        }
        self.cursor.punct(b')')?;
        self.cursor.expect(Kind::Arrow, "`->`")?;
        Ok(CType::Function { ret: self.ctype()?, params, variadic })
    }

    fn base_kind(&mut self) -> Res<BaseKind> {
        let word = self.cursor.word("a kind of number (`signed`, `float`, …)")?;
        Ok(match word.text {
            "bool" => BaseKind::Bool,
            "signed" => BaseKind::Signed,
            "unsigned" => BaseKind::Unsigned,
            "char" => BaseKind::Char { signed: self.signedness()? },
            "float" => BaseKind::Float,
            "complex" => BaseKind::Complex,
            other => return fault(word.start, format!("`{other}` is not a kind of number")),
        })
    }

    fn signedness(&mut self) -> Res<bool> {
        if self.cursor.eat_word("signed")? {
            return Ok(true);
        }
        self.cursor.keyword("unsigned")?;
        Ok(false)
    }

    fn record_item(&mut self) -> Res<()> {
        let at = self.cursor.token.start;
        let next = self.program.ctypes.records.len();
        if self.cursor.numbered("rec", "a record name like `rec0`")? != next {
            return fault(at, format!("the next record is rec{next}"));
        }
        self.cursor.punct(b'=')?;
        let is_union = self.cursor.eat_word("union")?;
        if !is_union {
            self.cursor.keyword("struct")?;
        }
        let name = self.optional_name()?;
        self.cursor.keyword("size")?;
        let bytes = self.cursor.number()?;
        let align = if self.cursor.eat_word("align")? { self.cursor.number()? } else { 0 };
        let incomplete = self.cursor.eat_word("incomplete")?;
        let span = self.span()?;
        let fields = self.fields()?;
        self.program.ctypes.records.push(Record { name, is_union, bytes, align, fields, incomplete, span });
        Ok(())
    }

    fn fields(&mut self) -> Res<Vec<CField>> {
        let mut fields = Vec::new();
        self.cursor.punct(b'{')?;
        while !self.cursor.at(b'}') {
            let bit_offset = self.cursor.number()?;
            let bit_width = if self.cursor.eat(b':')? { Some(self.cursor.number()?) } else { None };
            let (ty, name) = (self.ctype()?, self.optional_name()?);
            fields.push(CField { name, ty, bit_offset, bit_width });
            if !self.cursor.eat(b',')? {
                break;
            }
        }
        self.cursor.punct(b'}')?;
        Ok(fields)
    }

    fn global(&mut self) -> Res<()> {
        let (name, symbol) = self.declared()?;
        let mut global = Global {
            name,
            linkage: Linkage::External,
            size: 0,
            align: 1,
            constant: false,
            shares: false,
            thread_local: false,
            exposed: false,
            init: None,
            ctype: None,
            source_name: None,
            span: Span::NONE,
        };
        while self.cursor.token.kind == Kind::Word && self.global_attribute(&mut global)? {}
        global.span = self.span()?;
        if self.cursor.eat(b'=')? {
            global.init = Some(self.init()?);
        }
        match symbol {
            Symbol::Global(id) if id == self.program.globals.next_id() => self.program.globals.push(global),
            _ => return self.cursor.unexpected("symbols in order"),
        };
        Ok(())
    }

    fn global_attribute(&mut self, global: &mut Global) -> Res<bool> {
        if let Some(linkage) = self.linkage()? {
            global.linkage = linkage;
            return Ok(true);
        }
        match self.cursor.token.text {
            "const" => global.constant = true,
            "shares" => global.shares = true,
            "tls" => global.thread_local = true,
            "exposed" => global.exposed = true,
            "size" | "align" | "ctype" | "named" => {
                match self.cursor.bump()?.text {
                    "size" => global.size = self.cursor.number()?,
                    "align" => global.align = self.cursor.number()?,
                    "ctype" => global.ctype = Some(self.ctype()?),
                    _ => global.source_name = Some(self.name()?),
                }
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.cursor.bump()?;
        Ok(true)
    }

    /// The symbol that an item declares, entered into the symbol table unless it has a tag.
    pub(super) fn declared(&mut self) -> Res<(Name, Symbol)> {
        let token = self.cursor.token;
        let symbol = self.symbol()?;
        let (name, tag) = symbol_key(token)?;
        let name = self.program.names.intern(&name);
        if tag.is_empty() && self.program.symbols.insert(name, symbol).is_some() {
            return fault(token.start, format!("`@{}` is declared twice", token.text));
        }
        Ok((name, symbol))
    }

    pub(super) fn linkage(&mut self) -> Res<Option<Linkage>> {
        let linkage = match self.cursor.token.text {
            "internal" => Linkage::Internal,
            "weak" => Linkage::Weak,
            "common" => Linkage::Common,
            "available_externally" => Linkage::AvailableExternally,
            _ => return Ok(None),
        };
        self.cursor.word("a linkage")?;
        Ok(Some(linkage))
    }

    fn init(&mut self) -> Res<Init> {
        let mut init = Init::default();
        loop {
            let token = self.cursor.token;
            if token.kind == Kind::Text {
                init.bytes.extend(unescape(self.cursor.bump()?)?);
            } else if self.cursor.eat_word("hex")? {
                self.hex(&mut init.bytes)?;
            } else if self.cursor.eat_word("zero")? {
                self.zeros(&mut init.bytes)?;
            } else {
                break;
            }
        }
        if self.cursor.eat_word("relocs")? {
            init.relocs = self.relocs()?;
        }
        if self.cursor.eat_word("unsupported")? {
            init.unsupported = Some(self.name()?);
        }
        Ok(init)
    }

    fn hex(&mut self, bytes: &mut Vec<u8>) -> Res<()> {
        let token = self.cursor.expect(Kind::Text, "hexadecimal digits in quotes")?;
        for pair in token.text.as_bytes().chunks(2) {
            match hex_pair(pair[0], pair.get(1).copied().unwrap_or(b'?')) {
                Some(byte) => bytes.push(byte),
                None => return fault(token.start, "expected pairs of hexadecimal digits"),
            }
        }
        Ok(())
    }

    /// After `zero`: a number of bytes, or nothing for an object that is all zero.
    fn zeros(&mut self, bytes: &mut Vec<u8>) -> Res<()> {
        if self.cursor.token.kind != Kind::Number {
            return Ok(());
        }
        let at = self.cursor.token.start;
        let count: u64 = self.cursor.number()?;
        match self.zeros_left.checked_sub(count) {
            Some(left) => self.zeros_left = left,
            None => return fault(at, format!("more than {} zero bytes in one text", super::ZERO_BUDGET)),
        }
        bytes.resize(bytes.len() + count as usize, 0);
        Ok(())
    }

    fn relocs(&mut self) -> Res<Vec<Reloc>> {
        let mut relocs = Vec::new();
        self.cursor.punct(b'[')?;
        while !self.cursor.at(b']') {
            let offset = self.cursor.number()?;
            self.cursor.punct(b':')?;
            let symbol = self.symbol()?;
            let addend = if self.cursor.token.kind == Kind::Number { self.cursor.number()? } else { 0 };
            let pointer_bytes = self.program.target.pointer_bits / 8;
            let bytes = if self.cursor.eat_word("bytes")? { self.cursor.number()? } else { pointer_bytes };
            relocs.push(Reloc { offset, bytes, symbol, addend });
            if !self.cursor.eat(b',')? {
                break;
            }
        }
        self.cursor.punct(b']')?;
        Ok(relocs)
    }

    fn alias(&mut self) -> Res<()> {
        let token = self.cursor.expect(Kind::Symbol, "a symbol")?;
        let (name, _) = symbol_key(token)?;
        self.cursor.punct(b'=')?;
        let symbol = self.symbol()?;
        let name = self.program.names.intern(&name);
        match self.program.symbols.insert(name, symbol) {
            None => Ok(()),
            Some(_) => fault(token.start, format!("`@{}` is declared twice", token.text)),
        }
    }

    pub(super) fn text(&mut self) -> Res<String> {
        utf8(self.cursor.expect(Kind::Text, "a text in quotes")?)
    }

    pub(super) fn name(&mut self) -> Res<Name> {
        let text = self.text()?;
        Ok(self.program.names.intern(&text))
    }

    fn optional_name(&mut self) -> Res<Option<Name>> {
        if self.cursor.token.kind == Kind::Text { self.name().map(Some) } else { Ok(None) }
    }

    pub(super) fn ctype(&mut self) -> Res<CTypeId> {
        let at = self.cursor.token.start;
        let index = self.cursor.numbered("t", "a type name like `t0`")?;
        note(&mut self.used.ctype, index, at);
        Ok(CTypeId::new(index))
    }

    fn record(&mut self) -> Res<RecordId> {
        let at = self.cursor.token.start;
        let index = self.cursor.numbered("rec", "a record name like `rec0`")?;
        note(&mut self.used.record, index, at);
        Ok(RecordId::new(index))
    }

    /// `rec0.1`: a member of a record.
    pub(super) fn field_ref(&mut self) -> Res<FieldRef> {
        let token = self.cursor.word("a member like `rec0.1`")?;
        let parts = token.text.strip_prefix("rec").and_then(|rest| rest.split_once('.'));
        let numbers = parts.and_then(|(record, index)| Some((record.parse::<u32>().ok()?, index.parse().ok()?)));
        let Some((record, index)) = numbers else {
            return fault(token.start, "expected a member like `rec0.1`");
        };
        note(&mut self.used.record, record as usize, token.start);
        Ok(FieldRef { record: RecordId::new(record as usize), index })
    }

    /// `!file:line:col`, or nothing.
    pub(super) fn span(&mut self) -> Res<Span> {
        if !self.cursor.eat(b'!')? {
            return Ok(Span::NONE);
        }
        let at = self.cursor.token.start;
        let file: u32 = self.cursor.number()?;
        self.cursor.punct(b':')?;
        let line = self.cursor.number()?;
        self.cursor.punct(b':')?;
        let col = self.cursor.number()?;
        if line == 0 {
            return Ok(Span::NONE);
        }
        note(&mut self.used.file, file as usize, at);
        Ok(Span::new(FileId::new(file as usize), line, col))
    }
}
