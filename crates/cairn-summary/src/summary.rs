//! What a function does, for every caller: when it returns, what it gives back, writes, frees and makes, and what would go
//! wrong in it.
//!
//! A summary is plain data: conditions and terms are records (`cairn_logic::Records`) over names of entry, so that it can be
//! kept, sent and compared. Not here: how it is made (`export`), how it is used (`apply`).

use crate::aliasing::Apart;
use crate::entry::{Owner, Path};
use crate::facts::Reason;
use crate::verdicts::Check;
use crate::widen::Holder;
use cairn_ir::Rule;
use cairn_logic::{BaseConst, RecordId, Records, Var};
use serde::{Deserialize, Serialize};

/// The summary of one function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FunctionSummary {
    pub records: Records,
    /// Addresses of entry: where they lie. Names of objects, offsets and sizes are numbered by their position here.
    pub places: Vec<(Owner, i64)>,
    /// Words of entry: where they lie, how many bytes, and whether they must be defined.
    pub words: Vec<(Owner, i64, u64, bool)>,
    /// All variables that occur.
    pub used: Vec<Var>,
    /// Variables that stand for what is not known, and why.
    pub unknowns: Vec<(Var, Reason)>,
    /// The condition under which the function returns.
    pub returns: RecordId,
    pub results: Vec<CaseRecords>,
    /// What it writes in memory of the caller, in an order in which that can be done again.
    pub effects: Vec<Effect>,
    pub made: Vec<Made>,
    /// What goes wrong if the caller lets it.
    pub latents: Vec<Latent>,
    /// Something else may go wrong: callers cannot prevent it, or it is too much to tell.
    pub fails_anyway: bool,
    /// The condition under which it may end the program.
    pub ends: RecordId,
    /// It may abort, or stay in a loop for ever.
    pub stays: bool,
    /// The condition under which it jumps to where a function that called it had been.
    pub jumps: RecordId,
    /// It holds for callers that grant this.
    pub apart: Vec<Apart>,
    /// Objects of callers that must not hold anything undefined.
    pub defined: Vec<Owner>,
    /// What it accesses: object, whether it is written or freed, and ranges. For the caller's own aliasing.
    pub touched: Vec<Touched>,
    /// Something in it is an estimate.
    pub lossy: bool,
    /// Addresses of entry that it calls. A caller that knows where they lead does better to enter the body.
    pub called: Vec<u32>,
    pub never_returns: bool,
    pub never_ends: bool,
    /// Neither does it jump past its callers, nor does code that it calls and that nobody knows.
    pub never_jumps: bool,
    /// It writes through an address that is not known: everything that it could get at is changed.
    pub scrambles: bool,
    /// An address is chosen by a value that need not have been looked at before.
    pub steers: bool,
    /// Addresses of different objects of the caller are compared: none of them is a string literal that may lie in another one.
    pub compares: bool,
    /// Addresses were put where they are not followed any more: into numbers, or into memory that nothing is known of.
    pub exposes: bool,
    /// There may be something undefined behind such an address, in what it made.
    pub hides: bool,
    /// Code is called, here or below, that is not there or not looked at: it may never return.
    pub meets_unknown: bool,
}

pub type CaseRecords = Vec<(ScalarRecord, RecordId)>;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ScalarRecord {
    Word { term: RecordId, undef: u128 },
    Ptr { base: RecordId, offset: RecordId },
}

/// What becomes of an object that the caller had.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Effect {
    pub owner: Owner,
    /// It is alive behind the call; nothing if that does not change.
    pub live: Option<RecordId>,
    pub rest: RestEffect,
    pub cells: Vec<CellEffect>,
    /// Whole ranges of the object as they are behind the call.
    pub ranges: Vec<RangeRecord>,
}

