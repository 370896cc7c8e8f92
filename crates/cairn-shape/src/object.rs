//! Objects: bytes with what is known of them, and segments of lists.
//!
//! Cells cover disjoint byte ranges; what no cell covers is described by `rest`.
//! Not here: which accesses are errors (`access`), whole heaps (`heap`).

use crate::range::cut;
use crate::value::{Lin, ObjId, Val};
use cairn_ir::{BlockId, FuncId, GlobalId, RecordId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Bytes of a constant that is cut into constants.
pub const MOST_CUT: u64 = 16;

/// An instruction; behind the last one, the terminator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Where {
    pub func: FuncId,
    pub block: BlockId,
    pub inst: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Heap,
    Stack,
    Global(GlobalId),
    /// Declared, defined nowhere.
    External(GlobalId),
    Function(FuncId),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Life {
    Live,
    Freed,
    ScopeEnded,
}

/// What is known of bytes that hold no particular value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fill {
    Undef,
    Zero,
    /// Defined, otherwise anything, also parts of addresses.
    Defined,
    Top,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    Val(Val),
    Fill(Fill),
    Bytes(Rc<[u8]>),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub len: u64,
    pub content: Content,
}

/// The links of a segment: where in a node they are, and where in the next node they point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Links {
    pub next: u64,
    /// The offset that `next` links point to.
    pub head: i64,
    /// Of a doubly linked segment: the backward link, and the offset that it points to.
    pub back: Option<(u64, i64)>,
    /// Of a tree: the other link of a node. `next` and this one lead to children, in any order; `back` to the parent.
    pub fork: Option<u64>,
    /// Of a tree whose nodes know their children twice: the cells that hold what `next` and `fork` hold.
    pub twins: Option<(u64, u64)>,
    /// Of a way back through a tree: `next` and the cell of `back` in nodes of the other form (`paths`).
    pub other: Option<(u64, u64)>,
}

impl Links {
    /// Is the cell at `at` a link?
    pub fn has(&self, at: u64) -> bool {
        self.next == at
            || self.fork == Some(at)
            || self.back.is_some_and(|(prev, _)| prev == at)
            || self.twins.is_some_and(|(next, fork)| next == at || fork == at)
    }

    /// The cells that hold what a link holds.
    pub fn cells_of(&self, link: u64) -> [u64; 2] {
        match self.twins {
            Some((twin, _)) if link == self.next => [link, twin],
            Some((_, twin)) if Some(link) == self.fork => [link, twin],
            _ => [link, link],
        }
    }
}

/// Many nodes as one object: a list of at least `min` of them. The cell at `next` is the last node's; the one at `prev`
/// the first node's; all others are every node's. Symbols and objects that the segment owns differ from node to node.
///
/// A tree is a list that branches: from the root, one way leads to the last node and to what the cell at `next` says, the
/// *hole*; wherever else a child can be, there is a tree that ends in null, or null. A whole tree is one whose hole is null.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seg {
    pub links: Links,
    pub min: u32,
    /// It has just one node, which is the first and the last one.
    pub only: bool,
}

impl Seg {
    pub fn of(links: Links, min: u32) -> Seg {
        Seg { links, min, only: false }
    }
}

/// Where a part lies. It belongs to the object that it was cut from, and no byte of that belongs to two parts; what
/// belongs to none is described by the object itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    pub whole: ObjId,
    /// Its offset.
    pub at: Lin,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Obj {
    pub kind: Kind,
    pub size: Lin,
    pub life: Life,
    pub readonly: bool,
    /// Where a heap block was allocated, for leaks.
    pub sites: BTreeSet<Where>,
    /// It may lie where a block was that is gone: some were, when it was allocated.
    pub reused: bool,
    pub cells: BTreeMap<u64, Cell>,
    pub rest: Fill,
    /// Offsets at which the program stored pointers (true) or numbers, as far as it did: nodes of one list agree.
    pub stored: BTreeMap<u64, bool>,
    /// Records of which the program looked at members, by the offset where the record begins.
    pub types: BTreeSet<(u64, RecordId)>,
    pub seg: Option<Seg>,
    /// The segment whose every node has one of these.
    pub owner: Option<ObjId>,
    /// Of bytes that were cut out of an object: where they lie in it.
    pub part: Option<Part>,
    /// Parts were cut out of it; the cells and the rest are those of bytes in no part.
    pub cut: bool,
}

