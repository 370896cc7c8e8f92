//! Is everything that one summary of a function says covered by another one of the same function?
//!
//! Both are read with the same names for what was there on entry, and compared part by part. The one that shall cover may
//! choose its unknowns as it needs them, if they occur in one part only; unknowns that several parts share must do whatever
//! they are. So a "yes" is a proof; after a "no" the part is looked at in the next round, or given up.

use crate::demands::new_demands;
use crate::entry::{Owner, Path};
use crate::facts::{Cond, Facts};
use crate::heap::Rest;
use crate::images::{Images, Reader};
use crate::summary::{CellEffect, FunctionSummary, RestEffect};
use crate::value::{Scalar, Values};
use crate::verdicts::Check;
use crate::widen::{Holder, Part};
use cairn_logic::{BaseClass, Sort, Subst, Term, TermId, Var, VarClass};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Unknown bits of one part that are tried both ways.
const MOST_BITS: usize = 12;

/// The parts of `new` that `old` does not cover.
pub(crate) fn new_parts(pointer_bits: u32, old: &FunctionSummary, new: &FunctionSummary) -> Vec<Part> {
    let mut parts = new_demands(old, new);
    let (mut facts, mut names) = (Facts::new(pointer_bits), Names::default());
    let new = names.read(&mut facts, new);
    let since = facts.next_unknown();
    let unknowns = old.unknowns.len() as u32;
    let old = names.read(&mut facts, old);
    let until = facts.next_unknown();
    if until - since > unknowns {
        // Something was too large to be read exactly: then it says more than it should.
        parts.push(Part::Whole);
        return parts;
    }
    parts.extend(Comparison { facts, since, until, shared: FxHashSet::default() }.run(new, old));
    parts
}

/// A summary, read with names that are the same for both.
struct Read {
    returns: Cond,
    results: Vec<Values>,
    objects: BTreeMap<Holder, ReadObject>,
    latents: BTreeMap<Check, Cond>,
    ends: Cond,
    jumps: Cond,
    /// It may stay for ever, fail whoever calls, write anywhere, choose addresses by what is not looked at, compare those
    /// of objects of entry, put addresses where they are not followed, jump past its callers.
    flags: [bool; 9],
}

struct ReadObject {
    size: Option<TermId>,
    /// Nothing if it is as before.
    live: Option<Cond>,
    /// What lies beside the cells may be anything.
    lost: bool,
    rest: Rest,
    cells: BTreeMap<(i64, u64), Aspect>,
}

/// One part of what shall cover, or be covered.
#[derive(Clone)]
struct Aspect {
    /// Where nothing is written.
    kept: Cond,
    values: Values,
}

/// Numbers for what two summaries speak of.
#[derive(Default)]
struct Names {
    places: BTreeMap<Path, u32>,
    words: BTreeMap<(Path, i64, u64), usize>,
    made: BTreeMap<Holder, u32>,
}

impl Names {
    fn read(&mut self, facts: &mut Facts, summary: &FunctionSummary) -> Read {
        let images = self.images(facts, summary);
        let mut reader = Reader::new(summary, images, false);
        let mut objects = BTreeMap::new();
        for effect in &summary.effects {
            let holder = Holder::Entry(summary.path(effect.owner));
            let lost = effect.rest != RestEffect::Kept;
            let rest = if effect.rest == RestEffect::Undefined { Rest::Undefined } else { Rest::Entry };
            let live = effect.live.map(|live| reader.cond(facts, live));
            let cells = read_cells(facts, &mut reader, &effect.cells);
            objects.insert(holder, ReadObject { size: None, live, lost, rest, cells });
        }
        for (holder, made) in summary.holders_of_made().into_iter().zip(&summary.made) {
            let size = match reader.term(facts, made.size)[..] {
                [(only, _)] => Some(only),
                _ => None,
            };
            let (live, exists) = (reader.cond(facts, made.live), reader.cond(facts, made.made));
            let live = Some(facts.and(live, exists));
            let (lost, cells) = (true, read_cells(facts, &mut reader, &made.cells));
            objects.insert(holder, ReadObject { size, live, lost, rest: made.rest, cells });
        }
        let mut latents = BTreeMap::new();
        let mut returns = reader.cond(facts, summary.returns);
        for latent in &summary.latents {
            let (bad, perhaps) = (reader.cond(facts, latent.bad), reader.cond(facts, latent.perhaps));
            latents.insert(latent.check, facts.or(bad, perhaps));
            // Calls that fail do not return.
            if facts.is_known(bad) && latent.check.rule != cairn_ir::Rule::MemoryLeak {
                returns = facts.and(returns, !bad);
            }
        }
        Read {
            returns,
            results: summary.results.iter().map(|cases| reader.result(facts, cases)).collect(),
            objects,
            latents,
            ends: reader.cond(facts, summary.ends),
            jumps: reader.cond(facts, summary.jumps),
            flags: [
                summary.stays,
                summary.fails_anyway,
                summary.scrambles,
                summary.steers,
                summary.compares,
                summary.exposes,
                summary.hides,
                summary.meets_unknown,
                !summary.never_jumps,
            ],
        }
    }

