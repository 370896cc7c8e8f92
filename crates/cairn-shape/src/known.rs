//! Which links nodes have, as found so far, by what the nodes are: blocks of one size, and of one record if that is known.
//!
//! Not here: how links are found (`fold`, `trees`).

use crate::fold::{VARYING, varies};
use crate::object::{Links, Obj};
use cairn_ir::RecordId;
use std::collections::BTreeSet;

/// Nodes of one kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Nodes {
    /// Also `VARYING`.
    size: u64,
    /// Records of which the program looked at members, by the offset where the record begins.
    types: BTreeSet<(u64, RecordId)>,
}

impl Nodes {
    pub fn of(obj: &Obj) -> Option<Nodes> {
        Some(Nodes { size: size(obj)?, types: obj.types.clone() })
    }

    /// Could the object be one of them? What the program did not look at may be of any record.
    pub fn include(&self, obj: &Obj) -> bool {
        size(obj) == Some(self.size) && agree(&self.types, &obj.types)
    }
}

fn size(obj: &Obj) -> Option<u64> {
    if varies(obj) { Some(VARYING) } else { obj.size.as_const().and_then(|size| u64::try_from(size).ok()) }
}

/// Is there one record for each offset where both know one?
pub(crate) fn agree(left: &BTreeSet<(u64, RecordId)>, right: &BTreeSet<(u64, RecordId)>) -> bool {
    left.iter().all(|known| {
        let other = || right.iter().any(|(at, _)| *at == known.0);
        let common = || left.iter().any(|record| record.0 == known.0 && right.contains(record));
        !other() || common()
    })
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct KnownLinks(BTreeSet<(Links, Nodes)>);

impl KnownLinks {
    pub fn new() -> KnownLinks {
        KnownLinks::default()
    }

    pub(crate) fn insert(&mut self, nodes: Nodes, links: Links) {
        let same = |known: &(Links, Nodes)| {
            known.0 == links && known.1.size == nodes.size && agree(&known.1.types, &nodes.types)
        };
        let Some(old) = self.0.iter().find(|known| same(known)).cloned() else {
            self.0.insert((links, nodes));
            return;
        };
        if !nodes.types.is_subset(&old.1.types) {
            self.0.remove(&old);
            let types = old.1.types.union(&nodes.types).copied().collect();
            self.0.insert((links, Nodes { types, ..nodes }));
        }
    }

    /// The links that an object may have.
    pub(crate) fn of<'a>(&'a self, obj: &'a Obj) -> impl Iterator<Item = Links> + 'a {
        self.0.iter().filter(|(_, nodes)| nodes.include(obj)).map(|(links, _)| *links)
    }

    pub(crate) fn trees(&self) -> impl Iterator<Item = (Nodes, Links)> + '_ {
        self.0.iter().filter(|(links, _)| links.fork.is_some()).map(|(links, nodes)| (nodes.clone(), *links))
    }

    /// Is the cell at `at` of such an object a link of a tree?
    pub(crate) fn is_in_tree(&self, obj: &Obj, at: u64) -> bool {
        self.of(obj).any(|links| links.fork.is_some() && links.has(at))
    }

    #[cfg(test)]
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    #[cfg(test)]
    pub(crate) fn union(&self, other: &KnownLinks) -> KnownLinks {
        let mut both = self.clone();
        other.0.iter().for_each(|(links, nodes)| both.insert(nodes.clone(), *links));
        both
    }
}
