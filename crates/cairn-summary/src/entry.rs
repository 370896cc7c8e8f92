//! What a function finds when it is entered: its parameters, and memory of which only names are known.
//!
//! Memory is discovered by being read. A *place* is an address that was there on entry: a parameter, or what lies in an
//! object that was there. Each place has an object of its own name. Two places may lead to the same object; where that
//! matters they are in one *class*, and then a place leads to the object of the first of its class that it equals. So
//! objects with different names in one class are different objects, and updates are strong (`aliasing` finds out where it matters).
//!
//! Not here: how a caller puts its own values in the place of these names (`apply`).

use crate::facts::{Cond, Facts, Reason};
use crate::heap::EntryObject;
use crate::rules::Ruling;
use crate::value::{Scalar, Values};
use cairn_ir::{GlobalId, Id};
use cairn_logic::{BaseClass, BaseConst, Sort, Term, TermId, Var, VarClass};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Addresses are followed this far from a parameter or a global.
const MAX_DEPTH: u32 = 4;
/// Places of one function; more are unknown addresses.
const MAX_PLACES: usize = 200;

/// How a range is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    Word,
    Pointer,
    /// As an address if it was read as one before.
    AsBefore,
}

/// Where something lies on entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Owner {
    Param(u32),
    Global(GlobalId),
    /// In the object that a place leads to.
    Place(PlaceId),
}

pub type PlaceId = u32;

/// An address that was there on entry. The order of the fields is the one in which summaries list them.
#[derive(Clone, Debug)]
pub struct Place {
    pub owner: Owner,
    pub distance: i64,
    depth: u32,
    /// The object under its own name.
    pub base: TermId,
    /// Its offset in that object.
    pub offset: TermId,
    pub size: TermId,
    pub live: Cond,
    values: Values,
}

/// A word that was there on entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    pub owner: Owner,
    pub distance: i64,
    pub bytes: u64,
    pub term: TermId,
    /// It was looked at, not only copied: it must be defined.
    pub needed: bool,
}

/// What is asked of an object beside its size and content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Quality {
    Live,
    /// A block of the heap: it may be freed.
    Heap,
    /// No object at all, or a function.
    Wild,
    Constant,
}

impl Quality {
    pub const ALL: [Quality; 4] = [Quality::Live, Quality::Heap, Quality::Wild, Quality::Constant];
}

/// A name of an object that does not change from run to run of one function: how to get there.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Path {
    Global(GlobalId),
    /// From a parameter, through addresses at these distances.
    Param(u32, Vec<i64>),
    Through(GlobalId, Vec<i64>),
}

impl Path {
    /// One address further.
    pub fn then(self, distance: i64) -> Path {
        match self {
            Path::Global(global) => Path::Through(global, vec![distance]),
            Path::Param(param, mut steps) => {
                steps.push(distance);
                Path::Param(param, steps)
            }
            Path::Through(global, mut steps) => {
                steps.push(distance);
                Path::Through(global, steps)
            }
        }
    }
}

/// Which paths may lead to one object, as far as it matters: representatives by path.
pub type Classes = BTreeMap<Path, u32>;

#[derive(Default, Debug)]
pub struct Entry {
    pub places: Vec<Place>,
    pub words: Vec<Word>,
    place_at: FxHashMap<(Owner, i64), PlaceId>,
    word_at: FxHashMap<(Owner, i64, u64), usize>,
    by_base: FxHashMap<TermId, PlaceId>,
    classes: Classes,
}

impl Entry {
    pub fn new(classes: Classes) -> Entry {
        Entry { classes, ..Entry::default() }
    }

    /// The place whose own object this is.
    pub fn place_of(&self, base: TermId) -> Option<PlaceId> {
        self.by_base.get(&base).copied()
    }

    pub fn path(&self, owner: Owner) -> Path {
        match owner {
            Owner::Global(global) => Path::Global(global),
            Owner::Param(param) => Path::Param(param, Vec::new()),
            Owner::Place(place) => {
                let Place { owner, distance, .. } = &self.places[place as usize];
                self.path(*owner).then(*distance)
            }
        }
    }

    /// The classes that the function is looked at with.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    fn class(&self, path: &Path) -> Option<u32> {
        self.classes.get(path).copied()
    }
}

impl Facts {
    pub fn is_global(&self, base: TermId) -> bool {
        matches!(self.conds.arena.term(base), Term::BaseConst(BaseConst { class: BaseClass::Global, .. }))
    }

