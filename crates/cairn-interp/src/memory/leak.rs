//! Which live heap blocks can the program still reach?
//!
//! A block is reachable if a root or a reachable block holds an address into it: an address with provenance, or any
//! aligned word whose number lies in it (a pointer that was copied byte by byte). Being generous here only loses leaks.

use super::{Life, Memory, Object, ObjectKind};
use crate::value::Prov;

/// Live heap blocks when the program ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leaks {
    /// Nothing reachable points to them.
    pub lost: Vec<Prov>,
    pub reachable: Vec<(Prov, Reach)>,
}

/// How the program could still reach a block, the surest way that there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Not at all.
    Lost,
    /// Some number in memory may or may not be its address.
    ByNumber,
    /// From a local variable or a register of a function that is still active.
    FromLocals,
    /// From a variable that lives as long as the program.
    FromStatics,
}

impl Memory {
    /// Sorts the live heap blocks by reachability from everything that is not heap and from `registers`.
    pub fn leaks(&self, registers: impl Iterator<Item = Prov>) -> Leaks {
        let mut marks = vec![Reach::Lost; self.cells.len()];
        let live = |object: &Object| object.life == Life::Live;
        let roots = |stack: bool| {
            let is_root = move |object: &Object| {
                live(object) && object.kind != ObjectKind::Heap && (object.kind == ObjectKind::Stack) == stack
            };
            self.objects().filter(move |(_, object)| is_root(object)).map(|(prov, _)| prov)
        };
        self.mark(&mut marks, Reach::FromStatics, roots(false));
        self.mark(&mut marks, Reach::FromLocals, roots(true).chain(registers));
        let reached = (0..marks.len() as u32).filter(|&index| marks[index as usize] != Reach::Lost);
        let reached: Vec<Prov> = reached.map(|index| self.prov_of(index)).collect();
        self.mark(&mut marks, Reach::ByNumber, reached.into_iter());
        let mut leaks = Leaks::default();
        for (prov, _) in self.objects().filter(|(_, object)| live(object) && object.kind == ObjectKind::Heap) {
            match marks[prov.index as usize] {
                Reach::Lost => leaks.lost.push(prov),
                reach => leaks.reachable.push((prov, reach)),
            }
        }
        leaks
    }

    /// The content of every live object that `roots` lead to, and that can be written, is no longer known.
    pub fn forget_reachable(&mut self, roots: Vec<Prov>) {
        let mut marks = vec![Reach::Lost; self.cells.len()];
        self.mark(&mut marks, Reach::FromStatics, roots.into_iter());
        for index in (0..marks.len() as u32).filter(|&index| marks[index as usize] != Reach::Lost) {
            if !self.get(index).readonly {
                self.get_mut(index).forget();
            }
        }
    }

    /// What lies in blocks of the heap is not known any more.
    pub fn forget_blocks(&mut self) {
        let is_block = |(_, object): &(Prov, &Object)| object.life == Life::Live && object.kind == ObjectKind::Heap;
        let blocks: Vec<Prov> = self.objects().filter(is_block).map(|(prov, _)| prov).collect();
        blocks.into_iter().for_each(|prov| self.get_mut(prov.index).forget());
    }

    /// Number of live heap blocks.
    pub fn live_blocks(&self) -> usize {
        self.objects().filter(|(_, object)| object.life == Life::Live && object.kind == ObjectKind::Heap).count()
    }

    /// Marks what `roots` lead to and what is not marked yet. Numbers count as addresses for `ByNumber` only.
    fn mark(&self, marks: &mut [Reach], reach: Reach, roots: impl Iterator<Item = Prov>) {
        let mut work: Vec<u32> = Vec::new();
        let mut visit = |prov: Prov, work: &mut Vec<u32>, root: bool| {
            if !self.object(prov).is_some_and(|object| object.life == Life::Live) {
                return;
            }
            let mark = &mut marks[prov.index as usize];
            if *mark == Reach::Lost || (root && reach == Reach::ByNumber) {
                *mark = reach.max(*mark);
                work.push(prov.index);
            }
        };
        roots.for_each(|prov| visit(prov, &mut work, true));
        while let Some(index) = work.pop() {
            let object = self.get(index);
            object.addresses(self.word).for_each(|(_, prov)| visit(prov, &mut work, false));
            if reach == Reach::ByNumber {
                self.numbers(object).for_each(|prov| visit(prov, &mut work, false));
            }
        }
    }

    /// Objects that some aligned word of an object would be the address of.
    fn numbers<'a>(&'a self, object: &'a Object) -> impl Iterator<Item = Prov> + 'a {
        object.bytes().chunks_exact(self.word).filter_map(|word| {
            let number = word.iter().rev().fold(0u64, |acc, byte| acc << 8 | u64::from(*byte));
            let possible = number >= super::NULL_PAGE && number < self.next_address;
            if possible { self.find(number) } else { None }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Content, Memory, ObjectKind, Reach};
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
        let reachable = vec![(a.prov, Reach::FromStatics), (b.prov, Reach::ByNumber)];
        assert_eq!((leaks.reachable, leaks.lost), (reachable, vec![c.prov, d.prov]));
        let leaks = memory.leaks([c.prov].into_iter());
        assert!(leaks.lost.is_empty() && leaks.reachable.contains(&(d.prov, Reach::FromLocals)));
    }
}