impl Fill {
    pub fn join(self, other: Fill) -> Fill {
        match (self, other) {
            (a, b) if a == b => a,
            (Fill::Zero | Fill::Defined, Fill::Zero | Fill::Defined) => Fill::Defined,
            _ => Fill::Top,
        }
    }
}

impl Content {
    /// The content as a fill that covers it.
    pub fn blurred(&self) -> Fill {
        match self {
            Content::Val(Val::Undef) => Fill::Undef,
            Content::Val(Val::Top) => Fill::Top,
            Content::Val(Val::Num(_) | Val::Ptr(_)) | Content::Bytes(_) => Fill::Defined,
            Content::Fill(fill) => *fill,
        }
    }
}

impl Obj {
    pub fn new(kind: Kind, size: Lin, rest: Fill) -> Obj {
        Obj {
            kind,
            size,
            life: Life::Live,
            readonly: false,
            sites: BTreeSet::new(),
            reused: false,
            cells: BTreeMap::new(),
            rest,
            stored: BTreeMap::new(),
            types: BTreeSet::new(),
            seg: None,
            owner: None,
            part: None,
            cut: false,
        }
    }

    /// Ends its life; the content is gone.
    pub fn end(&mut self, life: Life) {
        self.life = life;
        if life == Life::Freed {
            // Nothing depends on it any more.
            self.size = Lin::constant(self.size.width, 0);
        }
        self.cells.clear();
        self.rest = Fill::Undef;
        self.stored.clear();
        self.types.clear();
        self.sites.clear();
    }

    /// Takes cells apart so that a cell begins at `at`, or none covers it.
    fn split_at(&mut self, at: u64) {
        let Some((&start, cell)) = self.cells.range(..at).next_back() else { return };
        let end = start + cell.len;
        if end <= at {
            return;
        }
        let (front, back) = (at - start, end - at);
        let (first, second) = match &cell.content {
            Content::Bytes(bytes) => {
                let (first, second) = bytes.split_at(front as usize);
                (Content::Bytes(first.into()), Content::Bytes(second.into()))
            }
            Content::Val(Val::Num(Lin { sym: None, add, .. })) if cell.len <= MOST_CUT => {
                let low = cut(*add, 8 * front as u32);
                let high = add >> (8 * front);
                let part = |len: u64, value| Content::Val(Val::int(8 * len as u32, value));
                (part(front, low), part(back, high))
            }
            content => (Content::Fill(content.blurred()), Content::Fill(content.blurred())),
        };
        self.cells.insert(start, Cell { len: front, content: first });
        self.cells.insert(at, Cell { len: back, content: second });
    }

    /// Removes what is known of a range.
    fn clear(&mut self, at: u64, len: u64) {
        self.split_at(at);
        self.split_at(at + len);
        let gone: Vec<u64> = self.cells.range(at..at + len).map(|(&start, _)| start).collect();
        for start in gone {
            self.cells.remove(&start);
        }
    }

    pub fn store(&mut self, at: u64, len: u64, content: Content) {
        if len == 0 {
            return;
        }
        self.clear(at, len);
        if content != Content::Fill(self.rest) {
            self.cells.insert(at, Cell { len, content });
        }
    }

    /// The content of a range as pieces without gaps, by offset.
    pub fn pieces(&self, at: u64, len: u64) -> Vec<(u64, Cell)> {
        let mut scratch = Obj { cells: self.overlapping(at, len), ..Obj::new(self.kind, self.size, self.rest) };
        scratch.split_at(at);
        scratch.split_at(at + len);
        let mut pieces = Vec::new();
        let mut next = at;
        for (&start, cell) in scratch.cells.range(at..at + len) {
            if next < start {
                pieces.push((next, Cell { len: start - next, content: Content::Fill(self.rest) }));
            }
            next = start + cell.len;
            pieces.push((start, cell.clone()));
        }
        if next < at + len {
            pieces.push((next, Cell { len: at + len - next, content: Content::Fill(self.rest) }));
        }
        pieces
    }

    fn overlapping(&self, at: u64, len: u64) -> BTreeMap<u64, Cell> {
        let before = self.cells.range(..at).next_back().filter(|(start, cell)| *start + cell.len > at);
        before.into_iter().chain(self.cells.range(at..at + len)).map(|(&start, cell)| (start, cell.clone())).collect()
    }

