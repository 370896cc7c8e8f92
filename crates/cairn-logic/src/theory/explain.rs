//! Why: a small set of assumptions that suffices for a conflict or for an implied atom.
//!
//! Nothing is recorded while propagating. An explanation is rebuilt on demand by leaving assumptions out, in larger and
//! smaller blocks, as long as a fresh context still finds the same; so every explanation has been checked.

use super::Ctx;
use crate::arena::Arena;
use crate::atom::{AtomId, Lit};

/// Attempts to leave something out.
const MAX_TESTS: u32 = 200;

impl Ctx {
    /// Assumptions that contradict each other; `None` if no conflict was found.
    pub fn explain_conflict(&self, arena: &Arena) -> Option<Vec<Lit>> {
        if !self.contradictory {
            return None;
        }
        let mut scratch = self.scratch();
        Some(minimise(self.asserted.clone(), |lits| scratch.under(arena, lits, |cx| cx.contradictory)))
    }

    /// Assumptions from which the atom's value follows; `None` if `implied` does not know it.
    pub fn explain_implied(&mut self, arena: &Arena, atom: AtomId) -> Option<Vec<Lit>> {
        let value = self.implied(arena, atom)?;
        let mut scratch = self.scratch();
        let follows = |lits: &[Lit]| scratch.under(arena, lits, |cx| cx.implied(arena, atom) == Some(value));
        Some(minimise(self.asserted.clone(), follows))
    }

    fn scratch(&self) -> Ctx {
        Ctx { fuel_per_assumption: self.fuel_per_assumption, ..Ctx::default() }
    }

    /// Runs a test with exactly these assumptions. False under a contradiction that the test does not ask for.
    fn under(&mut self, arena: &Arena, lits: &[Lit], test: impl FnOnce(&mut Ctx) -> bool) -> bool {
        self.push();
        for &lit in lits {
            if self.assume(arena, lit).is_err() {
                break;
            }
        }
        let result = test(self);
        self.pop();
        result
    }
}

/// Leaves out blocks of assumptions while the test still holds. The full set suffices without a test.
fn minimise(mut lits: Vec<Lit>, mut suffices: impl FnMut(&[Lit]) -> bool) -> Vec<Lit> {
    let mut tests = MAX_TESTS;
    let mut block = lits.len().div_ceil(2);
    while block > 0 {
        let mut at = 0;
        while at < lits.len() && tests > 0 {
            tests -= 1;
            let end = (at + block).min(lits.len());
            let rest: Vec<Lit> = lits[..at].iter().chain(&lits[end..]).copied().collect();
            if suffices(&rest) {
                lits = rest;
            } else {
                at = end;
            }
        }
        block = if block == 1 { 0 } else { block.div_ceil(2) };
    }
    lits
}
