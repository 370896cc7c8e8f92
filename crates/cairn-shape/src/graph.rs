//! A heap as plain data for drawing: boxes with fields, and arrows between them.
//!
//! Not here: layout, pictures.

use crate::heap::Heap;
use crate::object::{Content, Kind, Life};
use crate::show::{show_obj_title, show_val, variable};
use crate::value::{ObjId, Val};
use crate::world::World;
use cairn_ir::Id;

/// A heap to be drawn. Boxes are referred to by their position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    pub boxes: Vec<HeapBox>,
    pub arrows: Vec<Arrow>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapBox {
    pub title: String,
    pub style: BoxStyle,
    /// Offset and content of each cell that holds no address of another box.
    pub fields: Vec<(u64, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoxStyle {
    /// A register or a variable of the source.
    Variable,
    Object,
    /// Stands for a list of nodes.
    Segment,
    /// Freed, or out of scope.
    Gone,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    pub from: usize,
    /// The offset of the cell that holds the address; `None` for a variable.
    pub at: Option<u64>,
    pub to: usize,
    /// Where in the target, and at which of its nodes, if not at the start of the first.
    pub label: String,
}

/// Variables first, then objects in the order of their ids.
pub fn graph(world: &World<'_>, heap: &Heap) -> Graph {
    let mut graph = Graph::default();
    let regs =
        heap.frames.iter().flat_map(|frame| frame.regs.iter().map(move |(&value, &val)| (frame.func, value, val)));
    let regs: Vec<_> = regs.collect();
    let ids: Vec<ObjId> = heap.objs.keys().copied().collect();
    let position = |id: ObjId| ids.iter().position(|&known| known == id).map(|at| regs.len() + at);
    for (from, &(func, value, val)) in regs.iter().enumerate() {
        let title = variable(world.program, func, value);
        let target = val.addr().and_then(|addr| position(addr.obj));
        let fields = if target.is_none() { vec![(0, show_val(world, heap, val))] } else { Vec::new() };
        graph.boxes.push(HeapBox { title, style: BoxStyle::Variable, fields });
        graph.arrows.extend(target.map(|to| Arrow { from, at: None, to, label: label(world, heap, val) }));
    }
    for (from, (_, obj)) in heap.objs.iter().enumerate() {
        let from = regs.len() + from;
        let mut fields = Vec::new();
        for (&at, cell) in &obj.cells {
            match &cell.content {
                Content::Val(val) => match val.addr().and_then(|addr| position(addr.obj)) {
                    Some(to) => graph.arrows.push(Arrow { from, at: Some(at), to, label: label(world, heap, *val) }),
                    None => fields.push((at, show_val(world, heap, *val))),
                },
                Content::Fill(_) | Content::Bytes(_) => fields.push((at, format!("{} bytes", cell.len))),
            }
        }
        let style = match (obj.life, obj.seg, obj.kind) {
            (Life::Freed | Life::ScopeEnded, _, _) => BoxStyle::Gone,
            (_, Some(_), _) => BoxStyle::Segment,
            (_, None, Kind::Heap | Kind::Stack | Kind::Global(_) | Kind::External(_) | Kind::Function(_)) => {
                BoxStyle::Object
            }
        };
        graph.boxes.push(HeapBox { title: show_obj_title(world, heap, obj), style, fields });
    }
    graph
}

fn label(world: &World<'_>, heap: &Heap, val: Val) -> String {
    let plain = val.addr().is_some_and(|addr| addr.off.as_const() == Some(0));
    let text = show_val(world, heap, val);
    let name = val.addr().map_or(0, |addr| format!("&o{}", addr.obj.index()).len());
    match text.get(name..) {
        Some(rest) if plain || text.starts_with("&o") => rest.trim().to_owned(),
        _ => text,
    }
}
