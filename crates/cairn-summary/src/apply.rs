//! A call by the callee's summary: its effects are done again on the caller's heap, in order.
//!
//! What the callee names on entry is looked up in the heap before the call; then cells are written, objects freed and
//! made, and what could go wrong in the callee is asked again with what the caller knows. A summary that does not hold for
//! this call (`Apart`, undefined words) is not used: then the callee's body is entered. Where that cannot be done, a summary
//! is stretched (`Manner::stretched`): what may be undefined is followed through it, and that it is read there is not decided.

use crate::actuals::Actuals;
use crate::aliasing::{Apart, Use};
use crate::analysis::{Activation, Analysis, ObjectKind};
use crate::entry::{Owner, View};
use crate::facts::{Cond, Reason};
use crate::heap::{Object, Rest};
use crate::images::{Images, PlaceCase, Reader, WordCase};
use crate::ranges::{Content, Range};
use crate::rules::Ruling;
use crate::state::State;
use crate::summary::{CellEffect, Effect, FunctionSummary, Made, MadeKind, RangeRecord, RestEffect, ScalarRecord};
use crate::value::{Scalar, Values};
use crate::verdicts::Check;
use cairn_ir::{FuncId, FuncOrigin, Rule};
use cairn_logic::{BaseClass, TermId, VarClass};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The summary does not hold for this call.
pub(crate) struct DoesNotHold;

/// How a summary is used.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// What a recursive call makes is one of many, and what it writes far away is written anywhere.
    pub recursive: bool,
    /// The summary is all there is: it is used although something that it reads may not be defined, or it writes nobody knows
    /// where. Whoever decides by what is not defined fails there; so what comes behind is as the summary says, except that
    /// what it computes may be undefined, too.
    pub stretched: bool,
}

impl<'p> Analysis<'p> {
    /// Does what the summary of a function says; gives the results, or nothing if the callee does not return.
    pub(crate) fn apply(
        &mut self,
        act: &Activation<'p>,
        state: &mut State,
        func: FuncId,
        summary: &FunctionSummary,
        args: Vec<Values>,
        Manner { recursive, stretched }: Manner,
    ) -> Result<Option<Vec<Values>>, DoesNotHold> {
        if self.calls_may_jump(summary) {
            return Err(DoesNotHold);
        }
        let mut actuals = self.actuals(state, summary, args)?;
        let mut called = summary.called.iter().flat_map(|&place| &actuals.places[place as usize]);
        if called.any(|case| matches!(self.kind(case.base), Some(ObjectKind::Function(_)))) {
            return Err(DoesNotHold);
        }
        if summary.compares {
            if self.may_share(&actuals) {
                return Err(DoesNotHold);
            }
            self.compares();
        }
        let mut images = self.images(state, summary, &mut actuals);
        let granted = self.granted(state, summary, &actuals)?;
        let defined = self.defined(state, summary, &mut actuals);
        if actuals.tainted && !stretched {
            return Err(DoesNotHold);
        }
        let far = self.writes_far_away(state, summary, &actuals);
        if far && !recursive && !stretched {
            return Err(DoesNotHold);
        }
        if actuals.tainted {
            match self.program.funcs[func].origin {
                FuncOrigin::User => self.given_undefined(func),
                _ => self.check_assuming(act, state, Rule::UninitializedRead, Cond::FALSE, Cond::TRUE),
            }
        }
        let modular = self.modular.as_mut().expect("summaries are used in modules");
        modular.apart.extend(granted);
        modular.defined.extend(defined);
        modular.steers |= summary.steers;
        modular.hides |= summary.hides;
        modular.meets_unknown |= summary.meets_unknown;
        modular.may_jump |= !summary.never_jumps;
        self.note_touched(state, summary, &actuals);
        let made = self.names_of_made(act, state, summary, &mut images, recursive);
        let mut reader = Reader::new(summary, images, actuals.tainted);
        self.ask_again(act, state, summary, &actuals, &mut reader);
        let ends = reader.cond(&mut self.facts, summary.ends);
        self.may_end(state, ends);
        let written = self.written_by(state, summary, &actuals);
        self.check_held_in_call(act, state, ends, &written, self.limits.locals_hold_at_exit);
        if summary.stays {
            self.may_stay();
            self.check_held_in_call(act, state, Cond::TRUE, &written, true);
        }
        let jumps = reader.cond(&mut self.facts, summary.jumps);
        if jumps != Cond::FALSE {
            self.may_jump_out(state, jumps);
            self.check_held_by_jump(state, jumps, &written);
        }
        let returns = reader.cond(&mut self.facts, summary.returns);
        if self.limits.rules.follow(Ruling::CalleeHasReturned) {
            state.pc = self.facts.and(state.pc, returns);
        }
        if self.facts.impossible(state.pc) {
            return Ok(None);
        }
        if summary.exposes || summary.loses_addresses(self.facts.pointer_bits()) {
            self.expose_actuals(&actuals);
            made.iter().for_each(|&base| self.facts.expose_object(base));
        }
        if summary.scrambles || far {
            actuals.args.iter().for_each(|values| self.facts.expose(values));
            self.write_anywhere(state, true, Reason::External);
            self.free_anything(state, Cond::TRUE);
        }
        for (object, &base) in summary.made.iter().zip(&made) {
            match recursive {
                true => self.make_another(act, state, object, base, &mut reader),
                false => self.make(act, state, object, base, &mut reader),
            }
        }
        for effect in &summary.effects {
            let cases = self.owner_cases(state, &actuals, effect.owner);
            for case in cases {
                self.affect(state, effect, &case, &mut reader);
            }
        }
        Ok(Some(summary.results.iter().map(|cases| reader.result(&mut self.facts, cases)).collect()))
    }