    fn images(&mut self, facts: &mut Facts, summary: &FunctionSummary) -> Images {
        let mut images = Images::default();
        for place in 0..summary.places.len() as u32 {
            let next = self.places.len() as u32;
            let number = *self.places.entry(summary.path(Owner::Place(place))).or_insert(next);
            for (from, to) in Facts::vars_of_place(facts.pointer_bits(), place)
                .into_iter()
                .zip(Facts::vars_of_place(facts.pointer_bits(), number))
            {
                let to = facts.conds.arena.var(to);
                images.set(from, to);
            }
        }
        for (index, &(owner, distance, bytes, _)) in summary.words.iter().enumerate() {
            let next = self.words.len();
            let number = *self.words.entry((summary.path(owner), distance, bytes)).or_insert(next);
            let to = facts.conds.arena.var(Images::word(number, bytes));
            images.set(Images::word(index, bytes), to);
        }
        for (holder, made) in summary.holders_of_made().into_iter().zip(&summary.made) {
            let next = self.made.len() as u32;
            let class = if made.several { BaseClass::Summary } else { BaseClass::Fresh };
            let number = *self.made.entry(holder).or_insert(next);
            let base = facts.object(class, number);
            images.set_base(made.base, base);
        }
        for (var, reason) in &summary.unknowns {
            let term = facts.unknown(var.sort.width(), *reason);
            images.set(*var, term);
        }
        images
    }
}

fn read_cells(facts: &mut Facts, reader: &mut Reader<'_>, cells: &[CellEffect]) -> BTreeMap<(i64, u64), Aspect> {
    let mut read = BTreeMap::new();
    for cell in cells {
        let kept = reader.cond(facts, cell.kept);
        let values = reader.values(facts, &cell.values, 8 * cell.bytes as u32);
        read.insert((cell.distance, cell.bytes), Aspect { kept, values });
    }
    read
}

struct Comparison {
    facts: Facts,
    /// Unknowns from here on belong to what shall cover.
    since: u32,
    /// Unknowns from here on stand for conditions that are too large.
    until: u32,
    /// Those that several parts share.
    shared: FxHashSet<Var>,
}

/// Pairs of what is to be compared.
#[derive(Default)]
struct Pairs {
    values: Vec<(Part, Aspect, Aspect)>,
    conds: Vec<(Part, Cond, Cond)>,
}

impl Comparison {
    fn run(mut self, new: Read, old: Read) -> Vec<Part> {
        let mut parts = Vec::new();
        for (check, &happens) in &new.latents {
            let known = old.latents.get(check).copied().unwrap_or(Cond::FALSE);
            if !self.covered(happens, known) {
                parts.push(Part::Latent(*check));
            }
        }
        let more = new.flags.iter().zip(old.flags).any(|(new, old)| *new && !old);
        if more || !self.covered(new.ends, old.ends) || !self.covered(new.jumps, old.jumps) {
            parts.push(Part::Ends);
        }
        if new.returns != Cond::FALSE {
            self.compare_ends(&mut parts, new, old);
        }
        parts
    }

    fn compare_ends(&mut self, parts: &mut Vec<Part>, new: Read, old: Read) {
        let whole = |values: &Values| Aspect { kept: Cond::FALSE, values: values.clone() };
        let mut pairs = Pairs::default();
        for (i, values) in new.results.iter().enumerate() {
            match old.results.get(i) {
                Some(old) => pairs.values.push((Part::Result(i), whole(values), whole(old))),
                None => parts.push(Part::Returns),
            }
        }
        let holders: BTreeSet<&Holder> = new.objects.keys().chain(old.objects.keys()).collect();
        for holder in holders {
            self.pair_objects(parts, &mut pairs, holder, new.objects.get(holder), old.objects.get(holder));
        }
        pairs.conds.push((Part::Returns, Cond::TRUE, old.returns));
        self.find_shared(&pairs);
        for (part, mine, theirs) in pairs.values {
            if !self.covers_values(new.returns, &mine, &theirs) {
                parts.push(part);
            }
        }
        for (part, mine, theirs) in pairs.conds {
            let (on, off) = (self.facts.and(new.returns, mine), self.facts.and(new.returns, !mine));
            if !self.covered(on, theirs) || !self.covered(off, !theirs) {
                parts.push(part);
            }
        }
    }

