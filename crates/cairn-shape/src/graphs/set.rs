//! Sets of nodes of one structure, as bits.

use cairn_base::newtype_id;
use cairn_ir::Id;

newtype_id!(
    /// A node of a structure. It means something only inside the structure that has it.
    pub NodeId, "n"
);

/// Nodes that a structure may have.
pub const MOST_NODES: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Nodes(u64);

impl Nodes {
    pub const NONE: Nodes = Nodes(0);

    pub fn of(id: NodeId) -> Nodes {
        Nodes(1 << id.index())
    }

    pub fn contains(self, id: NodeId) -> bool {
        self.0 >> id.index() & 1 == 1
    }

    pub fn insert(&mut self, id: NodeId) {
        self.0 |= 1 << id.index();
    }

    pub fn remove(&mut self, id: NodeId) {
        self.0 &= !(1 << id.index());
    }

    pub fn union(self, other: Nodes) -> Nodes {
        Nodes(self.0 | other.0)
    }

    pub fn intersection(self, other: Nodes) -> Nodes {
        Nodes(self.0 & other.0)
    }

    pub fn minus(self, other: Nodes) -> Nodes {
        Nodes(self.0 & !other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn is_subset(self, other: Nodes) -> bool {
        self.0 & !other.0 == 0
    }

    /// The only node, if there is just one.
    pub fn single(self) -> Option<NodeId> {
        self.0.is_power_of_two().then(|| NodeId::new(self.0.trailing_zeros() as usize))
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn iter(self) -> impl Iterator<Item = NodeId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| NodeId::new(left.trailing_zeros() as usize))?;
            left &= left - 1;
            Some(next)
        })
    }
}

impl FromIterator<NodeId> for Nodes {
    fn from_iter<I: IntoIterator<Item = NodeId>>(all: I) -> Nodes {
        let mut set = Nodes::NONE;
        all.into_iter().for_each(|id| set.insert(id));
        set
    }
}

impl std::fmt::Debug for Nodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behave_like_sets() {
        let set = |ids: &[usize]| ids.iter().map(|&id| NodeId::new(id)).collect::<Nodes>();
        let (a, b) = (set(&[0, 3, 63]), set(&[3, 5]));
        assert_eq!(a.union(b), set(&[0, 3, 5, 63]));
        assert_eq!(a.intersection(b), set(&[3]));
        assert_eq!(a.minus(b), set(&[0, 63]));
        assert_eq!((a.len(), b.single(), set(&[63]).single()), (3, None, Some(NodeId::new(63))));
        assert!(set(&[3]).is_subset(a) && !b.is_subset(a) && Nodes::NONE.is_empty());
        assert_eq!(a.iter().map(Id::index).collect::<Vec<_>>(), [0, 3, 63]);
    }
}
