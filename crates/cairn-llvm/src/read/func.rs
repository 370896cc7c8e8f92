//! Functions: headers, blocks, and the names inside them.

use super::locals::{LocalName, NameTable};
use super::top::Prefix;
use super::{Reader, Res};
use crate::ast::{Block, Body, Func, Inst, InstKind, LabelId, LocalId, MdId, Param, Type, TypeId};
use cairn_base::Id;

/// What is known of the function that is being read. Cleared, not freed, between functions.
#[derive(Default)]
pub(super) struct FuncState<'a> {
    pub values: NameTable<'a>,
    pub labels: NameTable<'a>,
    /// The number that the next unnamed argument, block or result has.
    next_number: u32,
    /// The block that is being read.
    block: Option<&'a str>,
    insts: Vec<Inst<'a>>,
    /// Instructions that mention labels, by block and position.
    label_users: Vec<(u32, u32)>,
    /// The instruction that is being read mentions labels.
    pub mentions_label: bool,
}

impl FuncState<'_> {
    fn clear(&mut self) {
        self.values.clear();
        self.labels.clear();
        self.next_number = 0;
        self.block = None;
        self.insts.clear();
        self.label_users.clear();
        self.mentions_label = false;
    }
}

impl<'a> Reader<'a> {
    /// A function with a body, `define` already read.
    pub(super) fn definition(&mut self) -> Res<()> {
        let mut func = self.header(None)?;
        let (attrs, dbg) = self.func_tail(true)?;
        func.attrs = attrs;
        func.dbg = dbg;
        self.cur.expect(b'{')?;
        func.body = Some(self.body()?);
        self.module.funcs.push(func);
        Ok(())
    }

    /// A function without a body, `declare` already read.
    pub(super) fn declaration(&mut self) -> Res<()> {
        let mut dbg = None;
        while self.cur.peek() == b'!' {
            dbg = dbg.or(self.attachment()?);
        }
        let mut func = self.header(dbg)?;
        func.attrs = self.func_tail(false)?.0;
        self.module.funcs.push(func);
        Ok(())
    }

