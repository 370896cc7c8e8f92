//! From the state in which a function returns to its summary.

use crate::analysis::{Analysis, ObjectKind};
use crate::entry::Path;
use crate::facts::{Cond, Reason};
use crate::heap::{Object, Rest};
use crate::ranges::Content;
use crate::state::State;
use crate::summary::{
    CaseRecords, CellEffect, Effect, FunctionSummary, Latent, Made, MadeKind, RangeRecord, RestEffect, ScalarRecord,
};
use crate::value::{Scalar, Values};
use cairn_logic::{BaseConst, Exporter, RecordId, Term, TermId, Var};
use std::collections::BTreeSet;

/// Writes records, and remembers which variables occur.
struct Writer<'a> {
    exporter: Exporter<'a>,
    conds: &'a cairn_logic::Conds,
    vars: BTreeSet<Var>,
}

impl Writer<'_> {
    fn cond(&mut self, cond: Cond) -> RecordId {
        self.vars.extend(self.conds.vars(cond));
        self.exporter.cond(cond)
    }

    fn term(&mut self, term: TermId) -> RecordId {
        self.vars.extend(self.conds.arena.vars(term));
        self.exporter.term(term)
    }

    fn values(&mut self, values: &Values) -> CaseRecords {
        values.iter().map(|(scalar, cond)| (self.scalar(scalar), self.cond(cond))).collect()
    }

    fn scalar(&mut self, scalar: Scalar) -> ScalarRecord {
        match scalar {
            Scalar::Word { term, undef } => ScalarRecord::Word { term: self.term(term), undef },
            Scalar::Ptr { base, offset } => ScalarRecord::Ptr { base: self.term(base), offset: self.term(offset) },
        }
    }

    fn ranges(&mut self, object: &Object) -> Vec<RangeRecord> {
        let ranges = object.ranges().iter().map(|range| RangeRecord {
            start: self.term(range.start),
            count: self.term(range.count),
            stride: range.stride,
            bytes: range.bytes,
            content: match &range.content {
                Content::OneOf(cases) => Some(cases.iter().map(|&scalar| self.scalar(scalar)).collect()),
                Content::Defined | Content::Such(_) => None,
            },
        });
        ranges.collect()
    }

    fn cells(&mut self, object: &Object, written_only: bool) -> Vec<CellEffect> {
        let cells = object.cells().filter(|(_, cell)| !written_only || cell.kept != Cond::TRUE);
        let cells = cells.map(|(at, cell)| CellEffect {
            distance: object.distance(at),
            bytes: cell.bytes,
            kept: self.cond(cell.kept),
            values: self.values(&cell.values),
        });
        cells.collect()
    }
}