    fn images(&mut self, state: &mut State, summary: &FunctionSummary, actuals: &mut Actuals) -> Images {
        let mut images = Images::default();
        for (id, cases) in actuals.places.iter().enumerate() {
            images.set_place(&mut self.facts, id as u32, cases);
        }
        for (index, &(owner, distance, bytes, needed)) in summary.words.iter().enumerate() {
            let name = Images::word(index, bytes);
            if !needed && summary.used.binary_search(&name).is_err() {
                continue;
            }
            let mut cases = Vec::new();
            for (scalar, guard) in self.content(state, actuals, owner, distance, bytes, View::Word) {
                let (mut term, undef) = self.facts.word_of(scalar);
                if !self.limits.rules.follow(Ruling::ContentOfScalars) {
                    term = self.facts.unknown(8 * bytes as u32, Reason::UnknownObject);
                }
                actuals.tainted |= undef != 0 && needed && self.is_possible(state, guard);
                cases.push(WordCase { term, undef, guard });
            }
            images.set_word(&mut self.facts, index, bytes, &cases);
        }
        for (var, reason) in &summary.unknowns {
            let term = self.facts.unknown(var.sort.width(), *reason);
            images.set(*var, term);
        }
        debug_assert!(summary.used.iter().all(|var| var.class != VarClass::Index));
        images
    }

    // ---- what the callee takes for granted ----

    /// May a constant that the callee is given lie in another object that it is given?
    fn may_share(&self, actuals: &Actuals) -> bool {
        let bases: BTreeSet<TermId> = actuals.places.iter().flatten().map(|case| case.base).collect();
        let pairs = bases.iter().flat_map(|&a| bases.iter().map(move |&b| (a, b)));
        pairs.filter(|(a, b)| a != b).any(|(a, b)| self.may_be_shared(a, b))
    }

    /// What the caller must be granted in turn; an error if it does not hold here.
    fn granted(
        &mut self,
        state: &mut State,
        summary: &FunctionSummary,
        actuals: &Actuals,
    ) -> Result<Vec<Apart>, DoesNotHold> {
        let mut granted = Vec::new();
        for &apart in &summary.apart {
            let (a, b, unless_equal) = match apart {
                Apart::Always(a, b) => (a, b, false),
                Apart::UnlessEqual(a, b) => (a, b, true),
            };
            for one in self.owner_cases(state, actuals, a) {
                for other in self.owner_cases(state, actuals, b) {
                    let both = self.facts.and(one.guard, other.guard);
                    granted.extend(self.grant(state, &one, &other, both, unless_equal)?);
                }
            }
        }
        Ok(granted)
    }

    /// Objects of entry that must be defined for the callee's sake; something else may not be.
    fn defined(&mut self, state: &mut State, summary: &FunctionSummary, actuals: &mut Actuals) -> Vec<Owner> {
        let mut defined = Vec::new();
        for &owner in &summary.defined {
            for case in self.owner_cases(state, actuals, owner) {
                if self.is_null(case.base) || !self.is_possible(state, case.guard) {
                    continue;
                }
                match state.heap.get(case.base).filter(|object| !object.may_be_undefined()) {
                    Some(object) => defined.extend(object.entry.and_then(|entry| self.facts.owner(entry.base))),
                    None => actuals.tainted = true,
                }
            }
        }
        defined
    }

