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

    /// Could both be of one kind?
    fn are(&self, other: &Nodes) -> bool {
        self.size == other.size && agree(&self.types, &other.types)
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
pub struct KnownLinks {
    links: BTreeSet<(Links, Nodes)>,
    /// Two cells of such nodes in which the program stored the same pointer.
    copies: BTreeSet<(Nodes, u64, u64)>,
    /// Links of such nodes past others, to which the link at an offset leads one by one.
    skips: BTreeSet<(Nodes, Links, u64)>,
}

impl KnownLinks {
    pub fn new() -> KnownLinks {
        KnownLinks::default()
    }

    pub(crate) fn insert(&mut self, nodes: Nodes, links: Links) {
        let same = |known: &(Links, Nodes)| {
            known.0 == links && known.1.size == nodes.size && agree(&known.1.types, &nodes.types)
        };
        let Some(old) = self.links.iter().find(|known| same(known)).cloned() else {
            self.links.insert((links, nodes));
            return;
        };
        if !nodes.types.is_subset(&old.1.types) {
            self.links.remove(&old);
            let types = old.1.types.union(&nodes.types).copied().collect();
            self.links.insert((links, Nodes { types, ..nodes }));
        }
    }

    /// The links that an object may have.
    pub(crate) fn of<'a>(&'a self, obj: &'a Obj) -> impl Iterator<Item = Links> + 'a {
        self.links.iter().filter(|(_, nodes)| nodes.include(obj)).map(|(links, _)| *links)
    }

    /// Were such links found in nodes of this kind?
    pub(crate) fn has(&self, nodes: &Nodes, links: Links) -> bool {
        self.links.iter().any(|known| known.0 == links && known.1.are(nodes))
    }

    pub(crate) fn trees(&self) -> impl Iterator<Item = (Nodes, Links)> + '_ {
        let trees = self.links.iter().filter(|(links, _)| links.fork.is_some());
        trees.flat_map(|(links, nodes)| {
            let twice = self.twins(nodes, *links).map(|twins| Links { twins: Some(twins), ..*links });
            twice.into_iter().chain([*links]).map(|links| (nodes.clone(), links))
        })
    }

    /// The program stored the same pointer in two cells of a node. What was found first counts.
    pub(crate) fn note_copy(&mut self, obj: &Obj, cells: [u64; 2]) {
        let Some(nodes) = Nodes::of(obj) else { return };
        let known = |(of, a, b): &(Nodes, u64, u64)| of.are(&nodes) && (cells.contains(a) || cells.contains(b));
        if !self.copies.iter().any(known) {
            self.copies.insert((nodes, cells[0].min(cells[1]), cells[0].max(cells[1])));
        }
    }

    /// The links of such nodes lead past others, which the link at `way` leads through.
    pub(crate) fn note_skip(&mut self, obj: &Obj, links: Links, way: u64) {
        let Some(nodes) = Nodes::of(obj) else { return };
        let known = |(of, skip, along): &(Nodes, Links, u64)| of.are(&nodes) && *skip == links && *along == way;
        if !self.skips.iter().any(known) {
            self.skips.insert((nodes, links, way));
        }
    }

    pub(crate) fn is_skip(&self, obj: &Obj, links: Links) -> bool {
        self.skips_of(obj).any(|(skip, _)| skip == links)
    }

    /// Links past others that an object may have, and the link that leads through those.
    pub(crate) fn skips_of<'a>(&'a self, obj: &'a Obj) -> impl Iterator<Item = (Links, u64)> + 'a {
        self.skips.iter().filter(|(nodes, ..)| nodes.include(obj)).map(|(_, links, way)| (*links, *way))
    }

    /// The cells in which nodes of a tree have their children a second time.
    pub(crate) fn twins(&self, nodes: &Nodes, links: Links) -> Option<(u64, u64)> {
        let copy = |link: u64| {
            let mut of_them = self.copies.iter().filter(|(of, ..)| of.are(nodes));
            of_them.find_map(|&(_, a, b)| match link {
                _ if link == a => Some(b),
                _ if link == b => Some(a),
                _ => None,
            })
        };
        let (next, fork) = (copy(links.next)?, copy(links.fork?)?);
        let is_plain = links.twins.is_none() && links.other.is_none();
        (is_plain && next != fork && !links.has(next) && !links.has(fork)).then_some((next, fork))
    }

    /// Is the cell at `at` of such an object a link of a tree?
    pub(crate) fn is_in_tree(&self, obj: &Obj, at: u64) -> bool {
        let is_twin = |links: Links| {
            let twins = Nodes::of(obj).and_then(|nodes| self.twins(&nodes, links));
            twins.is_some_and(|(next, fork)| next == at || fork == at)
        };
        self.of(obj).any(|links| links.fork.is_some() && (links.has(at) || is_twin(links)))
    }

    #[cfg(test)]
    pub(crate) fn clear(&mut self) {
        *self = KnownLinks::new();
    }

    #[cfg(test)]
    pub(crate) fn union(&self, other: &KnownLinks) -> KnownLinks {
        let mut both = self.clone();
        other.links.iter().for_each(|(links, nodes)| both.insert(nodes.clone(), *links));
        both.copies.extend(other.copies.iter().cloned());
        both.skips.extend(other.skips.iter().cloned());
        both
    }
}
