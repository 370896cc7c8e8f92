//! Nodes by their names: those that cannot be told apart become one, and all get numbers in the order of their names.
//!
//! The name of a node is all that is sure of it: what kind of object it is, which registers and variables lead to it, which
//! lists it is on, and what kind of content its cells have, with the numbers that are known. So two structures with the same
//! registers and the same names differ only in where cells lead, and how many objects there are.

use super::set::NodeId;
use super::structure::{Cell, Content, List, Node, Origin, Reg, Rest, Structure, Value};
use crate::fault::{Fault, broken};
use crate::object::Fill;
use crate::sorted::Sorted;
use cairn_ir::Id;
use std::rc::Rc;

/// Words that say the same of two nodes if, and only if, they are equal.
pub type Name = Vec<u64>;

/// What structures that are merged have in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    regs: Sorted<Reg, Value>,
    lists: Vec<List>,
    names: Vec<Name>,
}

impl Structure {
    /// Merges nodes with equal names and orders them; gives the key.
    pub fn blur(&mut self) -> Key {
        let ids: Vec<NodeId> = self.ids().collect();
        let mut named: Vec<(Name, NodeId)> = self.names(&ids).into_iter().zip(ids).collect();
        named.sort();
        let mut names: Vec<Name> = Vec::new();
        let mut places = [0; super::set::MOST_NODES];
        let mut groups: Vec<Vec<NodeId>> = Vec::new();
        for (name, id) in named {
            match names.last() == Some(&name) {
                true => groups.last_mut().expect("one").push(id),
                false => {
                    names.push(name);
                    groups.push(vec![id]);
                }
            }
            places[id.index()] = names.len() - 1;
        }
        self.regroup(&groups, &|id| NodeId::new(places[id.index()]));
        Key { regs: self.regs.clone(), lists: self.lists.keys().copied().collect(), names }
    }

    fn regroup(&mut self, groups: &[Vec<NodeId>], new: &dyn Fn(NodeId) -> NodeId) {
        let merged = |group: &Vec<NodeId>| {
            let mut node = self.node(group[0]).renamed(new);
            group[1..].iter().for_each(|&id| node.absorb(&self.node(id).renamed(new)));
            node.many |= group.len() > 1 && !broken(Fault::StillOne);
            node
        };
        let nodes: Vec<Node> = groups.iter().map(merged).collect();
        for value in self.regs.values_mut() {
            if let Value::At(id, _) = value {
                *id = new(*id);
            }
        }
        for nodes in self.lists.values_mut() {
            *nodes = nodes.iter().map(new).collect();
        }
        self.replace(nodes);
    }

    fn names(&self, ids: &[NodeId]) -> Vec<Name> {
        let mut names = vec![Name::new(); super::set::MOST_NODES];
        for &id in ids {
            names[id.index()] = own_name(self.node(id));
        }
        for (at, value) in self.regs.values().enumerate() {
            if let Value::At(id, offset) = *value {
                names[id.index()].extend([10, at as u64, offset as u64]);
            }
        }
        for (_, node) in self.nodes().filter(|(_, node)| node.names) {
            for (&at, cell) in &node.cells {
                if let Content::Leads(targets) = &cell.content
                    && let Some(Value::At(id, offset)) = self.sole(targets)
                {
                    names[id.index()].push(11);
                    names[id.index()].extend(origin_name(node.origin));
                    names[id.index()].extend([at, offset as u64]);
                }
            }
        }
        for (at, nodes) in self.lists.values().enumerate() {
            nodes.iter().for_each(|id| names[id.index()].extend([12, at as u64]));
        }
        ids.iter().map(|id| std::mem::take(&mut names[id.index()])).collect()
    }

    /// Joins a structure that has the same key. Was there something new?
    pub fn absorb(&mut self, other: &Structure) -> bool {
        let mut changed = false;
        if broken(Fault::JoinedNothing) {
            return false;
        }
        let ids: Vec<NodeId> = self.ids().collect();
        for id in ids {
            let mut node = self.node(id).clone();
            node.absorb(other.node(id));
            if node != *self.node(id) {
                *self.node_mut(id) = node;
                changed = true;
            }
        }
        changed
    }
}

impl Node {
    /// Stands for what another one of the same name stands for, too.
    fn absorb(&mut self, other: &Node) {
        self.many |= other.many;
        for ((_, mine), (_, theirs)) in self.cells.iter_mut().zip(other.cells.iter()) {
            if mine.content != theirs.content && !broken(Fault::FirstTargets) {
                mine.content = mine.content.join(&theirs.content);
            }
        }
        if self.sites != other.sites {
            self.sites = Rc::new(self.sites.union(&other.sites).copied().collect());
        }
    }

    fn renamed(&self, new: &dyn Fn(NodeId) -> NodeId) -> Node {
        let mut node = self.clone();
        for cell in node.cells.values_mut() {
            if let Content::Leads(targets) = &mut cell.content {
                *targets = targets.renamed(new);
            }
        }
        node
    }
}

fn origin_name(origin: Origin) -> [u64; 3] {
    match origin {
        Origin::Heap => [0, 0, 0],
        Origin::Stack(depth, value) => [1, u64::from(depth), value.index() as u64],
        Origin::Global(id) => [2, id.index() as u64, 0],
    }
}

/// What a node says of itself.
fn own_name(node: &Node) -> Name {
    let rest = match node.rest {
        Rest::Fill(Fill::Undef) => 0,
        Rest::Fill(Fill::Zero) => 1,
        Rest::Fill(Fill::Defined) => 2,
        Rest::Fill(Fill::Top) => 3,
        Rest::Initial => 4,
    };
    let mut name = Name::from(origin_name(node.origin));
    name.extend([node.size, u64::from(node.in_scope), rest, node.cells.len() as u64]);
    for (&at, Cell { len, content }) in &node.cells {
        let (kind, number) = match content {
            Content::Undef => (0, 0),
            Content::Num(number) => (1, *number),
            Content::Number => (2, 0),
            Content::Any => (3, 0),
            Content::Leads(_) => (4, 0),
        };
        name.extend([at, *len, kind, number]);
    }
    name
}