    /// Linkage, type, name and parameters.
    fn header(&mut self, dbg: Option<MdId>) -> Res<Func<'a>> {
        self.func.clear();
        let line = self.cur.line();
        let mut prefix = Prefix::default();
        self.skip_to_type(|word| prefix.accept(word))?;
        let ret = self.ty()?;
        let sym = {
            self.cur.skip_ws();
            self.new_symbol()?
        };
        let (params, variadic) = self.params()?;
        let (linkage, attrs) = (prefix.linkage, Default::default());
        Ok(Func { sym, linkage, ret, params, variadic, attrs, dbg, body: None, line })
    }

    /// Skips linkage, calling convention and attributes up to the type that follows. `note` sees each word first and
    /// answers true if there is no more to it.
    pub(super) fn skip_to_type(&mut self, mut note: impl FnMut(&str) -> bool) -> Res<()> {
        loop {
            let before = self.cur;
            match self.cur.peek() {
                b'"' => self.string_attr()?,
                b'a'..=b'z' => {
                    let word = self.cur.word();
                    if word == "target" || self.ty_of_word(word)?.is_some() {
                        self.cur = before;
                        return Ok(());
                    }
                    if !note(word) {
                        self.attr_argument(word)?;
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn params(&mut self) -> Res<(Vec<Param>, bool)> {
        self.cur.expect(b'(')?;
        let mut params = Vec::new();
        while !self.cur.eat(b')') {
            if self.cur.byte() == b'.' && self.cur.eat_here("...") {
                self.cur.expect(b')')?;
                return Ok((params, true));
            }
            let ty = self.ty()?;
            let attrs = self.param_attrs()?;
            self.param_name()?;
            params.push(Param { ty, attrs });
            if self.cur.peek() != b')' {
                self.cur.expect(b',')?;
            }
        }
        Ok((params, false))
    }

    fn param_name(&mut self) -> Res<()> {
        if self.cur.peek() == b'%' {
            self.cur.bump();
            let name = self.local_name()?;
            self.define_value(name)?;
        } else {
            self.define_unnamed_value();
        }
        Ok(())
    }

    fn body(&mut self) -> Res<Body<'a>> {
        let mut blocks = Vec::new();
        while !self.cur.eat(b'}') {
            if self.cur.at_end() {
                return self.cur.fail("function is never closed");
            }
            self.body_item(&mut blocks)?;
        }
        self.close_block(&mut blocks)?;
        if blocks.is_empty() {
            return self.cur.fail("function has no blocks");
        }
        if let Some(entry) = self.func.values.undefined() {
            return self.cur.fail_at(entry.mentioned, format!("%{} is never defined", entry.name));
        }
        if let Some(entry) = self.func.labels.undefined() {
            return self.cur.fail_at(entry.mentioned, format!("label %{} is never defined", entry.name));
        }
        self.number_labels(&mut blocks);
        let locals = self.func.values.entries.iter().map(|entry| entry.name).collect();
        Ok(Body { blocks: blocks.into(), locals })
    }

    /// A label, an instruction, a debug record or a use-list order.
    fn body_item(&mut self, blocks: &mut Vec<Block<'a>>) -> Res<()> {
        let start = self.cur;
        match self.cur.byte() {
            b'%' => {
                self.open_block(blocks)?;
                self.cur.bump();
                let name = self.local_name()?;
                let result = self.define_value(name)?;
                self.cur.expect(b'=')?;
                let opcode = self.cur.word();
                self.instruction(blocks, Some(result), opcode)
            }
            b'#' => {
                self.open_block(blocks)?;
                let line = self.cur.line();
                if let Some((kind, dbg)) = self.dbg_record()? {
                    self.func.insts.push(Inst { result: None, kind, dbg, line });
                }
                Ok(())
            }
            b'"' => {
                let name = self.local_name()?;
                if self.cur.byte() != b':' {
                    return start.fail("expected an instruction");
                }
                self.label(blocks, name, start.pos())
            }
            _ => {
                let word = self.cur.word_here();
                if self.cur.byte() == b':' {
                    self.cur = start;
                    let name = self.label_name(word)?;
                    return self.label(blocks, name, start.pos());
                }
                match word {
                    "" => self.cur.fail("expected an instruction"),
                    "uselistorder" | "uselistorder_bb" => self.cur.skip_rest(),
                    opcode => self.instruction(blocks, None, opcode),
                }
            }
        }
    }

    /// A label's own name: digits are a number, but `4x` is a name.
    fn label_name(&mut self, word: &'a str) -> Res<LocalName<'a>> {
        if word.bytes().all(|b| b.is_ascii_digit()) {
            return self.local_name();
        }
        Ok(LocalName::Name(self.cur.word_here()))
    }

    fn label(&mut self, blocks: &mut Vec<Block<'a>>, name: LocalName<'a>, pos: u32) -> Res<()> {
        self.cur.expect(b':')?;
        self.close_block(blocks)?;
        if let LocalName::Number(number, _) = name {
            self.take_number(number, pos)?;
        }
        if self.func.labels.define(name, pos, blocks.len() as u32).is_none() {
            return self.cur.fail_at(pos, format!("label %{} is defined twice", name.text()));
        }
        self.func.block = Some(name.text());
        Ok(())
    }

    /// Starts an unnamed block if code stands where no block is open.
    fn open_block(&mut self, blocks: &[Block<'a>]) -> Res<()> {
        if self.func.block.is_some() {
            return Ok(());
        }
        let number = self.func.next_number;
        self.func.next_number += 1;
        let pos = self.cur.pos();
        match self.func.labels.define(LocalName::Number(number, ""), pos, blocks.len() as u32) {
            Some(index) => {
                self.func.block = Some(self.func.labels.entries[index as usize].name);
                Ok(())
            }
            None => self.cur.fail(format!("label %{number} is defined twice")),
        }
    }

    /// Moves the instructions read so far into a block of their own.
    fn close_block(&mut self, blocks: &mut Vec<Block<'a>>) -> Res<()> {
        let Some(name) = self.func.block.take() else { return Ok(()) };
        if !self.func.insts.last().is_some_and(|inst| is_terminator(&inst.kind)) {
            return self.cur.fail("block does not end in a terminator");
        }
        let insts = self.func.insts.drain(..).collect();
        blocks.push(Block { name, insts });
        Ok(())
    }

    /// An instruction after its opcode, with the result that the text names.
    fn instruction(&mut self, blocks: &mut Vec<Block<'a>>, named: Option<LocalId>, opcode: &'a str) -> Res<()> {
        self.open_block(blocks)?;
        let line = self.cur.line();
        let start = self.cur;
        let kind = self.inst_kind(opcode)?;
        let has_result = kind.as_ref().map_or(Some(false), |kind| self.has_result(kind));
        let result = match named {
            Some(_) if has_result == Some(false) => return start.fail(format!("`{opcode}` has no result")),
            None if has_result == Some(true) => Some(self.define_unnamed_value()),
            named => named,
        };
        let dbg = match kind {
            Some(InstKind::Unknown { .. }) => self.skip_unknown(start.pos())?,
            _ => self.end_of_inst()?,
        };
        match kind {
            Some(kind) => self.push(blocks, Inst { result, kind, dbg, line }),
            None => Ok(()),
        }
    }

    fn push(&mut self, blocks: &mut Vec<Block<'a>>, inst: Inst<'a>) -> Res<()> {
        let (block, position) = (blocks.len() as u32, self.func.insts.len() as u32);
        if std::mem::take(&mut self.func.mentions_label) {
            self.func.label_users.push((block, position));
        }
        if !self.groups.of_inst.is_empty() {
            self.place_call_groups(block, position);
        }
        let ends_block = is_terminator(&inst.kind) && !matches!(inst.kind, InstKind::Unknown { .. });
        let known_end = matches!(inst.kind, InstKind::Unknown { opcode } if is_unknown_terminator(opcode));
        self.func.insts.push(inst);
        if ends_block || known_end { self.close_block(blocks) } else { Ok(()) }
    }

    /// Attachments and the end of the line; gives the `!dbg` node.
    #[inline]
    fn end_of_inst(&mut self) -> Res<Option<MdId>> {
        let mut dbg = None;
        // How nearly every instruction ends.
        if self.cur.eat_here(", !dbg !") {
            dbg = Some(MdId::new(self.cur.number_u32()? as usize));
        }
        loop {
            self.cur.skip_blanks();
            match self.cur.byte() {
                b',' => {
                    self.cur.bump();
                    dbg = dbg.or(self.attachment()?);
                }
                b'\n' | b';' | b'}' => return Ok(dbg),
                _ if self.cur.at_end() => return Ok(dbg),
                _ => return self.cur.fail("unexpected text after an instruction"),
            }
        }
    }

    /// Skips the operands of an instruction nobody knows, and still finds its location.
    fn skip_unknown(&mut self, start: u32) -> Res<Option<MdId>> {
        self.cur.skip_rest()?;
        // Clauses of C++'s `landingpad` stand on lines of their own.
        loop {
            let line_end = self.cur;
            match self.cur.peek_word() {
                "cleanup" | "catch" | "filter" if self.cur.line() != line_end.line() => self.cur.skip_rest()?,
                _ => {
                    self.cur = line_end;
                    break;
                }
            }
        }
        let text = self.cur.since(start);
        let digits = text.rsplit_once("!dbg !").map_or("", |(_, rest)| rest);
        let digits = digits.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
        Ok(digits.parse::<u32>().ok().filter(|&n| n < u32::MAX).map(|n| MdId::new(n as usize)))
    }

    /// Whether the instruction gives a value; `None` if that is not known.
    fn has_result(&self, kind: &InstKind<'a>) -> Option<bool> {
        let call_result = |ret: TypeId| Some(!matches!(self.module.types[ret], Type::Void));
        match kind {
            InstKind::Ret(_)
            | InstKind::Br(_)
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::Unreachable
            | InstKind::Store { .. }
            | InstKind::Fence { .. }
            | InstKind::DbgDeclare { .. }
            | InstKind::DbgValue { .. } => Some(false),
            InstKind::Call(call) | InstKind::CallBr { call, .. } | InstKind::Invoke { call, .. } => {
                call_result(call.ret)
            }
            InstKind::Unknown { .. } => None,
            _ => Some(true),
        }
    }

    /// A value is defined here.
    #[inline]
    fn define_value(&mut self, name: LocalName<'a>) -> Res<LocalId> {
        let pos = self.cur.pos();
        if let LocalName::Number(number, _) = name {
            self.take_number(number, pos)?;
        }
        match self.func.values.define(name, pos, 0) {
            Some(index) => Ok(LocalId::new(index as usize)),
            None => self.cur.fail(format!("%{} is defined twice", name.text())),
        }
    }

    /// A value without a name takes the next number.
    fn define_unnamed_value(&mut self) -> LocalId {
        let number = self.func.next_number;
        self.func.next_number += 1;
        let values = &mut self.func.values;
        // Numbers only grow, so nothing can have defined this one.
        let index = values.mention(LocalName::Number(number, ""), self.cur.pos());
        values.entries[index as usize].target = 0;
        LocalId::new(index as usize)
    }

    /// An explicit number must not repeat one that was given.
    #[inline]
    fn take_number(&mut self, number: u32, pos: u32) -> Res<()> {
        if number < self.func.next_number {
            return self.cur.fail_at(pos, format!("expected number {} or greater", self.func.next_number));
        }
        self.func.next_number = number + 1;
        Ok(())
    }

    /// Labels got ids by first mention; blocks count in the order of the text. An unnamed block gets its name from
    /// those who mention it.
    fn number_labels(&mut self, blocks: &mut [Block<'a>]) {
        let entries = &self.func.labels.entries;
        for entry in entries {
            blocks[entry.target as usize].name = entry.name;
        }
        if entries.iter().enumerate().all(|(index, entry)| entry.target as usize == index) {
            return;
        }
        for &(block, inst) in &self.func.label_users {
            for_each_label(&mut blocks[block as usize].insts[inst as usize].kind, |label| {
                *label = LabelId::new(entries[label.index()].target as usize);
            });
        }
    }

    /// `label %x`, the keyword included.
    pub(super) fn label_ref(&mut self) -> Res<LabelId> {
        self.cur.expect_word("label")?;
        self.label_name_ref()
    }

    /// `%x` where a label is expected.
    pub(super) fn label_name_ref(&mut self) -> Res<LabelId> {
        self.cur.expect(b'%')?;
        let pos = self.cur.pos();
        let name = self.local_name()?;
        self.func.mentions_label = true;
        let index = self.func.labels.mention(name, pos);
        let entry = &mut self.func.labels.entries[index as usize];
        if entry.name.is_empty() {
            entry.name = name.text();
        }
        Ok(LabelId::new(index as usize))
    }

    /// The value that a name after `%` stands for.
    #[inline]
    pub(super) fn local(&mut self) -> Res<LocalId> {
        let pos = self.cur.pos();
        let name = self.local_name()?;
        let index = self.func.values.mention(name, pos);
        let entry = &mut self.func.values.entries[index as usize];
        if entry.name.is_empty() {
            entry.name = name.text();
        }
        Ok(LocalId::new(index as usize))
    }
}

/// Whether an instruction may end a block. One that nobody knows may.
fn is_terminator(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Ret(_)
            | InstKind::Br(_)
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::Unreachable
            | InstKind::CallBr { .. }
            | InstKind::Invoke { .. }
            | InstKind::Unknown { .. }
    )
}

/// The terminators of C++ that stay unknown.
fn is_unknown_terminator(opcode: &str) -> bool {
    matches!(opcode, "resume" | "cleanupret" | "catchret" | "catchswitch")
}

fn for_each_label(kind: &mut InstKind, mut visit: impl FnMut(&mut LabelId)) {
    match kind {
        InstKind::Br(target) => visit(target),
        InstKind::CondBr { then, otherwise, .. } => {
            visit(then);
            visit(otherwise);
        }
        InstKind::Switch { default, cases, .. } => {
            visit(default);
            cases.iter_mut().for_each(|(_, label)| visit(label));
        }
        InstKind::IndirectBr { targets, .. } => targets.iter_mut().for_each(visit),
        InstKind::CallBr { normal, others, .. } => {
            visit(normal);
            others.iter_mut().for_each(visit);
        }
        InstKind::Invoke { normal, unwind, .. } => {
            visit(normal);
            visit(unwind);
        }
        InstKind::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, label)| visit(label)),
        _ => {}
    }
}