    fn pair_objects(
        &mut self,
        parts: &mut Vec<Part>,
        pairs: &mut Pairs,
        holder: &Holder,
        new: Option<&ReadObject>,
        old: Option<&ReadObject>,
    ) {
        let is_made = matches!(holder, Holder::Made(..));
        let untouched = ReadObject { size: None, live: None, lost: false, rest: Rest::Entry, cells: BTreeMap::new() };
        let (new, old) = match (new, old) {
            (Some(new), Some(old)) => (new, old),
            // What the other makes and this one does not is not there.
            (None, _) if is_made => return,
            (Some(_), None) if is_made => return parts.push(Part::Content(holder.clone())),
            (new, old) => (new.unwrap_or(&untouched), old.unwrap_or(&untouched)),
        };
        if (new.lost != old.lost || new.rest != old.rest) && !old.is_anything() {
            return parts.push(Part::Content(holder.clone()));
        }
        match (new.live, old.live) {
            (None, None) => {}
            (Some(mine), Some(theirs)) => pairs.conds.push((Part::Live(holder.clone()), mine, theirs)),
            _ => parts.push(Part::Live(holder.clone())),
        }
        if let (Some(mine), Some(theirs)) = (new.size, old.size)
            && !self.same_size(mine, theirs)
        {
            parts.push(Part::Size(holder.clone()));
        }
        pair_cells(parts, pairs, holder, new, old);
    }

    /// The same, or a size of which nothing is known.
    fn same_size(&self, new: TermId, old: TermId) -> bool {
        new == old || matches!(*self.facts.conds.arena.term(old), Term::Var(var) if self.is_own(var))
    }

    // ---- unknowns ----

    fn is_own(&self, var: Var) -> bool {
        let is_unknown = matches!(var.class, VarClass::Choice | VarClass::Havoc | VarClass::LoopVariant);
        is_unknown && (self.since..self.until).contains(&var.key)
    }

    fn find_shared(&mut self, pairs: &Pairs) {
        let mut seen: FxHashMap<Var, usize> = FxHashMap::default();
        let conds = &self.facts.conds;
        let mut note = |vars: BTreeSet<Var>| vars.into_iter().for_each(|var| *seen.entry(var).or_default() += 1);
        for (_, _, old) in &pairs.values {
            let mut vars: BTreeSet<Var> = conds.vars(old.kept).into_iter().collect();
            for (scalar, cond) in old.values.iter() {
                vars.extend(conds.vars(cond));
                scalar.terms().into_iter().for_each(|term| vars.extend(conds.arena.vars(term)));
            }
            note(vars);
        }
        pairs.conds.iter().for_each(|(_, _, old)| note(conds.vars(*old).into_iter().collect()));
        self.shared = seen.into_iter().filter(|(_, count)| *count > 1).map(|(var, _)| var).collect();
    }

    /// A condition under which the own unknowns in `cond` can be chosen so that it holds.
    fn can_hold(&mut self, cond: Cond) -> Cond {
        let own: Vec<Var> = self.facts.conds.vars(cond).into_iter().filter(|var| self.is_own(*var)).collect();
        let is_bit = |var: &Var| var.sort == Sort::Bv(1) && !self.shared.contains(var);
        let (bits, words): (Vec<Var>, Vec<Var>) = own.into_iter().partition(is_bit);
        let mut cond = cond;
        if !words.is_empty() || bits.len() > MOST_BITS {
            let words = if bits.len() > MOST_BITS { [&bits[..], &words[..]].concat() } else { words };
            cond = self.facts.for_all(cond, &words);
        }
        for bit in bits {
            let (on, off) = (self.facts.with_bit(cond, bit, true), self.facts.with_bit(cond, bit, false));
            cond = self.facts.or(on, off);
        }
        cond
    }

    /// Wherever `new` holds, `old` can.
    fn covered(&mut self, new: Cond, old: Cond) -> bool {
        if new == Cond::FALSE {
            return true;
        }
        let possible = self.can_hold(old);
        let rest = self.facts.and(new, !possible);
        // Where something was too large, the answer is no.
        let exact = self.facts.next_unknown() == self.until;
        exact && self.facts.surely_impossible(rest)
    }

    // ---- values ----

    fn covers_values(&mut self, pc: Cond, new: &Aspect, old: &Aspect) -> bool {
        let kept = self.facts.and(pc, new.kept);
        if !self.covered(kept, old.kept) {
            return false;
        }
        let written = self.facts.and(pc, !new.kept);
        let free = self.free_terms(old);
        for (scalar, when) in new.values.iter() {
            let here = self.facts.and(written, when);
            if here == Cond::FALSE || self.facts.impossible(here) {
                continue;
            }
            let mut met = Cond::FALSE;
            for (other, cond) in old.values.iter() {
                let same = self.same(scalar, other, &free);
                let both = self.facts.and(cond, same);
                met = self.facts.or(met, both);
            }
            let met = self.facts.and(met, !old.kept);
            if !self.covered(here, met) {
                return false;
            }
        }
        true
    }

