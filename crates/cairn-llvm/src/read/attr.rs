//! Attributes: the few that change meaning are kept, the others skipped, known or not.

use super::constant::starts_constant;
use super::{Map, Reader, Res};
use crate::ast::{FuncAttrs, InstKind, ParamAttrs};
use cairn_base::Id;

/// `attributes #N` and who refers to them. The definitions come last in the text.
#[derive(Default)]
pub(super) struct Groups {
    defined: Map<u32, FuncAttrs>,
    funcs: Vec<(u32, u32)>,
    calls: Vec<CallSite>,
    /// Groups of the instruction that is being read.
    pub of_inst: Vec<u32>,
}

struct CallSite {
    func: u32,
    block: u32,
    inst: u32,
    group: u32,
}

impl<'a> Reader<'a> {
    /// The attributes in front of a parameter's or argument's name.
    pub(super) fn param_attrs(&mut self) -> Res<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            match self.cur.peek() {
                b'"' => self.string_attr()?,
                b'#' => drop(self.group_ref()?),
                b'a'..=b'z' | b'A'..=b'Z' => {
                    let before = self.cur;
                    let word = self.cur.word();
                    if word != "noundef" {
                        if starts_constant(word) {
                            self.cur = before;
                            return Ok(attrs);
                        }
                        self.param_attr(word, &mut attrs)?;
                    }
                }
                _ => return Ok(attrs),
            }
        }
    }

    /// One attribute, its word already read.
    pub(super) fn param_attr(&mut self, word: &str, attrs: &mut ParamAttrs) -> Res<()> {
        match word.as_bytes() {
            b"signext" => attrs.sext = true,
            b"zeroext" => attrs.zext = true,
            b"align" => attrs.align = self.align_value()?,
            b"byval" | b"sret" if self.cur.byte() == b'(' => {
                self.cur.bump();
                let ty = self.ty()?;
                self.cur.expect(b')')?;
                *(if word == "byval" { &mut attrs.byval } else { &mut attrs.sret }) = Some(ty);
            }
            _ => {
                attrs.unsupported = attrs.unsupported.or(unsupported(word));
                self.attr_argument(word)?;
            }
        }
        Ok(())
    }

    /// `8` or `(8)` after `align`.
    pub(super) fn align_value(&mut self) -> Res<u64> {
        if !self.cur.eat(b'(') {
            return self.cur.number();
        }
        let align = self.cur.number()?;
        self.cur.expect(b')')?;
        Ok(align)
    }

    /// Skips what follows an attribute's word: `(…)`, or a number or string after the words that take one.
    pub(super) fn attr_argument(&mut self, word: &str) -> Res<()> {
        match word {
            "align" | "cc" => drop(self.align_value()?),
            "section" | "partition" | "gc" | "code_model" => drop(self.cur.string()?),
            _ if self.cur.byte() == b'(' => self.cur.skip_group()?,
            // `alignstack=8` in a group.
            _ if self.cur.byte() == b'=' => {
                self.cur.bump();
                self.cur.number()?;
            }
            _ => {}
        }
        Ok(())
    }

    /// `"key"` or `"key"="value"`.
    pub(super) fn string_attr(&mut self) -> Res<()> {
        self.key_and_value().map(drop)
    }

    fn key_and_value(&mut self) -> Res<(&'a str, &'a str)> {
        let key = self.cur.string()?;
        if self.cur.byte() != b'=' {
            return Ok((key, ""));
        }
        self.cur.bump();
        Ok((key, self.cur.string()?))
    }

    /// `#7`.
    pub(super) fn group_ref(&mut self) -> Res<u32> {
        self.cur.expect(b'#')?;
        self.cur.number_u32()
    }

    /// `attributes #7 = { … }`, the keyword already read.
    pub(super) fn group_definition(&mut self) -> Res<()> {
        let number = self.group_ref()?;
        self.cur.expect(b'=')?;
        self.cur.expect(b'{')?;
        let mut attrs = FuncAttrs::default();
        while !self.cur.eat(b'}') {
            if self.cur.byte() == b'"' {
                if let ("target-features", features) = self.key_and_value()? {
                    attrs.fuses = features.split(',').any(|feature| matches!(feature, "+fma" | "+fma4"));
                }
                continue;
            }
            match self.cur.word() {
                "" => return self.cur.fail("expected an attribute"),
                word => {
                    note_func_attr(word, &mut attrs);
                    self.attr_argument(word)?;
                }
            }
        }
        self.groups.defined.insert(number, attrs);
        Ok(())
    }

    /// Remembers that the function now being read has a group.
    pub(super) fn func_has_group(&mut self, group: u32) {
        self.groups.funcs.push((self.module.funcs.len() as u32, group));
    }

    /// Attaches the groups of the call just read to its place.
    pub(super) fn place_call_groups(&mut self, block: u32, inst: u32) {
        let func = self.module.funcs.len() as u32;
        let groups = self.groups.of_inst.drain(..);
        self.groups.calls.extend(groups.map(|group| CallSite { func, block, inst, group }));
    }

    /// Gives functions and calls what their groups say.
    pub(super) fn apply_groups(&mut self) {
        self.groups.defined.retain(|_, attrs| *attrs != FuncAttrs::default());
        if self.groups.defined.is_empty() {
            return;
        }
        for &(func, group) in &self.groups.funcs {
            if let Some(attrs) = self.groups.defined.get(&group) {
                let target = &mut self.module.funcs[func as usize].attrs;
                target.noreturn |= attrs.noreturn;
                target.returns_twice |= attrs.returns_twice;
                target.fuses |= attrs.fuses;
            }
        }
        for site in &self.groups.calls {
            let Some(attrs) = self.groups.defined.get(&site.group) else { continue };
            let Some(body) = &mut self.module.funcs[site.func as usize].body else { continue };
            let inst = &mut body.blocks[Id::new(site.block as usize)].insts[site.inst as usize];
            let (InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. }) = &mut inst.kind
            else {
                continue;
            };
            call.noreturn |= attrs.noreturn;
            call.returns_twice |= attrs.returns_twice;
        }
    }
}

pub(super) fn note_func_attr(word: &str, attrs: &mut FuncAttrs) {
    match word {
        "noreturn" => attrs.noreturn = true,
        "returns_twice" => attrs.returns_twice = true,
        _ => {}
    }
}

/// Attributes that change how an argument is passed in a way nobody handles.
fn unsupported(word: &str) -> Option<&'static str> {
    Some(match word {
        "inalloca" => "inalloca",
        "preallocated" => "preallocated",
        "swiftself" => "swiftself",
        "swifterror" => "swifterror",
        "swiftasync" => "swiftasync",
        "nest" => "nest",
        "byref" => "byref",
        // Without its type, as LLVM 11 and older print it.
        "byval" => "byval",
        "sret" => "sret",
        _ => return None,
    })
}
