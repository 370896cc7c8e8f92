//! One structure: nodes, each of which stands for one object or for many, and where each of their cells may lead.
//!
//! It stands for every state whose live objects can be laid onto its nodes: each object on one, on each node at least one
//! object, exactly one unless it says `many`. A cell holds what its node says; a pointer leads to an object on one of the
//! targets. With fields that are functions, that is the three-valued structure of the theory: an edge is surely there if a
//! cell has a single target that is one object, and surely not there if the target is missing.
//!
//! A *list* says which nodes a root leads to through one link: all objects of these, and no others, lie on the way, which comes
//! back to none of them. So the theory's reachability, with every value definite; lists of which that cannot be said are not there.

use super::set::{MOST_NODES, NodeId, Nodes};
use crate::fault::{Fault, broken};
use crate::object::{Fill, Where};
use crate::run::Stop;
use crate::sorted::Sorted;
use cairn_ir::{GlobalId, Id, ValueId};
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    Heap,
    /// A local of the function that is active at this depth, by the instruction that made it.
    Stack(u32, ValueId),
    Global(GlobalId),
}

/// What bytes hold that no cell covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rest {
    Fill(Fill),
    /// What a global begins with.
    Initial,
}

/// Where a pointer may lead.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Targets {
    pub null: bool,
    /// To an object that is no more.
    pub gone: bool,
    /// To the start of an object of these nodes.
    pub starts: Nodes,
    /// Into an object of a node, at an offset other than 0.
    pub inner: BTreeSet<(NodeId, i64)>,
}

/// What a cell holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    Undef,
    /// A number that is no address; a word of zeros is a null pointer instead.
    Num(u64),
    /// Something defined.
    Number,
    Any,
    Leads(Targets),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub len: u64,
    pub content: Content,
}

/// What a register holds. A pointer leads to a node that is one object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Undef,
    Num(u128),
    /// Something defined.
    Number,
    Any,
    Null,
    /// The address of an object that is no more.
    Gone,
    At(NodeId, i64),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    pub origin: Origin,
    pub size: u64,
    /// It stands for one object or more, otherwise for just one.
    pub many: bool,
    /// Not a local whose scope has ended.
    pub in_scope: bool,
    /// Of a variable: what its cells lead to is told apart from everything else.
    pub names: bool,
    pub rest: Rest,
    pub cells: Sorted<u64, Cell>,
    /// Where blocks of the heap were allocated.
    pub sites: Rc<BTreeSet<Where>>,
}

/// A register of the function at some depth.
pub type Reg = (u32, ValueId);

/// Where a list starts: in the object that a register or a cell of a variable leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Root {
    Reg(Reg),
    Cell(Origin, u64),
}

/// A list: from an object along the pointers at `link`, as long as they lead to the start of a live object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct List {
    pub root: Root,
    pub link: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Structure {
    nodes: Vec<Option<Rc<Node>>>,
    pub regs: Sorted<Reg, Value>,
    /// The nodes of each list that is known.
    pub lists: Sorted<List, Nodes>,
}

impl Targets {
    pub fn null() -> Targets {
        Targets { null: true, ..Targets::default() }
    }

    pub fn gone() -> Targets {
        Targets { gone: true, ..Targets::default() }
    }

    pub fn at(id: NodeId, offset: i64) -> Targets {
        match offset {
            0 => Targets { starts: Nodes::of(id), ..Targets::default() },
            _ => Targets { inner: BTreeSet::from([(id, offset)]), ..Targets::default() },
        }
    }

    pub fn is_empty(&self) -> bool {
        !self.null && !self.gone && self.starts.is_empty() && self.inner.is_empty()
    }

    pub fn union(&self, other: &Targets) -> Targets {
        Targets {
            null: self.null || other.null,
            gone: self.gone || other.gone,
            starts: self.starts.union(other.starts),
            inner: self.inner.union(&other.inner).copied().collect(),
        }
    }