    /// Is something written through an address that leads nobody knows where?
    fn writes_far_away(&mut self, state: &mut State, summary: &FunctionSummary, actuals: &Actuals) -> bool {
        let mut cases = Vec::new();
        for effect in &summary.effects {
            cases.extend(self.owner_cases(state, actuals, effect.owner));
        }
        cases.iter().any(|case| !case.known && !self.is_null(case.base) && self.is_possible(state, case.guard))
    }

    /// The callee may have put the addresses that it was given where they are not followed any more.
    fn expose_actuals(&mut self, actuals: &Actuals) {
        actuals.args.iter().for_each(|values| self.facts.expose(values));
        actuals.places.iter().flatten().for_each(|case| self.facts.expose_object(case.base));
    }

    fn grant(
        &mut self,
        state: &State,
        one: &PlaceCase,
        other: &PlaceCase,
        both: Cond,
        unless_equal: bool,
    ) -> Result<Option<Apart>, DoesNotHold> {
        // Nothing lies where both are null, and what a name leads to is at no distance from there; but an address that was computed
        // from a number may be.
        let at_null = self.is_null(one.base) || self.is_null(other.base);
        let by_number = |case: &PlaceCase| !self.is_null(case.base) && self.kind(case.base).is_none();
        if at_null && !(unless_equal && (by_number(one) || by_number(other))) {
            return Ok(None);
        }
        let mut meet = self.facts.eq_base(one.base, other.base);
        if one.several && one.base == other.base {
            meet = Cond::TRUE;
        }
        let equal = self.facts.eq(one.offset, other.offset);
        if unless_equal && !one.several {
            meet = self.facts.and(meet, !equal);
        }
        let broken = self.facts.and(both, meet);
        if !self.is_possible(state, broken) {
            return Ok(None);
        }
        // Two objects of entry with different names: our own callers must keep them apart.
        let (Some(a), Some(b)) = (self.facts.owner(one.base), self.facts.owner(other.base)) else {
            return Err(DoesNotHold);
        };
        if one.base == other.base {
            return Err(DoesNotHold);
        }
        let at_origin = self.is_origin(one) && self.is_origin(other);
        Ok(Some(if unless_equal && at_origin { Apart::UnlessEqual(a, b) } else { Apart::Always(a, b) }))
    }

    fn is_origin(&self, case: &PlaceCase) -> bool {
        match (self.facts.owner(case.base), &self.facts.entry) {
            (Some(Owner::Place(place)), Some(entry)) => entry.places[place as usize].offset == case.offset,
            _ => self.facts.as_offset(case.offset) == Some(0),
        }
    }

    fn note_touched(&mut self, state: &mut State, summary: &FunctionSummary, actuals: &Actuals) {
        let mut writes: Vec<Owner> = summary.effects.iter().map(|effect| effect.owner).collect();
        self.step();
        for touched in &summary.touched {
            for case in self.owner_cases(state, actuals, touched.owner) {
                for &(distance, bytes) in &touched.ranges {
                    let range = self.shifted(&case, distance, bytes);
                    if touched.read || !touched.written {
                        self.note(case.base, Use::Read, Some(range));
                    }
                }
            }
            let changed = touched.written || touched.freed;
            if changed && !writes.contains(&touched.owner) {
                writes.push(touched.owner);
            }
        }
        for owner in writes {
            if self.limits.rules.follow(Ruling::OrderOfCallees) {
                self.step();
            }
            let Some(touched) = summary.touched.iter().find(|touched| touched.owner == owner) else { continue };
            for case in self.owner_cases(state, actuals, owner) {
                for &(distance, bytes) in &touched.ranges {
                    let range = self.shifted(&case, distance, bytes);
                    if touched.written {
                        self.note(case.base, Use::Write, Some(range));
                    }
                    if touched.freed {
                        self.note(case.base, Use::Free, Some(range));
                    }
                }
            }
        }
        self.step();
    }

