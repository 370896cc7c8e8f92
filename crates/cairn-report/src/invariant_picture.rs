//! An abstract heap of a loop invariant as a picture: variables, objects with their fields, lists and trees as double boxes.
//!
//! Not here: the memory of an execution (`picture`), layout and drawing (`cairn-draw`).

use cairn_draw::{Graph, Node, NodeKind, Row};
use cairn_engine::invariant::{AbstractHeap, AbstractObject, Field, Holds, Spot};

/// Variables first, then objects. Variables that hold the same stand in one box.
pub fn abstract_heap_graph(heap: &AbstractHeap, title: &str) -> Graph {
    let mut graph = Graph { title: title.to_owned(), ..Graph::default() };
    let mut held: Vec<(Holds, Vec<&str>)> = Vec::new();
    for variable in &heap.variables {
        match held.iter_mut().find(|(known, _)| *known == variable.holds) {
            Some((_, names)) if names.contains(&variable.name.as_str()) => {}
            Some((_, names)) => names.push(&variable.name),
            None => held.push((variable.holds, vec![&variable.name])),
        }
    }
    let first = held.len();
    for (holds, names) in &held {
        let node = Node::new(NodeKind::Root, &names.join(", "));
        let text = value(*holds);
        graph.add(if text.is_empty() { node } else { node.with_row(None, "", &text) });
    }
    for one in &heap.objects {
        graph.add(object(one));
    }
    for (from, (holds, _)) in held.iter().enumerate() {
        for (to, label) in targets(*holds) {
            graph.link(from, None, first + to, &label);
        }
    }
    for (at, one) in heap.objects.iter().enumerate() {
        let arrows = |(row, cell): (usize, &Field)| targets(cell.holds).into_iter().map(move |arrow| (row, arrow));
        for (row, (to, label)) in one.cells.iter().enumerate().flat_map(arrows) {
            graph.link(first + at, Some(row), first + to, &label);
        }
    }
    graph
}

/// The same as a file.
pub fn abstract_heap_svg(heap: &AbstractHeap, title: &str) -> String {
    cairn_draw::svg(&abstract_heap_graph(heap, title))
}

fn object(object: &AbstractObject) -> Node {
    let kind = if object.segment.is_some() || object.many { NodeKind::Segment } else { NodeKind::Object };
    let mut node = Node::new(kind, object.record.as_ref().unwrap_or(&object.kind));
    node.freed = !object.alive;
    let size = object.bytes.filter(|_| object.record.is_none() && object.alive && object.segment.is_none());
    let words = [
        object.segment.map(|segment| match (segment.optional, segment.fork) {
            (true, _) => "perhaps absent".to_owned(),
            (false, Some(_)) => format!("tree of {} or more", segment.at_least),
            (false, None) => format!("list of {} or more", segment.at_least),
        }),
        size.map(|bytes| format!("{bytes} bytes")),
        object.many.then(|| "one or more".to_owned()),
        (!object.alive).then(|| "gone".to_owned()),
        object.in_each_node_of.map(|_| "one in each node".to_owned()),
    ];
    node.detail = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
    node.rows = object.cells.iter().map(row).collect();
    node
}

fn row(field: &Field) -> Row {
    let (name, text) = (field.name.clone().unwrap_or_default(), value(field.holds));
    Row { offset: Some(field.offset), name, text, changed: false }
}

/// The objects that an address may lead to, and where in them, if not to the start of the first node.
fn targets(holds: Holds) -> Vec<(usize, String)> {
    match holds {
        Holds::Address { object, node, offset } => vec![(object as usize, label(node, offset))],
        Holds::Among { objects, .. } => objects.iter().map(|object| (object as usize, String::new())).collect(),
        _ => Vec::new(),
    }
}

fn label(node: Spot, offset: Option<i64>) -> String {
    let spot = match node {
        Spot::First => "",
        Spot::Last => "last",
        Spot::Own => "itself",
        Spot::Next => "the next one",
    };
    let offset = match offset {
        Some(0) => String::new(),
        Some(offset) => format!("{offset:+}"),
        None => "+?".to_owned(),
    };
    let parts = [spot.to_owned(), offset];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What is no arrow.
fn value(holds: Holds) -> String {
    match holds {
        Holds::Number { low, high, .. } if low == high => low.to_string(),
        Holds::Number { name, low: i64::MIN, high: i64::MAX, plus } => {
            let name = name.map_or_else(|| "any number".to_owned(), |name| format!("n{name}"));
            if plus == 0 { name } else { format!("{name} {plus:+}") }
        }
        Holds::Number { low, high, .. } => format!("{low} to {high}"),
        Holds::Null => "null".to_owned(),
        Holds::Zero => "0".to_owned(),
        Holds::Undefined => "undefined".to_owned(),
        Holds::Defined => "defined".to_owned(),
        Holds::Anything => "anything".to_owned(),
        Holds::Address { .. } => String::new(),
        Holds::Among { null, gone, .. } => {
            let words = [null.then_some("null"), gone.then_some("gone")];
            words.into_iter().flatten().map(|word| format!("or {word}")).collect::<Vec<_>>().join(" ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_engine::invariant::{Segment, Variable};

    #[test]
    fn lists_are_double_boxes_and_what_is_gone_is_struck_out() {
        let to = |object, node| Holds::Address { object, node, offset: Some(0) };
        let object = |segment, alive, cells| AbstractObject {
            kind: "block".to_owned(),
            record: Some("node".to_owned()),
            bytes: Some(16),
            alive,
            many: false,
            segment,
            in_each_node_of: None,
            cells,
            rest: Holds::Undefined,
        };
        let field = |holds| Field { offset: 0, bytes: 8, name: Some("next".to_owned()), holds };
        let list = Segment { at_least: 1, next: 0, back: None, fork: None, optional: false };
        let heap = AbstractHeap {
            variables: ["x", "y"].map(|name| Variable { name: name.to_owned(), holds: to(0, Spot::First) }).to_vec(),
            objects: vec![object(Some(list), true, vec![field(to(1, Spot::Last))]), object(None, false, Vec::new())],
            facts: Vec::new(),
        };
        let graph = abstract_heap_graph(&heap, "here");
        let titles: Vec<_> = graph.nodes.iter().map(|node| (node.title.as_str(), node.detail.as_str())).collect();
        assert_eq!(titles, [("x, y", ""), ("node", "list of 1 or more"), ("node", "gone")]);
        assert_eq!(graph.nodes[1].kind, NodeKind::Segment);
        assert!(graph.nodes[2].freed);
        let arrows: Vec<_> =
            graph.edges.iter().map(|edge| (edge.from.node, edge.to.node, edge.label.as_str())).collect();
        assert_eq!(arrows, [(0, 1, ""), (1, 2, "last")]);
    }
}
