//! A heap as a picture: variables, objects with their fields, segments as double boxes.
//!
//! Not here: layout and drawing (`cairn-draw`).

use crate::heap::Heap;
use crate::object::{Content, Kind, Life, Obj};
use crate::show::{member, record, show_fill, show_val, variable};
use crate::value::{Addr, ObjId, Spot, Val};
use crate::world::World;
use cairn_draw::{Graph, Node, NodeKind, Row};
use std::collections::BTreeMap;

/// Variables first, then objects in the order of their ids. Variables that hold the same stand in one box.
pub fn graph(world: &World<'_>, heap: &Heap, title: &str) -> Graph {
    let mut graph = Graph { title: title.to_owned(), ..Graph::default() };
    let mut held: Vec<(Val, Vec<String>)> = Vec::new();
    for frame in &heap.frames {
        for (&value, &val) in &frame.regs {
            let name = variable(world.program, frame.func, value);
            match held.iter_mut().find(|(known, _)| *known == val) {
                Some((_, names)) if names.contains(&name) => {}
                Some((_, names)) => names.push(name),
                None => held.push((val, vec![name])),
            }
        }
    }
    let place: BTreeMap<ObjId, usize> = heap.objs.keys().enumerate().map(|(at, &id)| (id, held.len() + at)).collect();
    let target = |val: Val| val.addr().and_then(|addr| Some((*place.get(&addr.obj)?, addr)));
    for &(val, ref names) in &held {
        let mut node = Node::new(NodeKind::Root, &names.join(", "));
        if target(val).is_none() {
            node = node.with_row(None, "", &show_val(world, heap, val));
        }
        graph.add(node);
    }
    for obj in heap.objs.values() {
        graph.add(object(world, heap, obj, &target));
    }
    for (from, &(val, _)) in held.iter().enumerate() {
        if let Some((to, addr)) = target(val) {
            graph.link(from, None, to, &label(heap, addr));
        }
    }
    for (id, obj) in &heap.objs {
        let values = obj.cells.values().enumerate().filter_map(|(row, cell)| match cell.content {
            Content::Val(val) => Some((row, target(val)?)),
            _ => None,
        });
        for (row, (to, addr)) in values {
            graph.link(place[id], Some(row), to, &label(heap, addr));
        }
    }
    graph
}

fn object(world: &World<'_>, heap: &Heap, obj: &Obj, target: &impl Fn(Val) -> Option<(usize, Addr)>) -> Node {
    let kind = if obj.seg.is_some() { NodeKind::Segment } else { NodeKind::Object };
    let mut node = Node::new(kind, &name(world, obj));
    node.freed = obj.life != Life::Live;
    node.detail = match obj.seg {
        Some(seg) => {
            let what = if seg.links.fork.is_some() { "tree" } else { "list" };
            format!("{what}, {} or more", seg.min)
        }
        None if obj.types.is_empty() => obj.size.as_const().map_or_else(String::new, |size| format!("{size} bytes")),
        None => String::new(),
    };
    for (&at, cell) in &obj.cells {
        let text = match &cell.content {
            Content::Val(val) if target(*val).is_some() => String::new(),
            Content::Val(val) if *val == world.null() && cell.len == world.word() => "null".to_owned(),
            Content::Val(val) => show_val(world, heap, *val),
            Content::Fill(fill) => show_fill(*fill).to_owned(),
            Content::Bytes(bytes) => format!("{} bytes", bytes.len()),
        };
        node.rows.push(Row {
            offset: Some(at),
            name: member(world, obj, at).unwrap_or_default(),
            text,
            changed: false,
        });
    }
    node
}

/// What the object is, by the records whose members were stored in it.
fn name(world: &World<'_>, obj: &Obj) -> String {
    match (obj.kind, record(world, obj)) {
        (Kind::Global(id) | Kind::External(id), _) => world.program.global_name(id).to_owned(),
        (Kind::Function(id), _) => world.program.func_name(id).to_owned(),
        (_, Some(name)) => name,
        (Kind::Heap, None) => "block".to_owned(),
        (Kind::Stack, None) => "local".to_owned(),
    }
}

/// Where in the target an arrow ends, if not at the start of its first node.
fn label(heap: &Heap, addr: Addr) -> String {
    let is_segment = heap.objs.get(&addr.obj).is_some_and(|obj| obj.seg.is_some());
    let spot = match addr.spot {
        Spot::Last if is_segment => "last",
        Spot::Own => "itself",
        _ => "",
    };
    let offset = match addr.off.as_signed() {
        Some(0) => String::new(),
        Some(off) => format!("{off:+}"),
        None => "+?".to_owned(),
    };
    [spot, &offset].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