    /// Objects that the callee may write to, whether it returns then or not.
    fn written_by(&mut self, state: &mut State, summary: &FunctionSummary, actuals: &Actuals) -> FxHashSet<TermId> {
        if summary.scrambles {
            return state.heap.bases().into_iter().collect();
        }
        let touched = summary.touched.iter().filter(|touched| touched.written || touched.freed);
        let owners = touched.map(|touched| touched.owner).chain(summary.effects.iter().map(|effect| effect.owner));
        let owners: BTreeSet<Owner> = owners.collect();
        let cases = owners.into_iter().flat_map(|owner| self.owner_cases(state, actuals, owner));
        cases.map(|case| case.base).collect()
    }

    /// Where a range of the callee's object lies in the caller's.
    fn shifted(&mut self, case: &PlaceCase, distance: Option<i64>, bytes: u64) -> (Option<i64>, u64) {
        let origin = match (self.facts.owner(case.base), &self.facts.entry) {
            (Some(Owner::Place(place)), Some(entry)) => entry.places[place as usize].offset,
            _ => self.facts.offset(0),
        };
        let start = self.facts.conds.arena.sub(case.offset, origin);
        let start = self.facts.as_distance(start);
        (start.zip(distance).map(|(start, distance)| start.wrapping_add(distance)), bytes)
    }

    // ---- what could go wrong ----

    /// What could go wrong in the callee, with what the caller knows.
    fn ask_again(
        &mut self,
        act: &Activation<'p>,
        state: &mut State,
        summary: &FunctionSummary,
        actuals: &Actuals,
        reader: &mut Reader<'_>,
    ) {
        if self.verdicts.quiet > 0 {
            // Nothing is recorded, so nothing needs to be asked.
            return;
        }
        let several = actuals.places.iter().flatten().any(|case| case.several);
        for latent in &summary.latents {
            let check = self.seen_from_here(act, latent.check);
            if self.facts.work() > self.limits.logic_steps {
                // There is nothing left to find out what the caller knows.
                self.record(check, state, Cond::FALSE, Cond::TRUE);
                continue;
            }
            let bad = reader.cond(&mut self.facts, latent.bad);
            let perhaps = reader.cond(&mut self.facts, latent.perhaps);
            let (bad, perhaps) =
                if several { (Cond::FALSE, self.facts.or_within(bad, perhaps)) } else { (bad, perhaps) };
            self.record(check, state, bad, perhaps);
        }
    }

    /// What goes wrong inside a library model counts for the call.
    fn seen_from_here(&self, act: &Activation<'p>, check: Check) -> Check {
        let is_user = self.program.funcs[check.func].origin == FuncOrigin::User;
        if is_user { check } else { self.place(act, check.rule) }
    }

    // ---- what changes ----

    fn names_of_made(
        &mut self,
        act: &Activation<'p>,
        state: &State,
        summary: &FunctionSummary,
        images: &mut Images,
        recursive: bool,
    ) -> Vec<TermId> {
        let position = self.position(act);
        let mut names = Vec::new();
        for object in &summary.made {
            let base = match object.kind {
                kind if recursive => self.name_of_many(act, kind),
                MadeKind::Heap(site) if self.generalised > 0 => {
                    self.path_push(position);
                    let site = self.seen_from_here(act, site);
                    let all = self.summary_name(ObjectKind::Heap(site), site);
                    self.path_pop();
                    self.newest_name(&state.heap, &names, all, object.several).unwrap_or(all)
                }
                _ => {
                    let class = match object.kind {
                        _ if object.several => BaseClass::Summary,
                        MadeKind::Heap(_) => BaseClass::Fresh,
                        MadeKind::Stack => BaseClass::Stack,
                    };
                    self.next_object += 1;
                    self.facts.object(class, self.next_object - 1)
                }
            };
            images.set_base(object.base, base);
            names.push(base);
        }
        names
    }

    /// One name for all that recursive calls make at one place.
    fn name_of_many(&mut self, act: &Activation<'p>, kind: MadeKind) -> TermId {
        let path = std::mem::take(&mut self.path);
        let name = match kind {
            MadeKind::Heap(site) => {
                let site = self.seen_from_here(act, site);
                self.summary_name(ObjectKind::Heap(site), site)
            }
            MadeKind::Stack => self.summary_name(ObjectKind::Stack, self.position(act)),
        };
        self.path = path;
        name
    }