    /// All of them, each alone.
    pub fn each(&self) -> impl Iterator<Item = Value> + '_ {
        let starts = self.starts.iter().map(|id| Value::At(id, 0));
        let inner = self.inner.iter().map(|&(id, offset)| Value::At(id, offset));
        self.null.then_some(Value::Null).into_iter().chain(self.gone.then_some(Value::Gone)).chain(starts).chain(inner)
    }

    /// The only one, if there is just one.
    pub fn single(&self) -> Option<Value> {
        let mut each = self.each();
        each.next().filter(|_| each.next().is_none())
    }

    /// Nodes that it may lead to or into.
    pub fn nodes(&self) -> Nodes {
        self.inner.iter().map(|&(id, _)| id).collect::<Nodes>().union(self.starts)
    }

    /// Where a node is, there is another one, too.
    pub fn split(&mut self, id: NodeId, new: NodeId) {
        if self.starts.contains(id) {
            self.starts.insert(new);
        }
        if !self.inner.is_empty() {
            let more: Vec<(NodeId, i64)> = self.inner.iter().filter(|(node, _)| *node == id).copied().collect();
            self.inner.extend(more.into_iter().map(|(_, offset)| (new, offset)));
        }
    }

    /// A node is no more.
    pub fn lose(&mut self, id: NodeId) {
        if self.nodes().contains(id) {
            self.gone |= !broken(Fault::NoneIsGone);
            self.starts.remove(id);
            self.inner.retain(|(node, _)| *node != id);
        }
    }

    pub fn renamed(&self, new: &dyn Fn(NodeId) -> NodeId) -> Targets {
        Targets {
            starts: self.starts.iter().map(new).collect(),
            inner: self.inner.iter().map(|&(id, offset)| (new(id), offset)).collect(),
            ..*self
        }
    }
}

impl Value {
    pub fn at(self) -> Option<NodeId> {
        match self {
            Value::At(id, _) => Some(id),
            _ => None,
        }
    }
}

impl Content {
    pub fn fill(fill: Fill, is_word: bool) -> Content {
        match fill {
            Fill::Undef => Content::Undef,
            Fill::Zero if is_word => Content::Leads(Targets::null()),
            Fill::Zero => Content::Num(0),
            Fill::Defined => Content::Number,
            Fill::Top => Content::Any,
        }
    }

    /// A value as memory has it.
    pub fn of(value: Value, len: u64, is_word: bool) -> Content {
        match value {
            Value::Undef => Content::Undef,
            Value::Num(0) if is_word => Content::Leads(Targets::null()),
            Value::Num(number) if len <= 8 => Content::Num(number as u64),
            Value::Num(_) | Value::Number => Content::Number,
            Value::Any => Content::Any,
            Value::Null => Content::Leads(Targets::null()),
            Value::Gone => Content::Leads(Targets::gone()),
            Value::At(id, offset) => Content::Leads(Targets::at(id, offset)),
        }
    }

    /// What holds one or the other.
    pub fn join(&self, other: &Content) -> Content {
        match (self, other) {
            (a, b) if a == b => a.clone(),
            (Content::Leads(a), Content::Leads(b)) => Content::Leads(a.union(b)),
            (Content::Undef | Content::Any, _) | (_, Content::Undef | Content::Any) => Content::Any,
            _ => Content::Number,
        }
    }
}

impl Node {
    pub fn new(origin: Origin, size: u64, rest: Rest) -> Node {
        let (many, in_scope, names, cells) = (false, true, false, Sorted::new());
        Node { origin, size, many, in_scope, names, rest, cells, sites: Rc::default() }
    }

    /// The cells that have a byte of a range.
    pub fn overlapping(&self, at: u64, len: u64) -> impl Iterator<Item = (&u64, &Cell)> {
        self.cells.iter().filter(move |(start, cell)| **start < at + len && at < **start + cell.len)
    }
}

