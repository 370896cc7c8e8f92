//! Objects: globals with their initial content, locals, heap blocks, and those that stand for several.

use crate::analysis::{Analysis, ObjectKind, is_absent};
use crate::entry::Owner;
use crate::facts::{Cond, Reason};
use crate::heap::{Object, Rest};
use crate::state::State;
use crate::value::{Scalar, Values};
use crate::verdicts::Check;
use cairn_ir::{FuncId, GlobalId, Id, Symbol};
use cairn_logic::{BaseClass, BaseConst, Term, TermId};

impl Analysis<'_> {
    pub(crate) fn new_object(&mut self, state: &mut State, kind: ObjectKind, size: TermId, rest: Rest) -> TermId {
        if let (ObjectKind::Heap(site), true) = (kind, self.generalised > 0) {
            return match self.modular {
                Some(_) => self.newest_object(state, kind, site, size, rest),
                None => self.new_member(state, kind, site, size, rest),
            };
        }
        let class = if kind == ObjectKind::Stack { BaseClass::Stack } else { BaseClass::Fresh };
        let base = self.facts.object(class, self.next_object);
        self.next_object += 1;
        self.sizes.insert(base, size);
        self.kinds.insert(base, kind);
        state.heap.add(base, Object::new(rest, false));
        base
    }

    /// An allocation in a loop that is generalised: one object for all of them. Nothing is known of its content.
    pub(crate) fn summary_object(&mut self, state: &mut State, kind: ObjectKind, site: Check, size: TermId) -> TermId {
        let base = self.summary_name(kind, site);
        self.has_one_of_size(base, size);
        self.one_more(state, base);
        base
    }

    /// Different allocations may have different sizes: the smallest counts, and if it is not constant, nothing.
    pub(crate) fn has_one_of_size(&mut self, all: TermId, size: TermId) {
        let size = if self.changes_in_loops(size) { self.facts.offset(0) } else { size };
        let known = self.sizes.get(&all).copied();
        let size = known.map_or(size, |known| self.smaller_size(known, size));
        self.sizes.insert(all, size);
    }

    /// One more object of those that one stands for: it is alive, and nothing is known of its content.
    pub(crate) fn one_more(&mut self, state: &mut State, base: TermId) {
        if state.heap.get(base).is_none() {
            return state.heap.add(base, Object::new(Rest::Undefined, true));
        }
        state.heap.reallocate(base);
        self.some_are_alive(state, base);
    }

    /// Where not all of the objects that one stands for were alive before, some are now.
    pub(crate) fn some_are_alive(&mut self, state: &mut State, base: TermId) {
        let live = state.heap.get(base).map_or(Cond::FALSE, |object| object.live);
        let some = self.facts.choice();
        let live = self.facts.or(live, some);
        state.heap.set_live(base, live);
        state.heap.set_made(base);
    }

    /// The smaller of two sizes; nothing, if they are not constant.
    pub(crate) fn smaller_size(&mut self, a: TermId, b: TermId) -> TermId {
        let constant = |term: TermId| self.facts.conds.arena.as_const(term);
        match (constant(a), constant(b)) {
            _ if a == b => a,
            (Some(a), Some(b)) => self.facts.offset(a.min(b) as u64),
            _ => self.facts.offset(0),
        }
    }

    /// The name of the object that stands for all that are made at one place, by one way of getting there.
    pub(crate) fn summary_name(&mut self, kind: ObjectKind, site: Check) -> TermId {
        let key = (self.path.clone(), site);
        if let Some(&base) = self.summaries.get(&key) {
            return base;
        }
        let base = self.facts.object(BaseClass::Summary, self.next_object);
        self.next_object += 1;
        self.summaries.insert(key, base);
        self.kinds.insert(base, kind);
        base
    }

    /// What kind of object this is; nothing for null and for what is not known.
    pub(crate) fn kind(&self, base: TermId) -> Option<ObjectKind> {
        let base = self.facts.holder(base);
        if let Some(&kind) = self.kinds.get(&base) {
            return Some(kind);
        }
        let entry = self.facts.entry.as_ref()?;
        if let Some(place) = entry.place_of(base) {
            return Some(ObjectKind::Entry(place));
        }
        match *self.facts.conds.arena.term(base) {
            Term::BaseConst(BaseConst { class: BaseClass::Global, key }) => {
                Some(self.global_kind(GlobalId::new(key as usize)))
            }
            Term::BaseConst(BaseConst { class: BaseClass::Function, key }) => {
                Some(ObjectKind::Function(FuncId::new(key as usize)))
            }
            _ => None,
        }
    }

    /// The variable that an object is.
    pub(crate) fn global_of(&self, base: TermId) -> Option<GlobalId> {
        match *self.facts.conds.arena.term(base) {
            Term::BaseConst(BaseConst { class: BaseClass::Global, key }) => Some(GlobalId::new(key as usize)),
            _ => None,
        }
    }

    fn global_kind(&self, id: GlobalId) -> ObjectKind {
        let global = &self.program.globals[id];
        let known = global.init.as_ref().is_some_and(|init| init.unsupported.is_none());
        if known { ObjectKind::Global { constant: global.constant } } else { ObjectKind::External }
    }

    pub(crate) fn known_size(&self, base: TermId) -> Option<TermId> {
        let base = self.facts.holder(base);
        if let Some(&size) = self.sizes.get(&base) {
            return Some(size);
        }
        let entry = self.facts.entry.as_ref()?;
        entry.place_of(base).map(|place| entry.places[place as usize].size)
    }

    pub(crate) fn size(&mut self, base: TermId) -> TermId {
        self.known_size(base).unwrap_or_else(|| match *self.facts.conds.arena.term(base) {
            Term::BaseConst(BaseConst { class: BaseClass::Global, key }) => {
                let size = self.facts.offset(self.program.globals[GlobalId::new(key as usize)].size);
                self.sizes.insert(base, size);
                size
            }
            _ => self.facts.offset(0),
        })
    }

    /// Puts an object of entry into the heap when it is first met.
    pub(crate) fn materialise(&mut self, state: &mut State, base: TermId) {
        if self.facts.entry.is_none() || state.heap.get(base).is_some() {
            return;
        }
        let Some(entry) = self.facts.entry_object(base) else { return };
        if let Some(Owner::Global(id)) = self.facts.owner(base)
            && matches!(self.kind(base), Some(ObjectKind::Global { .. }))
            && self.is_fixed(id)
        {
            state.heap.add(base, Object::new(Rest::Zero, false));
            return self.fill_global(state, id);
        }
        let object = state.heap.untouched(&mut self.facts, entry);
        state.heap.add(base, object);
    }

    pub(crate) fn global_base(&mut self, id: GlobalId) -> TermId {
        self.facts.object(BaseClass::Global, id.index() as u32)
    }

    pub(crate) fn add_global(&mut self, state: &mut State, id: GlobalId) {
        let global = &self.program.globals[id];
        let base = self.global_base(id);
        let size = self.facts.offset(global.size);
        self.sizes.insert(base, size);
        let kind = self.global_kind(id);
        self.kinds.insert(base, kind);
        let rest = if kind != ObjectKind::External { Rest::Zero } else { Rest::Unknown(Reason::External) };
        state.heap.add(base, Object::new(rest, false));
    }

    pub(crate) fn fill_global(&mut self, state: &mut State, id: GlobalId) {
        let Some(init) = self.program.globals[id].init.as_ref().filter(|init| init.unsupported.is_none()) else {
            return;
        };
        let base = self.global_base(id);
        if init.bytes.len() > 1 << 16 {
            // Addresses in it are not followed, but somebody may read them.
            for reloc in &init.relocs {
                let target = self.symbol(reloc.symbol);
                self.facts.expose_object(target);
            }
            return state.heap.forget(base, Reason::External);
        }
        for (at, chunk) in init.bytes.chunks(8).enumerate() {
            if chunk.iter().all(|&byte| byte == 0) {
                continue;
            }
            let value = chunk.iter().rev().fold(0u128, |acc, byte| acc << 8 | u128::from(*byte));
            let value = Values::word(self.facts.constant(8 * chunk.len() as u32, value));
            let offset = self.facts.offset(8 * at as u64);
            state.heap.store(&mut self.facts, base, offset, chunk.len() as u64, &value);
        }
        for reloc in &init.relocs {
            let (target, addend) = (self.symbol(reloc.symbol), self.facts.offset(reloc.addend as u64));
            let scalar = Scalar::Ptr { base: target, offset: addend };
            let scalar = self.facts.extract(scalar, 0, 8 * reloc.bytes);
            let offset = self.facts.offset(reloc.offset);
            state.heap.store(&mut self.facts, base, offset, u64::from(reloc.bytes), &Values::one(scalar));
        }
    }

    /// Is it weak, and nobody defines it? Then its address is null.
    fn is_absent(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Global(id) => {
                let global = &self.program.globals[id];
                is_absent(global.linkage, global.init.is_some())
            }
            Symbol::Func(id) => {
                let func = &self.program.funcs[id];
                is_absent(func.linkage, func.is_defined())
            }
        }
    }

    pub(crate) fn symbol(&mut self, symbol: Symbol) -> TermId {
        match symbol {
            _ if self.is_absent(symbol) => self.facts.conds.arena.null(),
            Symbol::Global(id) => self.global_base(id),
            Symbol::Func(id) => self.facts.object(BaseClass::Function, id.index() as u32),
        }
    }
}
