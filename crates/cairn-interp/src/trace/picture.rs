//! The heap at one moment: the user's variables, and the objects that they lead to.

use super::Shown;
use super::record::Active;
use crate::exec::{Cx, Machine};
use crate::memory::{Life, Object, ObjectKind};
use crate::report::ObjectKey;
use crate::value::{Prov, Slot};
use cairn_ir::{FuncId, Id, Linkage, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A picture with more objects than this is not one that anybody reads.
const MAX_OBJECTS: usize = 24;
/// Bytes of an object that are shown.
const MAX_BYTES: u64 = 96;
/// Innermost functions whose variables are shown.
const MAX_FUNCTIONS: usize = 4;

/// The heap at one moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// Innermost function first.
    pub vars: Vec<PictureVar>,
    /// In the order in which they are reached from the variables.
    pub objects: Vec<PictureObject>,
    /// There is more than this.
    pub more: bool,
}

/// A variable that is not in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureVar {
    pub func: FuncId,
    pub var: VarId,
    /// Active functions of the user's below its function.
    pub depth: usize,
    pub value: Shown,
}

/// An object: a variable in memory, a heap block.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureObject {
    pub key: ObjectKey,
    /// The local that it is.
    pub local: Option<(FuncId, VarId)>,
    pub live: bool,
    pub size: u64,
    /// The first bytes, and ones where their bits are undefined.
    pub bytes: Vec<u8>,
    pub undefined: Vec<u8>,
    /// Addresses in these bytes.
    pub pointers: Vec<(u64, Shown)>,
}

/// Pictures at the steps that were asked for.
pub(super) struct Pictures {
    /// Steps still to come, the next one last.
    wanted: Vec<u64>,
    taken: Vec<Picture>,
}

impl Pictures {
    pub(super) fn new(mut steps: Vec<u64>) -> Pictures {
        steps.sort_unstable_by(|a, b| b.cmp(a));
        Pictures { wanted: steps, taken: Vec::new() }
    }

    pub(super) fn is_due(&self, step: u64) -> bool {
        self.wanted.last().is_some_and(|&next| step > next)
    }

    /// One picture for every step that is due.
    pub(super) fn add(&mut self, picture: Picture, step: u64) {
        while self.is_due(step) {
            self.wanted.pop();
            self.taken.push(picture.clone());
        }
    }

    /// The execution is over: what was not reached shows the end, and the end is shown anyway.
    pub(super) fn finish(&mut self, last: Picture) {
        for _ in 0..=self.wanted.len() {
            self.taken.push(last.clone());
        }
        self.wanted.clear();
    }

    pub(super) fn mentions(&self) -> Vec<ObjectKey> {
        let of_picture = |picture: &Picture| {
            let vars: Vec<_> = picture.vars.iter().filter_map(|var| var.value.object()).collect();
            let objects = picture.objects.iter().map(|object| object.key);
            vars.into_iter().chain(objects).collect::<Vec<_>>()
        };
        self.taken.iter().flat_map(of_picture).collect()
    }

    pub(super) fn into_list(self) -> Vec<Picture> {
        self.taken
    }
}

impl Machine<'_> {
    /// The heap now; `cx` is the running thread, unless the execution is over.
    pub(super) fn picture(
        &self,
        threads: &[Vec<Active>],
        cx: Option<&Cx>,
        numbers: &FxHashMap<ObjectKey, u32>,
    ) -> Picture {
        let mut builder = Builder { machine: self, picture: Picture::default(), seen: FxHashSet::default() };
        let mut queue: Vec<Prov> = Vec::new();
        if let Some(active) = threads.get(self.state.current) {
            for (depth, active) in active.iter().enumerate().rev().take(MAX_FUNCTIONS) {
                builder.variables(active, depth, cx, &mut queue);
            }
        }
        queue.extend(self.user_globals());
        builder.reach(queue);
        builder.lost_blocks(numbers);
        builder.picture
    }

    /// Variables with static storage that the user wrote, with an address in them.
    fn user_globals(&self) -> Vec<Prov> {
        let globals = self.program.globals.iter_enumerated();
        let wanted = globals.filter(|(_, global)| {
            let named = global.linkage != Linkage::Internal || global.source_name.is_some() || global.ctype.is_some();
            !global.constant && named && !global.span.is_none()
        });
        let addresses = wanted.filter_map(|(id, _)| self.addresses.globals[id.index()]);
        let word = self.state.memory.word();
        addresses
            .map(|address| address.prov)
            .filter(|&prov| {
                let leads_to_heap = |target: Prov| {
                    self.state.memory.object(target).is_some_and(|object| object.kind == ObjectKind::Heap)
                };
                let object = self.state.memory.object(prov);
                object.is_some_and(|object| object.addresses(word).any(|(_, target)| leads_to_heap(target)))
            })
            .collect()
    }
}

