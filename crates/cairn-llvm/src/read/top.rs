//! The top level of a module: what each line introduces.

use super::attr::note_func_attr;
use super::{Reader, Res};
use crate::ast::{Alias, Const, Global, Linkage, MdId, SymId, TypeId};
use cairn_base::Id;

/// The words in front of `global`, `alias` or a function's type.
#[derive(Default)]
pub(super) struct Prefix {
    pub linkage: Linkage,
    /// `external` or `extern_weak`: no initialiser follows.
    pub declared: bool,
    pub thread_local: bool,
    pub unnamed: bool,
}

/// What stands behind a global.
#[derive(Default)]
struct Tail<'a> {
    align: u64,
    section: Option<&'a str>,
    dbg: Option<MdId>,
}

impl Prefix {
    /// Takes note of a word that belongs to every symbol; false if it is another word.
    pub fn accept(&mut self, word: &str) -> bool {
        match word.as_bytes() {
            b"private" | b"internal" => self.linkage = Linkage::Internal,
            b"weak" | b"weak_odr" | b"linkonce" | b"linkonce_odr" => self.linkage = Linkage::Weak,
            b"common" => self.linkage = Linkage::Common,
            b"available_externally" => self.linkage = Linkage::AvailableExternally,
            b"appending" => self.linkage = Linkage::Appending,
            b"external" => self.declared = true,
            b"extern_weak" => (self.linkage, self.declared) = (Linkage::Weak, true),
            b"thread_local" => self.thread_local = true,
            b"unnamed_addr" => self.unnamed = true,
            b"dso_local"
            | b"dso_preemptable"
            | b"default"
            | b"hidden"
            | b"protected"
            | b"dllimport"
            | b"dllexport"
            | b"local_unnamed_addr"
            | b"externally_initialized" => {}
            _ => return false,
        }
        true
    }
}

impl<'a> Reader<'a> {
    pub(super) fn read_module(&mut self) -> Res<()> {
        loop {
            match self.cur.peek() {
                b'!' => self.metadata_line()?,
                b'@' => self.global_line()?,
                b'%' => {
                    self.cur.bump();
                    self.type_definition()?;
                }
                // Comdats and the module summary.
                b'$' | b'^' => self.cur.skip_rest()?,
                _ if self.cur.at_end() => break,
                _ => self.keyword_line()?,
            }
        }
        self.check_containment()?;
        self.apply_groups();
        Ok(())
    }

    fn keyword_line(&mut self) -> Res<()> {
        let start = self.cur;
        match self.cur.word() {
            "define" => self.definition(),
            "declare" => self.declaration(),
            "attributes" => self.group_definition(),
            "target" => self.target_line(),
            "source_filename" => {
                self.cur.expect(b'=')?;
                self.module.source_name = self.cur.string()?;
                Ok(())
            }
            "module" => {
                self.cur.expect_word("asm")?;
                let text = self.cur.string()?;
                self.module.module_asm.push(text);
                Ok(())
            }
            "uselistorder" | "uselistorder_bb" => self.cur.skip_rest(),
            _ => start.fail("expected a definition or declaration"),
        }
    }

    fn target_line(&mut self) -> Res<()> {
        let start = self.cur;
        let what = self.cur.word();
        self.cur.expect(b'=')?;
        let text = self.cur.string()?;
        match what {
            "datalayout" => self.module.data_layout = text,
            "triple" => self.module.triple = text,
            _ => return start.fail("expected `datalayout` or `triple`"),
        }
        Ok(())
    }

    /// `!7 = …` is indexed, `!name = …` skipped.
    fn metadata_line(&mut self) -> Res<()> {
        self.cur.bump();
        if !self.cur.byte().is_ascii_digit() {
            return self.cur.skip_rest();
        }
        let number = self.cur.number_u32()?;
        self.cur.expect(b'=')?;
        self.cur.skip_blanks();
        let start = self.cur.pos();
        self.cur.skip_metadata()?;
        self.metadata.add(number, start, self.cur.pos());
        Ok(())
    }

    /// `@x = …`: a variable, an alias or an ifunc.
    fn global_line(&mut self) -> Res<()> {
        let line = self.cur.line();
        let sym = self.new_symbol()?;
        self.cur.expect(b'=')?;
        let mut prefix = Prefix::default();
        loop {
            let start = self.cur;
            match self.cur.word() {
                "global" => return self.variable(sym, prefix, false, line),
                "constant" => return self.variable(sym, prefix, true, line),
                "alias" => return self.alias(sym, prefix, false, line),
                "ifunc" => return self.alias(sym, prefix, true, line),
                "addrspace" => self.cur.skip_group()?,
                word if prefix.accept(word) => {
                    // `thread_local(initialexec)`.
                    if self.cur.byte() == b'(' {
                        self.cur.skip_group()?;
                    }
                }
                _ => return start.fail("expected `global`, `constant` or `alias`"),
            }
        }
    }