/// What lies in a range of an object (`ranges`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RangeRecord {
    pub start: RecordId,
    pub count: RecordId,
    pub stride: u64,
    pub bytes: u64,
    /// One of these in each place; nothing if it is only known to be defined.
    pub content: Option<Vec<ScalarRecord>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RestEffect {
    Kept,
    /// Anything, but defined.
    Unknown,
    Undefined,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CellEffect {
    /// From where the address of entry points to; in globals from the start.
    pub distance: i64,
    pub bytes: u64,
    /// Where this holds, nothing is written.
    pub kept: RecordId,
    pub values: CaseRecords,
}

/// An object that the function makes and the caller can get at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Made {
    pub base: BaseConst,
    pub kind: MadeKind,
    pub size: RecordId,
    /// It is alive, if it was made at all: where that is not so, nothing leads to it.
    pub live: RecordId,
    pub made: RecordId,
    pub rest: crate::heap::Rest,
    pub several: bool,
    pub cells: Vec<CellEffect>,
    pub ranges: Vec<RangeRecord>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum MadeKind {
    Heap(Check),
    Stack,
}

/// Something that goes wrong in the function, or below it, where `bad` holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Latent {
    pub check: Check,
    pub bad: RecordId,
    /// It may go wrong as well where this holds, for all that is known.
    pub perhaps: RecordId,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Touched {
    pub owner: Owner,
    pub read: bool,
    pub written: bool,
    pub freed: bool,
    pub ranges: Vec<(Option<i64>, u64)>,
}

impl FunctionSummary {
    /// Nothing is asked of callers that matters for a rule: neither that objects are apart, nor that anything is defined. A
    /// value that is not defined breaks its own rule before it can break another.
    pub fn holds_for_all(&self, rule: Rule) -> bool {
        let needs_nothing =
            || self.defined.is_empty() && self.places.is_empty() && self.words.iter().all(|(_, _, _, needed)| !needed);
        self.apart.is_empty() && (rule != Rule::UninitializedRead || needs_nothing())
    }

    /// A call has no effect at all: it does not return, nothing fails in it, and the program neither ends nor stays there.
    pub fn never_happens(&self) -> bool {
        self.never_returns
            && self.latents.is_empty()
            && !self.fails_anyway
            && self.never_ends
            && self.never_jumps
            && !self.stays
    }

    /// How to get to an owner.
    pub fn path(&self, owner: Owner) -> Path {
        match owner {
            Owner::Global(global) => Path::Global(global),
            Owner::Param(param) => Path::Param(param, Vec::new()),
            Owner::Place(place) => {
                let (owner, distance) = self.places[place as usize];
                self.path(owner).then(distance)
            }
        }
    }

    /// Names of what it makes, which are the same for each summary of the function.
    pub(crate) fn holders_of_made(&self) -> Vec<Holder> {
        let mut holders: Vec<Holder> = Vec::new();
        for made in &self.made {
            let number = (0..).find(|&number| !holders.contains(&Holder::Made(made.kind, made.several, number)));
            holders.push(Holder::Made(made.kind, made.several, number.expect("there is a next one")));
        }
        holders
    }

    /// Content that is not described, and numbers that are as wide as an address, may be addresses that the caller gave.
    pub fn loses_addresses(&self, pointer_bits: u32) -> bool {
        let lost = |rest: crate::heap::Rest| !matches!(rest, crate::heap::Rest::Zero | crate::heap::Rest::Entry);
        let is_input = |reason: &Reason| matches!(reason, Reason::Input | Reason::Named);
        let wide = |var: &Var| var.sort.width() >= pointer_bits;
        self.unknowns.iter().any(|(var, reason)| wide(var) && !is_input(reason))
            || self.effects.iter().any(|effect| effect.rest != RestEffect::Kept)
            || self.made.iter().any(|made| lost(made.rest))
    }

    /// The same without what it says of ranges: that is not compared from round to round where functions call each other.
    pub(crate) fn without_ranges(mut self) -> FunctionSummary {
        self.effects.iter_mut().for_each(|effect| effect.ranges.clear());
        self.made.iter_mut().for_each(|made| made.ranges.clear());
        self
    }

    /// A measure: records of terms and conditions, which hold nearly everything.
    pub fn size(&self) -> usize {
        self.records.len()
    }
}
