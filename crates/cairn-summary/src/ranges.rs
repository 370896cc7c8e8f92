//! What an object holds in a whole range: for every index, what lies at `start + index * stride`.
//!
//! A range is a fact about the object as it is now, like a remembered write, but for many offsets at once. A read inside
//! gets the content for its index; a write at an end makes the range longer, one inside cuts it in two, and one that may
//! be anywhere ends it. Loops that fill arrays make ranges (`contents`).

use crate::facts::{Cond, Facts, INPUT_AT, Reason};
use crate::heap::ones;
use crate::newest::Renaming;
use crate::value::{MAX_ALTERNATIVES, Scalar, Values};
use cairn_ir::CmpOp;
use cairn_logic::{Sort, Subst, TermId, Var, VarClass};
use std::rc::Rc;

/// For every `index < count`, unsigned: the `bytes` bytes at `start + index * stride`. Ranges of a live object lie in it
/// as a whole, and `bytes <= stride`.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    pub start: TermId,
    pub count: TermId,
    pub stride: u64,
    pub bytes: u64,
    pub content: Content,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// One of these, in each place anew. In the terms, `Facts::index` stands for the index.
    OneOf(Rc<[Scalar]>),
    /// Something, defined.
    Defined,
    /// Words, defined, of which each compares so with something that is the same for all.
    Such(Comparison),
}

/// How a word compares with another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    pub op: CmpOp,
    pub than: TermId,
}

impl Comparison {
    pub fn holds(self, facts: &mut Facts, word: TermId) -> Cond {
        let arena = &mut facts.conds.arena;
        let fact = match self.op {
            CmpOp::Eq => arena.eq(word, self.than),
            CmpOp::Ne => return !facts.eq(word, self.than),
            CmpOp::Ult => arena.ult(word, self.than),
            CmpOp::Ule => arena.ule(word, self.than),
            CmpOp::Ugt => arena.ult(self.than, word),
            CmpOp::Uge => arena.ule(self.than, word),
            CmpOp::Slt => arena.slt(word, self.than),
            CmpOp::Sle => arena.sle(word, self.than),
            CmpOp::Sgt => arena.slt(self.than, word),
            CmpOp::Sge => arena.sle(self.than, word),
        };
        facts.fact(fact)
    }
}

/// A write: where, how much, what, and where it happens at all.
#[derive(Clone, Copy)]
pub struct Stored<'a> {
    pub offset: TermId,
    pub bytes: u64,
    pub values: &'a Values,
    pub when: Cond,
}

/// A place of a range.
struct Place {
    index: TermId,
    /// So many bytes behind its start.
    behind: u64,
    /// It is this place only where this holds.
    aligned: Cond,
}

impl Facts {
    pub fn index_var(&self) -> Var {
        // Placeholders start at 1.
        Var::new(Sort::Bv(self.pointer_bits()), VarClass::Index, 0)
    }

    /// The name of the index in the content of a range.
    pub fn index(&mut self) -> TermId {
        let var = self.index_var();
        self.conds.arena.var(var)
    }

    /// So many words from the start on, each of them what some unknown function gives for its place.
    pub fn input_range(&mut self, words: u64, bytes: u64) -> Range {
        let (index, function) = (self.index(), self.unknown(self.pointer_bits(), Reason::Input));
        let place = self.conds.arena.mul_const(u128::from(bytes), index);
        let word = self.conds.arena.uf(INPUT_AT, &[function, place], Sort::Bv(8 * bytes as u32));
        let content = Content::OneOf(Rc::from([Scalar::word(word)]));
        Range { start: self.offset(0), count: self.offset(words), stride: bytes, bytes, content }
    }

    /// Surely true wherever `given` holds.
    pub fn follows(&mut self, given: Cond, claim: Cond) -> bool {
        let against = self.and(given, !claim);
        self.probably_impossible(against)
    }

    /// A term whose product with `by` is the given one, if it is written as such a product.
    pub fn quotient(&mut self, term: TermId, by: i64) -> Option<TermId> {
        let width = self.conds.arena.width(term);
        let (constant, addends) = self.conds.arena.lin_parts(term);
        let divided = |factor: u128| {
            let shift = 128 - width;
            let signed = (factor << shift) as i128 >> shift;
            (signed % i128::from(by) == 0).then(|| (signed / i128::from(by)) as u128 & ones(width))
        };
        let constant = divided(constant)?;
        let addends: Option<Vec<_>> = addends.into_iter().map(|(factor, t)| Some((divided(factor)?, t))).collect();
        Some(self.conds.arena.lin(width, constant, &addends?))
    }

    fn below(&mut self, low: TermId, high: TermId) -> Cond {
        let fact = self.conds.arena.ult(low, high);
        self.fact(fact)
    }

