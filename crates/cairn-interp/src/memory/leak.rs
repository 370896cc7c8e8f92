//! Which live heap blocks can the program still reach?
//!
//! A block is reachable if a root or a reachable block holds an address into it: an address with provenance, or any
//! aligned word whose number lies in it (a pointer that was copied byte by byte). Being generous here only loses leaks.

use super::{Life, Memory, ObjectKind};
use crate::value::Prov;

/// Live heap blocks when the program ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leaks {
    /// Nothing reachable points to them.
    pub lost: Vec<Prov>,
    pub reachable: Vec<Prov>,
}

impl Memory {
    /// Sorts the live heap blocks by reachability from everything that is not heap and from `registers`.
    pub fn leaks(&self, registers: impl Iterator<Item = Prov>) -> Leaks {
        let mut marked = vec![false; self.cells.len()];
        let mut work: Vec<u32> = Vec::new();
        for (prov, object) in self.objects() {
            if object.life == Life::Live && object.kind != ObjectKind::Heap {
                marked[prov.index as usize] = true;
                work.push(prov.index);
            }
        }
        let mut reach = |prov: Prov, work: &mut Vec<u32>| {
            let live = self.object(prov).is_some_and(|object| object.life == Life::Live);
            if live && !std::mem::replace(&mut marked[prov.index as usize], true) {
                work.push(prov.index);
            }
        };
        registers.for_each(|prov| reach(prov, &mut work));
        while let Some(index) = work.pop() {
            let object = self.get(index);
            object.addresses(self.word).for_each(|(_, prov)| reach(prov, &mut work));
            for word in object.bytes().chunks_exact(self.word) {
                let number = word.iter().rev().fold(0u64, |acc, byte| acc << 8 | u64::from(*byte));
                if number >= super::NULL_PAGE && number < self.next_address {
                    if let Some(prov) = self.find(number) {
                        reach(prov, &mut work);
                    }
                }
            }
        }
        let mut leaks = Leaks::default();
        for (prov, object) in self.objects() {
            if object.life == Life::Live && object.kind == ObjectKind::Heap {
                if marked[prov.index as usize] { leaks.reachable.push(prov) } else { leaks.lost.push(prov) }
            }
        }
        leaks
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Content, Memory, ObjectKind};
    use crate::value::Slot;

    #[test]
    fn a_cycle_that_nobody_holds_is_lost_and_a_chain_from_a_global_is_not() {
        let mut memory = Memory::new(64, 1 << 30);
        let heap = |m: &mut Memory| m.allocate(ObjectKind::Heap, 16, 8, Content::Undefined).unwrap();
        let global = memory.allocate(ObjectKind::Argument, 8, 8, Content::Zero).unwrap();
        let [a, b, c, d] = [(); 4].map(|()| heap(&mut memory));
        memory.store(global, 8, a).unwrap();
        // The link from a to b lost its provenance on the way; the number still leads there.
        memory.store(a, 8, Slot::int(b.bits + 8)).unwrap();
        memory.store(c, 8, d).unwrap();
        memory.store(d, 8, c).unwrap();
        let leaks = memory.leaks(std::iter::empty());
        assert_eq!((leaks.reachable, leaks.lost), (vec![a.prov, b.prov], vec![c.prov, d.prov]));
        assert!(memory.leaks([c.prov].into_iter()).lost.is_empty());
    }
}
