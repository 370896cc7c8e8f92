//! Concrete memory as a structure that stands for nothing else, and weaker ones.

use crate::graphs::set::{NodeId, Nodes};
use crate::graphs::structure::{Cell, Content, List, Node, Origin, Rest, Root, Structure, Targets, Value};
use crate::object::Fill;
use crate::soundness::lift::lift as lift_heap;
use crate::soundness::recipes::Random;
use crate::world::World;
use cairn_interp::{InfoKind, MemoryView, ObjectView};
use cairn_ir::{GlobalId, Id};

/// The links of the laboratory's nodes.
pub const LINKS: [u64; 3] = [0, 8, 24];

/// Globals that are no longer what they were in the beginning.
pub fn changed_globals(world: &World<'_>, memory: &MemoryView) -> Vec<GlobalId> {
    let changed = lift_heap(world, memory).objs.keys().map(|id| id.index()).collect::<Vec<_>>();
    changed.into_iter().filter(|&at| at < world.program.globals.len()).map(GlobalId::new).collect()
}

/// Each object on a node of its own; some variables give names, and some lists are known.
pub fn lift(world: &World<'_>, memory: &MemoryView, random: &mut Random) -> Structure {
    let changed = changed_globals(world, memory);
    let mut s = Structure::default();
    let mut place = |object: &ObjectView| {
        let node = match object.info.kind {
            InfoKind::Global(id) if changed.contains(&id) => {
                let names = !random.one_in(3);
                Node { names, ..Node::new(Origin::Global(id), object.info.size, Rest::Initial) }
            }
            InfoKind::Heap if object.live => Node::new(Origin::Heap, object.info.size, Rest::Fill(Fill::Undef)),
            _ => return None,
        };
        s.add(node).ok()
    };
    let on: Vec<Option<NodeId>> = memory.objects.iter().map(&mut place).collect();
    for (object, id) in memory.objects.iter().zip(&on).filter_map(|(object, id)| Some((object, (*id)?))) {
        for at in (0..object.info.size).step_by(8) {
            let len = (object.info.size - at).min(8);
            s.node_mut(id).cells.insert(at, Cell { len, content: content(memory, object, at, len, &on) });
        }
    }
    know_lists(&mut s, memory, &on, random);
    s
}

fn content(memory: &MemoryView, object: &ObjectView, at: u64, len: u64, on: &[Option<NodeId>]) -> Content {
    let range = at as usize..(at + len) as usize;
    if let Some(link) = object.links.iter().find(|link| link.at == at) {
        return match (memory.objects[link.target].live, on[link.target]) {
            (false, _) => Content::Leads(Targets::gone()),
            (true, Some(id)) => Content::Leads(Targets::at(id, link.offset)),
            (true, None) => Content::Number,
        };
    }
    let value = object.bytes[range.clone()].iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    match () {
        () if object.undefined[range.clone()].iter().all(|bits| *bits == 0) => {
            Content::of(Value::Num(value.into()), len, len == 8)
        }
        () if object.undefined[range].iter().all(|bits| *bits == 0xff) => Content::Undef,
        () => Content::Any,
    }
}

/// Objects on the list from one, in order. `None` if it comes back.
pub fn chain(memory: &MemoryView, first: usize, link: u64) -> Option<Vec<usize>> {
    let mut chain = vec![first];
    loop {
        let last = &memory.objects[*chain.last().expect("one")];
        let next = last.links.iter().find(|edge| edge.at == link && edge.offset == 0);
        let Some(next) = next.filter(|edge| memory.objects[edge.target].live) else { return Some(chain) };
        if chain.contains(&next.target) {
            return None;
        }
        chain.push(next.target);
    }
}

fn know_lists(s: &mut Structure, memory: &MemoryView, on: &[Option<NodeId>], random: &mut Random) {
    for (object, id) in memory.objects.iter().zip(on).filter_map(|(object, id)| Some((object, (*id)?))) {
        let (origin, names) = (s.node(id).origin, s.node(id).names);
        for (at, link) in (0..object.info.size).step_by(8).flat_map(|at| LINKS.map(|link| (at, link))) {
            let nodes = match s.targets(id, at).and_then(Targets::single) {
                Some(Value::Null) => Some(Nodes::NONE),
                Some(Value::At(..)) => {
                    let first = object.links.iter().find(|edge| edge.at == at).expect("a pointer").target;
                    chain(memory, first, link).map(|chain| chain.into_iter().filter_map(|at| on[at]).collect())
                }
                _ => None,
            };
            if let Some(nodes) = nodes.filter(|_| names && !random.one_in(3)) {
                s.lists.insert(List { root: Root::Cell(origin, at), link }, nodes);
            }
        }
    }
}

/// Forgets something. What it stood for, it stands for still.
pub fn weaken(s: &mut Structure, random: &mut Random) {
    let ids: Vec<NodeId> = s.ids().collect();
    if ids.is_empty() {
        return;
    }
    let any = |random: &mut Random| ids[random.below(ids.len())];
    let id = any(random);
    let named: Nodes = s.nodes().filter(|(_, node)| node.names).flat_map(|(_, node)| targets_of(node)).collect();
    match random.below(5) {
        0 => {
            let lists: Vec<List> = s.lists.keys().copied().collect();
            if !lists.is_empty() {
                s.lists.remove(&lists[random.below(lists.len())]);
            }
        }
        1 if !named.contains(id) && s.node(id).origin == Origin::Heap => s.node_mut(id).many = true,
        2 | 3 if !s.node(id).names => {
            let more = match random.below(4) {
                0 => Targets::null(),
                1 => Targets::gone(),
                _ => Targets::at(any(random), 0),
            };
            let cells: Vec<u64> = s.node(id).cells.keys().copied().collect();
            if !cells.is_empty()
                && let Some(targets) = s.targets_mut(id, cells[random.below(cells.len())])
            {
                *targets = targets.union(&more);
            }
        }
        _ => {
            for (_, cell) in s.node_mut(id).cells.iter_mut() {
                if matches!(cell.content, Content::Num(_)) {
                    cell.content = Content::Number;
                }
            }
        }
    }
}

fn targets_of(node: &Node) -> impl Iterator<Item = NodeId> + '_ {
    let nodes = |cell: &Cell| match &cell.content {
        Content::Leads(targets) => targets.nodes(),
        _ => Nodes::NONE,
    };
    node.cells.values().flat_map(move |cell| nodes(cell).iter().collect::<Vec<_>>())
}