impl Structure {
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.iter().enumerate().filter(|(_, node)| node.is_some()).map(|(at, _)| NodeId::new(at))
    }

    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> + '_ {
        let present = |(at, node): (usize, &'_ Option<Rc<Node>>)| node.as_ref().map(|_| NodeId::new(at));
        self.nodes.iter().enumerate().filter_map(present).map(|id| (id, self.node(id)))
    }

    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes[id.index()].as_ref().expect("a node of this structure")
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        Rc::make_mut(self.nodes[id.index()].as_mut().expect("a node of this structure"))
    }

    pub fn add(&mut self, node: Node) -> Result<NodeId, Stop> {
        let free = self.nodes.iter().position(Option::is_none).unwrap_or(self.nodes.len());
        if free == MOST_NODES {
            return Err(Stop::Unsupported(format!("more than {MOST_NODES} kinds of objects at once")));
        }
        if free == self.nodes.len() {
            self.nodes.push(None);
        }
        self.nodes[free] = Some(Rc::new(node));
        Ok(NodeId::new(free))
    }

    pub fn remove(&mut self, id: NodeId) {
        self.nodes[id.index()] = None;
    }

    /// Other nodes instead of all of them, in this order.
    pub fn replace(&mut self, nodes: Vec<Node>) {
        self.nodes = nodes.into_iter().map(|node| Some(Rc::new(node))).collect();
    }

    pub fn of_origin(&self, origin: Origin) -> Option<NodeId> {
        self.nodes().find(|(_, node)| node.origin == origin).map(|(id, _)| id)
    }

    pub fn is_one(&self, id: NodeId) -> bool {
        !self.node(id).many
    }

    /// Changes where cells lead. Nodes that do not change stay shared.
    pub fn change_targets(&mut self, concerns: impl Fn(&Targets) -> bool, change: impl Fn(&mut Targets)) {
        for node in self.nodes.iter_mut().flatten() {
            let leads = |cell: &Cell| matches!(&cell.content, Content::Leads(targets) if concerns(targets));
            if !node.cells.values().any(leads) {
                continue;
            }
            for cell in Rc::make_mut(node).cells.values_mut() {
                if let Content::Leads(targets) = &mut cell.content
                    && concerns(targets)
                {
                    change(targets);
                }
            }
        }
    }

    /// Where a cell of a word may lead, if it holds a pointer for all that is known.
    pub fn targets(&self, id: NodeId, at: u64) -> Option<&Targets> {
        match &self.node(id).cells.get(&at)?.content {
            Content::Leads(targets) => Some(targets),
            _ => None,
        }
    }

    /// The value that a pointer has for sure.
    pub fn sole(&self, targets: &Targets) -> Option<Value> {
        targets.single().filter(|value| value.at().is_none_or(|to| self.is_one(to)))
    }

    pub fn targets_mut(&mut self, id: NodeId, at: u64) -> Option<&mut Targets> {
        match &mut self.node_mut(id).cells.get_mut(&at)?.content {
            Content::Leads(targets) => Some(targets),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids() -> [NodeId; 2] {
        [NodeId::new(0), NodeId::new(1)]
    }

    #[test]
    fn what_holds_one_or_the_other_holds_both() {
        let [a, b] = ids();
        let leads = |value| Content::of(value, 8, true);
        let both = leads(Value::At(a, 0)).join(&leads(Value::Null));
        assert_eq!(both, Content::Leads(Targets { null: true, ..Targets::at(a, 0) }));
        assert_eq!(both.join(&leads(Value::At(b, 8))).join(&Content::Num(1)), Content::Number);
        assert_eq!(Content::Num(1).join(&Content::Num(1)), Content::Num(1));
        assert_eq!(Content::Num(1).join(&Content::Undef), Content::Any);
    }

    #[test]
    fn zeros_of_a_word_are_null() {
        assert_eq!(Content::of(Value::Num(0), 8, true), Content::of(Value::Null, 8, true));
        assert_eq!(Content::fill(Fill::Zero, true), Content::of(Value::Null, 8, true));
        assert_eq!(Content::of(Value::Num(0), 4, false), Content::Num(0));
    }

    #[test]
    fn pointers_to_what_is_no_more_say_so() {
        let [a, b] = ids();
        let mut targets = Targets::at(a, 0).union(&Targets::at(a, 8)).union(&Targets::at(b, 0));
        targets.lose(a);
        assert_eq!(targets, Targets { gone: true, ..Targets::at(b, 0) });
    }
}