    /// Unknown words that nothing else depends on.
    fn free_terms(&self, old: &Aspect) -> FxHashSet<TermId> {
        let facts = &self.facts;
        let mut in_conditions: FxHashSet<Var> = facts.conds.vars(old.kept).into_iter().collect();
        old.values.iter().for_each(|(_, cond)| in_conditions.extend(facts.conds.vars(cond)));
        let is_free = |term: &TermId| match *facts.conds.arena.term(*term) {
            Term::Var(var) => self.is_own(var) && !self.shared.contains(&var) && !in_conditions.contains(&var),
            _ => false,
        };
        let terms = old.values.iter().map(|(scalar, _)| match scalar {
            Scalar::Word { term, .. } => term,
            Scalar::Ptr { offset, .. } => offset,
        });
        terms.filter(is_free).collect()
    }

    /// The condition under which the first is the second.
    fn same(&mut self, new: Scalar, old: Scalar, free: &FxHashSet<TermId>) -> Cond {
        match (new, old) {
            (Scalar::Word { term, undef }, Scalar::Word { term: other, undef: other_undef }) => {
                let facts = &mut self.facts;
                if undef & !other_undef != 0 || facts.conds.arena.width(term) != facts.conds.arena.width(other) {
                    return Cond::FALSE;
                }
                if term == other || free.contains(&other) { Cond::TRUE } else { facts.eq(term, other) }
            }
            (Scalar::Word { undef, .. }, Scalar::Ptr { .. }) if undef != 0 => Cond::FALSE,
            (Scalar::Ptr { base, offset }, Scalar::Ptr { base: other, offset: other_offset }) => {
                let facts = &mut self.facts;
                let at = if offset == other_offset || free.contains(&other_offset) {
                    Cond::TRUE
                } else {
                    facts.eq(offset, other_offset)
                };
                let there = if base == other { Cond::TRUE } else { facts.surely_same(base, other) };
                facts.and(at, there)
            }
            (Scalar::Word { .. }, Scalar::Ptr { .. }) | (Scalar::Ptr { .. }, Scalar::Word { .. }) => {
                self.same_as_addresses(new, old)
            }
        }
    }

    /// A number and an address: only zero and null are told to be the same.
    fn same_as_addresses(&mut self, new: Scalar, old: Scalar) -> Cond {
        let is_null = |facts: &mut Facts, scalar: Scalar| match scalar {
            Scalar::Word { term, .. } => facts.conds.arena.as_const(term) == Some(0),
            Scalar::Ptr { base, offset } => base == facts.conds.arena.null() && facts.as_offset(offset) == Some(0),
        };
        let facts = &mut self.facts;
        if is_null(facts, new) && is_null(facts, old) { Cond::TRUE } else { Cond::FALSE }
    }
}

/// Cells of an object that both speak of, or one.
fn pair_cells(parts: &mut Vec<Part>, pairs: &mut Pairs, holder: &Holder, new: &ReadObject, old: &ReadObject) {
    let places: BTreeSet<(i64, u64)> = new.cells.keys().chain(old.cells.keys()).copied().collect();
    for (distance, bytes) in places {
        let (mine, theirs) = (new.cells.get(&(distance, bytes)), old.cells.get(&(distance, bytes)));
        if theirs.is_none() && old.is_anything() {
            continue;
        }
        let part = Part::Cell(holder.clone(), distance, bytes);
        match (mine, theirs) {
            (Some(mine), Some(theirs)) => pairs.values.push((part, mine.clone(), theirs.clone())),
            // Beside the cells, nothing is written if nothing is lost.
            (None, Some(theirs)) if !new.lost => {
                let mine = Aspect { kept: Cond::TRUE, values: theirs.values.clone() };
                pairs.values.push((part, mine, theirs.clone()));
            }
            (Some(mine), None) if !old.lost => {
                let theirs = Aspect { kept: Cond::TRUE, values: mine.values.clone() };
                pairs.values.push((part, mine.clone(), theirs));
            }
            _ => parts.push(part),
        }
    }
}

impl ReadObject {
    /// Nothing is known of what it holds, not even whether it is defined.
    fn is_anything(&self) -> bool {
        self.lost && self.rest == Rest::Undefined
    }
}

impl Facts {
    fn with_bit(&mut self, cond: Cond, bit: Var, value: bool) -> Cond {
        let constant = self.constant(1, u128::from(value));
        let bracket = self.conds.substitute(cond, &mut Subst::new().var(bit, constant));
        bracket.must
    }

    /// Two objects are the same; nothing for those that stand for several.
    fn surely_same(&mut self, a: TermId, b: TermId) -> Cond {
        match self.conds.arena.base_eq(a, b) {
            Some(fact) => self.fact(fact),
            None => Cond::FALSE,
        }
    }
}
