//! Difference bounds over integer readings: a dense closed matrix.
//!
//! The entry (i, j) bounds reading i − reading j from above. Bounds against constants live in the domains of the
//! nodes, not here; with both propagated, a shortest path never needs more. Closure is incremental.
//! Not here: which differences hold (`links`); nothing in this file knows of wrapping.

use cairn_base::{Id, IdVec};

use super::Contradiction;
use super::dom::Reading;
use super::node::{NIL, Node, NodeId, Undo};

/// Terms that take part; each has two readings.
pub(super) const MAX_SLOTS: usize = 16;
const SIDE: usize = 2 * MAX_SLOTS;
/// No bound. Far from every sum of two bounds, and from the edge of the machine's integers.
pub(super) const UNBOUNDED: i128 = i128::MAX / 4;

/// A reading of a term that takes part.
pub(super) type Place = usize;

#[derive(Default)]
pub(super) struct Matrix {
    pub(super) slots: Vec<NodeId>,
    entries: Vec<i128>,
    saved: Vec<i128>,
}

impl Matrix {
    pub(super) fn is_full(&self) -> bool {
        self.slots.len() == MAX_SLOTS
    }

    pub(super) fn places(&self) -> usize {
        2 * self.slots.len()
    }

    pub(super) fn add_slot(&mut self, id: NodeId) -> u32 {
        if self.entries.is_empty() {
            self.entries = vec![UNBOUNDED; SIDE * SIDE];
        }
        let slot = self.slots.len();
        self.slots.push(id);
        for i in 2 * slot..2 * slot + 2 {
            for j in 0..self.places() {
                self.entries[i * SIDE + j] = UNBOUNDED;
                self.entries[j * SIDE + i] = UNBOUNDED;
            }
            self.entries[i * SIDE + i] = 0;
        }
        self.entries[2 * slot * SIDE + 2 * slot + 1] = UNBOUNDED;
        self.entries[(2 * slot + 1) * SIDE + 2 * slot] = UNBOUNDED;
        slot as u32
    }

    pub(super) fn pop_slot(&mut self, nodes: &mut IdVec<NodeId, Node>) {
        if let Some(id) = self.slots.pop() {
            nodes[id].slot = NIL;
        }
    }

    pub(super) fn restore(&mut self, at: u32) {
        self.entries[at as usize] = self.saved.pop().expect("one per entry of the trail");
    }

    /// The least known upper bounds of i − j and of j − i for each j.
    pub(super) fn around(&self, i: Place) -> impl Iterator<Item = (i128, i128)> + '_ {
        let row = &self.entries[i * SIDE..i * SIDE + self.places()];
        row.iter().zip(self.entries[i..].iter().step_by(SIDE)).map(|(&below, &above)| (below, above))
    }

    pub(super) fn place(slot: u32, reading: Reading) -> Place {
        2 * slot as usize + reading as usize
    }

    pub(super) fn owner(&self, place: Place) -> (NodeId, Reading) {
        (self.slots[place / 2], Reading::BOTH[place % 2])
    }

    /// The least known upper bound of i − j.
    pub(super) fn get(&self, i: Place, j: Place) -> i128 {
        self.entries[i * SIDE + j]
    }

    /// Adds i − j ≤ bound and closes. Pairs that became tighter are appended to `changed`.
    pub(super) fn add(
        &mut self,
        (i, j): (Place, Place),
        bound: i128,
        trail: &mut Vec<Undo>,
        changed: &mut Vec<(Place, Place)>,
    ) -> Result<(), Contradiction> {
        if self.get(i, j) <= bound {
            return Ok(());
        }
        if self.get(j, i) < -bound {
            return Err(Contradiction);
        }
        let places = self.places();
        for p in 0..places {
            let to_i = self.get(p, i);
            if to_i == UNBOUNDED || to_i + bound >= self.get(p, j) {
                continue;
            }
            for q in 0..places {
                let from_j = self.get(j, q);
                if from_j == UNBOUNDED || p == q {
                    continue;
                }
                let through = to_i + bound + from_j;
                if through < self.get(p, q) {
                    self.set(p, q, through, trail);
                    changed.push((p, q));
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, p: Place, q: Place, bound: i128, trail: &mut Vec<Undo>) {
        let at = p * SIDE + q;
        self.saved.push(self.entries[at]);
        trail.push(Undo::Edge(at as u32));
        self.entries[at] = bound;
    }

    /// Everything that a state consists of, for comparison in tests.
    pub(super) fn state(&self) -> Vec<i128> {
        let places = self.places();
        let entries = (0..places).flat_map(|i| (0..places).map(move |j| (i, j))).map(|(i, j)| self.get(i, j));
        self.slots.iter().map(|s| s.index() as i128).chain(entries).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    /// Kills: a closure that forgets a pair, a sign mistake in the test for a negative cycle.
    #[test]
    fn closure_agrees_with_floyd_and_warshall_and_is_undone() {
        let mut rng = Rng::new(3);
        for _ in 0..300 {
            let (mut matrix, mut trail, mut changed) = (Matrix::default(), Vec::new(), Vec::new());
            for slot in 0..3 {
                matrix.add_slot(NodeId::new(slot));
            }
            let n = matrix.places();
            let mut plain = vec![vec![UNBOUNDED; n]; n];
            (0..n).for_each(|i| plain[i][i] = 0);
            let start = matrix.state();
            for _ in 0..8 {
                let (i, j, bound) = (rng.below(n), rng.below(n), rng.below(9) as i128 - 4);
                if i == j {
                    continue;
                }
                plain[i][j] = plain[i][j].min(bound);
                for k in 0..n {
                    for a in 0..n {
                        for b in 0..n {
                            if plain[a][k] != UNBOUNDED && plain[k][b] != UNBOUNDED {
                                plain[a][b] = plain[a][b].min(plain[a][k] + plain[k][b]);
                            }
                        }
                    }
                }
                let negative = (0..n).any(|a| plain[a][a] < 0);
                let result = matrix.add((i, j), bound, &mut trail, &mut changed);
                assert_eq!(result.is_err(), negative);
                if negative {
                    break;
                }
                for (a, row) in plain.iter().enumerate() {
                    for (b, bound) in row.iter().enumerate() {
                        assert_eq!(matrix.get(a, b), *bound);
                    }
                }
            }
            while let Some(Undo::Edge(at)) = trail.pop() {
                matrix.restore(at);
            }
            assert_eq!(matrix.state(), start);
        }
    }
}
