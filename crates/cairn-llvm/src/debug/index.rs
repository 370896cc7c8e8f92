//! Where each metadata node of a module stands in the text.

use crate::ast::MdId;
use cairn_base::Id;
use rustc_hash::FxHashMap;

/// The metadata of a module: byte ranges of its nodes. Nothing is parsed until somebody asks for a node.
#[derive(Clone, Default, Debug)]
pub struct Metadata<'a> {
    text: &'a str,
    /// Nodes by number as start and end; an empty range is no node.
    dense: Vec<(u32, u32)>,
    /// Nodes whose number is far ahead of the others: memory must not follow from the value of a number.
    sparse: FxHashMap<u32, (u32, u32)>,
}

/// A number may be this far ahead of the known nodes.
const DENSE_GAP: usize = 4096;

impl<'a> Metadata<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Metadata { text, ..Metadata::default() }
    }

    /// Adds a node; of a number that is given twice, the last one counts.
    pub(crate) fn add(&mut self, number: u32, start: u32, end: u32) {
        let index = number as usize;
        if index >= self.dense.len() + DENSE_GAP {
            self.sparse.insert(number, (start, end));
            return;
        }
        if index >= self.dense.len() {
            self.dense.resize(index + 1, (0, 0));
        }
        self.dense[index] = (start, end);
    }

    /// The text of a node after its `=`.
    pub fn text(&self, node: MdId) -> Option<&'a str> {
        let dense = self.dense.get(node.index()).filter(|range| range.0 < range.1);
        let (start, end) = dense.or_else(|| self.sparse.get(&(node.index() as u32)))?;
        self.text.get(*start as usize..*end as usize)
    }

    /// All nodes in the order of their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = (MdId, &'a str)> + '_ {
        let mut far: Vec<u32> = self.sparse.keys().copied().collect();
        far.sort_unstable();
        let far = far.into_iter().map(|number| number as usize).filter(|number| *number >= self.dense.len());
        let numbers = (0..self.dense.len()).chain(far);
        numbers.map(MdId::new).filter_map(|id| Some((id, self.text(id)?)))
    }

    /// The length of the whole module's text, which bounds everything that nodes can say.
    pub(super) fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Whether the module has any metadata nodes.
    pub fn is_empty(&self) -> bool {
        self.dense.is_empty() && self.sparse.is_empty()
    }
}