    fn variable(&mut self, sym: SymId, prefix: Prefix, constant: bool, line: u32) -> Res<()> {
        let ty = self.ty()?;
        let init = if prefix.declared { None } else { Some(self.constant(ty)?) };
        let Tail { align, section, dbg } = self.global_tail()?;
        let Prefix { linkage, thread_local, unnamed, .. } = prefix;
        self.module.globals.push(Global {
            sym,
            linkage,
            thread_local,
            constant,
            unnamed,
            ty,
            init,
            align,
            section,
            dbg,
            line,
        });
        Ok(())
    }

    fn alias(&mut self, sym: SymId, prefix: Prefix, ifunc: bool, line: u32) -> Res<()> {
        self.ty()?;
        self.cur.expect(b',')?;
        let target = self.alias_target()?;
        self.global_tail()?;
        self.module.aliases.push(Alias { sym, linkage: prefix.linkage, ifunc, target, line });
        Ok(())
    }

    /// `ptr @f`, or a constant expression that older versions print without its type.
    fn alias_target(&mut self) -> Res<Const<'a>> {
        let word = self.cur.peek_word();
        if super::constant::starts_constant(word) {
            let ptr = self.types.ptr;
            return self.constant(ptr);
        }
        Ok(self.typed_const()?.1)
    }

    /// `, section "x", align 4, !dbg !7 #3` after a global.
    fn global_tail(&mut self) -> Res<Tail<'a>> {
        let mut tail = Tail::default();
        while !self.cur.at_line_end() {
            match self.cur.byte() {
                b',' => {
                    self.cur.bump();
                    match self.cur.peek() {
                        b'!' => tail.dbg = tail.dbg.or(self.attachment()?),
                        _ if self.cur.eat_word("align") => tail.align = self.align_value()?,
                        _ if self.cur.eat_word("section") => tail.section = Some(self.cur.string()?),
                        _ => self.skip_attr()?,
                    }
                }
                b'#' => drop(self.group_ref()?),
                b'"' => self.string_attr()?,
                _ => return self.cur.fail("unexpected text after a global"),
            }
        }
        Ok(tail)
    }

    fn skip_attr(&mut self) -> Res<()> {
        match self.cur.word() {
            "" => self.cur.fail("expected an attribute"),
            word => self.attr_argument(word),
        }
    }

    /// `!dbg !7` or any other attachment; gives the node if it is `!dbg`.
    #[inline]
    pub(super) fn attachment(&mut self) -> Res<Option<MdId>> {
        self.cur.expect(b'!')?;
        let kind = self.metadata_name();
        let node = self.metadata_value()?;
        Ok(if kind == "dbg" { node } else { None })
    }

    /// The name after `!`, which may contain escapes.
    fn metadata_name(&mut self) -> &'a str {
        let start = self.cur.pos();
        self.cur.word_here();
        while self.cur.byte() == b'\\' {
            self.cur.bump();
            self.cur.word_here();
        }
        self.cur.since(start)
    }

    /// `!7`; anything else that stands for metadata is skipped.
    #[inline]
    pub(super) fn metadata_value(&mut self) -> Res<Option<MdId>> {
        self.cur.expect(b'!')?;
        match self.cur.byte() {
            b'0'..=b'9' => Ok(Some(MdId::new(self.cur.number_u32()? as usize))),
            b'"' => self.cur.string().map(|_| None),
            _ => {
                self.metadata_name();
                if matches!(self.cur.byte(), b'(' | b'{') {
                    self.cur.skip_group()?;
                }
                Ok(None)
            }
        }
    }

    /// What stands between a function's parameters and its body, or after a declaration.
    pub(super) fn func_tail(&mut self, is_definition: bool) -> Res<(crate::ast::FuncAttrs, Option<MdId>)> {
        let (mut attrs, mut dbg) = (crate::ast::FuncAttrs::default(), None);
        loop {
            match self.cur.peek() {
                b'#' => {
                    let group = self.group_ref()?;
                    self.func_has_group(group);
                }
                b'"' => self.string_attr()?,
                b'!' if is_definition => dbg = dbg.or(self.attachment()?),
                b'a'..=b'z' => {
                    let before = self.cur;
                    match self.cur.word() {
                        "define" | "declare" | "attributes" | "target" | "source_filename" | "module"
                        | "uselistorder" | "uselistorder_bb" => {
                            self.cur = before;
                            return Ok((attrs, dbg));
                        }
                        "prefix" | "prologue" | "personality" => drop::<(TypeId, Const)>(self.typed_const()?),
                        word => {
                            note_func_attr(word, &mut attrs);
                            self.attr_argument(word)?;
                        }
                    }
                }
                _ => return Ok((attrs, dbg)),
            }
        }
    }
}
