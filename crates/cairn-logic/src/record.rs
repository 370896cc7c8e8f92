//! Conditions outside of an arena: a canonical list of records, for summaries and for the store.
//!
//! Terms, atoms and formulas stand in post-order and refer to earlier records by number; equal records are written once.
//! The order follows the structure of what is exported, never ids of the arena, so the same conditions give the same bytes
//! in every run. A record is a tag and numbers in LEB128.
//! Not here: reading (`import`), names (the client's), how summaries refer to records.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::atom::{Atom, AtomId, Lit};
use crate::diagram::{Cond, Conds};
use crate::form::Form;
use crate::term::{BaseConst, Sort, Term, TermId, Var};
use crate::unique::mix;

/// The number of a record in its list.
pub type RecordId = u32;

/// What a record is; its first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Tag {
    Const,
    Var,
    Lin,
    Bin,
    Extract,
    Zext,
    Sext,
    Uf,
    Address,
    BaseConst,
    BaseAt,
    Eq,
    Mask,
    In,
    Ule,
    Sle,
    BaseEq,
    True,
    False,
    Positive,
    Negative,
    And,
    Or,
    Not,
    Ite,
}

impl Tag {
    pub(crate) const ALL: [Tag; 25] = [
        Tag::Const,
        Tag::Var,
        Tag::Lin,
        Tag::Bin,
        Tag::Extract,
        Tag::Zext,
        Tag::Sext,
        Tag::Uf,
        Tag::Address,
        Tag::BaseConst,
        Tag::BaseAt,
        Tag::Eq,
        Tag::Mask,
        Tag::In,
        Tag::Ule,
        Tag::Sle,
        Tag::BaseEq,
        Tag::True,
        Tag::False,
        Tag::Positive,
        Tag::Negative,
        Tag::And,
        Tag::Or,
        Tag::Not,
        Tag::Ite,
    ];
}

/// A finished list of records.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Records {
    pub(crate) bytes: Vec<u8>,
    /// Where each record begins.
    pub(crate) starts: Vec<u32>,
}

impl Records {
    /// The number of records.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The canonical bytes: the length of each record, then its content.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes.len() + 2 * self.starts.len());
        for record in 0..self.starts.len() {
            let content = self.record(record as RecordId);
            push_number(&mut out, content.len() as u128);
            out.extend_from_slice(content);
        }
        out
    }

    /// A hash of the content: equal in every run and on every machine. Not meant to resist an adversary.
    pub fn content_hash(&self) -> u128 {
        let bytes = self.to_bytes();
        let lane = |seed: u64| {
            bytes.chunks(8).fold(mix(seed, bytes.len() as u64), |hash, chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                mix(hash, u64::from_le_bytes(word))
            })
        };
        u128::from(lane(0x243F_6A88_85A3_08D3)) << 64 | u128::from(lane(0x1319_8A2E_0370_7344))
    }

    pub(crate) fn record(&self, id: RecordId) -> &[u8] {
        let from = self.starts[id as usize] as usize;
        let to = self.starts.get(id as usize + 1).map_or(self.bytes.len(), |&start| start as usize);
        &self.bytes[from..to]
    }
}

pub(crate) fn push_number(out: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A record under construction.
struct Draft(Vec<u8>);

impl Draft {
    fn new(tag: Tag) -> Self {
        Self(vec![tag as u8])
    }

    fn num(mut self, number: impl Into<u128>) -> Self {
        push_number(&mut self.0, number.into());
        self
    }

    fn sort(self, sort: Sort) -> Self {
        match sort {
            Sort::Base => self.num(0u32),
            Sort::Bv(width) => self.num(width),
        }
    }

    fn base(self, base: BaseConst) -> Self {
        self.num(base.class as u8).num(base.key)
    }

    fn var(self, var: Var) -> Self {
        self.num(var.class as u8).num(var.key).sort(var.sort)
    }

    fn list(self, items: &[RecordId]) -> Self {
        items.iter().fold(self.num(items.len() as u128), |draft, &item| draft.num(item))
    }
}

/// Writes terms and conditions of one arena into a list of records.
pub struct Exporter<'a> {
    conds: &'a Conds,
    records: Records,
    written: FxHashMap<Vec<u8>, RecordId>,
    terms: FxHashMap<TermId, RecordId>,
    atoms: FxHashMap<AtomId, RecordId>,
    done: FxHashMap<Cond, RecordId>,
}

impl<'a> Exporter<'a> {
    pub fn new(conds: &'a Conds) -> Self {
        Self {
            conds,
            records: Records::default(),
            written: FxHashMap::default(),
            terms: FxHashMap::default(),
            atoms: FxHashMap::default(),
            done: FxHashMap::default(),
        }
    }

    pub fn finish(self) -> Records {
        self.records
    }

    fn write(&mut self, draft: Draft) -> RecordId {
        if let Some(&id) = self.written.get(&draft.0) {
            return id;
        }
        let id = self.records.starts.len() as RecordId;
        self.records.starts.push(self.records.bytes.len() as u32);
        self.records.bytes.extend_from_slice(&draft.0);
        self.written.insert(draft.0, id);
        id
    }

    pub fn term(&mut self, root: TermId) -> RecordId {
        if let Some(&id) = self.terms.get(&root) {
            return id;
        }
        let mut todo = Vec::new();
        self.conds.arena.for_each_subterm(&[root], |t| todo.push(t));
        for term in todo {
            if !self.terms.contains_key(&term) {
                let draft = self.term_draft(term);
                let id = self.write(draft);
                self.terms.insert(term, id);
            }
        }
        self.terms[&root]
    }