    fn at_most(&mut self, low: TermId, high: TermId) -> Cond {
        let fact = self.conds.arena.ule(low, high);
        self.fact(fact)
    }
}

impl Content {
    /// The same content, with indices that are larger by `distance`.
    fn shifted(&self, facts: &mut Facts, distance: TermId) -> Content {
        let Content::OneOf(cases) = self else { return self.clone() };
        let index = facts.index();
        let moved = facts.conds.arena.add(index, distance);
        let mut subst = Subst::new().var(facts.index_var(), moved);
        Content::OneOf(cases.iter().map(|&scalar| replaced(facts, scalar, &mut subst)).collect())
    }

    /// The content with addresses that are written, if they lead to objects that an iteration of a loop has just made, and the
    /// content to those of the iterations before.
    fn with_newest(&self, facts: &Facts, values: &Values) -> Option<Content> {
        let Content::OneOf(cases) = self else { return None };
        let is_newest = |scalar: &Scalar| match *scalar {
            Scalar::Ptr { base, offset } => {
                facts.newest.get(&base).is_some_and(|&all| cases.contains(&Scalar::Ptr { base: all, offset }))
            }
            Scalar::Word { .. } => false,
        };
        let new: Vec<Scalar> =
            values.iter().map(|(scalar, _)| scalar).filter(|scalar| !cases.contains(scalar)).collect();
        let is_one = !new.is_empty() && cases.len() + new.len() <= MAX_ALTERNATIVES && new.iter().all(is_newest);
        is_one.then(|| Content::OneOf(cases.iter().copied().chain(new).collect()))
    }

    /// Is what is written something that may lie at the index?
    fn admits(&self, facts: &mut Facts, given: Cond, index: TermId, values: &Values) -> bool {
        let defined = values.iter().all(|(scalar, _)| scalar.undef() == 0);
        let cases = match self {
            Content::OneOf(cases) => cases,
            Content::Defined => return defined,
            Content::Such(comparison) => {
                return defined
                    && values.iter().all(|(scalar, when)| {
                        let Scalar::Word { term, .. } = scalar else { return false };
                        let (given, holds) = (facts.and(given, when), comparison.holds(facts, term));
                        facts.follows(given, holds)
                    });
            }
        };
        let mut subst = Subst::new().var(facts.index_var(), index);
        let cases: Vec<Scalar> = cases.iter().map(|&scalar| replaced(facts, scalar, &mut subst)).collect();
        values.iter().all(|(scalar, when)| {
            cases.contains(&scalar)
                || cases.iter().any(|&case| match (case, scalar) {
                    (Scalar::Word { term, undef: 0 }, Scalar::Word { term: other, undef: 0 }) => {
                        let same = facts.eq(term, other);
                        let given = facts.and(given, when);
                        facts.follows(given, same)
                    }
                    _ => false,
                })
        })
    }
}

/// The same, where nothing is undefined.
fn defined(facts: &mut Facts, found: &Values) -> Values {
    found.map(facts, |_, scalar| match scalar {
        Scalar::Word { term, .. } => Scalar::word(term),
        address => address,
    })
}

fn replaced(facts: &mut Facts, scalar: Scalar, subst: &mut Subst) -> Scalar {
    match scalar {
        Scalar::Word { term, undef } => Scalar::Word { term: facts.conds.arena.substitute(term, subst), undef },
        Scalar::Ptr { base, offset } => {
            let arena = &mut facts.conds.arena;
            Scalar::Ptr { base: arena.substitute(base, subst), offset: arena.substitute(offset, subst) }
        }
    }
}

impl Range {
    /// Where an offset lies, if it lies in the range.
    fn place_of(&self, facts: &mut Facts, offset: TermId) -> Option<Place> {
        let distance = facts.conds.arena.sub(offset, self.start);
        let (constant, _) = facts.conds.arena.lin_parts(distance);
        let width = facts.conds.arena.width(distance);
        let signed = (constant << (128 - width)) as i128 >> (128 - width);
        let behind = signed.rem_euclid(i128::from(self.stride)) as u64;
        let before = facts.offset(behind);
        let even = facts.conds.arena.sub(distance, before);
        if let Some(index) = facts.quotient(even, self.stride as i64) {
            return Some(Place { index, behind, aligned: Cond::TRUE });
        }
        if !self.stride.is_power_of_two() {
            return None;
        }
        let fact = facts.conds.arena.mask_eq(even, u128::from(self.stride - 1), 0);
        let shift = facts.offset(u64::from(self.stride.trailing_zeros()));
        let index = facts.conds.arena.lshr(even, shift);
        Some(Place { index, behind, aligned: facts.fact(fact) })
    }

