//! Memory at one moment, laid open for whoever wants to show it: objects, their bytes, and what points to what.
//!
//! Not here: which of it matters, and what it looks like.

use crate::exec::Machine;
use crate::memory::{Life, Memory, Object, ObjectKind};
use crate::report::ObjectInfo;
use cairn_ir::{FuncId, VarId};

/// Every live object, and what is gone or code but still pointed to, in the order in which they were made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryView {
    pub objects: Vec<ObjectView>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectView {
    pub info: ObjectInfo,
    pub live: bool,
    /// The local variable that it holds.
    pub var: Option<(FuncId, VarId)>,
    /// Empty unless it is live.
    pub bytes: Vec<u8>,
    /// Ones where a bit of `bytes` was never written.
    pub undefined: Vec<u8>,
    /// Words that hold an address of an object, by offset.
    pub links: Vec<Link>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub at: u64,
    /// Place of the object in `MemoryView::objects`.
    pub target: usize,
    /// Where in the object; it may be outside.
    pub offset: i64,
}

impl Machine<'_> {
    /// Memory as it is now.
    pub fn view(&self) -> MemoryView {
        let memory = &self.state.memory;
        let shown = shown(memory);
        let mut place = vec![None; shown.len()];
        let chosen = (0..shown.len()).filter(|&index| shown[index]);
        chosen.clone().enumerate().for_each(|(at, index)| place[index] = Some(at));
        MemoryView { objects: chosen.map(|index| self.view_object(index as u32, &place)).collect() }
    }

    fn view_object(&self, index: u32, place: &[Option<usize>]) -> ObjectView {
        let memory = &self.state.memory;
        let object = memory.get(index);
        let bytes = if object.life == Life::Live { object.bytes().to_vec() } else { Vec::new() };
        let undefined = (0..bytes.len() as u64).map(|at| object.undef_at(at)).collect();
        let word = memory.word();
        let addresses = if bytes.is_empty() { Vec::new() } else { object.addresses(word).collect() };
        let mut links: Vec<Link> = addresses
            .into_iter()
            .filter_map(|(at, prov)| {
                let target = memory.object(prov)?;
                let offset = object.load(at, word, word).bits.wrapping_sub(target.base) as i64;
                Some(Link { at, target: place[prov.index as usize]?, offset })
            })
            .collect();
        links.sort_by_key(|link| link.at);
        let info = self.object_info(memory.prov_of(index)).expect("it is there");
        ObjectView { info, live: object.life == Life::Live, var: object.var, bytes, undefined, links }
    }
}

/// Of each place of the table: is its object part of the picture?
fn shown(memory: &Memory) -> Vec<bool> {
    let is_data = |object: &Object| !matches!(object.kind, ObjectKind::Function(_) | ObjectKind::External(_));
    let mut shown: Vec<bool> =
        memory.objects().map(|(_, object)| object.life == Life::Live && is_data(object)).collect();
    for (_, object) in memory.objects().filter(|(_, object)| object.life == Life::Live && is_data(object)) {
        for (_, prov) in object.addresses(memory.word()) {
            if memory.object(prov).is_some() {
                shown[prov.index as usize] = true;
            }
        }
    }
    shown
}
