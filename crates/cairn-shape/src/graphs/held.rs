//! What is surely held: objects to which variables lead. The others may be lost.

use super::set::{NodeId, Nodes};
use super::structure::{Content, Node, Origin, Root, Structure};
use crate::fault::{Fault, broken};
use crate::object::Where;
use std::collections::BTreeSet;

/// Who can hold something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holders {
    Everybody,
    /// The program has ended, and locals with it.
    Globals,
}

impl Holders {
    fn include(self, origin: Origin) -> bool {
        match origin {
            Origin::Heap => false,
            Origin::Stack(..) => self == Holders::Everybody,
            Origin::Global(_) => true,
        }
    }
}

impl Structure {
    /// Where blocks were allocated that nobody may hold any more.
    pub fn perhaps_lost(&self, holders: Holders) -> BTreeSet<Where> {
        let held = self.held(holders);
        let lost = self.nodes().filter(|(id, node)| node.origin == Origin::Heap && !held.contains(*id));
        lost.flat_map(|(_, node)| node.sites.iter().copied()).collect()
    }

    pub(super) fn held(&self, holders: Holders) -> Nodes {
        let variables = self.nodes().filter(|(_, node)| holders.include(node.origin)).map(|(id, _)| id);
        let mut held: Nodes = variables.collect();
        for (list, nodes) in &self.lists {
            let holds = match list.root {
                Root::Reg(_) => holders == Holders::Everybody,
                Root::Cell(origin, _) => holders.include(origin),
            };
            if holds {
                held = held.union(*nodes);
            }
        }
        if holders == Holders::Everybody {
            held = held.union(self.regs.values().filter_map(|value| value.at()).collect());
        }
        let mut work: Vec<NodeId> = held.iter().collect();
        while let Some(id) = work.pop() {
            let new = self.sure_targets(self.node(id)).minus(held);
            held = held.union(new);
            work.extend(new.iter());
        }
        held
    }

    /// Objects to which an object of a node leads for sure.
    fn sure_targets(&self, node: &Node) -> Nodes {
        let sure = |content: &Content| match content {
            Content::Leads(targets) if broken(Fault::PerhapsHeld) => targets.nodes().iter().next(),
            Content::Leads(targets) => self.sole(targets)?.at(),
            _ => None,
        };
        node.cells.values().filter_map(|cell| sure(&cell.content)).collect()
    }
}
