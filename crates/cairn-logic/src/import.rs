//! Reading records back into an arena, lazily and each record once.
//!
//! The client says what stands for each variable and constant object, so that importing a callee's condition and
//! renaming it are one step. Records may come from a file: whatever the bytes are, the answer is an error, not a panic.
//! Not here: writing (`record`).

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::atom::Fact;
use crate::bits;
use crate::bracket::Bracket;
use crate::diagram::{Cond, Conds};
use crate::interval::IntervalSet;
use crate::record::{RecordId, Records, Tag};
use crate::term::{BaseClass, BaseConst, BinOp, Sort, Sym, Term, TermId, Var, VarClass};

/// The bytes are not a list of records, or a record is not what the request says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed;

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("malformed records of conditions")
    }
}

impl std::error::Error for Malformed {}

/// What stands in the importing arena for the leaves of a record. The defaults keep everything.
pub trait Leaves {
    fn var(&mut self, arena: &mut Arena, var: Var) -> TermId {
        arena.var(var)
    }
    fn base(&mut self, arena: &mut Arena, base: BaseConst) -> TermId {
        arena.base(base)
    }
    fn sym(&mut self, sym: Sym) -> Sym {
        sym
    }
    /// The address of an object, given what stands for the object: one of several needs a number of its own.
    fn address(&mut self, arena: &mut Arena, of: TermId, width: u32) -> TermId {
        arena.address(of, width)
    }
}

/// Keeps every leaf as it is.
pub struct SameLeaves;

impl Leaves for SameLeaves {}

/// A reader of one list of records into one arena.
pub struct Importer<'r> {
    records: &'r Records,
    terms: FxHashMap<RecordId, TermId>,
    /// Atoms and formulas. An atom is inexact if a summary object meets itself.
    conds: FxHashMap<RecordId, Bracket>,
}

impl Records {
    /// Reads what `to_bytes` wrote.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Self, Malformed> {
        let mut records = Records::default();
        while !bytes.is_empty() {
            let mut reader = Reader { bytes };
            let length = usize::try_from(reader.number()?).map_err(|_| Malformed)?;
            let content = reader.bytes.get(..length).ok_or(Malformed)?;
            records.starts.push(u32::try_from(records.bytes.len()).map_err(|_| Malformed)?);
            records.bytes.extend_from_slice(content);
            bytes = &reader.bytes[length..];
        }
        Ok(records)
    }
}

impl<'r> Importer<'r> {
    pub fn new(records: &'r Records) -> Self {
        Self { records, terms: FxHashMap::default(), conds: FxHashMap::default() }
    }

    /// The term of a record.
    pub fn term(&mut self, conds: &mut Conds, leaves: &mut dyn Leaves, id: RecordId) -> Result<TermId, Malformed> {
        self.import(conds, leaves, id)?;
        self.terms.get(&id).copied().ok_or(Malformed)
    }

    /// The condition of a record. Exact unless a summary object meets itself or a cap bites.
    pub fn cond(&mut self, conds: &mut Conds, leaves: &mut dyn Leaves, id: RecordId) -> Result<Bracket, Malformed> {
        self.import(conds, leaves, id)?;
        self.conds.get(&id).copied().ok_or(Malformed)
    }

    fn is_done(&self, id: RecordId) -> bool {
        self.terms.contains_key(&id) || self.conds.contains_key(&id)
    }

    /// Imports a record and what it needs, in ascending order: references only go backwards.
    fn import(&mut self, conds: &mut Conds, leaves: &mut dyn Leaves, root: RecordId) -> Result<(), Malformed> {
        let mut needed = vec![root];
        let mut next = 0;
        let mut seen = rustc_hash::FxHashSet::default();
        while next < needed.len() {
            let id = needed[next];
            next += 1;
            if !self.is_done(id) && seen.insert(id) {
                let mut references = References::default();
                let (reader, tag) = self.reader(id)?;
                reader.references(&mut references, tag)?;
                if references.0.iter().any(|reference| *reference >= id) {
                    return Err(Malformed);
                }
                needed.extend(references.0);
            }
        }
        let mut todo: Vec<RecordId> = seen.into_iter().collect();
        todo.sort_unstable();
        todo.into_iter().try_for_each(|id| self.import_one(conds, leaves, id))
    }