    /// Makes one more of the objects that stand for all that recursive calls make.
    fn make_another(
        &mut self,
        act: &Activation<'p>,
        state: &mut State,
        object: &Made,
        base: TermId,
        reader: &mut Reader<'_>,
    ) {
        let (kind, size) = (self.kind_of_made(act, object), self.size_of_made(state, object, reader));
        let size = self.sizes.get(&base).copied().map_or(size, |known| self.smaller_size(known, size));
        self.kinds.insert(base, kind);
        self.sizes.insert(base, size);
        let others = state.heap.get(base).cloned();
        if !self.limits.rules.follow(Ruling::RecursiveCallsMakeSeveral) {
            return self.fill_made(state, object, base, false, reader);
        }
        self.fill_made(state, object, base, true, reader);
        if let Some(others) = others {
            state.heap.join_object(&mut self.facts, base, &others);
        }
    }

    fn make(&mut self, act: &Activation<'p>, state: &mut State, object: &Made, base: TermId, reader: &mut Reader<'_>) {
        let (kind, size) = (self.kind_of_made(act, object), self.size_of_made(state, object, reader));
        if let Some(&all) = self.facts.newest.get(&base) {
            self.has_one_of_size(all, size);
        } else if let (ObjectKind::Heap(site), true) = (kind, self.generalised > 0) {
            for cell in &object.cells {
                let values = reader.values(&mut self.facts, &cell.values, 8 * cell.bytes as u32);
                self.facts.expose(&values);
            }
            for record in object.ranges.iter().filter_map(|range| range.content.as_ref()).flatten() {
                // What stands for several was exposed with what the callee was given (`FunctionSummary::exposes`).
                if let Some(scalar) = reader.only_scalar(&mut self.facts, *record) {
                    self.facts.expose(&Values::one(scalar));
                }
            }
            let live = reader.cond(&mut self.facts, object.live);
            self.path_push(self.position(act));
            let several = self.summary_object(state, kind, site, size);
            self.path_pop();
            if live != Cond::TRUE {
                // It may be gone already.
                let live = self.facts.choice();
                state.heap.set_live(several, live);
            }
            return;
        }
        self.kinds.insert(base, kind);
        self.sizes.insert(base, size);
        self.fill_made(state, object, base, object.several, reader);
    }

    fn kind_of_made(&self, act: &Activation<'p>, object: &Made) -> ObjectKind {
        match object.kind {
            MadeKind::Heap(site) => ObjectKind::Heap(self.seen_from_here(act, site)),
            MadeKind::Stack => ObjectKind::Stack,
        }
    }

    fn size_of_made(&mut self, state: &mut State, object: &Made, reader: &mut Reader<'_>) -> TermId {
        let sizes = reader.term(&mut self.facts, object.size);
        match sizes[..] {
            [(only, _)] => only,
            _ => self.one_of(state, &sizes),
        }
    }

    /// Puts a new object into the heap, with its content.
    fn fill_made(&mut self, state: &mut State, object: &Made, base: TermId, several: bool, reader: &mut Reader<'_>) {
        let lost = reader.is_tainted() && matches!(object.rest, Rest::Unknown(_));
        let mut fresh = Object::new(if lost { Rest::Undefined } else { object.rest }, false);
        fresh.live = reader.cond(&mut self.facts, object.live);
        fresh.made = reader.cond(&mut self.facts, object.made);
        state.heap.add(base, fresh);
        for cell in &object.cells {
            let values = reader.values(&mut self.facts, &cell.values, 8 * cell.bytes as u32);
            self.facts.expose(&values);
            state.heap.replace(&mut self.facts, base, cell.distance as u64, cell.bytes, &values, Cond::FALSE);
        }
        if !several {
            self.know_ranges(state, &object.ranges, base, reader);
        }
        // What the cells hold is what each of several holds: only updates from here on are weak.
        state.heap.set_several(base, several);
    }

    /// What the callee says of ranges, where its names stand for one thing each.
    fn know_ranges(&mut self, state: &mut State, ranges: &[RangeRecord], base: TermId, reader: &mut Reader<'_>) {
        if reader.is_tainted() {
            return;
        }
        for range in ranges {
            let start = reader.term(&mut self.facts, range.start);
            let count = reader.term(&mut self.facts, range.count);
            let ([(start, _)], [(count, _)]) = (&start[..], &count[..]) else { continue };
            let content = match &range.content {
                None => Content::Defined,
                Some(cases) => {
                    let read = |record: &ScalarRecord| reader.only_scalar(&mut self.facts, *record);
                    let Some(cases) = cases.iter().map(read).collect::<Option<Rc<[Scalar]>>>() else { continue };
                    Content::OneOf(cases)
                }
            };
            let (stride, bytes) = (range.stride, range.bytes);
            let range = Range { start: *start, count: *count, stride, bytes, content };
            for object in range.objects() {
                self.facts.expose_object(object);
            }
            state.heap.add_range(base, range);
        }
    }