    fn term_draft(&self, id: TermId) -> Draft {
        let arena = &self.conds.arena;
        let at = |t: &TermId| self.terms[t];
        let sort = arena.sort(id);
        match arena.term(id) {
            Term::Const(value) => Draft::new(Tag::Const).sort(sort).num(*value),
            Term::Var(var) => Draft::new(Tag::Var).var(*var),
            Term::Lin { konst, addends } => {
                let draft = Draft::new(Tag::Lin).sort(sort).num(*konst).num(addends.len() as u128);
                addends.iter().fold(draft, |draft, (c, t)| draft.num(*c).num(at(t)))
            }
            Term::Bin(op, a, b) => Draft::new(Tag::Bin).num(*op as u8).num(at(a)).num(at(b)),
            Term::Extract { of, lo } => Draft::new(Tag::Extract).sort(sort).num(at(of)).num(*lo),
            Term::Zext(of) => Draft::new(Tag::Zext).sort(sort).num(at(of)),
            Term::Sext(of) => Draft::new(Tag::Sext).sort(sort).num(at(of)),
            Term::Uf { sym, args } => {
                let args: Vec<RecordId> = args.iter().map(at).collect();
                Draft::new(Tag::Uf).sort(sort).num(sym.0).list(&args)
            }
            Term::Address(of) => Draft::new(Tag::Address).sort(sort).num(at(of)),
            Term::BaseConst(base) => Draft::new(Tag::BaseConst).base(*base),
            Term::BaseAt { site, index } => Draft::new(Tag::BaseAt).base(*site).num(at(index)),
        }
    }

    pub fn atom(&mut self, atom: AtomId) -> RecordId {
        if let Some(&id) = self.atoms.get(&atom) {
            return id;
        }
        let draft = match self.conds.arena.atom(atom) {
            Atom::Eq { subject, value } => Draft::new(Tag::Eq).num(self.term(*subject)).num(*value),
            Atom::Mask { subject, mask, value } => {
                Draft::new(Tag::Mask).num(self.term(*subject)).num(*mask).num(*value)
            }
            Atom::In { subject, set } => {
                let draft = Draft::new(Tag::In).num(self.term(*subject)).num(set.parts().len() as u128);
                set.parts().iter().fold(draft, |draft, (lo, hi)| draft.num(*lo).num(*hi))
            }
            Atom::Ule(a, b) => Draft::new(Tag::Ule).num(self.term(*a)).num(self.term(*b)),
            Atom::Sle(a, b) => Draft::new(Tag::Sle).num(self.term(*a)).num(self.term(*b)),
            Atom::BaseEq(a, b) => Draft::new(Tag::BaseEq).num(self.term(*a)).num(self.term(*b)),
        };
        let id = self.write(draft);
        self.atoms.insert(atom, id);
        id
    }

    fn lit(&mut self, lit: Lit) -> RecordId {
        let atom = self.atom(lit.atom());
        self.write(Draft::new(if lit.is_positive() { Tag::Positive } else { Tag::Negative }).num(atom))
    }

    fn constant(&mut self, value: bool) -> RecordId {
        self.write(Draft::new(if value { Tag::True } else { Tag::False }))
    }

    /// A condition, node by node; shared nodes are shared records.
    pub fn cond(&mut self, f: Cond) -> RecordId {
        if f.is_const() {
            return self.constant(f.is_true());
        }
        if let Some(&id) = self.done.get(&f) {
            return id;
        }
        let (atom, hi, lo) = self.conds.cofactors(f);
        let id = match (hi, lo) {
            (Cond::TRUE, Cond::FALSE) => self.lit(Lit::new(atom, true)),
            (Cond::FALSE, Cond::TRUE) => self.lit(Lit::new(atom, false)),
            (Cond::TRUE, other) => self.pair(Tag::Or, Lit::new(atom, true), other),
            (Cond::FALSE, other) => self.pair(Tag::And, Lit::new(atom, false), other),
            (other, Cond::TRUE) => self.pair(Tag::Or, Lit::new(atom, false), other),
            (other, Cond::FALSE) => self.pair(Tag::And, Lit::new(atom, true), other),
            // A node and its negation share everything below.
            _ if f.is_negated() => {
                let positive = self.cond(!f);
                self.write(Draft::new(Tag::Not).num(positive))
            }
            _ => {
                let test = self.atom(atom);
                let (hi, lo) = (self.cond(hi), self.cond(lo));
                self.write(Draft::new(Tag::Ite).num(test).num(hi).num(lo))
            }
        };
        self.done.insert(f, id);
        id
    }

    fn pair(&mut self, tag: Tag, lit: Lit, other: Cond) -> RecordId {
        let (lit, other) = (self.lit(lit), self.cond(other));
        self.write(Draft::new(tag).list(&[lit, other]))
    }

    /// A form, as it stands.
    pub fn form(&mut self, form: &Form) -> RecordId {
        match form {
            Form::Const(value) => self.constant(*value),
            Form::Lit(lit) => self.lit(*lit),
            Form::And(children) | Form::Or(children) => {
                let tag = if matches!(form, Form::And(_)) { Tag::And } else { Tag::Or };
                let children: Vec<RecordId> = children.iter().map(|child| self.form(child)).collect();
                self.write(Draft::new(tag).list(&children))
            }
        }
    }
}