impl Analysis<'_> {
    /// The summary of a function that was analysed alone and returns in `state` with `results`; if it never returns, in none.
    pub(crate) fn export(&mut self, end: Option<(&State, &[Values])>) -> FunctionSummary {
        let modular = self.modular.as_ref().expect("analysed alone");
        let entry = self.facts.entry.as_ref().expect("analysed alone");
        let made = end.map_or_else(Vec::new, |(state, results)| self.visible(state, results));
        let hides = modular.hides || end.is_some_and(|(state, _)| self.leaves_undefined(state, &made));
        let written = end.map_or_else(Vec::new, |(state, _)| self.written_objects(state));
        let conds = &self.facts.conds;
        let mut writer = Writer { exporter: Exporter::new(conds), conds, vars: BTreeSet::new() };
        let returns = writer.cond(end.map_or(Cond::FALSE, |(state, _)| state.pc));
        let results = end.map_or_else(Vec::new, |(_, results)| results.iter().map(|v| writer.values(v)).collect());
        let effects = written.iter().map(|&base| self.effect(&mut writer, end.expect("it returns").0, base)).collect();
        let made = made.iter().map(|&base| self.made(&mut writer, end.expect("it returns").0, base)).collect();
        let latents = modular.latents.iter().map(|(check, latent)| Latent {
            check: *check,
            bad: writer.cond(latent.bad),
            perhaps: writer.cond(latent.perhaps),
        });
        let latents = latents.collect();
        let (ends, jumps) = (writer.cond(modular.ends), writer.cond(modular.jumps));
        // It stands for no value.
        writer.vars.remove(&self.facts.index_var());
        let unknowns: Vec<(Var, Reason)> =
            writer.vars.iter().filter_map(|var| Some((*var, self.facts.reason(*var)?))).collect();
        let estimate = |reason: Reason| !matches!(reason, Reason::Input | Reason::External | Reason::Undefined);
        let lossy = modular.scrambles || unknowns.iter().any(|(_, reason)| estimate(*reason));
        FunctionSummary {
            places: entry.places.iter().map(|place| (place.owner, place.distance)).collect(),
            words: entry.words.iter().map(|word| (word.owner, word.distance, word.bytes, word.needed)).collect(),
            used: writer.vars.iter().copied().collect(),
            unknowns,
            returns,
            results,
            effects,
            made,
            latents,
            fails_anyway: modular.fails_anyway,
            ends,
            stays: modular.stays,
            jumps,
            apart: modular.apart.iter().copied().collect(),
            defined: modular.defined.iter().copied().collect(),
            touched: modular.accesses.touched(&self.facts),
            lossy,
            called: modular.called.iter().copied().collect(),
            never_returns: end.is_none_or(|(state, _)| state.pc == Cond::FALSE),
            never_ends: modular.ends == Cond::FALSE,
            never_jumps: !modular.may_jump,
            scrambles: modular.scrambles,
            steers: modular.steers,
            compares: modular.compares,
            exposes: self.facts.exposures() > 0,
            hides,
            meets_unknown: modular.meets_unknown || !self.unknown_code.is_empty(),
            records: writer.exporter.finish(),
        }
    }

    /// Is there something made here that callers are not told of, and that may hold what is not defined?
    fn leaves_undefined(&self, state: &State, told: &[TermId]) -> bool {
        state.heap.any(|base| {
            let made =
                matches!(self.kind(base), Some(ObjectKind::Heap(_) | ObjectKind::Stack)) && !told.contains(&base);
            let remains = |object: &&Object| object.live != Cond::FALSE && object.may_be_undefined();
            made && state.heap.get(base).filter(remains).is_some()
        })
    }

    /// Objects of entry that are changed, in order.
    fn written_objects(&self, state: &State) -> Vec<TermId> {
        let modular = self.modular.as_ref().expect("analysed alone");
        let entry = self.facts.entry.as_ref().expect("analysed alone");
        let changed = |base: &TermId| {
            state.heap.get(*base).is_some_and(|object| object.entry.is_some() && self.is_changed(*base, object))
        };
        let bases: Vec<TermId> = state.heap.bases().into_iter().filter(changed).collect();
        let name =
            |base: TermId| self.facts.owner(base).map_or(Path::Param(u32::MAX, Vec::new()), |owner| entry.path(owner));
        modular.accesses.order(bases, name)
    }

    fn is_changed(&self, base: TermId, object: &Object) -> bool {
        object.is_touched() || self.facts.live_on_entry(base) != object.live
    }

    fn effect(&self, writer: &mut Writer<'_>, state: &State, base: TermId) -> Effect {
        let object = state.heap.get(base).expect("listed");
        let owner = self.facts.owner(base).expect("an object of entry");
        let live = (self.facts.live_on_entry(base) != object.live).then(|| writer.cond(object.live));
        let rest = match object.rest() {
            Rest::Entry => RestEffect::Kept,
            Rest::Undefined => RestEffect::Undefined,
            Rest::Zero | Rest::Unknown(_) => RestEffect::Unknown,
        };
        // Cells that still hold what they held must be told apart from the rest if that is lost.
        let cells = writer.cells(object, rest == RestEffect::Kept);
        Effect { owner, live, rest, cells, ranges: writer.ranges(object) }
    }

    fn made(&self, writer: &mut Writer<'_>, state: &State, base: TermId) -> Made {
        let object = state.heap.get(base).expect("listed");
        Made {
            base: self.constant_base(base).expect("made here"),
            kind: self.made_kind(base),
            size: writer.term(self.sizes[&base]),
            live: writer.cond(object.live),
            made: writer.cond(object.made),
            rest: object.rest(),
            several: object.summary,
            cells: writer.cells(object, false),
            ranges: writer.ranges(object),
        }
    }

    pub(crate) fn made_kind(&self, base: TermId) -> MadeKind {
        match self.kind(base) {
            Some(ObjectKind::Heap(site)) => MadeKind::Heap(site),
            _ => MadeKind::Stack,
        }
    }

    fn constant_base(&self, base: TermId) -> Option<BaseConst> {
        match *self.facts.conds.arena.term(base) {
            Term::BaseConst(base) => Some(base),
            _ => None,
        }
    }

    /// Objects made by the function that a caller can get at: from results, from memory that it had, or from such objects.
    pub(crate) fn visible(&self, state: &State, results: &[Values]) -> Vec<TermId> {
        let mut found: BTreeSet<TermId> = BTreeSet::new();
        let mut todo: Vec<TermId> = Vec::new();
        let mentioned = |values: &Values, todo: &mut Vec<TermId>| {
            for (scalar, _) in values.iter() {
                match scalar {
                    Scalar::Ptr { base, .. } => todo.push(base),
                    Scalar::Word { term, .. } => self.facts.conds.arena.for_each_subterm(&[term], |term| {
                        if let Term::Address(base) = *self.facts.conds.arena.term(term) {
                            todo.push(base);
                        }
                    }),
                }
            }
        };
        results.iter().for_each(|values| mentioned(values, &mut todo));
        for base in state.heap.bases() {
            let object = state.heap.get(base).expect("listed");
            if object.entry.is_some() {
                object.cells().for_each(|(_, cell)| mentioned(&cell.values, &mut todo));
                todo.extend(object.ranges().iter().flat_map(|range| range.objects()));
            }
        }
        while let Some(base) = todo.pop() {
            let is_made = matches!(self.kind(base), Some(ObjectKind::Heap(_) | ObjectKind::Stack));
            let Some(object) = state.heap.get(base).filter(|_| is_made) else { continue };
            if found.insert(base) {
                object.cells().for_each(|(_, cell)| mentioned(&cell.values, &mut todo));
                todo.extend(object.ranges().iter().flat_map(|range| range.objects()));
            }
        }
        found.into_iter().collect()
    }
}