    /// The owner whose memory an object is, if it was there on entry.
    pub fn owner(&self, base: TermId) -> Option<Owner> {
        let entry = self.entry.as_ref()?;
        if let Term::BaseConst(BaseConst { class: BaseClass::Global, key }) = self.conds.arena.term(base) {
            return Some(Owner::Global(GlobalId::new(*key as usize)));
        }
        entry.place_of(base).map(Owner::Place)
    }

    /// How an object that was there on entry is laid out.
    pub fn entry_object(&self, base: TermId) -> Option<EntryObject> {
        match self.owner(base)? {
            Owner::Global(_) => Some(EntryObject { base, origin: None }),
            Owner::Place(place) => {
                let offset = self.entry.as_ref().expect("an owner was found").places[place as usize].offset;
                Some(EntryObject { base, origin: Some(offset) })
            }
            Owner::Param(_) => None,
        }
    }

    pub fn live_on_entry(&self, base: TermId) -> Cond {
        match (self.owner(base), &self.entry) {
            (Some(Owner::Place(place)), Some(entry)) => entry.places[place as usize].live,
            _ => Cond::TRUE,
        }
    }

    pub fn quality_var(place: PlaceId, quality: Quality) -> Var {
        Var::new(Sort::Bv(1), VarClass::Valid, place * Quality::ALL.len() as u32 + quality as u32)
    }

    pub fn quality(&mut self, place: PlaceId, quality: Quality) -> Cond {
        let bit = self.conds.arena.var(Facts::quality_var(place, quality));
        let fact = self.conds.arena.truth(bit);
        self.fact(fact)
    }

    /// What lies at a distance in an object that was there on entry.
    pub fn on_entry(&mut self, base: TermId, distance: i64, bytes: u64, view: View) -> Values {
        let owner = self.owner(base).expect("an object of entry");
        self.entry_value(owner, distance, bytes, view)
    }

    /// A value of entry: an address that can be followed, or a word.
    pub fn entry_value(&mut self, owner: Owner, distance: i64, bytes: u64, view: View) -> Values {
        let entry = self.entry.as_ref().expect("in a function that is looked at alone");
        let known = entry.place_at.get(&(owner, distance)).copied();
        let whole = bytes * 8 == u64::from(self.pointer_bits());
        match view {
            View::Pointer | View::AsBefore if whole && known.is_some() => {
                entry.places[known.expect("tested") as usize].values.clone()
            }
            View::Pointer if whole => self.new_place(owner, distance),
            _ => Values::word(self.entry_word(owner, distance, bytes, view != View::AsBefore)),
        }
    }

    fn entry_word(&mut self, owner: Owner, distance: i64, bytes: u64, needed: bool) -> TermId {
        let entry = self.entry.as_mut().expect("in a function that is looked at alone");
        if let Some(&known) = entry.word_at.get(&(owner, distance, bytes)) {
            entry.words[known].needed |= needed;
            return entry.words[known].term;
        }
        // Addresses take the even keys.
        let key = 2 * entry.words.len() as u32 + 1;
        let term = self.conds.arena.var(Var::new(Sort::Bv(8 * bytes as u32), VarClass::Entry, key));
        entry.word_at.insert((owner, distance, bytes), entry.words.len());
        entry.words.push(Word { owner, distance, bytes, term, needed });
        term
    }

    /// Values are looked at, or forgotten: words of entry in them must be defined.
    pub fn need(&mut self, values: &Values) {
        if self.entry.is_none() {
            return;
        }
        for (scalar, _) in values.iter() {
            let Scalar::Word { term, .. } = scalar else { continue };
            for var in self.conds.arena.vars(term) {
                let is_word = var.class == VarClass::Entry && var.key % 2 == 1;
                let word = self.entry.as_mut().and_then(|entry| entry.words.get_mut(var.key as usize / 2));
                word.into_iter().filter(|_| is_word).for_each(|word| word.needed = true);
            }
        }
    }