    fn reader(&self, id: RecordId) -> Result<(Reader<'r>, Tag), Malformed> {
        if id as usize >= self.records.len() {
            return Err(Malformed);
        }
        let (tag, bytes) = self.records.record(id).split_first().ok_or(Malformed)?;
        Ok((Reader { bytes }, *Tag::ALL.get(*tag as usize).ok_or(Malformed)?))
    }

    fn import_one(&mut self, conds: &mut Conds, leaves: &mut dyn Leaves, id: RecordId) -> Result<(), Malformed> {
        let (mut reader, tag) = self.reader(id)?;
        if tag as u8 <= Tag::BaseAt as u8 {
            let term = self.read_term(&mut reader, tag, &mut conds.arena, leaves)?;
            self.terms.insert(id, term);
        } else {
            let cond = self.read_cond(&mut reader, tag, conds)?;
            self.conds.insert(id, cond);
        }
        if reader.bytes.is_empty() { Ok(()) } else { Err(Malformed) }
    }

    fn read_term(
        &self,
        reader: &mut Reader<'_>,
        tag: Tag,
        arena: &mut Arena,
        leaves: &mut dyn Leaves,
    ) -> Result<TermId, Malformed> {
        match tag {
            Tag::Const => {
                let width = reader.width()?;
                let value = reader.word(width)?;
                Ok(arena.constant(width, value))
            }
            Tag::Var => {
                let var = reader.var()?;
                let term = leaves.var(arena, var);
                if arena.sort(term) == var.sort { Ok(term) } else { Err(Malformed) }
            }
            Tag::Lin => {
                let width = reader.width()?;
                let konst = reader.word(width)?;
                let mut addends = Vec::new();
                for _ in 0..reader.count()? {
                    addends.push((reader.word(width)?, self.word_of(reader, arena, Some(width))?));
                }
                Ok(arena.lin(width, konst, &addends))
            }
            Tag::Bin => {
                let op = *BinOp::ALL.get(reader.small()?).ok_or(Malformed)?;
                let a = self.word_of(reader, arena, None)?;
                let b = self.word_of(reader, arena, Some(arena.width(a)))?;
                Ok(arena.bin(op, a, b))
            }
            Tag::Extract => {
                let width = reader.width()?;
                let of = self.word_of(reader, arena, None)?;
                let lo = reader.small()? as u32;
                if lo + width > arena.width(of) {
                    return Err(Malformed);
                }
                Ok(arena.extract(of, lo, width))
            }
            Tag::Zext | Tag::Sext => {
                let width = reader.width()?;
                let of = self.word_of(reader, arena, None)?;
                match arena.width(of) > width {
                    true => Err(Malformed),
                    false if tag == Tag::Zext => Ok(arena.zext(of, width)),
                    false => Ok(arena.sext(of, width)),
                }
            }
            Tag::Uf => {
                let sort = reader.sort()?;
                let sym = leaves.sym(Sym(reader.key()?));
                let args: Result<Vec<TermId>, Malformed> =
                    (0..reader.count()?).map(|_| self.term_at(reader.key()?)).collect();
                Ok(arena.uf(sym, &args?, sort))
            }
            Tag::Address => {
                let width = reader.width()?;
                let of = self.base_of(reader, arena)?;
                Ok(leaves.address(arena, of, width))
            }
            Tag::BaseConst => {
                let base = reader.base()?;
                let term = leaves.base(arena, base);
                if arena.sort(term) == Sort::Base { Ok(term) } else { Err(Malformed) }
            }
            _ => self.read_base_at(reader, arena, leaves),
        }
    }

