//! Takes a single object out of a node that stands for many, so that a pointer leads to it for sure.

use super::set::NodeId;
use super::structure::{Content, Node, Structure, Targets, Value};
use crate::fault::{Fault, broken};
use crate::run::Stop;

impl Structure {
    /// The ways in which a cell of one object can lead somewhere, each with where it leads.
    pub fn focus(self, id: NodeId, at: u64) -> Result<Vec<(Structure, Value)>, Stop> {
        let targets = self.targets(id, at).expect("a pointer").clone();
        let mut cases = Vec::new();
        for value in targets.each() {
            for (mut case, value) in self.clone().singled_out(value)? {
                let content = Content::of(value, 0, true);
                case.node_mut(id).cells.get_mut(&at).expect("as before").content = content;
                if case.coerce() {
                    cases.push((case, value));
                }
            }
        }
        Ok(cases)
    }

    /// A pointer leads to a certain object: the only one of its node, or one of several.
    fn singled_out(self, value: Value) -> Result<Vec<(Structure, Value)>, Stop> {
        let Value::At(id, offset) = value else { return Ok(vec![(self, value)]) };
        if self.is_one(id) {
            return Ok(vec![(self, value)]);
        }
        let mut only = self.clone();
        only.node_mut(id).many = false;
        if broken(Fault::AlwaysTheOnly) {
            return Ok(vec![(only, value)]);
        }
        let mut several = self;
        let new = several.take_out(id)?;
        let only = (!broken(Fault::NeverTheOnly)).then_some((only, value));
        Ok(only.into_iter().chain([(several, Value::At(new, offset))]).collect())
    }

    /// One object of a node becomes a node of its own. Whatever may lead to the one may lead to the other.
    fn take_out(&mut self, id: NodeId) -> Result<NodeId, Stop> {
        let one = Node { many: false, ..self.node(id).clone() };
        let new = self.add(one)?;
        for nodes in self.lists.values_mut().filter(|nodes| nodes.contains(id) && !broken(Fault::TakenOffLists)) {
            nodes.insert(new);
        }
        if !broken(Fault::OldTargets) {
            self.change_targets(|targets: &Targets| targets.nodes().contains(id), |targets| targets.split(id, new));
        }
        Ok(new)
    }
}
