//! Draws a few heaps into a folder: `cargo run -p cairn-draw --example pictures -- FOLDER`.

use cairn_draw::{Edge, Graph, Node, NodeKind, Port, svg};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    for (name, graph) in [
        ("list", list()),
        ("freed", freed()),
        ("ring", ring()),
        ("tree", tree()),
        ("split", split()),
        ("items", items()),
    ] {
        std::fs::write(Path::new(&folder).join(format!("{name}.svg")), svg(&graph))?;
    }
    Ok(())
}

fn titled(title: &str) -> Graph {
    Graph { title: title.to_owned(), ..Graph::default() }
}

fn root(graph: &mut Graph, name: &str, to: usize) -> usize {
    let root = graph.add(Node::new(NodeKind::Root, name));
    graph.link(root, None, to, "");
    root
}

fn cell(data: &str) -> Node {
    Node::new(NodeKind::Object, "struct node").with_row(Some(0), "next", "").with_row(Some(8), "data", data)
}

/// What a loop that reverses a list knows.
fn list() -> Graph {
    let mut graph = titled("reverse: at the head of the loop, line 9");
    let segment = Node::new(NodeKind::Segment, "list of node, 0 or more");
    let done = graph.add(cell("any"));
    let done_rest = graph.add(segment.clone().with_row(Some(0), "next", "null"));
    let rest = graph.add(segment.with_row(Some(0), "next", "null"));
    graph.link(done, Some(0), done_rest, "");
    root(&mut graph, "y", done);
    root(&mut graph, "x", rest);
    graph
}

/// An error: a cell that was freed is still linked.
fn freed() -> Graph {
    let mut graph = titled("use after free: reads 8 bytes of a block that was freed");
    let cells: Vec<usize> = (0..4).map(|i| graph.add(cell(&format!("{}", i * 7)))).collect();
    graph.nodes[cells[2]] = cell("?").freed();
    for pair in cells.windows(2) {
        graph.link(pair[0], Some(0), pair[1], "");
    }
    graph.nodes[cells[3]].rows[0].text = "null".to_owned();
    root(&mut graph, "head", cells[0]);
    root(&mut graph, "cur", cells[2]);
    let tail = graph.add(Node::new(NodeKind::Root, "tail"));
    graph.link(tail, None, cells[3], "<tail & \"end\">");
    graph
}

/// A doubly linked ring, a cell that points to itself, and the null of a variable.
fn ring() -> Graph {
    let mut graph = titled("A ring with links both ways");
    let node = |name: &str| {
        Node::new(NodeKind::Object, name).with_row(Some(0), "next", "").with_row(Some(8), "prev", "").with_row(
            Some(16),
            "id",
            "1",
        )
    };
    let cells: Vec<usize> = (0..4).map(|i| graph.add(node(&format!("item #{i}")))).collect();
    for i in 0..4 {
        graph.link(cells[i], Some(0), cells[(i + 1) % 4], "");
        graph.link(cells[i], Some(1), cells[(i + 3) % 4], "");
    }
    let lonely = graph.add(node("item #4"));
    graph.link(lonely, Some(0), lonely, "");
    root(&mut graph, "head", cells[0]);
    root(&mut graph, "lonely", lonely);
    let null = graph.add(Node::new(NodeKind::Null, "null"));
    root(&mut graph, "found", null);
    graph.link(lonely, Some(1), null, "");
    graph
}

fn tree() -> Graph {
    let mut graph = titled("A search tree with a link to the parent");
    let node = |key: i32| {
        Node::new(NodeKind::Object, "struct tree")
            .with_row(Some(0), "left", "")
            .with_row(Some(8), "right", "")
            .with_row(Some(16), "up", "")
            .with_row(Some(24), "key", &key.to_string())
    };
    let nodes: Vec<usize> = (0..7).map(|i| graph.add(node(i * 10))).collect();
    for i in 0..3 {
        for (row, child) in [(0, 2 * i + 1), (1, 2 * i + 2)] {
            graph.link(nodes[i], Some(row), nodes[child], "");
            graph.link(nodes[child], Some(2), nodes[i], "");
        }
    }
    root(&mut graph, "root", nodes[0]);
    root(&mut graph, "at", nodes[4]);
    graph
}

/// Five lists at once.
fn split() -> Graph {
    let mut graph = titled("split: five lists and the rest");
    for name in ["a", "b", "c", "d", "e", "x"] {
        let segment = Node::new(NodeKind::Segment, "list of node, 1 or more").with_row(Some(0), "next", "null");
        let list = graph.add(segment);
        root(&mut graph, name, list);
    }
    graph
}

/// Links into the middle of objects.
fn items() -> Graph {
    let mut graph = titled("Items on a list with a head of its own");
    let head = graph.add(Node::new(NodeKind::Root, "head").with_row(Some(0), "next", "").with_row(Some(8), "prev", ""));
    let items: Vec<usize> = (0..3)
        .map(|i| {
            graph.add(
                Node::new(NodeKind::Object, "struct item")
                    .with_row(Some(0), "id", &format!("{i}"))
                    .with_row(Some(8), "link.next", "")
                    .with_row(Some(16), "link.prev", "")
                    .with_row(Some(24), "name", "a name that is longer than anybody wants to read in a picture"),
            )
        })
        .collect();
    let all: Vec<(usize, usize)> = std::iter::once((head, 0)).chain(items.iter().map(|&item| (item, 1))).collect();
    for i in 0..all.len() {
        let ((node, row), (next, next_row)) = (all[i], all[(i + 1) % all.len()]);
        let port = |node, row| Port { node, row: Some(row) };
        graph.edges.push(Edge { from: port(node, row), to: port(next, next_row), label: String::new() });
        graph.edges.push(Edge { from: port(next, next_row + 1), to: port(node, row), label: "prev".to_owned() });
    }
    graph
}