    /// What a read of `found` where `given` holds gives if this is taken into account, too.
    pub fn refine(&self, facts: &mut Facts, given: Cond, offset: TermId, bytes: u64, found: Values) -> Values {
        let Some(Place { index, behind, aligned }) = self.place_of(facts, offset) else { return found };
        let inside = facts.below(index, self.count);
        let inside = facts.and(inside, aligned);
        if inside == Cond::FALSE {
            return found;
        }
        let (inside, here) = if behind + bytes <= self.bytes {
            (inside, self.part(facts, index, behind, bytes, &found))
        } else {
            let several = if behind == 0 { self.repeated(facts, bytes, &found) } else { None };
            let Some((last, value)) = several else { return found };
            let last = facts.offset(last);
            let room = facts.conds.arena.sub(self.count, index);
            let fits = facts.below(last, room);
            (facts.and(inside, fits), value)
        };
        if facts.follows(given, inside) { here } else { Values::choose(facts, inside, &here, &found) }
    }

    /// Some bytes of the place with an index; `found` is known of them.
    fn part(&self, facts: &mut Facts, index: TermId, behind: u64, bytes: u64, found: &Values) -> Values {
        let Content::OneOf(cases) = &self.content else {
            return defined(facts, found);
        };
        let mut subst = Subst::new().var(facts.index_var(), index);
        let cases: Vec<Scalar> = cases
            .iter()
            .map(|&scalar| {
                let scalar = replaced(facts, scalar, &mut subst);
                facts.extract(scalar, 8 * behind as u32, 8 * bytes as u32)
            })
            .collect();
        Values::any_of(facts, cases)
    }

    /// Several places at once, if all are defined or hold the same constant: how many more than one, and what they are
    /// together; `found` is known of them.
    fn repeated(&self, facts: &mut Facts, bytes: u64, found: &Values) -> Option<(u64, Values)> {
        if self.stride != self.bytes || !bytes.is_multiple_of(self.bytes) {
            return None;
        }
        let places = bytes / self.bytes;
        let Content::OneOf(cases) = &self.content else { return Some((places - 1, defined(facts, found))) };
        let [Scalar::Word { term, undef: 0 }] = cases[..] else { return None };
        let value = facts.conds.arena.as_const(term)?;
        let all = (0..places).fold(0, |all, place| all | value << (8 * self.bytes * place));
        Some((places - 1, Values::word(facts.constant(8 * bytes as u32, all))))
    }

    /// When a read lies in the range, what must hold of what it gives.
    pub fn asks_of(&self, facts: &mut Facts, offset: TermId, bytes: u64) -> Option<(Cond, Comparison)> {
        let Content::Such(comparison) = self.content else { return None };
        let Place { index, behind: 0, aligned } = self.place_of(facts, offset)? else { return None };
        let inside = facts.below(index, self.count);
        (bytes == self.bytes).then(|| (facts.and(inside, aligned), comparison))
    }

    /// What is left of the range behind a write where `given` holds.
    pub fn behind_write(self, facts: &mut Facts, given: Cond, stored: Stored<'_>) -> Vec<Range> {
        let happens = facts.and(given, stored.when);
        if let Some(Place { index, behind: 0, aligned }) = self.place_of(facts, stored.offset)
            && stored.bytes == self.bytes
            && facts.follows(given, aligned)
        {
            let content = self.content.with_newest(facts, stored.values);
            let this = Range { content: content.unwrap_or_else(|| self.content.clone()), ..self };
            return this.behind_write_at(facts, given, stored, index);
        }
        if self.apart_from(facts, happens, stored.offset, stored.bytes) { vec![self] } else { Vec::new() }
    }

    /// The same of a write to the place with an index, wherever that is.
    fn behind_write_at(self, facts: &mut Facts, given: Cond, stored: Stored<'_>, index: TermId) -> Vec<Range> {
        let happens = facts.and(given, stored.when);
        let admitted = self.content.admits(facts, happens, index, stored.values);
        if stored.when == Cond::TRUE && admitted {
            if self.is_end(facts, given, index) {
                let count = facts.conds.arena.add_const(self.count, 1);
                return vec![Range { count, ..self }];
            }
            if facts.as_distance(index) == Some(-1) {
                let count = facts.conds.arena.add_const(self.count, 1);
                let content = self.content.shifted(facts, index);
                return vec![Range { start: stored.offset, count, content, ..self }];
            }
        }
        // A place so far away that its distance wraps is another one.
        let far = self.last_place(facts);
        let near = facts.at_most(index, far);
        if admitted && facts.follows(happens, near) {
            return vec![self];
        }
        let inside = facts.below(index, self.count);
        let outside = facts.and(!inside, near);
        if facts.follows(happens, outside) || self.apart_from(facts, happens, stored.offset, stored.bytes) {
            return vec![self];
        }
        if facts.follows(given, inside) { self.cut(facts, index) } else { Vec::new() }
    }

