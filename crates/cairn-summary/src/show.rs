//! A summary in words: what the function needs, what it does, what it gives back.

use crate::entry::{Owner, Quality};
use crate::facts::Facts;
use crate::summary::{CaseRecords, CellEffect, FunctionSummary, MadeKind, RestEffect, ScalarRecord};
use cairn_ir::{FuncId, Id, Program};
use cairn_logic::{BaseClass, BaseConst, Conds, Importer, RecordId, SameLeaves, Sort, Var, VarClass};
use std::fmt::Write;

/// Cases of one value that are listed.
const MOST_CASES: usize = 12;

/// The summary as text, for people.
pub fn show(program: &Program, func: FuncId, summary: &FunctionSummary) -> String {
    let mut page = Page { program, func, summary, conds: Conds::default(), text: String::new() };
    page.name_everything();
    page.needs();
    page.effects();
    page.results();
    page.text
}

struct Page<'a> {
    program: &'a Program,
    func: FuncId,
    summary: &'a FunctionSummary,
    conds: Conds,
    text: String,
}

impl Page<'_> {
    // ---- names ----

    fn owner(&self, owner: Owner) -> String {
        match owner {
            Owner::Param(param) => self.param(param),
            Owner::Global(global) => {
                let global = &self.program.globals[global];
                self.program.names.text(global.name).to_owned()
            }
            Owner::Place(place) => self.place(place),
        }
    }

    fn param(&self, param: u32) -> String {
        let body = self.program.funcs[self.func].body.as_ref();
        let value = body.and_then(|body| {
            let value = *body.blocks[body.entry()].params.get(param as usize)?;
            let var = body.values[value].var?;
            Some(self.program.names.text(body.vars[var].name).to_owned())
        });
        value.unwrap_or_else(|| format!("argument {param}"))
    }

    /// An address of entry, as the expression that it is in C, nearly.
    fn place(&self, place: u32) -> String {
        let (owner, distance) = self.summary.places[place as usize];
        match owner {
            Owner::Param(param) => self.param(param),
            _ => self.content(owner, distance),
        }
    }

    /// What lies at a distance in an object of entry.
    fn content(&self, owner: Owner, distance: i64) -> String {
        match owner {
            Owner::Param(param) => self.param(param),
            Owner::Global(_) if distance == 0 => self.owner(owner),
            Owner::Global(_) => format!("{}[+{distance}]", self.owner(owner)),
            Owner::Place(place) if distance == 0 => format!("*{}", self.place(place)),
            Owner::Place(place) => format!("{}[{distance:+}]", self.place(place)),
        }
    }

    fn name_everything(&mut self) {
        let bits = self.program.target.pointer_bits;
        for id in 0..self.summary.places.len() as u32 {
            let name = self.place(id);
            let arena = &mut self.conds.arena;
            arena.name_var(Var::new(Sort::Base, VarClass::Entry, 2 * id), &format!("object({name})"));
            arena.name_var(Var::new(Sort::Bv(bits), VarClass::Entry, 2 * id), &format!("offset({name})"));
            arena.name_var(Var::new(Sort::Bv(bits), VarClass::Size, id), &format!("size({name})"));
            for quality in Quality::ALL {
                let word = match quality {
                    Quality::Live => "live",
                    Quality::Heap => "heap",
                    Quality::Wild => "wild",
                    Quality::Constant => "constant",
                };
                arena.name_var(Facts::quality_var(id, quality), &format!("{word}({name})"));
            }
        }
        for (index, &(owner, distance, bytes, _)) in self.summary.words.iter().enumerate() {
            let name = self.content(owner, distance);
            let var = Var::new(Sort::Bv(8 * bytes as u32), VarClass::Entry, 2 * index as u32 + 1);
            self.conds.arena.name_var(var, &name);
        }
        for (id, global) in self.program.globals.iter_enumerated() {
            let base = BaseConst::new(BaseClass::Global, id.index() as u32);
            self.conds.arena.name_base(base, &format!("&{}", self.program.names.text(global.name)));
        }
        for (index, made) in self.summary.made.iter().enumerate() {
            self.conds.arena.name_base(made.base, &format!("new{}", index + 1));
        }
    }

    // ---- parts ----

    fn cond(&mut self, id: RecordId) -> String {
        let read = Importer::new(&self.summary.records).cond(&mut self.conds, &mut SameLeaves, id);
        read.map_or_else(|error| error.to_string(), |bracket| self.conds.show(bracket.may))
    }

    fn both(&mut self, a: RecordId, b: RecordId) -> String {
        let mut importer = Importer::new(&self.summary.records);
        let [a, b] = [a, b].map(|id| importer.cond(&mut self.conds, &mut SameLeaves, id));
        let both = a.and_then(|a| Ok(self.conds.and(a.may, b?.may)));
        both.map_or_else(|error| error.to_string(), |both| self.conds.show(both))
    }

    fn term(&mut self, id: RecordId) -> String {
        let read = Importer::new(&self.summary.records).term(&mut self.conds, &mut SameLeaves, id);
        read.map_or_else(|error| error.to_string(), |term| self.conds.arena.show(term).to_string())
    }

    fn needs(&mut self) {
        let _ = writeln!(self.text, "needs");
        if self.summary.latents.is_empty() {
            let _ = writeln!(self.text, "  nothing");
        }
        for index in 0..self.summary.latents.len() {
            let latent = self.summary.latents[index].clone();
            let (bad, perhaps) = (self.cond(latent.bad), self.cond(latent.perhaps));
            let place = self.place_of(&latent.check);
            let unless = match (&bad[..], &perhaps[..]) {
                (bad, "false") => bad.to_owned(),
                ("false", perhaps) => format!("perhaps {perhaps}"),
                _ => format!("{bad}, perhaps {perhaps}"),
            };
            let _ = writeln!(self.text, "  no {} {place}, which happens if {unless}", latent.check.rule);
        }
        for apart in &self.summary.apart {
            let (a, b, how) = match apart {
                crate::aliasing::Apart::Always(a, b) => (a, b, "different objects"),
                crate::aliasing::Apart::UnlessEqual(a, b) => (a, b, "different objects or equal"),
            };
            let (a, b) = (self.owner(*a), self.owner(*b));
            let _ = writeln!(self.text, "  {a} and {b} lead to {how}");
        }
    }

    fn place_of(&self, check: &crate::verdicts::Check) -> String {
        let span = self.program.funcs[check.func].body.as_ref().map(|body| {
            let block = &body.blocks[check.block];
            block.insts.get(check.inst as usize).map_or(block.term_span, |inst| inst.span)
        });
        let place = span.and_then(|span| self.program.describe_span(span));
        place.map_or_else(|| format!("in {}", self.program.func_name(check.func)), |place| format!("at {place}"))
    }

    fn effects(&mut self) {
        let _ = writeln!(self.text, "does");
        if self.summary.effects.is_empty() && self.summary.made.is_empty() && !self.summary.scrambles {
            let _ = writeln!(self.text, "  nothing to memory");
        }
        if self.summary.scrambles {
            let _ = writeln!(self.text, "  may write everything that it can reach");
        }
        for effect in &self.summary.effects {
            for cell in &effect.cells {
                self.cell(&self.content(effect.owner, cell.distance), cell);
            }
            if effect.rest != RestEffect::Kept {
                let name = self.owner(effect.owner);
                let _ = writeln!(self.text, "  all else in the object of {name}: anything");
            }
            if let Some(live) = effect.live {
                let (name, live) = (self.owner(effect.owner), self.cond(live));
                let _ = writeln!(self.text, "  the object of {name} is alive if {live}");
            }
        }
        for (index, made) in self.summary.made.iter().enumerate() {
            let name = format!("new{}", index + 1);
            let (size, live) = (self.term(made.size), self.both(made.live, made.made));
            let kind = match made.kind {
                MadeKind::Heap(_) => "a block",
                MadeKind::Stack => "a local",
            };
            let many = if made.several { ", stands for several" } else { "" };
            let _ = writeln!(self.text, "  {name}: {kind} of {size} bytes, alive if {live}{many}");
            for cell in &made.cells {
                self.cell(&format!("{name}[+{}]", cell.distance), cell);
            }
        }
    }

    fn cell(&mut self, name: &str, cell: &CellEffect) {
        let kept = self.cond(cell.kept);
        let unless = if kept == "false" { String::new() } else { format!(", unless {kept}") };
        let values = self.values(&cell.values);
        let _ = writeln!(self.text, "  {name} ({} bytes) := {values}{unless}", cell.bytes);
    }

    fn values(&mut self, cases: &CaseRecords) -> String {
        let mut parts = Vec::new();
        for &(scalar, cond) in cases.iter().take(MOST_CASES) {
            let value = match scalar {
                ScalarRecord::Word { term, undef: 0 } => self.term(term),
                ScalarRecord::Word { .. } => "undefined".to_owned(),
                ScalarRecord::Ptr { base, offset } => {
                    let (base, offset) = (self.term(base), self.term(offset));
                    if offset == "0" || offset == "0x0" { base } else { format!("{base} + {offset}") }
                }
            };
            let cond = self.cond(cond);
            parts.push(if cond == "true" { value } else { format!("{value} if {cond}") });
        }
        if cases.len() > MOST_CASES {
            parts.push(format!("{} more", cases.len() - MOST_CASES));
        }
        parts.join("; ")
    }

    fn results(&mut self) {
        let returns = self.cond(self.summary.returns);
        let _ =
            writeln!(self.text, "returns{}", if returns == "true" { String::new() } else { format!(" if {returns}") });
        match &self.cond(self.summary.jumps)[..] {
            "false" => {}
            jumps => _ = writeln!(self.text, "  or jumps past its callers if {jumps}"),
        }
        for index in 0..self.summary.results.len() {
            let values = self.values(&self.summary.results[index]);
            let _ = writeln!(self.text, "  {values}");
        }
    }
}
