//! What lists imply for edges: sharpens a structure, or finds that it stands for no state.

use super::set::{NodeId, Nodes};
use super::structure::{Content, List, Structure, Value};
use crate::fault::{Fault, broken};

/// The structure stands for no state.
struct Impossible;

impl Structure {
    /// Removes edges that cannot be there. `false` if the structure stands for nothing.
    pub fn coerce(&mut self) -> bool {
        loop {
            match self.sharpen() {
                Err(Impossible) => return false,
                Ok(true) => {}
                Ok(false) => return true,
            }
        }
    }

    /// Looks at each list once. Was something removed?
    fn sharpen(&mut self) -> Result<bool, Impossible> {
        let lists: Vec<(List, Value, Nodes)> = self.rooted().collect();
        let mut changed = false;
        for (list, root, nodes) in lists {
            match root {
                Value::Null if !nodes.is_empty() => return Err(Impossible),
                Value::At(start, _) if !nodes.contains(start) => return Err(Impossible),
                Value::At(start, _) => changed |= self.close(start, nodes, list.link)?,
                _ => {}
            }
        }
        Ok(changed)
    }

    /// Links of a list lead to its own nodes only, not back to its start, and to each object from one other.
    fn close(&mut self, start: NodeId, nodes: Nodes, link: u64) -> Result<bool, Impossible> {
        let sure: Vec<(NodeId, NodeId)> = nodes.iter().filter_map(|id| Some((id, self.sure_next(id, link)?))).collect();
        let mut changed = false;
        let all = self.ids().collect();
        for id in if broken(Fault::OnlyOwnLinks) { all } else { nodes }.iter() {
            let Some(targets) = self.targets(id, link) else { continue };
            let taken = sure.iter().filter(|(from, _)| *from != id).map(|(_, to)| *to);
            let never = taken.chain([start]).collect();
            let may = targets.starts.intersection(nodes).minus(never);
            if may != targets.starts {
                let targets = self.targets_mut(id, link).expect("as before");
                targets.starts = may;
                changed = true;
                if targets.is_empty() {
                    return Err(Impossible);
                }
            }
        }
        self.may_reach(start, nodes, link).then_some(changed).ok_or(Impossible)
    }

    /// The object to which the link of an object leads for sure.
    fn sure_next(&self, id: NodeId, link: u64) -> Option<NodeId> {
        match self.sole(self.targets(id, link)?)? {
            Value::At(to, 0) if self.is_one(id) => Some(to),
            _ => None,
        }
    }

    /// Can every node of a list be reached from its start?
    fn may_reach(&self, start: NodeId, nodes: Nodes, link: u64) -> bool {
        let (mut reached, mut work) = (Nodes::of(start), vec![start]);
        while let Some(id) = work.pop() {
            let next = match self.node(id).cells.get(&link).map(|cell| &cell.content) {
                Some(Content::Leads(targets)) => targets.starts,
                Some(Content::Undef | Content::Num(_)) => Nodes::NONE,
                Some(Content::Number | Content::Any) | None => return true,
            };
            let new = next.intersection(nodes).minus(reached);
            reached = reached.union(new);
            work.extend(new.iter());
        }
        nodes.is_subset(reached)
    }
}