    /// The largest index of a place that lies behind the start as a whole, however large the object.
    fn last_place(&self, facts: &mut Facts) -> TermId {
        let room = (1 << facts.pointer_bits()) - u128::from(self.bytes);
        facts.offset((room / u128::from(self.stride.max(1))) as u64)
    }

    fn is_end(&self, facts: &mut Facts, given: Cond, index: TermId) -> bool {
        if index == self.count {
            return true;
        }
        let end = facts.eq(index, self.count);
        end != Cond::FALSE && facts.follows(given, end)
    }

    /// Before and behind a place.
    fn cut(self, facts: &mut Facts, index: TermId) -> Vec<Range> {
        let next = facts.conds.arena.add_const(index, 1);
        let distance = facts.conds.arena.mul_const(u128::from(self.stride), next);
        let start = facts.conds.arena.add(self.start, distance);
        let count = facts.conds.arena.sub(self.count, next);
        let content = self.content.shifted(facts, next);
        let behind = Range { start, count, content, ..self };
        let before = Range { count: index, ..self };
        [before, behind].into_iter().filter(|range| facts.as_offset(range.count) != Some(0)).collect()
    }

    /// Is a write surely beside the range? Both lie in one object, so nothing wraps.
    fn apart_from(&self, facts: &mut Facts, given: Cond, offset: TermId, bytes: u64) -> bool {
        let length = facts.conds.arena.mul_const(u128::from(self.stride), self.count);
        let distance = facts.conds.arena.sub(offset, self.start);
        let behind = facts.at_most(length, distance);
        let back = facts.conds.arena.neg(distance);
        let bytes = facts.offset(bytes);
        let before = facts.at_most(bytes, back);
        let apart = facts.and(behind, before);
        apart != Cond::FALSE && facts.follows(given, apart)
    }

    /// The same places and content where `given` holds?
    pub fn is_same(&self, facts: &mut Facts, given: Cond, other: &Range) -> bool {
        let like = self.stride == other.stride && self.bytes == other.bytes && self.content == other.content;
        if !like || self == other {
            return like;
        }
        let (start, count) = (facts.eq(self.start, other.start), facts.eq(self.count, other.count));
        let both = facts.and(start, count);
        both != Cond::FALSE && facts.follows(given, both)
    }

    /// Does it speak of nothing but constants and the index?
    pub fn is_constant(&self, facts: &Facts) -> bool {
        let content = match &self.content {
            Content::OneOf(cases) => cases.iter().flat_map(|scalar| scalar.terms()).collect(),
            Content::Defined => Vec::new(),
            Content::Such(comparison) => vec![comparison.than],
        };
        let vars = |term: TermId| facts.conds.arena.vars(term);
        [self.start, self.count].into_iter().all(|term| vars(term).is_empty())
            && content.into_iter().flat_map(vars).all(|var| var == facts.index_var())
    }

    /// The range with other names of objects; nothing if it cannot be told with those.
    pub(crate) fn renamed(&self, facts: &mut Facts, renaming: &Renaming) -> Option<Range> {
        if [self.start, self.count].into_iter().any(|term| renaming.changes(facts, term)) {
            return None;
        }
        let content = match &self.content {
            Content::OneOf(cases) => {
                let mut renamed: Vec<Scalar> = Vec::new();
                for &case in cases.iter() {
                    let case = renaming.scalar(facts, case);
                    if !renamed.contains(&case) {
                        renamed.push(case);
                    }
                }
                Content::OneOf(renamed.into())
            }
            Content::Such(comparison) if renaming.changes(facts, comparison.than) => Content::Defined,
            other => other.clone(),
        };
        Some(Range { content, ..self.clone() })
    }

    /// The objects that its content leads to.
    pub fn objects(&self) -> Vec<TermId> {
        let Content::OneOf(cases) = &self.content else { return Vec::new() };
        let object = |scalar: &Scalar| match *scalar {
            Scalar::Ptr { base, .. } => Some(base),
            Scalar::Word { .. } => None,
        };
        cases.iter().filter_map(object).collect()
    }

    /// The range as it is after variables have changed. The content must not speak of them.
    pub fn moved(&self, facts: &mut Facts, subst: &mut Subst) -> Range {
        let start = facts.conds.arena.substitute(self.start, subst);
        let count = facts.conds.arena.substitute(self.count, subst);
        Range { start, count, ..self.clone() }
    }
}
