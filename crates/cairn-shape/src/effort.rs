//! Work that no step of the analysed program stands for: objects and parts looked at, constraints combined.
//!
//! It counts as steps all the same, so that budgets end whatever takes long. All heaps of one world count together.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A count that its copies share. It says nothing about what a heap is: all are equal.
#[derive(Clone, Debug, Default)]
pub struct Effort(Rc<Cell<u64>>);

/// Constraints, or parts, that are looked at for the price of one object, and constraints for the price of making one.
const LOOKS: u64 = 512;
const MAKING: u64 = 16;

impl Effort {
    pub fn objects(&self, count: usize) {
        self.add(count as u64 * LOOKS);
    }

    pub fn constraints_seen(&self, count: usize) {
        self.add(count as u64);
    }

    pub fn constraints_made(&self, count: usize) {
        self.add(count as u64 * MAKING);
    }

    pub fn parts_seen(&self, count: usize) {
        self.add(count as u64);
    }

    fn add(&self, count: u64) {
        self.0.set(self.0.get() + count);
    }

    /// The steps since the last time.
    pub fn take_steps(&self) -> u64 {
        let all = self.0.get();
        self.0.set(all % LOOKS);
        all / LOOKS
    }
}

impl PartialEq for Effort {
    fn eq(&self, _: &Effort) -> bool {
        true
    }
}

impl Eq for Effort {}

impl Hash for Effort {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