struct Builder<'a, 'p> {
    machine: &'a Machine<'p>,
    picture: Picture,
    seen: FxHashSet<Prov>,
}

impl Builder<'_, '_> {
    /// Variables in registers, and locals in memory.
    fn variables(&mut self, active: &Active, depth: usize, cx: Option<&Cx>, queue: &mut Vec<Prov>) {
        let machine = self.machine;
        let thread = &machine.state.threads[machine.state.current];
        let (Some(body), Some(frame)) =
            (machine.program.funcs[active.func].body.as_ref(), thread.frames.get(active.frame))
        else {
            return;
        };
        let Some(code) = machine.codes[active.func.index()].as_ref() else { return };
        let registers = cx.map_or(&thread.regs, |cx| &cx.regs);
        let mut latest: Vec<_> = active.latest.iter().map(|(&var, &value)| (var, value)).collect();
        latest.sort_unstable();
        for (var, value) in latest {
            let slot = registers.get(frame.base as usize + code.slot_of(value) as usize).copied().unwrap_or_default();
            let storage = machine.state.memory.object(slot.prov);
            if storage.is_some_and(|object| object.var == Some((active.func, var)) && object.base == slot.bits) {
                queue.push(slot.prov);
                continue;
            }
            let value = machine.shown(slot, body.values[value].ty);
            self.picture.vars.push(PictureVar { func: active.func, var, depth, value });
            queue.extend(Some(slot.prov).filter(|prov| slot.is_defined() && prov.is_object()));
        }
    }

    fn reach(&mut self, mut queue: Vec<Prov>) {
        let mut at = 0;
        while let Some(&prov) = queue.get(at) {
            at += 1;
            let Some(object) = self.machine.state.memory.object(prov) else { continue };
            if matches!(object.kind, ObjectKind::Function(_)) || !self.seen.insert(prov) {
                continue;
            }
            if self.picture.objects.len() >= MAX_OBJECTS {
                self.picture.more = true;
                return;
            }
            let shown = self.object(prov, object);
            queue.extend(shown.pointers.iter().filter_map(|(_, shown)| shown.object()).map(|key| key.prov()));
            self.picture.objects.push(shown);
        }
    }

    /// Live blocks that nothing in the picture leads to: they are lost, or held by what is not shown.
    fn lost_blocks(&mut self, numbers: &FxHashMap<ObjectKey, u32>) {
        let memory = &self.machine.state.memory;
        let mut blocks: Vec<(u32, Prov)> = numbers.iter().map(|(key, number)| (*number, key.prov())).collect();
        blocks.sort_unstable();
        let live = |prov: Prov| memory.object(prov).is_some_and(|object| object.life == Life::Live);
        blocks.retain(|&(_, prov)| live(prov) && !self.seen.contains(&prov));
        self.reach(blocks.into_iter().map(|(_, prov)| prov).collect());
    }

    fn object(&self, prov: Prov, object: &Object) -> PictureObject {
        let word = self.machine.state.memory.word();
        let live = object.life == Life::Live;
        let shown = object.size.min(MAX_BYTES).min(object.bytes().len() as u64);
        let addresses = object.addresses(word).filter(|(offset, _)| live && offset + word as u64 <= shown);
        let mut pointers: Vec<(u64, Shown)> = addresses
            .map(|(offset, _)| (offset, object.load(offset, word, word)))
            .filter(|(_, slot): &(u64, Slot)| slot.is_defined())
            .map(|(offset, slot)| (offset, self.machine.shown_pointer(slot)))
            .collect();
        pointers.sort_unstable_by_key(|(offset, _)| *offset);
        PictureObject {
            key: ObjectKey::of(prov),
            local: object.var,
            live,
            size: object.size,
            bytes: object.bytes()[..if live { shown as usize } else { 0 }].to_vec(),
            undefined: (0..if live { shown } else { 0 }).map(|at| object.undef_at(at)).collect(),
            pointers,
        }
    }
}
