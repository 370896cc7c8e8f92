//! The shape predicates of `cairn.h`, decided on the memory as it is.
//!
//! A cell is an address that links lead to; its links are read as the program would read them. Where the program's read
//! would be an error, or the link was never written, the cell is not sound and no predicate holds of it.

use crate::exec::Machine;
use crate::value::{Prov, Slot};
use cairn_ir::HostFn;
use rustc_hash::FxHashSet;

/// The addresses of cells. Live objects do not overlap, so the number says which cell it is.
type Cells = FxHashSet<u64>;

impl Machine<'_> {
    /// Does the predicate hold? The arguments are as the primitive's signature says, and defined.
    pub(crate) fn shape_holds(&mut self, predicate: HostFn, args: &[Slot]) -> bool {
        let offset = |arg: Slot| arg.bits;
        match *args {
            [p, next] if predicate == HostFn::IsList => self.leads_to(p, Slot::int(0), offset(next)),
            [p, next] if predicate == HostFn::IsCyclic => {
                self.link(p, offset(next)).is_some_and(|second| self.leads_to(second, p, offset(next)))
            }
            [p, next, prev] if predicate == HostFn::IsDlist => self.is_doubly_linked(p, offset(next), offset(prev)),
            [p, left, right] if predicate == HostFn::IsTree => {
                self.add_tree(p, [offset(left), offset(right)], &mut Cells::default())
            }
            [p, q, left, right] if predicate == HostFn::AreDisjoint => {
                self.are_disjoint(p, q, [offset(left), offset(right)])
            }
            [p, q, next] if predicate == HostFn::Reaches => {
                self.observe_target(q);
                self.leads_to(p, q, offset(next))
            }
            _ => unreachable!("a shape predicate with the arguments of its signature"),
        }
    }

    /// The link of a sound cell; null has none.
    fn link(&self, cell: Slot, offset: u64) -> Option<Slot> {
        let word = self.state.memory.word();
        let link = self.state.memory.load(self.add_to_address(cell, offset), word).ok()?;
        link.is_defined().then_some(link)
    }

    fn leads_to(&self, from: Slot, target: Slot, next: u64) -> bool {
        let (mut cell, mut seen) = (from, Cells::default());
        while cell.bits != target.bits {
            match self.link(cell, next) {
                Some(link) if seen.insert(cell.bits) => cell = link,
                _ => return false,
            }
        }
        true
    }

    /// No cell can come twice: it would have to point back to two cells, or to null and a cell.
    fn is_doubly_linked(&self, first: Slot, next: u64, prev: u64) -> bool {
        let (mut cell, mut before) = (first, 0);
        while cell.bits != 0 {
            match (self.link(cell, next), self.link(cell, prev)) {
                (Some(link), Some(back)) if back.bits == before => (before, cell) = (cell.bits, link),
                _ => return false,
            }
        }
        true
    }

    /// Adds the cells from `root` on; false if one of them is not sound or was there before.
    fn add_tree(&self, root: Slot, links: [u64; 2], cells: &mut Cells) -> bool {
        let mut work = vec![root];
        while let Some(cell) = next_cell(&mut work) {
            if !cells.insert(cell.bits) || !self.push_links(cell, links, &mut work) {
                return false;
            }
        }
        true
    }

    fn are_disjoint(&self, p: Slot, q: Slot, links: [u64; 2]) -> bool {
        match (self.reachable(p, links), self.reachable(q, links)) {
            (Some(of_p), Some(of_q)) => of_p.is_disjoint(&of_q),
            _ => false,
        }
    }

    /// Every cell from `root` on; nothing if one of them is not sound.
    fn reachable(&self, root: Slot, links: [u64; 2]) -> Option<Cells> {
        let (mut work, mut cells) = (vec![root], Cells::default());
        while let Some(cell) = next_cell(&mut work) {
            if cells.insert(cell.bits) && !self.push_links(cell, links, &mut work) {
                return None;
            }
        }
        Some(cells)
    }

    /// False if the cell is not sound. Two links at the same offset are one.
    fn push_links(&self, cell: Slot, [left, right]: [u64; 2], work: &mut Vec<Slot>) -> bool {
        let links = if left == right { &[left][..] } else { &[left, right][..] };
        links.iter().all(|&offset| self.link(cell, offset).map(|link| work.push(link)).is_some())
    }

    /// A target that is no live cell can only be met by number, which is not the same in every execution.
    fn observe_target(&mut self, target: Slot) {
        let null = target.bits == 0 && target.prov == Prov::NONE;
        self.state.observed.addresses |= !null && self.state.memory.access(target, 1, false).is_err();
    }
}

/// The next address to look at that is not null.
fn next_cell(work: &mut Vec<Slot>) -> Option<Slot> {
    std::iter::from_fn(|| work.pop()).find(|cell| cell.bits != 0)
}
