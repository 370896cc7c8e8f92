//! Does a structure stand for concrete memory? Decided by trying every way to lay objects onto nodes.

use super::lift::{chain, changed_globals};
use crate::graphs::held::Holders;
use crate::graphs::set::NodeId;
use crate::graphs::structure::{Content, Node, Origin, Rest, Root, Structure, Targets};
use crate::object::Fill;
use crate::world::World;
use cairn_interp::{InfoKind, MemoryView, ObjectView};
use cairn_ir::Id;
use std::collections::BTreeSet;

pub fn stands_for(world: &World<'_>, s: &Structure, memory: &MemoryView) -> bool {
    let known = |id| s.of_origin(Origin::Global(id)).is_some();
    if !changed_globals(world, memory).into_iter().all(known) {
        return false;
    }
    let on = memory.objects.iter().map(|object| match object.info.kind {
        InfoKind::Global(id) => s.of_origin(Origin::Global(id)),
        _ => None,
    });
    Laid { world, s, memory, on: on.collect() }.fits(0)
}

#[derive(Clone)]
struct Laid<'a> {
    world: &'a World<'a>,
    s: &'a Structure,
    memory: &'a MemoryView,
    /// The node that each object lies on.
    on: Vec<Option<NodeId>>,
}

impl Laid<'_> {
    /// Can the objects from one on be laid so that all fits?
    fn fits(&mut self, from: usize) -> bool {
        let blocks = self.memory.objects.iter().enumerate().skip(from);
        let next = blocks.into_iter().find(|(_, object)| object.live && object.info.kind == InfoKind::Heap);
        let Some((at, object)) = next else { return self.is_right() };
        let nodes: Vec<NodeId> = self.s.ids().collect();
        nodes.into_iter().any(|id| {
            let node = self.s.node(id);
            let free = node.many || !self.on.contains(&Some(id));
            if node.origin != Origin::Heap || node.size != object.info.size || !free || !self.numbers(node, object) {
                return false;
            }
            self.on[at] = Some(id);
            let fits = self.fits(at + 1);
            self.on[at] = None;
            fits
        })
    }

    fn is_right(&self) -> bool {
        let all = self.s.ids().all(|id| self.on.contains(&Some(id)));
        let laid = || self.memory.objects.iter().zip(&self.on).filter_map(|(object, id)| Some((object, (*id)?)));
        all && laid()
            .all(|(object, id)| self.numbers(self.s.node(id), object) && self.pointers(self.s.node(id), object))
            && self.lists()
            && self.nothing_lost_is_held()
    }

    fn numbers(&self, node: &Node, object: &ObjectView) -> bool {
        let covered = |byte: u64| node.cells.iter().any(|(&at, cell)| (at..at + cell.len).contains(&byte));
        let rest = match node.rest {
            Rest::Fill(fill) => (0..object.info.size).all(|at| covered(at) || filled(fill, object, at as usize)),
            Rest::Initial => {
                let Origin::Global(id) = node.origin else { return false };
                let start = &self.world.program.globals[id].init.as_ref().expect("defined").bytes;
                let same = |at: usize| object.bytes[at] == start.get(at).copied().unwrap_or(0);
                (0..object.info.size).all(|at| covered(at) || same(at as usize))
            }
        };
        rest && node.cells.iter().all(|(&at, cell)| {
            let range = at as usize..(at + cell.len) as usize;
            let defined = || object.undefined[range.clone()].iter().all(|bits| *bits == 0);
            let value = object.bytes[range.clone()].iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
            match cell.content {
                Content::Any | Content::Leads(_) => true,
                Content::Undef => object.undefined[range.clone()].iter().all(|bits| *bits == 0xff),
                Content::Number => defined(),
                Content::Num(number) => defined() && number == value && is_plain(object, at, cell.len),
            }
        })
    }

    fn pointers(&self, node: &Node, object: &ObjectView) -> bool {
        node.cells.iter().all(|(&at, cell)| match &cell.content {
            Content::Leads(targets) => self.leads(targets, object, at, cell.len),
            _ => true,
        })
    }

    fn leads(&self, targets: &Targets, object: &ObjectView, at: u64, len: u64) -> bool {
        let Some(link) = object.links.iter().find(|link| link.at == at) else {
            let zero = (at..at + len).all(|at| filled(Fill::Zero, object, at as usize));
            return targets.null && zero && len == self.world.word();
        };
        match (self.memory.objects[link.target].live, self.on[link.target], link.offset) {
            (false, ..) => targets.gone,
            (true, Some(id), 0) => targets.starts.contains(id),
            (true, Some(id), offset) => targets.inner.contains(&(id, offset)),
            (true, None, _) => false,
        }
    }

    fn lists(&self) -> bool {
        self.s.lists.iter().all(|(list, nodes)| {
            let Root::Cell(origin @ Origin::Global(_), at) = list.root else { return false };
            let object = self.on.iter().position(|id| *id == self.s.of_origin(origin)).expect("a global");
            let first = self.memory.objects[object].links.iter().find(|link| link.at == at).map(|link| link.target);
            let on_list = match first {
                None => Some(Vec::new()),
                Some(first) if !self.memory.objects[first].live => None,
                Some(first) => chain(self.memory, first, list.link),
            };
            let Some(on_list) = on_list else { return false };
            let is_on = |(object, id): (usize, &Option<NodeId>)| {
                id.is_none_or(|id| nodes.contains(id) == on_list.contains(&object))
            };
            self.on.iter().enumerate().all(is_on)
        })
    }

    /// Blocks that no global leads to are not said to be held.
    fn nothing_lost_is_held(&self) -> bool {
        let objects = || self.memory.objects.iter().enumerate();
        let globals = objects().filter(|(_, object)| matches!(object.info.kind, InfoKind::Global(_)));
        let mut work: Vec<usize> = globals.map(|(at, _)| at).collect();
        let mut reached: BTreeSet<usize> = work.iter().copied().collect();
        while let Some(at) = work.pop() {
            let next = self.memory.objects[at].links.iter().map(|link| link.target);
            work.extend(next.filter(|&to| reached.insert(to)));
        }
        let held = self.s.held(Holders::Globals);
        let mut lost = objects().filter(|(at, object)| object.live && !reached.contains(at)).map(|(at, _)| at);
        lost.all(|at| self.on[at].is_none_or(|id| !held.contains(id)))
    }
}

fn is_plain(object: &ObjectView, at: u64, len: u64) -> bool {
    !object.links.iter().any(|link| link.at < at + len && at < link.at + 8)
}

fn filled(fill: Fill, object: &ObjectView, at: usize) -> bool {
    match fill {
        Fill::Undef => object.undefined[at] == 0xff,
        Fill::Zero => object.bytes[at] == 0 && object.undefined[at] == 0 && is_plain(object, at as u64, 1),
        Fill::Defined => object.undefined[at] == 0,
        Fill::Top => true,
    }
}

/// For messages: nodes in the order of their numbers.
pub fn show(s: &Structure) -> String {
    let mut text = String::new();
    for (id, node) in s.nodes() {
        let cells: Vec<String> = node.cells.iter().map(|(at, cell)| format!("{at}: {:?}", cell.content)).collect();
        let many = if node.many { "many " } else { "" };
        text += &format!("n{} {many}{:?} {}\n", id.index(), node.origin, cells.join(", "));
    }
    for (list, nodes) in &s.lists {
        text += &format!("{:?} along {}: {nodes:?}\n", list.root, list.link);
    }
    text
}