    /// A number that is one of several.
    fn one_of(&mut self, state: &mut State, cases: &[(TermId, Cond)]) -> TermId {
        let width = self.facts.pointer_bits();
        let number = self.facts.unknown(width, Reason::Join);
        let mut known = Cond::FALSE;
        for &(term, guard) in cases {
            let equal = self.facts.eq(number, term);
            let both = self.facts.and(equal, guard);
            known = self.facts.or_within(known, both);
        }
        state.pc = self.facts.and(state.pc, known);
        number
    }

    fn affect(&mut self, state: &mut State, effect: &Effect, case: &PlaceCase, reader: &mut Reader<'_>) {
        if !case.known || !self.is_possible(state, case.guard) {
            return;
        }
        if effect.rest == RestEffect::Kept {
            for cell in &effect.cells {
                self.write_again(state, case, cell, reader);
            }
        } else {
            self.rewrite(state, effect, case, reader);
        }
        let weak = self.limits.rules.weak_calls;
        if !case.several && !weak && self.facts.follows(state.pc, case.guard) {
            self.know_ranges(state, &effect.ranges, case.base, reader);
        }
        if let Some(live) = effect.live {
            let live = reader.cond(&mut self.facts, live);
            let old = state.heap.get(case.base).map_or(Cond::FALSE, |object| object.live);
            let when = self.perhaps_weak(case.guard);
            let new = if case.several { self.facts.choice() } else { self.facts.ite(when, live, old) };
            state.heap.set_live(case.base, new);
        }
    }

    fn write_again(&mut self, state: &mut State, case: &PlaceCase, cell: &CellEffect, reader: &mut Reader<'_>) {
        let kept = match self.limits.rules.follow(Ruling::OnlyWhatIsWritten) {
            true => reader.cond(&mut self.facts, cell.kept),
            false => Cond::FALSE,
        };
        let written = self.facts.and(case.guard, !kept);
        if written == Cond::FALSE {
            return;
        }
        let written = self.perhaps_weak(written);
        let values = reader.values(&mut self.facts, &cell.values, 8 * cell.bytes as u32);
        let distance = self.facts.distance(cell.distance);
        let offset = self.facts.conds.arena.add(case.offset, distance);
        state.heap.store_if(&mut self.facts, state.pc, written, case.base, offset, cell.bytes, &values);
    }

    /// The condition under which an update at a call happens: not for sure, if such updates shall be weak.
    fn perhaps_weak(&mut self, written: Cond) -> Cond {
        if !self.limits.rules.weak_calls {
            return written;
        }
        let happens = self.facts.choice();
        self.facts.and(written, happens)
    }

    /// The content of the object is lost, except for the cells.
    fn rewrite(&mut self, state: &mut State, effect: &Effect, case: &PlaceCase, reader: &mut Reader<'_>) {
        let mut cells = Vec::new();
        for cell in &effect.cells {
            let kept = reader.cond(&mut self.facts, cell.kept);
            let distance = self.facts.distance(cell.distance);
            let offset = self.facts.conds.arena.add(case.offset, distance);
            let old = state.heap.load(&mut self.facts, state.pc, case.base, offset, cell.bytes, View::AsBefore);
            let new = reader.values(&mut self.facts, &cell.values, 8 * cell.bytes as u32);
            let written = self.perhaps_weak(case.guard);
            let keeps = self.facts.or_within(kept, !written);
            cells.push((offset, cell.bytes, Values::choose(&mut self.facts, keeps, &old, &new)));
        }
        match effect.rest {
            RestEffect::Undefined => state.heap.scramble(case.base),
            _ if reader.is_tainted() => state.heap.scramble(case.base),
            _ => state.heap.forget(case.base, Reason::SymbolicOffset),
        }
        for (offset, bytes, values) in cells {
            state.heap.store(&mut self.facts, case.base, offset, bytes, &values);
        }
    }
}
