//! Concrete memory as an abstract heap that stands for nothing else.

use crate::heap::Heap;
use crate::object::{Content, Fill, Kind, Life, Obj, Where};
use crate::value::{Addr, Lin, ObjId, Spot, Val};
use crate::world::World;
use cairn_interp::{InfoKind, MemoryView, ObjectView};
use cairn_ir::{BlockId, FuncId, Id};

pub fn lift(world: &World<'_>, memory: &MemoryView) -> Heap {
    let mut heap = Heap::new(world);
    let ids: Vec<ObjId> = memory.objects.iter().map(|object| place(world, &mut heap, object)).collect();
    // Nobody holds the arguments of the program.
    let arguments = memory.objects.iter().zip(&ids).filter(|(object, _)| object.info.kind == InfoKind::Argument);
    arguments.for_each(|(_, id)| drop(heap.objs.remove(id)));
    for (object, &id) in memory.objects.iter().zip(&ids).filter(|(object, _)| object.live && is_data(object)) {
        let old = heap.obj(world, id).clone();
        let mut obj = Obj { cells: Default::default(), rest: Fill::Undef, ..old.clone() };
        fill(world, &mut obj, object, &ids);
        let words = (0..object.info.size).step_by(8).map(|at| (at, (object.info.size - at).min(8)));
        let unchanged = words.into_iter().all(|(at, len)| obj.exact(at, len) == old.exact(at, len));
        if !unchanged || matches!(obj.kind, Kind::Heap | Kind::Stack) {
            *heap.obj_mut(world, id) = obj;
        }
    }
    heap
}

fn is_data(object: &ObjectView) -> bool {
    !matches!(object.info.kind, InfoKind::Function(_) | InfoKind::Argument)
}

fn place(world: &World<'_>, heap: &mut Heap, object: &ObjectView) -> ObjId {
    let kind = match object.info.kind {
        InfoKind::Global(id) => return ObjId::new(id.index()),
        InfoKind::Function(id) => return ObjId::new(world.program.globals.len() + id.index()),
        InfoKind::Heap => Kind::Heap,
        InfoKind::Stack | InfoKind::Argument | InfoKind::Given => Kind::Stack,
    };
    let mut obj = Obj::new(kind, Lin::constant(world.bits, u128::from(object.info.size)), Fill::Undef);
    if kind == Kind::Heap {
        obj.sites.insert(Where { func: FuncId::new(0), block: BlockId::new(0), inst: 0 });
    }
    if !object.live {
        obj.end(if kind == Kind::Heap { Life::Freed } else { Life::ScopeEnded });
    }
    heap.add(obj)
}

/// Words that are addresses or numbers, and bytes where only a part is known.
fn fill(world: &World<'_>, obj: &mut Obj, object: &ObjectView, ids: &[ObjId]) {
    let word = world.word() as usize;
    for at in (0..object.bytes.len()).step_by(word) {
        let range = at..(at + word).min(object.bytes.len());
        if let Some(link) = object.links.iter().find(|link| link.at == at as u64) {
            let to = Addr::at(ids[link.target], Spot::First, world.bits, link.offset);
            obj.store(at as u64, word as u64, Content::Val(Val::Ptr(to)));
            obj.stored.insert(at as u64, true);
        } else if range.clone().all(|at| object.undefined[at] == 0) {
            let bytes = object.bytes[range.clone()].iter().rev();
            let value = bytes.fold(0u128, |value, byte| value << 8 | u128::from(*byte));
            obj.store(at as u64, range.len() as u64, Content::Val(Val::int(8 * range.len() as u32, value)));
        } else {
            for at in range.filter(|&at| object.undefined[at] == 0) {
                obj.store(at as u64, 1, Content::Val(Val::int(8, u128::from(object.bytes[at]))));
            }
        }
    }
}