    /// The value cell of exactly this range; bytes of a fill or of a constant count as one.
    pub fn exact(&self, at: u64, len: u64) -> Option<Val> {
        if let Some(cell) = self.cells.get(&at).filter(|cell| cell.len == len)
            && let Content::Val(val) = &cell.content
        {
            return Some(*val);
        }
        let pieces = self.pieces(at, len);
        if pieces.iter().all(|(_, piece)| piece.content == Content::Fill(Fill::Undef)) {
            return Some(Val::Undef);
        }
        let mut value = 0u128;
        for (start, piece) in &pieces {
            if len > 16 {
                return None;
            }
            let part = match &piece.content {
                Content::Fill(Fill::Zero) => 0,
                Content::Bytes(bytes) => bytes.iter().rev().fold(0u128, |acc, byte| acc << 8 | u128::from(*byte)),
                Content::Val(Val::Num(Lin { sym: None, add, .. })) => *add,
                _ => return None,
            };
            value |= part << (8 * (start - at));
        }
        Some(Val::int(8 * len as u32, value))
    }

    /// What covers every byte of a range.
    pub fn blurred(&self, at: u64, len: u64) -> Fill {
        let fills = self.pieces(at, len).into_iter().map(|(_, piece)| piece.content.blurred());
        fills.reduce(Fill::join).unwrap_or(Fill::Zero)
    }

    /// Something somewhere in a range was overwritten by `new`.
    pub fn blur(&mut self, at: u64, len: u64, new: Fill) {
        let fill = self.blurred(at, len).join(new);
        self.store(at, len, Content::Fill(fill));
    }

    /// Everything may have been overwritten by `new`.
    pub fn blur_all(&mut self, new: Fill) {
        let fill = self.cells.values().map(|cell| cell.content.blurred()).fold(self.rest.join(new), Fill::join);
        self.cells.clear();
        self.rest = fill;
    }

    pub fn values(&self) -> impl Iterator<Item = (u64, Val)> + '_ {
        self.cells.iter().filter_map(|(&at, cell)| match &cell.content {
            Content::Val(val) => Some((at, *val)),
            _ => None,
        })
    }

    /// Could both be of one type, by what was stored where?
    pub fn is_like(&self, other: &Obj) -> bool {
        let agree = |(at, pointer): (&u64, &bool)| other.stored.get(at).is_none_or(|known| known == pointer);
        self.stored.iter().all(agree) && crate::known::agree(&self.types, &other.types)
    }

    /// Are both of one type, as far as the program showed it of either?
    pub fn is_of_kind(&self, other: &Obj) -> bool {
        self.is_like(other) && self.types.is_empty() == other.types.is_empty()
    }

    /// Is it the part with which its object begins? There is one such part.
    pub fn is_start(&self) -> bool {
        self.part.is_some_and(|part| part.at.as_const() == Some(0))
    }

    /// Is the cell at `at` one of the links of this segment?
    pub fn is_link(&self, at: u64) -> bool {
        self.seg.is_some_and(|seg| seg.links.has(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(size: u128) -> Obj {
        Obj::new(Kind::Heap, Lin::constant(64, size), Fill::Undef)
    }

    #[test]
    fn stores_split_what_they_overlap() {
        let mut obj = object(16);
        obj.store(0, 8, Content::Val(Val::int(64, 0x1122_3344_5566_7788)));
        obj.store(2, 1, Content::Val(Val::int(8, 0xff)));
        assert_eq!(obj.exact(0, 8), Some(Val::int(64, 0x1122_3344_55ff_7788)));
        assert_eq!(obj.exact(3, 2), Some(Val::int(16, 0x4455)));
        assert_eq!(obj.exact(8, 8), Some(Val::Undef));
        assert_eq!(obj.exact(4, 8), None);
        assert_eq!(obj.blurred(4, 8), Fill::Top);
        assert_eq!(obj.blurred(0, 8), Fill::Defined);
    }

    #[test]
    fn zeros_and_bytes_read_as_numbers() {
        let mut obj = object(16);
        obj.store(0, 16, Content::Fill(Fill::Zero));
        obj.store(4, 3, Content::Bytes([b'a', b'b', 0].into()));
        assert_eq!(obj.exact(0, 8), Some(Val::int(64, 0x0000_6261_0000_0000)));
        assert_eq!(obj.exact(5, 1), Some(Val::int(8, u128::from(b'b'))));
        obj.blur(0, 8, Fill::Undef);
        assert_eq!(obj.blurred(0, 1), Fill::Top);
        assert_eq!(obj.exact(8, 8), Some(Val::int(64, 0)));
    }
}