    fn read_base_at(
        &self,
        reader: &mut Reader<'_>,
        arena: &mut Arena,
        leaves: &mut dyn Leaves,
    ) -> Result<TermId, Malformed> {
        let site = reader.base()?;
        let index = self.word_of(reader, arena, None)?;
        let by = leaves.base(arena, site);
        match *arena.term(by) {
            Term::BaseConst(site) if site.class != BaseClass::Null && arena.width(index) <= 64 => {
                Ok(arena.base_at(site, index))
            }
            _ => Err(Malformed),
        }
    }

    fn term_at(&self, id: RecordId) -> Result<TermId, Malformed> {
        self.terms.get(&id).copied().ok_or(Malformed)
    }

    /// A referenced word, of the given width if there is one.
    fn word_of(&self, reader: &mut Reader<'_>, arena: &Arena, width: Option<u32>) -> Result<TermId, Malformed> {
        let term = self.term_at(reader.key()?)?;
        match arena.sort(term) {
            Sort::Bv(has) if width.is_none_or(|width| width == has) => Ok(term),
            _ => Err(Malformed),
        }
    }

    fn base_of(&self, reader: &mut Reader<'_>, arena: &Arena) -> Result<TermId, Malformed> {
        let term = self.term_at(reader.key()?)?;
        if arena.sort(term) == Sort::Base { Ok(term) } else { Err(Malformed) }
    }

    fn cond_at(&self, id: RecordId) -> Result<Bracket, Malformed> {
        self.conds.get(&id).copied().ok_or(Malformed)
    }

    fn read_cond(&self, reader: &mut Reader<'_>, tag: Tag, conds: &mut Conds) -> Result<Bracket, Malformed> {
        match tag {
            Tag::True => Ok(Bracket::exact(Cond::TRUE)),
            Tag::False => Ok(Bracket::exact(Cond::FALSE)),
            Tag::Positive => self.cond_at(reader.key()?),
            Tag::Negative | Tag::Not => Ok(!self.cond_at(reader.key()?)?),
            Tag::And | Tag::Or => {
                let mut result = if tag == Tag::And { Bracket::TRUE } else { Bracket::FALSE };
                for _ in 0..reader.count()? {
                    let child = self.cond_at(reader.key()?)?;
                    result = match tag {
                        Tag::And => conds.bracket_and(result, child),
                        _ => conds.bracket_or(result, child),
                    };
                }
                Ok(result)
            }
            Tag::Ite => {
                let test = self.cond_at(reader.key()?)?;
                let (hi, lo) = (self.cond_at(reader.key()?)?, self.cond_at(reader.key()?)?);
                Ok(conds.bracket_ite(test, hi, lo))
            }
            _ => match self.read_atom(reader, tag, &mut conds.arena)? {
                Some(fact) => Ok(Bracket::exact(conds.fact(fact))),
                None => Ok(Bracket::PERHAPS),
            },
        }
    }

    fn read_atom(&self, reader: &mut Reader<'_>, tag: Tag, arena: &mut Arena) -> Result<Option<Fact>, Malformed> {
        if tag == Tag::BaseEq {
            let (a, b) = (self.base_of(reader, arena)?, self.base_of(reader, arena)?);
            return Ok(arena.base_eq(a, b));
        }
        let a = self.word_of(reader, arena, None)?;
        let width = arena.width(a);
        let fact = match tag {
            Tag::Eq => {
                let value = reader.word(width)?;
                arena.eq_const(a, value)
            }
            Tag::Mask => {
                let (mask, value) = (reader.word(width)?, reader.word(width)?);
                arena.mask_eq(a, mask, value)
            }
            Tag::In => {
                let mut parts = Vec::new();
                for _ in 0..reader.count()? {
                    let (lo, hi) = (reader.word(width)?, reader.word(width)?);
                    if lo > hi {
                        return Err(Malformed);
                    }
                    parts.push((lo, hi));
                }
                arena.in_set(a, &IntervalSet::from_parts(width, parts))
            }
            _ => {
                let b = self.word_of(reader, arena, Some(width))?;
                if tag == Tag::Ule { arena.ule(a, b) } else { arena.sle(a, b) }
            }
        };
        Ok(Some(fact))
    }
}

