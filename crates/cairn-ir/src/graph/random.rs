//! Random graphs for tests.

use super::Digraph;

/// xorshift64*: small, deterministic, good enough to vary graphs.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// 1 to `max` nodes, from sparse to dense, with self-loops, parallel edges and unreachable parts.
pub(crate) fn random_graph(rng: &mut Rng, max: usize) -> Digraph {
    let nodes = 1 + rng.below(max);
    let edges: Vec<_> =
        (0..rng.below(2 * nodes + 2)).map(|_| (rng.below(nodes) as u32, rng.below(nodes) as u32)).collect();
    Digraph::new(nodes, &edges)
}