    fn new_place(&mut self, owner: Owner, distance: i64) -> Values {
        let bits = self.pointer_bits();
        let entry = self.entry.as_mut().expect("in a function that is looked at alone");
        let depth = match owner {
            Owner::Place(place) => entry.places[place as usize].depth + 1,
            _ => 0,
        };
        if depth > MAX_DEPTH || entry.places.len() >= MAX_PLACES {
            // It is not followed, but looked at like any other word.
            self.entry_word(owner, distance, u64::from(bits / 8), true);
            return Values::word(self.unknown(bits, Reason::Deep));
        }
        let id = entry.places.len() as PlaceId;
        let arena = &mut self.conds.arena;
        let base = arena.var(Var::new(Sort::Base, VarClass::Entry, 2 * id));
        let offset = arena.var(Var::new(Sort::Bv(bits), VarClass::Entry, 2 * id));
        let size = arena.var(Var::new(Sort::Bv(bits), VarClass::Size, id));
        let values = Values::one(Scalar::Ptr { base, offset });
        entry.places.push(Place { owner, distance, depth, base, offset, size, live: Cond::TRUE, values });
        entry.place_at.insert((owner, distance), id);
        entry.by_base.insert(base, id);
        let (live, values) = (self.quality(id, Quality::Live), self.leads_to(id));
        let place = &mut self.entry.as_mut().expect("as before").places[id as usize];
        (place.live, place.values) = (live, values.clone());
        values
    }

    /// Where a place leads: nowhere, to the object of an earlier one of its class, or to its own.
    fn leads_to(&mut self, id: PlaceId) -> Values {
        let entry = self.entry.as_ref().expect("in a function that is looked at alone");
        let (base, offset) = (entry.places[id as usize].base, entry.places[id as usize].offset);
        let earlier = self.earlier_in_class(id);
        let null = self.conds.arena.null();
        let zero = self.offset(0);
        let is_null = self.eq_base(base, null);
        let mut cases = vec![(Scalar::Ptr { base: null, offset: zero }, is_null)];
        let mut others = !is_null;
        for (other, start) in earlier {
            let same = self.eq_base(base, other);
            let together = self.eq(offset, start);
            let same = self.and(same, together);
            cases.push((Scalar::Ptr { base: other, offset: start }, self.conds.and(others, same)));
            others = self.conds.and(others, !same);
        }
        cases.push((Scalar::Ptr { base, offset }, others));
        Values::of(self, cases)
    }

    /// Objects that a place may lead to beside its own, with the offset there.
    fn earlier_in_class(&mut self, id: PlaceId) -> Vec<(TermId, TermId)> {
        let entry = self.entry.as_ref().expect("in a function that is looked at alone");
        let Some(class) = entry.class(&entry.path(Owner::Place(id))) else { return Vec::new() };
        let in_class = |path: Path| entry.class(&path) == Some(class);
        let globals: Vec<GlobalId> = entry
            .classes
            .iter()
            .filter_map(|(path, of)| match path {
                Path::Global(global) if *of == class => Some(*global),
                _ => None,
            })
            .collect();
        let places = (0..id).filter(|&other| in_class(entry.path(Owner::Place(other))));
        let mut earlier: Vec<(TermId, TermId)> =
            places.map(|other| (entry.places[other as usize].base, entry.places[other as usize].offset)).collect();
        if !self.rules.follow(Ruling::WholeClass) {
            earlier.drain(..earlier.len().saturating_sub(1));
        }
        let zero = self.offset(0);
        for global in globals {
            let base = self.object(BaseClass::Global, global.index() as u32);
            earlier.insert(0, (base, zero));
        }
        earlier
    }

    /// Does a condition speak of what was there on entry?
    pub fn depends_on_entry(&self, cond: Cond) -> bool {
        let of_entry = |class: VarClass| matches!(class, VarClass::Entry | VarClass::Size | VarClass::Valid);
        self.conds.vars(cond).iter().any(|var| of_entry(var.class))
    }

    /// Are two objects the same? Not asked of objects that stand for several.
    pub fn eq_base(&mut self, a: TermId, b: TermId) -> Cond {
        match self.conds.arena.base_eq(a, b) {
            Some(fact) => self.fact(fact),
            None => self.choice(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Case C16: among addresses that may be equal, each leads to the object of any earlier one or to its own.
    #[test]
    fn addresses_of_one_class_share_objects() {
        for (size, edges) in [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)] {
            let mut facts = Facts::new(64);
            let class = (0..size).map(|param| (Path::Param(param, vec![0]), 0)).collect();
            facts.entry = Some(Entry::new(class));
            let mut found = 0;
            for param in 0..size {
                let values = facts.entry_value(Owner::Param(param), 0, 8, View::Pointer);
                let null = facts.conds.arena.null();
                found += values
                    .iter()
                    .filter(|(scalar, _)| !matches!(scalar, Scalar::Ptr { base, .. } if *base == null))
                    .count();
            }
            assert_eq!(found, edges, "{size} addresses");
        }
    }
}
