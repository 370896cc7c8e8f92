//! What is to be drawn.

/// A heap, or any other picture of boxes and arrows. Nodes and rows are named by their place in their lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// Stands above the picture; may be empty.
    pub title: String,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}

/// A box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub title: String,
    /// Less important words behind the title; may be empty.
    pub detail: String,
    pub kind: NodeKind,
    pub rows: Vec<Row>,
    /// The object is gone: the box is struck out.
    pub freed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    Object,
    /// Any number of objects of one kind: a double box.
    Segment,
    /// Where nothing is.
    Null,
    /// A variable, where the program begins to look.
    Root,
}

/// A field.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// In bytes from the start of the object, where it says something.
    pub offset: Option<u64>,
    pub name: String,
    /// The value, in words; empty if an arrow says it.
    pub text: String,
    /// Other than in the picture before.
    pub changed: bool,
}

/// An arrow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: Port,
    pub to: Port,
    /// May be empty.
    pub label: String,
}

/// An end of an arrow: a row of a node, or its head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Port {
    pub node: usize,
    pub row: Option<usize>,
}

impl Graph {
    /// Adds a node and gives its place.
    pub fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds an arrow from a row (or the head) of a node to another node.
    pub fn link(&mut self, from: usize, row: Option<usize>, to: usize, label: &str) {
        let to = Port { node: to, row: None };
        self.edges.push(Edge { from: Port { node: from, row }, to, label: label.to_owned() });
    }
}

impl Node {
    pub fn new(kind: NodeKind, title: &str) -> Node {
        Node { title: title.to_owned(), detail: String::new(), kind, rows: Vec::new(), freed: false }
    }

    pub fn with_row(mut self, offset: Option<u64>, name: &str, text: &str) -> Node {
        self.rows.push(Row { offset, name: name.to_owned(), text: text.to_owned(), changed: false });
        self
    }

    pub fn freed(self) -> Node {
        Node { freed: true, ..self }
    }
}

impl Port {
    pub fn of(node: usize) -> Port {
        Port { node, row: None }
    }
}
