//! Which nodes lie on lists, kept true while cells change.
//!
//! A list is known or not there at all: if it cannot be said exactly which nodes lie on it behind a change, it is forgotten.
//! What follows from lists for everything else is in `coerce`.

use super::set::{NodeId, Nodes};
use super::structure::{Content, List, Rest, Root, Structure, Targets, Value};
use crate::fault::{Fault, broken};
use crate::object::Fill;

/// Where the link of one object leads, as far as lists care.
enum Step {
    /// To no start of a live object.
    End,
    To(NodeId),
    Unknown,
}

/// Links that are followed to find a list.
const FAR: usize = 8;

impl Structure {
    fn step(&self, id: NodeId, link: u64) -> Step {
        let node = self.node(id);
        let Some(cell) = node.cells.get(&link) else {
            let mut over = node.overlapping(link, 1).peekable();
            let plain = match over.peek() {
                Some(_) => over.all(|(_, cell)| matches!(cell.content, Content::Undef | Content::Num(_))),
                None => matches!(node.rest, Rest::Fill(Fill::Undef | Fill::Zero)),
            };
            return if plain || link >= node.size { Step::End } else { Step::Unknown };
        };
        match &cell.content {
            Content::Undef | Content::Num(_) => Step::End,
            Content::Number | Content::Any => Step::Unknown,
            Content::Leads(targets) => match (targets.starts.is_empty(), self.sole(targets)) {
                (true, _) => Step::End,
                (false, Some(Value::At(to, _))) => Step::To(to),
                _ => Step::Unknown,
            },
        }
    }

    /// What the root of a list holds.
    fn root(&self, root: Root) -> Value {
        let held = || match root {
            Root::Reg(reg) => self.regs.get(&reg).copied(),
            Root::Cell(origin, at) => self.sole(self.targets(self.of_origin(origin)?, at)?),
        };
        held().unwrap_or(Value::Any)
    }

    /// All lists, with what their roots hold.
    pub fn rooted(&self) -> impl Iterator<Item = (List, Value, Nodes)> + '_ {
        self.lists.iter().map(|(&list, &nodes)| (list, self.root(list.root), nodes))
    }

    fn list_from(&self, id: NodeId, link: u64) -> Option<Nodes> {
        self.rooted().find(|(list, root, _)| list.link == link && root.at() == Some(id)).map(|(.., nodes)| nodes)
    }

    /// The nodes on the list from an object, itself included, if they are known.
    pub fn list_of(&self, id: NodeId, link: u64) -> Option<Nodes> {
        self.list_onwards(id, link, FAR).or_else(|| self.list_behind(id, link))
    }

    /// From the lists that are known to start further on.
    fn list_onwards(&self, id: NodeId, link: u64, far: usize) -> Option<Nodes> {
        if let Some(nodes) = self.list_from(id, link) {
            return Some(nodes);
        }
        let mut nodes = match self.step(id, link) {
            Step::End => Nodes::NONE,
            Step::To(next) if far > 0 => self.list_onwards(next, link, far - 1)?,
            Step::To(_) if broken(Fault::RoundIsList) => Nodes::NONE,
            Step::To(_) | Step::Unknown => return None,
        };
        if nodes.contains(id) && !broken(Fault::RoundIsList) {
            return None;
        }
        nodes.insert(id);
        Some(nodes)
    }

    /// From a list that starts in the object before.
    fn list_behind(&self, id: NodeId, link: u64) -> Option<Nodes> {
        self.rooted().filter(|(list, ..)| list.link == link).find_map(|(_, root, nodes)| {
            let before = root.at().filter(|&start| matches!(self.step(start, link), Step::To(to) if to == id))?;
            Some(nodes.minus(Nodes::of(before)))
        })
    }

    /// The nodes on the list from where a value leads.
    pub fn list_at(&self, value: Value, link: u64) -> Option<Nodes> {
        match value {
            Value::Null => Some(Nodes::NONE),
            Value::At(id, _) => self.list_of(id, link),
            _ => None,
        }
    }

    /// What becomes of the lists through a cell of an object when a value is stored there; to be called before it is.
    pub fn relink(&mut self, id: NodeId, link: u64, value: Value) {
        if !self.lists.iter().any(|(list, nodes)| list.link == link && nodes.contains(id)) {
            return;
        }
        let tail = self.list_of(id, link).map(|nodes| nodes.minus(Nodes::of(id)));
        let added = match value {
            Value::At(_, 0) if broken(Fault::NothingAdded) => Some(Nodes::NONE),
            Value::At(to, 0) => self.list_of(to, link).filter(|nodes| !nodes.contains(id)),
            Value::Number | Value::Any => None,
            Value::Undef | Value::Num(_) | Value::Null | Value::Gone | Value::At(..) => Some(Nodes::NONE),
        };
        self.lists.retain(|list, nodes| {
            if list.link != link || !nodes.contains(id) {
                return true;
            }
            let (Some(tail), Some(added)) = (tail, added) else { return false };
            let kept = if broken(Fault::TailStays) { *nodes } else { nodes.minus(tail) };
            *nodes = kept.union(added);
            true
        });
    }

    /// An object is no more: pointers to it lead nowhere, and lists end before it.
    pub fn lose(&mut self, id: NodeId) {
        let origin = self.node(id).origin;
        let known: Vec<(List, Value, Nodes)> = self.rooted().collect();
        let kept = known.into_iter().filter_map(|(list, root, nodes)| match nodes.contains(id) {
            _ if matches!(list.root, Root::Cell(of, _) if of == origin) => None,
            false => Some((list, nodes)),
            true if broken(Fault::ListsOutlive) && root.at() != Some(id) => Some((list, nodes.minus(Nodes::of(id)))),
            true if root.at() == Some(id) => None,
            true => Some((list, nodes.minus(self.list_of(id, list.link)?))),
        });
        self.lists = kept.collect();
        let is_concerned = |targets: &Targets| targets.nodes().contains(id);
        self.change_targets(is_concerned, |targets| targets.lose(id));
        for value in self.regs.values_mut().filter(|value| value.at() == Some(id)) {
            *value = Value::Gone;
        }
        self.remove(id);
    }
}