/// The records that a record refers to.
#[derive(Default)]
struct References(Vec<RecordId>);

/// The rest of a record.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub bytes: &'a [u8],
}

impl Reader<'_> {
    fn number(&mut self) -> Result<u128, Malformed> {
        let mut number = 0u128;
        for shift in (0..).step_by(7) {
            let (&byte, rest) = self.bytes.split_first().ok_or(Malformed)?;
            self.bytes = rest;
            let digit = u128::from(byte & 0x7f);
            if shift > 126 || (digit << shift) >> shift != digit {
                return Err(Malformed);
            }
            number |= digit << shift;
            if byte < 0x80 {
                break;
            }
        }
        Ok(number)
    }

    fn key(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.number()?).map_err(|_| Malformed)
    }

    /// A small number, such as an operator or a position of a bit.
    fn small(&mut self) -> Result<usize, Malformed> {
        self.number().and_then(|number| if number < 256 { Ok(number as usize) } else { Err(Malformed) })
    }

    /// The length of a list: every item takes at least one byte.
    fn count(&mut self) -> Result<usize, Malformed> {
        let count = self.number()?;
        if count <= self.bytes.len() as u128 { Ok(count as usize) } else { Err(Malformed) }
    }

    fn width(&mut self) -> Result<u32, Malformed> {
        match self.number()? {
            width @ 1..=128 => Ok(width as u32),
            _ => Err(Malformed),
        }
    }

    fn word(&mut self, width: u32) -> Result<u128, Malformed> {
        self.number().and_then(|word| if word <= bits::ones(width) { Ok(word) } else { Err(Malformed) })
    }

    fn sort(&mut self) -> Result<Sort, Malformed> {
        match self.number()? {
            0 => Ok(Sort::Base),
            width @ 1..=128 => Ok(Sort::Bv(width as u32)),
            _ => Err(Malformed),
        }
    }

    fn var(&mut self) -> Result<Var, Malformed> {
        let class = *VarClass::ALL.get(self.small()?).ok_or(Malformed)?;
        let key = self.key()?;
        Ok(Var::new(self.sort()?, class, key))
    }

    pub fn base(&mut self) -> Result<BaseConst, Malformed> {
        let class = *BaseClass::ALL.get(self.small()?).ok_or(Malformed)?;
        Ok(BaseConst::new(class, self.key()?))
    }

    fn references(mut self, out: &mut References, tag: Tag) -> Result<(), Malformed> {
        let one = |reader: &mut Self, out: &mut References| -> Result<(), Malformed> {
            out.0.push(reader.key()?);
            Ok(())
        };
        match tag {
            Tag::Const | Tag::Var | Tag::BaseConst | Tag::True | Tag::False => Ok(()),
            Tag::Lin => {
                let width = self.width()?;
                self.word(width)?;
                for _ in 0..self.count()? {
                    self.word(width)?;
                    one(&mut self, out)?;
                }
                Ok(())
            }
            Tag::Bin => {
                self.small()?;
                one(&mut self, out)?;
                one(&mut self, out)
            }
            Tag::Extract | Tag::Zext | Tag::Sext | Tag::Address => {
                self.width()?;
                one(&mut self, out)
            }
            Tag::Uf => {
                self.sort()?;
                self.key()?;
                (0..self.count()?).try_for_each(|_| one(&mut self, out))
            }
            Tag::BaseAt => {
                self.base()?;
                one(&mut self, out)
            }
            Tag::Eq | Tag::Mask | Tag::In | Tag::Positive | Tag::Negative | Tag::Not => one(&mut self, out),
            Tag::Ule | Tag::Sle | Tag::BaseEq => {
                one(&mut self, out)?;
                one(&mut self, out)
            }
            Tag::And | Tag::Or => (0..self.count()?).try_for_each(|_| one(&mut self, out)),
            Tag::Ite => (0..3).try_for_each(|_| one(&mut self, out)),
        }
    }
}
